//! The Defender's list and the cards, markers and hiding places, sealed and opened (HULK-BLIP-04, HULK-KNOW-06, -11,
//! GEM-OBS-01, -03).

use std::collections::BTreeSet;

use hexfray::battle::{Action, Event, Fact, Lines, Seal, SideId, Target, Verb, mix};
use hexfray::content::Library;
use hexfray::scenario::{Session, Stands};
use serde_json::{Value, json};

use crate::games::{begin, problem, replay, text};

/// What was told of the seal: the seal, and what it was opened with.
fn told(events: &[Event]) -> (Vec<Seal>, Vec<(String, bool)>) {
    let seal = |e: &Event| if let Fact::ListSealed { seal } = e.fact { Some(seal) } else { None };
    let opened = |e: &Event| match e.fact {
        Fact::SealOpened { salt, lines, matches } => {
            assert_eq!(seal_of(events).is_some_and(|s| s.matches(salt, &lines)), matches);
            Some((lines.text(salt), matches))
        }
        _ => None,
    };
    (events.iter().filter_map(seal).collect(), events.iter().filter_map(opened).collect())
}

fn seal_of(events: &[Event]) -> Option<Seal> {
    events.iter().find_map(|e| if let Fact::ListSealed { seal } = e.fact { Some(seal) } else { None })
}

/// All lines that came to light.
fn opened(events: &[Event]) -> Lines {
    let mut lines = Lines::default();
    for event in events {
        if let Fact::Opened { line, holds } = event.fact {
            lines.write(line, holds);
        }
    }
    lines
}

/// Plays one listed answer, any.
fn play_on(session: &mut Session, luck: u64) {
    let number = session.battle().number();
    let legal = session.legal();
    let action = legal[(mix(luck, u64::from(number)) % legal.len() as u64) as usize];
    session.play(action).unwrap();
}

/// Plays until the list is complete, and some decisions more.
fn sealed(name: &str, more: u32) -> Session {
    let mut session = begin(name, 5);
    while seal_of(session.events()).is_none() {
        play_on(&mut session, 3);
    }
    for _ in 0..more {
        if session.battle().outcome().is_none() {
            play_on(&mut session, 3);
        }
    }
    session
}

/// The journal with every line changed.
fn changed(journal: &str, mut change: impl FnMut(&mut Value)) -> String {
    let line = |line: &str| {
        let mut value: Value = serde_json::from_str(line).unwrap();
        change(&mut value);
        value.to_string() + "\n"
    };
    journal.lines().map(line).collect()
}

/// HULK-BLIP-04, HULK-KNOW-11: the list is sealed when it is complete and not before, once; whatever ends the battle, all
/// of it is opened and matches, and the journal keeps both.
#[test]
fn every_end_opens_the_list() {
    let mut ends = Vec::new();
    for (name, more) in [
        ("dead_air", Some(0)),
        ("dead_air", Some(40)),
        ("race_to_the_core", Some(60)),
        ("the_claim", Some(20)),
        ("bring_them_out", Some(1)),
        ("the_log", None),
    ] {
        let mut session = sealed(name, more.unwrap_or(u32::MAX));
        while session.battle().outcome().is_none() {
            let before = told(session.events());
            assert_eq!((before.0.len(), before.1.len()), (1, 0), "{name}");
            session.play(Action::concession()).unwrap();
        }
        ends.push(session.battle().outcome().unwrap().reason);
        let (seals, opens) = told(session.events());
        let [(list, matches)] = &opens[..] else { panic!("{name}: {opens:?}") };
        assert_eq!((seals.len(), *matches), (1, true), "{name}");
        let lines = opened(session.events());
        let blips = lines.iter().filter(|l| l.0 < 16).count();
        let units = lines.iter().filter(|l| l.0 < 16 && l.1 > 0).count();
        assert!(units > 0 && units < blips, "{name}: {list}");
        let cards = lines.iter().filter(|l| l.0 >= 16).count();
        let drawn = session.events().iter().filter(|e| matches!(e.fact, Fact::Note { text: "a card is drawn", .. }));
        assert_eq!(cards, drawn.count(), "{name}: {list}");
        let sides = SideId::first(session.battle().players());
        assert!(sides.into_iter().all(|side| !session.battle().hides_from(side)), "{name}: all may know all");
        let kept = text(&session);
        assert_eq!(kept.matches("\"seal\":").count(), 1, "{name}");
        assert!(kept.contains(&format!("\"seal\":\"{}\"", seals[0])), "{name}");
        assert!(kept.contains(&format!("\"opened\":\"{list}\"")), "{name}");
        let again = replay(&kept).unwrap();
        assert_eq!(again.events(), session.events(), "{name}");
    }
    ends.sort_unstable();
    ends.dedup();
    assert!(ends.len() >= 2, "{ends:?}");
}

