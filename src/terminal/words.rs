//! The board in words, for those who do not see a picture of it: who is where, and which way and how far the nearest enemy
//! is; what is worth points; what lies about.

use std::f32::consts::TAU;

use crate::battle::{SideId, UnitId};
use crate::board::{Board, Cell};
use crate::rules::BattleView;
use crate::telling::{Line, names, panel};

use super::picture;

/// Ways on the board, counter-clockwise from the right.
const WAYS: [&str; 8] = ["east", "northeast", "north", "northwest", "west", "southwest", "south", "southeast"];

/// The whole board, first what a side has.
#[must_use]
pub fn board(battle: &dyn BattleView, first: Option<SideId>) -> Vec<Line> {
    let board = battle.board();
    let decks = if board.decks > 1 { format!(", {} decks", board.decks) } else { String::new() };
    let mut lines = vec![Line::of(format!("{}: {} columns, {} rows{decks}.", board.name, board.width, board.height))];
    let mut sides: Vec<SideId> = SideId::first(battle.sides().len()).collect();
    sides.sort_by_key(|side| Some(*side) != first);
    for side in sides {
        let yours = if Some(side) == first { " (you)" } else { "" };
        lines.push(Line::default().side(side, format!("{}{yours}:", names::side(battle, side))));
        lines.extend(
            battle.listed().filter(|&unit| battle.piece(unit).side == side).map(|unit| whereabouts(battle, unit)),
        );
    }
    let goals = battle.goals();
    if !goals.is_empty() {
        lines.push(Line::of("Worth points:"));
        lines.extend(goals.into_iter().map(|(at, worth)| match at.is_some() {
            true => Line::of(format!("  {}, {}: {worth}", board.label(at), ground(battle, at))),
            false => Line::of(format!("  {worth}")),
        }));
    }
    let lying = picture::lying(battle);
    if !lying.is_empty() {
        lines.push(Line::of("Lying about:"));
        lines.extend(lying.into_iter().map(|(_, what, hexes)| Line::of(format!("  {what}, at {hexes}"))));
    }
    lines
}

/// A unit with its numbers, the ground that it stands on, and the nearest enemy.
fn whereabouts(battle: &dyn BattleView, unit: UnitId) -> Line {
    let line = panel::unit(battle, unit);
    let at = battle.piece(unit).at;
    if !at.is_some() {
        return line;
    }
    let board = battle.board();
    let near = |other: &UnitId| board.distance(at, battle.piece(*other).at);
    let enemies = battle.listed().filter(|&other| battle.enemies(unit, other));
    let seen = enemies.filter(|&other| battle.piece(other).at.is_some());
    let level = seen.filter(|&other| board.deck(battle.piece(other).at) == board.deck(at));
    let nearest = level.min_by_key(near).map_or(String::new(), |other| {
        let far = match near(&other) {
            0 => "in the same hex".to_owned(),
            1 => format!("1 hex {}", way(board, at, battle.piece(other).at)),
            far => format!("{far} hexes {}", way(board, at, battle.piece(other).at)),
        };
        format!("; nearest enemy {}, {far}", names::tag(battle, other))
    });
    line.words(format!("; on {}{nearest}", ground(battle, at)))
}

fn ground(battle: &dyn BattleView, cell: Cell) -> String {
    let height = match battle.board().heights[cell.index()] {
        0 => String::new(),
        height => format!(" {height} high"),
    };
    format!("{}{height}", names::terrain(battle.terrain(cell)).1)
}

/// The way from one hex to another of the same deck, as on a map whose upper edge is north.
fn way(board: &Board, from: Cell, to: Cell) -> &'static str {
    let place = |cell: Cell| {
        let (column, row) = board.column_row(cell);
        // Even rows are shifted half a hex to the right, and rows lie less than a hex apart.
        let shift = if row % 2 == 0 { 0.5 } else { 0.0 };
        (f32::from(column) + shift, f32::from(row) * 0.866)
    };
    let ((x, y), (to_x, to_y)) = (place(from), place(to));
    let part = (y - to_y).atan2(to_x - x) / TAU * WAYS.len() as f32;
    WAYS[(part.round() as isize).rem_euclid(WAYS.len() as isize) as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Terrain;

    /// Neighbours lie where the picture shows them, and so do hexes far away.
    #[test]
    fn ways_are_those_of_the_map() {
        let board = Board::new("field", 11, 11, 1, Terrain::Clear);
        let from = board.at(5, 5);
        let told = |column, row| way(&board, from, board.at(column, row));
        assert_eq!([told(6, 5), told(4, 5), told(5, 3), told(5, 9)], ["east", "west", "north", "south"]);
        assert_eq!([told(5, 4), told(4, 4), told(5, 6), told(4, 6)].map(str::len), [9, 9, 9, 9]);
        assert_eq!([told(10, 1), told(1, 10)], ["northeast", "southwest"]);
    }
}
