//! The turn, activations, actions and moves (GEM-TURN, GEM-ACT, GEM-MOVE, GEM-RUN).

use hexfray::battle::{Action, Chance, Verb};
use hexfray::rules::Presentation;
use hexfray::rules::gemini::Gemini;

use crate::field::{Field, Game, ratio, table};

fn calm() -> Field {
    Field::open(30, 5).option("reactions: off, all_out_rout: off, fast_draw: off,")
}

fn points(an: u8, dice: u8) -> std::collections::BTreeMap<u8, Chance> {
    let mut game =
        calm().model("Ann", &format!("an: {an}")).ours("Ann", (3, 3), "").theirs("Spacer", (28, 3), "").begin(&[]);
    game.act("Ann is activated", &[]);
    game.chances(&format!("Ann rolls {dice} activation dice"), |g| g.battle.unit(g.unit("Ann")).ap)
}

/// GEM-ACT-01: each die of at least the activation number is an action point.
#[test]
fn dice_give_action_points() {
    assert_eq!(points(3, 2), table([(0, "1/9"), (1, "4/9"), (2, "4/9")]));
    assert_eq!(points(4, 2), table([(0, "1/4"), (1, "1/2"), (2, "1/4")]));
    assert_eq!(points(5, 2), table([(0, "4/9"), (1, "4/9"), (2, "1/9")]));
}

/// GEM-ACT-01, GEM-ACT-05: the buttons of the dice say what the resolver comes to.
#[test]
fn buttons_tell_what_dice_may_give() {
    for an in [3, 4, 5] {
        let mut game =
            calm().model("Ann", &format!("an: {an}")).ours("Ann", (3, 3), "").theirs("Spacer", (28, 3), "").begin(&[]);
        game.act("Ann is activated", &[]);
        for dice in 1..=3 {
            let action = Action::of(Verb::Order, game.unit("Ann")).index(dice);
            let told = Gemini::button(&game.battle, action).about;
            let read = |g: &Game| (g.battle.unit(g.unit("Ann")).ap, g.value("Ann", "overreached"));
            let chances = game.chances(&format!("Ann rolls {dice} activation dice"), read);
            let percent = |of: &dyn Fn(&(u8, i32)) -> bool| {
                let share: Chance = chances.iter().filter(|(what, _)| of(what)).map(|(_, chance)| chance.clone()).sum();
                format!("{} %", (share * ratio("100")).round())
            };
            for (words, least) in [("one or more", 1), ("two or more", 2), ("three", 3)] {
                let part = format!("{words} {}", percent(&|(ap, _)| *ap >= least));
                assert_eq!(told.contains(&part), least <= dice, "{an}+, {dice} dice: {part} in {told}");
            }
            let failed = format!("Two failures ({})", percent(&|(_, over)| *over == 1));
            assert_eq!(told.contains(&failed), dice > 1, "{an}+, {dice} dice: {failed} in {told}");
        }
    }
}

/// GEM-ACT-05: one to three dice; two failures overreach; who is Frozen rolls two at most.
#[test]
fn two_failures_overreach() {
    assert_eq!(points(4, 3), table([(0, "1/8"), (1, "3/8"), (2, "3/8"), (3, "1/8")]));
    let field =
        |numbers: &str| calm().model("Ann", "").ours("Ann", (3, 3), numbers).theirs("Spacer", (28, 3), "").begin(&[]);
    let mut game = field("");
    game.act("Ann is activated", &[]);
    let over = game.chances("Ann rolls 3 activation dice", |g| g.value("Ann", "overreached"));
    assert_eq!(over, table([(0, "1/2"), (1, "1/2")]));
    let mut frozen = field("numbers: {\"nerve\": 1, \"until\": 9}");
    frozen.act("Ann is activated", &[]);
    assert!(frozen.can("Ann rolls 2") && !frozen.can("Ann rolls 3"));
    let three = Action::of(Verb::Order, frozen.unit("Ann")).index(3);
    assert_eq!(frozen.refusal(three), "GEM-ACT-05");
}

