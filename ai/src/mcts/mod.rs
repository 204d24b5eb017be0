//! Monte Carlo tree search.
//!
//! The tree is *open-loop* (Perez et al., "Open loop search for general video game playing", 2015): it knows the
//! actions that led somewhere, not the states they led to. Every simulation copies the state at hand, samples what its
//! player cannot see, and plays down the tree with fresh dice, so a node stands for all states that its row of actions
//! may lead to; choices that do not stand open in one sample are left out there, and how promising a choice is goes by
//! how often it stood open (Cowling, Powley & Whitehouse, "Information set Monte Carlo tree search", 2012). Where a
//! game says what its players know ([`Game::known`]), nodes go by that instead, for each player by his own knowledge.
//!
//! Where several units may act, the unit is chosen first and then its action, which branches far less than all actions
//! of all units; where their order does not matter ([`Game::commutes`]), they are settled one after the other.

mod tree;
mod walk;

use crate::budget::{Budget, Clock};
use crate::game::Game;
use crate::guide::{Guide, Horizon};
use crate::policy::{Policy, Scored, Term};
use crate::seed::mix;
use rayon::prelude::*;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use tree::{Choice, Edge, Tree};
use walk::{Reach, Seeds, Walker};

/// How a [`Mcts`] searches.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How long, at each decision.
    pub budget: Budget,
    /// What makes a choice promising.
    pub formula: Formula,
    /// The value of a choice that was never tried.
    pub fresh: Fresh,
    /// Progressive widening: with `Some(factor)`, no more choices of a decision are tried than `factor` times the
    /// square root of its visits, in the order of their priors. For decisions with more choices than simulations.
    pub widening: Option<f32>,
    /// Where playouts are cut short.
    pub horizon: Horizon,
    /// How the other players are assumed to play.
    pub opponents: Opponents,
    /// How many simulations use the same sample of what is hidden; more than one where sampling is slow.
    pub worlds_last: u32,
    /// Whether actions of the decision are compared under the same luck: each has the same dice and the same sample of what
    /// is hidden the first time that it is tried, the same others the second time, and so on. Worth much where dice
    /// decide more than most choices do. Samples then last for one simulation.
    pub paired: bool,
    /// Several threads.
    pub threads: Threads,
    /// Whether what was learnt goes on to the next decision, where [`Policy::follow`] is told what was played.
    pub reuse: bool,
    /// How many edges a tree may have, but for those of the decision at hand, which it always has; when it is full it
    /// grows no further, but learns on. An edge takes 32 bytes and what an action takes, and with
    /// [`reuse`](Settings::reuse) there is a second tree to copy into.
    pub room: u32,
}

/// What makes a choice promising: its mean, from 0 to 1, and something for being little known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Formula {
    /// UCB1: `c` times the square root of (ln of all visits / own visits). Priors only decide what is tried first.
    Uct(f32),
    /// `c` times the prior, times the square root of all visits, divided by own visits + 1. With good priors and many
    /// decisions a turn, even 0 is worth trying.
    Puct(f32),
}

/// The value of a choice that was never tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Fresh {
    /// Better than all others: each is tried once before any is tried again.
    First,
    /// As good as this.
    Value(f32),
    /// Worse by this than the mean of those tried.
    Below(f32),
}

/// How the other players are assumed to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponents {
    /// Each player for their own payoff, or their team's.
    Selfish,
    /// All against the team of the searching player.
    Paranoid,
}

/// How a search uses several threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// One thread.
    One,
    /// This many trees, each with its share of the budget, put together at the end. The same decision on any machine, on
    /// as many threads as it has.
    Trees(u32),
    /// This many threads on one tree: stronger than as many trees, but not repeatable.
    Shared(u32),
}

impl Settings {
    /// UCT on one thread, exploring as much as suits small board games. Most games are best cut short at the end of a
    /// turn ([`Horizon::turns`]), for the guide to evaluate; those that random play soon ends, at their end
    /// ([`Horizon::default`]).
    pub fn new(budget: Budget, horizon: Horizon) -> Self {
        Settings {
            budget,
            formula: Formula::Uct(0.7),
            fresh: Fresh::First,
            widening: None,
            horizon,
            opponents: Opponents::Selfish,
            worlds_last: 1,
            paired: false,
            threads: Threads::One,
            reuse: false,
            room: 1 << 25,
        }
    }
}

