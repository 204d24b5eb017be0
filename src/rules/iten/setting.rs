//! What a battle is set up with and what does not change in it.

use crate::battle::{UnitId, UnitSet};
use crate::board::{Cell, CellSet, LazyTable, Terrain};

use super::Battle;
use super::boarding::Boarding;
use super::catalogue::{Ability, AbilitySheet, Power, PowerSheet};
use super::missions::Mission;
use super::missions::scene::Scene;
use super::numbers::{CoverRow, Numbers, TerrainRow, class};
use super::profile::Profile;
use super::sight::Sightlines;
use super::stats::{Creed, Troop, Weapon};
use super::walking::Ways;
use super::zones::Zone;

/// A side's Retinue, as far as it is not its figures'.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// Its Leader.
    pub leader: Option<UnitId>,
    /// Its Leader's creed (ITEN-SRV-02).
    pub creed: Option<Creed>,
    /// What it cost.
    pub points: u16,
}

/// What a battle of this ruleset is set up with.
#[derive(Debug)]
pub struct Setting {
    /// The numbers of the game.
    pub numbers: Numbers,
    /// All weapons.
    pub armoury: Vec<Weapon>,
    /// All powers, in the order of [`Power::ALL`].
    pub powers: [PowerSheet; Power::ALL.len()],
    /// All abilities, in the order of [`Ability::ALL`].
    pub abilities: [AbilitySheet; Ability::ALL.len()],
    /// What a possessed psyker becomes (ITEN-PSY-30).
    pub daemon: Troop,
    /// All profiles of the battle's figures and vehicles.
    pub profiles: Vec<Profile>,
    /// Which of its units are vehicles.
    pub vehicles: UnitSet,
    /// The sides' Retinues.
    pub bands: Vec<Band>,
    /// For each edge that the first side may pick, the zones around the board from there (ITEN-DEP-03, -04).
    pub zones: [Vec<Zone>; 4],
    /// The zones of the side with a part of its own.
    pub own_zones: Vec<Zone>,
    /// The places that the mission is about.
    pub scene: Scene,
    /// Figures that fight only where their side has the part (ITEN-FORT-03, ITEN-GAU-05).
    pub reserves: UnitSet,
    /// The profile of what each figure rises as (ITEN-LIF-06); none where nobody rises.
    pub risen: Vec<u8>,
    /// The last turn.
    pub turns: u16,
    /// What is fought for.
    pub mission: Mission,
    /// Whether the battle is aboard a ship, where the appendix holds.
    pub aboard: bool,
    /// What a burning wreck means (ITEN-VEH-16).
    pub(super) wreck: TerrainRow,
    /// Whether anybody bears a crewed weapon (ITEN-HVY-01).
    pub crewed: bool,
    /// Whether Strange Allies may come (ITEN-ABIL-22).
    pub strange_allies: bool,
    /// What a boarding adds (HULK).
    pub boarding: Option<Boarding>,
    /// Hexes beside a door, or at a ladder with a hatch, as the map draws it.
    pub(super) by_doors: CellSet,
    /// Whether there is anything on it to fall from (ITEN-MOVE-07).
    pub(super) steep: bool,
    /// Spaces in which bursts hit twice (HULK-SHOT-08).
    pub(super) tight: Vec<bool>,
    /// What each terrain means, by its number.
    pub(super) ground: [TerrainRow; Terrain::ALL.len()],
    /// The edges of the board that each hex is on, as bits in the order of [`Edge::ALL`].
    pub(super) rim: Vec<u8>,
    /// A hash of what the map draws.
    pub(super) likeness: u64,
    /// Lines of sight over the unchanging terrain.
    pub(super) sight: Sightlines,
    /// Where figures get to over it, nobody being near.
    pub(super) ways: LazyTable<Ways>,
    /// How far it is to a hex from any other, on foot and nobody being near.
    pub(super) trails: LazyTable<Box<[u8]>>,
}

impl Setting {
    /// The classes of cover, the least first.
    #[inline]
    fn covers(&self) -> &[CoverRow] {
        if self.aboard { &self.numbers.cover_aboard } else { &self.numbers.cover }
    }

    /// The worst class of cover that there is.
    #[inline]
    #[must_use]
    pub fn worst_cover(&self) -> u8 {
        self.covers().len() as u8
    }

    /// What a class of cover is worth: `place` 0 is none.
    #[inline]
    #[must_use]
    pub fn cover(&self, class: u8) -> CoverRow {
        let rows = self.covers();
        let none = CoverRow { armour: 0, slows: 0 };
        usize::from(class).checked_sub(1).map_or(none, |row| rows[row.min(rows.len() - 1)])
    }

    /// The class of cover that a terrain is, as [`cover`](Self::cover) counts it.
    #[inline]
    #[must_use]
    pub fn class(&self, ground: &TerrainRow) -> u8 {
        class(ground, self.aboard)
    }
}

/// What the wagon is to whoever would go through its hex, or see through it (ITEN-GAU-01).
static WAGON: TerrainRow = TerrainRow { passable: false, blocks_sight: true, ..TerrainRow::open(Terrain::Wreck) };

impl Battle {
    /// What the terrain of a hex means as the map draws it.
    #[inline]
    pub(super) fn drawn(&self, cell: Cell) -> &TerrainRow {
        &self.setting().ground[self.board().terrain[cell.index()] as usize]
    }

    /// What the terrain of a hex means as it is now.
    #[inline]
    pub(super) fn footing(&self, cell: Cell) -> &TerrainRow {
        self.footing_on(cell, self.ground(cell))
    }

    /// The same, where it is known what has become of the hex.
    #[inline]
    pub(super) fn footing_on(&self, cell: Cell, now: super::Ground) -> &TerrainRow {
        if self.is_wagon(cell) {
            return &WAGON;
        }
        if now.wreck {
            return &self.setting().wreck;
        }
        let floor = now.open || now.holed || now.craft != 0;
        if floor { &self.setting().ground[Terrain::Floor as usize] } else { self.drawn(cell) }
    }
}
