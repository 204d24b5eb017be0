//! Building rosters at the prompt: choices with their costs, why others cannot be taken, undo, files.

mod begin;
pub mod command;

use std::path::Path;

use crate::content::Library;
use crate::rules::muster::{Choice, Effect, RosterBuilder};

use super::Stop;
use super::console::Console;
use super::lobby::leaves;
use crate::telling::wrap;
use crate::user::Bench;
use crate::user::begun::Begun;

const HELP: [&str; 9] = [
    "  a number, or words   take a choice",
    "  back, or Enter       up to the page before",
    "  show                 the roster with all costs",
    "  faults               what is still against the rules",
    "  undo                 takes the last change back",
    "  save [FILE]          writes the roster down",
    "  quit                 leaves; what is not saved is asked about",
    "  ?                    this",
    "Choices with a cross cannot be taken; why stands beside them. Costs are what a choice adds.",
];

/// A roster as players read it, and what is against the rules in it.
///
/// # Errors
/// There is none, or it has mistakes.
pub fn show(library: &Library, name: &str) -> Result<Vec<String>, Stop> {
    let document = begin::find(library, name)?;
    let roster = library.musters(&document)?.open(&document)?;
    let mut lines = roster.printed();
    lines.extend(told(roster.as_ref()));
    Ok(lines)
}

/// What is against the rules.
fn told(roster: &dyn RosterBuilder) -> Vec<String> {
    let lines = |fault: &String| {
        let mut lines = wrap(fault, "    ");
        if let Some(first) = lines.first_mut() {
            first.replace_range(..4, "  ! ");
        }
        lines
    };
    roster.faults().iter().flat_map(lines).collect()
}

/// Builds a roster until the person leaves. What is not saved is kept in the folder of drafts.
///
/// # Errors
/// Reading or writing fails.
pub fn build(begun: Begun<'_>, drafts: Option<&Path>, console: &mut Console<'_>) -> Result<(), Stop> {
    console.line("`?` helps, `quit` leaves.")?;
    Building { bench: Bench::new(begun, drafts.map(Path::to_owned)) }.run(console)
}

/// A roster being built at the prompt.
struct Building<'a> {
    bench: Bench<'a>,
}

