//! Computer opponents: battles as games to the search library, the profiles they play by, and levels of play.

mod evaluator;
mod level;
mod why;

pub(crate) use evaluator::Evaluator;
pub use evaluator::Features;
pub use level::Sign;
pub use why::{Candidate, why};

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hexfray_ai::beliefs::Beliefs;
use hexfray_ai::budget::{Budget, Stop};
use hexfray_ai::game::{Actors, Game};
use hexfray_ai::policy::{Policy, Random, Scored};
use hexfray_ai::utility::{Appraise, Fault, Place, Profile, ProfileError, Utility};

use crate::battle::{Action, Battle, CommonRandom, Kind, Listing, Log, Seeded, SideId, UnitId, mix};
use crate::content::{Library, Manifest, Usual};
use crate::rules::{AnyBattle, NAMES, Registered, Tactics, with_battle, with_ruleset};
use crate::scenario::Past;
use crate::source::{Document, Outline, Outlined, Problem, Problems, there_are};

/// Buffers that a battle needs to be searched.
#[derive(Debug)]
pub struct Scratch<R: Tactics> {
    list: Listing,
    survey: R::Survey,
}

impl<R: Tactics> Default for Scratch<R> {
    fn default() -> Self {
        Scratch { list: Listing::default(), survey: R::Survey::default() }
    }
}

/// A battle is a game to the search: sides are players, units are actors.
impl<R: Tactics> Game for Battle<R> {
    type Action = Action;
    type Scratch = Scratch<R>;

    fn players(&self) -> usize {
        Battle::players(self)
    }

    fn to_act(&self) -> Option<usize> {
        self.decision().map(|d| d.side.index())
    }

    fn actors(&self) -> Actors {
        Actors(Battle::actors(self).bits())
    }

    fn actions_of(&self, actor: Option<usize>, scratch: &mut Scratch<R>, out: &mut Vec<Action>) {
        self.offers(actor.map(UnitId::at), &mut scratch.list);
        out.extend_from_slice(&scratch.list.actions);
    }

    fn commutes(&self) -> bool {
        !R::order_matters(self)
    }

    /// Deployment counts to the first turn.
    fn turn(&self) -> u32 {
        u32::from(R::clock(self).turn).max(1)
    }

    fn occasion(&self, action: Action) -> Option<u64> {
        R::occasion(action)
    }

    fn play(&mut self, action: Action, chance: u64) {
        self.play_unchecked(action, &mut CommonRandom::new(chance), &mut Log::off());
    }

    fn payoff(&self, player: usize) -> f32 {
        match self.outcome() {
            Some(outcome) if outcome.winners == 0 => 0.5,
            Some(outcome) if outcome.won(SideId(player as u8)) => 1.0,
            _ => 0.0,
        }
    }

    fn determinise(&mut self, viewer: usize, chance: u64) {
        let viewer = SideId(viewer as u8);
        R::hide(self, viewer);
        R::resample(self, viewer, &mut Seeded::new(chance, 0));
    }
}

impl<R: Tactics> Appraise for Battle<R> {
    fn inputs() -> &'static [&'static str] {
        R::INPUTS
    }

    fn topics() -> &'static [&'static str] {
        R::TOPICS
    }

    fn topic(&self, action: Action) -> usize {
        R::topic(self, action)
    }

    fn survey(&self, scratch: &mut Scratch<R>) {
        R::survey(self, &mut scratch.survey);
    }

    fn appraise(&self, action: Action, scratch: &mut Scratch<R>, inputs: &mut [f32]) {
        R::appraise(self, action, &mut scratch.survey, inputs);
    }
}

/// Decides for a side, by what the side may know. It can be moved to a thread of its own.
pub trait Opponent: Send {
    /// An answer to the open decision. The same battle and the same `chance` give the same answer.
    ///
    /// # Panics
    /// When the battle is over, or is not of the ruleset that the opponent was made for.
    fn choose(&mut self, battle: &AnyBattle, chance: u64) -> Action;

    /// What it would do with one unit, by its weights alone; an answer for whichever unit where it has no weights, or the
    /// unit no answers.
    ///
    /// # Panics
    /// As for [`choose`](Opponent::choose).
    fn choose_for(&mut self, battle: &AnyBattle, unit: UnitId, chance: u64) -> Action;

