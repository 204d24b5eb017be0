//! Where a campaign stands: what the lines of its journal fold into.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rules::campaign::{Company, Deed, Note};

use super::plot::{Condition, Ending, Mission, Plot};
use super::stage::Scars;

/// A line of a campaign's journal after the first: something that happened, with what it left behind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Line {
    /// A battle was begun.
    Begin {
        #[serde(flatten)]
        begun: Begun,
        companies: BTreeMap<String, Company>,
        notes: Vec<Told>,
    },
    /// It was over.
    End {
        #[serde(flatten)]
        result: Ended,
        companies: BTreeMap<String, Company>,
        scars: Scars,
        notes: Vec<Told>,
    },
    /// A company bought something.
    Trade { company: String, now: Company, notes: Vec<Told> },
    /// The last battle is to be fought again. An object as the others are, which can be sealed.
    Retry(()),
}

impl Line {
    /// Whether its numbers are such as a campaign can come to.
    pub(super) fn is_sound(&self) -> bool {
        const BATTLES: u32 = 1 << 24;
        match self {
            Line::Begin { begun, companies, .. } => begun.battle < BATTLES && companies.values().all(Company::is_sound),
            Line::End { companies, .. } => companies.values().all(Company::is_sound),
            Line::Trade { now, .. } => now.is_sound(),
            Line::Retry(()) => true,
        }
    }
}

/// A battle that was begun.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Begun {
    /// Its number, from 1; no two battles of a campaign have the same, those fought again neither.
    pub battle: u32,
    /// The mission.
    pub mission: String,
    /// The seed of its dice.
    pub seed: u64,
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ended {
    /// Its number.
    pub battle: u32,
    /// The mission.
    pub mission: String,
    /// Whether the player won.
    pub won: bool,
    /// The companies that won.
    pub winners: Vec<String>,
    /// Why it ended.
    pub reason: String,
    /// Its last turn.
    #[serde(default)]
    pub turn: u16,
    /// Its decisions.
    #[serde(default)]
    pub decisions: u32,
    /// It was fought on a table, and what came of it typed in.
    #[serde(default)]
    pub by_hand: bool,
    /// How often it had been fought before and taken back.
    #[serde(default)]
    pub retries: u32,
}

/// A line of the book: what became of whom, when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Told {
    /// The battle that it happened in or after; 0 before the first.
    pub battle: u32,
    /// The decision in that battle after which it happened; 0 between battles.
    #[serde(default)]
    pub moment: u32,
    /// Whose fighter.
    pub company: String,
    /// Who, and what.
    #[serde(flatten)]
    pub note: Note,
}

/// What a company does not forget: whom of the others, until somebody of its own puts him out of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grudge {
    /// The one who did it.
    pub against: String,
    /// Those of the company who died of it.
    pub dead: Vec<String>,
}

/// Where a campaign stands.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    /// The companies by their ids.
    pub companies: BTreeMap<String, Company>,
    /// Battles that were fought, in order.
    pub results: Vec<Ended>,
    /// The battle that was begun and is not over.
    pub begun: Option<Begun>,
    /// What battles have left of the ground.
    pub scars: Scars,
    /// The book's lines.
    pub told: Vec<Told>,
    /// Battles begun so far, those taken back too.
    pub battles: u32,
    /// How often missions have been taken back.
    pub retries: BTreeMap<String, u32>,
    /// How things stood before the last battle was begun.
    before: Option<Box<State>>,
}

impl State {
    /// At the beginning.
    #[must_use]
    pub fn first(plot: &Plot, grant: i32) -> State {
        let mut companies: BTreeMap<String, Company> =
            plot.companies.iter().map(|(m, company)| (m.id.value.clone(), company.clone())).collect();
        if let Some(player) = companies.get_mut(&plot.player) {
            player.purse += grant;
        }
        State { companies, ..State::default() }
    }

