//! What Boarders may still hope for aboard a hulk: the objective, and the way home.

use arrayvec::ArrayVec;

use crate::battle::{SideId, UnitId};
use crate::board::Cell;

use super::super::Battle;
use super::super::boarding::Stake;
use super::super::boarding::stalking::{MOST_ENTRIES, MOST_SITES, sealing::sealed};
use super::super::boarding::victory::RESCUED;
use super::ways::Ways;

/// Hexes of a usual move, as often as a move is whole.
const STRIDE: f32 = 4.5;
/// Moves at which a way is as likely as not to end before its end.
const LONG: f32 = 10.0;
/// Turns that make the difference between too late and in good time.
const MARGIN: f32 = 3.0;
/// What enemies who are known to stand in an objective's room leave of the hope to reach it.
const GUARDED: f32 = 0.6;
/// What a second objective is to who has only one of two: the first is the nearer one.
const SECOND: f32 = 0.6;
/// What there is to win where points do not count (HULK-CAMP-03, -05, -07).
const ALL: f32 = 15.0;
/// What one's own objective makes between the sides, and each figure that brings word of it home (HULK-OBJ-05, -06, -07).
const OWN: f32 = 15.0;
const WORD: f32 = 2.0;
/// What it makes that a thing is brought home (HULK-MIS-03).
const BROUGHT: f32 = 30.0;
/// Most figures whose way home is looked at.
const PARTY: usize = 16;

/// What a side of Boarders has left to go by.
struct Party<'a> {
    battle: &'a Battle,
    side: SideId,
    /// Turns left, this one included.
    turns: f32,
    /// Its figures that stand, and the moves that it takes them to get home.
    aboard: ArrayVec<(UnitId, f32), PARTY>,
}

/// Points that a side of Boarders may hope to gain yet on its enemies, by what it is here for; 0 for Defenders.
pub(super) fn hope(battle: &Battle, side: SideId, ways: &mut Ways) -> f32 {
    let Some(boarding) = battle.boarding().filter(|_| battle.boards(side)) else { return 0.0 };
    let (stake, table) = (boarding.terms.stake, battle.table());
    let fuse = battle.fuse().unwrap_or(u16::MAX);
    let turns = f32::from((battle.last_turn().min(fuse) + 1).saturating_sub(table.turn));
    let craft: ArrayVec<Cell, PARTY> = battle.craft(side).take(PARTY).collect();
    let home = ways.to(battle, &craft, &[]);
    let places = battle.units_of(side).filter(|&u| battle.stands(u)).take(PARTY);
    let aboard = places.map(|u| (u, moves(home[battle.piece(u).at.index()]))).collect();
    let back = |at: Cell| moves(home[at.index()]);
    let tokens: ArrayVec<(Cell, u8, f32), 4> =
        battle.tokens().filter(|t| battle.is_own(side, t.1)).map(|(at, suit)| (at, suit, back(at))).collect();
    let lies = battle.prize().map(|at| (at, back(at)));
    let sites: ArrayVec<(Cell, f32), MOST_SITES> = battle.unvisited().map(|(at, _)| (at, back(at))).collect();
    let party = Party { battle, side, turns, aboard };
    let (mut first, mut second, mut word, mut done) = (0.0f32, 0.0f32, 0.0, false);
    for (token, suit, back) in tokens {
        let stays = matches!(stake, Stake::Hold | Stake::Cut);
        done = battle.has_reached(side, suit) && !stays;
        if done && stake != Stake::Cards {
            continue;
        }
        let there = ways.to(battle, &[token], &[]);
        let back = if stays { 0.0 } else { back };
        let hope = if done { 1.0 } else { party.reaching(token, there, back) };
        if hope > first {
            (first, second) = (hope, first);
        } else {
            second = second.max(hope);
        }
        word += hope * party.word(suit, there, back);
    }
    match stake {
        Stake::Cards if done => WORD * word,
        Stake::Cards => OWN * first + WORD * word,
        Stake::Hold => ALL * (f32::from(table.held) + first) / 2.0,
        Stake::AnyTwo => {
            let left = 2usize.saturating_sub((0..4).filter(|&suit| battle.has_reached(side, suit)).count());
            let reached = [1.0, first, first * second.max(SECOND * first)][left];
            ALL * reached * party.returns(1)
        }
        // What is left of them takes as long as the next, and another move each.
        Stake::Seal => {
            let next: ArrayVec<Cell, MOST_ENTRIES> = battle.open_entries().map(|e| e.1).collect();
            let hope = party.reaching(next.first().copied().unwrap_or(Cell::NONE), ways.to(battle, &next, &[]), 0.0);
            ALL * (f32::from(sealed(battle)) + hope) / (f32::from(battle.stalking().map_or(0, |s| s.seals)) + 1.0)
        }
        Stake::Rescue => ALL * party.rescue(&sites, ways) / RESCUED as f32,
        Stake::Cut => {
            let work = battle.stalking().map_or(0, |s| s.work);
            ALL * (f32::from(table.cut) + first) / (f32::from(work) + 1.0)
        }
        Stake::Burn => {
            let (left, all) = (battle.unburnt().count(), battle.hexes_with(|g| u8::from(g.burnt)).count());
            ALL * (all as f32 + 1.0) / ((left + all) as f32 + 1.0)
        }
        Stake::Reactor if table.planted != 0 => ALL * party.returns(2),
        Stake::Reactor => {
            let armed = (0..4).filter(|&suit| battle.has_reached(side, suit)).count();
            ALL * (armed as f32 + first) / 4.0 * party.returns(2)
        }
        Stake::Charge if table.planted != 0 => ALL * party.returns(3),
        Stake::Charge => ALL * first * party.returns(3),
        Stake::Carry | Stake::Core => match (battle.prize_bearer(), lies) {
            (Some(bearer), _) if battle.team(battle.piece(bearer).side) != battle.team(side) => 0.0,
            (Some(bearer), _) => BROUGHT * party.returning(bearer),
            (None, Some((at, back))) => {
                BROUGHT * party.reaching(at, ways.to(battle, &[at], &[]), back) * party.returns(1)
            }
            (None, None) => BROUGHT * first * party.returns(1),
        },
    }
}

