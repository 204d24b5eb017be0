//! Healing and repair (HEX-HEAL, HEX-REP).

use crate::battle::{Action, Flow, Kind, Listing, Reason, Refusal, Rule, SideId, Target, UnitId, UnitSet, Verb};
use crate::kit::asking::Question;

use super::numbers::LADDER;
use super::stats::{Ability, Phase, Reach, Speed};
use super::unit::Unit;
use super::{Battle, Play, Step};

/// One thing that points buy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cure {
    /// One "+1 to future damage" token.
    Future,
    /// One minor acid token.
    MinorAcid,
    /// Acid becomes minor acid.
    Acid,
    /// One fire token.
    Fire,
    /// One shaken token (Repair).
    Shaken,
    /// Engine damage (Repair).
    Engine,
    /// Crew damage (Repair).
    Crew,
    /// Track damage (Repair).
    Tracks,
    /// Plate damage (Repair).
    Plates,
    /// A ranged weapon that cannot fire (Repair), by its place.
    Gun(u8),
    /// A poison token loses a step, by its rung on the ladder (Heal).
    EasePoison(u8),
    /// A bleed token loses a step (Heal).
    EaseBleed(u8),
    /// A poison token goes (Heal).
    EndPoison(u8),
    /// A bleed token goes (Heal).
    EndBleed(u8),
}

impl Cure {
    /// Every cure, in order of the number that actions carry.
    pub fn all() -> impl Iterator<Item = Cure> {
        use Cure::*;
        let plain = [Future, MinorAcid, Acid, Fire, Shaken, Engine, Crew, Tracks, Plates];
        let guns = (0..8).map(Gun);
        let rungs = |hint: fn(u8) -> Cure| (0..LADDER.len() as u8).map(hint);
        plain
            .into_iter()
            .chain(guns)
            .chain(rungs(EasePoison))
            .chain(rungs(EaseBleed))
            .chain(rungs(EndPoison))
            .chain(rungs(EndBleed))
    }

    /// The cure with this number.
    #[must_use]
    pub fn from_code(code: u8) -> Option<Cure> {
        Cure::all().nth(code.into())
    }

    /// What it costs in points.
    #[must_use]
    pub fn cost(self) -> u8 {
        match self {
            Cure::Future | Cure::MinorAcid | Cure::Shaken | Cure::EasePoison(_) | Cure::EaseBleed(_) => 1,
            Cure::Acid | Cure::Fire => 2,
            Cure::Engine
            | Cure::Crew
            | Cure::Tracks
            | Cure::Plates
            | Cure::Gun(_)
            | Cure::EndPoison(_)
            | Cure::EndBleed(_) => 3,
        }
    }

    /// Its rule, for healing or for repair; none where it is not among the one's actions.
    #[must_use]
    pub fn rule(self, repair: bool) -> Option<Rule> {
        Some(Rule(match (self, repair) {
            (Cure::EasePoison(_), false) => "HEX-HEAL-02",
            (Cure::EaseBleed(_), false) => "HEX-HEAL-03",
            (Cure::Future, false) => "HEX-HEAL-04",
            (Cure::MinorAcid, false) => "HEX-HEAL-05",
            (Cure::Acid, false) => "HEX-HEAL-06",
            (Cure::Fire, false) => "HEX-HEAL-07",
            (Cure::EndPoison(_), false) => "HEX-HEAL-08",
            (Cure::EndBleed(_), false) => "HEX-HEAL-09",
            (Cure::Future, true) => "HEX-REP-02",
            (Cure::MinorAcid, true) => "HEX-REP-03",
            (Cure::Shaken, true) => "HEX-REP-04",
            (Cure::Acid, true) => "HEX-REP-05",
            (Cure::Fire, true) => "HEX-REP-06",
            (Cure::Engine | Cure::Crew | Cure::Tracks | Cure::Plates | Cure::Gun(_), true) => "HEX-REP-07",
            _ => return None,
        }))
    }

    /// Whether a unit has what it cures.
    fn helps(self, unit: &Unit) -> bool {
        match self {
            Cure::Future => unit.future > 0,
            Cure::MinorAcid => unit.minor_acid,
            Cure::Acid => unit.acid,
            Cure::Fire => unit.fire,
            Cure::Shaken => unit.shaken > 0,
            Cure::Engine => unit.engine > 0,
            Cure::Crew => unit.crew > 0,
            Cure::Tracks => unit.tracks > 0,
            Cure::Plates => unit.plates > 0,
            Cure::Gun(gun) => unit.guns >> gun & 1 == 1,
            Cure::EasePoison(r) | Cure::EndPoison(r) => unit.poison.0[usize::from(r)] > 0,
            Cure::EaseBleed(r) | Cure::EndBleed(r) => unit.bleed.0[usize::from(r)] > 0,
        }
    }

