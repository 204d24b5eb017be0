//! Grit (ITEN-GRIT): surviving a hit, holding one's nerve; being knocked down and rising again (ITEN-KD).

use crate::battle::{Modifier, Roll, Rule, UnitId};
use crate::board::Cell;

use super::catalogue::{Ability, Power};
use super::figure::Fate;
use super::missions::{Loss, events};
use super::stats::Weight;
use super::{Battle, Play, crews, seats};

/// A daemon goes, and leaves its host for dead.
pub(super) const DEPARTURE: Rule = Rule("ITEN-PSY-09");

/// What a hit comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Toll {
    /// Nothing.
    Unhurt,
    /// Knocked down (ITEN-GRIT-02).
    Down,
    /// Out of the game (ITEN-GRIT-01).
    Out,
}

/// A hit whose Grit roll is due.
#[derive(Clone, Copy, Debug)]
pub struct Hit {
    /// Who is hit.
    pub victim: UnitId,
    /// By whom; [`UnitId::NONE`] where nobody gains by it.
    pub by: UnitId,
    /// The weapon's penalty and the like: 0 or less (ITEN-GRIT-04).
    pub penalty: i8,
    /// The victim lay on the ground before the attack, so that it rolls at plain Grit (ITEN-KD-03).
    pub was_down: bool,
}

impl Battle {
    /// The Grit of a figure now.
    #[inline]
    #[must_use]
    pub fn grit(&self, unit: UnitId) -> u8 {
        let own = self.daemon(unit).map_or(self.profile(unit).grit, |d| d.grit);
        // ITEN-PSY-24.
        if self.under(unit, Power::TrueGrit) { own.min(self.power(Power::TrueGrit).amount as u8) } else { own }
    }

    /// The least face that keeps a figure in the game when it is hit; with that very face it is knocked down. It may be
    /// more than the die has, or less than its least face.
    #[must_use]
    pub fn survives_on(&self, hit: Hit) -> i8 {
        let penalty = if hit.was_down { 0 } else { hit.penalty };
        self.passes_on(hit.victim) - penalty
    }

    /// The least face of a plain Grit roll that passes (ITEN-GRIT-06).
    #[must_use]
    pub fn passes_on(&self, unit: UnitId) -> i8 {
        // A daemon owes nothing to the god of its host (ITEN-PSY-07).
        let bonus = if self.unit(unit).possessed == 0 { self.profile(unit).grit_bonus } else { 0 };
        self.grit(unit) as i8 - bonus
    }

    /// The least face that gets a figure up: above Grit, with what its armour weighs; a natural 6 always does
    /// (ITEN-KD-04, -05, -07).
    #[must_use]
    pub fn rises_on(&self, unit: UnitId) -> u8 {
        let weight = match self.profile(unit).member.armour.weight {
            Weight::None => 0,
            Weight::Light => 1,
            Weight::Medium => 2,
            Weight::Heavy => 3,
            Weight::VeryHeavy => 4,
        };
        let need = self.passes_on(unit) + 1 - self.setting().numbers.rising[weight] - self.nursed(unit);
        need.clamp(2, 6) as u8
    }

    /// What a Medic in contact adds to a figure's roll to rise (ITEN-ABIL-16); a natural 1 fails all the same.
    fn nursed(&self, unit: UnitId) -> i8 {
        let nurses = |m: UnitId| self.stands(m) && self.profile(m).has(Ability::Medic) && !self.enemies(m, unit);
        let at = self.piece(unit).at;
        let nursed = at.is_some() && self.around(at).any(nurses);
        if nursed { self.ability(Ability::Medic).amount } else { 0 }
    }
}

