//! The referee protocol, spoken as a program at the other end speaks it.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::thread;

mod dice;
mod resume;
mod secrets;

use hexfray::battle::{Chance, mix};
use hexfray::content::Library;
use hexfray::referee::serve;
use hexfray::scenario::{Scenario, Session};
use num_bigint::BigUint;
use proptest::prelude::*;
use serde_json::{Value, json};

/// A scenario of the shipped ones by name, or the text of one.
fn scenario(name: &str) -> Scenario {
    let library = Library::own();
    if name.starts_with('(') { Scenario::parse(library, "test.ron", name) } else { Scenario::open(library, name) }
        .unwrap_or_else(|wrong| panic!("{wrong:#?}"))
}

/// Sends all lines at once and reads all that is said.
fn talk_bytes(name: &str, seed: u64, save: Option<&PathBuf>, input: &[u8]) -> Vec<Value> {
    let mut output = Vec::new();
    serve(Library::own(), scenario(name), seed, save.map(PathBuf::as_path), &mut &*input, &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    output.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e} in {line}"))).collect()
}

fn talk(name: &str, seed: u64, requests: &[Value]) -> Vec<Value> {
    talk_bytes(name, seed, None, lines(requests).as_bytes())
}

fn lines(requests: &[Value]) -> String {
    requests.iter().map(|r| format!("{r}\n")).collect()
}

/// The lines of one type.
fn of<'a>(said: &'a [Value], kind: &str) -> Vec<&'a Value> {
    said.iter().filter(|line| line["type"] == kind).collect()
}

fn types(said: &[Value]) -> Vec<&str> {
    said.iter().map(|line| line["type"].as_str().unwrap()).collect()
}

/// Two sides in sight of each other at the start of the turn.
const SKIRMISH: &str = r#"(
    ruleset: "hexwar", name: "Skirmish", about: "", map: "gun_line", turns: 2,
    sides: [(name: "Elves", faction: Elf), (name: "Orks", faction: Ork)],
    units: [
        (side: "Elves", unit: "Rangers", at: (3, 3)),
        (side: "Elves", unit: "Rangers", at: (3, 4)),
        (side: "Orks", unit: "Mob", at: (7, 3), facing: W),
        (side: "Orks", unit: "Mob", at: (7, 4), facing: W),
    ],
    start: (turn: 1, stage: "Orders"),
)"#;

/// The same when fire is declared: by the orks first, then by the elves.
fn gunnery() -> String {
    SKIRMISH.replace("\"Orders\"", "\"Gunnery 1\"")
}

/// A program that plays on its own thread's referee, line by line.
struct Talk {
    to: std::io::PipeWriter,
    from: BufReader<std::io::PipeReader>,
    referee: thread::JoinHandle<()>,
}

impl Talk {
    fn begin(name: &str, seed: u64, save: Option<PathBuf>) -> Talk {
        let (input, to) = std::io::pipe().unwrap();
        let (from, mut output) = std::io::pipe().unwrap();
        let scenario = scenario(name);
        let referee = thread::spawn(move || {
            let mut input = BufReader::new(input);
            serve(Library::own(), scenario, seed, save.as_deref(), &mut input, &mut output).unwrap();
        });
        Talk { to, from: BufReader::new(from), referee }
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e} in {line:?}"))
    }

    /// Reads on to a line of one of these types.
    fn hear_of(&mut self, kinds: &[&str]) -> Value {
        loop {
            let line = self.hear();
            if kinds.contains(&line["type"].as_str().unwrap()) {
                return line;
            }
        }
    }

    fn say(&mut self, request: &Value) {
        writeln!(self.to, "{request}").unwrap();
    }

    /// Ends by the end of the input.
    fn end(self) {
        drop(self.to);
        self.referee.join().unwrap();
    }
}

