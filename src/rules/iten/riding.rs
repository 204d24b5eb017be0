//! Riding in vehicles: who is aboard what (ITEN-VEH-01, -02), getting on and off, bailing out (ITEN-VEH-08 to -11),
//! taking the wheel, firing from vehicles and taking their weapons off (ITEN-VEH-26 to -29).

use crate::battle::{Action, Listing, Reason, Refusal, Rule, Target, UnitId, Verb};
use crate::board::Cell;

use super::figure::{Fate, MOUNTED};
use super::missions::{Loss, events};
use super::{Battle, Play, grit, seats, stepping, walking};

/// Whether a figure aboard has something to do in its side's Movement.
pub(super) fn may_stir(battle: &Battle, unit: UnitId) -> bool {
    let now = battle.unit(unit);
    now.aboard.is_some() && !now.down && !now.moved && !now.spent
}

/// What a figure aboard may do in Movement: get off or jump, take the wheel.
pub(super) fn rider_offers(battle: &Battle, unit: UnitId, list: &mut Listing) {
    let Some(vehicle) = battle.carrier(unit).filter(|_| may_stir(battle, unit)) else { return };
    let side = battle.piece(unit).side;
    let out = seats::doorsteps(battle, vehicle).filter(|&to| battle.foes_around(side, to).is_empty());
    list.actions.extend(out.map(|to| Action::of(Verb::Retreat, unit).hex(to)));
    if battle.unit(vehicle).steps == 0 && battle.driver(vehicle) != Some(unit) {
        list.push(Action::of(Verb::Use, unit).at(vehicle));
    }
}

/// ITEN-VEH-08: the vehicles that a figure gets to with a hex of its move to spare for climbing in.
pub(super) fn boarding(battle: &Battle, unit: UnitId, list: &mut Listing) {
    let (piece, driving) = (battle.piece(unit), &battle.setting().numbers.driving);
    let allowance = walking::allowance(battle, unit);
    let Some(walk) = allowance.checked_sub(driving.boarding) else { return };
    if walking::left(battle, unit) < driving.boarding {
        return;
    }
    let near = |v: UnitId| battle.steps_to(piece.at, v) <= u16::from(allowance);
    let open = (battle.units_of(piece.side) & battle.setting().vehicles).only(|v| near(v) && battle.may_ride(unit, v));
    if open.is_empty() {
        return;
    }
    let before = list.actions.len();
    if walk > 0 {
        walking::reach(battle, unit, walk, Verb::Move, list);
    }
    let beside = |from: Cell, v: UnitId| {
        let heights = &battle.board().heights;
        battle.steps_to(from, v) == 1 && heights[from.index()].abs_diff(heights[battle.piece(v).at.index()]) <= 1
    };
    let reached = &list.actions[before..];
    let gets_to = |v: UnitId| {
        beside(piece.at, v) || reached.iter().any(|a| matches!(a.target, Target::Hex(from) if beside(from, v)))
    };
    let open = open.only(gets_to);
    list.actions.truncate(before);
    list.actions.extend(open.map(|v| Action::of(Verb::Use, unit).at(v)));
}

/// A figure gets into a vehicle, or takes the wheel of the one that it is in (ITEN-VEH-01).
pub(super) fn use_vehicle(play: &mut Play<'_>, unit: UnitId, vehicle: UnitId) {
    if play.carrier(unit) == Some(vehicle) {
        play.change(vehicle, Rule("ITEN-VEH-01"), |v| v.driver = unit.into());
        play.change(unit, Rule("ITEN-VEH-01"), |u| u.moved = true);
        return;
    }
    const RULE: Rule = Rule("ITEN-VEH-08");
    play.move_to(unit, Cell::NONE, RULE);
    play.change(unit, RULE, |u| (u.aboard, u.moved) = (vehicle.into(), true));
}

/// A figure gets off a vehicle that stands still, with the rest of its move before it (ITEN-VEH-08), or bails out of one
/// that has moved.
pub(super) fn get_off(play: &mut Play<'_>, unit: UnitId, to: Cell) {
    const RULE: Rule = Rule("ITEN-VEH-08");
    let Some(vehicle) = play.carrier(unit) else { return };
    if play.unit(vehicle).steps > 0 {
        play.change(unit, RULE, |u| u.moved = true);
        return scramble_out(play, unit, to, true, UnitId::NONE);
    }
    seats::leave_seat(play, unit, RULE);
    let taken = play.setting().numbers.driving.boarding;
    play.change(unit, RULE, |u| (u.steps, u.walked) = (u.steps.saturating_add(taken), taken));
    play.move_to(unit, to, RULE);
    events::arrived(play, unit);
}

/// A figure is out of a vehicle, in a hex beside it; who jumps off a moving one may come to harm (ITEN-VEH-09 to -11).
pub(super) fn scramble_out(play: &mut Play<'_>, unit: UnitId, to: Cell, jumps: bool, by: UnitId) {
    let Some(vehicle) = play.carrier(unit) else { return };
    let moved = play.unit(vehicle).steps;
    let skims = play.skims(vehicle);
    let fast = moved > play.setting().numbers.driving.bail_out;
    let rule = Rule(match () {
        () if skims => "ITEN-VEH-11",
        () if fast => "ITEN-VEH-10",
        () => "ITEN-VEH-09",
    });
    seats::leave_seat(play, unit, rule);
    play.move_to(unit, to, rule);
    play.change(unit, rule, |u| u.moved = true);
    stepping::contact(play, unit);
    if jumps && moved > 0 && !grit::nerve(play, unit, rule) {
        if skims || fast { grit::fall(play, unit, by, rule) } else { grit::stun(play, unit, rule) }
    }
    events::arrived(play, unit);
}

