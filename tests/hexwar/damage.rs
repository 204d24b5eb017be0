//! Armour, damage, results, shaken, critical damage and tokens (HEX-ARM, HEX-DAM, HEX-RES, HEX-SHK, HEX-CRIT, HEX-TOK).

use std::collections::BTreeMap;

use hexfray::battle::{Chance, Reason, Rule};

use crate::field::{DUEL, Duel, Field, Game, SHOT, chances};
use crate::shooting::{FACINGS, angle};

const INFANTRY: &str = "models: 5";
const MONSTER: &str = "class: Monster";
/// Two guns for critical damage, which do not bear on a firer behind it.
const VEHICLE: &str = "class: Vehicle, bio: false, ranged: [(weapon: \"sun lance\"), (weapon: \"steam cannon\")]";

/// What is shown, how, and what a hit does with which chance.
type Case<'a> = (&'a str, Duel<'a>, &'a [(&'a str, &'a str)]);

/// What a hit does at normal range 5, where it is not said otherwise.
fn hit<'a>(weapon: &'a str, target: &'a str, target_more: &'a str) -> Duel<'a> {
    Duel { weapon, target, target_more, to: (6, 1), ..DUEL }
}

fn of_hit(duel: Duel<'_>) -> BTreeMap<String, String> {
    duel.begin().of_hit(SHOT, "Marker")
}

/// Chances of whole rows of the damage table for a vehicle: those of critical damage added up.
fn rows(all: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut sums: BTreeMap<String, Chance> = BTreeMap::new();
    for (words, chance) in all {
        let critical = words.contains("shaken")
            && ["engine", "guns", "crew", "tracks", "plates", "fire"].iter().any(|c| words.contains(c));
        let row = match words.as_str() {
            words if words.contains("on board") => "destroyed",
            words if words.contains("future 0>2") => "critical, fire",
            _ if critical => "critical",
            "future 0>1, shaken 0>1" => "token, shaken",
            words => words,
        };
        *sums.entry(row.to_owned()).or_insert_with(|| Chance::from_integer(0u8.into())) +=
            chance.parse::<Chance>().unwrap();
    }
    sums.into_iter().map(|(row, chance)| (row, chance.to_string())).collect()
}

/// HEX-RES-01, HEX-RES-02, HEX-RES-03, HEX-RES-04, HEX-RES-05, HEX-RES-06: every row of every column, by a d12 that
/// penetrates at normal range. HEX-RES-13: what does not live takes no bleeding from them. HEX-CRIT-01, HEX-CONST-17: each
/// critical effect is 1/6 of its row; of two guns either may be hit.
#[test]
fn damage_table() {
    let d12 = "range: 6, die: 12";
    let cases: &[Case<'_>] = &[
        (
            "Infantry",
            hit(d12, INFANTRY, ""),
            &[
                ("nothing", "1/12"),
                ("future 0>1", "1/6"),
                ("models 5>4", "1/4"),
                ("models 5>4, bleed4 0>1", "1/4"),
                ("models 5>4, bleed6 0>1", "1/6"),
                ("models 5>3, bleed6 0>1", "1/12"),
            ],
        ),
        (
            "Monster",
            hit(d12, MONSTER, ""),
            &[
                ("nothing", "1/12"),
                ("future 0>1", "1/6"),
                ("future 0>1, bleed4 0>1", "1/4"),
                ("future 0>1, bleed6 0>1, shaken 0>1", "1/4"),
                ("future 0>2, bleed8 0>1, shaken 0>1", "1/6"),
                ("models 1>0, on board 1>0", "1/12"),
            ],
        ),
        (
            "Vehicle",
            hit(d12, VEHICLE, ""),
            &[
                ("nothing", "1/12"),
                ("future 0>1", "1/6"),
                ("future 0>1, shaken 0>1", "1/4"),
                ("future 0>1, shaken 0>1, engine 0>1", "1/24"),
                ("future 0>1, shaken 0>1, guns 0>1", "1/48"),
                ("future 0>1, shaken 0>1, guns 0>2", "1/48"),
                ("future 0>1, shaken 0>1, crew 0>1", "1/24"),
                ("future 0>1, shaken 0>1, tracks 0>1", "1/24"),
                ("future 0>1, fire 0>1, shaken 0>1", "1/24"),
                ("future 0>1, shaken 0>1, plates 0>1", "1/24"),
                ("future 0>2, fire 0>1, shaken 0>1, engine 0>1", "1/36"),
                ("future 0>2, fire 0>1, shaken 0>1, guns 0>1", "1/72"),
                ("future 0>2, fire 0>1, shaken 0>1, guns 0>2", "1/72"),
                ("future 0>2, fire 0>1, shaken 0>1, crew 0>1", "1/36"),
                ("future 0>2, fire 0>1, shaken 0>1, tracks 0>1", "1/36"),
                ("future 0>2, fire 0>1, shaken 0>1", "1/36"),
                ("future 0>2, fire 0>1, shaken 0>1, plates 0>1", "1/36"),
                ("models 1>0, on board 1>0", "1/12"),
            ],
        ),
        (
            "psychic, Infantry",
            hit("range: 6, die: 12, specials: [Psychic]", INFANTRY, ""),
            &[("nothing", "1/4"), ("shaken 0>1", "1/4"), ("shaken 0>2", "1/2")],
        ),
        (
            "psychic, Vehicle",
            hit("range: 6, die: 12, specials: [Psychic]", VEHICLE, ""),
            &[("nothing", "1/4"), ("shaken 0>1", "1/4"), ("shaken 0>2", "1/2")],
        ),
        (
            "HEX-BASE-04: of two kills one has nobody left",
            hit(d12, "models: 1", "numbers: {\"future\": 11}"),
            &[("models 1>0, future 11>0, on board 1>0", "1")],
        ),
        (
            "HEX-RES-13: Infantry that does not live",
            hit(d12, "models: 5, bio: false", ""),
            &[("nothing", "1/12"), ("future 0>1", "1/6"), ("models 5>4", "2/3"), ("models 5>3", "1/12")],
        ),
        (
            "HEX-RES-13: Monster that does not live",
            hit(d12, "class: Monster, bio: false", ""),
            &[
                ("nothing", "1/12"),
                ("future 0>1", "5/12"),
                ("future 0>1, shaken 0>1", "1/4"),
                ("future 0>2, shaken 0>1", "1/6"),
                ("models 1>0, on board 1>0", "1/12"),
            ],
        ),
        (
            "HEX-CRIT-01: gun: no effect if none is left; repeats add up",
            hit(
                "range: 6, die: 4",
                VEHICLE,
                "numbers: {\"future\": 5, \"guns\": 3, \"engine\": 1, \"crew\": 1, \"tracks\": 1, \"plates\": 2}",
            ),
            &[
                // A 6 in all, or a gun hit where none is left.
                ("future 5>6, shaken 0>1", "3/8"),
                ("future 5>6, shaken 0>1, engine 1>2", "1/8"),
                ("future 5>6, shaken 0>1, crew 1>2", "1/8"),
                ("future 5>6, shaken 0>1, tracks 1>2", "1/8"),
                ("future 5>6, fire 0>1, shaken 0>1", "1/8"),
                ("future 5>6, shaken 0>1, plates 2>3", "1/8"),
            ],
        ),
    ];
    for (name, duel, expected) in cases {
        assert_eq!(of_hit(*duel), chances(expected), "{name}");
    }
}

