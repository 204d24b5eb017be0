//! Lines of sight.

use super::*;

fn trace(board: &Board, from: Cell, to: Cell, side: Shift) -> Vec<Cell> {
    board.trace(from, to, side).collect()
}

/// MAP-08 by its definition: with a tiny shift instead of an infinitesimal one, every hex of the board
/// is asked over which stretch of the line it has the line inside.
fn by_definition(board: &Board, from: Cell, to: Cell, side: Shift) -> Vec<Cell> {
    const FINE: i128 = 1_000_000_000_000;
    let forms = |hex: Hex| {
        let [x, y, z] = hex.to_cubic_array().map(i128::from);
        [x - y, y - z, z - x]
    };
    let delta = board.hex(to) - board.hex(from);
    let [x, y, z] = delta.to_cubic_array();
    let left = Hex::new(y - z, z - x);
    let shift = forms(if side == Shift::Left { left } else { -left });
    let along = forms(delta);
    // Positions on the line are counted in this fraction of it, so that they are whole numbers.
    let whole = FINE * along.iter().filter(|&&d| d != 0).product::<i128>().abs();
    let mut met = Vec::new();
    for cell in board.cells().filter(|&cell| cell != from && cell != to) {
        let apart = forms(board.hex(from) - board.hex(cell));
        let (mut start, mut end) = (0, whole);
        for f in 0..3 {
            let at = apart[f] * FINE + shift[f];
            if along[f] == 0 {
                if at.abs() >= FINE {
                    end = -1;
                }
            } else {
                let bounds = [-FINE, FINE].map(|bound| (bound - at) * (whole / FINE / along[f]));
                start = start.max(bounds[0].min(bounds[1]));
                end = end.min(bounds[0].max(bounds[1]));
            }
        }
        if start < end {
            met.push((start, cell));
        }
    }
    met.sort();
    met.into_iter().map(|(_, cell)| cell).collect()
}

#[test]
fn map_08_along_a_row() {
    let board = open(8, 3);
    let row: Vec<_> = (3..7).map(|column| board.at(column, 2)).collect();
    for side in [Shift::Left, Shift::Right] {
        assert_eq!(trace(&board, board.at(2, 2), board.at(7, 2), side), row);
        assert_eq!(trace(&board, board.at(2, 2), board.at(3, 2), side), []);
        assert_eq!(trace(&board, board.at(2, 2), board.at(2, 2), side), []);
    }
}

#[test]
fn map_08_along_a_hexside_the_traces_part() {
    let board = open(9, 9);
    // From (2, 2) right and down: the first hexside on the way lies between (3, 2) and (3, 3).
    let (from, to) = (board.at(2, 2), board.at(5, 4));
    assert_eq!(board.hex(to) - board.hex(from), Hex::new(2, 2));
    let common = board.at(4, 3);
    assert_eq!(trace(&board, from, common, Shift::Left), [board.at(3, 2)]);
    assert_eq!(trace(&board, from, common, Shift::Right), [board.at(3, 3)]);
    assert_eq!(trace(&board, from, to, Shift::Left), [board.at(3, 2), common, board.at(5, 3)]);
    assert_eq!(trace(&board, from, to, Shift::Right), [board.at(3, 3), common, board.at(4, 4)]);
}

#[test]
fn map_08_every_hex_entered_counts() {
    let board = open(9, 9);
    // Five and a half columns right and one row down: seven steps by the line, six by the shortest way.
    let met = [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (5, 2)].map(|(column, row)| board.at(column, row));
    for side in [Shift::Left, Shift::Right] {
        assert_eq!(trace(&board, board.at(1, 1), board.at(6, 2), side), met);
    }
}

#[test]
fn map_08_sight() {
    let board = open(9, 9);
    let (from, to) = (board.at(2, 2), board.at(4, 3));
    let [left, right] = [board.at(3, 2), board.at(3, 3)];
    let sight = |walls: &[Cell]| board.sight(from, to, |cell| walls.contains(&cell));
    assert_eq!(sight(&[]), Sight::Clear);
    assert_eq!(sight(&[left]), Sight::Half);
    assert_eq!(sight(&[right]), Sight::Half);
    assert_eq!(sight(&[left, right]), Sight::None);
    assert_eq!(sight(&[from, to]), Sight::Clear, "the ends never block");
    assert_eq!(board.sight(board.at(2, 2), board.at(6, 2), |cell| cell == board.at(5, 2)), Sight::None);
    assert_eq!(board.sight(board.at(2, 2), board.at(3, 2), |_| true), Sight::Clear);
}

