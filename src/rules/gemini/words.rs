//! Battles in words.

use crate::battle::{Action, Decision, Declared, Target, UnitId, Verb};
use crate::board::{Cell, Facing};
use crate::rules::{Build, Deed, Discharge, Looks, Presentation};

use super::model::Condition;
use super::reactions::gun_of;
use super::setting::Victory;
use super::shooting::{GRENADE, HURL, SMOKE};
use super::stats::Trait;
use super::steps::{Mode, Shot, Step};
use super::{Battle, Gemini, uses};

/// The name of a model's gun, by its place among those of its kit.
pub(super) fn gun(battle: &Battle, unit: UnitId, place: u8) -> &str {
    let found = battle.kit(unit).guns.get(usize::from(place));
    found.map_or("gun", |&gun| battle.setting().guns[usize::from(gun)].name.as_str())
}

/// What is aimed at, in words.
fn target(battle: &Battle, target: Target) -> String {
    match target {
        Target::Hex(cell) if cell.index() < battle.board().len() => battle.board().label(cell),
        Target::Unit(unit) if battle.units().has(unit) => Gemini::name(battle, unit),
        Target::Index(number) => number.to_string(),
        _ => "nothing".to_owned(),
    }
}

/// What a shot has for chances, in words; nothing where that is not known.
fn odds(battle: &Battle, action: Action) -> String {
    let Target::Unit(foe) = action.target else { return String::new() };
    let (gun, ap) = gun_of(action.with);
    let there = battle.on_board().has(action.unit) && battle.on_board().has(foe);
    if !there || usize::from(gun) >= battle.kit(action.unit).guns.len() {
        return String::new();
    }
    let shot = Shot { unit: action.unit, gun, target: foe, ap, mode: Mode::Own };
    let aim = battle.aim(Shot {
        mode: if matches!(battle.step(), Some(Step::Act { .. })) { Mode::Own } else { Mode::Reaction },
        ..shot
    });
    match (aim.shots, aim.need) {
        (0, _) => String::new(),
        (1, need) => format!(" (needs {need})"),
        (shots, need) => format!(" ({shots} shots, each needs {need})"),
    }
}

/// What a model would take from a hex, in words.
fn lies(battle: &Battle, unit: UnitId, cell: Cell) -> String {
    let marks = battle.ground(cell);
    let stripped = battle.unit(unit).stripped;
    match marks.weapon.checked_sub(1) {
        _ if stripped && battle.setting().things.armoury.contains(&cell) => "its own weapons".to_owned(),
        Some(blade) if marks.prizes == 0 || battle.unit(unit).carries > 0 => weapon(battle, blade).to_owned(),
        _ => "the prize".to_owned(),
    }
}

/// What a blade is called.
fn weapon(battle: &Battle, place: u8) -> &str {
    battle.setting().blades.get(usize::from(place)).map_or("a weapon", |blade| blade.name.as_str())
}

/// What a task is called.
fn task(battle: &Battle, cell: Cell) -> &str {
    let place = battle.ground(cell).task.checked_sub(1);
    let found = place.and_then(|place| battle.setting().things.tasks.get(usize::from(place)));
    found.map_or("its hand", |task| task.name.as_str())
}

/// Numbers that the fields do not say of themselves: weapons found, tasks.
pub(super) fn label(battle: &Battle, field: Declared, value: i32) -> Option<(String, String)> {
    let place = u8::try_from(value).ok()?.checked_sub(1)?;
    match field.name {
        "found" => Some(("found".to_owned(), weapon(battle, place).to_owned())),
        "weapon" => Some(("lies there".to_owned(), weapon(battle, place).to_owned())),
        "task" => {
            let task = battle.setting().things.tasks.get(usize::from(place))?;
            Some(("task".to_owned(), task.name.clone()))
        }
        _ => None,
    }
}

