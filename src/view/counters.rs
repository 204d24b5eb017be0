//! Everything on the ground: counters, marks, objectives, and highlights for the side that decides.

use std::collections::BTreeMap;

use macroquad::prelude::*;

use crate::battle::field::{Lies, Tone};
use crate::battle::{Target, UnitId};
use crate::board::Cell;
use crate::play::camera::{self, Camera, HALF, Point, SIZE};
use crate::play::motion;
use crate::play::offer::Offer;
use crate::play::scene::Scene;
use crate::play::table::Table;
use crate::play::words;
use crate::rules::BattleView;
use crate::telling::panel;

use super::atlas::{Atlas, Show};
use super::ground::{corners, look};
use super::model::danger::Overlay;
use super::model::token::{Acted, Level};
use super::paint::effects::{FLICKER, FRAMES, LOOKS};
use super::paint::light::Source;
use super::paint::parts::{ICON, Part};
use super::paint::plates::room;
use super::style::{self, Letters};

/// Below this many pixels from centre to corner, hexes have no room for text.
const ROOM_FOR_WORDS: f32 = 16.0;

/// The things on a battle's hexes, looked up once for each state.
#[derive(Default)]
pub(super) struct Marks {
    // The decision and the numbers of the ground when it was looked at last.
    of: Option<u32>,
    ground: BTreeMap<(Cell, u8), i32>,
    marks: Vec<Mark>,
    goals: Vec<Cell>,
    links: Vec<Cell>,
}

impl Marks {
    /// Looks them up anew if the battle or its shown board has changed.
    pub(super) fn keep_up(&mut self, battle: &dyn BattleView, scene: &Scene) {
        if self.of == Some(battle.number()) && self.ground == scene.ground {
            return;
        }
        let mark = |(&(cell, field), &value): (&(Cell, u8), &i32)| {
            let name = panel::lying(battle, field.into(), value)?;
            Some(Mark { cell, name, value, lies: battle.lies(field.into(), value) })
        };
        self.marks = scene.ground.iter().filter_map(mark).collect();
        self.goals = battle.goals().into_iter().map(|g| g.0).filter(|c| c.is_some()).collect();
        self.links = battle.board().links.iter().flat_map(|l| [l.from, l.to]).collect();
        (self.of, self.ground) = (Some(battle.number()), scene.ground.clone());
    }

    /// Whether any of them moves by itself.
    pub(super) fn stir(&self) -> bool {
        let stirs = |mark: &Mark| match mark.lies {
            Some(lies) => matches!(lies, Lies::Fire | Lies::Wreck | Lies::Smoke | Lies::Gas),
            None => words::is_unknown(&mark.name),
        };
        self.marks.iter().any(stirs)
    }

    /// What of them shines.
    pub(super) fn shining(&self) -> impl Iterator<Item = (Cell, Source)> {
        self.marks.iter().filter_map(|mark| match mark.lies {
            _ if words::is_unknown(&mark.name) => Some((mark.cell, Source::Contact)),
            Some(Lies::Fire | Lies::Wreck) => Some((mark.cell, Source::Fire)),
            _ => None,
        })
    }
}

/// Something that lies on a hex.
struct Mark {
    cell: Cell,
    /// Its name.
    name: String,
    /// The number that says so.
    value: i32,
    /// Its sign, if it is not drawn by its first letters.
    lies: Option<Lies>,
}

/// Draws on the board.
pub(super) struct Pen<'a> {
    pub(super) letters: &'a Letters,
    pub(super) camera: &'a Camera,
    pub(super) table: &'a Table,
    pub(super) atlas: &'a Atlas,
    /// How much larger than usual words are.
    pub(super) words: f32,
    /// Whether moves are cuts.
    pub(super) calm: bool,
    /// Seconds on the clock of what pulses; none where nothing does.
    pub(super) clock: Option<f32>,
    /// The opacity of the glow about the unit in hand.
    pub(super) glow: f32,
    /// Whether dice are seen where they fall.
    pub(super) dice: bool,
}

/// What is highlighted on the board.
#[derive(Default)]
pub(super) struct Pointed<'a> {
    pub(super) offer: Option<&'a Offer>,
    pub(super) unit: Option<UnitId>,
    pub(super) drafted: Vec<UnitId>,
    /// The units that have acted in this step.
    pub(super) acted: Option<&'a Acted>,
    pub(super) cursor: Option<Cell>,
    pub(super) hovered: Option<Cell>,
    pub(super) overlay: Option<&'a Overlay>,
    /// The way to the hex pointed at, and its cost.
    pub(super) way: Option<(u8, Vec<Cell>)>,
    /// Who would strike at whom or where.
    pub(super) aimed: Option<(UnitId, Target)>,
}

/// The icon on hexes of a way that an enemy watches.
const WATCHED: &str = "eye-target";

