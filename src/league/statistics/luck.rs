//! Scores without luck: those of pairs are set against the luck that each of them had, by a straight line, and read off
//! where luck is 0, its mean in the long run (Lavenberg & Welch, "A perspective on the use of control variables to
//! increase the efficiency of Monte Carlo simulations", 1981).

use super::{Estimate, TWO_SIDED_95};

/// Fewer pairs than this are not used, as the line would follow their noise.
const ENOUGH: usize = 10;

/// The score that is left without luck. Of each pair: its mean score, and how much of a win luck gave in a battle of it.
/// None where there are too few pairs, or their luck was the same.
#[must_use]
pub fn without_luck(pairs: &[[f64; 2]]) -> Option<Estimate> {
    let count = pairs.len() as f64;
    let mean = |of: &dyn Fn(&[f64; 2]) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let (score, luck) = (mean(&|p| p[0]), mean(&|p| p[1]));
    let spread = mean(&|p| (p[1] - luck).powi(2));
    if pairs.len() < ENOUGH || spread <= 0.0 {
        return None;
    }
    let slope = mean(&|p| (p[0] - score) * (p[1] - luck)) / spread;
    let value = score - slope * luck;
    let left = mean(&|p| (p[0] - value - slope * p[1]).powi(2)) * count / (count - 2.0);
    let half = TWO_SIDED_95 * (left * (1.0 + luck * luck / spread) / count).sqrt();
    let [value, low, high] = [value, value - half, value + half].map(|score| score.clamp(0.0, 1.0));
    Some(Estimate { value, low, high })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// Draper & Smith, "Applied regression analysis": the steam data, whose line is 13.623 - 0.0798 x with a standard
    /// error of the intercept of 0.5815, as scores of a hundredth.
    #[test]
    fn the_score_is_where_the_line_is_at_no_luck() {
        let steam = [
            (35.3, 10.98),
            (29.7, 11.13),
            (30.8, 12.51),
            (58.8, 8.40),
            (61.4, 9.27),
            (71.3, 8.73),
            (74.4, 6.36),
            (76.7, 8.50),
            (70.7, 7.82),
            (57.5, 9.14),
            (46.4, 8.24),
            (28.9, 12.19),
            (28.1, 11.88),
            (39.1, 9.57),
            (46.8, 10.94),
            (48.5, 9.58),
            (59.3, 10.09),
            (70.0, 8.11),
            (70.0, 6.83),
            (74.5, 8.88),
            (72.1, 7.68),
            (58.1, 8.47),
            (44.6, 8.86),
            (33.4, 10.36),
            (28.6, 11.08),
        ];
        let score = without_luck(&steam.map(|(x, y)| [y / 100.0, x])).unwrap();
        assert!((score.value - 0.13623).abs() < 1e-5, "{score:?}");
        assert!(((score.high - score.low) / 2.0 - TWO_SIDED_95 * 0.005_815).abs() < 1e-5, "{score:?}");
        assert_eq!(without_luck(&steam[..9].iter().map(|(x, y)| [y / 100.0, *x]).collect::<Vec<_>>()), None);
        assert_eq!(without_luck(&[[0.5, 0.0]; 20]), None);
    }

    /// Intervals hold the true score as often as they say, and are narrower than those of plain scores where luck
    /// decides.
    #[test]
    fn luck_is_taken_out_without_a_bias() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
        let (mut held, mut widths) = (0, 0.0);
        for _ in 0..1000 {
            let pair = |_| {
                let [luck, rest] = [0, 0].map(|_| random.random_range(-0.5..0.5));
                [f64::from(u8::from(luck + 0.3 * rest > -0.1)), luck]
            };
            let pairs: Vec<[f64; 2]> = (0..100).map(pair).collect();
            let score = without_luck(&pairs).unwrap();
            held += u32::from(score.low < 0.6 && score.high > 0.6);
            widths += (score.high - score.low) / 1000.0;
        }
        // Three standard deviations.
        assert!((929..=971).contains(&held), "{held} of 1000");
        assert!(widths < 0.7 * 2.0 * TWO_SIDED_95 * (0.6 * 0.4 / 100.0_f64).sqrt(), "{widths}");
    }
}
