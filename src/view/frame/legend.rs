//! The legend of the areas on the board: what each hatching and edge means, while anything but the reach of the unit in
//! hand is shown.

use egui_macroquad::egui::{self, Align2, Color32, FontId, Rect, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::telling::names;

use super::super::areas::{CHARGED, COVER, Hatch, SHOT_AT, SPENT, WATCHED};
use super::super::battle::{BattleScreen, Play};
use super::super::model::danger::{Gaze, Menace, Threat};
use super::super::model::layout::Layout;
use super::super::style;
use super::super::widgets::{PANEL, TEXT, bare, rect};

/// How high a line is, and how large the sample before its words.
const ROW: f32 = 20.0;
const SAMPLE: (f32, f32) = (26.0, 13.0);
/// Between the legend's edge and what is in it, and between a sample and its words.
const PAD: f32 = 8.0;

impl BattleScreen {
    /// The legend, in the lower right corner of the part of the board that no panel covers. Clicks go through it.
    pub(super) fn legend_of_areas(&self, ctx: &egui::Context, layout: &Layout) {
        let rows = self.areas_shown();
        if rows.is_empty() {
            return;
        }
        let mut ui = bare(ctx, "areas", rect(layout.free));
        ui.set_clip_rect(rect(layout.free));
        let font = FontId::proportional(12.0);
        let laid = |words: &String| ui.fonts(|f| f.layout_no_wrap(words.clone(), font.clone(), TEXT));
        let words: Vec<_> = rows.iter().map(|row| laid(&row.2)).collect();
        let widest = words.iter().map(|galley| galley.size().x).fold(0.0, f32::max);
        let size = vec2(3.0 * PAD + SAMPLE.0 + widest, 2.0 * PAD + ROW * rows.len() as f32);
        let corner = ui.max_rect().right_bottom() - vec2(PAD, PAD);
        let all = Align2::RIGHT_BOTTOM.anchor_size(corner, size);
        ui.painter().rect_filled(all, 6.0, PANEL.gamma_multiply(0.86));
        for (place, ((color, hatch, _), words)) in rows.iter().zip(words).enumerate() {
            let middle = all.top() + PAD + ROW * (place as f32 + 0.5);
            let left = all.left() + PAD;
            let at = Rect::from_min_size(pos2(left, middle - SAMPLE.1 / 2.0), vec2(SAMPLE.0, SAMPLE.1));
            sample(&ui, at, *color, *hatch);
            let at = pos2(at.right() + PAD, middle - words.size().y / 2.0);
            ui.painter().galley(at, words, TEXT);
        }
    }

    /// What is shown on the board, each with its color, its hatching and what it means; nothing where only the reach of the
    /// unit in hand is.
    fn areas_shown(&self) -> Vec<(Color32, Option<Hatch>, String)> {
        let Play::Game(game) = &self.play else { return Vec::new() };
        let overlay = &self.overlay;
        let [reach, range, threat] = [style::REACH, style::RANGE, style::THREAT].map(style::panel_color);
        let threatened = |how: fn(&Threat) -> bool| overlay.threats.values().flatten().any(how);
        let watcher = overlay.watching().map_or(String::new(), |unit| names::unit(&*game.table.view, unit));
        let spends = game.offer.as_ref().is_some_and(|offer| !offer.by_price(game.hand.unit).1.is_empty());
        let whose = match overlay.threat {
            Some(Menace::Of(unit)) => names::unit(&*game.table.view, unit),
            _ => "Enemies".to_owned(),
        };
        let (eyes, seen) = match overlay.gaze {
            Some(Gaze::Of(enemy)) => (threat, format!("Seen by {}", names::unit(&*game.table.view, enemy))),
            _ => (range, "Seen from there".to_owned()),
        };
        let covers = overlay.seen.iter().any(|seen| seen.1);
        let mut rows = vec![
            (!overlay.seen.is_empty(), eyes, None, seen),
            (covers, eyes, Some(COVER), "Seen, but in cover".to_owned()),
            (spends, range, Some(SPENT), "Uses something up".to_owned()),
            (!overlay.covered.is_empty(), range, None, "In range, by bands".to_owned()),
            (!overlay.watched.is_empty(), range, Some(WATCHED), format!("Watched by {watcher}")),
            (threatened(|by| by.shoots), threat, Some(SHOT_AT), format!("{whose} can shoot here")),
            (threatened(|by| by.charges), threat, Some(CHARGED), format!("{whose} can charge here")),
            (!overlay.watchers.is_empty(), threat, Some(WATCHED), "Enemies watch here".to_owned()),
        ];
        rows.retain(|row| row.0);
        if !rows.is_empty() && game.offer.as_ref().is_some_and(|offer| !offer.hexes(game.hand.unit).is_empty()) {
            rows.insert(0, (true, reach, None, "Open to choose".to_owned()));
        }
        rows.into_iter().map(|(_, color, hatch, words)| (color, hatch, words)).collect()
    }
}

/// A piece of an area as it looks on the board.
fn sample(ui: &Ui, at: Rect, color: Color32, hatch: Option<Hatch>) {
    let painter = ui.painter().with_clip_rect(at);
    painter.rect_filled(at, 0.0, color.gamma_multiply(0.12));
    if let Some(Hatch { falling, apart }) = hatch {
        let (from, to) = if falling { (at.top(), at.bottom()) } else { (at.bottom(), at.top()) };
        // Denser than on the board, so that a sample has several lines.
        let step = 0.5 * apart;
        for place in 0..=((at.width() + at.height()) / step) as u16 {
            let left = at.left() - at.height() + step * f32::from(place);
            let ends = [pos2(left, from), pos2(left + at.height(), to)];
            painter.line_segment(ends, Stroke::new(1.0, color.gamma_multiply(0.7)));
        }
    }
    painter.rect_stroke(at, 2.0, Stroke::new(1.5, color), StrokeKind::Inside);
}
