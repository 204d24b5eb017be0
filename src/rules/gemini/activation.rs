//! Activations: what a model must do first, its dice, its actions (GEM-ACT, GEM-ORD-01).

use crate::battle::{Action, Decision, Flow, Kind, Listing, Reason, Refusal, Roll, Rule, Target, UnitId, Verb};
use crate::board::{Cell, Facing};

use super::arms::drop_prize;
use super::charging::faces_terror;
use super::checks::{any_way, d6, passes, skilled};
use super::content::FIRST_AID;
use super::flight::rout;
use super::frenzy::{dose, flares_up};
use super::model::{Condition, Nerve, did};
use super::nerve::{parting_blows, rally, steels};
use super::options::{Activation, ActivationDice, Overwatch, Wounds};
use super::reactions::{ANYBODY, gun_of, noticed};
use super::shooting::{HURL, hurl, throw};
use super::stats::Trait;
use super::steps::{Mode, Shot, Step, Walk};
use super::{Battle, Play, ambush, things, uses, walking};

const ACT: Rule = Rule("GEM-ACT-08");

/// What a model must do before its dice, part by part (GEM-ORD-01).
pub(super) fn begin(play: &mut Play<'_>, unit: UnitId, part: u8) -> Flow<Step> {
    let next = |part| Flow::Next(Step::Begin { unit, part });
    let over = Flow::Next(Step::Finish { unit });
    if !play.piece(unit).at.is_some() {
        return over;
    }
    match part {
        0 => {
            let side = play.piece(unit).side;
            play.change_table(Rule("GEM-TURN-06"), |t| t.active = side.0 + 1);
            play.change(unit, Rule("GEM-TURN-05"), |m| {
                (m.acted, m.held, m.overreached, m.ran, m.stupid, m.fired) = (true, false, false, false, false, false);
                (m.moved, m.did, m.ap, m.crit) = (0, 0, 0, false);
                if m.nerve == Nerve::Suppressed {
                    m.until = 0;
                }
            });
            let felled = play.unit(unit).condition.is_felled();
            let at = play.piece(unit).at;
            if !felled && !rally(play, unit) {
                return Flow::Push(Step::Finish { unit }, moved_on(play, unit, at));
            }
            next(1)
        }
        1 => {
            // Step by step, so that a failed test ends it (GEM-PSY-04).
            let at = play.piece(unit).at;
            if play.minds() && play.standing(unit) && !tests_mind(play, unit) {
                return Flow::Push(Step::Finish { unit }, moved_on(play, unit, at));
            }
            let flares = play.minds() && play.standing(unit) && !play.unit(unit).frenzied && flares_up(play, unit);
            if flares { Flow::Push(Step::Begin { unit, part: 2 }, Step::Calm { unit }) } else { next(2) }
        }
        2 => match play.unit(unit).pursues.get() {
            Some(quarry) if play.standing(unit) => Flow::Push(Step::Finish { unit }, Step::Chase { unit, quarry }),
            _ => next(3),
        },
        _ => {
            let limits = match play.unit(unit).condition {
                Condition::Ready => None,
                // Its half move, and a shot (GEM-KD-04).
                Condition::Dazed if play.options().wounds == Wounds::Knockdown => Some(2),
                Condition::Dazed | Condition::Reeling | Condition::KnockedDown => Some(1),
                _ => Some(0),
            };
            match limits {
                None if play.pending().passing => over,
                None => Flow::Next(Step::Dice { unit }),
                Some(0) => over,
                Some(ap) => {
                    play.change(unit, Rule("GEM-ACT-06"), |m| m.ap = ap);
                    Flow::Next(Step::Act { unit })
                }
            }
        }
    }
}

/// What follows tests that have ended an activation: overwatch where they have moved the model, else what else they led to.
fn moved_on(play: &mut Play<'_>, unit: UnitId, from: Cell) -> Step {
    let moved = play.piece(unit).at.is_some() && play.piece(unit).at != from;
    if moved { noticed(play, unit) } else { Step::Then }
}

