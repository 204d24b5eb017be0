//! Command points spent: who is asked, what he may order, and what comes of it (HULK-STALK-13).

use crate::battle::{Action, Decision, Flow, Kind, Listing, Reason, Refusal, Rule, SideId, Target, UnitId, Verb};

use super::super::super::missions::events;
use super::super::super::{Battle, Play, Step, doors, stepping};
use super::super::victory;
use super::command::{Orders, RULE, next, price};
use super::{burning, watch};

/// After an enemy's step whoever has seen it spends points, as long as he likes; then watchers have their turn. At the end
/// of a Boarder's part of a phase he does.
pub(in super::super::super) fn command(play: &mut Play<'_>, orders: Orders, answer: Option<Action>) -> Flow<Step> {
    let Orders { side, mover } = orders;
    let passes = matches!(answer, Some(Action { verb: Verb::Pass, .. }));
    match answer {
        Some(Action { verb: Verb::Pass, .. }) => {}
        Some(Action { verb: Verb::Hold, unit, .. }) => play.pending_mut().done.insert(unit),
        Some(action) => buy(play, side, action),
        // Whoever has let one enemy come may do something about the next.
        None => {
            let boarders = play.boarders();
            let done = play.pending().done & !boarders;
            play.pending_mut().done = done;
        }
    }
    let reacts = mover != UnitId::NONE;
    let asked = match (passes, reacts) {
        (true, true) => next(play, SideId(side.0 + 1), mover),
        (false, true) => next(play, side, mover),
        (true, false) => None,
        (false, false) => Some(orders).filter(|&orders| !play.ordered(orders).is_empty()),
    };
    match asked {
        Some(orders) => {
            let kind = if reacts { Kind::React } else { Kind::Act };
            let decision = Decision::to(orders.side, kind, play.ordered(orders), RULE);
            Flow::Ask(Step::Command(orders), decision)
        }
        None => watch::notice(play, mover).map_or(Flow::Done, Flow::Next),
    }
}

/// A side's part of a phase is over: a Boarder spends points before the next has its own; behind the Defender's Movement
/// what burns goes out (HULK-STALK-15).
pub(in super::super::super) fn rally(play: &mut Play<'_>, phase: u8, asked: u8) -> Flow<Step> {
    let over = Step::Side { phase, asked: asked + 1 };
    let Some(side) = play.side_asked(asked) else { return Flow::Next(over) };
    if phase == 0 && play.stalks(side) {
        burning::put_out(play);
    }
    Flow::Push(over, Step::Command(Orders { side, mover: UnitId::NONE }))
}

/// A figure does what it has been ordered to.
fn buy(play: &mut Play<'_>, side: SideId, action: Action) {
    let unit = action.unit;
    play.change_table(RULE, |t| t.command.0[side.index()] -= price(action.verb));
    match (action.verb, action.target) {
        (Verb::Move, Target::Hex(to)) => {
            stepping::put(play, unit, to, RULE);
            play.change(unit, RULE, |u| u.steps = u.steps.saturating_add(1));
            burning::scorch(play, unit);
            events::arrived(play, unit);
            victory::moved(play, unit);
        }
        (Verb::Face, Target::Index(facing)) => play.change(unit, RULE, |u| u.watch = facing + 1),
        (Verb::Open, Target::Hex(door)) => doors::shut(play, door, RULE),
        (Verb::Use, Target::Index(place)) => play.change(unit, RULE, |u| u.jams &= !(1 << place)),
        (Verb::Fire, Target::Unit(at)) => watch::shoot(play, unit, action.with, at),
        _ => {}
    }
}

/// What may be ordered.
pub(in super::super::super) fn offers(battle: &Battle, orders: Orders, actor: Option<UnitId>, list: &mut Listing) {
    match actor {
        Some(unit) => {
            list.actions.extend(battle.bargains(unit, orders));
            list.push(Action::of(Verb::Hold, unit));
        }
        None => list.push(Action::side(Verb::Pass)),
    }
}

/// Whether something may be ordered.
pub(in super::super::super) fn check(
    battle: &Battle,
    orders: Orders,
    action: Action,
    list: &mut Listing,
) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, rule));
    let unit = action.unit;
    if matches!(action.verb, Verb::Pass | Verb::Hold) {
        return action.plain(RULE);
    }
    if list.would_list(action, |list| offers(battle, orders, Some(unit), list)) {
        return Ok(());
    }
    let blind = orders.mover != UnitId::NONE && !battle.sees(unit, orders.mover);
    match (action.verb, action.target) {
        _ if price(action.verb) > battle.command(orders.side) => no(Reason::NotEnough, RULE),
        _ if !battle.stands(unit) => no(Reason::MayNotAct, Rule("ITEN-KD-01")),
        _ if blind => no(Reason::NoSight, RULE),
        (Verb::Move, Target::Hex(to)) if battle.occupied(to) => no(Reason::Stacked, Rule("ITEN-MOVE-06")),
        (Verb::Move, Target::Hex(to)) if !battle.foes_around(battle.piece(unit).side, to).is_empty() => {
            no(Reason::Contested, RULE)
        }
        (Verb::Move | Verb::Open, Target::Hex(_)) => no(Reason::OutOfReach, RULE),
        (Verb::Fire, Target::Unit(at)) if at == orders.mover => no(Reason::WeaponNotReady, RULE),
        (Verb::Fire, _) => no(Reason::NotAnEnemy, RULE),
        _ => no(Reason::NothingToDo, RULE),
    }
}
