//! Why computers decided as they did: the decisions at the left, what was weighed up at the one that is pointed at at the right.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::content::Library;
use crate::play::why::{self, Inquiry};
use crate::play::words::capital;
use crate::scenario::Session;
use crate::telling::Line as Told;
use crate::terminal::review;

use super::list::{List, Page, Row};
use super::paint;

/// How wide the list of decisions is, at most.
const LIST: u16 = 40;

/// What a person asks about computers' decisions.
pub(super) struct Reasons {
    inquiry: Inquiry,
    list: List,
    page: Page,
}

impl Reasons {
    /// Asks about the last decision of a computer before one of this number.
    pub(super) fn new(library: &'static Library, session: &Session, before: u32) -> Reasons {
        let inquiry = Inquiry::new(library, session, before);
        let mut reasons = Reasons { inquiry, list: List::default(), page: Page::default() };
        reasons.write();
        reasons
    }

    /// Writes what is known of the decision asked about.
    fn write(&mut self) {
        let Inquiry { decisions, secret, chosen, .. } = &self.inquiry;
        let told = match (decisions.get(*chosen), self.inquiry.why()) {
            (None, _) => vec![Told::of(why::nothing(*secret))],
            (Some(asked), Some(all)) => review::reasons(asked, all),
            (Some(_), None) if self.inquiry.thinks() => vec![Told::of("It thinks it through once more ...")],
            (Some(_), None) => vec![Told::of(why::SILENT)],
        };
        self.page = Page::new("What was weighed up", told);
    }

    /// Takes in the answer.
    pub(super) fn tick(&mut self) {
        if self.inquiry.thinks() {
            self.inquiry.poll();
            self.write();
        }
    }

    /// Points at another decision, or scrolls.
    pub(super) fn key(&mut self, library: &'static Library, session: &Session, key: KeyCode) {
        match key {
            KeyCode::Up | KeyCode::Down | KeyCode::Home | KeyCode::End => {
                self.list.key(key, &self.rows());
                if self.list.at != self.inquiry.chosen {
                    self.inquiry.ask(library, session, self.list.at);
                    self.write();
                }
            }
            key => self.page.key(key),
        }
    }

    fn rows(&self) -> Vec<Row> {
        let row = |asked: &why::Asked| Row::new(paint::text(&capital(&asked.words)).style(paint::side(asked.side)));
        self.inquiry.decisions.iter().map(row).collect()
    }

    /// Draws it.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, room: Rect) {
        let (rest, keys) = paint::above(room, room.height.saturating_sub(1));
        let (left, right) = paint::beside(rest, LIST.min(rest.width * 2 / 5));
        let within = paint::pane(frame, left, Line::raw("Last decisions"));
        let said = if self.inquiry.secret { paint::wrapped(why::SECRET, within.width) } else { Vec::new() };
        let (within, below) = paint::above(within, within.height.saturating_sub(said.len() as u16));
        let rows = self.rows();
        self.list.draw(frame, within, &rows);
        paint::lines(frame, below, said.into_iter().map(|line| line.style(paint::QUIET)));
        let within = paint::pane(frame, right, paint::words(&self.page.title));
        self.page.draw(frame, within);
        paint::keys(frame, keys, &[("Up, Down", "another decision"), ("Page Down", "scroll"), ("Esc", "back")]);
    }
}
