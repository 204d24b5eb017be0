//! What the missions are about, from a figure's point of view: where it should be, and how much that is worth.

use crate::battle::{Action, SideId, Target, UnitId, Verb, mix};
use crate::board::Cell;

use super::super::missions::{Mission, ending};
use super::super::{Battle, walking};
use super::stalking;

/// Where a figure should go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pursuit {
    /// The hex.
    to: Cell,
    /// How near is near enough.
    within: u8,
    /// What being there is worth.
    worth: f32,
}

/// How many figures go for what somebody has to fetch; the others fight.
const FETCHERS: usize = 3;

/// What a figure should do for its side's goal; none where it had better fight.
pub(super) fn pursuit(battle: &Battle, unit: UnitId) -> Option<Pursuit> {
    let (setting, piece) = (battle.setting(), battle.piece(unit));
    let scene = &setting.scene;
    let at = |to: Cell, within: u8, worth: f32| Some(Pursuit { to, within, worth });
    if !piece.at.is_some() {
        return None;
    }
    match setting.mission {
        Mission::Battle | Mission::Assassination | Mission::Boarding => None,
        Mission::KellysHeroes => fetch(battle, unit, || way_off(battle, piece.at)),
        Mission::LifeIsCheap => fetch(battle, unit, || nearest(battle, &battle.zone(piece.side).cells, piece.at)),
        Mission::FortApache => at(scene.centre?, 2, 1.0),
        // There is time to shoot on the way, but not to be late.
        Mission::FireMission => {
            let turns = f32::from(battle.table().turn) / f32::from(setting.numbers.missions.bombardment);
            at(scene.centre?, 1, turns.clamp(0.4, 1.0) * 1.5)
        }
        Mission::TheGauntlet => at(battle.wagon()?, 1, if pushes(battle, unit) { 1.0 } else { 0.3 }),
        Mission::TheRitual => {
            super::super::missions::ritual::suspect(battle, unit).and_then(|(to, worth)| at(to, 1, worth))
        }
        // Who cannot hurt it hand to hand comes near enough for all to fire at it.
        Mission::MissingRobot if may_hurt_robot(battle, unit) => at(scene.centre?, 1, 2.0),
        Mission::MissingRobot => at(scene.centre?, 10, 1.0),
    }
}

/// Turns before the last in which a side that is not ahead makes haste: about as many as it takes to cross a board.
const LATE: f32 = 8.0;

/// How time runs out, 0 to 1, for a side that has to have felled most when the last turn is over (ITEN-GEN-08,
/// ITEN-SCN-03) and has not.
pub(super) fn haste(battle: &Battle, side: SideId) -> f32 {
    let setting = battle.setting();
    let ahead = |foe: SideId| ending::score(battle, side) > ending::score(battle, foe);
    if !matches!(setting.mission, Mission::Battle | Mission::Assassination) || battle.enemy_sides(side).all(ahead) {
        return 0.0;
    }
    let left = f32::from(setting.turns.saturating_sub(battle.table().turn));
    (1.0 - left / LATE).max(0.0)
}

/// To fetch what lies somewhere, to bring it home, to stop whoever does.
fn fetch(battle: &Battle, unit: UnitId, home: impl Fn() -> Option<Cell>) -> Option<Pursuit> {
    let side = battle.piece(unit).side;
    if battle.carries(unit) {
        return Some(Pursuit { to: home()?, within: 0, worth: 3.0 });
    }
    match (battle.prize_bearer(), battle.prize()) {
        (Some(bearer), _) if !battle.enemies(unit, bearer) => None,
        (Some(bearer), _) => Some(Pursuit { to: battle.piece(bearer).at, within: 1, worth: 1.0 }),
        (None, Some(cell)) => {
            let dropped = battle.table().dropped;
            let at = battle.piece(unit).at;
            let to = if dropped { cell } else { nearest(battle, &battle.setting().scene.pickup, at)? };
            // Zombies come for everybody whom they hear: only the quickest go.
            let goes = match battle.setting().mission {
                Mission::LifeIsCheap => is_among_quickest(battle, unit, to),
                _ => is_among_nearest(battle, unit, side, to),
            };
            if !goes && battle.setting().mission == Mission::LifeIsCheap {
                return None;
            }
            let worth = if goes { 1.5 } else { 0.3 };
            Some(Pursuit { to, within: u8::from(dropped), worth })
        }
        (None, None) => None,
    }
}

/// Whether only a few of a figure's own side are nearer to a hex.
fn is_among_nearest(battle: &Battle, unit: UnitId, side: SideId, to: Cell) -> bool {
    let trail = battle.trail(to);
    let mine = trail[battle.piece(unit).at.index()];
    battle.units_of(side).filter(|&u| battle.stands(u) && trail[battle.piece(u).at.index()] < mine).count() < FETCHERS
}

