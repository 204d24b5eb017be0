//! The order of the turn, movement, contact, terror, packs, rising (7.1, 7.2, 7.6).

use hexfray::battle::{Action, Fact, Reason, Refusal, Rule, Verb};

use crate::field::{Field, Game, table};

const INIT: &str = "ITEN-INIT-02";
const TERR_1: &str = "ITEN-TERR-01";
const TERR_2: &str = "ITEN-TERR-02";

/// Ann and Amy of Red, who acts first, against Bob and Ben of Blue; Amy and Ben stand in far corners, so that each side
/// has somebody left to ask.
fn sides(picture: &str, ann: ((u16, u16), &str), bob: ((u16, u16), &str, &str)) -> Field {
    let rows: Vec<&str> = picture.trim().lines().collect();
    let (columns, rows) = (rows[0].split_whitespace().count() as u16, rows.len() as u16);
    Field::drawn(picture)
        .troop("Horror", "tags: [Terrifying]")
        .troop("Steady", "grit: 3")
        .troop("Machine", "tags: [Fearless]")
        .side("Red", "")
        .figure("Ann", ann.0, ann.1)
        .figure("Amy", (columns, 1), "")
        .side("Blue", "")
        .figure_with("Bob", bob.0, bob.1, bob.2)
        .figure("Ben", (columns, rows), "")
}

/// ITEN-OUT-12: a door is opened or closed from beside it for two hexes of a move, and both must be left.
#[test]
fn doors_take_two_hexes() {
    let picture = "
        . . . . . . . # . .
         . . . . . . . D . .
        . . . . . . . # . .";
    let at_the_door = |from: u16| {
        let mut game = sides(picture, ((from, 2), ""), ((10, 2), "", "")).begin(&[]);
        game.go("Ann", (7, 2), &[]);
        game
    };
    let door = |game: &Game| Action::of(Verb::Open, game.unit("Ann")).hex(game.hex(8, 2));
    // Five hexes away there is not enough left, four away there is, three away there is one for the doorway.
    assert!(!at_the_door(2).can(Verb::Open, "Ann", (8, 2)));
    for (from, enters) in [(3, false), (4, true)] {
        let mut game = at_the_door(from);
        assert!(!game.can(Verb::Move, "Ann", (8, 2)));
        game.play(door(&game), &[]);
        assert!(game.rules().contains(&"ITEN-OUT-12"));
        assert_eq!(game.can(Verb::Move, "Ann", (8, 2)), enters);
        assert!(!game.can(Verb::Move, "Ann", (9, 2)));
    }
    let mut game = at_the_door(6);
    game.play(door(&game), &[]);
    game.play(door(&game), &[]);
    assert!(!game.can(Verb::Move, "Ann", (8, 2)) && game.can(Verb::Move, "Ann", (6, 2)));
    assert!(!game.can(Verb::Move, "Ann", (5, 2)), "one hex is left of six");
}

fn open(columns: usize, rows: usize) -> String {
    format!("{}\n", ". ".repeat(columns)).repeat(rows)
}

/// Ann with some Speed alone on a map, with Bob at the other end of it.
fn runner(picture: &str, from: (u16, u16), speed: i8) -> Game {
    let columns = picture.trim().lines().next().unwrap().split_whitespace().count() as u16;
    Field::drawn(picture)
        .troop("Runner", &format!("speed: {speed}"))
        .side("Red", "")
        .figure("Ann", from, "troop: \"Runner\"")
        .side("Blue", "")
        .figure("Bob", (columns, 1), "")
        .begin(&[])
}

/// ITEN-INIT-02: a die each and the Leader's Speed, ties rolled again: Speed 1 against 0 is first in 21 of 31.
/// ITEN-INIT-03: a Leader knocked down counts, one out of the game does not.
#[test]
fn the_leaders_speed_counts_for_the_order() {
    let tallies = ["", "\"down\": 1, \"fell\": 1", "\"fate\": 1"].map(|numbers| {
        let field = Field::open(30, 3).troop("Quick", "speed: 1").side("Red", "").retinue("leader: \"Ann\"");
        let field = if numbers.contains("fate") {
            field.gone("Ann", "troop: \"Quick\"")
        } else {
            field.figure_with("Ann", (1, 2), "troop: \"Quick\"", numbers)
        };
        let field = field.figure("Amy", (1, 3), "").side("Blue", "").figure("Bob", (30, 2), "").at("Initiative");
        let bonus = u8::from(!numbers.contains("fate"));
        let mut tally = [0; 3];
        for (red, blue) in (1..=6).flat_map(|red| (1..=6).map(move |blue| (red, blue))) {
            let tie = red + bonus == blue;
            let rises = numbers.contains("down") && red + bonus >= blue;
            let rise: &[(&str, u8)] = if rises { &[("ITEN-KD-04", 6)] } else { &[] };
            let again: &[(&str, u8)] = if tie { &[(INIT, 6), (INIT, 1)] } else { &[] };
            let first = field.begin(&[&[(INIT, red), (INIT, blue)], again, rise].concat()).asked();
            tally[if tie { 2 } else { usize::from(first == "Blue") }] += 1;
        }
        tally
    });
    assert_eq!(tallies, [[21, 10, 5], [21, 10, 5], [15, 15, 6]]);
}

