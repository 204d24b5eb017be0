//! The command for campaigns.

mod camp;
mod lobby;
mod sheet;
mod table;

use std::io::{IsTerminal, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use indicatif::ProgressBar;

pub(super) use lobby::choose;

use super::console::{Console, patiently};
use super::ink::Ink;
use super::progress::Progress;
use super::{Force, Stop};
use crate::campaign::{Campaign, Plot, Terms, kept};
use crate::content::Library;
use crate::league::campaigns::{self, Figures};
use crate::opponents;
use crate::scenario::journal::PERSON;
use crate::source::{Problem, there_are};
use crate::user::saved;

/// Plays campaigns: battles linked by people who live, learn and die
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    hexfray campaign list                              campaigns, one a line, the id first\n  \
    hexfray campaign new long_night --name first       begins one\n  \
    hexfray campaign play first                        briefings, shop, battles\n  \
    hexfray campaign auto long_night --seed 7          two computers play it to its end\n  \
    hexfray campaign auto long_night --games 100       win rates, survivors, length\n  \
    hexfray campaign draw --ruleset RULESET --seed 7 --out mine.ron\n  \
    hexfray campaign export first first.html           the book, as a page\n\n\
    Campaigns are kept among the user's own data, a folder each: a journal, and one for each battle.")]
pub struct Campaigns {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Lists campaigns that can be begun, one a line, the id first
    List,
    /// Begins a campaign
    New(New),
    /// Draws a campaign by a seed, as long as you like, and writes its file
    Draw(Draw),
    /// Shows a campaign being played, or lists those there are
    Show {
        /// The campaign's own name
        name: Option<String>,
        /// Also tell everything that happened
        #[arg(long)]
        book: bool,
    },
    /// Plays a campaign on: briefings, shop, battles
    Play {
        /// The campaign's own name
        name: String,
        /// Tell boards in words instead of drawing them, without colours: for screen readers
        #[arg(long)]
        linear: bool,
    },
    /// Lets computers play a campaign to its end
    Auto(Auto),
    /// Writes the book of a campaign as a page: chronicle, biographies, honours, roster cards
    Export {
        /// The campaign's own name
        name: String,
        /// The file to write
        file: PathBuf,
        #[command(flatten)]
        force: Force,
    },
}

#[derive(Debug, Args)]
struct New {
    /// A campaign's id, or a campaign file
    id: String,
    /// Its name; without it, its id
    #[arg(long)]
    name: Option<String>,
    /// Seed of all its dice; without it, the clock's
    #[arg(long)]
    seed: Option<u64>,
    /// Level of difficulty
    #[arg(long, default_value = "")]
    difficulty: String,
    /// Nothing can be taken back
    #[arg(long)]
    ironman: bool,
}

#[derive(Debug, Args)]
struct Draw {
    /// Seed of who fights whom, where and for what
    #[arg(long)]
    seed: u64,
    /// The ruleset
    #[arg(long)]
    ruleset: String,
    /// Stages: each is a choice of two missions, but for the last
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=99))]
    stages: u16,
    /// The campaign file to write, which `new` begins
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: Force,
}

#[derive(Debug, Args)]
#[command(after_help = "Without --games the campaign is kept: killed and called again, it goes on where it was.")]
struct Auto {
    /// A campaign's id, or a campaign file
    id: String,
    /// Seed of all its dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The opponent that decides for the player's company; without it, the usual one
    #[arg(long)]
    level: Option<String>,
    /// Level of difficulty
    #[arg(long, default_value = "")]
    difficulty: String,
    /// Play it this many times, with consecutive seeds, keep nothing, and report
    #[arg(long)]
    games: Option<u64>,
}

/// The folder where campaigns are kept.
fn folder() -> Result<PathBuf, Stop> {
    saved::campaigns().ok_or_else(|| Stop::Refused("there is no folder for the user's data".to_owned()))
}

/// Plays a kept campaign on, boards told in words where it is linear.
///
/// # Errors
/// There is none of this name, it cannot be read, or reading or writing fails.
pub(in crate::terminal) fn go_on(
    library: &'static Library,
    name: &str,
    linear: bool,
    out: &mut dyn Write,
) -> Result<(), Stop> {
    let ink = Ink::wanted(stdout().is_terminal() && !linear);
    let mut campaign = Campaign::open(library, &kept_as(name)?)?;
    camp::play(library, &mut campaign, &mut Console { input: &mut stdin().lock(), out, ink, linear })
}

/// The folder of one campaign, by its own name.
fn home(name: &str) -> Result<PathBuf, Stop> {
    kept::home(&folder()?, name).map_err(Stop::Refused)
}

/// The folder of a campaign that is kept.
fn kept_as(name: &str) -> Result<PathBuf, Stop> {
    let home = home(name)?;
    if !kept::is_one(&home) {
        let names = kept::names(&folder()?);
        let there = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        return Err(Stop::Refused(format!("no campaign called {name} is kept; there are: {there}")));
    }
    Ok(home)
}

