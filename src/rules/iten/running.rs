//! Running instead of shooting (ITEN-SHO-13, -14, ITEN-MOVE-05).

use crate::battle::{
    Action, Decision, Flow, Kind, Listing, Reason, Refusal, Roll, Rule, SideId, Target, UnitId, UnitSet, Verb,
};
use crate::board::Cell;
use crate::kit::asking::Question;

use super::catalogue::Power;
use super::missions::{neutral, prize};
use super::{Battle, Play, Step, doors, order, stepping, walking};

const RULE: Rule = Rule("ITEN-SHO-13");

/// Notes who of a side sees no enemy now: as its shooting begins, and again as its runs begin (ITEN-SHO-13), since whom a
/// figure saw may have fallen, or somebody come to light, in between.
pub(super) fn look_around(play: &mut Play<'_>, asked: u8) {
    let Some(side) = play.side_asked(asked) else { return };
    for unit in play.units_of(side) & !play.setting().vehicles {
        let blind = !play.enemies_of(side).any(|foe| play.sees(unit, foe));
        if play.unit(unit).blind != blind {
            play.change(unit, RULE, |u| u.blind = blind);
        }
    }
}

/// Whether a figure that has just looked around need not look for targets again: it saw nobody, nobody has moved since,
/// and no power shows or names it somebody else.
pub(super) fn has_seen_nobody(battle: &Battle, unit: UnitId) -> bool {
    let now = battle.unit(unit);
    now.blind
        && now.goes_at.get().is_none()
        && battle.setting().vehicles.is_empty()
        && !battle.under(unit, Power::Warpstare)
}

impl Battle {
    /// The doors that a figure can open or close with what is left of a run of so many hexes (HULK-MOVE-03).
    fn doors_on_run(&self, unit: UnitId, far: u8) -> impl Iterator<Item = Cell> {
        let aboard = self.setting().aboard;
        self.doors_within(unit, move |battle| if aboard { walking::left_of_run(battle, unit, far) } else { 0 })
    }
}

/// The hexes of a run before cover, where no die says (ITEN-CTR-01); half of them in the wind (HULK-AIR-04).
fn allowance(battle: &Battle, unit: UnitId) -> u8 {
    let numbers = &battle.setting().numbers;
    let full = if numbers.run_die { 6 } else { numbers.run };
    if battle.unit(unit).blown { full.div_ceil(2) } else { full }
}

/// Whether a figure may run: it sees nobody, and is neither in a fight nor in terror.
fn may_run(battle: &Battle, unit: UnitId) -> bool {
    let now = battle.unit(unit);
    battle.may_shoot(unit)
        && (now.blind || quarry_in_sight(battle, unit).is_some())
        && !now.balked
        && now.fled_from.get().is_none()
        && !battle.is_laden(unit)
        // ITEN-PSY-19: with Feet of Lead one walks as in hard cover.
        && !battle.under(unit, Power::FeetOfLead)
        && !battle.in_melee(unit)
        && (battle.flies(unit) || allowance(battle, unit) > slowed(battle, unit))
}

/// ITEN-ABIL-04: where the quarry of a Bounty Hunter stands, if he sees it: he may run at it in the sight of others.
fn quarry_in_sight(battle: &Battle, unit: UnitId) -> Option<Cell> {
    let quarry = battle.unit(unit).quarry.get()?;
    let at = battle.piece(quarry).at;
    (at.is_some() && battle.sees(unit, quarry)).then_some(at)
}

/// Leaves of the listed runs of a figure that others see those whose every step is nearer to its quarry.
fn only_at_quarry(battle: &Battle, unit: UnitId, list: &mut Listing) {
    if battle.unit(unit).blind {
        return;
    }
    let Some(quarry) = quarry_in_sight(battle, unit) else { return };
    let far = |cell: Cell| battle.board().distance(cell, quarry);
    let goal = |a: &Action| if let Target::Hex(to) = a.target { Some(to) } else { None };
    let mut open: Vec<Cell> = list.actions.iter().filter(|a| a.unit == unit).filter_map(goal).collect();
    open.sort_by_key(|&c| std::cmp::Reverse(far(c)));
    let mut near = vec![battle.piece(unit).at];
    for cell in open {
        let around = battle.board().neighbours[cell.index()];
        if near.iter().any(|&n| around.contains(&n) && far(n) == far(cell) + 1) {
            near.push(cell);
        }
    }
    list.actions.retain(|a| a.unit != unit || goal(a).is_none_or(|to| near.contains(&to)));
}

/// What the cover that a figure stands in takes off its run.
fn slowed(battle: &Battle, unit: UnitId) -> u8 {
    let setting = battle.setting();
    setting.cover(battle.hindrance(battle.piece(unit).at)).slows
}

