//! The plates of counters: of each side a colour, a shape and a rim of its own, lit from the upper left as everything is.
//! A plate is one unit from its middle to its rim, whatever its size on the screen.

use tiny_skia::{
    Color, GradientStop, LinearGradient, Path, PathBuilder, Point as At, RadialGradient, Shader, SpreadMode,
};

use crate::play::camera::Point;

use super::canvas::Canvas;
use super::ground::{Rgb, mix, rgb};
use super::things::line;

/// How many sides look different.
pub(crate) const SIDES: usize = 8;
/// Of each side what fills the plate, its dark side, its rim, and what is drawn on it.
const TEAMS: [[u32; 4]; SIDES] = [
    [0x2f74c0, 0x173a68, 0x8fc4f7, 0xf4efe2],
    [0xc96a10, 0x6b3208, 0xffcb85, 0xfff6e4],
    [0x12866a, 0x063f33, 0x7fe0c0, 0xf0f6ee],
    [0xa8478c, 0x4f1b41, 0xf0a9d8, 0xfbeef6],
    [0xa38a12, 0x4e4208, 0xe8d36a, 0xfbf6e0],
    [0x3f8fa3, 0x1c4450, 0xa6dcea, 0xeef7f9],
    [0x7d7f84, 0x3a3c40, 0xd6d8dc, 0xf7f7f5],
    [0x6f5fc8, 0x332b66, 0xc3b9f5, 0xf4f1fc],
];
/// How wide the rim is.
const RIM: f32 = 0.12;
/// What lies about everything.
const EDGE: u32 = 0x0b0d10;
const SHADE: u32 = 0x05070a;

/// The colours of a side.
pub(crate) struct Team {
    pub(crate) fill: Rgb,
    pub(crate) deep: Rgb,
    pub(crate) rim: Rgb,
    pub(crate) ink: Rgb,
}

impl Team {
    /// Those of a side by its number.
    pub(crate) fn of(side: usize) -> Team {
        let [fill, deep, rim, ink] = TEAMS[side % SIDES].map(rgb);
        Team { fill, deep, rim, ink }
    }
}

/// Why a counter stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Glow {
    /// It is in hand.
    Chosen,
    /// It is aimed at.
    Aimed,
    /// It can be aimed at.
    Target,
    /// It can be helped, or whatever else one does to one's own.
    Friend,
    /// It has a secret answer that can still be changed.
    Drafted,
    /// It can do something.
    Able,
}

/// How large what is drawn on a side's plate is, and how far below the middle.
pub(crate) fn room(side: usize) -> (f32, f32) {
    match side % SIDES {
        0 => (1.30, -0.02),
        1 => (1.28, -0.06),
        2 => (1.24, -0.02),
        3 => (1.26, -0.02),
        6 => (1.05, -0.12),
        _ => (1.24, -0.02),
    }
}

/// How far from the middle of a side's plate the tip of a pointer lies, in a direction of which this is the height, down
/// being more.
pub(crate) fn tip(side: usize, down: f32) -> f32 {
    match side % SIDES {
        // The upper corners of a shield stand out.
        1 | 7 if down < -0.5 => 1.74,
        4 if down.abs() > 0.5 => 1.66,
        1 | 2 | 6 | 7 => 1.58,
        _ => 1.48,
    }
}

/// How far below the middle of a side's plate its models stand.
pub(crate) fn foot(side: usize) -> f32 {
    if matches!(side % SIDES, 1 | 6 | 7) { 0.94 } else { 0.86 }
}

