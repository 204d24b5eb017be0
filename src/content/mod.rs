//! Content: the files that ship with the program or lie in a folder, read once and looked up by name.
//!
//! `assets/<ruleset>/` holds a ruleset's numbers and sheets, `assets/rosters/<ruleset>/` rosters, `assets/scenarios/` scenarios, `assets/campaigns/` campaigns, `assets/codex/` the
//! codex, `assets/opponents/` AI profiles, and `maps/` the maps.

mod codex;

use std::collections::BTreeMap;
use std::hash::Hasher;
use std::path::Path;

use include_dir::{Dir, include_dir};

pub use codex::{Codex, Entry};

use crate::battle::Fold;
use crate::board::{Board, map};
use crate::rules::muster::Rosters;
use crate::rules::{AnyBook, NAMES};
use crate::source::{Document, Problem, Problems, Value, open};

static ASSETS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets");
static MAPS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/maps");

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
    files.retain(|path, _| path.ends_with(".ron"));
    files
}

/// A font that ships with the program, by the name of its file.
#[must_use]
pub fn font(name: &str) -> Option<&'static [u8]> {
    ASSETS.get_file(format!("fonts/{name}")).map(include_dir::File::contents)
}

/// The shipped files, replaced or joined by those of a folder that holds `assets` and `maps` as the program's own does.
///
/// # Errors
/// Files that cannot be read.
pub fn with_folder(folder: &str) -> Result<Files, Vec<Problem>> {
    if !Path::new(folder).join("assets").is_dir() && !Path::new(folder).join("maps").is_dir() {
        let cure = "lay the files out as in the program's own repository";
        return Err(vec![Problem::whole(folder, "no folder that holds assets or maps", cure)]);
    }
    let mut files = shipped();
    let mut problems = Vec::new();
    for root in ["assets", "maps"] {
        for path in ron_files(&Path::new(folder).join(root)) {
            let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            match open(&path.to_string_lossy()) {
                Ok(text) => _ = files.insert(name.trim_start_matches('/').to_owned(), text),
                Err(problem) => problems.push(problem),
            }
        }
    }
    if problems.is_empty() { Ok(files) } else { Err(problems) }
}

/// The RON files under a folder, or the file itself, in order of their names.
pub(crate) fn ron_files(path: &Path) -> Vec<std::path::PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let mut entries: Vec<_> = std::fs::read_dir(path).into_iter().flatten().flatten().map(|e| e.path()).collect();
    entries.sort();
    let is_ron = |p: &std::path::PathBuf| p.is_dir() || p.extension().is_some_and(|e| e == "ron");
    entries.into_iter().filter(is_ron).flat_map(|p| ron_files(&p)).collect()
}

/// Everything that the files say, by name.
#[derive(Clone, Debug)]
pub struct Library {
    books: BTreeMap<&'static str, (AnyBook, u64)>,
    maps: BTreeMap<String, (Board, u64)>,
    scenarios: BTreeMap<String, Document>,
    campaigns: BTreeMap<String, Document>,
    rosters: BTreeMap<(String, String), Document>,
    codex: Codex,
    files: Files,
}

