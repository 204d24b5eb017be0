//! Events as flat objects: what `battle --json` and the referee protocol write.

use serde::Serialize;

use crate::battle::{Action, Event, Fact, Rolls, Target, UnitId, Whose};
use crate::board::Cell;
use crate::rules::AnyBattle;

/// A hex as programs read it: axial coordinates, and the deck from 0.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Place {
    /// Axial coordinates.
    pub hex: [i32; 2],
    /// The deck, from 0; left out where there is only one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deck: Option<u16>,
}

impl Place {
    /// The place of a hex; none for a hex that is not on the battle's board.
    #[must_use]
    pub fn of(battle: &AnyBattle, cell: Cell) -> Option<Place> {
        let board = battle.board();
        (cell.index() < board.len()).then(|| Place {
            hex: [board.hex(cell).x, board.hex(cell).y],
            deck: (board.decks > 1).then(|| board.deck(cell)),
        })
    }
}

/// What an action is aimed at: `{"hex": [q, r], "deck": 0}`, `{"unit": 3}` or `{"index": 2}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Aim {
    /// A hex.
    Place(Place),
    /// A unit.
    Unit {
        /// Its number.
        unit: u16,
    },
    /// A number.
    Index {
        /// The number.
        index: u8,
    },
}

impl Aim {
    /// The target of an action; none where there is none.
    #[must_use]
    pub fn of(battle: &AnyBattle, target: Target) -> Option<Aim> {
        match target {
            Target::None => None,
            Target::Hex(cell) => Place::of(battle, cell).map(Aim::Place),
            Target::Unit(unit) => known(unit).map(|unit| Aim::Unit { unit }),
            Target::Index(index) => Some(Aim::Index { index }),
        }
    }
}

/// An action as programs read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Deed {
    /// What is done.
    pub verb: &'static str,
    /// Who does it; null for the side as a whole.
    pub unit: Option<u16>,
    /// Weapon, ability or order.
    pub with: u8,
    /// At what.
    pub target: Option<Aim>,
    /// The same in words.
    pub text: String,
}

impl Deed {
    /// An action of the open decision of a battle.
    #[must_use]
    pub fn of(battle: &AnyBattle, action: Action) -> Deed {
        Deed {
            verb: action.verb.word(),
            unit: known(action.unit),
            with: action.with,
            target: Aim::of(battle, action.target),
            text: battle.describe(action).to_string(),
        }
    }
}

/// An event as an object: `{"fact": "rolled", "rule": "HEX-HIT-01", ...}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "fact", rename_all = "snake_case")]
#[expect(missing_docs, reason = "the fields are those of `Fact`, under the protocol's names")]
pub enum Told {
    /// A step of the turn began.
    Step { rule: &'static str, name: &'static str, turn: u16 },
    /// A side answered in the open.
    Acted {
        rule: &'static str,
        side: u8,
        #[serde(flatten)]
        deed: Deed,
    },
    /// A side answered in secret.
    Sealed { rule: &'static str, side: u8, unit: Option<u16> },
    /// A die fell; `needed` is null where a table is read.
    Rolled {
        rule: &'static str,
        faces: u8,
        face: u8,
        needed: Option<u8>,
        by: Option<u16>,
        against: Option<u16>,
        modifiers: Vec<(&'static str, i8)>,
        whose: Vec<Whose>,
    },
    /// A number of a unit changed.
    Changed { rule: &'static str, unit: u16, field: String, from: i32, to: i32 },
    /// A unit stands elsewhere; null is off the board.
    Moved { rule: &'static str, unit: u16, from: Option<Place>, to: Option<Place> },
    /// A unit faces another way.
    Faced { rule: &'static str, unit: u16, facing: String },
    /// A unit is of another side from now on.
    Enlisted { rule: &'static str, unit: u16, side: u8 },
    /// A number of a hex changed.
    Ground {
        rule: &'static str,
        #[serde(flatten)]
        place: Option<Place>,
        field: String,
        from: i32,
        to: i32,
    },
    /// A number of the battle as a whole changed.
    Table { rule: &'static str, field: String, from: i32, to: i32 },
    /// Something worth a line that changes nothing.
    Note { rule: &'static str, text: &'static str, unit: Option<u16>, value: i16 },
    /// A secret list is sealed: its SHA-256 in hexadecimal digits.
    ListSealed { rule: &'static str, seal: String },
    /// A line of it has come to light.
    Opened { rule: &'static str, line: u8, holds: u8, text: String },
    /// The seal is opened: the text that it is the hash of, and whether it is.
    SealOpened { rule: &'static str, list: String, matches: bool },
    /// The battle ended.
    Over { rule: &'static str },
}

/// The events that followed one answer, as objects. `before` is the battle as it was when the answer was given.
/// Modifiers are told with the rolls that they modify.
#[must_use]
pub fn told(before: &AnyBattle, events: &[Event]) -> Vec<Told> {
    let mut out = Vec::new();
    let mut rolls = Rolls::default();
    for event in events {
        let rule = event.rule.0;
        rolls.next(event);
        let name = |fields: crate::rules::Fields, field: u8| fields[usize::from(field)].0.clone();
        out.push(match event.fact {
            Fact::Modifier { .. } => continue,
            Fact::Step { name, turn } => Told::Step { rule, name, turn },
            Fact::Acted { side, action } => Told::Acted { rule, side: side.0, deed: Deed::of(before, action) },
            Fact::Sealed { side, unit } => Told::Sealed { rule, side: side.0, unit: known(unit) },
            Fact::Rolled { faces, face, need, by, against } => Told::Rolled {
                rule,
                faces,
                face,
                needed: (need > 0).then_some(need),
                by: known(by),
                against: known(against),
                modifiers: rolls.modifiers().iter().map(|m| (m.rule.0, m.value)).collect(),
                whose: rolls.modifiers().iter().map(|m| m.whose).collect(),
            },
            Fact::Changed { unit, field, from, to } => {
                Told::Changed { rule, unit: unit.0, field: name(before.unit_fields(unit), field), from, to }
            }
            Fact::Moved { unit, from, to } => {
                Told::Moved { rule, unit: unit.0, from: Place::of(before, from), to: Place::of(before, to) }
            }
            Fact::Faced { unit, facing } => Told::Faced { rule, unit: unit.0, facing: format!("{facing:?}") },
            Fact::Enlisted { unit, side } => Told::Enlisted { rule, unit: unit.0, side: side.0 },
            Fact::Ground { cell, field, from, to } => Told::Ground {
                rule,
                place: Place::of(before, cell),
                field: name(before.ground_fields(cell), field),
                from,
                to,
            },
            Fact::Table { field, from, to } => {
                Told::Table { rule, field: name(before.table_fields(), field), from, to }
            }
            Fact::Note { text, unit, value } => Told::Note { rule, text, unit: known(unit), value },
            Fact::ListSealed { seal } => Told::ListSealed { rule, seal: seal.to_string() },
            Fact::Opened { line, holds } => Told::Opened { rule, line, holds, text: before.opened(line, holds) },
            Fact::SealOpened { salt, lines, matches } => Told::SealOpened { rule, list: lines.text(salt), matches },
            Fact::Over => Told::Over { rule },
        });
    }
    out
}

/// A unit's number, if it is one.
fn known(unit: UnitId) -> Option<u16> {
    (unit != UnitId::NONE).then_some(unit.0)
}
