//! The battles that are kept, at the prompt: listed, gone on with, replayed, renamed, deleted.

use crate::content::Library;
use crate::play::shelf::{Kept, Shelf, Told};
use crate::scenario::Session;
use crate::scenario::journal::Recalled;
use crate::source::lines;
use crate::user::saved;

use super::console::{Console, patiently};
use super::lobby::leaves;
use super::{Stop, watch};

/// So many battles are listed at once.
const PAGE: usize = 10;

const HELP: &str = "\
  3                 go on with the battle of that number, or replay it where it is over
  continue 3, replay 3
  rename 3 NAME     give it another name
  delete 3          delete it, which is asked again
  more              the next ten; Enter lists them again
  quit              back";

/// A battle to be fought, with the journal that it is recorded to already.
pub(super) type Fought = (Session, Option<String>);

/// Asks what is to be done with the battles that are kept. Returns the one that is to be fought, if one is.
///
/// # Errors
/// Reading or writing fails.
pub(super) fn choose(library: &'static Library, console: &mut Console<'_>) -> Result<Option<Fought>, Stop> {
    let mut shelf = Shelf::new(saved::folder().as_deref(), saved::saves().as_deref());
    let mut from = 0;
    let mut listed = false;
    loop {
        if shelf.kept.is_empty() {
            console.line("No battle is kept yet: every one is from its first decision.")?;
            return Ok(None);
        }
        if !std::mem::replace(&mut listed, true) {
            list(library, &mut shelf, from, console)?;
        }
        let Some(line) = console.ask("Saved games> ")? else { return Ok(None) };
        let mut words = line.splitn(3, char::is_whitespace);
        let (word, number, name) =
            (words.next().unwrap_or(""), words.next().unwrap_or(""), words.next().unwrap_or("").trim());
        let place =
            |number: &str| number.parse::<usize>().ok()?.checked_sub(1).filter(|place| *place < shelf.kept.len());
        let word = word.to_lowercase();
        let (word, place) = match place(&word) {
            Some(place) => ("", Some(place)),
            None => (word.as_str(), place(number)),
        };
        match (word, place) {
            ("", None) => listed = false,
            ("more", _) => {
                from = if from + PAGE < shelf.kept.len() { from + PAGE } else { 0 };
                listed = false;
            }
            ("?" | "h" | "help", _) => console.line(HELP)?,
            (word, _) if leaves(word) => return Ok(None),
            ("continue" | "replay" | "rename" | "delete", None) => {
                console.line(&format!("  Say which, such as `{word} 1`; there are {}.", shelf.kept.len()))?;
            }
            ("" | "continue" | "replay" | "rename" | "delete", Some(place)) => {
                shelf.chosen = place;
                read(library, &mut shelf, place);
                let open = shelf.kept[place].is_open();
                match word {
                    "rename" => renamed(&mut shelf, name, console)?,
                    "delete" => deleted(&mut shelf, console)?,
                    "continue" | "" if open || word == "continue" => match go_on(library, &shelf.kept[place]) {
                        Ok(fought) => return Ok(Some(fought)),
                        Err(why) => console.line(&format!("  {why}"))?,
                    },
                    _ => {
                        let path = shelf.kept[place].path.clone();
                        let session = patiently("reading the battle", || Session::recall(library, &path));
                        match session.and_then(Recalled::shown) {
                            Ok(session) => {
                                if let Some(session) = watch::watch(library, session, console)? {
                                    return Ok(Some((session, None)));
                                }
                            }
                            Err(problems) => console.line(&format!("  {}", lines(&problems)))?,
                        }
                    }
                }
            }
            _ => console.line("  Type a battle's number; `?` lists what else there is.")?,
        }
    }
}

/// Reads a battle if nobody has yet.
fn read(library: &Library, shelf: &mut Shelf, place: usize) {
    let kept = &mut shelf.kept[place];
    if kept.told.is_none() {
        kept.told = Some(patiently("reading the battles", || Told::read(library, &kept.path)));
    }
}

/// Lists the battles from one on.
fn list(library: &Library, shelf: &mut Shelf, from: usize, console: &mut Console<'_>) -> Result<(), Stop> {
    let all = shelf.kept.len();
    let to = (from + PAGE).min(all);
    console.line("")?;
    console.line(&format!("Saved games and replays, {} to {to} of {all}, the newest first:", from + 1))?;
    for place in from..to {
        read(library, shelf, place);
        console.line(&format!("  {}) {}", place + 1, about(&shelf.kept[place])))?;
    }
    let more = if to < all { "`more` lists the next, " } else { "" };
    Ok(console.line(&format!("A number goes on with it, {more}`?` lists what else there is, `quit` leads back."))?)
}

/// A battle in a line.
fn about(kept: &Kept) -> String {
    let told = match &kept.told {
        Some(Ok(told)) => {
            let sides: Vec<String> = told.sides.iter().map(|side| format!("{} ({})", side.name, side.owner)).collect();
            format!(
                "{}, {}. {}. {}",
                told.scenario,
                told.ruleset,
                told.stands().trim_end_matches('.'),
                sides.join(", ")
            )
        }
        Some(Err(why)) => why.clone(),
        None => String::new(),
    };
    let saved = if kept.saved { "saved, " } else { "" };
    format!("{}, {saved}{}: {told}", kept.name, kept.age)
}

/// The battle of a journal, to be gone on with. One that was saved on the way stays as it is.
fn go_on(library: &Library, kept: &Kept) -> Result<Fought, String> {
    let read = || saved::go_on(library, &kept.path, kept.saved);
    let (session, journal) = patiently("reading the battle", read).map_err(|problems| lines(&problems))?;
    match session.battle().outcome() {
        Some(_) => Err("That battle is over: it can be replayed.".to_owned()),
        None => Ok((session, journal)),
    }
}

fn renamed(shelf: &mut Shelf, name: &str, console: &mut Console<'_>) -> Result<(), Stop> {
    let told = match shelf.rename(name) {
        Ok(()) => shelf.chosen().map_or(String::new(), |kept| format!("It is called {} now.", kept.name)),
        Err(why) => format!("{why}."),
    };
    Ok(console.line(&format!("  {told}"))?)
}

fn deleted(shelf: &mut Shelf, console: &mut Console<'_>) -> Result<(), Stop> {
    let name = shelf.chosen().map_or(String::new(), |kept| kept.name.clone());
    let answer = console.ask(&format!("Delete {name}? It cannot be brought back. (yes, or Enter to keep it) "))?;
    let told = match answer.as_deref() {
        Some("yes" | "y") => match shelf.delete() {
            Ok(()) => format!("{name} is deleted; those behind it have other numbers now."),
            Err(why) => format!("{why}."),
        },
        _ => format!("{name} is kept."),
    };
    Ok(console.line(&format!("  {told}"))?)
}
