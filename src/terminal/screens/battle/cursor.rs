//! The cursor on the board, and how it goes along with the list.

use ratatui::crossterm::event::KeyCode;

use super::Fight;
use super::rows::Choice;
use crate::board::{Cell, Facing};
use crate::play::bar::{Press, Slot, is_quiet};
use crate::play::game::Game;

impl Fight {
    /// The row that is pointed at first: of hexes the nearest one, or one in the middle where nothing is near. Of buttons it
    /// is one that asks where or whom, or else does nothing more: a key that is pressed twice does no harm.
    pub(super) fn first(&self) -> usize {
        let table = &self.game.table;
        let from = self.in_hand().or(self.game.hand.cursor);
        let far = |choice: &Choice| match (choice, from) {
            (Choice::Hex(_, cell, _), Some(from)) => Some(table.view.board().distance(from, *cell)),
            _ => None,
        };
        let near = self.choices.iter().enumerate().filter_map(|(place, choice)| Some((far(choice)?, place))).min();
        let middle = self.aims().then_some(self.choices.len() / 2);
        let slot = |is: fn(&Slot) -> bool| {
            self.choices.iter().position(|choice| matches!(choice, Choice::Slot(slot) if is(slot)))
        };
        let button = || {
            slot(|slot| matches!(slot.press, Press::Arm(..)))
                .or_else(|| slot(|slot| matches!(slot.press, Press::Take(_)) && is_quiet(slot.verb)))
                .or_else(|| slot(|slot| slot.press != Press::Nothing))
        };
        near.map(|(_, place)| place).or(middle).or_else(button).unwrap_or(0)
    }

    /// The hex of the unit in hand, if it is on the board.
    fn in_hand(&self) -> Option<Cell> {
        self.game.hand.unit.map(|unit| self.game.table.view.piece(unit).at).filter(|at| at.is_some())
    }

    /// The hex that is looked at: that of the cursor, or else of the unit in hand.
    fn looked_at(&self) -> Cell {
        self.game.hand.cursor.or(self.in_hand()).unwrap_or(Cell(0))
    }

    /// Whether a hex is to be chosen.
    pub(super) fn aims(&self) -> bool {
        self.choices.iter().any(|choice| matches!(choice, Choice::Hex(..)))
    }

    /// Puts the cursor where the row leads that is pointed at.
    pub(super) fn aim(&mut self) {
        let cell = self.choices.get(self.list.at).and_then(|choice| choice.cell(&self.game));
        if cell.is_some() || !self.looking {
            self.game.hand.cursor = cell;
        }
    }

    /// Points at the row that leads where the cursor is.
    fn follow(&mut self) {
        let there = |choice: &Choice| choice.cell(&self.game) == self.game.hand.cursor;
        if let Some(place) = self.choices.iter().position(there).filter(|_| self.game.hand.cursor.is_some()) {
            self.list.at = place;
        }
    }

    /// The next unit that can act; where a hex is to be chosen, the next of these.
    pub(super) fn next(&mut self, step: isize) {
        self.looking = false;
        if self.aims() {
            self.list.key(if step > 0 { KeyCode::Down } else { KeyCode::Up }, &self.rows());
            self.aim();
        } else {
            self.game.next_unit(step);
        }
    }

    /// Arrow keys move the cursor while a hex is to be chosen or the board is looked at; else they move in the list, and
    /// from unit to unit.
    pub(super) fn arrow(&mut self, key: KeyCode) {
        let steers = self.looking || self.aims();
        match key {
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down if steers => {
                let Game { hand, table, .. } = &mut *self.game;
                match key {
                    KeyCode::Left => hand.step(&table.view, Facing::W),
                    KeyCode::Right => hand.step(&table.view, Facing::E),
                    key => hand.row(&table.view, key == KeyCode::Up),
                }
                self.follow();
                // Off the hexes that can be chosen, the board is only looked at.
                let here = |choice: &Choice| choice.cell(&self.game) == self.game.hand.cursor;
                self.looking = self.looking && !self.aims() || !self.choices.get(self.list.at).is_some_and(here);
            }
            KeyCode::Left => self.next(-1),
            KeyCode::Right => self.next(1),
            key => {
                if self.list.key(key, &self.rows()) {
                    self.looking = false;
                    self.aim();
                }
            }
        }
    }

    /// Looks at the board, or not any more.
    pub(super) fn look(&mut self) {
        self.looking = !self.looking;
        if self.looking {
            self.game.hand.cursor = Some(self.looked_at());
        } else {
            self.aim();
        }
    }

    /// Looks at the same place of the next deck.
    pub(super) fn change_deck(&mut self) {
        let board = self.game.table.view.board();
        if board.decks < 2 {
            return;
        }
        let deck = board.width * board.height;
        let cell = Cell((self.looked_at().0 + deck) % (deck * board.decks));
        (self.looking, self.game.hand.cursor) = (true, Some(cell));
        self.follow();
    }
}
