//! What a model that acts may do: the table of actions and its limits (GEM-ACT-02, GEM-ACT-08).

use std::cell::LazyCell;

use crate::battle::{Action, Listing, Reason, Refusal, Rule, Target, UnitId, Verb};
use crate::board::{Facing, Reach};

use super::activation::{may_watch, run_inches};
use super::flight::{menace, shelters};
use super::frenzy::may_dose;
use super::model::{Condition, did};
use super::options::{Activation, FastDraw, Overwatch, Running, Skills, Wounds};
use super::reactions::{gun_code, gun_of};
use super::shooting::{GRENADE, HURL, SMOKE, check_hurl, check_landing, check_throw, worth};
use super::steps::{Mode, Shot};
use super::{Battle, charging, draw, things, uses, walking};

const ACT: Rule = Rule("GEM-ACT-08");

/// The enemy that a Frenzied model must charge: the nearest in sight that it can reach (GEM-FRZ-05).
fn must_charge(battle: &Battle, unit: UnitId, reach: &mut Reach) -> Option<UnitId> {
    let now = battle.unit(unit);
    let least = if battle.options().activation == Activation::None { 2 } else { 1 };
    if !now.frenzied || now.did & did::MOVED != 0 || may_do(battle, unit, least).is_err() {
        return None;
    }
    let inches = battle.allowance(unit) * now.ap.min(2);
    let mut in_reach =
        |foe: UnitId| charging::check(battle, unit, foe, 1).is_ok() && battle.charge_arrives(unit, foe, inches, reach);
    // The nearest first, so that as few are searched for as can be.
    let mut left = battle.enemies_of(battle.piece(unit).side);
    while let Some(foe) = left.min_by_key(|&foe| (battle.apart(unit, foe), foe)) {
        if in_reach(foe) {
            return Some(foe);
        }
        left.remove(foe);
    }
    None
}

/// Whether a model may do anything but turn, wait and leave close combat; and whether it may do another thing than move.
fn may_do(battle: &Battle, unit: UnitId, ap: u8) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let now = battle.unit(unit);
    if now.ap < ap {
        return no(Reason::NotEnough, "GEM-ACT-02");
    }
    if now.condition != Condition::Ready {
        return no(Reason::MayNotAct, "GEM-ACT-06");
    }
    if battle.engaged(unit) {
        return no(Reason::Contested, "GEM-ACT-04");
    }
    // Without activation dice there is one other action besides the move (GEM-ACT-02).
    let other = did::SHOT | did::AIMED | did::SKILL | did::SEARCHED | did::CHARGED;
    if battle.options().activation == Activation::None && now.did & other != 0 {
        return no(Reason::AlreadyDone, "GEM-ACT-02");
    }
    Ok(())
}

/// Whether a model may shoot: as [`may_do`], and the Dazed for one point where they were knocked down (GEM-KD-04).
fn may_shoot(battle: &Battle, unit: UnitId, ap: u8) -> Result<(), Refusal> {
    let dazed = battle.unit(unit).condition == Condition::Dazed && battle.options().wounds == Wounds::Knockdown;
    if dazed && ap == 1 && battle.unit(unit).ap > 0 && !battle.engaged(unit) {
        return Ok(());
    }
    may_do(battle, unit, ap)
}

/// Whether a model that may shoot may do so with a gun and so many action points, at whomever.
fn may_fire(battle: &Battle, unit: UnitId, gun: u8, ap: u8) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let did = battle.unit(unit).did;
    battle.gun_ready(unit, gun)?;
    if !worth(battle.gun(unit, gun), ap) {
        return no(Reason::NothingToDo, "GEM-ACT-03");
    }
    if did & did::SHOT != 0 {
        return no(Reason::AlreadyDone, "GEM-ACT-08");
    }
    if did & did::AIMED != 0 && ap != 1 { no(Reason::Malformed, "GEM-ACT-08") } else { Ok(()) }
}

/// Whether a model may throw a grenade, wherever to.
fn may_throw(battle: &Battle, unit: UnitId) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    may_do(battle, unit, 1)?;
    if battle.unit(unit).did & did::SHOT != 0 {
        return no(Reason::AlreadyDone, "GEM-ACT-08");
    }
    if battle.unit(unit).frenzied { no(Reason::MayNotAct, "GEM-FRZ-05") } else { Ok(()) }
}

