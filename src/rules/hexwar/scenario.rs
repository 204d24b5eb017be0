//! Scenario and position files of the hex wargame.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::battle::{Record, SideId};
use crate::board::{Board, Cell, Edge, Facing};
use crate::kit::scenario as kit;
use crate::source::{Document, Outline, Problem, Problems, Site, Span, Spanned};

use super::content::RuleContent;
use super::numbers::rung;
use super::roster::{Roster, breaches, tell};
use super::setting::{Exit, Objective, Scores};
use super::setup::{Recruit, Setup, fresh};
use super::stats::{Faction, Sheet, Speed};
use super::unit::{Marks, Unit};
use super::veteran::Veteran;
use super::{Battle, TURN, TurnStage};

/// What is written in a scenario file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the catalogue of scenarios reads the descriptive fields by itself")]
struct Sheetful {
    ruleset: String,
    name: String,
    about: String,
    #[serde(default)]
    rule: Option<String>,
    map: String,
    turns: u16,
    sides: Vec<SideSheet>,
    #[serde(default)]
    objectives: Vec<ObjectiveSheet>,
    #[serde(default)]
    exits: Vec<ExitSheet>,
    #[serde(default)]
    effects: Vec<EffectSheet>,
    #[serde(default)]
    units: Vec<UnitSheet>,
    #[serde(default)]
    start: Option<StartSheet>,
}

/// A side: who, where, and the units that it places.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SideSheet {
    name: Spanned<String>,
    /// That of its roster, where it has one.
    #[serde(default)]
    faction: Option<Spanned<Faction>>,
    #[serde(default)]
    team: Option<u8>,
    /// Left out in positions, where every unit stands already.
    #[serde(default)]
    zone: Option<Spanned<String>>,
    /// The most that its units may cost; no limit where it is left out.
    #[serde(default)]
    points: Option<u16>,
    /// It fields whom the story wants, whatever the rules of armies say (HEX-SET-01, -02).
    #[serde(default)]
    free: bool,
    #[serde(default)]
    army: Spanned<Vec<Spanned<String>>>,
    /// An army of the library by name, in place of `faction` and `army`.
    #[serde(default)]
    roster: Option<Spanned<String>>,
    /// A roster in place, as files of rosters hold it.
    #[serde(default)]
    muster: Option<Spanned<Roster>>,
    /// Units that a campaign has made what they are (HEX-CAMP-01).
    #[serde(default)]
    veterans: Vec<Spanned<Veteran>>,
}

/// An army as campaign files name it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Army {
    pub(super) faction: Faction,
    pub(super) army: Vec<Spanned<String>>,
}

/// A hex worth points: to every side, or to the one named.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectiveSheet {
    at: Spanned<Site>,
    worth: Vec<WorthSheet>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct WorthSheet {
    #[serde(default)]
    side: Option<Spanned<String>>,
    points: i16,
    when: Scores,
}

/// An edge that a side may leave by.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ExitSheet {
    side: Spanned<String>,
    edge: Edge,
    points: i16,
}

/// What lies on a hex.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct EffectSheet {
    at: Spanned<Site>,
    #[serde(default)]
    smoke: bool,
    #[serde(default)]
    cloud: u8,
    #[serde(default)]
    burning: bool,
    #[serde(default)]
    acid: bool,
    #[serde(default)]
    mines: bool,
    #[serde(default)]
    burned: bool,
    #[serde(default)]
    wreck: bool,
}

/// A unit that stands on the board from the start.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitSheet {
    side: Spanned<String>,
    unit: Spanned<String>,
    at: Spanned<Site>,
    #[serde(default)]
    facing: Facing,
    #[serde(default)]
    speed: Speed,
    #[serde(default)]
    flying: bool,
    #[serde(default)]
    aim: bool,
    #[serde(default)]
    numbers: BTreeMap<Spanned<String>, i32>,
}

/// Where a position starts.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct StartSheet {
    turn: u16,
    stage: Spanned<String>,
}

/// What a file of this kind is made of.
#[must_use]
pub fn outline() -> Outline {
    Outline::of::<Sheetful>()
}

