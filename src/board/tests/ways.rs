//! Reach, distances and paths.

use super::*;

const GO: Option<Step> = Some(Step { cost: 1, stop: false });

/// A board of one or two decks with what each hex costs to enter: none, or a cost and a stop.
fn ground() -> impl Strategy<Value = (Board, Vec<Option<Step>>, Cell)> {
    let hex = prop_oneof![
        1 => Just(None),
        6 => (1u8..4, prop::bool::weighted(0.1)).prop_map(|(cost, stop)| Some(Step { cost, stop })),
    ];
    (2u16..12, 2u16..10, 1u16..3)
        .prop_flat_map(move |(w, h, decks)| {
            let count = w * h * decks;
            let link = (0..count, 0..count).prop_map(|(a, b)| Link { from: Cell(a), to: Cell(b), hatch: None });
            let costs = prop::collection::vec(hex.clone(), usize::from(count));
            (Just((w, h, decks)), costs, prop::collection::vec(link, 0..3), 0..count)
        })
        .prop_map(|((w, h, decks), mut costs, links, start)| {
            // So that a hex is a stop or not however one comes to stand in it.
            if let Some(step) = &mut costs[usize::from(start)] {
                step.stop = false;
            }
            let mut board = Board::new("ground", w, h, decks, Terrain::Clear);
            board.links = links;
            (board, costs, Cell(start))
        })
}

/// Least costs by trying every step until nothing gets better.
fn relaxed(board: &Board, costs: &[Option<Step>], start: Cell, budget: u32) -> Vec<Option<u32>> {
    let mut least: Vec<Option<u32>> = vec![None; board.len()];
    least[start.index()] = Some(0);
    loop {
        let before = least.clone();
        for cell in board.cells() {
            let stopped = costs[cell.index()].is_some_and(|step| step.stop);
            let Some(spent) = least[cell.index()].filter(|_| !stopped) else { continue };
            for to in board.exits(cell) {
                let Some(step) = costs[to.index()] else { continue };
                let cost = spent + u32::from(step.cost);
                if cost <= budget && least[to.index()].is_none_or(|old| cost < old) {
                    least[to.index()] = Some(cost);
                }
            }
        }
        if before == least {
            return least;
        }
    }
}

/// As HEX-FACE-02 and HEX-MOVE-09 say it: single actions on (hex, facing, free turn not yet used),
/// tried until nothing gets better. Of each hex, the least cost to end with each facing.
fn driven(board: &Board, costs: &[Option<Step>], start: Cell, facing: Facing, budget: u32) -> Vec<[Option<u32>; 6]> {
    let mut least = vec![[[None::<u32>; 2]; 6]; board.len()];
    least[start.index()][facing as usize][1] = Some(0);
    let lower = |slot: &mut Option<u32>, cost: u32| {
        if cost <= budget && slot.is_none_or(|old| cost < old) {
            *slot = Some(cost);
        }
    };
    loop {
        let before = least.clone();
        for cell in board.cells() {
            let stopped = costs[cell.index()].is_some_and(|step| step.stop);
            for facing in Facing::ALL {
                for free in 0..2 {
                    let Some(spent) = least[cell.index()][facing as usize][free] else { continue };
                    for turned in [facing.left(), facing.right()] {
                        if free == 1 || !stopped {
                            lower(&mut least[cell.index()][turned as usize][0], spent + 1 - free as u32);
                        }
                    }
                    let ahead = board.neighbours[cell.index()][facing as usize];
                    if ahead.is_some() && !stopped {
                        let Some(step) = costs[ahead.index()] else { continue };
                        lower(&mut least[ahead.index()][facing as usize][1], spent + u32::from(step.cost));
                    }
                }
            }
        }
        if before == least {
            let best = |[used, free]: [Option<u32>; 2]| used.into_iter().chain(free).min();
            return least.into_iter().map(|facings| facings.map(best)).collect();
        }
    }
}

