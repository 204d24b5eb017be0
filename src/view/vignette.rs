//! Small pictures of maps: of the battles that are kept, and of the missions of a campaign.

use egui_macroquad::egui::{self, Color32, Pos2, Rect, Ui, pos2, vec2};

use crate::board::{Board, Terrain};
use crate::play::camera::Point;

use super::paint::Picture;
use super::paint::canvas::Painted;

/// Pixels of a picture, at most.
const MOST: f32 = 36_000.0;

/// A map as it was painted, beside the frame: the picture, its upper left corner in the plane, and the pixels for a unit.
pub(super) struct Sketch(Painted, Point, f32);

impl Sketch {
    /// Paints a map with this terrain.
    pub(super) fn of(board: &Board, terrain: &[Terrain]) -> Sketch {
        let (painted, corner, density) = Picture::within(board, terrain, MOST).whole();
        Sketch(painted, corner, density)
    }
}

/// A picture that can be shown.
pub(super) struct Vignette {
    texture: egui::TextureHandle,
    size: egui::Vec2,
    corner: Point,
    density: f32,
}

impl Vignette {
    /// That of a sketch, with a name for the texture.
    pub(super) fn new(ctx: &egui::Context, name: &str, sketch: &Sketch) -> Vignette {
        let Sketch(Painted { size: (across, down), pixels }, corner, density) = sketch;
        let image = egui::ColorImage::from_rgba_premultiplied([*across, *down], pixels);
        let texture = ctx.load_texture(name, image, egui::TextureOptions::LINEAR);
        Vignette { texture, size: vec2(*across as f32, *down as f32), corner: *corner, density: *density }
    }

    /// Shows the whole of it in the middle of a rectangle. Returns where a point of the plane lies.
    pub(super) fn show(&self, ui: &Ui, at: Rect) -> impl Fn(Point) -> Pos2 {
        let by = (at.width() / self.size.x).min(at.height() / self.size.y);
        let map = Rect::from_center_size(at.center(), self.size * by);
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        ui.painter().image(self.texture.id(), map, whole, Color32::WHITE);
        let (corner, density) = (self.corner, self.density);
        move |(x, y)| map.min + vec2(x - corner.0, y - corner.1) * density * by
    }

    /// Shows as much of its middle as covers a rectangle, in a tint.
    pub(super) fn cover(&self, ui: &Ui, at: Rect, tint: Color32) {
        let by = (at.width() / self.size.x).max(at.height() / self.size.y);
        let seen = at.size() / (self.size * by);
        let part = Rect::from_center_size(pos2(0.5, 0.5), seen);
        ui.painter().image(self.texture.id(), at, part, tint);
    }
}
