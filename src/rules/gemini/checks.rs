//! Tests of models (GEM-TEST).

use crate::battle::{Modifier, Roll, Rule, UnitId};
use crate::kit::roll_off::every_face;

use super::Play;
use super::options::SnakeEyes;

/// Cuts of a D6 of which every face matters.
pub(super) const EVERY_FACE: [u8; 5] = every_face();

/// A D6 of which every face matters.
pub(super) fn d6(play: &mut Play<'_>, rule: Rule, by: UnitId) -> u8 {
    play.roll(Roll::new(rule, 6, by), &EVERY_FACE)
}

/// 2D6 against a number, or less, with modifiers to it: whether the model passes (GEM-TEST-01, GEM-TEST-02, GEM-TEST-04).
pub(super) fn passes(play: &mut Play<'_>, rule: Rule, unit: UnitId, number: u8, modifiers: &[Modifier]) -> bool {
    play.modified(modifiers);
    let sum: i16 = modifiers.iter().map(|m| i16::from(m.value)).sum();
    let need = i16::from(number) + sum;
    let first = d6(play, rule, unit);
    let most = (need - i16::from(first)).clamp(0, 6) as u8;
    let snake = play.options().snake_eyes == SnakeEyes::On && first == 1;
    // The second die passes up to `most`, and on a 1 behind a 1.
    let cuts = [2.min(most + 1), 2.max(most + 1), 7];
    let second = play.roll(Roll::new(rule, 6, unit), if snake { &cuts } else { &cuts[1..] });
    let passed = second <= most || snake && second == 1;
    play.note(rule, if passed { "passes the test" } else { "fails the test" }, unit, need);
    passed
}

/// A D6 up to Initiative, `worse` points lower; a 6 fails (GEM-TEST-03).
pub(super) fn quick(play: &mut Play<'_>, rule: Rule, unit: UnitId, worse: u8) -> bool {
    let most = play.sheet(unit).i.saturating_sub(worse).min(5);
    play.roll(Roll::new(rule, 6, unit), &[most + 1, 7]) <= most
}

/// A D6 of at least `need`; yes.
pub(super) fn at_least(play: &mut Play<'_>, rule: Rule, unit: UnitId, need: u8) -> bool {
    play.test(Roll::new(rule, 6, unit), need)
}