#[test]
fn open_ground_is_reached_at_its_distance() {
    let board = open(11, 11);
    let start = board.at(6, 6);
    let mut reach = Reach::new();
    reach.field(&board, start, 3, |_, _| GO);
    assert_eq!(reach.reached().len(), 37);
    assert_eq!(reach.reached()[0], start);
    for cell in board.cells() {
        let distance = board.distance(start, cell) as u8;
        assert_eq!(reach.cost(cell), (distance <= 3).then_some(distance));
        assert_eq!(reach.facings(cell), [reach.cost(cell); 6]);
    }
    assert_eq!(reach.cost(Cell::NONE), None);
    let mut path = vec![Cell::NONE];
    reach.path(board.at(9, 6), &mut path);
    assert_eq!(path, [board.at(7, 6), board.at(8, 6), board.at(9, 6)]);
    for empty in [start, board.at(10, 6)] {
        reach.path(empty, &mut path);
        assert_eq!(path, []);
    }
}

#[test]
fn a_stop_may_be_entered_and_not_left() {
    let board = open(5, 1);
    let mut reach = Reach::new();
    let enter = |_, to| Some(Step { cost: 1, stop: to == Cell(3) });
    reach.field(&board, Cell(1), 9, enter);
    assert_eq!(reach.reached(), [Cell(1), Cell(2), Cell(0), Cell(3)]);
    // In the stop the one free hexside remains, and no paid ones.
    reach.turning(&board, Cell(1), Facing::E, 9, enter);
    assert_eq!(reach.facings(Cell(3)), [Some(2), Some(2), None, None, None, Some(2)]);
    assert_eq!(reach.cost(Cell(4)), None);
}

#[test]
fn hex_face_02_turning_on_the_spot() {
    let board = open(1, 1);
    let mut reach = Reach::new();
    let mut facings = |budget| {
        reach.turning(&board, Cell(0), Facing::E, budget, |_, _| GO);
        reach.facings(Cell(0))
    };
    let (free, one, two) = (Some(0), Some(1), Some(2));
    assert_eq!(facings(0), [free, free, None, None, None, free]);
    assert_eq!(facings(1), [free, free, one, None, one, free]);
    assert_eq!(facings(9), [free, free, one, two, one, free]);
}

#[test]
fn hex_move_09_a_vehicle_leaves_by_its_front() {
    let board = open(7, 7);
    let start = board.at(4, 4);
    let mut reach = Reach::new();
    reach.turning(&board, start, Facing::E, 3, |_, _| GO);
    let around = board.neighbours[start.index()].map(|cell| reach.cost(cell));
    assert_eq!(around, [Some(1), Some(1), Some(2), Some(3), Some(2), Some(1)]);
    let ahead = board.neighbours[start.index()][Facing::E as usize];
    assert_eq!(reach.facings(ahead), [Some(1), Some(1), Some(2), Some(3), Some(2), Some(1)]);
    // To end one hex on and facing back, the last turn is paid there.
    let mut path = Vec::new();
    reach.path_facing(ahead, Facing::W, &mut path);
    assert_eq!(path, [ahead]);
    // One free hexside a hex bends the way into a curve.
    let curve = [board.at(5, 3), board.at(4, 2)];
    reach.path(curve[1], &mut path);
    assert_eq!((reach.cost(curve[1]), &path[..]), (Some(2), &curve[..]));
    reach.path_facing(curve[1], Facing::W, &mut path);
    assert_eq!((reach.facings(curve[1])[Facing::W as usize], &path[..]), (Some(2), &curve[..]));
}

#[test]
fn searches_leave_nothing_behind() {
    let (large, small) = (open(20, 20), open(3, 3));
    let mut reach = Reach::new();
    reach.turning(&large, Cell(0), Facing::E, u8::MAX, |_, _| GO);
    assert_eq!(reach.reached().len(), 400);
    reach.field(&small, Cell(0), 1, |_, _| GO);
    assert_eq!((reach.reached().len(), reach.cost(Cell(8)), reach.cost(Cell(399))), (3, None, None));
    reach.turning(&small, Cell(0), Facing::E, 0, |_, _| GO);
    assert_eq!((reach.reached().len(), reach.cost(Cell(1)), reach.facings(Cell(1))), (1, None, [None; 6]));
}

