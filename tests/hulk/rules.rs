//! The requirements of building a hulk, row by row, on a sample of laid-out boards.

use std::collections::{BTreeMap, BTreeSet};

use hexfray::board::{Board, Cell, Facing, SpaceId, SpaceKind, Terrain};

use crate::eyes::*;

/// HULK-GEN-01: floor, doors, hatches and ladders are one connected set, barricades taken for walls.
#[test]
fn hulk_gen_01_every_part_is_reached_from_every_other() {
    on_each(|board| {
        let walked = cells_where(board, |c| is_walked(terrain(board, c)));
        assert!(walked.len() > 100);
        assert_eq!(pieces(board, &walked, true).len(), 1, "{}", board.name);
    });
}

/// HULK-GEN-02: a door, a hatch, a mouth or a ladder leads into every room.
#[test]
fn hulk_gen_02_every_room_has_an_entrance() {
    on_each(|board| {
        for (id, cells) in rooms(board) {
            let doors = cells.iter().flat_map(|c| neighbours(board, *c)).any(|c| is_shut(terrain(board, c)));
            let mouths = cells
                .iter()
                .flat_map(|c| neighbours(board, *c))
                .any(|c| board.space_at(c) != id && board.space_at(c) != SpaceId::NONE && is_walked(terrain(board, c)));
            let ladders = board.links.iter().any(|l| cells.contains(&l.from) != cells.contains(&l.to));
            assert!(doors || mouths || ladders, "{}: {}", board.name, board.space(id).name);
        }
    });
}

/// The shortest of the three rows of hexes through one, within a set.
fn width(board: &Board, cells: &BTreeSet<Cell>, cell: Cell) -> usize {
    let run = |side: usize| {
        let mut at = board.neighbours[cell.index()][side];
        let mut length = 0;
        while at != Cell::NONE && cells.contains(&at) {
            length += 1;
            at = board.neighbours[at.index()][side];
        }
        length
    };
    (0..3).map(|axis| 1 + run(axis) + run(axis + 3)).min().unwrap()
}

/// HULK-GEN-03: passages are one or two hexes wide, junctions left out; and both kinds occur.
#[test]
fn hulk_gen_03_passages_are_one_or_two_wide() {
    let mut seen = BTreeSet::new();
    on_each(|board| {
        for (id, mut cells) in passages(board) {
            cells.retain(|c| !board.is_junction(*c));
            let widest = cells.iter().map(|c| width(board, &cells, *c)).max().unwrap();
            assert!((1..=2).contains(&widest), "{}: {}", board.name, board.space(id).name);
            assert_eq!(usize::from(board.space_width(id)), widest);
            seen.insert(widest);
        }
    });
    assert_eq!(seen, BTreeSet::from([1, 2]));
}

/// HULK-GEN-04: no long free-fire zones, and passages that twist.
#[test]
fn hulk_gen_04_passages_twist_and_turn() {
    on_each(|board| {
        let passages = passages(board);
        let all: Vec<Cell> = passages.values().flatten().copied().collect();
        let limit = if board.width >= 60 && board.height >= 40 { 16 } else { 12 };
        let mut long = BTreeSet::new();
        for (i, from) in all.iter().enumerate() {
            for to in &all[i..] {
                if board.deck(*from) == board.deck(*to) && board.distance(*from, *to) > 8 && sees(board, *from, *to) {
                    assert!(board.distance(*from, *to) <= limit, "{}", board.name);
                    long.extend([board.space_at(*from), board.space_at(*to)]);
                }
            }
        }
        assert!(long.len() <= (passages.len() / 5).max(2), "{}: {}", board.name, long.len());
        let lengthy: Vec<&BTreeSet<Cell>> = passages.values().filter(|cells| cells.len() >= 6).collect();
        let bends = |cells: &BTreeSet<Cell>| cells.iter().any(|a| cells.iter().any(|b| !sees(board, *a, *b)));
        let bent = lengthy.iter().filter(|cells| bends(cells)).count();
        assert!(2 * bent >= lengthy.len(), "{}: {bent} of {}", board.name, lengthy.len());
    });
}

/// HULK-GEN-05: T-junctions for a quarter of the passages, and crossroads.
#[test]
fn hulk_gen_05_passages_meet() {
    on_each(|board| {
        let arms: Vec<usize> = junctions(board).iter().map(|(_, arms)| arms.len()).collect();
        let tees = arms.iter().filter(|n| **n == 3).count();
        assert!(4 * tees >= passages(board).len(), "{}: {arms:?}", board.name);
        assert!(board.spaces().len() < 16 || arms.iter().any(|n| *n >= 4), "{}: {arms:?}", board.name);
    });
}