impl Building<'_> {
    fn run(&mut self, console: &mut Console<'_>) -> Result<(), Stop> {
        let mut anew = true;
        loop {
            let choices = self.bench.choices();
            if anew {
                self.show_page(&choices, console)?;
            }
            let Some(line) = console.ask("> ")? else { return self.cut_off(console) };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            anew = true;
            match word.to_lowercase().as_str() {
                "" | "back" => _ = self.bench.up(),
                "?" | "help" => {
                    HELP.iter().try_for_each(|line| console.line(line))?;
                    anew = false;
                }
                "show" => {
                    console.lines(&self.bench.roster().printed())?;
                    anew = false;
                }
                "faults" => {
                    let told = told(self.bench.roster());
                    let fine = ["  Nothing is against the rules.".to_owned()];
                    console.lines(if told.is_empty() { &fine } else { &told })?;
                    anew = false;
                }
                "undo" => self.undo(console)?,
                "save" => {
                    let own = || self.bench.file().map(str::to_owned);
                    let to = if rest.trim().is_empty() { own() } else { Some(rest.trim().to_owned()) };
                    self.save(to, console)?;
                    anew = false;
                }
                _ if leaves(word) => {
                    if self.leave(console)? {
                        return Ok(());
                    }
                }
                _ => anew = self.take(&choices, &line, console)?,
            }
        }
    }

    /// The page with its choices and what the roster costs.
    fn show_page(&self, choices: &[Choice], console: &mut Console<'_>) -> Result<(), Stop> {
        let roster = self.bench.roster();
        let (total, limit) = roster.points();
        let title = console.ink.bold(&roster.title(self.bench.page()));
        console.line("")?;
        console.line(&format!("{title}   {total} of {limit} points"))?;
        let width = choices.iter().map(|c| c.words.chars().count()).max().unwrap_or(0);
        for (i, choice) in choices.iter().enumerate() {
            let words = format!("{:<width$}  {}", choice.words, choice.about);
            let cost = match choice.cost {
                0 => String::new(),
                n => format!("  [{n:+}]"),
            };
            match &choice.refusal {
                None => console.line(&format!("  {:>3}) {}{cost}", i + 1, words.trim_end()))?,
                Some(why) => {
                    let line = format!("  {:>3}x {}: {why}", i + 1, choice.words);
                    console.line(&console.ink.dim(&line))?;
                }
            }
        }
        let faults = roster.faults().len();
        if faults > 0 {
            let word = if faults == 1 { "fault" } else { "faults" };
            console.line(&format!("  {faults} {word}; `faults` tells."))?;
        }
        Ok(())
    }

    /// Takes the choice that was typed; false where nothing has changed.
    fn take(&mut self, choices: &[Choice], line: &str, console: &mut Console<'_>) -> Result<bool, Stop> {
        let Some(choice) = find_choice(choices, line) else {
            console.line("  No choice, or several, are called so; type a number, or `?`.")?;
            return Ok(false);
        };
        if let Some(why) = &choice.refusal {
            console.line(&format!("  No: {why}"))?;
            return Ok(false);
        }
        let mut text = String::new();
        if let Effect::Write(_) = choice.effect {
            text = console.ask(&format!("{} [{}]: ", choice.words, choice.about))?.unwrap_or_default();
            if text.is_empty() {
                return Ok(false);
            }
        }
        match self.bench.take(choice.effect, &text) {
            Ok(_) => self.keep(console).map(|()| true),
            Err(why) => Ok(console.line(&format!("  No: {why}")).map(|()| false)?),
        }
    }

    /// Keeps the roster as a draft until it is saved. If that fails, building goes on.
    fn keep(&mut self, console: &mut Console<'_>) -> Result<(), Stop> {
        if let Err(error) = self.bench.keep() {
            console.line(&format!("  The draft could not be kept: {error}"))?;
        }
        Ok(())
    }

    fn undo(&mut self, console: &mut Console<'_>) -> Result<(), Stop> {
        if !self.bench.undo() {
            return Ok(console.line("  There is nothing to take back.")?);
        }
        self.keep(console)
    }

    /// Writes the roster to a file; false where it could not, or was not to, be written.
    fn save(&mut self, to: Option<String>, console: &mut Console<'_>) -> Result<bool, Stop> {
        let Some(to) = to else {
            console.line("  To which file? Type `save FILE`.")?;
            return Ok(false);
        };
        let file = if Path::new(&to).extension().is_some() { to } else { format!("{to}.ron") };
        if self.bench.file() != Some(file.as_str()) && Path::new(&file).exists() {
            let answer = console.ask(&format!("{file} is there already. Write over it? [no] "))?;
            if !answer.is_some_and(|a| ["y", "yes"].contains(&a.to_lowercase().as_str())) {
                return Ok(false);
            }
        }
        if let Err(problem) = self.bench.save(&file) {
            console.line(&format!("  {problem}"))?;
            return Ok(false);
        }
        let (total, _) = self.bench.roster().points();
        console.line(&format!("  Saved to {file}, {total} points."))?;
        Ok(true)
    }

    /// Asks about unsaved changes; returns true to leave.
    fn leave(&mut self, console: &mut Console<'_>) -> Result<bool, Stop> {
        if self.bench.is_saved() {
            self.bench.discard()?;
            return Ok(true);
        }
        let file = self.bench.file().map(str::to_owned);
        let prompt = match &file {
            Some(file) => format!("Save to {file}? yes, no to throw the changes away, later, or another file [yes] "),
            None => {
                "Save to which file? no throws the changes away, later keeps them for next time [later] ".to_owned()
            }
        };
        let Some(answer) = console.ask(&prompt)? else {
            self.cut_off(console)?;
            return Ok(true);
        };
        match (answer.to_lowercase().as_str(), file.is_some()) {
            ("no" | "n", _) => {
                self.bench.discard()?;
                Ok(true)
            }
            ("later", _) | ("", false) => {
                self.cut_off(console)?;
                Ok(true)
            }
            ("" | "yes" | "y", true) => self.save(file, console),
            _ => self.save(Some(answer), console),
        }
    }

    /// At the end of input: unsaved changes stay in the draft, or are at least shown.
    fn cut_off(&mut self, console: &mut Console<'_>) -> Result<(), Stop> {
        let saved = self.bench.is_saved();
        match self.bench.keep() {
            _ if saved => {}
            Ok(Some(path)) => console.line(&format!("Kept in {}; the builder offers it again.", path.display()))?,
            _ => {
                let text = self.bench.roster().to_ron();
                console.line(&format!("The roster could not be kept. As a file it is:\n{text}"))?;
            }
        }
        Ok(())
    }
}

/// The choice of a number, of its words, or of words that no other begins with.
fn find_choice<'c>(choices: &'c [Choice], line: &str) -> Option<&'c Choice> {
    if let Ok(number) = line.parse::<usize>() {
        return choices.get(number.checked_sub(1)?);
    }
    let wanted = line.to_lowercase();
    let words = |c: &&Choice| c.words.to_lowercase();
    if let Some(exact) = choices.iter().find(|c| words(c) == wanted) {
        return Some(exact);
    }
    let mut begin = choices.iter().filter(|c| words(c).starts_with(&wanted));
    let first = begin.next()?;
    begin.next().is_none().then_some(first)
}
