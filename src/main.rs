//! The command line: reads the flags, calls the library, turns errors into text and exit codes.

use std::io::{self, BufWriter, IsTerminal, Write, stdin, stdout};
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::{Args, CommandFactory, Parser, Subcommand, error::ErrorKind};

use hexfray::check::check;
use hexfray::content::Library;
use hexfray::scenario::{Scenario, Session};
use hexfray::source::did_you_mean;
use hexfray::terminal::console::{Console, patiently};
use hexfray::terminal::game::{Game, Manner, Seat, favourite};
use hexfray::terminal::ink::Ink;
use hexfray::terminal::menu::{Found, Menu};
use hexfray::terminal::story::Story;
use hexfray::terminal::{Stop, chances, codex, ledger, lobby, names, panel};

/// A tactical wargame on hexes: play battles against the computer, or let it play.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Without a command the game begins: choose a scenario and play.\n\n\
    Exit codes: 0 fine, 1 it could not be done (the message says why), 2 wrong usage."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Battle(Battle),
    Odds(OddsOf),
    Check(Check),
    Codex(CodexOf),
    Ledger(Ledger),
}

/// Fights a whole battle and tells it
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    hexfray battle                                    the scenario crossroads between two computers\n  \
    hexfray battle gun_line --seed 7 --side A=random  side A decides at random\n  \
    hexfray battle --side Orks=person                 you play the Orks\n  \
    hexfray battle --json | jq 'select(.fact==\"rolled\")'\n\n\
    The last line is the result with the hash of the final state: equal seeds give equal hashes.")]
struct Battle {
    /// A scenario's name, or a scenario file
    #[arg(default_value = "crossroads")]
    scenario: String,
    /// Seed of the dice and of whatever computers leave to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Who decides for a side: an opponent's name, or `person` to be asked here. Sides go by name or letter (A, B, ...)
    #[arg(long = "side", value_name = "NAME=AI|person")]
    sides: Vec<String>,
    /// Write the events as JSON lines and nothing else
    #[arg(long, conflicts_with_all = ["frames", "explain"])]
    json: bool,
    /// Draw the board after each step of the turn that changed it
    #[arg(long)]
    frames: bool,
    /// Show what computers considered, and why they chose as they did
    #[arg(long)]
    explain: bool,
}

/// Works out exactly what an action in a position leads to
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    hexfray odds duel.ron                               the actions of the position, numbered\n  \
    hexfray odds duel.ron --action 3                    the third of them\n  \
    hexfray odds duel.ron --action \"rangers fires mob\"  the one with these words in it")]
struct OddsOf {
    /// A scenario's name, or the file of a scenario or position
    scenario: String,
    /// The action, by its number in the list or by words that fit no other; without it the actions are listed
    #[arg(long, value_name = "N|TEXT")]
    action: Option<String>,
    /// Seed of the dice that fall before the first decision
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Checks content files: maps, scenarios, positions, sheets, profiles, codex
#[derive(Debug, Args)]
#[command(after_help = "Prints every problem as file:line:column: message (cure), and how many files were fine.\n\
    Exit code 1 if there is any problem.\n\nExample:\n  hexfray check maps assets my_map.ron")]
struct Check {
    /// Files, or folders of which all .ron files are checked
    #[arg(required = true)]
    paths: Vec<String>,
}

/// Says what a rule says
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  hexfray codex HEX-HIT-01   one rule\n  hexfray codex HEX-ASLT     a chapter's rules"
)]
struct CodexOf {
    /// The id of a rule, or how the ids of some begin
    id: String,
}

/// Lists which rules are shown by which test
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  hexfray ledger HEX            the rules of one ruleset\n  \
    hexfray ledger HEX --missing  those without a test\n\nIt reads the tests, so it works in a checkout only.")]
struct Ledger {
    /// How the ids begin
    #[arg(default_value = "")]
    prefix: String,
    /// List only rules without a test
    #[arg(long)]
    missing: bool,
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = BufWriter::new(stdout().lock());
    let done = match cli.command {
        Some(Command::Battle(battle)) => battle.run(&mut out),
        Some(Command::Odds(odds)) => odds.run(&mut out),
        Some(Command::Check(check)) => check.run(&mut out),
        Some(Command::Codex(codex)) => codex.run(&mut out),
        Some(Command::Ledger(ledger)) => ledger.run(&mut out),
        None => play(&mut out),
    };
    let done = done.and_then(|()| Ok(out.flush()?));
    // What could not be written now cannot be written at the end either.
    std::mem::forget(out.into_parts());
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has seen enough.
        Err(Stop::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(stop) => {
            complain(&stop);
            ExitCode::FAILURE
        }
    }
}

/// Tells on the error output why a command stopped. If nobody reads that either, the exit code has to do.
fn complain(stop: &Stop) {
    let mut err = io::stderr().lock();
    let _ = match stop {
        Stop::Problems(problems) => problems.iter().try_for_each(|p| writeln!(err, "{p}")),
        Stop::Refused(why) => writeln!(err, "{why}"),
        Stop::Io(error) => writeln!(err, "input or output failed: {error}"),
    };
}

