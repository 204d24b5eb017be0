//! The commands as they are typed: run, kill, resume, merge, report.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use hexfray::store::bare;

/// An empty folder of that name.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("league_{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A command that works in a folder.
fn hexfray(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexfray"));
    command.current_dir(folder).args(arguments).stdin(Stdio::null());
    command
}

/// What a command wrote to its outputs, and whether it went well.
pub(crate) fn said(folder: &Path, arguments: &[&str]) -> (String, String, bool) {
    let output = hexfray(folder, arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr), output.status.success())
}

const SPEC: &str = r#"(
    name: "Small league", seed: 3,
    entrants: [(name: "random"), (name: "recruit"), (name: "utility")],
    format: RoundRobin,
    battles: [(scenario: "crossroads"), (scenario: "gun_line")],
    pairs: 8, journals: Failed,
)"#;

/// What is told but for the table of times, which comes last.
fn tables(told: &str) -> &str {
    let from = told.find("Small league").unwrap();
    &told[from..told.find("Time for decisions").unwrap()]
}

/// The lines of a file without the times.
fn timeless(path: &Path) -> Vec<String> {
    without_times(&fs::read_to_string(path).unwrap())
}

fn without_times(text: &str) -> Vec<String> {
    text.lines().map(|line| line.split(",\"times\"").next().unwrap().to_owned()).collect()
}

/// Killed in the middle, with a line cut off on top, and resumed: the very same league.
#[test]
fn a_league_that_was_killed_goes_on_to_the_same_end() {
    let folder = folder("killed");
    fs::write(folder.join("small.ron"), SPEC).unwrap();
    let (whole, _, fine) = said(&folder, &["league", "run", "small.ron", "--out", "whole.jsonl"]);
    assert!(fine);

    let killed = folder.join("small.jsonl");
    let lines = || fs::read_to_string(&killed).map_or(0, |text| text.lines().count());
    let mut run =
        hexfray(&folder, &["league", "run", "small.ron", "--threads", "1"]).stdout(Stdio::null()).spawn().unwrap();
    let end = Instant::now() + Duration::from_secs(60);
    while lines() < 6 && Instant::now() < end {
        std::thread::sleep(Duration::from_millis(1));
    }
    run.kill().unwrap();
    run.wait().unwrap();
    let (cut, fought) = (fs::read(&killed).unwrap(), lines());
    assert!((6..97).contains(&fought), "{fought} lines when it was killed");
    fs::write(&killed, &cut[..cut.len() - 9]).unwrap();

    let (resumed, _, fine) = said(&folder, &["league", "resume", "small.jsonl", "--threads", "3"]);
    assert!(fine);
    assert_eq!(tables(&resumed), tables(&whole));
    assert_eq!(timeless(&killed), timeless(&folder.join("whole.jsonl")));
    // It is over: resuming changes nothing, and running again is refused.
    let (again, _, _) = said(&folder, &["league", "resume", "small.jsonl"]);
    assert_eq!(tables(&again), tables(&whole));
    let (_, refused, fine) = said(&folder, &["league", "run", "small.ron"]);
    assert!(!fine && refused.contains("league resume small.jsonl"), "{refused}");
}

/// A duel with a file goes on with the battles that it has, and comes to what it comes to without one.
#[test]
fn a_duel_keeps_its_battles() {
    let folder = folder("duel");
    let duel = ["duel", "utility", "recruit", "--scenario", "crossroads", "--pairs", "4"];
    let kept = [&duel[..], &["--out", "duel.jsonl"]].concat();
    let last = |told: &str| told.lines().last().unwrap().to_owned();
    let (plain, _, fine) = said(&folder, &duel);
    assert!(fine && last(&plain).ends_with("4 pairs"), "{plain}");
    let (least, _, _) = said(&folder, &["duel", "utility", "random", "--scenario", "crossroads", "--pairs", "1"]);
    assert!(last(&least).ends_with("1 pair"), "{least}");
    let (begun, _, fine) = said(&folder, &kept);
    assert!(fine && begun.contains("duel.jsonl: 0 of 8 battles fought"), "{begun}");
    assert_eq!(last(&begun), last(&plain));

    let file = folder.join("duel.jsonl");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.split_inclusive('\n').take(6).collect::<String>()).unwrap();
    let (resumed, _, fine) = said(&folder, &kept);
    assert!(fine && resumed.contains("duel.jsonl: 5 of 8 battles fought"), "{resumed}");
    assert_eq!(last(&resumed), last(&plain));
    assert_eq!(timeless(&file), without_times(&text));

    // Luck changes nothing about who wins; where there are pairs enough, the score is told without it too.
    let (lucky, _, fine) = said(&folder, &[&duel[..], &["--luck"]].concat());
    assert!(fine && last(&lucky) == last(&plain) && !lucky.contains("without the luck"), "{lucky}");
    let (lucky, _, _) =
        said(&folder, &["duel", "utility", "recruit", "--scenario", "crossroads", "--pairs", "20", "--luck"]);
    let told: Vec<&str> = lucky.lines().rev().take(2).collect();
    assert!(told[0].ends_with("20 pairs") && told[1].starts_with("without the luck of the dice "), "{lucky}");

    let (_, refused, fine) = said(&folder, &[&kept[..], &["--seed", "2"]].concat());
    assert!(!fine && refused.contains("duel.jsonl"), "{refused}");

    // More pairs join those that were fought; fewer would leave some out.
    let pairs =
        |number: &'static str| kept.iter().map(|word| if *word == "4" { number } else { word }).collect::<Vec<_>>();
    let (longer, _, fine) = said(&folder, &pairs("5"));
    assert!(fine && longer.contains("duel.jsonl: 8 of 10 battles fought"), "{longer}");
    fs::remove_file(&file).unwrap();
    assert_eq!(last(&longer), last(&said(&folder, &pairs("5")).0));
    let (_, refused, fine) = said(&folder, &pairs("3"));
    assert!(!fine && refused.contains("duel.jsonl: it is a league of 5 pairs, not of 3"), "{refused}");
}

