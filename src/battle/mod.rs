//! The chassis: battle, step, decision, action, event, dice, odds, journal. It knows no rule.
//!
//! A battle is a stack of small steps. [`Rules::run`] runs the top one and answers with a [`Flow`]: it is done,
//! it turns into another step, it puts one on top, or it asks somebody. Whatever lets others interrupt (reactions,
//! allocations, re-rolls, retreats, secret choices) is a step that asks. Between two decisions the chassis runs
//! steps until one asks again or the battle ends.

mod action;
mod dice;
mod event;
mod hash;
mod list;
mod odds;
mod record;

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Deref, Not};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use action::{Action, Decision, Kind, Listing, Reason, Refusal, Target, Verb};
pub use dice::{Bands, Chance, Dice, Every, MAX_BANDS, Rule, ScriptFault, Scripted, Seeded, band};
pub use event::{Event, Fact, Log};
pub use hash::Fold;
pub use hexfray_ai::mix;
pub use list::List;
pub use odds::{Odds, OddsOutcome, Part};
pub(crate) use record::record;
pub use record::{Leaf, Record};

use crate::board::{Board, Cell, Facing, MAX_CELLS, Terrain};

/// Most units in a battle, all sides together.
pub const MAX_UNITS: usize = 64;
/// Most sides in a battle.
pub const MAX_SIDES: usize = 8;
/// Most steps that may be pending at once.
const MAX_STEPS: usize = 16;

/// A unit's number, from 0, fixed for the battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct UnitId(pub u8);

impl UnitId {
    /// No unit.
    pub const NONE: UnitId = UnitId(u8::MAX);

    /// The index into arrays by unit.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A side's number, from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct SideId(pub u8);

impl SideId {
    /// The index into arrays by side.
    #[inline]
    #[must_use]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct UnitSet(pub u64);

impl UnitSet {
    /// Puts a unit in.
    #[inline]
    pub fn insert(&mut self, unit: UnitId) {
        self.0 |= 1 << unit.0;
    }

    /// Puts all units of another set in.
    #[inline]
    pub fn add(&mut self, units: UnitSet) {
        self.0 |= units.0;
    }

    /// Takes a unit out.
    #[inline]
    pub fn remove(&mut self, unit: UnitId) {
        // No unit is in no set.
        self.0 &= !1u64.checked_shl(unit.0.into()).unwrap_or(0);
    }

    /// Whether a unit is in it.
    #[inline]
    #[must_use]
    pub fn has(self, unit: UnitId) -> bool {
        unit.0 < 64 && self.0 >> unit.0 & 1 == 1
    }

    /// Whether it is empty.
    #[inline]
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many units are in it.
    #[inline]
    #[must_use]
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Those of its units that have this number or a higher one.
    #[inline]
    #[must_use]
    pub fn from(self, unit: u8) -> UnitSet {
        UnitSet(if unit < 64 { self.0 >> unit << unit } else { 0 })
    }

    /// The unit with the lowest number.
    #[inline]
    #[must_use]
    pub fn first(self) -> Option<UnitId> {
        (self.0 != 0).then(|| UnitId(self.0.trailing_zeros() as u8))
    }
}

impl Iterator for UnitSet {
    type Item = UnitId;

    #[inline]
    fn next(&mut self) -> Option<UnitId> {
        let first = self.first()?;
        self.0 &= self.0 - 1;
        Some(first)
    }
}

impl FromIterator<UnitId> for UnitSet {
    fn from_iter<I: IntoIterator<Item = UnitId>>(units: I) -> Self {
        let mut set = UnitSet::default();
        units.into_iter().for_each(|u| set.insert(u));
        set
    }
}

impl BitAnd for UnitSet {
    type Output = UnitSet;
    #[inline]
    fn bitand(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 & other.0)
    }
}

impl BitOr for UnitSet {
    type Output = UnitSet;
    #[inline]
    fn bitor(self, other: UnitSet) -> UnitSet {
        UnitSet(self.0 | other.0)
    }
}

impl Not for UnitSet {
    type Output = UnitSet;
    #[inline]
    fn not(self) -> UnitSet {
        UnitSet(!self.0)
    }
}

/// Where a unit stands and whose it is: what every ruleset needs, packed so that a scan over all is cheap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its hex; [`Cell::NONE`] when it is not on the board.
    pub at: Cell,
    /// Its side.
    pub side: SideId,
    /// Its facing (MAP-05); meaningless for units that have none.
    pub facing: Facing,
}

