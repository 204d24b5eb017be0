//! Looking at a board, plainly and slowly, without the survey that the generator trusts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use hexfray::board::{Board, Cell, Sight, SpaceId, SpaceKind, Terrain};
use hexfray::scenario::hulk::{Hulk, Params};

/// Hulks of all kinds that the rules are looked up on.
pub static SAMPLE: LazyLock<Vec<Hulk>> = LazyLock::new(|| {
    let kinds = [
        Params { size: (36, 28), rooms: 6, twisty: 2, ..Params::default() },
        Params { size: (36, 28), rooms: 7, airless: 1, ..Params::default() },
        Params { twisty: 9, ..Params::default() },
        Params { size: (52, 40), rooms: 11, twisty: 0, airless: 2, ..Params::default() },
        Params { size: (44, 32), rooms: 9, decks: 2, shield_room: true, ..Params::default() },
        Params { size: (60, 44), rooms: 12, decks: 2, drive_chamber: true, ..Params::default() },
    ];
    let hulks = kinds.iter().enumerate().flat_map(|(i, params)| (0..4).map(move |n| (10 * i as u64 + n, params)));
    hulks
        .map(|(seed, params)| Hulk::generate(seed, params).unwrap_or_else(|why| panic!("seed {seed}: {why}")))
        .collect()
});

/// Does something with each board of the sample.
pub fn on_each(mut look: impl FnMut(&Board)) {
    for hulk in SAMPLE.iter() {
        look(&hulk.board);
    }
}

pub fn terrain(board: &Board, cell: Cell) -> Terrain {
    board.terrain[cell.index()]
}

pub fn neighbours(board: &Board, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
    board.neighbours[cell.index()].into_iter().filter(|c| *c != Cell::NONE)
}

pub fn is_wall(terrain: Terrain) -> bool {
    use Terrain::{Bulkhead, HeavyBulkhead, Hull, LightBulkhead, Wall};
    [Wall, LightBulkhead, Bulkhead, HeavyBulkhead, Hull].contains(&terrain)
}

pub fn is_shut(terrain: Terrain) -> bool {
    use Terrain::{Door, Hatch, HeavyHatch, LightHatch};
    [Door, LightHatch, Hatch, HeavyHatch].contains(&terrain)
}

pub fn is_heap(terrain: Terrain) -> bool {
    [Terrain::LightBarricade, Terrain::Barricade].contains(&terrain)
}

/// Whether one can walk there with doors open and barricades standing.
pub fn is_walked(terrain: Terrain) -> bool {
    !is_wall(terrain) && !is_heap(terrain) && terrain != Terrain::Void
}

/// The pieces that a set of hexes falls into, by hexsides, and by ladders too if wanted.
pub fn pieces(board: &Board, of: &BTreeSet<Cell>, ladders: bool) -> Vec<BTreeSet<Cell>> {
    let mut left = of.clone();
    let mut found = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut piece = BTreeSet::from([first]);
        let mut open = vec![first];
        while let Some(cell) = open.pop() {
            let mut next: Vec<Cell> = neighbours(board, cell).collect();
            for link in board.links.iter().filter(|_| ladders) {
                next.extend((link.from == cell).then_some(link.to));
                next.extend((link.to == cell).then_some(link.from));
            }
            for to in next {
                if left.remove(&to) {
                    piece.insert(to);
                    open.push(to);
                }
            }
        }
        found.push(piece);
    }
    found
}

pub fn cells_where(board: &Board, holds: impl Fn(Cell) -> bool) -> BTreeSet<Cell> {
    board.cells().filter(|c| holds(*c)).collect()
}

/// The spaces of a kind, each with its hexes of floor.
pub fn spaces(board: &Board, kind: SpaceKind) -> BTreeMap<SpaceId, BTreeSet<Cell>> {
    let of_kind = board.space_ids().filter(|id| board.space(*id).kind == kind);
    let floor = |id: SpaceId| board.space(id).cells.iter().copied().filter(|c| terrain(board, *c) != Terrain::Void);
    of_kind.map(|id| (id, floor(id).collect())).collect()
}

pub fn rooms(board: &Board) -> BTreeMap<SpaceId, BTreeSet<Cell>> {
    spaces(board, SpaceKind::Room)
}

pub fn passages(board: &Board) -> BTreeMap<SpaceId, BTreeSet<Cell>> {
    spaces(board, SpaceKind::Passage)
}

/// Columns and rows that hexes span.
pub fn sides(board: &Board, cells: &BTreeSet<Cell>) -> (usize, usize) {
    let columns: BTreeSet<u16> = cells.iter().map(|c| board.column_row(*c).0).collect();
    let rows: BTreeSet<u16> = cells.iter().map(|c| board.column_row(*c).1).collect();
    (columns.len(), rows.len())
}

/// Whether one hex sees another with all doors shut.
pub fn sees(board: &Board, from: Cell, to: Cell) -> bool {
    let blocks = |c: Cell| is_wall(terrain(board, c)) || is_shut(terrain(board, c));
    board.deck(from) == board.deck(to) && board.sight(from, to, blocks) != Sight::None
}

/// Whether a count is a share of a whole between two percentages, or would be with one more or less.
pub fn is_share(count: usize, whole: usize, least: usize, most: usize) -> bool {
    (count.saturating_sub(1)..=count + 1).any(|n| n * 100 >= least * whole && n * 100 <= most * whole)
}

/// Junctions: connected hexes in which passages meet, and the passages that come in.
pub fn junctions(board: &Board) -> Vec<(BTreeSet<Cell>, BTreeSet<SpaceId>)> {
    let marked: BTreeSet<Cell> = board.junctions().iter().copied().collect();
    let passages = passages(board);
    let arms = |meeting: &BTreeSet<Cell>| {
        let around = meeting.iter().flat_map(|c| neighbours(board, *c)).filter(|c| !marked.contains(c));
        around.map(|c| board.space_at(c)).filter(|id| passages.contains_key(id)).collect()
    };
    pieces(board, &marked, false).into_iter().map(|meeting| (meeting.clone(), arms(&meeting))).collect()
}
