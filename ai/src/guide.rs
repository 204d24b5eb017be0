//! What a search knows of a game beyond its rules, and playouts.

use std::sync::{Arc, Mutex, PoisonError};

use crate::beliefs::Beliefs;
use crate::budget::Clock;
use crate::game::{Game, play_under};
use crate::seed::{mix, share};
use crate::utility::{Appraise, Utility};

/// One value for each of up to eight players, from 0 (everything lost) to 1.
pub type Values = [f32; 8];

/// Knowledge of a game that a search relies on: how playouts go on where its tree ends, what a game that is cut short is
/// worth, and which actions look promising. Searches on several threads clone it.
pub trait Guide<G: Game> {
    /// Called when a playout for `viewer` begins. What stays the same throughout it may be drawn from `chance`.
    fn begin(&mut self, game: &G, viewer: usize, chance: u64) {
        let _ = (game, viewer, chance);
    }

    /// An action for a playout. It is called thousands of times a second. It should depend on `chance` in part, as
    /// playouts that are all alike tell little.
    fn playout(&mut self, game: &G, chance: u64) -> G::Action;

    /// The value of a game that was cut short, for each player: the probability to win. By default the same for each
    /// team.
    fn evaluate(&mut self, game: &G, values: &mut [f32]) {
        let first_of_team = |&player: &usize| (0..player).all(|mate| game.team(mate) != game.team(player));
        values.fill(1.0 / (0..game.players()).filter(first_of_team).count() as f32);
    }

    /// Appends for each of `actions` how likely it is to be the best, from 0, on any scale. Appends nothing where all are equally likely.
    fn weigh(&mut self, game: &G, actions: &[G::Action], weights: &mut Vec<f32>) {
        let _ = (game, actions, weights);
    }
}

/// Knows the rules only: playouts at random, by unit first where there are units.
pub struct Plain<G: Game> {
    scratch: G::Scratch,
    actions: Vec<G::Action>,
}

impl<G: Game> Default for Plain<G> {
    fn default() -> Self {
        Plain { scratch: G::Scratch::default(), actions: Vec::new() }
    }
}

impl<G: Game> Clone for Plain<G> {
    /// Buffers are not worth copying.
    fn clone(&self) -> Self {
        Plain::default()
    }
}

impl<G: Game> Guide<G> for Plain<G> {
    fn playout(&mut self, game: &G, chance: u64) -> G::Action {
        let Plain { scratch, actions } = self;
        actions.clear();
        game.actions_of(None, scratch, actions);
        let units = game.actors();
        if !units.is_empty() {
            let pick = below(mix(chance, 0), units.len() + usize::from(!actions.is_empty()));
            if let Some(unit) = units.iter().nth(pick) {
                actions.clear();
                game.actions_of(Some(unit), scratch, actions);
            }
        }
        actions[below(chance, actions.len())]
    }
}

/// A number below `end`, evenly from a random one but for a few parts in a billion.
pub(crate) fn below(random: u64, end: usize) -> usize {
    (((random >> 32) * end as u64) >> 32) as usize
}

/// Knows what a [`Utility`] says: playouts play by it, or at random in a share of their decisions, and its scores are
/// priors. What a position is worth, the caller says: a function, or a closure that keeps buffers of its own.
pub struct Advised<G: Appraise, V> {
    utility: Utility<G>,
    plain: Plain<G>,
    rashness: f32,
    temperature: f32,
    variety: f32,
    glance: usize,
    /// How the enemies of playouts play, where they do not play by the utility.
    foes: Option<Arc<Mutex<Beliefs<G>>>>,
    /// The utility of each player of a playout, where they differ.
    players: Vec<Utility<G>>,
    value: V,
    scores: Vec<f32>,
}

impl<G: Appraise, V: FnMut(&G, &mut [f32])> Advised<G, V> {
    /// Playouts decide by `utility` but for a share of `rashness`, 0 to 1, at random. In the priors the best score
    /// has 1, one that is worse by `temperature`, above 0, half of that. `value` is [`evaluate`](Guide::evaluate).
    pub fn new(utility: Utility<G>, rashness: f32, temperature: f32, value: V) -> Self {
        let (plain, players, scores) = (Plain::default(), Vec::new(), Vec::new());
        let (variety, glance, foes) = (0.0, usize::MAX, None);
        Advised { utility, plain, rashness, temperature, variety, glance, foes, players, value, scores }
    }

    /// Lets the players of playouts differ, from playout to playout and from each other: each weight of `utility` is
    /// multiplied or divided, as likely the one as the other, by a factor evenly between 1 and `1 + variety`. No
    /// opponent plays exactly as the utility does, and an action that is good against many variants is safer.
    #[must_use]
    pub fn varied(self, variety: f32) -> Self {
        Advised { variety, ..self }
    }

    /// Lets playouts weigh at most so many actions of each topic ([`Utility::glance`]).
    #[must_use]
    pub fn glancing(self, glance: usize) -> Self {
        Advised { glance, ..self }
    }

    /// Lets the enemies of playouts play as they are believed to, in place of the utility: in each playout in one of the
    /// ways, as often as it is likely.
    #[must_use]
    pub fn against(self, foes: Arc<Mutex<Beliefs<G>>>) -> Self {
        Advised { foes: Some(foes), ..self }
    }
}

