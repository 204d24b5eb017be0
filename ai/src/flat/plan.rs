//! What is done in the decisions that follow a candidate, where something is better than what the guide would do.

use crate::game::{Game, candidates};
use crate::guide::{Guide, Values, below};

/// The next decisions of the turn, whoever's they are. At each of them some actions are tried, one at one decision in a
/// playout, against the same playout without it, and what proves better joins the plan. So each player of the turn gets
/// answers to the others' plans, at a cost that grows with the sum of their choices and not with the product (naive
/// sampling: Ontañón, "The combinatorial multi-armed bandit problem and its application to real-time strategy games",
/// 2013).
pub(super) struct Plan<G: Game> {
    /// How many decisions there are at most.
    longest: usize,
    /// How many actions are tried at each, at most.
    most: usize,
    steps: Vec<Step>,
    options: Vec<Choice<G::Action>>,
    scratch: G::Scratch,
    actions: Vec<G::Action>,
    weights: Vec<f32>,
}

/// A decision of the plan.
struct Step {
    mover: usize,
    actor: Option<usize>,
    /// Where its actions begin and end among all; the first of them is what the guide would do.
    first: usize,
    end: usize,
    /// The one that is planned.
    best: usize,
}

/// An action that may be planned.
struct Choice<A> {
    /// None for what the guide would do.
    action: Option<A>,
    promise: f32,
    trials: u32,
    /// What its player gets more by it than by what the guide would do, in shares of a win.
    gain: f32,
}

/// A playout that differs from the plan: another action at one decision.
#[derive(Clone, Copy)]
pub(super) struct Trial {
    step: usize,
    option: usize,
}

/// What a trial may tell wrongly, about as much as it does in wargames, in shares of a win.
const DOUBT: f32 = 0.05;

/// Trials after which what they told counts half.
const CLEAR: f32 = 4.0;

/// What an action has to be better by to be planned, in shares of a win.
const MARGIN: f32 = 0.005;

impl<G: Game> Default for Plan<G> {
    fn default() -> Self {
        Plan {
            longest: 0,
            most: 0,
            steps: Vec::new(),
            options: Vec::new(),
            scratch: G::Scratch::default(),
            actions: Vec::new(),
            weights: Vec::new(),
        }
    }
}

impl<G: Game> Plan<G> {
    /// Begins a plan of at most `longest` decisions, with `most` actions to be tried at each.
    pub(super) fn start(&mut self, longest: usize, most: usize) {
        self.longest = longest;
        self.most = most;
        self.steps.clear();
        self.options.clear();
    }

    /// What should be tried next at one of the decisions, by `chance`: what may be better by most.
    pub(super) fn trial(&self, chance: u64) -> Option<Trial> {
        if self.steps.is_empty() {
            return None;
        }
        let number = below(chance, self.steps.len());
        let step = &self.steps[number];
        let hope = |option: &usize| {
            let option = &self.options[*option];
            option.gain + DOUBT / (1.0 + option.trials as f32).sqrt()
        };
        let others = (step.first..step.end).filter(|&option| option != step.best);
        let option = others.max_by(|a, b| hope(a).total_cmp(&hope(b)))?;
        Some(Trial { step: number, option })
    }

    /// Learns what came of a trial, and of the plan under the same luck.
    pub(super) fn learn(&mut self, Trial { step, option }: Trial, tried: &Values, planned: &Values) {
        let Step { mover, first, best, .. } = self.steps[step];
        let gain = tried[mover] - planned[mover];
        // What the guide would do tells of the action that is planned instead of it.
        let (of, gain) = if option == first { (best, -gain) } else { (option, gain + self.options[best].gain) };
        let tried = &mut self.options[of];
        tried.trials += 1;
        tried.gain += (gain - tried.gain) / tried.trials as f32;
    }

    /// Plans what has proved best so far.
    pub(super) fn settle(&mut self) {
        let worth = |&option: &usize| {
            let Choice { gain, trials, .. } = self.options[option];
            gain * trials as f32 / (trials as f32 + CLEAR)
        };
        for step in &mut self.steps {
            let best = (step.first..step.end).max_by(|a, b| worth(a).total_cmp(&worth(b)));
            step.best = best.filter(|best| worth(best) > MARGIN).unwrap_or(step.first);
        }
    }

    /// What is planned for a decision, or tried: none where that is what the guide would do, or cannot be done.
    fn action(
        &mut self,
        number: usize,
        game: &G,
        guide: &mut impl Guide<G>,
        trial: Option<Trial>,
    ) -> Option<G::Action> {
        let mover = game.to_act()?;
        let actor = game.actors().first();
        if number == self.steps.len() {
            self.extend(mover, actor, game, guide);
        }
        let step = &self.steps[number];
        if (step.mover, step.actor) != (mover, actor) {
            return None;
        }
        let option = trial.filter(|trial| trial.step == number).map_or(step.best, |trial| trial.option);
        let action = self.options[option].action?;
        self.actions.clear();
        candidates(game, &mut self.scratch, &mut self.actions);
        self.actions.contains(&action).then_some(action)
    }

    /// Adds a decision with its most promising actions.
    fn extend(&mut self, mover: usize, actor: Option<usize>, game: &G, guide: &mut impl Guide<G>) {
        let Plan { steps, options, scratch, actions, weights, .. } = self;
        actions.clear();
        candidates(game, scratch, actions);
        weights.clear();
        guide.weigh(game, actions, weights);
        let weighed = !weights.is_empty();
        weights.resize(actions.len(), 1.0);
        let first = options.len();
        options.push(Choice { action: None, promise: f32::INFINITY, trials: 0, gain: 0.0 });
        let choices = actions.iter().zip(weights);
        options.extend(choices.map(|(&a, &mut promise)| Choice { action: Some(a), promise, trials: 0, gain: 0.0 }));
        options[first..].sort_by(|a, b| b.promise.total_cmp(&a.promise));
        // The most promising is what a guide would do who weighs them.
        if weighed {
            options.remove(first + 1);
        }
        options.truncate((first + 1).saturating_add(self.most));
        steps.push(Step { mover, actor, first, end: options.len(), best: first });
    }
}

/// A guide who keeps to a plan in the turn in which he sets out.
pub(super) struct Planner<'a, G: Game, H> {
    pub(super) guide: &'a mut H,
    pub(super) plan: &'a mut Plan<G>,
    pub(super) trial: Option<Trial>,
    /// The turn that is planned.
    pub(super) turn: u32,
    /// Decisions so far.
    pub(super) number: usize,
}

impl<G: Game, H: Guide<G>> Guide<G> for Planner<'_, G, H> {
    fn playout(&mut self, game: &G, chance: u64) -> G::Action {
        let number = self.number;
        self.number += 1;
        let plans = number < self.plan.longest && number <= self.plan.steps.len() && game.turn() == self.turn;
        let action = if plans { self.plan.action(number, game, self.guide, self.trial) } else { None };
        action.unwrap_or_else(|| self.guide.playout(game, chance))
    }

    fn evaluate(&mut self, game: &G, values: &mut [f32]) {
        self.guide.evaluate(game, values);
    }
}
