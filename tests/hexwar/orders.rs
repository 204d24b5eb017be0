//! Orders and the order of choice (HEX-ORD, HEX-SEQ).

use hexfray::battle::{Modifier, Reason, Rule, SideId};

use crate::field::{Field, Game};

/// The orders open to a unit of a side that is asked.
fn open(game: &mut Game, unit: &str) -> Vec<String> {
    let prefix = format!("order {unit}: ");
    game.offers().into_iter().filter_map(|o| o.strip_prefix(&prefix).map(str::to_owned)).collect()
}

/// HEX-ORD-01, HEX-ORD-02, HEX-ORD-03, HEX-ORD-04, HEX-ORD-05, HEX-ORD-06, HEX-ORD-07, HEX-ORD-08, HEX-ORD-11,
/// HEX-SHK-03, HEX-OUT-06: which orders are open to whom.
#[test]
fn open_orders() {
    let position = |unit: &str, more: &str| {
        Field::drawn(". . . w w w\n. . . . . .")
            .side("Here", "Elf", "")
            .side("There", "Ork", "")
            .unit("Here", unit, (if more.contains("water") { 5 } else { 1 }, 1), more.trim_start_matches("water, "))
            .unit("There", "Mek", (1, 2), "numbers: {\"tracks\": 1}")
            .begin(&[])
    };
    let foot = ["stand still", "stand still, aim", "rest", "crawl", "slow", "fast"];
    let no_aim = ["stand still", "rest", "crawl", "slow", "fast"];
    let setup = ["stand still", "stand still, aim", "rest", "setup", "setup, aim", "crawl", "slow", "fast"];
    let fly = [
        "stand still",
        "stand still, aim",
        "stand still, flying",
        "stand still, flying, aim",
        "rest",
        "crawl",
        "slow",
        "slow, flying",
        "fast",
        "fast, flying",
    ];
    let aloft = ["stand still, flying", "stand still, flying, aim", "slow, flying", "fast, flying"];
    let cases: &[(&str, &str, &[&str])] = &[
        ("Mob", "", &foot),
        ("Blade Dancers", "", &no_aim),
        ("Mob", "numbers: {\"shaken\": 1}", &no_aim),
        ("Field Gun", "", &setup),
        ("Acid Mortar", "numbers: {\"shaken\": 1}", &["stand still", "rest", "setup", "crawl", "slow", "fast"]),
        ("Sky Chariot", "", &fly),
        ("Sky Chariot", "flying: true", &fly),
        // Over water it has to stay in the air.
        ("Sky Chariot", "water, flying: true", &aloft),
        ("Sky Chariot", "water, flying: true, numbers: {\"tracks\": 1}", &aloft[..2]),
        ("Sky Chariot", "numbers: {\"engine\": 1}", &fly[..8]),
        ("Steam Tank", "numbers: {\"tracks\": 1}", &foot[..3]),
    ];
    for (unit, more, expected) in cases {
        let mut game = position(unit, more);
        game.act("order Mek: rest", &[]);
        assert_eq!(open(&mut game, unit), *expected, "{unit} {more}");
    }
    let refusals = [
        ("Mob", "numbers: {\"shaken\": 1}", "Mob", "", "stand still, aim", "HEX-ORD-11"),
        ("Blade Dancers", "", "Mob", "", "stand still, aim", "HEX-ORD-08"),
        ("Mob", "", "Sky Chariot", "", "fast, flying", "HEX-ORD-07"),
        ("Mob", "", "Field Gun", "", "setup", "HEX-ORD-04"),
        ("Sky Chariot", "water, flying: true", "Mob", "", "rest", "HEX-TERRAIN-11"),
        ("War Buggy", "numbers: {\"tracks\": 1}", "Mob", "", "crawl", "HEX-CRIT-01"),
    ];
    for (unit, more, other, other_more, order, rule) in refusals {
        let mut may = position(other, other_more);
        may.act("order Mek: rest", &[]);
        let mut action = may.action(&format!("order {other}: {order}"));
        let mut game = position(unit, more);
        game.act("order Mek: rest", &[]);
        action.unit = game.unit(unit);
        let refusal = game.refused(action);
        assert_eq!((refusal.reason, refusal.rule.0), (Reason::OrderNotOpen, rule), "{unit} {order}");
    }
    // A vehicle left standing on a wreck, where it could not go, is on the ground and may be ordered anything.
    let mut game = Field::open(6, 1)
        .side("Here", "Elf", "")
        .side("There", "Ork", "")
        .effect((2, 1), "wreck: true")
        .unit("Here", "Rangers", (6, 1), "")
        .unit("There", "War Buggy", (2, 1), "facing: E")
        .begin(&[]);
    assert_eq!(open(&mut game, "War Buggy"), foot);
}

