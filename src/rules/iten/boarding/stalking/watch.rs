//! Watch: a Boarder who does not shoot waits for whoever comes into his arc (HULK-STALK-10 to -12).

use arrayvec::ArrayVec;

use crate::battle::{
    Action, Decision, Flow, Kind, Listing, Modifier, Reason, Refusal, Roll, Rule, SideId, Target, UnitId, UnitSet,
    Verb, Whose,
};
use crate::board::{Bearing, Cell, Facing, Half, within};

use super::super::super::aim::{Attack, is_gun};
use super::super::super::figure::Declared;
use super::super::super::grit::{self, Hit};
use super::super::super::payload::Gadget;
use super::super::super::stages::Sentry;
use super::super::super::stats::{Trait, Weapon};
use super::super::super::{Battle, Play, Step};

const WATCH: Rule = Rule("HULK-STALK-10");
const REACTS: Rule = Rule("HULK-STALK-11");
const JAMS: Rule = Rule("HULK-STALK-12");

/// What a hurried shot adds to its target's armour (HULK-STALK-11).
const HURRY: i8 = 1;

impl Battle {
    /// Whether a weapon of a figure is one to watch with: a gun that needs no crew, and no flamer.
    fn is_sentrys(&self, unit: UnitId, place: u8) -> bool {
        let fits = |w: &&Weapon| is_gun(w) && !w.has(Trait::Crewed) && !self.sweeps(w);
        self.arm(unit, place).filter(fits).is_some() && self.armed(unit, place)
    }

    /// Whether a figure may watch instead of shooting (HULK-STALK-10).
    #[must_use]
    pub fn may_watch(&self, unit: UnitId) -> bool {
        self.stalking().is_some()
            && self.boards(self.piece(unit).side)
            && self.may_shoot(unit)
            && self.unhindered(unit)
            && self.places(unit).any(|place| self.is_sentrys(unit, place))
    }

    /// The weapons of a figure that are jammed and that it could clear instead of shooting (HULK-STALK-12).
    pub fn jammed(&self, unit: UnitId) -> impl Iterator<Item = u8> {
        let jams = if self.may_shoot(unit) && !self.in_melee(unit) { self.unit(unit).jams } else { 0 };
        (0..8).filter(move |place| jams >> place & 1 == 1)
    }

    /// Whether anybody watches against a side.
    #[inline]
    pub(in super::super::super) fn is_kept_watch_on(&self, side: SideId) -> bool {
        self.stalks(side) && self.boarders().any(|u| self.unit(u).watch != 0)
    }

    /// Whether a figure watches a hex: it lies in the arc of 60 degrees, in sight and in range of what it could shoot.
    fn watches(&self, unit: UnitId, cell: Cell) -> bool {
        let Some(facing) = self.unit(unit).watch.checked_sub(1) else { return false };
        let (board, at) = (self.board(), self.piece(unit).at);
        let faces = Facing::from_index(facing.into());
        self.unhindered(unit)
            && board.deck(at) == board.deck(cell)
            && within(faces, board.hex(cell) - board.hex(at), Half::Deg30) != Bearing::Outside
            && self.look(at, cell).is_some()
            && self.places(unit).any(|place| self.is_sentrys(unit, place) && self.in_range(unit, place, cell))
    }

    /// The hexes that a figure watches (HULK-STALK-10).
    pub(in crate::rules) fn watched(&self, unit: UnitId) -> Vec<Cell> {
        if self.unit(unit).watch == 0 || !self.piece(unit).at.is_some() {
            return Vec::new();
        }
        self.board().cells().filter(|cell| self.watches(unit, *cell)).collect()
    }

    /// Whether a step into a hex would be watched.
    pub(in super::super::super) fn is_under_watch(&self, cell: Cell) -> bool {
        self.boarders().any(|u| self.watches(u, cell))
    }

    /// The weapons with which a watcher may shoot at somebody who is in his arc.
    fn snaps(&self, unit: UnitId, at: UnitId) -> impl Iterator<Item = u8> {
        quick(self, unit, at, self.unit(unit).watch != 0 && self.watches(unit, self.piece(at).at))
    }

    /// Those who may react to somebody.
    fn sentries(&self, mover: UnitId) -> UnitSet {
        let there = self.on_board().has(mover) && self.piece(mover).at.is_some();
        self.boarders().only(|u| there && self.unit(u).watch != 0 && self.snaps(u, mover).next().is_some())
    }

    /// The hurried shot of a watcher.
    pub(in super::super::super) fn snap(&self, unit: UnitId, place: u8, at: UnitId) -> Attack {
        let mut attack = self.attack(&Declared::on(unit, place, at), at);
        let _ = attack.modifiers.try_push(Modifier { rule: REACTS, value: -HURRY, whose: Whose::Roller });
        attack.need = (attack.need as i8 + HURRY).clamp(2, 7) as u8;
        attack
    }
}

/// The weapons with which a figure could shoot at once at somebody, if it may at all.
pub(in super::super::super) fn quick(battle: &Battle, unit: UnitId, at: UnitId, may: bool) -> impl Iterator<Item = u8> {
    let on_deck = |u| battle.board().deck(battle.piece(u).at);
    let open = may && battle.unhindered(unit) && on_deck(unit) == on_deck(at) && battle.targets(unit).has(at);
    let places = if open { battle.places(unit) } else { 0..0 };
    let bears = move |p: &u8| battle.bears(unit, *p, at) && battle.reaches(unit, *p, at);
    places.filter(move |p| battle.is_sentrys(unit, *p) && bears(p))
}

