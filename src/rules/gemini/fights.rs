//! Fights: who fights whom, and what a fight leads to (GEM-CC-04, GEM-MULTI, GEM-PURS, GEM-FOL, GEM-ORD-05).

use arrayvec::ArrayVec;

use crate::battle::{
    Action, Decision, Flow, Kind, Listing, MAX_UNITS, Reason, Refusal, Rule, Target, UnitId, UnitSet, Verb,
};
use crate::board::{Cell, Reach};

use super::checks::{at_least, passes};
use super::content::Cover;
use super::flight::{go_to, menace, trudge};
use super::frenzy::{calm_down, lose_frenzy};
use super::model::{Bout, Nerve};
use super::nerve::beaten;
use super::options::{Combat, Pursuit};
use super::reactions::noticed;
use super::stats::ParryValue;
use super::steps::Step;
use super::ways::Touch;
use super::{Battle, Play, score};

const RULE: Rule = Rule("GEM-CC-04");
const SPLIT: Rule = Rule("GEM-MULTI-02");

/// Parry value of weapons that reach over a friend (GEM-CC-01).
const REACH: u8 = 6;

/// Close combat begins.
pub(super) fn begin(play: &mut Play<'_>) {
    play.pending_mut().fought = UnitSet::default();
    play.pending_mut().forgets = UnitSet::default();
    for unit in play.on_board() {
        let now = play.unit(unit);
        if now.hurt || now.crit {
            play.change(unit, RULE, |m| (m.hurt, m.crit) = (false, false));
        }
    }
}

/// Whether a model may fight in this step: it stands and touches an enemy.
fn fights(battle: &Battle, unit: UnitId) -> bool {
    battle.standing(unit) && !battle.foes_touching(unit).is_empty()
}

/// The next fight with a model of a side on turn: the one with the best Initiative first. Whoever has fought in this step
/// does not fight again, whomever it has come to touch since (GEM-FOL-01, GEM-PURS-01).
pub(super) fn fights_next(play: &mut Play<'_>) -> Flow<Step> {
    let fought = play.pending().fought;
    let open =
        play.on_board().only(|unit| !fought.has(unit) && play.on_turn(play.piece(unit).side) && fights(play, unit));
    let next = open.max_by_key(|&unit| (play.sheet(unit).i, std::cmp::Reverse(unit)));
    let Some(unit) = next else { return Flow::Done };
    let group = play.fight_of(unit) & !fought;
    play.pending_mut().fought.add(group);
    let friends = group & play.friends_of(play.piece(unit).side);
    let standing = |units: UnitSet| units.only(|unit| play.standing(unit));
    let (ours, theirs) = (standing(friends), standing(group & !friends));
    let (many, few) = if ours.len() >= theirs.len() { (ours, theirs) } else { (theirs, ours) };
    let free = many.only(|one| !few.only(|lone| play.contact(one, lone)).is_empty());
    let caught = group.only(|unit| play.unit(unit).nerve == Nerve::Routing);
    let pending = play.pending_mut();
    (pending.fighters, pending.victors) = Default::default();
    (pending.group, pending.free, pending.few, pending.caught) = (group, free, few, caught);
    Flow::Push(Step::Fights, Step::Split)
}

/// Splits a fight into rounds of one against one or several (GEM-MULTI-02): each of the larger side takes one of the enemies
/// that it touches, as its owner likes, and no enemy is left without an attacker who could have one.
pub(super) fn split(play: &mut Play<'_>, answer: Option<Action>) -> Flow<Step> {
    if let Some(Action { unit, target: Target::Unit(lone), .. }) = answer {
        take(play, unit, lone);
    }
    // Whoever has no choice takes the only one it may; that may leave others without a choice.
    let forced = |battle: &Battle| {
        let mut free = battle.pending().free;
        free.find_map(|one| Some((one, only_choice(battle, one)?)))
    };
    while let Some((one, lone)) = forced(play) {
        take(play, one, lone);
    }
    if let Some(one) = play.pending().free.first() {
        let side = play.piece(one).side;
        return Flow::Ask(Step::Split, Decision::about(side, Kind::React, one, SPLIT));
    }
    put_in_order(play);
    for unit in play.pending().group.only(|unit| play.standing(unit) && play.unit(unit).stupid) {
        forget(play, unit);
    }
    Flow::Next(Step::Bouts)
}

