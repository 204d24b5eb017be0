//! Charges, and what whoever is charged does about it (GEM-MOVE-03, GEM-REACT-06, GEM-ORD-04).

use crate::battle::{Action, Decision, Flow, Kind, Listing, Modifier, Reason, Refusal, Rule, Target, UnitId, Verb};
use crate::board::{Cell, Facing};

use super::ambush::warned;
use super::checks::passes;
use super::content::Cover;
use super::flight::rout;
use super::model::{Charge, Nerve, did};
use super::nerve::{collect, steels};
use super::options::{Overwatch, Reactions};
use super::reactions::{face_foe, gun_code, gun_of, roll};
use super::stats::Trait;
use super::steps::{Mode, Shot, Step, Walk};
use super::{Battle, Play, walking};

const RULE: Rule = Rule("GEM-MOVE-03");
const ANSWER: Rule = Rule("GEM-REACT-06");

/// Whether a charge may be declared (GEM-MOVE-03, GEM-ACT-08).
pub(super) fn check(battle: &Battle, unit: UnitId, target: UnitId, ap: u8) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    if !matches!(ap, 1 | 2) {
        return no(Reason::Malformed, "GEM-MOVE-03");
    }
    if !battle.on_board().has(target) || !battle.enemies(unit, target) {
        return no(Reason::NotAnEnemy, "GEM-MOVE-03");
    }
    may_charge(battle, unit)?;
    if !battle.standing(target) {
        return no(Reason::WrongKindOfUnit, "GEM-MOVE-02");
    }
    if !battle.sees(unit, target) {
        return no(Reason::NoSight, "GEM-MOVE-03");
    }
    Ok(())
}

/// Whether a model may charge at all.
pub(super) fn may_charge(battle: &Battle, unit: UnitId) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    walking::may_move(battle, unit)?;
    if battle.unit(unit).did & did::MOVED != 0 {
        return no(Reason::AlreadyDone, "GEM-ACT-08");
    }
    if battle.unit(unit).confused { no(Reason::MayNotAct, "GEM-CONF-01") } else { Ok(()) }
}

/// The facing of whoever is charged, as the charger comes upon it: 0 and 60 degrees front, 120 flank, 180 rear
/// (GEM-MOVE-06).
#[must_use]
pub fn side_struck(battle: &Battle, unit: UnitId, target: UnitId) -> Charge {
    let to = battle.piece(target);
    let side = battle.board().neighbours[to.at.index()].iter().position(|&cell| cell == battle.piece(unit).at);
    match side.map(|side| to.facing.turn_to(Facing::from_index(side))) {
        Some(2) => Charge::Flank,
        Some(3) => Charge::Rear,
        _ => Charge::Front,
    }
}

/// A charge, part by part (GEM-ORD-04).
pub(super) fn charge(play: &mut Play<'_>, step: Step) -> Flow<Step> {
    let Step::Charge { unit, target, ap, part } = step else { return Flow::Done };
    let goes_on = |part| Step::Charge { unit, target, ap, part };
    let gone = !play.piece(target).at.is_some();
    if !play.able(unit) || play.unit(unit).nerve == Nerve::Frozen || gone && part > 2 {
        return Flow::Done;
    }
    match part {
        0 => {
            if !dares(play, unit, target) {
                play.change(unit, RULE, |m| m.ap = 0);
                return Flow::Next(Step::Then);
            }
            let flares = play.condition(unit, |t| if let Trait::Frenzy(n, _) = t { Some(*n) } else { None }).is_some();
            if flares && play.minds() && !play.unit(unit).frenzied {
                return Flow::Push(goes_on(1), Step::Calm { unit });
            }
            Flow::Next(goes_on(1))
        }
        1 => {
            flinches(play, unit, target);
            play.pending_mut().stand = 0;
            Flow::Push(goes_on(2), Step::Charged { by: unit, unit: target })
        }
        2 => {
            let inches = play.allowance(unit) * ap;
            if gone {
                return Flow::Done;
            }
            let mut way = std::mem::take(&mut play.pending_mut().path);
            let arrives = play.with_reach(|battle, reach| battle.charge_way(unit, target, inches, reach, &mut way));
            // The last hex waits for whoever stands and fires.
            let empty = way.is_empty();
            let last = if arrives && !empty { Some(way.remove(0)) } else { None };
            play.pending_mut().path = way;
            if empty && !(arrives && play.contact(unit, target)) {
                return Flow::Done;
            }
            play.change(unit, RULE, |m| m.did |= did::CHARGED);
            if !arrives {
                play.note(RULE, "charges too short", unit, 0);
                return walking::begin(play, unit, Walk::Charge(target));
            }
            play.pending_mut().last = last.or(Some(play.piece(unit).at));
            match walking::begin(play, unit, Walk::Charge(target)) {
                Flow::Next(walk) => Flow::Push(goes_on(3), walk),
                other => other,
            }
        }
        3 => {
            let stand = play.pending().stand;
            if let Some(code) = stand.checked_sub(1) {
                play.pending_mut().stand = 0;
                return Flow::Push(goes_on(4), stand_and_fire(play, target, unit, code));
            }
            Flow::Next(goes_on(4))
        }
        _ => {
            let Some(last) = play.pending().last else { return Flow::Done };
            let near = play.board().distance(play.piece(unit).at, last) <= 1;
            if !near
                || play.occupied(last) && play.piece(unit).at != last
                || !play.touching(last, play.piece(target).at)
            {
                return Flow::Done;
            }
            let from = play.piece(unit).at;
            play.move_to(unit, last, RULE);
            if from != last {
                play.change(unit, RULE, |m| m.moved = m.moved.saturating_add(1));
            }
            contact(play, unit, target);
            Flow::Done
        }
    }
}

