//! Explosive decompression (HULK-AIR).

use hexfray::battle::{Fact, Verb};

use super::{GRIT, fates, watched, watcher};
use crate::field::{Field, Game, ratio};

const SAVE: &str = "HULK-BULK-03";
const INIT: &str = "ITEN-INIT-02";
const FIST: &str = "troop: \"Man\", weapons: [\"Power Fist\"]";
const PASS: &str = "pass: nobody";

/// A room, a passage, a room, a passage, a room in a line, with hatches between at (5, 2), (9, 2), (13, 2) and (17, 2), all
/// in the hull; below it the Watcher's room.
const LINE: &str = "
    & & & & & & & & & & & & & & & & & & & & & &
     & r r r h p p p h s s s h q q q h u u u & &
    # # # # # # # # # # # # # # # # # # # # # #";

/// Ann of Red is in the first room, at (2, 2), beside the hull; men have Grit 3+.
fn line(picture: &str) -> Field {
    watched(picture).troop("Man", "grit: 3").figure("Ann", (2, 2), FIST)
}

/// Ann cuts through the hull.
const HULL: &str = "Ann cuts through 2.1 with the Power Fist";

fn vented(game: &Game, at: (u16, u16)) -> bool {
    game.battle.breathless(game.hex(at.0, at.1))
}

/// Who has rolled for his Grit since the last answer, in that order.
fn rolled(game: &Game) -> Vec<String> {
    let by = game.events.iter().filter_map(|e| match e.fact {
        Fact::Rolled { by, .. } if e.rule.0 == GRIT => Some(game.battle.profile(by).member.name.clone()),
        _ => None,
    });
    by.collect()
}

/// HULK-AIR-01: a hole in the hull, or in what is between air and none; not a hole between two rooms, nor the breach with
/// which a ship is boarded.
#[test]
fn what_lets_the_air_out() {
    let mut game = watcher(line(LINE).with("holed: [(3, 1)]"), 4).begin(&[]);
    assert!(!vented(&game, (2, 2)), "sealed from the start");
    game.act(HULL, &[(SAVE, 2), (GRIT, 6)]);
    assert!(vented(&game, (2, 2)) && !vented(&game, (6, 2)));
    let beside = |airless: &str| {
        let field = watched(LINE).map(airless).troop("Man", "grit: 3").figure("Ann", (6, 2), FIST);
        watcher(field, 4).begin(&[])
    };
    let hatch = "Ann cuts through 5.2 with the Power Fist";
    let mut game = beside("");
    game.act(hatch, &[(SAVE, 2)]);
    assert!(!vented(&game, (6, 2)));
    let mut game = beside("airless: [\"r\"]");
    game.act(hatch, &[(SAVE, 2), (GRIT, 6)]);
    assert!(vented(&game, (6, 2)) && vented(&game, (2, 2)) && !vented(&game, (10, 2)));
}

/// HULK-AIR-02: everybody there, friend or foe, rolls or is gone: at Grit 3+ gone in 1/3, knocked down in 1/6, whatever he
/// wears; the breacher's side gets his due for enemies (HULK-AIR-08: it rolls last).
#[test]
fn the_blast() {
    let field = watcher(line(LINE).figure("Al", (3, 2), "troop: \"Man\""), 4);
    let blue = field.figure("Bob", (4, 2), "troop: \"Man\", armour: \"Terminator Armour\"").figure("Far", (6, 2), "");
    // Bob touches Al, not Ann.
    let mut game = blue.begin(&[]);
    let odds = game.chances(HULL, |g| (g.rules().contains(&"HULK-AIR-02"), fates(g, ["Bob"])[0]));
    let holed = ratio("1/3");
    for (fate, chance) in [(2, "1/3"), (1, "1/6"), (0, "1/2")] {
        assert_eq!(odds[&(true, fate)], ratio(chance) * &holed, "{fate}");
    }
    game.act(HULL, &[(SAVE, 1), (GRIT, 2), (GRIT, 6), (GRIT, 3)]);
    assert_eq!(rolled(&game), ["Bob", "Ann", "Al"]);
    assert_eq!(fates(&game, ["Ann", "Al", "Bob", "Far"]), [0, 1, 2, 0]);
    assert_eq!(game.value("Ann", "kills"), 1);
}

