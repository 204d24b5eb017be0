//! Beliefs: who a player may be, judged by what he has done.

use crate::game::candidates;
use crate::seed::share;
use crate::utility::{Appraise, Utility};

/// Ways in which players may play, and how likely it is of each player that he plays so: at first most likely in the
/// usual way; every decision that is seen makes those likelier that would have made it too (Bayes). Who plays like none
/// of them is taken for the one that he is most like.
pub struct Beliefs<G: Appraise> {
    ways: Vec<Utility<G>>,
    /// By player and way; of each player they sum to 1, but for what [`LEAST`] adds. None of a player of whom nothing was seen.
    odds: Vec<Vec<f32>>,
    scratch: G::Scratch,
    actions: Vec<G::Action>,
    scores: Vec<f32>,
}

/// How likely it is at first that somebody plays in the usual way.
const USUAL: f32 = 0.75;
/// How likely at least any way makes any decision: nobody is so consistent that one act of his rules it out.
const SLIP: f32 = 0.02;
/// How likely at least any way is, so that who changes his mind is found out.
const LEAST: f32 = 0.002;

impl<G: Appraise> Beliefs<G> {
    /// Nothing is known yet.
    pub fn new(usual: Utility<G>, others: Vec<Utility<G>>) -> Self {
        let mut ways = vec![usual];
        ways.extend(others);
        let (odds, actions, scores) = (Vec::new(), Vec::new(), Vec::new());
        Beliefs { ways, odds, scratch: G::Scratch::default(), actions, scores }
    }

    /// Forgets what was seen: another game begins.
    pub fn forget(&mut self) {
        self.odds.clear();
    }

    /// Learns from what the player to act decides. The game holds what the one who watches may know. Returns how likely
    /// the player now is to play in each way, the usual one first; nothing if the decision tells nothing.
    pub fn see(&mut self, game: &G, action: G::Action) -> Option<&[f32]> {
        let player = game.to_act()?;
        let Beliefs { ways, odds, scratch, actions, scores } = self;
        actions.clear();
        candidates(game, scratch, actions);
        if !actions.contains(&action) {
            actions.clear();
            game.actions(scratch, actions);
        }
        let taken = actions.iter().position(|other| *other == action).filter(|_| actions.len() > 1)?;
        odds.resize_with(game.players().max(odds.len()), Vec::new);
        let odds = &mut odds[player];
        if odds.is_empty() {
            odds.resize(ways.len(), (1.0 - USUAL) / (ways.len() - 1).max(1) as f32);
            odds[0] = USUAL;
        }
        for (odd, way) in odds.iter_mut().zip(ways) {
            scores.clear();
            way.score(game, actions, scores);
            *odd *= SLIP + expected(scores, taken);
        }
        // First to a sum of 1, so that the least is a share of it.
        for _ in 0..2 {
            let all: f32 = odds.iter().sum();
            odds.iter_mut().for_each(|odd| *odd = (*odd / all).max(LEAST));
        }
        Some(odds)
    }

    /// A way in which a player may play: each as often as it is likely. Of whom nothing was seen, the usual one.
    pub(crate) fn way(&self, player: usize, chance: u64) -> &Utility<G> {
        let mut left = share(chance);
        let odds = self.odds.get(player).map_or(&[][..], Vec::as_slice);
        let way = odds.iter().position(|odd| {
            left -= odd;
            left < 0.0
        });
        &self.ways[way.unwrap_or(0)]
    }
}

/// How likely somebody takes an action who gives all of them these scores: by the square of its rank, as scores of
/// different profiles are not on one scale. Those of one score share their rank.
fn expected(scores: &mut [f32], taken: usize) -> f32 {
    let chosen = scores[taken];
    scores.sort_by(|a, b| b.total_cmp(a));
    let (mut all, mut his, mut rank) = (0.0, 0.0, 1);
    for (place, score) in scores.iter().enumerate() {
        if place > 0 && *score < scores[place - 1] {
            rank = place + 1;
        }
        let weight = 1.0 / (rank * rank) as f32;
        all += weight;
        if *score == chosen {
            his = weight;
        }
    }
    his / all
}
