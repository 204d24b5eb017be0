//! Scenario and position files of the skirmish ruleset.
//!
//! A side has a Retinue: a roster of the library by name, or one written in place, as a roster or in short. A position, which starts in the
//! middle, may field whom it likes; otherwise the Retinues must be legal.

mod aboard;
mod sheet;

use std::collections::BTreeMap;

use crate::battle::{MAX_SIDES, Record, Rules, Side};
use crate::board::{Board, Cell};
use crate::kit::scenario as kit;
use crate::source::{Document, Node, Outline, Problem, Problems, Site, Span, Spanned};

use super::boarding::decks;
use super::boarding::stalking::sealing::SEALED;
use super::catalogue::Ability;
use super::content::{Named, RuleContent, find, names};
use super::figure::{Fate, Ground};
use super::missions::{MOST_SIDES, Mission};
use super::options::Boarders;
use super::retinue::{Member, Retinue, span};
use super::roster::{self, Ride, Roster};
use super::setup::{Recruits, Setup, Stand, Start};
use super::{Battle, Figure, Iten, PHASES};

use sheet::{FigureSheet, RetinueSheet, Sheet, SideSheet, StartSheet};

/// Rosters of the library by name.
pub type Rosters<'a> = BTreeMap<&'a str, &'a Document>;

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
        let vents = stalking.iter().flat_map(|s| (1..).zip(&s.vents));
        for (number, cell) in vents.flat_map(|(number, vent)| [(number, vent.from), (number, vent.to)]) {
            marks.entry(cell).or_default().duct = number;
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
