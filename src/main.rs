//! The command line: reads the flags, calls the library, turns errors into text and exit codes.

use std::io::{self, BufWriter, IsTerminal, Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::OnceLock;

use clap::{CommandFactory, Parser, Subcommand, error::ErrorKind};

use hexfray::content::Library;
use hexfray::platform;
use hexfray::terminal::balance::Balance;
use hexfray::terminal::battle::{Battle, Continue, play};
use hexfray::terminal::campaign::Campaigns;
use hexfray::terminal::check::{Check, FieldsOf, Used};
use hexfray::terminal::clean::Clean;
use hexfray::terminal::codex::CodexOf;
use hexfray::terminal::custom::CustomBattle;
use hexfray::terminal::fit::Fit;
use hexfray::terminal::hulk::HulkMap;
use hexfray::terminal::ink::Ink;
use hexfray::terminal::lab::LabOf;
use hexfray::terminal::league::{Duel, LeagueOf};
use hexfray::terminal::ledger::Ledger;
use hexfray::terminal::measure::{Bench, Soak, Tactics};
use hexfray::terminal::mend::Mend;
use hexfray::terminal::muster::command::Muster;
use hexfray::terminal::odds::OddsOf;
use hexfray::terminal::referee::Referee;
use hexfray::terminal::replay::Replay;
use hexfray::terminal::tune::Tune;
use hexfray::terminal::{Stop, trace};
use hexfray::user::saved;

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
    /// `search=debug,league=info`. HEXFRAY_LOG alone writes it to the error output, the game to its data folder
    #[arg(long, value_name = "FILE", global = true)]
    log: Option<PathBuf>,
    /// Play at the terminal even where there is a display: on the whole screen, or line by line where TERM=dumb
    #[cfg(feature = "gui")]
    #[arg(long)]
    terminal: bool,
    /// Play at the terminal with boards told in words and without colours: for screen readers
    #[arg(long)]
    linear: bool,
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
    Custom(CustomBattle),
    Hulk(HulkMap),
    Campaign(Campaigns),
    Codex(CodexOf),
    Fields(FieldsOf),
    Used(Used),
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
    /// Whether the trace goes to the user's data unless another place is said: that of the game does, so that reports have
    /// it, and that of a window, which has no error output to be read.
    fn kept(&self) -> bool {
        match &self.command {
            None => true,
            #[cfg(feature = "gui")]
            Some(Command::Replay(replay)) => replay.window,
            Some(_) => false,
        }
    }

    /// Writes the trace down where somebody wants one.
    fn trace(&self) -> Result<(), Stop> {
        let wanted = std::env::var(trace::VARIABLE).ok();
        let folder = self.kept().then(saved::logs).flatten();
        let to = trace::To::of(self.log.clone(), folder, wanted.is_some());
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
        Some(Command::Battle(battle)) => battle.run(library(), &mut out),
        Some(Command::Continue(journal)) => journal.run(library(), &mut out),
        #[cfg(feature = "gui")]
        Some(Command::Replay(replay)) if replay.window => watch(&replay, &mut out),
        Some(Command::Replay(replay)) => replay.run(library(), &mut out),
        Some(Command::Odds(odds)) => odds.run(library(), &mut out),
        Some(Command::Check(check)) => check.run(library(), &mut out),
        Some(Command::Muster(muster)) => muster.run(library(), &mut out),
        Some(Command::Fields(fields)) => fields.run(&mut out),
        Some(Command::Used(used)) => used.run(library(), &mut out),
        Some(Command::Custom(custom)) => custom.run(library(), &mut out),
        Some(Command::Hulk(hulk)) => hulk.run(&mut out),
        Some(Command::Campaign(campaigns)) => campaigns.run(library(), platform::milliseconds(), &mut out),
        Some(Command::Codex(codex)) => codex.run(library(), &mut out),
        Some(Command::Ledger(ledger)) => ledger.run(library(), &mut out),
        Some(Command::Referee(referee)) => referee.run(library(), &mut out),
        Some(Command::Duel(duel)) => duel.run(library(), &mut out),
        Some(Command::League(league)) => league.run(library(), &mut out),
        Some(Command::Tune(tune)) => tune.run(library(), &mut out),
        Some(Command::Fit(fit)) => fit.run(library(), &mut out),
        Some(Command::Balance(balance)) => balance.run(library(), &mut out),
        Some(Command::Lab(lab)) => lab.run(library(), &mut out),
        Some(Command::Tactics(tactics)) => tactics.run(library(), &mut out),
        Some(Command::Soak(soak)) => soak.run(library(), &mut out),
        Some(Command::Bench(bench)) => bench.run(library(), &mut out),
        Some(Command::Mend(mend)) => mend.run(&mut out),
        None => {
            saved::tidy();
            #[cfg(feature = "gui")]
            if !cli.terminal && !cli.linear {
                return begin(&mut out);
            }
            play(library(), platform::milliseconds(), cli.linear, &mut out)
        }
    });
    match done.and_then(|()| Ok(out.flush()?)) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has seen enough.
        Err(Stop::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Stop::Usage(message)) => Cli::command().error(ErrorKind::ValueValidation, message).exit(),
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

/// The game: in a window where there is a display, at the terminal otherwise.
#[cfg(feature = "gui")]
fn begin(out: &mut dyn Write) -> Result<(), Stop> {
    match hexfray::view::run(library(), platform::milliseconds()) {
        Ok(()) => Ok(()),
        Err(why) => {
            writeln!(out, "The game goes on in the terminal: {why}.")?;
            play(library(), platform::milliseconds(), false, out)
        }
    }
}

/// Tells a journal in the window.
#[cfg(feature = "gui")]
fn watch(replay: &Replay, out: &mut dyn Write) -> Result<(), Stop> {
    let session = replay.recall(library(), out)?.shown()?;
    hexfray::view::watch(library(), platform::milliseconds(), session, replay.to).map_err(Stop::Refused)
}
