//! Wounds, saves and injuries (GEM-SHOOT-04, -05, GEM-WND, GEM-CHART, GEM-KD, GEM-LOC, GEM-CRIT).

use crate::battle::{Flow, Roll, Rule, UnitId};
use crate::board::Cell;

use super::arms::drop_prize;
use super::checks::{EVERY_FACE, at_least, d6};
use super::model::{Condition, Hit, Source};
use super::options::{
    BrokenNerve, CriticalDamage, DoubleStrength, ExtraWounds, KnockdownVital, LuckyShots, MookWounds, Wounds,
};
use super::stats::{BladeTag, Trait};
use super::steps::Step;
use super::{Battle, Play};

/// Least face of a D6 with which a hit wounds; none where it cannot (GEM-SHOOT-04).
#[must_use]
pub fn need_to_wound(strength: u8, toughness: u8) -> Option<u8> {
    match i16::from(toughness) - i16::from(strength) {
        ..=-2 => Some(2),
        -1 => Some(3),
        0 => Some(4),
        1 => Some(5),
        2 | 3 => Some(6),
        _ => None,
    }
}

/// Least face of a D6 that saves from a wound; none where none does (GEM-SHOOT-05, GEM-SHOOT-09).
#[must_use]
pub fn need_to_save(armour: u8, modifier: i8) -> Option<u8> {
    let need = (i16::from(armour) - i16::from(modifier)).max(2);
    (need <= 6).then_some(need as u8)
}

/// How bad a condition is: the worse holds (GEM-LOC-01, GEM-CHART-06).
fn rank(condition: Condition) -> u8 {
    match condition {
        Condition::Ready => 0,
        Condition::Dazed => 1,
        Condition::Reeling => 2,
        Condition::Down => 3,
        Condition::KnockedDown => 4,
        Condition::Stunned => 5,
        Condition::Out | Condition::Fled => 6,
    }
}

/// The next pending hit; after the last what the attack leads to (GEM-ORD-03).
pub(super) fn hits(play: &mut Play<'_>) -> Flow<Step> {
    match play.pending_mut().hits.pop() {
        Some(hit) => {
            if play.piece(hit.on).at.is_some() {
                resolve(play, hit);
            }
            Flow::Next(Step::Hits)
        }
        None => Flow::Push(Step::Shaken, Step::Then),
    }
}

/// The next step that consequences have left behind, then pursuits of those who have run; in close combat these wait until
/// all have been tested (GEM-ORD-05).
pub(super) fn then(play: &mut Play<'_>) -> Flow<Step> {
    if let Some(step) = play.pending_mut().then.pop() {
        return Flow::Push(Step::Then, step);
    }
    if play.steps().contains(&Step::Fights) {
        return Flow::Done;
    }
    let chase = play.pending_mut().chases.pop();
    chase.map_or(Flow::Done, |(unit, quarry)| Flow::Push(Step::Then, Step::Pursue { unit, quarry }))
}

/// One hit: wound, critical, save, wounds, injury (GEM-SCORE-06, GEM-ORD-03).
fn resolve(play: &mut Play<'_>, hit: Hit) {
    const WOUND: Rule = Rule("GEM-SHOOT-04");
    let toughness = play.sheet(hit.on).t;
    let Some(plain) = need_to_wound(hit.strength, toughness) else {
        play.note(WOUND, "cannot be wounded by it", hit.on, hit.strength.into());
        return;
    };
    let critical = play.options().critical_damage == CriticalDamage::On
        && hit.by != UnitId::NONE
        && plain < 6
        && !play.unit(hit.by).crit;
    let Some(face) = wounding_roll(play, hit, plain, critical) else { return };
    let is_critical = critical && face == 6;
    if is_critical {
        play.note(Rule("GEM-CRIT-01"), "wounds critically", hit.on, 2);
        play.change(hit.by, Rule("GEM-CRIT-02"), |m| m.crit = true);
    } else if saved(play, hit) {
        return;
    }
    let mut dice = 1 + u8::from(is_critical);
    let mut wounds = 0;
    if play.options().extra_wounds != ExtraWounds::Off {
        while dice > 0 {
            wounds += d6(play, Rule("GEM-WND-03"), hit.by);
            dice -= 1;
        }
    } else if hit.many {
        wounds = d6(play, Rule("GEM-MOVE-04"), hit.by);
    } else {
        wounds = dice;
    }
    take(play, hit, wounds);
}