/// A side as set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The name that players see.
    pub name: String,
    /// Sides of one team are friends and win together.
    pub team: u8,
}

/// What all copies of a battle share and nobody changes.
#[derive(Debug)]
pub struct Shared<R: Rules> {
    /// The ground.
    pub board: Board,
    /// The sides, two to eight.
    pub sides: Vec<Side>,
    // Their teams, in one place.
    teams: List<u8, MAX_SIDES>,
    /// The ruleset's own: sheets, numbers, objectives.
    pub setting: R::Setting,
}

impl<R: Rules> Shared<R> {
    /// What a battle is set up with.
    ///
    /// # Panics
    /// With more than [`MAX_SIDES`] sides; set-up refuses those first.
    #[must_use]
    pub fn new(board: Board, sides: Vec<Side>, setting: R::Setting) -> Self {
        Shared { board, teams: sides.iter().map(|s| s.team).collect(), sides, setting }
    }
}

/// How a battle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The sides that won, as bits; none is a draw.
    pub winners: u8,
    /// Why it ended.
    pub reason: &'static str,
    /// The rule that ended it.
    pub rule: Rule,
}

impl Outcome {
    /// Whether a side won.
    #[must_use]
    pub fn won(&self, side: SideId) -> bool {
        self.winners >> side.0 & 1 == 1
    }
}

/// What a step answers when it has run.
#[derive(Clone, Copy, Debug)]
pub enum Flow<S> {
    /// Finished; the step below goes on.
    Done,
    /// Turns into another step.
    Next(S),
    /// Turns into the first step and puts the second on top of it.
    Push(S, S),
    /// Waits, as this step, for an answer.
    Ask(S, Decision),
    /// The battle is over.
    End(Outcome),
}

/// A ruleset: its records, its steps, and what may be done when.
pub trait Rules: Copy + Debug + Send + Sync + Sized + 'static {
    /// The name that files use.
    const NAME: &'static str;
    /// What a battle of this ruleset is set up with and never changes.
    type Setting: Debug + Send + Sync;
    /// The numbers of a unit.
    type Unit: Record + Default + Eq + Hash + Debug + Send + Sync;
    /// The numbers of a hex.
    type Ground: Record + Default + Eq + Hash + Debug + Send + Sync;
    /// The numbers of the battle as a whole.
    type Table: Record + Default + Eq + Hash + Debug + Send + Sync;
    /// What waits to be resolved by a later step: declared fire, hits whose damage is still to be rolled.
    type Pending: Clone + Default + Eq + Hash + Debug + Send + Sync;
    /// A pending step.
    type Step: Copy + Eq + Hash + Debug + Send + Sync;

    /// Runs a step; `answer` is there when the step had asked.
    fn run(play: &mut Play<'_, Self>, step: Self::Step, answer: Option<Action>) -> Flow<Self::Step>;

    /// Lists the answers with one unit, or with none. Every answer has its unit in [`Action::unit`].
    fn offers(battle: &Battle<Self>, step: Self::Step, actor: Option<UnitId>, list: &mut Listing);

    /// Why an action that is not listed is not.
    fn refusal(battle: &Battle<Self>, step: Self::Step, action: Action) -> Refusal;

    /// The action in words.
    fn describe(battle: &Battle<Self>, action: Action) -> String;

    /// The step in words: where the turn is.
    fn place_in_turn(battle: &Battle<Self>) -> String;

    /// The name of a unit, unique on its side.
    fn name(battle: &Battle<Self>, unit: UnitId) -> String;

    /// Whether a unit is alive, on the board or not.
    fn alive(battle: &Battle<Self>, unit: UnitId) -> bool;

    /// Victory points of a side now, its team's included.
    fn score(battle: &Battle<Self>, side: SideId) -> i32;

    /// The terrain of a hex as it is now.
    fn terrain(battle: &Battle<Self>, cell: Cell) -> Terrain;

    /// Checks what must always hold under this ruleset; says what does not.
    fn breach(battle: &Battle<Self>) -> Option<String>;

    /// Takes out of a state what a side may not know.
    fn hide(battle: &mut Battle<Self>, viewer: SideId);

    /// Puts in its place something that the side could believe.
    fn redeal(battle: &mut Battle<Self>, viewer: SideId, dice: &mut dyn Dice);

    /// A battle in which only this action's own consequences are played: other pending declarations are left out,
    /// and so is what follows them. Odds are enumerated on it.
    fn isolate(battle: &Battle<Self>, action: Action) -> Battle<Self>;

    /// What a question inside such a what-if is answered with, as players mostly do; none where the what-if had
    /// better end with the question.
    fn habit(battle: &Battle<Self>, list: &mut Listing) -> Option<Action>;
}

