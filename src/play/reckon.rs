//! Odds, computed beside the frame.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::battle::Action;
use crate::content::Codex;
use crate::platform::{Answer, Task};
use crate::rules::AnyBattle;

use super::forecast::{Forecast, percent};

/// What is known of an action's odds.
#[derive(Clone, Debug, PartialEq)]
pub enum Known {
    /// They are being computed.
    Waiting,
    /// Summed up.
    Told(Arc<Forecast>),
}

/// Computes odds one after the other, and keeps them while the same decision is open.
pub struct Reckoner {
    codex: &'static Codex,
    number: u32,
    known: BTreeMap<Action, Arc<Forecast>>,
    working: Option<(Action, u32, Task<Arc<Forecast>>)>,
}

impl Reckoner {
    /// A reckoner without any odds.
    #[must_use]
    pub fn new(codex: &'static Codex) -> Reckoner {
        Reckoner { codex, number: 0, known: BTreeMap::new(), working: None }
    }

    /// Requests the odds of an action that the battle lists.
    pub fn ask(&mut self, battle: &AnyBattle, action: Action) {
        if self.number != battle.number() {
            self.number = battle.number();
            self.known.clear();
        }
        self.collect();
        // One at a time: when the mouse moves over ten targets, only the last one's odds are needed.
        let open = self.working.is_none() && !self.known.contains_key(&action);
        if open {
            let (battle, codex) = (battle.clone(), self.codex);
            let result = Task::start(move || Arc::new(Forecast::of(&battle, action, &battle.odds(action), codex)));
            self.working = Some((action, self.number, result));
        }
    }

    /// What is known of the odds of an action.
    #[must_use]
    pub fn known(&self, battle: &AnyBattle, action: Action) -> Known {
        let known = self.known.get(&action).filter(|_| self.number == battle.number());
        known.map_or(Known::Waiting, |forecast| Known::Told(Arc::clone(forecast)))
    }

    /// The chance of the best of these actions, in words, once those of all are known; none of no action.
    #[must_use]
    pub fn best(&self, battle: &AnyBattle, actions: &[Action]) -> Option<String> {
        let chance = |action: &Action| match self.known(battle, *action) {
            Known::Told(forecast) => forecast.chance(),
            Known::Waiting => None,
        };
        let chances = actions.iter().map(chance).collect::<Option<Vec<f32>>>()?;
        let best = percent(chances.iter().copied().reduce(f32::max)?);
        Some(if chances.len() == 1 { best } else { format!("up to {best}") })
    }

    /// Whether any are being computed.
    #[must_use]
    pub fn works(&self) -> bool {
        self.working.is_some()
    }

    /// Takes in odds that are ready.
    fn collect(&mut self) {
        let Some((action, number, result)) = &self.working else { return };
        match result.poll() {
            Answer::Ready(forecast) => {
                if *number == self.number {
                    self.known.insert(*action, forecast);
                }
                self.working = None;
            }
            Answer::Ended => self.working = None,
            Answer::Pending => {}
        }
    }
}
