//! Doors, hatches, entries and vents sealed for good (HULK-STALK-17).

use crate::battle::{Action, Listing, Reason, Refusal, Rule, Target, UnitId, Verb};
use crate::board::Cell;

use super::super::super::{Battle, Play};
use super::bag;

/// Shifts of work that seal something.
pub const SEALED: u8 = 2;

const RULE: Rule = Rule("HULK-STALK-17");

impl Battle {
    /// Whether contacts come through here, by an entry or a vent, as long as nobody has sealed it.
    pub fn is_opening(&self, cell: Cell) -> bool {
        let now = self.ground(cell);
        now.entry != 0 || now.duct != 0
    }

    /// Whether a hex holds an entry, an end of a vent, or a closed door or hatch, that is not sealed.
    fn is_sealable(&self, cell: Cell) -> bool {
        let now = self.ground(cell);
        let shut = self.drawn(cell).opens && !now.open && !now.holed && !self.occupied(cell);
        now.seal < SEALED && (self.is_opening(cell) || shut)
    }

    /// What a figure could work at with its whole Shooting phase: where it stands, or beside it.
    pub fn sealable(&self, unit: UnitId) -> impl Iterator<Item = Cell> {
        let piece = self.piece(unit);
        let able = self.stalking().is_some() && self.boards(piece.side) && self.may_shoot(unit) && !self.in_melee(unit);
        let able = able && self.unhindered(unit);
        let near = if able { self.board().neighbours[piece.at.index()] } else { [Cell::NONE; 6] };
        [piece.at].into_iter().filter(move |_| able).chain(near).filter(|&c| c.is_some() && self.is_sealable(c))
    }
}

/// Lists what a figure may work at.
pub(in super::super::super) fn offers(battle: &Battle, unit: UnitId, list: &mut Listing) {
    list.actions.extend(battle.sealable(unit).map(|cell| Action::of(Verb::Use, unit).hex(cell)));
}

/// Whether a figure may work there.
pub(in super::super::super) fn check(battle: &Battle, action: Action) -> Result<(), Refusal> {
    action.aimed(RULE)?;
    match action.target {
        Target::Hex(cell) if battle.sealable(action.unit).any(|open| open == cell) => Ok(()),
        Target::Hex(cell) if battle.ground(cell).seal >= SEALED => Err(Refusal::new(Reason::AlreadyDone, RULE)),
        _ => Err(Refusal::new(Reason::NothingToDo, RULE)),
    }
}

/// A figure works at a seal instead of shooting; with two shifts it holds.
pub(in super::super::super) fn work(play: &mut Play<'_>, unit: UnitId, cell: Cell) {
    play.change(unit, RULE, |u| u.shot = true);
    // Two may have begun what one was enough for.
    if !play.is_sealable(cell) {
        return play.note(RULE, "there is nothing left to seal", unit, 0);
    }
    play.change_ground(cell, RULE, |g| g.seal += 1);
    if play.ground(cell).seal < SEALED {
        return play.note(RULE, "works at a seal", unit, 0);
    }
    play.note(RULE, "the seal holds", unit, 0);
    if let Some(entry) = usize::from(play.ground(cell).entry).checked_sub(1) {
        bag::scatter(play, entry);
    }
}

/// A seal is cut through like a light bulkhead: an entry or a vent is one again, a door a hole.
pub(in super::super) fn broken(play: &mut Play<'_>, cell: Cell) {
    if play.ground(cell).seal != 0 {
        play.change_ground(cell, RULE, |g| g.seal = 0);
    }
}

/// How many entries are sealed (HULK-STALK-24).
pub(in super::super::super) fn sealed(battle: &Battle) -> u8 {
    (battle.entries().count() - battle.open_entries().count()) as u8
}
