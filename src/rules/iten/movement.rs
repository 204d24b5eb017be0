//! Movement (ITEN-MOVE), contact (ITEN-CON), terror (ITEN-TERR), breaking off (ITEN-MEL-11 to -13), packs (ITEN-JUMP).

use std::cell::RefCell;

use crate::battle::{
    Action, Decision, Flow, Kind, Listing, Reason, Refusal, Roll, Rule, Target, UnitId, UnitSet, Verb,
};
use crate::board::{Cell, Edge, Reach, SpaceId, Step as Entry};

use super::boarding::air::Wind;
use super::boarding::{blips, victory};
use super::doors;
use super::figure::{Encore, Fate, Figure};
use super::gifts::{Ability, Power};
use super::missions::{self, Loss, Mission, prize, ritual, wagon, zombies};
use super::numbers::Cover;
use super::powers::Casting;
use super::{Battle, Ground, Play, Step, abilities, crews, driving, grit, melee, powers, riding, turn, wards};

/// The way off the board that is no edge: home with the craft (HULK-LEFT-02).
pub(super) const HOMEWARD: u8 = 4;

/// A figure about to charge; those who fear it are tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Charge {
    /// Who charges.
    pub unit: UnitId,
    /// Where to.
    pub to: Cell,
    /// Whether anybody has fled.
    pub fled: bool,
}

/// A figure about to break off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Leave {
    /// Who breaks off.
    pub unit: UnitId,
    /// Where to.
    pub to: Cell,
    /// The next enemy that may strike at it.
    pub next: u8,
}

/// A side's Movement begins: what its figures have gone since the last one no longer counts (ITEN-SHO-11).
pub(super) fn begin(play: &mut Play<'_>, asked: u8) {
    let Some(side) = play.side_asked(asked) else { return };
    for unit in play.units_of(side) | play.riders_of(side) {
        let now = play.unit(unit);
        if now.steps != 0 || now.moved || now.walked != 0 {
            play.change(unit, Rule("ITEN-SHO-11"), |u| {
                (u.steps, u.moved, u.walked, u.worst) = (0, false, 0, 0);
            });
        }
    }
    powers::expire(play, side);
}

/// Hexes that a figure may go in a move before cover (ITEN-MOVE-01).
#[must_use]
pub fn allowance(battle: &Battle, unit: UnitId) -> u8 {
    let numbers = &battle.setting().numbers;
    let full = numbers.base_move.saturating_add_signed(battle.speed(unit));
    // ITEN-PSY-19.
    let leaden = battle.under(unit, Power::FeetOfLead);
    let full = if leaden { full.saturating_sub(battle.power(Power::FeetOfLead).amount as u8).max(1) } else { full };
    // HULK-AIR-04.
    if battle.unit(unit).blown { full.div_ceil(2) } else { full }
}

/// Whether a figure may move in its side's Movement.
fn may_move(battle: &Battle, unit: UnitId) -> bool {
    let now = battle.unit(unit);
    let foot = !battle.is_vehicle(unit);
    foot && battle.stands(unit) && !(now.spent || now.assaulted || now.charged || now.moved)
}

/// The figures of a side that have yet to move.
pub(super) fn movers(battle: &Battle, asked: u8) -> UnitSet {
    let Some(side) = battle.side_asked(asked) else { return UnitSet::default() };
    let able = |u| {
        may_move(battle, u)
            || battle.may_cast(u)
            || battle.may_take(u)
            || battle.doors_at(u).next().is_some()
            || !battle.in_grasp(u).is_empty()
    };
    let open = (battle.units_of(side) | battle.riders_of(side)) & !battle.pending().done;
    open.only(|u| match battle.unit(u).aboard {
        _ if battle.is_vehicle(u) => battle.may_drive(u),
        0 => able(u),
        _ => riding::may_stir(battle, u),
    })
}

