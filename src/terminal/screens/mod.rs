//! The game on the whole screen of a terminal: what the window has, as text and by keys alone.
//!
//! An [`App`] is the state: [`App::key`] does what a key says, [`App::tick`] lets time go by, [`App::draw`] draws it on
//! whatever `ratatui` draws on; none of them needs a terminal. `stage` sets one up for it and gives it back. `start`,
//! `setup`, `lessons`, `battle`, `result`, `replay`, `shelf`, `campaigns`, `camp`, `rosters`, `builder`, `settings` and `book` are the screens, made of `list`, `map`,
//! `reasons` and `paint`. What a person does before and in a battle is in [`play`](crate::play), which the window is made of
//! too.

mod battle;
mod book;
mod builder;
mod camp;
mod campaigns;
mod lessons;
mod list;
mod map;
mod paint;
mod reasons;
mod replay;
mod result;
mod rosters;
mod settings;
mod setup;
mod shelf;
mod stage;
mod start;
#[cfg(test)]
mod tests;

use std::path::PathBuf;

use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::text::Line;

use crate::battle::SideId;
use crate::campaign::Campaign;
use crate::content::Library;
use crate::lesson::Place;
use crate::play::camp::Camp;
use crate::play::game::Game;
use crate::play::guide::{Course, Guide};
use crate::play::settings::{Settings, Unread};
use crate::play::setup::rematch;
use crate::scenario::Session;
use crate::scenario::journal::Recalled;
use crate::source::{Problem, lines};
use crate::user::Learnt;
use crate::user::report::Report;
use crate::user::saved::{self, Left};

use battle::Fight;
use book::Reader;
use camp::Quarters;
use campaigns::Campaigns;
use lessons::Lessons;
use replay::Watch;
use result::Ended;
use rosters::Rosters;
use settings::Preferences;
use setup::SetUp;
use shelf::Saved;
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
    /// The person's own campaign files.
    pub own_campaigns: Option<PathBuf>,
    /// Rosters that are not saved yet.
    pub drafts: Option<PathBuf>,
    /// The person's own rosters.
    pub rosters: Option<PathBuf>,
    /// The file of the parts of lessons that were done.
    pub learnt: Option<PathBuf>,
    /// The file of the settings.
    pub settings: Option<PathBuf>,
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
            own_campaigns: saved::own_campaigns(),
            drafts: saved::drafts(),
            rosters: saved::rosters(),
            learnt: saved::learnt(),
            settings: Settings::<Unread>::file(),
            reports: saved::reports(),
            logs: saved::logs(),
        }
    }
}

/// How the game was left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// Where the battle that was left is kept, if one was.
    pub kept: Option<String>,
}

/// Where a screen leads.
enum Next {
    Start,
    SetUp,
    Begin,
    Continue(Left),
    /// A battle of this journal is gone on with; whether it was saved on the way, and stays as it is.
    GoOn(String, bool),
    Rematch(bool),
    /// The battles that are kept.
    Shelf,
    /// The replay of the battle of a journal.
    Replay(String),
    /// The replay of the battle that is on the screen, standing still before a decision if that is said.
    Watch(Option<u32>),
    /// A replayed battle is played on by a side.
    PlayOn(SideId),
    Campaigns,
    /// The campaign of this name, between its battles.
    Campaign(String),
    /// The battle under way in the campaign, or that of the mission that is pointed at.
    March,
    Rosters,
    Settings,
    /// To the screen that lies below this one.
    Back,
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
    Shelf(Box<Saved>),
    Campaigns(Box<Campaigns>),
    Camp(Box<Quarters>),
    Rosters(Box<Rosters>),
    // Over the screen that it leads back to.
    Replay(Box<Watch>, Box<Screen>),
    Settings(Preferences, Box<Screen>),
}

impl Screen {
    /// The battle that is fought on it or below it, or was.
    fn game(&self) -> Option<&Game> {
        match self {
            Screen::Battle(fight) => Some(&fight.game),
            Screen::Result(ended) => Some(&ended.fight.game),
            Screen::Replay(_, below) | Screen::Settings(_, below) => below.game(),
            _ => None,
        }
    }
}

/// What is said over the screen until a key is pressed.
fn note(told: &str) -> String {
    format!("{told}\nAny key goes on.")
}

