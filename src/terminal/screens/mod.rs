//! The game on the whole screen of a terminal: what the window has, as text and by keys alone.
//!
//! An [`App`] is the state: [`App::key`] does what a key says, [`App::tick`] lets time go by, [`App::draw`] draws it on
//! whatever `ratatui` draws on; none of them needs a terminal. `stage` sets one up for it and gives it back. `start`,
//! `setup`, `lessons`, `battle`, `result` and `book` are the screens, made of `list`, `map` and `paint`. What a person
//! does before and in a battle is in [`play`](crate::play), which the window is made of too.

mod battle;
mod book;
mod lessons;
mod list;
mod map;
mod paint;
mod result;
mod setup;
mod stage;
mod start;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::text::Line;

use crate::content::Library;
use crate::lesson::Place;
use crate::play::game::Game;
use crate::play::guide::{Course, Guide};
use crate::play::playback::Speed;
use crate::play::setup::rematch;
use crate::scenario::Session;
use crate::source::{Problem, lines};
use crate::user::Learnt;
use crate::user::report::Report;
use crate::user::saved::{self, Left};

use battle::Fight;
use book::Reader;
use lessons::Lessons;
use result::Ended;
use setup::SetUp;
pub use stage::{fight, is_wanted, run};
use start::Start;

/// By what name it is kept that the hints of a first battle were read.
const HINTS: &str = "hints of the terminal";

/// The hints of a first battle.
const TOLD: [&str; 5] = [
    "A1, A2 and so on are one side's, B1 the next one's. Left and Right take the next of yours that can act in hand, and s \
     shows all that its sheet says.",
    "What it can do is listed with keys and how likely it is. Up and Down point at a row, beside which stands what it does and \
     what may come of it; Enter does it.",
    "Where a hex is to be chosen, the arrow keys move over the board and the list goes along. Esc goes back, and b looks \
     about on the board.",
    "u takes back what no die and no enemy has answered yet. c lets a computer decide, and tells you by its choice what it \
     would do.",
    "The line at the top says where the turn is and who leads; i tells what you fight for and what the signs mean, l all that \
     has happened, ? every key.",
];

/// The folders of the user's own data, as far as the screens need them.
#[derive(Clone, Debug, Default)]
pub struct Folders {
    /// Battles that are or were played.
    pub journals: Option<PathBuf>,
    /// Battles saved before their end.
    pub saves: Option<PathBuf>,
    /// Campaigns.
    pub campaigns: Option<PathBuf>,
    /// The person's own rosters.
    pub rosters: Option<PathBuf>,
    /// The file of the parts of lessons that were done.
    pub learnt: Option<PathBuf>,
    /// Reports of what went wrong.
    pub reports: Option<PathBuf>,
    /// The game's logs.
    pub logs: Option<PathBuf>,
}

impl Folders {
    /// Those of the user.
    #[must_use]
    pub fn own() -> Folders {
        Folders {
            journals: saved::folder(),
            saves: saved::saves(),
            campaigns: saved::campaigns(),
            rosters: saved::rosters(),
            learnt: saved::learnt(),
            reports: saved::reports(),
            logs: saved::logs(),
        }
    }
}

/// How the game was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The person has had enough; where the battle that was left is kept, if one was.
    Quit(Option<String>),
    /// A campaign of this name, whose battle is under way, is to be gone on with.
    Campaign(String),
}

/// Where a screen leads.
enum Next {
    Start,
    SetUp,
    Begin,
    Continue(Left),
    Rematch(bool),
    /// The choice of a lesson.
    Lessons,
    /// A part of a lesson.
    Learn(Box<Course>),
    /// The rule book, open at a rule if that is said.
    Book(String),
    /// A report of something that went wrong.
    Report,
    Quit,
}

#[derive(Default)]
enum Screen {
    // While one screen becomes another.
    #[default]
    Between,
    Start(Box<Start>),
    SetUp(Box<SetUp>),
    Lessons(Box<Lessons>),
    Battle(Box<Fight>),
    Result(Box<Ended>),
}

/// The game on a screen.
pub struct App {
    library: &'static Library,
    folders: Folders,
    seed: u64,
    speed: Speed,
    screen: Screen,
    // The rule book, over the screen.
    book: Option<Reader>,
    learnt: Learnt,
    // A report is written when the screen has been drawn.
    reports: bool,
    // What is said over the screen, until a key is pressed.
    told: Option<String>,
    // Whether there is one battle and nothing else, as in a campaign, which goes on from there.
    alone: bool,
    end: Option<End>,
}

