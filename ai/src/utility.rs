//! Utility: candidates are scored by considerations, whose curves and weights are data.
//!
//! The game measures what an action would bring ([`Appraise`]: named inputs), a [`Profile`] says how much each of
//! that is worth, and [`Utility`] plays the action with the highest score.
//!
//! Scores are sums. The other school multiplies considerations (Mark, *Behavioral Mathematics for Game AI*, 2009), so
//! that any of them can veto; but then a score shrinks with every consideration added, a term means nothing without
//! all the others, and what is worth doing at a price has to be bent into factors. In a sum each weight is a price in
//! one currency: terms can be shown to a player one by one, read off the rules (expected damage, points), and tuned
//! one at a time. A veto is a large negative weight.

use crate::game::{Game, candidates};
use crate::guide::below;
use crate::policy::{Policy, Scored, Term};
use crate::seed::{mix, stream};
use rand::RngExt;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};
use std::ops::Range;

/// A game that can measure what an action would bring.
pub trait Appraise: Game {
    /// The names of the measures, in the order in which [`appraise`](Appraise::appraise) writes them.
    fn inputs() -> &'static [&'static str];

    /// The names of the kinds of action: a profile weighs the same input differently for a shot and for a step.
    fn topics() -> &'static [&'static str];

    /// The kind of an action, an index into [`topics`](Appraise::topics).
    fn topic(&self, action: Self::Action) -> usize;

    /// Works out what all candidates of the open decision have in common and leaves it in `scratch`. Called once
    /// before they are appraised.
    fn survey(&self, scratch: &mut Self::Scratch) {
        let _ = scratch;
    }

    /// Measures an action, for the player to act: writes to `inputs[i]` what goes by the name `inputs()[i]`. All are 0
    /// beforehand, so that only what applies need be written. Usual values are 0 to 1; all must be finite.
    fn appraise(&self, action: Self::Action, scratch: &mut Self::Scratch, inputs: &mut [f32]);
}

/// How much each thing is worth to a player: the data of a [`Utility`] policy.
///
/// In RON:
/// ```
/// # let profile: hexfray_ai::Profile = ron::from_str(r#"
/// (
///     topics: [
///         (topic: "fire", considerations: [
///             (input: "expected_damage", weight: 2.0),
///             (input: "range", curve: Inverse(half: 6.0), weight: 0.5),
///         ]),
///         (topic: "wait", base: 0.1, like: Some("fire"), noise: 0.05),
///     ],
/// )
/// # "#).unwrap();
/// # assert!(profile.compile(&["expected_damage", "range"], &["fire", "wait"]).is_ok());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// What counts for which kind of action. A kind that is not listed always scores 0.
    pub topics: Vec<Topic>,
    /// What to do when several candidates share the best score.
    #[serde(default)]
    pub ties: Ties,
}

/// What counts for one kind of action.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Topic {
    /// The kind, by its name in [`Appraise::topics`].
    pub topic: String,
    /// The score before anything is considered.
    #[serde(default)]
    pub base: f32,
    /// Whether it is done in addition to other actions and not instead of them, as they stay open after it. Its score is
    /// then added to the best score of the others.
    #[serde(default)]
    pub besides: bool,
    /// For variety: a random number between 0 and this is added to each score. At least 0.
    #[serde(default)]
    pub noise: f32,
    /// A topic listed above whose considerations count here too, after the own ones; not its base.
    #[serde(default)]
    pub like: Option<String>,
    /// The considerations. The same input may occur more than once, with other curves.
    #[serde(default)]
    pub considerations: Vec<Consideration>,
}

/// One term of a score: `weight` times the `curve` at the `input`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Consideration {
    /// The input, by its name in [`Appraise::inputs`].
    pub input: String,
    /// How the input is judged; as it is, if left out.
    #[serde(default)]
    pub curve: Curve,
    /// Whether what the curve gives is cut to 0..=1.
    #[serde(default)]
    pub clamp: bool,
    /// The weight; below 0 for something to be avoided.
    pub weight: f32,
}

/// What to do when several candidates share the best score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ties {
    /// Take the first in the list.
    #[default]
    First,
    /// Take any of them, each equally likely.
    Chance,
}

