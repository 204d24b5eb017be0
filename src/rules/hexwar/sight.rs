//! What lies between hexes as the map draws it (HEX-LOS).

use std::sync::OnceLock;

use crate::board::{Board, Cell, Shift, Terrain};

use super::numbers::{Sight, TerrainRow};

/// What lies between two hexes as the map draws it, worked out when it is first asked for: row by row, because most
/// battles never look from most hexes.
#[derive(Debug)]
pub(super) struct SightTable {
    rows: Vec<OnceLock<Box<[Between]>>>,
    ground: [Sight; Terrain::ALL.len()],
}

/// What lies between two hexes, along both traces (MAP-08).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Between {
    pub(super) left: Lane,
    pub(super) right: Lane,
}

/// What lies along one trace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lane {
    /// Soft hexes.
    pub(super) soft: u8,
    /// Something that blocks units on the ground.
    pub(super) blocked: bool,
    /// Something that blocks flyers too.
    pub(super) walled: bool,
}

impl SightTable {
    pub(super) fn new(board: &Board, ground: &[TerrainRow; Terrain::ALL.len()]) -> Self {
        SightTable { rows: board.cells().map(|_| OnceLock::new()).collect(), ground: ground.map(|g| g.sight) }
    }

    #[inline]
    pub(super) fn between(&self, board: &Board, from: Cell, to: Cell) -> Between {
        let row = self.rows[from.index()].get_or_init(|| {
            board
                .cells()
                .map(|to| {
                    let lane = |side| Lane::along(board, from, to, side, |c| self.drawn(board, c));
                    Between { left: lane(Shift::Left), right: lane(Shift::Right) }
                })
                .collect()
        });
        row[to.index()]
    }

    /// What the terrain that the map draws does to sight.
    #[inline]
    pub(super) fn drawn(&self, board: &Board, cell: Cell) -> Sight {
        self.ground[board.terrain[cell.index()] as usize]
    }
}

impl Lane {
    /// HEX-LOS-02 and -04 along one trace.
    pub(super) fn along(board: &Board, from: Cell, to: Cell, side: Shift, sight: impl Fn(Cell) -> Sight) -> Lane {
        let top = board.heights[from.index()].max(board.heights[to.index()]);
        let mut lane = Lane::default();
        for cell in board.trace(from, to, side) {
            match sight(cell) {
                Sight::Open => {}
                Sight::Soft => lane.soft = lane.soft.saturating_add(1),
                Sight::Blocks => lane.blocked = true,
                Sight::Wall => lane.walled = true,
            }
            lane.blocked |= board.heights[cell.index()] >= top + 2;
        }
        lane
    }
}
