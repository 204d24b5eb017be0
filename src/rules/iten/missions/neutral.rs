//! What the side does that nobody plays.

use crate::battle::{Flow, UnitId};

use super::super::{Battle, Play, Step};
use super::{Mission, dreadnought, pods, wagon};

/// What comes before the next figure of a side acts: zombies that somebody has woken.
#[inline]
pub(in super::super) fn interrupt(play: &mut Play<'_>) -> Option<Step> {
    (play.table().stirred != [0; 2]).then(|| pods::stir(play))
}

/// The part of a phase of a side that nobody plays.
pub(in super::super) fn neutral_part(play: &mut Play<'_>, phase: u8, asked: u8) -> Flow<Step> {
    let next = Step::Side { phase, asked: asked + 1 };
    match (phase, play.setting().mission) {
        (0, _) => Flow::Push(next, Step::Rise { asked, unit: UnitId::FIRST }),
        (_, Mission::MissingRobot) if dreadnought::shoot(play) => Flow::Push(next, Step::Volley { next: 0 }),
        _ => Flow::Next(next),
    }
}

/// How a side moves that nobody plays, once it has tried to rise.
pub(in super::super) fn neutral_moves(battle: &Battle) -> Flow<Step> {
    match battle.setting().mission {
        Mission::LifeIsCheap => Flow::Next(Step::Shamble { pods: u16::MAX }),
        _ => Flow::Done,
    }
}

/// What a side declares in melee that nobody plays, once all others have (ITEN-ROB-02, ITEN-OUT-10).
pub(in super::super) fn neutral_blows(play: &mut Play<'_>) {
    match play.setting().mission {
        Mission::LifeIsCheap => pods::blows(play),
        Mission::MissingRobot => dreadnought::blows(play),
        _ => {}
    }
}

/// A turn is over (ITEN-ORD-10).
pub(in super::super) fn dawn(play: &mut Play<'_>) {
    match play.setting().mission {
        Mission::LifeIsCheap => pods::dawn(play),
        Mission::TheGauntlet => wagon::dawn(play),
        _ => {}
    }
}
