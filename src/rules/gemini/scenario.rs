//! Scenario and position files of the skirmish.
//!
//! A side has a gang: a roster of the library by name, or one written in place. Its models stand, in the order of the
//! roster, where `units` have places for the side without saying who stands there. Units that name a model stand there
//! whoever else is of the side.

use std::collections::{BTreeMap, VecDeque};

use serde::Deserialize;

use crate::battle::{self, Piece, Record, Shared, UnitId};
use crate::board::{Board, Cell, Edge, Facing, LazyPairs};
use crate::kit::content::{find, named_at};
use crate::kit::scenario as kit;
use crate::source::{Document, Problem, Problems, Site, Span, Spanned};

use super::Battle;
use super::ambush::MOST_SECRETS;
use super::content::{BUTT, FISTS, FREE, RuleContent};
use super::goals::ways_out;
use super::layout::{AmbushSheet, Arrives, Escort, ThingSheet, lie_in_wait, things};
use super::model::{Model, fresh};
use super::options::{ExtraWounds, Options, Wishes};
use super::roster::{Roster, tell};
use super::setting::{Kit, Setting, Victory};
use super::stats::{Sheet, Trait};
use super::steps::Step;
use super::veteran::Veteran;

/// Rosters of the library by name.
type Rosters<'a> = BTreeMap<&'a str, &'a Document>;

/// What is written in a scenario file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "the catalogue of scenarios reads the descriptive fields by itself")]
pub(super) struct Scenario {
    ruleset: String,
    name: String,
    about: String,
    #[serde(default)]
    rule: Option<String>,
    map: String,
    turns: u16,
    #[serde(default)]
    options: Wishes,
    #[serde(default)]
    victory: Victory,
    /// Who wins where sides are equal.
    #[serde(default)]
    ties: Option<Spanned<String>>,
    /// The first turn in which the battle can be decided before its time.
    #[serde(default)]
    earliest: u16,
    /// It begins with a walk towards each other, and the draw.
    #[serde(default)]
    showdown: bool,
    /// What lies about.
    #[serde(default)]
    things: ThingSheet,
    /// Who has to bring prizes out, and by which edge.
    #[serde(default)]
    escort: Option<Escort>,
    /// Who lies in wait.
    #[serde(default)]
    ambush: Option<AmbushSheet>,
    /// Who has the first turn; a roll-off where it is left out.
    #[serde(default)]
    first: Option<Spanned<String>>,
    /// A position begins in the middle of an activation.
    #[serde(default)]
    start: Option<Spanned<Start>>,
    sides: Vec<SideSheet>,
    units: Vec<UnitSheet>,
}

/// Whose activation a position begins with.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Start {
    /// The model, by its place in the list of units, from 0.
    unit: u8,
    /// Its action points; before its dice where they are left out.
    #[serde(default)]
    points: Option<u8>,
}

/// A side.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SideSheet {
    name: Spanned<String>,
    #[serde(default)]
    team: Option<u8>,
    /// Where its models flee to; any edge where it is left out.
    #[serde(default)]
    edge: Option<Edge>,
    /// A gang of the library, by name.
    #[serde(default)]
    roster: Option<Spanned<String>>,
    /// A gang in place, as files of rosters hold it.
    #[serde(default)]
    muster: Option<Spanned<Roster>>,
    /// Models that a campaign has made what they are (GEM-CAMP-01).
    #[serde(default)]
    veterans: Vec<Spanned<Veteran>>,
    /// The most that its models may cost; no limit where it is left out (GEM-SET-05).
    #[serde(default)]
    points: Option<u16>,
}

impl SideSheet {
    /// Where its gang is written, if it has one.
    fn gang_at(&self) -> Option<Span> {
        let roster = self.roster.as_ref().map(|name| name.at).or(self.muster.as_ref().map(|roster| roster.at));
        roster.or(self.veterans.first().map(|veteran| veteran.at))
    }
}

/// A model, or a place for one.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitSheet {
    side: Spanned<String>,
    /// Its sheet; left out, the next of the side's gang stands here.
    #[serde(default)]
    unit: Option<Spanned<String>>,
    at: Spanned<Site>,
    #[serde(default)]
    facing: Facing,
    /// What is special about it besides what its sheet says.
    #[serde(default)]
    also: Vec<Trait>,
    /// How much it counts where models are counted.
    #[serde(default = "once")]
    counts: u8,
    /// When it arrives; there from the start where it is left out.
    #[serde(default)]
    arrives: Option<Arrives>,
    /// Numbers that differ from those of a fresh model.
    #[serde(default)]
    numbers: BTreeMap<Spanned<String>, i32>,
}

