//! The buttons of the bar: what can be done, each with its key. Places and keys stay what they were whenever the same
//! unit is asked by the same rule again: what is not open then is shown as such.

use std::collections::BTreeMap;

use crate::battle::{Action, Target, UnitId, Verb};
use crate::rules::Button;

use super::hand::Hand;
use super::offer::{Meaning, Offer};

/// The keys of buttons by their numbers: 0 to 9 are written on keys as 1 to 9 and 0; from 10 on they are the same with
/// Control.
pub const KEYS: usize = 10;
/// How many answers under a button are shown at once; those beyond come with the last key.
pub const PAGE: usize = 9;
/// The key of whoever does nothing more, and of the side that does.
const HOLD: usize = 8;
const PASS: usize = 9;

/// What a button is, besides where it lies.
pub type Kind = (Verb, Button);

/// A button of the bar.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slot {
    /// What it is called, with its icon.
    pub button: Button,
    /// Its verb.
    pub verb: Verb,
    /// The number of its key, if it has one.
    pub key: Option<usize>,
    /// What it does.
    pub press: Press,
    /// The answers under it; none where it is not open.
    pub places: Vec<usize>,
    /// An answer that was under it once.
    pub sample: Option<Action>,
}

/// What a press on a button does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Press {
    /// Gives the answer at this place of the offer.
    Take(usize),
    /// Does what a click may have meant.
    Mean(Meaning),
    /// Lights where it can be done and lists at whom; of which unit it is.
    Arm(Option<UnitId>, Kind),
    /// Lists the next answers under the button that was pressed last.
    Turn,
    /// Goes back to all buttons.
    Back,
    /// Nothing: it is not open.
    Nothing,
}

/// The buttons that there have been.
#[derive(Clone, Debug, Default)]
pub struct Bar {
    /// In their order, by the unit and the rule that asks.
    seen: BTreeMap<(UnitId, &'static str), Vec<(Kind, Action)>>,
}

/// Whether somebody does nothing more by it.
pub(crate) fn is_quiet(verb: Verb) -> bool {
    matches!(verb, Verb::Hold | Verb::Pass | Verb::Stay | Verb::Keep)
}

/// Where buttons of a verb stand.
pub(super) fn rank(verb: Verb) -> (bool, usize) {
    (is_quiet(verb), Verb::ALL.iter().position(|v| *v == verb).unwrap_or_default())
}

impl Bar {
    /// The buttons for what is in hand.
    pub fn slots(&mut self, offer: &Offer, hand: &Hand) -> Vec<Slot> {
        if !hand.choice.is_empty() {
            return choices(offer, hand);
        }
        let mut slots = self.of(offer, hand.unit.unwrap_or(UnitId::NONE));
        if hand.unit.is_some() {
            slots.extend(self.of(offer, UnitId::NONE));
        }
        slots.sort_by_key(|slot| is_quiet(slot.verb));
        let mut free = (0..HOLD).chain(KEYS..KEYS + HOLD);
        let mut taken = [false; 2 * KEYS];
        for slot in &mut slots {
            let quiet = match slot.verb {
                Verb::Hold | Verb::Stay | Verb::Keep => Some(HOLD),
                Verb::Pass => Some(PASS),
                _ => None,
            };
            slot.key = quiet.filter(|key| !taken[*key]).or_else(|| free.next());
            slot.key.into_iter().for_each(|key| taken[key] = true);
        }
        slots
    }

    /// The buttons of a unit, or of the side as a whole.
    fn of(&mut self, offer: &Offer, unit: UnitId) -> Vec<Slot> {
        let mut open: BTreeMap<Kind, Vec<usize>> = BTreeMap::new();
        let mut fresh: Vec<(Kind, Action)> = Vec::new();
        for place in (0..offer.actions.len()).filter(|place| offer.actions[*place].unit == unit) {
            let kind = offer.kind(place);
            if !open.contains_key(&kind) {
                fresh.push((kind.clone(), offer.actions[place]));
            }
            open.entry(kind).or_default().push(place);
        }
        let seen = self.seen.entry((unit, offer.decision.rule.0)).or_default();
        fresh.retain(|(kind, _)| !seen.iter().any(|(known, _)| known == kind));
        fresh.sort_by_key(|(kind, _)| rank(kind.0));
        seen.extend(fresh);
        let slot = |(kind, sample): &(Kind, Action)| {
            let places = open.get(kind).cloned().unwrap_or_default();
            let aimed = |place: usize| matches!(offer.actions[place].target, Target::Hex(_) | Target::Unit(_));
            let press = match places[..] {
                [] => Press::Nothing,
                [place] if !aimed(place) => Press::Take(place),
                _ => Press::Arm(Some(unit).filter(|u| *u != UnitId::NONE), kind.clone()),
            };
            Slot { button: kind.1.clone(), verb: kind.0, key: None, press, places, sample: Some(*sample) }
        };
        seen.iter().map(slot).collect()
    }
}

/// The answers under a button that was pressed, or what a click may have meant.
fn choices(offer: &Offer, hand: &Hand) -> Vec<Slot> {
    let pages = hand.choice.len().div_ceil(PAGE).max(1);
    let from = hand.page % pages * PAGE;
    let slot = |(key, meaning): (usize, &Meaning)| match *meaning {
        Meaning::Take(place) => Slot {
            button: offer.buttons[place].clone(),
            verb: offer.actions[place].verb,
            key: Some(key),
            press: Press::Mean(*meaning),
            places: vec![place],
            sample: None,
        },
        Meaning::Select(_) => Slot {
            button: Button::new("Take in hand", "hand"),
            verb: Verb::Use,
            key: Some(key),
            press: Press::Mean(*meaning),
            places: Vec::new(),
            sample: None,
        },
    };
    let mut slots: Vec<Slot> = hand.choice.iter().skip(from).take(PAGE).enumerate().map(slot).collect();
    let more = |name: &str, icon, key, press| Slot {
        button: Button::new(name, icon),
        verb: Verb::Pass,
        key,
        press,
        places: Vec::new(),
        sample: None,
    };
    if pages > 1 {
        slots.push(more("More", "cycle", Some(KEYS - 1), Press::Turn));
    }
    slots.push(more("Back", "back", None, Press::Back));
    slots
}
