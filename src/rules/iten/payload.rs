//! What actions carry besides their targets: the one place where [`Action::with`](crate::battle::Action::with) is
//! written and read, a type for each kind of action. Weapons stand there by their places on the figure.

use crate::battle::{Action, Target, UnitId, Verb};
use crate::board::Facing;

use super::catalogue::Power;

/// Set on top of a weapon's place: a Desperate Shot.
const DESPERATE: u8 = 1 << 7;

/// What a shot is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fire {
    /// The weapon's place.
    pub place: u8,
    /// It is the Desperate Shot of the game (ITEN-ABIL-08).
    pub desperate: bool,
}

impl Fire {
    /// As an action carries it.
    #[inline]
    #[must_use]
    pub fn encode(self) -> u8 {
        self.place | flag(DESPERATE, self.desperate)
    }

    /// What an action carries.
    #[inline]
    #[must_use]
    pub fn decode(with: u8) -> Fire {
        Fire { place: with & !DESPERATE, desperate: with & DESPERATE != 0 }
    }
}

/// What a blow is struck with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Strike {
    /// The weapon's place.
    pub place: u8,
    /// The part of the Fighting Value that goes into the blow (ITEN-MEL-08); 0 is all of it, unsplit, even where there
    /// is none.
    pub part: u8,
}

impl Strike {
    /// As an action carries it.
    #[inline]
    #[must_use]
    pub fn encode(self) -> u8 {
        self.place | self.part << 4
    }

    /// What an action carries.
    #[inline]
    #[must_use]
    pub fn decode(with: u8) -> Strike {
        Strike { place: with & 0xF, part: with >> 4 }
    }
}

/// What a figure does with a thing of its own instead of shooting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gadget {
    /// Clears the jammed weapon at a place (HULK-STALK-12).
    Clear(u8),
    /// Scans the contact of a number (HULK-STALK-14).
    Scan(u8),
}

impl Gadget {
    /// As an action of a figure.
    #[inline]
    #[must_use]
    pub fn action(self, unit: UnitId) -> Action {
        let (with, number) = match self {
            Gadget::Clear(place) => (0, place),
            Gadget::Scan(contact) => (1, contact),
        };
        Action::of(Verb::Use, unit).with(with).index(number)
    }

    /// What an action does; none where it is nothing of the kind.
    #[inline]
    #[must_use]
    pub fn of(action: Action) -> Option<Gadget> {
        match (action.verb, action.target, action.with) {
            (Verb::Use, Target::Index(place), 0) => Some(Gadget::Clear(place)),
            (Verb::Use, Target::Index(contact), 1) => Some(Gadget::Scan(contact)),
            _ => None,
        }
    }
}

/// A power that is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cast {
    /// The power.
    pub power: Power,
    /// The place of the weapon that it is about; 0 where it is about none.
    pub place: u8,
}

impl Cast {
    /// As an action carries it.
    #[inline]
    #[must_use]
    pub fn encode(self) -> u8 {
        self.power as u8 | self.place << 4
    }

    /// What an action carries; none where there is no such power.
    #[inline]
    #[must_use]
    pub fn decode(with: u8) -> Option<Cast> {
        Power::ALL.get(usize::from(with & 15)).map(|&power| Cast { power, place: with >> 4 })
    }
}

/// How a vehicle moves, rams, or runs into something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drive {
    /// The facing in which a move ends.
    pub facing: Facing,
    /// Flat out (ITEN-VEH-03).
    pub flat_out: bool,
    /// Backwards (ITEN-VEH-06).
    pub backwards: bool,
    /// Over whoever is in the way (ITEN-VEH-30).
    pub over: bool,
}

impl Drive {
    /// As an action carries it.
    #[inline]
    #[must_use]
    pub fn encode(self) -> u8 {
        self.facing as u8 | flag(1 << 3, self.flat_out) | flag(1 << 4, self.backwards) | flag(1 << 5, self.over)
    }

    /// What an action carries.
    #[inline]
    #[must_use]
    pub fn decode(with: u8) -> Drive {
        let has = |bit: u8| with & bit != 0;
        Drive {
            facing: Facing::from_index(usize::from(with & 7)),
            flat_out: has(1 << 3),
            backwards: has(1 << 4),
            over: has(1 << 5),
        }
    }
}

fn flag(bit: u8, set: bool) -> u8 {
    if set { bit } else { 0 }
}