fn once() -> u8 {
    1
}

/// What a kind of model carries: a knife where nothing is said, fists where it has none (GEM-CC-03).
fn kit_of(sheet: &Sheet, content: &RuleContent) -> Kit {
    let place = |name: &String| find(&content.blades, name).unwrap_or_default() as u8;
    let mut blades: Vec<u8> = sheet.blades.iter().map(place).collect();
    if blades.is_empty() {
        let unarmed = sheet.has(&Trait::Unarmed);
        blades.push(find(&content.blades, if unarmed { FISTS } else { FREE }).unwrap_or_default() as u8);
    }
    let guns = sheet.guns.iter().map(|gun| find(&content.guns, gun).unwrap_or_default() as u8);
    Kit { guns: guns.collect(), blades }
}

/// What sides can be made of.
struct Shelf<'a> {
    content: &'a RuleContent,
    rosters: &'a Rosters<'a>,
    /// What is wrong in the rosters named.
    wrong: Vec<Problem>,
}

impl Shelf<'_> {
    /// The models of a side's gang, in order.
    fn gang(&mut self, side: &SideSheet, place: usize, problems: &mut Problems<'_>) -> VecDeque<Sheet> {
        let ways = [side.roster.is_some(), side.muster.is_some(), !side.veterans.is_empty()];
        if ways.into_iter().filter(|way| *way).count() > 1 {
            problems.add(side.name.at, "a side with two gangs", "write one of `roster` and `muster`");
            return VecDeque::new();
        }
        if let Some(name) = &side.roster {
            let Some(roster) = self.rosters.get(name.as_str()) else {
                let known: Vec<&str> = self.rosters.keys().copied().collect();
                problems.unknown(name.at, "roster", name, &known);
                return VecDeque::new();
            };
            return match self.content.legal(roster) {
                Ok(roster) => self.content.members(&roster).into(),
                Err(mut wrong) => {
                    self.wrong.append(&mut wrong);
                    VecDeque::new()
                }
            };
        }
        if let Some(roster) = &side.muster {
            // What it may cost the side says, if it says anything.
            let limit = side.points.is_none().then(|| self.content.limit(roster));
            let document = problems.document();
            let node = document.root.get("sides").and_then(|sides| sides.items().get(place)?.get("muster"));
            tell(node.unwrap_or(&document.root), self.content.faults(roster, limit), problems);
            return self.content.members(roster).into();
        }
        let veteran = |veteran: &Spanned<Veteran>| {
            let found = veteran.sheet(self.content);
            if found.is_none() {
                let known = crate::kit::content::names(&self.content.models);
                problems.unknown(veteran.at, "model", &veteran.member.model, &known);
            }
            found
        };
        side.veterans.iter().filter_map(veteran).collect()
    }
}

/// The place of a model's kind among all: alike ones share one.
fn kind(models: &mut Vec<Sheet>, sheet: Sheet) -> usize {
    models.iter().position(|known| *known == sheet).unwrap_or_else(|| {
        models.push(sheet);
        models.len() - 1
    })
}

/// A sheet with more special about it.
fn with_more(sheet: &Sheet, also: &[Trait]) -> Sheet {
    let mut own = sheet.clone();
    own.traits.extend(also.iter().filter(|t| !sheet.has(t)).cloned());
    own
}

/// The hex nearest to another where a model can stand and nobody does.
fn nearest_free(from: Cell, board: &Board, content: &RuleContent, units: &[(Piece, Model)]) -> Option<Cell> {
    let (mut seen, mut next) = (vec![from], 0);
    while let Some(&cell) = seen.get(next) {
        if stands(cell, board, content) && units.iter().all(|(piece, _)| piece.at != cell) {
            return Some(cell);
        }
        for &to in &board.neighbours[cell.index()] {
            if to.is_some() && stands(to, board, content) && !seen.contains(&to) {
                seen.push(to);
            }
        }
        next += 1;
    }
    None
}

/// Whether anybody can stand in a hex.
pub(super) fn stands(cell: Cell, board: &Board, content: &RuleContent) -> bool {
    let row = content.numbers.terrain.iter().find(|row| row.terrain == board.terrain[cell.index()]);
    row.is_some_and(|row| row.cost.is_some())
}