/// ITEN-INIT-02: only those that tie roll again, among themselves.
#[test]
fn those_that_tie_roll_again_among_themselves() {
    let field = Field::open(30, 9)
        .side("Red", "")
        .figure("Ann", (1, 1), "")
        .side("Blue", "")
        .figure("Bob", (30, 1), "")
        .side("Green", "")
        .figure("Gil", (15, 9), "")
        .at("Initiative");
    let mut game = field.begin(&[(INIT, 2), (INIT, 5), (INIT, 2), (INIT, 3), (INIT, 3), (INIT, 1), (INIT, 6)]);
    let mut order = vec![game.asked()];
    game.act("Bob does nothing", &[]);
    order.push(game.asked());
    game.act("Gil does nothing", &[]);
    order.push(game.asked());
    assert_eq!(order, ["Blue", "Green", "Red"]);
}

/// ITEN-INIT-01, ITEN-INIT-04: a side ends its phase before the next begins it, its figures in any order; then the next
/// phase.
#[test]
fn sides_move_one_after_the_other() {
    let mut game = sides(&open(30, 9), ((1, 5), ""), ((20, 5), "", "")).begin(&[]);
    assert_eq!(game.asked(), "Red");
    game.act("Amy does nothing", &[]);
    let again = Action::of(Verb::Move, game.unit("Amy")).hex(game.hex(29, 1));
    assert_eq!(game.refused(again).reason, Reason::AlreadyDone);
    let other = Action::of(Verb::Move, game.unit("Bob")).hex(game.hex(19, 5));
    assert_eq!(game.refused(other).rule.0, "ITEN-INIT-04");
    game.go("Ann", (7, 5), &[]);
    assert_eq!((game.asked().as_str(), game.phase()), ("Blue", "Movement"));
}

/// ITEN-GEN-05: whatever the models, a figure moves the hexes that the rules' numbers say: six, and twelve where they say twelve.
#[test]
fn the_board_plays_one_scale() {
    let far = |hexes: u8| {
        let field = Field::open(24, 5).tuned("rules.ron", "base_move: 6,", &format!("base_move: {hexes},"));
        let field = field.side("Red", "").figure("Ann", (2, 3), "").side("Blue", "").figure("Bob", (24, 3), "");
        let mut game = field.begin(&[]);
        (1..20u16).filter(|hexes| game.can(Verb::Move, "Ann", (2 + hexes, 3))).max()
    };
    assert_eq!([6, 12].map(far), [Some(6), Some(12)]);
}

/// ITEN-MOVE-01: six hexes and Speed.
#[test]
fn a_move_is_six_hexes_and_speed() {
    for (speed, hexes) in [(-1, 5), (0, 6), (1, 7), (2, 8)] {
        assert_eq!(runner(&open(30, 3), (1, 2), speed).farthest(Verb::Move, "Ann"), hexes);
    }
}

/// ITEN-MOVE-02, ITEN-MOVE-03, ITEN-MOVE-04: cover anywhere on the way, the first hex too, shortens the whole move; of
/// two kinds the worse.
#[test]
fn cover_shortens_a_move() {
    for (row, speed, hexes) in [
        (", . . . . . . . . . . . . . . .", 0, 5),
        (". . , . . . . . . . . . . . . .", 0, 5),
        (". . , , , . . . . . . . . . . .", 0, 5),
        (". . - . . . . . . . . . . . . .", 0, 5),
        ("% . . . . . . . . . . . . . . .", 0, 3),
        (". . _ . . . . . . . . . . . . .", 0, 3),
        (". , % . . . . . . . . . . . . .", 0, 3),
        (". . % . . . . . . . . . . . . .", -1, 2),
        (". . . . , . . . . . . . . . . .", 2, 7),
        // What is out of reach by that is not entered: the move ends before it.
        (". . . . . % . . . . . . . . . .", 1, 4),
        (". . . . . . , . . . . . . . . .", 0, 5),
    ] {
        assert_eq!(runner(row, (1, 1), speed).farthest(Verb::Move, "Ann"), hexes, "{row}");
    }
    let slow = |row| {
        let field = Field::drawn(row).tuned("rules.ron", "base_move: 6", "base_move: 2");
        field.side("Red", "").figure("Ann", (1, 1), "").side("Blue", "").figure("Bob", (9, 1), "").begin(&[])
    };
    assert_eq!(slow("% . . . . . . . .").farthest(Verb::Move, "Ann"), 1);
}

