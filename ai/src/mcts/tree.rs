//! The tree: statistics of choices, without any state of the game.
//!
//! A *block* is a decision, an *edge* one of its choices. Blocks keep their edges in a row, and all rows lie in one
//! vector that the next search uses again. Not all choices of a block stand open in every simulation: dice fell
//! otherwise, or another world was sampled. An edge therefore counts how often its block was visited without it, which
//! costs nothing in games where all choices always stand open.

use super::Settings;
use crate::guide::below;
use crate::math::ln;
use crate::mcts::{Formula, Fresh};
use std::collections::HashMap;

/// One choice at a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice<A> {
    /// A unit, whose actions the next block holds.
    Unit(u8),
    /// An action.
    Act(A),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<A> {
    pub(super) choice: Choice<A>,
    /// Who chooses. In one block there may be edges of several players, as dice may say whose turn it is.
    pub(super) mover: u8,
    /// The block that it leads to, or `NOWHERE`; of several (blocks found by key) the last.
    pub(super) child: u32,
    pub(super) visits: u32,
    /// Visits whose outcome is known: fewer only while simulations are on their way, of other threads too.
    learnt: u32,
    /// Visits to the block in which this choice did not stand open.
    missed: u32,
    /// The mean of its mover's results.
    pub(super) mean: f32,
    prior: f32,
    /// What it is worth to know it better, but for how often its block was visited: see [`Formula`].
    lure: f32,
}

const NOWHERE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Block {
    /// Where its row of edges begins.
    first: u32,
    len: u32,
    /// How many edges fit into its row.
    room: u32,
    visits: u32,
    /// How many edges were chosen at least once.
    tried: u32,
    /// Whether all edges stood open at every visit.
    always_open: bool,
    /// [`Formula::reach`] for the next visit, worked out early so that nobody waits for it.
    reach: f32,
}

/// A place in the tree: an edge by its block and its number there, which stays true when the row moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) block: u32,
    edge: u32,
}

/// Where to look for a block.
#[derive(Clone, Copy)]
pub(super) enum Way {
    Root,
    Below(Place),
    /// By what its player knows.
    Key(u64, Option<Place>),
}

/// A decision as it stands in a simulation.
pub(super) struct Stand<'c, A> {
    pub(super) mover: u8,
    pub(super) choices: &'c [Choice<A>],
    /// Decides among choices without any statistics.
    pub(super) chance: u64,
    /// Of the decision that is searched: in the tree even if that is full.
    pub(super) needed: bool,
}

/// Why a tree chooses nothing.
pub(super) enum Lack {
    /// Some choices are new to it, and it has to be told what they weigh.
    Weights,
    /// It is full.
    Room,
}

/// What is tried in a simulation.
pub(super) struct Chosen<A> {
    pub(super) choice: Choice<A>,
    pub(super) place: Place,
    /// How often it has been tried, this time included.
    pub(super) visits: u32,
}

pub(super) struct Tree<A> {
    edges: Vec<Edge<A>>,
    blocks: Vec<Block>,
    keys: HashMap<u64, u32>,
    root: u32,
    /// The edges of the current choices; used where not all edges stand open.
    open: Vec<u32>,
    /// The tree that a part is copied into.
    spare: (Vec<Edge<A>>, Vec<Block>),
}

impl<A: Copy + Eq> Tree<A> {
    pub(super) fn new() -> Self {
        Tree {
            edges: Vec::new(),
            blocks: Vec::new(),
            keys: HashMap::new(),
            root: NOWHERE,
            open: Vec::new(),
            spare: (Vec::new(), Vec::new()),
        }
    }

    pub(super) fn clear(&mut self) {
        self.edges.clear();
        self.blocks.clear();
        self.keys.clear();
        self.root = NOWHERE;
    }

    /// The edges at the root.
    pub(super) fn root(&self) -> &[Edge<A>] {
        self.row(self.root)
    }

    /// The edges at the block that an edge leads to.
    pub(super) fn below(&self, edge: &Edge<A>) -> &[Edge<A>] {
        self.row(edge.child)
    }

    fn row(&self, block: u32) -> &[Edge<A>] {
        match self.blocks.get(block as usize) {
            Some(block) => &self.edges[block.first as usize..][..block.len as usize],
            None => &[],
        }
    }

    fn edge_mut(&mut self, Place { block, edge }: Place) -> &mut Edge<A> {
        &mut self.edges[(self.blocks[block as usize].first + edge) as usize]
    }

