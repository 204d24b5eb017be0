//! Decks (HULK-DECK): ladders and the hatches in them, what is seen and how far it is from one deck to another, packs
//! in rooms that span several.

use crate::battle::UnitId;
use crate::board::{Cell, Link, SpaceId, Terrain};

use super::super::Battle;
use super::super::sight::{Look, SHIFTS};

/// A ladder's hatch that has been opened, as [`super::super::Ground::lid`] says it.
pub const OPEN: u8 = 1;
/// One that has been cut through, for good (HULK-BULK-06).
pub const HOLED: u8 = 2;

impl Battle {
    /// How far a hex is from another as ranges count it: a deck counts three (HULK-DECK-02).
    #[inline]
    #[must_use]
    pub fn range(&self, from: Cell, to: Cell) -> u16 {
        let board = self.board();
        let decks = board.deck(from).abs_diff(board.deck(to));
        board.distance(from, to) + decks * u16::from(self.setting().numbers.deck)
    }

    /// The hex of a ladder in which what has become of its hatch is kept: its foot.
    fn foot(&self, link: &Link) -> Cell {
        if self.board().deck(link.to) < self.board().deck(link.from) { link.to } else { link.from }
    }

    /// The hatches of the ladders that end in a hex: each ladder's foot, and what the hatch is.
    fn lids(&self, cell: Cell) -> impl Iterator<Item = (Cell, Terrain)> {
        let ends = self.board().links.iter().filter(move |l| l.from == cell || l.to == cell);
        ends.filter_map(|l| Some((self.foot(l), l.hatch?)))
    }

    /// The closed hatch of a ladder that ends in a hex: the ladder's foot, and what the hatch is.
    #[must_use]
    pub fn shut_lid(&self, cell: Cell) -> Option<(Cell, Terrain)> {
        self.lids(cell).find(|(foot, _)| self.ground(*foot).lid == 0)
    }

    /// The hatch of a ladder that ends in a hex, if it can be moved: the ladder's foot, where its state is kept.
    #[must_use]
    pub fn lid(&self, cell: Cell) -> Option<Cell> {
        self.lids(cell).map(|lid| lid.0).find(|&foot| self.ground(foot).lid != HOLED)
    }

    /// Whether a ladder leads from a hex to another with nothing closed in it (HULK-DECK-01).
    #[must_use]
    pub fn climbs(&self, from: Cell, to: Cell) -> bool {
        let ends = |l: &&Link| l.from == from && l.to == to || l.from == to && l.to == from;
        self.board().links.iter().filter(ends).any(|l| l.hatch.is_none() || self.ground(self.foot(l)).lid != 0)
    }

    /// The room of a hex, if it spans several decks (HULK-DECK-03).
    #[must_use]
    pub fn hall(&self, cell: Cell) -> Option<SpaceId> {
        let board = self.board();
        if board.decks == 1 {
            return None;
        }
        let id = board.space_at(cell);
        let cells = &board.spaces().get(id.index())?.cells;
        (board.deck(cells[0]) != board.deck(*cells.last()?)).then_some(id)
    }

    /// Whether a figure moves as its jump pack lets it: aboard only where there is no ceiling (HULK-LEFT-10).
    #[inline]
    pub(in super::super) fn flies(&self, unit: UnitId) -> bool {
        self.profile(unit).pack && (!self.setting().aboard || self.hall(self.piece(unit).at).is_some())
    }

    /// The hex of another deck straight above or below a hex.
    fn straight(&self, cell: Cell, deck: u16) -> Cell {
        self.board().cell(self.board().hex(cell), deck)
    }

    /// How a hex is seen from one of another deck: up and down a ladder that nothing closes, and across the gaps of a room
    /// that spans both (HULK-DECK-02, -03).
    pub(in super::super) fn look_across(&self, from: Cell, to: Cell) -> Option<Look> {
        let class = self.mark(to).class;
        if self.climbs(from, to) {
            return Some(Look { half: false, class });
        }
        let (board, room) = (self.board(), self.hall(from)?);
        if self.hall(to) != Some(room) {
            return None;
        }
        let ((low, below), (high, above)) = {
            let (here, there) = ((board.deck(from), from), (board.deck(to), to));
            if here.0 < there.0 { (here, there) } else { (there, here) }
        };
        // Whoever is below must have no floor over him, and the line runs over the room from there.
        let gap = |deck: u16| {
            let cell = self.straight(below, deck);
            board.space_at(cell) == room && board.terrain[cell.index()] == Terrain::Void
        };
        if !(low + 1..=high).all(gap) {
            return None;
        }
        let over = self.straight(below, high);
        let open: arrayvec::ArrayVec<_, 2> =
            SHIFTS.into_iter().filter(|&s| !board.trace(above, over, s).any(|c| self.mark(c).blocks)).collect();
        // What stands before the target on its own deck hides it, unless that is where the firer is (MAP-09).
        let flat = self.straight(from, board.deck(to));
        let before = |cell: Cell| cell.is_some() && board.distance(flat, cell) > 1;
        let behind = open.iter().map(|&s| board.last_before(flat, to, s)).filter(|&c| before(c));
        let class = behind.map(|c| self.mark(c).class).fold(class, u8::max);
        (!open.is_empty()).then_some(Look { half: open.len() == 1, class })
    }
}
