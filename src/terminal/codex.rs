//! Rules to look up.

use std::io::Write;

use clap::Args;

use crate::content::Library;
use crate::telling::codex::lookup;

use super::Stop;

/// Shows what a rule says
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  hexfray codex HEX-HIT-01   one rule\n  hexfray codex HEX-ASLT     a chapter's rules"
)]
pub struct CodexOf {
    /// The id of a rule, or how the ids of some begin
    id: String,
}

impl CodexOf {
    /// Looks it up.
    ///
    /// # Errors
    /// There is no such rule, or writing fails.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        let lines = lookup(library.codex(), &self.id).map_err(|why| Stop::Refused(why.join("\n")))?;
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(())
    }
}
