//! What models fight with hand to hand (GEM-CC-03, GEM-SHOOT-05, GEM-PARRY-05).

use crate::battle::UnitId;

use super::Battle;
use super::model::{Hit, Source};
use super::stats::{Blade, BladeTag, ParryValue, Strength};

impl Battle {
    /// A blade of a model, by its hand: 0 the better one.
    #[must_use]
    pub fn blade(&self, unit: UnitId, hand: usize) -> Option<&Blade> {
        self.kit(unit).blades.get(hand).map(|&blade| &self.setting().blades[usize::from(blade)])
    }

    /// The blades of a model.
    pub fn blades(&self, unit: UnitId) -> impl Iterator<Item = &Blade> {
        self.kit(unit).blades.iter().map(|&blade| &self.setting().blades[usize::from(blade)])
    }

    /// The blades that strike: shields do not.
    pub fn striking(&self, unit: UnitId) -> impl Iterator<Item = u8> {
        let strikes = |blade: &u8| !self.setting().blades[usize::from(*blade)].has(BladeTag::NoDie);
        self.kit(unit).blades.iter().copied().filter(strikes)
    }

    /// A hit of a model's blade, the one at a place among those that strike.
    #[must_use]
    pub fn blow(&self, by: UnitId, on: UnitId, place: usize) -> Hit {
        let count = self.striking(by).count().max(1);
        let index = self.striking(by).nth(place % count).unwrap_or_default();
        let blade = &self.setting().blades[usize::from(index)];
        let own = self.sheet(by).s;
        let strength = match blade.strength {
            Strength::User(more) => own.saturating_add_signed(more).clamp(1, 10),
            Strength::Fixed(strength) => strength,
        };
        let pierces = -(strength.saturating_sub(3).min(6) as i8);
        Hit { by, on, strength, save: pierces + blade.save, from: Source::Blade(index), lucky: false, many: false }
    }

    /// The parry value of a blade in a model's hands (GEM-PARRY-07).
    #[must_use]
    pub fn parry_value(&self, unit: UnitId, blade: &Blade) -> ParryValue {
        let ParryValue::Value(value) = blade.parry else { return ParryValue::Always };
        let mut value = value;
        for tag in &blade.tags {
            match tag {
                BladeTag::Master => value += 2,
                BladeTag::Needs(strength) if self.sheet(unit).s < *strength => value = value.saturating_sub(2),
                _ => {}
            }
        }
        ParryValue::Value(value)
    }
}
