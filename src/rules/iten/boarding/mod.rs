//! Aboard the hulk: the boarding appendix (HULK). What changes there for figures on foot has its chapters here; the rest
//! of the ruleset asks them only where [`super::Setting::aboard`] says so. A boarding mission is more: one Defender,
//! whose units lie under blips until a Boarder comes upon them, against Boarders with secret cards.

pub(super) mod aiming;
pub mod air;
pub mod approach;
pub mod blips;
pub mod cutting;
pub mod decks;
pub mod flames;
pub mod looking;
pub(super) mod secrets;
pub mod stalking;
pub(super) mod victory;

use serde::Deserialize;

use crate::battle::{MAX_SIDES, SideId, UnitId, UnitSet};
use crate::board::{Board, Cell, Entrance, SpaceId, Terrain};

use super::Battle;
use super::figure::{Fate, SUITS};
use stalking::Stalking;
use stalking::sealing::SEALED;

/// Most figures of a unit: so many places are kept for each, so that nobody can count who lies under a blip
/// (HULK-BLIP-04).
pub const SQUAD: usize = 5;

/// Most units of a Defender.
pub const MAX_SQUADS: usize = 10;

/// Most blips that they take.
pub const MAX_BLIPS: usize = 15;

/// What boarding adds to what a battle is set up with.
#[derive(Debug)]
pub struct Boarding {
    /// What the scenario says of it.
    pub terms: Terms,
    /// How many units the Defender has.
    pub squads: u8,
    /// How many blips lie about, ghosts included (HULK-BLIP-05).
    pub blips: u8,
    /// The profile that stands for whoever is not known.
    pub stranger: u8,
    /// What stalkers add, where there are some (HULK-STALK-01).
    pub stalking: Option<Stalking>,
    /// The first of the Defender's figures.
    first: UnitId,
    /// Boarders who are lost and lie under contacts, each as a unit that follows the Defender's (HULK-STALK-25).
    pub strays: UnitSet,
    /// The ways into each space.
    entrances: Vec<Vec<Entrance>>,
    /// Where the hull may be cut (HULK-BLIP-02).
    pub breaches: Vec<Cell>,
}

/// What a boarding is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Stake {
    /// Each Boarder's own objective, by a card that nobody else sees (HULK-OBJ).
    #[default]
    Cards,
    /// Any two objectives, and somebody home (HULK-CAMP-03).
    AnyTwo,
    /// Something, or somebody, to be brought home (HULK-MIS-03, HULK-CAMP-04).
    Carry,
    /// An objective held at the end of two turns running (HULK-CAMP-05).
    Hold,
    /// A charge planted at an objective, and three figures home (HULK-CAMP-07).
    Charge,
    /// Entries of stalkers sealed (HULK-STALK-24).
    Seal,
    /// A cutter that works so many turns at a site (HULK-STALK-21).
    Cut,
    /// A nest burnt wholly (HULK-STALK-22).
    Burn,
    /// A core brought home (HULK-STALK-23).
    Core,
    /// A reactor armed at all its sites, and two figures home (HULK-STALK-26).
    Reactor,
    /// Two of a lost squad home (HULK-STALK-25).
    Rescue,
}

impl Stake {
    /// Whether the highest total wins; it is the deed alone that counts otherwise.
    #[must_use]
    pub(super) fn by_points(self) -> bool {
        matches!(self, Stake::Cards | Stake::Carry)
    }

    /// How many objectives there are for it, where nothing else is said.
    #[must_use]
    pub fn objectives(self) -> u8 {
        match self {
            Stake::Cards | Stake::AnyTwo => SUITS.len() as u8,
            Stake::Reactor => 3,
            Stake::Carry | Stake::Hold | Stake::Charge | Stake::Cut | Stake::Core => 1,
            Stake::Seal | Stake::Burn | Stake::Rescue => 0,
        }
    }
}

/// What a scenario says of a boarding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The Defender, whose blips lie about.
    pub defender: SideId,
    /// Whether he may turn a blip of his own near a Boarder (HULK-BLIP-13).
    pub waking: bool,
    /// What it is about.
    pub stake: Stake,
    /// How many objectives there are.
    pub objectives: u8,
    /// The space that the first of them must lie in, if it may not lie anywhere.
    pub within: Option<SpaceId>,
    /// How far from every breach they must lie at least, in hexes by foot.
    pub far: u16,
    /// Boarders breach when they have seen where the objectives lie (HULK-CAMP-03).
    pub late: bool,
    /// The Defender shows what one of his blips is before anybody moves (HULK-CAMP-04).
    pub shows: bool,
    /// Ghosts beyond the usual (HULK-CAMP-05).
    pub ghosts: u8,
    /// Doors and hatches open for one hex of movement (HULK-CAMP-06).
    pub eased: bool,
    /// What lies under the blips of a position, as [`Table::lists`](super::figure::Table).
    pub lists: [u8; MAX_BLIPS + 1],
    /// The cards drawn in a position, as [`Table::cards`](super::figure::Table).
    pub drawn: [u8; MAX_SIDES],
}

impl Boarding {
    /// What a boarding is set up with: the Defender's units, so many of them, begin with the figure `first`.
    #[must_use]
    pub(super) fn new(
        board: &Board,
        (terms, stalking): (Terms, Option<Stalking>),
        (squads, first): (u8, UnitId),
        strays: UnitSet,
        stranger: u8,
    ) -> Boarding {
        // Stalkers come later, all of them.
        let blips = if stalking.is_some() { 0 } else { (blips_for(squads) + terms.ghosts).min(MAX_BLIPS as u8) };
        Boarding {
            terms,
            squads,
            blips,
            stranger,
            stalking,
            first,
            strays,
            entrances: board.space_ids().map(|s| board.entrances(s)).collect(),
            breaches: board.breaches().collect(),
        }
    }

