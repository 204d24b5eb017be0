//! Who is winning where a search stops.

use crate::battle::{Battle, SideId};
use crate::rules::Tactics;

/// The chance to win for the logarithm of its odds (the logistic function); the same on all machines.
fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-odds))
}

/// Estimates what a battle is worth to each side: a weighted sum of its features.
pub(crate) struct Evaluator<R: Tactics> {
    /// The weight of each of [`Tactics::FEATURES`]: at the beginning of a battle, and at its end.
    weights: Vec<[f32; 2]>,
    survey: R::Survey,
    features: Vec<f32>,
}

impl<R: Tactics> Evaluator<R> {
    /// An evaluator with these weights: the first applies at the beginning of a battle, the second at its end, and in
    /// between they are interpolated by the share of turns that are over.
    pub(crate) fn new(weights: Vec<[f32; 2]>) -> Self {
        Evaluator { weights, survey: R::Survey::default(), features: Vec::new() }
    }

    /// Writes what the battle is worth to each side, 0 to 1.
    pub(crate) fn evaluate(&mut self, battle: &Battle<R>, values: &mut [f32]) {
        R::survey(battle, &mut self.survey);
        match values {
            // With two sides the values add up to 1.
            [one, other] => {
                *one = self.value(battle, SideId(0));
                *other = 1.0 - *one;
            }
            _ => (0..).zip(values).for_each(|(side, value)| *value = self.value(battle, SideId(side))),
        }
    }

    /// The value of a surveyed battle to a side.
    fn value(&mut self, battle: &Battle<R>, side: SideId) -> f32 {
        self.features.clear();
        self.features.resize(R::FEATURES.len(), 0.0);
        R::features(battle, side, &mut self.survey, &mut self.features);
        let late = R::clock(battle).late();
        let weights = self.weights.iter().map(|[first, last]| first + (last - first) * late);
        chance(self.features.iter().zip(weights).map(|(feature, weight)| feature * weight).sum())
    }
}

impl<R: Tactics> Clone for Evaluator<R> {
    /// Copies the weights; buffers are not worth copying.
    fn clone(&self) -> Self {
        Evaluator::new(self.weights.clone())
    }
}

/// The features of a battle by which a ruleset tells who is winning.
#[derive(Clone, Debug, PartialEq)]
pub struct Features {
    /// How much of the battle is over, 0 to 1.
    pub late: f32,
    /// How the first side stands against the strongest of its enemies, by each of [`Tactics::FEATURES`].
    pub signs: Vec<f32>,
}

impl Features {
    /// The features of a battle.
    pub(super) fn of<R: Tactics>(battle: &Battle<R>) -> Features {
        let (mut survey, mut signs) = (R::Survey::default(), vec![0.0; R::FEATURES.len()]);
        R::survey(battle, &mut survey);
        R::features(battle, SideId(0), &mut survey, &mut signs);
        Features { late: R::clock(battle).late(), signs }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_and_chances() {
        assert_eq!(chance(0.0), 0.5);
        assert!((chance(3.0_f32.ln()) - 0.75).abs() < 1e-6 && (chance(-3.0_f32.ln()) - 0.25).abs() < 1e-6);
        assert!([-1e30, 1e30].iter().all(|&odds| (0.0..=1.0).contains(&chance(odds))));
    }
}
