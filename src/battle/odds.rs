//! Odds: the distribution of what an action leads to, by running the resolver itself over every outcome; where these are
//! too many, by playing it with dice so often that the shares say enough.

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use num_traits::One;

use crate::board::Cell;

use super::{
    Action, Battle, Chance, Event, Every, Fact, Listing, Log, Modifier, Outcome, Piece, Preview, Record, Rolls, Rule,
    Rules, Seeded, StableHasher, State, UnitId,
};

/// What is left out when a rule may repeat without end: states less likely than one in so many are dropped.
const LEAST: u64 = 1 << 40;
/// Most memory that the states which are open at once may take, in bytes; as much again is needed while the next
/// are made from them.
const MOST_BYTES: usize = 128 << 20;
/// Most outcomes that are kept apart; a distribution larger than that says nothing to anybody.
const MOST_OUTCOMES: usize = 20_000;
/// Most steps that are run to enumerate: some seconds of work.
const MOST_RUNS: usize = 400_000;
/// How often an action is played with dice whose outcomes are too many: no share is off by more than one per cent in
/// nineteen cases of twenty.
const PLAYS: u32 = 10_000;
/// Steps after which a play with dice counts as one that never ends.
const ENDLESS: u32 = 10_000;

/// How the numbers of a unit come out, and how likely that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddsOutcome {
    /// Its chance: exact, unless the odds were played with dice ([`Odds::plays`]).
    pub chance: Chance,
    /// What changes: unit, name of the field, before, after. A unit off the board has the field `on board` 0.
    pub changes: Changes,
}

/// The chance of one roll that the action itself makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The rule of the roll.
    pub rule: Rule,
    /// Faces of the die.
    pub faces: u8,
    /// The least face that does it.
    pub need: u8,
    /// Modifiers that made the need.
    pub modifiers: Vec<Modifier>,
    /// Who rolls; [`UnitId::NONE`] where nobody in particular.
    pub by: UnitId,
    /// Against whom; [`UnitId::NONE`] where nobody.
    pub against: UnitId,
}

/// The distribution of what an action leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// Outcomes that differ in the numbers of units, the most likely first.
    pub outcomes: Vec<OddsOutcome>,
    /// Rolls against a target number on the way, those that are alike in all once.
    pub parts: Vec<Part>,
    /// Chance not covered: zero unless a rule may repeat without end.
    pub missing: Chance,
    /// 0 where the chances are exact. Where there are too many outcomes to work out, the action has been played so
    /// often with dice instead, and the chances are shares of that.
    pub plays: u32,
}

/// What changes: unit, name of the field, before, after.
pub type Changes = Vec<(UnitId, String, i32, i32)>;

/// The chances of the outcomes met so far.
#[derive(Default)]
struct Settled(BTreeMap<Changes, Chance>);

impl Settled {
    fn add(&mut self, changes: Changes, chance: Chance) {
        *self.0.entry(changes).or_default() += chance;
    }

    fn odds(self, parts: Vec<Part>, plays: u32) -> Odds {
        let missing = Chance::one() - self.0.values().sum::<Chance>();
        let mut outcomes: Vec<OddsOutcome> =
            self.0.into_iter().map(|(changes, chance)| OddsOutcome { chance, changes }).collect();
        outcomes.sort_by(|a, b| b.chance.cmp(&a.chance));
        Odds { outcomes, parts, missing, plays }
    }
}

impl<R: Rules> State<R> {
    /// About how much memory a state takes while it is open, in bytes.
    fn bytes(&self) -> usize {
        let unit = size_of::<Piece>() + size_of::<R::Unit>() + size_of::<u64>();
        let ground = size_of::<(Cell, R::Ground)>();
        let more = size_of::<Chance>() + 256;
        size_of::<Self>() + more + self.units.len() * unit + self.ground.len() * ground
    }
}

impl<R: Rules> Hash for State<R> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.pieces.hash(state);
        self.units.hash(state);
        self.ground.hash(state);
        self.table.hash(state);
        self.pending.hash(state);
        self.steps.hash(state);
    }
}

/// Equal weights of equal states are added up as they are met, which keeps long rolls of dice small.
type Frontier<R> = HashMap<State<R>, Chance, std::hash::BuildHasherDefault<MapHasher>>;

/// [`StableHasher`] for maps.
#[derive(Clone, Copy, Debug)]
struct MapHasher(StableHasher);

impl Default for MapHasher {
    fn default() -> Self {
        MapHasher(StableHasher::new(0))
    }
}

impl Hasher for MapHasher {
    fn finish(&self) -> u64 {
        self.0.finish()
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }
}

