//! Flamers and grenades in the confines of a ship: hits without a roll (HULK-SHOT-02 to -09).

use arrayvec::ArrayVec;

use crate::battle::{Action, Flow, Listing, Rule, UnitId, UnitSet, Verb};
use crate::board::{Bearing, Cell, Facing, Half, SpaceKind, within};

use super::super::figure::Declared;
use super::super::grit::{self, Hit, Toll};
use super::super::stats::{Trait, Weapon};
use super::super::{Battle, Play, Step};
use super::stalking::burning;

/// Something that hits whom it reaches, no matter how well he hides. Whom it has still to reach is in
/// [`super::super::figure::Pending::met`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Engulf {
    /// Whose doing it is.
    pub by: UnitId,
    /// On the Grit rolls: 0 or less.
    pub penalty: i8,
    /// Hits on each.
    pub hits: u8,
}

/// The hexes that something reaches.
pub type Area = ArrayVec<Cell, MOST_HEXES>;

impl Battle {
    /// Whether a weapon sweeps an area instead of being aimed at a figure (HULK-SHOT-02).
    #[inline]
    #[must_use]
    pub fn sweeps(&self, weapon: &Weapon) -> bool {
        self.setting().aboard && weapon.has(Trait::Flamer)
    }

    /// How many hits a burst in a hex makes on each: two in tight spaces, which a doorway is too (HULK-SHOT-08).
    #[must_use]
    pub fn hits_of_burst(&self, at: Cell) -> u8 {
        let setting = self.setting();
        let tight = setting.tight.get(self.board().space_at(at).index());
        if tight.copied().unwrap_or(!setting.tight.is_empty()) { 2 } else { 1 }
    }

    /// The hexes that a flamer burns from a hex, pointed at the one in front (HULK-SHOT-03, -04); none where that is
    /// solid, or lies in an unopened space.
    #[must_use]
    pub fn flames(&self, at: Cell, front: Cell) -> Area {
        let sides = self.board().neighbours[at.index()];
        let facing = sides.iter().position(|&c| c == front).filter(|_| front.is_some() && self.burns(front));
        match facing.map(Facing::from_index) {
            None => Area::new(),
            Some(facing) if self.is_passage(front, facing) => self.flames_along(at, facing),
            Some(facing) => self.flames_across(at, facing),
        }
    }

    /// Whether flames get into a hex.
    fn burns(&self, cell: Cell) -> bool {
        !self.footing(cell).blocks_sight && self.opened(cell)
    }

    /// HULK-SHOT-06: whether the space of the first hex in front is a passage; of a doorway or a hole, what lies beyond.
    fn is_passage(&self, front: Cell, facing: Facing) -> bool {
        let board = self.board();
        let beyond = [facing, facing.left(), facing.right()].map(|f| board.neighbours[front.index()][f as usize]);
        let mut all = [front].into_iter().chain(beyond).filter(|c| c.is_some()).map(|c| board.space_at(c));
        all.find(|id| id.is_some()).is_some_and(|id| board.space(id).kind == SpaceKind::Passage)
    }

    /// Whether flames in a passage get into a hex: of passages, of doorways and holes.
    fn channels(&self, cell: Cell) -> bool {
        let space = self.board().spaces().get(self.board().space_at(cell).index());
        self.burns(cell) && space.is_none_or(|s| s.kind == SpaceKind::Passage)
    }

    /// Along a passage, first to the front, then round bends and into every arm; not into the rooms beside it.
    fn flames_along(&self, at: Cell, facing: Facing) -> Area {
        let sides = self.board().neighbours[at.index()];
        let front = [facing, facing.left(), facing.right()].map(|f| sides[f as usize]);
        let mut cells: Area = front.into_iter().filter(|&c| c.is_some() && self.channels(c)).collect();
        let mut ring = 0;
        for _ in 1..self.setting().numbers.flame_aboard {
            let end = cells.len();
            for place in ring..end {
                for near in self.board().neighbours[cells[place].index()] {
                    // Not past the operator to what is behind him.
                    let ahead = near.is_some() && near != at && !sides.contains(&near);
                    if ahead && self.channels(near) && !cells.contains(&near) {
                        let _ = cells.try_push(near);
                    }
                }
            }
            ring = end;
        }
        cells
    }