/// A response curve. All are made of arithmetic that gives the same bits on every machine, which is why none has an
/// exponential in it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Curve {
    /// `slope * x + offset`.
    Linear {
        /// The rise for each unit.
        slope: f32,
        /// The value at 0.
        offset: f32,
    },
    /// `square * x * x + slope * x + offset`.
    Quadratic {
        /// The factor of the square.
        square: f32,
        /// The rise at 0.
        slope: f32,
        /// The value at 0.
        offset: f32,
    },
    /// 0 below `at`, 1 from there on.
    Step {
        /// The first input that counts.
        at: f32,
    },
    /// 0 up to `from`, 1 past `to`, and a smooth slope between them (Hermite's `3t² - 2t³`). Falls from 1 to 0 when
    /// `from` is above `to`.
    SmoothStep {
        /// Where it is 0; not equal to `to`.
        from: f32,
        /// Where it is 1.
        to: f32,
    },
    /// An S between 0 and 1 that nears both without end: `(1 + t / (1 + |t|)) / 2` with `t = steepness * (x - centre)`.
    Sigmoid {
        /// Where it is one half.
        centre: f32,
        /// How sharply it turns there; it falls when this is below 0.
        steepness: f32,
    },
    /// `half / (half + x)`: 1 at 0 (and below), one half at `half`, and down towards 0, as for things far away.
    Inverse {
        /// Where it is one half; above 0.
        half: f32,
    },
}

impl Default for Curve {
    /// The input as it is.
    fn default() -> Self {
        Curve::Linear { slope: 1.0, offset: 0.0 }
    }
}

impl Curve {
    /// The curve's value at `x`.
    pub fn at(self, x: f32) -> f32 {
        match self {
            Curve::Linear { slope, offset } => slope * x + offset,
            Curve::Quadratic { square, slope, offset } => (square * x + slope) * x + offset,
            Curve::Step { at } => f32::from(x >= at),
            Curve::SmoothStep { from, to } => {
                let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
                t * t * (3.0 - 2.0 * t)
            }
            Curve::Sigmoid { centre, steepness } => {
                let t = steepness * (x - centre);
                0.5 + 0.5 * t / (1.0 + t.abs())
            }
            Curve::Inverse { half } => half / (half + x.max(0.0)),
        }
    }

    /// What is wrong with the curve's numbers, if anything.
    fn fault(self) -> Option<&'static str> {
        let numbers = match self {
            Curve::Linear { slope, offset } => [slope, offset, 0.0],
            Curve::Quadratic { square, slope, offset } => [square, slope, offset],
            Curve::Step { at } => [at, 0.0, 0.0],
            Curve::SmoothStep { from, to } => [from, to, 0.0],
            Curve::Sigmoid { centre, steepness } => [centre, steepness, 0.0],
            Curve::Inverse { half } => [half, 0.0, 0.0],
        };
        match self {
            _ if !numbers.iter().all(|n| n.is_finite()) => Some(NOT_FINITE),
            Curve::SmoothStep { from, to } if from == to => Some("`from` and `to` must differ"),
            Curve::Inverse { half } if half <= 0.0 => Some("`half` must be above 0"),
            _ => None,
        }
    }
}

const NOT_FINITE: &str = "every number must be finite";

/// Something wrong in a [`Profile`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProfileError {
    /// Where it stands.
    pub place: Place,
    /// What is wrong.
    pub fault: Fault,
}

/// A place in a [`Profile`]; everything is counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// A topic.
    Topic(usize),
    /// A consideration: of which topic, and which.
    Consideration(usize, usize),
}

/// What is wrong at a place of a [`Profile`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A name that the game does not have.
    UnknownName {
        /// The kind of thing it should name.
        kind: NameKind,
        /// The name in the profile.
        name: String,
        /// The names that there are.
        known: &'static [&'static str],
    },
    /// A topic is like one that is not listed above it.
    NothingLikeIt {
        /// The name of the other.
        like: String,
    },
    /// Two entries for the same topic.
    TopicTwice {
        /// Its name.
        topic: String,
    },
    /// A number out of its range.
    BadNumber {
        /// The topic it stands under.
        topic: String,
        /// The input it stands with, if any.
        input: Option<String>,
        /// The field it stands in.
        field: &'static str,
        /// What the number should be.
        rule: &'static str,
    },
}

/// What a name in a profile stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameKind {
    /// A kind of action.
    Topic,
    /// A measure.
    Input,
}

impl NameKind {
    /// Its name, which is also the field of a profile that holds such a name.
    pub fn word(self) -> &'static str {
        match self {
            NameKind::Topic => "topic",
            NameKind::Input => "input",
        }
    }
}

