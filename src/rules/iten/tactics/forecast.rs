//! What attacks may be expected to bring, in tens of points, reckoned from the statlines.

use arrayvec::ArrayVec;

use crate::battle::UnitId;

use super::super::Battle;
use super::super::figure::MOUNTED;
use super::super::missions::Mission;
use super::super::sight::Look;
use super::super::stats::{Trait, Weapon};

/// A figure knocked down is worth this part of one that is out: it may be finished off, and loses a turn.
const KNOCKED_DOWN: f32 = 0.3;

/// What a hit on a vehicle takes of it, one with another, and how far those aboard share in that.
const HULL_HIT: f32 = 0.25;
const RIDER: f32 = 0.4;

/// What a figure is worth, in tens of points; its Leader is dearer than his price.
pub(super) fn worth(battle: &Battle, unit: UnitId) -> f32 {
    let member = &battle.profile(unit).member;
    let goal = match battle.setting().mission {
        // To take it down is all that is asked.
        Mission::MissingRobot if battle.is_neutral(unit) => 8.0,
        Mission::TheRitual if battle.ritualist() == Some(unit) => 4.0,
        // Whose Leader is out has lost.
        Mission::Assassination if member.leader => 4.0,
        Mission::KellysHeroes | Mission::LifeIsCheap if battle.carries(unit) => 2.0,
        _ => 1.0,
    };
    f32::from(member.price.total) * if member.leader { 1.5 } else { 1.0 } * goal / 10.0
}

/// The chance of a d6 to reach a face (ITEN-GEN-02): never better than 2+, and nothing above 6.
pub(super) fn chance(need: i8) -> f32 {
    f32::from((7 - need.max(2)).max(0)) / 6.0
}

/// What a hit with a weapon takes from a figure.
fn harm(battle: &Battle, victim: UnitId, weapon: &Weapon) -> f32 {
    toll(battle, victim, weapon.grit)
}

/// What an attack that needs a face and has a penalty on Grit takes from a figure.
pub(super) fn attack(battle: &Battle, victim: UnitId, need: u8, penalty: i8) -> f32 {
    chance(need as i8) * toll(battle, victim, penalty)
}

/// What a hit with a penalty on Grit takes from a figure.
pub(super) fn toll(battle: &Battle, victim: UnitId, penalty: i8) -> f32 {
    tolls(battle, victim, penalty, 1)
}

/// What some hits at once take from a figure.
pub(super) fn tolls(battle: &Battle, victim: UnitId, penalty: i8, hits: u8) -> f32 {
    if battle.is_vehicle(victim) {
        return HULL_HIT
            * (worth(battle, victim) + RIDER * battle.riders(victim).map(|u| worth(battle, u)).sum::<f32>());
    }
    let down = battle.unit(victim).down;
    let need = battle.passes_on(victim) - if down { 0 } else { penalty };
    // Multiplied out, as powers are not rounded alike on all machines.
    let all = |face: i8| (0..hits).fold(1.0, |all, _| all * f32::from((7 - face).clamp(0, 6)) / 6.0);
    let (stays, unhurt) = (all(need), all(need + 1));
    let falls = if down { 0.0 } else { KNOCKED_DOWN * (stays - unhurt) };
    (1.0 - stays + falls) * worth(battle, victim)
}

/// The weapons that a figure still has; those of the vehicle that it is in are reckoned with the vehicle.
fn arms(battle: &Battle, unit: UnitId) -> impl Iterator<Item = &Weapon> {
    let gone = battle.unit(unit).gone;
    let own = battle.places(unit).filter(move |&place| place < MOUNTED && gone >> place & 1 == 0);
    own.filter_map(move |place| battle.arm(unit, place))
}

/// What a figure's best blow takes from another.
pub(super) fn blow(battle: &Battle, by: UnitId, victim: UnitId) -> f32 {
    blow_with(battle, by, victim, 0)
}

/// The same with so much more added to its roll.
pub(super) fn blow_with(battle: &Battle, by: UnitId, victim: UnitId, more: i8) -> f32 {
    let down = if battle.unit(victim).down { battle.setting().numbers.knocked_down } else { 0 };
    let sum = battle.profile(by).fv + down + more;
    let armour = battle.armour(victim);
    let each = arms(battle, by).filter(|w| w.is_melee());
    each.map(|w| chance(armour - sum - w.bonus) * harm(battle, victim, w)).fold(0.0, f32::max)
}

