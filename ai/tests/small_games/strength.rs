//! How well tree search plays games whose best play is known.

use crate::bids::Bids;
use crate::breakthrough::Breakthrough;
use crate::bush::Bush;
use crate::connect_four::ConnectFour;
use crate::kuhn::Kuhn;
use crate::pig::{Dare, Pig, Solved};
use crate::tictactoe::TicTacToe;
use hexfray_ai::guide::Guide;
use hexfray_ai::mcts::{Formula, Opponents, Settings};
use hexfray_ai::portfolio::{self, Anything};
use hexfray_ai::{
    Budget, Evolution, Game, Horizon, Mcts, Plain, Policy, Portfolio, Random, check_contract, duel, evolution, mix,
};

fn uct<G: Game + Send + Sync>(iterations: u32) -> Mcts<G, Plain<G>>
where
    G::Action: Send + Sync,
    G::Scratch: Send,
{
    Mcts::new(Settings::new(Budget::iterations(iterations), Horizon::default()), Plain::default())
}

/// Plays on from `game` against every answer there is; the worst payoff that comes out for `seat`.
fn worst(game: &TicTacToe, seat: usize, policy: &mut impl Policy<TicTacToe>) -> f32 {
    let Some(player) = game.to_act() else { return game.payoff(seat) };
    let mut actions = Vec::new();
    if player == seat {
        actions.push(policy.choose(game, 1));
    } else {
        game.actions(&mut (), &mut actions);
    }
    let after = actions.into_iter().map(|action| {
        let mut next = *game;
        next.play(action, 0);
        worst(&next, seat, policy)
    });
    after.fold(1.0, f32::min)
}

#[test]
fn never_loses_at_tic_tac_toe() {
    for seat in [0, 1] {
        assert_eq!(worst(&TicTacToe::default(), seat, &mut uct(2000)), 0.5, "seat {seat} against all answers");
        assert_eq!(worst(&TicTacToe::default(), seat, &mut Random::evenly()), 0.0, "this is not for nothing");
    }
}

/// The position after stones in these columns, 1 to 7.
pub(crate) fn after(columns: &str) -> ConnectFour {
    let mut game = ConnectFour::default();
    columns.bytes().for_each(|column| game.drop_in(column - b'1'));
    game
}

/// The outcome for the player to move with best play of both: 1, 0 or -1.
fn solve(game: &ConnectFour, mut low: i8, high: i8) -> i8 {
    if game.is_over() {
        return if game.won { -1 } else { 0 };
    }
    let mut columns = Vec::with_capacity(7);
    game.columns(&mut columns);
    columns.sort_by_key(|column| column.abs_diff(3));
    for column in columns {
        let mut next = *game;
        next.drop_in(column);
        low = low.max(-solve(&next, -high, -low));
        if low >= high {
            break;
        }
    }
    low
}

/// Random positions with so many stones that are not over.
fn positions(stones: u32, count: usize) -> Vec<ConnectFour> {
    let position = |seed: u64| {
        let mut game = ConnectFour::default();
        let mut random = Random::evenly();
        for n in 0..u64::from(stones) {
            if game.is_over() {
                return None;
            }
            game.drop_in(random.choose(&game, mix(seed, n)));
        }
        (!game.is_over()).then_some(game)
    };
    (0..).filter_map(position).take(count).collect()
}

#[test]
fn keeps_what_is_won_at_connect_four() {
    let (mut kept, mut decisions) = (0, 0);
    for game in positions(24, 150) {
        let after = |column: u8| {
            let mut next = game;
            next.drop_in(column);
            -solve(&next, -1, 1)
        };
        let mut columns = Vec::new();
        game.columns(&mut columns);
        let values = Vec::from_iter(columns.into_iter().map(after));
        let best = *values.iter().max().unwrap();
        // Where all columns are alike, nothing can go wrong.
        if values.iter().any(|&value| value < best) {
            decisions += 1;
            kept += u32::from(after(uct(10_000).choose(&game, 1)) == best);
        }
    }
    assert!(decisions > 60, "{decisions} decisions");
    assert!(f64::from(kept) >= 0.97 * f64::from(decisions), "kept {kept} of {decisions}");
}