/// GEM-ACT-05: `two` asks nobody; `turnover` ends the side's activations.
#[test]
fn other_ways_to_roll() {
    let field = |dice: &str| {
        calm()
            .option(&format!("activation_dice: {dice},"))
            .model("Ann", "")
            .model("Abe", "")
            .ours("Ann", (3, 3), "")
            .ours("Abe", (3, 4), "")
            .theirs("Spacer", (28, 3), "")
            .begin(&[])
    };
    let mut two = field("two");
    two.act("Ann is activated", &[("GEM-ACT-01", 1), ("GEM-ACT-01", 2)]);
    assert_eq!(two.value("Ann", "overreached"), 0);
    two.act("Ann does nothing more", &[]);
    assert_eq!(two.asked(), "A");
    let mut turnover = field("turnover");
    turnover.act("Ann is activated", &[]);
    turnover.act("Ann rolls 2", &[("GEM-ACT-01", 1), ("GEM-ACT-01", 2)]);
    turnover.act("Ann does nothing more", &[]);
    assert_eq!(turnover.asked(), "B", "Abe is not tried any more");
}

/// GEM-ACT-04: without a success a model may turn and nothing else.
#[test]
fn without_points_a_model_only_turns() {
    let mut game = calm().model("Ann", "").ours("Ann", (3, 3), "").theirs("Spacer", (13, 3), "").begin(&[]);
    game.act("Ann is activated", &[]);
    game.act("Ann rolls 1", &[("GEM-ACT-01", 3)]);
    let offers = game.offers();
    assert_eq!(offers.len(), 6, "{offers:?}");
    assert!(offers.iter().all(|offer| offer.contains("faces") || offer.contains("nothing more")), "{offers:?}");
}

/// GEM-ACT-08, GEM-ACT-02: three points are two Moves and a Shoot; two Shoots are refused.
#[test]
fn limits_within_an_activation() {
    let mut game = calm().model("Ann", "").ours("Ann", (3, 3), "").theirs("Spacer", (15, 3), "").acting("Ann", 3);
    game.act("Ann moves to 4.3", &[]);
    game.act("Ann moves to 5.3", &[]);
    game.act("Ann fires the Carbine at Spacer", &[("GEM-SHOOT-01", 1), ("GEM-SHOOT-01", 1)]);
    assert_eq!(game.battle.unit(game.unit("Ann")).ap, 0);
    let mut twice = calm().model("Ann", "").ours("Ann", (3, 3), "").theirs("Spacer", (15, 3), "").acting("Ann", 3);
    let fire = twice.action("Ann fires the Carbine");
    twice.play(fire, &[("GEM-SHOOT-01", 1), ("GEM-SHOOT-01", 1)]);
    assert_eq!(twice.refusal(fire), "GEM-ACT-08");
}

/// GEM-TURN-05: each model is tried once, then the other side has its turn.
#[test]
fn a_model_is_tried_once() {
    let mut game = calm().ours("Spacer", (3, 3), "").theirs("Warden", (28, 3), "").begin(&[]);
    game.activate("Spacer", 1);
    let again = Action::of(Verb::Order, game.unit("Spacer"));
    game.act("Spacer does nothing more", &[]);
    assert_eq!(game.asked(), "B");
    assert_eq!(game.refusal(again), "GEM-ORD-02");
}

/// GEM-ACT-06, GEM-LOC-06: the Dazed move half without dice, and do nothing else.
#[test]
fn the_dazed_stagger() {
    let mut game =
        calm().ours("Spacer", (3, 3), "numbers: {\"condition\": 1}").theirs("Warden", (20, 3), "").begin(&[]);
    game.act("Spacer is activated", &[]);
    assert!(game.can("Spacer moves to 5.3") && !game.can("Spacer moves to 6.3") && !game.can("fires"));
    game.act("Spacer moves to 5.3", &[]);
    assert_eq!(game.asked(), "B");
    assert_eq!(game.value("Spacer", "condition"), 0, "after the turn it is over");
}

fn reaches(picture: &str, column: u16, row: u16) -> bool {
    let mut game = Field::drawn(picture)
        .option("reactions: off,")
        .model("Ann", "")
        .ours("Ann", (1, 1), "")
        .theirs("Spacer", (14, 1), "")
        .acting("Ann", 1);
    game.can(&format!("Ann moves to {column}.{row}"))
}

