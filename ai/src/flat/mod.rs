//! Flat Monte Carlo: candidates are compared by playouts, without a tree.

mod plan;

use crate::budget::{Budget, Clock};
use crate::game::{Game, candidates, play_under};
use crate::guide::{Guide, Horizon, Values};
use crate::policy::{Policy, Scored, Term};
use crate::seed::mix;
use plan::{Plan, Planner, Trial};

/// How a [`Flat`] searches.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How many playouts, at each decision. Where they do not last for rounds of all candidates, the last candidates are
    /// left out, by what the guide promises or else in the game's order. Where time does not last for one of each, those
    /// that had none come last; where it lasts for none, the guide's favourite is played.
    pub budget: Budget,
    /// How far they go.
    pub horizon: Horizon,
    /// Progressive widening: compared are only this many times the square root of the playouts, at least two, those
    /// that the guide finds most promising. Without it all are compared.
    pub widening: Option<f32>,
    /// How much of a win, 0 to 1, the guide's highest prior is worth against its lowest, however many playouts there are.
    /// Playouts follow the guide to where a game is evaluated, and more of them do not correct what they get wrong.
    /// Above 0, playouts overrule the guide only where they are clear.
    pub trust: f32,
    /// How many of the next decisions of the turn are searched too, whoever's they are, with half of the playouts: 0, the
    /// default, leaves them all to the guide. Worth it where the value of a decision lies in what follows it, and there
    /// are enough playouts for all of them.
    pub plan: u32,
}

impl Settings {
    /// All candidates, with no trust in priors.
    pub fn new(budget: Budget, horizon: Horizon) -> Self {
        Settings { budget, horizon, widening: None, trust: 0.0, plan: 0 }
    }

    /// Greedy play: what each action leads to is evaluated by the guide at once, without any playouts. All actions
    /// are looked at if the budget has for each as many looks as it takes halvings to come from all of them to one; with
    /// dice or secrets it should have many more.
    pub fn greedy(budget: Budget) -> Self {
        Settings::new(budget, Horizon::AT_ONCE)
    }

    /// How many of so many playouts are for the decision itself; the plan has the others.
    fn share(&self, playouts: u32) -> u32 {
        if self.plan > 0 { playouts / 2 } else { playouts }
    }

    /// How many actions are compared at each of so many decisions that share half of the playouts, or all.
    fn breadth(&self, decisions: u32) -> usize {
        let Some(widening) = self.widening else { return usize::MAX };
        let playouts = if self.budget.iterations == u32::MAX { USUAL } else { self.budget.iterations };
        (widening * (self.share(playouts) as f32 / decisions as f32).sqrt()).max(2.0) as usize
    }
}

/// Plays the action after which playouts went best. The budget is spent in rounds, each on the better half of the
/// candidates of the round before (sequential halving: Karnin, Koren & Somekh, "Almost optimal exploration in
/// multi-armed bandits", 2013); the guide's favourite stays to the end, as nothing should be played instead of it that
/// was not compared with it all along. Candidates share their luck: the same hidden cards, the same rolls, by occasion
/// where the game names them ([`Game::occasion`]).
pub struct Flat<G: Game, H> {
    settings: Settings,
    guide: H,
    field: Field<G>,
    /// The candidates, the best first.
    entrants: Vec<Entrant<G::Action>>,
    game: Option<G>,
    plan: Plan<G::Action>,
    /// What the candidates came to under the same luck.
    came: Vec<Values>,
}

/// Lists and ranks what stands open in a decision.
struct Field<G: Game> {
    scratch: G::Scratch,
    actions: Vec<G::Action>,
    weights: Vec<f32>,
    ranked: Vec<(G::Action, f32)>,
}

impl<G: Game> Default for Field<G> {
    fn default() -> Self {
        Field { scratch: G::Scratch::default(), actions: Vec::new(), weights: Vec::new(), ranked: Vec::new() }
    }
}

