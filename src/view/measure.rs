//! How long frames take, how long a board is painted, and what a window holds after many battles.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

use macroquad::prelude::{clear_background, next_frame};

use crate::content::Library;
use crate::platform::{Timer, rest};
use crate::play::game::Game;
use crate::play::playback::Speed;
use crate::scenario::Session;
use crate::source::lines;

use super::app::open;
use super::battle::{BattleScreen, Play};
use super::kept::Kept;
use super::model::pace::Pace;
use super::model::settings::Settings;
use super::style::{self, Letters};

/// Frames drawn before any are timed: until the glow about the unit in hand has come to rest.
const WARM: u32 = 300;
/// Seconds that pass in a frame for what is shown.
const PASSING: f32 = 0.02;
/// For how long a frame plays on in a battle that is not looked at.
const PLAYING: Duration = Duration::from_millis(10);

/// The battles that are measured.
pub struct Measured {
    /// One in which a person is asked first, on a large board.
    pub wide: Session,
    /// One in which a computer thinks.
    pub thinking: Session,
    /// Short ones between computers, by their number.
    pub short: Box<dyn Fn(u32) -> Session>,
    /// After how many of them it is told, in ascending order.
    pub counts: Vec<u32>,
    /// Frames that are timed of each.
    pub frames: u32,
}

/// What was measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A frame of an empty window, on average.
    Empty(Duration),
    /// How long it takes from the first frame of the wide battle until its board is painted coarsely.
    Sketch(Duration),
    /// How long it takes until it is painted in full.
    Board(Duration),
    /// How long it takes until the land about that is painted too.
    Land(Duration),
    /// A frame of the wide battle while nothing moves, on average.
    Battle(Duration),
    /// One in which all of it is drawn anew, as while the mouse moves, on average.
    Anew(Duration),
    /// The frames of a battle in which a computer thinks, the shortest first.
    Thinking(Vec<Duration>),
    /// So many short battles have been opened, played to their end and left.
    Fought(u32),
}

/// Measures it all in a window, and tells each figure as soon as it is known.
///
/// # Errors
/// There is no display, or a battle cannot be shown, in words.
pub fn measure(library: &'static Library, measured: Measured, told: impl Fn(Figure) + 'static) -> Result<(), String> {
    let result = Rc::new(RefCell::new(Err("the window was closed".to_owned())));
    let done = Rc::clone(&result);
    open(async move {
        egui_macroquad::cfg(style::dress);
        let mut bench =
            Bench { library, letters: Letters::new(), settings: Settings::default(), kept: Kept::default() };
        let all = bench.all(measured, told).await;
        *done.borrow_mut() = all;
    })?;
    result.replace(Ok(()))
}

/// What frames are drawn with.
struct Bench {
    library: &'static Library,
    letters: Letters,
    settings: Settings,
    kept: Kept,
}

impl Bench {
    async fn all(&mut self, measured: Measured, told: impl Fn(Figure)) -> Result<(), String> {
        told(Figure::Empty(self.mean(measured.frames, None, false).await));
        let mut wide = self.screen(measured.wide)?;
        let (began, mut sketched, mut painted) = (Timer::start(), false, false);
        let mut pace = Pace::default();
        while wide.ground.is_painting() {
            // As often as the game draws it meanwhile: more frames would take their time from the painting.
            let since = Timer::start();
            self.frame(Some(&mut wide), true).await;
            rest(pace.rest(since.elapsed(), false, true));
            if !sketched && wide.ground.is_sketched() {
                sketched = true;
                told(Figure::Sketch(began.elapsed()));
            }
            if !painted && wide.ground.is_painted() {
                painted = true;
                told(Figure::Board(began.elapsed()));
            }
        }
        told(Figure::Land(began.elapsed()));
        while wide.is_busy() {
            self.frame(Some(&mut wide), true).await;
        }
        told(Figure::Battle(self.mean(measured.frames, Some(&mut wide), false).await));
        told(Figure::Anew(self.mean(measured.frames, Some(&mut wide), true).await));
        drop(wide);
        told(Figure::Thinking(self.thinking(measured.thinking, measured.frames).await?));
        self.settings.speed = Speed::Instant;
        let mut fought = 0;
        for count in measured.counts {
            while fought < count {
                self.fight((measured.short)(fought)).await?;
                fought += 1;
            }
            told(Figure::Fought(count));
        }
        Ok(())
    }

    fn screen(&self, session: Session) -> Result<BattleScreen, String> {
        let game = Game::new(self.library, session, None).map_err(|problems| lines(&problems))?;
        Ok(BattleScreen::new(self.library, Play::Game(Box::new(game)), None))
    }

    /// Draws a frame, of an empty window or of a battle, in which something may have changed or has not.
    async fn frame(&mut self, screen: Option<&mut BattleScreen>, changes: bool) {
        if self.kept.show(changes) {
            return next_frame().await;
        }
        clear_background(style::BACKGROUND);
        if let Some(screen) = screen {
            egui_macroquad::ui(|ctx| _ = screen.ui(ctx, &mut self.settings, &[]));
            screen.tick(PASSING, &self.settings);
            screen.draw(&self.letters, &self.settings);
            egui_macroquad::draw();
            self.kept.take();
        }
        next_frame().await;
    }

    /// How long a frame takes, after some that are not timed: where nothing has changed on it, or where something may have.
    async fn mean(&mut self, frames: u32, mut screen: Option<&mut BattleScreen>, changes: bool) -> Duration {
        let mut began = Timer::start();
        for number in 0..WARM + frames {
            if number == WARM {
                began = Timer::start();
            }
            let changes = changes || screen.as_ref().is_none_or(|screen| screen.is_moving(&self.settings));
            self.frame(screen.as_deref_mut(), changes).await;
        }
        began.elapsed() / frames.max(1)
    }

    /// How long each frame takes in which a computer thinks, once the board is painted.
    async fn thinking(&mut self, session: Session, frames: u32) -> Result<Vec<Duration>, String> {
        let mut screen = self.screen(session)?;
        let thinks = |screen: &BattleScreen| matches!(&screen.play, Play::Game(game) if game.thinks().is_some());
        let mut took = Vec::new();
        while took.len() < frames as usize && screen.play.session().battle().outcome().is_none() {
            let began = Timer::start();
            let counts = !screen.ground.is_painting() && thinks(&screen);
            self.frame(Some(&mut screen), true).await;
            if counts {
                took.push(began.elapsed());
            }
        }
        took.sort_unstable();
        Ok(took)
    }

    /// Opens a battle between computers and plays it to its end.
    async fn fight(&mut self, session: Session) -> Result<(), String> {
        let mut screen = self.screen(session)?;
        let goes_on = |screen: &BattleScreen| screen.play.session().battle().outcome().is_none();
        while goes_on(&screen) {
            let began = Timer::start();
            while began.elapsed() < PLAYING && goes_on(&screen) {
                screen.tick(PASSING, &self.settings);
            }
            self.frame(Some(&mut screen), true).await;
        }
        Ok(())
    }
}