/// ITEN-MOVE-06: friends may be passed and not joined; enemies stand in the way, even those on the ground.
#[test]
fn friends_are_passed_and_enemies_are_not() {
    let lane = "# # # # # # # # # #\n. . . . . . . . . .\n# # # # # # # # # #";
    let base = Field::drawn(lane).side("Red", "").figure("Ann", (1, 2), "");
    let mut game = base.clone().figure("Amy", (2, 2), "").side("Blue", "").figure("Bob", (10, 2), "").begin(&[]);
    assert!(game.can(Verb::Move, "Ann", (3, 2)) && !game.can(Verb::Move, "Ann", (2, 2)));
    let shared = Action::of(Verb::Move, game.unit("Ann")).hex(game.hex(2, 2));
    assert_eq!(game.refused(shared).rule.0, "ITEN-MOVE-06");
    let down = "\"down\": 1, \"fell\": 1";
    let mut game = base.side("Blue", "").figure_with("Bob", (3, 2), "", down).begin(&[]);
    assert!(game.can(Verb::Move, "Ann", (2, 2)) && !game.can(Verb::Move, "Ann", (4, 2)));
}

/// ITEN-MOVE-07: an inch is stepped up, more is not; a drop over 3 knocks down by a failed Grit roll, one over 6 puts
/// out.
#[test]
fn heights_are_climbed_by_an_inch_and_fallen_from() {
    let row = |from: &str| format!("# # # # # # # # .\n{from} . 1 3 . . . . .\n. . . . . . . . .");
    for (from, field, value) in [("3", "down", 0), ("4", "down", 1), ("6", "down", 1), ("7", "fate", 1)] {
        let mut game = sides(&row(from), ((1, 2), ""), ((9, 2), "", "")).begin(&[]);
        let fell = game.chances("Ann moves to 2.2", |g| g.value("Ann", field));
        let expected = if value == 0 { table([(0, "1")]) } else { table([(0, "1/2"), (1, "1/2")]) };
        assert_eq!(fell, expected, "from {from}");
    }
    let mut game = sides(&row("."), ((1, 2), ""), ((9, 2), "", "")).begin(&[]);
    assert!(game.can(Verb::Move, "Ann", (3, 2)) && !game.can(Verb::Move, "Ann", (4, 2)));
}

/// ITEN-CON-01: whoever touches a standing enemy breaks off or stays; one knocked down holds nobody.
#[test]
fn contact_holds() {
    let mut game = sides(&open(30, 9), ((5, 5), ""), ((6, 5), "", "")).begin(&[]);
    assert!(!game.offers().iter().any(|o| o.starts_with("Ann moves")));
    let away = Action::of(Verb::Move, game.unit("Ann")).hex(game.hex(3, 5));
    assert_eq!(game.refused(away).rule.0, "ITEN-CON-01");
    assert_eq!(game.farthest(Verb::Retreat, "Ann"), 6);
    let mut game = sides(&open(30, 9), ((5, 5), ""), ((6, 5), "", "\"down\": 1, \"fell\": 1")).begin(&[]);
    assert_eq!((game.farthest(Verb::Move, "Ann"), game.farthest(Verb::Retreat, "Ann")), (6, 0));
}

/// ITEN-CON-02: next to a standing enemy a move ends, so that nobody passes by; those on the ground are passed, and
/// ending beside them is an assault too.
#[test]
fn nobody_passes_a_standing_enemy() {
    let mut game = sides(&open(14, 2), ((1, 2), ""), ((4, 1), "", "")).begin(&[]);
    assert!(game.can(Verb::Move, "Ann", (3, 2)) && !game.can(Verb::Move, "Ann", (6, 2)));
    let down = "\"down\": 1, \"fell\": 1";
    let mut game = sides(&open(14, 2), ((1, 2), ""), ((4, 1), "", down)).begin(&[]);
    assert!(game.can(Verb::Move, "Ann", (7, 2)));
    game.go("Ann", (3, 1), &[]);
    assert_eq!((game.value("Ann", "charged"), game.value("Bob", "assaulted")), (1, 1));
}

/// ITEN-CON-03: an assault pins both: the enemy, lower in the order, neither moves nor breaks off.
#[test]
fn an_assault_pins_both() {
    let mut game = sides(&open(30, 9), ((5, 5), ""), ((8, 5), "", "")).begin(&[]);
    game.act("Ann charges Bob at 7.5", &[]);
    assert_eq!((game.value("Ann", "charged"), game.value("Bob", "assaulted")), (1, 1));
    game.act("Amy does nothing", &[]);
    assert_eq!(game.asked(), "Blue");
    assert!(!game.offers().iter().any(|o| o.starts_with("Bob")));
    let off = Action::of(Verb::Retreat, game.unit("Bob")).hex(game.hex(12, 5));
    assert_eq!(game.refused(off).rule.0, "ITEN-CON-03");
}

/// ITEN-CON-04: a charge is a move: from seven hexes away, not from eight.
#[test]
fn a_charge_is_a_move() {
    for (column, reached) in [(8, true), (9, false)] {
        let mut game = sides(&open(30, 9), ((1, 5), ""), ((column, 5), "", "")).begin(&[]);
        assert_eq!(game.can(Verb::Move, "Ann", (column - 1, 5)), reached);
    }
}

