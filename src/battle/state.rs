//! All that changes in a battle.

use crate::board::{Board, Cell};

use super::{Decision, MAX_SIDES, Outcome, Piece, Rules, SideId, StableHasher, UnitId, UnitSet};

/// All that changes in a battle.
#[derive(Debug)]
pub struct State<R: Rules> {
    pub(super) pieces: Vec<Piece>,
    // Ways of looking at the pieces that are asked for all the time.
    pub(super) on_board: UnitSet<R::Words>,
    pub(super) of_side: [UnitSet<R::Words>; MAX_SIDES],
    pub(super) friends: [UnitSet<R::Words>; MAX_SIDES],
    pub(super) occupied: Bits,
    pub(super) crowded: Bits,
    pub(super) units: Vec<R::Unit>,
    // Only hexes with something on them, by hex; most battles have few.
    pub(super) ground: Vec<(Cell, R::Ground)>,
    pub(super) table: R::Table,
    pub(super) pending: R::Pending,
    pub(super) steps: Vec<R::Step>,
    pub(super) open: Option<Decision>,
    pub(super) over: Option<Outcome>,
    // The sides that have given up, as bits (MAP-24).
    pub(super) conceded: u8,
    pub(super) number: u32,
    // The hash is kept up piece by piece: what changed since is rehashed when somebody asks.
    pub(super) unit_hashes: Vec<u64>,
    pub(super) all_units_hash: u64,
    pub(super) changed: UnitSet<R::Words>,
    pub(super) ground_hash: u64,
    pub(super) table_hash: u64,
    pub(super) table_changed: bool,
}

