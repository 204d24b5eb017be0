//! Who is winning: what is left of each side, what it has won, how far it is on its way.

use crate::battle::SideId;

use super::super::Battle;
use super::{Survey, forecast};

/// What is looked at, in the order in which it is written.
pub(super) const OUTLOOK: [&str; 5] = ["material", "score", "late_score", "leader", "errand"];

/// Tens of points below which a side is as good as gone.
const DUST: f32 = 1.0;

/// Figures knocked down count for less: they may not get up.
const DOWN: f32 = 0.75;

/// What is left of a side's team, in tens of points.
fn strength(battle: &Battle, side: SideId) -> f32 {
    let all = battle.friends_of(side) | battle.riders_of(side);
    all.map(|u| forecast::worth(battle, u) * if battle.unit(u).down { DOWN } else { 1.0 }).sum()
}

/// How far the figures of a side are with what they are here for, one with another.
fn errand(battle: &Battle, side: SideId, survey: &mut Survey) -> f32 {
    let (mut sum, mut count) = (0.0, 0.0);
    for unit in battle.units_of(side) & !battle.setting().vehicles {
        let at = battle.piece(unit).at;
        sum += survey.progress(battle, unit, at);
        count += 1.0;
    }
    if count > 0.0 { sum / count } else { 0.0 }
}

/// How a side stands against the strongest of its enemies: 0 where they are even.
pub(super) fn outlook(battle: &Battle, side: SideId, survey: &mut Survey, features: &mut [f32]) {
    let sides = (0..battle.players() as u8).map(SideId);
    let enemies = sides.filter(|s| battle.team(*s) != battle.team(side));
    let (mut theirs, mut score, mut led, mut way) = (0.0f32, f32::MIN, false, f32::MIN);
    let leads = |s: SideId| battle.setting().bands[s.index()].leader.is_some_and(|l| battle.leads(l, s));
    for enemy in enemies {
        theirs = theirs.max(strength(battle, enemy));
        score = score.max(super::super::missions::score(battle, enemy) as f32);
        led |= leads(enemy);
        way = way.max(errand(battle, enemy, survey));
    }
    let score = super::super::missions::score(battle, side) as f32 - score;
    let late = f32::from(battle.table().turn) / f32::from(battle.setting().turns.max(1));
    let own = strength(battle, side);
    features[0] = 2.0 * (own - theirs) / (own + theirs + DUST);
    features[1] = score / 100.0;
    features[2] = late * score / 100.0;
    features[3] = f32::from(u8::from(leads(side))) - f32::from(u8::from(led));
    features[4] = errand(battle, side, survey) - way;
}
