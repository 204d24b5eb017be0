//! Levels: files that say how an opponent searches, how often it acts without thinking, and what it is fond of.

use std::collections::BTreeMap;

use hexfray_ai::budget::Budget;
use hexfray_ai::flat::{Flat, Settings};
use hexfray_ai::guide::{Advised, Guide, Horizon, Plain};
use hexfray_ai::policy::{Policy, Scored};
use hexfray_ai::seed::{mix, share};
use hexfray_ai::utility::{Profile, Utility};
use serde::Deserialize;

use crate::battle::{Action, Battle};
use crate::content::Library;
use crate::rules::Tactics;
use crate::source::{Document, Placed, Problem, Problems, Span};

use super::judge::Judge;
use super::{Scratch, Signs, Thinker, file_of, profile, shortsighted, told};

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
    /// Its temper: how many times as much as to others something matters to it, by the name of a profile's input or of
    /// what tells who is winning.
    #[serde(default)]
    tastes: BTreeMap<Placed<String>, f32>,
    /// How it looks ahead; it does not where this is left out.
    #[serde(default)]
    search: Option<Search>,
}

/// How a level looks ahead.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    /// The file that says the rest.
    manner: String,
    /// Simulations a decision, at least 1: the same on every machine, however long that takes.
    iterations: u32,
    /// How many of the next decisions of the turn, own and others', are searched too, with half of the simulations.
    #[serde(default)]
    plan: u32,
    /// How differently the players of simulations weigh things: each weight of the profile is multiplied or divided by
    /// a factor between 1 and 1 plus this. At 0 all weigh them alike, which is better with few simulations: they then
    /// tell surely at least what comes of it if the enemy plays by the profile.
    #[serde(default)]
    variety: f32,
}

/// What levels that look ahead have in common.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Manner {
    /// Where playouts are cut: when so many turns have ended ...
    turns: u32,
    /// ... or after so many decisions.
    decisions: u32,
    /// How much later turns count, 0 to 1: the end of each turn before the last takes `1 - lambda` of the weight left.
    lambda: f32,
    /// Choices compared are at most this times the square root of the simulations, those that the profile thinks best.
    widening: f32,
    /// How much of a win, 0 to 1, the profile's word counts for.
    trust: f32,
    /// What is otherwise in some stages of a battle, by the names of [`Tactics::STAGES`].
    #[serde(default)]
    stages: BTreeMap<Placed<String>, Stage>,
    /// An action whose score by the profile is worse by this is half as promising at first.
    temperature: f32,
    /// The share of playouts' decisions that is left to chance, 0 to 1.
    rashness: f32,
    /// What tells who is winning: what it adds to the logarithm of the odds.
    outlook: Vec<Sign>,
}

/// How levels look ahead in a stage of a battle: what is placed often tells turns later, and by far more than a move.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stage {
    /// As in a [`Manner`], as everything here.
    turns: u32,
    decisions: u32,
    widening: Placed<f32>,
    trust: Placed<f32>,
}

/// Something that tells who is winning.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sign {
    /// Its name among [`Tactics::OUTLOOK`].
    pub what: Placed<String>,
    /// How much it counts where a battle begins.
    pub first: Placed<f32>,
    /// How much it counts where a battle ends.
    pub last: Placed<f32>,
}

/// What a level says of itself, if a file is one.
pub(super) fn headline(document: &Document) -> Option<(String, u8)> {
    parse::<Level>(document).ok().map(|level| (level.about, level.rank))
}

/// Reads a level or a manner, whatever its numbers.
fn parse<T: serde::de::DeserializeOwned>(document: &Document) -> Result<T, Vec<Problem>> {
    let mut problems = Problems::new(document);
    let read = document.read(&document.root, &mut problems);
    problems.finish(read)
}

/// What is wrong with a level of a ruleset.
#[must_use]
pub(super) fn check<R: Tactics>(document: &Document) -> Vec<Problem> {
    read::<R>(document).err().unwrap_or_default()
}

/// What is wrong with a manner of looking ahead.
#[must_use]
pub(super) fn check_manner<R: Tactics>(document: &Document) -> Vec<Problem> {
    read_manner::<R>(document).err().unwrap_or_default()
}

/// What tells who is winning by the file of a manner of looking ahead.
///
/// # Errors
/// What is wrong with it.
pub(super) fn signs<R: Tactics>(document: &Document) -> Result<Signs, Vec<Problem>> {
    let Manner { outlook, .. } = read_manner::<R>(document)?;
    let place = |sign: &Sign| R::OUTLOOK.iter().position(|name| sign.what.value == *name);
    Ok(outlook.into_iter().filter_map(|sign| Some((place(&sign)?, sign))).collect())
}