/// Stupidity, Confusion, Terror (GEM-PSY-04); whether the activation goes on.
fn tests_mind(play: &mut Play<'_>, unit: UnitId) -> bool {
    let stupidity = play.condition(unit, |t| if let Trait::Stupidity(n) = t { Some(*n) } else { None });
    if let Some(number) = stupidity
        && !passes(play, Rule("GEM-STUP-01"), unit, number, &[])
    {
        play.change(unit, Rule("GEM-STUP-01"), |m| (m.stupid, m.overwatch) = (true, false));
        if !play.engaged(unit) {
            wander(play, unit);
        }
        return false;
    }
    if play.unit(unit).confused {
        let ld = play.sheet(unit).ld;
        if passes(play, Rule("GEM-CONF-01"), unit, ld, &[]) {
            play.change(unit, Rule("GEM-CONF-01"), |m| m.confused = false);
        }
    }
    let near = |foe: &UnitId| play.apart(unit, *foe) <= 8 && play.has_line(unit, *foe) && play.dreads(unit, *foe);
    let source = play.enemies_of(play.piece(unit).side).find(near);
    source.is_none_or(|source| faces_terror(play, unit, source, false))
}

/// A model at a loss wanders its move in a random direction (GEM-STUP-03).
fn wander(play: &mut Play<'_>, unit: UnitId) {
    const RULE: Rule = Rule("GEM-STUP-03");
    let way = any_way(play, RULE, unit);
    let (mut left, m, side) = (play.allowance(unit), play.allowance(unit), play.piece(unit).side);
    if play.unit(unit).nerve == Nerve::Frozen {
        return;
    }
    play.face(unit, way, RULE);
    while !play.menaced(side, play.piece(unit).at) {
        let at = play.piece(unit).at;
        let to = play.board().neighbours[at.index()][way as usize];
        let pace = if to.is_some() && !play.occupied(to) { play.pace(at, to, m) } else { None };
        let Some(rest) = pace.and_then(|cost| left.checked_sub(cost)) else { break };
        left = rest;
        play.move_to(unit, to, RULE);
    }
    play.change(unit, RULE, |m| m.rounds = 0);
    for foe in play.standing_foes(unit) {
        super::nerve::collect(play, foe);
    }
    walking::reveal(play);
}

/// The most activation dice of a model (GEM-ACT-05, GEM-PIN-08).
#[must_use]
pub(super) fn most_dice(battle: &Battle, unit: UnitId) -> u8 {
    match (battle.unit(unit).nerve, battle.options().activation_dice) {
        (Nerve::Suppressed, _) => 1,
        (_, ActivationDice::Two) | (Nerve::Frozen, _) => 2,
        _ => 3,
    }
}

/// The fewest.
fn fewest_dice(battle: &Battle, unit: UnitId) -> u8 {
    if battle.options().activation_dice == ActivationDice::Two { most_dice(battle, unit) } else { 1 }
}

/// The activation dice: how many, and what they give (GEM-ACT-01, GEM-ACT-05).
pub(super) fn dice(play: &mut Play<'_>, unit: UnitId, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-ACT-05");
    if play.options().activation == Activation::None {
        let ap = if play.unit(unit).nerve == Nerve::Suppressed { 1 } else { 2 };
        if let Some(Action { verb: Verb::Use, .. }) = answer {
            return watch(play, unit);
        }
        if answer.is_some() || play.options().overwatch != Overwatch::Old || may_watch(play, unit).is_err() {
            play.change(unit, Rule("GEM-ACT-02"), |m| m.ap = ap);
            return Flow::Next(Step::Act { unit });
        }
    }
    let (least, most) = (fewest_dice(play, unit), most_dice(play, unit));
    let old = play.options().overwatch == Overwatch::Old && may_watch(play, unit).is_ok();
    let count = match answer.map(|a| (a.verb, a.target)) {
        Some((Verb::Use, _)) => return watch(play, unit),
        Some((_, Target::Index(count))) => count,
        Some(_) => 0,
        None if least == most && !old => least,
        None => {
            let side = play.piece(unit).side;
            return Flow::Ask(Step::Dice { unit }, Decision::about(side, Kind::Act, unit, RULE));
        }
    };
    let need = play.sheet(unit).an;
    let successes = play.pool(Roll::new(Rule("GEM-ACT-01"), 6, unit), &[need], count)[1];
    play.change(unit, Rule("GEM-ACT-01"), |m| m.ap = successes);
    if count - successes >= 2 {
        match play.options().activation_dice {
            ActivationDice::Choose => {
                play.change(unit, RULE, |m| (m.overreached, m.overwatch) = (true, false));
            }
            ActivationDice::Turnover => play.pending_mut().passing = true,
            ActivationDice::Two => {}
        }
    }
    Flow::Next(Step::Act { unit })
}

