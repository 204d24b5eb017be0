//! Who is winning: what is left of each side, what it has won, how far it is on its way.

use crate::battle::{SideId, UnitId};

use super::super::boarding::victory;
use super::super::figure::Fate;
use super::super::missions::ending;
use super::super::{Battle, walking};
use super::Survey;
use super::forecast::{self, Hindrance, Shots};

/// What is looked at, in the order in which it is written: in the field, then aboard a hulk.
pub(super) const FEATURES: [&str; 9] =
    ["material", "score", "fire", "fight", "errand", "party", "points", "prospect", "boards"];

/// Tens of points below which a side is as good as gone.
const DUST: f32 = 1.0;

/// Figures knocked down count for less: they may not get up.
const DOWN: f32 = 0.75;

/// What is left of a side's team, in tens of points. Aboard a hulk nobody is lost who lies under a blip or is home.
fn strength(battle: &Battle, side: SideId) -> f32 {
    let all = match battle.boarding() {
        Some(_) => battle.units().only(|u| {
            let fate = battle.unit(u).fate;
            battle.team(battle.piece(u).side) == battle.team(side) && matches!(fate, Fate::Playing | Fate::Left)
        }),
        None => battle.friends_of(side) | battle.riders_of(side),
    };
    all.map(|u| forecast::worth(battle, u) * if battle.unit(u).down { DOWN } else { 1.0 }).sum()
}

/// How far the figures of a side are with what they are here for, one with another.
fn errand(battle: &Battle, side: SideId) -> f32 {
    let (mut sum, mut count) = (0.0, 0.0);
    for unit in battle.units_of(side) & !battle.setting().vehicles {
        let at = battle.piece(unit).at;
        sum += super::goals::pursuit(battle, unit).map_or(0.0, |p| p.value(battle, at));
        count += 1.0;
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

/// What a side's figures are expected to take with their next attacks, each from its best victim: by shots from where
/// they stand, and by blows where a move would bring them.
fn menace(battle: &Battle, side: SideId) -> [f32; 2] {
    let there = |u: &UnitId| battle.piece(*u).at.is_some();
    let mut sums = [0.0; 2];
    for unit in battle.friends_of(side).filter(|u| there(u) && battle.stands(*u)) {
        let at = battle.piece(unit).at;
        let stride = u16::from(walking::allowance(battle, unit)) + 1;
        let (mut fire, mut fight) = (0.0f32, 0.0f32);
        for foe in battle.enemies_of(side).filter(there) {
            let to = battle.piece(foe).at;
            let steps = battle.range(at, to);
            if let Some(look) = battle.look(at, to) {
                let hindrance = Hindrance::of(battle, look, foe, battle.unit(foe).steps > 0);
                fire = fire.max(Shots::of(battle, unit, foe).best(steps, hindrance));
            }
            if steps <= stride {
                fight = fight.max(forecast::blow(battle, unit, foe));
            }
        }
        sums[0] += fire;
        sums[1] += fight;
    }
    sums
}

/// How a side stands against the strongest of its enemies: 0 where they are even.
pub(super) fn features(battle: &Battle, side: SideId, survey: &mut Survey, features: &mut [f32]) {
    let enemies = || battle.enemy_sides(side);
    let strongest = |of: &mut dyn FnMut(SideId) -> f32| enemies().map(of).fold(f32::MIN, f32::max);
    let (own, theirs) = (strength(battle, side), strongest(&mut |s| strength(battle, s)));
    let share = |points: f32| 2.0 * points / (own + theirs + DUST);
    let material = share(own - theirs);
    if let Some(boarding) = battle.boarding() {
        let score = |s: SideId| victory::gained(battle, s) as f32;
        let lead = if boarding.terms.stake.by_points() { score(side) - strongest(&mut |s| score(s)) } else { 0.0 };
        let hope = survey.hope(battle, side) - strongest(&mut |s| survey.hope(battle, s));
        let boards = if battle.boards(side) { 1.0 } else { -1.0 };
        features[5..].copy_from_slice(&[material, lead / 10.0, hope / 10.0, boards]);
        return;
    }
    let score = |s: SideId| ending::score(battle, s) as f32;
    let lead = (score(side) - strongest(&mut |s| score(s))) / 100.0;
    let (mine, most) = (menace(battle, side), enemies().map(|s| menace(battle, s)));
    let most = most.fold([0.0f32; 2], |most, next| [most[0].max(next[0]), most[1].max(next[1])]);
    let more = |i: usize| share(mine[i] - most[i]);
    let way = errand(battle, side) - strongest(&mut |s| errand(battle, s));
    features[..5].copy_from_slice(&[material, lead, more(0), more(1), way]);
}
