//! What can be done, as rows of a list: the buttons of the window's bar, and the hexes under the one that was pressed.

use ratatui::text::{Line, Span};

use crate::battle::{Action, Target, UnitId};
use crate::board::Cell;
use crate::play::bar::{KEYS, Press, Slot};
use crate::play::game::Game;
use crate::play::offer::{Meaning, Offer};
use crate::play::reckon::{Known, Reckoner};
use crate::play::words;
use crate::telling::{self, names};
use crate::terminal::screens::list::Row;
use crate::terminal::screens::paint;

/// A row of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// A button.
    Slot(Box<Slot>),
    /// An answer that goes to a hex: its place in the offer, the hex, and what the way there costs.
    Hex(usize, Cell, Option<u8>),
    /// Lets go of the button that was pressed.
    Back,
}

impl Choice {
    /// What can be done now.
    pub(super) fn all(game: &mut Game) -> Vec<Choice> {
        let slots = game.slots().into_iter().map(|slot| Choice::Slot(Box::new(slot)));
        let Some(offer) = &game.offer else { return Vec::new() };
        let hexes = hexes(offer, game.hand.unit);
        if hexes.is_empty() {
            return slots.collect();
        }
        let costs = offer.costs(&game.table.view, game.hand.unit);
        let cost = |cell: Cell| costs.iter().find(|(at, _)| *at == cell).map(|(_, cost)| *cost);
        let listed = !game.hand.choice.is_empty();
        let others = slots.filter(|_| listed);
        let back = (!listed).then_some(Choice::Back);
        others.chain(hexes.into_iter().map(|(place, cell)| Choice::Hex(place, cell, cost(cell)))).chain(back).collect()
    }

    /// The answer that it gives, if it gives one alone.
    pub(super) fn answer(&self, offer: &Offer) -> Option<Action> {
        let place = match self {
            Choice::Hex(place, ..) => Some(*place),
            Choice::Slot(slot) => match (&slot.press, &slot.places[..]) {
                (Press::Take(place) | Press::Mean(Meaning::Take(place)), _) | (_, [place]) => Some(*place),
                _ => None,
            },
            Choice::Back => None,
        };
        place.and_then(|place| offer.actions.get(place)).copied()
    }

    /// The hex that it is about.
    pub(super) fn cell(&self, game: &Game) -> Option<Cell> {
        let at = |unit: UnitId| game.table.view.piece(unit).at;
        let aimed_at = || match self.answer(game.offer.as_ref()?)?.target {
            Target::Hex(cell) => Some(cell),
            Target::Unit(unit) => Some(at(unit)),
            _ => None,
        };
        let cell = match self {
            Choice::Hex(_, cell, _) => *cell,
            Choice::Slot(slot) => match slot.press {
                Press::Mean(Meaning::Select(unit)) => at(unit),
                _ => aimed_at()?,
            },
            Choice::Back => return None,
        };
        cell.is_some().then_some(cell)
    }

    /// The row, with its key and how likely it is to come off.
    pub(super) fn row(&self, game: &Game, reckoner: &Reckoner) -> Row {
        let Some(offer) = &game.offer else { return Row::default() };
        let view = &*game.table.view;
        let slot = match self {
            Choice::Back => return Row::new("Back"),
            Choice::Hex(place, cell, cost) => {
                let cost = cost.map_or(String::new(), |cost| format!(", costs {cost}"));
                let name = &offer.buttons[*place].name;
                return Row::new(paint::words(&format!("{name}: {}{cost}", view.board().label(*cell))));
            }
            Choice::Slot(slot) => slot,
        };
        let key = slot.key.filter(|key| *key < KEYS).map_or(" ".to_owned(), words::digit);
        let mut line = vec![Span::styled(format!("{key} "), paint::STRONG)];
        line.push(paint::text(&words::slot_name(view, offer, slot)));
        let many = |one: &str, many: &str, of: &dyn Fn(Target) -> bool| {
            let places = slot.places.iter().filter(|place| of(offer.actions[**place].target)).count();
            let what = if places == 1 { one } else { many };
            if places > 0 { format!(" ({places} {what})") } else { String::new() }
        };
        if matches!(slot.press, Press::Arm(..)) {
            line.push(Span::raw(many("hex", "hexes", &|target| matches!(target, Target::Hex(_)))));
            line.push(Span::raw(many("target", "targets", &|target| matches!(target, Target::Unit(_)))));
        }
        let drafted = slot.places.iter().any(|place| {
            let action = offer.actions[*place];
            game.hand.drafts.get(&action.unit) == Some(&action)
        });
        if drafted {
            line.push(Span::styled("  chosen", paint::STRONG));
        }
        if let Some(chance) = reckoner.best(&game.table.view, &words::reckoned(offer, slot)) {
            line.push(Span::raw(format!("  {chance}")));
        }
        let line = Line::from(line);
        let closed = slot.press == Press::Nothing;
        Row { line: if closed { line.style(paint::QUIET) } else { line }, open: true }
    }

    /// What there is to say of it: what it does, what may come of it, or why it is not open.
    pub(super) fn about(&self, game: &Game, reckoner: &Reckoner) -> Vec<telling::Line> {
        let Some(offer) = &game.offer else { return Vec::new() };
        let view = &*game.table.view;
        let mut told = Vec::new();
        match self {
            Choice::Slot(slot) if slot.press == Press::Nothing => {
                let why = slot.sample.and_then(|action| Offer::refusal(&game.table.view, action));
                told.push(telling::Line::of(match why {
                    Some(why) => format!("Not open: {why}"),
                    None => "Not open now.".to_owned(),
                }));
                told.push(telling::Line::of(slot.button.about.clone()));
            }
            Choice::Slot(slot) => {
                if let Press::Mean(Meaning::Select(unit)) = slot.press {
                    told.push(telling::Line::of(format!("Takes {} in hand.", names::unit(view, unit))));
                }
                told.push(telling::Line::of(slot.button.about.clone()));
            }
            Choice::Hex(_, cell, _) => told.push(telling::Line::of(words::ground(view, *cell))),
            Choice::Back => told.push(telling::Line::of("Back to all that can be done.")),
        }
        told.retain(|line| !line.is_empty());
        let Some(action) = self.answer(offer) else { return told };
        if let Some(place) = offer.actions.iter().position(|other| *other == action) {
            let deed = offer.words[place].to_string();
            if told.iter().all(|line| line.plain() != deed) {
                told.insert(0, telling::Line::of(words::capital(&deed)));
            }
        }
        if words::is_risky(action) {
            match reckoner.known(&game.table.view, action) {
                // That nothing can happen is not worth a line.
                Known::Told(forecast) if forecast.rolls.is_empty() && forecast.harms.is_empty() => {}
                Known::Told(forecast) => told.extend(forecast.lines.iter().cloned()),
                Known::Waiting => told.push(telling::Line::of("Working out the odds ...")),
            }
        }
        told
    }
}

/// The answers under the button that was pressed that go to hexes, by their places in the offer.
fn hexes(offer: &Offer, unit: Option<UnitId>) -> Vec<(usize, Cell)> {
    let (Some(kind), Some((of, _))) = (offer.armed_of(unit), &offer.armed) else { return Vec::new() };
    let of = of.unwrap_or(UnitId::NONE);
    let hex = |place: usize| match offer.actions[place] {
        Action { unit, target: Target::Hex(cell), .. } if unit == of && offer.kind(place) == *kind => {
            Some((place, cell))
        }
        _ => None,
    };
    (0..offer.actions.len()).filter_map(hex).collect()
}