/// Whether an answer to the question about dice is legal.
pub(super) fn check_dice(battle: &Battle, asked: UnitId, action: Action) -> Result<(), Refusal> {
    const RULE: Rule = Rule("GEM-ACT-05");
    if action.unit != asked {
        return Err(Refusal::new(Reason::MayNotAct, RULE));
    }
    match (action.verb, action.target) {
        (Verb::Use, Target::None) if action.with == uses::OVERWATCH => {
            if battle.options().overwatch != Overwatch::Old {
                return Err(Refusal::new(Reason::OrderNotOpen, Rule("GEM-OVER-05")));
            }
            may_watch(battle, asked)
        }
        (Verb::Order, Target::None) if battle.options().activation == Activation::None => action.aimed(RULE),
        (Verb::Order, Target::Index(count)) if battle.options().activation == Activation::Arap => {
            action.aimed(RULE)?;
            if (fewest_dice(battle, asked)..=most_dice(battle, asked)).contains(&count) {
                Ok(())
            } else {
                Err(Refusal::new(Reason::NotEnough, RULE))
            }
        }
        _ => Err(Refusal::new(Reason::Malformed, RULE)),
    }
}

/// All answers to the question about dice.
pub(super) fn dice_answers(battle: &Battle, unit: UnitId, list: &mut Listing) {
    let order = Action::of(Verb::Order, unit);
    let counts = (1..=3).map(|count| order.index(count));
    let watch = Action::of(Verb::Use, unit).with(uses::OVERWATCH);
    let all = counts.chain([order, watch]).filter(|action| check_dice(battle, unit, *action).is_ok());
    list.actions.extend(all);
}

/// Whether a model may go on overwatch (GEM-OVER-01, GEM-ACT-05).
pub(super) fn may_watch(battle: &Battle, unit: UnitId) -> Result<(), Refusal> {
    const RULE: Rule = Rule("GEM-OVER-01");
    let now = battle.unit(unit);
    let guns = (0..battle.kit(unit).guns.len() as u8).any(|gun| battle.gun_ready(unit, gun).is_ok());
    if battle.options().overwatch == Overwatch::Off {
        return Err(Refusal::new(Reason::OrderNotOpen, RULE));
    }
    if now.overreached {
        return Err(Refusal::new(Reason::MayNotAct, Rule("GEM-ACT-05")));
    }
    if now.nerve != Nerve::Steady || now.condition != Condition::Ready || battle.confused(unit) || battle.engaged(unit)
    {
        return Err(Refusal::new(Reason::MayNotAct, RULE));
    }
    if now.overwatch {
        return Err(Refusal::new(Reason::AlreadyDone, RULE));
    }
    if guns { Ok(()) } else { Err(Refusal::new(Reason::WeaponNotReady, RULE)) }
}

fn watch(play: &mut Play<'_>, unit: UnitId) -> Flow<Step> {
    play.change(unit, Rule("GEM-OVER-01"), |m| (m.overwatch, m.ap) = (true, 0));
    Flow::Next(Step::Finish { unit })
}

