//! What happens on the board: aim, shots, explosions, trails, words that rise, dice.

use macroquad::prelude::*;

use crate::battle::{Target, UnitId};
use crate::board::Cell;

use super::atlas::Show;
use super::counters::Pen;
use super::model::camera::{Point, between};
use super::model::motion::{Motion, Shot, Trace, rising};
use super::paint::parts::{Part, tone};
use super::style;
use super::tokens::Places;

/// How far from the middle of a counter a muzzle is, in distances from the centre of a hex to a corner.
const MUZZLE: f32 = 0.55;
/// The part of its way that a tracer is long.
const TRACER: f32 = 0.35;
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
            Some((&Motion::Shoots { by, at, flash }, seconds)) => {
                let line = self.line(places, by, at);
                line.into_iter().for_each(|line| self.shot(line, flash, Shot::at(seconds)));
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
                Trace::Words { .. } | Trace::Trail(_) => {}
            }
        }
        self.rising(places);
        if let Some((cell, words)) = playback.caption().filter(|_| self.captions) {
            let size = (self.size() * 0.5).clamp(13.0 * self.words, 26.0 * self.words);
            let (x, y) = self.at(cell);
            let half = self.letters.width(&words, size, true) / 2.0 + 6.0;
            let y = y - self.size() * 1.1;
            draw_rectangle(x - half, y - size * 0.75, 2.0 * half, size * 1.5, Color::from_rgba(10, 10, 12, 235));
            self.letters.write(&words, (x, y), size, WHITE, true);
        }
    }

    /// From near a unit to a target.
    fn line(&self, places: &Places, by: UnitId, at: Target) -> Option<(Point, Point)> {
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
    fn aim(&self, (from, at): (Point, Point)) {
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

    /// A shot: flash, tracers side by side, sparks. Calm is the tracer's whole way at once.
    fn shot(&self, (from, at): (Point, Point), flash: bool, shot: Shot) {
        let size = self.size();
        let turn = (at.1 - from.1).atan2(at.0 - from.0);
        let show = |part: Part, at: Point, unit: f32, opaque: f32| {
            self.atlas.show(part, Show { at, unit: (unit, unit), turn, opaque });
        };
        if let Some(part) = shot.flash.filter(|_| flash) {
            show(Part::Muzzle, from, size * 0.8, 1.0 - 0.5 * part);
        }
        if let Some(part) = shot.tracer {
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
        if let Some(part) = shot.impact {
            let grown = if self.calm { 1.0 } else { 0.6 + 0.5 * part };
            show(Part::Sparks, at, size * 0.75 * grown, 1.0 - part * part);
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
