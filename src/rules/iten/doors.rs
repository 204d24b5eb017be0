//! Doors and hatches, opened and closed by who stands beside them (ITEN-OUT-12, HULK-MOVE-03, -04).

use crate::battle::{Action, Listing, Rule, UnitId, Verb};
use crate::board::Cell;

use super::stats::Tag;
use super::{Battle, Play, movement};

/// The rule that prices a door.
fn rule(battle: &Battle, opens: bool) -> Rule {
    match (battle.setting().aboard, opens) {
        (false, _) => Rule("ITEN-OUT-12"),
        (true, true) => Rule("HULK-MOVE-03"),
        (true, false) => Rule("HULK-MOVE-04"),
    }
}

impl Battle {
    /// Whether a hex holds a door or hatch that can be moved: not holed, and nobody in it.
    fn is_door(&self, cell: Cell) -> bool {
        let drawn = &self.setting().ground[self.board().terrain[cell.index()] as usize];
        drawn.opens && !self.ground(cell).holed && !self.occupied(cell)
    }

    /// The doors beside a figure that it can open or close with what is left of its move.
    pub(super) fn doors_at(&self, unit: UnitId) -> impl Iterator<Item = Cell> {
        let at = self.piece(unit).at;
        let able = self.setting().doors && at.is_some() && self.may_work_doors(unit);
        let near = self.board().neighbours[at.index().min(self.board().len() - 1)];
        near.into_iter().filter(move |&c| able && c.is_some() && self.is_door(c))
    }

    /// Whether a figure has what a door takes left of its move, and a hand for it.
    fn may_work_doors(&self, unit: UnitId) -> bool {
        let now = self.unit(unit);
        self.stands(unit)
            && !(now.spent || now.assaulted || now.charged || now.fled_from != 0 || now.balked)
            && movement::left(self, unit) >= self.setting().numbers.door
            && !self.profile(unit).member.is(Tag::Zombie)
            && !self.in_melee(unit)
    }
}

/// A door is opened, or an open one closed.
pub(super) fn work(play: &mut Play<'_>, unit: UnitId, door: Cell) {
    let opens = !play.ground(door).open;
    let (rule, price) = (rule(play, opens), play.setting().numbers.door);
    play.change_ground(door, rule, |g| g.open = opens);
    play.change(unit, rule, |u| (u.walked, u.moved) = (u.walked + price, false));
}

/// Lists the doors that a figure can open or close.
pub(super) fn offers(battle: &Battle, unit: UnitId, list: &mut Listing) {
    list.actions.extend(battle.doors_at(unit).map(|door| Action::of(Verb::Open, unit).hex(door)));
}
