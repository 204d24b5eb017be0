//! What happened: small events, each with its rule id. Log, window, referee and chronicle fold them.

use crate::board::{Cell, Facing};

use super::{Action, Rule, SideId, UnitId};

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The rule that made it happen.
    pub rule: Rule,
    /// What happened.
    pub fact: Fact,
}

/// What happened. Numbers of fields are those of the ruleset's records ([`super::Record`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fact {
    /// A step of the turn began.
    Step {
        /// Its name, as the step bar shows it.
        name: &'static str,
        /// The turn, from 1; 0 before the first.
        turn: u16,
    },
    /// A side answered a decision in the open.
    Acted {
        /// Who.
        side: SideId,
        /// The answer.
        action: Action,
    },
    /// A side answered in secret.
    Sealed {
        /// Who.
        side: SideId,
        /// For which unit.
        unit: UnitId,
    },
    /// A modifier of the rolls that follow; the event's rule names it.
    Modifier {
        /// What it adds.
        value: i8,
    },
    /// A die fell.
    Rolled {
        /// Faces of the die.
        faces: u8,
        /// The face shown.
        face: u8,
        /// The least face that does it; 0 where a table is read.
        need: u8,
        /// Who rolled.
        by: UnitId,
        /// Against whom; [`UnitId::NONE`] where nobody.
        against: UnitId,
    },
    /// A field of a unit changed.
    Changed {
        /// The unit.
        unit: UnitId,
        /// Number of the field.
        field: u8,
        /// Before.
        from: i32,
        /// After.
        to: i32,
    },
    /// A unit stands in another hex; [`Cell::NONE`] is off the board.
    Moved {
        /// The unit.
        unit: UnitId,
        /// Before.
        from: Cell,
        /// After.
        to: Cell,
    },
    /// A unit faces another way.
    Faced {
        /// The unit.
        unit: UnitId,
        /// Its facing now.
        facing: Facing,
    },
    /// A unit is of another side from now on.
    Enlisted {
        /// The unit.
        unit: UnitId,
        /// Its side now.
        side: SideId,
    },
    /// A field of a hex changed.
    Ground {
        /// The hex.
        cell: Cell,
        /// Number of the field.
        field: u8,
        /// Before.
        from: i32,
        /// After.
        to: i32,
    },
    /// A field of the table changed: turn, scores, objectives.
    Table {
        /// Number of the field.
        field: u8,
        /// Before.
        from: i32,
        /// After.
        to: i32,
    },
    /// Something worth a line in the log that changes nothing by itself.
    Note {
        /// In a few words.
        text: &'static str,
        /// About whom.
        unit: UnitId,
        /// How much, if that says something.
        value: i16,
    },
    /// The battle ended.
    Over,
}

/// Where events go. Off in search, where nobody reads them.
#[derive(Debug, Default)]
pub struct Log {
    on: bool,
    /// What happened so far, oldest first.
    pub events: Vec<Event>,
}

impl Log {
    /// A log that keeps nothing.
    #[must_use]
    pub fn off() -> Self {
        Log::default()
    }

    /// A log that keeps everything.
    #[must_use]
    pub fn on() -> Self {
        Log { on: true, events: Vec::new() }
    }

    /// Whether events are kept.
    #[inline]
    #[must_use]
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Keeps an event, if the log is on.
    #[inline]
    pub fn push(&mut self, rule: Rule, fact: Fact) {
        if self.on {
            self.events.push(Event { rule, fact });
        }
    }
}
