//! How near things are, as opponents measure it: distances on a scale from 1, here, down towards 0, far away.

use crate::battle::{Battle, Rules, UnitId};
use crate::board::{Board, Cell, Facing};

/// A distance on the scale.
#[must_use]
pub fn closeness(hexes: u16) -> f32 {
    const HALF: f32 = 4.0;
    HALF / (HALF + f32::from(hexes))
}

/// How close the friends of a unit are to a hex, one with another; 0 where it has none.
#[must_use]
pub fn together<R: Rules>(battle: &Battle<R>, unit: UnitId, cell: Cell) -> f32 {
    let others = battle.friends_of(battle.piece(unit).side).filter(|&friend| friend != unit);
    let near = others.map(|friend| closeness(battle.board().distance(cell, battle.piece(friend).at)));
    let (sum, count) = near.fold((0.0, 0.0f32), |(sum, count), near| (sum + near, count + 1.0));
    sum / count.max(1.0)
}

/// The hex in the middle of a board, of its lowest deck.
#[must_use]
pub fn middle(board: &Board) -> Cell {
    board.at(board.width.div_ceil(2), board.height.div_ceil(2))
}

/// How close the middle of a board is to a hex.
#[must_use]
pub fn centre(board: &Board, cell: Cell) -> f32 {
    closeness(board.distance(cell, middle(board)))
}

/// The facing from a hex towards the middle of a board.
#[must_use]
pub fn inland(board: &Board, from: Cell) -> Facing {
    let middle = middle(board);
    let far = |f: &Facing| match board.neighbours[from.index()][*f as usize] {
        next if next.is_some() => board.distance(next, middle),
        _ => u16::MAX,
    };
    Facing::ALL.into_iter().min_by_key(far).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_is_more_than_far() {
        assert_eq!([0, 4, 12].map(closeness), [1.0, 0.5, 0.25]);
    }
}
