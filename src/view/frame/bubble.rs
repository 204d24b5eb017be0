//! The bubble on the board beside what an answer is aimed at: how likely it is to come off.

use egui_macroquad::egui::{self, Align2, FontId, Stroke, StrokeKind, pos2, vec2};

use crate::play::camera::{SIZE, centre};
use crate::play::forecast::{Forecast, percent};
use crate::play::reckon::Known;

use super::super::battle::{BattleScreen, Play};
use super::super::model::layout::Layout;
use super::super::widgets::{BAD, PANEL, TEXT, bare, figures, rect};

/// Between its edge and what is in it, and between its numbers and its words.
const PAD: f32 = 8.0;
/// How far it is from the middle of a hex, in sizes of hexes.
const APART: f32 = 0.9;

impl BattleScreen {
    /// The bubble for the answer whose odds the target's panel shows: above the hex, or below where whoever does it stands
    /// above or there is no room.
    pub(super) fn bubble(&self, ctx: &egui::Context, layout: &Layout) {
        let (Play::Game(game), Some((_, action)), Some(camera)) = (&self.play, self.risk(), &self.camera) else {
            return;
        };
        let Some(cell) = self.aimed_at(action) else { return };
        let Known::Told(forecast) = self.reckoner.known(&game.table.view, action) else { return };
        let Some((large, rows)) = told(&forecast) else { return };
        let free = rect(layout.free).shrink(4.0);
        // The camera counts in pixels, panels in points.
        let points = layout.free.width / camera.frame.width;
        let spot = |cell| {
            let (x, y) = camera.to_screen(centre(game.table.view.board(), cell));
            pos2(x * points, y * points)
        };
        let at = spot(cell);
        if !free.contains(at) {
            return;
        }
        let ui = bare(ctx, "bubble", rect(layout.free));
        let laid = |text: String, font| ui.fonts(|fonts| fonts.layout_no_wrap(text, font, TEXT));
        let large = laid(large, figures(24.0));
        let rows: Vec<_> = rows.into_iter().map(|text| laid(text, FontId::proportional(12.0))).collect();
        let wide = rows.iter().map(|row| row.size().x).fold(0.0, f32::max);
        let high: f32 = rows.iter().map(|row| row.size().y).sum();
        let size = vec2(3.0 * PAD + large.size().x + wide, PAD + high.max(large.size().y));
        let far = vec2(0.0, APART * SIZE * camera.scale * points);
        let (above, below) =
            (Align2::CENTER_BOTTOM.anchor_size(at - far, size), Align2::CENTER_TOP.anchor_size(at + far, size));
        let by = action.actor().map(|unit| game.table.view.piece(unit).at).filter(|by| by.is_some());
        let from_above = by.is_some_and(|by| spot(by).y < at.y - 1.0) && below.bottom() < free.bottom();
        let place = if from_above || above.top() < free.top() { below } else { above };
        let beyond = (place.left() - free.left()).min(0.0) + (place.right() - free.right()).max(0.0);
        let place = place.translate(vec2(-beyond, 0.0));
        ui.painter().rect(place, 6.0, PANEL.gamma_multiply(0.94), Stroke::new(1.5, BAD), StrokeKind::Inside);
        let middle = place.left_center() + vec2(PAD, 0.0);
        let mut next = middle + vec2(large.size().x + PAD, -high / 2.0);
        ui.painter().galley(middle - vec2(0.0, large.size().y / 2.0), large, TEXT);
        for row in rows {
            let down = vec2(0.0, row.size().y);
            ui.painter().galley(next, row, TEXT);
            next += down;
        }
    }
}

/// The one chance that says most, what it is of, and what the roll needs that decides.
fn told(forecast: &Forecast) -> Option<(String, Vec<String>)> {
    let roll = forecast.main_roll();
    let what = if forecast.harms.is_empty() { roll?.title.clone() } else { "to hurt".to_owned() };
    let needs = roll.map(|roll| format!("{}+ on a d{}", roll.need, roll.faces));
    Some((percent(forecast.chance()?), [what].into_iter().chain(needs).collect()))
}
