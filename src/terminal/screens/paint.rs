//! What all screens are painted with: the colours of sides, text in pieces, panes and the line of keys.

use ratatui::Frame;
use ratatui::layout::{Margin, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Borders, Clear};

use crate::battle::SideId;
use crate::play::table;
use crate::play::words::capital;
use crate::rules::BattleView;
use crate::source::harmless;
use crate::telling::{self, About, names};
use crate::terminal::ink::Ink;

/// Something less important.
pub(super) const QUIET: Style = Style::new().add_modifier(Modifier::DIM);
/// A heading.
pub(super) const STRONG: Style = Style::new().add_modifier(Modifier::BOLD);
/// What is pointed at.
pub(super) const POINTED: Style = Style::new().add_modifier(Modifier::REVERSED);
/// A warning, or why something cannot be.
pub(super) const WARNING: Style = Style::new().fg(Color::Yellow);

/// The colour of a side, the same as at the prompt.
pub(super) fn side(side: SideId) -> Style {
    Style::new().fg(Color::Indexed(Ink::hue(side)))
}

/// A text as it may be shown, whoever wrote it.
pub(super) fn text(text: &str) -> Span<'static> {
    Span::raw(harmless(text).into_owned())
}

/// A line of text.
pub(super) fn words(text: &str) -> Line<'static> {
    Line::from(self::text(text))
}

/// What is told, in its colours.
pub(super) fn line(told: &telling::Line) -> Line<'static> {
    let style = |about: &About| match about {
        About::Nothing | About::Hex(_) | About::Dice(..) => Style::new(),
        About::Heading => STRONG,
        About::Side(of) | About::Unit(_, of) => side(*of),
        About::Rule(_) => QUIET,
    };
    Line::from_iter(told.0.iter().map(|span| text(&span.text).style(style(&span.about))))
}

/// What is told, broken between words.
pub(super) fn rows<'l>(told: impl IntoIterator<Item = &'l telling::Line>, width: u16) -> Vec<Line<'static>> {
    let broken = |told: &telling::Line| told.rows(width.into()).iter().map(|row| line(row)).collect::<Vec<_>>();
    told.into_iter().flat_map(broken).collect()
}

/// A text, broken between words.
pub(super) fn wrapped(text: &str, width: u16) -> Vec<Line<'static>> {
    rows(text.lines().map(telling::Line::of).collect::<Vec<_>>().iter(), width)
}

/// Writes lines from the top of a room on; what is beyond it is cut off.
pub(super) fn lines(frame: &mut Frame<'_>, room: Rect, lines: impl IntoIterator<Item = Line<'static>>) {
    let room = room.intersection(frame.area());
    for (y, line) in (room.top()..room.bottom()).zip(lines) {
        frame.buffer_mut().set_line(room.x, y, &line, room.width);
    }
}

/// A pane with its title on its upper edge. Returns the room in it.
pub(super) fn pane(frame: &mut Frame<'_>, room: Rect, title: Line<'static>) -> Rect {
    let block = Block::new().borders(Borders::TOP).border_style(QUIET).title(title.patch_style(STRONG));
    let within = block.inner(room);
    frame.render_widget(block, room);
    within
}

/// A pane over everything else, with a frame about it. Returns the room in it.
pub(super) fn over(frame: &mut Frame<'_>, room: Rect, title: Line<'static>) -> Rect {
    frame.render_widget(Clear, room);
    frame.render_widget(Block::bordered().title(title.patch_style(STRONG)), room);
    room.inner(Margin::new(2, 1))
}

/// A room in the middle of another, no larger than that.
pub(super) fn middle(room: Rect, width: u16, height: u16) -> Rect {
    let (width, height) = (width.min(room.width), height.min(room.height));
    Rect::new(room.x + (room.width - width) / 2, room.y + (room.height - height) / 2, width, height)
}

/// The last line of a screen: what keys do here. Those that find no room are left out.
pub(super) fn keys(frame: &mut Frame<'_>, room: Rect, keys: &[(&str, &str)]) {
    let mut line = Line::default();
    for (key, does) in keys {
        if line.width() + key.len() + does.len() + 1 > usize::from(room.width) {
            continue;
        }
        line.push_span(Span::styled((*key).to_owned(), STRONG));
        line.push_span(Span::styled(format!(" {does}  "), QUIET));
    }
    lines(frame, room, [line]);
}

/// Widths from which there is a column at the right of the board, and odds at the right of the list.
pub(super) const TWO_COLUMNS: u16 = 56;

/// Where the turn of a battle is, who leads and by how much, and at the right how fast it is shown.
pub(super) fn standing(view: &dyn BattleView, speed: &str, width: u16) -> Line<'static> {
    let mut line = words(&capital(&view.place_in_turn())).style(STRONG);
    let scores: Vec<(i32, SideId)> = SideId::first(view.sides().len()).map(|side| (view.score(side), side)).collect();
    for (place, &(score, of)) in scores.iter().enumerate() {
        let second = scores.iter().filter(|other| other.1 != of).map(|other| other.0).max().unwrap_or(score);
        let lead = if score > second { format!(" (leads by {})", score - second) } else { String::new() };
        line.push_span(if place == 0 { " | " } else { ", " });
        line.push_span(text(&format!("{} {score}{lead}", names::side(view, of))).style(side(of)));
    }
    if let Some(gap) = usize::from(width).checked_sub(line.width() + speed.len() + 2) {
        line.push_span(format!("  {}{speed}", " ".repeat(gap)));
    }
    line
}

/// The last of what has happened, or what is so many rows further back.
pub(super) fn log(frame: &mut Frame<'_>, room: Rect, log: &[table::Line], back: &mut usize) {
    let wanted = usize::from(room.height).saturating_add(*back);
    let mut shown: Vec<Line<'static>> = Vec::new();
    for line in log.iter().rev() {
        if shown.len() >= wanted {
            break;
        }
        // Rules are left to the whole log: here they would take half of the room.
        let spans = line.told.0.iter().filter(|span| !matches!(span.about, About::Rule(_))).cloned();
        shown.extend(rows([&telling::Line(spans.collect())], room.width).into_iter().rev());
    }
    *back = (*back).min(shown.len().saturating_sub(room.height.into()));
    shown.drain(..*back);
    shown.truncate(room.height.into());
    shown.reverse();
    lines(frame, room, shown);
}

/// What is drawn, as text.
pub(super) fn plain(frame: &mut Frame<'_>) -> String {
    let wide = usize::from(frame.area().width).max(1);
    let rows = frame.buffer_mut().content.chunks(wide);
    let text = rows.map(|row| row.iter().map(|cell| cell.symbol()).collect::<String>().trim_end().to_owned() + "\n");
    text.collect()
}

/// Parts a room: so many columns at its left, one that is free, the rest.
pub(super) fn beside(room: Rect, left: u16) -> (Rect, Rect) {
    let left = left.min(room.width);
    let gap = u16::from(room.width > left);
    (Rect { width: left, ..room }, Rect { x: room.x + left + gap, width: room.width - left - gap, ..room })
}

/// Parts a room: so many rows at its top, the rest.
pub(super) fn above(room: Rect, top: u16) -> (Rect, Rect) {
    let top = top.min(room.height);
    (Rect { height: top, ..room }, Rect { y: room.y + top, height: room.height - top, ..room })
}

/// Parts a screen: its title, the room in the middle, the line of keys.
pub(super) fn parted(room: Rect) -> (Rect, Rect, Rect) {
    let (title, rest) = above(room, 1);
    let (middle, keys) = above(rest, rest.height.saturating_sub(1));
    (title, middle, keys)
}
