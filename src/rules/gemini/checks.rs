//! Tests of models (GEM-TEST).

use arrayvec::ArrayVec;

use crate::battle::{Action, Modifier, Roll, Rule, UnitId, UnitSet};
use crate::board::Facing;
use crate::kit::roll_off::every_face;

use super::Play;
use super::options::{D10Tests, SnakeEyes};

/// Cuts of a D6 of which every face matters.
pub(super) const EVERY_FACE: [u8; 5] = every_face();

/// For whom an answer speaks: one model, or all that were asked where the side answers as a whole.
pub(super) fn answering(play: &Play<'_>, action: Action) -> UnitSet {
    action.actor().map_or(play.asked(), |unit| [unit].into_iter().collect())
}

/// A D6 of which every face matters.
pub(super) fn d6(play: &mut Play<'_>, rule: Rule, by: UnitId) -> u8 {
    play.roll(Roll::new(rule, 6, by), &EVERY_FACE)
}

/// A direction that a D6 gives (MAP-16).
pub(super) fn any_way(play: &mut Play<'_>, rule: Rule, by: UnitId) -> Facing {
    Facing::from_index(usize::from(d6(play, rule, by)) - 1)
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

/// A D6 up to a number; a 6 fails (GEM-SKILL-01).
pub(super) fn at_most(play: &mut Play<'_>, rule: Rule, unit: UnitId, number: u8) -> bool {
    let most = number.min(5);
    play.roll(Roll::new(rule, 6, unit), &[most + 1, 7]) <= most
}

/// 3D6 up to a level: 3 passes, 18 fails (GEM-SKILL-03).
pub(super) fn skilled(play: &mut Play<'_>, rule: Rule, unit: UnitId, level: i16) -> bool {
    let total: i16 = (0..3).map(|_| i16::from(d6(play, rule, unit))).sum();
    let passed = total == 3 || total != 18 && total <= level;
    play.note(rule, if passed { "passes the test" } else { "fails the test" }, unit, level);
    passed
}

/// A die up to Initiative of a model that looks about: a D10, or a D6 where those are not used; the highest face fails. How
/// far below it was, where it was (GEM-TEST-05, GEM-OBS-04). `seen`: whether everybody sees the die.
pub(super) fn notices(play: &mut Play<'_>, rule: Rule, unit: UnitId, seen: bool) -> Option<u8> {
    let faces = if play.options().d10_tests == D10Tests::On { 10 } else { 6 };
    let initiative = play.sheet(unit).i;
    let cuts: ArrayVec<u8, 9> = (2..=faces).collect();
    let roll = Roll::new(rule, faces, unit);
    let face = if seen { play.roll(roll, &cuts) } else { play.draw(roll, &cuts) };
    (face < faces && face <= initiative).then(|| initiative - face)
}

/// The roll of the movement save: a D6 up to Initiative, the better the farther a model can go now where it is: half its move
/// in difficult ground, a quarter in very difficult. A 1 passes, a 6 fails (GEM-AGI-01, GEM-AGI-02).
pub(super) fn agile(play: &mut Play<'_>, rule: Rule, unit: UnitId) -> bool {
    let inches = play.row(play.piece(unit).at).cost.unwrap_or(1);
    let modifier: i8 = match play.allowance(unit).div_ceil(inches) {
        0..=2 => -2,
        3 => -1,
        4 | 5 => 0,
        6 | 7 => 1,
        8..=11 => 2,
        12.. => 3,
    };
    let most = play.sheet(unit).i.saturating_add_signed(modifier).clamp(1, 5);
    play.roll(Roll::new(rule, 6, unit), &[most + 1, 7]) <= most
}

/// A D6 of at least `need`; yes.
pub(super) fn at_least(play: &mut Play<'_>, rule: Rule, unit: UnitId, need: u8) -> bool {
    play.test(Roll::new(rule, 6, unit), need)
}
