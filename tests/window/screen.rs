//! A window on the display, and what can be seen on it.

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use hexfray::content::{Library, with_folder};
use hexfray::scenario::Session;
use hexfray::view::model::camera::Frame;
use hexfray::view::model::setup::Setup;

use super::hands::Means;

/// The part of a window of 1280 x 800 that shows the board.
pub(crate) const BOARD: Frame = Frame { x: 0.0, y: 62.0, width: 940.0, height: 578.0 };
/// The colour of buttons.
const BUTTON: (u8, u8, u8) = (0x36, 0x3c, 0x46);
/// A column within the entries of the menu in battle, one within those of the start screen, one that only the wider ones
/// of battles that were left reach: all beside their words.
const MENU: usize = 760;
const START: usize = 454;
const LEFT: usize = 378;
/// Longest that anything on the screen may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// The shipped content with the test's own scenario.
pub(crate) fn library() -> &'static Library {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/window");
    LIBRARY.get_or_init(|| Library::read(with_folder(folder).unwrap()).unwrap())
}

/// The game's window with a home of its own.
pub(crate) struct Screen {
    game: Child,
    home: PathBuf,
    pictures: PathBuf,
    pictured: usize,
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.game.kill();
        let _ = self.game.wait();
        let _ = fs::remove_dir_all(&self.home);
    }
}

impl Screen {
    /// Starts the game.
    pub(crate) fn open(name: &str) -> Screen {
        let name = name.replace(' ', "_");
        let home = std::env::temp_dir().join(format!("hexfray-window-{}-{name}", std::process::id()));
        let pictures = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).with_file_name("window").join(&name);
        fs::create_dir_all(home.join("config/hexfray")).unwrap();
        fs::create_dir_all(&pictures).unwrap();
        fs::write(home.join("config/hexfray/window.ron"), "(speed: instant)").unwrap();
        let game = Command::new(env!("CARGO_BIN_EXE_hexfray"))
            .args(["--content", concat!(env!("CARGO_MANIFEST_DIR"), "/tests/window")])
            .env("XDG_DATA_HOME", home.join("data"))
            .env("XDG_CONFIG_HOME", home.join("config"))
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut screen = Screen { game, home, pictures, pictured: 0 };
        screen.wait("the window to come up", |screen| screen.row_of_color(BUTTON, START, 0).is_some());
        screen.shot("start");
        screen
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
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// A moment in which the window draws a few frames.
    pub(crate) fn pause(&self) {
        std::thread::sleep(Duration::from_millis(150));
    }

    /// Keeps a picture of the screen.
    pub(crate) fn shot(&mut self, name: &str) {
        self.pictured += 1;
        let path = self.pictures.join(format!("{:03}_{name}.png", self.pictured));
        assert!(Command::new("import").args(["-window", "root"]).arg(path).status().unwrap().success());
    }

    fn xdotool(&self, arguments: &[&str]) {
        assert!(Command::new("xdotool").args(arguments).status().unwrap().success(), "{arguments:?}");
    }

    /// Presses and lets go of a key, long enough for a frame to see it.
    pub(crate) fn key(&self, key: &str) {
        self.xdotool(&["key", "--delay", "40", key]);
        std::thread::sleep(Duration::from_millis(40));
    }

    /// Clicks.
    pub(crate) fn click(&self, (x, y): (f32, f32)) {
        self.xdotool(&["mousemove", &(x as i32).to_string(), &(y as i32).to_string()]);
        self.pause();
        self.xdotool(&["mousedown", "1"]);
        std::thread::sleep(Duration::from_millis(60));
        self.xdotool(&["mouseup", "1"]);
        std::thread::sleep(Duration::from_millis(60));
    }

    /// The screen as bytes, three a pixel.
    fn pixels(&self) -> Vec<u8> {
        Command::new("import").args(["-window", "root", "-depth", "8", "rgb:-"]).output().unwrap().stdout
    }

    /// The middle of the `n`th run of a colour in a column of the screen, from the top.
    fn row_of_color(&self, color: (u8, u8, u8), x: usize, n: usize) -> Option<f32> {
        let pixels = self.pixels();
        let is = |y: usize| pixels.get((y * 1280 + x) * 3..).is_some_and(|p| p[..3] == [color.0, color.1, color.2]);
        let mut runs = Vec::new();
        let mut from = None;
        for y in 0..800 {
            match (is(y), from) {
                (true, None) => from = Some(y),
                (false, Some(first)) => {
                    // Thinner ones are edges.
                    if y - first > 12 {
                        runs.push((first + y) as f32 / 2.0);
                    }
                    from = None;
                }
                _ => {}
            }
        }
        runs.get(n).copied()
    }

    /// Where the `n`th answer beside the board is: only answers reach to the right edge.
    pub(crate) fn answer(&self, n: usize) -> Option<(f32, f32)> {
        self.row_of_color(BUTTON, 1262, n).map(|y| (1262.0, y))
    }