/// Figures of a side that shot at nobody run, one after the other.
pub(super) fn run(play: &mut Play<'_>, asked: u8, answer: Option<Action>) -> Flow<Step> {
    match answer {
        Some(Action { verb: Verb::Run, unit, target: Target::Hex(_), .. }) => {
            finish_others(play, unit);
            begin(play, unit);
            if let Some(first) = dash(play, unit, answer, allowance(play, unit)) {
                return Flow::Push(Step::Run { asked }, first);
            }
        }
        Some(Action { verb: Verb::Open, unit, target: Target::Hex(door), .. }) => {
            finish_others(play, unit);
            begin(play, unit);
            if let Some(first) = doors::work(play, unit, door) {
                return Flow::Push(Step::Run { asked }, first);
            }
        }
        Some(Action { verb: Verb::Run, unit, .. }) => {
            play.pending_mut().done.insert(unit);
            let die = play.roll(Roll::new(Rule("ITEN-CTR-01"), 6, unit), &order::EVERY_FACE);
            let far = die.saturating_add_signed(play.speed(unit));
            return Flow::Push(Step::Run { asked }, Step::Dash { unit, far });
        }
        Some(Action { verb: Verb::Hold, unit, .. }) => play.pending_mut().done.insert(unit),
        Some(_) => {
            let all = play.asked();
            play.pending_mut().done.add(all);
        }
        None => {}
    }
    if let Some(first) = neutral::interrupt(play) {
        return Flow::Push(Step::Run { asked }, first);
    }
    // Ashore and on foot nobody's run takes anything from another's: those who were asked are asked again.
    let same = answer.is_some() && !play.setting().aboard && play.setting().vehicles.is_empty();
    if !same {
        look_around(play, asked);
    }
    let runners = match play.side_asked(asked) {
        Some(side) if !same => runners(play, side),
        _ => play.asked() & !play.pending().done,
    };
    Question::new(RULE, Kind::Act).ask(play, asked, runners, Step::Run { asked })
}

fn runners(battle: &Battle, side: SideId) -> UnitSet {
    (battle.units_of(side) & !battle.setting().vehicles & !battle.pending().done)
        .only(|u| may_run(battle, u) || may_run_on(battle, u, allowance(battle, u)))
}

/// Whether a figure that runs may do more: go on behind a door that it has opened, or past what it has come upon, or work
/// a door with what is left (HULK-MOVE-03, HULK-BLIP-11).
fn may_run_on(battle: &Battle, unit: UnitId, far: u8) -> bool {
    let now = battle.unit(unit);
    now.ran
        && battle.setting().aboard
        && battle.stands(unit)
        && !battle.in_melee(unit)
        && (!now.moved && walking::left_of_run(battle, unit, far) > 0
            || battle.doors_on_run(unit, far).next().is_some())
}

/// A figure begins its run, or goes on with it; aboard what doors and earlier parts take of it is counted.
fn begin(play: &mut Play<'_>, unit: UnitId) {
    if !play.unit(unit).ran {
        let aboard = play.setting().aboard;
        play.change(unit, RULE, |u| {
            u.ran = true;
            if aboard {
                (u.moved, u.walked, u.worst) = (false, 0, 0);
            }
        });
    }
}

/// Each figure runs to its end before the next; ashore its run is over when it has gone.
fn finish_others(play: &mut Play<'_>, unit: UnitId) {
    if play.setting().aboard {
        let begun = play.on_board().only(|u| u != unit && play.unit(u).ran);
        play.pending_mut().done.add(begun);
    } else {
        play.pending_mut().done.insert(unit);
    }
}

/// ITEN-CTR-01: how far the run goes has been rolled; its owner says where to.
pub(super) fn dashing(play: &mut Play<'_>, unit: UnitId, far: u8, answer: Option<Action>) -> Flow<Step> {
    let next = Step::Dash { unit, far };
    let first = match answer {
        Some(Action { verb: Verb::Open, target: Target::Hex(door), .. }) => doors::work(play, unit, door),
        Some(Action { verb: Verb::Run, .. }) => dash(play, unit, answer, far),
        Some(_) => return Flow::Done,
        None => None,
    };
    if let Some(first) = first {
        return Flow::Push(next, first);
    }
    let begins = !play.unit(unit).ran;
    begin(play, unit);
    if !begins && !may_run_on(play, unit, far) {
        return Flow::Done;
    }
    Flow::Ask(Step::Dash { unit, far }, Decision::about(play.piece(unit).side, Kind::Act, unit, RULE))
}

/// A figure runs where it said, `far` hexes at most before cover; or as far as it comes upon a blip, and what follows.
fn dash(play: &mut Play<'_>, unit: UnitId, answer: Option<Action>, far: u8) -> Option<Step> {
    let Some(Action { target: Target::Hex(to), .. }) = answer else { return None };
    // ITEN-JUMP-02: a pack gets out of hard cover at a run too, by its roll.
    if !stepping::leaps(play, unit, play.piece(unit).at) {
        return None;
    }
    if let Some(first) = stepping::walk(play, unit, to, Some(far)) {
        return Some(first);
    }
    if play.setting().aboard {
        play.change(unit, RULE, |u| u.moved = true);
    }
    stepping::arrive(play, unit, to, Some(far));
    None
}