/// ITEN-MOVE-01: a side moves any or all of its figures, each to its end before the next.
pub(super) fn movement(play: &mut Play<'_>, asked: u8, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-MOVE-01");
    if usize::from(asked) >= play.players() {
        return missions::neutral_moves(play);
    }
    if let Some(action) = answer {
        // ITEN-PSY-02: a power is used just before or just after a move, never once somebody else has begun his own.
        if action.unit != UnitId::NONE {
            let begun = play.units_of(play.piece(action.unit).side);
            let begun = begun.only(|u| u != action.unit && has_begun(play.unit(u)));
            play.pending_mut().done.add(begun);
        }
        match action.verb {
            Verb::Pass => {
                // ITEN-VEH-22: what has no brakes does not pass.
                let first = play.side_asked(asked).and_then(|side| driving::runaway(play, side));
                let Some(first) = first else { return Flow::Done };
                let all = movers(play, asked);
                play.pending_mut().done.add(all);
                return Flow::Push(Step::Move { asked }, first);
            }
            Verb::Move if action.unit == UnitId::NONE => wagon::drive(play, asked, action),
            Verb::Use if action.unit == UnitId::NONE => ritual::reveal(play),
            Verb::Move | Verb::Strike if play.is_vehicle(action.unit) => {
                if let Some(first) = driving::set_out(play, action) {
                    return Flow::Push(Step::Move { asked }, first);
                }
            }
            Verb::Retreat if play.unit(action.unit).aboard != 0 => {
                if let Target::Hex(to) = action.target {
                    riding::get_off(play, action.unit, to);
                }
            }
            Verb::Use => match action.target {
                Target::Unit(vehicle) if play.is_vehicle(vehicle) => {
                    riding::use_vehicle(play, action.unit, vehicle);
                }
                Target::Unit(_) => crews::take_up(play, action),
                _ => prize::take_up(play, action.unit),
            },
            Verb::Move | Verb::Retreat => {
                // A psyker may still use a power afterwards (ITEN-PSY-02).
                play.change(action.unit, RULE, |u| u.moved = true);
                play.pending_mut().met = UnitSet::default();
                if let Some(first) = set_out(play, action) {
                    return Flow::Push(Step::Move { asked }, first);
                }
            }
            Verb::Cast => return Flow::Push(Step::Move { asked }, Step::Cast(Casting::begin(action))),
            Verb::Open => {
                if let Some(first) = open(play, action) {
                    return Flow::Push(Step::Move { asked }, first);
                }
            }
            _ => play.pending_mut().done.insert(action.unit),
        }
    }
    let step = Step::Move { asked };
    if let Some(first) = missions::interrupt(play) {
        return Flow::Push(step, first);
    }
    let movers = movers(play, asked);
    if movers.is_empty()
        && let Some(first) = play.side_asked(asked).and_then(|side| driving::runaway(play, side))
    {
        return Flow::Push(step, first);
    }
    match play.side_asked(asked) {
        Some(side) if movers.is_empty() && wagon::may_drive(play, side) => {
            Flow::Ask(step, Decision::to(side, Kind::Act, movers, Rule("ITEN-GAU-06")))
        }
        Some(side) if movers.is_empty() && ritual::may_show(play, side) => {
            Flow::Ask(step, Decision::to(side, Kind::Act, movers, Rule("ITEN-RIT-02")))
        }
        _ => turn::ask(play, asked, RULE, Kind::Act, movers, step),
    }
}

/// Whether a figure has begun what it does in Movement.
fn has_begun(now: &Figure) -> bool {
    now.moved || now.cast || now.walked != 0
}

/// A door is opened or closed; what comes to light behind it.
fn open(play: &mut Play<'_>, action: Action) -> Option<Step> {
    if let Target::Hex(door) = action.target { doors::work(play, action.unit, door) } else { None }
}

/// Whoever came upon a blip goes on with his move (HULK-BLIP-11).
pub(super) fn go_on(play: &mut Play<'_>, action: Action) -> Option<Step> {
    play.change(action.unit, Rule("HULK-BLIP-11"), |u| u.moved = true);
    if action.verb == Verb::Open { open(play, action) } else { set_out(play, action) }
}

/// How he may go on.
pub(super) fn onward_offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else { return };
    if left(battle, unit) > 0 {
        moves(battle, unit, list);
    }
    doors::offers(battle, unit, list);
    list.push(Action::of(Verb::Hold, unit));
}

/// A figure goes where it said; or what comes first, if anything does.
pub(super) fn set_out(play: &mut Play<'_>, action: Action) -> Option<Step> {
    let unit = action.unit;
    let to = match action.target {
        Target::Hex(to) => to,
        Target::Index(way) => {
            leave_board(play, unit, if way == HOMEWARD { Rule("HULK-LEFT-02") } else { Rule("ITEN-OUT-07") });
            return None;
        }
        Target::Unit(_) | Target::None => return None,
    };
    if action.verb == Verb::Retreat {
        return Some(Step::Leave(Leave { unit, to, next: 0 }));
    }
    if leaps(play, unit, play.piece(unit).at) { go(play, unit, to) } else { None }
}

/// A figure that has set out goes to a hex; or what comes first, if anything does.
fn go(play: &mut Play<'_>, unit: UnitId, to: Cell) -> Option<Step> {
    let side = play.piece(unit).side;
    let foes = play.foes_around(side, to);
    // ITEN-TERR-01: whoever charges something terrible needs the nerve, once a move.
    let dreaded = foes.only(|f| play.frightens(f, unit));
    if let Some(worst) = dreaded.first().filter(|_| !play.unit(unit).braved) {
        if !abilities::brave(play, unit, worst, Rule("ITEN-TERR-01")) {
            play.change(unit, Rule("ITEN-TERR-01"), |u| u.balked = true);
            abilities::discipline(play, unit);
            return None;
        }
        play.change(unit, Rule("ITEN-TERR-01"), |u| u.braved = true);
    }
    if play.boards(side)
        && let Some(first) = blips::walk(play, unit, to, None)
    {
        return Some(first);
    }
    if foes.into_iter().any(|f| play.frightens(unit, f)) {
        return Some(Step::Terror(Charge { unit, to, fled: false }));
    }
    arrive(play, unit, to, None);
    None
}

