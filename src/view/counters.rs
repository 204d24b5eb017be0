//! What stands on the ground: counters, marks, goals, and what is lit for whoever decides.

use std::cell::RefCell;
use std::collections::BTreeMap;

use macroquad::prelude::*;

use crate::battle::{Fact, SideId, Target, UnitId};
use crate::board::{Cell, Facing};
use crate::rules::{Build, Fought};
use crate::terminal::{names, picture};

use super::ground::{corners, look};
use super::model::camera::{self, Camera, Point, SIZE};
use super::model::danger::{Overlay, Threat};
use super::model::offer::Offer;
use super::model::scene::{Scene, Shown};
use super::model::table::Table;
use super::model::words;
use super::paint::{PLATE, PLATE_REACH, plate};
use super::style::{self, Letters};

/// Below so many pixels from centre to corner, hexes have no room for words.
const ROOM_FOR_WORDS: f32 = 16.0;

/// Below so many, counters have room for their tag alone.
const ROOM_FOR_ALL: f32 = 20.0;
/// Below so many, not even for that.
const ROOM_FOR_TAGS: f32 = 11.0;

/// What lies about on a battle's hexes, looked up once for each state.
#[derive(Default)]
pub(super) struct Marks {
    // The decision and the numbers of the ground when it was looked at last.
    of: Option<u32>,
    ground: BTreeMap<(Cell, u8), i32>,
    marks: Vec<(Cell, String)>,
    goals: Vec<Cell>,
    links: Vec<Cell>,
}

impl Marks {
    /// Looks them up anew where the battle has gone on, or its shown board has.
    pub(super) fn keep_up(&mut self, battle: &dyn Fought, scene: &Scene) {
        if self.of == Some(battle.number()) && self.ground == scene.ground {
            return;
        }
        let word =
            |(&(cell, field), &value): (&(Cell, u8), &i32)| Some((cell, picture::lying(battle, field.into(), value)?));
        self.marks = scene.ground.iter().filter_map(word).collect();
        self.goals = battle.goals().into_iter().map(|g| g.0).filter(|c| c.is_some()).collect();
        self.links = battle.board().links.iter().flat_map(|l| [l.from, l.to]).collect();
        (self.of, self.ground) = (Some(battle.number()), scene.ground.clone());
    }
}

/// Draws on the board.
pub(super) struct Pen<'a> {
    pub(super) letters: &'a Letters,
    pub(super) camera: &'a Camera,
    pub(super) table: &'a Table,
    pub(super) plates: &'a Plates,
    /// How much larger than usual words are.
    pub(super) words: f32,
}

/// The plates of the sides' counters on the graphics card, each made when it is first needed.
#[derive(Default)]
pub(super) struct Plates(RefCell<BTreeMap<SideId, Texture2D>>);

impl Plates {
    fn of(&self, side: SideId) -> Texture2D {
        let made = || {
            let texture = Texture2D::from_rgba8(PLATE as u16, PLATE as u16, &plate(side.index()));
            texture.set_filter(FilterMode::Linear);
            texture
        };
        self.0.borrow_mut().entry(side).or_insert_with(made).clone()
    }
}

/// What of the board is pointed out.
#[derive(Default)]
pub(super) struct Pointed<'a> {
    pub(super) offer: Option<&'a Offer>,
    pub(super) unit: Option<UnitId>,
    pub(super) drafted: Vec<UnitId>,
    pub(super) cursor: Option<Cell>,
    pub(super) hovered: Option<Cell>,
    pub(super) overlay: Option<&'a Overlay>,
    /// The way to the hex pointed at, and its cost.
    pub(super) way: Option<(u8, Vec<Cell>)>,
}

