//! Ground plans of rooms.

use super::chance::Chance;

/// A hex of a ground plan: row, and place in the row in half hexes, which is odd in odd rows.
type Spot = (i32, i32);

/// What a room's ground plan looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Box,
    Slant,
    Hexagon,
    Wedge,
    Clipped,
    Elbow,
    Tee,
    Cross,
    Pillars,
}

impl Shape {
    pub(super) const ALL: [Shape; 9] = [
        Shape::Box,
        Shape::Slant,
        Shape::Hexagon,
        Shape::Wedge,
        Shape::Clipped,
        Shape::Elbow,
        Shape::Tee,
        Shape::Cross,
        Shape::Pillars,
    ];

    /// A ground plan of so many columns and rows, or near it, whose first row is row `top` of the board; its pillars
    /// apart. Places count from the leftmost, which is 0 or, for parity's sake, 1.
    pub(super) fn draw(self, columns: i32, rows: i32, top: i32, chance: &mut Chance) -> (Vec<Spot>, Vec<Spot>) {
        let spot = |row: i32, column: i32| (row, 2 * column + ((top + row) & 1));
        let block = || (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
        // A row that starts so many half hexes further on, of this length.
        let ranks = |ranks: Vec<(i32, i32)>| -> Vec<Spot> {
            let odd = (top + ranks[0].0) & 1;
            let rows = ranks.into_iter().enumerate();
            rows.flat_map(|(r, (start, width))| (0..width).map(move |i| (r as i32, start + odd + 2 * i))).collect()
        };
        let cut = |keep: &dyn Fn(i32, i32) -> bool| {
            block().filter(|(r, c)| keep(*r, *c)).map(|(r, c)| spot(r, c)).collect::<Vec<Spot>>()
        };
        let (third, tier) = ((columns / 3).max(1), (rows / 3).max(1));
        let mirrored = chance.percent(50);
        let plan = match self {
            Shape::Box => cut(&|_, _| true),
            Shape::Slant => {
                let width = (columns - (rows - 1) / 2).max(2);
                ranks((0..rows).map(|r| (if mirrored { rows - 1 - r } else { r }, width)).collect())
            }
            Shape::Hexagon => {
                // As many rows as there are, the widest in the middle.
                let half = rows / 2;
                let off = |r: i32| (r - half).abs();
                ranks((0..rows).map(|r| (off(r), (columns - off(r)).max(2))).collect())
            }
            Shape::Wedge => {
                let end = |r: i32| if mirrored { rows - 1 - r } else { r };
                ranks((0..rows).map(|r| (end(r), (columns - end(r)).max(2))).collect())
            }
            Shape::Clipped => {
                let edge = |n: i32, count: i32| n == 0 || n == count - 1;
                cut(&|r, c| !(edge(r, rows) && edge(c, columns)))
            }
            Shape::Elbow => {
                let (wide, high) = (columns - chance.between(third as usize, 2 * third as usize) as i32, tier.max(2));
                cut(&|r, c| r < high || (if mirrored { c >= columns - wide } else { c < wide }))
            }
            Shape::Tee => cut(&|r, c| r < tier.max(2) || (third..columns - third).contains(&c)),
            Shape::Cross => cut(&|r, c| (tier..rows - tier).contains(&r) || (third..columns - third).contains(&c)),
            Shape::Pillars => cut(&|_, _| true),
        };
        let step = chance.between(3, 4) as i32;
        let pillar = |&(r, x): &Spot| {
            let c = x / 2;
            self == Shape::Pillars
                && (1..rows - 1).contains(&r)
                && (1..columns - 1).contains(&c)
                && (r - 1) % 3 == 1
                && c % step == step / 2
        };
        plan.into_iter().partition(|spot| !pillar(spot))
    }
}