/// The game on a screen.
pub struct App {
    library: &'static Library,
    folders: Folders,
    seed: u64,
    settings: Settings,
    screen: Screen,
    // The rule book, over the screen.
    book: Option<Reader>,
    learnt: Learnt,
    // A report is written when the screen has been drawn.
    reports: bool,
    // What is said over the screen, until a key is pressed.
    told: Option<String>,
    // Whether there is one battle and nothing else, as in a campaign at the prompt, which goes on from there.
    alone: bool,
    // The campaign whose battle is on the screen.
    camp: Option<Box<Camp>>,
    end: Option<End>,
}

impl App {
    /// The game at its first screen. `seed` is for battles without a chosen seed.
    ///
    /// # Errors
    /// No scenario can be offered.
    pub fn new(library: &'static Library, folders: Folders, seed: u64) -> Result<App, Vec<Problem>> {
        let start = Start::new(library, &folders, seed)?;
        let mut app = App::empty(library, folders);
        (app.seed, app.screen, app.alone) = (seed, Screen::Start(Box::new(start)), false);
        Ok(app)
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
        let (settings, wrong) = Settings::read(folders.settings.as_deref());
        App {
            library,
            folders,
            seed: 0,
            settings,
            screen: Screen::Between,
            book: None,
            learnt,
            reports: false,
            told: wrong.map(|wrong| note(&wrong)),
            alone: true,
            camp: None,
            end: None,
        }
    }

    /// The battle that is fought, or was.
    #[must_use]
    pub fn session(&self) -> Option<&Session> {
        self.game().map(Game::session)
    }

    fn game(&self) -> Option<&Game> {
        self.screen.game()
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
        self.screen = Screen::Battle(Box::new(Fight::new(game, self.folders.saves.clone())));
        Ok(())
    }

