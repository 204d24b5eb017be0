//! Reactions, overwatch and the fast draw (GEM-REACT, GEM-OVER, GEM-DRAW).

use hexfray::battle::{Action, Preview, Reason, Refusal, Rule, Verb};
use hexfray::rules::gemini::Gemini;
use hexfray::rules::gemini::steps::{Mode, Shot};

use crate::field::{Field, Game, ratio, table};

const CALM: &str = "all_out_rout: off, hit_reaction: none, broken_nerve: off,";

fn walker(far: u16, bob: &str, numbers: &str, options: &str) -> Game {
    Field::open(40, 3)
        .option(CALM)
        .option(options)
        .model("Ann", "t: 9")
        .model("Bob", bob)
        .ours("Ann", (3, 2), "")
        .theirs("Bob", (4 + far, 2), numbers)
        .acting("Ann", 1)
}

/// GEM-REACT-01, GEM-REACT-02: whoever ends an action within 9 hexes may be reacted to, once.
#[test]
fn an_action_within_nine_hexes_triggers() {
    let asked = |far: u16, options: &str| {
        let mut game = walker(far, "", "", options);
        game.act("Ann moves to 4.2", &[]);
        game.asked()
    };
    assert_eq!([asked(9, ""), asked(10, ""), asked(9, "reactions: off,")], ["B", "A", "A"]);
    let mut game = walker(8, "", "", "");
    game.act("Ann moves to 4.2", &[]);
    game.act("Bob fires", &[("GEM-REACT-03", 1), ("GEM-REACT-03", 2)]);
    assert_eq!((game.asked().as_str(), game.value("Bob", "reacted")), ("A", 1));
}

/// GEM-REACT-02: a shot from any range may be answered.
#[test]
fn shots_are_answered_from_any_range() {
    let mut game = walker(20, "t: 9", "", "");
    game.act("Ann fires", &[("GEM-SHOOT-01", 1)]);
    assert_eq!(game.asked(), "B");
}

/// GEM-REACT-03, GEM-REACT-04, GEM-REACT-05: two dice against the activation number; a heavy weapon needs both.
#[test]
fn reactions_are_rolled() {
    let fires = |gun: &str| {
        let mut game = walker(8, &format!("guns: [\"{gun}\"]"), "", "");
        game.act("Ann moves to 4.2", &[]);
        let text = game.offers().into_iter().find(|o| o.contains("Bob fires")).unwrap();
        game.chances(&text, |g| g.rules().iter().filter(|rule| **rule == "GEM-SHOOT-01").count())
    };
    assert_eq!(fires("Pistol"), table([(0, "1/4"), (1, "1/2"), (2, "1/4")]));
    assert_eq!(fires("Heavy stubber").keys().copied().collect::<Vec<_>>(), [0, 3]);
    assert_eq!(fires("Heavy stubber")[&0], ratio("3/4"));
}

/// GEM-REACT-03: a reaction by moving goes so far as its successes carry.
#[test]
fn reactions_by_moving() {
    let mut game = walker(8, "", "", "");
    game.act("Ann moves to 4.2", &[]);
    game.act("Bob gets out of the way", &[("GEM-REACT-03", 4), ("GEM-REACT-03", 1)]);
    assert!(game.can("Bob moves to 16.2") && !game.can("Bob moves to 17.2"));
    game.act("Bob moves to 16.2", &[]);
    assert_eq!((game.asked().as_str(), game.place("Bob")), ("A", (16, 2)));
}

/// GEM-REACT-01: a reaction answers whoever has acted, and nobody else.
#[test]
fn a_reaction_answers_who_acted() {
    let mut game = Field::open(40, 3)
        .option(CALM)
        .model("Ann", "t: 9")
        .model("Cid", "")
        .model("Bob", "")
        .ours("Ann", (3, 2), "")
        .ours("Cid", (3, 1), "")
        .theirs("Bob", (12, 2), "")
        .acting("Ann", 1);
    game.act("Ann moves to 4.2", &[]);
    let at_cid = Action::of(Verb::Fire, game.unit("Bob")).at(game.unit("Cid"));
    assert_eq!(game.refused(at_cid), Refusal::new(Reason::NotTheOne, Rule("GEM-REACT-01")));
    assert!(game.can("Bob fires"));
}

