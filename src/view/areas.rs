//! Areas on the ground: where a unit can go, what a weapon covers, where enemies can strike. Each is one shape with a
//! rounded edge. Those of enemies are hatched, so that they do not differ by colour alone.

use std::collections::{BTreeMap, BTreeSet};

use macroquad::models::{Mesh, Vertex, draw_mesh};
use macroquad::prelude::*;

use crate::board::{Board, Cell};
use crate::play::camera::{Camera, HALF, Point, SIZE, centre};

use super::counters::Pointed;
use super::ground::{corners, look};
use super::model::area::{hatching, outlines};
use super::model::danger::Gaze;
use super::style;

/// Points of an outline in one mesh, and lines of a hatching, so that each fits a draw call.
const BATCH: usize = 100;
/// How far the light along an edge reaches inward, in units of the plane.
const GLOW: f32 = 0.5 * HALF;
/// How wide the lines of a hatching are, in pixels.
const HATCH: f32 = 1.2;
/// How far about the cursor the grid is lit, in widths of a hex.
const NEAR: f32 = 2.6;

/// How an area is hatched: whether its lines fall to the right, and how far apart they are, in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Hatch {
    pub(super) falling: bool,
    pub(super) apart: f32,
}

/// Where enemies can shoot, where they can charge, and where somebody keeps watch.
pub(super) const SHOT_AT: Hatch = Hatch { falling: false, apart: 10.0 };
pub(super) const CHARGED: Hatch = Hatch { falling: true, apart: 20.0 };
pub(super) const WATCHED: Hatch = Hatch { falling: true, apart: 30.0 };
/// Where something is used up, and where there is cover from whoever looks.
pub(super) const SPENT: Hatch = Hatch { falling: false, apart: 16.0 };
pub(super) const COVER: Hatch = Hatch { falling: true, apart: 12.0 };

/// What is shown as areas.
#[derive(Clone, Debug, Default, PartialEq)]
struct Shown {
    reach: BTreeSet<Cell>,
    /// Where the unit in hand would use something up.
    spending: BTreeSet<Cell>,
    covered: Vec<(Cell, u8)>,
    /// What somebody sees, where there is cover from him, and whether he is an enemy.
    seen: BTreeSet<Cell>,
    sheltered: BTreeSet<Cell>,
    seen_by_enemy: bool,
    shot_at: BTreeSet<Cell>,
    charged: BTreeSet<Cell>,
    /// Where enemies keep watch, and where the unit in question does.
    guarded: BTreeSet<Cell>,
    watched: BTreeSet<Cell>,
    /// Pixels for a unit of the plane.
    scale: f32,
}

impl Shown {
    fn of(pointed: &Pointed<'_>, scale: f32) -> Shown {
        let mut shown = Shown { scale, ..Shown::default() };
        if let Some(offer) = pointed.offer {
            (shown.reach, shown.spending) = offer.by_price(pointed.unit);
        }
        if let Some(overlay) = pointed.overlay {
            shown.covered.clone_from(&overlay.covered);
            shown.seen = overlay.seen.iter().map(|seen| seen.0).collect();
            shown.sheltered = overlay.seen.iter().filter(|seen| seen.1).map(|seen| seen.0).collect();
            shown.seen_by_enemy = matches!(overlay.gaze, Some(Gaze::Of(_)));
            let by = |how: fn(&super::model::danger::Threat) -> bool| {
                let struck = overlay.threats.iter().filter(|(_, by)| by.iter().any(how));
                struck.map(|(cell, _)| *cell).collect()
            };
            shown.guarded = overlay.watchers.keys().copied().collect();
            shown.watched = overlay.watched.iter().copied().collect();
            (shown.shot_at, shown.charged) = (by(|threat| threat.shoots), by(|threat| threat.charges));
        }
        shown
    }
}

/// The areas as they were last built, in the plane.
#[derive(Default)]
pub(super) struct Areas {
    shown: Shown,
    meshes: Vec<Mesh>,
}

impl Areas {
    /// Rebuilds them if the areas or the scale have changed.
    pub(super) fn keep_up(&mut self, board: &Board, pointed: &Pointed<'_>, scale: f32) {
        let shown = Shown::of(pointed, scale);
        if shown == self.shown {
            return;
        }
        let mut builder = Builder { board, scale, meshes: Vec::new() };
        builder.threat(&shown.shot_at, &shown.charged);
        builder.range(&shown.covered);
        builder.sight(&shown.seen, &shown.sheltered, if shown.seen_by_enemy { style::THREAT } else { style::RANGE });
        builder.watch(&shown.guarded, style::THREAT);
        builder.watch(&shown.watched, style::RANGE);
        builder.fill(&shown.reach, style::REACH, 0.09);
        builder.edges(&outlines(board, &shown.reach), style::REACH, 1.0, GLOW);
        builder.spend(&shown.spending);
        (self.meshes, self.shown) = (builder.meshes, shown);
    }