#[test]
fn parts_merge_and_are_reported() {
    let folder = folder("parts");
    fs::write(folder.join("small.ron"), SPEC.replace("pairs: 8", "pairs: 1").replace("Failed", "All")).unwrap();
    assert!(said(&folder, &["league", "run", "small.ron"]).2);
    for part in ["1/2", "2/2"] {
        assert!(said(&folder, &["league", "run", "small.ron", "--shard", part]).2);
    }
    let parts = ["small.1-of-2.jsonl", "small.2-of-2.jsonl"];
    assert!(said(&folder, &["league", "merge", parts[1], parts[0], "--out", "merged.jsonl"]).2);
    assert_eq!(timeless(&folder.join("merged.jsonl")), timeless(&folder.join("small.jsonl")));

    let report = ["league", "report", parts[0], parts[1], "--html", "page.html", "--csv", "tables"];
    let (told, _, fine) = said(&folder, &report);
    assert!(fine && told.contains("12 battles in 6 pairs"), "{told}");
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<svg") && !page.contains("src="), "self-contained");
    assert!(page.contains("small_league.journals/3.journal"));
    let csv = fs::read_to_string(folder.join("tables/cross.csv")).unwrap();
    assert_eq!(csv.lines().count(), 4);
    // The journals that the page points to are there, and every state is as recorded.
    let (told, _, fine) = said(&folder, &["replay", "--verify", "small_league.journals/3.journal"]);
    assert!(fine && told.contains("every state as recorded"), "{told}");

    // A league of the same name writes over none of them.
    let journal = folder.join("small_league.journals/0.journal");
    let before = fs::read(&journal).unwrap();
    let again = fs::read_to_string(folder.join("small.ron")).unwrap();
    fs::write(folder.join("other.ron"), again.replace("seed: 3", "seed: 4")).unwrap();
    let (_, refused, fine) = said(&folder, &["league", "run", "other.ron"]);
    assert!(!fine && refused.contains("another league is kept here"), "{refused}");
    assert_eq!(fs::read(&journal).unwrap(), before);
}

/// What is wrong with files is said in a line, and nothing is harmed.
#[test]
fn wrong_files_are_refused() {
    let folder = folder("wrong");
    let refused = |arguments: &[&str], why: &str| {
        let (_, told, fine) = said(&folder, arguments);
        assert!(!fine && told.contains(why), "{arguments:?}: {told}");
    };
    fs::write(folder.join("small.ron"), SPEC.replace("pairs: 8", "pairs: 1")).unwrap();
    fs::write(folder.join("other.ron"), SPEC.replace("pairs: 8", "pairs: 1").replace("seed: 3", "seed: 4")).unwrap();
    assert!(said(&folder, &["league", "run", "small.ron"]).2 && said(&folder, &["league", "run", "other.ron"]).2);
    refused(&["league", "run", "nothing.ron"], "cannot be read");
    let (_, three, fine) = said(&folder, &["duel", "utility", "random", "--scenario", "life_is_cheap"]);
    assert!(!fine && three.contains("this battle is for 3 sides") && three.lines().count() == 1, "{three}");
    refused(&["league", "resume", "small.ron"], "small.ron:1:1: this is not the first line of a league's results");
    refused(&["league", "report", "small.jsonl", "other.jsonl"], "not of the league of small.jsonl");
    refused(&["league", "run", "small.ron", "--shard", "5/4"], "such as 1/4");
    let text = fs::read_to_string(folder.join("small.jsonl")).unwrap();
    let changed = text.replace("\"game\":2,", "\"game\":3,");
    fs::write(folder.join("changed.jsonl"), changed).unwrap();
    refused(&["league", "report", "changed.jsonl"], "changed.jsonl:4:1: the line is not as it was written");
    // Without checksums, as older versions wrote it, what is in the lines is looked at.
    let text: String = text.lines().map(|line| bare(line).into_owned() + "\n").collect();
    fs::write(folder.join("torn.jsonl"), text.replace("\"game\":2,", "\"game\":x,")).unwrap();
    refused(&["league", "report", "torn.jsonl"], "torn.jsonl:4:");
    let header = text.lines().next().unwrap().replace("\"content\":\"", "\"content\":\"0");
    fs::write(folder.join("stale.jsonl"), header + "\n").unwrap();
    refused(&["league", "resume", "stale.jsonl"], "the content has changed since");
}

