//! The command line: reads the flags, calls the library, turns errors into text and exit codes.

use std::collections::BTreeMap;
use std::io::{self, BufWriter, IsTerminal, Write, stdin, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use clap::{Args, CommandFactory, Parser, Subcommand, error::ErrorKind};

use hexfray::bench;
use hexfray::check::{check, fields};
use hexfray::content::Library;
use hexfray::league::tactics;
use hexfray::opponents;
use hexfray::referee;
use hexfray::rules::AnyBattle;
use hexfray::scenario::forces::Army;
use hexfray::scenario::journal::{self, PERSON, Verified};
use hexfray::scenario::{Scenario, Session};
use hexfray::soak::{self, Limit};
use hexfray::source::there_are;
use hexfray::store::{Mended, mend};
use hexfray::terminal::balance::Balance;
use hexfray::terminal::campaign::Campaigns;
use hexfray::terminal::clean::Clean;
use hexfray::terminal::console::{Console, patiently};
use hexfray::terminal::fit::Fit;
use hexfray::terminal::game::{Game, Manner};
use hexfray::terminal::hulk::HulkMap;
use hexfray::terminal::ink::Ink;
use hexfray::terminal::lab::LabOf;
use hexfray::terminal::league::{Duel, LeagueOf};
use hexfray::terminal::lobby::Chosen;
use hexfray::terminal::menu::{Found, Menu};
use hexfray::terminal::story::Story;
use hexfray::terminal::tune::Tune;
use hexfray::terminal::{Stop, chances, codex, ledger, lobby, muster, names, panel, replay, shelf, trace};

/// A tactical wargame on hexes: play battles against the computer, or let it play.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Without a command the game begins, in a window where there is a display: choose a scenario and play.\n\n\
    Exit codes: 0 fine, 1 it could not be done (the message says why), 2 wrong usage."
)]
struct Cli {
    /// A folder with `assets` and `maps` whose files replace or join those that the program brings
    #[arg(long, value_name = "DIR", global = true)]
    content: Option<String>,
    /// Write the trace of this run to the end of a file; HEXFRAY_LOG says what of it, such as `debug` or
    /// `search=debug,league=info`. HEXFRAY_LOG alone writes it to the error output, the window to its data folder
    #[arg(long, value_name = "FILE", global = true)]
    log: Option<PathBuf>,
    /// Play at the terminal even where there is a display
    #[cfg(feature = "gui")]
    #[arg(long)]
    terminal: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    Battle(Battle),
    Continue(Continue),
    Replay(Replay),
    Odds(OddsOf),
    Check(Check),
    Muster(Muster),
    Hulk(HulkMap),
    Campaign(Campaigns),
    Codex(CodexOf),
    Fields(FieldsOf),
    Ledger(Ledger),
    Referee(Referee),
    Duel(Duel),
    League(LeagueOf),
    Tune(Tune),
    Fit(Fit),
    Balance(Balance),
    Lab(LabOf),
    Tactics(Tactics),
    Soak(Soak),
    Bench(Bench),
    Mend(Mend),
}

/// Fights a whole battle and tells it
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    hexfray battle                                    the scenario crossroads between two computers\n  \
    hexfray battle gun_line --seed 7 --side A=random  side A decides at random\n  \
    hexfray battle --side Orks=person                 you play the Orks\n  \
    hexfray battle --army A=my.ron --points 400       your army against the scenario's, 400 points a side\n  \
    hexfray battle --json | jq 'select(.fact==\"rolled\")'\n\n\
    The last line is the result with the hash of the final state: equal seeds give equal hashes.")]