/// Whether a model is done: nothing that it could do is left to it.
fn done(battle: &Battle, unit: UnitId) -> bool {
    let now = battle.unit(unit);
    let gone = !battle.piece(unit).at.is_some()
        || matches!(now.condition, Condition::Down | Condition::Stunned)
        || !matches!(now.nerve, Nerve::Steady | Nerve::Frozen | Nerve::Suppressed);
    gone || now.ap == 0 && (now.did & did::TURNED != 0 || now.condition != Condition::Ready || battle.engaged(unit))
}

/// A model acts (GEM-ACT-08).
pub(super) fn act(play: &mut Play<'_>, unit: UnitId, answer: Option<Action>) -> Flow<Step> {
    let Some(action) = answer else {
        if done(play, unit) {
            return Flow::Next(Step::Finish { unit });
        }
        let side = play.piece(unit).side;
        return Flow::Ask(Step::Act { unit }, Decision::about(side, Kind::Act, unit, ACT));
    };
    let pending = play.pending_mut();
    (pending.shot_at, pending.declined, pending.struck) = Default::default();
    pending.route.clear();
    let acted = Step::Acted { unit };
    let spend = |play: &mut Play<'_>, ap: u8| {
        play.change(unit, ACT, |m| (m.ap, m.did) = (m.ap.saturating_sub(ap), m.did & !did::TURNED));
    };
    match (action.verb, action.target) {
        (Verb::Face, Target::Index(facing)) => {
            play.face(unit, Facing::from_index(facing.into()), Rule("GEM-MOVE-06"));
            play.change(unit, Rule("GEM-MOVE-06"), |m| m.did |= did::TURNED);
            Flow::Next(Step::Act { unit })
        }
        (Verb::Move, Target::Hex(cell)) => {
            spend(play, 1);
            let inches = play.allowance(unit);
            on_top(acted, walking::set_out(play, unit, cell, inches, Walk::Move))
        }
        (Verb::Run, Target::Hex(cell)) => {
            spend(play, 2);
            play.change(unit, Rule("GEM-RUN-01"), |m| (m.ran, m.ap, m.did) = (true, 0, m.did | did::CHARGED));
            let inches = run_inches(play, unit);
            on_top(acted, walking::set_out(play, unit, cell, inches, Walk::Run))
        }
        (Verb::Run, _) => {
            // The die is rolled first: where to is asked behind it.
            let more = d6(play, Rule("GEM-RUN-01"), unit);
            play.change(unit, Rule("GEM-RUN-01"), |m| (m.ran, m.ap) = (true, 0));
            Flow::Push(acted, Step::RunTo { unit, more })
        }
        (Verb::Strike, Target::Unit(target)) => {
            spend(play, u8::MAX);
            Flow::Push(acted, Step::Charge { unit, target, ap: action.with, part: 0 })
        }
        (Verb::Fire, Target::Unit(target)) if action.with == HURL => {
            spend(play, 1);
            on_top(acted, hurl(play, unit, target))
        }
        (Verb::Fire, Target::Unit(target)) => {
            let (gun, ap) = gun_of(action.with);
            spend(play, ap);
            Flow::Push(acted, Step::Shoot(Shot { unit, gun, target, ap, mode: Mode::Own }))
        }
        (Verb::Fire, Target::Hex(cell)) => {
            spend(play, 1);
            on_top(acted, throw(play, unit, action.with, cell))
        }
        (Verb::Use, Target::Unit(target)) => {
            spend(play, 1);
            let gun = action.with - uses::CALL;
            play.change(unit, Rule("GEM-DRAW-03"), |m| m.did |= did::SHOT);
            Flow::Push(acted, Step::Called { shot: Shot { unit, gun, target, ap: 1, mode: Mode::Draw } })
        }
        (Verb::Use, target) => {
            spend(play, u8::from(!matches!(action.with, uses::DROP | uses::DOSE)));
            match (action.with, target) {
                (uses::JUMP, Target::Hex(cell)) => {
                    let inches = play.allowance(unit);
                    return on_top(acted, walking::set_out(play, unit, cell, inches, Walk::Jump));
                }
                (uses::AIM, _) => play.change(unit, ACT, |m| m.did |= did::AIMED),
                (uses::OVERWATCH, _) => play.change(unit, Rule("GEM-OVER-01"), |m| (m.overwatch, m.ap) = (true, 0)),
                (uses::HIDE, _) => play.change(unit, Rule("GEM-MOVE-05"), |m| m.hidden = true),
                (uses::RELOAD, Target::Index(gun)) => {
                    play.change(unit, Rule("GEM-ACT-07"), |m| m.empty &= !(1 << gun));
                }
                (uses::DRAW, Target::Index(gun)) => {
                    play.change(unit, Rule("GEM-DRAW-02"), |m| m.slung &= !(1 << gun));
                }
                (uses::SWAP, _) => play.change(unit, Rule("GEM-LOC-04"), |m| m.swapped = !m.swapped),
                (uses::TAKE, Target::Hex(cell)) => things::take(play, unit, cell),
                (uses::DROP, _) => {
                    let at = play.piece(unit).at;
                    drop_prize(play, unit, at);
                }
                (uses::TASK, Target::Hex(cell)) => things::try_task(play, unit, cell),
                (uses::SEARCH, _) => things::search(play, unit),
                (uses::DOSE, _) => dose(play, unit),
                _ => {}
            }
            if action.with == uses::OVERWATCH { Flow::Next(Step::Finish { unit }) } else { Flow::Next(acted) }
        }
        (Verb::Heal, Target::Unit(patient)) => {
            spend(play, 1);
            heal(play, unit, patient);
            Flow::Next(acted)
        }
        (Verb::Retreat, _) => {
            spend(play, if play.options().activation == Activation::None { 2 } else { 1 });
            Flow::Push(acted, Step::BreakOff { unit, part: 0 })
        }
        _ => Flow::Next(Step::Finish { unit }),
    }
}

