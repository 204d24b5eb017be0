//! How far it is through the ship. Doors seldom open while a search looks ahead, so that ways are reckoned once.

use crate::battle::mix;
use crate::board::{Cell, Reach};

use super::super::Battle;
use super::super::boarding::stalking::sealing::SEALED;
use super::super::boarding::stride;

/// Hexes of a usual move: what ways are counted in.
pub(super) const MOVE: f32 = 6.0;

/// Hexes that a melee adds to the way through it: whoever can goes round.
const HELD_UP: u8 = 8;

/// So many sets of ways are kept.
const KEPT: usize = 48;

/// Ways that have been reckoned.
#[derive(Debug, Default)]
pub(super) struct Ways {
    reach: Reach,
    /// What the ship is like, once it has been looked at.
    ship: Option<u64>,
    /// What each set of ways goes by, and from every hex what the way takes in hexes.
    known: Vec<(u64, Vec<u16>)>,
    next: usize,
}

impl Ways {
    /// The ship may have changed.
    pub(super) fn forget(&mut self) {
        self.ship = None;
    }

    /// From every hex what the way to the nearest of some hexes takes, in hexes; none has [`u16::MAX`]. Whoever can goes
    /// round the hexes where others are `fought`.
    pub(super) fn to(&mut self, battle: &Battle, hexes: &[Cell], fought: &[Cell]) -> &[u16] {
        let ship = *self.ship.get_or_insert_with(|| likeness(battle));
        let all = |hash: u64, cells: &[Cell]| cells.iter().fold(hash, |hash, cell| mix(hash, cell.0.into()));
        let key = all(mix(all(ship, hexes), u64::MAX), fought);
        let place = self.known.iter().position(|known| known.0 == key).unwrap_or_else(|| {
            let place = self.next;
            self.next = (place + 1) % KEPT;
            if self.known.len() == place {
                self.known.push((0, Vec::new()));
            }
            let (of, ways) = &mut self.known[place];
            *of = key;
            // Every step is reckoned the other way round: what it takes is what entering its start would.
            let enter = |to: Cell, _| Some(stride(battle, to)? + if fought.contains(&to) { HELD_UP } else { 0 });
            self.reach.distances(battle.board(), hexes, enter, ways);
            place
        });
        &self.known[place].1
    }
}

/// A hash of all that ways go by: what is drawn, and what has been opened since.
fn likeness(battle: &Battle) -> u64 {
    battle.marked().iter().fold(battle.setting().likeness, |hash, (cell, now)| {
        let flags = [now.open, now.holed, now.wreck, now.craft != 0, now.seal >= SEALED]
            .into_iter()
            .fold(0, |f, on| f << 1 | u64::from(on));
        if flags == 0 { hash } else { mix(hash, u64::from(cell.0) << 5 | flags) }
    })
}
