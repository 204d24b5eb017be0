//! A battle told again: the board, what happened, and a strip of its decisions to go along.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};

use crate::battle::SideId;
use crate::content::Library;
use crate::play::replay::Replay;
use crate::play::settings::Settings;
use crate::scenario::Session;
use crate::telling::panel;

use super::list::Page;
use super::map::{Marks, Scroll};
use super::reasons::Reasons;
use super::{Next, paint};

/// What lies over the board.
enum Over {
    /// All that has happened so far.
    Log(Page),
    /// Why computers decided as they did.
    Why(Box<Reasons>),
}

/// A battle told again.
pub(super) struct Watch {
    replay: Replay,
    scroll: Scroll,
    over: Option<Over>,
    // So many rows of what happened lie below those shown.
    back: usize,
    /// What is to be told: mostly why something failed.
    pub(super) told: Option<String>,
}

impl Watch {
    /// A battle that plays from its beginning, or stands still at a decision.
    pub(super) fn new(library: &'static Library, session: Session, at: Option<u32>) -> Watch {
        let mut replay = Replay::new(library, session);
        if let Some(at) = at {
            replay.playing = false;
            replay.go(at);
        }
        Watch { replay, scroll: Scroll::default(), over: None, back: 0, told: None }
    }

    /// The battle with all its past.
    pub(super) fn session(&self) -> &Session {
        self.replay.session()
    }

    /// The battle where it stands, to be played on by the side.
    ///
    /// # Errors
    /// Why it cannot be, in words.
    pub(super) fn branch(&self, side: SideId) -> Result<Session, String> {
        self.replay.branch(side)
    }

    /// Whether something goes on by itself.
    pub(super) fn is_lively(&self) -> bool {
        self.replay.playing || self.replay.table.playback.busy()
    }

    /// Advances by this time.
    pub(super) fn tick(&mut self, seconds: f32, settings: &Settings) {
        match &mut self.over {
            Some(Over::Why(reasons)) => reasons.tick(),
            Some(Over::Log(_)) => {}
            None => self.replay.tick(seconds, settings.speed),
        }
    }

