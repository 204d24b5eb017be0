//! The checker: all problems of files and folders at once.

use std::path::Path;

use crate::board::map;
use crate::campaign::Plot;
use crate::content::{Codex, Library, ron_files};
use crate::league::{League, lab, tactics, tune};
use crate::opponents::{self, check_opponent};
use crate::rules::NAMES;
use crate::scenario::{Scenario, hulk};
use crate::source::{Document, Problem, Problems, Value, open};

/// What the checker found.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// Everything that is wrong, in order of files and lines.
    pub problems: Vec<Problem>,
    /// Files without fault.
    pub fine: usize,
    /// What rosters come to, a line for each without fault.
    pub rosters: Vec<String>,
}

/// Checks files, and all RON files in folders; what they name is looked for in the library. What kind of file it is shows
/// in its fields; sheets of a ruleset are known by their path, `<ruleset>/units.ron` for one.
#[must_use]
pub fn check(library: &Library, paths: &[String]) -> Checked {
    let mut checked = Checked::default();
    for path in paths {
        let files = ron_files(Path::new(path));
        if files.is_empty() {
            checked.problems.push(Problem::whole(path, "there is no such file, and no RON file in such a folder", ""));
        }
        for file in files {
            let file = file.to_string_lossy();
            match check_file(library, &file) {
                Ok(note) => {
                    checked.fine += 1;
                    checked.rosters.extend(note.map(|n| format!("{file}: {n}")));
                }
                Err(mut problems) => checked.problems.append(&mut problems),
            }
        }
    }
    checked
}

/// Checks one file; says in a line what there is to say of one without fault.
fn check_file(library: &Library, file: &str) -> Result<Option<String>, Vec<Problem>> {
    let text = open(file)?;
    let document = Document::parse(file, &text)?;
    let fine = |problems: Vec<Problem>| if problems.is_empty() { Ok(None) } else { Err(problems) };
    let has = |field: &str| document.root.get(field).is_some();
    if has("decks") || has("legend") {
        let board = map::load(file, &text)?;
        return fine(hulk::check(&document, &board));
    }
    let mut rosters = NAMES.into_iter().filter_map(|ruleset| library.rosters_of(ruleset));
    if !has("map") && !has("sides") && rosters.any(|rosters| has(rosters.entries())) {
        return library.musters(&document)?.check(&document).map(Some);
    }
    if has("entrants") {
        return League::open(library, &document).map(|_| None);
    }
    if has("opponent") {
        return tune::Task::read(&document).map(|_| None);
    }
    if has("counterparts") {
        return fine(lab::check(&document));
    }
    if has("campaign") {
        let plot = Plot::of(library, document.clone())?;
        let known = opponents::names(library, plot.ruleset);
        let mut problems = Problems::new(&document);
        for difficulty in plot.difficulties.iter().filter(|d| !known.contains(&d.opponent.value)) {
            problems.unknown(difficulty.opponent.at, "opponent", &difficulty.opponent, &known);
        }
        return problems.finish(Some(None));
    }
    if has("ruleset") || has("sides") {
        let scenario = Scenario::of(library, document)?;
        return scenario.battle(library).map(|_| None);
    }
    if has("positions") {
        return tactics::read(library, &document).map(|_| None);
    }
    if has("topics") || has("profile") || has("outlook") {
        return fine(check_opponent(library, &folder(file), &document));
    }
    if let Some(path) = content_path(file) {
        // A sheet is read in place of the library's, so that what it names is found in the others.
        let mut problems = library.with([(path.clone(), text)]).err().unwrap_or_default();
        problems.retain(|p| p.file == path);
        for problem in &mut problems {
            problem.file = file.to_owned();
        }
        return fine(problems);
    }
    if let Value::List(_) = &document.root.value {
        return Codex::default().add(&document).map(|()| None);
    }
    let message = "not a map, a scenario, a campaign, a roster, an opponent, a codex or a ruleset's sheet";
    Err(document.problem(document.root.at.start, message, "").into())
}

/// The name of the folder that a file lies in: the ruleset of sheets and opponents.
fn folder(file: &str) -> String {
    let folder = Path::new(file).parent().and_then(Path::file_name);
    folder.map_or(String::new(), |f| f.to_string_lossy().into_owned())
}

/// The path that a ruleset's sheet has among the shipped files, if the file's last two names are those of one.
fn content_path(file: &str) -> Option<String> {
    let path = Path::new(file);
    let name = path.file_name()?.to_str()?;
    let folder = folder(file);
    let files = crate::rules::AnyBook::files(&folder)?;
    files.contains(&name).then(|| format!("assets/{folder}/{name}"))
}
