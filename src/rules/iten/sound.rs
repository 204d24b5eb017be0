//! What a scenario allows but nobody can have meant: found by the checker, not in play.

use crate::source::{Document, Node, Problem, Problems, Value};

use super::zones::Zone;
use super::{Battle, Step};

/// Zones that enemies share, and objectives of a boarding that lie where nobody could stand.
#[must_use]
pub fn doubts(document: &Document, battle: &Battle) -> Vec<Problem> {
    let mut problems = Problems::new(document);
    if is_crowded(battle) {
        let at = document.root.get("map").map_or(document.root.at, |map| map.at);
        let told = "sides are placed in the same hexes, whatever edge is chosen";
        problems.add(at, told, "give them a larger map, or say where their figures stand (ITEN-DEP-02)");
    }
    let tokens = document.root.get("boarding").and_then(|boarding| boarding.get("tokens"));
    for node in tokens.map_or(&[][..], Node::items) {
        let number = |place: usize| match node.items().get(place)?.value {
            Value::Whole(number) => u16::try_from(number).ok(),
            _ => None,
        };
        let (Some(column), Some(row)) = (number(0), number(1)) else { continue };
        let cell = battle.board().at(column, row);
        if !battle.board().space_at(cell).is_some() {
            let told = format!("an objective outside of all compartments and passages: ({column}, {row})");
            problems.add(node.at, told, "choose a hex that somebody can stand in (HULK-OBJ-01)");
        }
    }
    problems.finish(Some(())).err().unwrap_or_default()
}

/// Whether figures are to be placed in zones of which some share hexes, at whatever edge the first of them lies.
fn is_crowded(battle: &Battle) -> bool {
    let deploys = battle.boarding().is_none() && matches!(battle.step(), Some(Step::Part | Step::DeploymentRoll));
    let mut choices = battle.setting().zones.iter().filter(|zones| !zones.is_empty()).peekable();
    let shares = |zones: &Vec<Zone>| {
        let others = |i: usize| zones[..i].iter().flat_map(|other| &other.cells);
        zones.iter().enumerate().any(|(i, zone)| others(i).any(|cell| zone.holds(*cell)))
    };
    deploys && choices.peek().is_some() && choices.all(shares)
}
