//! A battle that is taken up again is told as it was told when it was fought.

use hexfray::referee::go_on;
use hexfray::telling::story::Story;
use hexfray::terminal::ink::Ink;

use super::*;

/// All events of all lines, one after the other.
fn events(said: &[Value]) -> Vec<Value> {
    of(said, "events").into_iter().flat_map(|line| line["events"].as_array().unwrap().clone()).collect()
}

/// Plays a battle to its end and takes it up again: what is said then.
fn resumed(name: &str, file: &std::path::Path) -> Vec<Value> {
    let session = Session::resume(Library::own(), file.to_str().unwrap()).unwrap_or_else(|e| panic!("{name}: {e:#?}"));
    let mut output = Vec::new();
    go_on(Library::own(), session, &mut &b""[..], &mut output).unwrap();
    String::from_utf8(output).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The dice too are those that the referee would take: rules of the codex, and faces that are on their dice.
fn assert_dice(session: &Session) {
    let mut list = hexfray::battle::Listing::default();
    session.battle().legal(&mut list);
    for event in session.events() {
        if let hexfray::battle::Fact::Rolled { faces, .. } = event.fact {
            let (name, rule) = (&session.scenario().name, event.rule);
            assert!(Library::own().codex().get(rule.0).is_some(), "{name}: {rule} is not in the codex");
            let largest = session.battle().largest_die(rule.0);
            assert!(
                largest.is_some_and(|die| faces <= die),
                "{name}: {rule} rolls a d{faces}, not {largest:?} at most"
            );
        }
    }
}

/// Of every scenario a whole battle, one with a side of three that gives up: told live, and told after it is taken up.
#[test]
fn what_is_told_after_resume_is_what_was_told() {
    let auto = json!({"do": "auto", "ai": "random", "until": "over"});
    let concede = json!({"do": "concede"});
    let turn = json!({"do": "auto", "ai": "random", "until": "turn"});
    let undo = json!({"do": "undo", "to": 3});
    for name in Library::own().scenarios().keys() {
        let sides = scenario(name).sides.len();
        for (kind, requests) in
            [("whole", vec![auto.clone()]), ("given_up", vec![turn.clone(), concede.clone(), auto.clone()])]
        {
            if kind == "given_up" && sides < 3 {
                continue;
            }
            let file = fresh(&format!("resume_{kind}_{name}.journal"));
            let live = talk_bytes(name, 5, Some(&file), lines(&requests).as_bytes());
            assert!(of(&live, "error").is_empty(), "{name}: {:?}", of(&live, "error"));
            let (live, again) = (events(&live), events(&resumed(name, &file)));
            assert!(live.len() > 30, "{name}");
            for (at, (live, again)) in live.iter().zip(&again).enumerate() {
                assert_eq!(live, again, "{name}, event {at}");
            }
            assert_eq!(live.len(), again.len(), "{name}");
            let session = Session::load(Library::own(), file.to_str().unwrap()).unwrap();
            assert_dice(&session);
            std::fs::remove_file(file).unwrap();
        }
    }
    // What was taken back is not told.
    let file = fresh("resume_undone.journal");
    let live = talk_bytes("patrol", 5, Some(&file), lines(&[turn, undo, auto]).as_bytes());
    let back = live.iter().rposition(|line| line["type"] == "decision" && line["number"] == 3).unwrap();
    let stands: Vec<Value> = live
        .iter()
        .enumerate()
        .filter(|(at, line)| *at > back || line["type"] != "events" || line["number"].as_u64().is_none_or(|n| n < 3))
        .map(|(_, line)| line.clone())
        .collect();
    assert_eq!(events(&stands), events(&resumed("patrol", &file)));
}

/// The story of a battle is the same told live, from its journal, and by a replay.
#[test]
fn a_story_is_told_again_as_it_was() {
    let codex = Library::own().codex();
    for name in ["gun_line", "grand_battle", "convoy", "race_to_the_core", "life_is_cheap"] {
        let mut session = Session::begin(Library::own(), scenario(name), 5).unwrap();
        let mut story = Story::new(codex);
        let mut live = story.tell(&**session.battle(), session.events());
        while session.battle().decision().is_some() {
            let (legal, before) = (session.legal().to_vec(), session.battle().clone());
            let action = legal[(mix(5, u64::from(before.number())) % legal.len() as u64) as usize];
            let events = session.play(action).unwrap();
            live.extend(story.tell(&*before, events));
        }
        let again = Session::replay(Library::own(), name, session.text().as_bytes()).unwrap();
        let (mut story, mut told) = (Story::new(codex), Vec::new());
        again.retrace(|before, events| told.extend(story.tell(&**before, events)));
        assert_eq!(live, told, "{name}");
        let mut written = Vec::new();
        let mut again = again;
        hexfray::terminal::replay::tell(&mut again, None, Story::new(codex), &mut written, Ink::default()).unwrap();
        let written = String::from_utf8(written).unwrap();
        assert!(written.starts_with(&live.iter().map(|line| line.plain() + "\n").collect::<String>()), "{name}");
    }
}
