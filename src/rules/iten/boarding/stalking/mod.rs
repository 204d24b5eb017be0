//! Stalkers (HULK-STALK): contacts that come, where the appendix's blips wait. They are drawn from a sealed [`bag`] by the
//! mission's schedule, lurk at entries, and [`prowl`] unseen until their owner or a Boarder's eyes turn them.
//! Entries and doors may be closed for good ([`sealing`]); Boarders keep [`watch`], are given [`command`]s out of turn by [`spending`]
//! points, have a [`scanner`], and leave [`burning`] ground behind their flamers.
//!
//! A contact is a blip with a number, the first drawn 1. What lies under it is on the Defender's list as with any blip;
//! where it is tells the table while it lurks, the hex while it is on the board.

pub mod bag;
pub mod burning;
pub mod command;
pub mod prowl;
pub mod scanner;
pub mod sealing;
pub mod spending;
pub(super) mod turning;
pub mod watch;

use crate::battle::{SideId, UnitId, UnitSet};
use crate::board::{Cell, Link};

pub use super::super::figure::{LURKERS, MOST_CONTACTS, MOST_ENTRIES, MOST_VENTS};
use super::super::stages::Looking;
use super::super::{Battle, Table};
use super::{Boarding, Stake};
use sealing::SEALED;

/// Most contacts in it that are figures.
pub const MOST_PACKS: usize = 24;
/// Most sites at which contacts wait, some of them those who are lost (HULK-STALK-25).
pub const MOST_SITES: usize = 9;
/// Most figures of a contact (HULK-STALK-03).
pub const PACK: usize = 3;
/// Entries lie at least so many hexes from one another and from where Boarders breach (HULK-STALK-02).
pub const APART: u16 = 8;

/// What a mission with stalkers adds to a boarding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stalking {
    /// Where contacts come in, in the order of their numbers (HULK-STALK-02).
    pub entries: Vec<Cell>,
    /// Ways between two hexes that are for contacts alone (HULK-STALK-07).
    pub vents: Vec<Link>,
    /// How many come in each turn from the first; the last number holds from then on (HULK-STALK-04).
    pub schedule: Vec<u8>,
    /// Contacts in the bag that are nothing (HULK-STALK-03).
    pub echoes: u8,
    /// How many entries Boarders have to seal, where it is about that (HULK-STALK-24).
    pub seals: u8,
    /// Where that is what the mission is about: a cutter, a core, the rooms of a reactor, contacts that a lost squad is among
    /// (HULK-STALK-21, -23, -25, -26).
    pub sites: Vec<Cell>,
    /// Turns that a cutter needs (HULK-STALK-21).
    pub work: u8,
    /// How many come in each turn once a core is lifted or a reactor armed (HULK-STALK-23, -26).
    pub roused: Option<u8>,
    /// How many Boarders are lost (HULK-STALK-25).
    pub strays: u8,
    /// What has come of a position, and then the bag, as [`Table::under`](super::super::figure::Table::under) has it.
    pub list: Vec<u8>,
    /// How many of these have come.
    pub come: u8,
    /// Those of them that lurk, as [`Table::lurkers`](super::super::figure::Table).
    pub lurkers: [u8; MOST_ENTRIES * LURKERS],
}

impl Stalking {
    /// Puts it on the table of a position.
    pub(in super::super) fn lay_out(&self, table: &mut Table) {
        (table.come, table.lurkers) = (self.come, self.lurkers);
        (1..).zip(&self.list).for_each(|(number, unit)| table.write_under(number, *unit));
    }

    /// How many contacts come in a turn as long as nothing rouses more.
    fn due(&self, turn: u16) -> u8 {
        let row = usize::from(turn.max(1) - 1).min(self.schedule.len().max(1) - 1);
        self.schedule.get(row).copied().unwrap_or(0)
    }
}

impl Battle {
    /// What stalkers add, if this is one of their missions (HULK-STALK-01).
    #[inline]
    #[must_use]
    pub fn stalking(&self) -> Option<&Stalking> {
        self.boarding().and_then(|b| b.stalking.as_ref())
    }

    /// How many contacts come in a turn (HULK-STALK-04).
    #[must_use]
    pub fn contacts_due(&self, turn: u16) -> u8 {
        let table = self.table();
        let roused = match self.stake() {
            Stake::Core => table.reached.0[0] != 0,
            _ => table.planted != 0,
        };
        let usual = |stalking: &Stalking| stalking.roused.filter(|_| roused).unwrap_or_else(|| stalking.due(turn));
        self.stalking().map_or(0, usual)
    }

    /// Whether a side's contacts come at the start of its Movement.
    pub(in super::super) fn stalks(&self, side: SideId) -> bool {
        self.boarding().is_some_and(|b| b.stalking.is_some() && b.terms.defender == side)
    }

