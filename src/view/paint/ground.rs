//! The ground, point by point: what it is made of, how high it is, how the light falls on it.

use super::noise::{fraction, hash, lerp, noise, step};
use super::plan::{MATERIALS, Material, Plan, Spot, middle, next, seed};
use crate::board::Terrain;
use crate::play::camera::{HALF, Point, SIZE};

/// A colour, each part from 0 to 1.
pub(super) type Rgb = [f32; 3];

/// Where the light comes from: the upper left, as everywhere.
const LIGHT: [f32; 3] = [-0.50, -0.58, 0.64];
/// How far the borders of terrain wander.
const WANDER: f32 = 0.62 * 2.0 * HALF;
/// How abruptly one hex goes over into the next.
const EDGE: f32 = 9.0 / (SIZE * SIZE);
/// The same for walls and water, whose edges are drawn straight through the zigzag of hexes: half of it falls away within
/// about a hex.
const WALL_EDGE: f32 = 0.9 / (SIZE * SIZE);
/// The ground goes on beyond the last hexes so far until half of it has faded.
const FADE: f32 = 0.35 * SIZE;
/// Half the width of a road.
const ROAD: f32 = 0.235 * 2.0 * HALF;
/// How tall the face of a wall is, seen from the south.
const FACE: f32 = 0.42 * 2.0 * HALF;
/// How high an inch of ground is drawn.
const INCH: f32 = 9.0;
/// How much lighter ground is for each inch that it is higher, and from how many inches on it is no lighter.
const LIGHTER: f32 = 0.04;
const HIGHEST: f32 = 9.0;
/// What shadow does to a colour: cool, never black.
const SHADOW: Rgb = [0.36, 0.40, 0.52];

/// A colour of 0xrrggbb.
pub(super) const fn rgb(hex: u32) -> Rgb {
    [((hex >> 16) & 255) as f32 / 255.0, ((hex >> 8) & 255) as f32 / 255.0, (hex & 255) as f32 / 255.0]
}

/// Between two colours.
pub(super) fn mix(a: Rgb, b: Rgb, t: f32) -> Rgb {
    [lerp(a[0], b[0], t), lerp(a[1], b[1], t), lerp(a[2], b[2], t)]
}

fn times(a: Rgb, by: Rgb) -> Rgb {
    [a[0] * by[0], a[1] * by[1], a[2] * by[2]]
}

fn ramp(colours: &[u32], t: f32) -> Rgb {
    let t = t.clamp(0.0, 1.0) * (colours.len() - 1) as f32;
    let place = (t as usize).min(colours.len() - 2);
    mix(rgb(colours[place]), rgb(colours[place + 1]), t - place as f32)
}

/// The ground at a point: its colour before the light, its height in units of the plane, and how much of it there is
/// at all: outside of the board nothing.
#[derive(Clone, Copy)]
pub(super) struct Ground {
    pub(super) colour: Rgb,
    pub(super) height: f32,
    pub(super) there: f32,
    /// How deep in the shadow of a wall.
    shadow: f32,
    /// How much of a wall's face or of something that shines by itself: the light does little to it.
    flat: f32,
}

impl Plan {
    /// The ground at a point.
    pub(super) fn ground(&self, p: Point) -> Ground {
        let inside = self.inside(p);
        if inside <= 0.0 {
            return Ground { there: 0.0, ..Ground::of([0.0; 3], 0.0) };
        }
        let at = self.nearest(p);
        let about = self.about(at);
        let mut painted = match self.extended(at).filter(|_| about.alike) {
            Some(spot) => {
                let (colour, height) = self.material(spot.material, p, 1.0);
                let inches = f32::from(spot.height);
                Ground::of(raised(colour, inches), height + inches * INCH)
            }
            None => self.blended(p),
        };
        painted.there *= inside;
        if about.road {
            self.road(p, &mut painted);
        }
        self.walled_at(p, painted)
    }