impl<R: Rules> Clone for State<R> {
    fn clone(&self) -> Self {
        State {
            pieces: self.pieces.clone(),
            on_board: self.on_board,
            of_side: self.of_side,
            friends: self.friends,
            occupied: self.occupied.clone(),
            crowded: self.crowded.clone(),
            units: self.units.clone(),
            ground: self.ground.clone(),
            table: self.table,
            pending: self.pending.clone(),
            steps: self.steps.clone(),
            open: self.open,
            over: self.over,
            conceded: self.conceded,
            number: self.number,
            unit_hashes: self.unit_hashes.clone(),
            all_units_hash: self.all_units_hash,
            changed: self.changed,
            ground_hash: self.ground_hash,
            table_hash: self.table_hash,
            table_changed: self.table_changed,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.pieces.clone_from(&source.pieces);
        self.on_board = source.on_board;
        self.of_side = source.of_side;
        self.friends = source.friends;
        self.occupied.clone_from(&source.occupied);
        self.crowded.clone_from(&source.crowded);
        self.units.clone_from(&source.units);
        self.ground.clone_from(&source.ground);
        self.table = source.table;
        self.pending.clone_from(&source.pending);
        self.steps.clone_from(&source.steps);
        self.open = source.open;
        self.over = source.over;
        self.conceded = source.conceded;
        self.number = source.number;
        self.unit_hashes.clone_from(&source.unit_hashes);
        self.all_units_hash = source.all_units_hash;
        self.changed = source.changed;
        self.ground_hash = source.ground_hash;
        self.table_hash = source.table_hash;
        self.table_changed = source.table_changed;
    }
}

/// A set of hexes.
type Bits = Vec<u64>;

#[inline]
fn has(bits: &[u64], cell: Cell) -> bool {
    bits[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
}

#[inline]
fn put(bits: &mut [u64], cell: Cell, inside: bool) {
    let bit = 1 << (cell.index() % 64);
    let word = &mut bits[cell.index() / 64];
    *word = if inside { *word | bit } else { *word & !bit };
}

impl<R: Rules> State<R> {
    pub(super) fn new(board: &Board, teams: &[u8], units: &[(Piece, R::Unit)], first: R::Step) -> Self {
        let mut state = State {
            pieces: units.iter().map(|u| Piece { at: Cell::NONE, ..u.0 }).collect(),
            on_board: UnitSet::default(),
            of_side: [UnitSet::default(); MAX_SIDES],
            friends: [UnitSet::default(); MAX_SIDES],
            occupied: vec![0; board.len().div_ceil(64)],
            crowded: vec![0; board.len().div_ceil(64)],
            units: units.iter().map(|u| u.1).collect(),
            ground: Vec::new(),
            table: R::Table::default(),
            pending: R::Pending::default(),
            steps: vec![first],
            open: None,
            over: None,
            conceded: 0,
            number: 0,
            unit_hashes: vec![0; units.len()],
            changed: UnitSet::lowest(units.len()),
            all_units_hash: 0,
            ground_hash: 0,
            table_hash: 0,
            table_changed: true,
        };
        for (i, (piece, _)) in units.iter().enumerate() {
            state.enlist(UnitId::at(i), piece.side, teams);
            state.settle(board, UnitId::at(i), piece.at);
        }
        state
    }

    /// Whether any unit is in a hex.
    #[inline]
    pub(super) fn occupied(&self, cell: Cell) -> bool {
        has(&self.occupied, cell)
    }

    /// Whether two units or more are in a hex.
    #[inline]
    pub(super) fn crowded(&self, cell: Cell) -> bool {
        has(&self.crowded, cell)
    }

    /// Makes a unit one of a side.
    pub(super) fn enlist(&mut self, unit: UnitId, side: SideId, teams: &[u8]) {
        self.changed.insert(unit);
        self.pieces[unit.index()].side = side;
        for (other, team) in teams.iter().enumerate() {
            let (own, friends) = (&mut self.of_side[other], &mut self.friends[other]);
            own.remove(unit);
            friends.remove(unit);
            if other == side.index() {
                own.insert(unit);
            }
            if *team == teams[side.index()] {
                friends.insert(unit);
            }
        }
    }

    /// Puts a unit into a hex, or off the board, and returns where it was.
    pub(super) fn settle(&mut self, board: &Board, unit: UnitId, to: Cell) -> Cell {
        self.changed.insert(unit);
        let wide = self.pieces[unit.index()].wide;
        let from = std::mem::replace(&mut self.pieces[unit.index()].at, to);
        for (centre, enters) in [(from, false), (to, true)] {
            if centre.is_some() {
                self.mark(board, centre, enters);
                if wide {
                    let around = board.neighbours[centre.index()].into_iter().filter(|c| c.is_some());
                    around.for_each(|cell| self.mark(board, cell, enters));
                }
            }
        }
        if to.is_some() {
            self.on_board.insert(unit);
        } else {
            self.on_board.remove(unit);
        }
        from
    }

    /// Notes that a unit has entered or left a hex; where it is now is known already.
    #[inline]
    fn mark(&mut self, board: &Board, cell: Cell, enters: bool) {
        if enters {
            if has(&self.occupied, cell) {
                put(&mut self.crowded, cell, true);
            }
            put(&mut self.occupied, cell, true);
            return;
        }
        // Only who leaves a crowd has to be told how many are left.
        let left = if has(&self.crowded, cell) {
            let around = &board.neighbours[cell.index()];
            let covers = |p: &&Piece| p.at == cell || p.wide && p.at.is_some() && around.contains(&p.at);
            self.pieces.iter().filter(covers).count()
        } else {
            0
        };
        put(&mut self.occupied, cell, left > 0);
        put(&mut self.crowded, cell, left > 1);
    }
}

/// Two states are equal when the battle goes on in the same way from both; caches and the decision's number aside.
impl<R: Rules> PartialEq for State<R> {
    fn eq(&self, other: &Self) -> bool {
        self.pieces == other.pieces
            && self.units == other.units
            && self.ground == other.ground
            && self.table == other.table
            && self.pending == other.pending
            && self.steps == other.steps
            && self.open == other.open
            && self.over == other.over
            && self.conceded == other.conceded
    }
}

impl<R: Rules> Eq for State<R> {}

/// The hash of one hex; a hex with nothing on it counts nothing.
#[inline]
pub(super) fn ground_hash<R: Rules>(cell: Cell, ground: &R::Ground) -> u64 {
    if *ground == R::Ground::default() { 0 } else { StableHasher::of(u64::from(cell.0) + 1000, ground) }
}
