//! The spaces of a map: rooms, passages, where they meet, where there is no air.

use std::collections::{BTreeMap, BTreeSet};

use super::drawing::{Drawing, in_order};
use super::{MapFile, counted};
use crate::board::space::MAX_SPACES;
use crate::board::{Cell, Space, SpaceId, SpaceKind, Terrain, Way};
use crate::source::{Problems, Span, Spanned};

impl Drawing {
    /// Marks the spaces, if all that is said of them holds.
    pub(super) fn spaces(&mut self, map: &MapFile, problems: &mut Problems<'_>) {
        let before = problems.len();
        let mut spaces = Vec::new();
        let mut taken = BTreeMap::new();
        let regions = in_order(&map.rooms).map(|r| (SpaceKind::Room, r));
        for (kind, (name, areas)) in regions.chain(in_order(&map.passages).map(|r| (SpaceKind::Passage, r))) {
            let what = word(kind);
            if spaces.iter().any(|space: &Space| space.name == name.value) {
                problems.add(name.at, format!("a room is called {:?} already", name.value), "");
            }
            let before = problems.len();
            let region = self.region(what, name, areas, problems);
            let style = String::new();
            let space = Space { name: region.name, kind, airless: false, style, cells: region.cells };
            if self.sound && problems.len() == before && !problems.spoilt(areas.at) {
                self.check_space(name.at, &space, &mut taken, problems);
            }
            spaces.push(space);
        }
        if spaces.len() > MAX_SPACES {
            let at = map.passages.at;
            problems.add(at, format!("{} spaces are too many", spaces.len()), format!("at most {MAX_SPACES}"));
            return;
        }
        mark_styles(map, &mut spaces, problems);
        let junctions = self.junctions(map, &spaces, problems);
        for name in &map.airless {
            if let Some(space) = find(name, &mut spaces, problems) {
                space.airless = true;
            }
        }
        let whole = self.sound && problems.len() == before;
        if whole {
            self.board.mark_spaces(spaces, junctions);
            // Conclusions from all spaces together, where each of them is as it should be.
            if !map.passages.is_empty() {
                self.check_cover(map.passages.at, problems);
            }
            for name in &map.airless {
                self.check_airless(name, problems);
            }
        }
    }

    /// MAP-22: a space is connected floor between walls and doors, and shares no hex with another. It spans decks
    /// where a ladder joins its floors, and then void of it is open above its own hexes (HULK-DECK-03).
    fn check_space(&self, at: Span, space: &Space, taken: &mut BTreeMap<Cell, String>, problems: &mut Problems<'_>) {
        let (what, name, cells) = (word(space.kind), &space.name, &space.cells);
        let terrain = |cell: Cell| self.board.terrain[cell.index()];
        let deck_below = |cell: Cell| cell.0.checked_sub(self.board.width * self.board.height).map(Cell);
        if let Some(cell) = cells.iter().find(|c| terrain(**c).is_bulkhead() || terrain(**c).is_doorway()) {
            let message = format!("the {:?} {} is in the {what} {name:?}", terrain(*cell), self.place(*cell));
            problems.add(at, message, format!("a {what} is the floor between walls and doors"));
        }
        let gap = |cell: Cell| terrain(cell) == Terrain::Void;
        let hangs = |cell: &&Cell| gap(**cell) && deck_below(**cell).is_none_or(|c| cells.binary_search(&c).is_err());
        if let Some(cell) = cells.iter().find(hangs) {
            let message = format!("the {what} {name:?} has void at {}, not above its own hexes", self.place(*cell));
            problems.add(at, message, "what lies outside belongs to no space");
        }
        if let Some((cell, other)) = cells.iter().find_map(|cell| taken.get(cell).map(|other| (cell, other))) {
            problems.add(at, format!("the spaces {other:?} and {name:?} both have {}", self.place(*cell)), "");
        }
        taken.extend(cells.iter().map(|cell| (*cell, name.clone())));
        let mut apart: BTreeSet<Cell> = cells.iter().copied().filter(|c| !gap(*c)).collect();
        let first = apart.pop_first();
        let mut reached: Vec<Cell> = first.into_iter().collect();
        while let Some(cell) = reached.pop() {
            reached.extend(self.board.exits(cell).filter(|next| apart.remove(next)));
        }
        if let (Some(first), Some(cell)) = (first, apart.first()) {
            let (first, cell) = (self.place(first), self.place(*cell));
            let message = format!("the {what} {name:?} is in pieces: no way in it from {first} to {cell}");
            problems.add(at, message, format!("name each piece as a {what}"));
        }
    }

