//! What is pointed at hexes aboard: flamers, and tools for breaching; nothing of it into unopened spaces (HULK-BLIP-12).

use crate::battle::{Listing, Reason, Refusal, Rule, UnitId};
use crate::board::Cell;

use super::super::figure::Declared;
use super::super::sight::SHIFTS;
use super::super::stats::Trait;
use super::super::{Battle, Play, Step};
use super::stalking::burning;
use super::{cutting, flames};

impl Battle {
    /// Whether something may be aimed at a hex, or pass through it, as far as blips go (HULK-BLIP-12).
    #[inline]
    pub(in super::super) fn opened(&self, cell: Cell) -> bool {
        !self.setting().aboard || !self.unopened(self.board().space_at(cell))
    }

    /// Whether neither a hex nor anything on the straight way there belongs to an unopened space (HULK-LEFT-09).
    pub(in super::super) fn way_is_known(&self, from: Cell, to: Cell) -> bool {
        let known = |side| self.board().trace(from, to, side).all(|c| self.opened(c));
        !self.setting().aboard || self.opened(to) && SHIFTS.into_iter().all(known)
    }
}

/// Whether a figure has something to point at a hex: a flamer that would burn an enemy, a tool and what to use it on.
pub(in super::super) fn can_aim(battle: &Battle, unit: UnitId) -> bool {
    battle.unhindered(unit)
        && battle.places(unit).any(|place| {
            let sweeps = sweeps(battle, unit, place) && battle.sweeps_at(unit).next().is_some();
            sweeps || battle.cuts_at(unit, place).next().is_some()
        })
}

/// Whether a figure has a flamer ready.
fn sweeps(battle: &Battle, unit: UnitId, place: u8) -> bool {
    battle.armed(unit, place) && battle.arm(unit, place).is_some_and(|w| battle.sweeps(w))
}

/// Lists what a figure may point at hexes.
pub(in super::super) fn offers(battle: &Battle, unit: UnitId, list: &mut Listing) {
    if !battle.unhindered(unit) {
        return;
    }
    for place in battle.places(unit) {
        if sweeps(battle, unit, place) {
            flames::offers(battle, unit, place, list);
        }
        cutting::offers(battle, unit, place, list);
    }
}

/// What a shot at a hex comes to aboard: the step that follows from it; none where it is a burst, as ashore.
pub(in super::super) fn loose(play: &mut Play<'_>, shot: Declared) -> Option<Option<Step>> {
    if !play.setting().aboard || !shot.hex.is_some() {
        return None;
    }
    let weapon = play.arm(shot.by, shot.with)?;
    if play.sweeps(weapon) {
        return Some(Some(flames::sweep(play, shot)));
    }
    weapon.breaches().then(|| cutting::set_to_work(play, shot))
}

/// Whether a figure may point a weapon at a hex, or work at it.
pub(in super::super) fn check(battle: &Battle, unit: UnitId, place: u8, at: Cell) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    if battle.may_cut(unit, place, at) {
        return Ok(());
    }
    if !battle.arm(unit, place).is_some_and(|w| battle.sweeps(w)) {
        return Err(cutting::refusal(battle, unit, place, at));
    }
    if !battle.unhindered(unit) {
        return no(Reason::Contested, "ITEN-SHO-04");
    }
    if battle.arm(unit, place).is_some_and(|w| battle.is_dry(unit, w)) {
        return Err(Refusal::new(Reason::NotEnough, burning::RULE));
    }
    if !sweeps(battle, unit, place) {
        return no(Reason::WeaponNotReady, if battle.carries(unit) { "ITEN-KEL-02" } else { "ITEN-HVY-03" });
    }
    if battle.sweeps_at(unit).any(|front| front == at) {
        return Ok(());
    }
    if !battle.board().neighbours[battle.piece(unit).at.index()].contains(&at) {
        return no(Reason::OutOfRange, "HULK-SHOT-02");
    }
    if !battle.opened(at) {
        return no(Reason::NoSight, "HULK-BLIP-12");
    }
    no(Reason::NothingToDo, "HULK-SHOT-02")
}

/// In words what a figure does to a hex with a weapon that is no grenade.
pub(in super::super) fn word(battle: &Battle, unit: UnitId, place: u8) -> Option<&'static str> {
    let weapon = battle.arm(unit, place)?;
    match weapon {
        w if battle.sweeps(w) => Some("burns everyone from"),
        w if w.has(Trait::Charge) => Some("sets a charge at"),
        w if w.breaches() => Some("cuts through"),
        _ => None,
    }
}
