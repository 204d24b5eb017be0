//! What opponents ask of a position when they weigh actions: fire, fights and what the enemy may do.

use std::cell::OnceCell;

use crate::battle::{SideId, UnitId};
use crate::board::{Cell, Reach};

use super::charging::side_struck;
use super::content::Cover;
use super::model::{Charge, Hit, did};
use super::score::Part;
use super::shooting::shots;
use super::steps::{Shot, Step};
use super::wounds::{need_to_save, need_to_wound};
use super::{Battle, goals, turn};

/// How likely a hit of so much strength and save modifier wounds a model.
pub(super) fn wounds(battle: &Battle, strength: u8, save: i8, on: UnitId) -> f32 {
    let sheet = battle.sheet(on);
    let Some(need) = need_to_wound(strength, sheet.t) else { return 0.0 };
    let saved = need_to_save(sheet.sv, save).map_or(0.0, |need| f32::from(7 - need) / 6.0);
    f32::from(7 - need) / 6.0 * (1.0 - saved)
}

/// What a wound of a model is worth: it counts for more the fewer it has left.
pub(super) fn worth(battle: &Battle, unit: UnitId) -> f32 {
    let now = battle.unit(unit);
    let standing = if now.condition.is_felled() { 0.6 } else { 1.0 };
    standing / f32::from(now.wounds.max(1))
}

/// The mean over all on whom a hit on a model may fall: in close combat anybody of the fight (GEM-SHOOT-06).
fn mean(battle: &Battle, target: UnitId, of: impl Fn(UnitId) -> f32) -> f32 {
    if !battle.engaged(target) {
        return of(target);
    }
    let all = battle.fight_of(target);
    all.map(of).sum::<f32>() / all.len().max(1) as f32
}

/// Hits that a shooting may be expected to make.
fn hits(battle: &Battle, shot: Shot) -> f32 {
    let aim = battle.aim(shot);
    f32::from(aim.shots) * aim.chance(battle.beyond_six())
}

/// Wounds that a shooting may be expected to do to its target.
pub(super) fn harm(battle: &Battle, shot: Shot) -> f32 {
    let gun = battle.gun(shot.unit, shot.gun);
    let share = mean(battle, shot.target, |on| if on == shot.target { 1.0 } else { 0.0 });
    share * hits(battle, shot) * wounds(battle, gun.strength, gun.save, shot.target)
}

/// What a shooting may be expected to be worth: in close combat, friends who may be hit count against it.
pub(super) fn gain(battle: &Battle, shot: Shot) -> f32 {
    let gun = battle.gun(shot.unit, shot.gun);
    let hits = hits(battle, shot);
    mean(battle, shot.target, |on| {
        let harm = hits * wounds(battle, gun.strength, gun.save, on) * worth(battle, on);
        if battle.enemies(shot.unit, on) { harm } else { -harm }
    })
}

/// A model that may shoot.
#[derive(Clone, Copy, Debug)]
struct Shooter {
    unit: UnitId,
    /// Hexes that its longest gun reaches; 0 for whoever does not shoot.
    range: u16,
    /// Action points that it may expect in its turn for a shot.
    points: u8,
}

impl Shooter {
    fn of(battle: &Battle, unit: UnitId) -> Shooter {
        let guns = battle.kit(unit).guns.iter().map(|gun| battle.setting().guns[usize::from(*gun)].long);
        let shoots = !battle.unit(unit).frenzied && !battle.unit(unit).stripped;
        let range = guns.max().filter(|_| shoots).map_or(0, u16::from);
        Shooter { unit, range, points: if battle.sheet(unit).an <= 4 { 2 } else { 1 } }
    }

    /// The most wounds that its guns do to another from a hex to a hex for so many action points, wherever it faces.
    fn fire(self, battle: &Battle, from: Cell, on: UnitId, to: Cell, ap: u8) -> f32 {
        let hexes = battle.board().distance(from, to);
        if hexes > self.range {
            return 0.0;
        }
        let Some(cover) = battle.line(from, to) else { return 0.0 };
        self.through(battle, on, hexes, cover, ap)
    }

    /// The same over so many hexes, into so much cover.
    fn through(self, battle: &Battle, on: UnitId, hexes: u16, cover: Cover, ap: u8) -> f32 {
        let Shooter { unit, .. } = self;
        let guns = (0..battle.kit(unit).guns.len() as u8).filter(|&gun| battle.unit(unit).useless >> gun & 1 == 0);
        let each = guns.map(|place| {
            let gun = battle.gun(unit, place);
            if hexes > gun.long.into() {
                return 0.0;
            }
            let range = if hexes <= gun.short.into() { gun.at_short } else { gun.at_long };
            let need = (7 - battle.bs(unit) as i8 - range - cover.modifier()).clamp(2, 9);
            let hits = if need <= 6 { f32::from(7 - need) / 6.0 } else { f32::from(10 - need) / 36.0 };
            f32::from(shots(gun, ap, hexes, battle.setting().numbers.rapid))
                * hits
                * wounds(battle, gun.strength, gun.save, on)
        });
        each.fold(0.0, f32::max)
    }
}

