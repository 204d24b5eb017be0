//! The logarithm from plain arithmetic, which gives the same bits on every machine; that of the standard library may
//! not, and one bit is enough to change the result of a search.

/// The natural logarithm of a count, at least 1, within 0.00002.
pub(crate) fn ln(count: u32) -> f32 {
    let bits = (count as f32).to_bits();
    let exponent = (bits >> 23) as f32 - 127.0;
    let fraction = f32::from_bits(bits & 0x007f_ffff | 0x3f80_0000);
    // The series of the inverse hyperbolic tangent: s is at most a third.
    let s = (fraction - 1.0) / (fraction + 1.0);
    let square = s * s;
    let series = 1.0 + square * (1.0 / 3.0 + square * (1.0 / 5.0 + square * (1.0 / 7.0)));
    exponent * std::f32::consts::LN_2 + 2.0 * s * series
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_the_standard_library() {
        for count in (1..10_000).chain([1 << 20, u32::MAX]) {
            assert!((ln(count) - (count as f32).ln()).abs() < 2e-5, "ln {count}");
        }
    }
}
