//! No bytes make the referee panic or fall silent: after whatever came, a line that makes sense is answered.
#![no_main]

use std::sync::LazyLock;

use hexfray::content::Library;
use hexfray::referee::serve;
use hexfray::scenario::Scenario;
use libfuzzer_sys::fuzz_target;

static SCENARIO: LazyLock<Scenario> =
    LazyLock::new(|| Scenario::open(Library::own(), "gun_line").expect("it is shipped"));

fuzz_target!(|bytes: &[u8]| {
    // Whoever is at the table may save where he likes.
    let saves = |line: &[u8]| serde_json::from_slice::<serde_json::Value>(line).is_ok_and(|line| line["do"] == "save");
    let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').filter(|line| !saves(line)).collect();
    let input = [&lines.join(&b'\n')[..], b"\n{\"do\":\"state\"}\n"].concat();
    let mut output = Vec::new();
    serve(Library::own(), SCENARIO.clone(), 1, None, &mut &*input, &mut output).expect("streams that cannot break");
    let quits = lines.iter().any(|line| line.windows(4).any(|word| word == b"quit") || line.contains(&b'\\'));
    let last = output.trim_ascii_end().rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    assert!(quits || last.starts_with(b"{\"type\":\"state\""));
});
