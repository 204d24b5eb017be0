//! Hex effects, movement, facing, terrain, stacking (HEX-TRIG, HEX-MOVE, HEX-FACE, HEX-TERRAIN, HEX-STACK).

use hexfray::battle::{Action, Reason, Refusal, Rule, Target, Verb};

use crate::field::{Field, Game, hex, ratio, table};

/// A refusal.
fn no(reason: Reason, rule: &'static str) -> Refusal {
    Refusal::new(reason, Rule(rule))
}

/// Two sides, Elves and Orks, the Orks with somebody in the last hex of the first row of a picture.
fn drawn(picture: &str) -> Field {
    let columns = picture.lines().next().unwrap().split_whitespace().count() as u16;
    Field::drawn(picture).side("Elves", "Elf", "").side("Orks", "Ork", "").sheet("Watcher", "").unit(
        "Orks",
        "Watcher",
        (columns, 1),
        "",
    )
}

/// An open field of three rows and ten columns.
fn open() -> Field {
    drawn(&". . . . . . . . . .\n".repeat(3))
}

impl Game {
    fn goes(&mut self, unit: &str, at: (u16, u16)) -> bool {
        let cell = self.hex(at.0, at.1);
        self.can(Verb::Move, unit, hex(cell))
    }

    /// Why a move is refused.
    fn bar(&mut self, unit: &str, at: (u16, u16)) -> Refusal {
        let action = Action::of(Verb::Move, self.unit(unit)).hex(self.hex(at.0, at.1));
        self.refused(action)
    }
}

/// HEX-TRIG-01, HEX-CONST-02: a d12 per model in the hex, affected on any 12, once.
/// HEX-TRIG-03, HEX-TRIG-04, HEX-TRIG-06: clouds poison what lives, in the air too; burning hexes and acid pools
/// touch what stands.
#[test]
fn hex_effects() {
    let victim = |sheet: &str, unit: &str, effect: &str| {
        drawn(". . . . . . . .")
            .sheet("Victim", sheet)
            .unit("Elves", "Victim", (1, 1), &format!("speed: Slow, {unit}"))
            .effect((1, 1), effect)
            .at("Trigger hex effect 1")
    };
    let field = |sheet: &str, unit: &str, effect: &str| {
        victim(sheet, unit, effect).chances(|g| g.became("Victim", "Movement 1"))
    };
    let affected = [(1, "1/12", "11/12"), (5, "87781/248832", "161051/248832")];
    for (models, hit, missed) in affected {
        for (effect, token) in [("cloud: 6", "poison6 0>1"), ("burning: true", "fire 0>1"), ("acid: true", "acid 0>1")]
        {
            let sums = field(&format!("models: {models}"), "", effect);
            assert_eq!(sums, table([(token.to_owned(), hit), ("nothing".to_owned(), missed)]), "{models} {effect}");
        }
    }
    let eight = field("models: 8", "", "cloud: 4");
    assert_eq!(eight["poison4 0>1"], ratio("215622815/429981696"));
    // Survivors roll, not those that the unit began with.
    let three = field("models: 8", "numbers: {\"models\": 1}", "acid: true");
    assert_eq!(three["acid 0>1"], ratio("1/12"));

    let nothing = table([("nothing".to_owned(), "1")]);
    let flyer = "class: Vehicle, fly: true";
    for effect in ["burning: true", "acid: true", "mines: true"] {
        // No die is rolled.
        victim(flyer, "flying: true", effect).begin(&[]);
    }
    assert_eq!(field(flyer, "flying: true", "cloud: 4").len(), 2, "clouds reach the air");
    assert_eq!(field("bio: false", "", "cloud: 4"), nothing);
    assert_eq!(field("bio: false", "", "acid: true").len(), 2);
    // A second token of the kind has no effect where at most one can be had; poison adds up.
    assert_eq!(field("", "numbers: {\"fire\": 1, \"acid\": 1}", "burning: true, acid: true"), nothing);
    assert_eq!(
        field("", "numbers: {\"poison4\": 1}", "cloud: 4"),
        table([("poison4 1>2".to_owned(), "1/12"), ("nothing".to_owned(), "11/12")])
    );
}

