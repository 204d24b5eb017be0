//! Distances, footprints, facings, links and edges.

use super::*;

#[test]
fn map_02_within_counts_hexes() {
    let board = open(15, 15);
    for steps in 0..=7 {
        let full = 1 + 3 * usize::from(steps) * (usize::from(steps) + 1);
        assert_eq!(board.within(board.at(8, 8), steps).count(), full);
    }
    assert_eq!(board.within(board.at(8, 8), u16::MAX).count(), 225);
}

#[test]
fn map_04_footprint() {
    let board = open(5, 5);
    let at = |column, row| board.at(column, row);
    // Even rows lie half a hex to the right.
    let around = [at(3, 3), at(4, 3), at(3, 2), at(2, 2), at(2, 3), at(2, 4), at(3, 4)];
    assert_eq!(board.footprint(at(3, 3)), Some(around));
    assert_eq!(board.footprint(at(4, 2)).map(|hexes| hexes[2]), Some(at(5, 1)));
    assert_eq!(board.footprint(at(5, 2)), None);
    assert_eq!(board.footprint(at(1, 3)), None);
    assert_eq!(board.cells().filter(|&cell| board.footprint(cell).is_some()).count(), 9);
}

/// MAP-06.
#[test]
fn map_06_turns_in_hexsides() {
    let turns = Facing::ALL.map(|facing| Facing::E.turn_to(facing));
    assert_eq!(turns, [0, 1, 2, 3, 2, 1]);
    for facing in Facing::ALL {
        assert_eq!(facing.turn_to(facing.left()), 1);
        assert_eq!(facing.left().right(), facing);
        assert_eq!(facing.left().left().left(), facing.back());
        assert_eq!(facing.step() + facing.back().step(), Hex::ZERO);
    }
}

#[test]
fn map_11_links_lead_both_ways() {
    let mut board = Board::new("decks", 3, 3, 2, Terrain::Floor);
    let (below, above) = (Cell(4), Cell(13));
    board.links.push(Link { from: below, to: above, hatch: None });
    assert_eq!(board.exits(below).last(), Some(above));
    assert_eq!(board.exits(above).last(), Some(below));
    assert_eq!(board.exits(below).count(), 7);
    assert_eq!(board.exits(Cell(0)).collect::<Vec<_>>(), [Cell(1), Cell(3)]);
}

#[test]
fn map_17_edges() {
    let board = Board::new("decks", 3, 4, 2, Terrain::Clear);
    let edge = |edge| board.edge(edge).map(|cell| cell.0).collect::<Vec<_>>();
    assert_eq!(edge(Edge::Left), [0, 3, 6, 9, 12, 15, 18, 21]);
    assert_eq!(edge(Edge::Right), [2, 5, 8, 11, 14, 17, 20, 23]);
    assert_eq!(edge(Edge::Top), [0, 1, 2, 12, 13, 14]);
    assert_eq!(edge(Edge::Bottom), [9, 10, 11, 21, 22, 23]);
    assert!(board.on_edge(Cell(14), Edge::Top) && board.on_edge(Cell(14), Edge::Right));
    assert!(!board.on_edge(Cell(4), Edge::Left));
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn map_02_within_is_what_distance_says((size, centre, _) in two_hexes(), steps in 0u16..12) {
        let board = open(size.0, size.1);
        let near: Vec<_> = board.within(centre, steps).collect();
        let measured: Vec<_> = board.cells().filter(|&cell| board.distance(centre, cell) <= steps).collect();
        prop_assert_eq!(near, measured);
    }
}

/// Stretches of the border: three hexes for each, none for two, and the same for whoever is opposite.
fn has_room_along_its_border(width: u16, height: u16, of: usize) -> Result<(), TestCaseError> {
    let board = open(width, height);
    let stretch = |place: usize| board.zone(&format!("border {place} of {of}")).unwrap().into_owned();
    let all: Vec<Vec<Cell>> = (1..=of).map(stretch).collect();
    let mut seen = vec![false; board.len()];
    for cell in all.iter().flatten() {
        prop_assert!(!std::mem::replace(&mut seen[cell.index()], true), "a hex of two");
    }
    let sizes: Vec<_> = all.iter().map(Vec::len).collect();
    prop_assert!(sizes.iter().all(|&hexes| hexes >= 3), "{width} x {height}: {sizes:?}");
    if of.is_multiple_of(2) {
        let turned = |cell: &Cell| {
            let (column, row) = board.column_row(*cell);
            board.at(width + 1 - column, height + 1 - row)
        };
        let opposite: Vec<Cell> = sorted(all[0].iter().map(turned));
        prop_assert_eq!(opposite, sorted(all[of / 2].iter().copied()));
    }
    Ok(())
}

proptest! {
    #![proptest_config(cases(64))]

    #[test]
    fn every_map_has_room_along_its_border(width in 8u16..60, height in 8u16..60, of in 2usize..=8) {
        has_room_along_its_border(width, height, of)?;
    }
}

#[test]
fn the_smallest_maps_have_room_along_their_borders() {
    for (width, height) in (8..=12).flat_map(|width| (8..=12).map(move |height| (width, height))) {
        for of in 2..=8 {
            has_room_along_its_border(width, height, of).unwrap();
        }
    }
}

#[test]
fn zones_of_the_border_begin_at_the_left_and_leave_the_void_out() {
    let mut board = open(12, 12);
    let left = board.zone("border 1 of 2").unwrap().into_owned();
    assert!(left.contains(&board.at(1, 6)) && !left.contains(&board.at(12, 6)) && !left.contains(&board.at(5, 6)));
    assert!(board.zone("border 2 of 4").unwrap().contains(&board.at(6, 1)), "clockwise: the top");
    for name in ["border 0 of 2", "border 3 of 2", "border 1 of 9", "border 1 of 1", "border", "elsewhere"] {
        assert_eq!(board.zone(name), None, "{name}");
    }
    for cell in board.cells().filter(|cell| cell.index() % 12 < 4) {
        board.terrain[cell.index()] = Terrain::Void;
    }
    assert!(board.zone("border 1 of 2").unwrap().contains(&board.at(5, 6)));
}
