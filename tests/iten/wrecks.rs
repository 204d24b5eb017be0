//! Attacks on vehicles and what they break, fires, wrecks; running over and ramming (ITEN-VEH).

use std::collections::BTreeMap;

use hexfray::battle::{Chance, Modifier, Rule, Verb};

use crate::field::{Field, Game, ratio, table};

const SHOT: &str = "ITEN-SHO-08";
const DAMAGE: &str = "ITEN-VEH-13";
const ORDER: [(&str, u8); 2] = [("ITEN-INIT-02", 6), ("ITEN-INIT-02", 1)];

/// Bob of Blue with a gun of some bonus, eight hexes from the nearest hex of Red's vehicle, in which Ann, Amy and Ada
/// sit; Blue shoots first, then Eve, whom Red has on foot.
fn shot_at(sheet: &str, bonus: i8, penalty: i8, vehicle: &str, numbers: &str) -> Field {
    let (eye, bonus) = ((bonus - 4).max(0), bonus.min(4));
    let gun = format!(
        "(id: \"ITEN-WPN-03\", name: \"Gun\", weight: Light, bonus: {bonus}, range: Some(24), grit: {penalty}, cost: 1)"
    );
    Field::open(40, 9)
        .adds("weapons.ron", &gun)
        .troop("Gunner", &format!("sv: {eye}"))
        .side("Blue", "")
        .figure("Bob", (15, 5), "troop: \"Gunner\", weapons: [\"Gun\"]")
        .side("Red", "")
        .rider("Ann", "", "")
        .rider("Amy", "", "")
        .rider("Ada", "", "")
        .vehicle(sheet, (6, 5), vehicle, &format!("numbers: {{{numbers}}}"))
        .figure("Eve", (35, 5), "weapons: [\"Autogun\"]")
        .at("Shooting")
}

const ALL: &str = "aboard: [\"Ann\", \"Amy\", \"Ada\"]";

/// The chances of what a shot at a vehicle does to it.
fn odds(field: &Field, sheet: &str) -> BTreeMap<String, String> {
    field.begin(&[]).odds(&format!("Bob shoots at {sheet} with the Gun"), sheet)
}

/// What a shot does, these being the faces of the shot and of the damage table, and what is rolled then.
fn hit(field: &Field, sheet: &str, shot: u8, damage: u8, then: &[(&str, u8)]) -> Game {
    let mut game = field.begin(&[]);
    let dice = [&[(SHOT, shot), (DAMAGE, damage)][..], then].concat();
    game.act(&format!("Bob shoots at {sheet} with the Gun"), &dice);
    game
}

/// ITEN-VEH-12, ITEN-VEH-13: the total must reach the Armour; what it exceeds it by is added on the damage table. +5
/// against a Rhino hits on a 6, and then just.
#[test]
fn hitting_a_vehicle() {
    let rhino = odds(&shot_at("Rhino", 5, 0, ALL, ""), "Rhino");
    assert_eq!(rhino["plates 0>1"], "1/9", "a sixth to hit; 1 and 2, and 5 and 6, since no weapon is mounted");
    // Cover counts, and nothing is so hard that it cannot be missed.
    let sure = odds(&shot_at("Cargo Lifter", 9, 0, ALL, ""), "Cargo Lifter");
    // On 1 a miss; from 2 on by 2 + 9 - 5 = 6 and more: at least 7 on the table.
    assert!(!sure.contains_key("plates 0>1"));
    assert_eq!(ratio(&sure["nothing"]), ratio("1/6"));
    let mut torrent = Field::open(40, 9)
        .side("Blue", "")
        .figure("Bob", (15, 5), "weapons: [\"Autogun\"]")
        .figure("Ben", (15, 4), "weapons: [\"Autogun\"]")
        .side("Red", "")
        .rider("Ann", "", "")
        .vehicle("Street Car", (6, 5), "aboard: [\"Ann\"]", "")
        .at("Shooting")
        .begin(&[]);
    torrent.act("Bob shoots at Street Car with the Autogun", &[]);
    // Autogun +1 and a helper +1 against 7+: 5 just does it.
    torrent.act("Ben helps Bob", &[&[(SHOT, 5), (DAMAGE, 1)], &ORDER[..]].concat());
    assert_eq!(torrent.value("Street Car", "plates"), 1);
}

