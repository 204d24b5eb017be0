//! What stands on the ground: trees, houses, ruins, stones, furniture, doors, and the shadows that they throw.

use tiny_skia::{
    Color, FillRule, FilterQuality, GradientStop, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, PixmapMut,
    PixmapPaint, Point as At, RadialGradient, Rect, Shader, SpreadMode, Stroke, Transform,
};

use std::sync::LazyLock;

use super::ground::{Rgb, caught, dice, mix, rgb};
use super::noise::{Chance, noise};
use super::plan::{Material, Plan, Spot, middle, next, through};
use crate::board::Terrain;
use crate::play::camera::{HALF, Point, SIZE};

/// Crowns of trees: dark, middle, light.
const CROWNS: [[u32; 3]; 6] = [
    [0x141d0c, 0x3a5220, 0x86a045],
    [0x16200d, 0x44591f, 0x9aa548],
    [0x101a10, 0x2f4d29, 0x6a9450],
    [0x191f0c, 0x52561f, 0xaaa044],
    [0x121c0e, 0x365022, 0x7c9446],
    [0x10180e, 0x2c4320, 0x5f8342],
];
/// Pixels of a tree's picture on a side, and the clumps of leaves that it is made of.
const TREE: u32 = 96;
const CLUMPS: usize = 34;
/// Where a leaf of a door begins and ends, in units of the plane from the middle of its hex.
pub(crate) const LEAF: (f32, f32) = (1.0, 22.0);
/// Where shadows fall, for each unit that a thing is high.
const CAST: Point = (0.95, 0.72);
/// How much higher a point is drawn for each unit that it is high.
const UP: f32 = 0.62;

/// Trees as they are drawn, one of each crown.
static TREES: LazyLock<Vec<Pixmap>> = LazyLock::new(|| (0..CROWNS.len()).filter_map(tree).collect());

/// Draws on a tile.
pub(super) struct Brush<'a> {
    pixels: PixmapMut<'a>,
    /// From the plane to the tile.
    view: Transform,
}

