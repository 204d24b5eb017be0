//! Frenzy: when it takes hold and when it ends, and the drug that brings it (GEM-FRZ).

use crate::battle::{Action, Decision, Flow, Kind, Reason, Refusal, Rule, Target, UnitId, Verb};
use crate::kit::asking::Question;

use super::checks::{answering, passes};
use super::stats::Trait;
use super::steps::Step;
use super::{Battle, Play, uses};

/// Whether an enemy is so near that Frenzy may take hold (GEM-FRZ-01, GEM-PSY-03).
pub(super) fn flares_up(battle: &Battle, unit: UnitId) -> bool {
    let within = battle.condition(unit, |t| if let Trait::Frenzy(_, near) = t { *near } else { None });
    let near = |foe: UnitId, hexes: u8| battle.apart(unit, foe) <= hexes.into() && battle.has_line(unit, foe);
    within.is_some_and(|hexes| battle.enemies_of(battle.piece(unit).side).any(|foe| near(foe, hexes)))
}

/// Frenzy takes hold, or the model keeps calm (GEM-FRZ-01).
pub(super) fn calm(play: &mut Play<'_>, unit: UnitId, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-FRZ-01");
    let number = play.condition(unit, |t| if let Trait::Frenzy(n, _) = t { Some(*n) } else { None });
    let Some(number) = number else { return Flow::Done };
    match answer.map(|a| a.verb) {
        None => {
            let side = play.piece(unit).side;
            return Flow::Ask(Step::Calm { unit }, Decision::about(side, Kind::React, unit, RULE));
        }
        Some(Verb::Endure) if passes(play, RULE, unit, number, &[]) => {}
        Some(_) => play.change(unit, RULE, |m| m.frenzied = true),
    }
    Flow::Done
}

/// Whether a model may take a dose of Frenzon (GEM-FRZ-03).
pub(super) fn may_dose(battle: &Battle, unit: UnitId) -> Result<(), Refusal> {
    const RULE: Rule = Rule("GEM-FRZ-03");
    let now = battle.unit(unit);
    if now.doses == 0 {
        return Err(Refusal::new(Reason::NotEnough, RULE));
    }
    if now.frenzied || !battle.minds() || !battle.standing(unit) {
        return Err(Refusal::new(Reason::NothingToDo, RULE));
    }
    Ok(())
}

/// A model doses itself: it is Frenzied (GEM-FRZ-03).
pub(super) fn dose(play: &mut Play<'_>, unit: UnitId) {
    play.change(unit, Rule("GEM-FRZ-03"), |m| (m.doses, m.frenzied) = (m.doses - 1, true));
}

/// Those about to fight may dose themselves first (GEM-FRZ-03).
pub(super) fn doses(play: &mut Play<'_>, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-FRZ-03");
    match answer {
        Some(Action { verb: Verb::Use, unit, .. }) => dose(play, unit),
        Some(action) => {
            let asked = answering(play, action);
            play.pending_mut().declined.add(asked);
        }
        None => play.pending_mut().declined = Default::default(),
    }
    let declined = play.pending().declined;
    let open = |battle: &Battle, side| {
        let asked = battle.units_of(side).only(|unit| battle.unit(unit).doses > 0 && !declined.has(unit));
        asked.only(|unit| battle.engaged(unit) && may_dose(battle, unit).is_ok())
    };
    match Question::new(RULE, Kind::React).ask_from(play, 0, open, |_| Step::Dose) {
        Flow::Done => Flow::Next(Step::Fights),
        asking => asking,
    }
}

/// Whether an answer about doses before a fight is legal.
pub(super) fn check_dose(battle: &Battle, action: Action) -> Result<(), Refusal> {
    match (action.verb, action.with, action.target) {
        (Verb::Use, uses::DOSE, Target::None) => may_dose(battle, action.unit),
        (Verb::Use, ..) => Err(Refusal::new(Reason::Malformed, Rule("GEM-FRZ-03"))),
        _ => action.plain(Rule("GEM-FRZ-03")),
    }
}

/// Frenzy ends with a lost round, unless it was there from the start (GEM-FRZ-05).
pub(super) fn lose_frenzy(play: &mut Play<'_>, unit: UnitId) {
    let kept = play.sheet(unit).traits.iter().any(|t| matches!(t, Trait::Frenzied(_) | Trait::BloodFrenzy));
    if play.unit(unit).frenzied && !kept {
        play.change(unit, Rule("GEM-FRZ-05"), |m| m.frenzied = false);
    }
}

/// Whoever was Frenzied from the start may come to its senses after a fight (GEM-FRZ-02).
pub(super) fn calm_down(play: &mut Play<'_>, unit: UnitId) {
    const RULE: Rule = Rule("GEM-FRZ-02");
    let number = play.sheet(unit).traits.iter().find_map(|t| if let Trait::Frenzied(n) = t { Some(*n) } else { None });
    if let Some(number) = number.filter(|_| play.unit(unit).frenzied && play.standing(unit))
        && passes(play, RULE, unit, number, &[])
    {
        play.change(unit, RULE, |m| m.frenzied = false);
    }
}
