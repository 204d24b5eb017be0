//! A roster being built, choice by choice, beside the roster as it stands.

use std::path::PathBuf;

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::{Line, Span};

use crate::rules::muster::{Choice, Effect};
use crate::telling::Line as Told;
use crate::user::Bench;

use super::list::{List, Page, Row};
use super::paint;

/// How wide the list of choices is, as far as there is room.
const LIST: u16 = 50;

/// What is typed.
enum Typed {
    /// The text that a choice asks for.
    Text(Effect, String),
    /// The name of the roster's file.
    Name(String),
}

/// A roster being built.
pub(super) struct Builder {
    bench: Bench<'static>,
    // The folder of the person's own rosters.
    folder: Option<PathBuf>,
    choices: Vec<Choice>,
    list: List,
    page: Page,
    typed: Option<Typed>,
    told: Option<String>,
}

impl Builder {
    pub(super) fn new(bench: Bench<'static>, folder: Option<PathBuf>) -> Builder {
        let (choices, list, page) = (Vec::new(), List::default(), Page::default());
        let mut builder = Builder { bench, folder, choices, list, page, typed: None, told: None };
        builder.write();
        builder
    }

    /// Lists the choices of the open page, and writes down the roster as it stands.
    fn write(&mut self) {
        self.choices = self.bench.choices();
        self.list.at = self.list.at.min(self.choices.len().saturating_sub(1));
        self.page.told = printed(&self.bench);
    }

    /// Does what a key says. Returns whether the person is done; what is not saved is kept as a draft.
    pub(super) fn key(&mut self, key: KeyCode) -> bool {
        self.told = None;
        if let Some(typed) = self.typed.take() {
            self.type_on(typed, key);
            return false;
        }
        let rows = self.rows();
        if self.list.key(key, &rows) {
            return false;
        }
        match key {
            KeyCode::Enter | KeyCode::Right => {
                if let Some(choice) = self.choices.get(self.list.at) {
                    match (&choice.refusal, choice.effect) {
                        (Some(why), _) => self.told = Some(format!("No: {why}")),
                        (None, effect @ Effect::Write(_)) => self.typed = Some(Typed::Text(effect, String::new())),
                        (None, effect) => self.take(effect, ""),
                    }
                }
            }
            KeyCode::Esc | KeyCode::Left | KeyCode::Backspace => {
                if !self.bench.up() {
                    return key == KeyCode::Esc;
                }
                self.list = List::default();
                self.write();
            }
            KeyCode::Char('u') => {
                self.told = (!self.bench.undo()).then(|| "There is nothing to take back".to_owned());
                self.keep();
            }
            KeyCode::Char('s') => self.typed = Some(Typed::Name(self.bench.name())),
            KeyCode::Char(' ' | '+') => self.page.key(KeyCode::PageDown),
            KeyCode::Char('-') => self.page.key(KeyCode::PageUp),
            KeyCode::Char('q') => return true,
            _ => {}
        }
        false
    }

    /// Types on, and does what was asked for when that is done.
    fn type_on(&mut self, mut typed: Typed, key: KeyCode) {
        let (Typed::Text(_, text) | Typed::Name(text)) = &mut typed;
        match key {
            KeyCode::Esc => return,
            KeyCode::Char(letter) => text.push(letter),
            KeyCode::Backspace => _ = text.pop(),
            KeyCode::Enter if !text.trim().is_empty() => {
                match typed {
                    Typed::Text(effect, text) => self.take(effect, &text),
                    Typed::Name(name) => {
                        let saved = self.bench.save_as(self.folder.as_deref(), &name);
                        self.told = Some(saved.map_or_else(|why| why, |path| format!("Saved to {path}")));
                    }
                }
                return;
            }
            _ => {}
        }
        self.typed = Some(typed);
    }

    fn take(&mut self, effect: Effect, text: &str) {
        match self.bench.take(effect, text) {
            Ok(_) => {
                if matches!(effect, Effect::Open(_) | Effect::Remove(_)) {
                    self.list = List::default();
                }
                self.keep();
            }
            Err(why) => self.told = Some(format!("No: {why}")),
        }
    }

    /// Keeps the roster as a draft until it is saved.
    fn keep(&mut self) {
        if let Err(error) = self.bench.keep() {
            self.told = Some(format!("The draft could not be kept: {error}"));
        }
        self.write();
    }

    fn rows(&self) -> Vec<Row> {
        let row = |choice: &Choice| {
            let cost = if choice.cost == 0 { String::new() } else { format!("  {:+}", choice.cost) };
            let line = Line::from_iter([paint::text(&choice.words), Span::styled(cost, paint::STRONG)]);
            Row::new(if choice.refusal.is_some() { line.style(paint::QUIET) } else { line })
        };
        self.choices.iter().map(row).collect()
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let (title, middle, keys) = paint::parted(frame.area());
        let roster = self.bench.roster();
        let (cost, limit) = roster.points();
        let heading = format!("{}: {cost} of {limit} points", roster.title(self.bench.page()));
        paint::lines(frame, title, [paint::words(&heading).style(paint::STRONG)]);
        let pointed = self.choices.get(self.list.at);
        let about = match (&self.told, pointed) {
            (Some(told), _) => (told.clone(), paint::WARNING),
            (None, Some(Choice { refusal: Some(why), .. })) => (format!("Not open: {why}"), paint::QUIET),
            (None, pointed) => (pointed.map_or(String::new(), |choice| choice.about.clone()), paint::QUIET),
        };
        let about = paint::wrapped(&about.0, middle.width).into_iter().map(|line| line.style(about.1));
        let (above, below) = paint::above(middle, middle.height.saturating_sub(3));
        let (left, right) = paint::beside(above, LIST.min(above.width / 2));
        let room = paint::pane(frame, left, Line::raw("Choices"));
        let rows = self.rows();
        self.list.draw(frame, room, &rows);
        let room = paint::pane(frame, right, Line::raw("As it stands"));
        self.page.draw(frame, room);
        let room = paint::pane(frame, below, pointed.map_or(Line::default(), |choice| paint::words(&choice.words)));
        paint::lines(frame, room, about);
        let does =
            [("Enter", "take"), ("Esc", "up"), ("u", "undo"), ("s", "save"), ("q", "done"), ("Space, -", "scroll")];
        paint::keys(frame, keys, &does);
        let (heading, text) = match &self.typed {
            None => return,
            Some(Typed::Text(_, text)) => (pointed.map_or("", |choice| choice.words.as_str()), text),
            Some(Typed::Name(name)) => ("Name of its file", name),
        };
        let room = paint::middle(frame.area(), 60, 5);
        let room = paint::over(frame, room, paint::words(heading));
        paint::lines(frame, room, paint::wrapped(&format!("{text}_\nEnter takes it, Esc leaves it."), room.width));
    }
}

/// The roster as players read it, and what is against the rules.
fn printed(bench: &Bench<'_>) -> Vec<Told> {
    let roster = bench.roster();
    let faults = roster.faults();
    let fine = faults.is_empty().then(|| "Nothing is against the rules.".to_owned());
    let faults = faults.iter().map(|fault| format!("! {fault}"));
    roster.printed().into_iter().chain([String::new()]).chain(fine).chain(faults).map(Told::of).collect()
}
