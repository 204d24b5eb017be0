//! Blasts and teardrops.

use super::*;

fn round(board: &Board, centre: Cell, diameter: u8) -> Vec<(Cell, Under)> {
    let mut out = vec![(Cell::NONE, Under::Partly)];
    board.round(centre, diameter, &mut out);
    out
}

fn teardrop(board: &Board, from: Cell, towards: Cell, length: u8, width: Option<u16>) -> Vec<(Cell, Under)> {
    let mut out = vec![(Cell::NONE, Under::Partly)];
    board.teardrop(from, towards, length, width, &mut out);
    out
}

/// Squared straight distance between hex centres, in square hexes.
fn straight(board: &Board, a: Cell, b: Cell) -> i32 {
    let d = board.hex(a) - board.hex(b);
    d.x * d.x + d.x * d.y + d.y * d.y
}

/// MAP-13.
#[test]
fn map_13_blasts() {
    let board = open(15, 15);
    let centre = board.at(8, 8);
    // Straight distances squared: ring 1 is 1; ring 2 is 3 (nearer six) and 4; ring 3 is 7 (nearer
    // twelve) and 9; ring 4 begins with 12.
    let table: [(u8, i32, usize, i32, usize); 7] = [
        (0, -1, 0, 0, 1),
        (1, 0, 1, 0, 0),
        (2, 0, 1, 1, 6),
        (3, 1, 7, 3, 6),
        (4, 1, 7, 4, 12),
        (5, 4, 19, 7, 12),
        (6, 4, 19, 12, 24),
    ];
    for (diameter, wholly, wholly_count, partly, partly_count) in table {
        let under = round(&board, centre, diameter);
        let count = |kind| under.iter().filter(|(_, under)| *under == kind).count();
        assert_eq!((count(Under::Wholly), count(Under::Partly)), (wholly_count, partly_count), "{diameter} inches");
        for (cell, kind) in under {
            let squared = straight(&board, centre, cell);
            assert!(if kind == Under::Wholly { squared <= wholly } else { (wholly + 1..=partly).contains(&squared) });
        }
    }
}

#[test]
fn map_13_blast_stays_on_its_deck() {
    let board = Board::new("decks", 3, 3, 2, Terrain::Floor);
    let under: Vec<_> = round(&board, Cell(9), 3).into_iter().map(|(cell, _)| cell.0).collect();
    // The corner, its two neighbours, and the two of the nearer hexes of ring 2 that are on the board.
    assert_eq!(under, [9, 10, 12, 13, 15]);
    assert_eq!(round(&board, Cell(0), u8::MAX).len(), 9);
}

#[test]
fn map_14_flamer_of_8_by_3() {
    use Under::*;
    let board = open(14, 7);
    let from = board.at(2, 4);
    let mut expected = Vec::new();
    let mut row = |row: u16, columns: &[(u16, Under)]| {
        expected.extend(columns.iter().map(|&(column, under)| (board.at(column, row), under)));
    };
    // Counted by hand: the slanted side is 6.67 long, the round end's centre 6.5 along the axis. Even
    // rows lie half a hex to the right, so a hex is its column less 2 along, in odd rows less 2.5.
    row(2, &[(8, Partly), (9, Partly)]);
    row(3, &[(5, Partly), (6, Partly), (7, Partly), (8, Wholly), (9, Wholly), (10, Partly)]);
    let axis =
        [(3, Partly), (4, Wholly), (5, Wholly), (6, Wholly), (7, Wholly), (8, Wholly), (9, Wholly), (10, Partly)];
    row(4, &axis);
    row(5, &[(5, Partly), (6, Partly), (7, Partly), (8, Wholly), (9, Wholly), (10, Partly)]);
    row(6, &[(8, Partly), (9, Partly)]);
    assert_eq!(teardrop(&board, from, board.at(14, 4), 8, None), expected);
    assert_eq!(teardrop(&board, from, board.at(3, 4), 8, Some(24)), expected);
}

#[test]
fn map_14_wide_and_short() {
    use Under::*;
    let board = open(9, 7);
    let at = |column, row, under| (board.at(column, row), under);
    // 2 by 3 inches: the round end's centre is at 0.5, its corners with the slanted sides 1.5 from the
    // axis. A hex of rows 1 and 7 lies half an inch along, so near the slanted line, but past the corner.
    let expected = [
        at(4, 2, Partly),
        at(4, 3, Partly),
        at(5, 3, Partly),
        at(4, 4, Wholly),
        at(5, 4, Partly),
        at(4, 5, Partly),
        at(5, 5, Partly),
        at(4, 6, Partly),
    ];
    assert_eq!(teardrop(&board, board.at(3, 4), board.at(8, 4), 2, Some(24)), expected);
}

