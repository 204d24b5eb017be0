//! Hexes about a hex, by bits.

use super::{Board, Cell};

/// A set of hexes of one deck that are at most [`Patch::RADIUS`] steps from a hex, in so little room that those of
/// thousands of hexes stay close at hand. It does not keep which hex that is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Patch {
    /// The rows down to that of the hex, and those below it, the first hex of the first row lowest.
    halves: [u128; 2],
}

const RADIUS: i32 = Patch::RADIUS as i32;

/// A row of a patch.
#[derive(Clone, Copy)]
struct Row {
    /// Steps down from the row of the hex.
    down: i32,
    /// Axial steps from the hex's own column to its first hex.
    start: i32,
    /// Its hexes: RADIUS + 1 in the first row, 2 * RADIUS + 1 in the middle.
    length: i32,
    /// In which half it is kept, and its lowest bit there.
    half: usize,
    first: i32,
}

const ROWS: [Row; 2 * Patch::RADIUS as usize + 1] = {
    let mut rows = [Row { down: 0, start: 0, length: 0, half: 0, first: 0 }; 2 * Patch::RADIUS as usize + 1];
    let (mut down, mut first) = (-RADIUS, 0);
    while down <= RADIUS {
        let length = 2 * RADIUS + 1 - down.abs();
        let start = if down < 0 { -RADIUS - down } else { -RADIUS };
        if down == 1 {
            first = 0;
        }
        rows[(down + RADIUS) as usize] = Row { down, start, length, half: (down > 0) as usize, first };
        (down, first) = (down + 1, first + length);
    }
    rows
};

impl Patch {
    /// Most steps from the hex.
    pub const RADIUS: u8 = 8;

    /// Where a hex is kept: the half and the bit; none for one that is too far away.
    #[inline]
    fn bit(board: &Board, centre: Cell, cell: Cell) -> Option<(usize, u128)> {
        let step = board.hex(cell) - board.hex(centre);
        if step.ulength() > u32::from(Self::RADIUS) || board.deck(cell) != board.deck(centre) {
            return None;
        }
        let row = ROWS[(step.y + RADIUS) as usize];
        Some((row.half, 1 << (row.first + step.x - row.start)))
    }

    /// Puts a hex in, unless it is too far away.
    pub fn insert(&mut self, board: &Board, centre: Cell, cell: Cell) {
        if let Some((half, bit)) = Self::bit(board, centre, cell) {
            self.halves[half] |= bit;
        }
    }

    /// Takes a hex out.
    #[inline]
    pub fn remove(&mut self, board: &Board, centre: Cell, cell: Cell) {
        if let Some((half, bit)) = Self::bit(board, centre, cell) {
            self.halves[half] &= !bit;
        }
    }

    /// Calls for each hex, ascending.
    #[inline]
    pub fn for_each(self, board: &Board, centre: Cell, mut found: impl FnMut(Cell)) {
        let below = board.hex(centre).y;
        for row in ROWS {
            let mut bits = (self.halves[row.half] >> row.first) as u32 & ((1 << row.length) - 1);
            // Every second row is shifted half a hex to the right of the one above it.
            let shift = ((below + row.down) >> 1) - (below >> 1);
            let start = i32::from(centre.0) + row.down * i32::from(board.width) + row.start + shift;
            while bits != 0 {
                found(Cell((start + bits.trailing_zeros() as i32) as u16));
                bits &= bits - 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Terrain;

    /// What is put in comes out, ascending, wherever the hex lies; what is too far away or on another deck stays out.
    #[test]
    fn holds_what_is_near() {
        let board = Board::new("patch", 30, 25, 2, Terrain::Clear);
        for centre in board.cells().step_by(7) {
            let mut patch = Patch::default();
            board.cells().for_each(|cell| patch.insert(&board, centre, cell));
            let near = |cell: &Cell| {
                board.deck(*cell) == board.deck(centre) && board.distance(centre, *cell) <= Patch::RADIUS.into()
            };
            let mut wanted: Vec<Cell> = board.cells().filter(near).collect();
            let listed = |patch: Patch| {
                let mut all = Vec::new();
                patch.for_each(&board, centre, |cell| all.push(cell));
                all
            };
            assert_eq!(listed(patch), wanted);
            let gone = wanted.remove(wanted.len() / 3);
            patch.remove(&board, centre, gone);
            assert_eq!(listed(patch), wanted);
        }
    }
}