/// All that changes in a battle.
#[derive(Debug)]
pub struct State<R: Rules> {
    pieces: List<Piece, MAX_UNITS>,
    // Three ways of looking at the pieces that are asked for all the time.
    on_board: UnitSet,
    of_side: [UnitSet; MAX_SIDES],
    occupied: Bits,
    crowded: Bits,
    units: List<R::Unit, MAX_UNITS>,
    // Only hexes with something on them, by hex; most battles have few.
    ground: Vec<(Cell, R::Ground)>,
    table: R::Table,
    pending: R::Pending,
    steps: List<R::Step, MAX_STEPS>,
    open: Option<Decision>,
    over: Option<Outcome>,
    number: u32,
    // The hash is kept up piece by piece: what changed since is rehashed when somebody asks.
    unit_hashes: List<u64, MAX_UNITS>,
    all_units_hash: u64,
    changed: UnitSet,
    ground_hash: u64,
}

impl<R: Rules> Clone for State<R> {
    fn clone(&self) -> Self {
        State {
            pieces: self.pieces.clone(),
            on_board: self.on_board,
            of_side: self.of_side,
            occupied: self.occupied.clone(),
            crowded: self.crowded.clone(),
            units: self.units.clone(),
            ground: self.ground.clone(),
            table: self.table,
            pending: self.pending.clone(),
            steps: self.steps.clone(),
            open: self.open,
            over: self.over,
            number: self.number,
            unit_hashes: self.unit_hashes.clone(),
            all_units_hash: self.all_units_hash,
            changed: self.changed,
            ground_hash: self.ground_hash,
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.pieces.clone_from(&source.pieces);
        self.on_board = source.on_board;
        self.of_side = source.of_side;
        self.occupied.clone_from(&source.occupied);
        self.crowded.clone_from(&source.crowded);
        self.units.clone_from(&source.units);
        self.ground.clone_from(&source.ground);
        self.table = source.table;
        self.pending.clone_from(&source.pending);
        self.steps.clone_from(&source.steps);
        self.open = source.open;
        self.over = source.over;
        self.number = source.number;
        self.unit_hashes.clone_from(&source.unit_hashes);
        self.all_units_hash = source.all_units_hash;
        self.changed = source.changed;
        self.ground_hash = source.ground_hash;
    }
}

/// A set of hexes.
type Bits = List<u64, { MAX_CELLS.div_ceil(64) }>;

#[inline]
fn has(bits: &Bits, cell: Cell) -> bool {
    bits[cell.index() / 64] >> (cell.index() % 64) & 1 == 1
}

#[inline]
fn put(bits: &mut Bits, cell: Cell, inside: bool) {
    let bit = 1 << (cell.index() % 64);
    let word = &mut bits[cell.index() / 64];
    *word = if inside { *word | bit } else { *word & !bit };
}

impl<R: Rules> State<R> {
    /// Puts a unit into a hex, or off the board, and returns where it was.
    fn settle(&mut self, unit: UnitId, to: Cell) -> Cell {
        self.changed.insert(unit);
        let from = std::mem::replace(&mut self.pieces[unit.index()].at, to);
        for cell in [from, to].into_iter().filter(|c| c.is_some()) {
            let there = self.pieces.iter().filter(|p| p.at == cell).count();
            put(&mut self.occupied, cell, there > 0);
            put(&mut self.crowded, cell, there > 1);
        }
        if to.is_some() {
            self.on_board.insert(unit);
        } else {
            self.on_board.remove(unit);
        }
        from
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
    }
}

impl<R: Rules> Eq for State<R> {}

/// One battle of a ruleset.
#[derive(Debug)]
pub struct Battle<R: Rules> {
    shared: Arc<Shared<R>>,
    state: State<R>,
}

impl<R: Rules> Clone for Battle<R> {
    fn clone(&self) -> Self {
        Battle { shared: Arc::clone(&self.shared), state: self.state.clone() }
    }

