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
    let folders: Vec<&str> = told.lines().filter_map(|line| line.split("Report written to ").nth(1)).collect();
    assert_eq!(folders.len(), 2, "{told}");
    assert_ne!(folders[0], folders[1]);
    let read = |name: &str| fs::read_to_string(Path::new(folders[0]).join(name)).unwrap();
    assert!(read("screen.txt").contains("place a unit") && read("screen.txt").contains(".   .   ."));
    assert!(read("about.txt").contains("Patrol of hexwar") && read("about.txt").contains("prompt"));
    let journal = Path::new(folders[0]).join("battle.journal");
    run(&["replay", journal.to_str().unwrap(), "--verify"]).fine();
}
