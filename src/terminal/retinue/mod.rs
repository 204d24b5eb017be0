//! Building rosters at the prompt: choices with their costs, why others cannot be taken, undo, files.

mod begin;
mod draft;

use std::path::Path;

use crate::content::Library;
use crate::rules::muster::{Choice, Edit, Effect, Muster, Page, Rosters};
use crate::source::Document;

use super::Stop;
use super::console::{Console, wrap};
use begin::Begun;
use draft::{Draft, write};

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
/// There is none, or it makes no sense.
pub fn show(library: &Library, name: &str) -> Result<Vec<String>, Stop> {
    let document = begin::find(library, name)?;
    let roster = library.musters(&document)?.open(&document)?;
    let mut lines = roster.printed();
    lines.extend(told(roster.as_ref()));
    Ok(lines)
}

/// What is against the rules.
fn told(roster: &dyn Muster) -> Vec<String> {
    let lines = |fault: &String| {
        let mut lines = wrap(fault, "    ");
        if let Some(first) = lines.first_mut() {
            first.replace_range(..4, "  ! ");
        }
        lines
    };
    roster.faults().iter().flat_map(lines).collect()
}

/// Builds a roster until the person leaves: that of a file, a shipped one, one that was left unsaved, or a new one.
///
/// # Errors
/// Reading or writing fails, or the file makes no sense.
pub fn build(
    library: &Library,
    file: Option<&str>,
    drafts: Option<&Path>,
    console: &mut Console<'_>,
) -> Result<(), Stop> {
    let begun = match file {
        Some(file) => Some(begin::named(library, file, console)?),
        None => begin::chosen(library, drafts, console)?,
    };
    let Some(Begun { rosters, roster, file, draft }) = begun else { return Ok(()) };
    console.line("`?` helps, `quit` leaves.")?;
    // What lies in a draft is in no file.
    let saved = if draft.is_some() { String::new() } else { roster.to_ron() };
    let draft = Draft { folder: drafts, path: draft };
    Building { rosters, roster, past: Vec::new(), file, saved, draft, pages: vec![Page::default()] }.run(console)
}

fn leaves(line: &str) -> bool {
    ["q", "quit", "exit"].contains(&line.to_lowercase().as_str())
}

/// A roster being built.
struct Building<'a> {
    rosters: &'a dyn Rosters,
    roster: Box<dyn Muster + 'a>,
    /// The roster before each change, as files.
    past: Vec<String>,
    file: Option<String>,
    /// The roster as its file has it.
    saved: String,
    draft: Draft<'a>,
    /// The pages above, and the open one.
    pages: Vec<Page>,
}