/// GEM-MOVE-01: difficult ground is entered at half rate, an obstacle of 2 inches costs half of the move, walls and higher
/// steps nothing passes.
#[test]
fn ground_costs_movement() {
    assert!(reaches(". . . . . . . . . . . . . .", 5, 1) && !reaches(". . . . . . . . . . . . . .", 6, 1));
    assert!(reaches(". : : . . . . . . . . . . .", 3, 1) && !reaches(". : : . . . . . . . . . . .", 4, 1));
    assert!(reaches(". 2 2 2 . . . . . . . . . .", 4, 1) && !reaches(". 2 2 2 2 . . . . . . . . .", 5, 1));
    assert!(reaches(". W . . . . . . . . . . . .", 4, 1) && !reaches(". W . . . . . . . . . . . .", 5, 1));
    assert!(!reaches(". # . . . . . . . . . . . .", 3, 1) && !reaches(". 3 . . . . . . . . . . . .", 2, 1));
}

/// GEM-MOVE-09: a closed door is opened in passing, and costs nothing more.
#[test]
fn doors_open_in_passing() {
    let mut game = Field::drawn(". D . . . . . . . . . . . .")
        .option("reactions: off,")
        .model("Ann", "")
        .ours("Ann", (1, 1), "")
        .theirs("Spacer", (14, 1), "")
        .acting("Ann", 1);
    assert!(!game.battle.ground(game.hex(2, 1)).open);
    game.act("Ann moves to 5.1", &[]);
    assert!(game.battle.ground(game.hex(2, 1)).open);
}

/// GEM-MOVE-02: a Move does not come beside a standing enemy, be he Frozen; beside a Stunned one it may.
#[test]
fn moves_keep_clear_of_those_who_stand() {
    let near = |numbers: &str| {
        let mut game =
            calm().model("Ann", "").ours("Ann", (3, 3), "").theirs("Spacer", (6, 3), numbers).acting("Ann", 1);
        game.can("Ann moves to 5.3")
    };
    assert!(!near("numbers: {\"nerve\": 1, \"until\": 9}"));
    assert!(near("numbers: {\"condition\": 5}"));
}

fn charge(far: u16, ap: u8) -> (u16, u16) {
    let mut game =
        calm().waiting().model("Ann", "").ours("Ann", (3, 3), "").theirs("Spacer", (3 + far, 3), "").acting("Ann", 2);
    game.act(&format!("Ann charges Spacer for {ap} AP"), &[]);
    game.place("Ann")
}

/// GEM-MOVE-03: one point charges 4 hexes and a step, two 8; too short a charge goes as near as it can.
#[test]
fn charges_come_into_contact_or_fall_short() {
    assert_eq!(charge(5, 1), (7, 3));
    assert_eq!(charge(9, 2), (11, 3));
    assert_eq!(charge(9, 1), (7, 3), "too short");
    assert_eq!(charge(10, 2), (11, 3), "too short");
}

/// GEM-MOVE-06: fire and sight lie in an arc of 90 degrees.
#[test]
fn fire_needs_an_arc() {
    let sees = |column, row| {
        let mut game =
            calm().model("Ann", "").ours("Ann", (8, 3), "").theirs("Spacer", (column, row), "").acting("Ann", 1);
        game.can("Ann fires")
    };
    assert!(sees(16, 3) && sees(10, 2), "ahead, and less than 45 degrees aside");
    assert!(!sees(2, 3), "behind");
    let mut game = calm().model("Ann", "").ours("Ann", (8, 3), "").theirs("Spacer", (2, 3), "").acting("Ann", 1);
    let fire = game.at_unit(Verb::Fire, "Ann", 0, "Spacer");
    assert_eq!(game.refusal(fire), "GEM-MOVE-06");
    game.act("Ann faces W", &[]);
    assert!(game.can("Ann fires"));
}

/// GEM-MOVE-06: whoever is charged from behind is struck in the rear.
#[test]
fn charges_from_behind_are_worth_more() {
    let sum = |facing: &str| {
        let mut game = calm()
            .waiting()
            .model("Ann", "")
            .model("Bob", "t: 9")
            .ours("Ann", (3, 3), "")
            .theirs("Bob", (6, 3), facing)
            .acting("Ann", 1);
        game.act("Ann charges Bob for 1 AP", &[]);
        game.value("Ann", "charge")
    };
    assert_eq!([sum("facing: W"), sum("facing: E"), sum("facing: NE")], [1, 3, 2]);
}

