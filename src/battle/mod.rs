//! The chassis: battle, step, decision, action, event, dice, odds, journal. It knows no rule.
//!
//! A battle is a stack of small steps. [`Rules::run`] runs the top one and answers with a [`Flow`]: it is done,
//! it turns into another step, it puts one on top, or it asks somebody. Whatever lets others interrupt (reactions,
//! allocations, re-rolls, retreats, secret choices) is a step that asks. Between two decisions the chassis runs
//! steps until one asks again or the battle ends.

mod action;
mod concession;
mod dice;
mod event;
pub mod field;
mod group;
mod hash;
mod odds;
mod play;
mod record;
mod rules;
mod seal;
mod state;
mod unit;

#[cfg(test)]
mod tests;

use std::sync::Arc;

pub use action::{Action, Decision, Kind, Listing, Reason, Refusal, Target, Verb};
pub use dice::{Bands, Chance, CommonRandom, Dice, Every, MAX_BANDS, Rule, ScriptFault, Scripted, Seeded, band};
pub use event::{Event, Fact, Log, Modifier, Rolls, Whose};
pub use group::Groups;
pub use hash::StableHasher;
pub use hexfray_ai::mix;
pub use odds::{Changes, Odds, OddsOutcome, Part};
pub use play::{Play, Roll};
pub(crate) use record::record;
pub use record::{BySide, Declared, Leaf, Record};
pub use rules::{Clock, Flow, Outcome, Preview, Rules};
pub use seal::{LINES, Lines, Notary, Salt, Seal, Secret};
pub use state::State;
pub use unit::{MAX_PIECES, MAX_SIDES, MAX_UNITS, MaybeUnit, Narrow, Piece, SideId, UnitId, UnitSet, Wide, Words};

use crate::board::{Board, Cell, Reach};

use state::ground_hash;

/// A side as set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The name that players see.
    pub name: String,
    /// Sides of one team are friends and win together.
    pub team: u8,
    /// Nobody plays it: the rules move it, and it cannot win. Such sides come after all others.
    pub neutral: bool,
}

impl Side {
    /// A side that somebody plays.
    #[must_use]
    pub fn played(name: String, team: u8) -> Side {
        Side { name, team, neutral: false }
    }
}

/// What all copies of a battle share and nobody changes.
#[derive(Debug)]
pub struct Shared<R: Rules> {
    /// The ground.
    pub board: Board,
    /// The sides, two to eight.
    pub sides: Vec<Side>,
    // Their teams, in one place.
    teams: Vec<u8>,
    // How many of them somebody plays.
    players: usize,
    groups: Groups<R::Words>,
    /// The ruleset's own: sheets, numbers, objectives.
    pub setting: R::Setting,
}

impl<R: Rules> Shared<R> {
    /// What a battle is set up with.
    #[must_use]
    pub fn new(board: Board, sides: Vec<Side>, setting: R::Setting) -> Self {
        let players = sides.iter().take_while(|s| !s.neutral).count();
        debug_assert!(sides[players..].iter().all(|s| s.neutral), "sides that nobody plays come last");
        let teams = sides.iter().map(|s| s.team).collect();
        Shared { board, teams, players, sides, groups: Groups::default(), setting }
    }

    /// The same with units that are groups of several pieces (see [`Groups`]): for each piece, by its number, the unit
    /// that it belongs to.
    ///
    /// # Panics
    /// Where a unit's number is not that of its first piece, or there are more than [`MAX_UNITS`] units.
    #[must_use]
    pub fn grouped(mut self, unit_of: Vec<UnitId>) -> Self {
        self.groups = Groups::new(unit_of);
        self
    }
}

/// One battle of a ruleset.
#[derive(Debug)]
pub struct Battle<R: Rules> {
    shared: Arc<Shared<R>>,
    state: State<R>,
    // What steps search with, lent by `Play::with_reach`: no part of the battle, so copies have none until they need some.
    scratch: Option<Box<Reach>>,
}

