//! Ledges and falls (GEM-MOVE-04, GEM-PIN-07, GEM-WND-06).

use crate::battle::{Flow, Rule, UnitId};
use crate::board::Cell;

use super::checks::{at_least, quick};
use super::model::{Condition, Hit, Source};
use super::steps::Step;
use super::wounds::put;
use super::{Battle, Play};

/// Inches that a ledge drops at least, less one (GEM-MOVE-04).
const DROP: u8 = 2;

/// The nearest ledge within so many hexes of a hex: the lower hex below it.
#[must_use]
pub fn ledge(battle: &Battle, at: Cell, within: u16) -> Option<Cell> {
    let level = battle.height(at);
    let near = battle.board().within(at, within - 1).filter(|&cell| battle.height(cell) >= level);
    let edges = near.flat_map(|cell| {
        let below = battle.board().neighbours[cell.index()].into_iter().filter(|to| to.is_some());
        below.filter(move |&to| level > battle.height(to) + DROP).map(move |to| (battle.board().distance(at, cell), to))
    });
    edges.min().map(|(_, to)| to)
}

/// A model next to a ledge holds on, or falls: one that lies within 2 hexes, one that stands within one.
pub(super) fn teeter(play: &mut Play<'_>, unit: UnitId, worse: u8) -> Flow<Step> {
    let at = play.piece(unit).at;
    if !at.is_some() {
        return Flow::Done;
    }
    let felled = play.unit(unit).condition.is_felled();
    let (within, rule) = if felled { (2, Rule("GEM-WND-06")) } else { (1, Rule("GEM-PIN-07")) };
    match ledge(play, at, within) {
        Some(below) if !quick(play, rule, unit, worse) => fall(play, unit, below),
        _ => Flow::Done,
    }
}

/// A model that has fallen over beside a drop falls (GEM-AGI-04).
pub(super) fn topple(play: &mut Play<'_>, unit: UnitId) -> Flow<Step> {
    let at = play.piece(unit).at;
    let below = if at.is_some() { ledge(play, at, 1) } else { None };
    below.map_or(Flow::Done, |below| fall(play, unit, below))
}

/// A model that has lost a round next to a ledge falls on a 6 (GEM-SCORE-10).
pub(super) fn pushed(play: &mut Play<'_>, unit: UnitId) -> Flow<Step> {
    let at = play.piece(unit).at;
    if !at.is_some() {
        return Flow::Done;
    }
    match ledge(play, at, 1) {
        Some(below) if at_least(play, Rule("GEM-SCORE-10"), unit, 6) => fall(play, unit, below),
        _ => Flow::Done,
    }
}

/// A model jumps down into a hex: whether it lands on its feet; if not, what it falls to (GEM-MOVE-04).
pub(super) fn jump(play: &mut Play<'_>, unit: UnitId, below: Cell) -> Result<(), Flow<Step>> {
    if quick(play, Rule("GEM-MOVE-04"), unit, 0) { Ok(()) } else { Err(fall(play, unit, below)) }
}

/// A model falls into a hex or the nearest free one beside it: a hit of as much strength as it falls inches
/// (GEM-MOVE-04).
fn fall(play: &mut Play<'_>, unit: UnitId, below: Cell) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-MOVE-04");
    let inches = play.height(play.piece(unit).at) - play.height(below);
    let under = play.units_in(below).first();
    let free = |cell: &Cell| !play.occupied(*cell) && play.row(*cell).cost.is_some();
    let lands = play.board().cells().filter(free).filter(|cell| play.height(*cell) <= play.height(below));
    let Some(lands) = lands.min_by_key(|&cell| (play.board().distance(cell, below), cell)) else { return Flow::Done };
    // Whoever fought a model that falls to its feet has not brought it down (GEM-FOL-01).
    for foe in play.foes_touching(unit).only(|_| play.standing(unit)) {
        play.pending_mut().victors.remove(foe);
    }
    play.move_to(unit, lands, RULE);
    play.note(RULE, "falls so many inches", unit, inches.into());
    if inches > 12 {
        put(play, unit, Condition::Out, RULE, UnitId::NONE);
        return Flow::Done;
    }
    let hit = |on| Hit {
        by: UnitId::NONE,
        on,
        strength: inches.min(10),
        save: 0,
        from: Source::Fall,
        lucky: false,
        many: inches > 3,
    };
    play.pending_mut().hits.push(hit(unit));
    if let Some(under) = under
        && at_least(play, RULE, under, 4)
    {
        play.pending_mut().hits.push(hit(under));
    }
    Flow::Next(Step::Hits)
}