/// A whole battle by index, from the deployment to the end, recorded and replayed.
#[test]
fn a_whole_battle_by_index() {
    let file = fresh("whole.journal");
    let mut talk = Talk::begin("gun_line", 7, Some(file.clone()));
    assert_eq!(talk.hear()["type"], "hello");
    let mut asked = 0;
    let over = loop {
        let line = talk.hear_of(&["decision", "over"]);
        if line["type"] == "over" {
            break line;
        }
        assert_eq!(line["number"], asked);
        let actions = line["actions"].as_array().unwrap();
        let chosen = mix(7, asked) as usize % actions.len();
        assert_eq!(actions[chosen]["action"], chosen);
        talk.say(&json!({"do": "play", "action": chosen}));
        asked += 1;
    };
    assert_eq!(over["decisions"], asked);
    assert_eq!(over["scores"].as_array().unwrap().len(), 2);
    talk.say(&json!({"do": "play", "action": 0}));
    assert!(talk.hear()["message"].as_str().unwrap().contains("over"));
    talk.say(&json!({"do": "auto", "ai": "random"}));
    assert!(talk.hear()["message"].as_str().unwrap().contains("over"));
    talk.say(&json!({"do": "odds", "action": 0}));
    assert!(talk.hear()["message"].as_str().unwrap().contains("over"));
    talk.say(&json!({"do": "state"}));
    assert_eq!(talk.hear()["hash"], over["hash"]);
    talk.end();
    let mut replayed = Session::load(Library::own(), file.to_str().unwrap()).unwrap();
    assert_eq!(format!("{:016x}", replayed.hash()), over["hash"]);
}

/// A path for a file that is not there yet.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("referee_{name}"));
    let _ = fs::remove_file(&path);
    path
}

#[test]
fn hello_and_decision_have_the_fields_of_the_protocol() {
    let said = talk("gun_line", 3, &[]);
    assert_eq!(types(&said), ["hello", "events", "decision"]);
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<BTreeSet<_>>();
    let has = |value: &Value, fields: &[&str]| {
        let keys = keys(value);
        fields.iter().for_each(|f| assert!(keys.contains(*f), "{f} in {keys:?}"));
    };
    let (hello, decision) = (&said[0], &said[2]);
    has(hello, &["protocol", "program", "ruleset", "scenario", "content", "seed", "sides", "map"]);
    has(&hello["sides"][1], &["side", "name", "team"]);
    has(&hello["map"], &["name", "width", "height", "decks"]);
    assert_eq!(hello["map"]["hexes"].as_array().unwrap().len(), 20 * 16);
    has(decision, &["number", "side", "kind", "subject", "rule", "step", "hash", "actions"]);
    has(&decision["actions"][0], &["action", "verb", "unit", "with", "target", "text"]);
    assert_eq!((&hello["protocol"], &hello["seed"], &decision["kind"]), (&json!(1), &json!(3), &json!("deploy")));
}

#[test]
fn an_answer_may_be_named_by_its_fields() {
    let first = &talk(SKIRMISH, 1, &[])[2];
    let listed = &first["actions"][1];
    let mut named = listed.clone();
    let fields = named.as_object_mut().unwrap();
    fields.remove("action");
    fields.remove("text");
    fields.insert("do".to_owned(), json!("play"));
    let by_fields = talk(SKIRMISH, 1, &[named.clone()]);
    let by_index = talk(SKIRMISH, 1, &[json!({"do": "play", "action": 1})]);
    assert_eq!(by_fields, by_index);
    // Index and fields must agree.
    named["action"] = json!(1);
    assert_eq!(talk(SKIRMISH, 1, &[named.clone()]), by_index);
    named["action"] = json!(0);
    assert_eq!(types(&talk(SKIRMISH, 1, &[named])).last(), Some(&"error"));
}

#[test]
fn a_hex_is_found_with_and_without_its_deck() {
    let place = |target: Value| {
        let said = talk("gun_line", 1, &[json!({"do": "play", "verb": "place", "unit": 5, "target": target})]);
        said.last().unwrap().clone()
    };
    assert_eq!(place(json!({"hex": [13, 0]}))["number"], 1);
    assert_eq!(place(json!({"hex": [13, 0], "deck": 0}))["number"], 1);
    assert_eq!(place(json!({"hex": [13, 0], "deck": 1}))["type"], "error");
    assert_eq!(place(json!({"hex": [i32::MAX, i32::MIN]}))["type"], "error");
}