/// A flow on top of another step.
fn on_top(below: Step, flow: Flow<Step>) -> Flow<Step> {
    match flow {
        Flow::Next(step) => Flow::Push(below, step),
        _ => Flow::Next(below),
    }
}

/// Inches of a run at double rate (GEM-RUN-01).
pub(super) fn run_inches(battle: &Battle, unit: UnitId) -> u8 {
    2 * battle.allowance(unit)
}

/// First Aid heals a Flesh Wound (GEM-SKILL-03, GEM-SKILL-04, GEM-SKILL-06).
fn heal(play: &mut Play<'_>, unit: UnitId, patient: UnitId) {
    const RULE: Rule = Rule("GEM-SKILL-06");
    play.change(unit, RULE, |m| m.did |= did::SKILL);
    let level = play.skill(unit, FIRST_AID).into();
    if skilled(play, Rule("GEM-SKILL-03"), unit, level) {
        play.change(patient, RULE, |m| {
            m.flesh = m.flesh.saturating_sub(1);
            if m.legs > 0 {
                m.legs -= 1;
            } else {
                m.arms &= m.arms.saturating_sub(1);
            }
        });
    }
}

/// A model has acted: whoever may react does.
pub(super) fn acted(play: &mut Play<'_>, unit: UnitId) -> Flow<Step> {
    walking::reveal(play);
    ambush::observe(play, unit);
    things::bring_out(play, unit);
    play.pending_mut().declined = Default::default();
    let react = Step::React { by: unit, walking: false, charging: false, below: ANYBODY };
    Flow::Push(Step::Act { unit }, react)
}

/// The end of an activation.
pub(super) fn finish(play: &mut Play<'_>, unit: UnitId) -> Flow<Step> {
    play.pending_mut().walker = Default::default();
    play.change(unit, ACT, |m| {
        (m.ap, m.did) = (0, 0);
        if m.nerve == Nerve::Suppressed && m.until == 0 {
            m.nerve = Nerve::Steady;
        }
    });
    if !play.by_initiative() {
        return Flow::Done;
    }
    // Reactions saved up end with the activation that they react to (GEM-REACT-01).
    play.pending_mut().declined = Default::default();
    Flow::Next(Step::Saved { below: ANYBODY })
}