/// ITEN-VEH-13: exactly the Armour: a die on the table; four above it: 5 to 10, the engine on a 6.
#[test]
fn excess_adds_to_the_damage() {
    // 6 + 9 - 11 = 4 above a Rhino's, 5 + 9 three.
    let field = shot_at("Rhino", 9, 0, "aboard: [\"Ann\", \"Amy\", \"Ada\"], weapons: [\"Heavy Stubber\"]", "");
    let score = |shot: u8, die: u8| shot + 9 - 11 + die;
    let then = |score: u8| match score {
        3 | 4 => vec![("ITEN-VEH-18", 1), ("ITEN-VEH-18", 1)],
        7 => vec![("ITEN-VEH-20", 1)],
        8 => vec![("ITEN-VEH-21", 1)],
        _ => Vec::new(),
    };
    let engine = |shot: u8| -> Vec<u8> {
        let stops = |&die: &u8| hit(&field, "Rhino", shot, die, &then(score(shot, die))).value("Rhino", "broken") == 32;
        (1..=6).filter(stops).collect()
    };
    assert_eq!((engine(6), engine(5)), (vec![6], vec![]));
}

/// ITEN-VEH-17: a plate comes off, down to 2+. ITEN-VEH-15: so it is where nobody is aboard and no weapon is mounted.
#[test]
fn plates_come_off() {
    let game = hit(&shot_at("Truck", 2, 0, ALL, ""), "Truck", 6, 2, &[]);
    assert_eq!((game.value("Truck", "plates"), game.battle.armour(game.unit("Truck"))), (1, 7));
    let thin = shot_at("Truck", 2, 0, ALL, "\"plates\": 20").begin(&[]);
    assert_eq!(thin.battle.armour(thin.unit("Truck")), 2);
    for face in [5, 6] {
        assert_eq!(hit(&shot_at("Truck", 2, 0, ALL, ""), "Truck", 6, face, &[]).value("Truck", "plates"), 1);
    }
    let mut nobody = Field::open(40, 9)
        .side("Blue", "")
        .figure("Bob", (15, 5), "weapons: [\"Autogun\"]")
        .side("Red", "")
        .figure("Ann", (40, 9), "")
        .vehicle("Street Car", (6, 5), "", "")
        .at("Shooting")
        .begin(&[]);
    nobody.act("Bob shoots at Street Car with the Autogun", &[&[(SHOT, 6), (DAMAGE, 4)], &ORDER[..]].concat());
    assert_eq!(nobody.value("Street Car", "plates"), 1);
}

