//! The checker: all problems of files and folders at once.

pub mod fields;
mod place;
pub mod usage;

use std::collections::BTreeMap;
use std::path::Path;

use crate::board::map;
use crate::campaign::Plot;
use crate::content::{Codex, ICONS, Icon, Library, Manifest, content_files, is_icon};
use crate::league::{League, lab, tactics, tune};
use crate::lesson;
use crate::opponents::{self, check_opponent};
use crate::rules::{AnyContent, NAMES};
use crate::scenario::{Scenario, hulk};
use crate::source::{Document, Node, Problem, Problems, Value, did_you_mean, open};

use place::{Kind, Lost};

/// What the checker found.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Everything that is wrong, in order of files and lines.
    pub problems: Vec<Problem>,
    /// What is not wrong but good to know: what takes the place of the program's own.
    pub notes: Vec<Problem>,
    /// Files without fault.
    pub fine: usize,
    /// What rosters come to, a line for each without fault.
    pub rosters: Vec<String>,
}

impl Checked {
    /// Adds problems, each once: what is wrong in one file may spoil others.
    fn add(&mut self, problems: impl IntoIterator<Item = Problem>) {
        for problem in problems {
            if !self.problems.contains(&problem) {
                self.problems.push(problem);
            }
        }
    }
}

/// Checks files, and all RON files and icons in folders. What they name is looked for in the content folder that they lie in, if
/// they lie in one, over the library. What kind of file it is shows in its fields and in where it lies; sheets of a
/// ruleset are known by their path, `<ruleset>/units.ron` for one.
#[must_use]
pub fn check(library: &Library, paths: &[String]) -> Checked {
    let mut checked = Checked::default();
    let mut folders: BTreeMap<String, Library> = BTreeMap::new();
    for path in paths {
        let files = content_files(Path::new(path));
        if files.is_empty() {
            checked.problems.push(Problem::whole(path, "there is no such file, and no RON file in such a folder", ""));
        }
        for file in files {
            let file = file.to_string_lossy();
            let home = place::content_of(&file);
            let content = home.as_ref().map(|(root, _)| {
                // A folder that cannot be read as content tells so at the file itself.
                let over = || library.over(root).unwrap_or_else(|_| library.clone());
                &*folders.entry(root.clone()).or_insert_with(over)
            });
            let checker = Checker { library: content.unwrap_or(library), file: &file, path: home.map(|home| home.1) };
            match checker.check(&mut checked.notes) {
                Ok(note) => {
                    checked.fine += 1;
                    checked.rosters.extend(note.map(|n| format!("{file}: {n}")));
                }
                Err(problems) => checked.add(problems),
            }
        }
    }
    // What a folder's files spoil in the program's own.
    for (root, content) in &folders {
        checked.add(content.problems().filter(|p| !Path::new(&p.file).starts_with(root)).cloned());
    }
    checked
}

/// One file being checked.
struct Checker<'a> {
    /// The content that it belongs to.
    library: &'a Library,
    /// What the user calls it.
    file: &'a str,
    /// Its path in a content folder, if it lies in one.
    path: Option<String>,
}

impl Checker<'_> {
    /// Says in a line what there is to say of a file without fault.
    fn check(&self, notes: &mut Vec<Problem>) -> Result<Option<String>, Vec<Problem>> {
        let text = open(self.file)?;
        if self.file.ends_with(".svg") {
            return self.check_icon(&text);
        }
        let document = Document::parse(self.file, &text)?;
        let kind = self.kind(&document).map_err(|(told, hint)| document.problem(document.root.at.start, told, hint))?;
        let told = self.check_as(kind, &document, notes)?;
        let called = self.path.as_ref().map(|path| self.library.called(path));
        notes.extend(
            self.library.notes().iter().filter(|note| Some(&note.file) == called.as_ref()).map(|n| self.own(n)),
        );
        Ok(told)
    }

    /// Checks a drawing, which is read from one folder only.
    fn check_icon(&self, text: &str) -> Result<Option<String>, Vec<Problem>> {
        if self.path.as_ref().is_some_and(|path| !is_icon(path)) {
            let message = "nothing reads a drawing here";
            return Err(Problem::whole(self.file, message, format!("put it into {ICONS}")).into());
        }
        Icon::read(self.file, text)?;
        Ok(None)
    }

    /// What it is, by its fields and by where it lies.
    fn kind(&self, document: &Document) -> Result<Kind, Lost> {
        let (folder, name) = place::last_names(self.file);
        let rosters = NAMES.into_iter().filter_map(|ruleset| self.library.rosters_of(ruleset));
        let seen = Kind::of(document, &rosters.map(|rosters| rosters.entries()).collect::<Vec<_>>());
        let Some(path) = &self.path else {
            return match seen {
                _ if AnyContent::files(&folder).is_some_and(|files| files.contains(&name.as_str())) => Ok(Kind::Sheet),
                Some(Kind::Manifest) => {
                    Err(("nothing reads it here".to_owned(), format!("it is read as {}", crate::content::MANIFEST)))
                }
                Some(kind) => Ok(kind),
                None if NAMES.contains(&folder.as_str()) => place::sheet(&folder, &name),
                None => {
                    let told = "not a map, a scenario, a campaign, a roster, an opponent, a codex or a ruleset's sheet";
                    Err((told.to_owned(), String::new()))
                }
            };
        };
        let place = place::kind_at(path)?;
        match seen {
            // A sheet is known by its path alone.
            Some(kind) if place != Kind::Sheet && !kind.fits(place) => Err(place::misplaced(kind, place)),
            Some(kind) if kind.fits(place) => Ok(kind),
            _ => Ok(place),
        }
    }

    fn check_as(
        &self,
        kind: Kind,
        document: &Document,
        notes: &mut Vec<Problem>,
    ) -> Result<Option<String>, Vec<Problem>> {
        let library = self.library;
        match kind {
            Kind::Map => {
                let board = map::load(self.file, &document.text)?;
                fine(hulk::check(document, &board))
            }
            Kind::Roster => {
                let told = library.musters(document)?.check(document)?;
                let mut problems = Problems::new(document);
                document.root.get("designs").into_iter().for_each(|list| unknown_icons(library, list, &mut problems));
                problems.finish(Some(Some(told)))
            }
            Kind::League => League::open(library, document).map(|_| None),
            Kind::Task => tune::Task::read(document).map(|_| None),
            Kind::Counterparts => fine(lab::check(document)),
            Kind::Campaign => check_campaign(library, document),
            Kind::Scenario => check_scenario(library, document),
            Kind::Positions => tactics::read(library, document).map(|_| None),
            Kind::Lesson => lesson::read(library, "", document).map(|_| None),
            Kind::Opponent => fine(check_opponent(library, &place::last_names(self.file).0, document)),
            Kind::Sheet => self.check_sheet(document, notes),
            Kind::Codex => {
                Codex::default().add(document, &mut Default::default(), &|path| library.number(path)).map(|_| None)
            }
            Kind::Manifest => fine(opponents::check_manifest(library, document, &Manifest::read(document)?)),
        }
    }

    /// Checks a sheet as a part of its ruleset's: joined to the program's own, and with what it names in the others.
    fn check_sheet(&self, document: &Document, notes: &mut Vec<Problem>) -> Result<Option<String>, Vec<Problem>> {
        let (folder, name) = place::last_names(self.file);
        let path = format!("assets/{folder}/{name}");
        let (library, called);
        let library = match &self.path {
            Some(path) => {
                called = self.library.called(path);
                self.library
            }
            None => {
                called = self.file.to_owned();
                library = self.library.over_file(&path, self.file, &document.text);
                notes.extend(library.notes().iter().filter(|note| note.file == called).cloned());
                &library
            }
        };
        let mut problems: Vec<Problem> =
            library.problems().filter(|p| p.file == called).map(|problem| self.own(problem)).collect();
        if problems.is_empty() {
            problems = unknown_names(library, document);
        }
        fine(problems)
    }

    /// A problem of this file under the name that the user has for it.
    fn own(&self, problem: &Problem) -> Problem {
        Problem { file: self.file.to_owned(), ..problem.clone() }
    }
}