/// Where a figure may run to, or that it runs, where a die says how far.
pub(super) fn offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else {
        return list.push(Action::side(Verb::Pass));
    };
    if battle.setting().numbers.run_die {
        list.push(Action::of(Verb::Run, unit));
        list.push(Action::of(Verb::Hold, unit));
    } else {
        dash_offers(battle, actor, allowance(battle, unit), list);
    }
}

/// Where a figure may run to, so many hexes at most before cover, and the doors on its run.
pub(super) fn dash_offers(battle: &Battle, actor: Option<UnitId>, far: u8, list: &mut Listing) {
    if let Some(unit) = actor {
        if !has_run(battle, unit) {
            runs(battle, unit, far, list);
        }
        list.actions.extend(battle.doors_on_run(unit, far).map(|door| Action::of(Verb::Open, unit).hex(door)));
        list.push(Action::of(Verb::Hold, unit));
    }
}

/// Whether a figure has nothing left of its run but, aboard, a door to work: ashore its run ends where it gets to, and
/// `moved` speaks of the Movement before.
fn has_run(battle: &Battle, unit: UnitId) -> bool {
    let now = battle.unit(unit);
    battle.setting().aboard && now.ran && now.moved
}

/// The hexes to which a figure may run.
fn runs(battle: &Battle, unit: UnitId, far: u8, list: &mut Listing) {
    walking::reach(battle, unit, far, Verb::Run, list);
    prize::keep_clear(battle, unit, list);
    only_at_quarry(battle, unit, list);
}

/// Whether an action answers the question who of a side runs.
pub(super) fn check(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    let unit = action.unit;
    if action.verb == Verb::Pass {
        return action.plain(RULE);
    }
    let far = allowance(battle, unit);
    let asked = may_run(battle, unit) || may_run_on(battle, unit, far);
    if !asked || battle.pending().done.has(unit) {
        return Err(idle(battle, action));
    }
    match action.verb {
        Verb::Run if battle.setting().numbers.run_die => action.plain(Rule("ITEN-CTR-01")),
        Verb::Open if battle.setting().numbers.run_die => Err(Refusal::new(Reason::OutOfReach, Rule("ITEN-CTR-01"))),
        _ => check_dash(battle, action, far, list),
    }
}

/// Why a figure does not run at all, nor work a door on a run.
fn idle(battle: &Battle, action: Action) -> Refusal {
    let no = |reason, rule| Refusal::new(reason, Rule(rule));
    let unit = action.unit;
    let now = battle.unit(unit);
    match () {
        () if action.verb == Verb::Open => no(Reason::OutOfReach, "HULK-MOVE-03"),
        () if now.shot || now.ran || battle.pending().done.has(unit) => no(Reason::AlreadyDone, "ITEN-SHO-01"),
        () if now.down || now.fled_from.is_some() || battle.in_melee(unit) => no(Reason::MayNotAct, "ITEN-SHO-14"),
        () if now.balked => no(Reason::MayNotAct, "ITEN-TERR-01"),
        () if now.spent => no(Reason::MayNotAct, "ITEN-PSY-05"),
        () if battle.is_laden(unit) => no(Reason::MayNotAct, "HULK-STALK-23"),
        () if battle.under(unit, Power::FeetOfLead) => no(Reason::MayNotAct, "ITEN-PSY-19"),
        () if battle.piece(unit).at.is_some() && (now.blind || quarry_in_sight(battle, unit).is_some()) => {
            no(Reason::OutOfReach, "ITEN-MOVE-05")
        }
        () => no(Reason::MayNotAct, "ITEN-SHO-13"),
    }
}

/// Whether a figure that runs, so many hexes at most before cover, may go there or work a door.
pub(super) fn check_dash(battle: &Battle, action: Action, far: u8, list: &mut Listing) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let unit = action.unit;
    match action.verb {
        Verb::Hold => return action.plain(RULE),
        Verb::Open if !battle.setting().aboard => return no(Reason::OutOfReach, "HULK-MOVE-03"),
        Verb::Open => return doors::check(battle, action, |battle, unit| walking::left_of_run(battle, unit, far)),
        _ if has_run(battle, unit) => return no(Reason::AlreadyDone, "ITEN-SHO-01"),
        _ => action.aimed(RULE)?,
    }
    let Target::Hex(to) = action.target else { return no(Reason::OutOfReach, "ITEN-CTR-01") };
    if battle.occupied(to) {
        return no(Reason::Stacked, "ITEN-MOVE-06");
    }
    if !prize::is_clear(battle, unit, to) {
        return no(Reason::Contested, "ITEN-KEL-02");
    }
    if list.would_list(action, |list| runs(battle, unit, far, list)) {
        return Ok(());
    }
    let setting = battle.setting();
    let hard = setting.cover(setting.class(battle.footing(to))).slows.max(slowed(battle, unit)) >= far;
    if hard && !battle.flies(unit) {
        return no(Reason::OutOfReach, "ITEN-MOVE-05");
    }
    if !battle.foes_around(battle.piece(unit).side, to).is_empty() {
        return no(Reason::Contested, "ITEN-SHO-13");
    }
    no(Reason::OutOfReach, "ITEN-SHO-13")
}
