//! What is to be painted: the hexes of all decks in one plane, each with the ground that lies there.

use crate::board::{Board, Cell, Terrain};
use crate::play::camera::{self, HALF, Point, SIZE};

use super::noise::hash;

/// What the ground is made of, under whatever stands on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Material {
    Grass,
    Litter,
    Ash,
    Earth,
    Rock,
    Sand,
    Water,
    /// Plates of a deck, or a floor.
    Deck,
    /// Walls and bulkheads.
    Wall,
    /// Outside of a ship.
    Space,
}

/// How many materials there are.
pub(super) const MATERIALS: usize = 10;

/// A hex of the plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Spot {
    pub(super) material: Material,
    pub(super) terrain: Terrain,
    /// In inches.
    pub(super) height: u8,
    /// Of its neighbours in the order of `NEXT`, those that a road, a fence or a passage goes on to.
    pub(super) joined: u8,
    /// Of its neighbours those that can be walked on.
    pub(super) open: u8,
    /// Whether it is part of a road so broad that it is an area.
    pub(super) broad: bool,
}

impl Spot {
    /// Whether there is road.
    pub(super) fn is_road(self) -> bool {
        self.broad || self.terrain == Terrain::Road
    }
}

/// Steps to the six neighbours in columns and rows: E, SE, SW, W, NW, NE. The columns are those of rows that are
/// shifted right; in others SE, SW, NW and NE lie one further left.
const NEXT: [(i32, i32); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (0, -1), (1, -1)];

/// What lies within two hexes of one, so that most points need look no further.
#[derive(Clone, Copy, Debug)]
pub(super) struct About {
    /// Where all are walls or none is, how much is not wall: 0 or 1.
    pub(super) open: Option<f32>,
    /// Whether all are of one material and as high.
    pub(super) alike: bool,
    /// Whether one is road.
    pub(super) road: bool,
}

/// All hexes of a board as they are to be painted. Columns run on over all decks, which lie side by side.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) columns: i32,
    pub(super) rows: i32,
    spots: Vec<Option<Spot>>,
    /// Width and height in units of the plane.
    pub(super) extent: Point,
    about: Vec<About>,
    /// Whether there are walls.
    pub(super) walled: bool,
    /// Whether it is a ship: outside of it is space.
    pub(super) aboard: bool,
}

impl Plan {
    /// The plan of a board with this terrain.
    pub(super) fn new(board: &Board, terrain: &[Terrain]) -> Plan {
        let extent = camera::extent(board);
        let columns = (extent.0 / (2.0 * HALF) - 0.5).round() as i32;
        let mut plan = Plan {
            columns,
            rows: i32::from(board.height),
            spots: vec![None; columns as usize * usize::from(board.height)],
            extent,
            about: Vec::new(),
            walled: false,
            aboard: terrain.contains(&Terrain::Hull),
        };
        for cell in board.cells() {
            let place = plan.place_of(board, cell);
            let material = material(board, terrain, cell);
            let joined = joined(board, terrain, cell);
            let open = six(board, cell, |next| !stands(terrain[next.index()]));
            let broad = is_broad(board, terrain, cell);
            let (terrain, height) = (terrain[cell.index()], board.heights[cell.index()]);
            plan.walled |= material == Material::Wall;
            plan.spots[place] = Some(Spot { material, terrain, height, joined, open, broad });
        }
        plan.look_about_all();
        plan
    }

    /// The land that a board lies in, with so many columns and an even number of rows more on every side: beyond its rim
    /// it goes on as in a mirror, so that woods, roads and rivers do not end there. A ship lies in space.
    pub(super) fn surrounded(&self, columns: i32, rows: i32) -> Plan {
        let size = (self.columns + 2 * columns, self.rows + 2 * rows);
        let space =
            Spot { material: Material::Space, terrain: Terrain::Void, height: 0, joined: 0, open: 0, broad: false };
        let spot = |i: i32| {
            let at = (i % size.0 - columns, i / size.0 - rows);
            if self.aboard { self.spot(at).or(Some(space)) } else { self.mirrored(at) }
        };
        let extent = (self.extent.0 + (4 * columns) as f32 * HALF, self.extent.1 + (3 * rows) as f32 * SIZE);
        let spots = (0..size.0 * size.1).map(spot).collect();
        let mut plan = Plan { columns: size.0, rows: size.1, spots, extent, about: Vec::new(), ..*self };
        plan.look_about_all();
        plan
    }

    /// What lies at a column and a row, on the board or, as in a mirror at its rim, beyond it.
    fn mirrored(&self, (column, row): (i32, i32)) -> Option<Spot> {
        // Every other row is shifted by half a hex, and the mirror must not change which: so halves of hexes are counted.
        let shift = row.rem_euclid(2);
        let (half, across) = reflected(2 * column + shift, 2 * self.columns - 1);
        let (row, down) = reflected(row, self.rows - 1);
        let spot = self.spot(((half - shift) / 2, row))?;
        let turned = |bits: u8| {
            let bits = if across { swapped(bits, [(0, 3), (1, 2), (4, 5)]) } else { bits };
            if down { swapped(bits, [(1, 5), (2, 4), (0, 0)]) } else { bits }
        };
        Some(Spot { joined: turned(spot.joined), open: turned(spot.open), ..spot })
    }