/// A charger comes into contact: from which side, and who turns to him (GEM-MOVE-06).
fn contact(play: &mut Play<'_>, unit: UnitId, target: UnitId) {
    let side = side_struck(play, unit, target);
    let touched = play.standing_foes(unit);
    play.change(unit, RULE, |m| (m.charge, m.charged, m.rounds, m.ap, m.hidden) = (side, target.into(), 0, 0, false));
    face_foe(play, unit, RULE);
    for foe in touched {
        let before = play.standing_foes(foe).len();
        collect(play, foe);
        if before <= 1 {
            play.change(foe, RULE, |m| m.rounds = 0);
            face_foe(play, foe, Rule("GEM-MOVE-06"));
        }
    }
}

/// Whether a charger dares to charge: tests of Terror, Fear and the Horror (GEM-TER-01, GEM-FEAR-01, GEM-TER-05).
fn dares(play: &mut Play<'_>, unit: UnitId, target: UnitId) -> bool {
    if play.dreads(unit, target) {
        return faces_terror(play, unit, target, true);
    }
    if play.minds() && play.has(target, &Trait::Horror) && !play.fears(unit, target) {
        return play.sheet(unit).is_stubborn() || steels(play, Rule("GEM-TER-05"), unit, false, 0);
    }
    if !play.fears(unit, target) {
        return true;
    }
    let horror = i8::from(play.has(target, &Trait::Horror));
    let cool = play.cool(unit);
    let modifiers = [Modifier::target(Rule("GEM-TER-05"), -horror)];
    passes(play, Rule("GEM-FEAR-01"), unit, cool, &modifiers)
}

/// A test of Terror; whoever fails routs (GEM-TER-01). To charge the Horror takes one more (GEM-TER-05).
pub(super) fn faces_terror(play: &mut Play<'_>, unit: UnitId, source: UnitId, charging: bool) -> bool {
    const RULE: Rule = Rule("GEM-TER-01");
    play.change(unit, Rule("GEM-TER-02"), |m| m.terrified = true);
    let preferred = play.kindred(unit).any(|of| play.sheet(of).prefers(&play.sheet(source).gang));
    let hated = i8::from(preferred || play.hates(unit, source));
    let horror = i8::from(charging && play.has(source, &Trait::Horror));
    let modifiers =
        [Modifier::target(RULE, -1), Modifier::roller(RULE, hated), Modifier::target(Rule("GEM-TER-05"), -horror)];
    let cool = play.cool(unit);
    let passed = passes(play, RULE, unit, cool, &modifiers);
    if !passed {
        rout(play, unit, RULE);
    }
    passed
}

/// Whoever is charged by whom it fears is tested (GEM-FEAR-01, GEM-TER-01).
fn flinches(play: &mut Play<'_>, unit: UnitId, target: UnitId) {
    if !play.standing(target) {
        return;
    }
    if play.dreads(target, unit) {
        faces_terror(play, target, unit, false);
    } else if play.fears(target, unit) {
        let cool = play.cool(target);
        if !passes(play, Rule("GEM-FEAR-01"), target, cool, &[]) {
            play.change(target, Rule("GEM-FEAR-01"), |m| m.afraid = true);
        }
    }
}

/// Whether whoever is charged may answer at all.
fn may_answer(battle: &Battle, unit: UnitId, by: UnitId) -> bool {
    let any = battle.options().reactions == Reactions::On || battle.unit(unit).overwatch;
    any && battle.may_react(unit) && battle.sees(unit, by)
}

