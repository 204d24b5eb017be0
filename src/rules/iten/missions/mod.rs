//! What battles are fought for (ITEN-SCN), and how they end. A file each for what several scenarios share: [`scene`]
//! the places that the map names, [`prize`] what is carried, [`parts`] the side that has a part of its own,
//! [`possession`] buildings to be held; [`wagon`], [`zombies`], [`dreadnought`], [`ritual`] for those of one scenario.

pub mod dreadnought;
pub mod ending;
pub mod events;
pub mod neutral;
pub mod parts;
pub mod pods;
pub mod possession;
pub mod prize;
pub mod ritual;
pub mod scene;
pub mod telling;
pub mod wagon;
pub mod zombies;

use serde::Deserialize;

use crate::battle::{Outcome, Rule, SideId, UnitId};

use super::{Battle, Play};

/// What is fought for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Mission {
    /// The last Retinue on the board wins; points of enemies out of the game after the last turn (ITEN-GEN-08).
    Battle,
    /// Whoever gets a counter off the table wins (ITEN-KEL).
    KellysHeroes,
    /// The last in possession of a building wins (ITEN-FORT).
    FortApache,
    /// The last Leader alive wins (ITEN-ASS).
    Assassination,
    /// A wagon is brought across the board, or stolen (ITEN-GAU).
    TheGauntlet,
    /// A ritual in a hidden place is brought to its end, or broken (ITEN-RIT).
    TheRitual,
    /// Whoever takes down a Dreadnought wins (ITEN-ROB).
    MissingRobot,
    /// Whoever brings a spy home from among zombies wins (ITEN-LIF).
    LifeIsCheap,
    /// Whoever holds the bunker when the bombardment comes wins (ITEN-FIR).
    FireMission,
    /// Objectives aboard a hulk, and the way home (HULK-OBJ).
    Boarding,
}

impl Mission {
    /// The rule that says what is fought for.
    #[must_use]
    pub fn rule(self) -> Rule {
        Rule(match self {
            Mission::Battle => "ITEN-GEN-08",
            Mission::KellysHeroes => "ITEN-KEL-04",
            Mission::FortApache => "ITEN-FORT-04",
            Mission::Assassination => "ITEN-ASS-02",
            Mission::TheGauntlet => "ITEN-GAU-03",
            Mission::TheRitual => "ITEN-RIT-04",
            Mission::MissingRobot => "ITEN-ROB-03",
            Mission::LifeIsCheap => "ITEN-LIF-02",
            Mission::FireMission => "ITEN-FIR-04",
            Mission::Boarding => "HULK-OBJ-09",
        })
    }

    /// Whether it is about something that is carried (ITEN-KEL-01, ITEN-LIF-02).
    #[must_use]
    pub fn has_prize(self) -> bool {
        matches!(self, Mission::KellysHeroes | Mission::LifeIsCheap)
    }

    /// Whether the doors on its map keep nobody out (ITEN-FIR-03); the spy's does (ITEN-LIF-01).
    #[must_use]
    pub fn unlocks_doors(self) -> bool {
        matches!(self, Mission::KellysHeroes | Mission::FortApache | Mission::TheRitual | Mission::FireMission)
    }
}

/// In [`super::Table::decided`]: the battle is over, and nobody has won it.
const NOBODY: u8 = 1 << 7;

/// Most sides that somebody plays in a scenario of 6.3 (ITEN-SCN-09).
pub const MOST_SIDES: usize = 5;

/// The sides that somebody plays, as bits.
fn sides(battle: &Battle, holds: impl Fn(SideId) -> bool) -> u8 {
    battle.sides().filter(|&s| holds(s)).fold(0, |all, s| all | 1 << s.0)
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

/// The points of enemies that a side's team has put out of the game.
#[must_use]
pub(super) fn felled(battle: &Battle, side: SideId) -> i32 {
    let team = battle.team(side);
    let of = |s: SideId| i32::from(battle.table().felled.0[s.index()]);
    SideId::first(battle.shared().sides.len()).filter(|&s| battle.team(s) == team).map(of).sum()
}

/// Of some sides, those of the team that has most of something; none where two teams have as much.
fn most(battle: &Battle, some: u8, count: impl Fn(SideId) -> i32) -> u8 {
    let best = (0..8).filter(|s| some >> s & 1 == 1).map(|s| count(SideId(s))).max();
    let winners = sides(battle, |s| some >> s.0 & 1 == 1 && Some(count(s)) == best);
    if one_team(battle, winners) { team_of(battle, winners) } else { 0 }
}

/// Of some sides, those whose team has put most points out of the game; none where two teams have as many.
fn most_felled(battle: &Battle, some: u8) -> u8 {
    most(battle, some, |s| felled(battle, s))
}

fn end(winners: u8, reason: &'static str, rule: &'static str) -> Option<Outcome> {
    Some(Outcome { winners, reason, rule: Rule(rule) })
}

/// A side has reached what its scenario is about, or, for none, it is out of everybody's reach: that ends the battle as
/// soon as what is being done has been done.
fn decide(play: &mut Play<'_>, side: Option<SideId>) {
    let winners = side.filter(|s| s.index() < play.players()).map_or(NOBODY, |s| team_of(play, 1 << s.0));
    let rule = play.setting().mission.rule();
    if play.table().decided == 0 {
        play.change_table(rule, |t| t.decided = winners);
    }
}

/// What becomes of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loss {
    /// It is knocked down.
    Down,
    /// It leaves the board.
    Left,
    /// It is out of the game.
    Out,
}

impl Battle {
    /// The side that nobody plays, where there is one.
    #[inline]
    #[must_use]
    pub fn neutral(&self) -> Option<SideId> {
        (self.players() < self.shared().sides.len()).then(|| SideId(self.players() as u8))
    }

    /// Whether a figure is of a side that nobody plays.
    #[inline]
    #[must_use]
    pub fn is_neutral(&self, unit: UnitId) -> bool {
        self.piece(unit).side.index() >= self.players()
    }
}
