//! Scanners: how much is under a contact, told to one side alone (HULK-STALK-14).

use crate::battle::{Listing, Reason, Refusal, Rule, SideId, UnitId};

use super::super::super::figure::ByContact;
use super::super::super::payload::Gadget;
use super::super::super::stats::Trait;
use super::super::super::{Battle, Play};

const RULE: Rule = Rule("HULK-STALK-14");
/// So far a scanner reaches, through whatever is between, in hexes.
const RANGE: u16 = 12;

/// What a scanner tells of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trace {
    /// It is nothing.
    Echo,
    /// One figure.
    One,
    /// More than one.
    More,
}

impl Trace {
    const ALL: [Trace; 3] = [Trace::Echo, Trace::One, Trace::More];

    /// In words, of a contact.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Trace::Echo => "an echo",
            Trace::One => "one figure",
            Trace::More => "more than one figure",
        }
    }
}

impl Battle {
    /// What a side knows of a contact by a scanner, if it does: by what is written in its view, or by what is true.
    #[must_use]
    pub fn traced(&self, side: SideId, number: u8) -> Option<Trace> {
        let (table, place) = (self.table(), usize::from(number));
        if table.scanned.as_flattened().get(place)? >> side.0 & 1 == 0 {
            return None;
        }
        match table.traces.as_flattened()[place].checked_sub(1) {
            Some(trace) => Trace::ALL.get(usize::from(trace)).copied(),
            None => Some(match self.pack(number) {
                0 => Trace::Echo,
                1 => Trace::One,
                _ => Trace::More,
            }),
        }
    }

    /// The contacts that a figure may scan instead of shooting: on the board or at entries, near enough, and not scanned yet
    /// by its side.
    pub fn scannable(&self, unit: UnitId) -> impl Iterator<Item = u8> {
        let side = self.piece(unit).side;
        let scans = |place: u8| self.arm(unit, place).is_some_and(|w| w.has(Trait::Scanner));
        let able = self.stalking().is_some() && self.boards(side) && self.may_shoot(unit) && !self.in_melee(unit);
        let come = if able && self.places(unit).any(scans) { self.table().come } else { 0 };
        let known = move |n: u8| self.table().scanned.as_flattened()[usize::from(n)] >> side.0 & 1 == 1;
        (1..=come).filter(move |&n| !known(n) && self.in_scan(unit, n))
    }

    /// Whether a contact is near enough to be scanned.
    fn in_scan(&self, unit: UnitId, number: u8) -> bool {
        let at = self.contact(number).or_else(|| self.lurks_at(number).map(|entry| entry.1));
        at.is_some_and(|at| self.range(self.piece(unit).at, at) <= RANGE)
    }
}

/// Lists the contacts that a figure may scan.
pub(in super::super::super) fn offers(battle: &Battle, unit: UnitId, list: &mut Listing) {
    list.actions.extend(battle.scannable(unit).map(|n| Gadget::Scan(n).action(unit)));
}

/// Whether a figure may scan a contact.
pub(in super::super::super) fn check(battle: &Battle, unit: UnitId, number: u8) -> Result<(), Refusal> {
    let no = |reason| Err(Refusal::new(reason, RULE));
    match number {
        _ if battle.scannable(unit).any(|n| n == number) => Ok(()),
        _ if battle.traced(battle.piece(unit).side, number).is_some() => no(Reason::AlreadyDone),
        1.. if number <= battle.table().come && !battle.in_scan(unit, number) => no(Reason::OutOfRange),
        _ => no(Reason::NothingToDo),
    }
}

/// A figure scans a contact: what it is, its side's view says.
pub(in super::super::super) fn scan(play: &mut Play<'_>, unit: UnitId, number: u8) {
    let side = play.piece(unit).side;
    play.change(unit, RULE, |u| u.shot = true);
    play.note(RULE, "scans a contact", unit, number.into());
    play.change_table(RULE, |t| {
        if let Some(known) = t.scanned.as_flattened_mut().get_mut(usize::from(number)) {
            *known |= 1 << side.0;
        }
    });
}

/// What a side's view says of the contacts that it has scanned, as [`Table::traces`](super::super::super::Table) has it.
pub(in super::super) fn traces(battle: &Battle, viewer: SideId) -> ByContact {
    let mut traces = ByContact::default();
    for (number, trace) in (0..).zip(traces.as_flattened_mut()) {
        *trace = battle.traced(viewer, number).map_or(0, |trace| trace as u8 + 1);
    }
    traces
}
