//! Pods of zombies, and the spy in the bunker (ITEN-LIF).

use super::*;

/// The bunker at 9.5 with its door at 10.5, a pod of two zombies at 30.5 and 31.5; Ann and Amy of Red, Bob of Blue.
fn bitten(ann: (u16, u16), amy: (u16, u16), bob: (u16, u16), kit: &str) -> Field {
    let rows = |row: usize| match row {
        4 | 6 => format!("{}# # {}", ". ".repeat(7), ". ".repeat(31)),
        5 => format!("{}# b D {}", ". ".repeat(7), ". ".repeat(30)),
        _ => ". ".repeat(40),
    };
    let picture: Vec<String> = (1..=9).map(rows).collect();
    let field = Field::drawn(&(picture.join("\n") + "\n")).mission("LifeIsCheap").turn(1, 20);
    let field = field.zone("centre", "Hexes([(9, 5)])").zone("bunker", "Drawn('b')").zone("door", "Drawn('D')");
    let field = field.zone("pod 1", "Hexes([(30, 5), (31, 5)])").troop("Steady", "tags: [Fearless]");
    let kit = format!("troop: \"Steady\", {kit}");
    let field = field.side("Red", "edge: Left").figure("Ann", ann, &kit).figure("Amy", amy, "");
    field.side("Blue", "edge: Right").figure("Bob", bob, "")
}

const FIRST: &str = "Bunker Zombie 1";
const SECOND: &str = "Bunker Zombie 2";

/// ITEN-LIF-04: who ends a move within 9 wakes a pod, which comes at once, and then not again this turn; at 10 nothing
/// happens. ITEN-LIF-07: 5 hexes.
#[test]
fn a_pod_hears_nine_hexes() {
    let mut game = bitten((15, 5), (1, 1), (1, 9), "").begin(&[]);
    game.go("Ann", (20, 5), &[]);
    assert_eq!((game.place(FIRST), game.value(FIRST, "hunts")), ((30, 5), 0));
    let mut game = bitten((15, 5), (1, 1), (1, 9), "").begin(&[]);
    game.go("Ann", (21, 5), &[]);
    assert_eq!((game.place(FIRST), game.place(SECOND)), ((25, 5), (26, 5)));
    assert_eq!([FIRST, SECOND].map(|z| game.value(z, "hunts")), [1, 1]);
    game.act("pass", &[]);
    game.act("Bob does nothing", &RED);
    assert_eq!((game.place(FIRST), game.battle.table().turn), ((25, 5), 2));
}

/// ITEN-LIF-04, -05: from the next turn on a pod moves after all others, at the nearest of its Retinue, seen or not.
#[test]
fn they_come_last_and_need_no_sight() {
    let mut game = bitten((15, 5), (1, 1), (22, 1), "").begin(&[]);
    game.go("Ann", (21, 5), &[]);
    game.act("pass", &[]);
    game.act("Bob does nothing", &RED);
    // Bob is nearer, and not hunted; Ann goes behind the bunker.
    game.go("Ann", (15, 5), &[]);
    game.act("pass", &[]);
    assert_eq!((game.asked().as_str(), game.place(FIRST)), ("Blue", (25, 5)));
    game.act("pass", &RED);
    assert_eq!((game.place(FIRST), game.place(SECOND)), ((20, 5), (21, 5)));
}

/// ITEN-LIF-07: Grit 2+, FV +1, SV +0, Speed -1, armour 5, no weapons; they fear nothing, powers do nothing to them; they
/// strike armour 7 on a 6, and are terrifying.
#[test]
fn what_these_zombies_are() {
    let game = bitten((15, 5), (1, 1), (1, 9), "armour: \"Carapace Armour\"").begin(&[]);
    let (zombie, ann) = (game.unit(FIRST), game.unit("Ann"));
    let profile = game.battle.profile(zombie);
    assert_eq!((profile.grit, profile.fv, profile.sv, profile.speed, profile.armour), (2, 1, 0, -1, 5));
    assert!(profile.arms.is_empty() && profile.terrifying && game.battle.is_fearless(zombie));
    assert!(game.battle.is_immune(zombie));
    assert_eq!(game.battle.blow(zombie, 0, ann, 1, 0).need, 6);
    assert!(game.battle.frightens(zombie, game.unit("Amy")));
}

