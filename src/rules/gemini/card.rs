//! Models on cards, actions on buttons.

use crate::battle::{Action, Rule, SideId, Target, UnitId, Verb};
use crate::rules::{Ability, Arm, Button, Card, Life, Stat};

use super::reactions::gun_of;
use super::setting::Victory;
use super::shooting::{HURL, SMOKE};
use super::stats::{Strength, Trait};
use super::steps::Step;
use super::{Battle, uses};

/// What a model is like.
pub(super) fn card(battle: &Battle, unit: UnitId) -> Card {
    let (now, sheet, kit) = (battle.unit(unit), battle.sheet(unit), battle.kit(unit));
    let save = if sheet.sv > 6 { "none".to_owned() } else { format!("{}+", sheet.sv) };
    let stats = vec![
        Stat::new("Move", battle.allowance(unit), "Hexes for an action point"),
        Stat::new("Act", format!("{}+", sheet.an), "Least face of an activation die that gives an action point"),
        Stat::new("WS", sheet.ws, "Weapon Skill: close combat"),
        Stat::new("BS", sheet.bs, "Ballistic Skill: shooting"),
        Stat::new("Str", sheet.s, "Strength of its blows"),
        Stat::new("Tough", sheet.t, "Toughness: what a hit has to beat"),
        Stat::new("Save", save, "Least face that saves from a hit"),
        Stat::new("Ld", sheet.ld, "Leadership: 2d6 must not exceed it"),
    ];
    let guns = kit.guns.iter().enumerate().map(|(place, &gun)| {
        let gun = &battle.setting().guns[usize::from(gun)];
        let shots = if gun.shots == 1 { "1 shot".to_owned() } else { format!("{} shots", gun.shots) };
        let idle = match 1 << place {
            bit if now.useless & bit != 0 => "useless",
            bit if now.empty & bit != 0 => "to reload",
            bit if now.slung & bit != 0 => "put away",
            _ if now.stripped => "not here",
            _ => "",
        };
        let numbers = format!("{shots}, strength {}, save {:+}", gun.strength, gun.save);
        let traits = gun.tags.iter().map(|tag| tag.told().into()).collect();
        Arm { name: gun.name.clone(), bands: vec![gun.short, gun.long], numbers, traits, idle }
    });
    let blades = battle.in_hands(unit).map(|blade| {
        let blade = &battle.setting().blades[usize::from(blade)];
        let strength = match blade.strength {
            Strength::User(more) => sheet.s.saturating_add_signed(more),
            Strength::Fixed(strength) => strength,
        };
        let traits = blade.tags.iter().map(|tag| tag.told().into()).collect();
        let numbers = format!("strength {strength}");
        Arm { name: blade.name.clone(), bands: Vec::new(), numbers, traits, idle: "" }
    });
    let skills = sheet.skills.iter().map(|s| (format!("{} {}", s.name, s.level), Rule("GEM-SKILL-03")));
    Card {
        about: sheet.gang.clone(),
        life: Life { what: "wounds left", left: now.wounds, full: now.full },
        stats,
        arms: guns.chain(blades).collect(),
        abilities: sheet.traits.iter().map(Trait::told).chain(skills).map(Ability::from).collect(),
    }
}