/// One of the larger side takes an enemy.
fn take(play: &mut Play<'_>, one: UnitId, lone: UnitId) {
    let pending = play.pending_mut();
    pending.free.remove(one);
    pending.bouts.push(Bout::of(one, lone));
}

/// Whether one of the larger side may take an enemy: as many of those without an attacker can still have one.
fn may_take(battle: &Battle, one: UnitId, lone: UnitId) -> bool {
    let pending = battle.pending();
    let bare = pending.few.only(|lone| pending.bouts.iter().all(|bout| bout.lone != lone));
    let (mut free, mut left) = (pending.free, bare);
    free.remove(one);
    left.remove(lone);
    let with = attacked(battle, free, left) + usize::from(bare.has(lone));
    pending.few.has(lone) && battle.contact(one, lone) && with == attacked(battle, pending.free, bare)
}

/// The only enemy that one of the larger side may take; none where it has the choice.
fn only_choice(battle: &Battle, one: UnitId) -> Option<UnitId> {
    let mut choices = battle.pending().few.only(|lone| may_take(battle, one, lone));
    choices.next().filter(|_| choices.is_empty())
}

/// How many of the bare can have an attacker of their own among the free: a largest matching, found by augmenting paths.
fn attacked(battle: &Battle, free: UnitSet, bare: UnitSet) -> usize {
    let mut pairs = Pairs::new();
    bare.filter(|&lone| augment(battle, free, lone, &mut pairs, &mut UnitSet::default())).count()
}

/// Attackers, each with whom it takes.
type Pairs = ArrayVec<(UnitId, UnitId), MAX_UNITS>;

/// Finds an attacker for one more, if need be by finding others for those who have one.
fn augment(battle: &Battle, free: UnitSet, lone: UnitId, pairs: &mut Pairs, seen: &mut UnitSet) -> bool {
    for one in free.only(|one| battle.contact(one, lone)) {
        if seen.has(one) {
            continue;
        }
        seen.insert(one);
        match pairs.iter().position(|pair| pair.0 == one) {
            None => pairs.push((one, lone)),
            Some(place) if augment(battle, free, pairs[place].1, pairs, seen) => pairs[place].1 = lone,
            Some(_) => continue,
        }
        return true;
    }
    false
}

/// Whether a model at a loss forgets to fight in this step (GEM-STUP-02).
fn forget(play: &mut Play<'_>, unit: UnitId) {
    if at_least(play, Rule("GEM-STUP-02"), unit, 4) {
        play.pending_mut().forgets.insert(unit);
    }
}

/// Puts the rounds of a fight in order, each lone one's by the Initiative of who attacks it (GEM-MULTI-01). Whoever touches
/// only the fallen attacks one of those (GEM-KD-07); last come those whose weapons reach over a friend (GEM-CC-01).
fn put_in_order(play: &mut Play<'_>) {
    let mut bouts = std::mem::take(&mut play.pending_mut().bouts);
    let battle: &Battle = play;
    let group = battle.pending().group;
    let standing = |units: UnitSet| units.only(|unit| battle.standing(unit));
    bouts.sort_unstable_by_key(|b| (b.lone, std::cmp::Reverse(battle.sheet(b.one).i), b.one));
    for at in 1..bouts.len() {
        let last = bouts[at - 1];
        bouts[at].before = if last.lone == bouts[at].lone { last.before + 1 } else { 0 };
    }
    for one in standing(group).only(|one| battle.standing_foes(one).is_empty()) {
        let fallen = battle.foes_touching(one).first();
        bouts.extend(fallen.map(|lone| Bout::of(one, lone)));
    }
    let mut reaching = UnitSet::default();
    if battle.options().combat == Combat::Ws {
        for one in battle.on_board().only(|one| !group.has(one) && !battle.pending().fought.has(one)) {
            if let Some(lone) = standing(group).find(|&lone| battle.reaches(one, lone, group)) {
                bouts.push(Bout { answers: true, ..Bout::of(one, lone) });
                reaching.insert(one);
            }
        }
    }
    bouts.reverse();
    play.pending_mut().bouts = bouts;
    play.pending_mut().fought.add(reaching);
}