impl<'a> Brush<'a> {
    /// On a tile whose upper left corner lies here, with so many pixels for a unit of the plane.
    pub(super) fn new(pixels: PixmapMut<'a>, corner: Point, density: f32) -> Brush<'a> {
        let view = Transform::from_translate(-corner.0, -corner.1).post_scale(density, density);
        Brush { pixels, view }
    }

    fn fill(&mut self, path: Option<Path>, colour: Rgb, opaque: f32) {
        if let Some(path) = path {
            self.pixels.fill_path(&path, &paint(colour, opaque), FillRule::Winding, self.view, None);
        }
    }

    fn polygon(&mut self, corners: &[Point], colour: Rgb, opaque: f32) {
        self.fill(line(corners, true), colour, opaque);
    }

    fn stroke(&mut self, points: &[Point], width: f32, colour: Rgb, opaque: f32) {
        let stroke = Stroke { width, line_cap: LineCap::Round, line_join: LineJoin::Round, ..Stroke::default() };
        if let Some(path) = line(points, false) {
            self.pixels.stroke_path(&path, &paint(colour, opaque), &stroke, self.view, None);
        }
    }

    fn ellipse(&mut self, (x, y): Point, (w, h): Point, colour: Rgb, opaque: f32) {
        let path = Rect::from_xywh(x - w, y - h, 2.0 * w, 2.0 * h).and_then(PathBuilder::from_oval);
        self.fill(path, colour, opaque);
    }

    /// A soft dark spot.
    fn shadow(&mut self, (x, y): Point, (w, h): Point, deep: f32) {
        shade(&mut self.pixels, self.view, (x, y), (w, h), deep);
    }

    fn picture(&mut self, picture: &Pixmap, (x, y): Point, half: f32) {
        let scale = 2.0 * half / picture.width() as f32;
        let place = self.view.pre_translate(x - half, y - half).pre_scale(scale, scale);
        let paint = PixmapPaint { quality: FilterQuality::Bilinear, ..PixmapPaint::default() };
        self.pixels.draw_pixmap(0, 0, picture.as_ref(), &paint, place, None);
    }

    /// A box as it is seen from the south: top and front, so high, turned.
    fn block(&mut self, (x, y): Point, (w, d): Point, high: f32, turn: f32, top: Rgb) {
        let (sin, cos) = turn.sin_cos();
        let at = |u: f32, v: f32, z: f32| (x + u * cos - v * sin, y + u * sin + v * cos - z * UP);
        let corners = [(-w, -d), (w, -d), (w, d), (-w, d)];
        self.shadow((x + high * 0.5, y + high * 0.4), (w * 1.5, d * 1.5 + 2.0), 0.5);
        for i in 0..4 {
            let ((u1, v1), (u2, v2)) = (corners[i], corners[(i + 1) % 4]);
            let facing = (v2 - v1) * sin - (u2 - u1) * cos;
            if facing < 0.0 {
                let front = [at(u1, v1, 0.0), at(u2, v2, 0.0), at(u2, v2, high), at(u1, v1, high)];
                self.polygon(&front, mix(top, rgb(0x08090b), 0.55), 1.0);
            }
        }
        let lid = corners.map(|(u, v)| at(u, v, high));
        self.polygon(&lid, top, 1.0);
        self.stroke(&[lid[3], lid[0], lid[1]], 0.9, mix(top, [1.0; 3], 0.35), 0.8);
    }
}

/// A soft dark spot on a picture.
fn shade(pixels: &mut PixmapMut<'_>, view: Transform, (x, y): Point, (w, h): Point, deep: f32) {
    let Some(path) = Rect::from_xywh(-1.0, -1.0, 2.0, 2.0).map(PathBuilder::from_rect) else { return };
    let stops = [(0.0, deep), (0.55, deep * 0.8), (1.0, 0.0)]
        .map(|(at, alpha)| GradientStop::new(at, Color::from_rgba(0.03, 0.04, 0.07, alpha).unwrap_or(Color::BLACK)));
    let (middle, identity) = (At::zero(), Transform::identity());
    let gradient = RadialGradient::new(middle, 0.0, middle, 1.0, stops.to_vec(), SpreadMode::Pad, identity);
    if let Some(shader) = gradient {
        let place = view.pre_translate(x, y).pre_scale(w, h);
        let paint = Paint { shader, ..Paint::default() };
        pixels.fill_path(&path, &paint, FillRule::Winding, place, None);
    }
}

pub(super) fn paint(colour: Rgb, opaque: f32) -> Paint<'static> {
    let part = |i: usize| colour[i].clamp(0.0, 1.0);
    let shader = Shader::SolidColor(Color::from_rgba(part(0), part(1), part(2), opaque).unwrap_or(Color::BLACK));
    Paint { shader, anti_alias: true, ..Paint::default() }
}

pub(super) fn line(points: &[Point], closed: bool) -> Option<Path> {
    let mut path = PathBuilder::new();
    for (i, (x, y)) in points.iter().enumerate() {
        if i == 0 { path.move_to(*x, *y) } else { path.line_to(*x, *y) }
    }
    if closed {
        path.close();
    }
    path.finish()
}

