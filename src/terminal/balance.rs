//! The command that weighs forces.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::Stop;
use super::league::{Cores, fight, slot};
use super::progress::Progress;
use crate::content::Library;
use crate::league::balance::{Force, forces, parts, spec};
use crate::league::draw;
use crate::league::spec::{Fault, Format};
use crate::league::{League, scenarios};
use crate::rules::NAMES;
use crate::scenario::Scenario;
use crate::telling::names;

/// Weighs forces against each other: the same opponent on both sides, so that only the forces differ
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    hexfray balance forces RULESET --points 200         all its rosters of 200 points, or the armies of its scenarios\n  \
    hexfray balance lists RULESET --points 300          its factions, by forces drawn by lot\n  \
    hexfray balance parts skirmish --side Inquisitor    what each figure and weapon of a roster is worth\n  \
    hexfray balance parts crossroads --side Elves       what each unit of an army is worth\n\n\
    Settings outside 40 to 60 % for a side are marked unfair, forces that lose to one that costs no more everywhere are\n\
    marked dominated. Of parts it says by how many points the force without the part had to cost more for an even match:\n\
    below 0, the part is worth more than it costs. Results are kept in a file; the same command goes on with it.")]
pub struct Balance {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Forces of equal points against each other
    Forces {
        /// The ruleset
        ruleset: String,
        /// Their cost, give or take a twentieth
        #[arg(long)]
        points: u32,
        #[command(flatten)]
        how: How,
    },
    /// Factions, lists or gangs against each other: by legal forces drawn by lot, and what being there does for each part
    Lists {
        /// The ruleset
        ruleset: String,
        /// What forces may cost; none costs a twentieth less
        #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
        points: u16,
        /// Forces of each, each of which meets one of every other
        #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(2..=100))]
        forces: u32,
        #[command(flatten)]
        how: How,
    },
    /// A side's force against the same force without one of its parts
    Parts {
        /// The scenario
        scenario: String,
        /// The side, by its name or letter
        #[arg(long)]
        side: String,
        #[command(flatten)]
        how: How,
    },
}

#[derive(Debug, Args)]
struct How {
    /// A scenario to fight in; may be given several times. By default all for two sides that can be, or the one named
    #[arg(long = "scenario", value_name = "NAME")]
    scenarios: Vec<String>,
    /// Pairs of battles of two forces in each scenario
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pairs: u32,
    /// Who plays all sides; by default the ruleset's usual opponent
    #[arg(long, value_name = "AI")]
    plays: Option<String>,
    /// Seed of all battles
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The file for the results; by default balance_ and what is weighed, here
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    cores: Cores,
}

impl Balance {
    /// Weighs.
    ///
    /// # Errors
    /// There is nothing to weigh, or files cannot be read or written.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        match &self.what {
            What::Forces { ruleset, points, how } => {
                let all = forces(library, ruleset, *points);
                if all.len() < 2 {
                    let why = format!("{ruleset} has {} forces of about {points} points; two are needed", all.len());
                    return Err(Stop::Refused(why));
                }
                let name = format!("{ruleset} {points}");
                how.weigh(library, ruleset, &name, all, Format::RoundRobin, scenarios(library, ruleset), out)
            }
            What::Lists { ruleset, points, forces, how } => how.draw(library, ruleset, *points, *forces, out),
            What::Parts { scenario: name, side, how } => {
                let scenario = Scenario::open(library, name)?;
                let side = names::side_by_name(&scenario.sides, side).ok_or_else(|| {
                    Stop::Refused(format!("no side is called {side}; there are {}", scenario.sides.join(", ")))
                })?;
                let (all, files) = parts(library, &scenario, side.index())?;
                let joined = library.with(files)?;
                let title = format!("{name} {}", scenario.sides[side.index()]);
                let ruleset = scenario.ruleset;
                how.weigh(&joined, ruleset, &title, all, Format::Gauntlet, vec![name.clone()], out)
            }
        }
    }
}

