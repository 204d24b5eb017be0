//! Aftermath of hexes, objectives and victory (HEX-AFT, HEX-WIN).

use crate::battle::{Flow, Outcome, Rule, SideId};
use crate::kit::victory::{most, standing};

use super::numbers::{LADDER, rung};
use super::setting::Scores;
use super::{Battle, Play, Step, shooting};

/// Hexes calm down, objectives score, and the game may end.
pub(super) fn aftermath(play: &mut Play<'_>) -> Flow<Step> {
    let dispersal = usize::from(play.setting().numbers.dispersal);
    // From the last on, because hexes with nothing left on them drop out.
    for i in (0..play.marked().len()).rev() {
        let (cell, marks) = play.marked()[i];
        if marks.smoke_new {
            // What was laid this turn hangs on through the next, like clouds.
            play.change_ground(cell, Rule("HEX-AFT-01"), |m| m.smoke_new = false);
        } else if marks.smoke {
            play.change_ground(cell, Rule("HEX-AFT-01"), |m| m.smoke = false);
            play.change_table(Rule("HEX-AFT-01"), |t| t.smokes -= 1);
        }
        if marks.cloud > 0 {
            let thinner = rung(marks.cloud).and_then(|r| r.checked_sub(dispersal)).map_or(0, |r| LADDER[r]);
            play.change_ground(cell, Rule("HEX-AFT-02"), |m| {
                m.cloud = if m.cloud_new { m.cloud } else { thinner };
                m.cloud_new = false;
            });
        }
        if marks.burning {
            let burns = play.terrain_row(cell).burns_to.is_some();
            shooting::alter(play, cell, Rule("HEX-AFT-03"), |m| {
                if !m.burning_new {
                    (m.burning, m.burned) = (false, m.burned || burns);
                }
                m.burning_new = false;
            });
        }
    }
    for unit in play.units() {
        play.change(unit, Rule("HEX-AFT-05"), |u| {
            (u.aim, u.stubborn) = (false, false);
            u.speed = Default::default();
        });
    }
    hold_objectives(play);
    let turn = play.table().turn;
    score(play, ALL_TEAMS, |when| u16::from(matches!(when, Scores::EachTurnFrom(from) if turn >= from)));
    if turn >= play.setting().turns {
        return Flow::End(end(play, "the last turn is over"));
    }
    Flow::Done
}

/// Every team, as bits.
const ALL_TEAMS: u8 = u8::MAX;

/// HEX-WIN-01: an objective is held by the side with units on it and no enemy on it, and stays held when left.
fn hold_objectives(play: &mut Play<'_>) {
    for i in 0..play.setting().objectives.len() {
        let there = play.on_ground(play.setting().objectives[i].at);
        let Some(first) = there.first() else { continue };
        let side = play.piece(first).side;
        if there.into_iter().all(|u| play.team(play.piece(u).side) == play.team(side)) {
            play.change_table(Rule("HEX-WIN-01"), |t| t.held.0[i] = i16::from(side.0) + 1);
        }
    }
}

/// Holders in these teams gain what their objectives are worth, so many times.
fn score(play: &mut Play<'_>, teams: u8, times: impl Fn(Scores) -> u16) {
    for i in 0..play.setting().objectives.len() {
        let Ok(holder) = u8::try_from(play.table().held.0[i] - 1).map(SideId) else { continue };
        let worth = &play.setting().objectives[i].worth;
        // Where it is worth something to an ally of the holder alone, the ally gains it.
        let own = worth.iter().any(|w| w.0 == holder);
        for w in 0..worth.len() {
            let (side, when, points) = play.setting().objectives[i].worth[w];
            let gains = side == holder || !own && play.team(side) == play.team(holder);
            let times = if gains && teams >> play.team(side) & 1 == 1 { times(when) } else { 0 };
            if times > 0 {
                play.change_table(Rule("HEX-WIN-01"), |t| {
                    let score = &mut t.score.0[side.index()];
                    *score = score.saturating_add(points.saturating_mul(times.min(i16::MAX as u16) as i16));
                });
            }
        }
    }
}

/// The end: what scores at the end is added, and the highest total of a team wins (HEX-WIN-03).
fn end(play: &mut Play<'_>, reason: &'static str) -> Outcome {
    hold_objectives(play);
    score(play, ALL_TEAMS, |when| u16::from(when == Scores::AtTheEnd));
    let winners = most(play, |side| total(play, side));
    Outcome { winners, reason, rule: Rule("HEX-WIN-03") }
}

/// HEX-WIN-03: the game ends when one team is left on the board. The turns that were to come count for it, as nobody is
/// there to take from it what it holds: who walks off the board cannot end the battle before those points are paid.
pub(super) fn last_team(play: &mut Play<'_>) -> Option<Outcome> {
    let teams = standing(play);
    (teams.count_ones() <= 1).then(|| {
        hold_objectives(play);
        let (turn, turns) = (play.table().turn, play.setting().turns);
        score(play, teams, |when| match when {
            Scores::EachTurnFrom(from) => (turns + 1).saturating_sub(turn.max(from)),
            Scores::AtTheEnd => 0,
        });
        end(play, "one team is left")
    })
}

/// HEX-WIN-02: a unit of a side is destroyed. Whoever hit it last is paid for it; where no enemy ever did, all others
/// are.
pub(super) fn pay(play: &mut Play<'_>, victim: SideId, struck: u8, points: i16) {
    const RULE: Rule = Rule("HEX-WIN-02");
    let sides = || SideId::first(play.shared().sides.len());
    let first = |s: SideId| sides().find(|&o| play.team(o) == play.team(s)) == Some(s);
    let paid = |s: SideId| match struck.checked_sub(1) {
        Some(striker) => s.0 == striker,
        None => first(s) && play.team(s) != play.team(victim),
    };
    let paid: u8 = sides().filter(|&s| paid(s)).fold(0, |paid, s| paid | 1 << s.0);
    play.change_table(RULE, |t| {
        let add = |sum: &mut i16| *sum = sum.saturating_add(points);
        add(&mut t.lost.0[victim.index()]);
        (0..8).filter(|s| paid >> s & 1 == 1).for_each(|s: usize| add(&mut t.felled.0[s]));
    });
}

/// Victory points of a side's team: what its sides scored, and a tenth of the enemy points that they destroyed
/// (HEX-WIN-02).
#[must_use]
pub fn total(battle: &Battle, side: SideId) -> i32 {
    let team = battle.team(side);
    let (mut scored, mut destroyed) = (0, 0);
    for other in SideId::first(battle.shared().sides.len()).filter(|&other| battle.team(other) == team) {
        scored += i32::from(battle.table().score.0[other.index()]);
        destroyed += i32::from(battle.table().felled.0[other.index()]);
    }
    scored + destroyed / i32::from(battle.setting().numbers.points_a_victory_point.max(1))
}
