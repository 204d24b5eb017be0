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

/// How a roll-off stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RollOff {
    /// This one rolls next.
    Rolls(usize),
    /// These, as bits, have tied: their dice are taken up, and they roll again.
    Ties(u8),
    /// Nobody has tied.
    Settled,
}

impl RollOff {
    /// How it stands with these dice, 0 for none. `among`: who is there, as bits; `contest`: whether two want the same
    /// place; `tie`: whether two who do and have rolled are equal.
    pub fn with(
        dice: &[u8; MAX_SIDES],
        among: u8,
        contest: impl Fn(usize, usize) -> bool,
        tie: impl Fn(usize, usize) -> bool,
    ) -> RollOff {
        let there = || (0..MAX_SIDES).filter(|who| among >> who & 1 == 1);
        let rivals = |who: usize, other: usize| who != other && contest(who, other);
        if let Some(next) = there().find(|&who| dice[who] == 0 && there().any(|other| rivals(who, other))) {
            return RollOff::Rolls(next);
        }
        let ties = there().filter(|&who| there().any(|other| rivals(who, other) && tie(who, other)));
        match ties.fold(0, |ties, who| ties | 1 << who) {
            0 => RollOff::Settled,
            ties => RollOff::Ties(ties),
        }
    }
}

/// Takes up the dice of those who have tied.
pub fn take_up(dice: &mut [u8; MAX_SIDES], ties: u8) {
    let tied = (0..).zip(dice).filter(|(who, _)| ties >> who & 1 == 1);
    tied.for_each(|(_, die)| *die = 0);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_alike(dice: [u8; MAX_SIDES], among: u8) -> RollOff {
        RollOff::with(&dice, among, |_, _| true, |a, b| dice[a] == dice[b])
    }

    #[test]
    fn those_who_tie_roll_again() {
        assert_eq!(every_face::<5>(), [2, 3, 4, 5, 6]);
        assert_eq!(all_alike([0; 8], 0b111), RollOff::Rolls(0));
        assert_eq!(all_alike([3, 0, 5, 0, 0, 0, 0, 0], 0b101), RollOff::Settled, "the second is not there");
        assert_eq!(all_alike([3, 5, 3, 0, 0, 0, 0, 0], 0b111), RollOff::Ties(0b101));
        let mut dice = [3, 5, 3, 0, 0, 0, 0, 0];
        take_up(&mut dice, 0b101);
        assert_eq!(dice, [0, 5, 0, 0, 0, 0, 0, 0]);
        assert_eq!(all_alike([4, 0, 0, 0, 0, 0, 0, 0], 0b1), RollOff::Settled, "alone nobody rolls");
    }

    #[test]
    fn only_rivals_roll() {
        let pairs = |a: usize, b: usize| a / 2 == b / 2;
        let stands = |dice: [u8; MAX_SIDES]| RollOff::with(&dice, 0b111, pairs, |a, b| dice[a] == dice[b]);
        assert_eq!(stands([2, 0, 0, 0, 0, 0, 0, 0]), RollOff::Rolls(1));
        assert_eq!(stands([2, 6, 0, 0, 0, 0, 0, 0]), RollOff::Settled, "the third has no rival");
    }
}
