//! The Ritual (ITEN-RIT): a hidden house, and how what is done there is broken.

use crate::battle::{Action, Flow, SideId, UnitId, UnitSet};

use crate::board::Cell;

use super::super::{Battle, Play, Step};
use super::decide;

impl Battle {
    /// The figures of a side that are in the battle.
    #[must_use]
    pub(in super::super) fn presence(&self, side: SideId) -> UnitSet {
        self.units_of(side)
    }

    /// Who performs the ritual: the Leader of the side whose part it is.
    #[must_use]
    pub fn ritualist(&self) -> Option<UnitId> {
        self.setting().bands[self.part()?.index()].leader
    }
}

/// ITEN-RIT-04: the ritual is broken when the ritualist and an enemy touch, whoever has moved.
pub(super) fn touch(play: &mut Play<'_>, unit: UnitId) {
    let Some(ritualist) = play.ritualist() else { return };
    let foes = play.foes_touched(ritualist);
    let breaker = if unit == ritualist { foes.first() } else { Some(unit).filter(|&u| foes.has(u)) };
    if let Some(breaker) = breaker {
        decide(play, Some(play.piece(breaker).side));
    }
}

/// ITEN-RIT-04: it is broken when he is out or gone; whoever did that has won.
pub(super) fn lose(play: &mut Play<'_>, unit: UnitId, by: UnitId) {
    if play.ritualist() == Some(unit) {
        let side = (by != UnitId::NONE && play.enemies(unit, by)).then(|| play.piece(by).side);
        decide(play, side);
    }
}

/// Says where the ritual may be, and where it is.
pub(in super::super) fn houses(_play: &mut Play<'_>, _answer: Option<Action>) -> Flow<Step> {
    Flow::Next(Step::DeploymentRoll)
}

/// Where an opponent takes the ritual to be, and what it is worth to look there.
pub(in super::super) fn suspect(_battle: &Battle, _unit: UnitId) -> Option<(Cell, f32)> {
    None
}