/// The first player wins connect four, but only by starting in the middle (Allen, Allis, both 1988). The others lose or
/// draw: the columns beside it draw, those further out lose.
#[test]
fn starts_connect_four_in_the_middle() {
    assert_eq!(uct(20_000).choose(&ConnectFour::default(), 1), 3);
    // Three in a row, open on both sides, is lost, and must be seen one stone earlier: 4 and 3 against 1.
    let game = after("414");
    assert!([2, 4, 1, 5].contains(&uct(20_000).choose(&game, 1)), "beside the two in the middle");
}

/// Plays by random playouts, but knows men on the board.
#[derive(Clone)]
struct CountsMen(Plain<Breakthrough>);

impl Guide<Breakthrough> for CountsMen {
    fn playout(&mut self, game: &Breakthrough, chance: u64) -> (u8, u8) {
        self.0.playout(game, chance)
    }

    fn evaluate(&mut self, game: &Breakthrough, values: &mut [f32]) {
        (0..2).for_each(|player| values[player] = game.material(player));
    }
}

#[test]
fn thinking_longer_wins_at_breakthrough() {
    let start = |_| Breakthrough::default();
    let score = duel(start, &mut uct(400), &mut Random::evenly(), 10, 1, 200);
    assert_eq!((score.wins, score.losses), (20, 0));
    let score = duel(start, &mut uct(800), &mut uct(100), 20, 2, 200);
    assert!(score.wins >= 28, "{score:?}");
}

#[test]
fn playouts_may_be_cut_short() {
    let start = |_| Breakthrough::default();
    let settings = Settings::new(Budget::iterations(400), Horizon { decisions: 4, ..Horizon::default() });
    let mut cut = Mcts::new(settings.clone(), CountsMen(Plain::default()));
    let score = duel(start, &mut cut, &mut Random::evenly(), 10, 1, 200);
    assert!(score.wins >= 19, "{score:?}");
    // The same without knowing anything, which is no better than its tree.
    let mut blind = Mcts::new(settings, Plain::default());
    let score = duel(start, &mut cut, &mut blind, 10, 2, 200);
    assert!(score.wins >= 14, "{score:?}");
}

/// How much of the chance to win is lost by decisions at Pig, on average and at most.
fn regret(policy: &mut impl Policy<Pig>) -> (f64, f64) {
    let solved = Solved::new();
    let (mut sum, mut most, mut count) = (0.0, 0.0_f64, 0.0);
    for own in (0..20).step_by(4) {
        for other in (0..20).step_by(4) {
            for pot in (0..20 - own).step_by(3) {
                let game = Pig { scores: [own, other], pot, player: 0 };
                let dare = policy.choose(&game, u64::from(own) << 16 | u64::from(other) << 8 | u64::from(pot));
                let [roll, hold] = [Dare::Roll, Dare::Hold].map(|dare| solved.value(own, other, pot, dare));
                let lost = roll.max(hold) - if dare == Dare::Roll { roll } else { hold };
                sum += lost;
                most = most.max(lost);
                count += 1.0;
            }
        }
    }
    (sum / count, most)
}

#[test]
fn plays_pig_nearly_as_well_as_can_be() {
    let (mean, most) = regret(&mut uct(4000));
    assert!(mean < 0.004 && most < 0.04, "loses {mean} on average, at most {most}");
    let (mean, _) = regret(&mut Random::evenly());
    assert!(mean > 0.05, "chance loses {mean}");
}

/// How often a policy bets or calls in each situation of Kuhn poker, by card (1 to 3) and what was bet.
type Bets<'b> = dyn Fn(u8, &[bool]) -> f64 + 'b;

const HISTORIES: [&[bool]; 4] = [&[], &[false, true], &[false], &[true]];

fn learnt(policy: &mut impl Policy<Kuhn>, decisions: u64) -> Vec<[f64; 4]> {
    let often = |card: u8, history: &[bool], policy: &mut dyn Policy<Kuhn>| {
        let other = card % 3 + 1;
        let cards = if history.len().is_multiple_of(2) { [card, other] } else { [other, card] };
        let game = Kuhn::new(cards, history);
        (0..decisions).filter(|&chance| policy.choose(&game, chance)).count() as f64 / decisions as f64
    };
    (1..=3).map(|card| HISTORIES.map(|history| often(card, history, policy))).collect()
}

