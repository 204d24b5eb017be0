//! A shot at one figure or vehicle is rolled, and what it does (ITEN-SHO-08).

use arrayvec::ArrayVec;

use crate::battle::{Flow, Roll, Rule, UnitId};

use super::catalogue::Ability;
use super::figure::Declared;
use super::grit::{self, Hit, Toll};
use super::wrecks::{self, Impact};
use super::{Play, Step};

/// What an attack has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// It missed.
    Missed,
    /// It hit, and the victim is as before.
    Hit,
    /// It knocked the victim down or put it out.
    Felled,
}

/// Rolls an attack on one figure, and its Grit roll if it hits (ITEN-SHO-08).
pub(super) fn strike(play: &mut Play<'_>, shot: &Declared, victim: UnitId, rule: Rule) -> Mark {
    let attack = play.attack(shot, victim);
    play.modified(&attack.modifiers);
    // Whoever dares a Desperate Shot has more to fear from a 1 than a miss.
    let backfires = (shot.desperate && attack.need > 2).then_some(2);
    // How much a vehicle is hit by matters too (ITEN-VEH-13).
    let vehicle = play.is_vehicle(victim);
    let last = if vehicle { attack.need.max(6) } else { attack.need };
    let cuts: ArrayVec<u8, 6> = backfires.into_iter().chain(attack.need..=last).collect();
    let face = play.roll(Roll::new(rule, 6, shot.by).against(victim), &cuts);
    if shot.desperate && face == 1 {
        play.note(Rule("ITEN-ABIL-08"), "the weapon explodes", shot.by, 0);
        grit::endure(play, Hit { victim: shot.by, by: UnitId::NONE, penalty: 0, was_down: false });
    }
    if face < attack.need {
        return Mark::Missed;
    }
    if vehicle {
        let sum: i8 = attack.modifiers.iter().map(|m| m.value).sum();
        let impact = Impact { by: shot.by, bonus: attack.bonus(), penalty: attack.penalty };
        wrecks::damage(play, victim, impact, face as i8 + sum - attack.armour);
        return Mark::Hit;
    }
    let was_down = play.unit(victim).down;
    match grit::endure(play, Hit { victim, by: shot.by, penalty: attack.penalty, was_down }) {
        Toll::Out => Mark::Felled,
        Toll::Down if !was_down => Mark::Felled,
        Toll::Down | Toll::Unhurt => Mark::Hit,
    }
}

/// What follows a shot: a second one, for a master of the Gun Kata whose first has felled somebody (ITEN-ABIL-10).
pub(super) fn after(play: &Play<'_>, unit: UnitId, felled: bool, second: bool) -> Flow<Step> {
    if felled && !second && play.profile(unit).has(Ability::GunKata) {
        return Flow::Next(Step::Second { unit });
    }
    Flow::Done
}