    /// Catches up with the battle in which it is to decide for a side, to judge its enemies by what they have done. Who
    /// never watches plays as at a beginning.
    fn watch(&mut self, side: SideId, past: &Past<'_>);

    /// The candidates of the last decision, the choice first, with the terms of their scores; none where it was made at
    /// random.
    fn explain(&self) -> Vec<Scored<Action>>;

    /// The switch that ends its search early: it then answers with the best that it has found so far. What does not
    /// search does not look at it.
    fn stop(&self) -> Stop;
}

/// The answer of an opponent to the open decision of a battle, after it has watched what led there.
///
/// # Panics
/// As for [`Opponent::choose`].
pub fn decide(opponent: &mut dyn Opponent, battle: &AnyBattle, past: &Past<'_>) -> Action {
    let side = battle.decision().expect("somebody asks for a decision that is open").side;
    opponent.watch(side, past);
    opponent.choose(battle, chance(past.seed, battle.number()))
}

/// What an opponent and its search believe of the enemies, where it asks who they are.
type Shared<R> = Option<Arc<Mutex<Beliefs<Battle<R>>>>>;

/// A policy of the search library that can be moved to another thread.
type Thinker<R> = Box<dyn Policy<Battle<R>> + Send>;

/// What an opponent decides by, and what it weighs single units by, if it weighs anything.
type Mind<R> = (Thinker<R>, Option<Utility<Battle<R>>>);

/// A policy of the search library as an opponent.
struct Player<R: Registered> {
    name: String,
    policy: Thinker<R>,
    /// What it weighs single units by.
    weights: Option<Utility<Battle<R>>>,
    stop: Stop,
    view: Option<Battle<R>>,
    beliefs: Shared<R>,
    /// What it has watched, where it has beliefs.
    watched: Option<Watched<R>>,
}

/// A battle as far as it was watched.
struct Watched<R: Registered> {
    side: SideId,
    seed: u64,
    actions: Vec<Action>,
    /// Where these lead; none where dice were set by hand, so that they lead nowhere.
    battle: Option<Battle<R>>,
}

impl<R: Registered> Opponent for Player<R>
where
    Battle<R>: Send,
{
    fn choose(&mut self, battle: &AnyBattle, chance: u64) -> Action {
        let (view, side) = seen(&mut self.view, battle);
        let _searching = tracing::debug_span!(
            target: TRACED, "choose", opponent = self.name, side = side.index(), decision = battle.number()
        )
        .entered();
        view.determinise(side.index(), chance);
        let action = self.policy.choose(view, chance);
        if tracing::enabled!(target: TRACED, tracing::Level::TRACE) {
            self.policy.explain().iter().for_each(|candidate| considered(view, candidate));
        }
        action
    }

    fn choose_for(&mut self, battle: &AnyBattle, unit: UnitId, chance: u64) -> Action {
        let (view, side) = seen(&mut self.view, battle);
        view.determinise(side.index(), chance);
        let mut actions = Vec::new();
        view.actions_of(Some(unit.index()), &mut Scratch::default(), &mut actions);
        match &mut self.weights {
            Some(weights) if !actions.is_empty() => actions[weights.first_best(view, &actions)],
            _ => self.choose(battle, chance),
        }
    }

    fn watch(&mut self, side: SideId, past: &Past<'_>) {
        let Some(beliefs) = &self.beliefs else { return };
        let mut beliefs = beliefs.lock().unwrap_or_else(PoisonError::into_inner);
        let start = R::of(&past.start).expect("an opponent plays the ruleset that it was made for");
        let known = self.watched.take().filter(|known| {
            let begun = !known.actions.is_empty() && past.actions.starts_with(&known.actions);
            begun && (known.side, known.seed) == (side, past.seed)
        });
        let known = self.watched.insert(known.unwrap_or_else(|| {
            beliefs.forget();
            Watched { side, seed: past.seed, actions: Vec::new(), battle: Some(start.clone()) }
        }));
        let mut list = Listing::default();
        for &action in &past.actions[known.actions.len()..] {
            known.actions.push(action);
            let Some(battle) = &mut known.battle else { continue };
            let (number, decision) = (battle.number(), battle.decision());
            let seen = battle.clone();
            let dice = &mut Seeded::new(past.seed, number + 1);
            if battle.play(action, &mut list, dice, &mut Log::off()).is_err() {
                known.battle = None;
                continue;
            }
            // What is written down in secret is not to be seen, nor what is done out of sight.
            let open = decision.is_some_and(|decision| decision.side != side && decision.kind != Kind::Commit);
            if open && [&seen, battle].iter().all(|battle| is_seen(battle, side, action.unit)) {
                let view = self.view.insert(seen);
                view.determinise(side.index(), mix(past.seed, u64::from(number)));
                let odds = beliefs.see(view, action);
                tracing::debug!(target: TRACED, number, ?odds, "judged an enemy");
            }
        }
    }

    fn explain(&self) -> Vec<Scored<Action>> {
        self.policy.explain()
    }

    fn stop(&self) -> Stop {
        self.stop.clone()
    }
}

/// A battle copied to where it may be changed, and the side that decides in it.
fn seen<'v, R: Registered>(view: &'v mut Option<Battle<R>>, battle: &AnyBattle) -> (&'v mut Battle<R>, SideId) {
    let battle = R::of(battle).expect("an opponent plays the ruleset that it was made for");
    let side = battle.decision().expect("somebody asks for a decision that is open").side;
    let view = match view {
        Some(view) => {
            view.clone_from(battle);
            view
        }
        none => none.insert(battle.clone()),
    };
    (view, side)
}

