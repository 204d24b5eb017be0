//! The frame about the board: the bar at the top, what is fought for, what has happened, what is pointed at, the unit in
//! hand, and what can be done. Panels lie over the board, where the layout says.

mod bar;
mod bubble;
mod card;
mod events;
mod guide;
mod legend;
mod target;
mod top;

#[cfg(test)]
pub(super) mod tests;

pub(super) use events::Folds;

use egui_macroquad::egui::{self, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::battle::UnitId;
use crate::play::camera::{Camera, Frame};
use crate::telling::names;

use super::battle::{BattleScreen, Over, Play, Request};
use super::model::layout::Layout;
use super::model::settings::Settings;
use super::widgets::{AMBER, GOOD, RAISED, bare, panel, rect};

/// The tokens of the strip at the left, from one to the next.
const TOKEN: f32 = 46.0;

impl BattleScreen {
    /// Lays out all panels.
    pub(super) fn panels(&mut self, ctx: &egui::Context, settings: &Settings, wishes: &mut Vec<Request>) {
        let size = ctx.screen_rect().size();
        let layout = Layout::of((size.x, size.y));
        self.covered = vec![layout.top, layout.goals, layout.events, layout.target, layout.card];
        self.bubble(ctx, &layout);
        let mut top = bare(ctx, "top", rect(layout.top));
        self.top(&mut top, settings, wishes);
        panel(ctx, "goals", layout.goals, |ui| self.goals(ui, wishes));
        panel(ctx, "events", layout.events, |ui| {
            if !self.recap(ui, settings.speed) {
                self.events(ui, wishes);
            }
        });
        panel(ctx, "card", layout.card, |ui| self.card(ui, wishes));
        self.roster(ctx, &layout, wishes);
        self.considered = self.bar(ctx, &layout, wishes);
        panel(ctx, "target", layout.target, |ui| self.target(ui, wishes));
        if let Some(mini) = layout.mini {
            self.covered.push(mini);
            self.mini_map(ctx, mini);
        }
        self.legend_of_areas(ctx, &layout);
        self.guide(ctx, &layout, wishes);
        self.ask_odds();
        self.layout = layout;
    }

    /// The map as a whole, with what of it the window shows; a click moves the camera there.
    fn mini_map(&mut self, ctx: &egui::Context, frame: Frame) {
        let BattleScreen { mini, play, camera, glide, .. } = self;
        let view = &*play.table().view;
        panel(ctx, "mini", frame, |ui| {
            let room = ui.max_rect();
            mini.show(ui, room, view);
            let Some(camera) = camera else { return };
            let within = Frame { x: room.left(), y: room.top(), width: room.width(), height: room.height() };
            let whole = Camera::whole(view.board(), within);
            let shown = |x, y| {
                let (x, y) = whole.to_screen(camera.to_plane((x, y)));
                pos2(x, y)
            };
            let seen = camera.frame;
            let seen = Rect::from_min_max(shown(seen.x, seen.y), shown(seen.x + seen.width, seen.y + seen.height));
            ui.painter().rect_stroke(seen.intersect(room), 2.0, Stroke::new(1.5, AMBER), StrokeKind::Inside);
            let press = ui.interact(room, ui.id().with("map"), Sense::CLICK | Sense::DRAG);
            if let Some(at) = press.interact_pointer_pos() {
                *glide = None;
                camera.look_at(view.board(), whole.to_plane((at.x, at.y)));
            }
        });
    }

    /// The units that can act, at the left; a tick at those whose secret answer is chosen.
    fn roster(&mut self, ctx: &egui::Context, layout: &Layout, wishes: &mut Vec<Request>) {
        let Play::Game(game) = &self.play else { return };
        let Some(offer) = &game.offer else { return };
        let units = offer.units();
        let strip = layout.roster;
        let most = (((strip.height - 8.0) / TOKEN) as usize).max(1);
        if units.len() < 2 {
            return;
        }
        // The unit in hand is in sight.
        let now = units.iter().position(|u| Some(*u) == game.hand.unit).unwrap_or(0);
        let from = now.saturating_sub(most - 1).min(units.len().saturating_sub(most));
        let shown = &units[from..units.len().min(from + most)];
        let frame = Frame { height: shown.len() as f32 * TOKEN + 8.0, ..strip };
        self.covered.push(frame);
        let view = &*game.table.view;
        panel(ctx, "roster", frame, |ui| {
            ui.set_clip_rect(rect(frame));
            for (place, &unit) in shown.iter().enumerate() {
                let at = pos2(frame.x + 4.0, frame.y + 4.0 + place as f32 * TOKEN);
                let place = Rect::from_min_size(at, vec2(frame.width - 8.0, TOKEN));
                let press = ui.interact(place, ui.id().with(unit.0), Sense::CLICK);
                if press.hovered() {
                    ui.painter().rect_filled(place, 4.0, RAISED);
                }
                if game.hand.unit == Some(unit) {
                    let bar = Rect::from_min_size(at, vec2(3.0, TOKEN));
                    ui.painter().rect_filled(bar, 1.0, AMBER);
                }
                self.token(ui, place.center(), 0.36 * TOKEN, unit);
                if game.hand.drafts.contains_key(&unit) {
                    let tick = place.center() + vec2(13.0, 13.0);
                    ui.painter().circle_filled(tick, 8.0, super::widgets::INK);
                    self.icon(ui, Rect::from_center_size(tick, vec2(11.0, 11.0)), "check-mark", GOOD);
                }
                if press.on_hover_text(names::unit(view, unit)).clicked() {
                    wishes.push(Request::Select(unit));
                }
            }
        });
    }

    /// A unit's counter on a panel: so many points from its middle to its rim.
    pub(super) fn token(&self, ui: &Ui, at: egui::Pos2, r: f32, unit: UnitId) {
        let view = &*self.play.table().view;
        let looks = view.looks(unit);
        self.atlas.token(ui, at, r, view.piece(unit).side.index(), looks.icon, looks.build.icon());
    }

    /// An icon on a panel.
    pub(super) fn icon(&self, ui: &Ui, at: Rect, name: &str, color: egui::Color32) {
        self.atlas.plain(ui, at, name, color);
    }

    /// A small button with an icon, its hint when it is pointed at. It does not take the keyboard from the board.
    pub(super) fn small(&self, ui: &Ui, at: Rect, icon: &str, on: bool, open: bool, hint: &str) -> bool {
        let press = ui.interact(at, ui.id().with((icon, hint)), if open { Sense::CLICK } else { Sense::hover() });
        let fill = if press.hovered() && open { super::widgets::LINE } else { RAISED };
        let edge = if on { Stroke::new(1.5, AMBER) } else { Stroke::NONE };
        ui.painter().rect(at, 5.0, fill, edge, StrokeKind::Inside);
        let color = match (open, on) {
            (false, _) => super::widgets::LINE,
            (true, true) => AMBER,
            (true, false) => super::widgets::TEXT,
        };
        self.icon(ui, at.shrink(at.height() * 0.22), icon, color);
        press.on_hover_text(hint).clicked()
    }

    /// Whether a point of the window, in points, is on a panel.
    pub(super) fn is_covered(&self, at: (f32, f32)) -> bool {
        self.over != Over::Nothing || self.covered.iter().any(|frame| frame.has(at))
    }
}
