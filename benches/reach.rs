//! Reach on a map with terrain costs, beside the same search by `hexx`, on the same map in the same run.

use criterion::{Criterion, criterion_group, criterion_main};
use hexfray::board::{Board, Cell, Facing, Reach, Step, Terrain};
use hexx::{Hex, algorithms::field_of_movement};
use std::collections::HashSet;
use std::hint::black_box;

const BUDGET: u8 = 6;

/// A map of 40 by 30 hexes, two thirds open, the rest woods, broken ground and walls.
fn map() -> Board {
    let mut board = Board::new("bench", 40, 30, 1, Terrain::Clear);
    let mut state = 1u32;
    for terrain in &mut board.terrain {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *terrain = match state >> 28 {
            0 | 1 => Terrain::Forest,
            2 | 3 => Terrain::Rough,
            4 => Terrain::Wall,
            _ => Terrain::Clear,
        };
    }
    board
}

fn cost(terrain: Terrain) -> Option<u8> {
    match terrain {
        Terrain::Forest => Some(3),
        Terrain::Rough => Some(2),
        Terrain::Wall => None,
        _ => Some(1),
    }
}

fn field(reach: &mut Reach, board: &Board, start: Cell) {
    reach.field(board, start, BUDGET, |_, to| Some(Step { cost: cost(board.terrain[to.index()])?, stop: false }));
}

/// `hexx` adds 1 to every cost that it is told.
fn field_by_hexx(board: &Board, start: Hex) -> HashSet<Hex> {
    field_of_movement(start, BUDGET.into(), |hex| {
        let cell = board.cell(hex, 0);
        let terrain = board.terrain.get(cell.index())?;
        Some(u32::from(cost(*terrain)? - 1))
    })
}

fn reach(c: &mut Criterion) {
    let board = map();
    let mut reach = Reach::new();
    for start in board.cells() {
        field(&mut reach, &board, start);
        let hexes: HashSet<Hex> = reach.reached().iter().map(|&cell| board.hex(cell)).collect();
        assert_eq!(hexes, field_by_hexx(&board, board.hex(start)), "from {:?}", board.column_row(start));
    }

    let start = board.at(20, 15);
    field(&mut reach, &board, start);
    let mut group = c.benchmark_group(format!("reach of {BUDGET}, {} hexes", reach.reached().len()));
    group.bench_function("hexfray", |b| {
        b.iter(|| {
            field(&mut reach, &board, black_box(start));
            reach.reached().len()
        });
    });
    group.bench_function("hexx", |b| b.iter(|| field_by_hexx(&board, black_box(board.hex(start))).len()));
    group.bench_function("hexfray, turning", |b| {
        b.iter(|| {
            reach.turning(&board, black_box(start), Facing::E, BUDGET, |_, to| {
                Some(Step { cost: cost(board.terrain[to.index()])?, stop: false })
            });
            reach.reached().len()
        });
    });
    group.finish();
}

criterion_group!(benches, reach);
criterion_main!(benches);
