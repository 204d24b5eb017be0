//! What a battle leaves on the ground where it was fought: stains, scorched earth, craters. It is only looked at; no rule
//! asks for it.

use std::collections::BTreeMap;

use crate::battle::field::Lies;
use crate::battle::{Event, Fact, Target, UnitId, Verb};
use crate::board::Cell;
use crate::rules::{BattleView, Build, Discharge};

/// What is left on a hex. Of several the last in this order is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scar {
    /// Somebody fell here.
    Fallen,
    /// It burned.
    Burnt,
    /// Something blew up.
    Crater,
}

impl Scar {
    /// What an event leaves, and where.
    fn of(battle: &dyn BattleView, event: &Event) -> Option<(Cell, Scar)> {
        match event.fact {
            Fact::Moved { unit, from, to: Cell::NONE } if from.is_some() && is_lost(battle, unit) => {
                Some((from, if is_machine(battle, unit) { Scar::Burnt } else { Scar::Fallen }))
            }
            Fact::Ground { cell, field, to, .. } if to != 0 => match battle.lies(field.into(), to)? {
                Lies::Fire | Lies::Wreck => Some((cell, Scar::Burnt)),
                _ => None,
            },
            Fact::Acted { action, .. } if action.verb == Verb::Fire => {
                match (action.target, battle.discharge(action)) {
                    (Target::Hex(cell), Discharge::Shell | Discharge::Lob) => Some((cell, Scar::Crater)),
                    _ => None,
                }
            }
            _ => None,
        }
    }
}

/// Whether a unit is out of the battle, and not because it left or was spared.
pub(super) fn is_lost(battle: &dyn BattleView, unit: UnitId) -> bool {
    !battle.alive(unit) && !battle.spared(unit)
}

/// Whether a unit is a machine, which drives and blows up.
pub(super) fn is_machine(battle: &dyn BattleView, unit: UnitId) -> bool {
    battle.looks(unit).build == Build::Machine
}

/// All that is left on the ground.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scars(BTreeMap<Cell, Scar>);

impl Scars {
    /// Adds what these events have left.
    pub fn add(&mut self, battle: &dyn BattleView, events: &[Event]) {
        for (cell, scar) in events.iter().filter_map(|event| Scar::of(battle, event)) {
            let here = self.0.entry(cell).or_insert(scar);
            *here = scar.max(*here);
        }
    }

    /// Each hex with what is left there.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, Scar)> {
        self.0.iter().map(|(cell, scar)| (*cell, *scar))
    }
}
