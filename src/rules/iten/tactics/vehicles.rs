//! What vehicles are driven for, and when their people get on and off.

use crate::battle::{Action, Target, UnitId, Verb};
use crate::board::Cell;

use super::super::figure::MOUNTED;
use super::super::payload::Drive;
use super::super::wrecks::Broken;
use super::super::{Battle, Step, walking};
use super::forecast::{self, Hindrance, Shots};
use super::{Input, Survey};

/// The kinds of decision that are about vehicles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Matter {
    /// Where a vehicle drives, if anywhere.
    Drive,
    /// Whether a figure gets on, off or to the wheel.
    Ride,
}

/// What a vehicle can do to an enemy, worked out once for all places that it may drive to.
#[derive(Clone, Debug)]
pub(super) struct Prey {
    unit: UnitId,
    at: Cell,
    /// What all guns aboard are expected to take, at a moderate speed.
    all: f32,
    /// What its mounted guns are.
    mounted: f32,
    /// What running over it, or ramming it, is expected to take, losses taken off; per hit for rams.
    crush: f32,
    /// What its shots take from the vehicle.
    danger: Shots,
}

/// What decision about vehicles an action belongs to, if to any.
pub(super) fn matter(battle: &Battle, action: Action) -> Option<Matter> {
    let unit = action.unit;
    if battle.setting().vehicles.is_empty() || !battle.units().has(unit) {
        return None;
    }
    let moving = matches!(battle.step(), Some(Step::Move { .. }));
    match (action.verb, action.target) {
        (Verb::Move | Verb::Strike | Verb::Hold, _) if battle.is_vehicle(unit) => Some(Matter::Drive),
        (Verb::Retreat | Verb::Hold, _) if moving && battle.carrier(unit).is_some() => Some(Matter::Ride),
        (Verb::Use, Target::Unit(vehicle)) if battle.is_vehicle(vehicle) => Some(Matter::Ride),
        (Verb::Use, Target::None) if battle.carrier(unit).is_some() => Some(Matter::Ride),
        _ => None,
    }
}

impl Survey {
    /// Looks at the enemies from a vehicle's point of view.
    fn look_out(&mut self, battle: &Battle, vehicle: UnitId) {
        self.prey.clear();
        let ports = battle.mount(vehicle).and_then(|m| m.vehicle.fire_ports).unwrap_or(u8::MAX);
        let weapons = battle.profile(vehicle).arms.len() as u8;
        let whole = (0..weapons).filter(|w| battle.unit(vehicle).gone >> w & 1 == 0);
        let riders = battle.riders(vehicle);
        for foe in battle.enemies_of(battle.piece(vehicle).side) {
            let best = |u: UnitId| Shots::of(battle, u, foe).best(6, Hindrance::default());
            let own: f32 = riders.take(ports.into()).map(best).sum();
            let gunner = riders.max_by_key(|&u| battle.sv(u));
            let gun = |place: u8| match gunner.and_then(|g| battle.arm(g, MOUNTED + place).map(|w| (g, w))) {
                Some((gunner, weapon)) => {
                    forecast::chance(battle.armour(foe) - battle.sv(gunner) - weapon.bonus)
                        * forecast::toll(battle, foe, weapon.grit)
                }
                None => 0.0,
            };
            let mounted: f32 = whole.clone().map(gun).sum();
            let most = 1.5 * forecast::worth(battle, foe);
            self.prey.push(Prey {
                unit: foe,
                at: battle.piece(foe).at,
                all: (own + mounted).min(most),
                mounted: mounted.min(most),
                crush: crush(battle, vehicle, foe),
                danger: Shots::of(battle, foe, vehicle),
            });
        }
    }

    /// Measures what a vehicle would do: stay, drive somewhere, run somebody over, ram something.
    pub(super) fn drive(&mut self, battle: &Battle, action: Action, put: &mut impl FnMut(Input, f32)) {
        let vehicle = action.unit;
        if self.vehicle != Some(vehicle) {
            self.vehicle = Some(vehicle);
            self.look_out(battle, vehicle);
        }
        let at = battle.piece(vehicle).at;
        let to = match action.target {
            Target::Hex(cell) => cell,
            Target::Unit(other) => return put(Input::Harm, self.ram(battle, action, other)),
            Target::None | Target::Index(_) => at,
        };
        if action.verb == Verb::Strike {
            // Into a wall: what that does to itself, and for nothing.
            return put(Input::Harm, -forecast::toll(battle, vehicle, 0));
        }
        let moved = battle.board().distance(at, to);
        let driving = &battle.setting().numbers.driving;
        let how = Drive::decode(action.with);
        let fast = how.flat_out || moved > driving.personal_fire.into();
        let stride = f32::from(battle.mount(vehicle).map_or(6, |m| m.vehicle.move_of(driving, false)).max(1));
        let (mut fire, mut danger, mut near, mut harm) = (0.0f32, 0.0f32, 0.0f32, 0.0f32);
        for prey in &self.prey {
            let steps = battle.steps_to(to, prey.unit).saturating_sub(1);
            let close = 1.0 / (1.0 + f32::from(steps.saturating_sub(8)) / stride);
            near = near.max(close);
            if battle.look(to, prey.at).is_some() {
                let guns = if fast { prey.mounted } else { prey.all };
                fire = fire.max(guns * if steps <= 12 { 1.0 } else { 0.4 });
                danger += prey.danger.best(steps, Hindrance::default());
            }
            if how.over && is_swept(battle, vehicle, at, to, prey.at) {
                harm += prey.crush;
            }
        }
        put(Input::Together, self.together(battle, to));
        put(Input::Fire, fire);
        put(Input::Danger, danger);
        put(Input::Approach, near);
        put(Input::Harm, harm);
    }

