//! Rolling off: whoever wants the same place rolls, and those that tie roll again. One die a run, so that even endless
//! ties can be enumerated.

use crate::battle::MAX_SIDES;

/// The bands of a die of which every face matters: a die of `CUTS` + 1 faces.
#[must_use]
pub const fn every_face<const CUTS: usize>() -> [u8; CUTS] {
    let mut cuts = [0; CUTS];
    let mut at = 0;
    while at < CUTS {
        cuts[at] = at as u8 + 2;
        at += 1;
    }
    cuts
}

/// A die of the next roll after ties is added to the rank so far in steps of this, more than a die has faces.
const STEP: u8 = 16;

/// How a roll-off stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollOff {
    /// This one rolls next; its die is added to what it has.
    Rolls(usize),
    /// Some have tied, and roll again among themselves: the dice become these.
    Ties([u8; MAX_SIDES]),
    /// Nobody has tied.
    Settled,
}

impl RollOff {
    /// How it stands with these dice, 0 for none, in the order of which whoever has rolled stands. `among`: who is there,
    /// as bits; `contest`: whether two want the same place.
    pub fn with(dice: &[u8; MAX_SIDES], among: u8, contest: impl Fn(usize, usize) -> bool) -> RollOff {
        let there = || (0..MAX_SIDES).filter(|who| among >> who & 1 == 1);
        let rivals = |who: usize, other: usize| who != other && contest(who, other);
        let others = |who: usize| {
            let rivals = &rivals;
            there().filter(move |&other| rivals(who, other))
        };
        // Whoever had another rank before has nothing to roll for.
        let alike = |who: usize, other: usize| dice[who] / STEP == dice[other] / STEP;
        let rolls = |&who: &usize| dice[who].is_multiple_of(STEP) && others(who).any(|other| alike(who, other));
        if let Some(next) = there().find(rolls) {
            return RollOff::Rolls(next);
        }
        if !there().any(|who| others(who).any(|other| dice[who] == dice[other])) {
            return RollOff::Settled;
        }
        let mut ranks = *dice;
        for who in there() {
            // Rivals of rivals count too: allies stand in one order with those whom both face.
            let (mut all, mut grown) = (0u8, 1 << who);
            while all != grown {
                all = grown;
                grown =
                    there().filter(|&one| all >> one & 1 == 1).flat_map(others).fold(all, |all, one| all | 1 << one);
            }
            let less = there().filter(|&one| all >> one & 1 == 1 && dice[one] < dice[who]);
            ranks[who] = less.fold(0u128, |less, one| less | 1 << dice[one]).count_ones() as u8 * STEP;
        }
        RollOff::Ties(ranks)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_alike(dice: [u8; MAX_SIDES], among: u8) -> RollOff {
        RollOff::with(&dice, among, |_, _| true)
    }

    #[test]
    fn those_who_tie_roll_again_among_themselves() {
        assert_eq!(every_face::<5>(), [2, 3, 4, 5, 6]);
        assert_eq!(all_alike([0; 8], 0b111), RollOff::Rolls(0));
        assert_eq!(all_alike([3, 0, 5, 0, 0, 0, 0, 0], 0b101), RollOff::Settled, "the second is not there");
        assert_eq!(all_alike([4, 4, 0, 0, 0, 0, 0, 0], 0b11), RollOff::Ties([0; 8]));
        let tied = [0, STEP, 0, 0, 0, 0, 0, 0];
        assert_eq!(all_alike([3, 5, 3, 0, 0, 0, 0, 0], 0b111), RollOff::Ties(tied));
        assert_eq!(all_alike(tied, 0b111), RollOff::Rolls(0));
        assert_eq!(all_alike([6, STEP, 0, 0, 0, 0, 0, 0], 0b111), RollOff::Rolls(2), "the second stands");
        assert_eq!(all_alike([6, STEP, 1, 0, 0, 0, 0, 0], 0b111), RollOff::Settled);
        assert_eq!(all_alike([4, 0, 0, 0, 0, 0, 0, 0], 0b1), RollOff::Settled, "alone nobody rolls");
    }

    #[test]
    fn only_rivals_roll() {
        let pairs = |a: usize, b: usize| a / 2 == b / 2;
        let stands = |dice: [u8; MAX_SIDES]| RollOff::with(&dice, 0b111, pairs);
        assert_eq!(stands([2, 0, 0, 0, 0, 0, 0, 0]), RollOff::Rolls(1));
        assert_eq!(stands([2, 6, 0, 0, 0, 0, 0, 0]), RollOff::Settled, "the third has no rival");
        assert_eq!(stands([2, 2, 0, 0, 0, 0, 0, 0]), RollOff::Ties([0; 8]));
        // Four allies against one and one: the fifth, who has less than an ally, stays behind him.
        let teams = |a: usize, b: usize| a.min(4) != b.min(4) && (a.max(b) > 3);
        let tied = RollOff::with(&[1, 2, 3, 5, 4, 1, 0, 0], 0b11_1111, teams);
        assert_eq!(tied, RollOff::Ties([0, STEP, 2 * STEP, 4 * STEP, 3 * STEP, 0, 0, 0]));
    }

    /// Eight with dice of six faces: some tie whatever is rolled, and yet all places are settled in the end.
    #[test]
    fn more_may_roll_than_a_die_has_faces() {
        let (mut dice, mut rolled) = ([0; MAX_SIDES], 0);
        let faces = [6, 6, 6, 6, 1, 1, 2, 2, 5, 5, 3, 4, 1, 1, 6, 5, 2, 1, 4, 3];
        loop {
            match all_alike(dice, 0xff) {
                RollOff::Rolls(who) => {
                    dice[who] += faces[rolled];
                    rolled += 1;
                }
                RollOff::Ties(ranks) => dice = ranks,
                RollOff::Settled => break,
            }
        }
        let mut order = [0, 1, 2, 3, 4, 5, 6, 7];
        order.sort_by_key(|&who| dice[who]);
        assert_eq!((order, rolled), ([5, 4, 7, 6, 2, 3, 1, 0], 20));
    }
}