/// HEX-TRIG-01, HEX-TRIG-02: each effect of the hex rolls on its own, before each of the three movements, for
/// whoever is there
/// at that moment.
#[test]
fn hex_effects_each_round() {
    let field = open()
        .sheet("Runner", "fast: 2")
        .unit("Elves", "Runner", (1, 2), "speed: Fast")
        .effect((1, 2), "cloud: 4, burning: true")
        .effect((2, 2), "acid: true")
        .effect((3, 2), "acid: true")
        .at("Trigger hex effect 1");
    let mut game = field.begin(&[("HEX-TRIG-01", 11), ("HEX-TRIG-01", 12)]);
    assert_eq!(game.became("Runner", ""), "fire 0>1");
    // It crosses the pool at column 2 and stops in the next one, where it rolls before Movement 2 and again before 3.
    game.act("Runner moves to 3.2", &[("HEX-TRIG-01", 3)]);
    assert_eq!(game.phase(), "Movement 2");
    game.act("Runner does nothing more", &[("HEX-TRIG-01", 12)]);
    assert_eq!(game.became("Runner", ""), "acid 0>1");
}

/// HEX-TRIG-05: a mine is one hit of AP4, d10 against the rear armour in this round's Apply damage, and is used up.
#[test]
fn mines() {
    let field = |sheet: &str| {
        drawn(". . . . . . . .")
            .sheet("Victim", sheet)
            .unit("Elves", "Victim", (1, 1), "speed: Slow")
            .effect((1, 1), "mines: true")
            .at("Trigger hex effect 1")
    };
    let mut game = field("class: Vehicle, bio: false, armour: (8, 8, 4)").begin(&[("HEX-TRIG-01", 12)]);
    let cell = game.hex(1, 1);
    assert!(!game.battle.ground(cell).mines);
    assert_eq!(game.became("Victim", ""), "nothing", "its damage waits");
    let hit =
        |game: &mut Game| game.chances("Victim does nothing more", |g| g.became("Victim", "Trigger hex effect 2"));
    let sums = hit(&mut game);
    assert_eq!((&sums["nothing"], &sums["future 0>1"]), (&ratio("1/10"), &ratio("1/5")));
    // Rear armour 6 stops it partly (-3), 7 for good.
    let mut game = field("class: Vehicle, bio: false, armour: (2, 2, 6)").begin(&[("HEX-TRIG-01", 12)]);
    assert_eq!(hit(&mut game)["nothing"], ratio("2/5"));
    let mut game = field("class: Vehicle, bio: false, armour: (2, 2, 7)").begin(&[("HEX-TRIG-01", 12)]);
    assert_eq!(hit(&mut game), table([("nothing".to_owned(), "1")]));
    // The second unit in the hex finds no mine any more.
    let field = field("").unit("Elves", "Mender", (1, 1), "");
    let mut game = field.begin(&[("HEX-TRIG-01", 12)]);
    game.act("pass", &[("HEX-DAM-01", 1)]);
}

/// HEX-MOVE-01, HEX-SEQ-01, HEX-CON-07: sides move all their units in the order Ork, Gnome, Dwarf, Dark Elf, Elf.
/// HEX-MOVE-02: a point not spent is lost: the next movement has no more than its own, and one move ends it.
#[test]
fn order_of_movement() {
    let factions = ["Elf", "DarkElf", "Dwarf", "Gnome", "Ork"];
    let mut field = Field::open(12, 5).sheet("Walker", "slow: 2");
    for (i, faction) in factions.iter().enumerate() {
        let row = i as u16 + 1;
        field = field.side(faction, faction, "");
        field =
            field.unit(faction, "Walker", (1, row), "speed: Slow").unit(faction, "Walker", (11, row), "speed: Slow");
    }
    let mut game = field.at("Movement 1").begin(&[]);
    let mut asked = Vec::new();
    for _ in 0..10 {
        asked.push(game.asked());
        game.act("Walker 1 does nothing more", &[]);
        asked.push(game.asked());
        game.act("Walker 2 does nothing more", &[]);
        if game.phase() != "Movement 1" {
            break;
        }
    }
    assert_eq!(asked, ["Ork", "Ork", "Gnome", "Gnome", "Dwarf", "Dwarf", "DarkElf", "DarkElf", "Elf", "Elf"]);
    assert_eq!((game.phase(), game.asked().as_str()), ("Movement 2", "Ork"));
    let offers = game.offers();
    assert!(
        offers.contains(&"Walker 1 moves to 3.5".to_owned()) && !offers.contains(&"Walker 1 moves to 4.5".to_owned())
    );
    game.act("Walker 1 moves to 2.5", &[]);
    assert_eq!((game.phase(), game.asked().as_str()), ("Movement 2", "Ork"));
    assert!(game.offers().iter().all(|offer| !offer.starts_with("Walker 1 ")));
}

