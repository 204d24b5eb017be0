//! What is fetched and carried: the counter of Kelly's Heroes (ITEN-KEL), the spy of Life is Cheap (ITEN-LIF-02).

use crate::battle::{Action, Listing, MaybeUnit, Reason, Refusal, Rule, Target, UnitId, Verb};
use crate::board::Cell;

use super::super::{Battle, Play, seats};
use super::{Loss, Mission, decide, team_of};

/// A figure takes the prize.
pub(in super::super) const TAKEN: Rule = Rule("ITEN-KEL-01");
/// It has been dropped, or is taken up again.
const DROPPED: Rule = Rule("ITEN-KEL-03");

impl Battle {
    /// Whether a figure carries what is fought for.
    #[inline]
    #[must_use]
    pub fn carries(&self, unit: UnitId) -> bool {
        self.table().bearer.is(unit)
    }

    /// Who carries it.
    #[must_use]
    pub fn prize_bearer(&self) -> Option<UnitId> {
        self.table().bearer.get()
    }

    /// The hex where it lies, as long as nobody carries it.
    #[must_use]
    pub fn prize(&self) -> Option<Cell> {
        self.table().prize.checked_sub(1).map(Cell)
    }

    /// Whether a figure may take up what somebody has dropped beside it (ITEN-KEL-03).
    #[inline]
    #[must_use]
    pub(in super::super) fn may_take(&self, unit: UnitId) -> bool {
        let wants = self.boarding().is_none() || self.boards(self.piece(unit).side);
        wants && self.table().dropped && self.stands(unit) && !self.unit(unit).spent && self.is_beside_prize(unit)
    }

    fn is_beside_prize(&self, unit: UnitId) -> bool {
        let at = self.piece(unit).at;
        self.prize().is_some_and(|cell| self.board().distance(at, cell) <= 1 && self.joined(at, cell))
    }
}

/// The side of whoever carries it, with its team, as bits.
pub(super) fn bearers(battle: &Battle) -> u8 {
    battle.prize_bearer().map_or(0, |u| team_of(battle, 1 << battle.piece(u).side.0))
}

/// A unit has ended a move: the first on foot in the place takes what nobody has had yet (ITEN-KEL-01); who carries it
/// home, on foot or in a vehicle any hex of which is there, has won (ITEN-LIF-02).
pub(super) fn reach(play: &mut Play<'_>, unit: UnitId) {
    if !play.stands(unit) || play.is_neutral(unit) {
        return;
    }
    let piece = play.piece(unit);
    let (at, side) = (piece.at, piece.side);
    let on_foot = !play.is_vehicle(unit);
    let waits = play.prize().is_some() && !play.table().dropped;
    if on_foot && waits && play.setting().scene.pickup.contains(&at) {
        take(play, unit, TAKEN);
    }
    let has_it = |bearer: UnitId| bearer == unit || play.carrier(bearer) == Some(unit);
    let is_home = || play.hull(unit).into_iter().any(|cell| play.zone(side).holds(cell));
    if play.setting().mission == Mission::LifeIsCheap && play.prize_bearer().is_some_and(has_it) && is_home() {
        decide(play, Some(side));
    }
}

/// A figure has it from now on.
pub(in super::super) fn take(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    play.change_table(rule, |t| (t.bearer, t.prize, t.dropped) = (unit.into(), 0, false));
}

/// ITEN-KEL-03: a figure takes up what lies beside it.
pub(in super::super) fn take_up(play: &mut Play<'_>, unit: UnitId) {
    take(play, unit, DROPPED);
}

/// ITEN-KEL-03, ITEN-KD-08: whoever falls drops it in his hex, or beside what he rides in. ITEN-KEL-04: who leaves with it has won.
pub(super) fn drop(play: &mut Play<'_>, unit: UnitId, loss: Loss) {
    if !play.carries(unit) {
        return;
    }
    let side = play.piece(unit).side;
    // Out of a vehicle it falls beside it, where a wreck does not cover it.
    let beside = play.carrier(unit).and_then(|vehicle| seats::doorsteps(play, vehicle).next());
    let at = beside.unwrap_or(play.spot(unit));
    if loss == Loss::Left && play.setting().mission == Mission::KellysHeroes {
        return decide(play, Some(side));
    }
    play.change_table(DROPPED, |t| (t.bearer, t.prize, t.dropped) = (MaybeUnit::NONE, at.0 + 1, true));
}

/// That a figure takes up what lies beside it.
pub(in super::super) fn offers(battle: &Battle, unit: UnitId, list: &mut Listing) {
    if let Some(cell) = battle.prize().filter(|_| battle.may_take(unit)) {
        list.push(Action::of(Verb::Use, unit).hex(cell));
    }
}

/// Whether a figure takes up what lies beside it.
pub(in super::super) fn check(battle: &Battle, action: Action) -> Result<(), Refusal> {
    action.aimed(DROPPED)?;
    let lies = battle.prize().filter(|_| battle.may_take(action.unit));
    if lies.is_some_and(|cell| action.target == Target::Hex(cell)) {
        return Ok(());
    }
    Err(Refusal::new(Reason::OutOfReach, DROPPED))
}

/// ITEN-KEL-02: whether a figure may end in a hex as far as what it carries goes: not in contact.
pub(in super::super) fn is_clear(battle: &Battle, unit: UnitId, to: Cell) -> bool {
    !battle.carries(unit) || (battle.around(to) & battle.enemies_of(battle.piece(unit).side)).is_empty()
}

/// Of the listed moves of a carrier only those that end in no contact stay.
pub(in super::super) fn keep_clear(battle: &Battle, unit: UnitId, list: &mut Listing) {
    if battle.carries(unit) {
        let clear = |to: Cell| is_clear(battle, unit, to);
        list.actions.retain(|a| a.unit != unit || !matches!(a.target, Target::Hex(to) if !clear(to)));
    }
}