/// ITEN-JUMP-02: a pack takes off from hard cover and lands in it by a Grit roll; who fails lies there.
fn leaps(play: &mut Play<'_>, unit: UnitId, at: Cell) -> bool {
    const RULE: Rule = Rule("ITEN-JUMP-02");
    let hard = play.footing(at).cover == Cover::Hard;
    if !play.flies(unit) || !hard || grit::nerve(play, unit, RULE) {
        return true;
    }
    grit::knock_down(play, unit);
    false
}

/// A figure is where it wanted to be by a move, or a run of so many hexes; next to enemies, those knocked down too, that
/// is an assault (ITEN-CON-02, -03).
pub(super) fn arrive(play: &mut Play<'_>, unit: UnitId, to: Cell, run: Option<u8>) {
    const RULE: Rule = Rule("ITEN-MOVE-01");
    let piece = play.piece(unit);
    let drop = drop_into(play, unit, to, run);
    // What is left of the move matters no more where there is no door to be worked.
    if play.is_by_door(to) {
        pay(play, unit, to);
    }
    let steps = play.range(piece.at, to).min(99) as u8;
    play.move_to(unit, to, RULE);
    play.change(unit, RULE, |u| {
        u.steps = u.steps.saturating_add(steps);
        u.braved = false;
    });
    contact(play, unit);
    leaps(play, unit, to);
    land(play, unit, drop);
    missions::arrived(play, unit);
    victory::moved(play, unit);
}

/// ITEN-CON-02, -03: whoever comes next to enemies assaults them.
pub(super) fn contact(play: &mut Play<'_>, unit: UnitId) {
    let foes = play.foes_touched(unit);
    if !foes.is_empty() {
        play.change(unit, Rule("ITEN-CON-02"), |u| u.charged = true);
        for foe in foes & !play.setting().vehicles {
            if !play.unit(foe).assaulted {
                play.change(foe, Rule("ITEN-CON-03"), |u| u.assaulted = true);
            }
        }
    }
}

/// Notes what the way to a hex takes of a move, so that a door may still be worked afterwards (ITEN-OUT-12).
fn pay(play: &mut Play<'_>, unit: UnitId, to: Cell) {
    let cost = BUFFERS.with_borrow_mut(|list| {
        let Listing { reach, .. } = list;
        let class = route(play, unit, to, None, reach);
        class.map(|class| (reach.cost(to).unwrap_or(0), class))
    });
    if let Some((cost, class)) = cost {
        play.change(unit, Rule("ITEN-MOVE-01"), |u| (u.walked, u.worst) = (u.walked.saturating_add(cost), class));
    }
}

/// The way of a figure to a hex that it reaches by a move, or a run of so many hexes, in `out`: the start left out, the
/// hex itself last.
pub(super) fn way(battle: &Battle, unit: UnitId, to: Cell, run: Option<u8>, out: &mut Vec<Cell>) {
    BUFFERS.with_borrow_mut(|list| {
        let Listing { reach, .. } = list;
        out.clear();
        if route(battle, unit, to, run, reach).is_some() {
            reach.path(to, out);
        } else {
            out.push(to);
        }
    });
}

/// The way of a figure's listed move, and what it costs.
pub(in crate::rules) fn way_of(battle: &Battle, action: Action) -> Option<(u8, Vec<Cell>)> {
    let (Verb::Move, Target::Hex(to)) = (action.verb, action.target) else { return None };
    if !battle.units().has(action.unit) || battle.is_vehicle(action.unit) {
        return None;
    }
    BUFFERS.with_borrow_mut(|list| {
        let Listing { reach, .. } = list;
        route(battle, action.unit, to, None, reach)?;
        let mut way = Vec::new();
        reach.path(to, &mut way);
        Some((reach.cost(to)?, way))
    })
}

/// Searches for the way to a hex with the least drop, then through the least cover, that it takes; the class of that.
fn route(battle: &Battle, unit: UnitId, to: Cell, run: Option<u8>, reach: &mut Reach) -> Option<u8> {
    let gait = Gait::of(battle, unit, run.unwrap_or_else(|| allowance(battle, unit)), run.is_some());
    let (piece, board) = (battle.piece(unit), battle.board());
    let end = |cell: Cell| !battle.foes_around(piece.side, cell).is_empty();
    let wind = Wind::of(battle, unit, reach);
    let ways = drops(battle).flat_map(|drops| {
        let gait = Gait { drops, ..gait };
        gait.classes(battle, piece.at).map(move |(class, budget)| (gait, class, budget))
    });
    let mut ways = ways.filter(|&(gait, class, budget)| {
        reach.field(board, piece.at, budget, |from, to| {
            let now = battle.ground(to);
            let lets = gait.hindrance(battle, to, now) <= class && wind.lets(from, to);
            if lets { step(battle, unit, gait, now, from, to, end(to)) } else { None }
        });
        reach.cost(to).is_some()
    });
    ways.next().map(|(_, class, _)| class)
}

