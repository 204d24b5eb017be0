//! Ways where there were none: bulkheads, hatches and barricades are cut through and blown open (HULK-BULK, HULK-LEFT-08).

use crate::battle::{Action, Flow, Listing, MaybeUnit, Reason, Refusal, Roll, Rule, UnitId, UnitSet, Verb};
use crate::board::Cell;

use super::super::aim::range_of;
use super::super::figure::Declared;
use super::super::numbers::Grade;
use super::super::stats::{Trait, Weapon};
use super::super::{Battle, Play, Step};
use super::stalking::sealing::{self, SEALED};
use super::{decks, flames, looking};

/// An attempt at a bulkhead, a hatch or a barricade.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Cut {
    /// Who makes it.
    pub by: UnitId,
    /// At which hex.
    pub at: Cell,
    /// With a tool that light ones have no save against (HULK-BULK-04).
    pub light: bool,
}

impl Battle {
    /// How strong what stands in a hex is, or the closed hatch of a ladder there (HULK-BULK-05); none where there is
    /// nothing to cut.
    #[must_use]
    pub fn grade(&self, at: Cell) -> Option<Grade> {
        let lid = |(_, terrain)| self.setting().ground[terrain as usize].grade;
        let seal = || (self.ground(at).seal >= SEALED).then_some(Grade::Light);
        self.footing(at).grade.or_else(|| self.shut_lid(at).and_then(lid)).or_else(seal)
    }

    /// The face on which what stands in a hex withstands a tool (HULK-BULK-03, -04): none where it has no save.
    #[must_use]
    pub fn withstands(&self, grade: Grade, light: bool) -> Option<u8> {
        (grade != Grade::Light || !light).then(|| self.setting().numbers.breach_saves[grade as usize])
    }

    /// A tool of a figure that it could breach with now: aboard, with its whole Shooting phase before it and no enemy in
    /// contact (HULK-BULK-02, -07).
    fn tool(&self, unit: UnitId, place: u8) -> Option<&Weapon> {
        let tool = self.arm(unit, place).filter(|w| w.breaches() && self.unit(unit).gone >> place & 1 == 0)?;
        let free = self.setting().aboard && self.unhindered(unit) && self.foes_touched(unit).is_empty();
        free.then_some(tool)
    }

    /// Whether a figure may try to breach a hex with a weapon (HULK-BULK-07): by hand beside it, with a gun or a Krak
    /// Grenade in range and in sight.
    #[must_use]
    pub fn may_cut(&self, unit: UnitId, place: u8, at: Cell) -> bool {
        let Some(tool) = self.tool(unit, place) else { return false };
        let here = self.piece(unit).at;
        self.grade(at).is_some()
            && match range_of(tool) {
                // The hatch of a ladder is where the ladder is.
                None => at == here || self.board().neighbours[here.index()].contains(&at),
                Some(range) => self.range(here, at) <= range.into() && self.look(here, at).is_some(),
            }
    }

    /// The hexes that a figure may try to breach with a weapon.
    pub(super) fn cuts_at(&self, unit: UnitId, place: u8) -> impl Iterator<Item = Cell> {
        let near = self.tool(unit, place).map_or(0, |tool| range_of(tool).unwrap_or(1).into());
        // A tool that cannot be used is good for nothing at its bearer's own hex either.
        self.board().within(self.piece(unit).at, near).filter(move |&at| self.may_cut(unit, place, at))
    }

    /// The next hex in which a charge waits to go off.
    fn charged(&self) -> Option<Cell> {
        self.marked().iter().find(|(_, now)| now.charge.is_some()).map(|m| m.0)
    }
}

/// Lists what a figure may try to breach with a weapon.
pub(super) fn offers(battle: &Battle, unit: UnitId, place: u8, list: &mut Listing) {
    list.actions.extend(battle.cuts_at(unit, place).map(|at| Action::of(Verb::Fire, unit).with(place).hex(at)));
}

