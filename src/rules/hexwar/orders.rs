//! Orders (HEX-ORD): secret, revealed together.

use crate::battle::{Action, Dice, Flow, Kind, Listing, Reason, Refusal, Rule, SideId, Target, UnitId, UnitSet, Verb};
use crate::kit::asking::Question;

use super::stats::{Sheet, Special, Speed, Weapon};
use super::{Battle, Play, Step, movement};

/// What a unit is ordered to do for the turn (HEX-ORD-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order {
    /// How fast.
    pub speed: Speed,
    /// Whether in the air.
    pub fly: bool,
    /// Whether to aim.
    pub aim: bool,
}

impl Order {
    /// The number that actions carry.
    #[must_use]
    pub fn code(self) -> u8 {
        self.speed as u8 * 4 + u8::from(self.fly) * 2 + u8::from(self.aim)
    }

    /// The order with this number; unknown speeds read as Stand still.
    #[must_use]
    pub fn from_code(code: u8) -> Order {
        let speed = Speed::ALL.get(usize::from(code / 4)).copied().unwrap_or_default();
        Order { speed, fly: code & 2 != 0, aim: code & 1 != 0 }
    }

    /// The order in words.
    #[must_use]
    pub fn words(self) -> String {
        let fly = if self.fly { ", flying" } else { "" };
        let aim = if self.aim { ", aim" } else { "" };
        format!("{}{fly}{aim}", self.speed.word())
    }
}

/// The units of a side that have no order yet.
pub(super) fn unordered(battle: &Battle, side: SideId) -> UnitSet {
    battle.units_of(side).only(|u| battle.unit(u).sealed == 0)
}

/// HEX-ORD-01: each side in turn seals one order for each of its units.
pub(super) fn orders(play: &mut Play<'_>, asked: u8, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-ORD-01");
    if let Some(action) = answer {
        play.change(action.unit, RULE, |u| u.sealed = action.with + 1);
    }
    let answered = answer.map(|a| (a.unit, false));
    let question = Question::new(RULE, Kind::Commit);
    match question.ask_the_rest(play, asked, answered, unordered, |asked| Step::Orders { asked }) {
        Flow::Done => Flow::Next(Step::Reveal),
        asking => asking,
    }
}

/// The orders open to a unit, by their codes.
fn open(battle: &Battle, unit: UnitId) -> impl Iterator<Item = u8> {
    let codes = battle.profile(unit).orders;
    let possible = (0..u32::BITS as u8).filter(move |code| codes >> code & 1 == 1);
    possible.filter(move |code| may_be_given(battle, unit, *code).is_ok())
}

/// Lists the orders open to a unit.
pub(super) fn offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else { return };
    open(battle, unit).for_each(|code| list.push(Action::of(Verb::Order, unit).with(code)));
}

/// The orders that a sheet could ever be given, as bits by their codes (HEX-ORD-02 to -08, -11).
pub(super) fn possible(sheet: &Sheet, ranged: &[&Weapon]) -> u32 {
    let open = |order: &Order| {
        let steady = matches!(order.speed, Speed::Stand | Speed::Setup);
        let aloft = sheet.fly && matches!(order.speed, Speed::Stand | Speed::Slow | Speed::Fast);
        let speed = match order.speed {
            Speed::Stand | Speed::Rest => true,
            Speed::Setup => ranged.iter().any(|w| w.has(Special::Setup)),
            Speed::Crawl | Speed::Slow => sheet.slow > 0,
            Speed::Fast => sheet.fast > 0,
        };
        speed && (aloft || !order.fly) && (steady && !ranged.is_empty() || !order.aim)
    };
    let all = (0..Speed::ALL.len() as u8 * 4).map(Order::from_code);
    all.filter(open).fold(0, |codes, order| codes | 1 << order.code())
}

