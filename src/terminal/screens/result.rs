//! A battle that is over: who won and why, who did most, how the chances went, what has become of everybody.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;

use crate::play::aftermath::Aftermath;
use crate::play::game::Game;
use crate::play::words;
use crate::telling::report::turning;
use crate::telling::{About, Line as Told, panel};
use crate::terminal::review;

use super::battle::Fight;
use super::list::Page;
use super::{Next, paint};

/// A battle that is over.
pub(super) struct Ended {
    pub(super) fight: Box<Fight>,
    // Whether there is nothing but this battle: no start to go to, and no other battle.
    alone: bool,
    aftermath: Aftermath,
    page: Page,
    // All that happened, if that is read.
    log: Option<Page>,
}

impl Ended {
    pub(super) fn new(mut fight: Box<Fight>, alone: bool) -> Ended {
        fight.game.table.finish();
        let aftermath = Aftermath::new(fight.game.table.library(), &fight.game);
        let page = Page::new("The battle is over", told(&fight.game, &aftermath));
        Ended { page, fight, alone, aftermath, log: None }
    }

    /// Takes in how the battle went, once that is worked out.
    pub(super) fn tick(&mut self) {
        if self.aftermath.works() {
            self.aftermath.keep_up();
            self.page.told = told(&self.fight.game, &self.aftermath);
        }
    }

    /// The decision at which a turn began in which the battle turned, by its place among those.
    fn turn(&self, key: char) -> Option<u32> {
        let place = (key.to_digit(10)? as usize).checked_sub(1)?;
        let course = &self.aftermath.course;
        turning(course, self.aftermath.side).get(place).map(|at| course[*at].number)
    }

    pub(super) fn key(&mut self, key: KeyCode) -> Option<Next> {
        if let Some(log) = &mut self.log {
            match key {
                KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | 'l') => self.log = None,
                key => log.key(key),
            }
            return None;
        }
        match key {
            KeyCode::Enter | KeyCode::Esc => return Some(Next::Start),
            KeyCode::Char('q') => return Some(Next::Quit),
            KeyCode::Char('r') if !self.alone => return Some(Next::Rematch(false)),
            KeyCode::Char('s') if !self.alone => return Some(Next::Rematch(true)),
            KeyCode::Char('p') => return Some(Next::Watch(None)),
            KeyCode::Char(key @ '1'..='9') => return self.turn(key).map(|number| Next::Watch(Some(number))),
            KeyCode::Char('l') => self.log = Some(Page::ended("All that has happened", self.fight.told())),
            KeyCode::F(1) => {
                let outcome = self.fight.game.session().battle().outcome();
                return Some(Next::Book(outcome.map_or(String::new(), |outcome| outcome.rule.0.to_owned())));
            }
            key => self.page.key(key),
        }
        None
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let (title, middle, keys) = paint::parted(frame.area());
        let page = self.log.as_mut().unwrap_or(&mut self.page);
        paint::lines(frame, title, [paint::words(&page.title).style(paint::STRONG)]);
        page.draw(frame, middle);
        let does: &[(&str, &str)] = if self.log.is_some() {
            &[("arrows", "scroll"), ("Esc", "back")]
        } else if self.alone {
            &[("Enter", "go on"), ("p", "replay"), ("l", "log")]
        } else {
            &[
                ("Enter", "to the start"),
                ("r", "rematch"),
                ("s", "swap sides"),
                ("p", "replay"),
                ("l", "log"),
                ("q", "quit"),
            ]
        };
        paint::keys(frame, keys, does);
    }
}

/// What there is to say of a battle that is over.
fn told(game: &Game, aftermath: &Aftermath) -> Vec<Told> {
    let session = game.session();
    let battle = &**session.battle();
    let Some(outcome) = battle.outcome() else { return Vec::new() };
    let mut told = vec![
        Told::default().about(About::Heading, words::verdict(battle, &outcome)).words(" ").rule(outcome.rule.0),
        Told::of(format!("{} decisions, seed {}.", battle.number(), session.seed())),
        Told::default(),
    ];
    told.extend(review::accounts(battle, session.owners(), &aftermath.accounts));
    told.push(Told::default());
    let key = |place: usize| format!(" ({}: the replay from there)", place + 1);
    told.extend(review::chances(battle, aftermath.side, &aftermath.course, true, key));
    if aftermath.works() {
        told.push(Told::of("Working out how it went ..."));
    }
    told.push(Told::default());
    told.extend(panel::units(battle, game.viewer()));
    if let Some(path) = &game.journal {
        told.push(Told::default());
        told.push(Told::of(format!("Kept in {path}; `hexfray replay` tells it again.")));
    }
    told
}