#[test]
fn map_14_nothing_without_a_direction() {
    let board = Board::new("decks", 5, 1, 2, Terrain::Floor);
    assert_eq!(teardrop(&board, Cell(1), Cell(1), 8, None), []);
    assert_eq!(teardrop(&board, Cell(1), Cell(8), 8, None), []);
    assert_eq!(teardrop(&board, Cell(1), Cell(3), 0, None), []);
    let largest = teardrop(&board, Cell(6), Cell(5), u8::MAX, Some(u16::MAX));
    assert_eq!(largest, [(Cell(5), Under::Wholly)]);
}

#[test]
fn map_14_longest_on_the_largest_boards() {
    // Nothing overflows: the widest angles between axis and hex that a board of 4096 hexes can hold.
    for (width, height) in [(4096, 1), (2048, 2), (1, 4096), (64, 64)] {
        let board = open(width, height);
        let last = Cell(4095);
        for width_eighths in [None, Some(1), Some(u16::MAX)] {
            let under = teardrop(&board, Cell(0), last, u8::MAX, width_eighths);
            assert!(under.iter().all(|(cell, _)| cell.0 > 0) && under.len() >= 57, "{width} by {height}");
        }
    }
}

/// The root of a whole number in millionths.
fn root(n: i128) -> i128 {
    ((n * 1_000_000_000_000) as u128).isqrt() as i128
}

/// MAP-14 by its definition, in millionths of a sixteenth of an inch; none where rounding could decide.
fn by_definition(axis: Hex, at: Hex, length: i128, width_eighths: i128) -> Option<Option<Under>> {
    const MICRO: i128 = 1_000_000;
    let (x, y) = (i128::from(at.x), i128::from(at.y));
    let (ax, ay) = (i128::from(axis.x), i128::from(axis.y));
    let long = root(ax * ax + ax * ay + ay * ay);
    let s = 8 * (2 * x * ax + 2 * y * ay + x * ay + y * ax) * MICRO * MICRO / long;
    let h = 8 * root(3) * (x * ay - y * ax).abs() * MICRO / long;
    let radius = width_eighths;
    let middle = 16 * length - radius;
    let depth = (radius * s - middle * h) * MICRO / root(radius * radius + middle * middle);
    let to_cap = (((s - middle * MICRO).pow(2) + h * h) as u128).isqrt() as i128;
    let beyond = s - middle * MICRO;
    let deep_in_cap = (radius - 4) * MICRO - to_cap;
    let close_to_cap = (radius + 8) * MICRO - to_cap;
    let beside = (radius + 8) * MICRO - h;
    let tests = [depth - 4 * MICRO, depth + 8 * MICRO, deep_in_cap, close_to_cap, beside];
    if s == 0 {
        return Some(None);
    }
    if tests.iter().any(|t| t.abs() < 1000) || s.abs() < 1000 || (beyond.abs() < 1000 && beyond != 0) {
        return None;
    }
    let [deep, close, deep_in_cap, close_to_cap, beside] = tests.map(|t| t > 0);
    Some(match () {
        _ if s < 0 => None,
        _ if deep && (beyond <= 0 || deep_in_cap) => Some(Under::Wholly),
        _ if if beyond <= 0 { close && beside } else { close_to_cap } => Some(Under::Partly),
        _ => None,
    })
}

proptest! {
    #![proptest_config(cases(128))]

    #[test]
    fn map_13_rounds_are_as_defined((size, centre, _) in two_hexes(), diameter in 1u8..16) {
        let board = open(size.0, size.1);
        let by_definition: Vec<_> = board.cells().filter_map(|cell| {
            let squared = 4 * straight(&board, centre, cell);
            let radius = i32::from(diameter);
            let under = if squared <= (radius - 1).pow(2) { Some(Under::Wholly) }
                else { (squared < (radius + 1).pow(2)).then_some(Under::Partly) };
            Some((cell, under?))
        }).collect();
        prop_assert_eq!(round(&board, centre, diameter), by_definition);
    }

    #[test]
    fn map_14_teardrops_are_as_defined(
        (size, from, towards) in two_hexes(), length in 1u8..14, width in prop::option::of(1u16..60),
    ) {
        let board = open(size.0, size.1);
        prop_assume!(from != towards);
        let width = width.map(|width| width.min(16 * u16::from(length)));
        let under = teardrop(&board, from, towards, length, width);
        let axis = board.hex(towards) - board.hex(from);
        let eighths = i128::from(width.unwrap_or(3 * u16::from(length)));
        for cell in board.cells().filter(|&cell| cell != from) {
            let found = under.iter().find(|(other, _)| *other == cell).map(|(_, under)| *under);
            if let Some(defined) = by_definition(axis, board.hex(cell) - board.hex(from), length.into(), eighths) {
                prop_assert_eq!(found, defined, "{:?} by {:?}", board.column_row(cell), (length, eighths));
            }
        }
    }
}
