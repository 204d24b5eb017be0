//! The parts of a scenario's file that are about boarding (HULK): whose blips lie about, contacts that stalk, counters.

use std::collections::BTreeMap;

use crate::battle::{LINES, MAX_SIDES, SideId};
use crate::board::{Cell, Link};
use crate::source::{Site, Span, Spanned};

use super::super::boarding::stalking::prowl::PACE;
use super::super::boarding::stalking::{
    APART, LURKERS, MOST_CONTACTS, MOST_ENTRIES, MOST_PACKS, MOST_SITES, MOST_VENTS, PACK, Stalking,
};
use super::super::boarding::victory::RESCUED;
use super::super::boarding::{MAX_BLIPS, MAX_SQUADS, SQUAD, Stake, Terms, blips_for};
use super::super::figure::{Ground, SUITS};
use super::super::retinue::Member;
use super::super::setup::Recruits;
use super::Reading;
use super::sheet::{BoardingSheet, Sheet, SideSheet, StalkingSheet};

/// Most contacts of a bag: its sealed list has a line for each, from 1 (HULK-STALK-03).
const MOST_SEALED: usize = if MOST_CONTACTS < LINES { MOST_CONTACTS } else { LINES - 1 };

impl Reading<'_> {
    /// What a boarding is about: who defends, and whether the hulk is fit for it.
    pub(super) fn boarding(&mut self, boarding: &BoardingSheet, sheet: &Sheet, sides: &[Recruits]) -> Option<Terms> {
        let names: Vec<&str> = sheet.sides.iter().map(|s| s.name.value.as_str()).collect();
        let defender = names.iter().position(|n| *n == boarding.defender.value);
        if defender.is_none() {
            self.problems.unknown(boarding.defender.at, "side", &boarding.defender, &names);
        }
        let at = boarding.defender.at;
        let objectives = boarding.objectives.unwrap_or(boarding.stake.objectives());
        let fewest = u8::from(boarding.stake.objectives() > 0);
        if !(fewest..=SUITS.len() as u8).contains(&objectives) {
            let told = format!("{objectives} objectives");
            self.problems.add(at, told, format!("there are 1 to {} (HULK-OBJ-01)", SUITS.len()));
        }
        if self.board.breaches().next().is_none() {
            self.problems.add(
                at,
                "nobody could board here",
                "choose a map with a hull and spaces, as `hulk` draws them",
            );
        }
        let defender = defender?;
        let members = &sides[defender].retinue.members;
        let squads: Vec<usize> = members.chunk_by(|a, b| a.squad == b.squad).map(<[_]>::len).collect();
        let blips =
            usize::from(blips_for(squads.len().min(MAX_SQUADS) as u8).saturating_add(boarding.ghosts)).min(MAX_BLIPS);
        let at = sheet.sides[defender].name.at;
        let stalks = boarding.stalking.is_some();
        let (most, largest) = if stalks { (MOST_PACKS, PACK) } else { (MAX_SQUADS, SQUAD) };
        if squads.len() > most {
            let told = format!("{} units", squads.len());
            self.problems.add(at, told, format!("a Defender has {most} at most: entries of his roster are units"));
        }
        if squads.iter().any(|figures| *figures > largest) {
            let hint = "split the entry of the roster: each is a unit (HULK-BLIP-04, HULK-STALK-03)";
            self.problems.add(at, format!("a unit of more than {largest} figures"), hint);
        }
        let others = |stalking: &StalkingSheet| usize::from(stalking.echoes) + usize::from(stalking.strays);
        let contacts = squads.len() + boarding.stalking.as_ref().map_or(0, others);
        if stalks && contacts > MOST_SEALED {
            let told = format!("{contacts} contacts");
            self.problems.add(at, told, format!("there are {MOST_SEALED} at most (HULK-STALK-03)"));
        }
        let spaces = self.board.spaces().len();
        if sheet.start.is_none() && !stalks && spaces < blips.max(SUITS.len()) {
            let told = format!("{blips} blips, and {spaces} compartments and passages");
            self.problems.add(at, told, "each holds one blip at most (HULK-GEN-14): take a larger map");
        }
        let within = boarding.within.as_ref().and_then(|name| {
            let found = self.board.space_named(name);
            if found.is_none() {
                let known: Vec<&str> = self.board.spaces().iter().map(|s| s.name.as_str()).collect();
                self.problems.unknown(name.at, "compartment", name, &known);
            }
            found
        });
        let mut terms = Terms {
            defender: SideId(defender as u8),
            waking: boarding.waking,
            stake: boarding.stake,
            objectives,
            within,
            far: boarding.far,
            late: boarding.late,
            shows: boarding.shows,
            ghosts: boarding.ghosts,
            eased: boarding.eased,
            lists: [0; MAX_BLIPS + 1],
            drawn: [0; MAX_SIDES],
        };
        for (number, blip) in boarding.blips.iter().enumerate().take(MAX_BLIPS) {
            let Some(name) = &blip.unit else { continue };
            match members.iter().find(|m| m.name == name.value) {
                Some(member) => terms.lists[number + 1] = member.squad + 1,
                None => {
                    let known: Vec<&str> = members.iter().map(|m| m.name.as_str()).collect();
                    self.problems.unknown(name.at, "figure", name, &known);
                }
            }
        }
        for (side, suit) in &boarding.drawn {
            match names.iter().position(|n| *n == side.value) {
                Some(side) => terms.drawn[side] = *suit as u8 + 1,
                None => self.problems.unknown(side.at, "side", side, &names),
            }
        }
        Some(terms)
    }

    /// What stalkers add to it.
    pub(super) fn stalking(
        &mut self,
        boarding: &BoardingSheet,
        sheet: &StalkingSheet,
        members: &[Member],
        boarders: &[Member],
    ) -> Stalking {
        let at = boarding.defender.at;
        let count = sheet.entries.len();
        if !(1..=MOST_ENTRIES).contains(&count) {
            self.problems.add(at, format!("{count} entries"), format!("there are 1 to {MOST_ENTRIES} (HULK-STALK-02)"));
        }
        if sheet.schedule.is_empty() {
            self.problems.add(at, "no schedule", "write how many contacts come in the first turns: [2, 2, 3]");
        }
        if boarding.stake == Stake::Seal && !(1..=count).contains(&usize::from(sheet.seals)) {
            let told = format!("{} of {count} entries to be sealed", sheet.seals);
            self.problems.add(at, told, "say with `seals` how many (HULK-STALK-24)");
        }
        let sites = usize::from(match boarding.stake {
            Stake::Cut | Stake::Core | Stake::Reactor => boarding.stake.objectives(),
            _ => 0,
        });
        let rescue = boarding.stake == Stake::Rescue;
        let (lost, squads) = (usize::from(sheet.strays), members.last().map_or(0, |m| m.squad + 1));
        let contacts = lost + usize::from(squads) + usize::from(sheet.echoes);
        let most = contacts.min(MOST_SITES);
        let sited = lost >= RESCUED && (lost..=most).contains(&sheet.sites.len());
        let fits = if rescue { sited } else { lost == 0 };
        if !fits {
            let told = format!("{lost} who are lost, at {} sites", sheet.sites.len());
            let hint = format!(
                "a rescue has {RESCUED} `strays` or more, and as many `sites` or more, {most} at most; nothing else has any \
                 (HULK-STALK-25)"
            );
            self.problems.add(at, told, hint);
        }
        for site in sheet.sites.iter().filter(|_| rescue) {
            if !self.board.space_at(self.hex(site)).is_some() {
                self.problems.add(site.at, "a contact outside of all compartments and passages", "");
            }
        }
        if lost > 0 && boarders.len() <= lost {
            let told = format!("{} Boarders, of whom {lost} are lost", boarders.len());
            self.problems.add(at, told, "leave some who look for them (HULK-STALK-25)");
        }
        if sheet.sites.len() != sites && !rescue {
            let told = format!("{} sites", sheet.sites.len());
            self.problems.add(at, told, format!("there are {sites} (HULK-STALK-21, -23, -26)"));
        }
        if boarding.stake == Stake::Cut && sheet.work == 0 {
            self.problems.add(at, "a cutter that needs no time", "say with `work` how many turns (HULK-STALK-21)");
        }
        if boarding.stake == Stake::Burn && boarding.within.is_none() {
            self.problems.add(at, "no nest", "say with `within` which compartment it is (HULK-STALK-22)");
        }
        let mut entries: Vec<Cell> = Vec::new();
        for site in &sheet.entries {
            let cell = self.opening(site, "an entry");
            if entries.iter().any(|other| self.board.distance(*other, cell) < APART) {
                let hint = format!("entries lie {APART} hexes apart or more (HULK-STALK-02)");
                self.problems.add(site.at, "an entry close to another", hint);
            }
            entries.push(cell);
        }
        entries.truncate(MOST_ENTRIES);
        let vents = self.vents(at, &sheet.vents);
        let mut lurkers = [0; MOST_ENTRIES * LURKERS];
        let mut list = Vec::new();
        // Who is lost is a unit that follows the Defender's.
        let lost = boarders.iter().skip(boarders.len().saturating_sub(lost)).zip(squads..);
        let units = members.iter().map(|m| (m.name.as_str(), m.squad));
        let units: Vec<(&str, u8)> = units.chain(lost.map(|(m, squad)| (m.name.as_str(), squad))).collect();
        for (number, contact) in (1..).zip(&sheet.come) {
            let unit = contact.unit.as_ref().and_then(|name| units.iter().find(|u| u.0 == name.value));
            if let (Some(name), None) = (&contact.unit, unit) {
                let known: Vec<&str> = units.iter().map(|u| u.0).collect();
                self.problems.unknown(name.at, "figure", name, &known);
            }
            list.push(unit.map_or(0, |unit| unit.1 + 1));
            let Some(entry) = contact.entry else { continue };
            let first = usize::from(entry.saturating_sub(1)) * LURKERS;
            let room = lurkers.iter_mut().skip(first).take(LURKERS).find(|place| **place == 0);
            match room.filter(|_| (1..=count).contains(&usize::from(entry))) {
                Some(place) => *place = number,
                None => self.problems.add(at, format!("no room at entry {entry}"), "three lurk there at most"),
            }
        }
        let come = list.len().min(MOST_CONTACTS) as u8;
        // The rest of a position's bag is in the order of the Retinue.
        let left: Vec<u8> = (1..=squads).filter(|unit| !list.contains(unit)).collect();
        list.extend(left);
        let (schedule, echoes) = (sheet.schedule.clone(), sheet.echoes);
        let sites = sheet.sites.iter().map(|site| self.hex(site)).collect();
        let StalkingSheet { seals, work, roused, strays, .. } = *sheet;
        Stalking { entries, vents, schedule, echoes, seals, sites, work, roused, strays, list, come, lurkers }
    }

    /// A hex that contacts could come through, which is told as something.
    fn opening(&mut self, site: &Spanned<Site>, told: &str) -> Cell {
        let cell = self.hex(site);
        if !self.board.space_at(cell).is_some() || self.board.terrain[cell.index()].is_barricade() {
            self.problems.add(site.at, format!("{told} outside of all compartments and passages"), "");
        }
        cell
    }

    /// The vents of a mission that is told of at a place (HULK-STALK-07).
    fn vents(&mut self, at: Span, sheet: &[(Spanned<Site>, Spanned<Site>)]) -> Vec<Link> {
        if sheet.len() > MOST_VENTS {
            self.problems.add(at, format!("{} vents", sheet.len()), format!("there are {MOST_VENTS} at most"));
        }
        let mut vents: Vec<Link> = Vec::new();
        for (one, other) in sheet.iter().take(MOST_VENTS) {
            let [from, to] = [one, other].map(|site| {
                let cell = self.opening(site, "a vent");
                if vents.iter().any(|vent| vent.beyond(cell).is_some()) {
                    self.problems.add(site.at, "two vents end in one hex", "");
                }
                cell
            });
            let near = 2..=u16::from(PACE);
            if self.board.deck(from) != self.board.deck(to) || !near.contains(&self.board.distance(from, to)) {
                let hint = format!("its ends lie 2 to {PACE} hexes apart, on one deck (HULK-STALK-07)");
                self.problems.add(one.at, "a vent that no contact gets through", hint);
            }
            vents.push(Link { from, to, hatch: None });
        }
        vents
    }

    /// The counters of a boarding's position: blips, objectives, craft.
    pub(super) fn counters(
        &mut self,
        boarding: &BoardingSheet,
        sides: &[SideSheet],
        marks: &mut BTreeMap<Cell, Ground>,
    ) {
        let names: Vec<&str> = sides.iter().map(|s| s.name.value.as_str()).collect();
        if boarding.blips.len() > MAX_BLIPS {
            let at = boarding.defender.at;
            self.problems.add(at, format!("{} blips", boarding.blips.len()), format!("there are {MAX_BLIPS} at most"));
        }
        for (number, blip) in boarding.blips.iter().enumerate() {
            let cell = self.hex(&blip.at);
            if !self.board.space_at(cell).is_some() {
                self.problems.add(blip.at.at, "a blip outside of all compartments and passages", "");
            }
            marks.entry(cell).or_default().blip = number as u8 + 1;
        }
        for (suit, at) in boarding.tokens.iter().enumerate() {
            let cell = self.hex(at);
            marks.entry(cell).or_default().token = suit as u8 + 1;
        }
        for (side, hexes) in &boarding.craft {
            let Some(number) = names.iter().position(|n| *n == side.value) else {
                self.problems.unknown(side.at, "side", side, &names);
                continue;
            };
            for at in hexes {
                let cell = self.hex(at);
                marks.entry(cell).or_default().craft = number as u8 + 1;
            }
        }
    }
}
