//! Levels: files that say how an opponent searches, how often it acts at random, and what it prefers.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::{Arc, Mutex};

use hexfray_ai::beliefs::Beliefs;
use hexfray_ai::budget::{Budget, Stop};
use hexfray_ai::evolution::{self, Evolution};
use hexfray_ai::flat::{Flat, Settings};
use hexfray_ai::guide::{Advised, Guide, Horizon, Plain};
use hexfray_ai::mcts::{self, Formula, Fresh, Mcts};
use hexfray_ai::policy::{Policy, Scored};
use hexfray_ai::portfolio::{self, Portfolio, Script};
use hexfray_ai::seed::{mix, share};
use hexfray_ai::utility::{Profile, Topic, Utility};
use serde::Deserialize;

use crate::battle::{Action, Battle};
use crate::content::Library;
use crate::rules::Tactics;
use crate::source::{Document, Outline, Problem, Problems, Span, Spanned, there_are};

use super::evaluator::Evaluator;
use super::{
    Mind, Scratch, Shared, Signs, Thinker, file_of, is_level, is_manner, is_profile, named, profile, shortsighted, told,
};

/// A level of play as its file states it. Levels differ only in how they think: none gets better dice or sees secrets.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Level {
    /// What to expect of it, for players.
    about: String,
    /// Its rank among the levels, from 1; 2 is the plain profile.
    rank: u8,
    /// The profile that it plays by, or that its search is guided by.
    profile: Spanned<String>,
    /// The share of its decisions that it makes at random, 0 to 1.
    #[serde(default)]
    rash: Spanned<f32>,
    /// Its preferences: factors on the weights of the profile's inputs and of the features, by name. 1 changes nothing.
    #[serde(default)]
    tastes: BTreeMap<Spanned<String>, Spanned<f32>>,
    /// Topics that it weighs in its own way, in place of the profile's. Tastes do not change them.
    #[serde(default)]
    instead: Vec<Topic>,
    /// How it looks ahead; left out, it does not.
    #[serde(default)]
    search: Option<Search>,
}

/// How a level looks ahead.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    /// The name of the file with the other settings of the search.
    manner: Spanned<String>,
    /// Simulations a decision, at least 1: the same on every machine, however long that takes.
    iterations: Spanned<u32>,
    /// Which search it is.
    #[serde(default)]
    by: Kind,
    /// How many of the next decisions of the turn, own and others', are searched too, with half of the simulations; only by
    /// [`Kind::Flat`].
    #[serde(default)]
    plan: u32,
    /// How much the players of simulations differ: each weight of the profile is multiplied or divided by a factor
    /// between 1 and 1 plus this. At 0 all play alike, which is better with few simulations: these then show reliably
    /// at least what happens if the enemy plays by the profile.
    #[serde(default)]
    variety: Spanned<f32>,
    /// How much of a win the profile's prior counts for, in place of the manner's value: with many simulations it may
    /// count less.
    #[serde(default)]
    trust: Option<Spanned<f32>>,
}

/// A search of the search library, with the settings that are its own. Trust in priors counts for `Flat` alone, and a
/// portfolio's players do not vary: they follow its scripts.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
enum Kind {
    /// Simulations of each choice, without a tree.
    #[default]
    Flat,
    /// Monte Carlo tree search, of the choice and of what follows it.
    Tree {
        /// How much more a choice counts that is little known ([`Formula::Puct`]), from 0.
        explore: Spanned<f32>,
    },
    /// Which unit acts as which script does.
    Portfolio {
        /// Levels whose ways of weighing are the scripts, besides the level's own; 255 at most.
        scripts: Vec<Spanned<String>>,
        /// Simulations by which two assignments are compared, at least 1.
        samples: Spanned<u32>,
    },
    /// Plans for the rest of the turn that compete.
    Evolution {
        /// How many plans there are, at least 4.
        plans: Spanned<u32>,
        /// Simulations of each plan in a generation, at least 1.
        samples: Spanned<u32>,
        /// The share of decisions that change from one generation to the next, 0 to 1.
        mutation: Spanned<f32>,
    },
}

