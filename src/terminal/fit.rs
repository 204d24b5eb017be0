//! The command that learns the weights of features.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use clap::Args;
use rayon::prelude::*;

use super::league::Cores;
use super::progress::Progress;
use super::{Force, Stop};
use crate::content::Library;
use crate::league::fit::{Lesson, fit};
use crate::league::run::slug;
use crate::scenario::Session;
use crate::source::Problem;

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
        let files = journals(&self.journals)?;
        let progress = Progress::new(0, files.len() as u64, "journals");
        let read = |file: &String| {
            let lesson = Session::load(library, file).map(|session| Lesson::of(&session));
            progress.inc();
            lesson
        };
        let lessons = self.cores.run(|| files.par_iter().map(read).collect::<Result<Vec<_>, _>>())??;
        drop(progress);
        for (file, why) in files.iter().zip(&lessons).filter_map(|(file, lesson)| Some((file, lesson.as_ref().err()?)))
        {
            writeln!(out, "{file}: left out, as this battle is {why}")?;
        }
        let lessons: Vec<Lesson> = lessons.into_iter().flatten().collect();
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

/// All journals of these files and folders, those of each folder by name.
///
/// # Errors
/// A folder cannot be read.
pub(super) fn journals(paths: &[String]) -> Result<Vec<String>, Problem> {
    let mut files = Vec::new();
    for path in paths {
        if !Path::new(path).is_dir() {
            files.push(path.clone());
            continue;
        }
        let unreadable = |e: io::Error| Problem::whole(path, format!("cannot be read: {e}"), "");
        let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(unreadable)?;
        let mut all: Vec<String> = entries.iter().map(|e| e.path().to_string_lossy().into_owned()).collect();
        all.retain(|name| name.ends_with(".journal"));
        all.sort();
        files.append(&mut all);
    }
    Ok(files)
}
