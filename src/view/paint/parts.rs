//! The parts of counters, and of other things that lie on the board, each painted alone so that few pictures make up all.

use tiny_skia::{FillRule, Transform};

use super::canvas::{Canvas, Painted};
use super::effects::{effect, fireball, ladder, muzzle, scar, sparks};
use super::ground::{Rgb, rgb};
use super::plates::{self, Glow, Team};
use super::things::{LEAF, leaf_of, line};
use crate::battle::field::{Lies, Tone};
use crate::board::Terrain;
use crate::content::Icon;
use crate::play::camera::{Point, SIZE};
use crate::play::scars::Scar;

/// Dark and light of what is drawn about plates.
const INK: u32 = 0x14171b;
const BONE: u32 = 0xece5d3;
const AMBER: u32 = 0xf2b441;
const GREEN: u32 = 0x4dffa0;

/// How large an icon is painted, as wide as its drawing: on no plate it is larger.
pub(crate) const ICON: f32 = 1.52;
/// From the middle of a disc with a badge or a number to its rim.
pub(crate) const BADGE: f32 = 0.27;
pub(crate) const COUNT: f32 = 0.36;
/// From the middle of a pip to its rim, and from one pip to the next.
pub(crate) const PIP: f32 = 0.115;
pub(crate) const PIPS_APART: f32 = 2.35 * PIP;
/// How long a pointer is: what of it the plate covers too.
pub(crate) const POINTER: f32 = 0.62;

/// How long a leaf of a door is, where a hex is one from its middle to a corner.
pub(crate) const LONG: f32 = (LEAF.1 - LEAF.0) / SIZE;

/// A part of a counter or of something like one. Sides go by their numbers, icons by theirs among those in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    /// What a plate throws on the ground.
    Shadow(usize),
    /// What makes it stand out.
    Glow(usize, Glow),
    /// Which way it faces: a wedge that points to the right.
    Pointer,
    /// A plate, with the pattern of its rim or without.
    Plate(usize, bool),
    /// An icon in the colours of a side.
    Icon(usize, usize),
    /// What so many pips lie on.
    Tray(u8),
    /// A model: there, or lost.
    Pip(bool),
    /// What a number of models lies on.
    Count(usize),
    /// A badge with an icon.
    Badge(Tone, usize),
    /// A badge with room for a number; without a tone one that says how many more there are.
    Number(Option<Tone>),
    /// A badge from afar.
    Spot(Tone),
    /// What a tag lies on.
    Tag(usize),
    /// Something that nobody knows.
    Blip,
    /// A step of a way, and where it ends.
    Step,
    End,
    /// What is fought for.
    Goal,
    /// A die with so many faces, with pips or with room for a number, made or failed where that matters.
    Die {
        /// Its faces.
        faces: u8,
        /// Its pips.
        pips: u8,
        /// Whether it does it.
        made: Option<bool>,
    },
    /// A leaf of a door of this kind, from left to right.
    Leaf(Terrain),
    /// What lies on a hex, in one of its looks, and of what flickers one of its pictures.
    Effect(Lies, u32, u32),
    /// What a battle left on the ground, in one of its looks.
    Scar(Scar, u32),
    /// A ladder or stairs.
    Ladder,
    /// A plate as white as it is for the moment of a hit.
    White(usize),
    /// The flash of a muzzle that points to the right.
    Muzzle,
    /// What flies about where a shot hits.
    Sparks,
    /// The fire of an explosion.
    Fireball,
}

/// The colour of what a badge is about.
pub(crate) fn tone(tone: Tone) -> Rgb {
    rgb(match tone {
        Tone::Fire => 0xff9a4a,
        Tone::Acid => 0xc6f06a,
        Tone::Blood => 0xff7a6a,
        Tone::Poison => 0xd2a8ff,
        Tone::Nerve => 0xffd27a,
        Tone::Aim => 0x9fe3ff,
        Tone::Damage => 0xffb0a0,
    })
}

