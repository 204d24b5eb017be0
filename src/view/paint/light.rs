//! Light aboard a ship and at night: the lamps that one's own side carries, and what glows by itself, in the dark that
//! fills the rest.
//! It is a coarse picture by which the painted board is multiplied.

use std::f32::consts::TAU;

use super::canvas::Painted;
use super::ground::{Rgb, rgb};
use super::plan::stands;
use crate::board::{Board, Cell, Terrain};
use crate::play::camera::{self, HALF, Point, SIZE};

/// Units of the plane that a pixel is wide.
const FINE: f32 = 8.0;
/// How far the picture goes beyond the board, in units of the plane.
const RIM: f32 = SIZE;
/// How far light is seen to go into a wall.
const INTO: f32 = 0.75 * SIZE;
/// Directions in which walls about a lamp are looked for.
const RAYS: usize = 240;
/// How bright it is where no light comes, aboard and under the moon: cold, and never black.
const DARK: Rgb = [0.30, 0.37, 0.48];
pub(crate) const MOON: Rgb = [0.44, 0.52, 0.74];
/// How far lamps shine under the moon, of how far they do aboard.
const OUTDOORS: f32 = 0.6;
/// How bright the lightest place is.
const BRIGHT: f32 = 1.12;
/// The byte that leaves the board as it was painted: half of the largest.
const PLAIN: f32 = 127.5;

/// Something that shines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// The lamp of a unit; walls and closed doors stop its light.
    Lamp,
    /// Flames.
    Fire,
    /// Something unknown on a scanner.
    Contact,
    /// Screens.
    Console,
    /// The strip of light on a door that is shut.
    Door,
}

impl Source {
    /// How far it shines, in units of the plane, how strongly, and in which colour.
    fn glow(self) -> (f32, f32, Rgb) {
        let hex = 2.0 * HALF;
        match self {
            Source::Lamp => (7.5 * hex, 0.90, rgb(0xffe2b8)),
            Source::Fire => (2.8 * hex, 0.85, rgb(0xff8a34)),
            Source::Contact => (1.5 * hex, 0.35, rgb(0x4dffa0)),
            Source::Console => (1.9 * hex, 0.45, rgb(0x35d8c8)),
            Source::Door => (0.9 * hex, 0.60, rgb(0x62d6a0)),
        }
    }
}

/// A ship or a night that can be lit: where light does not go, and what shines without anybody's doing.
#[derive(Clone, Debug)]
pub(crate) struct Lights {
    size: (usize, usize),
    /// Pixels that stop light.
    shut: Vec<bool>,
    /// Pixels outside of the ship, which are as they were painted.
    outside: Vec<bool>,
    /// How bright it is where nothing shines, and how far a lamp does, of how far it does aboard.
    dark: Rgb,
    far: f32,
    /// What shines of itself.
    shining: Vec<(Point, Source)>,
}

impl Lights {
    /// Those of a board with this terrain; none where it is day.
    pub(crate) fn of(board: &Board, terrain: &[Terrain]) -> Option<Lights> {
        let aboard = terrain.contains(&Terrain::Hull);
        if !aboard && !board.night {
            return None;
        }
        let (width, height) = camera::extent(board);
        let pixels = |length: f32| ((length + 2.0 * RIM) / FINE).ceil() as usize;
        let size = (pixels(width), pixels(height));
        let points = (0..size.0 * size.1).map(|place| middle((place % size.0, place / size.0)));
        let there: Vec<Option<Cell>> = points.map(|at| camera::hex_at(board, at)).collect();
        let is_void = |cell: &Cell| !cell.is_some() || terrain[cell.index()] == Terrain::Void;
        let stops = |cell: Cell| stands(terrain[cell.index()]) || terrain[cell.index()].is_doorway();
        // The rim of the hull is painted beyond its hexes.
        let far = |cell: Cell| is_void(&cell) && board.neighbours[cell.index()].iter().all(is_void);
        let shines = |cell: Cell| match terrain[cell.index()] {
            Terrain::Console => Some((camera::centre(board, cell), Source::Console)),
            terrain if terrain.is_doorway() => Some((camera::centre(board, cell), Source::Door)),
            _ => None,
        };
        Some(Lights {
            size,
            shut: there.iter().map(|cell| cell.map_or(aboard, stops)).collect(),
            outside: there.iter().map(|cell| aboard && cell.is_none_or(far)).collect(),
            dark: if aboard { DARK } else { MOON },
            far: if aboard { 1.0 } else { OUTDOORS },
            shining: board.cells().filter_map(shines).collect(),
        })
    }

