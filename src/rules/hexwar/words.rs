//! The ruleset in words: actions, where the turn is.

use crate::battle::{Action, Declared, Rule, SideId, Target, UnitId, Verb};
use crate::board::{Cell, Facing};
use crate::rules::{Build, Deed, Discharge, Known, Looks, Presentation};

use super::healing::Cure;
use super::orders::Order;
use super::payload;
use super::stats::{Class, Damage, Special, Speed};
use super::{Battle, Hexwar};

/// The orders that a side has sealed and not yet shown (HEX-ORD-01).
pub(in crate::rules) fn secrets(battle: &Battle, side: SideId) -> Vec<Known> {
    let sealed = battle.units().only(|u| battle.piece(u).side == side && battle.unit(u).sealed > 0);
    let secret = |unit| {
        let value = battle.unit(unit).sealed - 1;
        let text = format!("order {}: {}", Hexwar::name(battle, unit), Order::from_code(value).words());
        Known { rule: Rule("HEX-ORD-01"), unit, target: Target::None, value, text }
    };
    sealed.map(secret).collect()
}

/// A hex as players read it.
fn place(battle: &Battle, target: Target) -> String {
    match target {
        Target::Hex(cell) if cell.index() < battle.board().len() => battle.board().label(cell),
        Target::Unit(unit) if battle.units().has(unit) => Hexwar::name(battle, unit),
        Target::Index(n) => n.to_string(),
        _ => "nothing".to_owned(),
    }
}

/// The action in words.
pub(super) fn describe(battle: &Battle, action: Action) -> Deed {
    if !battle.units().has(action.unit) {
        return Deed::whole(match action.verb {
            Verb::Pass => "pass: nobody else does anything in this step",
            verb => verb.word(),
        });
    }
    let unit = action.unit;
    let who = Hexwar::name(battle, unit);
    let target = place(battle, action.target);
    match action.verb {
        Verb::Place => Deed::whole(format!("place {who} at {target}")),
        Verb::Order => Deed::told(&format!("order {who}"), Order::from_code(action.with).words()),
        Verb::Fire => {
            let weapon = battle.profile(unit).ranged.get(usize::from(action.with));
            let weapon = weapon.map_or("?", |w| &battle.setting().armoury[usize::from(w.0)].name);
            let odds = match action.target {
                // What is told of a moment may name who was on the board only later.
                Target::Unit(enemy) if weapon != "?" && battle.on_board().has(unit) && battle.on_board().has(enemy) => {
                    battle.shot(unit, action.with, enemy)
                }
                _ => None,
            };
            let odds = odds.map_or(String::new(), |a| {
                let (die, hits) = (battle.setting().numbers.hit_die, battle.setting().numbers.hit_die + 1 - a.need);
                format!(
                    " ({} shots, {}+ on a d{die}, {} % each)",
                    a.shots,
                    a.need,
                    (u32::from(hits) * 200 + u32::from(die)) / (2 * u32::from(die))
                )
            });
            Deed::of(&who, format!("fires {weapon} at {target}{odds}"))
        }
        Verb::Move => match action.target {
            Target::Index(edge) => {
                let edges = ["left", "right", "top", "bottom"];
                Deed::of(&who, format!("leaves the board by the {} edge", edges[usize::from(edge % 4)]))
            }
            Target::Hex(cell)
                if cell.index() < battle.board().len()
                    && battle.enemy_on_ground(unit, cell)
                    && !battle.unit(unit).flying =>
            {
                Deed::of(&who, format!("charges into {target}"))
            }
            _ => Deed::of(&who, format!("moves to {target}")),
        },
        Verb::Face => {
            let facing = if let Target::Index(n) = action.target { Facing::from_index(n.into()) } else { Facing::E };
            Deed::of(&who, format!("faces {facing:?}"))
        }
        Verb::Hold => Deed::of(&who, "does nothing more"),
        Verb::Pass => Deed::whole("pass"),
        Verb::Retreat => Deed::of(&who, format!("retreats to {target}")),
        Verb::Stay => Deed::of(&who, "stays"),
        Verb::Use => match payload::Use::decode(action.with) {
            Some(payload::Use::Grenades) => Deed::of(&who, format!("throws grenades at {target}")),
            Some(payload::Use::Scream) => Deed::of(&who, format!("screams at {target}")),
            _ => Deed::of(&who, format!("lays smoke on {target}")),
        },
        Verb::Assign => Deed::of(&who, format!("assigns {} successes to {target}", action.with)),
        Verb::Deflect => Deed::of(&who, format!("deflects a hit of {target}")),
        Verb::Reroll => Deed::of(&who, format!("rerolls a wave with {target} assault dice")),
        Verb::Keep => Deed::of(&who, "lets it stand"),
        Verb::Heal => Deed::of(&who, format!("treats {target}: {}", hint(battle, action))),
        Verb::Endure => Deed::of(&who, "spends a token of Endurance"),
        other => Deed::told(&who, other.word()),
    }
}

