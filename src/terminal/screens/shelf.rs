//! The battles that are kept: those played, and those saved on the way.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;

use crate::battle::SideId;
use crate::content::Library;
use crate::platform::{Answer, Task};
use crate::play::shelf::{Kept, Shelf, Told};

use super::list::{List, Row};
use super::start::battlefield;
use super::{Folders, Next, paint};

/// How wide the list is, as far as there is room.
const LIST: u16 = 44;

/// What has to be answered first.
enum Asked {
    /// The new name, as far as it is typed.
    Name(String),
    /// Whether it is to be deleted.
    Deletion,
}

/// The battles that are kept.
pub(super) struct Saved {
    shelf: Shelf,
    // Their journals are read one after the other, which may take a while.
    reading: Option<Task<(String, Result<Told, String>)>>,
    list: List,
    asked: Option<Asked>,
    /// What is to be told: mostly why something failed.
    pub(super) told: Option<String>,
}

impl Saved {
    pub(super) fn new(library: &'static Library, folders: &Folders) -> Saved {
        let shelf = Shelf::new(folders.journals.as_deref(), folders.saves.as_deref());
        let paths: Vec<String> = shelf.kept.iter().map(|kept| kept.path.clone()).collect();
        let reading = Task::stream(move |answers| {
            let mut paths = paths.into_iter();
            let read = |path: String| (Told::read(library, &path), path);
            while paths.next().map(read).is_some_and(|(told, path)| answers.give((path, told))) {}
        });
        Saved { shelf, reading: Some(reading), list: List::default(), asked: None, told: None }
    }

    /// Takes in what has been read.
    pub(super) fn tick(&mut self) {
        while let Some(reading) = &self.reading {
            match reading.poll() {
                Answer::Ready((path, told)) => _ = self.shelf.take(&path, told),
                Answer::Pending => return,
                Answer::Ended => self.reading = None,
            }
        }
    }

    pub(super) fn key(&mut self, key: KeyCode) -> Option<Next> {
        self.told = None;
        if self.asked.is_some() {
            self.answer(key);
            return None;
        }
        if self.list.key(key, &self.rows()) {
            self.shelf.chosen = self.list.at;
            return None;
        }
        let kept = self.shelf.chosen();
        match key {
            KeyCode::Esc | KeyCode::Char('q') => Some(Next::Start),
            KeyCode::F(1) => Some(Next::Book(String::new())),
            KeyCode::Enter => kept.map(|kept| match kept.is_open() {
                true => Next::GoOn(kept.path.clone(), kept.saved),
                false => Next::Replay(kept.path.clone()),
            }),
            KeyCode::Char('p') => kept.map(|kept| Next::Replay(kept.path.clone())),
            KeyCode::Char('r') => {
                self.asked = kept.map(|kept| Asked::Name(kept.stem()));
                None
            }
            KeyCode::Delete | KeyCode::Char('d') => {
                self.asked = kept.map(|_| Asked::Deletion);
                None
            }
            _ => None,
        }
    }

    /// Takes the answer to what was asked.
    fn answer(&mut self, key: KeyCode) {
        let done = match (&mut self.asked, key) {
            (_, KeyCode::Esc) => Ok(()),
            (Some(Asked::Name(name)), KeyCode::Char(letter)) => return name.push(letter),
            (Some(Asked::Name(name)), KeyCode::Backspace) => {
                name.pop();
                return;
            }
            (Some(Asked::Name(name)), KeyCode::Enter) => self.shelf.rename(name),
            (Some(Asked::Name(_)), _) => return,
            (Some(Asked::Deletion), KeyCode::Char('y' | 'Y')) => self.shelf.delete(),
            _ => Ok(()),
        };
        (self.asked, self.told, self.list.at) = (None, done.err(), self.shelf.chosen);
    }

    fn rows(&self) -> Vec<Row> {
        let row = |kept: &Kept| Row::new(paint::words(&format!("{}, {}", kept.name, kept.age)));
        self.shelf.kept.iter().map(row).collect()
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let (title, middle, keys) = paint::parted(frame.area());
        let (read, all) = (self.shelf.read(), self.shelf.kept.len());
        let about = if self.reading.is_some() { format!(" (reading {read} of {all} ...)") } else { String::new() };
        paint::lines(frame, title, [paint::words(&format!("Replays and saved games{about}")).style(paint::STRONG)]);
        let (left, right) = paint::beside(middle, LIST.min(middle.width / 2));
        let room = paint::pane(frame, left, Line::raw("Battles, the newest first"));
        let rows = self.rows();
        self.list.draw(frame, room, &rows);
        let name = self.shelf.chosen().map_or("", |kept| kept.name.as_str());
        let room = paint::pane(frame, right, paint::words(name));
        let mut told: Vec<Line<'static>> = Vec::new();
        let why = self.told.iter().flat_map(|why| paint::wrapped(why, room.width));
        told.extend(why.map(|row| row.style(paint::WARNING)));
        told.extend(self.about(told.len(), room));
        paint::lines(frame, room, told);
        let open = self.shelf.chosen().is_some_and(Kept::is_open);
        let enter = if open { "go on" } else { "replay" };
        let does = [
            ("Enter", enter),
            ("p", "replay"),
            ("r", "rename"),
            ("d", "delete"),
            ("arrows", "choose"),
            ("Esc", "back"),
        ];
        match self.shelf.chosen() {
            Some(_) => paint::keys(frame, keys, &does),
            None => paint::keys(frame, keys, &[("Esc", "back")]),
        }
        let (heading, text) = match &self.asked {
            None => return,
            Some(Asked::Name(text)) => {
                ("Another name", format!("{text}_\nEnter gives it this name, Esc leaves it as it is."))
            }
            Some(Asked::Deletion) => {
                ("Delete it?", format!("{name} cannot be brought back.\ny deletes it, any other key leaves it."))
            }
        };
        let room = paint::middle(frame.area(), 60, 6);
        let room = paint::over(frame, room, Line::raw(heading));
        paint::lines(frame, room, paint::wrapped(&text, room.width));
    }

    /// What the chosen one tells, below so many lines.
    fn about(&self, below: usize, room: Rect) -> Vec<Line<'static>> {
        let Some(kept) = self.shelf.chosen() else {
            return paint::wrapped("There are none yet: every battle is kept from its first decision.", room.width);
        };
        let told = match &kept.told {
            None => return vec![Line::styled("not read yet", paint::QUIET)],
            Some(Err(why)) => {
                return paint::wrapped(why, room.width).into_iter().map(|row| row.style(paint::WARNING)).collect();
            }
            Some(Ok(told)) => told,
        };
        let mut lines = paint::wrapped(&format!("{}, {}", told.scenario, told.ruleset), room.width);
        lines.extend(paint::wrapped(&told.stands(), room.width).into_iter().map(|row| row.style(paint::STRONG)));
        for (place, side) in told.sides.iter().enumerate() {
            let name = paint::text(&side.name).style(paint::side(SideId(place as u8)));
            lines.push(Line::from_iter([name, paint::text(&format!(": {}", side.owner))]));
        }
        let saved = if kept.saved { "Saved on the way: it does not change when you go on from it." } else { "" };
        lines.extend(paint::wrapped(saved, room.width));
        // Of one that is not over the board would tell what a person may not know.
        if told.over {
            lines.extend(battlefield(&told.battle, below + lines.len(), room));
        }
        lines
    }
}