/// ITEN-CON-05, MAP-03: levels that differ by an inch touch, two do not.
#[test]
fn contact_reaches_an_inch_up() {
    for (height, touches) in [("1", true), ("2", false)] {
        let picture = format!(". {height} . . . . . . . .\n. . . . . . . . . .");
        let game = sides(&picture, ((1, 1), ""), ((2, 1), "", "")).begin(&[]);
        assert_eq!(game.battle.in_melee(game.unit("Ann")), touches);
    }
}

/// ITEN-TERR-01: to charge something terrible takes a Grit roll; who fails does not move at all.
#[test]
fn the_terrible_are_charged_by_the_brave() {
    let field = sides(&open(30, 9), ((5, 5), ""), ((8, 5), "troop: \"Horror\"", ""));
    let mut game = field.begin(&[]);
    let came = game.chances("Ann charges Bob at 7.5", |g| (g.place("Ann"), g.value("Ann", "balked")));
    assert_eq!(came, table([((5, 5), "1/2"), ((7, 5), "1/2")].map(|(at, p)| ((at, i32::from(at.0 == 5)), p))));
    game.act("Ann charges Bob at 7.5", &[(TERR_1, 3)]);
    assert!(!game.offers().iter().any(|o| o.starts_with("Ann")), "her move is lost");
    let mut game = field.begin(&[]);
    game.go("Ann", (6, 6), &[]);
    assert_eq!(game.place("Ann"), (6, 6), "who only comes near needs no nerve");
}

/// ITEN-TERR-02, ITEN-TERR-03, ITEN-TERR-06: who is charged by something terrible holds on his Grit, an exact roll too,
/// or flees straight back by a die; the charger goes on with all of its move: three away and four fled is caught, five
/// is not.
#[test]
fn those_charged_by_the_terrible_hold_or_flee() {
    let field = sides(&open(30, 9), ((5, 5), "troop: \"Horror\""), ((8, 5), "troop: \"Steady\"", ""));
    let charge = "Ann charges Bob at 7.5";
    let mut game = field.begin(&[]);
    game.act(charge, &[(TERR_2, 3)]);
    assert_eq!((game.place("Ann"), game.place("Bob")), ((7, 5), (8, 5)));
    let held = field.begin(&[]).chances(charge, |g| g.place("Bob") == (8, 5));
    assert_eq!(held, table([(true, "2/3"), (false, "1/3")]));
    for (far, caught) in [(4, true), (5, false)] {
        let mut game = field.begin(&[]);
        game.act(charge, &[(TERR_2, 2), (TERR_2, far)]);
        assert_eq!((game.place("Ann"), game.place("Bob")), ((5, 5), (8 + u16::from(far), 5)));
        assert_eq!(game.asking().0, "ITEN-TERR-03");
        assert_eq!(game.can(Verb::Move, "Ann", (7 + u16::from(far), 5)), caught);
    }
    let mut game = field.begin(&[]);
    game.act(charge, &[(TERR_2, 2), (TERR_2, 4)]);
    game.go("Ann", (11, 5), &[]);
    assert_eq!((game.value("Ann", "charged"), game.value("Bob", "assaulted")), (1, 1), "a second test there is none");
}

/// ITEN-TERR-04, ITEN-TERR-05: who has fled has his own move yet, but not towards whom he fled.
#[test]
fn who_fled_moves_yet_but_no_nearer() {
    let mut game = sides(&open(40, 9), ((5, 5), "troop: \"Horror\""), ((8, 5), "", "")).begin(&[]);
    game.act("Ann charges Bob at 7.5", &[(TERR_2, 1), (TERR_2, 2)]);
    game.acts(&["Ann does nothing", "Amy does nothing"]);
    assert_eq!((game.asked().as_str(), game.place("Bob")), ("Blue", (10, 5)));
    assert!(game.can(Verb::Move, "Bob", (16, 5)) && !game.can(Verb::Move, "Bob", (9, 5)));
    let nearer = Action::of(Verb::Move, game.unit("Bob")).hex(game.hex(9, 5));
    assert_eq!(game.refused(nearer).rule.0, "ITEN-TERR-05");
}

/// ITEN-TERR-02: a flight goes round obstacles but no nearer, and stops at the edge of the board.
#[test]
fn a_flight_stops_at_the_edge() {
    let mut game = sides(&open(10, 9), ((5, 5), "troop: \"Horror\""), ((8, 5), "", "")).begin(&[]);
    game.act("Ann charges Bob at 7.5", &[(TERR_2, 1), (TERR_2, 6)]);
    let (column, _) = game.place("Bob");
    assert_eq!(column, 10);
}

/// ITEN-TERR-06: neither those on the ground roll nor those who fear nothing, and the terrible do roll.
#[test]
fn some_need_no_nerve() {
    let charge = |bob: &str, numbers: &str| {
        sides(&open(30, 9), ((5, 5), "troop: \"Horror\""), ((8, 5), bob, numbers)).begin(&[])
    };
    charge("troop: \"Machine\"", "").go("Ann", (7, 5), &[]);
    charge("", "\"down\": 1, \"fell\": 1").go("Ann", (7, 5), &[]);
    charge("troop: \"Horror\"", "").go("Ann", (7, 5), &[(TERR_1, 4), (TERR_2, 4)]);
}

