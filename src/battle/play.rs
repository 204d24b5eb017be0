//! A battle while a step runs: rolls, changes, reports.

use std::ops::Deref;

use crate::board::{Cell, Facing, Reach};

use super::state::ground_hash;
use super::{Bands, Battle, Dice, Fact, Log, Modifier, Record, Rule, Rules, SideId, UnitId, UnitSet};

/// A die to be rolled, with what the log says of it.
#[derive(Clone, Copy, Debug)]
pub struct Roll {
    /// Under which rule.
    pub rule: Rule,
    /// Faces of the die.
    pub faces: u8,
    /// Who rolls.
    pub by: UnitId,
    /// Against whom.
    pub against: UnitId,
}

impl Roll {
    /// A roll of one die by a unit.
    #[must_use]
    pub fn new(rule: Rule, faces: u8, by: UnitId) -> Self {
        Roll { rule, faces, by, against: UnitId::NONE }
    }

    /// The same against a unit.
    #[must_use]
    pub fn against(mut self, unit: UnitId) -> Self {
        self.against = unit;
        self
    }
}

/// A battle while a step runs: the only place where it changes, rolls and reports.
pub struct Play<'a, R: Rules> {
    pub(super) battle: &'a mut Battle<R>,
    pub(super) asked: UnitSet,
    pub(super) dice: &'a mut dyn Dice,
    pub(super) log: &'a mut Log,
}

impl<R: Rules> Deref for Play<'_, R> {
    type Target = Battle<R>;

    #[inline]
    fn deref(&self) -> &Battle<R> {
        self.battle
    }
}

