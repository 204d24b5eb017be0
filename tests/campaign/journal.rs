//! The journal of journals: killed at any moment and gone on with, a campaign ends the same; older files load for ever.

use std::fs;
use std::path::Path;

use hexfray::campaign::{Campaign, State, Terms, journal};
use hexfray::content::Library;
use hexfray::league::campaigns::{fight, play_out};

use crate::camp::{decide, folder, peaceful, terms};

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap().map(|e| e.unwrap().path()) {
        fs::copy(&entry, to.join(entry.file_name().unwrap())).unwrap();
    }
}

/// The state, as far as the journal says.
fn told(state: &State) -> String {
    format!("{:?} {:?} {:?} {:?}", state.companies, state.results, state.told, state.scars)
}

/// A campaign played to its end in a folder.
fn finished(name: &str) -> (std::path::PathBuf, String) {
    let home = folder(name).join("kept");
    let mut campaign = Campaign::begin(Library::own(), terms("iron_road"), Some(&home)).unwrap();
    play_out(Library::own(), &mut campaign, |_, _| ()).unwrap();
    (home, told(campaign.state()))
}

#[test]
fn cut_off_anywhere_it_ends_the_same() {
    let (home, end) = finished("cut");
    let whole = fs::read(home.join(journal::NAME)).unwrap();
    let first = whole.iter().position(|b| *b == b'\n').unwrap();
    for step in 0..16 {
        let cut = first + 1 + (whole.len() - first - 1) * step / 16;
        let to = folder("cut-copy");
        copy(&home, &to);
        fs::write(to.join(journal::NAME), &whole[..cut]).unwrap();
        let mut campaign = Campaign::open(Library::own(), &to).unwrap();
        // The battle under way was cut off too.
        if let Some(begun) = &campaign.state().begun {
            let file = campaign.battle_file(begun.battle).unwrap();
            let battle = fs::read(&file).unwrap();
            fs::write(&file, &battle[..battle.len() * step / 16]).unwrap();
        }
        play_out(Library::own(), &mut campaign, |_, _| ()).unwrap();
        assert_eq!(told(campaign.state()), end, "cut at byte {cut}");
    }
}

#[test]
fn what_is_read_again_is_what_was_written() {
    let (home, end) = finished("again");
    let campaign = Campaign::open(Library::own(), &home).unwrap();
    assert_eq!(told(campaign.state()), end);
    assert!(campaign.notes().is_empty());
    // Every battle is a journal of its own, and plays again to the moment that the book names.
    let deed = campaign.state().told.iter().find(|t| t.moment > 0).unwrap();
    let session =
        hexfray::scenario::Session::load(Library::own(), &campaign.battle_file(deed.battle).unwrap()).unwrap();
    let (before, _) = session.battle_at(deed.moment - 1).unwrap();
    let (after, _) = session.battle_at(deed.moment).unwrap();
    let alive = |battle: &hexfray::rules::AnyBattle| battle.units().filter(|u| battle.alive(*u)).count();
    assert!(alive(&after) < alive(&before), "somebody fell at that decision");
}

#[test]
fn one_program_at_a_time() {
    let (home, _) = finished("locked");
    let _held = Campaign::open(Library::own(), &home).unwrap();
    let error = Campaign::open(Library::own(), &home).unwrap_err();
    assert!(error[0].to_string().contains("another program"), "{}", error[0]);
}

/// A mission fought again has other dice, the state is as before it, and the book says so; not in an ironman campaign.
#[test]
fn retry_is_marked() {
    let mut campaign = Campaign::begin(Library::own(), terms("iron_road"), None).unwrap();
    assert!(campaign.retry().is_err(), "nothing to take back");
    let before = told(campaign.state());
    let first = campaign.march(Library::own(), "crossing").unwrap().seed();
    assert!(campaign.retry().is_err(), "not while it is under way");
    let report = peaceful(&campaign, "crossing", "horde");
    campaign.settle(Library::own(), &report).unwrap();
    campaign.retry().unwrap();
    assert_eq!(told(campaign.state()), before);
    let mut session = campaign.march(Library::own(), "crossing").unwrap();
    assert_ne!(session.seed(), first);
    fight(Library::own(), &mut session, |_| ()).unwrap();
    let report = campaign.report(&session).unwrap();
    campaign.settle(Library::own(), &report).unwrap();
    let result = &campaign.state().results[0];
    assert_eq!((result.battle, result.retries), (2, 1));
    assert!(campaign.headline(result).contains("fought again, 1 time"));

    let iron = Terms { ironman: true, ..terms("iron_road") };
    let mut campaign = Campaign::begin(Library::own(), iron, None).unwrap();
    decide(&mut campaign, "crossing", "horde");
    assert!(campaign.retry().unwrap_err()[0].to_string().contains("ironman"));
}