/// Whether a model may turn (GEM-MOVE-06).
fn may_turn(battle: &Battle, unit: UnitId) -> Result<(), Refusal> {
    let no = |reason| Err(Refusal::new(reason, Rule("GEM-MOVE-06")));
    let now = battle.unit(unit);
    if now.did & did::TURNED != 0 || now.condition != Condition::Ready {
        return no(Reason::AlreadyDone);
    }
    if battle.engaged(unit) { no(Reason::Contested) } else { Ok(()) }
}

/// Whether an action of a model that acts is legal (GEM-ACT-08).
pub(super) fn check(battle: &Battle, asked: UnitId, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    if action.unit != asked {
        return no(Reason::MayNotAct, "GEM-ACT-08");
    }
    if let Some(prey) = must_charge(battle, asked, &mut list.reach)
        && !(action.verb == Verb::Strike && action.target == Target::Unit(prey))
    {
        return no(Reason::MayNotAct, "GEM-FRZ-05");
    }
    check_free_will(battle, action, list)
}

/// The same for a model that need not charge.
fn check_free_will(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let Action { verb, unit, with, target } = action;
    let now = battle.unit(unit);
    match (verb, target) {
        (Verb::Hold, _) => action.plain(ACT),
        (Verb::Face, Target::Index(facing)) => {
            action.aimed(ACT)?;
            if facing >= 6 || Facing::from_index(facing.into()) == battle.piece(unit).facing {
                return no(Reason::NothingToDo, "GEM-MOVE-06");
            }
            may_turn(battle, unit)
        }
        (Verb::Move, Target::Hex(cell)) => {
            action.aimed(ACT)?;
            may_step(battle, unit)?;
            walking::check_move(battle, unit, cell, &mut list.reach)
        }
        (Verb::Run, Target::Hex(cell)) => {
            action.aimed(ACT)?;
            may_hurry(battle, unit, Running::Double)?;
            walking::may_end(battle, unit, cell)?;
            let reached = walking::reaches(battle, unit, run_inches(battle, unit), cell, &mut list.reach);
            if reached { Ok(()) } else { no(Reason::OutOfReach, "GEM-RUN-01") }
        }
        (Verb::Run, Target::None) => {
            action.aimed(ACT)?;
            may_hurry(battle, unit, Running::D6)
        }
        (Verb::Strike, Target::Unit(foe)) => {
            may_do(battle, unit, with)?;
            if battle.options().activation == Activation::None && with != 2 {
                return no(Reason::Malformed, "GEM-ACT-02");
            }
            charging::check(battle, unit, foe, with)
        }
        (Verb::Fire, Target::Unit(foe)) if with == HURL => {
            may_do(battle, unit, 1)?;
            if now.did & did::SHOT != 0 {
                return no(Reason::AlreadyDone, "GEM-ACT-08");
            }
            check_hurl(battle, unit, foe)
        }
        (Verb::Fire, Target::Unit(foe)) => {
            let (gun, ap) = gun_of(with);
            may_shoot(battle, unit, ap)?;
            may_fire(battle, unit, gun, ap)?;
            battle.may_target(Shot { unit, gun, target: foe, ap, mode: Mode::Own })
        }
        (Verb::Fire, Target::Hex(cell)) => {
            may_throw(battle, unit)?;
            check_throw(battle, unit, with, cell)
        }
        (Verb::Heal, Target::Unit(patient)) => {
            action.aimed(ACT)?;
            may_do(battle, unit, 1)?;
            if battle.options().skills == Skills::Off {
                return no(Reason::OrderNotOpen, "GEM-SKILL-06");
            }
            if now.did & did::SKILL != 0 {
                return no(Reason::AlreadyDone, "GEM-ACT-08");
            }
            let near =
                battle.on_board().has(patient) && battle.contact(unit, patient) && !battle.enemies(unit, patient);
            if !near {
                return no(Reason::OutOfReach, "GEM-SKILL-06");
            }
            if !battle.foes_touching(unit).is_empty() {
                return no(Reason::Contested, "GEM-SKILL-06");
            }
            if battle.unit(patient).flesh == 0 { no(Reason::NothingToDo, "GEM-SKILL-06") } else { Ok(()) }
        }
        (Verb::Retreat, Target::None) => {
            action.aimed(ACT)?;
            let cost = if battle.options().activation == Activation::None { 2 } else { 1 };
            if now.ap < cost {
                return no(Reason::NotEnough, "GEM-BREAK-01");
            }
            if now.condition != Condition::Ready || now.frenzied {
                return no(Reason::MayNotRetreat, "GEM-BREAK-01");
            }
            if battle.engaged(unit) { Ok(()) } else { no(Reason::NothingToDo, "GEM-BREAK-01") }
        }
        (Verb::Use, Target::Hex(cell)) if with == uses::JUMP => {
            may_step(battle, unit)?;
            walking::check_jump(battle, unit, cell, &mut list.reach)
        }
        (Verb::Use, _) => check_use(battle, action),
        _ => no(Reason::Malformed, "GEM-ACT-08"),
    }
}

