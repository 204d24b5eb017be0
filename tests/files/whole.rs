//! Files that are put in place whole, files that are asked for, and what is read.

use std::fs;
use std::path::Path;

use hexfray::battle::mix;
use hexfray::league::game::Times;
use hexfray::source::{open, read};
use hexfray::store::{Held, Log, Out, Seal, tidy};

use crate::beds::folder;

fn name(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

#[test]
fn a_file_is_replaced_whole_and_leaves_nothing_behind() {
    let folder = folder("replace");
    let path = folder.join("a.txt");
    fs::write(&path, "before").unwrap();
    // What a program that was killed has left.
    fs::write(folder.join("a.txt.hexfray-part"), "half of wh").unwrap();
    let held = Held::take(&name(&path)).unwrap();
    assert!(!folder.join("a.txt.hexfray-part").exists(), "cleared away at the next start");
    held.replace(b"after").unwrap();
    drop(held);
    assert_eq!(fs::read_to_string(&path).unwrap(), "after");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing lies beside it");
}

#[test]
fn what_was_left_half_written_is_cleared_away() {
    let folder = folder("tidy");
    for left in ["a.ron.hexfray-part", "b.journal.hexfray-lock", "c.ron.new", "d.journal.17.part"] {
        fs::write(folder.join(left), "x").unwrap();
    }
    fs::write(folder.join("a.ron"), "mine").unwrap();
    let busy = Held::take(&name(&folder.join("e.ron"))).unwrap();
    fs::write(folder.join("e.ron.new"), "being written").unwrap();
    tidy(&folder);
    let mut left: Vec<String> =
        fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    left.sort();
    assert_eq!(left, ["a.ron", "e.ron.hexfray-lock", "e.ron.new"]);
    drop(busy);
}

#[test]
fn a_file_that_is_there_is_written_over_only_by_force() {
    let path = folder("out").join("a.txt");
    let out = Out::new(&path, false).unwrap();
    // Somebody else was faster.
    fs::write(&path, "theirs").unwrap();
    let told = out.write("mine").unwrap_err().to_string();
    assert!(told.contains("there is such a file already") && told.contains("--force"), "{told}");
    assert!(Out::new(&path, false).is_err());
    assert_eq!(fs::read_to_string(&path).unwrap(), "theirs");
    Out::new(&path, true).unwrap().write("mine").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    fs::write(&path, "").unwrap();
    Out::new(&path, false).unwrap().write("nothing was in it").unwrap();
}

#[cfg(unix)]
#[test]
fn links_lead_to_the_file_that_is_held_and_replaced() {
    let folder = folder("links");
    let (path, link) = (folder.join("a.txt"), folder.join("b.txt"));
    fs::write(&path, "before").unwrap();
    std::os::unix::fs::symlink(&path, &link).unwrap();
    let held = Held::take(&name(&path)).unwrap();
    assert!(Held::take(&name(&link)).is_err(), "it is the same file");
    drop(held);
    Held::take(&name(&link)).unwrap().replace(b"after").unwrap();
    assert!(link.is_symlink() && fs::read_to_string(&path).unwrap() == "after");
}

/// A pipe would be read for ever, as a device is; links that lead to each other lead nowhere.
#[cfg(unix)]
#[test]
fn only_files_are_read() {
    let folder = folder("kinds");
    let told = |path: &str| read(path, 100).unwrap_err().to_string();
    assert!(told(&name(&folder)).contains("cannot be read: it is a folder (name a file)"));
    assert!(told("/dev/zero").contains("it is a pipe or a device"));
    let pipe = folder.join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert!(told(&name(&pipe)).contains("it is a pipe or a device"));
    assert!(open(&name(&pipe)).is_err());
    assert!(Log::open(&name(&pipe), 100).is_err());
    for (from, to) in [("a", "b"), ("b", "a")] {
        std::os::unix::fs::symlink(folder.join(to), folder.join(from)).unwrap();
    }
    assert!(told(&name(&folder.join("a"))).contains("cannot be read: "));
    fs::write(folder.join("large"), vec![b' '; 101]).unwrap();
    assert!(told(&name(&folder.join("large"))).contains("larger than"));
    fs::write(folder.join("fits"), vec![b' '; 100]).unwrap();
    assert_eq!(read(&name(&folder.join("fits")), 100).unwrap().len(), 100);
}

/// A folder of content whose links lead in circles is read to its end.
#[cfg(unix)]
#[test]
fn links_in_circles_end() {
    let folder = folder("circles");
    fs::create_dir_all(folder.join("assets/scenarios")).unwrap();
    fs::write(folder.join("assets/content.ron"), "(name: \"Circles\", version: \"1\")").unwrap();
    for link in ["one", "two", "three"] {
        std::os::unix::fs::symlink(folder.join("assets"), folder.join("assets/scenarios").join(link)).unwrap();
    }
    let library = hexfray::content::Library::own().over(&name(&folder)).unwrap();
    assert!(library.scenarios().len() >= hexfray::content::Library::own().scenarios().len());
}

/// A log does not become longer than what is read of it, and what does not fit leaves nothing behind.
#[test]
fn a_log_keeps_within_what_is_read() {
    let path = name(&folder("most").join("a.jsonl"));
    let (seal, first) = Seal::first_text("{\"league\":1}");
    let mut log = Log::create(&path, &first, 100, "").unwrap();
    log.append(&seal.text("{\"game\":0}")).unwrap();
    let told = log.append(&seal.text("{\"game\":100000000000000000000000000000000000000000000000000000}")).unwrap_err();
    assert!(told.to_string().contains("it would be larger than"), "{told}");
    log.commit(&seal.text("{\"game\":1}")).unwrap();
    drop(log);
    let bytes = fs::read(&path).unwrap();
    let whole = hexfray::store::whole(&path, &bytes).unwrap();
    let lines: Vec<String> = whole.lines().map(|l| l.1.into_owned()).collect();
    assert_eq!(lines, ["{\"league\":1}", "{\"game\":0}", "{\"game\":1}"]);
    assert!(whole.notes.is_empty());
}

/// What is written is what is read, to the bit: numbers that were tuned, the times of leagues.
#[test]
fn numbers_are_read_to_the_bit() {
    for seed in 0..20_000 {
        let seconds = mix(seed, 3) as f64 / u64::MAX as f64 * 10f64.powi((seed % 12) as i32 - 6);
        let times = Times { seconds, counts: Vec::new() };
        let text = serde_json::to_string(&times).unwrap();
        let read: Times = serde_json::from_str(&text).unwrap();
        assert_eq!(read.seconds.to_bits(), seconds.to_bits(), "{text}");
    }
}

/// The cost of having a line on the disk, for the README.
#[test]
#[ignore = "measures"]
fn cost_of_syncing() {
    let path = name(&folder("cost").join("a.jsonl"));
    let (seal, first) = Seal::first_text("{\"league\":1}");
    let line = seal.text(&format!("{{\"x\":\"{}\"}}", "x".repeat(300)));
    let mut log = Log::create(&path, &first, 1 << 30, "").unwrap();
    let start = std::time::Instant::now();
    (0..300).for_each(|_| log.commit(&line).unwrap());
    println!("{:?} a line on the disk", start.elapsed() / 300);
    let start = std::time::Instant::now();
    (0..100_000).for_each(|_| log.append(&line).unwrap());
    println!("{:?} a line written", start.elapsed() / 100_000);
}