/// ITEN-TERR-06: of several who would be touched each rolls, the nearest first.
#[test]
fn the_nearest_rolls_first() {
    let field = sides(&open(30, 9), ((5, 5), "troop: \"Horror\""), ((9, 5), "troop: \"Steady\"", ""));
    let mut game = field.figure("Bea", (7, 4), "").begin(&[]);
    // Bea, who is nearer, fails on a 3; Bob holds on it.
    game.go("Ann", (8, 5), &[(TERR_2, 3), (TERR_2, 1), (TERR_2, 3)]);
    assert_eq!((game.place("Bob"), game.value("Bob", "fled_from")), ((9, 5), 0));
    assert_eq!(game.value("Bea", "fled_from"), 1);
}

/// ITEN-JUMP-01, ITEN-JUMP-02, ITEN-JUMP-03: a pack goes over everything, and charges so; hard cover at either end
/// takes a Grit roll.
#[test]
fn packs_jump() {
    let row = "# . . # # . . . % . . . . . . .\n# # # # # # # # # # # # # # # .";
    let jumper = |at| sides(row, (at, "gear: [JumpPack]"), ((12, 1), "", "")).begin(&[]);
    let mut game = jumper((3, 1));
    assert!(game.can(Verb::Move, "Ann", (7, 1)) && !game.can(Verb::Move, "Ann", (4, 1)));
    assert_eq!(game.farthest(Verb::Move, "Ann"), 6);
    let landed = game.chances("Ann moves to 9.1", |g| (g.place("Ann"), g.value("Ann", "down")));
    assert_eq!(landed, table([(((9, 1), 0), "1/2"), (((9, 1), 1), "1/2")]));
    let mut game = jumper((9, 1));
    game.act("Ann moves to 7.1", &[("ITEN-JUMP-02", 3)]);
    assert_eq!((game.place("Ann"), game.value("Ann", "down")), ((9, 1), 1));
    let mut game = jumper((6, 1));
    game.act("Ann charges Bob at 11.1", &[]);
    assert_eq!(game.value("Bob", "assaulted"), 1);
    // At a run as well.
    let hidden = "% . . . . . # . . . . .\n".repeat(3);
    let field = Field::drawn(&hidden).at("Shooting").side("Red", "").figure("Ann", (1, 2), "gear: [JumpPack]");
    let mut game = field.side("Blue", "").figure("Bob", (10, 2), "").begin(&[]);
    let ran = game.chances("Ann runs to 4.2", |g| (g.place("Ann"), g.value("Ann", "down")));
    assert_eq!(ran, table([(((4, 2), 0), "1/2"), (((1, 2), 1), "1/2")]));
}

/// ITEN-KD-04, ITEN-KD-05, ITEN-KD-06, ITEN-KD-07: who lies on the ground rises above Grit, less what the armour
/// weighs; a natural 6 always does.
#[test]
fn the_fallen_rise_by_grit_and_armour() {
    for (grit, armour, chance) in [
        (4, "", "1/3"),
        (4, "Flak Armour", "1/3"),
        (3, "Carapace Armour", "1/3"),
        (2, "Power Armour", "1/3"),
        (3, "Terminator Armour", "1/6"),
        (6, "", "1/6"),
        (2, "", "2/3"),
    ] {
        let field = Field::open(30, 9)
            .troop("Fallen", &format!("grit: {grit}"))
            .side("Red", "")
            .figure_with("Ann", (1, 1), &format!("troop: \"Fallen\", armour: \"{armour}\""), "\"down\": 1")
            .figure("Amy", (1, 9), "")
            .side("Blue", "")
            .figure("Bob", (30, 1), "");
        let up = field.chances(|g| g.value("Ann", "down") == 0);
        let other = crate::field::ratio("1") - crate::field::ratio(chance);
        assert_eq!(up, [(true, crate::field::ratio(chance)), (false, other)].into(), "{grit}+ in {armour}");
    }
}

/// ITEN-KD-01, ITEN-ORD-07: whoever fell this turn does not try to rise, and who lies on the ground does not move.
#[test]
fn nobody_rises_in_the_turn_of_his_fall() {
    let field = Field::open(30, 9).side("Red", "").figure_with("Ann", (1, 1), "", "\"down\": 1, \"fell\": 1");
    let mut game = field.figure("Amy", (1, 9), "").side("Blue", "").figure("Bob", (30, 1), "").begin(&[]);
    assert!(!game.offers().iter().any(|o| o.starts_with("Ann")));
    let crawls = Action::of(Verb::Move, game.unit("Ann")).hex(game.hex(2, 1));
    assert_eq!(game.refused(crawls).rule.0, "ITEN-KD-01");
}

