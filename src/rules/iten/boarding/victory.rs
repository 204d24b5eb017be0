//! Objectives, the way home, and who has won (HULK-OBJ, HULK-LEFT-02, -05, -11).

use crate::battle::{Fact, Outcome, Rule, SideId, UnitId};

use super::super::figure::Fate;
use super::super::{Battle, Play};

/// Points for one's own objective (HULK-OBJ-05).
const OWN: i32 = 10;
/// For each figure that reached it and is home (HULK-OBJ-06).
const HOME: i32 = 2;
/// For the Defender, for each objective that nobody reached (HULK-OBJ-07).
const DENIED: i32 = 5;
/// For each enemy (HULK-OBJ-08).
const ENEMY: i32 = 1;

impl Battle {
    /// Whether an objective is a side's own: its card says so, or there are no cards.
    pub(in super::super) fn is_own(&self, side: SideId, suit: u8) -> bool {
        self.boarding().is_some_and(|b| !b.cards) || self.table().cards[side.index()] == suit + 1
    }

    /// Whether a side has reached an objective.
    pub(in super::super) fn has_reached(&self, side: SideId, suit: u8) -> bool {
        self.table().reached.0[usize::from(suit)] >> side.0 & 1 == 1
    }

    /// Whether a figure is home: taken off, or in its craft (HULK-LEFT-02).
    fn is_home(&self, unit: UnitId) -> bool {
        self.unit(unit).fate == Fate::Left || self.in_craft(unit)
    }
}

/// HULK-OBJ-04, -06: figures in the room of an objective in which no Defender lives are marked; who touches it, no rival
/// being there, has reached it. At the end of a move and of a turn.
pub(in super::super) fn look_for_objectives(play: &mut Play<'_>, side: SideId) {
    const RULE: Rule = Rule("HULK-OBJ-04");
    let Some(boarding) = play.boarding() else { return };
    let count = boarding.objectives;
    for suit in 0..count {
        let Some((token, _)) = play.tokens().find(|t| t.1 == suit) else { continue };
        let space = play.board().space_at(token);
        let inside = |battle: &Battle, u: UnitId| battle.board().space_at(battle.piece(u).at) == space;
        if play.enemies_of(side).any(|u| inside(play, u)) {
            continue;
        }
        let here = play.units_of(side).only(|u| inside(play, u));
        for unit in here.only(|u| play.unit(u).marked >> suit & 1 == 0) {
            play.change(unit, Rule("HULK-OBJ-06"), |u| u.marked |= 1 << suit);
        }
        let touches = |u: UnitId| play.stands(u) && play.board().distance(play.piece(u).at, token) <= 1;
        let Some(first) = here.only(touches).first() else { continue };
        if play.has_reached(side, suit) {
            continue;
        }
        play.note(RULE, "an objective is reached", first, i16::from(suit));
        play.change_table(RULE, |t| t.reached.0[usize::from(suit)] |= 1 << side.0);
        if play.is_own(side, suit) && play.boarding().is_some_and(|b| b.cards) {
            play.change_table(Rule("HULK-OBJ-05"), |t| t.shown.0[side.index()] = i16::from(suit) + 1);
        }
    }
}

/// A figure's move is over: it may have come upon an objective.
pub(in super::super) fn moved(play: &mut Play<'_>, unit: UnitId) {
    let side = play.piece(unit).side;
    if play.boards(side) {
        look_for_objectives(play, side);
    }
}

/// A side's own victory points, as far as they are public.
fn points(battle: &Battle, side: SideId) -> i32 {
    let Some(boarding) = battle.boarding() else { return 0 };
    let table = battle.table();
    let felled = ENEMY * i32::from(table.eliminated.0[side.index()]);
    if side == boarding.defender {
        let denied = (0..boarding.objectives).filter(|&suit| table.reached.0[usize::from(suit)] == 0).count();
        return felled + DENIED * denied as i32;
    }
    let own = (0..boarding.objectives).filter(|&suit| {
        let known = if boarding.cards { table.shown.0[side.index()] == i16::from(suit) + 1 } else { true };
        known && battle.has_reached(side, suit)
    });
    let gained: i32 = own
        .map(|suit| {
            let home = |u: &UnitId| battle.piece(*u).side == side && battle.unit(*u).marked >> suit & 1 == 1;
            let home = battle.units().filter(home).filter(|&u| battle.is_home(u)).count();
            OWN + HOME * home as i32
        })
        .sum();
    felled + gained
}

/// A team's victory points (HULK-OBJ-09).
pub(in super::super) fn total(battle: &Battle, side: SideId) -> i32 {
    let sides = (0..battle.shared().sides.len() as u8).map(SideId);
    sides.filter(|&s| battle.team(s) == battle.team(side)).map(|s| points(battle, s)).sum()
}

/// Figures that a team has lost.
fn lost(battle: &Battle, side: SideId) -> usize {
    let mates = |u: &UnitId| battle.team(battle.piece(*u).side) == battle.team(side);
    battle.units().filter(mates).filter(|&u| battle.unit(u).fate == Fate::Out).count()
}

/// HULK-LEFT-05: the end of a turn may be the end: the last one, or no Boarder is aboard any more.
pub(in super::super) fn judge(play: &mut Play<'_>) -> Option<Outcome> {
    let sides = play.shared().sides.len() as u8;
    for side in (0..sides).map(SideId).filter(|s| play.boards(*s)).collect::<arrayvec::ArrayVec<_, 8>>() {
        look_for_objectives(play, side);
    }
    let last = play.table().turn >= play.last_turn();
    let reason = match () {
        () if play.boarders().is_empty() => "no Boarder is aboard any more",
        () if last => "the last turn is over",
        () => return None,
    };
    for number in play.blips().map(|b| b.1).collect::<arrayvec::ArrayVec<u8, 16>>() {
        let squad = play.table().lists[usize::from(number)];
        play.tell(
            Rule("HULK-KNOW-11"),
            Fact::Note {
                text: if squad == 0 { "this blip was a ghost" } else { "this blip was a unit" },
                unit: UnitId::NONE,
                value: number.into(),
            },
        );
    }
    let rank = |side: u8| (total(play, SideId(side)), std::cmp::Reverse(lost(play, SideId(side))));
    let best = (0..sides).map(rank).max();
    let winners = (0..sides).filter(|&s| Some(rank(s)) == best).fold(0, |all, s| all | 1 << s);
    Some(Outcome { winners, reason, rule: Rule("HULK-OBJ-09") })
}
