//! What there is besides fighting a battle: battles that are kept, replays, reasons, the result, settings, campaigns, rosters.

use std::fs;
use std::path::Path;

use ratatui::crossterm::event::KeyCode;

use hexfray::battle::SideId;
use hexfray::content::Library;
use hexfray::league::campaigns::fight;
use hexfray::play::replay::Replay;
use hexfray::scenario::journal::PERSON;
use hexfray::scenario::{Scenario, Session};
use hexfray::telling::report::{course, turning};
use hexfray::terminal::screens::Folders;
use hexfray::user::saved;

use super::{Hands, folder};

/// A battle before its first decision.
fn begun(owners: [&str; 2]) -> Session {
    let session = Session::begin(Library::own(), Scenario::open(Library::own(), "patrol").unwrap(), 5).unwrap();
    session.owned_by(owners.map(str::to_owned).to_vec())
}

/// A battle that computers have fought to its end, as one between a person and a computer.
fn fought() -> Session {
    let mut session = begun(["utility", "utility"]);
    fight(Library::own(), &mut session, |_| ()).unwrap();
    session.owned_by(vec![PERSON.to_owned(), "utility".to_owned()])
}

/// The game with a battle that is over, one that is not, and what is none among those that are kept.
fn with_kept(home: &Path) -> Hands {
    fs::create_dir_all(home).unwrap();
    fs::write(home.join("torn.journal"), "{").unwrap();
    std::thread::sleep(std::time::Duration::from_millis(30));
    saved::save(&begun([PERSON, "utility"]), Some(home)).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(30));
    saved::save(&fought(), Some(home)).unwrap();
    let mut hands = Hands::new(Folders { journals: Some(home.to_owned()), ..Folders::default() }, (100, 30));
    hands.typed("g");
    hands
}

/// Kept battles say how they stand or ended; they are renamed, deleted after a question, replayed and gone on with.
#[test]
fn kept_battles_are_listed_renamed_deleted_and_gone_on_with() {
    let home = folder("kept");
    let mut hands = with_kept(&home);
    let screen = hands.wait_for("Victory of");
    assert!(screen.contains("> Patrol after ") && screen.contains("Dusk Patrol: you"), "{screen}");
    assert!(screen.contains("Village green: 20 by 17 hexes"), "the field as it was left: {screen}");
    hands.press(KeyCode::Down);
    let screen = hands.wait_for("Under way: ");
    assert!(screen.contains("> Patrol after 0 1") && screen.contains("Dawn Patrol: computer, utility"), "{screen}");
    assert!(!screen.contains("Village green"), "nothing is told that a person may not know: {screen}");

    // One that cannot be read says why, and leads nowhere.
    hands.press(KeyCode::Down);
    hands.wait_for("torn.journal");
    hands.press(KeyCode::Enter);
    assert!(hands.draw().contains("> Torn"), "{}", hands.draw());
    hands.typed("dy");
    hands.press(KeyCode::Up);
    hands.press(KeyCode::Down);
    hands.wait_for("> Patrol after 0 1");

    // A name that cannot be changes nothing and says why.
    hands.typed("r");
    hands.typed("/");
    hands.press(KeyCode::Enter);
    let screen = hands.draw();
    assert!(screen.contains("A name has letters") && screen.contains("> Patrol after 0 1"), "{screen}");
    hands.typed("r");
    (0..40).for_each(|_| hands.press(KeyCode::Backspace));
    hands.typed("left early");
    hands.press(KeyCode::Enter);
    assert!(hands.draw().contains("> Left early"), "{}", hands.draw());
    assert!(home.join("left early.journal").exists() && !home.join("patrol_after_0_1.journal").exists());

    // Only y deletes.
    hands.press(KeyCode::Up);
    let number = fs::read_dir(&home).unwrap().count();
    hands.typed("d");
    assert!(hands.draw().contains("cannot be brought back"), "{}", hands.draw());
    hands.press(KeyCode::Enter);
    assert_eq!(fs::read_dir(&home).unwrap().count(), number);
    hands.typed("p");
    let screen = hands.draw();
    assert!(screen.contains("Replay: decision 0 of ") && screen.contains("playing"), "{screen}");
    hands.press(KeyCode::Esc);
    hands.typed("dy");
    let screen = hands.wait_for("Under way: ");
    assert!(screen.contains("> Left early") && !screen.contains("Patrol after"), "{screen}");

    // One that was left is gone on with in its own journal.
    hands.press(KeyCode::Enter);
    hands.wait_for(": place a unit");
    hands.typed("c");
    hands.wait_for("In hand");
    assert!(hands.app.session().unwrap().battle().number() > 0);
    drop(hands);
    let kept = Session::load(Library::own(), &home.join("left early.journal").to_string_lossy()).unwrap();
    assert!(kept.battle().number() > 0 && saved::journals(Some(&home)).len() == 1);
    fs::remove_dir_all(home).unwrap();
}