impl Pen<'_> {
    fn battle(&self) -> &dyn Fought {
        &*self.table.view
    }

    fn at(&self, cell: Cell) -> Point {
        self.camera.to_screen(camera::centre(self.battle().board(), cell))
    }

    fn size(&self) -> f32 {
        SIZE * self.camera.scale
    }

    /// Whether hexes have room for words that want so many pixels from centre to corner at their usual size.
    fn has_room(&self, wanted: f32) -> bool {
        self.size() > wanted * self.words
    }

    fn fill(&self, cell: Cell, color: Color) {
        let (x, y) = self.at(cell);
        draw_poly(x, y, 6, self.size() * 0.94, 30.0, color);
    }

    /// A tint where enemies can shoot, a cross besides where they can charge.
    fn threat(&self, cell: Cell, by: &[Threat]) {
        if by.iter().any(|threat| threat.shoots) {
            self.fill(cell, style::THREAT);
        }
        if by.iter().any(|threat| threat.charges) {
            let ((x, y), arm) = (self.at(cell), self.size() * 0.45);
            for way in [-1.0, 1.0] {
                draw_line(x - arm, y - way * arm, x + arm, y + way * arm, (self.size() * 0.12).max(1.5), style::CHARGE);
            }
        }
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
        look(self.camera.frame, self.camera.frame.middle(), 1.0);
        if let Some(overlay) = pointed.overlay {
            for (cell, by) in &overlay.threats {
                self.threat(*cell, by);
            }
            for &(cell, band) in &overlay.covered {
                self.fill(cell, style::BANDS[usize::from(band.min(2))]);
            }
        }
        let lit = pointed.offer.map(|o| o.hexes(pointed.unit)).unwrap_or_default();
        for &cell in &lit {
            self.fill(cell, style::LIT);
            self.edge(cell, 1.5, style::LIT_EDGE);
        }
        if let Some(overlay) = pointed.overlay.filter(|_| pointed.offer.is_some() && self.has_room(ROOM_FOR_WORDS)) {
            for &(cell, cost) in &overlay.costs {
                let (x, y) = self.at(cell);
                self.letters.write(&cost.to_string(), (x, y + self.size() * 0.52), self.size() * 0.46, BLACK, false);
            }
        }
        self.marks(marks);
        self.way(pointed);
        self.units(pointed);
        if labels && self.has_room(ROOM_FOR_WORDS) {
            self.labels();
        }
        for (cell, color) in [(pointed.hovered, style::LIT_EDGE), (pointed.cursor, style::HELD)] {
            if let Some(cell) = cell {
                self.edge(cell, 3.0, color);
            }
        }
        self.happening();
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

    /// What lies on hexes, what is worth points, ladders.
    fn marks(&self, marks: &Marks) {
        let size = self.size();
        for &cell in &marks.links {
            let (x, y) = self.at(cell);
            for rung in -1..=1 {
                let y = y + rung as f32 * size * 0.25;
                draw_line(x - size * 0.3, y, x + size * 0.3, y, size * 0.08, LIGHTGRAY);
            }
            for side in [-0.3, 0.3] {
                draw_line(x + side * size, y - size * 0.45, x + side * size, y + size * 0.45, size * 0.08, LIGHTGRAY);
            }
        }
        for &cell in &marks.goals {
            let (x, y) = self.at(cell);
            self.edge(cell, 3.0, GOLD);
            draw_star((x, y - size * 0.48), size * 0.34, GOLD);
        }
        let mut place = 0;
        let mut last = Cell::NONE;
        for (cell, mark) in &marks.marks {
            place = if *cell == last { place + 1 } else { 0 };
            last = *cell;
            match words::is_unknown(mark) {
                true => self.unknown(*cell, mark),
                false => self.mark(*cell, mark, place),
            }
        }
    }

    /// Nobody knows what lies there: it has a number only.
    fn unknown(&self, cell: Cell, mark: &str) {
        let ((x, y), size) = (self.at(cell), self.size());
        let green = Color::from_rgba(120, 230, 140, 255);
        draw_circle(x, y, size * 0.7, Color::from_rgba(20, 24, 30, 255));
        draw_circle_lines(x, y, size * 0.7, 2.0, green);
        let number: String = mark.chars().filter(char::is_ascii_digit).collect();
        if !self.has_room(ROOM_FOR_ALL) {
            self.letters.write(&number, (x, y), size * 0.75, green, true);
        } else {
            self.letters.write("?", (x, y - size * 0.16), size * 0.75, green, true);
            self.letters.write(&number, (x, y + size * 0.4), size * 0.4, WHITE, true);
        }
    }

    /// Something on a hex, by its first letters.
    fn mark(&self, cell: Cell, mark: &str, place: i32) {
        let ((x, y), size) = (self.at(cell), self.size());
        let (x, y) = (x + size * (0.4 - 0.62 * place as f32), y + size * 0.6);
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
            draw_line(from.0, from.1, to.0, to.1, 4.0, style::HELD);
            from = to;
        }
        let size = (self.size() * 0.5).clamp(11.0 * self.words, 22.0 * self.words);
        let at = (from.0, from.1 + self.size() * 0.45);
        draw_rectangle(at.0 - size * 0.8, at.1 - size * 0.6, size * 1.6, size * 1.2, BLACK);
        self.letters.write(&cost.to_string(), at, size, WHITE, true);
    }

    /// All counters, those in one hex beside each other.
    fn units(&self, pointed: &Pointed<'_>) {
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
        let mut counters = Vec::new();
        for (cell, units) in crowds {
            for (place, &unit) in units.iter().enumerate() {
                let shown = &scene.units[unit.index()];
                let (x, y) = self.moved(unit, self.at(cell));
                let size = self.size() * if shown.piece.wide { 1.7 } else { 1.0 };
                let ((right, down), half) = berth(place, units.len());
                let (at, half) = ((x + right * size, y + down * size), (half.0 * size, half.1 * size));
                let ring = match unit {
                    _ if Some(unit) == pointed.unit => Some((style::HELD, 3.0)),
                    _ if targets.contains(&unit) => Some((style::AIMED, 3.0)),
                    _ if pointed.drafted.contains(&unit) => Some((style::DRAFTED, 2.0)),
                    _ if able.contains(&unit) => Some((style::LIT_EDGE, 2.0)),
                    _ => None,
                };
                counters.push(Counter { unit, shown, hex: (x, y), at, half, size, alone: units.len() == 1, ring });
            }
        }
        // Whoever is in hand or moves just now lies on top; all shapes first, then all words, which batches them.
        let moving = self.table.playback.now().and_then(|(event, _)| match event.fact {
            Fact::Moved { unit, .. } => Some(unit),
            _ => None,
        });
        let above = |c: &Counter<'_>| Some(c.unit) == pointed.unit || Some(c.unit) == moving;
        let (above, below): (Vec<_>, Vec<_>) = counters.into_iter().partition(above);
        for layer in [below, above] {
            layer.iter().for_each(|counter| self.shape(counter));
            layer.iter().for_each(|counter| self.words(counter));
        }
    }

    /// Where a unit is on its way that moves just now.
    fn moved(&self, unit: UnitId, (x, y): Point) -> Point {
        let Some((event, part)) = self.table.playback.now() else { return (x, y) };
        match event.fact {
            Fact::Moved { unit: who, from, to } if who == unit && from.is_some() && to.is_some() => {
                let ((from_x, from_y), (to_x, to_y)) = (self.at(from), self.at(to));
                (from_x + (to_x - from_x) * part, from_y + (to_y - from_y) * part)
            }
            _ => (x, y),
        }
    }

    /// A counter but for its words.
    fn shape(&self, counter: &Counter<'_>) {
        let Counter { unit, shown, at: (x, y), half: (w, h), size, .. } = *counter;
        let (build, faces) = self.battle().build(unit);
        if counter.alone {
            let radius = size * 0.80;
            if let Some((color, thick)) = counter.ring {
                draw_circle(x, y, radius * 1.12 + thick, Color { a: 0.35, ..color });
                draw_circle_lines(x, y, radius * 1.12 + thick, thick, color);
            }
            let half = radius / PLATE_REACH;
            let size = Some(vec2(2.0 * half, 2.0 * half));
            let params = DrawTextureParams { dest_size: size, ..Default::default() };
            draw_texture_ex(&self.plates.of(shown.piece.side), x - half, y - half, WHITE, params);
        } else {
            draw_rectangle(x - w - 1.5, y - h - 1.5, 2.0 * w + 3.0, 2.0 * h + 3.0, BLACK);
            draw_rectangle(x - w, y - h, 2.0 * w, 2.0 * h, style::side(shown.piece.side));
            if let Some((color, thick)) = counter.ring {
                let (w, h) = (w + thick, h + thick);
                draw_rectangle_lines(x - w, y - h, 2.0 * w, 2.0 * h, 2.0 * thick, color);
            }
        }
        if faces {
            self.pointer(counter.hex, size, shown.piece.facing);
        }
        if counter.alone && self.has_room(ROOM_FOR_ALL) {
            symbol((x - w * 0.34, y + h * 0.36), size * 0.17, build);
        }
        for token in 0..counter.tokens(self.battle()).len() {
            let (x, y) = counter.token(token);
            draw_circle(x, y, size * if counter.alone { 0.25 } else { 0.1 }, Color::from_rgba(120, 16, 16, 255));
        }
    }

    /// The words of a counter: on one that lies alone tag, strength and tokens, else in one line what there is room for.
    fn words(&self, counter: &Counter<'_>) {
        let Counter { at: (x, y), half: (w, h), size, .. } = *counter;
        if !self.has_room(ROOM_FOR_TAGS) {
            return;
        }
        let tag = names::tag(self.battle(), counter.unit);
        let strength = words::glances(self.battle(), counter.shown).0.map(|s| s.to_string());
        if counter.alone {
            if self.has_room(ROOM_FOR_ALL) {
                self.letters.write(&tag, (x, y - h * 0.34), size * 0.46, WHITE, true);
                if let Some(strength) = strength {
                    self.letters.write(&strength, (x + w * 0.30, y + h * 0.40), size * 0.46, WHITE, true);
                }
            } else {
                self.letters.write(&tag, (x, y), size * 0.66, WHITE, true);
            }
            for (place, token) in counter.tokens(self.battle()).into_iter().enumerate() {
                self.letters.write(&token.to_string(), counter.token(place), size * 0.4, WHITE, true);
            }
        } else {
            let line = strength.filter(|_| w > size * 0.5).map_or(tag.clone(), |strength| format!("{tag} {strength}"));
            self.letters.write(&line, (x, y), (h * 1.5).min(size * 0.46), BLACK, true);
        }
    }

    /// Which way a unit faces.
    fn pointer(&self, (x, y): Point, size: f32, facing: Facing) {
        // Facings go counter-clockwise from east, and the screen's y goes down.
        let angle = -(60.0 * facing as i32 as f32).to_radians();
        let point = |turn: f32, far: f32| {
            let angle = angle + turn;
            vec2(x + angle.cos() * far * size, y + angle.sin() * far * size)
        };
        draw_triangle(point(0.0, 1.04), point(0.42, 0.68), point(-0.42, 0.68), BLACK);
        draw_triangle(point(0.0, 0.98), point(0.34, 0.72), point(-0.34, 0.72), WHITE);
    }

    /// What happens just now: a shot on its way, a die, a change.
    fn happening(&self) {
        let playback = &self.table.playback;
        if let Some((event, part)) = playback.now()
            && let Fact::Acted { action, .. } = event.fact
            && let Target::Unit(target) = action.target
        {
            let place = |u: UnitId| playback.scene.units.get(u.index()).map(|s| s.piece.at).filter(|c| c.is_some());
            if let (Some(from), Some(to)) = (place(action.unit), place(target)) {
                let ((x, y), (to_x, to_y)) = (self.at(from), self.at(to));
                let end = (x + (to_x - x) * part, y + (to_y - y) * part);
                draw_line(x, y, end.0, end.1, 4.0, style::AIMED);
                draw_circle(end.0, end.1, 6.0, style::AIMED);
            }
        }
        if let Some((cell, words)) = playback.caption(self.battle()) {
            let size = (self.size() * 0.5).clamp(13.0 * self.words, 26.0 * self.words);
            let (x, y) = self.at(cell);
            let half = self.letters.width(&words, size, true) / 2.0 + 6.0;
            let y = y - self.size() * 1.1;
            draw_rectangle(x - half, y - size * 0.75, 2.0 * half, size * 1.5, Color::from_rgba(10, 10, 12, 235));
            self.letters.write(&words, (x, y), size, WHITE, true);
        }
    }
}

