//! What a mission makes of a figure that has moved, falls, leaves, or is possessed.

use crate::battle::UnitId;

use super::super::Play;
use super::{Loss, Mission, dreadnought, prize, ritual, zombies};

/// A figure has ended a move.
#[inline]
pub(in super::super) fn arrived(play: &mut Play<'_>, unit: UnitId) {
    match play.setting().mission {
        Mission::KellysHeroes => prize::reach(play, unit),
        Mission::LifeIsCheap => {
            prize::reach(play, unit);
            zombies::hear(play, unit);
        }
        Mission::TheRitual => ritual::touch(play, unit),
        _ => {}
    }
}

/// A figure is about to be knocked down, to leave or to be out of the game, by somebody's doing or nobody's.
#[inline]
pub(in super::super) fn losing(play: &mut Play<'_>, unit: UnitId, by: UnitId, loss: Loss) {
    match play.setting().mission {
        Mission::KellysHeroes => prize::drop(play, unit, loss),
        // Who goes home with it has brought it home (HULK-MIS-03).
        Mission::Boarding if loss != Loss::Left => prize::drop(play, unit, loss),
        Mission::LifeIsCheap => {
            prize::drop(play, unit, loss);
            if loss == Loss::Out {
                zombies::bite(play, unit, by);
            }
        }
        Mission::TheRitual if loss != Loss::Down => ritual::lose(play, unit, by),
        Mission::MissingRobot if loss == Loss::Out => dreadnought::fall(play, unit, by),
        _ => {}
    }
}

/// A daemon has a figure: a possessed Leader counts as dead (ITEN-PSY-07). Assassinations look for that by themselves.
pub(in super::super) fn possessed(play: &mut Play<'_>, unit: UnitId) {
    if play.setting().mission == Mission::TheRitual {
        ritual::lose(play, unit, UnitId::NONE);
    }
}