/// HEX-BASE-01, HEX-RES-07, HEX-RES-08, HEX-RES-09, HEX-RES-10, HEX-RES-11, HEX-RES-12, HEX-DAM-01, HEX-DAM-02,
/// HEX-DAM-03, HEX-DAM-04, HEX-DAM-05, HEX-DAM-07, HEX-DAM-09, HEX-DAM-10, HEX-ARM-02, HEX-ARM-03, HEX-CONST-05,
/// HEX-CONST-06: hits of every kind with the odds that the inventory names. HEX-TOK-02, HEX-TOK-04: a unit has acid and
/// fire once at most; HEX-TOK-05, HEX-TOK-06: poison and bleeding add up.
#[test]
fn hits() {
    let tank = format!("{VEHICLE}, armour: (5, 5, 5)");
    let armour_5 = "class: Vehicle, bio: false, armour: (5, 5, 5)";
    let d6_vehicle: &[(&str, &str)] = &[("nothing", "1/6"), ("future 0>1", "1/3"), ("token, shaken", "1/2")];
    let d6: &[(&str, &str)] = &[("nothing", "1/6"), ("future 0>1", "1/3"), ("models 5>4", "1/2")];
    let partly: &[(&str, &str)] = &[("nothing", "2/3"), ("future 0>1", "1/3")];
    let blocked: &[(&str, &str)] = &[("nothing", "1")];
    let wide = |weapon, target| hit(weapon, target, "");
    let cases: &[Case<'_>] = &[
        ("HEX-RES-07: d6", wide("range: 6", INFANTRY), d6),
        (
            "HEX-RES-08: d8",
            wide("range: 6, die: 8", INFANTRY),
            &[("nothing", "1/8"), ("future 0>1", "1/4"), ("models 5>4", "3/8"), ("models 5>4, bleed4 0>1", "1/4")],
        ),
        (
            "HEX-BASE-01: d4",
            wide("range: 6, die: 4", INFANTRY),
            &[("nothing", "1/4"), ("future 0>1", "1/2"), ("models 5>4", "1/4")],
        ),
        (
            "HEX-BASE-01: d10",
            wide("range: 6, die: 10", INFANTRY),
            &[
                ("nothing", "1/10"),
                ("future 0>1", "1/5"),
                ("models 5>4", "3/10"),
                ("models 5>4, bleed4 0>1", "3/10"),
                ("models 5>4, bleed6 0>1", "1/10"),
            ],
        ),
        (
            "HEX-RES-09, HEX-DAM-04: d10 Piercing",
            wide("range: 6, die: 10, specials: [Piercing]", VEHICLE),
            &[("token, shaken", "3/10"), ("critical", "3/10"), ("critical, fire", "1/5"), ("destroyed", "1/5")],
        ),
        (
            "HEX-RES-10: d12 Piercing",
            wide("range: 6, die: 12, specials: [Piercing]", VEHICLE),
            &[("token, shaken", "1/4"), ("critical", "1/4"), ("critical, fire", "1/6"), ("destroyed", "1/3")],
        ),
        (
            "HEX-RES-11: d10 partly blocked",
            wide("range: 6, ap: 4, die: 10", &tank),
            &[("nothing", "2/5"), ("future 0>1", "1/5"), ("token, shaken", "3/10"), ("critical", "1/10")],
        ),
        (
            "HEX-DAM-04: Piercing needs to penetrate",
            wide("range: 6, ap: 4, die: 10, specials: [Piercing]", &tank),
            &[("nothing", "2/5"), ("future 0>1", "1/5"), ("token, shaken", "3/10"), ("critical", "1/10")],
        ),
        (
            "HEX-RES-12: d10 Piercing, point blank",
            Duel { to: (2, 1), target: VEHICLE, weapon: "die: 10, specials: [Piercing]", ..DUEL },
            &[("token, shaken", "1/5"), ("critical", "3/10"), ("critical, fire", "1/5"), ("destroyed", "3/10")],
        ),
        ("HEX-ARM-02: AP 5", wide("range: 6, ap: 5", armour_5), d6_vehicle),
        ("HEX-ARM-02: AP 6", wide("range: 6, ap: 6", armour_5), d6_vehicle),
        ("HEX-ARM-02, HEX-DAM-03: AP 4", wide("range: 6, ap: 4", armour_5), partly),
        ("HEX-ARM-02: AP 3", wide("range: 6, ap: 3", armour_5), partly),
        ("HEX-ARM-02, HEX-DAM-02: AP 2", wide("range: 6, ap: 2", armour_5), blocked),
        ("HEX-ARM-02: armour of Infantry", wide("range: 6, ap: 1", "models: 5, armour: (3, 3, 3)"), partly),
        ("HEX-ARM-03: armour 0, AP 0", wide("range: 6, ap: 0", "class: Vehicle, bio: false"), d6_vehicle),
        (
            "HEX-ARM-03: lost armour",
            hit("range: 6, ap: 0", "models: 5, armour: (3, 3, 3)", "numbers: {\"armour_lost\": 1}"),
            partly,
        ),
        (
            "HEX-ARM-03: not below 0",
            hit("range: 6, ap: 0", "models: 5, armour: (3, 3, 3)", "numbers: {\"armour_lost\": 5}"),
            d6,
        ),
        ("HEX-CRIT-01: plates", hit("range: 6, ap: 3", armour_5, "numbers: {\"plates\": 2}"), d6_vehicle),
        (
            "HEX-DAM-05: one token",
            hit("range: 6", INFANTRY, "numbers: {\"future\": 1}"),
            &[("future 1>2", "1/3"), ("models 5>4", "1/2"), ("models 5>4, bleed4 0>1", "1/6")],
        ),
        (
            "HEX-DAM-05: three tokens",
            hit("range: 6", INFANTRY, "numbers: {\"future\": 3}"),
            &[("models 5>4", "1/2"), ("models 5>4, bleed4 0>1", "1/2")],
        ),
        (
            "HEX-DAM-05: as many as there can be",
            hit("range: 6, specials: [Piercing]", INFANTRY, "numbers: {\"future\": 255}"),
            &[("models 5>3, bleed6 0>1", "1")],
        ),
        (
            "HEX-DAM-07: regular Resistance 1",
            wide("range: 6", "models: 5, abilities: [Resistance(Regular, 1)]"),
            &[("nothing", "1/3"), ("future 0>1", "1/3"), ("models 5>4", "1/3")],
        ),
        (
            "HEX-DAM-07: another Resistance",
            wide("range: 6", "models: 5, abilities: [Resistance(Fire, 2), Resistance(Psychic, 2)]"),
            d6,
        ),
        (
            "HEX-DAM-07: Fire Resistance 2",
            wide("range: 6, specials: [Fire]", "models: 5, abilities: [Resistance(Fire, 2)]"),
            &[("fire 0>1", "1/2"), ("future 0>1, fire 0>1", "1/3"), ("models 5>4, fire 0>1", "1/6")],
        ),
        (
            "HEX-DAM-07: an acid weapon deals acid damage",
            wide("range: 6, specials: [Acid]", "models: 5, abilities: [Resistance(Acid, 2)]"),
            &[("acid 0>1", "1/2"), ("future 0>1, acid 0>1", "1/3"), ("models 5>4, acid 0>1", "1/6")],
        ),
        (
            "HEX-DAM-07: acid is not regular",
            wide("range: 6, specials: [Acid]", "models: 5, abilities: [Resistance(Regular, 2)]"),
            &[("acid 0>1", "1/6"), ("future 0>1, acid 0>1", "1/3"), ("models 5>4, acid 0>1", "1/2")],
        ),
        (
            "HEX-DAM-07: psychic",
            wide("range: 6, specials: [Psychic]", "models: 5, abilities: [Resistance(Psychic, 2)]"),
            &[("nothing", "5/6"), ("shaken 0>1", "1/6")],
        ),
        ("HEX-DAM-09: acid of a blocked hit", wide("range: 6, specials: [Acid]", armour_5), &[("acid 0>1", "1")]),
        ("HEX-TOK-02: at most one", hit("range: 6, specials: [Acid]", armour_5, "numbers: {\"acid\": 1}"), blocked),
        ("HEX-TOK-04: at most one", hit("range: 6, specials: [Fire]", armour_5, "numbers: {\"fire\": 1}"), blocked),
        (
            "HEX-TOK-05: any number, each its die",
            hit("range: 6, specials: [Poison(8)]", INFANTRY, "numbers: {\"poison8\": 1, \"poison4\": 1}"),
            &[("poison8 1>2", "1/6"), ("future 0>1, poison8 1>2", "1/3"), ("models 5>4, poison8 1>2", "1/2")],
        ),
        ("HEX-DAM-09: fire of a blocked hit", wide("range: 6, specials: [Fire]", armour_5), &[("fire 0>1", "1")]),
        (
            "HEX-DAM-09: no poison and bleeding of a blocked hit",
            wide("range: 6, specials: [Poison(8), Bleed(6)]", "models: 5, armour: (3, 3, 3)"),
            blocked,
        ),
        (
            "HEX-DAM-09: poison by a total of 1 or more",
            wide("range: 6, ap: 1, specials: [Poison(8)]", "models: 5, armour: (3, 3, 3)"),
            &[("nothing", "1/2"), ("poison8 0>1", "1/6"), ("future 0>1, poison8 0>1", "1/3")],
        ),
        (
            "HEX-DAM-09, HEX-TOK-06: bleeding",
            wide("range: 6, die: 8, specials: [Bleed(4)]", INFANTRY),
            &[
                ("bleed4 0>1", "1/8"),
                ("future 0>1, bleed4 0>1", "1/4"),
                ("models 5>4, bleed4 0>1", "3/8"),
                ("models 5>4, bleed4 0>2", "1/4"),
            ],
        ),
        (
            "HEX-DAM-09: nothing for what does not live",
            wide("range: 6, specials: [Poison(8), Bleed(6)]", "models: 5, bio: false"),
            d6,
        ),
        (
            "HEX-DAM-10: psychic damage ignores armour",
            wide("range: 6, specials: [Psychic]", armour_5),
            &[("nothing", "1/2"), ("shaken 0>1", "1/2")],
        ),
        (
            "HEX-DAM-10: tokens count, Piercing does not",
            hit("range: 6, specials: [Psychic, Piercing]", armour_5, "numbers: {\"future\": 1}"),
            &[("nothing", "1/3"), ("shaken 0>1", "1/2"), ("shaken 0>2", "1/6")],
        ),
        ("HEX-ABIL-06: Fearless", wide("range: 6, specials: [Psychic]", "models: 5, abilities: [Fearless]"), blocked),
    ];
    for (name, duel, expected) in cases {
        assert_eq!(rows(&of_hit(*duel)), chances(expected), "{name}");
    }
    // Constants are data.
    let partly_blocked = hit("range: 6, ap: 2", armour_5, "").field();
    for (from, to, expected) in [
        ("partly_shortfall_max: 2", "partly_shortfall_max: 3", partly),
        ("partly_shortfall_max: 2", "partly_shortfall_max: 1", blocked),
    ] {
        let mut game = partly_blocked.clone().tuned("rules.ron", from, to).begin(&[]);
        assert_eq!(game.of_hit(SHOT, "Marker"), chances(expected));
    }
    let mut game =
        hit("range: 6, ap: 4", armour_5, "").field().tuned("rules.ron", "partly_mod: -3", "partly_mod: -1").begin(&[]);
    assert_eq!(
        rows(&game.of_hit(SHOT, "Marker")),
        chances(&[("nothing", "1/3"), ("future 0>1", "1/3"), ("token, shaken", "1/3")])
    );
    let piercing = hit("range: 6, specials: [Piercing]", INFANTRY, "").field();
    let mut game = piercing.tuned("rules.ron", "piercing_mod: 3", "piercing_mod: 0").begin(&[]);
    assert_eq!(game.of_hit(SHOT, "Marker"), chances(d6));
}

