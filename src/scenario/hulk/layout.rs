//! Rooms find their places.

use super::chance::Chance;
use super::draft::{Draft, NONE, Placed};
use super::plan::{Size, Wanted};
use crate::board::{Cell, Terrain};

/// Ground plans drawn for one room before the layout is given up.
const DRAWN: usize = 150;
/// Of those that fit so many are compared.
const COMPARED: usize = 6;

/// Places all rooms, each near the home of its style.
pub(super) fn place(draft: &mut Draft, wanted: Vec<Wanted>, chance: &mut Chance) -> Result<(), &'static str> {
    let (width, height) = (usize::from(draft.board.width), usize::from(draft.board.height));
    for room in &wanted {
        if !draft.homes.iter().any(|(style, _)| *style == room.style) {
            let home = draft.board.at(chance.between(4, width - 3) as u16, chance.between(4, height - 3) as u16);
            draft.homes.push((room.style, home));
        }
    }
    for room in wanted {
        place_one(draft, room, chance)?;
    }
    Ok(())
}

/// Floor and pillars of a room that is tried out.
type Site = (Vec<Cell>, Vec<Cell>);

fn place_one(draft: &mut Draft, wanted: Wanted, chance: &mut Chance) -> Result<(), &'static str> {
    // A room of its own, or one that shares a bulkhead with another.
    let attached = chance.percent(match wanted.size {
        Size::Storage => 50,
        Size::Working => 20,
        Size::Large => 0,
    });
    let home = draft.homes.iter().find(|(style, _)| *style == wanted.style).map(|(_, home)| *home);
    let mut best: Option<(i32, Site)> = None;
    let mut fitting = 0;
    for drawn in 0..DRAWN {
        // Who finds no room for much makes do with less.
        let (mut columns, mut rows) = wanted.sides;
        if wanted.size == Size::Working && drawn > DRAWN / 2 {
            (columns, rows) = (columns.min(5), rows.min(4));
        }
        let Some(site) = draw(draft, &wanted, (columns, rows), chance) else { continue };
        let Some(clearance) = clearance(draft, &site) else { continue };
        // Not right at the home: a hulk sprawls.
        let far = home.map_or(0, |home| i32::from(draft.board.distance(home, site.0[0]))) / 2;
        // Three hexes between two rooms are too few for a passage and too many for a bulkhead.
        let misfit = match (clearance, attached) {
            (2, true) => 0,
            (2, false) => 12,
            (3, _) => 20,
            (_, true) => 8,
            _ => 0,
        };
        let score = far + misfit + chance.below(8) as i32;
        if best.as_ref().is_none_or(|(least, _)| score < *least) {
            best = Some((score, site));
        }
        fitting += 1;
        if fitting == COMPARED {
            break;
        }
    }
    let (_, (mut cells, pillars)) = best.ok_or("the rooms found no places")?;
    let number = draft.rooms.len() as u16;
    for &cell in &cells {
        draft.room_of[cell.index()] = number;
        draft.board.terrain[cell.index()] = Terrain::Floor;
    }
    if wanted.tall {
        let gallery = gallery(draft, &cells, number);
        cells.extend(gallery);
    }
    cells.sort_unstable();
    draft.pillars.extend(pillars);
    draft.rooms.push(Placed { wanted, cells, airless: false });
    Ok(())
}

/// A ground plan somewhere, if it is of the size that its class asks for and lies well inside.
fn draw(draft: &Draft, wanted: &Wanted, (columns, rows): (i32, i32), chance: &mut Chance) -> Option<Site> {
    let (width, height) = (i32::from(draft.board.width), i32::from(draft.board.height));
    let top = chance.between(3, (height - 3 - rows).max(3) as usize) as i32;
    let (spots, pillars) = wanted.shape.draw(columns, rows, top, chance);
    let rows = spots.iter().map(|s| s.0).max()? + 1;
    let reach = spots.iter().map(|s| s.1).max()? / 2 + 1;
    let left = chance.between(3, (width - 3 - reach).max(3) as usize) as i32;
    let cell = |&(row, x): &(i32, i32)| {
        let cell = draft.board.at((left + x / 2 + 1) as u16, (top + row + 1) as u16);
        if cell.is_some() { Cell(cell.0 + wanted.deck * draft.board.width * draft.board.height) } else { Cell::NONE }
    };
    let cells: Vec<Cell> = spots.iter().map(cell).collect();
    let pillars: Vec<Cell> = pillars.iter().map(cell).collect();
    if cells.iter().any(|c| !c.is_some() || !draft.inside(*c)) {
        return None;
    }
    let spanned = |of: &dyn Fn(Cell) -> u16| {
        let mut of: Vec<u16> = cells.iter().map(|c| of(*c)).collect();
        of.sort_unstable();
        of.dedup();
        of.len() as i32
    };
    let sides = (spanned(&|c| draft.board.column_row(c).0), spanned(&|c| draft.board.column_row(c).1));
    let (small, great) = (sides.0.min(sides.1), sides.0.max(sides.1));
    let fits = match wanted.size {
        Size::Storage => small >= 2 && great <= 3,
        Size::Working => small >= 3 && (4..=8).contains(&great),
        Size::Large => rows >= 5 && small >= 5 && sides.0.max(sides.1) > 8,
    };
    (fits && cells.len() >= 4).then_some((cells, pillars))
}

/// How far the nearest other room is, up to 4; none if it is nearer than a bulkhead needs.
fn clearance(draft: &Draft, (cells, pillars): &Site) -> Option<u16> {
    let mut least = 4;
    for &cell in cells.iter().chain(pillars) {
        for near in draft.board.within(cell, 3) {
            if draft.room_of[near.index()] != NONE || draft.pillars.contains(&near) {
                least = least.min(draft.board.distance(cell, near));
                if least < 2 {
                    return None;
                }
            }
        }
    }
    Some(least)
}

/// The upper part of a room that spans two decks: a gallery along its bulkheads, and the gap in the middle.
fn gallery(draft: &mut Draft, floor: &[Cell], number: u16) -> Vec<Cell> {
    let mut cells = Vec::new();
    for &below in floor {
        let cell = draft.above(below);
        let rim = draft.board.around(below).any(|c| draft.room_of[c.index()] != number);
        draft.room_of[cell.index()] = number;
        draft.board.terrain[cell.index()] = if rim { Terrain::Floor } else { Terrain::Void };
        cells.push(cell);
    }
    cells
}