/// The settings of a search, shared by several levels.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SearchConfig {
    /// Where playouts are cut: when this many turns have ended ...
    turns: u32,
    /// ... or after this many decisions.
    decisions: u32,
    /// How much later turns count, 0 to 1: the end of each turn before the last takes `1 - lambda` of the weight left.
    lambda: Spanned<f32>,
    /// Choices compared are at most this times the square root of the simulations, those that the profile thinks best.
    widening: Spanned<f32>,
    /// How much of a win, 0 to 1, the profile's prior counts for.
    trust: Spanned<f32>,
    /// Other settings for some stages of a battle, by the names of [`Tactics::STAGES`].
    #[serde(default)]
    stages: BTreeMap<Spanned<String>, Stage>,
    /// An action whose score by the profile is worse by this is half as promising at first.
    temperature: Spanned<f32>,
    /// The share of a playout's decisions that is made at random, 0 to 1.
    rashness: Spanned<f32>,
    /// How many actions of one kind a playout's decision weighs at most, at least 1, drawn by lot: all, if left out. Playouts
    /// with fewer are quicker, and players in them a little careless.
    #[serde(default)]
    glance: Option<Spanned<u32>>,
    /// Levels by whose ways of weighing the enemies of simulations may play too: each as often as what an enemy has done
    /// in the battle so far makes likely.
    #[serde(default)]
    foes: Vec<Spanned<String>>,
    /// The features that tell who is winning, with their weights in the logarithm of the odds.
    outlook: Vec<Sign>,
}

/// How levels look ahead in a stage of a battle. A placement often shows its effect turns later, and matters more than
/// a move.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Stage {
    /// As in a [`SearchConfig`], like the other fields.
    turns: u32,
    decisions: u32,
    widening: Spanned<f32>,
    trust: Spanned<f32>,
}

/// A feature that tells who is winning, with its weights.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sign {
    /// Its name among [`Tactics::FEATURES`].
    pub what: Spanned<String>,
    /// How much it counts where a battle begins.
    pub first: Spanned<f32>,
    /// How much it counts where a battle ends.
    pub last: Spanned<f32>,
}

/// The fields of a level's file.
pub(super) fn outline() -> Outline {
    Outline::of::<Level>()
}

/// The fields of a search configuration's file.
pub(super) fn manner_outline() -> Outline {
    Outline::of::<SearchConfig>()
}

/// The description and the rank of a level, if the file is one.
pub(super) fn headline(document: &Document) -> Option<(String, u8)> {
    parse::<Level>(document).ok().map(|level| (level.about, level.rank))
}

/// Reads a level or a manner without checking its numbers.
fn parse<T: serde::de::DeserializeOwned>(document: &Document) -> Result<T, Vec<Problem>> {
    let mut problems = Problems::new(document);
    let read = document.read(&document.root, &mut problems);
    problems.finish(read)
}

/// What is wrong with a level of a ruleset.
#[must_use]
pub(super) fn check<R: Tactics>(library: &Library, document: &Document) -> Vec<Problem> {
    read::<R>(library, document).err().unwrap_or_default()
}

/// What is wrong with a manner of looking ahead.
#[must_use]
pub(super) fn check_manner<R: Tactics>(library: &Library, document: &Document) -> Vec<Problem> {
    read_manner::<R>(library, document).err().unwrap_or_default()
}

/// What tells who is winning by the file of a manner of looking ahead.
///
/// # Errors
/// What is wrong with it.
pub(super) fn signs<R: Tactics>(library: &Library, document: &Document) -> Result<Signs, Vec<Problem>> {
    let SearchConfig { outlook, .. } = read_manner::<R>(library, document)?;
    let place = |sign: &Sign| R::FEATURES.iter().position(|name| sign.what.value == *name);
    Ok(outlook.into_iter().filter_map(|sign| Some((place(&sign)?, sign))).collect())
}

/// The evaluator of a search configuration's file, without any preferences.
///
/// # Errors
/// What is wrong with it.
pub(super) fn evaluator<R: Tactics>(library: &Library, document: &Document) -> Result<Evaluator<R>, Vec<Problem>> {
    Ok(Evaluator::new(read_manner::<R>(library, document)?.weights(R::FEATURES)))
}

/// Collects problems of a file that depend on more than one field or on other files.
struct Claims<'a> {
    document: &'a Document,
    wrong: Vec<Problem>,
}

impl<'a> Claims<'a> {
    fn of(document: &'a Document) -> Self {
        Claims { document, wrong: Vec::new() }
    }

    /// Says what is wrong with something in it.
    fn wrong(&mut self, at: Span, message: String, hint: &str) {
        self.wrong.push(self.document.problem(at.start, message, hint));
    }

    /// Reports a number that does not fit.
    fn number<T: Copy + Display>(&mut self, name: &str, number: &Spanned<T>, fits: impl Fn(T) -> bool, hint: &str) {
        if !fits(number.value) {
            self.wrong(number.at, format!("`{name}` is {}", number.value), hint);
        }
    }

