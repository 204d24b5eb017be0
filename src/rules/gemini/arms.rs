//! What models fight with hand to hand (GEM-CC-03, GEM-SHOOT-05, GEM-PARRY-05).

use crate::battle::{Rule, UnitId};
use crate::board::Cell;

use super::model::{Hit, Source};
use super::stats::{Blade, BladeTag, ParryValue, Strength};
use super::{Battle, Play};

/// The rule of what is in a model's hands.
const HELD: Rule = Rule("GEM-CC-03");

impl Battle {
    /// What a model fights with hand to hand, by place among the blades; a pistol that is useless is just the butt of a gun
    /// (GEM-CC-03, GEM-AMMO-02).
    pub fn in_hands(&self, unit: UnitId) -> impl Iterator<Item = u8> {
        let club = move |blade: u8| if self.is_useless(unit, blade) { self.setting().butt } else { blade };
        self.carried(unit).iter().map(move |&blade| club(blade))
    }

    /// Whether a blade is a pistol, and whoever has it can no longer fire it.
    fn is_useless(&self, unit: UnitId, blade: u8) -> bool {
        let useless = self.unit(unit).useless;
        if useless == 0 {
            return false;
        }
        let name = &self.setting().blades[usize::from(blade)].name;
        let guns =
            (0..self.kit(unit).guns.len() as u8).filter(|&gun| self.gun(unit, gun).in_hand.as_ref() == Some(name));
        let mut of_it = guns.peekable();
        of_it.peek().is_some() && of_it.all(|gun| useless >> gun & 1 == 1)
    }

    /// What it has for that: its own weapons; what it has found, or its fists, where it is without those (GEM-CC-03).
    fn carried(&self, unit: UnitId) -> &[u8] {
        let (now, setting) = (self.unit(unit), self.setting());
        match (now.found.checked_sub(1), now.stripped) {
            (Some(found), _) => std::slice::from_ref(&setting.each_blade[usize::from(found)]),
            (None, true) => std::slice::from_ref(&setting.each_blade[usize::from(setting.fists)]),
            (None, false) => &self.kit(unit).blades,
        }
    }

    /// A blade of a model, by its hand: 0 the better one.
    #[must_use]
    pub fn blade(&self, unit: UnitId, hand: usize) -> Option<&Blade> {
        self.blades(unit).nth(hand)
    }

    /// The blades of a model.
    pub fn blades(&self, unit: UnitId) -> impl Iterator<Item = &Blade> {
        self.in_hands(unit).map(|blade| &self.setting().blades[usize::from(blade)])
    }

    /// The blades that strike: shields do not.
    pub fn striking(&self, unit: UnitId) -> impl Iterator<Item = u8> {
        let strikes = |blade: &u8| !self.setting().blades[usize::from(*blade)].has(BladeTag::NoDie);
        self.in_hands(unit).filter(strikes)
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

/// A model lets go of what it carries, in this hex.
pub(super) fn drop_prize(play: &mut Play<'_>, unit: UnitId, at: Cell) {
    let carried = play.unit(unit).carries;
    if carried > 0 && at.is_some() {
        play.change(unit, HELD, |m| m.carries = 0);
        play.change_ground(at, HELD, |marks| marks.prizes += carried);
    }
}

/// A weapon that somebody found breaks in his hands, if it is of that kind: on a fumble (the table of weapons).
pub(super) fn may_break(play: &mut Play<'_>, unit: UnitId) {
    let breaks = play.unit(unit).found > 0 && play.blades(unit).any(|blade| blade.has(BladeTag::Breaks));
    if breaks {
        play.change(unit, HELD, |m| m.found = 0);
    }
}
