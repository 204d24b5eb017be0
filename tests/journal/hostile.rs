//! Whatever is in the file, reading it ends in a session or in problems.

use std::sync::LazyLock;

use proptest::prelude::*;
use serde_json::{Value, json};

use crate::games::{begin, play, replay, text};

static JOURNAL: LazyLock<String> = LazyLock::new(|| {
    let mut session = begin("gun_line", 6);
    play(&mut session, 130);
    session.undo_to(70).unwrap();
    play(&mut session, 60);
    text(&session)
});

/// One change of the bytes.
#[derive(Clone, Debug)]
enum Change {
    Put(usize, u8),
    Insert(usize, Vec<u8>),
    Cut(usize, usize),
    Copy(usize, usize, usize),
}

fn change() -> impl Strategy<Value = Change> {
    let at = any::<usize>();
    prop_oneof![
        (at, any::<u8>()).prop_map(|(at, byte)| Change::Put(at, byte)),
        (at, prop::sample::select(b"0123456789abcdef\"{}[],:-.\n \0".to_vec())).prop_map(|c| Change::Put(c.0, c.1)),
        (at, prop::collection::vec(any::<u8>(), 1..9)).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        (at, 1..900usize).prop_map(|(at, length)| Change::Cut(at, length)),
        (at, 1..900usize, at).prop_map(|(from, length, to)| Change::Copy(from, length, to)),
    ]
}

fn apply(bytes: &mut Vec<u8>, change: &Change) {
    let within = |at: usize, bytes: &Vec<u8>| at % bytes.len().max(1);
    let range = |at: usize, length: usize, bytes: &Vec<u8>| {
        let from = within(at, bytes);
        from..bytes.len().min(from + length)
    };
    match change {
        Change::Put(at, byte) => {
            let at = within(*at, bytes);
            bytes.splice(at..bytes.len().min(at + 1), [*byte]);
        }
        Change::Insert(at, new) => _ = bytes.splice(range(*at, 0, bytes), new.iter().copied()),
        Change::Cut(at, length) => _ = bytes.drain(range(*at, *length, bytes)),
        Change::Copy(from, length, to) => {
            let piece = bytes[range(*from, *length, bytes)].to_vec();
            bytes.splice(range(*to, 0, bytes), piece);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..2000)) {
        prop_assert!(replay(bytes).is_err());
    }

    #[test]
    fn bytes_changed_at_random(changes in prop::collection::vec(change(), 1..6)) {
        let mut bytes = JOURNAL.clone().into_bytes();
        changes.iter().for_each(|change| apply(&mut bytes, change));
        let _ = replay(bytes);
    }

    #[test]
    fn actions_changed_at_random(
        line in 1..JOURNAL.lines().count(),
        verb in prop::sample::select(hexfray::battle::Verb::ALL.map(|verb| verb.word()).to_vec()),
        unit in prop::option::of(any::<u8>().prop_map(|unit| unit % 12)),
        with in any::<u8>(),
        target in prop_oneof![
            Just(Value::Null),
            any::<u8>().prop_map(|index| json!({"index": index})),
            prop::option::of(0..12u8).prop_map(|unit| json!({"unit": unit})),
            (-10..30i16, 0..20i16).prop_map(|hex| json!({"hex": hex})),
            Just(json!({"hex": null})),
        ],
    ) {
        let mut lines: Vec<String> = JOURNAL.lines().map(str::to_owned).collect();
        let mut value: Value = serde_json::from_str(&lines[line]).unwrap();
        value["do"] = json!({"verb": verb, "unit": unit, "with": with, "target": target});
        lines[line] = value.to_string();
        lines.truncate(line + 1);
        let _ = replay(lines.join("\n"));
    }
}
