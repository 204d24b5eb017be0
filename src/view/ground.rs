//! The ground: painted once beside the frame, tile by tile. Until a tile is ready, its part of a coarse picture is shown that
//! is painted first, and before that its hexes in plain colours.

use macroquad::models::{Mesh, Vertex, draw_mesh};
use std::sync::Arc;

use macroquad::prelude::*;
use rayon::prelude::*;

use crate::board::{Board, Cell, Terrain};
use crate::platform::{Answer, Task};
use crate::play::camera::{self, Camera, Frame, Point, SIZE};

use super::material::Opaque;
use super::paint::light::MOON;
use super::paint::{Picture, TILE, canvas};
use super::style::{self, Figure};

/// Hexes in one mesh: all their corners fit one draw call.
const BATCH: usize = 64;
/// How much of a hex its fill takes up; what lies under the board shows between.
const INSIDE: f32 = 0.96;
/// The most pixels of a picture on a side.
const MOST_PIXELS: f32 = 8192.0;

/// The most pixels of the coarse picture.
const COARSE: f32 = 4e5;

/// A picture as it was painted, the point of the plane at its upper left corner, and its pixels for a unit.
type Placed<T> = (T, Point, f32);

/// A tile as it was painted.
struct Painted {
    tile: usize,
    /// What it looks like; see [`Picture::look`].
    look: u64,
    pixels: Vec<u8>,
}

/// The ground of a battle as it was last built.
#[derive(Default)]
pub(super) struct Ground {
    terrain: Vec<Terrain>,
    meshes: Vec<Mesh>,
    picture: Option<Arc<Picture>>,
    /// What each tile is to look like.
    looks: Vec<u64>,
    tiles: Vec<Option<Texture2D>>,
    /// The orders of tiles that are being painted.
    painting: Vec<Task<Painted>>,
    /// The coarse picture, while it is being painted and when it is there.
    sketching: Option<Task<Placed<canvas::Painted>>>,
    sketch: Option<Placed<Texture2D>>,
    land: Land,
    /// Whether it is night.
    night: bool,
    /// How often what is to be drawn has changed.
    changes: u32,
    /// What was drawn in the last frame, and the picture of it once nothing had changed since the frame before.
    last: Option<View>,
    still: Option<(View, RenderTarget)>,
    opaque: Opaque,
}

/// What of the ground is seen where: two frames with the same look the same.
#[derive(Clone, Copy, PartialEq)]
struct View {
    room: Frame,
    middle: Point,
    scale: f32,
    dpi: f32,
    changes: u32,
}

/// The land about the board, which stays as it was when the battle began.
#[derive(Default)]
enum Land {
    #[default]
    Unknown,
    Painting(Task<Option<Placed<canvas::Painted>>>),
    There(Placed<Texture2D>),
    Nowhere,
}

impl Ground {
    /// Rebuilds it if the terrain has changed, and takes in tiles that have been painted. Doors are left out, as they move.
    pub(super) fn keep_up(&mut self, board: &Board, terrain: &[Terrain]) {
        let floor = |terrain: &Terrain| if terrain.is_doorway() { Terrain::Floor } else { *terrain };
        if !terrain.iter().map(floor).eq(self.terrain.iter().copied()) {
            let terrain: Vec<Terrain> = terrain.iter().map(floor).collect();
            let cells: Vec<Cell> = board.cells().filter(|c| terrain[c.index()] != Terrain::Void).collect();
            self.meshes = cells.chunks(BATCH).map(|cells| mesh(board, &terrain, cells)).collect();
            if self.tiles.is_empty() {
                let coarse = Picture::within(board, &terrain, COARSE);
                self.sketching = Some(Task::start(move || coarse.whole()));
            }
            self.order(Picture::new(board, &terrain));
            self.terrain = terrain;
            self.changes += 1;
        }
        if let Some(Answer::Ready(painted)) = self.sketching.as_ref().map(Task::poll) {
            (self.sketch, self.sketching) = (Some(shown(painted)), None);
            self.changes += 1;
        }
        self.night = board.night;
        self.keep_up_land();
        let Ground { looks, tiles, painting, changes, .. } = self;
        painting.retain(|order| {
            loop {
                let painted = match order.poll() {
                    Answer::Ready(painted) => painted,
                    Answer::Pending => return true,
                    Answer::Ended => return false,
                };
                // What was painted of an earlier state may be outdated by now.
                if looks.get(painted.tile) == Some(&painted.look) {
                    let texture = Texture2D::from_rgba8(TILE as u16, TILE as u16, &painted.pixels);
                    texture.set_filter(FilterMode::Linear);
                    tiles[painted.tile] = Some(texture);
                    *changes += 1;
                }
            }
        });
    }