/// HEX-ORD-02, HEX-ORD-03, HEX-ORD-04, HEX-ORD-05, HEX-ORD-06, HEX-MOVE-01: what each speed allows in each of the
/// three movements.
#[test]
fn speeds() {
    let reach = |speed: &str, movement: usize| {
        let field = drawn(". . . . . . . . . . .").sheet("Walker", "slow: 1, fast: 3");
        let field = field.unit("Elves", "Walker", (1, 1), &format!("speed: {speed}"));
        let mut game = field.sheet("Other", "").unit("Elves", "Other", (9, 1), "speed: Slow");
        game = game.at(&format!("Movement {movement}"));
        let mut game = game.begin(&[]);
        (2..=9).take_while(|&c| game.goes("Walker", (c, 1))).count()
    };
    for (speed, points) in [
        ("Stand", [0, 0, 0]),
        ("Rest", [0, 0, 0]),
        ("Setup", [0, 0, 0]),
        ("Crawl", [0, 1, 0]),
        ("Slow", [1, 1, 1]),
        ("Fast", [3, 3, 3]),
    ] {
        assert_eq!([1, 2, 3].map(|m| reach(speed, m)), points, "{speed}");
    }
    // HEX-ORD-05: crawling takes one hex whatever it costs, if it can be entered, but none that an enemy holds
    // (HEX-MOVE-04).
    let mut game = drawn("F . . . . .\n. . # . . .\n. F . . . .")
        .sheet("Crawler", "slow: 1")
        .unit("Elves", "Crawler", (2, 2), "speed: Crawl")
        .unit("Orks", "Mek", (1, 2), "")
        .at("Movement 2")
        .begin(&[]);
    assert!(game.goes("Crawler", (2, 3)) && !game.goes("Crawler", (1, 1)));
    assert_eq!(game.bar("Crawler", (3, 2)), no(Reason::OutOfReach, "HEX-TERRAIN-11"));
    assert_eq!(game.bar("Crawler", (1, 2)), no(Reason::OutOfReach, "HEX-MOVE-04"));
    // HEX-MOVE-09: a Vehicle crawls ahead or back, with the free turns before and after.
    let mut game = drawn(". . . . . .\n. . . . . .\n. . . . . .")
        .sheet("Cart", "class: Vehicle, slow: 1")
        .unit("Elves", "Cart", (3, 2), "speed: Crawl, facing: E")
        .at("Movement 2")
        .begin(&[]);
    assert_eq!(facings(&mut game, "Cart", (4, 2)), "E NE SE", "ahead");
    assert_eq!(facings(&mut game, "Cart", (2, 2)), "E NE SE", "back");
    assert_eq!(facings(&mut game, "Cart", (4, 1)), "E NE NW", "turned to the left, ahead");
    assert_eq!(facings(&mut game, "Cart", (3, 1)), "E SW SE", "turned to the right, back");
}

