//! Scenario and position files of the skirmish.

use serde::Deserialize;

use crate::battle::{self, Piece, Record, Shared, SideId, UnitId};
use crate::board::{Board, Cell, Edge, Facing};
use crate::kit::content::{find, named_at};
use crate::kit::scenario as kit;
use crate::source::{Document, Problem, Problems, Site, Span, Spanned};

use super::Battle;
use super::ambush::Ambush;
use super::content::{FISTS, FREE, RuleContent};
use super::model::{Model, fresh};
use super::options::{ExtraWounds, Options, Wishes};
use super::setting::{Kit, Setting, Victory};
use super::stats::{Sheet, Trait};
use super::steps::Step;
use super::things::{Asks, Task, Things};

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
    /// Weapons for close combat that lie about.
    #[serde(default)]
    weapons: Vec<Lying>,
    /// Prizes in plain sight.
    #[serde(default)]
    prizes: Vec<Spanned<Site>>,
    /// Who has to bring prizes out, and by which edge.
    #[serde(default)]
    escort: Option<Escort>,
    /// Hexes where something may be hidden.
    #[serde(default)]
    hiding: Vec<Spanned<Site>>,
    /// How many of those hold a prize.
    #[serde(default)]
    hidden: u8,
    /// Doors that are locked.
    #[serde(default)]
    locked: Vec<Spanned<Site>>,
    /// What models can put their skills to.
    #[serde(default)]
    tasks: Vec<TaskSheet>,
    /// Where models get their own weapons back.
    #[serde(default)]
    armoury: Option<Armoury>,
    /// Who lies in wait.
    #[serde(default)]
    ambush: Option<AmbushSheet>,
    /// Who has the first turn; a roll-off where it is left out.
    #[serde(default)]
    first: Option<Spanned<String>>,
    sides: Vec<SideSheet>,
    units: Vec<UnitSheet>,
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
}

/// A model.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitSheet {
    side: Spanned<String>,
    unit: Spanned<String>,
    at: Spanned<Site>,
    #[serde(default)]
    facing: Facing,
    /// What is special about it besides what its sheet says.
    #[serde(default)]
    also: Vec<Trait>,
    /// How much it counts where models are counted.
    #[serde(default = "once")]
    counts: u8,
    /// The turn in which it arrives; there from the start where it is left out.
    #[serde(default)]
    arrives: Option<Arrives>,
    /// Numbers that differ from those of a fresh model.
    #[serde(default)]
    numbers: std::collections::BTreeMap<Spanned<String>, i32>,
}

fn once() -> u8 {
    1
}

/// When a model arrives that is not there from the start.
#[derive(Clone, Copy, Debug, Deserialize)]
enum Arrives {
    /// At the start of its side's turn in this game turn, 2 to 254.
    Turn(u8),
    /// In the game turn after the ambush.
    AfterAmbush,
}

/// A weapon that lies about.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lying {
    weapon: Spanned<String>,
    at: Spanned<Site>,
}

/// Who has to bring prizes out.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Escort {
    side: Spanned<String>,
    exit: Edge,
}

/// Something that models can put their skills to.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TaskSheet {
    name: String,
    at: Spanned<Site>,
    asks: Spanned<Asks>,
    #[serde(default)]
    modifier: i8,
    /// Whether those may try who never learnt the skill (GEM-SKILL-05).
    #[serde(default = "yes")]
    untrained: bool,
    /// A skill that may stand in, and how much worse (GEM-SKILL-05).
    #[serde(default)]
    related: Option<(Spanned<String>, i8)>,
    /// The locked door that it opens.
    #[serde(default)]
    opens: Option<Spanned<Site>>,
    /// Prizes that come to light.
    #[serde(default)]
    prizes: u8,
}

fn yes() -> bool {
    true
}

/// Where models get their own weapons back.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Armoury {
    at: Vec<Spanned<Site>>,
    /// The first turn in which they do.
    from: u16,
}

/// Who lies in wait: its models are markers, and so are some more under which nobody is.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct AmbushSheet {
    side: Spanned<String>,
    decoys: Vec<Spanned<Site>>,
}

/// The most markers of an ambush, and hiding places.
const MOST_SECRETS: usize = 12;

