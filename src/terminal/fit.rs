//! The command that learns the weights of features.

use std::io::Write;
use std::path::Path;

use clap::Args;

use super::league::Cores;
use super::{Force, Stop, journals};
use crate::content::Library;
use crate::league::fit::{Lesson, fit};
use crate::league::run::slug;

/// Learns from journals how much each sign of who is winning counts
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  hexfray league run SPEC.ron         with `journals: All` in the spec, keeps every battle\n  \
    hexfray fit two_turns SPEC.journals\n\n\
    What opponents that look ahead make of a position is in the file of their manner, under `outlook`. Its weights are\n\
    fitted to the ends of turns of the journals' battles and to who won them, by logistic regression."
)]
pub struct Fit {
    /// The manner of looking ahead whose weights are fitted
    manner: String,
    /// Journals, or folders of them
    #[arg(required = true)]
    journals: Vec<String>,
    /// The file for the manner with its fitted weights; by default its name with .fitted.ron, here
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    cores: Cores,
}

impl Fit {
    /// Fits.
    ///
    /// # Errors
    /// Journals cannot be read or are not reproduced, or the file cannot be written.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        let path = self.out.clone().unwrap_or_else(|| format!("{}.fitted.ron", slug(&self.manner)));
        let file = self.force.out(Path::new(&path))?;
        let read = journals::each(library, &self.journals, &self.cores, Lesson::of)?;
        let mut lessons = Vec::new();
        for (file, lesson) in read {
            match lesson {
                Ok(lesson) => lessons.push(lesson),
                Err(why) => writeln!(out, "{file}: left out, as this battle is {why}")?,
            }
        }
        let fitted = fit(library, &self.manner, &lessons)?;
        fitted.report().lines().iter().try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out)?;
        if !fitted.better() {
            writeln!(out, "not written, as it foretells no better than what there is")?;
            return Ok(());
        }
        file.write(fitted.text())?;
        writeln!(out, "{path}: written")?;
        Ok(())
    }
}
