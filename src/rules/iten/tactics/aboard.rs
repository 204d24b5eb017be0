//! What flamers, grenades and tools for breaching are worth aboard a ship, and where it is ill to stand.

use crate::battle::{Action, UnitId, UnitSet};
use crate::board::Cell;

use super::super::Battle;
use super::super::payload::Fire;
use super::super::stats::{Trait, Weapon};
use super::{attacks, forecast, stalking};

/// What hits one's own side weighs so much more.
const OWN: f32 = 1.5;
/// What a hex of walking that a hole spares is worth, in tens of points.
const HEX: f32 = 0.06;
/// A hole that spares fewer hexes than these is not worth the work: one runs half as far meanwhile.
const FEWEST: f32 = 6.0;
/// No way is longer than this.
const LONGEST: u16 = 30;
/// Lost air spreads to friends as near as this, before they can all be elsewhere.
const SPREADS: u16 = 8;
/// That it will reach them is as likely as not.
const REACHES: f32 = 0.5;

/// What hits on everybody of a set are expected to take from the enemy, less what they take from one's own.
fn harm(battle: &Battle, unit: UnitId, met: UnitSet, penalty: i8, hits: u8) -> f32 {
    let toll = |u: UnitId| {
        let toll = forecast::tolls(battle, u, penalty, hits);
        if battle.enemies(unit, u) { toll } else { -OWN * toll }
    };
    met.map(toll).sum()
}

/// What a flamer or a grenade takes that is pointed at a hex.
pub(super) fn outright(battle: &Battle, action: Action, at: Cell) -> f32 {
    let unit = action.unit;
    let Some(weapon) = battle.arm(unit, Fire::decode(action.with).place) else { return 0.0 };
    if battle.sweeps(weapon) {
        let area = battle.flames(battle.piece(unit).at, at);
        let mut met = battle.caught(&area);
        met.remove(unit);
        return harm(battle, unit, met, weapon.grit, 1) + stalking::blaze(battle, &area);
    }
    let met = battle.caught(&battle.blast(at));
    attacks::LANDS_NEAR * harm(battle, unit, met, weapon.grit, battle.hits_of_burst(at))
}

/// What it is worth to try to breach a hex: what a hole would spare of the way to where the figure wants to be, and whom the
/// air would carry off, as often as there is one that others have not made before, less what the tool is worth. `far` says
/// how far hexes are from there.
pub(super) fn breach(battle: &Battle, action: Action, at: Cell, far: impl Fn(Cell) -> u16) -> f32 {
    let (unit, here) = (action.unit, battle.piece(action.unit).at);
    let (Some(tool), Some(grade)) = (battle.arm(unit, Fire::decode(action.with).place), battle.grade(at)) else {
        return 0.0;
    };
    let withstood = |tool: &Weapon| {
        let save = battle.withstands(grade, tool.has(Trait::BreachLight));
        save.map_or(0.0, |need| f32::from(7 - need.min(7)) / 6.0)
    };
    // What others have declared there may do it first.
    let others = battle.pending().attacks.iter().filter(|other| other.hex == at && other.by != unit);
    let left: f32 = others.filter_map(|other| battle.arm(other.by, other.with)).map(withstood).product();
    let holed = left * (1.0 - withstood(tool));
    let beyond = battle.board().around(at).map(&far).min().unwrap_or(u16::MAX);
    let (before, after) = (far(here), beyond.saturating_add(battle.range(here, at) + 1));
    let spared = f32::from(before.min(LONGEST)) - f32::from(after.min(LONGEST)) - FEWEST;
    let blown = gust(battle, unit, at);
    let spent = if tool.has(Trait::Once) { f32::from(tool.cost) / 10.0 } else { 0.0 };
    // From a charge whoever stands there steps back.
    holed * (HEX * spared + blown) - spent
}

/// What the air takes from the enemy that would go out at a hex, less what it takes from one's own, at once or as it spreads.
fn gust(battle: &Battle, unit: UnitId, at: Cell) -> f32 {
    let met = battle.in_draught(at);
    if met.is_empty() {
        return 0.0;
    }
    let near = |u: UnitId| !met.has(u) && battle.range(at, battle.piece(u).at) <= SPREADS;
    let friends = battle.friends_of(battle.piece(unit).side).only(|u| battle.piece(u).at.is_some() && near(u));
    harm(battle, unit, met, 0, 1) + REACHES * harm(battle, unit, friends, 0, 1)
}

/// How much lost air is feared, 0 or 1: Boarders who have done nothing yet after a third of their time take any way.
fn dread(battle: &Battle, unit: UnitId) -> f32 {
    let side = battle.piece(unit).side;
    let late = 3 * battle.table().turn > battle.last_turn();
    let reached = battle.tokens().any(|(_, suit)| battle.is_own(side, suit) && battle.has_reached(side, suit));
    let done = reached || battle.is_enough(side) || battle.prize_bearer().is_some();
    if battle.boards(side) && late && !done { 0.0 } else { 1.0 }
}

/// What a figure is expected to lose by working a door: to the air that an opened one lets out, for want of air that a
/// closed one keeps in. Less than nothing, where that spares it something.
pub(super) fn draught(battle: &Battle, unit: UnitId, door: Cell) -> f32 {
    if !battle.setting().aboard {
        return 0.0;
    }
    let here = battle.piece(unit).at;
    if !battle.ground(door).open {
        return peril(battle, unit, here) - dread(battle, unit) * gust(battle, unit, door);
    }
    // Who takes any way does not shut it again.
    let toll = dread(battle, unit) * forecast::toll(battle, unit, 0);
    match (battle.breathless(here), battle.board().around(door).any(|c| battle.breathless(c))) {
        (true, _) if battle.saved_by(door, here) => -toll,
        (false, true) if battle.drawn(door).airtight => -toll / 2.0,
        _ => peril(battle, unit, here),
    }
}

/// What a figure is expected to lose in a hex to what is no enemy: for want of air, to a charge that is about to go off.
pub(super) fn peril(battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
    if !battle.setting().aboard {
        return 0.0;
    }
    let air = if battle.breathless(cell) { dread(battle, unit) * forecast::toll(battle, unit, 0) } else { 0.0 };
    let beside =
        |at: Cell| battle.board().deck(at) == battle.board().deck(cell) && battle.board().distance(at, cell) <= 1;
    let charges = battle.marked().iter().filter(|(at, now)| now.charge.is_some() && beside(*at)).count();
    let fire = if battle.is_burning(cell) { forecast::toll(battle, unit, battle.heat(cell)) } else { 0.0 };
    air + fire + charges as f32 * forecast::toll(battle, unit, -1)
}
