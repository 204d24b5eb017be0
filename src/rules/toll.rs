//! What an action costs units: how likely each is hurt, loses some of its own, or is lost, and what its numbers change by
//! on average.

use std::collections::BTreeMap;

use num_traits::{ToPrimitive, Zero};

use crate::battle::field::Harm;
use crate::battle::{Chance, Changes, Odds, Record, UnitId};

use super::BattleView;

/// What one outcome costs a unit, as its ruleset sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Toll {
    /// It is worse off for what others did to it, or lost.
    pub hurt: bool,
    /// There is less of it, where a unit is of many.
    pub fewer: bool,
    /// It is out of the battle by force.
    pub lost: bool,
}

impl Toll {
    /// What changes of a unit's numbers cost it, as their fields say.
    #[must_use]
    pub fn of<U: Record>(changes: &[Change<'_>]) -> Toll {
        let names = U::names();
        let mut toll = Toll::default();
        for &(name, from, to) in changes {
            let field = names.iter().position(|known| known == name).and_then(U::declared);
            match field.map_or(Harm::None, |declared| declared.field.harm) {
                Harm::None => {}
                Harm::More => toll.hurt |= to > from,
                Harm::Bits => toll.hurt |= to & !from != 0,
                Harm::Loss if to < from => toll = Toll { hurt: true, fewer: true, lost: toll.lost || to == 0 },
                Harm::Loss => {}
            }
        }
        toll
    }
}

/// A number of a unit that comes out differently: the name of its field, before, after.
pub type Change<'a> = (&'a str, i32, i32);

/// What all outcomes together cost a unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tolls {
    /// How likely it is hurt.
    pub hurt: Chance,
    /// How likely there is less of it.
    pub fewer: Chance,
    /// How likely it is lost.
    pub lost: Chance,
    /// By how much each of its numbers that may change does so on average.
    pub mean: BTreeMap<String, f64>,
}

/// What an action costs each unit that may be hurt by it.
#[must_use]
pub fn tolls(battle: &dyn BattleView, odds: &Odds) -> BTreeMap<UnitId, Tolls> {
    let mut all: BTreeMap<UnitId, Tolls> = BTreeMap::new();
    for outcome in &odds.outcomes {
        for (unit, changes) in by_unit(&outcome.changes) {
            let Toll { hurt, fewer, lost } = battle.toll(unit, &changes);
            let tolls = all.entry(unit).or_default();
            let sums = [(&mut tolls.hurt, hurt), (&mut tolls.fewer, fewer), (&mut tolls.lost, lost)];
            sums.into_iter().filter(|sum| sum.1).for_each(|(sum, _)| *sum += &outcome.chance);
            let chance = outcome.chance.to_f64().unwrap_or(0.0);
            for (field, from, to) in changes {
                *tolls.mean.entry(field.to_owned()).or_default() += chance * f64::from(to - from);
            }
        }
    }
    all.retain(|_, tolls| !tolls.hurt.is_zero());
    all
}

/// The changes of each unit.
fn by_unit(changes: &Changes) -> BTreeMap<UnitId, Vec<Change<'_>>> {
    let mut units: BTreeMap<UnitId, Vec<Change<'_>>> = BTreeMap::new();
    for (unit, field, from, to) in changes {
        units.entry(*unit).or_default().push((field, *from, *to));
    }
    units
}
