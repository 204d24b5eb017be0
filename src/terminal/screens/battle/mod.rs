//! A battle being fought: the board, what happens, the unit in hand, what can be done and what may come of it.

mod cursor;
mod over;
mod panes;
mod rows;

use std::path::PathBuf;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use crate::battle::UnitId;
use crate::play::bar::Press;
use crate::play::game::Game;
use crate::play::guide::{Course, Onward};
use crate::play::reckon::{Known, Reckoner};
use crate::play::settings::Settings;
use crate::play::words;

use super::Next;
use super::list::{List, Row};
use super::map::Scroll;
use over::Over;
use rows::Choice;

/// What tells whether the list is still about the same.
type Subject = (u32, Option<UnitId>, bool, usize, usize);

/// A battle being fought.
pub(super) struct Fight {
    pub(super) game: Box<Game>,
    reckoner: Reckoner,
    choices: Vec<Choice>,
    list: List,
    // What the list is about, and for which decision and unit a lone button was pressed by itself.
    subject: Option<Subject>,
    armed: Option<(u32, Option<UnitId>)>,
    scroll: Scroll,
    // Whether the arrow keys move the cursor on the board although no hex is to be chosen.
    looking: bool,
    over: Option<Over>,
    // So many rows of what happened lie below those shown.
    back: usize,
    // The folder of battles saved before their end.
    saves: Option<PathBuf>,
}

impl Fight {
    pub(super) fn new(game: Game, saves: Option<PathBuf>) -> Fight {
        let reckoner = Reckoner::new(game.table.library().codex());
        let (choices, list, scroll) = (Vec::new(), List::default(), Scroll::default());
        let mut fight = Fight {
            game: Box::new(game),
            reckoner,
            choices,
            list,
            subject: None,
            armed: None,
            scroll,
            looking: false,
            over: None,
            back: 0,
            saves,
        };
        fight.refresh();
        fight
    }

    /// Whether the battle is over, and all of it has been shown. A lesson has its own last word.
    pub(super) fn is_over(&self) -> bool {
        self.is_decided() && !self.game.table.playback.busy() && !self.game.is_lesson()
    }

    fn is_decided(&self) -> bool {
        self.game.session().battle().outcome().is_some()
    }

    /// Whether something goes on by itself.
    pub(super) fn is_lively(&self) -> bool {
        let waits = self.game.offer.is_some() || self.game.curtain.is_some() || self.is_decided();
        self.game.table.playback.busy() || !waits
    }

    /// Advances by this time.
    pub(super) fn tick(&mut self, seconds: f32, settings: &Settings) {
        self.game.tick(seconds, settings.speed_of(self.game.computer_acts()));
        if settings.is_out_of_patience(self.game.thinks()) {
            self.game.hurry();
        }
        if let Some(Over::Why(reasons)) = &mut self.over {
            reasons.tick();
        }
        if self.game.curtain.is_some() {
            // What one person reads is not for the next.
            (self.over, self.looking) = (None, false);
        }
        self.refresh();
        // The odds of what is pointed at come first, then those of all that can be done.
        let Some(offer) = &self.game.offer else { return };
        let view = &self.game.table.view;
        let pointed = self.choices.get(self.list.at).into_iter().chain(&self.choices);
        let alone = pointed.filter_map(|choice| choice.answer(offer)).filter(|action| words::is_risky(*action));
        let several = self.choices.iter().flat_map(|choice| match choice {
            Choice::Slot(slot) => words::reckoned(offer, slot),
            _ => Vec::new(),
        });
        let mut open = alone.chain(several).filter(|action| self.reckoner.known(view, *action) == Known::Waiting);
        if let Some(action) = open.next() {
            self.reckoner.ask(view, action);
        }
    }

    /// Lists what can be done anew. Where it is about something else than before, the first that is open is pointed at.
    fn refresh(&mut self) {
        self.press_lone();
        self.choices = Choice::all(&mut self.game);
        let Game { table, offer, hand, .. } = &*self.game;
        let armed = offer.as_ref().is_some_and(|offer| offer.armed_of(hand.unit).is_some());
        let subject = (table.view.number(), hand.unit, armed, hand.choice.len(), hand.page);
        let subject = Some(subject).filter(|_| offer.is_some());
        if self.subject != subject {
            self.subject = subject;
            self.list = List::at(self.first());
            self.aim();
        }
        self.list.at = self.list.at.min(self.choices.len().saturating_sub(1));
    }

    /// Presses the only button that is open, if it lights hexes: then these are chosen at once.
    fn press_lone(&mut self) {
        let asked = (self.game.table.view.number(), self.game.hand.unit);
        if self.game.offer.is_none() || self.armed == Some(asked) {
            return;
        }
        self.armed = Some(asked);
        let mut open = self.game.slots().into_iter().filter(|slot| slot.press != Press::Nothing);
        if let (Some(slot), None) = (open.next(), open.next())
            && matches!(slot.press, Press::Arm(..))
        {
            self.game.press(&slot.press);
        }
    }

    /// The list as it is shown.
    fn rows(&self) -> Vec<Row> {
        self.choices.iter().map(|choice| choice.row(&self.game, &self.reckoner)).collect()
    }

    pub(super) fn key(&mut self, key: KeyEvent, settings: &mut Settings) -> Option<Next> {
        let next = self.obey(key, settings);
        self.refresh();
        next
    }