fn fine(problems: Vec<Problem>) -> Result<Option<String>, Vec<Problem>> {
    if problems.is_empty() { Ok(None) } else { Err(problems) }
}

fn check_campaign(library: &Library, document: &Document) -> Result<Option<String>, Vec<Problem>> {
    let plot = Plot::of(library, document.clone())?;
    let known = opponents::names(library, plot.ruleset);
    let mut problems = Problems::new(document);
    for difficulty in plot.difficulties.iter().filter(|d| !known.contains(&d.opponent.value)) {
        problems.unknown(difficulty.opponent.at, "opponent", &difficulty.opponent, &known);
    }
    problems.finish(Some(None))
}

fn check_scenario(library: &Library, document: &Document) -> Result<Option<String>, Vec<Problem>> {
    let scenario = Scenario::of(library, document.clone())?;
    let battle = scenario.battle(library)?;
    let mut problems = AnyContent::doubts(document, &battle);
    let mut rule = Problems::new(document);
    if let Some(node) = document.root.get("rule") {
        cited(library, node, &mut rule);
    }
    problems.extend(rule.finish(Some(())).err().unwrap_or_default());
    problems.sort_by_key(|problem| (problem.line, problem.column));
    fine(problems)
}

/// The rules that entries of a sheet go by and no codex has, and the icons that they name and nobody has drawn.
fn unknown_names(library: &Library, document: &Document) -> Vec<Problem> {
    let mut problems = Problems::new(document);
    for node in document.root.items().iter().filter_map(|entry| entry.get("id")) {
        cited(library, node, &mut problems);
    }
    unknown_icons(library, &document.root, &mut problems);
    problems.finish(Some(())).err().unwrap_or_default()
}

/// Reports the icons that entries of a list name and nobody has drawn.
fn unknown_icons(library: &Library, list: &Node, problems: &mut Problems<'_>) {
    let icons = library.icon_names();
    for node in list.items().iter().filter_map(|entry| entry.get("icon")) {
        if let Some(name) = named(node).filter(|name| !icons.contains(name)) {
            problems.unknown(node.at, "icon", name, &icons);
        }
    }
}

/// The text of a node that may stand within `Some`.
fn named(node: &Node) -> Option<&str> {
    match (&node.value, node.items()) {
        (Value::Text(name), _) => Some(name),
        (_, [inner]) => named(inner),
        _ => None,
    }
}

/// Reports a rule's id that stands in a text node and means nothing. It may also be the beginning of a chapter's.
fn cited(library: &Library, node: &Node, problems: &mut Problems<'_>) {
    let Value::Text(id) = &node.value else { return };
    let codex = library.codex();
    let known = codex.get(id).is_some() || codex.entries().any(|entry| entry.id.starts_with(&format!("{id}-")));
    if !known {
        let ids: Vec<&str> = codex.entries().map(|entry| entry.id.as_str()).collect();
        let hint = did_you_mean(id, &ids).map_or(String::new(), |name| format!("did you mean `{name}`? "));
        let hint = format!("{hint}else write an entry for it in assets/codex");
        problems.add(node.at, format!("no rule of the codex is called `{id}`"), hint);
    }
}
