//! What declared shots, blows and powers are worth.

use crate::battle::{Action, Target, UnitId, Verb};
use crate::board::Cell;

use super::super::catalogue::Power;
use super::super::payload::{Cast, Fire, Strike};
use super::super::{Battle, Step, aim, melee};
use super::{aboard, forecast};

/// What an attack is expected to take from the enemy, what it takes from one's own taken off; for help, what it adds to
/// the friend's attack beyond what one's own would take.
pub(super) fn harm(battle: &Battle, action: Action) -> f32 {
    let unit = action.unit;
    match (action.verb, action.target) {
        (Verb::Fire, Target::Unit(target)) => {
            let attack = battle.shot(unit, action.with, target);
            attack.map_or(0.0, |a| volley(battle, target, &a, 0, || joiners(battle, unit, target)))
        }
        (Verb::Fire, Target::Hex(at)) if battle.setting().aboard => aboard::outright(battle, action, at),
        (Verb::Fire, Target::Hex(at)) => burst(battle, action, at),
        (Verb::Strike, Target::Unit(target)) => {
            let Strike { place, part } = Strike::decode(action.with);
            // A part leaves as much to be given to others.
            let (part, share) = if part == 0 { (battle.fv(unit), 1.0) } else { (part as i8, 1.5) };
            let blow = battle.blow(unit, place, target, part, 0);
            share * forecast::attack(battle, target, blow.need, blow.penalty)
        }
        (Verb::Assist, Target::Unit(friend)) => {
            let nth = match battle.step() {
                Some(Step::Blows { .. }) => action.with,
                _ => 0,
            };
            let Some(at) = melee::nth_blow(battle, friend, nth) else { return 0.0 };
            let shot = battle.pending().attacks[at];
            let target = shot.target;
            let with = |helpers: u8| match battle.step() {
                Some(Step::Blows { .. }) => {
                    let blow = battle.blow(friend, shot.with, target, shot.part, helpers);
                    forecast::attack(battle, target, blow.need, blow.penalty)
                }
                _ => battle
                    .shot(friend, shot.with, target)
                    .map_or(0.0, |a| volley(battle, target, &a, helpers, || joiners(battle, unit, target))),
            };
            let own = match battle.step() {
                Some(Step::Blows { .. }) => forecast::blow(battle, unit, target),
                _ => best_shot(battle, unit),
            };
            let pending = &battle.pending().attacks;
            let so_far = match battle.step() {
                Some(Step::Blows { .. }) => shot.helpers,
                _ => pending.iter().filter(|a| a.target == friend && !a.serves()).count() as u8,
            };
            with(so_far + 1) - with(so_far) - own
        }
        _ => 0.0,
    }
}

/// What a shot with so many helpers is expected to take; where that is too few to hit anything, part of what it would
/// take if all joined who still could.
fn volley(battle: &Battle, target: UnitId, attack: &aim::Attack, helpers: u8, more: impl Fn() -> u8) -> f32 {
    /// How sure it is that they will.
    const JOIN: f32 = 0.5;
    let sum: i16 = attack.modifiers.iter().map(|m| i16::from(m.value)).sum();
    let need = i16::from(attack.armour) - sum - i16::from(helpers);
    let take = |need: i16| forecast::attack(battle, target, need.clamp(2, 7) as u8, attack.penalty);
    if need <= 6 {
        return take(need);
    }
    let short = need - 6;
    let could = i16::from(more());
    // The nearer to enough, the more.
    if could < short { 0.0 } else { JOIN * take(need - could) / f32::from(short + 1) }
}

/// How many other figures of the side that is asked could join in a shot at a target.
fn joiners(battle: &Battle, unit: UnitId, target: UnitId) -> u8 {
    let at = battle.piece(target).at;
    let gun = |u: UnitId| {
        let ready =
            |&p: &u8| battle.armed(u, p) && battle.arm(u, p).is_some_and(aim::joins) && battle.in_range(u, p, at);
        battle.places(u).any(|p| ready(&p))
    };
    battle.actors().only(|u| u != unit && battle.targets(u).has(target) && gun(u)).len() as u8
}

