//! The same seed makes the same battle: twice, in several threads, in another process.

use std::fs;
use std::thread;

use crate::games::{begin, fresh, given_path, play, scenarios, spawn, text};

/// The journals of one game of each scenario.
fn games() -> String {
    let game = |scenario| {
        let mut session = begin(scenario, 42);
        play(&mut session, usize::MAX);
        text(&session)
    };
    scenarios().map(game).collect()
}

#[test]
fn the_same_seed_makes_the_same_journal() {
    let once = games();
    assert_eq!(once, games());
    for thread in [thread::spawn(games), thread::spawn(games)] {
        assert_eq!(once, thread.join().unwrap());
    }
    let path = fresh("process");
    assert!(spawn("repeat::process", &path).wait().unwrap().success());
    assert_eq!(once, fs::read_to_string(path).unwrap());
}

#[test]
#[ignore = "a process of the test above"]
fn process() {
    fs::write(given_path(), games()).unwrap();
}

#[test]
fn another_seed_makes_another_journal() {
    let mut sessions = [begin("crossroads", 1), begin("crossroads", 2)];
    sessions.iter_mut().for_each(|s| play(s, 50));
    let [a, b] = &mut sessions;
    assert_ne!(a.hash(), b.hash());
}
