//! Boards painted: the same one the same, tiles that fit, and only what has changed painted anew.

use crate::board::Board;
use crate::content::Library;

use super::*;

fn board(name: &str) -> Board {
    Library::own().map(name).unwrap().0.clone()
}

#[test]
fn the_same_board_is_the_same_picture() {
    let board = board("crossroads");
    let picture = Picture::new(&board, &board.terrain);
    assert_eq!(picture.paint(0), Picture::new(&board, &board.terrain).paint(0));
}

#[test]
fn tiles_fit() {
    let board = board("crossroads");
    let picture = Picture::new(&board, &board.terrain);
    // The last column of one tile and the first of the next are a pixel apart, and look it.
    let (left, right) = (picture.paint(0), picture.paint(1));
    let far = |row: usize| {
        let (a, b) = ((row * TILE + TILE - 1) * 4, row * TILE * 4);
        (0..3).map(|i| left[a + i].abs_diff(right[b + i])).max().unwrap()
    };
    let mut differences: Vec<u8> = (0..TILE).map(far).collect();
    differences.sort_unstable();
    assert!(differences[TILE / 2] < 24, "{differences:?}");
}

#[test]
fn what_changes_changes_its_own_tiles_alone() {
    let board = board("crossroads");
    let before = Picture::new(&board, &board.terrain);
    let mut terrain = board.terrain.clone();
    terrain[board.at(1, 1).index()] = Terrain::Wreck;
    let after = Picture::new(&board, &terrain);
    let changed: Vec<usize> = (0..before.tiles()).filter(|&t| before.look(t) != after.look(t)).collect();
    assert_eq!(changed, [0]);
    assert_ne!(before.paint(0), after.paint(0));
}

#[test]
fn everything_is_opaque_within_and_nothing_far_outside() {
    for name in ["crossroads", "dead_air"] {
        let board = board(name);
        let picture = Picture::new(&board, &board.terrain);
        let pixels = picture.paint(0);
        let at = |x: f32, y: f32| {
            let corner = picture.corner(0);
            let place = |far: f32| (far * picture.density) as usize;
            pixels[(place(y - corner.1) * TILE + place(x - corner.0)) * 4 + 3]
        };
        assert_eq!(at(120.0, 120.0), 255, "{name}");
        assert_eq!(at(-RIM + 1.0, -RIM + 1.0), 0, "{name}");
    }
}

/// Every terrain there is can be painted, alone and beside every other.
#[test]
fn every_terrain_is_painted() {
    let mut board = Board::new("all", 12, 8, 1, Terrain::Clear);
    for (i, terrain) in Terrain::ALL.into_iter().enumerate() {
        board.terrain[i * 3 % 96] = terrain;
    }
    let picture = Picture::new(&board, &board.terrain);
    for tile in 0..picture.tiles() {
        // Colours are multiplied with the opacity.
        assert!(picture.paint(tile).chunks_exact(4).all(|p| p[..3].iter().all(|c| *c <= p[3])));
    }
}