impl Display for ProfileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fault.fmt(f)
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::UnknownName { kind, name, known } => {
                write!(f, "unknown {} `{name}`; there are: {}", kind.word(), known.join(", "))
            }
            Fault::NothingLikeIt { like } => write!(f, "no topic `{like}` is listed above"),
            Fault::TopicTwice { topic } => write!(f, "topic `{topic}` is listed twice"),
            Fault::BadNumber { topic, input, rule, .. } => {
                write!(f, "topic `{topic}`: ")?;
                if let Some(input) = input {
                    write!(f, "input `{input}`: ")?;
                }
                f.write_str(rule)
            }
        }
    }
}

impl std::error::Error for ProfileError {}

impl Profile {
    /// Writes out what topics take from others that they are like, so that each can be changed by itself.
    pub fn write_out(&mut self) {
        for number in 0..self.topics.len() {
            let (above, rest) = self.topics.split_at_mut(number);
            let Topic { like, considerations, .. } = &mut rest[0];
            if let Some(other) = above.iter().find(|other| like.as_ref() == Some(&other.topic)) {
                considerations.extend_from_slice(&other.considerations);
                *like = None;
            }
        }
    }

    /// Checks the profile against the names that a game has and puts indices in their place, for speed.
    ///
    /// # Errors
    /// All that is wrong, in the order of the profile.
    pub fn compile(
        &self,
        inputs: &'static [&'static str],
        topics: &'static [&'static str],
    ) -> Result<Compiled, Vec<ProfileError>> {
        let mut errors = Vec::new();
        let mut wrong = |place: Place, fault: Fault| errors.push(ProfileError { place, fault });
        let mut compiled =
            Compiled { rows: vec![Row::default(); topics.len()], weighings: Vec::new(), inputs, ties: self.ties };
        let mut spans = Vec::<(&str, Range<usize>)>::with_capacity(self.topics.len());
        for (number, Topic { topic, base, besides, noise, like, considerations }) in self.topics.iter().enumerate() {
            let from = compiled.weighings.len();
            for (place, Consideration { input, curve, clamp, weight }) in considerations.iter().enumerate() {
                let place = Place::Consideration(number, place);
                let (field, rule) =
                    if weight.is_finite() { ("curve", curve.fault()) } else { ("weight", Some(NOT_FINITE)) };
                if let Some(rule) = rule {
                    let (topic, input) = (topic.clone(), Some(input.clone()));
                    wrong(place, Fault::BadNumber { topic, input, field, rule });
                }
                match find(NameKind::Input, input, inputs) {
                    Ok(input) => {
                        compiled.weighings.push(Weighing { input, curve: *curve, clamp: *clamp, weight: *weight })
                    }
                    Err(unknown) => wrong(place, unknown),
                }
            }
            let place = Place::Topic(number);
            if let Some(like) = like {
                match spans.iter().find(|(listed, _)| listed == like) {
                    Some((_, other)) => compiled.weighings.extend_from_within(other.clone()),
                    None => wrong(place, Fault::NothingLikeIt { like: like.clone() }),
                }
            }
            spans.push((topic, from..compiled.weighings.len()));
            let mut bad = |field, rule| {
                wrong(place, Fault::BadNumber { topic: topic.clone(), input: None, field, rule });
            };
            if !base.is_finite() {
                bad("base", NOT_FINITE);
            }
            if !(noise.is_finite() && *noise >= 0.0) {
                bad("noise", "noise must be finite and at least 0");
            }
            if self.topics[..number].iter().any(|earlier| earlier.topic == *topic) {
                wrong(place, Fault::TopicTwice { topic: topic.clone() });
                continue;
            }
            match find(NameKind::Topic, topic, topics) {
                Ok(index) => {
                    compiled.rows[index] =
                        Row { base: *base, besides: *besides, noise: *noise, from, to: compiled.weighings.len() };
                }
                Err(unknown) => wrong(place, unknown),
            }
        }
        if errors.is_empty() { Ok(compiled) } else { Err(errors) }
    }
}

/// The index of a name.
fn find(kind: NameKind, name: &str, known: &'static [&'static str]) -> Result<usize, Fault> {
    let index = known.iter().position(|&other| other == name);
    index.ok_or_else(|| Fault::UnknownName { kind, name: name.to_owned(), known })
}

/// A [`Profile`] made ready for one game by [`Profile::compile`].
#[derive(Clone, Debug)]
pub struct Compiled {
    rows: Vec<Row>,
    weighings: Vec<Weighing>,
    inputs: &'static [&'static str],
    ties: Ties,
}

/// One topic: its base, whether it is done besides others, its noise, and where its considerations stand.
#[derive(Clone, Copy, Debug, Default)]
struct Row {
    base: f32,
    besides: bool,
    noise: f32,
    from: usize,
    to: usize,
}