/// ITEN-VEH-18, ITEN-VEH-37: one of those aboard, a third each, has the same attack against his own armour, cover aside,
/// and then rolls Grit with the weapon's penalty.
#[test]
fn the_crew_is_hit() {
    let field = shot_at("Truck", 2, -1, ALL, "");
    let mut game = field.begin(&[]);
    let out =
        |game: &Game| ["Ann", "Amy", "Ada"].into_iter().filter(|n| game.value(n, "fate") == 1).collect::<Vec<_>>();
    let action = game.action("Bob shoots at Truck with the Gun");
    assert_eq!(game.battle.shot(game.unit("Bob"), 0, game.unit("Truck")).unwrap().need, 6);
    let lost = game.battle.odds(action).outcomes;
    let chance = |name: &str| -> Chance {
        let unit = game.unit(name);
        let falls = |c: &(hexfray::battle::UnitId, String, i32, i32)| c.0 == unit && c.1 == "fate";
        lost.iter().filter(|o| o.changes.iter().any(falls)).map(|o| o.chance.clone()).sum()
    };
    // A sixth hits, a third is the crew, of whom a third each; 5+ less 2: two thirds; Grit 4+ less 1: two thirds out.
    for name in ["Ann", "Amy", "Ada"] {
        assert_eq!(chance(name), ratio("1/6") * ratio("1/3") * ratio("1/3") * ratio("2/3") * ratio("2/3"));
    }
    let game = hit(&field, "Truck", 6, 3, &[("ITEN-VEH-18", 1), ("ITEN-VEH-18", 3), ("ITEN-GRIT-01", 4)]);
    assert_eq!((out(&game), game.value("Truck", "driver")), (vec!["Ann"], 0));
    // Who is knocked down stays at the wheel, and does not drive.
    let game = hit(&field, "Truck", 6, 3, &[("ITEN-VEH-18", 1), ("ITEN-VEH-18", 3), ("ITEN-GRIT-01", 5)]);
    assert_eq!((game.value("Ann", "down"), game.value("Truck", "driver")), (1, 1 + i32::from(game.unit("Ann").0)));
}

/// ITEN-VEH-19, ITEN-VEH-37: one of its weapons, evenly, for the rest of the game.
#[test]
fn weapons_are_disabled() {
    let guns = format!("{ALL}, weapons: [\"Heavy Stubber\", \"Heavy Bolter\"]");
    let field = shot_at("Chimera", 6, 0, &guns, "");
    for face in [1, 2] {
        let game = hit(&field, "Chimera", 6, 5, &[("ITEN-VEH-19", face)]);
        assert_eq!(game.value("Chimera", "gone"), i32::from(face));
    }
    let one = shot_at("Chimera", 6, 0, &guns, "\"gone\": 1");
    assert_eq!(hit(&one, "Chimera", 6, 6, &[]).value("Chimera", "gone"), 3);
    let none = shot_at("Chimera", 6, 0, &guns, "\"gone\": 3");
    assert_eq!(hit(&none, "Chimera", 6, 6, &[]).value("Chimera", "plates"), 1);
}

/// ITEN-VEH-20 to ITEN-VEH-23: steering left on 1 to 3 and right on 4 to 6, gears likewise, brakes, engine.
/// ITEN-VEH-15: what is gone already is passed over for the next row, down to the fire.
#[test]
fn what_breaks() {
    let broken = |excess: i8, before: u8, then: &[(&str, u8)]| {
        let field = shot_at("Truck", 2 + excess, 0, ALL, &format!("\"broken\": {before}"));
        hit(&field, "Truck", 6, 6, then).value("Truck", "broken")
    };
    assert_eq!(broken(1, 0, &[("ITEN-VEH-20", 3)]), 1);
    assert_eq!(broken(1, 0, &[("ITEN-VEH-20", 4)]), 2);
    assert_eq!(broken(2, 0, &[("ITEN-VEH-21", 3)]), 4);
    assert_eq!(broken(2, 0, &[("ITEN-VEH-21", 4)]), 8);
    assert_eq!(broken(3, 0, &[]), 16);
    assert_eq!(broken(4, 0, &[]), 32);
    // Left again: the gearbox it is; forwards again: the brakes, and so on.
    assert_eq!(broken(1, 1, &[("ITEN-VEH-20", 1), ("ITEN-VEH-21", 6)]), 1 + 8);
    assert_eq!(broken(1, 1, &[("ITEN-VEH-20", 5)]), 1 + 2);
    assert_eq!(broken(2, 4, &[("ITEN-VEH-21", 1)]), 4 + 16);
    assert_eq!(broken(3, 16, &[]), 16 + 32);
    let field = shot_at("Truck", 6, 0, ALL, "\"broken\": 32");
    let mut game = field.begin(&[]);
    game.act("Bob shoots at Truck with the Gun", &[(SHOT, 6), (DAMAGE, 6)]);
    assert_eq!(game.asking().0, "ITEN-VEH-24");
}