/// Gathers what does not hold of a file as a whole.
struct Claims<'a> {
    document: &'a Document,
    wrong: Vec<Problem>,
}

impl<'a> Claims<'a> {
    fn of(document: &'a Document) -> Self {
        Claims { document, wrong: Vec::new() }
    }

    /// Where a field stands, that of the search too.
    fn place(&self, field: &str) -> usize {
        let root = &self.document.root;
        let search = root.get("search").map(|search| search.items().first().unwrap_or(search));
        root.get(field).or_else(|| search?.get(field)).unwrap_or(root).at.start
    }

    fn claim(&mut self, holds: bool, field: &str, message: String, cure: &str) {
        if !holds {
            self.wrong.push(self.document.problem(self.place(field), message, cure));
        }
    }

    fn share(&mut self, name: &str, value: f32) {
        self.claim((0.0..=1.0).contains(&value), name, format!("`{name}` is {value}"), "a share is 0 to 1");
    }

    fn above(&mut self, name: &str, value: f32, cure: &str) {
        self.claim(value.is_finite() && value > 0.0, name, format!("`{name}` is {value}"), cure);
    }

    /// Says what is wrong with a name or number of a list.
    fn wrong(&mut self, at: Span, message: String, cure: String) {
        self.wrong.push(self.document.problem(at.start, message, cure));
    }

    /// The file's content, unless something is wrong with it.
    fn finish<T>(mut self, read: T) -> Result<T, Vec<Problem>> {
        self.wrong.sort_by_key(|problem| (problem.line, problem.column));
        if self.wrong.is_empty() { Ok(read) } else { Err(self.wrong) }
    }
}

/// Reads a level of a ruleset.
fn read<R: Tactics>(document: &Document) -> Result<Level, Vec<Problem>> {
    let level: Level = parse(document)?;
    let mut claims = Claims::of(document);
    claims.share("rash", level.rash);
    if let Some(Search { iterations, variety, .. }) = &level.search {
        claims.claim(*iterations >= 1, "iterations", "`iterations` is 0".to_owned(), "leave `search` out instead");
        let fine = variety.is_finite() && *variety >= 0.0;
        claims.claim(fine, "variety", format!("`variety` is {variety}"), "from 0 on, try 1");
    }
    for (name, factor) in &level.tastes {
        let what = name.value.as_str();
        if !R::INPUTS.contains(&what) && !R::OUTLOOK.contains(&what) {
            let known = format!("there are {}", [R::INPUTS, R::OUTLOOK].concat().join(", "));
            claims.wrong(name.at, format!("nothing that matters is called `{what}`"), known);
        }
        if !factor.is_finite() || *factor < 0.0 {
            claims.wrong(name.at, format!("`{what}` counts {factor} times"), "0 or more".to_owned());
        }
    }
    claims.finish(level)
}

/// Reads a manner of looking ahead.
fn read_manner<R: Tactics>(document: &Document) -> Result<Manner, Vec<Problem>> {
    let manner: Manner = parse(document)?;
    let mut claims = Claims::of(document);
    claims.share("rashness", manner.rashness);
    claims.share("trust", manner.trust);
    claims.share("lambda", manner.lambda);
    for (name, Stage { widening, trust, .. }) in &manner.stages {
        if !R::STAGES.contains(&name.value.as_str()) {
            let known =
                format!("there are {}", if R::STAGES.is_empty() { "none".to_owned() } else { R::STAGES.join(", ") });
            claims.wrong(name.at, format!("no stage of a battle is called `{}`", name.value), known);
        }
        if !(widening.value.is_finite() && widening.value > 0.0) {
            let cure = "above 0, try 1".to_owned();
            claims.wrong(widening.at, format!("`widening` is {}", widening.value), cure);
        }
        if !(0.0..=1.0).contains(&trust.value) {
            claims.wrong(trust.at, format!("`trust` is {}", trust.value), "a share is 0 to 1".to_owned());
        }
    }
    claims.above("temperature", manner.temperature, "above 0, try 0.1");
    claims.above("widening", manner.widening, "above 0, try 1");
    for (number, Sign { what, first, last }) in manner.outlook.iter().enumerate() {
        if !R::OUTLOOK.contains(&what.value.as_str()) {
            let known = format!("there are {}", R::OUTLOOK.join(", "));
            claims.wrong(what.at, format!("`{}` tells nobody who is winning", what.value), known);
        }
        if manner.outlook[..number].iter().any(|sign| sign.what.value == what.value) {
            claims.wrong(what.at, format!("`{}` stands here twice", what.value), "leave one out".to_owned());
        }
        for weight in [first, last].into_iter().filter(|weight| !weight.is_finite()) {
            claims.wrong(weight.at, format!("`{}` counts {} times", what.value, weight.value), "try 1".to_owned());
        }
    }
    claims.finish(manner)
}

