//! What has happened, as cards: the newest first, each turn under a heading that folds it.

use std::collections::BTreeMap;

use egui_macroquad::egui::{self, Align2, Color32, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};

use crate::play::playback::Speed;
use crate::telling::{About, Line, Span};

use super::super::battle::{BattleScreen, Play, Request};
use super::super::model::events::{Card, Chapter, chapters};
use super::super::model::keys::Command;
use super::super::paint::parts::corners_of;
use super::super::style;
use super::super::widgets::{BAD, GOOD, INK, QUIET, RAISED, TEXT, figures, heading, narrow, quiet, words as said};

/// The most cards of a heading that are shown; the log has all.
const MOST: usize = 24;
/// The most dice of a roll that are shown one by one.
const DICE: usize = 24;
/// How wide a die is, and from one to the next.
const DIE: f32 = 19.0;
const NEXT: f32 = 22.0;

/// The cards as they were made last, and which headings are folded.
#[derive(Default)]
pub(in super::super) struct Folds {
    /// How many lines of the log there were.
    told: usize,
    chapters: Vec<Chapter>,
    /// The headings that the person has folded or unfolded, by their places.
    open: BTreeMap<usize, bool>,
}

impl BattleScreen {
    /// Makes the cards anew if the log has changed.
    fn keep_cards(&mut self) {
        let told = self.log().count();
        if told != self.folds.told {
            let chapters = chapters(self.log());
            (self.folds.told, self.folds.chapters) = (told, chapters);
        }
    }

    /// What the others have done since the person was asked before, instead of the cards; whether there is any such. Where
    /// nothing is shown as it happens, only losses are worth it.
    pub(super) fn recap(&self, ui: &mut Ui, speed: Speed) -> bool {
        let Play::Game(game) = &self.play else { return false };
        let quiet_board = !game.table.playback.busy();
        let Some(recap) = game.recap.as_ref().filter(|recap| quiet_board && (recap.lost || speed != Speed::Instant))
        else {
            return false;
        };
        egui::ScrollArea::vertical().id_salt("recap").auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            heading(ui, "Since your last choice");
            for (line, side) in &recap.lines {
                let words = said(line).color(side.map_or(TEXT, style::side_text));
                ui.add(egui::Label::new(words).wrap());
            }
            let (again, why) = (self.keys.name(Command::Again), self.keys.name(Command::Why));
            ui.add(egui::Label::new(quiet(format!("{again} shows it again, {why} says why."))).wrap());
            style::gap(ui);
        });
        true
    }

    /// The cards.
    pub(super) fn events(&mut self, ui: &mut Ui, wishes: &mut Vec<Request>) {
        self.keep_cards();
        let mut flip = None;
        let folds = &self.folds;
        egui::ScrollArea::vertical().id_salt("events").auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            if folds.chapters.is_empty() {
                heading(ui, "Events");
                ui.label(quiet("Nothing has happened yet."));
            }
            let last = folds.chapters.len().saturating_sub(1);
            for (place, chapter) in folds.chapters.iter().enumerate().rev() {
                let open = folds.open.get(&place).copied().unwrap_or(place == last);
                let title = if chapter.title.is_empty() { "Before the battle" } else { &chapter.title };
                let (room, press) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::CLICK);
                let mut job = egui::text::LayoutJob::simple_singleline(title.to_uppercase(), narrow(13.0), QUIET);
                job.wrap = egui::text::TextWrapping::truncate_at_width(room.width() - 20.0);
                let galley = ui.fonts(|fonts| fonts.layout_job(job));
                ui.painter().galley(pos2(room.left() + 14.0, room.center().y - galley.size().y / 2.0), galley, QUIET);
                fold(ui, pos2(room.left() + 5.0, room.center().y), open);
                if press.on_hover_text(if open { "Fold" } else { "Unfold" }).clicked() {
                    flip = Some((place, !open));
                }
                if !open {
                    continue;
                }
                let mut step = "";
                for card in chapter.cards.iter().rev().take(MOST) {
                    if card.step != step {
                        step = &card.step;
                        ui.label(RichText::new(step).font(narrow(13.0)).color(TEXT));
                    }
                    self.event(ui, card, wishes);
                }
                if chapter.cards.len() > MOST {
                    let more = format!(
                        "{} earlier ones are in the log ({})",
                        chapter.cards.len() - MOST,
                        self.keys.name(Command::Log)
                    );
                    ui.label(quiet(more));
                }
            }
            style::gap(ui);
        });
        self.folds.open.extend(flip);
    }

    /// Something that happened: whose doing by a stripe and a counter, then what came of it.
    fn event(&self, ui: &mut Ui, card: &Card, wishes: &mut Vec<Request>) {
        let stripe = card.side.map_or(QUIET, style::side_text);
        let frame = egui::Frame::new().fill(RAISED.gamma_multiply(0.6)).corner_radius(4.0);
        let shown = frame.inner_margin(egui::Margin { left: 10, right: 6, top: 4, bottom: 5 }).show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing = vec2(0.0, 3.0);
            for (place, line) in card.lines.iter().enumerate() {
                ui.horizontal_wrapped(|ui| {
                    if let (0, Some(unit)) = (place, card.unit) {
                        let (room, _) = ui.allocate_exact_size(vec2(24.0, 20.0), Sense::hover());
                        self.token(ui, room.center() - vec2(2.0, 0.0), 8.5, unit);
                    }
                    self.told(ui, line, place == 0, wishes);
                });
            }
        });
        let rect = shown.response.rect;
        let bar = Rect::from_min_size(rect.min, vec2(3.0, rect.height()));
        ui.painter().rect_filled(bar, 1.0, stripe);
    }

    /// A line of a card: dice as dice, units and hexes lead to where they are, rules to the codex.
    fn told(&self, ui: &mut Ui, line: &Line, first: bool, wishes: &mut Vec<Request>) {
        let table = self.play.table();
        for (place, span) in line.0.iter().enumerate() {
            let text = &span.text[marks(line, place).len()..];
            let text = if place == 0 { text.trim_start() } else { text };
            let text = &format!("{text}{}", marks(line, place + 1));
            let words = match &span.about {
                About::Rule(rule) => {
                    ui.add_space(4.0);
                    self.rule(ui, rule, wishes);
                    continue;
                }
                About::Dice(faces, need, shown) => {
                    dice(ui, *faces, *need, shown);
                    continue;
                }
                About::Heading => style::bold(text),
                About::Side(side) | About::Unit(_, side) => said(text).color(style::side_text(*side)),
                About::Nothing | About::Hex(_) if text.trim().is_empty() => continue,
                About::Nothing | About::Hex(_) => said(text).color(if first { TEXT } else { QUIET }),
            };
            let label = ui.add(egui::Label::new(words.size(12.5)).sense(Sense::CLICK).selectable(false));
            if label.clicked()
                && let Some(cell) = line.place(&*table.view)
            {
                wishes.push(Request::Show(cell));
            }
        }
    }
}