/// ITEN-LIF-04: a woken pod assaults; whom it would touch is tested. ITEN-OUT-10: they gang up where each alone would
/// need a 5, and strike one by one where not.
#[test]
fn zombies_gang_up() {
    for (kit, blows) in [("armour: \"Carapace Armour\"", 1), ("", 2)] {
        let mut game = bitten((29, 9), (1, 1), (1, 9), kit).begin(&[]);
        // Within their move, beside neither of them.
        game.go("Ann", (27, 5), &[]);
        assert_eq!(game.place(FIRST), (28, 5));
        game.act("pass", &[]);
        game.act("Bob does nothing", &[]);
        while game.phase() == "Shooting" {
            game.act("pass", &[]);
        }
        assert_eq!(game.phase(), "Melee");
        game.act("Ann does nothing", &[&vec![("ITEN-MEL-03", 1); blows][..], &RED].concat());
    }
}

/// The odds of a blow are about that blow, not about what zombies do to whoever strikes it (ITEN-MEL-05, ITEN-OUT-10).
#[test]
fn odds_leave_out_whom_nobody_plays() {
    let mut game = bitten((29, 9), (1, 1), (1, 9), "weapons: [\"Club\"]").begin(&[]);
    game.go("Ann", (27, 5), &[]);
    game.act("pass", &[]);
    game.act("Bob does nothing", &[]);
    while game.phase() == "Shooting" {
        game.act("pass", &[]);
    }
    let blow = format!("Ann strikes at {FIRST}");
    assert!(game.odds(&blow, FIRST).len() > 1, "the zombie may fall");
    let ann: Vec<String> = game.odds(&blow, "Ann").into_keys().collect();
    assert!(ann.iter().all(|change| !change.contains("fate") && !change.contains("down")), "{ann:?}");
    assert_eq!(game.odds(&blow, SECOND).into_keys().collect::<Vec<_>>(), ["nothing"]);
}

/// ITEN-LIF-06: whom a zombie kills rises in his hex when the next turn begins, as one of its pod.
#[test]
fn the_bitten_rise() {
    let mut game = bitten((29, 9), (1, 1), (1, 9), "").begin(&[]);
    game.go("Ann", (27, 5), &[]);
    game.act("pass", &[]);
    game.act("Bob does nothing", &[]);
    while game.phase() == "Shooting" {
        game.act("pass", &[]);
    }
    let ann = game.unit("Ann");
    let rolls = [("ITEN-MEL-03", 6), ("ITEN-MEL-03", 6), ("ITEN-GRIT-01", 1)];
    game.act("Ann does nothing", &[&rolls[..], &RED].concat());
    assert_eq!(game.battle.piece(ann).side, SideId(2));
    assert_eq!(game.place("Ann (risen)"), (27, 5));
    assert_eq!(
        [game.value("Ann (risen)", "pod"), game.value("Ann (risen)", "hunts"), game.value("Ann (risen)", "fate")],
        [1, 1, 0]
    );
    assert_eq!(game.battle.profile(ann).grit, 2);
}

/// ITEN-LIF-05: when all of a Retinue are gone its pod goes for the nearest of the others.
#[test]
fn then_the_next_nearest() {
    let field = bitten((29, 9), (1, 1), (20, 5), "").side("Green", "").figure("Cid", (38, 9), "");
    let mut game = field.begin(&[]);
    game.go("Ann", (27, 5), &[]);
    // Amy leaves over her own edge, Ann is eaten.
    game.act("Amy leaves the board by the left edge", &[]);
    game.acts(&["pass", "pass"]);
    let next = [(INIT, 6), (INIT, 5), (INIT, 4)];
    let rolls = [("ITEN-MEL-03", 6), ("ITEN-MEL-03", 1), ("ITEN-GRIT-01", 1)];
    game.act("Ann does nothing", &[&rolls[..], &next].concat());
    assert_eq!(game.value(FIRST, "hunts"), 1);
    game.act("pass", &[]);
    game.act("pass", &next);
    assert_eq!([FIRST, SECOND, "Ann (risen)"].map(|z| game.value(z, "hunts")), [2, 2, 2]);
    assert!(game.place(FIRST).0 < 26);
}

