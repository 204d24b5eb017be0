//! Searches without a tree: flat Monte Carlo, portfolios of scripts, evolution of turns.

use crate::kuhn::Kuhn;
use crate::mcts::Guess;
use crate::skirmish::{Order, Skirmish};
use crate::tictactoe::TicTacToe;
use hexfray_ai::evolution::{self, Evolution};
use hexfray_ai::flat;
use hexfray_ai::guide::Guide;
use hexfray_ai::mcts;
use hexfray_ai::portfolio::{self, Anything, Portfolio, Script};
use hexfray_ai::{Budget, Flat, Game, Horizon, Mcts, Plain, Policy, Random, Stop, check_contract, duel};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Random playouts and the strength that is left.
#[derive(Clone, Default)]
struct Counts(Plain<Skirmish>);

impl Guide<Skirmish> for Counts {
    fn playout(&mut self, game: &Skirmish, chance: u64) -> Order {
        self.0.playout(game, chance)
    }

    fn evaluate(&mut self, game: &Skirmish, values: &mut [f32]) {
        (0..2).for_each(|player| values[player] = game.strength(player));
    }
}

/// Everybody shoots at the enemy that this prefers.
struct ShootAt(fn(u8) -> u8);

impl Script<Skirmish> for ShootAt {
    fn pick(&mut self, game: &Skirmish, actions: &[Order], _chance: u64) -> usize {
        let rank = |action: &Order| match action {
            Order::Shoot { at, .. } => self.0(game.lives(1 - game.side, *at)),
            Order::Wait(_) => 0,
        };
        (0..actions.len()).rev().max_by_key(|&index| rank(&actions[index])).expect("an action")
    }
}

fn portfolio(playouts: u32) -> Portfolio<Skirmish, Counts> {
    let scripts: Vec<Box<dyn Script<Skirmish> + Send>> =
        vec![Box::new(ShootAt(|lives| 10 - lives)), Box::new(ShootAt(|lives| lives)), Box::new(ShootAt(|_| 0))];
    let settings = portfolio::Settings {
        budget: Budget::iterations(playouts),
        horizon: Horizon::turns(2),
        samples: 4,
        rounds: 3,
        answers: true,
    };
    Portfolio::new(settings, scripts, Counts::default())
}

fn evolution(playouts: u32) -> Evolution<Skirmish, Counts> {
    let settings = evolution::Settings::new(Budget::iterations(playouts), Horizon::turns(1));
    Evolution::new(settings, Counts::default())
}

/// Counts as before, and does something at each evaluation, by its number.
#[derive(Clone)]
struct Watched<F>(Counts, Arc<AtomicU32>, F);

impl<F: FnMut(u32)> Guide<Skirmish> for Watched<F> {
    fn playout(&mut self, game: &Skirmish, chance: u64) -> Order {
        self.0.playout(game, chance)
    }

    fn evaluate(&mut self, game: &Skirmish, values: &mut [f32]) {
        (self.2)(1 + self.1.fetch_add(1, Ordering::Relaxed));
        self.0.evaluate(game, values);
    }
}

