//! What a unit is, stacking, sides and setup (HEX-BASE, HEX-STACK, HEX-FACE-01, HEX-SIDE-01, HEX-SET).

use hexfray::battle::{Action, Fact, Reason, Rule, SideId, Verb};

use crate::field::{Field, Game, hex};

/// A field of two zones of two hexes each, west and east, with armies to place.
fn deployment(west: &str, east: &str) -> Field {
    Field::open(8, 2)
        .zones("\"west\": [Columns(1, 1)], \"east\": [Columns(8, 8)]")
        .side("West", west.split(':').next().unwrap(), &army("west", west))
        .side("East", east.split(':').next().unwrap(), &army("east", east))
        .at("")
}

fn army(zone: &str, units: &str) -> String {
    let names: Vec<String> =
        units.split(':').nth(1).unwrap().split(", ").map(|u| format!("\"{}\"", u.trim())).collect();
    format!("zone: \"{zone}\", points: 380, army: [{}]", names.join(", "))
}

/// HEX-SET-01, HEX-SET-02, HEX-OUT-12: one faction a side, no more points than allowed, three copies of a unit.
#[test]
fn armies() {
    let refused = |west: &str| deployment(west, "Elf: Mender").try_begin(&[]).unwrap_err().join("\n");
    deployment("Ork: Mek, Mek, Mek", "Elf: Mender").begin(&[]);
    assert!(refused("Ork: Mek, Mek, Mek, Mek").contains("Mek is there more than 3 times (HEX-SET-02)"));
    assert!(refused("Ork: Mek, Mender").contains("Mender belongs to the Elves, not to the Orks (HEX-SET-01)"));
    // 125 and 125 and 125 is within 380; with a Mek 400.
    deployment("Ork: Mob, Mob, Mob", "Elf: Mender").begin(&[]);
    assert!(refused("Ork: Mob, Mob, Mob, Mek").contains("the army costs 400 points, the limit is 380 (HEX-SET-02)"));
}

/// HEX-SET-01, HEX-SET-02: units that stand on the board from the start are judged with those to be placed, unless the
/// side is free of the rules of armies.
#[test]
fn units_on_the_board_count() {
    let tanks = |side: &str, number: u16| {
        let field = Field::open(8, 2).side("West", "Dwarf", side).side("East", "Elf", "").at("");
        let field = field.unit("East", "Mender", (8, 1), "");
        (1..=number).fold(field, |f, column| f.unit("West", "Steam Tank", (column, 1), ""))
    };
    let wrong = |side: &str, number: u16| tanks(side, number).try_ready().err().unwrap_or_default().join("\n");
    assert_eq!(wrong("", 3), "");
    assert!(wrong("", 4).contains("Steam Tank is there more than 3 times (HEX-SET-02)"));
    assert_eq!(wrong("points: 375", 3), "");
    assert!(wrong("points: 374", 3).contains("the army costs 375 points, the limit is 374 (HEX-SET-02)"));
    assert_eq!(wrong("points: 100, free: true", 4), "");
    // Together with those to be placed.
    let both = "zone: \"west\", army: [\"Steam Tank\"]";
    let both = tanks(both, 3).zones("\"west\": [Columns(4, 5)]").try_ready().err().unwrap_or_default().join("\n");
    assert!(both.contains("Steam Tank is there more than 3 times (HEX-SET-02)"), "{both}");
    let mixed = tanks("", 1).unit("West", "Rangers", (2, 2), "").try_ready().err().unwrap_or_default().join("\n");
    assert!(mixed.contains("Rangers belongs to the Elves, not to the Dwarfs (HEX-SET-01)"), "{mixed}");
}

