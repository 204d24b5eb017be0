//! The battle screen: the board, and the frame about it.

use egui_macroquad::egui;
use macroquad::prelude::{draw_rectangle, screen_height, screen_width};

use crate::battle::{Action, SideId, Target, UnitId, Verb};
use crate::board::Cell;
#[cfg(feature = "sound")]
use crate::board::Terrain;
use crate::content::Library;
use crate::play::bar::Press;
use crate::play::book::Book;
use crate::play::camera::{self, Camera, Frame, Glide};
use crate::play::game::Game;
use crate::play::guide::Course;
use crate::play::motion;
use crate::play::playback::Speed;
use crate::play::reckon::Reckoner;
#[cfg(feature = "sound")]
use crate::play::sound::Around;
use crate::play::sound::Sound;
use crate::play::table::Table;
use crate::play::words;
use crate::scenario::Session;
use crate::telling::{Line, names};

use super::aftermath::Aftermath;
use super::areas::Areas;
use super::atlas::Atlas;
use super::counters::{Marks, Pen, Pointed};
use super::doors::Doors;
use super::frame::Folds;
use super::ground::Ground;
use super::light::{self, Light};
use super::model::danger::Overlay;
use super::model::keys::{Chord, Command, Keys};
use super::model::layout::Layout;
use super::model::settings::Settings;
use super::model::token::Acted;
use super::over::curtain;
use super::preview::Preview;
use super::screens::free_keys;
use super::style::{self, Letters};
use crate::play::camp::Camp;
use crate::play::replay::Replay;
use crate::play::why::Inquiry;

/// The smallest scale at which a battle is first shown, in pixels for one unit of the plane, for text of the usual size.
const READABLE: f32 = 0.65;

/// What is on the battle screen.
pub(super) enum Play {
    /// A battle being fought.
    Game(Box<Game>),
    /// A replay.
    Replay(Box<Replay>),
}

impl Play {
    pub(super) fn table(&self) -> &Table {
        match self {
            Play::Game(game) => &game.table,
            Play::Replay(replay) => &replay.table,
        }
    }

    /// The battle with all its past.
    pub(super) fn session(&self) -> &Session {
        match self {
            Play::Game(game) => game.session(),
            Play::Replay(replay) => replay.session(),
        }
    }
}

/// What lies over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Over {
    Nothing,
    Menu,
    Help,
    Codex,
    Sheet(UnitId),
    Log,
    Result,
    /// The question whether to give the battle up.
    Concession,
    /// Why computers did what they did.
    Why,
}

/// Where the battle screen leads.
pub(super) enum Leave {
    /// Back to where it was begun: the campaign, or the start screen.
    Back,
    /// To the settings.
    Settings,
    /// To the replay of this battle, from so many decisions on where that is said.
    Replay(Option<u32>),
    /// To the same battle with other dice, and with sides exchanged if so.
    Rematch(bool),
    /// To a battle played on from the replay's position, this side by a person.
    PlayOn(SideId),
    /// To the same part of a lesson again, to what comes after it, or to the list of lessons.
    Again,
    Next,
    Lessons,
}

/// A request from a panel.
pub(super) enum Request {
    Command(Command),
    Press(Press),
    Select(UnitId),
    Commit,
    /// No more hints.
    Hush,
    Concede,
    Over(Over),
    /// A rule in the codex.
    Rule(String),
    Show(Cell),
    Go(u32),
    /// Asks about another of the decisions that are listed.
    Ask(usize),
    /// Writes the log to a file.
    Export,
    Leave(Leave),
}