/// ITEN-MOVE-07: who can walk down walks down; who has to drop drops no deeper than he must, and there his move ends.
#[test]
fn nobody_drops_who_can_walk() {
    // Down a stair from 7, or over the edge beside it.
    let stairs = "7 6 5 4 3 2 1 . . .\n7 . # # # # # # # #\n. . . . . . . . . .";
    let field = |from: (u16, u16), kit: &str| sides(stairs, (from, kit), ((9, 3), "", "")).begin(&[]);
    let mut game = field((2, 1), "");
    game.go("Ann", (8, 1), &[]);
    assert_eq!((game.value("Ann", "down"), game.value("Ann", "fate")), (0, 0), "six inches in six steps");
    // From 6 to 0 in one: a roll, and on the ground by a failure.
    let fell = field((2, 1), "").chances("Ann moves to 2.2", |g| g.value("Ann", "down"));
    assert_eq!(fell, table([(0, "1/2"), (1, "1/2")]));
    // From 7 to 2.2 by way of 6 is a drop of six, not of seven.
    let mut game = field((1, 1), "");
    game.act("Ann moves to 2.2", &[("ITEN-MOVE-07", 3)]);
    assert_eq!((game.value("Ann", "down"), game.value("Ann", "fate")), (1, 0));
    assert!(!field((1, 1), "").can(Verb::Move, "Ann", (3, 3)), "nobody goes on after a drop");
    // Up a stair and down a cliff is a drop though he starts and ends as high.
    let hill = ". 1 2 3 4 . . . . .\n. # # # # . . . . .\n. # # # # . . . . .";
    let mut game = sides(hill, ((1, 1), ""), ((9, 3), "", "")).begin(&[]);
    game.act("Ann moves to 6.1", &[("ITEN-MOVE-07", 3)]);
    assert_eq!(game.value("Ann", "down"), 1);
}

/// ITEN-MOVE-07: a ladder up a wall beside it takes an inch for each inch, up and down, and nobody drops who climbs down.
#[test]
fn ladders_lead_up_walls() {
    let picture = ". 4 . . . . . . . .\n# # # # # # # # # .\n. . . . . . . . . .";
    let ladder = "links: [(from: (1, 1), to: (2, 1)), (from: (2, 1), to: (3, 1))]";
    let game = |at: (u16, u16), ladder: &str| sides(picture, (at, ""), ((9, 3), "", "")).map(ladder).begin(&[]);
    assert!(!game((1, 1), "").can(Verb::Move, "Ann", (2, 1)));
    let mut up = game((1, 1), ladder);
    assert!(up.can(Verb::Move, "Ann", (2, 1)));
    up.go("Ann", (2, 1), &[]);
    assert_eq!(up.place("Ann"), (2, 1));
    let mut down = game((2, 1), ladder);
    assert!(down.can(Verb::Move, "Ann", (5, 1)), "four and two");
    down.go("Ann", (4, 1), &[]);
    assert_eq!((down.value("Ann", "down"), down.place("Ann")), (0, (4, 1)));
    // Without a ladder it is a drop, and the move ends there.
    let mut drops = game((2, 1), "");
    assert!(!drops.can(Verb::Move, "Ann", (4, 1)));
    drops.act("Ann moves to 3.1", &[("ITEN-MOVE-07", 3)]);
    assert_eq!(drops.value("Ann", "down"), 1);
}

/// ITEN-ABIL-12: who climbs like no human pays height as hexes: a wall of 4 is 4 of his move; he falls as others do.
#[test]
fn some_climb_walls() {
    let picture = "# # # # # # # # # .\n. . 4 4 4 4 4 . . .\n# # # # # # # # # .";
    let climber = "abilities: [\"Inhuman Climber\"]";
    let mut game = sides(picture, ((2, 2), climber), ((10, 2), "", "")).begin(&[]);
    assert!(game.can(Verb::Move, "Ann", (5, 2)) && !game.can(Verb::Move, "Ann", (6, 2)), "4 up, and two more");
    assert!(!sides(picture, ((2, 2), ""), ((10, 2), "", "")).begin(&[]).can(Verb::Move, "Ann", (3, 2)));
    let mut game = sides(picture, ((7, 2), climber), ((10, 2), "", "")).begin(&[]);
    let fell = game.chances("Ann moves to 8.2", |g| g.value("Ann", "down"));
    assert_eq!(fell, table([(0, "1/2"), (1, "1/2")]));
}

