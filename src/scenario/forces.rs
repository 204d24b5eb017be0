//! What sides fight with, where that is not what the scenario's file gives them: other rosters, other limits.

use std::path::{Path, PathBuf};

use crate::content::{Library, ron_files};
use crate::source::{Document, Field, Node, Problem, Value, open};

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
    /// The roster of a person's own in the file of this name, or one of the library.
    #[must_use]
    pub fn called(name: &str) -> Army {
        if Path::new(name).exists() { Army::Own(name.into()) } else { Army::Shipped(name.to_owned()) }
    }

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
    fn field(&self) -> Result<Option<Field>, Vec<Problem>> {
        match self {
            Army::Given => Ok(None),
            Army::Shipped(name) => Ok(Some(Field::new("roster", Value::of(name)))),
            Army::Own(path) => {
                let file = path.to_string_lossy();
                let roster = Document::parse(&file, &open(&file)?)?;
                Ok(Some(Field::new("muster", roster.root.value)))
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
        sides(&self.document)
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

    /// Makes sides of the scenario's file fight with other things than it gives them. Sides without a force are left
    /// alone.
    ///
    /// # Errors
    /// A roster of one's own cannot be read.
    pub fn enlist(
        &self,
        library: &Library,
        forces: &[Option<Force>],
        document: &mut Document,
    ) -> Result<(), Vec<Problem>> {
        let Some(rosters) = library.rosters_of(self.ruleset) else { return Ok(()) };
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
                fields.push(Field::new("points", Value::of(&points)));
            }
            change_side(document, side, &without, fields);
        }
        Ok(())
    }

    /// The scenario with sides that fight with other things than its file gives them.
    ///
    /// # Errors
    /// A roster of one's own cannot be read, or the scenario makes no sense any more.
    pub fn with_forces(self, library: &Library, forces: &[Option<Force>]) -> Result<Scenario, Vec<Problem>> {
        self.changed(library, |document| self.enlist(library, forces, document))
    }
}

fn sides(document: &Document) -> &[Node] {
    document.root.get("sides").map_or(&[], Node::items)
}

/// Gives a side of a scenario's file other fields in place of those of some names; nothing where there is no such side,
/// or no other field.
pub fn change_side(document: &mut Document, side: usize, without: &[&str], fields: Vec<Field>) {
    let Some(node) = sides(document).get(side).filter(|_| !fields.is_empty()) else { return };
    let Value::Struct(name, old) = &node.value else { return };
    let kept = old.iter().filter(|f| !without.contains(&f.name.as_str())).cloned();
    let changed = Value::Struct(name.clone(), kept.chain(fields).collect());
    document.replace(node.at, changed);
}
