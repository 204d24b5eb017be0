//! What steps are about: whoever goes, flees, looks or is placed, and how far that has come. Steps themselves are in
//! [`super::Step`]; chapters run them.

use arrayvec::ArrayVec;

use crate::battle::{SideId, UnitId};
use crate::board::{Cell, Facing};

use super::Battle;
use super::numbers::MOST_HEXES;

/// A figure about to charge; those who fear it are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Charge {
    /// Who charges.
    pub unit: UnitId,
    /// Where to.
    pub to: Cell,
    /// Whether anybody has fled.
    pub fled: bool,
}

/// A figure in flight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flight {
    /// Who flees.
    pub unit: UnitId,
    /// From whom.
    pub terror: UnitId,
    /// Hexes that are left of its flight.
    pub left: u8,
}

/// A figure about to break off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leave {
    /// Who breaks off.
    pub unit: UnitId,
    /// Where to.
    pub to: Cell,
    /// The next enemy that may strike at it.
    pub next: UnitId,
}

/// Looking for blips to be turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Looking {
    /// The Boarder whose step it is; [`UnitId::NONE`] where nobody moves.
    pub unit: UnitId,
    /// Where the step would take him.
    pub to: Cell,
    /// The hex that has just been opened or holed; [`Cell::NONE`] where none has been.
    pub opened: Cell,
    /// By whom.
    pub by: UnitId,
    /// Whether he goes because he must, so that nobody asks whether he goes on.
    pub driven: bool,
}

impl Looking {
    /// Looking about from where all stand.
    pub(super) const ABOUT: Looking =
        Looking { unit: UnitId::NONE, to: Cell::NONE, opened: Cell::NONE, by: UnitId::NONE, driven: false };

    /// A Boarder's step.
    pub(super) fn step(unit: UnitId, to: Cell) -> Looking {
        Looking { unit, to, ..Looking::ABOUT }
    }

    /// Whether it is about nothing.
    pub(super) fn is_idle(self) -> bool {
        self.unit == UnitId::NONE
    }
}

impl Default for Looking {
    fn default() -> Self {
        Looking::ABOUT
    }
}

/// A unit that has come to light and is placed, figure by figure (HULK-BLIP-07, -10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Emplacing {
    /// The unit.
    pub squad: u8,
    /// Where its blip lay.
    pub at: Cell,
    /// Who places it.
    pub by: SideId,
}

/// Somebody who has come into the arcs of watchers (HULK-STALK-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Sentry {
    /// Who has.
    pub mover: UnitId,
    /// The next watcher to be asked.
    pub next: UnitId,
}

/// A way into the void that has just been opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rush {
    /// The hole, or the doorway, or the ladder.
    pub at: Cell,
    /// Whose doing it is.
    pub by: UnitId,
}

/// What is settled next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ApproachStage {
    /// Who breaches first (HULK-BLIP-02).
    Order,
    /// Boarders choose where.
    Breach {
        /// Who is asked.
        asked: u8,
    },
    /// The Defender places an objective (HULK-OBJ-01).
    Token {
        /// Its suit.
        suit: u8,
    },
    /// The Defender places a blip (HULK-BLIP-03).
    Blip {
        /// Its number, from 1.
        number: u8,
    },
    /// The Defender writes down under which blip a unit lies (HULK-BLIP-04).
    List {
        /// The unit.
        squad: u8,
    },
    /// The Defender shows a blip, once list and cards are sealed (HULK-CAMP-04, HULK-BLIP-04).
    Show,
    /// Boarders draw cards (HULK-OBJ-02).
    Card {
        /// Whose turn it is to draw.
        asked: u8,
    },
}

/// A vehicle on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Drive {
    /// Which.
    pub unit: UnitId,
    /// The directions of its hexes, three bits each, the first one lowest.
    pub(super) way: u64,
    pub(super) length: u8,
    pub(super) done: u8,
    /// How it faces in the end.
    pub(super) facing: Facing,
    pub(super) backing: bool,
    /// It stops for nothing: it rams what is in its way.
    pub(super) reckless: bool,
    /// A skimmer that flies low, at the enemies in its way.
    pub(super) low: bool,
}

impl Drive {
    pub(super) fn direction(self, hex: u8) -> Facing {
        Facing::from_index((self.way >> (3 * hex) & 7) as usize)
    }

    /// The middles of the vehicle's places still to come.
    pub(super) fn ahead(self, battle: &Battle) -> ArrayVec<Cell, { MOST_HEXES as usize }> {
        let mut at = battle.piece(self.unit).at;
        let mut out = ArrayVec::new();
        for hex in self.done..self.length {
            at = battle.board().neighbours[at.index()][self.direction(hex) as usize];
            if !at.is_some() {
                break;
            }
            out.push(at);
        }
        out
    }

    /// Whether a hex is under the vehicle somewhere on the rest of its way.
    pub(super) fn sweeps(self, battle: &Battle, cell: Cell) -> bool {
        let radius = u16::from(battle.piece(self.unit).wide);
        self.ahead(battle).into_iter().any(|at| battle.board().distance(at, cell) <= radius)
    }
}

impl Drive {
    /// The same, and on into what is in front.
    pub(super) fn into_the_next(self) -> Drive {
        let way = self.way | (self.facing as u64) << (3 * self.length);
        Drive { way, length: self.length + 1, reckless: true, ..self }
    }
}
