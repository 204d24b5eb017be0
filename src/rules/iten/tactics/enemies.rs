//! The enemies of a figure, as it sees them while its choices are measured: what they take from it, what it takes from
//! them, and what they may do next.

use arrayvec::ArrayVec;

use crate::battle::UnitId;
use crate::board::{Cell, Facing};

use super::super::missions::Mission;
use super::super::{Battle, walking};
use super::forecast::{self, Hindrance, Shots};

/// Hexes that are looked at in place of all to which an enemy may go.
const SPOTS: usize = 12;

/// What is known of one of them.
#[derive(Clone, Debug)]
pub(super) struct Other {
    pub(super) unit: UnitId,
    pub(super) at: Cell,
    /// What one's blow takes from it.
    pub(super) mine: f32,
    /// The same beside a friend who fights it too (ITEN-MEL-06).
    pub(super) ganged: f32,
    /// What one's pistol takes from it in the turn of a charge.
    pub(super) pistol: f32,
    /// What one loses to its blow, which it gives to one of those whom it fights (ITEN-MEL-07).
    pub(super) risk: f32,
    /// What its blow takes from one.
    pub(super) theirs: f32,
    /// That, with its pistol before it, when it charges.
    pub(super) charge: f32,
    /// What one's shots take from it.
    pub(super) fire: Shots,
    /// What its shots take from one.
    pub(super) danger: Shots,
    /// How far either shoots, in hexes.
    pub(super) reach: u16,
    /// Hexes that it may go; 0 for whoever fights somebody else, and does not charge another.
    pub(super) stride: u16,
    /// Hexes where it may be before it shoots, if it has yet to move.
    spots: ArrayVec<Cell, SPOTS>,
    /// It has moved since its latest Movement began (ITEN-SHO-11).
    pub(super) moved: bool,
    /// It lies, and can be struck by whoever is beside it.
    pub(super) down: bool,
    /// Nobody plays it: it is not worth seeking out for its own sake.
    pub(super) nobodys: bool,
}

impl Other {
    /// An enemy on the board, from a figure's point of view; `later`: whether it moves after that figure this turn.
    pub(super) fn of(battle: &Battle, unit: UnitId, foe: UnitId, later: bool) -> Other {
        let (side, at) = (battle.piece(unit).side, battle.piece(foe).at);
        let (mine, shots, danger) =
            (forecast::blow(battle, unit, foe), Shots::of(battle, unit, foe), Shots::of(battle, foe, unit));
        let stands = battle.stands(foe);
        let theirs = if stands { forecast::blow(battle, foe, unit) } else { 0.0 };
        let held = battle.holders(foe).only(|u| u != unit);
        let friends = (held & battle.friends_of(side)).len();
        let outnumbering = battle.setting().numbers.outnumbering;
        let goes = stands && !battle.is_vehicle(foe) && held.is_empty();
        let stride = if goes { walking::allowance(battle, foe).into() } else { 0 };
        let (pistol, charge) = (shots.charging(), theirs + danger.charging());
        // Nobody shoots into a fight of friends (ITEN-SHO-03).
        let fire = if battle.open_to(side, foe) { shots } else { Shots::none() };
        Other {
            unit: foe,
            at,
            mine,
            ganged: if friends == 0 { mine } else { forecast::blow_with(battle, unit, foe, outnumbering) },
            pistol,
            risk: theirs / (1 + friends) as f32,
            theirs,
            charge,
            reach: fire.reach().max(danger.reach()),
            fire,
            danger,
            stride,
            spots: if later && stride > 0 { spots(battle, at, stride) } else { ArrayVec::new() },
            moved: battle.unit(foe).steps > 0,
            down: battle.unit(foe).down,
            nobodys: battle.is_neutral(foe) && battle.setting().mission == Mission::LifeIsCheap,
        }
    }

    /// What its best shot is expected to take from a figure in a hex that it does not see yet, from where it may go first.
    pub(super) fn ambush(&self, battle: &Battle, unit: UnitId, cell: Cell, as_drawn: bool) -> f32 {
        let speed = Hindrance::speed(battle, unit, true);
        let mut worst = 0.0f32;
        for &spot in &self.spots {
            let steps = battle.range(spot, cell);
            // Lines are dear to look at: only where a shot in the open would be worse than what is known.
            if self.danger.best(steps, Hindrance { speed, cover: 0 }) > worst
                && let Some([_, back]) = battle.looks(cell, spot, as_drawn)
            {
                worst = worst.max(self.danger.best(steps, Hindrance::of(battle, back, unit, true)));
            }
        }
        worst
    }

    /// Whether it may come to a melee in a hex.
    pub(super) fn may_join(&self, battle: &Battle, cell: Cell) -> bool {
        self.stride > 0 && comes_next_to(battle, self.at, self.stride, cell)
    }
}

/// Whether a move of so many hexes leads next to a hex, as the crow flies.
pub(super) fn comes_next_to(battle: &Battle, from: Cell, stride: u16, cell: Cell) -> bool {
    battle.range(cell, from) <= stride + 1
}

/// Some of the hexes to which a figure may go that stands in a hex, and sees them: half as far and as far, all around.
fn spots(battle: &Battle, at: Cell, stride: u16) -> ArrayVec<Cell, SPOTS> {
    let (board, deck) = (battle.board(), battle.board().deck(at));
    let around = |far: u16| Facing::ALL.map(|facing| board.hex(at) + facing.step() * i32::from(far));
    let all = [stride, stride.div_ceil(2)].into_iter().flat_map(around).map(|hex| board.cell(hex, deck));
    all.filter(|&spot| spot.is_some() && battle.look(at, spot).is_some()).collect()
}

/// How far the friends of a figure are from the enemies nearest to them, in hexes, one with another; none where it has no
/// friend on the board, or no enemy.
pub(super) fn line(battle: &Battle, unit: UnitId, enemies: &[Other]) -> Option<f32> {
    let friends = battle.friends_of(battle.piece(unit).side);
    let friends = friends.only(|friend| friend != unit && battle.piece(friend).at.is_some());
    let near = |friend: UnitId| enemies.iter().map(|o| battle.range(battle.piece(friend).at, o.at)).min();
    let sum: u16 = friends.map(near).sum::<Option<u16>>()?;
    (!friends.is_empty()).then(|| f32::from(sum) / friends.len() as f32)
}

/// How far ahead of such a line a figure is whose nearest enemy is so far away, in moves of so many hexes, 0 to 2. Farther
/// away than guns reach nobody has to wait.
pub(super) fn ahead(line: Option<f32>, nearest: u16, stride: u16) -> f32 {
    const GUNS: u16 = 24;
    let line = line.filter(|_| nearest <= GUNS);
    line.map_or(0.0, |line| ((line - f32::from(nearest)) / f32::from(stride)).clamp(0.0, 2.0))
}

#[cfg(test)]
mod tests {
    use super::ahead;

    #[test]
    fn whoever_is_nearer_than_his_friends_is_ahead() {
        assert_eq!([14, 12, 9, 1].map(|nearest| ahead(Some(12.0), nearest, 4)), [0.0, 0.0, 0.75, 2.0]);
        assert_eq!([ahead(Some(60.0), 25, 4), ahead(None, 1, 4)], [0.0, 0.0]);
    }
}