    /// Whether something between its hexes is none of them, as between decks that lie side by side.
    pub(super) fn has_gaps(&self) -> bool {
        self.spots.contains(&None)
    }

    fn look_about_all(&mut self) {
        let columns = self.columns;
        self.about = (0..self.spots.len() as i32).map(|i| self.look_about((i % columns, i / columns))).collect();
    }

    fn look_about(&self, at: (i32, i32)) -> About {
        let ring = (0..6).map(|way| next(at, way));
        let all: Vec<(i32, i32)> = ring.flat_map(|at| (0..6).map(move |way| next(at, way)).chain([at])).collect();
        let (own, wall) = (self.extended(at), self.is_wall(at));
        let alike = |spot: Option<Spot>| spot.map(|s| (s.material, s.height)) == own.map(|s| (s.material, s.height));
        About {
            open: all.iter().all(|at| self.is_wall(*at) == wall).then_some(if wall { 0.0 } else { 1.0 }),
            alike: own.is_some() && all.iter().all(|at| alike(self.extended(*at))),
            road: all.iter().any(|at| self.spot(*at).is_some_and(Spot::is_road)),
        }
    }

    /// Whether a hex is wall.
    pub(super) fn is_wall(&self, at: (i32, i32)) -> bool {
        self.spot(at).is_some_and(|spot| spot.material == Material::Wall)
    }

    /// What lies about a hex; off the board as about the nearest one on it.
    pub(super) fn about(&self, (column, row): (i32, i32)) -> About {
        let (column, row) = (column.clamp(0, self.columns - 1), row.clamp(0, self.rows - 1));
        self.about[(row * self.columns + column) as usize]
    }

    fn place_of(&self, board: &Board, cell: Cell) -> usize {
        let (x, y) = camera::centre(board, cell);
        let (column, row) = self.nearest((x, y));
        (row * self.columns + column) as usize
    }

    /// The hex of a column and a row, if there is one.
    pub(super) fn spot(&self, (column, row): (i32, i32)) -> Option<Spot> {
        let inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        if inside { self.spots[(row * self.columns + column) as usize] } else { None }
    }

    /// The same, but beyond the rim of the board what lies at the rim.
    pub(super) fn extended(&self, (column, row): (i32, i32)) -> Option<Spot> {
        self.spot((column.clamp(0, self.columns - 1), row.clamp(0, self.rows - 1)))
    }

    /// The column and row whose hex a point lies in, on the board or off it.
    pub(super) fn nearest(&self, (x, y): Point) -> (i32, i32) {
        let row = ((y - SIZE) / (1.5 * SIZE)).round() as i32;
        let mut best = ((0, 0), f32::MAX);
        for row in row - 1..=row + 1 {
            let shift = if row.rem_euclid(2) == 1 { 2.0 } else { 1.0 };
            let column = ((x / HALF - shift) / 2.0).round() as i32;
            let (cx, cy) = middle((column, row));
            let far = (cx - x) * (cx - x) + (cy - y) * (cy - y);
            if far < best.1 {
                best = ((column, row), far);
            }
        }
        best.0
    }

    /// The columns and rows of all hexes within a box of the plane, the farther ones first.
    pub(super) fn within(&self, from: Point, to: Point) -> impl Iterator<Item = ((i32, i32), Spot)> {
        let rows = (from.1 / (1.5 * SIZE)).floor() as i32 - 1..=(to.1 / (1.5 * SIZE)).ceil() as i32;
        let columns = (from.0 / (2.0 * HALF)).floor() as i32 - 1..=(to.0 / (2.0 * HALF)).ceil() as i32;
        rows.flat_map(move |row| columns.clone().map(move |column| (column, row)))
            .filter_map(|at| Some((at, self.spot(at)?)))
    }
}

/// A place on a line that is thrown back at 0 and at `last`, and whether it runs backwards there.
fn reflected(place: i32, last: i32) -> (i32, bool) {
    let turn = (2 * last).max(1);
    let place = place.rem_euclid(turn);
    if place > last { (turn - place, true) } else { (place, false) }
}

/// The bits of the six neighbours with these pairs exchanged.
fn swapped(bits: u8, pairs: [(u8, u8); 3]) -> u8 {
    pairs.into_iter().fold(bits, |bits, (a, b)| {
        let differ = (bits >> a ^ bits >> b) & 1;
        bits ^ (differ << a | differ << b)
    })
}

/// The middle of a column's and row's hex, in the plane.
pub(super) fn middle((column, row): (i32, i32)) -> Point {
    let shift = if row.rem_euclid(2) == 1 { 2 } else { 1 };
    (HALF * (2 * column + shift) as f32, SIZE * (1.5 * row as f32 + 1.0))
}