/// How many games of the skirmish each way to search evaluates with this budget, as all its playouts end in an
/// evaluation, and how long it takes. `at` happens before the search, at 0, and at each evaluation.
fn evaluations(budget: &Budget, mut at: impl FnMut(u32) + Clone + Send + 'static) -> [(u32, Duration); 5] {
    let counts = [(); 5].map(|()| Arc::new(AtomicU32::new(0)));
    let guide = |number: usize| Watched(Counts::default(), counts[number].clone(), at.clone());
    let horizon = Horizon::turns(1);
    let flat = |plan| flat::Settings { plan, ..flat::Settings::new(budget.clone(), horizon) };
    let scripts: Vec<Box<dyn Script<Skirmish> + Send>> = vec![Box::new(Anything), Box::new(ShootAt(|lives| lives))];
    let portfolio = portfolio::Settings { budget: budget.clone(), horizon, samples: 50, rounds: 10, answers: true };
    let evolution = evolution::Settings::new(budget.clone(), Horizon::turns(0));
    let tree = mcts::Settings::new(budget.clone(), horizon);
    let mut thinkers: [Box<dyn Policy<Skirmish>>; 5] = [
        Box::new(Flat::new(flat(0), guide(0))),
        Box::new(Flat::new(flat(3), guide(1))),
        Box::new(Portfolio::new(portfolio, scripts, guide(2))),
        Box::new(Evolution::new(evolution, guide(3))),
        Box::new(Mcts::new(tree, guide(4))),
    ];
    std::array::from_fn(|number| {
        at(0);
        let begun = Instant::now();
        thinkers[number].choose(&Skirmish::default(), 1);
        (counts[number].load(Ordering::Relaxed), begun.elapsed())
    })
}

#[test]
fn the_skirmish_keeps_the_contract() {
    assert_eq!(check_contract(&Skirmish::default(), 20, 1, 1000), 20);
}

#[test]
fn they_beat_chance() {
    let mut flat = Flat::new(flat::Settings::new(Budget::iterations(200), Horizon::turns(2)), Counts::default());
    let thinkers: [&mut dyn Policy<Skirmish>; 3] = [&mut flat, &mut portfolio(200), &mut evolution(400)];
    for (number, thinker) in thinkers.into_iter().enumerate() {
        let score = duel(|_| Skirmish::default(), thinker, &mut Random::by_actor(), 15, 1, 1000);
        assert!(score.wins >= 22, "thinker {number}: {score:?}");
    }
}

/// Shots of one, two and three that never miss, at enemies of two and four. Whether all shoot at the weaker or all at the
/// stronger, one remains; both fall if the second shoots at the weaker and the others at the stronger.
#[test]
fn a_portfolio_mixes_scripts() {
    let mut game = Skirmish::against([2, 4, 0, 0]);
    let mut portfolio = portfolio(400);
    for decision in 0..3 {
        let action = portfolio.choose(&game, decision);
        let why = portfolio.explain();
        assert_eq!(why[0].action, action);
        assert!(why.iter().all(|other| other.score <= why[0].score), "{why:?}");
        assert!(why[0].line.len() >= 2 - decision as usize, "the rest of the turn at least: {why:?}");
        game.play(action, decision);
    }
    assert_eq!(game.strength(1), 0.0, "{game:?}");
}

#[test]
fn a_portfolio_plays_what_it_compared_even_by_random_scripts() {
    let scripts: Vec<Box<dyn Script<Skirmish> + Send>> = vec![Box::new(Anything), Box::new(Anything)];
    let settings = portfolio::Settings {
        budget: Budget::iterations(100),
        horizon: Horizon::turns(2),
        samples: 4,
        rounds: 2,
        answers: false,
    };
    let mut portfolio = Portfolio::new(settings, scripts, Counts::default());
    let mut choices = Vec::new();
    for chance in 0..100 {
        let choice = portfolio.choose(&Skirmish::default(), chance);
        let why = portfolio.explain();
        // One first action by all orders, in every sample.
        assert!(why.len() == 1 && why[0].action == choice, "{choice:?}: {why:?}");
        if !choices.contains(&choice) {
            choices.push(choice);
        }
    }
    assert_eq!(choices.len(), 5, "they are random all the same");
}