/// Sets up the battle of a scenario file.
///
/// # Errors
/// Everything that is wrong in it, and in the rosters that it names.
pub fn set_up(
    document: &Document,
    book: &RuleContent,
    board: &Board,
    rosters: &BTreeMap<&str, &Document>,
) -> Result<Battle, Vec<Problem>> {
    let mut problems = Problems::new(document);
    let (mut shelf, sheet) = (Shelf { book, rosters, wrong: Vec::new() }, document.read(&document.root, &mut problems));
    let setup = sheet.map(|sheet| setup(sheet, &mut shelf, board, &mut problems));
    let setup = match problems.finish(setup) {
        Ok(setup) if shelf.wrong.is_empty() => setup,
        Ok(_) => return Err(shelf.wrong),
        Err(mut wrong) => {
            wrong.append(&mut shelf.wrong);
            return Err(wrong);
        }
    };
    setup.begin().map_err(|said| said.into_iter().map(|s| document.problem(document.root.at.start, s, "")).collect())
}

/// What scenarios can name.
struct Shelf<'a> {
    book: &'a RuleContent,
    rosters: &'a BTreeMap<&'a str, &'a Document>,
    /// What is wrong in the rosters named.
    wrong: Vec<Problem>,
}

impl<'a> Shelf<'a> {
    /// The roster that a side names or holds, where it may go to battle.
    fn roster(&mut self, side: &SideSheet, place: usize, problems: &mut Problems<'_>) -> Option<Roster> {
        let ways = [side.roster.is_some(), side.muster.is_some(), !side.army.value.is_empty()];
        if ways.into_iter().filter(|way| *way).count() > 1 {
            problems.add(side.name.at, "a side with two armies", "write one of `army`, `roster` and `muster`");
            return None;
        }
        if let Some(name) = &side.roster {
            let Some(roster) = self.rosters.get(name.as_str()) else {
                let known: Vec<&str> = self.rosters.keys().copied().collect();
                problems.unknown(name.at, "roster", name, &known);
                return None;
            };
            return self.book.legal(roster).map_err(|mut wrong| self.wrong.append(&mut wrong)).ok();
        }
        let roster = side.muster.as_ref()?;
        // What it may cost the side says, if it says anything.
        let limit = side.points.is_none().then(|| self.book.limit(roster));
        let (document, before) = (problems.document(), problems.len());
        let node = document.root.get("sides").and_then(|sides| sides.items().get(place)?.get("muster"));
        tell(node.unwrap_or(&document.root), self.book.faults(roster, limit), problems);
        (problems.len() == before).then(|| roster.value.clone())
    }

    /// The units that a side places, with where each is named.
    fn army(&self, side: &SideSheet, roster: Option<&Roster>, problems: &mut Problems<'_>) -> Vec<(Span, &'a Sheet)> {
        let named = side.army.value.iter().filter_map(|name| Some((name.at, self.book.sheet_named(name, problems)?)));
        let mut army: Vec<(Span, &Sheet)> = named.collect();
        let at = side.roster.as_ref().map(|name| name.at).or(side.muster.as_ref().map(|roster| roster.at));
        for (_, sheet, count) in roster.map(|roster| self.book.mustered(roster)).unwrap_or_default() {
            army.extend((0..count).map(|_| (at.unwrap_or(side.name.at), sheet)));
        }
        army
    }

    /// HEX-SET-01, -02: all that a side fields, whether it places it or has it on the board, is judged as one army.
    fn judge(
        &self,
        side: &SideSheet,
        faction: Faction,
        army: &[(Span, &Sheet)],
        units: &[UnitSheet],
        problems: &mut Problems<'_>,
    ) {
        if side.free {
            return;
        }
        let veterans = side.veterans.iter().filter_map(|v| Some((v.at, self.book.sheet(&v.unit)?)));
        let placed = units.iter().filter(|u| u.side.value == side.name.value);
        let placed = placed.filter_map(|u| Some((u.unit.at, self.book.sheet(&u.unit)?)));
        let all: Vec<(Span, &Sheet)> = army.iter().copied().chain(veterans).chain(placed).collect();
        let sheets: Vec<(&Sheet, u8)> = all.iter().map(|(_, sheet)| (*sheet, 1)).collect();
        let whole = if side.army.value.is_empty() { all.first().map(|a| a.0) } else { Some(side.army.at) };
        for breach in breaches(&sheets, faction, side.points, &self.book.numbers) {
            let at = breach.entry.map(|entry| all[entry].0).or(whole).unwrap_or(side.name.at);
            problems.add(at, breach.message, breach.hint);
        }
    }
}