struct Battle {
    /// A scenario's name, or a scenario file
    #[arg(default_value = "crossroads")]
    scenario: String,
    /// Seed of the dice and of whatever computers leave to chance
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Who decides for a side: an opponent's name, also as veteran@500, or `person` to be asked here. Sides go by name or letter (A, B, ...)
    #[arg(long = "side", value_name = "NAME=AI|person")]
    sides: Vec<String>,
    /// What a side fights with: a roster's name or file. Sides go by name or letter
    #[arg(long = "army", value_name = "NAME=ROSTER")]
    armies: Vec<String>,
    /// The most that each side's roster may cost, in points
    #[arg(long)]
    points: Option<u16>,
    /// Write the events as JSON lines and nothing else
    #[arg(long, conflicts_with_all = ["frames", "explain"])]
    json: bool,
    /// Draw the board after each step of the turn that changed it
    #[arg(long)]
    frames: bool,
    /// Show what computers considered, and why they chose as they did
    #[arg(long)]
    explain: bool,
    /// Record the battle to a new file, which `replay` and `continue` read. With a person it is recorded in any case
    #[arg(long, value_name = "FILE")]
    record: Option<String>,
}

/// Goes on with a battle from its journal
#[derive(Debug, Args)]
#[command(
    after_help = "The battle goes on being recorded to the same file. Example:\n  hexfray continue last_stand.journal"
)]
struct Continue {
    /// The journal
    file: String,
}

/// Tells a recorded battle again
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    hexfray replay last_stand.journal            the whole story\n  \
    hexfray replay last_stand.journal --to 40    up to the 40th decision, and how things stand then\n  \
    hexfray replay last_stand.journal --verify   only compares: every state as it was recorded?\n\n\
    A journal is played again from its seed, and every state is compared with the one recorded; where one differs\n\
    the message names the line and the first field that does.")]
struct Replay {
    /// The journal
    file: String,
    /// Compare only, and say whether everything is as it was recorded
    #[arg(long, conflicts_with = "to")]
    verify: bool,
    /// Tell it up to this decision
    #[arg(long, value_name = "DECISION")]
    to: Option<u32>,
    /// Tell it in the window, from where it can be played on; with --to it stands still at that decision
    #[cfg(feature = "gui")]
    #[arg(long, conflicts_with = "verify")]
    window: bool,
}

/// Works out what an action in a position leads to
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
    /// Tell each outcome's chance as an exact fraction too
    #[arg(long)]
    fractions: bool,
}

/// Checks content files: maps, scenarios, positions, campaigns, rosters, sheets, profiles, codex
#[derive(Debug, Args)]
#[command(
    after_help = "Prints every problem as file:line:column: message (cure), what rosters cost, and how many files were fine.\n\
    What files name is looked for in the program's own content, and in that of --content.\n\
    Exit code 1 if there is any problem.\n\nExample:\n  hexfray check maps assets my_map.ron"
)]
struct Check {
    /// Files, or folders of which all .ron files are checked
    #[arg(required = true)]
    paths: Vec<String>,
}

/// Builds a roster choice by choice, or shows one
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "Examples:\n  \
    hexfray muster                               a new roster, a shipped one, or one that was left unsaved\n  \
    hexfray muster my.ron                        changes a file, or begins it\n  \
    hexfray muster my.ron --ruleset hexwar       begins it with units of the hex wargame\n  \
    hexfray muster show inquisitors_retinue      a roster with all costs"
)]
struct Muster {
    #[command(subcommand)]
    show: Option<MusterShow>,
    /// A roster's file or name; a file that is not there is begun
    file: Option<String>,
    /// The ruleset of a file that is begun; asked for where it is left out
    #[arg(long, value_name = "NAME")]
    ruleset: Option<String>,
}

#[derive(Debug, Subcommand)]
enum MusterShow {
    /// Prints a roster with what each figure or unit costs, and what is against the rules
    Show {
        /// A roster's file or name
        file: String,
    },
}

/// Plays a battle with another program, by JSON lines on standard input and output
#[derive(Debug, Args)]
#[command(after_help = "The protocol is described in src/referee/README.md.\n\nExample:\n  \
    echo '{\"do\":\"auto\",\"ai\":\"random\",\"until\":\"over\"}' | hexfray referee crossroads")]
struct Referee {
    /// A scenario's name, or the file of a scenario or position
    #[arg(required_unless_present = "resume")]
    scenario: Option<String>,
    /// Seed of the dice
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Record the battle in this file, which must not exist yet
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with the battle that this journal keeps, and keep it there
    #[arg(long, value_name = "JOURNAL", conflicts_with_all = ["scenario", "seed", "save"])]
    resume: Option<String>,
}

