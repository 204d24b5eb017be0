//! The fast draw: two models and who is quicker (GEM-DRAW).

use crate::battle::{Action, Decision, Flow, Kind, Listing, Modifier, Reason, Refusal, Rule, Target, UnitId, Verb};

use super::checks::d6;
use super::options::FastDraw;
use super::reactions::{gun_code, gun_of};
use super::stats::Class;
use super::steps::{Mode, Shot, Step};
use super::{Battle, Play};

const CALL: Rule = Rule("GEM-DRAW-03");

/// Hexes within which somebody can be called out (GEM-DRAW-03).
const EARSHOT: u16 = 12;

/// Whether a model may call an enemy out with one of its guns.
pub(super) fn check(battle: &Battle, unit: UnitId, gun: u8, target: UnitId) -> Result<(), Refusal> {
    let no = |reason| Err(Refusal::new(reason, CALL));
    if battle.options().fast_draw == FastDraw::Off {
        return no(Reason::OrderNotOpen);
    }
    if !battle.on_board().has(target) || !battle.enemies(unit, target) {
        return no(Reason::NotAnEnemy);
    }
    battle.gun_works(unit, gun)?;
    if !battle.able(target) || battle.engaged(target) {
        return no(Reason::WrongKindOfUnit);
    }
    if battle.apart(unit, target) > EARSHOT {
        return no(Reason::OutOfRange);
    }
    if battle.sees(unit, target) { Ok(()) } else { no(Reason::NoSight) }
}

/// Whoever is called out answers (GEM-DRAW-03).
pub(super) fn called(play: &mut Play<'_>, shot: Shot, answer: Option<Action>) -> Flow<Step> {
    let unit = shot.target;
    match answer {
        Some(Action { verb: Verb::Fire, with, .. }) => Flow::Next(Step::Draw { shot, gun: gun_of(with).0 }),
        Some(_) => Flow::Next(Step::Flinch { unit }),
        None => {
            let side = play.piece(unit).side;
            Flow::Ask(Step::Called { shot }, Decision::about(side, Kind::React, unit, CALL))
        }
    }
}

/// Whether an answer to a call is legal.
pub(super) fn check_answer(battle: &Battle, shot: Shot, action: Action) -> Result<(), Refusal> {
    if action.unit != shot.target {
        return Err(Refusal::new(Reason::MayNotAct, CALL));
    }
    match (action.verb, action.target) {
        (Verb::Fire, Target::Unit(foe)) if foe == shot.unit => {
            let (gun, ap) = gun_of(action.with);
            if ap != 1 {
                return Err(Refusal::new(Reason::Malformed, CALL));
            }
            battle.gun_works(action.unit, gun)
        }
        (Verb::Retreat, _) => action.plain(CALL),
        _ => Err(Refusal::new(Reason::Malformed, CALL)),
    }
}

/// All answers to a call.
pub(super) fn answers(battle: &Battle, shot: Shot, list: &mut Listing) {
    let unit = shot.target;
    let guns = (0..battle.kit(unit).guns.len() as u8)
        .map(|gun| Action::of(Verb::Fire, unit).with(gun_code(gun, 1)).at(shot.unit));
    let legal = guns.chain([Action::of(Verb::Retreat, unit)]).filter(|a| check_answer(battle, shot, *a).is_ok());
    list.actions.extend(legal);
}

/// What makes a model quicker or slower with a gun (GEM-DRAW-02).
#[must_use]
pub fn quickness(battle: &Battle, unit: UnitId, gun: u8) -> [Modifier; 3] {
    const RULE: Rule = Rule("GEM-DRAW-02");
    let class = match battle.gun(unit, gun).class {
        Class::Pistol => 1,
        Class::Heavy => -1,
        _ => 0,
    };
    let initiative = battle.sheet(unit).i as i8;
    let ready = i8::from(battle.unit(unit).slung >> gun & 1 == 0);
    [Modifier::roller(Rule("GEM-DRAW-01"), initiative), Modifier::roller(RULE, class), Modifier::roller(RULE, ready)]
}

/// The contest: who has more shoots first, at one time if they are equal (GEM-DRAW-01).
pub(super) fn draw(play: &mut Play<'_>, shot: Shot, gun: u8) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-DRAW-01");
    let mut score = |unit, gun| {
        let modifiers = quickness(play, unit, gun);
        play.modified(&modifiers);
        let sum: i16 = modifiers.iter().map(|m| i16::from(m.value)).sum();
        i16::from(d6(play, RULE, unit)) + sum
    };
    let (own, other) = (score(shot.unit, shot.gun), score(shot.target, gun));
    play.note(RULE, "is this quick", shot.unit, own);
    play.note(RULE, "is this quick", shot.target, other);
    for (unit, gun) in [(shot.unit, shot.gun), (shot.target, gun)] {
        play.change(unit, Rule("GEM-DRAW-02"), |m| m.slung &= !(1 << gun));
    }
    let back = Shot { unit: shot.target, gun, target: shot.unit, ..shot };
    // A heavy weapon fires a single shot in a contest of speed.
    match own.cmp(&other) {
        std::cmp::Ordering::Greater => Flow::Push(Step::DrawLate(back), Step::Shoot(shot)),
        std::cmp::Ordering::Less => Flow::Push(Step::DrawLate(shot), Step::Shoot(back)),
        std::cmp::Ordering::Equal => Flow::Push(Step::Shoot(back), Step::Shoot(Shot { mode: Mode::Together, ..shot })),
    }
}

/// The slower shot, unless its firer was hit.
pub(super) fn late(play: &mut Play<'_>, shot: Shot) -> Flow<Step> {
    if play.pending().struck.has(shot.unit) {
        play.note(Rule("GEM-DRAW-01"), "was hit before it could fire", shot.unit, 0);
        return Flow::Done;
    }
    Flow::Next(Step::Shoot(shot))
}
