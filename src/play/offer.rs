//! The legal answers by how they are shown: hexes to light up, units to outline, the rest as buttons.

use std::collections::BTreeSet;

use crate::battle::{Action, Decision, Kind, Listing, Reason, Refusal, Target, UnitId, Verb};
use crate::board::Cell;
use crate::rules::{AnyBattle, Button, Deed};

use super::bar::{self, Kind as ButtonKind};
use super::scene::Scene;

/// What a click on a hex may mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The unit is selected.
    Select(UnitId),
    /// The action at this place of the offer is taken.
    Take(usize),
}

/// The answers to the open decision.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The question.
    pub decision: Decision,
    /// The answers as the rules list them.
    pub actions: Vec<Action>,
    /// The same in words.
    pub words: Vec<Deed>,
    /// The button that each lies under.
    pub buttons: Vec<Button>,
    /// The button that was pressed last, whose answers alone are lit, and the unit that it is of.
    pub armed: Option<(Option<UnitId>, ButtonKind)>,
}

impl Offer {
    /// The offer of a battle; none when it is over.
    #[must_use]
    pub fn of(battle: &AnyBattle) -> Option<Offer> {
        let decision = battle.decision()?;
        let mut list = Listing::default();
        battle.legal(&mut list);
        let words = list.actions.iter().map(|&a| battle.describe(a)).collect();
        let buttons = list.actions.iter().map(|&a| battle.button(a)).collect();
        Some(Offer { decision, actions: list.actions, words, buttons, armed: None })
    }

    /// The button that an answer lies under, with its verb.
    #[must_use]
    pub fn kind(&self, place: usize) -> ButtonKind {
        (self.actions[place].verb, self.buttons[place].clone())
    }

    /// The button that was pressed, if it is of this unit.
    #[must_use]
    pub fn armed_of(&self, unit: Option<UnitId>) -> Option<&ButtonKind> {
        let (of, kind) = self.armed.as_ref()?;
        (of.is_none() || *of == unit).then_some(kind)
    }

    /// Whether answers are gathered and given together: those that are secret.
    #[must_use]
    pub fn is_secret(&self) -> bool {
        self.decision.kind == Kind::Commit
    }

    /// The units that have answers, in order of their numbers.
    #[must_use]
    pub fn units(&self) -> Vec<UnitId> {
        let units: BTreeSet<UnitId> = self.actions.iter().map(|a| a.unit).filter(|u| *u != UnitId::NONE).collect();
        units.into_iter().collect()
    }

