//! A battle told again at the prompt, from decision to decision, turn to turn, loss to loss.

use crate::battle::SideId;
use crate::content::Library;
use crate::play::replay::Replay;
use crate::scenario::Session;
use crate::source::did_you_mean;
use crate::telling::{Line, names, panel};

use super::console::Console;
use super::{Stop, review};

/// How many lines of the log `log` shows.
const LOG: usize = 30;

/// What can be typed.
const HELP: &str = "\
  Enter, next 5     the next decision, or so many
  back, back 5      a decision back, or so many
  turn, turn back   to the beginning of the next turn, or of the one before
  loss, loss back   to the next loss, or the one before
  to 40             to the decision with that number
  board, units      the board; all units with their numbers
  log 50            the last lines of the story up to here
  why, why 2        why a computer did what it did last, or before that
  on, on SIDE       play on from here: as the side that decides, or as another
  quit              leave";

const COMMANDS: [&str; 11] = ["next", "back", "turn", "loss", "to", "board", "units", "log", "why", "on", "quit"];

/// Tells a battle again until the person leaves. Returns the battle that is to be played on, if one is.
///
/// # Errors
/// Reading or writing fails.
pub(super) fn watch(
    library: &'static Library,
    session: Session,
    console: &mut Console<'_>,
) -> Result<Option<Session>, Stop> {
    let mut replay = Replay::new(library, session);
    console
        .line("Enter goes on, `turn` to the next turn, `loss` to the next loss, `?` lists the rest, `quit` leaves.")?;
    here(&replay, console)?;
    loop {
        let Some(line) = console.ask("Replay> ")? else { return Ok(None) };
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line.as_str(), ""), |(w, r)| (w, r.trim()));
        let (now, many) = (replay.position, rest.parse::<u32>().unwrap_or(1));
        match word.to_lowercase().as_str() {
            "" | "n" | "next" => replay.go(now.saturating_add(many)),
            "back" => replay.go(now.saturating_sub(many)),
            "turn" => replay.leap(rest != "back"),
            "loss" => replay.loss(rest != "back"),
            "to" => match rest.parse() {
                Ok(number) => replay.go(number),
                Err(_) => console.line("  Say where, such as `to 40`.")?,
            },
            "board" | "map" => console.board(&*replay.table.view, None)?,
            "units" => console.tell(&panel::units(&*replay.table.view, None))?,
            "log" => {
                let told = &replay.table.log[..replay.told()];
                let from = told.len().saturating_sub(rest.parse().unwrap_or(LOG));
                console.tell(&told[from..].iter().map(|line| line.told.clone()).collect::<Vec<Line>>())?;
            }
            "why" => review::why(library, replay.session(), now, rest, console)?,
            "on" => match on(&replay, rest) {
                Ok(session) => return Ok(Some(session)),
                Err(why) => console.line(&format!("  {why}"))?,
            },
            "?" | "h" | "help" => console.line(HELP)?,
            "q" | "quit" | "exit" => return Ok(None),
            other => {
                let meant = did_you_mean(other, &COMMANDS);
                let meant = meant.map_or(String::new(), |command| format!(" Did you mean `{command}`?"));
                console.line(&format!("  There is no such command.{meant} `?` helps."))?;
            }
        }
        if replay.position != now {
            tell(&replay, now, console)?;
        }
    }
}

/// Tells what happened on the way to where it stands now; where it was gone to by a jump or back, only at the decision before.
fn tell(replay: &Replay, from: u32, console: &mut Console<'_>) -> Result<(), Stop> {
    let told = &replay.table.log[..replay.told()];
    let from = if replay.position == from + 1 { from } else { replay.position.saturating_sub(1) };
    let first = told.partition_point(|line| line.number <= from);
    console.tell(&told[first..].iter().map(|line| line.told.clone()).collect::<Vec<Line>>())?;
    here(replay, console)
}

/// Says where it stands, and what is asked there.
fn here(replay: &Replay, console: &mut Console<'_>) -> Result<(), Stop> {
    let view = &*replay.table.view;
    let place = format!("Decision {} of {}. ", replay.position, replay.length());
    let mut line = Line::of(place);
    line.0.extend(panel::header(view).0);
    console.tell(&[line])?;
    match (view.decision(), view.outcome()) {
        (Some(decision), _) => console.tell(&[panel::question(view, decision, replay.table.library().codex())])?,
        (None, Some(outcome)) => console.line(&panel::result(view, &outcome))?,
        (None, None) => {}
    }
    Ok(())
}

/// The battle where it stands, to be played on by the side of this name, or by the one that decides.
fn on(replay: &Replay, side: &str) -> Result<Session, String> {
    let view = &*replay.table.view;
    let decision = view.decision().ok_or("The battle is over here: go back before you play on.")?;
    let side = match side {
        "" => decision.side,
        name => {
            let sides: Vec<String> =
                SideId::first(view.players()).map(|side| names::side(view, side).to_owned()).collect();
            names::side_by_name(&sides, name).ok_or_else(|| format!("No side is called {name}."))?
        }
    };
    replay.branch(side)
}