/// A vehicle that is set on fire, or explodes, by a shot of Bob's, with these rolls.
fn burning(explodes: bool, numbers: &str, then: &[(&str, u8)]) -> Game {
    let mut game = shot_at("Truck", if explodes { 8 } else { 7 }, 0, ALL, numbers).begin(&[]);
    let dice = [&[(SHOT, 6), (DAMAGE, 6)], then].concat();
    game.act("Bob shoots at Truck with the Gun", &dice);
    game
}

/// ITEN-VEH-24: all get out at once, where their owner says (ITEN-VEH-37), before anything else goes on; from a vehicle
/// that has moved as by bailing out. ITEN-VEH-16: the wreck burns on: nobody gets in or sees through it.
#[test]
fn fires() {
    let mut game = burning(false, "", &[]);
    assert_eq!((game.asked(), game.asking().0, game.phase()), ("Red".to_owned(), "ITEN-VEH-24", "Shooting"));
    assert_eq!(game.offers().len(), 3 * 12);
    game.acts(&["Ann gets off at 8.5", "Amy gets off at 4.5"]);
    game.act("Ada gets off at 5.3", &[]);
    assert_eq!((game.place("Ann"), game.place("Amy"), game.place("Ada")), ((8, 5), (4, 5), (5, 3)));
    assert_eq!((game.value("Truck", "fate"), game.place("Truck")), (1, (0, 0)));
    assert_eq!(game.battle.table().felled.0[0], 30, "a truck's price for Blue");
    // The wreck.
    let wrecks = game.battle.marked().iter().filter(|m| m.1.wreck).count();
    assert_eq!(wrecks, 7);
    assert!(!game.battle.sees(game.unit("Ann"), game.unit("Amy")));
    assert!(!game.can(Verb::Move, "Bob", (7, 5)));
    // Moved: a Grit roll each, knocked down or out.
    for (steps, rule, field) in [(9, "ITEN-VEH-09", "down"), (10, "ITEN-VEH-10", "fate")] {
        let mut game = burning(false, &format!("\"steps\": {steps}"), &[]);
        game.act("Ann bails out at 8.5", &[(rule, 3)]);
        game.act("Amy bails out at 4.5", &[(rule, 4)]);
        assert_eq!((game.value("Ann", field), game.value("Amy", field)), (1, 0));
    }
}

/// ITEN-VEH-24: where no hex beside it is free, nobody gets out.
#[test]
fn cooked() {
    let gun = "(id: \"ITEN-WPN-03\", name: \"Gun\", weight: Light, bonus: 6, range: Some(24), grit: 0, cost: 1)";
    let field = Field::open(40, 9)
        .adds("weapons.ron", gun)
        .side("Blue", "")
        .figure("Bob", (15, 5), "weapons: [\"Gun\"]")
        .side("Red", "")
        .rider("Ann", "", "")
        .vehicle("Motorbike", (6, 5), "aboard: [\"Ann\"]", "");
    let around = [(7, 5), (5, 5), (6, 4), (5, 4), (6, 6), (5, 6)];
    let crowd = |field: Field, hexes: &[(u16, u16)]| {
        hexes.iter().enumerate().fold(field, |f, (i, at)| f.figure(&format!("F{i}"), *at, "")).at("Shooting")
    };
    let mut game = crowd(field.clone(), &around).begin(&[]);
    game.act("Bob shoots at Motorbike with the Gun", &[(SHOT, 6), (DAMAGE, 6)]);
    assert_eq!((game.value("Ann", "fate"), game.value("Ann", "aboard"), game.value("Motorbike", "fate")), (1, 0, 1));
    // With one hex free he is out of it.
    let mut game = crowd(field, &around[1..]).begin(&[]);
    game.act("Bob shoots at Motorbike with the Gun", &[(SHOT, 6), (DAMAGE, 6)]);
    assert_eq!(game.offers(), ["Ann gets off at 7.5"]);
}