/// Whether only one other figure of a figure's side is quicker, or as quick and nearer to a hex.
fn is_among_quickest(battle: &Battle, unit: UnitId, to: Cell) -> bool {
    let trail = battle.trail(to);
    let rank = |u: UnitId| (std::cmp::Reverse(walking::allowance(battle, u)), trail[battle.piece(u).at.index()], u);
    let mine = rank(unit);
    let others = battle.units_of(battle.piece(unit).side);
    others.filter(|&u| battle.stands(u) && rank(u) < mine).count() < 2
}

/// What it costs those who do not fetch the spy to be heard in a hex: they shoot from afar (ITEN-LIF-04).
pub(super) fn noise(battle: &Battle, cell: Cell) -> f32 {
    const HEARD: f32 = 0.6;
    if battle.setting().mission != Mission::LifeIsCheap || battle.prize_bearer().is_some() {
        return 0.0;
    }
    let range = u16::from(battle.setting().numbers.missions.pod_hears);
    let hears = |z: UnitId| battle.unit(z).hunts == 0 && battle.board().distance(battle.piece(z).at, cell) <= range;
    if battle.zombies().any(hears) { HEARD } else { 0.0 }
}

/// Whether a figure's blows can hit the Dreadnought, with a friend beside it.
fn may_hurt_robot(battle: &Battle, unit: UnitId) -> bool {
    let robot = battle.neutral().and_then(|side| battle.units_of(side).first());
    let best = 6 + battle.setting().numbers.outnumbering + battle.fv(unit);
    let bonus = |place: u8| battle.arm(unit, place).map_or(0, |w| w.bonus);
    robot.is_some_and(|r| battle.blades(unit).into_iter().any(|p| best + bonus(p) >= battle.armour(r)))
}

/// The nearest of some hexes as the crow flies.
fn nearest(battle: &Battle, cells: &[Cell], from: Cell) -> Option<Cell> {
    let free = |c: &Cell| battle.footing(*c).passable;
    cells.iter().copied().filter(free).min_by_key(|&c| (battle.board().distance(from, c), c))
}

/// The nearest hex at an edge.
fn way_off(battle: &Battle, from: Cell) -> Option<Cell> {
    let board = battle.board();
    let (column, row) = board.column_row(from);
    let edges = [(1, row), (board.width, row), (column, 1), (column, board.height)];
    let cells = edges.map(|(c, r)| board.at(c, r));
    nearest(battle, &cells, from)
}

/// Whether a figure is one of those of its side who see to the wagon.
fn pushes(battle: &Battle, unit: UnitId) -> bool {
    battle.wagon().is_some_and(|at| is_among_nearest(battle, unit, battle.piece(unit).side, at))
}

impl Pursuit {
    /// What it is worth to be in a hex, 0 to twice its worth: a little for every step nearer, most for the last ones.
    pub(super) fn value(&self, battle: &Battle, cell: Cell) -> f32 {
        let steps = f32::from(battle.trail(self.to)[cell.index()].saturating_sub(self.within).min(99));
        self.worth * (1.0 - steps / 99.0 + 3.0 / (3.0 + steps))
    }
}

/// What an action that bears on the goal by itself is worth: to take it up, to take it away; for the wagon, how near it
/// would be to where it is to leave the board.
pub(super) fn deed(battle: &Battle, action: Action, exit: Option<Cell>) -> f32 {
    match (action.verb, action.target) {
        (Verb::Move, Target::Hex(to)) if action.unit == UnitId::NONE => {
            exit.map_or(0.0, |exit| 1.0 - f32::from(battle.trail(exit)[to.index()].min(99)) / 100.0)
        }
        (Verb::Use, Target::Hex(cell)) if battle.stalking().is_some() => stalking::seal(battle, cell),
        (Verb::Use, Target::Hex(_)) => 2.0,
        (Verb::Move, Target::Index(_)) if action.unit == UnitId::NONE || battle.carries(action.unit) => 2.0,
        _ => 0.0,
    }
}

/// What a house is worth to hide a ritual in: nobody is to guess it, so it is as good as chance.
pub(super) fn lot(battle: &Battle, house: u8) -> f32 {
    (mix(battle.digest(), house.into()) % 64) as f32 / 64.0
}

/// The hex at the edge, nearest to the wagon, over which the side that decides would take it away.
pub(super) fn wagon_exit(battle: &Battle) -> Option<Cell> {
    let (board, side, wagon) = (battle.board(), battle.decision()?.side, battle.wagon()?);
    let exits = board.cells().filter(|&c| battle.way_out(side, c).is_some() && battle.drawn(c).passable);
    exits.min_by_key(|&c| (board.distance(wagon, c), c))
}