/// The face of the roll to wound, if it wounds; a lucky shot may roll better (GEM-LUCKY-01).
fn wounding_roll(play: &mut Play<'_>, hit: Hit, plain: u8, critical: bool) -> Option<u8> {
    const LUCKY: Rule = Rule("GEM-LUCKY-01");
    let roll = |rule| Roll::new(rule, 6, hit.by).against(hit.on);
    let cuts = |need: u8| if critical { [need, 6] } else { [need, 7] };
    if !hit.lucky || play.options().lucky_shots == LuckyShots::Off {
        let face = if critical {
            play.roll(roll(Rule("GEM-SHOOT-04")), &cuts(plain))
        } else {
            play.roll(roll(Rule("GEM-SHOOT-04")), &[plain])
        };
        return (face >= plain).then_some(face);
    }
    // Whoever is lucky takes what wounds more often: one more point of strength, or three tries.
    let stronger = need_to_wound((hit.strength + 1).min(10), play.sheet(hit.on).t).unwrap_or(plain);
    let misses = |need: u8| u32::from(need) - 1;
    if misses(stronger) * 36 <= misses(plain).pow(3) {
        let face = play.roll(roll(LUCKY), &cuts(stronger));
        return (face >= stronger).then_some(face);
    }
    let mut best = 0;
    for _ in 0..3 {
        best = best.max(play.roll(roll(LUCKY), &cuts(plain)));
    }
    (best >= plain).then_some(best)
}

/// Whether armour saves from a wound (GEM-SHOOT-05).
fn saved(play: &mut Play<'_>, hit: Hit) -> bool {
    const SAVE: Rule = Rule("GEM-SHOOT-05");
    if hit.from == Source::Fall {
        return false;
    }
    need_to_save(play.sheet(hit.on).sv, hit.save).is_some_and(|need| at_least(play, SAVE, hit.on, need))
}

/// A model loses wounds; those beyond its last are rolled as injuries (GEM-WND-01).
pub(super) fn take(play: &mut Play<'_>, hit: Hit, wounds: u8) {
    const RULE: Rule = Rule("GEM-WND-01");
    play.pending_mut().hurt.insert(hit.on);
    play.change(hit.on, RULE, |m| m.hurt = true);
    let options = play.options();
    let toughness = play.sheet(hit.on).t;
    if options.double_strength == DoubleStrength::On
        && options.extra_wounds == ExtraWounds::Off
        && hit.strength >= 2 * toughness
        && play.unit(hit.on).wounds > 1
    {
        play.change(hit.on, Rule("GEM-WND-05"), |m| m.wounds = 0);
        return injure(play, hit);
    }
    for _ in 0..wounds {
        if !play.piece(hit.on).at.is_some() {
            return;
        }
        play.change(hit.on, RULE, |m| m.wounds = m.wounds.saturating_sub(1));
        if play.unit(hit.on).wounds == 0 {
            injure(play, hit);
        }
    }
}

/// A wound of a model without wounds is an injury, by the system in force (GEM-WND-02).
fn injure(play: &mut Play<'_>, hit: Hit) {
    let options = play.options();
    let mook = options.mook_wounds == MookWounds::On && !play.has(hit.on, &Trait::Character);
    let vital = options.knockdown_vital == KnockdownVital::On
        && matches!(hit.from, Source::Blade(_))
        && play.unit(hit.on).condition == Condition::KnockedDown
        && !play.pending().spared.has(hit.on);
    if mook || options.extra_wounds != ExtraWounds::Off {
        let rule = if mook { Rule("GEM-WND-04") } else { Rule("GEM-WND-03") };
        return put(play, hit.on, Condition::Out, rule, hit.by);
    }
    if vital {
        return put(play, hit.on, Condition::Out, Rule("GEM-KD-03"), hit.by);
    }
    match options.wounds {
        Wounds::Location => by_location(play, hit),
        Wounds::Chart => by_chart(play, hit),
        Wounds::Knockdown => by_knockdown(play, hit),
        Wounds::None => put(play, hit.on, Condition::Out, Rule("GEM-WND-02"), hit.by),
    }
}

/// What a blow or a shot is like that injures: by the weapon's tags.
fn tagged(battle: &Battle, hit: Hit, tag: BladeTag) -> bool {
    matches!(hit.from, Source::Blade(blade) if battle.setting().blades[usize::from(blade)].has(tag))
}

/// What a place of the GASR wound table says besides the condition.
#[derive(Clone, Copy)]
enum Scar {
    /// Nothing.
    None,
    /// A Flesh Wound.
    Flesh,
    /// A Flesh Wound in an arm, by its bit.
    Arm(u8),
    /// A Flesh Wound in a leg.
    Leg,
}

