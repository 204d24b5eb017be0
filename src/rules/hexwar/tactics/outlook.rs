//! Who is winning: what is left of each side, what it suffers from, what it holds.

use crate::battle::SideId;

use super::super::Battle;
use super::super::stats::Scores;
use super::super::victory;
use super::forecast::{suffering, worth};

/// What is looked at, in the order in which it is written.
pub(super) const OUTLOOK: [&str; 5] = ["material", "health", "score", "late_score", "held"];

/// Points below which a side is as good as gone.
const DUST: f32 = 20.0;

/// Points of a side's team that are left, and those that its tokens will cost it.
fn strength(battle: &Battle, side: SideId) -> (f32, f32) {
    battle.friends_of(side).fold((0.0, 0.0), |(sum, lost), unit| {
        (sum + worth(battle, unit), lost + suffering(battle, unit, battle.unit(unit)))
    })
}

/// Victory points that a team would still gain by what it holds, if nothing changed hands any more.
fn to_come(battle: &Battle, side: SideId) -> f32 {
    let (setting, table) = (battle.setting(), battle.table());
    let mut points = 0.0;
    for (i, objective) in setting.objectives.iter().enumerate() {
        let Ok(holder) = u8::try_from(table.held.0[i] - 1).map(SideId) else { continue };
        if battle.team(holder) != battle.team(side) {
            continue;
        }
        for &(who, when, worth) in &objective.worth {
            let turns = match when {
                Scores::EachTurnFrom(from) => (setting.turns + 1).saturating_sub(from.max(table.turn)),
                Scores::AtTheEnd => 1,
            };
            if battle.team(who) == battle.team(side) {
                points += f32::from(worth) * f32::from(turns);
            }
        }
    }
    points
}

/// How a side stands against the strongest of its enemies: 0 where they are even.
pub(super) fn outlook(battle: &Battle, side: SideId, features: &mut [f32]) {
    let sides = (0..battle.players() as u8).map(SideId);
    let enemies = || sides.clone().filter(|s| battle.team(*s) != battle.team(side));
    let (own, ails) = strength(battle, side);
    let most = |of: &dyn Fn(SideId) -> f32| enemies().map(of).fold(f32::MIN, f32::max);
    let theirs = most(&|s| strength(battle, s).0);
    let well = |s: SideId| {
        let (points, ails) = strength(battle, s);
        -ails / (points + DUST)
    };
    let score = victory::total(battle, side) as f32 - most(&|s| victory::total(battle, s) as f32);
    let late = f32::from(battle.table().turn) / f32::from(battle.setting().turns.max(1));
    features[0] = 2.0 * (own - theirs) / (own + theirs + DUST);
    features[1] = -ails / (own + DUST) - most(&well);
    features[2] = score / 10.0;
    features[3] = late * score / 10.0;
    features[4] = (to_come(battle, side) - most(&|s| to_come(battle, s))) / 10.0;
}