/// The button of an action.
pub(super) fn button(battle: &Battle, action: Action) -> Button {
    let plain = Button::of(action.verb);
    if !battle.units().has(action.unit) {
        return match (battle.step(), action.verb) {
            (Some(Step::Approach { .. }), Verb::Use) => Button::new("Draw", "crossed-pistols"),
            (Some(Step::Approach { .. }), _) => Button::new("Walk on", "walking-boot"),
            (Some(Step::Spring), Verb::Use) => Button::new("Spring the ambush", "crossed-swords"),
            (Some(Step::Spring), _) => Button::new("Lie in wait", "hidden"),
            _ => plain,
        };
    }
    let gun = |place: u8| {
        let found = battle.kit(action.unit).guns.get(usize::from(place));
        found.map_or("gun", |&gun| battle.setting().guns[usize::from(gun)].name.as_str())
    };
    let pursues = matches!(battle.step(), Some(Step::Pursue { .. } | Step::Chase { .. }));
    match (action.verb, action.target) {
        (Verb::Order, Target::Index(_)) => Button::new("Roll dice", "rolling-dices")
            .that("Each success is an action point; whoever fails twice cannot react before its next activation"),
        (Verb::Order, _) => Button::new("Activate", "rolling-dices").that("Its turn now: it rolls for action points"),
        (Verb::Run, Target::None) if !matches!(battle.step(), Some(Step::Act { .. })) => {
            plain.called("Get out of the way")
        }
        (Verb::Strike, _) if pursues => Button::new("Pursue", "sprint"),
        (Verb::Strike, _) if battle.step() == Some(Step::Split) => Button::new("Fight", "crossed-swords"),
        (Verb::Strike, _) => plain.called("Charge").that("Runs into contact; the blows fall in close combat"),
        (Verb::Fire, Target::Hex(_)) if action.with == SMOKE => {
            Button::new("Throw smoke", "puffs").that("Nobody sees through it; the grenade is used up").spending()
        }
        (Verb::Fire, Target::Hex(_)) => {
            Button::new("Throw grenade", "grenade").that("May hurt all near the hex; it is used up").spending()
        }
        (Verb::Fire, Target::Unit(_)) if action.with == HURL => {
            plain.called("Throw").that("Throws the weapon in its hand, which is gone then").spending()
        }
        (Verb::Fire, _) => match gun_of(action.with) {
            (place, 2) => plain.called(format!("Fire {}, 2 AP", gun(place))),
            (place, _) => plain.called(format!("Fire {}", gun(place))),
        },
        (Verb::Use, Target::Unit(_)) => {
            Button::new("Call out", "shouting").that("An enemy within 12 hexes: he draws, or refuses and flinches")
        }
        (Verb::Use, of) => match (action.with, of) {
            (uses::AIM, _) => {
                Button::new("Aim", "crosshair").that("+1 to hit with the next shot of 1 AP in this activation")
            }
            (uses::OVERWATCH, _) => Button::new("Overwatch", "eye-target")
                .that("Ends the activation; may fire at an enemy who shows himself in the other side's turn"),
            (uses::HIDE, _) => Button::new("Hide", "hidden")
                .that("Out of sight behind its cover, until it shoots or an enemy comes near"),
            (uses::RELOAD, Target::Index(place)) => {
                Button::new(format!("Reload {}", gun(place)), "reload-gun-barrel").that("It can fire again after that")
            }
            (uses::DRAW, Target::Index(place)) => {
                Button::new(format!("Ready {}", gun(place)), "hand").that("Takes it in hand, so that it can fire")
            }
            (uses::SWAP, _) => Button::new("Change hands", "cycle").that("Fights with what is in the other hand"),
            (uses::TAKE, _) => Button::new("Take", "hand").that("Picks up what lies in its hex"),
            (uses::JUMP, _) => {
                Button::new("Jump down", "walking-boot").that("Down a storey without a ladder; who fails at it falls")
            }
            (uses::DROP, _) => Button::new("Drop", "back").that("Lays down what it carries"),
            (uses::TASK, _) => Button::new("Try", "gear-hammer").that("Works at the task that is there, by its skill"),
            (uses::SEARCH, _) => {
                Button::new("Search", "radar-sweep").that("Looks for who hides, or for what lies hidden")
            }
            (uses::DOSE, _) => {
                Button::new("Take Frenzon", "terror").that("It goes into a frenzy; the dose is used up").spending()
            }
            _ => plain,
        },
        (Verb::Keep, _) if battle.step() == Some(Step::Warned) => Button::new("Duck", "shield"),
        (Verb::Endure, _) if battle.step() == Some(Step::Warned) => Button::new("Steel itself", "brain"),
        (Verb::Retreat, _) if matches!(battle.step(), Some(Step::Called { .. })) => plain.called("Flinch"),
        (Verb::Retreat, _) => plain.called("Break off").that("Leaves the fight; the enemy strikes at it first"),
        (Verb::Endure, _) => plain.called("Keep calm"),
        (Verb::Keep, _) => Button::new("Let frenzy come", "terror"),
        _ => plain,
    }
}

/// When a side wins.
pub(super) fn wins(battle: &Battle, side: SideId) -> String {
    let what = match battle.setting().victory {
        Victory::Wounds => "wounds left",
        Victory::Able => "models able to act",
        Victory::Standing => "models standing",
        Victory::Prizes if battle.setting().escort.is_some_and(|(escort, _)| escort == side) => "prizes brought out",
        Victory::Prizes => "prizes carried by able models",
    };
    format!("with the most {what} after turn {}, or when only one team is left", battle.setting().turns)
}