/// The battle screen.
pub(super) struct BattleScreen {
    pub(super) play: Play,
    /// The campaign to return to; without one it returns to the start screen.
    pub(super) camp: Option<Box<Camp>>,
    pub(super) camera: Option<Camera>,
    // Its way to where something happens.
    pub(super) glide: Option<Glide>,
    // Seconds for which the screen has been there, for what pulses.
    pub(super) clock: f32,
    // The unit in hand, and since when it has been.
    taken: (Option<UnitId>, f32),
    /// What is known of the battle when it is over.
    pub(super) aftermath: Option<Aftermath>,
    pub(super) ground: Ground,
    doors: Doors,
    light: Light,
    pub(super) marks: Marks,
    pub(super) atlas: Atlas,
    areas: Areas,
    pub(super) mini: Preview,
    pub(super) acted: Acted,
    pub(super) reckoner: Reckoner,
    pub(super) over: Over,
    /// What a person asks computers about.
    pub(super) inquiry: Option<Inquiry>,
    pub(super) book: Book,
    pub(super) seen_result: bool,
    pub(super) hovered: Option<Cell>,
    // The answer whose button the mouse was on when the panels were laid out last.
    pub(super) considered: Option<Action>,
    // The answers whose odds stand on buttons.
    pub(super) on_buttons: Vec<Action>,
    // Where the panels lie, and the parts of the window that they cover.
    pub(super) layout: Layout,
    pub(super) covered: Vec<Frame>,
    // What of the bar its buttons take up.
    pub(super) buttons: Frame,
    pub(super) folds: Folds,
    // Where the mouse was pressed on the board, and whether it has moved since.
    pub(super) pressed: Option<((f32, f32), bool)>,
    pub(super) mouse: (f32, f32),
    // The result of writing the log to a file.
    pub(super) exported: Option<String>,
    // The filter of the whole log.
    pub(super) filter: String,
    /// The person's key bindings.
    pub(super) keys: Keys,
    pub(super) overlay: Overlay,
    // Whether there is a gamepad, and the number of the button of the bar at which it points.
    pub(super) padded: bool,
    pub(super) finger: Option<usize>,
    // The last decision for which the unit or hex in question was brought into view.
    attended: Option<u32>,
}

impl BattleScreen {
    pub(super) fn new(library: &'static Library, play: Play, camp: Option<Box<Camp>>) -> BattleScreen {
        let doors = Doors::of(play.table().view.board());
        BattleScreen {
            play,
            camp,
            camera: None,
            glide: None,
            clock: 0.0,
            taken: (None, 0.0),
            aftermath: None,
            ground: Ground::default(),
            doors,
            light: Light::default(),
            marks: Marks::default(),
            atlas: Atlas::new(library),
            areas: Areas::default(),
            mini: Preview::small(library),
            acted: Acted::default(),
            reckoner: Reckoner::new(library.codex()),
            over: Over::Nothing,
            inquiry: None,
            book: Book::default(),
            seen_result: false,
            hovered: None,
            considered: None,
            on_buttons: Vec::new(),
            layout: Layout::of((1280.0, 800.0)),
            covered: Vec::new(),
            buttons: Layout::of((1280.0, 800.0)).bar,
            folds: Folds::default(),
            pressed: None,
            mouse: (0.0, 0.0),
            exported: None,
            filter: String::new(),
            keys: Keys::default(),
            overlay: Overlay::default(),
            padded: false,
            finger: None,
            attended: None,
        }
    }

    /// Shows a notice to the person.
    pub(super) fn say(&mut self, words: String) {
        if let Play::Game(game) = &mut self.play {
            game.notice = Some(words);
        }
    }

