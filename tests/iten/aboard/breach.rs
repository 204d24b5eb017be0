//! Bulkheads, hatches and barricades, and what they are cut through with (HULK-BULK, HULK-LEFT-08).

use hexfray::battle::Verb;
use hexfray::rules::iten::numbers::Grade;

use super::{GRIT, fates, point, shot, watched, watcher};
use crate::field::{Field, Game, ratio};

pub(super) const SAVE: &str = "HULK-BULK-03";
const TOOLS: [&str; 8] = [
    "Breaching Charge",
    "Thermal Lance",
    "Meltagun",
    "Krak Grenade",
    "Plasma Pistol",
    "Power Fist",
    "Force Weapon",
    "Chainfist",
];

/// Ann of Red at (3, 2) in a room of two rows with another beyond; X is what stands at (4, 2).
pub(super) fn beside(wall: &str, weapons: &str) -> Field {
    let picture = "
        # # # # # # # #
         # r r X s s s #
        # r r # s s s #
         # # # # # # # #"
        .replace('X', wall);
    let red = watched(&picture).figure("Ann", (3, 2), &format!("weapons: [{weapons}]"));
    watcher(red, 5)
}

fn holed(game: &Game, at: (u16, u16)) -> bool {
    game.battle.ground(game.hex(at.0, at.1)).holed
}

/// HULK-BULK-02: the eight tools, and nothing else.
#[test]
fn only_tools_breach() {
    for tool in TOOLS {
        let mut game = beside("=", &format!("\"{tool}\"")).begin(&[]);
        assert!(game.can(Verb::Fire, "Ann", (4, 2)), "{tool}");
    }
    for weapon in ["Bolter", "Power Weapon", "Grenade", "Flamethrower", "Fusion Pistol"] {
        let mut game = beside("=", &format!("\"{weapon}\"")).begin(&[]);
        assert!(!game.can(Verb::Fire, "Ann", (4, 2)), "{weapon}");
    }
    let mut game = beside("=", "\"Bolter\", \"Power Fist\"").begin(&[]);
    let bolter = point(&game, "Ann", 0, (4, 2));
    assert_eq!(game.refused(bolter).rule.0, "HULK-BULK-02");
}

/// HULK-BULK-03, HULK-BULK-04, HULK-BULK-05, HULK-BULK-08: what holds and how often it is holed in one attempt: light,
/// medium, heavy, hull in 5/6, 2/3, 1/2, 1/3; light ones and barricades by a Chainfist or a Meltagun always.
#[test]
fn grades_and_saves() {
    let chance = |wall: &str, tool: &str| {
        let mut game = beside(wall, &format!("\"{tool}\"")).begin(&[]);
        game.chances(&format!("Ann cuts through 4.2 with the {tool}"), |g| holed(g, (4, 2)))
    };
    let rows = [
        ("|lDB", Grade::Light, "5/6"),
        ("=#h", Grade::Medium, "2/3"),
        ("HL", Grade::Heavy, "1/2"),
        ("&", Grade::Hull, "1/3"),
    ];
    for (walls, grade, odds) in rows {
        for wall in walls.chars().map(String::from) {
            let game = beside(&wall, "\"Power Fist\"").begin(&[]);
            assert_eq!(game.battle.grade(game.hex(4, 2)), Some(grade), "{wall}");
            assert_eq!(chance(&wall, "Power Fist")[&true], ratio(odds), "{wall}");
            for tool in ["Chainfist", "Meltagun"] {
                let odds = if grade == Grade::Light { "1" } else { odds };
                assert_eq!(chance(&wall, tool)[&true], ratio(odds), "{wall} {tool}");
            }
        }
    }
}