/// HEX-TERRAIN-01, HEX-TERRAIN-02, HEX-TERRAIN-03, HEX-TERRAIN-04, HEX-TERRAIN-05, HEX-TERRAIN-06, HEX-TERRAIN-07,
/// HEX-TERRAIN-08, HEX-TERRAIN-09, HEX-TERRAIN-10, HEX-TERRAIN-11: what it costs to enter each terrain, for
/// Infantry, Monsters, Vehicles and in the air; 0 for
/// what cannot be entered.
#[test]
fn terrain() {
    let rows: [(&str, &str, [u8; 4]); 16] = [
        ("HEX-TERRAIN-01", "Clear", [1, 1, 1, 1]),
        ("HEX-TERRAIN-01", "Floor", [1, 1, 1, 1]),
        ("HEX-TERRAIN-01", "Road", [1, 1, 1, 1]),
        ("HEX-TERRAIN-02", "Forest", [2, 1, 3, 1]),
        ("HEX-TERRAIN-03", "BurnedForest", [1, 1, 2, 1]),
        ("HEX-TERRAIN-03", "Forest; burned: true", [1, 1, 2, 1]),
        ("HEX-TERRAIN-04", "Building", [2, 0, 0, 1]),
        ("HEX-TERRAIN-05", "Ruins", [2, 2, 0, 1]),
        ("HEX-TERRAIN-06", "Rough", [2, 2, 3, 1]),
        ("HEX-TERRAIN-07", "SandDunes", [2, 1, 2, 1]),
        ("HEX-TERRAIN-08", "Forest; smoke: true", [2, 1, 3, 1]),
        ("HEX-TERRAIN-09", "LowObstacle", [1, 1, 2, 1]),
        ("HEX-TERRAIN-10", "Clear; wreck: true", [2, 2, 0, 1]),
        ("HEX-TERRAIN-11", "Wall", [0, 0, 0, 0]),
        ("HEX-TERRAIN-11", "Door", [0, 0, 0, 0]),
        ("HEX-TERRAIN-11", "DeepWater", [0, 0, 0, 1]),
    ];
    let classes = ["Infantry", "Monster", "Vehicle", "Vehicle, fly: true"];
    for (rule, ground, costs) in rows {
        let (terrain, effect) = ground.split_once("; ").unwrap_or((ground, ""));
        for (class, cost) in classes.into_iter().zip(costs) {
            // The first hex can always be entered, so the terrain is the second: 1 point and its cost.
            let enters = |points: u8| {
                let flying = class.contains("fly");
                let mut field = drawn(". . t . . . . .")
                    .legend(&format!("'t': {terrain}"))
                    .sheet("Walker", &format!("class: {class}, slow: {points}"))
                    .unit("Elves", "Walker", (1, 1), &format!("speed: Slow, facing: E, flying: {flying}"))
                    .at("Movement 1");
                if !effect.is_empty() {
                    field = field.effect((3, 1), effect);
                }
                field.begin(&[]).goes("Walker", (3, 1))
            };
            let least = (1..=5).find(|&points| enters(points));
            assert_eq!(least, (cost > 0).then_some(cost + 1), "{rule} {ground} {class}");
        }
    }
    // HEX-TERRAIN-10: a wreck lies where a Vehicle was destroyed.
    let field = drawn(". . . .").sheet("Cart", "class: Vehicle, bio: false");
    let field = field.unit("Elves", "Cart", (1, 1), "numbers: {\"fire\": 1, \"future\": 9}").unit(
        "Elves",
        "Mender",
        (2, 1),
        "",
    );
    let game = field.at("Agony 2: fire").begin(&[("HEX-AG2-01", 3)]);
    assert!(game.battle.ground(game.hex(1, 1)).wreck && game.place("Cart") == (0, 0));
}

/// HEX-MOVE-03: with 1 point or more one enterable hex can always be entered, for all points.
#[test]
fn one_hex_always() {
    let mut game = drawn("F F R . . . . .")
        .sheet("Walker", "slow: 1, fast: 2")
        .unit("Elves", "Walker", (1, 1), "speed: Slow")
        .sheet("Cart", "class: Vehicle, slow: 1, fast: 2")
        .unit("Elves", "Cart", (1, 1), "speed: Fast, facing: E")
        .unit("Elves", "Cart", (4, 1), "speed: Fast, facing: W")
        .at("Movement 1")
        .begin(&[]);
    assert!(game.goes("Walker", (2, 1)) && !game.goes("Walker", (3, 1)));
    // 2 points do for a Vehicle's 3 of a wood, not for a ruin that it cannot enter.
    assert!(game.goes("Cart 1", (2, 1)) && !game.goes("Cart 1", (3, 1)) && !game.goes("Cart 2", (3, 1)));
    assert_eq!(game.bar("Cart 2", (3, 1)), no(Reason::OutOfReach, "HEX-TERRAIN-05"));
}

