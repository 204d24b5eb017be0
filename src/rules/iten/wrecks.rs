//! Attacks on vehicles (ITEN-VEH-12 to -16), the damage table (ITEN-VEH-17 to -25), fires and wrecks.

use arrayvec::ArrayVec;

use crate::battle::{
    Action, Decision, Flow, Kind, Listing, MaybeUnit, Modifier, Reason, Refusal, Roll, Rule, Target, UnitId, Verb,
};
use crate::board::Cell;

use super::figure::{Blaze, Fate};
use super::grit::{self, Hit};
use super::order::EVERY_FACE;
use super::{Battle, Play, Step, riding, seats};

/// What can be broken on a vehicle for the rest of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Broken {
    /// It does not turn left (ITEN-VEH-20).
    Left,
    /// It does not turn right.
    Right,
    /// It does not go forwards (ITEN-VEH-21).
    Forwards,
    /// It does not go backwards.
    Backwards,
    /// It neither slows nor stops (ITEN-VEH-22).
    Brakes,
    /// It does not go at all (ITEN-VEH-23).
    Engine,
}

impl Broken {
    /// All of them, in the order of their bits.
    pub const ALL: [Broken; 6] =
        [Broken::Left, Broken::Right, Broken::Forwards, Broken::Backwards, Broken::Brakes, Broken::Engine];

    /// What it means, in a few words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Broken::Left => "cannot turn left",
            Broken::Right => "cannot turn right",
            Broken::Forwards => "cannot go forwards",
            Broken::Backwards => "cannot go backwards",
            Broken::Brakes => "has no brakes",
            Broken::Engine => "is immobilised",
        }
    }
}

/// An attack that has hit a vehicle, as far as those aboard may come to feel it (ITEN-VEH-18).
#[derive(Clone, Copy, Debug)]
pub(super) struct Impact {
    /// Who attacks; [`UnitId::NONE`] where nobody gains by it.
    pub by: UnitId,
    /// What the attack adds to its die, cover of the vehicle aside.
    pub bonus: i8,
    /// The weapon's penalty on Grit: 0 or less.
    pub penalty: i8,
}

impl Battle {
    /// Whether something of a vehicle is broken.
    #[inline]
    #[must_use]
    pub fn is_broken(&self, vehicle: UnitId, what: Broken) -> bool {
        self.unit(vehicle).broken >> what as u8 & 1 == 1
    }
}

/// ITEN-VEH-12: an attack on a vehicle is rolled; by how much it exceeds the armour, if it hits.
pub(super) fn hits(play: &mut Play<'_>, rule: Rule, by: UnitId, vehicle: UnitId, modifiers: &[Modifier]) -> Option<i8> {
    play.modified(modifiers);
    let short = play.armour(vehicle) - modifiers.iter().map(|m| m.value).sum::<i8>();
    let need = short.clamp(2, 7) as u8;
    if need > 6 {
        play.note(rule, "cannot hit", by, 0);
        return None;
    }
    let cuts: ArrayVec<u8, 5> = (need..=6).collect();
    let face = play.roll(Roll::new(rule, 6, by).against(vehicle), &cuts);
    (face >= need).then_some(face as i8 - short)
}

/// ITEN-VEH-13: a vehicle has been hit, by so much more than its armour.
pub(super) fn damage(play: &mut Play<'_>, vehicle: UnitId, impact: Impact, excess: i8) {
    const RULE: Rule = Rule("ITEN-VEH-13");
    if !play.piece(vehicle).at.is_some() || play.unit(vehicle).blaze != Blaze::None {
        return;
    }
    let die = play.roll(Roll::new(RULE, 6, impact.by).against(vehicle), &EVERY_FACE);
    let mut score = (die as i8).saturating_add(excess.max(0)).min(12);
    // ITEN-VEH-15: what is broken already is no harm; the next row of the table is.
    while !suffers(play, vehicle, impact, score) {
        score += 1;
    }
}