/// HEX-ARM-01, HEX-OUT-02, MAP-07: armour faces a quadrant in front, one behind and the sides between, from every hex
/// within 3 steps and with every facing. What a hit does follows: front blocked, side partly, rear penetrated.
#[test]
fn armour_by_direction() {
    let here = (4, 4);
    let around: Vec<(u16, u16)> = (1..=7).flat_map(|r| (1..=7).map(move |c| (c, r))).filter(|&at| at != here).collect();
    let named: [&[(&str, &str)]; 3] = [
        &[("nothing", "1")],
        &[("nothing", "2/3"), ("future 0>1", "1/3")],
        &[("nothing", "1/6"), ("future 0>1", "1/3"), ("future 0>1, shaken 0>1", "1/2")],
    ];
    for (facing, degrees) in FACINGS {
        let target = "class: Vehicle, bio: false, armour: (8, 2, 0)";
        let target_more = format!("facing: {facing}");
        let picture = ". . . . . . .\n".repeat(7);
        let duel = Duel {
            picture: &picture,
            from: around[0],
            to: here,
            target,
            target_more: &target_more,
            weapon: "range: 9",
            ..DUEL
        };
        let mut field = duel.field();
        for &at in &around[1..] {
            field = field.unit("Elves", "Gunner", at, "speed: Slow");
        }
        let game = field.begin(&[]);
        for (i, &at) in around.iter().enumerate() {
            let off = angle(here, at, degrees);
            let quarter = if off <= 45.0 {
                0
            } else if off < 135.0 {
                1
            } else {
                2
            };
            let shot = game.battle.shot(game.unit(&format!("Gunner {}", i + 1)), 0, game.unit("Marker")).unwrap();
            assert_eq!(shot.quarter, quarter, "facing {facing}, from {at:?}");
        }
    }
    for (facing, quarter) in [("W", 0), ("NW", 1), ("E", 2)] {
        let more = format!("speed: Slow, facing: {facing}");
        let duel = hit("range: 6", "class: Vehicle, bio: false, armour: (8, 2, 0)", &more);
        assert_eq!(of_hit(duel), chances(named[quarter]), "{facing}");
    }
}

