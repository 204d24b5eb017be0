//! Commands as they are typed, in a folder of their own.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use hexfray::store::bare;

use crate::beds::{TASK, folder};

/// A command that works in a folder, which is also the home of the user's own data.
pub(crate) fn hexfray(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexfray"));
    command.current_dir(folder).args(arguments).env("XDG_DATA_HOME", folder).env("HOME", folder);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// What a command wrote to its outputs, and whether it went well.
pub(crate) fn said(child: Child) -> (String, String, bool) {
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.success())
}

/// What a command that goes well writes.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> String {
    let (told, wrong, fine) = said(hexfray(folder, arguments).spawn().unwrap());
    assert!(fine, "{arguments:?}: {wrong}");
    told
}

/// What a command that is refused complains of.
pub(crate) fn refused(folder: &Path, arguments: &[&str]) -> String {
    let (told, wrong, fine) = said(hexfray(folder, arguments).spawn().unwrap());
    assert!(!fine, "{arguments:?}: {told}");
    wrong
}

/// Waits until a file has something in it.
pub(crate) fn wait_for(file: &Path) {
    let end = Instant::now() + Duration::from_secs(120);
    while fs::metadata(file).map_or(0, |m| m.len()) == 0 {
        assert!(Instant::now() < end, "{} is never written", file.display());
        std::thread::sleep(Duration::from_millis(2));
    }
}

pub(crate) const LEAGUE: &str = r#"(
    name: "Bed", seed: 3, entrants: [(name: "random"), (name: "recruit")], format: RoundRobin,
    battles: [(scenario: "patrol")], pairs: 40,
)"#;

/// An empty file, which a full disk or a kill may leave, stands in nobody's way: nothing was written to it.
#[test]
fn empty_files_are_begun_anew() {
    let folder = folder("empty");
    fs::write(folder.join("task.ron"), TASK.replace("steps: 6", "steps: 1")).unwrap();
    fs::write(folder.join("league.ron"), LEAGUE.replace("pairs: 40", "pairs: 1")).unwrap();
    let home = folder.join("hexfray/campaigns");
    let auto = home.join("iron_road-auto-random-1");
    for home in [home.join("mine"), auto.clone()] {
        fs::create_dir_all(&home).unwrap();
        fs::write(home.join("campaign.journal"), "").unwrap();
    }
    for (file, arguments) in [
        ("a.journal", &["battle", "patrol", "--record", "a.journal"][..]),
        ("league.jsonl", &["league", "run", "league.ron"]),
        ("duel.jsonl", &["duel", "random", "recruit", "--scenario", "patrol", "--pairs", "1", "--out", "duel.jsonl"]),
        ("steps.jsonl", &["tune", "task.ron", "--steps", "steps.jsonl"]),
        ("hulk.ron", &["hulk", "--seed", "7", "--out", "hulk.ron"]),
        ("hexfray/campaigns/mine/campaign.journal", &["campaign", "new", "iron_road", "--name", "mine"]),
        (
            "hexfray/campaigns/iron_road-auto-random-1/campaign.journal",
            &["campaign", "auto", "iron_road", "--level", "random"],
        ),
    ] {
        fs::write(folder.join(file), "").unwrap();
        run(&folder, arguments);
        assert!(fs::metadata(folder.join(file)).unwrap().len() > 0, "{file}");
    }
}

/// No command writes over a file that it did not write itself, unless it is told to.
#[test]
fn no_file_is_written_over_unasked() {
    let folder = folder("over");
    fs::write(folder.join("league.ron"), LEAGUE.replace("pairs: 40", "pairs: 1")).unwrap();
    run(&folder, &["league", "run", "league.ron"]);
    fs::create_dir_all(folder.join("tables")).unwrap();
    let lab = ["lab", "--units", "Ork mob,Blades", "--pairs", "1"];
    for (file, arguments) in [
        ("all.jsonl", &["league", "merge", "league.jsonl", "--out", "all.jsonl"][..]),
        ("page.html", &["league", "report", "league.jsonl", "--html", "page.html"]),
        ("tables/cross.csv", &["league", "report", "league.jsonl", "--csv", "tables"]),
        ("lab.csv", &[&lab[..], &["--csv", "lab.csv"]].concat()),
        ("lab.html", &[&lab[..], &["--html", "lab.html"]].concat()),
        ("hulk.ron", &["hulk", "--seed", "7", "--out", "hulk.ron"]),
        (
            "drawn.ron",
            &["campaign", "draw", "--ruleset", "hexwar", "--seed", "1", "--stages", "1", "--out", "drawn.ron"],
        ),
    ] {
        fs::write(folder.join(file), "mine").unwrap();
        let told = refused(&folder, arguments);
        assert!(told.contains("there is such a file already") && told.contains("--force"), "{told}");
        assert_eq!(fs::read_to_string(folder.join(file)).unwrap(), "mine", "{file}");
        run(&folder, &[arguments, &["--force"]].concat());
        assert_ne!(fs::read_to_string(folder.join(file)).unwrap(), "mine", "{file}");
    }
    let left = fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
    assert!(left.filter(|name| name.contains(".hexfray-")).count() == 0, "nothing lies about");
}