/// The depths that figures are ready to drop, one after the other: so that they walk where they can, then so that they
/// are hurt no worse than they must be (ITEN-MOVE-07).
fn drops(battle: &Battle) -> impl Iterator<Item = u8> {
    let (bruises, kills) = battle.setting().numbers.fall;
    let flat = if battle.setting().steep { 0 } else { 2 };
    [bruises, kills, u8::MAX].into_iter().skip(flat)
}

/// How deep a figure drops at the end of its way to a hex; 0 where it walks there.
fn drop_into(battle: &Battle, unit: UnitId, to: Cell, run: Option<u8>) -> u8 {
    let (board, bruises) = (battle.board(), battle.setting().numbers.fall.0);
    let drop = |from: Cell| board.heights[from.index()].saturating_sub(board.heights[to.index()]);
    let cliff = |from: &Cell| from.is_some() && drop(*from) > bruises;
    if !battle.setting().steep || battle.flies(unit) || !board.neighbours[to.index()].iter().any(cliff) {
        return 0;
    }
    let mut path = Vec::new();
    way(battle, unit, to, run, &mut path);
    let before = path.len().checked_sub(2).map_or(battle.piece(unit).at, |last| path[last]);
    if board.neighbours[to.index()].contains(&before) { drop(before) } else { 0 }
}

/// A figure goes some hexes further in the middle of its move.
pub(super) fn tread(play: &mut Play<'_>, unit: UnitId, way: &[Cell], rule: Rule) {
    let gait = Gait::of(play, unit, 0, false);
    let mut at = play.piece(unit).at;
    let (mut cost, mut worst) = (0u8, play.hindrance(at));
    for &to in way {
        cost = cost.saturating_add(step(play, unit, gait, play.ground(to), at, to, false).map_or(1, |s| s.cost));
        worst = worst.max(play.hindrance(to));
        at = to;
    }
    play.move_to(unit, at, rule);
    play.change(unit, rule, |u| {
        (u.walked, u.worst) = (u.walked.saturating_add(cost), u.worst.max(worst));
        u.steps = u.steps.saturating_add(way.len() as u8);
    });
}

/// Hexes that are left of a figure's move, after what doors, earlier parts and cover have taken.
pub(super) fn left(battle: &Battle, unit: UnitId) -> u8 {
    let gait = Gait::of(battle, unit, allowance(battle, unit), false);
    gait.classes(battle, battle.piece(unit).at).next().map_or(0, |(_, budget)| budget)
}

/// ITEN-MOVE-07: a drop of more than three inches knocks down who fails his Grit roll, one of more than six puts him out.
fn land(play: &mut Play<'_>, unit: UnitId, drop: u8) {
    const RULE: Rule = Rule("ITEN-MOVE-07");
    let (bruises, kills) = play.setting().numbers.fall;
    if drop <= bruises || grit::nerve(play, unit, RULE) {
        return;
    }
    if drop > kills { grit::fall(play, unit, UnitId::NONE, RULE) } else { grit::knock_down(play, unit) }
}

/// A figure leaves over its own edge, or is taken off by its craft, for good; it is not lost (ITEN-OUT-07, HULK-LEFT-02).
fn leave_board(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    missions::losing(play, unit, UnitId::NONE, Loss::Left);
    play.change(unit, rule, |u| u.fate = Fate::Left);
    play.move_to(unit, Cell::NONE, rule);
}

/// ITEN-TERR-02, -06: each enemy that would be touched by something terrible holds or flees, the nearest first; one a
/// run. Then the charger arrives, or, where somebody has fled, goes on as it likes.
pub(super) fn terror(play: &mut Play<'_>, charge: Charge) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-TERR-02");
    let unit = charge.unit;
    let piece = play.piece(unit);
    let afraid =
        |battle: &Battle, f: UnitId| !battle.pending().met.has(f) && battle.frightens(unit, f) && !battle.in_melee(f);
    let foes = play.foes_around(piece.side, charge.to).only(|f| afraid(play, f));
    let nearest = foes.min_by_key(|&f| (play.board().distance(piece.at, play.piece(f).at), f));
    let Some(foe) = nearest else {
        if charge.fled {
            return Flow::Next(Step::Again { unit });
        }
        arrive(play, unit, charge.to, None);
        return Flow::Done;
    };
    play.pending_mut().met.insert(foe);
    if abilities::brave(play, foe, unit, RULE) {
        return Flow::Next(Step::Terror(charge));
    }
    let die = play.setting().numbers.flight_die;
    let far = play.roll(Roll::new(RULE, die, foe), &turn::EVERY_FACE);
    for _ in 0..far {
        let Some(back) = step_back(play, foe, piece.at) else { break };
        play.move_to(foe, back, RULE);
    }
    play.change(foe, Rule("ITEN-TERR-05"), |u| u.fled_from = unit.0 + 1);
    if play.setting().mission == Mission::LifeIsCheap {
        zombies::hear(play, foe);
    }
    Flow::Next(Step::Terror(Charge { fled: true, ..charge }))
}