/// A unit's counter on the screen.
struct Counter<'a> {
    unit: UnitId,
    shown: &'a Shown,
    /// The middle of its hex, and its own.
    hex: Point,
    at: Point,
    /// Half its width and height.
    half: Point,
    /// From the middle of the hex to a corner, so much more where it takes up several.
    size: f32,
    /// Whether nobody else is in its hex.
    alone: bool,
    ring: Option<(Color, f32)>,
}

impl Counter<'_> {
    /// The letters of its tokens, as many as there is room for.
    fn tokens(&self, battle: &dyn Fought) -> Vec<char> {
        let mut tokens = words::glances(battle, self.shown).1;
        tokens.truncate(4);
        tokens
    }

    /// Where the token at a place lies: along its lower edge, or in a line of several along its right one.
    fn token(&self, place: usize) -> Point {
        let ((x, y), (w, h), size) = (self.at, self.half, self.size);
        match self.alone {
            true => (x - w + size * (0.46 * place as f32 + 0.12), y + h + size * 0.12),
            false => (x + w - size * 0.22 * place as f32, y - h),
        }
    }
}

/// Where the counter at a place among so many in one hex lies from the hex's centre, and half its width and height, all
/// in parts of the way to a corner: several lie below each other as lines, many in two columns.
fn berth(place: usize, count: usize) -> (Point, Point) {
    if count <= 1 {
        return ((0.0, 0.0), (0.7, 0.6));
    }
    let columns = if count > 4 { 2 } else { 1 };
    let (row, rows) = (place / columns, count.div_ceil(columns));
    // The last row may have fewer.
    let across = columns.min(count - row * columns);
    let (w, h) = (0.78 / columns as f32, (0.76 / rows as f32).min(0.32));
    let about = |place: usize, of: usize| 2.0 * place as f32 - (of - 1) as f32;
    ((about(place % columns, across) * w, about(row, rows) * h), (w * 0.97, h * 0.92))
}

/// The symbol of what kind a unit is.
fn symbol((x, y): Point, size: f32, build: Build) {
    let thick = (size * 0.35).max(1.5);
    match build {
        Build::Foot => {
            draw_line(x - size, y - size, x + size, y + size, thick, WHITE);
            draw_line(x - size, y + size, x + size, y - size, thick, WHITE);
        }
        Build::Leader => draw_star((x, y), size * 1.25, WHITE),
        Build::Beast => {
            draw_triangle(vec2(x - size, y - size), vec2(x + size, y - size), vec2(x, y + size * 1.1), WHITE);
        }
        Build::Machine => draw_ellipse_lines(x, y, size * 1.1, size * 0.75, 0.0, thick, WHITE),
    }
}

fn draw_star((x, y): Point, size: f32, color: Color) {
    for turn in [-90.0, 90.0] {
        draw_poly(x, y, 3, size, turn, color);
    }
}