/// HEX-SET-01: a side names an army, or holds one in place; it is of the army's faction, and the side's points are the
/// limit.
#[test]
fn armies_by_name() {
    let field = |west: &str| {
        Field::open(8, 4)
            .zones("\"west\": [Columns(1, 1)], \"east\": [Columns(8, 8)]")
            .with(&format!(
                "sides: [(name: \"West\", zone: \"west\", {west}), \
                 (name: \"East\", faction: Elf, zone: \"east\", army: [\"Mender\"])],"
            ))
            .at("")
    };
    let set_up = |west: &str| {
        let field = field(west);
        let text = field.scenario().replacen("sides: [\n],", "", 1);
        crate::fought::set_up::<hexfray::rules::hexwar::Hexwar>(&field.library(), &text)
    };
    let wrong = |west: &str| set_up(west).err().unwrap_or_default().join("\n");
    let battle = set_up("roster: \"ork_warband\"").unwrap();
    assert_eq!(battle.setting().factions[0], hexfray::rules::hexwar::stats::Faction::Ork);
    assert_eq!(battle.units().filter(|&u| battle.piece(u).side == SideId(0)).count(), 4);
    assert_eq!(wrong("faction: Ork, points: 260, roster: \"ork_warband\""), "");
    assert!(wrong("points: 259, roster: \"ork_warband\"").contains("costs 260 points, the limit is 259"));
    assert!(wrong("faction: Elf, roster: \"ork_warband\"").contains("the side is of the Elves, its army of the Orks"));
    assert!(wrong("roster: \"ork_warbnd\"").contains("did you mean `ork_warband`?"));
    assert!(wrong("faction: Ork, army: [\"Mek\"], roster: \"ork_warband\"").contains("a side with two armies"));
    assert!(wrong("army: [\"Mek\"]").contains("the side has no faction (HEX-SET-01)"));
    let muster = |units: &str| {
        format!(
            "muster: (ruleset: \"hexwar\", name: \"Mine\", faction: Dwarf, units: [(unit: \"Steam Tank\", {units})])"
        )
    };
    assert!(wrong(&muster("count: 3")).contains("costs 375 points, the limit is 300 (HEX-SET-02)"));
    assert_eq!(wrong(&format!("points: 375, {}", muster("count: 3"))), "");
    assert!(wrong(&format!("points: 999, {}", muster("count: 4"))).contains("more than 3 times (HEX-SET-02)"));
}

/// HEX-SET-03, HEX-ORD-09, HEX-ORD-10, MAP-19: sides place in the order Ork, Gnome, Dwarf, Dark Elf, Elf, one unit
/// at a time,
/// in their zones; sides of one faction roll. Then they roll again for the first turn.
#[test]
fn deployment_order() {
    let mut game = Field::open(12, 2)
        .zones(
            "\"a\": [Columns(1, 2)], \"b\": [Columns(3, 4)], \"c\": [Columns(5, 6)], \"d\": [Columns(7, 8)], \
             \"e\": [Columns(9, 10)], \"f\": [Columns(11, 12)]",
        )
        .side("Elves", "Elf", &army("a", "Elf: Mender, Rangers"))
        .side("Dwarfs", "Dwarf", &army("b", "Dwarf: Sappers"))
        .side("Orks", "Ork", &army("c", "Ork: Mek, Mob"))
        .side("Dark Elves", "DarkElf", &army("d", "DarkElf: Corsairs"))
        .side("Gnomes", "Gnome", &army("e", "Gnome: Tinkers"))
        .side("More Orks", "Ork", &army("f", "Ork: Mek, Burnas, Boss Guard"))
        .at("")
        .begin(&[("HEX-ORD-09", 4), ("HEX-ORD-09", 4), ("HEX-ORD-09", 9), ("HEX-ORD-09", 3)]);
    let mut placed = Vec::new();
    while game.phase().is_empty() {
        let side = game.asked();
        assert_eq!(game.asking(), Rule("HEX-SET-03"));
        placed.push(side);
        let last = placed.len() == 10;
        let rolls: &[(&str, u8)] = if last { &[("HEX-ORD-09", 1), ("HEX-ORD-09", 2)] } else { &[] };
        let offer = game.offers().remove(0);
        game.act(&offer, rolls);
    }
    assert_eq!(
        placed,
        ["More Orks", "Orks", "Gnomes", "Dwarfs", "Dark Elves", "Elves", "More Orks", "Orks", "Elves", "More Orks",]
    );
    assert_eq!((game.phase(), game.asked().as_str(), game.battle.table().turn), ("Orders", "Orks", 1));
}

