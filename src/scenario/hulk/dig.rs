//! Passages: dug from room to room and into one another, with loops, crossroads and ladders.
//!
//! A passage is a cheapest way through the rock, where each hex has a price of its own. A cheapest way never runs
//! beside itself, so it stays one hex wide, and dear hexes make it twist.

use super::Params;
use super::chance::Chance;
use super::draft::{Door, Draft, NONE};
use super::plan::Size;
use crate::board::{Cell, Link, Terrain};

/// Least hexes of a passage, and least hexes between its ends and what branches off.
const SHORTEST: usize = 3;
/// Least hexes of walking that a loop must save.
const DETOUR: u16 = 10;

/// What a passage that is dug may do with a hex.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Rock {
    /// Nothing: it would open into something.
    Closed,
    Free,
    /// End there, opening into a passage.
    Contact,
}

/// Where a passage may end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// In passages, away from their ends and junctions, so that a T-junction comes about; or at rooms already joined.
    Join,
    /// In a passage to which it is far to walk.
    Loop,
    /// In a junction, which becomes a crossroads.
    Crossing,
}

/// Digs everything.
pub(super) fn passages(draft: &mut Draft, params: &Params, chance: &mut Chance) -> Result<(), &'static str> {
    let twisty = usize::from(params.twisty);
    let price: Vec<u8> = (0..draft.board.len())
        .map(|_| if chance.percent(4 + 3 * twisty) { 60 } else { 10 + chance.below(2 + 2 * twisty) as u8 })
        .collect();
    let mut digger = Digger { draft, price, chance, loops: 0 };
    for deck in 0..params.decks {
        digger.connect(deck)?;
    }
    let wanted = 1 + usize::from(params.rooms) / 6 + digger.chance.below(1 + twisty / 4);
    (0..wanted).for_each(|_| digger.close_loop());
    digger.branch_out(params.decks);
    digger.go_round();
    // A crossroads takes a T-junction, of which small hulks have none to spare.
    if params.rooms > 6 {
        let mut decks: Vec<u16> = (0..params.decks).collect();
        digger.chance.shuffle(&mut decks);
        let _ = decks.into_iter().find(|deck| digger.crossing(*deck));
    }
    for deck in 1..params.decks {
        digger.ladders(deck - 1)?;
    }
    Ok(())
}

struct Digger<'d> {
    draft: &'d mut Draft,
    price: Vec<u8>,
    chance: &'d mut Chance,
    /// How many ways round there are by now.
    loops: usize,
}