/// Plays battle after battle and checks that nothing ever goes wrong
#[derive(Debug, Args)]
#[command(after_help = "Exit code 1 at the first failure, told in one line with the command that plays it again.\n\n\
    Example:\n  hexfray soak --seconds 60 --seed 7")]
struct Soak {
    /// How long to go on
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Stop after so many battles
    #[arg(long)]
    games: Option<u64>,
    /// Seed of all battles
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Measures how fast this machine plays
#[derive(Debug, Args)]
struct Bench {
    /// How long to measure, in all; 15 seconds to warm up come on top
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=3600))]
    seconds: u64,
}

/// Keeps what is whole of a file that was damaged: a journal, a campaign, results of a league, a log of tuning
#[derive(Debug, Args)]
#[command(
    after_help = "A damaged line is one that is not as it was written: its checksum does not fit. Of a league all others are\n\
    kept, and its battle is fought again; where lines follow from each other, those before the first that is damaged.\n\
    The file as it was is kept beside it."
)]
struct Mend {
    /// The file
    file: String,
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

/// Says what files of a kind are made of: every field, its type, bounds and values
#[derive(Debug, Args)]
#[command(
    after_help = "Without KIND it lists the kinds. Bounds are the checker's in sheets and else those of a field's type; what\n\
    is narrower, or depends on other fields and files, `hexfray check` says.\n\nExamples:\n  hexfray fields hexwar/units\n  hexfray fields map"
)]
struct FieldsOf {
    /// The kind: map, campaign, level, hexwar/weapons, ...
    kind: Option<String>,
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

/// Puts positions with a known best decision to opponents
#[derive(Debug, Args)]
#[command(
    after_help = "Each position says why its answer is the best, and what who missed it did instead. The last lines \
    are how many of each ruleset's an opponent found."
)]
struct Tactics {
    /// Opponents, such as utility, veteran or warlord@2000
    #[arg(default_value = "utility", value_name = "LEVEL")]
    levels: Vec<String>,
}

/// The content that everything is played with.
static LIBRARY: OnceLock<Library> = OnceLock::new();

fn library() -> &'static Library {
    LIBRARY.get_or_init(|| Library::own().clone())
}

/// Reads the content of a folder over the program's own. Says what is broken in it, unless what is to be done will.
fn read_content(folder: &str, command: Option<&Command>) -> Result<(), Stop> {
    let content = Library::own().over(folder)?;
    if !matches!(command, None | Some(Command::Check(_))) {
        content.problems().for_each(|problem| complain(&Stop::Refused(format!("left out: {problem}"))));
    }
    LIBRARY.get_or_init(|| content);
    Ok(())
}

impl Cli {
    /// Whether the game goes on in a window of its own.
    fn windowed(&self) -> bool {
        #[cfg(feature = "gui")]
        let windowed = match &self.command {
            None => !self.terminal,
            Some(Command::Replay(replay)) => replay.window,
            Some(_) => false,
        };
        #[cfg(not(feature = "gui"))]
        let windowed = false;
        windowed
    }