/// How many rooms are storage units, working rooms and large ones, by their sides.
fn sizes(board: &Board) -> (usize, usize, usize) {
    let sides: Vec<(usize, usize)> = rooms(board).values().map(|cells| sides(board, cells)).collect();
    let within = |n: usize, least: usize, most: usize| (least..=most).contains(&n);
    let storage = sides.iter().filter(|(a, b)| within(*a, 2, 3) && within(*b, 2, 3)).count();
    let working = sides.iter().filter(|(a, b)| within(*a, 3, 8) && within(*b, 3, 8) && a.max(b) > &3).count();
    (storage, working, sides.iter().filter(|(a, b)| *a > 8 || *b > 8).count())
}

/// HULK-GEN-06, HULK-GEN-07, HULK-GEN-08: storage units, working rooms and larger ones in their shares, and no room of another size.
#[test]
fn hulk_gen_06_rooms_are_of_all_sizes() {
    on_each(|board| {
        let count = rooms(board).len();
        let (storage, working, large) = sizes(board);
        assert_eq!(storage + working + large, count, "{}", board.name);
        assert!(is_share(storage, count, 15, 30), "{}: {storage} of {count}", board.name);
        assert!(is_share(working, count, 50, 75), "{}: {working} of {count}", board.name);
        assert!(is_share(large, count, 0, 20), "{}: {large} of {count}", board.name);
        assert!(large > 0 || board.spaces().len() < 14, "{}", board.name);
    });
}

/// HULK-GEN-09: what breaks large rooms up leaves them connected and their entrances free.
#[test]
fn hulk_gen_09_large_rooms_are_broken_up() {
    let mut looked_at = 0;
    on_each(|board| {
        for (id, cells) in rooms(board) {
            let (columns, rows) = sides(board, &cells);
            if columns.max(rows) <= 8 {
                continue;
            }
            looked_at += 1;
            let name = format!("{}: {}", board.name, board.space(id).name);
            let free: BTreeSet<Cell> = cells.iter().copied().filter(|c| terrain(board, *c) == Terrain::Floor).collect();
            let stand = cells.len() - free.len();
            assert!(
                (10 * cells.len()..=25 * cells.len()).contains(&(100 * stand)),
                "{name}: {stand} of {}",
                cells.len()
            );
            assert_eq!(pieces(board, &free, true).len(), 1, "{name}");
            let outer = |c: &Cell| {
                is_shut(terrain(board, *c)) || (board.space_at(*c) != id && board.space_at(*c) != SpaceId::NONE)
            };
            let doors: BTreeSet<Cell> = cells.iter().flat_map(|c| neighbours(board, *c)).filter(outer).collect();
            for door in doors {
                let first: Vec<Cell> = neighbours(board, door).filter(|c| free.contains(c)).collect();
                let two = first.iter().any(|c| neighbours(board, *c).any(|n| free.contains(&n)));
                assert!(two, "{name} at {}", board.label(door));
            }
        }
    });
    assert!(looked_at >= 20);
}

/// HULK-GEN-10: some passages are barricaded, wholly or in part.
#[test]
fn hulk_gen_10_some_passages_are_barricaded() {
    let mut kinds = BTreeSet::new();
    on_each(|board| {
        let passages = passages(board);
        let heaped = |cells: &&BTreeSet<Cell>| cells.iter().any(|c| is_heap(terrain(board, *c)));
        let count = passages.values().filter(heaped).count();
        assert!(is_share(count, passages.len(), 5, 15), "{}: {count} of {}", board.name, passages.len());
        assert!(count > 0 || board.spaces().len() < 8);
        kinds.extend(board.cells().map(|c| terrain(board, c)).filter(|t| is_heap(*t)));
    });
    assert_eq!(kinds.len(), 2, "soft and hard ones");
}

/// A room's ground plan without its place: rows of columns, counted from the first, with the rows' parity.
fn ground_plan(board: &Board, cells: &BTreeSet<Cell>) -> BTreeSet<(u16, u16)> {
    let places: Vec<(u16, u16)> = cells.iter().map(|c| board.column_row(*c)).collect();
    let (left, top) = (places.iter().map(|p| p.0).min().unwrap(), places.iter().map(|p| p.1).min().unwrap());
    places.iter().map(|(column, row)| (column - left, row - top + top % 2)).collect()
}

