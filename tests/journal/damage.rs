//! Journals that are not as they were written: cut off, or changed by somebody.

use std::fs;

use hexfray::battle::{Target, Verb};
use hexfray::content::{Library, shipped};
use hexfray::scenario::{Scenario, Session};
use serde_json::{Value, json};

use crate::games::{assert_same, begin, choose, fresh, play, problem, replay, text};

/// A journal of some decisions.
fn journal(decisions: usize) -> String {
    let mut session = begin("crossroads", 8);
    play(&mut session, decisions);
    text(&session)
}

/// The journal with a line, counted from 1, changed.
fn changed(journal: &str, line: usize, change: impl FnOnce(&mut Value)) -> String {
    let mut lines: Vec<String> = journal.lines().map(str::to_owned).collect();
    let mut value: Value = serde_json::from_str(&lines[line - 1]).unwrap();
    change(&mut value);
    lines[line - 1] = value.to_string();
    lines.join("\n") + "\n"
}

#[test]
fn cut_off_anywhere_it_loads_up_to_the_last_whole_line() {
    let journal = journal(4);
    let header = journal.find('\n').unwrap();
    let path = fresh("cut");
    for length in 0..header {
        assert!(replay(&journal[..length]).is_err());
    }
    for length in header..=journal.len() {
        fs::write(&path, &journal[..length]).unwrap();
        // A line that lacks nothing but its end is whole.
        let whole = |line: &str| serde_json::from_str::<Value>(line).is_ok();
        let made = journal[..length].lines().filter(|line| whole(line)).count() - 1;
        let mut session = Session::resume(Library::own(), &path).unwrap();
        assert_eq!(session.actions().len(), made);
        let torn = made + 1 < journal[..length].lines().count();
        let note = format!("line {} was cut off in the middle and is left out", made + 2);
        assert_eq!(session.notes(), if torn { vec![note] } else { vec![] });
        play(&mut session, 4 - made);
        drop(session);
        assert_eq!(fs::read_to_string(&path).unwrap(), journal);
    }
}

#[test]
fn dice_whose_decision_was_cut_off_are_left_out() {
    let journal = journal(3);
    let path = fresh("dice_cut");
    fs::write(&path, format!("{journal}{{\"dice\":[[\"HEX-HIT-01\",9]]}}\n{{\"n\":4,\"si")).unwrap();
    let session = Session::resume(Library::own(), &path).unwrap();
    let notes =
        ["line 6 was cut off in the middle and is left out", "the last dice come before no decision and are left out"];
    assert_eq!(session.notes(), notes);
    drop(session);
    assert_eq!(fs::read_to_string(&path).unwrap(), journal);
}

#[test]
fn zeros_after_a_power_cut_are_a_line_cut_off() {
    let journal = journal(3);
    let mut session = replay(format!("{journal}\0\0\0\0")).unwrap();
    assert_eq!(session.notes(), ["line 5 was cut off in the middle and is left out"]);
    assert_same(&mut session, &mut replay(&journal).unwrap());
    assert_eq!(problem(format!("{journal}\0\0\n{{\"undo\":2}}\n")), "x.journal:5:1: a byte 0: the file is damaged");
}

#[test]
fn notes_and_line_ends_of_other_systems_change_nothing() {
    let journal = journal(3);
    let noted = journal.replacen('\n', "\n{\"note\":\"Anna's birthday\"}\n", 2).replace('\n', "\r\n");
    let mut session = replay(&noted).unwrap();
    assert_same(&mut session, &mut replay(&journal).unwrap());
    assert_eq!(text(&session), noted);
}

#[test]
fn an_action_that_was_changed_is_refused_or_noticed() {
    let journal = journal(60);
    let told = problem(changed(&journal, 9, |line| line["do"]["verb"] = json!("endure")));
    assert!(told.starts_with("x.journal:9:1: refused: "), "{told}");
    assert_eq!(
        problem(changed(&journal, 9, |line| line["do"]["verb"] = json!("ordre"))),
        "x.journal:9:1: there is no verb \"ordre\"; did you mean `order`?"
    );
    // Another legal action leads somewhere else.
    let mut session = replay(journal.lines().take(41).collect::<Vec<_>>().join("\n")).unwrap();
    let played = choose(&mut session).unwrap();
    let other = session.legal().iter().copied().find(|action| *action != played).unwrap();
    let other = hexfray::scenario::action_to_json(session.battle(), other);
    let told = problem(changed(&journal, 42, |line| line["do"] = other));
    assert!(told.starts_with("x.journal:42:1: the state is another than the one recorded: "), "{told}");
}

