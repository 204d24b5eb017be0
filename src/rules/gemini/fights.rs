//! Fights: who fights whom, and what a fight leads to (GEM-CC-04, GEM-MULTI, GEM-PURS, GEM-FOL, GEM-ORD-05).

use crate::battle::{Action, Decision, Flow, Kind, Listing, Reason, Refusal, Rule, Target, UnitId, UnitSet, Verb};
use crate::board::{Cell, Reach};

use super::checks::passes;
use super::flight::face_along;
use super::model::{Bout, Nerve};
use super::nerve::beaten;
use super::options::Pursuit;
use super::stats::Trait;
use super::steps::Step;
use super::ways::Touch;
use super::{Battle, Play, score};

const RULE: Rule = Rule("GEM-CC-04");

/// Close combat begins.
pub(super) fn begin(play: &mut Play<'_>) {
    play.pending_mut().fought = UnitSet::default();
    play.pending_mut().forgets = UnitSet::default();
    for unit in play.on_board() {
        play.change(unit, RULE, |m| (m.lost, m.hurt, m.crit) = (false, false, false));
    }
}

/// Whether a model may fight in this step: it stands and touches an enemy.
fn fights(battle: &Battle, unit: UnitId) -> bool {
    battle.standing(unit) && !battle.foes_touching(unit).is_empty()
}

/// The next fight with a model of a side on turn: the one with the best Initiative first.
pub(super) fn fights_next(play: &mut Play<'_>) -> Flow<Step> {
    let fought = play.pending().fought;
    let open =
        play.on_board().only(|unit| !fought.has(unit) && play.on_turn(play.piece(unit).side) && fights(play, unit));
    let next = open.max_by_key(|&unit| (play.sheet(unit).i, std::cmp::Reverse(unit)));
    let Some(unit) = next else { return Flow::Done };
    let group = play.fight_of(unit);
    play.pending_mut().fought.add(group);
    play.pending_mut().fighters = UnitSet::default();
    play.pending_mut().caught = group.only(|unit| play.unit(unit).nerve == Nerve::Routing);
    split(play, unit, group);
    Flow::Push(Step::Fights, Step::Bouts)
}

/// Splits a fight into rounds of one against one or several (GEM-MULTI-02): each of the larger side takes an enemy whom
/// the fewest others have taken. Whoever touches only the fallen attacks one of those (GEM-KD-07).
fn split(play: &mut Play<'_>, unit: UnitId, group: UnitSet) {
    let side = play.piece(unit).side;
    let friends = group & play.friends_of(side);
    let standing = |units: UnitSet| units.only(|unit| play.standing(unit));
    let (ours, theirs) = (standing(friends), standing(group & !friends));
    let (many, few) = if ours.len() >= theirs.len() { (ours, theirs) } else { (theirs, ours) };
    let mut parts: Vec<(UnitId, Vec<UnitId>)> = few.map(|lone| (lone, Vec::new())).collect();
    let choices = |one: UnitId| few.only(|lone| play.contact(one, lone));
    let mut order: Vec<UnitId> = many.only(|one| !choices(one).is_empty()).collect();
    order.sort_by_key(|&one| (choices(one).len(), one));
    for one in order {
        let open = choices(one);
        let least = parts.iter_mut().filter(|(lone, _)| open.has(*lone)).min_by_key(|(_, against)| against.len());
        if let Some((_, against)) = least {
            against.push(one);
        }
    }
    let mut bouts = Vec::new();
    for (lone, mut against) in parts {
        against.sort_by_key(|&one| (std::cmp::Reverse(play.sheet(one).i), one));
        let rounds = against.iter().enumerate();
        bouts.extend(rounds.map(|(i, &one)| Bout { one, lone, before: i as u8, answers: false }));
    }
    for one in standing(group).only(|one| play.standing_foes(one).is_empty()) {
        let fallen = play.foes_touching(one).first();
        bouts.extend(fallen.map(|lone| Bout { one, lone, before: 0, answers: false }));
    }
    bouts.reverse();
    play.pending_mut().bouts = bouts;
}

/// The next round of the fight.
pub(super) fn bouts(play: &mut Play<'_>) -> Flow<Step> {
    let Some(bout) = play.pending_mut().bouts.pop() else {
        let fighters = play.pending().fighters;
        let losers = fighters.only(|unit| play.unit(unit).lost);
        play.pending_mut().losers = losers.collect();
        let then = losers.map(|unit| Step::Pushed { unit });
        play.pending_mut().then.extend(then);
        return Flow::Push(Step::Fought, Step::Then);
    };
    score::round(play, bout);
    Flow::Push(Step::Bouts, Step::Hits)
}

