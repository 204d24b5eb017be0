//! Journals of other content or of another version are told as far as their record goes; what is only written otherwise
//! is no other content.

use std::fs;

use hexfray::content::{Library, hex, shipped};
use hexfray::scenario::journal::Recalled;
use hexfray::scenario::{Scenario, Session};
use serde_json::{Value, json};

use crate::games::{begin, fresh, play, text};

/// The content with other words in one of its files.
fn with(path: &str, change: impl FnOnce(&str) -> String) -> Library {
    let mut files = shipped();
    let file = files.get_mut(path).unwrap();
    let changed = change(file);
    assert_ne!(*file, changed, "{path} is as it was");
    *file = changed;
    Library::read(files).unwrap()
}

/// A journal with another header.
fn headed(journal: &str, change: impl FnOnce(&mut Value)) -> String {
    let (first, rest) = journal.split_once('\n').unwrap();
    let mut header: Value = serde_json::from_str(first).unwrap();
    change(&mut header);
    format!("{header}\n{rest}")
}

fn journal(scenario: &str, decisions: usize) -> String {
    let mut session = begin(scenario, 4);
    play(&mut session, decisions);
    text(&session)
}

fn recall(library: &Library, name: &str, journal: &str) -> Recalled {
    let path = fresh(name);
    fs::write(&path, journal).unwrap();
    let recalled = Session::recall(library, &path).unwrap_or_else(|problems| panic!("{problems:#?}"));
    assert_eq!(fs::read_to_string(&path).unwrap(), journal, "it is only read");
    recalled
}

fn refused(library: &Library, journal: &str) -> String {
    Session::replay(library, "x.journal", journal.as_bytes()).unwrap_err()[0].to_string()
}

/// Comments, blanks and the order of fields change no content, in whatever file.
#[test]
fn what_is_written_otherwise_is_the_same_content() {
    let spaced = |text: &str| format!("// Somebody's remark.\n{}\n\n", text.replace(": ", " :  /* so */ "));
    let remarked = |text: &str| format!("// Somebody's remark.\n\n{text}\n// And another.\n");
    for (scenario, path) in [
        ("crossroads", "assets/hexwar/rules.ron"),
        ("crossroads", "assets/hexwar/units.ron"),
        ("crossroads", "assets/scenarios/crossroads.ron"),
        ("crossroads", "maps/crossroads.ron"),
        ("skirmish", "assets/iten/rules.ron"),
        ("skirmish", "assets/iten/weapons.ron"),
        ("rivals", "assets/iten/powers.ron"),
    ] {
        let journal = journal(scenario, 12);
        let library = with(path, remarked);
        let taken_up = Session::replay(&library, "x.journal", journal.as_bytes());
        assert!(taken_up.is_ok(), "{path}: {:?}", taken_up.err());
    }
    // A map's drawing holds the signs that are changed here.
    let library = with("assets/hexwar/weapons.ron", spaced);
    assert!(Session::replay(&library, "x.journal", journal("crossroads", 12).as_bytes()).is_ok());
    // Rosters count where they are named.
    let roster = Library::own()
        .rosters("iten")
        .map(|r| r.0.to_owned())
        .find(|name| !Library::own().scenarios()["skirmish"].text.contains(&format!("{name:?}")));
    let path = format!("assets/rosters/iten/{}.ron", roster.unwrap());
    let library = with(&path, |text| text.replacen("name: \"", "name: \"The ", 1));
    assert!(Session::replay(&library, "x.journal", journal("skirmish", 12).as_bytes()).is_ok());
}

/// What the content means counts: a number, a name, an entry more.
#[test]
fn what_means_something_else_is_other_content() {
    let own = Library::own();
    let scenario = Scenario::open(own, "crossroads").unwrap();
    let changed = with("assets/hexwar/rules.ron", |text| text.replace("hit_base: 8", "hit_base: 9"));
    assert_ne!(scenario.content(own).meant, scenario.content(&changed).meant);
    let told = refused(&changed, &journal("crossroads", 3));
    assert!(told.contains("fought with other content than the program has now"), "{told}");
    assert!(
        told.contains("(`hexfray replay` tells it as far as its record goes; to play on take version 0."),
        "{told}"
    );
}

/// Journals that keep the content's hash as programs up to 0.1.0 did are taken up as long as every word is the same.
#[test]
fn journals_with_the_old_hash_are_known() {
    let own = Library::own();
    for name in ["crossroads", "skirmish", "race_to_the_core"] {
        let written = Scenario::open(own, name).unwrap().content(own).written;
        let old = headed(&journal(name, 12), |header| header["content"] = json!(hex(written)));
        assert!(Session::replay(own, "x.journal", old.as_bytes()).is_ok(), "{name}");
    }
}

