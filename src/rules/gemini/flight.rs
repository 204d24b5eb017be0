//! Moves that nobody chooses: flinching, running for cover, routing (GEM-ORD-02, GEM-NERVE-03, GEM-ROUT-02).

use crate::battle::{Flow, Rule, UnitId};
use crate::board::{Cell, Edge, Facing, Reach};

use super::arms::drop_prize;
use super::checks::d6;
use super::content::Cover;
use super::model::{Condition, Nerve};
use super::steps::Step;
use super::ways::Touch;
use super::{Battle, Play};

/// Inches within which cover is looked for (GEM-NERVE-06).
const SEARCH: u8 = 24;

/// Faces a model along a step.
pub(super) fn face_along(play: &mut Play<'_>, unit: UnitId, from: Cell, to: Cell, rule: Rule) {
    let side = play.board().neighbours[from.index()].iter().position(|&cell| cell == to);
    if let Some(side) = side {
        play.face(unit, Facing::from_index(side), rule);
    }
}

/// The enemy that a model is most aware of: the nearest in line, else the nearest.
#[must_use]
pub(super) fn menace(battle: &Battle, unit: UnitId) -> Option<UnitId> {
    let foes = battle.enemies_of(battle.piece(unit).side);
    let nearest = |foes: &mut dyn Iterator<Item = UnitId>| foes.min_by_key(|&foe| (battle.apart(unit, foe), foe));
    let standing = foes.only(|foe| battle.standing(foe));
    nearest(&mut standing.filter(|&foe| battle.has_line(unit, foe))).or_else(|| nearest(&mut { standing }))
}

/// Whether a hex shelters from an enemy: it is out of his line, or he has a cover modifier against it.
#[must_use]
pub(super) fn shelters(battle: &Battle, foe: UnitId, cell: Cell) -> bool {
    battle.line(battle.piece(foe).at, cell).is_none_or(|cover| cover != Cover::None)
}

/// Walks a path, the next hex first, as far as so many inches go.
fn trudge(play: &mut Play<'_>, unit: UnitId, path: &[Cell], inches: u8, rule: Rule) {
    let m = play.sheet(unit).m;
    let (mut left, mut at) = (inches, play.piece(unit).at);
    let mut from = at;
    for &to in path {
        let Some(rest) = play.pace(at, to, m).and_then(|cost| left.checked_sub(cost)) else { break };
        (left, from, at) = (rest, at, to);
    }
    if at != play.piece(unit).at {
        play.move_to(unit, at, rule);
        face_along(play, unit, from, at, rule);
    }
}

/// Moves a model towards the nearest cover from an enemy, away from him if it can be; without any it makes for its edge
/// (GEM-NERVE-03, GEM-NERVE-06).
pub(super) fn seek_cover(play: &mut Play<'_>, unit: UnitId, from: UnitId, inches: u8, rule: Rule) {
    let at = play.piece(unit).at;
    if shelters(play, from, at) && !play.engaged(unit) {
        return;
    }
    let (start, m) = (play.apart(unit, from), play.sheet(unit).m);
    let foe = play.piece(from).at;
    let mut reach = Reach::new();
    let mut path = Vec::new();
    for nearer in [false, true] {
        let battle: &Battle = play;
        reach.field(battle.board(), at, SEARCH, |a, b| {
            let allowed = nearer || battle.board().distance(b, foe) >= start;
            battle.stride(unit, m, a, b, Touch::Nobody).filter(|_| allowed)
        });
        let cover = reach.reached().iter().find(|&&cell| cell != at && shelters(battle, from, cell));
        if let Some(&cover) = cover {
            reach.path(cover, &mut path);
            break;
        }
    }
    if path.is_empty() {
        flee(play, unit, inches, rule);
    } else {
        trudge(play, unit, &path, inches, rule);
    }
}

/// Whether a model may leave by a hex.
fn on_own_edge(battle: &Battle, unit: UnitId, cell: Cell) -> bool {
    let edge = battle.setting().edges[battle.piece(unit).side.index()];
    let edges = Edge::ALL.into_iter().filter(|&e| edge.is_none_or(|own| own == e));
    edges.into_iter().any(|edge| battle.board().on_edge(cell, edge))
}

/// Moves a model so many inches towards the nearest hex of its own edge, and off the board from there (GEM-ROUT-02,
/// MAP-17).
pub(super) fn flee(play: &mut Play<'_>, unit: UnitId, inches: u8, rule: Rule) {
    let m = play.sheet(unit).m;
    let battle: &Battle = play;
    let goals: Vec<Cell> = battle.board().cells().filter(|&cell| on_own_edge(battle, unit, cell)).collect();
    let (mut reach, mut distances) = (Reach::new(), Vec::new());
    reach.distances(battle.board(), &goals, |from, to| battle.pace(to, from, m), &mut distances);
    battle.search(unit, inches, m, Touch::Nobody, &mut reach);
    let best = reach.reached().iter().min_by_key(|cell| (distances[cell.index()], reach.cost(**cell), **cell));
    let Some(&best) = best else { return };
    let left = inches - reach.cost(best).unwrap_or(inches);
    let mut path = Vec::new();
    reach.path(best, &mut path);
    let leaves = left > 0 && distances[best.index()] == 0;
    trudge(play, unit, &path, inches, rule);
    if leaves {
        let at = play.piece(unit).at;
        drop_prize(play, unit, at);
        play.change(unit, rule, |m| (m.condition, m.ap) = (Condition::Fled, 0));
        play.move_to(unit, Cell::NONE, Rule("GEM-ROUT-02"));
    }
}

/// A model routs: it loses all that holds it in place, and flees at once (GEM-ROUT-02).
pub(super) fn rout(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    play.pending_mut().halt(unit);
    play.change(unit, rule, |m| {
        m.nerve = Nerve::Routing;
        (m.overwatch, m.hidden, m.ap, m.pursues) = (false, false, 0, Default::default());
    });
    play.pending_mut().then.push(Step::Flee { unit });
}

/// A model that has just routed flees its first hexes.
pub(super) fn first_flight(play: &mut Play<'_>, unit: UnitId) -> Flow<Step> {
    if play.standing(unit) && play.unit(unit).nerve == Nerve::Routing {
        let hexes = play.setting().numbers.rout;
        flee(play, unit, hexes, Rule("GEM-ROUT-02"));
    }
    Flow::Done
}

/// A model flinches from an enemy: D6 inches to cover (GEM-NERVE-03).
pub(super) fn flinch(play: &mut Play<'_>, unit: UnitId) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-NERVE-03");
    if play.standing(unit)
        && let Some(foe) = menace(play, unit)
    {
        let inches = d6(play, RULE, unit);
        seek_cover(play, unit, foe, inches, RULE);
    }
    Flow::Done
}