/// HEX-SET-03, HEX-STACK-01, HEX-CONST-10, HEX-FACE-01, HEX-OUT-08: units go into their zone, two of a side to a hex, of
/// which one Monster or Vehicle; flyers count. Monsters and Vehicles pick a facing, Infantry has none.
#[test]
fn placing() {
    let army = "Ork: Mek, Mek, Mob, War Buggy, Troll";
    let told = deployment(army, "Elf: Mender").try_begin(&[]).unwrap_err().join("\n");
    assert!(told.contains("its zone of 2 hexes is too small"), "{told}");

    let mut game = Field::drawn(". . B . # .\n. . . . # .")
        .zones("\"west\": [Columns(1, 5)], \"east\": [Columns(6, 6)]")
        .side("West", "Ork", &self::army("west", army))
        .side("East", "Elf", &self::army("east", "Elf: Sky Chariot"))
        .at("")
        .begin(&[]);
    let place = |game: &Game, unit: &str, column, row| {
        let mut action = Action::of(Verb::Place, game.unit(unit));
        action.target = hex(game.hex(column, row));
        action
    };
    for (unit, column, row, reason, rule) in [
        ("Mob", 6, 1, Reason::NotInZone, "HEX-SET-03"),
        ("Mob", 5, 1, Reason::OutOfReach, "HEX-TERRAIN-11"),
        ("Troll", 3, 1, Reason::OutOfReach, "HEX-TERRAIN-04"),
    ] {
        let action = place(&game, unit, column, row);
        let refusal = game.refused(action);
        assert_eq!((refusal.reason, refusal.rule.0), (reason, rule), "{unit}");
    }
    game.act("place Mek 1 at 1.1", &[]);
    assert_eq!(game.asked(), "East");
    game.act("place Sky Chariot at 6.1", &[]);
    // HEX-FACE-01: a vehicle picks its facing.
    assert_eq!((game.asked().as_str(), game.asking()), ("East", Rule("HEX-FACE-02")));
    assert_eq!(game.offers(), ["E", "NE", "NW", "W", "SW", "SE"].map(|f| format!("Sky Chariot faces {f}")));
    game.act("Sky Chariot faces SW", &[]);
    game.acts(&["place Mek 2 at 1.1"]);
    let third = place(&game, "Mob", 1, 1);
    let refusal = game.refused(third);
    assert_eq!((refusal.reason, refusal.rule), (Reason::Stacked, Rule("HEX-STACK-01")), "a third is refused");
    game.acts(&["place Mob at 2.1", "place War Buggy at 2.1", "War Buggy faces E"]);
    for (column, reason) in [(1, Reason::Stacked), (2, Reason::Stacked)] {
        let troll = place(&game, "Troll", column, 1);
        assert_eq!(game.refused(troll).reason, reason);
    }
    let placed = place(&game, "Mob", 3, 2);
    let refusal = game.refused(placed);
    assert_eq!((refusal.reason, refusal.rule), (Reason::AlreadyDone, Rule("HEX-SET-03")));
    game.acts(&["place Troll at 1.2", "Troll faces NW"]);
    assert_eq!((game.phase(), game.battle.table().turn), ("Orders", 1));

    // Positions obey it too, and the numbers are data.
    let position = |units: &[(&str, &str)]| {
        let mut field =
            Field::open(3, 1).side("Here", "Elf", "").side("There", "Ork", "").side("Ally", "Dwarf", "team: 0");
        for (side, unit) in units {
            field = field.unit(side, unit, (2, 1), if *unit == "Sky Chariot" { "flying: true" } else { "" });
        }
        field.unit("There", "Mek", (1, 1), "").unit("Ally", "Sappers", (3, 1), "")
    };
    let two = [("Here", "Rangers"), ("Here", "Sky Chariot")];
    position(&two).begin(&[]);
    let three = [&two[..], &[("Here", "Mender")]].concat();
    let told = position(&three).try_begin(&[]).unwrap_err().join("\n");
    assert!(told.contains("Mender is one too many in hex 2.1 (HEX-STACK-01)"), "{told}");
    position(&three).tuned("rules.ron", "stack_units: 2", "stack_units: 3").begin(&[]);
    let big = [("Here", "Treewarden"), ("Here", "Sky Chariot")];
    assert!(position(&big).try_begin(&[]).is_err());
    position(&big).tuned("rules.ron", "stack_big: 1", "stack_big: 2").begin(&[]);
    // "Per side": an ally's two stand there as well.
    position(&[&two[..], &[("Ally", "Trenchers"), ("Ally", "Steam Tank")]].concat()).begin(&[]);
}

