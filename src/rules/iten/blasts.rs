//! Grenades (ITEN-GREN) and flames (ITEN-FLAM): what goes on after the throw, or after the first hit.

use arrayvec::ArrayVec;

use crate::battle::{
    Action, Decision, Flow, Kind, Listing, MAX_UNITS, Reason, Refusal, Roll, Rule, Target, UnitId, UnitSet, Verb,
};
use crate::board::{Cell, Facing};

use super::boarding::flames::{self, MOST_HEXES};
use super::figure::Declared;
use super::hits::{self, Mark};
use super::{Battle, Play, Step, order};

/// A flame that has hit and leaps on (ITEN-FLAM-02). Whom it has met is in [`super::figure::Pending::met`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Flame {
    /// The shot.
    pub shot: Declared,
    /// Where it hit last.
    pub from: Cell,
    /// Whether it has knocked down anybody or put him out.
    pub felled: bool,
    /// Whether it is the second shot of its firer (ITEN-ABIL-10).
    pub second: bool,
}

/// A burst (ITEN-GREN-04). Whom it has still to reach is in [`super::figure::Pending::met`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Burst {
    /// The throw, aimed at where it really landed.
    pub shot: Declared,
}

impl Battle {
    /// The hexes that a burst reaches: so many steps around it, never through walls and closed doors (ITEN-GREN-01).
    #[must_use]
    pub fn blast(&self, centre: Cell) -> ArrayVec<Cell, MOST_HEXES> {
        let mut cells = ArrayVec::new();
        cells.push(centre);
        let mut ring = 0;
        for _ in 0..self.setting().numbers.blast {
            let end = cells.len();
            for place in ring..end {
                for near in self.board().neighbours[cells[place].index()] {
                    if near.is_some() && !self.footing(near).blocks_sight && !cells.contains(&near) {
                        // A burst of seven hexes and more is cut short.
                        let _ = cells.try_push(near);
                    }
                }
            }
            ring = end;
        }
        cells
    }

    /// Whether a grenade may be aimed at a hex: in range and in sight (ITEN-GREN-03).
    pub(super) fn may_aim(&self, unit: UnitId, place: u8, at: Cell) -> bool {
        self.footing(at).passable
            && self.in_range(unit, place, at)
            && self.look(self.muzzle(unit, at), at).is_some()
            && self.opened(at)
    }

    /// The enemies that a grenade might reach, as far as distance goes.
    fn near_enough(&self, unit: UnitId, place: u8) -> impl Iterator<Item = Cell> {
        let spot = self.spot(unit);
        let range = self.arm(unit, place).and_then(|w| w.range).unwrap_or(0);
        let hull = u16::from(self.carrier(unit).is_some_and(|v| self.piece(v).wide));
        let farthest = u16::from(range) + u16::from(self.setting().numbers.blast) + hull;
        let at = self.enemies_of(self.piece(unit).side).map(|foe| self.piece(foe).at);
        at.filter(move |&at| at.is_some() && self.range(spot, at) <= farthest)
    }

    /// Whether a grenade can be thrown so that it may do some good.
    pub(super) fn can_throw(&self, unit: UnitId, place: u8) -> bool {
        self.near_enough(unit, place).any(|foe| self.blast(foe).into_iter().any(|c| self.may_aim(unit, place, c)))
    }
}

/// The hexes to aim a grenade at: those from which it would reach an enemy. The way of a burst is the same both ways.
pub(super) fn points(battle: &Battle, unit: UnitId, place: u8, list: &mut Listing) {
    list.listed.clear(battle.board().len());
    for foe in battle.near_enough(unit, place) {
        for cell in battle.blast(foe) {
            if battle.may_aim(unit, place, cell) && list.listed.insert(cell) {
                list.push(Action::of(Verb::Fire, unit).with(place).hex(cell));
            }
        }
    }
}

/// A grenade flies; the burst that comes of it, if it stays on the board.
pub(super) fn throw(play: &mut Play<'_>, shot: Declared) -> Option<Step> {
    let at = scatter(play, shot.by, shot.hex)?;
    let (met, shot) = (play.caught(&play.blast(at)), Declared { hex: at, ..shot });
    if play.setting().aboard {
        return Some(flames::burst(play, shot, met));
    }
    play.pending_mut().met = met;
    Some(Step::Burst(Burst { shot }))
}