    /// The ground where different kinds of it meet.
    fn blended(&self, p: Point) -> Ground {
        let jitter = |kind| (noise(p, 30.0, kind) - 0.5) * WANDER;
        let moved = (p.0 + jitter(50), p.1 + jitter(51));
        let mut shares = [0.0; MATERIALS];
        let (mut all, mut there, mut inches) = (0.0, 0.0, 0.0);
        self.near(moved, |share, spot| {
            all += share;
            if let Some(spot) = spot {
                there += share;
                inches += share * f32::from(spot.height);
                shares[spot.material as usize] += share;
            }
        });
        // Walls and water have edges of their own, and what they stand on goes on beneath them.
        shares[Material::Wall as usize] = 0.0;
        shares[Material::Water as usize] = 0.0;
        let at = self.nearest(p);
        let wet = self.is_water(at) || (0..6).any(|way| self.is_water(next(at, way)));
        let mut ground: f32 = shares.iter().sum();
        if ground <= 0.0 {
            let outside = (0..6).any(|way| self.extended(next(at, way)).is_some_and(|s| s.material == Material::Space));
            let beneath = if outside {
                Material::Space
            } else if self.aboard {
                Material::Deck
            } else if wet {
                Material::Earth
            } else {
                Material::Grass
            };
            shares[beneath as usize] = 1.0;
            ground = 1.0;
        }
        // Border lines are eaten into by noise, and never quite even.
        let jag = (noise(p, 22.0, 31) - 0.5) * 0.35;
        let mut painted = Ground { there: step(0.25, 0.75, there / all), ..Ground::of([0.0; 3], 0.0) };
        let mut whole = 0.0;
        for (number, share) in shares.into_iter().enumerate().filter(|s| s.1 > 0.0) {
            let share = share / ground;
            let weight = step(0.22, 0.78, share + if share < 0.999 { jag } else { 0.0 }).max(1e-3);
            let (colour, height) = self.material(KINDS[number], p, share);
            painted.colour = [0, 1, 2].map(|i| painted.colour[i] + colour[i] * weight);
            painted.height += height * weight;
            whole += weight;
        }
        let inches = inches / there.max(1e-6);
        painted.colour = raised(painted.colour.map(|part| part / whole), inches);
        painted.height = painted.height / whole + inches * INCH;
        if wet {
            self.shore(p, &mut painted);
        }
        painted
    }

    fn is_water(&self, at: (i32, i32)) -> bool {
        self.extended(at).is_some_and(|spot| spot.material == Material::Water)
    }

    /// Lays water over the ground where some is near: earth along its edge, foam, and the deeper the farther out.
    fn shore(&self, p: Point, painted: &mut Ground) {
        let wet = self.soft(p, |at| self.is_water(at));
        let edge = wet + (noise(p, 26.0, 41) - 0.5) * 0.16;
        if !self.aboard {
            let (earth, _) = self.material(Material::Earth, p, 1.0);
            painted.colour = mix(painted.colour, times(earth, [1.05, 1.0, 0.88]), step(0.24, 0.46, edge) * 0.9);
        }
        let inside = step(0.44, 0.50, edge);
        let (water, height) = self.material(Material::Water, p, lerp(0.55, 1.0, step(0.45, 0.88, wet)));
        let line = |at: f32, broad: f32| (-((edge - at) / broad).powi(2)).exp();
        painted.colour = mix(painted.colour, water, inside);
        painted.colour = mix(painted.colour, rgb(0xcfd8c8), line(0.48, 0.018) * 0.4);
        painted.colour = times(painted.colour, [1.0 - 0.3 * line(0.44, 0.02); 3]);
        painted.height = lerp(painted.height, height, inside);
    }

    /// Goes through the hexes about a point, each with its share: near the middle of a hex all is its own.
    fn near(&self, p: Point, mut add: impl FnMut(f32, Option<super::plan::Spot>)) {
        let at = self.nearest(p);
        let least = away(p, at);
        add(1.0, self.extended(at));
        for way in 0..6 {
            let at = next(at, way);
            let over = (away(p, at) - least) * EDGE;
            if over < 6.0 {
                add((-over).exp(), self.extended(at));
            }
        }
    }

    /// Whether a point lies on the board: 1 within, 0 far outside.
    fn inside(&self, (x, y): Point) -> f32 {
        let (left, top) = (HALF, 0.6 * SIZE);
        let (right, bottom) = (self.extent.0 - left, self.extent.1 - top);
        let (dx, dy) = ((left - x).max(x - right).max(0.0), (top - y).max(y - bottom).max(0.0));
        step(2.0 * FADE + HALF, HALF * 0.6, dx.hypot(dy) + (noise((x, y), 26.0, 70) - 0.5) * 12.0)
    }

