//! What can be seen of a finished hulk, from its board alone.

mod faults;

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::articulation_points::articulation_points;
use petgraph::algo::connected_components;
use petgraph::graph::{NodeIndex, UnGraph};

use crate::board::{Board, Cell, Reach, Sight, SpaceId, SpaceKind, Terrain};

pub use faults::Defect;

/// A line of sight along passages is long when it spans more hexes than this (HULK-GEN-04).
pub const LONG: u16 = 8;
/// Breach hexes this far apart count as separate: rivals may use them side by side (HULK-BLIP-02).
pub const APART: u16 = 6;
/// Objective sites that a survey suggests.
const SITES: usize = 4;

/// The longest line of sight that passages of a map of this size may have (HULK-GEN-04).
#[must_use]
pub fn sight_limit(width: u16, height: u16) -> u16 {
    if is_large(width, height) { 16 } else { 12 }
}

/// Whether a map is so large that passages may be wider and longer.
#[must_use]
pub fn is_large(width: u16, height: u16) -> bool {
    width >= 60 && height >= 40
}

/// The class of a room by its sides (HULK-GEN-06 to -08).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RoomSize {
    /// Two or three hexes each way.
    Storage,
    /// Three to eight each way, and more than three one way.
    Working,
    /// More than eight one way.
    Large,
    /// Anything else.
    Odd,
}

/// What the outline of a room looks like (HULK-GEN-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outline {
    /// Rows of one length, one below the other.
    Box,
    /// Rows of one length, each shifted against the last.
    Slant,
    /// Rows that grow longer, or shorter, from end to end.
    Wedge,
    /// Bulging, with no corner that points inwards.
    Round,
    /// With a corner that points inwards.
    Angled,
    /// With pillars or partitions inside.
    Divided,
}

/// A connected part of a space between junctions, doorways and barricades.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Run(SpaceId),
    Junction,
    Doorway,
}

/// A hulk surveyed.
pub struct Survey<'b> {
    board: &'b Board,
    /// The parts, and how they hang together.
    parts: UnGraph<Part, ()>,
    /// Pairs of passage hexes in mutual sight over more than [`LONG`] hexes.
    lines: Vec<(Cell, Cell)>,
    entries: Vec<Cell>,
    sites: Vec<(SpaceId, Cell)>,
    /// From each entry to each site; none where there is no way.
    ways: Vec<Vec<Option<u16>>>,
}