    /// Whether the board itself is painted, whatever of the land about it is.
    pub(super) fn is_painted(&self) -> bool {
        self.picture.is_some() && self.painting.is_empty()
    }

    /// Whether the board is seen as it is painted, be it coarsely.
    pub(super) fn is_sketched(&self) -> bool {
        self.sketch.is_some() || self.is_painted()
    }

    /// Whether there is something left to paint.
    pub(super) fn is_painting(&self) -> bool {
        !self.painting.is_empty() || matches!(self.land, Land::Unknown | Land::Painting(_))
    }

    /// Orders the land to be painted when the board itself has been, and takes it in.
    fn keep_up_land(&mut self) {
        if let (Land::Unknown, Some(picture), true) = (&self.land, &self.picture, self.painting.is_empty()) {
            let picture = Arc::clone(picture);
            self.land = Land::Painting(Task::start(move || picture.land()));
        }
        if let Land::Painting(task) = &self.land {
            match task.poll() {
                Answer::Ready(Some(painted)) => {
                    self.land = Land::There(shown(painted));
                    self.changes += 1;
                }
                Answer::Pending => {}
                Answer::Ready(None) | Answer::Ended => self.land = Land::Nowhere,
            }
        }
    }

    /// Orders the tiles that look different in this picture to be painted.
    fn order(&mut self, picture: Picture) {
        let looks: Vec<u64> = (0..picture.tiles()).map(|tile| picture.look(tile)).collect();
        self.tiles.resize_with(looks.len(), || None);
        let wanted: Vec<(usize, u64)> =
            looks.iter().copied().enumerate().filter(|&(tile, look)| self.looks.get(tile) != Some(&look)).collect();
        let picture = Arc::new(picture);
        (self.looks, self.picture) = (looks, Some(Arc::clone(&picture)));
        self.painting.push(Task::stream(move |done| {
            wanted.into_par_iter().for_each(|(tile, look)| {
                done.give(Painted { tile, look, pixels: picture.paint(tile) });
            });
        }));
    }

    /// Draws it: as a picture of what was drawn before, where neither it nor the camera has changed.
    pub(super) fn draw(&mut self, camera: &Camera) {
        let (room, middle, scale, dpi) = (camera.room, camera.middle(), camera.scale, screen_dpi_scale());
        let view = View { room, middle, scale, dpi, changes: self.changes };
        if self.last.replace(view) != Some(view) {
            look(room, middle, scale);
            self.paint();
            return set_default_camera();
        }
        if self.still.as_ref().is_none_or(|(of, _)| *of != view) {
            let pixels = |length: f32| (length * dpi).round().clamp(1.0, MOST_PIXELS) as u32;
            let target = render_target(pixels(room.width), pixels(room.height));
            target.texture.set_filter(FilterMode::Nearest);
            set_camera(&Camera2D {
                target: middle.into(),
                zoom: vec2(2.0 * scale / room.width, 2.0 * scale / room.height),
                render_target: Some(target.clone()),
                ..Camera2D::default()
            });
            clear_background(style::BACKGROUND);
            self.paint();
            set_default_camera();
            self.still = Some((view, target));
        }
        if let Some((_, target)) = &self.still {
            let params = DrawTextureParams { dest_size: Some(vec2(room.width, room.height)), ..Default::default() };
            self.opaque.draw(&target.texture, room.x, room.y, params);
        }
    }