    /// Copies without allocating, and without touching the shared count when both are of one battle.
    fn clone_from(&mut self, source: &Self) {
        if !Arc::ptr_eq(&self.shared, &source.shared) {
            self.shared = Arc::clone(&source.shared);
        }
        self.state.clone_from(&source.state);
    }
}

impl<R: Rules> Battle<R> {
    /// A battle about to begin with this step. Run it up to its first decision with [`Battle::start`].
    ///
    /// # Panics
    /// With more units or sides than fit; set-up refuses those first.
    #[must_use]
    pub fn new(shared: Shared<R>, units: Vec<(Piece, R::Unit)>, first: R::Step) -> Self {
        assert!(units.len() <= MAX_UNITS && shared.sides.len() <= MAX_SIDES, "set-up checks capacities");
        let mut state = State {
            pieces: units.iter().map(|u| u.0).collect(),
            on_board: UnitSet::default(),
            of_side: [UnitSet::default(); MAX_SIDES],
            occupied: (0..shared.board.len().div_ceil(64)).map(|_| 0).collect(),
            crowded: (0..shared.board.len().div_ceil(64)).map(|_| 0).collect(),
            units: units.iter().map(|u| u.1).collect(),
            ground: Vec::new(),
            table: R::Table::default(),
            pending: R::Pending::default(),
            steps: List::default(),
            open: None,
            over: None,
            number: 0,
            unit_hashes: units.iter().map(|_| 0).collect(),
            changed: UnitSet((1u128 << units.len()).wrapping_sub(1) as u64),
            all_units_hash: 0,
            ground_hash: 0,
        };
        for (i, (piece, _)) in units.iter().enumerate() {
            state.of_side[piece.side.index()].insert(UnitId(i as u8));
            state.settle(UnitId(i as u8), piece.at);
        }
        state.steps.push(first);
        Battle { shared: Arc::new(shared), state }
    }

    /// Runs up to the first decision.
    pub fn start(&mut self, dice: &mut dyn Dice, log: &mut Log) {
        self.resume(None, dice, log);
    }

    /// What all copies share.
    #[inline]
    #[must_use]
    pub fn shared(&self) -> &Shared<R> {
        &self.shared
    }

    /// The ground.
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.shared.board
    }

    /// The ruleset's own set-up.
    #[inline]
    #[must_use]
    pub fn setting(&self) -> &R::Setting {
        &self.shared.setting
    }

    /// Everything that changes.
    #[must_use]
    pub fn state(&self) -> &State<R> {
        &self.state
    }

    /// The numbers of the battle as a whole.
    #[inline]
    #[must_use]
    pub fn table(&self) -> &R::Table {
        &self.state.table
    }

    /// What waits to be resolved.
    #[inline]
    #[must_use]
    pub fn pending(&self) -> &R::Pending {
        &self.state.pending
    }

    /// All units that the battle was set up with, on the board or not.
    #[inline]
    #[must_use]
    pub fn units(&self) -> UnitSet {
        UnitSet((1u128 << self.state.units.len()).wrapping_sub(1) as u64)
    }

    /// The numbers of a unit.
    #[inline]
    #[must_use]
    pub fn unit(&self, id: UnitId) -> &R::Unit {
        &self.state.units[id.index()]
    }

    /// Where a unit stands and whose it is.
    #[inline]
    #[must_use]
    pub fn piece(&self, id: UnitId) -> Piece {
        self.state.pieces[id.index()]
    }

    /// The numbers of a hex.
    #[inline]
    #[must_use]
    pub fn ground(&self, cell: Cell) -> R::Ground {
        if self.state.ground.is_empty() {
            return R::Ground::default();
        }
        let found = self.state.ground.binary_search_by_key(&cell, |g| g.0);
        found.map_or_else(|_| R::Ground::default(), |at| self.state.ground[at].1)
    }

