//! One simulation: down the tree, a playout, and back up.

use super::tree::{Choice, Chosen, Lack, Place, Stand, Tree, Way};
use super::{Opponents, Settings, Work};
use crate::game::{Game, play_under};
use crate::guide::Guide;
use crate::seed::mix;
use std::sync::{Mutex, PoisonError};

/// A tree that one thread has to itself, or that several share. Those lock it at every step, not for the whole
/// simulation: playing, listing and weighing take longer than choosing.
pub(super) trait Reach<A> {
    fn with<T>(&mut self, act: impl FnOnce(&mut Tree<A>) -> T) -> T;
}

impl<A> Reach<A> for &mut Tree<A> {
    fn with<T>(&mut self, act: impl FnOnce(&mut Tree<A>) -> T) -> T {
        act(self)
    }
}

impl<A> Reach<A> for &Mutex<Tree<A>> {
    fn with<T>(&mut self, act: impl FnOnce(&mut Tree<A>) -> T) -> T {
        act(&mut self.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// What one thread needs to run simulations.
pub(super) struct Walker<G: Game, H> {
    pub(super) guide: H,
    scratch: G::Scratch,
    game: Option<G>,
    /// The world that a group of simulations starts from, and the number of the group.
    world: Option<(G, u32)>,
    /// Whether all that the tree holds was learnt from decisions after which nothing is left to chance.
    certain: bool,
    actions: Vec<G::Action>,
    choices: Vec<Choice<G::Action>>,
    weighing: Weighing<G::Action>,
    path: Vec<Place>,
}

/// Where the chance of a search comes from, each kind apart.
#[derive(Clone, Copy)]
pub(super) struct Seeds {
    worlds: u64,
    simulations: u64,
}

impl Seeds {
    pub(super) fn of(chance: u64) -> Self {
        Seeds { worlds: mix(chance, 0), simulations: mix(chance, 1) }
    }
}

/// Where a simulation has come to in the tree.
#[derive(Clone, Copy)]
struct Here {
    mover: usize,
    /// The unit whose action is to be chosen, if units come first.
    unit: Option<usize>,
    /// What was chosen last.
    from: Option<Place>,
    /// Whether it is still at the decision that is searched.
    at_root: bool,
    chance: u64,
}

impl Here {
    /// The way to the block of this decision.
    fn way<G: Game>(&self, game: &G) -> Way {
        match (game.known(self.mover), self.from) {
            (Some(known), from) => {
                let unit = self.unit.map_or(0, |unit| 1 + unit as u64);
                Way::Key(mix(mix(known, self.mover as u64), unit), from)
            }
            (None, Some(place)) => Way::Below(place),
            (None, None) => Way::Root,
        }
    }
}

impl<G: Game, H: Guide<G>> Walker<G, H> {
    pub(super) fn new(guide: H) -> Self {
        Walker {
            guide,
            scratch: G::Scratch::default(),
            game: None,
            world: None,
            certain: false,
            actions: Vec::new(),
            choices: Vec::new(),
            weighing: Weighing::default(),
            path: Vec::new(),
        }
    }

    /// The next simulation is of another decision, with a new tree or with what is left of the last one. Forgets the
    /// sampled world.
    pub(super) fn start(&mut self, game: &G, new_tree: bool) {
        self.certain = game.is_certain() && (new_tree || self.certain);
        if let Some((_, group)) = &mut self.world {
            *group = u32::MAX;
        }
    }

    /// All actions of the open decision.
    pub(super) fn list_all(&mut self, game: &G) -> &[G::Action] {
        self.actions.clear();
        game.actions(&mut self.scratch, &mut self.actions);
        &self.actions
    }

    /// Runs simulation `number` of a search.
    pub(super) fn simulate(&mut self, tree: &mut impl Reach<G::Action>, work: &Work<'_, G>, number: u32) {
        let &Work { game: root, viewer, settings, seeds, clock, .. } = work;
        let mut game = self.sample(root, viewer, settings, seeds, number);
        let seed = self.descend(tree, &mut game, viewer, settings, seeds, number);
        let mut values = settings.horizon.play_out(&mut game, &mut self.guide, viewer, seed, clock);
        if settings.opponents == Opponents::Paranoid {
            let (team, value) = (root.team(viewer), values[viewer]);
            (0..root.players()).for_each(|p| values[p] = if root.team(p) == team { value } else { 1.0 - value });
        }
        tree.with(|tree| self.path.iter().for_each(|&place| tree.learn(place, &values)));
        self.game = Some(game);
    }

    /// The state in which a simulation begins: what `viewer` sees, and a sample of the rest.
    fn sample(&mut self, root: &G, viewer: usize, settings: &Settings, seeds: Seeds, number: u32) -> G {
        let group = number / settings.worlds_last.max(1);
        let mut game = self.game.take().unwrap_or_else(|| root.clone());
        if settings.paired {
            // What is hidden is sampled with the luck of the action that is tried.
            game.clone_from(root);
            return game;
        }
        if settings.worlds_last <= 1 {
            game.clone_from(root);
            game.determinise(viewer, mix(seeds.worlds, u64::from(group)));
            return game;
        }
        let (world, of) = self.world.get_or_insert_with(|| (root.clone(), u32::MAX));
        if *of != group {
            world.clone_from(root);
            world.determinise(viewer, mix(seeds.worlds, u64::from(group)));
            *of = group;
        }
        game.clone_from(world);
        game
    }

    /// Plays down the tree to an action that was never tried before, or to the end of the game; says what chance comes
    /// from.
    fn descend(
        &mut self,
        tree: &mut impl Reach<G::Action>,
        game: &mut G,
        viewer: usize,
        settings: &Settings,
        seeds: Seeds,
        number: u32,
    ) -> u64 {
        self.path.clear();
        let mut unit = None;
        let mut fresh = false;
        let mut first = settings.paired;
        let mut seed = mix(seeds.simulations, u64::from(number));
        while let Some(mover) = game.to_act() {
            if fresh && unit.is_none() {
                return seed;
            }
            let depth = self.path.len() as u64;
            let at_root = self.path.len() == usize::from(unit.is_some());
            let from = self.path.last().copied();
            let here = Here { mover, unit, from, at_root, chance: mix(seed, 2 * depth + 1) };
            let Some(chosen) = self.choose(tree, game, settings, here) else { return seed };
            self.path.push(chosen.place);
            fresh |= chosen.visits == 1;
            match chosen.choice {
                Choice::Unit(chosen) => unit = Some(usize::from(chosen)),
                Choice::Act(action) => {
                    unit = None;
                    if std::mem::take(&mut first) {
                        let luck = u64::from(chosen.visits);
                        game.determinise(viewer, mix(seeds.worlds, luck));
                        seed = mix(seeds.simulations, luck);
                    }
                    play_under(game, action, seed, mix(seed, 2 * depth + 2));
                }
            }
        }
        seed
    }

    /// Asks the tree what to try. Nothing if it is full.
    fn choose(
        &mut self,
        tree: &mut impl Reach<G::Action>,
        game: &G,
        settings: &Settings,
        here: Here,
    ) -> Option<Chosen<G::Action>> {
        let way = here.way(game);
        let Here { mover, unit, at_root, chance, .. } = here;
        // Not asked of the game here: where dice led to this node, it has other choices in other simulations.
        if self.certain {
            let again = tree.with(|tree| tree.choose_again(way, chance, settings));
            if again.is_some() {
                return again;
            }
        }
        self.list(game, unit);
        let Walker { guide, scratch, choices, weighing, .. } = self;
        let stand = Stand { mover: mover as u8, choices, chance, needed: at_root };
        let mut chosen = tree.with(|tree| tree.choose(way, &stand, settings, None));
        if let Err(Lack::Weights) = chosen {
            let weights = weighing.weigh(guide, game, scratch, choices);
            chosen = tree.with(|tree| tree.choose(way, &stand, settings, Some(weights)));
        }
        chosen.ok()
    }

    /// Lists the choices of a decision: of a unit, once one is chosen; else the units and what belongs to none. A unit
    /// that is alone, or whose turn it is as the order does not matter, needs no choosing.
    fn list(&mut self, game: &G, unit: Option<usize>) {
        let Walker { scratch, actions, choices, .. } = self;
        let units = game.actors();
        let settled = units.first().filter(|_| game.commutes());
        actions.clear();
        choices.clear();
        match unit.or(settled) {
            Some(unit) => game.actions_of(Some(unit), scratch, actions),
            None if units.len() > 1 => {
                choices.extend(units.iter().map(|unit| Choice::Unit(unit as u8)));
                game.actions_of(None, scratch, actions);
            }
            None => game.actions(scratch, actions),
        }
        choices.extend(actions.iter().map(|&action| Choice::Act(action)));
    }
}

/// The buffers of [`weigh`](Weighing::weigh).
struct Weighing<A> {
    actions: Vec<A>,
    /// Where in the list of actions those of each choice end.
    ends: Vec<usize>,
    weights: Vec<f32>,
    /// Of the choices.
    sums: Vec<f32>,
}

impl<A> Default for Weighing<A> {
    fn default() -> Self {
        Weighing { actions: Vec::new(), ends: Vec::new(), weights: Vec::new(), sums: Vec::new() }
    }
}

impl<A: Copy> Weighing<A> {
    /// A weight for each choice, or nothing where all are alike; a unit has those of its actions together.
    fn weigh<G: Game<Action = A>>(
        &mut self,
        guide: &mut impl Guide<G>,
        game: &G,
        scratch: &mut G::Scratch,
        choices: &[Choice<A>],
    ) -> &[f32] {
        let Weighing { actions, ends, weights, sums } = self;
        actions.clear();
        ends.clear();
        weights.clear();
        sums.clear();
        for choice in choices {
            match *choice {
                Choice::Unit(unit) => game.actions_of(Some(usize::from(unit)), scratch, actions),
                Choice::Act(action) => actions.push(action),
            }
            ends.push(actions.len());
        }
        // All at once, since weights compare only within a list.
        guide.weigh(game, actions, weights);
        if !weights.is_empty() {
            let mut from = 0;
            sums.extend(ends.iter().map(|&end| weights[std::mem::replace(&mut from, end)..end].iter().sum::<f32>()));
        }
        sums
    }
}
