//! The replay of a battle: played, paused, stepped forward and backward.

use crate::battle::SideId;
use crate::content::Library;
use crate::opponents;
use crate::platform::Timer;
use crate::scenario::Session;
use crate::scenario::journal::PERSON;
use crate::source::lines;

use super::game::BUDGET;
use super::playback::{Speed, begins_turn};
use super::table::Table;

/// The replay of a battle. Everything is shown.
pub struct Replay {
    /// What is shown of it.
    pub table: Table,
    session: Session,
    /// How many decisions have been made where it stands.
    pub position: u32,
    /// Whether it is playing.
    pub playing: bool,
    /// The decisions before which turns begin, and those before which somebody is lost.
    turns: Vec<u32>,
    losses: Vec<u32>,
}

impl Replay {
    /// A battle at its beginning.
    #[must_use]
    pub fn new(library: &'static Library, session: Session) -> Replay {
        let mut table = Table::new(library, session.battle().clone());
        table.recall(&session, Clone::clone);
        let begun = session.events().iter().enumerate().filter(|(_, event)| begins_turn(&**session.battle(), event));
        let mut turns: Vec<u32> = begun.map(|(place, _)| session.moment(place)).collect();
        turns.dedup();
        let lost = session.battle().casualties(session.events()).into_iter();
        let mut losses: Vec<u32> = lost.map(|c| session.moment(c.event).saturating_sub(1)).collect();
        losses.sort_unstable();
        losses.dedup();
        let mut replay = Replay { table, session, position: 0, playing: true, turns, losses };
        replay.go(0);
        replay
    }

    /// The battle with all its past.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// How many decisions there are.
    #[must_use]
    pub fn length(&self) -> u32 {
        self.session.battle().number()
    }

    /// Goes to a position at once.
    pub fn go(&mut self, position: u32) {
        self.position = position.min(self.length());
        if let Some((battle, past)) = self.session.battle_at(self.position) {
            self.table.view = battle;
            self.table.settle(past);
        }
    }

    /// Plays the next decision.
    pub fn step(&mut self) {
        let from = self.session.battle_at(self.position).map_or(0, |(_, events)| events.len());
        if let Some((battle, events)) = self.session.battle_at(self.position + 1) {
            if self.table.playback.busy() {
                self.table.skip();
            }
            self.table.catch_up();
            self.table.playback.push(&events[from..]);
            self.table.view = battle;
            self.position += 1;
        }
    }

    /// The decisions before which turns begin.
    #[must_use]
    pub fn turns(&self) -> &[u32] {
        &self.turns
    }

    /// The decisions by which somebody is lost.
    #[must_use]
    pub fn losses(&self) -> &[u32] {
        &self.losses
    }

    /// Goes to the beginning of the next turn, or of the one before; shows it paused.
    pub fn leap(&mut self, on: bool) {
        self.playing = false;
        let mut turns = self.turns.iter().copied();
        let to = match on {
            true => turns.find(|turn| *turn > self.position).unwrap_or(self.length()),
            false => turns.rfind(|turn| *turn < self.position).unwrap_or(0),
        };
        self.go(to);
    }

    /// Goes to just before the next loss, or the one before, and plays that decision.
    pub fn loss(&mut self, on: bool) {
        self.playing = false;
        let mut losses = self.losses.iter().copied();
        // The decision that was played last is the one before the position.
        let to = match on {
            true => losses.find(|loss| *loss >= self.position),
            false => losses.rfind(|loss| *loss + 1 < self.position),
        };
        if let Some(to) = to {
            self.go(to);
            self.step();
        }
    }

    /// Goes one decision back.
    pub fn back(&mut self) {
        self.playing = false;
        self.go(self.position.saturating_sub(1));
    }

    /// The battle at this position, to be played on: this side by a person, other sides of persons by the usual
    /// opponent. The replayed journal does not change.
    ///
    /// # Errors
    /// Why it cannot be, in words.
    pub fn branch(&self, side: SideId) -> Result<Session, String> {
        let library = self.table.library();
        let text = self.session.text().as_bytes();
        let mut branch = Session::replay(library, "this battle", text).map_err(|problems| lines(&problems))?;
        branch.undo_to(self.position).map_err(|why| why.to_string())?;
        let usual = opponents::favourite(library, branch.battle().ruleset());
        let owner = |(place, owner): (usize, &String)| match owner.as_str() {
            _ if place == side.index() => PERSON.to_owned(),
            PERSON => usual.clone(),
            owner => owner.to_owned(),
        };
        let owners = branch.owners().iter().enumerate().map(owner).collect();
        Ok(branch.owned_by(owners))
    }

    /// Advances by this time.
    pub fn tick(&mut self, seconds: f32, speed: Speed) {
        let begun = Timer::start();
        let mut seconds = seconds;
        loop {
            if !self.table.pass(std::mem::take(&mut seconds), speed) || !self.playing {
                return;
            }
            self.step();
            self.playing = self.position < self.length();
            // Where nothing is shown in between, as many decisions are played in a frame as it has time for.
            if speed != Speed::Instant || begun.elapsed() >= BUDGET {
                return;
            }
        }
    }

    /// The lines of the log up to where it stands.
    #[must_use]
    pub fn told(&self) -> usize {
        self.table.log.partition_point(|line| line.number <= self.position)
    }
}
