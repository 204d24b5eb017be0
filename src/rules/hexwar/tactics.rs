//! What the ruleset tells an opponent about its choices.

use crate::battle::Action;
use crate::rules::Tactics;

use super::{Battle, Hexwar};

/// What all candidates of a decision have in common.
#[derive(Debug, Default)]
pub struct Survey {}

impl Tactics for Hexwar {
    const INPUTS: &'static [&'static str] = &["damage"];
    const TOPICS: &'static [&'static str] = &["other"];
    type Survey = Survey;

    fn topic(_battle: &Battle, _action: Action) -> usize {
        0
    }

    fn survey(_battle: &Battle, _survey: &mut Survey) {}

    fn appraise(_battle: &Battle, _action: Action, _survey: &mut Survey, _inputs: &mut [f32]) {}
}