/// HEX-ORD-01, MAP-20, HEX-ORD-09, HEX-SEQ-01, HEX-CON-07: sides seal their orders in the order Ork, Gnome, Dwarf,
/// Dark Elf, Elf, without seeing those of others; all are revealed together and hold for the turn.
#[test]
fn orders_are_secret() {
    let begun = || {
        let mut field = Field::open(20, 5);
        let factions = ["Elf", "Dwarf", "Ork", "DarkElf", "Gnome"];
        let units = ["Blade Dancers", "Ironbreakers", "Boss Guard", "Corsairs", "Clockwork Guard"];
        for (i, (faction, unit)) in factions.iter().zip(units).enumerate() {
            field =
                field.side(faction, faction, "").unit(faction, unit, (4 * i as u16 + 1, 2 * (i as u16 % 2) + 1), "");
        }
        field.begin(&[])
    };
    let order = [
        ("Ork", "Boss Guard"),
        ("Gnome", "Clockwork Guard"),
        ("Dwarf", "Ironbreakers"),
        ("DarkElf", "Corsairs"),
        ("Elf", "Blade Dancers"),
    ];
    let mut digests = Vec::new();
    for speed in ["fast", "rest"] {
        let mut game = begun();
        for (side, unit) in order {
            assert_eq!((game.asked().as_str(), game.asking()), (side, Rule("HEX-ORD-01")));
            assert!(order.iter().all(|o| game.value(o.1, "speed") == 0), "revealed before all have chosen");
            if side == "Elf" {
                // The Elves are side 0: what they know of the others does not depend on the orders given.
                digests.push(game.battle.view_for(SideId(0)).digest());
                assert_ne!(game.battle.view_for(SideId(0)).digest(), game.battle.digest());
            }
            game.act(&format!("order {unit}: {speed}"), &[]);
        }
        let speed = if speed == "fast" { 5 } else { 1 };
        assert_eq!(order.map(|o| game.value(o.1, "speed")), [speed; 5]);
        if speed == 5 {
            // The Corsairs alone have somebody to fire at.
            assert_eq!((game.phase(), game.asked().as_str()), ("Gunnery 1", "DarkElf"));
            game.act("pass", &[]);
            // HEX-ORD-10, HEX-MOVE-01: they move in the same order, all units of a side before the next.
            for (side, _) in order {
                assert_eq!((game.phase(), game.asked().as_str()), ("Movement 1", side));
                game.act("pass", &[]);
            }
            assert_eq!(game.phase(), "Movement 2");
        }
    }
    assert_eq!(digests[0], digests[1]);
}

/// HEX-ORD-09, HEX-SET-03, MAP-19: sides of one faction roll a d12 each turn, low first, equal rolls again.
#[test]
fn one_faction_rolls_for_its_order() {
    let field = Field::open(9, 1)
        .side("First", "Ork", "")
        .side("Second", "Ork", "")
        .side("Elves", "Elf", "")
        .unit("First", "Boss Guard", (1, 1), "")
        .unit("Second", "Boss Guard", (5, 1), "")
        .unit("Elves", "Blade Dancers", (9, 1), "");
    for (rolls, first, second) in [
        (&[3, 9][..], "First", "Second"),
        (&[12, 11], "Second", "First"),
        (&[5, 5, 8, 2], "Second", "First"),
        (&[5, 5, 6, 6, 1, 2], "First", "Second"),
    ] {
        let rolls: Vec<(&str, u8)> = rolls.iter().map(|&r| ("HEX-ORD-09", r)).collect();
        let mut game = field.begin(&rolls);
        let mut asked = Vec::new();
        while game.phase() == "Orders" && game.battle.table().turn == 1 && asked.len() < 3 {
            asked.push(game.asked());
            // The last order starts the turn, in which nobody has anything to do; then they roll anew.
            let rolls: &[(&str, u8)] = if asked.len() == 3 { &[("HEX-ORD-09", 7), ("HEX-ORD-09", 1)] } else { &[] };
            game.act("stand still", rolls);
        }
        assert_eq!(asked, [first, second, "Elves"]);
        assert_eq!((game.battle.table().turn, game.asked().as_str()), (2, "Second"));
    }
}

