//! Command points: what a Leader or Sergeant does out of turn (HULK-STALK-13).

use crate::battle::{Action, Roll, Rule, SideId, UnitId, UnitSet, Verb};
use crate::board::{Cell, Terrain};

use super::super::super::payload::Gadget;
use super::super::super::stats::Tag;
use super::super::super::{Battle, Play, Step, order};
use super::watch;

/// The rule.
pub(in super::super::super) const RULE: Rule = Rule("HULK-STALK-13");
/// What hurried shots and cleared weapons take, in points; all else takes one.
const DEAR: i16 = 2;

/// Who may spend points: a side in its own phase, or whoever has seen an enemy's step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Orders {
    /// Whose points.
    pub side: SideId,
    /// The enemy who has taken a step; [`UnitId::NONE`] in the side's own phases.
    pub mover: UnitId,
}

/// What something costs that is bought, in points.
#[must_use]
pub(in super::super::super) fn price(verb: Verb) -> i16 {
    if matches!(verb, Verb::Fire | Verb::Use) { DEAR } else { 1 }
}

/// What something costs, in words.
#[must_use]
pub(in super::super::super) fn price_in_words(verb: Verb) -> String {
    match price(verb) {
        1 => "1 command point".to_owned(),
        points => format!("{points} command points"),
    }
}

/// The orders that are asked for, if any are.
#[must_use]
pub(in super::super::super) fn orders(battle: &Battle) -> Option<Orders> {
    if let Some(Step::Command(orders)) = battle.step() { Some(orders) } else { None }
}

impl Battle {
    /// A side's command points.
    #[must_use]
    pub fn command(&self, side: SideId) -> i16 {
        self.table().command.0[side.index()]
    }

    /// Whether any Boarder has points left against a side that stalks.
    #[inline]
    pub(in super::super::super) fn is_commanded_against(&self, side: SideId) -> bool {
        self.stalks(side) && self.table().command.0.iter().any(|points| *points > 0)
    }

    /// Whether a figure gives its side command points: its Leader, or a Sergeant.
    fn commands(&self, unit: UnitId) -> bool {
        let leads = self.setting().bands[self.piece(unit).side.index()].leader == Some(unit);
        self.stands(unit) && (leads || self.profile(unit).member.is(Tag::Sergeant))
    }

    /// Whether a Boarder with points would see an enemy's step into a hex, who has not been looked at this turn.
    pub(in super::super::super) fn is_heeded(&self, unit: UnitId, cell: Cell) -> bool {
        let heeds = |u: UnitId| self.command(self.piece(u).side) > 0 && self.look(self.piece(u).at, cell).is_some();
        !self.unit(unit).heeded && self.is_commanded_against(self.piece(unit).side) && self.boarders().any(heeds)
    }

    /// Whether a figure may be ordered to step into a hex beside it.
    fn may_sidestep(&self, unit: UnitId, to: Cell) -> bool {
        let piece = self.piece(unit);
        to.is_some()
            && self.footing(to).passable
            && self.board().terrain[to.index()] != Terrain::Void
            && self.joined(piece.at, to)
            && !self.occupied(to)
            && !self.in_melee(unit)
            && self.ground(to).blip == 0
            && self.unit(unit).fled_from.get().is_none()
            && self.foes_around(piece.side, to).is_empty()
    }

