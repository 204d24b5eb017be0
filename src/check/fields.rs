//! What the files of each kind are made of.

use std::fmt::{self, Display};

use crate::board::map;
use crate::campaign::Plot;
use crate::content::{Entry, Library, Manifest};
use crate::league::{Spec, lab, tactics, tune};
use crate::lesson;
use crate::opponents;
use crate::rules::{AnyContent, NAMES};
use crate::source::{Bounds, Document, Outline, Outlined, Value, reworded, there_are};

/// Kinds that are the same in all rulesets.
const KINDS: [Outlined; 9] = [
    ("map", map::outline),
    ("campaign", Plot::outline),
    ("codex", Outline::of::<Vec<Entry>>),
    ("content", Outline::of::<Manifest>),
    ("league", Outline::of::<Spec>),
    ("tune", Outline::of::<tune::Task>),
    ("counterparts", lab::outline),
    ("position", tactics::outline),
    ("lesson", lesson::outline),
];

/// All kinds of files, with what gives their outlines: those of a ruleset as `hexwar/units`.
fn kinds() -> Vec<(String, fn() -> Outline)> {
    let common = KINDS.into_iter().chain(opponents::OUTLINES).map(|(name, of)| (name.to_owned(), of));
    let own = NAMES.into_iter().flat_map(|ruleset| {
        AnyContent::outlines(ruleset).into_iter().map(move |(name, of)| (format!("{ruleset}/{name}"), of))
    });
    common.chain(own).collect()
}

/// The names of all kinds of files.
#[must_use]
pub fn names() -> Vec<String> {
    kinds().into_iter().map(|(name, _)| name).collect()
}

/// What files of a kind are made of.
///
/// # Errors
/// There is no such kind; which there are.
pub fn fields(kind: &str) -> Result<Outline, Unknown> {
    let found = kinds().into_iter().find(|(name, _)| name == kind);
    let outline = found.map(|(_, of)| of()).ok_or_else(|| Unknown(kind.to_owned()))?;
    let (ruleset, file) = kind.split_once('/').unwrap_or_default();
    let file =
        AnyContent::files(ruleset).and_then(|files| files.iter().position(|f| f.trim_end_matches(".ron") == file));
    Ok(match file {
        Some(file) => outline.narrowed(|field, bounds| told_bounds(ruleset, file, field, bounds)),
        None => outline,
    })
}

/// What the checker says that a number of a sheet must be when it is the least or the greatest that its type can hold.
fn told_bounds(ruleset: &str, file: usize, field: &str, bounds: Bounds) -> Option<Bounds> {
    let sheets = Library::own().sheets(ruleset);
    let sheet = &sheets[file];
    let entries = std::iter::once(&sheet.root).chain(sheet.root.items());
    let at = entries.filter_map(|entry| entry.get(field)).find(|node| matches!(node.value, Value::Whole(_)))?.at;
    bounds.iter().rev().find_map(|extreme| {
        let text = reworded(&sheet.text, [(at, extreme.to_string())]);
        let other = Document::parse(&sheet.file, &text).ok()?;
        let all: Vec<&Document> = (0..).zip(sheets).map(|(i, own)| if i == file { &other } else { own }).collect();
        let problems = AnyContent::read(ruleset, &all).err()?;
        let told = problems.iter().find(|problem| problem.message == format!("{field} is {extreme}"))?;
        let (least, most) = told.hint.strip_prefix("it must be ")?.split_once(" to ")?;
        Some([least.parse().ok()?, most.parse().ok()?])
    })
}

/// A kind that there is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown(String);

impl Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found: String = self.0.chars().take(40).flat_map(char::escape_debug).collect();
        write!(f, "no kind of file is called `{found}` ({})", there_are(&self.0, &names()))
    }
}

impl std::error::Error for Unknown {}

#[cfg(test)]
mod tests {
    use super::*;

    /// All is found out about every kind: no type refuses the stand-ins that it is read from. What is of another kind
    /// is not told here.
    #[test]
    fn all_kinds_tell_their_fields() {
        let mut elsewhere = Vec::new();
        for kind in names() {
            let told = fields(&kind).unwrap().to_string();
            let unknown = told.lines().filter(|line| line.contains("a value"));
            elsewhere
                .extend(unknown.map(|line| format!("{kind}: {}", line.split_whitespace().next().unwrap_or_default())));
            assert!(told.lines().count() > 3, "{kind}:\n{told}");
        }
        assert_eq!(elsewhere, ["map: certificate", "campaign: force"]);
    }

    #[test]
    fn fields_tell_types_bounds_names_and_what_may_be_left_out() {
        let told = fields("level").unwrap().to_string();
        let has = |line: &str| told.lines().any(|l| l.split_whitespace().eq(line.split_whitespace()));
        assert!(has("rank 0 to 255") && has("rash a number; may be left out"), "{told}");
        assert!(has("tastes {a text: a number, ..}; may be left out"), "{told}");
        assert!(has("search Search, or None; may be left out") && has("iterations 0 to 4294967295"), "{told}");
        let told = fields("iten/abilities").unwrap().to_string();
        let has = |line: &str| told.lines().any(|l| l.split_whitespace().eq(line.split_whitespace()));
        assert!(has("radius 0 to 60; may be left out"), "what the checker says, not what the type holds: {told}");
        let told = fields("campaign").unwrap().to_string();
        assert!(told.contains("NothingOpen\n") && told.contains("Condition, one of:"), "{told}");
        let told = fields("map").unwrap().to_string();
        assert!(told.contains("Terrain, one of:") && told.contains("  DeepWater\n"), "{told}");
    }

    #[test]
    fn a_kind_that_there_is_not() {
        let told = fields("hexwar/unit").unwrap_err().to_string();
        assert!(told.contains("did you mean hexwar/units?") && told.contains("iten/troops"), "{told}");
    }
}
