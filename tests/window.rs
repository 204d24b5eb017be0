//! The window itself, played by mouse and by keys on a display of its own; `tests/window.sh` gives it one.
//!
//! A computer opponent of the library says what to do, and the test does it as a person would: it knows from the
//! window's model where a hex is on the screen and which key goes where, and sees from the journal, which the game
//! writes at every decision, that it has come about. Pictures of every screen are kept in `target/window`.
#![cfg(feature = "gui")]

#[path = "window/display.rs"]
mod display;
#[path = "window/gallery.rs"]
mod gallery;
#[path = "window/hands.rs"]
mod hands;
#[path = "window/posters.rs"]
mod posters;
#[path = "window/road.rs"]
mod road;
#[path = "window/screen.rs"]
mod screen;

use hands::{Hands, Means};
use hexfray::battle::{Fact, SideId, Verb};
use hexfray::board::Cell;
use hexfray::scenario::{Scenario, Session};
use hexfray::telling::panel;
use screen::{PANEL, SIZE, Screen};

/// What was done by a person and what followed, in a turn of the hex wargame.
fn one_turn(means: Means) {
    let mut screen = Screen::open(&format!("turn by {}", means.word()), &[], SIZE, 100);
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
#[ignore = "run by tests/window.sh turn"]
fn turn_by_keys() {
    one_turn(Means::Keys);
}

/// A boarding mission up to the first Blip that is turned.
fn first_reveal(means: Means) {
    let mut screen = Screen::open(&format!("boarding by {}", means.word()), &[], SIZE, 100);
    screen.begin("Dead Air", means);
    let mut hands = Hands::new(&mut screen, means);
    let blips = |session: &Session| {
        let view = session.battle().view_for(SideId(0));
        let blip = |cell: &Cell| panel::marks(&*view, *cell).iter().any(|mark| mark.starts_with("blip"));
        view.board().cells().filter(blip).count()
    };
    hands.play(|session| session.battle().place_in_turn().starts_with("turn"));
    let unturned = blips(hands.session());
    assert!(unturned > 0);
    hands.play(|session| blips(session) < unturned);
    screen.still();
    screen.shot("revealed");
}

#[test]
#[ignore = "run by tests/window.sh boarding"]
fn boarding_by_mouse() {
    first_reveal(Means::Mouse);
}

#[test]
#[ignore = "run by tests/window.sh"]
fn a_boarding_by_keys() {
    first_reveal(Means::Keys);
}

/// A battle to its end, and its result.
fn to_the_end(scenario: &str, means: Means) {
    let mut screen = Screen::open(&format!("{scenario} by {}", means.word()), &[], SIZE, 100);
    // By keys it is a long way through all options.
    screen.begin(scenario, Means::Mouse);
    let mut hands = Hands::new(&mut screen, means);
    hands.play(|session| session.battle().outcome().is_some());
    screen.still();
    screen.shot("result");
}

#[test]
#[ignore = "run by tests/window.sh whole"]
fn whole_battles_of_the_hex_wargame() {
    to_the_end("Close quarters", Means::Mouse);
    to_the_end("Close quarters", Means::Keys);
}

#[test]
#[ignore = "run by tests/window.sh whole"]
fn whole_boarding_missions() {
    to_the_end("Dead Air", Means::Mouse);
    to_the_end("Dead Air", Means::Keys);
}

/// Every battle of single models: reactions, markers, things to search and the walk down the street are asked for there.
#[test]
#[ignore = "run by tests/window.sh whole"]
fn whole_skirmishes() {
    let library = screen::library();
    let all = library.scenarios().keys().map(|file| Scenario::open(library, file).unwrap());
    let skirmishes = all.filter(|scenario| scenario.ruleset == "gemini");
    for (scenario, means) in skirmishes.zip([Means::Mouse, Means::Keys].into_iter().cycle()) {
        to_the_end(&scenario.name, means);
    }
}

#[test]
#[ignore = "run by tests/window.sh whole"]
fn whole_battles_of_a_campaign() {
    road::fight(Means::Mouse);
    road::fight(Means::Keys);
}

/// A campaign by keys, its shop by mouse: begun, fought, left and taken up.
#[test]
#[ignore = "run by tests/window.sh"]
fn a_campaign() {
    road::walk();
}

/// Every screen of every campaign, at both sizes, for people to look at.
#[test]
#[ignore = "run by tests/window.sh pictures"]
fn pictures_of_campaigns() {
    road::show("campaigns", SIZE, 100);
    road::show("campaigns_large", (2560, 1440), 200);
}

/// Every kind of decision of every scenario, for people to look at.
#[test]
#[ignore = "run by tests/window.sh pictures"]
fn pictures_of_every_decision() {
    gallery::show("decisions", SIZE, 100);
}

/// The same on a large display with text twice as large.
#[test]
#[ignore = "run by tests/window.sh pictures"]
fn pictures_of_every_decision_large() {
    gallery::show("large", (2560, 1440), 200);
}

/// Staged positions, for the README and for people to look at.
#[test]
#[ignore = "run by tests/window.sh posters"]
fn posters() {
    posters::show("posters", SIZE, 100);
}

/// The same on a large display.
#[test]
#[ignore = "run by tests/window.sh posters"]
fn posters_large() {
    posters::show("posters_large", (2560, 1440), 200);
}

/// Twenty battles in a row: neither memory nor open handles nor threads become more.
#[test]
#[ignore = "run by tests/window.sh twenty"]
fn twenty_battles_one_by_one() {
    let mut screen = Screen::open("twenty", &[], SIZE, 100);
    let mut used = Vec::new();
    for _ in 0..20 {
        screen.begin("Close quarters", Means::Keys);
        while screen.session().battle().outcome().is_none() {
            let number = screen.session().battle().number();
            screen.keys(&["ctrl+c"]);
            screen.wait("the computer to decide for the turn", |screen| {
                let session = screen.session();
                let asked = session.battle().place_in_turn().contains("Orders") && session.battle().number() > number;
                asked || session.battle().outcome().is_some()
            });
        }
        screen.menu();
        screen.entry(Means::Keys, 760, PANEL, 6);
        screen.still();
        used.push(screen.used());
        screen.forget();
    }
    let (early, late) = (&used[4], &used[19]);
    assert!(late.memory < early.memory + early.memory / 20, "{used:?}");
    assert_eq!((late.handles, late.threads), (early.handles, early.threads));
}
