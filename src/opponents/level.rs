//! Levels: files that say how an opponent searches, or how often it acts without thinking.

use std::time::Duration;

use hexfray_ai::budget::Budget;
use hexfray_ai::guide::{Guide, Horizon, Plain};
use hexfray_ai::mcts::{Formula, Fresh, Mcts, Settings};
use hexfray_ai::policy::{Policy, Scored};
use hexfray_ai::seed::{mix, share};
use hexfray_ai::utility::Utility;
use serde::Deserialize;

use crate::battle::{Action, Battle};
use crate::content::Library;
use crate::rules::Tactics;
use crate::source::{Document, Problem, Problems};

use super::counsel::{Counsel, Manner};
use super::{Scratch, Thinker, file_of, profile, told};

/// A level of play, as its file says. None gets anything but its strength of thought: no dice, no secrets.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Level {
    /// What to expect of it, for players.
    about: String,
    /// Its place among the levels, from 1; 2 is the profile as it stands.
    rank: u8,
    /// The profile that it plays by, or that its search is guided by.
    profile: String,
    /// The share of its decisions that it leaves to chance, 0 to 1.
    #[serde(default)]
    rash: f32,
    /// How it looks ahead; it does not where this is left out.
    #[serde(default)]
    search: Option<Search>,
}

/// How a level looks ahead.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    /// Simulations a decision, at least 1: the same on every machine, however long that takes.
    iterations: u32,
    /// Seconds after which a decision is made all the same, above 0: then it is another on every machine.
    #[serde(default)]
    seconds: Option<f32>,
    /// Where playouts are cut: when so many turns have ended ...
    turns: u32,
    /// ... or after so many decisions.
    decisions: u32,
    /// How much is made of what is little known, 0 or more.
    exploration: f32,
    /// Choices tried are at most this times the square root of the simulations.
    widening: f32,
    /// An action whose score by the profile is worse by this is half as promising at first.
    temperature: f32,
    /// The share of playouts' decisions that is left to chance, 0 to 1.
    rashness: f32,
    /// What tells who is winning, and how much each counts.
    outlook: Vec<(String, f32)>,
}

/// What a level says of itself, if a file is one.
pub(super) fn headline(document: &Document) -> Option<(String, u8)> {
    parse(document).ok().map(|level| (level.about, level.rank))
}

/// Reads a level, whatever its numbers.
fn parse(document: &Document) -> Result<Level, Vec<Problem>> {
    let mut problems = Problems::new(document);
    let level = document.read(&document.root, &mut problems);
    problems.finish(level)
}

/// What is wrong with a level of a ruleset.
#[must_use]
pub(super) fn check<R: Tactics>(document: &Document) -> Vec<Problem> {
    read::<R>(document).err().unwrap_or_default()
}

/// Reads a level of a ruleset.
fn read<R: Tactics>(document: &Document) -> Result<Level, Vec<Problem>> {
    let level = parse(document)?;
    let mut wrong = Vec::new();
    let mut claim = |holds: bool, message: String, cure: String| {
        if !holds {
            wrong.push(document.problem(document.root.at.start, message, cure));
        }
    };
    let is_share = |x: f32| (0.0..=1.0).contains(&x);
    claim(is_share(level.rash), format!("`rash` is {}", level.rash), "a share is 0 to 1".to_owned());
    if let Some(search) = &level.search {
        claim(search.iterations >= 1, "`iterations` is 0".to_owned(), "leave `search` out instead".to_owned());
        claim(is_share(search.rashness), format!("`rashness` is {}", search.rashness), "a share is 0 to 1".to_owned());
        let above = |x: f32| x.is_finite() && x > 0.0;
        let time = search.seconds.is_none_or(|s| above(s) && s <= 86_400.0);
        claim(time, "`seconds` is no time to think".to_owned(), "above 0, and a day at most".to_owned());
        claim(above(search.temperature), "`temperature` is not above 0".to_owned(), "try 0.1".to_owned());
        claim(above(search.widening), "`widening` is not above 0".to_owned(), "try 1".to_owned());
        let bold = search.exploration.is_finite() && search.exploration >= 0.0;
        claim(bold, "`exploration` is below 0".to_owned(), "try 0.5".to_owned());
        for (name, weight) in &search.outlook {
            let known = R::OUTLOOK.contains(&name.as_str()) && weight.is_finite();
            claim(
                known,
                format!("`{name}` tells nobody who is winning"),
                format!("there are {}", R::OUTLOOK.join(", ")),
            );
        }
    }
    if wrong.is_empty() { Ok(level) } else { Err(wrong) }
}

/// The policy of a level.
///
/// # Errors
/// What is wrong with its file, or with the profile that it names.
pub(super) fn policy<R: Tactics>(library: &Library, document: &Document) -> Result<Thinker<R>, Vec<Problem>>
where
    Battle<R>: Send + Sync,
    Scratch<R>: Send,
{
    let level = read::<R>(document)?;
    let by = file_of::<R>(library, &level.profile)?;
    let utility = Utility::new(&profile::<R>(&by)?).map_err(|wrong| told(&by, &wrong))?;
    let policy: Thinker<R> = match level.search {
        None => Box::new(utility),
        Some(search) => Box::new(Mcts::new(search.settings(), Counsel::new(utility, search.manner::<R>()))),
    };
    Ok(if level.rash > 0.0 { Box::new(Rash { share: level.rash, policy, plain: Plain::default() }) } else { policy })
}

impl Search {
    fn settings(&self) -> Settings {
        Settings {
            formula: Formula::Puct(self.exploration),
            fresh: Fresh::Below(0.05),
            widening: Some(self.widening),
            horizon: Horizon { decisions: self.decisions, turns: self.turns },
            room: 1 << 20,
            ..Settings::new(Budget {
                time: self.seconds.map(Duration::from_secs_f32),
                ..Budget::iterations(self.iterations)
            })
        }
    }

    fn manner<R: Tactics>(&self) -> Manner {
        let weight = |name: &&str| self.outlook.iter().filter(|w| w.0 == *name).map(|w| w.1).sum();
        Manner {
            rashness: self.rashness,
            temperature: self.temperature,
            outlook: R::OUTLOOK.iter().map(weight).collect(),
        }
    }
}

/// Acts without thinking now and then.
struct Rash<R: Tactics> {
    share: f32,
    policy: Thinker<R>,
    plain: Plain<Battle<R>>,
}

impl<R: Tactics> Policy<Battle<R>> for Rash<R> {
    fn choose(&mut self, battle: &Battle<R>, chance: u64) -> Action {
        match share(mix(chance, 2)) < self.share {
            true => self.plain.playout(battle, chance),
            false => self.policy.choose(battle, chance),
        }
    }

    fn explain(&self) -> Vec<Scored<Action>> {
        self.policy.explain()
    }
}
