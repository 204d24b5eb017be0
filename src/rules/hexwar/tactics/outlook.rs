//! Who is winning: what is left of each side, what it suffers from, what it holds.

use crate::battle::{SideId, UnitId};

use super::super::Battle;
use super::super::unit::Range;
use super::super::victory::{self, Scores};
use super::forecast::{Clash, band_at, guns, suffering, volley_worth, worth};

/// What is looked at, in the order in which it is written.
pub(super) const OUTLOOK: [&str; 7] = ["material", "power", "health", "score", "held", "fire", "fight"];

/// Points below which a side is as good as gone.
const DUST: f32 = 20.0;

/// Points of a side's team that are left, and those that its tokens will cost it.
fn strength(battle: &Battle, side: SideId) -> (f32, f32) {
    battle.friends_of(side).fold((0.0, 0.0), |(sum, lost), unit| {
        (sum + worth(battle, unit), lost + suffering(battle, unit, battle.unit(unit)))
    })
}

/// Points that a side's units are expected to take with their next volleys, each at its best target.
fn fire(battle: &Battle, side: SideId) -> f32 {
    let volleys = (battle.friends_of(side)).filter(|&u| battle.piece(u).at.is_some()).map(|unit| {
        let (at, flying) = (battle.piece(unit).at, battle.unit(unit).flying);
        let mut best = 0.0f32;
        for enemy in battle.enemies_of(side) {
            let there = battle.piece(enemy).at;
            if !there.is_some() {
                continue;
            }
            let distance = battle.board().distance(at, there);
            let bands = guns(battle, unit).filter_map(|p| band_at(battle, unit, p, distance).map(|range| (p, range)));
            let points: f32 = bands.map(|(p, range)| volley_worth(battle, unit, p, enemy, range)).sum();
            if points > best && battle.sees_hex(at, there, flying || battle.unit(enemy).flying) {
                best = points;
            }
        }
        best
    });
    volleys.sum()
}

/// Points that a side's units are expected to bring by assaults on enemies within their reach, each on its best victim.
fn fight(battle: &Battle, side: SideId) -> f32 {
    let ready = |u: &UnitId| battle.piece(*u).at.is_some() && !battle.unit(*u).flying && battle.unit(*u).shaken == 0;
    let charges = battle.friends_of(side).filter(ready).map(|unit| {
        let at = battle.piece(unit).at;
        let reach = 3 * u16::from(battle.profile(unit).sheet.fast);
        let near = battle.enemies_of(side).filter(|&enemy| {
            let there = battle.piece(enemy).at;
            there.is_some() && !battle.unit(enemy).flying && battle.board().distance(at, there) <= reach
        });
        near.map(|enemy| Clash::of(battle, unit, enemy).assault).fold(0.0, f32::max)
    });
    charges.sum()
}

/// Victory points that objectives have yet to give a side's team if they stay with those who hold them.
fn held(battle: &Battle, side: SideId) -> f32 {
    let ours = |who: SideId| battle.team(who) == battle.team(side);
    let objectives = battle.setting().objectives.iter().zip(&battle.table().held.0);
    let held = objectives.filter(|(_, holder)| u8::try_from(**holder - 1).is_ok_and(|who| ours(SideId(who))));
    let (turn, turns) = (battle.table().turn, battle.setting().turns);
    let times = |when: Scores| match when {
        Scores::EachTurnFrom(from) => (turns + 1).saturating_sub(turn.max(from)),
        Scores::AtTheEnd => 1,
    };
    let worth = held.flat_map(|(objective, _)| &objective.worth).filter(|(who, ..)| ours(*who));
    worth.map(|(_, when, points)| f32::from(*points) * f32::from(times(*when))).sum()
}

/// Points that a side's units would take with an attack each, by fire or hand to hand, from one enemy as likely as from
/// another, wherever they stand.
fn power(battle: &Battle, side: SideId) -> f32 {
    let there = |u: &UnitId| battle.piece(*u).at.is_some();
    let enemies = battle.enemies_of(side).filter(there).count().max(1) as f32;
    let attack = |unit: UnitId, enemy: UnitId| {
        let volleys: f32 = guns(battle, unit).map(|p| volley_worth(battle, unit, p, enemy, Range::Normal)).sum();
        volleys.max(Clash::of(battle, unit, enemy).assault)
    };
    let all = |unit| battle.enemies_of(side).filter(there).map(|enemy| attack(unit, enemy)).sum::<f32>();
    battle.friends_of(side).filter(there).map(all).sum::<f32>() / enemies
}

/// How a side stands against the strongest of its enemies: 0 where they are even.
pub(super) fn outlook(battle: &Battle, side: SideId, features: &mut [f32]) {
    let enemies = || battle.enemy_sides(side);
    let most = |of: &dyn Fn(SideId) -> f32| enemies().map(of).fold(f32::MIN, f32::max);
    let well = |(points, ails): (f32, f32)| (points, -ails / (points + DUST));
    let (own, health) = well(strength(battle, side));
    let foes = enemies().map(|s| well(strength(battle, s)));
    let (theirs, healthiest) = foes.fold((f32::MIN, f32::MIN), |most, foe| (most.0.max(foe.0), most.1.max(foe.1)));
    let score = |s: SideId| victory::total(battle, s) as f32 / 10.0;
    let lead = score(side) - most(&score);
    let held = held(battle, side) - most(&|s| held(battle, s));
    let share = |points: f32| 2.0 * points / (own + theirs + DUST);
    let more = |of: &dyn Fn(SideId) -> f32| share(of(side) - most(of));
    let (fire, fight) = (more(&|s| fire(battle, s)), more(&|s| fight(battle, s)));
    let power = more(&|s| power(battle, s));
    features.copy_from_slice(&[share(own - theirs), power, health - healthiest, lead, held / 10.0, fire, fight]);
}