/// HEX-MOVE-04, HEX-STACK-02: a hex that an enemy holds ends the move; at Slow or Fast only, not while shaken; in the
/// air it is passed and nobody contests it.
#[test]
fn enemy_hexes() {
    let field = |sheet: &str, unit: &str| {
        drawn(". . . . . . . .")
            .sheet("Runner", &format!("fast: 4, {sheet}"))
            .unit("Elves", "Runner", (1, 1), unit)
            .unit("Orks", "Mek", (3, 1), "")
            .at("Movement 1")
    };
    let mut game = field("", "speed: Fast").begin(&[]);
    assert!(game.goes("Runner", (3, 1)) && !game.goes("Runner", (4, 1)), "it goes no farther");
    game.act("Runner charges into 3.1", &[("HEX-ASLT-02", 1); 3]);
    assert_eq!((game.place("Runner"), game.phase()), ((3, 1), "Post assault retreat 1"));

    let mut game = field("", "speed: Fast, numbers: {\"shaken\": 1}").begin(&[]);
    assert!(game.goes("Runner", (2, 1)) && !game.goes("Runner", (3, 1)) && !game.goes("Runner", (4, 1)));
    assert_eq!(game.bar("Runner", (3, 1)), no(Reason::OutOfReach, "HEX-SHK-03"));

    let mut game = field("class: Vehicle, fly: true", "speed: Fast, flying: true, facing: E").begin(&[]);
    assert!(game.goes("Runner", (3, 1)) && game.goes("Runner", (5, 1)));
    game.act("Runner moves to 3.1", &[]);
    game.act("faces E", &[]);
    assert_eq!(game.phase(), "Movement 2", "over the enemy nobody fights");
    assert!(game.goes("Runner", (4, 1)), "and nobody is held");

    // An enemy in the air holds nothing either.
    let field = drawn(". . . . . . . .").sheet("Bird", "class: Vehicle, fly: true").sheet("Runner", "fast: 4");
    let field = field.unit("Elves", "Runner", (1, 1), "speed: Fast, numbers: {\"shaken\": 1}");
    let mut game = field.unit("Orks", "Bird", (3, 1), "flying: true").at("Movement 1").begin(&[]);
    game.act("pass", &[]);
    assert!(game.goes("Runner", (3, 1)) && game.goes("Runner", (5, 1)));
}

/// HEX-MOVE-05: a unit that is in a contested hex when its own move comes stays; it may turn, for nothing.
#[test]
fn held() {
    let field = open()
        .sheet("Walker", "slow: 2, fast: 2")
        .sheet("Cart", "class: Vehicle, slow: 2")
        .unit("Orks", "Walker", (1, 2), "speed: Fast")
        .unit("Elves", "Cart", (3, 2), "speed: Slow, facing: E")
        .unit("Elves", "Mender", (3, 2), "speed: Slow")
        .at("Movement 1");
    let mut game = field.begin(&[]);
    game.act("Walker charges into 3.2", &[]);
    assert_eq!(game.asked(), "Elves");
    assert_eq!(
        game.offers(),
        ["Cart faces NE", "Cart faces SE", "Cart does nothing more", "pass: nobody else does anything in this step"]
    );
    assert_eq!(game.bar("Cart", (4, 2)), no(Reason::Contested, "HEX-MOVE-05"));
    assert_eq!(game.bar("Mender", (4, 2)), no(Reason::Contested, "HEX-MOVE-05"));
}

/// HEX-MOVE-06, HEX-STACK-01, HEX-CONST-10: friends are passed; at the end of its move a unit finds room: two of a side
/// in a hex, one of them at most a Monster or Vehicle, in the air too. The enemy's units do not count.
#[test]
fn stacking() {
    let mut game = drawn(". . . . . . . . . . .")
        .sheet("Runner", "fast: 4")
        .sheet("Beast", "class: Monster, fast: 4")
        .sheet("Bird", "class: Vehicle, fly: true, fast: 4")
        .unit("Elves", "Runner", (1, 1), "speed: Fast")
        .unit("Elves", "Beast", (1, 1), "speed: Fast")
        .unit("Elves", "Mender", (3, 1), "")
        .unit("Elves", "Rangers", (3, 1), "")
        .unit("Elves", "Bird", (4, 1), "flying: true")
        .unit("Elves", "Sharpshooters", (5, 1), "")
        .at("Movement 1")
        .begin(&[]);
    let free = |game: &mut Game, unit: &str| [2, 3, 4, 5].map(|c| game.goes(unit, (c, 1)));
    assert_eq!(free(&mut game, "Runner"), [true, false, true, true]);
    assert_eq!(free(&mut game, "Beast"), [true, false, false, true]);
    assert_eq!(game.bar("Runner", (3, 1)), no(Reason::Stacked, "HEX-STACK-01"));
    game.acts(&["Runner moves to 5.1", "Beast moves to 2.1", "Beast faces E"]);
    let mut game = drawn(". . . .")
        .unit("Elves", "Mender", (1, 1), "speed: Slow")
        .unit("Elves", "Rangers", (2, 1), "")
        .unit("Elves", "Sharpshooters", (2, 1), "")
        .at("Movement 1")
        .begin(&[]);
    assert_eq!(game.bar("Mender", (2, 1)), no(Reason::Stacked, "HEX-STACK-01"));
    // Two enemies leave room for two of ours.
    let mut game = drawn(". . . . .")
        .unit("Elves", "Mender", (1, 1), "speed: Fast")
        .unit("Elves", "Rangers", (3, 1), "speed: Fast")
        .unit("Orks", "Mek", (2, 1), "")
        .unit("Orks", "Burnas", (2, 1), "")
        .at("Movement 1")
        .begin(&[]);
    game.act("Mender charges into 2.1", &[]);
    assert!(game.goes("Rangers", (2, 1)));
}

