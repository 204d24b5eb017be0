//! What the board promises, checked against hand-counted numbers and slower, plainer algorithms.

mod arcs;
mod lines;
mod measures;
mod templates;
mod ways;

use super::*;
use proptest::prelude::*;

fn open(width: u16, height: u16) -> Board {
    Board::new("test", width, height, 1, Terrain::Clear)
}

/// A board and two hexes of it.
fn two_hexes() -> impl Strategy<Value = (Board, Cell, Cell)> {
    (1u16..24, 1u16..20)
        .prop_flat_map(|(w, h)| (Just((w, h)), 0..w * h, 0..w * h))
        .prop_map(|((w, h), a, b)| (open(w, h), Cell(a), Cell(b)))
}

fn sorted(cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
    let mut cells: Vec<_> = cells.into_iter().collect();
    cells.sort();
    cells
}
