//! Lines between hex centres, traced exactly (MAP-08, MAP-09).

use super::arc::twice_dot;
use super::{Board, Cell, Facing};
use hexx::Hex;

/// The side to which a line is moved by an infinitesimal amount (MAP-08), as one looks along it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shift {
    /// To the left: up on the map when looking right.
    Left,
    /// To the right.
    Right,
}

impl Shift {
    /// The same side as seen from the other end of the line.
    #[must_use]
    pub fn opposite(self) -> Shift {
        match self {
            Shift::Left => Shift::Right,
            Shift::Right => Shift::Left,
        }
    }
}

/// What one hex can see of another (MAP-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sight {
    /// Both traces are blocked.
    None,
    /// One trace is blocked: half of the target is hidden.
    Half,
    /// Neither trace is blocked.
    Clear,
}

/// The hexes strictly between two hexes that the moved line enters, in order; see [`Board::trace`].
///
/// A line that heads within 30 degrees of a facing leaves each hex through that hexside or the one to
/// either side of it. Which of the three depends on where it passes the two corners between them: a
/// comparison of whole numbers, as corners lie at thirds of a hex.
#[derive(Clone, Debug)]
pub struct Trace<'a> {
    board: &'a Board,
    /// Where the walk is; `cell` is none while that is past the board's edge.
    hex: Hex,
    cell: Cell,
    to: Cell,
    /// The hexsides ahead, from left to right.
    sides: [Facing; 3],
    /// How far to the right of the hex's centre the line runs, in sixths of a hex times the line's length.
    /// All but the infinitesimal shift is a multiple of two; so the shift, as 1, decides ties and no more.
    offset: i32,
    /// The same for the two corners between the sides ahead.
    corners: [i32; 2],
    /// What crossing each of the sides adds to `offset`.
    change: [i32; 3],
}

impl Trace<'_> {
    /// Moves to the next hex on the line, which may be past the board's edge.
    #[inline]
    fn advance(&mut self) -> Cell {
        let [left, right] = self.corners.map(|corner| usize::from(self.offset > corner));
        let (side, change) = (self.sides[left + right], self.change[left + right]);
        self.offset += change;
        self.hex += side.step();
        self.cell = if self.cell.is_some() {
            self.board.neighbours[self.cell.index()][side as usize]
        } else {
            self.board.cell(self.hex, self.board.deck(self.to))
        };
        self.cell
    }
}

impl Iterator for Trace<'_> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        while self.cell != self.to {
            let cell = self.advance();
            if cell.is_some() && cell != self.to {
                return Some(cell);
            }
        }
        None
    }
}

impl Board {
    /// The hexes strictly between two hexes that the line from centre to centre, moved infinitesimally to
    /// one side, enters; in order from `from` (MAP-08).
    ///
    /// Nothing for a hex and itself or its neighbour, and nothing between different decks. Where the line
    /// runs along the ragged edge of the board, hexes that are not on the board are left out.
    #[must_use]
    pub fn trace(&self, from: Cell, to: Cell, side: Shift) -> Trace<'_> {
        let delta = self.hex(to) - self.hex(from);
        let [x, y, z] = delta.to_cubic_array();
        let axes = [(x - y, Facing::NE), (y - z, Facing::SE), (z - x, Facing::W)];
        let (along, facing) = axes.into_iter().max_by_key(|(along, _)| along.abs()).unwrap_or_default();
        let ahead = if along < 0 { facing.back() } else { facing };
        let sides = [ahead.left(), ahead, ahead.right()];
        let [left, middle, right] = sides.map(|side| delta.x * side.step().y - delta.y * side.step().x);
        let same_deck = self.decks == 1 || self.deck(from) == self.deck(to);
        Trace {
            board: self,
            hex: self.hex(from),
            cell: if same_deck { from } else { to },
            to,
            sides,
            offset: if side == Shift::Left { -1 } else { 1 },
            corners: [2 * (left + middle), 2 * (middle + right)],
            change: [left, middle, right].map(|right| -6 * right),
        }
    }

    /// Whether the traces to either side of the line between two hexes may differ: otherwise one speaks for both.
    #[inline]
    #[must_use]
    pub fn forks(&self, from: Cell, to: Cell) -> bool {
        // Only a line that meets a corner of a hex differs by side, and corners are where x - y, in thirds, is a
        // multiple of three.
        let delta = self.hex(to) - self.hex(from);
        (delta.x - delta.y) % 3 == 0
    }

    /// Whether the line between two hexes of a deck may enter a third, to whichever side it is moved: yes for all hexes of
    /// both traces, for their ends, and for few others. So what has changed elsewhere changes nothing on it.
    #[inline]
    #[must_use]
    pub fn may_enter(&self, from: Cell, to: Cell, by: Cell) -> bool {
        let (way, off) = (self.hex(to) - self.hex(from), self.hex(by) - self.hex(from));
        // In steps, a centre is sqrt(3) / 2 * area / length beside the line, and sqrt(1 / 3) from its hex's corners.
        let area = i64::from(way.x * off.y - way.y * off.x);
        9 * area * area <= 2 * i64::from(twice_dot(way, way))
            // By way of a hex that the line enters it is one step longer at most.
            && self.distance(from, by) + self.distance(by, to) <= self.distance(from, to) + 1
            && self.deck(from) == self.deck(by)
    }

    /// What `from` sees of `to` when the hexes between for which `blocks` holds stop the line (MAP-08).
    ///
    /// Symmetric. Neighbours, and hexes of different decks, always see each other: a ruleset that joins
    /// decks decides that for itself.
    #[must_use]
    pub fn sight(&self, from: Cell, to: Cell, mut blocks: impl FnMut(Cell) -> bool) -> Sight {
        let left = self.trace(from, to, Shift::Left).any(&mut blocks);
        let right = if self.forks(from, to) { self.trace(from, to, Shift::Right).any(blocks) } else { left };
        match (left, right) {
            (false, false) => Sight::Clear,
            (true, true) => Sight::None,
            _ => Sight::Half,
        }
    }

    /// The last hex of a trace before its target, where cover would stand (MAP-09).
    ///
    /// [`Cell::NONE`] for a hex and itself or its neighbour, between decks, and where the line comes in
    /// from past the board's edge.
    #[must_use]
    pub fn last_before(&self, from: Cell, to: Cell, side: Shift) -> Cell {
        let mut back = self.trace(to, from, side.opposite());
        if back.cell == from {
            return Cell::NONE;
        }
        let cell = back.advance();
        if cell == from { Cell::NONE } else { cell }
    }
}