/// Where a grenade lands: on the point, or a die's hexes off it, short of anything solid (ITEN-GREN-02, MAP-15).
fn scatter(play: &mut Play<'_>, by: UnitId, point: Cell) -> Option<Cell> {
    const RULE: Rule = Rule("ITEN-GREN-02");
    /// The faces of the scatter die from here on are no hit.
    const OFF: u8 = 3;
    if play.roll(Roll::new(RULE, 6, by), &[OFF]) < OFF {
        return Some(point);
    }
    let facing = Facing::from_index(usize::from(play.roll(Roll::new(RULE, 6, by), &order::EVERY_FACE)) - 1);
    let far = play.roll(Roll::new(RULE, 6, by), &order::EVERY_FACE);
    let mut at = point;
    for _ in 0..far {
        let next = play.board().neighbours[at.index()][facing as usize];
        if !next.is_some() {
            play.note(RULE, "the grenade leaves the board", by, 0);
            return None;
        }
        if play.footing(next).blocks_sight {
            break;
        }
        at = next;
    }
    Some(at)
}

/// ITEN-GREN-04: each figure caught, friend or foe, is attacked; one a run.
pub(super) fn burst(play: &mut Play<'_>, burst: Burst) -> Flow<Step> {
    let Some(victim) = play.pending().met.first() else { return Flow::Done };
    play.pending_mut().met.remove(victim);
    hits::strike(play, &burst.shot, victim, Rule("ITEN-GREN-04"));
    Flow::Next(Step::Burst(burst))
}

/// ITEN-FLAM-02: after a hit the flame goes for another enemy that it has not met, whom its firer names where there are
/// several (ITEN-VEH-37), until it misses or nobody is left; one a run.
pub(super) fn flame(play: &mut Play<'_>, flame: Flame, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-FLAM-02");
    let shot = flame.shot;
    let next = match answer {
        Some(Action { target: Target::Unit(foe), .. }) => Some(foe),
        Some(_) => None,
        None => {
            let open = in_flames(play, &flame);
            if open.len() > 1 {
                let decision = Decision::about(play.piece(shot.by).side, Kind::Act, shot.by, RULE);
                return Flow::Ask(Step::Flame(flame), decision);
            }
            open.first().copied()
        }
    };
    if let Some(victim) = next {
        play.pending_mut().met.insert(victim);
        let from = play.piece(victim).at;
        let mark = hits::strike(play, &shot, victim, RULE);
        if mark != Mark::Missed {
            let felled = flame.felled || mark == Mark::Felled;
            return Flow::Next(Step::Flame(Flame { from, felled, ..flame }));
        }
    }
    play.pending_mut().met = UnitSet::default();
    hits::after(play, shot.by, flame.felled, flame.second)
}

/// Whom the flame may go for.
pub(super) fn flame_offers(battle: &Battle, flame: &Flame, actor: Option<UnitId>, list: &mut Listing) {
    if actor.is_none() {
        return;
    }
    let at = |foe| Action::of(Verb::Fire, flame.shot.by).with(flame.shot.with).at(foe);
    list.actions.extend(in_flames(battle, flame).into_iter().map(at));
}

/// Whether a flame may go for somebody.
pub(super) fn check_flame(battle: &Battle, flame: &Flame, action: Action) -> Result<(), Refusal> {
    const RULE: Rule = Rule("ITEN-FLAM-02");
    match action.target {
        _ if (action.unit, action.with) != (flame.shot.by, flame.shot.with) => {
            Err(Refusal::new(Reason::Malformed, RULE))
        }
        Target::Unit(foe) if in_flames(battle, flame).contains(&foe) => Ok(()),
        _ => Err(Refusal::new(Reason::OutOfReach, RULE)),
    }
}

/// The enemies that a flame may leap to, the nearest first: in the open, near the last one hit, and still in reach of the
/// firer.
fn in_flames(battle: &Battle, flame: &Flame) -> ArrayVec<UnitId, MAX_UNITS> {
    let Declared { by, with, .. } = flame.shot;
    let leap = u16::from(battle.setting().numbers.flame_leap);
    let far = |foe: UnitId| battle.board().distance(flame.from, battle.piece(foe).at);
    let caught = |foe: &UnitId| {
        far(*foe) <= leap && !battle.in_melee(*foe) && battle.reaches(by, with, *foe) && battle.bears(by, with, *foe)
    };
    let mut open: ArrayVec<UnitId, MAX_UNITS> = (battle.targets(by) & !battle.pending().met).filter(caught).collect();
    open.sort_by_key(|&foe| (far(foe), foe));
    open
}
