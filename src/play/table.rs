//! A battle from one point of view: the shown board, the events on it, and the log.

use crate::battle::Event;
use crate::content::Library;
use crate::rules::AnyBattle;
use crate::scenario::Session;
use crate::telling;
use crate::telling::story::Story;

use super::playback::{Playback, Speed};
use super::scene::Scene;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it says.
    pub told: telling::Line,
    /// How many decisions had been made when it was told.
    pub number: u32,
}

/// A battle as it is shown.
pub struct Table {
    library: &'static Library,
    /// The battle as far as the viewer may know it.
    pub view: AnyBattle,
    /// The shown board, which may lag behind the view.
    pub playback: Playback,
    /// The log.
    pub log: Vec<Line>,
    story: Story<'static>,
}

impl Table {
    /// A battle as it stands, without its past.
    #[must_use]
    pub fn new(library: &'static Library, view: AnyBattle) -> Table {
        let playback = Playback::after(&*view, &[]);
        let story = Story::new(library.codex());
        Table { library, view, playback, log: Vec::new(), story }
    }

    /// The content that it is played with.
    #[must_use]
    pub fn library(&self) -> &'static Library {
        self.library
    }

    /// Adds the events after an answer to the log. The view is still the one before them.
    pub fn tell(&mut self, events: &[Event]) {
        let number = self.view.number() + 1;
        let lines = self.story.tell(&*self.view, events);
        self.add(lines, number);
    }

    /// Adds lines that were held back to be joined.
    pub fn finish(&mut self) {
        let mut lines = Vec::new();
        self.story.finish(&*self.view, &mut lines);
        self.add(lines, self.view.number());
    }

    /// Adds a remark.
    pub fn remark(&mut self, text: &str) {
        self.add(vec![telling::Line::of(text)], self.view.number());
    }

    fn add(&mut self, lines: Vec<telling::Line>, number: u32) {
        let lines = lines.into_iter().filter(|line| !line.is_empty());
        self.log.extend(lines.map(|told| Line { told, number }));
    }

    /// Shows the board of the view at once, to which these events have led.
    pub fn settle(&mut self, past: &[Event]) {
        self.playback = Playback::after(&*self.view, past);
    }

    /// Shows the board of the view where all events have been played; what fades on it goes on.
    pub fn catch_up(&mut self) {
        self.playback.scene = Scene::of(&*self.view);
    }

    /// Lets time pass. Returns whether nothing is waited for any more; what fades goes on then.
    pub fn pass(&mut self, seconds: f32, speed: Speed) -> bool {
        let busy = self.playback.busy();
        self.playback.tick(&*self.view, seconds, speed);
        if busy && !self.playback.busy() {
            self.catch_up();
        }
        !self.playback.busy()
    }

    /// Shows all remaining events at once.
    pub fn skip(&mut self) {
        self.playback.skip(&*self.view);
    }

    /// Writes the log of the whole session anew, of the battle as `see` shows it.
    pub fn recall(&mut self, session: &Session, see: impl Fn(&AnyBattle) -> AnyBattle) {
        self.log.clear();
        self.story = Story::new(self.library.codex());
        self.add(session.notes().iter().map(telling::Line::of).collect(), 0);
        let mut number = 0;
        session.retrace(|before, events| {
            let lines = self.story.tell(&*see(before), events);
            self.add(lines, number);
            number += 1;
        });
    }
}
