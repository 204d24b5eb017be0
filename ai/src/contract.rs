//! Checks that every game should pass.

use crate::game::{Actors, Game};
use crate::seed::{mix, stream};
use rand::RngExt;
use std::collections::HashSet;
use std::hash::Hash;
use std::mem;

/// How many decisions a sampled world is followed to see that nothing hidden shows in it.
const FOLLOWED: u64 = 8;

/// Plays `games` games from `start` at random and checks at every decision what [`Game`] promises:
/// - there are 2 to 8 players, always the same number; an action to play exactly while somebody is to act; payoffs
///   within 0..=1 at the end, the same for all of a team;
/// - the actions of the actors and of none make up the list of all, each once; each actor has one; listing appends,
///   and neither repeating it nor the state of the scratch buffers changes the result;
/// - the same actions and chances give the same game, through clones and through `clone_from` into a used value, and
///   playing on a copy leaves the other alone;
/// - where nothing is left to chance, chance changes nothing;
/// - a world sampled for the side to act looks to it like the true one, and is the same whatever the hidden truth.
///
/// Returns how many of the games ended within `limit` decisions; the caller knows how many should.
///
/// # Panics
/// When the game breaks a promise, with the number of the game and of the decision.
pub fn check_contract<G: Game<Action: Hash>>(start: &G, games: u64, seed: u64, limit: u64) -> u64 {
    (0..games).filter(|&game| check_game(start, mix(seed, game), limit, &format!("game {game}"))).count() as u64
}

/// Checks one random game. Returns whether it came to its end.
fn check_game<G: Game<Action: Hash>>(start: &G, seed: u64, limit: u64, name: &str) -> bool {
    let mut used = G::Scratch::default();
    // The same game three times: played straight on, cloned before every action, and refilled by `clone_from`. What a
    // copy forgets may show only many decisions later, so each line goes on from its own copies.
    let mut straight = start.clone();
    let mut cloned = start.clone();
    let mut refilled = start.clone();
    let mut spare = start.clone();
    let players = start.players();
    assert!((2..=8).contains(&players), "{name}: {players} players");
    for decision in 0..=limit {
        let place = format!("{name}, decision {decision}");
        let now = look(&straight);
        assert_eq!(now, look(&straight), "{place}: looked at twice");
        assert_eq!(now.players, players, "{place}: players come or go");
        assert_eq!(now, look(&cloned), "{place}: a game through clones has gone another way");
        assert_eq!(now, look(&refilled), "{place}: a game through clone_from has gone another way");
        check_listing(&straight, &now, &mut used, &place);
        let Some(player) = now.to_act else {
            assert!(
                now.payoffs.iter().all(|payoff| (0.0..=1.0).contains(payoff)),
                "{place}: payoffs {:?}",
                now.payoffs
            );
            for (player, mate) in (0..players).flat_map(|player| (0..player).map(move |mate| (player, mate))) {
                let as_one = straight.team(player) != straight.team(mate) || now.payoffs[player] == now.payoffs[mate];
                assert!(as_one, "{place}: {mate} and {player} are a team, but payoffs are {:?}", now.payoffs);
            }
            return true;
        };
        assert!(player < players, "{place}: player {player} is to act");
        check_views(&straight, player, mix(mix(seed, decision), 0), &place);

        let action = now.pick(mix(mix(seed, decision), 1));
        let chance = mix(mix(seed, decision), 2);
        check_certain(&straight, action, chance, &place);
        straight.play(action, chance);
        let mut clone = cloned.clone();
        clone.play(action, chance);
        assert_eq!(now, look(&cloned), "{place}: {action:?} on a clone changed the original");
        cloned = clone;
        spare.clone_from(&refilled);
        spare.play(action, chance);
        assert_eq!(now, look(&refilled), "{place}: {action:?} on a copy by clone_from changed the original");
        mem::swap(&mut spare, &mut refilled);
    }
    false
}

/// Everything about a state that can be observed.
#[derive(Debug, PartialEq)]
struct Look<A> {
    players: usize,
    to_act: Option<usize>,
    actors: Actors,
    commutes: bool,
    turn: u32,
    actions: Vec<A>,
    /// Empty before the end.
    payoffs: Vec<f32>,
}

impl<A: Copy> Look<A> {
    /// One of the actions, each equally likely.
    fn pick(&self, chance: u64) -> A {
        self.actions[stream(chance).random_range(0..self.actions.len())]
    }
}

fn look<G: Game>(game: &G) -> Look<G::Action> {
    let mut actions = Vec::new();
    game.actions(&mut G::Scratch::default(), &mut actions);
    let players = game.players();
    let to_act = game.to_act();
    let payoffs = if to_act.is_none() { (0..players).map(|player| game.payoff(player)).collect() } else { Vec::new() };
    Look { players, to_act, actors: game.actors(), commutes: game.commutes(), turn: game.turn(), actions, payoffs }
}

/// Where a game has no chance left in it, every seed gives the same course.
fn check_certain<G: Game>(game: &G, action: G::Action, chance: u64, place: &str) {
    if game.is_certain() {
        let [one, other] = [0, 1].map(|n| {
            let mut next = game.clone();
            next.play(action, mix(chance, n));
            look(&next)
        });
        assert_eq!(one, other, "{place}: {action:?} leaves something to chance");
    }
}

fn check_listing<G: Game<Action: Hash>>(game: &G, now: &Look<G::Action>, used: &mut G::Scratch, place: &str) {
    let all = &now.actions;
    assert_eq!(now.to_act.is_some(), !all.is_empty(), "{place}: to act is {:?}, but listed is {all:?}", now.to_act);
    let mut by_actor = Vec::new();
    for actor in now.actors.iter().map(Some).chain([None]) {
        let mut own = Vec::new();
        game.actions_of(actor, used, &mut own);
        assert!(actor.is_none() || !own.is_empty(), "{place}: actor {actor:?} has no action");
        by_actor.extend(own);
    }
    // By hash: there may be thousands.
    let (own, mut listed) = (by_actor.iter().collect::<HashSet<_>>(), HashSet::new());
    for action in all {
        assert!(own.contains(action), "{place}: {action:?} is listed, but not with any actor or none");
        assert!(listed.insert(action), "{place}: {action:?} is listed twice");
    }
    assert_eq!(by_actor.len(), all.len(), "{place}: the lists by actor hold more than {all:?}: {by_actor:?}");
    let mut appended = all.clone();
    game.actions(used, &mut appended);
    assert_eq!(appended, [&all[..], all].concat(), "{place}: listed again behind the first list, with used scratch");
}

/// Deals what is hidden anew from the truth, and from a world where it was dealt before: the outcome must be the same.
fn check_views<G: Game>(game: &G, viewer: usize, seed: u64, place: &str) {
    let mut from_truth = game.clone();
    let mut from_other = game.clone();
    from_other.determinise(viewer, mix(seed, 0));
    assert_eq!(look(&from_other), look(game), "{place}: player {viewer} sees another decision when determinised");
    assert_eq!(from_other.known(viewer), game.known(viewer), "{place}: player {viewer} knows what is hidden from him");
    from_truth.determinise(viewer, mix(seed, 1));
    from_other.determinise(viewer, mix(seed, 1));
    for step in 0..FOLLOWED {
        let now = look(&from_truth);
        assert_eq!(now, look(&from_other), "{place}: {step} decisions on, what player {viewer} cannot know shows");
        if now.to_act.is_none() {
            break;
        }
        let action = now.pick(mix(seed, 2 + 2 * step));
        let chance = mix(seed, 3 + 2 * step);
        from_truth.play(action, chance);
        from_other.play(action, chance);
    }
}
