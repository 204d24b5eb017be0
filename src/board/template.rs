//! Round and teardrop templates (MAP-13, MAP-14). They lie on one deck, at one hex an inch.

use super::arc::twice_dot;
use super::{Board, Cell};
use hexx::Hex;

/// How much of a hex a template covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Under {
    /// All that counts of it.
    Wholly,
    /// Some of it.
    Partly,
}

/// The longest teardrop, in inches; what is longer counts as this long. The exact test needs a bound, and
/// no rules have one half as long.
pub const LONGEST_TEARDROP: u8 = 60;

impl Board {
    /// The hexes under a round template, ascending; replaces what `out` held (MAP-13).
    ///
    /// `diameter` is in inches: a 4 inch blast has a radius of 2.
    pub fn round(&self, centre: Cell, diameter: u8, out: &mut Vec<(Cell, Under)>) {
        let diameter = i32::from(diameter);
        out.clear();
        // A step is at least 0.866 inches of the way, and 7/12 is a little more than half of the inverse.
        out.extend(self.within(centre, (diameter as u16 + 1) * 7 / 12).filter_map(|cell| {
            let delta = self.hex(cell) - self.hex(centre);
            let width_squared = 2 * twice_dot(delta, delta);
            let under = if diameter > 0 && width_squared <= (diameter - 1).pow(2) {
                Under::Wholly
            } else if width_squared < (diameter + 1).pow(2) {
                Under::Partly
            } else {
                return None;
            };
            Some((cell, under))
        }));
    }

    /// The hexes under a teardrop template, ascending; replaces what `out` held (MAP-14).
    ///
    /// The narrow end lies at the centre of `from`, which is never under it, and the axis points at the
    /// centre of `towards`; nothing is under it where that is the same hex or on another deck. `length` is
    /// in inches, at most [`LONGEST_TEARDROP`]. `width_eighths` is the width of the round end in eighths of
    /// an inch, at most twice the length; none means three eighths of the length.
    pub fn teardrop(
        &self,
        from: Cell,
        towards: Cell,
        length: u8,
        width_eighths: Option<u16>,
        out: &mut Vec<(Cell, Under)>,
    ) {
        out.clear();
        if from == towards || self.deck(from) != self.deck(towards) {
            return;
        }
        let length = u16::from(length.min(LONGEST_TEARDROP));
        let shape = Teardrop::new(self.hex(towards) - self.hex(from), length, width_eighths.unwrap_or(3 * length));
        let hexes = self.within(from, (length + 1) * 7 / 6).filter(|&cell| cell != from);
        out.extend(hexes.filter_map(|cell| Some((cell, shape.under(self.hex(cell) - self.hex(from))?))));
    }
}

/// A teardrop; lengths in sixteenths of an inch, from the narrow end.
struct Teardrop {
    axis: Hex,
    /// Squared length of `axis`, in square inches.
    axis_squared: i128,
    /// Radius of the round end.
    radius: i128,
    /// Where on the axis the round end's centre is.
    middle: i128,
}

impl Teardrop {
    fn new(axis: Hex, length: u16, width_eighths: u16) -> Self {
        let radius = width_eighths.min(16 * length);
        Teardrop {
            axis,
            axis_squared: i128::from(twice_dot(axis, axis) / 2),
            radius: radius.into(),
            middle: (16 * length - radius).into(),
        }
    }

    /// How a hex that lies `at` from the narrow end is covered.
    ///
    /// With s along the axis and h away from it, the depth inside the slanted side is
    /// (radius s - middle h) / side, where side is the root of radius^2 + middle^2; and both s and h are
    /// whole numbers, h times root 3, over the axis's length. So each test compares sums of roots, which
    /// squaring (once for each root) decides exactly.
    fn under(&self, at: Hex) -> Option<Under> {
        // s is 8 of these over the axis's length, h is 8 root(3) of these.
        let ahead = i128::from(twice_dot(at, self.axis));
        let aside = i128::from((at.x * self.axis.y - at.y * self.axis.x).abs());
        if ahead <= 0 {
            return None;
        }
        let side_squared = self.axis_squared * (self.radius.pow(2) + self.middle.pow(2));
        let (rise, fall) = (2 * self.radius * ahead, 2 * self.middle * aside);
        // A depth of 1/4: rise - fall root(3) >= root(side_squared).
        let spare = rise.pow(2) - 3 * fall.pow(2) - side_squared;
        let deep = spare >= 0 && spare.pow(2) >= 12 * fall.pow(2) * side_squared;
        // Less than 1/2 outside: fall root(3) - rise < 2 root(side_squared).
        let excess = 3 * fall.pow(2) - rise.pow(2) - 4 * side_squared;
        let close = excess < 0 || excess.pow(2) < 16 * rise.pow(2) * side_squared;
        // Within `reach` of the round end's centre: s^2 + h^2 + middle^2 - reach^2 <= 2 s middle.
        let from_cap = |reach: i128| {
            let over = 128 * i128::from(twice_dot(at, at)) + self.middle.pow(2) - reach.pow(2);
            (over.signum() * over.pow(2) * self.axis_squared).cmp(&(16 * self.middle * ahead).pow(2))
        };
        let before_cap = 64 * ahead.pow(2) <= self.middle.pow(2) * self.axis_squared;
        let (deep_here, close_here) = if before_cap {
            // The slanted line does not go on past its corner with the round end.
            (deep, close && 192 * aside.pow(2) < (self.radius + 8).pow(2) * self.axis_squared)
        } else {
            (deep && from_cap(self.radius - 4).is_le(), from_cap(self.radius + 8).is_lt())
        };
        match (deep_here, close_here) {
            (true, _) => Some(Under::Wholly),
            (false, true) => Some(Under::Partly),
            (false, false) => None,
        }
    }
}
