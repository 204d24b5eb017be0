//! Simulations a second of tree search on connect four, with full random playouts, beside three other crates: the same
//! board for all but `board-game`, which brings its own. All take turns in one run, and what counts is the ratio round by
//! round, by the processor time of the whole process. Then the same search on one thread and on two, by the clock.

#![expect(clippy::print_stdout, reason = "it tells what it measured")]

#[path = "../../ai/tests/small_games/connect_four.rs"]
mod connect_four;
mod rounds;

use connect_four::ConnectFour;
use cpu_time::ProcessTime;
use hexfray_ai::mcts::Threads;
use hexfray_ai::{Budget, Game, Horizon, Mcts, Plain, Policy, Settings, mix};
use rounds::{ROUNDS, median, ratios, speeds, spread};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

const NAMES: [&str; 4] = ["hexfray-ai", "mcts", "minimax", "board-game"];

fn main() {
    println!("simulations a second of processor time, median of {ROUNDS} rounds in turns, least and most");
    for simulations in [1_000, 10_000, 100_000] {
        let mut ours = Mcts::new(Settings::new(Budget::iterations(simulations), Horizon::default()), Plain::default());
        let repeats = 200_000 / simulations;
        let repeat = |run: &mut dyn FnMut() -> u64| (0..repeats).map(|_| run()).sum::<u64>();
        let mut chance = 0;
        let mut think = || {
            chance += 1;
            ours.choose(&ConnectFour::default(), chance);
            visits(&ours)
        };
        let speeds = speeds([
            &mut || repeat(&mut think),
            &mut || repeat(&mut || by_mcts(simulations)),
            &mut || repeat(&mut || by_minimax(simulations)),
            &mut || repeat(&mut || by_board_game(simulations)),
        ]);
        for (name, speeds) in NAMES.into_iter().zip(&speeds) {
            println!("{simulations:>7} {name:<10} {} M", spread(speeds, 1e6));
        }
        let [ours, others @ ..] = &speeds;
        let fastest = others.iter().max_by(|a, b| median(a).total_cmp(&median(b))).expect("three others");
        let ratio = spread(&ratios(ours, fastest), 1.0);
        println!("{simulations:>7} hexfray-ai is {ratio} times as fast as the fastest of the others");
    }
    threads();
}

/// Two trees on one thread and on two.
fn threads() {
    let pools = [1, 2].map(|n| rayon::ThreadPoolBuilder::new().num_threads(n).build().expect("a pool of threads"));
    let trees =
        Settings { threads: Threads::Trees(2), ..Settings::new(Budget::iterations(400_000), Horizon::default()) };
    let mut search = Mcts::new(trees, Plain::default());
    let mut times = [const { (Vec::new(), Vec::new()) }; 2];
    for round in 0..=ROUNDS {
        for (pool, (clock, processor)) in pools.iter().zip(&mut times) {
            let start = (Instant::now(), ProcessTime::now());
            pool.install(|| black_box(search.choose(&ConnectFour::default(), 1)));
            if round > 0 {
                clock.push(start.0.elapsed().as_secs_f64());
                processor.push(start.1.elapsed().as_secs_f64());
            }
        }
    }
    let [one, two] = &times;
    let (clock, processor) = (ratios(&one.0, &two.0), ratios(&two.1, &one.1));
    println!("two trees on two threads: {} times as fast as on one by the clock,", spread(&clock, 1.0));
    println!(
        "for {} times the processor time; only on an idle machine does the clock tell much",
        spread(&processor, 1.0)
    );
}

/// How many simulations the last search really ran: it stops when its choice is settled.
fn visits(search: &Mcts<ConnectFour, Plain<ConnectFour>>) -> u64 {
    search
        .explain()
        .iter()
        .flat_map(|scored| &scored.terms)
        .filter(|t| t.name == "visits")
        .map(|t| t.value as u64)
        .sum()
}