/// The GASR wound table: where and how bad (GEM-LOC-01).
fn location(place: u8, severity: u8) -> (Condition, Scar) {
    use Condition::{Dazed, KnockedDown, Out, Ready, Stunned};
    match (place, severity) {
        (_, 0) => (Ready, Scar::None),
        (1 | 2 | 5, 1) => (Ready, Scar::Flesh),
        (1, 2) => (Dazed, Scar::None),
        (1, 3) => (KnockedDown, Scar::None),
        (1, 4) => (Stunned, Scar::None),
        (1, _) => (Out, Scar::None),
        (2, 2 | 3) => (Dazed, Scar::None),
        (2, 4) => (KnockedDown, Scar::None),
        (2, 5) => (Stunned, Scar::None),
        (2, _) => (Out, Scar::None),
        (3 | 4, 1 | 2) => (Ready, Scar::Arm(place - 2)),
        (3 | 4, 3 | 4) => (Dazed, Scar::None),
        (3 | 4, 5) => (KnockedDown, Scar::None),
        (3 | 4, _) => (Stunned, Scar::None),
        (5, 2) => (Dazed, Scar::None),
        (5, 3) => (KnockedDown, Scar::None),
        (5, 4 | 5) => (Stunned, Scar::None),
        (5, _) => (Out, Scar::None),
        (_, 1) => (Ready, Scar::Leg),
        (_, 2) => (Dazed, Scar::Leg),
        (_, 3 | 4) => (KnockedDown, Scar::None),
        _ => (Stunned, Scar::None),
    }
}

/// GEM-LOC-01, -02, -03.
fn by_location(play: &mut Play<'_>, hit: Hit) {
    const RULE: Rule = Rule("GEM-LOC-01");
    let place = d6(play, RULE, hit.by);
    let face = d6(play, RULE, hit.by);
    let blunt = tagged(play, hit, BladeTag::Blunt) || tagged(play, hit, BladeTag::Unarmed);
    let severity = match hit.strength {
        7.. => (face + 1).min(6),
        _ if blunt => face - 1,
        _ => face,
    };
    let (condition, scar) = location(place, severity);
    play.note(
        RULE,
        [
            "hit in the head",
            "hit in the chest",
            "hit in the right arm",
            "hit in the left arm",
            "hit in the belly",
            "hit in the legs",
        ][usize::from(place) - 1],
        hit.on,
        severity.into(),
    );
    let flesh = !matches!(scar, Scar::None);
    play.change(hit.on, RULE, |m| {
        m.flesh += u8::from(flesh);
        match scar {
            Scar::Arm(bit) => m.arms |= bit,
            Scar::Leg => m.legs += 1,
            Scar::Flesh | Scar::None => {}
        }
    });
    if flesh {
        spent(play, hit);
    }
    put(play, hit.on, condition, RULE, hit.by);
}

/// WS and BS both worn down to 0 put a model out (GEM-WND-07).
fn spent(play: &mut Play<'_>, hit: Hit) {
    if play.ws(hit.on) == 0 && play.bs(hit.on) == 0 {
        put(play, hit.on, Condition::Out, Rule("GEM-WND-07"), hit.by);
    }
}

/// The Wound Damage Chart (GEM-CHART-01).
fn by_chart(play: &mut Play<'_>, hit: Hit) {
    const RULE: Rule = Rule("GEM-CHART-01");
    let (flesh, out) = match hit.strength {
        7.. => (1, 5),
        _ if tagged(play, hit, BladeTag::Small) => (2, 6),
        _ => (1, 6),
    };
    let face = play.roll(Roll::new(RULE, 6, hit.by).against(hit.on), &[flesh + 1, out]);
    if face <= flesh {
        play.change(hit.on, Rule("GEM-CHART-02"), |m| m.flesh += 1);
        spent(play, hit);
    } else {
        let condition = if face >= out { Condition::Out } else { Condition::Down };
        put(play, hit.on, condition, RULE, hit.by);
    }
}

/// GEM-KD-01.
fn by_knockdown(play: &mut Play<'_>, hit: Hit) {
    const RULE: Rule = Rule("GEM-KD-01");
    let condition = match play.roll(Roll::new(RULE, 6, hit.by).against(hit.on), &[3, 5]) {
        ..=2 => Condition::KnockedDown,
        3 | 4 => Condition::Stunned,
        _ => Condition::Out,
    };
    put(play, hit.on, condition, RULE, hit.by);
    // Whoever is felled cannot be finished off by the same blows (GEM-KD-06).
    play.pending_mut().spared.insert(hit.on);
}