impl Part {
    /// Half its width and height, in units of a plate's radius.
    pub(crate) fn half(self) -> Point {
        let square = |half: f32| (half, half);
        match self {
            Part::Shadow(_) => square(1.95),
            Part::Glow(..) => square(2.15),
            Part::Pointer => (0.42, 0.52),
            Part::Plate(..) => square(1.28),
            Part::Icon(..) => square(ICON / 2.0 + 0.12),
            Part::Tray(count) => (f32::from(count - 1) * PIPS_APART / 2.0 + PIP * 1.9 + 0.05, PIP * 1.7 + 0.05),
            Part::Pip(_) => square(PIP + 0.05),
            Part::Count(_) => square(COUNT + 0.08),
            Part::Badge(..) | Part::Number(_) => square(BADGE + 0.12),
            Part::Spot(_) => square(0.27),
            Part::Tag(_) => (0.60, 0.34),
            Part::Blip => square(1.35),
            Part::Step => square(0.20),
            Part::End => square(0.43),
            Part::Goal => square(1.15),
            Part::Die { .. } => square(1.35),
            Part::Leaf(_) => (LONG / 2.0 + 0.12, 0.36),
            Part::Effect(..) => square(1.35),
            Part::Scar(..) => square(1.1),
            Part::Ladder => (0.36, 0.78),
            Part::White(_) => square(1.28),
            Part::Muzzle | Part::Sparks => square(1.2),
            Part::Fireball => square(1.4),
        }
    }

    /// The number of the icon that is drawn on it.
    pub(crate) fn icon(self) -> Option<usize> {
        match self {
            Part::Icon(icon, _) | Part::Badge(_, icon) => Some(icon),
            _ => None,
        }
    }
}

/// Paints a part for plates with so many pixels from the middle to the rim, with the icon that it has.
pub(crate) fn part(part: Part, unit: f32, icon: Option<&Icon>) -> Painted {
    let mut canvas = Canvas::new(part.half(), unit);
    // Lines are never thinner than a pixel.
    let pixels = |width: f32, least: f32| width.max(least / unit);
    match part {
        Part::Shadow(side) => plates::shadow(&mut canvas, side),
        Part::Glow(side, glow) => plates::glow(&mut canvas, side, glow),
        Part::Pointer => pointer(&mut canvas, pixels(0.07, 1.2)),
        Part::Plate(side, patterned) => plates::plate(&mut canvas, side, patterned),
        Part::Icon(_, side) => {
            let team = Team::of(side);
            icon.into_iter().for_each(|icon| {
                edged(&mut canvas, icon, (0.02, 0.05), ICON, team.deep, pixels(0.05, 0.8));
                drawn(&mut canvas, icon, (0.0, 0.0), ICON, team.ink);
            });
        }
        Part::Tray(count) => {
            let wide = f32::from(count - 1) * PIPS_APART / 2.0;
            canvas.pill((wide + PIP * 1.9, PIP * 1.7), rgb(INK), 0.94);
        }
        Part::Pip(true) => canvas.disc((0.0, 0.0), PIP, rgb(BONE), 1.0),
        Part::Pip(false) => canvas.ring((0.0, 0.0), PIP * 0.8, rgb(0x8b8577), 1.0, pixels(PIP * 0.42, 1.0)),
        Part::Count(side) => {
            canvas.disc((0.0, 0.0), COUNT, rgb(INK), 1.0);
            canvas.ring((0.0, 0.0), COUNT, Team::of(side).rim, 1.0, pixels(0.05, 1.0));
        }
        Part::Badge(about, _) => {
            badge(&mut canvas, tone(about), pixels(BADGE * 0.16, 1.1));
            icon.into_iter().for_each(|icon| drawn(&mut canvas, icon, (0.0, 0.0), BADGE * 1.34, tone(about)));
        }
        Part::Number(about) => badge(&mut canvas, about.map_or(rgb(BONE), tone), pixels(BADGE * 0.16, 1.1)),
        Part::Spot(about) => {
            canvas.disc((0.0, 0.0), 0.22, rgb(INK), 1.0);
            canvas.disc((0.0, 0.0), 0.16, tone(about), 1.0);
        }
        Part::Tag(side) => {
            canvas.pill((0.54, 0.28), Team::of(side).rim, 0.9);
            let line = pixels(0.04, 1.0);
            canvas.pill((0.54 - line, 0.28 - line), rgb(INK), 1.0);
        }
        Part::Blip => blip(&mut canvas),
        Part::Step => {
            canvas.disc((0.0, 0.0), 0.15, rgb(INK), 0.8);
            canvas.disc((0.0, 0.0), 0.10, [1.0; 3], 1.0);
        }
        Part::End => {
            canvas.disc((0.0, 0.0), 0.38, rgb(INK), 0.9);
            canvas.disc((0.0, 0.0), 0.33, [0.98, 0.97, 0.94], 1.0);
        }
        Part::Goal => goal(&mut canvas),
        Part::Die { faces, pips, made } => die(&mut canvas, faces, pips, made),
        Part::Leaf(terrain) => leaf(&mut canvas, terrain),
        Part::Effect(lies, look, frame) => effect(&mut canvas, lies, look, frame),
        Part::Scar(what, look) => scar(&mut canvas, what, look),
        Part::Ladder => ladder(&mut canvas),
        Part::White(side) => plates::white(&mut canvas, side),
        Part::Muzzle => muzzle(&mut canvas),
        Part::Sparks => sparks(&mut canvas),
        Part::Fireball => fireball(&mut canvas),
    }
    canvas.done()
}