#[test]
fn a_portfolio_reckons_with_the_best_answer() {
    /// Picks the first of these numbers that there is.
    struct Picks([usize; 2]);
    impl Script<Number> for Picks {
        fn pick(&mut self, _: &Number, actions: &[u8], _: u64) -> usize {
            *self.0.iter().find(|&&number| number < actions.len()).expect("there is one")
        }
    }
    let dares = |answers: bool| {
        let (budget, horizon) = (Budget::iterations(100), Horizon::default());
        let settings = portfolio::Settings { budget, horizon, samples: 1, rounds: 1, answers };
        // To dare and to name 1; to be safe and to name 7.
        let scripts: Vec<Box<dyn Script<Number> + Send>> = vec![Box::new(Picks([1, 1])), Box::new(Picks([7, 0]))];
        let mut portfolio = Portfolio::new(settings, scripts, Plain::default());
        portfolio.choose(&Number { namer: 1, dared: None, named: None }, 1) == 1
    };
    assert!(dares(false), "an enemy who names 1 is no danger");
    assert!(!dares(true), "one who names 7 is");
}

#[test]
fn greedy_play_takes_what_looks_best_at_once() {
    let game = TicTacToe::default();
    /// Values squares by their numbers, the fifth the most.
    struct Likes;
    impl Guide<TicTacToe> for Likes {
        fn playout(&mut self, _: &TicTacToe, _: u64) -> u8 {
            unreachable!("there are no playouts")
        }

        fn evaluate(&mut self, game: &TicTacToe, values: &mut [f32]) {
            let squares = (0..9).filter(|&square| game.has(0, square));
            values[0] = squares.map(|square| 1.0 / (1.0 + f32::from(square.abs_diff(5)))).sum();
            values[1] = 1.0 - values[0];
        }
    }
    let mut greedy = Flat::new(flat::Settings::greedy(Budget::iterations(36)), Likes);
    assert_eq!(greedy.choose(&game, 1), 5);
    let why = greedy.explain();
    assert_eq!((why.len(), why[0].score), (9, 1.0));
}

/// Three shots of one, two and three that never miss, at enemies of three, two and one: all fall, if each shoots at his
/// own.
#[test]
fn evolution_shares_out_targets() {
    for chance in 0..5 {
        let mut game = Skirmish::against([2, 1, 0, 3]);
        let mut evolution = evolution(600);
        for decision in 0..3 {
            let action = evolution.choose(&game, chance * 10 + decision);
            let first = &evolution.explain()[0];
            assert_eq!(first.action, action);
            assert_eq!(first.line.len(), 2 - decision as usize, "the rest of the turn: {first:?}");
            game.play(action, decision);
        }
        assert_eq!(game.strength(1), 0.0, "chance {chance}: {game:?}");
    }
}

/// By crossing alone, as nothing is changed at random.
#[test]
fn evolution_crosses_plans() {
    let finds = |chance: u64| {
        let settings = evolution::Settings::new(Budget::iterations(1000), Horizon::turns(1));
        let settings = evolution::Settings { mutation: 0.0, ..settings };
        let mut evolution = Evolution::new(settings, Counts::default());
        let game = Skirmish::against([2, 1, 0, 3]);
        evolution.choose(&game, chance);
        evolution.explain()[0].score == 1.0
    };
    let found = (0..40).filter(|&chance| finds(chance)).count();
    assert!(found >= 30, "{found} of 40");
}

#[test]
fn evolution_goes_on_with_its_plan() {
    let stop = Stop::default();
    let budget = Budget { stop: stop.clone(), ..Budget::iterations(600) };
    let mut evolution = Evolution::new(evolution::Settings::new(budget, Horizon::turns(1)), Counts::default());
    for chance in 0..10 {
        let mut game = Skirmish::against([2, 1, 0, 3]);
        stop.clear();
        game.play(evolution.choose(&game, chance), 0);
        let planned = evolution.explain()[0].line[0];
        // Without thinking again.
        stop.stop();
        assert_eq!(evolution.choose(&game, chance), planned, "chance {chance}");
    }
}

