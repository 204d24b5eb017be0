//! Exact odds: the distribution of what an action leads to, by running the resolver itself over every outcome.

use std::collections::BTreeMap;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};

use num_traits::{One, Zero};

use super::{Action, Battle, Chance, Event, Every, Fact, Fold, Listing, Log, Record, Rule, Rules, State, UnitId};

/// What is left out when a rule may repeat without end: states less likely than one in so many are dropped.
const LEAST: u64 = 1 << 40;
/// Most states that are kept apart at once; a joint distribution larger than that says nothing to anybody.
const MOST_STATES: usize = 200_000;

/// How the numbers of a unit come out, and how likely that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OddsOutcome {
    /// Its exact chance.
    pub chance: Chance,
    /// What changes: unit, name of the field, before, after. A unit off the board has the field `on board` 0.
    pub changes: Vec<(UnitId, String, i32, i32)>,
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
    /// Modifiers that made the need, with their rules.
    pub modifiers: Vec<(Rule, i8)>,
}

/// The exact distribution of what an action leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Odds {
    /// Outcomes that differ in the numbers of units, the most likely first.
    pub outcomes: Vec<OddsOutcome>,
    /// Rolls against a target number on the way, each kind once.
    pub parts: Vec<Part>,
    /// Chance not covered: zero unless a rule may repeat without end, or there are too many outcomes to tell apart.
    pub missing: Chance,
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
type Frontier<R> = HashMap<State<R>, Chance, std::hash::BuildHasherDefault<FoldHasher>>;

/// [`Fold`] for maps.
#[derive(Clone, Copy, Debug)]
struct FoldHasher(Fold);

impl Default for FoldHasher {
    fn default() -> Self {
        FoldHasher(Fold::new(0))
    }
}

impl Hasher for FoldHasher {
    fn finish(&self) -> u64 {
        self.0.finish()
    }
    fn write(&mut self, bytes: &[u8]) {
        self.0.write(bytes);
    }
}

impl<R: Rules> Battle<R> {
    /// The exact distribution of what a legal action leads to: the action's own consequences, with other pending
    /// declarations left out (see [`Rules::isolate`]), questions on the way answered as players mostly do.
    #[must_use]
    pub fn odds(&self, action: Action) -> Odds {
        let alone = R::isolate(self, action);
        let mut frontier: Frontier<R> = HashMap::default();
        let mut settled: BTreeMap<Vec<(UnitId, String, i32, i32)>, Chance> = BTreeMap::new();
        let mut battle = alone.clone();
        battle.state.number += 1;
        frontier.insert(battle.state.clone(), Chance::one());
        let mut first = Some(action);
        let mut covered = Chance::zero();
        let mut list = Listing::default();
        let least = Chance::new(1u8.into(), LEAST.into());
        while !frontier.is_empty() && frontier.len() <= MOST_STATES {
            let mut next: Frontier<R> = HashMap::default();
            for (state, weight) in std::mem::take(&mut frontier) {
                let mut every = Every::default();
                loop {
                    battle.state.clone_from(&state);
                    let mut answer = first;
                    if answer.is_none() && battle.state.open.is_some() {
                        answer = R::habit(&battle, &mut list);
                        if answer.is_none() {
                            battle.state.over = battle.state.over.or(Some(super::Outcome {
                                winners: 0,
                                reason: "a question",
                                rule: Rule(""),
                            }));
                        }
                    }
                    if battle.state.over.is_none() {
                        battle.tick(answer, &mut every, &mut Log::off());
                    }
                    let weight = &weight * every.chance();
                    if battle.state.over.is_some() {
                        covered += &weight;
                        let changes = alone.changes_to(&battle);
                        *settled.entry(changes).or_insert_with(Chance::zero) += weight;
                    } else if weight > least {
                        *next.entry(battle.state.clone()).or_insert_with(Chance::zero) += weight;
                    }
                    if !every.advance() {
                        break;
                    }
                }
            }
            first = None;
            frontier = next;
        }
        let mut outcomes: Vec<OddsOutcome> =
            settled.into_iter().map(|(changes, chance)| OddsOutcome { chance, changes }).collect();
        outcomes.sort_by(|a, b| b.chance.cmp(&a.chance));
        Odds { outcomes, parts: alone.parts(action), missing: Chance::one() - covered }
    }

    /// How the public numbers of units differ in another state of this battle.
    fn changes_to(&self, other: &Battle<R>) -> Vec<(UnitId, String, i32, i32)> {
        let mut out = Vec::new();
        let names = R::Unit::names();
        for unit in self.units() {
            let (before, after) = (self.unit(unit), other.unit(unit));
            for (field, to) in after.values() {
                let from = before.value(field);
                if from != to {
                    out.push((unit, names[field].clone(), from, to));
                }
            }
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
            let Some(answer) = R::habit(&alone, &mut list) else { break };
            alone.play_unchecked(answer, &mut Best, &mut log);
        }
        let mut parts: Vec<Part> = Vec::new();
        let mut modifiers = Vec::new();
        for Event { rule, fact } in log.events {
            match fact {
                Fact::Modifier { value } => modifiers.push((rule, value)),
                Fact::Rolled { faces, need, .. } => {
                    let part = Part { rule, faces, need, modifiers: std::mem::take(&mut modifiers) };
                    if need > 0 && !parts.iter().any(|p| p.rule == rule && p.need == need) {
                        parts.push(part);
                    }
                }
                _ => {}
            }
        }
        parts
    }
}