    /// The upper left corner of the picture in the plane, and its width and height there.
    pub(crate) fn place(&self) -> (Point, Point) {
        ((-RIM, -RIM), (self.size.0 as f32 * FINE, self.size.1 as f32 * FINE))
    }

    /// The picture with these lights: a byte of 127.5 leaves a colour as it is, the double of it makes it twice as bright.
    pub(crate) fn shine(&self, sources: &[(Point, Source)]) -> Painted {
        let mut light = vec![[0.0_f32; 3]; self.size.0 * self.size.1];
        sources.iter().chain(&self.shining).for_each(|(at, source)| self.add(&mut light, *at, *source));
        let pixels = light.into_iter().zip(&self.outside).flat_map(|(light, outside)| {
            let part = |i: usize| {
                let lit = if *outside { 1.0 } else { (self.dark[i] + light[i] * (BRIGHT - self.dark[i])).min(BRIGHT) };
                (lit * PLAIN) as u8
            };
            [part(0), part(1), part(2), u8::MAX]
        });
        Painted { size: self.size, pixels: pixels.collect() }
    }

    /// Adds what shines from a point.
    fn add(&self, light: &mut [Rgb], at: Point, source: Source) {
        let (reach, strong, colour) = source.glow();
        let reach = if source == Source::Lamp { reach * self.far } else { reach };
        let ends = (source == Source::Lamp).then(|| self.ends(at, reach));
        let pixel = |far: f32, most: usize| (((far + RIM) / FINE).max(0.0) as usize).min(most);
        let (columns, rows) = (
            pixel(at.0 - reach, self.size.0)..pixel(at.0 + reach, self.size.0),
            pixel(at.1 - reach, self.size.1)..pixel(at.1 + reach, self.size.1),
        );
        for row in rows {
            for column in columns.clone() {
                let (x, y) = middle((column, row));
                let (dx, dy) = (x - at.0, y - at.1);
                let far = dx.hypot(dy);
                if far >= reach {
                    continue;
                }
                let seen = ends.as_ref().map_or(1.0, |ends| {
                    let ray = (dy.atan2(dx) / TAU).rem_euclid(1.0) * RAYS as f32;
                    let (this, next) = (ends[ray as usize % RAYS], ends[(ray as usize + 1) % RAYS]);
                    let end = this + (next - this) * ray.fract();
                    ((end + INTO - far) / INTO).clamp(0.0, 1.0)
                });
                let faint = 1.0 - (far / reach).powi(2);
                let here = &mut light[row * self.size.0 + column];
                (0..3).for_each(|i| here[i] += colour[i] * strong * faint * faint * seen);
            }
        }
    }

    /// How far light comes from a point in each direction.
    fn ends(&self, (x, y): Point, reach: f32) -> [f32; RAYS] {
        std::array::from_fn(|ray| {
            let (sin, cos) = (ray as f32 / RAYS as f32 * TAU).sin_cos();
            let steps = (reach / FINE) as usize;
            let shut = |far: f32| {
                let (column, row) = ((x + cos * far + RIM) / FINE, (y + sin * far + RIM) / FINE);
                let inside = column >= 0.0 && row >= 0.0 && column < self.size.0 as f32 && row < self.size.1 as f32;
                !inside || self.shut[row as usize * self.size.0 + column as usize]
            };
            (1..=steps).map(|step| step as f32 * FINE).find(|far| shut(*far)).unwrap_or(reach)
        })
    }
}

/// The point of the plane in the middle of a pixel.
fn middle((column, row): (usize, usize)) -> Point {
    ((column as f32 + 0.5) * FINE - RIM, (row as f32 + 0.5) * FINE - RIM)
}