/// The column and row of a neighbour, by its number from E on clockwise.
pub(super) fn next((column, row): (i32, i32), way: usize) -> (i32, i32) {
    let (right, down) = NEXT[way];
    let shifted = row.rem_euclid(2) == 1 || down == 0;
    (column + right - i32::from(!shifted), row + down)
}

/// What chance may depend on at a hex.
pub(super) fn seed((column, row): (i32, i32)) -> u32 {
    hash(column as u32, row as u32, 11)
}

/// A bit for each of the neighbours of which something holds, from E on clockwise.
fn six(board: &Board, cell: Cell, holds: impl Fn(Cell) -> bool) -> u8 {
    let (x, y) = camera::centre(board, cell);
    let mut bits = 0;
    for near in board.neighbours[cell.index()].into_iter().filter(|c| c.is_some()) {
        let (nx, ny) = camera::centre(board, near);
        let way = ((ny - y).atan2(nx - x) / std::f32::consts::FRAC_PI_3).round() as i32;
        bits |= u8::from(holds(near)) << way.rem_euclid(6);
    }
    bits
}

/// Which neighbours go on what stands in a hex.
fn joined(board: &Board, terrain: &[Terrain], cell: Cell) -> u8 {
    let own = terrain[cell.index()];
    let joined = six(board, cell, |next| terrain[next.index()] == own);
    // Of three that touch one another the western one is reached along the row alone: a crossing has no triangles.
    let [east, southeast, southwest, northwest, northeast] = [0, 1, 2, 4, 5];
    let both = |way: u8, other: u8| (joined >> way & joined >> other & 1) << way;
    joined & !(both(southwest, southeast) | both(northwest, northeast) | both(northeast, east) | both(southeast, east))
}

/// Whether a hex is road and so are three neighbours side by side, or something stands on it in the middle of a road.
fn is_broad(board: &Board, terrain: &[Terrain], cell: Cell) -> bool {
    let around = six(board, cell, |next| terrain[next.index()] == Terrain::Road);
    // The six bits twice over, so that the last and the first lie side by side.
    let twice = u16::from(around) | u16::from(around) << 6;
    match terrain[cell.index()] {
        Terrain::Road => (0..6).any(|way| twice >> way & 0b111 == 0b111),
        other => own_material(other).is_none() && around.count_ones() >= 4,
    }
}

/// The direction of the way through a hex, among those that can be walked to: to an opposite pair if there is one.
pub(super) fn through(open: u8) -> usize {
    let pair = (0..3).find(|way| open & (1 << way) != 0 && open & (8 << way) != 0);
    pair.or((0..6).find(|way| open & (1 << way) != 0)).unwrap_or(0)
}

/// How far the leaves of a door are turned clockwise that stands across the way through a hex, in radians.
pub(crate) fn across(board: &Board, terrain: &[Terrain], cell: Cell) -> f32 {
    let way = through(six(board, cell, |next| !stands(terrain[next.index()])));
    (way as f32 * 60.0 + 90.0).to_radians()
}

/// Whether it stands up to the ceiling.
pub(super) fn stands(terrain: Terrain) -> bool {
    matches!(
        terrain,
        Terrain::Wall
            | Terrain::Window
            | Terrain::LightBulkhead
            | Terrain::Bulkhead
            | Terrain::HeavyBulkhead
            | Terrain::Hull
            | Terrain::Void
    )
}

/// What a terrain says of the ground that it lies on; none where that depends on what is about.
fn own_material(terrain: Terrain) -> Option<Material> {
    Some(match terrain {
        Terrain::Clear | Terrain::Road => Material::Grass,
        Terrain::Floor => Material::Deck,
        Terrain::Forest => Material::Litter,
        Terrain::BurnedForest => Material::Ash,
        Terrain::Building => Material::Earth,
        Terrain::Ruins | Terrain::Rough => Material::Rock,
        Terrain::SandDunes => Material::Sand,
        Terrain::DeepWater => Material::Water,
        Terrain::Void => Material::Space,
        terrain if stands(terrain) => Material::Wall,
        _ => return None,
    })
}

/// The ground in a hex: its own, or what most of the neighbours have.
fn material(board: &Board, terrain: &[Terrain], cell: Cell) -> Material {
    if let Some(material) = own_material(terrain[cell.index()]) {
        return material;
    }
    let about = board.neighbours[cell.index()].into_iter().filter(|c| c.is_some());
    let about: Vec<Material> = about.filter_map(|c| own_material(terrain[c.index()])).collect();
    // Of as many the last.
    let walkable = [Material::Rock, Material::Sand, Material::Grass, Material::Deck];
    let most = walkable.into_iter().max_by_key(|m| about.iter().filter(|a| *a == m).count());
    most.filter(|m| about.contains(m)).unwrap_or(Material::Grass)
}
