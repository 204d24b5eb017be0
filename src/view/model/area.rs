//! Areas of hexes as shapes: rounded outlines of many hexes together, and hatching within them.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::{Board, Cell, Facing};
use crate::play::camera::{Point, SIZE, centre};

/// How often corners are cut to round an outline.
const CUTS: usize = 2;

/// The corner of a hex where a side begins, going round clockwise; sides are counted from the one up and right.
fn corner((x, y): Point, side: usize) -> Point {
    let (sin, cos) = (60.0 * side as f32 - 90.0).to_radians().sin_cos();
    (x + SIZE * cos, y + SIZE * sin)
}

/// A corner rounded to a grid, so that neighbouring hexes agree on it exactly.
fn key((x, y): Point) -> (i32, i32) {
    ((x * 4.0).round() as i32, (y * 4.0).round() as i32)
}

/// The outlines of an area, rounded, in the plane. The inside is on the right along each, so that outer ones run
/// clockwise and those of holes the other way.
#[must_use]
pub fn outlines(board: &Board, cells: &BTreeSet<Cell>) -> Vec<Vec<Point>> {
    // Each side that leads out of the area, by the corner where it begins; from one corner only one side leads on.
    let mut sides: BTreeMap<(i32, i32), (Point, Point)> = BTreeMap::new();
    for &cell in cells {
        let middle = centre(board, cell);
        for facing in Facing::ALL {
            if !cells.contains(&board.neighbours[cell.index()][facing as usize]) {
                let side = (7 - facing as usize) % 6;
                let (from, to) = (corner(middle, side), corner(middle, side + 1));
                sides.insert(key(from), (from, to));
            }
        }
    }
    let mut outlines = Vec::new();
    while let Some((_, (from, to))) = sides.pop_first() {
        let mut points = vec![between(from, to)];
        let mut at = to;
        while let Some((from, to)) = sides.remove(&key(at)) {
            points.push(between(from, to));
            at = to;
        }
        outlines.push((0..CUTS).fold(points, |points, _| cut(&points)));
    }
    outlines
}

fn between(a: Point, b: Point) -> Point {
    (f32::midpoint(a.0, b.0), f32::midpoint(a.1, b.1))
}

/// A ring of points with its corners cut off.
fn cut(points: &[Point]) -> Vec<Point> {
    let part = |a: f32, b: f32, t: f32| a + (b - a) * t;
    let pairs = points.iter().zip(points.iter().cycle().skip(1));
    pairs.flat_map(|(a, b)| [0.25, 0.75].map(|t| (part(a.0, b.0, t), part(a.1, b.1, t)))).collect()
}

/// Lines across an area with these outlines, so far apart: from the lower left to the upper right, or the other way.
#[must_use]
pub fn hatching(outlines: &[Vec<Point>], apart: f32, falling: bool) -> Vec<(Point, Point)> {
    let sign = if falling { -1.0 } else { 1.0 };
    // Along a line x + y, or x - y, stays what it is, and the other of them grows.
    let turned = |(x, y): Point| (x + sign * y, x - sign * y);
    let back = |(u, v): Point| (f32::midpoint(u, v), sign * (u - v) / 2.0);
    let mut crossings: BTreeMap<i32, Vec<f32>> = BTreeMap::new();
    for outline in outlines {
        for (a, b) in outline.iter().zip(outline.iter().cycle().skip(1)) {
            let (a, b) = (turned(*a), turned(*b));
            let (low, high) = if a.0 < b.0 { (a, b) } else { (b, a) };
            // Half open, so that a line through a corner crosses once.
            for line in (low.0 / apart).ceil() as i32..(high.0 / apart).ceil() as i32 {
                let t = (line as f32 * apart - low.0) / (high.0 - low.0);
                crossings.entry(line).or_default().push(low.1 + (high.1 - low.1) * t);
            }
        }
    }
    let mut lines = Vec::new();
    for (line, mut at) in crossings {
        at.sort_by(f32::total_cmp);
        let u = line as f32 * apart;
        lines.extend(at.chunks_exact(2).map(|pair| (back((u, pair[0])), back((u, pair[1])))));
    }
    lines
}