/// The files in the corpus, one of each format that there ever was, load to what they meant when they were written.
#[test]
fn the_corpus_loads() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/campaign/corpus");
    let mut formats = Vec::new();
    for path in fs::read_dir(corpus).unwrap().map(|e| e.unwrap().path()) {
        if path.extension().is_none_or(|e| e != "journal") {
            continue;
        }
        let text = fs::read(&path).unwrap();
        let home = folder("corpus");
        fs::write(home.join(journal::NAME), &text).unwrap();
        let campaign = Campaign::open(Library::own(), &home).unwrap();
        let expected = fs::read_to_string(path.with_extension("expected")).unwrap();
        let found = campaign.chronicle().join("\n");
        assert_eq!(found.trim(), expected.trim(), "{}", path.display());
        let header: serde_json::Value = serde_json::from_slice(text.split(|b| *b == b'\n').next().unwrap()).unwrap();
        formats.push(header["campaign"].as_u64().unwrap());
    }
    formats.sort_unstable();
    formats.dedup();
    assert_eq!(formats, (1..=u64::from(journal::FORMAT)).collect::<Vec<_>>(), "one of each format at least");
}

#[test]
fn what_is_no_campaign_is_told() {
    let read = |text: &str| {
        let home = folder("no-campaign");
        fs::write(home.join(journal::NAME), text).unwrap();
        Campaign::open(Library::own(), &home).unwrap_err()[0].to_string()
    };
    assert!(read("").contains("not a campaign's journal"));
    assert!(read("{\"hexfray\":1}\n").contains("not a campaign's journal"));
    assert!(read("{\"campaign\":99,\"program\":\"9.9\"}\n").contains("this program reads formats 1 to"));
    let (home, _) = finished("broken");
    let good = fs::read_to_string(home.join(journal::NAME)).unwrap();
    let mut lines: Vec<&str> = good.lines().collect();
    lines[2] = "{\"what\":1}";
    let told = read(&(lines.join("\n") + "\n"));
    let third = format!("{}:3", folder("no-campaign").join(journal::NAME).display());
    assert!(told.starts_with(&third), "{told}");
}

/// Sheets that have changed since a campaign began are told before it goes on, as is content that is not loaded.
#[test]
fn changed_sheets_and_missing_content_are_told() {
    let home = folder("sheets").join("kept");
    drop(Campaign::begin(Library::own(), terms("iron_road"), Some(&home)).unwrap());
    assert_eq!(Campaign::look(Library::own(), &home).unwrap().notes(), [""; 0]);
    let content = folder("sheets-content");
    fs::create_dir_all(content.join("assets/hexwar")).unwrap();
    fs::write(content.join("assets/content.ron"), "(name: \"Two Bridges\", version: \"1.2\")").unwrap();
    fs::write(content.join("assets/hexwar/rules.ron"), "(hit_base: 7)").unwrap();
    let changed = Library::own().over(&content.to_string_lossy()).unwrap();
    let notes = Campaign::look(&changed, &home).unwrap().notes().join("\n");
    assert!(notes.contains("was made without Two Bridges 1.2, which is loaded"), "{notes}");
    assert!(notes.contains("the sheets of hexwar have changed since the campaign began"), "{notes}");
    let with = folder("sheets-with").join("kept");
    drop(Campaign::begin(&changed, terms("iron_road"), Some(&with)).unwrap());
    assert_eq!(Campaign::look(&changed, &with).unwrap().notes(), [""; 0]);
    let notes = Campaign::look(Library::own(), &with).unwrap().notes().join("\n");
    assert!(notes.contains("needs Two Bridges 1.2, which is not loaded"), "{notes}");
}