    fn obey(&mut self, key: KeyEvent, settings: &mut Settings) -> Option<Next> {
        if self.game.curtain.is_some() {
            match key.code {
                KeyCode::Enter | KeyCode::Char(' ') => self.game.curtain = None,
                KeyCode::Esc | KeyCode::Char('q') => return Some(self.leave()),
                _ => {}
            }
            return None;
        }
        if self.over.is_some() {
            return self.over_key(key.code);
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            // A key never waits for what is being shown.
            KeyCode::Char(' ' | '0'..='9') | KeyCode::Enter | KeyCode::Tab if self.game.table.playback.busy() => {
                self.game.table.skip();
            }
            KeyCode::Char('s') if control => self.game.save(self.saves.as_deref()),
            KeyCode::Char('g') if control => self.ask_to_concede(),
            KeyCode::Char(_) if control => {}
            KeyCode::Char('G') => self.ask_to_concede(),
            KeyCode::Char(' ') => self.game.commit(),
            KeyCode::Char(digit @ '0'..='9') => self.digit(digit),
            KeyCode::Char('h') => return self.heed(),
            KeyCode::Char('b') => self.look(),
            KeyCode::Char('u') => self.game.undo(),
            KeyCode::Char('c') => self.game.relieve(false),
            KeyCode::Char('C') => self.game.relieve(true),
            KeyCode::Char('v') => settings.speed = settings.speed.next(),
            KeyCode::Char('m') => self.game.hurry(),
            KeyCode::Char('d') => self.change_deck(),
            KeyCode::Char('[') => self.back = self.back.saturating_add(3),
            KeyCode::Char(']') => self.back = self.back.saturating_sub(3),
            KeyCode::Char('R') => self.repeat(),
            KeyCode::Char('y') => self.over = Some(self.why()),
            KeyCode::Char('l') => self.over = Some(self.log()),
            KeyCode::Char('i') => self.over = Some(self.legend()),
            KeyCode::Char('s') => self.over = self.sheet(),
            KeyCode::Char('?') | KeyCode::F(2) => self.over = Some(over::help()),
            KeyCode::Char('r') | KeyCode::F(1) => return Some(Next::Book(self.rule())),
            KeyCode::Char('q') => self.over = Some(Over::Menu(List::default())),
            KeyCode::Esc => self.let_go(),
            KeyCode::Enter => self.choose(),
            KeyCode::Tab | KeyCode::Char('n') => self.next(1),
            KeyCode::BackTab | KeyCode::Char('p') => self.next(-1),
            code => self.arrow(code),
        }
        None
    }

    /// How the person gets on in a lesson or with a hint, if that is by a key.
    fn onward(&self) -> Option<Onward> {
        self.game.guide.as_ref()?.onward(self.is_decided())
    }

    /// Goes on in a lesson, or to the next hint.
    fn heed(&mut self) -> Option<Next> {
        let course = self.game.guide.as_ref()?.course.clone();
        let course = match self.onward()? {
            Onward::Read => {
                self.game.heed();
                return None;
            }
            Onward::Again => course,
            Onward::Next | Onward::List => course.and_then(Course::next),
        };
        Some(course.map_or(Next::Lessons, |course| Next::Learn(Box::new(course))))
    }

    /// Leaves the battle.
    fn leave(&self) -> Next {
        if self.game.is_lesson() { Next::Lessons } else { Next::Start }
    }

    /// The rule that asks.
    fn rule(&self) -> String {
        self.game.table.view.decision().map_or(String::new(), |decision| decision.rule.0.to_owned())
    }

    /// Presses the button with this digit; where hexes are listed, takes the one at this place of those shown.
    fn digit(&mut self, digit: char) {
        let key = digit.to_digit(10).map_or(0, |digit| (digit as usize + 9) % 10);
        let keyed = |choice: &Choice| matches!(choice, Choice::Slot(slot) if slot.key == Some(key));
        let shown =
            Some(self.list.shown(key)).filter(|place| matches!(self.choices.get(*place), Some(Choice::Hex(..))));
        if let Some(place) = self.choices.iter().position(keyed).or(shown) {
            self.list.at = place;
            self.take(place);
        }
    }

    /// Does what a row says.
    fn take(&mut self, place: usize) {
        self.looking = false;
        match self.choices.get(place).cloned() {
            Some(Choice::Slot(slot)) => self.game.press(&slot.press),
            Some(Choice::Hex(place, ..)) => self.game.take(place),
            Some(Choice::Back) => _ = self.game.disarm(),
            None => {}
        }
    }

    /// Chooses the hex under the cursor, or the row that is pointed at.
    fn choose(&mut self) {
        match self.game.hand.cursor.filter(|_| self.looking) {
            Some(cell) => {
                let unit = self.game.hand.unit;
                let number = self.game.table.view.number();
                self.game.click(cell);
                let Game { hand, table, .. } = &*self.game;
                self.looking = table.view.number() == number && hand.choice.is_empty() && hand.unit == unit;
            }
            None => self.take(self.list.at),
        }
    }

    fn let_go(&mut self) {
        if std::mem::take(&mut self.looking) {
            self.aim();
        } else if !self.game.disarm() {
            self.over = Some(Over::Menu(List::default()));
        }
    }
}