/// GEM-MOVE-05: behind cover a model hides, until an enemy is within his Initiative in hexes.
#[test]
fn hiding_behind_cover() {
    let hides = |column: u16| {
        let picture = ". . . . o . . . . . . . . . . . .";
        let mut game = Field::drawn(picture)
            .option("reactions: off,")
            .model("Ann", "")
            .ours("Ann", (4, 1), "")
            .theirs("Spacer", (column, 1), "")
            .acting("Ann", 1);
        game.can("Ann hides")
    };
    assert!(hides(8) && !hides(7), "Initiative 3 finds at 3 hexes");
    let mut open = calm().model("Ann", "").ours("Ann", (4, 3), "").theirs("Spacer", (20, 3), "").acting("Ann", 1);
    assert!(!open.can("hides"));
}

/// GEM-RUN-01, GEM-RUN-02: twice the move, not from within 8 hexes of an enemy, and no farther once so near.
#[test]
fn running() {
    let field = |far: u16| {
        Field::open(30, 3)
            .option("activation: none, overwatch: off, running: double, reactions: off,")
            .model("Ann", "")
            .ours("Ann", (3, 2), "")
            .theirs("Spacer", (3 + far, 2), "")
            .begin(&[])
    };
    let mut far = field(20);
    far.act("Ann is activated", &[]);
    far.act("Ann runs to 11.2", &[]);
    assert_eq!(far.place("Ann"), (11, 2));
    let mut near = field(8);
    near.act("Ann is activated", &[]);
    assert!(!near.can("runs"));
    let mut toward = field(10);
    toward.act("Ann is activated", &[]);
    toward.act("Ann runs to 9.2", &[]);
    assert_eq!(toward.place("Ann"), (5, 2));
}

/// GEM-SET-02: where gangs keep together a Move ends within 3 hexes of a mate.
#[test]
fn coherency() {
    let ends = |column: u16| {
        let mut game = calm()
            .option("unit_coherency: on,")
            .model("Ann", "")
            .model("Abe", "")
            .ours("Ann", (4, 3), "")
            .ours("Abe", (3, 3), "")
            .theirs("Spacer", (25, 3), "")
            .acting("Ann", 1);
        game.can(&format!("Ann moves to {column}.3"))
    };
    assert!(ends(6) && !ends(7));
}

/// GEM-ACT-02: without activation dice a model has one move and one other action.
#[test]
fn without_dice() {
    let mut game: Game = calm()
        .option("activation: none, overwatch: off,")
        .model("Ann", "guns: [\"Pistol\"]")
        .ours("Ann", (3, 3), "")
        .theirs("Spacer", (11, 3), "")
        .begin(&[]);
    game.act("Ann is activated", &[]);
    assert!(game.can("for 2 AP"), "two shots where it stands");
    game.act("Ann moves to 4.3", &[]);
    assert!(game.can("Ann fires the Pistol") && !game.can("for 2 AP") && !game.can("moves"));
}

/// GEM-AGI-01, GEM-AGI-03, GEM-AGI-04: treacherous ground is tested at more than half speed; whoever falls has done.
#[test]
fn treacherous_ground() {
    let cross = |hexes: u16, rolls: &[(&str, u8)], options: &str| {
        let mut game = Field::drawn(". f f f . . . . . . . . . .")
            .icy(1)
            .option("reactions: off,")
            .option(options)
            .model("Ann", "")
            .ours("Ann", (1, 1), "")
            .theirs("Spacer", (14, 1), "")
            .acting("Ann", 2);
        game.act(&format!("Ann moves to {}.1", 1 + hexes), rolls);
        (game.value("Ann", "fallen"), game.battle.unit(game.unit("Ann")).ap, game.place("Ann").0)
    };
    assert_eq!(cross(2, &[], ""), (0, 1, 3));
    assert_eq!(cross(3, &[("GEM-AGI-03", 3)], ""), (0, 1, 4));
    assert_eq!(cross(3, &[("GEM-AGI-03", 4)], ""), (1, 0, 2));
    assert_eq!(cross(3, &[], "agility: off,"), (0, 1, 4));
}

