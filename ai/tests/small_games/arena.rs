//! Whole games and duels.

use crate::bids::Bids;
use crate::race::Race;
use crate::tictactoe::TicTacToe;
use hexfray_ai::arena::{Outcome, Score};
use hexfray_ai::{Game, Policy, Random, duel, play_out};

#[test]
fn a_seed_makes_a_game() {
    let race = |seed| {
        let mut race = Race::default();
        let outcome = play_out(&mut race, &mut [&mut Random::by_actor(), &mut Random::evenly()], seed, 1000);
        assert!(outcome.over && race.to_act().is_none());
        (outcome.decisions, race.place)
    };
    assert_eq!(race(1), race(1));
    assert_ne!(race(1), race(2));
}

#[test]
fn the_limit_is_reported() {
    let play =
        |limit| play_out(&mut TicTacToe::default(), &mut [&mut Random::evenly(), &mut Random::by_actor()], 1, limit);
    let whole = play(9);
    assert!(whole.over && whole.decisions >= 5);
    assert_eq!(play(whole.decisions), whole, "the last decision allowed may end the game");
    assert_eq!(play(4), Outcome { decisions: 4, over: false });
}

#[test]
#[should_panic(expected = "one policy for each player")]
fn every_player_needs_a_policy() {
    play_out(&mut TicTacToe::default(), &mut [&mut Random::evenly()], 1, 9);
}

#[test]
fn a_policy_against_itself_is_even() {
    let score = duel(|_| Race::default(), &mut Random::by_actor(), &mut Random::by_actor(), 50, 1, 1000);
    assert_eq!(score.wins, score.losses);
    assert_eq!(score.wins + score.draws + score.losses, 100);
    let short = duel(|_| Race::default(), &mut Random::by_actor(), &mut Random::by_actor(), 50, 1, 3);
    assert_eq!(short, Score { unfinished: 100, ..Score::default() });
}

/// Would win every round at bids, if it could see the sealed card.
struct Peeks;

impl Policy<Bids> for Peeks {
    fn choose(&mut self, game: &Bids, _: u64) -> u8 {
        let mut cards = Vec::new();
        game.actions(&mut (), &mut cards);
        let beats = |card: &&u8| game.sealed.is_some_and(|sealed| **card > sealed);
        *cards.iter().find(beats).unwrap_or(&cards[0])
    }
}

#[test]
fn policies_do_not_see_what_is_hidden() {
    let mut game = Bids::default();
    let before = (1..=100).map(|seed| {
        let mut sealed = game;
        sealed.play(3, 0);
        play_out(&mut sealed, &mut [&mut Random::evenly(), &mut Peeks], seed, 1);
        sealed.won[1] == 1
    });
    // He bids the card above the one that he was dealt to see: a 4 against a sealed 3 is one case in four.
    let wins = before.filter(|&won| won).count();
    assert!((15..=35).contains(&wins), "{wins} wins");
    game.play(3, 0);
    assert_eq!(Peeks.choose(&game, 0), 4, "with open cards he would win always");
}

#[test]
fn random_by_actor_reaches_every_action_and_nothing_else() {
    let race = Race::default();
    let mut counts = [0; 5];
    let mut policy = Random::by_actor();
    let mut actions = Vec::new();
    race.actions(&mut Default::default(), &mut actions);
    for chance in 0..6000 {
        let action = policy.choose(&race, chance);
        counts[actions.iter().position(|&a| a == action).unwrap()] += 1;
    }
    // Two runners with two moves each, and the rest of the side: 1/6, 1/6, 1/6, 1/6, 1/3.
    for (count, expected) in counts.into_iter().zip([1000, 1000, 1000, 1000, 2000_i32]) {
        assert!((count - expected).abs() < 150, "{counts:?}");
    }
}

#[test]
fn random_evenly_is_even() {
    let mut policy = Random::evenly();
    let mut counts = [0; 9];
    for chance in 0..9000 {
        counts[policy.choose(&TicTacToe::default(), chance) as usize] += 1;
    }
    assert!(counts.iter().all(|count| (870..=1130).contains(count)), "{counts:?}");
}
