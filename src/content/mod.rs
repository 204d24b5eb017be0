//! Content: the files that ship with the program or lie in a folder, read once and looked up by name.
//!
//! `assets/content.ron` says what the content is called, `assets/<ruleset>/` holds a ruleset's numbers and sheets, `assets/rosters/<ruleset>/` rosters, `assets/scenarios/` scenarios, `assets/campaigns/` campaigns, `assets/codex/` the
//! codex, `assets/opponents/` AI profiles, `assets/icons/` what is drawn on counters, and `maps/` the maps.

mod codex;
mod fingerprint;
mod icon;
mod layer;
mod manifest;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use include_dir::{Dir, include_dir};

pub use codex::{Codex, Entry};
pub use fingerprint::{Fingerprint, hash_text, hex};
pub use icon::Icon;
pub(crate) use manifest::PATH as MANIFEST;
pub use manifest::{Manifest, Origin, Usual, missing};

use layer::{Layer, Layers};

use crate::battle::mix;
use crate::board::{Board, map};
use crate::rules::muster::Rosters;
use crate::rules::{self, AnyContent, NAMES};
use crate::source::{Document, Node, Problem, Problems, Span, Spanned, Value};

static ASSETS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets");
static MAPS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/maps");

/// Where scenarios, campaigns and rosters lie.
const SCENARIOS: &str = "assets/scenarios/";
const CAMPAIGNS: &str = "assets/campaigns/";
const ROSTERS: &str = "assets/rosters/";
/// Where icons lie.
pub(crate) const ICONS: &str = "assets/icons/";

/// Files by path, such as `assets/hexwar/units.ron` or `maps/crossroads.ron`.
pub type Files = BTreeMap<String, String>;

/// The files that ship with the program.
#[must_use]
pub fn shipped() -> Files {
    fn add(dir: &Dir<'_>, root: &str, files: &mut Files) {
        for file in dir.files() {
            if let (Some(path), Some(text)) = (file.path().to_str(), file.contents_utf8()) {
                files.insert(format!("{root}/{path}"), text.to_owned());
            }
        }
        dir.dirs().for_each(|d| add(d, root, files));
    }
    let mut files = Files::new();
    add(&ASSETS, "assets", &mut files);
    add(&MAPS, "maps", &mut files);
    files.extend(rules::shipped().map(|(path, text)| (path.to_owned(), text.to_owned())));
    files.retain(|path, _| path.ends_with(".ron") || is_icon(path));
    files
}

/// A font that ships with the program, by the name of its file.
#[must_use]
pub fn font(name: &str) -> Option<&'static [u8]> {
    ASSETS.get_file(format!("fonts/{name}")).map(include_dir::File::contents)
}

/// The RON files under a folder, or the file itself, in order of their names. Folders that links lead to are read once,
/// so that links in a circle end.
pub(crate) fn ron_files(path: &Path) -> Vec<std::path::PathBuf> {
    files_under(path, &["ron"], &mut BTreeSet::new())
}

/// The RON files and the drawings under a folder, or the file itself, likewise.
pub(crate) fn content_files(path: &Path) -> Vec<std::path::PathBuf> {
    files_under(path, &["ron", "svg"], &mut BTreeSet::new())
}

fn files_under(path: &Path, endings: &[&str], read: &mut BTreeSet<std::path::PathBuf>) -> Vec<std::path::PathBuf> {
    // A pipe that is called as a file is told of when it is opened.
    if std::fs::symlink_metadata(path).is_ok() && !path.is_dir() {
        return vec![path.to_owned()];
    }
    if std::fs::canonicalize(path).is_ok_and(|folder| !read.insert(folder)) {
        return Vec::new();
    }
    let mut entries: Vec<_> = std::fs::read_dir(path).into_iter().flatten().flatten().map(|e| e.path()).collect();
    entries.sort();
    let is_ours = |p: &std::path::PathBuf| p.is_dir() || p.extension().is_some_and(|e| endings.iter().any(|o| e == *o));
    entries.into_iter().filter(is_ours).flat_map(|p| files_under(&p, endings, read)).collect()
}

/// Whether what lies at a path of a content folder is an icon.
pub(crate) fn is_icon(path: &str) -> bool {
    icon_name(path).is_some()
}

/// The name of the icon at a path.
fn icon_name(path: &str) -> Option<&str> {
    path.strip_prefix(ICONS)?.strip_suffix(".svg").filter(|name| !name.is_empty() && !name.contains('/'))
}