/// HEX-DAM-06, HEX-SEQ-03, HEX-GUN-02: two hits of one step do not add to each other, those of the next step meet the
/// tokens; HEX-TOK-01: they stay when models die.
#[test]
fn tokens_count_from_the_next_step() {
    let mut game = Duel { firer: "models: 2", target: INFANTRY, ..DUEL }.field().at("Gunnery 1").begin(&[]);
    game.act(SHOT, &[("HEX-HIT-01", 8), ("HEX-HIT-01", 8), ("HEX-DAM-01", 3), ("HEX-DAM-01", 3)]);
    assert_eq!((game.value("Marker", "future"), game.value("Marker", "models")), (2, 5));
    while game.phase() != "Gunnery 2" {
        game.act("pass", &[]);
    }
    game.act(SHOT, &[("HEX-HIT-01", 7), ("HEX-HIT-01", 8), ("HEX-DAM-01", 2)]);
    assert_eq!((game.value("Marker", "future"), game.value("Marker", "models")), (2, 4));
}

/// HEX-RES-02: hits of one step give two "+1 to future damage" tokens at most, or as many as the data say.
#[test]
fn many_hits_few_tokens() {
    let tokens = |most: u8, hits: usize| {
        let field = Duel { firer: "models: 5", target: INFANTRY, ..DUEL }.field().at("Gunnery 1");
        let mut game = field.tuned("rules.ron", "future_a_step: 2", &format!("future_a_step: {most}")).begin(&[]);
        let shots = (0..5).map(|shot| ("HEX-HIT-01", if shot < hits { 8 } else { 2 }));
        let rolls: Vec<_> = shots.chain(std::iter::repeat_n(("HEX-DAM-01", 3), hits)).collect();
        game.act(SHOT, &rolls);
        game.value("Marker", "future")
    };
    assert_eq!([1, 2, 3, 5].map(|hits| tokens(2, hits)), [1, 2, 2, 2]);
    assert_eq!([1, 2, 3, 5].map(|hits| tokens(4, hits)), [1, 2, 3, 4]);
}

