//! Who is winning: what is left of each side, what it has won, how far it is on its way.

use crate::battle::SideId;

use super::super::Battle;
use super::super::figure::Fate;
use super::super::missions;
use super::{Survey, forecast};

/// What is looked at, in the order in which it is written: in the field, then aboard a hulk.
pub(super) const OUTLOOK: [&str; 9] =
    ["material", "score", "late_score", "leader", "errand", "party", "points", "late_points", "prospect"];

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

/// How a side stands against the strongest of its enemies: 0 where they are even.
pub(super) fn outlook(battle: &Battle, side: SideId, survey: &mut Survey, features: &mut [f32]) {
    let stake = battle.boarding().map(|b| b.terms.stake);
    let sides = (0..battle.players() as u8).map(SideId);
    let enemies = sides.filter(|s| battle.team(*s) != battle.team(side));
    let (mut theirs, mut score, mut led, mut way) = (0.0f32, f32::MIN, false, f32::MIN);
    let leads = |s: SideId| battle.setting().bands[s.index()].leader.is_some_and(|l| battle.leads(l, s));
    let mut errand = |s: SideId| if stake.is_some() { survey.hope(battle, s) } else { errand(battle, s) };
    for enemy in enemies {
        theirs = theirs.max(strength(battle, enemy));
        score = score.max(missions::score(battle, enemy) as f32);
        led |= leads(enemy);
        way = way.max(errand(enemy));
    }
    let score = missions::score(battle, side) as f32 - score;
    let own = strength(battle, side);
    let material = 2.0 * (own - theirs) / (own + theirs + DUST);
    let way = errand(side) - way;
    if let Some(stake) = stake {
        let score = if stake.by_points() { score } else { 0.0 };
        let late = f32::from(battle.table().turn) / f32::from(battle.last_turn().max(1));
        features[5..].copy_from_slice(&[material, score / 10.0, late * score / 10.0, way / 10.0]);
        return;
    }
    let late = f32::from(battle.table().turn) / f32::from(battle.setting().turns.max(1));
    let leader = f32::from(u8::from(leads(side))) - f32::from(u8::from(led));
    features[..5].copy_from_slice(&[material, score / 100.0, late * score / 100.0, leader, way]);
}
