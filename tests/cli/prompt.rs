//! What else than battles is done at the prompt.

use std::fs;
use std::path::Path;

use super::{home, run, typed};

/// A part of a lesson is learnt at the prompt: what it says is told once when it changes, and what was done is kept.
#[test]
fn a_lesson_is_learnt_at_the_prompt() {
    let home = home("learnt");
    // What is to be read is gone on from with Enter, here and when all is done; then the next part is offered first.
    let lines = b"learn\n\n\nA1 fast\nA1 10.12\nboard\nA1 10.10\nA1 10.9\n\nquit\n";
    let told = typed(&home, &[], lines).fine().out;
    for (words, times) in [
        ("Part 1 of 4: Orders. 1 of 5", 1),
        ("Part 1 of 4: Orders. 3 of 5", 1),
        ("Part 1 of 4: Orders. Done", 1),
        ("Three points.", 1),
        ("Which? [1]", 1),
        ("Which? [2]", 1),
        ("part 1: Orders (done)", 1),
        ("turn the wheel", 0),
        ("The battle is kept in", 0),
    ] {
        assert_eq!(told.matches(words).count(), times, "{words}: {told}");
    }
    // What is given up is not done.
    let told = typed(&home, &[], b"learn\n\nconcede\nconcede\nquit\n").fine().out;
    assert!(told.contains("Part 2 of 4: Fire. 1 of 4") && told.contains("try again"), "{told}");
    assert!(told.matches("Which? [2]").count() == 2 && !told.contains("Fire (done)"), "{told}");
}

/// A report is written at the prompt, and it is said where.
#[test]
fn a_report_is_written_at_the_prompt() {
    let home = home("reports");
    let told = typed(&home, &["battle", "patrol", "--side", "A=person"], b"report\nreport\nquit\n").fine().out;
    let told: Vec<&str> = told.lines().filter_map(|line| line.split("Report written to ").nth(1)).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert_ne!(told[0], told[1]);
    // The name of the person's folder is not told.
    let folder = told[0].replacen('~', &home.to_string_lossy(), 1);
    let read = |name: &str| fs::read_to_string(Path::new(&folder).join(name)).unwrap();
    assert!(read("screen.txt").contains("place a unit") && read("screen.txt").contains(".   .   ."));
    assert!(read("about.txt").contains("Patrol of hexwar") && read("about.txt").contains("prompt"));
    let journal = Path::new(&folder).join("battle.journal");
    run(&["replay", journal.to_str().unwrap(), "--verify"]).fine();
}

/// Battles that are kept are listed, replayed, renamed and deleted at the prompt, and gone on with.
#[test]
fn kept_battles_are_found_at_the_prompt() {
    let home = home("kept");
    typed(&home, &["battle", "patrol", "--linear", "--side", "A=person"], b"concede\nconcede\n").fine();
    typed(&home, &["battle", "crossroads", "--linear", "--side", "Orks=person"], b"quit\n").fine();
    let lines = b"saved\nrename 2 /\nrename 2 given up\nreplay 2\nturn\nturn back\nto x\nhop\nto 2\non\nto 1\nquit\n\
        delete 2\n\ndelete 9\n\ndelete 2\nyes\nquit\nquit\n";
    let told = typed(&home, &["--linear"], lines).fine().out;
    for words in [
        "1 to 2 of 2",
        "1) Crossroads 1, just now: Crossroads, hexwar. Under way: ",
        "Orks (you), Elves (computer",
        "2) Patrol 1, just now: Patrol, hexwar. Victory of Dawn Patrol",
        "A name has letters",
        "It is called Given up now.",
        "Decision 0 of 2. ",
        "Say where, such as `to 40`.",
        "There is no such command.",
        "Decision 1 of 2. ",
        "Result: victory of Dawn Patrol",
        "The battle is over here: go back",
        "Delete Given up? It cannot be brought back.",
        "Given up is kept.",
        "Say which, such as `delete 1`; there are 2.",
        "2) Given up, ",
        "Given up is deleted",
    ] {
        assert!(told.contains(words), "no `{words}` in {told}");
    }
    // What is left goes on, and is recorded where it was.
    let told = typed(&home, &["--linear"], b"saved\n1\nagain\nquit\n").fine().out;
    for words in ["1 to 1 of 1", "crossroads_1.journal", "Nothing has happened since you were asked before."] {
        assert!(told.contains(words), "no `{words}` in {told}");
    }
}

/// What computers did is told again and explained at the prompt, and the result says how it went.
#[test]
fn what_computers_did_is_told_again_at_the_prompt() {
    let home = home("again");
    let lines = format!("auto\nagain\nwhy\nwhy 99\nwhy 2\n{}", "auto turn\n".repeat(60));
    let told = typed(&home, &["battle", "patrol", "--linear", "--side", "A=person"], lines.as_bytes()).fine().out;
    let second = told.lines().filter(|line| line.starts_with("Dawn Patrol B2: place ")).count();
    assert_eq!(second, 2, "as it happened and once more: {told}");
    for words in [
        "Before that, `why 2`: place ",
        "1. Place ",
        "Say which, from the last: `why 1`",
        "The chance of Dusk Patrol to win:",
        "at the end",
        "Dusk Patrol (you)",
    ] {
        assert!(told.contains(words), "no `{words}` in {told}");
    }
}

/// Campaigns, rosters and settings are reached from the choice of a battle, and lead back to it.
#[test]
fn campaigns_rosters_and_settings_are_reached_at_the_prompt() {
    let home = home("besides");
    let told = typed(&home, &["--linear"], b"settings\ncomputers\n2\n\nrosters\nquit\nquit\n").fine().out;
    for words in ["Computers think: as long as they need.", "Computers think: for 1 s at most.", "Which? [1] "] {
        assert!(told.contains(words), "no `{words}` in {told}");
    }
    assert_eq!(told.matches("Battles:").count(), 3, "{told}");
    let told = typed(&home, &["--linear"], b"campaigns\nbegin the long night\n\n\n\nmine\nquit\n").fine().out;
    assert!(told.contains("What is it called? [long_night]"), "{told}");
    let told = typed(&home, &["--linear"], b"campaigns\nquit\nquit\n").fine().out;
    assert!(told.contains("1) mine: The Long Night"), "{told}");
}
