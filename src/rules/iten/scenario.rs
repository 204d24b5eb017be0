//! Scenario and position files of the skirmish ruleset.
//!
//! A side has a Retinue: a roster of the library by name, or one written in place, as a roster or in short. A position, which starts in the
//! middle, may field whom it likes; otherwise the Retinues must be legal.

mod sheet;

use std::collections::BTreeMap;

use crate::battle::{LINES, MAX_SIDES, Record, Rules, Side, SideId};
use crate::board::{Board, Cell};
use crate::kit::scenario as kit;
use crate::source::{Document, Node, Outline, Problem, Problems, Site, Span, Spanned};

use super::boarding::stalking::sealing::SEALED;
use super::boarding::stalking::{APART, LURKERS, MOST_CONTACTS, MOST_ENTRIES, MOST_PACKS, MOST_SITES, PACK, Stalking};
use super::boarding::victory::RESCUED;
use super::boarding::{MAX_BLIPS, MAX_SQUADS, SQUAD, Stake, Terms, blips_for, decks};
use super::catalogue::Ability;
use super::content::{Named, RuleContent, find, names};
use super::figure::{Fate, Ground, SUITS};
use super::missions::{MOST_SIDES, Mission};
use super::options::Boarders;
use super::retinue::{Member, Retinue, span};
use super::roster::{self, Ride, Roster};
use super::setup::{Recruits, Setup, Stand, Start};
use super::{Battle, Figure, Iten, PHASES};

use sheet::{BoardingSheet, FigureSheet, RetinueSheet, Sheet, SideSheet, StalkingSheet, StartSheet};

/// Rosters of the library by name.
pub type Rosters<'a> = BTreeMap<&'a str, &'a Document>;

/// Most contacts of a bag: its sealed list has a line for each, from 1 (HULK-STALK-03).
const MOST_SEALED: usize = if MOST_CONTACTS < LINES { MOST_CONTACTS } else { LINES - 1 };

/// The name of the moment before the first phase, where the order of the sides is rolled.
const INITIATIVE: &str = "Initiative";

/// What a file of this kind is made of.
#[must_use]
pub fn outline() -> Outline {
    Outline::of::<Sheet>()
}

/// Sets up the battle of a scenario file.
///
/// # Errors
/// Everything that is wrong in it, and in the rosters that it names.
pub fn set_up(
    document: &Document,
    book: &RuleContent,
    board: &Board,
    rosters: &Rosters<'_>,
) -> Result<Battle, Vec<Problem>> {
    let problems = Problems::new(document);
    let mut reading = Reading {
        book,
        board,
        rosters,
        problems,
        counts: kit::Counts { units: 0, sides: 0, cells: board.len() },
        elsewhere: Vec::new(),
    };
    let sheet = document.read(&document.root, &mut reading.problems);
    let setup = sheet.map(|sheet| reading.setup(&sheet));
    let Reading { problems, mut elsewhere, .. } = reading;
    let setup = match problems.finish(setup) {
        Ok(setup) if elsewhere.is_empty() => setup,
        Ok(_) => return Err(elsewhere),
        Err(mut wrong) => {
            wrong.append(&mut elsewhere);
            return Err(wrong);
        }
    };
    let at = document.root.at.start;
    setup.begin(book).map_err(|said| said.into_iter().map(|s| document.problem(at, s, "")).collect())
}

/// The team of a side that is given none: its own, or that of the first of allied Boarders (HULK-SIDE-02).
fn team(sheet: &Sheet, side: usize) -> u8 {
    let allied = sheet.boarding.as_ref().filter(|b| b.boarders == Some(Boarders::Team));
    let boards = |side: usize| allied.is_some_and(|b| sheet.sides[side].name.value != b.defender.value);
    let first = (0..side).find(|&other| boards(other) && boards(side)).unwrap_or(side);
    sheet.sides[first].team.unwrap_or(first as u8)
}

/// A Retinue written in place, as a roster.
fn roster_of(sheet: &RetinueSheet, side: &SideSheet) -> Roster {
    Roster {
        ruleset: Iten::NAME.to_owned(),
        name: side.name.value.clone(),
        list: sheet.list.clone(),
        creed: sheet.creed,
        god: sheet.god,
        limit: side.points,
        boarding: sheet.boarding,
        figures: sheet.figures.clone(),
        vehicles: sheet.vehicles.clone(),
        ..Roster::default()
    }
}

