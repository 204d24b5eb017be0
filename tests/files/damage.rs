//! Logs after a kill, a power cut or a bit that flipped.

use std::fs;

use hexfray::battle::mix;
use hexfray::store::{bare, mend, whole};

use crate::beds::{BEDS, Bed, Found, factor};

/// What a log says after each number of lines, from the first on.
fn course(bed: &Bed, test: &str) -> Vec<Found> {
    let read = |end: &usize| (bed.read)(&bed.put(test, &bed.log[..*end])).unwrap();
    bed.ends().iter().map(read).collect()
}

/// Of so many places one in so many is looked at.
fn sparse(places: usize) -> usize {
    (places / (10_000 * factor() as usize)) | 1
}

/// How many lines are whole in the first bytes of a log.
fn lines(bed: &Bed, bytes: usize) -> usize {
    bed.ends().iter().take_while(|end| **end <= bytes).count()
}

/// Bytes at which a log is cut: all about the ends of lines, others by chance.
fn cuts(bed: &Bed, count: u64) -> Vec<usize> {
    let near = bed.ends().into_iter().flat_map(|end| [end - 1, end, end + 1, end + 17]);
    let chance = (0..count).map(|n| mix(n, 11) as usize % bed.log.len());
    let mut cuts: Vec<usize> =
        near.step_by(bed.rare as usize).chain(chance).filter(|cut| *cut <= bed.log.len()).collect();
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// A program that is killed leaves a log that ends anywhere: every line that was written whole is there, the log can be
/// gone on with, and says the same then. It is so for each byte of each kind, as far as lines go.
#[test]
fn a_kill_loses_nothing_that_was_written() {
    for bed in BEDS.iter() {
        let (course, first) = (course(bed, "cut"), bed.ends()[0]);
        let all = (0..=bed.log.len()).step_by(sparse(bed.log.len()));
        for cut in all.clone() {
            let bytes = &bed.log[..cut];
            let (whole, there) = (whole(bed.file, bytes), lines(bed, cut + 1));
            match whole {
                Ok(whole) if cut + 1 >= first => assert_eq!(whole.lines().count(), there, "{} cut at {cut}", bed.name),
                whole => assert!(cut + 1 < first && whole.is_ok_and(|whole| whole.text.is_empty()), "{cut}"),
            }
        }
        let cuts = cuts(bed, bed.times(150));
        for cut in &cuts {
            let path = bed.put("cut", &bed.log[..*cut]);
            let read = (bed.read)(&path);
            // A line that lacks nothing but its end is whole.
            let Some(there) = lines(bed, cut + 1).checked_sub(1) else {
                assert!(*cut == 0 || read.is_err(), "{} cut at {cut}: {read:?}", bed.name);
                continue;
            };
            let read = read.unwrap_or_else(|wrong| panic!("{} cut at {cut}: {}", bed.name, wrong[0]));
            assert_eq!(read.says, course[there].says, "{} cut at {cut}", bed.name);
            (bed.resume)(&path).unwrap();
            let again = (bed.read)(&path).unwrap();
            assert_eq!(again, course[there], "{} cut at {cut} and gone on with", bed.name);
        }
        println!("{}: {} kills, and {} of its lines alone", bed.name, cuts.len(), all.count());
    }
}

/// What a disk may give back after a power cut in place of what was not synced.
fn stale(bed: &Bed, chance: u64) -> Vec<u8> {
    let length = 1 + mix(chance, 1) as usize % 5000;
    match chance % 4 {
        0 => vec![0; length],
        1 => (0..length as u64).map(|n| mix(chance, n) as u8).collect(),
        // Lines of another file of the same kind, or of another kind.
        2 => other(bed).into_iter().rev().take(length).rev().collect(),
        _ => {
            let foreign = &BEDS[mix(chance, 2) as usize % BEDS.len()];
            let from = mix(chance, 3) as usize % foreign.log.len();
            let old: Vec<u8> = foreign.log[from..].iter().copied().take(length).collect();
            if foreign.name == bed.name { vec![0; 512] } else { old }
        }
    }
}

/// The lines of a log as another file of its kind has them: sealed by another first line.
fn other(bed: &Bed) -> Vec<u8> {
    let text = String::from_utf8(bed.log.clone()).unwrap();
    let first = bare(text.lines().next().unwrap()).replacen("\"program\":\"", "\"program\":\"9", 1).replacen(
        "\"tune\":1",
        "\"tune\":1 ",
        1,
    );
    let (seal, first) = hexfray::store::Seal::first_text(&first);
    text.lines().skip(1).fold(first, |all, line| all + &seal.text(&bare(line))).into_bytes()
}

/// After a power cut all that was on the disk is there: a log ends in zeros, in what the disk held before, or too early.
#[test]
fn a_power_cut_loses_nothing_that_was_on_the_disk() {
    for bed in BEDS.iter() {
        let (course, count) = (course(bed, "power"), bed.times(100));
        for chance in 0..count {
            let first = bed.ends()[0];
            let cut = first + mix(chance, 5) as usize % (bed.log.len() - first);
            let bytes = [&bed.log[..cut], &stale(bed, chance)].concat();
            let path = bed.put("power", &bytes);
            let read = (bed.read)(&path);
            let read = read.unwrap_or_else(|wrong| panic!("{} cut at {cut} ({chance}): {}", bed.name, wrong[0]));
            assert_eq!(read.says, course[lines(bed, cut) - 1].says, "{} cut at {cut} ({chance})", bed.name);
            assert!(!read.notes.is_empty(), "{} cut at {cut}: what is left out is told", bed.name);
            (bed.resume)(&path).unwrap();
            assert_eq!((bed.read)(&path).unwrap(), course[lines(bed, cut) - 1], "{} gone on with", bed.name);
        }
        println!("{}: {count} power cuts", bed.name);
    }
}

/// A bit that flips anywhere is named, or changes nothing.
#[test]
fn a_bit_that_flips_is_never_taken_silently() {
    for bed in BEDS.iter() {
        let sound = whole(bed.file, &bed.log).unwrap().lines().map(|l| l.1.into_owned()).collect::<Vec<_>>();
        let mut flips = 0;
        for at in (0..8 * bed.log.len()).step_by(sparse(8 * bed.log.len())) {
            let (byte, bit) = (at / 8, at % 8);
            let mut bytes = bed.log.clone();
            bytes[byte] ^= 1 << bit;
            flips += 1;
            if let Ok(whole) = whole(bed.file, &bytes)
                && whole.notes.is_empty()
            {
                let lines: Vec<String> = whole.lines().map(|l| l.1.into_owned()).collect();
                // Something in the checksum of the only line that has one could do that.
                assert_eq!(lines, sound, "{}: bit {bit} of byte {byte}", bed.name);
            }
        }
        let says = (bed.read)(&bed.put("flip", &bed.log)).unwrap().says;
        let count = bed.times(150);
        for chance in 0..count {
            let mut bytes = bed.log.clone();
            let at = mix(chance, 21) as usize % bytes.len();
            bytes[at] ^= 1 << (mix(chance, 22) % 8);
            match (bed.read)(&bed.put("flip", &bytes)) {
                Ok(found) => assert!(found.says == says || !found.notes.is_empty(), "{}: byte {at}", bed.name),
                Err(wrong) => assert!(wrong[0].line > 0, "{}: byte {at}: {}", bed.name, wrong[0]),
            }
        }
        println!("{}: {} flips", bed.name, flips + count);
    }
}

/// A line that was damaged in the middle is named, and mending keeps what is whole: all before it, and in a league, where
/// battles stand for themselves, all after it too. The file as it was stays.
#[test]
fn what_is_damaged_can_be_mended() {
    for bed in BEDS.iter() {
        let course = course(bed, "mend");
        let (from, to) = (bed.ends()[1], bed.ends()[2]);
        let mut bytes = bed.log.clone();
        bytes[(from + to) / 2] ^= 4;
        let path = bed.put("mend", &bytes);
        let name = path.to_string_lossy().into_owned();
        let told = (bed.read)(&path).unwrap_err()[0].to_string();
        assert!(
            told.starts_with(&format!("{name}:3:1: ")) && told.contains(&format!("`hexfray mend {name}`")),
            "{told}"
        );
        assert!((bed.resume)(&path).is_err() && fs::read(&path).unwrap() == bytes, "nothing was changed");
        let mended = mend(&name).unwrap();
        let all = course.len();
        assert_eq!(mended.kept, if bed.name == "league" { all - 1 } else { 2 }, "{}", bed.name);
        assert_eq!(mended.kept + mended.left_out, all);
        assert_eq!(fs::read(mended.aside.unwrap()).unwrap(), bytes);
        (bed.resume)(&path).unwrap();
        if bed.name != "league" {
            assert_eq!((bed.read)(&path).unwrap(), course[1]);
        }
        let again = mend(&name).unwrap();
        assert_eq!((again.left_out, again.aside), (0, None), "nothing is left to be mended");
    }
}

/// Logs that were begun before there were checksums are read and gone on with.
#[test]
fn logs_without_checksums_go_on() {
    for bed in BEDS.iter() {
        let text = String::from_utf8(bed.log.clone()).unwrap();
        let old: String = text.lines().map(|line| bare(line).into_owned() + "\n").collect();
        assert!(!old.contains("\"crc\""));
        let says = (bed.read)(&bed.put("old", &bed.log)).unwrap().says;
        let torn = old.len() - 3;
        let path = bed.put("old", old.as_bytes());
        assert_eq!((bed.read)(&path).unwrap().says, says, "{}", bed.name);
        let path = bed.put("old", &old.as_bytes()[..torn]);
        assert_eq!((bed.read)(&path).unwrap().notes.len(), 1, "{}", bed.name);
        (bed.resume)(&path).unwrap();
        assert!((bed.read)(&path).unwrap().notes.is_empty(), "{}", bed.name);
    }
}