    pub(super) fn key(&mut self, key: KeyCode, settings: &mut Settings) -> Option<Next> {
        self.told = None;
        let replay = &mut self.replay;
        if let Some(over) = &mut self.over {
            match (over, key) {
                (_, KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q')) => self.over = None,
                (Over::Log(page), key) => page.key(key),
                (Over::Why(reasons), key) => reasons.key(replay.table.library(), replay.session(), key),
            }
            return None;
        }
        match key {
            KeyCode::Esc | KeyCode::Char('q') => return Some(Next::Back),
            KeyCode::Char(' ') if replay.table.playback.busy() && !replay.playing => replay.table.skip(),
            KeyCode::Char(' ') if replay.position == replay.length() => {
                replay.go(0);
                replay.playing = true;
            }
            KeyCode::Char(' ') => replay.playing = !replay.playing,
            KeyCode::Right | KeyCode::Enter => {
                replay.playing = false;
                replay.step();
            }
            KeyCode::Left => replay.back(),
            KeyCode::Char('[') => replay.leap(false),
            KeyCode::Char(']') => replay.leap(true),
            KeyCode::Char(',') => replay.loss(false),
            KeyCode::Char('.') => replay.loss(true),
            KeyCode::Home | KeyCode::End => {
                replay.playing = false;
                replay.go(if key == KeyCode::Home { 0 } else { replay.length() });
            }
            KeyCode::Char('v') => settings.speed = settings.speed.next(),
            KeyCode::Char('y') => {
                let reasons = Reasons::new(replay.table.library(), replay.session(), replay.position);
                self.over = Some(Over::Why(Box::new(reasons)));
            }
            KeyCode::Char('l') => {
                let told = replay.table.log[..replay.told()].iter().map(|line| line.told.clone());
                self.over = Some(Over::Log(Page::ended("All that has happened so far", told.collect())));
            }
            KeyCode::Char('o') => match replay.table.view.decision() {
                Some(decision) => return Some(Next::PlayOn(decision.side)),
                None => self.told = Some("The battle is over here: go back before you play on".to_owned()),
            },
            KeyCode::F(1) | KeyCode::Char('r') => {
                let rule = replay.table.view.decision().map_or(String::new(), |decision| decision.rule.0.to_owned());
                return Some(Next::Book(rule));
            }
            KeyCode::Up => self.back = self.back.saturating_add(1),
            KeyCode::Down => self.back = self.back.saturating_sub(1),
            _ => return None,
        }
        if !matches!(key, KeyCode::Up | KeyCode::Down) {
            self.back = 0;
        }
        None
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, settings: &Settings) {
        let (title, middle, keys) = paint::parted(frame.area());
        let Replay { table, playing, position, .. } = &self.replay;
        let view = &*table.view;
        paint::lines(frame, title, [paint::standing(view, settings.speed.word(), title.width)]);
        let (above, below) = paint::above(middle, middle.height.saturating_sub(3));
        let column = if above.width >= paint::TWO_COLUMNS { above.width * 2 / 5 } else { 0 };
        let (board, side) = paint::beside(above, above.width - column);
        let marks = Marks { cursor: table.playback.place(), ..Marks::default() };
        self.scroll.draw(frame, board, view, &marks);
        let room = paint::pane(frame, side, Line::raw("What happened"));
        paint::log(frame, room, &table.log[..self.replay.told()], &mut self.back);
        let now = if *playing { "playing" } else { "stands still" };
        let heading = format!("Replay: decision {position} of {}, {now}", self.replay.length());
        let room = paint::pane(frame, below, paint::words(&heading));
        let decision = view.decision();
        let said = match (&self.told, decision, view.outcome()) {
            (Some(told), ..) => paint::words(told).style(paint::WARNING),
            (_, Some(decision), _) => paint::line(&panel::question(view, decision, table.library().codex())),
            (.., Some(outcome)) => paint::words(&panel::result(view, &outcome)),
            _ => Line::default(),
        };
        paint::lines(frame, room, [self.strip(room), said]);
        let does = [
            ("Space", if *playing { "pause" } else { "play" }),
            ("Left, Right", "a decision"),
            ("[ ]", "a turn"),
            (", .", "a loss"),
            ("o", "play on"),
            ("y", "why"),
            ("Esc", "back"),
            ("l", "log"),
            ("v", "speed"),
        ];
        paint::keys(frame, keys, &does);
        match &mut self.over {
            Some(Over::Log(page)) => {
                let room = paint::over(frame, frame.area(), paint::words(&page.title));
                page.draw(frame, room);
            }
            Some(Over::Why(reasons)) => {
                let room = paint::over(frame, frame.area(), Line::raw("Why did they do that?"));
                reasons.draw(frame, room);
            }
            None => {}
        }
    }

    /// All decisions from left to right: `|` where turns begin, `x` where somebody is lost, `#` where it stands.
    fn strip(&self, room: Rect) -> Line<'static> {
        let last = usize::from(room.width).saturating_sub(1);
        let length = u64::from(self.replay.length().max(1));
        let place = |number: u32| (u64::from(number) * last as u64 / length) as usize;
        let mut signs = vec!['-'; last + 1];
        self.replay.losses().iter().for_each(|number| signs[place(*number)] = 'x');
        self.replay.turns().iter().for_each(|number| signs[place(*number)] = '|');
        let here = place(self.replay.position);
        signs[here] = '#';
        let text = |part: &[char]| part.iter().collect::<String>();
        Line::from_iter([
            Span::styled(text(&signs[..here]), paint::STRONG),
            Span::styled(text(&signs[here..=here]), paint::POINTED),
            Span::styled(text(&signs[here + 1..]), paint::QUIET),
        ])
    }
}
