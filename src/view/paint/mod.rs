//! The board as a picture: ground, walls, and what stands on them, painted by the processor from the map alone, tile by
//! tile, so that a frame has nothing to do but to show it. The same board always gives the same picture.
//!
//! [`plan`] says what lies in which hex, [`ground`] paints point by point, [`things`] draws what stands there, [`noise`]
//! is the chance that both depend on. [`plates`] and [`parts`] are what counters are made of, [`effects`] what lies on hexes and can go again, painted on a
//! [`canvas`]; [`light`] is what makes a ship dark.

pub(super) mod canvas;
pub(super) mod effects;
mod ground;
pub(super) mod light;
mod noise;
pub(super) mod parts;
pub(super) mod plan;
pub(super) mod plates;
pub(super) mod things;

use std::hash::{DefaultHasher, Hash, Hasher};

use tiny_skia::PixmapMut;

use crate::board::{Board, Terrain};
use crate::play::camera::{HALF, Point, SIZE};
use canvas::Painted;
use noise::lerp;
use plan::{Plan, Spot};
use things::Brush;

/// Pixels of a tile on a side.
pub(super) const TILE: usize = 512;
/// Pixels for a unit of the plane, at most.
const FINE: f32 = 1.5;
/// Pixels of a whole board, at most: larger ones are painted more coarsely.
const MOST: f32 = 8e6;
/// How far beyond its own hexes the picture of a board goes, and how far things reach, in units of the plane.
const RIM: f32 = SIZE;
const REACH: f32 = 4.0 * SIZE;
/// How dark the grid is.
const GRID: f32 = 0.17;
/// The land about a board: how far it goes beyond its rim, for each hex that the board is long; the pixels for a unit, and
/// of all of it, at most.
const LAND: f32 = 0.7;
const LAND_FINE: f32 = 0.6;
const LAND_MOST: f32 = 1.5e6;
/// How dim it is, how much of its colour it loses, and the part of the way out on which it fades.
const DIM: f32 = 0.50;
const PALE: f32 = 0.35;
const FADING: f32 = 0.6;

/// A board to be painted.
#[derive(Clone, Debug)]
pub(super) struct Picture {
    plan: Plan,
    /// Pixels for a unit of the plane.
    density: f32,
    /// Tiles in a row, and rows of them.
    columns: usize,
    rows: usize,
}

impl Picture {
    /// The picture of a board with this terrain. Nothing is painted yet.
    #[must_use]
    pub(super) fn new(board: &Board, terrain: &[Terrain]) -> Picture {
        Picture::within(board, terrain, MOST)
    }

    /// The same with so many pixels at most.
    #[must_use]
    pub(super) fn within(board: &Board, terrain: &[Terrain], most: f32) -> Picture {
        let plan = Plan::new(board, terrain);
        let (width, height) = (plan.extent.0 + 2.0 * RIM, plan.extent.1 + 2.0 * RIM);
        let density = FINE.min((most / (width * height)).sqrt());
        let tiles = |length: f32| (length * density / TILE as f32).ceil() as usize;
        Picture { columns: tiles(width), rows: tiles(height), plan, density }
    }

    /// How many tiles there are.
    #[must_use]
    pub(super) fn tiles(&self) -> usize {
        self.columns * self.rows
    }

    /// Where the upper left corner of a tile lies in the plane.
    #[must_use]
    pub(super) fn corner(&self, tile: usize) -> Point {
        let side = self.side();
        ((tile % self.columns) as f32 * side - RIM, (tile / self.columns) as f32 * side - RIM)
    }

    /// How long the side of a tile is in the plane.
    #[must_use]
    pub(super) fn side(&self) -> f32 {
        TILE as f32 / self.density
    }

    /// A number that is another as soon as a tile looks different.
    #[must_use]
    pub(super) fn look(&self, tile: usize) -> u64 {
        let (x, y) = self.corner(tile);
        let far = self.side() + REACH;
        let mut hasher = DefaultHasher::new();
        let near: Vec<((i32, i32), Spot)> = self.plan.within((x - REACH, y - REACH), (x + far, y + far)).collect();
        near.hash(&mut hasher);
        hasher.finish()
    }

    /// Paints a tile: its pixels row by row, red, green, blue and opacity, multiplied with it.
    #[must_use]
    pub(super) fn paint(&self, tile: usize) -> Vec<u8> {
        self.part(self.corner(tile), (TILE, TILE), GRID)
    }