    /// Everywhere in sight to the front.
    fn flames_across(&self, at: Cell, facing: Facing) -> Area {
        let board = self.board();
        let ahead = |c: &Cell| within(facing, board.hex(*c) - board.hex(at), Half::Deg60) != Bearing::Outside;
        let reached = |c: &Cell| *c != at && self.burns(*c) && self.look(at, *c).is_some();
        let all = board.within(at, self.setting().numbers.flame_aboard.into());
        // Far more than a flamer reaches is cut short.
        all.filter(|c| ahead(c) && reached(c)).take(MOST_HEXES).collect()
    }

    /// Everybody in some hexes.
    pub(in super::super) fn caught(&self, area: &[Cell]) -> UnitSet {
        let mut all = UnitSet::default();
        area.iter().for_each(|&cell| all.add(self.units_in(cell)));
        all
    }

    /// The hexes that a figure may point a flamer at: those from where it burns an enemy; against stalkers, those from where
    /// it burns anything (HULK-STALK-15).
    pub(super) fn sweeps_at(&self, unit: UnitId) -> impl Iterator<Item = Cell> {
        let piece = self.piece(unit);
        let enemies = self.enemies_of(piece.side);
        let bites = move |front: Cell| {
            let area = self.flames(piece.at, front);
            if self.stalking().is_some() { !area.is_empty() } else { !(self.caught(&area) & enemies).is_empty() }
        };
        self.board().neighbours[piece.at.index()].into_iter().filter(move |&front| front.is_some() && bites(front))
    }
}

/// Lists what a flamer may be pointed at.
pub(super) fn offers(battle: &Battle, unit: UnitId, place: u8, list: &mut Listing) {
    list.actions.extend(battle.sweeps_at(unit).map(|front| Action::of(Verb::Fire, unit).with(place).hex(front)));
}

/// HULK-SHOT-02: everybody in the flames but the operator is hit once.
pub(super) fn sweep(play: &mut Play<'_>, shot: Declared) -> Step {
    let area = play.flames(play.piece(shot.by).at, shot.hex);
    burning::lay(play, shot.by, &area);
    let mut met = play.caught(&area);
    met.remove(shot.by);
    play.note(Rule("HULK-SHOT-02"), "everyone in the flames is hit", shot.by, met.len() as i16);
    engulf_all(play, shot, met, 1)
}

/// HULK-SHOT-07, -08: everybody near a burst is hit, twice where it is tight.
pub(in super::super) fn burst(play: &mut Play<'_>, shot: Declared, met: UnitSet) -> Step {
    let hits = play.hits_of_burst(shot.hex);
    let rule = if hits > 1 { "HULK-SHOT-08" } else { "HULK-SHOT-07" };
    play.note(Rule(rule), "everyone near the burst is hit", shot.by, hits.into());
    engulf_all(play, shot, met, hits)
}

/// Hits with a figure's weapon on everybody of a set.
pub(super) fn engulf_all(play: &mut Play<'_>, shot: Declared, met: UnitSet, hits: u8) -> Step {
    let penalty = play.arm(shot.by, shot.with).map_or(0, |w| w.grit) + play.venom(shot.by, shot.with);
    play.pending_mut().met = met;
    Step::Engulf(Engulf { by: shot.by, penalty, hits })
}

/// One figure after the other is hit, so many times at once: whoever is knocked down first has the same Grit for the
/// second hit (ITEN-KD-03).
pub(in super::super) fn engulf(play: &mut Play<'_>, engulf: Engulf) -> Flow<Step> {
    let Some(victim) = play.pending().met.first() else { return Flow::Done };
    play.pending_mut().met.remove(victim);
    let Engulf { by, penalty, hits } = engulf;
    let hit = Hit { victim, by, penalty, was_down: play.unit(victim).down };
    for _ in 0..hits {
        if grit::endure(play, hit) == Toll::Out {
            break;
        }
    }
    Flow::Next(Step::Engulf(engulf))
}

/// Hexes within six of one, itself included.
pub(in super::super) const MOST_HEXES: usize = 127;
