//! Searches without a tree: flat Monte Carlo, portfolios of scripts, evolution of turns.

use crate::kuhn::Kuhn;
use crate::skirmish::{Order, Skirmish};
use crate::tictactoe::TicTacToe;
use hexfray_ai::evolution::{self, Evolution};
use hexfray_ai::flat;
use hexfray_ai::guide::Guide;
use hexfray_ai::portfolio::{self, Portfolio, Script};
use hexfray_ai::{Budget, Flat, Game, Horizon, Plain, Policy, Random, check_contract, duel};

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
        game.play(action, decision);
    }
    assert_eq!(game.strength(1), 0.0, "{game:?}");
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
    struct Counting(std::rc::Rc<std::cell::Cell<u32>>, Counts);
    impl Guide<Skirmish> for Counting {
        fn playout(&mut self, game: &Skirmish, chance: u64) -> Order {
            self.1.playout(game, chance)
        }
        fn evaluate(&mut self, game: &Skirmish, values: &mut [f32]) {
            self.0.set(self.0.get() + 1);
            self.1.evaluate(game, values);
        }
    }
    let count = std::rc::Rc::new(std::cell::Cell::new(0));
    let guide = || Counting(count.clone(), Counts::default());
    let settings = evolution::Settings::new(Budget::iterations(300), Horizon::turns(0));
    Evolution::new(settings, guide()).choose(&Skirmish::default(), 1);
    assert!((250..=300).contains(&count.take()), "all playouts of the first turn are evaluated");
    for plan in [0, 3] {
        let settings = flat::Settings { plan, ..flat::Settings::new(Budget::iterations(300), Horizon::turns(1)) };
        Flat::new(settings, guide()).choose(&Skirmish::default(), 1);
        assert!((250..=300).contains(&count.take()), "so many with a plan as without");
    }
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