/// A tree from above: a heap of leafy clumps that catch the light from the upper left, dark where they are low.
fn tree(kind: usize) -> Option<Pixmap> {
    let mut pixmap = Pixmap::new(TREE, TREE)?;
    let [dark, mid, light] = CROWNS[kind].map(rgb);
    let mut chance = Chance::new(kind as u32 + 400);
    let radius = TREE as f32 * 0.45;
    // Where each clump is, how broad, and how high its middle lies.
    let clumps: [(Point, f32, f32); CLUMPS] = std::array::from_fn(|i| {
        let far = if i == 0 { 0.0 } else { chance.between(0.0, 1.0).sqrt() * 0.70 * radius };
        let angle = chance.between(0.0, std::f32::consts::TAU);
        let broad = radius * if i == 0 { 0.48 } else { chance.between(0.20, 0.30) };
        ((far * angle.cos(), far * angle.sin()), broad, (radius * radius - far * far).sqrt() * 0.62 - 0.35 * broad)
    });
    // How high the leaves are at a point, and how far within the crown it lies; below 0 outside of it.
    let leaves = |(x, y): Point| {
        let (mut high, mut within) = (0.0_f32, f32::MIN);
        for ((u, v), broad, base) in clumps {
            let far = (x - u).hypot(y - v);
            within = within.max(broad - far);
            if far < broad {
                high = high.max(base + 0.9 * (broad * broad - far * far).sqrt());
            }
        }
        (high + (noise((x, y), 0.26 * radius, kind as u32 + 90) - 0.5) * 0.24 * radius, within)
    };
    for (place, pixel) in pixmap.pixels_mut().iter_mut().enumerate() {
        let (column, row) = (place as u32 % TREE, place as u32 / TREE);
        let at = (column as f32 + 0.5 - TREE as f32 / 2.0, row as f32 + 0.5 - TREE as f32 / 2.0);
        let (high, within) = leaves(at);
        let there = (within + 0.5).clamp(0.0, 1.0);
        if there <= 0.0 {
            continue;
        }
        let slope = |(dx, dy): Point| (leaves((at.0 + dx, at.1 + dy)).0 - leaves((at.0 - dx, at.1 - dy)).0) / 2.4;
        let lit = caught(slope((1.2, 0.0)), slope((0.0, 1.2)));
        let up = (high / radius).clamp(0.0, 1.0);
        let bright = (0.95 * lit + 0.12).clamp(0.0, 1.0) * (0.55 + 0.5 * up);
        let colour = if bright < 0.5 { mix(dark, mid, 2.0 * bright) } else { mix(mid, light, 2.0 * bright - 1.0) };
        let [red, green, blue] = colour.map(|part| part.clamp(0.0, 1.0));
        *pixel = Color::from_rgba(red, green, blue, there)?.premultiply().to_color_u8();
    }
    Some(pixmap)
}

impl Plan {
    /// Draws everything that stands near a box of the plane: shadows first, then from the farthest to the nearest.
    pub(super) fn furnish(&self, brush: &mut Brush<'_>, from: Point, to: Point) {
        let reach = 2.2 * SIZE;
        let near = || self.within((from.0 - reach, from.1 - reach), (to.0 + reach, to.1 + reach));
        near().for_each(|(at, spot)| self.litter(brush, at, spot));
        near().for_each(|(at, spot)| shadows(brush, at, spot));
        near().for_each(|(at, spot)| self.stand(brush, at, spot));
    }

    /// Tufts of grass, pebbles, stones.
    fn litter(&self, brush: &mut Brush<'_>, at: (i32, i32), spot: Spot) {
        let mut chance = dice(at);
        let centre = middle(at);
        let about = |chance: &mut Chance| {
            (centre.0 + chance.between(-0.8, 0.8) * HALF, centre.1 + chance.between(-0.8, 0.8) * SIZE)
        };
        let bare = matches!(spot.terrain, Terrain::Clear | Terrain::Brush | Terrain::Fence | Terrain::LowObstacle);
        if spot.material == Material::Grass && bare {
            for _ in 0..9 {
                let (x, y) = about(&mut chance);
                let dry = chance.between(0.0, 1.0);
                let colour = mix(rgb(0x2c3d18), rgb(0xb0a85a), dry * dry);
                for blade in [-1.6, 0.0, 1.8] {
                    let bend = chance.between(-1.6, 1.6);
                    brush.stroke(
                        &[(x + blade * 0.5, y), (x + blade + bend, y - chance.between(3.0, 5.5))],
                        0.7,
                        colour,
                        0.75,
                    );
                }
            }
            for _ in 0..chance.below(3) {
                stone(brush, about(&mut chance), chance.between(0.8, 1.9));
            }
        }
        if spot.material == Material::Rock {
            for _ in 0..16 {
                stone(brush, about(&mut chance), chance.between(1.2, 4.4));
            }
        }
        if spot.material == Material::Sand && chance.below(3) == 0 {
            stone(brush, about(&mut chance), chance.between(0.8, 1.6));
        }
    }

