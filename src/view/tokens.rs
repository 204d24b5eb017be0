//! Units on the board: counters with all that they show, and the words beside them.

use std::collections::BTreeMap;

use macroquad::prelude::*;

use crate::battle::field::{Badge, Sign};
use crate::battle::{SideId, UnitId};
use crate::board::Cell;
use crate::play::camera::{HALF, Point, between};
use crate::play::motion::{self, Motion, Pose, degrees};
use crate::play::offer::Offer;
use crate::play::scene::Shown;
use crate::rules::Looks;
use crate::telling::names;

use super::atlas::Show;
use super::counters::{Pen, Pointed};
use super::model::token::{LARGE, Level, Numbers, PIPS, berth};
use super::paint::parts::{BADGE, COUNT, ICON, PIPS_APART, POINTER, Part};
use super::paint::plates::{Glow, foot, room, tip};

/// The opacity of units that have acted.
const DONE: f32 = 0.62;
/// The size of units that take up several hexes, relative to others.
const WIDE: f32 = 1.7;
/// Where badges lie, in degrees from the right, down being more: between the six facings, so that none hides a pointer.
const PLACES: [f32; 3] = [-35.0, -90.0, -145.0];
/// Pixels of the smallest number.
const LEAST_NUMBER: f32 = 9.5;

/// A unit's counter on the screen.
struct Counter<'a> {
    unit: UnitId,
    shown: &'a Shown,
    looks: Looks<'a>,
    numbers: Numbers,
    at: Point,
    /// Pixels from its middle to its rim.
    r: f32,
    level: Level,
    glow: Option<Glow>,
    /// How it faces, in degrees counter-clockwise from the right.
    faces: f32,
    opaque: f32,
    /// How white it is.
    white: f32,
    tagged: bool,
    /// Its place among those that lie over one another.
    rank: u8,
}

/// Where units' counters lie on the screen.
pub(super) type Places = BTreeMap<UnitId, Point>;

/// A text on the board: its centre, height and colour.
type Word = (String, Point, f32, Color);