impl<R: Preview> Battle<R> {
    /// The distribution of what a legal action leads to: the action's own consequences, with other pending
    /// declarations and what nobody's side does left out (see [`Preview::what_if`]), questions on the way answered as
    /// players mostly do. Exact, unless that would take too much time or memory.
    #[must_use]
    pub fn odds(&self, action: Action) -> Odds {
        let mut alone = R::what_if(self, action);
        alone.state.number += 1;
        match alone.enumerated(action) {
            Some(settled) => settled.odds(alone.parts(action), 0),
            None => alone.played(action).odds(alone.parts(action), PLAYS),
        }
    }

    /// The exact chances; none where working them out would take too much time or memory.
    fn enumerated(&self, action: Action) -> Option<Settled> {
        let mut frontier: Frontier<R> = HashMap::default();
        let mut settled = Settled::default();
        let mut battle = self.clone();
        frontier.insert(battle.state.clone(), Chance::one());
        let mut first = Some(action);
        let mut list = Listing::default();
        let least = Chance::new(1u8.into(), LEAST.into());
        let most = MOST_BYTES / self.state.bytes();
        let mut runs = 0;
        while !frontier.is_empty() {
            let mut next: Frontier<R> = HashMap::default();
            for (state, weight) in std::mem::take(&mut frontier) {
                let mut every = Every::default();
                loop {
                    runs += 1;
                    if runs > MOST_RUNS || next.len() > most || settled.0.len() > MOST_OUTCOMES {
                        return None;
                    }
                    battle.state.clone_from(&state);
                    battle.go_on(first, &mut every, &mut list);
                    let weight = &weight * every.chance();
                    if battle.state.over.is_some() {
                        settled.add(self.changes_to(&battle), weight);
                    } else if weight > least {
                        *next.entry(battle.state.clone()).or_default() += weight;
                    }
                    if !every.advance() {
                        break;
                    }
                }
            }
            first = None;
            frontier = next;
        }
        Some(settled)
    }

    /// The shares of what comes of [`PLAYS`] plays with dice, the same whenever this is asked.
    fn played(&self, action: Action) -> Settled {
        let mut settled = Settled::default();
        let mut battle = self.clone();
        let mut list = Listing::default();
        let share = Chance::new(1u8.into(), PLAYS.into());
        for play in 0..PLAYS {
            battle.state.clone_from(&self.state);
            let mut dice = Seeded::new(0, play);
            let mut first = Some(action);
            for _ in 0..ENDLESS {
                battle.go_on(first.take(), &mut dice, &mut list);
                if battle.state.over.is_some() {
                    settled.add(self.changes_to(&battle), share.clone());
                    break;
                }
            }
        }
        settled
    }

    /// Runs the next step of a what-if, with this answer or that of habit; without one the what-if is over.
    fn go_on(&mut self, answer: Option<Action>, dice: &mut dyn super::Dice, list: &mut Listing) {
        let mut answer = answer;
        if answer.is_none() && self.state.open.is_some() {
            answer = R::default_answer(self, list);
            if answer.is_none() && self.state.over.is_none() {
                self.state.over = Some(Outcome { winners: 0, reason: "a question", rule: Rule("") });
            }
        }
        if self.state.over.is_none() {
            self.tick(answer, dice, &mut Log::off());
        }
    }

    /// How the public numbers of units differ in another state of this battle.
    fn changes_to(&self, other: &Battle<R>) -> Changes {
        let mut out = Vec::new();
        // Most units are as they were.
        let names = LazyCell::new(R::Unit::names);
        for unit in self.units() {
            let change = |field, from, to| out.push((unit, names[usize::from(field)].clone(), from, to));
            self.unit(unit).differences(other.unit(unit), change);
            let on = |b: &Battle<R>| i32::from(b.piece(unit).at.is_some());
            if on(self) != on(other) {
                out.push((unit, "on board".to_owned(), on(self), on(other)));
            }
        }
        out
    }

    /// The rolls against a target number that the action makes, read off the log of one way that it may go.
    fn parts(&self, action: Action) -> Vec<Part> {
        /// Dice that always show their best, so that what follows a success is rolled too.
        struct Best;
        impl super::Dice for Best {
            fn roll(&mut self, _rule: Rule, faces: u8, _cuts: &[u8]) -> u8 {
                faces
            }
        }
        let mut alone = self.clone();
        let mut log = Log::on();
        let mut list = Listing::default();
        alone.play_unchecked(action, &mut Best, &mut log);
        // Dice that never stop repeating a six are cut short by the number of questions and steps.
        for _ in 0..64 {
            let Some(answer) = R::default_answer(&alone, &mut list) else { break };
            alone.play_unchecked(answer, &mut Best, &mut log);
        }
        let mut parts: Vec<Part> = Vec::new();
        let mut rolls = Rolls::default();
        for event in log.events {
            rolls.next(&event);
            if let Event { rule, fact: Fact::Rolled { faces, need, by, against, .. } } = event {
                let part = Part { rule, faces, need, modifiers: rolls.modifiers().to_vec(), by, against };
                if need > 0 && !parts.contains(&part) {
                    parts.push(part);
                }
            }
        }
        parts
    }
}