#[test]
fn the_first_field_that_differs_is_named() {
    let mut session = begin("crossroads", 8);
    let moved = loop {
        let events = session.events().len();
        play(&mut session, 1);
        let moves = |e: &hexfray::battle::Event| match e.fact {
            hexfray::battle::Fact::Moved { unit, .. } => Some(unit),
            _ => None,
        };
        if let Some(unit) = session.events()[events..].iter().find_map(moves) {
            break unit;
        }
    };
    // The state recorded is the one before the move.
    let journal = text(&session);
    let last = journal.lines().count();
    let before: Value = serde_json::from_str(journal.lines().nth(last - 2).unwrap()).unwrap();
    let stale = |line: &mut Value| {
        line["hash"] = before["hash"].clone();
        line["fields"] = before["fields"].clone();
    };
    let told = problem(changed(&journal, last, stale));
    let named = "the state is another than the one recorded: the first field that differs is ";
    assert!(told.starts_with(&format!("x.journal:{last}:1: {named}")), "{told}");
    let name = session.battle().name(moved);
    assert!(told.split_once("units that differ: ").unwrap().1.split(", ").any(|unit| unit == name), "{told}");

    let hash_alone = problem(changed(&journal, last, |line| line["hash"] = before["hash"].clone()));
    assert!(hash_alone.contains("no public field differs"), "{hash_alone}");
    let unknown = problem(changed(&journal, last, |line| {
        line["hash"] = json!("");
        line["fields"] = json!("00");
    }));
    assert!(unknown.contains("the fields recorded of it are not those that the program knows"), "{unknown}");
    let table = problem(changed(&journal, 1, |line| {
        line["hash"] = json!("0");
        let fields = line["fields"].as_str().unwrap().to_owned();
        let digit = if &fields[4..5] == "0" { "1" } else { "0" };
        line["fields"] = json!(format!("{}{digit}{}", &fields[..4], &fields[5..]));
    }));
    assert!(table.ends_with("the first field that differs is `turn` of the table"), "{table}");
}

#[test]
fn other_content_is_told_and_nothing_is_changed() {
    let path = fresh("content");
    fs::write(&path, journal(5)).unwrap();
    let before = fs::read(&path).unwrap();
    let mut files = shipped();
    let rules = files.get_mut("assets/hexwar/rules.ron").unwrap();
    *rules = rules.replace("hit_base: 8", "hit_base: 9");
    let library = Library::read(files).unwrap();
    for taken_up in [Session::load(&library, &path), Session::resume(&library, &path)] {
        let told = taken_up.unwrap_err()[0].to_string();
        assert!(told.starts_with(&format!("{path}:1:1: fought with other content than the program has now")), "{told}");
        assert!(
            told.contains("(`hexfray replay` tells it as far as its record goes; to play on take version "),
            "{told}"
        );
    }
    assert_eq!(fs::read(&path).unwrap(), before);
}

/// A battle fought with a folder's content asks for that by its name where it is not loaded, or in another version.
#[test]
fn content_that_is_missing_is_asked_for_by_name() {
    let path = fresh("two-bridges");
    let folder = format!("{path}.content");
    let manifest = |version: &str| format!("(name: \"Two Bridges\", version: \"{version}\")");
    fs::create_dir_all(format!("{folder}/assets/hexwar")).unwrap();
    fs::write(format!("{folder}/assets/content.ron"), manifest("1.2")).unwrap();
    fs::write(format!("{folder}/assets/hexwar/rules.ron"), "(hit_base: 7)").unwrap();
    let library = Library::own().over(&folder).unwrap();
    let scenario = Scenario::open(&library, "crossroads").unwrap();
    let mut session = Session::begin(&library, scenario, 3).unwrap();
    session.record_to(&path).unwrap();
    drop(session);
    assert!(Session::load(&library, &path).is_ok());
    let told = |library: &Library| Session::load(library, &path).unwrap_err()[0].to_string();
    assert!(told(Library::own()).contains("needs Two Bridges 1.2, which is not loaded"), "{}", told(Library::own()));
    fs::write(format!("{folder}/assets/content.ron"), manifest("1.3")).unwrap();
    fs::write(format!("{folder}/assets/hexwar/rules.ron"), "(hit_base: 6)").unwrap();
    let newer = Library::own().over(&folder).unwrap();
    assert!(told(&newer).contains("needs Two Bridges 1.2; loaded is Two Bridges 1.3"), "{}", told(&newer));
    let without = fresh("without");
    fs::write(&without, journal(1)).unwrap();
    let told = Session::load(&newer, &without).unwrap_err()[0].to_string();
    assert!(told.contains("was made without Two Bridges 1.3, which is loaded"), "{told}");
}