/// GEM-REACT-07: neither the overreached nor the confused react; whoever is Frozen shoots and does not move.
#[test]
fn who_does_not_react() {
    let asked = |numbers: &str| {
        let mut game = walker(8, "", numbers, "");
        game.act("Ann moves to 4.2", &[]);
        game.asked()
    };
    assert_eq!(asked("numbers: {\"overreached\": 1}"), "A");
    assert_eq!(asked("numbers: {\"confused\": 1}"), "A");
    assert_eq!(asked("numbers: {\"condition\": 1}"), "A");
    let mut frozen = walker(8, "", "numbers: {\"nerve\": 1, \"until\": 9}", "");
    frozen.act("Ann moves to 4.2", &[]);
    assert!(frozen.can("Bob fires") && !frozen.can("out of the way"));
}

/// GEM-REACT-01: a reaction that was passed up may be saved to the end of the turn.
#[test]
fn reactions_are_saved() {
    let mut game = walker(8, "", "", "");
    game.act("Ann moves to 4.2", &[]);
    game.act("pass", &[]);
    game.act("Ann does nothing more", &[]);
    assert_eq!(game.asked(), "B");
    assert_eq!(game.phase(), "End");
    game.act("Bob fires", &[("GEM-REACT-03", 1), ("GEM-REACT-03", 2)]);
    assert_eq!(game.phase(), "Activations");
}

/// GEM-OVER-01, GEM-OVER-02, GEM-OVER-03: overwatch costs a point, reaches 24 hexes, fires without dice, and is spent.
#[test]
fn overwatch() {
    let mut game = walker(20, "", "numbers: {\"overwatch\": 1}", "");
    let watched = |game: &Game| {
        let at = |column| game.battle.board().at(column, 2);
        let cells = Gemini::watched(&game.battle, game.unit("Bob"));
        [3, 4].map(|column| cells.contains(&at(column)))
    };
    assert_eq!(watched(&game), [true; 2], "as the window shows it");
    game.act("Ann moves to 4.2", &[]);
    assert_eq!(game.asked(), "B");
    game.act("Bob fires", &[("GEM-SHOOT-01", 1)]);
    assert_eq!((game.value("Bob", "overwatch"), watched(&game)), (0, [false; 2]));
    let mut far = walker(25, "", "numbers: {\"overwatch\": 1}", "");
    assert_eq!(watched(&far), [false; 2]);
    far.act("Ann moves to 4.2", &[]);
    assert_eq!(far.asked(), "A", "25 hexes");
    let mut enters = walker(30, "", "", "");
    enters.act("Ann goes on overwatch", &[]);
    assert_eq!((enters.asked().as_str(), enters.value("Ann", "overwatch")), ("B", 1));
}

/// GEM-OVER-05: the old overwatch costs the whole activation and reaches as far as the weapon.
#[test]
fn old_overwatch() {
    let field = Field::open(40, 3)
        .option(CALM)
        .option("overwatch: old,")
        .model("Ann", "t: 9")
        .model("Bob", "guns: [\"Sniper Rifle\"]")
        .ours("Ann", (3, 2), "")
        .theirs("Bob", (34, 2), "numbers: {\"overwatch\": 1}");
    let mut game = field.begin(&[]);
    game.act("Ann is activated", &[]);
    assert!(game.can("Ann goes on overwatch"), "in place of the dice");
    game.act("Ann rolls 1", &[("GEM-ACT-01", 6)]);
    assert!(!game.can("overwatch"));
    game.act("Ann moves to 4.2", &[]);
    assert_eq!(game.asked(), "B", "30 hexes");
}

/// GEM-OVER-04, GEM-OVER-07: overwatch at a charger is one worse.
#[test]
fn overwatch_at_chargers() {
    let game = walker(8, "", "", "");
    let need = |mode| {
        let shot = Shot { unit: game.unit("Bob"), gun: 0, target: game.unit("Ann"), ap: 2, mode };
        game.battle.aim(shot).need
    };
    assert_eq!(need(Mode::Snap), need(Mode::Overwatch) + 1);
    let mut charge = Field::open(40, 3)
        .option(CALM)
        .waiting()
        .model("Ann", "t: 9")
        .model("Bob", "")
        .model("Cob", "")
        .ours("Ann", (3, 2), "")
        .theirs("Bob", (10, 2), "facing: E")
        .theirs("Cob", (20, 2), "numbers: {\"overwatch\": 1}")
        .acting("Ann", 2);
    charge.act("Ann charges Bob for 2", &[]);
    charge.act("Cob fires", &[("GEM-SHOOT-01", 1)]);
    assert!(charge.rules().contains(&"GEM-OVER-07"));
}

