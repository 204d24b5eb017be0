//! The command that writes battles of a person's own making.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;

use super::{Force, Stop};
use crate::battle::MAX_SIDES;
use crate::content::Library;
use crate::rules::NAMES;
use crate::scenario::custom::Custom;
use crate::scenario::forces::Army;
use crate::source::there_are;

/// Writes a scenario of your own: any ruleset on any map, two to eight sides with any rosters
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    hexfray custom RULESET\n  \
    hexfray custom RULESET --map two_bridges --army ork_warband --army elf_patrol --army my.ron --out bridges.ron\n  \
    hexfray custom RULESET --map \"hulk 7 8 1\" --army boarding_party --army the_heart_defenders --turns 40 --out hulk.ron\n\n\
    Sides begin along the border of the map. `hexfray battle FILE` plays what was written, and any part of it can be\n\
    changed by hand before. A map \"hulk SEED ROOMS DECKS\" is drawn when the battle begins; the last side defends it.")]
pub struct CustomBattle {
    /// The ruleset: hexwar, iten or gemini
    ruleset: String,
    /// The map: one of the library, or "hulk SEED ROOMS DECKS"
    #[arg(long)]
    map: Option<String>,
    /// What a side fights with, a shipped roster or a file of your own; once for each side
    #[arg(long = "army", value_name = "ROSTER")]
    armies: Vec<String>,
    /// The most that a side's army may cost
    #[arg(long)]
    points: Option<u16>,
    /// How long it lasts at most
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=99))]
    turns: Option<u16>,
    /// The scenario file to write; without it the scenario is printed
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

impl CustomBattle {
    /// Writes the scenario, once a battle has been set up by it.
    ///
    /// # Errors
    /// There is no such ruleset, map or roster, they make no battle together, or the file is there already.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        let file = self.force.maybe(self.out.as_deref())?;
        let ruleset = NAMES.into_iter().find(|name| *name == self.ruleset);
        let unknown = || format!("no ruleset is called {}; {}", self.ruleset, there_are(&self.ruleset, &NAMES));
        let ruleset = ruleset.ok_or_else(|| Stop::Refused(unknown()))?;
        let own = Custom::new(library, ruleset);
        let mut own = own.ok_or_else(|| Stop::Refused(format!("{ruleset} has no rosters or no map")))?;
        if let Some(map) = &self.map {
            own.map.clone_from(map);
        }
        if let Some(turns) = self.turns {
            own.turns = turns;
        }
        own.points = self.points;
        if !self.armies.is_empty() {
            if !(2..=MAX_SIDES).contains(&self.armies.len()) {
                return Err(Stop::Usage(format!("--army: give it 2 to {MAX_SIDES} times, once for each side")));
            }
            own.armies = self.armies.iter().map(|name| Army::called(name)).collect();
        }
        let scenario = own.scenario(library)?;
        scenario.battle(library)?;
        let text = &scenario.document.text;
        match (file, &self.out) {
            (Some(file), Some(path)) => {
                file.write(text)?;
                writeln!(out, "{}: {}", path.display(), scenario.about)?;
            }
            _ => write!(out, "{text}")?,
        }
        Ok(())
    }
}
