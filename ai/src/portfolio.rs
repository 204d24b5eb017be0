//! Portfolio greedy search (Churchill & Buro, "Portfolio greedy search and simulation for large-scale combat in
//! StarCraft", 2013): for a turn of many units it searches which unit follows which script, not what each unit does.

use crate::budget::{Budget, Clock};
use crate::flat::Tally;
use crate::game::Game;
use crate::guide::{Guide, Horizon, below};
use crate::policy::{Policy, Scored};
use crate::seed::mix;
use crate::utility::{Appraise, Utility};
use std::cmp::Ordering;

/// A simple way for a unit to act, such as "shoot at the weakest" or "keep out of sight".
pub trait Script<G: Game> {
    /// The number of the action to play among `actions`: at least one, all of one unit or of none. It may use only what
    /// the player may know.
    fn pick(&mut self, game: &G, actions: &[G::Action], chance: u64) -> usize;
}

/// The action with the highest score, the first of equals; without noise.
impl<G: Appraise> Script<G> for Utility<G> {
    fn pick(&mut self, game: &G, actions: &[G::Action], _chance: u64) -> usize {
        self.first_best(game, actions)
    }
}

/// Any action.
#[derive(Clone, Copy, Debug, Default)]
pub struct Anything;

impl<G: Game> Script<G> for Anything {
    fn pick(&mut self, _game: &G, actions: &[G::Action], chance: u64) -> usize {
        below(chance, actions.len())
    }
}

/// Actions that belong to no unit follow the script under this number.
const NO_UNIT: usize = 128;

/// The script of each unit of each player.
type Orders = [[u8; NO_UNIT + 1]; 8];

/// How a [`Portfolio`] searches.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many playouts, at each decision.
    pub budget: Budget,
    /// How far they go, by the scripts of both sides; some turns.
    pub horizon: Horizon,
    /// Playouts to compare two assignments by, no more than the budget has. Both get the same dice.
    pub samples: u32,
    /// How often all units are gone through, at most.
    pub rounds: u32,
    /// Whether before each round the others get the script that is best against the orders so far; else they follow the
    /// first.
    pub answers: bool,
}

/// Portfolio greedy search: starts with the script that is best for all units, and then gives one unit after the other
/// the script that is best for it, while all others keep theirs. Made for turns in which the order of units
/// matters little; units are asked in the order of their numbers. It uses only
/// [`evaluate`](Guide::evaluate) of the guide.
pub struct Portfolio<G: Game, H> {
    settings: Settings,
    company: Company<G, H>,
    game: Option<G>,
    /// The results for the actions of the current decision.
    found: Vec<Found<G::Action>>,
}

/// An action with which some assignments begin, the value of the best of them, and the actions that followed.
struct Found<A> {
    tally: Tally<A>,
    line: Vec<A>,
}

/// Plays everybody by orders.
struct Company<G: Game, H> {
    scripts: Vec<Box<dyn Script<G> + Send>>,
    orders: Box<Orders>,
    guide: H,
    scratch: G::Scratch,
    actions: Vec<G::Action>,
    /// What was played.
    line: Vec<G::Action>,
    /// The chance of the first decision. It is the same in all playouts and in the final choice, so that the action which
    /// is played is the one that was compared, even with random scripts.
    first: u64,
}

impl<G: Game, H: Guide<G>> Guide<G> for Company<G, H> {
    fn playout(&mut self, game: &G, chance: u64) -> G::Action {
        let Company { scripts, orders, scratch, actions, line, first, .. } = self;
        let chance = if line.is_empty() { *first } else { chance };
        let player = game.to_act().expect("somebody is to act in a playout");
        let unit = game.actors().first();
        actions.clear();
        game.actions_of(unit, scratch, actions);
        if unit.is_some() && !game.commutes() {
            game.actions_of(None, scratch, actions);
        }
        let script = orders[player][unit.unwrap_or(NO_UNIT)];
        let action = actions[scripts[usize::from(script)].pick(game, actions, chance)];
        line.push(action);
        action
    }

    fn evaluate(&mut self, game: &G, values: &mut [f32]) {
        self.guide.evaluate(game, values);
    }
}

/// A decision that is being searched.
struct Search<'s, G> {
    from: &'s G,
    viewer: usize,
    chance: u64,
    clock: Clock<'s>,
    /// How many playouts are left.
    left: u32,
}

impl<G: Game, H: Guide<G>> Portfolio<G, H> {
    /// A search among these scripts.
    ///
    /// # Panics
    /// When there are none, or more than 256.
    pub fn new(settings: Settings, scripts: Vec<Box<dyn Script<G> + Send>>, guide: H) -> Self {
        assert!((1..=256).contains(&scripts.len()), "{} scripts", scripts.len());
        let company = Company {
            scripts,
            orders: Box::new([[0; NO_UNIT + 1]; 8]),
            guide,
            scratch: G::Scratch::default(),
            actions: Vec::new(),
            line: Vec::new(),
            first: 0,
        };
        Portfolio { settings, company, game: None, found: Vec::new() }
    }