/// GEM-REACT-06: whoever is charged stands and fires: first its nerve, then its dice.
#[test]
fn stand_and_fire() {
    let mut game = Field::open(40, 3)
        .option(CALM)
        .waiting()
        .model("Ann", "t: 10")
        .model("Bob", "s: 3")
        .ours("Ann", (3, 2), "")
        .theirs("Bob", (10, 2), "")
        .acting("Ann", 2);
    game.act("Ann charges Bob for 2", &[]);
    assert_eq!(game.asked(), "B");
    let fires = game.chances("Bob fires", |g| g.rules().contains(&"GEM-SHOOT-01"));
    assert_eq!(fires[&true], ratio("7/16"));
    game.act("Bob gets out of the way", &[("GEM-REACT-03", 6), ("GEM-REACT-03", 1)]);
    assert_eq!(game.place("Ann").0, 11, "too short: Bob ran 4 hexes");
    assert_eq!(game.place("Bob").0, 14);
}

fn call(ann: &str, bob: &str, options: &str) -> Game {
    Field::open(40, 3)
        .option(CALM)
        .option(options)
        .model("Ann", &if ann.contains("t: ") { ann.to_owned() } else { format!("t: 9, {ann}") })
        .model("Bob", &if bob.contains("t: ") { bob.to_owned() } else { format!("t: 9, {bob}") })
        .ours("Ann", (3, 2), "")
        .theirs("Bob", (13, 2), "")
        .acting("Ann", 1)
}

/// GEM-DRAW-01, GEM-DRAW-02, GEM-DRAW-03: whoever is called out draws; the quicker shoots first.
#[test]
fn the_fast_draw() {
    let speed = |ann: &str, bob: &str| {
        let game = call(ann, bob, "");
        let sum = |who: &str| {
            let modifiers = hexfray::rules::gemini::draw::quickness(&game.battle, game.unit(who), 0);
            modifiers.iter().map(|m| m.value).sum::<i8>()
        };
        sum("Ann") - sum("Bob")
    };
    assert_eq!(speed("", ""), 0);
    assert_eq!(speed("guns: [\"Pistol\"]", ""), 1);
    assert_eq!(speed("guns: [\"Heavy stubber\"]", "i: 4"), -2);
    let mut game = call("", "", "");
    game.act("Ann calls Bob out with the Carbine", &[]);
    assert_eq!(game.asked(), "B");
    let first = [("GEM-DRAW-01", 5), ("GEM-DRAW-01", 2), ("GEM-SHOOT-01", 6), ("GEM-SHOOT-01", 1)];
    game.act("Bob fires the Carbine", &first);
    assert!(game.rules().contains(&"GEM-DRAW-01"));
    let mut refuses = call("", "", "");
    refuses.act("Ann calls Bob out", &[]);
    refuses.act("Bob flinches", &[("GEM-NERVE-03", 3)]);
    assert!(!call("", "", "fast_draw: off,").can("calls"));
    let far = Field::open(40, 3)
        .model("Ann", "")
        .model("Bob", "")
        .ours("Ann", (3, 2), "")
        .theirs("Bob", (16, 2), "")
        .acting("Ann", 1)
        .can("calls");
    assert!(!far, "13 hexes");
}

/// GEM-RES-01, GEM-RES-02: far from the enemy a model moves once more after close combat.
#[test]
fn reserve_moves() {
    let reserve = |far: u16, options: &str| {
        let mut game = Field::open(40, 3)
            .option(CALM)
            .option(options)
            .model("Ann", "")
            .model("Bob", "")
            .ours("Ann", (3, 2), "")
            .theirs("Bob", (3 + far, 2), "")
            .begin(&[]);
        game.act("pass", &[]);
        game.phase() == "Reserve moves"
    };
    assert!(reserve(5, "reserve_moves: on,") && !reserve(4, "reserve_moves: on,") && !reserve(5, ""));
    let mut game = Field::open(40, 3)
        .option(CALM)
        .option("reserve_moves: on,")
        .model("Ann", "")
        .model("Bob", "")
        .ours("Ann", (3, 2), "")
        .theirs("Bob", (9, 2), "")
        .begin(&[]);
    game.act("pass", &[]);
    assert!(game.can("Ann moves to 5.2") && !game.can("Ann moves to 6.2"));
    let near = game.at_hex(Verb::Move, "Ann", 6, 2);
    assert_eq!(game.refusal(near), "GEM-RES-03");
}