    /// The places of a unit's figures, some of them empty.
    #[must_use]
    pub fn squad(&self, squad: u8) -> UnitSet {
        if let Some(stray) = squad.checked_sub(self.squads) {
            return { self.strays }.nth(stray.into()).into_iter().collect();
        }
        let places = places(self.stalking.is_some());
        let first = self.first.index() + usize::from(squad) * places;
        (first..first + places).map(UnitId::at).collect()
    }

    /// Whether a side may be asked to wake somebody as its Movement begins (HULK-BLIP-13).
    pub(super) fn wakes(&self, side: SideId) -> bool {
        self.terms.waking && self.terms.defender == side
    }
}

/// The places that are kept for each unit of a Defender, whose contacts stalk or whose blips wait.
#[must_use]
pub(super) fn places(stalking: bool) -> usize {
    if stalking { stalking::PACK } else { SQUAD }
}

/// How many blips stand for so many units: half as many again, rounded up (HULK-BLIP-05).
#[must_use]
pub fn blips_for(squads: u8) -> u8 {
    (squads * 3).div_ceil(2)
}

/// The price of a step for whoever reckons a way through the ship: doors take two more, barricades are walls.
pub(super) fn stride(battle: &Battle, to: Cell) -> Option<u8> {
    let terrain = battle.board().terrain[to.index()];
    let (ground, numbers) = (battle.footing(to), &battle.setting().numbers);
    match terrain {
        _ if terrain.is_barricade() && !battle.ground(to).holed => None,
        _ if ground.passable => Some(1),
        _ if ground.opens && battle.ground(to).seal < SEALED => Some(1 + numbers.door),
        _ => None,
    }
}

impl Battle {
    /// What boarding adds, if this is one.
    #[inline]
    #[must_use]
    pub fn boarding(&self) -> Option<&Boarding> {
        self.setting().boarding.as_ref()
    }

    /// Whether a side is one of the Boarders.
    #[inline]
    #[must_use]
    pub fn boards(&self, side: SideId) -> bool {
        self.boarding().is_some_and(|b| self.team(b.terms.defender) != self.team(side))
    }

    /// All Boarders on the board.
    #[must_use]
    pub(super) fn boarders(&self) -> UnitSet {
        self.boarding().map_or(UnitSet::default(), |b| self.enemies_of(b.terms.defender))
    }

    /// The hexes with something on them for which a question is answered with a number other than 0, and the number.
    pub(super) fn hexes_with<'a>(
        &'a self,
        what: impl Fn(&super::Ground) -> u8 + 'a,
    ) -> impl Iterator<Item = (Cell, u8)> + 'a {
        self.marked().iter().map(move |(cell, ground)| (*cell, what(ground))).filter(|(_, number)| *number != 0)
    }

    /// The blips that have not been turned: where they lie, and their numbers.
    pub fn blips(&self) -> impl Iterator<Item = (Cell, u8)> {
        self.hexes_with(|g| g.blip)
    }

    /// The objectives: where they lie, and their suits.
    pub fn tokens(&self) -> impl Iterator<Item = (Cell, u8)> {
        self.hexes_with(|g| g.token).map(|(cell, suit)| (cell, suit - 1))
    }

    /// The hexes of a side's boarding craft (HULK-LEFT-01).
    pub fn craft(&self, side: SideId) -> impl Iterator<Item = Cell> {
        self.hexes_with(|g| g.craft).filter(move |(_, of)| *of == side.0 + 1).map(|(cell, _)| cell)
    }

    /// Whether a figure stands in its own craft.
    #[inline]
    pub(super) fn in_craft(&self, unit: UnitId) -> bool {
        let piece = self.piece(unit);
        self.boarding().is_some() && piece.at.is_some() && self.ground(piece.at).craft == piece.side.0 + 1
    }

    /// Whether nobody has looked into a space yet: an unturned blip lies in it. Contacts that stalk close none.
    #[must_use]
    pub fn unopened(&self, space: SpaceId) -> bool {
        self.stalking().is_none()
            && space.is_some()
            && self.blips().any(|(cell, _)| self.board().space_at(cell) == space)
    }

    /// Whether a figure lies under a blip, for all that is known here (HULK-BLIP-04).
    #[inline]
    #[must_use]
    pub fn hidden(&self, unit: UnitId) -> bool {
        self.unit(unit).hidden
    }

    /// The figures that anybody can list: all but those that may not even be there.
    #[must_use]
    pub(super) fn listed(&self) -> UnitSet {
        if self.boarding().is_none() {
            return self.units();
        }
        self.units().only(|u| self.unit(u).fate != Fate::Unknown)
    }

    /// Whether figures can stand in a hex of a space, now.
    fn stands_free(&self, cell: Cell) -> bool {
        self.footing(cell).passable && self.board().terrain[cell.index()] != Terrain::Void && !self.occupied(cell)
    }

    /// The free hexes of a space.
    pub(super) fn room_in(&self, space: SpaceId) -> impl Iterator<Item = Cell> {
        let cells = if space.is_some() { &self.board().space(space).cells[..] } else { &[] };
        cells.iter().copied().filter(|&cell| self.stands_free(cell))
    }

    /// The last turn: a boarding reckons it when the breach points and objectives are known (HULK-LEFT-04).
    #[must_use]
    pub fn last_turn(&self) -> u16 {
        match self.table().last {
            0 => self.setting().turns,
            last => last,
        }
    }
}
