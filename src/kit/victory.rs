//! Who is left, and who has won.

use crate::battle::{Battle, Rules, SideId};

/// The teams that have units on the board, as bits.
#[must_use]
pub fn standing<R: Rules>(battle: &Battle<R>) -> u8 {
    let sides = SideId::first(battle.shared().sides.len()).filter(|&side| !battle.units_of(side).is_empty());
    sides.fold(0, |teams, side| teams | 1 << battle.team(side))
}

/// The sides that have most of something, as bits: none, a draw, where they are of several teams.
#[must_use]
pub fn most<R: Rules, T: Ord>(battle: &Battle<R>, of: impl Fn(SideId) -> T) -> u8 {
    let sides = SideId::first(battle.shared().sides.len());
    let Some(best) = sides.clone().map(&of).max() else { return 0 };
    let winners = sides.filter(|&side| of(side) == best);
    let teams = winners.clone().fold(0u8, |teams, side| teams | 1 << battle.team(side));
    if teams.count_ones() == 1 { winners.fold(0, |all, side| all | 1 << side.0) } else { 0 }
}
