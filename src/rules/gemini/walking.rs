//! Moves hex by hex, hiding, and treacherous ground (GEM-MOVE, GEM-AGI, GEM-RUN).

use crate::battle::{Flow, Reason, Refusal, Rule, UnitId};
use crate::board::{Cell, Reach};

use super::checks::agile;
use super::content::Cover;
use super::falls::jump;
use super::flight::face_along;
use super::model::{Condition, Nerve, did};
use super::options::{Agility, Running, UnitCoherency};
use super::reactions::ANYBODY;
use super::steps::{Step, Walk};
use super::ways::{Touch, drops};
use super::{Battle, Play, ambush};

const MOVE: Rule = Rule("GEM-MOVE-01");

/// Hexes from enemies at which a run may not start and at which it halts (GEM-RUN-02).
const RUN_HALTS: u16 = 8;

/// Whether a model may make a Move now, wherever to (GEM-ACT-08, GEM-PIN-04, GEM-MOVE-02).
pub(super) fn may_move(battle: &Battle, unit: UnitId) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let now = battle.unit(unit);
    if now.nerve == Nerve::Frozen {
        return no(Reason::MayNotAct, "GEM-PIN-04");
    }
    if now.did & did::PLANTED != 0 {
        return no(Reason::MayNotAct, "GEM-ACT-07");
    }
    if now.fallen {
        return no(Reason::MayNotAct, "GEM-AGI-04");
    }
    if matches!(now.condition, Condition::Down | Condition::Stunned) {
        return no(Reason::MayNotAct, "GEM-ACT-06");
    }
    if pinned_down(battle, unit) {
        return no(Reason::Contested, "GEM-MOVE-02");
    }
    Ok(())
}

/// Whether enemies hold a model where it is: it touches one that stands, and if it lies, one that fights nobody else
/// (GEM-MOVE-02, GEM-KD-02, GEM-CHART-05).
fn pinned_down(battle: &Battle, unit: UnitId) -> bool {
    let foes = battle.standing_foes(unit);
    if battle.standing(unit) {
        return !foes.is_empty();
    }
    !foes.only(|foe| !battle.engaged(foe)).is_empty()
}

/// Searches where a model may go with so many inches.
pub(super) fn search(battle: &Battle, unit: UnitId, inches: u8, reach: &mut Reach) {
    battle.search(unit, inches, whole_move(battle, unit), Touch::Nobody, reach);
}

/// Searches as far as a hex; whether a model may go there with so many inches.
pub(super) fn reaches(battle: &Battle, unit: UnitId, inches: u8, goal: Cell, reach: &mut Reach) -> bool {
    let walker = battle.walker(unit, whole_move(battle, unit), inches, Touch::Nobody);
    battle.seek_near(&walker, inches, (goal, 0), reach, |cell| cell == goal).is_some()
}

/// What a model's climbing is measured by.
fn whole_move(battle: &Battle, unit: UnitId) -> u8 {
    battle.allowance(unit).max(battle.sheet(unit).m.min(2))
}

/// Whether a Move may end in a hex that it reaches: free, and near a mate where gangs keep together (GEM-SET-02).
pub(super) fn may_end(battle: &Battle, unit: UnitId, cell: Cell) -> Result<(), Refusal> {
    if battle.occupied(cell) {
        return Err(Refusal::new(Reason::Stacked, MOVE));
    }
    if strays(battle, unit, cell) { Err(Refusal::new(Reason::NotInZone, Rule("GEM-SET-02"))) } else { Ok(()) }
}

/// The hexes in which a Move may end, of those that it has been searched to reach: it begins in the first, and the others are
/// free.
pub(super) fn ends(battle: &Battle, unit: UnitId, reach: &Reach) -> impl Iterator<Item = Cell> {
    reach.reached()[1..].iter().copied().filter(move |&cell| !strays(battle, unit, cell))
}

/// Whether a model leaves its mates by going to a hex, where gangs keep together (GEM-SET-02).
#[inline]
fn strays(battle: &Battle, unit: UnitId, cell: Cell) -> bool {
    battle.options().unit_coherency == UnitCoherency::On && is_far_off(battle, unit, cell)
}