    fn share(&mut self, name: &str, number: &Spanned<f32>) {
        self.number(name, number, |n| (0.0..=1.0).contains(&n), "a share is 0 to 1");
    }

    fn above(&mut self, name: &str, number: &Spanned<f32>, hint: &str) {
        self.number(name, number, |n| n.is_finite() && n > 0.0, hint);
    }

    /// Reports a name that is not among the known ones.
    fn name(&mut self, what: &str, name: &Spanned<String>, known: &[&str]) {
        if !known.contains(&name.value.as_str()) {
            self.wrong(name.at, format!("{what} is called `{}`", name.value), &there_are(name, known));
        }
    }

    /// The file's content, unless something is wrong with it.
    fn finish<T>(mut self, read: T) -> Result<T, Vec<Problem>> {
        self.wrong.sort_by_key(|problem| (problem.line, problem.column));
        if self.wrong.is_empty() { Ok(read) } else { Err(self.wrong) }
    }
}

/// Reads a level of a ruleset. The library has the files that it names.
fn read<R: Tactics>(library: &Library, document: &Document) -> Result<Level, Vec<Problem>> {
    let level: Level = parse(document)?;
    let mut claims = Claims::of(document);
    claims.name("no profile", &level.profile, &named(library, R::NAME, is_profile));
    claims.share("rash", &level.rash);
    if let Some(Search { manner, iterations, by, plan, variety, trust }) = &level.search {
        claims.name("no manner of looking ahead", manner, &named(library, R::NAME, is_manner));
        claims.number("iterations", iterations, |n| n >= 1, "leave `search` out instead");
        claims.number("variety", variety, |n| n.is_finite() && n >= 0.0, "from 0 on, try 1");
        if let Some(trust) = trust {
            claims.share("trust", trust);
        }
        by.check::<R>(&mut claims, library);
        if *plan > 0 && !matches!(by, Kind::Flat) {
            claims.wrong(iterations.at, "only a `Flat` search has a `plan`".to_owned(), "leave `plan` or `by` out");
        }
    }
    for (name, factor) in &level.tastes {
        claims.name("no input or feature", name, &[R::INPUTS, R::FEATURES].concat());
        claims.number(name, factor, |n| n.is_finite() && n >= 0.0, "0 or more");
    }
    let own = Profile { topics: level.instead.clone(), ..Profile::default() };
    if let Err(wrong) = own.compile(R::INPUTS, R::TOPICS) {
        claims.wrong.extend(told(document, "instead", &wrong));
    }
    claims.finish(level)
}

/// Reads a manner of looking ahead.
fn read_manner<R: Tactics>(library: &Library, document: &Document) -> Result<SearchConfig, Vec<Problem>> {
    let manner: SearchConfig = parse(document)?;
    let mut claims = Claims::of(document);
    let SearchConfig { rashness, lambda, temperature, widening, trust, glance, .. } = &manner;
    claims.share("rashness", rashness);
    claims.share("lambda", lambda);
    claims.above("temperature", temperature, "above 0, try 0.1");
    if let Some(glance) = glance {
        claims.number("glance", glance, |n| n >= 1, "1 or more, try 16");
    }
    let mut compared = |widening, trust| {
        claims.above("widening", widening, "above 0, try 1");
        claims.share("trust", trust);
    };
    compared(widening, trust);
    manner.stages.values().for_each(|stage| compared(&stage.widening, &stage.trust));
    for name in manner.stages.keys() {
        claims.name("no stage of a battle", name, R::STAGES);
    }
    let levels = named(library, R::NAME, is_level);
    manner.foes.iter().for_each(|foe| claims.name("no level", foe, &levels));
    for (number, Sign { what, first, last }) in manner.outlook.iter().enumerate() {
        claims.name("no feature", what, R::FEATURES);
        if manner.outlook[..number].iter().any(|sign| sign.what == *what) {
            claims.wrong(what.at, format!("`{}` is listed twice", what.value), "leave one out");
        }
        for weight in [first, last] {
            claims.number(what, weight, f32::is_finite, "try 1");
        }
    }
    claims.finish(manner)
}