/// Monte Carlo tree search.
pub struct Mcts<G: Game, H> {
    settings: Settings,
    searches: Vec<Search<G, H>>,
    candidates: Vec<Candidate<G::Action>>,
    /// What was played since the last decision. The trees follow at the next one: until then they explain the last.
    followed: Vec<G::Action>,
    /// Whether something was played besides, or another game begins.
    forgotten: bool,
    viewer: usize,
}

/// One tree and its walkers, so far from others in memory that threads do not wait for each other's cache lines.
#[repr(align(128))]
struct Search<G: Game, H> {
    tree: Mutex<Tree<G::Action>>,
    walkers: Vec<Walker<G, H>>,
}

/// The results of an action at the root, from all trees.
#[derive(Clone, Copy)]
struct Candidate<A> {
    unit: Option<u8>,
    action: A,
    visits: u32,
    mean: f32,
}

impl<G, H> Mcts<G, H>
where
    G: Game + Send + Sync,
    G::Action: Send + Sync,
    G::Scratch: Send,
    H: Guide<G> + Clone + Send,
{
    /// A search guided by `guide`.
    pub fn new(settings: Settings, guide: H) -> Self {
        let (trees, walkers) = match settings.threads {
            Threads::One => (1, 1),
            Threads::Trees(trees) => (trees.max(1), 1),
            Threads::Shared(threads) => (1, threads.max(1)),
        };
        let search = |_| Search {
            tree: Mutex::new(Tree::new()),
            walkers: (0..walkers).map(|_| Walker::new(guide.clone())).collect(),
        };
        let searches = (0..trees).map(search).collect();
        Mcts { settings, searches, candidates: Vec::new(), followed: Vec::new(), forgotten: false, viewer: 0 }
    }

    /// Searches from `game` until the budget is used up or the choice can no longer change.
    fn search(&mut self, game: &G, chance: u64) {
        let Mcts { settings, searches, viewer, .. } = self;
        let clock = settings.budget.start();
        let (all, trees) = (settings.budget.iterations.max(1), searches.len() as u32);
        let work = |index: usize| Work {
            game,
            viewer: *viewer,
            settings,
            seeds: Seeds::of(mix(chance, index as u64)),
            iterations: all / trees + u32::from((index as u32) < all % trees),
            clock,
            begun: AtomicU32::new(0),
            over: AtomicBool::new(false),
        };
        match &mut searches[..] {
            [only] => only.run(&work(0)),
            several => several.par_iter_mut().enumerate().for_each(|(index, search)| search.run(&work(index))),
        }
    }

    /// Puts the trees together.
    fn count(&mut self) {
        let Mcts { searches, candidates, .. } = self;
        candidates.clear();
        for search in searches {
            let tree = search.tree();
            for edge in tree.root() {
                match edge.choice {
                    Choice::Act(_) => add(candidates, None, edge),
                    Choice::Unit(unit) => tree.below(edge).iter().for_each(|edge| add(candidates, Some(unit), edge)),
                }
            }
        }
    }

    /// The most visited action of the most visited unit.
    fn best(&self) -> Candidate<G::Action> {
        let visits = |unit: Option<u8>, or: u32| match unit {
            Some(_) => self.candidates.iter().filter(|other| other.unit == unit).map(|other| other.visits).sum(),
            None => or,
        };
        let rank = |candidate: &Candidate<G::Action>| (visits(candidate.unit, candidate.visits), candidate.visits);
        let better = |a: &&Candidate<G::Action>, b: &&Candidate<G::Action>| {
            rank(a).cmp(&rank(b)).then(a.mean.total_cmp(&b.mean))
        };
        *self.candidates.iter().rev().max_by(better).expect("a decision with an action")
    }

    /// The actions that the search expects after `first`, as far as it looked, by the tree that knows `first` best.
    fn line(&self, first: G::Action) -> Vec<G::Action> {
        let known = |search: &Search<G, H>| {
            let tree = search.tree.lock().unwrap_or_else(PoisonError::into_inner);
            let edge = tree.find_action(first)?;
            Some((edge.visits, tree.line(edge)))
        };
        self.searches.iter().filter_map(known).max_by_key(|(visits, _)| *visits).map_or(Vec::new(), |(_, line)| line)
    }
}

/// Adds what an edge learnt to the candidate of its action.
fn add<A: Copy + Eq>(candidates: &mut Vec<Candidate<A>>, unit: Option<u8>, edge: &Edge<A>) {
    let Choice::Act(action) = edge.choice else { return };
    let known = candidates.iter_mut().find(|candidate| candidate.unit == unit && candidate.action == action);
    match known {
        Some(candidate) => {
            candidate.visits += edge.visits;
            candidate.mean += (edge.mean - candidate.mean) * edge.visits as f32 / candidate.visits.max(1) as f32;
        }
        None => candidates.push(Candidate { unit, action, visits: edge.visits, mean: edge.mean }),
    }
}

