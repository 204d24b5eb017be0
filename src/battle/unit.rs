//! Units, sides, sets of units, and where units stand.

use std::fmt::Debug;
use std::hash::{Hash, Hasher};
use std::ops::{BitAnd, BitOr, Not};

use serde::{Deserialize, Serialize};

use crate::board::{Cell, Facing};

use super::Leaf;

/// Most units that can be chosen in a battle, all sides together.
pub const MAX_UNITS: usize = 128;
/// Most pieces in a battle, where units are groups of them.
pub const MAX_PIECES: usize = 512;
/// Most sides in a battle.
pub const MAX_SIDES: usize = 8;

/// A unit's number, from 0, fixed for the battle; where units are groups, a piece's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u16);

impl UnitId {
    /// The unit with the lowest number.
    pub const FIRST: UnitId = UnitId(0);
    /// No unit.
    pub const NONE: UnitId = UnitId(u16::MAX);

    /// The unit with an index into arrays by unit.
    #[inline]
    #[must_use]
    pub fn at(index: usize) -> UnitId {
        UnitId(index as u16)
    }

    /// The index into arrays by unit.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The unit with the next number.
    #[inline]
    #[must_use]
    pub fn next(self) -> UnitId {
        UnitId(self.0 + 1)
    }
}

impl UnitId {
    /// The number that hashes and luck are made of. Journals hold hashes of a time when 255 was the number of no unit: the
    /// two change places.
    #[inline]
    pub(super) fn lasting(self) -> u16 {
        const NO_UNIT: u16 = u8::MAX as u16;
        match self {
            UnitId::NONE => NO_UNIT,
            UnitId(NO_UNIT) => UnitId::NONE.0,
            UnitId(number) => number,
        }
    }
}

impl Hash for UnitId {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u16(self.lasting());
    }
}

/// A unit that can be chosen, or none, as records keep it: in one byte, as a unit's number plus one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(transparent)]
pub struct MaybeUnit(u8);

impl MaybeUnit {
    /// No unit.
    pub const NONE: MaybeUnit = MaybeUnit(0);

    /// The unit, if it is one.
    #[inline]
    #[must_use]
    pub fn get(self) -> Option<UnitId> {
        self.0.checked_sub(1).map(|number| UnitId(number.into()))
    }

    /// The unit, [`UnitId::NONE`] included.
    #[inline]
    #[must_use]
    pub fn unit(self) -> UnitId {
        self.get().unwrap_or(UnitId::NONE)
    }

    /// Whether it is this unit.
    #[inline]
    #[must_use]
    pub fn is(self, unit: UnitId) -> bool {
        self == unit.into()
    }

    /// Whether it is any unit.
    #[inline]
    #[must_use]
    pub fn is_some(self) -> bool {
        self.0 != 0
    }
}

impl From<UnitId> for MaybeUnit {
    /// # Panics
    /// With a number that is no chosen unit's ([`MAX_UNITS`]).
    #[inline]
    fn from(unit: UnitId) -> Self {
        if unit == UnitId::NONE {
            return MaybeUnit::NONE;
        }
        assert!(unit.index() < MAX_UNITS, "{unit:?} can be chosen");
        MaybeUnit(unit.0 as u8 + 1)
    }
}

impl Leaf for MaybeUnit {
    fn leaf(self, _index: usize) -> i32 {
        self.0.into()
    }