/// A replay goes by decisions, turns and losses, says what was weighed up, and is played on.
#[test]
fn a_replay_jumps_to_turns_and_losses() {
    let home = folder("replay");
    let session = fought();
    let plan = Replay::new(Library::own(), session);
    let (turns, losses) = (plan.turns().to_vec(), plan.losses().to_vec());
    let mut hands = with_kept(&home);
    hands.wait_for("Victory of");
    hands.press(KeyCode::Enter);
    let at = |number: u32| format!("Replay: decision {number} of {}, stands still", plan.length());
    let turns: Vec<u32> = turns.into_iter().filter(|turn| *turn > 0).collect();
    for turn in &turns[..3] {
        hands.typed("]");
        assert!(hands.draw().contains(&at(*turn)), "{turn}: {}", hands.draw());
    }
    hands.typed("[");
    assert!(hands.draw().contains(&at(turns[1])), "{}", hands.draw());
    hands.press(KeyCode::Home);
    for loss in &losses[..2] {
        hands.typed(".");
        assert!(hands.draw().contains(&at(loss + 1)), "{loss}: {}", hands.draw());
    }
    hands.typed(",");
    hands.app.tick(super::LONG);
    let screen = hands.draw();
    assert!(screen.contains(&at(losses[0] + 1)) && screen.contains('x') && screen.contains('#'), "{screen}");
    hands.press(KeyCode::Right);
    hands.press(KeyCode::Left);
    hands.press(KeyCode::Left);
    assert!(hands.draw().contains(&at(losses[0])), "{}", hands.draw());

    hands.typed("y");
    hands.wait_for("It weighed up");
    hands.press(KeyCode::Esc);
    hands.typed("l");
    assert!(hands.draw().contains("All that has happened so far"), "{}", hands.draw());
    hands.press(KeyCode::Esc);

    // At the end there is nobody to play on, earlier there is.
    hands.press(KeyCode::End);
    hands.typed("o");
    assert!(hands.draw().contains("go back before you play on"), "{}", hands.draw());
    hands.typed(" ");
    assert!(hands.draw().contains("decision 0 of"), "it begins anew: {}", hands.draw());
    hands.typed("]o");
    hands.wait_for("In hand");
    assert_eq!(hands.app.session().unwrap().battle().number(), turns[0]);
    fs::remove_dir_all(home).unwrap();
}

/// In a battle the last decisions of computers are asked about, and what they have done is shown again.
#[test]
fn what_computers_did_is_explained_and_shown_again() {
    let mut hands = Hands::fighting("patrol", &[PERSON, PERSON], (100, 30));
    hands.wait_for(": place a unit");
    hands.typed("R");
    assert!(hands.draw().contains("Nothing has happened since"), "{}", hands.draw());
    hands.typed("y");
    assert!(hands.draw().contains("No computer has decided anything yet"), "{}", hands.draw());

    let mut hands = Hands::fighting("patrol", &[PERSON, "utility"], (100, 30));
    hands.wait_for(": place a unit");
    let number = hands.app.session().unwrap().battle().number();
    hands.typed("c");
    for _ in 0..200 {
        hands.wait_for(": place a unit");
        if hands.app.session().unwrap().battle().number() > number + 1 {
            break;
        }
    }
    hands.choose("Why did they do that?");
    let screen = hands.wait_for("1. Place");
    assert!(screen.contains("Last decisions") && screen.contains("> Place"), "{screen}");
    assert!(screen.contains("It weighed up") || screen.contains("without thinking"), "{screen}");
    hands.press(KeyCode::Esc);
    assert!(!hands.app.is_lively());
    hands.typed("R");
    assert!(hands.app.is_lively() && hands.draw().contains("Space skip"), "{}", hands.draw());
    hands.typed(" ");
    hands.app.tick(0.0);
    assert!(!hands.app.is_lively() && hands.draw().contains(": place a unit"), "{}", hands.draw());
}