/// ITEN-OUT-07: a figure leaves over the edge of its own zone with a step to spare of its move: cover and detours count,
/// and whoever stands in the way; it is not lost, scores for nobody, and does not come back.
#[test]
fn leaving_takes_what_is_left_of_the_move() {
    let rows = |first: &str| format!("{first}\n{}", open(12, 8));
    let leaves = |picture: &str, at: (u16, u16), foe: Option<(u16, u16)>| {
        let red = Field::drawn(picture).side("Red", "edge: Top").figure("Ann", at, "").figure("Amy", (12, 9), "");
        let blue = red.side("Blue", "edge: Bottom").figure("Bob", foe.unwrap_or((12, 5)), "");
        let mut game = blue.begin(&[]);
        game.offers().contains(&"Ann leaves the board by the top edge".to_owned())
    };
    let open_rows = rows(". . . . . . . . . . . .");
    assert!(leaves(&open_rows, (5, 6), None), "five steps to the edge, and one over it");
    assert!(!leaves(&open_rows, (5, 7), None));
    // In brush all along the edge a move is 5.
    let brush = rows(", , , , , , , , , , , ,");
    assert!(leaves(&brush, (5, 5), None) && !leaves(&brush, (5, 6), None));
    // A wall with a gap at its end.
    let wall = format!("{}\n# # # # # # # # # . # #\n{}", ". ".repeat(12), open(12, 7));
    assert!(leaves(&wall, (8, 3), None) && !leaves(&wall, (3, 3), None));
    // Beside an enemy the move ends.
    assert!(leaves(&open_rows, (5, 1), Some((7, 1))) && !leaves(&wall, (10, 6), Some((10, 1))));
    let red = Field::drawn(&open_rows).side("Red", "edge: Top").figure("Ann", (5, 1), "").figure("Amy", (12, 9), "");
    let mut game = red.side("Blue", "edge: Bottom").figure("Bob", (12, 5), "").begin(&[]);
    game.act("Ann leaves the board by the top edge", &[]);
    assert_eq!((game.value("Ann", "fate"), game.place("Ann")), (2, (0, 0)));
    assert_eq!(game.battle.table().felled.0, [0; 8]);
    assert!(!game.offers().iter().any(|o| o.starts_with("Ann")));
    assert!(!game.offers().iter().any(|o| o.contains("by the bottom edge")), "not over the other's");
}

/// ITEN-TERR-05: only what is nearer to the feared one is refused for fear; what is too far is too far.
#[test]
fn refusals_of_those_who_fled() {
    let field = Field::open(40, 9).side("Red", "").figure_with("Ann", (10, 5), "", "\"fled_from\": 3");
    let field = field.figure("Amy", (40, 1), "").side("Blue", "").figure("Bob", (5, 5), "");
    let mut game = field.begin(&[]);
    let to = |game: &Game, at: (u16, u16)| Action::of(Verb::Move, game.unit("Ann")).hex(game.hex(at.0, at.1));
    let (nearer, too_far) = (to(&game, (9, 5)), to(&game, (20, 5)));
    assert_eq!(game.refused(nearer), Refusal::new(Reason::OutOfReach, Rule("ITEN-TERR-05")));
    assert_eq!(game.refused(too_far), Refusal::new(Reason::OutOfReach, Rule("ITEN-MOVE-01")));
}

/// ITEN-MEL-13, ITEN-ORD-03, ITEN-CTR-14: who breaks off is struck at first, with the best weapon, then rolls Grit, then
/// goes; never into contact; and stays where he is if that has felled him.
#[test]
fn who_breaks_off_is_struck_first() {
    let free = "ITEN-MEL-11";
    let field = sides(&open(30, 9), ((5, 5), ""), ((6, 5), "weapons: [\"Dagger\", \"Power Weapon\"]", ""));
    let mut game = field.figure("Bea", (9, 5), "").begin(&[]);
    let retreat = |game: &Game, at: (u16, u16)| Action::of(Verb::Retreat, game.unit("Ann")).hex(game.hex(at.0, at.1));
    let into = retreat(&game, (8, 5));
    assert_eq!(game.refused(into), Refusal::new(Reason::OutOfReach, Rule("ITEN-MEL-13")));
    let away = retreat(&game, (5, 8));
    game.play(away, &[(free, 2), ("ITEN-GRIT-01", 6)]);
    let steps = game.events.iter().filter(|e| matches!(e.fact, Fact::Rolled { .. } | Fact::Moved { .. }));
    assert_eq!(steps.map(|e| e.rule.0).collect::<Vec<_>>(), [free, "ITEN-GRIT-01"], "6 at -2 is her very Grit");
    assert_eq!((game.place("Ann"), game.value("Ann", "down")), ((5, 5), 1));
    let mut game = sides(&open(30, 9), ((5, 5), ""), ((6, 5), "", "")).begin(&[]);
    let away = retreat(&game, (5, 8));
    game.play(away, &[(free, 6), ("ITEN-GRIT-01", 5)]);
    let steps = game.events.iter().filter(|e| matches!(e.fact, Fact::Rolled { .. } | Fact::Moved { .. }));
    assert_eq!(steps.map(|e| e.rule.0).collect::<Vec<_>>(), [free, "ITEN-GRIT-01", "ITEN-MOVE-01"]);
}

/// ITEN-JUMP-02: a pack breaks off from hard cover by the roll of a take-off; and one roll is enough for a charge that
/// goes on after its victim has fled.
#[test]
fn a_pack_takes_off_once() {
    let row = ". . . . . . . . . . . . . .";
    let picture = format!("{row}\n. . . . % . . . . . . . . .\n{row}");
    let pack = "gear: [JumpPack]";
    let mut game = sides(&picture, ((5, 2), pack), ((6, 2), "weapons: [\"Dagger\"]", "")).begin(&[]);
    let away = Action::of(Verb::Retreat, game.unit("Ann")).hex(game.hex(1, 2));
    game.play(away, &[("ITEN-MEL-11", 1), ("ITEN-JUMP-02", 3)]);
    assert_eq!((game.place("Ann"), game.value("Ann", "down")), ((5, 2), 1));
    let horror = "troop: \"Horror\", gear: [JumpPack]";
    let mut game = sides(&picture, ((5, 2), horror), ((8, 2), "", "")).begin(&[]);
    game.act("Ann charges Bob at 7.2", &[("ITEN-JUMP-02", 4), (TERR_2, 1), (TERR_2, 2)]);
    game.go("Ann", (9, 2), &[]);
    assert_eq!(game.value("Bob", "assaulted"), 1);
}

