//! Models on cards, actions on buttons.

use crate::battle::{Action, Rule, SideId, Target, UnitId, Verb};
use crate::rules::{Ability, Arm, Button, Card, Life, Stat};

use super::options::ActivationDice;
use super::reactions::gun_of;
use super::setting::Victory;
use super::shooting::{HURL, SMOKE};
use super::stats::{Strength, Trait};
use super::steps::Step;
use super::words::gun;
use super::{Battle, uses};

/// What a model is like.
pub(super) fn card(battle: &Battle, unit: UnitId) -> Card {
    let (now, sheet, kit) = (battle.unit(unit), battle.sheet(unit), battle.kit(unit));
    let save = if sheet.sv > 6 { "none".to_owned() } else { format!("{}+", sheet.sv) };
    let acts = battle.step() == Some(Step::Act { unit });
    let points = acts.then(|| Stat::new("AP", now.ap, "Action points left"));
    let numbers = [
        Stat::new("Move", battle.allowance(unit), "Hexes for an action point"),
        Stat::new("Act", format!("{}+", sheet.an), "Least face of an activation die that gives an action point"),
        Stat::new("WS", sheet.ws, "Weapon Skill: close combat"),
        Stat::new("BS", sheet.bs, "Ballistic Skill: shooting"),
        Stat::new("Str", sheet.s, "Strength of its blows"),
        Stat::new("Tough", sheet.t, "Toughness: what a hit has to beat"),
        Stat::new("Save", save, "Least face that saves from a hit"),
        Stat::new("Ld", sheet.ld, "Leadership: 2d6 must not exceed it"),
    ];
    let stats = points.into_iter().chain(numbers).collect();
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
    let step = battle.step();
    if !battle.units().has(action.unit) {
        return side_button(step, action.verb);
    }
    let plain = Button::of(action.verb);
    let acts = matches!(step, Some(Step::Act { .. }));
    let pursues = matches!(step, Some(Step::Pursue { .. } | Step::Chase { .. }));
    let called = matches!(step, Some(Step::Called { .. }));
    let charged = matches!(step, Some(Step::Charged { .. }));
    match (action.verb, action.target) {
        (Verb::Order, Target::Index(dice)) => rolling(battle, action.unit, dice.min(3)),
        (Verb::Order, _) => Button::new("Activate", "rolling-dices").that("Its turn now: it rolls for action points"),
        (Verb::Move, _) if acts => plain.by("GEM-MOVE-01"),
        (Verb::Face, _) => plain.that("Turns on the spot, for no action point").by("GEM-MOVE-06"),
        (Verb::Run, Target::None) if charged => plain
            .called("Run from it")
            .that("Two dice: it moves away once for each that succeeds, before the charger comes"),
        (Verb::Run, Target::None) if !acts => plain
            .called("Get out of the way")
            .that("Two dice: it moves once for each that succeeds, and says where when they have fallen")
            .by("GEM-REACT-03"),
        (Verb::Run, _) => plain.by("GEM-RUN-01"),
        (Verb::Strike, _) if pursues => Button::new("Pursue", "sprint"),
        (Verb::Strike, _) if step == Some(Step::Split) => Button::new("Fight", "crossed-swords"),
        (Verb::Strike, _) => {
            plain.called("Charge").that("Runs into contact; the blows fall in close combat").by("GEM-MOVE-03")
        }
        (Verb::Fire, _) => firing(battle, action),
        (Verb::Use, _) => using(battle, action),
        (Verb::Heal, _) => plain.by("GEM-SKILL-06"),
        (Verb::Hold, _) => match step {
            Some(Step::Act { .. }) => plain.called("Done").that("Ends its activation; points left are lost"),
            Some(Step::React { .. } | Step::Saved { .. }) => plain
                .called("No reaction")
                .that("It may react to something else yet; at the end of the enemy's turn it lets it go"),
            Some(Step::Charged { .. }) => plain.called("Await it").that("Does nothing before the charger is there"),
            Some(Step::Next) => plain.called("Hold back").that("Acts later in this turn").by("GEM-TURN-02"),
            _ => plain,
        },
        (Verb::Keep, _) if step == Some(Step::Warned) => Button::new("Duck", "shield"),
        (Verb::Endure, _) if step == Some(Step::Warned) => Button::new("Steel itself", "brain"),
        (Verb::Retreat, _) if called => plain.called("Flinch").that("Does not draw, and runs D6 hexes away"),
        (Verb::Retreat, _) => {
            plain.called("Break off").that("Leaves the fight; the enemy strikes at it first").by("GEM-BREAK-01")
        }
        (Verb::Endure, _) => plain.called("Keep calm"),
        (Verb::Keep, _) => Button::new("Let frenzy come", "terror"),
        _ => plain,
    }
}

