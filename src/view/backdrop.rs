//! What lies behind the start screen: a battle that two computers fight.

use macroquad::prelude::{screen_height, screen_width};

use crate::board::Board;
use crate::content::Library;
use crate::league::campaigns::fight_while;
use crate::opponents;
use crate::platform::{Answer, Task};
use crate::play::camera::{self, Camera, Frame};
use crate::play::game::Game;
use crate::play::playback::Speed;
use crate::scenario::{Scenario, Session};

use super::atlas::Atlas;
use super::battle::is_still;
use super::counters::{Marks, Pen, Pointed};
use super::ground::Ground;
use super::model::settings::Settings;
use super::style::Letters;

/// The scenario that is fought, if the content has it.
const SCENARIO: &str = "grand_battle";
/// Decisions made before anybody looks: the armies have left the edges of the map.
const BEFORE: u32 = 100;
/// Hexes from the upper to the lower edge of the window, at most.
const ACROSS: f32 = 12.0;
/// The part of the window at the left that the entries lie on: the fight is in the middle of what is right of it.
const COVERED: f32 = 0.36;
/// Seconds for which the end of a battle is looked at.
const LINGER: f32 = 8.0;

/// A battle on its way, and the point of the plane that is in the middle of the fight.
type Fight = (Box<Game>, camera::Point);

/// What lies behind the start screen.
pub(super) struct Backdrop {
    library: &'static Library,
    seed: u64,
    /// The parts of counters, and the icons of the screen.
    pub(super) atlas: Atlas,
    ground: Ground,
    marks: Marks,
    fight: Option<Fight>,
    preparing: Option<Task<Option<Fight>>>,
    clock: f32,
    /// For how long the battle has been over.
    over: f32,
}

impl Backdrop {
    /// Nothing, until it is first shown.
    pub(super) fn new(library: &'static Library, seed: u64) -> Backdrop {
        Backdrop {
            library,
            seed,
            atlas: Atlas::new(library),
            ground: Ground::default(),
            marks: Marks::default(),
            fight: None,
            preparing: None,
            clock: 0.0,
            over: 0.0,
        }
    }

    /// Lets go of all that it holds, until it is shown again.
    pub(super) fn close(&mut self) {
        *self = Backdrop::new(self.library, self.seed.wrapping_add(1));
    }

    /// Goes on for so many seconds, if somebody is there to see it. Returns whether something moves.
    pub(super) fn tick(&mut self, seconds: f32, seen: bool, settings: &Settings) -> bool {
        if let Some(Answer::Ready(Some(fight))) = self.preparing.as_ref().map(Task::poll) {
            (self.fight, self.over) = (Some(fight), 0.0);
        }
        let is_new = self.fight.is_none() && self.preparing.is_none();
        if is_new || self.over > LINGER {
            // The old one stays until the new one is there.
            (self.seed, self.over) = (self.seed.wrapping_add(1), 0.0);
            let (library, seed) = (self.library, self.seed);
            self.preparing = Some(Task::start(move || begin(library, seed)));
        }
        let Some((game, _)) = &mut self.fight else { return false };
        if !seen || is_still(settings) {
            return false;
        }
        self.clock += seconds;
        game.tick(seconds, Speed::Slow);
        // Nobody listens: what is to be heard must not pile up.
        drop(game.table.playback.heard());
        if game.session().battle().outcome().is_some() {
            self.over += seconds;
        }
        true
    }

    /// Draws it on the whole window.
    pub(super) fn draw(&mut self, letters: &Letters, settings: &Settings) {
        let Backdrop { ground, marks, .. } = self;
        let Some((game, middle)) = &self.fight else { return };
        let table = &game.table;
        let (board, scene) = (table.view.board(), &table.playback.scene);
        let (width, height) = (screen_width(), screen_height());
        let room = Frame { x: 0.0, y: 0.0, width, height };
        let frame = Frame { x: COVERED * width, width: (1.0 - COVERED) * width, ..room };
        let camera = filled(board, room, frame, *middle);
        ground.keep_up(board, &scene.terrain);
        marks.keep_up(&*table.view, scene);
        ground.draw(&camera);
        let clock = Some(self.clock).filter(|_| !is_still(settings));
        let (camera, atlas, calm) = (&camera, &self.atlas, settings.calm);
        let pen = Pen { letters, camera, table, atlas, words: 1.0, calm, clock, glow: 1.0, dice: false };
        pen.draw(marks, &Pointed::default(), false);
    }
}

/// A camera on a point of the board in the middle of a frame, as far as the board fills the whole window then.
fn filled(board: &Board, room: Frame, frame: Frame, middle: camera::Point) -> Camera {
    let (width, height) = camera::extent(board);
    let scale = (room.width / width).max(room.height / height).max(room.height / (ACROSS * 1.5 * camera::SIZE));
    // How far the edges of the window are from the middle of the frame.
    let (across, down) = frame.middle();
    let within = |at: f32, before: f32, all: f32, whole: f32| {
        let (least, most) = (before / scale, whole - (all - before) / scale);
        at.min(most).max(least)
    };
    let target = (within(middle.0, across, room.width, width), within(middle.1, down, room.height, height));
    Camera { scale, target, room, ..Camera::whole(board, frame) }
}

/// A battle that is under way; none where the content lacks something for it.
fn begin(library: &'static Library, seed: u64) -> Option<Fight> {
    let scenario = Scenario::open(library, SCENARIO).ok()?;
    let session = Session::begin(library, scenario, seed).ok()?;
    let owner = opponents::favourite(library, session.battle().ruleset());
    let players = session.battle().players();
    let mut session = session.owned_by(vec![owner; players]);
    fight_while(library, &mut session, |session| session.battle().number() < BEFORE).ok()?;
    let game = Game::new(library, session, None).ok()?;
    let view = &*game.table.view;
    let middle = camera::middle(view.board(), view.units().map(|unit| view.piece(unit).at))?;
    Some((Box::new(game), middle))
}