impl<G, H> Policy<G> for Mcts<G, H>
where
    G: Game + Send + Sync,
    G::Action: Send + Sync,
    G::Scratch: Send,
    H: Guide<G> + Clone + Send,
{
    fn choose(&mut self, game: &G, chance: u64) -> G::Action {
        self.viewer = game.to_act().expect("asked to choose where nothing is to be chosen");
        let Mcts { settings, searches, followed, forgotten, .. } = self;
        let keep = settings.reuse && !*forgotten && !followed.is_empty();
        for search in searches {
            search.prepare(game, keep.then_some(followed), settings);
        }
        followed.clear();
        *forgotten = false;
        self.search(game, chance);
        self.count();
        self.best().action
    }

    fn follow(&mut self, action: G::Action) {
        self.followed.push(action);
    }

    fn forget(&mut self) {
        self.forgotten = true;
    }

    fn explain(&self) -> Vec<Scored<G::Action>> {
        if self.candidates.is_empty() {
            return Vec::new();
        }
        let best = self.best().action;
        let mut order = self.candidates.clone();
        order.sort_by_key(|candidate| Reverse((candidate.action == best, candidate.visits)));
        let scored = order.into_iter().map(|Candidate { action, visits, mean, .. }| Scored {
            action,
            score: mean,
            terms: vec![
                Term { name: "value", value: mean, share: mean },
                Term { name: "visits", value: visits as f32, share: 0.0 },
            ],
            line: self.line(action),
        });
        scored.collect()
    }
}

/// Simulations between two checks whether the choice is settled.
const BATCH: u32 = 32;

impl<G, H> Search<G, H>
where
    G: Game + Send + Sync,
    G::Action: Send + Sync,
    G::Scratch: Send,
    H: Guide<G> + Clone + Send,
{
    fn tree(&mut self) -> &mut Tree<G::Action> {
        self.tree.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes ready for another decision: with a new tree, or with what the old one knows after what was played.
    fn prepare(&mut self, game: &G, played: Option<&[G::Action]>, settings: &Settings) {
        let Search { tree, walkers } = self;
        walkers.iter_mut().for_each(|walker| walker.start(game, played.is_none()));
        let tree = tree.get_mut().unwrap_or_else(PoisonError::into_inner);
        let Some(played) = played else { return tree.clear() };
        played.iter().for_each(|&action| tree.follow(action));
        let actions = walkers[0].list_all(game);
        tree.prune(settings, |edge| match edge.choice {
            Choice::Unit(unit) => game.actors().contains(usize::from(unit)),
            Choice::Act(action) => game.to_act() == Some(usize::from(edge.mover)) && actions.contains(&action),
        });
    }

    /// Simulates until the work is done.
    fn run(&mut self, work: &Work<'_, G>) {
        let Search { tree, walkers } = self;
        match &mut walkers[..] {
            [only] => work.run(only, tree.get_mut().unwrap_or_else(PoisonError::into_inner)),
            several => several.par_iter_mut().for_each(|walker| work.run(walker, &*tree)),
        }
    }
}

/// The simulations that one tree is to have, for all that walk in it.
struct Work<'w, G> {
    game: &'w G,
    viewer: usize,
    settings: &'w Settings,
    seeds: Seeds,
    iterations: u32,
    clock: Clock<'w>,
    begun: AtomicU32,
    over: AtomicBool,
}

impl<G: Game> Work<'_, G> {
    fn run<H: Guide<G>>(&self, walker: &mut Walker<G, H>, mut tree: impl Reach<G::Action>) {
        loop {
            let number = self.begun.fetch_add(1, Ordering::Relaxed);
            if number >= self.iterations || self.over.load(Ordering::Relaxed) {
                return;
            }
            // Both only after the very first simulation, which is enough if there is only one choice.
            if number > 0 && self.clock.over() || number % BATCH == 1 && self.settled(&mut tree, number) {
                self.over.store(true, Ordering::Relaxed);
                return;
            }
            walker.simulate(&mut tree, self, number);
        }
    }

    /// Whether the rest of the simulations could change nothing. Of several trees none can tell for itself, unless there
    /// is only one choice.
    fn settled(&self, tree: &mut impl Reach<G::Action>, number: u32) -> bool {
        let left = match self.settings.threads {
            Threads::Trees(_) => u32::MAX,
            _ => self.iterations - number,
        };
        tree.with(|tree| tree.settled(left))
    }
}