    /// Takes it away.
    pub(super) fn apply(self, unit: &mut Unit) {
        match self {
            Cure::Future => unit.future -= 1,
            Cure::MinorAcid => unit.minor_acid = false,
            // At most one minor acid token (HEX-TOK-03).
            Cure::Acid => (unit.acid, unit.minor_acid) = (false, true),
            Cure::Fire => unit.fire = false,
            Cure::Shaken => unit.shaken -= 1,
            Cure::Engine => unit.engine -= 1,
            Cure::Crew => unit.crew -= 1,
            Cure::Tracks => unit.tracks -= 1,
            Cure::Plates => unit.plates -= 1,
            Cure::Gun(gun) => unit.guns &= !(1 << gun),
            Cure::EasePoison(r) => {
                ease(&mut unit.poison.0, r);
                unit.queue.eased(r.into(), false);
            }
            Cure::EaseBleed(r) => ease(&mut unit.bleed.0, r),
            Cure::EndPoison(r) => {
                unit.poison.0[usize::from(r)] -= 1;
                unit.queue.eased(r.into(), true);
            }
            Cure::EndBleed(r) => unit.bleed.0[usize::from(r)] -= 1,
        }
    }
}

impl Unit {
    /// Whether there is nothing that any cure could take away.
    fn is_unhurt(&self) -> bool {
        let tokens = [self.future, self.shaken, self.engine, self.crew, self.tracks, self.plates, self.guns];
        let set = self.minor_acid || self.acid || self.fire;
        !set && tokens == [0; 7] && self.poison.is_empty() && self.bleed.is_empty()
    }
}

/// One token loses a step of the die ladder; below the lowest it is gone.
fn ease(tokens: &mut [u8; 5], rung: u8) {
    let rung = usize::from(rung);
    tokens[rung] -= 1;
    if rung > 0 {
        tokens[rung - 1] = tokens[rung - 1].saturating_add(1);
    }
}

/// A unit's healing or repair in a step: points, whom, and whether it is repair.
fn care(battle: &Battle, unit: UnitId, phase: u8) -> Option<(u8, Reach, bool)> {
    battle.profile(unit).find(|a| match *a {
        Ability::Heal(points, reach, when) if phase_number(when) == phase => Some((points, reach, false)),
        Ability::Repair(points, reach, when) if phase_number(when) == phase => Some((points, reach, true)),
        _ => None,
    })
}

fn phase_number(phase: Phase) -> u8 {
    match phase {
        Phase::First => 1,
        Phase::Second => 2,
    }
}

/// The step begins: points are given out, none are saved; units at Rest lose a shaken token (HEX-ORD-03).
pub(super) fn begin(play: &mut Play<'_>, phase: u8) {
    for unit in play.units() {
        let points = care(play, unit, phase).map_or(0, |c| c.0);
        if points != play.unit(unit).points {
            play.change(unit, Rule("HEX-HEAL-01"), |u| u.points = points);
        }
        let now = play.unit(unit);
        if phase == 1 && now.speed == Speed::Rest && now.shaken > 0 {
            play.change(unit, Rule("HEX-ORD-03"), |u| u.shaken -= 1);
        }
    }
}

/// The cures that a unit can give to a patient of its own now, by their codes.
fn cures(battle: &Battle, unit: UnitId, patient: UnitId, phase: u8) -> impl Iterator<Item = u8> {
    let care = care(battle, unit, phase).filter(|_| !battle.unit(patient).is_unhurt());
    let all = Cure::all().enumerate().take(if care.is_some() { usize::MAX } else { 0 });
    all.filter_map(move |(code, cure)| {
        let (_, _, repair) = care?;
        may_give(battle, unit, patient, cure, repair).is_ok().then_some(code as u8)
    })
}