    /// What stands in a hex.
    fn stand(&self, brush: &mut Brush<'_>, at: (i32, i32), spot: Spot) {
        let (mut chance, centre) = (dice(at), middle(at));
        match spot.terrain {
            Terrain::Forest => {
                for (place, half, kind) in wood(at) {
                    brush.picture(&TREES[kind], (place.0, place.1 - half * 0.3), half);
                }
            }
            Terrain::BurnedForest => {
                for (place, _, _) in wood(at) {
                    dead_tree(brush, place, &mut chance);
                }
            }
            Terrain::Brush => {
                for _ in 0..9 {
                    let place = spread(centre, &mut chance, 0.75);
                    let half = chance.between(4.5, 8.0);
                    brush.shadow((place.0 + 3.0, place.1 + 2.5), (half * 1.1, half * 0.9), 0.45);
                    brush.picture(&TREES[chance.below(CROWNS.len())], place, half);
                }
            }
            Terrain::Building => self.house(brush, at, spot),
            Terrain::Ruins => ruin(brush, centre, &mut chance),
            Terrain::Wreck => wreck(brush, centre, &mut chance),
            Terrain::LowObstacle | Terrain::Fence => self.fence(brush, at, spot),
            Terrain::Furniture => {
                for _ in 0..3 {
                    let place = spread(centre, &mut chance, 0.5);
                    let wood = mix(rgb(0x5a4632), rgb(0x7d6a50), chance.between(0.0, 1.0));
                    brush.block(place, (chance.between(5.0, 8.0), 4.0), 6.0, chance.between(-0.3, 0.3), wood);
                }
            }
            Terrain::Console => {
                brush.block((centre.0, centre.1 + 2.0), (15.0, 8.0), 11.0, 0.0, rgb(0x39454f));
                for i in 0..3 {
                    let x = centre.0 - 9.0 + 9.0 * i as f32;
                    brush.polygon(
                        &[
                            (x - 3.4, centre.1 - 9.0),
                            (x + 3.4, centre.1 - 9.0),
                            (x + 3.4, centre.1 - 4.4),
                            (x - 3.4, centre.1 - 4.4),
                        ],
                        rgb([0x35d8c8, 0x1f8f86, 0x7fe0d6][chance.below(3)]),
                        0.95,
                    );
                }
            }
            Terrain::Bulwark => {
                for i in [-1.0, 1.0] {
                    brush.block((centre.0 + 11.0 * i, centre.1), (9.0, 7.0), 13.0, 0.0, rgb(0x6d747b));
                    let y = centre.1 - 13.0 * UP;
                    brush.stroke(
                        &[(centre.0 + 11.0 * i - 7.0, y + 5.0), (centre.0 + 11.0 * i + 5.0, y - 5.0)],
                        2.0,
                        rgb(0xd09a2c),
                        0.8,
                    );
                }
            }
            Terrain::LightBarricade | Terrain::Barricade => {
                let heavy = spot.terrain == Terrain::Barricade;
                for _ in 0..if heavy { 7 } else { 4 } {
                    let place = spread(centre, &mut chance, 0.55);
                    let crate_ = mix(rgb(0x5b513f), rgb(0x837357), chance.between(0.0, 1.0));
                    let size = chance.between(4.0, 6.5);
                    brush.block(place, (size, size), if heavy { 10.0 } else { 6.0 }, chance.between(-0.6, 0.6), crate_);
                }
            }
            terrain if terrain.is_doorway() => self.door(brush, at, spot),
            Terrain::Window => {
                // It lies along the wall, across the way that one looks through it.
                let (sin, cos) = (through(spot.open) as f32 * 60.0 + 90.0).to_radians().sin_cos();
                let pane = |long: f32, thick: f32| {
                    [(-long, -thick), (long, -thick), (long, thick), (-long, thick)]
                        .map(|(u, v)| (centre.0 + u * cos - v * sin, centre.1 + u * sin + v * cos))
                };
                brush.polygon(&pane(13.0, 4.0), rgb(0x20262b), 1.0);
                brush.polygon(&pane(11.0, 2.4), rgb(0x9fc3c9), 0.9);
                brush.polygon(&pane(0.8, 3.4), rgb(0x20262b), 1.0);
            }
            _ => {}
        }
    }

