//! The walk down the street: sides choose in secret to come nearer or to draw, until somebody draws (the second scenario of
//! GEM section 18, GEM-DRAW-01, GEM-DRAW-02, MAP-20).

use crate::battle::{
    Action, Decision, Dice, Flow, Kind, Listing, Reason, Refusal, Rule, SideId, Target, UnitId, UnitSet, Verb,
};
use crate::board::Cell;

use super::checks::{d6, passes};
use super::draw::quickness;
use super::flight::face_along;
use super::reactions::{face_foe, gun_code, gun_of};
use super::stats::Trait;
use super::steps::{Mode, Shot, Step};
use super::{Battle, Play};

const CHOICE: Rule = Rule("MAP-20");
const DRAW: Rule = Rule("GEM-DRAW-01");

/// Hexes between the nearest foes at which everybody draws.
const CLOSE: u16 = 5;
/// Hexes that whoever walks comes nearer.
const PACE: u8 = 2;

/// What a side has chosen, as [`Table::stances`](super::Table::stances) keeps it.
mod stance {
    /// It walks on.
    pub(super) const WALK: u8 = 1;
    /// It draws.
    pub(super) const DRAW: u8 = 2;
}

/// Sides choose one after the other, and nobody knows what the others have chosen; then all of it happens at once.
pub(super) fn approach(play: &mut Play<'_>, place: u8, answer: Option<Action>) -> Flow<Step> {
    if let (Some(action), Some(side)) = (answer, play.side_asked(place)) {
        let chosen = if action.verb == Verb::Use { stance::DRAW } else { stance::WALK };
        play.change_table(CHOICE, |t| t.stances[side.index()] = chosen);
        return Flow::Next(Step::Approach { place: place + 1 });
    }
    if let Some(side) = play.side_asked(place) {
        return Flow::Ask(Step::Approach { place }, Decision::to(side, Kind::Commit, UnitSet::default(), CHOICE));
    }
    let mut draws = play.table().stances.contains(&stance::DRAW);
    for side in play.sides() {
        let walks = play.table().stances[side.index()] == stance::WALK;
        let leader = play.units_of(side).find(|&unit| walks && play.has(unit, &Trait::Leader));
        draws |= leader.is_some_and(|leader| {
            let ld = play.sheet(leader).ld;
            !passes(play, Rule("GEM-TEST-01"), leader, ld, &[])
        });
    }
    if !draws {
        for unit in play.on_board() {
            walk(play, unit);
        }
        draws = nearest_foes(play) <= CLOSE;
    }
    if !draws {
        play.change_table(CHOICE, |t| t.stances = [0; 8]);
        return Flow::Next(Step::Approach { place: 0 });
    }
    begin(play);
    Flow::Push(Step::RollOff, Step::Drawing)
}

/// A model comes nearer to its nearest enemy.
fn walk(play: &mut Play<'_>, unit: UnitId) {
    for _ in 0..PACE {
        let (at, side) = (play.piece(unit).at, play.piece(unit).side);
        let far = |cell: Cell| play.enemies_of(side).map(|foe| play.board().distance(cell, play.piece(foe).at)).min();
        let free = |cell: &Cell| cell.is_some() && !play.occupied(*cell) && play.pace(at, *cell, 4).is_some();
        let near = play.board().neighbours[at.index()].into_iter().filter(free).min_by_key(|&cell| (far(cell), cell));
        let Some(to) = near.filter(|&to| far(to) < far(at)) else { return };
        play.move_to(unit, to, CHOICE);
        face_along(play, unit, at, to, CHOICE);
    }
    face_foe(play, unit, CHOICE);
}

/// Hexes between the two foes that are nearest to each other.
fn nearest_foes(battle: &Battle) -> u16 {
    let each = |unit| battle.enemies_of(battle.piece(unit).side).map(|foe| battle.apart(unit, foe)).min();
    battle.on_board().filter_map(each).min().unwrap_or(0)
}

/// Everybody draws: each rolls once how quick it is (GEM-DRAW-01, GEM-DRAW-02). A side that drew upon others who walked has
/// its weapons ready.
fn begin(play: &mut Play<'_>) {
    let stances = play.table().stances;
    let surprise = stances.contains(&stance::WALK);
    for unit in play.on_board() {
        if surprise && stances[play.piece(unit).side.index()] == stance::DRAW {
            play.change(unit, Rule("GEM-DRAW-02"), |m| m.slung = 0);
        }
    }
    let mut order = std::mem::take(&mut play.pending_mut().draws);
    order.clear();
    for unit in play.on_board().only(|unit| !play.kit(unit).guns.is_empty() && play.able(unit)) {
        let modifiers = quickness(play, unit, 0);
        play.modified(&modifiers);
        let sum: i16 = modifiers.iter().map(|m| i16::from(m.value)).sum();
        let score = i16::from(d6(play, DRAW, unit)) + sum;
        play.note(DRAW, "is this quick", unit, score);
        order.push((score, unit));
    }
    order.sort_unstable_by_key(|&(score, unit)| (score, std::cmp::Reverse(unit)));
    let pending = play.pending_mut();
    (pending.draws, pending.struck, pending.slow) = (order, UnitSet::default(), UnitSet::default());
    play.change_table(DRAW, |t| (t.stances, t.drawn, t.quick) = ([0; 8], true, i16::MIN));
    for unit in play.on_board() {
        play.change(unit, Rule("GEM-DRAW-02"), |m| m.slung = 0);
    }
}

