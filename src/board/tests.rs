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

/// A board's width and height, and two hexes of it.
fn two_hexes() -> impl Strategy<Value = ((u16, u16), Cell, Cell)> {
    (1u16..24, 1u16..20).prop_flat_map(|size| {
        let hex = || (0..size.0 * size.1).prop_map(Cell);
        (Just(size), hex(), hex())
    })
}

/// So many cases a property, and no files about those that failed.
fn cases(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

fn sorted(cells: impl IntoIterator<Item = Cell>) -> Vec<Cell> {
    let mut cells: Vec<_> = cells.into_iter().collect();
    cells.sort();
    cells
}