/// Breaking off, part by part: blows, the test, and where to (GEM-BREAK-01).
pub(super) fn break_off(play: &mut Play<'_>, unit: UnitId, part: u8, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-BREAK-01");
    match (part, answer) {
        (0, _) => {
            parting_blows(play, unit, RULE);
            Flow::Push(Step::BreakOff { unit, part: 1 }, Step::Hits)
        }
        (1, _) if !play.standing(unit) || play.unit(unit).nerve == Nerve::Running => Flow::Done,
        (1, _) => {
            if play.sheet(unit).is_stubborn() || steels(play, RULE, unit, false, -1) {
                Flow::Next(Step::BreakOff { unit, part: 2 })
            } else {
                rout(play, unit, RULE);
                Flow::Next(Step::Then)
            }
        }
        (_, Some(Action { target: Target::Hex(cell), .. })) => {
            let inches = play.allowance(unit);
            walking::set_out(play, unit, cell, inches, Walk::Move)
        }
        (_, Some(_)) => Flow::Done,
        (_, None) => {
            let side = play.piece(unit).side;
            Flow::Ask(Step::BreakOff { unit, part: 2 }, Decision::about(side, Kind::Act, unit, RULE))
        }
    }
}

/// A run by D6: where to (GEM-RUN-01).
pub(super) fn run_to(play: &mut Play<'_>, unit: UnitId, more: u8, answer: Option<Action>) -> Flow<Step> {
    match answer.map(|a| a.target) {
        Some(Target::Hex(cell)) => {
            let inches = play.allowance(unit) + more;
            walking::set_out(play, unit, cell, inches, Walk::Run)
        }
        Some(_) => Flow::Done,
        None => {
            let side = play.piece(unit).side;
            Flow::Ask(Step::RunTo { unit, more }, Decision::about(side, Kind::Act, unit, Rule("GEM-RUN-01")))
        }
    }
}

/// Inches of the open question about where a model goes that has paid already; none for other questions.
fn free_inches(battle: &Battle, step: Step) -> Option<(UnitId, u8)> {
    match step {
        Step::BreakOff { unit, .. } => Some((unit, battle.allowance(unit))),
        Step::RunTo { unit, more } => Some((unit, battle.allowance(unit) + more)),
        _ => None,
    }
}

/// Whether an answer to where a model breaks off or runs to is legal.
pub(super) fn check_free(battle: &Battle, step: Step, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    const RULE: Rule = Rule("GEM-MOVE-01");
    let Some((unit, inches)) = free_inches(battle, step) else { return Err(Refusal::new(Reason::WrongVerb, RULE)) };
    if action.unit != unit {
        return Err(Refusal::new(Reason::MayNotAct, RULE));
    }
    match (action.verb, action.target) {
        (Verb::Move, Target::Hex(cell)) => {
            action.aimed(RULE)?;
            walking::search(battle, unit, inches, &mut list.reach);
            let free = list.reach.reached().contains(&cell) && !battle.occupied(cell);
            if free { Ok(()) } else { Err(Refusal::new(Reason::OutOfReach, RULE)) }
        }
        (Verb::Hold, _) => action.plain(RULE),
        _ => Err(Refusal::new(Reason::Malformed, RULE)),
    }
}

/// All answers to where a model breaks off or runs to.
pub(super) fn free_answers(battle: &Battle, step: Step, list: &mut Listing) {
    let Some((unit, inches)) = free_inches(battle, step) else { return };
    walking::search(battle, unit, inches, &mut list.reach);
    let reached = list.reach.reached().iter().filter(|&&cell| !battle.occupied(cell));
    list.actions.extend(reached.map(|&cell| Action::of(Verb::Move, unit).hex(cell)));
    list.push(Action::of(Verb::Hold, unit));
}