/// An icon alone, white, in a square with so many pixels on a side.
pub(crate) fn plain(icon: &Icon, pixels: f32) -> Painted {
    let mut canvas = Canvas::new((0.5, 0.5), pixels);
    drawn(&mut canvas, icon, (0.0, 0.0), 0.98, [1.0; 3]);
    canvas.done()
}

/// A wedge to the right, with its tip at the right edge.
fn pointer(canvas: &mut Canvas, edge: f32) {
    let tip = 0.40 - edge;
    if let Some(path) = line(&[(tip, 0.0), (tip - POINTER + edge, 0.40), (tip - POINTER + edge, -0.40)], true) {
        canvas.fill(&path, rgb(BONE), 1.0);
        canvas.stroke(&path, rgb(INK), 1.0, edge);
    }
}

fn badge(canvas: &mut Canvas, colour: Rgb, line: f32) {
    canvas.disc((0.03, 0.05), BADGE * 1.05, [0.0; 3], 0.5);
    canvas.disc((0.0, 0.0), BADGE, rgb(INK), 1.0);
    canvas.ring((0.0, 0.0), BADGE, colour, 1.0, line);
}

/// Where an icon lies that is so wide about a point.
fn laid(icon: &Icon, (x, y): Point, wide: f32) -> Transform {
    let (width, height) = icon.size;
    let scale = wide / width.max(height).max(f32::EPSILON);
    Transform::from_translate(-width / 2.0, -height / 2.0).post_scale(scale, scale).post_translate(x, y)
}

fn drawn(canvas: &mut Canvas, icon: &Icon, at: Point, wide: f32, colour: Rgb) {
    let laid = laid(icon, at, wide);
    for (path, odd) in &icon.outlines {
        canvas.fill_by(path, if *odd { FillRule::EvenOdd } else { FillRule::Winding }, laid, colour, 1.0);
    }
}

/// An icon and so much about it.
fn edged(canvas: &mut Canvas, icon: &Icon, at: Point, wide: f32, colour: Rgb, edge: f32) {
    drawn(canvas, icon, at, wide, colour);
    let laid = laid(icon, at, wide);
    for (path, _) in &icon.outlines {
        canvas.stroke_by(path, laid, colour, 0.95, 2.0 * edge / laid.sx.max(f32::EPSILON));
    }
}

/// A contact on a scanner: a dark disc, rings that grow faint, ticks, and room for a number.
fn blip(canvas: &mut Canvas) {
    let green = rgb(GREEN);
    canvas.disc((0.0, 0.0), 1.28, rgb(0x05100a), 0.55);
    for (far, opaque) in [(0.66, 0.85), (0.94, 0.55), (1.20, 0.32)] {
        canvas.ring((0.0, 0.0), far, green, opaque, 0.06);
    }
    canvas.disc((0.0, 0.0), 0.46, rgb(0x06150d), 1.0);
    canvas.ring((0.0, 0.0), 0.46, green, 1.0, 0.08);
    for turn in 0..4 {
        let (sin, cos) = (90.0 * turn as f32).to_radians().sin_cos();
        let tick = [(cos * 0.46, sin * 0.46), (cos * 0.72, sin * 0.72)];
        line(&tick, false).into_iter().for_each(|path| canvas.stroke(&path, green, 1.0, 0.08));
    }
}

/// How many corners a die has as it is seen, and how far the first is turned, in degrees.
pub(crate) fn corners_of(faces: u8) -> (u8, f32) {
    match faces {
        4 => (3, -90.0),
        6 | 100 => (4, 45.0),
        8 => (6, -90.0),
        10 => (5, -90.0),
        _ => (8, -90.0),
    }
}