    /// A low wall of stones towards every neighbour that goes it on, or across the hex where none does.
    fn fence(&self, brush: &mut Brush<'_>, at: (i32, i32), spot: Spot) {
        let (mut chance, centre) = (dice(at), middle(at));
        let wood = spot.terrain == Terrain::Fence;
        let mut ends: Vec<Point> = (0..6)
            .filter(|way| spot.joined & (1 << way) != 0)
            .map(|way| {
                let (x, y) = middle(next(at, way));
                ((centre.0 + x) / 2.0, (centre.1 + y) / 2.0)
            })
            .collect();
        if ends.is_empty() {
            ends = vec![(centre.0 - HALF * 0.8, centre.1 + 3.0), (centre.0 + HALF * 0.8, centre.1 - 3.0)];
        }
        for (x, y) in ends {
            let (dx, dy) = (x - centre.0, y - centre.1);
            let pieces = (dx.hypot(dy) / 5.0).ceil() as i32;
            brush.stroke(&[(centre.0 + 3.0, centre.1 + 3.0), (x + 3.0, y + 3.0)], 5.0, rgb(0x07090c), 0.35);
            if wood {
                brush.stroke(&[(centre.0, centre.1 - 4.0), (x, y - 4.0)], 1.4, rgb(0x8a7350), 1.0);
            }
            for i in 0..=pieces {
                let t = i as f32 / pieces as f32;
                let place = (centre.0 + dx * t, centre.1 + dy * t);
                if wood {
                    brush.block(place, (1.1, 1.1), 8.0, 0.0, rgb(0x9a8058));
                } else {
                    stone(brush, (place.0 + chance.between(-1.0, 1.0), place.1), chance.between(2.8, 4.0));
                    stone(brush, (place.0 + chance.between(-1.0, 1.0), place.1 - 3.0), chance.between(2.2, 3.2));
                }
            }
        }
    }

    /// A house. Those that lie in a line share one roof.
    fn house(&self, brush: &mut Brush<'_>, at: (i32, i32), spot: Spot) {
        let joined = |way: usize| spot.joined & (1 << way) != 0;
        let line = [0, 1, 5].into_iter().find(|way| joined(*way) || joined((way + 3) % 6));
        let Some(way) = line else {
            let mut chance = dice(at);
            let turn = chance.between(-0.22, 0.22);
            let ends = [-1.0, 1.0].map(|side: f32| (side * chance.between(19.0, 22.0), true));
            return house(brush, middle(at), turn, ends, &mut chance);
        };
        let mut first = at;
        while let Some(before) = self.spot(first).filter(|spot| spot.joined & (1 << ((way + 3) % 6)) != 0) {
            debug_assert_eq!(before.terrain, Terrain::Building, "only houses are joined to houses");
            first = next(first, (way + 3) % 6);
        }
        let end = |side: f32, way: usize| if joined(way) { (side * HALF, false) } else { (side * 21.0, true) };
        let turn = [0.0, 1.0, 0.0, 0.0, 0.0, -1.0][way] * std::f32::consts::FRAC_PI_3;
        house(brush, middle(at), turn, [end(-1.0, (way + 3) % 6), end(1.0, way)], &mut dice(first));
    }

    /// Two leaves across the way that leads through a hex.
    fn door(&self, brush: &mut Brush<'_>, at: (i32, i32), spot: Spot) {
        let centre = middle(at);
        let (x, y) = middle(next(at, through(spot.open)));
        let (dx, dy) = ((x - centre.0) / (2.0 * HALF), (y - centre.1) / (2.0 * HALF));
        let across = |along: f32, over: f32| (centre.0 - dy * along + dx * over, centre.1 + dx * along + dy * over);
        let (leaf, light, strong) = leaf_of(spot.terrain);
        for side in [-1.0, 1.0] {
            let corners = [(LEAF.0, -strong), (LEAF.1, -strong), (LEAF.1, strong), (LEAF.0, strong)];
            let corners = corners.map(|(along, over)| across(along * side, over));
            brush.polygon(&corners.map(|(x, y)| (x + 2.5, y + 3.0)), rgb(0x05070a), 0.5);
            brush.polygon(&corners, leaf, 1.0);
            brush.stroke(&[corners[0], corners[1]], 1.0, mix(leaf, [1.0; 3], 0.35), 0.9);
            brush.stroke(&[across(6.0 * side, 0.0), across(17.0 * side, 0.0)], 1.8, light, 0.95);
        }
    }
}