/// HULK-GEN-11: two to five makes of ship, rooms of several shapes: not only blocks of whole rows.
#[test]
fn hulk_gen_11_makes_and_shapes_vary() {
    on_each(|board| {
        let styles: BTreeSet<&str> = board.spaces().iter().map(|s| s.style.as_str()).collect();
        assert!((2..=5).contains(&styles.len()) && !styles.contains(""), "{}: {styles:?}", board.name);
        let rooms = rooms(board);
        let plans: BTreeSet<_> = rooms.values().map(|cells| ground_plan(board, cells)).collect();
        let block = |cells: &&BTreeSet<Cell>| {
            let (columns, rows) = sides(board, cells);
            columns * rows == cells.len()
        };
        let blocks = rooms.values().filter(block).count();
        assert!(rooms.len() < 6 || (plans.len() >= 3 && blocks + 2 <= rooms.len()), "{}", board.name);
    });
}

/// HULK-GEN-12: as many ways can be shut without cutting anything off as there are to be loops. Shut is each in turn: a
/// doorway, a passage between its junctions; what stays connected was a loop.
#[test]
fn hulk_gen_12_there_are_loops() {
    on_each(|board| {
        let mut walked = cells_where(board, |c| is_walked(terrain(board, c)));
        let wanted = (board.spaces().len() / 10).max(usize::from(board.spaces().len() >= 8));
        let mut loops = 0;
        for cells in passages(board).values() {
            // The middle of the passage, across its whole width; and only if the rest still holds together.
            let run: BTreeSet<Cell> =
                cells.iter().copied().filter(|c| !board.is_junction(*c) && walked.contains(c)).collect();
            let rest: BTreeSet<Cell> = walked.difference(&run).copied().collect();
            let ladder = board.links.iter().any(|l| run.contains(&l.from) || run.contains(&l.to));
            if !run.is_empty() && !ladder && pieces(board, &rest, true).len() == 1 {
                loops += 1;
                walked = rest;
            }
        }
        let doors: Vec<Cell> = walked.iter().copied().filter(|c| is_shut(terrain(board, *c))).collect();
        for door in doors {
            let mut rest = walked.clone();
            rest.remove(&door);
            let leads = neighbours(board, door).map(|c| board.space_at(c)).filter(|id| *id != SpaceId::NONE);
            let between = leads.collect::<BTreeSet<_>>().len() > 1;
            if between && pieces(board, &rest, true).len() == 1 {
                loops += 1;
                walked = rest;
            }
        }
        assert!(loops >= wanted, "{}: {loops} loops, {wanted} are due", board.name);
    });
}

/// HULK-GEN-13, HULK-BULK-01, HULK-BULK-05: hull all around, bulkheads and hatches of all grades.
#[test]
fn hulk_gen_13_hull_outside_and_grades_inside() {
    use Terrain::{Bulkhead, Hatch, HeavyBulkhead, HeavyHatch, Hull, LightBulkhead, LightHatch, Void};
    on_each(|board| {
        let outside = cells_where(board, |c| terrain(board, c) == Void && board.space_at(c) == SpaceId::NONE);
        for &cell in &outside {
            for next in neighbours(board, cell).filter(|c| !outside.contains(c)) {
                assert_eq!(terrain(board, next), Hull, "{} {}", board.name, board.label(next));
            }
        }
        // Two rings of void along every edge of the map, and so no hull there.
        let (width, height) = (board.width, board.height);
        for cell in board.cells() {
            let (column, row) = board.column_row(cell);
            let margin = column <= 2 || row <= 2 || column + 1 >= width || row + 1 >= height;
            assert!(!margin || outside.contains(&cell), "{} {}", board.name, board.label(cell));
        }
        let grades =
            [vec![LightBulkhead, LightHatch], vec![Bulkhead, Hatch], vec![HeavyBulkhead, HeavyHatch], vec![Hull]];
        let missing = grades.iter().filter(|grade| !grade.iter().any(|t| board.terrain.contains(t))).count();
        assert!(missing == 0 || board.spaces().len() < 16, "{}", board.name);
    });
}

/// HULK-GEN-14, HULK-BLIP-02: six places to breach, six hexes apart, with room for a craft of twelve hexes outside.
#[test]
fn hulk_gen_14_boarders_find_places() {
    on_each(|board| {
        assert!(board.spaces().len() >= 4);
        let outside = |c: Cell| terrain(board, c) == Terrain::Void && board.space_at(c) == SpaceId::NONE;
        let breaches: BTreeSet<Cell> = board.breaches().collect();
        let hull = |c: &Cell| {
            let behind = |c: Cell| board.space_at(c) != SpaceId::NONE && is_walked(terrain(board, c));
            terrain(board, *c) == Terrain::Hull
                && neighbours(board, *c).any(behind)
                && neighbours(board, *c).any(outside)
        };
        assert_eq!(breaches, board.cells().filter(hull).collect());
        let mut apart: Vec<Cell> = Vec::new();
        for cell in breaches {
            if apart.iter().all(|other| board.deck(*other) != board.deck(cell) || board.distance(*other, cell) >= 6) {
                apart.push(cell);
            }
        }
        assert!(apart.len() >= 6, "{}: {}", board.name, apart.len());
        for breach in apart {
            let near = cells_where(board, |c| {
                outside(c) && board.deck(c) == board.deck(breach) && board.distance(c, breach) <= 5
            });
            let berth =
                pieces(board, &near, false).into_iter().find(|p| neighbours(board, breach).any(|c| p.contains(&c)));
            assert!(berth.unwrap().len() >= 12, "{} {}", board.name, board.label(breach));
        }
    });
}