/// Everything that the files say, by name. What is broken is left out, with its reasons at hand.
#[derive(Clone, Debug)]
pub struct Library {
    layers: Layers,
    books: BTreeMap<&'static str, (AnyContent, Fingerprint)>,
    sheets: BTreeMap<&'static str, Vec<Document>>,
    maps: BTreeMap<String, (Board, Fingerprint)>,
    scenarios: BTreeMap<String, Document>,
    campaigns: BTreeMap<String, Document>,
    rosters: BTreeMap<(String, String), Document>,
    codex: Codex,
    broken: BTreeMap<String, Vec<Problem>>,
    notes: Vec<Problem>,
}

impl Library {
    /// Reads files.
    ///
    /// # Errors
    /// Everything that is wrong in them, file by file.
    pub fn read(files: Files) -> Result<Library, Vec<Problem>> {
        Library::of(Layers(vec![Layer::of(files)]), BTreeMap::new()).sound()
    }

    /// The library with the files of a folder over those that it has, which holds `assets` and `maps` as the program's
    /// own does: entries of sheets and of the codex take the place of those of the same name or come to them, other
    /// files do so as a whole. What is broken is left out: see [`Library::broken`].
    ///
    /// # Errors
    /// There is no such folder.
    pub fn over(&self, folder: &str) -> Result<Library, Problem> {
        let (layer, broken) = Layer::of_folder(folder)?;
        Ok(self.under(layer, broken))
    }

    /// The library with one more file over those that it has, as a folder's are; `file` is what people call it.
    #[must_use]
    pub(crate) fn over_file(&self, path: &str, file: &str, text: &str) -> Library {
        self.under(Layer::of_file(path, file, text), BTreeMap::new())
    }

    fn under(&self, layer: Layer, broken: BTreeMap<String, Vec<Problem>>) -> Library {
        let mut layers = self.layers.clone();
        layers.0.push(layer);
        Library::of(layers, broken)
    }

    /// The library with further files over those that it has, as a folder's are (see [`Library::over`]).
    ///
    /// # Errors
    /// Everything that is wrong in it then and was not before.
    pub fn with(&self, files: impl IntoIterator<Item = (String, String)>) -> Result<Library, Vec<Problem>> {
        let library = self.under(Layer::of(files.into_iter().collect()), BTreeMap::new());
        let known = |problem: &Problem| self.problems().any(|p| p == problem);
        let fresh: Vec<Problem> = library.problems().filter(|p| !known(p)).cloned().collect();
        if fresh.is_empty() { Ok(library) } else { Err(fresh) }
    }

    /// The library, if nothing is broken.
    fn sound(self) -> Result<Library, Vec<Problem>> {
        if self.broken.is_empty() { Ok(self) } else { Err(self.broken.into_values().flatten().collect()) }
    }

