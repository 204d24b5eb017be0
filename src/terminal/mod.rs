//! The terminal: battles as text, for a person to play or to read. It knows no ruleset: it shows what a battle says
//! of itself and offers what is legal. Each command of the program is a module here, or the head of one: its flags, and
//! what it does with them.
//!
//! [`screens`] is the game on the whole screen. Where that cannot be, [`game`] runs a battle between persons and
//! computers at a prompt, [`person`] is a person's turn at the prompt, [`lobby`] is what comes before it, [`lesson`]
//! teaches, `shelf` has the battles that are kept, `watch` tells one again, `review` looks back at one, `knobs` are the
//! settings. [`picture`] draws the board, [`words`] tells it to those who cannot see that, [`menu`] numbers the actions,
//! [`replay`] replays journals, [`codex`] looks rules up, [`muster`] builds rosters, [`hulk`] draws maps, [`campaign`] is
//! what comes between battles, [`league`] and [`tune`] let opponents play each other, [`fit`] learns from it, [`balance`]
//! and [`lab`] weigh forces, [`ledger`] finds the rules' tests, [`clean`] removes control sequences, [`battle`],
//! [`odds`], [`check`], [`referee`], [`mend`] and [`measure`] are commands alone, [`trace`] writes the trace of a run.
//! All of them write to a given output.

pub mod balance;
pub mod battle;
pub mod campaign;
pub mod check;
pub mod clean;
pub mod codex;
pub mod console;
pub mod custom;
pub mod fit;
pub mod game;
pub mod hulk;
pub mod ink;
mod journals;
mod knobs;
pub mod lab;
pub mod league;
pub mod ledger;
pub mod lesson;
pub mod lobby;
pub mod measure;
pub mod mend;
pub mod menu;
pub mod muster;
pub mod odds;
pub mod person;
pub mod picture;
pub mod progress;
pub mod referee;
pub mod replay;
mod review;
pub mod screens;
mod shelf;
#[cfg(test)]
mod tests;
pub mod trace;
pub mod tune;
mod watch;
pub mod words;

use std::path::Path;
use std::{fmt, io};

use clap::Args;

use crate::source::{self, Problem};
use crate::store::Out;

/// Whether files that there are already are written over.
#[derive(Clone, Copy, Debug, Args)]
pub struct Force {
    /// Write over files that there are already
    #[arg(long)]
    force: bool,
}

impl Force {
    /// A file that is to be written, checked before the work begins, so that a refusal comes at once.
    ///
    /// # Errors
    /// There is such a file, and it is not to be written over.
    pub fn out(self, path: &Path) -> Result<Out, Problem> {
        Out::new(path, self.force)
    }

    /// The same for an optional file.
    ///
    /// # Errors
    /// There is such a file, and it is not to be written over.
    pub fn maybe(self, path: Option<&Path>) -> Result<Option<Out>, Problem> {
        path.map(|path| self.out(path)).transpose()
    }
}

/// Why a command ends without having done what it was asked.
#[derive(Debug)]
pub enum Stop {
    /// Files or names are wrong.
    Problems(Vec<Problem>),
    /// It cannot be done, in words.
    Refused(String),
    /// The command line makes no sense, in words.
    Usage(String),
    /// Reading or writing failed.
    Io(io::Error),
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Problems(problems) => f.write_str(&source::lines(problems)),
            Stop::Refused(why) | Stop::Usage(why) => f.write_str(why),
            Stop::Io(error) => write!(f, "input or output failed: {error}"),
        }
    }
}

impl From<Vec<Problem>> for Stop {
    fn from(problems: Vec<Problem>) -> Self {
        Stop::Problems(problems)
    }
}

impl From<Problem> for Stop {
    fn from(problem: Problem) -> Self {
        Stop::Problems(vec![problem])
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Stop::Io(error)
    }
}