    /// Draws land and board in the plane.
    fn paint(&self) {
        if let Land::There((texture, (x, y), density)) = &self.land {
            // What lies over the board makes only that dark.
            let [red, green, blue] = if self.night { MOON } else { [1.0; 3] };
            let color = Color::new(red, green, blue, 1.0);
            let covered = self.picture.as_ref().filter(|_| self.is_painted()).and_then(|picture| picture.covers());
            let all = Rect::new(*x, *y, texture.width() / *density, texture.height() / *density);
            for part in about(all, covered) {
                let source = Rect::new(part.x - x, part.y - y, part.w, part.h);
                let source = Rect::new(source.x * density, source.y * density, source.w * density, source.h * density);
                let params = DrawTextureParams {
                    dest_size: Some(part.size()),
                    source: Some(source),
                    ..DrawTextureParams::default()
                };
                draw_texture_ex(texture, part.x, part.y, color, params);
            }
        }
        if self.tiles.iter().any(Option::is_none) {
            match &self.sketch {
                Some((texture, (x, y), density)) => {
                    let size = Some(texture.size() / *density);
                    let params = DrawTextureParams { dest_size: size, ..DrawTextureParams::default() };
                    draw_texture_ex(texture, *x, *y, WHITE, params);
                }
                None => self.meshes.iter().for_each(draw_mesh),
            }
        }
        if let Some(picture) = &self.picture {
            let size = Some(vec2(picture.side(), picture.side()));
            for (number, tile) in self.tiles.iter().enumerate().filter_map(|(n, t)| Some((n, t.as_ref()?))) {
                let (x, y) = picture.corner(number);
                draw_texture_ex(tile, x, y, WHITE, DrawTextureParams { dest_size: size, ..Default::default() });
            }
        }
    }
}

/// A picture that was painted, to be shown smoothly.
fn shown((painted, corner, density): Placed<canvas::Painted>) -> Placed<Texture2D> {
    let (across, down) = painted.size;
    let texture = Texture2D::from_rgba8(across as u16, down as u16, &painted.pixels);
    texture.set_filter(FilterMode::Linear);
    (texture, corner, density)
}

/// What is left of a box about another one in it: above, below, left and right of that.
fn about(all: Rect, covered: Option<(Point, Point)>) -> Vec<Rect> {
    let Some(((left, top), (right, bottom))) = covered else { return vec![all] };
    let high = bottom - top;
    vec![
        Rect::new(all.x, all.y, all.w, top - all.y),
        Rect::new(all.x, bottom, all.w, all.bottom() - bottom),
        Rect::new(all.x, top, left - all.x, high),
        Rect::new(right, top, all.right() - right, high),
    ]
}

/// Draws from now on within a frame of the screen only: this point in its middle, so many pixels for a unit.
pub(super) fn look(frame: Frame, (x, y): Point, scale: f32) {
    let dpi = screen_dpi_scale();
    let pixels = |length: f32| (length * dpi).round() as i32;
    set_camera(&Camera2D {
        target: vec2(x, y),
        zoom: vec2(2.0 * scale / frame.width, 2.0 * scale / frame.height),
        // Counted from below.
        viewport: Some((
            pixels(frame.x),
            pixels(screen_height() - frame.y - frame.height),
            pixels(frame.width),
            pixels(frame.height),
        )),
        ..Camera2D::default()
    });
}

/// Corners and triangles in the making.
struct Shapes {
    vertices: Vec<Vertex>,
    indices: Vec<u16>,
}