    /// Chooses at a decision and counts the visit; makes its block if there is none, and adds to it what is new, unless
    /// the tree is full. `weights` are those of the choices, none if they are alike; they are asked for only if there is
    /// something new.
    pub(super) fn choose(
        &mut self,
        way: Way,
        stand: &Stand<'_, A>,
        settings: &Settings,
        weights: Option<&[f32]>,
    ) -> Result<Chosen<A>, Lack> {
        let block = match self.find(way) {
            NOWHERE if !stand.needed && self.is_full(stand.choices.len(), settings) => return Err(Lack::Room),
            NOWHERE => {
                let block = self.add(stand, settings, weights.ok_or(Lack::Weights)?);
                if let Way::Key(key, _) = way {
                    self.keys.insert(key, block);
                }
                block
            }
            block => {
                if self.all_open(block, stand) {
                    self.open.clear();
                } else {
                    self.sort_out(block, stand, settings, weights)?;
                }
                block
            }
        };
        Ok(self.visit(way, block, stand.chance, settings))
    }

    /// Whether there is no room for so many edges more.
    fn is_full(&self, more: usize, settings: &Settings) -> bool {
        self.edges.len() + more > settings.room as usize
    }

    /// The same at a decision that has a block and has the same choices as ever.
    pub(super) fn choose_again(&mut self, way: Way, chance: u64, settings: &Settings) -> Option<Chosen<A>> {
        let block = self.find(way);
        self.open.clear();
        (block != NOWHERE).then(|| self.visit(way, block, chance, settings))
    }

    fn visit(&mut self, way: Way, block: u32, chance: u64, settings: &Settings) -> Chosen<A> {
        match way {
            Way::Root | Way::Key(_, None) => self.root = block,
            Way::Below(place) | Way::Key(_, Some(place)) => self.edge_mut(place).child = block,
        }
        self.blocks[block as usize].visits += 1;
        let edge = self.best(block, chance, settings);
        let place = Place { block, edge };
        let edge = self.edge_mut(place);
        edge.visits += 1;
        edge.lure = settings.formula.lure(edge.visits, edge.prior);
        let (choice, visits) = (edge.choice, edge.visits);
        let block = &mut self.blocks[block as usize];
        block.tried += u32::from(visits == 1);
        block.reach = settings.formula.reach(block.visits + 1);
        Chosen { choice, place, visits }
    }

    fn find(&self, way: Way) -> u32 {
        match way {
            Way::Root => self.root,
            Way::Below(Place { block, edge }) => self.edges[(self.blocks[block as usize].first + edge) as usize].child,
            Way::Key(key, _) => self.keys.get(&key).copied().unwrap_or(NOWHERE),
        }
    }

    fn add(&mut self, stand: &Stand<'_, A>, settings: &Settings, weights: &[f32]) -> u32 {
        let block = self.blocks.len() as u32;
        self.blocks.push(Block {
            first: self.edges.len() as u32,
            len: 0,
            room: 0,
            visits: 0,
            tried: 0,
            always_open: true,
            reach: 0.0,
        });
        self.open.clear();
        let scale = scale(weights);
        for (number, &choice) in stand.choices.iter().enumerate() {
            let prior = weights.get(number).map_or(1.0 / stand.choices.len() as f32, |weight| weight * scale);
            self.edges.push(Edge { choice, prior, lure: settings.formula.lure(0, prior), ..Edge::of(stand) });
        }
        let block_now = &mut self.blocks[block as usize];
        block_now.len = stand.choices.len() as u32;
        block_now.room = block_now.len;
        block
    }

    /// Whether the choices are just those of the block, as they always are where nothing is left to chance.
    fn all_open(&self, block: u32, stand: &Stand<'_, A>) -> bool {
        let row = self.row(block);
        let same = |(edge, choice): (&Edge<A>, &Choice<A>)| edge.choice == *choice && edge.mover == stand.mover;
        row.len() == stand.choices.len() && row.iter().zip(stand.choices).all(same)
    }

