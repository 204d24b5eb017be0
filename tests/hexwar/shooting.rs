//! Gunnery and the to-hit table (HEX-GUN, HEX-HIT, HEX-MOD, HEX-RNG).

use hexfray::battle::{Action, Chance, Modifier, Reason, Rule, Verb};

use crate::field::{DUEL, Duel, Field, Game, SHOT, chances};

/// The chance that anything happens to a unit.
fn something(game: &mut Game, text: &str, of: &str) -> String {
    let nothing: Chance = game.odds(text, of).get("nothing").map_or("0", String::as_str).parse().unwrap();
    (Chance::from_integer(1u8.into()) - nothing).to_string()
}

/// HEX-HIT-01, HEX-CONST-01, HEX-OUT-01: a modifier of m hits with (5 + m)/12, a natural 1 never and a natural 12
/// always. Fire is gained by any hit, so what happens at all is a hit.
#[test]
fn each_modifier_is_a_twelfth() {
    for cover in 0..=15 {
        let modifier = 7 - cover;
        let mut game = Duel {
            to: (2, 1),
            firer: "abilities: [SuperbShot, Steady]",
            firer_more: "speed: Stand",
            weapon: "specials: [EnhancedAccuracy, Fire]",
            target: &format!("abilities: [TakeCover(Slow, {cover})]"),
            ..DUEL
        }
        .begin();
        let expected = Chance::new(((5 + modifier).clamp(1, 11) as u8).into(), 12u8.into());
        assert_eq!(something(&mut game, SHOT, "Marker"), expected.to_string(), "{modifier}");
    }
    // Constants are data: from 7 on, and with another die.
    let fire = Duel { weapon: "specials: [Fire]", ..DUEL }.field();
    for (from, to, expected) in [("hit_base: 8", "hit_base: 7", "1/2"), ("hit_die: 12", "hit_die: 10", "3/10")] {
        assert_eq!(something(&mut fire.clone().tuned("rules.ron", from, to).begin(&[]), SHOT, "Marker"), expected);
    }
}