/// HEX-SET-01: the faction of a side, its own or that of its roster.
fn faction(side: &SideSheet, roster: Option<&Roster>, problems: &mut Problems<'_>) -> Faction {
    match (&side.faction, roster) {
        (Some(own), Some(roster)) if own.value != roster.faction => {
            let message = format!("the side is of the {}, its army of the {}", own.people(), roster.faction.people());
            problems.add(own.at, message, "leave the side's faction out (HEX-SET-01)");
            own.value
        }
        (Some(own), _) => own.value,
        (None, Some(roster)) => roster.faction,
        (None, None) => {
            if side.roster.is_none() && side.muster.is_none() {
                let hint = "write `faction: Ork` for one, or name an army: `roster: \"...\"`";
                problems.add(side.name.at, "the side has no faction (HEX-SET-01)", hint);
            }
            Faction::Ork
        }
    }
}

fn setup(sheet: Sheetful, shelf: &mut Shelf<'_>, board: &Board, problems: &mut Problems<'_>) -> Setup {
    let book = shelf.book;
    let top = problems.document().root.at;
    let sides = kit::sides(sheet.sides.iter().map(|side| (&side.name, side.team)), problems);
    kit::turns(sheet.turns, problems);
    for (i, effect) in sheet.effects.iter().enumerate() {
        if sheet.effects[..i].iter().any(|e| e.at == effect.at) {
            problems.add(effect.at.at, "a second entry for this hex", "put all effects of a hex into one");
        }
        if effect.cloud != 0 && rung(effect.cloud).is_none() {
            problems.add(
                effect.at.at,
                format!("a cloud of d{}", effect.cloud),
                "clouds carry a d4, d6, d8, d10 or d12",
            );
        }
    }
    let points = sheet.objectives.iter().flat_map(|o| o.worth.iter().map(|w| (o.at.at, w.points)));
    for (at, points) in points.chain(sheet.exits.iter().map(|e| (e.side.at, e.points))) {
        if !(-1000..=1000).contains(&points) {
            problems.add(at, format!("{points} points"), "points are -1000 to 1000");
        }
    }
    let find_side = |name: &Spanned<String>, problems: &mut Problems<'_>| {
        kit::side_named(name, &sides, problems).unwrap_or_default()
    };
    let find_hex = |at: &Spanned<Site>, problems: &mut Problems<'_>| kit::hex(at, board, problems);

    let (mut zones, mut factions, mut recruits) = (Vec::new(), Vec::new(), Vec::new());
    for (i, side) in sheet.sides.iter().enumerate() {
        zones.push(zone(side, board, problems));
        let roster = shelf.roster(side, i, problems);
        let faction = faction(side, roster.as_ref(), problems);
        let army = shelf.army(side, roster.as_ref(), problems);
        shelf.judge(side, faction, &army, &sheet.units, problems);
        factions.push(faction);
        let recruit = |(_, sheet): &(Span, &Sheet)| Recruit {
            sheet: (*sheet).clone(),
            side: SideId(i as u8),
            at: None,
            numbers: Vec::new(),
        };
        recruits.extend(army.iter().map(recruit));
        recruits.extend(side.veterans.iter().filter_map(|v| veteran(v, SideId(i as u8), book, problems)));
    }
    let counts = kit::Counts { units: sheet.units.len(), sides: sheet.sides.len(), cells: board.len() };
    for unit in &sheet.units {
        let (side, cell) = (find_side(&unit.side, problems), find_hex(&unit.at, problems));
        if let Some(sheet) = book.sheet_named(&unit.unit, problems) {
            let numbers = numbers(unit, sheet, counts, problems);
            recruits.push(Recruit { sheet: sheet.clone(), side, at: Some((cell, unit.facing)), numbers });
        }
    }
    let start = sheet.start.map(|start| start_of(&start, sheet.turns, problems));
    if start.is_some() && recruits.iter().any(|r| r.at.is_none()) {
        problems.add(top, "a position with `start` has units that are not placed", "list them under `units`");
    }
    let all = sides.len();
    let objective = |o: &ObjectiveSheet, problems: &mut Problems<'_>| {
        let mut worth = Vec::new();
        for w in &o.worth {
            match &w.side {
                Some(side) => worth.push((find_side(side, problems), w.when, w.points)),
                None => worth.extend(SideId::first(all).map(|s| (s, w.when, w.points))),
            }
        }
        Objective { at: find_hex(&o.at, problems), worth }
    };
    let mark = |e: &EffectSheet, problems: &mut Problems<'_>| {
        let marks = Marks {
            smoke: e.smoke,
            cloud: e.cloud,
            burning: e.burning,
            acid: e.acid,
            mines: e.mines,
            burned: e.burned,
            wreck: e.wreck,
            ..Marks::default()
        };
        (find_hex(&e.at, problems), marks)
    };
    Setup {
        objectives: sheet.objectives.iter().map(|o| objective(o, problems)).collect(),
        exits: sheet
            .exits
            .iter()
            .map(|e| Exit { side: find_side(&e.side, problems), edge: e.edge, worth: e.points })
            .collect(),
        marks: sheet.effects.iter().map(|e| mark(e, problems)).collect(),
        board: board.clone(),
        sides,
        factions,
        zones,
        numbers: book.numbers.clone(),
        armoury: book.armoury.clone(),
        recruits,
        turns: sheet.turns,
        start,
    }
}

