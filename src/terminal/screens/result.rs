//! A battle that is over: who won and why, who did most, what has become of everybody.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;

use crate::battle::SideId;
use crate::play::game::Game;
use crate::play::words;
use crate::telling::report::accounts;
use crate::telling::{About, Line as Told, names, panel};

use super::battle::Fight;
use super::list::Page;
use super::{Next, paint};

/// A battle that is over.
pub(super) struct Ended {
    pub(super) fight: Box<Fight>,
    // Whether there is nothing but this battle: no start to go to, and no other battle.
    alone: bool,
    page: Page,
    // All that happened, if that is read.
    log: Option<Page>,
}

impl Ended {
    pub(super) fn new(mut fight: Box<Fight>, alone: bool) -> Ended {
        fight.game.table.finish();
        Ended { page: Page::new("The battle is over", told(&fight.game)), fight, alone, log: None }
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
            &[("Enter", "go on"), ("l", "log")]
        } else {
            &[("Enter", "to the start"), ("r", "rematch"), ("s", "swap sides"), ("l", "log"), ("q", "quit")]
        };
        paint::keys(frame, keys, does);
    }
}

/// What there is to say of a battle that is over.
fn told(game: &Game) -> Vec<Told> {
    let session = game.session();
    let battle = &**session.battle();
    let Some(outcome) = battle.outcome() else { return Vec::new() };
    let mut told = vec![
        Told::default().about(About::Heading, words::verdict(battle, &outcome)).words(" ").rule(outcome.rule.0),
        Told::of(format!("{} decisions, seed {}.", battle.number(), session.seed())),
        Told::default(),
    ];
    for (side, account) in SideId::first(battle.sides().len()).zip(accounts(battle, session.events())) {
        let owner = session.owners().get(side.index()).map_or(String::new(), |owner| words::owner(owner));
        told.push(Told::default().side(side, names::side(battle, side)).words(format!(" ({owner})")));
        told.extend(account.best.map(|feat| Told::of(format!("  {}", feat.words(battle)))));
        told.push(Told::of(format!("  Dice {}", account.luck.words())));
    }
    told.push(Told::default());
    told.extend(panel::units(battle, game.viewer()));
    if let Some(path) = &game.journal {
        told.push(Told::default());
        told.push(Told::of(format!("Kept in {path}; `hexfray replay` tells it again.")));
    }
    told
}
