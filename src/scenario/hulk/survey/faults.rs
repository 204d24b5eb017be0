//! What breaks the rules of building hulks, rule by rule (HULK-GEN-01 to -16).

use std::collections::BTreeSet;

use super::{Outline, RoomSize, Survey, floor, is_large, sight_limit};
use crate::board::{Cell, SpaceId, SpaceKind, Terrain, Way};

/// A rule that a hulk breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Defect {
    /// The rule's id.
    pub rule: &'static str,
    /// How it is broken.
    pub message: String,
}

/// Whether a share of some things is within percentages, give or take one of them.
fn is_share(count: usize, of: usize, least: usize, most: usize) -> bool {
    100 * (count + 1) >= least * of && 100 * count <= most * of + 100
}

impl Survey<'_> {
    /// Everything that breaks a rule, in order of the rules. The share of a kind may be off by one room or passage.
    #[must_use]
    pub fn faults(&self) -> Vec<Defect> {
        let mut faults = Vec::new();
        let mut check = |rule: &'static str, broken: Option<String>| {
            faults.extend(broken.map(|message| Defect { rule, message }));
        };
        check("HULK-GEN-01", (!self.is_connected()).then(|| "not all parts can be reached from each other".to_owned()));
        check("HULK-GEN-02", self.closed_room());
        check("HULK-GEN-03", self.wide_passages());
        check("HULK-GEN-04", self.straight_passages());
        check("HULK-GEN-05", self.few_junctions());
        check("HULK-GEN-06", self.share_of(RoomSize::Storage, 15, 30));
        check("HULK-GEN-07", self.share_of(RoomSize::Working, 50, 75));
        check("HULK-GEN-08", self.large_rooms());
        check("HULK-GEN-09", self.bare_room());
        check("HULK-GEN-10", self.barricaded_passages());
        check("HULK-GEN-11", self.monotony());
        let (loops, wanted) = (self.loops(), self.wanted_loops());
        check("HULK-GEN-12", (loops < wanted).then(|| format!("{loops} loops, at least {wanted} are due")));
        check("HULK-GEN-13", self.thin_hull());
        check("HULK-GEN-14", self.cramped());
        check("HULK-GEN-15", self.decks_and_air());
        check("HULK-GEN-16", self.muddled_spaces());
        faults
    }

    fn rooms(&self) -> usize {
        self.spaces(SpaceKind::Room).count()
    }

    fn passages(&self) -> usize {
        self.spaces(SpaceKind::Passage).count()
    }

    fn all_spaces(&self) -> usize {
        self.board.spaces().len()
    }

    fn name(&self, id: SpaceId) -> &str {
        &self.board.space(id).name
    }

    fn closed_room(&self) -> Option<String> {
        let open = |at: Cell, way: Way| way != Way::Open || self.passable(at);
        let closed = |id: &SpaceId| {
            let entrances = self.board.entrances(*id);
            !entrances.iter().any(|e| e.to.is_some() && open(e.at, e.way))
        };
        self.spaces(SpaceKind::Room).find(closed).map(|id| format!("{} has no entrance", self.name(id)))
    }

    fn wide_passages(&self) -> Option<String> {
        let cells = self.spaces(SpaceKind::Passage).flat_map(|id| &self.board.space(id).cells);
        let widths: Vec<u16> = cells.map(|c| self.board.width_at(*c)).collect();
        let wide = widths.iter().filter(|w| **w > 2).count();
        let too_wide = widths.iter().any(|w| *w > 3);
        let large = is_large(self.board.width, self.board.height);
        let most = if large { widths.len() / 10 } else { 0 };
        (too_wide || wide > most)
            .then(|| format!("{wide} hexes of passages are three wide or wider, at most {most} may be"))
    }

    fn straight_passages(&self) -> Option<String> {
        let limit = sight_limit(self.board.width, self.board.height);
        let longest = self.longest_line();
        if longest > limit {
            return Some(format!("a line of sight along passages spans {longest} hexes, at most {limit} may be"));
        }
        let (long, most) = (self.long_passages().len(), (self.passages() / 5).max(2));
        if long > most {
            return Some(format!("{long} passages can be looked along over more than 8 hexes, at most {most} may be"));
        }
        let lengthy: Vec<SpaceId> =
            self.spaces(SpaceKind::Passage).filter(|id| self.board.space(*id).cells.len() >= 6).collect();
        let bent = lengthy.iter().filter(|id| self.bends(**id)).count();
        (2 * bent < lengthy.len())
            .then(|| format!("only {bent} of {} passages of six hexes and more bend", lengthy.len()))
    }

    fn few_junctions(&self) -> Option<String> {
        let (tees, crossroads) = (self.junctions(3..=3), self.junctions(4..=usize::MAX));
        if 4 * tees < self.passages() {
            return Some(format!("{tees} T-junctions for {} passages, a quarter is due", self.passages()));
        }
        (self.all_spaces() >= 16 && crossroads == 0).then(|| "no crossroads".to_owned())
    }

    fn share_of(&self, size: RoomSize, least: usize, most: usize) -> Option<String> {
        let count = self.spaces(SpaceKind::Room).filter(|id| self.room_size(*id) == size).count();
        let rooms = self.rooms();
        let told =
            || format!("{count} of {rooms} rooms are of the size {size:?}, {least} to {most} in a hundred may be");
        (!is_share(count, rooms, least, most)).then(told)
    }

    fn large_rooms(&self) -> Option<String> {
        let large = self.spaces(SpaceKind::Room).filter(|id| self.room_size(*id) == RoomSize::Large).count();
        if self.all_spaces() >= 14 && large == 0 {
            return Some("no large room".to_owned());
        }
        self.share_of(RoomSize::Large, 0, 20)
    }

    /// HULK-GEN-09.
    fn bare_room(&self) -> Option<String> {
        let board = self.board;
        let free = |c: &Cell| board.terrain[c.index()] == Terrain::Floor;
        for id in self.spaces(SpaceKind::Room).filter(|id| self.room_size(*id) == RoomSize::Large) {
            let name = self.name(id);
            let cells: Vec<Cell> = floor(board, id).collect();
            let clear: BTreeSet<Cell> = cells.iter().copied().filter(free).collect();
            let stand = cells.len() - clear.len();
            if 100 * stand < 10 * cells.len() || 100 * stand > 25 * cells.len() {
                return Some(format!("{name} has things on {stand} of its {} hexes", cells.len()));
            }
            let mut left = clear.clone();
            let mut open: Vec<Cell> = left.pop_first().into_iter().collect();
            while let Some(cell) = open.pop() {
                open.extend(board.exits(cell).filter(|c| left.remove(c)));
            }
            if !left.is_empty() {
                return Some(format!("{name} falls apart between the things in it"));
            }
            for entrance in board.entrances(id) {
                // One free hex at the entrance, and one to step on to.
                let first = |c: &Cell| board.around(*c).any(|n| n == entrance.at) || *c == entrance.at;
                let second = |c: Cell| board.around(c).any(|n| clear.contains(&n));
                if !clear.iter().any(|c| first(c) && second(*c)) {
                    return Some(format!("the entrance of {name} at {} is blocked", board.label(entrance.at)));
                }
            }
        }
        None
    }

    fn barricaded_passages(&self) -> Option<String> {
        let barricaded = self.barricaded();
        if barricaded == 0 && self.all_spaces() >= 8 {
            return Some("no passage is barricaded".to_owned());
        }
        let passages = self.passages();
        (!is_share(barricaded, passages, 5, 15)).then(|| format!("{barricaded} of {passages} passages are barricaded"))
    }

    /// How many passages have a barricade.
    #[must_use]
    pub fn barricaded(&self) -> usize {
        let heaped =
            |id: &SpaceId| self.board.space(*id).cells.iter().any(|c| self.board.terrain[c.index()].is_barricade());
        self.spaces(SpaceKind::Passage).filter(heaped).count()
    }

    fn monotony(&self) -> Option<String> {
        let styles = self.styles().len();
        if !(2..=5).contains(&styles) {
            return Some(format!("{styles} styles, 2 to 5 may be"));
        }
        let outlines: BTreeSet<Outline> = self.spaces(SpaceKind::Room).map(|id| self.outline(id)).collect();
        (self.rooms() >= 6 && outlines.len() < 3).then(|| format!("only {} shapes of rooms", outlines.len()))
    }

    /// The makes of ship that have become part of the hulk.
    #[must_use]
    pub fn styles(&self) -> BTreeSet<&str> {
        self.board.spaces().iter().map(|space| space.style.as_str()).filter(|style| !style.is_empty()).collect()
    }

    fn wanted_loops(&self) -> usize {
        let spaces = self.all_spaces();
        (spaces / 10).max(usize::from(spaces >= 8))
    }

    fn thin_hull(&self) -> Option<String> {
        let board = self.board;
        let at_edge = |c: Cell| {
            board.neighbours[c.index()].iter().any(|n| !n.is_some() || board.is_outside(*n)) && !board.is_outside(c)
        };
        if let Some(thin) = board.cells().find(|c| at_edge(*c) && board.terrain[c.index()] != Terrain::Hull) {
            return Some(format!("{} lies at the edge, but is no hull", board.label(thin)));
        }
        let grades = self.grades();
        (self.all_spaces() >= 16 && grades.len() < 4).then(|| format!("only {}", grades.join(", ")))
    }

    /// The grades of bulkheads and hatches that occur, the lightest first (HULK-BULK-03).
    #[must_use]
    pub fn grades(&self) -> Vec<&'static str> {
        use Terrain::{Bulkhead, Hatch, HeavyBulkhead, HeavyHatch, Hull, LightBulkhead, LightHatch};
        let grades: [(&str, &[Terrain]); 4] = [
            ("light", &[LightBulkhead, LightHatch]),
            ("medium", &[Bulkhead, Hatch]),
            ("heavy", &[HeavyBulkhead, HeavyHatch]),
            ("hull", &[Hull]),
        ];
        let hatches = self.board.links.iter().filter_map(|link| link.hatch);
        let there: BTreeSet<Terrain> = self.board.terrain.iter().copied().chain(hatches).collect();
        grades.into_iter().filter(|(_, of)| of.iter().any(|t| there.contains(t))).map(|(name, _)| name).collect()
    }

    fn cramped(&self) -> Option<String> {
        let spaces = self.all_spaces();
        if spaces < 4 {
            return Some(format!("{spaces} spaces"));
        }
        let entries = self.entries();
        if entries.len() < 6 {
            return Some(format!("{} separate places to breach, at least 6 are due", entries.len()));
        }
        entries
            .iter()
            .find(|e| !self.has_berth(**e))
            .map(|e| format!("no room for a craft at {}", self.board.label(*e)))
    }

    /// Whether a boarding craft of twelve hexes finds room outside a breach hex (HULK-LEFT-01).
    fn has_berth(&self, breach: Cell) -> bool {
        let near = |c: Cell| self.board.is_outside(c) && self.board.distance(c, breach) <= 5;
        let mut berth: Vec<Cell> = self.board.around(breach).filter(|c| near(*c)).take(1).collect();
        let mut next = 0;
        while let Some(&cell) = berth.get(next).filter(|_| berth.len() < 12) {
            next += 1;
            for to in self.board.around(cell) {
                if near(to) && !berth.contains(&to) {
                    berth.push(to);
                }
            }
        }
        berth.len() >= 12
    }

    fn decks_and_air(&self) -> Option<String> {
        let board = self.board;
        for deck in 1..board.decks {
            let joins = |from: Cell, to: Cell| {
                board.deck(from).min(board.deck(to)) + 1 == deck && board.deck(from) != board.deck(to)
            };
            let ladders = board.links.iter().filter(|l| joins(l.from, l.to)).count();
            if ladders < 2 {
                return Some(format!("{ladders} ladders join the decks {deck} and {}", deck + 1));
            }
        }
        let bare = |c: &Cell| !board.around(*c).any(|n| board.terrain[n.index()].is_bulkhead());
        if let Some(foot) = board.links.iter().flat_map(|l| [l.from, l.to]).find(bare) {
            return Some(format!("the ladder at {} stands on no bulkhead (HULK-DECK-01)", board.label(foot)));
        }
        let airless: Vec<SpaceId> = board.space_ids().filter(|id| board.space(*id).airless).collect();
        if !is_share(airless.len(), self.all_spaces(), 0, 10) {
            return Some(format!("{} of {} spaces are without air", airless.len(), self.all_spaces()));
        }
        let shut = |way: Way| match way {
            Way::Doorway(terrain) => terrain.is_hatch(),
            Way::Ladder(hatch) => hatch.is_some(),
            Way::Open => false,
        };
        let leaks = |id: &&SpaceId| {
            let inner = |to: SpaceId| to.is_some() && board.space(to).airless;
            board.entrances(**id).iter().any(|e| !shut(e.way) && !inner(e.to))
        };
        if let Some(id) = airless.iter().find(leaks) {
            return Some(format!("{} is without air, but not shut by hatches", self.name(*id)));
        }
        (!self.is_connected_with_air()).then(|| "what has air falls apart without what has none".to_owned())
    }

    /// HULK-GEN-16.
    fn muddled_spaces(&self) -> Option<String> {
        let board = self.board;
        let spaceless = |c: &Cell| board.terrain[c.index()].is_deck() && !board.space_at(*c).is_some();
        if let Some(cell) = board.cells().find(spaceless) {
            return Some(format!("{} is in no space", board.label(cell)));
        }
        for id in self.spaces(SpaceKind::Passage) {
            let cells = &board.space(id).cells;
            let touching = |c: Cell| {
                let other = |n: &Cell| board.space_at(*n).is_some() && board.space_at(*n) != id;
                board.around(c).filter(other).find(|n| board.space(board.space_at(*n)).kind == SpaceKind::Passage)
            };
            // Where two passages touch, they meet.
            let apart = |c: &&Cell| !board.is_junction(**c) && touching(**c).is_some_and(|n| !board.is_junction(n));
            if let Some(cell) = cells.iter().find(apart) {
                return Some(format!("{} opens into another passage, but is no junction", board.label(*cell)));
            }
            let run: Vec<Cell> = cells.iter().copied().filter(|c| !board.is_junction(*c)).collect();
            let Some(&first) = run.first() else { return Some(format!("{} is nothing but a junction", self.name(id))) };
            let mut left: BTreeSet<Cell> = run.iter().copied().skip(1).collect();
            let mut open = vec![first];
            while let Some(cell) = open.pop() {
                open.extend(board.around(cell).filter(|c| left.remove(c)));
            }
            if !left.is_empty() {
                return Some(format!("{} goes on beyond a junction", self.name(id)));
            }
        }
        self.misplaced_junction()
    }

    /// The junction's hexes belong to the lowest-named of its passages: the first in the map.
    fn misplaced_junction(&self) -> Option<String> {
        for (meeting, arms) in self.meetings() {
            let owners: BTreeSet<SpaceId> = meeting.iter().map(|c| self.board.space_at(*c)).collect();
            if owners.len() != 1 || owners.first() != arms.first() {
                let at = self.board.label(meeting[0]);
                return Some(format!("the junction at {at} does not belong to its first passage"));
            }
        }
        None
    }
}
