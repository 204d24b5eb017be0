//! Logistic regression: what is seen, weighed and added up, is the logarithm of the odds of what came of it (Berkson,
//! "Application of the logistic function to bio-assay", 1944).

/// An observation and its outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The features: the same number of them in all cases.
    pub seen: Vec<f64>,
    /// An offset: added to the weighted features, in the logarithm of the odds.
    pub known: f64,
    /// The outcome: 1 for a win, 0 for a defeat, or between.
    pub won: f64,
    /// The weight of the case.
    pub share: f64,
}

impl Case {
    /// The logarithm of the odds by some weights.
    fn odds(&self, weights: &[f64]) -> f64 {
        self.known + self.seen.iter().zip(weights).map(|(seen, weight)| seen * weight).sum::<f64>()
    }
}

/// The prior of weights: a normal distribution about 0 with this standard deviation. It keeps weights small where the
/// cases tell little about them.
const SPREAD: f64 = 2.0;

/// How far weights may still be from their likeliest values.
const EXACT: f64 = 1e-6;

/// The likeliest weights.
#[must_use]
pub fn likeliest<'a>(cases: impl Iterator<Item = &'a Case>) -> Vec<f64> {
    let cases: Vec<&Case> = cases.collect();
    let mut weights = vec![0.0; cases.first().map_or(0, |case| case.seen.len())];
    let mut odds: Vec<f64> = cases.iter().map(|case| case.known).collect();
    // Newton's method, one weight after the other: each has one likeliest value, given the others.
    for _ in 0..10_000 {
        let mut moved: f64 = 0.0;
        for (i, weight) in weights.iter_mut().enumerate() {
            let prior = 1.0 / (SPREAD * SPREAD);
            let (mut uphill, mut bend) = (-prior * *weight, prior);
            for (case, odds) in cases.iter().zip(&odds).filter(|(case, _)| case.seen[i] != 0.0) {
                let p = chance(*odds);
                uphill += case.share * case.seen[i] * (case.won - p);
                bend += case.share * case.seen[i] * case.seen[i] * p * (1.0 - p);
            }
            let step = (uphill / bend).clamp(-1.0, 1.0);
            *weight += step;
            cases.iter().zip(&mut odds).for_each(|(case, odds)| *odds += step * case.seen[i]);
            moved = moved.max(step.abs());
        }
        if moved < EXACT {
            break;
        }
    }
    weights
}

/// How badly weights predict the outcomes on average: the cross-entropy, in nats. A prediction of 1/2 for every case
/// gives the logarithm of 2.
#[must_use]
pub fn surprise<'a>(cases: impl Iterator<Item = (&'a Case, &'a [f64])>) -> f64 {
    // The logarithm of `1 + exp(-x)`, without what would be infinite on the way.
    let missed = |x: f64| libm::log1p(libm::exp(-x.abs())) + (-x).max(0.0);
    let (mut sum, mut count) = (0.0, 0.0);
    for (case, weights) in cases {
        let odds = case.odds(weights);
        sum += case.share * (case.won * missed(odds) + (1.0 - case.won) * missed(-odds));
        count += case.share;
    }
    sum / count
}

fn chance(odds: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-odds))
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    /// 30 of 40 with one sign won, and 20 of 60 with the other: the odds are 3 and 1/2.
    #[test]
    fn odds_of_a_table_of_four() {
        let cases = [([1.0, 0.0], 30, 10), ([0.0, 1.0], 20, 40)];
        let of = |seen: [f64; 2], won, count| vec![Case { seen: seen.to_vec(), known: 0.0, won, share: 100.0 }; count];
        let cases: Vec<Case> =
            cases.into_iter().flat_map(|(s, w, l)| [of(s, 1.0, w), of(s, 0.0, l)].concat()).collect();
        let weights = likeliest(cases.iter());
        assert!((weights[0] - 3.0_f64.ln()).abs() < 0.01 && (weights[1] - 0.5_f64.ln()).abs() < 0.01, "{weights:?}");
        let expected =
            -(30.0 * 0.75_f64.ln() + 10.0 * 0.25_f64.ln() + 20.0 * (1.0 / 3.0_f64).ln() + 40.0 * (2.0 / 3.0_f64).ln())
                / 100.0;
        assert!((surprise(cases.iter().map(|case| (case, &weights[..]))) - expected).abs() < 1e-4);
        assert!((surprise(cases.iter().map(|case| (case, &[0.0; 2][..]))) - 2.0_f64.ln()).abs() < 1e-12);
    }

    /// Weights by which battles were won are found again, though what is seen hangs together.
    #[test]
    fn weights_are_found_again() {
        let truth = [2.0, -1.0, 0.5];
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut any = || random.random::<f64>() * 2.0 - 1.0;
        let cases: Vec<Case> = (0..20_000)
            .map(|_| {
                let shared = any();
                let seen = vec![any() + shared, any() + shared, any()];
                let odds: f64 = seen.iter().zip(truth).map(|(s, w)| s * w).sum();
                Case {
                    won: f64::from(u8::from((any() + 1.0) / 2.0 < chance(1.0 + odds))),
                    seen,
                    known: 1.0,
                    share: 0.5,
                }
            })
            .collect();
        let weights = likeliest(cases.iter());
        assert!(weights.iter().zip(truth).all(|(found, true_one)| (found - true_one).abs() < 0.1), "{weights:?}");
    }

    /// A sign that only winners had says much, and still a finite amount; one that nobody had says nothing.
    #[test]
    fn what_cannot_be_known_stays_finite() {
        let case = |seen: f64, won: f64| Case { seen: vec![seen, 0.0], known: 0.0, won, share: 1.0 };
        let weights = likeliest([case(1.0, 1.0), case(-1.0, 0.0), case(2.0, 1.0)].iter());
        assert!(weights[0] > 0.5 && weights[0] < 10.0 && weights[1] == 0.0, "{weights:?}");
        assert!(likeliest([].iter()).is_empty());
    }
}
