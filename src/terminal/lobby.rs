//! Before a battle: which scenario, which side, against whom, with which dice.

use crate::content::Library;
use crate::opponents;
use crate::scenario::journal::PERSON;
use crate::scenario::{Scenario, Session, offered};

use super::console::Console;
use super::shelf::Left;
use super::{Stop, names};

/// What was typed for a choice.
enum Answer<T> {
    Chosen(T),
    Leave,
}

/// A battle as it was chosen.
pub enum Chosen {
    /// A new one, about to begin.
    New(Box<Session>),
    /// One that was left, by its journal.
    Left(String),
}

/// Asks for a new battle, or one of those that were left; none where the person leaves.
///
/// # Errors
/// Reading or writing fails, or a shipped file is wrong.
pub fn choose(library: &Library, left: &[Left], seed: u64, console: &mut Console<'_>) -> Result<Option<Chosen>, Stop> {
    console.line("Enter takes what stands in brackets; `quit` leaves, here and in battle; `?` helps in battle.")?;
    let scenario = match scenario(library, left, console)? {
        Answer::Chosen(Ok(scenario)) => scenario,
        Answer::Chosen(Err(path)) => return Ok(Some(Chosen::Left(path))),
        Answer::Leave => return Ok(None),
    };
    let Answer::Chosen(persons) = sides(&scenario, console)? else { return Ok(None) };
    let battle = scenario.battle(library)?;
    let all = persons.iter().all(|p| *p);
    let known = opponents::known(library, battle.ruleset());
    let favourite = opponents::favourite(library, battle.ruleset());
    let opponent = if all || known.len() == 1 {
        favourite
    } else {
        let default = known.iter().position(|k| k.name == favourite).unwrap_or(0);
        let width = known.iter().map(|k| k.name.chars().count()).max().unwrap_or(0);
        let lines: Vec<String> = known.iter().map(|k| format!("{:<width$}  {}", k.name, k.about)).collect();
        let Answer::Chosen(place) = number("Computer opponents", &lines, default, console)? else { return Ok(None) };
        known[place].name.clone()
    };
    let Answer::Chosen(seed) = self::seed(seed, console)? else { return Ok(None) };
    let owner = |person: &bool| if *person { PERSON.to_owned() } else { opponent.clone() };
    let session = Session::begin(library, scenario, seed)?.owned_by(persons.iter().map(owner).collect());
    Ok(Some(Chosen::New(Box::new(session))))
}

/// A scenario to begin, or the journal of a battle to go on with.
fn scenario(
    library: &Library,
    left: &[Left],
    console: &mut Console<'_>,
) -> Result<Answer<Result<Scenario, String>>, Stop> {
    let (mut scenarios, left_out) = offered(library);
    if !left_out.is_empty() {
        console.line("")?;
        console.line("Broken, and left out:")?;
        left_out.iter().try_for_each(|problem| console.line(&format!("  {problem}")))?;
    }
    let mut lines: Vec<String> = left.iter().map(|l| format!("continue {}", l.about)).collect();
    let width = scenarios.iter().map(|(_, s)| s.name.chars().count()).max().unwrap_or(0);
    lines.extend(scenarios.iter().map(|(_, s)| format!("{:<width$}  {}", s.name, s.about)));
    let first = scenarios.iter().position(|(name, _)| *name == "crossroads").unwrap_or(0);
    let default = if left.is_empty() { first } else { 0 };
    if lines.is_empty() {
        return Err(Stop::Refused("there is no battle to choose".to_owned()));
    }
    Ok(match number("Battles", &lines, default, console)? {
        Answer::Chosen(place) if place < left.len() => Answer::Chosen(Err(left[place].path.clone())),
        Answer::Chosen(place) => Answer::Chosen(Ok(scenarios.swap_remove(place - left.len()).1)),
        Answer::Leave => Answer::Leave,
    })
}

/// Which sides persons play: one, several at one keyboard, or none to watch.
fn sides(scenario: &Scenario, console: &mut Console<'_>) -> Result<Answer<Vec<bool>>, Stop> {
    console.line("")?;
    console.line("Sides:")?;
    for (i, side) in scenario.sides.iter().enumerate() {
        console.line(&format!("  {}) {side}", i + 1))?;
    }
    loop {
        let prompt = "Which do you play? Several such as 1 2 share the keyboard; 0 watches. [1] ";
        let Some(line) = console.ask(prompt)? else { return Ok(Answer::Leave) };
        if leaves(&line) {
            return Ok(Answer::Leave);
        }
        let mut persons = vec![false; scenario.sides.len()];
        let words: Vec<&str> = if line.is_empty() { vec!["1"] } else { line.split([' ', ',']).collect() };
        let mut wrong = None;
        for word in words.into_iter().filter(|w| !w.is_empty() && *w != "0") {
            let by_number = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|n| *n < persons.len());
            match by_number.or_else(|| names::side_by_name(&scenario.sides, word).map(|s| s.index())) {
                Some(side) => persons[side] = true,
                None => wrong = Some(word),
            }
        }
        match wrong {
            None => return Ok(Answer::Chosen(persons)),
            Some(_) => console.line("  Type a side's number or name.")?,
        }
    }
}

fn seed(default: u64, console: &mut Console<'_>) -> Result<Answer<u64>, Stop> {
    loop {
        let prompt = format!("\nSeed of the dice; Enter takes one from the clock. [{default}] ");
        let Some(line) = console.ask(&prompt)? else { return Ok(Answer::Leave) };
        match line.parse() {
            _ if leaves(&line) => return Ok(Answer::Leave),
            _ if line.is_empty() => return Ok(Answer::Chosen(default)),
            Ok(seed) => return Ok(Answer::Chosen(seed)),
            Err(_) => console.line("  A seed is a whole number, 0 or more.")?,
        }
    }
}

/// Asks for one of a list by number, or by the beginning of its line.
fn number(title: &str, lines: &[String], default: usize, console: &mut Console<'_>) -> Result<Answer<usize>, Stop> {
    console.line("")?;
    console.line(&format!("{title}:"))?;
    for (i, line) in lines.iter().enumerate() {
        console.line(&format!("  {}) {line}", i + 1))?;
    }
    loop {
        let Some(line) = console.ask(&format!("Which? [{}] ", default + 1))? else { return Ok(Answer::Leave) };
        if leaves(&line) {
            return Ok(Answer::Leave);
        }
        if line.is_empty() {
            return Ok(Answer::Chosen(default));
        }
        let by_number = line.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|n| *n < lines.len());
        let begins = |l: &String| l.to_lowercase().starts_with(&line.to_lowercase());
        match by_number.or_else(|| lines.iter().position(begins)) {
            Some(place) => return Ok(Answer::Chosen(place)),
            None => console.line(&format!("  Type a number from 1 to {}, or `quit`.", lines.len()))?,
        }
    }
}

fn leaves(line: &str) -> bool {
    ["q", "quit", "exit"].contains(&line.to_lowercase().as_str())
}
