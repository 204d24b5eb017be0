//! Soak: battle after battle at random and by utility over all scenarios, with every invariant checked after each
//! decision. The first that fails is told in one line that plays it again.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::battle::mix;
use crate::content::Library;
use crate::opponents;
use crate::scenario::{Scenario, Session, offered};

/// Decisions after which a battle counts as stuck.
const STUCK: u32 = 100_000;

/// How long to go on: until either is reached.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Time.
    pub time: Duration,
    /// Battles.
    pub battles: u64,
}

/// What a soak came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Soaked {
    /// Battles played to their end.
    pub battles: u64,
    /// Decisions in them.
    pub decisions: u64,
    /// What failed, in one line, with the command that plays it again.
    pub failure: Option<String>,
}

/// Plays battles until the limit or the first failure. `progress` is told now and then how far it is.
///
/// # Errors
/// When progress cannot be written.
pub fn run(library: &Library, seed: u64, limit: Limit, progress: &mut dyn Write) -> io::Result<Soaked> {
    let start = Instant::now();
    let mut told = Duration::ZERO;
    let mut soaked = Soaked::default();
    let names: Vec<&str> = offered(library).0.into_iter().map(|(name, _)| name).collect();
    if names.is_empty() {
        return Ok(Soaked { failure: Some("there is no scenario to fight in".to_owned()), ..soaked });
    }
    while start.elapsed() < limit.time && soaked.battles < limit.battles {
        let game = soaked.battles;
        let name = names[(game % names.len() as u64) as usize];
        // Every second battle has utility on one side or on all.
        let (seed, mixture) = (mix(seed, game), game / names.len() as u64 % 4);
        // A bug of ours is an assertion that fails; here it is one more thing to tell how to play again.
        let played = catch_unwind(AssertUnwindSafe(|| battle(library, name, seed, mixture)));
        let played = played
            .unwrap_or_else(|_| Err(format!("it panicked; again with {}", command(library, name, seed, mixture))));
        match played {
            Ok(decisions) => soaked.decisions += u64::from(decisions),
            Err(failure) => {
                soaked.failure = Some(failure);
                return Ok(soaked);
            }
        }
        soaked.battles += 1;
        if start.elapsed() >= told + Duration::from_secs(1) {
            told = start.elapsed();
            writeln!(progress, "{} battles, {} decisions", soaked.battles, soaked.decisions)?;
        }
    }
    Ok(soaked)
}

/// Who plays: one of four mixtures of random and the ruleset's usual opponent.
fn seats(library: &Library, ruleset: &str, sides: usize, mixture: u64) -> Vec<String> {
    let best = opponents::favourite(library, ruleset);
    let best = best.as_str();
    let of_side = |side: usize| match mixture {
        0 => "random",
        1 => ["random", best][side % 2],
        2 => [best, "random"][side % 2],
        _ => best,
    };
    (0..sides).map(|side| of_side(side).to_owned()).collect()
}

/// The command that plays a battle of the soak again.
fn command(library: &Library, name: &str, seed: u64, mixture: u64) -> String {
    let Ok(scenario) = Scenario::open(library, name) else { return format!("hexfray battle {name}") };
    let who = seats(library, scenario.ruleset, scenario.sides.len(), mixture);
    let who = scenario.sides.iter().zip(who).map(|(side, ai)| format!(" --side \"{side}={ai}\""));
    format!("hexfray battle {name} --seed {seed}{}", who.collect::<String>())
}

/// Plays one battle, and then its journal, which must come to the same after every decision; who plays is one of four
/// mixtures of random and the ruleset's usual opponent.
fn battle(library: &Library, name: &str, seed: u64, mixture: u64) -> Result<u32, String> {
    let said = |problems: Vec<crate::source::Problem>| format!("{name}: {}", problems[0]);
    let again = || command(library, name, seed, mixture);
    let scenario = Scenario::open(library, name).map_err(said)?;
    let sides = seats(library, scenario.ruleset, scenario.sides.len(), mixture);
    let mut session = Session::begin(library, scenario, seed).map_err(said)?;
    let mut seats = Vec::new();
    for ai in &sides {
        seats.push(opponents::opponent(library, session.battle(), ai).map_err(said)?);
    }
    loop {
        let number = session.battle().number();
        if let Some(breach) = session.battle().clone().check_invariants() {
            return Err(format!("decision {number}: {breach}; again with {}", again()));
        }
        let Some(decision) = session.battle().decision() else { break };
        if number >= STUCK {
            return Err(format!("stuck after {number} decisions; again with {}", again()));
        }
        let seat = seats[decision.side.index()].as_mut();
        let action = opponents::decide(seat, session.battle(), &session.past(number));
        if let Err(refusal) = session.play(action) {
            return Err(format!("decision {number}: a listed action was refused, {refusal}; again with {}", again()));
        }
    }
    match Session::replay(library, "its journal", session.text().as_bytes()) {
        Ok(replayed) => Ok(replayed.battle().number()),
        Err(problems) => Err(format!("{}; again with {}", problems[0], again())),
    }
}