    /// Where the button is that commits.
    pub(crate) fn commit(&self) -> Option<(f32, f32)> {
        self.row_of_color((36, 110, 60), 955, 0).map(|y| (955.0, y))
    }

    /// Chooses a scenario and begins it.
    pub(crate) fn begin(&mut self, scenario: &str, means: Means) {
        let setup = Setup::new(library(), 1).unwrap();
        let place = setup.scenarios.iter().position(|s| s.name == scenario).unwrap();
        match means {
            Means::Mouse => {
                self.click((640.0, 218.0));
                self.pause();
                self.pause();
                // Rows of 30 pixels; each ruleset begins with a heading.
                let ruleset = setup.scenarios[place].ruleset;
                let before = setup.scenarios[..place].iter().filter(|s| s.ruleset != ruleset).count();
                let headings = if before > 0 { 1.0 } else { 0.0 };
                self.click((60.0, 117.0 + 30.0 * place as f32 + 27.0 * headings));
            }
            Means::Keys => {
                self.key("Return");
                self.pause();
                self.pause();
                for _ in place..setup.chosen {
                    self.key("Prior");
                }
                for _ in setup.chosen..place {
                    self.key("Next");
                }
            }
        }
        self.pause();
        self.shot("setup");
        match means {
            Means::Mouse => self.click((90.0, 772.0)),
            Means::Keys => self.key("Return"),
        }
        self.wait("the battle to begin", |screen| screen.journal().is_some());
        std::thread::sleep(Duration::from_millis(700));
        // The whole board, in case that the first frames had not found their size.
        self.key("Home");
        self.pause();
        self.shot("battle");
    }

    /// The newest journal that the game has begun.
    pub(crate) fn journal(&self) -> Option<PathBuf> {
        let files = fs::read_dir(self.home.join("data/hexfray/journals")).ok()?.flatten().map(|e| e.path());
        let files = files.filter(|p| !p.to_string_lossy().contains("_at_"));
        files.max_by_key(|p| fs::metadata(p).and_then(|m| m.modified()).ok())
    }

    /// The battle as the journal has it.
    pub(crate) fn session(&self) -> Session {
        let path = self.journal().expect("a battle has begun");
        Session::load(library(), &path.to_string_lossy()).unwrap()
    }

    /// Whether a file was saved beside the journal.
    fn saved(&self) -> bool {
        let files = fs::read_dir(self.home.join("data/hexfray/journals")).unwrap().flatten();
        files.into_iter().any(|f| f.file_name().to_string_lossy().contains("_at_"))
    }

    /// Saves, leaves, finds the battle among the journals, and sees it told again to its end.
    pub(crate) fn save_and_replay(&mut self, means: Means) {
        match means {
            Means::Mouse => self.click((915.0, 17.0)),
            Means::Keys => self.key("ctrl+s"),
        }
        self.wait("the battle to be saved", Screen::saved);
        for _ in 0..2 {
            self.key("Escape");
            self.pause();
        }
        self.shot("menu");
        self.entry(means, MENU, 2, 1);
        self.shot("replay");
        for key in ["Prior", "Prior", "Next"] {
            self.key(key);
            self.pause();
        }
        self.shot("replay_stepped");
        self.key("Escape");
        self.pause();
        self.entry(means, MENU, 3, 2);
        // The battle and its copy are offered to go on with, below the entry that begins a new one.
        self.wait("the start screen", |screen| screen.row_of_color(BUTTON, LEFT, 1).is_some());
        self.shot("start_again");
        self.entry(means, START, 3, 0);
        self.shot("journals");
        match means {
            Means::Mouse => self.click((123.0, 176.0)),
            Means::Keys => {
                self.key("Right");
                self.pause();
                self.key("Return");
            }
        }
        self.pause();
        self.pause();
        self.shot("replay_of_saved");
        assert!(self.answer(0).is_none(), "a battle told again asks nothing");
        assert!(self.row_of_color(BUTTON, 12, 0).is_some_and(|y| y < 40.0), "the battle's own menu is there");
    }

    /// Presses an entry of a menu whose first entry has the keys: so many below that one, which among those that are not
    /// marked has this number; `column` goes through such entries.
    fn entry(&mut self, means: Means, column: usize, below: usize, number: usize) {
        match means {
            Means::Keys => {
                for _ in 0..below {
                    self.key("Down");
                    self.pause();
                }
                self.key("Return");
            }
            Means::Mouse => {
                self.xdotool(&["mousemove", "5", "400"]);
                self.pause();
                let y = self.row_of_color(BUTTON, column, number).expect("the menu has this entry");
                self.click((column as f32, y));
                // What the mouse is on looks different.
                self.xdotool(&["mousemove", "5", "400"]);
            }
        }
        self.pause();
        self.pause();
    }
}