/// Whether a side knows where a unit is, or that it is nowhere; no unit is no secret.
fn is_seen<R: Registered>(battle: &Battle<R>, side: SideId, unit: UnitId) -> bool {
    unit == UnitId::NONE || battle.view_for(side).piece(unit).at == battle.piece(unit).at
}

/// The target of spans and events about searches.
const TRACED: &str = "search";

/// Traces a candidate with the terms of its score.
fn considered<R: Registered>(battle: &Battle<R>, candidate: &Scored<Action>) {
    let terms: Vec<String> =
        candidate.terms.iter().map(|term| format!("{} {} -> {:.3}", term.name, term.value, term.share)).collect();
    tracing::trace!(
        target: TRACED, action = %R::describe(battle, candidate.action), score = candidate.score, terms = terms.join(", ")
    );
}

/// The seed of an opponent's own random choices at a decision of a battle with this seed. It is independent of the dice,
/// which come from the same seed, so that one seed gives one battle between two opponents wherever it is fought.
#[must_use]
pub fn chance(seed: u64, decision: u32) -> u64 {
    const OPPONENTS: u64 = 0x6f70_706f_6e65_6e74;
    mix(mix(seed, OPPONENTS), u64::from(decision))
}

/// An opponent of a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its name: that of its file.
    pub name: String,
    /// What to expect of it.
    pub about: String,
    /// Its rank: the higher, the stronger it plays and the longer it thinks, as far as that is known.
    pub rank: u8,
}

/// The opponent that every ruleset has.
const RANDOM: &str = "random";
/// The opponent that plays where the content's manifest says nothing else, if there is one of this name.
const PLAIN: &str = "utility";

/// The rank of profiles.
const PROFILE: u8 = 2;

/// The files under `assets/opponents/` of a ruleset, by name.
fn files<'l>(library: &'l Library, ruleset: &str) -> impl Iterator<Item = (&'l str, Result<Document, Problem>)> {
    let folder = format!("assets/opponents/{ruleset}/");
    library.paths().into_iter().filter_map(move |path| {
        let name = path.strip_prefix(&folder)?.strip_suffix(".ron")?;
        Some((name, library.document(path)?))
    })
}

/// The opponents of a ruleset, the weakest first as far as that is known. Files with mistakes are left out; they are
/// reported when such an opponent is asked for by name.
#[must_use]
pub fn known(library: &Library, ruleset: &str) -> Vec<Known> {
    let mut all = vec![Known { name: RANDOM.to_owned(), about: "does anything".to_owned(), rank: 0 }];
    for (name, document) in files(library, ruleset) {
        let Ok(document) = document else { continue };
        let headline = match is_profile(&document) {
            true => Some(("weighs what each action brings at once".to_owned(), PROFILE)),
            false => level::headline(&document),
        };
        let Some((about, rank)) = headline else { continue };
        all.push(Known { name: name.to_owned(), about, rank });
    }
    all.sort_by_key(|known| known.rank);
    all
}