/// The hex that takes a figure most nearly straight away from another: never nearer to it, never into contact.
fn step_back(battle: &Battle, unit: UnitId, from: Cell) -> Option<Cell> {
    let piece = battle.piece(unit);
    let board = battle.board();
    let away = |cell: Cell| {
        let d = board.hex(cell) - board.hex(from);
        d.x * d.x + d.x * d.y + d.y * d.y
    };
    let free = |&cell: &Cell| {
        cell.is_some()
            && battle.footing(cell).passable
            && !battle.occupied(cell)
            && board.heights[cell.index()].abs_diff(board.heights[piece.at.index()]) <= 1
            && board.distance(cell, from) >= board.distance(piece.at, from)
            && battle.foes_around(piece.side, cell).is_empty()
    };
    let near = board.neighbours[piece.at.index()].into_iter().filter(free);
    // The first of equals, in the order of the facings.
    near.max_by_key(|&cell| (away(cell), std::cmp::Reverse(cell)))
}

/// ITEN-TERR-03: the charger goes on with its whole move, towards whom it likes, or stays.
pub(super) fn again(play: &mut Play<'_>, unit: UnitId, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-TERR-03");
    match answer {
        None if play.is_neutral(unit) => zombies::go(play, unit).map_or(Flow::Done, Flow::Next),
        None => Flow::Ask(Step::Again { unit }, Decision::about(play.piece(unit).side, Kind::Act, unit, RULE)),
        Some(action) if action.verb == Verb::Move => {
            // It is on its way already: nothing is rolled a second time for setting out (ITEN-JUMP-02).
            let first = if let Target::Hex(to) = action.target { go(play, unit, to) } else { set_out(play, action) };
            first.map_or(Flow::Done, Flow::Next)
        }
        Some(_) => {
            play.change(unit, RULE, |u| u.braved = false);
            Flow::Done
        }
    }
}

/// The answers to that.
pub(super) fn again_offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    if let Some(unit) = actor {
        // A Combat Master on his way to a second fight goes no farther than that takes him (ITEN-ABIL-05).
        if battle.unit(unit).encore == Encore::Over {
            melee::pursuit(battle, unit, list);
        } else {
            moves(battle, unit, list);
        }
        list.push(Action::of(Verb::Hold, unit));
    }
}

/// ITEN-MEL-11 to -13: those that a figure leaves strike at it, one a run; if it still stands, it moves.
pub(super) fn leave(play: &mut Play<'_>, leave: Leave) -> Flow<Step> {
    let unit = leave.unit;
    if !play.stands(unit) {
        return Flow::Done;
    }
    let defensive = play.profile(unit).has(Ability::DefensiveMaster);
    // ITEN-MEL-12: not whoever has another enemy to see to.
    let strikes = |f: &UnitId| !defensive && play.holders(*f).len() == 1;
    match play.holders(unit).from(leave.next).find(strikes) {
        Some(foe) => {
            melee::free_blow(play, foe, unit);
            Flow::Next(Step::Leave(Leave { next: foe.0 + 1, ..leave }))
        }
        None => {
            if leaps(play, unit, play.piece(unit).at) {
                arrive(play, unit, leave.to, None);
            }
            Flow::Done
        }
    }
}

/// What a figure may do in Movement.
pub(super) fn offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else {
        if let Some(decision) = battle.decision() {
            wagon::offers(battle, decision.side, list);
            list.push(Action::side(Verb::Pass));
            if ritual::may_show(battle, decision.side) {
                list.push(Action::side(Verb::Use));
            }
        }
        return;
    };
    prize::offers(battle, unit, list);
    if may_move(battle, unit) {
        moves(battle, unit, list);
    }
    if !battle.setting().vehicles.is_empty() {
        driving::offers(battle, unit, list);
        riding::rider_offers(battle, unit, list);
    }
    doors::offers(battle, unit, list);
    powers::offers(battle, unit, list);
    crews::offers(battle, unit, list);
    list.push(Action::of(Verb::Hold, unit));
}

/// Where a figure may go: into contact too, unless it has to break off first.
fn moves(battle: &Battle, unit: UnitId, list: &mut Listing) {
    let verb = if battle.in_melee(unit) { Verb::Retreat } else { Verb::Move };
    reach(battle, unit, allowance(battle, unit), verb, list);
    prize::keep_clear(battle, unit, list);
    if battle.unit(unit).fled_from != 0 {
        list.actions.retain(|a| a.unit != unit || !matches!(a.target, Target::Hex(to) if shuns(battle, unit, to)));
    }
    if verb == Verb::Move {
        leaving(battle, unit, list);
        if !battle.setting().vehicles.is_empty() {
            riding::boarding(battle, unit, list);
        }
    }
    // HULK-LEFT-02: who is back in his craft may be taken off.
    if battle.in_craft(unit) {
        list.push(Action::of(Verb::Move, unit).index(HOMEWARD));
    }
}

/// Whether a hex is nearer to somebody from whom a figure has fled this turn (ITEN-TERR-05).
pub(super) fn shuns(battle: &Battle, unit: UnitId, to: Cell) -> bool {
    let (at, board) = (battle.piece(unit).at, battle.board());
    let feared = battle.unit(unit).fled_from.checked_sub(1).map_or(Cell::NONE, |f| battle.piece(UnitId(f)).at);
    feared.is_some() && board.distance(to, feared) < board.distance(at, feared)
}

