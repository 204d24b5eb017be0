//! One battle of a league, and what came of it.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::battle::{Action, Fact, Listing, Log, Notary, Seeded, SideId};
use crate::content::Codex;
use crate::opponents::{self, Judgement, Opponent};
use crate::referee::Program;
use crate::rules::AnyBattle;
use crate::scenario::Past;

use super::luck::Luck;

/// Decisions after which a battle counts as stuck, and drawn.
const STUCK: u32 = 100_000;

/// Who decides for a side.
pub(super) enum Player {
    /// An opponent of ours.
    Opponent(Box<dyn Opponent>),
    /// Another program, or why it could not be started.
    Program(Result<Program, String>),
}

/// A failure: a battle was lost by something other than the rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The side that lost by it; none where no side is at fault and the battle is drawn.
    pub side: Option<u8>,
    /// What happened.
    pub why: String,
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ending {
    /// The side that won; none of a draw.
    pub winner: Option<u8>,
    /// Why, in words.
    pub reason: String,
    /// What went wrong, if anything did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// Victory points of the sides at the end.
    pub scores: [i32; 2],
    /// The luck of the first side's dice in shares of a win, compared with the expectation; none where it was not estimated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
    /// Points' worth of units that the sides lost.
    pub lost: [u32; 2],
    /// Turns begun.
    pub turns: u16,
    /// Decisions of the sides.
    pub decisions: [u32; 2],
    /// Hash of the last state.
    pub hash: String,
}

impl Ending {
    /// The score of a side: 1 for a win, half for a draw.
    #[must_use]
    pub fn points(&self, side: usize) -> f64 {
        match self.winner {
            Some(winner) => f64::from(u8::from(usize::from(winner) == side)),
            None => 0.5,
        }
    }
}

/// A histogram of how long the decisions of one side took. Bins grow by a quarter of an octave each.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Times {
    /// In all, in seconds.
    pub seconds: f64,
    /// The bins that are not empty: their number and count, in ascending order.
    pub counts: Vec<(u16, u32)>,
}

impl Times {
    const PER_OCTAVE: f64 = 4.0;

    fn add(&mut self, time: Duration) {
        self.seconds += time.as_secs_f64();
        let nanos = (time.as_nanos() as f64).max(1.0);
        self.count((nanos.log2() * Self::PER_OCTAVE) as u16, 1);
    }

    fn count(&mut self, length: u16, more: u32) {
        match self.counts.binary_search_by_key(&length, |c| c.0) {
            Ok(i) => self.counts[i].1 = self.counts[i].1.saturating_add(more),
            Err(i) => self.counts.insert(i, (length, more)),
        }
    }

    /// Adds the times of other decisions.
    pub fn join(&mut self, other: &Times) {
        self.seconds += other.seconds;
        other.counts.iter().for_each(|&(length, count)| self.count(length, count));
    }

    /// How many decisions there were.
    #[must_use]
    pub fn decisions(&self) -> u64 {
        self.counts.iter().map(|c| u64::from(c.1)).sum()
    }

    /// The time within which this share of the decisions was made, in seconds, to about a tenth; 0 without any.
    #[must_use]
    pub fn quantile(&self, share: f64) -> f64 {
        let wanted = share * self.decisions() as f64;
        let mut seen = 0.0;
        let length = self.counts.iter().find(|(_, count)| {
            seen += f64::from(*count);
            seen >= wanted
        });
        length.map_or(0.0, |(length, _)| ((f64::from(*length) + 0.5) / Self::PER_OCTAVE).exp2() * 1e-9)
    }
}

/// A battle that has been fought.
pub(super) struct MatchResult {
    pub(super) ending: Ending,
    pub(super) times: [Times; 2],
    /// What was decided, for a journal.
    pub(super) actions: Vec<Action>,
}