/// The outline of a side's plate, so much smaller or larger, about a point.
fn outline(side: usize, (x, y): Point, r: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    let at = |a: f32, b: f32| (x + a * r, y + b * r);
    let ring = |count: usize, turn: f32, far: f32, (wide, high): Point| -> Vec<Point> {
        let angle = |i: usize| (turn + 360.0 * i as f32 / count as f32).to_radians();
        (0..count).map(|i| at(angle(i).cos() * far * wide, angle(i).sin() * far * high)).collect()
    };
    let curves: &[(Point, Point)] = match side % SIDES {
        0 => {
            path.push_circle(x, y, r);
            return path.finish();
        }
        1 => &[
            ((0.0, -1.08), (0.92, -0.90)),
            ((0.93, -0.40), (0.94, 0.10)),
            ((0.86, 0.78), (0.0, 1.14)),
            ((-0.86, 0.78), (-0.94, 0.10)),
            ((-0.93, -0.40), (-0.92, -0.90)),
        ],
        2 => &[
            ((0.0, -1.20), (0.24, -0.96)),
            ((0.60, -0.60), (0.96, -0.24)),
            ((1.20, 0.0), (0.96, 0.24)),
            ((0.60, 0.60), (0.24, 0.96)),
            ((0.0, 1.20), (-0.24, 0.96)),
            ((-0.60, 0.60), (-0.96, 0.24)),
            ((-1.20, 0.0), (-0.96, -0.24)),
            ((-0.60, -0.60), (-0.24, -0.96)),
        ],
        4 => &[
            ((0.90, -0.90), (0.90, -0.70)),
            ((0.90, 0.0), (0.90, 0.70)),
            ((0.90, 0.90), (0.70, 0.90)),
            ((0.0, 0.90), (-0.70, 0.90)),
            ((-0.90, 0.90), (-0.90, 0.70)),
            ((-0.90, 0.0), (-0.90, -0.70)),
            ((-0.90, -0.90), (-0.70, -0.90)),
            ((0.0, -0.90), (0.70, -0.90)),
        ],
        6 => &[
            ((0.70, -0.60), (0.98, -0.28)),
            ((0.60, 0.60), (0.0, 1.18)),
            ((-0.60, 0.60), (-0.98, -0.28)),
            ((-0.70, -0.60), (0.0, -1.10)),
        ],
        7 => &[
            ((0.45, -0.66), (0.90, -0.96)),
            ((0.90, -0.20), (0.90, 0.45)),
            ((0.80, 0.85), (0.0, 1.08)),
            ((-0.80, 0.85), (-0.90, 0.45)),
            ((-0.90, -0.20), (-0.90, -0.96)),
            ((-0.45, -0.66), (0.0, -0.66)),
        ],
        // Wider than high, or from afar it were a disc.
        5 => return line(&ring(8, 22.5, 1.04, (1.14, 0.88)), true),
        _ => return line(&ring(6, 0.0, 1.0, (1.0, 1.0)), true),
    };
    let (_, last) = curves[curves.len() - 1];
    let (x, y) = at(last.0, last.1);
    path.move_to(x, y);
    for &(bend, end) in curves {
        let ((x1, y1), (x2, y2)) = (at(bend.0, bend.1), at(end.0, end.1));
        path.quad_to(x1, y1, x2, y2);
    }
    path.close();
    path.finish()
}

fn stop(at: f32, colour: Rgb) -> GradientStop {
    let [r, g, b] = colour.map(|part| part.clamp(0.0, 1.0));
    GradientStop::new(at, Color::from_rgba(r, g, b, 1.0).unwrap_or(Color::BLACK))
}

/// A shadow: a long soft one away from the light, a tight dark one where the plate touches the ground.
pub(super) fn shadow(canvas: &mut Canvas, side: usize) {
    if let Some(path) = outline(side, (0.20, 0.26), 1.02) {
        canvas.blurred(&path, rgb(SHADE), 0.55, 0.125);
    }
    if let Some(path) = outline(side, (0.03, 0.11), 1.05) {
        canvas.fill(&path, rgb(SHADE), 0.85);
    }
}