/// ITEN-OUT-07: over the edges of its own zone a figure may leave, if it gets to their hexes with a step to spare.
fn leaving(battle: &Battle, unit: UnitId, list: &mut Listing) {
    let (piece, board) = (battle.piece(unit), battle.board());
    let gait = Gait::of(battle, unit, allowance(battle, unit), false);
    let far = u16::from(gait.allowance);
    let (column, row) = board.column_row(piece.at);
    let near = |edge| match edge {
        Edge::Left => column <= far,
        Edge::Right => column + far > board.width,
        Edge::Top => row <= far,
        Edge::Bottom => row + far > board.height,
    };
    let near = Edge::ALL.into_iter().zip(0..).fold(0, |all, (edge, bit)| all | u8::from(near(edge)) << bit);
    let (zone, rim) = (battle.zone(piece.side), &battle.setting().rim);
    // ITEN-KEL-04.
    let anywhere = battle.carries(unit) && battle.setting().mission == Mission::KellysHeroes;
    if near == 0 || !anywhere && !zone.iter().any(|cell| rim[cell.index()] & near != 0) {
        return;
    }
    let mut open = 0;
    let mut leaves = |cell: Cell| {
        let edges = rim[cell.index()];
        if edges & !open != 0 && (anywhere || zone.contains(&cell)) {
            open |= edges;
        }
    };
    leaves(piece.at);
    let shorter = Gait { allowance: gait.allowance.saturating_sub(1), ..gait };
    match known_ways(battle, unit, shorter, list) {
        Some(ways) => ways.iter().copied().for_each(leaves),
        // Whoever comes beside an enemy who stands goes no farther.
        None => search(battle, unit, shorter, list, |cell, beside| {
            if !beside {
                leaves(cell)
            }
        }),
    }
    let open = (0..4).filter(|n| open >> n & 1 == 1);
    list.actions.extend(open.map(|number| Action::of(Verb::Move, unit).index(number)));
}

/// Most hexes of a move whose ways are kept.
const KEPT: u8 = 12;

/// How many kinds of ways there are from a hex: by how far, climbing or not, running or not.
pub(super) const QUESTIONS: usize = 4 * KEPT as usize;

/// How a figure goes.
#[derive(Clone, Copy)]
struct Gait {
    /// Hexes before cover.
    allowance: u8,
    /// Up walls as over the ground (ITEN-ABIL-12).
    climbs: bool,
    /// Over everything (ITEN-JUMP-01).
    flies: bool,
    /// A run: nothing is left of it in hard cover (ITEN-MOVE-05).
    runs: bool,
    /// What Feet of Lead have taken off the allowance already: cover no worse takes nothing more (ITEN-PSY-19).
    lead: u8,
    /// What doors and earlier parts of the move have taken (HULK-MOVE-03).
    walked: u8,
    /// The worst class of cover on them.
    worst: u8,
    /// The deepest drop that it is ready for.
    drops: u8,
    /// Paths of Light do nothing for it (ITEN-ABIL-23).
    unlit: bool,
    /// The room that it cannot fly out of (HULK-LEFT-10).
    hall: Option<SpaceId>,
}

impl Gait {
    fn of(battle: &Battle, unit: UnitId, allowance: u8, runs: bool) -> Gait {
        let (now, profile) = (battle.unit(unit), battle.profile(unit));
        Gait {
            allowance,
            climbs: profile.has(Ability::InhumanClimber),
            flies: battle.flies(unit),
            runs,
            lead: if battle.under(unit, Power::FeetOfLead) { battle.power(Power::FeetOfLead).amount as u8 } else { 0 },
            walked: if runs { 0 } else { now.walked },
            worst: if runs { 0 } else { now.worst },
            drops: u8::MAX,
            unlit: battle.marked().iter().any(|m| m.1.path != 0) && battle.is_immune(unit),
            hall: battle.hall(battle.piece(unit).at).filter(|_| profile.pack && battle.setting().aboard),
        }
    }

    /// The class of cover that hinders it in a hex.
    #[inline]
    fn hindrance(self, battle: &Battle, cell: Cell, now: Ground) -> u8 {
        if self.unlit { battle.setting().class(battle.footing_on(cell, now)) } else { battle.hindrance_on(cell, now) }
    }

    /// The classes of cover that it may be ready to go through, with what that leaves of its allowance, in hexes.
    fn classes(self, battle: &Battle, at: Cell) -> impl Iterator<Item = (u8, u8)> {
        let most = battle.setting().worst_cover();
        let least = if self.flies { most } else { self.hindrance(battle, at, battle.ground(at)).max(self.worst) };
        (least..=most).filter_map(move |class| {
            let slowed = if self.flies { 0 } else { battle.setting().cover(class).slows.saturating_sub(self.lead) };
            // ITEN-MOVE-04: never below 1. ITEN-MOVE-05: but nobody runs where nothing is left of it.
            let least = u8::from(!self.runs && self.walked == 0);
            let budget = self.allowance.saturating_sub(slowed).saturating_sub(self.walked).max(least);
            (budget > 0).then_some((class, budget))
        })
    }
}