/// What the first player wins on average.
fn gain(first: &Bets<'_>, second: &Bets<'_>) -> f64 {
    fn go(cards: [u8; 2], history: &mut Vec<bool>, players: [&Bets<'_>; 2]) -> f64 {
        let game = Kuhn::new(cards, history);
        let Some(player) = game.to_act() else { return game.gain() };
        let bets = players[player](cards[player], history);
        let mut branch = |bet: bool| {
            history.push(bet);
            let gain = go(cards, history, players);
            history.pop();
            gain
        };
        bets * branch(true) + (1.0 - bets) * branch(false)
    }
    let deals = (1..=3).flat_map(|a| (1..=3).map(move |b| [a, b])).filter(|[a, b]| a != b);
    deals.map(|cards| go(cards, &mut Vec::new(), [first, second])).sum::<f64>() / 6.0
}

/// Best play, as it stands in the books, with a third for the free choice.
fn best_play(card: u8, history: &[bool]) -> f64 {
    match (history, card) {
        ([], 1) | ([true], 2) | ([false], 1) => 1.0 / 3.0,
        ([], 3) | ([true | false], 3) | ([false, true], 3) => 1.0,
        ([false, true], 2) => 2.0 / 3.0,
        _ => 0.0,
    }
}

/// What a player wins who knows how often the other bets, as the first player or the second: the best of all ways to
/// answer, each a bet or none in each of the six situations of a seat.
fn best_response(other: &Bets<'_>, seat: usize) -> f64 {
    let gains = (0..1u8 << 6).map(|bets| {
        let response = |card: u8, history: &[bool]| {
            let late = match history {
                [] | [false] => 0,
                _ => 3,
            };
            f64::from(bets >> (card - 1 + late) & 1)
        };
        if seat == 0 { gain(&response, other) } else { -gain(other, &response) }
    });
    gains.fold(f64::MIN, f64::max)
}

/// Against a player who plays by the book it wins or loses what the game is worth. That is less than to be unexploitable: an
/// equilibrium player does not punish who never bluffs. Who knows how it plays wins more of it, within these bounds.
#[test]
fn holds_its_own_at_kuhn_poker_against_best_play_and_loses_little_to_who_knows_it() {
    let value = -1.0 / 18.0;
    assert!((gain(&best_play, &best_play) - value).abs() < 1e-9);
    let table = learnt(&mut uct(2000), 40);
    let search = |card: u8, history: &[bool]| {
        let column = HISTORIES.iter().position(|known| *known == history).unwrap();
        table[usize::from(card) - 1][column]
    };
    let (as_first, as_second) = (gain(&search, &best_play), gain(&best_play, &search));
    assert!((as_first - value).abs() < 0.02, "{as_first} as the first player: {table:?}");
    assert!((as_second - value).abs() < 0.02, "{as_second} as the second player: {table:?}");
    // The book's own play gives nothing away.
    let lost = |policy: &Bets<'_>| [best_response(policy, 1) - -value, best_response(policy, 0) - value];
    assert!(lost(&best_play).iter().all(|lost| lost.abs() < 1e-9));
    let lost = lost(&search);
    assert!(lost.iter().all(|&lost| lost < 0.25), "{lost:?} against who knows it: {table:?}");
}

/// The others who sample what is hidden, and tree search that samples it for each action.
fn others() -> [Box<dyn Policy<Kuhn>>; 3] {
    let budget = Budget::iterations(100);
    let horizon = Horizon::default();
    let settings = portfolio::Settings { budget: budget.clone(), horizon, samples: 5, rounds: 2, answers: true };
    let paired = Settings { paired: true, ..Settings::new(budget.clone(), horizon) };
    [
        Box::new(Portfolio::new(settings, vec![Box::new(Anything), Box::new(Anything)], Plain::default())),
        Box::new(Evolution::new(evolution::Settings::new(budget, horizon), Plain::default())),
        Box::new(Mcts::new(paired, Plain::default())),
    ]
}

#[test]
fn cannot_use_what_it_does_not_see() {
    for card in 1..=3 {
        let [one, other] = [card % 3 + 1, (card + 1) % 3 + 1];
        for history in HISTORIES {
            for chance in 0..10 {
                let choose = |hidden: u8| {
                    let cards = if history.len().is_multiple_of(2) { [card, hidden] } else { [hidden, card] };
                    let mut search = uct(200);
                    (search.choose(&Kuhn::new(cards, history), chance), search.explain())
                };
                assert_eq!(choose(one), choose(other), "{card} after {history:?}");
            }
            let think = |hidden: u8| {
                let cards = if history.len().is_multiple_of(2) { [card, hidden] } else { [hidden, card] };
                others().map(|mut search| (search.choose(&Kuhn::new(cards, history), 1), search.explain()))
            };
            assert_eq!(think(one), think(other), "{card} after {history:?}");
        }
    }
    for chance in 0..20 {
        let choose = |sealed: u8| {
            let mut game = Bids::default();
            game.play(sealed, 0);
            let mut search = uct(200);
            (search.choose(&game, chance), search.explain())
        };
        assert!((2..=4).all(|sealed| choose(sealed) == choose(1)));
    }
}

/// The same bids, but to the search one answer comes openly after the other.
#[derive(Clone)]
struct Open(Bids);

impl Game for Open {
    type Action = u8;
    type Scratch = ();

    fn players(&self) -> usize {
        2
    }

    fn to_act(&self) -> Option<usize> {
        self.0.to_act()
    }

    fn actions_of(&self, actor: Option<usize>, scratch: &mut (), out: &mut Vec<u8>) {
        self.0.actions_of(actor, scratch, out);
    }

    fn play(&mut self, card: u8, chance: u64) {
        self.0.play(card, chance);
    }

    fn payoff(&self, player: usize) -> f32 {
        self.0.payoff(player)
    }
}

#[test]
fn sealed_answers_stay_sealed_in_its_tree() {
    let value = |explained: Vec<hexfray_ai::policy::Scored<u8>>| explained[0].score;
    let mut sealed = uct(20_000);
    sealed.choose(&Bids::default(), 1);
    let mut open = uct(20_000);
    open.choose(&Open(Bids::default()), 1);
    // Both have the same cards: with best play each gets half. Who lets himself be seen loses.
    let (sealed, open) = (value(sealed.explain()), value(open.explain()));
    assert!((sealed - 0.5).abs() < 0.05, "{sealed}");
    assert!(open < 0.4, "{open}");
    let score = duel(|_| Bids::default(), &mut uct(1000), &mut Random::evenly(), 100, 1, 10);
    assert!(score.wins > score.losses + 40, "{score:?}");
}

/// How much is lost on average by the first moves in 40 bushes, by this way of looking at the others.
fn lost(bush: Bush, opponents: Opponents, value: impl Fn(&Bush) -> f32) -> f32 {
    let lost = |bush: Bush| {
        let settings = Settings {
            opponents,
            formula: Formula::Uct(0.5),
            ..Settings::new(Budget::iterations(10_000), Horizon::default())
        };
        let action = Mcts::new(settings, Plain::default()).choose(&bush, 1);
        let best = (0..bush.branches).map(|branch| value(&bush.after(branch))).fold(0.0, f32::max);
        best - value(&bush.after(action))
    };
    let clear_cut = (0..).map(|place| Bush { place, ..bush }).filter(Bush::is_clear_cut);
    clear_cut.take(40).map(lost).sum::<f32>() / 40.0
}

#[test]
fn eight_players_each_for_himself() {
    // The last three of them decide.
    let eight = Bush { place: 0, depth: 5, end: 8, branches: 3, players: 8, mates: 1 };
    assert_eq!((eight.to_act(), check_contract(&eight, 10, 1, 3)), (Some(5), 10));
    let lost = lost(eight, Opponents::Selfish, |bush| bush.selfish()[5]);
    assert!(lost < 0.02, "{lost}");
}

#[test]
fn several_players_each_for_himself_or_all_against_one() {
    let three = Bush { place: 0, depth: 0, end: 3, branches: 3, players: 3, mates: 1 };
    let selfish = |bush: &Bush| bush.selfish()[0];
    let paranoid = |bush: &Bush| bush.paranoid(0)[0];
    // Two teams of two: what is best for one is best for both.
    let teams = Bush { players: 4, mates: 2, end: 4, branches: 2, ..three };
    let losses = [
        lost(three, Opponents::Selfish, selfish),
        lost(three, Opponents::Paranoid, paranoid),
        lost(teams, Opponents::Selfish, selfish),
        // These are not the same.
        lost(three, Opponents::Selfish, paranoid),
        lost(three, Opponents::Paranoid, selfish),
    ];
    assert!(losses[..3].iter().all(|&lost| lost < 0.02) && losses[3..].iter().all(|&lost| lost > 0.05), "{losses:?}");
}
