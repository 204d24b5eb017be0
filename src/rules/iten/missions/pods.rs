//! How pods of zombies move and strike, and how the bitten rise (ITEN-LIF-04 to -06, ITEN-OUT-10).

use std::cell::RefCell;

use crate::battle::{Action, Flow, Listing, Rule, SideId, Target, UnitId, UnitSet, Verb};
use crate::board::Cell;

use super::super::figure::{Declared, Fate, Figure};
use super::super::{Battle, Play, Step, stepping, walking};

thread_local! {
    /// Buffers for their moves, which nobody lists.
    static BUFFERS: RefCell<Listing> = RefCell::default();
}

/// Those that have been woken come.
pub(super) fn stir(play: &mut Play<'_>) -> Step {
    let pods = u16::from_le_bytes(play.table().stirred);
    play.change_table(Rule("ITEN-LIF-04"), |t| t.stirred = [0; 2]);
    Step::Shamble { pods }
}

/// The figure that a zombie goes for: the nearest of the Retinue that its pod hunts; when that is gone the nearest of all
/// (ITEN-LIF-05).
fn prey(battle: &Battle, zombie: UnitId) -> Option<UnitId> {
    let (at, board) = (battle.piece(zombie).at, battle.board());
    let hunted = battle.unit(zombie).hunts.checked_sub(1).map(SideId)?;
    let own = battle.units_of(hunted);
    let all = if own.is_empty() { battle.on_board().only(|u| !battle.is_neutral(u)) } else { own };
    all.min_by_key(|&u| (board.distance(at, battle.piece(u).at), u))
}

/// ITEN-LIF-04, -05: the zombies of some pods that are awake move, those nearest to their prey first; one a run.
pub(in super::super) fn shamble(play: &mut Play<'_>, pods: u16) -> Flow<Step> {
    let ready = |u: UnitId| {
        let now = play.unit(u);
        let open = !play.pending().done.has(u);
        open && now.hunts != 0 && !now.moved && play.stands(u) && !now.charged && !now.assaulted && !play.in_melee(u)
    };
    let far = |z: UnitId| {
        let prey = prey(play, z)?;
        Some((play.board().distance(play.piece(z).at, play.piece(prey).at), z))
    };
    let next = play.zombies_of(pods).only(ready).filter_map(far).min();
    let Some((_, zombie)) = next else { return Flow::Done };
    play.change(zombie, Rule("ITEN-LIF-05"), |u| u.moved = true);
    play.pending_mut().met = UnitSet::default();
    let again = Step::Shamble { pods };
    match go(play, zombie) {
        Some(first) => Flow::Push(again, first),
        None => Flow::Next(again),
    }
}

/// A zombie goes at its prey, or goes on after somebody has fled from it (ITEN-TERR-03).
pub(in super::super) fn go(play: &mut Play<'_>, zombie: UnitId) -> Option<Step> {
    let prey = prey(play, zombie)?;
    let side = play.piece(prey).side;
    if play.unit(zombie).hunts != side.0 + 1 {
        let pod = 1 << play.unit(zombie).pod;
        for mate in play.zombies_of(pod) {
            play.change(mate, Rule("ITEN-LIF-05"), |u| u.hunts = side.0 + 1);
        }
    }
    let trail = play.trail(play.piece(prey).at);
    let start = play.piece(zombie).at;
    let to = BUFFERS.with_borrow_mut(|list| {
        list.actions.clear();
        walking::reach(play, zombie, walking::allowance(play, zombie), Verb::Move, list);
        let hexes = list.actions.iter().filter_map(|a| if let Target::Hex(to) = a.target { Some(to) } else { None });
        hexes.min_by_key(|&to: &Cell| (trail[to.index()], play.board().distance(start, to), to))
    });
    let to = to.filter(|to| trail[to.index()] < trail[start.index()])?;
    stepping::set_out(play, Action::of(Verb::Move, zombie).hex(to))
}

/// ITEN-OUT-10: zombies strike at whom they touch, whoever their pod hunts first. Those of a pod that would each need a
/// five or more gang up.
pub(super) fn blows(play: &mut Play<'_>) {
    let free = play.zombies() & !play.pending().done;
    let mut open = free.only(|z| play.stands(z) && !play.foes_touched(z).is_empty());
    while let Some(striker) = open.first() {
        open.remove(striker);
        let hunted = play.unit(striker).hunts;
        let foes = play.foes_touched(striker);
        let foe = foes.min_by_key(|&f| (play.piece(f).side.0 + 1 != hunted, play.unit(f).down, f));
        let Some(foe) = foe else { continue };
        let blade = play.best_blade(striker, foe);
        let part = play.fv(striker);
        let mut blow = Declared { part, ..Declared::on(striker, blade, foe) };
        if play.only_foe(striker) == Some(foe) && play.blow(striker, blade, foe, part, 0).need >= 5 {
            let pod = play.unit(striker).pod;
            let joins = |z: UnitId| play.unit(z).pod == pod && play.only_foe(z) == Some(foe);
            let helpers = open.only(joins);
            open = open & !helpers;
            blow.helpers = helpers.len() as u8;
        }
        play.pending_mut().attacks.push(blow);
    }
}

/// A turn is over: those who were bitten rise where they fell, or in the nearest free hex (ITEN-LIF-06), and all
/// zombies may move again.
pub(super) fn dawn(play: &mut Play<'_>) {
    const RULE: Rule = Rule("ITEN-LIF-06");
    let Some(side) = play.neutral() else { return };
    for unit in play.units().only(|u| play.unit(u).apart != [0; 2] && play.unit(u).fate == Fate::Out) {
        let now = play.unit(unit);
        let (grave, pod) = (Cell(u16::from_le_bytes(now.apart) - 1), now.pod);
        let hunts = play.zombies_of(1 << pod).map(|z| play.unit(z).hunts).find(|h| *h != 0);
        let profile = play.setting().risen[unit.index()];
        // The pod may be gone: then it is the nearest figure that it goes for.
        let hunts = hunts.or_else(|| nearest_side(play, grave)).unwrap_or(1);
        let free = |c: &Cell| play.footing(*c).passable && !play.occupied(*c);
        let at = play.board().cells().filter(free).min_by_key(|&c| (play.board().distance(grave, c), c));
        let Some(at) = at else { continue };
        play.enlist(unit, side, RULE);
        play.change(unit, RULE, |u| *u = Figure { profile, pod, hunts, ..Figure::default() });
        play.move_to(unit, at, RULE);
    }
    for zombie in play.zombies().only(|z| play.unit(z).moved) {
        play.change(zombie, RULE, |u| (u.steps, u.moved, u.walked, u.worst) = (0, false, 0, 0));
    }
}

/// The side of the figure nearest to a hex, plus one.
fn nearest_side(battle: &Battle, from: Cell) -> Option<u8> {
    let figures = battle.on_board().only(|u| !battle.is_neutral(u));
    let nearest = figures.min_by_key(|&u| (battle.board().distance(from, battle.piece(u).at), u))?;
    Some(battle.piece(nearest).side.0 + 1)
}
