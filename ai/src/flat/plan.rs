//! What is done in the decisions that follow a candidate, where something is better than what the guide would do.

use super::Field;
use crate::game::Game;
use crate::guide::{Guide, Values, below};

/// The next decisions of the turn, whoever's they are. At each of them some actions are tried, one at one decision in a
/// playout, against the same playout without it, and what proves better joins the plan. So each player of the turn gets
/// answers to the others' plans, at a cost that grows with the sum of their choices and not with the product (naive
/// sampling: Ontañón, "The combinatorial multi-armed bandit problem and its application to real-time strategy games",
/// 2013).
pub(super) struct Plan<A> {
    /// How many decisions there are at most.
    longest: usize,
    /// How many actions are tried at each, at most.
    most: usize,
    steps: Vec<Step>,
    options: Vec<Choice<A>>,
}

/// A decision of the plan.
struct Step {
    mover: usize,
    actor: Option<usize>,
    /// Where its actions begin and end among all; the first of them is what the guide would do.
    first: usize,
    end: usize,
    /// The planned action.
    best: usize,
}

/// An action that may be planned.
struct Choice<A> {
    /// None for what the guide would do.
    action: Option<A>,
    trials: u32,
    /// How much more its player gets by it than by the guide's action, in shares of a win.
    gain: f32,
}

/// A playout that differs from the plan: another action at one decision.
#[derive(Clone, Copy)]
pub(super) struct Trial {
    step: usize,
    option: usize,
}

/// How far the result of one trial may be off, in shares of a win; about right for wargames.
const DOUBT: f32 = 0.05;

/// After this many trials, their result counts half.
const CLEAR: f32 = 4.0;

/// By how much an action has to be better to be planned, in shares of a win.
const MARGIN: f32 = 0.005;

impl<A> Default for Plan<A> {
    fn default() -> Self {
        Plan { longest: 0, most: 0, steps: Vec::new(), options: Vec::new() }
    }
}

impl<A: Copy + Eq> Plan<A> {
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

    /// Takes in the result of a trial, and that of the plan with the same dice.
    pub(super) fn learn(&mut self, Trial { step, option }: Trial, tried: &Values, planned: &Values) {
        let Step { mover, first, best, .. } = self.steps[step];
        let gain = tried[mover] - planned[mover];
        // Trying the guide's action tells something about the planned action that it replaces.
        let (of, gain) = if option == first { (best, -gain) } else { (option, gain + self.options[best].gain) };
        let tried = &mut self.options[of];
        tried.trials += 1;
        tried.gain += (gain - tried.gain) / tried.trials as f32;
    }

    /// Puts the best actions so far into the plan.
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

    /// Adds a decision with its most promising actions.
    fn extend(&mut self, mover: usize, actor: Option<usize>, ranked: &[(A, f32)]) {
        // The most promising is what a guide would do who weighs them.
        let known = usize::from(ranked[0].1 > 0.0);
        let choice = |action| Choice { action, trials: 0, gain: 0.0 };
        let first = self.options.len();
        self.options.push(choice(None));
        self.options.extend(ranked[known..].iter().take(self.most).map(|&(action, _)| choice(Some(action))));
        self.steps.push(Step { mover, actor, first, end: self.options.len(), best: first });
    }
}

/// A guide that follows a plan during the turn in which the playout begins.
pub(super) struct Planner<'a, G: Game, H> {
    pub(super) guide: &'a mut H,
    pub(super) plan: &'a mut Plan<G::Action>,
    pub(super) field: &'a mut Field<G>,
    pub(super) trial: Option<Trial>,
    /// The turn that is planned.
    pub(super) turn: u32,
    /// Decisions so far.
    pub(super) number: usize,
}

impl<G: Game, H: Guide<G>> Planner<'_, G, H> {
    /// The planned or tried action for a decision; none where that is the guide's action, or cannot be played.
    fn planned(&mut self, number: usize, game: &G) -> Option<G::Action> {
        let Planner { guide, plan, field, trial, .. } = self;
        let mover = game.to_act()?;
        let actor = game.actors().first();
        if number == plan.steps.len() {
            plan.extend(mover, actor, field.rank(game, *guide));
        }
        let step = &plan.steps[number];
        if (step.mover, step.actor) != (mover, actor) {
            return None;
        }
        let option = trial.filter(|trial| trial.step == number).map_or(step.best, |trial| trial.option);
        plan.options[option].action.filter(|action| field.list(game).contains(action))
    }
}

impl<G: Game, H: Guide<G>> Guide<G> for Planner<'_, G, H> {
    fn begin(&mut self, game: &G, viewer: usize, chance: u64) {
        self.guide.begin(game, viewer, chance);
    }

    fn playout(&mut self, game: &G, chance: u64) -> G::Action {
        let number = self.number;
        self.number += 1;
        let plans = number < self.plan.longest && number <= self.plan.steps.len() && game.turn() == self.turn;
        let action = if plans { self.planned(number, game) } else { None };
        action.unwrap_or_else(|| self.guide.playout(game, chance))
    }

    fn evaluate(&mut self, game: &G, values: &mut [f32]) {
        self.guide.evaluate(game, values);
    }
}