    /// Finds the edges that stand open, counts a miss for the others, and adds edges for new choices. Where the tree is
    /// full, new choices are left out as long as there are others.
    fn sort_out(
        &mut self,
        block: u32,
        stand: &Stand<'_, A>,
        settings: &Settings,
        weights: Option<&[f32]>,
    ) -> Result<(), Lack> {
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        let row = self.row(block);
        let len = row.len() as u32;
        let (mut likely, mut fresh) = (0, 0);
        for choice in stand.choices {
            let is = |&edge: &u32| {
                let edge = &row[edge as usize];
                edge.choice == *choice && edge.mover == stand.mover
            };
            // Choices mostly come in the order in which they came before.
            let known = (likely..len).chain(0..likely).find(is);
            match known {
                Some(edge) => {
                    likely = edge + 1;
                    open.push(edge);
                }
                None => {
                    open.push(len + fresh);
                    fresh += 1;
                }
            }
        }
        if fresh > 0 {
            let moves = len + fresh > self.blocks[block as usize].room;
            let more = (len + fresh).next_power_of_two() as usize;
            if moves && !stand.needed && self.is_full(more, settings) {
                open.retain(|&edge| edge < len);
            } else if let Some(weights) = weights {
                self.grow(block, stand, settings, &open, weights);
            } else {
                self.open = open;
                return Err(Lack::Weights);
            }
        }
        self.open = open;
        if self.open.is_empty() {
            return Err(Lack::Room);
        }
        self.blocks[block as usize].always_open = false;
        let Block { first, len, .. } = self.blocks[block as usize];
        let row = &mut self.edges[first as usize..][..len as usize];
        row.iter_mut().for_each(|edge| edge.missed += 1);
        self.open.iter().for_each(|&edge| row[edge as usize].missed -= 1);
        Ok(())
    }

    /// Adds edges for those choices whose number in `open` is beyond the row, which moves if it has no room. The place
    /// that it leaves stays empty: as rows at least double, no more is lost than the rows take.
    fn grow(&mut self, block: u32, stand: &Stand<'_, A>, settings: &Settings, open: &[u32], weights: &[f32]) {
        let Block { first, len, room, visits, .. } = self.blocks[block as usize];
        let fresh = open.iter().filter(|&&edge| edge >= len).count() as u32;
        let row = first as usize..(first + len) as usize;
        let mut to = row.end;
        if len + fresh > room {
            let room = (len + fresh).next_power_of_two();
            let moved = self.edges.len();
            self.edges.extend_from_within(row.clone());
            self.edges.resize(moved + room as usize, Edge::of(stand));
            let block = &mut self.blocks[block as usize];
            (block.first, block.room) = (moved as u32, room);
            to = moved + len as usize;
        }
        let scale = scale(weights);
        for (number, _) in open.iter().enumerate().filter(|&(_, &edge)| edge >= len) {
            let prior = weights.get(number).map_or(1.0 / open.len() as f32, |weight| weight * scale);
            let (choice, lure) = (stand.choices[number], settings.formula.lure(0, prior));
            self.edges[to] = Edge { choice, prior, lure, missed: visits, ..Edge::of(stand) };
            to += 1;
        }
        self.blocks[block as usize].len += fresh;
    }

    /// The number of the most promising edge among those that stand open.
    fn best(&self, block: u32, chance: u64, settings: &Settings) -> u32 {
        let block = &self.blocks[block as usize];
        let row = &self.edges[block.first as usize..][..block.len as usize];
        match &self.open[..] {
            // As it is nearly always where nothing is left to chance.
            [] if block.always_open && block.tried == block.len => most_promising_of_all(row, block.reach),
            [] => try_or_most_promising(row, block, 0..block.len, chance, settings),
            open => try_or_most_promising(row, block, open.iter().copied(), chance, settings),
        }
    }

    /// Adds a result of its mover to an edge.
    pub(super) fn learn(&mut self, place: Place, values: &[f32]) {
        let edge = self.edge_mut(place);
        edge.learnt += 1;
        edge.mean += (values[usize::from(edge.mover)] - edge.mean) / edge.learnt as f32;
    }

    /// Whether another `left` simulations cannot change what is chosen at the root.
    pub(super) fn settled(&self, left: u32) -> bool {
        let mut row = self.root();
        loop {
            let Some(best) = most_visited(row) else { return false };
            let ahead = row.iter().filter(|&other| !std::ptr::eq(other, best)).map(|other| other.visits).max();
            if ahead.is_some_and(|second| best.visits - second <= left) {
                return false;
            }
            match best.choice {
                Choice::Unit(_) => row = self.below(best),
                Choice::Act(_) => return true,
            }
        }
    }

    /// Makes the block behind an action the root. The tree is empty if there is none.
    pub(super) fn follow(&mut self, action: A) {
        self.root = self.find_action(action).map_or(NOWHERE, |edge| edge.child);
    }

