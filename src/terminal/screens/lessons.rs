//! The choice of a lesson's part.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

use crate::content::Library;
use crate::lesson::{Lesson, lessons};
use crate::play::guide::{Course, mark};
use crate::source::lines;
use crate::user::Learnt;

use super::list::{List, Row};
use super::start::LIST;
use super::{Next, paint};

/// The lessons with their parts.
pub(super) struct Lessons {
    lessons: Vec<Lesson>,
    // By row, which lesson, and which of its parts; none for headings.
    parts: Vec<Option<(usize, usize)>>,
    rows: Vec<Row>,
    list: List,
    // Why there are none.
    fault: Option<String>,
}

impl Lessons {
    /// Points at the first part that was not done yet.
    pub(super) fn new(library: &Library, learnt: &Learnt) -> Lessons {
        let (lessons, fault) = match lessons(library) {
            Ok(lessons) => (lessons, None),
            Err(problems) => (Vec::new(), Some(lines(&problems))),
        };
        let (mut parts, mut rows, mut next) = (Vec::new(), Vec::new(), None);
        for (place, lesson) in lessons.iter().enumerate() {
            parts.push(None);
            rows.push(Row::heading(&lesson.name));
            for (part, taught) in lesson.parts.iter().enumerate() {
                let done = if learnt.has(&mark(lesson, part)) { ": done" } else { "" };
                if done.is_empty() {
                    next.get_or_insert(rows.len());
                }
                parts.push(Some((place, part)));
                rows.push(Row::new(paint::words(&format!("{}. {}{done}", part + 1, taught.scenario.name))));
            }
        }
        let mut list = List::at(next.unwrap_or(0));
        list.settle(&rows);
        Lessons { lessons, parts, rows, list, fault }
    }

    pub(super) fn key(&mut self, key: KeyCode) -> Option<Next> {
        if self.list.key(key, &self.rows) {
            return None;
        }
        match key {
            KeyCode::Esc | KeyCode::Char('q') => Some(Next::Start),
            KeyCode::F(1) | KeyCode::Char('r') => Some(Next::Book(String::new())),
            KeyCode::Enter => {
                let (lesson, part) = self.pointed()?;
                Some(Next::Learn(Box::new(Course { lesson: lesson.clone(), part })))
            }
            _ => None,
        }
    }

    /// The part that is pointed at.
    fn pointed(&self) -> Option<(&Lesson, usize)> {
        let (lesson, part) = (*self.parts.get(self.list.at)?)?;
        Some((self.lessons.get(lesson)?, part))
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let (title, middle, keys) = paint::parted(frame.area());
        paint::lines(frame, title, [Line::styled("Learn to play", paint::STRONG)]);
        let (left, right) = paint::beside(middle, LIST.min(middle.width / 2));
        let room = paint::pane(frame, left, Line::raw("Lessons"));
        self.list.draw(frame, room, &self.rows);
        let heading = self.pointed().map_or(Line::default(), |(lesson, _)| paint::words(&lesson.name));
        let room = paint::pane(frame, right, heading);
        let mut told: Vec<Line<'static>> = Vec::new();
        if let Some((lesson, part)) = self.pointed() {
            let taught = &lesson.parts[part].scenario;
            told.extend(paint::wrapped(&lesson.about, room.width));
            told.push(Line::default());
            told.push(paint::words(&taught.name).style(paint::STRONG));
            told.extend(paint::wrapped(&taught.about, room.width));
        }
        let fault = self.fault.iter().flat_map(|why| paint::wrapped(why, room.width));
        told.extend(fault.map(|row| row.style(paint::WARNING)));
        paint::lines(frame, room, told);
        paint::keys(frame, keys, &[("arrows", "choose"), ("Enter", "begin"), ("F1", "rules"), ("Esc", "back")]);
    }
}
