//! How sure the counts of a league are.
//!
//! Everything rests on pairs of battles: their scores are independent of each other, while the two battles of a pair
//! share dice and setting. Elementary functions come from `libm`, so that the figures are the same on every machine.

pub mod logistic;
pub mod luck;
pub mod ratings;
pub mod sprt;
pub mod worth;

use std::ops::{Add, AddAssign};

/// The scale of Elo: 400 points are odds of ten to one.
const SCALE: f64 = 400.0 / std::f64::consts::LN_10;
/// Standard deviations to either side that hold 95 % of a normal distribution.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// The expected score of an entrant that is better by this much Elo.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo / SCALE))
}

/// The difference in Elo that a score stands for; infinite at 0 and 1.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    SCALE * libm::log(score / (1.0 - score))
}

/// A number with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Applies an increasing function to the value and both ends.
    #[must_use]
    pub fn map(self, turn: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: turn(self.value), low: turn(self.low), high: turn(self.high) }
    }
}

/// A share of points out of a number of battles, by the score interval of Wilson (1927). Draws, which count half, make it
/// a little wider than it need be.
#[must_use]
pub fn share(points: f64, battles: f64) -> Estimate {
    if battles <= 0.0 {
        return Estimate { value: 0.5, low: 0.0, high: 1.0 };
    }
    let (z2, p) = (TWO_SIDED_95 * TWO_SIDED_95, points / battles);
    let middle = (p + z2 / (2.0 * battles)) / (1.0 + z2 / battles);
    let spread = p * (1.0 - p) / battles + z2 / (4.0 * battles * battles);
    let half = TWO_SIDED_95 / (1.0 + z2 / battles) * spread.sqrt();
    Estimate { value: p, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// By how much the first numbers of each two samples are larger than the second: the mean difference of their means, each
/// as heavy as it is sure where all numbers scatter alike, with its interval by the samples' own scatter. Samples have two
/// numbers or more.
#[must_use]
pub fn difference(samples: &[(Vec<f64>, Vec<f64>)]) -> Estimate {
    let count = |sample: &[f64]| sample.len() as f64;
    let mean = |sample: &[f64]| sample.iter().sum::<f64>() / count(sample);
    let doubt = |sample: &[f64]| {
        let middle = mean(sample);
        let squares: f64 = sample.iter().map(|x| (x - middle).powi(2)).sum();
        squares / (count(sample) - 1.0) / count(sample)
    };
    let weight = |(a, b): &(Vec<f64>, Vec<f64>)| count(a) * count(b) / (count(a) + count(b));
    let all: f64 = samples.iter().map(weight).sum();
    let value = samples.iter().map(|s| weight(s) * (mean(&s.0) - mean(&s.1))).sum::<f64>() / all;
    let doubts = samples.iter().map(|s| (weight(s) / all).powi(2) * (doubt(&s.0) + doubt(&s.1)));
    let half = TWO_SIDED_95 * doubts.sum::<f64>().sqrt();
    Estimate { value, low: value - half, high: value + half }
}

/// How many pairs of battles one entrant ended with 0, 1/2, 1, 3/2 and 2 points against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u32; 5]);

impl Pairs {
    /// The scores of a battle that the five stand for.
    const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Adds a pair with this many points, 0 to 2.
    pub fn count(&mut self, points: f64) {
        self.0[(points * 2.0).round().clamp(0.0, 4.0) as usize] += 1;
    }

    /// The same from the other one's point of view.
    #[must_use]
    pub fn mirrored(self) -> Pairs {
        let [a, b, c, d, e] = self.0;
        Pairs([e, d, c, b, a])
    }

    /// How many there are.
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.iter().sum()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The mean score of a battle; half without any.
    #[must_use]
    pub fn score(self) -> f64 {
        if self.is_empty() { 0.5 } else { self.points() / (2.0 * f64::from(self.len())) }
    }

    /// Points in all.
    #[must_use]
    pub fn points(self) -> f64 {
        (0..5).map(|i| f64::from(self.0[i]) * i as f64 / 2.0).sum()
    }

    /// The variance of a pair's score around the mean.
    fn variance(self) -> f64 {
        let (mean, count) = (self.score(), f64::from(self.len().max(1)));
        (0..5).map(|i| f64::from(self.0[i]) * (Self::SCORES[i] - mean).powi(2)).sum::<f64>() / count
    }

    /// The score with its interval, by the spread of the pairs; anything is possible where there is no spread yet.
    #[must_use]
    pub fn estimate(self) -> Estimate {
        let (score, count) = (self.score(), f64::from(self.len()));
        let half = TWO_SIDED_95 * (self.variance() / count.max(1.0)).sqrt();
        match self.variance() > 0.0 {
            true => Estimate { value: score, low: (score - half).max(0.0), high: (score + half).min(1.0) },
            // All pairs are alike: the interval excludes only what this many pairs would very likely have shown.
            false => share(score * count, count),
        }
    }

    /// The likelihood of superiority: the chance that it is the better one, given these pairs.
    #[must_use]
    pub fn superiority(self) -> f64 {
        let lead = self.score() - 0.5;
        let spread = (self.variance() / f64::from(self.len().max(1))).sqrt();
        match spread > 0.0 {
            true => 0.5 * (1.0 + libm::erf(lead / spread / std::f64::consts::SQRT_2)),
            false => 0.5 + 0.5 * f64::from(i8::from(lead > 0.0) - i8::from(lead < 0.0)),
        }
    }
}

impl AddAssign for Pairs {
    fn add_assign(&mut self, other: Pairs) {
        (0..5).for_each(|i| self.0[i] += other.0[i]);
    }
}

impl Add for Pairs {
    type Output = Pairs;
    fn add(mut self, other: Pairs) -> Pairs {
        self += other;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Worked numbers of fastchess's own tests (app/tests/elo_test.cpp), which tell Elo, half its interval and the
    /// likelihood of superiority of pairs.
    #[test]
    fn elo_and_superiority_are_those_of_fastchess() {
        let worked = [([34, 54, 63, 64, 75], 55.58, 27.65, 100.00), ([332, 433, 498, 333, 334], -8.64, 10.33, 5.05)];
        for (pairs, elo, half, superior) in worked {
            let pairs = Pairs(pairs);
            assert!((elo_of_score(pairs.score()) - elo).abs() < 0.01, "{}", elo_of_score(pairs.score()));
            let interval = pairs.estimate().map(elo_of_score);
            assert!(((interval.high - interval.low) / 2.0 - half).abs() < 0.05, "{interval:?}");
            assert!((100.0 * pairs.superiority() - superior).abs() < 0.01, "{}", pairs.superiority());
        }
    }

    #[test]
    fn elo_and_score_are_each_others_inverse() {
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
        for elo in [-900.0, -3.0, 0.0, 55.5, 700.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
    }

    /// The worked example of Newcombe (1998), table I: 81 of 263.
    #[test]
    fn shares_have_wilsons_interval() {
        let share = share(81.0, 263.0);
        assert!((share.low - 0.2553).abs() < 5e-5 && (share.high - 0.3662).abs() < 5e-5, "{share:?}");
    }

    /// Two samples each: means 3 and 1 with variances 1 and 1, and means 5 and 5; the first counts three halves of the
    /// second's weight.
    #[test]
    fn samples_differ_by_their_means() {
        let samples = [(vec![2.0, 3.0, 4.0], vec![0.0, 1.0, 2.0]), (vec![5.0, 5.0], vec![5.0, 5.0])];
        let found = difference(&samples);
        assert!((found.value - 0.6 * 2.0).abs() < 1e-12, "{found:?}");
        let half = TWO_SIDED_95 * 0.6 * (2.0_f64 / 3.0).sqrt();
        assert!((found.high - found.value - half).abs() < 1e-12 && (found.value - found.low - half).abs() < 1e-12);
    }

    #[test]
    fn an_even_match_is_even() {
        let even = Pairs([0, 0, 40, 0, 0]);
        assert_eq!((even.score(), even.superiority()), (0.5, 0.5));
        assert!(even.estimate().low < 0.5 && even.estimate().high > 0.5);
        let ahead = Pairs([1, 2, 3, 4, 5]);
        assert!((ahead.mirrored().score() + ahead.score() - 1.0).abs() < 1e-12);
    }
}