    /// Advances by the time of a frame.
    pub(super) fn tick(&mut self, seconds: f32, settings: &Settings) {
        self.clock += seconds;
        let speed = settings.speed_of(matches!(&self.play, Play::Game(game) if game.computer_acts()));
        // What happens waits for the camera.
        let seconds = if self.follow_glide(seconds, speed) { 0.0 } else { seconds };
        match &mut self.play {
            Play::Game(game) => {
                game.tick(seconds, speed);
                if settings.is_out_of_patience(game.thinks()) {
                    game.hurry();
                }
                let over = game.session().battle().outcome().is_some() && !game.table.playback.busy();
                if over && !self.seen_result {
                    self.seen_result = true;
                    game.table.finish();
                    if let (Some(outcome), Some(viewer)) = (game.session().battle().outcome(), game.viewer()) {
                        let sound = if outcome.won(viewer) { Sound::Victory } else { Sound::Defeat };
                        game.table.playback.hear(sound);
                    }
                    if !game.is_lesson() {
                        self.over = Over::Result;
                        let library = game.table.library();
                        self.aftermath = Some(Aftermath::new(library, game, self.clock));
                    }
                    self.settle();
                }
            }
            Play::Replay(replay) => replay.tick(seconds, settings.speed),
        }
        self.aftermath.iter_mut().for_each(Aftermath::keep_up);
        self.attend(settings);
    }

    /// The hex that an answer is aimed at, as the board is shown.
    pub(super) fn aimed_at(&self, action: Action) -> Option<Cell> {
        let cell = match action.target {
            Target::Unit(unit) => self.play.table().playback.scene.units.get(unit.index())?.piece.at,
            Target::Hex(cell) => cell,
            _ => return None,
        };
        Some(cell).filter(|cell| cell.is_some())
    }

    /// Whether something goes on that must not wait for a frame: what happened is shown, a computer decides, the camera is on
    /// its way.
    pub(super) fn is_busy(&self) -> bool {
        let goes_on = match &self.play {
            Play::Game(game) => game.offer.is_none() && game.curtain.is_none() && !self.seen_result,
            Play::Replay(replay) => replay.playing,
        };
        goes_on || self.glide.is_some() || self.play.table().playback.busy()
    }

    /// Whether anything on the screen changes by itself.
    pub(super) fn is_moving(&self, settings: &Settings) -> bool {
        let glows = self.taken.0.is_some() && motion::glows(self.clock - self.taken.1);
        let stirs = self.marks.stir() || glows || self.play.table().playback.fades();
        self.ground.is_painting() || self.reckoner.works() || self.is_deaf() || (stirs && !is_still(settings))
    }

    /// What is heard all the time.
    #[cfg(feature = "sound")]
    pub(super) fn around(&self) -> Vec<Around> {
        let aboard = self.play.table().view.board().terrain.contains(&Terrain::Hull);
        let burns = self.marks.shining().any(|(_, source)| source == super::paint::light::Source::Fire);
        let air = if aboard { Around::Hum } else { Around::Wind };
        [air].into_iter().chain(burns.then_some(Around::Fire)).collect()
    }

    /// What is to be heard since this was asked last.
    pub(super) fn heard(&mut self) -> Vec<Sound> {
        match &mut self.play {
            Play::Game(game) => game.table.playback.heard(),
            Play::Replay(replay) => replay.table.playback.heard(),
        }
    }

    /// Moves the camera on. Returns whether it is still on its way.
    fn follow_glide(&mut self, seconds: f32, speed: Speed) -> bool {
        let (Some(camera), Some(glide)) = (&mut self.camera, &mut self.glide) else { return false };
        // No way is so slow that one has to wait for it.
        let (at, over) = glide.tick(seconds / speed.stretch().min(2.0));
        camera.target = at;
        if over {
            self.glide = None;
        }
        !over
    }

    /// The lesson that is being played, if one is.
    pub(super) fn course(&self) -> Option<Course> {
        let Play::Game(game) = &self.play else { return None };
        game.guide.as_ref()?.course.clone()
    }

    /// Keeps what a guide has come to: hints that are done with. Returns the mark of a part of a lesson that is done.
    pub(super) fn keep_learnt(&mut self, settings: &mut Settings) -> Option<String> {
        let Play::Game(game) = &mut self.play else { return None };
        if game.guide.as_ref()?.is_silent() {
            (game.guide, settings.hints) = (None, false);
        }
        game.guide.as_ref()?.done()
    }

