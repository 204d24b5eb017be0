//! Why computers did what they did: the decisions at the left, what was weighed up at the one chosen at the right.

use egui_macroquad::egui::{self, Rect, RichText, Sense, Ui, pos2, vec2};

use crate::opponents::Candidate;
use crate::play::words::capital;

use super::battle::{BattleScreen, Request};
use super::style;
use super::widgets::{AMBER, BAD, CHIP, GOOD, QUIET, RAISED, TEXT, line, quiet, words as said};
use crate::play::why::{self, Inquiry};

/// How wide the list of decisions is, at most, and how high a row of it.
const LIST: f32 = 280.0;
const ROW: f32 = 22.0;
/// The most reasons of a candidate that are told.
const MOST: usize = 6;

impl BattleScreen {
    /// Lays it out.
    pub(super) fn reasons(&mut self, ctx: &egui::Context, window: egui::Window<'_>, wishes: &mut Vec<Request>) {
        let rect = ctx.screen_rect();
        let size = vec2((rect.width() * 0.85).min(860.0), (rect.height() * 0.7).min(560.0));
        let Some(inquiry) = &mut self.inquiry else { return };
        inquiry.poll();
        window.fixed_size(size).show(ctx, |ui| {
            if inquiry.decisions.is_empty() {
                ui.label(why::nothing(inquiry.secret));
                return;
            }
            ui.horizontal_top(|ui| {
                let room = vec2(LIST.min(0.4 * ui.available_width()), ui.available_height());
                let down = egui::Layout::top_down(egui::Align::Min);
                ui.allocate_ui_with_layout(room, down, |ui| decisions(ui, inquiry, wishes));
                ui.separator();
                ui.vertical(|ui| reasons(ui, inquiry));
            });
        });
    }
}

/// The decisions that can be asked about.
fn decisions(ui: &mut Ui, inquiry: &Inquiry, wishes: &mut Vec<Request>) {
    egui::ScrollArea::vertical().id_salt("decisions").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        for (place, asked) in inquiry.decisions.iter().enumerate() {
            let (room, press) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::CLICK);
            let now = place == inquiry.chosen;
            if now || press.hovered() {
                ui.painter().rect_filled(room, CHIP, RAISED);
            }
            let color = if now { AMBER } else { style::side_text(asked.side) };
            let text = Rect::from_min_max(room.min + vec2(6.0, 3.0), pos2(room.right() - 4.0, room.bottom()));
            line(ui, text, &capital(&asked.words), egui::FontId::proportional(13.0), color);
            if press.on_hover_text(&asked.words).clicked() {
                wishes.push(Request::Ask(place));
            }
        }
        if inquiry.secret {
            ui.add(egui::Label::new(quiet(why::SECRET)).wrap());
        }
    });
}

/// What was weighed up at the decision asked about.
fn reasons(ui: &mut Ui, inquiry: &Inquiry) {
    let Some(asked) = inquiry.decisions.get(inquiry.chosen) else { return };
    egui::ScrollArea::vertical().id_salt("reasons").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 5.0;
        let words = style::bold(capital(&asked.words)).color(style::side_text(asked.side));
        ui.add(egui::Label::new(words).wrap());
        match inquiry.why() {
            Some(why) => {
                for words in asked.preface(why) {
                    ui.add(egui::Label::new(quiet(words)).wrap());
                }
                candidates(ui, why);
            }
            None if inquiry.thinks() => {
                ui.horizontal(|ui| {
                    ui.spinner();
                    ui.label(quiet("It thinks it through once more"));
                });
            }
            None => _ = ui.label(quiet(why::SILENT)),
        }
    });
}

/// What was weighed up, the choice first.
fn candidates(ui: &mut Ui, all: &[Candidate]) {
    for (place, candidate) in all.iter().enumerate() {
        let color = if place == 0 { AMBER } else { TEXT };
        let frame = egui::Frame::new().fill(RAISED.gamma_multiply(0.6)).corner_radius(4.0).inner_margin(6);
        frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.add(egui::Label::new(said(capital(&candidate.words)).color(color)).wrap());
            if let Some(tried) = candidate.tried {
                ui.label(quiet(why::tries(tried)));
            }
            for (words, share) in candidate.terms.iter().take(MOST) {
                ui.horizontal(|ui| {
                    let (sign, color) = if *share > 0.0 { ("+", GOOD) } else { ("-", BAD) };
                    let number = RichText::new(format!("{sign}{:.2}", share.abs())).size(12.0).color(color);
                    ui.add_sized(vec2(40.0, 16.0), egui::Label::new(number));
                    ui.add(egui::Label::new(RichText::new(words).size(12.5).color(QUIET)).truncate());
                });
            }
        });
    }
}
