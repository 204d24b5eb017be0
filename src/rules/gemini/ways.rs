//! Ways over the ground (GEM-MOVE-01, GEM-MOVE-02, GEM-MOVE-07, GEM-MOVE-09).

use crate::battle::UnitId;
use crate::board::{Board, Cell, MAX_CELLS, Reach, Step as Pace};

use super::Battle;
use super::content::TerrainRow;
use super::model::Condition;

/// Inches that a ladder costs (GEM-MOVE-07).
const LADDER: u8 = 3;
/// Inches of a jump down (GEM-MOVE-04).
const JUMP: u8 = 3;

/// Whom a mover may come into contact with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Touch {
    /// Nobody who stands (GEM-MOVE-02).
    Nobody,
    /// This enemy, at the end (GEM-MOVE-03).
    Only(UnitId),
    /// Anybody (GEM-FOL-01): whoever touches stops.
    Anybody,
    /// Nobody, and fallen enemies may be stepped over (GEM-FOL-01).
    OverFallen,
}

/// Somebody who goes over the ground.
#[derive(Clone, Debug)]
pub struct Walker {
    unit: UnitId,
    /// Inches of its whole move, which what it climbs is measured by.
    m: u8,
    near: Touch,
    /// The hexes in which it would touch standing enemies, by bits; where it may touch nobody, those too in which somebody is.
    barred: [u64; MAX_CELLS / 64],
}

impl Walker {
    /// Whether it would touch a standing enemy in a hex, or may not be there because of others.
    #[inline]
    fn is_barred(&self, cell: Cell) -> bool {
        self.barred[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
    }
}

/// What the step from a hex to the next, of this kind of ground, costs a mover whose whole move is `m`, be its doors open
/// or locked; none where it cannot be made (GEM-MOVE-07).
#[must_use]
pub(super) fn pace(board: &Board, row: &TerrainRow, from: Cell, to: Cell, m: u8) -> Option<u8> {
    let ground = row.cost?;
    let (half, ladder) = (|| m.div_ceil(2).max(1), || LADDER.min(m.max(1)));
    let height = |of: Cell| board.heights[of.index()];
    match height(from).abs_diff(height(to)) {
        _ if board.deck(from) != board.deck(to) => Some(ladder()),
        0 | 1 if row.climbed => Some(half().max(ground)),
        0 | 1 => Some(ground),
        _ if board.is_linked(from, to) => Some(ladder()),
        2 => Some(half()),
        _ => None,
    }
}

/// Whether the way from a hex to the next is down a ledge of 3 inches, where nothing leads down (GEM-MOVE-04).
#[must_use]
pub(super) fn drops(board: &Board, from: Cell, to: Cell) -> bool {
    let height = |of: Cell| board.heights[of.index()];
    height(from) == height(to) + JUMP && board.deck(from) == board.deck(to) && !board.is_linked(from, to)
}

impl Battle {
    /// What the step from a hex to the next costs a mover whose whole move is `m`; none where it cannot be made.
    #[inline]
    #[must_use]
    pub fn pace(&self, from: Cell, to: Cell, m: u8) -> Option<u8> {
        let even = self.setting().even[to.index()];
        if even > 0 {
            return Some(even);
        }
        self.uneven_pace(from, to, m)
    }

    fn uneven_pace(&self, from: Cell, to: Cell, m: u8) -> Option<u8> {
        let row = self.row(to);
        if row.door && self.ground(to).locked {
            return None;
        }
        pace(self.board(), row, from, to, m)
    }

    /// A model on its way of so many inches, whose whole move is `m`; `near` says whom it may touch.
    #[must_use]
    pub fn walker(&self, unit: UnitId, m: u8, inches: u8, near: Touch) -> Walker {
        let mut barred = [0; MAX_CELLS / 64];
        if near == Touch::Nobody {
            let occupied = self.occupied_hexes();
            barred[..occupied.len()].copy_from_slice(occupied);
        }
        let board = self.board();
        let straight = !board.has_shortcuts();
        for foe in self.enemies_of(self.piece(unit).side) {
            let far = straight && self.apart(unit, foe) > u16::from(inches) + 1;
            if far || !self.standing(foe) {
                continue;
            }
            let at = self.piece(foe).at;
            let height = board.heights[at.index()];
            for cell in board.neighbours[at.index()] {
                // No hex has no height.
                let Some(&other) = board.heights.get(cell.index()) else { continue };
                barred[cell.index() / 64] |= u64::from(height.abs_diff(other) <= 1) << (cell.index() % 64);
            }
        }
        Walker { unit, m, near, barred }
    }

    /// A step of a model's own move, as far as others let it pass.
    #[inline]
    #[must_use]
    pub fn stride(&self, walker: &Walker, from: Cell, to: Cell) -> Option<Pace> {
        let stop = match walker.near {
            Touch::Nobody if walker.is_barred(to) => return None,
            Touch::Nobody => false,
            _ => self.contacts(walker, to)?,
        };
        Some(Pace { cost: self.pace(from, to, walker.m)?, stop })
    }