/// Of other content the battle is played again as far as its answers are open, and told from the record beyond.
#[test]
fn other_content_is_told_as_far_as_the_record_goes() {
    let decisions = 120;
    let journal = journal("cousins", decisions);
    let mut ended = 0;
    for (from, to) in
        [("hit_base: 8", "hit_base: 9"), ("stack_units: 2", "stack_units: 1"), ("retreat_hexes: 2", "retreat_hexes: 3")]
    {
        let text = shipped()["assets/hexwar/rules.ron"].clone();
        if !text.contains(from) {
            continue;
        }
        let library = with("assets/hexwar/rules.ron", |text| text.replace(from, to));
        let Recalled { session, past } = recall(&library, "other", &journal);
        let (session, past) = (session.unwrap(), past.unwrap());
        let before = past.before();
        assert!(before[0].contains("fought with other content"), "{before:?}");
        assert!(before.len() == 2 || !past.after().is_empty(), "{before:?}");
        let after = past.after();
        // Of what follows the first line says why.
        let told = session.battle().number() as usize + after.len().saturating_sub(1);
        assert_eq!(told, decisions, "{to}: {after:#?}");
        if !after.is_empty() {
            ended += 1;
            let next = session.battle().number() + 1;
            assert!(after[0].starts_with(&format!("Decision {next} cannot be made any more: ")), "{}", after[0]);
            assert!(after[1].starts_with(&format!("  {next}. ")), "{}", after[1]);
            assert!(
                session.battle().sides().iter().any(|side| after[1].contains(&side.name)),
                "names where they are known: {}",
                after[1]
            );
        }
        assert!(session.notes().iter().any(|note| note.contains("other content")), "the window tells it too");
    }
    assert!(ended > 0, "no change left answers that are not open any more");
}

/// Where the battle cannot even be set up, all is told from the record.
#[test]
fn a_battle_that_cannot_be_set_up_is_told_from_the_record() {
    let journal = headed(&journal("crossroads", 20), |header| {
        header["source"] = json!(header["source"].as_str().unwrap().replace("\"crossroads\"", "\"a map of old\""));
    });
    let Recalled { session, past } = recall(Library::own(), "no_map", &journal);
    assert!(session.is_none());
    let past = past.unwrap();
    assert_eq!(past.after().len(), 21, "{:#?}", past.after());
    assert!(past.after()[0].contains("cannot be set up"), "{}", past.after()[0]);
    assert!(past.after()[1].starts_with("  1. side "), "{}", past.after()[1]);
    // What is no journal, or damaged, is as wrong as ever.
    let path = fresh("no_journal");
    for wrong in ["", "{}\n", "no journal\n", "{\"hexfray\":9}\n"] {
        fs::write(&path, wrong).unwrap();
        assert!(Session::recall(Library::own(), &path).is_err(), "{wrong}");
    }
}

/// A journal of another version is played on while all holds true; where it does not it is told.
#[test]
fn another_version_is_told_where_it_differs() {
    let own = Library::own();
    let older = |header: &mut Value| header["program"] = json!("0.0.9");
    let journal = headed(&journal("skirmish", 30), older);
    assert!(Session::replay(own, "x.journal", journal.as_bytes()).is_ok());
    assert!(recall(own, "older", &journal).past.is_none(), "nothing has to be said");
    // The state after the 11th decision was another one then.
    let mut lines: Vec<String> = journal.lines().map(str::to_owned).collect();
    let mut line: Value = serde_json::from_str(&lines[11]).unwrap();
    line["hash"] = json!("0123456789abcdef");
    lines[11] = line.to_string();
    let journal = lines.join("\n") + "\n";
    let told = refused(own, &journal);
    assert!(told.starts_with("x.journal:12:1: the state is another than the one recorded"), "{told}");
    assert!(
        told.contains("`hexfray replay` tells it as far as its record goes; to play on take version 0.0.9"),
        "{told}"
    );
    let Recalled { session, past } = recall(own, "older_still", &journal);
    assert_eq!(session.unwrap().battle().number(), 30);
    let before = past.unwrap().before();
    assert!(before[0].contains("written by version 0.0.9 of the program"), "{before:?}");
    assert!(before[1].starts_with("From decision 11 on the states are others"), "{before:?}");
    // The same of this version is damage.
    let journal = headed(&journal, |header| header["program"] = json!(env!("CARGO_PKG_VERSION")));
    let path = fresh("damaged");
    fs::write(&path, journal).unwrap();
    assert!(Session::recall(own, &path).is_err());
}

/// Decisions that were taken back are not told from the record either.
#[test]
fn what_was_taken_back_is_not_told_from_the_record() {
    let whole = journal("crossroads", 20);
    let mut session = begin("crossroads", 4);
    play(&mut session, 20);
    session.undo_to(8).unwrap();
    let undone = text(&session);
    let no_map = |header: &mut Value| {
        header["source"] = json!(header["source"].as_str().unwrap().replace("\"crossroads\"", "\"a map of old\""));
    };
    let told = |journal: &str| recall(Library::own(), "undone", &headed(journal, no_map)).past.unwrap().after();
    assert_eq!(told(&undone)[..], told(&whole)[..9]);
}
