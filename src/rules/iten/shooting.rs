//! The Shooting phase of a side (ITEN-SHO, ITEN-TOR): declarations, then one shot after the other; second shots
//! (ITEN-ABIL-10); weapons that are used up. [`super::aim`] says who may and how well, [`super::blasts`] what grenades
//! and flames do, [`super::running`] what those do who saw nobody.

use arrayvec::ArrayVec;

use crate::battle::{
    Action, Decision, Flow, Kind, Listing, MAX_UNITS, Reason, Refusal, Roll, Rule, SideId, Target, UnitId, UnitSet,
    Verb,
};
use crate::kit::asking::Question;

use super::aim::{bursts, is_gun, joins, range_of};
use super::blasts::{self, Flame};
use super::boarding::stalking::{scanner, sealing, watch};
use super::boarding::{aiming, victory};
use super::figure::{Declared, MOUNTED};
use super::hits::{self, Mark};
use super::payload::{Fire, Gadget};
use super::stats::Trait;
use super::{Battle, Play, Step, crews, riding, running};

/// A side's shooting begins.
pub(super) fn begin(play: &mut Play<'_>, asked: u8) {
    play.pending_mut().attacks.clear();
    running::look_around(play, asked);
    let Some(side) = play.side_asked(asked) else { return };
    let driven = play.units_of(side).only(|u| play.unit(u).goes_at.is_some());
    let shots: ArrayVec<Declared, MAX_UNITS> = driven.filter_map(|u| driven_shot(play, u)).collect();
    play.pending_mut().attacks.extend(shots);
}

/// The shot of a figure that was made to go at a friend and has not got to him, with the best of its guns (ITEN-PSY-18).
fn driven_shot(battle: &Battle, unit: UnitId) -> Option<Declared> {
    let friend = battle.unit(unit).goes_at.get()?;
    let there = battle.piece(friend).at;
    if !battle.unhindered(unit) || battle.unit(unit).shot || !there.is_some() || !battle.sees(unit, friend) {
        return None;
    }
    let ready = |&p: &u8| {
        battle.armed(unit, p)
            && battle.arm(unit, p).is_some_and(|w| is_gun(w) && !battle.sweeps(w))
            && battle.reaches(unit, p, friend)
    };
    let shots = battle.places(unit).filter(ready).map(|place| Declared::on(unit, place, friend));
    shots.min_by_key(|shot| (battle.attack(shot, friend).need, shot.with))
}

/// The figures of the side asked that have something to shoot with and at.
fn firers(battle: &Battle, side: SideId) -> UnitSet {
    let foot = battle.units_of(side) & !battle.setting().vehicles;
    let all = (foot | battle.riders_of(side)) & !battle.pending().done;
    all.only(|u| battle.may_shoot(u) && (can_fire(battle, u) || riding::can_unship(battle, u)))
}

fn can_fire(battle: &Battle, unit: UnitId) -> bool {
    let targets = if running::has_seen_nobody(battle, unit) { UnitSet::default() } else { battle.targets(unit) };
    if battle.setting().aboard && aiming::can_aim(battle, unit) {
        return true;
    }
    if battle.may_plant(unit).is_some() || stirs(battle, unit) {
        return true;
    }
    let any = |place: u8| match battle.arm(unit, place) {
        Some(weapon) if bursts(weapon) => battle.unhindered(unit) && battle.can_throw(unit, place),
        _ => targets.clone().any(|foe| may_declare(battle, unit, place, foe)),
    };
    battle.places(unit).any(|place| battle.armed(unit, place) && battle.may_man(unit, place) && any(place))
}

/// Whether a figure has something to do against stalkers instead of shooting (HULK-STALK-10, -12, -14, -17).
fn stirs(battle: &Battle, unit: UnitId) -> bool {
    battle.may_watch(unit)
        || battle.jammed(unit).next().is_some()
        || battle.sealable(unit).next().is_some()
        || battle.scannable(unit).next().is_some()
}

