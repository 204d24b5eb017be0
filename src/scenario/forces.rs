//! What sides fight with, where that is not what the scenario's file gives them: other rosters, other limits.

use std::ops::Range;
use std::path::{Path, PathBuf};

use crate::content::{Library, ron_files};
use crate::source::{Document, Node, Problem, Value, open};

use super::Scenario;

/// What a side can fight with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Army {
    /// What the scenario's file gives it.
    Given,
    /// A roster of the library, by name.
    Shipped(String),
    /// The person's own, in this file.
    Own(PathBuf),
}

impl Army {
    /// What it is called.
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Army::Given => "the scenario's own".to_owned(),
            Army::Shipped(name) => name.replace('_', " "),
            Army::Own(path) => {
                format!("your {}", path.file_stem().unwrap_or_default().to_string_lossy().replace('_', " "))
            }
        }
    }

    /// The same as a field of a scenario's side; none for what is there. One's own goes there as a whole, so that a
    /// journal needs no file.
    fn field(&self) -> Result<Option<(&'static str, String)>, Vec<Problem>> {
        match self {
            Army::Given => Ok(None),
            Army::Shipped(name) => Ok(Some(("roster", format!("{name:?}")))),
            Army::Own(path) => {
                let file = path.to_string_lossy();
                let roster = Document::parse(&file, &open(&file)?)?;
                Ok(Some(("muster", roster.text[roster.root.at.start..roster.root.at.end].to_owned())))
            }
        }
    }
}

/// A roster that is offered to sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// The roster.
    pub army: Army,
    /// Its name with its cost.
    pub words: String,
}

/// The rosters of a ruleset that sides can take: the person's own in a folder, then those of the library. Those that
/// make no sense are left to their files.
#[must_use]
pub fn offers(library: &Library, ruleset: &str, own: Option<&Path>) -> Vec<Offer> {
    let Some(rosters) = library.rosters_of(ruleset) else { return Vec::new() };
    let offer = |army: Army, document: &Document| {
        let Some(Value::Text(of)) = document.root.get("ruleset").map(|n| &n.value) else { return None };
        let cost = rosters.open(document).ok().filter(|_| of == ruleset)?.points().0;
        Some(Offer { words: format!("{}, {cost} points", army.title()), army })
    };
    let own = own.map(ron_files).into_iter().flatten().filter_map(|path| {
        let file = path.to_string_lossy();
        let document = Document::parse(&file, &open(&file).ok()?).ok()?;
        offer(Army::Own(path.clone()), &document)
    });
    own.chain(library.rosters(ruleset).filter_map(|(name, d)| offer(Army::Shipped(name.to_owned()), d))).collect()
}

/// What a side is to fight with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    /// Its army.
    pub army: Army,
    /// The most that this may cost; none where the scenario's file sets no limit and none is wished for.
    pub points: Option<u16>,
}

impl Scenario {
    /// The sides as the file writes them.
    #[must_use]
    pub fn side_nodes(&self) -> &[Node] {
        self.document.root.get("sides").map_or(&[], Node::items)
    }

    /// What each side fights with by the file; none where it can take nothing else.
    #[must_use]
    pub fn forces(&self, library: &Library) -> Vec<Option<Force>> {
        // Who is in the middle of a battle has the people that he has.
        let begins = self.document.root.get("start").is_none();
        let rosters = library.rosters_of(self.ruleset).filter(|_| begins);
        let force = |side: &Node| {
            rosters.filter(|rosters| rosters.takes(side))?;
            let army = match side.get("roster").map(|n| &n.value) {
                Some(Value::Text(name)) => Army::Shipped(name.clone()),
                _ => Army::Given,
            };
            let points = match side.get("points").map(|n| &n.value) {
                Some(Value::Whole(points)) => u16::try_from(*points).ok(),
                _ => None,
            };
            Some(Force { army, points })
        };
        self.side_nodes().iter().map(force).collect()
    }

    /// The text of a side with other fields in place of those of some names, and where it stands in the file; none
    /// where there is no such side.
    #[must_use]
    pub fn side_with(
        &self,
        side: usize,
        without: &[&str],
        fields: &[(&str, String)],
    ) -> Option<(Range<usize>, String)> {
        let node = self.side_nodes().get(side)?;
        let Value::Struct(_, old) = &node.value else { return None };
        let kept = old.iter().filter(|f| !without.contains(&f.name.as_str()));
        let kept = kept.map(|f| format!("{}: {}", f.name, &self.document.text[f.value.at.start..f.value.at.end]));
        let fresh = fields.iter().map(|(name, words)| format!("{name}: {words}"));
        let all: Vec<String> = kept.chain(fresh).collect();
        Some((node.at.start..node.at.end, format!("(\n        {},\n    )", all.join(", "))))
    }

    /// What is to be changed in the file so that sides fight with other things than it gives them, each where it
    /// stands. Sides without a force are left alone.
    ///
    /// # Errors
    /// A roster of one's own cannot be read.
    pub fn enlisted(
        &self,
        library: &Library,
        forces: &[Option<Force>],
    ) -> Result<Vec<(Range<usize>, String)>, Vec<Problem>> {
        let Some(rosters) = library.rosters_of(self.ruleset) else { return Ok(Vec::new()) };
        let mut changes = Vec::new();
        for (side, (given, wanted)) in self.forces(library).iter().zip(forces).enumerate() {
            let (Some(given), Some(wanted)) = (given, wanted) else { continue };
            let (mut without, mut fields) = (Vec::new(), Vec::new());
            if wanted.army != given.army
                && let Some(field) = wanted.army.field()?
            {
                without.extend(rosters.replaced());
                fields.push(field);
            }
            if let Some(points) = wanted.points.filter(|_| wanted.points != given.points) {
                without.push("points");
                fields.push(("points", points.to_string()));
            }
            if !fields.is_empty() {
                changes.extend(self.side_with(side, &without, &fields));
            }
        }
        Ok(changes)
    }
}
