//! Kinds of content files, and where in a content folder each is read from.

use std::path::Path;

use crate::content::MANIFEST;
use crate::rules::{AnyContent, NAMES};
use crate::source::{Document, Value, there_are};

/// A kind of file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Manifest,
    Map,
    Roster,
    League,
    Task,
    Counterparts,
    Campaign,
    Scenario,
    Positions,
    Lesson,
    Opponent,
    Sheet,
    Codex,
}

impl Kind {
    /// What a file is, by its fields, of which `entries` list what is in rosters; none where these are of no kind.
    pub(super) fn of(document: &Document, entries: &[&str]) -> Option<Kind> {
        let has = |field: &str| document.root.get(field).is_some();
        let musters = entries.iter().any(|entries| has(entries));
        Some(match () {
            () if has("decks") || has("legend") => Kind::Map,
            () if musters && !has("map") && !has("sides") => Kind::Roster,
            () if has("entrants") => Kind::League,
            () if has("opponent") => Kind::Task,
            () if has("counterparts") => Kind::Counterparts,
            () if has("campaign") => Kind::Campaign,
            () if has("ruleset") || has("sides") => Kind::Scenario,
            () if has("positions") => Kind::Positions,
            () if has("lesson") => Kind::Lesson,
            () if has("topics") || has("profile") || has("outlook") => Kind::Opponent,
            () if has("version") || has("opponents") => Kind::Manifest,
            () if entry_has(document, "text") => Kind::Codex,
            () => return None,
        })
    }

    fn words(self) -> &'static str {
        match self {
            Kind::Manifest => "content's word about itself",
            Kind::Map => "map",
            Kind::Roster => "roster",
            Kind::League => "league",
            Kind::Task => "task for tuning",
            Kind::Counterparts => "list of counterparts",
            Kind::Campaign => "campaign",
            Kind::Scenario => "scenario",
            Kind::Positions => "list of positions",
            Kind::Lesson => "lesson",
            Kind::Opponent => "opponent",
            Kind::Sheet => "ruleset's sheet",
            Kind::Codex => "codex",
        }
    }

    /// Where files of this kind are read from.
    fn home(self) -> &'static str {
        match self {
            Kind::Manifest => "assets/content.ron",
            Kind::Map => "maps",
            Kind::Roster => "assets/rosters/RULESET",
            Kind::League | Kind::Task => "assets/leagues",
            Kind::Counterparts => "assets/lab/counterparts.ron",
            Kind::Campaign => "assets/campaigns",
            Kind::Scenario => "assets/scenarios",
            Kind::Positions => "assets/tactics/RULESET",
            Kind::Lesson => "assets/lessons",
            Kind::Opponent => "assets/opponents/RULESET",
            Kind::Sheet => "assets/RULESET",
            Kind::Codex => "assets/codex",
        }
    }

    /// Whether a file of this kind may lie where one of another is looked for.
    pub(super) fn fits(self, place: Kind) -> bool {
        self == place || (self, place) == (Kind::Task, Kind::League)
    }
}

/// Whether a file is a list whose first entry has a field.
fn entry_has(document: &Document, field: &str) -> bool {
    matches!(&document.root.value, Value::List(items) if items.first().is_none_or(|entry| entry.get(field).is_some()))
}

/// What is wrong with where a file lies: a message and its cure.
pub(super) type Lost = (String, String);

/// Folders of content under `assets`.
const FOLDERS: [&str; 9] =
    ["scenarios", "campaigns", "codex", "rosters", "opponents", "tactics", "lessons", "leagues", "lab"];