/// Whether a weapon may be declared against one of a figure's targets: ranges are checked only when all of a side have
/// been declared, unless they may be measured (ITEN-SHO-06, MAP-18).
fn may_declare(battle: &Battle, unit: UnitId, place: u8, foe: UnitId) -> bool {
    battle.bears(unit, place, foe) && (!battle.setting().numbers.premeasure || battle.reaches(unit, place, foe))
}

/// ITEN-SHO-06, MAP-18: before all of a side's shots have been declared nobody knows whether one is in range, unless
/// ranges may be measured, or the two touch. Its odds take for granted that it is.
pub(super) fn unmeasured(battle: &Battle, action: Action) -> Option<Rule> {
    let declares = matches!(battle.step(), Some(Step::Declare { .. })) && !battle.setting().numbers.premeasure;
    let touches = |foe: UnitId| battle.foes_touched(action.unit).has(foe);
    let at_figure = match (action.verb, action.target) {
        (Verb::Fire, Target::Unit(foe)) => !touches(foe),
        (verb, _) => verb == Verb::Assist,
    };
    (declares && at_figure).then_some(Rule("ITEN-SHO-06"))
}

/// ITEN-SHO-06: a side declares all its shots; then they are rolled, and who saw nobody may run.
pub(super) fn declare(play: &mut Play<'_>, asked: u8, answer: Option<Action>) -> Flow<Step> {
    // Those who were asked are asked again: whatever is declared, they may at least do nothing. A mate is bound.
    let left = match answer {
        None => play.side_asked(asked).map_or(UnitSet::default(), |side| firers(play, side)),
        Some(Action { verb: Verb::Pass, .. }) => UnitSet::default(),
        Some(action) if matches!((action.verb, action.target), (Verb::Face | Verb::Use, Target::Index(_))) => {
            match Gadget::of(action) {
                Some(Gadget::Scan(number)) => scanner::scan(play, action.unit, number),
                _ => watch::spend(play, action),
            }
            play.asked().only(|u| u != action.unit)
        }
        Some(Action { verb: Verb::Use, unit, with, target }) => {
            match target {
                Target::Hex(at) if play.stalking().is_some() => sealing::work(play, unit, at),
                Target::Hex(_) => victory::plant(play, unit),
                _ => riding::unship(play, unit, with),
            }
            play.asked().only(|u| u != unit)
        }
        Some(action) => {
            let shot = declared(action);
            play.pending_mut().attacks.extend(shot);
            let mate = shot.and_then(|shot| crews::bind(play, shot.by, shot.with));
            play.asked().only(|u| u != action.unit && Some(u) != mate)
        }
    };
    match Question::new(Rule("ITEN-SHO-06"), Kind::Act).ask(play, asked, left, Step::Declare { asked }) {
        Flow::Done => Flow::Push(Step::Run { asked }, Step::Volley { next: 0 }),
        asking => asking,
    }
}

/// The attack that an action declares. Who helps with a torrent has the friend who shoots for his target.
fn declared(action: Action) -> Option<Declared> {
    let Fire { place, desperate } = Fire::decode(action.with);
    let shot = match action.target {
        Target::Unit(target) => Declared::on(action.unit, place, target),
        Target::Hex(hex) => Declared::at(action.unit, place, hex),
        Target::None | Target::Index(_) => return None,
    };
    Some(Declared { desperate, ..shot })
}