/// The result says who did most, what the dice did, how the chances went and where the battle turned; that opens the replay
/// there.
#[test]
fn the_result_leads_to_the_turns_at_which_it_turned() {
    let session = fought();
    let course = course(Library::own(), &session).unwrap();
    let turns = turning(&course, SideId(0));
    assert!(!turns.is_empty(), "choose another seed");
    let mut hands = Hands::new(Folders::default(), (100, 60));
    hands.app.fight(session, None).unwrap();
    let screen = hands.wait_for("at the end");
    for text in [
        "Dice ",
        "out of the battle",
        "The chance of Dusk Patrol to win:",
        "turn 2",
        "####",
        "The battle turned for Dusk Patrol:",
    ] {
        assert!(screen.contains(text), "no `{text}` in {screen}");
    }
    hands.typed("1");
    assert!(hands.draw().contains(&format!("Replay: decision {} of", course[turns[0]].number)), "{}", hands.draw());
    hands.press(KeyCode::Esc);
    assert!(hands.draw().contains("rematch"), "{}", hands.draw());
    hands.typed("9p");
    assert!(hands.draw().contains("Replay: decision 0 of"), "{}", hands.draw());
}

/// Settings are changed, kept beside those of the window, and in force.
#[test]
fn settings_are_kept_and_in_force() {
    let home = folder("settings");
    fs::create_dir_all(&home).unwrap();
    let file = home.join("window.ron");
    fs::write(&file, "(speed: fast, labels: false, keys: [(Undo, \"Z\")])").unwrap();
    let folders = Folders { settings: Some(file.clone()), ..Folders::default() };
    let mut hands = Hands::new(folders.clone(), (100, 30));
    hands.typed("s");
    hands.point("Events are shown");
    assert!(hands.draw().contains("fast"), "{}", hands.draw());
    hands.press(KeyCode::Right);
    hands.point("Those of computers");
    hands.press(KeyCode::Right);
    hands.press(KeyCode::Left);
    hands.press(KeyCode::Left);
    assert!(hands.draw().matches("instant").count() == 2, "{}", hands.draw());
    hands.point("Computers think");
    hands.press(KeyCode::Enter);
    assert!(hands.draw().contains("for 1 s at most"), "{}", hands.draw());
    hands.press(KeyCode::Esc);
    assert!(hands.draw().contains("Hexfray: tactical battles"), "{}", hands.draw());
    let kept = fs::read_to_string(&file).unwrap();
    for text in ["speed: instant", "others: Some(instant)", "patience: Some(1)", "labels: false", "[(Undo, \"Z\")]"] {
        assert!(kept.contains(text), "no `{text}` in {kept}");
    }

    // A computer that would think for minutes moves.
    let mut hands = Hands::new(folders.clone(), (100, 30));
    hands.app.fight(begun(["veteran@100000000", PERSON]), None).unwrap();
    hands.wait_for(": place a unit");
    // From a battle they are changed too, and lead back to it.
    hands.choose("Settings");
    hands.press(KeyCode::Esc);
    assert!(hands.draw().contains(": place a unit"), "{}", hands.draw());

    // A broken file is said, and the game goes on without it.
    fs::write(&file, "(speed: quick)").unwrap();
    let mut hands = Hands::new(folders, (100, 30));
    assert!(hands.draw().contains("Your settings could not be read"), "{}", hands.draw());
    hands.press(KeyCode::Enter);
    assert!(hands.draw().contains("Learn to play"), "{}", hands.draw());
    fs::remove_dir_all(home).unwrap();
}

