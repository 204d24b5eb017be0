//! The sequential probability ratio test of pairs: a match goes on only until it is clear who is better.
//!
//! The generalised likelihood ratio of a pair's five scores, as chess engines are tested by it: Van den Bergh, "Comments
//! on normalized Elo", proposition 1.1, here for the usual Elo. Each hypothesis is granted the distribution that
//! explains the pairs best among those with its mean.

use serde::Serialize;

use super::{Pairs, score_of_elo};

/// A test: whether the first is better than the second by `elo1`, or only by `elo0`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// By how much it is better if it is no better, in Elo.
    pub elo0: f64,
    /// By how much it is better if it is, in Elo.
    pub elo1: f64,
    /// The chance to accept `elo1` where `elo0` is true.
    pub alpha: f64,
    /// The chance to accept `elo0` where `elo1` is true.
    pub beta: f64,
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// It is better.
    Better,
    /// It is no better.
    NoBetter,
}

impl Sprt {
    /// The log likelihood ratios at which it is decided: at or below the first it is no better, at or above the second
    /// it is.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        (libm::log(self.beta / (1.0 - self.alpha)), libm::log((1.0 - self.beta) / self.alpha))
    }

    /// The log of how much more likely the pairs are if it is better than if it is not.
    #[must_use]
    pub fn ratio(&self, pairs: Pairs) -> f64 {
        // A score that never occurred gets a tiny share rather than none, so that both means are possible.
        let counts = pairs.0.map(|n| if n == 0 { 1e-3 } else { f64::from(n) });
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|n| n / total);
        let [worse, better] = [self.elo0, self.elo1].map(|elo| likeliest(shares, score_of_elo(elo)));
        (0..5).map(|i| counts[i] * libm::log(better[i] / worse[i])).sum()
    }

    /// The verdict, if the pairs suffice for one.
    #[must_use]
    pub fn verdict(&self, pairs: Pairs) -> Option<Verdict> {
        let (low, high) = self.bounds();
        match self.ratio(pairs) {
            ratio if ratio >= high => Some(Verdict::Better),
            ratio if ratio <= low => Some(Verdict::NoBetter),
            _ => None,
        }
    }
}

/// The distribution with that mean under which these shares are likeliest.
fn likeliest(shares: [f64; 5], mean: f64) -> [f64; 5] {
    let off = Pairs::SCORES.map(|score| score - mean);
    // It is share / (1 + t * off), for the one t at which what is over and under the mean balance; falling in t.
    let balance = |t: f64| (0..5).map(|i| shares[i] * off[i] / (1.0 + t * off[i])).sum::<f64>();
    let (mut low, mut high) = (-1.0 / off[4], -1.0 / off[0]);
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        if balance(middle) > 0.0 { low = middle } else { high = middle }
    }
    let t = 0.5 * (low + high);
    std::array::from_fn(|i| shares[i] / (1.0 + t * off[i]))
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;

    fn test(elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// Worked numbers of fastchess's own tests (app/tests/sprt_test.cpp, logistic pentanomial).
    #[test]
    fn ratios_are_those_of_fastchess() {
        let ratio = test(0.5, 2.5).ratio(Pairs([223, 9863, 21279, 10037, 246]));
        assert!((ratio + 3.07).abs() < 0.02, "{ratio}");
        let ratio = test(0.0, 2.0).ratio(Pairs([871, 26175, 55983, 26678, 821]));
        assert!((ratio + 4.98).abs() < 0.02, "{ratio}");
    }

    #[test]
    fn bounds_are_walds() {
        let (low, high) = test(0.0, 5.0).bounds();
        assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3);
    }

    /// Pairs that are all drawn say that nobody is better; pairs that are all won, that somebody is.
    #[test]
    fn matches_without_spread_are_decided_too() {
        assert_eq!(test(0.0, 50.0).verdict(Pairs([0, 0, 200, 0, 0])), Some(Verdict::NoBetter));
        assert_eq!(test(0.0, 50.0).verdict(Pairs([0, 0, 0, 0, 60])), Some(Verdict::Better));
        assert_eq!(test(0.0, 50.0).verdict(Pairs::default()), None);
    }

    /// Wrong verdicts are as rare as was asked for: alpha and beta are kept over a thousand matches each. Battles are
    /// drawn so that the two of a pair hang together, as those with the same dice do.
    #[test]
    fn errors_stay_within_alpha_and_beta() {
        let test = test(0.0, 40.0);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(11);
        let mut wrong = [0, 0];
        for (which, elo) in [(0, 0.0), (1, 40.0)] {
            for _ in 0..1000 {
                let mut pairs = Pairs::default();
                let verdict = loop {
                    // Some settings favour one side, which then wins more often.
                    let favour = if random.random_bool(0.5) { 120.0 } else { 0.0 };
                    // What the favour costs of the mean, the strength makes up for: the mean stays that of the Elo.
                    let (a, b) = (score_of_elo(elo + favour), score_of_elo(elo - favour));
                    let lift = (2.0 * score_of_elo(elo) - a - b) / 2.0;
                    let mut battle = |p: f64| f64::from(u8::from(random.random_bool((p + lift).clamp(0.0, 1.0))));
                    pairs.count(battle(a) + battle(b));
                    if let Some(verdict) = test.verdict(pairs) {
                        break verdict;
                    }
                };
                wrong[which] += u32::from(verdict == [Verdict::Better, Verdict::NoBetter][which]);
            }
        }
        // 50 are expected at most; 70 is three standard deviations more.
        assert!(wrong.iter().all(|&n| n <= 70), "{wrong:?} of 1000 each");
        assert!(wrong.iter().all(|&n| n >= 15), "{wrong:?} of 1000 each: it goes on for longer than it should");
    }
}
