//! Flat Monte Carlo: candidates are compared by playouts, without a tree.

use crate::budget::Budget;
use crate::game::{Game, candidates};
use crate::guide::{Guide, Horizon};
use crate::policy::{Policy, Scored, Term};
use crate::seed::mix;

/// Plays the action after which playouts went best. The budget is spent in rounds, each on the better half of the
/// candidates of the round before (sequential halving: Karnin, Koren & Somekh, "Almost optimal exploration in
/// multi-armed bandits", 2013). Candidates share their luck: the same hidden cards, the same rolls.
pub struct Flat<G: Game, H> {
    budget: Budget,
    horizon: Horizon,
    guide: H,
    scratch: G::Scratch,
    actions: Vec<G::Action>,
    /// The candidates, the best first.
    tallies: Vec<Tally<G::Action>>,
    game: Option<G>,
}

/// What playouts said of an action.
#[derive(Clone, Copy)]
pub(crate) struct Tally<A> {
    pub(crate) action: A,
    pub(crate) visits: u32,
    pub(crate) mean: f32,
}

impl<A: Copy> Tally<A> {
    pub(crate) fn of(action: A) -> Self {
        Tally { action, visits: 0, mean: 0.0 }
    }

    pub(crate) fn learn(&mut self, value: f32) {
        self.visits += 1;
        self.mean += (value - self.mean) / self.visits as f32;
    }

    /// As a policy tells it.
    pub(crate) fn scored(self, line: Vec<A>) -> Scored<A> {
        let terms = vec![
            Term { name: "value", value: self.mean, share: self.mean },
            Term { name: "visits", value: self.visits as f32, share: 0.0 },
        ];
        Scored { action: self.action, score: self.mean, terms, line }
    }
}

impl<G: Game, H: Guide<G>> Flat<G, H> {
    /// A search whose playouts `guide` leads to the horizon.
    pub fn new(budget: Budget, horizon: Horizon, guide: H) -> Self {
        Flat {
            budget,
            horizon,
            guide,
            scratch: G::Scratch::default(),
            actions: Vec::new(),
            tallies: Vec::new(),
            game: None,
        }
    }

    /// Gives each of the best `alive` candidates a playout with the same luck.
    fn sample(&mut self, from: &G, viewer: usize, alive: usize, luck: u64) {
        let game = self.game.get_or_insert_with(|| from.clone());
        for tally in &mut self.tallies[..alive] {
            game.clone_from(from);
            game.determinise(viewer, mix(luck, 0));
            game.play(tally.action, mix(luck, 1));
            let values = self.horizon.play_out(game, &mut self.guide, mix(luck, 2));
            tally.learn(values[viewer]);
        }
    }
}

impl<G: Game, H: Guide<G>> Policy<G> for Flat<G, H> {
    fn choose(&mut self, game: &G, chance: u64) -> G::Action {
        let viewer = game.to_act().expect("asked to choose where nothing is to be chosen");
        self.actions.clear();
        candidates(game, &mut self.scratch, &mut self.actions);
        self.tallies.clear();
        self.tallies.extend(self.actions.iter().copied().map(Tally::of));

        let budget = self.budget.clone();
        let clock = budget.start();
        let mut alive = self.tallies.len();
        let rounds = alive.next_power_of_two().ilog2();
        let mut samples = 0;
        for round in 0..rounds {
            let each = (budget.iterations / (rounds * alive as u32)).max(1);
            for _ in 0..each {
                if (samples > 0 || round > 0) && clock.over() {
                    break;
                }
                self.sample(game, viewer, alive, mix(chance, samples));
                samples += 1;
            }
            self.tallies[..alive].sort_by(|a, b| b.mean.total_cmp(&a.mean));
            alive = alive.div_ceil(2);
        }
        self.tallies[0].action
    }

    fn explain(&self) -> Vec<Scored<G::Action>> {
        self.tallies.iter().map(|tally| tally.scored(Vec::new())).collect()
    }
}