/// ITEN-VEH-25: each aboard passes Grit or is out; the others get out, with no second roll for jumping.
#[test]
fn explosions() {
    let rolls = [("ITEN-VEH-25", 4), ("ITEN-VEH-25", 3), ("ITEN-VEH-25", 5)];
    let mut game = burning(true, "\"steps\": 12", &rolls);
    assert_eq!((game.value("Amy", "fate"), game.offers().len()), (1, 2 * 12));
    game.act("Ann bails out at 8.5", &[]);
    game.act("Ada bails out at 4.5", &[]);
    assert_eq!((game.value("Ann", "down"), game.value("Ada", "fate"), game.value("Truck", "fate")), (0, 0, 1));
}

/// ITEN-VEH-16, ITEN-LOS-02: vehicles stand in the line of sight with all their hexes, and figures do not; from inside one's own hull
/// does not.
#[test]
fn vehicles_block_sight() {
    let sees = |sheet: &str, at: (u16, u16)| {
        let game = Field::open(30, 9)
            .side("Red", "")
            .figure("Ann", (3, 5), "")
            .figure("Amy", (5, 5), "")
            .rider("Abe", "", "")
            .vehicle(sheet, at, "aboard: [\"Abe\"]", "")
            .side("Blue", "")
            .figure("Bob", (20, 5), "")
            .begin(&[]);
        (game.battle.sees(game.unit("Ann"), game.unit("Bob")), game.battle.sees(game.unit("Abe"), game.unit("Bob")))
    };
    assert_eq!(sees("Truck", (10, 5)), (false, true));
    assert_eq!(sees("Truck", (10, 4)), (false, true));
    assert_eq!(sees("Truck", (10, 3)), (true, true));
    assert_eq!(sees("Motorbike", (10, 5)), (false, true));
    assert_eq!(sees("Motorbike", (10, 4)), (true, true));
}

/// ITEN-VEH-14, ITEN-VEH-12: it may be struck in Melee by who stands beside it, whom it does not hold; several gang up,
/// and nobody outnumbers it.
#[test]
fn melee_against_vehicles() {
    let field = Field::open(30, 9)
        .troop("Brute", "fv: 3")
        .side("Blue", "")
        .figure("Bob", (8, 5), "troop: \"Brute\", weapons: [\"Sword\"]")
        .figure("Ben", (7, 4), "troop: \"Brute\", weapons: [\"Sword\"]")
        .side("Red", "")
        .rider("Ann", "", "")
        .vehicle("Truck", (6, 5), "aboard: [\"Ann\"]", "")
        .at("Melee");
    let mut game = field.begin(&[]);
    let bob = game.battle.blow(game.unit("Bob"), 0, game.unit("Truck"), 3, 0);
    // FV 3, sword +1, 8+: 4 and more.
    assert_eq!((bob.need, bob.modifiers.len()), (4, 2));
    game.act("Bob strikes at Truck with the Sword", &[]);
    // A friend's help makes it 3; nobody outnumbers it.
    game.act("Ben helps Bob", &[&[("ITEN-MEL-03", 3), (DAMAGE, 1)], &ORDER[..]].concat());
    assert_eq!(game.value("Truck", "plates"), 1);
    let mut game = field.begin(&[]);
    game.act("Bob strikes at Truck with the Sword", &[]);
    let misses = [("ITEN-MEL-03", 3), ("ITEN-MEL-03", 3)];
    game.act("Ben strikes at Truck with the Sword", &[&misses[..], &ORDER].concat());
    // It is held by nobody, and neither are they.
    assert_eq!((game.value("Truck", "plates"), game.battle.in_melee(game.unit("Bob"))), (0, false));
}

/// Ann at the wheel, of some Fighting Value; Bob of some armour in the way.
fn run_down(fv: i8, bob: &str, numbers: &str) -> Field {
    Field::open(30, 9)
        .troop("Racer", &format!("fv: {fv}"))
        .side("Red", "")
        .rider("Ann", "troop: \"Racer\"", "")
        .vehicle("Truck", (5, 5), "aboard: [\"Ann\"]", "")
        .side("Blue", "")
        .figure_with("Bob", (10, 5), bob, numbers)
        .figure("Ben", (30, 1), "")
}