/// The names of a ruleset's opponents, the weakest first as far as that is known.
#[must_use]
pub fn names(library: &Library, ruleset: &str) -> Vec<String> {
    known(library, ruleset).into_iter().map(|k| k.name).collect()
}

/// The opponent that plays where none is named: the one that the content's manifest says; where it says none, the plain
/// `utility`, and in a ruleset without that the one that decides at random.
#[must_use]
pub fn favourite(library: &Library, ruleset: &str) -> String {
    let named = library.usual(ruleset, |of| of.usual.as_ref());
    named.unwrap_or(if has(library, ruleset, PLAIN) { PLAIN } else { RANDOM }).to_owned()
}

/// What is wrong with the scenario and the opponents that a manifest names.
#[must_use]
pub fn check_manifest(library: &Library, document: &Document, manifest: &Manifest) -> Vec<Problem> {
    let mut problems = Problems::new(document);
    let scenarios = library.scenarios();
    if let Some(first) = manifest.first.as_ref().filter(|first| !scenarios.contains_key(&first.value)) {
        problems.unknown(first.at, "scenario", first, &scenarios.keys().map(String::as_str).collect::<Vec<_>>());
    }
    for (ruleset, Usual { usual, judge: evaluator }) in &manifest.opponents {
        if !NAMES.contains(&ruleset.as_str()) {
            problems.unknown(ruleset.at, "ruleset", ruleset, &NAMES);
            continue;
        }
        if let Some(usual) = usual.as_ref().filter(|usual| !has(library, ruleset, usual)) {
            problems.unknown(usual.at, "opponent", usual, &names(library, ruleset));
        }
        let manners = named(library, ruleset, is_manner);
        if let Some(evaluator) = evaluator.as_ref().filter(|evaluator| !manners.contains(&evaluator.as_str())) {
            problems.unknown(evaluator.at, "manner of looking ahead", evaluator, &manners);
        }
    }
    problems.finish(Some(())).err().unwrap_or_default()
}

/// Whether a ruleset has an opponent of a name, with or without a budget; its file may be wrong.
#[must_use]
pub fn has(library: &Library, ruleset: &str, name: &str) -> bool {
    budget(name).is_ok_and(|(level, _)| level == RANDOM || library.text(&path(ruleset, level)).is_some())
}

/// Where the file of an opponent's name is.
fn path(ruleset: &str, name: &str) -> String {
    format!("assets/opponents/{ruleset}/{name}.ron")
}

/// The opponent of a name, for a battle's ruleset: `random`, or a profile or level under `assets/opponents/<ruleset>/`.
/// `NAME@N` is a level that looks ahead with N simulations a decision in place of its own number, `NAME@Ns` one that does
/// so for N seconds, which is not the same on every machine.
///
/// # Errors
/// There is none of that name, or its file is wrong.
pub fn opponent(library: &Library, battle: &AnyBattle, name: &str) -> Result<Box<dyn Opponent>, Vec<Problem>> {
    with_battle!(battle, battle => seat(library, battle, name))
}

fn seat<R: Registered>(library: &Library, _battle: &Battle<R>, name: &str) -> Result<Box<dyn Opponent>, Vec<Problem>>
where
    Battle<R>: Send + Sync,
    Scratch<R>: Send,
{
    let (level, budget) = budget(name)?;
    let (stop, mut beliefs) = (Stop::default(), None);
    let (policy, weights): Mind<R> = if level == RANDOM {
        if budget.is_some() {
            return Err(shortsighted(level));
        }
        (Box::new(Random::by_actor()), None)
    } else {
        let document = file_of::<R>(library, level)?;
        if is_profile(&document) {
            if budget.is_some() {
                return Err(shortsighted(&document.file));
            }
            let profile = profile::<R>(&document)?;
            let utility = Utility::new(&profile).map_err(|wrong| told(&document, "topics", &wrong))?;
            (Box::new(utility.clone()), Some(utility))
        } else {
            level::policy::<R>(library, &document, budget, &stop, &mut beliefs)?
        }
    };
    Ok(Box::new(Player { name: name.to_owned(), policy, weights, stop, view: None, beliefs, watched: None }))
}

