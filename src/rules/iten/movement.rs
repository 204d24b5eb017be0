//! Movement (ITEN-MOVE), contact (ITEN-CON), terror (ITEN-TERR), breaking off (ITEN-MEL-11 to -13), packs (ITEN-JUMP).

use crate::battle::{
    Action, Decision, Flow, Kind, Listing, Reason, Refusal, Roll, Rule, SideId, Target, UnitId, UnitSet, Verb,
};
use crate::board::Cell;
use crate::kit::asking::Question;

use super::boarding::looking;
use super::boarding::stalking::{burning, command, watch};
use super::catalogue::Ability;
use super::figure::{Encore, Figure};
use super::missions::{Mission, neutral, pods, prize, ritual, wagon, zombies};
use super::powers::{self, Casting};
use super::stages::{Charge, Flight, Leave};
use super::{Battle, Play, Step, abilities, crews, doors, driving, melee, order, riding, stepping, walking, wards};

/// A side's Movement begins: what its figures have gone since the last one no longer counts (ITEN-SHO-11).
pub(super) fn begin(play: &mut Play<'_>, asked: u8) {
    let Some(side) = play.side_asked(asked) else { return };
    for unit in play.units_of(side) | play.riders_of(side) {
        watch::end(play, unit);
        command::forget(play, unit);
        let now = play.unit(unit);
        if now.steps != 0 || now.moved || now.walked != 0 {
            play.change(unit, Rule("ITEN-SHO-11"), |u| {
                (u.steps, u.moved, u.walked, u.worst) = (0, false, 0, 0);
            });
        }
    }
    powers::expire(play, side);
}

/// Whether a figure may move in its side's Movement.
fn may_move(battle: &Battle, unit: UnitId) -> bool {
    let now = battle.unit(unit);
    let foot = !battle.is_vehicle(unit);
    foot && battle.stands(unit) && !(now.spent || now.assaulted || now.charged || now.moved)
}

/// Whether a figure that has ended its move in its craft may be taken off at once (HULK-LEFT-02).
fn may_go_home(battle: &Battle, unit: UnitId) -> bool {
    battle.in_craft(unit) && battle.unit(unit).moved && battle.stands(unit) && !battle.in_melee(unit)
}

/// The figures of a side that have yet to move.
pub(super) fn movers(battle: &Battle, side: SideId) -> UnitSet {
    let able = |u| {
        may_move(battle, u)
            || battle.may_cast(u)
            || battle.may_take(u)
            || may_go_home(battle, u)
            || battle.doors_at(u).next().is_some()
            || !battle.in_grasp(u).is_empty()
    };
    let open = (battle.units_of(side) | battle.riders_of(side)) & !battle.pending().done;
    open.only(|u| match battle.unit(u).aboard.get() {
        _ if battle.is_vehicle(u) => battle.may_drive(u),
        None => able(u),
        Some(_) => riding::may_stir(battle, u),
    })
}

/// ITEN-MOVE-01: a side moves any or all of its figures, each to its end before the next.
pub(super) fn movement(play: &mut Play<'_>, asked: u8, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-MOVE-01");
    if usize::from(asked) >= play.players() {
        return neutral::neutral_moves(play);
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
                let all = play.asked();
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
            Verb::Retreat if play.unit(action.unit).aboard.is_some() => {
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
                if let Some(first) = stepping::set_out(play, action) {
                    return Flow::Push(Step::Move { asked }, first);
                }
            }
            Verb::Cast => return Flow::Push(Step::Move { asked }, Step::Cast(Casting::begin(action))),
            Verb::Open => {
                if let Some(first) = doors::open(play, action) {
                    return Flow::Push(Step::Move { asked }, first);
                }
            }
            _ => play.pending_mut().done.insert(action.unit),
        }
    }
    let step = Step::Move { asked };
    if let Some(first) = neutral::interrupt(play) {
        return Flow::Push(step, first);
    }
    let movers = play.side_asked(asked).map_or(UnitSet::default(), |side| movers(play, side));
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
        _ => Question::new(RULE, Kind::Act).ask(play, asked, movers, step),
    }
}

/// Whether a figure has begun what it does in Movement.
fn has_begun(now: &Figure) -> bool {
    now.moved || now.cast || now.walked != 0
}