impl<R: Rules> Clone for Battle<R> {
    fn clone(&self) -> Self {
        Battle { shared: Arc::clone(&self.shared), state: self.state.clone(), scratch: None }
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
        assert!(shared.groups.fit(units.len()) && shared.sides.len() <= MAX_SIDES, "set-up checks capacities");
        let state = State::new(&shared.board, &shared.teams, &units, first);
        Battle { shared: Arc::new(shared), state, scratch: None }
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

    /// All units that the battle was set up with, on the board or not, piece by piece.
    #[inline]
    #[must_use]
    pub fn units(&self) -> UnitSet<R::Words> {
        UnitSet::lowest(self.state.units.len())
    }

    /// The unit that a piece belongs to: itself, unless the battle was set up with groups.
    #[inline]
    #[must_use]
    pub fn unit_of(&self, piece: UnitId) -> UnitId {
        self.shared.groups.unit_of(piece)
    }

    /// The pieces of a unit, on the board or not: itself, unless the battle was set up with groups.
    #[inline]
    #[must_use]
    pub fn pieces_of(&self, unit: UnitId) -> UnitSet<R::Words> {
        self.shared.groups.pieces_of(unit)
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

    /// How many sides somebody plays; those that nobody does come after them.
    #[inline]
    #[must_use]
    pub fn players(&self) -> usize {
        self.shared.players
    }

    /// The sides that somebody plays.
    pub fn sides(&self) -> impl Iterator<Item = SideId> + use<R> {
        SideId::first(self.players())
    }

    /// The sides of other teams than a side's own that somebody plays.
    pub fn enemy_sides(&self, side: SideId) -> impl Iterator<Item = SideId> {
        self.sides().filter(move |&s| self.team(s) != self.team(side))
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
    pub fn units_in(&self, cell: Cell) -> UnitSet<R::Words> {
        if !self.occupied(cell) {
            return UnitSet::default();
        }
        let around = &self.board().neighbours[cell.index()];
        self.units_where(|p| p.at == cell || p.wide && p.at.is_some() && around.contains(&p.at))
    }

    /// Whether any unit is in a hex.
    #[inline]
    #[must_use]
    pub fn occupied(&self, cell: Cell) -> bool {
        self.state.occupied(cell)
    }

    /// The hexes in which units are, by bits: 64 hexes a word, the first hex's bit lowest.
    #[inline]
    #[must_use]
    pub fn occupied_hexes(&self) -> &[u64] {
        &self.state.occupied
    }

    /// Whether two units or more are in a hex.
    #[inline]
    #[must_use]
    pub fn crowded(&self, cell: Cell) -> bool {
        self.state.crowded(cell)
    }

    /// The units that are on the board.
    #[inline]
    #[must_use]
    pub fn on_board(&self) -> UnitSet<R::Words> {
        self.state.on_board
    }

    /// The units on the board of a side.
    #[inline]
    #[must_use]
    pub fn units_of(&self, side: SideId) -> UnitSet<R::Words> {
        self.state.of_side[side.index()] & self.state.on_board
    }

    /// The units on the board of a side's team.
    #[inline]
    #[must_use]
    pub fn friends_of(&self, side: SideId) -> UnitSet<R::Words> {
        self.state.friends[side.index()] & self.state.on_board
    }

    /// The units on the board that are no friends of a side.
    #[inline]
    #[must_use]
    pub fn enemies_of(&self, side: SideId) -> UnitSet<R::Words> {
        self.state.on_board & !self.friends_of(side)
    }

    /// The units whose place fulfils a condition.
    #[inline]
    pub fn units_where(&self, condition: impl FnMut(&Piece) -> bool) -> UnitSet<R::Words> {
        UnitSet::of(self.state.pieces.iter().map(condition))
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

    /// Answers the open decision; giving up, which is never listed, answers every one (MAP-24).
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

    /// Whether an action is legal: exactly those are listed, and giving up besides. Plays nothing; `list` lends its buffers.
    ///
    /// # Errors
    /// With the reason when it is not.
    pub fn check(&self, action: Action, list: &mut Listing) -> Result<(), Refusal> {
        let no = |reason, rule| Err(Refusal::new(reason, rule));
        let (Some(decision), Some(step)) = (self.state.open, self.step()) else {
            return no(Reason::Over, self.state.over.map_or(R::SEQUENCE, |outcome| outcome.rule));
        };
        if action == Action::concession() {
            return Ok(());
        }
        let actor = action.actor();
        let verbs = R::verbs(self, step, actor);
        if let Some(unit) = actor {
            if !self.units().has(unit) {
                return no(Reason::NoSuchUnit, R::SEQUENCE);
            }
            if self.piece(unit).side != decision.side {
                return no(Reason::NotYours, R::COMMAND);
            }
            let asked = decision.actors.has(unit);
            if !asked && !R::present(self, unit) && !verbs.contains(&Verb::Place) {
                return no(Reason::NoSuchUnit, R::SEQUENCE);
            }
        }
        if !verbs.contains(&action.verb) {
            return no(Reason::WrongVerb, decision.rule);
        }
        match action.target {
            Target::Unit(target) if !self.units().has(target) => return no(Reason::NoSuchUnit, decision.rule),
            Target::Hex(cell) if cell.index() >= self.board().len() => return no(Reason::NoSuchHex, decision.rule),
            _ => {}
        }
        R::check(self, step, action, list)?;
        match actor {
            Some(unit) if !decision.actors.has(unit) => no(Reason::MayNotAct, decision.rule),
            _ => Ok(()),
        }
    }

    /// Answers the open decision with an action that was listed. Anything else breaks the battle.
    pub fn play_unchecked(&mut self, action: Action, dice: &mut dyn Dice, log: &mut Log) {
        self.state.number += 1;
        if action.verb == Verb::Concede {
            self.concede(log);
            self.resume(None, dice, log);
        } else {
            self.tell_answer(action, log);
            self.resume(Some(action), dice, log);
        }
    }

    /// Reports the answer to the open decision, as far as it is no secret.
    fn tell_answer(&self, action: Action, log: &mut Log) {
        let Some(decision) = self.state.open else { return };
        log.push(
            decision.rule,
            match decision.kind {
                Kind::Commit => Fact::Sealed { side: decision.side, unit: action.unit },
                _ => Fact::Acted { side: decision.side, action },
            },
        );
    }

    fn resume(&mut self, mut answer: Option<Action>, dice: &mut dyn Dice, log: &mut Log) {
        while self.state.over.is_none() {
            if let (None, Some(decision)) = (answer, self.state.open) {
                if !self.has_conceded(decision.side) {
                    return;
                }
                answer = self.idle_answer();
                answer.iter().for_each(|idle| self.tell_answer(*idle, log));
            }
            self.tick(answer.take(), dice, log);
        }
    }

    /// Runs one step: what the enumeration of odds does, so that equal states can be merged on the way.
    pub(crate) fn tick(&mut self, answer: Option<Action>, dice: &mut dyn Dice, log: &mut Log) {
        let step = self.state.steps.pop().expect("a battle that is not over has a step to run");
        let asked = self.state.open.take().map_or(UnitSet::default(), |decision| decision.actors);
        let flow = R::run(&mut Play { battle: self, asked, dice, log }, step, answer);
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
                let outcome = self.without_losers(outcome);
                self.end(outcome, log);
            }
        }
    }

    fn end(&mut self, outcome: Outcome, log: &mut Log) {
        self.open_secrets(log);
        self.state.steps.clear();
        self.state.open = None;
        self.state.over = Some(outcome);
        log.push(outcome.rule, Fact::Over);
    }

    /// What is secret yet is told, whatever ends the battle.
    fn open_secrets(&self, log: &mut Log) {
        if let Some(secret) = R::secret(self).filter(|_| log.is_on()) {
            secret.lines.iter().for_each(|(line, holds)| log.push(secret.opened, Fact::Opened { line, holds }));
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
        change(&mut Play { battle: self, asked: UnitSet::default(), dice: &mut NoDice, log: &mut Log::off() })
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
        if std::mem::take(&mut self.state.table_changed) {
            self.state.table_hash = StableHasher::of(0, &self.state.table);
        }
        self.fold(self.state.all_units_hash, self.state.ground_hash, self.state.table_hash)
    }

    /// The state's hash, computed anew.
    #[must_use]
    pub fn digest(&self) -> u64 {
        let ground = self.state.ground.iter().fold(0, |h, (cell, g)| h ^ ground_hash::<R>(*cell, g));
        let units = (0..self.state.units.len()).fold(0, |h, i| h ^ self.unit_hash(i));
        self.fold(units, ground, StableHasher::of(0, &self.state.table))
    }

    fn unit_hash(&self, i: usize) -> u64 {
        StableHasher::of(i as u64 + 1, &(self.state.pieces[i], &self.state.units[i]))
    }

    fn fold(&self, units: u64, ground: u64, table: u64) -> u64 {
        let conceded = u64::from(self.state.conceded).rotate_right(8);
        StableHasher::of(
            units ^ ground ^ table ^ conceded,
            &(&self.state.pending, &self.state.steps, self.state.over.is_some()),
        )
    }
}

impl<R: Rules> Battle<R> {
    /// Checks what must always hold between decisions; says what does not.
    pub fn check_invariants(&mut self) -> Option<String> {
        let mut list = Listing::default();
        self.legal(&mut list);
        if self.state.over.is_some() == self.state.open.is_some() {
            return Some("a battle is over, or somebody decides; never both, never neither".to_owned());
        }
        if self.state.over.is_none() && list.actions.is_empty() {
            return Some(format!("{:?} asks but offers nothing", self.step()));
        }
        if let Some(action) = list.twin() {
            return Some(format!("{action:?} is listed twice"));
        }
        if let Some(decision) = self.state.open {
            let strangers = self.actors().find(|&u| self.piece(u).side != decision.side);
            if let Some(unit) = strangers {
                return Some(format!("{unit:?} is asked about but is not of the side that decides"));
            }
            if let Some(piece) = self.actors().find(|&u| self.unit_of(u) != u) {
                return Some(format!("{piece:?} is asked about but its unit has another number"));
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
        R::check_invariants(self)
    }
}