/// What the best shot of a figure is expected to take.
fn best_shot(battle: &Battle, unit: UnitId) -> f32 {
    let places = battle.places(unit);
    let shots = battle.targets(unit).flat_map(|t| places.clone().map(move |p| (t, p)));
    let worth = shots.filter_map(|(target, place)| {
        let attack = battle.shot(unit, place, target)?;
        Some(forecast::attack(battle, target, attack.need, attack.penalty))
    });
    worth.fold(0.0, f32::max)
}

/// How many bursts reach those around the point at which they are aimed.
pub(super) const LANDS_NEAR: f32 = 0.45;

/// What a burst is expected to take: most of them scatter, and spare nobody.
fn burst(battle: &Battle, action: Action, at: Cell) -> f32 {
    let Fire { place, .. } = Fire::decode(action.with);
    let penalty = battle.arm(action.unit, place).map_or(0, |w| w.grit);
    let caught = battle.blast(at).into_iter().flat_map(|cell| battle.units_in(cell));
    let sum: f32 = caught
        .map(|u| {
            let need = (battle.armour(u) - battle.sv(action.unit)).clamp(2, 7) as u8;
            let toll = forecast::attack(battle, u, need, penalty);
            if battle.enemies(action.unit, u) { toll } else { -1.5 * toll }
        })
        .sum();
    LANDS_NEAR * sum
}

/// What a turn in which nothing can be done takes of what a figure is worth.
const LOST_TURN: f32 = 0.05;

/// What a daemon takes of what a figure is worth.
const POSSESSED: f32 = 2.0;

/// What a power is worth, in tens of points, as often as the psyker's Grit lets it work; what else may come of it taken
/// off: a turn lost, or a daemon, who takes the psyker away and fights for the enemy.
pub(super) fn power(battle: &Battle, action: Action) -> f32 {
    let Some(Cast { power, .. }) = Cast::decode(action.with) else { return 0.0 };
    let unit = action.unit;
    let at = battle.piece(unit).at;
    // Aboard, bulkheads keep enemies apart who are near each other as the crow flies.
    const NEXT_DOOR: u16 = 6;
    let meets = |there: Cell| {
        let far = battle.range(at, there);
        far <= 14 && (!battle.setting().aboard || far <= NEXT_DOOR || battle.look(at, there).is_some())
    };
    let near = battle.enemies_of(battle.piece(unit).side).any(|e| meets(battle.piece(e).at));
    let passes = |u: UnitId| f32::from((7 - battle.passes_on(u)).clamp(0, 6)) / 6.0;
    let bearer = if let Target::Unit(other) = action.target { other } else { unit };
    let on = forecast::worth(battle, bearer);
    let worth = match power {
        _ if battle.under(bearer, power) => 0.0,
        Power::TrueGrit if near => {
            let own = battle.grit(bearer);
            let gained = own - own.min(battle.power(power).amount as u8);
            0.06 * f32::from(gained) * on
        }
        Power::BlessArmour | Power::BlessWeapon if near => 0.12 * on,
        Power::Venom | Power::MaskOfDeath | Power::ZoneOfShadows if near => 0.08 * on,
        // Unless he resists.
        Power::Dominatus => 0.25 * on * (1.0 - passes(bearer)),
        Power::Warpfire => match action.target {
            Target::Unit(enemy) => 0.5 * forecast::toll(battle, enemy, 0),
            _ => 0.0,
        },
        Power::FeetOfLead | Power::Warpstare if near => 0.3,
        _ => 0.0,
    };
    let fails = 1.0 - passes(unit);
    worth * passes(unit) - fails * (LOST_TURN + POSSESSED / 6.0) * forecast::worth(battle, unit)
}