/// The next model fires, the quickest first; those who are equally quick fire before anybody of them falls (GEM-DRAW-01).
pub(super) fn drawing(play: &mut Play<'_>, answer: Option<Action>) -> Flow<Step> {
    match answer {
        Some(Action { verb: Verb::Fire, unit, with, target: Target::Unit(target) }) => {
            play.pending_mut().draws.pop();
            let shot = Shot { unit, gun: gun_of(with).0, target, ap: 1, mode: Mode::Together };
            return Flow::Push(Step::Drawing, Step::Shoot(shot));
        }
        Some(_) => _ = play.pending_mut().draws.pop(),
        None => {}
    }
    if play.pending().alone {
        // A what-if is about this shot alone: others who are as quick are not waited for.
        return Flow::Next(Step::Hits);
    }
    while let Some(&(score, unit)) = play.pending().draws.last() {
        if score != play.table().quick {
            play.change_table(DRAW, |t| t.quick = score);
            let pending = play.pending_mut();
            pending.slow = pending.struck;
            if !play.pending().hits.is_empty() {
                return Flow::Push(Step::Drawing, Step::Hits);
            }
        }
        let late = play.pending().slow.has(unit);
        if !late && play.able(unit) && aims(play, unit).next().is_some() {
            let side = play.piece(unit).side;
            return Flow::Ask(Step::Drawing, Decision::about(side, Kind::Act, unit, DRAW));
        }
        if late {
            play.note(DRAW, "was hit before it could fire", unit, 0);
        }
        play.pending_mut().draws.pop();
    }
    Flow::Next(Step::Hits)
}

/// All shots that a model could fire at the draw.
fn aims(battle: &Battle, unit: UnitId) -> impl Iterator<Item = Action> {
    let guns = battle.kit(unit).guns.len() as u8;
    let foes = battle.enemies_of(battle.piece(unit).side);
    let all =
        foes.flat_map(move |foe| (0..guns).map(move |gun| Action::of(Verb::Fire, unit).with(gun_code(gun, 1)).at(foe)));
    all.filter(move |action| check_shot(battle, *action).is_ok())
}

/// Whether a shot at the draw is legal.
fn check_shot(battle: &Battle, action: Action) -> Result<(), Refusal> {
    let no = |reason| Err(Refusal::new(reason, DRAW));
    let (gun, ap) = gun_of(action.with);
    let Target::Unit(target) = action.target else { return no(Reason::Malformed) };
    if ap != 1 {
        return no(Reason::Malformed);
    }
    battle.gun_ready(action.unit, gun)?;
    battle.may_target(Shot { unit: action.unit, gun, target, ap, mode: Mode::Draw })
}

/// Whether an answer at the draw is legal.
pub(super) fn check(battle: &Battle, action: Action) -> Result<(), Refusal> {
    if battle.pending().draws.last().is_none_or(|(_, unit)| *unit != action.unit) {
        return Err(Refusal::new(Reason::MayNotAct, DRAW));
    }
    if action.verb == Verb::Hold { action.plain(DRAW) } else { check_shot(battle, action) }
}

/// All answers at the draw.
pub(super) fn answers(battle: &Battle, unit: UnitId, list: &mut Listing) {
    list.actions.extend(aims(battle, unit));
    list.push(Action::of(Verb::Hold, unit));
}

/// What others have chosen is a secret until all have.
pub(super) fn hide(battle: &mut Battle, viewer: SideId) {
    if matches!(battle.step(), Some(Step::Approach { .. })) {
        battle.edit(|play| {
            play.change_table(CHOICE, |t| {
                for (side, stance) in t.stances.iter_mut().enumerate() {
                    *stance = if side == viewer.index() { *stance } else { 0 };
                }
            });
        });
    }
}

/// What those who have chosen might have chosen.
pub(super) fn resample(battle: &mut Battle, dice: &mut dyn Dice) {
    let Some(Step::Approach { place }) = battle.step() else { return };
    for place in 0..place {
        let Some(side) = battle.side_asked(place) else { return };
        if battle.table().stances[side.index()] == 0 {
            let chosen = dice.roll(CHOICE, 2, &[2]);
            battle.edit(|play| play.change_table(CHOICE, |t| t.stances[side.index()] = chosen));
        }
    }
}