/// HEX-SEQ-02, HEX-SEQ-03, HEX-EX-03: all damage is rolled before Endurance is asked about each kill, and all lands
/// after.
#[test]
fn endurance_is_asked_between_rolls_and_landing() {
    let mut game = Duel { firer: "models: 3", target: "models: 5, abilities: [Endurance(2)]", ..DUEL }.begin();
    let hits = [("HEX-HIT-01", 8); 3];
    let damage = [("HEX-DAM-01", 4), ("HEX-DAM-01", 5), ("HEX-DAM-01", 2)];
    game.act(SHOT, &[&hits[..], &damage[..]].concat());
    assert_eq!((game.asked().as_str(), game.asking()), ("Orks", Rule("HEX-DWARF-01")));
    assert_eq!((game.value("Marker", "models"), game.value("Marker", "future")), (5, 0));
    assert_eq!(game.offers(), ["Marker spends a token of Endurance", "Marker lets it stand"]);
    game.act("Marker spends", &[]);
    // The second kill stands; then the bleeding that came of the first rolls in Agony 4.
    game.act("Marker lets it stand", &[("HEX-AG4-01", 2)]);
    assert_eq!((game.value("Marker", "models"), game.value("Marker", "endurance")), (4, 1));
    // 2 and the one token of the volley: 3, another token.
    assert_eq!((game.value("Marker", "future"), game.value("Marker", "bleed4")), (2, 1));
}

