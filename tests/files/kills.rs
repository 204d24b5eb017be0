//! The program itself, killed at any time and called again until it is done: it ends as if nothing had been.

use std::fs;
use std::path::Path;
use std::time::Duration;

use hexfray::battle::mix;
use hexfray::content::Library;
use hexfray::scenario::Session;

use crate::beds::{TASK, factor, folder};
use crate::commands::{LEAGUE, hexfray, run, said};

/// Calls a command and kills it after some time, again and again, each time with a little more of it; then lets it end.
/// What was whole in its file before is there after it. Returns what it said in the end, and how often it was killed.
fn killed(folder: &Path, seed: u64, again: impl Fn() -> Vec<&'static str>, file: &Path) -> (String, u64) {
    let mut kills = 0;
    let mut whole: Vec<u8> = Vec::new();
    for turn in 0..6 * factor() {
        let mut child = hexfray(folder, &again()).stdout(std::process::Stdio::null()).spawn().unwrap();
        let limit = Duration::from_millis(20 + mix(seed, turn) % (60 + 40 * turn.min(20)));
        std::thread::sleep(limit);
        kills += u64::from(child.try_wait().unwrap().is_none());
        child.kill().unwrap();
        child.wait().unwrap();
        let now = fs::read(file).unwrap_or_default();
        assert!(now.starts_with(&whole) || now.len() >= whole.len(), "what was written stays");
        let end = now.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
        whole = now[..end].to_vec();
    }
    let (told, wrong, fine) = said(hexfray(folder, &again()).spawn().unwrap());
    assert!(fine, "after {kills} kills: {wrong}");
    (told, kills)
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
    let (_, kills) = killed(&folder, 1, again, &file);
    let timeless = |path: &Path| -> Vec<String> {
        let text = fs::read_to_string(path).unwrap();
        text.lines().map(|line| line.split(",\"times\"").next().unwrap().to_owned()).collect()
    };
    assert_eq!(timeless(&file)[1..], timeless(&folder.join("whole.jsonl"))[1..]);
    println!("a league: {kills} kills");
}

/// To the bit: the log of steps is the very same.
#[test]
fn tuning_ends_as_if_it_had_not_been_killed() {
    let folder = folder("kill_tuning");
    fs::write(folder.join("task.ron"), TASK.replace("steps: 6", "steps: 30")).unwrap();
    run(&folder, &["tune", "task.ron", "--steps", "whole.jsonl"]);
    fs::remove_file(folder.join("task.tuned.test.jsonl")).unwrap();
    let file = folder.join("steps.jsonl");
    let (_, kills) = killed(&folder, 2, || vec!["tune", "task.ron", "--steps", "steps.jsonl"], &file);
    assert_eq!(fs::read_to_string(&file).unwrap(), fs::read_to_string(folder.join("whole.jsonl")).unwrap());
    println!("tuning: {kills} kills");
}

#[test]
fn a_campaign_ends_as_if_it_had_not_been_killed() {
    let (folder, whole) = (folder("kill_campaign"), folder("kill_campaign_whole"));
    let auto = || vec!["campaign", "auto", "iron_road", "--level", "random", "--seed", "3"];
    let undisturbed = run(&whole, &auto());
    let file = folder.join("hexfray/campaigns/iron_road-auto-random-3/campaign.journal");
    let (told, kills) = killed(&folder, 3, auto, &file);
    let hash = |told: &str| told.rsplit_once("hash ").unwrap().1.trim().to_owned();
    assert_eq!(hash(&told), hash(&undisturbed));
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
    let (mut kills, mut longest) = (0, 0);
    for turn in 0..8 * factor() {
        let file = folder.join("a.journal");
        let _ = fs::remove_file(&file);
        let mut child = hexfray(&folder, &battle("a.journal")).stdout(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(10 + mix(4, turn) % 400));
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
