//! Battles from the command line: a new one, one that is continued, and the game that begins without a command.

use std::io::{IsTerminal, Write, stdin, stdout};

use clap::Args;

use crate::content::Library;
use crate::opponents;
use crate::platform;
use crate::scenario::forces::Army;
use crate::scenario::journal::PERSON;
use crate::scenario::options::{self, Wanted};
use crate::scenario::{Scenario, Session};
use crate::source::there_are;
use crate::telling::names;
use crate::user::Learnt;
use crate::user::saved::{self, Left};

use super::console::{Console, patiently};
use super::game::{Game, Telling};
use super::ink::Ink;
use super::lobby::{self, Besides, Chosen};
use super::{Stop, campaign, knobs, lesson, muster, screens, shelf};

/// Fights a whole battle and tells it
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    hexfray battle                                    the scenario crossroads between two computers\n  \
    hexfray battle gun_line --seed 7 --side A=random  side A decides at random\n  \
    hexfray battle --side Orks=person                 you play the Orks\n  \
    hexfray battle --army A=my.ron --points 400       your army against the scenario's, 400 points a side\n  \
    hexfray battle --json | jq 'select(.fact==\"rolled\")'\n\n\
    The last line is the result with the hash of the final state: equal seeds give equal hashes.")]
pub struct Battle {
    /// A scenario's name, or a scenario file
    #[arg(default_value = "crossroads")]
    scenario: String,
    /// Seed of the dice and of the computers' random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Who decides for a side: an opponent's name, also as veteran@500, or `person` to be asked here. Sides are given by name or letter (A, B, ...)
    #[arg(long = "side", value_name = "NAME=AI|person")]
    sides: Vec<String>,
    /// What a side fights with: a roster's name or file. Sides are given by name or letter
    #[arg(long = "army", value_name = "NAME=ROSTER")]
    armies: Vec<String>,
    /// The most that each side's roster may cost, in points
    #[arg(long)]
    points: Option<u16>,
    /// Set an option of the ruleset, such as premeasure=on; a wrong name lists all
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Write the events as JSON lines and nothing else
    #[arg(long, conflicts_with_all = ["frames", "explain"])]
    json: bool,
    /// Draw the board after each step of the turn that changed it
    #[arg(long)]
    frames: bool,
    /// Show what computers considered, and why they chose as they did
    #[arg(long)]
    explain: bool,
    /// Tell the board in words instead of drawing it, without colours: for screen readers
    #[arg(long, conflicts_with = "json")]
    linear: bool,
    /// Record the battle to a new file, which `replay` and `continue` read. With a person it is recorded in any case
    #[arg(long, value_name = "FILE")]
    record: Option<String>,
}

/// Goes on with a battle from its journal
#[derive(Debug, Args)]
#[command(
    after_help = "The battle goes on being recorded to the same file. Example:\n  hexfray continue last_stand.journal"
)]
pub struct Continue {
    /// The journal
    file: String,
    /// Tell the board in words instead of drawing it, without colours: for screen readers
    #[arg(long)]
    linear: bool,
}

impl Battle {
    /// Fights it.
    ///
    /// # Errors
    /// The scenario, a side, an opponent or an army is not there or wrong, or reading or writing fails.
    pub fn run(&self, library: &'static Library, out: &mut dyn Write) -> Result<(), Stop> {
        let scenario = self.enlisted(library, Scenario::open(library, &self.scenario)?)?;
        let opponents = opponents::names(library, scenario.ruleset);
        let wanted = owners_wanted(&self.sides, &scenario.sides, &opponents)?;
        let favourite = opponents::favourite(library, scenario.ruleset);
        let owners: Vec<String> = wanted.into_iter().map(|w| w.unwrap_or_else(|| favourite.clone())).collect();
        let person = owners.iter().any(|o| o == PERSON);
        if self.json && person {
            return Err(Stop::Usage("--json leaves no room to ask a person".to_owned()));
        }
        let mut session = Session::begin(library, scenario, self.seed)?.owned_by(owners);
        let plain = !self.linear && !self.frames && !self.explain;
        if person && plain && screens::is_wanted() {
            self.record.as_ref().map_or(Ok(()), |path| session.record_to(path))?;
            return screens::run(library, Some((session, self.record.clone())), self.seed, out);
        }
        let manner = Telling { json: self.json, frames: self.frames, explain: self.explain };
        let mut game = game(library, session, manner)?;
        if let Some(path) = &self.record {
            game.record_to(path.clone())?;
        }
        fight(game, self.linear, out)
    }

    /// The scenario with the armies, the points and the options that were asked for.
    fn enlisted(&self, library: &Library, scenario: Scenario) -> Result<Scenario, Stop> {
        let mut forces = scenario.forces(library);
        for flag in &self.armies {
            let Some((side, name)) = flag.split_once('=') else {
                let hint = "write NAME=ROSTER, such as Orks=ork_warband or A=my.ron";
                return Err(Stop::Usage(format!("--army {flag}: {hint}")));
            };
            let id = names::side_by_name(&scenario.sides, side).ok_or_else(|| {
                Stop::Refused(format!("no side is called {side}; {}", there_are(side, &scenario.sides)))
            })?;
            let Some(Some(force)) = forces.get_mut(id.index()) else {
                return Err(Stop::Refused(format!("{side} takes no other army in this scenario")));
            };
            force.army = Army::called(name);
        }
        if self.points.is_some() {
            forces.iter_mut().flatten().for_each(|force| force.points = self.points);
        }
        let wanted: Result<Vec<Wanted>, String> = self.options.iter().map(|flag| options::parse(flag)).collect();
        let wanted = wanted.map_err(|why| Stop::Usage(format!("--option {why}")))?;
        Ok(scenario.with_forces(library, &forces)?.with_options(library, &wanted)?)
    }
}