    /// Whether a walker who may touch somebody is stopped in a hex; none where it may not be.
    fn contacts(&self, walker: &Walker, to: Cell) -> Option<bool> {
        let &Walker { unit, near, .. } = walker;
        let free = || (!walker.is_barred(to)).then_some(false);
        match near {
            _ if self.occupied(to) => {
                let fallen = |other: UnitId| self.unit(other).condition.is_felled() && self.enemies(unit, other);
                let over = matches!(near, Touch::OverFallen | Touch::Anybody) && self.units_in(to).all(fallen);
                over.then_some(false)
            }
            Touch::Nobody | Touch::OverFallen => free(),
            // The last hex may touch several (GEM-MOVE-03): it is where the charge ends.
            Touch::Only(foe) => {
                let arrives = self.touching(to, self.piece(foe).at);
                (arrives || !walker.is_barred(to)).then_some(arrives)
            }
            Touch::Anybody => Some(walker.is_barred(to)),
        }
    }

    /// Searches what a model reaches with so many inches.
    pub fn search(&self, unit: UnitId, inches: u8, m: u8, near: Touch, reach: &mut Reach) {
        self.seek(unit, inches, m, near, reach, |_| false);
    }

    /// The same, as far as the first hex that is wanted.
    pub fn seek(
        &self,
        unit: UnitId,
        inches: u8,
        m: u8,
        near: Touch,
        reach: &mut Reach,
        wanted: impl FnMut(Cell) -> bool,
    ) -> Option<Cell> {
        let walker = self.walker(unit, m, inches, near);
        reach.seek(self.board(), self.piece(unit).at, inches, |from, to| self.stride(&walker, from, to), wanted)
    }

    /// The same for hexes that are wanted within so many hexes of a goal.
    pub fn seek_near(
        &self,
        walker: &Walker,
        inches: u8,
        goal: (Cell, u16),
        reach: &mut Reach,
        wanted: impl FnMut(Cell) -> bool,
    ) -> Option<Cell> {
        let start = self.piece(walker.unit).at;
        reach.seek_near(self.board(), start, inches, goal, |from, to| self.stride(walker, from, to), wanted)
    }

    /// Searches as for a Move with jumps down, of 3 inches each (GEM-MOVE-04), as far as the first hex that is wanted.
    pub fn seek_jumps(
        &self,
        unit: UnitId,
        inches: u8,
        reach: &mut Reach,
        wanted: impl FnMut(Cell) -> bool,
    ) -> Option<Cell> {
        let walker = self.walker(unit, self.allowance(unit), inches, Touch::Nobody);
        let leap = |from, to| {
            let free = drops(self.board(), from, to) && !walker.is_barred(to);
            self.row(to).cost.filter(|_| free).map(|cost| Pace { cost, stop: false })
        };
        let enter = |from, to| self.stride(&walker, from, to).or_else(|| leap(from, to));
        reach.seek(self.board(), self.piece(unit).at, inches, enter, wanted)
    }

    /// The way of a charge: to the cheapest hex that touches the target; where none is in reach, as near as can be come
    /// (GEM-MOVE-03). The next hex last. Whether it arrives.
    pub fn charge_way(&self, unit: UnitId, target: UnitId, inches: u8, reach: &mut Reach, way: &mut Vec<Cell>) -> bool {
        let at = self.piece(target).at;
        let free = |cell: Cell| !self.occupied(cell) || cell == self.piece(unit).at;
        let touches = |cell| free(cell) && self.touching(cell, at);
        let arrives = self.seek(unit, inches, self.allowance(unit), Touch::Only(target), reach, touches);
        let nearest = || {
            let reached = reach.reached().iter().filter(|cell| free(**cell));
            reached.min_by_key(|cell| (self.board().distance(**cell, at), reach.cost(**cell), **cell)).copied()
        };
        way.clear();
        if let Some(goal) = arrives.or_else(nearest) {
            reach.path(goal, way);
            way.reverse();
        }
        arrives.is_some()
    }

    /// Whether a charge of so many inches comes to a hex that touches a target (GEM-MOVE-03).
    #[must_use]
    pub fn charge_arrives(&self, unit: UnitId, target: UnitId, inches: u8, reach: &mut Reach) -> bool {
        let at = self.piece(target).at;
        // No way is shorter than the straight one.
        if !self.board().has_shortcuts() && self.apart(unit, target) > u16::from(inches) + 1 {
            return false;
        }
        let touches = |cell| self.touching(cell, at) && !self.occupied(cell);
        let walker = self.walker(unit, self.allowance(unit), inches, Touch::Only(target));
        self.seek_near(&walker, inches, (at, 1), reach, touches).is_some()
    }

    /// Whether a model goes at half its rate.
    #[must_use]
    pub fn is_slow(&self, unit: UnitId) -> bool {
        matches!(self.unit(unit).condition, Condition::Dazed | Condition::Reeling | Condition::KnockedDown)
    }
}
