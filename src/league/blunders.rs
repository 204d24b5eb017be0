//! Blunders: decisions at which a player would laugh, found in recorded battles without asking what else was known.

use std::collections::BTreeMap;

use num_traits::ToPrimitive;

use crate::battle::{Action, Listing, Target, UnitId, Verb};
use crate::board::Cell;
use crate::opponents;
use crate::rules::{AnyBattle, Fields, tolls};
use crate::scenario::Session;

use super::report::Table;

/// A kind of blunder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Blunder {
    /// Nothing was done where an attack was open that would likely have hurt an enemy and nobody else.
    Idle,
    /// A unit is back where it was two turns ago, and has done nothing but walk.
    Back,
    /// An attack on who is as good as dead from those declared before.
    Wasted,
    /// A second unit works at a hex, such as a bulkhead, where another has in the same turn.
    Twice,
}

impl Blunder {
    /// All kinds, in order.
    pub const ALL: [Blunder; 4] = [Blunder::Idle, Blunder::Back, Blunder::Wasted, Blunder::Twice];

    /// What it is called.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Blunder::Idle => "idle",
            Blunder::Back => "back",
            Blunder::Wasted => "wasted",
            Blunder::Twice => "twice",
        }
    }
}

/// An attack is missed where it would have hurt with at least this chance.
const LIKELY: f64 = 0.4;
/// Who survives what has been declared with at most this chance is as good as dead.
const DEAD: f64 = 0.1;
/// Attacks that are looked at where nothing is done, at most: odds take time.
const LOOKED_AT: usize = 12;

/// A blunder in a battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// What it is.
    pub blunder: Blunder,
    /// The decision, from 0.
    pub number: u32,
    /// The side, by its place.
    pub side: usize,
    /// What was decided, in words.
    pub words: String,
}

/// A recorded battle that has been read for blunders.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Its ruleset.
    pub ruleset: &'static str,
    /// Who decided for each side.
    pub owners: Vec<String>,
    /// How often each did.
    pub decisions: Vec<u32>,
    /// The blunders, in order.
    pub found: Vec<Found>,
}

/// Reads a battle for blunders.
#[must_use]
pub fn read(session: &Session) -> Reading {
    let mut watch = Watch::default();
    let mut decisions = vec![0; session.owners().len()];
    // The first look is at what happened before any decision.
    let mut actions = std::iter::once(None).chain(session.actions().iter().map(Some));
    session.retrace(|battle, _| {
        if let (Some(Some(&action)), Some(decision)) = (actions.next(), battle.decision()) {
            decisions[decision.side.index()] += 1;
            watch.look(battle, decision.side.index(), action);
        }
    });
    let ruleset = session.battle().ruleset();
    Reading { ruleset, owners: session.owners().to_vec(), decisions, found: watch.found }
}

/// What is remembered of a battle so far.
#[derive(Default)]
struct Watch {
    found: Vec<Found>,
    turn: u32,
    /// Where units stood when the last two turns began.
    stood: [BTreeMap<UnitId, Cell>; 2],
    /// Who did more than walk in this turn, and in the last.
    busy: [Vec<UnitId>; 2],
    /// Who has worked at a hex in this turn.
    worked: BTreeMap<(usize, Cell), UnitId>,
    /// What those who are attacked were like when it was declared, and how likely they survive all that has been declared.
    doomed: BTreeMap<UnitId, (Fields, f64)>,
}

impl Watch {
    fn look(&mut self, battle: &AnyBattle, side: usize, action: Action) {
        let turn = opponents::turn(battle);
        if turn != self.turn {
            self.turn = turn;
            self.begin_turn(battle);
        }
        let mut blame = |blunder| {
            let words = battle.describe(action).to_string();
            self.found.push(Found { blunder, number: battle.number(), side, words });
        };
        match (action.verb, action.target) {
            (Verb::Pass | Verb::Hold, _) if is_idle(battle, action) => blame(Blunder::Idle),
            (Verb::Fire, Target::Hex(cell)) => {
                let enemies = |unit: &UnitId| battle.enemies(action.unit, *unit);
                let near = |unit: UnitId| battle.board().distance(battle.piece(unit).at, cell) <= 1;
                let on_board = battle.units().filter(|unit| battle.piece(*unit).at.is_some());
                let first = *self.worked.entry((side, cell)).or_insert(action.unit);
                if first != action.unit && !on_board.filter(enemies).any(near) {
                    blame(Blunder::Twice);
                }
            }
            (Verb::Fire | Verb::Strike, Target::Unit(target)) if battle.units().has(target) => {
                let now = battle.unit_fields(target);
                let before = self.doomed.remove(&target).filter(|(fields, _)| *fields == now).map_or(1.0, |d| d.1);
                if before <= DEAD {
                    blame(Blunder::Wasted);
                }
                let lost = tolls(&**battle, &battle.odds(action)).get(&target).and_then(|tolls| tolls.lost.to_f64());
                self.doomed.insert(target, (now, before * (1.0 - lost.unwrap_or(0.0))));
            }
            _ => {}
        }
        let idles = matches!(action.verb, Verb::Move | Verb::Run | Verb::Face | Verb::Hold | Verb::Pass | Verb::Order);
        if !idles {
            self.busy[0].push(action.unit);
        }
    }

