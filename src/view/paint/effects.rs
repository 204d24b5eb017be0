//! What lies on hexes and can go again: fire, smoke, gas, acid, wrecks. Each is painted in a few looks, so that not all
//! hexes are alike. A hex is one unit from its middle to a corner.

use std::f32::consts::TAU;

use tiny_skia::{Path, PathBuilder, Transform};

use super::canvas::Canvas;
use super::ground::{Rgb, mix, rgb};
use super::noise::{Chance, lerp};
use super::things::line;
use crate::battle::field::Lies;
use crate::play::camera::Point;
use crate::play::scars::Scar;

/// How many looks there are of each.
pub(crate) const LOOKS: u32 = 3;
/// How many pictures make up a moment in which flames flicker, and how many of them are shown in a second.
pub(crate) const FRAMES: u32 = 6;
pub(crate) const FLICKER: f32 = 10.0;

/// Paints what lies there, in one of its looks, and of what flickers one of its pictures.
pub(super) fn effect(canvas: &mut Canvas, lies: Lies, look: u32, frame: u32) {
    let mut chance = Chance::new(977 + look);
    let part = frame as f32 / FRAMES as f32;
    match lies {
        Lies::Fire => fire(canvas, &mut chance, part),
        Lies::Smoke => puffs(canvas, &mut chance, (0x3a3a3c, 0xb9b6b0), 0.80),
        Lies::Gas => puffs(canvas, &mut chance, (0x3b4a1c, 0xb4d46a), 0.66),
        Lies::Acid => pool(canvas, &mut chance),
        Lies::Wreck => {
            wreck(canvas, &mut chance);
            fire(canvas, &mut chance, part);
        }
        Lies::Sign(..) | Lies::Vessel(_) | Lies::Terrain | Lies::Ajar => {}
    }
}

/// A flame: a drop with its tip up, leaning.
fn flame((x, y): Point, high: f32, wide: f32, lean: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    path.move_to(x + lean, y - high);
    path.cubic_to(x + lean * 0.3 + wide * 0.2, y - high * 0.62, x + wide, y - high * 0.45, x + wide * 0.62, y);
    path.quad_to(x, y + wide * 0.62, x - wide * 0.62, y);
    path.cubic_to(x - wide, y - high * 0.40, x - wide * 0.35, y - high * 0.50, x + lean, y - high);
    path.close();
    path.finish()
}

/// Flames over scorched ground, those farther down over those farther up, light about them. Each leaps and sways once in
/// a turn, of which this part has gone by, and sparks rise.
fn fire(canvas: &mut Canvas, chance: &mut Chance, part: f32) {
    if let Some(path) = PathBuilder::from_circle(0.0, 0.08, 0.62) {
        canvas.blurred(&path, rgb(0x14100c), 0.75, 0.16);
        canvas.blurred(&path, rgb(0xf0641a), 0.34, 0.20);
    }
    let mut flames: Vec<(Point, f32)> = (0..15)
        .map(|_| {
            let (angle, far) = (chance.between(0.0, TAU), chance.between(0.05, 0.70));
            ((angle.cos() * far, angle.sin() * far * 0.8 + 0.15), chance.between(0.34, 0.62) * lerp(1.0, 0.75, far))
        })
        .collect();
    flames.sort_by(|a, b| a.0.1.total_cmp(&b.0.1));
    for ((x, y), high) in flames {
        let (wide, lean) = (high * chance.between(0.30, 0.40), chance.between(-0.05, 0.16));
        let turn = (part + chance.between(0.0, 1.0)) * TAU;
        let (high, lean) = (high * (1.0 + 0.16 * turn.sin()), lean + 0.07 * turn.cos());
        for (size, colour, opaque) in
            [(1.0, 0xd8430f, 0.85), (0.78, 0xf0641a, 0.95), (0.58, 0xffb52e, 0.95), (0.32, 0xfff0b0, 1.0)]
        {
            flame((x, y), high * size, wide * size, lean * size)
                .into_iter()
                .for_each(|path| canvas.fill(&path, rgb(colour), opaque));
        }
    }
    for _ in 0..9 {
        let (x, y) = (chance.between(-0.8, 0.8), chance.between(0.0, 1.0));
        let up = (y + part).fract();
        let at = (x + 0.06 * ((y + part) * TAU).sin(), 0.3 - 1.2 * up);
        canvas.disc(at, chance.between(0.012, 0.028), rgb(0xffd27a), 0.9 * (1.0 - up));
    }
}