/// HULK-AIR-03, HULK-AIR-04, HULK-AIR-08: at each later Movement of his side whoever is there rolls again, after rising
/// and though he lies there; then half speed, halves up, each step farther from the hole.
#[test]
fn away_from_the_hole() {
    let quick = "troop: \"Quick\"";
    let red = line(LINE).troop("Quick", "grit: 3, speed: 1").with("open: [(5, 2), (9, 2)]");
    let red = red.figure("Al", (3, 2), "troop: \"Man\"").figure("Amy", (4, 2), quick);
    let mut game = watcher(red, 4).begin(&[]);
    game.act(HULL, &[(SAVE, 1), (GRIT, 6), (GRIT, 3), (GRIT, 6)]);
    game.act(PASS, &[]);
    // Al may rise only in the turn after; he rolls for his life all the same, after he has risen. Nobody is asked twice.
    let next = [(INIT, 6), (INIT, 1), ("ITEN-KD-04", 3), (GRIT, 6), (GRIT, 3), (GRIT, 6)];
    game.act(PASS, &next);
    assert_eq!(rolled(&game), ["Ann", "Al", "Amy"]);
    assert_eq!(fates(&game, ["Ann", "Al", "Amy"]), [0, 1, 0]);
    assert_eq!(game.farthest(Verb::Move, "Al"), 0);
    assert_eq!([game.farthest(Verb::Move, "Ann"), game.farthest(Verb::Move, "Amy")], [3, 4]);
    assert!(!game.can(Verb::Move, "Amy", (3, 2)), "towards the hole");
    // Who is where there is air by then rolls no more.
    game.go("Amy", (8, 2), &[]);
    assert_eq!(game.value("Amy", "gasps"), 1);
}

/// HULK-AIR-03: two rolls at Grit 3+, the first as the air goes and one later: 4/9 are still there.
#[test]
fn two_rolls() {
    let mut game = watcher(line(LINE).figure("Al", (4, 2), "troop: \"Man\""), 4).begin(&[]);
    let first = game.chances(HULL, |g| (g.rules().contains(&"HULK-AIR-02"), fates(g, ["Al"])[0] < 2));
    let there = watched(LINE).at("Movement").map("airless: [\"u\"]").troop("Man", "grit: 3");
    let there = watcher(there.figure("Al", (19, 2), "troop: \"Man\""), 4);
    let later = there.chances(|g| fates(g, ["Al"])[0] < 2);
    let first = first[&(true, true)].clone() / ratio("1/3");
    assert_eq!(first * later[&true].clone(), ratio("4/9"));
}

/// HULK-AIR-06: one space onward at the end of each turn, through open hatches and doors, shut ones too, and not through
/// closed hatches; three spaces and no more.
#[test]
fn lost_air_spreads() {
    let spread = |picture: &str, open: &str, turns: usize| {
        let field = line(picture).with(&format!("open: [{open}]"));
        let mut game = watcher(field, 4).begin(&[]);
        game.act(HULL, &[(SAVE, 1), (GRIT, 1)]);
        for _ in 0..turns {
            while game.phase() != "Movement" {
                game.act(PASS, &[(INIT, 6), (INIT, 1)]);
            }
            while game.phase() == "Movement" {
                game.act(PASS, &[]);
            }
        }
        [(2, 2), (6, 2), (10, 2), (14, 2), (18, 2)].map(|at| vented(&game, at))
    };
    let open = "(5, 2), (9, 2), (13, 2), (17, 2)";
    assert_eq!(spread(LINE, open, 0), [true, false, false, false, false]);
    assert_eq!(spread(LINE, open, 1), [true, true, false, false, false]);
    assert_eq!(spread(LINE, open, 3), [true, true, true, true, false]);
    assert_eq!(spread(LINE, open, 5), [true, true, true, true, false]);
    assert_eq!(spread(LINE, "(5, 2)", 3), [true, true, false, false, false]);
    let door = LINE.replacen('h', "D", 1);
    assert_eq!(spread(&door, "", 2), [true, true, false, false, false]);
}

