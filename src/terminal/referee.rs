//! The referee on standard input and output.

use std::io::{Write, stdin};
use std::path::PathBuf;

use clap::Args;

use crate::content::Library;
use crate::referee;
use crate::scenario::{Scenario, Session};

use super::Stop;

/// Plays a battle with another program, by JSON lines on standard input and output
#[derive(Debug, Args)]
#[command(after_help = "The protocol is described in src/referee/README.md.\n\nExample:\n  \
    echo '{\"do\":\"auto\",\"ai\":\"random\",\"until\":\"over\"}' | hexfray referee crossroads")]
pub struct Referee {
    /// A scenario's name, or the file of a scenario or position
    #[arg(required_unless_present = "resume")]
    scenario: Option<String>,
    /// Seed of the dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Record the battle in this file, which must not exist yet
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with the battle that this journal keeps, and keep it there
    #[arg(long, value_name = "JOURNAL", conflicts_with_all = ["scenario", "seed", "save"])]
    resume: Option<String>,
}

impl Referee {
    /// Serves until the program at the other end leaves.
    ///
    /// # Errors
    /// The scenario or the journal is wrong, or reading or writing fails.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        let input = &mut stdin().lock();
        if let Some(journal) = &self.resume {
            return Ok(referee::go_on(library, Session::resume(library, journal)?, input, out)?);
        }
        let scenario = Scenario::open(library, self.scenario.as_deref().unwrap_or_default())?;
        Ok(referee::serve(library, scenario, self.seed, self.save.as_deref(), input, out)?)
    }
}