    /// The entries: their places from 0, and their hexes.
    pub fn entries(&self) -> impl Iterator<Item = (usize, Cell)> {
        let entries = self.stalking().map_or(&[][..], |s| &s.entries);
        entries.iter().copied().enumerate()
    }

    /// The entries that nobody has sealed (HULK-STALK-17).
    pub fn open_entries(&self) -> impl Iterator<Item = (usize, Cell)> {
        self.entries().filter(|&(_, cell)| self.ground(cell).seal < SEALED)
    }

    /// The vents (HULK-STALK-07).
    #[must_use]
    pub fn vents(&self) -> &[Link] {
        self.stalking().map_or(&[], |s| &s.vents)
    }

    /// The vents that nobody has sealed at either end (HULK-STALK-17).
    pub fn open_vents(&self) -> impl Iterator<Item = Link> {
        let open = |end: Cell| self.ground(end).seal < SEALED;
        self.vents().iter().copied().filter(move |vent| open(vent.from) && open(vent.to))
    }

    /// The contacts that lurk at an entry (HULK-STALK-04).
    pub fn lurking(&self, entry: usize) -> impl Iterator<Item = u8> {
        let all = self.table().lurkers.chunks(LURKERS).nth(entry).unwrap_or_default();
        all.iter().copied().filter(|number| *number != 0)
    }

    /// The entry at which a contact lurks, if it does.
    #[must_use]
    pub fn lurks_at(&self, number: u8) -> Option<(usize, Cell)> {
        self.entries().find(|(entry, _)| self.lurking(*entry).any(|n| n == number))
    }

    /// The hex where a contact is on the board.
    #[must_use]
    pub fn contact(&self, number: u8) -> Option<Cell> {
        self.blips().find(|blip| blip.1 == number).map(|blip| blip.0)
    }

    /// All contacts of the bag, echoes and those who are lost among them.
    #[must_use]
    pub fn contacts(&self) -> u8 {
        let all = |(boarding, stalking): (&Boarding, &Stalking)| boarding.squads + stalking.echoes + stalking.strays;
        self.boarding().zip(self.stalking()).map_or(0, all)
    }

    /// The lost squad, whoever has found them (HULK-STALK-25).
    #[must_use]
    pub fn strays(&self) -> UnitSet {
        self.boarding().map_or(UnitSet::default(), |b| b.strays)
    }

    /// Whether one of the lost squad lies under a contact, for all that is known here.
    pub(in super::super) fn hides_stray(&self, number: u8) -> bool {
        self.boarding().is_some_and(|b| self.table().under(number) > b.squads)
    }

    /// The sites at which one of the lost squad may be: a contact is to lie there, or lies there yet from the first. Their hexes,
    /// and its number.
    pub(in super::super) fn unvisited(&self) -> impl Iterator<Item = (Cell, u8)> {
        let sites = self.stalking().filter(|s| s.strays > 0).map_or(&[][..], |s| &s.sites);
        let early = self.table().come == 0;
        sites.iter().copied().zip(1..).filter(move |&(site, number)| early || self.ground(site).blip == number)
    }

    /// How many figures a contact is, for all that is known here.
    pub(in super::super) fn pack(&self, number: u8) -> u8 {
        let squad = self.table().under(number).checked_sub(1).zip(self.boarding());
        squad.map_or(0, |(squad, boarding)| boarding.squad(squad).filter(|&u| self.plays(u)).count() as u8)
    }

    /// The contacts that nobody has turned: in the bag, lurking, on the board.
    pub(super) fn unturned(&self) -> impl Iterator<Item = u8> {
        let come = self.table().come;
        (1..=self.contacts()).filter(move |&n| n > come || self.is_unturned(n))
    }

    /// Whether a contact that has come lurks or lies on the board yet.
    pub(in super::super) fn is_unturned(&self, number: u8) -> bool {
        self.lurks_at(number).is_some() || self.contact(number).is_some()
    }

    /// The Boarder in whose sight a hex is, or would be after the step that is looked at (HULK-STALK-09).
    pub(super) fn seen_by(&self, cell: Cell, looking: Looking) -> Option<UnitId> {
        let stand = |unit: UnitId| if unit == looking.unit { looking.to } else { self.piece(unit).at };
        let looks = |u: &UnitId| looking.opened.is_some() || looking.unit == UnitId::NONE || *u == looking.unit;
        self.boarders().find(|u| looks(u) && self.look(stand(*u), cell).is_some())
    }

    /// Whether a contact could be in a hex: it is free, and none is there yet.
    fn is_lair(&self, cell: Cell) -> bool {
        !self.occupied(cell) && self.ground(cell).blip == 0
    }

    /// Whether a hex is in sight of a Boarder, or next to one (HULK-STALK-07).
    fn is_watched(&self, cell: Cell) -> bool {
        let beside = self.board().around(cell).any(|c| !(self.units_in(c) & self.boarders()).is_empty());
        beside || self.seen_by(cell, Looking::ABOUT).is_some()
    }
}
