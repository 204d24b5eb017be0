//! From rooms and diggings to a ship: arms and junctions, section hatches, mouths, doorways, bulkheads, hull.

use std::collections::BTreeSet;

use super::chance::Chance;
use super::dig::meets;
use super::draft::{Arm, Draft, NONE};
use super::plan::{STYLES, Size};
use super::survey::{LONG, sight_limit};
use super::{MARGIN, Params};
use crate::board::{Cell, Facing, Sight, Terrain};

/// Least hexes of a stretch between two junctions; a shorter one belongs to them (HULK-GEN-16).
const STRETCH: usize = 3;
/// Inlets of the void narrower than about twice this are filled.
const INLET: u16 = 2;

/// Builds what was dug.
pub(super) fn build(draft: &mut Draft, params: &Params, chance: &mut Chance) -> Result<(), &'static str> {
    find_arms(draft)?;
    shorten(draft, params)?;
    enough_junctions(draft)?;
    (0..draft.arms.len()).for_each(|arm| widen(draft, arm, chance));
    draft.airless(params, chance)?;
    mouths(draft, chance);
    doorways(draft, chance);
    (0..params.decks).for_each(|deck| enclose(draft, deck));
    bulkheads(draft, chance);
    Ok(())
}

/// Marks junctions and the arms between them (HULK-GEN-16).
fn find_arms(draft: &mut Draft) -> Result<(), &'static str> {
    let mut junction: Vec<bool> = draft.board.cells().map(|c| draft.passage[c.index()] && meets(draft, c)).collect();
    let stretches = draft.pieces(|c| draft.passage[c.index()] && !junction[c.index()]);
    for stretch in &stretches {
        let around = || stretch.iter().flat_map(|c| draft.board.around(*c));
        let ends_at_door = around().any(|c| draft.is_door(c));
        if stretch.len() < 2 && ends_at_door {
            return Err("a passage came out too short");
        }
        if stretch.len() < STRETCH && !ends_at_door {
            stretch.iter().for_each(|c| junction[c.index()] = true);
        }
    }
    let stretches = draft.pieces(|c| draft.passage[c.index()] && !junction[c.index()]);
    draft.arm_of.fill(NONE);
    draft.arms.clear();
    for (i, cells) in stretches.into_iter().enumerate() {
        cells.iter().for_each(|c| draft.arm_of[c.index()] = i as u16);
        let style = draft.style_near(cells[cells.len() / 2]);
        draft.arms.push(Arm { cells, style });
    }
    draft.junctions.clear();
    for meeting in draft.pieces(|c| draft.passage[c.index()] && junction[c.index()]) {
        let arms = meeting.iter().flat_map(|c| draft.board.around(*c)).map(|c| draft.arm_of[c.index()]);
        let lowest = arms.min().filter(|a| *a != NONE).ok_or("a junction has no arm")?;
        draft.junctions.extend(&meeting);
        draft.arms[usize::from(lowest)].cells.extend(&meeting);
    }
    // Only now, so that the lowest arm of each junction is one of its own.
    for (i, arm) in draft.arms.iter().enumerate() {
        arm.cells.iter().for_each(|c| draft.arm_of[c.index()] = i as u16);
    }
    draft.junctions.sort_unstable();
    Ok(())
}

/// Whether two hexes see each other over more than [`LONG`] steps, doors shut.
fn see_far(draft: &Draft, from: Cell, to: Cell) -> bool {
    let blocks = |c: Cell| {
        let terrain = draft.board.terrain[c.index()];
        terrain.is_bulkhead() || terrain.is_doorway()
    };
    draft.board.distance(from, to) > LONG
        && draft.board.deck(from) == draft.board.deck(to)
        && draft.board.sight(from, to, blocks) != Sight::None
}

fn passages(draft: &Draft) -> Vec<Cell> {
    draft.board.cells().filter(|c| draft.passage[c.index()]).collect()
}

/// Whether hexes added to passages open a long line of sight.
fn open_lines(draft: &Draft, added: &[Cell]) -> bool {
    let cells = passages(draft);
    added.iter().any(|from| cells.iter().any(|to| see_far(draft, *from, *to)))
}