    /// The hexes with something on them and their numbers, in order of the hexes.
    #[inline]
    #[must_use]
    pub fn marked(&self) -> &[(Cell, R::Ground)] {
        &self.state.ground
    }

    /// The team of a side.
    #[inline]
    #[must_use]
    pub fn team(&self, side: SideId) -> u8 {
        self.shared.teams[side.index()]
    }

    /// Whether two units are on different teams.
    #[inline]
    #[must_use]
    pub fn enemies(&self, a: UnitId, b: UnitId) -> bool {
        self.team(self.piece(a).side) != self.team(self.piece(b).side)
    }

    /// The units in a hex.
    #[inline]
    #[must_use]
    pub fn units_in(&self, cell: Cell) -> UnitSet {
        if !self.occupied(cell) {
            return UnitSet::default();
        }
        self.units_where(|p| p.at == cell)
    }

    /// Whether any unit is in a hex.
    #[inline]
    #[must_use]
    pub fn occupied(&self, cell: Cell) -> bool {
        has(&self.state.occupied, cell)
    }

    /// Whether two units or more are in a hex.
    #[inline]
    #[must_use]
    pub fn crowded(&self, cell: Cell) -> bool {
        has(&self.state.crowded, cell)
    }

    /// The units that are on the board.
    #[inline]
    #[must_use]
    pub fn on_board(&self) -> UnitSet {
        self.state.on_board
    }

    /// The units on the board of a side.
    #[inline]
    #[must_use]
    pub fn units_of(&self, side: SideId) -> UnitSet {
        self.state.of_side[side.index()] & self.state.on_board
    }

    /// The units on the board of a side's team.
    #[inline]
    #[must_use]
    pub fn friends_of(&self, side: SideId) -> UnitSet {
        let team = self.team(side);
        let sides = self.shared.teams.iter().zip(self.state.of_side);
        let all = sides.filter(|(t, _)| **t == team).fold(UnitSet::default(), |all, (_, units)| all | units);
        all & self.state.on_board
    }

    /// The units on the board that are no friends of a side.
    #[inline]
    #[must_use]
    pub fn enemies_of(&self, side: SideId) -> UnitSet {
        self.state.on_board & !self.friends_of(side)
    }

    /// The units whose place fulfils a condition.
    #[inline]
    pub fn units_where(&self, mut condition: impl FnMut(&Piece) -> bool) -> UnitSet {
        let mut set = 0;
        for (i, piece) in self.state.pieces.iter().enumerate() {
            set |= u64::from(condition(piece)) << i;
        }
        UnitSet(set)
    }

    /// The open question; none when the battle is over.
    #[inline]
    #[must_use]
    pub fn decision(&self) -> Option<Decision> {
        self.state.open
    }