impl Digger<'_> {
    /// Joins all rooms of a deck.
    fn connect(&mut self, deck: u16) -> Result<(), &'static str> {
        // What is guarded comes last, as nothing leads on from there.
        let (mut last, mut left): (Vec<usize>, Vec<usize>) =
            self.rooms_of(deck).into_iter().partition(|r| self.draft.rooms[*r].wanted.guarded);
        if left.is_empty() {
            return Err("a deck has no rooms but a guarded one");
        }
        let mut joined = vec![left.remove(self.chance.below(left.len()))];
        // The first passage goes far, so that others have where to open into.
        if left.len() > 2 {
            let heart = |draft: &Draft, r: usize| draft.rooms[r].cells[draft.rooms[r].cells.len() / 2];
            let far = |draft: &Draft, r: usize| draft.board.distance(heart(draft, joined[0]), heart(draft, r));
            left.sort_by_key(|r| std::cmp::Reverse(far(self.draft, *r)));
            let place = self.chance.below(left.len().min(3));
            if self.dig(Some(left[place]), &joined, deck, Goal::Join) {
                joined.push(left.remove(place));
            }
        }
        while !left.is_empty() || !last.is_empty() {
            if left.is_empty() {
                left.append(&mut last);
            }
            // The nearest first, or nearly: far ones would fence the others in.
            let near = |draft: &Draft, room: usize| {
                let heart = |r: usize| draft.rooms[r].cells[draft.rooms[r].cells.len() / 2];
                joined.iter().map(|j| draft.board.distance(heart(room), heart(*j))).min().unwrap_or(0)
            };
            left.sort_by_key(|room| near(self.draft, *room));
            let room = left.remove(if left.len() > 1 && self.chance.percent(25) { 1 } else { 0 });
            let guarded = self.draft.rooms[room].wanted.guarded;
            let storage = self.draft.rooms[room].wanted.size == Size::Storage;
            let beside = if storage { 75 } else { 40 };
            let done = (!guarded && self.chance.percent(beside) && self.door_between(room, &joined, deck))
                || self.dig(Some(room), &joined, deck, Goal::Join)
                || self.door_between(room, &joined, deck);
            if !done {
                return Err("a room could not be reached");
            }
            joined.push(room);
        }
        Ok(())
    }

    fn rooms_of(&self, deck: u16) -> Vec<usize> {
        let on = |room: &usize| self.draft.rooms[*room].cells.iter().any(|c| self.draft.board.deck(*c) == deck);
        (0..self.draft.rooms.len()).filter(on).collect()
    }

    /// The hexes of a deck.
    fn deck(&self, deck: u16) -> std::ops::Range<usize> {
        let size = usize::from(self.draft.board.width * self.draft.board.height);
        usize::from(deck) * size..(usize::from(deck) + 1) * size
    }

    /// Hangs a door between a room and one of others that share a bulkhead with it.
    fn door_between(&mut self, room: usize, others: &[usize], deck: u16) -> bool {
        let draft = &*self.draft;
        let mut sites = Vec::new();
        for cell in self.walls(room, deck).into_iter().filter(|c| self.may_hang(*c)) {
            let beside: Vec<u16> = draft.board.around(cell).map(|c| draft.room_of[c.index()]).collect();
            let passage = draft.board.around(cell).any(|c| draft.passage[c.index()]);
            let other = others.iter().find(|o| beside.contains(&(**o as u16)) && !draft.rooms[**o].wanted.guarded);
            if let Some(other) = other
                && beside.iter().all(|b| [NONE, room as u16, *other as u16].contains(b))
                && !passage
            {
                sites.push(Door { at: cell, room, beyond: *other as u16 });
            }
        }
        if sites.is_empty() {
            return false;
        }
        let door = *self.chance.pick(&sites);
        self.draft.hang(door);
        true
    }

    /// The hexes around those of a room on one deck, ascending; some are its own.
    fn walls(&self, room: usize, deck: u16) -> Vec<Cell> {
        let board = &self.draft.board;
        let own = self.draft.rooms[room].cells.iter().filter(|c| board.deck(**c) == deck);
        let mut walls: Vec<Cell> = own.flat_map(|c| board.around(*c)).collect();
        walls.sort_unstable();
        walls.dedup();
        walls
    }

    /// Whether a door may hang in a hex as far as other doors, pillars and gaps go.
    fn may_hang(&self, cell: Cell) -> bool {
        let draft = &*self.draft;
        let solid = draft.board.terrain[cell.index()] == Terrain::Bulkhead && !draft.pillars.contains(&cell);
        let apart = |c: Cell| !draft.is_door(c) && draft.board.terrain[c.index()] != Terrain::Void;
        solid && draft.board.around(cell).all(apart)
    }

    /// Places for a door of a room, each with a hex before it at which a passage may begin.
    fn door_sites(&mut self, room: usize, deck: u16, rock: &[Rock]) -> Vec<(Cell, Cell)> {
        let draft = &*self.draft;
        let mut doors = self.walls(room, deck);
        let own = |c: Cell| !draft.dug(c) || draft.room_of[c.index()] == room as u16;
        let crowded = |c: Cell| {
            let near = |d: &Door| draft.board.deck(d.at) == deck && draft.board.distance(d.at, c) < 4;
            draft.doors.iter().any(near)
        };
        doors.retain(|d| self.may_hang(*d) && draft.board.around(*d).all(own) && !crowded(*d));
        self.chance.shuffle(&mut doors);
        // A few only, so that doors are not always where the way is shortest.
        doors.truncate(7);
        let board = &self.draft.board;
        doors
            .into_iter()
            .flat_map(|d| board.around(d).map(move |s| (d, s)))
            .filter(|(_, s)| rock[s.index()] == Rock::Free)
            .collect()
    }

    /// Whether passages meet in a hex: it has three arms, or is one of three hexes that touch each other.
    fn meets(&self, cell: Cell) -> bool {
        meets(self.draft, cell)
    }

    /// Whether a passage's end or junction is so near that nothing should branch off.
    fn near_end(&self, cell: Cell) -> bool {
        let near = |c: Cell| {
            let door = self.draft.is_door(c) && self.draft.board.distance(c, cell) < SHORTEST as u16;
            door || (self.draft.passage[c.index()] && self.meets(c))
        };
        self.draft.board.within(cell, SHORTEST as u16).any(near)
    }

    /// What a new passage may do with each hex of a deck.
    fn rock(&self, deck: u16, goal: Goal) -> Vec<Rock> {
        let draft = &*self.draft;
        let mut rock = vec![Rock::Closed; draft.board.len()];
        for cell in self.deck(deck).map(|i| Cell(i as u16)) {
            if draft.board.terrain[cell.index()] != Terrain::Bulkhead
                || !draft.inside(cell)
                || draft.pillars.contains(&cell)
            {
                continue;
            }
            let around = || draft.board.around(cell);
            let void = |c: Cell| draft.board.terrain[c.index()] == Terrain::Void;
            if around()
                .any(|c| draft.room_of[c.index()] != NONE || draft.is_door(c) || draft.pillars.contains(&c) || void(c))
            {
                continue;
            }
            let touched = || around().filter(|c| draft.passage[c.index()]);
            rock[cell.index()] = match touched().next() {
                None => Rock::Free,
                Some(_) if goal == Goal::Crossing => {
                    let near = |c: Cell| self.meets(c) || around().any(|n| draft.passage[n.index()] && self.meets(n));
                    let door = |c: Cell| draft.board.within(c, SHORTEST as u16).any(|n| draft.is_door(n));
                    if touched().all(|c| near(c) && !door(c)) { Rock::Contact } else { Rock::Closed }
                }
                Some(_) if touched().any(|c| self.near_end(c)) => Rock::Closed,
                Some(_) => Rock::Contact,
            };
        }
        rock
    }

    /// Digs a passage from a room, or from a passage, and says whether there was a way.
    fn dig(&mut self, from: Option<usize>, joined: &[usize], deck: u16, goal: Goal) -> bool {
        let mut rock = self.rock(deck, goal);
        let starts = match from {
            Some(room) => self.door_sites(room, deck, &rock),
            None => self.branch(deck, &rock),
        };
        if starts.is_empty() {
            return false;
        }
        let mut sources: Vec<Cell> = starts.iter().map(|s| s.1).collect();
        sources.sort_unstable();
        sources.dedup();
        if from.is_none() {
            // The branch begins where others would end.
            sources.iter().for_each(|s| rock[s.index()] = Rock::Free);
        }
        let mut ends: Vec<(usize, Cell, Option<Door>)> = Vec::new();
        let mut costs = Vec::new();
        let price = &self.price;
        let enter = |from: Cell, to: Cell| {
            (rock[from.index()] == Rock::Free && rock[to.index()] != Rock::Closed).then(|| price[to.index()])
        };
        self.draft.reach.distances(&self.draft.board, &sources, enter, &mut costs);
        let detour = (goal == Goal::Loop).then(|| self.walked(from, &starts));
        for cell in self.deck(deck).map(|i| Cell(i as u16)) {
            if rock[cell.index()] != Rock::Contact || costs[cell.index()] == u16::MAX {
                continue;
            }
            let saves = |walked: &Vec<u16>| {
                let far = |c: Cell| !self.draft.passage[c.index()] || walked[c.index()] >= DETOUR;
                self.draft.board.around(cell).all(far)
            };
            if detour.as_ref().is_none_or(saves) {
                ends.push((usize::from(costs[cell.index()]), cell, None));
            }
        }
        if goal != Goal::Crossing {
            for &other in joined {
                let cells = &self.draft.rooms[other].cells;
                let near = |walked: &Vec<u16>| cells.iter().any(|c| walked[c.index()] < DETOUR);
                if self.draft.rooms[other].wanted.guarded || detour.as_ref().is_some_and(near) {
                    continue;
                }
                for (at, before) in self.door_sites(other, deck, &rock) {
                    if costs[before.index()] != u16::MAX {
                        let door = Door { at, room: other, beyond: NONE };
                        ends.push((usize::from(costs[before.index()]) + 150, before, Some(door)));
                    }
                }
            }
        }
        for end in &mut ends {
            end.0 += self.chance.below(60);
        }
        ends.sort_by_key(|e| (e.0, e.1));
        for (_, end, door) in ends.into_iter().take(12) {
            let path = self.walk_back(&costs, &rock, end);
            let start = path.last().copied().unwrap_or(end);
            let Some(&(first, _)) = starts.iter().find(|s| s.1 == start) else { continue };
            // Where it opens into a passage, its last hex becomes part of a junction.
            let least = SHORTEST + usize::from(door.is_none()) + usize::from(from.is_none());
            let mut doors = door.iter().map(|d| d.at).chain(from.map(|_| first));
            if path.len() < least || doors.any(|d| path.contains(&d)) || door.is_some_and(|d| d.at == first) {
                continue;
            }
            path.into_iter().for_each(|cell| self.draft.dig(cell));
            if let Some(room) = from {
                self.draft.hang(Door { at: first, room, beyond: NONE });
            }
            if let Some(door) = door {
                self.draft.hang(door);
            }
            return true;
        }
        false
    }

    /// A place at which a passage branches off another.
    fn branch(&mut self, deck: u16, rock: &[Rock]) -> Vec<(Cell, Cell)> {
        let contacts: Vec<Cell> =
            self.deck(deck).map(|i| Cell(i as u16)).filter(|c| rock[c.index()] == Rock::Contact).collect();
        if contacts.is_empty() {
            return Vec::new();
        }
        let cell = *self.chance.pick(&contacts);
        vec![(cell, cell)]
    }

    /// How far it is to walk to each hex from a room, or from where a passage branches off.
    fn walked(&mut self, from: Option<usize>, starts: &[(Cell, Cell)]) -> Vec<u16> {
        let sources: Vec<Cell> = match from {
            Some(room) => self.draft.rooms[room].cells.clone(),
            None => self.draft.board.around(starts[0].1).filter(|c| self.draft.passage[c.index()]).collect(),
        };
        let mut out = Vec::new();
        let terrain = &self.draft.board.terrain;
        let enter = |_, to: Cell| {
            (terrain[to.index()] != Terrain::Bulkhead && terrain[to.index()] != Terrain::Void).then_some(1)
        };
        self.draft.reach.distances(&self.draft.board, &sources, enter, &mut out);
        out
    }

    /// The hexes of the cheapest way to a hex, from there back to its start.
    fn walk_back(&self, costs: &[u16], rock: &[Rock], end: Cell) -> Vec<Cell> {
        let mut path = vec![end];
        let mut at = end;
        while costs[at.index()] > 0 {
            let before = costs[at.index()] - u16::from(self.price[at.index()]);
            let step =
                self.draft.board.around(at).find(|c| costs[c.index()] == before && rock[c.index()] == Rock::Free);
            let Some(step) = step else { break };
            path.push(step);
            at = step;
        }
        path
    }

    /// Joins passages to one another until junctions are as many as they should be (HULK-GEN-05).
    fn branch_out(&mut self, decks: u16) {
        for tried in 0..6 {
            let (junctions, passages) = self.counted();
            // One to spare for the crossroads.
            if 4 * junctions >= passages + 6 {
                return;
            }
            self.loops += usize::from(self.dig(None, &[], tried % decks, Goal::Loop));
        }
    }

    /// How many junctions there are, and how many passages between them.
    fn counted(&self) -> (usize, usize) {
        let meeting = |c: Cell| self.draft.passage[c.index()] && self.meets(c);
        let passages = self.draft.pieces(|c| self.draft.passage[c.index()] && !meeting(c));
        (self.draft.pieces(meeting).len(), passages.len())
    }

    /// Closes loops until they are as many as they should be (HULK-GEN-12).
    fn go_round(&mut self) {
        for _ in 0..12 {
            let passages = self.counted().1;
            // Some to spare: barricades take loops away, and two doors from one place to another are none.
            let wanted = (self.draft.rooms.len() + passages) / 10 + 1 + passages / 15;
            if self.loops >= wanted {
                return;
            }
            self.close_loop();
        }
    }

    /// Makes a crossroads of a junction, if there is a way to one.
    fn crossing(&mut self, deck: u16) -> bool {
        let mut rooms = self.rooms_of(deck);
        rooms.retain(|r| !self.draft.rooms[*r].wanted.guarded && self.draft.rooms[*r].wanted.size != Size::Storage);
        self.chance.shuffle(&mut rooms);
        let mut starts = rooms.into_iter().map(Some).chain([None; 4]);
        starts.any(|from| self.dig(from, &[], deck, Goal::Crossing))
    }

    /// Digs one way more between two places that are far apart to walk, or hangs a door there.
    fn close_loop(&mut self) {
        for _ in 0..20 {
            let room = self.chance.below(self.draft.rooms.len());
            let wanted = &self.draft.rooms[room].wanted;
            if wanted.guarded || wanted.size == Size::Storage {
                continue;
            }
            let deck = wanted.deck;
            let from = if self.chance.percent(75) { Some(room) } else { None };
            let others: Vec<usize> = self.rooms_of(deck).into_iter().filter(|r| *r != room).collect();
            let closed =
                (self.chance.percent(35) && self.side_door(room, deck)) || self.dig(from, &others, deck, Goal::Loop);
            if closed {
                self.loops += 1;
                return;
            }
        }
    }

    /// Hangs a door where a passage runs along a room, if it is far to walk otherwise.
    fn side_door(&mut self, room: usize, deck: u16) -> bool {
        let walked = self.walked(Some(room), &[]);
        let draft = &*self.draft;
        let fits = |cell: Cell| {
            let mut passages = draft.board.around(cell).filter(|c| draft.passage[c.index()]).peekable();
            let other = |c: Cell| ![NONE, room as u16].contains(&draft.room_of[c.index()]);
            self.may_hang(cell)
                && !draft.board.around(cell).any(other)
                && passages.peek().is_some()
                && passages.all(|c| walked[c.index()] >= DETOUR && !self.near_end(c))
        };
        let sites: Vec<Cell> = self.walls(room, deck).into_iter().filter(|c| fits(*c)).collect();
        if sites.is_empty() {
            return false;
        }
        let at = *self.chance.pick(&sites);
        self.draft.hang(Door { at, room, beyond: NONE });
        true
    }

    /// Two ladders at least between a deck and the one above (HULK-GEN-15), each beside a bulkhead (HULK-DECK-01), and
    /// one within each room that spans the two.
    fn ladders(&mut self, deck: u16) -> Result<(), &'static str> {
        let draft = &*self.draft;
        let beside = |c: Cell| {
            let floor =
                draft.board.terrain[c.index()] == Terrain::Floor && !(draft.passage[c.index()] && meets(draft, c));
            let wall = draft.board.around(c).any(|n| draft.board.terrain[n.index()] == Terrain::Bulkhead);
            floor && wall && !draft.board.around(c).any(|n| draft.is_door(n))
        };
        let room = |c: Cell| draft.rooms.get(usize::from(draft.room_of[c.index()]));
        let guarded = |c: Cell| room(c).is_some_and(|r| r.wanted.guarded);
        let mut sites: Vec<Cell> =
            self.deck(deck).map(|i| Cell(i as u16)).filter(|c| beside(*c) && beside(draft.above(*c))).collect();
        self.chance.shuffle(&mut sites);
        let tall = |c: &Cell| {
            room(*c).is_some_and(|r| r.wanted.tall)
                && draft.room_of[c.index()] == draft.room_of[draft.above(*c).index()]
        };
        let inner = sites.iter().find(|c| tall(c)).copied();
        sites.retain(|c| !guarded(*c) && !guarded(draft.above(*c)) && !tall(c));
        // In rooms rather than in passages.
        sites.sort_by_key(|c| room(*c).is_none() || room(draft.above(*c)).is_none());
        let draft = &mut *self.draft;
        if let Some(from) = inner {
            draft.board.links.push(Link { from, to: draft.above(from), hatch: None });
        }
        let first = *sites.first().ok_or("no ladder found a place")?;
        let far = |c: &&Cell| draft.board.distance(first, **c) >= 8;
        let others: Vec<Cell> = sites.iter().filter(far).copied().collect();
        let second = *others.first().ok_or("no second ladder found a place")?;
        let third =
            others.iter().find(|c| draft.board.distance(second, **c) >= 12 && draft.board.distance(first, **c) >= 12);
        for from in [Some(first), Some(second), third.copied()].into_iter().flatten() {
            let hatch = if self.chance.percent(75) { Some(Terrain::Hatch) } else { None };
            draft.board.links.push(Link { from, to: draft.above(from), hatch });
        }
        Ok(())
    }
}

/// Whether passages meet in a hex of one: it has three arms, or is one of three hexes that touch each other.
pub(super) fn meets(draft: &Draft, cell: Cell) -> bool {
    let passage = draft.board.neighbours[cell.index()].map(|c| c.is_some() && draft.passage[c.index()]);
    let touching = (0..6).any(|i| passage[i] && passage[(i + 1) % 6]);
    touching || passage.iter().filter(|p| **p).count() >= 3
}