/// Of long lines of sight the longest, if it or their number must not be (HULK-GEN-04).
fn offending(draft: &Draft, lines: &[(Cell, Cell)], params: &Params) -> Option<(Cell, Cell)> {
    let limit = sight_limit(params.size.0, params.size.1);
    let longest = lines.iter().max_by_key(|(from, to)| (draft.board.distance(*from, *to), *from)).copied()?;
    let arms: BTreeSet<u16> = lines.iter().flat_map(|(from, to)| [from, to]).map(|c| draft.arm_of[c.index()]).collect();
    let many = arms.len() > (draft.arms.len() / 5).max(2);
    (many || draft.board.distance(longest.0, longest.1) > limit).then_some(longest)
}

/// Hangs hatches across passages that can be looked along too far.
fn shorten(draft: &mut Draft, params: &Params) -> Result<(), &'static str> {
    let cells = passages(draft);
    let mut lines = Vec::new();
    for (i, from) in cells.iter().enumerate() {
        lines.extend(cells[i + 1..].iter().filter(|to| see_far(draft, *from, **to)).map(|to| (*from, *to)));
    }
    for _ in 0..12 {
        let Some((from, to)) = offending(draft, &lines, params) else { return Ok(()) };
        let middle = draft.board.distance(from, to) / 2;
        let fits = |&cell: &Cell| {
            let around = draft.board.neighbours[cell.index()].map(|c| c.is_some() && draft.passage[c.index()]);
            let straight = (0..3).any(|i| around[i] && around[i + 3]) && around.iter().filter(|p| **p).count() == 2;
            let ladder = |c: Cell| draft.board.links.iter().any(|l| l.from == c || l.to == c);
            let open = |c: Cell| !draft.is_door(c) && !ladder(c) && draft.junctions.binary_search(&c).is_err();
            draft.passage[cell.index()] && straight && draft.board.within(cell, STRETCH as u16).all(open)
        };
        let trace = draft.board.trace(from, to, crate::board::Shift::Left).filter(fits);
        let cut =
            trace.min_by_key(|c| draft.board.distance(*c, from).abs_diff(middle)).ok_or("a passage is too straight")?;
        draft.passage[cut.index()] = false;
        draft.board.terrain[cut.index()] = Terrain::Hatch;
        find_arms(draft)?;
        // A hatch takes lines away and opens none.
        lines.retain(|(a, b)| *a != cut && *b != cut && see_far(draft, *a, *b));
    }
    Err("passages are too straight")
}

/// Gives up a layout with too few T-junctions before more work goes into it (HULK-GEN-05).
fn enough_junctions(draft: &Draft) -> Result<(), &'static str> {
    let meetings = draft.pieces(|c| draft.junctions.binary_search(&c).is_ok());
    if 4 * meetings.len() < draft.arms.len() { Err("HULK-GEN-05") } else { Ok(()) }
}

/// Makes a passage two wide where there is room for it.
fn widen(draft: &mut Draft, arm: usize, chance: &mut Chance) {
    let style = &STYLES[draft.arms[arm].style];
    let core: Vec<Cell> =
        draft.arms[arm].cells.iter().filter(|c| draft.junctions.binary_search(c).is_err()).copied().collect();
    if core.len() < 5 || !chance.percent(style.wide) {
        return;
    }
    let first = chance.below(6);
    let _ = (0..6).find(|side| widen_to(draft, arm, &core, (first + side) % 6));
}

/// Adds a second lane on one side; not at all, if only a niche came of it or a line of sight too long.
fn widen_to(draft: &mut Draft, arm: usize, core: &[Cell], side: usize) -> bool {
    let mut added = Vec::new();
    for cell in core {
        let new = draft.board.neighbours[cell.index()][side];
        let rock = |c: Cell| draft.board.terrain[c.index()] == Terrain::Bulkhead && !draft.pillars.contains(&c);
        let own = |c: Cell| {
            let meeting = draft.junctions.binary_search(&c).is_ok();
            let void = draft.board.terrain[c.index()] == Terrain::Void;
            !draft.is_door(c) && !void && (!draft.dug(c) || (draft.arm_of[c.index()] == arm as u16 && !meeting))
        };
        let pillar = |c: Cell| draft.pillars.contains(&c);
        let fits =
            new.is_some() && rock(new) && draft.inside(new) && draft.board.around(new).all(|c| own(c) && !pillar(c));
        if !fits {
            continue;
        }
        add(draft, new, arm);
        let narrow = |c: Cell| width_at(draft, c, arm) <= 2;
        if draft.board.within(new, 2).all(narrow) {
            added.push(new);
        } else {
            take_back(draft, new, Terrain::Bulkhead);
        }
    }
    let kept = added.len() >= 3 && !open_lines(draft, &added);
    if !kept {
        added.into_iter().for_each(|cell| take_back(draft, cell, Terrain::Bulkhead));
    }
    kept
}