    /// Writes the trace down where somebody wants one.
    fn trace(&self) -> Result<(), Stop> {
        let wanted = std::env::var(trace::VARIABLE).ok();
        let window = self.windowed().then(shelf::logs).flatten();
        let to = trace::To::of(self.log.clone(), window, wanted.is_some());
        to.map_or(Ok(()), |to| trace::start(wanted.as_deref(), to))
    }
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    // Who sits at a terminal sees each line as it comes.
    let to: Box<dyn Write> =
        if stdout().is_terminal() { Box::new(stdout().lock()) } else { Box::new(BufWriter::new(stdout().lock())) };
    let mut out = Clean::new(to, Ink::wanted(stdout().is_terminal()));
    let content = || cli.content.as_deref().map_or(Ok(()), |folder| read_content(folder, cli.command.as_ref()));
    let done = cli.trace().and_then(|()| content()).and_then(|()| match cli.command {
        Some(Command::Battle(battle)) => battle.run(&mut out),
        Some(Command::Continue(journal)) => go_on(&journal.file, &mut out),
        Some(Command::Replay(replay)) => replay.run(&mut out),
        Some(Command::Odds(odds)) => odds.run(&mut out),
        Some(Command::Check(check)) => check.run(&mut out),
        Some(Command::Muster(muster)) => muster.run(&mut out),
        Some(Command::Fields(fields)) => fields.run(&mut out),
        Some(Command::Hulk(hulk)) => hulk.run(&mut out),
        Some(Command::Campaign(campaigns)) => campaigns.run(library(), clock(), &mut out),
        Some(Command::Codex(codex)) => codex.run(&mut out),
        Some(Command::Ledger(ledger)) => ledger.run(&mut out),
        Some(Command::Referee(referee)) => referee.run(&mut out),
        Some(Command::Duel(duel)) => duel.run(library(), &mut out),
        Some(Command::League(league)) => league.run(library(), &mut out),
        Some(Command::Tune(tune)) => tune.run(library(), &mut out),
        Some(Command::Fit(fit)) => fit.run(library(), &mut out),
        Some(Command::Balance(balance)) => balance.run(library(), &mut out),
        Some(Command::Lab(lab)) => lab.run(library(), &mut out),
        Some(Command::Tactics(tactics)) => tactics.run(&mut out),
        Some(Command::Soak(soak)) => soak.run(&mut out),
        Some(Command::Bench(bench)) => bench.run(&mut out),
        Some(Command::Mend(mend)) => mend.run(&mut out),
        None => {
            shelf::tidy();
            #[cfg(feature = "gui")]
            if !cli.terminal {
                return begin(&mut out);
            }
            play(&mut out)
        }
    });
    match done.and_then(|()| Ok(out.flush()?)) {
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
    tracing::error!(target: "program", "{stop}");
    let _ = writeln!(Clean::new(io::stderr().lock(), Ink::default()), "{stop}");
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
        let library = library();
        let scenario = self.enlisted(Scenario::open(library, &self.scenario)?)?;
        let opponents = opponents::names(library, scenario.ruleset);
        let wanted = owners_wanted(&self.sides, &scenario.sides, &opponents)?;
        let favourite = opponents::favourite(library, scenario.ruleset);
        let owners: Vec<String> = wanted.into_iter().map(|w| w.unwrap_or_else(|| favourite.clone())).collect();
        let person = owners.iter().any(|o| o == PERSON);
        if self.json && person {
            usage("--json leaves no room to ask a person".to_owned());
        }
        let session = Session::begin(library, scenario, self.seed)?.owned_by(owners);
        let manner = Manner { json: self.json, frames: self.frames, explain: self.explain };
        let mut game = game(session, manner)?;
        if let Some(path) = &self.record {
            game.record_to(path.clone())?;
        }
        fight(game, out)
    }

    /// The scenario with the armies and the points that were asked for.
    fn enlisted(&self, scenario: Scenario) -> Result<Scenario, Stop> {
        let library = library();
        let mut forces = scenario.forces(library);
        for flag in &self.armies {
            let Some((side, name)) = flag.split_once('=') else {
                usage(format!("--army {flag}: write NAME=ROSTER, such as Orks=ork_warband or A=my.ron"));
            };
            let id = names::side_by_name(&scenario.sides, side).ok_or_else(|| {
                Stop::Refused(format!("no side is called {side}; {}", there_are(side, &scenario.sides)))
            })?;
            let Some(Some(force)) = forces.get_mut(id.index()) else {
                return Err(Stop::Refused(format!("{side} takes no other army in this scenario")));
            };
            let own = std::path::Path::new(name).exists();
            force.army = if own { Army::Own(name.into()) } else { Army::Shipped(name.to_owned()) };
        }
        if self.points.is_some() {
            forces.iter_mut().flatten().for_each(|force| force.points = self.points);
        }
        let changes = scenario.enlisted(library, &forces)?;
        if changes.is_empty() { Ok(scenario) } else { Ok(scenario.changed(library, &changes)?) }
    }
}

/// A battle about to be told here.
fn game(session: Session, manner: Manner) -> Result<Game<'static>, Stop> {
    Game::new(library(), session, manner, Ink::wanted(stdout().is_terminal()))
}

