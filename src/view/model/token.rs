//! What counters show: details by size, the layout of several in a hex, the badges that fit, who has acted.

use crate::battle::field::{Badge, Glance};
use crate::battle::{SideId, UnitId, UnitSet};
use crate::play::camera::Point;
use crate::play::offer::Offer;
use crate::play::scene::Shown;
use crate::rules::BattleView;

/// How much a counter shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Plate and icon.
    Tiny,
    /// Which way it faces too, and whether there is any badge.
    Small,
    /// The pattern of the rim, and how many models there are.
    Medium,
    /// Everything.
    Full,
}

/// The least width of a counter, in pixels.
const LEAST: f32 = 20.0;
/// How much larger large ones are.
pub const LARGE: f32 = 1.14;
/// Models that are still shown one by one.
pub const PIPS: u8 = 8;

impl Level {
    /// The detail for hexes of this width, in pixels.
    #[must_use]
    pub fn of(hex: f32) -> Level {
        match hex {
            _ if hex >= 72.0 => Level::Full,
            _ if hex >= 44.0 => Level::Medium,
            _ if hex >= 26.0 => Level::Small,
            _ => Level::Tiny,
        }
    }

    /// The detail for a counter of this radius in pixels: counters in a crowd are smaller than others.
    #[must_use]
    pub fn fitting(r: f32) -> Level {
        match r {
            _ if r >= 25.0 => Level::Full,
            _ if r >= 16.0 => Level::Medium,
            _ if r >= 10.0 => Level::Small,
            _ => Level::Tiny,
        }
    }

    /// The radius of a counter in pixels, for hexes of this width in pixels.
    #[must_use]
    pub fn radius(self, hex: f32) -> f32 {
        let part = match self {
            Level::Full => 0.71,
            Level::Medium => 0.74,
            Level::Small | Level::Tiny => 0.78,
        };
        (part * hex).max(LEAST) / 2.0
    }

    /// The size of its icon relative to that of a counter that shows everything.
    #[must_use]
    pub fn icon(self) -> f32 {
        match self {
            Level::Full => 1.0,
            Level::Medium => 1.08,
            Level::Small | Level::Tiny => 1.16,
        }
    }
}

/// The offset of one of several counters from the middle of its hex, in widths of a hex, and its size relative to a
/// single one. Fanned out they are larger, and may cover neighbouring hexes.
#[must_use]
pub fn berth(place: usize, count: usize, fanned: bool) -> (Point, f32) {
    let (columns, size, apart) = match (count, fanned) {
        (0 | 1, _) => return ((0.0, 0.0), 1.0),
        (2, false) => (2, 0.7, (0.51, 0.0)),
        (2, true) => (2, 0.9, (0.68, 0.0)),
        (_, true) => (count.min(4), 0.7, (0.53, 0.62)),
        (3 | 4, false) => (2, 0.56, (0.44, 0.42)),
        (_, false) => (3, 0.42, (0.32, (0.9 / count.div_ceil(3) as f32).min(0.36))),
    };
    let (row, rows) = (place / columns, count.div_ceil(columns));
    // The last row may have fewer.
    let across = columns.min(count - row * columns);
    let about = |place: usize, of: usize| place as f32 - (of as f32 - 1.0) / 2.0;
    ((about(place % columns, across) * apart.0, about(row, rows) * apart.1), size)
}

/// What a counter shows of a unit's numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Numbers {
    /// Its strength, if it has one.
    pub strength: Option<u8>,
    /// Its badges with their numbers, the most pressing first, each once.
    pub badges: Vec<(Badge, i32)>,
}

impl Numbers {
    /// Those of a unit as it is shown.
    #[must_use]
    pub fn of(battle: &dyn BattleView, shown: &Shown) -> Numbers {
        let mut numbers = Numbers::default();
        for (field, &value) in shown.fields.iter().enumerate() {
            match battle.glance(field) {
                Some(Glance::Strength) => numbers.strength = u8::try_from(value).ok(),
                Some(Glance::Badge(badge)) if value != 0 => {
                    match numbers.badges.iter_mut().find(|(known, _)| *known == badge) {
                        Some((_, known)) => *known = known.saturating_add(value),
                        None => numbers.badges.push((badge, value)),
                    }
                }
                _ => {}
            }
        }
        numbers.badges.sort_by_key(|(badge, _)| *badge);
        numbers
    }

    /// The badges that fit, and how many others there are: three badges, or two and the number of the others.
    #[must_use]
    pub fn told(&self) -> (&[(Badge, i32)], usize) {
        let shown = if self.badges.len() > 3 { 2 } else { self.badges.len() };
        (&self.badges[..shown], self.badges.len() - shown)
    }
}

/// The units that have acted: those that could act in this step of the turn and cannot any more.
#[derive(Clone, Debug, Default)]
pub struct Acted {
    /// The side and the step.
    step: Option<(SideId, String)>,
    could: UnitSet,
    can: UnitSet,
    /// The decision that was looked at last.
    number: Option<u32>,
}

impl Acted {
    /// Takes in the open decision. It does not change while no person of this window is asked.
    pub fn keep_up(&mut self, battle: &dyn BattleView, offer: Option<&Offer>) {
        let Some(offer) = offer.filter(|_| self.number != Some(battle.number())) else { return };
        let step = (offer.decision.side, battle.place_in_turn());
        if self.step.as_ref() != Some(&step) {
            (self.could, self.step) = (UnitSet::default(), Some(step));
        }
        self.can = UnitSet::default();
        offer.units().into_iter().for_each(|unit| self.can.insert(unit));
        self.could.add(self.can);
        self.number = Some(battle.number());
    }

    /// Whether a unit has.
    #[must_use]
    pub fn has(&self, unit: UnitId) -> bool {
        self.could.has(unit) && !self.can.has(unit)
    }
}
