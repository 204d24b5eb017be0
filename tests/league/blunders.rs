//! Blunders in recorded battles: each kind where it is made, and none where it is not.

use std::collections::BTreeMap;

use hexfray::battle::{Action, Target, Verb};
use hexfray::content::Library;
use hexfray::league::blunders::{self, Blunder};
use hexfray::opponents;
use hexfray::scenario::{Scenario, Session};
use hexfray::source::Document;

use super::command::{folder, said};

/// Six Stormtroopers and two Cultists on open ground.
fn session(phase: &str, bob: &str) -> Session {
    let names = ["Ann", "Abe", "Ada", "Alf", "Amy", "Art"];
    let troop = |name: &&str| {
        format!("(name: {name:?}, troop: \"Stormtrooper\", armour: \"Carapace Armour\", weapons: [\"Hellgun\"])")
    };
    let figures: Vec<String> = names.iter().map(troop).collect();
    let at = |(row, name): (usize, &&str)| format!("(side: \"Imperials\", name: {name:?}, at: (10, {}))", row + 3);
    let places: Vec<String> = names.iter().enumerate().map(at).collect();
    let text = format!(
        r#"(
            ruleset: "iten", name: "A firing line", about: "", map: "roadhouse", turns: 15, mission: Battle,
            start: (turn: 3, phase: "{phase}"),
            sides: [
                (name: "Imperials", retinue: (figures: [{}])),
                (name: "Chaos", retinue: (figures: [
                    (name: "Bob", troop: "Chaos Cultist", armour: "Flak Jacket", weapons: ["Lasgun"]),
                    (name: "Ben", troop: "Chaos Cultist", armour: "Flak Jacket", weapons: ["Lasgun"]),
                ])),
            ],
            figures: [{}, (side: "Chaos", name: "Bob", at: {bob}), (side: "Chaos", name: "Ben", at: (13, 6))],
        )"#,
        figures.join(", "),
        places.join(", "),
    );
    let document = Document::parse("line.ron", &text).unwrap();
    let scenario = Scenario::of(Library::own(), document).unwrap();
    Session::begin(Library::own(), scenario, 1).unwrap()
}

fn kinds(session: &Session) -> Vec<Blunder> {
    blunders::read(session).found.into_iter().map(|found| found.blunder).collect()
}

/// The first listed action that is wanted.
fn play(session: &mut Session, wanted: impl Fn(&Action) -> bool) -> bool {
    let found = session.legal().iter().copied().find(wanted);
    found.is_some_and(|action| session.play(action).is_ok())
}

/// Whoever passes before open targets is idle; whoever shoots is not.
#[test]
fn who_does_nothing_before_a_target_is_idle() {
    let mut idle = session("Shooting", "(13, 4)");
    assert!(play(&mut idle, |action| action.verb == Verb::Pass));
    assert_eq!(kinds(&idle), [Blunder::Idle]);
    let mut fine = session("Shooting", "(13, 4)");
    assert!(play(&mut fine, |action| action.verb == Verb::Fire));
    assert_eq!(kinds(&fine), []);
}

/// Shots at one who cannot live through those declared before are wasted, and those at the other are not.
#[test]
fn shots_at_the_dead_are_wasted() {
    let volley = |spread: bool| {
        let mut session = session("Shooting", "(13, 4)");
        let units: Vec<_> = session.battle().units().collect();
        for shot in 0..6 {
            let target = units[if spread { 6 + shot % 2 } else { 6 }];
            assert!(play(&mut session, |a| a.verb == Verb::Fire && a.target == Target::Unit(target)), "{shot}");
        }
        kinds(&session)
    };
    let wasted = volley(false);
    assert!((1..5).contains(&wasted.len()) && wasted.iter().all(|blunder| *blunder == Blunder::Wasted), "{wasted:?}");
    assert!(volley(true).len() < wasted.len());
}

/// A unit that goes to and fro is back where it was two turns ago; one that goes on is not.
#[test]
fn to_and_fro_is_back() {
    let walk = |back: bool| {
        let mut session = session("Movement", "(20, 4)");
        let ann = session.battle().units().next().unwrap();
        let mut been = vec![session.battle().piece(ann).at];
        let mut walked = BTreeMap::new();
        while walked.len() < 2 || opponents::turn(session.battle()) < 5 {
            let turn = opponents::turn(session.battle());
            let to = |cell| if back && been.len() == 2 { cell == been[0] } else { !been.contains(&cell) };
            let list = session.legal().to_vec();
            let steps = |a: &&Action| match a.target {
                Target::Hex(cell) => a.unit == ann && a.verb == Verb::Move && to(cell),
                _ => false,
            };
            let step = list.iter().find(steps).filter(|_| turn < 5 && !walked.contains_key(&turn)).copied();
            let waits = |a: &&Action| matches!(a.verb, Verb::Pass | Verb::Hold | Verb::Keep);
            let action = step.or_else(|| list.iter().find(waits).copied()).unwrap();
            session.play(action).unwrap();
            if step.is_some() {
                walked.insert(turn, action);
                been.push(session.battle().piece(ann).at);
            }
        }
        assert!(play(&mut session, |_| true));
        kinds(&session).contains(&Blunder::Back)
    };
    assert!(walk(true));
    assert!(!walk(false));
}

/// Two who cut at one hex in a turn, with no enemy near, do the same work twice.
#[test]
fn two_at_one_bulkhead_are_one_too_many() {
    let scenario = Scenario::open(Library::own(), "dead_air").unwrap();
    let mut session = Session::begin(Library::own(), scenario, 3).unwrap();
    let (mut worked, mut seen) = (BTreeMap::new(), false);
    while session.battle().decision().is_some() && !seen {
        let (turn, number) = (opponents::turn(session.battle()), session.battle().number());
        let list = session.legal().to_vec();
        let cuts = |a: &&Action| a.verb == Verb::Fire && matches!(a.target, Target::Hex(_));
        let again = |a: &&Action| worked.get(&(turn, a.target)).is_some_and(|unit| *unit != a.unit);
        let cut = list.iter().filter(cuts).find(again).or_else(|| list.iter().find(cuts));
        let action = cut.or_else(|| list.get(number as usize * 7 % list.len())).copied().unwrap();
        if cut.is_some() {
            seen = *worked.entry((turn, action.target)).or_insert(action.unit) != action.unit;
        }
        session.play(action).unwrap();
    }
    assert!(seen, "nobody came to cut where another had");
    assert!(kinds(&session).contains(&Blunder::Twice));
}

/// The command reads a folder of journals, names what it found, and ends in the rates.
#[test]
fn the_command_tells_rates_of_what_was_recorded() {
    let folder = folder("blunders");
    let record = ["battle", "rivals", "--seed", "2", "--record", "one.journal"];
    let (_, wrong, fine) = said(&folder, &[&record[..], &["--side", "Inquisitor=random"]].concat());
    assert!(fine, "{wrong}");
    let (told, wrong, fine) = said(&folder, &["tactics", "--blunders", "."]);
    assert!(fine, "{wrong}");
    let rows: Vec<&str> = told.lines().skip_while(|line| *line != "Blunders in 100 decisions").collect();
    assert!(rows.len() == 4 && rows[2].starts_with("random") && rows[3].starts_with("utility"), "{told}");
    assert!(told.contains("./one.journal, decision "), "{told}");
    let (_, wrong, fine) = said(&folder, &["tactics", "--blunders", "nowhere.journal"]);
    assert!(!fine && wrong.contains("nowhere.journal"), "{wrong}");
}
