//! Scenario and position files of the skirmish.

use serde::Deserialize;

use crate::battle::{self, Piece, Record, Shared};
use crate::board::{Board, Edge, Facing};
use crate::kit::content::{find, named_at};
use crate::kit::scenario as kit;
use crate::source::{Document, Problem, Problems, Site, Span, Spanned};

use super::content::{FISTS, FREE, RuleContent};
use super::model::Model;
use super::options::{ExtraWounds, Options, Wishes};
use super::setting::{Kit, Setting, Victory};
use super::stats::{Sheet, Trait};
use super::steps::Step;
use super::{Battle, unwritten};

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
    /// Numbers that differ from those of a fresh model.
    #[serde(default)]
    numbers: std::collections::BTreeMap<Spanned<String>, i32>,
}

/// A model as its sheet has it.
fn fresh(index: u8, sheet: &Sheet) -> Model {
    Model {
        sheet: index,
        wounds: sheet.w,
        full: sheet.w,
        grenades: sheet.grenades,
        smokes: sheet.smokes,
        frenzied: sheet.traits.iter().any(|t| matches!(t, Trait::Frenzied(_) | Trait::BloodFrenzy)),
        ..Model::default()
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
        for wrong in unwritten::refused(&options) {
            problems.add(
                document.root.get("options").map_or(top, |n| n.at),
                wrong,
                "leave the option as it is by itself",
            );
        }
        let counts = kit::Counts { units: sheet.units.len(), sides: sides.len(), cells: board.len() };
        if sheet.units.len() > battle::MAX_UNITS {
            problems.add(
                top,
                format!("{} models are too many", sheet.units.len()),
                format!("at most {}", battle::MAX_UNITS),
            );
        }
        let mut units: Vec<(Piece, Model)> = Vec::new();
        let mut leaders = vec![0; sides.len()];
        for placed in sheet.units.iter().take(battle::MAX_UNITS) {
            let (side, at) = (kit::side_named(&placed.side, &sides, problems), kit::hex(&placed.at, board, problems));
            let Some(index) = named_at(&content.models, placed.unit.at, "model", &placed.unit, problems) else {
                continue;
            };
            if units.iter().any(|(piece, _)| piece.at == at) {
                problems.add(placed.at.at, "a second model in this hex", "one is enough (GEM-MOVE-01)");
            }
            let row = content.numbers.terrain.iter().find(|row| row.terrain == board.terrain[at.index()]);
            if row.is_none_or(|row| row.cost.is_none()) {
                problems.add(placed.at.at, "nobody can stand in this hex", "choose another");
            }
            let model = &content.models[index];
            let side = side.unwrap_or_default();
            if let Some(leaders) = leaders.get_mut(side.index()) {
                *leaders += u8::from(model.has(&Trait::Leader));
            }
            let mut fresh = fresh(index as u8, model);
            for (field, value) in numbers(placed, fresh, counts, options, problems) {
                fresh.set(field, value);
            }
            units.push((Piece::new(side, at, placed.facing), fresh));
        }
        for (side, count) in sheet.sides.iter().zip(&leaders) {
            if *count > 1 {
                problems.add(side.name.at, format!("{count} leaders"), "a gang has one (GEM-SET-03)");
            }
        }
        let first = sheet.first.as_ref().and_then(|side| kit::side_named(side, &sides, problems));
        let setting = Setting {
            options,
            numbers: content.numbers.clone(),
            guns: content.guns.clone(),
            blades: content.blades.clone(),
            models: content.models.clone(),
            kits: content.models.iter().map(|model| kit_of(model, content)).collect(),
            costs: content.models.iter().map(|model| content.cost(model)).collect(),
            skills: content.skills.clone(),
            ground: Setting::rows(&content.numbers),
            turns: sheet.turns,
            first,
            edges: sheet.sides.iter().map(|side| side.edge).collect(),
            victory: sheet.victory,
        };
        let units = if problems_free(&sides) { units } else { Vec::new() };
        Battle::new(Shared::new(board.clone(), sides, setting), units, Step::RollOff)
    })
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
