//! Figures and vehicles on cards, actions on buttons.

use crate::battle::{Action, SideId, Target, UnitId, Verb};
use crate::rules::{Ability, Arm, Button, Card, Life, Stat};

use super::boarding::stalking::command;
use super::catalogue::AbilitySheet;
use super::payload::{Cast, Drive, Fire, Gadget, Strike};
use super::{Battle, Step, walking};

/// What a figure or a vehicle is like.
pub(super) fn card(battle: &Battle, unit: UnitId) -> Card {
    let (now, profile) = (battle.unit(unit), battle.profile(unit));
    let signed = |number: i8| format!("{number:+}");
    let armour = Stat::new("Armour", profile.armour, "What an attack on it must reach");
    let stats = match &profile.mount {
        Some(mount) => {
            let driving = &battle.setting().numbers.driving;
            let paces = [false, true].map(|flat_out| mount.vehicle.move_of(driving, flat_out).to_string());
            vec![Stat::new("Move", paces.join("/"), "Hexes in a turn: as usual, flat out"), armour]
        }
        None => vec![
            Stat::new("Move", walking::allowance(battle, unit), "Hexes in a turn, before cover"),
            Stat::new("Grit", format!("{}+", profile.grit), "It survives a hit on this or more"),
            Stat::new("FV", signed(profile.fv), "Fighting Value: added to its blows"),
            Stat::new("SV", signed(profile.sv), "Shooting Value: added to its shots"),
            armour,
        ],
    };
    let arms = (0..profile.arms.len() as u8).filter_map(|place| {
        let weapon = battle.arm(unit, place)?;
        let grit = if weapon.grit == 0 { String::new() } else { format!(", Grit {:+}", weapon.grit) };
        let idle = match () {
            () if now.gone & 1 << place != 0 => "gone",
            () if now.jams & 1 << place != 0 => "jammed",
            () => "",
        };
        let numbers = format!("attack {:+}{grit}", weapon.bonus);
        let traits = weapon.traits.iter().filter_map(|what| what.told()).map(Ability::from).collect();
        Some(Arm { name: weapon.name.clone(), bands: weapon.range.into_iter().collect(), numbers, traits, idle })
    });
    let mut arms: Vec<Arm> = arms.collect();
    arms.sort_by_key(|arm| arm.bands.is_empty());
    Card {
        about: profile.member.troop.name.clone(),
        life: Life { what: "", left: u8::from(battle.plays(unit)), full: 1 },
        stats,
        arms,
        abilities: profile.member.abilities.iter().map(|&ability| told(battle.ability(ability))).collect(),
    }
}

fn told(ability: &AbilitySheet) -> Ability {
    Ability { name: ability.name.clone(), rule: ability.id.clone() }
}