/// What a figure may declare: every weapon at every target, to help a friend, or nothing.
pub(super) fn offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else {
        return list.push(Action::side(Verb::Pass));
    };
    list.actions.extend(battle.may_plant(unit).map(|at| Action::of(Verb::Use, unit).hex(at)));
    sealing::offers(battle, unit, list);
    watch::offers(battle, unit, list);
    scanner::offers(battle, unit, list);
    let targets = battle.targets(unit);
    for place in battle.places(unit).filter(|&p| battle.armed(unit, p) && battle.may_man(unit, p)) {
        if battle.arm(unit, place).is_some_and(bursts) {
            if battle.unhindered(unit) {
                blasts::points(battle, unit, place, list);
            }
            continue;
        }
        let despair = battle.may_despair(unit, place);
        for foe in targets.filter(|&foe| may_declare(battle, unit, place, foe)) {
            let shot = Action::of(Verb::Fire, unit).with(place).at(foe);
            list.push(shot);
            if despair {
                list.push(shot.with(Fire { place, desperate: true }.encode()));
            }
        }
    }
    if battle.setting().aboard {
        aiming::offers(battle, unit, list);
    }
    for shot in battle.pending().attacks.iter().filter(|shot| targets.has(shot.target)) {
        if let Some(place) = joining(battle, unit, shot) {
            list.push(Action::of(Verb::Assist, unit).with(place).at(shot.by));
        }
    }
    riding::unshipping(battle, unit, list);
    list.push(Action::of(Verb::Hold, unit));
}

/// The gun with which a figure helps along a shot at one of its targets (ITEN-TOR-03): that of the longest range, since
/// nothing else of it matters.
fn joining(battle: &Battle, unit: UnitId, shot: &Declared) -> Option<u8> {
    let leads = !shot.desperate && battle.arm(shot.by, shot.with).is_some_and(joins);
    let helps = |&place: &u8| {
        battle.armed(unit, place)
            && battle.may_man(unit, place)
            && battle.arm(unit, place).is_some_and(joins)
            && may_declare(battle, unit, place, shot.target)
    };
    let range = |place: u8| battle.arm(unit, place).and_then(range_of);
    battle.places(unit).filter(helps).max_by_key(|&p| (range(p), std::cmp::Reverse(p))).filter(|_| leads)
}

/// ITEN-ORD-04: declared shots are resolved in their order, one a run, each with all that comes of it.
pub(super) fn volley(play: &mut Play<'_>, next: u8) -> Flow<Step> {
    let Some(&shot) = play.pending().attacks.get(usize::from(next)) else {
        play.pending_mut().attacks.clear();
        return Flow::Done;
    };
    let again = Step::Volley { next: next + 1 };
    if shot.target != UnitId::NONE && play.unit(shot.by).goes_at.is(shot.target) {
        if driven_shot(play, shot.by) == Some(shot) {
            play.change(shot.by, Rule("ITEN-PSY-18"), |u| u.shot = true);
            use_up(play, &shot);
            hits::strike(play, &shot, shot.target, Rule("ITEN-SHO-08"));
        }
        return Flow::Next(again);
    }
    // Somebody may have been felled by a friend's grenade, or be needed at a friend's gun (ITEN-HVY-02).
    if !play.may_shoot(shot.by) {
        return Flow::Next(again);
    }
    play.change(shot.by, Rule("ITEN-SHO-01"), |u| u.shot = true);
    // Who helps has had his part in the shot of his friend, or is too late for it.
    if !shot.hex.is_some() && !play.enemies(shot.by, shot.target) {
        return Flow::Next(again);
    }
    match loose(play, shot, Loosed::First) {
        Flow::Next(step) => Flow::Push(again, step),
        _ => Flow::Next(again),
    }
}

/// What a shot would come to if all were in range: that it is nobody may know yet (ITEN-SHO-06, MAP-18). Who helps one
/// along has the friend who shoots for his target.
pub(super) fn granted(play: &mut Play<'_>, answer: Option<Action>) -> Flow<Step> {
    let Some(action) = answer else { return Flow::Done };
    play.pending_mut().attacks.extend(declared(action));
    let by = match (action.verb, action.target) {
        (Verb::Assist, Target::Unit(friend)) => friend,
        _ => action.unit,
    };
    let Some(shot) = play.pending().attacks.iter().copied().find(|shot| shot.by == by) else { return Flow::Done };
    play.change(by, Rule("ITEN-SHO-01"), |u| u.shot = true);
    loose(play, shot, Loosed::Granted)
}