/// ITEN-VEH-30: 1D6 + the driver's FV + 3 against each in the way, once a turn: FV 1 against 6+ hits five times in six.
/// Who is not hit strikes at the vehicle; whoever is left ends beside its path.
#[test]
fn running_over() {
    const OVER: &str = "Truck drives flat out to 16.5, facing E, over whoever is in the way";
    const RULE: &str = "ITEN-VEH-30";
    let flak = "armour: \"Flak Armour\", weapons: [\"Sword\"]";
    let mut game = run_down(1, flak, "").begin(&[]);
    let hit = |game: &Game| game.rules().contains(&"ITEN-GRIT-01");
    assert_eq!(game.chances(OVER, hit), table([(true, "5/6"), (false, "1/6")]));
    game.act(OVER, &[(RULE, 2), ("ITEN-GRIT-01", 5)]);
    assert_eq!((game.place("Truck"), game.value("Truck", "steps")), ((16, 5), 11));
    let aside = game.place("Bob");
    assert!(aside == (10, 3) || aside == (9, 3) || aside == (9, 7) || aside == (10, 7), "{aside:?}");
    // Missed: his own attack, sword +1 against 8+, cannot hit; a strong man's can.
    let mut game = run_down(0, "armour: \"Power Armour\", troop: \"Racer\", weapons: [\"Power Fist\"]", "").begin(&[]);
    let dice = [(RULE, 4), (RULE, 5), (DAMAGE, 1)];
    game.act(OVER, &dice);
    assert_eq!((game.value("Truck", "plates"), game.place("Truck")), (1, (16, 5)));
    // Who lies in the way is easier to hit, and strikes at nobody.
    let mut game = run_down(0, "armour: \"Power Armour\"", "\"down\": 1").begin(&[]);
    game.act(OVER, &[(RULE, 2)]);
    assert_eq!(game.value("Truck", "plates"), 0);
    // What breaks on the way has its effect at once: 6 + 2 - 2 = 6 above, and then a 4 is the engine.
    let fist = "armour: \"Power Armour\", weapons: [\"Power Fist\"]";
    let field = Field::open(30, 9)
        .side("Red", "")
        .rider("Ann", "", "")
        .vehicle("Truck", (5, 5), "aboard: [\"Ann\"]", "numbers: {\"plates\": 6}")
        .side("Blue", "")
        .figure("Bob", (10, 5), fist);
    let mut game = field.begin(&[]);
    let bonus = game.battle.arm(game.unit("Bob"), 0).unwrap().bonus;
    let engine = u8::try_from(10 - (6 + bonus - 2)).unwrap();
    game.act(OVER, &[(RULE, 1), (RULE, 6), (DAMAGE, engine)]);
    assert_eq!((game.place("Truck"), game.value("Truck", "broken")), ((8, 5), 32));
}

/// A duel of vehicles: Red's at (4, 5), facing east, and Blue's far enough to be met after twelve hexes or fewer.
fn duel(red: &str, ram: bool, blue: &str, hexes: u16, numbers: &str) -> Field {
    Field::open(40, 9)
        .side("Red", "")
        .rider("Ann", "", "")
        .figure("Amy", (1, 9), "")
        .vehicle(red, (4, 5), &format!("aboard: [\"Ann\"], ram: {ram}"), &format!("numbers: {{{numbers}}}"))
        .side("Blue", "")
        .rider("Bob", "", "")
        .vehicle(blue, (4 + 3 + hexes, 5), "aboard: [\"Bob\"]", "facing: W")
}