impl<G: Appraise, V: Clone> Clone for Advised<G, V> {
    /// Buffers are not worth copying.
    fn clone(&self) -> Self {
        let (utility, foes, value) = (self.utility.clone(), self.foes.clone(), self.value.clone());
        let (plain, players, scores) = (Plain::default(), Vec::new(), Vec::new());
        Advised { utility, foes, value, plain, players, scores, ..*self }
    }
}

impl<G: Appraise, V: FnMut(&G, &mut [f32])> Guide<G> for Advised<G, V> {
    fn begin(&mut self, game: &G, viewer: usize, chance: u64) {
        if self.variety == 0.0 && self.foes.is_none() {
            return;
        }
        let foes = self.foes.as_ref().map(|foes| foes.lock().unwrap_or_else(PoisonError::into_inner));
        self.players.resize_with(game.players(), || self.utility.clone());
        for (player, utility) in self.players.iter_mut().enumerate() {
            let chance = mix(chance, player as u64);
            let way = match &foes {
                Some(foes) if game.team(player) != game.team(viewer) => foes.way(player, mix(chance, u64::MAX)),
                _ => &self.utility,
            };
            utility.vary(way, self.variety, chance);
        }
    }

    fn playout(&mut self, game: &G, chance: u64) -> G::Action {
        if share(mix(chance, 1)) < self.rashness {
            return self.plain.playout(game, chance);
        }
        let player = game.to_act().and_then(|player| self.players.get_mut(player));
        player.unwrap_or(&mut self.utility).glance(game, self.glance, chance)
    }

    fn evaluate(&mut self, game: &G, values: &mut [f32]) {
        (self.value)(game, values);
    }

    fn weigh(&mut self, game: &G, actions: &[G::Action], weights: &mut Vec<f32>) {
        self.scores.clear();
        self.utility.score(game, actions, &mut self.scores);
        let best = self.scores.iter().copied().fold(f32::MIN, f32::max);
        // A bell without exponentials, which are not the same on all machines.
        weights.extend(self.scores.iter().map(|score| {
            let worse = (best - score) / self.temperature;
            1.0 / (1.0 + worse * worse)
        }));
    }
}

/// Where a playout is cut short to be evaluated, counted from where it starts; at the end of the game by default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Horizon {
    /// After this many decisions.
    pub decisions: u32,
    /// When this many new turns have begun ([`Game::turn`]).
    pub turns: u32,
    /// How much later looks count, 0 to 1 (the lambda of Sutton, "Learning to predict by the methods of temporal
    /// differences", 1988): games are evaluated at the end of each turn on the way too, which takes `1 - lambda` of the
    /// weight that is left; the last look has the rest. Early looks are less noisy, late ones less biased. At 1, the
    /// default, the last one alone counts.
    pub lambda: f32,
}

impl Default for Horizon {
    fn default() -> Self {
        Horizon { decisions: u32::MAX, turns: u32::MAX, lambda: 1.0 }
    }
}

impl Horizon {
    /// No playouts: games are evaluated where they stand.
    pub const AT_ONCE: Horizon = Horizon { decisions: 0, turns: 0, lambda: 1.0 };

    /// After this many turns.
    pub fn turns(turns: u32) -> Self {
        Horizon { turns, ..Horizon::default() }
    }

    /// Plays `game` on for `viewer` to the horizon, or to its end, and returns each player's result. Chance comes from
    /// `luck`, and is the same for the same numbers of decisions, or on the same occasions ([`Game::occasion`]). When the
    /// clock runs out on the way the game is evaluated where it then stands.
    pub(crate) fn play_out<G: Game, H: Guide<G>>(
        self,
        game: &mut G,
        guide: &mut H,
        viewer: usize,
        luck: u64,
        clock: Clock<'_>,
    ) -> Values {
        let seed = mix(luck, 0);
        guide.begin(game, viewer, mix(seed, u64::MAX));
        let Horizon { decisions, mut turns, lambda } = self;
        let mut turn = game.turn();
        let (mut values, mut looks) = (Values::default(), Values::default());
        let players = game.players();
        let mut left = 1.0;
        let mut count = |looks: &Values, share: f32| {
            values[..players].iter_mut().zip(looks).for_each(|(value, look)| *value += share * look);
        };
        for decision in 0.. {
            if game.to_act().is_none() {
                (0..players).for_each(|player| looks[player] = game.payoff(player));
                break;
            }
            let ended = game.turn() != turn;
            if ended {
                turn = game.turn();
                turns -= 1;
            }
            if decision == decisions || turns == 0 || clock.over() {
                guide.evaluate(game, &mut looks[..players]);
                break;
            }
            if ended && lambda < 1.0 {
                guide.evaluate(game, &mut looks[..players]);
                count(&looks, left * (1.0 - lambda));
                left *= lambda;
            }
            let action = guide.playout(game, mix(seed, 2 * u64::from(decision)));
            play_under(game, action, luck, mix(seed, 2 * u64::from(decision) + 1));
        }
        count(&looks, left);
        values
    }
}
