//! Who is winning: what is left of each side, what it suffers from, what it holds.

use crate::battle::SideId;

use super::super::Battle;
use super::super::victory::{self, Scores};
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
    let (mut theirs, mut well, mut score, mut held) = (f32::MIN, f32::MIN, f32::MIN, f32::MIN);
    for enemy in sides.filter(|s| battle.team(*s) != battle.team(side)) {
        let (points, ails) = strength(battle, enemy);
        theirs = theirs.max(points);
        well = well.max(-ails / (points + DUST));
        score = score.max(victory::total(battle, enemy) as f32);
        held = held.max(to_come(battle, enemy));
    }
    let (own, ails) = strength(battle, side);
    let score = victory::total(battle, side) as f32 - score;
    let late = f32::from(battle.table().turn) / f32::from(battle.setting().turns.max(1));
    features[0] = 2.0 * (own - theirs) / (own + theirs + DUST);
    features[1] = -ails / (own + DUST) - well;
    features[2] = score / 10.0;
    features[3] = late * score / 10.0;
    features[4] = (to_come(battle, side) - held) / 10.0;
}