impl App {
    /// The game at its first screen. `seed` is for battles without a chosen seed.
    ///
    /// # Errors
    /// No scenario can be offered.
    pub fn new(library: &'static Library, folders: Folders, seed: u64) -> Result<App, Vec<Problem>> {
        let start = Start::new(library, &folders, seed)?;
        Ok(App { seed, screen: Screen::Start(Box::new(start)), alone: false, ..App::empty(library, folders) })
    }

    /// One battle and nothing else, recorded to its journal: what follows on it is another's.
    ///
    /// # Errors
    /// There is no such opponent, or its profile is wrong.
    pub fn alone(
        library: &'static Library,
        folders: Folders,
        session: Session,
        journal: Option<String>,
    ) -> Result<App, Vec<Problem>> {
        let mut app = App::empty(library, folders);
        app.fight(session, journal)?;
        Ok(app)
    }

    fn empty(library: &'static Library, folders: Folders) -> App {
        let learnt = Learnt::read(folders.learnt.clone());
        App {
            library,
            folders,
            seed: 0,
            speed: Speed::Normal,
            screen: Screen::Between,
            book: None,
            learnt,
            reports: false,
            told: None,
            alone: true,
            end: None,
        }
    }

    /// The battle that is fought, or was.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        self.game().map(Game::session)
    }

    fn game(&self) -> Option<&Game> {
        match &self.screen {
            Screen::Battle(fight) => Some(&fight.game),
            Screen::Result(ended) => Some(&ended.fight.game),
            _ => None,
        }
    }

    /// Goes on with a battle, from its beginning or from where it was left. It is recorded to the given file already, or
    /// from now on to a new one among the user's journals.
    ///
    /// # Errors
    /// There is no such opponent, or its profile is wrong.
    pub fn fight(&mut self, session: Session, journal: Option<String>) -> Result<(), Vec<Problem>> {
        let mut game = Game::new(self.library, session, journal)?;
        if game.viewer().is_some() {
            game.record(self.folders.journals.as_deref());
            // Whoever has no place to keep that he has read them would read them for ever.
            if self.folders.learnt.is_some() && !self.learnt.has(HINTS) {
                let all = TOLD.map(|hint| (Place::Board, hint.to_owned()));
                game.guide = Some(Guide::hints(all, &**game.session().battle()));
            }
        }
        // The next battle gets other dice.
        self.seed = self.seed.wrapping_add(1);
        self.screen = Screen::Battle(Box::new(Fight::new(game, self.speed, self.folders.saves.clone())));
        Ok(())
    }

    /// Begins a part of a lesson, which is not recorded.
    fn learn(&mut self, course: Course) -> Result<(), Vec<Problem>> {
        let session = course.lesson.parts[course.part].begin(self.library)?;
        let mut game = Game::new(self.library, session, None)?;
        game.guide = Some(Guide::lesson(course, &**game.session().battle()));
        self.screen = Screen::Battle(Box::new(Fight::new(game, self.speed, self.folders.saves.clone())));
        Ok(())
    }

    /// Keeps that a part of a lesson is done, once it is.
    fn keep_learnt(&mut self) {
        let Screen::Battle(fight) = &mut self.screen else { return };
        let Some(guide) = &fight.game.guide else { return };
        let read = guide.is_silent();
        let kept = self.learnt.add(guide.done().or_else(|| read.then(|| HINTS.to_owned())));
        if read {
            fight.game.guide = None;
        }
        if let Err(why) = kept {
            fight.game.notice = Some(format!("It is not kept that this is done: {why}"));
        }
    }

    /// How the game was left; none while it goes on.
    #[must_use]
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Whether something goes on by itself, so that it has to be drawn again soon.
    #[must_use]
    pub fn is_lively(&self) -> bool {
        match &self.screen {
            Screen::Battle(fight) => fight.is_lively(),
            _ => false,
        }
    }

    /// Lets time go by, in seconds.
    pub fn tick(&mut self, seconds: f32) {
        match &mut self.screen {
            Screen::Start(start) => start.tick(),
            Screen::SetUp(setup) => setup.tick(),
            Screen::Battle(fight) => {
                fight.tick(seconds);
                self.speed = fight.speed();
                if fight.is_over()
                    && let Screen::Battle(fight) = std::mem::take(&mut self.screen)
                {
                    self.screen = Screen::Result(Box::new(Ended::new(fight, self.alone)));
                }
            }
            Screen::Lessons(_) | Screen::Result(_) | Screen::Between => {}
        }
        self.keep_learnt();
    }

    /// Does what a key says.
    pub fn key(&mut self, key: KeyEvent) {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && key.code == KeyCode::Char('c') {
            self.quit();
            return;
        }
        if self.told.take().is_some() {
            return;
        }
        if key.code == KeyCode::F(8) {
            self.reports = true;
            return;
        }
        if let Some(book) = &mut self.book {
            if book.key(self.library.codex(), key.code) {
                self.book = None;
            }
            return;
        }
        let next = match &mut self.screen {
            Screen::Battle(fight) => fight.key(key),
            _ if control => None,
            Screen::Start(start) => start.key(key.code),
            Screen::SetUp(setup) => setup.key(key.code),
            Screen::Lessons(lessons) => lessons.key(key.code),
            Screen::Result(ended) => ended.key(key.code),
            Screen::Between => None,
        };
        self.keep_learnt();
        if let Some(next) = next
            && let Err(problems) = self.go(next)
        {
            self.start(Some(lines(&problems)));
        }
    }

    fn go(&mut self, next: Next) -> Result<(), Vec<Problem>> {
        match next {
            Next::Quit => self.quit(),
            Next::Start if self.alone => self.quit(),
            Next::Start => self.start(None),
            Next::Lessons => self.screen = Screen::Lessons(Box::new(Lessons::new(self.library, &self.learnt))),
            Next::Learn(course) => self.learn(*course)?,
            Next::Report => self.reports = true,
            Next::Book(rule) => self.book = Some(Reader::new(self.library.codex(), &rule)),
            Next::SetUp => {
                if let Screen::Start(start) = std::mem::take(&mut self.screen) {
                    self.screen = Screen::SetUp(Box::new(SetUp::new(start.setup)));
                }
            }
            Next::Begin => {
                let Screen::SetUp(setup) = &mut self.screen else { return Ok(()) };
                if let Some(session) = setup.begin() {
                    self.fight(session, None)?;
                }
            }
            Next::Continue(Left { campaign: Some(name), .. }) => self.end = Some(End::Campaign(name)),
            Next::Continue(left) => self.fight(Session::resume(self.library, &left.path)?, Some(left.path))?,
            Next::Rematch(swapped) => {
                let Screen::Result(ended) = &self.screen else { return Ok(()) };
                let again = rematch(self.library, ended.fight.game.session(), self.seed, swapped)?;
                self.fight(again, None)?;
            }
        }
        Ok(())
    }

    /// Goes to the first screen, which may have something to tell.
    fn start(&mut self, told: Option<String>) {
        match Start::new(self.library, &self.folders, self.seed) {
            Ok(mut start) => {
                start.told = told.or(start.told);
                self.screen = Screen::Start(Box::new(start));
            }
            Err(_) => self.quit(),
        }
    }

    fn quit(&mut self) {
        let kept = match &self.screen {
            Screen::Battle(fight) => fight.game.journal.clone(),
            _ => None,
        };
        self.end = Some(End::Quit(kept));
    }

    /// Draws it.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        match (&mut self.book, &mut self.screen) {
            (Some(book), _) => book.draw(self.library.codex(), frame),
            (_, Screen::Start(start)) => start.draw(frame),
            (_, Screen::SetUp(setup)) => setup.draw(frame),
            (_, Screen::Lessons(lessons)) => lessons.draw(frame),
            (_, Screen::Battle(fight)) => fight.draw(frame),
            (_, Screen::Result(ended)) => ended.draw(frame),
            (_, Screen::Between) => {}
        }
        if std::mem::take(&mut self.reports) {
            let told = self.report(frame);
            self.told = Some(format!("{told}\nAny key goes on."));
        }
        if let Some(told) = &self.told {
            let room = frame.area();
            let rows = paint::wrapped(told, room.width.saturating_sub(4).clamp(1, 60));
            let room = paint::middle(room, 64, rows.len() as u16 + 2);
            let room = paint::over(frame, room, Line::raw("Report"));
            paint::lines(frame, room, rows);
        }
    }

    /// Writes a report of something that went wrong, with the screen as it is drawn. Returns what is said of it.
    fn report(&self, frame: &mut Frame<'_>) -> String {
        let game = self.game();
        let size = frame.area();
        let term = std::env::var("TERM").unwrap_or_default();
        let about = vec![
            format!("terminal {} x {}, TERM {term}", size.width, size.height),
            format!("speed {}", self.speed.word()),
        ];
        let report = Report {
            session: game.map(Game::session),
            told: game.map_or(Vec::new(), |game| game.table.log.iter().map(|line| &line.told).collect()),
            picture: Vec::new(),
            screen: paint::plain(frame),
            about,
        };
        report.file(self.library, self.folders.reports.as_deref(), self.folders.logs.as_deref())
    }
}