/// What is read from a path of a content folder.
///
/// # Errors
/// Nothing is.
pub(super) fn kind_at(path: &str) -> Result<Kind, Lost> {
    let parts: Vec<&str> = path.split('/').collect();
    let unread = |what: String, found: &str, names: &[&str]| Err((what, there_are(found, names)));
    let of_ruleset = |ruleset: &str, kind: Kind| match NAMES.contains(&ruleset) {
        true => Ok(kind),
        false => unread(format!("nothing reads the folder {ruleset}: no ruleset is called so"), ruleset, &NAMES),
    };
    match parts[..] {
        _ if path == MANIFEST => Ok(Kind::Manifest),
        ["maps", _] => Ok(Kind::Map),
        ["assets", "scenarios", _] => Ok(Kind::Scenario),
        ["assets", "campaigns", _] => Ok(Kind::Campaign),
        ["assets", "codex", ..] => Ok(Kind::Codex),
        ["assets", "leagues", _] => Ok(Kind::League),
        ["assets", "lessons", _] => Ok(Kind::Lesson),
        ["assets", "rosters", ruleset, _] => of_ruleset(ruleset, Kind::Roster),
        ["assets", "opponents", ruleset, _] => of_ruleset(ruleset, Kind::Opponent),
        ["assets", "tactics", ruleset, _] => of_ruleset(ruleset, Kind::Positions),
        ["assets", "lab", "counterparts.ron"] => Ok(Kind::Counterparts),
        ["assets", "lab", file] => {
            let known: Vec<String> = NAMES.iter().map(|n| format!("{n}.ron")).collect();
            let names: Vec<&str> = ["counterparts.ron"].into_iter().chain(known.iter().map(String::as_str)).collect();
            if known.iter().any(|name| name == file) { Ok(Kind::Scenario) } else { unread_file(file, &names) }
        }
        ["assets", ruleset, file] if NAMES.contains(&ruleset) => sheet(ruleset, file),
        ["assets", folder, _, ..] if !FOLDERS.contains(&folder) => {
            let known: Vec<&str> = FOLDERS.into_iter().chain(NAMES).collect();
            unread(format!("nothing reads the folder assets/{folder}"), folder, &known)
        }
        ["assets", file] => unread_file(file, &["content.ron"]),
        _ => {
            let (folder, _) = path.rsplit_once('/').unwrap_or_default();
            Err((format!("nothing reads the folder {folder}"), "put the file where others of its kind lie".to_owned()))
        }
    }
}

/// A file of the folder of a ruleset's sheets.
///
/// # Errors
/// The ruleset has none of this name.
pub(super) fn sheet(ruleset: &str, file: &str) -> Result<Kind, Lost> {
    let files = AnyContent::files(ruleset).unwrap_or_default();
    if files.contains(&file) { Ok(Kind::Sheet) } else { unread_file(file, &files) }
}

fn unread_file(file: &str, names: &[&str]) -> Result<Kind, Lost> {
    Err((format!("nothing reads a file called {file} here"), there_are(file, names)))
}

/// That a file of one kind lies where others are read from.
pub(super) fn misplaced(kind: Kind, place: Kind) -> Lost {
    let told = format!("a {} where a {} is looked for: nothing reads it so", kind.words(), place.words());
    (told, format!("put it into {}", kind.home()))
}

/// The content folder that a file lies in, and its path there; none where it lies in no such folder.
pub(super) fn content_of(file: &str) -> Option<(String, String)> {
    let full = std::fs::canonicalize(file).ok()?;
    let full = full.to_string_lossy().replace('\\', "/");
    let parts: Vec<&str> = full.split('/').collect();
    let assets = parts.iter().rposition(|part| *part == "assets");
    // A folder called maps may be anybody's, unless the map lies right in it or `assets` lies beside it.
    let is_ours =
        |place: &usize| *place + 2 == parts.len() || Path::new(&parts[..*place].join("/")).join("assets").is_dir();
    let maps = || parts.iter().rposition(|part| *part == "maps").filter(is_ours);
    let place = assets.or_else(maps)?;
    Some((parts[..place].join("/"), parts[place..].join("/")))
}

/// The names of a file and of its folder.
pub(super) fn last_names(file: &str) -> (String, String) {
    let path = Path::new(file);
    let name = |path: Option<&Path>| path.and_then(Path::file_name).map(|n| n.to_string_lossy().into_owned());
    (name(path.parent()).unwrap_or_default(), name(Some(path)).unwrap_or_default())
}
