//! A battle as somebody sees it: the shown board, what is happening on it, and the log.

use crate::battle::Event;
use crate::content::Library;
use crate::rules::AnyBattle;
use crate::scenario::Session;
use crate::terminal::ink::Ink;
use crate::terminal::story::Story;

use super::playback::Playback;
use super::scene::Scene;

/// A line of the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line.
    pub text: String,
    /// How many decisions had been made when it was told.
    pub number: u32,
}

/// A battle as it is shown.
pub struct Table {
    library: &'static Library,
    /// All that whoever looks may know.
    pub view: AnyBattle,
    /// The board as it is shown, which may still be on its way to that.
    pub playback: Playback,
    /// All that was told.
    pub log: Vec<Line>,
    story: Story<'static>,
}

impl Table {
    /// A battle as it stands, without its past.
    #[must_use]
    pub fn new(library: &'static Library, view: AnyBattle) -> Table {
        let playback = Playback::still(Scene::of(&*view));
        let story = Story::new(library.codex(), Ink::default());
        Table { library, view, playback, log: Vec::new(), story }
    }

    /// The content that it is played with.
    #[must_use]
    pub fn library(&self) -> &'static Library {
        self.library
    }

    /// Adds what followed an answer to the log. The view is still that of before.
    pub fn tell(&mut self, events: &[Event]) {
        let number = self.view.number() + 1;
        let lines = self.story.tell(&*self.view, events);
        self.add(lines, number);
    }

    /// Adds what has been held back to be told together.
    pub fn finish(&mut self) {
        let mut lines = Vec::new();
        self.story.finish(&*self.view, &mut lines);
        self.add(lines, self.view.number());
    }

    /// Adds a remark.
    pub fn remark(&mut self, text: &str) {
        self.add(vec![text.to_owned()], self.view.number());
    }

    fn add(&mut self, lines: Vec<String>, number: u32) {
        let lines = lines.into_iter().filter(|text| !text.is_empty());
        self.log.extend(lines.map(|text| Line { text, number }));
    }

    /// Shows the board as it is now known, without anything on its way.
    pub fn settle(&mut self) {
        self.playback = Playback::still(Scene::of(&*self.view));
    }

    /// Shows at once what is still to be seen.
    pub fn skip(&mut self) {
        self.playback.skip(&*self.view);
    }

    /// Tells the whole past of a session anew, as `see` lets it be seen.
    pub fn recall(&mut self, session: &Session, see: impl Fn(&AnyBattle) -> AnyBattle) {
        self.log.clear();
        self.story = Story::new(self.library.codex(), Ink::default());
        self.add(session.notes().to_vec(), 0);
        let mut number = 0;
        session.retrace(|before, events| {
            let lines = self.story.tell(&*see(before), events);
            self.add(lines, number);
            number += 1;
        });
    }
}
