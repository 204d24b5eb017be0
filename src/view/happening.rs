//! What happens on the board: aim, shots, explosions, trails, words that rise, dice.

use macroquad::prelude::*;

use crate::battle::{Target, UnitId};
use crate::board::Cell;
use crate::play::camera::{Point, between};
use crate::play::motion::{Motion, Shot, Throw, Trace, rising};
use crate::rules::Discharge;

use super::atlas::Show;
use super::counters::Pen;
use super::paint::parts::{Part, tone};
use super::style;
use super::tokens::Places;

/// How far from the middle of a counter a muzzle is, in distances from the centre of a hex to a corner.
const MUZZLE: f32 = 0.55;
/// The part of its way that a tracer is long.
const TRACER: f32 = 0.35;
/// Puffs in a tongue of flame.
const PUFFS: u8 = 14;
/// Pixels of a dash and of the gap behind it.
const DASH: (f32, f32) = (9.0, 6.0);

impl Pen<'_> {
    /// What lies below the counters: the trails of those that have gone by a cut.
    pub(super) fn trails(&self) {
        for (trace, age) in self.table.playback.traces() {
            if let (Trace::Trail(cells), true) = (trace, self.calm) {
                let opaque = 1.0 - age / trace.lasts();
                let color = Color { a: 0.8 * opaque, ..style::REACH };
                for step in cells.windows(2) {
                    let ((x, y), (to_x, to_y)) = (self.at(step[0]), self.at(step[1]));
                    draw_line(x, y, to_x, to_y, self.size() * 0.16, color);
                }
            }
        }
    }

    /// What lies above them.
    pub(super) fn happening(&self, places: &Places) {
        let playback = &self.table.playback;
        match playback.motion() {
            Some((&Motion::Aims { by, at }, _)) => {
                self.line(places, by, at).into_iter().for_each(|line| self.aim(line));
            }
            Some((&Motion::Shoots { by, at, flash, looks }, seconds)) => {
                let line = self.line(places, by, at);
                line.into_iter().for_each(|line| self.shot(line, flash, looks, Shot::at(looks, seconds)));
            }
            _ => {}
        }
        for (trace, age) in playback.traces() {
            let part = age / trace.lasts();
            match trace {
                Trace::Burst(cell) => self.burst(*cell, part),
                Trace::Revealed(cell) => {
                    let r = self.size() * if self.calm { 0.9 } else { 0.5 + 0.7 * part };
                    let (x, y) = self.at(*cell);
                    let color = Color { a: 1.0 - part, ..style::CONTACT };
                    draw_circle_lines(x, y, r, (self.size() * 0.08).max(1.5), color);
                }
                Trace::Words { .. } | Trace::Trail(_) | Trace::Slides { .. } => {}
            }
        }
        self.rising(places);
        if let (Some((Motion::Rolls(throw), seconds)), Some(cell), true) =
            (playback.motion(), playback.place(), self.dice)
        {
            self.throw(throw, seconds, self.at(cell));
        }
    }

    /// Dice in a row above a place, with what they need.
    fn throw(&self, throw: &Throw, seconds: f32, (x, y): Point) {
        let half = (self.size() * 0.34).clamp(10.0 * self.words, 17.0 * self.words);
        let apart = 2.5 * half;
        let (y, seen) = (y - self.size() * 1.15, throw.seen() as f32);
        let need = match throw.shown.len() - throw.seen() {
            _ if throw.need == 0 => String::new(),
            0 => format!("{}+", throw.need),
            more => format!("{more} more, {}+", throw.need),
        };
        let words = 1.3 * half;
        let wide = if need.is_empty() { 0.0 } else { self.letters.width(&need, words, true) + half };
        let left = x - (seen * apart + wide) / 2.0;
        let back = Color { a: 0.72, ..style::INK };
        draw_rectangle(left - 0.3 * half, y - 1.45 * half, seen * apart + wide + 0.6 * half, 2.9 * half, back);
        for (place, (face, turn)) in throw.dice(seconds, self.calm).enumerate() {
            let at = (left + (place as f32 + 0.5) * apart, y);
            let made = (throw.need > 0 && turn.is_none()).then_some(face >= throw.need);
            let pips = if throw.faces == 6 { face } else { 0 };
            let die = Part::Die { faces: throw.faces, pips, made };
            self.atlas.show(die, Show { at, unit: (half, half), turn: turn.unwrap_or_default(), opaque: 1.0 });
            if pips == 0 {
                let [red, green, blue] = style::LOSS;
                let ink = if made == Some(false) { Color::new(red, green, blue, 1.0) } else { style::INK };
                self.letters.write(&face.to_string(), at, 1.1 * half, ink, true);
            }
        }
        self.letters.write(&need, (left + seen * apart + wide / 2.0, y), words, style::BONE, true);
    }

    /// From near a unit to a target.
    pub(super) fn line(&self, places: &Places, by: UnitId, at: Target) -> Option<(Point, Point)> {
        let from = *places.get(&by)?;
        let at = match at {
            Target::Unit(unit) => *places.get(&unit)?,
            Target::Hex(cell) => self.at(cell),
            _ => return None,
        };
        let far = (at.0 - from.0).hypot(at.1 - from.1).max(1.0);
        Some((between(from, at, (MUZZLE * self.size() / far).min(0.4)), at))
    }

    /// A dashed line to a target, and a ring about it.
    pub(super) fn aim(&self, (from, at): (Point, Point)) {
        let far = (at.0 - from.0).hypot(at.1 - from.1).max(1.0);
        let mut gone = 0.0;
        for (wide, color) in [(4.0, Color { a: 0.6, ..style::INK }), (2.0, style::AIMED)] {
            while gone < far {
                let end = (gone + DASH.0).min(far);
                let ((x, y), (to_x, to_y)) = (between(from, at, gone / far), between(from, at, end / far));
                draw_line(x, y, to_x, to_y, wide, color);
                gone += DASH.0 + DASH.1;
            }
            draw_circle_lines(at.0, at.1, self.size() * 0.62, wide, color);
            gone = 0.0;
        }
    }

    /// A shot: flash, what flies, sparks. Calm is its whole way at once.
    fn shot(&self, (from, at): (Point, Point), flash: bool, looks: Discharge, shot: Shot) {
        let size = self.size();
        let turn = (at.1 - from.1).atan2(at.0 - from.0);
        let show = |part: Part, at: Point, unit: f32, opaque: f32| {
            self.atlas.show(part, Show { at, unit: (unit, unit), turn, opaque });
        };
        let loud = matches!(looks, Discharge::Bullets | Discharge::Shell);
        if let Some(part) = shot.flash.filter(|_| flash && loud) {
            show(Part::Muzzle, from, size * 0.8, 1.0 - 0.5 * part);
        }
        if let Some(part) = shot.tracer {
            match looks {
                Discharge::Bullets => self.bullets((from, at), part),
                Discharge::Shell => {
                    let (x, y) = between(from, at, if self.calm { 1.0 } else { part });
                    let (tail_x, tail_y) = between(from, at, if self.calm { 0.0 } else { (part - TRACER).max(0.0) });
                    draw_line(tail_x, tail_y, x, y, (size * 0.10).max(2.0), Color { a: 0.5, ..style::BONE });
                    draw_circle(x, y, (size * 0.15).max(2.5), style::EMBER);
                    draw_circle(x, y, (size * 0.09).max(1.5), style::SPARK);
                }
                Discharge::Flame => self.tongue((from, at), part, [style::EMBER, style::SPARK]),
                Discharge::Spray => self.tongue((from, at), part, [style::SPRAY, style::DROPS]),
                Discharge::Lob => {
                    // It rises and falls again over its way.
                    let up = |part: f32| 4.0 * part * (1.0 - part) * size * 1.2;
                    let part = if self.calm { 0.5 } else { part };
                    let (x, y) = between(from, at, part);
                    draw_circle(x, y, (size * 0.11).max(2.0), Color { a: 0.4, ..style::INK });
                    draw_circle(x, y - up(part), (size * 0.15).max(3.0), style::INK);
                    draw_circle(x, y - up(part), (size * 0.09).max(2.0), style::BONE);
                }
                Discharge::Wave => {
                    for ring in 0..4 {
                        let far = (part - 0.13 * ring as f32).max(0.0);
                        let (x, y) = between(from, at, if self.calm { 1.0 - 0.2 * ring as f32 } else { far });
                        let color = Color { a: 0.9 - 0.2 * ring as f32, ..style::MIND };
                        draw_circle_lines(x, y, size * (0.16 + 0.30 * far), (size * 0.05).max(1.5), color);
                    }
                }
            }
        }
        if let Some(part) = shot.impact {
            let grown = if self.calm { 1.0 } else { 0.6 + 0.5 * part };
            let what = if matches!(looks, Discharge::Shell | Discharge::Lob) { Part::Fireball } else { Part::Sparks };
            if looks != Discharge::Wave {
                show(what, at, size * 0.75 * grown, 1.0 - part * part);
            }
        }
    }

    /// Tracers side by side.
    fn bullets(&self, (from, at): (Point, Point), part: f32) {
        let size = self.size();
        let turn = (at.1 - from.1).atan2(at.0 - from.0);
        let (tail, head) = if self.calm { (0.0, 1.0) } else { (part - TRACER * (1.0 - part), part) };
        let across = (-turn.sin() * size * 0.09, turn.cos() * size * 0.09);
        for (lane, late) in [(-1.0, 0.10), (0.0, 0.0), (1.0, 0.17)] {
            let moved = |part: f32| {
                let (x, y) = between(from, at, (part - late).clamp(0.0, 1.0));
                (x + across.0 * lane, y + across.1 * lane)
            };
            let ((x, y), (to_x, to_y)) = (moved(tail), moved(head));
            for (wide, color) in [(0.13, style::EMBER), (0.06, style::SPARK)] {
                draw_line(x, y, to_x, to_y, (size * wide).max(1.5), color);
            }
        }
    }

    /// A tongue that widens on its way, of puffs in two colours.
    fn tongue(&self, (from, at): (Point, Point), part: f32, [outer, inner]: [Color; 2]) {
        let size = self.size();
        let reach = if self.calm { 1.0 } else { (0.35 + part).min(1.0) };
        for (color, by) in [(outer, 1.0), (inner, 0.55)] {
            for puff in 0..PUFFS {
                let far = (f32::from(puff) + 0.5) / f32::from(PUFFS) * reach;
                let (x, y) = between(from, at, far);
                // Puffs lie a little beside the line, now on one side and now on the other.
                let beside = size * far * if puff % 2 == 0 { 0.06 } else { -0.06 };
                draw_circle(x, y + beside, size * (0.08 + 0.34 * far) * by, Color { a: 0.75 - 0.35 * far, ..color });
            }
        }
    }

    /// A fireball, and a ring that runs outward from it.
    fn burst(&self, cell: Cell, part: f32) {
        let at = self.at(cell);
        let (ball, ring) = if self.calm { (1.0, 1.2) } else { (0.6 + 0.6 * part, 0.4 + 1.4 * part) };
        let unit = self.size() * ball;
        let opaque = 1.0 - part * part;
        self.atlas.show(Part::Fireball, Show { at, unit: (unit, unit), turn: 0.0, opaque });
        let thick = (self.size() * 0.16 * (1.0 - part)).max(1.5);
        draw_circle_lines(at.0, at.1, self.size() * ring, thick, Color { a: opaque, ..style::SPARK });
    }

    /// Words that rise: losses large, the rest smaller.
    fn rising(&self, places: &Places) {
        for (trace, age) in self.table.playback.traces() {
            let Trace::Words { unit, cell, text, tone: about, line } = trace else { continue };
            let (pixels, opaque) = rising(age);
            let up = if self.calm { 0.0 } else { pixels * self.words };
            let least = if about.is_some() { 13.0 } else { 20.0 };
            let size = (self.size() * least / 32.0).clamp(least * self.words, 1.6 * least * self.words);
            let [red, green, blue] = about.map_or(style::LOSS, tone);
            let (x, y) = self.at(*cell);
            let x = places.get(unit).map_or(x, |place| place.0);
            let y = y - self.size() * 0.75 - up + *line as f32 * 21.0 * self.words;
            for (shift, color) in [
                ((-1.0, 0.0), style::INK),
                ((1.0, 0.0), style::INK),
                ((0.0, -1.0), style::INK),
                ((1.0, 1.5), style::INK),
                ((0.0, 0.0), Color::new(red, green, blue, 1.0)),
            ] {
                self.letters.write(text, (x + shift.0, y + shift.1), size, Color { a: opaque, ..color }, true);
            }
        }
    }
}