    /// Draws them, and the grid about the hex that is pointed at.
    pub(super) fn draw(&self, board: &Board, camera: &Camera, pointed: Option<Cell>) {
        look(camera.room, camera.middle(), camera.scale);
        self.meshes.iter().for_each(draw_mesh);
        if let Some(cell) = pointed {
            grid(board, cell, 1.2 / camera.scale);
        }
        set_default_camera();
    }
}

/// The sides of the hexes about one, the fainter the farther away.
fn grid(board: &Board, cell: Cell, thick: f32) {
    let middle = centre(board, cell);
    let far = |(x, y): Point| (x - middle.0).hypot(y - middle.1) / (2.0 * HALF);
    let near = board.cells().filter(|c| board.deck(*c) == board.deck(cell) && far(centre(board, *c)) < NEAR);
    // Sides that two hexes share are drawn once.
    let mut sides: BTreeMap<(i32, i32), (Point, Point)> = BTreeMap::new();
    for cell in near {
        let corners = corners(centre(board, cell), SIZE);
        for i in 0..6 {
            let (a, b) = (corners[i], corners[(i + 1) % 6]);
            sides.insert(((a.0 + b.0).round() as i32, (a.1 + b.1).round() as i32), (a, b));
        }
    }
    for (a, b) in sides.into_values() {
        let faint = 1.0 - far((f32::midpoint(a.0, b.0), f32::midpoint(a.1, b.1))) / NEAR;
        let color = Color { a: 0.42 * faint.clamp(0.0, 1.0), ..style::BONE };
        draw_line(a.0, a.1, b.0, b.1, thick, color);
    }
}

struct Builder<'a> {
    board: &'a Board,
    scale: f32,
    meshes: Vec<Mesh>,
}

