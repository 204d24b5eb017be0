//! The rule book: what is looked for at the left, the rule that is open at the right.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

use crate::content::Codex;
use crate::play::book::{self, Book, Piece, pieces};
use crate::telling::{About, Line as Told};

use super::list::{List, Page, Row};
use super::paint;

/// The book, open.
pub(super) struct Reader {
    book: Book,
    page: Page,
    list: List,
    // The rules that the open one names.
    links: Vec<String>,
    // Which of them is followed next.
    link: usize,
}

impl Reader {
    /// Opens it at a rule, or at its beginning.
    pub(super) fn new(codex: &Codex, rule: &str) -> Reader {
        let (book, page, list) = (Book::default(), Page::default(), List::default());
        let mut reader = Reader { book, page, list, links: Vec::new(), link: 0 };
        match codex.get(rule) {
            Some(entry) => reader.book.turn_to(codex, &entry.id),
            None => reader.book.leaf(codex, 1),
        }
        reader.open(codex);
        reader
    }

    /// Writes the page that is open.
    fn open(&mut self, codex: &Codex) {
        self.links.clear();
        self.link = 0;
        let Some(entry) = self.book.page(codex) else { return };
        let mut line = Told::default();
        for piece in pieces(codex, &entry.text) {
            line = match piece {
                Piece::Words(words) => line.words(words),
                Piece::Rule(id) => {
                    if id != entry.id && !self.links.iter().any(|link| link == id) {
                        self.links.push(id.to_owned());
                    }
                    line.about(About::Heading, id)
                }
            };
        }
        let mut told = vec![line, Told::default(), Told::of(format!("Source: {}", entry.source))];
        let title = format!("{}: {}", entry.id, entry.title);
        let speakers = self.book.speakers(codex);
        if !speakers.is_empty() {
            told.push(Told::of(format!("Spoken of in: {}", speakers.join(", "))));
        }
        self.page = Page::new(title, told);
    }

    /// Does what a key says. Returns whether the book is to be closed.
    pub(super) fn key(&mut self, codex: &Codex, key: KeyCode) -> bool {
        match key {
            KeyCode::Esc | KeyCode::F(1) if self.book.search.is_empty() || key != KeyCode::Esc => return true,
            KeyCode::Esc => self.book.search.clear(),
            KeyCode::Up => self.leaf(codex, -1),
            KeyCode::Down => self.leaf(codex, 1),
            KeyCode::PageUp | KeyCode::PageDown | KeyCode::Home | KeyCode::End => self.page.key(key),
            KeyCode::Tab => self.link = (self.link + 1) % self.links.len().max(1),
            KeyCode::Enter | KeyCode::Right => {
                if let Some(id) = self.links.get(self.link).cloned() {
                    self.book.turn_to(codex, &id);
                    self.open(codex);
                }
            }
            KeyCode::Left if self.book.back() => self.open(codex),
            KeyCode::Backspace => {
                self.book.search.pop();
            }
            KeyCode::Char(letter) => {
                self.book.search.push(letter);
                if self.book.place(codex).is_none() {
                    self.leaf(codex, 1);
                }
            }
            _ => {}
        }
        false
    }

    fn leaf(&mut self, codex: &Codex, by: isize) {
        self.book.leaf(codex, by);
        self.open(codex);
    }

    pub(super) fn draw(&mut self, codex: &Codex, frame: &mut Frame<'_>) {
        let (title, middle, keys) = paint::parted(frame.area());
        let search = format!("The rule book. Looking for: {}_", self.book.search);
        paint::lines(frame, title, [paint::words(&search).style(paint::STRONG)]);
        let (left, right) = paint::beside(middle, 36.min(middle.width / 2));
        let place = self.book.place(codex);
        let row = |row: &book::Row| match row {
            book::Row::Chapter(chapter) => Row::heading(chapter),
            book::Row::Rule(id, title) => Row::new(paint::words(&format!("{id} {title}"))),
        };
        let rows: Vec<Row> = self.book.rows(codex).iter().map(row).collect();
        self.list.at = place.unwrap_or(0);
        let many = rows.iter().filter(|row| row.open).count();
        let room = paint::pane(frame, left, paint::words(&format!("{many} rules")));
        self.list.draw(frame, room, &rows);
        let room = paint::pane(frame, right, paint::words(&self.page.title));
        self.page.draw(frame, room);
        let follow = match self.links.get(self.link) {
            Some(id) if self.links.len() > 1 => ("Enter", format!("to {id} (Tab: another)")),
            Some(id) => ("Enter", format!("to {id}")),
            None => ("", String::new()),
        };
        let does = [
            ("letters", "look for"),
            ("Up, Down", "leaf"),
            ("Esc", "close"),
            (follow.0, &follow.1),
            ("Left", "back"),
            ("Page Up, Page Down", "scroll"),
        ];
        paint::keys(frame, keys, &does);
        if many == 0 {
            paint::lines(frame, room, [Line::styled("No rule has all of these words.", paint::WARNING)]);
        }
    }
}
