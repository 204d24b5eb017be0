//! A campaign at the window: begun, its battle fought in two sittings, points spent, the book read.

use std::path::{Path, PathBuf};
use std::time::Duration;

use hexfray::campaign::{Campaign, Plot, Terms, kept};
use hexfray::league::campaigns;
use hexfray::rules::campaign::Deed;
use hexfray::scenario::Session;
use hexfray::scenario::journal::PERSON;
use hexfray::view::model::title::Entry;

use super::hands::{Hands, Means};
use super::screen::{PANEL, Screen, library};

/// The test's own campaign.
const ROAD: &str = "short_road";

impl Screen {
    fn campaigns(&self) -> PathBuf {
        self.home.join("data/hexfray/campaigns")
    }

    /// The one campaign as its journal has it.
    fn campaign(&self) -> Campaign {
        let names = kept::names(&self.campaigns());
        Campaign::look(library(), &self.campaigns().join(&names[0])).unwrap()
    }

    /// The journal of a battle of it.
    fn journal_of(&self, number: u32) -> PathBuf {
        self.campaigns().join(ROAD).join(format!("{number}.journal"))
    }

    /// The journal of the last battle of it that was begun.
    pub(super) fn newest(&self) -> Option<PathBuf> {
        (1..).map(|number| self.journal_of(number)).take_while(|file| file.exists()).last()
    }

    /// A battle of it as its journal has it.
    fn fought(&self, number: u32) -> Option<Session> {
        Session::load(library(), &self.journal_of(number).to_string_lossy()).ok()
    }

    /// From the start screen to all campaigns, or further to the first that is kept.
    fn take_up(&mut self) {
        self.choose(Means::Keys, Entry::Campaigns);
        self.still();
        self.shot("campaigns");
        self.keys(&["Return"]);
        self.still();
    }

    /// Lets the computer decide for a turn; whether the battle is over then.
    fn turn(&mut self, battle: u32) -> bool {
        let over = |screen: &Screen| screen.fought(battle).unwrap().battle().outcome().is_some();
        // A key that falls between two screens is lost, and while the computer decides for the turn there are moments in
        // which a question is open.
        loop {
            self.wait("a question", |screen| screen.has_buttons() || over(screen));
            self.still();
            if over(self) {
                return true;
            }
            if self.has_buttons() {
                break;
            }
        }
        let number = self.fought(battle).unwrap().battle().number();
        self.keys(&["ctrl+c"]);
        self.wait("the computer to decide for the turn", |screen| {
            let session = screen.fought(battle).unwrap();
            let asked = session.battle().decision().is_none_or(|d| session.owners()[d.side.index()] == PERSON);
            asked && session.battle().number() > number
        });
        over(self)
    }
}

/// Begins the test's campaign and its first battle.
fn march(screen: &mut Screen) {
    screen.choose(Means::Keys, Entry::Campaigns);
    screen.still();
    for _ in 0..library().campaigns().keys().position(|id| id == ROAD).unwrap() {
        screen.keys(&["Down"]);
    }
    screen.shows(&["Return"], "terms");
    screen.keys(&["Return"]);
    screen.wait("the campaign to begin", |screen| !kept::names(&screen.campaigns()).is_empty());
    screen.still();
    screen.shot("introduction");
    screen.shows(&["Return"], "map");
    screen.keys(&["Return"]);
    screen.wait("the battle to begin", |screen| screen.fought(1).is_some());
    screen.still();
}

/// Fights the first battle of the test's campaign to its end by hand, and sees the campaign take it in.
pub(crate) fn fight(means: Means) {
    let mut screen = Screen::open(&format!("campaign battle by {}", means.word()), &[], super::SIZE, 100);
    march(&mut screen);
    Hands::new(&mut screen, means).play(|session| session.battle().outcome().is_some());
    screen.wait("the campaign to take the battle in", |screen| screen.campaign().state().results.len() == 1);
    screen.still();
    screen.shot("result");
}