/// A unit that comes out of a campaign: its sheet by what it has learnt, with the models that are left.
fn veteran(unit: &Spanned<Veteran>, side: SideId, book: &RuleContent, problems: &mut Problems<'_>) -> Option<Recruit> {
    let named = Spanned { at: unit.at, value: unit.unit.clone() };
    let began = book.sheet_named(&named, problems)?;
    if !(1..=began.models).contains(&unit.models) {
        problems.add(unit.at, format!("{} models", unit.models), format!("{} has 1 to {}", began.name, began.models));
    }
    let models = Unit::names().iter().position(|n| *n == "models").map(|field| (field, unit.models.into()));
    Some(Recruit { sheet: unit.sheet(began), side, at: None, numbers: models.into_iter().collect() })
}

/// The hexes of a side's zone; a side that has everything on the board already needs none.
fn zone(side: &SideSheet, board: &Board, problems: &mut Problems<'_>) -> Vec<Cell> {
    let Some(name) = &side.zone else {
        let mustered = side.roster.is_some() || side.muster.is_some();
        if mustered || !side.army.value.is_empty() || !side.veterans.is_empty() {
            let at = if side.army.value.is_empty() { side.name.at } else { side.army.at };
            problems.add(at, "an army needs a zone to be placed in", "add `zone: \"...\"` to the side");
        }
        return Vec::new();
    };
    match board.zone(name) {
        Some(cells) => cells.into_owned(),
        None => {
            let known: Vec<&str> = board.zones.iter().map(|z| z.name.as_str()).collect();
            problems.unknown(name.at, "zone", name, &known);
            Vec::new()
        }
    }
}

/// The numbers of a placed unit that differ from its sheet.
fn numbers(unit: &UnitSheet, sheet: &Sheet, counts: kit::Counts, problems: &mut Problems<'_>) -> Vec<(usize, i32)> {
    let fresh = fresh(0, sheet);
    let fits = |name: &str, value: i32| match name {
        "models" => (1..=sheet.models.into()).contains(&value),
        "endurance" => value <= fresh.endurance.into(),
        "guns" | "fired" => value < 1 << sheet.ranged.len().min(8),
        _ => true,
    };
    let plain = [("speed", unit.speed as i32), ("flying", unit.flying.into()), ("aim", unit.aim.into())];
    let plain = plain.into_iter().map(|(name, value)| (name, unit.unit.at, value));
    let others = unit.numbers.iter().map(|(name, value)| (name.as_str(), name.at, *value));
    kit::numbers(fresh, plain.chain(others), counts, fits, problems)
}

/// The turn and the stage that a position starts with. There are many stages that apply damage: each of them goes by
/// the stage before it too, as in "Apply damage after Gunnery 1".
fn start_of(start: &StartSheet, turns: u16, problems: &mut Problems<'_>) -> (u16, u8) {
    let after = |i: usize| {
        if TURN[i].1 == TurnStage::Apply {
            format!("{} after {}", TURN[i].0, TURN[i - 1].0)
        } else {
            TURN[i].0.to_owned()
        }
    };
    let names: Vec<String> = (0..TURN.len()).map(after).collect();
    let plain = || TURN.iter().position(|s| s.0 == start.stage.value);
    let stage = names.iter().position(|n| *n == start.stage.value).or_else(plain);
    if stage.is_none() {
        problems.unknown(start.stage.at, "stage", &start.stage, &names);
    }
    (kit::first_turn(start.turn, turns, &start.stage, problems), stage.unwrap_or(0) as u8)
}
