//! Online evolution of whole turns (Justesen, Mahlmann & Togelius, "Online evolution for multi-action adversarial
//! games", 2016): plans for the rest of the turn compete, and the best are crossed and changed.

use crate::budget::{Budget, Clock};
use crate::flat::Tally;
use crate::game::{Game, candidates, play_under};
use crate::guide::{Guide, Horizon, below};
use crate::policy::{Policy, Scored};
use crate::seed::{mix, share};

/// How an [`Evolution`] searches.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many playouts, at each decision.
    pub budget: Budget,
    /// How far they go after the turn, for the others to answer.
    pub horizon: Horizon,
    /// How many plans there are, at least 4; fewer where the budget does not suffice to make and compare all of them once.
    /// Half of them are replaced in every generation.
    pub plans: usize,
    /// The longest plan, in decisions of the player's own.
    pub longest: usize,
    /// Playouts of each plan in each generation. All plans get the same dice.
    pub samples: u32,
    /// How many of the decisions of a new plan are changed at random, 0 to 1.
    pub mutation: f32,
}

impl Settings {
    /// Settings that suit most games.
    pub fn new(budget: Budget, horizon: Horizon) -> Self {
        Settings { budget, horizon, plans: 16, longest: 64, samples: 2, mutation: 0.1 }
    }
}

/// Online evolution: plays the first action of the best plan for the rest of the turn, and keeps what is left of that
/// plan for the next decision of the turn. Actions of a plan that cannot be played as things went are replaced by
/// [`Guide::playout`], which also makes the first plans and answers for the others.
pub struct Evolution<G: Game, H> {
    settings: Settings,
    guide: H,
    scratch: G::Scratch,
    actions: Vec<G::Action>,
    game: Option<G>,
    plans: Vec<Plan<G::Action>>,
    /// The rest of the best plan of the last decision. If the game went another way, the part that can still be played
    /// competes like any other plan.
    rest: Vec<G::Action>,
}

/// Actions for the rest of a turn, one for each decision.
struct Plan<A> {
    actions: Vec<A>,
    visits: u32,
    mean: f32,
}

impl<A> Plan<A> {
    fn new(actions: Vec<A>) -> Self {
        Plan { actions, visits: 0, mean: 0.0 }
    }

    fn learn(&mut self, value: f32) {
        self.visits += 1;
        self.mean += (value - self.mean) / self.visits as f32;
    }

    /// The plan's estimated worth. A plan with few samples is rated lower, as the luckiest of many new plans looks better
    /// than it is.
    fn worth(&self, samples: u32) -> f32 {
        let doubt = samples as f32;
        (self.mean * self.visits as f32 + 0.5 * doubt) / (self.visits as f32 + doubt)
    }
}

impl<G: Game, H: Guide<G>> Evolution<G, H> {
    /// A search guided by `guide`.
    pub fn new(settings: Settings, guide: H) -> Self {
        Evolution {
            settings,
            guide,
            scratch: G::Scratch::default(),
            actions: Vec::new(),
            game: None,
            plans: Vec::new(),
            rest: Vec::new(),
        }
    }

    /// Plays a plan from `from` to the end of the turn, and on to the horizon. Returns the player's result. With `change`,
    /// that share of the decisions is changed at random, and the plan becomes what was played in fact.
    fn play(&mut self, from: &G, number: usize, luck: u64, change: Option<(f32, u64)>, clock: Clock<'_>) -> f32 {
        let viewer = from.to_act().expect("a decision is open");
        let mut game = self.game.take().unwrap_or_else(|| from.clone());
        game.clone_from(from);
        game.determinise(viewer, mix(luck, 0));
        let (rolls, others) = (mix(luck, 1), mix(luck, 2));
        let turn = game.turn();
        let mut own = 0;
        for decision in 0.. {
            let Some(player) = game.to_act().filter(|_| game.turn() == turn && own < self.settings.longest.max(1))
            else {
                break;
            };
            let action = if player == viewer {
                own += 1;
                self.planned(&game, number, own - 1, change)
            } else {
                self.guide.playout(&game, mix(others, decision))
            };
            play_under(&mut game, action, luck, mix(rolls, decision));
        }
        if change.is_some() {
            self.plans[number].actions.truncate(own);
        }
        let value = self.settings.horizon.play_out(&mut game, &mut self.guide, viewer, luck, clock)[viewer];
        self.game = Some(game);
        value
    }