impl Battle {
    /// Whether a model that touches no enemy may strike one two hexes off: it has a weapon with reach, and a friend beside it
    /// is in that fight (GEM-CC-01).
    fn reaches(&self, unit: UnitId, foe: UnitId, fight: UnitSet) -> bool {
        let near: u16 = self.setting().numbers.near.into();
        let friend = |friend: UnitId| !self.enemies(unit, friend) && self.apart(unit, friend) <= near;
        let (at, to) = (self.piece(unit).at, self.piece(foe).at);
        self.standing(unit)
            && self.enemies(unit, foe)
            && self.foes_touching(unit).is_empty()
            && self.blades(unit).any(|blade| blade.parry == ParryValue::Value(REACH))
            && self.board().distance(at, to) == 2
            && self.height(at).abs_diff(self.height(to)) <= 1
            && self.line(at, to).is_some()
            && (fight & self.on_board()).any(friend)
    }
}

/// The next round of the fight.
pub(super) fn bouts(play: &mut Play<'_>) -> Flow<Step> {
    let Some(bout) = play.pending_mut().bouts.pop() else {
        for at in 0..play.pending().losers.len() {
            let unit = play.pending().losers[at].0;
            play.pending_mut().then.push(Step::Pushed { unit });
        }
        return Flow::Push(Step::Fought, Step::Then);
    };
    score::round(play, bout);
    Flow::Push(Step::Bouts, Step::Hits)
}

/// What a fight leads to, one thing after the other.
pub(super) fn fought(play: &mut Play<'_>) -> Flow<Step> {
    if let Some((loser, winner)) = play.pending_mut().losers.pop() {
        lose_frenzy(play, loser);
        if play.unit(loser).hurt {
            beaten(play, loser, winner);
        }
        return Flow::Push(Step::Fought, Step::Hits);
    }
    if let Some((unit, quarry)) = play.pending_mut().chases.pop() {
        return Flow::Push(Step::Fought, Step::Pursue { unit, quarry });
    }
    let victors = play.pending().victors;
    let mut free = victors
        .only(|unit| play.able(unit) && play.standing_foes(unit).is_empty() && !play.unit(unit).pursues.is_some());
    if let Some(unit) = free.next() {
        play.pending_mut().victors.remove(unit);
        return Flow::Push(Step::Fought, Step::FollowUp { unit });
    }
    let (fighters, caught) = (play.pending().fighters, play.pending().caught);
    for unit in fighters {
        calm_down(play, unit);
        // Whoever was caught as it fled, and lives, flees on (GEM-ROUT-02).
        if caught.has(unit) && play.unit(unit).nerve == Nerve::Routing {
            play.pending_mut().then.push(Step::Flee { unit });
        }
    }
    Flow::Next(Step::Then)
}

/// How far a pursuer comes, straight after the rout or in its later turns (GEM-PURS-01).
fn chase(play: &mut Play<'_>, unit: UnitId, quarry: UnitId, inches: u8) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-PURS-01");
    play.change(unit, RULE, |m| (m.pursues, m.overwatch, m.hidden) = (quarry.into(), false, false));
    let mut route = std::mem::take(&mut play.pending_mut().route);
    play.with_reach(|battle, reach| battle.charge_way(unit, quarry, inches, reach, &mut route));
    play.pending_mut().route = route;
    play.change(unit, RULE, |m| m.rounds = 0);
    let from = play.piece(unit).at;
    trudge(play, unit, inches, RULE);
    super::walking::reveal(play);
    if play.piece(unit).at == from { Flow::Done } else { Flow::Next(noticed(play, unit)) }
}