/// HEX-MOVE-07: 1" up or down is nothing, 2" and 3" cost a point more, more is impassable; nothing in the air.
#[test]
fn heights() {
    for (height, cost) in [(1, Some(1)), (2, Some(2)), (3, Some(2)), (4, None), (9, None)] {
        let enters = |picture: String, points: u8, flying: bool| {
            let field = drawn(&picture).sheet("Walker", &format!("class: Vehicle, fly: true, slow: {points}"));
            let field = field.unit("Elves", "Walker", (1, 1), &format!("speed: Slow, facing: E, flying: {flying}"));
            field.at("Movement 1").begin(&[]).goes("Walker", (3, 1))
        };
        let up = format!(". . {height} . . .");
        let down = format!("{height} {height} . . . .");
        for picture in [up, down] {
            let least = (1..=5).find(|&p| enters(picture.clone(), p, false));
            assert_eq!(least, cost.map(|c| c + 1), "{height}\" {picture}");
            assert!(enters(picture, 2, true));
        }
    }
}

/// HEX-MOVE-07: ladders and stairs are free of heights, and a way for who crawls.
#[test]
fn ladders() {
    let field = |speed: &str, links: &str| {
        let field = drawn("1 4 9 . . 9 .").sheet("Walker", "slow: 1, fast: 2").links(links);
        let field = field.unit("Elves", "Walker", (1, 1), &format!("speed: {speed}"));
        let mut game = field.at("Movement 2").begin(&[]);
        [2, 3, 6].map(|c| game.goes("Walker", (c, 1)))
    };
    assert_eq!(field("Fast", ""), [true, false, false], "3 inches up for two points");
    let stairs = "(from: (1, 1), to: (2, 1)), (from: (2, 1), to: (3, 1)), (from: (6, 1), to: (1, 1))";
    assert_eq!(field("Fast", stairs), [true, true, true], "two steps, or a ladder");
    assert_eq!(field("Slow", stairs), [true, false, true]);
    assert_eq!(field("Crawl", stairs), [true, false, true]);
    // Up the cliff beside it there is a ladder a hex farther on.
    let field = drawn("1 9 9 . .").sheet("Walker", "slow: 1, fast: 2");
    let field = field.links("(from: (1, 1), to: (4, 1)), (from: (4, 1), to: (2, 1))");
    let mut game = field.unit("Elves", "Walker", (1, 1), "speed: Fast").at("Movement 2").begin(&[]);
    game.act("Walker moves to 2.1", &[]);
    assert_eq!(game.place("Walker"), (2, 1));
}