/// ITEN-VEH-31: +1 for every two hexes before the collision against the rammed one, which has +2 in return; both stop.
/// Twelve hexes against 7+: five in six; back +2 against a truck's 8+: one in six.
#[test]
fn ramming() {
    const RULE: &str = "ITEN-VEH-31";
    let mut game = duel("Truck", false, "Street Car", 12, "").begin(&[]);
    let rolled = |game: &Game| {
        let damage = game.rules().iter().filter(|r| **r == DAMAGE).count();
        (damage, game.battle.unit(game.unit("Street Car")).halted && game.battle.unit(game.unit("Truck")).halted)
    };
    let text = "Truck rams Street Car flat out";
    let both = |n: usize| (n, true);
    let expected = [(both(0), "5/36"), (both(1), "13/18"), (both(2), "5/36")];
    assert_eq!(game.chances(text, rolled), table(expected));
    game.act(text, &[(RULE, 1), (RULE, 5)]);
    assert_eq!((game.place("Truck"), game.value("Truck", "steps"), game.asked()), ((16, 5), 12, "Red".to_owned()));
    // Both stand still for the rest of the turn.
    game.act("Ann does nothing", &[]);
    assert!(!game.offers().iter().any(|o| o.starts_with("Street Car")));
    let usual = duel("Truck", false, "Street Car", 5, "").begin(&[]).battle;
    assert_eq!(usual.ramming(hexfray::battle::UnitId(1), 5), Modifier::roller(Rule(RULE), 2));
}

/// ITEN-VEH-32: with a blade +2 for every three hexes instead.
#[test]
fn ramming_with_a_blade() {
    let game = duel("Truck", true, "Street Car", 12, "").begin(&[]);
    let force = |hexes| game.battle.ramming(game.unit("Truck"), hexes);
    assert_eq!([12, 8, 2].map(|hexes| force(hexes).value), [8, 4, 0]);
    assert_eq!(force(12).rule.0, "ITEN-VEH-32");
}

/// ITEN-VEH-34: the rammed one strikes back though the first attack was its end; fires come after both, and both may
/// explode.
#[test]
fn the_order_of_a_ram() {
    const RULE: &str = "ITEN-VEH-31";
    // 6 + 6 - 7 = 5 above: 11 on a 6. Back: 6 + 2 - 8: on the dot.
    let mut game = duel("Truck", false, "Street Car", 12, "").begin(&[]);
    game.act("Truck rams Street Car flat out", &[(RULE, 6), (DAMAGE, 6), (RULE, 6), (DAMAGE, 2)]);
    assert_eq!((game.asked(), game.asking().0), ("Blue".to_owned(), "ITEN-VEH-24"));
    assert_eq!(game.value("Truck", "plates"), 1);
    // The rammed car stood: no roll for who gets out.
    game.act("Bob gets off at 21.5", &[]);
    assert_eq!((game.value("Street Car", "fate"), game.place("Bob")), (1, (21, 5)));
    let mut game = duel("Truck", false, "Street Car", 12, "\"plates\": 6, \"broken\": 63").begin(&[]);
    assert!(!game.offers().iter().any(|o| o.contains("rams")), "an engine that is dead rams nobody");
    let mut game = duel("Truck", false, "Street Car", 12, "\"plates\": 6").begin(&[]);
    let dice = [(RULE, 6), (DAMAGE, 6), (RULE, 6), (DAMAGE, 6)];
    game.act("Truck rams Street Car flat out", &[&dice[..], &[("ITEN-VEH-25", 6)]].concat());
    assert_eq!(game.asked(), "Red");
    game.act("Ann bails out at 14.5", &[]);
    game.act("Bob gets off at 21.5", &[]);
    assert_eq!((game.value("Truck", "fate"), game.value("Street Car", "fate")), (1, 1));
}