/// What a fight leads to, one thing after the other.
pub(super) fn fought(play: &mut Play<'_>) -> Flow<Step> {
    if let Some(loser) = play.pending_mut().losers.pop() {
        let foes = play.standing_foes(loser);
        let before = play.unit(loser).nerve;
        lose_frenzy(play, loser);
        if play.unit(loser).hurt {
            beaten(play, loser, foes.first());
        }
        if before != Nerve::Routing && play.unit(loser).nerve == Nerve::Routing {
            let chases = foes.filter(|&foe| play.standing_foes(foe).len() == 1).map(|foe| (foe, loser));
            let chases: Vec<_> = chases.collect();
            play.pending_mut().chases.extend(chases);
        }
        return Flow::Push(Step::Fought, Step::Hits);
    }
    if let Some((unit, quarry)) = play.pending_mut().chases.pop() {
        return Flow::Push(Step::Fought, Step::Pursue { unit, quarry });
    }
    let fighters = play.pending().fighters;
    let mut free = fighters
        .only(|unit| play.able(unit) && play.standing_foes(unit).is_empty() && !play.unit(unit).pursues.is_some());
    if let Some(unit) = free.next() {
        play.pending_mut().fighters.remove(unit);
        return Flow::Push(Step::Fought, Step::FollowUp { unit });
    }
    let caught = play.pending().caught;
    play.pending_mut().fighters = UnitSet::default();
    for unit in fighters {
        calm_down(play, unit);
        // Whoever was caught as it fled, and lives, flees on (GEM-ROUT-02).
        if caught.has(unit) && play.unit(unit).nerve == Nerve::Routing {
            play.pending_mut().then.push(Step::Flee { unit });
        }
    }
    Flow::Next(Step::Then)
}

/// Frenzy ends with a lost round, unless it was there from the start (GEM-FRZ-05).
fn lose_frenzy(play: &mut Play<'_>, unit: UnitId) {
    let kept = play.sheet(unit).traits.iter().any(|t| matches!(t, Trait::Frenzied(_) | Trait::BloodFrenzy));
    if play.unit(unit).frenzied && !kept {
        play.change(unit, Rule("GEM-FRZ-05"), |m| m.frenzied = false);
    }
}

/// Whoever was Frenzied from the start may come to its senses after a fight (GEM-FRZ-02).
fn calm_down(play: &mut Play<'_>, unit: UnitId) {
    const RULE: Rule = Rule("GEM-FRZ-02");
    let number = play.sheet(unit).traits.iter().find_map(|t| if let Trait::Frenzied(n) = t { Some(*n) } else { None });
    if let Some(number) = number.filter(|_| play.unit(unit).frenzied && play.standing(unit))
        && passes(play, RULE, unit, number, &[])
    {
        play.change(unit, RULE, |m| m.frenzied = false);
    }
}

/// How far a pursuer comes, straight after the rout or in its later turns (GEM-PURS-01).
fn chase(play: &mut Play<'_>, unit: UnitId, quarry: UnitId, inches: u8) {
    const RULE: Rule = Rule("GEM-PURS-01");
    play.change(unit, RULE, |m| (m.pursues, m.overwatch, m.hidden) = (quarry.into(), false, false));
    let (way, _) = play.charge_way(unit, quarry, inches);
    if let Some(&to) = way.first() {
        let from = way.get(1).copied().unwrap_or(play.piece(unit).at);
        play.move_to(unit, to, RULE);
        face_along(play, unit, from, to, RULE);
        play.change(unit, RULE, |m| m.rounds = 0);
    }
}

/// Whether a victor's pursuit is forced: by the rules in force, Frenzy or hate (GEM-PURS-01, GEM-FRZ-05, GEM-HATE-04).
fn forced(battle: &Battle, unit: UnitId, quarry: UnitId) -> bool {
    battle.options().pursuit == Pursuit::Compulsory || battle.unit(unit).frenzied || battle.hates(unit, quarry)
}

/// A victor may pursue whoever flees from it (GEM-PURS-01).
pub(super) fn pursue(play: &mut Play<'_>, unit: UnitId, quarry: UnitId, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-PURS-01");
    let open = play.able(unit) && play.piece(quarry).at.is_some() && play.standing_foes(unit).is_empty();
    match answer.map(|a| a.verb) {
        None if !open => Flow::Done,
        None if play.unit(unit).frenzied => {
            let inches = play.allowance(unit);
            chase(play, unit, quarry, inches);
            Flow::Done
        }
        None => {
            let side = play.piece(unit).side;
            Flow::Ask(Step::Pursue { unit, quarry }, Decision::about(side, Kind::React, unit, RULE))
        }
        Some(Verb::Stay) if !forced(play, unit, quarry) || restrained(play, unit, quarry) => Flow::Done,
        Some(_) => {
            let inches = play.allowance(unit);
            chase(play, unit, quarry, inches);
            Flow::Done
        }
    }
}