/// GEM-OBS-01, GEM-OBS-03, HULK-KNOW-11: in every scenario, whatever is found out or shot at on the way, what is opened by
/// and by and at the end is what was sealed, line for line.
#[test]
fn whatever_happens_the_list_is_the_one_that_was_sealed() {
    let mut sealed = BTreeSet::new();
    for name in Library::own().scenarios().keys() {
        for seed in 0..3 {
            let mut session = begin(name, seed);
            while session.battle().outcome().is_none() && session.battle().number() < 5_000 {
                play_on(&mut session, seed);
            }
            let (seals, opens) = told(session.events());
            assert_eq!(seals.len(), opens.len(), "{name}, seed {seed}");
            assert!(opens.iter().all(|(_, matches)| *matches), "{name}, seed {seed}: {opens:?}");
            sealed.extend(opens.first().map(|_| session.battle().ruleset()));
        }
    }
    assert_eq!(sealed, BTreeSet::from(["gemini", "iten"]));
}

/// HULK-BLIP-04: other lists have other seals, another seed another salt; without a list there is nothing to seal.
#[test]
fn a_seal_is_of_one_list_and_one_battle() {
    let mut session = begin("dead_air", 5);
    while seal_of(session.events()).is_none() {
        let number = session.battle().number();
        play_on(&mut session, 3);
        if seal_of(session.events()).is_some() {
            let seal = seal_of(session.events());
            session.undo_to(number).unwrap();
            assert_eq!(seal_of(session.events()), None);
            let writes = |a: &&Action| a.verb == Verb::Assign;
            let others: Vec<Action> = session.legal().iter().filter(writes).copied().collect();
            assert!(others.len() > 1);
            let mut seals: Vec<String> = Vec::new();
            for other in others {
                session.undo_to(number).unwrap();
                session.play(other).unwrap();
                seals.extend(seal_of(session.events()).map(|s| s.to_string()));
            }
            assert!(seal.is_some_and(|s| seals.contains(&s.to_string())), "the same list has the same seal");
            let count = seals.len();
            seals.sort_unstable();
            seals.dedup();
            assert_eq!(seals.len(), count, "the last unit elsewhere, another seal");
        }
    }
    let mut session = begin("crossroads", 5);
    session.play(Action::concession()).unwrap();
    assert_eq!(told(session.events()), (Vec::new(), Vec::new()));
    // Given up before there is a list: nothing was promised.
    let mut session = begin("dead_air", 5);
    session.play(Action::concession()).unwrap();
    assert_eq!(told(session.events()), (Vec::new(), Vec::new()));
}

/// HULK-BLIP-04: a journal is refused whose seal, or what it was opened with, is not that of its decisions.
#[test]
fn tampered_seals_are_refused() {
    let mut session = sealed("dead_air", 3);
    session.play(Action::concession()).unwrap();
    let journal = text(&session);
    assert!(replay(&journal).is_ok());
    for field in ["seal", "opened"] {
        let other = changed(&journal, |line| {
            if let Some(text) = line.get(field).and_then(Value::as_str) {
                let last = if text.ends_with('1') { "2" } else { "1" };
                line[field] = json!(text[..text.len() - 1].to_owned() + last);
            }
        });
        let told = problem(other);
        assert!(told.contains("another list than that of the decisions"), "{field}: {told}");
    }
}

/// HULK-KNOW-10: a step that turned a blip stands, even where there was but a ghost under it.
#[test]
fn a_ghost_that_was_seen_stays_seen() {
    let mut seen = 0;
    for luck in 0..12 {
        let mut session = begin("dead_air", 5);
        while session.battle().outcome().is_none() && session.battle().number() < 400 {
            let (side, number) = (session.battle().decision().unwrap().side, session.battle().number());
            play_on(&mut session, luck);
            let events = session.battle_at(number).map_or(0, |b| b.1.len());
            let events = &session.events()[events..];
            let ghost = events.iter().any(|e| matches!(e.fact, Fact::Opened { holds: 0, .. }));
            let acted = |e: &Event| matches!(e.fact, Fact::Acted { action: Action { target: Target::Hex(_), .. }, .. });
            if ghost && session.battle().outcome().is_none() && events.iter().any(acted) {
                seen += 1;
                assert!(matches!(session.retractable(side), Err(Stands::Shown | Stands::DiceFell)));
            }
        }
    }
    assert!(seen > 0);
}
