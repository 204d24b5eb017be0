//! Who is winning where a search stops.

use crate::battle::{Battle, SideId};
use crate::rules::Tactics;

/// Tells what a battle is worth to each side: what is seen of it, weighed.
pub(crate) struct Judge<R: Tactics> {
    /// What each of [`Tactics::OUTLOOK`] adds to the odds.
    weights: Vec<f32>,
    survey: R::Survey,
    features: Vec<f32>,
}

impl<R: Tactics> Judge<R> {
    /// A judge who gives everything its weight.
    pub(crate) fn new(weights: Vec<f32>) -> Self {
        Judge { weights, survey: R::Survey::default(), features: Vec::new() }
    }

    /// Writes what the battle is worth to each side, 0 to 1.
    pub(crate) fn evaluate(&mut self, battle: &Battle<R>, values: &mut [f32]) {
        R::survey(battle, &mut self.survey);
        match values {
            // What one of two has won, the other has lost.
            [one, other] => {
                *one = self.value(battle, SideId(0));
                *other = 1.0 - *one;
            }
            _ => (0..).zip(values).for_each(|(side, value)| *value = self.value(battle, SideId(side))),
        }
    }

    /// What a battle that was surveyed is worth to a side.
    fn value(&mut self, battle: &Battle<R>, side: SideId) -> f32 {
        self.features.clear();
        self.features.resize(R::OUTLOOK.len(), 0.0);
        R::outlook(battle, side, &mut self.survey, &mut self.features);
        likely(self.features.iter().zip(&self.weights).map(|(f, w)| f * w).sum())
    }
}

impl<R: Tactics> Clone for Judge<R> {
    /// The same judge; buffers are not worth copying.
    fn clone(&self) -> Self {
        Judge::new(self.weights.clone())
    }
}

/// From any number to a share of 1: even at 0. Nothing but sums and quotients, so that it is the same on all machines.
fn likely(odds: f32) -> f32 {
    0.5 + 0.5 * odds / (1.0 + odds.abs())
}