impl<G: Game> Field<G> {
    /// The candidates in the game's order.
    fn list(&mut self, game: &G) -> &[G::Action] {
        self.actions.clear();
        candidates(game, &mut self.scratch, &mut self.actions);
        &self.actions
    }

    /// The candidates with the guide's priors, the highest of which is 1; in the game's order with 0 if there are none.
    fn rank(&mut self, game: &G, guide: &mut impl Guide<G>) -> &[(G::Action, f32)] {
        self.list(game);
        let Field { actions, weights, ranked, .. } = self;
        weights.clear();
        guide.weigh(game, actions, weights);
        let most = weights.iter().copied().fold(f32::MIN_POSITIVE, f32::max);
        let promises = weights.iter().map(|weight| weight / most).chain(std::iter::repeat(0.0));
        ranked.clear();
        ranked.extend(actions.iter().copied().zip(promises));
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1));
        ranked
    }
}

/// A candidate with its prior, 0 to 1.
struct Entrant<A> {
    tally: Tally<A>,
    promise: f32,
}

/// The results of an action's playouts.
#[derive(Clone, Copy)]
pub(crate) struct Tally<A> {
    pub(crate) action: A,
    pub(crate) visits: u32,
    pub(crate) mean: f32,
}

impl<A: Copy> Tally<A> {
    fn of(action: A) -> Self {
        Tally { action, visits: 0, mean: 0.0 }
    }

    fn learn(&mut self, value: f32) {
        self.visits += 1;
        self.mean += (value - self.mean) / self.visits as f32;
    }

    /// The same in the form that policies return.
    pub(crate) fn scored(self, line: Vec<A>) -> Scored<A> {
        let terms = vec![
            Term { name: "value", value: self.mean, share: self.mean },
            Term { name: "visits", value: self.visits as f32, share: 0.0 },
        ];
        Scored { action: self.action, score: self.mean, terms, line }
    }
}

/// Playouts that are reckoned with where only time sets an end.
const USUAL: u32 = 1000;

/// The rounds of so many candidates: how many come to each, and how many playouts each of them gets there.
fn rounds(candidates: usize, playouts: u32) -> impl ExactSizeIterator<Item = (usize, u32)> {
    let rounds = candidates.next_power_of_two().ilog2();
    (0..rounds).map(move |round| {
        let alive = candidates.div_ceil(1 << round);
        (alive, (playouts / (rounds * alive as u32)).max(1))
    })
}

/// Only after so many of the best candidates the plan is tried.
const LEADERS: usize = 3;

impl<G: Game, H: Guide<G>> Flat<G, H> {
    /// A search whose playouts `guide` leads to the horizon.
    pub fn new(settings: Settings, guide: H) -> Self {
        Flat {
            settings,
            guide,
            field: Field::default(),
            entrants: Vec::new(),
            game: None,
            plan: Plan::default(),
            came: Vec::new(),
        }
    }

    /// Lists the candidates that there are playouts for, the most promising first.
    fn enter(&mut self, game: &G) {
        let Flat { settings, guide, field, entrants, .. } = self;
        let ranked = field.rank(game, guide).iter();
        entrants.clear();
        entrants.extend(ranked.map(|&(action, promise)| Entrant { tally: Tally::of(action), promise }));
        entrants.truncate(settings.breadth(1));
        let playouts = settings.share(settings.budget.iterations);
        let cost =
            |candidates| rounds(candidates, playouts).map(|(alive, each)| alive as u64 * u64::from(each)).sum::<u64>();
        while entrants.len() > 1 && cost(entrants.len()) > u64::from(playouts) {
            entrants.pop();
        }
        self.plan.start(settings.plan as usize, settings.breadth(settings.plan.max(1)));
    }