/// What makes a counter stand out.
pub(super) fn glow(canvas: &mut Canvas, side: usize, glow: Glow) {
    let lit = |canvas: &mut Canvas, far: f32, width: f32, colour: u32, opaque: f32| {
        if let Some(path) = outline(side, (0.0, 0.0), far).and_then(|path| canvas.outlined(&path, width)) {
            canvas.blurred(&path, rgb(colour), opaque, 0.125);
        }
    };
    let line = |canvas: &mut Canvas, far: f32, colour: u32| {
        if let Some(path) = outline(side, (0.0, 0.0), far) {
            canvas.stroke(&path, rgb(EDGE), 0.55, 0.15);
            canvas.stroke(&path, rgb(colour), 1.0, 0.075);
        }
    };
    match glow {
        Glow::Chosen => {
            lit(canvas, 1.22, 0.40, 0xf2b441, 0.75);
            line(canvas, 1.16, 0xffe9b8);
        }
        Glow::Aimed => {
            lit(canvas, 1.20, 0.40, 0xe2533c, 0.85);
            line(canvas, 1.16, 0xff9a86);
        }
        Glow::Target => line(canvas, 1.14, 0xe2533c),
        Glow::Drafted | Glow::Friend => line(canvas, 1.14, 0x62d6a0),
        Glow::Able => line(canvas, 1.14, 0xf2b441),
    }
}

/// The plate of a side, with or without the pattern of its rim.
pub(super) fn plate(canvas: &mut Canvas, side: usize, patterned: bool) {
    let team = Team::of(side);
    let white = [1.0; 3];
    let rim = [stop(0.0, mix(team.rim, white, 0.35)), stop(0.45, team.rim), stop(1.0, team.deep)];
    let rim = LinearGradient::new(
        At::from_xy(-0.8, -1.0),
        At::from_xy(0.6, 1.0),
        rim.to_vec(),
        SpreadMode::Pad,
        canvas.place(),
    );
    if let (Some(path), Some(shader)) = (outline(side, (0.0, 0.0), 1.0), rim) {
        canvas.stroke(&path, rgb(EDGE), 1.0, 0.09);
        canvas.shade(&path, shader);
    }
    let light = At::from_xy(-0.28, -0.44);
    let fill = [stop(0.0, mix(team.fill, white, 0.22)), stop(0.55, team.fill), stop(1.0, team.deep)];
    let fill: Option<Shader<'_>> =
        RadialGradient::new(light, 0.0, light, 1.9, fill.to_vec(), SpreadMode::Pad, canvas.place());
    if let (Some(path), Some(shader)) = (outline(side, (0.0, 0.0), 1.0 - RIM), fill) {
        canvas.shade(&path, shader);
        canvas.stroke(&path, team.deep, 1.0, 0.035);
    }
    if patterned {
        pattern(canvas, side, &team);
    }
}

/// What tells rims apart besides colour and shape: nothing, hatching, a second line, dots, and so on again.
/// A plate in white, its rim with it.
pub(super) fn white(canvas: &mut Canvas, side: usize) {
    outline(side, (0.0, 0.0), 1.0).into_iter().for_each(|path| canvas.fill(&path, [1.0; 3], 1.0));
}

fn pattern(canvas: &mut Canvas, side: usize, team: &Team) {
    match side % SIDES {
        1 | 7 => {
            let top = if side % SIDES == 1 { 0.0 } else { 0.06 };
            for at in [-0.62_f32, -0.31, 0.0, 0.31, 0.62] {
                let lift = if top > 0.0 { top + 0.12 * (1.0 - at.abs()) } else { 0.0 };
                let mark = [(at - 0.07, -0.78 + lift), (at + 0.07, -1.04 + lift)];
                line(&mark, false).into_iter().for_each(|path| canvas.stroke(&path, team.deep, 1.0, 0.07));
            }
        }
        2 | 4 => {
            outline(side, (0.0, 0.0), 0.80).into_iter().for_each(|path| canvas.stroke(&path, team.rim, 0.9, 0.045));
        }
        3 | 5 => {
            let (count, turn, wide, high) =
                if side % SIDES == 3 { (6, 0.0, 0.88, 0.88) } else { (8, 22.5, 1.02, 0.79) };
            for i in 0..count {
                let (sin, cos) = (turn + 360.0 * i as f32 / count as f32).to_radians().sin_cos();
                canvas.disc((cos * wide, sin * high), 0.075, team.deep, 1.0);
            }
        }
        _ => {}
    }
}