/// GEM-ORD-02: of several who may react the one with the highest Initiative decides first; a reaction sets off no other.
#[test]
fn the_quick_react_first() {
    let mut game = Field::open(40, 3)
        .option(CALM)
        .model("Ann", "t: 9")
        .model("Abe", "")
        .model("Bob", "i: 3")
        .model("Cob", "i: 5")
        .ours("Ann", (3, 2), "")
        .ours("Abe", (2, 1), "")
        .theirs("Bob", (12, 2), "")
        .theirs("Cob", (12, 3), "")
        .acting("Ann", 1);
    game.act("Ann moves to 4.2", &[]);
    assert!(game.can("Cob fires") && !game.can("Bob fires"));
    game.act("Cob does nothing more", &[]);
    assert!(game.can("Bob fires") && !game.can("Cob fires"));
    game.act("Bob gets out of the way", &[("GEM-REACT-03", 6), ("GEM-REACT-03", 1)]);
    game.act("Bob moves to 11.2", &[]);
    assert_eq!(game.asked(), "A", "Abe does not react to a reaction");
}

/// GEM-REACT-04, GEM-REACT-08: a reaction is at whoever has set it off, however near others are; saved up, at the nearest. It
/// leaves a gun empty that has to be reloaded, unless its dice do not suffice for that gun.
#[test]
fn shots_of_reactions() {
    let near = |gun: &str, numbers: &str| {
        let mut game = Field::open(40, 3)
            .option(CALM)
            .model("Ann", "t: 10")
            .model("Abe", "")
            .model("Bob", &format!("guns: [\"{gun}\"]"))
            .ours("Ann", (3, 2), "")
            .ours("Abe", (7, 2), "numbers: {\"acted\": 1}")
            .theirs("Bob", (12, 2), numbers)
            .acting("Ann", 1);
        game.act("Ann moves to 4.2", &[]);
        game
    };
    let mut game = near("Carbine", "");
    assert!(game.can("at Ann"), "Abe is nearer");
    game.act("pass", &[]);
    game.act("Ann does nothing more", &[]);
    assert_eq!(game.phase(), "Activations");
    game.act("pass", &[]);
    assert_eq!(game.phase(), "End");
    assert!(game.can("at Abe") && !game.can("at Ann"));
    let mut tube = near("Rocket tube", "numbers: {\"overwatch\": 1}");
    tube.act("Bob fires", &[("GEM-SHOOT-01", 1)]);
    assert_eq!(tube.value("Bob", "empty"), 1);
    let mut late = near("Rocket tube", "");
    let dice = [("GEM-REACT-03", 4), ("GEM-REACT-03", 1)];
    late.act("Bob fires", &dice);
    assert!(late.rules().contains(&"GEM-REACT-04") && late.value("Bob", "empty") == 0);
    assert_eq!(late.value("Bob", "reacted"), 1);
}

/// How quick Ann with a shotgun is beside Bob with a pistol: the chances that she is first, equal, second.
fn quicker(ann: &str, bob: &str) -> [String; 3] {
    let mut game = Field::open(40, 3)
        .option(CALM)
        .model("Ann", "t: 9, guns: [\"Shotgun\"]")
        .model("Bob", "t: 9, guns: [\"Pistol\"]")
        .ours("Ann", (3, 2), ann)
        .theirs("Bob", (13, 2), bob)
        .acting("Ann", 1);
    game.act("Ann calls Bob out", &[]);
    let lead = game.chances("Bob fires the Pistol", |g| {
        let speed = |e: &hexfray::battle::Event| match e.fact {
            hexfray::battle::Fact::Note { text: "is this quick", value, .. } => Some(value),
            _ => None,
        };
        let speeds: Vec<i16> = g.events.iter().filter_map(speed).collect();
        (speeds[0] - speeds[1]).signum()
    });
    [1, 0, -1].map(|sign| lead[&sign].to_string())
}

/// GEM-EX-10, GEM-DRAW-02: a shotgun in the hands is as quick as a holstered pistol, slung it is slower.
#[test]
fn shotgun_and_pistol() {
    let slung = "numbers: {\"slung\": 1}";
    assert_eq!(quicker("", slung), ["5/12", "1/6", "5/12"]);
    assert_eq!(quicker(slung, slung), ["5/18", "5/36", "7/12"]);
}

