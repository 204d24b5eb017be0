//! Campaigns through the window's model: begun on terms, fought, settled, taken back; points spent.

use std::path::{Path, PathBuf};

use hexfray::campaign::{Campaign, Plot, kept};
use hexfray::content::Library;
use hexfray::play::begin::{Campaigns, Draft, Request};
use hexfray::play::camp::{Camp, Page};
use hexfray::play::game::Game;
use hexfray::play::playback::Speed;
use hexfray::rules::campaign::Purchase;
use hexfray::scenario::Session;
use hexfray::user::saved;

/// An empty folder for campaigns.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("camps").join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn draft(id: &str, folder: &Path) -> Draft {
    Draft::new(Library::own(), id, Plot::open(Library::own(), id).unwrap(), 3, folder)
}

fn begin(draft: &Draft, folder: &Path) -> Camp {
    let (terms, home) = draft.terms(folder).unwrap();
    Camp::new(Library::own(), Campaign::begin(Library::own(), terms, Some(&home)).unwrap())
}

/// Fights a battle to its end, the computer deciding for the person.
fn fight(session: Session, journal: Option<String>) -> Game {
    let mut game = Game::new(Library::own(), session, journal).unwrap();
    while game.session().battle().outcome().is_none() {
        game.relieve(true);
        game.tick(0.05, Speed::Instant);
    }
    game
}

#[test]
fn terms_are_checked_before_anything_is_begun() {
    let folder = folder("terms");
    let mut draft = draft("long_night", &folder);
    assert_eq!(draft.name, "long_night");
    draft.name = "../x".to_owned();
    assert!(draft.terms(&folder).unwrap_err().contains("no name for a campaign"));
    draft.name = " mine ".to_owned();
    draft.seed = "seven".to_owned();
    assert!(draft.terms(&folder).unwrap_err().contains("whole number"));
    draft.seed = " 7 ".to_owned();
    (draft.difficulty, draft.ironman) = (1, true);
    let camp = begin(&draft, &folder);
    let terms = camp.campaign.terms();
    assert_eq!((terms.seed, terms.difficulty.as_str(), terms.ironman), (7, "easy", true));
    assert!(draft.terms(&folder).unwrap_err().contains("already"));
    assert_eq!(kept::names(&folder), ["mine"]);
    assert!(draft.manners.iter().all(|manner| manner.contains("Answers at once") || manner.contains("Thinks")));
    let again = Draft::new(Library::own(), "mine.ron", draft.plot.clone(), 3, &folder);
    assert_eq!(again.name, "mine 2", "a name that is free is proposed");
    assert!(camp.campaign.why_no_retry().unwrap().contains("ironman"));
    let wish = Request { ruleset: "hexwar", seed: "x".to_owned(), stages: 2 };
    assert!(wish.draw(Library::own(), &folder).unwrap_err().contains("whole number"));
}

/// The battle left last is gone on with, be it a campaign's or one by itself; one that is over is not.
#[test]
fn the_battle_left_last_may_be_a_campaigns() {
    let (campaigns, played) = (folder("left"), folder("left_alone"));
    let last = || saved::left(Library::own(), Some(&played), Some(&campaigns)).next().map(|left| left.campaign);
    assert_eq!(last(), None);
    let mut camp = begin(&draft("shore_leave", &campaigns), &campaigns);
    assert_eq!(last(), None, "no battle is under way");
    let session = camp.march().unwrap().0;
    assert_eq!(last(), Some(Some("shore_leave".to_owned())));
    std::thread::sleep(std::time::Duration::from_millis(30));
    saved::save(&super::session("alley", 3, &["person", "utility"]), Some(&played)).unwrap();
    assert_eq!(last(), Some(None), "a later battle by itself");
    drop(fight(session, None));
    std::fs::remove_dir_all(&played).unwrap();
    assert_eq!(last(), None, "the campaign's battle is over");
}

