//! Lines between hex centres, traced exactly (MAP-08, MAP-09).

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
/// The forms u = x - y, v = y - z and w = z - x measure across a hex's three pairs of sides: the hex
/// around a centre c is where all of |f(p - c)| < 1. The line leaves a hex through the form that it
/// would leave first, and which of two that is only takes the sign of a whole number.
#[derive(Clone, Debug)]
pub struct Trace<'a> {
    board: &'a Board,
    /// Where the walk is; `cell` is none while that is past the board's edge.
    hex: Hex,
    cell: Cell,
    to: Cell,
    /// The side through which the line leaves a hex in each form.
    sides: [Facing; 3],
    /// Of each pair of [`PAIRS`]: negative if the first form is left before the second.
    order: [i32; 3],
    /// What a step across each form's side adds to `order`.
    change: [[i32; 3]; 3],
}

const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

impl Trace<'_> {
    /// Moves to the next hex on the line, which may be past the board's edge.
    #[inline]
    fn advance(&mut self) -> Cell {
        let [uv, uw, vw] = self.order.map(|o| o < 0);
        let form = match (uv, uw, vw) {
            (true, true, _) => 0,
            (false, _, true) => 1,
            _ => 2,
        };
        for (order, change) in self.order.iter_mut().zip(self.change[form]) {
            *order += change;
        }
        let side = self.sides[form];
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
        let [x, y, z] = (self.hex(to) - self.hex(from)).to_cubic_array();
        let along = [x - y, y - z, z - x];
        // The perpendicular to the left is (y - z, z - x, x - y); its forms are these, times three.
        let across = match side {
            Shift::Left => [-z, -x, -y],
            Shift::Right => [z, x, y],
        };
        // A form that does not change along the line is never left; it lies off to the side of the shift.
        let sign: [i32; 3] =
            std::array::from_fn(|f| if along[f] == 0 { across[f].signum() } else { along[f].signum() });
        let sides = std::array::from_fn(|f| {
            let side = [Facing::NE, Facing::SE, Facing::W][f];
            if sign[f] < 0 { side.back() } else { side }
        });
        // Form f is left at parameter (gap - shift * epsilon) / pace, where the gap to the side ahead starts
        // at 1. Two such are compared by cross-multiplication; the epsilon only counts on a tie, as less
        // than any whole number, and always the same way.
        let pace = along.map(i32::abs);
        let shift: [i32; 3] = std::array::from_fn(|f| sign[f] * across[f]);
        let order = PAIRS.map(|(f, g)| pace[g] - pace[f] - i32::from(shift[f] * pace[g] > shift[g] * pace[f]));
        let change = std::array::from_fn(|left| {
            let widen = |f: usize| if f == left { 2 } else { -sign[f] * sign[left] };
            PAIRS.map(|(f, g)| widen(f) * pace[g] - widen(g) * pace[f])
        });
        let same_deck = self.decks == 1 || self.deck(from) == self.deck(to);
        let cell = if same_deck { from } else { to };
        Trace { board: self, hex: self.hex(from), cell, to, sides, order, change }
    }

    /// What `from` sees of `to` when the hexes between for which `blocks` holds stop the line (MAP-08).
    ///
    /// Symmetric. Neighbours, and hexes of different decks, always see each other: a ruleset that joins
    /// decks decides that for itself.
    #[must_use]
    pub fn sight(&self, from: Cell, to: Cell, mut blocks: impl FnMut(Cell) -> bool) -> Sight {
        let delta = self.hex(to) - self.hex(from);
        let left = self.trace(from, to, Shift::Left).any(&mut blocks);
        // Only a line that meets a corner of a hex differs by side, and corners are where x - y, in thirds,
        // is a multiple of three: otherwise one trace speaks for both.
        let right = if (delta.x - delta.y) % 3 == 0 { self.trace(from, to, Shift::Right).any(blocks) } else { left };
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