/// How a leaf of such a door looks: itself, its light, and half its thickness in units of the plane.
pub(super) fn leaf_of(terrain: Terrain) -> (Rgb, Rgb, f32) {
    match terrain {
        Terrain::HeavyHatch => (rgb(0x6a5a4c), rgb(0xe2533c), 7.0),
        Terrain::Hatch => (rgb(0x55616b), rgb(0x62d6a0), 5.5),
        Terrain::LightHatch => (rgb(0x64727d), rgb(0x62d6a0), 4.5),
        _ => (rgb(0x7a5c3c), rgb(0xf2b441), 4.5),
    }
}

/// A place in a hex, within a share of it.
fn spread(centre: Point, chance: &mut Chance, share: f32) -> Point {
    (centre.0 + chance.between(-share, share) * HALF, centre.1 + chance.between(-share, share) * SIZE * 0.85)
}

/// The trees of a hex, from the farthest to the nearest: where, half how wide, of which crown.
fn wood(at: (i32, i32)) -> [(Point, f32, usize); 8] {
    let (mut chance, centre) = (dice(at), middle(at));
    let mut trees = std::array::from_fn(|i| {
        let angle = i as f32 * 0.897 * std::f32::consts::TAU / 0.897 / 7.0 + chance.between(-0.3, 0.3);
        let far = if i == 7 { 0.0 } else { chance.between(0.52, 0.86) * HALF };
        let place = (centre.0 + far * angle.cos(), centre.1 + far * angle.sin());
        (place, chance.between(12.5, 18.0), chance.below(CROWNS.len()))
    });
    trees.sort_by(|a: &(Point, f32, usize), b| a.0.1.total_cmp(&b.0.1));
    trees
}

/// What throws a long shadow.
fn shadows(brush: &mut Brush<'_>, at: (i32, i32), spot: Spot) {
    match spot.terrain {
        Terrain::Forest => {
            for ((x, y), half, _) in wood(at) {
                let high = half * 0.75;
                brush.shadow((x + high * CAST.0, y + high * CAST.1), (half * 1.15, half), 0.5);
            }
        }
        Terrain::Building => {
            let (x, y) = middle(at);
            brush.shadow((x + 15.0, y + 13.0), (34.0, 25.0), 0.6);
        }
        Terrain::Ruins => {
            let (x, y) = middle(at);
            brush.shadow((x + 7.0, y + 7.0), (28.0, 22.0), 0.45);
        }
        _ => {}
    }
}

/// A stone: lit from the upper left.
fn stone(brush: &mut Brush<'_>, (x, y): Point, size: f32) {
    let colour = rgb([0x8d8371, 0x6f675a, 0xa89d88][(x.abs() * 13.0) as usize % 3]);
    brush.ellipse((x + size * 0.45, y + size * 0.5), (size * 1.25, size), rgb(0x07090c), 0.4);
    brush.ellipse((x, y), (size, size * 0.85), mix(colour, [0.0; 3], 0.45), 1.0);
    brush.ellipse((x - size * 0.2, y - size * 0.22), (size * 0.72, size * 0.6), mix(colour, [1.0; 3], 0.12), 1.0);
}

