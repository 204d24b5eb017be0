//! What stands in a hulk: furniture, consoles, partitions, barricades.

use super::Params;
use super::chance::Chance;
use super::draft::{Draft, NONE};
use super::plan::{STYLES, Size};
use crate::board::{Cell, Terrain};

/// Furnishes rooms and barricades passages.
pub(super) fn furnish(draft: &mut Draft, params: &Params, chance: &mut Chance) -> Result<(), &'static str> {
    for room in 0..draft.rooms.len() {
        // Above a partition of a room that spans decks there would be a hole in the upper one.
        let wanted = &draft.rooms[room].wanted;
        if wanted.size == Size::Large && !wanted.tall && chance.percent(60) {
            screen(draft, room, chance);
        }
        clutter(draft, room, chance);
    }
    barricades(draft, params, chance)
}

/// Whether hexes hang together, gaps left out.
fn connected(draft: &Draft, cells: &[Cell]) -> bool {
    let mut left: std::collections::BTreeSet<Cell> =
        cells.iter().copied().filter(|c| draft.board.terrain[c.index()] != Terrain::Void).collect();
    let mut open: Vec<Cell> = left.pop_first().into_iter().collect();
    while let Some(cell) = open.pop() {
        open.extend(draft.board.exits(cell).filter(|to| left.remove(to)));
    }
    left.is_empty()
}

/// Whether a hex of a room must stay free: beside an entrance or a ladder, or one step on.
fn kept_free(draft: &Draft, room: usize, cell: Cell) -> bool {
    let entrance = |c: Cell| {
        draft.is_door(c) || draft.passage[c.index()] || draft.board.links.iter().any(|l| l.from == c || l.to == c)
    };
    let own = |c: &Cell| draft.room_of[c.index()] == room as u16;
    entrance(cell)
        || draft.board.around(cell).any(entrance)
        || draft
            .board
            .around(cell)
            .filter(own)
            .any(|c| draft.board.around(c).any(|n| draft.is_door(n) || draft.passage[n.index()]))
}

/// A light partition across a part of a room (HULK-BULK-05).
fn screen(draft: &mut Draft, room: usize, chance: &mut Chance) {
    for _ in 0..12 {
        let cells = &draft.rooms[room].cells;
        let mut at = *chance.pick(cells);
        let way = chance.below(6);
        let mut line = Vec::new();
        for _ in 0..chance.between(2, 4) {
            let inner = at.is_some()
                && draft.board.terrain[at.index()] == Terrain::Floor
                && draft.room_of[at.index()] == room as u16
                && !kept_free(draft, room, at);
            if !inner {
                break;
            }
            line.push(at);
            at = draft.board.neighbours[at.index()][way];
        }
        let rest: Vec<Cell> = cells.iter().filter(|c| !line.contains(c)).copied().collect();
        // Free on all sides or set against a bulkhead: only whole lines of two and more are worth it.
        if line.len() >= 2 && connected(draft, &rest) && same_sides(draft, cells, &rest) {
            for cell in line {
                draft.board.terrain[cell.index()] = Terrain::LightBulkhead;
                draft.room_of[cell.index()] = NONE;
            }
            draft.rooms[room].cells = rest;
            return;
        }
    }
}

fn same_sides(draft: &Draft, a: &[Cell], b: &[Cell]) -> bool {
    let sides = |cells: &[Cell]| {
        let places = || cells.iter().map(|c| draft.board.column_row(*c));
        let columns: std::collections::BTreeSet<u16> = places().map(|p| p.0).collect();
        let rows: std::collections::BTreeSet<u16> = places().map(|p| p.1).collect();
        (columns.len(), rows.len())
    };
    sides(a) == sides(b)
}

