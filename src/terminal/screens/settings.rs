//! The settings that matter here: how fast battles are shown, and how long computers think.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

use crate::play::settings::Settings;
use crate::terminal::knobs::Knob;

use super::list::{List, Row};
use super::{Next, paint};

/// The settings, to be changed.
#[derive(Default)]
pub(super) struct Preferences {
    list: List,
}

impl Preferences {
    pub(super) fn key(&mut self, key: KeyCode, settings: &mut Settings) -> Option<Next> {
        if self.list.key(key, &rows(settings)) {
            return None;
        }
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return Some(Next::Back),
            KeyCode::F(1) => return Some(Next::Book(String::new())),
            KeyCode::Right | KeyCode::Enter | KeyCode::Char('+' | ' ') => self.turn(settings, 1),
            KeyCode::Left | KeyCode::Char('-') => self.turn(settings, -1),
            _ => {}
        }
        None
    }

    /// Gives the setting that is pointed at another value, so many further.
    fn turn(&self, settings: &mut Settings, by: isize) {
        let knob = Knob::ALL[self.list.at];
        let (values, now) = knob.values(settings);
        knob.set(settings, (now as isize + by).rem_euclid(values.len() as isize) as usize);
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, settings: &Settings) {
        let (title, middle, keys) = paint::parted(frame.area());
        paint::lines(frame, title, [Line::styled("Settings", paint::STRONG)]);
        let rows = rows(settings);
        let (above, below) = paint::above(middle, rows.len() as u16 + 2);
        let room = paint::pane(frame, above, Line::raw("Battles"));
        self.list.draw(frame, room, &rows);
        let room = paint::pane(frame, below, Line::raw("About"));
        let mut told = paint::wrapped(Knob::ALL[self.list.at].about(), room.width);
        let kept = "They are kept when you leave this screen. The window has the same, and more of its own.";
        told.extend(paint::wrapped(kept, room.width).into_iter().map(|row| row.style(paint::QUIET)));
        paint::lines(frame, room, told);
        paint::keys(frame, keys, &[("Up, Down", "point"), ("Left, Right", "change"), ("Esc", "back")]);
    }
}

fn rows(settings: &Settings) -> Vec<Row> {
    let row = |knob: Knob| {
        let (values, now) = knob.values(settings);
        Row::new(paint::words(&format!("{:<22} {}", knob.name(), values[now])))
    };
    Knob::ALL.into_iter().map(row).collect()
}