/// What is left of a tree: bare boughs.
fn dead_tree(brush: &mut Brush<'_>, (x, y): Point, chance: &mut Chance) {
    brush.shadow((x + 4.0, y + 3.0), (9.0, 6.0), 0.4);
    for _ in 0..6 {
        let angle = chance.between(0.0, std::f32::consts::TAU);
        let far = chance.between(5.0, 12.0);
        let end = (x + far * angle.cos(), y + far * angle.sin());
        brush.stroke(&[(x, y), end], 1.6, rgb(0x100c0a), 1.0);
        brush.stroke(
            &[(x - 0.4, y - 0.5), ((x + end.0) / 2.0 - 0.4, (y + end.1) / 2.0 - 0.5)],
            0.6,
            rgb(0x8a7a68),
            0.7,
        );
    }
}

/// A house seen from the south: walls, a roof of two planes with rows of tiles, a chimney. It reaches from one end along
/// its turned ridge to the other, each with a gable or without where the roof goes on.
fn house(brush: &mut Brush<'_>, (x, y): Point, turn: f32, ends: [(f32, bool); 2], chance: &mut Chance) {
    let tile = rgb([0xa8553a, 0xa8703c, 0xb04a34, 0x8c6d4a][chance.below(4)]);
    let (width, wall, roof, overhang) = (chance.between(11.0, 13.5), 9.0, 11.0, 2.6);
    let (sin, cos) = turn.sin_cos();
    let at = |u: f32, v: f32, z: f32| (x + u * cos - v * sin, y + 3.0 + u * sin + v * cos - z * UP);
    let [(left, left_free), (right, right_free)] = ends;
    let plaster = rgb(0xd8c7a4);
    // The front, and the gable that is seen.
    brush.polygon(
        &[at(left, width, 0.0), at(right, width, 0.0), at(right, width, wall), at(left, width, wall)],
        mix(plaster, [0.0; 3], 0.28),
        1.0,
    );
    let gables = [(left, left_free, turn < 0.0), (right, right_free, turn >= 0.0)];
    for (gable, _, seen) in gables.into_iter().filter(|(_, free, _)| *free) {
        brush.polygon(
            &[
                at(gable, -width, 0.0),
                at(gable, width, 0.0),
                at(gable, width, wall),
                at(gable, 0.0, wall + roof),
                at(gable, -width, wall),
            ],
            mix(plaster, [0.0; 3], if seen { 0.42 } else { 0.12 }),
            1.0,
        );
    }
    for i in 0..4 {
        let u = left + (right - left) * (0.14 + 0.24 * i as f32);
        let pane = if chance.below(4) == 0 { rgb(0xe0a850) } else { rgb(0x2a2620) };
        brush.polygon(
            &[at(u - 1.7, width, 2.6), at(u + 1.7, width, 2.6), at(u + 1.7, width, 7.0), at(u - 1.7, width, 7.0)],
            pane,
            1.0,
        );
    }
    let eaves = |free: bool| if free { overhang } else { 0.3 };
    let (from, to) = (left - eaves(left_free), right + eaves(right_free));
    for (side, lit) in [(-1.0, 0.16), (1.0, -0.20)] {
        let plane = if lit > 0.0 { mix(tile, [1.0; 3], lit) } else { mix(tile, [0.0; 3], -lit) };
        // From end to end of the roof, and from the eaves up to the ridge, each from 0 to 1.
        let edge = |along: f32, up: f32| {
            let u = from + (to - from) * along;
            at(u, side * (width + overhang) * (1.0 - up), wall - 1.6 + (roof + 1.6) * up)
        };
        brush.polygon(&[edge(0.0, 0.0), edge(1.0, 0.0), edge(1.0, 1.0), edge(0.0, 1.0)], plane, 1.0);
        for row in 0..6 {
            let up = row as f32 / 6.0;
            // The lower edge of each row catches the light.
            let light = [edge(0.0, up), edge(1.0, up)].map(|(x, y)| (x, y - 1.0));
            brush.stroke(&light, 0.7, mix(plane, [1.0, 0.9, 0.7], 0.22), 0.7);
            brush.stroke(&[edge(0.0, up), edge(1.0, up)], 0.9, mix(plane, [0.0; 3], 0.32), 0.8);
            for i in 0..13 {
                let along = (i as f32 + (row % 2) as f32 * 0.5) / 13.0;
                brush.stroke(&[edge(along, up), edge(along, up + 1.0 / 6.0)], 0.5, mix(plane, [0.0; 3], 0.25), 0.7);
            }
        }
        brush.stroke(&[edge(0.0, 0.0), edge(1.0, 0.0)], 1.1, rgb(0x1a120c), 0.9);
    }
    brush.stroke(&[at(from, 0.0, wall + roof), at(to, 0.0, wall + roof)], 1.9, mix(tile, [1.0; 3], 0.35), 1.0);
    brush.block(at(right * 0.45, width * 0.2, wall + roof * 0.55), (2.6, 2.2), 9.0, turn, rgb(0x8c7a66));
}