/// The decisions of a search are part of the game: they must not change with a machine, a build or unawares.
#[test]
fn decisions_are_fixed() {
    let game = Skirmish::default();
    let think = |policy: &mut dyn Policy<Skirmish>| {
        policy.choose(&game, 1);
        Vec::from_iter(policy.explain().iter().map(|scored| (scored.action, scored.terms[1].value as u32)))
    };
    let (wait, shoot) = (Order::Wait(0), |at| Order::Shoot { unit: 0, at });
    let settings = flat::Settings::new(Budget::iterations(200), Horizon::turns(2));
    let planned = flat::Settings { plan: 3, widening: Some(0.3), trust: 0.02, ..settings.clone() };
    let flat = think(&mut Flat::new(settings, Counts::default()));
    assert_eq!(flat, [(shoot(2), 68), (wait, 68), (shoot(1), 35), (shoot(0), 13), (shoot(3), 13)]);
    let planned = think(&mut Flat::new(planned, Counts::default()));
    assert_eq!(planned, [(shoot(1), 41), (wait, 41), (shoot(0), 16)]);
    assert_eq!(think(&mut portfolio(200)), [(shoot(3), 18), (shoot(0), 2), (wait, 3)]);
    let evolved = think(&mut evolution(400));
    assert_eq!(evolved, [(shoot(2), 10), (shoot(0), 14), (shoot(1), 2), (shoot(3), 2)]);
}

#[test]
fn they_repeat_themselves() {
    let game = Skirmish::default();
    let think = |policy: &mut dyn Policy<Skirmish>, chance| (policy.choose(&game, chance), policy.explain());
    assert_eq!(think(&mut evolution(300), 1), think(&mut evolution(300), 1));
    assert_ne!(think(&mut evolution(300), 1), think(&mut evolution(300), 2));
    assert_eq!(think(&mut portfolio(100), 1), think(&mut portfolio(100), 1));
    let mut once_more = portfolio(100);
    think(&mut once_more, 5);
    assert_eq!(think(&mut once_more, 1), think(&mut portfolio(100), 1), "what was before is forgotten");
}

#[test]
fn they_keep_to_the_budget() {
    for (iterations, least) in [(1, 0), (2, 0), (4, 2), (10, 5), (47, 20), (60, 30), (300, 250)] {
        let counts = evaluations(&Budget::iterations(iterations), |_| ()).map(|(count, _)| count);
        assert!(counts.iter().all(|count| (least..=iterations).contains(count)), "{iterations}: {counts:?}");
    }
    for iterations in [1, 5, 10, 150, 500] {
        let settings = flat::Settings::new(Budget::iterations(iterations), Horizon::default());
        let mut flat = Flat::new(settings, Plain::default());
        flat.choose(&Guess(None), 1);
        let visits = Vec::from_iter(flat.explain().iter().map(|scored| scored.terms[1].value));
        assert!(visits.iter().sum::<f32>() <= iterations as f32, "{visits:?}");
        assert!(visits.len() == 1 || visits.iter().all(|&visits| visits >= 1.0), "{visits:?}");
    }
}

#[test]
fn they_stop_on_demand_and_in_time() {
    for stopped in [0, 100] {
        let stop = Stop::default();
        let budget = Budget { stop: stop.clone(), ..Budget::iterations(100_000) };
        let counts = evaluations(&budget, move |number| {
            if number == 0 {
                stop.clear();
            }
            if number == stopped {
                let stop = stop.clone();
                std::thread::spawn(move || stop.stop()).join().expect("nothing to panic at");
            }
        });
        let most = stopped + 64;
        assert!(counts.iter().all(|(count, _)| (stopped..most).contains(count)), "at {stopped}: {counts:?}");
    }
    let time = Duration::from_millis(40);
    let budget = Budget { time: Some(time), ..Budget::iterations(2000) };
    let counts = evaluations(&budget, |_| std::thread::sleep(Duration::from_millis(1)));
    assert!(counts.iter().all(|(count, took)| (2..120).contains(count) && *took >= time), "{counts:?}");
}

