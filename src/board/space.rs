//! Spaces of a ship: compartments and passages, where they meet, and where its hull may be cut (MAP-22, HULK-GEN-16).

use super::{Board, Cell, Facing, Terrain};

/// A space's number: its place in [`Board::spaces`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpaceId(pub u8);

impl SpaceId {
    /// No space: bulkheads, doorways, what lies outside.
    pub const NONE: SpaceId = SpaceId(u8::MAX);

    /// The index into arrays by space.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether this is a space at all.
    #[inline]
    #[must_use]
    pub fn is_some(self) -> bool {
        self != Self::NONE
    }
}

/// Most spaces a board may have.
pub const MAX_SPACES: usize = 255;

/// The two kinds of spaces (MAP-22).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SpaceKind {
    /// A compartment.
    Room,
    /// A passage.
    Passage,
}

/// A compartment or a passage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// Its name; no other space of the board has it.
    pub name: String,
    /// Compartment or passage.
    pub kind: SpaceKind,
    /// Whether it holds no air (HULK-GEN-15).
    pub airless: bool,
    /// The make of ship that it comes from; empty where the map does not say (HULK-GEN-11).
    pub style: String,
    /// Its hexes, ascending; of several decks, if it spans them. [`Terrain::Void`] among them is a gap above its own
    /// floor (HULK-DECK-03).
    pub cells: Vec<Cell>,
}

/// How an entrance is closed, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// A door or hatch of this make, closed at the start.
    Doorway(Terrain),
    /// Open floor on both sides: a mouth, or the meeting of passages.
    Open,
    /// A ladder, with the hatch in it if there is one.
    Ladder(Option<Terrain>),
}

/// A way between a space and another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entrance {
    /// The doorway's hex; of an opening the hex of the other space, of a ladder the foot or head in this one.
    pub at: Cell,
    /// What kind of way it is.
    pub way: Way,
    /// The space at its other end; [`SpaceId::NONE`] for a doorway to nowhere.
    pub to: SpaceId,
}

impl Terrain {
    /// Whether it is a wall of any make, which bounds spaces (MAP-12).
    #[must_use]
    pub fn is_bulkhead(self) -> bool {
        use Terrain::{Bulkhead, HeavyBulkhead, Hull, LightBulkhead, Wall};
        matches!(self, Wall | LightBulkhead | Bulkhead | HeavyBulkhead | Hull)
    }

    /// Whether it is a hatch of any make, which holds air (HULK-BULK-01).
    #[must_use]
    pub fn is_hatch(self) -> bool {
        matches!(self, Terrain::LightHatch | Terrain::Hatch | Terrain::HeavyHatch)
    }

    /// Whether it is a door or hatch, closed at the start (MAP-12).
    #[must_use]
    pub fn is_doorway(self) -> bool {
        self == Terrain::Door || self.is_hatch()
    }

    /// Whether it must be broken through like a light bulkhead, though it bounds no space (HULK-BULK-08).
    #[must_use]
    pub fn is_barricade(self) -> bool {
        matches!(self, Terrain::LightBarricade | Terrain::Barricade)
    }

    /// Whether a space of a ship may consist of it: neither bulkhead nor doorway, nor the void outside.
    #[must_use]
    pub fn is_deck(self) -> bool {
        !self.is_bulkhead() && !self.is_doorway() && self != Terrain::Void
    }
}

impl Board {
    /// The spaces, in the order of the map: compartments first, then passages.
    #[must_use]
    pub fn spaces(&self) -> &[Space] {
        &self.spaces
    }

    /// Marks the spaces and the junctions of passages. Who reads them from a file checks first that no hex is in two.
    ///
    /// # Panics
    /// When there are more than [`MAX_SPACES`].
    pub fn mark_spaces(&mut self, spaces: Vec<Space>, mut junctions: Vec<Cell>) {
        assert!(spaces.len() <= MAX_SPACES, "a board has at most {MAX_SPACES} spaces");
        self.space_of = vec![SpaceId::NONE; self.len()];
        for (i, space) in spaces.iter().enumerate() {
            for cell in &space.cells {
                self.space_of[cell.index()] = SpaceId(i as u8);
            }
        }
        junctions.sort_unstable();
        junctions.dedup();
        self.spaces = spaces;
        self.junctions = junctions;
    }

    /// A space by its number.
    ///
    /// # Panics
    /// For [`SpaceId::NONE`].
    #[must_use]
    pub fn space(&self, id: SpaceId) -> &Space {
        &self.spaces[id.index()]
    }