fn add(draft: &mut Draft, cell: Cell, arm: usize) {
    draft.dig(cell);
    draft.arm_of[cell.index()] = arm as u16;
    draft.arms[arm].cells.push(cell);
}

fn take_back(draft: &mut Draft, cell: Cell, terrain: Terrain) {
    let arm = std::mem::replace(&mut draft.arm_of[cell.index()], NONE);
    draft.arms[usize::from(arm)].cells.retain(|c| *c != cell);
    draft.passage[cell.index()] = false;
    draft.board.terrain[cell.index()] = terrain;
}

/// As [`Board::width_at`](crate::board::Board::width_at), before the spaces are marked.
fn width_at(draft: &Draft, cell: Cell, arm: usize) -> usize {
    let counts =
        |c: Cell| c.is_some() && draft.arm_of[c.index()] == arm as u16 && draft.junctions.binary_search(&c).is_err();
    if !counts(cell) {
        return 0;
    }
    let run = |way: Facing| {
        std::iter::successors(Some(cell), |c| {
            Some(draft.board.neighbours[c.index()][way as usize]).filter(|c| counts(*c))
        })
        .count()
    };
    [Facing::E, Facing::NE, Facing::NW].into_iter().map(|axis| run(axis) + run(axis.back()) - 1).min().unwrap_or(0)
}

impl Draft {
    /// Leaves rooms without air that have one entrance each, so that nothing lies behind them (HULK-GEN-15).
    fn airless(&mut self, params: &Params, chance: &mut Chance) -> Result<(), &'static str> {
        let doors = |draft: &Draft, room: usize| {
            draft.doors.iter().filter(|d| d.room == room || usize::from(d.beyond) == room).count()
        };
        let ladder = |draft: &Draft, room: usize| {
            draft
                .board
                .links
                .iter()
                .any(|l| [l.from, l.to].iter().any(|c| usize::from(draft.room_of[c.index()]) == room))
        };
        let mut fitting: Vec<usize> = (0..self.rooms.len())
            .filter(|r| doors(self, *r) == 1 && !ladder(self, *r) && !self.rooms[*r].wanted.guarded)
            .filter(|r| self.rooms[*r].wanted.size != Size::Large)
            .collect();
        chance.shuffle(&mut fitting);
        let wanted = usize::from(params.airless);
        if fitting.len() < wanted {
            return Err("no room could be left without air");
        }
        fitting.into_iter().take(wanted).for_each(|r| self.rooms[r].airless = true);
        Ok(())
    }
}

/// Leaves some doorways between rooms and passages open: mouths, which belong to the passage.
fn mouths(draft: &mut Draft, chance: &mut Chance) {
    let mut kept = Vec::new();
    for door in std::mem::take(&mut draft.doors) {
        let room = &draft.rooms[door.room];
        let mouths = STYLES[room.wanted.style].mouths;
        let plain = !room.wanted.guarded && !room.airless && room.wanted.size != Size::Storage && door.beyond == NONE;
        let beside: Vec<Cell> = draft.board.around(door.at).filter(|c| draft.passage[c.index()]).collect();
        let arms: BTreeSet<u16> = beside.iter().map(|c| draft.arm_of[c.index()]).collect();
        let meeting = beside.iter().any(|c| draft.junctions.binary_search(c).is_ok());
        let (Some(&arm), 1, false) = (arms.first(), arms.len(), meeting) else {
            kept.push(door);
            continue;
        };
        if !plain || !chance.percent(mouths) {
            kept.push(door);
            continue;
        }
        add(draft, door.at, usize::from(arm));
        let narrow = |c: Cell| width_at(draft, c, usize::from(arm)) <= 2;
        if !draft.board.within(door.at, 2).all(narrow) || open_lines(draft, &[door.at]) {
            take_back(draft, door.at, Terrain::Door);
            kept.push(door);
        }
    }
    draft.doors = kept;
}