/// The policy of a level, with the given budget in place of its own if there is one, and what it weighs its choices by; the
/// switch ends its searches.
///
/// # Errors
/// What is wrong with its file, or with those that it names.
pub(super) fn policy<R: Tactics>(
    library: &Library,
    document: &Document,
    budget: Option<Budget>,
    stop: &Stop,
    beliefs: &mut Shared<R>,
) -> Result<Mind<R>, Vec<Problem>>
where
    Battle<R>: Send + Sync,
    Scratch<R>: Send,
{
    let level = read::<R>(library, document)?;
    let utility = level.utility::<R>(library)?;
    let policy: Thinker<R> = match &level.search {
        None if budget.is_some() => return Err(shortsighted(&document.file)),
        None => Box::new(utility.clone()),
        Some(search) => {
            let manner = read_manner::<R>(library, &file_of::<R>(library, &search.manner)?)?;
            let manner = SearchConfig { trust: search.trust.unwrap_or(manner.trust), ..manner };
            let budget = budget.unwrap_or_else(|| Budget::iterations(*search.iterations));
            let budget = Budget { stop: stop.clone(), ..budget };
            let others = |names: &[Spanned<String>]| -> Result<Vec<Utility<Battle<R>>>, Vec<Problem>> {
                let level = |name| read::<R>(library, &file_of::<R>(library, name)?);
                names.iter().map(|name| level(name)?.utility::<R>(library)).collect()
            };
            let foes = others(&manner.foes)?;
            if !foes.is_empty() {
                let foes = Beliefs::new(utility.clone(), foes);
                *beliefs = Some(Arc::new(Mutex::new(foes)));
            }
            let scripts = match &search.by {
                Kind::Portfolio { scripts, .. } => [vec![utility.clone()], others(scripts)?].concat(),
                _ => Vec::new(),
            };
            let thinker = |manner: &SearchConfig| -> Thinker<R> {
                let mut evaluator = Evaluator::<R>::new(level.weights(manner, R::FEATURES));
                let value = move |battle: &Battle<R>, values: &mut [f32]| evaluator.evaluate(battle, values);
                let advised = Advised::new(utility.clone(), *manner.rashness, *manner.temperature, value);
                let settings = manner.settings(budget.clone(), search.plan);
                let scripts = scripts.iter().map(|script| Box::new(script.clone()) as Box<dyn Script<_> + Send>);
                let glance = manner.glance.as_ref().map_or(usize::MAX, |glance| **glance as usize);
                let advised = advised.varied(*search.variety).glancing(glance);
                let advised = match &*beliefs {
                    Some(foes) => advised.against(foes.clone()),
                    None => advised,
                };
                search.by.policy(settings, advised, scripts.collect())
            };
            let rest = thinker(&manner);
            let stages = R::STAGES.iter().map(|name| Some(thinker(&manner.at(name)?))).collect();
            Box::new(Stages { stages, rest, now: None })
        }
    };
    let policy = if *level.rash > 0.0 {
        Box::new(Rash { share: *level.rash, policy, plain: Plain::default(), acted: false })
    } else {
        policy
    };
    Ok((policy, Some(utility)))
}

impl Level {
    /// The level's factor on the weight of an input or a feature.
    fn taste(&self, name: &str) -> f32 {
        self.tastes.iter().find(|t| t.0.value == name).map_or(1.0, |t| t.1.value)
    }

    /// What it weighs its choices by.
    fn utility<R: Tactics>(&self, library: &Library) -> Result<Utility<Battle<R>>, Vec<Problem>> {
        let by = file_of::<R>(library, &self.profile)?;
        let mut profile = profile::<R>(&by)?;
        self.flavour(&mut profile);
        Utility::new(&profile).map_err(|wrong| told(&by, "topics", &wrong))
    }

    /// Multiplies the weights of a profile by its tastes, and puts its own topics in place of the profile's.
    fn flavour(&self, profile: &mut Profile) {
        profile.write_out();
        profile.topics.retain(|topic| self.instead.iter().all(|own| own.topic != topic.topic));
        for consideration in profile.topics.iter_mut().flat_map(|t| &mut t.considerations) {
            consideration.weight *= self.taste(&consideration.input);
        }
        profile.topics.extend_from_slice(&self.instead);
    }

    /// The weights of the features, multiplied by its tastes.
    fn weights(&self, manner: &SearchConfig, outlook: &[&str]) -> Vec<[f32; 2]> {
        let weights = manner.weights(outlook).into_iter().zip(outlook);
        weights.map(|(weights, name)| weights.map(|weight| weight * self.taste(name))).collect()
    }
}

