//! What a search needs to know of a game.

use crate::seed::mix;
use std::fmt::Debug;

/// A game for two to eight players with any mix of dice, hidden information and simultaneous choices.
///
/// A value of the type is one state. Play is a sequence of decisions: a player must answer ([`to_act`](Game::to_act)), the
/// answers are listed, one of them is played together with a `chance` that seeds every roll up to the next decision.
/// A choice that several players make at the same time is a sequence of decisions whose answers stay sealed, that is
/// hidden in the sense of [`determinise`](Game::determinise), until the last of them is given.
///
/// # Units
/// In many games a decision can be answered by any of several units, and a search that first picks the unit and then
/// what it does branches far less than one that looks at the product of both. Such a game names those units by small
/// numbers, its *actors*. Each action belongs to one actor or to none ("end the turn"); a game without units has no
/// actors and lists everything under `None`.
///
/// # Copies
/// A search copies one state thousands of times a second into a spare one, so [`Clone::clone_from`] should not
/// allocate. It costs nothing to get this right for a type that is `Copy` inside; a type that holds vectors should
/// write `clone_from` by hand, as the derived one is a `clone` in disguise.
///
/// [`check_contract`](crate::contract::check_contract) plays a game at random and holds it to what is written here.
pub trait Game: Clone {
    /// One answer to a decision. Equal values mean the same answer in every state that looks alike to the side to
    /// act, which is how a search recognises an action in another sampled world.
    type Action: Copy + Eq + Debug;

    /// Buffers that a caller lends, so that listing actions allocates nothing once they have grown. What a listing
    /// finds in them never changes its result.
    type Scratch: Default;

    /// How many players there are, 2 to 8, the same from the first state to the last.
    fn players(&self) -> usize;

    /// The player whose decision is open, below [`players`](Game::players), or `None` when the game is over.
    fn to_act(&self) -> Option<usize>;

    /// The units that may answer the open decision. Each of them has at least one action. Empty when the game is over,
    /// or has no units, or when the decision belongs to no unit.
    fn actors(&self) -> Actors {
        Actors::default()
    }

    /// Appends to `out` the actions of one unit among [`actors`](Game::actors), or with `None` those that belong to
    /// no unit. The order is part of the game: equal states list alike.
    fn actions_of(&self, actor: Option<usize>, scratch: &mut Self::Scratch, out: &mut Vec<Self::Action>);

    /// Appends every answer to the open decision to `out`, each of them once: at least one, or none when the game is
    /// over. Override it only where this is quicker than asking unit by unit; the set must be the same.
    fn actions(&self, scratch: &mut Self::Scratch, out: &mut Vec<Self::Action>) {
        for actor in self.actors().iter() {
            self.actions_of(Some(actor), scratch, out);
        }
        self.actions_of(None, scratch, out);
    }

    /// Whether the order in which the actors answer the open decision changes nothing, as when every unit is to act
    /// once and none is in another's way. A policy then settles one unit after the other and looks at the actions of
    /// the first only, so each unit must have all its choices, doing nothing among them; what stands under no unit is
    /// ignored while an actor is left.
    fn commutes(&self) -> bool {
        false
    }

    /// A number that changes whenever a turn ends and another begins: searches plan and look ahead by whole turns with
    /// it. A game that leaves it at 0 has no turns to them.
    fn turn(&self) -> u32 {
        0
    }

    /// The team of `player`: players of one team have equal payoffs.
    fn team(&self, player: usize) -> usize {
        player
    }

    /// Whether actions alone decide how the game goes on from here to its end: no dice, nothing hidden. A search asks
    /// it at the decision at hand, and then need not look again which actions there are where it has been before.
    fn is_certain(&self) -> bool {
        false
    }

    /// A number for all that `player` knows at the open decision, like a hash of what lies open and of his own secrets:
    /// the same number in all states that look alike to him. A tree search then gathers what it learns by this
    /// number. Without it (`None`, the default) it uses the sequence of actions that led there, which is right where all
    /// actions are seen by all, the more so with dice, where few states come twice; but with sealed answers or hands of
    /// cards, players in its tree would see what is sealed, and forget what they hold.
    fn known(&self, player: usize) -> Option<u64> {
        let _ = player;
        None
    }

    /// Whether `viewer`, when the open decision is another's, sees at once that `action` is played.
    fn shows(&self, action: Self::Action, viewer: usize) -> bool {
        let _ = (action, viewer);
        true
    }

    /// Plays `action`, which must be one of those listed; another one may panic or spoil the state. `chance` seeds all
    /// rolls up to the next decision: the same state, action and chance give the same state on every machine. A state
    /// keeps no generator, so a search samples new rolls by passing another number.
    fn play(&mut self, action: Self::Action, chance: u64);

    /// A name for the chance that follows `action`, when a search compares courses of the game that are to have the same
    /// luck: what has the same name in two of them is played with the same `chance`, so that they differ by what was
    /// decided and not by how many dice were rolled before. That asks more of [`play`](Game::play) than one generator for all
    /// rolls: each has to come from `chance` and what is rolled for. `None`, the default, counts decisions instead.
    fn occasion(&self, action: Self::Action) -> Option<u64> {
        let _ = action;
        None
    }

    /// The result of a finished game for `player`, from 0 (lost) to 1 (won). Meaningless before the end.
    fn payoff(&self, player: usize) -> f32;

    /// Replaces all that `viewer` cannot know by something that is possible by what he knows, drawn from `chance`. Nothing that he
    /// can see may change, and what is dealt may depend on nothing that he cannot see: states that look alike to him
    /// become the same state. (So gather what is hidden in a fixed order before shuffling it.) The default is for
    /// games of open information.
    fn determinise(&mut self, viewer: usize, chance: u64) {
        let _ = (viewer, chance);
    }
}

/// Plays `action` with the chance of its occasion; with `counted` where the game names no occasions.
pub(crate) fn play_under<G: Game>(game: &mut G, action: G::Action, luck: u64, counted: u64) {
    let chance = game.occasion(action).map_or(counted, |occasion| mix(mix(luck, u64::MAX), occasion));
    game.play(action, chance);
}

/// Appends the answers that a policy weighs against each other: those of the first unit where the order of units changes
/// nothing, or else all.
pub(crate) fn candidates<G: Game>(game: &G, scratch: &mut G::Scratch, out: &mut Vec<G::Action>) {
    match game.actors().first() {
        Some(actor) if game.commutes() => game.actions_of(Some(actor), scratch, out),
        _ => game.actions(scratch, out),
    }
}

/// A set of actors, numbered 0 to 127: bit `n` stands for actor `n`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Actors(pub u128);

impl Actors {
    /// How many there are.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether `actor` is one of them.
    pub fn contains(self, actor: usize) -> bool {
        self.0 >> actor & 1 == 1
    }

    /// The lowest one.
    pub fn first(self) -> Option<usize> {
        self.iter().next()
    }

    /// All of them, the lowest first.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let lowest = left.trailing_zeros();
            left &= left.wrapping_sub(1);
            (lowest < u128::BITS).then_some(lowest as usize)
        })
    }
}

impl FromIterator<usize> for Actors {
    /// # Panics
    /// When a number is above 127.
    fn from_iter<I: IntoIterator<Item = usize>>(actors: I) -> Self {
        Actors(actors.into_iter().fold(0, |set, actor| set | 1u128.checked_shl(actor as u32).expect("actor below 128")))
    }
}
