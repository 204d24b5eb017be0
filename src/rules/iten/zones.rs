//! The zones in which Retinues are placed (ITEN-DEP-01 to -04).

use crate::board::{Board, Cell, Edge};

/// How far a zone goes along its edge either way from its centre, with three sides or more (ITEN-DEP-05).
const REACH: i32 = 10;

/// The edges of the board, clockwise: what the first side picks from.
pub(super) const EDGES: [Edge; 4] = [Edge::Top, Edge::Right, Edge::Bottom, Edge::Left];

/// Where a side places its figures, and leaves again.
#[derive(Debug)]
pub struct Zone {
    /// Its hexes, ascending.
    pub cells: Vec<Cell>,
    /// The edges of the board that any of them is on.
    pub(super) edges: u8,
    /// The mean of their columns and rows, from 1.
    pub(super) middle: (f32, f32),
}

impl Zone {
    /// Hexes in ascending order; `rim`: the edges that each hex of the board is on.
    pub(super) fn new(board: &Board, cells: Vec<Cell>, rim: &[u8]) -> Zone {
        debug_assert!(cells.is_sorted(), "hexes are looked up by halves");
        let edges = cells.iter().fold(0, |all, cell| all | rim[cell.index()]);
        let sum = cells
            .iter()
            .map(|&c| board.column_row(c))
            .fold((0.0, 0.0), |sum: (f32, f32), (column, row)| (sum.0 + f32::from(column), sum.1 + f32::from(row)));
        let count = cells.len().max(1) as f32;
        Zone { cells, edges, middle: (sum.0 / count, sum.1 / count) }
    }

    /// Whether a hex is in it.
    #[inline]
    #[must_use]
    pub fn holds(&self, cell: Cell) -> bool {
        self.cells.binary_search(&cell).is_ok()
    }
}

/// A zone along an edge: so many rows of it, and all of them, or so far either way from a centre (ITEN-DEP-02, -05).
pub(super) fn strip(board: &Board, edge: Edge, centre: Option<i32>, depth: u8) -> Vec<Cell> {
    let (width, height) = (i32::from(board.width), i32::from(board.height));
    let inside = |cell: &Cell| {
        let (column, row) = board.column_row(*cell);
        let (column, row) = (i32::from(column), i32::from(row));
        let (deep, along) = match edge {
            Edge::Top => (row, column),
            Edge::Bottom => (height + 1 - row, column),
            Edge::Left => (column, row),
            Edge::Right => (width + 1 - column, row),
        };
        let near = centre.is_none_or(|centre| (along - centre).abs() <= REACH);
        deep <= i32::from(depth) && near && board.deck(*cell) == 0
    };
    board.cells().filter(inside).collect()
}

/// The zones of so many sides around the board, the first on an edge, the others clockwise (ITEN-DEP-03 to -05).
pub(super) fn zones(board: &Board, first: Edge, sides: usize, depth: u8) -> Vec<Vec<Cell>> {
    let (width, height) = (i32::from(board.width), i32::from(board.height));
    let perimeter = 2 * (width + height);
    // Clockwise from the left end of the top edge.
    let middle = match first {
        Edge::Top => width / 2,
        Edge::Right => width + height / 2,
        Edge::Bottom => width + height + width / 2,
        Edge::Left => 2 * width + height + height / 2,
    };
    let zone = |place: i32| -> Vec<Cell> {
        let sides = sides as i32;
        let at = (middle + (perimeter * place + sides / 2) / sides) % perimeter;
        // Distance from the edge, and along it from its left or upper end.
        let (edge, centre) = match at {
            at if at < width => (Edge::Top, at),
            at if at < width + height => (Edge::Right, at - width),
            at if at < 2 * width + height => (Edge::Bottom, 2 * width + height - at),
            at => (Edge::Left, perimeter - at),
        };
        strip(board, edge, (sides > 2).then_some(centre), depth)
    };
    (0..sides as i32).map(zone).collect()
}

/// Added to the numbers of zones that only the side with the part has.
pub(super) const OWN: i16 = 100;

/// The number of the zone that the side with the part has at an edge; around a fort it is one zone for all edges.
pub(super) fn own_zone(edge: Edge) -> i16 {
    OWN + if edge == Edge::Right { 2 } else { 1 }
}