/// A name such as `veteran@500` or `veteran@0.5s` without its budget, and the budget.
///
/// # Errors
/// The text behind the `@` is no budget.
pub fn budget(name: &str) -> Result<(&str, Option<Budget>), Vec<Problem>> {
    let Some((level, number)) = name.split_once('@') else { return Ok((name, None)) };
    let budget = match number.strip_suffix('s') {
        Some(seconds) => {
            let seconds = seconds.parse().ok().filter(|s| *s > 0.0 && *s <= 86_400.0);
            seconds.map(|seconds| Budget::time(Duration::from_secs_f32(seconds)))
        }
        None => number.parse().ok().filter(|n| *n > 0).map(Budget::iterations),
    };
    let hint = "write NAME@N, such as veteran@500, or seconds such as veteran@0.5s";
    let wrong = || vec![Problem::whole(name, "this is no number of simulations", hint)];
    budget.map(|budget| (level, Some(budget))).ok_or_else(wrong)
}

/// The problem of a budget for an opponent, by its name or file, that does not search.
fn shortsighted(who: &str) -> Vec<Problem> {
    vec![Problem::whole(who, "this opponent does not look ahead", "leave the budget away")]
}

/// The file of an opponent's name.
fn file_of<R: Tactics>(library: &Library, name: &str) -> Result<Document, Vec<Problem>> {
    let Some(document) = library.document(&path(R::NAME, name)) else {
        let hint = there_are(name, &names(library, R::NAME));
        return Err(vec![Problem::whole(name, "no opponent has this name", hint)]);
    };
    Ok(document?)
}

/// Whether a file is a profile, and not a level.
fn is_profile(document: &Document) -> bool {
    document.root.get("topics").is_some()
}

/// Whether a file is a manner of looking ahead, which levels share.
fn is_manner(document: &Document) -> bool {
    document.root.get("outlook").is_some()
}

/// Whether a file is a level.
fn is_level(document: &Document) -> bool {
    !is_profile(document) && !is_manner(document)
}

/// The names of a ruleset's files of a kind. A file that cannot be read counts as any kind; reading it reports why.
fn named<'l>(library: &'l Library, ruleset: &str, is: fn(&Document) -> bool) -> Vec<&'l str> {
    files(library, ruleset).filter(|(_, file)| file.as_ref().map_or(true, is)).map(|(name, _)| name).collect()
}

/// Checks the file of an opponent of a ruleset, or of what opponents share. The files that it names are looked for in the
/// library.
#[must_use]
pub fn check_opponent(library: &Library, ruleset: &str, document: &Document) -> Vec<Problem> {
    let found = with_ruleset!(ruleset, R => match (is_profile(document), is_manner(document)) {
        (true, _) => profile::<R>(document).err().unwrap_or_default(),
        (_, true) => level::check_manner::<R>(library, document),
        _ => level::check::<R>(library, document),
    });
    found.unwrap_or_else(|| {
        let hint = "put the file into a folder named after its ruleset";
        vec![document.problem(document.root.at.start, format!("no ruleset is called {ruleset}"), hint)]
    })
}

/// The turn of a battle, from 1; deployment counts to the first.
#[must_use]
pub fn turn(battle: &AnyBattle) -> u32 {
    with_battle!(battle, battle => Game::turn(battle))
}

/// The features by which a battle's ruleset tells who is winning.
#[must_use]
pub fn outlook(battle: &AnyBattle) -> Features {
    with_battle!(battle, battle => Features::of(battle))
}

/// Gives the value of a battle to each side, 0 to 1, the same to all of a team and 1 for all teams together; of a finished
/// battle, the sides' results.
pub type Judgement = Box<dyn FnMut(&AnyBattle) -> Vec<f64> + Send>;

/// The evaluation of battles by the search configuration that the content's manifest names for the ruleset; none where
/// it names none.
///
/// # Errors
/// The manner's file is wrong.
pub fn evaluator(library: &Library, battle: &AnyBattle) -> Result<Option<Judgement>, Vec<Problem>> {
    with_battle!(battle, battle => judgement(library, battle))
}

