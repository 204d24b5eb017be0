//! The checker from the command line, and the fields of files.

use std::io::Write;

use clap::Args;

use crate::check::usage::{Thing, usage};
use crate::check::{check, fields};
use crate::content::Library;
use crate::rules::NAMES;

use super::Stop;
use super::console::patiently;

/// Checks content files: maps, scenarios, positions, campaigns, rosters, sheets, profiles, codex
#[derive(Debug, Args)]
#[command(
    after_help = "Prints every problem as file:line:column: message (cure), what rosters cost, and how many files were fine.\n\
    What files name is looked for in the program's own content, and in that of --content.\n\
    Exit code 1 if there is any problem.\n\nExample:\n  hexfray check maps assets my_map.ron"
)]
pub struct Check {
    /// Files, or folders of which all .ron files are checked
    #[arg(required = true)]
    paths: Vec<String>,
}

impl Check {
    /// Checks, and lists every problem.
    ///
    /// # Errors
    /// There are problems, or writing fails.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        let checked = patiently("checking", || check(library, &self.paths));
        let fine = match checked.fine {
            1 => "1 file is fine".to_owned(),
            n => format!("{n} files are fine"),
        };
        checked.rosters.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        checked.notes.iter().try_for_each(|note| writeln!(out, "{note}"))?;
        if checked.problems.is_empty() {
            writeln!(out, "{fine}")?;
            return Ok(());
        }
        for problem in &checked.problems {
            writeln!(out, "{problem}")?;
        }
        out.flush()?;
        let count = checked.problems.len();
        Err(Stop::Refused(format!("{count} problem{}, {fine}", if count == 1 { "" } else { "s" })))
    }
}

/// Lists the fields of files of a kind: every field, its type, bounds and values
#[derive(Debug, Args)]
#[command(
    after_help = "Without KIND it lists the kinds. Bounds are the checker's in sheets and else those of a field's type; what\n\
    is narrower, or depends on other fields and files, `hexfray check` says.\n\nExample:\n  hexfray fields map"
)]
pub struct FieldsOf {
    /// The kind: map, campaign, level, hexwar/weapons, ...
    kind: Option<String>,
}

impl FieldsOf {
    /// Lists the kinds, or the fields of one.
    ///
    /// # Errors
    /// There is no such kind, or writing fails.
    pub fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        match &self.kind {
            None => fields::names().iter().try_for_each(|kind| writeln!(out, "{kind}"))?,
            Some(kind) => write!(out, "{}", fields::fields(kind).map_err(|why| Stop::Refused(why.to_string()))?)?,
        }
        Ok(())
    }
}

/// Lists what of the sheets is used where: units, weapons, powers, terrain, and the scenarios and rosters that have them
#[derive(Debug, Args)]
#[command(
    after_help = "A name counts as used where a scenario or a roster names it, or something that is used there.\n\n\
    Example:\n  hexfray used --nowhere  what no scenario has"
)]
pub struct Used {
    /// The ruleset; all of them where left out
    ruleset: Option<String>,
    /// Only what no scenario has
    #[arg(long)]
    nowhere: bool,
}

impl Used {
    /// Lists it.
    ///
    /// # Errors
    /// There is no such ruleset, or writing fails.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        let rulesets = self.ruleset.as_deref().map_or(NAMES.to_vec(), |name| vec![name]);
        for ruleset in rulesets {
            let things = patiently("reading", || usage(library, ruleset)).map_err(Stop::Refused)?;
            let all = things.len();
            let missing = things.iter().filter(|thing| thing.scenarios.is_empty()).count();
            writeln!(out, "{ruleset}: {all} things, {missing} of them in no scenario")?;
            for thing in things.iter().filter(|thing| !self.nowhere || thing.scenarios.is_empty()) {
                let Thing { kind, name, scenarios, rosters } = thing;
                writeln!(
                    out,
                    "  {kind:10} {name:28} {}{}",
                    listed(scenarios, "scenario"),
                    match rosters.len() {
                        0 => String::new(),
                        _ => format!("; {}", listed(rosters, "roster")),
                    }
                )?;
            }
        }
        Ok(())
    }
}

/// How many there are, and which.
fn listed(names: &[String], what: &str) -> String {
    match names {
        [] => format!("no {what}"),
        [name] => format!("1 {what}: {name}"),
        _ => format!("{} {what}s: {}", names.len(), names.join(", ")),
    }
}
