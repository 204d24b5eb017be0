//! What forces are worth in points: from matches against one of them, the base, and what each costs.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::ratings::resampled;
use super::{Estimate, Pairs, elo_of_score};

/// A force against the base.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rival {
    /// By how many points it is dearer.
    pub dearer: f64,
    /// Its score, from its point of view.
    pub pairs: Pairs,
}

/// Bootstrap samples.
const RESAMPLES: usize = 1000;

/// By how many points each rival's cost would have to change for an even match: its worth above the base, at the rate of
/// strength per point in all of these matches together, minus its extra cost. None where costs do not differ, or where
/// points bought nothing.
#[must_use]
pub fn corrections(rivals: &[Rival], seed: u64) -> Vec<Option<Estimate>> {
    let best = corrected(rivals);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut samples: Vec<Vec<f64>> = vec![Vec::new(); rivals.len()];
    for _ in 0..RESAMPLES {
        let again: Vec<Rival> = rivals.iter().map(|r| Rival { pairs: resampled(r.pairs, &mut random), ..*r }).collect();
        for (sample, drawn) in samples.iter_mut().zip(corrected(&again).into_iter().flatten()) {
            sample.push(drawn);
        }
    }
    let Some(best) = best else { return vec![None; rivals.len()] };
    let estimate = |(value, mut all): (f64, Vec<f64>)| {
        all.sort_by(f64::total_cmp);
        let last = all.len().checked_sub(1)? as f64;
        let at = |share: f64| all[(share * last).round() as usize];
        Some(Estimate { value, low: at(0.025).min(value), high: at(0.975).max(value) })
    };
    best.into_iter().zip(samples).map(estimate).collect()
}

fn corrected(rivals: &[Rival]) -> Option<Vec<f64>> {
    // Half a battle won and half lost on top keep a clean sweep finite.
    let strength = |pairs: Pairs| {
        let battles = 2.0 * f64::from(pairs.len());
        elo_of_score((pairs.points() + 0.5) / (battles + 1.0))
    };
    // The line through the even match of equals that fits the matches best, each as heavy as it is long.
    let sum = |of: &dyn Fn(&Rival) -> f64| rivals.iter().map(|r| f64::from(r.pairs.len()) * of(r)).sum::<f64>();
    let rate = sum(&|r| r.dearer * strength(r.pairs)) / sum(&|r| r.dearer * r.dearer);
    (rate.is_finite() && rate > 0.0).then(|| rivals.iter().map(|r| strength(r.pairs) / rate - r.dearer).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three rivals whose strength is as their cost, 4 Elo a point, and one that costs 10 points too little.
    #[test]
    fn what_costs_too_little_is_found() {
        let rival = |dearer: f64, elo: f64| {
            let won = 4000.0 * crate::league::statistics::score_of_elo(elo);
            Rival { dearer, pairs: Pairs([4000 - won as u32, 0, 0, 0, won as u32]) }
        };
        let rivals = [rival(-30.0, -120.0), rival(30.0, 120.0), rival(20.0, 80.0), rival(0.0, 40.0)];
        let found = corrections(&rivals, 1);
        for (correction, wanted) in found.iter().zip([0.0, 0.0, 0.0, 10.0]) {
            let correction = correction.unwrap();
            assert!((correction.value - wanted).abs() < 0.5, "{found:?}");
            assert!(correction.low <= wanted && wanted <= correction.high, "{found:?}");
        }
        assert_eq!(corrections(&[rival(0.0, 40.0)], 1), [None], "without a difference of cost nothing is known");
    }
}