/// How a shot comes to be made.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loosed {
    /// It was declared.
    First,
    /// The first has felled somebody (ITEN-ABIL-10).
    Second,
    /// Somebody asks what it would come to in range.
    Granted,
}

/// ITEN-TOR-01, -03: those who help a shot along have shot then; how many add to it. Whoever turns out to be too far
/// away adds nothing.
fn torrent(play: &mut Play<'_>, shot: &Declared, loosed: Loosed) -> u8 {
    let mut helpers = 0;
    for entry in 0..play.pending().attacks.len() {
        let help = play.pending().attacks[entry];
        let adds = help.target == shot.by
            && play.may_shoot(help.by)
            && play.armed(help.by, help.with)
            && play.targets(help.by).has(shot.target)
            && (loosed == Loosed::Granted || play.reaches(help.by, help.with, shot.target));
        if adds {
            play.change(help.by, Rule("ITEN-TOR-03"), |u| u.shot = true);
            crews::help(play, help.by, help.with);
            helpers += 1;
        }
    }
    helpers
}

/// A shot is made, or lost: too far, nobody there any more, nobody to help with the gun. What is lost uses nothing up.
/// The step that follows from it, if one does.
fn loose(play: &mut Play<'_>, shot: Declared, loosed: Loosed) -> Flow<Step> {
    if let Some(step) = aiming::loose(play, shot) {
        return step.map_or(Flow::Done, Flow::Next);
    }
    if !play.armed(shot.by, shot.with) {
        play.note(Rule("ITEN-HVY-03"), "nobody helps with the weapon", shot.by, 0);
        return Flow::Done;
    }
    if shot.hex.is_some() {
        use_up(play, &shot);
        return blasts::throw(play, shot).map_or(Flow::Done, Flow::Next);
    }
    let Some(victim) = victim(play, &shot, loosed) else {
        play.note(Rule("ITEN-SHO-06"), "the shot is lost", shot.by, 0);
        return Flow::Done;
    };
    use_up(play, &shot);
    let second = loosed == Loosed::Second;
    let helpers = if second { 0 } else { torrent(play, &shot, loosed) };
    let shot = Declared { helpers, ..shot };
    let from = play.piece(victim).at;
    let flames = play.arm(shot.by, shot.with).is_some_and(|w| w.has(Trait::Flamer));
    let mark = hits::strike(play, &shot, victim, Rule("ITEN-SHO-08"));
    if flames && mark != Mark::Missed {
        play.pending_mut().met = [victim].into_iter().collect();
        return Flow::Next(Step::Flame(Flame { shot, from, felled: mark == Mark::Felled, second }));
    }
    hits::after(play, shot.by, mark == Mark::Felled, second)
}

/// Whom a shot is rolled against, if it is not lost. In a melee of other Retinues a die says who it is (ITEN-SHO-03).
fn victim(play: &mut Play<'_>, shot: &Declared, loosed: Loosed) -> Option<UnitId> {
    let reaches = |battle: &Battle, foe: UnitId| loosed == Loosed::Granted || battle.reaches(shot.by, shot.with, foe);
    let target = shot.target;
    let stands = play.targets(shot.by).has(target) && play.bears(shot.by, shot.with, target) && reaches(play, target);
    let picks = play.unit(shot.by).charged || play.profile(shot.by).rooted;
    if !stands || picks || !play.in_melee(target) {
        return stands.then_some(target);
    }
    let mut all = play.brawl(target);
    let count = all.len() as u8;
    let cuts: ArrayVec<u8, MAX_UNITS> = (2..=count).collect();
    let face = play.roll(Roll::new(Rule("ITEN-SHO-03"), count, shot.by).against(target), &cuts);
    let victim = all.nth(usize::from(face) - 1)?;
    let reached = play.sees(shot.by, victim) && play.bears(shot.by, shot.with, victim) && reaches(play, victim);
    reached.then_some(victim)
}