/// The battle of a scenario file.
pub(super) fn set_up(
    document: &Document,
    content: &RuleContent,
    board: &Board,
    rosters: &Rosters<'_>,
) -> Result<Battle, Vec<Problem>> {
    let mut shelf = Shelf { content, rosters, wrong: Vec::new() };
    let battle = kit::read(document, |sheet, problems| battle_of(sheet, &mut shelf, board, problems));
    match battle {
        Ok(battle) if shelf.wrong.is_empty() => Ok(battle),
        Ok(_) => Err(shelf.wrong),
        Err(wrong) => Err(wrong.into_iter().chain(shelf.wrong).collect()),
    }
}

fn battle_of(sheet: Scenario, shelf: &mut Shelf<'_>, board: &Board, problems: &mut Problems<'_>) -> Battle {
    let (content, document) = (shelf.content, problems.document());
    let top = document.root.at;
    let options = sheet.options.settle();
    let sides = kit::sides(sheet.sides.iter().map(|side| (&side.name, side.team)), problems);
    kit::turns(sheet.turns, problems);
    let mut models = content.models.clone();
    let mut gangs: Vec<VecDeque<Sheet>> = Vec::new();
    for (place, side) in sheet.sides.iter().enumerate() {
        gangs.push(shelf.gang(side, place, problems));
    }
    let counts = kit::Counts { units: sheet.units.len(), sides: sides.len(), cells: board.len() };
    let mut units: Vec<(Piece, Model)> = Vec::new();
    let (mut weights, mut arrivals) = (Vec::new(), Vec::new());
    for placed in sheet.units.iter().take(battle::MAX_UNITS) {
        let (side, at) = (kit::side_named(&placed.side, &sides, problems), kit::hex(&placed.at, board, problems));
        let side = side.unwrap_or_default();
        let index = match &placed.unit {
            Some(name) => named_at(&content.models, name.at, "model", name, problems),
            None => {
                if sheet.sides.get(side.index()).is_some_and(|side| side.gang_at().is_none()) {
                    let hint = "name it: `unit: \"...\"`, or give the side a gang: `roster: \"...\"`";
                    problems.add(placed.at.at, "who stands here?", hint);
                }
                gangs.get_mut(side.index()).and_then(VecDeque::pop_front).map(|sheet| kind(&mut models, sheet))
            }
        };
        // A gang may have fewer models than there are places.
        let Some(index) = index else { continue };
        let own = with_more(&models[index], &placed.also);
        let index = kind(&mut models, own);
        if placed.arrives.is_none() && units.iter().any(|(piece, _)| piece.at == at) {
            problems.add(placed.at.at, "a second model in this hex", "one is enough (GEM-MOVE-01)");
        }
        if !stands(at, board, content) {
            problems.add(placed.at.at, "nobody can stand in this hex", "choose another");
        }
        let mut fresh = fresh(index as u8, &models[index]);
        for (field, value) in numbers(placed, fresh, counts, options, problems) {
            fresh.set(field, value);
        }
        weights.push(placed.counts);
        let mut stands = at;
        if let Some(arrives) = placed.arrives {
            fresh.waits = arrives.turn();
            arrivals.push((UnitId(units.len() as u16), at));
            stands = Cell::NONE;
        }
        units.push((Piece::new(side, stands, placed.facing), fresh));
    }
    // Whoever finds no place stands as near as can be to his friends.
    for (place, side) in sheet.sides.iter().enumerate() {
        let at = side.gang_at().unwrap_or(side.name.at);
        let there = |piece: &Piece| piece.side.index() == place && piece.at.is_some();
        let last = units.iter().rfind(|(piece, _)| there(piece)).map(|(piece, _)| *piece);
        while let Some(left) = gangs[place].pop_front() {
            let Some(last) = last else {
                let hint = "list places under `units` that do not say which `unit` stands there";
                problems.add(at, format!("there is no place for {}", left.name), hint);
                break;
            };
            let Some(cell) = nearest_free(last.at, board, content, &units) else {
                problems.add(at, format!("there is no room for {}", left.name), "leave some behind");
                break;
            };
            let index = kind(&mut models, left);
            units.push((Piece::new(last.side, cell, last.facing), fresh(index as u8, &models[index])));
            weights.push(1);
        }
    }
    let ambush = sheet.ambush.as_ref().and_then(|ambush| {
        let side = kit::side_named(&ambush.side, &sides, problems)?;
        let at: Vec<Cell> = ambush.decoys.iter().map(|at| kit::hex(at, board, problems)).collect();
        Some(lie_in_wait(side, &at, &mut models, &mut units))
    });
    weights.resize(units.len(), 1);
    if let Some(ambush) = ambush.as_ref().filter(|ambush| ambush.markers.len() > MOST_SECRETS) {
        problems.add(top, format!("{} markers", ambush.markers.len()), format!("at most {MOST_SECRETS}"));
    }
    let escort = sheet.escort.as_ref();
    let escort = escort.and_then(|own| kit::side_named(&own.side, &sides, problems).map(|side| (side, own.exit)));
    if units.len() > battle::MAX_UNITS || sheet.units.len() > battle::MAX_UNITS {
        let count = units.len().max(sheet.units.len());
        problems.add(top, format!("{count} models are too many"), format!("at most {}", battle::MAX_UNITS));
    }
    let costs: Vec<u16> = models.iter().map(|model| content.cost(model)).collect();
    for (place, side) in sheet.sides.iter().enumerate() {
        let own = units.iter().filter(|(piece, _)| piece.side.index() == place);
        let own = own.map(|(_, model)| usize::from(model.sheet));
        let leaders = own.clone().filter(|kind| models[*kind].has(&Trait::Leader)).count();
        if leaders > 1 {
            problems.add(side.name.at, format!("{leaders} leaders"), "a gang has one (GEM-SET-03)");
        }
        let cost: u32 = own.map(|kind| u32::from(costs[kind])).sum();
        if let Some(limit) = side.points.map(u32::from).filter(|limit| cost > *limit) {
            let told = format!("the gang costs {cost} points, the limit is {limit} (GEM-SET-05)");
            problems.add(side.gang_at().unwrap_or(side.name.at), told, format!("save {} points", cost - limit));
        }
    }
    if models.len() > usize::from(u8::MAX) + 1 {
        problems.add(top, "too many kinds of model", "let more of them carry the same");
    }
    let first = sheet.first.as_ref().and_then(|side| kit::side_named(side, &sides, problems));
    let ground = Setting::rows(&content.numbers);
    let setting = Setting {
        options,
        numbers: content.numbers.clone(),
        guns: content.guns.clone(),
        blades: content.blades.clone(),
        kits: models.iter().map(|model| kit_of(model, content)).collect(),
        costs,
        models,
        skills: content.skills.clone(),
        even: Setting::even(&ground, board),
        brinks: Setting::brinks(board),
        turns: sheet.turns,
        first,
        edges: sheet.sides.iter().map(|side| side.edge).collect(),
        victory: sheet.victory,
        counts: weights,
        ties: sheet.ties.as_ref().and_then(|side| kit::side_named(side, &sides, problems)),
        earliest: sheet.earliest,
        arrivals,
        things: things(&sheet.things, content, board, problems),
        escort,
        ways_out: escort.map_or(Vec::new(), |(_, exit)| ways_out(board, &ground, exit)),
        ground,
        ambush,
        showdown: sheet.showdown,
        each_blade: (0..content.blades.len() as u8).collect(),
        lines: LazyPairs::new(board.len()),
        fists: find(&content.blades, FISTS).unwrap_or_default() as u8,
        butt: find(&content.blades, BUTT).unwrap_or_default() as u8,
        start: sheet.start.as_ref().map(|start| (UnitId(start.unit.into()), start.points)),
    };
    if let Some(start) = &sheet.start {
        let first = setting.first.zip(units.get(usize::from(start.unit)));
        if first.is_none_or(|(first, (piece, _))| piece.side != first) || start.points.is_some_and(|ap| ap > 3) {
            problems.add(start.at, "nobody can begin so", "name a model of the side in `first`, and 3 points at most");
        }
    }
    if !problems_free(&sides) || units.len() > battle::MAX_UNITS {
        units.clear();
    }
    Battle::new(Shared::new(board.clone(), sides, setting), units, Step::SetUp)
}

/// Whether the sides are as many as a battle may have: with more it cannot even be put together to find what else is wrong.
fn problems_free(sides: &[battle::Side]) -> bool {
    sides.len() <= battle::MAX_SIDES
}

/// The numbers of a placed model that differ from those of a fresh one.
fn numbers(
    placed: &UnitSheet,
    fresh: Model,
    counts: kit::Counts,
    options: Options,
    problems: &mut Problems<'_>,
) -> Vec<(usize, i32)> {
    let fits = |name: &str, value: i32| match name {
        "wounds" => value <= fresh.full.into() || options.extra_wounds != ExtraWounds::Off,
        "full" => value >= 1,
        "condition" => value < 6,
        _ => true,
    };
    let given = placed.numbers.iter().map(|(name, value)| (name.value.as_str(), name.at, *value));
    let given: Vec<(&str, Span, i32)> = given.collect();
    kit::numbers(fresh, given.into_iter(), counts, fits, problems)
}
