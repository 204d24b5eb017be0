//! Programs of others at the table: they play, and whoever fails loses that battle with a reason.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

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
        (quick("stall", "sleep 60"), "did not decide within 0.3 s"),
        (program("nonsense", "echo hello; sleep 60"), "it said `hello`"),
        (program("cheat", r#"echo '{"do":"state"}'; sleep 60"#), "a league is open to"),
        (program("wrong", r#"echo '{"do":"play","action":9999}'; sleep 60"#), "there is no action 9999"),
        (program("shut", "exec <&- >&-; sleep 60"), "it hung up"),
        (Entrant { program: vec!["/nowhere/bot".to_owned()], ..program("absent", "") }, "there is no such program"),
    ];
    for (entrant, reason) in failing {
        loses(entrant, reason);
    }
}

/// A program loses both battles against one who plays on, with a reason.
fn loses(entrant: Entrant, reason: &str) {
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

/// The side of the seat, as `$side`.
const SEAT: &str = r#"read -r hello; case "$hello" in *'"seat":{"side":0'*) side=0;; *) side=1;; esac; "#;

/// Whatever a program says without end, its time ends.
#[test]
fn a_flood_that_decides_nothing_loses_when_its_time_is_over() {
    for (name, line) in [
        ("views", r#"{\"do\":\"view\",\"side\":$side}"#),
        ("odds", r#"{\"do\":\"odds\",\"action\":0}"#),
        ("blanks", ""),
    ] {
        let script = format!("{SEAT} yes \"{line}\" & exec cat >/dev/null");
        loses(Entrant { seconds: Some(0.5), ..program(name, &script) }, "did not decide within 0.5 s");
    }
}

/// What is said too much, or waits to be read, is not kept.
#[test]
fn whoever_says_too_much_or_does_not_listen_loses() {
    loses(program("line", "tr '\\0' x </dev/zero"), "a line has at most 1048576 bytes");
    loses(program("spaces", r#"yes "$(printf %4000s '')""#), "it said more than 256 MiB");
    let deaf = format!(r#"{SEAT} yes "{{\"do\":\"view\",\"side\":$side}}""#);
    loses(program("deaf", &deaf), "it does not listen: 16 MiB wait for it");
}

/// Answers ahead of time wait in the pipe: a program that says more than is wanted of it stands still.
#[test]
fn a_flood_of_answers_is_held_back() {
    let counted = super::command::folder("flood").join("lines");
    let flood =
        format!(r#"exec 3>>'{}'; while :; do echo '{{"do":"play","action":0}}'; echo >&3; done"#, counted.display());
    let slow = program("slow", &format!("sleep 3; {FIRST}"));
    let results = fought(&spec(&[program("flood", &flood), slow], &["gun_line"], 1), Shard::WHOLE);
    assert!(results.records.values().all(|record| record.ending.failure.is_none()));
    let lines = std::fs::metadata(&counted).unwrap().len();
    assert!(lines < 10_000, "{lines} lines in two battles, of which pipes hold a few thousand each");
}

/// A process that eats 256 MiB and would play then.
#[test]
fn memory_is_limited() {
    let eats = "x=xxxxxxxx; n=0; while [ $n -lt 25 ]; do x=$x$x; n=$((n + 1)); done";
    let eater = program("eater", &format!("{eats}; {FIRST}"));
    loses(Entrant { memory: Some(64), ..eater }, "it ended with");
}

/// Whether a process runs.
#[cfg(target_os = "linux")]
fn runs(process: &str) -> bool {
    let state = std::fs::read_to_string(format!("/proc/{process}/stat"));
    state.is_ok_and(|stat| !stat.rsplit(')').next().unwrap_or_default().trim_start().starts_with('Z'))
}

/// Waits until none of the processes that a file names runs.
#[cfg(target_os = "linux")]
fn all_end(listed: &std::path::Path) {
    let end = Instant::now() + Duration::from_secs(30);
    let processes = std::fs::read_to_string(listed).unwrap();
    while processes.split_whitespace().any(runs) {
        assert!(Instant::now() < end, "some of {processes:?} still run");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// What a program started ends with its battle, won or lost, even if it has left itself.
#[cfg(target_os = "linux")]
#[test]
fn nothing_that_a_program_started_outlives_its_battle() {
    for (name, then) in [("whole", FIRST), ("leaves", "exit 3"), ("stalls", "wait")] {
        let listed = super::command::folder(name).join("processes");
        let script = format!("sleep 1000 & echo $! $$ >>'{}'; {then}", listed.display());
        against_random(Entrant { seconds: Some(3.0), ..program(name, &script) });
        assert_eq!(std::fs::read_to_string(&listed).unwrap().split_whitespace().count(), 4, "{name}");
        all_end(&listed);
    }
}

/// Ctrl-C and `kill -9` of a league end its programs and what they started.
#[cfg(target_os = "linux")]
#[test]
fn programs_end_with_their_league() {
    let folder = super::command::folder("orphans");
    let script = "sleep 1000 & echo $! $$ >>processes; wait";
    let spec = format!(
        r#"(name: "Orphans", seed: 1, entrants: [(name: "random"), (name: "bot", program: ["sh", "-c", {script:?}], seconds: 900.0)],
            format: RoundRobin, battles: [(scenario: "gun_line")], pairs: 1)"#
    );
    std::fs::write(folder.join("orphans.ron"), spec).unwrap();
    let listed = folder.join("processes");
    for signal in ["INT", "KILL"] {
        std::fs::write(&listed, "").unwrap();
        let out = format!("{signal}.jsonl");
        let mut league = Command::new(env!("CARGO_BIN_EXE_hexfray"))
            .current_dir(&folder)
            .args(["league", "run", "orphans.ron", "--threads", "2", "--out", &out])
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let end = Instant::now() + Duration::from_secs(60);
        let started = || std::fs::read_to_string(&listed).unwrap().split_whitespace().count();
        while started() < 4 && Instant::now() < end {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(started(), 4);
        let kill = format!("kill -s {signal} {}", league.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
        assert!(!league.wait().unwrap().success());
        all_end(&listed);
    }
}
