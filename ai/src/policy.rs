//! How a player decides.

use crate::game::Game;
use crate::seed::stream;
use rand::RngExt;

/// Decides for one player. It may keep from one decision to the next what it worked out, but nothing else comes in:
/// the same row of games and chances gives the same actions. It may think in another thread than the one that asks.
pub trait Policy<G: Game>: Send {
    /// An answer to the open decision of `game`, which is what the side to act may know: the hidden rest is one
    /// possibility out of many. `chance` seeds all that the policy leaves to chance.
    ///
    /// # Panics
    /// When the game is over.
    fn choose(&mut self, game: &G, chance: u64) -> G::Action;

    /// Why the last decision went as it did: what was considered, the choice first and then the
    /// best. Empty for a policy without reasons.
    fn explain(&self) -> Vec<Scored<G::Action>> {
        Vec::new()
    }
}

/// An action that a policy considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored<A> {
    /// The action.
    pub action: A,
    /// What the policy made of it; only comparable with other scores of the same decision.
    pub score: f32,
    /// What the score was made of. The shares add up to it, in this order.
    pub terms: Vec<Term>,
}

/// One term of a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// What was looked at.
    pub name: &'static str,
    /// What was found there.
    pub value: f32,
    /// What that added to the score.
    pub share: f32,
}

/// Plays at random.
pub struct Random<G: Game> {
    by_actor: bool,
    scratch: G::Scratch,
    actions: Vec<G::Action>,
}

impl<G: Game> Random<G> {
    /// Picks a unit and then one of its actions, both evenly; what belongs to no unit counts as one more unit. Quicker
    /// than [`evenly`](Random::evenly), and a unit with many choices acts no sooner than one with few.
    pub fn by_actor() -> Self {
        Random { by_actor: true, scratch: G::Scratch::default(), actions: Vec::new() }
    }

    /// Picks evenly from the list of all actions.
    pub fn evenly() -> Self {
        Random { by_actor: false, ..Self::by_actor() }
    }
}

impl<G: Game> Policy<G> for Random<G> {
    fn choose(&mut self, game: &G, chance: u64) -> G::Action {
        let mut rng = stream(chance);
        self.actions.clear();
        if self.by_actor {
            let actors = game.actors();
            game.actions_of(None, &mut self.scratch, &mut self.actions);
            let pick = rng.random_range(0..actors.len() + usize::from(!self.actions.is_empty()));
            if let Some(actor) = actors.iter().nth(pick) {
                self.actions.clear();
                game.actions_of(Some(actor), &mut self.scratch, &mut self.actions);
            }
        } else {
            game.actions(&mut self.scratch, &mut self.actions);
        }
        self.actions[rng.random_range(0..self.actions.len())]
    }
}
