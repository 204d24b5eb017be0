//! The order by Initiative (GEM-TURN-01 to -04, GEM-TURN-06).

use hexfray::battle::Fact;

use crate::field::{Field, Game};

fn by_initiative() -> Field {
    Field::open(40, 5).option("turn_order: initiative, all_out_rout: off, fast_draw: off, broken_nerve: off,")
}

fn quiet() -> Field {
    by_initiative().option("reactions: off,")
}

/// Models of so much Initiative: Ann and Abe are ours, Bob and Ben theirs.
fn four(ann: u8, abe: u8, bob: u8, ben: u8) -> Field {
    let model = |field: Field, name: &str, i: u8| field.model(name, &format!("i: {i}, guns: []"));
    let field = [("Ann", ann), ("Abe", abe), ("Bob", bob), ("Ben", ben)];
    let field = field.into_iter().fold(quiet(), |field, (name, i)| model(field, name, i));
    field.ours("Ann", (2, 1), "").ours("Abe", (2, 3), "").theirs("Bob", (37, 1), "").theirs("Ben", (37, 3), "")
}

/// Tries a model without any success.
fn try_out(game: &mut Game, who: &str, rolls: &[(&str, u8)]) {
    game.act(&format!("{who} is activated"), &[]);
    // In a fight there is nothing left to do, so that the activation ends with its dice.
    let fights = game.battle.engaged(game.unit(who));
    let (roll, end) = if fights { (rolls, &[][..]) } else { (&[][..], rolls) };
    game.act(&format!("{who} rolls 1 activation dice"), &[&[("GEM-ACT-01", 1)], roll].concat());
    if !fights {
        game.act(&format!("{who} does nothing more"), end);
    }
}

/// GEM-TURN-01: the higher Initiative acts before the lower, whosever it is; nobody else may.
#[test]
fn the_higher_initiative_acts_first() {
    let mut game = four(3, 2, 5, 4).with("first: None,").begin(&[]);
    for who in ["Bob", "Ben", "Ann", "Abe"] {
        let offers = game.offers();
        assert!(offers.iter().all(|offer| offer.contains(who)), "{who} before {offers:?}");
        try_out(&mut game, who, &[]);
    }
    assert_eq!(game.battle.table().turn, 2, "all have been tried");
}