/// What a shot takes: the mate's own shot, a round, the weapon.
fn use_up(play: &mut Play<'_>, shot: &Declared) {
    let (unit, place) = (shot.by, shot.with);
    crews::help(play, unit, place);
    let Some(weapon) = play.arm(unit, place) else { return };
    let gone = match weapon {
        _ if shot.desperate => Some("ITEN-ABIL-08"),
        w if w.has(Trait::Grenade) => Some("ITEN-GREN-06"),
        w if w.has(Trait::Once) => Some("HULK-LEFT-08"),
        w if w.range.is_none() => Some("ITEN-OUT-05"),
        _ => None,
    };
    let launched = weapon.rounds().is_some();
    let (bearer, at) = play.bearer(unit, place);
    if let Some(rule) = gone {
        play.change(bearer, Rule(rule), |u| u.gone |= 1 << at);
    }
    if launched {
        play.change(bearer, Rule("ITEN-GREN-07"), |u| u.rounds = u.rounds.saturating_sub(1));
    }
}

/// ITEN-ABIL-10: the second shot is declared when it has been earned, at whom its owner likes.
pub(super) fn second(play: &mut Play<'_>, unit: UnitId, answer: Option<Action>) -> Flow<Step> {
    match answer {
        Some(action) if action.verb == Verb::Fire => match declared(action) {
            Some(shot) => loose(play, shot, Loosed::Second),
            None => Flow::Done,
        },
        Some(_) => Flow::Done,
        None if second_shots(play, unit).next().is_none() => Flow::Done,
        None => {
            let side = play.piece(unit).side;
            Flow::Ask(Step::Second { unit }, Decision::about(side, Kind::Act, unit, Rule("ITEN-ABIL-10")))
        }
    }
}

/// The second shots open to a figure: with guns only.
fn second_shots(battle: &Battle, unit: UnitId) -> impl Iterator<Item = Action> {
    let targets = battle.targets(unit);
    // A vehicle's weapon fires once a turn (ITEN-VEH-27).
    let own = move |p: &u8| battle.bearer(unit, *p).0 == unit;
    let ready = move |p: &u8| battle.armed(unit, *p) && battle.arm(unit, *p).is_some_and(is_gun);
    let guns = battle.places(unit).filter(own).filter(ready);
    guns.flat_map(move |place| {
        let foes = targets.filter(move |&foe| may_declare(battle, unit, place, foe));
        foes.map(move |foe| Action::of(Verb::Fire, unit).with(place).at(foe))
    })
}

/// The answers to that.
pub(super) fn second_offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    if let Some(unit) = actor {
        list.actions.extend(second_shots(battle, unit));
        list.push(Action::of(Verb::Hold, unit));
    }
}

