//! Lists to choose from, and pages to read: both scroll as far as they have to.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::telling;

use super::paint;

/// A row of a list.
#[derive(Clone, Debug, Default)]
pub(super) struct Row {
    /// What stands there.
    pub(super) line: Line<'static>,
    /// Whether it can be chosen: headings cannot.
    pub(super) open: bool,
}

impl Row {
    /// Something to choose.
    pub(super) fn new(line: impl Into<Line<'static>>) -> Row {
        Row { line: line.into(), open: true }
    }

    /// A heading.
    pub(super) fn heading(text: &str) -> Row {
        Row { line: paint::words(text).style(paint::STRONG), open: false }
    }
}

/// Where somebody is in a list.
#[derive(Clone, Debug, Default)]
pub(super) struct List {
    /// The row that is pointed at.
    pub(super) at: usize,
    // The first row that is shown, and how many there is room for.
    top: usize,
    page: usize,
}

impl List {
    /// One that points at a row.
    pub(super) fn at(at: usize) -> List {
        List { at, ..List::default() }
    }

    /// Moves as a key says. Returns whether the key is one that moves.
    pub(super) fn key(&mut self, key: KeyCode, rows: &[Row]) -> bool {
        let page = self.page.max(1) as isize;
        let by = match key {
            KeyCode::Up => -1,
            KeyCode::Down => 1,
            KeyCode::PageUp => -page,
            KeyCode::PageDown => page,
            KeyCode::Home => -(rows.len() as isize),
            KeyCode::End => rows.len() as isize,
            _ => return false,
        };
        let aim = self.at.saturating_add_signed(by).min(rows.len().saturating_sub(1));
        let onward = (aim..rows.len()).find(|row| rows[*row].open);
        let back = (0..aim).rev().find(|row| rows[*row].open);
        // Headings are passed over; at an end, the last row that can be chosen is held.
        let next = if by > 0 {
            onward.or(back)
        } else {
            (0..=aim).rev().find(|row| rows.get(*row).is_some_and(|r| r.open)).or(onward)
        };
        self.at = next.unwrap_or(0);
        true
    }

    /// Points at a row that can be chosen, if the one pointed at cannot or is not there any more.
    pub(super) fn settle(&mut self, rows: &[Row]) {
        if rows.get(self.at).is_none_or(|row| !row.open) {
            self.at = rows.iter().position(|row| row.open).unwrap_or(0);
        }
    }

    /// The row that is shown at this place from the top, counted from 0.
    pub(super) fn shown(&self, place: usize) -> usize {
        self.top + place
    }

    /// Draws it, with signs at the right where there is more above or below.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, room: Rect, rows: &[Row]) {
        self.page = room.height.into();
        let page = self.page.max(1);
        // The heading above the first row that can be chosen is shown with it.
        let first = if rows[..self.at.min(rows.len())].iter().any(|row| row.open) { self.at } else { 0 };
        self.top = self.top.min(first).max((self.at + 1).saturating_sub(page)).min(rows.len().saturating_sub(page));
        let shown = rows.iter().enumerate().skip(self.top).take(page);
        let marked = shown.map(|(place, row)| {
            let mark = if place == self.at && row.open { "> " } else { "  " };
            let style = if place == self.at && row.open { paint::POINTED } else { ratatui::style::Style::new() };
            let spans = std::iter::once(Span::raw(if row.open { mark } else { "" }));
            Line::from_iter(spans.chain(row.line.spans.iter().cloned())).style(row.line.style).patch_style(style)
        });
        let marked: Vec<Line<'static>> = marked.collect();
        paint::lines(frame, room, marked);
        more(frame, room, self.top > 0, self.top + page < rows.len());
    }
}

/// Signs at the right of a room that there is more above or below.
fn more(frame: &mut Frame<'_>, room: Rect, above: bool, below: bool) {
    let (Some(x), true) = (room.right().checked_sub(1), room.height > 0 && room.width > 1) else { return };
    for (is, y, sign) in [(above, room.top(), "^"), (below, room.bottom().saturating_sub(1), "v")] {
        if is {
            paint::lines(frame, Rect::new(x, y, 1, 1), [Line::styled(sign, paint::STRONG)]);
        }
    }
}

/// A text to read.
#[derive(Clone, Debug, Default)]
pub(super) struct Page {
    /// What it is called.
    pub(super) title: String,
    /// What stands in it.
    pub(super) told: Vec<telling::Line>,
    // How many rows above the shown ones, and the last width and height.
    top: usize,
    page: usize,
    // Whether it is shown from its end on.
    end: bool,
}

impl Page {
    /// One that is read from its beginning.
    pub(super) fn new(title: impl Into<String>, told: Vec<telling::Line>) -> Page {
        Page { title: title.into(), told, ..Page::default() }
    }

    /// One that is open at its end.
    pub(super) fn ended(title: impl Into<String>, told: Vec<telling::Line>) -> Page {
        Page { end: true, ..Page::new(title, told) }
    }

    /// Scrolls as a key says.
    pub(super) fn key(&mut self, key: KeyCode) {
        let page = self.page.max(1);
        self.top = match key {
            KeyCode::Up => self.top.saturating_sub(1),
            KeyCode::Down => self.top.saturating_add(1),
            KeyCode::PageUp => self.top.saturating_sub(page),
            KeyCode::PageDown | KeyCode::Char(' ') => self.top.saturating_add(page),
            KeyCode::Home => 0,
            KeyCode::End => usize::MAX,
            _ => return,
        };
    }

    /// Draws it.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, room: Rect) {
        let rows = paint::rows(&self.told, room.width.saturating_sub(2).max(1));
        self.page = room.height.into();
        let last = rows.len().saturating_sub(self.page);
        self.top = if std::mem::take(&mut self.end) { last } else { self.top.min(last) };
        let below = self.top + self.page < rows.len();
        paint::lines(frame, room, rows.into_iter().skip(self.top));
        more(frame, room, self.top > 0, below);
    }
}