/// Clouds, dark below and light where the light comes from.
fn puffs(canvas: &mut Canvas, chance: &mut Chance, (dark, light): (u32, u32), opaque: f32) {
    let puffs: Vec<(Point, f32)> = (0..12)
        .map(|_| {
            let (angle, far) = (chance.between(0.0, TAU), chance.between(0.15, 0.60));
            ((angle.cos() * far, angle.sin() * far), chance.between(0.28, 0.42))
        })
        .collect();
    for layer in 0..3 {
        let part = layer as f32 / 2.0;
        let colour: Rgb = mix(rgb(dark), rgb(light), part);
        for ((x, y), r) in &puffs {
            let r = r * lerp(1.0, 0.55, part);
            let at = (x - 0.10 * part, y - 0.12 * part);
            if let Some(path) = PathBuilder::from_circle(at.0, at.1, r) {
                canvas.blurred(&path, colour, opaque * 0.55, 0.07);
            }
        }
    }
}

/// A puddle that bubbles.
fn pool(canvas: &mut Canvas, chance: &mut Chance) {
    let mut blot = |size: f32| {
        let corners: Vec<Point> = (0..18)
            .map(|i| {
                let angle = (i as f32 * 20.0).to_radians();
                let far = size * chance.between(0.80, 1.08);
                (angle.cos() * far, angle.sin() * far * 0.8)
            })
            .collect();
        line(&corners, true)
    };
    for (size, colour, opaque) in [(0.66, 0x2a3a10, 0.85), (0.58, 0x7fa82a, 0.92), (0.40, 0xc6f06a, 0.75)] {
        blot(size).into_iter().for_each(|path| canvas.fill(&path, rgb(colour), opaque));
    }
    for _ in 0..9 {
        let at = (chance.between(-0.45, 0.45), chance.between(-0.35, 0.35));
        let r = chance.between(0.03, 0.08);
        canvas.ring(at, r, rgb(0xeaffb8), 0.9, 0.02);
        canvas.disc((at.0 - r * 0.35, at.1 - r * 0.35), r * 0.28, rgb(0xffffff), 0.8);
    }
}

/// What is left of a machine: plates and beams on scorched ground.
fn wreck(canvas: &mut Canvas, chance: &mut Chance) {
    if let Some(path) = PathBuilder::from_circle(0.0, 0.0, 0.72) {
        canvas.blurred(&path, rgb(0x0f0d0c), 0.8, 0.14);
    }
    for _ in 0..7 {
        let (w, h) = (chance.between(0.14, 0.34), chance.between(0.06, 0.16));
        let at = (chance.between(-0.45, 0.45), chance.between(-0.38, 0.38));
        let moved = Transform::from_rotate(chance.between(0.0, 180.0)).post_translate(at.0, at.1);
        let plate = line(&[(-w, -h), (w, -h), (w * 0.8, h), (-w, h)], true);
        if let Some(plate) = plate.and_then(|plate| plate.transform(moved)) {
            let colour = mix(rgb(0x1b1a1a), rgb(0x6a5a4c), chance.between(0.0, 1.0));
            canvas.stroke(&plate, rgb(0x0b0d10), 0.9, 0.05);
            canvas.fill(&plate, colour, 1.0);
        }
    }
}

/// Paints what a battle left on the ground, in one of its looks.
pub(super) fn scar(canvas: &mut Canvas, scar: Scar, look: u32) {
    let mut chance = Chance::new(1201 + look);
    let mut blot = |canvas: &mut Canvas, (x, y): Point, size: f32, colour: u32, opaque: f32| {
        let corners: Vec<Point> = (0..14)
            .map(|i| {
                let angle = i as f32 / 14.0 * TAU;
                let far = size * chance.between(0.72, 1.1);
                (x + angle.cos() * far, y + angle.sin() * far * 0.85)
            })
            .collect();
        line(&corners, true).into_iter().for_each(|path| canvas.blurred(&path, rgb(colour), opaque, size * 0.16));
    };
    match scar {
        Scar::Fallen => {
            blot(canvas, (0.05, 0.12), 0.40, 0x1d0f0b, 0.55);
            blot(canvas, (-0.10, 0.05), 0.22, 0x3c120c, 0.60);
            blot(canvas, (0.34, -0.14), 0.09, 0x3c120c, 0.55);
        }
        Scar::Burnt => {
            blot(canvas, (0.0, 0.05), 0.80, 0x0f0d0c, 0.60);
            blot(canvas, (0.06, 0.0), 0.48, 0x080706, 0.65);
        }
        Scar::Crater => {
            blot(canvas, (0.0, 0.0), 0.70, 0x0f0d0c, 0.45);
            blot(canvas, (-0.03, -0.04), 0.44, 0x6a5a44, 0.80);
            blot(canvas, (0.03, 0.04), 0.36, 0x120e0b, 0.92);
            blot(canvas, (0.09, 0.11), 0.20, 0x2f261d, 0.85);
        }
    }
}