/// GEM-PIN-06: whoever is attacked hand to hand collects himself.
#[test]
fn the_attacked_collect_themselves() {
    let mut game = calm()
        .waiting()
        .model("Ann", "")
        .ours("Ann", (3, 3), "")
        .theirs("Spacer", (6, 3), "numbers: {\"nerve\": 1, \"until\": 9}")
        .acting("Ann", 1);
    game.act("Ann charges Spacer for 1", &[]);
    assert_eq!(game.value("Spacer", "nerve"), 0);
}

/// GEM-AGI-01, GEM-AGI-02: the save goes by how far a model gets where it is, half as far in difficult ground and a quarter
/// in very difficult. There are no vehicles to get out of the way of.
#[test]
fn saves_by_how_far_one_gets() {
    let stays = |m: u8, inches: u8, hexes: u16| {
        let mut game = Field::drawn(". f f f f f f f f . . . . .")
            .icy(inches)
            .option("reactions: off,")
            .model("Ann", &format!("m: {m}"))
            .ours("Ann", (1, 1), "")
            .theirs("Spacer", (14, 1), "")
            .acting("Ann", 1);
        game.chances(&format!("Ann moves to {}.1", 1 + hexes), |g| g.value("Ann", "fallen"))[&0].clone()
    };
    assert_eq!(stays(4, 4, 1), ratio("1/6"), "M 4 in bog: an inch");
    assert_eq!(stays(8, 2, 3), ratio("1/2"));
    assert_eq!(stays(4, 1, 3), ratio("1/2"));
    assert_eq!(stays(12, 1, 7), ratio("5/6"), "a 6 fails");
}

/// GEM-AGI-04: whoever falls over beside a drop falls down it.
#[test]
fn falling_over_beside_a_drop() {
    let mut game = Field::drawn("3 i i i 3 3 3 3\n. . . . . . . .")
        .icy(1)
        .option("reactions: off,")
        .model("Ann", "")
        .ours("Ann", (1, 1), "")
        .theirs("Spacer", (8, 1), "")
        .acting("Ann", 1);
    game.act("Ann moves to 4.1", &[("GEM-AGI-03", 4), ("GEM-SHOOT-04", 3)]);
    assert_eq!(game.place("Ann").1, 2);
}

/// GEM-MOVE-07: a ladder to the next floor costs three inches, and all of a shorter move at its foot.
#[test]
fn climbing_ladders() {
    let climbs = |m: u8, from: u16, to: u16| {
        let mut game = Field::drawn(". . 3 3 3 3 . . . . . . . .")
            .ladder((2, 1), (3, 1))
            .option("reactions: off,")
            .model("Ann", &format!("m: {m}"))
            .ours("Ann", (from, 1), "")
            .theirs("Spacer", (14, 1), "")
            .acting("Ann", 1);
        game.can(&format!("Ann moves to {to}.1"))
    };
    assert!(climbs(4, 1, 3) && !climbs(4, 1, 4), "an inch to the foot, three up");
    assert!(!climbs(3, 1, 3) && climbs(3, 2, 3));
    assert!(!climbs(2, 1, 3) && climbs(2, 2, 3), "a whole move at the foot");
}

/// GEM-MOVE-02: nor does a Move come beside an enemy at the far end of a link.
#[test]
fn links_lead_beside_nobody() {
    let through = |foe: u16| {
        let mut game = Field::open(20, 1)
            .ladder((3, 1), (16, 1))
            .model("Ann", "m: 4")
            .ours("Ann", (2, 1), "")
            .theirs("Spacer", (foe, 1), "")
            .acting("Ann", 1);
        (game.can("Ann moves to 16.1"), game.can("Ann moves to 17.1"))
    };
    assert_eq!(through(20), (true, true));
    assert_eq!(through(18), (true, false));
    assert_eq!(through(17), (false, false));
}

