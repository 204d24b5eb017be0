//! Moves that nobody chooses: flinching, running for cover, routing (GEM-ORD-02, GEM-NERVE-03, GEM-ROUT-02).

use crate::battle::{Flow, Rule, UnitId};
use crate::board::{Cell, Edge, Facing, Reach, Step as Pace};

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

/// Goes the way that lies in the pending route, the next hex last, as far as so many inches take a model past others;
/// what is left of them. What it goes in its own turn makes it harder to hit (the table behind GEM-SHOOT-09).
pub(super) fn trudge(play: &mut Play<'_>, unit: UnitId, inches: u8, rule: Rule) -> u8 {
    let m = play.sheet(unit).m;
    let (mut left, mut at, mut hexes) = (inches, play.piece(unit).at, 0u8);
    let mut from = at;
    for &to in play.pending().route.iter().rev() {
        let Some(rest) = play.pace(at, to, m).and_then(|cost| left.checked_sub(cost)) else { break };
        (left, from, at, hexes) = (rest, at, to, hexes.saturating_add(1));
    }
    arrive(play, unit, from, at, hexes, rule);
    left
}

/// Puts a model into the last hex of a way that it has gone at once, facing along its last step.
pub(super) fn arrive(play: &mut Play<'_>, unit: UnitId, from: Cell, to: Cell, hexes: u8, rule: Rule) {
    if to == play.piece(unit).at {
        return;
    }
    play.move_to(unit, to, rule);
    face_along(play, unit, from, to, rule);
    if play.table().active == play.piece(unit).side.0 + 1 {
        play.change(unit, rule, |m| m.moved = m.moved.saturating_add(hexes));
    }
}

/// Goes to a hex that the last search has reached; the whole way at once.
pub(super) fn go_to(
    play: &mut Play<'_>,
    unit: UnitId,
    cell: Cell,
    rule: Rule,
    search: impl FnOnce(&Battle, &mut Reach),
) {
    let mut route = std::mem::take(&mut play.pending_mut().route);
    play.with_reach(|battle, reach| {
        search(battle, reach);
        reach.path(cell, &mut route);
        route.reverse();
    });
    let from = route.get(1).copied().unwrap_or(play.piece(unit).at);
    let hexes = route.len().min(255) as u8;
    play.pending_mut().route = route;
    arrive(play, unit, from, cell, hexes, rule);
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
    let mut route = std::mem::take(&mut play.pending_mut().route);
    route.clear();
    play.with_reach(|battle, reach| {
        let walker = battle.walker(unit, m, SEARCH, Touch::Nobody);
        for nearer in [false, true] {
            let stride = |a, b| {
                let allowed = nearer || battle.board().distance(b, foe) >= start;
                if allowed { battle.stride(&walker, a, b) } else { None }
            };
            let covered = |cell| cell != at && shelters(battle, from, cell);
            if let Some(cover) = reach.seek(battle.board(), at, SEARCH, stride, covered) {
                reach.path(cover, &mut route);
                route.reverse();
                break;
            }
        }
    });
    let found = !route.is_empty();
    play.pending_mut().route = route;
    if found {
        trudge(play, unit, inches, rule);
    } else {
        flee(play, unit, inches, rule);
    }
}

/// Whether a model may leave by a hex.
fn on_own_edge(battle: &Battle, unit: UnitId, cell: Cell) -> bool {
    let edge = battle.setting().edges[battle.piece(unit).side.index()];
    let mut edges = Edge::ALL.into_iter().filter(|&e| edge.is_none_or(|own| own == e));
    edges.any(|edge| battle.board().on_edge(cell, edge))
}

/// Moves a model so many inches on the shortest way to its own edge, clear of enemies if it can be, and off the board from
/// there (GEM-ROUT-02, MAP-17).
pub(super) fn flee(play: &mut Play<'_>, unit: UnitId, inches: u8, rule: Rule) {
    let m = play.sheet(unit).m;
    let at = play.piece(unit).at;
    let mut route = std::mem::take(&mut play.pending_mut().route);
    route.clear();
    let goal = play.with_reach(|battle, reach| {
        let walker = battle.walker(unit, m, u8::MAX, Touch::Nobody);
        for clear in [true, false] {
            let stride = |from, to| {
                if clear {
                    return battle.stride(&walker, from, to);
                }
                let cost = battle.pace(from, to, m).filter(|_| !battle.occupied(to))?;
                Some(Pace { cost, stop: false })
            };
            let leaves = |cell| on_own_edge(battle, unit, cell);
            if let Some(goal) = reach.seek(battle.board(), at, u8::MAX, stride, leaves) {
                reach.path(goal, &mut route);
                route.reverse();
                return goal;
            }
        }
        Cell::NONE
    });
    play.pending_mut().route = route;
    let left = trudge(play, unit, inches, rule);
    if left > 0 && play.piece(unit).at == goal {
        drop_prize(play, unit, goal);
        play.change(unit, rule, |m| (m.condition, m.ap) = (Condition::Fled, 0));
        play.move_to(unit, Cell::NONE, Rule("GEM-ROUT-02"));
    }
}

/// A model gets away from those who hold it: whoever holds nobody else may run after it (GEM-PURS-01), and none of them has a
/// bonus move on its account (GEM-FOL-01).
pub(super) fn get_away(play: &mut Play<'_>, unit: UnitId) {
    for foe in play.standing_foes(unit) {
        play.pending_mut().victors.remove(foe);
        if play.able(foe) && play.standing_foes(foe).len() == 1 {
            play.pending_mut().chases.push((foe, unit));
        }
    }
}

/// A model routs: it loses all that holds it in place, and flees at once (GEM-ROUT-02).
pub(super) fn rout(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    play.pending_mut().halt(unit);
    get_away(play, unit);
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