/// Fights a battle at the terminal. Where a person plays it is recorded, if not to a file named then to one of our own.
fn fight(mut game: Game<'_>, out: &mut dyn Write) -> Result<(), Stop> {
    let ink = Ink::wanted(stdout().is_terminal());
    let mut console = Console { input: &mut stdin().lock(), out, ink };
    game.keep(&mut console)?;
    game.run(&mut console)
}

/// Goes on with the battle of a journal.
fn go_on(path: &str, out: &mut dyn Write) -> Result<(), Stop> {
    let session = patiently("reading the journal", || Session::resume(library(), path))?;
    for note in session.notes() {
        writeln!(out, "{path}: {note}")?;
    }
    fight(game(session, Manner::default())?.recorded_to(Some(path.to_owned())), out)
}

impl Replay {
    fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        let library = library();
        let ink = Ink::wanted(stdout().is_terminal());
        if self.verify {
            let Verified { battle, hash, notes } =
                patiently("playing the journal again", || journal::verify(library, &self.file))?;
            self.remark(&notes, out)?;
            writeln!(out, "{} decisions, every state as recorded; hash {hash:016x}", battle.number())?;
            if let Some(outcome) = battle.outcome() {
                writeln!(out, "{}", panel::result(&*battle, &outcome))?;
            }
            return Ok(());
        }
        let mut session = patiently("playing the journal again", || Session::load(library, &self.file))?;
        self.remark(session.notes(), out)?;
        #[cfg(feature = "gui")]
        if self.window {
            let shown = hexfray::view::watch(library, clock(), session, self.to);
            return shown.map_err(Stop::Refused);
        }
        replay::tell(&mut session, self.to, Story::new(library.codex(), ink), out, ink)
    }

    /// What reading the journal has left out.
    fn remark(&self, notes: &[String], out: &mut dyn Write) -> Result<(), Stop> {
        Ok(notes.iter().try_for_each(|note| writeln!(out, "{}: {note}", self.file))?)
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
            usage(format!("--side {flag}: write NAME=AI, such as Orks=random or A=person"));
        };
        let id = names::side_by_name(sides, side).ok_or_else(|| unknown("side", side, sides))?;
        let (level, _) = opponents::budget(owner)?;
        if !known.iter().any(|k| k == level) {
            return Err(unknown("opponent", level, &known));
        }
        if wanted[id.index()].replace(owner.to_owned()).is_some() {
            usage(format!("--side {flag}: that side was given before"));
        }
    }
    Ok(wanted)
}

impl OddsOf {
    fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        let library = library();
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
        let action = actions[place];
        let odds = patiently("working out the odds", || battle.odds(action));
        writeln!(out, "{}", menu.words[place])?;
        let story = Story::new(library.codex(), ink);
        let lines = chances::lines(session.battle(), action, &odds, &story, self.fractions);
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(())
    }
}

impl Check {
    fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        let checked = patiently("checking", || check(library(), &self.paths));
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

impl Muster {
    fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        let library = library();
        if let Some(MusterShow::Show { file }) = &self.show {
            return Ok(muster::show(library, file)?.iter().try_for_each(|line| writeln!(out, "{line}"))?);
        }
        let ink = Ink::wanted(stdout().is_terminal());
        let mut console = Console { input: &mut stdin().lock(), out, ink };
        let (file, ruleset) = (self.file.as_deref(), self.ruleset.as_deref());
        muster::build(library, file, ruleset, shelf::drafts().as_deref(), &mut console)
    }
}

impl Mend {
    fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
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

impl CodexOf {
    fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        let lines = codex::lookup(library().codex(), &self.id).map_err(|why| Stop::Refused(why.join("\n")))?;
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(())
    }
}

impl FieldsOf {
    fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        match &self.kind {
            None => fields::names().iter().try_for_each(|kind| writeln!(out, "{kind}"))?,
            Some(kind) => write!(out, "{}", fields::fields(kind).map_err(|why| Stop::Refused(why.to_string()))?)?,
        }
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
        let lines = ledger::lines(library().codex(), &ledger::scan(root), &self.prefix, self.missing);
        if lines.is_empty() {
            return Err(Stop::Refused(format!("no rule's id begins with {}", self.prefix)));
        }
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(())
    }
}