/// HEX-ARM-04, HEX-ASLT-05: an assault hit meets the lowest of front, side and rear, without range modifiers.
#[test]
fn assault_hits_meet_the_lowest_armour() {
    let fight = |armour: &str, damage: &[(&str, u8)]| {
        let target = format!("class: Vehicle, bio: false, armour: {armour}, assault: 0, deflect: 0");
        let mut game = Duel {
            picture: ". . .",
            firer: "assault_weapon: \"claws\", deflect: 0",
            target: &target,
            target_more: "numbers: {\"future\": 1}",
            from: (2, 1),
            to: (2, 1),
            ..DUEL
        }
        .field()
        .at("Assault 1")
        .begin(&[("HEX-ASLT-02", 4)]);
        assert_eq!((game.asked().as_str(), game.asking()), ("Orks", Rule("HEX-RET-04")));
        game.act("Marker retreats to 1.1", damage);
        (game.value("Marker", "future"), game.value("Marker", "shaken"))
    };
    // AP 4, d10, one token: 3 + 1 = 4.
    assert_eq!(fight("(8, 8, 4)", &[("HEX-DAM-01", 3)]), (2, 1));
    assert_eq!(fight("(4, 8, 8)", &[("HEX-DAM-01", 3)]), (2, 1));
    // Short by one: 3 + 1 - 3 = 1.
    assert_eq!(fight("(8, 5, 8)", &[("HEX-DAM-01", 3)]), (1, 0));
    assert_eq!(fight("(8, 8, 7)", &[]), (1, 0));
}

/// HEX-DAM-08, HEX-DAM-11, HEX-CON-02, HEX-CON-03, HEX-OUT-04: agony ignores armour; bleeding comes of poison but never of bleeding.
#[test]
fn agony_damage() {
    let marked = |target: &str, tokens: &str, stage: &str, rolls: &[(&str, u8)]| {
        let more = format!("numbers: {{{tokens}}}");
        let mut game = Duel { target, target_more: &more, ..DUEL }.field().at(stage).begin(rolls);
        assert!(!game.offers().is_empty());
        ["models", "bleed4", "bleed6", "fire", "future"].map(|field| game.value("Marker", field))
    };
    let armoured = "models: 5, armour: (8, 8, 8)";
    assert_eq!(marked(armoured, "\"fire\": 1", "Agony 2: fire", &[("HEX-AG2-01", 4)]), [4, 0, 0, 1, 0]);
    // An 8 by poison kills and bleeds; that bleeding rolls in Agony 4, where it is lost by a 1.
    let rolls = [("HEX-AG3-01", 8), ("HEX-AG4-01", 2)];
    assert_eq!(marked(armoured, "\"poison8\": 1", "Agony 3: poison", &rolls), [4, 1, 0, 0, 1]);
    assert_eq!(marked(armoured, "\"bleed8\": 1", "Agony 4: bleeding", &[("HEX-AG4-01", 8)]), [4, 0, 0, 0, 0]);
    let twelve = [("HEX-AG4-01", 12)];
    assert_eq!(marked(armoured, "\"bleed12\": 1", "Agony 4: bleeding", &twelve), [3, 0, 0, 0, 0]);
    // HEX-TOK-03: at most one minor acid; a 1 makes it of acid, and it rolls in Agony 1 of the same turn.
    let acid = "\"acid\": 1, \"minor_acid\": 1";
    assert_eq!(
        marked(armoured, acid, "Agony 0: acid, terror", &[("HEX-AG0-01", 1), ("HEX-AG1-01", 2)]),
        [5, 0, 0, 0, 0]
    );
}

