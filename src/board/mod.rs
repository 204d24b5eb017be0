//! The board: hexes, facings, exact arcs, terrain, heights, decks, spaces of ships, sight, templates,
//! reach and paths.
//!
//! Everything here is whole-number geometry; no float decides anything. Hexes are pointy-topped, in
//! rows of which every second one (the 2nd, 4th ...) is shifted half a hex to the right. A hex of one
//! deck is a [`Cell`]: a dense index, so that whatever is known of hexes lives in flat arrays.

pub mod arc;
pub mod facing;
mod lazy;
pub mod map;
mod patch;
pub mod reach;
pub mod sight;
pub mod space;
pub mod template;
pub mod terrain;
#[cfg(test)]
mod tests;

pub use arc::{Bearing, Half, Quarter, quarter, within};
pub use facing::Facing;
pub use lazy::{LazyPairs, LazyTable};
pub use patch::Patch;
pub use reach::{Reach, Step};
pub use sight::{Shift, Sight, Trace};
pub use space::{Entrance, Space, SpaceId, SpaceKind, Way};
pub use template::{LONGEST_TEARDROP, Under};
pub use terrain::Terrain;

use std::borrow::Cow;

use hexx::{Hex, HexOrientation, OffsetHexMode};
use serde::{Deserialize, Serialize};

use crate::source::Site;

/// Most hexes a board may have, all decks together. [`Reach`] numbers each hex with its facings in a `u16`.
pub const MAX_CELLS: usize = 8192;

/// Most stretches that a border is divided into: as many as there can be sides.
const MAX_STRETCHES: i32 = 8;

/// One hex of one deck, as a dense index into the board's arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub u16);

impl Cell {
    /// No hex: off the board, or not placed yet.
    pub const NONE: Cell = Cell(u16::MAX);

    /// The index into per-hex arrays; only for a hex that is on the board.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether this is a hex of a board at all.
    #[inline]
    pub fn is_some(self) -> bool {
        self != Self::NONE
    }
}

/// A set of hexes, in a buffer that is used again and again.
#[derive(Clone, Debug, Default)]
pub struct CellSet(Vec<u64>);

impl CellSet {
    /// Empties it, for a board of so many hexes.
    pub fn clear(&mut self, cells: usize) {
        self.0.clear();
        self.0.resize(cells.div_ceil(64), 0);
    }

    /// Puts a hex in; whether it was not there before.
    #[inline]
    pub fn insert(&mut self, cell: Cell) -> bool {
        let (word, bit) = (&mut self.0[cell.index() / 64], 1 << (cell.index() % 64));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Whether a hex is in it.
    #[inline]
    #[must_use]
    pub fn has(&self, cell: Cell) -> bool {
        self.0[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
    }
}

/// A connection between two decks (or two hexes of one) that is not a shared hexside (MAP-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Link {
    /// One end.
    pub from: Cell,
    /// The other end.
    pub to: Cell,
    /// The hatch between, closed at the start, if there is one: a light, usual or heavy one.
    pub hatch: Option<Terrain>,
}

impl Link {
    /// The other end, where one end is in this hex.
    pub(crate) fn beyond(&self, cell: Cell) -> Option<Cell> {
        match cell {
            _ if self.from == cell => Some(self.to),
            _ if self.to == cell => Some(self.from),
            _ => None,
        }
    }
}

/// One of the map's four sides (MAP-17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Edge {
    /// The first column.
    Left,
    /// The last column.
    Right,
    /// The first row.
    Top,
    /// The last row.
    Bottom,
}

impl Edge {
    /// All four, in the order in which actions number them.
    pub const ALL: [Edge; 4] = [Edge::Left, Edge::Right, Edge::Top, Edge::Bottom];
}

/// A named set of hexes: a deployment zone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    /// The name that scenarios use.
    pub name: String,
    /// Its hexes, ascending.
    pub cells: Vec<Cell>,
}

