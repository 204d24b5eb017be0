//! The program itself, killed at any time and called again until it is done: it ends as if nothing had been.

use std::fs;
use std::path::Path;
use std::time::Duration;

use hexfray::battle::mix;
use hexfray::content::Library;
use hexfray::scenario::Session;

use crate::beds::{TASK, factor, folder};
use crate::commands::{LEAGUE, hexfray, run, said};

/// Calls a command and kills it after some time, again and again, until it is done; then begins anew, until it was killed
/// often enough. What was whole in its file before is there after each kill, and what the command has come to is
/// looked at whenever it is done. Returns how often it was killed.
fn killed(folder: &Path, seed: u64, again: impl Fn() -> Vec<&'static str>, file: &Path, done: impl Fn(&str)) -> u64 {
    let (mut kills, mut turn) = (0, 0);
    let mut whole: Vec<u8> = Vec::new();
    loop {
        let mut child = hexfray(folder, &again()).stdout(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(20 + mix(seed, turn) % (60 + 40 * (turn % 20))));
        turn += 1;
        let running = child.try_wait().unwrap().is_none();
        kills += u64::from(running);
        child.kill().unwrap();
        child.wait().unwrap();
        let now = fs::read(file).unwrap_or_default();
        assert!(now.starts_with(&whole), "what was written stays");
        let end = now.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        whole = now[..end].to_vec();
        let enough = kills >= 6 * factor();
        if running && !enough {
            continue;
        }
        let (told, wrong, fine) = said(hexfray(folder, &again()).spawn().unwrap());
        assert!(fine, "after {kills} kills: {wrong}");
        done(&told);
        if enough {
            return kills;
        }
        fs::remove_file(file).unwrap();
        whole.clear();
    }
}

#[test]
fn a_league_ends_as_if_it_had_not_been_killed() {
    let folder = folder("kill_league");
    fs::write(folder.join("league.ron"), LEAGUE).unwrap();
    run(&folder, &["league", "run", "league.ron", "--out", "whole.jsonl"]);
    let file = folder.join("league.jsonl");
    let begun = || fs::metadata(&file).is_ok_and(|m| m.len() > 0);
    let again = || match begun() {
        true => vec!["league", "resume", "league.jsonl", "--threads", "1"],
        false => vec!["league", "run", "league.ron", "--threads", "1"],
    };
    let timeless = |path: &Path| -> Vec<String> {
        let text = fs::read_to_string(path).unwrap();
        text.lines().map(|line| line.split(",\"times\"").next().unwrap().to_owned()).collect()
    };
    let whole = timeless(&folder.join("whole.jsonl"));
    let kills = killed(&folder, 1, again, &file, |_| assert_eq!(timeless(&file)[1..], whole[1..]));
    println!("a league: {kills} kills");
}

/// To the bit: the log of steps is the very same.
#[test]
fn tuning_ends_as_if_it_had_not_been_killed() {
    let folder = folder("kill_tuning");
    fs::write(folder.join("task.ron"), TASK.replace("steps: 6", "steps: 30")).unwrap();
    run(&folder, &["tune", "task.ron", "--steps", "whole.jsonl"]);
    let forget = || fs::remove_file(folder.join("task.tuned.test.jsonl"));
    forget().unwrap();
    let (file, whole) = (folder.join("steps.jsonl"), fs::read_to_string(folder.join("whole.jsonl")).unwrap());
    let again = || vec!["tune", "task.ron", "--steps", "steps.jsonl"];
    let kills = killed(&folder, 2, again, &file, |_| {
        assert_eq!(fs::read_to_string(&file).unwrap(), whole);
        let _ = forget();
    });
    println!("tuning: {kills} kills");
}

#[test]
fn a_campaign_ends_as_if_it_had_not_been_killed() {
    let (folder, whole) = (folder("kill_campaign"), folder("kill_campaign_whole"));
    let auto = || vec!["campaign", "auto", "iron_road", "--level", "random", "--seed", "3"];
    let undisturbed = run(&whole, &auto());
    let home = folder.join("hexfray/campaigns/iron_road-auto-random-3");
    let hash = |told: &str| told.rsplit_once("hash ").unwrap().1.trim().to_owned();
    let kills = killed(&folder, 3, auto, &home.join("campaign.journal"), |told| {
        assert_eq!(hash(told), hash(&undisturbed));
    });
    println!("a campaign: {kills} kills");
}

/// A battle that was killed is a beginning of the one that was not.
#[test]
fn a_battle_goes_on_from_where_it_was_killed() {
    let folder = folder("kill_battle");
    let whole = folder.join("whole.journal");
    let battle = |file: &'static str| vec!["battle", "crossroads", "--seed", "4", "--record", file];
    run(&folder, &battle("whole.journal"));
    let whole = fs::read(whole).unwrap();
    let (mut kills, mut longest, mut turn) = (0, 0, 0);
    while kills < 6 * factor() {
        turn += 1;
        let file = folder.join("a.journal");
        let _ = fs::remove_file(&file);
        let mut child = hexfray(&folder, &battle("a.journal")).stdout(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(mix(4, turn) % 150));
        kills += u64::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        let Ok(there) = fs::read(&file) else { continue };
        assert!(whole.starts_with(&there), "kill {turn}");
        let session = Session::resume(Library::own(), &file.to_string_lossy()).unwrap();
        longest = longest.max(session.actions().len());
    }
    println!("a battle: {kills} kills, up to {longest} decisions were made");
}