/// Whether a unit that heals, or repairs, can give a cure to a patient of its own now.
#[inline]
fn may_give(battle: &Battle, unit: UnitId, patient: UnitId, cure: Cure, repair: bool) -> Result<(), Refusal> {
    let base = if repair { Rule("HEX-REP-01") } else { Rule("HEX-HEAL-01") };
    let no = |reason, rule| Err(Refusal::new(reason, rule));
    match cure.rule(repair) {
        // HEX-HEAL-01, HEX-REP-01: biological units heal, all others are repaired.
        _ if battle.profile(patient).sheet.bio == repair => no(Reason::WrongKindOfUnit, base),
        None => no(Reason::WrongKindOfUnit, base),
        Some(rule) if cure.cost() > battle.unit(unit).points => no(Reason::NotEnough, rule),
        Some(rule) if !cure.helps(battle.unit(patient)) => no(Reason::NothingToDo, rule),
        Some(_) => Ok(()),
    }
}

/// Whom a unit may treat (HEX-HEAL-01): itself, or any friend in its hex.
fn patients(battle: &Battle, unit: UnitId, phase: u8) -> UnitSet {
    let piece = battle.piece(unit);
    match care(battle, unit, phase) {
        Some((_, Reach::Oneself, _)) => [unit].into_iter().collect(),
        Some((_, Reach::SameHex, _)) => battle.units_in(piece.at).only(|p| !battle.enemies(unit, p)),
        None => UnitSet::default(),
    }
}

/// HEX-HEAL-01: points are spent in the order of choice.
pub(super) fn healing(play: &mut Play<'_>, phase: u8, asked: u8, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-HEAL-01");
    match answer {
        Some(Action { verb: Verb::Heal, unit, with, target: Target::Unit(patient) }) => {
            if let (Some(hint), Some((.., repair))) = (Cure::from_code(with), care(play, unit, phase)) {
                let rule = hint.rule(repair).unwrap_or(RULE);
                play.change(unit, rule, |u| u.points -= hint.cost());
                play.change(patient, rule, |u| hint.apply(u));
            }
        }
        Some(action) if action.unit != UnitId::NONE => play.pending_mut().done.insert(action.unit),
        Some(_) => {
            // The side is through, whoever still had points.
            let side = play.side_asked(asked);
            let all = side.map_or(UnitSet::default(), |s| play.units_of(s));
            play.pending_mut().done.add(all);
        }
        None => {}
    }
    let healers = |battle: &Battle, side: SideId| healers(battle, phase, side);
    Question::new(RULE, Kind::Act).ask_from(play, asked, healers, |asked| Step::Heal { phase, asked })
}

/// The units of a side that have points and something to spend them on.
pub(super) fn healers(battle: &Battle, phase: u8, side: SideId) -> UnitSet {
    let useful = |u: UnitId| {
        let now = battle.unit(u);
        now.points > 0
            && !battle.pending().done.has(u)
            && patients(battle, u, phase).any(|p| cures(battle, u, p, phase).next().is_some())
    };
    battle.units_of(side).only(useful)
}

/// Cures that a unit may give.
pub(super) fn offers(battle: &Battle, phase: u8, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else {
        return list.push(Action::side(Verb::Pass));
    };
    for patient in patients(battle, unit, phase) {
        for code in cures(battle, unit, patient, phase) {
            list.push(Action::of(Verb::Heal, unit).with(code).at(patient));
        }
    }
    list.push(Action::of(Verb::Hold, unit));
}

/// Whether a cure may be given, or the rest of the points let go (HEX-HEAL-01).
pub(super) fn check(battle: &Battle, phase: u8, action: Action) -> Result<(), Refusal> {
    const RULE: Rule = Rule("HEX-HEAL-01");
    let Action { verb, unit, with, target } = action;
    if verb == Verb::Pass {
        return action.plain(RULE);
    }
    if battle.pending().done.has(unit) {
        return Err(Refusal::new(Reason::AlreadyDone, RULE));
    }
    if verb == Verb::Hold {
        return action.plain(RULE);
    }
    let Some((_, _, repair)) = care(battle, unit, phase) else {
        return Err(Refusal::new(Reason::MayNotAct, RULE));
    };
    let base = if repair { Rule("HEX-REP-01") } else { RULE };
    let patient = match target {
        Target::Unit(patient) if patients(battle, unit, phase).has(patient) => patient,
        _ => return Err(Refusal::new(Reason::OutOfRange, base)),
    };
    let cure = Cure::from_code(with).ok_or(Refusal::new(Reason::NothingToDo, base))?;
    may_give(battle, unit, patient, cure, repair)
}
