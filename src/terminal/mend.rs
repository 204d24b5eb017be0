//! Keeping what is whole of a damaged file.

use std::io::Write;

use clap::Args;

use crate::store::{Mended, mend};

use super::Stop;

/// Keeps what is whole of a file that was damaged: a journal, a campaign, results of a league, a log of tuning
#[derive(Debug, Args)]
#[command(
    after_help = "A damaged line is one that is not as it was written: its checksum does not fit. Of a league all others are\n\
    kept, and its battle is fought again; where lines follow from each other, those before the first that is damaged.\n\
    The file as it was is kept beside it."
)]
pub struct Mend {
    /// The file
    file: String,
}

impl Mend {
    /// Mends the file, and says what was left out.
    ///
    /// # Errors
    /// It cannot be read or written, nothing of it is whole, or writing to `out` fails.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        let Mended { kept, left_out, aside } = mend(&self.file)?;
        match aside {
            None => writeln!(out, "{}: all {kept} lines are as they were written", self.file)?,
            Some(aside) => writeln!(
                out,
                "{}: {kept} lines are kept, {left_out} left out; the file as it was is {aside}",
                self.file
            )?,
        }
        Ok(())
    }
}
