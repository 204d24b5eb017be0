//! Words that rulesets need alike.

use crate::battle::{Battle, Rules, UnitId};

/// The name of a unit, unique on its side: with a number where several of its side are called so.
pub fn numbered<R: Rules>(battle: &Battle<R>, unit: UnitId, name: impl Fn(UnitId) -> String) -> String {
    let own = name(unit);
    let alike = |u: &UnitId| battle.piece(*u).side == battle.piece(unit).side && name(*u) == own;
    if battle.units().filter(alike).count() == 1 {
        return own;
    }
    let number = battle.units().take_while(|u| *u <= unit).filter(alike).count();
    format!("{own} {number}")
}