    /// Gives each of the best `alive` candidates a playout with the same luck, and as many to the plan. Where time ends on
    /// the way, only the first sample counts as far as it came: others would give more luck to some than to others.
    fn sample(&mut self, from: &G, viewer: usize, alive: usize, luck: u64, clock: Clock<'_>) {
        self.came.clear();
        for number in 0..alive {
            let values = self.play_out(from, viewer, number, luck, None, clock);
            if clock.over() {
                break;
            }
            self.came.push(values);
        }
        let first = self.entrants[0].tally.visits == 0;
        if first || self.came.len() == alive {
            let learn = |(entrant, values): (&mut Entrant<_>, &Values)| entrant.tally.learn(values[viewer]);
            self.entrants.iter_mut().zip(&self.came).for_each(learn);
        }
        for number in 0..alive as u64 {
            let Some(trial) = self.plan.trial(mix(luck, 2 + number)) else { break };
            let number = number as usize % alive.min(LEADERS);
            if clock.over() {
                break;
            }
            let values = self.play_out(from, viewer, number, luck, Some(trial), clock);
            if !clock.over() {
                self.plan.learn(trial, &values, &self.came[number]);
            }
        }
        self.plan.settle();
    }

    /// The result of a candidate with the plan, or with a variant of it; meaningless if the clock has run out.
    fn play_out(
        &mut self,
        from: &G,
        viewer: usize,
        number: usize,
        luck: u64,
        trial: Option<Trial>,
        clock: Clock<'_>,
    ) -> Values {
        let Flat { settings, guide, field, entrants, game, plan, .. } = self;
        let game = game.get_or_insert_with(|| from.clone());
        game.clone_from(from);
        game.determinise(viewer, mix(luck, 0));
        play_under(game, entrants[number].tally.action, luck, mix(luck, 1));
        let mut planner = Planner { guide, plan, field, trial, turn: from.turn(), number: 0 };
        settings.horizon.play_out(game, &mut planner, viewer, luck, clock)
    }
}

impl<G: Game, H: Guide<G>> Policy<G> for Flat<G, H> {
    fn choose(&mut self, game: &G, chance: u64) -> G::Action {
        let viewer = game.to_act().expect("asked to choose where nothing is to be chosen");
        let Settings { budget, trust, .. } = self.settings.clone();
        // Ranking takes time too.
        let clock = budget.start();
        self.enter(game);
        let favourite = self.entrants[0].tally.action;
        let playouts = self.settings.share(budget.iterations);
        let rounds = rounds(self.entrants.len(), playouts);
        let last = rounds.len();
        let mut samples = 0;
        for (round, (alive, each)) in (1..).zip(rounds) {
            for _ in 0..each {
                if clock.over() || samples > 0 && clock.past(round as f32 / last as f32) {
                    break;
                }
                self.sample(game, viewer, alive, mix(chance, samples), clock);
                samples += 1;
            }
            let worth = |e: &Entrant<G::Action>| (e.tally.visits > 0, e.tally.mean + trust * e.promise);
            self.entrants[..alive].sort_by(|a, b| {
                let (one, other) = (worth(a), worth(b));
                other.0.cmp(&one.0).then(other.1.total_cmp(&one.1))
            });
            let better = alive.div_ceil(2);
            // Behind the better half, the favourite takes the last place in it.
            if let Some(place) = self.entrants.iter().position(|e| e.tally.action == favourite)
                && place >= better
                && round < last
            {
                self.entrants.swap(place, better - 1);
            }
        }
        self.entrants[0].tally.action
    }

    fn explain(&self) -> Vec<Scored<G::Action>> {
        let trust = self.settings.trust;
        let number = self.entrants.iter().take_while(|entrant| entrant.tally.visits > 0).count();
        // The favourite, where there was no time for any.
        let scored = self.entrants.iter().take(number.max(1)).map(|Entrant { tally, promise }| {
            let mut scored = tally.scored(Vec::new());
            if trust > 0.0 {
                let share = trust * promise;
                scored.terms.push(Term { name: "promise", value: *promise, share });
                scored.score += share;
            }
            scored
        });
        scored.collect()
    }
}
