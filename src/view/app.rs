//! The window and its screens.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use egui_macroquad::egui;
use macroquad::prelude::{
    Image, KeyCode, clear_background, get_frame_time, get_screen_data, next_frame, screen_dpi_scale, screen_height,
    screen_width, set_fullscreen,
};
use macroquad::window::Conf;

use crate::content::Library;
use crate::platform::{Timer, rest};
use crate::play::book::Book;
use crate::play::game::Game;
use crate::play::guide::{Course, Guide};
use crate::play::setup::{Setup, first, rematch};
use crate::scenario::Session;
use crate::scenario::journal::Recalled;
use crate::source::lines;
use crate::user::Learnt;
use crate::user::report::Report;
use crate::user::saved;

use super::aftermath::DEAF;
use super::backdrop::Backdrop;
use super::battle::{BattleScreen, Leave, Play};
use super::camp::{self, Fields};
use super::codex;
use super::gamepad::{self, Gamepads};
use super::journals::Journals;
use super::kept::Kept;
use super::lessons::{self, Lessons};
use super::model::hints::hints;
use super::model::keys::{Chord, Command};
use super::model::layout::fitting;
use super::model::pace::Pace;
use super::model::pad::{Place, Press};
use super::model::settings::Settings;
use super::preferences::Preferences;
use super::preview::Preview;
use super::rosters::Rosters;
use super::screens::{Next, Waiting, roll_by};
use super::setup;
use super::start::Start;
use super::style::{self, Letters};
use super::typed::{Typed, is_stirred};
use crate::play::begin::Campaigns;
use crate::play::camp::Camp;
use crate::play::replay::Replay;

/// The longest time that a frame counts for, so that nothing jumps after a pause.
const LONGEST_FRAME: f32 = 0.1;
/// How long something is said beside the screen's own messages.
const ASIDE: Duration = Duration::from_secs(8);

/// Whether the window is open. Until then the program can go on without one.
static OPEN: AtomicBool = AtomicBool::new(false);

/// Opens the window and plays until it is closed.
///
/// # Errors
/// There is no display to open it on, in words.
pub fn run(library: &'static Library, seed: u64) -> Result<(), String> {
    open(play(library, seed, None))
}

/// Opens the window and replays a battle there, or shows it paused after this many decisions.
///
/// # Errors
/// There is no display to open it on, in words.
pub fn watch(library: &'static Library, seed: u64, session: Session, at: Option<u32>) -> Result<(), String> {
    open(play(library, seed, Some((session, at))))
}

