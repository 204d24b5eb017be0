//! The game's window, and what a person does at it outside of battles.

use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use hexfray::content::Library;
use hexfray::play::camera::Frame;
use hexfray::play::setup::Setup;
use hexfray::scenario::Session;
use hexfray::user::saved;
use hexfray::view::model::layout::Layout;
use hexfray::view::model::title::{Entry, Title};

use super::display::{Picture, xdotool};
use super::hands::Means;

/// The usual size of the window.
pub(crate) const SIZE: (u16, u16) = (1280, 800);
/// The seed of all battles.
const SEED: u64 = 7;
/// The colours of buttons, of fields for text, of what lies behind panels and menus, about a board, and of what is the
/// person's to decide.
const RAISED: (u8, u8, u8) = (0x23, 0x28, 0x2e);
const FIELD: (u8, u8, u8) = (0x0c, 0x0e, 0x11);
pub(crate) const PANEL: (u8, u8, u8) = (0x14, 0x17, 0x1b);
const AROUND: (u8, u8, u8) = (28, 31, 36);
const AMBER: (u8, u8, u8) = (0xf2, 0xb4, 0x41);
/// How high buttons are, in pixels.
const BLOCK: Range<usize> = 20..70;
/// Longest that anything on the screen may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The shipped content with the test's own scenario.
pub(crate) fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/window");
    LIBRARY.get_or_init(|| Library::own().over(folder).unwrap())
}

/// Where the panels lie in a window of the usual size.
pub(crate) fn layout() -> Layout {
    Layout::of((f32::from(SIZE.0), f32::from(SIZE.1)))
}

/// What a process has of the machine.
#[derive(Debug)]
pub(crate) struct Used {
    /// Memory, in kibibytes.
    pub(crate) memory: usize,
    pub(crate) threads: usize,
    pub(crate) handles: usize,
}

/// The game's window with a home of its own.
pub(crate) struct Screen {
    pub(crate) game: Child,
    pub(crate) home: PathBuf,
    arguments: Vec<String>,
    pictures: PathBuf,
    pictured: usize,
    size: (u16, u16),
    /// How large text and panels are, in per cent.
    scale: u16,
    /// How long it took until what was done last was seen.
    pace: Duration,
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.game.kill();
        let _ = self.game.wait();
        let _ = fs::remove_dir_all(&self.home);
    }
}

/// Where the list of scenarios ends, in pixels from above.
const LIST_ENDS: f32 = 700.0;

