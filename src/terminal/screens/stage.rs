//! The real terminal: set up for the screens, and given back however they end.

use std::io::{IsTerminal, Write, stdin, stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::style::Color;

use crate::content::Library;
use crate::platform::Timer;
use crate::scenario::Session;
use crate::terminal::Stop;
use crate::terminal::game::kept;
use crate::terminal::ink::Ink;

use super::{App, End, Folders};

/// For how long a key is waited for before the screen is drawn again: while something moves by itself, and while nothing
/// does.
const LIVELY: Duration = Duration::from_millis(40);
const STILL: Duration = Duration::from_millis(250);

/// Whether the game can have the whole screen: keys come from a terminal and what is drawn goes to one that can move its
/// cursor. `TERM=dumb` is how people say that it should not.
#[must_use]
pub fn is_wanted() -> bool {
    let able = std::env::var_os("TERM").is_none_or(|term| term != "dumb");
    able && stdin().is_terminal() && stdout().is_terminal()
}

/// Whether the terminal belongs to the screens now.
static ENTERED: AtomicBool = AtomicBool::new(false);

/// The terminal while it belongs to the screens.
struct Stage(Terminal<CrosstermBackend<std::io::Stdout>>);

impl Stage {
    fn enter() -> Result<Stage, Stop> {
        let owner = thread::current().id();
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let entered = ENTERED.load(Ordering::Relaxed);
            if entered && thread::current().id() != owner {
                // A computer opponent that fails beside the screens is told of there.
                tracing::error!(target: "program", "{info}");
                return;
            }
            if entered {
                give_back();
            }
            before(info);
        }));
        enable_raw_mode()?;
        ENTERED.store(true, Ordering::Relaxed);
        let entered = execute!(stdout(), EnterAlternateScreen);
        let terminal = entered.and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        terminal.map(Stage).map_err(|error| {
            give_back();
            error.into()
        })
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        give_back();
    }
}

/// Gives the terminal back as it was. What fails then cannot be helped.
fn give_back() {
    ENTERED.store(false, Ordering::Relaxed);
    _ = disable_raw_mode();
    _ = execute!(stdout(), LeaveAlternateScreen, Show);
}

/// The game on the screen of the terminal: a battle with the file that it is recorded to, or the first screen. `seed` is
/// for battles without a chosen seed.
///
/// # Errors
/// The terminal fails, or what is to be fought is wrong.
pub fn run(
    library: &'static Library,
    battle: Option<(Session, Option<String>)>,
    seed: u64,
    out: &mut dyn Write,
) -> Result<(), Stop> {
    let mut app = App::new(library, Folders::own(), seed)?;
    if let Some((session, journal)) = battle {
        app.fight(session, journal)?;
    }
    let end = {
        let mut stage = Stage::enter()?;
        play(&mut app, &mut stage)?
    };
    let said = end.kept.iter().flat_map(|path| kept(path));
    Ok(said.into_iter().try_for_each(|line| writeln!(out, "{line}"))?)
}

/// One battle on the screen of the terminal, recorded to its journal. What is said of it when it is over or the person
/// leaves, by whoever wanted it fought.
///
/// # Errors
/// The terminal fails, or the battle is wrong.
pub fn fight<T>(
    library: &'static Library,
    session: Session,
    journal: Option<String>,
    said: impl FnOnce(&Session) -> T,
) -> Result<Option<T>, Stop> {
    let mut app = App::alone(library, Folders::own(), session, journal)?;
    {
        let mut stage = Stage::enter()?;
        play(&mut app, &mut stage)?;
    }
    Ok(app.session().map(said))
}

/// Draws, waits for keys and lets time go by until the game is left.
fn play(app: &mut App, stage: &mut Stage) -> Result<End, Stop> {
    let mut timer = Timer::start();
    let plain = Ink::wanted(true) == Ink::default();
    loop {
        if let Some(end) = app.end() {
            return Ok(end.clone());
        }
        stage.0.draw(|frame| {
            app.draw(frame);
            if plain {
                let cells = frame.buffer_mut().content.iter_mut();
                cells.for_each(|cell| (cell.fg, cell.bg) = (Color::Reset, Color::Reset));
            }
        })?;
        let mut wait = if app.is_lively() { LIVELY } else { STILL };
        // All that was typed meanwhile is done before the screen is drawn again.
        while app.end().is_none() && event::poll(wait)? {
            if let Event::Key(key) = event::read()?
                && key.kind != KeyEventKind::Release
            {
                app.key(key);
            }
            wait = Duration::ZERO;
        }
        let passed = std::mem::replace(&mut timer, Timer::start()).elapsed();
        app.tick(passed.as_secs_f32());
    }
}