#[test]
fn fields_that_fit_several_actions_or_none_are_errors() {
    let error = |request: Value| {
        let said = talk(&gunnery(), 1, &[request]);
        assert_eq!(types(&said), ["hello", "events", "decision", "error"], "{said:?}");
        said[3]["message"].as_str().unwrap().to_owned()
    };
    assert!(error(json!({"do": "play", "verb": "fire"})).contains("of the listed actions"));
    assert!(error(json!({"do": "play"})).contains("of the listed actions"));
    assert!(error(json!({"do": "play", "action": 999})).contains("numbered from 0 to"));
    // What the rules refuse is refused with their reason.
    assert!(error(json!({"do": "play", "verb": "move", "unit": 2, "target": {"hex": [6, 2]}})).contains("HEX-"));
    assert!(error(json!({"do": "play", "verb": "hold", "unit": 0})).contains("not yours"));
    assert!(error(json!({"do": "play", "verb": "fire", "unit": 77})).contains("no unit 77"));
}

#[test]
fn wrong_lines_are_answered_and_change_nothing() {
    let wrong = [
        "nonsense",
        "{",
        "[]",
        "7",
        "null",
        "{}",
        r#"{"do":"dance"}"#,
        r#"{"do":null}"#,
        r#"{"do":"play","action":-1}"#,
        r#"{"do":"play","action":"0"}"#,
        r#"{"do":"play","verb":"teleport"}"#,
        r#"{"do":"play","acton":0}"#,
        r#"{"do":"play","target":{"hexx":[0,0]}}"#,
        r#"{"do":"play","action":0,"action":1}"#,
        r#"{"do":"dice"}"#,
        r#"{"do":"dice","rolls":[{"rule":"HEX-HIT-01","face":300}]}"#,
        r#"{"do":"auto","ai":"nobody"}"#,
        r#"{"do":"auto","ai":"random","until":"doomsday"}"#,
        r#"{"do":"odds"}"#,
        r#"{"do":"view","side":2}"#,
        r#"{"do":"view"}"#,
        r#"{"do":"state","side":0}"#,
        r#"{"do":"undo","to":1}"#,
        r#"{"do":"save","path":"/no/such/folder/x.journal"}"#,
        "\u{feff}\u{0}",
    ];
    for line in wrong {
        let said = talk_bytes(&gunnery(), 1, None, format!("{line}\n\n  \n{{\"do\":\"state\"}}").as_bytes());
        assert_eq!(types(&said), ["hello", "events", "decision", "error", "state"], "{line}: {said:?}");
        assert_eq!(said[3]["line"], line.trim());
        assert!(!said[3]["message"].as_str().unwrap().is_empty());
        assert_eq!(said[4]["hash"], said[2]["hash"], "{line}");
    }
}

#[test]
fn lines_too_long_and_not_utf8_are_answered() {
    let mut input = b"\xff\xfe\n".to_vec();
    input.extend(vec![b'{'; 2 << 20]);
    input.extend(b"\n{\"do\":\"state\"}\r\n");
    let said = talk_bytes(&gunnery(), 1, None, &input);
    assert_eq!(types(&said), ["hello", "events", "decision", "error", "error", "state"]);
    let deep = format!("{{\"do\":\"play\",\"target\":{}", "[".repeat(1 << 19));
    assert_eq!(types(&talk_bytes(&gunnery(), 1, None, deep.as_bytes())).last(), Some(&"error"));
}