/// Opens the window for as long as the future runs.
pub(super) fn open(what: impl Future<Output = ()> + 'static) -> Result<(), String> {
    display()?;
    let conf = Conf {
        window_title: "Hexfray".to_owned(),
        window_width: 1280,
        window_height: 800,
        high_dpi: true,
        ..Conf::default()
    };
    // A window that cannot be opened is a panic. Its message is not shown, as the terminal game begins instead.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if OPEN.load(Ordering::Relaxed) {
            hook(info);
        }
    }));
    let opened = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
        macroquad::Window::from_config(conf, async move {
            OPEN.store(true, Ordering::Relaxed);
            what.await;
        });
    }));
    match opened {
        Ok(()) => Ok(()),
        Err(_) if !OPEN.load(Ordering::Relaxed) => Err("the display cannot be used".to_owned()),
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

/// Whether the system says that there is a display.
#[cfg(all(unix, not(target_os = "macos")))]
fn display() -> Result<(), String> {
    let named = |name| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    if named("DISPLAY") || named("WAYLAND_DISPLAY") { Ok(()) } else { Err("there is no display".to_owned()) }
}

#[cfg(not(all(unix, not(target_os = "macos"))))]
fn display() -> Result<(), String> {
    Ok(())
}

/// What is on the screen.
pub(super) enum Screen {
    Start(Start),
    Setup(Box<(Setup, Preview)>),
    Journals(Journals),
    Rosters(Box<Rosters>),
    Lessons(Lessons),
    Codex(Box<Book>),
    Campaigns(Box<Campaigns>),
    Camp(Box<Camp>),
    Battle(Box<BattleScreen>),
    Settings(Box<Preferences>),
    Waiting(Waiting<After>),
}

/// What to do with the result of a task.
pub(super) type After = Box<dyn FnOnce(&mut App) + Send>;

/// The game in the window.
pub(super) struct App {
    pub(super) library: &'static Library,
    pub(super) seed: u64,
    pub(super) screen: Screen,
    settings: Settings,
    learnt: Learnt,
    typed: Typed,
    gamepads: Gamepads,
    backdrop: Backdrop,
    /// The battlefields of campaigns that were looked at.
    fields: Fields,
    /// A report is written when the frame has been drawn.
    reports: bool,
    /// What is said beside the screen's own messages, and for how long it has been.
    aside: Option<(String, Timer)>,
    /// Since when the last battle has been left.
    left: Option<Timer>,
}

/// The game from its start screen, or from a replay.
async fn play(library: &'static Library, seed: u64, watched: Option<(Session, Option<u32>)>) {
    let letters = Letters::new();
    egui_macroquad::cfg(style::dress);
    let (mut settings, broken) = Settings::read(Settings::file().as_deref());
    let mut learnt = Learnt::read(saved::learnt());
    let unkept = learnt.add(std::mem::take(&mut settings.learnt)).err();
    let screen = Screen::Start(Start::new(library, None));
    let (typed, gamepads, backdrop) = (Typed::new(), Gamepads::new(), Backdrop::new(library, seed));
    let fields = Fields::default();
    let mut app = App {
        library,
        seed,
        screen,
        settings,
        learnt,
        typed,
        gamepads,
        backdrop,
        fields,
        reports: false,
        aside: None,
        left: None,
    };
    broken.into_iter().chain(unkept).for_each(|why| app.say(why));
    if let Some((session, at)) = watched {
        app.show(session, at, None);
    }
    #[cfg(feature = "sound")]
    let mut voice = super::voice::Voice::new().await;
    let (mut pace, mut since, mut moves) = (Pace::default(), Timer::start(), true);
    let (mut kept, mut drawn) = (Kept::default(), Timer::start());
    let mut full = false;
    loop {
        if app.settings.fullscreen != full {
            full = !full;
            set_fullscreen(full);
        }
        app.gamepads.read();
        let busy = matches!(&app.screen, Screen::Battle(battle) if battle.is_busy());
        let stirred = is_stirred() || app.gamepads.is_stirred();
        if !busy {
            rest(pace.rest(since.elapsed(), stirred, moves));
        }
        since = Timer::start();
        if kept.show(busy || stirred || moves) {
            next_frame().await;
            continue;
        }
        let mut open = true;
        let size = (screen_width(), screen_height());
        let scale = screen_dpi_scale() * fitting(f32::from(app.settings.size(size)) / 100.0, size);
        egui_macroquad::ui(|ctx| {
            if ctx.pixels_per_point() != scale {
                ctx.set_pixels_per_point(scale);
            }
            open = app.ui(ctx);
            moves = ctx.has_requested_repaint();
        });
        clear_background(style::BACKGROUND);
        #[cfg(feature = "sound")]
        match &app.screen {
            Screen::Battle(battle) => voice.surround(&battle.around(), &app.settings),
            _ => voice.surround(&[], &app.settings),
        }
        let seconds = drawn.elapsed().as_secs_f32().min(LONGEST_FRAME);
        drawn = Timer::start();
        match &mut app.screen {
            Screen::Battle(battle) => {
                battle.tick(seconds, &app.settings);
                battle.draw(&letters, &app.settings);
                moves |= battle.is_moving(&app.settings);
                let heard = battle.heard();
                #[cfg(feature = "sound")]
                heard.into_iter().for_each(|sound| voice.play(sound, &app.settings));
                #[cfg(not(feature = "sound"))]
                drop(heard);
            }
            Screen::Start(_) => {
                moves |= app.backdrop.tick(seconds, pace.is_watched(), &app.settings);
                app.backdrop.draw(&letters, &app.settings);
            }
            _ => {}
        }
        egui_macroquad::draw();
        kept.take();
        if std::mem::take(&mut app.reports) {
            app.aside = Some((app.report(&get_screen_data()), Timer::start()));
        }
        if !open {
            return;
        }
        next_frame().await;
    }
}

/// Changes how large everything is if such a key was typed, and saves the setting.
fn resize(settings: &mut Settings, typed: &[Chord]) -> Result<(), String> {
    for command in typed.iter().filter_map(|chord| settings.keys.command(*chord)).collect::<Vec<_>>() {
        match command {
            Command::Scale(larger) => settings.rescale(larger, (screen_width(), screen_height())),
            Command::Fullscreen => settings.fullscreen = !settings.fullscreen,
            _ => continue,
        }
        settings.write(Settings::file().as_deref())?;
    }
    Ok(())
}

/// What is said beside the screen's own messages.
fn aside(ctx: &egui::Context, told: &str) {
    let area = egui::Area::new("aside".into()).order(egui::Order::Tooltip).interactable(false);
    area.anchor(egui::Align2::CENTER_BOTTOM, egui::vec2(0.0, -12.0)).show(ctx, |ui| {
        egui::Frame::popup(ui.style()).show(ui, |ui| {
            ui.set_max_width(0.8 * ctx.screen_rect().width());
            ui.label(told);
        });
    });
    ctx.request_repaint();
}

/// A picture of the window as a PNG; empty where it cannot be made.
fn png(picture: &Image) -> Vec<u8> {
    let (width, height) = (usize::from(picture.width), usize::from(picture.height));
    // The graphics library has the lowest row first, and how much shows through.
    let rows = picture.bytes.chunks_exact((4 * width).max(4)).rev();
    let mut bytes: Vec<u8> = rows.flatten().copied().collect();
    bytes.iter_mut().skip(3).step_by(4).for_each(|opacity| *opacity = u8::MAX);
    let mut file = Vec::new();
    let encoder = image::codecs::png::PngEncoder::new(&mut file);
    let (width, height) = (width as u32, height as u32);
    let done = image::ImageEncoder::write_image(encoder, &bytes, width, height, image::ColorType::Rgba8);
    if done.is_ok() { file } else { Vec::new() }
}

/// Whether a press of a key that chooses is not meant: it is held, or was pressed for what was there before.
fn is_overheard(event: &egui::Event, deaf: bool) -> bool {
    let egui::Event::Key { key: egui::Key::Space | egui::Key::Enter, pressed: true, repeat, .. } = event else {
        return false;
    };
    deaf || *repeat
}

impl App {
    /// Writes a report of something that went wrong, and says where.
    fn report(&self, picture: &Image) -> String {
        let battle = if let Screen::Battle(battle) = &self.screen { Some(battle) } else { None };
        let size = (screen_width(), screen_height());
        let Settings { speed, calm, .. } = &self.settings;
        let about = vec![
            format!("window {} x {} at {}", size.0, size.1, screen_dpi_scale()),
            format!("text of {} %", self.settings.size(size)),
            format!("speed {}, reduced motion {}", speed.word(), if *calm { "on" } else { "off" }),
        ];
        let report = Report {
            session: battle.map(|battle| battle.play.session()),
            told: battle.map(|battle| battle.log().collect()).unwrap_or_default(),
            picture: png(picture),
            screen: String::new(),
            about,
        };
        report.file(self.library, saved::reports().as_deref(), saved::logs().as_deref())
    }

    /// Does what is done with gamepads. Returns the keys that do the same.
    fn by_pad(&mut self, ctx: &egui::Context, seconds: f32) -> Vec<Chord> {
        let Gamepads { pad, state, .. } = &mut self.gamepads;
        roll_by(ctx, 0.0);
        let Some(state) = state else {
            if let Screen::Battle(battle) = &mut self.screen {
                (battle.padded, battle.finger) = (false, None);
            }
            return Vec::new();
        };
        let Screen::Battle(battle) = &mut self.screen else {
            let presses = pad.tick(state, seconds, Place::Menu);
            gamepad::scroll(ctx, pad.drift(), seconds);
            let left = |press| matches!(press, Press::Key(key) if gamepad::press(ctx, key));
            let escapes = presses.into_iter().filter(|press| left(*press));
            return escapes.map(|_| Chord { key: KeyCode::Escape, control: false }).collect();
        };
        let open = battle.open_buttons();
        let place = battle.place(&open);
        let presses = pad.tick(state, seconds, place);
        gamepad::scroll(ctx, if place == Place::Menu { pad.drift() } else { (0.0, 0.0) }, seconds);
        if place != Place::Menu {
            battle.drift(pad.drift(), seconds);
        }
        (battle.padded, battle.finger) = (true, pad.finger(&open));
        let keys = &self.settings.keys;
        let chord = |press| match press {
            Press::Command(command) => keys.chord(command),
            Press::Key(key) => gamepad::press(ctx, key).then(|| keys.chord(Command::Back)).flatten(),
        };
        presses.into_iter().filter_map(chord).collect()
    }

    /// Lays out the screen. Returns whether the window stays open.
    fn ui(&mut self, ctx: &egui::Context) -> bool {
        let deaf = self.left.as_ref().is_some_and(|since| since.elapsed().as_secs_f32() < DEAF);
        ctx.input_mut(|input| input.events.retain(|event| !is_overheard(event, deaf)));
        let mut typed = self.typed.read().to_vec();
        if !typed.is_empty() || ctx.input(|input| input.pointer.delta() != egui::Vec2::ZERO) {
            self.gamepads.pad.lift();
        }
        typed.extend(self.by_pad(ctx, get_frame_time().min(LONGEST_FRAME)));
        // Escape closes an open list, and not what is behind it.
        if ctx.memory(|memory| memory.any_popup_open()) {
            typed.retain(|chord| chord.key != KeyCode::Escape);
        }
        let typed = &typed[..];
        let escape = typed.iter().any(|chord| chord.key == KeyCode::Escape);
        if let Some((told, since)) = &self.aside {
            aside(ctx, told);
            if since.elapsed() > ASIDE {
                self.aside = None;
            }
        }
        // Not on the settings screen: there the key may be meant for another command.
        let settings = matches!(self.screen, Screen::Settings(_));
        let report = |chord: &Chord| self.settings.keys.command(*chord) == Some(Command::Report);
        self.reports |= !settings && typed.iter().any(report);
        let mut unkept = match self.screen {
            Screen::Settings(_) => None,
            _ => resize(&mut self.settings, typed).err(),
        };
        let next = match &mut self.screen {
            Screen::Start(start) => start.ui(ctx, &self.backdrop.atlas),
            Screen::Setup(setup) => {
                let (setup, preview) = &mut **setup;
                setup::ui(ctx, setup, preview).or(escape.then_some(Next::Start))
            }
            Screen::Journals(journals) => {
                journals.hides = self.reports;
                journals.ui(ctx, escape)
            }
            Screen::Rosters(rosters) => rosters.ui(ctx, typed).then_some(Next::Start),
            Screen::Lessons(lessons) => {
                let choice = lessons.ui(ctx, &self.learnt).or(escape.then_some(lessons::Choice::Back));
                match choice {
                    Some(lessons::Choice::Learn(course)) => self.learn(*course),
                    Some(lessons::Choice::Back) => self.start(None),
                    None => {}
                }
                None
            }
            Screen::Codex(book) => codex::screen(ctx, self.library.codex(), book).or(escape.then_some(Next::Start)),
            Screen::Campaigns(campaigns) => {
                if let Some(choice) = camp::list(ctx, campaigns, escape) {
                    self.choose(choice);
                }
                None
            }
            Screen::Camp(camp) => {
                if let Some(step) = camp::ui(ctx, camp, &mut self.fields, &self.settings.keys, typed) {
                    self.step(step);
                }
                None
            }
            Screen::Waiting(waiting) => {
                waiting.ui(ctx);
                match waiting.done() {
                    Some(Ok(after)) => after(self),
                    Some(Err(why)) => self.start(Some(why)),
                    None if escape => self.start(None),
                    None => {}
                }
                None
            }
            Screen::Battle(battle) => {
                let hints = self.settings.hints;
                let leave = battle.ui(ctx, &mut self.settings, typed);
                let done = battle.keep_learnt(&mut self.settings);
                if self.settings.hints != hints {
                    unkept = self.settings.write(Settings::file().as_deref()).err();
                }
                unkept = self.learnt.add(done).err().or(unkept);
                leave.into_iter().for_each(|leave| self.leave(leave));
                None
            }
            Screen::Settings(preferences) => {
                if preferences.ui(ctx, &mut self.settings, typed, self.gamepads.told()) {
                    unkept = self.settings.write(Settings::file().as_deref()).err();
                    let back = preferences.back.take();
                    match back {
                        Some(battle) => self.screen = Screen::Battle(battle),
                        None => self.start(None),
                    }
                }
                None
            }
        };
        unkept.into_iter().for_each(|why| self.say(why));
        next.is_none_or(|next| self.go(next))
    }

    /// Leaves a battle.
    fn leave(&mut self, leave: Leave) {
        let settings = Screen::Settings(Box::default());
        let Screen::Battle(mut battle) = std::mem::replace(&mut self.screen, settings) else { return };
        self.left = Some(Timer::start());
        battle.settle();
        let camp = battle.camp.take_if(|_| !matches!(leave, Leave::Settings));
        let course = battle.course();
        match (leave, &battle.play) {
            (Leave::Again, _) => course.into_iter().for_each(|course| self.learn(course)),
            (Leave::Next, _) => match course.and_then(Course::next) {
                Some(course) => self.learn(course),
                None => self.lessons(),
            },
            (Leave::Lessons, _) => self.lessons(),
            (Leave::Settings, _) => {
                self.screen = Screen::Settings(Box::new(Preferences::over(battle)));
            }
            (Leave::Replay(at), play) => {
                match Session::replay(self.library, "this battle", play.session().text().as_bytes()) {
                    Ok(session) => self.show(session, at, camp),
                    Err(problems) => self.back(camp, Some(lines(&problems))),
                }
            }
            (Leave::Rematch(swapped), play) => match rematch(self.library, play.session(), self.seed, swapped) {
                Ok(session) => self.fight(session, None, None),
                Err(problems) => self.back(camp, Some(lines(&problems))),
            },
            (Leave::PlayOn(side), Play::Replay(replay)) => match replay.branch(side) {
                Ok(session) => self.fight(session, None, camp),
                Err(why) => self.back(camp, Some(why)),
            },
            _ => self.back(camp, None),
        }
    }

    /// Goes back to a campaign, or to the start screen if there is none. That shows what has gone wrong.
    pub(super) fn back(&mut self, camp: Option<Box<Camp>>, fault: Option<String>) {
        match camp {
            Some(mut camp) => {
                camp.fault = fault.or(camp.fault.take());
                self.screen = Screen::Camp(camp);
            }
            None => self.start(fault),
        }
    }

    /// Goes to the start screen, which shows what has gone wrong.
    pub(super) fn start(&mut self, fault: Option<String>) {
        self.screen = Screen::Start(Start::new(self.library, fault));
    }

    /// Goes to the choice of a lesson.
    fn lessons(&mut self) {
        self.screen = Screen::Lessons(Lessons::new(self.library));
    }

    /// Goes to another screen. Returns whether the window stays open.
    fn go(&mut self, next: Next) -> bool {
        match next {
            Next::Quit => return false,
            Next::Start => self.start(None),
            Next::Campaigns => self.campaigns(None),
            Next::Journals => {
                let (played, saves) = (saved::folder(), saved::saves());
                self.screen = Screen::Journals(Journals::new(self.library, played.as_deref(), saves.as_deref()));
            }
            Next::Rosters => match Rosters::new(self.library) {
                Ok(rosters) => self.screen = Screen::Rosters(Box::new(rosters)),
                Err(why) => self.say(why),
            },
            Next::Lessons => self.lessons(),
            Next::Codex => self.screen = Screen::Codex(Box::default()),
            Next::Settings => self.screen = Screen::Settings(Box::default()),
            Next::Setup => match Setup::new(self.library, self.seed, saved::rosters().as_deref()) {
                Ok(setup) => self.screen = Screen::Setup(Box::new((setup, Preview::new(self.library)))),
                Err(problems) => self.say(lines(&problems)),
            },
            Next::First => match first(self.library, self.seed) {
                Ok(session) => session.into_iter().for_each(|session| self.fight(session, None, None)),
                Err(problems) => self.say(lines(&problems)),
            },
            Next::Begin => {
                if let Screen::Setup(setup) = &mut self.screen
                    && let Some(session) = setup.0.begin()
                {
                    self.fight(session, None, None);
                }
            }
            Next::Continue(path) => match saved::go_on(self.library, &path, saved::is_saved(&path)) {
                Ok((session, journal)) => self.fight(session, journal, None),
                Err(problems) => self.say(lines(&problems)),
            },
            Next::TakeUp(name) => self.take_up(name),
            Next::Replay(path) => match Session::recall(self.library, &path).and_then(Recalled::shown) {
                Ok(session) => self.show(session, None, None),
                Err(problems) => self.say(lines(&problems)),
            },
        }
        true
    }

    pub(super) fn fight(&mut self, session: Session, journal: Option<String>, camp: Option<Box<Camp>>) {
        match Game::new(self.library, session, journal) {
            Ok(mut game) => {
                game.record(saved::folder().as_deref());
                if self.settings.hints && game.viewer().is_some() {
                    game.guide = Some(Guide::hints(hints(&self.settings.keys), &**game.session().battle()));
                }
                self.battle(Play::Game(Box::new(game)), camp);
            }
            Err(problems) if camp.is_some() => self.back(camp, Some(lines(&problems))),
            Err(problems) => self.say(lines(&problems)),
        }
    }

    /// Begins a part of a lesson, which is not recorded.
    fn learn(&mut self, course: Course) {
        let begun = course.lesson.parts[course.part].begin(self.library);
        match begun.and_then(|session| Game::new(self.library, session, None)) {
            Ok(mut game) => {
                game.guide = Some(Guide::lesson(course, &**game.session().battle()));
                self.battle(Play::Game(Box::new(game)), None);
            }
            Err(problems) => self.say(lines(&problems)),
        }
    }

    /// Replays a battle, or shows it paused after this many decisions.
    pub(super) fn show(&mut self, session: Session, at: Option<u32>, camp: Option<Box<Camp>>) {
        let mut replay = Replay::new(self.library, session);
        if let Some(at) = at {
            replay.playing = false;
            replay.go(at);
        }
        self.battle(Play::Replay(Box::new(replay)), camp);
    }

    fn battle(&mut self, play: Play, camp: Option<Box<Camp>>) {
        // The next battle gets other dice.
        self.seed = self.seed.wrapping_add(1);
        self.backdrop.close();
        self.screen = Screen::Battle(Box::new(BattleScreen::new(self.library, play, camp)));
    }

    /// Shows a message on the screen, mostly why something failed.
    pub(super) fn say(&mut self, why: String) {
        match &mut self.screen {
            Screen::Journals(journals) => journals.fault = Some(why),
            Screen::Lessons(lessons) => lessons.fault = Some(why),
            Screen::Start(start) => start.fault = Some(why),
            Screen::Setup(setup) => setup.0.fault = Some(why),
            Screen::Rosters(rosters) => rosters.told = Some(why),
            Screen::Campaigns(campaigns) => campaigns.fault = Some(why),
            Screen::Camp(camp) => camp.fault = Some(why),
            Screen::Waiting(_) | Screen::Codex(_) => {}
            Screen::Settings(preferences) => preferences.fault = Some(why),
            Screen::Battle(battle) => battle.say(why),
        }
    }
}