/// A sheet of a marker: under which nobody is, or of which nothing is known.
fn blank(name: &str, w: u8) -> Sheet {
    Sheet {
        name: name.to_owned(),
        gang: String::new(),
        points: 0,
        m: 0,
        ws: 0,
        bs: 0,
        s: 1,
        t: 1,
        w,
        i: 1,
        a: 0,
        ld: 2,
        cl: None,
        sv: 7,
        an: 6,
        guns: Vec::new(),
        blades: Vec::new(),
        grenades: 0,
        smokes: 0,
        skills: Vec::new(),
        classes: Vec::new(),
        traits: Vec::new(),
        icon: Some("ninja-mask".to_owned()),
    }
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

/// The battle of a scenario file.
pub(super) fn set_up(document: &Document, content: &RuleContent, board: &Board) -> Result<Battle, Vec<Problem>> {
    kit::read(document, |sheet: Scenario, problems| {
        let top = document.root.at;
        let options = sheet.options.settle();
        let sides = kit::sides(sheet.sides.iter().map(|side| (&side.name, side.team)), problems);
        kit::turns(sheet.turns, problems);
        let counts = kit::Counts { units: sheet.units.len(), sides: sides.len(), cells: board.len() };
        if sheet.units.len() > battle::MAX_UNITS {
            problems.add(
                top,
                format!("{} models are too many", sheet.units.len()),
                format!("at most {}", battle::MAX_UNITS),
            );
        }
        let mut units: Vec<(Piece, Model)> = Vec::new();
        let mut models = content.models.clone();
        let (mut weights, mut arrivals) = (Vec::new(), Vec::new());
        let mut leaders = vec![0; sides.len()];
        for placed in sheet.units.iter().take(battle::MAX_UNITS) {
            let (side, at) = (kit::side_named(&placed.side, &sides, problems), kit::hex(&placed.at, board, problems));
            let Some(index) = named_at(&content.models, placed.unit.at, "model", &placed.unit, problems) else {
                continue;
            };
            if placed.arrives.is_none() && units.iter().any(|(piece, _)| piece.at == at) {
                problems.add(placed.at.at, "a second model in this hex", "one is enough (GEM-MOVE-01)");
            }
            let row = content.numbers.terrain.iter().find(|row| row.terrain == board.terrain[at.index()]);
            if row.is_none_or(|row| row.cost.is_none()) {
                problems.add(placed.at.at, "nobody can stand in this hex", "choose another");
            }
            let index = variant(&mut models, index, &placed.also, placed.unit.at, problems);
            let model = &models[index];
            let side = side.unwrap_or_default();
            if let Some(leaders) = leaders.get_mut(side.index()) {
                *leaders += u8::from(model.has(&Trait::Leader));
            }
            let mut fresh = fresh(index as u8, model);
            for (field, value) in numbers(placed, fresh, counts, options, problems) {
                fresh.set(field, value);
            }
            weights.push(placed.counts);
            let mut stands = at;
            if let Some(arrives) = placed.arrives {
                fresh.waits = match arrives {
                    Arrives::Turn(turn) => turn.clamp(1, 254),
                    Arrives::AfterAmbush => u8::MAX,
                };
                arrivals.push((UnitId(units.len() as u16), at));
                stands = Cell::NONE;
            }
            units.push((Piece::new(side, stands, placed.facing), fresh));
        }
        for (side, count) in sheet.sides.iter().zip(&leaders) {
            if *count > 1 {
                problems.add(side.name.at, format!("{count} leaders"), "a gang has one (GEM-SET-03)");
            }
        }
        let ambush = sheet.ambush.as_ref().and_then(|ambush| {
            let side = kit::side_named(&ambush.side, &sides, problems)?;
            let at: Vec<Cell> = ambush.decoys.iter().map(|at| kit::hex(at, board, problems)).collect();
            Some(lie_in_wait(side, &at, &mut models, &mut units, &mut weights))
        });
        if let Some(ambush) = ambush.as_ref().filter(|ambush| ambush.markers.len() > MOST_SECRETS) {
            problems.add(top, format!("{} markers", ambush.markers.len()), format!("at most {MOST_SECRETS}"));
        }
        let things = things(&sheet, content, board, problems);
        let escort = sheet
            .escort
            .as_ref()
            .and_then(|escort| kit::side_named(&escort.side, &sides, problems).map(|side| (side, escort.exit)));
        let ties = sheet.ties.as_ref().and_then(|side| kit::side_named(side, &sides, problems));
        let first = sheet.first.as_ref().and_then(|side| kit::side_named(side, &sides, problems));
        let setting = Setting {
            options,
            numbers: content.numbers.clone(),
            guns: content.guns.clone(),
            blades: content.blades.clone(),
            kits: models.iter().map(|model| kit_of(model, content)).collect(),
            costs: models.iter().map(|model| content.cost(model)).collect(),
            skills: content.skills.clone(),
            ground: Setting::rows(&content.numbers),
            turns: sheet.turns,
            first,
            edges: sheet.sides.iter().map(|side| side.edge).collect(),
            victory: sheet.victory,
            counts: weights,
            ties,
            earliest: sheet.earliest,
            arrivals,
            things,
            escort,
            ambush,
            showdown: sheet.showdown,
            each_blade: (0..content.blades.len() as u8).collect(),
            fists: find(&content.blades, FISTS).unwrap_or_default() as u8,
            models,
        };
        let units = if problems_free(&sides) { units } else { Vec::new() };
        Battle::new(Shared::new(board.clone(), sides, setting), units, Step::SetUp)
    })
}

/// The place of a sheet that has more special about it than another: one of its own, the same for all alike.
fn variant(models: &mut Vec<Sheet>, index: usize, also: &[Trait], at: Span, problems: &mut Problems<'_>) -> usize {
    if also.is_empty() {
        return index;
    }
    let mut own = models[index].clone();
    own.traits.extend(also.iter().filter(|t| !models[index].has(t)).cloned());
    if let Some(same) = models.iter().position(|model| *model == own) {
        return same;
    }
    if models.len() + 2 >= usize::from(u8::MAX) {
        problems.add(at, "too many kinds of models", "let more of them be alike");
        return index;
    }
    models.push(own);
    models.len() - 1
}

/// Makes markers of all models of a side that are there, and adds those under which nobody is.
fn lie_in_wait(
    side: SideId,
    decoys: &[Cell],
    models: &mut Vec<Sheet>,
    units: &mut Vec<(Piece, Model)>,
    weights: &mut Vec<u8>,
) -> Ambush {
    let (decoy, unknown) = (models.len() as u8, models.len() as u8 + 1);
    models.extend([blank("Nobody", 0), blank("Marker", 1)]);
    for &at in decoys {
        units.push((Piece::new(side, at, Facing::default()), fresh(decoy, &models[usize::from(decoy)])));
        weights.push(1);
    }
    let waits = |(_, (piece, _)): &(usize, &(Piece, Model))| piece.side == side && piece.at.is_some();
    let markers = units.iter().enumerate().filter(waits).map(|(i, (_, model))| (UnitId(i as u16), model.sheet));
    Ambush { side, markers: markers.collect(), decoy, unknown }
}

/// What lies about.
fn things(sheet: &Scenario, content: &RuleContent, board: &Board, problems: &mut Problems<'_>) -> Things {
    let cells = |sites: &[Spanned<Site>], problems: &mut Problems<'_>| {
        sites.iter().map(|at| kit::hex(at, board, problems)).collect::<Vec<Cell>>()
    };
    let (prizes, hiding) = (cells(&sheet.prizes, problems), cells(&sheet.hiding, problems));
    if hiding.len() > MOST_SECRETS || usize::from(sheet.hidden) > hiding.len() {
        let at = sheet.hiding.first().map_or(Span::default(), |site| site.at);
        let told = format!("{} prizes in {} hiding places", sheet.hidden, hiding.len());
        problems.add(at, told, format!("a place holds one prize, and there are at most {MOST_SECRETS} places"));
    }
    let locked = cells(&sheet.locked, problems);
    for (site, cell) in sheet.locked.iter().zip(&locked) {
        let row = content.numbers.terrain.iter().find(|row| row.terrain == board.terrain[cell.index()]);
        if !row.is_some_and(|row| row.door) {
            problems.add(site.at, "there is no door in this hex", "lock one that there is");
        }
    }
    let skill = |name: &Spanned<String>, problems: &mut Problems<'_>| {
        named_at(&content.skills, name.at, "skill", name, problems);
    };
    let mut tasks = Vec::new();
    for task in &sheet.tasks {
        if let Asks::Skill(name) = &task.asks.value {
            skill(&Spanned { value: name.clone(), at: task.asks.at }, problems);
        }
        if let Some((name, _)) = &task.related {
            skill(name, problems);
        }
        tasks.push(Task {
            name: task.name.clone(),
            at: kit::hex(&task.at, board, problems),
            asks: task.asks.value.clone(),
            modifier: task.modifier,
            untrained: task.untrained,
            related: task.related.as_ref().map(|(name, worse)| (name.value.clone(), *worse)),
            opens: task.opens.as_ref().map(|at| kit::hex(at, board, problems)),
            prizes: task.prizes,
        });
    }
    let mut weapons = Vec::new();
    for lying in &sheet.weapons {
        let at = kit::hex(&lying.at, board, problems);
        let blade = named_at(&content.blades, lying.weapon.at, "blade", &lying.weapon, problems);
        weapons.extend(blade.map(|blade| (at, blade as u8)));
    }
    let armoury = sheet.armoury.as_ref().map(|armoury| cells(&armoury.at, problems)).unwrap_or_default();
    Things {
        weapons,
        prizes,
        tasks,
        locked,
        hiding,
        hidden: sheet.hidden,
        armoury,
        armoury_opens: sheet.armoury.as_ref().map_or(0, |armoury| armoury.from),
    }
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