/// Everybody aboard a vehicle leaves the game with it, and nobody is lost (ITEN-VEH-22).
pub(super) fn carry_off(play: &mut Play<'_>, vehicle: UnitId, rule: Rule) {
    for unit in play.riders(vehicle) {
        events::losing(play, unit, UnitId::NONE, Loss::Left);
        seats::leave_seat(play, unit, rule);
        play.change(unit, rule, |u| u.fate = Fate::Left);
    }
    play.change(vehicle, rule, |u| u.fate = Fate::Left);
    play.move_to(vehicle, Cell::NONE, rule);
}

/// ITEN-VEH-26: the vehicle's weapons that a figure aboard may take off, instead of shooting.
pub(super) fn unshipping(battle: &Battle, unit: UnitId, list: &mut Listing) {
    let Some(vehicle) = battle.carrier(unit).filter(|_| battle.unit(unit).carries == 0) else { return };
    let count = battle.profile(vehicle).arms.len() as u8;
    let whole = (0..count).filter(|p| battle.unit(vehicle).gone >> p & 1 == 0).map(|p| MOUNTED + p);
    list.actions.extend(whole.filter(|&p| battle.may_man(unit, p)).map(|p| Action::of(Verb::Use, unit).with(p)));
}

/// Whether a figure may take something off the vehicle that it is in.
pub(super) fn can_unship(battle: &Battle, unit: UnitId) -> bool {
    let Some(vehicle) = battle.carrier(unit).filter(|_| battle.unit(unit).carries == 0) else { return false };
    let count = battle.profile(vehicle).arms.len() as u8;
    (0..count).any(|p| battle.unit(vehicle).gone >> p & 1 == 0)
}

/// A figure takes a weapon off its vehicle.
pub(super) fn unship(play: &mut Play<'_>, unit: UnitId, place: u8) {
    const RULE: Rule = Rule("ITEN-VEH-26");
    let (vehicle, mounted) = play.bearer(unit, place);
    let Some(&weapon) = play.profile(vehicle).arms.get(usize::from(mounted)) else { return };
    play.change(vehicle, RULE, |v| v.gone |= 1 << mounted);
    play.change(unit, RULE, |u| (u.carries, u.shot) = (weapon + 1, true));
}

/// Whether a figure aboard may get off, or take the wheel (ITEN-VEH-01, -08).
pub(super) fn check_rider(battle: &Battle, action: Action) -> Result<(), Refusal> {
    const RULE: Rule = Rule("ITEN-VEH-08");
    let no = |reason, rule| Err(Refusal::new(reason, rule));
    let Action { verb, unit, target, .. } = action;
    let now = battle.unit(unit);
    let Some(vehicle) = battle.carrier(unit) else { return no(Reason::MayNotAct, RULE) };
    if now.moved {
        return no(Reason::AlreadyDone, RULE);
    }
    if now.spent {
        return no(Reason::MayNotAct, Rule("ITEN-PSY-05"));
    }
    action.aimed(RULE)?;
    match (verb, target) {
        (Verb::Retreat, Target::Hex(to)) if battle.occupied(to) => no(Reason::Stacked, Rule("ITEN-MOVE-06")),
        (Verb::Retreat, Target::Hex(to)) if !seats::doorsteps(battle, vehicle).any(|step| step == to) => {
            no(Reason::OutOfReach, RULE)
        }
        (Verb::Retreat, Target::Hex(to)) if !battle.foes_around(battle.piece(unit).side, to).is_empty() => {
            no(Reason::Contested, RULE)
        }
        (Verb::Retreat, Target::Hex(_)) => Ok(()),
        (Verb::Use, Target::Unit(other)) if other == vehicle && battle.driver(vehicle) == Some(unit) => {
            no(Reason::NothingToDo, Rule("ITEN-VEH-01"))
        }
        (Verb::Use, Target::Unit(other)) if other == vehicle && battle.unit(vehicle).steps > 0 => {
            no(Reason::MayNotAct, Rule("ITEN-VEH-01"))
        }
        (Verb::Use, Target::Unit(other)) if other == vehicle => Ok(()),
        _ => no(Reason::MayNotAct, RULE),
    }
}

/// Whether a figure on foot may get into a vehicle (ITEN-VEH-02, -08).
pub(super) fn check_boarding(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let unit = action.unit;
    action.aimed(Rule("ITEN-VEH-08"))?;
    match action.target {
        Target::Unit(other) if !battle.is_vehicle(other) => no(Reason::WrongKindOfUnit, "ITEN-VEH-08"),
        Target::Unit(other) if battle.piece(other).side != battle.piece(unit).side => {
            no(Reason::NotYours, "ITEN-VEH-08")
        }
        Target::Unit(other) if battle.seats_for(unit, other).is_none() => no(Reason::WrongKindOfUnit, "ITEN-VEH-02"),
        Target::Unit(other) if battle.unit(other).steps > 0 => no(Reason::MayNotAct, "ITEN-VEH-08"),
        Target::Unit(other) if !battle.may_ride(unit, other) => no(Reason::NotEnough, "ITEN-VEH-02"),
        _ if battle.in_melee(unit) => no(Reason::Contested, "ITEN-CON-01"),
        _ if list.would_list(action, |list| boarding(battle, unit, list)) => Ok(()),
        _ => no(Reason::OutOfReach, "ITEN-VEH-08"),
    }
}

/// Whether a figure aboard may take a weapon off its vehicle (ITEN-VEH-26).
pub(super) fn check_unshipping(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    if list.would_list(action, |list| unshipping(battle, action.unit, list)) {
        return Ok(());
    }
    Err(Refusal::new(Reason::NothingToDo, Rule("ITEN-VEH-26")))
}