/// The names of a Retinue's figures, then of its vehicles.
fn unit_names(retinue: &Retinue) -> Vec<&str> {
    let members = retinue.members.iter().map(|m| m.name.as_str());
    members.chain(retinue.mounts.iter().map(|m| m.name.as_str())).collect()
}

/// A scenario file being read.
struct Reading<'a> {
    book: &'a RuleContent,
    board: &'a Board,
    rosters: &'a Rosters<'a>,
    problems: Problems<'a>,
    /// How many figures it places, and what else it has.
    counts: kit::Counts,
    /// What is wrong in files that it names.
    elsewhere: Vec<Problem>,
}

impl Reading<'_> {
    fn setup(&mut self, sheet: &Sheet) -> Setup {
        self.check(sheet);
        (self.counts.units, self.counts.sides) = (sheet.figures.len(), sheet.sides.len());
        let start = sheet.start.as_ref().map_or(Start::Deployment, |start| self.start(start, sheet.turns));
        let mut sides = Vec::new();
        for (i, side) in sheet.sides.iter().enumerate() {
            let mut recruits = Recruits {
                side: Side::played(side.name.value.clone(), side.team.unwrap_or_else(|| team(sheet, i))),
                retinue: self.retinue(side, i, sheet.start.is_none()),
                reserves: 0,
                part: side.part,
                placed: Vec::new(),
                edge: side.edge,
                felled: side.felled,
            };
            recruits.reserves = self.reinforce(&mut recruits.retinue, sheet, i);
            let ally = |m: &&Member| m.abilities.contains(&Ability::StrangeAlly);
            if let Some(ally) = recruits.retinue.members.iter().find(ally).filter(|_| !sheet.strange_allies) {
                let told = format!("the others have not agreed to {}, a Strange Ally (ITEN-ABIL-22)", ally.name);
                self.problems.add(side.name.at, told, "choose another Retinue, or leave `strange_allies: false` out");
            }
            for figure in sheet.figures.iter().filter(|f| f.side.value == side.name.value) {
                let stand = self.stand(figure, &recruits);
                recruits.placed.extend(stand);
            }
            let Retinue { members, mounts, .. } = &recruits.retinue;
            let rides = |place: usize| mounts.iter().any(|m| m.aboard.contains(&(place as u8)));
            let waits = |&place: &usize| !rides(place) && !recruits.placed.iter().any(|s| s.place == place);
            let waiting: Vec<usize> = (0..members.len() + mounts.len()).filter(waits).collect();
            // Defenders may lie under blips.
            let defends = sheet.boarding.as_ref().is_some_and(|b| b.defender.value == side.name.value);
            let strays = sheet.boarding.as_ref().and_then(|b| b.stalking.as_ref()).is_some_and(|s| s.strays > 0);
            if let (Some(&first), Some(_), false) = (waiting.first(), &sheet.start, defends || strays) {
                let name = unit_names(&recruits.retinue)[first];
                self.problems.add(side.name.at, format!("{name} stands nowhere"), "place it under `figures`");
            }
            sides.push(recruits);
        }
        let boarding = sheet.boarding.as_ref().and_then(|b| self.boarding(b, sheet, &sides));
        let stalking = sheet.boarding.as_ref().and_then(|b| Some((b, b.stalking.as_ref()?)));
        let side = |side: usize| sides.get(side).map_or(&[][..], |s| &s.retinue.members[..]);
        let defender = boarding.map_or(0, |terms| terms.defender.index());
        let (defenders, boarders) = (side(defender), side(usize::from(defender == 0)));
        let stalking = stalking.map(|(boarding, stalking)| self.stalking(boarding, stalking, defenders, boarders));
        let marks = [(&sheet.open, true), (&sheet.holed, false)];
        let marks = marks.into_iter().flat_map(|(hexes, open)| hexes.iter().map(move |at| (at, open)));
        let mut marks: BTreeMap<Cell, Ground> = marks.map(|(at, open)| self.mark(at, open)).collect();
        for at in &sheet.airless {
            let space = self.board.space_at(self.hex(at));
            if !space.is_some() {
                self.problems.add(at.at, "no compartment or passage is here", "");
                continue;
            }
            // So far from the hole that it takes no more air from its neighbours.
            let vented = self.book.numbers.air_spread + 1;
            marks.entry(self.board.space(space).cells[0]).or_default().vented = vented;
        }
        for at in &sheet.sealed {
            marks.entry(self.hex(at)).or_default().seal = SEALED;
        }
        for at in &sheet.burnt {
            marks.entry(self.hex(at)).or_default().burnt = true;
        }
        if let Some(boarding) = &sheet.boarding {
            self.counters(boarding, &sheet.sides, &mut marks);
        }
        for (number, cell) in stalking.iter().flat_map(|s| (1..).zip(&s.entries)) {
            marks.entry(*cell).or_default().entry = number;
        }
        for (suit, cell) in stalking.iter().filter(|s| s.strays == 0).flat_map(|s| (1..).zip(&s.sites)) {
            marks.entry(*cell).or_default().token = suit;
        }
        let come = sheet.boarding.as_ref().and_then(|b| b.stalking.as_ref()).map_or(&[][..], |s| &s.come);
        for (number, at) in (1..).zip(come).filter_map(|(number, contact)| Some((number, contact.at.as_ref()?))) {
            marks.entry(self.hex(at)).or_default().blip = number;
        }
        Setup {
            marks: marks.into_iter().collect(),
            board: self.board.clone(),
            sides,
            turns: sheet.turns,
            mission: sheet.mission,
            wagon: sheet.wagon.as_ref().map(|at| self.hex(at)),
            aboard: sheet.aboard || sheet.boarding.is_some(),
            boarding,
            stalking,
            strange_allies: sheet.strange_allies,
            options: sheet.options,
            start,
        }
    }

    /// What a boarding is about: who defends, and whether the hulk is fit for it.
    fn boarding(&mut self, boarding: &BoardingSheet, sheet: &Sheet, sides: &[Recruits]) -> Option<Terms> {
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
        if let Some(stalking) = &boarding.stalking
            && squads.len() + usize::from(stalking.echoes) + usize::from(stalking.strays) > MOST_SEALED
        {
            let contacts = squads.len() + usize::from(stalking.echoes) + usize::from(stalking.strays);
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
    fn stalking(
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
        let fits = lost >= RESCUED && (lost..=most).contains(&sheet.sites.len());
        if if rescue { !fits } else { lost > 0 } {
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
            let cell = self.hex(site);
            if !self.board.space_at(cell).is_some() || self.board.terrain[cell.index()].is_barricade() {
                self.problems.add(site.at, "an entry outside of all compartments and passages", "");
            }
            if entries.iter().any(|other| self.board.distance(*other, cell) < APART) {
                let hint = format!("entries lie {APART} hexes apart or more (HULK-STALK-02)");
                self.problems.add(site.at, "an entry close to another", hint);
            }
            entries.push(cell);
        }
        entries.truncate(MOST_ENTRIES);
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
        Stalking { entries, schedule, echoes, seals, sites, work, roused, strays, list, come, lurkers }
    }

    /// The counters of a boarding's position: blips, objectives, craft.
    fn counters(&mut self, boarding: &BoardingSheet, sides: &[SideSheet], marks: &mut BTreeMap<Cell, Ground>) {
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

    /// What concerns the scenario as a whole.
    fn check(&mut self, sheet: &Sheet) {
        let top = self.problems.document().root.at;
        let names: Vec<&str> = sheet.sides.iter().map(|s| s.name.value.as_str()).collect();
        kit::sides(sheet.sides.iter().map(|side| (&side.name, side.team)), &mut self.problems);
        kit::turns(sheet.turns, &mut self.problems);
        for side in sheet.sides.iter().filter(|side| side.edge.is_some() && sheet.start.is_none()) {
            self.problems.add(side.name.at, "a side with an edge before edges are picked", "leave `edge` out");
        }
        let mission = sheet.mission;
        let most = if matches!(mission, Mission::Battle | Mission::Boarding) { MAX_SIDES } else { MOST_SIDES };
        if names.len() > most {
            self.problems.add(
                top,
                format!("{} sides", names.len()),
                format!("its mission is for {most} at most (ITEN-SCN-09)"),
            );
        }
        let parts = sheet.sides.iter().filter(|s| s.part);
        if let Some(second) = parts.clone().nth(usize::from(mission.part().is_some())) {
            let told = "a part that the mission does not give to this side";
            self.problems.add(second.name.at, told, "leave `part` out");
        }
        if sheet.start.is_some() && mission.part().is_some() && parts.count() == 0 {
            self.problems.add(top, "nobody has the mission's part", "write `part: true` for one side");
        }
        if let Some(wagon) = &sheet.wagon
            && (mission != Mission::TheGauntlet || sheet.start.is_none())
        {
            self.problems.add(wagon.at, "a wagon", "only positions of TheGauntlet say where it stands");
        }
        for figure in sheet.figures.iter().filter(|f| !names.contains(&f.side.value.as_str())) {
            self.problems.unknown(figure.side.at, "side", &figure.side, &names);
        }
        for (hexes, fits, is) in [(&sheet.open, true, "no door"), (&sheet.holed, false, "nothing that could be holed")]
        {
            for at in hexes {
                let cell = self.hex(at);
                let ground = *self.book.numbers.ground(self.board.terrain[cell.index()]);
                if if fits { !ground.opens && !self.is_lid(cell) } else { ground.grade.is_none() } {
                    let told = format!("{} is {is}", at.value);
                    self.problems.add(at.at, told, "");
                }
            }
        }
        let once: Vec<_> = sheet.open.iter().chain(&sheet.holed).chain(&sheet.sealed).collect();
        for (i, at) in once.iter().enumerate() {
            if once.iter().take(i).any(|other| other.value == at.value) {
                self.problems.add(at.at, "a second entry for this hex", "a hex is open, holed or sealed once");
            }
        }
        // An earlier mission's entries need not be this one's: any floor may have been sealed.
        for at in &sheet.sealed {
            let cell = self.hex(at);
            let opens = self.book.numbers.ground(self.board.terrain[cell.index()]).opens;
            if !opens && !self.board.space_at(cell).is_some() {
                let told = format!("{} is nothing that could be sealed", at.value);
                self.problems.add(at.at, told, "name a door, a hatch, or a hex of a compartment or passage");
            }
        }
        for at in &sheet.burnt {
            let cell = self.hex(at);
            if !self.board.space_at(cell).is_some() {
                let told = format!("{} is nothing that could have burnt", at.value);
                self.problems.add(at.at, told, "name a hex of a compartment or passage");
            }
        }
    }

    fn hex(&mut self, at: &Spanned<Site>) -> Cell {
        kit::hex(at, self.board, &mut self.problems)
    }

    /// Whether a ladder with a hatch in it leads up from a hex of the lowest deck.
    fn is_lid(&self, at: Cell) -> bool {
        self.board.links.iter().any(|l| l.hatch.is_some() && (l.from == at || l.to == at))
    }

    /// What has become of a hex that is open, or holed.
    fn mark(&mut self, at: &Spanned<Site>, open: bool) -> (Cell, Ground) {
        let at = self.hex(at);
        if open && self.is_lid(at) {
            return (at, Ground { lid: decks::OPEN, ..Ground::default() });
        }
        (at, Ground { open, holed: !open, ..Ground::default() })
    }

    /// The turn and the phase that a position starts with.
    fn start(&mut self, start: &StartSheet, turns: u16) -> Start {
        let turn = kit::first_turn(start.turn, turns, &start.phase, &mut self.problems);
        match PHASES.iter().position(|p| *p == start.phase.value) {
            Some(phase) => Start::Phase(turn, phase as u8),
            None => {
                if start.phase.value != INITIATIVE {
                    let known = [&[INITIATIVE][..], &PHASES].concat();
                    self.problems.unknown(start.phase.at, "phase", &start.phase, &known);
                }
                Start::Turn(turn)
            }
        }
    }

    /// A side's Retinue; an empty one where there is something wrong with it.
    fn retinue(&mut self, side: &SideSheet, number: usize, legal: bool) -> Retinue {
        let retinue = match (&side.roster, &side.retinue, &side.muster) {
            (Some(name), None, None) => self.named(name),
            (None, Some(sheet), None) => self.in_place(sheet, side, number, legal),
            (None, None, Some(roster)) => self.mustered(roster, number),
            (None, None, None) => {
                let hint = "write `roster: \"...\"` or `retinue: (...)`";
                self.problems.add(side.name.at, "a side without a Retinue", hint);
                None
            }
            _ => {
                self.problems.add(side.name.at, "a side with two Retinues", "write `roster` or `retinue`");
                None
            }
        };
        if let (Some(retinue), Some(points)) = (&retinue, side.points)
            && !retinue.fits(points)
        {
            let told = format!("{} costs {}, the limit is {points} (ITEN-BLD-02)", retinue.name, retinue.total);
            self.problems.add(side.name.at, told, "raise `points`, or choose another");
        }
        retinue.unwrap_or_else(|| self.book.field(&Roster::default()))
    }

    /// Adds to a Retinue the figures that it has only where its side has the mission's part; how many.
    fn reinforce(&mut self, retinue: &mut Retinue, sheet: &Sheet, number: usize) -> usize {
        let side = &sheet.sides[number];
        let own = match (&side.roster, &side.retinue) {
            (Some(name), None) => self.rosters.get(name.as_str()).and_then(|doc| self.book.legal(doc).ok()),
            (None, Some(sheet)) => Some(roster_of(sheet, side)),
            _ => side.muster.clone(),
        };
        let Some(mut roster) = own.filter(|_| !side.reinforcement.is_empty() && !retinue.members.is_empty()) else {
            return 0;
        };
        let document = self.problems.document();
        let node = document.root.get("sides").and_then(|s| s.items().get(number)).and_then(|s| s.get("reinforcement"));
        let (node, first) = (node.unwrap_or(&document.root), roster.figures.len());
        roster.figures.extend(side.reinforcement.iter().cloned());
        // What it may cost is reckoned below.
        roster.limit = Some(u16::MAX);
        for fault in self.book.faults(&roster) {
            self.problems.add(node.at, fault.message, fault.hint);
        }
        let (points, rule) = sheet.mission.reinforcement(&self.book.numbers.missions, sheet.sides.len());
        // What the Retinue has left of its own points goes into it too.
        let spare = side.points.map_or(0, |points| points.saturating_sub(retinue.limit_cost()));
        let (cost, most) = (self.book.total(&roster) - retinue.total, points + spare);
        if cost > most {
            let told = format!("a reinforcement of {cost} points, the limit is {most} ({rule})");
            self.problems.add(node.at, told, "leave figures out, or arm them less");
        }
        let more: Vec<Member> =
            (first..roster.figures.len()).flat_map(|entry| self.book.members(&roster, entry)).collect();
        retinue.members.extend(more.iter().cloned());
        more.len()
    }

    fn named(&mut self, name: &Spanned<String>) -> Option<Retinue> {
        let Some(roster) = self.rosters.get(name.as_str()) else {
            let known: Vec<&str> = self.rosters.keys().copied().collect();
            self.problems.unknown(name.at, "roster", name, &known);
            return None;
        };
        Retinue::read(roster, self.book).map_err(|mut wrong| self.elsewhere.append(&mut wrong)).ok()
    }

    fn mustered(&mut self, roster: &Roster, number: usize) -> Option<Retinue> {
        let document = self.problems.document();
        let node = document.root.get("sides").and_then(|s| s.items().get(number)).and_then(|s| s.get("muster"));
        let before = self.problems.len();
        for fault in self.book.faults(roster) {
            self.problems.add(span(node.unwrap_or(&document.root), fault.place), fault.message, fault.hint);
        }
        (self.problems.len() == before).then(|| self.book.field(roster))
    }

    fn in_place(&mut self, sheet: &RetinueSheet, side: &SideSheet, number: usize, legal: bool) -> Option<Retinue> {
        let roster = roster_of(sheet, side);
        let document = self.problems.document();
        let node = document.root.get("sides").and_then(|s| s.items().get(number)).and_then(|s| s.get("retinue"));
        let node = node.unwrap_or(&document.root);
        let before = self.problems.len();
        if legal && !sheet.campaign {
            for fault in self.book.faults(&roster) {
                self.problems.add(span(node, fault.place), fault.message, fault.hint);
            }
        } else {
            let figures = node.get("figures").map_or(&[][..], Node::items);
            sheet.figures.iter().zip(figures).for_each(|(figure, node)| self.check_names(figure, node));
            let rides = node.get("vehicles").map_or(&[][..], Node::items);
            sheet.vehicles.iter().zip(rides).for_each(|(ride, node)| self.check_ride(ride, node, &roster));
        }
        if self.problems.len() > before {
            return None;
        }
        let mut retinue = self.book.field(&roster);
        if let Some(leader) = &sheet.leader {
            for member in &mut retinue.members {
                member.leader = member.name == leader.value;
            }
            if retinue.leader().is_none() {
                let known: Vec<&str> = retinue.members.iter().map(|m| m.name.as_str()).collect();
                self.problems.unknown(leader.at, "figure", leader, &known);
            }
        }
        Some(retinue)
    }

    /// Whether all that a figure of a position names is there.
    fn check_names(&mut self, figure: &roster::Figure, node: &Node) {
        let book = self.book;
        let one = |field: &str| node.get(field).unwrap_or(node).at;
        self.known(one("troop"), "troop type", &figure.troop, &book.troops);
        if !figure.armour.is_empty() {
            self.known(one("armour"), "armour", &figure.armour, &book.armour);
        }
        let each = |field: &str, i: usize| node.get(field).and_then(|n| n.items().get(i)).unwrap_or(node).at;
        for (field, weapons) in [("weapons", &figure.weapons), ("issued", &figure.issued)] {
            for (i, weapon) in weapons.iter().enumerate() {
                self.known(each(field, i), "weapon", weapon, &book.weapons);
            }
        }
        for (i, power) in figure.powers.iter().enumerate() {
            self.known(each("powers", i), "power", power, &book.powers);
        }
        for (i, ability) in figure.abilities.iter().enumerate() {
            self.known(each("abilities", i), "ability", ability, &book.abilities);
        }
    }

    /// Whether a vehicle of a position, its weapons and those aboard are there.
    fn check_ride(&mut self, ride: &Ride, node: &Node, roster: &Roster) {
        let book = self.book;
        self.known(node.get("vehicle").unwrap_or(node).at, "vehicle", &ride.vehicle, &book.vehicles);
        let each = |field: &str, i: usize| node.get(field).and_then(|n| n.items().get(i)).unwrap_or(node).at;
        for (i, weapon) in ride.weapons.iter().enumerate() {
            self.known(each("weapons", i), "weapon", weapon, &book.weapons);
        }
        let names = roster.names().concat();
        for (i, name) in ride.aboard.iter().enumerate().filter(|(_, name)| !names.contains(name)) {
            let known: Vec<&str> = names.iter().map(String::as_str).collect();
            self.problems.unknown(each("aboard", i), "figure", name, &known);
        }
    }

    fn known<T: Named>(&mut self, at: Span, what: &str, name: &str, sheets: &[T]) {
        if find(sheets, name).is_none() {
            self.problems.unknown(at, what, name, &names(sheets));
        }
    }

    /// Where a figure stands, with the numbers of it that differ from a fresh figure's.
    fn stand(&mut self, figure: &FigureSheet, recruits: &Recruits) -> Option<Stand> {
        let known = unit_names(&recruits.retinue);
        let Some(place) = known.iter().position(|name| **name == *figure.name.value) else {
            // Nobody is missed where the whole Retinue is.
            if !known.is_empty() {
                self.problems.unknown(figure.name.at, "figure", &figure.name, &known);
            }
            return None;
        };
        let rides = recruits.retinue.mounts.iter().any(|m| m.aboard.contains(&(place as u8)));
        if recruits.placed.iter().any(|s| s.place == place) {
            self.problems.add(figure.name.at, "a second entry for this figure", "it stands once");
        }
        // The profile, which comes first, is the Retinue's to say.
        let weapons = self.book.weapons.len();
        let fits = |name: &str, value: i32| name != "carries" || value as usize <= weapons;
        let given = figure.numbers.iter().map(|(name, value)| (name.as_str(), name.at, *value));
        let numbers = kit::numbers(Figure::default(), given, self.counts, fits, &mut self.problems);
        let mut trial = Figure::default();
        numbers.iter().for_each(|&(field, value)| _ = trial.set(field, value));
        let at = figure.at.as_ref().map_or(Cell::NONE, |at| self.hex(at));
        let missing = at.is_some() != (trial.fate == Fate::Playing);
        if missing && !(rides && trial.fate == Fate::Playing) {
            let hint = "figures in the game stand somewhere with `at`, those out of it have `fate` 1 or 2 and no hex";
            self.problems.add(figure.name.at, format!("where is {}?", *figure.name), hint);
        }
        Some(Stand { place, at, facing: figure.facing, numbers })
    }
}