#[test]
fn scripted_dice_are_rolled_in_order() {
    // A single ranger fires a single arrow, so that its rolls are few.
    let one = gunnery().replace("at: (3, 3)", "at: (3, 3), numbers: {\"models\": 1}");
    let pass = json!({"do": "play", "verb": "pass"});
    let fire = json!({"do": "play", "verb": "fire", "unit": 0, "target": {"unit": 2}});
    let hit = json!({"rule": "HEX-HIT-01", "face": 12});
    let dice = |rolls: Value| json!({"do": "dice", "rolls": rolls});
    let shot = |dice: Value| talk(&one, 1, &[pass.clone(), dice, fire.clone(), pass.clone()]);

    let said = shot(dice(json!([hit, {"rule": "HEX-DAM-01", "face": 6}])));
    assert!(of(&said, "error").is_empty(), "{said:?}");
    let rolled: Vec<&Value> = of(&said, "events")
        .into_iter()
        .flat_map(|line| line["events"].as_array().unwrap())
        .filter(|event| event["fact"] == "rolled")
        .collect();
    assert_eq!(rolled[0]["face"], 12);
    assert_eq!((&rolled[0]["by"], &rolled[0]["against"]), (&json!(0), &json!(2)));
    assert!(!rolled[0]["modifiers"].as_array().unwrap().is_empty());
    assert!(rolled.iter().any(|r| r["rule"] == "HEX-DAM-01" && r["face"] == 6), "{rolled:?}");

    // Rolls beyond the script come from the seed, as without one.
    let beyond = shot(dice(json!([hit])));
    assert!(of(&beyond, "error").is_empty());
    assert_eq!(beyond, shot(dice(json!([hit]))));
}

#[test]
fn scripted_dice_that_do_not_fit_take_the_action_back() {
    let one = gunnery()
        .replace("at: (3, 3)", "at: (3, 3), numbers: {\"models\": 1}")
        .replace("(side: \"Elves\", unit: \"Rangers\", at: (3, 4)),", "");
    let pass = json!({"do": "play", "verb": "pass"});
    let fire = json!({"do": "play", "verb": "fire", "target": {"unit": 1}});
    let state = json!({"do": "state"});
    let wrong = [
        json!([{"rule": "HEX-CRIT-01", "face": 1}]),
        json!([{"rule": "HEX-HIT-01", "face": 13}]),
        json!([{"rule": "HEX-HIT-01", "face": 12}, {"rule": "HEX-HIT-01", "face": 12}]),
    ];
    for rolls in wrong {
        let dice = json!({"do": "dice", "rolls": rolls});
        let said = talk(&one, 1, &[pass.clone(), dice, fire.clone(), state.clone(), fire.clone()]);
        let decisions = of(&said, "decision");
        assert_eq!(of(&said, "error").len(), 1, "{said:?}");
        assert_eq!(decisions.len(), 3, "the shot is taken back, and fired with dice of the seed then");
        assert_eq!(of(&said, "state")[0]["hash"], decisions[1]["hash"]);
        assert_eq!(decisions[2], talk(&one, 1, &[pass.clone(), fire.clone()]).last().unwrap());
    }
}

#[test]
fn opponents_decide_once_for_a_turn_or_to_the_end() {
    for ai in ["random", "utility"] {
        let auto = |until: &str| talk("gun_line", 5, &[json!({"do": "auto", "ai": ai, "until": until})]);
        let once = auto("decision");
        assert_eq!(types(&once), ["hello", "events", "decision", "events", "decision"]);
        assert_eq!(talk("gun_line", 5, &[json!({"do": "auto", "ai": ai})]), once);

        let turn = auto("turn");
        let step = turn.last().unwrap()["step"].as_str().unwrap();
        assert!(step.starts_with("turn 1 "), "the deployment is over: {step}");
        let two = talk("gun_line", 5, &vec![json!({"do": "auto", "ai": ai, "until": "turn"}); 2]);
        let step = two.last().unwrap()["step"].as_str().unwrap();
        assert!(step.starts_with("turn 2 "), "the first turn is over: {step}");

        let over = auto("over");
        assert_eq!(over.last().unwrap()["type"], "over");
        assert_eq!(of(&over, "decision").len(), 1, "questions that an opponent answers are not told");
        assert_eq!(of(&over, "events").len() as u64, over.last().unwrap()["decisions"].as_u64().unwrap() + 1);
        // The same battle, one decision at a time.
        let decisions = over.last().unwrap()["decisions"].as_u64().unwrap() as usize;
        let steps = talk("gun_line", 5, &vec![json!({"do": "auto", "ai": ai}); decisions]);
        assert_eq!(steps.last(), over.last());
    }
}

