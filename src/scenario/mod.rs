//! Scenarios: a map, sides, what they fight with and for; and positions, which are scenarios that start in the middle.

mod action_json;
pub mod custom;
pub mod event_json;
pub mod forces;
pub mod hulk;
pub mod journal;
pub mod options;
mod session;

pub use action_json::{action_from_json, action_to_json};
pub use session::{Past, Rejected, Session, Stands};

use std::sync::Arc;

use crate::board::Board;
use crate::content::{Fingerprint, Library};
use crate::rules::{AnyBattle, NAMES};
use crate::source::{Document, Problem, Value, open, there_are};

/// The scenarios that can be played, with their names in the library; and why other things cannot be offered: what is
/// broken in the library, and scenarios that make no battle.
#[must_use]
pub fn offered(library: &Library) -> (Vec<(&str, Scenario)>, Vec<Problem>) {
    let mut offered = Vec::new();
    let mut left_out: Vec<Problem> = library.problems().cloned().collect();
    // The program's own are known to be sound, as long as nothing lies over them.
    let changed = !library.origins().is_empty();
    for (name, document) in library.scenarios() {
        let whole = Scenario::of(library, document.clone()).and_then(|scenario| {
            if changed {
                scenario.battle(library)?;
            }
            Ok(scenario)
        });
        match whole {
            Ok(scenario) => offered.push((name.as_str(), scenario)),
            Err(wrong) => {
                for problem in wrong {
                    if !left_out.contains(&problem) {
                        left_out.push(problem);
                    }
                }
            }
        }
    }
    (offered, left_out)
}

/// A scenario file with what all rulesets' scenarios have in common.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// The file.
    pub document: Document,
    /// The ruleset's name.
    pub ruleset: &'static str,
    /// The scenario's name.
    pub name: String,
    /// One line about it.
    pub about: String,
    /// The map's name.
    pub map: String,
    /// Names of the sides.
    pub sides: Vec<String>,
    /// The map, where no file holds it but the scenario calls for a hulk by its seed.
    drawn: Option<Arc<(Board, Fingerprint)>>,
}

impl Scenario {
    /// Opens a scenario of the library by name, or a file by path.
    ///
    /// # Errors
    /// There is none, or the file is wrong.
    pub fn open(library: &Library, name: &str) -> Result<Scenario, Vec<Problem>> {
        if let Some(document) = library.scenarios().get(name) {
            return Scenario::of(library, document.clone());
        }
        library.whole(&format!("assets/scenarios/{name}.ron"))?;
        if name.ends_with(".ron") || std::path::Path::new(name).exists() {
            let text = open(name).map_err(|p| vec![p])?;
            return Scenario::parse(library, name, &text);
        }
        let names: Vec<&str> = library.scenarios().keys().map(String::as_str).collect();
        Err(vec![Problem::whole(name, "no scenario has this name, and no file", there_are(name, &names))])
    }

    /// Reads a scenario from its text.
    ///
    /// # Errors
    /// Everything that is wrong with the parts that all scenarios have in common.
    pub fn parse(library: &Library, file: &str, text: &str) -> Result<Scenario, Vec<Problem>> {
        Scenario::of(library, Document::parse(file, text).map_err(|p| vec![p])?)
    }