    /// How the battle ended, if it did.
    #[inline]
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.over
    }

    /// How many decisions have been answered.
    #[inline]
    #[must_use]
    pub fn number(&self) -> u32 {
        self.state.number
    }

    /// The step that asks, or that would run next.
    #[inline]
    #[must_use]
    pub fn step(&self) -> Option<R::Step> {
        self.state.steps.last().copied()
    }

    /// The pending steps, the one that runs first last.
    #[must_use]
    pub fn steps(&self) -> &[R::Step] {
        &self.state.steps
    }

    /// The units that the open decision may be answered with.
    #[inline]
    #[must_use]
    pub fn actors(&self) -> UnitSet {
        self.state.open.map_or(UnitSet::default(), |d| d.actors)
    }

    /// Lists the answers with one unit, or those with none.
    #[inline]
    pub fn offers(&self, actor: Option<UnitId>, list: &mut Listing) {
        list.actions.clear();
        self.add_offers(actor, list);
    }

    fn add_offers(&self, actor: Option<UnitId>, list: &mut Listing) {
        if let (Some(_), Some(step)) = (self.state.open, self.step()) {
            R::offers(self, step, actor, list);
        }
    }

    /// Lists every legal answer: the units' first, in order of their numbers.
    pub fn legal(&self, list: &mut Listing) {
        list.actions.clear();
        for unit in self.actors() {
            self.add_offers(Some(unit), list);
        }
        self.add_offers(None, list);
    }

    /// Answers the open decision.
    ///
    /// # Errors
    /// With the reason when the action is not listed; nothing has changed then.
    pub fn play(
        &mut self,
        action: Action,
        list: &mut Listing,
        dice: &mut dyn Dice,
        log: &mut Log,
    ) -> Result<(), Refusal> {
        self.check(action, list)?;
        self.play_unchecked(action, dice, log);
        Ok(())
    }

    /// Whether an action is legal.
    ///
    /// # Errors
    /// With the reason when it is not.
    pub fn check(&self, action: Action, list: &mut Listing) -> Result<(), Refusal> {
        let (Some(_), Some(step)) = (self.state.open, self.step()) else {
            return Err(Refusal::new(Reason::Over, self.state.over.map_or(Rule("HEX-WIN-03"), |o| o.rule)));
        };
        let known = action.unit == UnitId::NONE || action.unit.index() < self.state.units.len();
        if known {
            let actor = (action.unit != UnitId::NONE).then_some(action.unit);
            if actor.is_none_or(|a| self.actors().has(a)) {
                self.offers(actor, list);
                if list.actions.contains(&action) {
                    return Ok(());
                }
            }
        }
        Err(R::refusal(self, step, action))
    }

    /// Answers the open decision with an action that was listed. Anything else breaks the battle.
    pub fn play_unchecked(&mut self, action: Action, dice: &mut dyn Dice, log: &mut Log) {
        if let Some(decision) = self.state.open.take() {
            log.push(
                decision.rule,
                match decision.kind {
                    Kind::Commit => Fact::Sealed { side: decision.side, unit: action.unit },
                    _ => Fact::Acted { side: decision.side, action },
                },
            );
        }
        self.state.number += 1;
        self.resume(Some(action), dice, log);
    }

    fn resume(&mut self, mut answer: Option<Action>, dice: &mut dyn Dice, log: &mut Log) {
        while self.state.open.is_none() && self.state.over.is_none() {
            self.tick(answer.take(), dice, log);
        }
    }

    /// Runs one step: what the enumeration of odds does, so that equal states can be merged on the way.
    pub(crate) fn tick(&mut self, answer: Option<Action>, dice: &mut dyn Dice, log: &mut Log) {
        let step = self.state.steps.pop().expect("a battle that is not over has a step to run");
        let flow = R::run(&mut Play { battle: self, dice, log }, step, answer);
        let steps = &mut self.state.steps;
        match flow {
            Flow::Done => {}
            Flow::Next(step) => steps.push(step),
            Flow::Push(below, top) => {
                steps.push(below);
                steps.push(top);
            }
            Flow::Ask(step, decision) => {
                steps.push(step);
                self.state.open = Some(decision);
            }
            Flow::End(outcome) => {
                steps.clear();
                self.state.over = Some(outcome);
                log.push(outcome.rule, Fact::Over);
            }
        }
    }

    /// Puts a battle into the middle of other steps, of which the last is the one that asks. For odds.
    pub(crate) fn set_steps(&mut self, steps: &[R::Step], open: Option<Decision>) {
        self.state.steps.clear();
        self.state.steps.extend(steps.iter().copied());
        self.state.open = open;
    }

    /// Changes the battle without rolls or log: for set-up, views and what-if questions.
    pub(crate) fn edit<T>(&mut self, change: impl FnOnce(&mut Play<'_, R>) -> T) -> T {
        /// Dice for changes that may not roll.
        struct NoDice;
        impl Dice for NoDice {
            fn roll(&mut self, rule: Rule, _faces: u8, _cuts: &[u8]) -> u8 {
                unreachable!("set-up rolled {rule}")
            }
        }
        change(&mut Play { battle: self, dice: &mut NoDice, log: &mut Log::off() })
    }

    /// All that a side may know.
    #[must_use]
    pub fn view_for(&self, viewer: SideId) -> Self {
        let mut view = self.clone();
        R::hide(&mut view, viewer);
        view
    }

    /// The state's hash: what the journal keeps after each decision. Rehashes only what changed.
    pub fn hash(&mut self) -> u64 {
        let changed = std::mem::take(&mut self.state.changed);
        for unit in changed {
            let hash = self.unit_hash(unit.index());
            let old = std::mem::replace(&mut self.state.unit_hashes[unit.index()], hash);
            self.state.all_units_hash ^= old ^ hash;
        }
        self.fold(self.state.all_units_hash, self.state.ground_hash)
    }

    /// The state's hash, computed anew.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let ground = self.state.ground.iter().fold(0, |h, (cell, g)| h ^ ground_hash::<R>(*cell, g));
        self.fold((0..self.state.units.len()).fold(0, |h, i| h ^ self.unit_hash(i)), ground)
    }

    fn unit_hash(&self, i: usize) -> u64 {
        Fold::of(i as u64 + 1, &(self.state.pieces[i], &self.state.units[i]))
    }

    fn fold(&self, units: u64, ground: u64) -> u64 {
        Fold::of(
            units ^ ground,
            &(&self.state.table, &self.state.pending, &self.state.steps, self.state.over.is_some()),
        )
    }
}

