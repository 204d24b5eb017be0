//! Odds, worked out beside the window's thread.

use std::collections::BTreeMap;

use crate::battle::Action;
use crate::content::Codex;
use crate::platform::{Answer, Task};
use crate::rules::AnyBattle;
use crate::terminal::chances;
use crate::terminal::ink::Ink;
use crate::terminal::story::Story;

/// What is known of an action's odds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Known {
    /// They are being worked out.
    Waiting,
    /// In lines.
    Told(Vec<String>),
}

/// Works out odds one after the other, and remembers them for the decision that is open.
pub struct Reckoner {
    codex: &'static Codex,
    number: u32,
    known: BTreeMap<Action, Vec<String>>,
    working: Option<(Action, u32, Task<Vec<String>>)>,
}

impl Reckoner {
    /// Nothing is worked out yet.
    #[must_use]
    pub fn new(codex: &'static Codex) -> Reckoner {
        Reckoner { codex, number: 0, known: BTreeMap::new(), working: None }
    }

    /// Sees to it that the odds of an action that the battle lists are worked out.
    pub fn ask(&mut self, battle: &AnyBattle, action: Action) {
        if self.number != battle.number() {
            self.number = battle.number();
            self.known.clear();
        }
        self.collect();
        // One at a time: who moves the mouse over ten targets wants the last one's.
        let open = self.working.is_none() && !self.known.contains_key(&action);
        if open {
            let (battle, codex) = (battle.clone(), self.codex);
            let result = Task::start(move || {
                chances::lines(&battle, action, &battle.odds(action), &Story::new(codex, Ink::default()), false)
            });
            self.working = Some((action, self.number, result));
        }
    }

    /// What is known of the odds of an action.
    #[must_use]
    pub fn known(&self, battle: &AnyBattle, action: Action) -> Known {
        let known = self.known.get(&action).filter(|_| self.number == battle.number());
        known.map_or(Known::Waiting, |lines| Known::Told(lines.clone()))
    }

    /// Takes in what has been worked out.
    fn collect(&mut self) {
        let Some((action, number, result)) = &self.working else { return };
        match result.poll() {
            Answer::Ready(lines) => {
                if *number == self.number {
                    self.known.insert(*action, lines);
                }
                self.working = None;
            }
            Answer::Ended => self.working = None,
            Answer::Pending => {}
        }
    }
}
