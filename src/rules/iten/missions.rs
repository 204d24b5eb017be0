//! What battles are fought for (ITEN-SCN), and how they end.

use serde::Deserialize;

use crate::battle::{Outcome, Rule, SideId};

use super::boarding::victory;
use super::{Battle, Play};

/// What is fought for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Mission {
    /// The last Retinue on the board wins; points of enemies out of the game after the last turn (ITEN-GEN-08).
    Battle,
    /// The last Leader alive wins (ITEN-ASS).
    Assassination,
    /// Objectives aboard a hulk, and the way home (HULK-OBJ).
    Boarding,
}

impl Mission {
    /// The rule that says what is fought for.
    #[must_use]
    pub fn rule(self) -> Rule {
        match self {
            Mission::Battle => Rule("ITEN-GEN-08"),
            Mission::Assassination => Rule("ITEN-ASS-02"),
            Mission::Boarding => Rule("HULK-OBJ-09"),
        }
    }
}

/// The sides, as bits.
fn sides(battle: &Battle, holds: impl Fn(SideId) -> bool) -> u8 {
    (0..battle.shared().sides.len() as u8).filter(|&s| holds(SideId(s))).fold(0, |all, s| all | 1 << s)
}

/// Whether some sides, as bits, are all of one team.
fn one_team(battle: &Battle, some: u8) -> bool {
    let mut teams = (0..8).filter(|s| some >> s & 1 == 1).map(|s| battle.team(SideId(s)));
    let first = teams.next();
    teams.all(|team| Some(team) == first)
}

/// A side's team mates and itself, as bits.
fn team_of(battle: &Battle, some: u8) -> u8 {
    let first = SideId(some.trailing_zeros().min(7) as u8);
    if some == 0 { 0 } else { sides(battle, |s| battle.team(s) == battle.team(first)) }
}

/// Whether a side's Leader is in the game and on the board.
#[must_use]
pub(super) fn leader_lives(battle: &Battle, side: SideId) -> bool {
    battle.setting().bands[side.index()].leader.is_some_and(|l| battle.leads(l, side))
}

/// Victory points of a side's team.
pub(super) fn score(battle: &Battle, side: SideId) -> i32 {
    if battle.boarding().is_some() { victory::total(battle, side) } else { felled(battle, side) }
}

/// The points of enemies that a side's team has put out of the game.
#[must_use]
pub(super) fn felled(battle: &Battle, side: SideId) -> i32 {
    let team = battle.team(side);
    let of = |s: usize| i32::from(battle.table().felled.0[s]);
    (0..battle.shared().sides.len()).filter(|&s| battle.team(SideId(s as u8)) == team).map(of).sum()
}

/// Of some sides, those whose team has put most points out of the game; none where two teams have as many.
fn most_felled(battle: &Battle, some: u8) -> u8 {
    let felled = |s: u8| felled(battle, SideId(s));
    let best = (0..8).filter(|s| some >> s & 1 == 1).map(felled).max();
    let winners = sides(battle, |s| some >> s.0 & 1 == 1 && Some(felled(s.0)) == best);
    if one_team(battle, winners) { team_of(battle, winners) } else { 0 }
}

/// Looks at the end of a turn whether the battle is over (ITEN-ORD-10).
pub(super) fn judge(play: &mut Play<'_>) -> Option<Outcome> {
    if play.setting().mission == Mission::Boarding {
        return victory::judge(play);
    }
    let setting = play.setting();
    let last = play.table().turn >= setting.turns;
    let there = sides(play, |s| !play.units_of(s).is_empty());
    let end =
        |winners: u8, reason: &'static str, rule: &'static str| Some(Outcome { winners, reason, rule: Rule(rule) });
    if there == 0 {
        return end(0, "nobody is left", "ITEN-SCN-11");
    }
    match setting.mission {
        Mission::Battle if one_team(play, there) => end(team_of(play, there), "one Retinue is left", "ITEN-SCN-11"),
        Mission::Battle if last => end(most_felled(play, there), "the last turn is over", "ITEN-GEN-08"),
        // A Retinue that is left alone has won only if its Leader is.
        Mission::Assassination => {
            let leading = sides(play, |s| leader_lives(play, s));
            match leading {
                0 => end(0, "no Leader is left", "ITEN-ASS-02"),
                _ if one_team(play, leading) => end(team_of(play, leading), "the last Leader alive", "ITEN-ASS-02"),
                _ if last => end(most_felled(play, leading), "the last turn is over", "ITEN-SCN-03"),
                _ => None,
            }
        }
        Mission::Battle | Mission::Boarding => None,
    }
}