/// ITEN-ABIL-17, ITEN-INIT-02: one of several Noses for Trouble adds 1 to the Leader's initiative while in play, lying
/// there or not; with equal Speeds and ties rolled again that is first in 21 of 31.
#[test]
fn a_nose_for_trouble() {
    let firsts = |noses: usize, numbers: &str| {
        let field = Field::open(30, 5).side("Red", "").retinue("leader: \"Ann\"").figure("Ann", (1, 2), "");
        let nose = "abilities: [\"Nose for Trouble\"]";
        let field = (0..noses).fold(field, |f, i| f.figure_with(&format!("N{i}"), (2 + i as u16, 4), nose, numbers));
        let field = field.side("Blue", "").figure("Bob", (30, 2), "").at("Initiative");
        let mut tally = (0, 0);
        for (red, blue) in (1..=6).flat_map(|red| (1..=6).map(move |blue| (red, blue))) {
            let bonus = u8::from(noses > 0);
            if red + bonus != blue {
                let rise: &[(&str, u8)] =
                    if numbers.is_empty() || red + bonus < blue { &[] } else { &[("ITEN-KD-04", 1)] };
                let first = field.begin(&[&[(INIT, red), (INIT, blue)], rise].concat()).asked();
                tally = if first == "Red" { (tally.0 + 1, tally.1) } else { (tally.0, tally.1 + 1) };
            }
        }
        tally
    };
    assert_eq!((firsts(1, ""), firsts(2, ""), firsts(1, "\"down\": 1")), ((21, 10), (21, 10), (21, 10)));
}

/// ITEN-ORD-01, ITEN-ORD-02, ITEN-ABIL-18, ITEN-ABIL-19, ITEN-ABIL-26: nobody is asked but the side that acts, not even
/// one whose figure flees: it flees in 1/2 at Grit 4+, each distance in 1/12; where both are terrible the charger's test
/// comes first, then the other's.
#[test]
fn flights_are_nobodys_choice() {
    let field = sides(&open(30, 9), ((5, 5), "troop: \"Horror\""), ((8, 5), "", ""));
    let charge = "Ann charges Bob at 7.5";
    let fled = field.begin(&[]).chances(charge, |g| (g.place("Bob").0 - 8, g.asked()));
    let rows = (0..=6).map(|far| ((far, "Red".to_owned()), if far == 0 { "1/2" } else { "1/12" }));
    assert_eq!(fled, table(rows));
    let both = || sides(&open(30, 9), ((5, 5), "troop: \"Horror\""), ((8, 5), "troop: \"Horror\"", "")).begin(&[]);
    both().act(charge, &[(TERR_1, 3)]);
    both().act(charge, &[(TERR_1, 4), (TERR_2, 4)]);
}

/// ITEN-ORD-09, ITEN-CTR-13: choices are made by initiative, also where all strike at once; between equals a die says.
#[test]
fn choices_go_by_initiative() {
    let init = |red, blue| [(INIT, red), (INIT, blue)];
    for (red, blue, order) in [(6, 1, ["Red", "Blue"]), (1, 6, ["Blue", "Red"])] {
        let field =
            Field::open(12, 5).side("Red", "").figure("Ann", (5, 3), "").side("Blue", "").figure("Bob", (6, 3), "");
        let mut game = field.at("Initiative").begin(&init(red, blue));
        let mut asked = Vec::new();
        while game.phase() == "Movement" {
            asked.push(game.asked());
            game.act("pass: nobody", &[]);
        }
        assert_eq!((asked, game.phase()), (order.map(str::to_owned).to_vec(), "Melee"));
        assert_eq!(game.asked(), order[0]);
        let first = if order[0] == "Red" { "Ann strikes at Bob" } else { "Bob strikes at Ann" };
        game.act(first, &[]);
        assert_eq!(game.asked(), order[1], "nothing is rolled before both have chosen");
    }
}

/// ITEN-OUT-08: with the Leader out of the game the others go on as before, but for the initiative.
#[test]
fn without_a_leader_the_others_go_on() {
    let field = Field::open(30, 5).side("Red", "").retinue("leader: \"Ann\"").gone("Ann", "troop: \"Plain\"");
    let field = field.figure("Amy", (2, 3), "weapons: [\"Lasgun\"]").side("Blue", "").figure("Bob", (10, 3), "");
    let mut game = field.begin(&[]);
    assert_eq!(game.farthest(Verb::Move, "Amy"), 6);
    game.act("pass: nobody", &[]);
    game.act("pass: nobody", &[]);
    assert_eq!((game.phase(), game.asked().as_str()), ("Shooting", "Red"));
}