    /// Reads the parts that all scenarios have in common.
    ///
    /// # Errors
    /// Everything that is wrong with them.
    pub fn of(library: &Library, document: Document) -> Result<Scenario, Vec<Problem>> {
        let mut problems = crate::source::Problems::new(&document);
        let root = &document.root;
        let mut text = |field: &str| match root.get(field).map(|n| (&n.value, n.at)) {
            Some((Value::Text(text), at)) => (text.clone(), at),
            Some((_, at)) => {
                problems.add(at, format!("{field} is not a text"), "write it in quotes");
                (String::new(), at)
            }
            None => {
                problems.add(root.at, format!("a scenario needs the field `{field}`"), "");
                (String::new(), root.at)
            }
        };
        let (ruleset, at_ruleset) = text("ruleset");
        let ((name, _), (about, _), (map, at_map)) = (text("name"), text("about"), text("map"));
        let known = NAMES.into_iter().find(|n| *n == ruleset);
        if let Some(ruleset) = known.filter(|ruleset| library.book(ruleset).is_none()) {
            return Err(library.whole(&format!("assets/{ruleset}/")).err().unwrap_or_default());
        }
        if known.is_none() && !ruleset.is_empty() {
            problems.unknown(at_ruleset, "ruleset", &ruleset, &NAMES);
        }
        let mut drawn = None;
        if let Some((seed, params)) = hulk::Params::of_name(&map) {
            match hulk::Hulk::generate(seed, &params) {
                Ok(hulk) => drawn = Some(Arc::new((hulk.board, Fingerprint::of_text(&hulk.text)))),
                Err(why) => problems.add(at_map, why, "another seed may do, or fewer rooms"),
            }
        } else if library.map(&map).is_none() && !map.is_empty() {
            library.whole(&format!("maps/{map}.ron"))?;
            problems.unknown(at_map, "map", &map, &library.map_names());
        }
        let sides = root.get("sides").map_or(&[][..], |n| n.items());
        let side_name = |n: &crate::source::Node| match n.get("name").map(|n| &n.value) {
            Some(Value::Text(name)) => name.clone(),
            _ => String::new(),
        };
        let sides = sides.iter().map(side_name).collect();
        let ruleset = problems.finish(known)?;
        Ok(Scenario { ruleset, name, about, map, sides, drawn, document })
    }

    /// The map with its fingerprint: one of the library, or the hulk that the scenario calls for.
    fn map<'a>(&'a self, library: &'a Library) -> Option<&'a (Board, Fingerprint)> {
        self.drawn.as_deref().or_else(|| library.map(&self.map))
    }

    /// The scenario with its file changed.
    ///
    /// # Errors
    /// The change cannot be made, or the scenario makes no sense any more.
    pub fn changed(
        &self,
        library: &Library,
        change: impl FnOnce(&mut Document) -> Result<(), Vec<Problem>>,
    ) -> Result<Scenario, Vec<Problem>> {
        let mut document = self.document.clone();
        change(&mut document)?;
        Scenario::of(library, document)
    }

    /// The battle set up, before its first decision.
    ///
    /// # Errors
    /// Everything that is wrong in the file.
    pub fn battle(&self, library: &Library) -> Result<AnyBattle, Vec<Problem>> {
        // Both were looked up when the scenario was read.
        let (Some((book, _)), Some((board, _))) = (library.book(self.ruleset), self.map(library)) else {
            return Err(vec![self.document.problem(0, "the content has changed since the scenario was read", "")]);
        };
        let set_up = book.set_up(&self.document, board, &library.rosters(self.ruleset).collect());
        let battle = set_up.map_err(|mut wrong| {
            wrong.extend(self.broken_rosters(library));
            wrong
        })?;
        self.clash(&battle).map_or(Ok(battle), |problem| Err(vec![problem]))
    }

    /// Why rosters are broken that the file names.
    fn broken_rosters<'l>(&self, library: &'l Library) -> impl Iterator<Item = Problem> + use<'l, '_> {
        let folder = format!("assets/rosters/{}/", self.ruleset);
        let named = move |path: &str| {
            let name = path.strip_prefix(&folder).and_then(|file| file.strip_suffix(".ron"));
            name.is_some_and(|name| self.document.text.contains(&format!("{name:?}")))
        };
        library.broken().iter().filter(move |(path, _)| named(path)).flat_map(|(_, problems)| problems.iter().cloned())
    }

    /// The fingerprint of all content that the battle depends on: the ruleset's with the rosters that it names, the
    /// map's and the scenario's. By its words all rosters of the ruleset are in it, as they were up to 0.1.0.
    #[must_use]
    pub fn content(&self, library: &Library) -> Fingerprint {
        let book = library.book(self.ruleset).map_or_else(Fingerprint::default, |b| b.1);
        let map = self.map(library).map_or_else(Fingerprint::default, |m| m.1);
        let mut content = book;
        for (name, roster) in library.rosters(self.ruleset) {
            let all = content.and(Fingerprint::of(roster));
            content.written = all.written;
            if self.document.root.says(name) {
                content.meant = all.meant;
            }
        }
        content.and(map).and(Fingerprint::of(&self.document))
    }
}