/// What a figure's shots take from another, whatever lies between: reckoned once, asked about many hexes.
#[derive(Clone, Debug)]
pub(super) struct Shots(ArrayVec<Shot, { MOUNTED as usize }>);

/// One weapon of it.
#[derive(Clone, Copy, Debug)]
struct Shot {
    /// Hexes.
    range: u16,
    /// The face that hits in the open.
    need: i8,
    /// What a hit takes.
    harm: f32,
    /// Flames lick round cover (ITEN-FLAM-04).
    flames: bool,
    /// It can be fired by whoever has charged (ITEN-SHO-04).
    pistol: bool,
}

/// What makes a shot harder, in faces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hindrance {
    /// Cover, and what is half hidden (ITEN-SHO-09, -10).
    pub(super) cover: i8,
    /// The Speed of whoever has moved (ITEN-SHO-11).
    pub(super) speed: i8,
}

impl Hindrance {
    /// Of a target that is seen so; `moved`: since its latest Movement began.
    pub(super) fn of(battle: &Battle, look: Look, target: UnitId, moved: bool) -> Hindrance {
        let setting = battle.setting();
        let half = if look.half { setting.numbers.half_hidden } else { 0 };
        Hindrance { cover: setting.cover(look.class).armour + half, speed: Hindrance::speed(battle, target, moved) }
    }

    /// The part of a target's Speed.
    #[inline]
    pub(super) fn speed(battle: &Battle, target: UnitId, moved: bool) -> i8 {
        let quick = moved && !battle.unit(target).down;
        if quick { battle.speed(target).max(0) } else { 0 }
    }
}

impl Shots {
    /// Of whoever cannot shoot.
    pub(super) fn none() -> Shots {
        Shots(ArrayVec::new())
    }

    /// Those of one figure at another.
    pub(super) fn of(battle: &Battle, by: UnitId, victim: UnitId) -> Shots {
        let down = if battle.unit(victim).down { battle.setting().numbers.knocked_down } else { 0 };
        let profile = battle.profile(victim);
        let bare = profile.armour + profile.shield - battle.profile(by).sv - down;
        let shot = |w: &Weapon| {
            let (need, harm) = (bare - w.bonus, harm(battle, victim, w));
            let [flames, pistol] = [Trait::Flamer, Trait::Pistol].map(|t| w.has(t));
            Some(Shot { range: w.range?.into(), need, harm, flames, pistol })
        };
        Shots(arms(battle, by).filter_map(shot).collect())
    }

    /// What the best takes so far away.
    #[inline]
    pub(super) fn best(&self, steps: u16, hindrance: Hindrance) -> f32 {
        let each = self.0.iter().filter(|shot| steps <= shot.range).map(|shot| {
            let cover = if shot.flames { 0 } else { hindrance.cover };
            chance(shot.need + cover + hindrance.speed) * shot.harm
        });
        each.fold(0.0, f32::max)
    }

    /// What the best takes in the turn of a charge.
    pub(super) fn charging(&self) -> f32 {
        self.0.iter().filter(|shot| shot.pistol).map(|shot| chance(shot.need) * shot.harm).fold(0.0, f32::max)
    }

    /// How far they go, in hexes.
    pub(super) fn reach(&self) -> u16 {
        self.0.iter().map(|shot| shot.range).max().unwrap_or(0)
    }
}

/// What a shot in the open with a weapon that it does not have yet takes from another so far away.
pub(super) fn shot_with(battle: &Battle, by: UnitId, victim: UnitId, steps: u16, weapon: &Weapon) -> f32 {
    let reaches = weapon.range.is_some_and(|range| steps <= range.into());
    let need = battle.profile(victim).armour - battle.profile(by).sv - weapon.bonus;
    if reaches { chance(need) * harm(battle, victim, weapon) } else { 0.0 }
}

/// How far a figure's shots go.
pub(super) fn reach(battle: &Battle, unit: UnitId) -> u16 {
    arms(battle, unit).filter_map(|w| w.range).max().unwrap_or(0).into()
}
