//! The order by Initiative: who acts next, and who holds back (GEM-TURN-01 to -04).

use crate::battle::{Action, Decision, Flow, Kind, Reason, Refusal, Roll, Rule, SideId, UnitId, UnitSet, Verb};
use crate::kit::asking::Question;
use crate::kit::roll_off::RollOff;

use super::checks::{EVERY_FACE, answering};
use super::steps::Step;
use super::{Battle, Play};

const ORDER: Rule = Rule("GEM-TURN-01");
const HOLD: Rule = Rule("GEM-TURN-02");
const PRIORITY: Rule = Rule("GEM-TURN-03");

/// What the Initiative of all models of the first side is raised by, so that they act before everybody else (GEM-TURN-04).
const FIRST: u8 = 16;

/// A model's place in the order, the higher the sooner.
fn rank(battle: &Battle, unit: UnitId) -> u8 {
    let side = battle.piece(unit).side;
    let ambushes = battle.setting().ambush.as_ref().is_some_and(|ambush| ambush.side == side);
    let first = battle.setting().first == Some(side) || ambushes;
    battle.sheet(unit).i + if first { FIRST } else { 0 }
}

/// Those of some models that come first in the order.
pub(super) fn foremost(battle: &Battle, units: UnitSet) -> UnitSet {
    let best = units.map(|unit| rank(battle, unit)).max();
    units.only(|unit| Some(rank(battle, unit)) == best)
}

/// The next model acts: the one of the highest Initiative, or one that has held back (GEM-TURN-01, GEM-TURN-02).
pub(super) fn next(play: &mut Play<'_>, answer: Option<Action>) -> Flow<Step> {
    match answer {
        Some(Action { verb: Verb::Order, unit, .. }) => {
            let side = play.piece(unit).side;
            if !play.unit(unit).held {
                play.change_table(PRIORITY, |t| t.last = side.0 + 1);
            }
            return Flow::Push(Step::Next, Step::Begin { unit, part: 0 });
        }
        Some(Action { verb: Verb::Hold, unit, .. }) if !play.unit(unit).held => {
            let side = play.piece(unit).side;
            play.change(unit, HOLD, |m| m.held = true);
            play.change_table(PRIORITY, |t| t.last = side.0 + 1);
            play.pending_mut().declined.insert(unit);
        }
        Some(action) => {
            let waits = answering(play, action);
            play.pending_mut().declined.add(waits);
        }
        None => {
            // An activation is over: nobody's turn, until the next one is somebody's own (GEM-TURN-06).
            play.change_table(ORDER, |t| t.active = 0);
            play.pending_mut().declined = UnitSet::default();
        }
    }
    let untried = play.on_board().only(|unit| !play.unit(unit).acted && !play.unit(unit).marker);
    let open = foremost(play, untried.only(|unit| !play.unit(unit).held));
    let held = foremost(play, untried.only(|unit| play.unit(unit).held && !play.pending().declined.has(unit)));
    let Some(one) = open.first() else {
        // Whoever still waits has waited long enough.
        let last = play.first_asked(foremost(play, untried));
        return last.map_or(Flow::Done, |unit| Flow::Push(Step::Next, Step::Begin { unit, part: 0 }));
    };
    let level = rank(play, one);
    if play.table().level != level {
        play.change_table(ORDER, |t| (t.level, t.last, t.dice) = (level, 0, [0; 8]));
    }
    if let Some(again) = rolls_for_priority(play, open) {
        return again;
    }
    if !held.is_empty() {
        let of_side = |battle: &Battle, side| held & battle.units_of(side);
        return Question::new(HOLD, Kind::Act).ask_from(play, 0, of_side, |_| Step::Next);
    }
    let side = due(play, open);
    Flow::Ask(Step::Next, Decision::to(side, Kind::Act, open & play.units_of(side), ORDER))
}

/// Sides whose models are equal in Initiative roll for who goes first, ties again (GEM-TURN-03).
fn rolls_for_priority(play: &mut Play<'_>, open: UnitSet) -> Option<Flow<Step>> {
    let sides = open.map(|unit| play.piece(unit).side).fold(0, |all, side| all | 1 << side.0);
    let dice = play.table().dice;
    let rivals = |a: usize, b: usize| play.team(SideId(a as u8)) != play.team(SideId(b as u8));
    match RollOff::with(&dice, sides, rivals) {
        RollOff::Rolls(side) => {
            let face = play.roll(Roll::new(PRIORITY, 6, UnitId::NONE), &EVERY_FACE);
            play.change_table(PRIORITY, |t| t.dice[side] += face);
        }
        RollOff::Ties(ranks) => play.change_table(PRIORITY, |t| t.dice = ranks),
        RollOff::Settled => return None,
    }
    // Nobody has been asked since the last activation, so that nothing is forgotten by beginning anew.
    Some(Flow::Next(Step::Next))
}

/// Whose model is next among equals: the winner of the roll first, then the sides by turns (GEM-TURN-03).
fn due(battle: &Battle, open: UnitSet) -> SideId {
    let (dice, last) = (battle.table().dice, battle.table().last);
    let has = |side: SideId| !(open & battle.units_of(side)).is_empty();
    let mut sides: arrayvec::ArrayVec<SideId, 8> = battle.sides().collect();
    sides.sort_by_key(|side| std::cmp::Reverse(dice[side.index()]));
    let after = sides.iter().position(|side| side.0 + 1 == last).map_or(0, |place| (place + 1) % sides.len());
    sides.rotate_left(after);
    sides.into_iter().find(|&side| has(side)).unwrap_or_default()
}

/// Whether an answer to who acts next is legal.
pub(super) fn check(battle: &Battle, action: Action) -> Result<(), Refusal> {
    action.plain(ORDER)?;
    match action.actor() {
        Some(unit) if battle.unit(unit).acted => Err(Refusal::new(Reason::AlreadyDone, ORDER)),
        _ => Ok(()),
    }
}
