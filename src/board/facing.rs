//! The six facings (MAP-05).

use hexx::Hex;
use serde::{Deserialize, Serialize};

/// One of the six hexsides of a pointy-topped hex, counter-clockwise from east.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Facing {
    /// Right.
    #[default]
    E,
    /// Up and right.
    NE,
    /// Up and left.
    NW,
    /// Left.
    W,
    /// Down and left.
    SW,
    /// Down and right.
    SE,
}

impl Facing {
    /// All six, in order; neighbours in this list are one hexside apart.
    pub const ALL: [Facing; 6] = [Facing::E, Facing::NE, Facing::NW, Facing::W, Facing::SW, Facing::SE];

    /// The facing with this index, counted modulo six.
    #[inline]
    #[must_use]
    pub fn from_index(index: usize) -> Facing {
        Self::ALL[index % 6]
    }

    /// The step to the hex across this hexside, in axial coordinates.
    #[inline]
    #[must_use]
    pub fn step(self) -> Hex {
        const STEPS: [Hex; 6] =
            [Hex::new(1, 0), Hex::new(1, -1), Hex::new(0, -1), Hex::new(-1, 0), Hex::new(-1, 1), Hex::new(0, 1)];
        STEPS[self as usize]
    }

    /// One hexside to the left (counter-clockwise).
    #[must_use]
    pub fn left(self) -> Facing {
        Self::from_index(self as usize + 1)
    }

    /// One hexside to the right (clockwise).
    #[must_use]
    pub fn right(self) -> Facing {
        Self::from_index(self as usize + 5)
    }

    /// The opposite hexside.
    #[must_use]
    pub fn back(self) -> Facing {
        Self::from_index(self as usize + 3)
    }

    /// Hexsides between two facings, 0 to 3.
    #[must_use]
    pub fn turn_to(self, other: Facing) -> u8 {
        let d = (self as u8 + 6 - other as u8) % 6;
        d.min(6 - d)
    }
}