fn judgement<R: Registered>(library: &Library, _battle: &Battle<R>) -> Result<Option<Judgement>, Vec<Problem>> {
    let Some(manner) = library.usual(R::NAME, |of| of.judge.as_ref()) else { return Ok(None) };
    let mut evaluator = level::evaluator::<R>(library, &file_of::<R>(library, manner)?)?;
    Ok(Some(Box::new(move |battle| {
        let battle = R::of(battle).expect("a judge is asked about the ruleset that it was made for");
        let mut values = vec![0.0; battle.players()];
        match battle.outcome() {
            Some(_) => (0..).zip(&mut values).for_each(|(player, value)| *value = battle.payoff(player)),
            None => evaluator.evaluate(battle, &mut values),
        }
        shared(&values, |side| battle.team(SideId(side as u8)))
    })))
}

/// Values to sides as shares of what all teams have together; each side has its team's.
fn shared(values: &[f32], team: impl Fn(usize) -> u8) -> Vec<f64> {
    let sides = 0..values.len();
    let worth = |side: usize| {
        let of_team = sides.clone().filter(|other| team(*other) == team(side));
        let count = of_team.clone().count() as f64;
        of_team.map(|other| f64::from(values[other])).sum::<f64>() / count
    };
    let leads = |side: &usize| (0..*side).all(|other| team(other) != team(*side));
    let all: f64 = sides.clone().filter(leads).map(worth).sum();
    // Whoever has no enemies has no share of anything.
    let alone = sides.clone().filter(leads).count() < 2;
    let all = if alone || all <= 0.0 { 1.0 } else { all };
    sides.clone().map(|side| worth(side) / all).collect()
}

/// Signs of who is winning, each with its place in [`Features::signs`].
pub type Signs = Vec<(usize, Sign)>;

/// The file of a manner of looking ahead, by its name, and its signs of who is winning.
///
/// # Errors
/// There is none of that name for the ruleset, or its file is wrong.
pub fn signs(library: &Library, ruleset: &str, manner: &str) -> Result<(Document, Signs), Vec<Problem>> {
    let found = with_ruleset!(ruleset, R => file_of::<R>(library, manner).and_then(|document| {
        let signs = level::signs::<R>(library, &document)?;
        Ok((document, signs))
    }));
    found.unwrap_or_else(|| Err(vec![Problem::whole(ruleset, "no ruleset has this name", "")]))
}

/// The fields of opponents' files: profiles, levels and search configurations.
pub const OUTLINES: [Outlined; 3] =
    [("profile", Outline::of::<Profile>), ("level", level::outline), ("manner", level::manner_outline)];

/// Reads a profile and checks that all its names are known.
///
/// # Errors
/// Everything that is wrong in it.
pub fn profile<R: Tactics>(document: &Document) -> Result<Profile, Vec<Problem>> {
    let mut problems = Problems::new(document);
    let profile: Option<Profile> = document.read(&document.root, &mut problems);
    let profile = problems.finish(profile)?;
    match profile.compile(R::INPUTS, R::TOPICS) {
        Ok(_) => Ok(profile),
        Err(wrong) => Err(told(document, "topics", &wrong)),
    }
}

/// Mistakes of a profile as problems of its file, each at its place; the file has the topics in this field.
fn told(document: &Document, topics: &str, wrong: &[ProfileError]) -> Vec<Problem> {
    let mut problems = Problems::new(document);
    for ProfileError { place, fault } in wrong {
        let topic = |number: usize| document.root.get(topics)?.items().get(number);
        let node = match *place {
            Place::Topic(number) => topic(number),
            Place::Consideration(of, number) => topic(of).and_then(|t| t.get("considerations")?.items().get(number)),
        };
        let node = node.unwrap_or(&document.root);
        let at = |field: &str| node.get(field).unwrap_or(node).at;
        match fault {
            Fault::UnknownName { kind, name, known } => problems.unknown(at(kind.word()), kind.word(), name, known),
            Fault::NothingLikeIt { .. } => problems.add(at("like"), fault.to_string(), "list that one first"),
            Fault::TopicTwice { .. } => problems.add(at("topic"), fault.to_string(), "put what both say into one"),
            Fault::BadNumber { field, .. } => problems.add(at(field), fault.to_string(), ""),
        }
    }
    problems.finish(None::<()>).err().unwrap_or_default()
}