/// An action in words.
pub(super) fn describe(battle: &Battle, action: Action) -> Deed {
    if !battle.units().has(action.unit) {
        return Deed::whole(match (battle.step(), action.verb) {
            (Some(Step::Approach { .. }), Verb::Use) => "draw",
            (Some(Step::Approach { .. }), _) => "walk on",
            (Some(Step::Spring), Verb::Use) => "spring the ambush",
            (Some(Step::Spring), _) => "lie in wait",
            (_, Verb::Pass) => "pass: nobody else does anything now",
            (_, verb) => verb.word(),
        });
    }
    let unit = action.unit;
    let who = Gemini::name(battle, unit);
    let at = target(battle, action.target);
    match (action.verb, action.target) {
        (Verb::Order, Target::Index(dice)) => Deed::of(&who, format!("rolls {dice} activation dice")),
        (Verb::Order, _) => Deed::of(&who, "is activated"),
        (Verb::Move, _) => Deed::of(&who, format!("moves to {at}")),
        (Verb::Run, Target::Hex(_)) => Deed::of(&who, format!("runs to {at}")),
        (Verb::Run, _) if matches!(battle.step(), Some(Step::Act { .. })) => Deed::of(&who, "runs"),
        (Verb::Run, _) => Deed::of(&who, "gets out of the way"),
        (Verb::Face, Target::Index(facing)) => Deed::of(&who, format!("faces {:?}", Facing::from_index(facing.into()))),
        (Verb::Strike, _) if matches!(battle.step(), Some(Step::Pursue { .. } | Step::Chase { .. })) => {
            Deed::of(&who, format!("pursues {at}"))
        }
        (Verb::Strike, _) if battle.step() == Some(Step::Split) => Deed::of(&who, format!("fights {at}")),
        (Verb::Strike, _) => Deed::of(&who, format!("charges {at} for {} AP", action.with)),
        (Verb::Fire, Target::Hex(_)) => {
            let what = match action.with {
                SMOKE => "a smoke grenade",
                GRENADE => "a grenade",
                _ => "something",
            };
            Deed::of(&who, format!("throws {what} at {at}"))
        }
        (Verb::Fire, _) if action.with == HURL => Deed::of(&who, format!("throws its weapon at {at}")),
        (Verb::Fire, _) => {
            let (place, ap) = gun_of(action.with);
            let points = if ap == 2 { " for 2 AP" } else { "" };
            Deed::of(&who, format!("fires the {} at {at}{points}{}", gun(battle, unit, place), odds(battle, action)))
        }
        (Verb::Use, Target::Unit(_)) => {
            let place = action.with.saturating_sub(uses::CALL);
            Deed::of(&who, format!("calls {at} out with the {}", gun(battle, unit, place)))
        }
        (Verb::Use, of) => match (action.with, of) {
            (uses::AIM, _) => Deed::of(&who, "aims"),
            (uses::OVERWATCH, _) => Deed::of(&who, "goes on overwatch"),
            (uses::HIDE, _) => Deed::of(&who, "hides"),
            (uses::RELOAD, Target::Index(place)) => Deed::of(&who, format!("reloads the {}", gun(battle, unit, place))),
            (uses::DRAW, Target::Index(place)) => Deed::of(&who, format!("readies the {}", gun(battle, unit, place))),
            (uses::SWAP, _) => Deed::of(&who, "changes hands"),
            (uses::TAKE, Target::Hex(cell)) => Deed::of(&who, format!("takes {} at {at}", lies(battle, unit, cell))),
            (uses::JUMP, _) => Deed::of(&who, format!("jumps down and moves to {at}")),
            (uses::DROP, _) => Deed::of(&who, "drops what it carries"),
            (uses::TASK, Target::Hex(cell)) => Deed::of(&who, format!("tries {} at {at}", task(battle, cell))),
            (uses::SEARCH, _) => Deed::of(&who, "searches"),
            (uses::DOSE, _) => Deed::of(&who, "takes a dose of Frenzon"),
            _ => Deed::of(&who, "does something"),
        },
        (Verb::Heal, _) => Deed::of(&who, format!("treats {at}")),
        (Verb::Retreat, _) if matches!(battle.step(), Some(Step::Called { .. })) => Deed::of(&who, "flinches"),
        (Verb::Retreat, _) => Deed::of(&who, "breaks off"),
        (Verb::Stay, _) => Deed::of(&who, "stays"),
        (Verb::Hold, _) if battle.step() == Some(Step::Next) => Deed::of(&who, "holds back"),
        (Verb::Hold, _) => Deed::of(&who, "does nothing more"),
        (Verb::Keep, _) if battle.step() == Some(Step::Warned) => Deed::of(&who, "ducks"),
        (Verb::Endure, _) if battle.step() == Some(Step::Warned) => Deed::of(&who, "steels itself to stand and fire"),
        (Verb::Endure, _) => Deed::of(&who, "tries to keep calm"),
        (Verb::Keep, _) => Deed::of(&who, "lets frenzy take hold"),
        (verb, _) => Deed::told(&who, verb.word()),
    }
}