/// The moves that so many hexes take.
fn moves(hexes: u16) -> f32 {
    f32::from(hexes) / STRIDE
}

impl Party<'_> {
    /// The hope to end a way of so many moves, where so many more have to follow it in time.
    fn along(&self, moves: f32, after: f32) -> f32 {
        let spare = (self.turns - moves - after) / MARGIN;
        (0.5 + 0.5 * spare).clamp(0.0, 1.0) * LONG / (LONG + moves)
    }

    /// The moves that a figure's way takes it.
    fn way(&self, unit: UnitId, there: &[u16]) -> f32 {
        moves(there[self.battle.piece(unit).at.index()])
    }

    /// The hope to reach an objective: by the two who are next to it, as one alone seldom is enough.
    fn reaching(&self, token: Cell, there: &[u16], back: f32) -> f32 {
        let mut near: ArrayVec<f32, PARTY> = self.aboard.iter().map(|a| self.way(a.0, there)).collect();
        near.sort_unstable_by(f32::total_cmp);
        let mean = match near[..] {
            [] => return 0.0,
            [one] => one + 1.0,
            [one, two, ..] => (one + two) / 2.0,
        };
        let (board, room) = (self.battle.board(), self.battle.board().space_at(token));
        let mut enemies = self.battle.enemies_of(self.side);
        let guarded = enemies.any(|u| board.space_at(self.battle.piece(u).at) == room);
        self.along(mean, back) * if guarded { GUARDED } else { 1.0 }
    }

    /// How many figures may bring word of an objective home, those left out that are there already.
    fn word(&self, suit: u8, there: &[u16], back: f32) -> f32 {
        let told = self.battle.has_reached(self.side, suit);
        let one = |&(unit, home): &(UnitId, f32)| match self.battle.unit(unit).marked >> suit & 1 {
            _ if told && self.battle.in_craft(unit) => 0.0,
            1 => self.along(home, 0.0),
            _ => {
                let way = self.way(unit, there);
                self.along(way, back) * self.along(way + back, 0.0)
            }
        };
        self.aboard.iter().map(one).sum()
    }

    /// The hope that a figure gets home.
    fn returning(&self, unit: UnitId) -> f32 {
        let aboard = self.aboard.iter().find(|a| a.0 == unit).map_or(0.0, |a| self.along(a.1, 0.0));
        if self.battle.is_home(unit) { 1.0 } else { aboard }
    }

    /// How many of a lost squad may be brought home, of as many as have to be: those who are there, those who are on their way,
    /// and those who may be found yet at sites from where so many moves lead home.
    fn rescue(&self, sites: &[(Cell, f32)], ways: &mut Ways) -> f32 {
        let battle = self.battle;
        let strays = battle.strays();
        let hidden = strays.only(|u| battle.hidden(u)).len();
        let chance = hidden as f32 / sites.len().max(1) as f32;
        let found = strays.only(|u| !battle.hidden(u)).map(|u| self.returning(u));
        let sought = sites.iter().take(hidden);
        let sought = sought.map(|&(site, back)| chance * self.reaching(site, ways.to(battle, &[site], &[]), back));
        let mut all: ArrayVec<f32, MOST_SITES> = found.chain(sought).take(MOST_SITES).collect();
        all.sort_unstable_by(|a, b| b.total_cmp(a));
        all.iter().take(RESCUED).sum()
    }

    /// The hope that so many figures get home: that of the one of them who has the longest way.
    fn returns(&self, count: usize) -> f32 {
        let battle = self.battle;
        let home = battle.home(self.side).map(|_| 1.0);
        let aboard = self.aboard.iter().filter(|a| !battle.is_home(a.0)).map(|a| self.along(a.1, 0.0));
        let mut all: ArrayVec<f32, PARTY> = home.chain(aboard).take(PARTY).collect();
        all.sort_unstable_by(|a, b| b.total_cmp(a));
        all.get(count - 1).copied().unwrap_or(0.0)
    }
}
