//! What comes before a battle: which scenario, who plays which side, with which dice.

use crate::content::Library;
use crate::opponents;
use crate::rules::AnyBattle;
use crate::scenario::journal::PERSON;
use crate::scenario::{Scenario, Session};
use crate::source::Problem;
use crate::terminal::game::favourite;

/// A battle about to be chosen.
pub struct Setup {
    library: &'static Library,
    /// The scenarios that there are, those of one ruleset together.
    pub scenarios: Vec<Scenario>,
    /// The one chosen.
    pub chosen: usize,
    /// The battle as it would begin; none where the scenario is wrong.
    pub preview: Option<AnyBattle>,
    /// Who decides for each side.
    pub owners: Vec<String>,
    /// Who can: a person, or an opponent by name.
    pub choices: Vec<String>,
    /// The seed as it is written.
    pub seed: String,
    /// What is wrong, in words.
    pub fault: Option<String>,
}

impl Setup {
    /// The first choice: a scenario that begins at once, a person on its first side.
    ///
    /// # Errors
    /// A scenario file is wrong.
    pub fn new(library: &'static Library, seed: u64) -> Result<Setup, Vec<Problem>> {
        let mut scenarios = Vec::new();
        for document in library.scenarios().values() {
            scenarios.push(Scenario::of(library, document.clone())?);
        }
        scenarios.sort_by(|a, b| (a.ruleset, &a.name).cmp(&(b.ruleset, &b.name)));
        let first = scenarios.iter().position(|s| s.document.file.contains("crossroads")).unwrap_or(0);
        let mut setup = Setup {
            library,
            scenarios,
            chosen: 0,
            preview: None,
            owners: Vec::new(),
            choices: Vec::new(),
            seed: seed.to_string(),
            fault: None,
        };
        setup.choose(first);
        Ok(setup)
    }

    /// The scenario chosen.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenarios[self.chosen]
    }

    /// Chooses a scenario: a person plays its first side, the usual opponent the others.
    pub fn choose(&mut self, place: usize) {
        self.chosen = place.min(self.scenarios.len() - 1);
        self.fault = None;
        let scenario = self.scenario();
        match scenario.battle(self.library) {
            Ok(battle) => {
                let opponent = favourite(self.library, &battle);
                let owner = |side: usize| if side == 0 { PERSON.to_owned() } else { opponent.clone() };
                self.owners = (0..battle.players()).map(owner).collect();
                self.choices = vec![PERSON.to_owned()];
                self.choices.extend(opponents::names(self.library, battle.ruleset()));
                self.preview = Some(battle);
            }
            Err(problems) => {
                self.preview = None;
                self.fault = Some(lines(&problems));
            }
        }
    }

    /// Begins the battle; none where something is wrong, which is said.
    pub fn begin(&mut self) -> Option<Session> {
        let Ok(seed) = self.seed.trim().parse::<u64>() else {
            self.fault = Some("A seed is a whole number, 0 or more".to_owned());
            return None;
        };
        match Session::begin(self.library, self.scenario().clone(), seed) {
            Ok(session) => Some(session.owned_by(self.owners.clone())),
            Err(problems) => {
                self.fault = Some(lines(&problems));
                None
            }
        }
    }
}

/// Problems as they are shown.
#[must_use]
pub fn lines(problems: &[Problem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}