/// ITEN-LIF-01, -02: nobody gets through the door; who ends a move before it has the spy, and wins with him in any hex
/// of his own zone. He burdens as the counter does (ITEN-KEL-02).
#[test]
fn the_spy_comes_home() {
    let mut game = bitten((11, 2), (1, 1), (20, 9), "weapons: [\"Laspistol\"]").begin(&[]);
    assert!(!game.can(Verb::Move, "Ann", (10, 5)));
    game.go("Ann", (10, 4), &[]);
    assert!(carries(&game, "Ann"));
    game.act("pass", &[]);
    game.act("pass", &RED);
    assert_eq!(game.battle.table().turn, 2);
    game.go("Ann", (6, 4), &[]);
    assert_eq!(won(&game), red("ITEN-LIF-02"));
}

/// ITEN-LIF-02, ITEN-VEH-08: he is home as soon as a hex of the vehicle is that has him aboard.
#[test]
fn the_spy_is_driven_home() {
    let rows = |row: usize| match row {
        4 | 6 => format!("{}# # {}", ". ".repeat(7), ". ".repeat(31)),
        5 => format!("{}# b D {}", ". ".repeat(7), ". ".repeat(30)),
        _ => ". ".repeat(40),
    };
    let picture: Vec<String> = (1..=10).map(rows).collect();
    let field = Field::drawn(&(picture.join("\n") + "\n")).mission("LifeIsCheap").turn(1, 20);
    let field = field.zone("centre", "Hexes([(9, 5)])").zone("bunker", "Drawn('b')").zone("door", "Drawn('D')");
    let field = field.zone("pod 1", "Hexes([(30, 5), (31, 5)])").side("Red", "edge: Left").figure("Ann", (12, 4), "");
    let field = field.rider("Gil", "", "").vehicle("Truck", (13, 8), "aboard: [\"Gil\"]", "facing: W");
    let mut game = field.side("Blue", "edge: Right").figure("Bob", (40, 9), "").begin(&[]);
    game.go("Ann", (10, 4), &[]);
    game.act("pass", &[]);
    game.act("pass", &RED);
    let boards = game.offers().into_iter().find(|o| o.starts_with("Ann") && o.contains("Truck"));
    let boards = boards.unwrap_or_else(|| panic!("{} {:#?}", game.asked(), game.offers()));
    game.act(&boards, &[]);
    assert!(carries(&game, "Ann") && won(&game).is_none());
    let drives = game.offers().into_iter().find(|o| o.contains("drives to 7.8"));
    let drives = drives.unwrap_or_else(|| panic!("{} {:#?}", game.asked(), game.offers()));
    game.act(&drives, &[]);
    assert_eq!(won(&game), red("ITEN-LIF-02"));
}

/// ITEN-LIF-04, ITEN-PSY-23: a pod hears who comes near by a power. ITEN-VEH-08: or with a vehicle.
#[test]
fn pods_hear_whoever_comes_near() {
    let shadows = "powers: [\"The Path of Shadows\"]";
    let mut game = bitten((12, 5), (1, 1), (1, 9), shadows).begin(&[]);
    game.act("Ann uses The Path of Shadows on 21.5", &[("ITEN-PSY-04", 6)]);
    assert_eq!([FIRST, SECOND].map(|z| game.value(z, "hunts")), [1, 1]);
    assert_eq!(game.place(FIRST), (25, 5), "it comes at once");

    let field = bitten((1, 3), (1, 1), (1, 9), "").side("Green", "edge: Top").rider("Gil", "", "");
    let field = field.vehicle("Motorbike", (15, 7), "aboard: [\"Gil\"]", "facing: E");
    let mut game = field.figure("Gus", (1, 7), "").begin(&[]);
    game.acts(&["pass", "pass"]);
    let offers = game.offers();
    let near = offers.iter().find(|o| o.contains("drives to 22.7")).unwrap().clone();
    game.act(&near, &[]);
    assert_eq!([FIRST, SECOND].map(|z| game.value(z, "hunts")), [3, 3]);
}