/// Fights a battle to its end. A side whose player fails loses it.
pub(super) fn fight(
    start: &AnyBattle,
    mut players: [Player; 2],
    seed: u64,
    codex: &Codex,
    judge: Option<Judgement>,
) -> MatchResult {
    let heard = players.iter().any(|p| matches!(p, Player::Program(_)));
    let mut battle = start.clone();
    let luck = judge.map(|judge| Luck::new(judge, seed, start));
    let mut table = Table { turns: 0, decisions: [0; 2], times: Default::default(), actions: Vec::new(), luck };
    let played = catch_unwind(AssertUnwindSafe(|| table.play(&mut battle, &mut players, seed, codex, heard)));
    let failure =
        played.unwrap_or_else(|panic| Some(Failure { side: None, why: format!("the rules: {}", said(&*panic)) }));
    for player in &mut players {
        if let Player::Program(Ok(program)) = player {
            program.dismiss(&battle);
        }
    }
    let (winner, reason) = match (&failure, battle.outcome()) {
        (Some(failure), _) => (failure.side.map(|side| 1 - side), "a failure"),
        (None, Some(outcome)) => {
            let won = [0, 1].map(|side| outcome.won(SideId(side)));
            let winner = if won[0] == won[1] { None } else { Some(u8::from(won[1])) };
            (winner, outcome.reason)
        }
        (None, None) => (None, "stuck"),
    };
    let ending = Ending {
        winner,
        reason: reason.to_owned(),
        failure,
        luck: table.luck.map(|luck| luck.sum()),
        scores: [0, 1].map(|side| battle.score(SideId(side))),
        lost: [0, 1].map(|side| lost(&battle, SideId(side))),
        turns: table.turns,
        decisions: table.decisions,
        hash: format!("{:016x}", battle.hash()),
    };
    MatchResult { ending, times: table.times, actions: table.actions }
}

/// The points' worth of a side's lost units.
fn lost(battle: &AnyBattle, side: SideId) -> u32 {
    let dead = battle.units().filter(|&unit| battle.piece(unit).side == side && !battle.alive(unit));
    dead.map(|unit| u32::from(battle.cost(unit))).sum()
}

/// The record of a battle while it is fought.
struct Table {
    turns: u16,
    decisions: [u32; 2],
    times: [Times; 2],
    actions: Vec<Action>,
    luck: Option<Luck>,
}

impl Table {
    /// Plays until the battle is over, is stuck, or a player fails.
    fn play(
        &mut self,
        battle: &mut AnyBattle,
        players: &mut [Player; 2],
        seed: u64,
        codex: &Codex,
        heard: bool,
    ) -> Option<Failure> {
        let (mut list, mut log) = (Listing::default(), Log::on());
        let before = battle.clone();
        battle.start(&mut Seeded::new(seed, 0), &mut log);
        let mut notary = Notary::new(seed);
        notary.attend(battle.secret(), battle.outcome().is_some(), &mut log);
        self.note(players, &before, None, &mut log);
        let start = battle.clone();
        while let Some(decision) = battle.decision().filter(|_| battle.number() < STUCK) {
            let (side, number) = (decision.side.index(), battle.number());
            let asked = Instant::now();
            let (start, actions) = (Cow::Borrowed(&start), Cow::Borrowed(&self.actions[..]));
            let past = Past { start, seed, actions };
            let action = match ask(&mut players[side], battle, &past, self.turns, codex) {
                Ok(action) => action,
                Err(why) => return Some(Failure { side: Some(side as u8), why }),
            };
            self.times[side].add(asked.elapsed());
            self.decisions[side] += 1;
            let before = heard.then(|| battle.clone());
            self.luck.iter_mut().for_each(|luck| luck.before(battle));
            let dice = &mut Seeded::new(seed, number + 1);
            if let Err(refusal) = battle.play(action, &mut list, dice, &mut log) {
                return Some(Failure {
                    side: Some(side as u8),
                    why: format!("it chose what is not listed: {refusal}"),
                });
            }
            self.luck.iter_mut().for_each(|luck| luck.after(action, battle, &log));
            notary.attend(battle.secret(), battle.outcome().is_some(), &mut log);
            self.actions.push(action);
            self.note(players, before.as_ref().unwrap_or(battle), Some(number), &mut log);
        }
        None
    }

    /// Sends events to programs, and counts turns.
    fn note(&mut self, players: &mut [Player; 2], before: &AnyBattle, number: Option<u32>, log: &mut Log) {
        for player in players {
            if let Player::Program(Ok(program)) = player {
                program.hear(before, number, &log.events);
            }
        }
        for event in log.events.drain(..) {
            if let Fact::Step { turn, .. } = event.fact {
                self.turns = self.turns.max(turn);
            }
        }
    }
}

/// Asks for a decision. An opponent of ours that panics has failed like a program that crashes.
fn ask(player: &mut Player, battle: &AnyBattle, past: &Past<'_>, turn: u16, codex: &Codex) -> Result<Action, String> {
    match player {
        Player::Opponent(opponent) => {
            catch_unwind(AssertUnwindSafe(|| opponents::decide(opponent.as_mut(), battle, past)))
                .map_err(|panic| format!("it panicked: {}", said(&*panic)))
        }
        Player::Program(Ok(program)) => program.choose(battle, turn, codex),
        Player::Program(Err(why)) => Err(why.clone()),
    }
}

/// The message of a panic.
fn said(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a word")
}
