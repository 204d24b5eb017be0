//! Explosive decompression (HULK-AIR): what a hole into the void does, to whom, for how long, and how far it spreads.
//!
//! A space that has lost its air is marked on its first hex with how many spaces it is from the hole; the hole itself, or
//! the hatch that was opened, is marked as a vent. Spaces that are airless on the map have no wind: whoever is there rolls,
//! and goes where he likes.

use arrayvec::ArrayVec;

use crate::battle::{Flow, MaybeUnit, Rule, UnitId, UnitSet};
use crate::board::{Cell, Reach, SpaceId, Way};

use super::super::grit::{self, Hit};
use super::super::stages::Rush;
use super::super::{Battle, Play, Step};
use super::stalking::{bag, command};

/// Spaces that a way joins; few ways join three.
type Few = ArrayVec<SpaceId, 12>;

impl Battle {
    /// What says how a space stands with its air.
    fn air(&self, id: SpaceId) -> super::super::Ground {
        self.ground(self.board().space(id).cells[0])
    }

    /// Whether a space has no air (HULK-AIR-07).
    #[must_use]
    pub fn airless(&self, id: SpaceId) -> bool {
        self.board().space(id).airless || self.air(id).vented != 0
    }

    /// The spaces that whoever is in a hex shares the air of: its own; in a doorway or a hole both that it joins.
    fn shares(&self, cell: Cell) -> Few {
        let id = self.board().space_at(cell);
        match id.is_some() {
            true => [id].into_iter().collect(),
            false if self.ground(cell).craft != 0 => Few::new(),
            false => self.joins(cell).0,
        }
    }

    /// Whether whoever is in a hex has no air there.
    #[must_use]
    pub fn breathless(&self, cell: Cell) -> bool {
        self.setting().aboard && self.shares(cell).into_iter().any(|id| self.airless(id))
    }

    /// Whether a figure has made all the rolls that powered armour makes without air (HULK-AIR-07).
    fn is_sealed(&self, unit: UnitId) -> bool {
        self.profile(unit).member.armour.powered && self.unit(unit).gasps >= self.setting().numbers.air_rolls
    }

    /// Whether a figure would have to roll for its life if its side's Movement began now (HULK-AIR-03).
    #[must_use]
    pub fn gasps(&self, unit: UnitId) -> bool {
        let at = self.piece(unit).at;
        at.is_some() && self.breathless(at) && !self.is_sealed(unit)
    }

    /// The spaces that a hole, a doorway or a ladder joins, through other holes and open doorways beside it too, and
    /// whether it leads to the void outside.
    pub(super) fn joins(&self, at: Cell) -> (Few, bool) {
        let board = self.board();
        let (mut spaces, mut void) = (Few::new(), false);
        let mut meet = |id: SpaceId| {
            if !spaces.contains(&id) {
                let _ = spaces.try_push(id);
            }
        };
        if board.space_at(at).is_some() {
            let ends = board.linked(at).filter(|&c| self.climbs(at, c)).chain([at]);
            ends.map(|c| board.space_at(c)).filter(|id| id.is_some()).for_each(&mut meet);
            return (spaces, void);
        }
        let mut ways: ArrayVec<Cell, 32> = [at].into_iter().collect();
        let mut next = 0;
        while let Some(&way) = ways.get(next) {
            next += 1;
            for near in board.neighbours[way.index()] {
                // Beyond the edge of the map there is nothing either; a craft has sealed its breach (HULK-AIR-01).
                if near.is_some() && self.ground(near).craft != 0 {
                    continue;
                }
                if !near.is_some() || board.is_outside(near) {
                    // A craft is fast to the hull.
                    void |= !near.is_some() || self.ground(near).craft == 0;
                } else if board.space_at(near).is_some() {
                    meet(board.space_at(near));
                } else if (self.ground(near).open || self.ground(near).holed) && !ways.contains(&near) {
                    let _ = ways.try_push(near);
                }
            }
        }
        (spaces, void)
    }

    /// Whether a space loses its air by what has just been opened.
    pub(super) fn empties(&self, at: Cell, id: SpaceId) -> bool {
        let (spaces, void) = self.joins(at);
        spaces.contains(&id) && !self.airless(id) && (void || spaces.iter().any(|&other| self.airless(other)))
    }

    /// Everybody whom the air would carry off if a hex were open (HULK-AIR-02).
    #[must_use]
    pub fn in_draught(&self, at: Cell) -> UnitSet {
        let (spaces, void) = self.joins(at);
        let rushes = void || spaces.iter().any(|&id| self.airless(id));
        let caught = |id: SpaceId| spaces.contains(&id) && !self.airless(id);
        self.on_board().only(|u| rushes && self.shares(self.piece(u).at).into_iter().any(caught))
    }