/// The unchanging ground that a battle is fought on. Shared by all copies of a battle.
#[derive(Clone, Debug)]
pub struct Board {
    /// The map's name.
    pub name: String,
    /// Hexes in a row.
    pub width: u16,
    /// Rows.
    pub height: u16,
    /// Floors (MAP-11), at least 1.
    pub decks: u16,
    /// Terrain of each hex as the map draws it.
    pub terrain: Vec<Terrain>,
    /// Height of each hex in inches (MAP-11).
    pub heights: Vec<u8>,
    /// The six neighbours of each hex by [`Facing`]; [`Cell::NONE`] past the edge.
    pub neighbours: Vec<[Cell; 6]>,
    /// Ladders, stairs, hatches between decks.
    pub links: Vec<Link>,
    /// Whether it is night there, which is seen and changes nothing.
    pub night: bool,
    /// Zones by name.
    pub zones: Vec<Region>,
    spaces: Vec<Space>,
    /// The space of each hex; empty where the map has none.
    space_of: Vec<SpaceId>,
    /// Where passages meet, ascending.
    junctions: Vec<Cell>,
    coordinates: Vec<Hex>,
}

impl Board {
    /// A board of one kind of terrain, flat, without zones; what maps and tests start from.
    ///
    /// # Panics
    /// When there are no hexes, or more than [`MAX_CELLS`]: whoever reads a size from a file checks it first.
    #[must_use]
    pub fn new(name: &str, width: u16, height: u16, decks: u16, terrain: Terrain) -> Self {
        let count = usize::from(width) * usize::from(height) * usize::from(decks);
        assert!((1..=MAX_CELLS).contains(&count), "a board has 1 to {MAX_CELLS} hexes, not {count}");
        let mut board = Board {
            name: name.to_owned(),
            width,
            height,
            decks,
            terrain: vec![terrain; count],
            heights: vec![0; count],
            neighbours: Vec::new(),
            links: Vec::new(),
            night: false,
            zones: Vec::new(),
            spaces: Vec::new(),
            space_of: Vec::new(),
            junctions: Vec::new(),
            coordinates: Vec::new(),
        };
        board.coordinates = (0..count).map(|i| board.hex_of_index(i)).collect();
        board.neighbours = (0..count)
            .map(|i| {
                let deck = board.deck(Cell(i as u16));
                Facing::ALL.map(|f| board.cell(board.coordinates[i] + f.step(), deck))
            })
            .collect();
        board
    }

    fn hex_of_index(&self, index: usize) -> Hex {
        let in_deck = index % (usize::from(self.width) * usize::from(self.height));
        let (row, column) = (in_deck / usize::from(self.width), in_deck % usize::from(self.width));
        Hex::from_offset_coordinates([column as i32, row as i32], OffsetHexMode::Odd, HexOrientation::Pointy)
    }

    /// How many hexes there are, all decks together.
    #[must_use]
    pub fn len(&self) -> usize {
        self.terrain.len()
    }