/// A ladder against what is behind it: two rails with rungs, and its shadow.
pub(super) fn ladder(canvas: &mut Canvas) {
    let bar = |canvas: &mut Canvas, from: Point, to: Point, wide: f32, colour: u32, opaque: f32| {
        line(&[from, to], false).into_iter().for_each(|path| canvas.stroke(&path, rgb(colour), opaque, wide));
    };
    let (half, foot, head) = (0.19, 0.62, -0.62);
    for (shift, dark) in [((0.07, 0.06), true), ((0.0, 0.0), false)] {
        let (dx, dy) = shift;
        let tone = |colour: u32| if dark { (0x07090c, 0.45) } else { (colour, 1.0) };
        for rung in 0..6 {
            let y = lerp(foot - 0.10, head + 0.10, rung as f32 / 5.0) + dy;
            let (colour, opaque) = tone(0x8f7345);
            bar(canvas, (dx - half, y), (dx + half, y), 0.075, colour, opaque);
        }
        for side in [-half, half] {
            let (colour, opaque) = tone(0x6b5230);
            bar(canvas, (side + dx, foot + dy), (side + dx, head + dy), 0.10, colour, opaque);
            if !dark {
                bar(canvas, (side - 0.022, foot), (side - 0.022, head), 0.03, 0xc7a566, 0.9);
            }
        }
    }
}

/// The light of a burst of fire about the middle.
fn light(canvas: &mut Canvas, r: f32, colour: u32, opaque: f32) {
    PathBuilder::from_circle(0.0, 0.0, r)
        .into_iter()
        .for_each(|path| canvas.blurred(&path, rgb(colour), opaque, r * 0.45));
}

/// A spike from the middle.
fn spike(canvas: &mut Canvas, angle: f32, far: f32, wide: f32, colour: u32) {
    let (sin, cos) = angle.sin_cos();
    let at = |along: f32, across: f32| (cos * along - sin * across, sin * along + cos * across);
    let spike = [at(0.0, -wide * 0.5), at(far * 0.35, -wide), at(far, 0.0), at(far * 0.35, wide), at(0.0, wide * 0.5)];
    line(&spike, true).into_iter().for_each(|path| canvas.fill(&path, rgb(colour), 0.95));
}

/// The flash of a muzzle that points to the right: five petals, the longest forward.
pub(super) fn muzzle(canvas: &mut Canvas) {
    light(canvas, 0.62, 0xffb52e, 0.65);
    for (size, colour) in [(1.0, 0xffb52e), (0.66, 0xfff0b0)] {
        for (degrees, far) in [(-76.0_f32, 0.42), (76.0, 0.42), (-36.0, 0.62), (36.0, 0.62), (0.0, 1.05)] {
            spike(canvas, degrees.to_radians(), far * size, 0.13 * size, colour);
        }
    }
    canvas.disc((0.0, 0.0), 0.15, rgb(0xfffbe6), 1.0);
}

/// Sparks and dust about where a shot hits.
pub(super) fn sparks(canvas: &mut Canvas) {
    let mut chance = Chance::new(431);
    light(canvas, 0.55, 0xf0641a, 0.55);
    for number in 0..11 {
        let angle = number as f32 / 11.0 * TAU + chance.between(-0.2, 0.2);
        let far = chance.between(0.45, 1.05);
        spike(canvas, angle, far, 0.055, if number % 3 == 0 { 0xffb52e } else { 0xfff0b0 });
        let out = far + 0.06;
        canvas.disc((angle.cos() * out, angle.sin() * out), chance.between(0.02, 0.045), rgb(0xffd27a), 0.9);
    }
    canvas.disc((0.0, 0.0), 0.16, rgb(0xfffbe6), 1.0);
}

/// The fire of an explosion: billows, dark without and white within.
pub(super) fn fireball(canvas: &mut Canvas) {
    let mut chance = Chance::new(619);
    light(canvas, 0.85, 0xf0641a, 0.55);
    for (far, r, colour, opaque) in [
        (0.62, 0.34, 0x5a2a12, 0.75),
        (0.46, 0.36, 0xd8430f, 0.9),
        (0.30, 0.32, 0xffb52e, 0.95),
        (0.14, 0.26, 0xfff0b0, 1.0),
    ] {
        for number in 0..9 {
            let angle = number as f32 / 9.0 * TAU + chance.between(-0.3, 0.3);
            let out = far * chance.between(0.75, 1.1);
            let r = r * chance.between(0.75, 1.0);
            PathBuilder::from_circle(angle.cos() * out, angle.sin() * out, r)
                .into_iter()
                .for_each(|path| canvas.blurred(&path, rgb(colour), opaque, 0.04));
        }
    }
}