/// A test of Leadership not to pursue, or to stop (GEM-PURS-01, GEM-HATE-03).
fn restrained(play: &mut Play<'_>, unit: UnitId, quarry: UnitId) -> bool {
    use crate::battle::Modifier;
    let hate = Modifier::roller(Rule("GEM-HATE-03"), -i8::from(play.hates(unit, quarry)));
    let ld = play.sheet(unit).ld;
    passes(play, Rule("GEM-PURS-01"), unit, ld, &[hate])
}

/// A pursuer at its own activation: it goes on, or tries to stop (GEM-PURS-01). The part of the activation comes next.
pub(super) fn go_on(play: &mut Play<'_>, unit: UnitId, quarry: UnitId, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-PURS-01");
    let fled = matches!(play.unit(quarry).nerve, Nerve::Routing | Nerve::Running);
    let over = !fled || !play.standing(quarry) || !play.able(unit) || play.engaged(unit);
    match answer.map(|a| a.verb) {
        None if over => {
            play.change(unit, RULE, |m| m.pursues = Default::default());
            Flow::Next(Step::Begin { unit, part: 1 })
        }
        None => {
            let side = play.piece(unit).side;
            Flow::Ask(Step::Chase { unit, quarry }, Decision::about(side, Kind::Act, unit, RULE))
        }
        Some(Verb::Stay) if !play.unit(unit).frenzied && restrained(play, unit, quarry) => {
            play.change(unit, RULE, |m| m.pursues = Default::default());
            Flow::Next(Step::Begin { unit, part: 1 })
        }
        Some(_) => {
            let inches = 2 * play.allowance(unit);
            chase(play, unit, quarry, inches);
            Flow::Done
        }
    }
}

/// A victor without enemies that stand makes a bonus move (GEM-FOL-01).
pub(super) fn follow_up(play: &mut Play<'_>, unit: UnitId, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-FOL-01");
    match answer {
        None if play.allowance(unit) > 0 && play.able(unit) && play.unit(unit).nerve != Nerve::Frozen => {
            let side = play.piece(unit).side;
            Flow::Ask(Step::FollowUp { unit }, Decision::about(side, Kind::Act, unit, RULE))
        }
        Some(Action { target: Target::Hex(cell), .. }) => {
            let mut reach = Reach::new();
            search_follow(play, unit, &mut reach);
            let mut path = Vec::new();
            reach.path(cell, &mut path);
            let from = path.len().checked_sub(2).map_or(play.piece(unit).at, |i| path[i]);
            play.move_to(unit, cell, RULE);
            face_along(play, unit, from, cell, RULE);
            play.change(unit, RULE, |m| m.rounds = 0);
            for foe in play.standing_foes(unit) {
                super::nerve::collect(play, foe);
            }
            Flow::Done
        }
        _ => Flow::Done,
    }
}

fn search_follow(battle: &Battle, unit: UnitId, reach: &mut Reach) {
    let m = battle.allowance(unit);
    battle.search(unit, m, m, Touch::Anybody, reach);
}

/// Whether an answer to a question after a fight is legal.
pub(super) fn check(battle: &Battle, step: Step, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let (Step::Pursue { unit, .. } | Step::Chase { unit, .. } | Step::FollowUp { unit }) = step else {
        return no(Reason::WrongVerb, "GEM-CC-04");
    };
    if action.unit != unit {
        return no(Reason::MayNotAct, "GEM-FOL-01");
    }
    action.aimed(RULE)?;
    match (step, action.verb, action.target) {
        (Step::FollowUp { .. }, Verb::Move, Target::Hex(cell)) => {
            search_follow(battle, unit, &mut list.reach);
            let free = list.reach.reached().contains(&cell) && !battle.occupied(cell);
            if free { Ok(()) } else { no(Reason::OutOfReach, "GEM-FOL-01") }
        }
        (Step::Pursue { quarry, .. } | Step::Chase { quarry, .. }, Verb::Strike, Target::Unit(at)) => {
            if at == quarry {
                Ok(())
            } else {
                no(Reason::NotAnEnemy, "GEM-PURS-01")
            }
        }
        (Step::FollowUp { .. }, Verb::Stay, _) | (_, Verb::Stay, _) => action.plain(RULE),
        _ => no(Reason::Malformed, "GEM-CC-04"),
    }
}

/// All answers to a question after a fight.
pub(super) fn answers(battle: &Battle, step: Step, list: &mut Listing) {
    match step {
        Step::Pursue { unit, quarry } | Step::Chase { unit, quarry } => {
            list.push(Action::of(Verb::Strike, unit).at(quarry));
            list.push(Action::of(Verb::Stay, unit));
        }
        Step::FollowUp { unit } => {
            search_follow(battle, unit, &mut list.reach);
            let free = |cell: &&Cell| !battle.occupied(**cell);
            let reached = list.reach.reached().iter().filter(free);
            list.actions.extend(reached.map(|&cell| Action::of(Verb::Move, unit).hex(cell)));
            list.push(Action::of(Verb::Stay, unit));
        }
        _ => {}
    }
}
