//! The commands that measure: positions with a known answer, endurance, speed.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use clap::Args;

use crate::content::Library;
use crate::league::blunders::{self, Found, Tally};
use crate::league::tactics;
use crate::rules::AnyBattle;
use crate::soak::{self, Limit};
use crate::{bench, opponents};

use super::clean::Clean;
use super::ink::Ink;
use super::league::Cores;
use super::{Stop, journals};

/// Blunders of each kind that are told of each opponent.
const EXAMPLES: u32 = 4;

/// Puts positions with a known best decision to opponents
#[derive(Debug, Args)]
#[command(
    after_help = "Each position says why its answer is the best, and what who missed it did instead. The last lines \
    are how many of each ruleset's an opponent found.\n\n\
    Examples:\n  hexfray tactics utility veteran\n  \
    hexfray tactics --blunders SPEC.journals     what a league with `journals: All` has kept\n\n\
    Blunders are idle (nothing done where an attack would likely have hurt), back (where it was two turns ago, having\n\
    only walked), wasted (an attack on who is as good as dead), twice (a second unit works at a hex where another has)."
)]
pub struct Tactics {
    /// Opponents, such as utility, veteran or warlord@2000
    #[arg(default_value = "utility", value_name = "LEVEL")]
    levels: Vec<String>,
    /// Journals, or folders of them: tells what blunders there are in recorded battles instead
    #[arg(long, num_args = 1.., value_name = "JOURNAL", conflicts_with = "levels")]
    blunders: Vec<String>,
    #[command(flatten)]
    cores: Cores,
}

impl Tactics {
    /// Puts the positions to the opponents.
    ///
    /// # Errors
    /// There is no such opponent, or writing fails.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        if !self.blunders.is_empty() {
            return self.tell_blunders(library, out);
        }
        let positions = tactics::positions(library)?;
        let battles: BTreeMap<&str, &AnyBattle> = positions.iter().map(|p| (p.battle.ruleset(), &p.battle)).collect();
        let mut left_out = Vec::new();
        for level in &self.levels {
            let (there, lacking): (Vec<_>, Vec<_>) =
                battles.iter().partition(|(ruleset, _)| opponents::has(library, ruleset, level));
            // An opponent that no ruleset has is reported by any of them.
            for (_, battle) in if there.is_empty() { &lacking } else { &there } {
                opponents::opponent(library, battle, level)?;
            }
            let none = |(ruleset, _): &(&&str, _)| format!("{ruleset} has no opponent called {level}: left out there");
            left_out.extend(lacking.iter().map(none));
        }
        left_out.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        let mut found: BTreeMap<(usize, &str), (usize, usize)> = BTreeMap::new();
        for position in &positions {
            writeln!(out, "{}: {} {}", position.name, position.why, position.answer)?;
            let ruleset = position.battle.ruleset();
            for (number, level) in self.levels.iter().enumerate().filter(|(_, l)| opponents::has(library, ruleset, l)) {
                let (action, right) = position.put_to(library, level)?;
                let said = if right { "finds it".to_owned() } else { position.battle.describe(action).to_string() };
                writeln!(out, "  {level}: {said}")?;
                out.flush()?;
                let (hits, all) = found.entry((number, ruleset)).or_default();
                (*hits, *all) = (*hits + usize::from(right), *all + 1);
            }
        }
        for ((number, ruleset), (hits, all)) in found {
            writeln!(out, "{} found {hits} of {all} in {ruleset}", self.levels[number])?;
        }
        Ok(())
    }

    /// Tells what blunders there are in journals: a few of each kind, and how often they come.
    fn tell_blunders(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        let readings = journals::each(library, &self.blunders, &self.cores, blunders::read)?;
        let (mut tally, mut told) = (Tally::default(), BTreeMap::new());
        for (file, reading) in &readings {
            tally.add(reading);
            for Found { blunder, number, side, words } in &reading.found {
                let owner = &reading.owners[*side];
                let times: &mut u32 = told.entry((reading.ruleset, owner, *blunder)).or_default();
                *times += 1;
                if *times <= EXAMPLES {
                    writeln!(out, "{file}, decision {number}, {owner}, {}: {words}", blunder.name())?;
                }
            }
        }
        tally.table().lines().iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(())
    }
}

/// Plays battle after battle and checks that nothing ever goes wrong
#[derive(Debug, Args)]
#[command(after_help = "Exit code 1 at the first failure, told in one line with the command that plays it again.\n\n\
    Example:\n  hexfray soak --seconds 60 --seed 7")]
pub struct Soak {
    /// How long to go on
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Stop after this many battles
    #[arg(long)]
    games: Option<u64>,
    /// Seed of all battles
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

impl Soak {
    /// Plays on and on.
    ///
    /// # Errors
    /// The first failure.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        let limit = Limit { time: Duration::from_secs(self.seconds), battles: self.games.unwrap_or(u64::MAX) };
        let soaked = soak::run(library, self.seed, limit, &mut Clean::new(io::stderr().lock(), Ink::default()))?;
        if let Some(failure) = soaked.failure {
            return Err(Stop::Refused(failure));
        }
        writeln!(out, "{} battles, {} decisions, nothing wrong", soaked.battles, soaked.decisions)?;
        Ok(())
    }
}

/// Measures how fast this machine plays
#[derive(Debug, Args)]
pub struct Bench {
    /// How long to measure, in all; 15 seconds to warm up come on top
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
}

impl Bench {
    /// Measures.
    ///
    /// # Errors
    /// Writing fails.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        bench::run(library, self.seconds, out)?;
        Ok(())
    }
}