/// Furniture and machines in groups, as cover for both sides (HULK-GEN-09).
fn clutter(draft: &mut Draft, room: usize, chance: &mut Chance) {
    let wanted = &draft.rooms[room].wanted;
    let percent = match wanted.size {
        Size::Storage => chance.between(0, 15),
        Size::Working => chance.between(4, 20),
        Size::Large => chance.between(15, 21),
    };
    let palette: &[Terrain] = match STYLES[wanted.style].name {
        _ if wanted.guarded => &[Terrain::Console, Terrain::Console, Terrain::Bulwark],
        "freighter" => &[Terrain::Console, Terrain::Console, Terrain::Furniture],
        "warship" => &[Terrain::Console, Terrain::Bulwark, Terrain::Furniture],
        "pilgrim ship" => &[Terrain::Furniture, Terrain::Furniture, Terrain::Bulwark],
        _ => &[Terrain::Console, Terrain::Furniture, Terrain::Bulwark],
    };
    let cells = draft.rooms[room].cells.clone();
    let floor: Vec<Cell> = cells.iter().filter(|c| draft.board.terrain[c.index()] == Terrain::Floor).copied().collect();
    let goal = floor.len() * percent / 100;
    let (mut stand, mut tried) = (0, 0);
    while stand < goal && tried < 120 {
        tried += 1;
        let mut at = *chance.pick(&floor);
        let (kind, mut way) = (*chance.pick(palette), chance.below(6));
        // A row of the same, which may bend once.
        for _ in 0..chance.between(1, 4).min(goal - stand) {
            let free = at.is_some()
                && draft.board.terrain[at.index()] == Terrain::Floor
                && draft.room_of[at.index()] == room as u16
                && !kept_free(draft, room, at);
            if !free {
                break;
            }
            draft.board.terrain[at.index()] = kind;
            let left: Vec<Cell> =
                floor.iter().filter(|c| draft.board.terrain[c.index()] == Terrain::Floor).copied().collect();
            if !connected(draft, &left) {
                draft.board.terrain[at.index()] = Terrain::Floor;
                break;
            }
            stand += 1;
            if chance.percent(20) {
                way = (way + 1) % 6;
            }
            at = draft.board.neighbours[at.index()][way];
        }
    }
}

/// Barricades about a tenth of the passages: a lane of wide ones, narrow ones altogether where there is another way
/// round (HULK-GEN-10).
fn barricades(draft: &mut Draft, params: &Params, chance: &mut Chance) -> Result<(), &'static str> {
    let count = draft.arms.len();
    if count + usize::from(params.rooms) < 8 {
        return Ok(());
    }
    let mut goal = ((count + 5) / 10).max(1);
    let mut arms: Vec<usize> = (0..count).collect();
    chance.shuffle(&mut arms);
    // Wide ones first: a lane that is left is more interesting than none.
    arms.sort_by_key(|a| !is_wide(draft, *a) && *a % 3 > 0);
    for arm in arms {
        if goal == 0 {
            return Ok(());
        }
        let mut sites = draft.arms[arm].cells.clone();
        sites.retain(|c| draft.junctions.binary_search(c).is_err());
        sites.retain(|c| !draft.board.around(*c).any(|n| draft.is_door(n) || draft.room_of[n.index()] != NONE));
        sites.retain(|c| !draft.board.links.iter().any(|l| l.from == *c || l.to == *c));
        chance.shuffle(&mut sites);
        for site in sites.into_iter().take(3) {
            draft.board.terrain[site.index()] =
                if chance.percent(50) { Terrain::LightBarricade } else { Terrain::Barricade };
            if all_reached(draft) {
                goal -= 1;
                break;
            }
            draft.board.terrain[site.index()] = Terrain::Floor;
        }
    }
    if goal < ((count + 5) / 10).max(1) { Ok(()) } else { Err("no passage could be barricaded") }
}

fn is_wide(draft: &Draft, arm: usize) -> bool {
    let own = |c: Cell| draft.arm_of[c.index()] == arm as u16 && draft.junctions.binary_search(&c).is_err();
    draft.arms[arm].cells.iter().filter(|c| own(**c)).any(|c| draft.board.around(*c).filter(|n| own(*n)).count() > 2)
}

/// Whether all floor can be reached with the barricades standing (HULK-GEN-01).
fn all_reached(draft: &Draft) -> bool {
    let open = |c: &Cell| {
        let terrain = draft.board.terrain[c.index()];
        !terrain.is_bulkhead() && !terrain.is_barricade() && terrain != Terrain::Void
    };
    let all: Vec<Cell> = draft.board.cells().filter(open).collect();
    connected(draft, &all)
}