/// ITEN-GRIT-01, -02: the Grit roll of a figure that was hit; what it comes to happens at once.
pub(super) fn endure(play: &mut Play<'_>, hit: Hit) -> Toll {
    const RULE: Rule = Rule("ITEN-GRIT-01");
    let need = play.survives_on(hit);
    let penalty = if hit.was_down { 0 } else { hit.penalty };
    play.modified(&[Modifier::target(Rule("ITEN-GRIT-04"), penalty)]);
    // Bands below, at and above the least face; where the die has no such face there is nothing to tell apart.
    let cuts = [need, need + 1].into_iter().filter(|c| (2..=6).contains(c)).map(|c| c as u8);
    let cuts: arrayvec::ArrayVec<u8, 2> = cuts.collect();
    let face = play.roll(Roll::new(RULE, 6, hit.victim).against(hit.by), &cuts) as i8;
    let toll = match face {
        face if face < need => Toll::Out,
        face if face == need => Toll::Down,
        _ => Toll::Unhurt,
    };
    match toll {
        Toll::Out => fall(play, hit.victim, hit.by, RULE),
        Toll::Down => knock_down(play, hit.victim),
        Toll::Unhurt => {}
    }
    toll
}

/// The first of two Grit rolls of a figure that rolls again where the first would put it out (ITEN-SRV-02); whether it
/// stays in the game by it, knocked down by an exact roll.
pub(super) fn staves_off(play: &mut Play<'_>, hit: Hit) -> bool {
    let need = play.survives_on(hit);
    let cuts: arrayvec::ArrayVec<u8, 2> =
        [need, need + 1].into_iter().filter(|c| (2..=6).contains(c)).map(|c| c as u8).collect();
    let face = play.roll(Roll::new(Rule("ITEN-GRIT-01"), 6, hit.victim).against(hit.by), &cuts) as i8;
    if face == need {
        knock_down(play, hit.victim);
    }
    face >= need
}

/// A figure is out of the game, by somebody's doing.
pub(super) fn fall(play: &mut Play<'_>, victim: UnitId, by: UnitId, rule: Rule) {
    events::losing(play, victim, by, Loss::Out);
    if score(play, victim, by) {
        play.change(by, Rule("ITEN-CAMP-04"), |u| u.kills = u.kills.saturating_add(1));
    }
    crews::leave_behind(play, victim);
    // ITEN-PSY-09: who falls to anything else was not left by his daemon.
    if play.unit(victim).possessed != 0 && rule != DEPARTURE {
        play.change(victim, rule, |u| u.possessed = 0);
    }
    seats::leave_seat(play, victim, rule);
    play.change(victim, rule, |u| (u.fate, u.down, u.fell) = (Fate::Out, false, false));
    play.move_to(victim, Cell::NONE, rule);
}

/// Counts the points of whoever is out of the game to who has done it, if that is an enemy.
pub(super) fn score(play: &mut Play<'_>, victim: UnitId, by: UnitId) -> bool {
    let scores = by != UnitId::NONE && play.enemies(victim, by);
    if scores {
        let (side, points) = (play.piece(by).side.index(), play.profile(victim).member.price.total as i16);
        let figure = i16::from(!play.is_vehicle(victim));
        play.change_table(Rule("ITEN-GEN-08"), |t| {
            t.felled.0[side] = t.felled.0[side].saturating_add(points);
            t.eliminated.0[side] = t.eliminated.0[side].saturating_add(figure);
        });
    }
    scores
}

/// ITEN-KD-01: a figure lies down, for the rest of this turn at least; a blow keeps down who would have risen by itself.
pub(super) fn knock_down(play: &mut Play<'_>, unit: UnitId) {
    events::losing(play, unit, UnitId::NONE, Loss::Down);
    play.change(unit, Rule("ITEN-GRIT-02"), |u| (u.down, u.fell, u.stunned) = (true, true, false));
}

/// ITEN-VEH-09: a figure lies down for the rest of this turn; with the next it is on its feet without a roll.
pub(super) fn stun(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    events::losing(play, unit, UnitId::NONE, Loss::Down);
    play.change(unit, rule, |u| (u.down, u.fell, u.stunned) = (true, true, true));
}

/// ITEN-GRIT-06: a Grit roll that nobody's blow calls for; an exact roll just passes.
pub(super) fn nerve(play: &mut Play<'_>, unit: UnitId, rule: Rule) -> bool {
    let need = play.passes_on(unit).clamp(1, 7) as u8;
    play.test(Roll::new(rule, 6, unit), need)
}
