//! One program at a time writes a file, and the others are told who.

use std::fs;
use std::io::Write;
use std::process::{Child, Stdio};

use hexfray::battle::mix;
use hexfray::campaign::{Campaign, Terms};
use hexfray::content::Library;
use hexfray::store::{Held, Log};

use crate::beds::{TASK, folder};
use crate::commands::{LEAGUE, hexfray, refused, run, said, wait_for};

/// Ends a program, so that a test that fails leaves none behind.
struct Ended(Child);

impl Drop for Ended {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn the_loser_is_told_who_holds_a_file() {
    let folder = folder("held");
    fs::write(folder.join("task.ron"), TASK.replace("steps: 6", "steps: 100000")).unwrap();
    fs::write(folder.join("league.ron"), LEAGUE.replace("pairs: 40", "pairs: 100000")).unwrap();
    for (file, arguments) in [
        ("task.tune.jsonl", &["tune", "task.ron"][..]),
        ("league.jsonl", &["league", "run", "league.ron", "--threads", "1"]),
        ("a.journal", &["battle", "patrol", "--side", "A=person", "--record", "a.journal"]),
    ] {
        let mut first = Ended(hexfray(&folder, arguments).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap());
        wait_for(&folder.join(file));
        let who = format!(
            "{file}: another program is writing this file: process {}, `hexfray {}",
            first.0.id(),
            arguments[0]
        );
        let told = refused(&folder, arguments);
        assert!(told.contains(&who), "{told}");
        let before = fs::metadata(folder.join(file)).unwrap().len();
        assert!(before > 0, "{file} is as the first one wrote it");
        // It is free as soon as the program has ended, however it ended.
        first.0.kill().unwrap();
        first.0.wait().unwrap();
        drop(Held::take(&folder.join(file).to_string_lossy()).unwrap());
    }
}

/// However many begin a league at once, one plays it.
#[test]
fn of_three_leagues_at_once_one_is_played() {
    for round in 0..4 {
        let folder = folder("three");
        fs::write(folder.join("league.ron"), LEAGUE).unwrap();
        let run = || hexfray(&folder, &["league", "run", "league.ron", "--threads", "1"]).spawn().unwrap();
        let all = [run(), run(), run()].map(said);
        let fine = all.iter().filter(|(.., fine)| *fine).count();
        assert_eq!(fine, 1, "round {round}: {all:?}");
        for (_, wrong, _) in all.iter().filter(|(.., fine)| !fine) {
            assert!(wrong.contains("another program is writing") || wrong.contains("such a file already"), "{wrong}");
        }
        let lines = fs::read_to_string(folder.join("league.jsonl")).unwrap().lines().count();
        assert_eq!(lines, 81, "every battle once");
    }
}

/// Two that take the same files again and again never have one both, and nothing is left behind.
#[test]
fn nobody_has_a_file_that_somebody_else_has() {
    let path = folder("contended").join("counter");
    let name = path.to_string_lossy().into_owned();
    let add = |seed: u64| {
        let mut added = 0;
        for turn in 0.. {
            if added == 200 {
                break;
            }
            let Ok(held) = Held::take(&name) else { continue };
            let before: u64 = fs::read_to_string(&path).map_or(0, |text| text.parse().unwrap());
            if mix(seed, turn).is_multiple_of(4) {
                std::thread::yield_now();
            }
            held.replace((before + 1).to_string().as_bytes()).unwrap();
            added += 1;
        }
    };
    std::thread::scope(|scope| (0..4).for_each(|seed| _ = scope.spawn(move || add(seed))));
    assert_eq!(fs::read_to_string(&path).unwrap(), "800", "no turn was lost");
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
}

/// A log is read under its lock: whoever goes on with it has all that the one before has written.
#[test]
fn a_log_is_read_after_it_is_held() {
    let path = folder("taken_up").join("log");
    let name = path.to_string_lossy().into_owned();
    fs::write(&path, "").unwrap();
    let add = || {
        let mut added = 0;
        while added < 100 {
            let Ok((mut log, _)) = Log::open(&name, 1 << 20) else { continue };
            log.append("line\n").unwrap();
            added += 1;
        }
    };
    std::thread::scope(|scope| (0..4).for_each(|_| _ = scope.spawn(add)));
    assert_eq!(fs::read_to_string(&path).unwrap(), "line\n".repeat(400), "no line was written over");
}

/// A campaign can be shown and its book be written while somebody plays it; it cannot be played twice.
#[test]
fn campaigns_are_shown_while_they_are_played() {
    let folder = folder("shown");
    let home = folder.join("hexfray/campaigns/mine");
    let terms = Terms {
        id: "iron_road".to_owned(),
        seed: 5,
        owner: "person".to_owned(),
        difficulty: String::new(),
        ironman: false,
    };
    let playing = Campaign::begin(Library::own(), terms, Some(&home)).unwrap();
    assert!(run(&folder, &["campaign", "show", "mine", "--book"]).contains("Iron Road"));
    run(&folder, &["campaign", "export", "mine", "book.html"]);
    assert!(fs::read_to_string(folder.join("book.html")).unwrap().contains("<h1>"));
    let told = refused(&folder, &["campaign", "play", "mine"]);
    assert!(told.contains("another program is writing this file: process"), "{told}");
    drop(playing);
    let mut child = hexfray(&folder, &["campaign", "play", "mine"]).stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"quit\n").unwrap();
    assert!(said(child).2);
}