/// Who was asked for on each side, from flags such as `Orks=random`.
fn owners_wanted(flags: &[String], sides: &[String], opponents: &[String]) -> Result<Vec<Option<String>>, Stop> {
    let unknown = |what: &str, name: &str, known: &[String]| {
        Stop::Refused(format!("no {what} is called {name}; {}", there_are(name, known)))
    };
    let mut known = opponents.to_vec();
    known.push(PERSON.to_owned());
    let mut wanted = vec![None; sides.len()];
    for flag in flags {
        let Some((side, owner)) = flag.split_once('=') else {
            return Err(Stop::Usage(format!("--side {flag}: write NAME=AI, such as Orks=random or A=person")));
        };
        let id = names::side_by_name(sides, side).ok_or_else(|| unknown("side", side, sides))?;
        let (level, _) = opponents::budget(owner)?;
        if !known.iter().any(|k| k == level) {
            return Err(unknown("opponent", level, &known));
        }
        if wanted[id.index()].replace(owner.to_owned()).is_some() {
            return Err(Stop::Usage(format!("--side {flag}: that side was given before")));
        }
    }
    Ok(wanted)
}

impl Continue {
    /// Goes on with it.
    ///
    /// # Errors
    /// The journal cannot be read or continued, or reading or writing fails.
    pub fn run(&self, library: &'static Library, out: &mut dyn Write) -> Result<(), Stop> {
        go_on(library, &self.file, self.linear, out)
    }
}

/// A battle about to be told in the terminal.
fn game(library: &Library, session: Session, manner: Telling) -> Result<Game<'_>, Stop> {
    Game::new(library, session, manner)
}

/// Fights a battle at the terminal. Where a person plays it is recorded: to the given file, or to one in the user's data.
fn fight(mut game: Game<'_>, linear: bool, out: &mut dyn Write) -> Result<(), Stop> {
    let ink = Ink::wanted(stdout().is_terminal() && !linear);
    let mut console = Console { input: &mut stdin().lock(), out, ink, linear };
    if game.person().is_some() {
        game.patience = knobs::settings(&mut console)?.patience;
    }
    game.keep(&mut console)?;
    game.run(&mut console)
}

/// Goes on with the battle of a journal.
fn go_on(library: &'static Library, path: &str, linear: bool, out: &mut dyn Write) -> Result<(), Stop> {
    let session = patiently("reading the journal", || Session::resume(library, path))?;
    if !linear && screens::is_wanted() {
        return screens::run(library, Some((session, Some(path.to_owned()))), platform::milliseconds(), out);
    }
    for note in session.notes() {
        writeln!(out, "{path}: {note}")?;
    }
    fight(game(library, session, Telling::default())?.recorded_to(Some(path.to_owned())), linear, out)
}

/// The game at the terminal: on the whole screen where that can be, else at a prompt; boards are told in words where it is
/// linear. `seed` is for battles without a chosen seed.
///
/// # Errors
/// Reading or writing fails, or what was chosen is wrong.
pub fn play(library: &'static Library, seed: u64, linear: bool, out: &mut dyn Write) -> Result<(), Stop> {
    if !linear && screens::is_wanted() {
        return screens::run(library, None, seed, out);
    }
    let ink = Ink::wanted(stdout().is_terminal() && !linear);
    writeln!(out, "{}", ink.bold("Hexfray"))?;
    loop {
        let left = patiently("looking for unfinished battles", || {
            saved::left(library, saved::folder().as_deref(), saved::campaigns().as_deref()).collect::<Vec<_>>()
        });
        let chosen = {
            let mut console = Console { input: &mut stdin().lock(), out, ink, linear };
            lobby::choose(library, &left, saved::rosters().as_deref(), seed, &mut console)?
        };
        match chosen {
            Some(Chosen::New(session)) => return fight(game(library, *session, Telling::default())?, linear, out),
            Some(Chosen::Left(Left { campaign: Some(name), .. })) => {
                return campaign::go_on(library, &name, linear, out);
            }
            Some(Chosen::Left(left)) => return go_on(library, &left.path, linear, out),
            Some(Chosen::Besides(what)) => {
                if !besides(library, what, seed, linear, out)? {
                    return Ok(());
                }
            }
            None => return Ok(()),
        }
    }
}

/// Goes to something besides a battle. Returns whether the person is then asked for a battle again.
fn besides(
    library: &'static Library,
    what: Besides,
    seed: u64,
    linear: bool,
    out: &mut dyn Write,
) -> Result<bool, Stop> {
    let ink = Ink::wanted(stdout().is_terminal() && !linear);
    match what {
        Besides::Saved => {
            let fought = {
                let mut console = Console { input: &mut stdin().lock(), out, ink, linear };
                shelf::choose(library, &mut console)?
            };
            let Some((session, journal)) = fought else { return Ok(true) };
            fight(game(library, session, Telling::default())?.recorded_to(journal), linear, out)?;
        }
        Besides::Campaigns => {
            let name = {
                let mut console = Console { input: &mut stdin().lock(), out, ink, linear };
                campaign::choose(library, seed, &mut console)?
            };
            let Some(name) = name else { return Ok(true) };
            campaign::go_on(library, &name, linear, out)?;
        }
        Besides::Rosters => {
            muster::command::begin(library, linear, out)?;
            return Ok(true);
        }
        Besides::Settings => {
            knobs::ask(&mut Console { input: &mut stdin().lock(), out, ink, linear })?;
            return Ok(true);
        }
        Besides::Lessons => {
            let mut console = Console { input: &mut stdin().lock(), out, ink, linear };
            lesson::learn(library, &mut Learnt::read(saved::learnt()), &mut console)?;
        }
    }
    Ok(false)
}
