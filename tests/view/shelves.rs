//! The battles that are kept.

use std::fs;
use std::path::PathBuf;

use hexfray::battle::SideId;
use hexfray::content::Library;
use hexfray::play::shelf::{Shelf, Told};
use hexfray::scenario::Session;
use hexfray::user::saved;

use super::session;

/// A folder of the test's own.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("hexfray-shelf-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Played and saved battles in one list, the newest first; each tells what it is.
#[test]
fn kept_battles_tell_what_they_are() {
    let (played, saves) = (folder("played"), folder("saved"));
    let old = session("crossroads", 3, &["person", "two_turns"]);
    saved::save(&old, Some(&played)).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(30));
    let mut over = session("alley", 3, &["utility", "person"]);
    over.play(hexfray::battle::Action::concession()).unwrap();
    while over.battle().outcome().is_none() {
        over.play(hexfray::battle::Action::concession()).unwrap();
    }
    saved::save(&over, Some(&saves)).unwrap();
    fs::write(saves.join("torn.journal"), "{").unwrap();

    let mut shelf = Shelf::new(Some(&played), Some(&saves));
    assert_eq!(shelf.kept.iter().map(|kept| kept.saved).collect::<Vec<_>>(), [true, true, false]);
    let paths: Vec<String> = shelf.kept.iter().map(|kept| kept.path.clone()).collect();
    for path in &paths {
        assert!(shelf.take(path, Told::read(Library::own(), path)));
    }
    assert_eq!((shelf.read(), shelf.kept[0].age.as_str()), (3, "just now"));
    assert!(shelf.kept[0].told.as_ref().unwrap().is_err(), "the newest is torn");
    let told = |place: usize| shelf.kept[place].told.as_ref().unwrap().as_ref().ok().unwrap();
    let (ended, open) = (told(1), told(2));
    assert!(ended.over && !open.over && shelf.kept[2].is_open() && !shelf.kept[1].is_open());
    assert!(ended.place.starts_with("Victory of"), "{}", ended.place);
    assert_eq!((open.scenario.as_str(), open.ruleset), ("Crossroads", "hexwar"));
    let sides: Vec<_> = open.sides.iter().map(|side| (side.name.as_str(), side.owner.as_str())).collect();
    assert_eq!(sides, [("Orks", "you"), ("Elves", "computer, two turns")]);
    for folder in [played, saves] {
        fs::remove_dir_all(folder).unwrap();
    }
}

/// The picture of a battle that is not over shows what its person may see, and all where only computers fight.
#[test]
fn a_kept_battle_gives_no_secret_away() {
    let folder = folder("secret");
    let mut fought = session("dead_air", 3, &["utility", "utility"]);
    while fought.battle().number() < 40 {
        let action = fought.legal()[0];
        fought.play(action).unwrap();
    }
    let units = |owners: [&str; 2]| {
        let text = fought.text().as_bytes();
        let owners = owners.map(ToOwned::to_owned).to_vec();
        let session = Session::replay(Library::own(), "it", text).unwrap().owned_by(owners);
        let path = saved::save(&session, Some(&folder)).unwrap();
        Told::read(Library::own(), &path).ok().unwrap().units
    };
    let (all, mine) = (units(["utility", "utility"]), units(["person", "utility"]));
    let view = fought.battle().view_for(SideId(0));
    let seen = view.listed().filter(|&unit| view.alive(unit) && view.piece(unit).at.is_some()).count();
    assert_eq!(mine.len(), seen);
    assert!(mine.iter().all(|unit| all.contains(unit)) && !mine.is_empty(), "{mine:?} of {all:?}");
    fs::remove_dir_all(folder).unwrap();
}

/// Renaming and deleting reach the one that is chosen and no other, and never write over another battle.
#[test]
fn one_is_renamed_and_deleted_and_no_other() {
    let folder = folder("renamed");
    let battle = session("patrol", 3, &["person", "utility"]);
    for _ in 0..3 {
        saved::save(&battle, Some(&folder)).unwrap();
    }
    fs::write(folder.join("notes.txt"), "mine").unwrap();
    let mut shelf = Shelf::new(None, Some(&folder));
    shelf.step(1);
    assert_eq!(shelf.rename("Early"), Err("It is still being read".to_owned()));
    let path = shelf.chosen().unwrap().path.clone();
    assert!(shelf.take(&path, Told::read(Library::own(), &path)));
    let taken = PathBuf::from(&shelf.kept[0].path).file_stem().unwrap().to_string_lossy().into_owned();
    for wrong in ["", "a/b", "..", &taken] {
        assert!(shelf.rename(wrong).is_err(), "{wrong:?}");
        assert!(PathBuf::from(&path).exists());
    }
    shelf.rename(" The first ford ").unwrap();
    assert_eq!(shelf.chosen().unwrap().name, "The first ford");
    assert!(!PathBuf::from(&path).exists() && folder.join("The first ford.journal").exists());

    shelf.step(9);
    assert_eq!(shelf.chosen, 2);
    let last = shelf.chosen().unwrap().path.clone();
    shelf.delete().unwrap();
    assert_eq!((shelf.kept.len(), shelf.chosen), (2, 1));
    let mut left: Vec<String> =
        fs::read_dir(&folder).unwrap().map(|e| e.unwrap().file_name().to_string_lossy().into_owned()).collect();
    left.sort();
    assert_eq!(left, ["The first ford.journal".to_owned(), "notes.txt".to_owned(), format!("{taken}.journal")]);
    assert!(!PathBuf::from(last).exists());
    shelf.delete().unwrap();
    shelf.delete().unwrap();
    assert!(shelf.chosen().is_none());
    shelf.delete().unwrap();
    fs::remove_dir_all(folder).unwrap();
}
