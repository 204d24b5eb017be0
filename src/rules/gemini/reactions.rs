//! Reactions and overwatch (GEM-REACT, GEM-OVER).

use crate::battle::{
    Action, Decision, Flow, Kind, Listing, Reason, Refusal, Roll, Rule, SideId, Target, UnitId, UnitSet, Verb,
};
use crate::board::{Cell, Reach};

use super::checks::answering;
use super::content::Cover;
use super::flight::{face_along, menace};
use super::model::{Condition, Nerve};
use super::options::{Overwatch, Reactions};
use super::shooting::enough;
use super::steps::{Mode, Shot, Step};
use super::ways::Touch;
use super::{Battle, Play};

const RULE: Rule = Rule("GEM-REACT-01");

/// The highest Initiative that reacts when nobody has yet.
pub const ANYBODY: u8 = u8::MAX;

/// The code of a gun fired for so many action points, as actions carry it.
#[must_use]
pub fn gun_code(place: u8, ap: u8) -> u8 {
    2 * place + (ap - 1)
}

/// The gun and the action points of a code.
#[must_use]
pub fn gun_of(code: u8) -> (u8, u8) {
    (code / 2, code % 2 + 1)
}

impl Battle {
    /// Whether a model is in a state to react at all (GEM-REACT-07).
    #[must_use]
    pub fn may_react(&self, unit: UnitId) -> bool {
        let now = self.unit(unit);
        let nobody = now.marker && self.kit(unit).guns.is_empty();
        let free = !nobody && now.condition == Condition::Ready && matches!(now.nerve, Nerve::Steady | Nerve::Frozen);
        let spent = now.reacted || now.overreached || now.stupid || now.ran || now.pursues.is_some();
        self.piece(unit).at.is_some() && free && !spent && !self.confused(unit) && !self.engaged(unit)
    }

    /// Whether a model on overwatch may fire at an enemy now (GEM-OVER-02, GEM-OVER-05).
    fn watches(&self, unit: UnitId, by: UnitId) -> bool {
        let now = self.unit(unit).overwatch && !self.unit(by).hidden;
        now && self.overlooks(unit, self.piece(by).at)
    }

    /// Whether a hex is in range of a model's overwatch, in its arc and in line (GEM-OVER-02, GEM-MOVE-06).
    pub(super) fn overlooks(&self, unit: UnitId, cell: Cell) -> bool {
        let near = self.board().distance(self.piece(unit).at, cell) <= self.setting().numbers.overwatch.into();
        let ranges = self.options().overwatch == Overwatch::Old || near;
        ranges && self.in_arc(unit, cell) && self.line(self.piece(unit).at, cell).is_some()
    }

    /// Whether a model may react to what an enemy has done (GEM-REACT-02).
    fn reacts_to(&self, unit: UnitId, by: UnitId, walking: bool) -> bool {
        let now = self.unit(unit);
        // Only who watches minds others' walking, and nobody reacts in its own side's turn.
        if walking && !now.overwatch || self.table().active == self.piece(unit).side.0 + 1 {
            return false;
        }
        let reacts = !walking && !now.marker && self.options().reactions == Reactions::On;
        let near = || self.apart(unit, by) <= self.setting().numbers.reaction.into();
        let acts = || near() && self.able(by) && self.sees(unit, by);
        let shot_at = || self.pending().shot_at.has(unit) && self.has_line(unit, by);
        (self.watches(unit, by) || reacts && (acts() || shot_at())) && self.may_react(unit)
    }

    /// How overwatch fires at a mover: worse where he charges, appears or disappears (GEM-OVER-07).
    fn watchful(&self, unit: UnitId, charging: bool) -> Mode {
        let shaded = |cell: &Cell| {
            let line = self.line(self.piece(unit).at, *cell);
            line.is_none_or(|cover| cover != Cover::None) || !self.in_arc(unit, *cell)
        };
        if charging || self.pending().route.iter().any(shaded) { Mode::Snap } else { Mode::Overwatch }
    }
}

/// Who may react to an enemy now: of those who may at all the ones with the highest Initiative, of one side (GEM-ORD-02).
fn reactors(battle: &Battle, by: UnitId, walking: bool, below: u8) -> Option<(SideId, UnitSet)> {
    let declined = battle.pending().declined;
    let all = battle.enemies_of(battle.piece(by).side);
    first(battle, all.only(|unit| !declined.has(unit) && battle.reacts_to(unit, by, walking)), below)
}

/// Of several models those who come first: the highest Initiative up to `below`, and of those the first side's
/// (GEM-ORD-02).
fn first(battle: &Battle, all: UnitSet, below: u8) -> Option<(SideId, UnitSet)> {
    let initiative = |unit: UnitId| battle.sheet(unit).i;
    let top = all.map(initiative).filter(|i| *i <= below).max()?;
    let quick = all.only(|unit| initiative(unit) == top);
    let side = battle.sides().find(|&side| !(quick & battle.units_of(side)).is_empty())?;
    Some((side, quick & battle.units_of(side)))
}