/// A row of the damage table; whether it found something to harm. The last ones always do.
fn suffers(play: &mut Play<'_>, vehicle: UnitId, impact: Impact, score: i8) -> bool {
    match score {
        3 | 4 if !play.riders(vehicle).is_empty() => wound(play, vehicle, impact),
        5 | 6 if !armament(play, vehicle).is_empty() => disable(play, vehicle),
        ..=6 => {
            play.change(vehicle, Rule("ITEN-VEH-17"), |u| u.plates = u.plates.saturating_add(1));
        }
        7 => return breaks_either(play, vehicle, Rule("ITEN-VEH-20"), Broken::Left, Broken::Right),
        8 => return breaks_either(play, vehicle, Rule("ITEN-VEH-21"), Broken::Forwards, Broken::Backwards),
        9 => return breaks(play, vehicle, Rule("ITEN-VEH-22"), Broken::Brakes),
        10 => return breaks(play, vehicle, Rule("ITEN-VEH-23"), Broken::Engine),
        11 => ignite(play, vehicle, impact.by, Rule("ITEN-VEH-24"), Blaze::Fire),
        _ => ignite(play, vehicle, impact.by, Rule("ITEN-VEH-25"), Blaze::Explosion),
    }
    true
}

/// One of several, evenly (ITEN-VEH-37).
fn pick(play: &mut Play<'_>, rule: Rule, of: UnitId, count: usize) -> usize {
    if count < 2 {
        return 0;
    }
    let cuts: ArrayVec<u8, 32> = (2..=count.min(32) as u8).collect();
    usize::from(play.roll(Roll::new(rule, count.min(32) as u8, of), &cuts)) - 1
}

/// ITEN-VEH-18: the attack goes on against somebody aboard.
fn wound(play: &mut Play<'_>, vehicle: UnitId, impact: Impact) {
    const RULE: Rule = Rule("ITEN-VEH-18");
    let mut aboard = play.riders(vehicle);
    let nth = pick(play, RULE, vehicle, aboard.len());
    let Some(victim) = aboard.nth(nth) else { return };
    let need = (play.armour(victim) - impact.bonus).clamp(2, 7) as u8;
    if play.test(Roll::new(RULE, 6, impact.by).against(victim), need) {
        let was_down = play.unit(victim).down;
        grit::endure(play, Hit { victim, by: impact.by, penalty: impact.penalty, was_down });
    }
}

/// The hard points whose weapons still work.
fn armament(battle: &Battle, vehicle: UnitId) -> ArrayVec<u8, 8> {
    let count = battle.profile(vehicle).arms.len().min(8) as u8;
    (0..count).filter(|place| battle.unit(vehicle).gone >> place & 1 == 0).collect()
}

/// ITEN-VEH-19: one of its weapons is disabled.
fn disable(play: &mut Play<'_>, vehicle: UnitId) {
    const RULE: Rule = Rule("ITEN-VEH-19");
    let armament = armament(play, vehicle);
    let nth = pick(play, RULE, vehicle, armament.len());
    play.change(vehicle, RULE, |u| u.gone |= 1 << armament[nth]);
}

/// A die says which of two things breaks; whether it was whole.
fn breaks_either(play: &mut Play<'_>, vehicle: UnitId, rule: Rule, low: Broken, high: Broken) -> bool {
    const HIGH: u8 = 4;
    let face = play.roll(Roll::new(rule, 6, vehicle), &[HIGH]);
    breaks(play, vehicle, rule, if face < HIGH { low } else { high })
}

/// Something breaks; whether it was whole.
fn breaks(play: &mut Play<'_>, vehicle: UnitId, rule: Rule, what: Broken) -> bool {
    let whole = !play.is_broken(vehicle, what);
    if whole {
        play.change(vehicle, rule, |u| u.broken |= 1 << what as u8);
    }
    whole
}