fn hint(battle: &Battle, action: Action) -> String {
    let die = |rung: u8| super::numbers::LADDER[usize::from(rung.min(4))];
    let Some(hint) = Cure::from_code(action.with) else { return "nothing".to_owned() };
    match hint {
        Cure::Future => "removes a +1 to future damage token".to_owned(),
        Cure::MinorAcid => "removes minor acid".to_owned(),
        Cure::Acid => "turns acid into minor acid".to_owned(),
        Cure::Fire => "puts out the fire".to_owned(),
        Cure::Shaken => "removes a shaken token".to_owned(),
        Cure::Engine => "repairs the engine".to_owned(),
        Cure::Crew => "repairs the crew's post".to_owned(),
        Cure::Tracks => "repairs the tracks".to_owned(),
        Cure::Plates => "repairs the plates".to_owned(),
        Cure::Gun(gun) => {
            let patient = if let Target::Unit(p) = action.target { p } else { action.unit };
            let gun = battle.profile(patient).ranged.get(usize::from(gun));
            format!("repairs the {}", gun.map_or("gun", |g| &battle.setting().armoury[usize::from(g.0)].name))
        }
        Cure::EasePoison(r) => format!("eases poison d{}", die(r)),
        Cure::EaseBleed(r) => format!("eases bleed d{}", die(r)),
        Cure::EndPoison(r) => format!("removes poison d{}", die(r)),
        Cure::EndBleed(r) => format!("removes bleed d{}", die(r)),
    }
}

/// A side by its number plus one, as what holds an objective.
fn holder(battle: &Battle, side: i32) -> &str {
    let holder = usize::try_from(side - 1).ok();
    holder.and_then(|side| battle.shared().sides.get(side)).map_or("nobody", |side| side.name.as_str())
}

/// The public numbers that are told in words of their own.
pub(in crate::rules) fn label(battle: &Battle, field: Declared, value: i32) -> Option<(String, String)> {
    let index = usize::try_from(value).ok()?;
    match field.name {
        "speed" => Some(("speed".to_owned(), Speed::ALL.get(index)?.word().to_owned())),
        "guns" => Some(("guns out of action".to_owned(), value.count_ones().to_string())),
        "held" => {
            let at = battle.setting().objectives.get(field.place)?.at;
            Some((format!("holder of {}", battle.board().label(at)), holder(battle, value).to_owned()))
        }
        _ => None,
    }
}

/// What a unit looks like; only that of Infantry has no facing (HEX-FACE-01).
pub(in crate::rules) fn looks(battle: &Battle, unit: UnitId) -> Looks<'_> {
    let sheet = &battle.profile(unit).sheet;
    let build = match sheet.class {
        Class::Infantry => Build::Foot,
        Class::Monster => Build::Beast,
        Class::Vehicle => Build::Machine,
    };
    let icon = sheet.icon.as_deref().unwrap_or(build.icon());
    Looks { icon, build, faces: sheet.class != Class::Infantry, full: sheet.models }
}

/// How a weapon's fire looks: by the damage that it deals, or a heavy shot where it pierces.
pub(in crate::rules) fn discharge(battle: &Battle, action: Action) -> Discharge {
    if action.verb != Verb::Fire || !battle.units().has(action.unit) {
        return Discharge::default();
    }
    let arm = battle.profile(action.unit).ranged.get(usize::from(action.with));
    let Some(weapon) = arm.map(|arm| &battle.setting().armoury[usize::from(arm.0)]) else {
        return Discharge::default();
    };
    match weapon.damage() {
        _ if weapon.has(Special::Indirect) => Discharge::Lob,
        Damage::Fire => Discharge::Flame,
        Damage::Acid => Discharge::Spray,
        Damage::Psychic => Discharge::Wave,
        _ if weapon.has(Special::Piercing) || weapon.ap >= HEAVY => Discharge::Shell,
        _ => Discharge::Bullets,
    }
}

/// Armour piercing from which on one sees a heavy shot.
const HEAVY: u8 = 5;

/// What is worth points, in words, and the hex that it is about.
pub(in crate::rules) fn goals(battle: &Battle) -> Vec<(Cell, String)> {
    use super::setting::Scores;
    let side = |s: SideId| battle.shared().sides[s.index()].name.as_str();
    let objectives = battle.setting().objectives.iter().enumerate().map(|(i, objective)| {
        let mut worth: Vec<(String, Vec<&str>)> = Vec::new();
        for &(owner, when, points) in &objective.worth {
            let points = points_in_words(points);
            let text = match when {
                Scores::EachTurnFrom(1) => format!("{points} each turn"),
                Scores::EachTurnFrom(turn) => format!("{points} each turn from turn {turn}"),
                Scores::AtTheEnd => format!("{points} at the end"),
            };
            match worth.iter_mut().find(|w| w.0 == text) {
                Some(known) => known.1.push(side(owner)),
                None => worth.push((text, vec![side(owner)])),
            }
        }
        let all = battle.shared().sides.len();
        let worth: Vec<String> = worth
            .into_iter()
            .map(|(text, owners)| if owners.len() == all { text } else { format!("{text} for {}", owners.join(", ")) })
            .collect();
        (objective.at, format!("{}; held by {}", worth.join(", "), holder(battle, battle.table().held.0[i].into())))
    });
    let exits = battle.setting().exits.iter().map(|exit| {
        let edge = format!("{:?}", exit.edge).to_lowercase();
        let points = points_in_words(exit.worth);
        let text = format!("{points} for each unit of {} that leaves by the {edge} edge", side(exit.side));
        (Cell::NONE, text)
    });
    objectives.chain(exits).collect()
}

fn points_in_words(points: i16) -> String {
    if points == 1 { "1 point".to_owned() } else { format!("{points} points") }
}
