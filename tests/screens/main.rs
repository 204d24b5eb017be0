//! The game on the whole screen of a terminal, driven by keys and drawn where it can be read again.

mod besides;

use std::fs;
use std::path::PathBuf;

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use hexfray::battle::mix;
use hexfray::campaign::{Campaign, Terms};
use hexfray::content::Library;
use hexfray::scenario::journal::PERSON;
use hexfray::scenario::{Scenario, Session};
use hexfray::terminal::screens::{App, End, Folders};

/// Seconds that are more than anything shown takes.
const LONG: f32 = 1000.0;

/// A folder of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("hexfray_screens_{}_{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// The game in the hands of a test.
struct Hands {
    app: App,
    terminal: Terminal<TestBackend>,
}

impl Hands {
    fn new(folders: Folders, size: (u16, u16)) -> Hands {
        let app = App::new(Library::own(), folders, 5).unwrap();
        Hands { app, terminal: Terminal::new(TestBackend::new(size.0, size.1)).unwrap() }
    }

    /// In a battle whose sides these play.
    fn fighting(scenario: &str, owners: &[&str], size: (u16, u16)) -> Hands {
        let mut hands = Hands::new(Folders::default(), size);
        let session = Session::begin(Library::own(), Scenario::open(Library::own(), scenario).unwrap(), 7).unwrap();
        let owners = owners.iter().map(ToString::to_string).collect();
        hands.app.fight(session.owned_by(owners), None).unwrap();
        hands
    }

    fn draw(&mut self) -> String {
        self.terminal.draw(|frame| self.app.draw(frame)).unwrap();
        let buffer = self.terminal.backend().buffer();
        let wide = usize::from(buffer.area.width).max(1);
        let row = |cells: &[ratatui::buffer::Cell]| cells.iter().map(|cell| cell.symbol()).collect::<String>() + "\n";
        buffer.content.chunks(wide).map(row).collect()
    }

    fn press(&mut self, code: KeyCode) {
        self.app.key(KeyEvent::new(code, KeyModifiers::NONE));
    }

    fn typed(&mut self, keys: &str) {
        keys.chars().for_each(|key| self.press(KeyCode::Char(key)));
    }

    /// Lets time go by until a text is on the screen.
    fn wait_for(&mut self, text: &str) -> String {
        self.wait_until(text, |screen| screen.contains(text))
    }