/// ITEN-VEH-33: into a wall, on purpose or without brakes: the vehicle attacks itself with +1 for every two hexes, and a
/// blade does not count; 12 hexes against 10+: one in two.
#[test]
fn into_a_wall() {
    const RULE: &str = "ITEN-VEH-33";
    let wall = format!("{}# .\n", ". ".repeat(20)).repeat(9);
    let brakeless = "numbers: {\"broken\": 16, \"went\": 12}";
    let truck = |column: u16| {
        Field::drawn(&wall)
            .side("Red", "")
            .rider("Ann", "", "")
            .vehicle("Armoured Truck", (column, 5), "aboard: [\"Ann\"], ram: true", brakeless)
            .side("Blue", "")
            .figure("Bob", (1, 1), "")
            .begin(&[])
    };
    let mut game = truck(7);
    let hit = |game: &Game| game.rules().contains(&DAMAGE);
    let into = "Armoured Truck runs flat out into what is at 20.5";
    assert_eq!(game.chances(into, hit), table([(true, "1/2"), (false, "1/2")]));
    game.act(into, &[(RULE, 4), (DAMAGE, 1)]);
    assert_eq!((game.place("Armoured Truck"), game.value("Armoured Truck", "plates")), ((19, 5), 1));
    assert_eq!(game.value("Armoured Truck", "halted"), 1);
    // Left to itself it comes to the wall after eleven hexes.
    let mut game = truck(8);
    game.act("Ann does nothing", &[]);
    assert_eq!(game.chances("Armoured Truck does nothing", hit), table([(true, "1/3"), (false, "2/3")]));
}

/// ITEN-VEH-38: a vehicle is set up wholly in its owner's zone, facing inland, with those of its roster aboard, before
/// the others; who may move it is up to the owner's Movement.
#[test]
fn setting_up() {
    let field = Field::open(48, 32)
        .side("Red", "roster: \"convoy\", points: 300")
        .side("Blue", "roster: \"raiders\", points: 300")
        .at("");
    let mut game = field.begin(&[("ITEN-DEP-01", 6), ("ITEN-DEP-01", 1)]);
    game.act("deploy at the top edge", &[]);
    // The Leader rides: what he rides in comes first, then the other vehicle.
    let asked = |game: &mut Game, name: &str| game.offers().iter().all(|o| o.starts_with(&format!("place {name} at")));
    assert!(asked(&mut game, "Rhino"));
    // Six rows deep: the hull fits in rows 2 to 5.
    let rows = |game: &mut Game, name: &str| -> Vec<u16> {
        (1..=32).filter(|r| game.can(Verb::Place, name, (20, *r))).collect()
    };
    assert_eq!(rows(&mut game, "Rhino"), [2, 3, 4, 5]);
    game.act("place Rhino at 20.3", &[]);
    assert!(asked(&mut game, "Attack-bike"));
    assert_eq!(rows(&mut game, "Attack-bike"), [1, 5, 6]);
    let rhino = game.unit("Rhino");
    let aboard: Vec<&str> = game.battle.riders(rhino).map(|u| game.battle.profile(u).member.name.as_str()).collect();
    assert_eq!(aboard, ["Inquisitor", "Interrogator", "Space Marine", "Stormtrooper 1", "Stormtrooper 2"]);
    assert_eq!(game.battle.driver(rhino), Some(game.unit("Interrogator")));
    let ahead = game.battle.board().neighbours[game.battle.piece(rhino).at.index()];
    let ahead = ahead[game.battle.piece(rhino).facing as usize];
    assert_eq!(game.battle.board().column_row(ahead).1, 4);
    game.act("place Attack-bike at 24.5", &[]);
    // All of Red's are aboard; of Blue's two are on foot.
    assert!(game.offers().iter().all(|o| o.starts_with("place Armoured Truck")));
    game.act("place Armoured Truck at 20.30", &[]);
    game.act("place Pick-up Truck at 25.30", &[]);
    let mut left: Vec<String> = game.offers().iter().filter_map(|o| Some(o.split(" at ").next()?.to_owned())).collect();
    left.dedup();
    assert_eq!(left, ["place Chaos Space Marine", "place Chaos Cultist 3", "place Chaos Cultist 4"]);
}