/// Which of the three movement steps a unit is asked to move in, and the hexes that it may reach in each.
fn reaches(unit: &str, picture: &str, more: &str) -> Vec<Vec<String>> {
    let mut game = Field::drawn(picture)
        .side("Here", "Ork", "")
        .side("There", "Elf", "")
        .unit("Here", unit, (1, 1), more)
        .unit("There", "Treewarden", (9, 1), "speed: Crawl")
        .unit("There", "Blade Dancers", (4, 1), "speed: Stand")
        .at("Movement 1")
        .begin(&[]);
    let mut out = Vec::new();
    for round in ["Movement 1", "Movement 2", "Movement 3"] {
        let mut here = Vec::new();
        if game.asked() == "Here" && game.phase() == round {
            here =
                game.offers().iter().filter_map(|o| o.strip_prefix(&format!("{unit} ")).map(str::to_owned)).collect();
            here.retain(|o| o.contains("moves") || o.contains("charges"));
            game.act("pass", &[]);
        }
        assert_eq!((game.phase(), game.asked().as_str()), (round, "There"));
        game.act("pass", &[]);
        out.push(here);
    }
    out
}

/// HEX-ORD-02, HEX-ORD-03, HEX-ORD-04, HEX-ORD-05, HEX-ORD-06, HEX-MOVE-04: what each speed lets a unit do in the
/// three movement steps. The Treewarden, which
/// turns freely, marks each step.
#[test]
fn speeds() {
    let none: [&[&str]; 3] = [&[]; 3];
    let (one, two) = (["moves to 2.1"], ["moves to 2.1", "moves to 3.1"]);
    let plain = ". . . . . . . . .";
    let cases: &[(&str, &str, &str, [&[&str]; 3])] = &[
        ("HEX-ORD-02", plain, "speed: Stand", none),
        ("HEX-ORD-03", plain, "speed: Rest", none),
        ("HEX-ORD-04", plain, "speed: Setup", none),
        ("HEX-ORD-05", plain, "speed: Crawl", [&[], &one, &[]]),
        ("HEX-ORD-05: whatever it costs", ". R . . . . . . .", "speed: Crawl", [&[], &one, &[]]),
        ("HEX-ORD-05: if enterable", ". # . . . . . . .", "speed: Crawl", none),
        ("HEX-ORD-06: slow", plain, "speed: Slow", [&one, &one, &one]),
        ("HEX-ORD-06: fast", plain, "speed: Fast", [&two, &two, &two]),
    ];
    for (name, picture, more, expected) in cases {
        assert_eq!(reaches("Mob", picture, more), expected.map(<[&str]>::to_vec), "{name}");
    }
    // HEX-ORD-06: Slow and Fast may enter enemy hexes, Crawling may not.
    let near = |speed: &str| {
        Field::open(9, 1)
            .side("Here", "Ork", "")
            .side("There", "Elf", "")
            .unit("Here", "Mob", (1, 1), &format!("speed: {speed}"))
            .unit("There", "Rangers", (2, 1), "")
            .at("Movement 2")
            .begin(&[])
    };
    let charge = near("Slow").action("Mob charges into 2.1");
    assert_eq!(near("Fast").action("Mob charges into 2.1"), charge);
    let mut crawling = near("Crawl");
    let refusal = crawling.refused(charge);
    assert_eq!((refusal.reason, refusal.rule), (Reason::OutOfReach, Rule("HEX-MOVE-04")));
}

/// HEX-ORD-03, HEX-ORD-08, HEX-GUN-08: Rest and Aim hold fire in Gunnery 1; Aim gives +2 in Gunnery 2 of the same
/// turn, pays
/// with Slow to load, and is over with the turn; Rest loses one shaken token at Healing/repair 1.
#[test]
fn rest_and_aim() {
    let mut game = Field::open(9, 1)
        .side("Elves", "Elf", "")
        .side("Orks", "Ork", "")
        .unit("Elves", "Sharpshooters", (1, 1), "")
        .unit("Elves", "Rangers", (2, 1), "numbers: {\"shaken\": 3}")
        .unit("Orks", "Boss Guard", (6, 1), "")
        .begin(&[]);
    game.acts(&["order Boss Guard: stand still", "order Sharpshooters: stand still, aim", "order Rangers: rest"]);
    assert_eq!((game.phase(), game.asked().as_str()), ("Gunnery 2", "Elves"));
    let shot = game.battle.shot(game.unit("Sharpshooters"), 0, game.unit("Boss Guard")).unwrap();
    assert!(shot.modifiers.contains(&Modifier::roller(Rule("HEX-MOD-15"), 2)));
    game.acts(&["Rangers does nothing more"]);
    assert_eq!((game.value("Rangers", "shaken"), game.value("Sharpshooters", "aim")), (3, 1));
    // It misses; nobody else is left to fire, Rest helps, and nobody comes round who did not roll a 4.
    game.act("Sharpshooters fires", &[("HEX-HIT-01", 1), ("HEX-HIT-01", 1), ("HEX-AFT-04", 3)]);
    assert_eq!((game.phase(), game.battle.table().turn), ("Orders", 2));
    assert_eq!((game.value("Rangers", "shaken"), game.value("Sharpshooters", "aim")), (2, 0));
    assert_eq!(game.value("Rangers", "speed"), 0, "HEX-AFT-05");
}

