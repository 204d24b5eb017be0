//! What a scenario allows but nobody can have meant: found by the checker, not in play.

use std::collections::BTreeSet;

use crate::battle::SideId;
use crate::board::Cell;
use crate::source::{Document, Node, Problem, Problems, Span};

use super::Battle;
use super::movement::{can_step, enterable};

/// Zones that enemies share, and objectives that no unit can get to.
#[must_use]
pub fn doubts(document: &Document, battle: &Battle) -> Vec<Problem> {
    let mut problems = Problems::new(document);
    let items = |field: &str| document.root.get(field).map_or(&[][..], Node::items);
    let field = |node: &Node, field: &str| node.get(field).map_or(node.at, |node| node.at);
    let zones: Vec<Span> = items("sides").iter().map(|side| field(side, "zone")).collect();
    shared_zones(battle, &zones, &mut problems);
    let reached = reached(battle);
    for (objective, node) in battle.setting().objectives.iter().zip(items("objectives")) {
        if !reached.contains(&objective.at) {
            let (column, row) = battle.board().column_row(objective.at);
            let terrain = battle.terrain_row(objective.at).terrain;
            let told = format!("an objective that no unit can get to: ({column}, {row}) is {terrain:?}");
            problems.add(field(node, "at"), told, "choose another hex, or open a way to it");
        }
    }
    problems.finish(Some(())).err().unwrap_or_default()
}

/// Reports sides of different teams that are to be placed in the same hexes.
fn shared_zones(battle: &Battle, zones: &[Span], problems: &mut Problems<'_>) {
    let sides = &battle.setting().zones;
    for (i, zone) in sides.iter().enumerate() {
        let shares = |other: &usize| {
            let enemies = battle.team(SideId(i as u8)) != battle.team(SideId(*other as u8));
            enemies && sides[*other].cells.iter().any(|cell| zone.cells.contains(cell))
        };
        if let Some(other) = (0..i).find(shares) {
            let names = &battle.shared().sides;
            let told = format!("{} and {} are placed in the same hexes", names[other].name, names[i].name);
            problems.add(zones.get(i).copied().unwrap_or_default(), told, "give each a zone of its own");
        }
    }
}

/// The hexes in which some unit could come to stand, from its zone or from where it is.
fn reached(battle: &Battle) -> BTreeSet<Cell> {
    let mut reached = BTreeSet::new();
    let mut seen = Vec::new();
    for unit in battle.units() {
        let (piece, sheet) = (battle.piece(unit), &battle.profile(unit).sheet);
        // Units alike in what matters here go the same ways.
        let alike = (piece.side, piece.at, sheet.class as usize, sheet.fly);
        if seen.contains(&alike) {
            continue;
        }
        seen.push(alike);
        let mut open: Vec<Cell> = match piece.at.is_some() {
            true => vec![piece.at],
            false => battle.setting().zones[piece.side.index()].cells.clone(),
        };
        open.retain(|cell| enterable(battle, unit, *cell, sheet.fly));
        let mut been: BTreeSet<Cell> = open.iter().copied().collect();
        while let Some(from) = open.pop() {
            for to in battle.board().exits(from) {
                if can_step(battle, unit, from, to, sheet.fly) && been.insert(to) {
                    open.push(to);
                }
            }
        }
        reached.extend(been.into_iter().filter(|cell| enterable(battle, unit, *cell, false)));
    }
    reached
}