/// Puts a model into a condition, if it is worse than its own, with all that goes with it; `by` is who did it.
pub(super) fn put(play: &mut Play<'_>, unit: UnitId, condition: Condition, rule: Rule, by: UnitId) {
    let (at, now) = (play.piece(unit).at, *play.unit(unit));
    let condition = match condition {
        Condition::Stunned if play.minds() && play.has(unit, &Trait::Drunk) => Condition::KnockedDown,
        other => other,
    };
    if !at.is_some() || rank(condition) <= rank(now.condition) {
        return;
    }
    play.pending_mut().halt(unit);
    // By Initiative the turn is everybody's: what befalls whoever has acted waits for the next (GEM-TURN-06).
    let turn = play.by_initiative() || play.on_turn(play.piece(unit).side);
    let late = turn && (now.acted || condition == Condition::Down);
    play.change(unit, rule, |m| {
        m.condition = condition;
        m.late = late;
        (m.overwatch, m.ap) = (false, 0);
        if condition.is_felled() || condition.is_gone() {
            m.hidden = false;
        }
    });
    if condition.is_felled() || condition.is_gone() {
        drop_prize(play, unit, at);
    }
    if condition != Condition::Dazed {
        if by != UnitId::NONE && play.enemies(by, unit) && !now.condition.is_felled() {
            mourn(play, unit, at);
        }
        play.pending_mut().then.push(Step::Ledge { unit, worse: 0 });
    }
    if condition == Condition::Out {
        play.move_to(unit, Cell::NONE, rule);
    }
}

/// Who saw the enemy fell a friend within 3 hexes is to be tested (GEM-NERVE-01).
fn mourn(play: &mut Play<'_>, unit: UnitId, at: Cell) {
    if play.options().broken_nerve == BrokenNerve::Off {
        return;
    }
    let near = play.setting().numbers.near.into();
    let side = play.piece(unit).side;
    let sees = |friend: UnitId| {
        let from = play.piece(friend).at;
        friend != unit
            && play.standing(friend)
            && play.board().distance(from, at) <= near
            && play.line(from, at).is_some()
    };
    let witnesses = play.friends_of(side).only(sees);
    play.pending_mut().witnesses.extend(witnesses);
}

/// The model's own recovery at the start of its turn: the Knocked Down stand up Dazed, then the Stunned are Knocked
/// Down (GEM-KD-04, GEM-KD-05, GEM-LOC-07, GEM-LOC-08).
pub(super) fn stand_up(play: &mut Play<'_>, unit: UnitId) {
    let rule = if play.options().wounds == Wounds::Location { Rule("GEM-LOC-07") } else { Rule("GEM-KD-04") };
    match play.unit(unit).condition {
        Condition::KnockedDown => play.change(unit, rule, |m| m.condition = Condition::Dazed),
        Condition::Stunned => play.change(unit, rule, |m| m.condition = Condition::KnockedDown),
        _ => {}
    }
    play.change(unit, rule, |m| m.late = false);
}

/// The Down result of whoever is Down or Reeling, at the end of the side's activations (GEM-CHART-04).
pub(super) fn recover(play: &mut Play<'_>, unit: UnitId) {
    const RULE: Rule = Rule("GEM-CHART-04");
    if !matches!(play.unit(unit).condition, Condition::Down | Condition::Reeling) || play.unit(unit).late {
        return;
    }
    match play.roll(Roll::new(RULE, 6, unit), &[2, 6]) {
        1 => {
            play.change(unit, RULE, |m| (m.condition, m.flesh) = (Condition::Ready, m.flesh + 1));
            if play.ws(unit) == 0 && play.bs(unit) == 0 {
                put(play, unit, Condition::Out, Rule("GEM-WND-07"), UnitId::NONE);
            }
        }
        6 => put(play, unit, Condition::Out, RULE, UnitId::NONE),
        _ => play.change(unit, RULE, |m| m.condition = Condition::Reeling),
    }
}

/// Dice of extra wounds at the start of the battle (GEM-WND-03).
pub(super) fn roll_wounds(play: &mut Play<'_>, unit: UnitId) {
    const RULE: Rule = Rule("GEM-WND-03");
    let dice = match play.options().extra_wounds {
        ExtraWounds::Off => return,
        ExtraWounds::TwoDice => 2,
        ExtraWounds::ThreeDice => 3,
    };
    let total = (0..dice).map(|_| play.roll(Roll::new(RULE, 6, unit), &EVERY_FACE)).sum();
    play.change(unit, RULE, |m| (m.wounds, m.full) = (total, total));
}