impl Shapes {
    /// Fills a convex polygon.
    fn polygon(&mut self, corners: impl IntoIterator<Item = Point>, color: Color) {
        let first = self.vertices.len() as u16;
        self.vertices.extend(corners.into_iter().map(|(x, y)| Vertex::new(x, y, 0.0, 0.0, 0.0, color)));
        let last = self.vertices.len() as u16;
        for second in first + 1..last.saturating_sub(1) {
            self.indices.extend([first, second, second + 1]);
        }
    }

    fn hex(&mut self, centre: Point, size: f32, color: Color) {
        self.polygon(corners(centre, size), color);
    }

    fn block(&mut self, (x, y): Point, (w, h): Point, color: Color) {
        self.polygon([(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)], color);
    }
}

/// The corners of a pointy-topped hex.
pub(super) fn corners((x, y): Point, size: f32) -> [Point; 6] {
    std::array::from_fn(|i| {
        let angle = (60.0 * i as f32 - 90.0).to_radians();
        (x + size * angle.cos(), y + size * angle.sin())
    })
}

fn mesh(board: &Board, terrain: &[Terrain], cells: &[Cell]) -> Mesh {
    let mut shapes = Shapes { vertices: Vec::new(), indices: Vec::new() };
    for &cell in cells {
        let centre = camera::centre(board, cell);
        let (color, figure) = style::terrain(terrain[cell.index()]);
        // The higher the lighter.
        let height = f32::from(board.heights[cell.index()].min(9));
        let color = shade(color, 1.0 + 0.06 * height);
        shapes.hex(centre, if figure == Figure::Solid { SIZE } else { SIZE * INSIDE }, color);
        draw_figure(&mut shapes, centre, figure, color);
    }
    Mesh { vertices: shapes.vertices, indices: shapes.indices, texture: None }
}

/// Figures stand in the lower half, where counters leave them to be seen.
fn draw_figure(shapes: &mut Shapes, (x, y): Point, figure: Figure, color: Color) {
    let (dark, light) = (shade(color, 0.66), shade(color, 1.28));
    let tree = |shapes: &mut Shapes, x: f32, y: f32| {
        shapes.polygon([(x, y - 9.0), (x + 6.0, y + 4.0), (x - 6.0, y + 4.0)], dark);
    };
    match figure {
        Figure::Plain | Figure::Solid => {}
        Figure::Trees => {
            tree(shapes, x - 12.0, y - 6.0);
            tree(shapes, x + 11.0, y - 9.0);
            tree(shapes, x - 3.0, y + 13.0);
            tree(shapes, x + 12.0, y + 12.0);
        }
        Figure::Dots => {
            for (dx, dy) in [(-12.0, -8.0), (9.0, -12.0), (2.0, 14.0), (15.0, 8.0), (-13.0, 11.0)] {
                shapes.block((x + dx, y + dy), (2.6, 2.6), dark);
            }
        }
        Figure::Block => {
            shapes.block((x, y), (17.0, 15.0), dark);
            shapes.block((x, y), (14.0, 12.0), light);
        }
        Figure::Broken => {
            shapes.block((x - 8.0, y - 7.0), (8.0, 6.0), dark);
            shapes.block((x + 11.0, y + 2.0), (5.0, 9.0), dark);
            shapes.block((x - 7.0, y + 12.0), (9.0, 3.0), dark);
        }
        Figure::Bar => shapes.block((x, y), (19.0, 4.0), dark),
        Figure::Bars => {
            shapes.block((x, y - 8.0), (19.0, 4.0), dark);
            shapes.block((x, y + 8.0), (19.0, 4.0), dark);
        }
        Figure::Waves => {
            for dy in [-10.0, 2.0, 14.0] {
                shapes.block((x - 6.0, y + dy), (9.0, 1.5), light);
                shapes.block((x + 8.0, y + dy + 4.0), (6.0, 1.5), light);
            }
        }
    }
}

/// A colour made lighter or darker.
pub(super) fn shade(color: Color, by: f32) -> Color {
    Color::new((color.r * by).min(1.0), (color.g * by).min(1.0), (color.b * by).min(1.0), color.a)
}