/// The step in which overwatch fires at a model where it has come to stand by a move that was no action: a flight, a pursuit, a
/// follow up (GEM-OVER-02).
pub(super) fn noticed(play: &mut Play<'_>, by: UnitId) -> Step {
    play.pending_mut().declined = UnitSet::default();
    Step::React { by, walking: true, charging: false, below: ANYBODY }
}

/// Enemies of a model react to what it has done: those of the highest Initiative first (GEM-ORD-02).
pub(super) fn react(play: &mut Play<'_>, step: Step, answer: Option<Action>) -> Flow<Step> {
    let Step::React { by, walking, charging, below } = step else { return Flow::Done };
    if let Some(action) = answer {
        let Action { unit, with, .. } = action;
        match action.verb {
            Verb::Fire => {
                let (gun, ap) = gun_of(with);
                let next = Step::React { by, walking, charging, below: play.sheet(unit).i };
                let shot = Shot { unit, gun, target: by, ap, mode: Mode::Reaction };
                if play.watches(unit, by) {
                    let mode = play.watchful(unit, charging);
                    return Flow::Push(next, Step::Shoot(Shot { ap: 2, mode, ..shot }));
                }
                return Flow::Push(next, Step::Reaction(shot));
            }
            Verb::Run => {
                let next = Step::React { by, walking, charging, below: play.sheet(unit).i };
                let successes = roll(play, unit);
                return Flow::Push(next, Step::Dodge { unit, successes });
            }
            _ => {
                let asked = answering(play, action);
                play.pending_mut().declined.add(asked);
                for unit in asked {
                    play.change(unit, RULE, |m| m.triggered = true);
                }
            }
        }
    }
    if play.pending().alone || !play.piece(by).at.is_some() {
        return Flow::Done;
    }
    reactors(play, by, walking, below)
        .map_or(Flow::Done, |(side, actors)| Flow::Ask(step, Decision::to(side, Kind::React, actors, RULE)))
}

/// The dice of a reaction: its successes (GEM-REACT-03).
pub(super) fn roll(play: &mut Play<'_>, unit: UnitId) -> u8 {
    const RULE: Rule = Rule("GEM-REACT-03");
    let need = play.sheet(unit).an;
    play.change(unit, RULE, |m| (m.reacted, m.crit) = (true, false));
    play.pool(Roll::new(RULE, 6, unit), &[need], 2)[1]
}

/// A shooting reaction: its dice say for how many action points (GEM-REACT-04, GEM-REACT-05).
pub(super) fn reaction(play: &mut Play<'_>, shot: Shot) -> Flow<Step> {
    let successes = roll(play, shot.unit);
    if successes == 0 {
        play.note(Rule("GEM-REACT-03"), "does not react in time", shot.unit, 0);
        return Flow::Done;
    }
    // Nothing is fired then: nobody is given away, and nothing has to be reloaded.
    if !enough(play.gun(shot.unit, shot.gun), successes) {
        play.note(Rule("GEM-REACT-04"), "is not quick enough for such a gun", shot.unit, 0);
        return Flow::Done;
    }
    Flow::Next(Step::Shoot(Shot { ap: successes, ..shot }))
}

/// A reaction by moving: where to (GEM-REACT-03).
pub(super) fn dodge(play: &mut Play<'_>, unit: UnitId, successes: u8, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-REACT-03");
    match answer.map(|a| a.target) {
        Some(Target::Hex(cell)) => {
            let from = play.piece(unit).at;
            play.move_to(unit, cell, RULE);
            face_along(play, unit, from, cell, RULE);
            face_foe(play, unit, RULE);
            Flow::Done
        }
        None if successes > 0 && play.able(unit) => {
            Flow::Ask(Step::Dodge { unit, successes }, Decision::about(play.piece(unit).side, Kind::React, unit, RULE))
        }
        _ => Flow::Done,
    }
}

/// A model turns to the enemy that it is most aware of (GEM-MOVE-06).
pub(super) fn face_foe(play: &mut Play<'_>, unit: UnitId, rule: Rule) {
    use crate::board::Facing;
    let Some(foe) = menace(play, unit) else { return };
    let delta = play.board().hex(play.piece(foe).at) - play.board().hex(play.piece(unit).at);
    let dot = |facing: &Facing| {
        let step = facing.step();
        2 * (step.x * delta.x + step.y * delta.y) + step.x * delta.y + step.y * delta.x
    };
    if let Some(facing) = Facing::ALL.into_iter().rev().max_by_key(dot) {
        play.face(unit, facing, rule);
    }
}

/// Who has saved a reaction to the end of the turn.
fn savers(battle: &Battle, below: u8) -> Option<(SideId, UnitSet)> {
    let declined = battle.pending().declined;
    let saves = |unit: UnitId| battle.unit(unit).triggered && !declined.has(unit) && battle.may_react(unit);
    first(battle, battle.on_board().only(|unit| !battle.on_turn(battle.piece(unit).side) && saves(unit)), below)
}

