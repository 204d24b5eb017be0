//! A person's selection while deciding: a unit, the cursor, answers not yet played.

use std::collections::BTreeMap;

use crate::battle::{Action, Target, UnitId};
use crate::board::{Cell, Facing};
use crate::rules::AnyBattle;

use super::bar::Press;
use super::offer::{Meaning, Offer};
use super::scene::Scene;

/// The effect of a click.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Click {
    /// Only the selection has changed.
    Held,
    /// The answer at this place of the offer was chosen.
    Take(usize),
}

/// The next of several in ascending order, round and round; `step` is 1 or -1.
pub(super) fn following<T: Copy + Ord>(
    all: impl IntoIterator<Item = T, IntoIter: DoubleEndedIterator + Clone>,
    now: Option<T>,
    step: isize,
) -> Option<T> {
    let mut all = all.into_iter();
    if step > 0 {
        all.clone().find(|one| now.is_none_or(|now| *one > now)).or_else(|| all.next())
    } else {
        all.clone().rfind(|one| now.is_none_or(|now| *one < now)).or_else(|| all.next_back())
    }
}

/// A person's selection.
#[derive(Clone, Debug, Default)]
pub struct Hand {
    /// The selected unit: its answers or its sheet are shown.
    pub unit: Option<UnitId>,
    /// The hex that keys act on.
    pub cursor: Option<Cell>,
    /// The possible meanings of the last click, where there are several.
    pub choice: Vec<Meaning>,
    /// Which of the pages of these is shown.
    pub page: usize,
    /// Secret answers that are not played yet, by unit.
    pub drafts: BTreeMap<UnitId, Action>,
    /// Which way across a hexside the last step up or down went.
    pub leaning: bool,
}

impl Hand {
    /// Does what a button of the bar does that only changes what is in hand.
    pub fn press(&mut self, offer: &mut Offer, press: &Press) {
        match press {
            Press::Arm(unit, kind)
                if offer.armed.as_ref().is_some_and(|armed| (armed.0, &armed.1) == (*unit, kind)) =>
            {
                offer.armed = None;
            }
            Press::Arm(unit, kind) => {
                offer.armed = Some((*unit, kind.clone()));
                let under = (0..offer.actions.len()).filter(|&place| {
                    offer.actions[place].unit == unit.unwrap_or(UnitId::NONE) && offer.kind(place) == *kind
                });
                // Hexes are chosen on the board.
                let listed = under.filter(|place| !matches!(offer.actions[*place].target, Target::Hex(_)));
                (self.choice, self.page) = (listed.map(Meaning::Take).collect(), 0);
            }
            Press::Turn => self.page += 1,
            Press::Back => {
                self.choice.clear();
                offer.armed = None;
            }
            Press::Take(_) | Press::Mean(_) | Press::Nothing => {}
        }
    }

    /// Selects a unit for a new offer: the one that it asks for, the one selected before if it can go on, or else the
    /// next that can.
    pub fn begin(&mut self, offer: &Offer) {
        self.choice.clear();
        let units = offer.units();
        self.drafts.retain(|_, action| offer.actions.contains(action));
        self.unit = match (offer.decision.subject, self.unit) {
            (Some(subject), _) if units.contains(&subject) => Some(subject),
            (_, Some(unit)) if units.contains(&unit) && !self.drafts.contains_key(&unit) => Some(unit),
            _ => self.next(offer, 1),
        };
    }

    /// The next unit that has answers and no draft yet, from the selected one on; `step` is 1 or -1.
    #[must_use]
    pub fn next(&self, offer: &Offer, step: isize) -> Option<UnitId> {
        let units = offer.units();
        let open: Vec<UnitId> = units.iter().copied().filter(|u| !self.drafts.contains_key(u)).collect();
        following(if open.is_empty() { units } else { open }, self.unit, step)
    }

    /// A click on a hex, or the enter key on it.
    pub fn click(&mut self, offer: Option<&Offer>, battle: &AnyBattle, scene: &Scene, cell: Cell) -> Click {
        self.cursor = Some(cell);
        self.choice.clear();
        let meanings = offer.map_or(Vec::new(), |o| o.at(battle, scene, self.unit, cell));
        match meanings[..] {
            [Meaning::Take(place)] if offer.is_some_and(|offer| !offer.asks_first(place, self.unit)) => {
                return Click::Take(place);
            }
            [Meaning::Select(unit)] => self.unit = Some(unit),
            [] => {
                // A unit that cannot act can still be looked at; a second click selects the next one there.
                let there = scene.units_in(&**battle, cell);
                let now = self.unit.and_then(|u| there.iter().position(|t| *t == u));
                self.unit = there.get(now.map_or(0, |n| (n + 1) % there.len().max(1))).copied();
            }
            _ => (self.choice, self.page) = (meanings, 0),
        }
        Click::Held
    }

    /// Moves the cursor across a hexside. Without a cursor it begins at the selected unit, or at the first hex.
    pub fn step(&mut self, battle: &AnyBattle, facing: Facing) {
        let board = battle.board();
        let start = self.unit.map(|u| battle.piece(u).at).filter(|at| at.is_some());
        self.cursor = match self.cursor {
            None => Some(start.unwrap_or(Cell(0))),
            Some(cell) => Some(board.neighbours[cell.index()][facing as usize]).filter(|c| c.is_some()).or(Some(cell)),
        };
    }

    /// Moves the cursor straight up or down: alternately to the right and to the left, at the board's edge where there is a
    /// hex.
    pub fn row(&mut self, battle: &AnyBattle, up: bool) {
        let facing = |right: bool| match (up, right) {
            (true, true) => Facing::NE,
            (true, false) => Facing::NW,
            (false, true) => Facing::SE,
            (false, false) => Facing::SW,
        };
        let neighbours = self.cursor.map(|cell| battle.board().neighbours[cell.index()]);
        let leads = |right: bool| neighbours.is_none_or(|to| to[facing(right) as usize].is_some());
        if leads(!self.leaning) || !leads(self.leaning) {
            self.leaning = !self.leaning;
        }
        self.step(battle, facing(self.leaning));
    }

    /// Keeps a secret answer until all are played together.
    pub fn draft(&mut self, offer: &Offer, place: usize) {
        let action = offer.actions[place];
        self.drafts.insert(action.unit, action);
        if let Some(next) = self.next(offer, 1) {
            self.unit = Some(next);
        }
    }

    /// The secret answers in order, if none is missing.
    ///
    /// # Errors
    /// How many are still missing.
    pub fn sealed(&self, offer: &Offer) -> Result<Vec<Action>, usize> {
        let units = offer.units();
        let asked = if units.is_empty() { vec![UnitId::NONE] } else { units };
        let missing = asked.iter().filter(|u| !self.drafts.contains_key(u)).count();
        if missing > 0 { Err(missing) } else { Ok(asked.iter().map(|u| self.drafts[u]).collect()) }
    }
}