/// Whether an action declares a shot, a second one, help with one or what else is done instead (ITEN-SHO, ITEN-TOR).
pub(super) fn check(battle: &Battle, action: Action, second: bool, list: &mut Listing) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let Action { verb, unit, target, .. } = action;
    match (verb, target) {
        (Verb::Pass, _) => return action.plain(Rule("ITEN-SHO-06")),
        (Verb::Face, _) | (Verb::Use, Target::Index(_)) => {
            return match Gadget::of(action) {
                Some(Gadget::Scan(number)) => scanner::check(battle, unit, number),
                _ => watch::check(battle, action),
            };
        }
        (Verb::Use, Target::Hex(_)) if battle.stalking().is_some() => return sealing::check(battle, action),
        (Verb::Use, Target::Hex(at)) => {
            action.aimed(Rule("HULK-CAMP-07"))?;
            return if battle.may_plant(unit) == Some(at) { Ok(()) } else { no(Reason::NothingToDo, "HULK-CAMP-07") };
        }
        (Verb::Use, _) => return riding::check_unshipping(battle, action, list),
        _ => {}
    }
    if battle.is_vehicle(unit) {
        return no(Reason::WrongKindOfUnit, "ITEN-VEH-27");
    }
    let now = battle.unit(unit);
    if battle.is_bound(unit) {
        return no(Reason::AlreadyDone, "ITEN-HVY-02");
    }
    if now.down {
        return no(Reason::MayNotAct, "ITEN-KD-01");
    }
    if now.spent {
        return no(Reason::MayNotAct, "ITEN-PSY-05");
    }
    if !second && (now.shot || now.ran || battle.pending().attacks.iter().any(|a| a.by == unit)) {
        return no(Reason::AlreadyDone, "ITEN-SHO-01");
    }
    if verb == Verb::Hold {
        return action.plain(Rule(if second { "ITEN-ABIL-10" } else { "ITEN-SHO-06" }));
    }
    check_weapon(battle, action, second)?;
    let Fire { place, .. } = Fire::decode(action.with);
    let burst = battle.arm(unit, place).is_some_and(bursts);
    match target {
        Target::Hex(_) if verb == Verb::Assist => no(Reason::NotAnEnemy, "ITEN-SHO-02"),
        Target::Hex(at) if !burst && battle.setting().aboard && !second => aiming::check(battle, unit, place, at),
        Target::Unit(friend) if verb == Verb::Assist => check_help(battle, action, friend),
        Target::Unit(_) if burst => no(Reason::WrongKindOfUnit, "ITEN-GREN-01"),
        Target::Unit(foe) => check_target(battle, unit, place, foe),
        Target::Hex(_) if !burst => no(Reason::NotAnEnemy, "ITEN-SHO-02"),
        Target::Hex(_) if list.would_list(action, |list| blasts::points(battle, unit, place, list)) => Ok(()),
        Target::Hex(at) if !battle.opened(at) => no(Reason::NoSight, "HULK-BLIP-12"),
        Target::Hex(at) if battle.look(battle.muzzle(unit, at), at).is_none() => no(Reason::NoSight, "ITEN-GREN-03"),
        Target::Hex(at) if !battle.in_range(unit, place, at) => no(Reason::OutOfRange, "ITEN-GREN-03"),
        Target::Hex(_) => no(Reason::NothingToDo, "ITEN-GREN-04"),
        Target::None | Target::Index(_) => no(Reason::NotAnEnemy, "ITEN-SHO-02"),
    }
}

/// Whether a figure may use a weapon, whatever the target.
fn check_weapon(battle: &Battle, action: Action, second: bool) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let Action { unit, target, .. } = action;
    let now = battle.unit(unit);
    let Fire { place, desperate } = Fire::decode(action.with);
    let Some(weapon) = battle.arm(unit, place).filter(|_| battle.places(unit).contains(&place)) else {
        return no(Reason::WeaponNotReady, "ITEN-WPN-03");
    };
    // Aboard other things than grenades are pointed at hexes too.
    let pointed = battle.setting().aboard && matches!(target, Target::Hex(_)) && !bursts(weapon);
    if range_of(weapon).is_none() && !pointed {
        return no(Reason::WeaponNotReady, "ITEN-WPN-02");
    }
    if !battle.throws(unit, weapon) && !pointed {
        return no(Reason::WeaponNotReady, "ITEN-SRV-09");
    }
    let (bearer, at) = battle.bearer(unit, place);
    if bearer != unit && battle.unit(bearer).gone >> at & 1 == 1 {
        return no(Reason::WeaponNotReady, "ITEN-VEH-19");
    }
    if second && bearer != unit {
        return no(Reason::MayNotAct, "ITEN-VEH-27");
    }
    if !second && !battle.may_man(unit, place) {
        let moved = place < MOUNTED && battle.carrier(unit).is_some_and(|v| !battle.is_slow_enough(v));
        return no(Reason::MayNotAct, if moved || place >= MOUNTED { "ITEN-VEH-27" } else { "ITEN-VEH-29" });
    }
    if bearer == unit && now.jams >> place & 1 == 1 {
        return no(Reason::WeaponNotReady, "HULK-STALK-12");
    }
    if bearer == unit && now.gone >> place & 1 == 1 {
        let rule = match weapon {
            w if w.has(Trait::Grenade) => "ITEN-GREN-06",
            w if w.has(Trait::Once) => "HULK-LEFT-08",
            w if w.range.is_none() => "ITEN-OUT-05",
            _ => "ITEN-ABIL-08",
        };
        return no(Reason::WeaponNotReady, rule);
    }
    if desperate && (second || pointed || !battle.may_despair(unit, place)) {
        return no(Reason::OrderNotOpen, "ITEN-ABIL-08");
    }
    if pointed && !second {
        return Ok(());
    }
    if weapon.rounds().is_some() && battle.unit(bearer).rounds == 0 {
        return no(Reason::NotEnough, "ITEN-GREN-07");
    }
    if second && !is_gun(weapon) {
        return no(Reason::WeaponNotReady, "ITEN-ABIL-10");
    }
    // An assault is over for the shooter's purposes only with the turn, whoever has fallen since.
    let free = match () {
        () if bursts(weapon) => battle.unhindered(unit),
        () if now.charged => weapon.has(Trait::Pistol),
        () => battle.profile(unit).rooted || battle.unhindered(unit),
    };
    if !free {
        return no(Reason::Contested, "ITEN-SHO-04");
    }
    if battle.carries(unit) {
        return no(Reason::WeaponNotReady, "ITEN-KEL-02");
    }
    if battle.armed(unit, place) { Ok(()) } else { no(Reason::WeaponNotReady, "ITEN-HVY-03") }
}

