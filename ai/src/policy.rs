//! How a player decides.

use crate::game::Game;
use crate::seed::stream;
use rand::RngExt;

/// Decides for one player. It may keep what it worked out from one decision to the next, but has no other state:
/// the same sequence of games and chances gives the same actions.
pub trait Policy<G: Game> {
    /// An answer to the open decision of `game`. The game holds what the side to act may know; what is hidden from it is
    /// one possibility out of many. `chance` seeds everything random in the policy.
    ///
    /// # Panics
    /// When the game is over.
    fn choose(&mut self, game: &G, chance: u64) -> G::Action;

    /// Tells the policy of an action that was played, its own included, so that it may go on from what it worked out.
    /// A caller that reports one action has to report all until the next choice, or to call
    /// [`forget`](Policy::forget).
    fn follow(&mut self, action: G::Action) {
        let _ = action;
    }

    /// Drops what the policy keeps from one decision to the next, for instance before another game.
    fn forget(&mut self) {}

    /// Why the last decision was made: the actions considered, the choice first, the others from the best down. Empty
    /// for a policy that has no reasons.
    fn explain(&self) -> Vec<Scored<G::Action>> {
        Vec::new()
    }
}

/// An action that a policy considered.
#[derive(Clone, Debug, PartialEq)]
pub struct Scored<A> {
    /// The action.
    pub action: A,
    /// The policy's score for it; only comparable with other scores of the same decision.
    pub score: f32,
    /// The terms of the score, in the order in which they are added up.
    pub terms: Vec<Term>,
    /// The actions that the policy expects to follow, as far as it looked.
    pub line: Vec<A>,
}

/// One term of a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Term {
    /// The name of the input.
    pub name: &'static str,
    /// The value of the input.
    pub value: f32,
    /// How much that added to the score.
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