/// HEX-SET-03: whatever the order of placing, nobody is left without a hex; zones too small for that are refused.
#[test]
fn zones_have_room() {
    // The hexes of each zone, what is placed there, and whether all will find a place in whatever order they come.
    let cases = [
        (". .", "Ork: Mek, Mek, Mek, War Buggy", true),
        (". .", "Ork: Mek, Mek, War Buggy, War Buggy", false),
        (". . .", "Ork: Mek, Mek, War Buggy, War Buggy", true),
        (". B", "Ork: Mob, Mek, Mek, Mek", true),
        (". B", "Ork: Mob, Mek, War Buggy", false),
        (". #", "Ork: Mob, Mek", true),
        (". #", "Ork: Mob, Mek, Mek", false),
        ("R R", "Ork: War Buggy", false),
        ("R R", "Ork: Troll", true),
    ];
    for (zone, units, fits) in cases {
        let width = zone.split(' ').count();
        let begun = Field::drawn(&format!("{zone} . ."))
            .zones(&format!("\"west\": [Columns(1, {width})], \"east\": [Columns({0}, {0})]", width + 2))
            .side("West", "Ork", &army("west", units))
            .side("East", "Elf", &army("east", "Elf: Mender"))
            .at("")
            .try_begin(&[]);
        match begun {
            Ok(mut game) => {
                assert!(fits, "{zone} {units}");
                // The worst way to place: the first unit in the first hex there is.
                while game.phase().is_empty() {
                    assert_eq!(game.battle.check_invariants(), None, "{zone} {units}");
                    let offer = game.offers().remove(0);
                    game.act(&offer, &[]);
                }
            }
            Err(told) => assert!(!fits && told.join("").contains("too small"), "{zone} {units}: {told:?}"),
        }
    }
}

/// HEX-SET-03: units that stand in the zone from the start take their room too.
#[test]
fn zones_with_units_in_them() {
    let zone = |picture: &str, at| {
        Field::drawn(picture)
            .zones("\"west\": [Columns(1, 1)], \"east\": [Columns(3, 3)]")
            .side("West", "Ork", &army("west", "Ork: Mob"))
            .side("East", "Elf", &army("east", "Elf: Mender"))
            .unit("West", "Mek", at, "")
            .unit("West", "Burnas", at, "")
            .at("")
            .try_begin(&[])
    };
    assert!(zone(". . .", (2, 1)).is_ok());
    assert!(zone(". . .", (1, 1)).unwrap_err().join("").contains("its zone of 1 hexes is too small"));
    assert!(zone(". . .\n. . .", (1, 1)).is_ok());
}

/// HEX-SET-04, HEX-TOK-09, HEX-BASE-03: units begin as their sheets have them; Dwarfs with their Endurance tokens, all
/// else without tokens. HEX-TOK-10: hexes begin with what the scenario lays on them.
#[test]
fn fresh_units() {
    let field = Field::open(30, 1).side("All", "Elf", "").side("Others", "Ork", "");
    let library = field.library();
    let hexfray::rules::AnyContent::Hexwar(book) = &library.book("hexwar").unwrap().0 else {
        panic!("another ruleset")
    };
    let sheets: Vec<(String, u8)> = book.sheets.iter().map(|s| (s.name.clone(), s.models)).collect();
    assert_eq!(sheets.len(), 29);
    let field = sheets.iter().enumerate().fold(field, |f, (i, s)| f.unit("All", &s.0, (i as u16 + 1, 1), ""));
    let mut field = field.unit("Others", "Mek", (30, 1), "");
    let endurance = [("Trenchers", 2), ("Ironbreakers", 3), ("Sappers", 1), ("Field Gun", 1)];
    for (i, what) in ["smoke: true", "cloud: 8", "burning: true", "acid: true", "mines: true"].iter().enumerate() {
        field = field.effect((i as u16 + 1, 1), what);
    }
    let game = field.begin(&[]);
    use hexfray::battle::Record;
    for (name, models) in &sheets {
        // There are two Meks, one on each side; a number tells units of one side apart.
        let unit = game.battle.units().find(|&u| {
            game.battle.piece(u).side == SideId(0)
                && <hexfray::rules::hexwar::Hexwar as hexfray::rules::Presentation>::name(&game.battle, u) == *name
        });
        let now = *game.battle.unit(unit.unwrap());
        let tokens = endurance.iter().find(|e| e.0 == name).map_or(0, |e| e.1);
        for (i, field) in hexfray::rules::hexwar::Unit::names().iter().enumerate().skip(1) {
            let expected = match field.as_str() {
                "models" => i32::from(*models),
                "endurance" => tokens,
                _ => 0,
            };
            assert_eq!(now.value(i), expected, "{name} {field}");
        }
    }
    let marks = |column| game.battle.ground(game.hex(column, 1));
    assert!(marks(1).smoke && marks(2).cloud == 8 && marks(3).burning && marks(4).acid && marks(5).mines);
}

