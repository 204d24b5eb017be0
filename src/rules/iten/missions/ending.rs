//! How battles end (ITEN-ORD-10, ITEN-SCN), and what they have brought until now.

use crate::battle::{Outcome, SideId};

use super::super::boarding::victory;
use super::super::{Battle, Play};
use super::{
    Mission, NOBODY, end, felled, leader_lives, most_felled, one_team, parts, possession, prize, sides, team_of,
};

/// Victory points of a side's team.
pub(in super::super) fn score(battle: &Battle, side: SideId) -> i32 {
    if battle.boarding().is_some() { victory::total(battle, side) } else { felled(battle, side) }
}

/// Looks at the end of a turn whether the battle is over (ITEN-ORD-10).
pub(in super::super) fn judge(play: &mut Play<'_>) -> Option<Outcome> {
    if play.setting().mission == Mission::Boarding {
        return victory::judge(play);
    }
    let setting = play.setting();
    let last = play.table().turn >= setting.turns;
    let mission = setting.mission;
    let there = sides(play, |s| !play.presence(s).is_empty());
    if there == 0 {
        return end(0, "nobody is left", "ITEN-SCN-11");
    }
    if mission == Mission::Assassination {
        return judge_leaders(play, last);
    }
    if mission == Mission::FortApache {
        possession::note(play);
    }
    if mission == Mission::FireMission
        && let Some(outcome) = possession::bombard(play, last)
    {
        return Some(outcome);
    }
    if one_team(play, there) {
        return end(team_of(play, there), "one Retinue is left", "ITEN-SCN-11");
    }
    if !last {
        return None;
    }
    match mission {
        Mission::Battle | Mission::Assassination | Mission::Boarding => {
            end(most_felled(play, there), "the last turn is over", "ITEN-GEN-08")
        }
        Mission::KellysHeroes => end(prize::bearers(play), "the last turn is over", "ITEN-SCN-01"),
        Mission::FortApache => end(possession::holders(play), "the last in possession", "ITEN-FORT-04"),
        Mission::TheRitual => end(parts::team(play), "the ritual is complete", "ITEN-RIT-04"),
        Mission::TheGauntlet => end(0, "the wagon is still there", "ITEN-SCN-04"),
        Mission::MissingRobot => end(0, "the Dreadnought still stands", "ITEN-SCN-06"),
        Mission::LifeIsCheap => end(0, "the spy is not home", "ITEN-SCN-07"),
        // ITEN-FIR-01: the bombardment has come by then.
        Mission::FireMission => None,
    }
}

/// ITEN-ASS-02, ITEN-SCN-03. A Retinue that is left alone has won only if its Leader is.
fn judge_leaders(battle: &Battle, last: bool) -> Option<Outcome> {
    let leading = sides(battle, |s| leader_lives(battle, s));
    match leading {
        0 => end(0, "no Leader is left", "ITEN-ASS-02"),
        _ if one_team(battle, leading) => end(team_of(battle, leading), "the last Leader alive", "ITEN-ASS-02"),
        _ if last => end(most_felled(battle, leading), "the last turn is over", "ITEN-SCN-03"),
        _ => None,
    }
}

/// The end of a battle in the middle of a turn, if it has come.
#[inline]
pub(in super::super) fn decided(battle: &Battle) -> Option<Outcome> {
    let winners = battle.table().decided;
    if winners == 0 {
        return None;
    }
    let mission = battle.setting().mission;
    let reason = match mission {
        Mission::KellysHeroes => "the counter is off the table",
        Mission::TheGauntlet => "the wagon is off the table",
        Mission::TheRitual => "the ritual is broken",
        Mission::MissingRobot => "the Dreadnought is down",
        Mission::LifeIsCheap => "the spy is home",
        _ => "the goal is reached",
    };
    Some(Outcome { winners: winners & !NOBODY, reason, rule: mission.rule() })
}