/// Whether a model may make a Move as an action.
fn may_step(battle: &Battle, unit: UnitId) -> Result<(), Refusal> {
    let now = battle.unit(unit);
    if now.ap == 0 {
        return Err(Refusal::new(Reason::NotEnough, Rule("GEM-ACT-02")));
    }
    let once = battle.options().activation == Activation::None || now.condition != Condition::Ready;
    if once && now.did & did::MOVED != 0 {
        return Err(Refusal::new(Reason::AlreadyDone, Rule("GEM-ACT-02")));
    }
    walking::may_move(battle, unit)
}

/// Whether a model may run, in this manner (GEM-RUN-01).
fn may_hurry(battle: &Battle, unit: UnitId, manner: Running) -> Result<(), Refusal> {
    if battle.options().running != manner {
        return Err(Refusal::new(Reason::OrderNotOpen, Rule("GEM-RUN-01")));
    }
    may_do(battle, unit, 2)?;
    walking::may_run(battle, unit)
}

/// Whether one of the lesser actions is legal.
fn check_use(battle: &Battle, action: Action) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let Action { unit, with, target, .. } = action;
    let now = battle.unit(unit);
    match (with, target) {
        (uses::DOSE, Target::None) => return may_dose(battle, unit),
        (uses::DROP, Target::None) if now.carries > 0 => return Ok(()),
        (uses::DROP, _) => return no(Reason::NothingToDo, "GEM-CC-03"),
        // Weapons are readied in close combat too (GEM-ACT-04).
        (uses::DRAW | uses::SWAP | uses::TAKE, _) => return check_ready(battle, action),
        _ => {}
    }
    if battle.unit(unit).frenzied && with != uses::RELOAD {
        return no(Reason::MayNotAct, "GEM-FRZ-05");
    }
    may_do(battle, unit, 1)?;
    check_free_use(battle, action)
}

/// The same for a model that is free to do any of them.
fn check_free_use(battle: &Battle, action: Action) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let Action { unit, with, target, .. } = action;
    let now = battle.unit(unit);
    match (with, target) {
        (uses::TASK, Target::Hex(cell)) => things::check_task(battle, unit, cell),
        (uses::SEARCH, Target::None) => things::check_search(battle, unit),
        (uses::AIM, Target::None) => {
            let worthy = |gun| battle.gun_ready(unit, gun).is_ok() && worth(battle.gun(unit, gun), 1);
            let gun = || (0..battle.kit(unit).guns.len() as u8).any(worthy);
            if battle.options().activation == Activation::None {
                return no(Reason::OrderNotOpen, "GEM-ACT-02");
            }
            if now.did & (did::AIMED | did::SHOT) != 0 {
                return no(Reason::AlreadyDone, "GEM-ACT-08");
            }
            if !gun() {
                return no(Reason::WeaponNotReady, "GEM-ACT-08");
            }
            if now.ap < 2 { no(Reason::NotEnough, "GEM-ACT-08") } else { Ok(()) }
        }
        (uses::OVERWATCH, Target::None) => {
            if battle.options().overwatch != Overwatch::Arap {
                return no(Reason::OrderNotOpen, "GEM-OVER-01");
            }
            may_watch(battle, unit)
        }
        (uses::HIDE, Target::None) => {
            if now.hidden {
                return no(Reason::AlreadyDone, "GEM-MOVE-05");
            }
            if now.did & (did::SHOT | did::CHARGED) != 0 {
                return no(Reason::MayNotAct, "GEM-MOVE-05");
            }
            let at = battle.piece(unit).at;
            let covered = || menace(battle, unit).is_none_or(|foe| shelters(battle, foe, at));
            if walking::stays_hidden(battle, unit) && covered() {
                Ok(())
            } else {
                no(Reason::NothingToDo, "GEM-MOVE-05")
            }
        }
        (uses::RELOAD, Target::Index(gun)) => {
            let empty = gun < 8 && now.empty >> gun & 1 == 1;
            if empty { Ok(()) } else { no(Reason::NothingToDo, "GEM-ACT-07") }
        }
        (code, Target::Unit(foe)) if code >= uses::CALL => {
            if now.did & did::SHOT != 0 {
                return no(Reason::AlreadyDone, "GEM-ACT-08");
            }
            draw::check(battle, unit, code - uses::CALL, foe)
        }
        _ => no(Reason::Malformed, "GEM-ACT-08"),
    }
}

