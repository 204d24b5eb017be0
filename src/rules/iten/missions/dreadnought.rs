//! The rogue Dreadnought (ITEN-ROB): nobody plays it.

use arrayvec::ArrayVec;

use crate::battle::{Roll, Rule, UnitId};

use super::super::figure::Declared;
use super::super::{Battle, Play};
use super::decide;

const RULE: Rule = Rule("ITEN-ROB-02");

/// The name of the side, and of the troop type.
pub(in super::super) const NAME: &str = "Dreadnought";

/// The Dreadnought, while it is there.
fn robot(battle: &Battle) -> Option<UnitId> {
    battle.neutral().and_then(|side| battle.units_of(side).first())
}

/// ITEN-ROB-02: it shoots at the nearest that it sees in range; whether there is somebody.
pub(super) fn shoot(play: &mut Play<'_>) -> bool {
    play.pending_mut().attacks.clear();
    let Some(unit) = robot(play).filter(|&u| play.may_shoot(u)) else { return false };
    let at = play.piece(unit).at;
    let gun = |p: &u8| play.armed(unit, *p) && play.arm(unit, *p).is_some_and(|w| w.range.is_some());
    let Some(place) = play.places(unit).find(gun) else { return false };
    let targets = play.targets(unit).only(|t| play.in_range(unit, place, play.piece(t).at));
    let nearest = targets.min_by_key(|&t| (play.board().distance(at, play.piece(t).at), t));
    if let Some(target) = nearest {
        play.pending_mut().attacks.push(Declared::on(unit, place, target));
    }
    nearest.is_some()
}

/// ITEN-ROB-02: it splits its Fighting Value evenly over whom it touches, four at most; dice say who is left out, and
/// who gets the odd points.
pub(super) fn blows(play: &mut Play<'_>) {
    let free = |u: &UnitId| play.stands(*u) && !play.pending().done.has(*u);
    let Some(unit) = robot(play).filter(free) else { return };
    let mut foes: ArrayVec<UnitId, 8> = play.foes_touched(unit).take(8).collect();
    let whole = play.fv(unit);
    let most = usize::from(play.setting().numbers.missions.robot_foes).min(whole.max(1) as usize);
    while foes.len() > most {
        let out = pick(play, unit, foes.len());
        foes.remove(out);
    }
    if foes.is_empty() {
        return;
    }
    let mut parts: ArrayVec<i8, 8> = foes.iter().map(|_| whole / foes.len() as i8).collect();
    let mut open: ArrayVec<usize, 8> = (0..foes.len()).collect();
    for _ in 0..whole % foes.len() as i8 {
        let luck = pick(play, unit, open.len());
        parts[open.remove(luck)] += 1;
    }
    for (foe, part) in foes.into_iter().zip(parts) {
        let blade = play.best_blade(unit, foe);
        play.pending_mut().attacks.push(Declared { part, ..Declared::on(unit, blade, foe) });
    }
}

/// One of so many, by an even die.
fn pick(play: &mut Play<'_>, unit: UnitId, count: usize) -> usize {
    let cuts: ArrayVec<u8, 8> = (2..=count as u8).collect();
    usize::from(play.roll(Roll::new(RULE, count as u8, unit), &cuts)) - 1
}

/// ITEN-ROB-03: whose attack takes it down has won.
pub(super) fn fall(play: &mut Play<'_>, unit: UnitId, by: UnitId) {
    if play.is_neutral(unit) {
        let side = (by != UnitId::NONE).then(|| play.piece(by).side);
        decide(play, side);
    }
}