#[test]
fn map_08_past_a_ragged_edge() {
    let board = open(3, 5);
    let column = |row| board.at(1, row);
    // Straight down the first column; every second hex to the right of the way is missing.
    assert_eq!(trace(&board, column(1), column(5), Shift::Left), [column(2), column(3), column(4)]);
    assert_eq!(trace(&board, column(1), column(5), Shift::Right), [column(3)]);
    assert_eq!(trace(&board, column(5), column(1), Shift::Left), [column(3)]);
    assert_eq!(board.last_before(column(1), column(5), Shift::Left), column(4));
    assert_eq!(board.last_before(column(1), column(5), Shift::Right), Cell::NONE);
    assert_eq!(board.sight(column(1), column(3), |_| true), Sight::Half);
}

#[test]
fn map_08_decks_do_not_see_each_other_s_hexes() {
    let board = Board::new("decks", 5, 1, 2, Terrain::Floor);
    for side in [Shift::Left, Shift::Right] {
        assert_eq!(trace(&board, Cell(0), Cell(9), side), []);
        assert_eq!(trace(&board, Cell(5), Cell(8), side), [Cell(6), Cell(7)]);
        assert_eq!(board.last_before(Cell(0), Cell(9), side), Cell::NONE);
        assert_eq!(board.last_before(Cell(5), Cell(8), side), Cell(7));
    }
}

/// MAP-09.
#[test]
fn map_09_nothing_stands_between_neighbours() {
    let board = open(3, 3);
    for to in board.exits(board.at(2, 2)).chain([board.at(2, 2)]) {
        assert_eq!(board.last_before(board.at(2, 2), to, Shift::Left), Cell::NONE);
    }
}

proptest! {
    #![proptest_config(cases(512))]

    #[test]
    fn map_08_traces_are_as_defined((size, from, to) in two_hexes()) {
        let board = open(size.0, size.1);
        for side in [Shift::Left, Shift::Right] {
            let traced = trace(&board, from, to, side);
            prop_assert_eq!(&traced, &by_definition(&board, from, to, side));
            let detour = |cell: &Cell| board.distance(from, *cell) + board.distance(*cell, to) - board.distance(from, to);
            prop_assert!(traced.iter().all(|cell| detour(cell) <= 1));
            prop_assert!(traced.iter().chain([&from, &to]).all(|cell| board.may_enter(from, to, *cell)));
            let mut back = trace(&board, to, from, side.opposite());
            back.reverse();
            prop_assert_eq!(traced, back, "symmetric");
        }
    }

    #[test]
    fn map_08_a_line_may_enter_few_hexes_that_it_does_not((size, from, to) in two_hexes()) {
        let board = open(size.0, size.1);
        let traces = [Shift::Left, Shift::Right].map(|side| trace(&board, from, to, side)).concat();
        let beside = board.cells().filter(|cell| board.may_enter(from, to, *cell) && !traces.contains(cell));
        // Its ends, and some by whose corners it goes.
        prop_assert!(beside.count() <= 3 + usize::from(board.distance(from, to)) / 2);
    }

    #[test]
    fn map_08_traces_are_chains((size, from, to) in two_hexes()) {
        let board = open(size.0, size.1);
        for side in [Shift::Left, Shift::Right] {
            let traced = trace(&board, from, to, side);
            let chain: Vec<_> = [from].into_iter().chain(traced.iter().copied()).chain([to]).collect();
            let gaps = chain.windows(2).filter(|pair| board.distance(pair[0], pair[1]) > 1).count();
            if gaps == 0 {
                prop_assert!(traced.len() + 1 >= usize::from(board.distance(from, to)));
                prop_assert_eq!(board.last_before(from, to, side), *traced.last().unwrap_or(&Cell::NONE));
            } else {
                // Only straight up or down a board's side does the line leave the board.
                let delta = board.hex(to) - board.hex(from);
                prop_assert_eq!(2 * delta.x, -delta.y);
                prop_assert!(board.on_edge(from, Edge::Left) || board.on_edge(from, Edge::Right));
            }
        }
    }

    #[test]
    fn map_08_sight_is_both_traces((size, from, to) in two_hexes(), seed in any::<u64>()) {
        let board = open(size.0, size.1);
        let blocks = |cell: Cell| (seed >> (cell.0 % 61)) & 7 == 0;
        let blocked = [Shift::Left, Shift::Right].map(|side| board.trace(from, to, side).any(blocks));
        let sight = board.sight(from, to, blocks);
        prop_assert_eq!(sight, match blocked {
            [false, false] => Sight::Clear,
            [true, true] => Sight::None,
            _ => Sight::Half,
        });
        prop_assert_eq!(board.sight(to, from, blocks), sight, "symmetric");
    }
}
