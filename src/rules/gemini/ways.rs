//! Ways over the ground (GEM-MOVE-01, GEM-MOVE-02, GEM-MOVE-07, GEM-MOVE-09).

use crate::battle::{UnitId, UnitSet};
use crate::board::{Cell, Reach, Step as Pace};

use super::Battle;
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
#[derive(Clone, Copy, Debug)]
pub struct Walker {
    unit: UnitId,
    /// Inches of its whole move, which what it climbs is measured by.
    m: u8,
    near: Touch,
    /// The standing enemies that it could come to touch.
    foes: UnitSet,
}

impl Battle {
    /// What the step from a hex to the next costs a mover whose whole move is `m`; none where it cannot be made.
    #[must_use]
    pub fn pace(&self, from: Cell, to: Cell, m: u8) -> Option<u8> {
        let row = self.row(to);
        let ground = row.cost?;
        if row.door && self.ground(to).locked {
            return None;
        }
        let linked = self.board().is_linked(from, to);
        let climb = self.height(from).abs_diff(self.height(to));
        let half = m.div_ceil(2).max(1);
        match climb {
            _ if self.board().deck(from) != self.board().deck(to) => Some(LADDER.min(m.max(1))),
            0 | 1 if row.climbed => Some(half.max(ground)),
            0 | 1 => Some(ground),
            _ if linked => Some(LADDER.min(m.max(1))),
            2 => Some(half),
            _ => None,
        }
    }

    /// A model on its way of so many inches, whose whole move is `m`; `near` says whom it may touch.
    #[must_use]
    pub fn walker(&self, unit: UnitId, m: u8, inches: u8, near: Touch) -> Walker {
        let far = |foe| self.board().decks == 1 && self.apart(unit, foe) > u16::from(inches) + 1;
        let foes = self.enemies_of(self.piece(unit).side).only(|foe| self.standing(foe) && !far(foe));
        Walker { unit, m, near, foes }
    }

    /// A step of a model's own move, as far as others let it pass.
    #[must_use]
    pub fn stride(&self, walker: &Walker, from: Cell, to: Cell) -> Option<Pace> {
        let &Walker { unit, m, near, foes } = walker;
        let cost = self.pace(from, to, m)?;
        if self.occupied(to) {
            let fallen = |other: UnitId| self.unit(other).condition.is_felled() && self.enemies(unit, other);
            let over = matches!(near, Touch::OverFallen | Touch::Anybody) && self.units_in(to).all(fallen);
            return over.then_some(Pace { cost, stop: false });
        }
        match near {
            Touch::Nobody | Touch::OverFallen => (!self.touches_any(to, foes)).then_some(Pace { cost, stop: false }),
            // The last hex may touch several (GEM-MOVE-03): it is where the charge ends.
            Touch::Only(foe) => {
                let arrives = self.touching(to, self.piece(foe).at);
                let free = arrives || !self.touches_any(to, foes);
                free.then_some(Pace { cost, stop: arrives })
            }
            Touch::Anybody => Some(Pace { cost, stop: self.touches_any(to, foes) }),
        }
    }

    /// Searches what a model reaches with so many inches.
    pub fn search(&self, unit: UnitId, inches: u8, m: u8, near: Touch, reach: &mut Reach) {
        let walker = self.walker(unit, m, inches, near);
        reach.field(self.board(), self.piece(unit).at, inches, |from, to| self.stride(&walker, from, to));
    }

    /// The same for a move with jumps down, of 3 inches each (GEM-MOVE-04).
    pub fn search_jumps(&self, unit: UnitId, inches: u8, reach: &mut Reach) {
        let walker = self.walker(unit, self.allowance(unit), inches, Touch::Nobody);
        let leap = |from, to| {
            let free = self.drops(from, to) && !self.occupied(to) && !self.touches_any(to, walker.foes);
            self.row(to).cost.filter(|_| free).map(|cost| Pace { cost, stop: false })
        };
        reach.field(self.board(), self.piece(unit).at, inches, |from, to| {
            self.stride(&walker, from, to).or_else(|| leap(from, to))
        });
    }

    /// Whether the way from a hex to the next is down a ledge of 3 inches, where nothing leads down (GEM-MOVE-04).
    #[must_use]
    pub fn drops(&self, from: Cell, to: Cell) -> bool {
        self.height(from) == self.height(to) + JUMP
            && self.board().deck(from) == self.board().deck(to)
            && !self.board().is_linked(from, to)
    }

    /// The way of a charge: to the cheapest hex that touches the target; where none is in reach, as near as can be come
    /// (GEM-MOVE-03). The next hex last. Whether it arrives.
    pub fn charge_way(&self, unit: UnitId, target: UnitId, inches: u8, reach: &mut Reach, way: &mut Vec<Cell>) -> bool {
        self.search(unit, inches, self.allowance(unit), Touch::Only(target), reach);
        let at = self.piece(target).at;
        let free = |cell: &&Cell| !self.occupied(**cell) || **cell == self.piece(unit).at;
        let arrives = reach.reached().iter().filter(free).find(|cell| self.touching(**cell, at)).copied();
        let nearest = || {
            let reached = reach.reached().iter().filter(free);
            reached.min_by_key(|cell| (self.board().distance(**cell, at), reach.cost(**cell), **cell)).copied()
        };
        way.clear();
        if let Some(goal) = arrives.or_else(nearest) {
            reach.path(goal, way);
            way.reverse();
        }
        arrives.is_some()
    }

    /// The least inches to a hex that touches a target; none where it is beyond twice the move or out of reach.
    #[must_use]
    pub fn charge_cost(&self, unit: UnitId, target: UnitId, reach: &mut Reach) -> Option<u8> {
        let m = self.allowance(unit);
        self.search(unit, 2 * m, m, Touch::Only(target), reach);
        let at = self.piece(target).at;
        let found = reach.reached().iter().find(|cell| self.touching(**cell, at) && !self.occupied(**cell));
        found.and_then(|cell| reach.cost(*cell))
    }

    /// Whether a model goes at half its rate.
    #[must_use]
    pub fn is_slow(&self, unit: UnitId) -> bool {
        matches!(self.unit(unit).condition, Condition::Dazed | Condition::Reeling | Condition::KnockedDown)
    }
}