impl Referee {
    fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        let library = library();
        let input = &mut stdin().lock();
        if let Some(journal) = &self.resume {
            return Ok(referee::go_on(library, Session::resume(library, journal)?, input, out)?);
        }
        let scenario = Scenario::open(library, self.scenario.as_deref().unwrap_or_default())?;
        Ok(referee::serve(library, scenario, self.seed, self.save.as_deref(), input, out)?)
    }
}

impl Tactics {
    fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        let library = library();
        let positions = tactics::positions(library)?;
        let battles: BTreeMap<&str, &AnyBattle> = positions.iter().map(|p| (p.battle.ruleset(), &p.battle)).collect();
        let mut left_out = Vec::new();
        for level in &self.levels {
            let (there, lacking): (Vec<_>, Vec<_>) =
                battles.iter().partition(|(ruleset, _)| opponents::has(library, ruleset, level));
            // Who is nowhere is told so by any ruleset.
            for (_, battle) in if there.is_empty() { &lacking } else { &there } {
                opponents::opponent(library, battle, level)?;
            }
            let none = |(ruleset, _): &(&&str, _)| format!("{ruleset} has no opponent called {level}: left out there");
            left_out.extend(lacking.iter().map(none));
        }
        left_out.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        let mut found: BTreeMap<(usize, &str), (usize, usize)> = BTreeMap::new();
        for position in &positions {
            writeln!(out, "{}: {} {}", position.name, position.why, position.answer)?;
            let ruleset = position.battle.ruleset();
            for (number, level) in self.levels.iter().enumerate().filter(|(_, l)| opponents::has(library, ruleset, l)) {
                let (action, right) = position.put_to(library, level)?;
                let said = if right { "finds it".to_owned() } else { position.battle.describe(action) };
                writeln!(out, "  {level}: {said}")?;
                out.flush()?;
                let (hits, all) = found.entry((number, ruleset)).or_default();
                (*hits, *all) = (*hits + usize::from(right), *all + 1);
            }
        }
        for ((number, ruleset), (hits, all)) in found {
            writeln!(out, "{} found {hits} of {all} in {ruleset}", self.levels[number])?;
        }
        Ok(())
    }
}

impl Soak {
    fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        let limit = Limit { time: Duration::from_secs(self.seconds), battles: self.games.unwrap_or(u64::MAX) };
        let soaked = soak::run(library(), self.seed, limit, &mut Clean::new(io::stderr().lock(), Ink::default()))?;
        if let Some(failure) = soaked.failure {
            return Err(Stop::Refused(failure));
        }
        writeln!(out, "{} battles, {} decisions, nothing wrong", soaked.battles, soaked.decisions)?;
        Ok(())
    }
}

impl Bench {
    fn run(&self, out: &mut dyn Write) -> Result<(), Stop> {
        bench::run(library(), self.seconds, out)?;
        Ok(())
    }
}

/// The game: in a window where there is a display, at the terminal otherwise.
#[cfg(feature = "gui")]
fn begin(out: &mut dyn Write) -> Result<(), Stop> {
    match hexfray::view::run(library(), clock()) {
        Ok(()) => Ok(()),
        Err(why) => {
            writeln!(out, "The game goes on in the terminal: {why}.")?;
            play(out)
        }
    }
}

/// The game at the terminal.
fn play(out: &mut dyn Write) -> Result<(), Stop> {
    let library = library();
    let ink = Ink::wanted(stdout().is_terminal());
    writeln!(out, "{}", ink.bold("Hexfray"))?;
    let left = patiently("looking for battles to go on with", || shelf::left(library, shelf::folder().as_deref()));
    let chosen = {
        let mut console = Console { input: &mut stdin().lock(), out, ink };
        lobby::choose(library, &left, shelf::rosters().as_deref(), clock(), &mut console)?
    };
    match chosen {
        Some(Chosen::New(session)) => fight(game(*session, Manner::default())?, out),
        Some(Chosen::Left(path)) => go_on(&path, out),
        None => Ok(()),
    }
}