    /// The spaces to which air gets from another, but through one hatch: through mouths, doors, open hatches and holes
    /// (HULK-AIR-06).
    fn draughts(&self, id: SpaceId, but: Cell) -> impl Iterator<Item = SpaceId> {
        let board = self.board();
        let open = move |at: Cell, way: Way| match way {
            Way::Open | Way::Ladder(None) => true,
            Way::Doorway(_) => !self.footing(at).airtight && at != but,
            Way::Ladder(Some(_)) => board.linked(at).any(|c| self.climbs(at, c)),
        };
        let drawn = board.entrances(id).into_iter().filter(move |e| e.to.is_some() && open(e.at, e.way)).map(|e| e.to);
        let holes = self.marked().iter().filter(|(cell, now)| now.holed && !board.space_at(*cell).is_some());
        let holed = holes.map(|m| self.joins(m.0).0).filter(move |spaces| spaces.contains(&id)).flatten();
        drawn.chain(holed)
    }

    /// How far each hex is from where the air goes out, by the ways that air takes.
    pub(in super::super) fn lee(&self, reach: &mut Reach) -> Vec<u16> {
        let vents: Vec<Cell> = self.marked().iter().filter(|(_, now)| now.vent).map(|m| m.0).collect();
        let board = self.board();
        let passes = |from: Cell, to: Cell| {
            let beside = board.neighbours[from.index()].contains(&to);
            (!self.footing(to).airtight && (beside || self.climbs(from, to))).then_some(1)
        };
        let mut far = Vec::new();
        reach.distances(board, &vents, passes, &mut far);
        far
    }
}

/// HULK-AIR-01, -02: where a new way leads to where there is no air, the spaces that it joins lose theirs, and everybody
/// in them is hit.
pub(in super::super) fn rush(play: &mut Play<'_>, rush: Rush) -> Flow<Step> {
    const RULE: Rule = Rule("HULK-AIR-01");
    let (spaces, void) = play.joins(rush.at);
    if !void && !spaces.iter().any(|&id| play.airless(id)) {
        return Flow::Done;
    }
    let lost: Few = spaces.into_iter().filter(|&id| !play.airless(id)).collect();
    if void || !lost.is_empty() {
        play.change_ground(rush.at, RULE, |g| g.vent = true);
    }
    if lost.is_empty() {
        return Flow::Done;
    }
    play.note(RULE, "the air goes out", rush.by, lost.len() as i16);
    let mut met = UnitSet::default();
    for id in lost {
        empty(play, id, 1, rush.by.into(), RULE);
        met.add(play.on_board().only(|u| play.shares(play.piece(u).at).contains(&id)));
    }
    play.pending_mut().met = met;
    Flow::Next(Step::Gust { by: rush.by })
}

/// A space has no air from now on.
fn empty(play: &mut Play<'_>, id: SpaceId, vented: u8, by: MaybeUnit, rule: Rule) {
    let first = play.board().space(id).cells[0];
    play.change_ground(first, rule, |g| (g.vented, g.vented_by) = (vented, by));
}

/// HULK-AIR-02, -08: one after the other rolls or is hurled out, the breacher's side last.
pub(in super::super) fn gust(play: &mut Play<'_>, by: UnitId) -> Flow<Step> {
    let met = play.pending().met;
    let side = play.piece(by).side;
    let others = met.only(|u| play.piece(u).side != side);
    let Some(victim) = others.first().or(met.first()) else { return Flow::Done };
    play.pending_mut().met.remove(victim);
    play.note(Rule("HULK-AIR-02"), "caught as the air goes out", victim, 0);
    grit::endure(play, Hit { victim, by, penalty: 0, was_down: play.unit(victim).down });
    Flow::Next(Step::Gust { by })
}

/// What comes after a side has tried to rise: those without air roll, if anybody is.
pub(in super::super) fn after_rising(play: &mut Play<'_>, asked: u8) -> Flow<Step> {
    let Some(side) = play.side_asked(asked).filter(|_| play.setting().aboard) else {
        return Flow::Next(Step::Move { asked });
    };
    for unit in play.units_of(side) {
        let now = play.unit(unit);
        let at = play.piece(unit).at;
        let breathes = !at.is_some() || !play.breathless(at);
        if now.blown || now.gasps != 0 && breathes {
            play.change(unit, Rule("HULK-AIR-03"), |u| {
                u.blown = false;
                u.gasps = if breathes { 0 } else { u.gasps };
            });
        }
    }
    Flow::Next(Step::Gasp { asked, unit: UnitId::FIRST })
}

