//! What to expect of fire, assaults and tokens, in points of units: the arithmetic behind the opponents' measures.

use crate::battle::UnitId;
use crate::board::Bearing;

use super::Battle;
use super::damage::Armour;
use super::stats::{Class, Damage};
use super::unit::{Arm, Range, Tokens, Unit};

/// What share of a model a bleed or poison token costs in the end, what share of a unit the others do.
const BLEED: f32 = 0.45;
const FUTURE: f32 = 0.15;
const SHAKEN: f32 = 0.10;
const CRITICAL: f32 = 0.22;
const FIRE: f32 = 0.25;
const ACID: f32 = 0.35;

/// Points that one living model of a unit stands for.
pub(super) fn model_worth(battle: &Battle, unit: UnitId) -> f32 {
    let sheet = &battle.profile(unit).sheet;
    f32::from(sheet.points) / f32::from(sheet.models.max(1))
}

/// Points that what is left of a unit stands for.
pub(super) fn worth(battle: &Battle, unit: UnitId) -> f32 {
    model_worth(battle, unit) * f32::from(battle.unit(unit).models)
}

/// Points that one hit is expected to take from a target, the worth of the unit at most.
pub(super) fn hit_worth(battle: &Battle, source: UnitId, with: Arm, range: Range, quarter: u8, target: UnitId) -> f32 {
    use super::stats::Special;
    let mut modifier = 0;
    let hit = battle.hit(source, with, range, quarter, target, |m| modifier += m.value);
    let sheet = &battle.profile(target).sheet;
    let specials = battle.arm(source, with).specials;
    let (model, whole) = (model_worth(battle, target), worth(battle, target));
    let mut points = 0.0;
    if hit.armour != Armour::Blocked {
        let column = if hit.damage == Damage::Psychic { 3 } else { sheet.class as usize };
        let mean = battle.setting().means.mean(column, hit.die, modifier);
        points += mean.kills * model;
        points += mean.tokens * FUTURE * if sheet.class == Class::Infantry { model } else { whole };
        points += mean.shaken * SHAKEN * whole + mean.critical * CRITICAL * whole + mean.fire * FIRE * whole;
        if sheet.bio {
            points += mean.bleed * BLEED * model;
            let tokens = specials.iter().filter(|s| matches!(s, Special::Poison(_) | Special::Bleed(_))).count();
            points +=
                mean.harm * tokens as f32 * BLEED * if sheet.class == Class::Infantry { model } else { 0.3 * whole };
        }
    }
    let now = battle.unit(target);
    let per = if sheet.class == Class::Infantry { model } else { 0.4 * whole };
    for special in specials {
        match special {
            Special::Acid if !now.acid => points += ACID * per,
            Special::Fire if !now.fire => points += 1.2 * FIRE * per,
            _ => {}
        }
    }
    points.min(whole)
}

/// The ranged weapons of a unit that work, by their places.
pub(super) fn guns(battle: &Battle, unit: UnitId) -> impl Iterator<Item = u8> + use<> {
    let broken = battle.unit(unit).guns;
    (0..battle.profile(unit).ranged.len() as u8).filter(move |place| broken >> place & 1 == 0)
}

/// Points that a volley of a weapon at a target is expected to take, if it is fired from this range.
pub(super) fn volley_worth(battle: &Battle, unit: UnitId, place: u8, enemy: UnitId, range: Range) -> f32 {
    let mut modifiers = 0;
    battle.aim(unit, place, enemy, range, Bearing::Inside, |m| modifiers += i16::from(m.value));
    let die = battle.setting().numbers.hit_die;
    let chance = f32::from(die + 1 - battle.needed(modifiers)) / f32::from(die);
    let hits = chance * f32::from(battle.shots(unit, place));
    let quarter = battle.quarter_from(enemy, battle.piece(unit).at);
    let one = hit_worth(battle, unit, Arm::Ranged(place), range, quarter, enemy);
    // The more hits, the more of them find nobody left.
    let (all, whole) = (hits * one, worth(battle, enemy));
    if whole > 0.0 { all * whole / (all * 0.5 + whole) } else { 0.0 }
}

/// Points that an assault between a unit and an enemy in one hex is expected to bring.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clash {
    /// What the unit takes, less what it loses.
    pub(super) assault: f32,
    /// What the enemy's assault alone takes from the unit.
    pub(super) charge: f32,
}

impl Clash {
    pub(super) fn of(battle: &Battle, unit: UnitId, enemy: UnitId) -> Clash {
        let charge = one_way(battle, enemy, unit);
        Clash { assault: one_way(battle, unit, enemy) - charge, charge }
    }
}

/// Points that a unit's assault dice are expected to take from an enemy, who deflects.
fn one_way(battle: &Battle, unit: UnitId, enemy: UnitId) -> f32 {
    let numbers = &battle.setting().numbers;
    let share = |from: u8| f32::from(numbers.assault_die + 1 - from) / f32::from(numbers.assault_die);
    let mut hits = f32::from(battle.assault_dice(unit)) * share(numbers.assault_success);
    if battle.wave_dice(unit) > 0 {
        hits *= 1.5;
    }
    let sheet = &battle.profile(enemy).sheet;
    let turned = f32::from(sheet.deflect.saturating_mul(battle.unit(enemy).models)) * share(numbers.deflect_success);
    let left = (hits - turned).max(0.15 * hits);
    left * hit_worth(battle, unit, Arm::Assault, Range::None, 2, enemy)
}

/// Points that a unit's tokens are expected to cost it: what healing and repair are worth.
pub(super) fn suffering(battle: &Battle, unit: UnitId, now: &Unit) -> f32 {
    let sheet = &battle.profile(unit).sheet;
    let (model, whole) = (model_worth(battle, unit), model_worth(battle, unit) * f32::from(now.models));
    let per = if sheet.class == Class::Infantry { model } else { 0.4 * whole };
    // What a token of each die of the ladder does before it is gone, in models (HEX-AG3-08, HEX-AG4-06).
    let poison = [0.3, 0.75, 1.0, 1.15, 1.3];
    let bleed = [0.65, 0.9, 1.2, 1.5, 1.8];
    let sum = |tokens: Tokens, share: [f32; 5]| {
        // Most units have none, and this is asked at the end of every simulation.
        if tokens.is_empty() {
            return 0.0;
        }
        tokens.0.iter().zip(share).map(|(&n, s)| f32::from(n) * s).sum::<f32>()
    };
    let mut points = per * (sum(now.poison, poison) + sum(now.bleed, bleed));
    points += f32::from(now.future) * FUTURE * per;
    points += f32::from(u8::from(now.acid)) * 1.2 * per + f32::from(u8::from(now.minor_acid)) * 0.3 * per;
    points += f32::from(u8::from(now.fire)) * 1.3 * per;
    points += f32::from(now.shaken.min(2)) * SHAKEN * whole;
    let critical = now.engine + now.crew + now.tracks * 2 + now.plates + now.guns.count_ones() as u8 * 2;
    points + f32::from(critical) * 0.12 * whole
}