/// Whether a figure may shoot at somebody with a weapon that is ready.
fn check_target(battle: &Battle, unit: UnitId, place: u8, foe: UnitId) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    if battle.arm(unit, place).is_some_and(|w| battle.sweeps(w)) {
        return no(Reason::WrongKindOfUnit, "HULK-SHOT-02");
    }
    if !battle.targets(unit).has(foe) {
        let charged = battle.unit(unit).charged;
        return match () {
            () if !battle.on_board().has(foe) || !battle.enemies(unit, foe) => no(Reason::NotAnEnemy, "ITEN-SHO-02"),
            () if charged && !battle.foes_touched(unit).has(foe) => no(Reason::Contested, "ITEN-SHO-05"),
            () if !charged && !battle.open_to(battle.piece(unit).side, foe) => no(Reason::Contested, "ITEN-SHO-02"),
            () => no(Reason::NoSight, "ITEN-LOS-01"),
        };
    }
    if !battle.bears(unit, place, foe) {
        return no(Reason::NoSight, "ITEN-FLAM-05");
    }
    if may_declare(battle, unit, place, foe) { Ok(()) } else { no(Reason::OutOfRange, "ITEN-SHO-07") }
}

/// Whether a figure may help a friend's shot along.
fn check_help(battle: &Battle, action: Action, friend: UnitId) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let (unit, place) = (action.unit, action.with);
    let shots = &battle.pending().attacks;
    let Some(shot) = shots.iter().find(|a| a.by == friend && a.target != UnitId::NONE) else {
        return no(Reason::NothingToDo, "ITEN-TOR-01");
    };
    if shot.desperate {
        return no(Reason::OrderNotOpen, "ITEN-ABIL-08");
    }
    let join = |unit, place| battle.arm(unit, place).is_some_and(joins);
    if !join(unit, place) || !join(friend, shot.with) {
        return no(Reason::WeaponNotReady, "ITEN-TOR-03");
    }
    if !battle.targets(unit).has(shot.target) {
        return check_target(battle, unit, place, shot.target);
    }
    match joining(battle, unit, shot) {
        Some(gun) if gun == place => Ok(()),
        // Another of its guns reaches farther, or as far.
        Some(_) => no(Reason::Malformed, "ITEN-TOR-03"),
        None => no(Reason::OutOfRange, "ITEN-TOR-03"),
    }
}