/// HULK-AIR-03, -04: each figure of a side without air rolls, one a run; who still stands in the wind gets away from the
/// hole, at half speed.
pub(in super::super) fn gasp(play: &mut Play<'_>, asked: u8, unit: UnitId) -> Flow<Step> {
    const RULE: Rule = Rule("HULK-AIR-03");
    let Some(side) = play.side_asked(asked) else { return Flow::Done };
    let Some(victim) = play.units_of(side).from(unit).find(|&u| play.gasps(u)) else {
        command::roll(play, side);
        let next = Step::Move { asked };
        let wakes = play.boarding().is_some_and(|b| b.wakes(side));
        return match () {
            () if play.stalks(side) => Flow::Push(next, bag::begin(play)),
            () if wakes => Flow::Push(next, Step::Wake),
            () => Flow::Next(next),
        };
    };
    let spaces = play.shares(play.piece(victim).at);
    let air = spaces.into_iter().map(|id| play.air(id)).max_by_key(|air| air.vented).unwrap_or_default();
    let by = air.vented_by.unit();
    play.note(RULE, "without air", victim, 0);
    grit::endure(play, Hit { victim, by, penalty: 0, was_down: play.unit(victim).down });
    let blown = air.vented != 0 && play.stands(victim);
    play.change(victim, Rule("HULK-AIR-04"), |u| (u.gasps, u.blown) = (u.gasps.saturating_add(1), blown));
    Flow::Next(Step::Gasp { asked, unit: victim.next() })
}

/// HULK-AIR-06: at the end of a turn each space that has lost its air takes that of those beside it, up to so many from
/// the hole.
pub(in super::super) fn spread(play: &mut Play<'_>) {
    const RULE: Rule = Rule("HULK-AIR-06");
    if !play.setting().aboard || !play.marked().iter().any(|(_, now)| now.vented != 0) {
        return;
    }
    let farthest = play.setting().numbers.air_spread;
    let ids = play.board().space_ids();
    let windy: Vec<(SpaceId, u8, MaybeUnit)> =
        ids.map(|id| (id, play.air(id).vented, play.air(id).vented_by)).collect();
    for (id, vented, by) in windy {
        if !(1..=farthest).contains(&vented) {
            continue;
        }
        let next: Vec<SpaceId> = play.draughts(id, Cell::NONE).filter(|&other| !play.airless(other)).collect();
        next.into_iter().for_each(|other| empty(play, other, vented + 1, by, RULE));
    }
}

/// A hatch has been closed (HULK-AIR-05): what it cuts off from every hole has air again, and nobody rolls there any
/// more.
pub(in super::super) fn shut(play: &mut Play<'_>) {
    const RULE: Rule = Rule("HULK-AIR-05");
    if !play.setting().aboard || !play.marked().iter().any(|(_, now)| now.vented != 0) {
        return;
    }
    for id in play.cut_off(Cell::NONE) {
        empty(play, id, 0, MaybeUnit::NONE, RULE);
    }
    // A hatch that let the air out and is closed does so no more.
    let closed = |battle: &Battle| {
        let mut vents = battle.marked().iter().filter(|(_, now)| now.vent);
        vents.find(|(cell, _)| battle.footing(*cell).airtight || battle.shut_lid(*cell).is_some()).map(|m| m.0)
    };
    while let Some(cell) = closed(play) {
        play.change_ground(cell, RULE, |g| g.vent = false);
    }
}

impl Battle {
    /// The spaces that have lost their air and are cut off from every hole, if a hatch were closed.
    fn cut_off(&self, hatch: Cell) -> Vec<SpaceId> {
        let board = self.board();
        let vented = |id: SpaceId| self.air(id).vented != 0;
        // From where the void is, through all that has no air.
        let mut lost: Vec<SpaceId> = board.space_ids().filter(|&id| board.space(id).airless).collect();
        for (cell, _) in self.marked().iter().filter(|(cell, now)| now.vent && *cell != hatch) {
            let (spaces, void) = self.joins(*cell);
            lost.extend(spaces.into_iter().filter(|&id| void && vented(id)));
        }
        let mut next = 0;
        while let Some(&id) = lost.get(next) {
            next += 1;
            let more: Vec<SpaceId> = self.draughts(id, hatch).filter(|&o| vented(o) && !lost.contains(&o)).collect();
            lost.extend(more);
        }
        board.space_ids().filter(|&id| vented(id) && !lost.contains(&id)).collect()
    }

    /// Whether a hex would have air again, if a hatch were closed (HULK-AIR-05).
    #[must_use]
    pub fn saved_by(&self, hatch: Cell, at: Cell) -> bool {
        self.drawn(hatch).airtight && self.cut_off(hatch).contains(&self.board().space_at(at))
    }
}