/// GEM-DRAW-02: a slung gun fires in a contest of speed alone. GEM-DRAW-01: there even a heavy gun fires once for one point.
#[test]
fn slung_guns() {
    let mut game = Field::open(40, 3)
        .option(CALM)
        .model("Ann", "guns: [\"Heavy stubber\"]")
        .model("Bob", "t: 9, i: 2")
        .ours("Ann", (3, 2), "numbers: {\"slung\": 1}")
        .theirs("Bob", (13, 2), "")
        .acting("Ann", 3);
    assert!(!game.can("fires") && game.can("Ann calls Bob out"));
    game.act("Ann calls Bob out", &[]);
    game.act("Bob fires", &[("GEM-DRAW-01", 6), ("GEM-DRAW-01", 1), ("GEM-SHOOT-01", 6)]);
    assert_eq!(game.value("Ann", "slung"), 0);
}

/// GEM-ORD-04: the charger's fear and frenzy, the answer of the charged, the way with overwatch, Stand and Fire, contact.
#[test]
fn the_order_of_a_charge() {
    let mut game = Field::open(40, 3)
        .option(CALM)
        .waiting()
        .model("Ann", "t: 10, traits: [Frenzy(7, None)]")
        .model("Bob", "traits: [Fear]")
        .model("Cob", "")
        .ours("Ann", (3, 2), "")
        .theirs("Bob", (10, 2), "")
        .theirs("Cob", (20, 2), "numbers: {\"overwatch\": 1}")
        .acting("Ann", 2);
    game.act("Ann charges Bob for 2", &[("GEM-FEAR-01", 3), ("GEM-FEAR-01", 3)]);
    game.act("Ann lets frenzy take hold", &[]);
    game.act("Bob fires", &[]);
    assert_eq!(game.place("Ann"), (4, 2), "overwatch at the first hex");
    let rest = [
        ("GEM-SHOOT-01", 1),
        ("GEM-REACT-06", 3),
        ("GEM-REACT-06", 3),
        ("GEM-REACT-03", 4),
        ("GEM-REACT-03", 1),
        ("GEM-SHOOT-01", 1),
        ("GEM-SHOOT-01", 1),
    ];
    game.act("Cob fires", &rest);
    assert!(game.battle.contact(game.unit("Ann"), game.unit("Bob")));
}

/// GEM-OVER-04: overwatch fires at whoever charges somebody else; whoever is charged stands and fires (GEM-REACT-06).
#[test]
fn the_charged_do_not_fire_on_the_way() {
    let mut game = Field::open(40, 3)
        .option(CALM)
        .waiting()
        .model("Ann", "t: 10")
        .model("Bob", "")
        .ours("Ann", (3, 2), "")
        .theirs("Bob", (10, 2), "numbers: {\"overwatch\": 1}")
        .acting("Ann", 2);
    game.act("Ann charges Bob for 2", &[]);
    assert!(!game.can("out of the way"));
    game.act("Bob does nothing more", &[]);
    assert!(game.battle.contact(game.unit("Ann"), game.unit("Bob")));
}

/// GEM-OVER-02: overwatch fires where a flight ends, which is no action. Nobody fires in its own side's turn.
#[test]
fn overwatch_sees_who_flees() {
    let mut game = Field::open(40, 3)
        .option(CALM)
        .model("Ann", "")
        .model("Bob", "")
        .ours("Ann", (20, 2), "numbers: {\"nerve\": 6}")
        .theirs("Bob", (25, 2), "numbers: {\"overwatch\": 1}")
        .begin(&[]);
    game.act("Ann is activated", &[("GEM-ROUT-02", 6), ("GEM-ROUT-02", 6)]);
    assert_eq!((game.place("Ann").0, game.asked().as_str()), (12, "B"));
    assert!(game.can("Bob fires") && !game.can("out of the way"));
}

/// GEM-ORD-06: equals draw at one time: both roll to hit, then both to wound.
#[test]
fn equals_shoot_together() {
    let mut game = call("t: 3", "t: 3", "");
    game.act("Ann calls Bob out", &[]);
    let rolls = [
        ("GEM-DRAW-01", 3),
        ("GEM-DRAW-01", 3),
        ("GEM-SHOOT-01", 6),
        ("GEM-SHOOT-01", 1),
        ("GEM-SHOOT-01", 6),
        ("GEM-SHOOT-01", 1),
        ("GEM-SHOOT-04", 1),
        ("GEM-SHOOT-04", 1),
    ];
    game.act("Bob fires the Carbine", &rolls);
}