/// HULK-BULK-06, HULK-BULK-01: the hex is open floor, one hex and no more, and a wall of two takes two holes.
#[test]
fn a_hole_is_one_hex() {
    let picture = "
        # # # # # # # # #
         # r r = = s s s #
        # r r r # s s s #
         # # # # # # # # #";
    let red = watched(picture).figure("Ann", (3, 2), "weapons: [\"Power Fist\"]").figure("Al", (2, 2), "");
    let mut game = watcher(red, 5).figure("Bob", (7, 2), "").begin(&[]);
    let sees = |game: &Game| game.battle.sees(game.unit("Ann"), game.unit("Bob"));
    game.act("Ann cuts through 4.2 with the Power Fist", &[(SAVE, 4)]);
    assert_eq!((holed(&game, (4, 2)), holed(&game, (5, 2)), sees(&game)), (true, false, false));
    let mut game =
        watcher(watched(picture).with("holed: [(4, 2)]").figure("Ann", (4, 2), "weapons: [\"Power Fist\"]"), 5)
            .figure("Bob", (7, 2), "")
            .begin(&[]);
    assert!(!sees(&game));
    game.act("Ann cuts through 5.2 with the Power Fist", &[(SAVE, 4)]);
    assert!(sees(&game));
    // A hatch is gone for good: nothing is left to close or to cut.
    let mut game = beside("h", "\"Power Fist\"").begin(&[]);
    game.act("Ann cuts through 4.2 with the Power Fist", &[(SAVE, 1)]);
    assert_eq!(game.battle.grade(game.hex(4, 2)), None);
}

/// HULK-BULK-06: what holds one attempt may be tried again in another turn; what is holed is walked through.
#[test]
fn who_has_a_way_takes_it() {
    let walk = |holed: &str| {
        let field = beside("=", "\"Power Fist\"").at("Movement").with(holed);
        field.begin(&[]).can(Verb::Move, "Ann", (5, 2))
    };
    assert_eq!([walk(""), walk("holed: [(4, 2)]")], [false, true]);
}

/// HULK-BULK-07: with the whole Shooting phase, nobody in contact, by hand from beside, with a gun or a Krak Grenade in
/// range and in sight.
#[test]
fn what_an_attempt_takes() {
    let mut game = beside("=", "\"Power Fist\", \"Lasgun\"").begin(&[]);
    game.act("Ann cuts through 4.2 with the Power Fist", &[(SAVE, 6)]);
    assert_eq!((game.value("Ann", "shot"), holed(&game, (4, 2)), game.asked().as_str()), (1, false, "Blue"));
    // Bob stands beside, then lies there; with nobody about the fist reaches one hex, the gun twelve.
    let long = "
        # # # # # # # # # # # # # # # # # # # #
         # r r r r r r r r r r r r r r r r r r #
        # r r r r r r r r r # # r r r r r r r #
         # # # # # # # # # # # # # # # # # # # #";
    let held = |down: &str| {
        let field = watched(long).figure("Ann", (3, 2), "weapons: [\"Power Fist\", \"Meltagun\"]");
        watcher(field, 5).figure_with("Bob", (4, 2), "", down)
    };
    for down in ["", "\"down\": 1"] {
        let mut game = held(down).begin(&[]);
        assert!(!game.can(Verb::Fire, "Ann", (3, 1)), "{down}");
    }
    let field = watched(long).figure("Ann", (3, 2), "weapons: [\"Power Fist\", \"Meltagun\"]");
    let game = watcher(field, 5).begin(&[]);
    let cuts = |with: u8, at: (u16, u16)| {
        let action = point(&game, "Ann", with, at);
        game.battle.check(action, &mut Default::default()).is_ok()
    };
    assert_eq!([cuts(0, (3, 1)), cuts(0, (5, 1)), cuts(1, (5, 1))], [true, false, true]);
    assert!(!cuts(1, (1, 5)), "nobody sees it");
    assert!(!cuts(1, (8, 2)), "there is nothing to breach");
    for (from, reaches) in [(8, true), (7, false)] {
        let field = watched(long).figure("Ann", (from, 2), "weapons: [\"Meltagun\"]");
        assert_eq!(watcher(field, 5).begin(&[]).can(Verb::Fire, "Ann", (20, 2)), reaches, "from {from}");
    }
}

const BARRICADE: &str = "hexes: [(at: (5, 2), terrain: Barricade)]";