/// GEM-TEST-06: halves round up.
#[test]
fn halves_round_up() {
    let mut game = calm()
        .model("Ann", "m: 5")
        .ours("Ann", (3, 3), "numbers: {\"condition\": 1}")
        .theirs("Warden", (20, 3), "")
        .begin(&[]);
    game.act("Ann is activated", &[]);
    assert!(game.can("Ann moves to 6.3") && !game.can("Ann moves to 7.3"));
}

/// GEM-TURN-06: recovery belongs to the own turn.
#[test]
fn nobody_recovers_in_the_enemys_turn() {
    let mut game = calm()
        .option("wounds: chart,")
        .model("Bob", "")
        .ours("Warden", (3, 3), "")
        .theirs("Bob", (20, 3), "numbers: {\"condition\": 3}")
        .theirs("Spacer", (28, 3), "")
        .begin(&[]);
    game.act("pass", &[]);
    assert_eq!((game.asked().as_str(), game.value("Bob", "condition")), ("B", 3));
    game.act("pass", &[("GEM-CHART-04", 3)]);
    assert_eq!(game.value("Bob", "condition"), 2);
}

/// GEM-ORD-01: first the nerve, then the mind, then the pursuit, then dice.
#[test]
fn the_order_of_an_activation() {
    let mut game = Field::drawn("o . . . . . . . . . . . . . . . . . . .")
        .option("reactions: off, all_out_rout: off,")
        .model("Ann", "traits: [Stupidity(8)]")
        .ours("Ann", (1, 1), "numbers: {\"nerve\": 5}")
        .theirs("Spacer", (18, 1), "")
        .begin(&[]);
    let tests = ["GEM-NERVE-05", "GEM-NERVE-05", "GEM-STUP-01", "GEM-STUP-01"].map(|rule| (rule, 3));
    game.act("Ann is activated", &tests);
    assert!(game.can("Ann rolls 2 activation dice"));
    let mut hunter = calm()
        .model("Ann", "traits: [Stupidity(8)]")
        .ours("Ann", (3, 3), "numbers: {\"pursues\": 2}")
        .theirs("Spacer", (20, 3), "numbers: {\"nerve\": 6}")
        .begin(&[]);
    hunter.act("Ann is activated", &[("GEM-STUP-01", 3), ("GEM-STUP-01", 3)]);
    hunter.act("Ann stays", &[("GEM-PURS-01", 3), ("GEM-PURS-01", 3)]);
    assert!(hunter.can("Ann rolls 2 activation dice"));
}

/// GEM-RES-03: a reserve move stays four hexes away from enemies.
#[test]
fn reserve_moves_keep_away() {
    let mut game = calm()
        .option("reserve_moves: on,")
        .model("Ann", "")
        .ours("Ann", (3, 3), "")
        .theirs("Spacer", (10, 3), "")
        .begin(&[]);
    game.act("pass", &[]);
    assert_eq!(game.phase(), "Reserve moves");
    assert!(game.can("Ann moves to 6.3") && !game.can("Ann moves to 7.3"));
    let near = game.at_hex(Verb::Move, "Ann", 7, 3);
    assert_eq!(game.refusal(near), "GEM-RES-03");
}

/// GEM-STUP-03: who is at a loss wanders in a random direction, and neither acts nor reacts.
#[test]
fn wandering() {
    let field = |wall: char| {
        let row = format!(". . . . . . {wall} . . . . . . . . . . . . .");
        Field::drawn(&row)
            .option("all_out_rout: off,")
            .model("Ann", "traits: [Stupidity(8)]")
            .ours("Ann", (3, 1), "facing: W")
            .theirs("Spacer", (18, 1), "")
            .begin(&[])
    };
    let lost = |direction: u8| [("GEM-STUP-01", 5), ("GEM-STUP-01", 4), ("GEM-STUP-03", direction)];
    let mut game = field('.');
    game.act("Ann is activated", &lost(1));
    assert_eq!((game.place("Ann"), game.asked().as_str()), ((7, 1), "B"), "four hexes east, and nothing else");
    let mut walled = field('#');
    walled.act("Ann is activated", &lost(1));
    assert_eq!(walled.place("Ann"), (6, 1));
    let unit = walled.unit("Ann");
    assert!(!walled.battle.may_react(unit));
}