impl<'b> Survey<'b> {
    /// Surveys a board whose spaces are marked.
    #[must_use]
    pub fn of(board: &'b Board) -> Survey<'b> {
        let parts = parts(board);
        let lines = lines(board);
        let entries = entries(board);
        let mut survey = Survey { board, parts, lines, entries, sites: Vec::new(), ways: Vec::new() };
        survey.choose_sites();
        survey
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &'b Board {
        self.board
    }

    /// The spaces of one kind.
    pub fn spaces(&self, kind: SpaceKind) -> impl Iterator<Item = SpaceId> {
        self.board.space_ids().filter(move |id| self.board.space(*id).kind == kind)
    }

    /// Whether a figure may walk into a hex as the hulk stands, doors opened: floor, doorways, but no barricade.
    fn passable(&self, cell: Cell) -> bool {
        passable(self.board, cell)
    }

    /// Columns and rows that a room's floor spans.
    #[must_use]
    pub fn sides(&self, id: SpaceId) -> (usize, usize) {
        let places = || floor(self.board, id).map(|c| self.board.column_row(c));
        let columns: BTreeSet<u16> = places().map(|p| p.0).collect();
        let rows: BTreeSet<u16> = places().map(|p| p.1).collect();
        (columns.len(), rows.len())
    }

    /// The class of a room by its sides.
    #[must_use]
    pub fn room_size(&self, id: SpaceId) -> RoomSize {
        let (columns, rows) = self.sides(id);
        match (columns.min(rows), columns.max(rows)) {
            (_, 9..) => RoomSize::Large,
            (2.., 2..=3) => RoomSize::Storage,
            (3.., 4..=8) => RoomSize::Working,
            _ => RoomSize::Odd,
        }
    }

    /// The outline of a room; of its lowest deck, if it spans several.
    #[must_use]
    pub fn outline(&self, id: SpaceId) -> Outline {
        let board = self.board;
        let deck = floor(board, id).map(|c| board.deck(c)).min().unwrap_or(0);
        let cells: BTreeSet<Cell> = floor(board, id).filter(|c| board.deck(*c) == deck).collect();
        // Of each row its first place and its last, in half hexes, and how many hexes it has.
        let mut rows: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
        for &cell in &cells {
            let (column, row) = board.column_row(cell);
            rows.entry(row).or_default().push(2 * column + (row + 1) % 2);
        }
        let rows: Vec<Vec<u16>> = rows.into_values().collect();
        let gaps = |row: &Vec<u16>| row.windows(2).any(|pair| pair[1] - pair[0] != 2);
        if encloses(board, &cells) {
            return Outline::Divided;
        }
        if rows.iter().any(gaps) || !is_convex(board, &cells) {
            return Outline::Angled;
        }
        let starts: Vec<u16> = rows.iter().map(|row| row[0]).collect();
        let shift = |pair: &[u16]| i32::from(pair[1]) - i32::from(pair[0]);
        let same_way = starts.windows(2).map(shift).collect::<BTreeSet<i32>>().len() == 1;
        let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
        let (least, most) = (lengths.iter().min(), lengths.iter().max());
        match () {
            () if least == most && rows.len() > 2 && same_way => Outline::Slant,
            () if least == most => Outline::Box,
            () if lengths.is_sorted() || lengths.iter().rev().is_sorted() => Outline::Wedge,
            () => Outline::Round,
        }
    }

    /// Pairs of passage hexes in mutual sight over more than [`LONG`] hexes, doors shut (HULK-GEN-04).
    #[must_use]
    pub fn lines(&self) -> &[(Cell, Cell)] {
        &self.lines
    }

    /// How far two passage hexes in mutual sight are apart at most; [`LONG`] stands for all that is not long.
    #[must_use]
    pub fn longest_line(&self) -> u16 {
        self.lines.iter().map(|(from, to)| self.board.distance(*from, *to)).max().unwrap_or(LONG)
    }

    /// The passages that a long line of sight runs in.
    #[must_use]
    pub fn long_passages(&self) -> BTreeSet<SpaceId> {
        self.lines.iter().flat_map(|(from, to)| [from, to]).map(|c| self.board.space_at(*c)).collect()
    }

    /// Whether a passage bends: two of its hexes do not see each other.
    #[must_use]
    pub fn bends(&self, id: SpaceId) -> bool {
        let cells = &self.board.space(id).cells;
        let blind = |(a, b): (Cell, Cell)| self.board.sight(a, b, |c| blocks(self.board, c)) == Sight::None;
        cells.iter().enumerate().any(|(i, a)| cells[i + 1..].iter().any(|b| blind((*a, *b))))
    }

    /// How many junctions join so many passages: three at a T, four at a crossroads (HULK-GEN-05).
    #[must_use]
    pub fn junctions(&self, arms: std::ops::RangeInclusive<usize>) -> usize {
        self.meetings().iter().filter(|(_, passages)| arms.contains(&passages.len())).count()
    }

    /// The hexes of each junction, and the passages that meet there.
    fn meetings(&self) -> Vec<(Vec<Cell>, BTreeSet<SpaceId>)> {
        let board = self.board;
        let mut left: BTreeSet<Cell> = board.junctions().iter().copied().collect();
        let mut found = Vec::new();
        while let Some(first) = left.pop_first() {
            let mut meeting = vec![first];
            let mut next = 0;
            while let Some(&cell) = meeting.get(next) {
                next += 1;
                meeting.extend(board.around(cell).filter(|c| left.remove(c)));
            }
            let arm = |c: Cell| Some(board.space_at(c)).filter(|id| id.is_some() && !board.is_junction(c));
            let passage = |id: &SpaceId| board.space(*id).kind == SpaceKind::Passage;
            let arms = meeting.iter().flat_map(|c| board.around(*c)).filter_map(arm).filter(passage).collect();
            found.push((meeting, arms));
        }
        found
    }

    /// Ways round: how many entrances could be shut without cutting anything off (HULK-GEN-12). Two doors between the
    /// same two places make no loop, and barricades count as bulkheads.
    #[must_use]
    pub fn loops(&self) -> usize {
        let graph = &self.parts;
        // Of several doorways with the same neighbours one counts.
        let mut twins = BTreeSet::new();
        let mut counts = |n: NodeIndex| {
            graph[n] != Part::Doorway || twins.insert(graph.neighbors(n).collect::<BTreeSet<NodeIndex>>())
        };
        let counted: BTreeSet<NodeIndex> = graph.node_indices().filter(|n| counts(*n)).collect();
        let ends = graph.edge_indices().filter_map(|e| graph.edge_endpoints(e));
        let edges = ends.filter(|(a, b)| counted.contains(a) && counted.contains(b)).count();
        (edges + connected_components(graph)).saturating_sub(counted.len())
    }

    /// Whether all floor hangs together, barricades taken for bulkheads (HULK-GEN-01).
    #[must_use]
    pub fn is_connected(&self) -> bool {
        hangs_together(self.board, |c| self.passable(c))
    }

    /// Whether it does so without what has no air.
    fn is_connected_with_air(&self) -> bool {
        let airless = |c: Cell| {
            let id = self.board.space_at(c);
            id.is_some() && self.board.space(id).airless
        };
        hangs_together(self.board, |c| self.passable(c) && !airless(c))
    }

    /// Spaces without which the rest falls apart.
    #[must_use]
    pub fn choke_spaces(&self) -> Vec<SpaceId> {
        let cut = articulation_points(&self.parts);
        let spaces: BTreeSet<SpaceId> = cut
            .into_iter()
            .filter_map(|n| match self.parts[n] {
                Part::Run(id) => Some(id),
                _ => None,
            })
            .collect();
        spaces.into_iter().collect()
    }

    /// How many hexes cut the hulk in two when they are held.
    #[must_use]
    pub fn choke_hexes(&self) -> usize {
        let mut graph: UnGraph<(), ()> = UnGraph::default();
        let nodes: Vec<Option<NodeIndex>> =
            self.board.cells().map(|c| self.passable(c).then(|| graph.add_node(()))).collect();
        for cell in self.board.cells() {
            for to in self.board.exits(cell).filter(|to| *to > cell) {
                if let (Some(a), Some(b)) = (nodes[cell.index()], nodes[to.index()]) {
                    graph.add_edge(a, b, ());
                }
            }
        }
        articulation_points(&graph).len()
    }

    /// Breach hexes, each [`APART`] from all others (HULK-GEN-14).
    #[must_use]
    pub fn entries(&self) -> &[Cell] {
        &self.entries
    }

    /// Rooms that lie far apart and far from the entries, each with a free hex in its midst: places for objectives.
    #[must_use]
    pub fn sites(&self) -> &[(SpaceId, Cell)] {
        &self.sites
    }

    /// Movement from each entry to each site: doorways cost two more, ladders three and two more with a hatch.
    #[must_use]
    pub fn ways(&self) -> &[Vec<Option<u16>>] {
        &self.ways
    }

    /// The movement from a hex to all others.
    fn walk(&self, from: Cell, reach: &mut Reach) -> Vec<u16> {
        let board = self.board;
        let enter = |a: Cell, b: Cell| {
            let ladder = board.links.iter().find(|l| (l.from, l.to) == (a, b) || (l.to, l.from) == (a, b));
            let doorway = if board.terrain[b.index()].is_doorway() { 2 } else { 0 };
            match ladder {
                _ if !self.passable(b) => None,
                Some(link) => Some(3 + if link.hatch.is_some() { 2 } else { 0 }),
                None => Some(1 + doorway),
            }
        };
        let mut out = Vec::new();
        reach.distances(board, &[from], enter, &mut out);
        out
    }

    fn choose_sites(&mut self) {
        let mut reach = Reach::new();
        let from_entries: Vec<Vec<u16>> = self.entries.iter().map(|e| self.walk(*e, &mut reach)).collect();
        let mut nearest: Vec<u16> = vec![u16::MAX; self.board.len()];
        for walked in &from_entries {
            nearest.iter_mut().zip(walked).for_each(|(least, way)| *least = (*least).min(*way));
        }
        let mut left: Vec<(SpaceId, Cell)> =
            self.spaces(SpaceKind::Room).filter_map(|id| Some((id, self.midst(id)?))).collect();
        // Each next site is the one that is farthest from all entries and sites before it.
        while self.sites.len() < SITES && !left.is_empty() {
            let far = |(_, cell): &(SpaceId, Cell)| nearest[cell.index()];
            let best = left.iter().map(far).max().unwrap_or(0);
            let place = left.iter().position(|site| far(site) == best).unwrap_or(0);
            let site = left.remove(place);
            let walked = self.walk(site.1, &mut reach);
            nearest.iter_mut().zip(&walked).for_each(|(least, way)| *least = (*least).min(*way));
            self.sites.push(site);
        }
        let way = |walked: &Vec<u16>, cell: Cell| Some(walked[cell.index()]).filter(|w| *w != u16::MAX);
        self.ways = from_entries.iter().map(|w| self.sites.iter().map(|(_, cell)| way(w, *cell)).collect()).collect();
    }

    /// The free hex of a room that is nearest to all its hexes.
    fn midst(&self, id: SpaceId) -> Option<Cell> {
        let cells: Vec<Cell> = floor(self.board, id).collect();
        let total = |c: &Cell| cells.iter().map(|o| u32::from(self.board.distance(*c, *o))).sum::<u32>();
        cells.iter().filter(|c| self.board.terrain[c.index()] == Terrain::Floor).min_by_key(|c| total(c)).copied()
    }
}

/// The floor of a space: its hexes without gaps.
fn floor(board: &Board, id: SpaceId) -> impl Iterator<Item = Cell> {
    board.space(id).cells.iter().copied().filter(|c| board.terrain[c.index()] != Terrain::Void)
}

fn passable(board: &Board, cell: Cell) -> bool {
    let terrain = board.terrain[cell.index()];
    terrain.is_doorway() || (terrain.is_deck() && !terrain.is_barricade())
}

fn blocks(board: &Board, cell: Cell) -> bool {
    let terrain = board.terrain[cell.index()];
    terrain.is_bulkhead() || terrain.is_doorway()
}

/// Whether the hexes for which something holds are one connected set, by hexsides and ladders.
fn hangs_together(board: &Board, holds: impl Fn(Cell) -> bool) -> bool {
    let mut left: Vec<bool> = board.cells().map(&holds).collect();
    let mut open: Vec<Cell> = board.cells().find(|c| left[c.index()]).into_iter().collect();
    while let Some(cell) = open.pop() {
        if std::mem::take(&mut left[cell.index()]) {
            open.extend(board.exits(cell).filter(|to| left[to.index()]));
        }
    }
    !left.contains(&true)
}

fn parts(board: &Board) -> UnGraph<Part, ()> {
    let mut graph: UnGraph<Part, ()> = UnGraph::default();
    let mut of: Vec<Option<NodeIndex>> = vec![None; board.len()];
    let kind = |c: Cell| match passable(board, c) {
        true if board.terrain[c.index()].is_doorway() => Some(Part::Doorway),
        true if board.is_junction(c) => Some(Part::Junction),
        true => Some(Part::Run(board.space_at(c))).filter(|_| board.space_at(c).is_some()),
        false => None,
    };
    for cell in board.cells() {
        let Some(part) = kind(cell).filter(|_| of[cell.index()].is_none()) else { continue };
        let node = graph.add_node(part);
        let mut open = vec![cell];
        of[cell.index()] = Some(node);
        while let Some(at) = open.pop() {
            // A room that spans decks is one part.
            for to in board.exits(at) {
                let same = part != Part::Doorway && kind(to) == Some(part);
                if same && of[to.index()].is_none() {
                    of[to.index()] = Some(node);
                    open.push(to);
                }
            }
        }
    }
    for cell in board.cells() {
        for to in board.exits(cell) {
            if let (Some(a), Some(b)) = (of[cell.index()], of[to.index()])
                && a != b
            {
                graph.update_edge(a, b, ());
            }
        }
    }
    graph
}

fn lines(board: &Board) -> Vec<(Cell, Cell)> {
    let passage = |c: &Cell| {
        let id = board.space_at(*c);
        id.is_some() && board.space(id).kind == SpaceKind::Passage
    };
    let cells: Vec<Cell> = board.cells().filter(passage).collect();
    let mut found = Vec::new();
    for (i, &from) in cells.iter().enumerate() {
        for &to in &cells[i + 1..] {
            let far = board.deck(from) == board.deck(to) && board.distance(from, to) > LONG;
            if far && board.sight(from, to, |c| blocks(board, c)) != Sight::None {
                found.push((from, to));
            }
        }
    }
    found
}

fn entries(board: &Board) -> Vec<Cell> {
    let mut found: Vec<Cell> = Vec::new();
    for cell in board.breaches() {
        let apart = |other: &Cell| board.deck(*other) != board.deck(cell) || board.distance(*other, cell) >= APART;
        if found.iter().all(apart) {
            found.push(cell);
        }
    }
    found
}

/// Whether hexes of one deck leave others within them: a hex that is not theirs, from which no way leads out.
fn encloses(board: &Board, cells: &BTreeSet<Cell>) -> bool {
    let Some(&any) = cells.first() else { return false };
    // The box around them, with a rim of others.
    let span = |of: fn((u16, u16)) -> u16, most: u16| {
        let at = || cells.iter().map(|c| of(board.column_row(*c)));
        let (least, last) = (at().min().unwrap_or(1), at().max().unwrap_or(most));
        least.saturating_sub(1).max(1)..=(last + 1).min(most)
    };
    let (columns, rows) = (span(|at| at.0, board.width), span(|at| at.1, board.height));
    let first = board.deck(any) * board.width * board.height;
    let in_row = |row: u16| columns.clone().map(move |column| Cell(first + (row - 1) * board.width + column - 1));
    let mut left: BTreeSet<Cell> = rows.flat_map(in_row).filter(|c| !cells.contains(c)).collect();
    let mut open: Vec<Cell> = left.pop_first().into_iter().collect();
    while let Some(cell) = open.pop() {
        open.extend(board.around(cell).filter(|c| left.remove(c)));
    }
    !left.is_empty()
}

/// Whether each of the three kinds of rows of hexes meets the set in one stretch.
fn is_convex(board: &Board, cells: &BTreeSet<Cell>) -> bool {
    use crate::board::Facing;
    let ends = |way: Facing| {
        let last = |c: &&Cell| !cells.contains(&board.neighbours[c.index()][way as usize]);
        let axis = |c: Cell| {
            let hex = board.hex(c);
            match way {
                Facing::E => hex.y,
                Facing::SE => hex.x,
                _ => hex.x + hex.y,
            }
        };
        let rows: Vec<i32> = cells.iter().filter(last).map(|c| axis(*c)).collect();
        rows.len() == rows.iter().collect::<BTreeSet<_>>().len()
    };
    ends(Facing::E) && ends(Facing::SE) && ends(Facing::SW)
}
