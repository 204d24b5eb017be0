//! Files as earlier versions of the program wrote them, in folders by version: each goes on being read.

use std::fs;
use std::path::{Path, PathBuf};

use hexfray::content::Library;
use hexfray::scenario::Session;
use hexfray::store::{bare, whole};

use crate::beds::folder;
use crate::commands::run;

/// The kept files of all versions that are called so.
fn kept(name: &str) -> Vec<PathBuf> {
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept");
    let versions = fs::read_dir(all).unwrap().map(|version| version.unwrap().path());
    let files = versions.flat_map(|version| fs::read_dir(version).unwrap().map(|file| file.unwrap().path()));
    let files: Vec<PathBuf> = files.filter(|file| file.to_string_lossy().ends_with(name)).collect();
    assert!(!files.is_empty(), "no file is kept that is called {name}");
    files
}

/// A battle is told to its last decision: played again where rules and content are still those, from the record else.
#[test]
fn battles_are_told_to_their_ends() {
    for file in ["crossroads.journal", "rivals.journal", "dead_air.journal"].iter().flat_map(|name| kept(name)) {
        let path = file.to_string_lossy();
        let bytes = fs::read(&file).unwrap();
        let decisions = whole(&path, &bytes).unwrap().lines().filter(|line| line.1.contains("\"do\"")).count();
        let recalled = Session::recall(Library::own(), &path).unwrap();
        let played = recalled.session.map_or(0, |session| session.battle().number() as usize);
        // Of what follows the first line says why.
        let told = recalled.past.map_or(0, |past| past.after().len().saturating_sub(1));
        assert_eq!((decisions > 20, played + told), (true, decisions), "{path}");
    }
}

/// A league is reported, a log of tuning and a campaign are whole, and a campaign is shown.
#[test]
fn what_opponents_and_campaigns_left_is_read() {
    let home = folder("kept");
    let told = run(&home, &["league", "report", &kept("league.jsonl")[0].to_string_lossy()]);
    assert!(told.contains("random") && told.contains("recruit"), "{told}");
    for file in ["tuning.jsonl", "campaign.journal", "league.jsonl"].iter().flat_map(|name| kept(name)) {
        let bytes = fs::read(&file).unwrap();
        let whole = whole(&file.to_string_lossy(), &bytes).unwrap();
        assert!(whole.notes.is_empty() && whole.lines().count() == bytes.split(|b| *b == b'\n').count() - 1);
        assert!(whole.lines().all(|(_, line)| bare(&line) == line), "its checksums are no part of what it says");
    }
    for (number, file) in kept("campaign.journal").into_iter().enumerate() {
        let campaign = home.join(format!("hexfray/campaigns/kept {number}"));
        fs::create_dir_all(&campaign).unwrap();
        fs::copy(file, campaign.join("campaign.journal")).unwrap();
        assert!(run(&home, &["campaign", "show", &format!("kept {number}")]).contains("The Long Night"));
    }
}

/// A ship and a Retinue are as fine as they were. An army may cost more than it did, as prices are ours, and nothing else.
#[test]
fn content_is_as_fine_as_it_was() {
    for file in ["hulk.ron", "retinue.ron"].iter().flat_map(|name| kept(name)) {
        assert!(run(&folder("kept content"), &["check", &file.to_string_lossy()]).contains("1 file is fine"));
    }
    for file in kept("army.ron") {
        let told = run(&folder("kept content"), &["muster", "show", &file.to_string_lossy()]);
        assert!(told.contains("Da Big Push") && told.contains("3 x Mek"), "{told}");
        let against = told.lines().filter(|line| line.contains("HEX-"));
        assert!(against.into_iter().all(|line| line.contains("the army costs ")), "{told}");
    }
}

/// The window's settings are taken over.
#[cfg(feature = "gui")]
#[test]
fn settings_are_taken_over() {
    use hexfray::play::playback::Speed;
    use hexfray::view::model::settings::Settings;
    for file in kept("window.ron") {
        // Reading clears leftovers away beside the file, so it happens elsewhere.
        let copy = folder("kept settings").join("window.ron");
        fs::copy(&file, &copy).unwrap();
        let (settings, said) = Settings::read(Some(&copy));
        assert_eq!(said, None);
        assert_eq!((settings.scale, settings.speed, settings.labels), (Some(150), Speed::Fast, false));
        assert_ne!(settings.keys, Settings::default().keys, "a key was changed");
    }
}