/// HEX-SHK-02, HEX-SEQ-04, HEX-ABIL-03: psychic damage of an assault round acts at once: who is shaken by a scream
/// fights this very assault with half its assault dice, rounded down, and all its deflection dice. HEX-ORD-08: who is
/// shaken has lost its aim.
#[test]
fn shaken_in_the_assault_round() {
    let begin = |unit: &str, more: &str| {
        Field::open(3, 1)
            .side("Dark Elves", "DarkElf", "")
            .side("Orks", "Ork", "")
            .unit("Dark Elves", "Flesh-binder", (2, 1), "speed: Slow")
            .unit("Orks", unit, (2, 1), more)
            .at("Pre assault abilities 1")
            .begin(&[])
    };
    // The Flesh-binder's 4 + 4 dice, and the Mob's 14 + 7, or 10 / 2 + 5 with five models.
    for (scream, models, dice) in [(3, 7, 8 + 14 + 7), (4, 7, 8 + 7 + 7), (4, 5, 8 + 5 + 5)] {
        let mut game = begin("Mob", &format!("speed: Stand, aim: true, numbers: {{\"models\": {models}}}"));
        let rolls: Vec<(&str, u8)> =
            [("HEX-ABIL-03", scream)].into_iter().chain(vec![("HEX-ASLT-02", 1); dice]).collect();
        game.act("Flesh-binder screams at Mob", &rolls);
        assert_eq!(game.asking(), Rule("HEX-RET-04"));
        let shaken = i32::from(scream >= 4);
        assert_eq!((game.value("Mob", "shaken"), game.value("Mob", "aim")), (shaken, 1 - shaken));
    }
    for (unit, more, dice) in [
        ("Boss Guard", "numbers: {\"shaken\": 1}", 6),
        ("Boss Guard", "numbers: {\"shaken\": 4}", 6),
        ("Troll", "numbers: {\"shaken\": 1}", 2),
        ("Mek", "numbers: {\"shaken\": 2}", 1),
        ("Mek", "", 2),
    ] {
        let game = begin(unit, more);
        assert_eq!(game.battle.assault_dice(game.unit(unit)), dice, "HEX-SHK-02: {unit} {more}");
    }
    // Cunning Assault shakes before the assault is over.
    let game = Field::open(3, 1)
        .side("Dwarfs", "Dwarf", "")
        .side("Orks", "Ork", "")
        .unit("Dwarfs", "Sappers", (2, 1), "speed: Slow")
        .unit("Orks", "War Buggy", (2, 1), "speed: Stand, aim: true, facing: E")
        .at("Assault 1")
        .begin(&[4, 4, 1, 1, 1, 1, 1, 1, 1].map(|face| ("HEX-ASLT-02", face)));
    assert_eq!((game.asked().as_str(), game.asking()), ("Orks", Rule("HEX-RET-04")));
    assert_eq!(["shaken", "future", "aim"].map(|field| game.value("War Buggy", field)), [1, 2, 0]);
    // At least one.
    let mut game = Field::open(3, 1)
        .side("Gnomes", "Gnome", "")
        .side("Orks", "Ork", "")
        .unit("Gnomes", "Gyrocopter", (2, 1), "speed: Slow, numbers: {\"shaken\": 2}")
        .unit("Orks", "Mek", (2, 1), "speed: Slow")
        .at("Pre assault abilities 1")
        .begin(&[]);
    assert_eq!(game.battle.assault_dice(game.unit("Gyrocopter")), 1);
    game.act("pass", &[("HEX-ASLT-02", 1); 5]);
}

/// HEX-SHK-03, HEX-SHK-04, HEX-ORD-03, HEX-TOK-07: a shaken unit enters no enemy hex; Rest takes one token off
/// whatever it is; in the Aftermath only what lives comes round.
#[test]
fn shaken_units() {
    let charge = |more: &str| {
        Field::open(4, 1)
            .side("Elves", "Elf", "")
            .side("Orks", "Ork", "")
            .unit("Elves", "Rangers", (3, 1), "")
            .unit("Orks", "Mob", (2, 1), &format!("speed: Fast, {more}"))
            .at("Movement 1")
            .begin(&[])
    };
    let into = charge("").action("Mob charges into 3.1");
    let mut shaken = charge("numbers: {\"shaken\": 1}");
    let refusal = shaken.refused(into);
    assert_eq!((refusal.reason, refusal.rule), (Reason::OutOfReach, Rule("HEX-SHK-03")));

    let mut game = Field::open(9, 1)
        .side("Gnomes", "Gnome", "")
        .side("Orks", "Ork", "")
        .unit("Gnomes", "Clockwork Guard", (1, 1), "speed: Rest, numbers: {\"shaken\": 2}")
        .unit("Gnomes", "Tesla Team", (2, 1), "speed: Rest, numbers: {\"shaken\": 2}")
        .unit("Orks", "Mob", (9, 1), "speed: Stand, numbers: {\"shaken\": 2}")
        .unit("Orks", "War Buggy", (8, 1), "speed: Stand, numbers: {\"shaken\": 2}")
        .at("Healing/repair 1")
        .begin(&[("HEX-AFT-04", 3), ("HEX-AFT-04", 4)]);
    let shaken: Vec<i32> =
        ["Clockwork Guard", "Tesla Team", "Mob", "War Buggy"].map(|u| game.value(u, "shaken")).into();
    assert_eq!((shaken, game.phase()), (vec![1, 1, 1, 2], "Orders"));
    assert!(
        game.offers().iter().any(|o| o.contains("Mob: stand still"))
            && !game.offers().iter().any(|o| o.contains("aim"))
    );
}

