//! Random playouts of the game's kernel beside those of `cozy-chess`, a fast generator of chess moves: decisions a second of
//! hexwar's grand battle, unit by unit and with the whole side listed, and moves a second of chess with all moves listed.
//! They take turns in one run, and what counts is the ratio round by round.

#![expect(clippy::print_stdout, reason = "it tells what it measured")]

mod rounds;

use cozy_chess::{Board, GameStatus, Move};
use hexfray::battle::{Listing, Log, Seeded, mix};
use hexfray::bench::{Listed, playout};
use hexfray::content::Library;
use hexfray::scenario::Scenario;
use rounds::{ROUNDS, ratios, speeds, spread};

const SCENARIO: &str = "grand_battle";
/// Games at random may go on for long without a mate.
const LONGEST: u64 = 200;

fn main() {
    let library = Library::own();
    let battle = Scenario::open(library, SCENARIO).and_then(|scenario| scenario.battle(library));
    let battle = battle.unwrap_or_else(|problems| panic!("{SCENARIO}: {}", problems[0]));
    hexfray::with_battle!(&battle, start => {
        let (mut battle, mut list) = (start.clone(), Listing::default());
        let mut battles = |seed: u64, listed: Listed| {
            battle.clone_from(start);
            battle.start(&mut Seeded::new(seed, u32::MAX), &mut Log::off());
            playout(&mut battle, listed, seed, &mut list).0
        };
        compare("unit by unit", |n| battles(n, Listed::UnitByUnit));
        compare("whole side listed", |n| battles(n, Listed::WholeSide));
    });
}

/// Measures one kind of playout, made from its number, beside chess.
fn compare(name: &str, mut ours: impl FnMut(u64) -> u64) {
    let mut moves = Vec::new();
    let (mut battle, mut game) = (0, 0);
    let mut battles = || {
        (0..20)
            .map(|_| {
                battle += 1;
                ours(battle)
            })
            .sum()
    };
    let mut games = || {
        (0..500)
            .map(|_| {
                game += 1;
                chess(game, &mut moves)
            })
            .sum()
    };
    let [ours, theirs] = speeds([&mut battles, &mut games]);
    println!("{SCENARIO}, {name}: {} M decisions a second", spread(&ours, 1e6));
    println!("cozy-chess, all moves listed: {} M moves a second", spread(&theirs, 1e6));
    println!("{name}: {} times the speed of cozy-chess, over {ROUNDS} rounds", spread(&ratios(&ours, &theirs), 1.0));
}

/// A game of chess at random; how many moves it had.
fn chess(seed: u64, moves: &mut Vec<Move>) -> u64 {
    let mut board = Board::default();
    let mut made = 0;
    while made < LONGEST && board.status() == GameStatus::Ongoing {
        moves.clear();
        board.generate_moves(|of_a_piece| {
            moves.extend(of_a_piece);
            false
        });
        let random = mix(seed, made);
        board.play_unchecked(moves[((random >> 32) as usize * moves.len()) >> 32]);
        made += 1;
    }
    made
}