/// GEM-TURN-01: fights go by the best Initiative in each, and all fight once a turn.
#[test]
fn fights_go_by_initiative() {
    let field = quiet()
        .with("first: None,")
        .model("Slow", "i: 2, guns: []")
        .model("Quick", "i: 5, guns: []")
        .model("Foe", "i: 1, guns: []");
    let field = field.ours("Slow", (2, 2), "").ours("Quick", (20, 2), "");
    let mut game = field.theirs("Foe", (3, 2), "").theirs("Foe", (21, 2), "").begin(&[]);
    try_out(&mut game, "Quick", &[]);
    try_out(&mut game, "Slow", &[]);
    let actors: Vec<String> =
        game.offers().iter().map(|offer| offer.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
    assert!(actors.iter().any(|a| a == "Foe 1") && actors.iter().any(|a| a == "Foe 2"), "{actors:?}");
    try_out(&mut game, "Foe 1", &[]);
    let score = ("GEM-SCORE-01", 4);
    let fight = [score, score, ("GEM-SHOOT-04", 1)];
    try_out(&mut game, "Foe 2", &[fight, fight].concat());
    let scored = |fact: &Fact| match fact {
        Fact::Note { text: "has a Combat Score of", unit, .. } => Some(*unit),
        _ => None,
    };
    let fights: Vec<_> = game.events.iter().filter_map(|event| scored(&event.fact)).collect();
    assert_eq!(fights.len(), 4, "two fights of one round each");
    assert!(fights[..2].contains(&game.unit("Quick")) && fights[2..].contains(&game.unit("Slow")), "{fights:?}");
}

/// GEM-TURN-02: whoever holds back may act between any two later activations, and acts at the end at the latest.
#[test]
fn whoever_holds_back_acts_later() {
    let mut game = four(5, 1, 3, 2).with("first: None,").begin(&[]);
    game.act("Ann holds back", &[]);
    assert_eq!(game.asked(), "B", "it is Bob's place now");
    try_out(&mut game, "Bob", &[]);
    assert_eq!(game.asked(), "A", "Ann is asked again");
    assert!(game.offers().iter().all(|offer| offer.contains("Ann")));
    game.act("Ann holds back", &[]);
    assert_eq!(game.asked(), "B");
    game.act("Ben is activated", &[]);
    assert_eq!(game.asked(), "B", "never inside an activation");
    game.act("Ben rolls 1 activation dice", &[("GEM-ACT-01", 1)]);
    game.act("Ben does nothing more", &[]);
    let mut last = Game { battle: game.battle.clone(), ..four(5, 1, 3, 2).with("first: None,").begin(&[]) };
    try_out(&mut last, "Ann", &[]);
    assert!(last.offers().iter().all(|offer| offer.contains("Abe")), "after a later activation it has acted");
    game.act("Ann holds back", &[]);
    game.act("Abe is activated", &[]);
    game.act("Abe rolls 1 activation dice", &[("GEM-ACT-01", 1)]);
    game.act("Abe does nothing more", &[]);
    assert!(game.offers().iter().all(|offer| offer.contains("Ann rolls")), "nobody else is left: it must act");
}

/// GEM-TURN-03: among equals of both sides a die each decides, ties again; then they take turns.
#[test]
fn equals_roll_for_priority() {
    let die = |face| ("GEM-TURN-03", face);
    let mut game = four(3, 3, 3, 3).with("first: None,").begin(&[die(4), die(4), die(2), die(6)]);
    for (who, side) in [("Bob", "B"), ("Ann", "A"), ("Ben", "B"), ("Abe", "A")] {
        assert_eq!(game.asked(), side);
        let rolls = if who == "Abe" { vec![die(5), die(1)] } else { Vec::new() };
        try_out(&mut game, who, &rolls);
    }
    assert_eq!(game.asked(), "A", "a new turn, new dice");
    let alone = four(5, 5, 3, 2).with("first: None,").begin(&[]);
    assert_eq!(alone.asked(), "A", "equals of one side do not roll: their owner orders them");
}

/// GEM-TURN-04: all models of the side that a scenario puts first act first, in their own order.
#[test]
fn a_scenario_puts_a_side_first() {
    let mut game = four(1, 2, 5, 4).with("first: Some(\"A\"),").begin(&[]);
    for who in ["Abe", "Ann", "Bob", "Ben"] {
        assert!(game.offers().iter().all(|offer| offer.contains(who)));
        try_out(&mut game, who, &[]);
    }
}

/// GEM-TURN-06: an activation is its side's own turn: the other side reacts in it, saved reactions come at its end, and
/// recovery waits for the end of the game turn.
#[test]
fn an_activation_is_a_turn() {
    let field = by_initiative()
        .with("first: None,")
        .model("Ann", "i: 5, guns: []")
        .model("Bob", "i: 3")
        .model("Abe", "i: 1, guns: []");
    let field = field.ours("Ann", (10, 3), "").ours("Abe", (2, 3), "");
    let mut game = field.theirs("Bob", (16, 3), "").begin(&[]);
    game.activate("Ann", 1);
    game.act("Ann moves to 9.3", &[]);
    assert_eq!(game.asked(), "B");
    game.act("Bob does nothing more", &[]);
    game.act("Ann does nothing more", &[]);
    assert_eq!(game.asked(), "B", "saved to the end of this activation");
    game.act("Bob fires the Carbine at Ann", &[("GEM-REACT-03", 1), ("GEM-REACT-03", 1)]);
    assert!(game.offers().iter().all(|offer| offer.contains("Bob is activated") || offer.contains("Bob holds back")));
    assert_eq!(game.value("Bob", "reacted"), 1, "one reaction a game turn");
}
