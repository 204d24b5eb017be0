//! A battle being fought: scenario, seed and the decisions so far. Terminal, referee, window and tools play through it.

use std::fmt;

use crate::battle::{Action, Event, Listing, Log, Refusal, ScriptFault, Scripted, Seeded};
use crate::content::Library;
use crate::rules::AnyBattle;
use crate::source::Problem;

use super::Scenario;

/// Why an action was not played. The battle is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejected {
    /// The rules refuse it.
    Refused(Refusal),
    /// The scripted rolls do not fit what it makes the battle roll.
    Script(ScriptFault),
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejected::Refused(refusal) => refusal.fmt(f),
            Rejected::Script(fault) => fault.fmt(f),
        }
    }
}

/// A battle with all that it takes to fight it again.
#[derive(Debug)]
pub struct Session {
    scenario: Scenario,
    content: u64,
    seed: u64,
    start: AnyBattle,
    battle: AnyBattle,
    actions: Vec<Action>,
    events: Vec<Event>,
    script: Vec<(String, u8)>,
    list: Listing,
}

impl Session {
    /// Begins the battle of a scenario and runs it to its first decision.
    ///
    /// # Errors
    /// Everything that is wrong with the scenario.
    pub fn begin(library: &Library, scenario: Scenario, seed: u64) -> Result<Session, Vec<Problem>> {
        let start = scenario.battle(library)?;
        let mut session = Session {
            content: scenario.content(library),
            scenario,
            seed,
            battle: start.clone(),
            start,
            actions: Vec::new(),
            events: Vec::new(),
            script: Vec::new(),
            list: Listing::default(),
        };
        session.restart();
        Ok(session)
    }

    fn restart(&mut self) {
        self.battle = self.start.clone();
        self.actions.clear();
        let mut log = Log::on();
        self.battle.start(&mut Seeded::new(self.seed, 0), &mut log);
        self.events = log.events;
    }

    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Hash of the content that it is fought with.
    #[must_use]
    pub fn content(&self) -> u64 {
        self.content
    }

    /// The seed of its dice.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The battle as it stands.
    #[must_use]
    pub fn battle(&self) -> &AnyBattle {
        &self.battle
    }

    /// All that happened so far.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// All decisions so far.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Every legal answer to the open decision.
    pub fn legal(&mut self) -> &[Action] {
        self.battle.legal(&mut self.list);
        &self.list.actions
    }

    /// Writes down the coming rolls: rule and face. What is rolled beyond them comes from the seed.
    pub fn script(&mut self, rolls: Vec<(String, u8)>) {
        self.script.extend(rolls);
    }

    /// Answers the open decision and returns what happened.
    ///
    /// # Errors
    /// The action is refused, or the scripted rolls do not fit; nothing has changed then.
    pub fn play(&mut self, action: Action) -> Result<&[Event], Rejected> {
        let dice = Seeded::new(self.seed, self.battle.number() + 1);
        let mut dice = Scripted::then(std::mem::take(&mut self.script), dice);
        let before = self.battle.clone();
        let mut log = Log::on();
        let played = self.battle.play(action, &mut self.list, &mut dice, &mut log);
        let rejected = match (played, dice.fault()) {
            (Err(refusal), _) => Some(Rejected::Refused(refusal)),
            (Ok(()), Some(fault)) => Some(Rejected::Script(fault.clone())),
            (Ok(()), None) => None,
        };
        if let Some(rejected) = rejected {
            // A refusal keeps the script for the next try; one that does not fit is thrown away.
            if let Rejected::Refused(_) = rejected {
                self.script = dice.left().to_vec();
            }
            self.battle = before;
            return Err(rejected);
        }
        self.script = dice.left().to_vec();
        self.actions.push(action);
        let from = self.events.len();
        self.events.append(&mut log.events);
        Ok(&self.events[from..])
    }

    /// The state's hash.
    pub fn hash(&mut self) -> u64 {
        self.battle.hash()
    }
}