#[test]
fn a_header_that_was_changed_is_told() {
    let journal = journal(2);
    let told = |change: fn(&mut Value)| problem(changed(&journal, 1, change));
    assert_eq!(
        told(|header| {
            header["hexfray"] = json!(9);
            header["program"] = json!("7.1\u{1b}[2J");
        }),
        "x.journal:1:1: a journal of format 9; this program reads format 1 \
         (version 7.1\\u{1b}[2J of the program wrote it)"
    );
    assert!(told(|header| header["content"] = json!("00")).contains("fought with other content"));
    let mut cousins = begin("cousins", 8);
    play(&mut cousins, 60);
    let other_seed = problem(changed(&text(&cousins), 1, |header| header["seed"] = json!(9)));
    assert!(other_seed.contains("the state is another than the one recorded"), "{other_seed}");
    assert!(told(|header| header["ruleset"] = json!("chess")).contains("not those in the scenario's text"));
    assert!(told(|header| header["owners"] = json!(["person"])).contains("the owners are not as many as the sides"));
    assert!(
        told(|header| {
            let source = header["source"].as_str().unwrap().replace("\"crossroads\"", "\"crossroad\"");
            header["source"] = json!(source);
        })
        .contains("in the scenario's text, 7:10: no map is called `crossroad` (did you mean `crossroads`?)")
    );
}

#[test]
fn lines_out_of_place_are_told() {
    let journal = journal(5);
    let lines: Vec<&str> = journal.lines().collect();
    let with = |line: &str| problem(format!("{journal}{line}\n"));
    assert_eq!(with(lines[3]), "x.journal:7:1: decision 3 where 6 was to come");
    assert_eq!(with("{\"undo\":6}"), "x.journal:7:1: only 5 decisions have been made");
    assert_eq!(with("{\"redo\":6}"), "x.journal:7:1: a line has one of `n`, `dice`, `undo` and `note`");
    assert_eq!(with(""), "x.journal:7:1: broken JSON: EOF while parsing a value");
    assert_eq!(with("{\"n\":6}"), "x.journal:7:7: missing field `side`");
    assert_eq!(with("{\"n\":"), "x.journal:7:5: broken JSON: EOF while parsing a value");
    assert_eq!(with("{\"dice\":[[\"A\\u001b\",1]]}"), "x.journal:7:1: \"A\\u{1b}\" is no rule");
    assert_eq!(with(&format!("{{\"note\":\"{}\"}}", "x".repeat(1 << 20))), "x.journal:7:1: longer than 1 MiB");
    let unused = format!("{}\n{{\"dice\":[[\"HEX-HIT-01\",9]]}}\n{}\n", lines[..5].join("\n"), lines[5]);
    let told = problem(unused);
    assert!(
        told.contains("dice before it that were not rolled: 1") || told.contains("the next scripted roll"),
        "{told}"
    );
    let told = problem(changed(&journal, 6, |line| line["side"] = json!(1 - line["side"].as_i64().unwrap())));
    assert!(told.contains("decides, where side"), "{told}");
}

/// HULK-BLIP-04: the list of what lies under the blips cannot be changed later: a journal in which it was is refused.
#[test]
fn a_list_that_was_changed_is_refused() {
    let mut session = begin("dead_air", 5);
    while session.actions().last().is_none_or(|action| action.verb != Verb::Assign) {
        let action = session.legal()[0];
        session.play(action).unwrap();
    }
    // A blip that the next unit may still be under is free for this one too.
    let Target::Index(free) = session.legal().last().unwrap().target else { panic!("the list goes on") };
    let journal = text(&session);
    let last = journal.lines().count();
    let told = problem(changed(&journal, last, |line| line["do"]["target"]["index"] = json!(free)));
    assert!(told.contains("the state is another than the one recorded"), "{told}");
}