#[test]
fn flat_search_wins_at_once_and_tells_why() {
    let mut game = TicTacToe::default();
    [0, 3, 1, 4].into_iter().for_each(|square| game.play(square, 0));
    let mut flat = Flat::new(flat::Settings::new(Budget::iterations(400), Horizon::default()), Plain::default());
    assert_eq!(flat.choose(&game, 1), 2);
    let why = flat.explain();
    assert_eq!((why.len(), why[0].action, why[0].score), (5, 2, 1.0));
    let visits = |number: usize| why[number].terms[1].value;
    assert!(visits(0) > 2.0 * visits(4), "the worse half gets no more playouts");
    assert!(why.windows(2).all(|pair| pair[0].terms[1].value >= pair[1].terms[1].value));
}

#[test]
fn flat_search_does_not_see_what_is_hidden() {
    for chance in 0..20 {
        let choose = |hidden: u8| {
            let budget = Budget::iterations(100);
            let settings =
                flat::Settings { plan: chance as u32 % 3, ..flat::Settings::new(budget, Horizon::default()) };
            let mut flat = Flat::new(settings, Plain::default());
            (flat.choose(&Kuhn::new([2, hidden], &[]), chance), flat.explain())
        };
        assert_eq!(choose(1), choose(3));
    }
}

/// Whoever takes what is safe has even chances. Else all goes by a number, his own or the other's: the one who names 7 wins.
#[derive(Clone)]
struct Number {
    /// Who names it.
    namer: usize,
    dared: Option<bool>,
    named: Option<u8>,
}

impl Game for Number {
    type Action = u8;
    type Scratch = ();

    fn players(&self) -> usize {
        2
    }

    fn to_act(&self) -> Option<usize> {
        match (self.dared, self.named) {
            (None, _) => Some(0),
            (_, None) => Some(self.namer),
            _ => None,
        }
    }

    fn actions_of(&self, _: Option<usize>, _: &mut (), out: &mut Vec<u8>) {
        out.extend(0..if self.dared.is_none() { 2 } else { 9 });
    }

    fn play(&mut self, number: u8, _: u64) {
        match self.dared {
            None => self.dared = Some(number == 1),
            _ => self.named = Some(number),
        }
    }

    fn payoff(&self, player: usize) -> f32 {
        match self.dared {
            Some(true) => f32::from(u8::from((self.named == Some(7)) == (player == self.namer))),
            _ => 0.5,
        }
    }
}

#[test]
fn flat_search_with_a_plan_finds_what_follows_and_what_others_answer() {
    /// Names 0.
    struct Simple;
    impl Guide<Number> for Simple {
        fn playout(&mut self, _: &Number, _: u64) -> u8 {
            0
        }
    }
    let dares = |namer: usize, plan: u32, chance: u64| {
        let settings = flat::Settings { plan, ..flat::Settings::new(Budget::iterations(200), Horizon::default()) };
        Flat::new(settings, Simple).choose(&Number { namer, dared: None, named: None }, chance) == 1
    };
    for chance in 0..20 {
        assert!(!dares(0, 0, chance), "nobody who names 0 wins by it");
        assert!(dares(0, 1, chance), "he wins who plans to name 7");
        assert!(dares(1, 0, chance), "an enemy who names 0 is no danger");
        assert!(!dares(1, 1, chance), "one who will name 7 is");
    }
}

/// A coin is tossed at once or after a step more; by its name, or by how many decisions there were before.
#[derive(Clone)]
struct Toss {
    named: bool,
    steps: u8,
    heads: Option<bool>,
}

impl Game for Toss {
    type Action = u8;
    type Scratch = ();

    fn players(&self) -> usize {
        2
    }

    fn to_act(&self) -> Option<usize> {
        self.heads.is_none().then_some(0)
    }

    fn actions_of(&self, _: Option<usize>, _: &mut (), out: &mut Vec<u8>) {
        match self.steps {
            0 => out.extend([1, 2]),
            steps => out.push(steps - 1),
        }
    }

    fn occasion(&self, _: u8) -> Option<u64> {
        self.named.then_some(u64::from(self.steps == 1))
    }

