//! What may be asked of the referee.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;

use crate::battle::{Action, Listing, Target, UnitId, Verb};
use crate::rules::AnyBattle;
use crate::scenario::action_from_json;

/// One line of input.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub(super) enum Request {
    /// Answer the open decision.
    Play(Choice),
    /// Give the battle up for whoever decides.
    Concede {},
    /// Write down the coming rolls.
    Dice { rolls: Vec<Roll> },
    /// Let an opponent answer.
    Auto {
        ai: String,
        #[serde(default)]
        until: Until,
    },
    /// The exact distribution of what an answer leads to.
    Odds(Choice),
    /// All that a side may know.
    View { side: u8 },
    /// Everything.
    State {},
    /// Back to an earlier decision.
    Undo { to: u32 },
    /// Write the journal to a file.
    Save {
        path: String,
        #[serde(default)]
        overwrite: bool,
    },
    /// Leave.
    Quit {},
}

/// A roll written down beforehand.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Roll {
    pub(super) rule: String,
    pub(super) face: u8,
}

/// How long an opponent answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Until {
    /// Once.
    #[default]
    Decision,
    /// As long as this turn lasts.
    Turn,
    /// To the end of the battle.
    Over,
}

/// What is known of an answer: its index in the list, or any of its fields. A field that is null says that there is
/// nothing; one that is not there says nothing.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct Choice {
    action: Option<usize>,
    verb: Option<Verb>,
    #[serde(deserialize_with = "present")]
    unit: Option<Option<u16>>,
    #[serde(deserialize_with = "present")]
    with: Option<Option<u8>>,
    #[serde(deserialize_with = "present")]
    target: Option<Option<Sought>>,
}

/// The target of an answer; the deck may be left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Sought {
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<[i32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deck: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<u8>,
}

/// Tells a field that is null from one that is missing.
fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(field: D) -> Result<Option<T>, D::Error> {
    T::deserialize(field).map(Some)
}

impl Sought {
    fn of(battle: &AnyBattle, target: Target) -> Option<Sought> {
        let nothing = Sought::default();
        match target {
            Target::None => None,
            Target::Hex(cell) if cell.index() < battle.board().len() => {
                let (hex, deck) = (battle.board().hex(cell), battle.board().deck(cell));
                Some(Sought { hex: Some([hex.x, hex.y]), deck: Some(deck), ..nothing })
            }
            Target::Hex(_) => Some(nothing),
            Target::Unit(unit) => Some(Sought { unit: Some(unit.0), ..nothing }),
            Target::Index(index) => Some(Sought { index: Some(index), ..nothing }),
        }
    }

    fn fits(self, battle: &AnyBattle, target: Target) -> bool {
        let is = Sought::of(battle, target);
        is.is_some_and(|is| Sought { deck: self.deck.or(is.deck), ..self } == is)
    }
}

impl Choice {
    /// The one listed action that has what is known of the answer, with its index.
    ///
    /// # Errors
    /// There is none, or there are several.
    pub(super) fn of(&self, battle: &AnyBattle, listed: &[Action]) -> Result<(usize, Action), String> {
        if let Some(index) = self.action.filter(|&index| index >= listed.len()) {
            return Err(match listed.len() {
                0 => "there are no actions, the battle is over".to_owned(),
                1 => format!("there is no action {index}, only action 0"),
                n => format!("there is no action {index}, they are numbered from 0 to {}", n - 1),
            });
        }
        let fitting: Vec<_> = listed.iter().copied().enumerate().filter(|&a| self.fits(battle, a)).collect();
        match fitting[..] {
            [one] => Ok(one),
            [] => Err(self.refusal(battle)),
            [(first, _), (second, _), ..] => Err(format!(
                "{} of the listed actions have these fields, {first} and {second} among them; say more",
                fitting.len()
            )),
        }
    }

    fn fits(&self, battle: &AnyBattle, (index, action): (usize, Action)) -> bool {
        self.action.is_none_or(|a| a == index)
            && self.verb.is_none_or(|v| v == action.verb)
            && self.unit.is_none_or(|u| u.map_or(UnitId::NONE, UnitId) == action.unit)
            && self.with.is_none_or(|w| w.unwrap_or_default() == action.with)
            && self.target.is_none_or(|t| match t {
                Some(sought) => sought.fits(battle, action.target),
                None => action.target == Target::None,
            })
    }

    /// Why no listed action has these fields: in the words of the rules, where the fields are enough for an action.
    fn refusal(&self, battle: &AnyBattle) -> String {
        let none = "no listed action has these fields";
        if self.verb.is_none() {
            return none.to_owned();
        }
        if self.verb == Some(Verb::Concede) {
            return format!("{none}: giving up is a request of its own, `{{\"do\":\"concede\"}}`");
        }
        let refused = action_from_json(battle, &json!(self)).and_then(|action| {
            let mut list = Listing::default();
            battle.check(action, &mut list).map_err(|r| r.to_string())
        });
        refused.map_or_else(|reason| format!("{none}: {reason}"), |()| none.to_owned())
    }
}