impl Builder<'_> {
    /// Where something is used up looks like no move.
    fn spend(&mut self, cells: &BTreeSet<Cell>) {
        let outlines = outlines(self.board, cells);
        self.fill(cells, style::RANGE, 0.06);
        self.hatch(&outlines, SPENT, Color { a: 0.35, ..style::RANGE });
        self.edges(&outlines, style::RANGE, 1.0, 0.0);
    }

    /// Where enemies can shoot is hatched, where they can charge the other way too.
    fn threat(&mut self, shot_at: &BTreeSet<Cell>, charged: &BTreeSet<Cell>) {
        for (cells, hatch) in [(shot_at, SHOT_AT), (charged, CHARGED)] {
            let outlines = outlines(self.board, cells);
            self.fill(cells, style::THREAT, 0.05);
            self.hatch(&outlines, hatch, Color { a: 0.5, ..style::THREAT });
            self.edges(&outlines, style::THREAT, 0.6, 0.0);
        }
    }

    /// Where somebody keeps watch: lit along the edge, with few lines.
    fn watch(&mut self, cells: &BTreeSet<Cell>, color: Color) {
        let outlines = outlines(self.board, cells);
        self.fill(cells, color, 0.05);
        self.hatch(&outlines, WATCHED, Color { a: 0.4, ..color });
        self.edges(&outlines, color, 1.0, GLOW);
    }

    /// What somebody sees, hatched where there is cover from him.
    fn sight(&mut self, seen: &BTreeSet<Cell>, sheltered: &BTreeSet<Cell>, color: Color) {
        self.fill(seen, color, 0.07);
        self.hatch(&outlines(self.board, sheltered), COVER, Color { a: 0.55, ..color });
        self.edges(&outlines(self.board, seen), color, 1.0, GLOW);
    }

    /// What a weapon covers, with the edges of its range bands within.
    fn range(&mut self, covered: &[(Cell, u8)]) {
        let farthest = covered.iter().map(|c| c.1).max().unwrap_or_default();
        for band in (0..=farthest).rev() {
            let cells: BTreeSet<Cell> = covered.iter().filter(|c| c.1 <= band).map(|c| c.0).collect();
            let (strong, glow) = if band == farthest { (1.0, GLOW) } else { (0.6, 0.0) };
            self.fill(&cells, style::RANGE, 0.06);
            self.edges(&outlines(self.board, &cells), style::RANGE, strong, glow);
        }
    }

    /// A tint over all of an area.
    fn fill(&mut self, cells: &BTreeSet<Cell>, color: Color, opaque: f32) {
        let cells: Vec<Cell> = cells.iter().copied().collect();
        for cells in cells.chunks(BATCH) {
            let mut mesh = Mesh { vertices: Vec::new(), indices: Vec::new(), texture: None };
            for &cell in cells {
                let first = mesh.vertices.len() as u16;
                let corners = corners(centre(self.board, cell), SIZE);
                mesh.vertices.extend(corners.map(|at| vertex(at, color, opaque)));
                (1..5).for_each(|i| mesh.indices.extend([first, first + i, first + i + 1]));
            }
            self.meshes.push(mesh);
        }
    }

    /// The edges of an area: a dark line outside, a light one, and light that fades inward.
    fn edges(&mut self, outlines: &[Vec<Point>], color: Color, strong: f32, glow: f32) {
        let pixels = |far: f32| far / self.scale;
        let dark = style::INK;
        // How far outward, in which colour, how opaque. Edges fade within a pixel, which smooths them.
        let rows = [
            (pixels(2.9), dark, 0.0),
            (pixels(2.0), dark, 0.55 * strong),
            (pixels(1.1), dark, 0.6 * strong),
            (pixels(0.9), color, strong),
            (pixels(-0.9), color, strong),
            (pixels(-1.7), color, if glow > 0.0 { 0.34 * strong } else { 0.0 }),
            (pixels(-1.8) - glow, color, 0.0),
        ];
        let rows = if glow > 0.0 { &rows[..] } else { &rows[..6] };
        for outline in outlines {
            let count = outline.len();
            let point = |i: usize| outline[i % count];
            // Outward, smoothed over the neighbours so that the rows within do not cross.
            let outward = |i: usize| {
                let ((ax, ay), (bx, by)) = (point(i + count - 2), point(i + 2));
                let length = (bx - ax).hypot(by - ay).max(f32::EPSILON);
                ((by - ay) / length, (ax - bx) / length)
            };
            for first in (0..count).step_by(BATCH) {
                let mut mesh = Mesh { vertices: Vec::new(), indices: Vec::new(), texture: None };
                let last = (first + BATCH).min(count);
                for i in first..=last {
                    let ((x, y), (nx, ny)) = (point(i), outward(i));
                    mesh.vertices.extend(
                        rows.iter().map(|&(far, color, opaque)| vertex((x + nx * far, y + ny * far), color, opaque)),
                    );
                }
                strip(&mut mesh, last - first, rows.len());
                self.meshes.push(mesh);
            }
        }
    }

    /// Thin lines across an area with these outlines.
    fn hatch(&mut self, outlines: &[Vec<Point>], hatch: Hatch, color: Color) {
        let lines = hatching(outlines, hatch.apart / self.scale, hatch.falling);
        let half = HATCH / self.scale;
        for lines in lines.chunks(BATCH) {
            let mut mesh = Mesh { vertices: Vec::new(), indices: Vec::new(), texture: None };
            for &((ax, ay), (bx, by)) in lines {
                let first = mesh.vertices.len() as u16;
                let length = (bx - ax).hypot(by - ay).max(f32::EPSILON);
                let (nx, ny) = ((by - ay) / length * half, (ax - bx) / length * half);
                for (x, y) in [(ax, ay), (bx, by)] {
                    let row = [(1.0, 0.0), (0.0, color.a), (-1.0, 0.0)];
                    mesh.vertices.extend(row.map(|(far, a)| vertex((x + nx * far, y + ny * far), color, a)));
                }
                for i in [first, first + 1] {
                    mesh.indices.extend([i, i + 1, i + 4, i, i + 4, i + 3]);
                }
            }
            self.meshes.push(mesh);
        }
    }
}

/// Joins the rows of a strip of so many pieces.
fn strip(mesh: &mut Mesh, pieces: usize, rows: usize) {
    for piece in 0..pieces {
        for row in 0..rows - 1 {
            let a = (piece * rows + row) as u16;
            let b = a + rows as u16;
            mesh.indices.extend([a, a + 1, b + 1, a, b + 1, b]);
        }
    }
}

fn vertex((x, y): Point, color: Color, opaque: f32) -> Vertex {
    Vertex::new(x, y, 0.0, 0.0, 0.0, Color { a: opaque, ..color })
}
