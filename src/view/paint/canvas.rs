//! Something small being painted, such as a part of a counter: its middle is at 0, and what is one unit long is so many
//! pixels.

use tiny_skia::{
    FillRule, LineCap, LineJoin, Mask, Paint, Path, PathBuilder, Pixmap, PremultipliedColorU8, Rect, Shader, Stroke,
    Transform,
};

use crate::play::camera::Point;

use super::ground::Rgb;
use super::things::paint;

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Painted {
    /// Pixels across and down.
    pub(crate) size: (usize, usize),
    /// The pixels row by row: red, green, blue and opacity.
    pub(crate) pixels: Vec<u8>,
}

/// A picture in the making.
pub(super) struct Canvas {
    pixmap: Pixmap,
    unit: f32,
}

impl Canvas {
    /// Nothing is painted yet. Half the picture is so wide and high, and a unit so many pixels.
    pub(super) fn new((w, h): Point, unit: f32) -> Canvas {
        let pixels = |half: f32| ((2.0 * half * unit).ceil() as u32).max(1);
        let pixmap = Pixmap::new(pixels(w), pixels(h)).expect("a picture has a size");
        Canvas { pixmap, unit }
    }

    /// From units to pixels.
    pub(super) fn place(&self) -> Transform {
        let middle = |pixels: u32| pixels as f32 / 2.0;
        Transform::from_scale(self.unit, self.unit)
            .post_translate(middle(self.pixmap.width()), middle(self.pixmap.height()))
    }

    /// Fills what a path encloses.
    pub(super) fn fill(&mut self, path: &Path, colour: Rgb, opaque: f32) {
        self.fill_by(path, FillRule::Winding, Transform::identity(), colour, opaque);
    }

    /// Fills it by a rule, moved beforehand.
    pub(super) fn fill_by(&mut self, path: &Path, rule: FillRule, moved: Transform, colour: Rgb, opaque: f32) {
        let place = self.place().pre_concat(moved);
        self.pixmap.fill_path(path, &paint(colour, opaque), rule, place, None);
    }

    /// Fills it with a gradient, which is in pixels.
    pub(super) fn shade(&mut self, path: &Path, shader: Shader<'_>) {
        let paint = Paint { shader, anti_alias: true, ..Paint::default() };
        // The gradient has the place already.
        if let Some(path) = path.clone().transform(self.place()) {
            self.pixmap.fill_path(&path, &paint, FillRule::Winding, Transform::identity(), None);
        }
    }

    /// Draws along a path, so many units wide.
    pub(super) fn stroke(&mut self, path: &Path, colour: Rgb, opaque: f32, width: f32) {
        self.stroke_by(path, Transform::identity(), colour, opaque, width);
    }

    /// Draws along it, moved beforehand: the width is that before the move.
    pub(super) fn stroke_by(&mut self, path: &Path, moved: Transform, colour: Rgb, opaque: f32, width: f32) {
        let place = self.place().pre_concat(moved);
        self.pixmap.stroke_path(path, &paint(colour, opaque), &pen(width), place, None);
    }

    /// The outline of a line along a path.
    pub(super) fn outlined(&self, path: &Path, width: f32) -> Option<Path> {
        path.stroke(&pen(width), self.unit)
    }

    /// A disc.
    pub(super) fn disc(&mut self, (x, y): Point, r: f32, colour: Rgb, opaque: f32) {
        PathBuilder::from_circle(x, y, r).into_iter().for_each(|path| self.fill(&path, colour, opaque));
    }

    /// A ring.
    pub(super) fn ring(&mut self, (x, y): Point, r: f32, colour: Rgb, opaque: f32, width: f32) {
        PathBuilder::from_circle(x, y, r).into_iter().for_each(|path| self.stroke(&path, colour, opaque, width));
    }

    /// A box with round ends.
    pub(super) fn pill(&mut self, (w, h): Point, colour: Rgb, opaque: f32) {
        let round = h.min(w);
        if let Some(rect) = Rect::from_ltrb(-w + round, -h, w - round + f32::EPSILON, h) {
            self.fill(&PathBuilder::from_rect(rect), colour, opaque);
        }
        // The ends lie beside the box, so that nothing is painted twice.
        for side in [-1.0, 1.0] {
            let mut path = PathBuilder::new();
            let (x, far, bend) = (side * (w - round), side * w, 0.5523 * round);
            path.move_to(x, -h);
            path.cubic_to(x + side * bend, -h, far, -bend, far, 0.0);
            path.cubic_to(far, bend, x + side * bend, h, x, h);
            path.close();
            path.finish().into_iter().for_each(|path| self.fill(&path, colour, opaque));
        }
    }

    /// Fills what a path encloses with edges so soft: about the standard deviation of a Gaussian, in units.
    pub(super) fn blurred(&mut self, path: &Path, colour: Rgb, opaque: f32, soft: f32) {
        let (width, height) = (self.pixmap.width(), self.pixmap.height());
        let Some(mut mask) = Mask::new(width, height) else { return };
        mask.fill_path(path, FillRule::Winding, true, self.place());
        let mut values: Vec<f32> = mask.data().iter().map(|v| f32::from(*v) / 255.0).collect();
        let reach = ((soft * self.unit).round() as usize).max(1);
        for _ in 0..3 {
            smear(&mut values, width as usize, reach, true);
            smear(&mut values, width as usize, reach, false);
        }
        for (pixel, value) in self.pixmap.pixels_mut().iter_mut().zip(values) {
            let alpha = (value * opaque).clamp(0.0, 1.0);
            let part = |below: u8, colour: f32| {
                ((f32::from(below) / 255.0 * (1.0 - alpha) + colour * alpha) * 255.0 + 0.5) as u8
            };
            let a = part(pixel.alpha(), 1.0);
            let [r, g, b] = [(pixel.red(), colour[0]), (pixel.green(), colour[1]), (pixel.blue(), colour[2])]
                .map(|(below, colour)| part(below, colour).min(a));
            *pixel = PremultipliedColorU8::from_rgba(r, g, b, a).unwrap_or(*pixel);
        }
    }

    /// The picture, its colours no longer multiplied with the opacity.
    pub(super) fn done(self) -> Painted {
        let parts = |p: &PremultipliedColorU8| {
            let colour = p.demultiply();
            [colour.red(), colour.green(), colour.blue(), colour.alpha()]
        };
        let size = (self.pixmap.width() as usize, self.pixmap.height() as usize);
        Painted { size, pixels: self.pixmap.pixels().iter().flat_map(parts).collect() }
    }
}

fn pen(width: f32) -> Stroke {
    Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() }
}

/// Makes each value the mean of those so far about it, along rows or columns.
fn smear(values: &mut [f32], width: usize, reach: usize, rows: bool) {
    let height = values.len() / width;
    let (lines, length) = if rows { (height, width) } else { (width, height) };
    let mut before = vec![0.0; length];
    for line in 0..lines {
        let at = |i: usize| if rows { line * width + i } else { i * width + line };
        before.iter_mut().enumerate().for_each(|(i, value)| *value = values[at(i)]);
        let mut sum: f32 = before.iter().take(reach).sum();
        for i in 0..length {
            sum += before.get(i + reach).copied().unwrap_or_default();
            values[at(i)] = sum / (2 * reach + 1) as f32;
            sum -= i.checked_sub(reach).map_or(0.0, |i| before[i]);
        }
    }
}