    fn play(&mut self, steps: u8, chance: u64) {
        self.heads = (self.steps == 1).then_some(chance & 1 == 0);
        self.steps = steps;
    }

    fn payoff(&self, player: usize) -> f32 {
        f32::from(self.heads == Some(player == 0))
    }
}

#[test]
fn occasions_have_their_luck_however_one_comes_there() {
    let scores = |named: bool, chance: u64| {
        let game = Toss { named, steps: 0, heads: None };
        let mut flat = Flat::new(flat::Settings::new(Budget::iterations(100), Horizon::default()), Plain::default());
        flat.choose(&game, chance);
        [0, 1].map(|number| flat.explain()[number].score)
    };
    for chance in 0..20 {
        let [one, other] = scores(true, chance);
        assert_eq!(one, other);
        assert!((0.2..=0.8).contains(&one), "{one}: the coin is tossed anew each time");
    }
    assert!((0..20).any(|chance| scores(false, chance)[0] != scores(false, chance)[1]));
}

#[test]
fn flat_search_compares_what_its_guide_holds_most_promising() {
    struct Likes(u8);
    impl Guide<TicTacToe> for Likes {
        fn playout(&mut self, game: &TicTacToe, chance: u64) -> u8 {
            Plain::default().playout(game, chance)
        }

        fn weigh(&mut self, _: &TicTacToe, actions: &[u8], weights: &mut Vec<f32>) {
            weights.extend(actions.iter().map(|&square| 1.0 / (1.0 + f32::from(square.abs_diff(self.0)))));
        }
    }
    let mut game = TicTacToe::default();
    [0, 3, 1, 4].into_iter().for_each(|square| game.play(square, 0));
    let choose_of = |playouts: u32, likes: u8, trust: f32| {
        let settings = flat::Settings::new(Budget::iterations(playouts), Horizon::default());
        let settings = flat::Settings { widening: Some(2.0 / (playouts as f32).sqrt()), trust, ..settings };
        let mut flat = Flat::new(settings, Likes(likes));
        (flat.choose(&game, 1), flat.explain().len())
    };
    let choose = |likes: u8, trust: f32| choose_of(100, likes, trust);
    assert_eq!(choose(2, 0.0), (2, 2), "the winning square is one of two");
    assert_eq!(choose(8, 0.0).1, 2);
    assert_ne!(choose(8, 0.0).0, 2, "what promises little is not looked at");
    assert_eq!(choose(6, 0.0), (5, 2), "the only block is the better one of two");
    assert_eq!(choose(6, 2.0), (6, 2), "and much trust overrules playouts,");
    assert_eq!(choose_of(5000, 6, 2.0), (6, 2), "however many they are");
}

/// A road with a turn of two steps each, which ends after six; on the way it looks as good as the turn's number in tenths.
#[derive(Clone)]
struct Road(u8);

impl Game for Road {
    type Action = u8;
    type Scratch = ();

    fn players(&self) -> usize {
        2
    }

    fn to_act(&self) -> Option<usize> {
        (self.0 < 6).then_some(0)
    }

    fn actions_of(&self, _: Option<usize>, _: &mut (), out: &mut Vec<u8>) {
        out.extend([0, 1]);
    }

    fn turn(&self) -> u32 {
        u32::from(self.0 / 2)
    }

    fn play(&mut self, _: u8, _: u64) {
        self.0 += 1;
    }

    fn payoff(&self, player: usize) -> f32 {
        f32::from(u8::from(player == 0))
    }
}