/// The last hex of the largest board, in its last facings, and a stop there: what a narrow number would lose.
#[test]
fn the_largest_board_is_searched_to_its_end() {
    let board = open(128, 64);
    assert_eq!(board.len(), crate::board::MAX_CELLS);
    let (first, last) = (Cell(0), Cell(8191));
    let mut reach = Reach::new();
    let mut path = Vec::new();
    let enter = |_, to| Some(Step { cost: 1, stop: to == last });
    reach.field(&board, first, u8::MAX, enter);
    reach.path(last, &mut path);
    assert_eq!((reach.reached().len(), reach.cost(last), path.len()), (8192, Some(159), 159));
    reach.turning(&board, first, Facing::E, u8::MAX, enter);
    assert_eq!(reach.reached().len(), 8192);
    for facing in Facing::ALL {
        reach.path_facing(last, facing, &mut path);
        assert_eq!(path.last().copied(), reach.facings(last)[facing as usize].map(|_| last));
    }
    assert!(reach.facings(last)[Facing::SE as usize].is_some());
}

#[test]
fn more_searches_than_the_counter_holds() {
    let board = open(2, 1);
    let mut reach = Reach::new();
    reach.turning(&board, Cell(0), Facing::E, 1, |_, _| GO);
    reach.field(&board, Cell(0), 1, |_, _| GO);
    for _ in 2..(1 << 24) - 1 {
        reach.field(&board, Cell(0), 0, |_, _| GO);
    }
    // The counter comes round to the two searches that reached the second hex.
    reach.turning(&board, Cell(0), Facing::E, 0, |_, _| GO);
    assert_eq!((reach.cost(Cell(0)), reach.facings(Cell(1))), (Some(0), [None; 6]));
    reach.field(&board, Cell(0), 0, |_, _| GO);
    assert_eq!((reach.cost(Cell(0)), reach.cost(Cell(1))), (Some(0), None));
}

#[test]
fn distances_of_the_widest_kind() {
    let board = open(400, 1);
    let mut out = Vec::new();
    Reach::new().distances(&board, &[Cell(0)], |_, _| Some(u8::MAX), &mut out);
    assert_eq!(out[256], 65280);
    assert_eq!(out[257], u16::MAX, "65535 is more than the field can tell from nowhere");
    assert_eq!(board.path(Cell(0), Cell(399), |_, _| Some(u8::MAX)).map(|(_, cost)| cost), Some(101_745));
}