    /// Drops all that the root does not lead to, and at the root all choices that do not `stand`. What was found by key
    /// stays until the tree is half full, as there are other ways to it.
    pub(super) fn prune(&mut self, settings: &Settings, stands: impl Fn(&Edge<A>) -> bool) {
        if !self.keys.is_empty() {
            if self.edges.len() > settings.room as usize / 2 {
                self.clear();
            }
            return;
        }
        let (mut edges, mut blocks) = std::mem::take(&mut self.spare);
        edges.clear();
        blocks.clear();
        blocks.extend(self.blocks.get(self.root as usize));
        self.root = if blocks.is_empty() { NOWHERE } else { 0 };
        // The blocks of the decision itself: the first, and those of its units.
        let mut at_root = blocks.len();
        let mut done = 0;
        while done < blocks.len() {
            let old = blocks[done];
            let first = edges.len();
            let row = &self.edges[old.first as usize..][..old.len as usize];
            edges.extend(row.iter().filter(|edge| done >= at_root || stands(edge)));
            // The units first, so that their blocks come right behind that of the root.
            for units in [true, false] {
                let some = edges[first..].iter_mut().filter(|edge| matches!(edge.choice, Choice::Unit(_)) == units);
                for edge in some {
                    if let Some(child) = self.blocks.get(edge.child as usize) {
                        edge.child = blocks.len() as u32;
                        blocks.push(*child);
                    }
                }
                if done == 0 && units {
                    at_root = blocks.len();
                }
            }
            let row = &edges[first..];
            let (len, tried) = (row.len() as u32, row.iter().filter(|edge| edge.visits > 0).count() as u32);
            blocks[done] = Block { first: first as u32, len, room: len, tried, ..old };
            done += 1;
        }
        self.spare = (std::mem::replace(&mut self.edges, edges), std::mem::replace(&mut self.blocks, blocks));
    }

    /// The edge of an action at the root, directly or under its unit.
    pub(super) fn find_action(&self, action: A) -> Option<&Edge<A>> {
        let units = self.root().iter().filter(|edge| matches!(edge.choice, Choice::Unit(_)));
        let edges = self.root().iter().chain(units.flat_map(|unit| self.below(unit)));
        edges.filter(|edge| edge.choice == Choice::Act(action)).max_by_key(|edge| edge.visits)
    }

    /// The most visited actions after `edge`.
    pub(super) fn line(&self, edge: &Edge<A>) -> Vec<A> {
        let next = |edge: &&Edge<A>| most_visited(self.below(edge)).filter(|edge| edge.visits > 0);
        let edges = std::iter::successors(next(&edge), next).take(LONGEST_LINE);
        let acts = edges.filter_map(|edge| match edge.choice {
            Choice::Act(action) => Some(action),
            Choice::Unit(_) => None,
        });
        acts.collect()
    }
}

/// Of choices; games whose nodes go by what is known may lead round in circles.
const LONGEST_LINE: usize = 40;

impl<A: Copy> Edge<A> {
    /// An edge of a decision, still without anything of its own.
    fn of(stand: &Stand<'_, A>) -> Self {
        let (choice, mover) = (stand.choices[0], stand.mover);
        Edge { choice, mover, child: NOWHERE, visits: 0, learnt: 0, missed: 0, mean: 0.0, prior: 0.0, lure: 0.0 }
    }
}

impl Formula {
    /// The part that an edge keeps of what it is worth to know it better.
    fn lure(self, visits: u32, prior: f32) -> f32 {
        match self {
            Formula::Uct(c) => c / (visits.max(1) as f32).sqrt(),
            Formula::Puct(c) => c * prior / (1 + visits) as f32,
        }
    }

    /// What that is multiplied with, by how often the edge stood open.
    fn reach(self, visits: u32) -> f32 {
        match self {
            Formula::Uct(_) => ln(visits).sqrt(),
            Formula::Puct(_) => (visits as f32).sqrt(),
        }
    }
}

/// What makes weights add up to 1.
fn scale(weights: &[f32]) -> f32 {
    let sum: f32 = weights.iter().sum();
    if sum > 0.0 { 1.0 / sum } else { 0.0 }
}

/// The edge that a search trusts most.
pub(super) fn most_visited<A>(row: &[Edge<A>]) -> Option<&Edge<A>> {
    let better = |a: &&Edge<A>, b: &&Edge<A>| a.visits.cmp(&b.visits).then(a.mean.total_cmp(&b.mean));
    // The first of equals.
    row.iter().rev().max_by(better)
}

/// The most promising edge of a row of which all are tried and always stood open.
fn most_promising_of_all<A>(row: &[Edge<A>], reach: f32) -> u32 {
    let mut best = (f32::NEG_INFINITY, 0);
    for (edge, number) in row.iter().zip(0..) {
        let score = edge.mean + edge.lure * reach;
        // Without a branch, which would be guessed wrong as often as not.
        best = if score > best.0 { (score, number) } else { best };
    }
    best.1
}