    /// What a figure may be ordered to do, as far as the points go.
    pub(super) fn bargains(&self, unit: UnitId, orders: Orders) -> impl Iterator<Item = Action> {
        let (piece, now, mover) = (self.piece(unit), self.unit(unit), orders.mover);
        let reacts = mover != UnitId::NONE;
        let free = piece.side == orders.side && self.stands(unit) && (!reacts || self.sees(unit, mover));
        let near = if free { self.board().neighbours[piece.at.index()] } else { [Cell::NONE; 6] };
        let does = move |verb| Action::of(verb, unit);
        let steps = near.into_iter().filter(move |&to| self.may_sidestep(unit, to));
        let turns = (0..6).filter(move |facing| free && now.watch != 0 && now.watch != facing + 1);
        let shuts = near.into_iter().filter(move |&door| door.is_some() && self.may_shut(unit, door));
        let clears = (0..8).filter(move |place| free && !self.in_melee(unit) && now.jams >> place & 1 == 1);
        let shots = watch::quick(self, unit, mover, free && reacts && now.watch == 0);
        let all = steps.map(move |to| does(Verb::Move).hex(to));
        let all = all.chain(turns.map(move |facing| does(Verb::Face).index(facing)));
        let all = all.chain(shuts.map(move |door| does(Verb::Open).hex(door)));
        let all = all.chain(clears.map(move |place| Gadget::Clear(place).action(unit)));
        let all = all.chain(shots.map(move |place| does(Verb::Fire).with(place).at(mover)));
        all.filter(move |action| price(action.verb) <= self.command(orders.side))
    }

    /// The figures that may be ordered to do something.
    pub(super) fn ordered(&self, orders: Orders) -> UnitSet {
        let any = if self.command(orders.side) > 0 { self.units_of(orders.side) } else { UnitSet::default() };
        (any & !self.pending().done).only(|u| self.bargains(u, orders).next().is_some())
    }
}

/// A Boarder's Movement begins: what was left is lost, and a standing Leader or Sergeant rolls for more.
pub(in super::super) fn roll(play: &mut Play<'_>, side: SideId) {
    if play.stalking().is_none() || !play.boards(side) {
        return;
    }
    let leader = play.units_of(side).find(|&u| play.commands(u));
    let points = leader.map_or(0, |unit| play.roll(Roll::new(RULE, 6, unit), &order::EVERY_FACE));
    if play.command(side) != i16::from(points) {
        play.change_table(RULE, |t| t.command.0[side.index()] = points.into());
    }
}

/// An enemy has come nearer: the first of those who see it, and may do something about it. Each enemy is looked at once
/// a turn, so that nobody is asked at every step.
pub(in super::super) fn heed(play: &mut Play<'_>, mover: UnitId) -> Option<Step> {
    // Flames may have felled who took it.
    let at = play.piece(mover).at;
    if !at.is_some() || play.unit(mover).steps == 0 || !play.is_heeded(mover, at) {
        return None;
    }
    play.change(mover, RULE, |u| u.heeded = true);
    next(play, SideId(0), mover).map(Step::Command)
}

/// The next side that may spend something.
pub(super) fn next(battle: &Battle, from: SideId, mover: UnitId) -> Option<Orders> {
    let there = battle.on_board().has(mover) && battle.piece(mover).at.is_some();
    let sides = SideId::first(battle.shared().sides.len()).filter(|s| *s >= from && there && battle.boards(*s));
    sides.map(|side| Orders { side, mover }).find(|&orders| !battle.ordered(orders).is_empty())
}

/// Looks at who has shown himself by a step, at a door, or as he is turned: those who may spend points first, then watchers.
pub(in super::super) fn noticed(play: &mut Play<'_>, mover: UnitId) -> Option<Step> {
    heed(play, mover).or_else(|| watch::notice(play, mover))
}

/// Whether anybody is to be told when one of a side shows himself.
pub(in super::super::super) fn looks_out(battle: &Battle, side: SideId) -> bool {
    battle.is_kept_watch_on(side) || battle.is_commanded_against(side)
}

/// Whoever is to be looked at again in his side's new Movement.
pub(in super::super::super) fn forget(play: &mut Play<'_>, unit: UnitId) {
    if play.unit(unit).heeded {
        play.change(unit, RULE, |u| u.heeded = false);
    }
}

/// Where a step would be watched, or looked at by somebody with points.
pub(in super::super::super) fn is_awaited(battle: &Battle, unit: UnitId, cell: Cell) -> bool {
    battle.is_under_watch(cell) || battle.is_heeded(unit, cell)
}
