//! Programs of others at the table: they play, and whoever fails loses that battle with a reason.

use hexfray::league::report::Report;
use hexfray::league::spec::Entrant;
use hexfray::league::store::{Results, Shard};

use super::{entrant, fought, spec};

/// A program for the shell.
fn program(name: &str, script: &str) -> Entrant {
    let program = ["sh", "-c", script].map(str::to_owned).into();
    Entrant { name: name.to_owned(), program, seconds: Some(30.0), ..Entrant::default() }
}

/// It gives the first answer of every list.
const FIRST: &str =
    r#"while read -r line; do case "$line" in *'"type":"decision"'*) echo '{"do":"play","action":0}';; esac; done"#;

fn against_random(program: Entrant) -> Results {
    fought(&spec(&[program, entrant("random", "random")], &["gun_line"], 1), Shard::WHOLE)
}

#[test]
fn a_program_plays_whole_battles() {
    let results = against_random(program("first", FIRST));
    for record in results.records.values() {
        assert_eq!(record.ending.failure, None);
        assert!(record.ending.decisions.iter().all(|&n| n > 10), "{:?}", record.ending);
    }
}

/// What it is told says nothing of the seed and of the state's hash, and only what its side may know.
#[test]
fn a_program_is_told_what_its_side_may_know() {
    let heard = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("heard.jsonl");
    let _ = std::fs::remove_file(&heard);
    let asks = r#"case "$line" in *'"type":"decision"'*) echo '{"do":"view","side":0}'; read -r view; echo "$view" >&3; echo '{"do":"play","action":0}';; esac"#;
    let script = format!("exec 3>>'{}'; while read -r line; do echo \"$line\" >&3; {asks}; done", heard.display());
    let spec = spec(&[program("nosy", &script), entrant("random", "random")], &["gun_line"], 1);
    let league = hexfray::league::League::new(hexfray::content::Library::own(), spec).unwrap();
    let header = hexfray::league::store::Header::new(&league, Shard::WHOLE);
    // In the second battle of the pair it sits at the other side, whose view is not open to it.
    // One battle after the other, as what is heard in both goes into one file.
    let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let run = || league.run(Results::new(header), None, std::path::Path::new("."), |_| {});
    let results = alone.install(run).unwrap();
    assert_eq!(results.records[&0].ending.failure, None);
    let failure = results.records[&1].ending.failure.as_ref().unwrap();
    assert!(failure.side == Some(1) && failure.why.contains("`view` of its own side"), "{failure:?}");
    let text = std::fs::read_to_string(&heard).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().filter(|l| !l.is_empty()).map(|l| serde_json::from_str(l).unwrap()).collect();
    let types: Vec<&str> = lines.iter().filter_map(|l| l["type"].as_str()).collect();
    for kind in ["hello", "events", "decision", "view", "over"] {
        assert!(types.contains(&kind), "{kind}");
    }
    for line in &lines {
        assert!(line.get("hash").is_none() && line.get("seed").is_none(), "{line}");
    }
    assert_eq!(lines[0]["seat"], serde_json::json!({"side": 0, "iterations": null, "seconds": 30.0}));
}

/// Crash, silence and nonsense lose the battle, not the run.
#[test]
fn whoever_fails_loses_with_a_reason() {
    let quick = |name: &str, script: &str| Entrant { seconds: Some(0.3), ..program(name, script) };
    let failing = [
        (program("crash", "read -r hello; exit 3"), "ended with exit status: 3"),
        (quick("stall", "sleep 60"), "said nothing for 0.3 s"),
        (program("nonsense", "echo hello; sleep 60"), "it said `hello`"),
        (program("cheat", r#"echo '{"do":"state"}'; sleep 60"#), "a league is open to"),
        (program("wrong", r#"echo '{"do":"play","action":9999}'; sleep 60"#), "there is no action 9999"),
        (Entrant { program: vec!["/nowhere/bot".to_owned()], ..program("absent", "") }, "could not be started"),
    ];
    for (entrant, reason) in failing {
        let name = entrant.name.clone();
        let results = against_random(entrant);
        for record in results.records.values() {
            let failure = record.ending.failure.as_ref().unwrap_or_else(|| panic!("{name} did not fail"));
            assert!(failure.why.contains(reason), "{name}: {}", failure.why);
            let side = record.seats.iter().position(|&s| s == 0).unwrap();
            assert_eq!((failure.side, record.ending.winner), (Some(side as u8), Some(1 - side as u8)), "{name}");
        }
        let table = Report::of(&results).tables.into_iter().find(|t| t.name == "failures").unwrap();
        assert_eq!(table.rows.len(), 2, "{name}");
    }
}