    /// The action of a plan for its next decision, or another one in its place.
    fn planned(&mut self, game: &G, number: usize, decision: usize, change: Option<(f32, u64)>) -> G::Action {
        let Evolution { guide, scratch, actions, plans, .. } = self;
        actions.clear();
        candidates(game, scratch, actions);
        let plan = &mut plans[number].actions;
        let (rate, chance) = change.map_or((0.0, 0), |(rate, chance)| (rate, mix(chance, decision as u64)));
        let action = if share(mix(chance, 0)) < rate {
            actions[below(mix(chance, 1), actions.len())]
        } else {
            match plan.get(decision) {
                Some(action) if actions.contains(action) => *action,
                _ => guide.playout(game, mix(chance, 2)),
            }
        };
        if change.is_some() {
            match plan.get_mut(decision) {
                Some(planned) => *planned = action,
                None => plan.push(action),
            }
        }
        action
    }

    /// The first plans: the rest of the last one, and what the guide would do. One at least, whatever the time.
    fn found(&mut self, from: &G, chance: u64, plans: u32, clock: Clock<'_>) {
        self.plans.clear();
        for number in 0..plans as usize {
            if number > 0 && clock.over() {
                break;
            }
            let actions = if number == 0 { std::mem::take(&mut self.rest) } else { Vec::new() };
            self.plans.push(Plan::new(actions));
            self.play(from, number, mix(chance, number as u64), Some((0.0, mix(chance, number as u64))), clock);
        }
    }

    /// Replaces the worse half by crosses of the better half, changed here and there.
    fn breed(&mut self, from: &G, chance: u64, clock: Clock<'_>) {
        let half = self.plans.len().div_ceil(2);
        for number in half..self.plans.len() {
            if clock.over() {
                break;
            }
            let chance = mix(chance, number as u64);
            let parents = [1, 2].map(|n| &self.plans[below(mix(chance, n), half)].actions);
            let longest = parents[0].len().max(parents[1].len());
            let cross = (0..longest).map(|gene| {
                let [one, other] =
                    if mix(mix(chance, 3), gene as u64) & 1 == 0 { parents } else { [parents[1], parents[0]] };
                *one.get(gene).or(other.get(gene)).expect("the longer of both has it")
            });
            self.plans[number] = Plan::new(cross.collect());
            self.play(from, number, mix(chance, 4), Some((self.settings.mutation, mix(chance, 5))), clock);
        }
    }

    /// Plays all plans with the same dice and sorts them by estimated worth.
    fn compare(&mut self, from: &G, chance: u64, clock: Clock<'_>) {
        let samples = self.settings.samples.max(1);
        for sample in 0..samples {
            for number in 0..self.plans.len() {
                if clock.over() {
                    break;
                }
                let value = self.play(from, number, mix(chance, u64::from(sample)), None, clock);
                self.plans[number].learn(value);
            }
        }
        self.plans.sort_by(|a, b| b.worth(samples).total_cmp(&a.worth(samples)));
    }
}

impl<G: Game, H: Guide<G>> Policy<G> for Evolution<G, H> {
    fn choose(&mut self, game: &G, chance: u64) -> G::Action {
        let budget = self.settings.budget.clone();
        let clock = budget.start();
        let samples = self.settings.samples.max(1);
        // Making a plan plays it once.
        let plans = (self.settings.plans.max(4) as u32).min(budget.iterations / (1 + samples)).max(1);
        self.found(game, mix(chance, 0), plans, clock);
        let mut left = budget.iterations.saturating_sub(plans);
        if left >= plans * samples {
            self.compare(game, mix(chance, 1), clock);
            left -= plans * samples;
        }
        let generation = plans / 2 + plans * samples;
        let mut number = 1;
        while left >= generation && !clock.over() {
            self.breed(game, mix(chance, 2 * number), clock);
            self.compare(game, mix(chance, 2 * number + 1), clock);
            left -= generation;
            number += 1;
        }
        self.rest = self.plans[0].actions[1..].to_vec();
        self.plans[0].actions[0]
    }

    fn forget(&mut self) {
        self.rest.clear();
    }

    fn explain(&self) -> Vec<Scored<G::Action>> {
        let mut scored: Vec<Scored<G::Action>> = Vec::new();
        for Plan { actions, visits, mean } in &self.plans {
            let [action, line @ ..] = &actions[..] else { continue };
            if scored.iter().all(|known| known.action != *action) {
                scored.push(Tally { action: *action, visits: *visits, mean: *mean }.scored(line.to_vec()));
            }
        }
        scored
    }
}
