//! A contact comes to light: who places its figures, and where (HULK-STALK-08, -09).

use crate::battle::{Rule, SideId, UnitId, UnitSet};
use crate::board::Step as Stride;
use crate::board::{Cell, Reach, Terrain};

use super::super::super::stages::{Emplacing, Looking};
use super::super::super::{Battle, Play};
use super::super::looking;

/// The others of a pack stand at most so many steps from one of it.
const ABREAST: u8 = 2;

/// Who places the figures of a contact that is turned by sight: the Boarder who sees it; its owner any other (HULK-STALK-09).
pub(in super::super) fn placer(battle: &Battle, at: Cell, looking: Looking) -> Option<SideId> {
    battle.stalking()?;
    battle.seen_by(at, looking).map(|unit| battle.piece(unit).side)
}

/// The first of a pack stands where the contact was, if that is free.
pub(in super::super) fn lead(play: &mut Play<'_>, emplacing: Emplacing, first: UnitId) {
    if play.stalking().is_some() && !play.occupied(emplacing.at) {
        play.move_to(first, emplacing.at, Rule("HULK-STALK-08"));
        looking::shown(play, first);
    }
}

/// Where the others of a pack may stand: within two steps of one of it; as its owner places them out of sight, if they can be.
pub(in super::super) fn abreast(
    battle: &Battle,
    emplacing: Emplacing,
    placed: UnitSet,
    reach: &mut Reach,
    mut found: impl FnMut(Cell),
) {
    let owner = battle.boarding().is_some_and(|b| b.terms.defender == emplacing.by);
    let mut free: Vec<Cell> = Vec::new();
    // Where somebody stands in the very place, the first of them stands beside it.
    let beside = Some(emplacing.at).filter(|_| placed.is_empty());
    for start in placed.map(|mate| battle.piece(mate).at).chain(beside) {
        let walks = |_, to: Cell| {
            let floor = battle.footing(to).passable && battle.board().terrain[to.index()] != Terrain::Void;
            (floor && battle.ground(to).craft == 0).then_some(Stride { cost: 1, stop: false })
        };
        reach.field(battle.board(), start, ABREAST, walks);
        free.extend(reach.reached().iter().filter(|&&c| battle.is_lair(c)));
    }
    free.sort_unstable();
    free.dedup();
    let hides = |cell: &&Cell| !battle.is_watched(**cell);
    let hidden = owner && free.iter().any(|cell| hides(&cell));
    free.iter().filter(|cell| !hidden || hides(cell)).for_each(|&cell| found(cell));
}
