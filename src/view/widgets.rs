//! What panels are made of.

use egui_macroquad::egui::{
    self, Align2, Color32, FontFamily, FontId, Id, LayerId, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, Ui,
    UiBuilder, pos2, vec2,
};

use crate::play::camera::Frame;

use super::model::layout::PAD;
use super::style;

/// What lies behind panels, what stands out on them, lines, and what is darkest.
pub(super) const PANEL: Color32 = Color32::from_rgb(0x14, 0x17, 0x1b);
pub(super) const RAISED: Color32 = Color32::from_rgb(0x23, 0x28, 0x2e);
pub(super) const LINE: Color32 = Color32::from_rgb(0x34, 0x3b, 0x43);
pub(super) const INK: Color32 = Color32::from_rgb(0x0c, 0x0e, 0x11);
/// Words, and quieter ones.
pub(super) const TEXT: Color32 = Color32::from_rgb(0xec, 0xe5, 0xd3);
pub(super) const QUIET: Color32 = Color32::from_rgb(0xa9, 0xa4, 0x93);
/// What is the person's to decide, and words on it.
pub(super) const AMBER: Color32 = Color32::from_rgb(0xf2, 0xb4, 0x41);
pub(super) const ON_AMBER: Color32 = Color32::from_rgb(0x2a, 0x1c, 0x06);
/// What went well, what went ill, and rules.
pub(super) const GOOD: Color32 = Color32::from_rgb(0x62, 0xd6, 0xa0);
pub(super) const BAD: Color32 = Color32::from_rgb(0xf2, 0x6a, 0x5c);
pub(super) const RULE: Color32 = Color32::from_rgb(0x8f, 0xc4, 0xf7);

/// How round the corners of panels are, and of what lies on them.
const ROUND: f32 = 8.0;
pub(super) const CHIP: f32 = 4.0;
/// Within a chip: what is free about its words, and its picture.
const CHIP_MARGIN: egui::Vec2 = vec2(6.0, 2.0);
const CHIP_PICTURE: f32 = 15.0;

/// The narrow font.
pub(super) fn narrow(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name("narrow".into()))
}

/// The narrow bold font, for numbers.
pub(super) fn figures(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name("narrow bold".into()))
}

/// A part of the window as egui has it.
pub(super) fn rect(frame: Frame) -> Rect {
    Rect::from_min_size(pos2(frame.x, frame.y), vec2(frame.width, frame.height))
}

/// A panel at a place of its own, with what is on it.
pub(super) fn panel<R>(ctx: &egui::Context, id: &str, frame: Frame, add: impl FnOnce(&mut Ui) -> R) -> R {
    let rect = rect(frame);
    let mut ui = bare(ctx, id, rect);
    ui.painter().rect(rect, ROUND, PANEL.gamma_multiply(0.94), Stroke::new(1.0, LINE), StrokeKind::Inside);
    let inner = rect.shrink(PAD);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(inner));
    ui.set_clip_rect(inner.expand(2.0));
    add(&mut ui)
}

/// A part of the window without anything on it.
pub(super) fn bare(ctx: &egui::Context, id: &str, rect: Rect) -> Ui {
    Ui::new(ctx.clone(), Id::new(id), UiBuilder::new().layer_id(LayerId::background()).max_rect(rect))
}

/// The heading of a panel.
pub(super) fn heading(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text.to_uppercase()).font(narrow(13.0)).extra_letter_spacing(1.2).color(QUIET));
}

/// Words of the usual size on a panel.
pub(super) fn words(text: impl Into<String>) -> RichText {
    RichText::new(text).size(13.0).color(TEXT)
}

/// Quieter words.
pub(super) fn quiet(text: impl Into<String>) -> RichText {
    RichText::new(text).size(12.0).color(QUIET)
}

/// The button that leads on.
pub(super) fn lead(text: &str) -> egui::Button<'static> {
    egui::Button::new(style::bold(text).size(18.0).color(ON_AMBER)).fill(AMBER)
}