/// The marks that a span of a line begins with and that stand behind the word before, so that no row begins with a comma;
/// with the space after them where nothing else follows.
fn marks(line: &Line, place: usize) -> &str {
    let [before, span] = [place.wrapping_sub(1), place].map(|place| line.0.get(place));
    let is_word = |span: &&Span| !matches!(span.about, About::Rule(_) | About::Dice(..));
    let (Some(_), Some(span)) = (before.filter(is_word), span.filter(is_word)) else { return "" };
    let rest = span.text.trim_start_matches([',', '.', ';', ':']);
    let rest = if rest.trim().is_empty() { "" } else { rest };
    &span.text[..span.text.len() - rest.len()]
}

/// The sign at a heading that folds or unfolds it.
fn fold(ui: &Ui, at: egui::Pos2, open: bool) {
    let corners = if open {
        [vec2(-4.0, -2.0), vec2(4.0, -2.0), vec2(0.0, 4.0)]
    } else {
        [vec2(-2.0, -4.0), vec2(-2.0, 4.0), vec2(4.0, 0.0)]
    };
    let corners = corners.map(|corner| at + corner).to_vec();
    ui.painter().add(egui::Shape::convex_polygon(corners, QUIET, Stroke::NONE));
}

/// Dice with what they show: filled where they do it, hollow where not; then what they need.
fn dice(ui: &mut Ui, faces: u8, need: u8, shown: &[u8]) {
    let (corners, turn) = corners_of(faces);
    for face in shown.iter().take(DICE) {
        let (room, _) = ui.allocate_exact_size(vec2(NEXT, DIE + 2.0), Sense::hover());
        let middle = room.center();
        let (fill, edge, ink): (Color32, Color32, Color32) = match (need, *face >= need) {
            (0, _) => (RAISED, QUIET, TEXT),
            (_, true) => (GOOD, GOOD, INK),
            (_, false) => (Color32::TRANSPARENT, BAD, BAD),
        };
        let r = if corners == 4 { 0.66 } else { 0.54 } * DIE;
        let corner = |i: u8| {
            let angle = (turn + 360.0 * f32::from(i) / f32::from(corners)).to_radians();
            middle + vec2(angle.cos() * r, angle.sin() * r)
        };
        ui.painter().add(egui::Shape::convex_polygon((0..corners).map(corner).collect(), fill, Stroke::new(1.4, edge)));
        ui.painter().text(middle, Align2::CENTER_CENTER, face.to_string(), figures(12.0), ink);
    }
    let made = shown.iter().filter(|face| **face >= need).count();
    let told = match (need, shown.len()) {
        (0, _) => String::new(),
        (_, 1) => format!("{need}+ on a d{faces}"),
        (_, all) => format!("{made} of {all}, {need}+ on a d{faces}"),
    };
    if !told.is_empty() {
        ui.add_space(2.0);
        ui.label(RichText::new(told).size(12.0).color(QUIET));
        ui.add_space(5.0);
    }
}
