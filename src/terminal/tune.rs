//! The command that tunes opponents.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::league::{Cores, fight};
use super::progress::Progress;
use super::{Force, Stop};
use crate::content::Library;
use crate::league::report::page;
use crate::league::statistics::sprt::Verdict;
use crate::league::tune::{Tuning, stem};
use crate::league::{League, spec::Fault};
use crate::source::{Document, open};
use crate::store::{Held, Out};

/// Tunes the numbers of an opponent, and keeps them if they win
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  hexfray tune assets/leagues/tune_utility.ron\n\n\
    Every step is written to the log as it is made; the same command goes on after an interruption. In the end the tuned\n\
    file plays a match with fresh seeds against what there was, or the first of those against whom it was tuned, and is\n\
    written only if it wins.")]
pub struct Tune {
    /// What to tune
    task: String,
    /// The log of steps; by default the task's name with .tune.jsonl, here
    #[arg(long, value_name = "FILE")]
    steps: Option<String>,
    /// The tuned file; by default the task's name with .tuned.ron, here
    #[arg(long, value_name = "FILE")]
    out: Option<String>,
    /// Write a page with the course of the numbers
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
    #[command(flatten)]
    cores: Cores,
}

impl Tune {
    /// Tunes.
    ///
    /// # Errors
    /// The task is wrong, or files cannot be read or written.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        let stem = stem(&self.task);
        let log = self.steps.clone().unwrap_or_else(|| format!("{stem}.tune.jsonl"));
        let path = self.out.clone().unwrap_or_else(|| format!("{stem}.tuned.ron"));
        let html = self.force.maybe(self.html.as_deref())?;
        let kept = self.force.out(Path::new(&path))?;
        let mut tuning = Tuning::open(library, &Document::parse(&self.task, &open(&self.task)?)?, &log)?;
        let steps = tuning.task.steps;
        tuning.notes.iter().try_for_each(|note| writeln!(out, "{log}: {note}"))?;
        writeln!(out, "{log}: {} of {steps} steps made; the same command goes on", tuning.steps.len())?;
        out.flush()?;
        let progress = Progress::new(tuning.steps.len() as u64, steps.into(), "steps");
        while tuning.steps.len() < steps as usize {
            self.cores.run(|| tuning.step(library))??;
            progress.inc();
        }
        drop(progress);
        let report = tuning.report();
        if let Some(html) = html {
            html.write(page(&report))?;
        }
        report.lines().iter().try_for_each(|line| writeln!(out, "{line}"))?;
        writeln!(out)?;
        self.test(library, &tuning, &path, &kept, out)
    }

    /// Lets the tuned file play against the old one; it is kept only if it wins.
    fn test(
        &self,
        library: &Library,
        tuning: &Tuning,
        path: &str,
        kept: &Out,
        out: &mut dyn Write,
    ) -> Result<(), Stop> {
        let candidate = format!("{path}.candidate.ron");
        let tuned = tuning.tuned();
        Held::take(&candidate)?.replace(tuned.as_bytes())?;
        let league =
            League::new(library, tuning.test(&candidate)).map_err(|faults| Fault::told(faults, &tuning.task.name))?;
        let results = fight(&league, &Path::new(path).with_extension("test.jsonl"), self.cores, out)?;
        if results.course().and_then(|course| course.verdict) == Some(Verdict::Better) {
            kept.write(&tuned)?;
            writeln!(out, "{path}: kept, as it is better than {}", tuning.task.rival())?;
        } else {
            writeln!(out, "thrown away, as it did not prove better than {}", tuning.task.rival())?;
        }
        Ok(std::fs::remove_file(&candidate)?)
    }
}