/// When dice do not fit after some decisions of an opponent, it is told where the battle stands.
#[test]
fn an_opponent_stopped_by_dice_leaves_a_decision_told() {
    let requests = [
        json!({"do": "dice", "rolls": [{"rule": "HEX-CRIT-01", "face": 1}]}),
        json!({"do": "auto", "ai": "random", "until": "over"}),
        json!({"do": "state"}),
    ];
    let said = talk("gun_line", 5, &requests);
    let kinds = types(&said);
    assert_eq!(kinds[kinds.len() - 3..], ["decision", "error", "state"]);
    assert_eq!(said[kinds.len() - 3]["hash"], said[kinds.len() - 1]["hash"]);
}

/// A chance as it is written: a pair of numbers, or of texts where they are long.
fn chance(pair: &Value) -> Chance {
    let whole = |n: &Value| n.as_str().map_or_else(|| n.to_string(), str::to_owned).parse::<BigUint>().unwrap();
    Chance::new(whole(&pair[0]), whole(&pair[1]))
}

#[test]
fn odds_are_exact_and_add_up_to_one() {
    let said = talk(&gunnery(), 1, &[json!({"do": "odds", "verb": "fire", "unit": 2, "target": {"unit": 0}})]);
    let odds = said.last().unwrap();
    assert_eq!(odds["type"], "odds", "{odds}");
    assert_eq!((&odds["exact"], &odds["missing"]), (&json!(true), &Value::Null));
    let outcomes = odds["outcomes"].as_array().unwrap();
    let sum: Chance = outcomes.iter().map(|o| chance(&o["chance"])).sum();
    assert_eq!(sum, Chance::from_integer(1u8.into()));
    let percent: f64 = outcomes.iter().map(|o| o["percent"].as_f64().unwrap()).sum();
    assert!((percent - 100.0).abs() < 0.01, "{percent}");
    assert!(outcomes.len() > 3);
    assert!(outcomes.iter().all(|o| !o["text"].as_str().unwrap().is_empty()));
    let changes = outcomes.iter().flat_map(|o| o["changes"].as_array().unwrap());
    assert!(changes.clone().any(|c| c["unit"] == 0 && c["field"] == "models"));
    let hit = &odds["events"][0];
    assert_eq!((&hit["rule"], &hit["name"]), (&json!("HEX-HIT-01"), &json!("To hit")));
    assert_eq!((&hit["by"], &hit["against"]), (&json!(2), &json!(0)));
    let whose = hit["whose"].as_array().unwrap();
    assert_eq!(whose.len(), hit["modifiers"].as_array().unwrap().len());
    assert!(whose.iter().all(|w| ["roller", "target", "ground"].contains(&w.as_str().unwrap())), "{hit}");
    let tolls = odds["tolls"].as_array().unwrap();
    let toll = tolls.iter().find(|t| t["unit"] == 0).unwrap();
    let likely = |what: &str| chance(&toll[what]);
    assert!(likely("lost") <= likely("fewer") && likely("fewer") <= likely("hurt"));
    assert!(likely("hurt") < Chance::from_integer(1u8.into()));
    assert!(toll["mean"]["models"].as_f64().unwrap() < 0.0, "{toll}");
    // Nothing has changed.
    assert_eq!(of(&said, "decision").len(), 1);
}

#[test]
fn secret_choices_have_no_odds() {
    let said = talk(SKIRMISH, 1, &[json!({"do": "odds", "action": 0})]);
    assert!(said.last().unwrap()["message"].as_str().unwrap().contains("secret"));
}

/// Battles that differ only in what one side has sealed look the same to the other, in the view and in what is told.
#[test]
fn what_others_have_sealed_is_hidden() {
    let after = |action: usize| {
        let order = json!({"do": "play", "action": action});
        talk(SKIRMISH, 1, &[order, json!({"do": "view", "side": 0}), json!({"do": "state"})])
    };
    let (one, other) = (after(0), after(1));
    assert_eq!(one[2]["kind"], "commit");
    assert_eq!(one[2]["side"], 1, "the orks seal first");
    assert_ne!(one.last().unwrap()["hash"], other.last().unwrap()["hash"]);
    assert_eq!(of(&one, "view"), of(&other, "view"));
    assert_eq!(of(&one, "events"), of(&other, "events"));
}