/// Whoever is charged answers: it stands and fires, runs, or waits (GEM-REACT-06).
pub(super) fn charged(play: &mut Play<'_>, by: UnitId, unit: UnitId, answer: Option<Action>) -> Flow<Step> {
    match answer {
        Some(Action { verb: Verb::Fire, with, .. }) => {
            play.pending_mut().stand = with + 1;
            Flow::Done
        }
        Some(Action { verb: Verb::Run, .. }) => {
            let successes = roll(play, unit);
            let inches = play.allowance(unit).saturating_mul(successes);
            let at = play.piece(by).at;
            let best = play.with_reach(|battle, reach| {
                battle.search(unit, inches, battle.allowance(unit), super::ways::Touch::Nobody, reach);
                let away = |cell: &Cell| (battle.board().distance(*cell, at), std::cmp::Reverse(*cell));
                reach.reached().iter().copied().max_by_key(away)
            });
            if let Some(best) = best.filter(|&best| best != play.piece(unit).at) {
                let delta = play.piece(unit).at;
                play.move_to(unit, best, ANSWER);
                // It turns its back: whoever catches it takes it from the rear.
                face_foe(play, unit, ANSWER);
                let back = play.piece(unit).facing.back();
                play.face(unit, back, ANSWER);
                play.note(ANSWER, "runs from the charge", unit, play.board().distance(delta, best) as i16);
            }
            Flow::Done
        }
        Some(_) => Flow::Done,
        None if play.pending().alone || !may_answer(play, unit, by) => Flow::Next(Step::Then),
        None => {
            let side = play.piece(unit).side;
            Flow::Ask(Step::Charged { by, unit }, Decision::about(side, Kind::React, unit, ANSWER))
        }
    }
}

/// Whether an answer to a charge is legal.
pub(super) fn check_answer(battle: &Battle, by: UnitId, asked: UnitId, action: Action) -> Result<(), Refusal> {
    let Action { verb, unit, with, target } = action;
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    if unit != asked {
        return no(Reason::MayNotAct, "GEM-REACT-06");
    }
    match (verb, target) {
        (Verb::Hold, _) => action.plain(ANSWER),
        (Verb::Run, _) => {
            action.plain(ANSWER)?;
            let now = battle.unit(unit);
            match () {
                () if battle.hates(unit, by) => no(Reason::MayNotRetreat, "GEM-HATE-02"),
                () if now.nerve == Nerve::Frozen => no(Reason::MayNotRetreat, "GEM-REACT-07"),
                () if now.overwatch => no(Reason::MayNotRetreat, "GEM-OVER-01"),
                () => Ok(()),
            }
        }
        (Verb::Fire, Target::Unit(foe)) if foe == by => {
            let (gun, ap) = gun_of(with);
            if ap != 1 {
                return no(Reason::Malformed, "GEM-REACT-06");
            }
            battle.gun_ready(unit, gun)?;
            battle.may_target(Shot { unit, gun, target: by, ap, mode: Mode::Reaction })
        }
        _ => no(Reason::Malformed, "GEM-REACT-06"),
    }
}

/// All that could be an answer to a charge.
pub(super) fn answers(battle: &Battle, by: UnitId, unit: UnitId, list: &mut Listing) {
    let guns =
        (0..battle.kit(unit).guns.len() as u8).map(|gun| Action::of(Verb::Fire, unit).with(gun_code(gun, 1)).at(by));
    let all = guns.chain([Action::of(Verb::Run, unit), Action::of(Verb::Hold, unit)]);
    let legal = all.filter(|action| check_answer(battle, by, unit, *action).is_ok());
    list.actions.extend(legal);
}

/// Stand and Fire at a charger on its last hex: a test of Leadership, then the reaction (GEM-REACT-06).
fn stand_and_fire(play: &mut Play<'_>, unit: UnitId, by: UnitId, code: u8) -> Step {
    let (gun, ap) = gun_of(code);
    let ld = play.sheet(unit).ld;
    let steeled = Modifier::roller(Rule("GEM-OBS-02"), i8::from(play.unit(unit).warned == warned::STEELED));
    let watching = play.unit(unit).overwatch && play.options().overwatch != Overwatch::Off;
    let fires = play.standing(unit) && passes(play, ANSWER, unit, ld, &[steeled]);
    if !fires {
        play.change(unit, ANSWER, |m| m.reacted = true);
        return Step::Then;
    }
    let shot = Shot { unit, gun, target: by, ap, mode: Mode::Reaction };
    if watching { Step::Shoot(Shot { ap: 2, mode: Mode::Snap, ..shot }) } else { Step::Reaction(shot) }
}

/// Whether a charge at an enemy behind cover crosses an obstacle (the table behind GEM-SCORE-10).
#[must_use]
pub fn over_obstacle(battle: &Battle, unit: UnitId, target: UnitId) -> bool {
    let row = battle.row(battle.piece(target).at);
    row.behind != Cover::None && battle.unit(unit).charge != Charge::None
}