impl<R: Rules> Play<'_, R> {
    /// The units that could have given the answer that this step runs with; none when nobody was asked.
    #[must_use]
    pub fn asked(&self) -> UnitSet {
        self.asked
    }

    /// Changes a unit's numbers.
    #[inline]
    pub fn change(&mut self, unit: UnitId, rule: Rule, change: impl FnOnce(&mut R::Unit)) {
        self.battle.state.changed.insert(unit);
        let slot = &mut self.battle.state.units[unit.index()];
        if !self.log.is_on() {
            return change(slot);
        }
        let before = *slot;
        change(slot);
        before.differences(slot, |field, from, to| self.log.push(rule, Fact::Changed { unit, field, from, to }));
    }

    /// Changes a hex's numbers.
    pub fn change_ground(&mut self, cell: Cell, rule: Rule, change: impl FnOnce(&mut R::Ground)) {
        let before = self.ground(cell);
        let mut after = before;
        change(&mut after);
        let ground = &mut self.battle.state.ground;
        match (ground.binary_search_by_key(&cell, |g| g.0), after == R::Ground::default()) {
            (Ok(at), true) => _ = ground.remove(at),
            (Ok(at), false) => ground[at].1 = after,
            (Err(_), true) => {}
            (Err(at), false) => ground.insert(at, (cell, after)),
        }
        self.battle.state.ground_hash ^= ground_hash::<R>(cell, &before) ^ ground_hash::<R>(cell, &after);
        if self.log.is_on() {
            before.differences(&after, |field, from, to| self.log.push(rule, Fact::Ground { cell, field, from, to }));
        }
    }

    /// Changes the numbers of the battle as a whole.
    #[inline]
    pub fn change_table(&mut self, rule: Rule, change: impl FnOnce(&mut R::Table)) {
        self.battle.state.table_changed = true;
        let slot = &mut self.battle.state.table;
        if !self.log.is_on() {
            return change(slot);
        }
        let before = *slot;
        change(slot);
        before.differences(slot, |field, from, to| self.log.push(rule, Fact::Table { field, from, to }));
    }

    /// What waits to be resolved, to be changed. Nobody reads it but the ruleset's steps, so nothing is reported.
    #[inline]
    pub fn pending_mut(&mut self) -> &mut R::Pending {
        &mut self.battle.state.pending
    }

    /// Puts a unit into a hex, or off the board with [`Cell::NONE`].
    pub fn move_to(&mut self, unit: UnitId, to: Cell, rule: Rule) {
        let from = self.battle.state.settle(&self.battle.shared.board, unit, to);
        self.log.push(rule, Fact::Moved { unit, from, to });
    }

    /// Makes a unit one of another side.
    pub fn enlist(&mut self, unit: UnitId, side: SideId, rule: Rule) {
        self.battle.state.enlist(unit, side, &self.battle.shared.teams);
        self.log.push(rule, Fact::Enlisted { unit, side });
    }

    /// Turns a unit.
    pub fn face(&mut self, unit: UnitId, facing: Facing, rule: Rule) {
        self.battle.state.changed.insert(unit);
        self.battle.state.pieces[unit.index()].facing = facing;
        self.log.push(rule, Fact::Faced { unit, facing });
    }

    /// Lends the buffers of a search for reachable hexes, as [`Listing`](super::Listing) lends some to [`Rules::check`]: so that
    /// steps that look for a way allocate nothing.
    pub fn with_reach<T>(&mut self, search: impl FnOnce(&Battle<R>, &mut Reach) -> T) -> T {
        let mut reach = self.battle.scratch.take().unwrap_or_default();
        let found = search(self.battle, &mut reach);
        self.battle.scratch = Some(reach);
        found
    }

    /// Rolls a die of which only the band of the face matters (see [`Dice`]).
    pub fn roll(&mut self, roll: Roll, cuts: &[u8]) -> u8 {
        self.about(roll);
        let face = self.dice.roll(roll.rule, roll.faces, cuts);
        self.log_roll(roll, face, cuts);
        face
    }

    /// Rolls a die that nobody sees: a card is drawn, a place taken in secret. As for [`roll`](Self::roll).
    pub fn draw(&mut self, roll: Roll, cuts: &[u8]) -> u8 {
        self.about(roll);
        self.dice.roll(roll.rule, roll.faces, cuts)
    }

    /// Rolls several dice alike and counts how many fall into each band.
    pub fn pool(&mut self, roll: Roll, cuts: &[u8], count: u8) -> Bands {
        self.about(roll);
        let log = &mut *self.log;
        self.dice.pool(roll.rule, roll.faces, cuts, count, &mut |face| {
            log.push(roll.rule, rolled(roll, face, cuts));
        })
    }

    /// Rolls a die against a target number; yes when the face is at least `need`.
    pub fn test(&mut self, roll: Roll, need: u8) -> bool {
        self.roll(roll, &[need]) >= need
    }

    /// Tells the dice what is about to be rolled.
    fn about(&mut self, roll: Roll) {
        let battle = &*self.battle;
        self.dice.about(roll.by, roll.against, &|| R::clock(battle).moment());
    }

    fn log_roll(&mut self, roll: Roll, face: u8, cuts: &[u8]) {
        self.log.push(roll.rule, rolled(roll, face, cuts));
    }

    /// Reports what the roll that follows is modified by, as far as that is not 0.
    pub fn modified(&mut self, modifiers: &[Modifier]) {
        for &Modifier { rule, value, whose } in modifiers.iter().filter(|m| m.value != 0) {
            self.log.push(rule, Fact::Modifier { value, whose });
        }
    }

    /// Reports something.
    #[inline]
    pub fn tell(&mut self, rule: Rule, fact: Fact) {
        self.log.push(rule, fact);
    }

    /// Reports something about a unit in words.
    #[inline]
    pub fn note(&mut self, rule: Rule, text: &'static str, unit: UnitId, value: i16) {
        self.log.push(rule, Fact::Note { text, unit, value });
    }
}

/// A roll with one cut has a target number; others read a table.
fn rolled(roll: Roll, face: u8, cuts: &[u8]) -> Fact {
    let need = if let [need] = cuts { *need } else { 0 };
    Fact::Rolled { faces: roll.faces, face, need, by: roll.by, against: roll.against }
}