/// HULK-AIR-07: the space stays airless; after three rolls there powered armour needs no more, others go on.
#[test]
fn powered_armour_lasts() {
    let rolls = |armour: &str, gasps: u8, rolls: &[(&str, u8)]| {
        let field = watched(LINE).at("Movement").map("airless: [\"u\"]").troop("Man", "grit: 3");
        let kit = format!("troop: \"Man\", armour: \"{armour}\"");
        let game = watcher(field.figure_with("Al", (19, 2), &kit, &format!("\"gasps\": {gasps}")), 4).begin(rolls);
        game.value("Al", "gasps")
    };
    assert_eq!(rolls("Power Armour", 2, &[(GRIT, 6)]), 3);
    assert_eq!(rolls("Power Armour", 3, &[]), 3);
    assert_eq!(rolls("Terminator Armour", 3, &[]), 3);
    assert_eq!(rolls("Carapace Armour", 3, &[(GRIT, 6)]), 4);
    // Where there is air again the count begins anew.
    let field = watched(LINE).at("Movement").troop("Man", "grit: 3");
    let breathes = field.figure_with("Al", (19, 2), "troop: \"Man\"", "\"gasps\": 3");
    assert_eq!(watcher(breathes, 4).begin(&[]).value("Al", "gasps"), 0);
}

/// HULK-AIR-05, HULK-AIR-04: on the far side of an open hatchway, one step and two for the hatch; then nobody there rolls any
/// more, though the air had begun to go there too. A plain door does not help.
#[test]
fn the_hatch_is_shut() {
    let flee = |picture: &str, at: (u16, u16)| {
        let field = line(picture).with("open: [(5, 2)]").figure("Al", at, "troop: \"Man\"");
        let mut game = watcher(field.figure("Amy", (8, 2), "troop: \"Man\""), 4).begin(&[]);
        let first: &[(&str, u8)] = if at.0 < 6 { &[(SAVE, 1), (GRIT, 6), (GRIT, 6)] } else { &[(SAVE, 1), (GRIT, 6)] };
        game.act(HULL, first);
        game.act(PASS, &[]);
        game.act(PASS, &[(INIT, 6), (INIT, 1), (GRIT, 6), (GRIT, 6), (GRIT, 6)]);
        assert!(vented(&game, (6, 2)), "by the end of the turn");
        game
    };
    let mut game = flee(LINE, (5, 2));
    game.go("Al", (6, 2), &[]);
    game.act("Al closes the door at 5.2", &[]);
    assert_eq!([(2, 2), (6, 2)].map(|at| vented(&game, at)), [true, false]);
    // Two steps leave one hex of three.
    let mut game = flee(LINE, (4, 2));
    game.go("Al", (6, 2), &[]);
    assert!(!game.can(Verb::Open, "Al", (5, 2)));
    let mut game = flee(&LINE.replacen('h', "D", 1), (5, 2));
    game.go("Al", (6, 2), &[]);
    game.act("Al closes the door at 5.2", &[]);
    assert!(vented(&game, (6, 2)));
}

/// HULK-AIR-02: whoever stands in an open doorway shares the air of both sides.
#[test]
fn in_the_doorway() {
    let field = line(LINE).with("open: [(5, 2)]").figure("Al", (5, 2), "troop: \"Man\"");
    let mut game = watcher(field, 4).begin(&[]);
    game.act(HULL, &[(SAVE, 1), (GRIT, 6), (GRIT, 2)]);
    assert_eq!(fates(&game, ["Ann", "Al"]), [0, 2]);
}

/// HULK-AIR-01: a hatch that is opened to where there is no air lets it out, and closed again holds it.
#[test]
fn an_opened_hatch_lets_the_air_out() {
    let field = watched(LINE).at("Movement").map("airless: [\"r\"]").troop("Man", "grit: 3");
    let mut game = watcher(field.figure("Al", (6, 2), "troop: \"Man\""), 4).begin(&[]);
    game.act("Al opens the door at 5.2", &[(GRIT, 6)]);
    assert_eq!([(2, 2), (6, 2), (10, 2)].map(|at| vented(&game, at)), [true, true, false]);
    game.act("Al closes the door at 5.2", &[]);
    assert_eq!([(2, 2), (6, 2), (10, 2)].map(|at| vented(&game, at)), [true, false, false]);
}
