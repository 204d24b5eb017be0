//! What opponents are after besides their enemies: prizes, what may hide one, the way out with it.

use crate::battle::{SideId, UnitId};
use crate::board::{Board, Cell, Edge, Reach};

use super::Battle;
use super::content::TerrainRow;
use super::setting::Victory;
use super::ways::pace;

/// Inches of the way from every hex off the board by an edge, at a move of 4 inches and past whoever stands in the way;
/// `u16::MAX` where none leads there.
#[must_use]
pub(super) fn ways_out(board: &Board, ground: &[TerrainRow], exit: Edge) -> Vec<u16> {
    let edge: Vec<Cell> = board.cells().filter(|&cell| board.on_edge(cell, exit)).collect();
    let mut ways = Vec::new();
    // From the edge, so each step the other way round.
    let back = |to: Cell, from: Cell| pace(board, &ground[board.terrain[to.index()] as usize], from, to, 4);
    Reach::new().distances(board, &edge, back, &mut ways);
    ways
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

/// A way to what a side is after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    /// Hexes to what may be taken, or inches to the edge that it is brought out by.
    pub next: u16,
    /// The same until nothing is left to do.
    pub whole: u16,
    /// Whether the model brings it out.
    pub out: bool,
}

/// How far a model in a hex would be from what it is after; none where it is after nothing.
#[must_use]
pub(super) fn way(battle: &Battle, unit: UnitId, cell: Cell) -> Option<Way> {
    if battle.setting().victory != Victory::Prizes {
        return None;
    }
    let side = battle.piece(unit).side;
    let escorts = battle.setting().escort.is_some_and(|(escort, _)| escort == side);
    let out = |at: Cell| battle.setting().ways_out.get(at.index()).copied().filter(|inches| *inches < u16::MAX);
    if battle.unit(unit).carries > 0 {
        let inches = out(cell).filter(|_| escorts)?;
        return Some(Way { next: inches, whole: inches, out: true });
    }
    let to = |at| {
        let next = battle.board().distance(cell, at);
        Way { next, whole: next + out(at).filter(|_| escorts).unwrap_or(0), out: false }
    };
    finds(battle, side).map(to).min_by_key(|way| way.next)
}