fn by_board_game(simulations: u32) -> u64 {
    use rand_old::SeedableRng;
    let mut bot =
        board_game::ai::mcts::MCTSBot::new(u64::from(simulations), 1.0, rand_old::rngs::SmallRng::seed_from_u64(1));
    black_box(bot.build_tree(&board_game::games::connect4::Connect4::default()).best_move());
    u64::from(simulations)
}

struct Rules;

impl minimax::Game for Rules {
    type S = ConnectFour;
    type M = u8;

    fn generate_moves(game: &ConnectFour, moves: &mut Vec<u8>) -> Option<minimax::Winner> {
        let winner = Self::get_winner(game);
        if winner.is_none() {
            game.columns(moves);
        }
        winner
    }

    fn apply(game: &mut ConnectFour, column: u8) -> Option<ConnectFour> {
        let mut next = *game;
        next.drop_in(column);
        Some(next)
    }

    fn get_winner(game: &ConnectFour) -> Option<minimax::Winner> {
        match game.won {
            true => Some(minimax::Winner::PlayerJustMoved),
            false => game.is_over().then_some(minimax::Winner::Draw),
        }
    }
}

fn by_minimax(simulations: u32) -> u64 {
    use minimax::Strategy;
    let options = minimax::strategies::mcts::MCTSOptions::default().with_num_threads(1);
    let mut search = minimax::strategies::mcts::MonteCarloTreeSearch::<Rules>::new(options);
    search.set_max_rollouts(simulations);
    black_box(search.choose_move(&ConnectFour::default()));
    u64::from(simulations)
}

#[derive(Clone)]
struct State(ConnectFour);

impl mcts::GameState for State {
    type Move = u8;
    type Player = usize;
    type MoveList = Vec<u8>;

    fn current_player(&self) -> usize {
        usize::from(self.0.stones % 2)
    }

    fn available_moves(&self) -> Vec<u8> {
        let mut columns = Vec::new();
        if !self.0.is_over() {
            self.0.columns(&mut columns);
        }
        columns
    }

    fn make_move(&mut self, column: &u8) {
        self.0.drop_in(*column);
    }
}

struct RandomPlayouts(AtomicU64);

impl mcts::Evaluator<Spec> for RandomPlayouts {
    type StateEvaluation = i64;

    fn evaluate_new_state(
        &self,
        state: &State,
        moves: &Vec<u8>,
        _: Option<mcts::SearchHandle<'_, Spec>>,
    ) -> (Vec<()>, i64) {
        let mut game = state.0;
        let mut chance = mix(1, self.0.fetch_add(1, Ordering::Relaxed));
        let mut columns = Vec::new();
        while !game.is_over() {
            columns.clear();
            game.columns(&mut columns);
            chance = mix(chance, 0);
            game.drop_in(columns[((chance >> 32) as usize * columns.len()) >> 32]);
        }
        let value = (2.0 * game.payoff(0) - 1.0) as i64;
        (vec![(); moves.len()], value)
    }

    fn evaluate_existing_state(&self, _: &State, value: &i64, _: mcts::SearchHandle<'_, Spec>) -> i64 {
        *value
    }

    fn interpret_evaluation_for_player(&self, value: &i64, player: &usize) -> i64 {
        if *player == 0 { *value } else { -value }
    }
}

struct Spec;

impl mcts::MCTS for Spec {
    type State = State;
    type Eval = RandomPlayouts;
    type NodeData = ();
    type ExtraThreadData = ();
    type TreePolicy = mcts::tree_policy::UCTPolicy;
    type TranspositionTable = ();
}

fn by_mcts(simulations: u32) -> u64 {
    let mut search = mcts::MCTSManager::new(
        State(ConnectFour::default()),
        Spec,
        RandomPlayouts(AtomicU64::new(0)),
        mcts::tree_policy::UCTPolicy::new(1.0),
        (),
    );
    search.playout_n(u64::from(simulations));
    black_box(search.best_move());
    u64::from(simulations)
}