/// HEX-MOD-01, HEX-MOD-02, HEX-MOD-03, HEX-MOD-04, HEX-MOD-05, HEX-MOD-06, HEX-MOD-07, HEX-MOD-08, HEX-MOD-09,
/// HEX-MOD-10, HEX-MOD-11, HEX-MOD-12, HEX-MOD-13, HEX-MOD-14, HEX-MOD-15, HEX-MOD-16, HEX-MOD-17, HEX-MOD-18,
/// HEX-MOD-19, HEX-MOD-20, HEX-MOD-21, HEX-MOD-22, HEX-MOD-23, HEX-MOD-24, HEX-MOD-25, HEX-MOD-26, HEX-MOD-27,
/// HEX-MOD-28, HEX-MOD-29, HEX-MOD-30, HEX-MOD-31, HEX-MOD-32, HEX-MOD-33, and with them HEX-HIT-02, HEX-HIT-03,
/// HEX-HIT-04, HEX-ORD-07, HEX-SHK-01, HEX-CRIT-01, HEX-CON-06: what the
/// shot's modifiers are, each under its rule.
#[test]
fn to_hit_table() {
    type Case<'a> = (&'a str, Duel<'a>, &'a [(&'a str, i8)]);
    let firer = |more| Duel { firer_more: more, ..DUEL };
    let target = |more| Duel { target_more: more, ..DUEL };
    let skill = |firer| Duel { firer, ..DUEL };
    let marked = |target| Duel { target, ..DUEL };
    let ground = |picture| Duel { picture, ..DUEL };
    let at = |column| Duel { to: (column, 1), ..DUEL };
    let edge = |weapon, to| Duel {
        picture: ". . . . . .\n. . . . . .\n. . . . . .",
        from: (2, 3),
        to,
        firer: "class: Vehicle",
        firer_more: "facing: E",
        weapon,
        ..DUEL
    };
    let cases: &[Case<'_>] = &[
        ("HEX-MOD-01 firer", firer("speed: Stand"), &[("HEX-MOD-01", 1)]),
        ("HEX-MOD-01 target", target("speed: Stand"), &[("HEX-MOD-01", 1)]),
        ("HEX-MOD-02 firer", firer("speed: Crawl"), &[("HEX-MOD-02", 1)]),
        ("HEX-MOD-02 target", target("speed: Crawl"), &[("HEX-MOD-02", 1)]),
        ("HEX-MOD-03 firer", firer("speed: Rest"), &[("HEX-MOD-03", 1)]),
        ("HEX-MOD-03 target", target("speed: Rest"), &[("HEX-MOD-03", 1)]),
        ("HEX-MOD-04 firer", firer("speed: Setup"), &[("HEX-MOD-04", 1)]),
        ("HEX-MOD-04 target", target("speed: Setup"), &[("HEX-MOD-04", 1)]),
        ("HEX-MOD-05 both", DUEL, &[]),
        ("HEX-MOD-06 firer", firer("speed: Fast"), &[("HEX-MOD-06", -1)]),
        ("HEX-MOD-06 target", target("speed: Fast"), &[("HEX-MOD-06", -1)]),
        ("HEX-MOD-07 firer, still", firer("speed: Stand, flying: true"), &[("HEX-MOD-01", 1), ("HEX-MOD-07", -1)]),
        ("HEX-MOD-07 firer, slow", firer("flying: true"), &[("HEX-MOD-07", -1)]),
        ("HEX-ORD-07 firer, fast", firer("speed: Fast, flying: true"), &[("HEX-MOD-06", -1), ("HEX-MOD-07", -1)]),
        ("HEX-ORD-07 target, fast", target("speed: Fast, flying: true"), &[("HEX-MOD-06", -1), ("HEX-MOD-07", -1)]),
        ("HEX-MOD-07 target, still", target("speed: Stand, flying: true"), &[("HEX-MOD-01", 1), ("HEX-MOD-07", -1)]),
        ("HEX-MOD-08 firer", Duel { effects: &[((1, 1), "smoke: true")], ..DUEL }, &[("HEX-MOD-08", -1)]),
        ("HEX-MOD-08 target", Duel { effects: &[((4, 1), "smoke: true")], ..DUEL }, &[("HEX-MOD-08", -1)]),
        ("HEX-MOD-08 between", Duel { effects: &[((2, 1), "smoke: true")], ..DUEL }, &[]),
        ("HEX-MOD-09 firer", ground("F . . ."), &[]),
        ("HEX-MOD-09 target", ground(". . . F"), &[("HEX-MOD-09", -1)]),
        ("HEX-MOD-10 firer", ground("x . . ."), &[]),
        ("HEX-MOD-10 target", ground(". . . x"), &[("HEX-MOD-10", -1)]),
        (
            "HEX-MOD-10 burnt down",
            Duel { picture: ". . . F", effects: &[((4, 1), "burned: true")], ..DUEL },
            &[("HEX-MOD-10", -1)],
        ),
        ("HEX-MOD-11 firer", ground("B . . ."), &[]),
        ("HEX-MOD-11 target", ground(". . . B"), &[("HEX-MOD-11", -1)]),
        ("HEX-MOD-12 firer", ground("R . . ."), &[]),
        ("HEX-MOD-12 target", ground(". . . R"), &[("HEX-MOD-12", -1)]),
        ("HEX-MOD-13 firer", ground(": . . ."), &[]),
        ("HEX-MOD-13 target", ground(". . . :"), &[("HEX-MOD-13", -1)]),
        ("HEX-MOD-14 firer", ground("~ . . ."), &[]),
        ("HEX-MOD-14 target", ground(". . . ~"), &[("HEX-MOD-14", -1)]),
        ("HEX-TERRAIN-09 target", ground(". . . o"), &[]),
        (
            "HEX-TERRAIN-10 target",
            Duel { picture: ". . . F", effects: &[((4, 1), "wreck: true")], ..DUEL },
            &[("HEX-TERRAIN-10", -1)],
        ),
        ("HEX-MOD-15", firer("speed: Stand, aim: true"), &[("HEX-MOD-01", 1), ("HEX-MOD-15", 2)]),
        ("HEX-MOD-15 target", target("speed: Stand, aim: true"), &[("HEX-MOD-01", 1)]),
        ("HEX-MOD-16", at(2), &[("HEX-MOD-16", 1)]),
        ("HEX-HIT-04: a range row counts once", Duel { weapon: "range: 1", ..at(2) }, &[("HEX-MOD-16", 1)]),
        ("HEX-MOD-17 near", at(3), &[]),
        ("HEX-MOD-17 far", at(5), &[]),
        ("HEX-MOD-18 near", at(6), &[("HEX-MOD-18", -2)]),
        ("HEX-MOD-18 far", at(9), &[("HEX-MOD-18", -2)]),
        ("HEX-MOD-19 60 degrees", edge("arc: 60", (3, 2)), &[("HEX-MOD-19", -1)]),
        ("HEX-MOD-19 60 degrees, inside", edge("arc: 60", (4, 3)), &[]),
        ("HEX-MOD-19 120 degrees", edge("arc: 120", (3, 1)), &[("HEX-MOD-19", -1)]),
        ("HEX-MOD-19 180 degrees", edge("arc: 180", (2, 1)), &[("HEX-MOD-19", -1)]),
        ("HEX-MOD-20 target", marked("size: Tiny"), &[("HEX-MOD-20", -1)]),
        ("HEX-MOD-20 firer", skill("size: Tiny"), &[]),
        ("HEX-MOD-21 target", marked("size: Huge"), &[("HEX-MOD-21", 1)]),
        ("HEX-MOD-21 firer", skill("size: Huge"), &[]),
        ("HEX-MOD-22", skill("abilities: [GoodShot]"), &[("HEX-MOD-22", 1)]),
        ("HEX-MOD-23", skill("abilities: [ExcellentShot]"), &[("HEX-MOD-23", 2)]),
        ("HEX-MOD-24", skill("abilities: [SuperbShot]"), &[("HEX-MOD-24", 3)]),
        ("HEX-MOD-25", skill("abilities: [BadShot]"), &[("HEX-MOD-25", -1)]),
        ("HEX-MOD-26", skill("abilities: [TerribleShot]"), &[("HEX-MOD-26", -2)]),
        (
            "HEX-MOD-22 to -27, -32 of the target",
            marked("abilities: [GoodShot, ExcellentShot, SuperbShot, BadShot, TerribleShot, BadAtLongRange]"),
            &[],
        ),
        ("HEX-MOD-27 normal", skill("abilities: [BadAtLongRange]"), &[]),
        (
            "HEX-MOD-27 long",
            Duel { to: (6, 1), firer: "abilities: [BadAtLongRange]", ..DUEL },
            &[("HEX-MOD-18", -2), ("HEX-MOD-27", -2)],
        ),
        ("HEX-MOD-28 firer", skill("abilities: [Steady]"), &[("HEX-MOD-28", 1)]),
        ("HEX-MOD-28 target", marked("abilities: [Steady]"), &[("HEX-MOD-28", 1)]),
        (
            "HEX-CON-06: steady, still",
            Duel { target: "abilities: [Steady]", target_more: "speed: Stand", ..DUEL },
            &[("HEX-MOD-01", 1), ("HEX-MOD-28", 1)],
        ),
        (
            "HEX-MOD-29 in it",
            Duel { picture: ". . . F", target: "abilities: [Camouflage(Forest)]", ..DUEL },
            &[("HEX-MOD-09", -1), ("HEX-MOD-29", -1)],
        ),
        (
            "HEX-MOD-29 elsewhere",
            Duel { picture: ". . . R", target: "abilities: [Camouflage(Forest)]", ..DUEL },
            &[("HEX-MOD-12", -1)],
        ),
        ("HEX-MOD-29 firer", Duel { picture: "F . . .", firer: "abilities: [Camouflage(Forest)]", ..DUEL }, &[]),
        (
            "HEX-MOD-30",
            Duel { target: "abilities: [TakeCover(Stand, 2)]", target_more: "speed: Stand", ..DUEL },
            &[("HEX-MOD-01", 1), ("HEX-MOD-30", -2)],
        ),
        ("HEX-MOD-30 other speed", marked("abilities: [TakeCover(Stand, 2)]"), &[]),
        ("HEX-MOD-30 firer", skill("abilities: [TakeCover(Slow, 2)]"), &[]),
        (
            "HEX-MOD-31",
            Duel { target: "abilities: [Elusive(Fast, 2)]", target_more: "speed: Fast", ..DUEL },
            &[("HEX-MOD-06", -1), ("HEX-MOD-31", -2)],
        ),
        ("HEX-MOD-31 other speed", marked("abilities: [Elusive(Fast, 2)]"), &[]),
        ("HEX-MOD-31 firer", skill("abilities: [Elusive(Slow, 2)]"), &[]),
        (
            "HEX-MOD-32 point blank",
            Duel { to: (2, 1), firer: "abilities: [OptimalAtPointBlank]", ..DUEL },
            &[("HEX-MOD-16", 1), ("HEX-MOD-32", 1)],
        ),
        ("HEX-MOD-32 normal", skill("abilities: [OptimalAtPointBlank]"), &[]),
        ("HEX-MOD-33", Duel { weapon: "specials: [EnhancedAccuracy]", ..DUEL }, &[("HEX-MOD-33", 1)]),
        ("HEX-SHK-01 one", firer("numbers: {\"shaken\": 1}"), &[("HEX-SHK-01", -1)]),
        ("HEX-SHK-01 two", firer("numbers: {\"shaken\": 2}"), &[("HEX-SHK-01", -2)]),
        ("HEX-SHK-01 at most two", firer("numbers: {\"shaken\": 5}"), &[("HEX-SHK-01", -2)]),
        ("HEX-SHK-01 target", target("numbers: {\"shaken\": 5}"), &[]),
        ("HEX-CRIT-01 crew", firer("numbers: {\"crew\": 1}"), &[("HEX-CRIT-01", -1)]),
        ("HEX-CRIT-01 crew, three times", firer("numbers: {\"crew\": 3}"), &[("HEX-CRIT-01", -3)]),
        (
            "HEX-HIT-02 still at fast",
            Duel { firer_more: "speed: Stand", target_more: "speed: Fast", ..DUEL },
            &[("HEX-MOD-01", 1), ("HEX-MOD-06", -1)],
        ),
        (
            "HEX-HIT-03 smoky forest",
            Duel { picture: ". . . F", effects: &[((4, 1), "smoke: true")], ..DUEL },
            &[("HEX-MOD-08", -1), ("HEX-MOD-09", -1)],
        ),
        (
            "HEX-HIT-03 over a smoky forest",
            Duel {
                picture: ". . . F",
                target: "abilities: [Camouflage(Forest)]",
                target_more: "flying: true",
                effects: &[((4, 1), "smoke: true")],
                ..DUEL
            },
            &[("HEX-MOD-07", -1), ("HEX-MOD-08", -1)],
        ),
        (
            "HEX-HIT-03 from over smoke",
            Duel { firer_more: "flying: true", effects: &[((1, 1), "smoke: true")], ..DUEL },
            &[("HEX-MOD-07", -1), ("HEX-MOD-08", -1)],
        ),
    ];
    for (name, duel, expected) in cases {
        let (modifiers, need) = duel.modifiers();
        let mut expected: Vec<(String, i8)> = expected.iter().map(|(id, v)| ((*id).to_owned(), *v)).collect();
        let mut told = modifiers.clone();
        told.sort();
        expected.sort();
        assert_eq!(told, expected, "{name}");
        assert_eq!(i32::from(need), 8 - expected.iter().map(|m| i32::from(m.1)).sum::<i32>(), "{name}");
    }
}

/// HEX-HIT-01, HEX-HIT-02, HEX-ORD-08, HEX-RNG-05, HEX-RNG-06, HEX-SHK-01: the worked examples.
#[test]
fn worked_examples() {
    // HEX-RNG-05: a ranger (still +1, Good Shot +1, Enhanced Accuracy +1) at a mob (Fast -1), normal range: +2.
    let mut game = Field::open(12, 5)
        .side("Elves", "Elf", "")
        .side("Orks", "Ork", "")
        .unit("Elves", "Rangers", (2, 3), "speed: Stand")
        .unit("Orks", "Mob", (6, 3), "speed: Fast")
        .at("Gunnery 1")
        .begin(&[]);
    game.act("Mob does nothing more", &[]);
    let action = game.action("fires elven longbow at Mob");
    let part = game.battle.odds(action).parts.remove(0);
    assert_eq!((part.faces, part.need, part.modifiers.iter().map(|m| m.value).sum::<i8>()), (12, 6, 2));
    let shot = game.battle.shot(game.unit("Rangers"), 0, game.unit("Mob")).unwrap();
    let hit = Chance::new((13 - shot.need).into(), 12u8.into());
    assert_eq!(
        (hit.to_string(), (hit * Chance::from_integer(shot.shots.into())).to_string()),
        ("7/12".into(), "35/12".into())
    );

    // HEX-RNG-06: Bad Shot -1, Fast -1, at a resting target +1, long range -2: -3.
    let mut game = Field::open(12, 1)
        .side("Elves", "Elf", "")
        .side("Orks", "Ork", "")
        .unit("Elves", "Blade Dancers", (9, 1), "speed: Rest")
        .unit("Orks", "Mob", (2, 1), "speed: Fast, numbers: {\"models\": 1}")
        .at("Gunnery 1")
        .begin(&[]);
    let action = game.action("fires shoota");
    assert_eq!(game.battle.odds(action).parts[0].need, 11);
    assert!(game.offers()[0].contains("11+ on a d12, 17 % each"), "MAP-18: players may measure before they declare");

    let fire = Duel { weapon: "specials: [Fire]", ..DUEL };
    let cases = [
        (
            "HEX-HIT-02: 5/12 still at fast",
            Duel { firer_more: "speed: Stand", target_more: "speed: Fast", ..fire },
            "5/12",
        ),
        ("HEX-HIT-01: 1/4 at -2", Duel { to: (6, 1), ..fire }, "1/4"),
        ("HEX-ORD-08: 2/3 with +2 and +1", Duel { firer_more: "speed: Stand, aim: true", ..fire }, "2/3"),
        ("HEX-SHK-01: 1/4 with two tokens", Duel { firer_more: "numbers: {\"shaken\": 2}", ..fire }, "1/4"),
    ];
    for (name, duel, expected) in cases {
        assert_eq!(something(&mut duel.begin(), SHOT, "Marker"), expected, "{name}");
    }
}

/// HEX-RNG-01, HEX-RNG-02, HEX-RNG-03, HEX-RNG-04, HEX-CON-01: what a hit does in each range band. The range's damage counts once.
#[test]
fn range_bands() {
    let gun = |weapon, target, column| Duel { weapon, target, to: (column, 1), ..DUEL };
    let (bare, armoured) = ("models: 5", "models: 5, armour: (3, 3, 3)");
    let near: &[(&str, &str)] = &[("future 0>1", "1/3"), ("models 5>4", "1/2"), ("models 5>4, bleed4 0>1", "1/6")];
    let normal: &[(&str, &str)] = &[("nothing", "1/6"), ("future 0>1", "1/3"), ("models 5>4", "1/2")];
    let far: &[(&str, &str)] = &[("nothing", "1/3"), ("future 0>1", "1/3"), ("models 5>4", "1/3")];
    let partly: &[(&str, &str)] = &[("nothing", "2/3"), ("future 0>1", "1/3")];
    let partly_far: &[(&str, &str)] = &[("nothing", "5/6"), ("future 0>1", "1/6")];
    let blocked: &[(&str, &str)] = &[("nothing", "1")];
    let cases = [
        ("HEX-RNG-01: damage +1", gun("ap: 0", bare, 2), near),
        ("HEX-RNG-01: AP 2 is 3", gun("ap: 2", armoured, 2), near),
        ("HEX-RNG-01: before normal, with a range of 1 too", gun("range: 1", bare, 2), near),
        ("HEX-RNG-02: AP 2 is 2", gun("ap: 2", armoured, 3), partly),
        ("HEX-RNG-02: AP 3 is 3", gun("ap: 3", armoured, 5), normal),
        ("HEX-RNG-02: damage +0", gun("ap: 0", bare, 5), normal),
        ("HEX-RNG-03: damage -1", gun("ap: 0", bare, 6), far),
        ("HEX-RNG-03: a range of 1 goes to 2", gun("range: 1", bare, 3), far),
        ("HEX-RNG-03: AP 5 is 2", gun("ap: 5", "models: 5, armour: (2, 2, 2)", 9), far),
        ("HEX-RNG-03: AP 5 is not 3", gun("ap: 5", armoured, 9), partly_far),
        ("HEX-RNG-03: AP 1 is 0", gun("ap: 1", "models: 5, armour: (3, 3, 3)", 9), blocked),
        ("HEX-RNG-03: AP 1 is 0", gun("ap: 1", "models: 5, armour: (2, 2, 2)", 9), partly_far),
    ];
    for (name, duel, expected) in cases {
        assert_eq!(duel.begin().of_hit(SHOT, "Marker"), chances(expected), "{name}");
    }
}

/// HEX-GUN-03, HEX-BASE-02, MAP-02, MAP-21: a weapon of range 6 fires up to 12 hexes and no farther; one step
/// is point blank, whichever of the six hexsides lies between.
#[test]
fn range_in_steps() {
    let gun = "range: 6, specials: [Fire]";
    let wide = ". ".repeat(16);
    assert!(Duel { picture: &wide, to: (13, 1), weapon: gun, ..DUEL }.begin().offers()[0].contains(SHOT));
    let mut game =
        Duel { picture: &wide, to: (14, 1), weapon: gun, ..DUEL }.field().unit("Orks", "Mek", (5, 1), "").begin(&[]);
    game.act("Mek does nothing more", &[]);
    let far = Action::of(Verb::Fire, game.unit("Gunner")).at(game.unit("Marker"));
    let refusal = game.refused(far);
    assert_eq!((refusal.reason, refusal.rule), (Reason::OutOfRange, Rule("HEX-GUN-03")));

    let field = ". . . . .\n".repeat(5);
    let around = [(2, 3), (4, 3), (2, 2), (3, 2), (2, 4), (3, 4)];
    for row in 1..=5 {
        for column in 1..=5 {
            let duel = Duel { picture: &field, from: (3, 3), to: (column, row), weapon: gun, ..DUEL };
            let near = duel.to != duel.from && duel.modifiers().0.contains(&("HEX-MOD-16".to_owned(), 1));
            assert_eq!(near, around.contains(&(column, row)), "{column}.{row}");
        }
    }
}

/// HEX-GUN-01, HEX-ORD-09, HEX-ORD-10, HEX-SEQ-01, HEX-SEQ-05: the Orks declare first, then all roll, then damage
/// lands: who is
/// killed still fires. What is dead is not asked again.
#[test]
fn fire_is_simultaneous() {
    let mut game = Field::open(8, 1)
        .side("Elves", "Elf", "")
        .side("Orks", "Ork", "")
        .unit("Elves", "Sharpshooters", (2, 1), "speed: Fast, numbers: {\"models\": 1}")
        .unit("Elves", "Mender", (1, 1), "speed: Slow")
        .unit("Orks", "Mek", (4, 1), "speed: Fast")
        .unit("Orks", "Burnas", (8, 1), "speed: Slow")
        .at("Gunnery 1")
        .begin(&[]);
    assert_eq!((game.asked().as_str(), game.asking()), ("Orks", Rule("HEX-GUN-01")));
    game.act("Mek fires shoota at Sharpshooters", &[]);
    assert_eq!(game.asked(), "Elves");
    game.act("Mender does nothing more", &[]);
    game.act(
        "Sharpshooters fires sun rifle at Mek",
        &[("HEX-HIT-01", 12), ("HEX-HIT-01", 12), ("HEX-DAM-01", 4), ("HEX-DAM-01", 4)],
    );
    assert_eq!((game.place("Mek"), game.place("Sharpshooters")), ((0, 0), (0, 0)));
    assert_eq!((game.value("Mek", "models"), game.value("Sharpshooters", "models")), (0, 0));
    // Both had orders to move; only the others are asked.
    assert_eq!((game.phase(), game.asked().as_str()), ("Movement 1", "Orks"));
    assert!(game.offers().iter().all(|o| !o.contains("Mek")));
    game.act("pass", &[]);
    assert!(game.offers().iter().all(|o| !o.contains("Sharpshooters")));
}

/// HEX-GUN-02, HEX-BASE-03, HEX-BASE-04: shots times firing models; five models of one unit are one counter. Special
/// weapons,
/// bracketed in the profile, are fired by no more models than carry them, and these die last. Each weapon of a unit
/// fires once, at a target of its own.
#[test]
fn shots_of_a_unit() {
    let field = Field::open(9, 1)
        .side("Elves", "Elf", "")
        .side("Dwarfs", "Dwarf", "")
        .side("Orks", "Ork", "team: 1")
        .side("Dark Elves", "DarkElf", "team: 0")
        .unit("Elves", "Rangers", (1, 1), "")
        .unit("Elves", "Mender", (5, 1), "")
        .unit("Dark Elves", "Flesh-binder", (4, 1), "numbers: {\"models\": 1}")
        .unit("Dwarfs", "Field Gun", (9, 1), "speed: Setup")
        .unit("Dwarfs", "Steam Tank", (8, 1), "facing: W")
        .unit("Orks", "War Buggy", (7, 1), "facing: W")
        .at("Gunnery 1");
    let game = field.begin(&[]);
    assert_eq!(game.battle.units().len(), 6, "HEX-BASE-03: one counter a unit");
    assert_eq!((game.value("Rangers", "models"), game.place("Rangers")), (5, (1, 1)));
    for (unit, weapon, target, shots) in [
        ("Rangers", 0, "War Buggy", 5),
        ("Mender", 0, "War Buggy", 1),
        ("Flesh-binder", 0, "War Buggy", 2),
        ("Field Gun", 0, "Mender", 1),
        ("Steam Tank", 0, "Mender", 1),
        ("Steam Tank", 1, "Mender", 3),
        ("War Buggy", 0, "Mender", 6),
        ("War Buggy", 1, "Mender", 1),
    ] {
        let shot = game.battle.shot(game.unit(unit), weapon, game.unit(target)).unwrap();
        assert_eq!(shot.shots, shots, "{unit} {weapon}");
    }
    // HEX-GUN-02: the second weapon still fires, at another unit; the first does not again.
    let mut game = field.begin(&[]);
    game.act("War Buggy fires buggy cannon at Mender", &[]);
    let again = Action::of(Verb::Fire, game.unit("War Buggy")).with(1).at(game.unit("Mender"));
    let refusal = game.refused(again);
    assert_eq!((refusal.reason, refusal.rule), (Reason::WeaponNotReady, Rule("HEX-GUN-02")));
    game.act("War Buggy fires twin shoota at Flesh-binder", &[]);
    assert_eq!(game.asked(), "Dwarfs");
    let other = Action::of(Verb::Fire, game.unit("Field Gun")).at(game.unit("War Buggy"));
    let refusal = game.refused(other);
    assert_eq!((refusal.reason, refusal.rule), (Reason::NotAnEnemy, Rule("HEX-GUN-03")), "HEX-SIDE-01: an ally");
    game.acts(&["Steam Tank does nothing more", "Field Gun does nothing more"]);
    assert_eq!(game.asked(), "Dark Elves");
    let held = Action::of(Verb::Fire, game.unit("Mender")).at(game.unit("War Buggy"));
    assert_eq!(game.refused(held).reason, Reason::NotYours);
    game.acts(&["pass"]);
    // Five rolls for five models, one for the cannon, six for the twin shoota.
    game.act("Mender does nothing more", &[]);
    let rolls: Vec<(&str, u8)> = vec![("HEX-HIT-01", 1); 12];
    game.act("Rangers fires elven longbow at War Buggy", &rolls);
    assert_eq!(game.phase(), "Movement 1");
}

/// HEX-GUN-03, HEX-GUN-04, HEX-STACK-02: nobody in a contested hex fires or is fired at; of two enemies in one hex the firer
/// picks; a flyer over enemies neither contests nor is contested, and is one hex away, in every arc, on front armour.
#[test]
fn contested_hexes_and_flyers() {
    let mut game = Field::open(9, 1)
        .side("Elves", "Elf", "")
        .side("Orks", "Ork", "")
        .unit("Elves", "Rangers", (2, 1), "speed: Slow")
        .unit("Elves", "Mender", (6, 1), "speed: Slow")
        .unit("Elves", "Sky Chariot", (5, 1), "speed: Slow, facing: NW, flying: true")
        .unit("Orks", "Mob", (6, 1), "speed: Slow")
        .unit("Orks", "Burnas", (5, 1), "speed: Slow")
        .unit("Orks", "Mek", (5, 1), "speed: Slow")
        .at("Gunnery 1")
        .begin(&[]);
    let targets = |game: &mut Game| -> Vec<String> {
        let fire = game.offers().into_iter().filter(|o| o.contains(" fires "));
        fire.map(|o| o.split(" (").next().unwrap().to_owned()).collect()
    };
    assert_eq!(
        targets(&mut game),
        [
            "Burnas fires burna at Rangers",
            "Burnas fires burna at Sky Chariot",
            "Mek fires shoota at Rangers",
            "Mek fires shoota at Sky Chariot",
        ]
    );
    let (mob, mender, rangers) = (game.unit("Mob"), game.unit("Mender"), game.unit("Rangers"));
    let refusal = game.refused(Action::of(Verb::Fire, mob).at(rangers));
    assert_eq!((refusal.reason, refusal.rule), (Reason::Contested, Rule("HEX-GUN-03")));
    let burnas = game.unit("Burnas");
    assert_eq!(game.refused(Action::of(Verb::Fire, burnas).at(mender)).reason, Reason::Contested);
    game.act("pass", &[]);
    assert_eq!(
        targets(&mut game),
        [
            "Rangers fires elven longbow at Burnas",
            "Rangers fires elven longbow at Mek",
            "Sky Chariot fires sun lance at Burnas",
            "Sky Chariot fires sun lance at Mek",
        ]
    );
    let above = game.battle.shot(game.unit("Sky Chariot"), 0, game.unit("Mek")).unwrap();
    assert!(above.modifiers.contains(&Modifier::ground(Rule("HEX-MOD-16"), 1)));
    assert!(!above.modifiers.iter().any(|m| m.rule == Rule("HEX-MOD-19")));
    assert_eq!(game.battle.shot(game.unit("Mek"), 0, game.unit("Sky Chariot")).unwrap().quarter, 0);

    // HEX-STACK-02: on the ground it contests.
    let mut game = Field::open(9, 1)
        .side("Elves", "Elf", "")
        .side("Orks", "Ork", "")
        .unit("Elves", "Sky Chariot", (5, 1), "flying: true")
        .unit("Orks", "Mek", (5, 1), "")
        .begin(&[]);
    game.acts(&["order Mek: slow", "order Sky Chariot: stand still"]);
    assert_eq!((game.phase(), game.asked().as_str()), ("Movement 1", "Elves"), "nobody fires; the Mek is held");
    assert_eq!(targets(&mut game), Vec::<String>::new());
}

/// The angle in degrees between a facing, which is given in degrees, and the way from one hex to another, by plane
/// geometry: 0 to 180.
pub fn angle(from: (u16, u16), to: (u16, u16), facing: f64) -> f64 {
    let centre = |(column, row): (u16, u16)| {
        let shift = if row % 2 == 0 { 0.5 } else { 0.0 };
        (f64::from(column) + shift, -f64::from(row) * 0.75f64.sqrt())
    };
    let ((ax, ay), (bx, by)) = (centre(from), centre(to));
    let off = ((by - ay).atan2(bx - ax).to_degrees() - facing).rem_euclid(360.0);
    off.min(360.0 - off)
}

pub const FACINGS: [(&str, f64); 6] =
    [("E", 0.0), ("NE", 60.0), ("NW", 120.0), ("W", 180.0), ("SW", 240.0), ("SE", 300.0)];

/// HEX-GUN-05, HEX-GUN-06, HEX-FACE-01, MAP-05, MAP-07: from every hex within 3 steps and with every facing, a vehicle's
/// weapon bears within half its arc to each side, and is on the edge exactly at it; Infantry fires all round.
#[test]
fn arcs() {
    let here = (4, 4);
    let around: Vec<(u16, u16)> = (1..=7).flat_map(|r| (1..=7).map(move |c| (c, r))).filter(|&at| at != here).collect();
    for (facing, degrees) in FACINGS {
        let weapons = [60, 120, 180, 360].map(|arc| format!("(weapon: \"arc {arc}\")")).join(", ");
        for class in ["Vehicle", "Infantry"] {
            let mut field = Duel {
                picture: &". . . . . . .\n".repeat(7),
                from: here,
                to: (1, 1),
                firer: &format!("class: {class}, ranged: [{weapons}]"),
                firer_more: &format!("facing: {facing}"),
                ..DUEL
            }
            .field();
            for arc in [60, 120, 180, 360] {
                let gun = format!("(id: \"a\", name: \"arc {arc}\", range: 9, ap: 0, die: 6, arc: {arc})");
                field = field.adds("weapons.ron", &gun);
            }
            for &at in &around[1..] {
                field = field.unit("Orks", "Marker", at, "speed: Slow");
            }
            let game = field.begin(&[]);
            for (i, &at) in around.iter().enumerate() {
                let target = game.unit(&format!("Marker {}", i + 1));
                for (weapon, half) in [(0, 30.0), (1, 60.0), (2, 90.0), (3, 180.0)] {
                    let off = angle(here, at, degrees) - half;
                    let expected = match class {
                        "Vehicle" if half < 180.0 && off > 1e-6 => None,
                        "Vehicle" if half < 180.0 && off > -1e-6 => Some(true),
                        _ => Some(false),
                    };
                    let shot = game.battle.shot(game.unit("Gunner"), weapon, target);
                    let edge = shot.map(|s| s.modifiers.iter().any(|m| m.rule == Rule("HEX-MOD-19")));
                    assert_eq!(edge, expected, "{class} facing {facing}, {half} degrees, {at:?}");
                }
            }
        }
    }
    // What does not bear is refused.
    let mut game = Duel { firer: "class: Vehicle", firer_more: "facing: W", weapon: "arc: 180", ..DUEL }
        .field()
        .unit("Elves", "Mender", (2, 1), "speed: Slow")
        .begin(&[]);
    let behind = Action::of(Verb::Fire, game.unit("Gunner")).at(game.unit("Marker"));
    assert_eq!(game.asked(), "Elves");
    let mender = game.unit("Mender");
    assert!(game.battle.actors().has(mender) && !game.battle.actors().has(behind.unit));
    let refusal = game.refused(behind);
    assert_eq!((refusal.reason, refusal.rule), (Reason::OutOfArc, Rule("HEX-GUN-05")));
}

/// HEX-GUN-07, HEX-GUN-08, HEX-CRIT-01, HEX-ORD-03, HEX-ORD-04, HEX-ORD-08: weapons that cannot fire now, and why.
#[test]
fn weapons_not_ready() {
    let cases = [
        ("HEX-GUN-07", "Gunnery 1", "specials: [Setup]", "speed: Stand"),
        ("HEX-GUN-07", "Gunnery 2", "specials: [Setup]", "speed: Setup, numbers: {\"retreated\": 1}"),
        ("HEX-GUN-08", "Gunnery 2", "specials: [SlowToLoad]", "speed: Stand, numbers: {\"fired\": 1}"),
        ("HEX-CRIT-01", "Gunnery 1", "", "speed: Stand, numbers: {\"guns\": 1}"),
        ("HEX-ORD-03", "Gunnery 1", "", "speed: Rest"),
        ("HEX-ORD-08", "Gunnery 1", "", "speed: Stand, aim: true"),
        ("", "Gunnery 1", "specials: [Setup]", "speed: Setup"),
        ("", "Gunnery 2", "", "speed: Stand, numbers: {\"fired\": 1, \"retreated\": 1}"),
        ("", "Gunnery 1", "specials: [SlowToLoad]", "speed: Stand"),
        ("", "Gunnery 2", "specials: [SlowToLoad]", "speed: Stand"),
        ("", "Gunnery 2", "", "speed: Rest"),
        ("", "Gunnery 2", "", "speed: Stand, aim: true"),
    ];
    for (rule, stage, weapon, more) in cases {
        let duel = Duel { weapon, firer_more: more, ..DUEL };
        let mut game = duel.field().unit("Elves", "Rangers", (3, 1), "speed: Stand").at(stage).begin(&[]);
        let fire = Action::of(Verb::Fire, game.unit("Gunner")).at(game.unit("Marker"));
        if rule.is_empty() {
            assert_eq!(game.action(SHOT), fire, "{stage} {weapon} {more}");
        } else {
            let refusal = game.refused(fire);
            assert_eq!((refusal.reason, refusal.rule.0), (Reason::WeaponNotReady, rule), "{stage} {weapon} {more}");
        }
    }
    // HEX-GUN-08 through a turn: what was slow to load and has fired is silent in Gunnery 2, and ready next turn.
    let mut game = Duel { weapon: "specials: [SlowToLoad]", ..DUEL }
        .field()
        .unit("Elves", "Rangers", (3, 1), "speed: Stand")
        .at("Gunnery 1")
        .begin(&[]);
    game.act(SHOT, &[]);
    game.act("Rangers does nothing more", &[("HEX-HIT-01", 1)]);
    while game.phase() != "Gunnery 2" {
        game.act("pass", &[]);
    }
    let mut firing: Vec<String> = game.offers();
    firing.retain(|o| o.contains("fires"));
    assert!(firing.iter().all(|o| o.starts_with("Rangers")) && firing.len() == 1, "{firing:?}");
    game.act("pass", &[]);
    game.acts(&["order Marker: slow", "order Gunner: slow", "order Rangers: stand still"]);
    assert_eq!((game.phase(), game.battle.table().turn), ("Gunnery 1", 2));
    game.act(SHOT, &[]);
    // Who has said that it does nothing more is not asked again in this step.
    game.act("Rangers does nothing more", &[("HEX-HIT-01", 1)]);
}

/// HEX-GUN-09, HEX-LOS-01, HEX-SIDE-01: an indirect weapon needs no line of its own if a friend, of whatever side of
/// its team, sees the target at any distance.
#[test]
fn indirect_fire() {
    let position = |friend: &str, at, weapon: &str| {
        let field = Duel { picture: ". . B . . . . . .", to: (5, 1), weapon, ..DUEL }.field();
        let field = field.side("Dwarfs", "Dwarf", "team: 0").unit("Orks", "Mob", (4, 1), "speed: Slow");
        let mut game = field.unit("Dwarfs", friend, at, "speed: Slow").begin(&[]);
        while game.asked() != "Elves" && !game.asked().is_empty() && game.phase() == "Gunnery 2" {
            game.act("pass", &[]);
        }
        game
    };
    // The Ironbreakers have no weapon of their own that could reach.
    let mut guided = position("Ironbreakers", (9, 1), "specials: [Indirect]");
    assert_eq!(guided.asked(), "Elves");
    assert!(guided.action(SHOT).verb == Verb::Fire);
    assert_ne!(position("Ironbreakers", (9, 1), "").asked(), "Elves", "not indirect");
    assert_ne!(position("Ironbreakers", (2, 1), "specials: [Indirect]").asked(), "Elves", "nobody sees it");
    let mut blind = Duel { picture: ". . B . . . . . .", to: (5, 1), weapon: "specials: [Indirect]", ..DUEL }
        .field()
        .unit("Elves", "Mender", (2, 1), "speed: Slow")
        .unit("Orks", "Mek", (1, 1), "speed: Slow, flying: true")
        .begin(&[]);
    game_pass(&mut blind);
    let fire = |game: &Game| Action::of(Verb::Fire, game.unit("Gunner")).at(game.unit("Marker"));
    let refusal = blind.refused(fire(&blind));
    assert_eq!((refusal.reason, refusal.rule), (Reason::NoSight, Rule("HEX-GUN-09")));
    blind.act("Gunner does nothing more", &[]);
    let refusal = blind.refused(fire(&blind));
    assert_eq!((refusal.reason, refusal.rule), (Reason::AlreadyDone, Rule("HEX-GUN-01")));
}

/// The side asked does nothing more.
fn game_pass(game: &mut Game) {
    game.act("pass", &[]);
}