/// A campaign is begun under a name; its company, shop and book are read, its battle is fought, given up and settled, and it is
/// gone on with by its name.
#[test]
fn a_campaign_is_played_on_screens() {
    let home = folder("campaigns");
    let folders = Folders { campaigns: Some(home.clone()), ..Folders::default() };
    let mut hands = Hands::new(folders.clone(), (110, 36));
    hands.typed("c");
    hands.point("The Long Night");
    hands.press(KeyCode::Enter);
    assert!(hands.draw().contains("> Begin the campaign"), "{}", hands.draw());
    hands.point("Its name");
    (0..20).for_each(|_| hands.press(KeyCode::Backspace));
    hands.point("Begin the campaign");
    hands.press(KeyCode::Enter);
    assert!(hands.draw().contains("> Begin the campaign"), "a campaign has a name: {}", hands.draw());
    hands.point("Its name");
    hands.typed("mine");
    hands.point("Take back");
    hands.press(KeyCode::Right);
    assert!(hands.draw().contains("nothing"), "{}", hands.draw());
    hands.press(KeyCode::Left);
    hands.point("Begin the campaign");
    hands.press(KeyCode::Enter);
    assert!(hands.draw().contains("Any key goes on"), "the introduction: {}", hands.draw());
    hands.press(KeyCode::Enter);
    let screen = hands.draw();
    assert!(screen.contains("> Foothold: open") && screen.contains("To win the campaign: "), "{screen}");
    hands.press(KeyCode::Down);
    assert!(hands.draw().contains("Opens when: "), "{}", hands.draw());
    hands.press(KeyCode::Enter);
    assert!(hands.draw().contains("The Log: not open yet"), "nobody marches there: {}", hands.draw());

    // The company, what can be bought for one of it, and the book.
    hands.typed("2");
    assert!(hands.draw().contains("The others"), "{}", hands.draw());
    hands.press(KeyCode::Enter);
    let screen = hands.draw();
    assert!(screen.contains("For sale for ") && screen.contains("points in the purse"), "{screen}");
    hands.press(KeyCode::Left);
    hands.press(KeyCode::Right);
    assert_eq!(hands.draw(), screen);
    hands.press(KeyCode::Enter);
    let bought = hands.draw();
    assert!(bought != screen, "it is bought, or it is said why not: {bought}");
    hands.typed("4");
    assert!(hands.draw().contains("> Before the first battle"), "{}", hands.draw());
    hands.typed("t");
    assert!(!hands.draw().contains("Fight the last battle again?"), "there is none: {}", hands.draw());

    // To battle, out of it, and to it again; then it is given up, which settles it.
    hands.typed("1");
    hands.point("Foothold");
    hands.press(KeyCode::Enter);
    hands.wait_for("In hand");
    hands.choose("Leave the battle");
    assert!(hands.draw().contains("> Foothold: under way"), "{}", hands.draw());
    drop(hands);
    let mut hands = Hands::new(folders.clone(), (110, 36));
    hands.typed("c");
    hands.wait_for("Go on");
    hands.point("mine");
    assert!(hands.draw().contains("The Long Night: "), "{}", hands.draw());
    hands.press(KeyCode::Enter);
    hands.press(KeyCode::Enter);
    hands.wait_for(":");
    for _ in 0..200 {
        hands.app.tick(super::LONG);
        hands.typed("Gy");
        hands.app.tick(super::LONG);
        if hands.draw().contains("The battle is over") {
            break;
        }
    }
    let screen = hands.wait_for("go on");
    assert!(!screen.contains("rematch"), "{screen}");
    hands.press(KeyCode::Enter);
    hands.wait_for("Any key goes on");
    hands.press(KeyCode::Enter);
    let screen = hands.draw();
    assert!(screen.contains("Foothold: lost"), "{screen}");

    // Its replay is no battle to be played on; and it can be taken back after a question.
    hands.typed("4");
    hands.press(KeyCode::Enter);
    hands.press(KeyCode::Home);
    hands.typed("o");
    assert!(hands.draw().contains("A battle of a campaign is not played on"), "{}", hands.draw());
    hands.press(KeyCode::Esc);
    hands.typed("t");
    assert!(hands.draw().contains("Fight the last battle again?"), "{}", hands.draw());
    hands.press(KeyCode::Enter);
    assert!(hands.draw().contains("1. Foothold: lost"), "{}", hands.draw());
    hands.typed("ty");
    hands.wait_for("Foothold: ");
    assert!(!hands.draw().contains("Foothold: lost"), "{}", hands.draw());
    fs::remove_dir_all(home).unwrap();
}

/// Rosters are listed with what they hold, built choice by choice, and saved.
#[test]
fn a_roster_is_built_on_screens() {
    let home = folder("rosters");
    let folders = Folders { rosters: Some(home.join("own")), drafts: Some(home.join("drafts")), ..Folders::default() };
    let mut hands = Hands::new(folders, (120, 40));
    hands.typed("a");
    hands.point("Begin with Road Company");
    assert!(hands.draw().contains(" of 300 points"), "{}", hands.draw());
    hands.press(KeyCode::Home);
    hands.press(KeyCode::Enter);
    assert!(hands.draw().contains("0 of 300 points") && hands.draw().contains("As it stands"), "{}", hands.draw());
    hands.typed("u");
    assert!(hands.draw().contains("There is nothing to take back"), "{}", hands.draw());

    // A name is written into it, a unit raised; what is not saved is a draft.
    hands.point("Name");
    hands.press(KeyCode::Enter);
    hands.typed("Night Watch");
    hands.press(KeyCode::Enter);
    let named = hands.draw();
    assert!(named.contains("Night Watch"), "{named}");
    assert_eq!(fs::read_dir(home.join("drafts")).unwrap().count(), 1);
    hands.typed("u");
    assert_ne!(hands.draw(), named, "the name is taken back");
    hands.point("Name");
    hands.press(KeyCode::Enter);
    hands.typed("Night Watch");
    hands.press(KeyCode::Enter);

    hands.typed("s");
    hands.typed("watch 1");
    hands.press(KeyCode::Enter);
    assert!(hands.draw().contains("Saved to ") && home.join("own/watch_1.ron").exists(), "{}", hands.draw());
    hands.typed("q");
    hands.point("Your own Night Watch");
    assert_eq!(fs::read_dir(home.join("drafts")).unwrap().count(), 0);
    fs::remove_dir_all(home).unwrap();
}