/// Plays the test's campaign; the program is killed in the middle of the first battle and after it.
pub(crate) fn walk() {
    let mut screen = Screen::open("campaign", &[], super::SIZE, 100);
    march(&mut screen);
    assert!(!screen.turn(1), "it lasts longer than its deployment");
    let number = screen.fought(1).unwrap().battle().number();

    screen.again();
    assert_eq!(screen.fought(1).unwrap().battle().number(), number, "nothing is lost");
    screen.take_up();
    screen.shot("under_way");
    screen.shows(&["Return"], "battle_gone_on_with");
    while !screen.turn(1) {}
    screen.wait("the campaign to take the battle in", |screen| screen.campaign().state().results.len() == 1);
    screen.still();
    // Keys are deaf for a moment when a result comes up.
    std::thread::sleep(Duration::from_secs(1));
    screen.still();
    screen.shot("result");
    screen.shows(&["Return"], "outcome");
    screen.shows(&["Return"], "map_after");

    screen.shows(&["2"], "company");
    screen.shows(&["3"], "shop");
    let purse = screen.campaign().company().purse;
    let button = screen.first_ware();
    screen.click(button);
    screen.wait("something to be bought", |screen| screen.campaign().company().purse < purse);
    screen.still();
    screen.shot("bought");
    screen.shows(&["4"], "book");
    // The first line that can be seen again is the battle's own.
    screen.shows(&["Return"], "replay");
    assert!(!screen.asks(), "a battle told again asks nothing");
    screen.menu();
    screen.entry(Means::Keys, 760, PANEL, 4);
    screen.still();
    screen.shot("book_again");

    screen.again();
    let campaign = screen.campaign();
    let bought = |deed: &Deed| matches!(deed, Deed::Joined(_) | Deed::Gained(..));
    let ours = |told: &&hexfray::campaign::Told| told.company == "wardens" && bought(&told.note.deed);
    assert_eq!((campaign.state().results.len(), campaign.state().told.iter().filter(ours).count()), (1, 1));
    screen.take_up();
    screen.keys(&["Return"]);
    screen.wait("the next battle to begin", |screen| screen.fought(2).is_some());
    screen.still();
    screen.shot("next_battle");
    assert!(screen.campaign().state().begun.is_some());
}

/// A campaign of the library under way: two battles fought, by computers.
fn under_way(id: &str, home: &Path) {
    let terms =
        Terms { id: id.to_owned(), seed: 7, owner: PERSON.to_owned(), difficulty: String::new(), ironman: false };
    let mut campaign = Campaign::begin(library(), terms, Some(home)).unwrap();
    for _ in 0..2 {
        let mission = campaigns::next_mission(&campaign).unwrap();
        let session = campaign.march(library(), &mission).unwrap();
        let players = session.battle().players();
        let mut session = session.owned_by(vec!["utility".to_owned(); players]);
        campaigns::fight(library(), &mut session, |_| ()).unwrap();
        let report = campaign.report(&session).unwrap();
        campaign.settle(library(), &report).unwrap();
    }
}

/// Pictures of every screen of each campaign that ships with the program.
pub(crate) fn show(gallery: &str, size: (u16, u16), scale: u16) {
    let shipped = library().campaigns().keys().filter(|id| *id != ROAD);
    for id in shipped {
        let missions = Plot::open(library(), id).unwrap().missions.len();
        let mut screen = Screen::open(&format!("{gallery}/{id}"), &[], size, scale);
        under_way(id, &screen.campaigns().join(id));
        screen.choose(Means::Keys, Entry::Campaigns);
        screen.still();
        screen.shot("campaigns");
        screen.shows(&["Return"], "map");
        for _ in 1..missions {
            screen.keys(&["Tab"]);
            screen.shot("mission");
        }
        for (key, page) in [("2", "company"), ("3", "shop"), ("4", "book")] {
            screen.shows(&[key], page);
        }
    }
}

/// A picture of the map of a campaign under way.
pub(crate) fn map(gallery: &str, size: (u16, u16), scale: u16) {
    const ID: &str = "long_night";
    let mut screen = Screen::open(gallery, &[], size, scale);
    under_way(ID, &screen.campaigns().join(ID));
    screen.choose(Means::Keys, Entry::Campaigns);
    screen.still();
    screen.keys(&["Return"]);
    // The battlefields of its missions are painted beside the frame.
    screen.rests(Duration::from_secs(3));
    screen.shot("campaign");
}
