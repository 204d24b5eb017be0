//! Flamers against stalkers: so many bursts, and ground that burns on (HULK-STALK-15).

use crate::battle::{MaybeUnit, Rule, UnitId};
use crate::board::Cell;

use super::super::super::grit::{self, Hit};
use super::super::super::stats::Weapon;
use super::super::super::{Battle, Play};
use super::super::Stake;

/// The rule.
pub(in super::super::super) const RULE: Rule = Rule("HULK-STALK-15");
/// Bursts of a figure's flamers in a battle.
pub const BURSTS: u8 = 6;

impl Battle {
    /// Whether a figure's flamer has nothing left to burn.
    pub(in super::super::super) fn is_dry(&self, unit: UnitId, weapon: &Weapon) -> bool {
        self.stalking().is_some() && self.sweeps(weapon) && self.unit(unit).bursts >= BURSTS
    }

    /// Whether a hex burns.
    #[inline]
    #[must_use]
    pub fn is_burning(&self, cell: Cell) -> bool {
        self.ground(cell).fire.is_some()
    }

    /// What the flames of a hex take off Grit rolls: as the weapon that has lit them.
    pub(in super::super::super) fn heat(&self, cell: Cell) -> i8 {
        let Some(by) = self.ground(cell).fire.get() else { return 0 };
        let arms = (0..self.profile(by).arms.len() as u8).filter_map(|place| self.arm(by, place));
        arms.filter(|w| self.sweeps(w)).map(|w| w.grit).min().unwrap_or(0)
    }

    /// The hexes of the nest that have not burnt yet (HULK-STALK-22).
    pub fn unburnt(&self) -> impl Iterator<Item = Cell> {
        let nest = self.boarding().filter(|b| b.terms.stake == Stake::Burn).and_then(|b| b.terms.within);
        let cells = nest.map_or(&[][..], |space| &self.board().space(space).cells);
        cells.iter().copied().filter(|&cell| !self.footing(cell).blocks_sight && !self.ground(cell).burnt)
    }

    /// Whether a hex is one of them.
    pub fn is_unburnt(&self, cell: Cell) -> bool {
        self.unburnt().any(|unburnt| unburnt == cell)
    }
}

/// A burst of a flamer: the ground that it covers burns, and so does what is left of a nest there.
pub(in super::super) fn lay(play: &mut Play<'_>, by: UnitId, area: &[Cell]) {
    if play.stalking().is_none() {
        return;
    }
    play.change(by, RULE, |u| u.bursts += 1);
    for &cell in area {
        let nest = play.is_unburnt(cell);
        play.change_ground(cell, RULE, |g| {
            g.fire = by.into();
            g.burnt |= nest;
        });
    }
}

/// A figure has come into flames: it is hit, without a roll.
pub(in super::super::super) fn scorch(play: &mut Play<'_>, unit: UnitId) {
    let at = play.piece(unit).at;
    if !at.is_some() || !play.is_burning(at) {
        return;
    }
    let (by, penalty) = (play.ground(at).fire.unit(), play.heat(at));
    play.note(RULE, "goes into the flames", unit, 0);
    grit::endure(play, Hit { victim: unit, by, penalty, was_down: play.unit(unit).down });
}

/// The Defender's Movement is over: what burns goes out.
pub(in super::super) fn put_out(play: &mut Play<'_>) {
    while let Some(cell) = play.marked().iter().find(|(_, now)| now.fire.is_some()).map(|m| m.0) {
        play.change_ground(cell, RULE, |g| g.fire = MaybeUnit::NONE);
    }
}