/// Gives each doorway its make: by the room's guard and air, else as its style has it.
fn doorways(draft: &mut Draft, chance: &mut Chance) {
    let stores: Vec<usize> = (0..draft.rooms.len()).filter(|r| draft.rooms[*r].wanted.size == Size::Storage).collect();
    let mut light = false;
    for door in draft.doors.clone() {
        let (room, beyond) = (&draft.rooms[door.room], draft.rooms.get(usize::from(door.beyond)));
        let guarded = room.wanted.guarded || beyond.is_some_and(|b| b.wanted.guarded);
        let airless = room.airless || beyond.is_some_and(|b| b.airless);
        let store = stores.contains(&door.room);
        let make = match () {
            () if guarded => Terrain::HeavyHatch,
            () if airless => Terrain::Hatch,
            // One light hatch at least, so that the grades occur (HULK-GEN-13).
            () if store && (!light || chance.percent(40)) => Terrain::LightHatch,
            () => *chance.pick(STYLES[room.wanted.style].doorways),
        };
        light |= make == Terrain::LightHatch;
        draft.board.terrain[door.at.index()] = make;
    }
}

/// Fills the rock between what was dug, leaves the rest to the void, and lays the hull around it (HULK-GEN-13).
fn enclose(draft: &mut Draft, deck: u16) {
    let board = &draft.board;
    let size = usize::from(board.width * board.height);
    let cells = || (usize::from(deck) * size..(usize::from(deck) + 1) * size).map(|i| Cell(i as u16));
    let built = |c: Cell| board.terrain[c.index()] != Terrain::Bulkhead || draft.pillars.contains(&c);
    let all: Vec<Cell> = cells().filter(|c| built(*c)).collect();
    let mut out = Vec::new();
    // Grown by a bulkhead and the inlets, and shrunk by the inlets.
    draft.reach.distances(board, &all, |_, _| Some(1), &mut out);
    let beyond: Vec<Cell> = cells().filter(|c| out[c.index()] > 1 + INLET).collect();
    let walled: Vec<bool> = board.cells().map(|c| out[c.index()] <= 1).collect();
    draft.reach.distances(board, &beyond, |_, _| Some(1), &mut out);
    let ship = |c: Cell| {
        let (column, row) = board.column_row(c);
        let (least, width, height) = (MARGIN + 1, board.width + 1, board.height + 1);
        let margin = column < least || row < least || column + least > width || row + least > height;
        walled[c.index()] || (out[c.index()] > INLET && !margin)
    };
    // Void that the hull encloses is rock.
    let mut outside = vec![false; board.len()];
    let first = cells().next().unwrap_or(Cell::NONE);
    let mut open = vec![first];
    outside[first.index()] = true;
    while let Some(cell) = open.pop() {
        for to in board.around(cell) {
            if !outside[to.index()] && !ship(to) {
                outside[to.index()] = true;
                open.push(to);
            }
        }
    }
    let hull: Vec<Cell> =
        cells().filter(|c| !outside[c.index()] && board.around(*c).any(|n| outside[n.index()])).collect();
    for cell in cells().filter(|c| outside[c.index()]) {
        draft.board.terrain[cell.index()] = Terrain::Void;
    }
    hull.into_iter().for_each(|cell| draft.board.terrain[cell.index()] = Terrain::Hull);
}

/// Heavy bulkheads around what is guarded and around one room more, light ones between rooms that share one.
fn bulkheads(draft: &mut Draft, chance: &mut Chance) {
    let guarded: Vec<usize> = (0..draft.rooms.len()).filter(|r| draft.rooms[*r].wanted.guarded).collect();
    let one_more = if guarded.is_empty() { Some(chance.below(draft.rooms.len())) } else { None };
    let civil = |style: usize| !matches!(STYLES[style].name, "warship" | "ore barge");
    for cell in draft.board.cells().filter(|c| draft.board.terrain[c.index()] == Terrain::Bulkhead).collect::<Vec<_>>()
    {
        let rooms: BTreeSet<usize> = draft
            .board
            .around(cell)
            .map(|c| usize::from(draft.room_of[c.index()]))
            .filter(|r| *r < draft.rooms.len())
            .collect();
        let passage = draft.board.around(cell).any(|c| draft.passage[c.index()]);
        if rooms.iter().any(|r| guarded.contains(r) || one_more == Some(*r)) {
            draft.board.terrain[cell.index()] = Terrain::HeavyBulkhead;
        } else if rooms.len() > 1 && !passage && rooms.iter().all(|r| civil(draft.rooms[*r].wanted.style)) {
            draft.board.terrain[cell.index()] = Terrain::LightBulkhead;
        }
    }
}