/// A consideration whose input is an index.
#[derive(Clone, Copy, Debug)]
struct Weighing {
    input: usize,
    curve: Curve,
    clamp: bool,
    weight: f32,
}

impl Weighing {
    fn share(&self, inputs: &[f32]) -> f32 {
        let value = self.curve.at(inputs[self.input]);
        self.weight * if self.clamp { value.clamp(0.0, 1.0) } else { value }
    }
}

impl Compiled {
    /// The score of an action of this topic with these inputs, without noise; of what is done besides others, what it
    /// adds to theirs.
    ///
    /// # Panics
    /// When the topic, or the number of inputs, is not of the game that the profile was compiled for.
    pub fn score(&self, topic: usize, inputs: &[f32]) -> f32 {
        let Row { base, from, to, .. } = self.rows[topic];
        self.weighings[from..to].iter().fold(base, |score, weighing| score + weighing.share(inputs))
    }

    /// The terms of [`score`](Compiled::score): the base first, if there is one.
    fn terms(&self, topic: usize, inputs: &[f32]) -> impl Iterator<Item = Term> {
        let Row { base, from, to, .. } = self.rows[topic];
        let base = (base != 0.0).then_some(Term { name: "base", value: base, share: base });
        base.into_iter().chain(self.weighings[from..to].iter().map(move |weighing| Term {
            name: self.inputs[weighing.input],
            value: inputs[weighing.input],
            share: weighing.share(inputs),
        }))
    }
}

/// Plays the action with the highest score. Where the order of units changes nothing ([`Game::commutes`]) it settles
/// one unit after the other; otherwise it weighs all actions of all units against each other.
pub struct Utility<G: Appraise> {
    profile: Compiled,
    scratch: G::Scratch,
    actions: Vec<G::Action>,
    /// All inputs of the first action, then all of the second ...
    inputs: Vec<f32>,
    marks: Vec<Mark>,
    chosen: usize,
    scores: Vec<f32>,
    /// Of each topic how many actions there are, and how many of them have been met.
    kinds: Vec<[usize; 2]>,
    /// The topic of each action.
    topics: Vec<usize>,
}

impl<G: Appraise> Clone for Utility<G> {
    /// Copies the profile; the last decision and the buffers are not worth copying.
    fn clone(&self) -> Self {
        Utility::from(self.profile.clone())
    }
}

impl<G: Appraise> From<Compiled> for Utility<G> {
    /// # Panics
    /// At its first decision, when the profile was compiled with the names of another game.
    fn from(profile: Compiled) -> Self {
        Utility {
            profile,
            scratch: G::Scratch::default(),
            actions: Vec::new(),
            inputs: Vec::new(),
            marks: Vec::new(),
            chosen: 0,
            scores: Vec::new(),
            kinds: Vec::new(),
            topics: Vec::new(),
        }
    }
}

/// What was made of one action.
#[derive(Clone, Copy)]
struct Mark {
    topic: usize,
    /// Of what is done besides others, the best of their scores.
    rest: f32,
    noise: f32,
    score: f32,
}

impl<G: Appraise> Utility<G> {
    /// A policy that plays by `profile`.
    ///
    /// # Errors
    /// As [`Profile::compile`] with the names of this game.
    pub fn new(profile: &Profile) -> Result<Self, Vec<ProfileError>> {
        Ok(Utility::from(profile.compile(G::inputs(), G::topics())?))
    }

    /// Takes the weights of another utility of the game, each multiplied or divided by a factor of 1 to `1 + variety`.
    pub(crate) fn vary(&mut self, other: &Self, variety: f32, chance: u64) {
        let mut rng = stream(chance);
        self.profile.rows.clone_from(&other.profile.rows);
        self.profile.weighings.clone_from(&other.profile.weighings);
        for weighing in &mut self.profile.weighings {
            let factor = 1.0 + variety * rng.random::<f32>();
            weighing.weight *= if rng.random() { factor } else { 1.0 / factor };
        }
    }

    /// As [`choose`](Policy::choose), but weighs at most so many actions of each topic, at least 1: some that lie evenly in
    /// their list, by `chance`. Whoever plays thousands of games does not look at every hex.
    pub fn glance(&mut self, game: &G, most: usize, chance: u64) -> G::Action {
        let mut actions = std::mem::take(&mut self.actions);
        actions.clear();
        candidates(game, &mut self.scratch, &mut actions);
        if actions.len() > most {
            let Utility { kinds, topics, .. } = self;
            kinds.clear();
            kinds.resize(G::topics().len(), [0; 2]);
            topics.clear();
            topics.extend(actions.iter().map(|&action| game.topic(action)));
            topics.iter().for_each(|&topic| kinds[topic][0] += 1);
            let mut topics = topics.iter();
            actions.retain(|_| {
                let [all, met] = topics.next().map(|&topic| &mut kinds[topic]).expect("a topic for each");
                let place = *met * most + below(mix(chance, 0), *all);
                *met += 1;
                *all <= most || place % *all < most
            });
        }
        self.best_of(game, actions, chance)
    }

