//! The legal actions as a menu: numbered from 1, grouped by unit, found by number or by words.

use crate::battle::{Action, Target, UnitId};
use crate::rules::BattleView;

use super::ink::Ink;
use crate::telling::names;

/// Actions of several units that are listed at once; more are counted unit by unit.
const AT_ONCE: usize = 20;
/// Where a row of hexes is broken.
const WIDTH: usize = 96;

/// The answers to a question, in the order of their numbers.
#[derive(Debug)]
pub struct Menu {
    /// The actions.
    pub actions: Vec<Action>,
    /// The same in words.
    pub words: Vec<String>,
}

/// What words found in a menu.
#[derive(Debug, PartialEq, Eq)]
pub enum Found {
    /// Exactly one action, by its place from 0.
    One(usize),
    /// Several.
    Several(Vec<usize>),
    /// None.
    None,
}

impl Menu {
    /// The menu of these actions.
    #[must_use]
    pub fn new(battle: &dyn BattleView, actions: &[Action]) -> Menu {
        Menu { actions: actions.to_vec(), words: actions.iter().map(|&a| battle.describe(a).to_string()).collect() }
    }

    /// The actions that words mean: a number, the whole text of one, or words that all stand in it.
    #[must_use]
    pub fn find(&self, battle: &dyn BattleView, text: &str) -> Found {
        let text = text.trim().to_lowercase();
        if let Ok(number) = text.parse::<usize>() {
            return match number.checked_sub(1).filter(|n| *n < self.actions.len()) {
                Some(place) => Found::One(place),
                None => Found::None,
            };
        }
        let wanted = tokens(&text);
        if let Some(place) = self.words.iter().position(|w| tokens(w) == wanted) {
            return Found::One(place);
        }
        let matches = |place: &usize| {
            let mut have = tokens(&self.words[*place]);
            let unit = self.actions[*place].unit;
            if unit != UnitId::NONE {
                have.push(names::tag(battle, unit).to_lowercase());
            }
            // Half a number is another number, half a word is an abbreviation.
            let digits = |w: &str| w.contains(|c: char| c.is_ascii_digit());
            wanted.iter().all(|w| have.iter().any(|h| h == w || !digits(w) && h.starts_with(w.as_str())))
        };
        let found: Vec<usize> = (0..self.actions.len()).filter(matches).collect();
        match found[..] {
            _ if wanted.is_empty() => Found::None,
            [] => Found::None,
            [one] => Found::One(one),
            _ => Found::Several(found),
        }
    }

    /// The first lines: all actions where they are few, otherwise how many each unit has.
    #[must_use]
    pub fn overview(&self, battle: &dyn BattleView, ink: Ink) -> Vec<String> {
        let units = self.units();
        if self.actions.len() <= AT_ONCE || units.iter().filter(|u| **u != UnitId::NONE).count() <= 1 {
            return self.list(battle, &(0..self.actions.len()).collect::<Vec<_>>(), ink);
        }
        let mut lines = Vec::new();
        for unit in units {
            let places = self.of(unit);
            if unit == UnitId::NONE {
                lines.extend(self.list(battle, &places, ink));
                continue;
            }
            let piece = battle.piece(unit);
            let at = if piece.at.is_some() { battle.board().label(piece.at) } else { String::new() };
            let who = format!("{:<4}{:<20} {at:<7}", names::tag(battle, unit), battle.name(unit));
            let (first, last) = (places.first().map_or(0, |p| p + 1), places.last().map_or(0, |p| p + 1));
            lines.push(format!("  {} {} actions, {first} to {last}", ink.side(piece.side, &who), places.len()));
        }
        lines.push(
            "  Type a unit's tag for its actions, a number to choose, or words: `A1 2.3` is unit A1 with hex 2.3."
                .to_owned(),
        );
        lines
    }

    /// The units that have actions, in order; [`UnitId::NONE`] for the side as a whole.
    fn units(&self) -> Vec<UnitId> {
        let mut units: Vec<UnitId> = self.actions.iter().map(|a| a.unit).collect();
        units.dedup();
        units
    }

    /// The places of a unit's actions.
    #[must_use]
    pub fn of(&self, unit: UnitId) -> Vec<usize> {
        (0..self.actions.len()).filter(|p| self.actions[*p].unit == unit).collect()
    }

    /// Actions with their numbers; those that differ in the hex alone share lines.
    #[must_use]
    pub fn list(&self, battle: &dyn BattleView, places: &[usize], ink: Ink) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        let mut open: Option<String> = None;
        // Without the line's colours.
        let mut width = 0;
        for &place in places {
            let number = place + 1;
            let Some((stem, hex)) = self.to_hex(battle, place) else {
                open = None;
                lines.push(format!("  {} {}", ink.bold(&format!("{number:>3})")), self.words[place]));
                continue;
            };
            let plain = format!("{number}) {hex}").len() + 3;
            let item = format!("{} {hex}", ink.bold(&format!("{number})")));
            match lines.last_mut() {
                Some(line) if open.as_ref() == Some(&stem) && width + plain < WIDTH => {
                    line.push_str("   ");
                    line.push_str(&item);
                    width += plain;
                }
                _ => {
                    if open.as_ref() != Some(&stem) {
                        lines.push(format!("  {stem} ..."));
                    }
                    lines.push(format!("      {item}"));
                    width = 3 + plain;
                }
            }
            open = Some(stem);
        }
        lines
    }

    /// The words of an action that ends in the name of a hex, and that name.
    fn to_hex(&self, battle: &dyn BattleView, place: usize) -> Option<(String, String)> {
        let Target::Hex(cell) = self.actions[place].target else { return None };
        let label = battle.board().label(cell);
        let stem = self.words[place].strip_suffix(&label)?.trim_end().to_owned();
        Some((stem, label))
    }
}

/// The words of a text in lower case, without punctuation at their ends.
fn tokens(text: &str) -> Vec<String> {
    let trim = |w: &str| w.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    text.split_whitespace().map(trim).filter(|w| !w.is_empty()).collect()
}