/// Lists the hexes that a figure reaches (ITEN-MOVE-02 to -06). Breaking off and running never end in contact.
pub(super) fn reach(battle: &Battle, unit: UnitId, allowance: u8, verb: Verb, list: &mut Listing) {
    let gait = Gait::of(battle, unit, allowance, verb == Verb::Run);
    let go = |to: Cell| Action::of(verb, unit).hex(to);
    if let Some(ways) = known_ways(battle, unit, gait, list) {
        let free = ways.iter().filter(|&&to| !battle.occupied(to));
        return list.actions.extend(free.map(|&to| go(to)));
    }
    let mut actions = std::mem::take(&mut list.actions);
    search(battle, unit, gait, list, |to, beside| {
        // Whoever has no business in contact does not end beside an enemy that stands.
        if !battle.occupied(to) && (verb == Verb::Move || !beside) {
            actions.push(go(to));
        }
    });
    list.actions = actions;
}

/// The hexes that a figure gets to, taken or free, where nobody and nothing has come near: those are looked up.
fn known_ways<'a>(battle: &'a Battle, unit: UnitId, gait: Gait, list: &mut Listing) -> Option<&'a [Cell]> {
    let (piece, setting, board) = (battle.piece(unit), battle.setting(), battle.board());
    let far = |cell: Cell| board.distance(piece.at, cell) > u16::from(gait.allowance) + 1;
    let plain = !gait.flies
        && gait.lead == 0
        && gait.walked == 0
        && (1..=KEPT).contains(&gait.allowance)
        && !battle.unit(unit).blown
        && board.links.iter().all(|l| far(l.from) && far(l.to));
    // Friends are walked past, vehicles round: those of one's own make a difference too.
    let near = |u: UnitId| battle.steps_to(piece.at, u) <= u16::from(gait.allowance) + 1;
    let mut others = battle.enemies_of(piece.side) | setting.vehicles & battle.on_board();
    let alone =
        plain && !others.any(near) && battle.marked().iter().all(|m| far(m.0)) && battle.wagon().is_none_or(far);
    let question = || usize::from(gait.allowance - 1) * 4 + usize::from(gait.climbs) * 2 + usize::from(gait.runs);
    alone.then(|| {
        setting.ways.of(piece.at, question(), || {
            let mut all = Vec::new();
            search(battle, unit, gait, list, |to, _| all.push(to));
            all.into()
        })
    })
}

/// Searches where a figure gets to: for each class of cover that it is ready to go through, with what that leaves of its
/// allowance; each hex is told once, and whether it is beside an enemy that stands.
fn search(battle: &Battle, unit: UnitId, gait: Gait, list: &mut Listing, mut found: impl FnMut(Cell, bool)) {
    let (piece, board) = (battle.piece(unit), battle.board());
    let Listing { reach, ends, listed, .. } = list;
    listed.clear(board.len());
    listed.insert(piece.at);
    ends.clear(board.len());
    for foe in (battle.enemies_of(piece.side) & !battle.setting().vehicles).only(|f| battle.stands(f)) {
        let at = battle.piece(foe).at;
        for near in board.neighbours[at.index()] {
            if near.is_some() && battle.joined(at, near) {
                ends.insert(near);
            }
        }
    }
    let wind = Wind::of(battle, unit, reach);
    for drops in drops(battle) {
        let gait = Gait { drops, ..gait };
        // The least cover that has kept the last search out, and how far that went: one that stops at the same and goes
        // no farther finds nothing more.
        let (mut out, mut far) = (0, 0);
        for (class, budget) in gait.classes(battle, piece.at) {
            if class < out && budget <= far {
                continue;
            }
            (out, far) = (u8::MAX, budget);
            reach.field(board, piece.at, budget, |from, to| {
                let now = battle.ground(to);
                let hindrance = gait.hindrance(battle, to, now);
                if hindrance > class {
                    out = out.min(hindrance);
                    return None;
                }
                if wind.lets(from, to) { step(battle, unit, gait, now, from, to, ends.has(to)) } else { None }
            });
            for &to in reach.reached() {
                if listed.insert(to) && battle.footing(to).passable {
                    found(to, ends.has(to));
                }
            }
        }
    }
}

/// What a step of a figure takes into a hex of which something has become.
#[inline]
fn step(battle: &Battle, unit: UnitId, gait: Gait, now: Ground, from: Cell, to: Cell, end: bool) -> Option<Entry> {
    let (board, numbers) = (battle.board(), &battle.setting().numbers);
    if gait.flies {
        // HULK-LEFT-10: aboard nowhere but in the room that is high enough.
        let high = gait.hall.is_none_or(|hall| board.space_at(to) == hall);
        return high.then_some(Entry { cost: 1, stop: false });
    }
    if !battle.footing_on(to, now).passable {
        return None;
    }
    if battle.occupied(to) && battle.units_in(to).any(|u| battle.enemies(unit, u) || battle.is_vehicle(u)) {
        return None;
    }
    // HULK-LEFT-01: nobody gets into the craft of others.
    if now.craft != 0 && now.craft != battle.piece(unit).side.0 + 1 {
        return None;
    }
    let (low, high) = (board.heights[from.index()], board.heights[to.index()]);
    let cost = match high.saturating_sub(low) {
        _ if !board.neighbours[from.index()].contains(&to) => {
            battle.climbs(from, to).then_some(numbers.ladder.max(1))?
        }
        0 | 1 => 1,
        // ITEN-ABIL-12: height is paid as hexes.
        up if gait.climbs => up,
        _ => return None,
    };
    let drop = low.saturating_sub(high);
    (drop <= gait.drops).then_some(Entry { cost, stop: end || drop > numbers.fall.0 })
}