/// What the fire of a model may take from another where both are.
pub(super) fn fire_at(battle: &Battle, unit: UnitId, on: UnitId) -> f32 {
    let (from, to) = (battle.piece(unit).at, battle.piece(on).at);
    Shooter::of(battle, unit).fire(battle, from, on, to, 2) * worth(battle, on)
}

/// The mean of the highest of so many dice.
fn mean_highest(dice: u8) -> f32 {
    [0.0, 3.5, 4.47, 4.96, 5.24, 5.43, 5.56][usize::from(dice.min(6))]
}

/// How a round of close combat may be expected to go: wounds done less wounds taken. `charging` adds the charge's bonus.
pub(super) fn clash(battle: &Battle, unit: UnitId, foe: UnitId, charging: bool) -> f32 {
    let own = battle.fighter(Part { unit, foe, before: 0 });
    let other = battle.fighter(Part { unit: foe, foe: unit, before: 0 });
    let bonus = if charging {
        match side_struck(battle, unit, foe) {
            Charge::Flank | Charge::Rear => 2.0,
            _ => 1.0,
        }
    } else {
        0.0
    };
    let score = |f: &super::score::Fighter| mean_highest(f.dice) + f32::from(f.ws) + f32::from(f.sum());
    let lead = score(&own) + bonus - score(&other) + 0.3 * (f32::from(own.parries) - f32::from(other.parries));
    let blow = |by, on| {
        let Hit { strength, save, .. } = battle.blow(by, on, 0);
        wounds(battle, strength, save, on)
    };
    let hits = |lead: f32| (lead + 1.2).max(0.2);
    hits(lead) * blow(unit, foe) * worth(battle, foe) - hits(-lead) * blow(foe, unit) * worth(battle, unit)
}

/// How pressing it is for a side to come to grips: it is not ahead, and the battle runs out; 0 to 1.
fn hurry(battle: &Battle, side: SideId) -> f32 {
    let best = battle.enemy_sides(side).map(|other| turn::worth(battle, other)).max().unwrap_or(0);
    let own = turn::worth(battle, side);
    let late = battle.table().turn as f32 / f32::from(battle.setting().turns.max(1));
    match own.cmp(&best) {
        std::cmp::Ordering::Less => late,
        std::cmp::Ordering::Equal => 0.5 * late,
        std::cmp::Ordering::Greater => 0.0,
    }
}

/// An enemy of the side that decides, and what it may do to the model that does.
#[derive(Clone, Debug)]
struct Foe {
    at: Cell,
    /// What a wound of it is worth.
    worth: f32,
    shooter: Shooter,
    /// Whether it is free to shoot and to charge.
    free: bool,
    /// Hexes within which it may charge.
    reach: u16,
    /// What its charge may do to the model.
    charge: OnceCell<f32>,
}

impl Foe {
    fn of(battle: &Battle, unit: UnitId) -> Foe {
        let at = battle.piece(unit).at;
        Foe {
            at,
            worth: worth(battle, unit),
            shooter: Shooter::of(battle, unit),
            free: battle.able(unit) && !battle.engaged(unit),
            reach: u16::from(2 * battle.allowance(unit)) + 1,
            charge: OnceCell::new(),
        }
    }
}

/// What a hex is worth in which a model stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Here {
    /// What its fire may take from there.
    pub prospect: f32,
    /// What enemy fire may take there.
    pub danger: f32,
    /// What enemy charges may do there.
    pub threat: f32,
    /// Hexes to the nearest enemy.
    pub nearest: f32,
    /// What is left of its way.
    pub way: Option<goals::Way>,
}

/// What all actions of a decision have in common.
#[derive(Debug, Default)]
pub struct Survey {
    pub(super) reach: Reach,
    /// The side whose enemies are known.
    side: Option<SideId>,
    foes: Vec<Foe>,
    hurry: OnceCell<f32>,
    /// The model of that side that is looked at.
    unit: Option<Shooter>,
    here: Option<Here>,
}

impl Survey {
    /// Forgets everything: the battle has changed.
    pub(super) fn forget(&mut self) {
        self.side = None;
    }

    /// Learns what a side has before it.
    fn learn(&mut self, battle: &Battle, side: SideId) {
        if self.side == Some(side) {
            return;
        }
        (self.side, self.unit) = (Some(side), None);
        self.foes.clear();
        self.foes.extend(battle.enemies_of(side).map(|foe| Foe::of(battle, foe)));
        self.hurry = OnceCell::new();
    }

    /// Looks at a model.
    fn look(&mut self, battle: &Battle, unit: UnitId) -> Shooter {
        self.learn(battle, battle.piece(unit).side);
        if let Some(known) = self.unit.filter(|known| known.unit == unit) {
            return known;
        }
        let known = Shooter::of(battle, unit);
        (self.unit, self.here) = (Some(known), None);
        for foe in &mut self.foes {
            foe.charge = OnceCell::new();
        }
        known
    }