impl Building<'_> {
    fn run(&mut self, console: &mut Console<'_>) -> Result<(), Stop> {
        let mut anew = true;
        loop {
            // An undo may have taken away what a page was about.
            while self.pages.len() > 1 && self.roster.choices(self.page()).is_empty() {
                self.pages.pop();
            }
            let choices = self.roster.choices(self.page());
            if anew {
                self.show_page(&choices, console)?;
            }
            let Some(line) = console.ask("> ")? else { return self.cut_off(console) };
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            anew = true;
            match word.to_lowercase().as_str() {
                "" | "back" => {
                    if self.pages.len() > 1 {
                        self.pages.pop();
                    }
                }
                "?" | "help" => {
                    HELP.iter().try_for_each(|line| console.line(line))?;
                    anew = false;
                }
                "show" => {
                    console.lines(&self.roster.printed())?;
                    anew = false;
                }
                "faults" => {
                    let told = told(self.roster.as_ref());
                    let fine = ["  Nothing is against the rules.".to_owned()];
                    console.lines(if told.is_empty() { &fine } else { &told })?;
                    anew = false;
                }
                "undo" => self.undo(console)?,
                "save" => {
                    let to = if rest.trim().is_empty() { self.file.clone() } else { Some(rest.trim().to_owned()) };
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

    fn page(&self) -> Page {
        self.pages.last().copied().unwrap_or_default()
    }

    /// The page with its choices and what the roster costs.
    fn show_page(&self, choices: &[Choice], console: &mut Console<'_>) -> Result<(), Stop> {
        let (total, limit) = self.roster.points();
        let title = console.ink.bold(&self.roster.title(self.page()));
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
        let faults = self.roster.faults().len();
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
        match choice.effect {
            Effect::Open(page) => {
                self.pages.push(page);
                Ok(true)
            }
            Effect::Change(edit) => self.change(edit, "", console),
            Effect::Remove(edit) => {
                let gone = self.change(edit, "", console)?;
                if gone {
                    self.pages.pop();
                }
                Ok(gone)
            }
            Effect::Write(edit) => {
                let text = console.ask(&format!("{} [{}]: ", choice.words, choice.about))?.unwrap_or_default();
                if text.is_empty() { Ok(false) } else { self.change(edit, &text, console) }
            }
        }
    }

    /// Makes a change, keeps what was before it and the draft of what is now; false where it cannot be made.
    fn change(&mut self, edit: Edit, text: &str, console: &mut Console<'_>) -> Result<bool, Stop> {
        let before = self.roster.to_ron();
        if let Err(why) = self.roster.change(edit, text) {
            console.line(&format!("  No: {why}"))?;
            return Ok(false);
        }
        if self.roster.to_ron() != before {
            self.past.push(before);
            self.keep(console)?;
        }
        Ok(true)
    }

    /// Keeps the roster until it is saved. That it cannot be kept is no reason to stop.
    fn keep(&mut self, console: &mut Console<'_>) -> Result<(), Stop> {
        if let Err(error) = self.draft.keep(&self.roster.to_ron()) {
            console.line(&format!("  The draft could not be kept: {error}"))?;
        }
        Ok(())
    }

    fn undo(&mut self, console: &mut Console<'_>) -> Result<(), Stop> {
        let Some(text) = self.past.pop() else {
            return Ok(console.line("  There is nothing to take back.")?);
        };
        self.roster = self.rosters.open(&Document::parse("the roster before", &text)?)?;
        self.keep(console)
    }

    /// Writes the roster to a file; false where it could not, or was not to, be written.
    fn save(&mut self, to: Option<String>, console: &mut Console<'_>) -> Result<bool, Stop> {
        let Some(to) = to else {
            console.line("  To which file? Type `save FILE`.")?;
            return Ok(false);
        };
        let file = if Path::new(&to).extension().is_some() { to } else { format!("{to}.ron") };
        if self.file.as_ref() != Some(&file) && Path::new(&file).exists() {
            let answer = console.ask(&format!("{file} is there already. Write over it? [no] "))?;
            if !answer.is_some_and(|a| ["y", "yes"].contains(&a.to_lowercase().as_str())) {
                return Ok(false);
            }
        }
        let text = self.roster.to_ron();
        if let Err(error) = write(Path::new(&file), &text).and_then(|()| self.draft.discard()) {
            console.line(&format!("  {file}: {error}"))?;
            return Ok(false);
        }
        let (total, _) = self.roster.points();
        console.line(&format!("  Saved to {file}, {total} points."))?;
        self.saved = text;
        self.file = Some(file);
        Ok(true)
    }

    /// Asks about what is not saved; true to leave.
    fn leave(&mut self, console: &mut Console<'_>) -> Result<bool, Stop> {
        if self.roster.to_ron() == self.saved {
            self.draft.discard()?;
            return Ok(true);
        }
        let prompt = match &self.file {
            Some(file) => format!("Save to {file}? yes, no to throw the changes away, later, or another file [yes] "),
            None => {
                "Save to which file? no throws the changes away, later keeps them for next time [later] ".to_owned()
            }
        };
        let Some(answer) = console.ask(&prompt)? else {
            self.cut_off(console)?;
            return Ok(true);
        };
        match (answer.to_lowercase().as_str(), self.file.is_some()) {
            ("no" | "n", _) => {
                self.draft.discard()?;
                Ok(true)
            }
            ("later", _) | ("", false) => {
                self.cut_off(console)?;
                Ok(true)
            }
            ("" | "yes" | "y", true) => self.save(self.file.clone(), console),
            _ => self.save(Some(answer), console),
        }
    }

    /// Nobody types any more: what is not saved stays in its draft, or is at least shown.
    fn cut_off(&mut self, console: &mut Console<'_>) -> Result<(), Stop> {
        let text = self.roster.to_ron();
        if text == self.saved {
            self.draft.discard()?;
            return Ok(());
        }
        match self.draft.keep(&text).map(|()| self.draft.path.as_ref()) {
            Ok(Some(path)) => console.line(&format!("Kept in {}; the builder offers it again.", path.display()))?,
            _ => console.line(&format!("The roster could not be kept. As a file it is:\n{text}"))?,
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