thread_local! {
    /// Buffers for moves that nobody lists, so that playing on allocates nothing.
    static BUFFERS: RefCell<Listing> = RefCell::default();
}

/// A figure goes at another, whatever it would rather do: as near as its move gets it, into contact if it can.
pub(super) fn go_at(play: &mut Play<'_>, unit: UnitId, at: UnitId, rule: Rule) {
    let goal = play.piece(at).at;
    let start = play.piece(unit).at;
    let nearest = BUFFERS.with_borrow_mut(|list| {
        list.actions.clear();
        reach(play, unit, allowance(play, unit), Verb::Move, list);
        let hexes = list.actions.iter().filter_map(|a| if let Target::Hex(to) = a.target { Some(to) } else { None });
        hexes.min_by_key(|&to| (play.board().distance(to, goal), play.board().distance(to, start), to))
    });
    let far = |cell: Cell| play.board().distance(cell, goal);
    if let Some(to) = nearest.filter(|&to| far(to) < far(start)) {
        play.note(rule, "goes where it must", unit, 0);
        arrive(play, unit, to, None);
    }
}

impl Battle {
    /// How many steps it is from each hex to a goal, over ground as it is drawn and nobody being near; 255 from where
    /// there is no way.
    #[must_use]
    pub(super) fn trail(&self, goal: Cell) -> &[u8] {
        let board = self.board();
        self.setting().trails.of(goal, 0, || {
            let mut steps = vec![u8::MAX; board.len()];
            steps[goal.index()] = 0;
            let mut ahead = std::collections::VecDeque::from([goal]);
            while let Some(cell) = ahead.pop_front() {
                let next = steps[cell.index()].saturating_add(1).min(u8::MAX - 1);
                for near in board.exits(cell) {
                    let level = board.heights[cell.index()].abs_diff(board.heights[near.index()]) <= 1;
                    if level && steps[near.index()] == u8::MAX && self.drawn(near).passable {
                        steps[near.index()] = next;
                        ahead.push_back(near);
                    }
                }
            }
            steps.into()
        })
    }
}

/// Why a move is refused.
pub(super) fn refusal(battle: &Battle, action: Action) -> Refusal {
    let unit = action.unit;
    let now = battle.unit(unit);
    let no = |reason, rule| Refusal::new(reason, Rule(rule));
    if battle.pending().done.has(unit) {
        return no(Reason::AlreadyDone, "ITEN-INIT-04");
    }
    if now.down {
        return no(Reason::MayNotAct, "ITEN-KD-01");
    }
    if action.verb == Verb::Cast {
        return wards::refusal(battle, action);
    }
    if battle.is_vehicle(unit) {
        return driving::refusal(battle, action);
    }
    match (action.verb, action.target) {
        (Verb::Use, Target::Unit(other)) if !battle.units().has(other) || !battle.is_vehicle(other) => {
            return crews::refusal(battle, action);
        }
        (Verb::Use, Target::Hex(_) | Target::Index(_)) => return no(Reason::OutOfReach, "ITEN-KEL-03"),
        _ => {}
    }
    if action.verb == Verb::Use || now.aboard != 0 {
        return riding::refusal(battle, action);
    }
    if now.assaulted || now.charged {
        return no(Reason::MayNotAct, "ITEN-CON-03");
    }
    let Target::Hex(to) = action.target else { return no(Reason::OutOfReach, "ITEN-OUT-07") };
    if to.index() >= battle.board().len() {
        return no(Reason::NoSuchHex, "ITEN-MOVE-01");
    }
    if battle.in_melee(unit) && action.verb == Verb::Move {
        return no(Reason::Contested, "ITEN-CON-01");
    }
    if battle.occupied(to) {
        return no(Reason::Stacked, "ITEN-MOVE-06");
    }
    if battle.carries(unit) && !(battle.around(to) & battle.enemies_of(battle.piece(unit).side)).is_empty() {
        return no(Reason::Contested, "ITEN-KEL-02");
    }
    if action.verb == Verb::Retreat && !battle.foes_around(battle.piece(unit).side, to).is_empty() {
        return no(Reason::OutOfReach, "ITEN-MEL-13");
    }
    if shuns(battle, unit, to) {
        return no(Reason::OutOfReach, "ITEN-TERR-05");
    }
    no(Reason::OutOfReach, "ITEN-MOVE-01")
}