/// What is kept is told of while somebody plays it, and what is drawn is listed after those that ship with the program.
#[test]
fn all_campaigns_are_listed() {
    let (folder, own) = (folder("listed"), self::folder("own"));
    let mut playing = begin(&draft("iron_road", &folder), &folder);
    playing.march().unwrap();
    let wish = Request { ruleset: "hexwar", seed: "9".to_owned(), stages: 2 };
    let file = wish.draw(Library::own(), &own).unwrap();
    std::fs::create_dir_all(folder.join("torn")).unwrap();
    std::fs::write(folder.join("torn/campaign.journal"), "nothing").unwrap();
    let mut campaigns = Campaigns::new(Library::own(), 1, Some(folder), Some(&own));
    while campaigns.waits() {
        std::thread::yield_now();
    }
    let ids: Vec<&str> = campaigns.entries.iter().map(|entry| entry.id.as_str()).collect();
    assert_eq!(ids, ["dead_weight", "iron_road", "long_hunt", "long_night", "shore_leave", &file]);
    let without = |name: &str| Library::own().book(name).is_none_or(|(content, _)| content.campaigns().is_none());
    assert!(!campaigns.rulesets.iter().any(|name| without(name)), "{:?}", campaigns.rulesets);
    campaigns.kept.sort_by(|a, b| a.name.cmp(&b.name));
    let [kept, torn] = &campaigns.kept[..] else { panic!("{:?}", campaigns.kept) };
    assert_eq!(kept.stands.as_ref().unwrap()[1], "The Crossing: under way");
    assert!(torn.stands.as_ref().unwrap_err().contains("no header"));
}

#[test]
fn a_battle_is_settled_once_and_no_other_for_it() {
    let folder = folder("settled");
    let mut camp = begin(&draft("iron_road", &folder), &folder);
    assert_eq!(camp.tidings.pop_front().unwrap().title, "The Iron Road");
    assert!(camp.is_open(camp.mission) && camp.mission().id.value == "crossing");
    let (session, hired) = camp.march().unwrap();
    assert_eq!(hired, None);
    assert!(!camp.is_open(camp.mission), "one battle at a time");
    let shown = camp.wares(None)[0].clone();
    assert!(camp.campaign.why_not(&shown).unwrap().contains("under way"));
    let text = session.text().to_owned();
    let other = Session::replay(Library::own(), "another", text.as_bytes()).unwrap();
    let other = fight(other, Some("elsewhere.journal".to_owned()));
    camp.settle(&other);
    assert!(camp.campaign.state().results.is_empty(), "played on elsewhere it is another battle");

    camp.page = Page::Book;
    let game = fight(session, camp.campaign.battle_file(1));
    camp.settle(&game);
    camp.settle(&game);
    assert_eq!(camp.campaign.state().results.len(), 1);
    assert_eq!((camp.page, camp.tidings.len()), (Page::Map, 1));
    assert!(camp.tidings[0].title.starts_with("1. The Crossing: "), "{:?}", camp.tidings);
    assert_eq!(camp.mission().id.value, "guns", "the next one is looked at");
    drop(camp);

    let home = folder.join("iron_road");
    let mut camp = Camp::new(Library::own(), Campaign::open(Library::own(), &home).unwrap());
    assert!(camp.tidings.is_empty(), "nothing is told twice");
    camp.retry();
    assert_eq!((camp.fault.as_ref(), camp.campaign.state().results.len()), (None, 0));
    assert_eq!(camp.mission().id.value, "crossing");
    camp.retry();
    assert!(camp.fault.unwrap().contains("no battle to take back"));
}

#[test]
fn what_is_too_dear_says_so_and_changes_nothing() {
    let folder = folder("shop");
    let mut easy = draft("long_hunt", &folder);
    easy.difficulty = 1;
    let mut camp = begin(&easy, &folder);
    let purse = camp.campaign.company().purse;
    let dear = camp.wares(None).into_iter().find(|ware| ware.cost > purse).unwrap();
    assert!(camp.campaign.why_not(&dear).unwrap().contains("too dear"));
    camp.buy(&dear);
    assert!(camp.fault.take().unwrap().contains("too dear"));
    assert_eq!(camp.campaign.company().purse, purse);
    let buyer = camp.buyers()[0];
    let arms = camp.wares(Some(buyer));
    assert!(arms.iter().all(|ware| matches!(ware.what, Purchase::Arm(at, _) if at == buyer)));
    assert_eq!(camp.help_for(buyer).len(), arms.len(), "nobody has lost anything yet");
    let cheap = arms.into_iter().find(|ware| ware.cost <= purse).unwrap();
    camp.buy(&cheap);
    assert_eq!((camp.campaign.company().purse, camp.fault.as_ref()), (purse - cheap.cost, None));
    assert!(camp.told.as_ref().unwrap().contains(" got "), "{:?}", camp.told);
    camp.export();
    assert!(std::fs::read_to_string(folder.join("long_hunt/book.html")).unwrap().contains("<h1>The Long Hunt</h1>"));
}
