//! Who is winning: what is left of each side, what it suffers from, what it holds.

use arrayvec::ArrayVec;

use crate::battle::{SideId, UnitId};

use super::super::Battle;
use super::super::forecast::{Clash, guns, suffering, volley_worth, worth};
use super::super::setting::Scores;
use super::super::shooting::band_within;
use super::super::victory;

/// What is looked at, in the order in which it is written.
pub(super) const FEATURES: [&str; 6] = ["material", "health", "score", "held", "fire", "fight"];

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
    let there = |u: &UnitId| battle.piece(*u).at.is_some();
    let volleys = battle.friends_of(side).filter(there).map(|unit| {
        let (at, flying) = (battle.piece(unit).at, battle.unit(unit).flying);
        let guns: ArrayVec<(u8, u16), 8> =
            guns(battle, unit).map(|p| (p, battle.ranged(unit, p).range.into())).collect();
        let mut best = 0.0f32;
        for enemy in battle.enemies_of(side).filter(there) {
            let to = battle.piece(enemy).at;
            let distance = battle.board().distance(at, to);
            let bands = guns.iter().filter_map(|&(p, reach)| Some((p, band_within(reach, distance)?)));
            let points: f32 = bands.map(|(p, range)| volley_worth(battle, unit, p, enemy, range)).sum();
            if points > best && battle.sees_hex(at, to, flying || battle.unit(enemy).flying) {
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

/// How a side stands against the strongest of its enemies: 0 where they are even.
pub(super) fn features(battle: &Battle, side: SideId, features: &mut [f32]) {
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
    features.copy_from_slice(&[share(own - theirs), health - healthiest, lead, held / 10.0, fire, fight]);
}
