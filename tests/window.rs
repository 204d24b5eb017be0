//! The window itself, played by mouse and by keys on a display of its own; `tests/window.sh` gives it one.
//!
//! A computer opponent of the library says what to do, and the test does it as a person would: it knows from the
//! window's model where a hex is on the screen and which key goes where, and sees from the journal, which the game
//! writes at every decision, that it has come about. Pictures of every screen are kept in `target/window`.
#![cfg(feature = "gui")]

#[path = "window/display.rs"]
mod display;
#[path = "window/hands.rs"]
mod hands;
#[path = "window/screen.rs"]
mod screen;

use hands::{Hands, Means};
use hexfray::battle::{Fact, Verb};
use screen::{SIZE, Screen};

/// What was done by a person and what followed, in a turn of the hex wargame.
fn one_turn(means: Means) {
    let name = match means {
        Means::Mouse => "turn by mouse",
        Means::Keys => "turn by keys",
    };
    let mut screen = Screen::open(name, &[], SIZE, 100);
    screen.begin("Close quarters", means);
    let mut hands = Hands::new(&mut screen, means);
    hands.play(|session| session.battle().place_in_turn().starts_with("turn 2"));
    let session = hands.session();
    let verbs: Vec<Verb> = session.actions().iter().map(|a| a.verb).collect();
    for verb in [Verb::Order, Verb::Fire, Verb::Move, Verb::Heal] {
        assert!(verbs.contains(&verb), "nobody has done {}: {verbs:?}", verb.word());
    }
    assert!(session.events().iter().any(|e| e.rule.0.starts_with("HEX-ASLT") && matches!(e.fact, Fact::Rolled { .. })));
    screen.save_and_replay(means);
}

#[test]
#[ignore = "run by tests/window.sh"]
fn a_turn_by_mouse() {
    one_turn(Means::Mouse);
}

#[test]
#[ignore = "run by tests/window.sh"]
fn a_turn_by_keys() {
    one_turn(Means::Keys);
}

/// A boarding mission up to the first Blip that is turned.
fn first_reveal(means: Means) {
    let name = match means {
        Means::Mouse => "boarding by mouse",
        Means::Keys => "boarding by keys",
    };
    let mut screen = Screen::open(name, &[], SIZE, 100);
    screen.begin("Dead Air", means);
    let mut hands = Hands::new(&mut screen, means);
    hands.play(|session| {
        let turned =
            |e: &hexfray::battle::Event| e.rule.0.starts_with("HULK-KNOW") || e.rule.0.starts_with("HULK-BLIP");
        session.battle().place_in_turn().starts_with("turn")
            && session
                .events()
                .iter()
                .rev()
                .take(60)
                .any(|e| turned(e) && matches!(e.fact, Fact::Ground { to: 0, .. } | Fact::Moved { .. }))
    });
    screen.shot("revealed");
}

#[test]
#[ignore = "run by tests/window.sh"]
fn a_boarding_by_mouse() {
    first_reveal(Means::Mouse);
}

#[test]
#[ignore = "run by tests/window.sh"]
fn a_boarding_by_keys() {
    first_reveal(Means::Keys);
}