/// HULK-GEN-15, HULK-DECK-01, HULK-DECK-03: ladders beside bulkheads join the decks, rooms span them, and what has no
/// air is shut by hatches and not needed on the way.
#[test]
fn hulk_gen_15_decks_ladders_and_airless_rooms() {
    let (mut tall, mut airless_rooms) = (0, 0);
    on_each(|board| {
        for deck in 1..board.decks {
            let between = |a: Cell, b: Cell| (board.deck(a), board.deck(b)) == (deck - 1, deck);
            assert!(board.links.iter().filter(|l| between(l.from, l.to)).count() >= 2, "{}", board.name);
        }
        for foot in board.links.iter().flat_map(|l| [l.from, l.to]) {
            assert!(
                neighbours(board, foot).any(|c| is_wall(terrain(board, c))),
                "{} {}",
                board.name,
                board.label(foot)
            );
        }
        for space in board.spaces() {
            let decks: BTreeSet<u16> = space.cells.iter().map(|c| board.deck(*c)).collect();
            tall += usize::from(decks.len() > 1);
        }
        let airless =
            cells_where(board, |c| board.space_at(c) != SpaceId::NONE && board.space(board.space_at(c)).airless);
        let count = board.spaces().iter().filter(|s| s.airless).count();
        airless_rooms += count;
        assert!(is_share(count, board.spaces().len(), 0, 10));
        for cell in airless.iter().flat_map(|c| neighbours(board, *c)).filter(|c| !airless.contains(c)) {
            let terrain = terrain(board, cell);
            let holds = is_wall(terrain) || (is_shut(terrain) && terrain != Terrain::Door);
            assert!(holds, "{} {}", board.name, board.label(cell));
        }
        let rest = cells_where(board, |c| is_walked(terrain(board, c)) && !airless.contains(&c));
        assert_eq!(pieces(board, &rest, true).len(), 1, "{}", board.name);
    });
    assert!(tall >= 4 && airless_rooms >= 12);
}

/// HULK-GEN-16: every hex of floor is in exactly one space, each arm of a junction is a passage of its own, and the
/// junction belongs to the first of them.
#[test]
fn hulk_gen_16_spaces_part_at_doors_mouths_and_junctions() {
    on_each(|board| {
        let mut times: BTreeMap<Cell, usize> = BTreeMap::new();
        board.spaces().iter().flat_map(|s| &s.cells).for_each(|c| *times.entry(*c).or_default() += 1);
        for cell in board.cells() {
            let terrain = terrain(board, cell);
            let floor = !is_wall(terrain) && !is_shut(terrain) && terrain != Terrain::Void;
            let expected = if floor { 1..=1 } else { 0..=usize::from(terrain == Terrain::Void) };
            assert!(expected.contains(times.get(&cell).unwrap_or(&0)), "{} {}", board.name, board.label(cell));
        }
        for (id, cells) in passages(board) {
            let run: BTreeSet<Cell> = cells.iter().copied().filter(|c| !board.is_junction(*c)).collect();
            assert_eq!(pieces(board, &run, false).len(), 1, "{}: {}", board.name, board.space(id).name);
            // Nothing but junctions lies between two passages that touch.
            for cell in run {
                for next in
                    neighbours(board, cell).filter(|c| board.space_at(*c) != id && board.space_at(*c) != SpaceId::NONE)
                {
                    let room = board.space(board.space_at(next)).kind == SpaceKind::Room;
                    assert!(room || board.is_junction(next), "{} {}", board.name, board.label(cell));
                }
            }
        }
        for (meeting, arms) in junctions(board) {
            assert!(arms.len() >= 2);
            let owners: BTreeSet<SpaceId> = meeting.iter().map(|c| board.space_at(*c)).collect();
            assert_eq!(owners, BTreeSet::from([*arms.first().unwrap()]), "{}", board.name);
        }
    });
}

/// Facings are the six sides in order, which [`width`] relies on.
#[test]
fn opposite_sides_are_three_apart() {
    for (i, facing) in Facing::ALL.into_iter().enumerate() {
        assert_eq!(facing.back() as usize, (i + 3) % 6);
    }
}