    /// Takes in a line.
    pub(super) fn fold(&mut self, line: Line) {
        match line {
            Line::Begin { begun, companies, notes } => {
                // A battle that could not be gone on with is begun anew.
                if self.begun.is_none() {
                    let before = State { before: None, ..self.clone() };
                    self.before = Some(Box::new(before));
                }
                self.battles = begun.battle;
                self.begun = Some(begun);
                self.companies.extend(companies);
                self.told.extend(notes);
            }
            Line::End { result, companies, scars, notes } => {
                self.begun = None;
                self.results.push(result);
                self.companies.extend(companies);
                // A battle has begun with what was left before: what it does not leave again has been undone.
                self.scars.extend(scars);
                self.told.extend(notes);
            }
            Line::Trade { company, now, notes } => {
                self.companies.insert(company, now);
                self.told.extend(notes);
            }
            Line::Retry(()) => {
                let Some(last) = self.results.last() else { return };
                let (mission, battles) = (last.mission.clone(), self.battles);
                let Some(before) = self.before.take() else { return };
                *self = *before;
                self.battles = battles;
                *self.retries.entry(mission).or_default() += 1;
            }
        }
    }

    /// Whether the last battle can be taken back.
    #[must_use]
    pub fn can_retry(&self) -> bool {
        self.begun.is_none() && self.before.is_some()
    }

    /// How a mission ended, if it was fought.
    #[must_use]
    pub fn result(&self, mission: &str) -> Option<&Ended> {
        self.results.iter().find(|r| r.mission == mission)
    }

    /// Campaign points that the player has won.
    #[must_use]
    pub fn points(&self, plot: &Plot) -> u16 {
        let won = self.results.iter().filter(|r| r.won);
        won.filter_map(|r| plot.mission(&r.mission)).map(|m| m.worth).fold(0, u16::saturating_add)
    }

    /// Whom of the others who live a company bears a grudge: whoever felled one of its own who died of it.
    #[must_use]
    pub fn grudges(&self, company: &str) -> Vec<Grudge> {
        let mut grudges: Vec<Grudge> = Vec::new();
        let mut fell = BTreeMap::new();
        for told in self.told.iter().filter(|t| t.company == company) {
            let fighter = told.note.fighter.as_str();
            match &told.note.deed {
                Deed::Fell(by) => {
                    fell.insert(fighter, by.as_str());
                }
                Deed::Felled(whom) => grudges.retain(|g| g.against != *whom),
                Deed::Recovered | Deed::Hurt(_) | Deed::LaidUp => {
                    fell.remove(fighter);
                }
                Deed::Died => {
                    let Some(by) = fell.remove(fighter) else { continue };
                    match grudges.iter_mut().find(|g| g.against == by) {
                        Some(grudge) => grudge.dead.push(fighter.to_owned()),
                        None => grudges.push(Grudge { against: by.to_owned(), dead: vec![fighter.to_owned()] }),
                    }
                }
                _ => {}
            }
        }
        let others = || self.companies.iter().filter(|c| c.0 != company).flat_map(|c| c.1.living());
        grudges.retain(|g| others().any(|f| f.name == g.against));
        grudges
    }

    /// Whether a condition holds.
    #[must_use]
    pub fn holds(&self, plot: &Plot, condition: &Condition) -> bool {
        match condition {
            Condition::Always => true,
            Condition::Won(mission) => self.result(mission).is_some_and(|r| r.won),
            Condition::Lost(mission) => self.result(mission).is_some_and(|r| !r.won),
            Condition::Fought(mission) => self.result(mission).is_some(),
            Condition::Points(least) => self.points(plot) >= *least,
            Condition::Battles(least) => self.results.len() >= usize::from(*least),
            Condition::NothingOpen => self.open(plot).next().is_none(),
            Condition::Grudge(company) => !self.grudges(company).is_empty(),
            Condition::All(parts) => parts.iter().all(|p| self.holds(plot, p)),
            Condition::Any(parts) => parts.iter().any(|p| self.holds(plot, p)),
            Condition::Not(part) => !self.holds(plot, part),
        }
    }

    /// The missions that can be begun.
    pub fn open<'p>(&self, plot: &'p Plot) -> impl Iterator<Item = &'p Mission> {
        plot.missions.iter().filter(|m| self.in_time(m) && self.result(&m.id).is_none() && self.holds(plot, &m.when))
    }

    /// Whether a mission's time is not over yet.
    pub(super) fn in_time(&self, mission: &Mission) -> bool {
        mission.until.is_none_or(|last| self.results.len() < usize::from(last))
    }

    /// How the campaign has ended, if it has.
    #[must_use]
    pub fn ending<'p>(&self, plot: &'p Plot) -> Option<&'p Ending> {
        if self.begun.is_some() {
            return None;
        }
        plot.endings.iter().find(|e| self.holds(plot, &e.when))
    }
}
