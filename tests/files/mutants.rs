//! Files that somebody or something has changed at random: whatever is in them, reading them ends, and soon.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use hexfray::battle::mix;
use hexfray::check::check;
use hexfray::content::Library;
use hexfray::league::League;
use hexfray::league::report::Report;
use hexfray::league::store::Results;
use hexfray::league::tune::Tuning;
use hexfray::source::{Document, open};
use hexfray::store::{Seal, bare, mend};

use crate::beds::{BEDS, factor, folder};

/// How long a file may take.
const MOST: Duration = Duration::from_secs(5);

/// Numbers that no file has.
const STRANGE: [&str; 14] = [
    "-1",
    "0",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "18446744073709551615",
    "99999999999999999999999999",
    "-9223372036854775808",
    "1e308",
    "1e999",
];

/// A file with some changes.
fn mutant(file: &[u8], seed: u64) -> Vec<u8> {
    let mut bytes = file.to_vec();
    for change in 0..=mix(seed, 0) % 4 {
        let chance = |n: u64| mix(mix(seed, change + 1), n) as usize;
        let at = chance(0) % bytes.len().max(1);
        let range = at..bytes.len().min(at + 1 + chance(1) % 400);
        match chance(2) % 8 {
            0 => bytes.splice(at..bytes.len().min(at + 1), [chance(3) as u8]).for_each(drop),
            1 => bytes.splice(at..at, (0..1 + chance(3) as u64 % 9).map(|n| chance(4 + n) as u8)).for_each(drop),
            2 => bytes.drain(range).for_each(drop),
            3 => {
                let copy = bytes[range].to_vec();
                let to = chance(4) % bytes.len().max(1);
                bytes.splice(to..to, copy).for_each(drop);
            }
            4 => {
                // A line twice, or gone.
                let mut lines: Vec<Vec<u8>> = bytes.split_inclusive(|b| *b == b'\n').map(<[u8]>::to_vec).collect();
                let line = chance(3) % lines.len().max(1);
                match lines.get(line).cloned() {
                    Some(twice) if chance(4).is_multiple_of(2) => lines.insert(chance(5) % lines.len(), twice),
                    Some(_) => _ = lines.remove(line),
                    None => {}
                }
                bytes = lines.concat();
            }
            5 => bytes.truncate(at),
            _ => {
                // The number after a place becomes another.
                let Some(from) = bytes[at..].iter().position(u8::is_ascii_digit).map(|n| at + n) else { continue };
                let to = bytes[from..].iter().position(|b| !b.is_ascii_digit()).map_or(bytes.len(), |n| from + n);
                bytes.splice(from..to, STRANGE[chance(3) % STRANGE.len()].bytes()).for_each(drop);
            }
        }
    }
    bytes
}

/// The lines of a log with checksums that fit, as whoever means harm would have it.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes).into_owned();
    let mut lines = text.lines().map(bare);
    let (seal, first) = Seal::first_text(&lines.next().unwrap_or_default());
    lines.fold(first, |all, line| all + &seal.text(&line)).into_bytes()
}

/// Reads files of a kind; whatever goes wrong names the mutant.
fn read(kind: &str, count: u64, each: impl Fn(u64)) {
    let mut longest = Duration::ZERO;
    for seed in 0..count {
        let start = Instant::now();
        let fine = catch_unwind(AssertUnwindSafe(|| each(seed))).is_ok();
        assert!(fine, "{kind}: mutant {seed} ends in a panic");
        longest = longest.max(start.elapsed());
        assert!(start.elapsed() < MOST, "{kind}: mutant {seed} took {:?}", start.elapsed());
    }
    println!("{kind}: {count} mutants, the longest took {longest:?}");
}

#[test]
fn mutants_of_logs_end_in_words() {
    for bed in BEDS.iter() {
        read(bed.name, bed.times(300), |seed| {
            let mut bytes = mutant(&bed.log, seed);
            if !seed.is_multiple_of(4) {
                bytes = sealed(&bytes);
            }
            let path = bed.put("mutant", &bytes);
            let name = path.to_string_lossy().into_owned();
            if (bed.read)(&path).is_ok() && bed.name == "league" {
                let report = Report::of(&Results::merge(std::slice::from_ref(&name)).unwrap().counted());
                assert!(!report.lines().is_empty());
            }
            // The lines of a text that was written as this is read are as this says.
            let _ = (bed.resume)(&path);
            let _ = mend(&name);
        });
    }
}

/// The files that people write, one of each kind.
#[test]
fn mutants_of_content_end_in_words() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = [
        "assets/scenarios/patrol.ron",
        "assets/scenarios/convoy.ron",
        "assets/rosters/iten/ork_raiders.ron",
        "assets/opponents/hexwar/utility.ron",
        "assets/campaigns/iron_road.ron",
        "assets/leagues/quick_hexwar.ron",
        "maps/crossroads.ron",
    ];
    for file in files {
        let text = fs::read(root.join(file)).unwrap();
        let rare = if file.contains("campaigns") { 8 } else { 2 };
        let path = folder("mutant_content").join(Path::new(file).file_name().unwrap());
        let name = path.to_string_lossy().into_owned();
        read(file, (60 * factor() / rare).max(4), |seed| {
            fs::write(&path, mutant(&text, seed)).unwrap();
            let _ = check(Library::own(), std::slice::from_ref(&name));
            if file.contains("leagues") {
                let document = open(&name).and_then(|text| Document::parse(&name, &text));
                let _ = document.map(|document| League::open(Library::own(), &document).map(|_| ()));
            }
        });
    }
    let log = folder("mutant_task").join("steps.jsonl");
    let log = log.to_string_lossy();
    let task = fs::read(root.join("assets/leagues/tune_utility.ron")).unwrap();
    read("a task for tuning", 40 * factor(), |seed| {
        let text = String::from_utf8_lossy(&mutant(&task, seed)).into_owned();
        if let Ok(document) = Document::parse("task.ron", &text) {
            let _ = Tuning::open(Library::own(), &document, &log).map(|_| ());
        }
    });
    let memory = memory();
    println!("most memory: {memory:?} KiB");
    assert!(memory.is_none_or(|kib| kib < 512 << 10), "{memory:?} KiB");
}

/// The most memory that these tests have had, all together, in KiB, where the system says so.
fn memory() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.split_whitespace().next()?.parse().ok()
}