    /// Looks at who has come back, and begins to remember another turn.
    fn begin_turn(&mut self, battle: &AnyBattle) {
        let stand = battle.units().map(|unit| (unit, battle.piece(unit).at));
        let stand: BTreeMap<UnitId, Cell> = stand.filter(|(_, at)| at.is_some()).collect();
        for (&unit, &now) in &stand {
            let stood = |turns: usize| self.stood[turns].get(&unit);
            let back = stood(1) == Some(&now) && stood(0).is_some_and(|between| *between != now);
            if back && !self.busy.iter().flatten().any(|busy| *busy == unit) {
                let (name, place) = (battle.name(unit), battle.board().label(now));
                let words = format!("{name} is back at {place}");
                let side = battle.piece(unit).side.index();
                self.found.push(Found { blunder: Blunder::Back, number: battle.number(), side, words });
            }
        }
        self.stood.swap(0, 1);
        self.stood[0] = stand;
        self.busy.swap(0, 1);
        self.busy[0].clear();
        self.worked.clear();
    }
}

/// Whether who does nothing could have hurt an enemy, and nobody else.
fn is_idle(battle: &AnyBattle, action: Action) -> bool {
    let mut list = Listing::default();
    battle.legal(&mut list);
    let attacks = list.actions.iter().filter(|other| {
        let by = action.verb == Verb::Pass || other.unit == action.unit;
        by && matches!(other.verb, Verb::Fire | Verb::Strike) && matches!(other.target, Target::Unit(_))
    });
    attacks.take(LOOKED_AT).any(|&attack| {
        let tolls = tolls(&**battle, &battle.odds(attack));
        let friend = |unit: &UnitId| !battle.enemies(attack.unit, *unit);
        let hurts = tolls.values().filter_map(|toll| toll.hurt.to_f64()).any(|chance| chance >= LIKELY);
        hurts && !tolls.keys().any(friend)
    })
}

/// How often each opponent has blundered, by ruleset.
#[derive(Debug, Default)]
pub struct Tally(BTreeMap<(&'static str, String), Count>);

/// The battles of an opponent, its decisions, and its blunders by kind.
#[derive(Debug, Default)]
struct Count {
    battles: u32,
    decisions: u32,
    blunders: [u32; Blunder::ALL.len()],
}

impl Tally {
    /// Adds a battle.
    pub fn add(&mut self, reading: &Reading) {
        for (side, owner) in reading.owners.iter().enumerate() {
            let count = self.0.entry((reading.ruleset, owner.clone())).or_default();
            count.battles += 1;
            count.decisions += reading.decisions[side];
            for found in reading.found.iter().filter(|found| found.side == side) {
                count.blunders[found.blunder as usize] += 1;
            }
        }
    }

    /// The rates for 100 decisions.
    #[must_use]
    pub fn table(&self) -> Table {
        let heads = ["opponent", "ruleset", "battles", "decisions"].into_iter();
        let heads: Vec<&str> = heads.chain(Blunder::ALL.map(Blunder::name)).chain(["all"]).collect();
        let mut table = Table::new("blunders", "Blunders in 100 decisions", &heads);
        for ((ruleset, owner), count) in &self.0 {
            let rate =
                |blunders: u32| format!("{:.2}", 100.0 * f64::from(blunders) / f64::from(count.decisions.max(1)));
            let mut row = vec![owner.clone(), (*ruleset).to_owned()];
            row.extend([count.battles, count.decisions].map(|n| n.to_string()));
            row.extend(count.blunders.map(rate));
            row.push(rate(count.blunders.iter().sum()));
            table.rows.push(row);
        }
        table
    }
}
