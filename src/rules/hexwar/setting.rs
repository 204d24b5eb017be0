//! What a battle is set up with, and what waits in it.

use serde::{Deserialize, Serialize};

use crate::battle::{self, SideId, UnitId, UnitSet};
use crate::board::{Cell, Edge, Facing, Half, Terrain};

use super::Hexwar;
use super::means::Means;
use super::numbers::{Numbers, TerrainRow};
use super::sight::SightTable;
use super::stats::{Damage, Faction, Profile, Special, Weapon};
use super::unit::{Arm, Strike};
use super::ways::Ways;

/// Most groups of hits that may wait for their damage at once.
pub const MAX_STRIKES: usize = 192;
/// Most objectives in a battle.
pub const MAX_OBJECTIVES: usize = 8;

/// What waits to be resolved.
#[derive(Debug, Default, PartialEq, Eq, Hash)]
pub struct Pending {
    /// Declared shots, then hits whose damage is to be rolled.
    pub strikes: Vec<Strike>,
    /// Units that have nothing more to do in this step.
    pub done: UnitSet,
    /// Units that entered their hex in this movement step.
    pub entered: UnitSet,
    /// Units that lost this round's assault and have yet to retreat.
    pub lost: UnitSet,
}

impl Clone for Pending {
    fn clone(&self) -> Self {
        Pending { strikes: self.strikes.clone(), ..*self }
    }

    /// Without allocating, once there has been room enough.
    fn clone_from(&mut self, source: &Self) {
        self.strikes.clone_from(&source.strikes);
        (self.done, self.entered, self.lost) = (source.done, source.entered, source.lost);
    }
}

/// A side's zone, and the facing with which its units are placed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Hexes to place units in.
    pub cells: Vec<Cell>,
    /// Towards the middle of the board.
    pub facing: Facing,
}

/// An edge of the map that a side's units may leave by (HEX-MOVE-08).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exit {
    /// Whose units.
    pub side: SideId,
    /// By which edge.
    pub edge: Edge,
    /// Victory points for each unit.
    pub worth: i16,
}

/// When an objective scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scores {
    /// At each Aftermath from this turn on.
    EachTurnFrom(u16),
    /// When the game ends.
    AtTheEnd,
}

/// A hex worth points (HEX-WIN-01).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Its hex.
    pub at: Cell,
    /// What it is worth, by side: when, and how many victory points.
    pub worth: Vec<(SideId, Scores, i16)>,
}

/// What a battle of this ruleset is set up with.
#[derive(Debug)]
pub struct Setting {
    /// The numbers of the game.
    pub numbers: Numbers,
    /// All weapons.
    pub armoury: Vec<Weapon>,
    /// All sheets of the battle's units.
    pub profiles: Vec<Profile>,
    /// Faction of each side (HEX-SET-01).
    pub factions: Vec<Faction>,
    /// Zone of each side.
    pub zones: Vec<Zone>,
    /// The last turn (HEX-WIN-03).
    pub turns: u16,
    /// Hexes worth points.
    pub objectives: Vec<Objective>,
    /// Edges open to somebody.
    pub exits: Vec<Exit>,
    /// What each terrain means, by its number.
    pub(super) ground: [TerrainRow; Terrain::ALL.len()],
    /// Lines of sight over the unchanging terrain.
    pub(super) sight: SightTable,
    /// Movement costs to enter each hex, by [`Class`] and flying.
    pub(super) costs: [Vec<Option<u8>>; 4],
    /// Where units can go over the unchanging terrain.
    pub(super) ways: Ways,
    /// What damage dice may be expected to do, for opponents.
    pub(super) means: Means,
}

impl battle::Battle<Hexwar> {
    /// The profile of a unit.
    #[inline]
    #[must_use]
    pub fn profile(&self, unit: UnitId) -> &Profile {
        &self.setting().profiles[usize::from(self.unit(unit).sheet)]
    }

    /// What a strike is made with: damage type, armour penetration, damage die.
    pub(super) fn arm(&self, source: UnitId, arm: Arm) -> ArmNumbers<'_> {
        let weapon = |index: u8| {
            let weapon = &self.setting().armoury[usize::from(index)];
            ArmNumbers { ap: weapon.ap, die: weapon.die, damage: weapon.damage(), specials: &weapon.specials }
        };
        let plain = |(ap, die)| ArmNumbers { ap, die, damage: Damage::Regular, specials: &[] };
        match arm {
            Arm::Ranged(place) => weapon(self.profile(source).ranged[usize::from(place)].0),
            Arm::Assault => weapon(self.profile(source).assault_weapon),
            Arm::Grenade => plain(self.setting().numbers.grenade),
            Arm::Mine => plain(self.setting().numbers.mine),
        }
    }
}

/// The numbers of a weapon that damage needs.
#[derive(Clone, Copy, Debug)]
pub(super) struct ArmNumbers<'a> {
    pub(super) ap: u8,
    pub(super) die: u8,
    pub(super) damage: Damage,
    pub(super) specials: &'a [Special],
}

/// Half the arc of a weapon (HEX-GUN-05).
#[inline]
#[must_use]
pub fn half_arc(weapon: &Weapon) -> Half {
    match weapon.arc {
        60 => Half::Deg30,
        120 => Half::Deg60,
        180 => Half::Deg90,
        _ => Half::Deg180,
    }
}