/// The button of what a whole side does.
fn side_button(step: Option<Step>, verb: Verb) -> Button {
    let plain = Button::of(verb);
    match (step, verb) {
        (Some(Step::Approach { .. }), Verb::Use) => Button::new("Draw", "crossed-pistols")
            .that("Everybody on both sides fires, the quickest first; yours are quicker if the others walk on")
            .by("GEM-DRAW-01"),
        (Some(Step::Approach { .. }), _) => Button::new("Walk on", "walking-boot")
            .that(
                "All of yours come two hexes nearer, unless the others draw or your leader fails a Leadership test; \
                 at five hexes everybody draws",
            )
            .by("GEM-DRAW-01"),
        (Some(Step::Spring), Verb::Use) => Button::new("Spring the ambush", "crossed-swords")
            .that("Yours show themselves and have the first turn from now on")
            .by("GEM-TURN-04"),
        (Some(Step::Spring), _) => {
            Button::new("Lie in wait", "hidden").that("You are asked again when the next turn begins").by("GEM-TURN-04")
        }
        (Some(Step::Choose { .. }), Verb::Pass) => {
            plain.called("End turn").that("Nobody else of yours is activated in this turn")
        }
        (Some(Step::React { .. } | Step::Saved { .. }), Verb::Pass) => plain.that("Nobody on your side reacts now"),
        _ => plain,
    }
}

/// The button of a number of activation dice, 1 to 3: what may come of them (GEM-ACT-01, GEM-ACT-05).
fn rolling(battle: &Battle, unit: UnitId, dice: u8) -> Button {
    let need = u32::from(battle.sheet(unit).an);
    let all = 6_u32.pow(dice.into());
    let successes = |fall: u32| (0..u32::from(dice)).filter(|die| fall / 6_u32.pow(*die) % 6 + 1 >= need).count();
    let percent = |least: u8, most: u8| {
        let count =
            (0..all).filter(|fall| (usize::from(least)..=usize::from(most)).contains(&successes(*fall))).count();
        format!("{} %", (100 * count as u32 + all / 2) / all)
    };
    let each = ["one or more", "two or more", "three"].into_iter().zip(1..=dice);
    let points: Vec<String> = each.map(|(words, least)| format!("{words} {}", percent(least, dice))).collect();
    let failed = match battle.options().activation_dice {
        ActivationDice::Choose => "it does not react before its next activation",
        ActivationDice::Turnover => "its side's turn ends after it",
        ActivationDice::Two => "",
    };
    let failed = if dice < 2 || failed.is_empty() {
        String::new()
    } else {
        format!(". Two failures ({}): {failed}", percent(0, dice - 2))
    };
    let name = if dice == 1 { "Roll 1 die".to_owned() } else { format!("Roll {dice} dice") };
    Button::new(name, "rolling-dices").that(format!("Action points: {}{failed}", points.join(", ")))
}

