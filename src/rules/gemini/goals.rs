//! What opponents are after besides their enemies: prizes, what may hide one, the way out with it.

use crate::battle::{SideId, UnitId};
use crate::board::{Cell, Edge};

use super::Battle;
use super::setting::Victory;

/// Hexes from a hex to an edge, without regard to the ground.
fn to_edge(battle: &Battle, cell: Cell, edge: Edge) -> u16 {
    let ((column, row), (width, height)) =
        (battle.board().column_row(cell), (battle.board().width, battle.board().height));
    match edge {
        Edge::Left => column - 1,
        Edge::Right => width - column,
        Edge::Top => row - 1,
        Edge::Bottom => height - row,
    }
}

/// The hexes where a side may find a prize: where one lies, where an enemy carries one, where one may be hidden or locked up.
fn finds(battle: &Battle, side: SideId) -> impl Iterator<Item = Cell> {
    let lies = battle
        .marked()
        .iter()
        .filter(|(_, marks)| marks.prizes > 0 || marks.hides && battle.table().buried > 0 || marks.task > 0);
    let carried = battle.enemies_of(side).filter(|&foe| battle.unit(foe).carries > 0);
    lies.map(|(cell, _)| *cell).chain(carried.map(|foe| battle.piece(foe).at))
}

/// How far a model in a hex would be from what it is after, in hexes; none where it is after nothing.
#[must_use]
pub(super) fn distance(battle: &Battle, unit: UnitId, cell: Cell) -> Option<u16> {
    if battle.setting().victory != Victory::Prizes {
        return None;
    }
    let side = battle.piece(unit).side;
    match battle.setting().escort {
        Some((escort, exit)) if escort == side && battle.unit(unit).carries > 0 => Some(to_edge(battle, cell, exit)),
        _ if battle.unit(unit).carries > 0 => None,
        _ => finds(battle, side).map(|at| battle.board().distance(cell, at)).min(),
    }
}