    /// Colour and relief of a material at a point where it has this share.
    fn material(&self, material: Material, p: Point, share: f32) -> (Rgb, f32) {
        let grain = |size: f32| fraction(hash((p.0 * size) as i32 as u32, (p.1 * size) as i32 as u32, 5));
        match material {
            Material::Grass => {
                let (big, mid, fine) = (noise(p, 260.0, 1), noise(p, 56.0, 2), noise(p, 7.0, 3));
                let blades = noise((p.0 * 2.4, p.1 * 0.8), 5.0, 4) - 0.5;
                let t = 0.08 + 0.46 * big + 0.32 * mid + 0.14 * (fine - 0.5) + 0.26 * blades;
                let colour = ramp(&[0x34441f, 0x53682e, 0x75843e, 0xa19c56], t);
                let lush = step(0.48, 0.25, big) * 0.7;
                (mix(colour, times(colour, [0.80, 0.95, 0.76]), lush), mid * 2.6 + fine * 0.8 + blades * 0.5)
            }
            Material::Litter => {
                let (mid, fine) = (noise(p, 32.0, 6), noise(p, 6.0, 7));
                (ramp(&[0x1c2414, 0x2b331b, 0x3e3c22, 0x4d4a2b], 0.7 * mid + 0.3 * fine), mid * 2.0 + fine)
            }
            Material::Ash => {
                let (mid, fine) = (noise(p, 36.0, 8), noise(p, 6.0, 9));
                (ramp(&[0x0f0d0c, 0x211c18, 0x332c26, 0x4b4238], 0.75 * mid + 0.25 * fine), mid * 1.5 + fine)
            }
            Material::Earth => {
                let (mid, fine) = (noise(p, 40.0, 10), noise(p, 5.0, 11));
                let colour = ramp(&[0x4a3a28, 0x705a3f, 0x937854, 0xb59a6c], 0.12 + 0.5 * mid + 0.34 * (fine - 0.3));
                (times(colour, [0.86, 0.86, 0.90]), mid * 1.6 + fine * 0.5)
            }
            Material::Rock => {
                let (mid, fine) = (noise(p, 28.0, 12), noise(p, 8.0, 13));
                (ramp(&[0x4d473c, 0x6d6556, 0x8b826f], 0.7 * mid + 0.3 * fine), mid * 9.0 + fine * 2.5)
            }
            Material::Sand => {
                let bend = noise(p, 120.0, 14) * 26.0;
                let ripple = ((p.1 + bend) * 0.55 + (p.0 + bend) * 0.16).sin();
                let (big, fine) = (noise(p, 150.0, 15), noise(p, 6.0, 16));
                let t = 0.30 + 0.34 * big + 0.06 * ripple + 0.24 * (fine - 0.5);
                (ramp(&[0x6f5f3c, 0x8f7b4e, 0xab9463, 0xc4ae7c], t), big * 4.0 + ripple * 0.35)
            }
            Material::Water => {
                let depth = step(0.55, 1.0, share);
                let ripples = noise((p.0 * 0.4, p.1 * 1.3), 24.0, 17);
                let mut colour = ramp(&[0x86a08a, 0x4f8084, 0x2f5d70, 0x21465e], depth);
                colour = colour.map(|part| part + (ripples - 0.5) * 0.09);
                (mix(colour, rgb(0x9fc3c9), step(0.72, 0.92, ripples) * depth * 0.28), -3.0 - 2.0 * depth)
            }
            Material::Deck => {
                // Plates of two hexes' width, riveted, some of them scratched.
                let plate = 1.5 * SIZE;
                let row = (p.1 / plate).floor();
                let along = p.0 / plate + (row as i32).rem_euclid(2) as f32 * 0.5;
                let number = hash(along.floor() as i32 as u32, row as i32 as u32, 3);
                let seam = |t: f32| (t - t.floor()).min(1.0 - (t - t.floor())) * plate;
                let edge = seam(along).min(seam(p.1 / plate));
                let tone = 0.22 + 0.22 * fraction(number) + 0.30 * noise(p, 44.0, 18) + 0.10 * (grain(1.6) - 0.5);
                let colour = ramp(&[0x262d34, 0x3a444e, 0x4c5863, 0x64727d], tone);
                let rust = step(0.66, 0.9, noise(p, 70.0, 19)) * 0.35;
                let colour = mix(mix(colour, rgb(0x6b4a32), rust), rgb(0x12161a), step(1.7, 0.5, edge) * 0.75);
                (colour, step(0.6, 2.6, edge) * 1.1)
            }
            Material::Wall => (rgb(0x20262b), 0.0),
            Material::Space => {
                let cell = ((p.0 / 34.0).floor(), (p.1 / 34.0).floor());
                let star = hash(cell.0 as i32 as u32, cell.1 as i32 as u32, 23);
                let at = ((cell.0 + fraction(star)) * 34.0, (cell.1 + fraction(star.rotate_left(9))) * 34.0);
                let far = ((p.0 - at.0).powi(2) + (p.1 - at.1).powi(2)).sqrt();
                let bright = if star.is_multiple_of(5) { step(1.6, 0.2, far) } else { step(0.9, 0.1, far) * 0.5 };
                let haze = step(0.5, 0.95, noise(p, 420.0, 24)) * 0.5;
                let sky = mix(rgb(0x06070c), rgb(0x1d1430), haze);
                (mix(sky, rgb(0xcfe2ff), bright), 0.0)
            }
        }
    }