/// How he may go on.
pub(super) fn onward_offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else { return };
    if walking::left(battle, unit) > 0 {
        moves(battle, unit, list);
    }
    doors::offers(battle, unit, list);
    list.push(Action::of(Verb::Hold, unit));
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
        stepping::arrive(play, unit, charge.to, None);
        return Flow::Done;
    };
    play.pending_mut().met.insert(foe);
    if abilities::brave(play, foe, unit, RULE) {
        return Flow::Next(Step::Terror(charge));
    }
    let die = play.setting().numbers.flight_die;
    let far = play.roll(Roll::new(RULE, die, foe), &order::EVERY_FACE);
    let next = Step::Terror(Charge { fled: true, ..charge });
    Flow::Push(next, Step::Flee(Flight { unit: foe, terror: unit, left: far }))
}

/// ITEN-TERR-02: a figure flees step by step; what a Boarder comes upon is turned before he takes the step (HULK-ORD-01).
pub(super) fn flee(play: &mut Play<'_>, flight: Flight) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-TERR-02");
    let Flight { unit, terror, left } = flight;
    // Who has been shot on the way flees no farther (HULK-STALK-13).
    let goes = left > 0 && play.piece(unit).at.is_some() && play.piece(terror).at.is_some();
    let back = if goes { step_back(play, unit, play.piece(terror).at) } else { None };
    if let Some(back) = back {
        if let Some(look) = looking::before(play, unit, back) {
            return Flow::Push(Step::Flee(flight), look);
        }
        stepping::put(play, unit, back, RULE);
        burning::scorch(play, unit);
        if !play.stands(unit) {
            return Flow::Done;
        }
        return Flow::Next(Step::Flee(Flight { left: left - 1, ..flight }));
    }
    play.change(unit, Rule("ITEN-TERR-05"), |u| u.fled_from = terror.into());
    if play.setting().mission == Mission::LifeIsCheap {
        zombies::hear(play, unit);
    }
    Flow::Done
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
        None if play.is_neutral(unit) => pods::go(play, unit).map_or(Flow::Done, Flow::Next),
        None => Flow::Ask(Step::Again { unit }, Decision::about(play.piece(unit).side, Kind::Act, unit, RULE)),
        Some(action) if action.verb == Verb::Move => {
            // It is on its way already: nothing is rolled a second time for setting out (ITEN-JUMP-02).
            let first = if let Target::Hex(to) = action.target {
                stepping::go(play, unit, to)
            } else {
                stepping::set_out(play, action)
            };
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
            Flow::Next(Step::Leave(Leave { next: foe.next(), ..leave }))
        }
        None => {
            if stepping::leaps(play, unit, play.piece(unit).at) && !stepping::halts(play, unit, leave.to) {
                stepping::arrive(play, unit, leave.to, None);
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
    } else if may_go_home(battle, unit) {
        list.push(Action::of(Verb::Move, unit).index(stepping::HOMEWARD));
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
    let held = battle.in_melee(unit);
    if held {
        walking::reach(battle, unit, walking::allowance(battle, unit), Verb::Retreat, list);
    } else {
        walking::moves(battle, unit, list);
    }
    prize::keep_clear(battle, unit, list);
    if battle.unit(unit).fled_from.is_some() {
        let goes = |a: &Action| a.unit == unit && matches!(a.verb, Verb::Move | Verb::Retreat);
        list.actions.retain(|a| !goes(a) || !matches!(a.target, Target::Hex(to) if stepping::shuns(battle, unit, to)));
    }
    if !held && !battle.setting().vehicles.is_empty() {
        riding::boarding(battle, unit, list);
    }
    // HULK-LEFT-02: who is back in his craft may be taken off.
    if battle.in_craft(unit) {
        list.push(Action::of(Verb::Move, unit).index(stepping::HOMEWARD));
    }
}

/// Whether an action answers the question of a side's Movement.
pub(super) fn check(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let Action { verb, unit, target, .. } = action;
    if action.actor().is_none() {
        return match verb {
            Verb::Move => wagon::check(battle, action, list),
            Verb::Use => ritual::check_showing(battle, action),
            _ => action.plain(Rule("ITEN-MOVE-01")),
        };
    }
    if battle.pending().done.has(unit) {
        return no(Reason::AlreadyDone, "ITEN-INIT-04");
    }
    if battle.unit(unit).down {
        return no(Reason::MayNotAct, "ITEN-KD-01");
    }
    let vehicle = battle.is_vehicle(unit);
    match (verb, target) {
        (Verb::Hold, _) => action.plain(Rule("ITEN-MOVE-01")),
        (Verb::Cast, _) => wards::check(battle, action, list),
        _ if vehicle => driving::check(battle, action, list),
        (Verb::Strike, _) => no(Reason::WrongKindOfUnit, "ITEN-VEH-31"),
        (Verb::Open, _) => doors::check(battle, action, walking::left),
        (Verb::Use, Target::Unit(other)) if !battle.is_vehicle(other) => crews::check(battle, action),
        (Verb::Use, Target::Hex(_) | Target::Index(_)) => prize::check(battle, action),
        _ if battle.unit(unit).aboard.is_some() => riding::check_rider(battle, action),
        _ => {
            fresh(battle, action)?;
            check_way(battle, action, list)
        }
    }
}

/// Whether a figure on foot still has its move before it, or has ended it in its craft and may be taken off.
fn fresh(battle: &Battle, action: Action) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let now = battle.unit(action.unit);
    match action.target {
        Target::Index(stepping::HOMEWARD) if may_go_home(battle, action.unit) => Ok(()),
        _ if now.assaulted || now.charged => no(Reason::MayNotAct, "ITEN-CON-03"),
        _ if now.spent => no(Reason::MayNotAct, "ITEN-PSY-05"),
        _ if now.moved => no(Reason::AlreadyDone, "ITEN-MOVE-01"),
        _ => Ok(()),
    }
}

/// Whether a figure that moves may go where it wants to, or get into a vehicle.
fn check_way(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let Action { verb, unit, target, .. } = action;
    if verb == Verb::Use {
        return riding::check_boarding(battle, action, list);
    }
    action.aimed(Rule("ITEN-MOVE-01"))?;
    let (held, side) = (battle.in_melee(unit), battle.piece(unit).side);
    match target {
        Target::Index(stepping::HOMEWARD) if verb == Verb::Move && battle.in_craft(unit) => return Ok(()),
        Target::Index(stepping::HOMEWARD) => return no(Reason::OutOfReach, "HULK-LEFT-02"),
        _ if held && verb == Verb::Move => return no(Reason::Contested, "ITEN-CON-01"),
        _ if !held && verb == Verb::Retreat => return no(Reason::NothingToDo, "ITEN-MEL-11"),
        Target::Hex(to) if battle.occupied(to) => return no(Reason::Stacked, "ITEN-MOVE-06"),
        Target::Hex(to) if !prize::is_clear(battle, unit, to) => return no(Reason::Contested, "ITEN-KEL-02"),
        Target::Hex(to) if verb == Verb::Retreat && !battle.foes_around(side, to).is_empty() => {
            return no(Reason::OutOfReach, "ITEN-MEL-13");
        }
        Target::Hex(to) if stepping::shuns(battle, unit, to) => return no(Reason::OutOfReach, "ITEN-TERR-05"),
        _ => {}
    }
    if list.would_list(action, |list| moves(battle, unit, list)) {
        return Ok(());
    }
    no(Reason::OutOfReach, if let Target::Hex(_) = target { "ITEN-MOVE-01" } else { "ITEN-OUT-07" })
}

/// Whether an action answers the question how a figure goes on that has come upon a blip (HULK-BLIP-11).
pub(super) fn check_onward(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    const RULE: Rule = Rule("HULK-BLIP-11");
    match action.verb {
        Verb::Hold => action.plain(RULE),
        Verb::Open => doors::check(battle, action, walking::left),
        _ if walking::left(battle, action.unit) == 0 => Err(Refusal::new(Reason::NotEnough, RULE)),
        _ => check_way(battle, action, list),
    }
}

/// Whether an action answers the question where a figure goes that others have fled from (ITEN-TERR-03).
pub(super) fn check_again(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    match action.verb {
        Verb::Hold => action.plain(Rule("ITEN-TERR-03")),
        _ if battle.unit(action.unit).encore == Encore::Over => melee::check_pursuit(battle, action, list),
        _ => check_way(battle, action, list),
    }
}