    /// What a model may do by fire from a hex, for so many action points.
    pub(super) fn fire(&mut self, battle: &Battle, unit: UnitId, cell: Cell, ap: u8) -> f32 {
        let shooter = self.look(battle, unit);
        let each = self.foes.iter().map(|foe| shooter.fire(battle, cell, foe.shooter.unit, foe.at, ap) * foe.worth);
        each.fold(0.0, f32::max)
    }

    /// The same for as many points as it may expect.
    pub(super) fn fire_expected(&mut self, battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
        let shooter = self.look(battle, unit);
        self.fire(battle, unit, cell, shooter.points)
    }

    /// What a hex is worth to a model for its fire after an action of so many points: what it could shoot there with those
    /// left, or what its next turn promises.
    pub(super) fn prospect(&mut self, battle: &Battle, unit: UnitId, cell: Cell, spent: u8) -> f32 {
        /// What a shot of the next turn counts beside one at once.
        const LATER: f32 = 0.4;
        let now = battle.unit(unit);
        let acting = matches!(battle.step(), Some(Step::Act { unit: acting }) if acting == unit);
        let left = if acting && now.did & did::SHOT == 0 { now.ap.saturating_sub(spent).min(2) } else { 0 };
        if left == self.look(battle, unit).points {
            return self.fire(battle, unit, cell, left);
        }
        let at_once = if left > 0 { self.fire(battle, unit, cell, left) } else { 0.0 };
        at_once.max(LATER * self.fire_expected(battle, unit, cell))
    }

    /// What enemies may do to a model in a hex, by fire: all who are free and have a line to it, in cover or not.
    pub(super) fn danger(&mut self, battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
        self.look(battle, unit);
        let free = self.foes.iter().filter(|foe| foe.free).map(|foe| (foe.shooter, foe.at));
        let each = free.map(|(shooter, at)| shooter.fire(battle, at, unit, cell, shooter.points));
        each.sum::<f32>() * worth(battle, unit)
    }

    /// What enemies who could charge a model in a hex would do to it hand to hand, beyond what they would take.
    pub(super) fn threat(&mut self, battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
        self.look(battle, unit);
        let near = self.foes.iter().filter(|foe| foe.free && battle.board().distance(foe.at, cell) <= foe.reach);
        let each = near.map(|foe| *foe.charge.get_or_init(|| clash(battle, foe.shooter.unit, unit, true).max(0.0)));
        each.fold(0.0, f32::max)
    }

    /// What a model may do to an enemy that comes four hexes nearer into the open: what overwatch waits for.
    pub(super) fn lurk(&mut self, battle: &Battle, unit: UnitId) -> f32 {
        let shooter = self.look(battle, unit);
        let (at, sees) = (battle.piece(unit).at, battle.setting().numbers.overwatch);
        let coming = |foe: &Foe| {
            let hexes = battle.board().distance(at, foe.at).saturating_sub(4).max(1);
            let near = foe.free && hexes <= sees.into();
            let on = foe.shooter.unit;
            if near { shooter.through(battle, on, hexes, Cover::None, 2) * foe.worth } else { 0.0 }
        };
        self.foes.iter().map(coming).fold(0.0, f32::max)
    }

    /// Whether a model fights, or is on overwatch where somebody may come before its gun.
    pub(super) fn busy(&mut self, battle: &Battle, unit: UnitId) -> bool {
        battle.engaged(unit) || battle.unit(unit).overwatch && self.lurk(battle, unit) > 0.0
    }

    /// How near the nearest enemy of a side is to a hex.
    pub(super) fn nearest(&mut self, battle: &Battle, side: SideId, cell: Cell) -> f32 {
        self.learn(battle, side);
        let hexes = self.foes.iter().map(|foe| battle.board().distance(cell, foe.at));
        hexes.min().map_or(0.0, f32::from)
    }

    /// How pressing it is for a side to come to grips.
    pub(super) fn hurry(&mut self, battle: &Battle, side: SideId) -> f32 {
        self.learn(battle, side);
        *self.hurry.get_or_init(|| hurry(battle, side))
    }

    /// What the hex of a model is worth, worked out once a decision.
    pub(super) fn here(&mut self, battle: &Battle, unit: UnitId) -> Here {
        self.look(battle, unit);
        if let Some(here) = self.here {
            return here;
        }
        let at = battle.piece(unit).at;
        let here = Here {
            prospect: self.prospect(battle, unit, at, 0),
            danger: self.danger(battle, unit, at),
            threat: self.threat(battle, unit, at),
            nearest: self.nearest(battle, battle.piece(unit).side, at),
            way: goals::way(battle, unit, at),
        };
        self.here = Some(here);
        here
    }
}