    /// Lays the road over the ground: packed earth, with ruts where it is no broader than a cart, its edges eaten by the
    /// grass.
    fn road(&self, p: Point, painted: &mut Ground) {
        let wobble = (noise(p, 34.0, 42) - 0.5) * 9.0;
        let moved = (p.0 + wobble, p.1 - wobble);
        let at = self.nearest(moved);
        let about = (0..6).map(|way| next(at, way)).chain([at]);
        let roads = about.filter_map(|at| self.spot(at).filter(|s| s.is_road()).map(|s| (at, s)));
        let Some(far) = roads.map(|(at, spot)| self.road_away(moved, at, spot)).min_by(f32::total_cmp) else {
            return;
        };
        let jag = (noise(p, 20.0, 43) - 0.5) * 7.0;
        let road = step(ROAD, ROAD * 0.72, far + jag);
        let worn = step(ROAD * 1.75, ROAD * 0.9, far + jag) * step(0.42, 0.62, noise(p, 15.0, 44));
        let (earth, relief) = self.material(Material::Earth, p, 1.0);
        painted.colour = mix(painted.colour, times(earth, [0.93, 0.93, 0.82]), worn * 0.62);
        painted.colour = mix(painted.colour, times(earth, [1.16, 1.16, 1.10]), road * 0.96);
        let rutted = self.spot(at).is_none_or(|spot| !spot.broad);
        let rut = if rutted { (-((far - ROAD * 0.5) / (0.07 * HALF)).powi(2)).exp() * road } else { 0.0 };
        painted.colour = mix(painted.colour, times(painted.colour, [0.72, 0.69, 0.66]), rut * 0.7);
        painted.height = lerp(painted.height, relief - 1.5, road) - rut * 1.2;
    }

    /// How far a point is from the middle line of a road hex. The line bends from border to border; where a road ends
    /// at the rim of the board it runs on.
    fn road_away(&self, p: Point, at: (i32, i32), spot: Spot) -> f32 {
        if spot.broad {
            // All of it is trodden, and a little beyond its border.
            return (outside(p, at) + ROAD * 0.5).max(0.0);
        }
        let centre = middle(at);
        let border = |way: usize| {
            let beyond = next(at, way);
            let far = if self.spot(beyond).is_some() { 0.5 } else { 1.6 };
            let (x, y) = middle(beyond);
            (lerp(centre.0, x, far), lerp(centre.1, y, far))
        };
        let mut ways = spot.joined;
        if ways.count_ones() == 1 {
            let opposite = (ways.trailing_zeros() + 3) % 6;
            let beyond = next(at, opposite as usize);
            ways |= u8::from(self.spot(beyond).is_none()) << opposite;
        }
        let list = (0..6).filter(|way| ways & (1 << way) != 0);
        if ways.count_ones() == 2 {
            let (first, last) = (ways.trailing_zeros() as usize, 7 - ways.leading_zeros() as usize);
            return bent(p, border(first), centre, border(last));
        }
        let lines = list.map(|way| straight(p, centre, border(way)));
        lines.min_by(f32::total_cmp).unwrap_or_else(|| straight(p, centre, centre))
    }

