//! Ways over the ground as the map draws it: worked out when they are first asked for and kept, because the same
//! units start from the same hexes again and again, above all in a search.

use crate::board::{Board, Cell, Facing, LazyTable, Reach, Step};

use super::stats::Class;

/// All facings, as bits.
pub(super) const ALL_FACINGS: u8 = 0b11_1111;

/// A facing and the two next to it, as bits: what one free turn allows.
pub(super) fn beside(facing: Facing) -> u8 {
    1 << facing as u8 | 1 << facing.left() as u8 | 1 << facing.right() as u8
}

/// What the heights of two neighbours add to a step on the ground (HEX-MOVE-07); none where it cannot be made.
pub(super) fn climb(board: &Board, from: Cell, to: Cell) -> Option<u8> {
    match board.heights[from.index()].abs_diff(board.heights[to.index()]) {
        0 | 1 => Some(0),
        _ if board.links.iter().any(|l| (l.from, l.to) == (from, to) || (l.to, l.from) == (from, to)) => Some(0),
        2 | 3 => Some(1),
        _ => None,
    }
}

/// Most movement points for which ways are kept.
const MOST_POINTS: usize = 5;
/// Infantry, Monsters, Vehicles by facing, each on the ground and in the air.
const GAITS: usize = 2 * 8;

/// How a unit goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gait {
    /// Column of the terrain table.
    pub(super) class: Class,
    /// Whether in the air.
    pub(super) flying: bool,
    /// Where it faces at the start.
    pub(super) facing: Facing,
}

impl Gait {
    fn index(self) -> usize {
        let gait = match self.class {
            Class::Infantry => 0,
            Class::Monster => 1,
            Class::Vehicle => 2 + self.facing as usize,
        };
        gait + if self.flying { 8 } else { 0 }
    }
}

/// A hex that can be gone to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Way {
    pub(super) to: Cell,
    /// Facings in which it can be left standing, as bits; none for Infantry.
    pub(super) facings: u8,
}

/// All ways from all hexes, as far as they have been asked for.
#[derive(Debug)]
pub(super) struct Ways(LazyTable<Box<[Way]>>);

impl Ways {
    pub(super) fn new(board: &Board) -> Self {
        Ways(LazyTable::new(board.len(), MOST_POINTS * GAITS))
    }

    /// The ways from a hex for so many points, were nobody else on the board; none for more points than are kept.
    pub(super) fn from(
        &self,
        board: &Board,
        costs: &[Vec<Option<u8>>; 4],
        gait: Gait,
        at: Cell,
        points: u8,
        reach: &mut Reach,
    ) -> Option<&[Way]> {
        let row = usize::from(points).checked_sub(1).filter(|&row| row < MOST_POINTS)?;
        let ways = self.0.of(at, row * GAITS + gait.index(), || search(board, costs, gait, at, points, reach));
        Some(ways)
    }
}

fn search(
    board: &Board,
    costs: &[Vec<Option<u8>>; 4],
    gait: Gait,
    at: Cell,
    points: u8,
    reach: &mut Reach,
) -> Box<[Way]> {
    let costs = &costs[if gait.flying { 3 } else { gait.class as usize }];
    let step = |from: Cell, to: Cell| {
        let cost = costs[to.index()]? + if gait.flying { 0 } else { climb(board, from, to)? };
        // HEX-MOVE-03: one enterable hex can always be entered for all points.
        Some(Step { cost: if from == at { cost.min(points) } else { cost }, stop: false })
    };
    match gait.class {
        Class::Vehicle => reach.turning(board, at, gait.facing, points, step),
        Class::Infantry | Class::Monster => reach.field(board, at, points, step),
    }
    let facings = |to: Cell| match gait.class {
        Class::Infantry => 0,
        Class::Monster => ALL_FACINGS,
        Class::Vehicle => reach.facing_set(to),
    };
    let reached = reach.reached().iter().filter(|&&to| to != at);
    let mut ways: Vec<Way> = reached.map(|&to| Way { to, facings: facings(to) }).collect();
    if gait.class == Class::Vehicle {
        // HEX-MOVE-09: one hex in reverse takes the whole step.
        for facing in [gait.facing, gait.facing.left(), gait.facing.right()] {
            let behind = board.neighbours[at.index()][facing.back() as usize];
            if !behind.is_some() || step(at, behind).is_none() {
                continue;
            }
            match ways.iter_mut().find(|way| way.to == behind) {
                Some(ahead) => ahead.facings |= beside(facing),
                None => ways.push(Way { to: behind, facings: beside(facing) }),
            }
        }
    }
    ways.into()
}
