//! Units, sides, sets of units, and where units stand.

use std::ops::{BitAnd, BitOr, Not};

use serde::{Deserialize, Serialize};

use crate::board::{Cell, Facing};

/// Most units in a battle, all sides together.
pub const MAX_UNITS: usize = 128;
/// Most sides in a battle.
pub const MAX_SIDES: usize = 8;

/// A unit's number, from 0, fixed for the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    /// No unit.
    pub const NONE: UnitId = UnitId(u8::MAX);

    /// The index into arrays by unit.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A side's number, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideId(pub u8);

impl SideId {
    /// The first so many sides, in their order.
    pub fn first(sides: usize) -> impl Iterator<Item = SideId> + Clone {
        (0..sides as u8).map(SideId)
    }

    /// The index into arrays by side.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of units. Two words, as most battles need but the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UnitSet([u64; 2]);

impl UnitSet {
    /// The units with the lowest numbers, so many of them.
    #[inline]
    #[must_use]
    pub fn lowest(count: usize) -> UnitSet {
        let word = |n: usize| if n < 64 { (1 << n) - 1 } else { u64::MAX };
        UnitSet([word(count), word(count.saturating_sub(64))])
    }

    /// The units, counted from 0, for which yes was said.
    #[inline]
    pub(super) fn of(units: impl ExactSizeIterator<Item = bool>) -> UnitSet {
        let mut set = UnitSet::default();
        for (unit, inside) in units.enumerate() {
            set.0[unit / 64] |= u64::from(inside) << (unit % 64);
        }
        set
    }

    /// The set as bits, a unit's number being its bit's.
    #[inline]
    #[must_use]
    pub fn bits(self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }

    /// Puts a unit in.
    #[inline]
    pub fn insert(&mut self, unit: UnitId) {
        self.0[usize::from(unit.0 / 64)] |= 1 << (unit.0 % 64);
    }

    /// Puts all units of another set in.
    #[inline]
    pub fn add(&mut self, units: UnitSet) {
        *self = *self | units;
    }

    /// Takes a unit out.
    #[inline]
    pub fn remove(&mut self, unit: UnitId) {
        // No unit is in no set.
        if let Some(word) = self.0.get_mut(usize::from(unit.0 / 64)) {
            *word &= !(1 << (unit.0 % 64));
        }
    }

    /// Whether a unit is in it.
    #[inline]
    #[must_use]
    pub fn has(self, unit: UnitId) -> bool {
        self.0.get(usize::from(unit.0 / 64)).is_some_and(|word| word >> (unit.0 % 64) & 1 == 1)
    }

    /// Whether it is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 2]
    }

    /// How many units are in it.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones()) as usize
    }

    /// Those of its units that have this number or a higher one.
    #[inline]
    #[must_use]
    pub fn from(self, unit: u8) -> UnitSet {
        self & !UnitSet::lowest(unit.into())
    }

    /// The unit with the lowest number.
    #[inline]
    #[must_use]
    pub fn first(mut self) -> Option<UnitId> {
        self.next()
    }

    /// Those of its units for which a condition holds.
    #[inline]
    #[must_use]
    pub fn only(self, mut condition: impl FnMut(UnitId) -> bool) -> UnitSet {
        let mut kept = self;
        for unit in self {
            kept.0[usize::from(unit.0 / 64)] &= !(u64::from(!condition(unit)) << (unit.0 % 64));
        }
        kept
    }
}

impl Iterator for UnitSet {
    type Item = UnitId;

    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        for (i, word) in self.0.iter_mut().enumerate() {
            if *word != 0 {
                let unit = UnitId(word.trailing_zeros() as u8 + 64 * i as u8);
                *word &= *word - 1;
                return Some(unit);
            }
        }
        None
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Self {
        let mut set = UnitSet::default();
        units.into_iter().for_each(|u| set.insert(u));
        set
    }
}

impl BitAnd for UnitSet {
    type Output = UnitSet;
    #[inline]
    fn bitand(self, other: UnitSet) -> UnitSet {
        UnitSet([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }
}

impl BitOr for UnitSet {
    type Output = UnitSet;
    #[inline]
    fn bitor(self, other: UnitSet) -> UnitSet {
        UnitSet([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }
}

impl Not for UnitSet {
    type Output = UnitSet;
    #[inline]
    fn not(self) -> UnitSet {
        UnitSet([!self.0[0], !self.0[1]])
    }
}

/// Where a unit stands and whose it is: what every ruleset needs, packed so that a scan over all is cheap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its hex; [`Cell::NONE`] when it is not on the board.
    pub at: Cell,
    /// Its side.
    pub side: SideId,
    /// Its facing (MAP-05); meaningless for units that have none.
    pub facing: Facing,
    /// Whether it takes up the six hexes around its own as well (MAP-04).
    pub wide: bool,
}

impl Piece {
    /// A piece of one hex.
    #[must_use]
    pub fn new(side: SideId, at: Cell, facing: Facing) -> Self {
        Piece { at, side, facing, wide: false }
    }
}