/// The hash of one hex; a hex with nothing on it counts nothing.
#[inline]
fn ground_hash<R: Rules>(cell: Cell, ground: &R::Ground) -> u64 {
    if *ground == R::Ground::default() { 0 } else { Fold::of(u64::from(cell.0) + 1000, ground) }
}

/// A die to be rolled, with what the log says of it.
#[derive(Clone, Copy, Debug)]
pub struct Roll {
    /// Under which rule.
    pub rule: Rule,
    /// Faces of the die.
    pub faces: u8,
    /// Who rolls.
    pub by: UnitId,
    /// Against whom.
    pub against: UnitId,
}

impl Roll {
    /// A roll of one die by a unit.
    #[must_use]
    pub fn new(rule: Rule, faces: u8, by: UnitId) -> Self {
        Roll { rule, faces, by, against: UnitId::NONE }
    }

    /// The same against a unit.
    #[must_use]
    pub fn against(mut self, unit: UnitId) -> Self {
        self.against = unit;
        self
    }
}

/// A battle while a step runs: the only place where it changes, rolls and reports.
pub struct Play<'a, R: Rules> {
    battle: &'a mut Battle<R>,
    dice: &'a mut dyn Dice,
    log: &'a mut Log,
}

impl<R: Rules> Deref for Play<'_, R> {
    type Target = Battle<R>;

    #[inline]
    fn deref(&self) -> &Battle<R> {
        self.battle
    }
}

