//! Actions as JSON, as the journal keeps them and the referee protocol speaks them:
//! `{"verb": "fire", "unit": 3, "with": 1, "target": {"unit": 7}}`.

use std::fmt::Display;

use hexx::Hex;
use num_traits::Bounded;
use serde_json::{Map, Value, json};

use crate::battle::{Action, Target, UnitId, Verb};
use crate::board::Cell;
use crate::rules::AnyBattle;
use crate::source::did_you_mean;

/// An action as an object with the fields `verb`, `unit` (null where the side acts), `with` (0 where there is no weapon
/// or ability) and `target`: null, `{"hex": [q, r]}` in axial coordinates with `deck`, from 0, where there are several,
/// `{"unit": id}` or `{"index": n}`. A target that is no hex or no unit is null in there.
#[must_use]
pub fn action_to_json(battle: &AnyBattle, action: Action) -> Value {
    let unit = |u: UnitId| (u != UnitId::NONE).then_some(u.0);
    let target = match action.target {
        Target::None => Value::Null,
        Target::Hex(cell) => hex_to_json(battle, cell),
        Target::Unit(id) => json!({ "unit": unit(id) }),
        Target::Index(index) => json!({ "index": index }),
    };
    json!({ "verb": action.verb.word(), "unit": unit(action.unit), "with": action.with, "target": target })
}

fn hex_to_json(battle: &AnyBattle, cell: Cell) -> Value {
    let board = battle.board();
    if cell.index() >= board.len() {
        return json!({ "hex": null });
    }
    let hex = board.hex(cell);
    if board.decks == 1 {
        json!({ "hex": [hex.x, hex.y] })
    } else {
        json!({ "hex": [hex.x, hex.y], "deck": board.deck(cell) })
    }
}

/// Reads what [`action_to_json`] writes. Fields that it does not know are left alone; `unit`, `with`, `target` and
/// `deck` may be missing. Whether the action is legal is another question, but its units and hexes are the battle's.
///
/// # Errors
/// What is wrong, in words.
pub fn action_from_json(battle: &AnyBattle, value: &Value) -> Result<Action, String> {
    let Value::Object(fields) = value else { return Err(format!("an action is an object, not {}", shown(value))) };
    let verb = match fields.get("verb") {
        Some(Value::String(word)) => verb(word)?,
        Some(other) => return Err(format!("`verb` is a text, not {}", shown(other))),
        None => return Err("an action needs a `verb`".to_owned()),
    };
    let unit = unit(battle, fields)?;
    let with = byte(fields, "with")?.unwrap_or(0);
    let target = match fields.get("target") {
        None | Some(Value::Null) => Target::None,
        Some(Value::Object(target)) => {
            if target.contains_key("hex") {
                Target::Hex(cell(battle, target)?)
            } else if target.contains_key("unit") {
                Target::Unit(self::unit(battle, target)?)
            } else if let Some(index) = byte(target, "index")? {
                Target::Index(index)
            } else {
                return Err("a `target` has one of `hex`, `unit` and `index`".to_owned());
            }
        }
        Some(other) => return Err(format!("`target` is an object or null, not {}", shown(other))),
    };
    Ok(Action { verb, unit, with, target })
}

fn verb(word: &str) -> Result<Verb, String> {
    Verb::ALL.into_iter().find(|v| v.word() == word).ok_or_else(|| {
        let nearest = did_you_mean(word, &Verb::ALL.map(Verb::word));
        let hint = nearest.map(|n| format!("; did you mean `{n}`?")).unwrap_or_default();
        format!("there is no verb {}{hint}", shown(&word.into()))
    })
}

fn unit(battle: &AnyBattle, fields: &Map<String, Value>) -> Result<UnitId, String> {
    let count = battle.units().len();
    match whole::<u16>(fields, "unit")? {
        None => Ok(UnitId::NONE),
        Some(id) if usize::from(id) < count => Ok(UnitId(id)),
        Some(id) => Err(format!("there is no unit {id}; they are numbered from 0 to {}", count.saturating_sub(1))),
    }
}

fn cell(battle: &AnyBattle, fields: &Map<String, Value>) -> Result<Cell, String> {
    let hex = match fields.get("hex") {
        None | Some(Value::Null) => return Ok(Cell::NONE),
        Some(hex) => hex,
    };
    let coordinate = |i: usize| hex.get(i).and_then(Value::as_i64).and_then(|n| i16::try_from(n).ok());
    let (Some(q), Some(r), None) = (coordinate(0), coordinate(1), hex.get(2)) else {
        return Err(format!("`hex` is a list [q, r] of two whole numbers, not {}", shown(hex)));
    };
    let deck = byte(fields, "deck")?.unwrap_or(0);
    let cell = battle.board().cell(Hex::new(q.into(), r.into()), deck.into());
    if cell.is_some() { Ok(cell) } else { Err(format!("there is no hex [{q}, {r}] on deck {deck}")) }
}

/// A number from 0 to 255; none where it is missing or null.
fn byte(fields: &Map<String, Value>, field: &str) -> Result<Option<u8>, String> {
    whole(fields, field)
}

/// A number from 0 to the most that its type holds; none where it is missing or null.
fn whole<N: TryFrom<u64> + Bounded + Display>(fields: &Map<String, Value>, field: &str) -> Result<Option<N>, String> {
    match fields.get(field) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => match value.as_u64().and_then(|n| N::try_from(n).ok()) {
            Some(n) => Ok(Some(n)),
            None => {
                let most = N::max_value();
                Err(format!("`{field}` is a whole number from 0 to {most} or null, not {}", shown(value)))
            }
        },
    }
}

/// A value, fit for a message: nothing that a terminal would obey, and not too long.
fn shown(value: &Value) -> String {
    const SHOWN: usize = 40;
    let text = value.to_string();
    let rest = if text.chars().nth(SHOWN).is_some() { "..." } else { "" };
    text.chars().take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).chain(rest.chars()).collect()
}