    /// The space that a hex belongs to; [`SpaceId::NONE`] for bulkheads, doorways and the outside.
    #[inline]
    #[must_use]
    pub fn space_at(&self, cell: Cell) -> SpaceId {
        self.space_of.get(cell.index()).copied().unwrap_or(SpaceId::NONE)
    }

    /// The space with this name.
    #[must_use]
    pub fn space_named(&self, name: &str) -> Option<SpaceId> {
        self.spaces.iter().position(|space| space.name == name).map(|i| SpaceId(i as u8))
    }

    /// The numbers of all spaces.
    pub fn space_ids(&self) -> impl Iterator<Item = SpaceId> + use<> {
        (0..self.spaces.len()).map(|i| SpaceId(i as u8))
    }

    /// The hexes in which passages meet, ascending. Each belongs to one of them all the same (HULK-GEN-16).
    #[must_use]
    pub fn junctions(&self) -> &[Cell] {
        &self.junctions
    }

    /// Whether passages meet in a hex.
    #[must_use]
    pub fn is_junction(&self, cell: Cell) -> bool {
        self.junctions.binary_search(&cell).is_ok()
    }

    /// All ways between a space and others, in order of their hexes. A doorway that touches two other spaces stands
    /// there for each of them.
    #[must_use]
    pub fn entrances(&self, id: SpaceId) -> Vec<Entrance> {
        let mut found = Vec::new();
        for &cell in &self.space(id).cells {
            for next in self.around(cell) {
                let (terrain, to) = (self.terrain[next.index()], self.space_at(next));
                if to.is_some() && to != id {
                    found.push(Entrance { at: next, way: Way::Open, to });
                }
                if terrain.is_doorway() {
                    let way = Way::Doorway(terrain);
                    let before = found.len();
                    let beyond = self.around(next).map(|c| self.space_at(c)).filter(|s| s.is_some() && *s != id);
                    found.extend(beyond.map(|to| Entrance { at: next, way, to }));
                    if found.len() == before {
                        found.push(Entrance { at: next, way, to: SpaceId::NONE });
                    }
                }
            }
            let ladders = self.links.iter().filter_map(|link| Some((link.beyond(cell)?, link.hatch)));
            for (other, hatch) in ladders {
                let to = self.space_at(other);
                if to != id {
                    found.push(Entrance { at: cell, way: Way::Ladder(hatch), to });
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The neighbours of a hex that are on the board.
    pub(crate) fn around(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        self.neighbours[cell.index()].into_iter().filter(|next| next.is_some())
    }

    /// The width of a space (HULK-GEN-03, HULK-SHOT-08): of each hex the shortest of the three rows of hexes of the
    /// space through it, of these the greatest. Junctions are left out, and gaps.
    #[must_use]
    pub fn space_width(&self, id: SpaceId) -> u16 {
        self.space(id).cells.iter().map(|&cell| self.width_at(cell)).max().unwrap_or(0)
    }

    /// The width of a space at one of its hexes; 0 in junctions and gaps.
    #[must_use]
    pub fn width_at(&self, cell: Cell) -> u16 {
        let id = self.space_at(cell);
        let counts = |c: Cell| {
            c.is_some() && self.space_at(c) == id && self.terrain[c.index()] != Terrain::Void && !self.is_junction(c)
        };
        if !counts(cell) {
            return 0;
        }
        let run = |towards: Facing| {
            let mut length = 0;
            let mut at = self.neighbours[cell.index()][towards as usize];
            while counts(at) {
                length += 1;
                at = self.neighbours[at.index()][towards as usize];
            }
            length
        };
        let axes = [Facing::E, Facing::NE, Facing::NW];
        axes.into_iter().map(|axis| 1 + run(axis) + run(axis.back())).min().unwrap_or(0)
    }

    /// Whether a hex lies outside of the ship: void that is no gap of a compartment.
    #[must_use]
    pub fn is_outside(&self, cell: Cell) -> bool {
        self.terrain[cell.index()] == Terrain::Void && !self.space_at(cell).is_some()
    }

    /// The hull hexes at which boarders may breach: floor of a space on one side, the outside on the other
    /// (HULK-BLIP-02). Ascending.
    pub fn breaches(&self) -> impl Iterator<Item = Cell> {
        self.cells().filter(|&cell| {
            let floor = |c: Cell| {
                let terrain = self.terrain[c.index()];
                self.space_at(c).is_some() && terrain.is_deck() && !terrain.is_barricade()
            };
            self.terrain[cell.index()] == Terrain::Hull
                && self.around(cell).any(floor)
                && self.around(cell).any(|c| self.is_outside(c))
        })
    }
}