    /// Begins a part of a lesson, which is not recorded.
    fn learn(&mut self, course: Course) -> Result<(), Vec<Problem>> {
        let session = course.lesson.parts[course.part].begin(self.library)?;
        let mut game = Game::new(self.library, session, None)?;
        game.guide = Some(Guide::lesson(course, &**game.session().battle()));
        self.screen = Screen::Battle(Box::new(Fight::new(game, self.folders.saves.clone())));
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
            Screen::Replay(watch, _) => watch.is_lively(),
            _ => false,
        }
    }

    /// Lets time go by, in seconds.
    pub fn tick(&mut self, seconds: f32) {
        match &mut self.screen {
            Screen::Start(start) => start.tick(),
            Screen::SetUp(setup) => setup.tick(),
            Screen::Battle(fight) => {
                fight.tick(seconds, &self.settings);
                if fight.is_over()
                    && let Screen::Battle(fight) = std::mem::take(&mut self.screen)
                {
                    self.screen = Screen::Result(Box::new(Ended::new(fight, self.alone || self.camp.is_some())));
                }
            }
            Screen::Result(ended) => ended.tick(),
            Screen::Shelf(saved) => saved.tick(),
            Screen::Campaigns(campaigns) => campaigns.tick(),
            Screen::Replay(watch, _) => watch.tick(seconds, &self.settings),
            Screen::Lessons(_) | Screen::Camp(_) | Screen::Rosters(_) | Screen::Settings(..) | Screen::Between => {}
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
            Screen::Battle(fight) => fight.key(key, &mut self.settings),
            _ if control => None,
            Screen::Start(start) => start.key(key.code),
            Screen::SetUp(setup) => setup.key(key.code),
            Screen::Lessons(lessons) => lessons.key(key.code),
            Screen::Result(ended) => ended.key(key.code),
            Screen::Shelf(saved) => saved.key(key.code),
            Screen::Campaigns(campaigns) => campaigns.key(key.code),
            Screen::Camp(quarters) => quarters.key(key.code),
            Screen::Rosters(rosters) => rosters.key(key.code),
            Screen::Replay(watch, _) => watch.key(key.code, &mut self.settings),
            Screen::Settings(preferences, _) => preferences.key(key.code, &mut self.settings),
            Screen::Between => None,
        };
        self.keep_learnt();
        if let Some(next) = next
            && let Err(problems) = self.go(next)
        {
            self.say(lines(&problems));
        }
    }

    /// Says on the screen why something failed, or on the first one where the screen has no place for that.
    fn say(&mut self, why: String) {
        match &mut self.screen {
            Screen::Shelf(saved) => saved.told = Some(why),
            Screen::Replay(watch, _) => watch.told = Some(why),
            Screen::Campaigns(campaigns) => campaigns.say(why),
            Screen::Camp(quarters) => quarters.camp.fault = Some(why),
            _ => self.start(Some(why)),
        }
    }

    fn go(&mut self, next: Next) -> Result<(), Vec<Problem>> {
        match next {
            Next::Quit => self.quit(),
            Next::Start if self.alone => self.quit(),
            Next::Start if self.camp.is_some() => self.back_to_camp(),
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
            Next::Continue(Left { campaign: Some(name), .. }) => {
                self.open(&name)?;
                if matches!(&self.screen, Screen::Camp(quarters) if quarters.camp.campaign.state().begun.is_some()) {
                    self.march();
                }
            }
            Next::Campaign(name) => self.open(&name)?,
            Next::March => self.march(),
            Next::Campaigns => {
                let campaigns = Campaigns::new(self.library, &self.folders, self.seed);
                self.screen = Screen::Campaigns(Box::new(campaigns));
            }
            Next::Rosters => {
                let rosters = Rosters::new(self.library, &self.folders)?;
                self.screen = Screen::Rosters(Box::new(rosters));
            }
            Next::Continue(left) => self.go(Next::GoOn(left.path, false))?,
            Next::GoOn(path, saved) => {
                let (session, journal) = saved::go_on(self.library, &path, saved)?;
                self.fight(session, journal)?;
            }
            Next::Shelf => self.screen = Screen::Shelf(Box::new(Saved::new(self.library, &self.folders))),
            Next::Replay(path) => {
                let session = Session::recall(self.library, &path).and_then(Recalled::shown)?;
                self.watch(session, None);
            }
            Next::Watch(at) => {
                let Some(session) = self.session() else { return Ok(()) };
                let session = Session::replay(self.library, "this battle", session.text().as_bytes())?;
                self.watch(session, at);
            }
            // What is played on from a campaign's battle would be no battle of the campaign.
            Next::PlayOn(_) if self.is_of_campaign() => {
                self.say("A battle of a campaign is not played on from its replay".to_owned());
            }
            Next::PlayOn(side) => {
                let Screen::Replay(watch, _) = &self.screen else { return Ok(()) };
                match watch.branch(side) {
                    Ok(session) => self.fight(session, None)?,
                    Err(why) => self.say(why),
                }
            }
            Next::Settings => {
                let below = Box::new(std::mem::take(&mut self.screen));
                self.screen = Screen::Settings(Preferences::default(), below);
            }
            Next::Back => match std::mem::take(&mut self.screen) {
                Screen::Replay(_, below) => self.screen = *below,
                Screen::Settings(_, below) => {
                    self.screen = *below;
                    if let Err(why) = self.settings.write(self.folders.settings.as_deref()) {
                        self.told = Some(note(&format!("The settings are not kept: {why}")));
                    }
                }
                screen => self.screen = screen,
            },
            Next::Rematch(swapped) => {
                let Screen::Result(ended) = &self.screen else { return Ok(()) };
                let again = rematch(self.library, ended.fight.game.session(), self.seed, swapped)?;
                self.fight(again, None)?;
            }
        }
        Ok(())
    }

    /// Goes to the campaign of this name.
    fn open(&mut self, name: &str) -> Result<(), Vec<Problem>> {
        let folder = self.folders.campaigns.clone().unwrap_or_default();
        let camp = Camp::new(self.library, Campaign::open(self.library, &folder.join(name))?);
        self.screen = Screen::Camp(Box::new(Quarters::new(Box::new(camp))));
        Ok(())
    }

    /// Goes to the battle under way in the campaign, to the same begun anew where it could not be gone on with, or to that of the
    /// mission that is pointed at.
    fn march(&mut self) {
        let Screen::Camp(quarters) = std::mem::take(&mut self.screen) else { return };
        let mut camp = quarters.camp;
        let begun = match (camp.campaign.state().begun.is_some(), camp.stuck) {
            (true, false) => camp.go_on().map(|session| (session, None)),
            (true, true) => camp.anew().map(|session| (session, None)),
            (false, _) => camp.march(),
        };
        let battle = camp.campaign.state().begun.as_ref().map_or(0, |begun| begun.battle);
        let journal = camp.campaign.battle_file(battle);
        match begun.and_then(|(session, hired)| self.fight(session, journal).map(|()| hired)) {
            Ok(hired) => {
                self.told = hired.map(|hired| note(&format!("Hired for this battle: {hired}.")));
                self.camp = Some(camp);
            }
            Err(problems) => {
                camp.fault = Some(lines(&problems));
                self.screen = Screen::Camp(Box::new(Quarters::new(camp)));
            }
        }
    }

    /// Goes from a battle back to its campaign, which has its result if it is over.
    fn back_to_camp(&mut self) {
        let Some(mut camp) = self.camp.take() else { return };
        if let Some(game) = self.game() {
            camp.settle(game);
        }
        self.screen = Screen::Camp(Box::new(Quarters::new(camp)));
    }

    /// Whether the battle on the screen is one of a campaign.
    fn is_of_campaign(&self) -> bool {
        let below = |screen: &Screen| matches!(screen, Screen::Replay(_, below) if matches!(**below, Screen::Camp(_)));
        self.alone || self.camp.is_some() || below(&self.screen)
    }

    /// Replays a battle over the screen that there is.
    fn watch(&mut self, session: Session, at: Option<u32>) {
        let below = Box::new(std::mem::take(&mut self.screen));
        self.screen = Screen::Replay(Box::new(Watch::new(self.library, session, at)), below);
    }

    /// Goes to the first screen, which may have something to tell.
    fn start(&mut self, told: Option<String>) {
        self.camp = None;
        match Start::new(self.library, &self.folders, self.seed) {
            Ok(mut start) => {
                start.told = told.or(start.told);
                self.screen = Screen::Start(Box::new(start));
            }
            Err(_) => self.quit(),
        }
    }

    fn quit(&mut self) {
        let under_way = self.game().filter(|game| game.session().battle().outcome().is_none());
        self.end = Some(End { kept: under_way.and_then(|game| game.journal.clone()) });
    }

    /// Draws it.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        match (&mut self.book, &mut self.screen) {
            (Some(book), _) => book.draw(self.library.codex(), frame),
            (_, Screen::Start(start)) => start.draw(frame),
            (_, Screen::SetUp(setup)) => setup.draw(frame),
            (_, Screen::Lessons(lessons)) => lessons.draw(frame),
            (_, Screen::Battle(fight)) => fight.draw(frame, &self.settings),
            (_, Screen::Result(ended)) => ended.draw(frame),
            (_, Screen::Shelf(saved)) => saved.draw(frame),
            (_, Screen::Campaigns(campaigns)) => campaigns.draw(frame),
            (_, Screen::Camp(quarters)) => quarters.draw(frame),
            (_, Screen::Rosters(rosters)) => rosters.draw(frame),
            (_, Screen::Replay(watch, _)) => watch.draw(frame, &self.settings),
            (_, Screen::Settings(preferences, _)) => preferences.draw(frame, &self.settings),
            (_, Screen::Between) => {}
        }
        if std::mem::take(&mut self.reports) {
            let told = self.report(frame);
            self.told = Some(note(&told));
        }
        if let Some(told) = &self.told {
            let room = frame.area();
            let rows = paint::wrapped(told, room.width.saturating_sub(4).clamp(1, 60));
            let room = paint::middle(room, 64, rows.len() as u16 + 2);
            let room = paint::over(frame, room, Line::raw("Note"));
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
            format!("speed {}", self.settings.speed.word()),
        ];
        let report = Report {
            session: match &self.screen {
                Screen::Replay(watch, _) => Some(watch.session()),
                _ => game.map(Game::session),
            },
            told: game.map_or(Vec::new(), |game| game.table.log.iter().map(|line| &line.told).collect()),
            picture: Vec::new(),
            screen: paint::plain(frame),
            about,
        };
        report.file(self.library, self.folders.reports.as_deref(), self.folders.logs.as_deref())
    }
}
