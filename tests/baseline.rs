//! The frozen baseline: whole battles between opponents, known by the hash of their last state. A change of rules, content
//! or opponents that alters a single decision shows here, and so does a build that plays otherwise than others.

use std::path::Path;
use std::process::Command;

/// A row for each battle: the scenario, who plays both sides, the seed, the hash of the last state. `.ci/run` holds the
/// build without the window against those of `utility`.
const ROWS: &str = include_str!("baseline.txt");

/// What the program comes to in the battle of a row.
fn fought(row: &str) -> String {
    let [scenario, level, seed, _] = row.split(' ').collect::<Vec<_>>()[..] else { panic!("not a row: {row}") };
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("baseline");
    let output = Command::new(env!("CARGO_BIN_EXE_hexfray"))
        .env("XDG_DATA_HOME", &home)
        .env("HOME", &home)
        .args(["battle", scenario, "--seed", seed, "--side", &format!("A={level}"), "--side", &format!("B={level}")])
        .output()
        .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    let hash = told.trim_end().rsplit(' ').next().unwrap_or_default();
    format!("{scenario} {level} {seed} {hash}")
}

/// The rows may change only together with what changes them, and with a word in the commit.
#[test]
fn opponents_decide_as_ever() {
    let fought: Vec<String> = ROWS.lines().map(fought).collect();
    assert_eq!(fought.join("\n"), ROWS.trim_end(), "these battles are:\n{}", fought.join("\n"));
}