/// HEX-ORD-08, HEX-GUN-07: who is pushed out of its place has lost its aim, and its Setup weapon is silent.
#[test]
fn pushed_out() {
    let mut game = Field::open(9, 1)
        .side("Dwarfs", "Dwarf", "")
        .side("Orks", "Ork", "")
        .unit("Dwarfs", "Field Gun", (4, 1), "speed: Setup, aim: true, numbers: {\"models\": 1, \"endurance\": 0}")
        .unit("Dwarfs", "Trenchers", (9, 1), "speed: Stand")
        .unit("Orks", "Mek", (4, 1), "speed: Slow")
        .at("Assault 3")
        .begin(&[("HEX-ASLT-02", 1); 5]);
    assert_eq!(game.asking(), Rule("HEX-RET-04"));
    game.act("Field Gun retreats to 3.1", &[]);
    assert_eq!((game.value("Field Gun", "aim"), game.value("Field Gun", "retreated")), (0, 1));
    assert_eq!((game.phase(), game.asked().as_str()), ("Gunnery 2", "Orks"));
    game.act("pass", &[]);
    assert!(game.offers().iter().all(|o| !o.contains("field gun")));
    assert!(game.offers().iter().any(|o| o.contains("Trenchers fires musket")));
}

/// HEX-SEQ-01, HEX-CON-09, HEX-CON-10: the turn runs through its steps in the seed's order.
#[test]
fn turn_sequence() {
    let round = |n: u8| {
        [
            "Trigger hex effect",
            "Movement",
            "Pre assault retreat",
            "Pre assault abilities",
            "Assault",
            "Post assault retreat",
        ]
        .map(|step| format!("{step} {n}"))
        .into_iter()
        .chain(["Apply damage".to_owned()])
    };
    let gunnery = |n: u8| [format!("Gunnery {n}"), "Apply damage".to_owned()];
    let agony = ["0: acid, terror", "1: minor acid", "2: fire", "3: poison", "4: bleeding"];
    let agony = agony.iter().flat_map(|a| [format!("Agony {a}"), "Apply damage".to_owned()]);
    let expected: Vec<String> = gunnery(1)
        .into_iter()
        .chain((1..=3).flat_map(round))
        .chain(gunnery(2))
        .chain(["Healing/repair 1".to_owned()])
        .chain(agony)
        .chain(["Healing/repair 2".to_owned(), "Aftermath".to_owned(), "Orders".to_owned()])
        .collect();
    let mut game = Field::open(9, 1)
        .side("Elves", "Elf", "")
        .side("Orks", "Ork", "")
        .unit("Elves", "Blade Dancers", (1, 1), "")
        .unit("Orks", "Boss Guard", (9, 1), "")
        .begin(&[]);
    game.act("stand still", &[]);
    game.act("stand still", &[]);
    assert_eq!(game.steps(), expected);
}

/// HEX-SEQ-02: nobody is asked anything in the enemy's move, whatever passes under whose guns.
#[test]
fn no_reactions() {
    let mut game = Field::open(9, 1)
        .side("Elves", "Elf", "")
        .side("Orks", "Ork", "")
        .unit("Elves", "Rangers", (1, 1), "speed: Fast")
        .unit("Orks", "Mob", (9, 1), "speed: Fast")
        .unit("Orks", "Mek", (8, 1), "speed: Fast")
        .at("Movement 1")
        .begin(&[]);
    game.act("Mob moves to 7.1", &[]);
    assert_eq!((game.asked().as_str(), game.asking(), game.phase()), ("Orks", Rule("HEX-MOVE-01"), "Movement 1"));
    game.act("Mek moves to 6.1", &[]);
    assert_eq!((game.asked().as_str(), game.asking(), game.phase()), ("Elves", Rule("HEX-MOVE-01"), "Movement 1"));
}