/// Writes a line at a point.
pub(super) fn write(ui: &Ui, at: Pos2, anchor: Align2, text: &str, font: FontId, color: Color32) -> Rect {
    ui.painter().text(at, anchor, text, font, color)
}

/// Writes words in the middle of a part of a panel, in as many rows as it has room for, a size smaller where they do not
/// fit, and shortened where they do not fit then.
pub(super) fn fill(ui: &Ui, rect: Rect, text: &str, font: FontId, color: Color32) {
    let laid = |size: f32| {
        let mut job =
            egui::text::LayoutJob::simple(text.to_owned(), FontId { size, ..font.clone() }, color, rect.width());
        job.halign = egui::Align::Center;
        job.wrap.max_rows = ((rect.height() + 1.0) / (size * 1.2)).floor().max(1.0) as usize;
        ui.fonts(|fonts| fonts.layout_job(job))
    };
    let mut galley = laid(font.size);
    if galley.elided {
        galley = laid((font.size - 2.0).max(10.5));
    }
    let top = rect.center().y - galley.size().y / 2.0;
    ui.painter().galley(pos2(rect.center().x, top), galley, color);
}

/// Words in one line from the left, shortened where they do not fit.
pub(super) fn line(ui: &Ui, room: Rect, text: &str, font: FontId, color: Color32) {
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), font, color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room.width());
    let galley = ui.fonts(|fonts| fonts.layout_job(job));
    ui.painter().galley(room.min, galley, color);
}

/// A small rounded label that says something, with more to say when it is pointed at.
pub(super) fn chip(ui: &mut Ui, picture: Option<egui::Image<'_>>, text: &str, color: Color32) -> egui::Response {
    let left = CHIP_MARGIN.x + if picture.is_some() { CHIP_PICTURE + 4.0 } else { 0.0 };
    let wide = ui.max_rect().width() - left - CHIP_MARGIN.x;
    let mut job = egui::text::LayoutJob::simple_singleline(text.to_owned(), FontId::proportional(12.0), color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(wide);
    let words = ui.fonts(|fonts| fonts.layout_job(job));
    // Its size is known before it is placed, so that in a row that is full it begins the next.
    let high = words.size().y.max(CHIP_PICTURE) + 2.0 * CHIP_MARGIN.y;
    let (room, shown) = ui.allocate_exact_size(vec2(left + words.size().x + CHIP_MARGIN.x, high), Sense::hover());
    ui.painter().rect_filled(room, CHIP, RAISED);
    if let Some(picture) = picture {
        let corner = room.min + CHIP_MARGIN;
        picture.paint_at(ui, Rect::from_min_size(corner, vec2(CHIP_PICTURE, CHIP_PICTURE)));
    }
    ui.painter().galley(pos2(room.left() + left, room.center().y - words.size().y / 2.0), words, color);
    shown
}

/// The id of a rule, which leads to the codex and says what the rule is when it is pointed at.
pub(super) fn rule(ui: &mut Ui, id: &str, about: impl FnOnce() -> String) -> bool {
    let text = RichText::new(id).font(narrow(11.0)).color(RULE);
    let label = ui.add(egui::Label::new(text).sense(Sense::CLICK).selectable(false));
    let label = label.on_hover_cursor(egui::CursorIcon::PointingHand);
    label.on_hover_ui(|ui| _ = ui.label(about())).clicked()
}

/// Parts of a bar side by side, as wide as their shares.
pub(super) fn shares(ui: &mut Ui, height: f32, parts: &[(f32, Color32)]) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let all: f32 = parts.iter().map(|part| part.0).sum::<f32>().max(f32::EPSILON);
    let mut left = rect.left();
    ui.painter().rect_filled(rect, 3.0, RAISED);
    for (share, color) in parts {
        let wide = rect.width() * share / all;
        let part = Rect::from_min_size(pos2(left, rect.top()), vec2(wide, height));
        ui.painter().rect_filled(part.shrink2(vec2(0.5, 0.0)), 3.0, *color);
        left += wide;
    }
}
