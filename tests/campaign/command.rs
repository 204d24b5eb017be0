//! The command: list, new, show, play, auto, export.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::camp::folder;

fn program(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexfray"));
    command.env("XDG_DATA_HOME", home).env("HOME", home).arg("campaign").stdin(Stdio::null());
    command
}

/// What the command writes; it must end well.
fn run(home: &Path, args: &[&str]) -> String {
    let output = program(home).args(args).output().unwrap();
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// What the command complains of.
fn refused(home: &Path, args: &[&str]) -> String {
    let output = program(home).args(args).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn play(home: &Path, name: &str, lines: &str) -> String {
    let mut child = program(home).args(["play", name]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
}

#[test]
fn list_has_a_line_a_campaign_with_its_id_first() {
    let home = folder("list");
    let list = run(&home, &["list"]);
    let ids: Vec<&str> = list.lines().filter_map(|l| l.split_whitespace().next()).collect();
    assert_eq!(ids, ["dead_weight", "iron_road", "long_hunt", "long_night", "shore_leave"]);
}

#[test]
fn new_show_play_export() {
    let home = folder("new");
    let made = run(&home, &["new", "long_hunt", "--name", "mine", "--seed", "3", "--difficulty", "easy"]);
    assert!(made.contains("open: First Blood (farm)") && made.contains("campaign play"), "{made}");
    assert!(refused(&home, &["new", "long_hunt", "--name", "mine"]).contains("already"));
    assert!(refused(&home, &["new", "long_hunt", "--name", "../x"]).contains("no name for a campaign"));
    assert!(refused(&home, &["new", "long_haul"]).contains("long_hunt"));
    assert!(refused(&home, &["new", "long_hunt", "--difficulty", "mad"]).contains("there are normal, easy, hard"));
    assert_eq!(run(&home, &["show"]).trim(), "mine");
    assert!(refused(&home, &["show", "yours"]).contains("there are: mine"));

    // A battle on a real table: both sides, who won, who was lost, who felled whom, one die typed in, the others rolled.
    let lines = "roster\nshop\n\ntable 1\nyes\nno\n3 9 10 11\n9=1 3=10\n1\n1\n\n\n\n\nbook\nquit\n";
    let told = play(&home, "mine", lines);
    assert!(told.contains("to win: nothing left to fight and The Ruined Quarter won"), "{told}");
    assert!(told.contains("against Hivers: 9 fit, worth 171"), "{told}");
    assert!(told.contains("First Blood: won on the table"), "{told}");
    assert!(told.contains("ITEN-SURV-01: what does your d6 show?"), "{told}");
    let shown = run(&home, &["show", "mine", "--book"]);
    assert!(shown.contains("1. First Blood: won on the table") && shown.contains("Shelter (shells)"), "{shown}");
    assert!(shown.contains("Inquisitor Adane Roth of Hunters put Dice out of the game"), "{shown}");
    assert!(shown.contains("bear a grudge against Inquisitor Adane Roth, for Dice"), "{shown}");
    let page = home.join("book.html");
    let page = page.to_str().unwrap();
    run(&home, &["export", "mine", page]);
    assert!(refused(&home, &["export", "mine", page]).contains("there is such a file already"));
    run(&home, &["export", "mine", page, "--force"]);
    let html = std::fs::read_to_string(page).unwrap();
    for part in ["<h1>The Long Hunt</h1>", "Inquisitor Adane Roth", "Chronicle", "class=\"card\"", "Honours"] {
        assert!(html.contains(part), "{part}");
    }
    assert_eq!(html.matches("<div").count(), html.matches("</div>").count());
}

/// A battle left and fought on by the referee, who takes typed dice, is the campaign's when it is played again; what has
/// ended can be taken back.
#[test]
fn a_battle_fought_with_the_referee() {
    let home = folder("referee");
    run(&home, &["new", "iron_road", "--name", "mine", "--seed", "3"]);
    let left = play(&home, "mine", "1\nquit\n");
    let journal = home.join("hexfray/campaigns/mine/1.journal");
    assert!(left.contains(journal.to_str().unwrap()) && left.contains("The campaign goes on with it"), "{left}");
    let mut referee = Command::new(env!("CARGO_BIN_EXE_hexfray"));
    referee.arg("referee").arg("--resume").arg(&journal).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut referee = referee.spawn().unwrap();
    let line = b"{\"do\":\"auto\",\"ai\":\"random\",\"until\":\"over\"}\n";
    referee.stdin.take().unwrap().write_all(line).unwrap();
    assert!(referee.wait_with_output().unwrap().status.success());
    let told = play(&home, "mine", "retry\nquit\n");
    assert!(told.contains("1. The Crossing: "), "{told}");
    assert_eq!(told.matches("1  The Crossing (crossing)").count(), 1, "taken back, it is open again: {told}");
}

/// After a battle the camp is shown again, with what is open now.
#[test]
fn a_battle_between_two_camps() {
    let home = folder("battle");
    run(&home, &["new", "iron_road", "--name", "mine", "--seed", "3"]);
    let told = play(&home, "mine", &format!("1\n{}quit\n", "auto turn\n".repeat(20)));
    let after = told.split_once("1. The Crossing: ").expect("it is fought").1;
    assert!(after.contains("1  A Line of Guns (guns, one of the next 2 battles)"), "{after}");
}

/// Whoever has lost everybody is told how it goes on, and who joins him.
#[test]
fn all_are_lost_and_it_goes_on() {
    let home = folder("lost");
    run(&home, &["new", "iron_road", "--name", "mine", "--seed", "3"]);
    let ones = "1\n".repeat(20);
    let told = play(&home, "mine", &format!("table 1\nno\nyes\n1=5 2=5 3=4 4=3 5=3\n\n\n{ones}wait\n1\nquit\n"));
    assert!(told.contains("Road Wardens: 0 of 0 are fit, 48 points in the purse"), "{told}");
    assert!(told.contains("2 go to battle at least: who is missing is hired on credit when you march"), "{told}");
    assert!(told.contains("  The Latecomers joined for 40 points"), "{told}");
}

fn auto(home: &Path) -> Child {
    program(home).args(["auto", "long_hunt", "--seed", "4"]).stdout(Stdio::piped()).spawn().unwrap()
}

/// Killed again and again and called again, it ends as it does undisturbed.
#[test]
fn auto_ends_the_same_however_often_it_is_killed() {
    let undisturbed = String::from_utf8(auto(&folder("auto")).wait_with_output().unwrap().stdout).unwrap();
    assert!(undisturbed.contains("hash"), "{undisturbed}");
    let home = folder("auto-killed");
    for wait in [60, 110, 170, 240, 320] {
        let mut child = auto(&home);
        sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let disturbed = String::from_utf8(auto(&home).wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(disturbed, undisturbed);
    let again = String::from_utf8(auto(&home).wait_with_output().unwrap().stdout).unwrap();
    assert_eq!(again, undisturbed, "what is over is told again");
}

#[test]
fn auto_reports_on_many_games() {
    let home = folder("games");
    let report = run(&home, &["auto", "iron_road", "--games", "3", "--level", "random"]);
    assert!(report.contains("3 campaigns, random plays, normal") && report.contains("The Crossing"), "{report}");
    assert!(report.contains("survivors") && report.contains("turns a battle"), "{report}");
    assert!(refused(&home, &["auto", "iron_road", "--level", "ranom"]).contains("random"));
    assert!(run(&home, &["show"]).is_empty(), "nothing is kept");
}