    /// Paints the whole board at once, as is done with small pictures, and tells how the plane lies on it: the point of
    /// its upper left corner, and the pixels for a unit.
    #[must_use]
    pub(super) fn whole(&self) -> (Painted, Point, f32) {
        let pixels = |length: f32| ((length + 2.0 * RIM) * self.density).ceil().max(1.0) as usize;
        let size = (pixels(self.plan.extent.0), pixels(self.plan.extent.1));
        let corner = (-RIM, -RIM);
        (Painted { size, pixels: self.part(corner, size, GRID) }, corner, self.density)
    }

    /// The box that the board covers with what it is painted with, by its corners: of the land nothing is seen there. None of
    /// a ship, between whose parts space is.
    #[must_use]
    pub(super) fn covers(&self) -> Option<(Point, Point)> {
        let (width, height) = self.plan.extent;
        let within = 2.0 * SIZE;
        let room = width.min(height) > 2.0 * within && !self.plan.aboard && !self.plan.has_gaps();
        room.then_some(((within, within), (width - within, height - within)))
    }

    /// Paints the land that the board lies in, as it would go on beyond the rim, dim and without a grid, and tells how the
    /// plane lies on it, as [`whole`](Picture::whole) does; of a ship the space about it. None about decks that lie side by
    /// side.
    #[must_use]
    pub(super) fn land(&self) -> Option<(Painted, Point, f32)> {
        if self.plan.has_gaps() {
            return None;
        }
        let (dim, pale) = if self.plan.aboard { (1.0, 0.0) } else { (DIM, PALE) };
        let more = (LAND * self.plan.columns.max(self.plan.rows) as f32).ceil() as i32;
        let (columns, rows) = (more, more + more % 2);
        let plan = self.plan.surrounded(columns, rows);
        let (width, height) = plan.extent;
        let density = LAND_FINE.min((LAND_MOST / (width * height)).sqrt());
        let picture = Picture { plan, density, ..*self };
        let size = ((width * density) as usize, (height * density) as usize);
        let mut pixels = picture.part((0.0, 0.0), size, 0.0);
        let (far_x, far_y) = ((2 * columns) as f32 * HALF, 1.5 * rows as f32 * SIZE);
        for (place, pixel) in pixels.chunks_exact_mut(4).enumerate() {
            let (x, y) = ((place % size.0) as f32 / density, (place / size.0) as f32 / density);
            // How far within the rim of the land: 1 at the board.
            let within = (x.min(width - x) / far_x).min(y.min(height - y) / far_y);
            let there = noise::step(0.0, FADING, within);
            let grey = pixel[..3].iter().map(|part| f32::from(*part)).sum::<f32>() / 3.0;
            pixel[..3].iter_mut().for_each(|part| *part = (lerp(f32::from(*part), grey, pale) * dim * there) as u8);
            pixel[3] = (f32::from(pixel[3]) * there) as u8;
        }
        Some((Painted { size, pixels }, (-far_x, -far_y), density))
    }

    /// Paints a part of the board: so many pixels from this corner, with so dark a grid.
    fn part(&self, corner: Point, (across, down): (usize, usize), grid: f32) -> Vec<u8> {
        let apart = 1.0 / self.density;
        let point = |column: usize, row: usize| {
            (corner.0 + (column as f32 + 0.5) * apart, corner.1 + (row as f32 + 0.5) * apart)
        };
        let mut pixels = vec![0; across * down * 4];
        // One row and one column more than the part has: the light depends on how the ground falls.
        let line =
            |row: usize| -> Vec<ground::Ground> { (0..=across).map(|c| self.plan.ground(point(c, row))).collect() };
        let mut above = line(0);
        for (row, out) in pixels.chunks_exact_mut(across * 4).enumerate() {
            let below = line(row + 1);
            for (column, out) in out.chunks_exact_mut(4).enumerate() {
                let here = above[column];
                let lit = here.lit(above[column + 1].height, below[column].height, apart);
                let dark = 1.0 - grid * self.plan.grid(point(column, row));
                for (part, out) in lit.into_iter().zip(out.iter_mut()) {
                    *out = (lerp(0.0, part * dark, here.there).clamp(0.0, 1.0) * 255.0 + 0.5) as u8;
                }
                out[3] = (here.there * 255.0 + 0.5) as u8;
                (0..3).for_each(|i| out[i] = out[i].min(out[3]));
            }
            above = below;
        }
        if let Some(pixels) = PixmapMut::from_bytes(&mut pixels, across as u32, down as u32) {
            let far = (corner.0 + across as f32 * apart, corner.1 + down as f32 * apart);
            let mut brush = Brush::new(pixels, corner, self.density);
            self.plan.furnish(&mut brush, corner, far);
        }
        pixels
    }
}

#[cfg(test)]
mod tests;
