//! What happened: small events, each with its rule id. Log, window, referee and chronicle fold them.

use serde::Serialize;

use crate::board::{Cell, Facing};

use super::{Action, Lines, Rule, Salt, Seal, SideId, UnitId};

/// One thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Event {
    /// The rule that made it happen.
    pub rule: Rule,
    /// What happened.
    pub fact: Fact,
}

/// Whose a modifier of a roll is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// Of who rolls.
    Roller,
    /// Of whom the roll is against.
    Target,
    /// Of the ground: cover, smoke, the distance.
    Ground,
}

/// Something that is added to a roll, or taken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Modifier {
    /// The rule that says so.
    pub rule: Rule,
    /// How much.
    pub value: i8,
    /// Whose it is.
    pub whose: Whose,
}

impl Modifier {
    /// One of who rolls.
    #[inline]
    #[must_use]
    pub fn roller(rule: Rule, value: i8) -> Modifier {
        Modifier { rule, value, whose: Whose::Roller }
    }

    /// One of whom the roll is against.
    #[inline]
    #[must_use]
    pub fn target(rule: Rule, value: i8) -> Modifier {
        Modifier { rule, value, whose: Whose::Target }
    }

    /// One of the ground.
    #[inline]
    #[must_use]
    pub fn ground(rule: Rule, value: i8) -> Modifier {
        Modifier { rule, value, whose: Whose::Ground }
    }
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
        /// Whose it is.
        whose: Whose,
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
    /// A secret list is complete and sealed.
    ListSealed {
        /// Its hash.
        seal: Seal,
    },
    /// A line of a secret list has come to light.
    Opened {
        /// Its number.
        line: u8,
        /// What it holds, as the ruleset counts it.
        holds: u8,
    },
    /// A seal is opened at the end of the battle.
    SealOpened {
        /// What the list was sealed with.
        salt: Salt,
        /// The list, as it came to light.
        lines: Lines,
        /// Whether this is the list that was sealed.
        matches: bool,
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

/// Which modifiers belong to a roll: those reported right before it, and to the rolls alike that follow at once.
#[derive(Debug, Default)]
pub struct Rolls {
    /// Reported since the last roll.
    reported: Vec<Modifier>,
    modifiers: Vec<Modifier>,
    kind: Option<(Rule, Fact)>,
}

impl Rolls {
    /// Takes in the next event. Says whether it is one more roll like the one before.
    pub fn next(&mut self, event: &Event) -> bool {
        match event.fact {
            Fact::Modifier { value, whose } => self.reported.push(Modifier { rule: event.rule, value, whose }),
            Fact::Rolled { faces, need, by, against, .. } => {
                let kind = Some((event.rule, Fact::Rolled { faces, face: 0, need, by, against }));
                let alike = kind == self.kind;
                let reported = std::mem::take(&mut self.reported);
                if alike && (reported.is_empty() || reported == self.modifiers) {
                    return true;
                }
                (self.kind, self.modifiers) = (kind, reported);
            }
            _ => *self = Rolls::default(),
        }
        false
    }

    /// The modifiers of the roll taken in last.
    #[must_use]
    pub fn modifiers(&self) -> &[Modifier] {
        &self.modifiers
    }
}