/// Whether a model may ready a weapon, change hands or pick something up (the table of actions, GEM-ACT-04).
fn check_ready(battle: &Battle, action: Action) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let Action { unit, with, target, .. } = action;
    let now = battle.unit(unit);
    if now.ap == 0 {
        return no(Reason::NotEnough, "GEM-ACT-02");
    }
    if now.condition != Condition::Ready {
        return no(Reason::MayNotAct, "GEM-ACT-06");
    }
    match (with, target) {
        (uses::DRAW, Target::Index(gun)) => {
            if gun < 8 && now.slung >> gun & 1 == 1 && !now.stripped {
                Ok(())
            } else {
                no(Reason::NothingToDo, "GEM-DRAW-02")
            }
        }
        // Only where one arm is hurt does it matter which hand holds what.
        (uses::SWAP, Target::None) if matches!(now.arms, 1 | 2) => Ok(()),
        (uses::SWAP, Target::None) => no(Reason::NothingToDo, "GEM-LOC-04"),
        (uses::TAKE, Target::Hex(cell)) => things::check_take(battle, unit, cell),
        _ => no(Reason::Malformed, "GEM-ACT-08"),
    }
}

/// All answers of a model that acts.
pub(super) fn answers(battle: &Battle, unit: UnitId, list: &mut Listing) {
    let of = |verb| Action::of(verb, unit);
    let now = *battle.unit(unit);
    if let Some(prey) = must_charge(battle, unit, &mut list.reach) {
        for ap in [1, 2] {
            add(battle, of(Verb::Strike).with(ap).at(prey), list);
        }
        return;
    }
    if may_step(battle, unit).is_ok() {
        walking::search(battle, unit, battle.allowance(unit), &mut list.reach);
        let first = list.actions.len();
        list.actions.extend(walking::ends(battle, unit, &list.reach).map(|cell| of(Verb::Move).hex(cell)));
        if walking::may_jump(battle, &list.reach) {
            battle.seek_jumps(unit, battle.allowance(unit), &mut list.reach, |_| false);
            let moves = first..list.actions.len();
            for cell in walking::ends(battle, unit, &list.reach) {
                if !list.actions[moves.clone()].contains(&of(Verb::Move).hex(cell)) {
                    list.actions.push(of(Verb::Use).with(uses::JUMP).hex(cell));
                }
            }
        }
    }
    if may_hurry(battle, unit, Running::Double).is_ok() {
        walking::search(battle, unit, run_inches(battle, unit), &mut list.reach);
        list.actions.extend(walking::ends(battle, unit, &list.reach).map(|cell| of(Verb::Run).hex(cell)));
    }
    let free = may_do(battle, unit, 1).is_ok();
    let composed = free && !now.frenzied;
    if now.ap > 0 && matches!(now.condition, Condition::Ready | Condition::Dazed) {
        add(battle, of(Verb::Run), list);
        // Only who is held in close combat breaks off.
        if !free {
            add(battle, of(Verb::Retreat), list);
        }
        let guns = battle.kit(unit).guns.len() as u8;
        let charges = free && charging::may_charge(battle, unit).is_ok();
        let whole = battle.options().activation == Activation::None;
        let strikes = [1, 2].map(|ap| charges && now.ap >= ap && (ap == 2 || !whole));
        let fires = [1, 2].map(|ap| {
            let shoots = now.ap >= ap && (free || may_shoot(battle, unit, ap).is_ok());
            let ready = |gun: &u8| shoots && may_fire(battle, unit, *gun, ap).is_ok();
            (0..guns).filter(ready).fold(0u8, |all, gun| all | 1 << gun)
        });
        let calls = composed && battle.options().fast_draw == FastDraw::On && now.did & did::SHOT == 0;
        let foremost = LazyCell::new(|| battle.foremost(unit));
        // All that is done to an enemy wants him seen.
        for foe in battle.foes_seen(unit) {
            let aims = |gun: &u8| {
                let shot = Shot { unit, gun: *gun, target: foe, ap: 1, mode: Mode::Own };
                (fires[0] | fires[1]) >> gun & 1 == 1 && battle.may_target_past(shot, || *foremost).is_ok()
            };
            let aimed = (0..guns).filter(aims).fold(0u8, |all, gun| all | 1 << gun);
            for (ap, (strikes, fires)) in [1, 2].into_iter().zip(strikes.into_iter().zip(fires)) {
                if strikes && battle.standing(foe) {
                    list.push(of(Verb::Strike).with(ap).at(foe));
                }
                let shots = (0..guns).filter(|gun| (fires & aimed) >> gun & 1 == 1);
                list.actions.extend(shots.map(|gun| of(Verb::Fire).with(gun_code(gun, ap)).at(foe)));
            }
            let called = (0..guns).filter(|&gun| calls && draw::check(battle, unit, gun, foe).is_ok());
            list.actions.extend(called.map(|gun| of(Verb::Use).with(uses::CALL + gun).at(foe)));
            if now.found > 0 {
                add(battle, of(Verb::Fire).with(HURL).at(foe), list);
            }
        }
        if now.grenades.max(now.smokes) > 0 && may_throw(battle, unit).is_ok() {
            let first = list.actions.len();
            let what = if now.grenades > 0 { GRENADE } else { SMOKE };
            // Who throws is in no close combat, so he has to face where to.
            let cells = battle.board().within(battle.piece(unit).at, battle.throw_range(unit));
            let lands = cells.filter(|&at| battle.before(unit, at) && check_landing(battle, unit, at).is_ok());
            list.actions.extend(lands.map(|at| of(Verb::Fire).with(what).hex(at)));
            if now.grenades > 0 && now.smokes > 0 {
                let both = list.actions.len();
                list.actions.extend_from_within(first..);
                list.actions[both..].iter_mut().for_each(|action| action.with = SMOKE);
            }
        }
        for friend in battle.friends_of(battle.piece(unit).side).only(|friend| battle.unit(friend).flesh > 0) {
            add(battle, of(Verb::Heal).at(friend), list);
        }
        if composed {
            for code in [uses::AIM, uses::OVERWATCH, uses::HIDE] {
                let action = of(Verb::Use).with(code);
                if check_free_use(battle, action).is_ok() {
                    list.push(action);
                }
            }
        }
        add(battle, of(Verb::Use).with(uses::SWAP), list);
        for gun in 0..if now.empty | now.slung == 0 { 0 } else { guns } {
            add(battle, of(Verb::Use).with(uses::RELOAD).index(gun), list);
            add(battle, of(Verb::Use).with(uses::DRAW).index(gun), list);
        }
    }
    if now.doses > 0 {
        add(battle, of(Verb::Use).with(uses::DOSE), list);
    }
    things::candidates(battle, unit, |action| {
        let legal = match action.with {
            uses::TASK | uses::SEARCH => composed && check_free_use(battle, action).is_ok(),
            _ => check_use(battle, action).is_ok(),
        };
        if legal {
            list.push(action);
        }
    });
    if may_turn(battle, unit).is_ok() {
        let turns = (0..6u8).filter(|&facing| Facing::from_index(facing.into()) != battle.piece(unit).facing);
        list.actions.extend(turns.map(|facing| of(Verb::Face).index(facing)));
    }
    list.push(of(Verb::Hold));
}

fn add(battle: &Battle, action: Action, list: &mut Listing) {
    if check_free_will(battle, action, list).is_ok() {
        list.push(action);
    }
}