    /// The hexes in which passages meet.
    fn junctions(&self, map: &MapFile, spaces: &[Space], problems: &mut Problems<'_>) -> Vec<Cell> {
        let before = problems.len();
        let cells = self.hexes(&map.junctions, problems);
        let in_passage =
            |cell: &Cell| spaces.iter().any(|s| s.kind == SpaceKind::Passage && s.cells.binary_search(cell).is_ok());
        if let Some(cell) = cells.iter().find(|cell| !in_passage(cell))
            && self.sound
            && problems.len() == before
        {
            let message = format!("the junction {} is in no passage", self.place(*cell));
            problems.add(map.junctions.at, message, "a junction is where passages meet");
        }
        cells
    }

    /// HULK-GEN-16: where passages are marked, all floor is in a space.
    fn check_cover(&self, at: Span, problems: &mut Problems<'_>) {
        let bare = |c: &Cell| self.board.terrain[c.index()].is_deck() && !self.board.space_at(*c).is_some();
        let mut left = self.board.cells().filter(bare);
        if let Some(first) = left.next() {
            let more = match left.count() {
                0 => String::new(),
                more => format!(" and {}", counted(more, "other hex", "other hexes")),
            };
            let message = format!("in no room and no passage: {}{more}", self.place(first));
            problems.add(at, message, "where passages are marked, all floor is in a space");
        }
    }

    /// HULK-GEN-15: nothing but closed hatches holds the air of the other side.
    fn check_airless(&self, name: &Spanned<String>, problems: &mut Problems<'_>) {
        let Some(id) = self.board.space_named(name) else { return };
        let airless = |other: SpaceId| other.is_some() && self.board.space(other).airless;
        let leak = self.board.entrances(id).into_iter().find(|entrance| match entrance.way {
            _ if airless(entrance.to) => false,
            Way::Doorway(terrain) => !terrain.is_hatch(),
            Way::Ladder(hatch) => hatch.is_none(),
            Way::Open => true,
        });
        if let Some(leak) = leak {
            let what = match leak.way {
                Way::Doorway(terrain) => format!("a {terrain:?}"),
                Way::Ladder(_) => "a ladder without a hatch".to_owned(),
                Way::Open => "an opening".to_owned(),
            };
            let message = format!("{:?} is airless, but has {what} at {}", name.value, self.place(leak.at));
            problems.add(name.at, message, "only hatches hold air");
        }
    }
}

fn word(kind: SpaceKind) -> &'static str {
    match kind {
        SpaceKind::Room => "room",
        SpaceKind::Passage => "passage",
    }
}

/// The space of a name; none, and a problem, if there is no such space.
fn find<'s>(name: &Spanned<String>, spaces: &'s mut [Space], problems: &mut Problems<'_>) -> Option<&'s mut Space> {
    let place = spaces.iter().position(|space| space.name == name.value);
    if place.is_none() {
        let names: Vec<&str> = spaces.iter().map(|space| space.name.as_str()).collect();
        problems.unknown(name.at, "room or passage", name, &names);
    }
    Some(&mut spaces[place?])
}

fn mark_styles(map: &MapFile, spaces: &mut [Space], problems: &mut Problems<'_>) {
    for (style, names) in in_order(&map.styles) {
        if style.trim().is_empty() {
            problems.add(style.at, "this style has no name", "");
        }
        for name in names {
            let Some(space) = find(name, spaces, problems) else { continue };
            if !space.style.is_empty() {
                problems.add(name.at, format!("{:?} has the style {:?} already", name.value, space.style), "");
            }
            space.style.clone_from(&style.value);
        }
    }
}