    /// How much of a point is not wall, from 0 to 1; the border of walls is at a half.
    fn openness(&self, p: Point) -> f32 {
        self.about(self.nearest(p)).open.unwrap_or_else(|| self.soft(p, |at| !self.is_wall(at)))
    }

    /// How much of the ground about a point is of a kind, from 0 to 1, its border straight through the zigzag of hexes at a
    /// half.
    fn soft(&self, p: Point, is: impl Fn((i32, i32)) -> bool) -> f32 {
        let (mut all, mut of_kind) = (0.0, 0.0);
        let mut add = |at: (i32, i32)| {
            let share = (-away(p, at) * WALL_EDGE).exp();
            all += share;
            of_kind += if is(at) { share } else { 0.0 };
        };
        let at = self.nearest(p);
        add(at);
        // The six about it, and the twelve about those, ring by ring.
        for way in 0..6 {
            let first = next(at, way);
            let second = next(first, way);
            add(first);
            add(second);
            add(next(second, (way + 2) % 6));
        }
        of_kind / all
    }

    /// Builds the walls over the ground: mass, cap along the edge, face where the floor lies to the south.
    fn walled_at(&self, p: Point, ground: Ground) -> Ground {
        if !self.walled {
            return ground;
        }
        let open = self.openness(p);
        let beyond = self.spot(self.nearest(p)).map(|s| s.terrain);
        if open >= 0.5 && beyond == Some(Terrain::Void) {
            return ground;
        }
        if open >= 0.5 {
            // A wall to the upper left throws its shadow here.
            let thrown = [0.35, 0.7, 1.0].map(|t| self.openness((p.0 - 13.0 * t, p.1 - 10.0 * t)) < 0.5);
            let deep = thrown.iter().filter(|t| **t).count() as f32 / 3.0;
            let corner = step(0.74, 0.5, open) * 0.35;
            return Ground { shadow: (deep * 0.55).max(corner), ..ground };
        }
        let hull = beyond == Some(Terrain::Hull);
        let stone = !self.aboard;
        let (cap, mass) = match (stone, hull) {
            (true, _) => (rgb(0xb5a588), rgb(0x6a5e4c)),
            (_, true) => (rgb(0x4c5a6a), rgb(0x15181d)),
            _ => (rgb(0x818d98), rgb(0x1b2026)),
        };
        let ribs = noise((p.0 * 0.3, p.1 * 2.2), 16.0, 60);
        let mut colour = mix(mass, cap, step(0.16, 0.30, open) * 0.75);
        colour = mix(colour, times(colour, [0.7; 3]), step(0.16, 0.06, open) * step(0.4, 0.7, ribs) * 0.8);
        let mut height = lerp(4.0, 10.0, step(0.10, 0.26, open)) - step(0.40, 0.5, open) * 3.0;
        let mut flat = 0.0;
        // The face is cut out of the mass to the north of a floor.
        let below = self.openness((p.0, p.1 + FACE));
        if below >= 0.5 {
            let foot = (1..=6).map(|i| i as f32 / 6.0).find(|t| self.openness((p.0, p.1 + FACE * t)) >= 0.5);
            let up = foot.unwrap_or(1.0);
            let (low, high) = if stone { (rgb(0x4f463a), rgb(0x8d7f68)) } else { (rgb(0x20262b), rgb(0x4c5760)) };
            colour = mix(low, high, up);
            let panel = ((p.0 / 22.0).floor() - p.0 / 22.0).abs();
            colour = mix(colour, times(colour, [0.6; 3]), step(0.07, 0.0, panel.min(1.0 - panel)) * 0.7);
            height = 2.0;
            flat = 0.85;
        }
        Ground { colour, height, there: 1.0, shadow: 0.0, flat }
    }