    /// What ramming another vehicle is expected to take from it, one's own damage taken off.
    fn ram(&self, battle: &Battle, action: Action, other: UnitId) -> f32 {
        let vehicle = action.unit;
        let driving = &battle.setting().numbers.driving;
        let most = battle.mount(vehicle).map_or(6, |m| m.vehicle.move_of(driving, Drive::decode(action.with).flat_out));
        let far = battle.steps_to(battle.piece(vehicle).at, other).saturating_sub(2);
        let force = battle.ramming(vehicle, most.min(far.min(99) as u8)).value;
        let theirs = forecast::chance(battle.armour(other) - force) * forecast::toll(battle, other, 0);
        let mine = forecast::chance(battle.armour(vehicle) - driving.rammed) * forecast::toll(battle, vehicle, 0);
        theirs - mine
    }

    /// Measures whether a figure should get on or off, or take the wheel.
    pub(super) fn ride(&self, battle: &Battle, action: Action, put: &mut impl FnMut(Input, f32)) {
        let unit = action.unit;
        match (action.verb, action.target, battle.carrier(unit)) {
            (Verb::Use, Target::Unit(vehicle), aboard) => {
                let idle = battle.driver(vehicle).is_none() && !is_stuck(battle, vehicle);
                // Somebody has to drive what can be driven.
                let value = match aboard {
                    Some(_) if idle => 2.0,
                    Some(_) => -2.0,
                    None => self.lift(battle, unit, vehicle) + if idle { 0.6 } else { 0.0 },
                };
                put(Input::Ride, value);
            }
            (Verb::Retreat, Target::Hex(to), Some(vehicle)) => {
                put(Input::Ride, self.leaving(battle, unit, vehicle, to));
            }
            // Off with a gun, instead of shooting: only where the vehicle goes nowhere any more.
            (Verb::Use, ..) => put(Input::Ride, -1.0),
            _ => {}
        }
    }

    /// What it is worth to get in: how close those whom it would fight come by a move of the vehicle, where they are far to walk
    /// to; in the measure of what walking there is worth (`Approach`).
    fn lift(&self, battle: &Battle, unit: UnitId, vehicle: UnitId) -> f32 {
        const FAR: u16 = 14;
        const CLOSE: f32 = 3.0;
        let spot = battle.spot(unit);
        let Some(steps) = self.enemies.iter().map(|o| battle.steps_to(spot, o.unit)).min().filter(|s| *s > FAR) else {
            return -0.5;
        };
        let on_foot = walking::allowance(battle, unit).max(1);
        let ride = battle.mount(vehicle).map_or(0, |m| m.vehicle.move_of(&battle.setting().numbers.driving, true));
        if ride <= on_foot || is_stuck(battle, vehicle) {
            return -0.5;
        }
        let prey = if self.fights { steps } else { steps.saturating_sub(forecast::reach(battle, unit)) };
        CLOSE / (1.0 + f32::from(prey.saturating_sub(ride.into())) / f32::from(on_foot))
    }

    /// What it is worth to get out of a vehicle at a hex: whom one may get at in melee from there, or that the vehicle is
    /// of no more use; the risk of jumping and a vehicle without a driver taken off.
    fn leaving(&self, battle: &Battle, unit: UnitId, vehicle: UnitId, to: Cell) -> f32 {
        let moved = battle.unit(vehicle).steps > 0;
        let stuck = is_stuck(battle, vehicle);
        let drives = battle.driver(vehicle) == Some(unit);
        let reach = walking::allowance(battle, unit);
        let fights = self.enemies.iter().filter(|o| battle.steps_to(to, o.unit) <= u16::from(reach));
        let best = if self.fights { fights.map(|o| o.mine - o.theirs).fold(0.0, f32::max) } else { 0.0 };
        let near = 0.02 / (1.0 + self.enemies.iter().map(|o| battle.steps_to(to, o.unit)).min().map_or(0.0, f32::from));
        let risk = if moved { 0.5 * forecast::worth(battle, unit) } else { 0.0 };
        let wheel = if drives && !stuck { 3.0 } else { 0.0 };
        best + if stuck { 0.5 } else { 0.0 } + near - 0.1 - risk - wheel
    }
}

/// Whether a vehicle goes nowhere any more.
fn is_stuck(battle: &Battle, vehicle: UnitId) -> bool {
    battle.is_broken(vehicle, Broken::Engine) || battle.is_broken(vehicle, Broken::Forwards)
}

/// What running over an enemy is expected to take, what his blow at the vehicle takes taken off.
fn crush(battle: &Battle, vehicle: UnitId, foe: UnitId) -> f32 {
    if battle.is_vehicle(foe) {
        return 0.0;
    }
    let sum: i8 = battle.running_over(vehicle, foe).iter().map(|m| m.value).sum();
    let hit = forecast::chance(battle.armour(foe) - sum);
    let back = if battle.stands(foe) { forecast::blow(battle, foe, vehicle) } else { 0.0 };
    hit * forecast::toll(battle, foe, 0) - (1.0 - hit) * back
}

/// Whether an enemy is about where a vehicle would pass.
fn is_swept(battle: &Battle, vehicle: UnitId, from: Cell, to: Cell, foe: Cell) -> bool {
    let board = battle.board();
    let radius = u16::from(battle.piece(vehicle).wide);
    let mut way = board.trace(from, to, crate::board::Shift::Left).chain([to]);
    way.any(|cell| board.distance(cell, foe) <= radius)
}