/// Ends with a message about wrong usage.
fn usage(message: String) -> ! {
    Cli::command().error(ErrorKind::ValueValidation, message).exit()
}

/// A seed that nobody has chosen.
fn clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |t| t.as_millis() as u64)
}

impl Battle {
    fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        let library = Library::own();
        let scenario = Scenario::open(library, &self.scenario)?;
        let wanted = seats_wanted(&self.sides, &scenario.sides)?;
        let session = Session::begin(library, scenario, self.seed)?;
        let favourite = favourite(library, session.battle());
        let name = |w: &Option<String>| w.clone().unwrap_or_else(|| favourite.clone());
        let seats: Result<Vec<Seat>, Stop> =
            wanted.iter().map(|w| Seat::of(library, session.battle(), &name(w))).collect();
        let seats = seats?;
        if self.json && seats.iter().any(|s| matches!(s, Seat::Person)) {
            usage("--json leaves no room to ask a person".to_owned());
        }
        let manner = Manner { json: self.json, frames: self.frames, explain: self.explain };
        let ink = Ink::wanted(stdout().is_terminal());
        let mut game = Game::new(library, session, seats, manner, ink)?;
        game.run(&mut Console { input: &mut stdin().lock(), out, ink })?;
        Ok(())
    }
}

/// Who was asked for on each side, from flags such as `Orks=random`.
fn seats_wanted(flags: &[String], sides: &[String]) -> Result<Vec<Option<String>>, Stop> {
    let mut wanted = vec![None; sides.len()];
    for flag in flags {
        let Some((side, name)) = flag.split_once('=') else {
            usage(format!("--side {flag}: write NAME=AI, such as Orks=random or A=person"));
        };
        let Some(id) = names::side_by_name(sides, side) else {
            let known: Vec<&str> = sides.iter().map(String::as_str).collect();
            let meant = did_you_mean(side, &known).map_or(String::new(), |n| format!("did you mean {n}? "));
            return Err(Stop::Refused(format!("no side is called {side}; {meant}sides are {}", sides.join(", "))));
        };
        if wanted[id.index()].replace(name.to_owned()).is_some() {
            usage(format!("--side {flag}: that side was given before"));
        }
    }
    Ok(wanted)
}

impl OddsOf {
    fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        let library = Library::own();
        let scenario = Scenario::open(library, &self.scenario)?;
        let mut session = Session::begin(library, scenario, self.seed)?;
        let ink = Ink::wanted(stdout().is_terminal());
        let actions = session.legal().to_vec();
        let battle = &**session.battle();
        let menu = Menu::new(battle, &actions);
        let Some(text) = &self.action else {
            writeln!(out, "{}", panel::header(battle, ink))?;
            let all: Vec<usize> = (0..actions.len()).collect();
            menu.list(battle, &all, ink).iter().try_for_each(|line| writeln!(out, "{line}"))?;
            return Ok(());
        };
        let place = match menu.find(battle, text) {
            Found::One(place) => place,
            Found::None => {
                return Err(Stop::Refused(format!("no action fits `{text}`; without --action they are listed")));
            }
            Found::Several(places) => {
                let fit: Vec<&str> = places.iter().map(|p| menu.words[*p].as_str()).collect();
                return Err(Stop::Refused(format!("several actions fit `{text}`:\n  {}", fit.join("\n  "))));
            }
        };
        let odds = patiently("working out the odds", || battle.odds(actions[place]));
        writeln!(out, "{}", menu.words[place])?;
        let story = Story::new(library.codex(), ink);
        chances::lines(battle, &odds, &story).iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(())
    }
}

impl Check {
    fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        let checked = patiently("checking", || check(&self.paths));
        let fine = match checked.fine {
            1 => "1 file is fine".to_owned(),
            n => format!("{n} files are fine"),
        };
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

impl CodexOf {
    fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        let lines = codex::lookup(Library::own().codex(), &self.id).map_err(|why| Stop::Refused(why.join("\n")))?;
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(())
    }
}

impl Ledger {
    fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        let here = std::env::current_dir()?;
        let Some(root) = ledger::checkout(&here) else {
            let why = "the ledger reads the tests; run it in a checkout of the repository";
            return Err(Stop::Refused(why.to_owned()));
        };
        let lines = ledger::lines(Library::own().codex(), &ledger::scan(root), &self.prefix, self.missing);
        if lines.is_empty() {
            return Err(Stop::Refused(format!("no rule's id begins with {}", self.prefix)));
        }
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(())
    }
}

/// The game at the terminal.
fn play(out: &mut dyn Write) -> Result<(), Stop> {
    let library = Library::own();
    let ink = Ink::wanted(stdout().is_terminal());
    let mut console = Console { input: &mut stdin().lock(), out, ink };
    console.line(&ink.bold("Hexfray"))?;
    let Some(chosen) = lobby::choose(library, clock(), &mut console)? else { return Ok(()) };
    let mut game = Game::new(library, chosen.session, chosen.seats, Manner::default(), ink)?;
    game.run(&mut console)?;
    Ok(())
}