/// What a decision asks, where the title of its rule does not say it.
pub(super) fn question(battle: &Battle, decision: Decision) -> Option<(String, Option<UnitId>)> {
    let asked = decision.subject;
    let words = match battle.step()? {
        Step::Approach { .. } => "walk on, or draw",
        Step::Spring => "spring the ambush, or lie in wait",
        Step::Choose { .. } => "activate somebody, or end the turn",
        Step::Dice { .. } => "how many activation dice for",
        Step::Act { unit } => {
            let ap = battle.unit(unit).ap;
            let points = if ap == 1 { "point" } else { "points" };
            return Some((format!("{ap} action {points} left of"), asked));
        }
        Step::React { by, .. } => return Some(("react to".to_owned(), Some(by))),
        Step::Saved { .. } => "use the reactions that were saved, or let them go",
        Step::Charged { by, .. } => return Some(("answer the charge of".to_owned(), Some(by))),
        Step::Called { shot } => return Some(("draw, or flinch: called out by".to_owned(), Some(shot.unit))),
        Step::Drawing => "fire in the draw with",
        Step::Dodge { .. } => "get out of the way with",
        _ => return None,
    };
    Some((words.to_owned(), asked))
}

/// What has become of a model that is gone.
pub(super) fn fate(battle: &Battle, unit: UnitId) -> &'static str {
    if battle.unit(unit).condition == Condition::Fled { "fled" } else { "out of action" }
}

/// What a model looks like.
pub(super) fn looks(battle: &Battle, unit: UnitId) -> Looks<'_> {
    let sheet = battle.sheet(unit);
    let build = if sheet.has(&Trait::Leader) {
        Build::Leader
    } else if sheet.has(&Trait::Large) {
        Build::Beast
    } else {
        Build::Foot
    };
    Looks { icon: sheet.icon.as_deref().unwrap_or(build.icon()), build, faces: true, full: 1 }
}

/// How a shot looks: a heavy one that leaves little of a save, a lob where something is thrown.
pub(super) fn discharge(battle: &Battle, action: Action) -> Discharge {
    match (action.verb, action.with) {
        (Verb::Fire, GRENADE | SMOKE | HURL) => Discharge::Lob,
        (Verb::Fire, with) if battle.units().has(action.unit) => {
            let gun = battle.kit(action.unit).guns.get(usize::from(gun_of(with).0));
            let heavy = gun.is_some_and(|gun| battle.setting().guns[usize::from(*gun)].save <= HEAVY);
            if heavy { Discharge::Shell } else { Discharge::Bullets }
        }
        _ => Discharge::default(),
    }
}

/// What a heavy shot does to a save at least.
const HEAVY: i8 = -4;

/// Who wins, in words.
pub(super) fn goals(battle: &Battle) -> Vec<(Cell, String)> {
    let text = match battle.setting().victory {
        Victory::Wounds => "most wounds left wins",
        Victory::Able => "most models able to act win",
        Victory::Standing => "most models standing win",
        Victory::Prizes => "most prizes win: those carried by able models, and those brought out",
    };
    vec![(Cell::NONE, text.to_owned())]
}
