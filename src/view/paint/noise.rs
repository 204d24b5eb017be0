//! Noise that repeats: made once, looked up from then on.

use std::sync::LazyLock;

/// Texels of the table on a side; a power of two.
const SIDE: usize = 256;
/// Cells of the coarsest octave on a side.
const COARSE: usize = 16;
/// Octaves, each with twice the cells and half the strength of the one before.
const OCTAVES: u32 = 4;

/// The noise: value noise in octaves, between 0 and 1 with a mean of about a half.
static TABLE: LazyLock<Vec<f32>> = LazyLock::new(|| {
    let mut table = vec![0.0; SIDE * SIDE];
    for octave in 0..OCTAVES {
        let cells = COARSE << octave;
        let value = |x: usize, y: usize| fraction(hash(octave + 1, (y % cells) as u32, (x % cells) as u32));
        for (i, out) in table.iter_mut().enumerate() {
            let (x, y) = ((i % SIDE * cells) as f32 / SIDE as f32, (i / SIDE * cells) as f32 / SIDE as f32);
            let (column, row) = (x as usize, y as usize);
            let (u, v) = (smooth(x.fract()), smooth(y.fract()));
            let upper = lerp(value(column, row), value(column + 1, row), u);
            let lower = lerp(value(column, row + 1), value(column + 1, row + 1), u);
            *out += lerp(upper, lower, v) / (1 << octave) as f32;
        }
    }
    let (low, high) = table.iter().fold((f32::MAX, f32::MIN), |(low, high), v| (low.min(*v), high.max(*v)));
    table.iter_mut().for_each(|v| *v = (*v - low) / (high - low));
    table
});

/// The noise at a point, its largest features as far apart as a wavelength. `kind` takes another part of it.
pub(super) fn noise((x, y): (f32, f32), wavelength: f32, kind: u32) -> f32 {
    let scale = (SIDE / COARSE) as f32 / wavelength;
    let (x, y) = (x * scale + (kind * 37) as f32, y * scale + (kind * 91) as f32);
    let (column, row) = (x.floor(), y.floor());
    let (u, v) = (x - column, y - row);
    let (column, row) = (column as i32 as usize % SIDE, row as i32 as usize % SIDE);
    let (right, below) = ((column + 1) % SIDE, (row + 1) % SIDE);
    let table = &*TABLE;
    let upper = lerp(table[row * SIDE + column], table[row * SIDE + right], u);
    let lower = lerp(table[below * SIDE + column], table[below * SIDE + right], u);
    lerp(upper, lower, v)
}

/// A number that three numbers always give, and others hardly ever.
pub(super) fn hash(a: u32, b: u32, c: u32) -> u32 {
    let mut h = a.wrapping_mul(0x9e37_79b1) ^ b.wrapping_mul(0x85eb_ca77).rotate_left(13) ^ c.wrapping_mul(0xc2b2_ae3d);
    h = (h ^ (h >> 15)).wrapping_mul(0x2c1b_3c6d);
    h = (h ^ (h >> 12)).wrapping_mul(0x297a_2d39);
    h ^ (h >> 15)
}

/// A number below 1 of such a number.
pub(super) fn fraction(hash: u32) -> f32 {
    (hash >> 8) as f32 / (1 << 24) as f32
}

/// Chance that repeats: one number after another of a seed.
pub(super) struct Chance {
    seed: u32,
    drawn: u32,
}

impl Chance {
    pub(super) fn new(seed: u32) -> Chance {
        Chance { seed, drawn: 0 }
    }

    /// A number from `low` up to `high`.
    pub(super) fn between(&mut self, low: f32, high: f32) -> f32 {
        self.drawn += 1;
        lerp(low, high, fraction(hash(self.seed, self.drawn, 7)))
    }

    /// One of so many.
    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.between(0.0, count as f32) as usize).min(count - 1)
    }
}

/// Between two numbers.
pub(super) fn lerp(a: f32, b: f32, t: f32) -> f32 {
    a + (b - a) * t
}

/// From 0 below `low` to 1 above `high`, or down where `low` is the higher.
pub(super) fn step(low: f32, high: f32, x: f32) -> f32 {
    smooth(((x - low) / (high - low)).clamp(0.0, 1.0))
}

fn smooth(t: f32) -> f32 {
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn noise_repeats_and_stays_between_0_and_1() {
        for i in 0..500 {
            let at = (i as f32 * 7.3 - 900.0, i as f32 * -3.1 + 400.0);
            let value = noise(at, 60.0, 3);
            assert!((0.0..=1.0).contains(&value), "{value}");
            assert!((value - noise((at.0 + 60.0 * 16.0, at.1), 60.0, 3)).abs() < 1e-2);
        }
    }

    #[test]
    fn steps_go_up_and_down() {
        assert_eq!([step(0.2, 0.4, 0.1), step(0.2, 0.4, 0.5), step(0.4, 0.2, 0.1)], [0.0, 1.0, 1.0]);
        assert!((step(0.0, 1.0, 0.5) - 0.5).abs() < 1e-6);
    }
}
