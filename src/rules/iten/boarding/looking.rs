//! What turns blips: where Boarders stand and step, and what they open (HULK-BLIP-07 to -09).

use crate::battle::UnitId;
use crate::board::{Cell, SpaceId, SpaceKind, Way};

use super::super::stages::{Looking, Rush};
use super::super::{Battle, Play, Step};
use super::stalking::command;

/// What follows when a figure has opened a way: blips are turned, if Boarders are behind it; then the air may go
/// (HULK-AIR-08).
pub(in super::super) fn opened(battle: &Battle, at: Cell, by: UnitId) -> Step {
    // Contacts that stalk are turned by whoever's doing they come in sight (HULK-STALK-09).
    if battle.boards(battle.piece(by).side) || battle.stalking().is_some() {
        Step::Look(Looking { opened: at, by, ..Looking::ABOUT })
    } else {
        Step::Rush(Rush { at, by })
    }
}

impl Battle {
    /// Whether a hex is in an open entrance of a space or next to one: to stand there is to open it (HULK-BLIP-08).
    fn at_entrance(&self, space: SpaceId, cell: Cell) -> bool {
        let Some(boarding) = self.boarding() else { return false };
        boarding.entrances[space.index()].iter().any(|entrance| {
            let beside = |at: Cell| self.range(cell, at) <= 1;
            match entrance.way {
                Way::Open => beside(entrance.at),
                Way::Doorway(_) => beside(entrance.at) && self.footing(entrance.at).passable,
                // The entrance of a ladder, seen from outside, is its other end.
                Way::Ladder(_) => {
                    let mut ends = self.board().linked(entrance.at);
                    ends.any(|end| self.board().space_at(end) != space && beside(end) && self.climbs(entrance.at, end))
                }
            }
        })
    }

    /// Whether a Boarder who stood in a hex would turn a blip by it, lines of sight aside.
    #[must_use]
    pub(in super::super) fn would_open(&self, cell: Cell) -> bool {
        let board = self.board();
        self.stalking().is_none()
            && self.blips().any(|(blip, _)| {
                let space = board.space_at(blip);
                let room = board.space(space).kind == SpaceKind::Room;
                board.space_at(cell) == space || room && self.at_entrance(space, cell)
            })
    }

    /// Whether an opening bares a space: a compartment whose bulkhead it is in, or one that it empties of air
    /// (HULK-BLIP-08, HULK-AIR-07).
    fn laid_open(&self, space: SpaceId, at: Cell) -> bool {
        let board = self.board();
        let room = board.space(space).kind == SpaceKind::Room;
        // The hatch of a ladder lies between the spaces of its two ends.
        let beside = || board.around(at).any(|c| board.space_at(c) == space) || self.joins(at).0.contains(&space);
        room && beside() || self.empties(at, space)
    }

    /// Whether a blip is turned by where Boarders stand, or by the step that one of them would make.
    fn is_exposed(&self, blip: Cell, looking: Looking) -> bool {
        if self.stalking().is_some() {
            return self.seen_by(blip, looking).is_some();
        }
        let board = self.board();
        let space = board.space_at(blip);
        let stand = |unit: UnitId| if unit == looking.unit { looking.to } else { self.piece(unit).at };
        let boarders = self.boarders();
        if looking.opened.is_some() && self.laid_open(space, looking.opened) {
            return true;
        }
        let moving = |u: UnitId| looking.unit == UnitId::NONE || u == looking.unit;
        if boarders.only(moving).any(|u| board.space_at(stand(u)) == space) {
            return true;
        }
        match board.space(space).kind {
            SpaceKind::Room => boarders.only(moving).any(|u| self.at_entrance(space, stand(u))),
            // HULK-BLIP-09: any Boarder's line of sight will do; by a step only his own changes who takes it.
            SpaceKind::Passage => {
                let looks = |u: UnitId| looking.opened.is_some() || moving(u);
                boarders.only(looks).any(|u| self.look(stand(u), blip).is_some())
            }
        }
    }

    /// The blips that are to be turned: where, and their numbers.
    pub(in super::super) fn exposed(&self, looking: Looking) -> impl Iterator<Item = (Cell, u8)> {
        self.blips().filter(move |&(cell, _)| self.is_exposed(cell, looking))
    }
}

/// A Boarder is about to be somewhere by other means than a walk of his own: what that brings to light comes first.
pub(in super::super) fn before(play: &Play<'_>, unit: UnitId, to: Cell) -> Option<Step> {
    let looking = Looking { driven: true, ..Looking::step(unit, to) };
    (play.boards(play.piece(unit).side) && play.exposed(looking).next().is_some()).then_some(Step::Look(looking))
}

/// HULK-BLIP-08, -09: a figure has changed place, or sides. However it came there, what that brings to light is turned
/// before anything else happens ([`come_upon`]).
pub(in super::super) fn arrived(play: &mut Play<'_>, unit: UnitId) {
    if play.boarding().is_none() || !play.piece(unit).at.is_some() {
        return;
    }
    if play.boards(play.piece(unit).side) {
        let to = play.piece(unit).at;
        play.pending_mut().arrived = Looking { driven: true, ..Looking::step(unit, to) };
    } else {
        shown(play, unit);
    }
}

/// HULK-STALK-11, -13: one of those who stalk has shown himself, by a step, at a door, or as he is turned: Boarders may
/// react before anything else happens.
pub(in super::super) fn shown(play: &mut Play<'_>, unit: UnitId) {
    if command::looks_out(play, play.piece(unit).side) {
        play.pending_mut().arrived = Looking::step(unit, play.piece(unit).at);
    }
}

/// What whoever has just changed place has come upon, if anything.
#[inline]
pub(in super::super) fn come_upon(play: &mut Play<'_>) -> Option<Step> {
    if play.pending().arrived.is_idle() {
        return None;
    }
    let looking = std::mem::take(&mut play.pending_mut().arrived);
    if !play.boards(play.piece(looking.unit).side) {
        return command::noticed(play, looking.unit);
    }
    play.exposed(looking).next().is_some().then_some(Step::Look(looking))
}
