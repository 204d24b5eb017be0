//! The hulks of the ready missions and of the campaign.

use std::collections::BTreeSet;

use hexfray::board::{Board, Cell, SpaceId, Terrain};
use hexfray::check::check;
use hexfray::content::Library;
use hexfray::scenario::hulk::{DRIVE_CHAMBER, SHIELD_ROOM};

use crate::eyes::*;

fn hulk(name: &str, size: (u16, u16), decks: u16) -> &'static Board {
    let board = &Library::own().map(name).unwrap_or_else(|| panic!("no map {name}")).0;
    assert_eq!(((board.width, board.height), board.decks), (size, decks), "{name}");
    let checked = check(Library::own(), &[format!("{}/maps/{name}.ron", env!("CARGO_MANIFEST_DIR"))]);
    assert_eq!((checked.problems, checked.fine), (Vec::new(), 1));
    board
}

/// Whether nothing but heavy hatches leads into a room.
fn is_guarded(board: &Board, name: &str) -> bool {
    let id = board.space_named(name).unwrap();
    let cells = &rooms(board)[&id];
    let around: BTreeSet<Cell> = cells.iter().flat_map(|c| neighbours(board, *c)).collect();
    let outer: Vec<Terrain> =
        around.into_iter().filter(|c| board.space_at(*c) != id).map(|c| terrain(board, c)).collect();
    let shut = outer.iter().all(|t| is_wall(*t) || *t == Terrain::HeavyHatch);
    let ladders = board.links.iter().any(|l| cells.contains(&l.from) != cells.contains(&l.to));
    shut && !ladders && outer.contains(&Terrain::HeavyHatch)
}

fn width(board: &Board, name: &str) -> usize {
    sides(board, &rooms(board)[&board.space_named(name).unwrap()]).0
}

/// HULK-MIS-01.
#[test]
fn hulk_mis_01_dead_air_is_small_and_partly_airless() {
    let board = hulk("dead_air", (36, 28), 1);
    assert!((14..=18).contains(&board.spaces().len()));
    assert_eq!(board.spaces().iter().filter(|s| s.airless).count(), 1);
}

/// HULK-MIS-02: two Boarders need twelve places to breach.
#[test]
fn hulk_mis_02_race_to_the_core_has_a_drive_chamber() {
    let board = hulk("race_to_the_core", (60, 44), 2);
    assert!((22..=30).contains(&board.spaces().len()));
    assert!(is_guarded(board, DRIVE_CHAMBER) && width(board, DRIVE_CHAMBER) > 8);
    assert!(board.breaches().count() >= 12);
}

/// HULK-MIS-03.
#[test]
fn hulk_mis_03_bring_them_out_has_rooms_to_hide_in() {
    let board = hulk("bring_them_out", (48, 36), 1);
    assert!((16..=22).contains(&board.spaces().len()));
}

/// HULK-CAMP-04.
#[test]
fn hulk_camp_04_the_log_is_as_large_as_it_should_be() {
    let board = hulk("the_log", (48, 36), 1);
    assert!(board.spaces().iter().all(|s| !s.cells.is_empty()));
    assert!(board.cells().any(|c| board.space_at(c) != SpaceId::NONE));
}

/// HULK-CAMP-05.
#[test]
fn hulk_camp_05_shields_down_hides_the_generator_behind_a_heavy_hatch() {
    let board = hulk("shields_down", (44, 32), 2);
    assert!(is_guarded(board, SHIELD_ROOM));
}

/// HULK-CAMP-07.
#[test]
fn hulk_camp_07_the_heart_has_a_drive_chamber() {
    let board = hulk("the_heart", (60, 44), 1);
    assert!(is_guarded(board, DRIVE_CHAMBER) && width(board, DRIVE_CHAMBER) > 8);
}