    fn set_leaf(&mut self, _index: usize, value: i32) -> bool {
        u8::try_from(value).is_ok_and(|value| {
            self.0 = value;
            usize::from(value) <= MAX_UNITS
        })
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

/// The words that the bits of a set of units lie in: so many as a ruleset asks for ([`Rules::Words`](super::Rules::Words)).
pub trait Words: Copy + Default + Eq + Hash + Debug + Send + Sync + AsRef<[u64]> + AsMut<[u64]> + 'static {}

/// Room for [`MAX_UNITS`] units: what rulesets need whose units are single pieces.
pub type Narrow = [u64; MAX_UNITS / 64];

/// Room for [`MAX_PIECES`] units: what rulesets need whose units are groups of models.
pub type Wide = [u64; MAX_PIECES / 64];

impl Words for Narrow {}
impl Words for Wide {}

/// A set of units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UnitSet<W: Words = Narrow>(W);

impl<W: Words> UnitSet<W> {
    /// The units with the lowest numbers, so many of them.
    #[inline]
    #[must_use]
    pub fn lowest(count: usize) -> Self {
        let mut set = Self::default();
        for (i, word) in set.0.as_mut().iter_mut().enumerate() {
            let inside = count.saturating_sub(64 * i);
            *word = if inside < 64 { (1 << inside) - 1 } else { u64::MAX };
        }
        set
    }

    /// The units, counted from 0, for which yes was said.
    #[inline]
    pub(super) fn of(units: impl ExactSizeIterator<Item = bool>) -> Self {
        let mut set = Self::default();
        let words = set.0.as_mut();
        for (unit, inside) in units.enumerate() {
            words[unit / 64] |= u64::from(inside) << (unit % 64);
        }
        set
    }

    /// Puts a unit in.
    #[inline]
    pub fn insert(&mut self, unit: UnitId) {
        self.0.as_mut()[unit.index() / 64] |= 1 << (unit.0 % 64);
    }

    /// Puts all units of another set in.
    #[inline]
    pub fn add(&mut self, units: Self) {
        *self = *self | units;
    }

    /// Takes a unit out.
    #[inline]
    pub fn remove(&mut self, unit: UnitId) {
        // No unit is in no set.
        if let Some(word) = self.0.as_mut().get_mut(unit.index() / 64) {
            *word &= !(1 << (unit.0 % 64));
        }
    }

    /// Whether a unit is in it.
    #[inline]
    #[must_use]
    pub fn has(self, unit: UnitId) -> bool {
        self.0.as_ref().get(unit.index() / 64).is_some_and(|word| word >> (unit.0 % 64) & 1 == 1)
    }

    /// Whether it is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// How many units are in it.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.0.as_ref().iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Those of its units that have this number or a higher one.
    #[inline]
    #[must_use]
    pub fn from(self, unit: UnitId) -> Self {
        self & !Self::lowest(unit.index())
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
    pub fn only(self, mut condition: impl FnMut(UnitId) -> bool) -> Self {
        let mut kept = self;
        for unit in self {
            kept.0.as_mut()[unit.index() / 64] &= !(u64::from(!condition(unit)) << (unit.0 % 64));
        }
        kept
    }

    /// The same units in a set with the most room.
    #[inline]
    #[must_use]
    pub fn widened(self) -> UnitSet<Wide> {
        let mut words = Wide::default();
        words.iter_mut().zip(self.0.as_ref()).for_each(|(wide, word)| *wide = *word);
        UnitSet(words)
    }

    /// The two sets' words, one by one.
    #[inline]
    fn with(mut self, other: Self, both: impl Fn(u64, u64) -> u64) -> Self {
        self.0.as_mut().iter_mut().zip(other.0.as_ref()).for_each(|(word, other)| *word = both(*word, *other));
        self
    }
}

impl UnitSet {
    /// The set as bits, a unit's number being its bit's.
    #[inline]
    #[must_use]
    pub fn bits(self) -> u128 {
        u128::from(self.0[0]) | u128::from(self.0[1]) << 64
    }
}

impl<W: Words> Iterator for UnitSet<W> {
    type Item = UnitId;

    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        for (i, word) in self.0.as_mut().iter_mut().enumerate() {
            if *word != 0 {
                let unit = UnitId::at(word.trailing_zeros() as usize + 64 * i);
                *word &= *word - 1;
                return Some(unit);
            }
        }
        None
    }
}

impl<W: Words> FromIterator<UnitId> for UnitSet<W> {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Self {
        let mut set = UnitSet::default();
        units.into_iter().for_each(|u| set.insert(u));
        set
    }
}

impl<W: Words> BitAnd for UnitSet<W> {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }
}

impl<W: Words> BitOr for UnitSet<W> {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        self.with(other, |a, b| a | b)
    }
}

impl<W: Words> Not for UnitSet<W> {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        self.with(self, |word, _| !word)
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
