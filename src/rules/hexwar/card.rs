//! Units on cards, actions on buttons.

use crate::battle::{Action, SideId, Target, UnitId, Verb};
use crate::rules::{Arm, Button, Card, Life, Stat};

use super::Battle;
use super::numbers::Modifier;
use super::orders::Order;
use super::payload;
use super::stats::{Class, Special, Speed, Weapon};

/// What a unit is like.
pub(super) fn card(battle: &Battle, unit: UnitId) -> Card {
    let (now, profile) = (battle.unit(unit), battle.profile(unit));
    let sheet = &profile.sheet;
    let class = match sheet.class {
        Class::Infantry => "infantry",
        Class::Monster => "monster",
        Class::Vehicle => "vehicle",
    };
    let what = if sheet.models > 1 { "models" } else { "" };
    let (front, side, rear) = sheet.armour;
    let armour = [front, side, rear].map(|a| a.saturating_sub(now.armour_lost).to_string());
    let armour = if front == side && side == rear { armour[0].clone() } else { armour.join(" ") };
    let stats = vec![
        Stat::new("Move", format!("{}/{}", sheet.slow, sheet.fast), "Movement points in each step: at slow, at fast"),
        Stat::new("Armour", armour, "Taken off each hit's damage; at the front, side and rear where they differ"),
        Stat::new("Assault", sheet.assault, "Assault dice for each model"),
        Stat::new("Deflect", sheet.deflect, "Deflection dice for each model"),
    ];
    let ranged = profile.ranged.iter().enumerate().map(|(place, &(weapon, bearers))| {
        let weapon = &battle.setting().armoury[usize::from(weapon)];
        let bit = 1 << place;
        let idle = match () {
            () if now.guns & bit != 0 => "out of action",
            () if now.fired & bit != 0 => "fired",
            () if weapon.has(Special::Setup) && now.speed != Speed::Setup && battle.table().turn > 0 => "needs setup",
            () => "",
        };
        let shots = weapon.shots * bearers.min(now.models);
        let bands = vec![1, weapon.range, 2 * weapon.range];
        arm(weapon, bands, numbers(weapon, shots, "shot"), idle)
    });
    let blade = &battle.setting().armoury[usize::from(profile.assault_weapon)];
    let numbers = numbers(blade, sheet.assault.saturating_mul(now.models), "die");
    let blade = arm(blade, Vec::new(), numbers, "");
    Card {
        about: class.to_owned(),
        life: Life { what, left: now.models, full: sheet.models },
        stats,
        arms: ranged.chain([blade]).collect(),
        abilities: sheet.abilities.iter().map(|ability| ability.told().into()).collect(),
    }
}

fn arm(weapon: &Weapon, bands: Vec<u8>, numbers: String, idle: &'static str) -> Arm {
    let traits = weapon.specials.iter().map(|special| special.told().into()).collect();
    let arc = if weapon.arc < 360 { format!(", arc {}\u{b0}", weapon.arc) } else { String::new() };
    Arm { name: weapon.name.clone(), bands, numbers: numbers + &arc, traits, idle }
}

fn numbers(weapon: &Weapon, count: u8, what: &str) -> String {
    let count = match (count, what) {
        (1, _) => format!("1 {what}"),
        (_, "die") => format!("{count} dice"),
        _ => format!("{count} {what}s"),
    };
    format!("{count}, AP {}, d{}", weapon.ap, weapon.die)
}

/// What an order means for a unit.
fn about_order(battle: &Battle, unit: UnitId, order: Order) -> String {
    if !battle.units().has(unit) {
        return String::new();
    }
    let (profile, numbers) = (battle.profile(unit), &battle.setting().numbers);
    let mut about = match order.speed {
        Speed::Stand => "Stays where it is.".to_owned(),
        Speed::Rest => {
            "Stays where it is, does not fire in the first gunnery step, and calms down a little.".to_owned()
        }
        Speed::Setup => "Stays where it is, and can fire what has to be set up.".to_owned(),
        Speed::Crawl => "Goes one hex in the second movement step, whatever that costs.".to_owned(),
        Speed::Slow => format!("Has {} to move in each of the three movement steps.", profile.sheet.slow),
        Speed::Fast => format!(
            "Has {} to move in each of the three movement steps, and may charge into an enemy's hex.",
            profile.sheet.fast
        ),
    };
    if order.aim {
        let aim = numbers.aim;
        about += &format!(" Does not fire in the first gunnery step; {aim:+} to hit in the second.");
    }
    let Modifier(mut hit, mut hurt) = numbers.speeds[order.speed as usize];
    if order.fly {
        about += " In the air.";
        hit += numbers.flying.0;
        hurt += numbers.flying.1;
    }
    if (hit, hurt) != (0, 0) {
        about += &format!(" {hit:+} to hit, {hurt:+} to be hit.");
    }
    about
}

/// The button of an action.
pub(super) fn button(battle: &Battle, action: Action) -> Button {
    let plain = Button::of(action.verb);
    let named = |name: &str, icon| Button::new(name, icon);
    match action.verb {
        Verb::Order => {
            let order = Order::from_code(action.with);
            let words = order.words();
            let name = words[..1].to_uppercase() + &words[1..];
            let icon = match order.speed {
                _ if order.fly => "feathered-wing",
                _ if order.aim => "crosshair",
                Speed::Stand => "person",
                Speed::Rest => "night-sleep",
                Speed::Setup => "gear-hammer",
                Speed::Crawl => "snail",
                Speed::Slow => "walking-boot",
                Speed::Fast => "sprint",
            };
            named(&name, icon).that(about_order(battle, action.unit, order))
        }
        Verb::Fire if battle.units().has(action.unit) => {
            let weapon = battle.profile(action.unit).ranged.get(usize::from(action.with));
            let weapon = weapon.map(|w| &battle.setting().armoury[usize::from(w.0)].name);
            weapon.map_or(plain.clone(), |weapon| plain.called(format!("Fire {weapon}")))
        }
        Verb::Move => match action.target {
            Target::Index(_) => named("Leave the board", "flying-flag").that("Leaves for good, for what that is worth"),
            Target::Hex(cell)
                if battle.units().has(action.unit)
                    && cell.index() < battle.board().len()
                    && battle.enemy_on_ground(action.unit, cell)
                    && !battle.unit(action.unit).flying =>
            {
                named("Charge", "crossed-swords").that("Goes into an enemy's hex: the assault follows in this turn")
            }
            _ => plain,
        },
        Verb::Use => match payload::Use::decode(action.with) {
            Some(payload::Use::Grenades) => {
                named("Throw grenades", "grenade").that("At an enemy in the same hex, before the blows fall")
            }
            Some(payload::Use::Scream) => named("Scream", "terror"),
            _ => named("Lay smoke", "puffs")
                .that("On its own hex or beside it: worse to see and to hit through, until the next turn ends"),
        },
        _ => plain,
    }
}

/// When a side wins (HEX-WIN-03).
pub(super) fn wins(battle: &Battle, _side: SideId) -> String {
    format!("with the most points after turn {}, or when only one team is left", battle.setting().turns)
}