    /// Reads all layers. `broken` is what could not even be opened.
    fn of(mut layers: Layers, mut broken: BTreeMap<String, Vec<Problem>>) -> Library {
        let mut notes = Vec::new();
        for layer in &mut layers.0 {
            if let Err(wrong) = layer.introduce() {
                broken.insert(manifest::PATH.to_owned(), wrong);
            }
        }
        let (mut books, mut sheets) = (BTreeMap::new(), BTreeMap::new());
        for ruleset in NAMES {
            let read = read_book(ruleset, &layers, &mut broken, &mut notes);
            let Some((documents, print)) = read else { continue };
            let all: Vec<&Document> = documents.iter().collect();
            match AnyContent::read(ruleset, &all) {
                Ok(book) => _ = books.insert(ruleset, (book, print)),
                Err(wrong) => broken.entry(format!("assets/{ruleset}/")).or_default().extend(wrong),
            }
            sheets.insert(ruleset, documents);
        }
        let mut maps = BTreeMap::new();
        for (path, name) in stems(&layers, "maps/") {
            let text = layers.text(path).unwrap_or_default();
            match map::load(&layers.name(path), text) {
                Ok(board) => _ = maps.insert(name.to_owned(), (board, Fingerprint::of_text(text))),
                Err(wrong) => _ = broken.insert(path.to_owned(), wrong),
            }
        }
        let number = |path: &str| number(&sheets, path);
        let mut codex = Codex::default();
        for layer in &layers.0 {
            let mut own = BTreeSet::new();
            for (path, document) in layer.under("assets/codex/") {
                match document.map_err(|p| vec![p]).and_then(|document| codex.add(&document, &mut own, &number)) {
                    Ok(mut noted) => notes.append(&mut noted),
                    Err(wrong) => _ = broken.insert(path.to_owned(), wrong),
                }
            }
        }
        let mut documents = |folder: &str| {
            let mut found = BTreeMap::new();
            for (path, name) in stems(&layers, folder) {
                match layers.document(path) {
                    Some(Ok(document)) => _ = found.insert(name.to_owned(), document),
                    Some(Err(problem)) => _ = broken.insert(path.to_owned(), vec![problem]),
                    None => {}
                }
            }
            found
        };
        let (scenarios, campaigns) = (documents(SCENARIOS), documents(CAMPAIGNS));
        let mut rosters = BTreeMap::new();
        for ruleset in NAMES {
            let of_ruleset = documents(&format!("{ROSTERS}{ruleset}/"));
            rosters.extend(of_ruleset.into_iter().map(|(name, roster)| ((ruleset.to_owned(), name), roster)));
        }
        // The program's own are tested, and reading them takes time.
        for layer in layers.0.iter().skip(1) {
            for (path, text) in layer.icons() {
                if let Err(wrong) = Icon::read(&layer.name(path), text) {
                    broken.insert(path.to_owned(), vec![wrong]);
                }
            }
        }
        notes.extend(layers.covered().map(|file| Problem::whole(&file, REPLACES, "")));
        Library { books, sheets, maps, scenarios, campaigns, rosters, codex, broken, notes, layers }
    }

    /// What is broken, by the path of its file, or of a ruleset's folder where its sheets do not fit together.
    #[must_use]
    pub fn broken(&self) -> &BTreeMap<String, Vec<Problem>> {
        &self.broken
    }

    /// Why things are broken, file by file.
    pub fn problems(&self) -> impl Iterator<Item = &Problem> {
        self.broken.values().flatten()
    }

    /// Why there is no content of a ruleset, or no scenario, map, campaign or roster of this path, where its file is
    /// there and broken.
    ///
    /// # Errors
    /// Why.
    pub fn whole(&self, path: &str) -> Result<(), Vec<Problem>> {
        let wrong = self.broken.iter().filter(|(at, _)| *at == path || path.ends_with('/') && at.starts_with(path));
        let wrong: Vec<Problem> = wrong.flat_map(|(_, problems)| problems.clone()).collect();
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    /// What files of upper layers have taken the place of.
    #[must_use]
    pub fn notes(&self) -> &[Problem] {
        &self.notes
    }

    /// The content that lies over the program's own.
    #[must_use]
    pub fn origins(&self) -> Vec<Origin> {
        let named = self.layers.0.iter().skip(1).filter_map(|layer| Some((layer.manifest.as_ref()?, layer.print())));
        let origin = |(manifest, print): (&Manifest, Fingerprint)| Origin {
            name: manifest.name.clone(),
            version: manifest.version.clone(),
            hash: hex(print.meant),
            written: hex(print.written),
        };
        named.map(origin).collect()
    }

    /// What is usual in a ruleset, as the topmost manifest says that says it.
    #[must_use]
    pub fn usual(&self, ruleset: &str, what: fn(&Usual) -> Option<&Spanned<String>>) -> Option<&str> {
        let manifests = self.layers.0.iter().rev().filter_map(|layer| layer.manifest.as_ref());
        let said = manifests.flat_map(|m| m.opponents.iter().filter(|(of, _)| of.value == ruleset).map(|o| o.1));
        said.filter_map(what).map(|name| name.value.as_str()).next()
    }

    /// The scenario that is offered to whoever has no battle to go on with, as the topmost manifest says that says it.
    #[must_use]
    pub fn first(&self) -> Option<&str> {
        let manifests = self.layers.0.iter().rev().filter_map(|layer| layer.manifest.as_ref());
        manifests.filter_map(|manifest| manifest.first.as_ref()).map(|name| name.value.as_str()).next()
    }

    /// The library of the shipped files, read once.
    ///
    /// # Panics
    /// When a shipped file is wrong, which the tests see first.
    #[must_use]
    pub fn own() -> &'static Library {
        static OWN: std::sync::LazyLock<Library> = std::sync::LazyLock::new(|| {
            Library::read(shipped()).unwrap_or_else(|problems| {
                let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
                panic!("the program ships with mistakes:\n{}", lines.join("\n"))
            })
        });
        &OWN
    }