/// What a file of somebody else calls things is shown, and obeyed by no terminal, browser or spreadsheet.
#[test]
fn names_of_others_are_shown_and_not_obeyed() {
    let folder = folder("names");
    fs::write(folder.join("small.ron"), SPEC.replace("pairs: 8", "pairs: 1").replace("Failed", "None")).unwrap();
    assert!(said(&folder, &["league", "run", "small.ron"]).2);
    // Without its checksums, as older versions wrote them, whatever is changed in it is read.
    let sealed = fs::read_to_string(folder.join("small.jsonl")).unwrap();
    let own: String = sealed.lines().map(|line| bare(line).into_owned() + "\n").collect();
    let hostile = r#""settings":["=1+1\u001b[2J\u202e\u009b2J<b>","gun_line"]"#;
    let text = own.replace(r#""settings":["crossroads","gun_line"]"#, hostile);
    assert!(text.contains(hostile));
    fs::write(folder.join("theirs.jsonl"), text).unwrap();
    let (told, _, fine) =
        said(&folder, &["league", "report", "theirs.jsonl", "--html", "page.html", "--csv", "tables"]);
    let shown = r"=1+1\u001b[2J\u202e\u009b2J";
    let page = fs::read_to_string(folder.join("page.html")).unwrap();
    let csv = fs::read_to_string(folder.join("tables/settings.csv")).unwrap();
    assert!(fine && told.contains(&format!("{shown}<b>")), "{told}");
    assert!(page.contains(&format!("{shown}&lt;b&gt;")) && csv.contains(&format!("\"'{shown}<b>\"")), "{csv}");
    let header = r#""entrants":[{"name":"random""#;
    fs::write(folder.join("named.jsonl"), own.replace(header, &header.replace("random", r"\u001b[2J"))).unwrap();
    let (_, refused, fine) = said(&folder, &["league", "report", "named.jsonl"]);
    assert!(!fine && refused.contains(r"a terminal would obey the name \u001b[2J"), "{refused}");
    let (checked, missing, _) = said(&folder, &["check", "x\u{1b}[2J\u{202e}.ron"]);
    assert!((checked.clone() + &missing).contains(r"x\u001b[2J\u202e.ron"), "{checked}{missing}");
    for text in [told, page, csv, refused, checked, missing] {
        assert!(!text.contains(['\u{1b}', '\u{202e}', '\u{9b}']), "{text:?}");
    }
}

/// Results that name a program do not run it unless somebody says so.
#[test]
fn programs_of_results_are_not_run_unasked() {
    let folder = folder("trust");
    let spec = SPEC.replace("pairs: 8", "pairs: 1").replace("Failed", "None");
    let bot = r#"(name: "bot", program: ["sh", "-c", "touch ran"])"#;
    fs::write(folder.join("bot.ron"), spec.replace(r#"(name: "recruit"), (name: "utility")"#, bot)).unwrap();
    assert!(said(&folder, &["league", "run", "bot.ron"]).2);
    let (ran, results) = (folder.join("ran"), folder.join("bot.jsonl"));
    let text = fs::read_to_string(&results).unwrap();
    let cut: String = text.split_inclusive('\n').take(2).collect();
    fs::write(&results, &cut).unwrap();
    fs::remove_file(&ran).unwrap();
    let (_, refused, fine) = said(&folder, &["league", "resume", "bot.jsonl"]);
    assert!(!fine && refused.contains(r#"bot: ["sh", "-c", "touch ran"]"#) && refused.contains("--trust"), "{refused}");
    assert!(!ran.exists() && fs::read_to_string(&results).unwrap() == cut);
    assert!(said(&folder, &["league", "resume", "bot.jsonl", "--trust"]).2);
    assert!(ran.exists() && fs::read_to_string(&results).unwrap().lines().count() == text.lines().count());
}
