//! What players may look at before they decide: what-ifs, paths, fields of fire (MAP-18).

use crate::battle::{Action, Listing, Rule, Target, UnitId, Verb};
use crate::board::{Cell, Reach};
use crate::kit::what_if;

use super::content::Cover;
use super::options::Premeasure;
use super::steps::Step;
use super::ways::Touch;
use super::{Battle, uses, walking};

/// Only this action: nobody reacts, nobody else is tested.
pub(super) fn what_if(battle: &Battle, action: Action) -> Battle {
    let Some(step) = battle.step() else { return battle.clone() };
    // Choosing a model or its dice has no consequences that are its own alone.
    let own: &[Step] = match step {
        Step::Choose { .. } | Step::Next => &[Step::Stop],
        _ => &[Step::Stop, step],
    };
    let mut steps: Vec<Step> = battle.steps().iter().copied().filter(|s| matches!(s, Step::Stage { .. })).collect();
    steps.extend(own);
    what_if::alone(battle, action, &steps, |play, _| play.pending_mut().alone = true)
}

/// Inside a what-if no question is answered: what comes behind one is not the action's own.
pub(super) fn default_answer(_battle: &Battle, _list: &mut Listing) -> Option<Action> {
    None
}

/// Nobody knows beforehand whether a shot is in range.
pub(super) fn unmeasured(battle: &Battle, action: Action) -> Option<Rule> {
    let shot = action.verb == Verb::Fire && matches!(action.target, Target::Unit(_));
    (shot && battle.options().premeasure == Premeasure::Off).then_some(Rule("MAP-18"))
}

/// The path of a Move, with a jump down or without: its cost and its hexes.
pub(super) fn path_of(battle: &Battle, action: Action) -> Option<(u8, Vec<Cell>)> {
    let (Some(Step::Act { unit }), Target::Hex(to)) = (battle.step(), action.target) else { return None };
    if unit != action.unit {
        return None;
    }
    let mut reach = Reach::new();
    let inches = battle.allowance(unit);
    let found = match (action.verb, action.with) {
        (Verb::Move, _) => walking::reaches(battle, unit, inches, to, &mut reach),
        (Verb::Use, uses::JUMP) => battle.seek_jumps(unit, inches, &mut reach, |cell| cell == to).is_some(),
        _ => false,
    };
    if !found {
        return None;
    }
    let mut way = Vec::new();
    reach.path(to, &mut way);
    Some((reach.cost(to)?, way))
}

/// The hexes that a model would see and might shoot at from a hex, with their range bands.
pub(super) fn field_of_fire(battle: &Battle, unit: UnitId, from: Cell) -> Vec<(Cell, u8)> {
    let guns = || (0..battle.kit(unit).guns.len() as u8).map(|place| battle.gun(unit, place));
    let band = |hexes: u16| {
        let bands = guns().filter(|gun| hexes <= gun.long.into()).map(|gun| u8::from(hexes > gun.short.into()) * 2);
        bands.min()
    };
    let facing = battle.piece(unit).facing;
    let inside = |cell: Cell| {
        let delta = battle.board().hex(cell) - battle.board().hex(from);
        crate::board::within(facing, delta, crate::board::Half::Deg45) != crate::board::Bearing::Outside
    };
    let seen = battle.board().cells().filter(|&to| to != from && inside(to) && battle.line(from, to).is_some());
    seen.filter_map(|to| Some((to, band(battle.board().distance(from, to))?))).collect()
}

/// The hexes to which a line leads from a hex, each with whether whoever stands there has cover (GEM-SHOOT-04).
pub(super) fn seen_from(battle: &Battle, from: Cell) -> Vec<(Cell, bool)> {
    let cells = battle.board().cells().filter(|to| *to != from);
    cells.filter_map(|to| battle.line(from, to).map(|cover| (to, cover != Cover::None))).collect()
}

/// The hexes in which a model on overwatch may fire at whoever shows himself there (GEM-OVER-02).
pub(super) fn watched(battle: &Battle, unit: UnitId) -> Vec<Cell> {
    // Who is not on the board may not react.
    if !battle.unit(unit).overwatch || !battle.may_react(unit) {
        return Vec::new();
    }
    battle.board().cells().filter(|cell| battle.overlooks(unit, *cell)).collect()
}

/// The hexes from which a model would touch an enemy at the end of a charge.
pub(super) fn charge_range(battle: &Battle, unit: UnitId) -> Vec<Cell> {
    if !battle.piece(unit).at.is_some() {
        return Vec::new();
    }
    let m = battle.allowance(unit);
    let mut reach = Reach::new();
    battle.search(unit, 2 * m, m, Touch::Anybody, &mut reach);
    reach.reached().to_vec()
}