impl How {
    /// Fights with forces that are drawn by lot.
    fn draw(&self, library: &Library, ruleset: &str, points: u16, count: u32, out: &mut dyn Write) -> Result<(), Stop> {
        let Some(rosters) = library.rosters_of(ruleset) else {
            return Err(Stop::Refused(format!("{ruleset} has no rosters; there are {}", NAMES.join(", "))));
        };
        let lists = rosters.lists().len();
        let grounds = if self.scenarios.is_empty() { scenarios(library, ruleset) } else { self.scenarios.clone() };
        let two = |force: &Force| [force.clone(), Force { name: format!("{} again", force.name), ..force.clone() }];
        let fits = |force: &Force, grounds: &[String]| {
            let league = self.league(library, ruleset, "a try", &two(force), Format::RoundRobin, grounds);
            let why = |faults: Vec<Fault>| faults.into_iter().map(|fault| fault.message).next().unwrap_or_default();
            league.map(drop).map_err(why)
        };
        // A scenario that nobody can fight in is left out, unless it was asked for.
        let fought_in = |limited: bool| -> Result<Vec<String>, Stop> {
            let any = draw::forces(rosters, 0, 1, points, limited, self.seed, &|_| Ok(())).map_err(Stop::Refused)?;
            let fought_in = |ground: &&String| fits(&any[0], std::slice::from_ref(ground)).is_ok();
            Ok(grounds.iter().filter(fought_in).cloned().collect())
        };
        let with_limit = fought_in(true)?;
        let limited = !with_limit.is_empty();
        let fought = if limited { with_limit } else { fought_in(false)? };
        let grounds = if self.scenarios.is_empty() { fought } else { grounds };
        let mut all = Vec::new();
        let progress = Progress::new(0, lists as u64, "lists drawn");
        let (mut drawn, mut left_out) = (0, Vec::new());
        for list in 0..lists {
            match draw::forces(rosters, list, count, points, limited, self.seed, &|force| fits(force, &grounds)) {
                Ok(forces) => {
                    all.extend(forces);
                    drawn += 1;
                }
                Err(why) => left_out.push(why),
            }
            progress.inc();
        }
        drop(progress);
        if drawn < 2 {
            return Err(Stop::Refused(left_out.join("\n")));
        }
        left_out.iter().try_for_each(|why| writeln!(out, "left out: {why}"))?;
        let (name, format) = (format!("lists of {ruleset} {points}"), Format::Groups { of: count as usize });
        let league = self.league(library, ruleset, &format!("Balance of {name}"), &all, format, &grounds);
        self.fight(league, &name, out)
    }

    /// A league between forces.
    fn league(
        &self,
        library: &Library,
        ruleset: &str,
        name: &str,
        forces: &[Force],
        format: Format,
        grounds: &[String],
    ) -> Result<League, Vec<Fault>> {
        let mut spec = spec(library, ruleset, name, forces, format, grounds);
        (spec.seed, spec.pairs) = (self.seed, self.pairs);
        if let Some(plays) = &self.plays {
            spec.entrants.iter_mut().for_each(|e| e.plays = Some(plays.clone()));
        }
        League::new(library, spec)
    }

    /// Fights with the forces that are legal, and lists the others.
    #[expect(clippy::too_many_arguments, reason = "all of what is weighed, and how")]
    fn weigh(
        &self,
        library: &Library,
        ruleset: &str,
        name: &str,
        mut forces: Vec<Force>,
        format: Format,
        everywhere: Vec<String>,
        out: &mut dyn Write,
    ) -> Result<(), Stop> {
        let named = !self.scenarios.is_empty();
        let mut grounds = if named { self.scenarios.clone() } else { everywhere };
        let title = format!("Balance of {name}");
        let league =
            |forces: &[Force], grounds: &[String]| self.league(library, ruleset, &title, forces, format, grounds);
        let base = forces[0].clone();
        // A scenario that no force can fight in is left out, unless it was asked for.
        let fits = |ground: &String| {
            let ground = std::slice::from_ref(ground);
            forces[1..].iter().any(|force| league(&[base.clone(), force.clone()], ground).is_ok())
        };
        grounds.retain(|ground| named || fits(ground));
        let mut sound = vec![base.clone()];
        for force in forces.drain(1..) {
            match league(&[base.clone(), force.clone()], &grounds) {
                Ok(_) => sound.push(force),
                Err(faults) => {
                    let why = faults.first().map_or("", |f| f.message.as_str());
                    writeln!(out, "left out, {}: {why}", force.name)?;
                }
            }
        }
        self.fight(league(&sound, &grounds), name, out)
    }

    /// Fights a league that answers a question, in the file that was asked for or in one of the question's name.
    fn fight(&self, league: Result<League, Vec<Fault>>, name: &str, out: &mut dyn Write) -> Result<(), Stop> {
        let league = league.map_err(|faults| Fault::told(faults, name))?;
        let path = self.out.clone().unwrap_or_else(|| slot("balance", name));
        fight(&league, &path, self.cores, out)?;
        Ok(())
    }
}
