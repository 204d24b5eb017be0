//! Balance: the same opponent with different forces on both sides, so that only the forces make a difference.

use std::collections::BTreeMap;

use crate::battle::SideId;
use crate::content::Library;
use crate::opponents;
use crate::scenario::Scenario;
use crate::source::{Document, Node, Problem, Value};

use super::spec::{Entrant, Fight, Format, Keep};
use super::{Spec, scenarios};

/// Forces that cost up to this share more or less than asked for count as equal.
const ABOUT: f64 = 0.05;

/// What a side fights with: fields of a side as scenario files write them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Force {
    /// Its name.
    pub name: String,
    /// The fields.
    pub brings: BTreeMap<String, String>,
}

/// Files by path, to join a library by.
type Further = Vec<(String, String)>;

/// The fields of a side that say what it fights with, as the file writes them.
fn fields(scenario: &Scenario, side: &Node) -> BTreeMap<String, String> {
    let written = |field: &&str| {
        let node = side.get(field)?;
        Some(((*field).to_owned(), scenario.document.text[node.at.start..node.at.end].to_owned()))
    };
    ["faction", "army", "roster", "points"].iter().filter_map(written).collect()
}

/// The forces of a ruleset that cost about this many points: its rosters, or the armies of its scenarios where there is
/// no such roster.
#[must_use]
pub fn forces(library: &Library, ruleset: &str, points: u32) -> Vec<Force> {
    let about = |cost: f64| (cost - f64::from(points)).abs() <= ABOUT * f64::from(points);
    if let Some(rosters) = library.rosters_of(ruleset) {
        let fits = |document: &Document| {
            rosters.open(document).is_ok_and(|m| about(m.points().0.into()) && m.faults().is_empty())
        };
        let force =
            |name: &str| Force { name: name.to_owned(), brings: [("roster".to_owned(), format!("{name:?}"))].into() };
        let found: Vec<Force> =
            library.rosters(ruleset).filter(|(_, d)| fits(d)).map(|(name, _)| force(name)).collect();
        if !found.is_empty() {
            return found;
        }
    }
    let mut all: Vec<Force> = Vec::new();
    for name in scenarios(library, ruleset) {
        let Ok(scenario) = Scenario::open(library, &name) else { continue };
        let Ok(battle) = scenario.battle(library) else { continue };
        for (i, side) in scenario.side_nodes().iter().enumerate() {
            let own = battle.units().filter(|&unit| battle.piece(unit).side == SideId(i as u8));
            let brings = fields(&scenario, side);
            if about(own.map(|unit| f64::from(battle.cost(unit))).sum()) && all.iter().all(|f| f.brings != brings) {
                all.push(Force { name: format!("{} of {name}", scenario.sides[i]), brings });
            }
        }
    }
    all
}

/// The forces that lack one part of a side's: a unit, a figure, a weapon. The side's whole force comes first. Rosters
/// without a part are files that the library has to be joined by; the league finds those that break the rules.
///
/// # Errors
/// There is no such side, or its force has no parts.
pub fn parts(library: &Library, scenario: &Scenario, side: usize) -> Result<(Vec<Force>, Further), Problem> {
    let node =
        scenario.side_nodes().get(side).ok_or_else(|| scenario.document.problem(0, "there is no such side", ""))?;
    let whole = Force { name: "whole".to_owned(), brings: fields(scenario, node) };
    let (mut all, mut files) = (vec![whole.clone()], Vec::new());
    if let Some(Value::Text(roster)) = node.get("roster").map(|n| &n.value) {
        let Some(document) = library.roster(scenario.ruleset, roster) else {
            return Err(scenario.document.problem(node.at.start, format!("there is no roster {roster}"), ""));
        };
        let entries = library.rosters_of(scenario.ruleset).and_then(|rosters| document.root.get(rosters.entries()));
        for (what, text) in lacking(&document.text, entries.map_or(&[], Node::items)) {
            let name = unique(&all, &format!("without {what}"));
            let stem = format!("{roster} {}", name.replace('/', " "));
            let brings = BTreeMap::from([("roster".to_owned(), format!("{stem:?}"))]);
            files.push((format!("assets/rosters/{}/{stem}.ron", scenario.ruleset), text));
            all.push(Force { name, brings: whole.brings.clone().into_iter().chain(brings).collect() });
        }
    } else if let Some(army) = node.get("army") {
        let text = &scenario.document.text[..army.at.end];
        for (what, changed) in lacking(text, army.items()) {
            let name = unique(&all, &format!("without {what}"));
            let brings = BTreeMap::from([("army".to_owned(), changed[army.at.start..].to_owned())]);
            // Units alike are one part.
            if name == format!("without {what}") {
                all.push(Force { name, brings: whole.brings.clone().into_iter().chain(brings).collect() });
            }
        }
    }
    if all.len() < 3 {
        return Err(scenario.document.problem(node.at.start, "this side's force has no parts to leave out", ""));
    }
    Ok((all, files))
}

/// The text without one item of a list at a time, and without one item of the lists in its items; duplicates once.
fn lacking(text: &str, items: &[Node]) -> Vec<(String, String)> {
    let cut = |node: &Node, words: &str| {
        let rest = &text[node.at.end..];
        let comma =
            rest.find(|c: char| !c.is_whitespace()).filter(|&at| rest[at..].starts_with(',') && words.is_empty());
        format!("{}{words}{}", &text[..node.at.start], &rest[comma.map_or(0, |at| at + 1)..])
    };
    let mut all: Vec<(String, String)> = Vec::new();
    for item in items {
        let Some(name) = super::tunable::called(item) else { continue };
        // Of several alike one is left out.
        match item.get("count").map(|n| (n, &n.value)) {
            Some((node, Value::Whole(count))) if *count > 1 => {
                all.push((name.clone(), cut(node, &(count - 1).to_string())))
            }
            _ => all.push((name.clone(), cut(item, ""))),
        }
        let Value::Struct(_, fields) = &item.value else { continue };
        for part in fields.iter().flat_map(|field| field.value.items()) {
            if let Value::Text(word) = &part.value {
                all.push((format!("{name}'s {word}"), cut(part, "")));
            }
        }
    }
    all
}

/// A name that no force has yet.
fn unique(all: &[Force], name: &str) -> String {
    let taken = |name: &str| all.iter().any(|f| f.name == name);
    let further = (2..).map(|n| format!("{name} ({n})"));
    std::iter::once(name.to_owned()).chain(further).find(|n| !taken(n)).unwrap_or_default()
}

/// A league between forces: all that are given against each other, or against the first.
#[must_use]
pub fn spec(
    library: &Library,
    ruleset: &str,
    name: &str,
    forces: &[Force],
    format: Format,
    scenarios: &[String],
) -> Spec {
    let plays = opponents::favourite(library, ruleset);
    let entrant = |force: &Force| Entrant {
        name: force.name.clone(),
        plays: Some(plays.clone()),
        brings: force.brings.clone(),
        ..Entrant::default()
    };
    Spec {
        name: name.to_owned(),
        seed: 1,
        entrants: forces.iter().map(entrant).collect(),
        format,
        battles: scenarios.iter().map(|s| Fight { scenario: s.clone(), ..Fight::default() }).collect(),
        pairs: 10,
        journals: Keep::None,
        luck: false,
    }
}