/// The walls of a house without its roof, rubble inside.
fn ruin(brush: &mut Brush<'_>, (x, y): Point, chance: &mut Chance) {
    let turn = chance.between(-0.25, 0.25);
    let (length, width) = (chance.between(17.0, 20.0), chance.between(11.0, 14.0));
    let (sin, cos) = turn.sin_cos();
    let at = |u: f32, v: f32, z: f32| (x + u * cos - v * sin, y + 2.0 + u * sin + v * cos - z * UP);
    let corners = [(-length, -width), (length, -width), (length, width), (-length, width)];
    brush.polygon(&corners.map(|(u, v)| at(u, v, 0.0)), rgb(0x2c2620), 1.0);
    for _ in 0..26 {
        let place = at(chance.between(-0.88, 0.88) * length, chance.between(-0.85, 0.85) * width, 0.0);
        let colour = rgb([0x8b7d68, 0x6b5f50, 0xa39378, 0x5a4238, 0x7c4633][chance.below(5)]);
        brush.block(place, (chance.between(1.0, 2.6), chance.between(0.8, 1.8)), 1.5, chance.between(0.0, 3.0), colour);
    }
    for i in [0, 3, 1, 2] {
        let ((u1, v1), (u2, v2)) = (corners[i], corners[(i + 1) % 4]);
        const PIECES: usize = 6;
        let point = |k: usize, z: f32| {
            let t = k as f32 / PIECES as f32;
            at(u1 + (u2 - u1) * t, v1 + (v2 - v1) * t, z)
        };
        let mut highs: [f32; PIECES + 1] = std::array::from_fn(|_| chance.between(2.0, 13.0));
        (highs[0], highs[PIECES]) = (12.0, 12.0);
        if i == 2 {
            (highs[3], highs[4]) = (1.0, 1.0);
        }
        let top: Vec<Point> = (0..=PIECES).map(|k| point(k, highs[k])).collect();
        let outline: Vec<Point> = (0..=PIECES).map(|k| point(k, 0.0)).chain(top.iter().rev().copied()).collect();
        brush.polygon(&outline, rgb([0x4f463a, 0x6a5e4c, 0x8d7f68, 0x7d705b][i]), 1.0);
        brush.stroke(&top, 2.2, rgb(0xb5a588), 1.0);
    }
}

/// A burnt-out vehicle on scorched ground.
fn wreck(brush: &mut Brush<'_>, (x, y): Point, chance: &mut Chance) {
    let turn = chance.between(-0.7, 0.7);
    let (sin, cos) = turn.sin_cos();
    let at = |u: f32, v: f32| (x + u * cos - v * sin, y + u * sin + v * cos);
    brush.shadow((x, y), (30.0, 24.0), 0.85);
    for (u, v) in [(-11.0, -9.0), (11.0, -9.0), (-11.0, 9.0), (17.0, 14.0)] {
        brush.block(at(u, v), (4.0, 2.4), 6.0, turn, rgb(0x2b2724));
    }
    brush.block(at(0.0, 0.0), (17.0, 8.0), 7.0, turn, rgb(0x4a4038));
    brush.block((at(-5.0, 0.0).0, at(-5.0, 0.0).1 - 4.0), (7.0, 6.0), 6.0, turn, rgb(0x5a4a3c));
    brush.stroke(&[at(-8.0, -10.0), at(10.0, -15.0)], 2.2, rgb(0x1a1512), 1.0);
}
