//! Rosters from the command line.

use std::io::{IsTerminal, Write, stdin, stdout};

use clap::{Args, Subcommand};

use crate::content::Library;
use crate::user::saved;

use super::super::Stop;
use super::super::console::Console;
use super::super::ink::Ink;
use super::{begin, build, show};

/// Builds a roster choice by choice, or shows one
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  \
    hexfray muster                               a new roster, a shipped one, or one that was left unsaved\n  \
    hexfray muster my.ron                        changes a file, or begins it\n  \
    hexfray muster show inquisitors_retinue      a roster with all costs"
)]
pub struct Muster {
    #[command(subcommand)]
    show: Option<MusterShow>,
    /// A roster's file or name; a file that is not there is begun
    file: Option<String>,
    /// The ruleset of a file that is begun; asked for where it is left out
    #[arg(long, value_name = "NAME")]
    ruleset: Option<String>,
}

/// Other things to do with a roster.
#[derive(Debug, Subcommand)]
pub enum MusterShow {
    /// Prints a roster with what each figure or unit costs, and what is against the rules
    Show {
        /// A roster's file or name
        file: String,
    },
}

impl Muster {
    /// Builds a roster, or shows one.
    ///
    /// # Errors
    /// There is no such roster, it is wrong, or reading or writing fails.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        if let Some(MusterShow::Show { file }) = &self.show {
            return Ok(show(library, file)?.iter().try_for_each(|line| writeln!(out, "{line}"))?);
        }
        let Some(file) = &self.file else { return begin(library, false, out) };
        let ink = Ink::wanted(stdout().is_terminal());
        let mut console = Console { input: &mut stdin().lock(), out, ink, linear: false };
        match begin::named(library, file, self.ruleset.as_deref(), &mut console)? {
            Some(begun) => build(begun, saved::drafts().as_deref(), &mut console),
            None => Ok(()),
        }
    }
}

/// Asks for a roster to begin with and builds it, without colours where it is linear.
///
/// # Errors
/// One that ships is wrong, or reading or writing fails.
pub(in crate::terminal) fn begin(library: &Library, linear: bool, out: &mut dyn Write) -> Result<(), Stop> {
    let ink = Ink::wanted(stdout().is_terminal() && !linear);
    let mut console = Console { input: &mut stdin().lock(), out, ink, linear };
    let (drafts, own) = (saved::drafts(), saved::rosters());
    match begin::chosen(library, drafts.as_deref(), own.as_deref(), &mut console)? {
        Some(begun) => build(begun, drafts.as_deref(), &mut console),
        None => Ok(()),
    }
}