impl Kind {
    /// Says what is wrong with it. The levels that it names are looked for in the library.
    fn check<R: Tactics>(&self, claims: &mut Claims<'_>, library: &Library) {
        let some = |n: u32| (1..=10_000).contains(&n);
        match self {
            Kind::Flat => {}
            Kind::Tree { explore } => {
                claims.number("explore", explore, |n| n.is_finite() && n >= 0.0, "from 0 on, try 0.1");
            }
            Kind::Portfolio { scripts, samples } => {
                let levels = named(library, R::NAME, is_level);
                scripts.iter().for_each(|script| claims.name("no level", script, &levels));
                claims.number("samples", samples, some, "try 4");
                if let Some(first) = scripts.first().filter(|_| scripts.len() > 255) {
                    claims.wrong(first.at, format!("there are {} scripts", scripts.len()), "255 are the most");
                }
            }
            Kind::Evolution { plans, samples, mutation } => {
                claims.number("plans", plans, |n| (4..=10_000).contains(&n), "at least 4");
                claims.number("samples", samples, some, "try 4");
                claims.share("mutation", mutation);
            }
        }
    }

    /// The search, with what it shares with others; `scripts` are those of a portfolio.
    fn policy<R: Tactics, H: Guide<Battle<R>> + Clone + Send + 'static>(
        &self,
        settings: Settings,
        guide: H,
        scripts: Vec<Box<dyn Script<Battle<R>> + Send>>,
    ) -> Thinker<R>
    where
        Battle<R>: Send + Sync,
        Scratch<R>: Send,
    {
        let Settings { budget, horizon, widening, .. } = settings.clone();
        match *self {
            Kind::Flat => Box::new(Flat::new(settings, guide)),
            Kind::Tree { explore } => {
                let (formula, fresh) = (Formula::Puct(*explore), Fresh::Below(0.0));
                let settings = mcts::Settings::new(budget, horizon);
                Box::new(Mcts::new(mcts::Settings { formula, fresh, widening, paired: true, ..settings }, guide))
            }
            Kind::Portfolio { samples, .. } => {
                let settings = portfolio::Settings { budget, horizon, samples: *samples, rounds: 1, answers: false };
                Box::new(Portfolio::new(settings, scripts, guide))
            }
            Kind::Evolution { plans, samples, mutation } => {
                let (plans, samples, mutation) = (*plans as usize, *samples, *mutation);
                let settings = evolution::Settings::new(budget, horizon);
                Box::new(Evolution::new(evolution::Settings { plans, samples, mutation, ..settings }, guide))
            }
        }
    }
}

impl SearchConfig {
    /// The weights of the features.
    fn weights(&self, outlook: &[&str]) -> Vec<[f32; 2]> {
        let sign = |name: &&str| self.outlook.iter().find(|sign| sign.what.value == *name);
        outlook.iter().map(|name| sign(name).map_or([0.0; 2], |sign| [*sign.first, *sign.last])).collect()
    }

    /// The configuration for a stage, if it differs.
    fn at(&self, stage: &str) -> Option<SearchConfig> {
        let Stage { turns, decisions, widening, trust } = self.stages.iter().find(|(name, _)| name.value == stage)?.1;
        let (turns, decisions, widening, trust) = (*turns, *decisions, *widening, *trust);
        Some(SearchConfig { turns, decisions, widening, trust, ..self.clone() })
    }

    fn settings(&self, budget: Budget, plan: u32) -> Settings {
        let horizon = Horizon { decisions: self.decisions, turns: self.turns, lambda: *self.lambda };
        let widening = Some(*self.widening);
        Settings { widening, plan, trust: *self.trust, ..Settings::new(budget, horizon) }
    }
}

/// Searches with other settings in some stages of a battle.
struct Stages<R: Tactics> {
    /// By [`Tactics::STAGES`]; none where a stage has no settings of its own.
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

/// Makes a share of its decisions at random.
struct Rash<R: Tactics> {
    share: f32,
    policy: Thinker<R>,
    plain: Plain<Battle<R>>,
    /// Whether the last decision was made at random.
    acted: bool,
}

impl<R: Tactics> Policy<Battle<R>> for Rash<R> {
    fn choose(&mut self, battle: &Battle<R>, chance: u64) -> Action {
        self.acted = share(mix(chance, 2)) < self.share;
        match self.acted {
            true => self.plain.playout(battle, chance),
            false => self.policy.choose(battle, chance),
        }
    }

    /// Empty after a random decision: the policy's explanation would then be of an earlier one.
    fn explain(&self) -> Vec<Scored<Action>> {
        if self.acted { Vec::new() } else { self.policy.explain() }
    }
}
