//! What a search is told of a battle: playouts by a profile, priors from its scores, and who is winning where it stops.

use hexfray_ai::guide::{Guide, Plain};
use hexfray_ai::policy::Policy;
use hexfray_ai::seed::{mix, share};
use hexfray_ai::utility::Utility;

use crate::battle::{Action, Battle, SideId};
use crate::rules::Tactics;

/// How a battle is played out and judged.
pub(super) struct Counsel<R: Tactics> {
    utility: Utility<Battle<R>>,
    plain: Plain<Battle<R>>,
    manner: Manner,
    survey: R::Survey,
    features: Vec<f32>,
    scores: Vec<f32>,
}

/// What may be tuned of it.
#[derive(Clone, Debug)]
pub(super) struct Manner {
    /// The share of a playout's decisions that are left to chance, 0 to 1.
    pub rashness: f32,
    /// A score that is higher by this makes an action about twice as likely.
    pub temperature: f32,
    /// What each of [`Tactics::OUTLOOK`] adds to the odds.
    pub outlook: Vec<f32>,
}

impl<R: Tactics> Counsel<R> {
    /// Counsel by a profile.
    pub(super) fn new(utility: Utility<Battle<R>>, manner: Manner) -> Self {
        let (plain, survey) = (Plain::default(), R::Survey::default());
        Counsel { utility, plain, manner, survey, features: Vec::new(), scores: Vec::new() }
    }
}

impl<R: Tactics> Clone for Counsel<R> {
    /// The same counsel; buffers are not worth copying.
    fn clone(&self) -> Self {
        Counsel::new(self.utility.clone(), self.manner.clone())
    }
}

/// From any number to a share of 1: even at 0. Nothing but sums and quotients, so that it is the same on all machines.
fn likely(odds: f32) -> f32 {
    0.5 + 0.5 * odds / (1.0 + odds.abs())
}

impl<R: Tactics> Guide<Battle<R>> for Counsel<R> {
    fn playout(&mut self, battle: &Battle<R>, chance: u64) -> Action {
        match share(mix(chance, 1)) < self.manner.rashness {
            true => self.plain.playout(battle, chance),
            false => self.utility.choose(battle, chance),
        }
    }

    fn evaluate(&mut self, battle: &Battle<R>, values: &mut [f32]) {
        R::survey(battle, &mut self.survey);
        for (side, value) in values.iter_mut().enumerate() {
            self.features.clear();
            self.features.resize(R::OUTLOOK.len(), 0.0);
            R::outlook(battle, SideId(side as u8), &mut self.survey, &mut self.features);
            *value = likely(self.features.iter().zip(&self.manner.outlook).map(|(f, w)| f * w).sum());
        }
    }

    fn weigh(&mut self, battle: &Battle<R>, actions: &[Action], weights: &mut Vec<f32>) {
        self.scores.clear();
        self.utility.score(battle, actions, &mut self.scores);
        let best = self.scores.iter().copied().fold(f32::MIN, f32::max);
        // A bell without exponentials: the best has 1, and what is worse by the temperature half of that.
        weights.extend(self.scores.iter().map(|score| {
            let worse = (best - score) / self.manner.temperature;
            1.0 / (1.0 + worse * worse)
        }));
    }
}