/// The button of a shot or a throw.
fn firing(battle: &Battle, action: Action) -> Button {
    let plain = Button::of(Verb::Fire);
    let unit = action.unit;
    if let Target::Hex(_) = action.target {
        let thrown = match action.with {
            SMOKE => Button::new("Throw smoke", "puffs").that("Nobody sees through it; the grenade is used up"),
            _ => Button::new("Throw grenade", "grenade").that("May hurt all near the hex; it is used up"),
        };
        return thrown.by("GEM-SHOOT-07").spending();
    }
    if action.with == HURL {
        let thrown = plain.called("Throw").that("Throws the weapon in its hand, which is gone then");
        return thrown.by("GEM-SHOOT-07").spending();
    }
    let (place, ap) = gun_of(action.with);
    let fire = plain.called(format!("Fire {}", gun(battle, unit, place)));
    match battle.step() {
        Some(Step::Act { .. }) if ap == 2 => {
            fire.called(format!("Fire {}, 2 AP", gun(battle, unit, place))).by("GEM-ACT-03")
        }
        Some(Step::Act { .. }) => fire.by("GEM-ACT-03"),
        Some(Step::Charged { .. }) => {
            fire.that("A Leadership test and two dice, and it fires when the charger has all but come")
        }
        Some(Step::React { .. } | Step::Saved { .. }) => fire
            .that(
                "Two dice: one success fires as for one action point, two as for two; from overwatch it needs no dice",
            )
            .by("GEM-REACT-03"),
        _ => fire,
    }
}

/// The button of what is done with a thing or a skill.
fn using(battle: &Battle, action: Action) -> Button {
    let gun = |place| gun(battle, action.unit, place);
    if let Target::Unit(_) = action.target {
        let call = Button::new("Call out", "shouting");
        return call.that("An enemy within 12 hexes: he draws, or refuses and flinches").by("GEM-DRAW-03");
    }
    match (action.with, action.target) {
        (uses::AIM, _) => Button::new("Aim", "crosshair")
            .that("+1 to hit with the next shot of 1 AP in this activation")
            .by("GEM-SHOOT-03"),
        (uses::OVERWATCH, _) => Button::new("Overwatch", "eye-target")
            .that("Ends the activation; may fire at an enemy who shows himself in the other side's turn")
            .by("GEM-OVER-01"),
        (uses::HIDE, _) => Button::new("Hide", "hidden")
            .that("Out of sight behind its cover, until it shoots or an enemy comes near")
            .by("GEM-MOVE-05"),
        (uses::RELOAD, Target::Index(place)) => Button::new(format!("Reload {}", gun(place)), "reload-gun-barrel")
            .that("It can fire again after that")
            .by("GEM-ACT-07"),
        (uses::DRAW, Target::Index(place)) => Button::new(format!("Ready {}", gun(place)), "hand")
            .that("Takes it in hand, so that it can fire")
            .by("GEM-DRAW-02"),
        (uses::SWAP, _) => {
            Button::new("Change hands", "cycle").that("Fights with what is in the other hand").by("GEM-LOC-04")
        }
        (uses::TAKE, _) => Button::new("Take", "hand").that("Picks up what lies there").by("GEM-ACT-02"),
        (uses::JUMP, _) => Button::new("Jump down", "walking-boot")
            .that("Down a storey without a ladder; who fails at it falls")
            .by("GEM-MOVE-04"),
        (uses::DROP, _) => Button::new("Drop", "back").that("Lays down what it carries").by("GEM-ACT-02"),
        (uses::TASK, _) => {
            Button::new("Try", "gear-hammer").that("Works at the task that is there, by its skill").by("GEM-SKILL-01")
        }
        (uses::SEARCH, _) => {
            Button::new("Search", "radar-sweep").that("Looks for who hides, or for what lies hidden").by("GEM-OBS-03")
        }
        (uses::DOSE, _) => Button::new("Take Frenzon", "terror")
            .that("It goes into a frenzy; the dose is used up")
            .by("GEM-FRZ-03")
            .spending(),
        _ => Button::of(Verb::Use),
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