/// Results that contradict each other, or that are of battles which the league does not have, are refused.
#[test]
fn results_that_cannot_be_are_refused() {
    let folder = folder("contradictions");
    fs::write(folder.join("league.ron"), LEAGUE.replace("pairs: 40", "pairs: 3")).unwrap();
    run(&folder, &["league", "run", "league.ron"]);
    let text = fs::read_to_string(folder.join("league.jsonl")).unwrap();
    let plain: Vec<String> = text.lines().map(|line| bare(line).into_owned()).collect();
    let report = |lines: &[String]| {
        fs::write(folder.join("other.jsonl"), lines.join("\n") + "\n").unwrap();
        ["league", "report", "league.jsonl", "other.jsonl"]
    };
    // The same battles twice, in other times: that is no contradiction.
    let mut same = plain.clone();
    same[2] = same[2].replacen("\"seconds\":", "\"seconds\":1", 1);
    run(&folder, &report(&same));
    let mut other = plain.clone();
    other[2] = other[2].replacen("\"turns\":", "\"turns\":1", 1);
    let told = refused(&folder, &report(&other));
    assert!(told.starts_with("other.jsonl: battle 1 ended otherwise in a file before it (one of the two"), "{told}");
    let twice = [plain.clone(), other[2..3].to_vec()].concat();
    let told = refused(&folder, &report(&twice));
    assert!(told.starts_with("other.jsonl:8:1: battle 1 ended otherwise in a line before"), "{told}");
    let refusal = |line: usize, from: &str, to: &str| {
        let mut lines = plain.clone();
        lines[line] = lines[line].replacen(from, to, 1);
        assert_ne!(lines[line], plain[line]);
        refused(&folder, &report(&lines))
    };
    let told = refusal(2, "\"game\":1", "\"game\":6");
    assert!(told.starts_with("other.jsonl:3:1: battle 6 of a league that has 6, counted from 0"), "{told}");
    let told = refusal(2, "\"game\":1", "\"game\":3");
    assert!(told.starts_with("other.jsonl:3:1: battle 3 has another setting, other seats or another seed"), "{told}");
    let told = refusal(2, "\"seats\":[1,0]", "\"seats\":[0,1]");
    assert!(told.contains("other seats"), "{told}");
    let told = refusal(0, "\"part\":1,\"of\":1", "\"part\":0,\"of\":0");
    assert!(told.contains("not the first line of a league's results"), "{told}");
}

/// Results of leagues, logs and settings are read with a limit, and only from files.
#[cfg(unix)]
#[test]
fn pipes_and_devices_are_refused() {
    let folder = folder("pipes");
    fs::write(folder.join("task.ron"), TASK).unwrap();
    assert!(Command::new("mkfifo").arg(folder.join("pipe")).status().unwrap().success());
    for file in ["pipe", "/dev/zero"] {
        for arguments in [
            &["league", "report", file][..],
            &["league", "resume", file],
            &["league", "merge", file, "--out", "all.jsonl"],
            &["tune", "task.ron", "--steps", file],
            &["replay", file],
            &["continue", file],
            &["mend", file],
            &["fit", "two_turns", file],
            &["duel", "random", "recruit", "--scenario", "patrol", "--out", file],
        ] {
            let told = refused(&folder, arguments);
            assert!(told.contains("it is a pipe or a device"), "{arguments:?}: {told}");
        }
        let (told, ..) = said(hexfray(&folder, &["check", file]).spawn().unwrap());
        assert!(told.contains("it is a pipe or a device"), "{told}");
    }
}

/// A wish that no hulk can meet is refused at once.
#[test]
fn a_hulk_with_fewer_spaces_than_rooms_is_refused() {
    let folder = folder("spaces");
    for spaces in ["1-1", "30-20"] {
        let told = refused(&folder, &["hulk", "--seed", "1", "--spaces", spaces, "--out", "hulk.ron"]);
        assert!(told.contains("spaces are not to be had with 8 rooms"), "{told}");
    }
}

/// `mend` says what it kept.
#[test]
fn mending_is_told() {
    let folder = folder("mending");
    run(&folder, &["battle", "patrol", "--record", "a.journal"]);
    let whole = run(&folder, &["mend", "a.journal"]);
    assert!(whole.contains("lines are as they were written"), "{whole}");
    let mut bytes = fs::read(folder.join("a.journal")).unwrap();
    let third = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n').nth(2).unwrap().0;
    bytes[third - 30] ^= 1;
    fs::write(folder.join("a.journal"), &bytes).unwrap();
    let told = refused(&folder, &["replay", "a.journal"]);
    assert!(told.contains("a.journal:3:1: ") && told.contains("`hexfray mend a.journal`"), "{told}");
    let mended = run(&folder, &["mend", "a.journal"]);
    assert!(mended.contains("a.journal: 2 lines are kept") && mended.contains("a.journal.damaged-1"), "{mended}");
    run(&folder, &["replay", "a.journal"]);
}
