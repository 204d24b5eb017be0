//! Whole games between policies.

use crate::game::Game;
use crate::policy::Policy;
use crate::seed::mix;

/// How a game was played out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// How many decisions were made.
    pub decisions: u64,
    /// Whether the game came to its end; if not, it was stopped at the limit and has no payoffs.
    pub over: bool,
}

/// Plays `game` on from where it stands until it is over or `limit` decisions were made; player `p` decides by
/// `policies[p]`. Each policy sees the game through [`Game::determinise`], so that it cannot use what its player does
/// not know, and is told of every action that it may see. The chance of the game, of what is dealt for a policy to see,
/// and of the policies' own choices come from `seed` and the number of the decision, each apart: no policy can foresee a
/// roll, or change the rolls of another by thinking longer.
///
/// # Panics
/// When there are not as many policies as players.
pub fn play_out<G: Game>(game: &mut G, policies: &mut [&mut dyn Policy<G>], seed: u64, limit: u64) -> Outcome {
    assert_eq!(policies.len(), game.players(), "one policy for each player");
    let [rolls, deals, choices] = [0, 1, 2].map(|use_of| mix(seed, use_of));
    policies.iter_mut().for_each(|policy| policy.forget());
    let mut view = game.clone();
    let mut decisions = 0;
    while let Some(player) = game.to_act() {
        if decisions == limit {
            return Outcome { decisions, over: false };
        }
        view.clone_from(game);
        view.determinise(player, mix(deals, decisions));
        let action = policies[player].choose(&view, mix(choices, decisions));
        for (viewer, policy) in policies.iter_mut().enumerate() {
            if viewer == player || game.shows(action, viewer) {
                policy.follow(action);
            } else {
                policy.forget();
            }
        }
        game.play(action, mix(rolls, decisions));
        decisions += 1;
    }
    Outcome { decisions, over: true }
}

/// The results of a duel, for its first policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// Games with the higher payoff.
    pub wins: u64,
    /// Games with equal payoffs.
    pub draws: u64,
    /// Games with the lower payoff.
    pub losses: u64,
    /// Games stopped at the limit.
    pub unfinished: u64,
}

/// Plays `pairs` pairs of games for two players between `a` and `b`. Both games of a pair have the same start, which
/// `start` makes from a seed, and the same seed for all chance, with the sides swapped: so luck and the advantage of a
/// side weigh on both alike, and a policy against itself comes out exactly even. No game goes on past `limit`
/// decisions.
///
/// # Panics
/// When `start` makes a game that is not for two players.
pub fn duel<G: Game>(
    start: impl Fn(u64) -> G,
    a: &mut dyn Policy<G>,
    b: &mut dyn Policy<G>,
    pairs: u64,
    seed: u64,
    limit: u64,
) -> Score {
    let mut score = Score::default();
    for pair in 0..pairs {
        let seed = mix(seed, pair);
        for seat in [0, 1] {
            let mut game = start(mix(seed, 0));
            let mut policies: [&mut dyn Policy<G>; 2] = [&mut *a, &mut *b];
            policies.rotate_left(seat);
            let outcome = play_out(&mut game, &mut policies, mix(seed, 1), limit);
            let count = if !outcome.over {
                &mut score.unfinished
            } else if game.payoff(seat) > game.payoff(1 - seat) {
                &mut score.wins
            } else if game.payoff(seat) < game.payoff(1 - seat) {
                &mut score.losses
            } else {
                &mut score.draws
            };
            *count += 1;
        }
    }
    score
}