#[test]
fn views_and_states_tell_of_units_and_ground() {
    let said = talk("gun_line", 1, &[json!({"do": "state"}), json!({"do": "auto", "ai": "random", "until": "turn"})]);
    let state = of(&said, "state")[0];
    assert_eq!((&state["round"], &state["step"]), (&json!(0), &json!("deployment")));
    assert_eq!(state["units"][0]["states"], json!(["off the board"]));
    assert_eq!(state["units"][0]["at"], Value::Null);
    assert_eq!(state["ground"].as_array().unwrap().len(), 3, "three hexes are mined");
    assert_eq!(state["ground"][0]["tokens"]["mines"], 1);

    let said = talk(&gunnery(), 1, &[json!({"do": "view", "side": 1}), json!({"do": "state"})]);
    let (view, state) = (&said[3], &said[4]);
    assert_eq!(view["side"], 1);
    assert_eq!(view["units"], state["units"], "nothing is secret here");
    let mob = &state["units"][3];
    assert_eq!((&mob["name"], &mob["sheet"], &mob["side"]), (&json!("Mob 2"), &json!("Mob"), &json!(1)));
    assert_eq!((&mob["facing"], &mob["models"]), (&json!("W"), &mob["stats"]["models"]));
    assert_eq!(mob["at"]["hex"], json!([5, 3]));
    assert!(mob["tokens"].as_object().unwrap().values().all(|v| *v != 0));
    assert!(mob["stats"].as_object().unwrap().len() > mob["tokens"].as_object().unwrap().len());
    assert_eq!((&state["round"], &state["scores"]), (&json!(1), &json!([0, 0])));
}

#[test]
fn undo_leads_back_to_the_same_question() {
    let play = json!({"do": "play", "action": 0});
    let requests = [play.clone(), play.clone(), play.clone(), json!({"do": "undo", "to": 1}), play.clone()];
    let said = talk(&gunnery(), 1, &requests);
    let decisions = of(&said, "decision");
    assert_eq!(decisions[1], decisions[4]);
    assert_eq!(decisions[2], decisions[5]);
    let said = talk(&gunnery(), 1, &[play.clone(), json!({"do": "undo", "to": 0}), json!({"do": "undo", "to": 5})]);
    assert_eq!(said[2], said[5]);
    assert_eq!(said[6]["type"], "error");
    // From the end, too.
    let said =
        talk(&gunnery(), 1, &[json!({"do": "auto", "ai": "random", "until": "over"}), json!({"do": "undo", "to": 0})]);
    assert_eq!(said[2], *said.last().unwrap());
}

#[test]
fn a_saved_battle_is_loaded_where_it_stood() {
    let file = fresh("saved.journal");
    let save = json!({"do": "save", "path": file.to_str().unwrap()});
    let play = json!({"do": "play", "action": 0});
    let again = json!({"do": "save", "path": file.to_str().unwrap(), "overwrite": true});
    let said = talk(&gunnery(), 9, &[play.clone(), save.clone(), save, play, again, json!({"do": "state"})]);
    assert_eq!(types(&said)[5..7], ["saved", "error"], "what is there is not overwritten");
    assert_eq!(of(&said, "saved")[0]["decisions"], 1);
    assert_eq!(of(&said, "saved")[1]["decisions"], 2);
    let mut loaded = Session::load(Library::own(), file.to_str().unwrap()).unwrap();
    assert_eq!(format!("{:016x}", loaded.hash()), said.last().unwrap()["hash"]);
}

