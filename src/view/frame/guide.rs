//! The bubble in which a lesson or a hint speaks, beside what it is about.

use egui_macroquad::egui::{
    self, Align2, Color32, CornerRadius, Rect, RichText, Sense, Stroke, StrokeKind, pos2, vec2,
};

use crate::lesson::{Means, Place};
use crate::play::camera::Frame;
use crate::play::guide::{Guide, Onward};

use super::super::battle::{BattleScreen, Leave, Over, Play, Request};
use super::super::model::keys::Command;
use super::super::model::layout::{HINT, Layout};
use super::super::widgets::{AMBER, ON_AMBER, PANEL, RAISED, figures, quiet, rect, words};

/// How wide the bubble is.
const WIDTH: f32 = 330.0;
/// Between the bubble and the edge of the part of the board that no panel covers.
const FREE: f32 = 4.0;
/// Between the bubble and what it is about.
const APART: f32 = 10.0;

impl BattleScreen {
    /// What is said to a learner, if anything.
    pub(super) fn guide(&mut self, ctx: &egui::Context, layout: &Layout, wishes: &mut Vec<Request>) {
        let Play::Game(game) = &self.play else { return };
        let Some(guide) = game.guide.as_ref().filter(|guide| !guide.is_silent()) else { return };
        let over = game.session().battle().outcome().is_some();
        // It speaks into nothing that lies over the board, and hints are of no use after the battle.
        if self.over != Over::Nothing || over && guide.course.is_none() {
            return;
        }
        let place = guide.progress.task().map_or(Place::Board, |task| task.at);
        if let Some(about) = panel_of(place, layout, self.buttons) {
            let layer = egui::LayerId::new(egui::Order::Middle, egui::Id::new("guide edge"));
            let edge = Stroke::new(2.0, AMBER);
            ctx.layer_painter(layer).rect_stroke(rect(about).shrink(1.0), 8.0, edge, StrokeKind::Inside);
        }
        let (pivot, at) = spot(place, layout, self.buttons);
        let onward = guide.onward(over);
        let key = self.keys.name(Command::Heed);
        // It hides no panel: all that it speaks about can be read beside it.
        let free = rect(layout.free).shrink(FREE);
        let wide = WIDTH.min(free.width());
        let area = egui::Area::new(egui::Id::new("guide")).order(egui::Order::Foreground);
        let shown = area.pivot(pivot).fixed_pos(at).constrain_to(free).show(ctx, |ui| {
            let frame = egui::Frame::new().fill(PANEL).stroke(Stroke::new(1.5, AMBER)).corner_radius(8.0);
            frame.inner_margin(12.0).show(ui, |ui| {
                ui.set_max_width(wide - 24.0);
                heading(ui, guide);
                ui.label(words(guide.progress.words(Means::Window)).size(14.0));
                ui.add_space(4.0);
                ui.horizontal(|ui| {
                    if let Some(onward) = onward {
                        let text =
                            RichText::new(format!("{} ({key})", onward.words())).font(figures(15.0)).color(ON_AMBER);
                        let button = egui::Button::new(text).fill(AMBER).corner_radius(CornerRadius::same(5));
                        if ui.add(button.sense(Sense::CLICK)).clicked() {
                            wishes.push(Request::Command(Command::Heed));
                        }
                    }
                    let (text, wish) = match &guide.course {
                        None => ("No more hints", Request::Hush),
                        Some(_) => ("Leave the lesson", Request::Leave(Leave::Lessons)),
                    };
                    let button = egui::Button::new(quiet(text)).fill(Color32::TRANSPARENT).sense(Sense::CLICK);
                    if ui.add(button).clicked() {
                        wishes.push(wish);
                    }
                });
            });
        });
        let bubble = shown.response.rect;
        self.covered.push(Frame { x: bubble.left(), y: bubble.top(), width: bubble.width(), height: bubble.height() });
    }

    /// Does what the bubble's main button does.
    pub(in super::super) fn heed(&mut self) -> Option<Leave> {
        let Play::Game(game) = &mut self.play else { return None };
        let over = game.session().battle().outcome().is_some();
        match game.guide.as_ref()?.onward(over)? {
            Onward::Read => {
                game.heed();
                None
            }
            Onward::Again => Some(Leave::Again),
            Onward::Next | Onward::List => Some(Leave::Next),
        }
    }
}

/// Where the person is in a lesson, and in its part.
fn heading(ui: &mut egui::Ui, guide: &Guide) {
    let (done, all) = guide.progress.count();
    ui.label(quiet(guide.heading()));
    if all > 1 {
        let (row, _) = ui.allocate_exact_size(vec2(ui.available_width().min(WIDTH - 24.0), 3.0), Sense::hover());
        ui.painter().rect_filled(row, 1.5, RAISED);
        let full = Rect::from_min_size(row.min, vec2(row.width() * done as f32 / all as f32, 3.0));
        ui.painter().rect_filled(full, 1.5, AMBER);
    }
}

/// The panel that something is about; none for the board.
fn panel_of(place: Place, layout: &Layout, buttons: Frame) -> Option<Frame> {
    match place {
        Place::Board => None,
        Place::Top => Some(layout.top),
        Place::Goals => Some(layout.goals),
        Place::Events => Some(layout.events),
        Place::Target => Some(layout.target),
        Place::Card => Some(layout.card),
        Place::Bar => Some(buttons),
    }
}

/// Where the bubble stands, and which of its corners is there.
fn spot(place: Place, layout: &Layout, buttons: Frame) -> (Align2, egui::Pos2) {
    let beside = |panel: Frame| (Align2::RIGHT_TOP, pos2(panel.x - APART, panel.y));
    match place {
        Place::Board => {
            let free = layout.free;
            (Align2::CENTER_TOP, pos2(free.x + free.width / 2.0, free.y + APART))
        }
        Place::Top => {
            let top = layout.top;
            (Align2::CENTER_TOP, pos2(top.width / 2.0, top.y + top.height + APART))
        }
        Place::Goals => beside(layout.goals),
        Place::Events => beside(layout.events),
        Place::Target => (Align2::RIGHT_BOTTOM, pos2(layout.target.x - APART, buttons.y - HINT - APART)),
        Place::Card => (Align2::LEFT_BOTTOM, pos2(layout.card.x, layout.card.y - APART)),
        Place::Bar => (Align2::LEFT_BOTTOM, pos2(buttons.x, buttons.y - HINT - APART)),
    }
}