    /// Passes a finished battle to the campaign.
    pub(super) fn settle(&mut self) {
        if let (Some(camp), Play::Game(game)) = (&mut self.camp, &self.play) {
            camp.settle(game);
        }
    }

    /// Keeps events in view, and then once for each decision the unit that is asked.
    fn attend(&mut self, settings: &Settings) {
        let table = self.play.table();
        let happening = table.playback.place();
        let asked = if let Play::Game(game) = &self.play { game.offer.as_ref().and(game.hand.unit) } else { None };
        let number = table.view.number();
        let fresh = asked.filter(|_| self.attended != Some(number));
        let place = happening.or(fresh.map(|unit| table.view.piece(unit).at)).filter(|at| at.is_some());
        if let (Some(camera), Some(place)) = (&mut self.camera, place) {
            let mut there = *camera;
            there.target = self.glide.map_or(there.target, |glide| glide.to);
            let before = there.target;
            there.show(table.view.board(), place);
            if there.target != before {
                if is_still(settings) {
                    camera.target = there.target;
                } else {
                    self.glide = Some(Glide::new(camera.target, there.target));
                }
            }
        }
        if asked.is_some() {
            self.attended = Some(number);
        }
    }

    /// Draws the board. Panels must have been laid out before.
    pub(super) fn draw(&mut self, letters: &Letters, settings: &Settings) {
        let Some(camera) = self.camera else { return };
        if let Play::Game(game) = &self.play
            && game.curtain.is_some()
        {
            return;
        }
        let table = self.play.table();
        let scene = &table.playback.scene;
        let hand = if let Play::Game(game) = &self.play { game.hand.unit } else { None };
        if self.taken.0 != hand {
            self.taken = (hand, self.clock);
        }
        self.ground.keep_up(table.view.board(), &scene.terrain);
        self.marks.keep_up(&*table.view, scene);
        self.ground.draw(&camera);
        if settings.quiet_ground {
            let Frame { x, y, width, height } = camera.room;
            draw_rectangle(x, y, width, height, style::QUIET_GROUND);
        }
        self.doors.draw(&camera, &self.atlas, &*table.view, &table.playback);
        let pen = Pen {
            letters,
            camera: &camera,
            table,
            atlas: &self.atlas,
            words: f32::from(settings.size((screen_width(), screen_height()))) / 100.0,
            calm: settings.calm,
            clock: if is_still(settings) { None } else { Some(self.clock) },
            glow: if is_still(settings) { 1.0 } else { motion::glow(self.clock - self.taken.1) },
            dice: true,
        };
        pen.scars();
        let team = |side: SideId| table.view.sides().get(side.index()).map(|side| side.team);
        let viewer = if let Play::Game(game) = &self.play { game.viewer() } else { None };
        let carries = |unit| viewer.is_none_or(|viewer| team(viewer) == team(table.view.piece(unit).side));
        self.light.keep_up(table.view.board(), &scene.terrain, || light::sources(table, &self.marks, carries));
        self.light.draw(&camera);
        if let Play::Game(game) = &self.play {
            self.overlay.keep_up(game, self.hovered.or(game.hand.cursor));
            self.acted.keep_up(&*game.table.view, game.offer.as_ref());
        }
        let hovered = self.hovered.or(self.considered.and_then(|action| self.aimed_at(action)));
        let mut pointed = Pointed { hovered, overlay: Some(&self.overlay), ..Pointed::default() };
        if let Play::Game(game) = &self.play {
            let quiet = !game.table.playback.busy();
            pointed.offer = game.offer.as_ref().filter(|_| quiet);
            pointed.unit = game.hand.unit;
            pointed.cursor = game.hand.cursor;
            pointed.acted = Some(&self.acted).filter(|_| quiet);
            pointed.drafted = game.hand.drafts.keys().copied().collect();
            pointed.way = way_to(game, self.hovered.or(game.hand.cursor));
            let strikes = |action: &Action| matches!(action.verb, Verb::Fire | Verb::Strike | Verb::Cast);
            let struck = self.risk().map(|(_, action)| action).filter(strikes);
            pointed.aimed = struck.filter(|_| quiet).map(|action| (action.unit, action.target));
        }
        let board = table.view.board();
        self.areas.keep_up(board, &pointed, camera.scale);
        self.areas.draw(board, &camera, pointed.hovered.or(pointed.cursor));
        pen.draw(&self.marks, &pointed, settings.labels);
    }