    /// How near a point is to the border of its hex, from 0 far from it to 1; 0 where there is no grid.
    pub(super) fn grid(&self, p: Point) -> f32 {
        let at = self.nearest(p);
        let Some(spot) = self.spot(at).filter(|s| !matches!(s.material, Material::Wall | Material::Space)) else {
            return 0.0;
        };
        let centre = middle(at);
        let (x, y) = ((p.0 - centre.0).abs(), (p.1 - centre.1).abs());
        let inside = (HALF - x).min(HALF - (0.5 * x + 0.866_025_4 * y));
        let strength = if spot.material == Material::Deck { 0.8 } else { 1.0 };
        step(1.3, 0.4, inside) * strength
    }
}

/// The materials by their numbers.
const KINDS: [Material; MATERIALS] = [
    Material::Grass,
    Material::Litter,
    Material::Ash,
    Material::Earth,
    Material::Rock,
    Material::Sand,
    Material::Water,
    Material::Deck,
    Material::Wall,
    Material::Space,
];

impl Ground {
    fn of(colour: Rgb, height: f32) -> Ground {
        Ground { colour, height, there: 1.0, shadow: 0.0, flat: 0.0 }
    }

    /// Its colour in the light, the ground to its right and below it being so high; `apart` is how far those are.
    pub(super) fn lit(&self, right: f32, below: f32, apart: f32) -> Rgb {
        let (dx, dy) = ((right - self.height) / apart, (below - self.height) / apart);
        let light = caught(dx, dy) / LIGHT[2];
        let light = lerp(light.clamp(0.45, 1.5), 1.0, self.flat);
        let sun = mix(times([1.0; 3], [0.86, 0.87, 0.92]), [1.06, 1.015, 0.93], step(0.6, 1.1, light));
        let lit = times(self.colour, sun).map(|part| part * lerp(1.0, light, 0.75));
        mix(lit, times(lit, SHADOW), self.shadow)
    }
}

/// How much of the light a surface catches that rises so steeply to the right and downward: all of it at 1.
pub(super) fn caught(dx: f32, dy: f32) -> f32 {
    (-dx * LIGHT[0] - dy * LIGHT[1] + LIGHT[2]) / (dx * dx + dy * dy + 1.0).sqrt()
}

/// The colour of ground so many inches up: the higher, the lighter, so that a plateau is told from the plain below it.
fn raised(colour: Rgb, inches: f32) -> Rgb {
    times(colour, [1.0 + LIGHTER * inches.min(HIGHEST); 3])
}

/// The square of how far a point is from the middle of a hex.
fn away(p: Point, at: (i32, i32)) -> f32 {
    let (x, y) = middle(at);
    (x - p.0) * (x - p.0) + (y - p.1) * (y - p.1)
}

/// How far a point is outside a hex; negative within it.
fn outside(p: Point, at: (i32, i32)) -> f32 {
    let (x, y) = middle(at);
    let (x, y) = ((p.0 - x).abs(), (p.1 - y).abs());
    // The borders to the sides, and those above and below.
    x.max(0.5 * x + 0.75_f32.sqrt() * y) - HALF
}

/// How far a point is from a straight line.
fn straight(p: Point, a: Point, b: Point) -> f32 {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let length = dx * dx + dy * dy;
    let t = if length > 0.0 { (((p.0 - a.0) * dx + (p.1 - a.1) * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    ((p.0 - a.0 - t * dx).powi(2) + (p.1 - a.1 - t * dy).powi(2)).sqrt()
}

/// How far a point is from a curve that begins at `a`, bends at `b` and ends at `c`.
fn bent(p: Point, a: Point, b: Point, c: Point) -> f32 {
    const PIECES: usize = 6;
    let on = |t: f32| {
        let (u, v, w) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
        (a.0 * u + b.0 * v + c.0 * w, a.1 * u + b.1 * v + c.1 * w)
    };
    let piece = |i: usize| straight(p, on(i as f32 / PIECES as f32), on((i + 1) as f32 / PIECES as f32));
    (0..PIECES).map(piece).fold(f32::MAX, f32::min)
}

/// What chance gives at a hex, so that one can tell one tree from another.
pub(super) fn dice(at: (i32, i32)) -> super::noise::Chance {
    super::noise::Chance::new(seed(at))
}