/// A die: filled where it does it, hollow where it does not, bone-coloured where that is not asked.
fn die(canvas: &mut Canvas, faces: u8, pips: u8, made: Option<bool>) {
    let (fill, edge, ink) = match made {
        None => (rgb(BONE), rgb(0xa9a493), rgb(INK)),
        Some(true) => (rgb(0x62d6a0), rgb(0xc4f5dd), rgb(INK)),
        Some(false) => (rgb(0x23282e), rgb(0xff7a6a), rgb(0xff7a6a)),
    };
    let (corners, turn) = corners_of(faces);
    let corner = |i: u8| {
        let angle = (turn + 360.0 * f32::from(i) / f32::from(corners)).to_radians();
        (angle.cos() * 1.12, angle.sin() * 1.12)
    };
    let outline: Vec<Point> = (0..corners).map(corner).collect();
    line(&outline, true).into_iter().for_each(|path| {
        canvas.stroke(&path, rgb(INK), 0.9, 0.38);
        canvas.fill(&path, fill, 1.0);
        canvas.stroke(&path, edge, 1.0, 0.2);
    });
    let far = 0.42;
    let corner = [(-far, -far), (far, far), (far, -far), (-far, far), (-far, 0.0), (far, 0.0)];
    let at = match pips {
        0 => &[][..],
        even @ (2 | 4 | 6) => &corner[..usize::from(even)],
        odd => {
            canvas.disc((0.0, 0.0), 0.17, ink, 1.0);
            &corner[..usize::from(odd.min(5)) - 1]
        }
    };
    at.iter().for_each(|at| canvas.disc(*at, 0.17, ink, 1.0));
}

/// A leaf of a door: its shadow, its lit upper edge, the strip of light that tells its kind.
fn leaf(canvas: &mut Canvas, terrain: Terrain) {
    let (colour, light, strong) = leaf_of(terrain);
    let (long, strong) = (LONG / 2.0, strong / SIZE);
    let bar = |dx: f32, dy: f32| {
        line(
            &[(dx - long, dy - strong), (dx + long, dy - strong), (dx + long, dy + strong), (dx - long, dy + strong)],
            true,
        )
    };
    bar(0.05, 0.06).into_iter().for_each(|path| canvas.fill(&path, rgb(0x05070a), 0.5));
    bar(0.0, 0.0).into_iter().for_each(|path| {
        canvas.fill(&path, colour, 1.0);
        canvas.stroke(&path, rgb(INK), 0.8, 0.03);
    });
    let edge = line(&[(-long, -strong), (long, -strong)], false);
    edge.into_iter().for_each(|path| canvas.stroke(&path, [0.8; 3], 0.6, 0.03));
    let strip = line(&[(-long * 0.55, 0.0), (long * 0.55, 0.0)], false);
    strip.into_iter().for_each(|path| canvas.stroke(&path, light, 0.95, 0.055));
}

/// A ring on the ground and a flag in it.
fn goal(canvas: &mut Canvas) {
    let ellipse = |w: f32, h: f32, y: f32| {
        tiny_skia::Rect::from_ltrb(-w, y - h, w, y + h).and_then(tiny_skia::PathBuilder::from_oval)
    };
    let amber = rgb(AMBER);
    ellipse(0.96, 0.85, 0.06).into_iter().for_each(|path| canvas.stroke(&path, rgb(INK), 0.40, 0.20));
    ellipse(0.96, 0.85, 0.0).into_iter().for_each(|path| {
        canvas.fill(&path, amber, 0.13);
        canvas.stroke(&path, amber, 1.0, 0.085);
    });
    ellipse(0.76, 0.66, 0.0).into_iter().for_each(|path| canvas.stroke(&path, rgb(0xffe3a6), 0.8, 0.03));
    for turn in 0..4 {
        let angle = (45.0 + 90.0 * turn as f32).to_radians();
        let at = (angle.cos() * 0.96, angle.sin() * 0.85);
        canvas.disc(at, 0.13, rgb(0x2a1c06), 1.0);
        canvas.disc(at, 0.10, amber, 1.0);
    }
    let pole = [(0.0, 0.25), (0.0, -0.96)];
    line(&[(0.2, 0.25), (0.9, 0.7)], false).into_iter().for_each(|path| canvas.stroke(&path, [0.0; 3], 0.35, 0.11));
    line(&pole, false).into_iter().for_each(|path| {
        canvas.stroke(&path, rgb(0x1a1512), 1.0, 0.13);
        canvas.stroke(&path, rgb(0x8d7a58), 1.0, 0.07);
    });
    let mut flag = tiny_skia::PathBuilder::new();
    flag.move_to(0.03, -0.93);
    flag.quad_to(0.37, -1.10, 0.60, -0.93);
    flag.quad_to(0.80, -0.80, 0.99, -0.96);
    flag.line_to(0.99, -0.39);
    flag.quad_to(0.77, -0.25, 0.57, -0.39);
    flag.quad_to(0.33, -0.52, 0.03, -0.36);
    flag.close();
    flag.finish().into_iter().for_each(|path| {
        canvas.fill(&path, amber, 1.0);
        canvas.stroke(&path, rgb(0x5a3d0c), 1.0, 0.035);
    });
}