fn is_far_off(battle: &Battle, unit: UnitId, cell: Cell) -> bool {
    let near: u16 = battle.setting().numbers.near.into();
    let at = battle.piece(unit).at;
    let mates = battle.units_of(battle.piece(unit).side).only(|mate| mate != unit);
    let nearest = |from: Cell| mates.map(|mate| battle.board().distance(from, battle.piece(mate).at)).min();
    let (before, after) = (nearest(at), nearest(cell));
    after.is_some_and(|after| after > near && before.is_none_or(|before| before <= near || after >= before))
}

/// Whether a Move to a hex is legal.
pub(super) fn check_move(battle: &Battle, unit: UnitId, cell: Cell, reach: &mut Reach) -> Result<(), Refusal> {
    may_move(battle, unit)?;
    may_end(battle, unit, cell)?;
    let reached = reaches(battle, unit, battle.allowance(unit), cell, reach);
    if reached { Ok(()) } else { Err(Refusal::new(Reason::OutOfReach, MOVE)) }
}

/// Whether a jump down leads to a hex, to which no other way of a Move does (GEM-MOVE-04).
pub(super) fn check_jump(battle: &Battle, unit: UnitId, cell: Cell, reach: &mut Reach) -> Result<(), Refusal> {
    const RULE: Rule = Rule("GEM-MOVE-04");
    may_move(battle, unit)?;
    may_end(battle, unit, cell)?;
    if reaches(battle, unit, battle.allowance(unit), cell, reach) {
        return Err(Refusal::new(Reason::NothingToDo, RULE));
    }
    let lands = battle.seek_jumps(unit, battle.allowance(unit), reach, |to| to == cell);
    if lands.is_some() { Ok(()) } else { Err(Refusal::new(Reason::OutOfReach, RULE)) }
}

/// Whether a model stands so high that it may jump down somewhere on a Move, whose ways have been searched (GEM-MOVE-04).
pub(super) fn may_jump(battle: &Battle, reach: &Reach) -> bool {
    reach.reached().iter().any(|from| battle.setting().brinks[from.index()])
}

/// Hexes of a run without its die; none where nobody runs, or an enemy is too near (GEM-RUN-01, GEM-RUN-02).
pub(super) fn may_run(battle: &Battle, unit: UnitId) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    if battle.options().running == Running::None {
        return no(Reason::OrderNotOpen, "GEM-RUN-01");
    }
    may_move(battle, unit)?;
    if battle.unit(unit).condition != Condition::Ready || battle.confused(unit) {
        return no(Reason::MayNotAct, "GEM-RUN-01");
    }
    if halts(battle, unit) {
        return no(Reason::OutOfRange, "GEM-RUN-02");
    }
    Ok(())
}

/// Whether an enemy is so near that a runner halts: who flees, lies or hides does not count (GEM-RUN-02).
fn halts(battle: &Battle, unit: UnitId) -> bool {
    battle.enemies_of(battle.piece(unit).side).any(|foe| {
        let now = battle.unit(foe);
        let counts = battle.standing(foe) && !now.hidden && !matches!(now.nerve, Nerve::Routing | Nerve::Running);
        counts && battle.apart(unit, foe) <= RUN_HALTS
    })
}

/// Begins a walk to a hex in reach.
pub(super) fn set_out(play: &mut Play<'_>, unit: UnitId, cell: Cell, inches: u8, why: Walk) -> Flow<Step> {
    let mut path = std::mem::take(&mut play.pending_mut().path);
    play.with_reach(|battle, reach| {
        let _found = match why {
            Walk::Jump => battle.seek_jumps(unit, inches, reach, |to| to == cell).is_some(),
            _ => reaches(battle, unit, inches, cell, reach),
        };
        reach.path(cell, &mut path);
        path.reverse();
    });
    play.pending_mut().path = path;
    begin(play, unit, why)
}

/// Begins a walk along the pending path.
pub(super) fn begin(play: &mut Play<'_>, unit: UnitId, why: Walk) -> Flow<Step> {
    let pending = play.pending_mut();
    pending.route.clone_from(&pending.path);
    play.pending_mut().walker = unit.into();
    play.change(unit, MOVE, |m| (m.did, m.overwatch) = (m.did | did::MOVED, false));
    Flow::Next(Step::Walk { unit, why })
}