/// What was decided is in the journal when the input ends, undone decisions as undone; scripted dice are in it too.
#[test]
fn nothing_is_lost_at_the_end_of_input() {
    let file = fresh("recorded.journal");
    let requests = [
        json!({"do": "play", "verb": "pass"}),
        json!({"do": "undo", "to": 0}),
        json!({"do": "play", "verb": "pass"}),
        json!({"do": "dice", "rolls": [{"rule": "HEX-HIT-01", "face": 2}]}),
        json!({"do": "play", "verb": "fire", "unit": 0, "target": {"unit": 2}}),
        json!({"do": "auto", "ai": "random", "until": "turn"}),
        json!({"do": "state"}),
    ];
    let said = talk_bytes(&gunnery(), 9, Some(&file), lines(&requests).as_bytes());
    assert!(of(&said, "error").is_empty(), "{said:?}");
    let mut loaded = Session::load(Library::own(), file.to_str().unwrap()).unwrap();
    assert_eq!(format!("{:016x}", loaded.hash()), said.last().unwrap()["hash"]);
    // A battle is not recorded over another one.
    let mut output = Vec::new();
    let refused = serve(Library::own(), scenario(&gunnery()), 9, Some(&file), &mut &b""[..], &mut output);
    assert!(refused.is_err() && output.is_empty());
}

#[test]
fn quit_ends_and_what_follows_is_not_read() {
    let said = talk(&gunnery(), 1, &[json!({"do": "quit"}), json!({"do": "state"})]);
    assert_eq!(types(&said), ["hello", "events", "decision"]);
}

/// Whether what was said is what the documentation shows: `...` stands for anything, in a list for any number of items,
/// as a field for any further fields.
fn shows(shown: &Value, said: &Value) -> bool {
    let any = json!("...");
    match (shown, said) {
        _ if *shown == any => true,
        (Value::Object(shown), Value::Object(said)) => {
            let open = shown.contains_key("...");
            shown
                .iter()
                .filter(|(key, _)| *key != "...")
                .all(|(key, value)| said.get(key).is_some_and(|s| shows(value, s)))
                && (open || shown.len() == said.len())
        }
        (Value::Array(shown), Value::Array(said)) => list_shows(shown, said),
        _ => shown == said,
    }
}

fn list_shows(shown: &[Value], said: &[Value]) -> bool {
    match shown.split_first() {
        None => said.is_empty(),
        Some((any, rest)) if *any == json!("...") => (0..=said.len()).any(|skip| list_shows(rest, &said[skip..])),
        Some((first, rest)) => said.split_first().is_some_and(|(s, left)| shows(first, s) && list_shows(rest, left)),
    }
}

/// The worked example of the documentation, replayed.
#[test]
fn the_documented_example_holds() {
    let text = include_str!("../../src/referee/README.md");
    let blocks = |kind: &str| {
        let fence = format!("```{kind}\n");
        text.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap()).collect::<String>()
    };
    let (mut requests, mut expected) = (String::new(), Vec::new());
    for line in blocks("conversation").lines() {
        match line.split_at(2) {
            ("> ", request) => requests += &format!("{request}\n"),
            ("< ", answer) => expected.push(serde_json::from_str::<Value>(answer).unwrap()),
            _ => panic!("neither side says {line}"),
        }
    }
    let said = talk_bytes(&blocks("ron"), 1, None, requests.as_bytes());
    assert!(expected.len() > 8);
    for (shown, said) in expected.iter().zip(&said) {
        assert!(shows(shown, said), "documented: {shown}\nsaid: {said}");
    }
    assert_eq!(types(&expected), types(&said));
}

/// Values as they may stand in a field, fit for it or not.
fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        (0..6u64).prop_map(|n| json!(n)),
        any::<i64>().prop_map(|n| json!(n)),
        any::<u8>().prop_map(|n| json!(n)),
        Just(Value::Null),
        "\\PC{0,8}".prop_map(|text| json!(text)),
        prop::sample::select(vec!["fire", "move", "order", "use", "heal", "assign", "turn", "over", "random"])
            .prop_map(|word| json!(word)),
        (any::<i32>(), any::<i32>()).prop_map(|(q, r)| json!({"hex": [q, r]})),
        (-6..22i32, -2..18i32, 0..2u8).prop_map(|(q, r, deck)| json!({"hex": [q, r], "deck": deck})),
        any::<u8>().prop_map(|unit| json!({"unit": unit})),
        (0..8u8).prop_map(|unit| json!({"unit": unit})),
        any::<u8>().prop_map(|index| json!({"index": index})),
        (0..14u8).prop_map(|face| json!([{"rule": "HEX-HIT-01", "face": face}])),
    ]
}