/// HEX-MOVE-08: the edge is closed unless the scenario opens it to the side; who leaves scores and is not destroyed.
#[test]
fn edges() {
    let exits = "exits: [(side: \"Elves\", edge: Right, points: 5)],";
    let field = |unit: &str| {
        Field::open(6, 2)
            .side("Elves", "Elf", "")
            .side("Orks", "Ork", "")
            .sheet("Runner", "slow: 1, fast: 2")
            .unit("Elves", "Mender", (1, 1), "")
            .unit("Elves", "Runner", (5, 1), unit)
            .unit("Orks", "Mek", (6, 1), "speed: Fast")
            .at("Movement 1")
    };
    let exit = "Runner leaves the board by the right edge";
    let mut shut = field("speed: Fast").begin(&[]);
    shut.act("Mek moves to 6.2", &[]);
    assert!(!shut.offers().contains(&exit.to_owned()));
    let mut game = field("speed: Fast").with(exits).begin(&[]);
    assert!(!game.offers().iter().any(|o| o.contains("leaves")), "closed to the Orks");
    let off = Action::of(Verb::Move, game.unit("Mek")).index(1);
    assert_eq!(game.refused(off), no(Reason::OutOfReach, "HEX-MOVE-08"));
    game.acts(&["Mek does nothing more"]);
    assert!(!game.offers().contains(&exit.to_owned()), "the enemy at the edge stops it");
    let mut game = field("speed: Fast").with(exits).begin(&[]);
    game.acts(&["Mek moves to 6.2", exit]);
    assert_eq!(game.place("Runner"), (0, 0));
    assert_eq!((game.battle.table().score.0[0], game.battle.table().lost.0[0]), (5, 0));
    // A point is needed to cross the edge, one more than to get there.
    let mut game = field("speed: Slow").with(exits).begin(&[]);
    game.act("Mek moves to 6.2", &[]);
    assert!(!game.offers().contains(&exit.to_owned()));
    // In the air no enemy below is in the way.
    let bird = Field::open(6, 1)
        .side("Elves", "Elf", "")
        .side("Orks", "Ork", "")
        .sheet("Bird", "class: Vehicle, fly: true, fast: 4")
        .unit("Elves", "Bird", (5, 1), "flying: true, speed: Fast, facing: E")
        .unit("Orks", "Mek", (6, 1), "")
        .with(exits)
        .at("Movement 1");
    assert!(bird.begin(&[]).can(Verb::Move, "Bird", Target::Index(1)));
    // HEX-MOVE-09: a Vehicle leaves by its front hexside.
    let cart = |points: u8, facing: &str| {
        Field::open(6, 3)
            .side("Elves", "Elf", "")
            .side("Orks", "Ork", "")
            .sheet("Cart", &format!("class: Vehicle, slow: {points}"))
            .unit("Elves", "Cart", (6, 2), &format!("speed: Slow, facing: {facing}"))
            .unit("Orks", "Mek", (1, 1), "")
            .with(exits)
            .at("Movement 1")
            .begin(&[])
            .can(Verb::Move, "Cart", Target::Index(1))
    };
    assert!(cart(1, "E") && cart(1, "NE") && cart(1, "SE"));
    assert!(cart(1, "NW") && !cart(1, "W"), "one hexside of turning is free");
    assert!(!cart(1, "W") && cart(2, "W"));
}

/// The facings that a unit may end with in a hex, in the order E, NE, NW, W, SW, SE.
fn facings(game: &mut Game, unit: &str, at: (u16, u16)) -> String {
    let names = ["E", "NE", "NW", "W", "SW", "SE"];
    let bits = if game.place(unit) == at {
        (0..6).filter(|&f| game.can(Verb::Face, unit, Target::Index(f))).map(|f| 1 << f).sum()
    } else {
        let (cell, id) = (game.hex(at.0, at.1), game.unit(unit));
        let mut list = hexfray::battle::Listing::default();
        game.battle.legal(&mut list);
        let found = list.actions.iter().find(|a| (a.verb, a.unit, a.target) == (Verb::Move, id, Target::Hex(cell)));
        found.map_or(0, |a| a.with)
    };
    let all: Vec<&str> = names.into_iter().enumerate().filter(|n| bits >> n.0 & 1 == 1).map(|n| n.1).collect();
    all.join(" ")
}

