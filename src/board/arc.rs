//! Arcs and quarters, kept in degrees and tested exactly (MAP-07).

use super::Facing;
use hexx::Hex;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

/// Half of an arc's opening: how many degrees it reaches to either side of the facing.
///
/// The discriminant is four times the cosine squared, with the cosine's sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(i8)]
pub enum Half {
    /// 30 degrees to either side.
    Deg30 = 3,
    /// 45 degrees to either side: a quadrant.
    Deg45 = 2,
    /// 60 degrees to either side (MAP-23).
    Deg60 = 1,
    /// 90 degrees to either side: the front half.
    Deg90 = 0,
    /// 135 degrees to either side: all but the rear quadrant.
    Deg135 = -2,
    /// All round. Below -4, so that straight behind is inside and no edge is left.
    Deg180 = -5,
}

/// Where a hex lies as seen from an arc (MAP-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Bearing {
    /// Inside the arc.
    Inside,
    /// Exactly on its boundary. Between hex centres this happens at 30, 60 and 90 degrees only: no
    /// centre lies at exactly 45 or 135 degrees from a hexside.
    Edge,
    /// Outside the arc.
    Outside,
}

/// A quarter of a vehicle's surroundings (MAP-07).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Quarter {
    /// At most 45 degrees from the facing.
    Front,
    /// Between front and rear.
    Side,
    /// At least 135 degrees from the facing.
    Rear,
}

/// Whether a hex `delta` away lies within `half` degrees of `facing` (MAP-07).
///
/// `delta` is the other hex's axial coordinates less one's own, in hexes; zero is inside every arc.
/// Exact as far as a board reaches (some 10 000 hexes).
#[must_use]
pub fn within(facing: Facing, delta: Hex, half: Half) -> Bearing {
    if delta == Hex::ZERO {
        return Bearing::Inside;
    }
    let dot = twice_dot(facing.step(), delta);
    // cos = dot / (2 |delta|), so 4 cos |cos| is dot |dot| / |delta|^2: no root, no rounding.
    match (dot * dot.abs()).cmp(&(i32::from(half as i8) * twice_dot(delta, delta) / 2)) {
        Ordering::Greater => Bearing::Inside,
        Ordering::Equal => Bearing::Edge,
        Ordering::Less => Bearing::Outside,
    }
}

/// The quarter in which a hex `delta` away lies (MAP-07); zero is in front.
#[must_use]
pub fn quarter(facing: Facing, delta: Hex) -> Quarter {
    if within(facing, delta, Half::Deg45) != Bearing::Outside {
        Quarter::Front
    } else if within(facing, delta, Half::Deg135) == Bearing::Inside {
        Quarter::Side
    } else {
        Quarter::Rear
    }
}

/// Twice the scalar product of two axial vectors, in square hexes; of a vector with itself, twice its
/// squared straight length.
pub(super) fn twice_dot(a: Hex, b: Hex) -> i32 {
    2 * (a.x * b.x + a.y * b.y) + a.x * b.y + a.y * b.x
}