/// The button of an action.
pub(super) fn button(battle: &Battle, action: Action) -> Button {
    let plain = Button::of(action.verb);
    let unit = action.unit;
    if !battle.units().has(unit) {
        return match (action.verb, action.target) {
            (Verb::Place, Target::Index(_)) => plain.called("Choose"),
            (Verb::Use, Target::Index(_)) if battle.stalking().is_some() => Button::new("Turn contact", "radar-sweep"),
            (Verb::Use, Target::Index(_)) => Button::new("Turn blip", "radar-sweep"),
            (Verb::Use, _) => plain.called("Show yourselves"),
            _ => plain,
        };
    }
    if let Some(ordered) = ordered(battle, action) {
        return ordered;
    }
    let arm = |place: u8| battle.arm(unit, place).map_or("bare hands", |weapon| weapon.name.as_str());
    let drives = battle.is_vehicle(unit);
    match (action.verb, action.target) {
        (Verb::Move, _) if drives => match Drive::decode(action.with) {
            Drive { backwards: true, .. } => Button::new("Back up", "back").that("Goes backwards, facing as it does"),
            Drive { over: true, .. } => {
                Button::new("Run over", "tire-tracks").that("Drives over whoever stands in the way")
            }
            Drive { flat_out: true, .. } => Button::new("Drive flat out", "sprint").that("Goes farther than as usual"),
            _ => Button::new("Drive", "tire-tracks")
                .that("Goes to a hex in reach; its way is shown while you point at it"),
        },
        (Verb::Strike, _) if drives => {
            Button::new("Ram", "tire-tracks").that("Drives into an enemy vehicle, or whoever stands there")
        }
        (Verb::Retreat, _) if battle.carrier(unit).is_some() => {
            Button::new("Get off", "walking-boot").that("Leaves the vehicle for a hex beside it")
        }
        (Verb::Retreat, _) => plain.called("Break off").that("Leaves the fight; the enemy strikes first"),
        (Verb::Face, _) => {
            Button::new("Watch", "eye-target").that("Shoots at whoever comes into the arc, until it moves")
        }
        (Verb::Use, Target::Index(_)) => match Gadget::of(action) {
            Some(Gadget::Scan(_)) => {
                Button::new("Scan", "radar-sweep").that("Tells your side alone: an echo, one figure, or more")
            }
            _ => Button::new("Clear the jam", "reload-gun-barrel").that("Its weapon can fire again after that"),
        },
        (Verb::Use, Target::Unit(vehicle)) if battle.carrier(unit) == Some(vehicle) => {
            Button::new("Take the wheel", "tire-tracks").that("It drives the vehicle from now on")
        }
        (Verb::Use, Target::Unit(vehicle)) if battle.units().has(vehicle) && battle.is_vehicle(vehicle) => {
            Button::new("Get in", "truck").that("Rides in the vehicle")
        }
        (Verb::Use, Target::Unit(friend)) if battle.units().has(friend) && !battle.enemies(friend, unit) => {
            plain.called("Take up weapon").that("Takes over the heavy weapon of a friend")
        }
        (Verb::Use, Target::Unit(_)) => Button::new("Hunt", "eye-target").that("Makes this enemy its quarry"),
        (Verb::Use, Target::None) => {
            plain.called("Take weapon off").that("Takes the heavy weapon off the vehicle, to carry it")
        }
        (Verb::Use, Target::Hex(_))
            if battle.stalking().is_some() && matches!(battle.step(), Some(Step::Declare { .. })) =>
        {
            Button::new("Seal", "monkey-wrench").that("Two shifts of work close it for good")
        }
        (Verb::Use, Target::Hex(_)) if matches!(battle.step(), Some(Step::Declare { .. })) => {
            Button::new("Plant charge", "time-bomb").that("Sets it off here: be away when it goes").spending()
        }
        (Verb::Use, _) => plain.called("Take").that("Picks up what lies there"),
        (Verb::Move, Target::Index(_)) => Button::new("Leave the board", "flying-flag")
            .that("It goes over the edge, and does not come back")
            .spending(),
        (Verb::Move, Target::Hex(cell)) if cell.index() < battle.board().len() => {
            let foes = battle.around(cell) & battle.enemies_of(battle.piece(unit).side);
            if foes.is_empty() {
                plain
            } else {
                Button::new("Charge", "crossed-swords").that("Runs into contact; the blows fall in the melee phase")
            }
        }
        (Verb::Fire, _) => {
            let Fire { place, desperate } = Fire::decode(action.with);
            let how = if desperate { ", desperate" } else { "" };
            let fire = plain.called(format!("Fire {}{how}", arm(place)));
            let lobs = battle.arm(unit, place).is_some_and(|weapon| weapon.lobs());
            if desperate || lobs { fire.spending() } else { fire }
        }
        (Verb::Strike, _) => plain.called(format!("Strike, {}", arm(Strike::decode(action.with).place))),
        (Verb::Cast, _) => match Cast::decode(action.with) {
            Some(Cast { power, .. }) => plain.called(battle.power(power).name.clone()),
            None => plain,
        },
        _ => plain,
    }
}

/// The button of what is bought with command points (HULK-STALK-13).
fn ordered(battle: &Battle, action: Action) -> Option<Button> {
    command::orders(battle)?;
    let button = match action.verb {
        Verb::Move => Button::new("Step", "walking-boot"),
        Verb::Face => Button::new("Turn watch", "eye-target"),
        Verb::Open => Button::new("Close door", "entry-door"),
        Verb::Use => Button::new("Clear the jam", "reload-gun-barrel"),
        Verb::Fire => Button::new("Hurried shot", "crosshair"),
        _ => return None,
    };
    Some(button.that(format!("Takes {}", command::price_in_words(action.verb))))
}

/// When a side wins: the goals say it.
pub(super) fn wins(_battle: &Battle, _side: SideId) -> String {
    String::new()
}