impl Screen {
    /// Starts the game with these arguments, text and panels so large in per cent.
    pub(crate) fn open(name: &str, arguments: &[&str], size: (u16, u16), scale: u16) -> Screen {
        let name = name.replace(' ', "_");
        let home = name.replace('/', "-");
        let home = std::env::temp_dir().join(format!("hexfray-window-{}-{home}", std::process::id()));
        let pictures = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).with_file_name("window").join(&name);
        fs::create_dir_all(home.join("config/hexfray")).unwrap();
        let _ = fs::remove_dir_all(&pictures);
        fs::create_dir_all(&pictures).unwrap();
        let settings = format!("(speed: instant, scale: {scale}, hints: false)");
        fs::write(home.join("config/hexfray/window.ron"), settings).unwrap();
        let arguments: Vec<String> = arguments.iter().map(|a| (*a).to_owned()).collect();
        let game = launch(&home, &arguments);
        let pace = Duration::from_millis(200);
        let mut screen = Screen { game, home, arguments, pictures, pictured: 0, size, scale, pace };
        screen.come_up();
        screen
    }

    /// Kills the game and starts it again.
    pub(crate) fn again(&mut self) {
        self.game.kill().unwrap();
        self.game.wait().unwrap();
        self.wait_for_dark();
        self.game = launch(&self.home, &self.arguments);
        self.come_up();
    }

    /// Waits until the window of a game that was killed is gone.
    fn wait_for_dark(&self) {
        let until = Instant::now() + PATIENCE;
        while self.is_up() && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Whether the window is there: its left edge has one colour on the start screen, another about a board.
    fn is_up(&self) -> bool {
        [PANEL, AROUND].contains(&self.picture().at(5, 5))
    }

    fn come_up(&mut self) {
        self.wait("the window to come up", Screen::is_up);
        let size = self.size;
        if size != SIZE {
            let (width, height) = (size.0.to_string(), size.1.to_string());
            // Where nothing is as long as the window is small.
            let corner = |screen: &Screen| screen.picture().at(usize::from(size.0) - 5, 5);
            let empty = corner(self);
            xdotool(&["search", "--name", "Hexfray", "windowsize", &width, &height]);
            self.wait("the window to grow", |screen| corner(screen) != empty);
        }
        self.park();
    }

    /// Moves the mouse where it covers nothing and nothing minds it, but where keys still go to the window; waits for rest.
    fn park(&mut self) {
        xdotool(&["mousemove", "3", "790"]);
        self.still();
    }

    /// Waits until something is so.
    pub(crate) fn wait(&mut self, what: &str, so: impl Fn(&Screen) -> bool) {
        let until = Instant::now() + PATIENCE;
        while !so(self) {
            assert!(self.game.try_wait().unwrap().is_none(), "the game has ended while waiting for {what}");
            if Instant::now() > until {
                self.shot("stuck");
                panic!("waited in vain for {what}; see {}", self.pictures.display());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn picture(&self) -> Picture {
        Picture::take(self.size)
    }

    /// Waits until nothing has changed for a while that is long for a frame, the longer the slower the screen is just now.
    pub(crate) fn still(&mut self) {
        self.rests(Duration::from_millis(200));
    }

    /// Waits until nothing has changed for so long, and longer on a slow screen.
    pub(crate) fn rests(&mut self, long: Duration) {
        let mut last = self.picture();
        let mut since = Instant::now();
        let until = since + PATIENCE + 10 * long;
        while since.elapsed() < long + 2 * self.pace {
            std::thread::sleep(Duration::from_millis(50));
            let now = self.picture();
            if now != last {
                (last, since) = (now, Instant::now());
            }
            assert!(self.game.try_wait().unwrap().is_none(), "the game has ended");
            assert!(Instant::now() < until, "the screen does not come to rest");
        }
    }

    /// Does something that is to be seen, and waits until it is.
    fn seen(&mut self, what: &str, does: impl FnOnce()) {
        self.still();
        let before = self.picture();
        let began = Instant::now();
        does();
        self.wait(what, |screen| screen.picture() != before);
        self.pace = began.elapsed().min(Duration::from_secs(1));
    }

    /// Presses keys one after the other, which is to be seen.
    pub(crate) fn keys(&mut self, keys: &[&str]) {
        self.seen(&format!("{keys:?} to be seen"), || {
            xdotool(&[&["key", "--delay", "12"], keys].concat());
        });
    }

    /// Presses keys, and takes a picture of what comes of it.
    pub(crate) fn shows(&mut self, keys: &[&str], name: &str) {
        self.keys(keys);
        self.still();
        self.shot(name);
    }

    /// Clicks, which is to be seen: what the mouse comes over or leaves is part of that.
    pub(crate) fn click(&mut self, (x, y): (f32, f32)) {
        let (x, y) = ((x as i32).to_string(), (y as i32).to_string());
        self.seen("a click to be seen", || xdotool(&["mousemove", &x, &y, "click", "1"]));
    }

    /// Moves the mouse to a place, and waits until what is told about it is there.
    pub(crate) fn hover(&mut self, (x, y): (f32, f32)) {
        xdotool(&["mousemove", &(x as i32).to_string(), &(y as i32).to_string()]);
        self.still();
    }

    /// Keeps a picture of the screen when it has come to rest.
    pub(crate) fn shot(&mut self, name: &str) {
        self.pictured += 1;
        self.picture().write(&self.pictures.join(format!("{:03}_{name}.png", self.pictured)));
    }

    /// The places of what is not this background in a column, as high as a button at least.
    fn blocks(&mut self, x: usize, background: (u8, u8, u8)) -> Vec<(f32, f32)> {
        self.park();
        let runs = self.picture().runs(x, BLOCK, |color| color != background);
        runs.into_iter().map(|y| (x as f32, y)).collect()
    }

    /// The places of a colour in a column, as high as a button at least.
    fn colored(&mut self, x: usize, color: (u8, u8, u8)) -> Vec<(f32, f32)> {
        self.park();
        self.picture().runs(x, 14..100, |c| c == color).into_iter().map(|y| (x as f32, y)).collect()
    }

    /// Whether something is asked: the first button of the bar is there, which is higher than those of a replay.
    pub(crate) fn asks(&mut self) -> bool {
        self.park();
        self.has_buttons()
    }

    /// Whether the bar has a first button now, while the mouse is elsewhere.
    pub(crate) fn has_buttons(&self) -> bool {
        let bar = layout().bar;
        self.picture().at(bar.x as usize + 14, (bar.y + bar.height) as usize - 20) == RAISED
    }

    /// Where the first thing is that a campaign's shop sells: left of its words.
    pub(crate) fn first_ware(&mut self) -> (f32, f32) {
        self.colored(320, RAISED)[0]
    }

    /// Chooses a scenario and a seed, and begins.
    pub(crate) fn begin(&mut self, scenario: &str, means: Means) {
        let setup = Setup::new(library(), SEED, None).unwrap();
        let place = setup.scenarios.iter().position(|s| s.name == scenario).unwrap();
        self.shot("start");
        self.choose(means, Entry::Skirmish);
        match means {
            Means::Mouse => {
                // Rows of 44 pixels; each ruleset begins with a heading. What lies below the edge is come to by keys.
                let row = |place: usize| {
                    let rulesets = setup.scenarios[..=place].iter().map(|s| s.ruleset);
                    let headings = rulesets.collect::<BTreeSet<_>>().len() as f32 - 1.0;
                    105.0 + 44.0 * place as f32 + 26.0 * headings
                };
                let seen = (0..=place).rev().find(|&place| row(place) < LIST_ENDS).unwrap();
                self.click((60.0, row(seen)));
                for _ in seen..place {
                    self.keys(&["Next"]);
                }
                // The seed stands left in the first field for text.
                let field = self.colored(495, FIELD)[0];
                self.click(field);
            }
            Means::Keys => {
                for _ in place..setup.chosen {
                    self.keys(&["Prior"]);
                }
                for _ in setup.chosen..place {
                    self.keys(&["Next"]);
                }
                // Backwards from the button that begins, which has the keys.
                for _ in 0..self.back_to_seed(&setup, place) {
                    self.keys(&["shift+Tab"]);
                }
            }
        }
        // All may be marked already, which is not to be seen.
        xdotool(&["key", "ctrl+a"]);
        xdotool(&["type", "--delay", "40", &SEED.to_string()]);
        match means {
            Means::Mouse => self.click((90.0, 772.0)),
            Means::Keys => {
                for _ in 0..self.back_to_seed(&setup, place) {
                    self.keys(&["Tab"]);
                }
                self.keys(&["Return"]);
            }
        }
        self.wait("the battle to begin", |screen| screen.journal().is_some());
        assert_eq!(self.session().seed(), SEED);
        self.still();
        // Large boards begin with a part of them.
        xdotool(&["key", "--delay", "40", "Home"]);
        self.still();
        self.shot("battle");
    }

    /// How many fields the set-up of a scenario has from the seed to its end: a hulk has four more, each option one.
    fn back_to_seed(&self, setup: &Setup, place: usize) -> usize {
        let battle = setup.scenarios[place].battle(library()).unwrap();
        let options = battle.options().len();
        options + if battle.board().spaces().is_empty() { 1 } else { 5 }
    }

    /// The newest journal that the game has begun: of a single battle, or else of a campaign's.
    pub(crate) fn journal(&self) -> Option<PathBuf> {
        let single = saved::journals(Some(&self.home.join("data/hexfray/journals"))).into_iter().next();
        single.or_else(|| self.newest())
    }

    /// The battle as the journal has it.
    pub(crate) fn session(&self) -> Session {
        let path = self.journal().expect("a battle has begun");
        Session::load(library(), &path.to_string_lossy()).unwrap()
    }

    /// Whether the battle was saved on the way.
    fn saved(&self) -> bool {
        fs::read_dir(self.home.join("data/hexfray/saves")).is_ok_and(|files| files.flatten().count() == 1)
    }

    /// Saves, leaves, finds the battle among the journals, and sees it told again to its end.
    pub(crate) fn save_and_replay(&mut self, means: Means) {
        self.keys(&["ctrl+s"]);
        self.wait("the battle to be saved", Screen::saved);
        self.still();
        self.menu();
        self.shot("menu");
        self.entry(means, 760, PANEL, 2);
        self.still();
        self.shot("replay");
        self.keys(&["Prior"]);
        self.keys(&["Prior"]);
        self.shows(&["Next"], "replay_stepped");
        assert!(!self.asks(), "a battle told again asks nothing");
        self.menu();
        self.entry(means, 760, PANEL, 4);
        self.wait("the battle to be offered to go on with", Screen::offers_to_continue);
        self.still();
        self.shot("start_again");
        self.choose(means, Entry::Journals);
        self.still();
        self.shot("journals");
        match means {
            Means::Mouse => {
                // The button below the list.
                self.click((170.0, 743.0));
            }
            Means::Keys => self.keys(&["p"]),
        }
        self.still();
        self.shot("replay_of_saved");
        assert!(!self.asks(), "a battle told again asks nothing");
    }

    /// What the game has of the machine.
    pub(crate) fn used(&self) -> Used {
        let process = PathBuf::from(format!("/proc/{}", self.game.id()));
        let status = fs::read_to_string(process.join("status")).unwrap();
        let number = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name));
            line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap()
        };
        let handles = fs::read_dir(process.join("fd")).unwrap().count();
        Used { memory: number("VmRSS:"), threads: number("Threads:"), handles }
    }

    /// Throws the journals away, so that the next battle begins as the first did.
    pub(crate) fn forget(&self) {
        fs::remove_dir_all(self.home.join("data/hexfray/journals")).unwrap();
    }

    /// Opens the menu of the battle: what lies over the board goes away first, then what is in hand.
    pub(crate) fn menu(&mut self) {
        // All entries but the one that has the keys.
        let open = |screen: &Screen| screen.picture().runs(760, BLOCK, |color| color == RAISED).len() >= 3;
        for _ in 0..3 {
            self.still();
            if open(self) {
                return;
            }
            self.keys(&["Escape"]);
        }
        self.still();
        assert!(open(self), "the menu does not open");
    }

    /// Where an entry of the start screen lies.
    fn place(&self, entry: Entry) -> Frame {
        let by = f32::from(self.scale) / 100.0;
        let (width, height) = self.size;
        Title::of((f32::from(width) / by, f32::from(height) / by)).place(entry).times(by)
    }

    /// Whether the start screen offers to go on with a battle.
    fn offers_to_continue(&self) -> bool {
        let Frame { x, y, height, .. } = self.place(Entry::Continue);
        self.picture().at(x as usize + 6, (y + height / 2.0) as usize) == AMBER
    }

    /// Chooses an entry of the start screen.
    pub(crate) fn choose(&mut self, means: Means, entry: Entry) {
        self.still();
        match means {
            Means::Keys => {
                let first = if self.offers_to_continue() { Entry::Continue } else { Entry::Skirmish };
                for _ in first as usize..entry as usize {
                    self.keys(&["Down"]);
                }
                self.keys(&["Return"]);
            }
            Means::Mouse => {
                let middle = self.place(entry).middle();
                self.click(middle);
            }
        }
    }

    /// Presses an entry of a menu whose first entry has the keys: so many below that one.
    pub(crate) fn entry(&mut self, means: Means, column: usize, background: (u8, u8, u8), below: usize) {
        match means {
            Means::Keys => {
                for _ in 0..below {
                    self.keys(&["Down"]);
                }
                self.keys(&["Return"]);
            }
            Means::Mouse => {
                let entries = self.blocks(column, background);
                self.click(entries[below]);
            }
        }
    }
}

/// Starts the game with a home of its own.
fn launch(home: &Path, arguments: &[String]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_hexfray"))
        .args(["--content", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/window")])
        .args(arguments)
        .env("XDG_DATA_HOME", home.join("data"))
        .env("XDG_CONFIG_HOME", home.join("config"))
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}
