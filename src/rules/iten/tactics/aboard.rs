//! What flamers, grenades and tools for breaching are worth aboard a ship, and where it is ill to stand.

use crate::battle::{Action, UnitId, UnitSet};
use crate::board::{Cell, Reach};

use super::super::Battle;
use super::super::aim::DESPERATE;
use super::super::stats::Trait;
use super::{attacks, forecast};

/// What hits one's own side weighs so much more.
const OWN: f32 = 1.5;
/// What a hex of walking that a hole spares is worth, in tens of points.
const HEX: f32 = 0.06;
/// A hole that spares fewer hexes than these is not worth the work: one runs half as far meanwhile.
const FEWEST: u16 = 6;
/// No way is longer than this.
const LONGEST: u16 = 30;

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
    let Some(weapon) = battle.arm(unit, action.with & !DESPERATE) else { return 0.0 };
    if battle.sweeps(weapon) {
        let mut met = battle.caught(&battle.flames(battle.piece(unit).at, at));
        met.remove(unit);
        return harm(battle, unit, met, weapon.grit, 1);
    }
    let met = battle.caught(&battle.blast(at));
    attacks::LANDS_NEAR * harm(battle, unit, met, weapon.grit, battle.hits_of_burst(at))
}

/// The ways of a side to its enemies, as far as doors let it through.
#[derive(Debug, Default)]
pub(super) struct Ways {
    reach: Reach,
    far: Vec<u16>,
}

impl Ways {
    /// Works them out.
    pub(super) fn find(&mut self, battle: &Battle, unit: UnitId) {
        let enemies = battle.enemies_of(battle.piece(unit).side).map(|e| battle.piece(e).at);
        let enemies: Vec<Cell> = enemies.filter(|at| at.is_some()).collect();
        let numbers = &battle.setting().numbers;
        let beside = |a: Cell, b: Cell| battle.board().neighbours[a.index()].contains(&b);
        let step = |from: Cell, to: Cell| {
            let footing = battle.footing(to);
            let door = if footing.opens { numbers.door } else { 0 };
            let ladder = if beside(from, to) { 1 } else { numbers.ladder };
            (footing.passable || footing.opens).then_some(ladder + door)
        };
        self.far.clear();
        self.reach.distances(battle.board(), &enemies, step, &mut self.far);
    }

    /// What it is worth to try to breach a hex: the way that a hole would spare and whom the air would carry off, as often
    /// as there is one, less what the tool takes of one's own.
    pub(super) fn breach(&self, battle: &Battle, action: Action, at: Cell) -> f32 {
        let (unit, here) = (action.unit, battle.piece(action.unit).at);
        let (Some(tool), Some(grade)) = (battle.arm(unit, action.with & !DESPERATE), battle.grade(at)) else {
            return 0.0;
        };
        let saves = battle.withstands(grade, tool.has(Trait::BreachLight)).map_or(0, |face| 7 - face.min(7));
        let holed = 1.0 - f32::from(saves) / 6.0;
        let beyond = battle.board().around(at).map(|c| self.far[c.index()]).min().unwrap_or(u16::MAX);
        let (before, after) = (self.far[here.index()], beyond.saturating_add(battle.range(here, at) + 1));
        let spared = f32::from(before.min(LONGEST)) - f32::from(after.min(LONGEST).saturating_add(FEWEST));
        let blown = harm(battle, unit, battle.in_draught(at), 0, 1);
        let spent = if tool.has(Trait::Once) { f32::from(tool.cost) / 10.0 } else { 0.0 };
        let blast = if tool.has(Trait::Charge) { harm(battle, unit, battle.beside(at), tool.grit, 1) } else { 0.0 };
        holed * (HEX * spared + blown) + blast - spent
    }
}

/// What a figure is expected to lose in a hex to what is no enemy: for want of air, to a charge that is about to go off.
pub(super) fn peril(battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
    if !battle.setting().aboard {
        return 0.0;
    }
    let air = if battle.breathless(cell) { forecast::toll(battle, unit, 0) } else { 0.0 };
    let beside =
        |at: Cell| battle.board().deck(at) == battle.board().deck(cell) && battle.board().distance(at, cell) <= 1;
    let charges = battle.marked().iter().filter(|(at, now)| now.charge != 0 && beside(*at)).count();
    air + charges as f32 * forecast::toll(battle, unit, -1)
}
