//! The board on a screen: as much of it as there is room for, with what is lit and the cursor on it.

use std::collections::BTreeSet;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use crate::board::Cell;
use crate::rules::BattleView;
use crate::terminal::ink::Ink;
use crate::terminal::picture::{Drawn, Picture};

use super::paint;

/// How wide the numbers of rows are.
const NUMBERS: u16 = 4;
/// Hexes that stay in view about the one that matters.
const MARGIN: u16 = 2;

/// Hexes that can be chosen.
const LIT: Style = Style::new().bg(Color::Green).fg(Color::Black).add_modifier(Modifier::UNDERLINED);
/// Units that can be targeted.
const TARGET: Style = Style::new().bg(Color::Red).fg(Color::White).add_modifier(Modifier::UNDERLINED);

/// What stands out on the board.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// The hex that keys act on, or where something happens.
    pub(super) cursor: Option<Cell>,
    /// The hex of the unit in hand.
    pub(super) hand: Option<Cell>,
    /// Hexes that can be chosen.
    pub(super) lit: BTreeSet<Cell>,
    /// Hexes of units that can be.
    pub(super) targets: BTreeSet<Cell>,
    /// The way to the hex that is pointed at.
    pub(super) way: Vec<Cell>,
}

/// Which part of the board is shown.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Scroll {
    column: u16,
    row: u16,
}

impl Scroll {
    /// Draws the deck of the hex that matters, scrolled so that it is seen.
    pub(super) fn draw(&mut self, frame: &mut Frame<'_>, room: Rect, battle: &dyn BattleView, marks: &Marks) {
        let board = battle.board();
        let picture = Picture::new(battle, Ink::default());
        let width = picture.width as u16;
        let matters = marks.cursor.or(marks.hand).filter(|cell| cell.is_some());
        // The first line has the numbers of the columns; a shifted row needs half a hex more.
        let columns = room.width.saturating_sub(NUMBERS + width / 2) / width;
        let rows = room.height.saturating_sub(1);
        let at = matters.map_or((1, 1), |cell| board.column_row(cell));
        self.column = follow(self.column, at.0, columns, board.width);
        self.row = follow(self.row, at.1, rows, board.height);
        let shown = |from: u16, many: u16, all: u16| from + 1..=(from + many).min(all);
        let numbers = shown(self.column, columns, board.width).map(|c| format!("{c:<width$}", width = picture.width));
        let mut lines = vec![Line::styled(format!("    {}", numbers.collect::<String>()), paint::QUIET)];
        let deck = matters.map_or(0, |cell| board.deck(cell));
        for row in shown(self.row, rows, board.height) {
            let mut line = vec![Span::styled(format!("{row:>3} "), paint::QUIET)];
            if row.is_multiple_of(2) {
                line.push(Span::raw(" ".repeat(picture.width / 2)));
            }
            let first = deck * board.width * board.height + (row - 1) * board.width;
            let cells = shown(self.column, columns, board.width).map(|column| Cell(first + column - 1));
            line.extend(cells.flat_map(|cell| hex(battle, picture.drawn(cell), picture.width, marks, cell)));
            lines.push(Line::from(line));
        }
        paint::lines(frame, room, lines);
    }
}

/// From where on something is shown so that a place, from 1, is seen with a margin.
fn follow(from: u16, at: u16, room: u16, all: u16) -> u16 {
    let margin = MARGIN.min(room.saturating_sub(1) / 2);
    let least = (at + margin).min(all).saturating_sub(room);
    let most = at.saturating_sub(1 + margin);
    from.clamp(least.min(most), most.max(least)).min(all.saturating_sub(room))
}

/// A hex: the character of its ground, then the tag of who stands there. Signs say what colours say too: `>` the unit in
/// hand, `!` a target, `'` a hex that can be chosen.
fn hex(battle: &dyn BattleView, drawn: Drawn, width: usize, marks: &Marks, cell: Cell) -> [Span<'static>; 3] {
    let Drawn { ground, unit, crowd } = drawn;
    let (tag, mut side) = match &unit {
        Some((unit, tag)) => (tag.clone(), paint::side(battle.piece(*unit).side).add_modifier(Modifier::BOLD)),
        None => (String::new(), Style::new()),
    };
    let mut style = if unit.is_none() && ground == '.' { paint::QUIET } else { Style::new() };
    let mut end = if crowd { "+" } else { " " };
    if marks.way.contains(&cell) {
        style = style.add_modifier(Modifier::BOLD).fg(Color::Cyan);
        end = "*";
    }
    if marks.targets.contains(&cell) {
        (style, side) = (TARGET, side.patch(TARGET));
        end = "!";
    } else if marks.lit.contains(&cell) {
        (style, side) = (LIT, side.patch(LIT));
        end = if end == " " { "'" } else { end };
    } else if marks.hand == Some(cell) {
        side = side.add_modifier(Modifier::UNDERLINED);
        end = "<";
    }
    if marks.cursor == Some(cell) {
        (style, side) = (style.patch(paint::POINTED), side.patch(paint::POINTED));
    }
    // The sign stands behind the tag, and the rest of the hex is free.
    let free = width.saturating_sub(2 + tag.chars().count());
    let ground = Span::styled(ground.to_string(), style);
    [
        ground,
        Span::styled(format!("{tag}{end}"), if unit.is_some() { side } else { style }),
        Span::raw(" ".repeat(free)),
    ]
}

/// So many hexes each way stand in one place of a small picture, at most.
const COARSEST: u16 = 4;

/// The whole board, a character and a gap for each hex, or for several where there is less room: the letter of whoever
/// stands there, or the ground. None where the room is too small for that.
pub(super) fn small(battle: &dyn BattleView, room: Rect) -> Option<Vec<Line<'static>>> {
    let board = battle.board();
    let fits = |step: &u16| board.height.div_ceil(*step) <= room.height && 2 * board.width.div_ceil(*step) < room.width;
    let step = (1..=COARSEST).find(fits)?;
    let picture = Picture::new(battle, Ink::default());
    let sign = |column: u16, row: u16| {
        let rows = row..(row + step).min(board.height);
        let cells = rows.flat_map(|row| {
            let first = row * board.width;
            (first + column..first + (column + step).min(board.width)).map(Cell)
        });
        let drawn: Vec<Drawn> = cells.map(|cell| picture.drawn(cell)).collect();
        if let Some((unit, tag)) = drawn.iter().find_map(|hex| hex.unit.as_ref()) {
            let letter: String = tag.chars().take(1).collect();
            return Span::styled(letter, paint::side(battle.piece(*unit).side));
        }
        // What is not bare says more.
        match drawn.iter().map(|hex| hex.ground).find(|ground| !matches!(ground, '.' | ' ')) {
            Some(ground) => Span::raw(ground.to_string()),
            None => Span::styled(drawn.first().map_or(' ', |hex| hex.ground).to_string(), paint::QUIET),
        }
    };
    let row = |row: u16| {
        let shift = if step == 1 && row % 2 == 1 { " " } else { "" };
        let signs = (0..board.width).step_by(step.into()).flat_map(|column| [sign(column, row), Span::raw(" ")]);
        Line::from_iter(std::iter::once(Span::raw(shift)).chain(signs))
    };
    Some((0..board.height).step_by(step.into()).map(row).collect())
}