proptest! {
    #![proptest_config(cases(128))]

    /// Whoever looks only where the goal can still be come near to finds the same hex, by the same way.
    #[test]
    fn what_is_sought_near_a_goal_is_found_alike(
        (mut board, costs, start) in ground(), goal in any::<prop::sample::Index>(), within in 0u16..3, budget in 0u8..12
    ) {
        board.links.clear();
        prop_assume!(board.decks == 1);
        let goal = Cell(goal.index(board.len()) as u16);
        let enter = |_, to: Cell| costs[to.index()];
        let wanted = |cell| board.distance(cell, goal) <= within;
        let found = |reach: &mut Reach, near: bool| {
            let cell = if near {
                reach.seek_near(&board, start, budget, (goal, within), enter, wanted)
            } else {
                reach.seek(&board, start, budget, enter, wanted)
            };
            let mut way = Vec::new();
            cell.inspect(|cell| reach.path(*cell, &mut way));
            (cell, way)
        };
        let mut reach = Reach::new();
        prop_assert_eq!(found(&mut reach, true), found(&mut reach, false));
    }

    #[test]
    fn fields_cost_least((board, costs, start) in ground(), budget in 0u8..12) {
        let mut reach = Reach::new();
        reach.field(&board, start, budget, |_, to| costs[to.index()]);
        let least = relaxed(&board, &costs, start, budget.into());
        let found: Vec<_> = board.cells().map(|cell| reach.cost(cell).map(u32::from)).collect();
        prop_assert_eq!(&found, &least);
        prop_assert!(reach.reached().is_sorted_by_key(|&cell| reach.cost(cell)));
        prop_assert_eq!(sorted(reach.reached().iter().copied()),
            sorted(board.cells().filter(|&cell| least[cell.index()].is_some())));
        let mut path = Vec::new();
        for &cell in reach.reached() {
            reach.path(cell, &mut path);
            let (mut at, mut spent) = (start, 0);
            for &to in &path {
                prop_assert!(!costs[at.index()].is_some_and(|step| step.stop));
                prop_assert!(board.exits(at).any(|exit| exit == to));
                spent += u32::from(costs[to.index()].unwrap().cost);
                at = to;
            }
            prop_assert_eq!((at, Some(spent)), (cell, least[cell.index()]));
        }
    }

    #[test]
    fn hex_face_02_vehicles_cost_least((board, costs, start) in ground(), facing in 0usize..6, budget in 0u8..12) {
        let facing = Facing::from_index(facing);
        let mut reach = Reach::new();
        reach.turning(&board, start, facing, budget, |_, to| costs[to.index()]);
        let least = driven(&board, &costs, start, facing, budget.into());
        for cell in board.cells() {
            let facings = reach.facings(cell);
            prop_assert_eq!(facings.map(|cost| cost.map(u32::from)), least[cell.index()]);
            let set = (0..6).filter(|&f| facings[f].is_some()).map(|f| 1u8 << f).sum::<u8>();
            prop_assert_eq!(reach.facing_set(cell), set);
            prop_assert_eq!(reach.cost(cell).map(u32::from), least[cell.index()].into_iter().flatten().min());
        }
        prop_assert!(reach.reached().is_sorted_by_key(|&cell| reach.cost(cell)));
        // A way that is walked again as it was written costs what was said.
        let mut path = Vec::new();
        for &cell in reach.reached() {
            for end in Facing::ALL {
                let Some(cost) = reach.facings(cell)[end as usize] else { continue };
                reach.path_facing(cell, end, &mut path);
                let (mut at, mut heading, mut spent) = (start, facing, 0);
                for &to in &path {
                    let side = board.neighbours[at.index()].iter().position(|&other| other == to).unwrap();
                    let side = Facing::from_index(side);
                    spent += heading.turn_to(side).saturating_sub(1) + costs[to.index()].unwrap().cost;
                    (at, heading) = (to, side);
                }
                prop_assert_eq!((at, spent + heading.turn_to(end).saturating_sub(1)), (cell, cost));
            }
        }
    }

    #[test]
    fn distances_and_paths_cost_least((board, costs, start) in ground(), other in any::<prop::sample::Index>()) {
        let costs: Vec<_> = costs.into_iter().map(|step| step.map(|s| Step { stop: false, ..s })).collect();
        let enter = |_, to: Cell| costs[to.index()].map(|step| step.cost);
        let other = Cell(other.index(board.len()) as u16);
        let mut out = vec![7];
        Reach::new().distances(&board, &[start, other, start], enter, &mut out);
        let far = [start, other].map(|source| relaxed(&board, &costs, source, u32::MAX));
        for cell in board.cells() {
            let least = far.iter().filter_map(|field| field[cell.index()]).min();
            prop_assert_eq!(u32::from(out[cell.index()]), least.unwrap_or(u32::from(u16::MAX)));
            let path = board.path(start, cell, enter);
            prop_assert_eq!(path.as_ref().map(|(_, cost)| *cost), far[0][cell.index()]);
            if let Some((cells, cost)) = path {
                let mut at = start;
                for &to in &cells {
                    prop_assert!(board.exits(at).any(|exit| exit == to));
                    at = to;
                }
                prop_assert_eq!(at, cell);
                prop_assert_eq!(cells.iter().map(|to| u32::from(costs[to.index()].unwrap().cost)).sum::<u32>(), cost);
            }
        }
    }
}
