//! Garbage at the referee's table: whatever comes in, it answers, stands where it stood, and hears the next line.

use hexfray::content::Library;
use hexfray::referee::serve;
use hexfray::scenario::Scenario;
use proptest::prelude::*;
use serde_json::Value;

/// What the referee says to these bytes and then to a line that makes sense.
fn answers(garbage: &[u8]) -> Vec<Value> {
    let input = [garbage, b"\n{\"do\":\"state\"}\n"].concat();
    let library = Library::own();
    let mut output = Vec::new();
    let scenario = Scenario::open(library, "gun_line").unwrap();
    serve(library, scenario, 1, None, &mut &*input, &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    output.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{e} in {line}"))).collect()
}

/// The hash of the first decision, and of the state that is told in the end.
fn hashes(said: &[Value]) -> [&Value; 2] {
    let first = said.iter().find(|line| line["type"] == "decision").unwrap();
    [&first["hash"], &said.last().unwrap()["hash"]]
}

/// Each of these is one line that cannot be met: an error tells so, no longer than what was said, and nothing has
/// changed.
#[test]
fn lines_beyond_measure_are_answered() {
    const MANY: usize = 200_000;
    let digits = "9".repeat(MANY);
    let wrong = [
        "[".repeat(MANY),
        "{\"do\":".repeat(MANY),
        format!("{{\"do\":\"play\",\"target\":{}{}}}", "[".repeat(MANY), "]".repeat(MANY)),
        format!("{{\"do\":\"play\",\"target\":{}{}}}", "{\"hex\":".repeat(MANY / 10), "}".repeat(MANY / 10)),
        format!("{{\"do\":\"play\",\"action\":{digits}}}"),
        format!("{{\"do\":\"odds\",\"action\":{digits}.{digits}e{digits}}}"),
        "{\"do\":\"odds\",\"action\":18446744073709551615}".to_owned(),
        "{\"do\":\"play\",\"action\":-1}".to_owned(),
        "{\"do\":\"play\",\"action\":1e400}".to_owned(),
        "{\"do\":\"play\",\"verb\":\"fire\",\"unit\":255,\"with\":255,\"target\":{\"unit\":255}}".to_owned(),
        "{\"do\":\"play\",\"verb\":\"move\",\"target\":{\"hex\":[-2147483648,2147483647],\"deck\":65535}}".to_owned(),
        "{\"do\":\"view\",\"side\":255}".to_owned(),
        "{\"do\":\"undo\",\"to\":4294967295}".to_owned(),
        "{\"do\":\"undo\",\"to\":-0.0}".to_owned(),
        format!("{{\"do\":\"auto\",\"ai\":\"{}\"}}", "veteran@".repeat(MANY / 10)),
        "{\"do\":\"auto\",\"ai\":\"../../../../etc/passwd\"}".to_owned(),
        "{\"do\":\"auto\",\"ai\":\"\\u0000\\ud800\"}".to_owned(),
        format!("{{{}\"do\":\"state\"}}", "\"do\":\"state\",".repeat(MANY / 10)),
        format!("{{\"do\":\"save\",\"path\":\"{}\"}}", "x/".repeat(MANY)),
        format!("\"{}\"", "\\u0000".repeat(MANY / 10)),
        "x".repeat(20 * MANY),
    ];
    for line in wrong {
        let said = answers(line.as_bytes());
        let begins: String = line.chars().take(60).collect();
        let error = said.iter().find(|answer| answer["type"] == "error").unwrap_or_else(|| panic!("{begins}"));
        let length = error.to_string().len();
        assert!(length < line.len() + 10_000, "{begins}: {length} bytes to {}", line.len());
        let [before, after] = hashes(&said);
        assert_eq!(before, after, "{begins}");
    }
}

/// Dice that never come up are no burden, however many are written down.
#[test]
fn dice_beyond_measure_change_nothing() {
    let roll = "{\"rule\":\"HEX-HIT-01\",\"face\":9},".repeat(30_000);
    let said = answers(format!("{{\"do\":\"dice\",\"rolls\":[{}]}}", roll.trim_end_matches(',')).as_bytes());
    let [before, after] = hashes(&said);
    assert_eq!(before, after);
}

/// Bytes that are often what requests are made of.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        prop::collection::vec(any::<u8>(), 1..40),
        prop::sample::select(vec![
            "{\"do\":",
            "\"play\"",
            "\"odds\"",
            "\"view\"",
            "\"undo\"",
            "\"dice\"",
            "\"state\"",
            ",\"action\":",
            ",\"side\":",
            ",\"to\":",
            ",\"rolls\":[",
            "{\"rule\":\"HEX-HIT-01\",\"face\":",
            "}",
            "]",
            "\n",
            "0",
            "1e9",
            "-1",
            "null",
            "\"",
            "\\u12",
            "\u{feff}",
            "\0",
        ])
        .prop_map(|text| text.as_bytes().to_vec()),
    ];
    prop::collection::vec(piece, 1..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    /// No bytes stop the referee.
    #[test]
    fn random_bytes_are_answered(garbage in bytes()) {
        let said = answers(&garbage);
        prop_assert_eq!(said.last().unwrap()["type"].as_str(), Some("state"));
    }
}