/// The next hex of a walk.
pub(super) fn walk(play: &mut Play<'_>, unit: UnitId, why: Walk) -> Flow<Step> {
    let rule = if matches!(why, Walk::Charge(_)) { Rule("GEM-MOVE-03") } else { MOVE };
    let next = play.pending_mut().path.pop();
    let Some(to) = next.filter(|to| play.piece(unit).at.is_some() && walkable(play, unit, *to)) else {
        play.pending_mut().path.clear();
        return Flow::Done;
    };
    let from = play.piece(unit).at;
    if play.row(to).door && !play.ground(to).open {
        play.change_ground(to, Rule("GEM-MOVE-09"), |marks| marks.open = true);
    }
    if why == Walk::Jump
        && drops(play.board(), from, to)
        && let Err(falls) = jump(play, unit, to)
    {
        play.pending_mut().path.clear();
        return falls;
    }
    play.move_to(unit, to, rule);
    face_along(play, unit, from, to, rule);
    play.change(unit, rule, |m| m.moved = m.moved.saturating_add(1));
    reveal(play);
    if trips(play, unit, to) {
        play.pending_mut().path.clear();
        return Flow::Next(Step::Then);
    }
    if why == Walk::Run && halts(play, unit) {
        play.pending_mut().path.clear();
    }
    play.pending_mut().declined = Default::default();
    // Whoever is charged has answers of its own (GEM-REACT-06): overwatch fires at those who charge others (GEM-OVER-04).
    if let Walk::Charge(target) = why {
        play.pending_mut().declined.insert(target);
    }
    let next = Step::Walk { unit, why };
    // Nobody else minds a walker.
    if !play.enemies_of(play.piece(unit).side).any(|foe| play.unit(foe).overwatch) {
        return Flow::Next(next);
    }
    let charging = matches!(why, Walk::Charge(_));
    Flow::Push(next, Step::React { by: unit, walking: true, charging, below: ANYBODY })
}

/// Whether somebody has come to stand in the way.
fn walkable(play: &Play<'_>, unit: UnitId, to: Cell) -> bool {
    let fallen = |other: UnitId| play.unit(other).condition.is_felled() && play.enemies(unit, other);
    let last = play.pending().path.is_empty();
    !play.occupied(to) || !last && play.units_in(to).all(fallen)
}

/// Whether a model on its way has come to treacherous ground for the first time, and goes at speed (GEM-AGI-03).
fn hurries(battle: &Battle, unit: UnitId) -> bool {
    let route = &battle.pending().route;
    let walked = route.len() - battle.pending().path.len();
    let first = route.iter().rev().take(walked).filter(|cell| battle.row(**cell).hazard).count() == 1;
    let inches: u16 = route.iter().map(|cell| u16::from(battle.row(*cell).cost.unwrap_or(1))).sum();
    first && 2 * inches > battle.allowance(unit).into()
}

/// Treacherous ground entered at speed: whether the model falls over (GEM-AGI-03, GEM-AGI-04).
fn trips(play: &mut Play<'_>, unit: UnitId, to: Cell) -> bool {
    const RULE: Rule = Rule("GEM-AGI-03");
    if play.options().agility == Agility::Off || !play.row(to).hazard || !hurries(play, unit) {
        return false;
    }
    let passed = agile(play, RULE, unit);
    if !passed {
        play.change(unit, Rule("GEM-AGI-04"), |m| (m.fallen, m.ap) = (true, 0));
        play.pending_mut().then.push(Step::Topple { unit });
    }
    !passed
}

/// Whoever hides is found by enemies who come near or have a free line (GEM-MOVE-05).
pub(super) fn reveal(play: &mut Play<'_>) {
    const RULE: Rule = Rule("GEM-MOVE-05");
    for unit in play.on_board() {
        if play.unit(unit).hidden && !stays_hidden(play, unit) {
            play.change(unit, RULE, |m| m.hidden = false);
            ambush::unmask(play, unit, RULE);
        }
    }
}

/// Whether no enemy finds a model that hides where it is (GEM-MOVE-05).
pub(super) fn stays_hidden(battle: &Battle, unit: UnitId) -> bool {
    !battle.enemies_of(battle.piece(unit).side).any(|foe| {
        let near = battle.apart(foe, unit) <= battle.sheet(foe).i.into();
        near || battle.cover_from(foe, unit) == Some(Cover::None)
    })
}