impl Library {
    /// Reads files.
    ///
    /// # Errors
    /// Everything that is wrong in them, file by file.
    pub fn read(files: Files) -> Result<Library, Vec<Problem>> {
        let mut problems = Vec::new();
        let mut books = BTreeMap::new();
        for ruleset in NAMES {
            match read_book(ruleset, &files) {
                Ok(book) => _ = books.insert(ruleset, book),
                Err(mut wrong) => problems.append(&mut wrong),
            }
        }
        let mut maps = BTreeMap::new();
        for (path, text) in &files {
            if let Some(name) = stem(path, "maps/") {
                match map::load(path, text) {
                    Ok(board) => _ = maps.insert(name.to_owned(), (board, hash_text(text))),
                    Err(mut wrong) => problems.append(&mut wrong),
                }
            }
        }
        let scenarios = documents(&files, "assets/scenarios/", &mut problems);
        let campaigns = documents(&files, "assets/campaigns/", &mut problems);
        let mut rosters = BTreeMap::new();
        for (path, text) in &files {
            let named = path.strip_prefix("assets/rosters/").and_then(|p| p.split_once('/'));
            let Some((ruleset, name)) = named.and_then(|(ruleset, file)| Some((ruleset, stem(file, "")?))) else {
                continue;
            };
            match Document::parse(path, text) {
                Ok(document) => _ = rosters.insert((ruleset.to_owned(), name.to_owned()), document),
                Err(problem) => problems.push(problem),
            }
        }
        let codex = Codex::read(&files).unwrap_or_else(|mut wrong| {
            problems.append(&mut wrong);
            Codex::default()
        });
        if problems.is_empty() {
            Ok(Library { books, maps, scenarios, campaigns, rosters, codex, files })
        } else {
            Err(problems)
        }
    }

    /// The library with further files, or other texts of those that it has.
    ///
    /// # Errors
    /// Everything that is wrong in it then.
    pub fn with(&self, files: impl IntoIterator<Item = (String, String)>) -> Result<Library, Vec<Problem>> {
        let mut all = self.files.clone();
        all.extend(files);
        Library::read(all)
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

    /// The content of a ruleset, with its hash.
    #[must_use]
    pub fn book(&self, ruleset: &str) -> Option<&(AnyBook, u64)> {
        self.books.get(ruleset)
    }

    /// A map, with its hash.
    #[must_use]
    pub fn map(&self, name: &str) -> Option<&(Board, u64)> {
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
                let cure = format!("add `ruleset: \"{}\"`", known.join("\" or \""));
                problems.add(named.map_or(roster.root.at, |n| n.at), "a roster names its ruleset", cure);
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

    /// The paths of all files.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// The text of a file.
    #[must_use]
    pub fn text(&self, path: &str) -> Option<&str> {
        self.files.get(path).map(String::as_str)
    }
}

/// The files right under a folder, by name.
fn documents(files: &Files, folder: &str, problems: &mut Vec<Problem>) -> BTreeMap<String, Document> {
    let mut found = BTreeMap::new();
    for (path, text) in files {
        if let Some(name) = stem(path, folder) {
            match Document::parse(path, text) {
                Ok(document) => _ = found.insert(name.to_owned(), document),
                Err(problem) => problems.push(problem),
            }
        }
    }
    found
}

/// The name of a file right under a folder, without its ending.
fn stem<'p>(path: &'p str, folder: &str) -> Option<&'p str> {
    path.strip_prefix(folder)?.strip_suffix(".ron").filter(|n| !n.contains('/'))
}

/// The hash of a text, the same on every machine.
#[must_use]
pub fn hash_text(text: &str) -> u64 {
    let mut fold = Fold::new(text.len() as u64);
    fold.write(text.as_bytes());
    fold.finish()
}

fn read_book(ruleset: &'static str, files: &Files) -> Result<(AnyBook, u64), Vec<Problem>> {
    let mut documents = Vec::new();
    let mut problems = Vec::new();
    let mut hash = 0;
    for name in AnyBook::files(ruleset).unwrap_or_default() {
        let path = format!("assets/{ruleset}/{name}");
        let Some(text) = files.get(&path) else {
            let cure = format!("the ruleset {ruleset} cannot be played without it");
            problems.push(Problem::whole(&path, "the file is missing", cure));
            continue;
        };
        hash = crate::battle::mix(hash, hash_text(text));
        match Document::parse(&path, text) {
            Ok(document) => documents.push(document),
            Err(problem) => problems.push(problem),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let documents: Vec<&Document> = documents.iter().collect();
    Ok((AnyBook::read(ruleset, &documents)?, hash))
}
