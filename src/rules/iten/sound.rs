//! What a scenario allows but nobody can have meant: found by the checker, not in play.

use crate::source::{Document, Node, Problem, Problems, Value};

use super::Battle;

/// Objectives of a boarding that lie where nobody could stand.
#[must_use]
pub fn doubts(document: &Document, battle: &Battle) -> Vec<Problem> {
    let mut problems = Problems::new(document);
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