    /// The answers of the selected unit, or of the side as a whole where none is selected; only those under the button
    /// that was pressed, if one was.
    fn of_unit(&self, unit: Option<UnitId>) -> impl Iterator<Item = usize> + '_ {
        let armed = self.armed_of(unit);
        let of = match (&self.armed, armed) {
            (Some((None, _)), Some(_)) => UnitId::NONE,
            _ => unit.unwrap_or(UnitId::NONE),
        };
        let under = move |place: &usize| {
            armed.is_none_or(|(verb, button)| self.actions[*place].verb == *verb && self.buttons[*place] == *button)
        };
        (0..self.actions.len()).filter(move |&place| self.actions[place].unit == of).filter(under)
    }

    /// Whether an answer uses something up, and its button has not been pressed: who clicks where it leads may have meant
    /// another.
    #[must_use]
    pub fn asks_first(&self, place: usize, unit: Option<UnitId>) -> bool {
        self.buttons[place].spends && self.armed_of(unit).is_none()
    }

    /// The hexes that the selected unit can choose: those where it can go or act for nothing, and those where it would use
    /// something up, whatever it does there.
    #[must_use]
    pub fn by_price(&self, unit: Option<UnitId>) -> (BTreeSet<Cell>, BTreeSet<Cell>) {
        let (mut free, mut spending) = (BTreeSet::new(), BTreeSet::new());
        for place in self.of_unit(unit) {
            if let Target::Hex(cell) = self.actions[place].target {
                if self.buttons[place].spends { &mut spending } else { &mut free }.insert(cell);
            }
        }
        spending.retain(|cell| !free.contains(cell));
        (free, spending)
    }

    /// The hexes that the selected unit can choose, each once, ascending.
    #[must_use]
    pub fn hexes(&self, unit: Option<UnitId>) -> BTreeSet<Cell> {
        let hex = |place: usize| if let Target::Hex(cell) = self.actions[place].target { Some(cell) } else { None };
        self.of_unit(unit).filter_map(hex).collect()
    }

    /// The costs of the ways to the hexes that the selected unit can choose.
    #[must_use]
    pub fn costs(&self, battle: &AnyBattle, unit: Option<UnitId>) -> Vec<(Cell, u8)> {
        let cost = |place: usize| match self.actions[place].target {
            Target::Hex(cell) => Some((cell, battle.path_of(self.actions[place])?.0)),
            _ => None,
        };
        self.of_unit(unit).filter_map(cost).collect()
    }

    /// The units that the selected unit can choose.
    #[must_use]
    pub fn targets(&self, unit: Option<UnitId>) -> BTreeSet<UnitId> {
        let target = |place: usize| if let Target::Unit(u) = self.actions[place].target { Some(u) } else { None };
        self.of_unit(unit).filter_map(target).collect()
    }

    /// What a click on a hex may mean for the selected unit, in the order of the bar.
    #[must_use]
    pub fn at(&self, battle: &AnyBattle, scene: &Scene, unit: Option<UnitId>, cell: Cell) -> Vec<Meaning> {
        let there = scene.units_in(&**battle, cell);
        let meant = |place: &usize| match self.actions[*place].target {
            Target::Hex(at) => at == cell,
            Target::Unit(u) => there.contains(&u),
            _ => false,
        };
        let mut takes: Vec<usize> = self.of_unit(unit).filter(meant).collect();
        takes.sort_by_key(|place| bar::rank(self.actions[*place].verb));
        let units = self.units();
        let others = there.iter().filter(|u| units.contains(u) && Some(**u) != unit).map(|u| Meaning::Select(*u));
        takes.into_iter().map(Meaning::Take).chain(others).collect()
    }

    /// Why the selected unit cannot choose a hex or a unit there, judged by what it can choose elsewhere, under the button
    /// that was pressed if one was.
    #[must_use]
    pub fn why_not(&self, battle: &AnyBattle, scene: &Scene, unit: UnitId, cell: Cell) -> Option<Refusal> {
        let mut kinds: Vec<(Verb, u8, bool)> = Vec::new();
        for action in self.of_unit(Some(unit)).map(|place| self.actions[place]).filter(|action| action.unit == unit) {
            match action.target {
                Target::Hex(_) => kinds.push((action.verb, action.with, true)),
                Target::Unit(_) => kinds.push((action.verb, action.with, false)),
                _ => {}
            }
        }
        kinds.dedup();
        let there = scene.units_in(&**battle, cell);
        let wishes = kinds.iter().flat_map(|&(verb, with, hex)| {
            let action = Action::of(verb, unit).with(with);
            let at = there.iter().filter(move |_| !hex).map(move |u| action.at(*u));
            hex.then(|| action.hex(cell)).into_iter().chain(at).collect::<Vec<_>>()
        });
        wishes.filter_map(|wish| Offer::refusal(battle, wish)).next()
    }

    /// Why an action would be refused, as far as that tells a player anything.
    #[must_use]
    pub fn refusal(battle: &AnyBattle, action: Action) -> Option<Refusal> {
        let refused = battle.check(action, &mut Listing::default()).err();
        refused.filter(|r| !matches!(r.reason, Reason::WrongVerb | Reason::Malformed))
    }

    /// Why a unit has no answer to give.
    #[must_use]
    pub fn why_idle(&self, battle: &AnyBattle, unit: UnitId) -> Option<Refusal> {
        let idle = !self.actions.iter().any(|a| a.unit == unit);
        // Actions that other units can take are the ones to explain.
        let like = self.actions.iter().find(|a| a.unit != UnitId::NONE)?;
        idle.then(|| Offer::refusal(battle, Action { unit, ..*like })).flatten()
    }
}