/// The policy of a level; with another budget than its own, where one is given.
///
/// # Errors
/// What is wrong with its file, or with those that it names.
pub(super) fn policy<R: Tactics>(
    library: &Library,
    document: &Document,
    budget: Option<Budget>,
) -> Result<Thinker<R>, Vec<Problem>>
where
    Battle<R>: Send + Sync,
    Scratch<R>: Send,
{
    let level = read::<R>(document)?;
    let by = file_of::<R>(library, &level.profile)?;
    let mut profile = profile::<R>(&by)?;
    level.flavour(&mut profile);
    let utility = Utility::new(&profile).map_err(|wrong| told(&by, &wrong))?;
    let policy: Thinker<R> = match &level.search {
        None if budget.is_some() => return Err(shortsighted(document)),
        None => Box::new(utility),
        Some(search) => {
            let manner = read_manner::<R>(&file_of::<R>(library, &search.manner)?)?;
            let budget = budget.unwrap_or_else(|| Budget::iterations(search.iterations));
            let flat = |manner: &Manner| -> Thinker<R> {
                let mut judge = Judge::<R>::new(level.weights(manner, R::OUTLOOK));
                let value = move |battle: &Battle<R>, values: &mut [f32]| judge.evaluate(battle, values);
                let advised = Advised::new(utility.clone(), manner.rashness, manner.temperature, value);
                Box::new(Flat::new(manner.settings(budget.clone(), search.plan), advised.varied(search.variety)))
            };
            let rest = flat(&manner);
            if manner.stages.is_empty() {
                rest
            } else {
                let stages = R::STAGES.iter().map(|name| Some(flat(&manner.at(name)?))).collect();
                Box::new(Stages { stages, rest, now: None })
            }
        }
    };
    Ok(if level.rash > 0.0 { Box::new(Rash { share: level.rash, policy, plain: Plain::default() }) } else { policy })
}

impl Level {
    /// How many times as much as to others something matters to it.
    fn taste(&self, name: &str) -> f32 {
        self.tastes.iter().find(|t| t.0.value == name).map_or(1.0, |t| *t.1)
    }

    /// Weighs everything in a profile by its tastes.
    fn flavour(&self, profile: &mut Profile) {
        for consideration in profile.topics.iter_mut().flat_map(|t| &mut t.considerations) {
            consideration.weight *= self.taste(&consideration.input);
        }
    }

    /// The weights of what tells who is winning, by its tastes.
    fn weights(&self, manner: &Manner, outlook: &[&str]) -> Vec<[f32; 2]> {
        let sign = |name: &&str| manner.outlook.iter().find(|sign| sign.what.value == *name);
        let weights = |name: &&str| sign(name).map_or([0.0; 2], |sign| [*sign.first, *sign.last]);
        outlook.iter().map(|name| weights(name).map(|weight| weight * self.taste(name))).collect()
    }
}

impl Manner {
    /// The manner of looking ahead in a stage, where that is another one.
    fn at(&self, stage: &str) -> Option<Manner> {
        let Stage { turns, decisions, widening, trust } = self.stages.iter().find(|(name, _)| name.value == stage)?.1;
        let (widening, trust) = (widening.value, trust.value);
        Some(Manner { turns: *turns, decisions: *decisions, widening, trust, ..self.clone() })
    }

    fn settings(&self, budget: Budget, plan: u32) -> Settings {
        let horizon = Horizon { decisions: self.decisions, turns: self.turns, lambda: self.lambda };
        let widening = Some(self.widening);
        Settings { widening, plan, trust: self.trust, ..Settings::new(budget, horizon) }
    }
}

/// Looks ahead in a manner of its own in some stages of a battle.
struct Stages<R: Tactics> {
    /// By [`Tactics::STAGES`], as far as they are not like the rest.
    stages: Vec<Option<Thinker<R>>>,
    rest: Thinker<R>,
    /// The stage of the last decision.
    now: Option<usize>,
}

impl<R: Tactics> Policy<Battle<R>> for Stages<R> {
    fn choose(&mut self, battle: &Battle<R>, chance: u64) -> Action {
        self.now = R::stage(battle);
        let stage = self.now.and_then(|stage| self.stages[stage].as_mut());
        stage.unwrap_or(&mut self.rest).choose(battle, chance)
    }

    fn explain(&self) -> Vec<Scored<Action>> {
        let stage = self.now.and_then(|stage| self.stages[stage].as_ref());
        stage.unwrap_or(&self.rest).explain()
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