    /// The content of a ruleset, with its fingerprint.
    #[must_use]
    pub fn book(&self, ruleset: &str) -> Option<&(AnyContent, Fingerprint)> {
        self.books.get(ruleset)
    }

    /// A map, with its fingerprint.
    #[must_use]
    pub fn map(&self, name: &str) -> Option<&(Board, Fingerprint)> {
        self.maps.get(name)
    }

    /// The names of all maps.
    #[must_use]
    pub fn map_names(&self) -> Vec<&str> {
        self.maps.keys().map(String::as_str).collect()
    }

    /// The scenarios by name.
    #[must_use]
    pub fn scenarios(&self) -> &BTreeMap<String, Document> {
        &self.scenarios
    }

    /// The campaigns by name.
    #[must_use]
    pub fn campaigns(&self) -> &BTreeMap<String, Document> {
        &self.campaigns
    }

    /// The names of all icons.
    #[must_use]
    pub fn icon_names(&self) -> Vec<&str> {
        self.paths().into_iter().filter_map(icon_name).collect()
    }

    /// An icon by its name; none where nobody has drawn it.
    ///
    /// # Errors
    /// What is wrong with its file.
    #[must_use]
    pub fn icon(&self, name: &str) -> Option<Result<Icon, Problem>> {
        let path = format!("{ICONS}{name}.svg");
        Some(Icon::read(&self.called(&path), self.text(&path)?))
    }

    /// The rosters of a ruleset, by name.
    pub fn rosters(&self, ruleset: &str) -> impl Iterator<Item = (&str, &Document)> {
        self.rosters.iter().filter(move |((of, _), _)| of == ruleset).map(|((_, name), d)| (name.as_str(), d))
    }

    /// A roster of a ruleset.
    #[must_use]
    pub fn roster(&self, ruleset: &str, name: &str) -> Option<&Document> {
        self.rosters.get(&(ruleset.to_owned(), name.to_owned()))
    }

    /// What reads a roster: the content of the ruleset that it names.
    ///
    /// # Errors
    /// It names none that has rosters.
    pub fn musters(&self, roster: &Document) -> Result<&dyn Rosters, Vec<Problem>> {
        let mut problems = Problems::new(roster);
        let known: Vec<&str> = NAMES.into_iter().filter(|n| self.rosters_of(n).is_some()).collect();
        let named = roster.root.get("ruleset");
        let found = match named.map(|n| (&n.value, n.at)) {
            Some((Value::Text(name), at)) => {
                let found = self.rosters_of(name);
                if found.is_none() {
                    problems.unknown(at, "ruleset with rosters", name, &known);
                }
                found
            }
            _ => {
                let hint = format!("add `ruleset: \"{}\"`", known.join("\" or \""));
                problems.add(named.map_or(roster.root.at, |n| n.at), "a roster names its ruleset", hint);
                None
            }
        };
        problems.finish(found)
    }

    /// The content of a ruleset, as far as rosters go.
    #[must_use]
    pub fn rosters_of(&self, ruleset: &str) -> Option<&dyn Rosters> {
        self.book(ruleset)?.0.rosters()
    }

    /// The codex.
    #[must_use]
    pub fn codex(&self) -> &Codex {
        &self.codex
    }

    /// A number of a ruleset's rules, such as `hexwar.hit_base` or `iten.muster.grit.0`, or of the sheet's entry with an id,
    /// such as `ITEN-PSY-19.radius`, as the file says it.
    #[must_use]
    pub fn number(&self, path: &str) -> Option<String> {
        number(&self.sheets, path)
    }

    /// A ruleset's sheets, each as one file of all layers, in the order of [`AnyContent::files`].
    #[must_use]
    pub fn sheets(&self, ruleset: &str) -> &[Document] {
        self.sheets.get(ruleset).map_or(&[], Vec::as_slice)
    }

    /// The paths of all files, once each.
    #[must_use]
    pub fn paths(&self) -> BTreeSet<&str> {
        self.layers.paths()
    }

    /// What a file is called in problems.
    #[must_use]
    pub fn called(&self, path: &str) -> String {
        self.layers.name(path)
    }