impl Campaigns {
    /// Does what the command says.
    ///
    /// # Errors
    /// It cannot be done, or reading or writing fails.
    pub fn run(&self, library: &'static Library, clock: u64, out: &mut dyn Write) -> Result<(), Stop> {
        match &self.command {
            Command::List => list(library, out),
            Command::New(new) => new.run(library, clock, out),
            Command::Show { name: None, .. } => {
                Ok(kept::names(&folder()?).iter().try_for_each(|name| writeln!(out, "{name}"))?)
            }
            Command::Show { name: Some(name), book } => {
                // Another program may be playing it.
                let campaign = Campaign::look(library, &kept_as(name)?)?;
                let mut lines = sheet::overview(library, &campaign);
                if *book {
                    lines.push(String::new());
                    lines.extend(campaign.chronicle());
                }
                Ok(lines.iter().try_for_each(|line| writeln!(out, "{line}"))?)
            }
            Command::Play { name, linear } => go_on(library, name, *linear, out),
            Command::Draw(draw) => {
                let file = draw.force.out(&draw.out)?;
                let drawn = || crate::campaign::endless::draw(library, &draw.ruleset, draw.seed, draw.stages);
                file.write(patiently("drawing the campaign", drawn)?)?;
                Ok(writeln!(out, "hexfray campaign new {}", draw.out.display())?)
            }
            Command::Auto(auto) => auto.run(library, out),
            Command::Export { name, file, force } => {
                let page = force.out(file)?;
                let campaign = Campaign::look(library, &kept_as(name)?)?;
                page.write(crate::campaign::page::html(library, &campaign))?;
                Ok(writeln!(out, "the book is in {}", file.display())?)
            }
        }
    }
}

fn list(library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
    let mut left_out: Vec<Problem> =
        library.broken().iter().filter(|(path, _)| path.contains("/campaigns/")).flat_map(|b| b.1.clone()).collect();
    for (id, document) in library.campaigns() {
        match Plot::of(library, document.clone()) {
            Ok(plot) => {
                let missions = plot.missions.len();
                writeln!(out, "{id}  {} ({}, {missions} missions): {}", plot.name, plot.ruleset, plot.about)?;
            }
            Err(mut wrong) => left_out.append(&mut wrong),
        }
    }
    if !left_out.is_empty() {
        writeln!(out, "Broken, and left out:")?;
        left_out.iter().try_for_each(|problem| writeln!(out, "  {problem}"))?;
    }
    Ok(())
}

impl New {
    fn run(&self, library: &Library, clock: u64, out: &mut dyn Write) -> Result<(), Stop> {
        let plain = Path::new(&self.id).file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
        let name = self.name.clone().unwrap_or(plain);
        let terms = Terms {
            id: self.id.clone(),
            seed: self.seed.unwrap_or(clock),
            owner: PERSON.to_owned(),
            difficulty: self.difficulty.clone(),
            ironman: self.ironman,
        };
        let campaign = Campaign::begin(library, terms, Some(&home(&name)?))?;
        sheet::overview(library, &campaign).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(writeln!(out, "\nIt is called {name}: hexfray campaign play {name:?}")?)
    }
}

impl Auto {
    fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        let plot = Plot::open(library, &self.id)?;
        let level = self.level.clone().unwrap_or_else(|| opponents::favourite(library, plot.ruleset));
        let known = opponents::names(library, plot.ruleset);
        if !known.contains(&level) {
            return Err(Stop::Refused(format!("no opponent is called {level}; {}", there_are(&level, &known))));
        }
        let terms = Terms {
            id: self.id.clone(),
            seed: self.seed,
            owner: level,
            difficulty: self.difficulty.clone(),
            ironman: true,
        };
        match self.games {
            Some(games) => measure(library, &plot, &terms, games, out),
            None => play_out(library, terms, out),
        }
    }
}

/// Plays a campaign to its end, kept under a name of its own.
fn play_out(library: &Library, terms: Terms, out: &mut dyn Write) -> Result<(), Stop> {
    let stem = Path::new(&terms.id).file_stem().map_or(String::new(), |s| s.to_string_lossy().into_owned());
    let name = [stem.as_str(), "auto", &terms.owner, &terms.difficulty, &terms.seed.to_string()]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("-");
    let home = home(&name)?;
    let mut campaign = match kept::is_one(&home) {
        true => Campaign::open(library, &home)?,
        false => Campaign::begin(library, terms, Some(&home))?,
    };
    let bar = ProgressBar::new_spinner();
    campaigns::play_out(library, &mut campaign, |campaign, session| {
        bar.set_message(format!("battle {}, {}", campaign.state().battles, session.battle().place_in_turn()));
        bar.tick();
    })?;
    bar.finish_and_clear();
    let mut lines = campaign.chronicle();
    lines.push(String::new());
    lines.extend(sheet::overview(library, &campaign));
    lines.push(format!("it is kept as {name}; hash {:016x}", sheet::hash(&campaign)));
    Ok(lines.iter().try_for_each(|line| writeln!(out, "{line}"))?)
}

/// Plays a campaign many times, and reports.
fn measure(library: &Library, plot: &Plot, terms: &Terms, games: u64, out: &mut dyn Write) -> Result<(), Stop> {
    let progress = Progress::new(0, games, "campaigns");
    let figures: Figures = campaigns::measure(library, terms, games, || progress.inc())?;
    drop(progress);
    Ok(sheet::report(plot, terms, &figures).iter().try_for_each(|line| writeln!(out, "{line}"))?)
}