/// MAP-24: giving up is a request of its own, for whoever decides, and no answer that is listed.
#[test]
fn a_battle_is_given_up() {
    let said = talk(
        "gun_line",
        7,
        &[json!({"do": "play", "verb": "concede"}), json!({"do": "concede"}), json!({"do": "concede"})],
    );
    let asked = of(&said, "decision");
    assert!(asked[0]["actions"].as_array().unwrap().iter().all(|a| a["verb"] != "concede"));
    let errors = of(&said, "error");
    assert!(errors[0]["message"].as_str().unwrap().contains("a request of its own"), "{}", errors[0]);
    assert!(errors[1]["message"].as_str().unwrap().contains("over"), "{}", errors[1]);
    let told = of(&said, "events");
    let acted = told.iter().flat_map(|t| t["events"].as_array().unwrap()).find(|e| e["verb"] == "concede").unwrap();
    assert_eq!(
        (&acted["fact"], &acted["rule"], &acted["side"]),
        (&json!("acted"), &json!("MAP-24"), &asked[0]["side"])
    );
    let over = of(&said, "over");
    assert_eq!((&over[0]["rule"], over[0]["winner"] != asked[0]["side"]), (&json!("MAP-24"), true));
}

/// A request whose fields may be anything; files are written nowhere.
fn request() -> impl Strategy<Value = String> {
    let word =
        prop::sample::select(vec!["play", "play", "play", "concede", "dice", "auto", "odds", "view", "state", "undo"]);
    let field = prop::sample::select(vec!["action", "verb", "unit", "with", "target", "rolls", "ai", "side", "to"]);
    (word, prop::collection::btree_map(field, value(), 0..4)).prop_map(|(word, fields)| {
        let mut request = json!({"do": word});
        fields.into_iter().for_each(|(field, value)| request[field] = value);
        request.to_string()
    })
}

/// A play by fields that hang together, mostly not legal.
fn play() -> impl Strategy<Value = String> {
    let verbs = prop::sample::select(hexfray::battle::Verb::ALL.map(|v| v.word()).to_vec());
    let target = prop_oneof![
        Just(Value::Null),
        (-6..22i32, 0..16i32).prop_map(|(q, r)| json!({"hex": [q, r]})),
        (0..10u8).prop_map(|unit| json!({"unit": unit})),
        any::<u8>().prop_map(|index| json!({"index": index})),
    ];
    (verbs, 0..10u8, any::<u8>(), target).prop_map(|(verb, unit, with, target)| {
        json!({"do": "play", "verb": verb, "unit": unit, "with": with % 32, "target": target}).to_string()
    })
}

/// A line with a hole, or with something put in.
fn broken(line: &str, at: usize, put: &str) -> String {
    let at = line.char_indices().nth(at % (line.chars().count() + 1)).map_or(line.len(), |c| c.0);
    let (head, tail) = line.split_at(at);
    format!("{head}{put}{}", tail.chars().skip(usize::from(put.is_empty())).collect::<String>()).replace('\n', " ")
}

fn any_line() -> impl Strategy<Value = String> {
    let auto = |until: &str| json!({"do": "auto", "ai": "random", "until": until}).to_string();
    prop_oneof![
        2 => Just(auto("decision")),
        1 => Just(auto("turn")),
        4 => request(),
        6 => play(),
        2 => (request(), any::<usize>(), "\\PC{0,2}").prop_map(|(line, at, put)| broken(&line, at, &put)),
        1 => "\\PC{0,40}",
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Whatever is said, the referee answers in its own words and goes on.
    #[test]
    fn no_line_stops_the_referee(seed in any::<u64>(), lines in prop::collection::vec(any_line(), 1..60)) {
        let mut input = lines.join("\n");
        input += "\n{\"do\":\"state\"}\n";
        let said = talk_bytes("gun_line", seed, None, input.as_bytes());
        prop_assert_eq!(said.last().unwrap()["type"].as_str(), Some("state"));
        let stands = said.iter().rev().find(|line| line["type"] == "decision" || line["type"] == "over").unwrap();
        prop_assert_eq!(&said.last().unwrap()["hash"], &stands["hash"]);
    }
}
