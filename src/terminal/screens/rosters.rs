//! The rosters to begin with: those left unsaved, the person's own, new ones, those that ship.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

use crate::content::Library;
use crate::source::Problem;
use crate::telling::Line as Told;
use crate::user::Bench;
use crate::user::begun::{Begun, beginnings};

use super::builder::Builder;
use super::list::{List, Page, Row};
use super::{Folders, Next, paint};

/// How wide the list is, as far as there is room.
const LIST: u16 = 50;

/// The rosters.
pub(super) struct Rosters {
    folders: Folders,
    begun: Vec<(&'static str, Begun<'static>)>,
    rows: Vec<Row>,
    list: List,
    page: Page,
    // The one that is being built.
    builder: Option<Builder>,
}

impl Rosters {
    /// Lists them.
    ///
    /// # Errors
    /// One that ships is wrong.
    pub(super) fn new(library: &'static Library, folders: &Folders) -> Result<Rosters, Vec<Problem>> {
        let begun = beginnings(library, folders.drafts.as_deref(), folders.rosters.as_deref())?;
        let row = |(words, begun): &(&str, Begun<'_>)| {
            Row::new(paint::words(&format!("{words}{} ({})", begun.roster.name(), begun.rosters.ruleset())))
        };
        let rows = begun.iter().map(row).collect();
        let (folders, list, page) = (folders.clone(), List::default(), Page::default());
        let mut rosters = Rosters { folders, begun, rows, list, page, builder: None };
        rosters.open();
        Ok(rosters)
    }

    /// Writes down the roster that is pointed at.
    fn open(&mut self) {
        let Some((_, begun)) = self.begun.get(self.list.at) else { return };
        let faults = begun.roster.faults();
        let printed = std::iter::once(begun.words())
            .chain(begun.roster.printed())
            .chain(faults.iter().map(|fault| format!("! {fault}")));
        self.page = Page::new(begun.roster.name(), printed.map(Told::of).collect());
    }

    pub(super) fn key(&mut self, key: KeyCode) -> Option<Next> {
        if let Some(builder) = &mut self.builder {
            // They are listed anew: what was built is among them.
            return builder.key(key).then_some(Next::Rosters);
        }
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return Some(Next::Start),
            KeyCode::F(1) => return Some(Next::Book(String::new())),
            KeyCode::Enter if self.list.at < self.begun.len() => {
                let bench = Bench::new(self.begun.swap_remove(self.list.at).1, self.folders.drafts.clone());
                self.builder = Some(Builder::new(bench, self.folders.rosters.clone()));
            }
            KeyCode::Char(' ' | '+') => self.page.key(KeyCode::PageDown),
            KeyCode::Char('-') => self.page.key(KeyCode::PageUp),
            key if self.list.key(key, &self.rows) => self.open(),
            _ => {}
        }
        None
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        if let Some(builder) = &mut self.builder {
            return builder.draw(frame);
        }
        let (title, middle, keys) = paint::parted(frame.area());
        paint::lines(frame, title, [Line::styled("Rosters", paint::STRONG)]);
        let (left, right) = paint::beside(middle, LIST.min(middle.width / 2));
        let room = paint::pane(frame, left, Line::raw("To begin with"));
        self.list.draw(frame, room, &self.rows);
        let room = paint::pane(frame, right, paint::words(&self.page.title));
        self.page.draw(frame, room);
        let does = [("arrows", "choose"), ("Enter", "build"), ("Space, -", "scroll"), ("Esc", "back")];
        paint::keys(frame, keys, &does);
    }
}
