//! The command of the rules lab.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::league::Cores;
use super::progress::Progress;
use super::{Force, Stop};
use crate::content::Library;
use crate::league::lab::Lab;
use crate::league::report::{Report, page};

/// Compares what two forces do to each other under every ruleset that has them or a counterpart
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  hexfray lab --units \"Ork mob,Blades\"\n\n\
    Both sides are played by the usual opponent, each battle twice with sides swapped. Which forces stand for each other is\n\
    said in assets/lab/counterparts.ron, where they are fought in assets/lab.")]
pub struct LabOf {
    /// The two forces
    #[arg(long, value_name = "A,B", value_delimiter = ',', num_args = 1.., required = true)]
    units: Vec<String>,
    /// The map; by default that of each ruleset's lab
    #[arg(long)]
    map: Option<String>,
    /// Pairs of battles under each ruleset
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pairs: u32,
    /// Seed of all battles
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the table for spreadsheets
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write a page with the table
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    cores: Cores,
}

impl LabOf {
    /// Compares.
    ///
    /// # Errors
    /// There are no such forces, or files cannot be written.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        let [first, second] = &self.units[..] else {
            return Err(Stop::Refused(format!("--units {}: name two forces", self.units.join(","))));
        };
        let (csv, html) = (self.force.maybe(self.csv.as_deref())?, self.force.maybe(self.html.as_deref())?);
        let lab = Lab::new(library, [first, second], self.map.as_deref(), self.pairs, self.seed)?;
        let progress = Progress::new(0, lab.games().into(), "battles");
        let table = self.cores.run(|| lab.run(|| progress.inc()))??;
        drop(progress);
        table.lines().iter().try_for_each(|line| writeln!(out, "{line}"))?;
        if let Some(file) = csv {
            file.write(table.csv())?;
        }
        if let Some(file) = html {
            let about = vec![format!("{} pairs of battles under each ruleset, seed {}.", self.pairs, self.seed)];
            let title = format!("{first} and {second} in the rules lab");
            file.write(page(&Report { title, about, tables: vec![table], plots: Vec::new() }))?;
        }
        Ok(())
    }
}