impl<R: Rules> Play<'_, R> {
    /// Changes a unit's numbers.
    #[inline]
    pub fn change(&mut self, unit: UnitId, rule: Rule, change: impl FnOnce(&mut R::Unit)) {
        self.battle.state.changed.insert(unit);
        let slot = &mut self.battle.state.units[unit.index()];
        if !self.log.is_on() {
            return change(slot);
        }
        let before = *slot;
        change(slot);
        report(&before, slot, |field, from, to| self.log.push(rule, Fact::Changed { unit, field, from, to }));
    }

    /// Changes a hex's numbers.
    pub fn change_ground(&mut self, cell: Cell, rule: Rule, change: impl FnOnce(&mut R::Ground)) {
        let before = self.ground(cell);
        let mut after = before;
        change(&mut after);
        let ground = &mut self.battle.state.ground;
        match (ground.binary_search_by_key(&cell, |g| g.0), after == R::Ground::default()) {
            (Ok(at), true) => _ = ground.remove(at),
            (Ok(at), false) => ground[at].1 = after,
            (Err(_), true) => {}
            (Err(at), false) => ground.insert(at, (cell, after)),
        }
        self.battle.state.ground_hash ^= ground_hash::<R>(cell, &before) ^ ground_hash::<R>(cell, &after);
        if self.log.is_on() {
            report(&before, &after, |field, from, to| self.log.push(rule, Fact::Ground { cell, field, from, to }));
        }
    }

    /// Changes the numbers of the battle as a whole.
    #[inline]
    pub fn change_table(&mut self, rule: Rule, change: impl FnOnce(&mut R::Table)) {
        let slot = &mut self.battle.state.table;
        if !self.log.is_on() {
            return change(slot);
        }
        let before = *slot;
        change(slot);
        report(&before, slot, |field, from, to| self.log.push(rule, Fact::Table { field, from, to }));
    }

    /// What waits to be resolved, to be changed. Nobody reads it but the ruleset's steps, so nothing is reported.
    #[inline]
    pub fn pending_mut(&mut self) -> &mut R::Pending {
        &mut self.battle.state.pending
    }

    /// Puts a unit into a hex, or off the board with [`Cell::NONE`].
    pub fn move_to(&mut self, unit: UnitId, to: Cell, rule: Rule) {
        let from = self.battle.state.settle(unit, to);
        self.log.push(rule, Fact::Moved { unit, from, to });
    }

    /// Turns a unit.
    pub fn face(&mut self, unit: UnitId, facing: Facing, rule: Rule) {
        self.battle.state.changed.insert(unit);
        self.battle.state.pieces[unit.index()].facing = facing;
        self.log.push(rule, Fact::Faced { unit, facing });
    }

    /// Rolls a die of which only the band of the face matters (see [`Dice`]).
    pub fn roll(&mut self, roll: Roll, cuts: &[u8]) -> u8 {
        let face = self.dice.roll(roll.rule, roll.faces, cuts);
        self.log_roll(roll, face, cuts);
        face
    }

    /// Rolls several dice alike and counts how many fall into each band.
    pub fn pool(&mut self, roll: Roll, cuts: &[u8], count: u8) -> Bands {
        let log = &mut *self.log;
        self.dice.pool(roll.rule, roll.faces, cuts, count, &mut |face| {
            log.push(roll.rule, rolled(roll, face, cuts));
        })
    }

    /// Rolls a die against a target number; yes when the face is at least `need`.
    pub fn test(&mut self, roll: Roll, need: u8) -> bool {
        self.roll(roll, &[need]) >= need
    }

    fn log_roll(&mut self, roll: Roll, face: u8, cuts: &[u8]) {
        self.log.push(roll.rule, rolled(roll, face, cuts));
    }

    /// Reports something.
    #[inline]
    pub fn tell(&mut self, rule: Rule, fact: Fact) {
        self.log.push(rule, fact);
    }

    /// Reports something about a unit in words.
    #[inline]
    pub fn note(&mut self, rule: Rule, text: &'static str, unit: UnitId, value: i16) {
        self.log.push(rule, Fact::Note { text, unit, value });
    }
}

/// A roll with one cut has a target number; others read a table.
fn rolled(roll: Roll, face: u8, cuts: &[u8]) -> Fact {
    let need = if let [need] = cuts { *need } else { 0 };
    Fact::Rolled { faces: roll.faces, face, need, by: roll.by, against: roll.against }
}

fn report<T: Record>(before: &T, after: &T, mut changed: impl FnMut(u8, i32, i32)) {
    for (i, to) in after.values() {
        let from = before.value(i);
        if from != to {
            changed(i as u8, from, to);
        }
    }
}

impl<R: Rules> Battle<R> {
    /// Checks what must always hold between decisions; says what does not.
    pub fn breach(&mut self) -> Option<String> {
        let mut list = Listing::default();
        self.legal(&mut list);
        if self.state.over.is_some() == self.state.open.is_some() {
            return Some("a battle is over, or somebody decides; never both, never neither".to_owned());
        }
        if self.state.over.is_none() && list.actions.is_empty() {
            return Some(format!("{:?} asks but offers nothing", self.step()));
        }
        for (i, action) in list.actions.iter().enumerate() {
            if list.actions[..i].contains(action) {
                return Some(format!("{action:?} is listed twice"));
            }
        }
        if let Some(decision) = self.state.open {
            let strangers = self.actors().find(|&u| self.piece(u).side != decision.side);
            if let Some(unit) = strangers {
                return Some(format!("{unit:?} is asked about but is not of the side that decides"));
            }
        }
        for unit in self.units() {
            let at = self.piece(unit).at;
            if at.is_some() && (at.index() >= self.board().len() || !R::alive(self, unit)) {
                return Some(format!("{unit:?} stands at {at:?}, dead or off the board"));
            }
        }
        let (kept, anew) = (self.hash(), self.digest());
        if kept != anew {
            return Some(format!("the hash kept up is {kept:016x}, computed anew {anew:016x}"));
        }
        R::breach(self)
    }
}