/// The most promising of the `open` edges of a row, or one never tried if it is time for it.
fn try_or_most_promising<A>(
    row: &[Edge<A>],
    block: &Block,
    open: impl ExactSizeIterator<Item = u32> + Clone,
    chance: u64,
    settings: &Settings,
) -> u32 {
    let tried = || open.clone().map(|number| &row[number as usize]).filter(|edge| edge.visits > 0);
    let count = tried().count();
    let limit = settings.widening.map_or(f32::INFINITY, |factor| factor * (block.visits as f32).sqrt());
    let wide = count == 0 || (count as f32) < limit;
    let fresh = match settings.fresh {
        _ if count == open.len() || !wide => None,
        Fresh::First => return first_fresh(row, open, chance),
        Fresh::Value(value) => Some(value),
        Fresh::Below(less) => {
            let sum = tried().map(|edge| edge.learnt).sum::<u32>().max(1);
            Some(tried().map(|edge| edge.mean * edge.learnt as f32).sum::<f32>() / sum as f32 - less)
        }
    };
    let mut best = (f32::NEG_INFINITY, 0.0, 0);
    for number in open {
        let edge = &row[number as usize];
        let mean = match (edge.visits, fresh) {
            (0, Some(fresh)) => fresh,
            (0, None) => continue,
            _ => edge.mean,
        };
        let score = mean + edge.lure * settings.formula.reach(block.visits - edge.missed);
        // The prior decides among equals, as all are that were never tried where a formula gives nothing for it.
        if (score, edge.prior) > (best.0, best.1) {
            best = (score, edge.prior, number);
        }
    }
    best.2
}

/// Among the edges never tried that with the best prior, or any of several.
fn first_fresh<A>(row: &[Edge<A>], open: impl ExactSizeIterator<Item = u32> + Clone, chance: u64) -> u32 {
    let from = below(chance, open.len());
    let mut best: Option<u32> = None;
    for number in open.clone().skip(from).chain(open.take(from)) {
        let edge = &row[number as usize];
        if edge.visits == 0 && best.is_none_or(|best| edge.prior > row[best as usize].prior) {
            best = Some(number);
        }
    }
    best.expect("an edge that was never tried")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::guide::Horizon;

    fn settings(room: u32) -> Settings {
        Settings { room, ..Settings::new(Budget::iterations(1), Horizon::default()) }
    }

    fn choose(tree: &mut Tree<u32>, way: Way, actions: &[u32], settings: &Settings) -> Result<Chosen<u32>, Lack> {
        let choices = Vec::from_iter(actions.iter().map(|&action| Choice::Act(action)));
        let stand = Stand { mover: 0, choices: &choices, chance: 0, needed: matches!(way, Way::Root) };
        tree.choose(way, &stand, settings, Some(&[]))
    }

    #[test]
    fn has_no_more_edges_than_room() {
        let settings = settings(50);
        let mut tree = Tree::new();
        let mut refused = 0;
        for n in 0..1000 {
            let place = choose(&mut tree, Way::Root, &[0], &settings).ok().expect("the root").place;
            // Other choices each time, some of them known.
            match choose(&mut tree, Way::Below(place), &[n, n + 1, n + 7], &settings) {
                Ok(chosen) => assert!([n, n + 1, n + 7].map(Choice::Act).contains(&chosen.choice)),
                Err(_) => refused += 1,
            }
            assert!(tree.edges.len() <= 50, "{} edges", tree.edges.len());
        }
        assert!((900..1000).contains(&refused), "{refused}: what is known is learnt on");
    }

    #[test]
    fn what_is_still_on_its_way_does_not_count() {
        let settings = settings(50);
        let mut tree = Tree::new();
        let places = [0, 1].map(|_| choose(&mut tree, Way::Root, &[0], &settings).ok().expect("a choice").place);
        places.iter().for_each(|&place| tree.learn(place, &[0.5]));
        assert_eq!((tree.root()[0].visits, tree.root()[0].mean), (2, 0.5));
    }

    #[test]
    fn what_was_never_tried_comes_first_in_what_is_left_of_a_tree() {
        let settings = settings(50);
        let mut tree = Tree::new();
        let tried = [0, 1].map(|_| {
            let chosen = choose(&mut tree, Way::Root, &[0, 1, 2], &settings).ok().expect("a choice");
            tree.learn(chosen.place, &[1.0]);
            chosen.choice
        });
        tree.prune(&settings, |edge| edge.choice != tried[0]);
        let left = Vec::from_iter([0, 1, 2].into_iter().filter(|&action| Choice::Act(action) != tried[0]));
        let chosen = choose(&mut tree, Way::Root, &left, &settings).ok().expect("a choice");
        assert!(chosen.visits == 1 && chosen.choice != tried[1]);
    }
}