/// A vehicle burns: everybody out, before anything else happens.
fn ignite(play: &mut Play<'_>, vehicle: UnitId, by: UnitId, rule: Rule, blaze: Blaze) {
    play.note(rule, if blaze == Blaze::Fire { "is on fire" } else { "explodes" }, vehicle, 0);
    play.change(vehicle, rule, |u| (u.blaze, u.doomed_by) = (blaze, by.into()));
    play.pending_mut().ablaze.insert(vehicle);
}

/// ITEN-VEH-24, -25, -34: those aboard a burning vehicle get out, one after the other, where its owner says (ITEN-VEH-37).
pub(super) fn evacuate(play: &mut Play<'_>, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-VEH-24");
    let Some(vehicle) = play.pending().ablaze.first() else { return Flow::Done };
    if let Some(Action { unit, target: Target::Hex(to), .. }) = answer {
        let jumps = play.unit(vehicle).blaze == Blaze::Fire;
        riding::scramble_out(play, unit, to, jumps, arsonist(play, vehicle));
    }
    if play.unit(vehicle).blaze == Blaze::Explosion {
        explode(play, vehicle);
    }
    let aboard = play.riders(vehicle);
    if seats::doorsteps(play, vehicle).next().is_none() {
        // Nobody within reach of a free hex gets out.
        for unit in aboard {
            grit::fall(play, unit, arsonist(play, vehicle), RULE);
        }
    } else if !aboard.is_empty() {
        let side = play.piece(vehicle).side;
        return Flow::Ask(Step::Evacuate, Decision::to(side, Kind::React, aboard, RULE));
    }
    burn_out(play, vehicle);
    Flow::Next(Step::Evacuate)
}

/// Where somebody may get out of a burning vehicle to.
pub(super) fn evacuation_offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else { return };
    let Some(vehicle) = battle.carrier(unit) else { return };
    list.actions.extend(seats::doorsteps(battle, vehicle).map(|to| Action::of(Verb::Retreat, unit).hex(to)));
}

/// Whether somebody may get out of a burning vehicle there.
pub(super) fn check_evacuation(battle: &Battle, action: Action) -> Result<(), Refusal> {
    const RULE: Rule = Rule("ITEN-VEH-24");
    action.aimed(RULE)?;
    let mut out = battle.carrier(action.unit).into_iter().flat_map(|vehicle| seats::doorsteps(battle, vehicle));
    match action.target {
        Target::Hex(to) if out.any(|step| step == to) => Ok(()),
        _ => Err(Refusal::new(Reason::OutOfReach, RULE)),
    }
}

/// Who set a vehicle on fire.
fn arsonist(battle: &Battle, vehicle: UnitId) -> UnitId {
    battle.unit(vehicle).doomed_by.unit()
}

/// ITEN-VEH-25: who fails his Grit roll does not get out.
fn explode(play: &mut Play<'_>, vehicle: UnitId) {
    const RULE: Rule = Rule("ITEN-VEH-25");
    for unit in play.riders(vehicle) {
        if !grit::nerve(play, unit, RULE) {
            grit::fall(play, unit, arsonist(play, vehicle), RULE);
        }
    }
    play.change(vehicle, RULE, |u| u.blaze = Blaze::Exploded);
}

/// ITEN-VEH-16: what is left of a vehicle burns all game where it stood.
fn burn_out(play: &mut Play<'_>, vehicle: UnitId) {
    const RULE: Rule = Rule("ITEN-VEH-16");
    let hull = play.hull(vehicle);
    let by = arsonist(play, vehicle);
    grit::score(play, vehicle, by);
    play.change(vehicle, RULE, |u| (u.fate, u.blaze, u.doomed_by) = (Fate::Out, Blaze::None, MaybeUnit::NONE));
    play.move_to(vehicle, Cell::NONE, RULE);
    for cell in hull {
        // A skimmer may come down on somebody's hex, or on a wall.
        if !play.occupied(cell) && play.footing(cell).passable {
            play.change_ground(cell, RULE, |g| g.wreck = true);
        }
    }
    play.pending_mut().ablaze.remove(vehicle);
}