/// Whether a victor's pursuit is forced: by the rules in force, Frenzy or hate (GEM-PURS-01, GEM-FRZ-05, GEM-HATE-04).
fn forced(battle: &Battle, unit: UnitId, quarry: UnitId) -> bool {
    let hates = battle.hates(unit, quarry) && !sheltered(battle, unit);
    battle.options().pursuit == Pursuit::Compulsory || battle.unit(unit).frenzied || hates
}

/// Whether a model stands in cover from the nearest enemy (GEM-HATE-04).
fn sheltered(battle: &Battle, unit: UnitId) -> bool {
    let at = battle.piece(unit).at;
    let cover = |foe: UnitId| battle.line(battle.piece(foe).at, at).is_some_and(|cover| cover != Cover::None);
    menace(battle, unit).is_some_and(cover)
}

/// A victor may pursue whoever flees from it (GEM-PURS-01).
pub(super) fn pursue(play: &mut Play<'_>, unit: UnitId, quarry: UnitId, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-PURS-01");
    let open = play.able(unit) && play.piece(quarry).at.is_some() && play.standing_foes(unit).is_empty();
    match answer.map(|a| a.verb) {
        None if !open => Flow::Done,
        None if play.unit(unit).frenzied => {
            let inches = play.allowance(unit);
            chase(play, unit, quarry, inches)
        }
        None => {
            let side = play.piece(unit).side;
            Flow::Ask(Step::Pursue { unit, quarry }, Decision::about(side, Kind::React, unit, RULE))
        }
        Some(Verb::Stay) if !forced(play, unit, quarry) || restrained(play, unit, quarry) => Flow::Done,
        Some(_) => {
            let inches = play.allowance(unit);
            chase(play, unit, quarry, inches)
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
            Flow::Next(Step::Begin { unit, part: 3 })
        }
        None => {
            let side = play.piece(unit).side;
            Flow::Ask(Step::Chase { unit, quarry }, Decision::about(side, Kind::Act, unit, RULE))
        }
        Some(Verb::Stay) if !play.unit(unit).frenzied && restrained(play, unit, quarry) => {
            play.change(unit, RULE, |m| m.pursues = Default::default());
            Flow::Next(Step::Begin { unit, part: 3 })
        }
        Some(_) => {
            let inches = 2 * play.allowance(unit);
            chase(play, unit, quarry, inches)
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
            go_to(play, unit, cell, RULE, |battle, reach| search_follow(battle, unit, reach));
            play.change(unit, RULE, |m| m.rounds = 0);
            for foe in play.standing_foes(unit) {
                super::nerve::collect(play, foe);
            }
            super::walking::reveal(play);
            Flow::Next(noticed(play, unit))
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
    if step == Step::Split {
        action.aimed(SPLIT)?;
        let open = |lone| battle.pending().free.first() == Some(action.unit) && may_take(battle, action.unit, lone);
        return match (action.verb, action.target) {
            (Verb::Strike, Target::Unit(lone)) if battle.units().has(lone) && open(lone) => Ok(()),
            _ => no(Reason::NotAnEnemy, "GEM-MULTI-02"),
        };
    }
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
                no(Reason::NotTheOne, "GEM-PURS-01")
            }
        }
        (Step::FollowUp { .. }, Verb::Stay, _) | (_, Verb::Stay, _) => action.plain(RULE),
        _ => no(Reason::Malformed, "GEM-CC-04"),
    }
}

/// All answers to a question after a fight.
pub(super) fn answers(battle: &Battle, step: Step, list: &mut Listing) {
    match step {
        Step::Split => {
            let Some(one) = battle.pending().free.first() else { return };
            let open = battle.pending().few.only(|lone| may_take(battle, one, lone));
            list.actions.extend(open.map(|lone| Action::of(Verb::Strike, one).at(lone)));
        }
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