/// A declared attempt is made, or lost where somebody else has made a hole meanwhile; a charge is only set.
pub(super) fn set_to_work(play: &mut Play<'_>, shot: Declared) -> Option<Step> {
    let Declared { by, with, hex: at, .. } = shot;
    if !play.may_cut(by, with, at) {
        play.note(Rule("HULK-BULK-07"), "there is nothing left to breach", by, 0);
        return None;
    }
    let tool = |wanted| play.arm(by, with).is_some_and(|w| w.has(wanted));
    let (charge, light, once) = (tool(Trait::Charge), tool(Trait::BreachLight), tool(Trait::Once));
    if once {
        play.change(by, Rule("HULK-LEFT-08"), |u| u.gone |= 1 << with);
    }
    if charge {
        play.change_ground(at, Rule("HULK-LEFT-08"), |g| g.charge = by.into());
        return None;
    }
    Some(Step::Cut(Cut { by, at, light }))
}

/// HULK-BULK-03: what is breached saves, or there is a hole.
pub(in super::super) fn cut(play: &mut Play<'_>, cut: Cut) -> Flow<Step> {
    let Some(grade) = play.grade(cut.at) else { return Flow::Done };
    let save = play.withstands(grade, cut.light);
    if save.is_some_and(|need| play.test(Roll::new(Rule("HULK-BULK-03"), 6, cut.by), need)) {
        return Flow::Done;
    }
    holed(play, cut.at, cut.by)
}

/// HULK-BULK-06: a hex is open floor from now on. HULK-AIR-08: what comes of it.
pub(in super::super) fn holed(play: &mut Play<'_>, at: Cell, by: UnitId) -> Flow<Step> {
    const RULE: Rule = Rule("HULK-BULK-06");
    sealing::broken(play, at);
    if play.is_opening(at) {
        return Flow::Done;
    }
    match play.shut_lid(at) {
        Some((foot, _)) if play.footing(at).grade.is_none() => play.change_ground(foot, RULE, |g| g.lid = decks::HOLED),
        _ => play.change_ground(at, RULE, |g| (g.holed, g.open) = (true, false)),
    }
    Flow::Next(looking::opened(play, at, by))
}

/// HULK-LEFT-08: when the Movement after they were set is over charges go off, one after the other; then the first side
/// shoots.
pub(in super::super) fn charges(play: &mut Play<'_>) -> Flow<Step> {
    match play.charged() {
        Some(at) => Flow::Push(Step::Charges, Step::Detonate { at }),
        None => Flow::Next(Step::Side { phase: 1, asked: 0 }),
    }
}

/// Whether a charge waits to go off somewhere.
pub(in super::super) fn is_charged(battle: &Battle) -> bool {
    battle.setting().aboard && battle.charged().is_some()
}

/// A charge goes off: everybody beside it is hit, on either side, and it does to the bulkhead what it can.
pub(in super::super) fn detonate(play: &mut Play<'_>, at: Cell) -> Flow<Step> {
    const RULE: Rule = Rule("HULK-LEFT-08");
    let by = play.ground(at).charge.unit();
    play.change_ground(at, RULE, |g| g.charge = MaybeUnit::NONE);
    let met = play.beside(at);
    let charge = |place: &u8| play.arm(by, *place).is_some_and(|w| w.has(Trait::Charge));
    let with = play.places(by).find(charge).unwrap_or(u8::MAX);
    let blast = flames::engulf_all(play, Declared::at(by, with, at), met, 1);
    Flow::Push(Step::Cut(Cut { by, at, light: false }), blast)
}

impl Battle {
    /// Everybody whom a charge in a hex would hit.
    fn beside(&self, at: Cell) -> UnitSet {
        let around = self.board().neighbours[at.index()].into_iter().filter(|c| c.is_some());
        let mut all = self.units_in(at);
        around.for_each(|cell| all.add(self.units_in(cell)));
        all
    }
}

/// Why a hex cannot be breached, where [`Battle::may_cut`] says so.
pub(super) fn refusal(battle: &Battle, unit: UnitId, place: u8, at: Cell) -> Refusal {
    let no = |reason, rule| Refusal::new(reason, Rule(rule));
    let Some(tool) = battle.arm(unit, place).filter(|w| w.breaches()) else {
        return no(Reason::WeaponNotReady, "HULK-BULK-02");
    };
    if battle.tool(unit, place).is_none() {
        return no(Reason::Contested, "HULK-BULK-07");
    }
    if battle.grade(at).is_none() {
        return no(Reason::NothingToDo, "HULK-BULK-01");
    }
    let here = battle.piece(unit).at;
    match range_of(tool) {
        Some(range) if battle.range(here, at) <= range.into() => no(Reason::NoSight, "HULK-BULK-07"),
        _ => no(Reason::OutOfRange, "HULK-BULK-07"),
    }
}