/// Whether the order with a code is open to a unit now; the rule that forbids it (HEX-ORD-02 to -08, -11, HEX-CRIT-01).
#[inline]
fn may_be_given(battle: &Battle, unit: UnitId, code: u8) -> Result<(), Rule> {
    let (now, order) = (battle.unit(unit), Order::from_code(code));
    if battle.profile(unit).orders.checked_shr(code.into()).unwrap_or(0) & 1 == 0 {
        return Err(Rule(match order.speed {
            _ if order.fly => "HEX-ORD-07",
            _ if order.aim => "HEX-ORD-08",
            Speed::Setup => "HEX-ORD-04",
            Speed::Crawl => "HEX-ORD-05",
            Speed::Slow | Speed::Fast => "HEX-ORD-06",
            Speed::Stand | Speed::Rest => "HEX-ORD-01",
        }));
    }
    let crippled = match order.speed {
        Speed::Stand | Speed::Rest | Speed::Setup => false,
        Speed::Crawl | Speed::Slow => now.tracks > 0,
        Speed::Fast => now.tracks > 0 || now.engine > 0,
    };
    if crippled {
        return Err(Rule("HEX-CRIT-01"));
    }
    if order.aim && now.shaken > 0 {
        return Err(Rule("HEX-ORD-11"));
    }
    if !order.fly && must_fly(battle, unit) {
        let shies = shies(battle, unit);
        return Err(if shies { Rule("HEX-SHK-03") } else { movement::terrain_rule(battle, battle.piece(unit).at) });
    }
    Ok(())
}

/// Whether a unit may be given an order.
pub(super) fn check(battle: &Battle, action: Action) -> Result<(), Refusal> {
    const RULE: Rule = Rule("HEX-ORD-01");
    if battle.unit(action.unit).sealed > 0 {
        return Err(Refusal::new(Reason::AlreadyDone, RULE));
    }
    if action.target != Target::None {
        return Err(Refusal::new(Reason::Malformed, RULE));
    }
    may_be_given(battle, action.unit, action.with).map_err(|rule| Refusal::new(Reason::OrderNotOpen, rule))
}

/// A flyer over ground that it cannot enter has to stay in the air, and so has a shaken one over an enemy
/// ([`shies`]). What stands where it could not go, on a wreck that came to lie there, is on the ground already.
pub(super) fn must_fly(battle: &Battle, unit: UnitId) -> bool {
    let at = battle.piece(unit).at;
    battle.unit(unit).flying
        && battle.profile(unit).sheet.fly
        && (!movement::enterable(battle, unit, at, false) || shies(battle, unit))
}

/// HEX-SHK-03, HEX-STACK-02: to land on an enemy is to enter his hex, which the shaken may not.
pub(super) fn shies(battle: &Battle, unit: UnitId) -> bool {
    battle.unit(unit).shaken > 0 && battle.enemy_on_ground(unit, battle.piece(unit).at)
}

/// The sealed orders become known and hold for the turn.
pub(super) fn reveal(play: &mut Play<'_>) -> Flow<Step> {
    for unit in play.units() {
        let sealed = play.unit(unit).sealed;
        if sealed > 0 {
            let order = Order::from_code(sealed - 1);
            let now = play.unit(unit);
            if (now.speed, now.flying, now.aim) == (order.speed, order.fly, order.aim) {
                // Nothing changes that the log would show of itself.
                play.note(Rule("HEX-ORD-01"), order.speed.word(), unit, 0);
            }
            play.change(unit, Rule("HEX-ORD-01"), |u| {
                (u.speed, u.flying, u.aim, u.sealed) = (order.speed, order.fly, order.aim, 0);
            });
        }
    }
    Flow::Done
}

/// What the others have sealed is not known.
pub(super) fn hide(battle: &mut Battle, viewer: SideId) {
    battle.edit(|play| {
        for unit in play.units() {
            if play.piece(unit).side != viewer && play.unit(unit).sealed > 0 {
                // Any order will do: that one was given is known, which one is not.
                play.change(unit, Rule("HEX-ORD-01"), |u| u.sealed = 1);
            }
        }
    });
}

/// Sealed orders of others are dealt anew, each open order alike.
pub(super) fn resample(battle: &mut Battle, viewer: SideId, dice: &mut dyn Dice) {
    for unit in battle.units() {
        if battle.piece(unit).side == viewer || battle.unit(unit).sealed == 0 {
            continue;
        }
        let roll = dice.roll(Rule("HEX-ORD-01"), open(battle, unit).count() as u8, &[]);
        let dealt = open(battle, unit).nth(usize::from(roll) - 1);
        if let Some(code) = dealt {
            battle.edit(|play| play.change(unit, Rule("HEX-ORD-01"), |u| u.sealed = code + 1));
        }
    }
}