impl Pen<'_> {
    pub(super) fn battle(&self) -> &dyn BattleView {
        &*self.table.view
    }

    pub(super) fn at(&self, cell: Cell) -> Point {
        self.camera.to_screen(camera::centre(self.battle().board(), cell))
    }

    pub(super) fn size(&self) -> f32 {
        SIZE * self.camera.scale
    }

    /// Whether hexes have room for text that needs this many pixels from centre to corner at its usual size.
    pub(super) fn has_room(&self, wanted: f32) -> bool {
        self.size() > wanted * self.words
    }

    fn edge(&self, cell: Cell, thick: f32, color: Color) {
        let corners = corners(self.at(cell), self.size() * 0.92);
        for (i, (x, y)) in corners.into_iter().enumerate() {
            let (to_x, to_y) = corners[(i + 1) % 6];
            draw_line(x, y, to_x, to_y, thick, color);
        }
    }

    /// Everything but the ground itself.
    pub(super) fn draw(&self, marks: &Marks, pointed: &Pointed<'_>, labels: bool) {
        look(self.camera.room, self.camera.room.middle(), 1.0);
        if let Some(overlay) = pointed.overlay.filter(|_| pointed.offer.is_some() && self.has_room(ROOM_FOR_WORDS)) {
            for (shift, color) in [(1.0, style::INK), (0.0, style::BONE)] {
                for &(cell, cost) in &overlay.costs {
                    let (x, y) = self.at(cell);
                    let at = (x + shift, y + self.size() * 0.56 + shift);
                    self.letters.write(&cost.to_string(), at, self.size() * 0.38, color, true);
                }
            }
        }
        self.marks(marks);
        // Below the counters, whose pips and pointers it would hide.
        for (cell, color) in [(pointed.hovered, style::LIT_EDGE), (pointed.cursor, style::HELD)] {
            if let Some(cell) = cell {
                self.edge(cell, 4.0, style::INK);
                self.edge(cell, 2.0, color);
            }
        }
        self.way(pointed);
        self.trails();
        let places = self.units(pointed, labels);
        if labels && self.has_room(ROOM_FOR_WORDS) {
            self.labels();
        }
        if let Some(line) = pointed.aimed.and_then(|(unit, target)| self.line(&places, unit, target)) {
            self.aim(line);
        }
        self.happening(&places);
        set_default_camera();
    }

    /// Column and row of hexes along the upper and left edges of decks.
    fn labels(&self) {
        let board = self.battle().board();
        let size = (self.size() * 0.36).clamp(9.0 * self.words, 16.0 * self.words);
        for deck in 0..board.decks {
            let first = deck * board.width * board.height;
            let write = |cell: Cell, (dx, dy): Point, text: String| {
                let (x, y) = self.at(cell);
                self.letters.write(&text, (x + dx, y + dy), size, GRAY, false);
            };
            for column in 0..board.width {
                write(Cell(first + column), (0.0, -1.35 * self.size()), (column + 1).to_string());
            }
            for row in 0..board.height {
                write(Cell(first + row * board.width), (-1.4 * self.size(), 0.0), (row + 1).to_string());
            }
            if board.decks > 1 {
                write(Cell(first), (2.0 * self.size(), -2.1 * self.size()), format!("Deck {}", deck + 1));
            }
        }
    }

    /// Things on hexes, objectives, ladders.
    fn marks(&self, marks: &Marks) {
        let size = self.size();
        for &cell in &marks.links {
            self.part(Part::Ladder, self.at(cell), size);
        }
        for &cell in &marks.goals {
            self.part(Part::Goal, self.at(cell), size * 0.70);
        }
        let mut place = 0;
        let mut last = Cell::NONE;
        for mark in &marks.marks {
            if words::is_unknown(&mark.name) {
                self.unknown(mark.cell, &mark.name);
                continue;
            }
            let beside = match mark.lies {
                Some(Lies::Terrain | Lies::Ajar) => continue,
                Some(Lies::Vessel(icon)) => {
                    self.vessel(mark.cell, usize::try_from(mark.value - 1).unwrap_or(0), icon);
                    continue;
                }
                Some(Lies::Sign(..)) | None => true,
                Some(_) => false,
            };
            if !beside {
                mark.lies.into_iter().for_each(|lies| self.effect(lies, mark.cell));
                continue;
            }
            // Signs and letters stand side by side along the lower edge.
            place = if mark.cell == last { place + 1 } else { 0 };
            last = mark.cell;
            let (x, y) = self.at(mark.cell);
            let at = (x + size * (0.42 - 0.56 * place as f32), y + size * 0.56);
            match mark.lies {
                Some(Lies::Sign(tone, name)) => self.sign(tone, name, at),
                _ => self.letters_of(&mark.name, at),
            }
        }
    }

    /// What lies on a whole hex: flames flicker, clouds sway and drift over one another.
    fn effect(&self, lies: Lies, cell: Cell) {
        let (at, size) = (self.at(cell), self.size());
        let look = u32::from(cell.0) % LOOKS;
        // Each hex is at another moment.
        let clock = self.clock.map(|clock| clock + 0.37 * f32::from(cell.0));
        match (lies, clock) {
            (Lies::Fire | Lies::Wreck, Some(clock)) => {
                self.part(Part::Effect(lies, look, (clock * FLICKER) as u32 % FRAMES), at, size);
            }
            (Lies::Smoke | Lies::Gas, Some(clock)) => {
                for (layer, opaque) in [(0, 1.0), (1, 0.55)] {
                    let (sin, cos) = (clock * 0.5 + 2.0 * layer as f32).sin_cos();
                    let at = (at.0 + 0.07 * size * cos, at.1 + 0.05 * size * sin);
                    let what = Part::Effect(lies, (look + layer) % LOOKS, 0);
                    self.atlas.show(what, Show { at, unit: (size, size), turn: 0.12 * sin, opaque });
                }
            }
            _ => self.part(Part::Effect(lies, look, 0), at, size),
        }
    }

    /// What the battle has left on the ground.
    pub(super) fn scars(&self) {
        look(self.camera.room, self.camera.room.middle(), 1.0);
        for (cell, scar) in self.table.playback.scars.iter() {
            self.part(Part::Scar(scar, u32::from(cell.0) % LOOKS), self.at(cell), self.size());
        }
        set_default_camera();
    }

    /// A side's vessel: its icon on a plate that is larger than the counters that stand on it.
    fn vessel(&self, cell: Cell, side: usize, icon: &str) {
        let (at, r) = (self.at(cell), 0.82 * self.size());
        self.part(Part::Shadow(side), at, r);
        self.part(Part::Plate(side, true), at, r);
        if let Some(icon) = self.atlas.icon(icon, icon) {
            let (size, down) = room(side);
            self.part(Part::Icon(icon, side), (at.0, at.1 + down * r), r * size / ICON);
        }
    }

    /// What lies on a hex, by its sign.
    fn sign(&self, tone: Tone, name: &str, at: Point) {
        if let Some(icon) = self.atlas.icon(name, name) {
            self.part(Part::Badge(tone, icon), at, self.size());
        }
    }

    /// Something unknown: it has only a number.
    fn unknown(&self, cell: Cell, mark: &str) {
        let hex = 2.0 * HALF * self.camera.scale;
        let (at, r) = (self.at(cell), Level::of(hex).radius(hex));
        self.part(Part::Blip, at, r);
        if let Some(clock) = self.clock {
            let part = motion::pulse(clock);
            let color = Color { a: 0.7 * (1.0 - part), ..style::CONTACT };
            draw_circle_lines(at.0, at.1, r * (0.5 + 0.8 * part), (r * 0.07).max(1.0), color);
        }
        let number: String = mark.chars().filter(char::is_ascii_digit).collect();
        self.letters.write(&number, at, (r * 0.62).max(9.0), style::BLIP, true);
    }

    /// Something on the board, so many pixels for one unit of it.
    pub(super) fn part(&self, part: Part, at: Point, unit: f32) {
        self.atlas.show(part, Show { at, unit: (unit, unit), turn: 0.0, opaque: 1.0 });
    }

    /// Something on a hex, by its first letters.
    fn letters_of(&self, mark: &str, (x, y): Point) {
        let size = self.size();
        draw_rectangle(x - size * 0.3, y - size * 0.22, size * 0.6, size * 0.44, style::MARK);
        if self.has_room(ROOM_FOR_WORDS) {
            self.letters.write(&words::letters(mark), (x, y), size * 0.4, WHITE, true);
        }
    }

    fn way(&self, pointed: &Pointed<'_>) {
        let (Some((cost, way)), Some(unit)) = (&pointed.way, pointed.unit) else { return };
        let start = self.battle().piece(unit).at;
        let mut from = if start.is_some() { self.at(start) } else { return };
        for &cell in way {
            let to = self.at(cell);
            for part in [0.33, 0.67, 1.0] {
                let at = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
                self.part(Part::Step, at, self.size() * 0.75);
            }
            from = to;
        }
        let watched = |cell: &&Cell| pointed.overlay.is_some_and(|overlay| overlay.watchers.contains_key(*cell));
        for &cell in way.iter().filter(watched) {
            let (x, y) = self.at(cell);
            self.sign(Tone::Aim, WATCHED, (x - self.size() * 0.42, y - self.size() * 0.42));
        }
        let size = (self.size() * 0.5).clamp(12.0 * self.words, 24.0 * self.words);
        self.part(Part::End, from, size * 1.7);
        self.letters.write(&cost.to_string(), from, size, style::INK, true);
    }
}
