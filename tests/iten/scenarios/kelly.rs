//! What is fetched: the counter (ITEN-KEL).

use super::*;

/// The counter lies at 5.5; Ann of Red with a gun and Amy, Bob of Blue with a blade.
fn kelly(ann: (u16, u16), amy: (u16, u16), bob: (u16, u16)) -> Field {
    Field::open(30, 11)
        .mission("KellysHeroes")
        .zone("centre", "Hexes([(5, 5)])")
        .troop("Runner", "speed: 1")
        .side("Red", "")
        .figure("Ann", ann, "troop: \"Runner\", weapons: [\"Laspistol\", \"Dagger\"]")
        .figure("Amy", amy, "")
        .side("Blue", "")
        .figure("Bob", bob, "weapons: [\"Sword\"]")
        .turn(1, 20)
}

/// ITEN-KEL-01: the first to enter the counter's hex has it; being beside it is not enough.
#[test]
fn who_comes_first_takes_the_counter() {
    let mut game = kelly((2, 5), (30, 1), (30, 11)).begin(&[]);
    assert_eq!(game.battle.prize(), Some(game.hex(5, 5)));
    game.go("Ann", (4, 5), &[]);
    assert!(!carries(&game, "Ann"));
    let mut game = kelly((2, 5), (30, 1), (30, 11)).begin(&[]);
    game.go("Ann", (5, 5), &[]);
    assert!(carries(&game, "Ann") && game.battle.prize().is_none());
}

/// ITEN-KEL-02: a carrier goes 7 with Speed +1, does not charge, not even who lies there, and does not shoot, but runs.
#[test]
fn a_carrier_neither_charges_nor_shoots() {
    let mut game = kelly((2, 5), (30, 1), (16, 5)).begin(&[]);
    game.go("Ann", (5, 5), &[]);
    game.act("pass", &[]);
    // Ann sees Bob and could shoot at him, and is not asked: nobody is.
    game.act("pass", &RED);
    assert_eq!((game.battle.table().turn, game.phase()), (2, "Movement"));
    let mut game = kelly((2, 5), (30, 1), (13, 5)).begin(&[]);
    game.go("Ann", (5, 5), &[]);
    game.act("pass", &[]);
    game.act("Bob does nothing", &RED);
    assert_eq!(game.farthest(Verb::Move, "Ann"), 7);
    let at = game.hex(12, 5);
    let refusal = game.refused(Action::of(Verb::Move, game.unit("Ann")).hex(at));
    assert_eq!((refusal.reason, refusal.rule.0), (Reason::Contested, "ITEN-KEL-02"));
    assert!(game.can(Verb::Move, "Ann", (11, 5)) && !game.can(Verb::Move, "Ann", (12, 4)));
}

/// ITEN-KEL-02: a carrier who sees no enemy runs.
#[test]
fn a_carrier_runs() {
    let wall = ". . . . . . . # . .\n".repeat(9);
    let field = Field::drawn(&wall).mission("KellysHeroes").zone("centre", "Hexes([(3, 5)])");
    let field = field.side("Red", "").figure("Ann", (2, 5), "").side("Blue", "").figure("Bob", (10, 5), "");
    let mut game = field.begin(&[]);
    game.go("Ann", (3, 5), &[]);
    game.act("pass", &[]);
    assert_eq!((game.asked().as_str(), game.phase()), ("Red", "Shooting"));
    assert_eq!(game.farthest(Verb::Run, "Ann"), 3);
}

/// ITEN-KEL-03, ITEN-KD-08: a carrier who is knocked down drops it; an enemy beside him takes it at his next activation,
/// and may move on with it.
#[test]
fn what_is_dropped_goes_to_who_touches_it() {
    let mut game = kelly((5, 6), (30, 1), (6, 3)).begin(&[]);
    game.go("Ann", (5, 5), &[]);
    game.act("pass", &[]);
    game.go("Bob", (5, 4), &[]);
    assert_eq!(game.phase(), "Melee");
    game.act("Ann does nothing", &[]);
    // Sword +1 against 5: hits on 4; Grit 4 exactly: knocked down.
    let melee = [("ITEN-MEL-03", 4), ("ITEN-GRIT-01", 4), (INIT, 1), (INIT, 6)];
    game.act("Bob strikes at Ann", &melee);
    assert_eq!((carries(&game, "Ann"), game.battle.prize()), (false, Some(game.hex(5, 5))));
    assert_eq!(game.asked(), "Blue");
    game.act("Bob takes what lies at 5.5", &[]);
    assert!(carries(&game, "Bob"));
    assert!(game.can(Verb::Move, "Bob", (9, 9)));
}

/// ITEN-KEL-03: where the carrier is out of the game it lies in his hex, and a friend picks it up there.
#[test]
fn a_friend_goes_on_with_it() {
    let mut game = kelly((5, 6), (3, 5), (6, 3)).begin(&[]);
    game.go("Ann", (5, 5), &[]);
    game.act("pass", &[]);
    game.go("Bob", (5, 4), &[]);
    game.act("Ann does nothing", &[]);
    game.act("Bob strikes at Ann", &[&[("ITEN-MEL-03", 6), ("ITEN-GRIT-01", 1)], &RED[..]].concat());
    assert_eq!((game.place("Ann"), game.battle.prize()), ((0, 0), Some(game.hex(5, 5))));
    assert!(game.offers().iter().all(|o| !o.contains("takes")));
    game.go("Amy", (4, 5), &[]);
    game.act("Amy takes what lies at 5.5", &[]);
    assert!(carries(&game, "Amy"));
}

/// ITEN-KEL-04: off the table, over any edge, wins at once.
#[test]
fn off_the_table_with_it() {
    let mut game = kelly((5, 6), (30, 1), (30, 11)).begin(&[]);
    assert!(game.offers().iter().all(|o| !o.contains("leaves")));
    game.go("Ann", (5, 5), &[]);
    game.act("pass", &[]);
    game.act("pass", &RED);
    let leaves: Vec<String> = game.offers().into_iter().filter(|o| o.contains("leaves")).collect();
    assert_eq!(leaves, ["left", "top", "bottom"].map(|edge| format!("Ann leaves the board by the {edge} edge")));
    game.act("by the top edge", &[]);
    assert_eq!(won(&game), red("ITEN-KEL-04"));
}

/// ITEN-SCN-01: after turn 20 its carrier has won; nobody where nobody carries it.
#[test]
fn the_carrier_wins_in_the_end() {
    for (to, result) in [((5, 5), red("ITEN-SCN-01")), ((4, 5), nobody("ITEN-SCN-01"))] {
        let mut game = kelly((5, 6), (30, 1), (30, 11)).turn(20, 20).begin(&[]);
        game.go("Ann", to, &[]);
        game.act("pass", &[]);
        while game.won().is_none() {
            game.act("pass", &[]);
        }
        assert_eq!(won(&game), result);
    }
}