    /// The value of the orders to `player`. None if the budget is used up.
    fn value(&mut self, search: &mut Search<'_, G>, player: usize) -> Option<f32> {
        let Settings { samples, budget, .. } = &self.settings;
        let samples = (*samples).clamp(1, budget.iterations.max(1));
        let first = self.found.is_empty();
        if !first && (search.left < samples || search.clock.over()) {
            return None;
        }
        search.left = search.left.saturating_sub(samples);
        let (mut sum, mut played) = (0.0, 0);
        for sample in 0..samples {
            if played > 0 && search.clock.over() {
                // With fewer samples than the others they could not be compared.
                if first { break } else { return None }
            }
            let luck = mix(search.chance, u64::from(sample));
            let game = self.game.get_or_insert_with(|| search.from.clone());
            game.clone_from(search.from);
            game.determinise(search.viewer, mix(luck, 0));
            self.company.line.clear();
            sum += self.settings.horizon.play_out(game, &mut self.company, search.viewer, luck, search.clock)[player];
            played += 1;
        }
        Some(sum / played as f32)
    }

    /// Tries each script for all the units of `player` in `units` together, and keeps the best, whose value so far is
    /// `best`. Returns whether budget is left.
    fn improve(&mut self, search: &mut Search<'_, G>, player: usize, units: &[usize], best: &mut f32) -> bool {
        let before = self.company.orders[player];
        let mut kept = before;
        for script in 0..self.company.scripts.len() {
            self.company.orders[player] = before;
            units.iter().for_each(|&unit| self.company.orders[player][unit] = script as u8);
            if self.company.orders[player] == before && *best > f32::NEG_INFINITY {
                continue;
            }
            let Some(value) = self.value(search, player) else {
                self.company.orders[player] = kept;
                return false;
            };
            if player == search.viewer {
                self.note(value);
            }
            if value > *best {
                (*best, kept) = (value, self.company.orders[player]);
            }
        }
        self.company.orders[player] = kept;
        true
    }

    /// Records the value of orders to the player, under the action that they begin with.
    fn note(&mut self, value: f32) {
        let [action, line @ ..] = &self.company.line[..] else { return };
        match self.found.iter_mut().find(|found| found.tally.action == *action) {
            Some(found) => {
                found.tally.visits += 1;
                if value > found.tally.mean {
                    (found.tally.mean, found.line) = (value, line.to_vec());
                }
            }
            None => {
                self.found.push(Found { tally: Tally { action: *action, visits: 1, mean: value }, line: line.to_vec() })
            }
        }
    }

    /// Improves the orders of all until the budget or the rounds are used up, or nothing changes.
    fn search(&mut self, search: &mut Search<'_, G>) {
        let (from, viewer) = (search.from, search.viewer);
        let everybody = Vec::from_iter(0..=NO_UNIT);
        let others = Vec::from_iter((0..from.players()).filter(|&p| from.team(p) != from.team(viewer)));
        let mut best = f32::NEG_INFINITY;
        if !self.improve(search, viewer, &everybody, &mut best) {
            return;
        }
        for _ in 0..self.settings.rounds {
            let before = self.company.orders.clone();
            if self.settings.answers {
                for &other in &others {
                    let mut answer = f32::NEG_INFINITY;
                    if !self.improve(search, other, &everybody, &mut answer) {
                        return;
                    }
                }
                // Their value has changed.
                match self.value(search, viewer) {
                    Some(value) => best = value,
                    None => return,
                }
            }
            for unit in from.actors().iter().chain([NO_UNIT]) {
                if !self.improve(search, viewer, &[unit], &mut best) {
                    return;
                }
            }
            if *before == *self.company.orders {
                return;
            }
        }
    }
}

impl<G: Game, H: Guide<G>> Policy<G> for Portfolio<G, H> {
    fn choose(&mut self, game: &G, chance: u64) -> G::Action {
        let viewer = game.to_act().expect("asked to choose where nothing is to be chosen");
        self.found.clear();
        *self.company.orders = [[0; NO_UNIT + 1]; 8];
        self.company.first = mix(chance, u64::MAX);
        let budget = self.settings.budget.clone();
        let mut search = Search { from: game, viewer, chance, clock: budget.start(), left: budget.iterations };
        self.search(&mut search);
        self.company.line.clear();
        let action = self.company.playout(game, self.company.first);
        let rank = |found: &Found<G::Action>| (found.tally.action == action, found.tally.mean);
        self.found.sort_by(|a, b| rank(b).partial_cmp(&rank(a)).unwrap_or(Ordering::Equal));
        action
    }

    fn explain(&self) -> Vec<Scored<G::Action>> {
        self.found.iter().map(|found| found.tally.scored(found.line.clone())).collect()
    }
}