/// Lists the directions in which a figure may watch, and the weapons that it may clear.
pub(in super::super::super) fn offers(battle: &Battle, unit: UnitId, list: &mut Listing) {
    if battle.may_watch(unit) {
        list.actions.extend((0..6).map(|facing| Action::of(Verb::Face, unit).index(facing)));
    }
    list.actions.extend(battle.jammed(unit).map(|place| Gadget::Clear(place).action(unit)));
}

/// Whether a figure may watch in a direction, or clear a weapon.
pub(in super::super::super) fn check(battle: &Battle, action: Action) -> Result<(), Refusal> {
    let rule = if action.verb == Verb::Face { WATCH } else { JAMS };
    action.aimed(rule)?;
    match (action.verb, action.target) {
        (Verb::Face, Target::Index(0..6)) if battle.may_watch(action.unit) => Ok(()),
        (Verb::Face, Target::Index(0..6)) => {
            let jammed = battle.jammed(action.unit).next().is_some();
            Err(Refusal::new(Reason::WeaponNotReady, if jammed { JAMS } else { WATCH }))
        }
        (Verb::Use, Target::Index(place)) if battle.jammed(action.unit).any(|p| p == place) => Ok(()),
        _ => Err(Refusal::new(Reason::NothingToDo, rule)),
    }
}

/// A figure spends its Shooting phase on watch, until its own next Movement, or on a weapon that has jammed.
pub(in super::super::super) fn spend(play: &mut Play<'_>, action: Action) {
    let Target::Index(number) = action.target else { return };
    if action.verb == Verb::Face {
        play.change(action.unit, WATCH, |u| (u.shot, u.watch) = (true, number + 1));
    } else {
        play.change(action.unit, JAMS, |u| (u.shot, u.jams) = (true, u.jams & !(1 << number)));
    }
}

/// A figure watches no more.
pub(in super::super::super) fn end(play: &mut Play<'_>, unit: UnitId) {
    if play.unit(unit).watch != 0 {
        play.change(unit, WATCH, |u| u.watch = 0);
    }
}

/// What an enemy's step, or what else shows him, gives watchers to do.
pub(in super::super) fn notice(battle: &Battle, mover: UnitId) -> Option<Step> {
    let any = !battle.sentries(mover).is_empty();
    any.then_some(Step::Sentry(Sentry { mover, next: UnitId::FIRST }))
}

/// HULK-STALK-11: one watcher after the other fires or holds.
pub(in super::super::super) fn sentry(play: &mut Play<'_>, sentry: Sentry, answer: Option<Action>) -> Flow<Step> {
    let Sentry { mover, mut next } = sentry;
    if let Some(action) = answer {
        if action.verb == Verb::Fire {
            shoot(play, action.unit, action.with, mover);
        }
        next = action.unit.next();
    }
    let Some(unit) = play.sentries(mover).from(next).next() else { return Flow::Done };
    let decision = Decision::about(play.piece(unit).side, Kind::React, unit, REACTS);
    Flow::Ask(Step::Sentry(Sentry { mover, next: unit }), decision)
}

/// A hurried shot; on a 1 the weapon jams.
pub(super) fn shoot(play: &mut Play<'_>, by: UnitId, place: u8, at: UnitId) {
    let attack = play.snap(by, place, at);
    play.modified(&attack.modifiers);
    let jams = (attack.need > 2).then_some(2);
    let cuts: ArrayVec<u8, 2> = jams.into_iter().chain([attack.need]).collect();
    let face = play.roll(Roll::new(REACTS, 6, by).against(at), &cuts);
    if face == 1 {
        play.note(JAMS, "the weapon jams", by, 0);
        play.change(by, JAMS, |u| (u.jams, u.watch) = (u.jams | 1 << place, 0));
    }
    if face >= attack.need {
        let was_down = play.unit(at).down;
        grit::endure(play, Hit { victim: at, by, penalty: attack.penalty, was_down });
    }
}

/// What a watcher may do.
pub(in super::super::super) fn sentry_offers(
    battle: &Battle,
    mover: UnitId,
    actor: Option<UnitId>,
    list: &mut Listing,
) {
    if let Some(unit) = actor {
        list.actions.extend(battle.snaps(unit, mover).map(|place| Action::of(Verb::Fire, unit).with(place).at(mover)));
        list.push(Action::of(Verb::Hold, unit));
    }
}

/// Whether a watcher may do that.
pub(in super::super::super) fn check_sentry(battle: &Battle, mover: UnitId, action: Action) -> Result<(), Refusal> {
    match (action.verb, action.target) {
        (Verb::Hold, _) => action.plain(REACTS),
        (_, Target::Unit(at)) if at == mover && battle.snaps(action.unit, at).any(|place| place == action.with) => {
            Ok(())
        }
        (_, Target::Unit(at)) if at == mover => Err(Refusal::new(Reason::WeaponNotReady, REACTS)),
        _ => Err(Refusal::new(Reason::NotAnEnemy, REACTS)),
    }
}