/// Reactions saved up to the end of the enemy's turn (GEM-REACT-01).
pub(super) fn saved(play: &mut Play<'_>, below: u8, answer: Option<Action>) -> Flow<Step> {
    if let Some(action) = answer {
        let unit = action.unit;
        match (action.verb, action.target) {
            (Verb::Fire, Target::Unit(target)) => {
                let (gun, ap) = gun_of(action.with);
                let shot = Shot { unit, gun, target, ap, mode: Mode::Saved };
                return Flow::Push(Step::Saved { below: play.sheet(unit).i }, Step::Reaction(shot));
            }
            (Verb::Run, _) => {
                let successes = roll(play, unit);
                let below = play.sheet(unit).i;
                return Flow::Push(Step::Saved { below }, Step::Dodge { unit, successes });
            }
            _ => {
                let asked = answering(play, action);
                play.pending_mut().declined.add(asked);
            }
        }
    }
    if let Some((side, actors)) = savers(play, below) {
        return Flow::Ask(Step::Saved { below }, Decision::to(side, Kind::React, actors, RULE));
    }
    for unit in play.on_board().only(|unit| play.unit(unit).triggered) {
        play.change(unit, RULE, |m| m.triggered = false);
    }
    Flow::Done
}

/// Whether an answer to a question about reactions is legal.
pub(super) fn check(battle: &Battle, step: Step, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    let Action { verb, unit, with, target } = action;
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    if let Step::Dodge { unit: asked, successes } = step {
        if unit != asked {
            return no(Reason::MayNotAct, "GEM-REACT-03");
        }
        action.aimed(RULE)?;
        return match (verb, target) {
            (Verb::Move, Target::Hex(cell)) => {
                search_dodge(battle, unit, successes, &mut list.reach);
                let free = list.reach.reached().contains(&cell) && !battle.occupied(cell);
                if free { Ok(()) } else { no(Reason::OutOfReach, "GEM-REACT-03") }
            }
            (Verb::Hold, Target::None) => Ok(()),
            _ => no(Reason::Malformed, "GEM-REACT-03"),
        };
    }
    match verb {
        Verb::Pass | Verb::Hold => action.plain(RULE),
        Verb::Run => {
            action.plain(RULE)?;
            let frozen = battle.unit(unit).nerve == Nerve::Frozen;
            let watching = matches!(step, Step::React { by, .. } if battle.watches(unit, by));
            if frozen || watching { no(Reason::MayNotAct, "GEM-REACT-07") } else { Ok(()) }
        }
        _ => {
            let (gun, ap) = gun_of(with);
            let (target, mode) = match (step, target) {
                (Step::React { by, .. }, Target::Unit(target)) if target == by => (target, Mode::Reaction),
                (Step::Saved { .. }, Target::Unit(target)) => (target, Mode::Saved),
                (Step::React { .. }, _) => return no(Reason::NotTheOne, "GEM-REACT-01"),
                _ => return no(Reason::NotAnEnemy, "GEM-REACT-01"),
            };
            if ap != 1 {
                return no(Reason::Malformed, "GEM-REACT-03");
            }
            battle.gun_ready(unit, gun)?;
            battle.may_target(Shot { unit, gun, target, ap, mode })?;
            let reach = battle.setting().numbers.reaction.into();
            if mode == Mode::Saved && battle.apart(unit, target) > reach {
                return no(Reason::OutOfRange, "GEM-REACT-01");
            }
            Ok(())
        }
    }
}

fn search_dodge(battle: &Battle, unit: UnitId, successes: u8, reach: &mut Reach) {
    let m = battle.allowance(unit);
    battle.search(unit, m.saturating_mul(successes), m, Touch::Nobody, reach);
}

/// All that could be an answer.
pub(super) fn candidates(battle: &Battle, step: Step, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else {
        if !matches!(step, Step::Dodge { .. }) {
            list.push(Action::side(Verb::Pass));
        }
        return;
    };
    if let Step::Dodge { successes, .. } = step {
        search_dodge(battle, unit, successes, &mut list.reach);
        let reached = list.reach.reached().iter().filter(|&&cell| !battle.occupied(cell));
        list.actions.extend(reached.map(|&cell| Action::of(Verb::Move, unit).hex(cell)));
        list.push(Action::of(Verb::Hold, unit));
        return;
    }
    let add = |action: Action, list: &mut Listing| {
        if check(battle, step, action, list).is_ok() {
            list.push(action);
        }
    };
    for gun in 0..battle.kit(unit).guns.len() as u8 {
        let fire = Action::of(Verb::Fire, unit).with(gun_code(gun, 1));
        match step {
            Step::React { by, .. } => add(fire.at(by), list),
            _ => battle.enemies_of(battle.piece(unit).side).for_each(|foe| add(fire.at(foe), list)),
        }
    }
    add(Action::of(Verb::Run, unit), list);
    list.push(Action::of(Verb::Hold, unit));
}