    /// Never: a board has at least one hex.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terrain.is_empty()
    }

    /// All hexes, in order of their index.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.len() as u16).map(Cell)
    }

    /// The axial coordinates of a hex (its deck left out).
    #[inline]
    #[must_use]
    pub fn hex(&self, cell: Cell) -> Hex {
        self.coordinates[cell.index()]
    }

    /// The deck that a hex lies on, from 0.
    #[inline]
    #[must_use]
    pub fn deck(&self, cell: Cell) -> u16 {
        if self.decks == 1 {
            return 0; // spares most boards the division
        }
        (cell.index() / (usize::from(self.width) * usize::from(self.height))) as u16
    }

    /// The cell at axial coordinates on a deck; [`Cell::NONE`] if that is off the board.
    #[must_use]
    pub fn cell(&self, hex: Hex, deck: u16) -> Cell {
        let [column, row] = hex.to_offset_coordinates(OffsetHexMode::Odd, HexOrientation::Pointy);
        if column < 0
            || row < 0
            || column >= i32::from(self.width)
            || row >= i32::from(self.height)
            || deck >= self.decks
        {
            return Cell::NONE;
        }
        Cell(deck * self.width * self.height + row as u16 * self.width + column as u16)
    }

    /// The cell at a map author's column and row, both from 1, on the first deck.
    #[must_use]
    pub fn at(&self, column: u16, row: u16) -> Cell {
        if column == 0 || row == 0 || column > self.width || row > self.height {
            return Cell::NONE;
        }
        Cell((row - 1) * self.width + column - 1)
    }

    /// The cell that a file names.
    #[must_use]
    pub fn site(&self, site: Site) -> Cell {
        let cell = self.at(site.column, site.row);
        if !cell.is_some() || site.deck >= self.decks {
            return Cell::NONE;
        }
        Cell(cell.0 + site.deck * self.width * self.height)
    }

    /// Which columns, rows and decks there are, in words.
    #[must_use]
    pub fn extent(&self) -> String {
        let decks = if self.decks == 1 { String::new() } else { format!(", decks 0 to {}", self.decks - 1) };
        format!("columns are 1 to {}, rows 1 to {}{decks}", self.width, self.height)
    }

    /// Column and row of a hex as map authors count them, both from 1.
    #[must_use]
    pub fn column_row(&self, cell: Cell) -> (u16, u16) {
        let in_deck = cell.0 % (self.width * self.height);
        (in_deck % self.width + 1, in_deck / self.width + 1)
    }

    /// A hex as players read it: column.row, and the deck where there are several.
    #[must_use]
    pub fn label(&self, cell: Cell) -> String {
        let (column, row) = self.column_row(cell);
        if self.decks == 1 {
            format!("{column}.{row}")
        } else {
            format!("{column}.{row} on deck {}", self.deck(cell) + 1)
        }
    }

    /// Steps between two hexes of one deck (MAP-02, HEX-BASE-02): the same hex 0, a neighbour 1.
    #[inline]
    #[must_use]
    pub fn distance(&self, a: Cell, b: Cell) -> u16 {
        self.hex(a).unsigned_distance_to(self.hex(b)) as u16
    }

    /// The hexes of a zone: one that the map draws, by its name, or `border I of N`, which every map has. That is the
    /// I-th of N equal stretches along its border, from the middle of the left edge clockwise, where sides can begin.
    #[must_use]
    pub fn zone(&self, name: &str) -> Option<Cow<'_, [Cell]>> {
        if let Some(zone) = self.zones.iter().find(|zone| zone.name == name) {
            return Some(Cow::Borrowed(&zone.cells));
        }
        let (place, of) = name.strip_prefix("border ")?.split_once(" of ")?;
        let (place, of) = (place.parse::<i32>().ok()?, of.parse::<i32>().ok()?);
        ((2..=MAX_STRETCHES).contains(&of) && (1..=of).contains(&place)).then(|| Cow::Owned(self.border(place - 1, of)))
    }

    /// The hexes of a stretch of the border, a sixth of the map deep but three hexes at least, from its outermost hex that is
    /// no void. Two fifths of what lies between the middles of two stretches is left free; a fifth on a map so small that
    /// three hexes would not fit.
    fn border(&self, place: i32, of: i32) -> Vec<Cell> {
        // A quarter of the way round, which every number of stretches divides: what lies opposite is then the same.
        const QUARTER: i32 = 65_520;
        const ROUND: i32 = 4 * QUARTER;
        let place_of = |cell: Cell| {
            let (column, row) = self.column_row(cell);
            (i32::from(column) - 1, i32::from(row) - 1)
        };
        // Around a hulk lies nothing.
        let solid = |cell: &Cell| self.deck(*cell) == 0 && self.terrain[cell.index()] != Terrain::Void;
        let places = || self.cells().filter(solid).map(place_of);
        let (left, top) = places().fold((i32::MAX, i32::MAX), |least, at| (least.0.min(at.0), least.1.min(at.1)));
        let (right, bottom) = places().fold((0, 0), |most, at| (most.0.max(at.0), most.1.max(at.1)));
        let (width, height) = (right - left + 1, bottom - top + 1);
        let deep = (width.min(height) / 6).max(3);
        let off = |cell: Cell| {
            let (column, row) = place_of(cell);
            (column - left).min(right - column).min(row - top).min(bottom - row)
        };
        // Tenths of the way from one middle to the next, on either side of this one's.
        let within = |cell: Cell, tenths: i32| {
            let (column, row) = place_of(cell);
            let (column, row) = (column - left, row - top);
            // How far round the middle of the map, from its left, where a straight way to the corner is half a quarter:
            // whole numbers, so that all machines agree.
            let (x, y) = ((2 * column - width + 1) * height, (2 * row - height + 1) * width);
            let sum = (x.abs() + y.abs()).max(1);
            let part = |n: i32| (i64::from(n.abs()) * i64::from(QUARTER) / i64::from(sum)) as i32;
            let turn = match (x < 0, y < 0) {
                (true, true) => part(y),
                (false, true) => QUARTER + part(x),
                (false, false) => 2 * QUARTER + part(y),
                (true, false) => 3 * QUARTER + part(x),
            };
            let apart = (turn - place * (ROUND / of)).rem_euclid(ROUND);
            apart.min(ROUND - apart) * of * 10 <= ROUND * tenths
        };
        let stretch = |tenths| {
            let wedge = || self.cells().filter(solid).filter(|&cell| within(cell, tenths));
            let outermost = wedge().map(off).min().unwrap_or_default();
            wedge().filter(|&cell| off(cell) < outermost + deep).collect::<Vec<_>>()
        };
        let narrow = stretch(3);
        if narrow.len() < 3 { stretch(4) } else { narrow }
    }

    /// The hexes one step away: neighbours in the order of [`Facing::ALL`], then the other ends of links,
    /// which lead both ways (MAP-11, MAP-21).
    #[inline]
    pub fn exits(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.neighbours[cell.index()].into_iter().filter(|to| to.is_some()).chain(self.linked(cell))
    }

    /// Whether some way is shorter than the straight line: there are several decks, or links between hexes that are no
    /// neighbours.
    #[inline]
    pub(crate) fn has_shortcuts(&self) -> bool {
        let far = |link: &Link| !self.neighbours[link.from.index()].contains(&link.to);
        self.decks > 1 || self.links.iter().any(far)
    }

    /// The other ends of a hex's links.
    pub(crate) fn linked(&self, cell: Cell) -> impl Iterator<Item = Cell> {
        self.links.iter().filter_map(move |link| link.beyond(cell))
    }

    /// Whether a link leads from a hex to another.
    pub(crate) fn is_linked(&self, from: Cell, to: Cell) -> bool {
        self.linked(from).any(|end| end == to)
    }

    /// The hexes of the same deck at most `steps` steps from `centre`, itself included, ascending (MAP-02).
    pub fn within(&self, centre: Cell, steps: u16) -> impl Iterator<Item = Cell> {
        let (hex, steps) = (self.hex(centre), i32::from(steps));
        let (width, height) = (i32::from(self.width), i32::from(self.height));
        let deck = i32::from(self.deck(centre)) * width * height;
        ((hex.y - steps).max(0)..=(hex.y + steps).min(height - 1)).flat_map(move |row| {
            let down = row - hex.y;
            let column = hex.x + row / 2;
            let first = (column - steps + (-down).max(0)).max(0);
            let last = (column + steps - down.max(0)).min(width - 1);
            (first..=last).map(move |column| Cell((deck + row * width + column) as u16))
        })
    }

    /// A large model's hexes: the centre, then the six around it in the order of [`Facing::ALL`]; none if
    /// they are not all on the board (MAP-04).
    #[must_use]
    pub fn footprint(&self, centre: Cell) -> Option<[Cell; 7]> {
        let around = self.neighbours[centre.index()];
        let [e, ne, nw, w, sw, se] = around;
        around.iter().all(|cell| cell.is_some()).then_some([centre, e, ne, nw, w, sw, se])
    }

    /// The hexes of one side of the map, all decks, ascending (MAP-17).
    pub fn edge(&self, edge: Edge) -> impl Iterator<Item = Cell> {
        self.cells().filter(move |&cell| self.on_edge(cell, edge))
    }

    /// Whether a hex belongs to that side of the map; a corner belongs to two (MAP-17).
    #[must_use]
    pub fn on_edge(&self, cell: Cell, edge: Edge) -> bool {
        let (column, row) = self.column_row(cell);
        match edge {
            Edge::Left => column == 1,
            Edge::Right => column == self.width,
            Edge::Top => row == 1,
            Edge::Bottom => row == self.height,
        }
    }
}