/// HULK-BULK-08: a barricade keeps everybody out until it is broken through; beside it one walks as usual. It is cover,
/// soft or hard, and no wall to sight.
#[test]
fn barricades() {
    let picture = "
        # # # # # # # # #
         # p p p p p p p #
        # p p p p p p p #
         # # # # # # # # #";
    let red = |row: &str, holed: &str| {
        let field = Field::ship(row).map(BARRICADE).with(holed).side("Red", "").figure("Ann", (3, 2), "");
        field.side("Blue", "").figure("Bob", (9, 2), "")
    };
    let full = "# # # # # # # # # #\n # p p p p q q q q #\n# # # # # # # # # #";
    let mut shut = red(full, "").begin(&[]);
    assert!(!shut.can(Verb::Move, "Ann", (5, 2)) && !shut.can(Verb::Move, "Ann", (6, 2)));
    assert!(shut.battle.sees(shut.unit("Ann"), shut.unit("Bob")));
    let mut broken = red(full, "holed: [(5, 2)]").begin(&[]);
    assert!(broken.can(Verb::Move, "Ann", (5, 2)) && broken.can(Verb::Move, "Ann", (6, 2)));
    let beside = Field::ship(picture).map(BARRICADE).side("Red", "").figure("Ann", (4, 2), "").side("Blue", "");
    let mut beside = beside.figure("Bob", (8, 2), "").begin(&[]);
    assert!(!beside.can(Verb::Move, "Ann", (5, 2)) && beside.can(Verb::Move, "Ann", (6, 2)));
}

/// HULK-LEFT-08: a charge is set instead of shooting, and gone; when the next Movement is over it goes off, hits everybody
/// who is still beside the bulkhead at -1 and holes it if it does not save.
#[test]
fn breaching_charges() {
    const INIT: &str = "ITEN-INIT-02";
    let field = beside("=", "\"Breaching Charge\"").figure("Bob", (5, 2), "").figure("Ben", (6, 2), "");
    // Ann, Grit 4+, is knocked down by a 5 where she stays. Bob is out by a 4, Ben is two hexes from the wall.
    for (steps_back, rolls, ann) in
        [(false, &[(GRIT, 5), (GRIT, 4), (SAVE, 4)][..], 1), (true, &[(GRIT, 4), (SAVE, 4)], 0)]
    {
        let mut game = field.begin(&[]);
        game.act("Ann sets a charge at 4.2 with the Breaching Charge", &[]);
        assert_eq!((game.value("Ann", "gone"), game.battle.ground(game.hex(4, 2)).charge.is_some()), (1, true));
        game.act("Watcher does nothing", &[]);
        game.act("pass", &[(INIT, 6), (INIT, 1)]);
        if steps_back {
            game.go("Ann", (2, 2), &[]);
        }
        game.act("pass", &[]);
        assert!(!holed(&game, (4, 2)));
        game.act("pass", rolls);
        assert_eq!(fates(&game, ["Ann", "Bob", "Ben", "Dummy"]), [ann, 2, 0, 0]);
        assert!(holed(&game, (4, 2)) && !game.battle.ground(game.hex(4, 2)).charge.is_some());
        assert_eq!(game.value("Ann", "kills"), 1);
    }
}

/// HULK-LEFT-08: a Krak Grenade rolls to hit one figure, +3 and Grit -1, without scatter or blast, once.
#[test]
fn krak_grenades() {
    let picture = "# # # # # # # # # # # #\n # r r r r r r r r r r #\n# # # # # # # # # # # #";
    let red = watched(picture).figure("Ann", (2, 2), "weapons: [\"Krak Grenade\"]");
    let blue = watcher(red, 4).figure("Bob", (8, 2), "armour: \"Power Armour\"").figure("Ben", (9, 2), "");
    let mut game = blue.begin(&[]);
    let attack = game.battle.shot(game.unit("Ann"), 0, game.unit("Bob")).unwrap();
    assert_eq!((attack.need, attack.penalty), (5, -1));
    game.play(shot(&game, "Ann", 0, "Bob"), &[("ITEN-SHO-08", 5), (GRIT, 5)]);
    assert_eq!((fates(&game, ["Bob", "Ben"]), game.value("Ann", "gone")), ([1, 0], 1));
    let mut spent = beside("=", "\"Krak Grenade\"").begin(&[]);
    spent.act("Ann cuts through 4.2 with the Krak Grenade", &[(SAVE, 6)]);
    assert_eq!(spent.value("Ann", "gone"), 1);
}

/// HULK-LEFT-08: the tools in numbers, and where they are used: the lance, the charge and the fist from beside.
#[test]
fn tools_by_hand() {
    for (tool, by_hand) in TOOLS.into_iter().zip([true, true, false, false, false, true, true, true]) {
        let picture = "# # # # # # # #\n # r r r = s s #\n# # # # # # # #";
        let field = watched(picture).figure("Ann", (2, 2), &format!("weapons: [\"{tool}\"]"));
        let mut game = watcher(field, 4).begin(&[]);
        assert_eq!(game.can(Verb::Fire, "Ann", (5, 2)), !by_hand, "{tool}");
    }
}
