//! What battles are fought for (ITEN-SCN), and how they end. A file each for what several scenarios share: [`scene`]
//! the places that the map names, [`prize`] what is carried, [`parts`] the side that has a part of its own,
//! [`possession`] buildings to be held; [`wagon`], [`zombies`], [`dreadnought`], [`ritual`] for those of one scenario.

pub mod dreadnought;
pub mod parts;
pub mod possession;
pub mod prize;
pub mod ritual;
pub mod scene;
pub mod telling;
pub mod wagon;
pub mod zombies;

use serde::Deserialize;

use crate::battle::{Flow, MAX_SIDES, Outcome, Record, Rule, Side, SideId, UnitId};
use crate::board::{Cell, Facing};

use self::scene::Scene;
use super::boarding::victory;
use super::content::RuleContent;
use super::figure::Figure;
use super::roster::{self, Roster};
use super::setup::{Recruits, Stand};
use super::{Battle, Play, Step};

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

/// Victory points of a side's team.
pub(super) fn score(battle: &Battle, side: SideId) -> i32 {
    if battle.boarding().is_some() { victory::total(battle, side) } else { felled(battle, side) }
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

/// Looks at the end of a turn whether the battle is over (ITEN-ORD-10).
pub(super) fn judge(play: &mut Play<'_>) -> Option<Outcome> {
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

/// A side has reached what its scenario is about, or, for none, it is out of everybody's reach: that ends the battle as
/// soon as what is being done has been done.
fn decide(play: &mut Play<'_>, side: Option<SideId>) {
    let winners = side.filter(|s| s.index() < play.players()).map_or(NOBODY, |s| team_of(play, 1 << s.0));
    let rule = play.setting().mission.rule();
    if play.table().decided == 0 {
        play.change_table(rule, |t| t.decided = winners);
    }
}

/// The end of a battle in the middle of a turn, if it has come.
#[inline]
pub(super) fn decided(battle: &Battle) -> Option<Outcome> {
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

/// A figure has ended a move.
#[inline]
pub(super) fn arrived(play: &mut Play<'_>, unit: UnitId) {
    match play.setting().mission {
        Mission::KellysHeroes => prize::reach(play, unit),
        Mission::LifeIsCheap => {
            prize::reach(play, unit);
            zombies::hear(play, unit);
        }
        Mission::TheRitual => ritual::touch(play, unit),
        _ => {}
    }
}

/// A figure is about to be knocked down, to leave or to be out of the game, by somebody's doing or nobody's.
#[inline]
pub(super) fn losing(play: &mut Play<'_>, unit: UnitId, by: UnitId, loss: Loss) {
    match play.setting().mission {
        Mission::KellysHeroes => prize::drop(play, unit, loss),
        // Who goes home with it has brought it home (HULK-MIS-03).
        Mission::Boarding if loss != Loss::Left => prize::drop(play, unit, loss),
        Mission::LifeIsCheap => {
            prize::drop(play, unit, loss);
            if loss == Loss::Out {
                zombies::bite(play, unit, by);
            }
        }
        Mission::TheRitual if loss != Loss::Down => ritual::lose(play, unit, by),
        Mission::MissingRobot if loss == Loss::Out => dreadnought::fall(play, unit, by),
        _ => {}
    }
}

/// A daemon has a figure: a possessed Leader counts as dead (ITEN-PSY-07). Assassinations look for that by themselves.
pub(super) fn possessed(play: &mut Play<'_>, unit: UnitId) {
    if play.setting().mission == Mission::TheRitual {
        ritual::lose(play, unit, UnitId::NONE);
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

/// What comes before the next figure of a side acts: zombies that somebody has woken.
#[inline]
pub(super) fn interrupt(play: &mut Play<'_>) -> Option<Step> {
    (play.table().stirred != [0; 2]).then(|| zombies::stir(play))
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

/// The sides that nobody plays, with where their figures stand (ITEN-LIF-03, ITEN-ROB-01).
///
/// # Errors
/// What the content lacks for them.
pub(super) fn neutrals(mission: Mission, scene: &Scene, book: &RuleContent) -> Result<Option<Recruits>, Vec<String>> {
    let (name, troop, hexes): (&str, &str, Vec<(Cell, u8)>) = match mission {
        Mission::LifeIsCheap => (zombies::NAME, zombies::TROOP, zombies::places(scene)),
        Mission::MissingRobot => {
            (dreadnought::NAME, dreadnought::NAME, scene.centre.map(|c| (c, 0)).into_iter().collect())
        }
        _ => return Ok(None),
    };
    if book.troop(troop).is_none() {
        return Err(vec![format!("the content has no {troop}")]);
    }
    let figure = roster::Figure::plain(troop, hexes.len() as u8);
    let mut retinue = book.field(&Roster { figures: vec![figure], ..Roster::default() });
    retinue.members.iter_mut().for_each(|m| m.leader = false);
    let pod = Figure::names().iter().position(|n| n == "pod").unwrap_or_default();
    let stand = |(place, (at, number))| Stand { place, at, facing: Facing::E, numbers: vec![(pod, i32::from(number))] };
    Ok(Some(Recruits {
        side: Side { name: name.to_owned(), team: MAX_SIDES as u8, neutral: true },
        retinue,
        reserves: 0,
        part: false,
        placed: hexes.into_iter().enumerate().map(stand).collect(),
        edge: None,
        felled: 0,
    }))
}

/// The part of a phase of a side that nobody plays.
pub(super) fn neutral_part(play: &mut Play<'_>, phase: u8, asked: u8) -> Flow<Step> {
    let next = Step::Side { phase, asked: asked + 1 };
    match (phase, play.setting().mission) {
        (0, _) => Flow::Push(next, Step::Rise { asked, unit: UnitId::FIRST }),
        (_, Mission::MissingRobot) if dreadnought::shoot(play) => Flow::Push(next, Step::Volley { next: 0 }),
        _ => Flow::Next(next),
    }
}

/// How a side moves that nobody plays, once it has tried to rise.
pub(super) fn neutral_moves(battle: &Battle) -> Flow<Step> {
    match battle.setting().mission {
        Mission::LifeIsCheap => Flow::Next(Step::Shamble { pods: u16::MAX }),
        _ => Flow::Done,
    }
}

/// What a side declares in melee that nobody plays, once all others have (ITEN-ROB-02, ITEN-OUT-10).
pub(super) fn neutral_blows(play: &mut Play<'_>) {
    match play.setting().mission {
        Mission::LifeIsCheap => zombies::blows(play),
        Mission::MissingRobot => dreadnought::blows(play),
        _ => {}
    }
}

/// A turn is over (ITEN-ORD-10).
pub(super) fn dawn(play: &mut Play<'_>) {
    match play.setting().mission {
        Mission::LifeIsCheap => zombies::dawn(play),
        Mission::TheGauntlet => wagon::dawn(play),
        _ => {}
    }
}