    /// The number of the action with the highest score, without noise; the first of equals.
    ///
    /// # Panics
    /// Without any actions.
    pub fn first_best(&mut self, game: &G, actions: &[G::Action]) -> usize {
        let mut scores = std::mem::take(&mut self.scores);
        scores.clear();
        self.score(game, actions, &mut scores);
        let best = (0..scores.len()).rev().max_by(|&a, &b| scores[a].total_cmp(&scores[b])).expect("an action");
        self.scores = scores;
        best
    }

    /// Appends the score of each of `actions` for the player to act, without noise.
    pub fn score(&mut self, game: &G, actions: &[G::Action], scores: &mut Vec<f32>) {
        self.mark(game, actions);
        scores.extend(self.marks.iter().map(|mark| mark.score));
    }

    /// Measures and marks each of `actions`, without noise.
    fn mark(&mut self, game: &G, actions: &[G::Action]) {
        let Utility { profile, scratch, inputs, marks, .. } = self;
        let width = profile.inputs.len();
        inputs.clear();
        inputs.resize(actions.len() * width, 0.0);
        marks.clear();
        game.survey(scratch);
        for (index, &action) in actions.iter().enumerate() {
            let inputs = &mut inputs[index * width..][..width];
            game.appraise(action, scratch, inputs);
            debug_assert!(inputs.iter().all(|x| x.is_finite()), "{action:?}: an input is not finite: {inputs:?}");
            let topic = game.topic(action);
            marks.push(Mark { topic, rest: 0.0, noise: 0.0, score: profile.score(topic, inputs) });
        }
        let besides = |mark: &Mark| profile.rows[mark.topic].besides;
        let others = marks.iter().filter(|mark| !besides(mark)).map(|mark| mark.score);
        if let Some(rest) = others.max_by(f32::total_cmp) {
            for mark in marks.iter_mut().filter(|mark| besides(mark)) {
                mark.rest = rest;
                mark.score += rest;
            }
        }
    }

    /// Marks the actions and takes the one with the highest score, noise included.
    fn best_of(&mut self, game: &G, actions: Vec<G::Action>, chance: u64) -> G::Action {
        assert!(!actions.is_empty(), "asked to choose where nothing is to be chosen");
        self.mark(game, &actions);
        self.actions = actions;
        let Utility { profile, marks, .. } = self;
        let mut rng = stream(chance);
        let (mut best, mut equals) = (0, 0);
        for index in 0..marks.len() {
            let noise = profile.rows[marks[index].topic].noise;
            if noise > 0.0 {
                marks[index].noise = noise * rng.random::<f32>();
                marks[index].score += marks[index].noise;
            }
            if marks[index].score > marks[best].score {
                (best, equals) = (index, 1);
            } else if marks[index].score == marks[best].score {
                // The n-th of equals takes the place with a chance of 1 in n, so that in the end all are as likely.
                equals += 1;
                if profile.ties == Ties::Chance && rng.random_range(0..equals) == 0 {
                    best = index;
                }
            }
        }
        self.chosen = best;
        self.actions[best]
    }
}

impl<G: Appraise> Policy<G> for Utility<G> {
    fn choose(&mut self, game: &G, chance: u64) -> G::Action {
        self.glance(game, usize::MAX, chance)
    }

    fn explain(&self) -> Vec<Scored<G::Action>> {
        let width = self.profile.inputs.len();
        let mut order = Vec::from_iter(0..self.marks.len());
        order.sort_by(|&a, &b| self.marks[b].score.total_cmp(&self.marks[a].score));
        // Among equals, chance may have taken a later one.
        order.sort_by_key(|&index| index != self.chosen);
        let scored = order.into_iter().map(|index| {
            let Mark { topic, rest, noise, score } = self.marks[index];
            let mut terms = Vec::from_iter(self.profile.terms(topic, &self.inputs[index * width..][..width]));
            if rest != 0.0 {
                terms.push(Term { name: "rest", value: rest, share: rest });
            }
            if noise > 0.0 {
                terms.push(Term { name: "noise", value: noise, share: noise });
            }
            Scored { action: self.actions[index], score, terms, line: Vec::new() }
        });
        scored.collect()
    }
}