    /// Lets time go by until the screen is as it is described.
    fn wait_until(&mut self, what: &str, holds: impl Fn(&str) -> bool) -> String {
        for _ in 0..20_000 {
            self.app.tick(LONG);
            let screen = self.draw();
            if holds(&screen) {
                return screen;
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        panic!("no `{what}` on\n{}", self.draw());
    }

    /// Chooses an entry of a battle's menu.
    fn choose(&mut self, entry: &str) {
        self.typed("q");
        let pointed = (0..20).any(|_| {
            self.press(KeyCode::Down);
            self.draw().contains(&format!("> {entry}"))
        });
        assert!(pointed, "{}", self.draw());
        self.press(KeyCode::Enter);
    }

    /// Moves down in a list until the row that is pointed at has this text.
    fn point(&mut self, text: &str) {
        self.press(KeyCode::Home);
        for _ in 0..400 {
            let screen = self.draw();
            if screen.lines().any(|line| line.starts_with("> ") && line.contains(text)) {
                return;
            }
            self.press(KeyCode::Down);
        }
        panic!("no `{text}` in\n{}", self.draw());
    }
}

#[test]
fn a_battle_is_chosen_set_up_and_fought_to_its_end_by_keys_alone() {
    let journals = folder("journals");
    let mut hands = Hands::new(Folders { journals: Some(journals.clone()), ..Folders::default() }, (80, 24));
    hands.point("Patrol");
    assert!(hands.draw().contains("Village green: 20 by 17 hexes"), "{}", hands.draw());
    hands.press(KeyCode::Enter);
    assert!(hands.draw().contains("played by you"), "{}", hands.draw());

    // The second side is given to the weakest computer, and the dice are others.
    hands.point("Dawn Patrol, played by");
    hands.press(KeyCode::Enter);
    hands.press(KeyCode::Home);
    hands.press(KeyCode::Down);
    assert!(hands.draw().contains("> Random, strength 0 of 5"), "{}", hands.draw());
    hands.press(KeyCode::Enter);
    assert!(hands.draw().contains("Dawn Patrol, played by random"), "{}", hands.draw());
    hands.point("Seed");
    hands.press(KeyCode::Backspace);
    hands.typed("42");
    assert!(hands.draw().contains("42"), "{}", hands.draw());
    hands.point("Begin the battle");
    hands.press(KeyCode::Enter);
    hands.typed("vv");

    // Whoever takes what is offered first comes to an end.
    let mut end = String::new();
    for _ in 0..5000 {
        hands.app.tick(LONG);
        end = hands.draw();
        if end.contains("to the start") {
            break;
        }
        hands.press(KeyCode::Enter);
        hands.press(KeyCode::Char(' '));
    }
    assert!(end.contains("Victory of") || end.contains("A draw"), "{end}");
    assert!(journals.join("patrol_1.journal").exists(), "it was recorded");

    // All that happened, the same once more with sides swapped, and out.
    hands.typed("l");
    assert!(hands.draw().contains("All that has happened"));
    hands.press(KeyCode::Esc);
    hands.typed("s");
    assert!(hands.draw().contains("Deployment |"), "{}", hands.draw());
    hands.app.key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert!(
        matches!(hands.app.end(), Some(End { kept: Some(path) }) if path.contains("patrol")),
        "{:?}",
        hands.app.end()
    );

    // Nothing is lost: the first screen offers to go on.
    drop(hands);
    let mut hands = Hands::new(Folders { journals: Some(journals.clone()), ..Folders::default() }, (80, 24));
    let screen = hands.wait_for("Continue");
    assert!(screen.contains("> Patrol"), "{screen}");
    hands.press(KeyCode::Enter);
    assert!(hands.draw().contains("Deployment |"), "{}", hands.draw());
    fs::remove_dir_all(journals).unwrap();
}

/// A battle of a campaign is fought on the screen and nothing else is: it can be left and gone on with, and once it is over
/// the campaign has its report.
#[test]
fn a_battle_of_a_campaign_goes_back_to_the_campaign() {
    let (library, home) = (Library::own(), folder("campaign"));
    let (id, owner) = ("long_night".to_owned(), PERSON.to_owned());
    let terms = Terms { id, seed: 3, owner, difficulty: String::new(), ironman: false };
    let mut campaign = Campaign::begin(library, terms, Some(&home)).unwrap();
    let mission = campaign.state().open(campaign.plot()).next().unwrap().id.value.clone();
    let mut session = campaign.march(library, &mission).unwrap();
    let mut reported = false;
    for leaves in [true, false] {
        let number = campaign.state().begun.as_ref().unwrap().battle;
        let app = App::alone(library, Folders::default(), session, campaign.battle_file(number)).unwrap();
        let mut hands = Hands { app, terminal: Terminal::new(TestBackend::new(100, 30)).unwrap() };
        for _ in 0..4 {
            hands.app.tick(LONG);
            hands.press(KeyCode::Enter);
        }
        let played = hands.app.session().unwrap().battle().number();
        if leaves {
            hands.choose("Leave the battle");
        } else {
            hands.wait_for("Place");
            hands.typed("Gy");
            let screen = hands.wait_for("go on");
            assert!(!screen.contains("rematch"), "{screen}");
            // Which begins no other battle.
            hands.typed("r");
            hands.press(KeyCode::Enter);
        }
        assert!(hands.app.end().is_some(), "{}", hands.draw());
        assert!(hands.app.session().unwrap().battle().number() >= played);
        reported = campaign.report(hands.app.session().unwrap()).is_some();
        assert_eq!(reported, !leaves);
        drop(hands);
        session = campaign.resume(library).unwrap();
        assert!(session.battle().number() >= played, "what was decided is kept");
    }
    assert!(reported);
    fs::remove_dir_all(home).unwrap();
}

#[test]
fn all_screens_have_their_help_and_the_book_is_searched() {
    let mut hands = Hands::fighting("patrol", &[PERSON, "random"], (80, 24));
    hands.wait_for(": place a unit");
    hands.typed("?");
    assert!(hands.draw().contains("Which key does what"));
    hands.press(KeyCode::Esc);
    hands.typed("s");
    assert!(!hands.draw().contains("What happens"), "the sheet lies over it");
    hands.press(KeyCode::Esc);
    hands.typed("i");
    assert!(hands.draw().contains("a hex that can be chosen"));
    hands.press(KeyCode::Esc);
    hands.typed("r");
    assert!(hands.draw().contains("The rule book"));
    hands.typed("deflection die");
    let screen = hands.draw();
    assert!(screen.contains("Looking for: deflection die_") && screen.contains("HEX-CONST-07"), "{screen}");
    hands.press(KeyCode::Esc);
    hands.press(KeyCode::Esc);
    assert!(hands.draw().contains("What happens"));
    // Giving up is asked again.
    hands.typed("G");
    assert!(hands.draw().contains("Give the battle up?"));
    hands.press(KeyCode::Enter);
    assert!(hands.draw().contains(": place a unit"));
    hands.typed("Gy");
    let screen = hands.wait_for("The battle is over");
    assert!(screen.contains("Victory of"), "{screen}");
}

#[test]
fn a_choice_is_taken_back_and_a_computer_decides() {
    let mut hands = Hands::fighting("patrol", &[PERSON, "random"], (100, 30));
    let first = hands.wait_for(": place a unit");
    hands.typed("c");
    hands.app.tick(LONG);
    let screen = hands.wait_for(": place a unit");
    assert_ne!(first, screen);
    let mut hands = Hands::fighting("patrol", &[PERSON, PERSON], (100, 30));
    hands.wait_for(": place a unit");
    hands.typed("u");
    assert!(hands.draw().contains("There is nothing to take back"), "{}", hands.draw());
}

/// Between two persons at one keyboard the board is covered while one of them knows what the other may not.
#[test]
fn the_board_is_covered_between_two_persons() {
    let mut hands = Hands::fighting("dead_air", &[PERSON, PERSON], (80, 24));
    for _ in 0..400 {
        hands.app.tick(LONG);
        let screen = hands.draw();
        if screen.contains("come to the keyboard") {
            assert!(!screen.contains("What happens") && !screen.contains("In hand"), "{screen}");
            hands.press(KeyCode::Enter);
            assert!(hands.draw().contains("What happens"));
            return;
        }
        hands.press(KeyCode::Enter);
        hands.press(KeyCode::Char(' '));
    }
    panic!("never covered:\n{}", hands.draw());
}

/// Keys at random on screens of all sizes do no harm.
#[test]
fn no_size_and_no_key_breaks_a_screen() {
    let sizes = [(20, 5), (33, 9), (80, 24), (120, 40), (200, 60), (1, 1), (40, 200), (200, 5)];
    let keys = [
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::PageUp,
        KeyCode::PageDown,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Backspace,
        KeyCode::F(1),
        KeyCode::F(2),
        KeyCode::F(8),
        KeyCode::Delete,
    ];
    let letters = "0123456789 abcdefghiklmnoprsuvxyzCGR?[]+-.,";
    for (round, scenario) in ["patrol", "dead_air", "crossroads", "alley", ""].into_iter().enumerate() {
        let size = sizes[round % sizes.len()];
        let mut hands = match scenario {
            "" => Hands::new(Folders::default(), size),
            scenario => Hands::fighting(scenario, &[PERSON, "random", "random", "random", "random"], size),
        };
        for step in 0..300_u64 {
            let pick = mix(round as u64, step);
            let code = match pick % 3 {
                0 => KeyCode::Char(letters.as_bytes()[(pick / 7) as usize % letters.len()].into()),
                _ => keys[(pick / 7) as usize % keys.len()],
            };
            hands.press(code);
            hands.app.tick(0.3);
            if step % 10 == 0 {
                let (width, height) = sizes[(pick / 97) as usize % sizes.len()];
                hands.terminal.backend_mut().resize(width, height);
            }
            hands.draw();
        }
    }
}

/// A first battle on the screen has five hints, one after the other, and a second one none.
#[test]
fn a_first_battle_has_hints() {
    let home = folder("hints");
    let folders = Folders { learnt: Some(home.join("learnt.txt")), journals: Some(home.clone()), ..Folders::default() };
    let begin = || {
        let mut hands = Hands::new(folders.clone(), (100, 32));
        let session = Session::begin(Library::own(), Scenario::open(Library::own(), "patrol").unwrap(), 7).unwrap();
        hands.app.fight(session.owned_by(vec![PERSON.to_owned(), "utility".to_owned()]), None).unwrap();
        hands
    };
    let mut hands = begin();
    for number in 1..=5 {
        hands.wait_for(&format!("{number} of 5 (h: Go on)"));
        hands.typed("h");
    }
    hands.app.tick(LONG);
    assert!(!hands.draw().contains("(h: Go on)"), "{}", hands.draw());
    assert_eq!(fs::read_to_string(home.join("learnt.txt")).unwrap(), "hints of the terminal\n");
    let mut hands = begin();
    hands.app.tick(LONG);
    assert!(!hands.draw().contains("(h: Go on)"), "they are given once");
    fs::remove_dir_all(&home).unwrap();
}

/// A part of a lesson is chosen, played to its end by what it says, and marked as done, here and for whoever asks later.
#[test]
fn a_part_of_a_lesson_is_learnt() {
    let home = folder("learnt");
    let folders = Folders { learnt: Some(home.join("learnt.txt")), journals: Some(home.clone()), ..Folders::default() };
    let mut hands = Hands::new(folders.clone(), (80, 24));
    hands.typed("l");
    assert!(hands.draw().contains("> 1. Orders"), "{}", hands.draw());
    hands.press(KeyCode::Enter);
    hands.typed("vv");
    let screen = hands.wait_for("(h: Go on)");
    assert!(screen.contains("Part 1 of 4: Orders. 1 of 5") && screen.contains("the flag is @"), "{screen}");
    // What is asked for in the window alone is not said here.
    assert!(!screen.contains("wheel"), "{screen}");
    hands.typed("h");
    let screen = hands.draw();
    assert!(screen.contains("2 of 5") && screen.contains("Let them be fast") && !screen.contains("Go on)"), "{screen}");
    // Another order does not do it, nor does a key.
    hands.typed("h");
    hands.point("5 Slow");
    hands.press(KeyCode::Enter);
    assert!(hands.draw().contains("2 of 5"), "{}", hands.draw());
    hands.point("6 Fast");
    hands.press(KeyCode::Enter);
    hands.typed(" ");
    hands.wait_for("3 of 5");
    for (place, to) in ["10.12", "10.10", "10.9"].into_iter().enumerate() {
        // The stage is told before the opponent's thread has said that it is for the player to decide.
        let stage = format!("Movement {}", place + 1);
        let asked = |screen: &str| screen.contains("1 Move") || screen.contains("> Move: ");
        let screen = hands.wait_until(&stage, |screen| screen.contains(&stage) && asked(screen));
        if !screen.contains("> Move: ") {
            hands.point("1 Move");
            hands.press(KeyCode::Enter);
        }
        hands.press(KeyCode::PageUp);
        let there = |screen: &str| screen.lines().any(|line| line.starts_with(&format!("> Move: {to},")));
        let found = (0..80).any(|_| {
            hands.press(KeyCode::BackTab);
            there(&hands.draw())
        });
        let found = found
            || (0..80).any(|_| {
                hands.press(KeyCode::Tab);
                there(&hands.draw())
            });
        assert!(found, "no {to} in\n{}", hands.draw());
        hands.press(KeyCode::Enter);
    }
    let screen = hands.wait_for("Orders. Done");
    assert!(screen.contains("Three points.") && screen.contains("(h: Next part)"), "{screen}");
    assert_eq!(fs::read_to_string(home.join("learnt.txt")).unwrap(), "a_turn_of_battle/1\n");

    // On to the next part, and out of it to the lessons.
    hands.typed("h");
    assert!(hands.draw().contains("Part 2 of 4: Fire. 1 of 4"), "{}", hands.draw());
    hands.wait_for("choose in secret");
    // A battle that is over before all was done is begun once more.
    hands.typed("hGy");
    hands.wait_for("(h: Try again)");
    hands.typed("h");
    let screen = hands.wait_for("(h: Go on)");
    assert!(screen.contains("Part 2 of 4: Fire. 1 of 4") && screen.contains("Turn 2 of 6, Orders"), "{screen}");
    hands.choose("Leave the battle");
    let screen = hands.draw();
    assert!(screen.contains("1. Orders: done") && screen.contains("> 2. Fire"), "{screen}");
    hands.press(KeyCode::Esc);
    assert!(hands.draw().contains("Hexfray: tactical battles"), "{}", hands.draw());
    // Another game knows it too; no lesson is offered to be gone on with.
    let mut hands = Hands::new(folders, (80, 24));
    hands.typed("l");
    assert!(hands.draw().contains("> 2. Fire"), "{}", hands.draw());
    assert_eq!(
        fs::read_dir(&home).unwrap().filter(|file| file.as_ref().unwrap().path().ends_with("journal")).count(),
        0
    );
    fs::remove_dir_all(home).unwrap();
}

/// A report has the battle, what was told of it, and the screen as it stood; the screen says where it lies.
#[test]
fn a_report_has_the_screen_as_it_stands() {
    let home = folder("reports");
    let reports = home.join("reports");
    let logs = home.join("logs");
    fs::create_dir_all(&logs).unwrap();
    fs::write(logs.join("hexfray.log"), "began\n").unwrap();
    let folders = Folders { reports: Some(reports.clone()), logs: Some(logs), ..Folders::default() };
    let mut hands = Hands::new(folders, (100, 30));
    let session = Session::begin(Library::own(), Scenario::open(Library::own(), "patrol").unwrap(), 7).unwrap();
    hands.app.fight(session.owned_by(vec![PERSON.to_owned(), "random".to_owned()]), None).unwrap();
    let before = hands.wait_for(": place a unit");
    let number = hands.app.session().unwrap().battle().number();
    hands.press(KeyCode::F(8));
    let told = hands.draw();
    assert!(told.contains("Report written to"), "{told}");
    let read = |name: &str| fs::read_to_string(reports.join("report_1").join(name)).unwrap();
    let trimmed: String = before.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    assert_eq!(read("screen.txt"), trimmed, "the screen without what is said of the report");
    assert!(read("about.txt").contains("terminal 100 x 30"), "{}", read("about.txt"));
    assert!(read("battle.txt").contains("place"), "{}", read("battle.txt"));
    assert_eq!(read("program.log"), "began\n");
    let replayed = Session::replay(Library::own(), "battle.journal", read("battle.journal").as_bytes()).unwrap();
    assert_eq!((replayed.seed(), replayed.battle().number()), (7, number));
    // Whatever is pressed then only goes on, and the menu reports as the key does.
    hands.press(KeyCode::Enter);
    assert_eq!(hands.draw(), before);
    hands.choose("Report something");
    assert!(hands.draw().contains("report_2"), "{}", hands.draw());
    hands.press(KeyCode::Enter);
    // On the first screen there is no battle to tell of.
    let mut hands = Hands::new(Folders { reports: Some(reports.clone()), ..Folders::default() }, (80, 24));
    hands.press(KeyCode::F(8));
    assert!(hands.draw().contains("report_3"), "{}", hands.draw());
    assert!(!reports.join("report_3").join("battle.journal").exists());
    assert!(fs::read_to_string(reports.join("report_3").join("screen.txt")).unwrap().contains("Learn to play"));
    let mut hands = Hands::new(Folders::default(), (80, 24));
    hands.press(KeyCode::F(8));
    assert!(hands.draw().contains("No report: there is no folder"), "{}", hands.draw());
    fs::remove_dir_all(home).unwrap();
}
