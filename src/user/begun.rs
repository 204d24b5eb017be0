//! What a roster is built from: a file, a shipped one, one that was left unsaved, or nothing.

use std::path::{Path, PathBuf};

use crate::content::{Library, ron_files};
use crate::rules::NAMES;
use crate::rules::muster::{RosterBuilder, Rosters};
use crate::source::{Document, Problem, open};

/// A roster to begin with.
pub struct Begun<'a> {
    /// What it chooses from.
    pub rosters: &'a dyn Rosters,
    /// The roster.
    pub roster: Box<dyn RosterBuilder + 'a>,
    /// The file that it is saved to.
    pub file: Option<String>,
    /// The draft that it was left in.
    pub draft: Option<PathBuf>,
}

impl Begun<'_> {
    /// The roster in a line: its name, its ruleset, what it costs.
    #[must_use]
    pub fn words(&self) -> String {
        let (cost, limit) = self.roster.points();
        format!("{} ({}), {cost} of {limit} points", self.roster.name(), self.rosters.ruleset())
    }
}

/// The rosters that ship, by their names.
pub fn shipped(library: &Library) -> impl Iterator<Item = (&str, &Document)> {
    NAMES.into_iter().flat_map(|ruleset| library.rosters(ruleset))
}

/// A roster with nothing chosen, of each ruleset that has rosters.
pub fn fresh(library: &Library) -> impl Iterator<Item = Begun<'_>> {
    let rosters = NAMES.into_iter().filter_map(|ruleset| library.rosters_of(ruleset));
    rosters.map(|rosters| Begun { rosters, roster: rosters.begin(), file: None, draft: None })
}

/// The roster in a document.
///
/// # Errors
/// It has mistakes.
pub fn of<'a>(library: &'a Library, document: &Document) -> Result<Begun<'a>, Vec<Problem>> {
    let rosters = library.musters(document)?;
    Ok(Begun { rosters, roster: rosters.open(document)?, file: None, draft: None })
}

/// The rosters of a folder's files; files with mistakes are left out.
fn read<'a>(library: &'a Library, folder: Option<&Path>) -> Vec<(PathBuf, Begun<'a>)> {
    let begun = |path: PathBuf| {
        let name = path.to_string_lossy().into_owned();
        let document = Document::parse(&name, &open(&name).ok()?).ok()?;
        Some((path, of(library, &document).ok()?))
    };
    folder.map(ron_files).into_iter().flatten().filter_map(begun).collect()
}

/// What can be begun with, and what that is: drafts, the person's own rosters, a new one, those that ship.
///
/// # Errors
/// One that ships is wrong.
pub fn beginnings<'a>(
    library: &'a Library,
    drafts: Option<&Path>,
    own: Option<&Path>,
) -> Result<Vec<(&'static str, Begun<'a>)>, Vec<Problem>> {
    let mut begun: Vec<(&'static str, Begun<'a>)> = Vec::new();
    let drafts = read(library, drafts).into_iter();
    begun.extend(drafts.map(|(path, b)| ("Go on, not saved yet: ", Begun { draft: Some(path), ..b })));
    let own = read(library, own).into_iter();
    begun.extend(own.map(|(path, b)| ("Your own ", Begun { file: Some(path.to_string_lossy().into_owned()), ..b })));
    begun.extend(fresh(library).map(|b| ("", b)));
    for (_, document) in shipped(library) {
        begun.push(("Begin with ", of(library, document)?));
    }
    Ok(begun)
}