/// HEX-FACE-02, HEX-MOVE-09, MAP-05: a Vehicle turns one hexside for nothing at the start and in each hex that it enters,
/// farther for a point each; it leaves by the front, or goes one hex back for all its points. Monsters turn freely,
/// Infantry has no facing (HEX-FACE-01).
#[test]
fn facing() {
    let board = ". . . . . . . .\n".repeat(5);
    let field = |sheet: &str, unit: &str| {
        drawn(&board).sheet("Cart", sheet).unit("Elves", "Cart", (4, 3), unit).at("Movement 1").begin(&[])
    };
    let stands = [("Stand", 0), ("Slow", 1), ("Fast", 2)];
    for (speed, points) in stands {
        let mut game = field("class: Vehicle, slow: 1, fast: 2", &format!("facing: E, speed: {speed}"));
        let here = ["NE SE", "NE NW SW SE", "NE NW W SW SE"][points];
        assert_eq!(facings(&mut game, "Cart", (4, 3)), here, "{speed}");
    }
    // One point: ahead, or to either side after the free turn; back; in each with a free turn on entering.
    let mut game = field("class: Vehicle, slow: 1", "facing: E, speed: Slow");
    for (at, ends) in [
        ((5, 3), "E NE SE"),
        ((4, 2), "E NE NW"),
        ((4, 4), "E SW SE"),
        ((3, 3), "E NE SE"),
        // Turned by one hexside first, it backs into the hexes beside the one behind.
        ((3, 2), "E SW SE"),
        ((3, 4), "E NE NW"),
    ] {
        assert_eq!(facings(&mut game, "Cart", at), ends, "{at:?}");
    }
    assert!(!game.goes("Cart", (6, 3)));
    game.act("Cart moves to 3.3", &[]);
    assert_eq!(game.offers(), ["Cart faces E", "Cart faces NE", "Cart faces SE"]);
    game.act("faces NE", &[]);
    assert_eq!(game.phase(), "Movement 2");
    assert!(game.goes("Cart", (3, 2)), "it goes on the way it faces");
    // Two points: two hexes ahead; a paid turn on the way; going back still takes all of it.
    let mut game = field("class: Vehicle, slow: 2", "facing: E, speed: Slow");
    assert_eq!(facings(&mut game, "Cart", (6, 3)), "E NE SE");
    assert_eq!(facings(&mut game, "Cart", (5, 3)), "E NE NW SW SE");
    assert!(game.goes("Cart", (3, 3)) && !game.goes("Cart", (2, 3)));
    // With points enough to turn about and go, it may still back off and face the enemy.
    let mut game = field("class: Vehicle, slow: 4", "facing: E, speed: Slow");
    assert_eq!(facings(&mut game, "Cart", (3, 3)), "E NE NW W SW SE");
    // Not into a ruin.
    let mut game = drawn(". . R . . . .")
        .sheet("Cart", "class: Vehicle")
        .unit("Elves", "Cart", (4, 1), "speed: Slow")
        .at("Movement 1")
        .begin(&[]);
    assert!(!game.goes("Cart", (3, 1)) && game.goes("Cart", (5, 1)));

    let mut game = field("class: Monster, slow: 1", "facing: E, speed: Slow");
    for at in [(5, 3), (4, 2), (3, 2), (3, 3), (3, 4), (4, 4)] {
        assert_eq!(facings(&mut game, "Cart", at), "E NE NW W SW SE", "{at:?}");
    }
    assert_eq!(facings(&mut game, "Cart", (4, 3)), "NE NW W SW SE");
    let mut game = field("class: Monster", "facing: E");
    assert_eq!(facings(&mut game, "Cart", (4, 3)), "NE NW W SW SE", "standing still");
    let mut game = field("slow: 1", "speed: Slow");
    assert!(game.goes("Cart", (3, 3)));
    assert_eq!(facings(&mut game, "Cart", (4, 3)) + &facings(&mut game, "Cart", (3, 3)), "");
}

/// HEX-CRIT-01, HEX-REP-07: without tracks no movement and no turn; without an engine Fast has slow points at once.
#[test]
fn damaged_vehicles() {
    let field = |numbers: &str| {
        drawn(". . . . . . . . .")
            .sheet("Cart", "class: Vehicle, bio: false, slow: 1, fast: 3")
            .unit("Elves", "Cart", (4, 1), &format!("speed: Fast, facing: E, numbers: {{{numbers}}}"))
            .unit("Elves", "Mender", (1, 1), "speed: Slow")
            .at("Movement 1")
            .begin(&[])
    };
    let ahead = |game: &mut Game| (5..=8).take_while(|&c| game.goes("Cart", (c, 1))).count();
    let mut whole = field("");
    assert_eq!((ahead(&mut whole), facings(&mut whole, "Cart", (4, 1)).as_str()), (3, "NE NW W SW SE"));
    let mut slow = field("\"engine\": 1");
    assert_eq!((ahead(&mut slow), facings(&mut slow, "Cart", (4, 1)).as_str()), (1, "NE NW SW SE"));
    let mut stuck = field("\"tracks\": 1");
    assert_eq!((ahead(&mut stuck), facings(&mut stuck, "Cart", (4, 1)).as_str()), (0, ""));
    assert_eq!(stuck.bar("Cart", (5, 1)), no(Reason::MayNotAct, "HEX-CRIT-01"));
}