/// HEX-PLAY-02, HEX-AFT-04: fear lasts: nobody rallies next to an enemy, not a die is rolled; one hex farther on 4 or more.
#[test]
fn fear_lasts_beside_an_enemy() {
    let shaken = |rangers: u16, dice: &[(&str, u8)]| {
        let field = Field::open(9, 1).side("Elves", "Elf", "").side("Orks", "Ork", "");
        let field = field.unit("Elves", "Rangers", (rangers, 1), "speed: Slow");
        let field = field.unit("Orks", "Mob", (9, 1), "speed: Slow, numbers: {\"shaken\": 2}");
        field.at("Aftermath").begin(dice).value("Mob", "shaken")
    };
    assert_eq!(shaken(8, &[]), 2);
    assert_eq!(shaken(7, &[("HEX-AFT-04", 4)]), 1);
    assert_eq!(shaken(7, &[("HEX-AFT-04", 3)]), 2);
}

/// HEX-CRIT-01, HEX-TOK-08, HEX-OUT-03: what each critical effect does.
#[test]
fn critical_damage() {
    let game = |unit: &str, more: &str, stage: &str| {
        Field::open(9, 3)
            .side("Elves", "Elf", "")
            .side("Orks", "Ork", "")
            .unit("Elves", "Sky Chariot", (8, 2), "speed: Slow, facing: W")
            .unit("Orks", unit, (2, 2), &format!("facing: E, {more}"))
            .at(stage)
            .begin(&[])
    };
    let moves = |game: &mut Game| game.offers().into_iter().filter(|o| o.contains("War Buggy moves")).count();
    let orders = |game: &mut Game| -> Vec<String> {
        game.offers().into_iter().filter_map(|o| o.strip_prefix("order War Buggy: ").map(str::to_owned)).collect()
    };
    // 1 engine: Fast is not allowed; who was fast has slow movement points at once.
    let slow = moves(&mut game("War Buggy", "speed: Slow", "Movement 1"));
    assert!(slow < moves(&mut game("War Buggy", "speed: Fast", "Movement 1")));
    assert_eq!(slow, moves(&mut game("War Buggy", "speed: Fast, numbers: {\"engine\": 1}", "Movement 1")));
    let all = ["stand still", "stand still, aim", "rest", "crawl", "slow", "fast"];
    assert_eq!(orders(&mut game("War Buggy", "", "Orders")), all);
    let mut engine = game("War Buggy", "numbers: {\"engine\": 2}", "Orders");
    assert_eq!(orders(&mut engine), all[..5]);
    let fast = game("War Buggy", "", "Orders").action("order War Buggy: fast");
    let refusal = engine.refused(fast);
    assert_eq!((refusal.reason, refusal.rule), (Reason::OrderNotOpen, Rule("HEX-CRIT-01")));
    // 2 gun: shown with the weapons that are not ready; 3 crew: in the to-hit table; 6 plates: with the hits.
    // 4 tracks: no movement points, no turning; a flyer hovers; no retreat.
    assert_eq!(orders(&mut game("War Buggy", "numbers: {\"tracks\": 1}", "Orders")), all[..3]);
    let tracks = game("War Buggy", "speed: Fast, numbers: {\"tracks\": 1}", "Movement 1");
    assert_eq!(tracks.asked(), "Elves", "it is not even asked to turn");
    let mut hover = Field::open(9, 3)
        .side("Elves", "Elf", "")
        .side("Orks", "Ork", "")
        .unit("Elves", "Sky Chariot", (8, 2), "flying: true, numbers: {\"tracks\": 1}")
        .unit("Orks", "Mek", (2, 2), "")
        .begin(&[]);
    hover.act("order Mek: stand still", &[]);
    assert_eq!(
        hover.offers(),
        [
            "order Sky Chariot: stand still",
            "order Sky Chariot: stand still, aim",
            "order Sky Chariot: stand still, flying",
            "order Sky Chariot: stand still, flying, aim",
            "order Sky Chariot: rest",
        ]
    );
    hover.act("order Sky Chariot: stand still, flying", &[]);
    assert_eq!((hover.asked().as_str(), hover.place("Sky Chariot")), ("Orks", (8, 2)));
    // It lost the assault, 0 to 0 against Orks, and cannot go: psychic damage instead.
    let trapped = Field::open(9, 3)
        .side("Elves", "Elf", "")
        .side("Orks", "Ork", "")
        .unit("Elves", "Sky Chariot", (3, 2), "numbers: {\"tracks\": 1}")
        .unit("Orks", "Mek", (3, 2), "")
        .at("Assault 3")
        .begin(&[&[("HEX-ASLT-02", 1); 6][..], &[("HEX-RET-06", 4)][..]].concat());
    assert_eq!((trapped.value("Sky Chariot", "shaken"), trapped.place("Sky Chariot")), (1, (3, 2)));
}