#[test]
fn what_turns_look_like_is_weighed_by_lambda() {
    #[derive(Default)]
    struct Tenths(Plain<Road>);
    impl Guide<Road> for Tenths {
        fn playout(&mut self, game: &Road, chance: u64) -> u8 {
            self.0.playout(game, chance)
        }

        fn evaluate(&mut self, game: &Road, values: &mut [f32]) {
            values.fill(game.turn() as f32 / 10.0);
        }
    }
    let value = |start: u8, turns: u32, lambda: f32| {
        let horizon = Horizon { lambda, ..Horizon::turns(turns) };
        let mut flat = Flat::new(flat::Settings::new(Budget::iterations(4), horizon), Tenths::default());
        flat.choose(&Road(start), 1);
        flat.explain()[0].score
    };
    let near = |value: f32, wanted: f32| assert!((value - wanted).abs() < 1e-6, "{value}, not {wanted}");
    near(value(0, 1, 0.5), 0.1);
    near(value(0, 2, 1.0), 0.2);
    near(value(0, 2, 0.5), 0.5 * 0.1 + 0.5 * 0.2);
    near(value(0, 2, 0.2), 0.8 * 0.1 + 0.2 * 0.2);
    near(value(0, 2, 0.0), 0.1);
    // Where the game ends before the horizon, what came out takes what is left.
    near(value(0, 3, 0.5), 0.5 * 0.1 + 0.25 * 0.2 + 0.25);
    near(value(2, 9, 0.5), 0.5 * 0.2 + 0.5);
    near(value(2, 9, 1.0), 1.0);
}

/// A game of one long row of decisions, each with many answers, that ends the search after so many of them.
#[derive(Clone)]
struct Long {
    left: u32,
    played: Arc<AtomicU32>,
    stop: Stop,
}

/// When the search is ended: in the middle of its first playout.
const ENOUGH: u32 = 500;

impl Game for Long {
    type Action = u8;
    type Scratch = ();

    fn players(&self) -> usize {
        2
    }

    fn to_act(&self) -> Option<usize> {
        (self.left > 0).then_some(self.left as usize % 2)
    }

    fn actions_of(&self, actor: Option<usize>, _: &mut (), out: &mut Vec<u8>) {
        if actor.is_none() && self.left > 0 {
            out.extend(0..100);
        }
    }

    fn play(&mut self, _: u8, _: u64) {
        self.left -= 1;
        if self.played.fetch_add(1, Ordering::Relaxed) + 1 == ENOUGH {
            self.stop.stop();
        }
    }

    fn payoff(&self, player: usize) -> f32 {
        player as f32
    }
}

/// Where a playout is a whole game and there are many to compare, one of each would take far longer than there is time:
/// a search that is ended does not even finish the one that it is in.
#[test]
fn no_playout_outlasts_the_search() {
    let stop = Stop::default();
    let budget = Budget { stop: stop.clone(), ..Budget::iterations(100_000) };
    let horizon = Horizon::default();
    let flat = |plan| flat::Settings { plan, ..flat::Settings::new(budget.clone(), horizon) };
    let portfolio = portfolio::Settings { budget: budget.clone(), horizon, samples: 50, rounds: 10, answers: true };
    let scripts: Vec<Box<dyn Script<Long> + Send>> = vec![Box::new(Anything), Box::new(Anything)];
    let mut thinkers: [Box<dyn Policy<Long>>; 5] = [
        Box::new(Flat::new(flat(0), Plain::default())),
        Box::new(Flat::new(flat(3), Plain::default())),
        Box::new(Portfolio::new(portfolio, scripts, Plain::default())),
        Box::new(Evolution::new(evolution::Settings::new(budget.clone(), horizon), Plain::default())),
        Box::new(Mcts::new(mcts::Settings::new(budget.clone(), horizon), Plain::default())),
    ];
    for (number, thinker) in thinkers.iter_mut().enumerate() {
        stop.clear();
        let game = Long { left: 100_000, played: Arc::default(), stop: stop.clone() };
        let action = thinker.choose(&game, 1);
        let played = game.played.load(Ordering::Relaxed);
        // A plan of the turn that is begun is followed to its end, which is dozens of decisions.
        assert!(action < 100 && (ENOUGH..ENOUGH + 100).contains(&played), "thinker {number} played {played}");
        assert_eq!(thinker.explain()[0].action, action, "thinker {number}");
    }
}
