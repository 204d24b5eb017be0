//! The plates of counters: a shape and a colour for each side, lit from the upper left as everything is.

use tiny_skia::{FillRule, Path, PathBuilder, Pixmap, Rect, Stroke, Transform};

use super::super::model::camera::Point;
use super::ground::{mix, rgb};
use super::things::{line, paint, soft};

/// Pixels of a plate's picture on a side.
pub(crate) const PLATE: usize = 160;
/// From the middle of the picture to the rim of the plate, in parts of half the picture: there is room for a shadow.
pub(crate) const REACH: f32 = 0.72;
/// Of each side what fills the plate, its dark side, its rim.
const TEAMS: [[u32; 3]; 8] = [
    [0x2f74c0, 0x173a68, 0x8fc4f7],
    [0xc96a10, 0x6b3208, 0xffcb85],
    [0x12866a, 0x063f33, 0x7fe0c0],
    [0xa8478c, 0x4f1b41, 0xf0a9d8],
    [0xa38a12, 0x4e4208, 0xe8d36a],
    [0x3f8fa3, 0x1c4450, 0xa6dcea],
    [0x7d7f84, 0x3a3c40, 0xd6d8dc],
    [0x6f5fc8, 0x332b66, 0xc3b9f5],
];

/// The corners of a side's shape, one unit from the middle to the rim; none for the disc of the first.
fn corners(side: usize) -> Vec<Point> {
    let ring = |count: usize, turn: f32| -> Vec<Point> {
        let angle = |i: usize| (turn + 360.0 * i as f32 / count as f32).to_radians();
        (0..count).map(|i| (angle(i).cos(), angle(i).sin())).collect()
    };
    match side {
        // A shield, a diamond, a hexagon, a square, an octagon, a kite, a crest.
        1 => vec![(-0.86, -0.84), (0.86, -0.84), (0.86, 0.15), (0.55, 0.66), (0.0, 1.04), (-0.55, 0.66), (-0.86, 0.15)],
        2 => ring(4, 0.0).into_iter().map(|(x, y)| (x * 1.12, y * 1.12)).collect(),
        3 => ring(6, 0.0),
        4 => ring(4, 45.0).into_iter().map(|(x, y)| (x * 1.16, y * 1.16)).collect(),
        5 => ring(8, 22.5),
        6 => vec![(0.0, -1.0), (0.92, -0.3), (0.0, 1.08), (-0.92, -0.3)],
        7 => vec![(-0.86, -0.9), (0.0, -0.62), (0.86, -0.9), (0.86, 0.5), (0.0, 1.02), (-0.86, 0.5)],
        _ => Vec::new(),
    }
}

fn outline(side: usize, centre: Point, size: f32) -> Option<Path> {
    let corners: Vec<Point> =
        corners(side).into_iter().map(|(x, y)| (centre.0 + x * size, centre.1 + y * size)).collect();
    if corners.is_empty() {
        return Rect::from_xywh(centre.0 - size, centre.1 - size, 2.0 * size, 2.0 * size)
            .and_then(PathBuilder::from_oval);
    }
    line(&corners, true)
}

/// The plate of a side: pixels row by row, red, green, blue and opacity.
pub(crate) fn plate(side: usize) -> Vec<u8> {
    let side = side % TEAMS.len();
    let [fill, deep, rim] = TEAMS[side].map(rgb);
    let half = PLATE as f32 / 2.0;
    let size = half * REACH;
    let mut pixmap = Pixmap::new(PLATE as u32, PLATE as u32).expect("a plate has a size");
    soft(&mut pixmap.as_mut(), (half + 0.10 * size, half + 0.16 * size), (size * 1.25, size * 1.25), 0.75);
    let mut part = |shrunk: f32, moved: f32, colour| {
        if let Some(path) = outline(side, (half + moved, half + moved), size * shrunk) {
            pixmap.fill_path(&path, &paint(colour, 1.0), FillRule::Winding, Transform::identity(), None);
        }
    };
    // Dark edge, light rim, and a plate that is lightest where the light comes from.
    part(1.0, 0.0, rgb(0x0c0e11));
    part(0.94, -0.6, rim);
    part(0.83, 0.6, deep);
    for step in 0..=12 {
        let t = step as f32 / 12.0;
        part(0.82 - 0.40 * t, -size * 0.16 * t, mix(deep, mix(fill, [1.0; 3], 0.16), t.sqrt()));
    }
    if let Some(path) = outline(side, (half, half), size * 0.83) {
        let stroke = Stroke { width: 1.4, ..Stroke::default() };
        pixmap.stroke_path(&path, &paint(rgb(0x0c0e11), 0.55), &stroke, Transform::identity(), None);
    }
    straight(pixmap)
}

/// The pixels of a picture, their colours no longer multiplied with the opacity.
fn straight(pixmap: Pixmap) -> Vec<u8> {
    let parts = |p: &tiny_skia::PremultipliedColorU8| {
        let colour = p.demultiply();
        [colour.red(), colour.green(), colour.blue(), colour.alpha()]
    };
    pixmap.pixels().iter().flat_map(parts).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_side_has_a_shape_of_its_own() {
        let solid = |side: usize| plate(side).chunks_exact(4).map(|p| p[3] == 255).collect::<Vec<bool>>();
        let shapes: Vec<Vec<bool>> = (0..TEAMS.len()).map(solid).collect();
        for (i, shape) in shapes.iter().enumerate() {
            // In the middle there is plate, at the corners of the picture nothing.
            assert!(shape[PLATE * PLATE / 2 + PLATE / 2] && !shape[0]);
            assert!(shapes[..i].iter().all(|other| other != shape), "side {i}");
        }
    }
}