impl Pen<'_> {
    /// All units' counters: lower ones over higher ones, and the one pointed at or moving on top. Returns where each
    /// lies on the screen.
    pub(super) fn units(&self, pointed: &Pointed<'_>, labels: bool) -> Places {
        let mut counters = self.counters(pointed, labels);
        counters.sort_by(|a, b| a.rank.cmp(&b.rank).then(a.at.1.total_cmp(&b.at.1)));
        let mut words = Vec::new();
        // Words over what lies below are hidden by what lies above, so that they come rank by rank.
        for rank in counters.chunk_by(|a, b| a.rank == b.rank) {
            rank.iter().for_each(|counter| self.counter(counter, &mut words));
            for (text, at, size, color) in words.drain(..) {
                self.letters.write(&text, at, size, color, true);
            }
        }
        counters.iter().map(|counter| (counter.unit, counter.at)).collect()
    }

    fn counters(&self, pointed: &Pointed<'_>, labels: bool) -> Vec<Counter<'_>> {
        let able = pointed.offer.map(Offer::units).unwrap_or_default();
        let targets = pointed.offer.map(|o| o.targets(pointed.unit)).unwrap_or_default();
        let scene = &self.table.playback.scene;
        let mut crowds: BTreeMap<Cell, Vec<UnitId>> = BTreeMap::new();
        for unit in self.battle().units() {
            let at = scene.units.get(unit.index()).map_or(Cell::NONE, |u| u.piece.at);
            if at.is_some() {
                crowds.entry(at).or_default().push(unit);
            }
        }
        let motion = self.table.playback.motion();
        let moving = motion.and_then(|(motion, _)| match motion {
            Motion::Goes(unit, _) | Motion::Strikes { unit, .. } => Some(*unit),
            _ => None,
        });
        let hex = 2.0 * HALF * self.camera.scale;
        let level = Level::of(hex);
        let mut counters = Vec::new();
        for (&cell, units) in &crowds {
            let here = pointed.hovered == Some(cell);
            let middle = self.at(cell);
            for (place, &unit) in units.iter().enumerate() {
                let shown = &scene.units[unit.index()];
                let looks = self.battle().looks(unit);
                let wide = if shown.piece.wide { WIDE } else { 1.0 };
                let large = if looks.build.is_large() { LARGE } else { 1.0 };
                let mut berth = berth(place, units.len(), here);
                let (mut at, mut faces) = (middle, degrees(shown.piece.facing));
                let mut pose = Pose::default();
                if let Some((motion, seconds)) = motion {
                    pose = motion.pose(unit, seconds, self.calm);
                    if let Motion::Goes(who, way) = motion
                        && *who == unit
                    {
                        let seconds = if self.calm { way.lasts() } else { seconds };
                        let (plane, turned) = way.at(self.battle().board(), seconds);
                        (at, faces) = (self.camera.to_screen(plane), turned);
                        berth = between_berths(berth, berth_at(&crowds, unit, way.end().0), way.part(seconds));
                    }
                }
                let ((right, down), size) = berth;
                let glow = match unit {
                    _ if Some(unit) == pointed.unit => Some(Glow::Chosen),
                    _ if targets.contains(&unit) && self.is_friend(unit, pointed) => Some(Glow::Friend),
                    _ if targets.contains(&unit) && here => Some(Glow::Aimed),
                    _ if targets.contains(&unit) => Some(Glow::Target),
                    _ if pointed.drafted.contains(&unit) => Some(Glow::Drafted),
                    _ if able.contains(&unit) => Some(Glow::Able),
                    _ => None,
                };
                let r = level.radius(hex) * size * wide * large * pose.size;
                let above = Some(unit) == moving || Some(unit) == pointed.unit;
                counters.push(Counter {
                    unit,
                    shown,
                    looks,
                    numbers: Numbers::of(self.battle(), shown),
                    at: (at.0 + right * hex * wide + pose.shake, at.1 + down * hex * wide),
                    r,
                    level: level.min(Level::fitting(r)),
                    glow,
                    faces,
                    white: pose.white,
                    opaque: pose.opaque * if pointed.acted.is_some_and(|acted| acted.has(unit)) { DONE } else { 1.0 },
                    tagged: here || level == Level::Full || labels && level == Level::Medium && units.len() == 1,
                    rank: if here && units.len() > 1 { 2 } else { u8::from(above) },
                });
            }
        }
        if let Some((&Motion::Strikes { unit, against }, seconds)) = motion
            && !self.calm
            && let Some(to) = counters.iter().find(|counter| counter.unit == against).map(|counter| counter.at)
        {
            let strikes = counters.iter_mut().find(|counter| counter.unit == unit);
            strikes.into_iter().for_each(|counter| counter.at = between(counter.at, to, motion::lunge(seconds)));
        }
        counters
    }

    /// Whether a unit is on the team of the side that decides.
    fn is_friend(&self, unit: UnitId, pointed: &Pointed<'_>) -> bool {
        let sides = self.battle().sides();
        let team = |side: SideId| sides.get(side.index()).map(|side| side.team);
        pointed.offer.is_some_and(|offer| team(offer.decision.side) == team(self.battle().piece(unit).side))
    }

    /// A counter; what is to be written on it comes later, all words together.
    fn counter(&self, counter: &Counter<'_>, words: &mut Vec<Word>) {
        let Counter { looks, at: (x, y), r, level, opaque, .. } = *counter;
        let side = counter.shown.piece.side.index();
        let put = |part: Part, (dx, dy): Point, size: f32, turn: f32| {
            let unit = (r * size, r * size);
            self.atlas.show(part, Show { at: (x + dx * r, y + dy * r), unit, turn, opaque });
        };
        put(Part::Shadow(side), (0.0, 0.0), 1.0, 0.0);
        if let Some(glow) = counter.glow {
            let lit = if glow == Glow::Chosen { self.glow } else { 1.0 };
            let unit = (r, r);
            self.atlas.show(Part::Glow(side, glow), Show { at: (x, y), unit, turn: 0.0, opaque: opaque * lit });
        }
        if looks.faces && level > Level::Tiny {
            // Facings go counter-clockwise from the right, and the screen's y goes down.
            let turn = -counter.faces.to_radians();
            let (sin, cos) = turn.sin_cos();
            let far = tip(side, sin) - POINTER + 0.20;
            put(Part::Pointer, (cos * far, sin * far), 1.0, turn);
        }
        put(Part::Plate(side, level >= Level::Medium), (0.0, 0.0), 1.0, 0.0);
        let strength = counter.numbers.strength.filter(|_| looks.full > 1);
        let tray = level == Level::Full && strength.is_some() && looks.full <= PIPS;
        if let Some(icon) = self.atlas.icon(looks.icon, looks.build.icon()) {
            let (size, down) = room(side);
            let lift = if tray { 0.08 } else { 0.0 };
            put(Part::Icon(icon, side), (0.0, down - lift), size * level.icon() / ICON, 0.0);
        }
        if let Some(strength) = strength.filter(|_| level >= Level::Medium) {
            match tray {
                true => pips(&put, side, strength, looks.full),
                false => {
                    put(Part::Count(side), (0.76, 0.76), 1.0, 0.0);
                    let size = (COUNT * 1.5 * r).max(LEAST_NUMBER);
                    words.push((strength.to_string(), (x + 0.76 * r, y + 0.76 * r), size, bone(opaque)));
                }
            }
        }
        if level >= Level::Small {
            self.badges(counter, &put, words);
        }
        if counter.white > 0.0 {
            let unit = (r, r);
            self.atlas.show(Part::White(side), Show { at: (x, y), unit, turn: 0.0, opaque: counter.white });
        }
        if counter.tagged {
            self.tag(counter, words);
        }
    }

    /// The badges along the upper edge; from far away a dot if there are any.
    fn badges(&self, counter: &Counter<'_>, put: &dyn Fn(Part, Point, f32, f32), words: &mut Vec<Word>) {
        let Counter { at: (x, y), r, level, opaque, .. } = *counter;
        let at = |place: usize| {
            let (sin, cos) = PLACES[place].to_radians().sin_cos();
            (cos * 1.02, sin * 1.02)
        };
        if level < Level::Full {
            let first = counter.numbers.badges.first();
            first.into_iter().for_each(|(badge, _)| put(Part::Spot(badge.tone), at(0), 1.0, 0.0));
            return;
        }
        let mut write = |place: usize, text: String, color: Color| {
            let (dx, dy) = at(place);
            words.push((text, (x + dx * r, y + dy * r), BADGE * 1.5 * r, Color { a: opaque, ..color }));
        };
        let (told, more) = counter.numbers.told();
        for (place, &(Badge { tone, sign }, value)) in told.iter().enumerate() {
            match sign {
                Sign::Icon(name) => {
                    let icon = self.atlas.icon(name, name);
                    let part = icon.map_or(Part::Number(Some(tone)), |icon| Part::Badge(tone, icon));
                    put(part, at(place), 1.0, 0.0);
                }
                Sign::Number(before) => {
                    put(Part::Number(Some(tone)), at(place), 1.0, 0.0);
                    let [red, green, blue] = super::paint::parts::tone(tone);
                    write(place, format!("{before}{value}"), Color::new(red, green, blue, 1.0));
                }
            }
        }
        if more > 0 {
            put(Part::Number(None), at(told.len()), 1.0, 0.0);
            write(told.len(), format!("+{more}"), bone(1.0));
        }
    }

    /// The tag by which the log and the panels name the unit, below its counter.
    fn tag(&self, counter: &Counter<'_>, words: &mut Vec<Word>) {
        let Counter { at: (x, y), r, opaque, .. } = *counter;
        let tag = names::tag(self.battle(), counter.unit);
        let size = (0.40 * r).clamp(10.0, 15.0) * self.words;
        let half = self.letters.width(&tag, size, true) / 2.0 + 0.35 * size;
        let at = (x, y + 1.12 * r + 0.55 * size);
        let side = counter.shown.piece.side.index();
        let (w, h) = Part::Tag(side).half();
        let unit = (half / w, size * 0.62 / h);
        self.atlas.show(Part::Tag(side), Show { at, unit, turn: 0.0, opaque });
        words.push((tag, at, size, bone(opaque)));
    }
}

/// Where a counter lies in its hex, and its size there.
type Berth = (Point, f32);

/// The one that a unit will have in a hex, among those that stand there.
fn berth_at(crowds: &BTreeMap<Cell, Vec<UnitId>>, unit: UnitId, cell: Cell) -> Berth {
    let there = crowds.get(&cell).map_or(&[][..], Vec::as_slice);
    let others = there.iter().filter(|other| **other != unit);
    berth(others.clone().filter(|other| **other < unit).count(), others.count() + 1, false)
}

fn between_berths(from: Berth, to: Berth, part: f32) -> Berth {
    (between(from.0, to.0, part), from.1 + (to.1 - from.1) * part)
}

/// The models that there are, and those that are lost.
fn pips(put: &dyn Fn(Part, Point, f32, f32), side: usize, strength: u8, full: u8) {
    put(Part::Tray(full), (0.0, foot(side)), 1.0, 0.0);
    let left = -f32::from(full - 1) / 2.0 * PIPS_APART;
    for place in 0..full {
        put(Part::Pip(place < strength), (left + f32::from(place) * PIPS_APART, foot(side)), 1.0, 0.0);
    }
}

fn bone(opaque: f32) -> Color {
    Color { a: opaque, ..super::style::BONE }
}