    /// The text of a file.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&str> {
        self.layers.text(path)
    }

    /// Reads a file, under the name that people know it by.
    #[must_use]
    pub fn document(&self, path: &str) -> Option<Result<Document, Problem>> {
        self.layers.document(path)
    }
}

/// A number of a ruleset's first file, its rules, or of the entry of any of its sheets with that `id`; of a ruleset whose
/// sheets are broken none is known.
fn number(sheets: &BTreeMap<&'static str, Vec<Document>>, path: &str) -> Option<String> {
    match located(sheets, path) {
        Some((document, at)) => Some(document.text[at.start..at.end].to_owned()),
        None => {
            let begins = path.split_once('.')?.0;
            let ruleset = |name: &&&str| **name == begins || begins.starts_with(&format!("{}-", name.to_uppercase()));
            NAMES.iter().find(ruleset).filter(|name| !sheets.contains_key(**name)).map(|_| "?".to_owned())
        }
    }
}

/// Where a number stands, by its path: `iten.muster.grit.0`, `hexwar.terrain.Forest.to_be_hit`, `ITEN-PSY-19.radius`.
fn located<'s>(sheets: &'s BTreeMap<&'static str, Vec<Document>>, path: &str) -> Option<(&'s Document, Span)> {
    /// The element of a list whose first field says so.
    fn called<'n>(node: &'n Node, name: &str) -> Option<&'n Node> {
        let first = |item: &&Node| match &item.value {
            Value::Struct(_, fields) => fields.first().is_some_and(|f| match &f.value.value {
                Value::Text(text) | Value::Name(text) => text == name,
                _ => false,
            }),
            _ => false,
        };
        node.items().iter().find(first)
    }
    fn part<'n>(node: &'n Node, part: &str) -> Option<&'n Node> {
        let nth = || node.items().get(part.parse::<usize>().ok()?);
        node.get(part).or_else(nth).or_else(|| called(node, part))
    }
    let (begins, field) = path.split_once('.')?;
    let (document, root) = match sheets.get(begins) {
        Some(files) => files.first().map(|rules| (rules, &rules.root))?,
        None => sheets.values().flatten().find_map(|sheet| Some((sheet, called(&sheet.root, begins)?)))?,
    };
    let node = field.split('.').try_fold(root, part)?;
    matches!(node.value, Value::Whole(_) | Value::Float(_)).then_some((document, node.at))
}

/// What there is to say of what takes the place of something.
const REPLACES: &str = "takes the place of the program's own";

/// The note that an entry takes the place of another one.
fn replaces(document: &Document, at: Span, name: &str) -> Problem {
    document.problem(at.start, format!("{name} {REPLACES}"), "")
}

/// The files right under a folder, with their names.
fn stems<'l>(layers: &'l Layers, folder: &str) -> Vec<(&'l str, &'l str)> {
    layers.paths().into_iter().filter_map(|path| Some((path, stem(path, folder)?))).collect()
}

/// The name of a file right under a folder, without its ending.
fn stem<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    path.strip_prefix(folder)?.strip_suffix(".ron").filter(|n| !n.contains('/'))
}

/// The sheets of a ruleset, those of all layers joined, with their fingerprint; none where one is missing or broken.
fn read_book(
    ruleset: &str,
    layers: &Layers,
    broken: &mut BTreeMap<String, Vec<Problem>>,
    notes: &mut Vec<Problem>,
) -> Option<(Vec<Document>, Fingerprint)> {
    let mut documents = Vec::new();
    let mut print = Fingerprint::default();
    let files = AnyContent::files(ruleset).unwrap_or_default();
    for name in &files {
        let path = format!("assets/{ruleset}/{name}");
        print.written = layers.written(&path, print.written);
        let joined = layers.joined(&path, AnyContent::key(ruleset, name), &mut |document, replaced| {
            notes.extend(replaced.iter().map(|r| replaces(document, r.at, &r.name)));
        });
        match joined {
            Ok(Some(document)) => {
                print.meant = mix(print.meant, fingerprint::meant(&document));
                documents.push(document);
            }
            Ok(None) => {
                let hint = format!("the ruleset {ruleset} cannot be played without it");
                broken.insert(path.clone(), vec![Problem::whole(&path, "the file is missing", hint)]);
            }
            Err(wrong) => _ = broken.insert(path, wrong),
        }
    }
    (documents.len() == files.len()).then_some((documents, print))
}
