//! A hulk in the making.

use super::plan::Wanted;
use super::{MARGIN, Params};
use crate::board::{Board, Cell, Reach, Space, SpaceKind, Terrain};

/// No room, no arm.
pub(super) const NONE: u16 = u16::MAX;

/// A doorway, which may become a mouth.
#[derive(Clone, Copy)]
pub(super) struct Door {
    pub(super) at: Cell,
    /// The room that it belongs to; one between two rooms belongs to the first.
    pub(super) room: usize,
    /// The room on its other side, [`NONE`] for a passage.
    pub(super) beyond: u16,
}

/// A room that has found its place.
pub(super) struct Placed {
    pub(super) wanted: Wanted,
    /// Its hexes, ascending; gaps above its floor too.
    pub(super) cells: Vec<Cell>,
    pub(super) airless: bool,
}

/// A run of passage between junctions and doorways.
pub(super) struct Arm {
    pub(super) cells: Vec<Cell>,
    pub(super) style: usize,
}

/// What has been dug, and what it is to be.
pub(super) struct Draft {
    /// Hexes not dug yet are bulkheads.
    pub(super) board: Board,
    pub(super) reach: Reach,
    pub(super) rooms: Vec<Placed>,
    /// The room of each hex.
    pub(super) room_of: Vec<u16>,
    /// Whether each hex is passage.
    pub(super) passage: Vec<bool>,
    pub(super) doors: Vec<Door>,
    /// The arm of each hex of passage; [`NONE`] in junctions until they are given to one.
    pub(super) arm_of: Vec<u16>,
    pub(super) arms: Vec<Arm>,
    pub(super) junctions: Vec<Cell>,
    /// Where each style has its home.
    pub(super) homes: Vec<(usize, Cell)>,
    /// Pillars: bulkheads that stand for good.
    pub(super) pillars: Vec<Cell>,
}

impl Draft {
    pub(super) fn new(params: &Params) -> Draft {
        let board = Board::new("hulk", params.size.0, params.size.1, params.decks, Terrain::Bulkhead);
        let count = board.len();
        Draft {
            board,
            reach: Reach::new(),
            rooms: Vec::new(),
            room_of: vec![NONE; count],
            passage: vec![false; count],
            doors: Vec::new(),
            arm_of: vec![NONE; count],
            arms: Vec::new(),
            junctions: Vec::new(),
            homes: Vec::new(),
            pillars: Vec::new(),
        }
    }

    /// Whether a hex may be floor: hull and margin lie around all floor.
    pub(super) fn inside(&self, cell: Cell) -> bool {
        let (column, row) = self.board.column_row(cell);
        let least = MARGIN + 2;
        (least..=self.board.width + 1 - least).contains(&column)
            && (least..=self.board.height + 1 - least).contains(&row)
    }

    /// Whether a hex is floor by now.
    pub(super) fn dug(&self, cell: Cell) -> bool {
        self.passage[cell.index()] || self.room_of[cell.index()] != NONE
    }

    pub(super) fn is_door(&self, cell: Cell) -> bool {
        self.board.terrain[cell.index()].is_doorway()
    }

    /// The same place on the deck above.
    pub(super) fn above(&self, cell: Cell) -> Cell {
        Cell(cell.0 + self.board.width * self.board.height)
    }

    pub(super) fn dig(&mut self, cell: Cell) {
        self.passage[cell.index()] = true;
        self.board.terrain[cell.index()] = Terrain::Floor;
    }

    pub(super) fn hang(&mut self, door: Door) {
        self.board.terrain[door.at.index()] = Terrain::Door;
        self.doors.push(door);
    }

    /// The connected pieces of some hexes of passages, each ascending, the one with the lowest hex first.
    pub(super) fn pieces(&self, belongs: impl Fn(Cell) -> bool) -> Vec<Vec<Cell>> {
        let mut seen = vec![false; self.board.len()];
        let mut found = Vec::new();
        for cell in self.board.cells() {
            if seen[cell.index()] || !belongs(cell) {
                continue;
            }
            seen[cell.index()] = true;
            let mut piece = vec![cell];
            let mut next = 0;
            while let Some(&at) = piece.get(next) {
                next += 1;
                for to in self.board.around(at) {
                    if !seen[to.index()] && belongs(to) {
                        seen[to.index()] = true;
                        piece.push(to);
                    }
                }
            }
            piece.sort_unstable();
            found.push(piece);
        }
        found
    }

    /// The home of a style that is nearest to a hex.
    pub(super) fn style_near(&self, cell: Cell) -> usize {
        let nearest = self.homes.iter().min_by_key(|(_, home)| self.board.distance(*home, cell));
        nearest.map_or(0, |(style, _)| *style)
    }

    /// The board with its spaces: rooms as they were planned, then passages.
    pub(super) fn finish(mut self, name: &str) -> Board {
        let mut spaces: Vec<Space> = Vec::new();
        for room in self.rooms {
            spaces.push(Space {
                name: room.wanted.name,
                kind: SpaceKind::Room,
                airless: room.airless,
                style: super::plan::STYLES[room.wanted.style].name.to_owned(),
                cells: room.cells,
            });
        }
        for (i, mut arm) in self.arms.into_iter().enumerate() {
            arm.cells.sort_unstable();
            spaces.push(Space {
                name: format!("passage {}", i + 1),
                kind: SpaceKind::Passage,
                airless: false,
                style: super::plan::STYLES[arm.style].name.to_owned(),
                cells: arm.cells,
            });
        }
        name.clone_into(&mut self.board.name);
        self.board.mark_spaces(spaces, self.junctions);
        self.board
    }
}