/// HEX-SIDE-01, HEX-GUN-03: sides of a team are friends: no targets of each other, and what counts as an enemy.
#[test]
fn teams() {
    let game = Field::open(5, 1)
        .side("Elves", "Elf", "team: 3")
        .side("Orks", "Ork", "")
        .side("Dwarfs", "Dwarf", "team: 3")
        .unit("Elves", "Rangers", (1, 1), "")
        .unit("Orks", "Mob", (3, 1), "")
        .unit("Dwarfs", "Trenchers", (2, 1), "")
        .at("Gunnery 1")
        .begin(&[]);
    let (elf, ork, dwarf) = (game.unit("Rangers"), game.unit("Mob"), game.unit("Trenchers"));
    assert!(game.battle.enemies(elf, ork) && game.battle.enemies(dwarf, ork) && !game.battle.enemies(elf, dwarf));
    let enemies = |side| -> Vec<_> { game.battle.enemies_of(SideId(side)).collect() };
    assert_eq!([enemies(0), enemies(1), enemies(2)], [vec![ork], vec![elf, dwarf], vec![ork]]);
    assert!(Field::open(5, 1).side("Only", "Elf", "").unit("Only", "Rangers", (1, 1), "").try_begin(&[]).is_err());
}

/// HEX-BASE-04, HEX-SEQ-05, HEX-TERRAIN-10: a unit without models is gone with all its tokens; a vehicle leaves a wreck
/// where one could stand.
#[test]
fn destroyed() {
    for (terrain, wreck) in [(".", true), ("F", true), ("w", false), ("B", false)] {
        let mut game = Field::drawn(&format!(". . {terrain} . ."))
            .side("Elves", "Elf", "")
            .side("Orks", "Ork", "")
            .unit("Orks", "Mek", (1, 1), "")
            .unit(
                "Elves",
                "Sky Chariot",
                (3, 1),
                "flying: true, numbers: {\"fire\": 1, \"future\": 9, \"shaken\": 2, \"crew\": 1}",
            )
            .unit("Elves", "Mender", (5, 1), "numbers: {\"models\": 1, \"poison6\": 1, \"bleed4\": 1, \"acid\": 1}")
            .unit("Elves", "Rangers", (4, 1), "")
            .at("Agony 2: fire")
            .begin(&[("HEX-AG2-01", 3), ("HEX-AG3-01", 5)]);
        assert_eq!((game.phase(), game.battle.table().turn), ("Orders", 2));
        for unit in ["Sky Chariot", "Mender"] {
            assert_eq!(game.place(unit), (0, 0));
            for field in ["models", "fire", "future", "shaken", "crew", "poison6", "poison4", "bleed4", "acid"] {
                assert_eq!(game.value(unit, field), 0, "{unit} {field}");
            }
        }
        assert_eq!(game.battle.ground(game.hex(3, 1)).wreck, wreck, "{terrain}");
        assert_eq!(game.offers().iter().filter(|o| o.starts_with("order Mek")).count(), 6);
        assert_eq!(game.battle.check_invariants(), None);
        assert!(!game.events.iter().any(|e| e.fact == Fact::Over));
    }
}