    /// Lays out the panels and handles mouse and keys. Returns where to go, if the screen is left.
    pub(super) fn ui(&mut self, ctx: &egui::Context, settings: &mut Settings, typed: &[Chord]) -> Option<Leave> {
        let mut wishes = Vec::new();
        self.keys.clone_from(&settings.keys);
        if self.over == Over::Nothing {
            // The board gets the keys while nothing covers it.
            free_keys(ctx);
        }
        self.keys(ctx, typed, &mut wishes);
        let pressed = !typed.is_empty() || ctx.input(|input| input.pointer.any_pressed());
        if let (true, Play::Game(game)) = (pressed, &mut self.play) {
            game.recap = None;
        }
        if let Play::Game(game) = &self.play
            && let Some(side) = game.curtain
        {
            let key = self.keys.name(Command::Choose);
            curtain(ctx, names::side(&*game.table.view, side), &key, &mut wishes);
        } else {
            self.panels(ctx, settings, &mut wishes);
            self.lay_over(ctx, &mut wishes);
            self.aim(ctx);
            self.mouse(ctx);
        }
        wishes.into_iter().find_map(|wish| self.obey(wish, settings))
    }

    /// The lines of the log that have been told.
    pub(super) fn log(&self) -> impl Iterator<Item = &Line> {
        let table = self.play.table();
        let told = if let Play::Replay(replay) = &self.play { replay.told() } else { table.log.len() };
        table.log[..told].iter().map(|line| &line.told)
    }

    /// Gives the board the room that the panels leave; it is drawn below them too.
    fn aim(&mut self, ctx: &egui::Context) {
        let by = ctx.pixels_per_point() / macroquad::prelude::screen_dpi_scale();
        let frame = self.layout.free.times(by);
        let room = self.layout.board.times(by);
        match &mut self.camera {
            Some(camera) => {
                camera.refit(self.play.table().view.board(), frame, READABLE * by);
                camera.room = room;
            }
            None => self.camera = Some(first_look(&self.play, frame, room, READABLE * by)),
        }
    }
}

/// Whether nothing on the board moves by itself.
pub(super) fn is_still(settings: &Settings) -> bool {
    settings.calm || settings.speed == Speed::Instant
}

/// The whole board, or if counters could not be read then, the part where the fight is.
fn first_look(play: &Play, frame: Frame, room: Frame, readable: f32) -> Camera {
    let view = &*play.table().view;
    let mut camera = Camera { room, ..Camera::whole(view.board(), frame) };
    let mine = match play {
        Play::Game(game) => game.offer.as_ref().map(|o| o.decision.side),
        Play::Replay(_) => None,
    };
    let standing = view.units().filter(|&u| mine.is_none_or(|side| view.piece(u).side == side));
    let middle = camera::middle(view.board(), standing.map(|unit| view.piece(unit).at));
    if let Some(middle) = middle.filter(|_| camera.scale < readable) {
        camera.scale = readable;
        camera.look_at(view.board(), middle);
    }
    camera
}

/// The path that a click would choose.
pub(super) fn way_to(game: &Game, cell: Option<Cell>) -> Option<(u8, Vec<Cell>)> {
    let offer = game.offer.as_ref()?;
    let Table { view, playback, .. } = &game.table;
    let place = *words::pointed(offer, view, &game.hand, &playback.scene, cell?).first()?;
    view.path_of(offer.actions[place])
}
