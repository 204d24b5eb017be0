//! Doors and hatches, opened and closed by who stands beside them (ITEN-OUT-12, HULK-MOVE-03, -04), those of ladders by
//! who stands at them (HULK-DECK-02).

use crate::battle::{Action, Listing, Reason, Refusal, Rule, Target, UnitId, Verb};
use crate::board::Cell;

use super::boarding::stalking::sealing::SEALED;
use super::boarding::{air, decks, looking};
use super::stats::Tag;
use super::{Battle, Play, Step, walking};

/// The rule that prices a door.
fn rule(battle: &Battle, opens: bool) -> Rule {
    match (battle.setting().aboard, opens) {
        (false, _) => Rule("ITEN-OUT-12"),
        (true, true) => Rule("HULK-MOVE-03"),
        (true, false) => Rule("HULK-MOVE-04"),
    }
}

impl Battle {
    /// Whether a hex holds a door or hatch that can be moved: not holed, and neither anybody in it nor a contact.
    fn is_door(&self, cell: Cell) -> bool {
        let now = self.ground(cell);
        let whole = !now.holed && now.seal < SEALED;
        self.drawn(cell).opens && whole && now.blip == 0 && !self.occupied(cell)
    }

    /// Whether a door or the hatch of a ladder could be worked from a hex.
    pub(super) fn is_by_door(&self, cell: Cell) -> bool {
        let board = self.board();
        let door = |c: &Cell| c.is_some() && self.drawn(*c).opens;
        self.setting().by_doors.has(cell)
            && (board.neighbours[cell.index()].iter().any(door) || self.lid(cell).is_some())
    }

    /// The doors beside a figure, and the hatch of a ladder where it stands, that it can open or close with what is left
    /// of its move.
    pub(super) fn doors_at(&self, unit: UnitId) -> impl Iterator<Item = Cell> {
        self.doors_within(unit, move |battle| walking::left(battle, unit))
    }

    /// Those that it can open or close with so many hexes.
    pub(super) fn doors_within(&self, unit: UnitId, left: impl Fn(&Battle) -> u8) -> impl Iterator<Item = Cell> {
        let at = self.piece(unit).at;
        let price = self.setting().numbers.door;
        let able = at.is_some() && self.is_by_door(at) && self.may_work_doors(unit) && left(self) >= price;
        let near = if able { self.board().neighbours[at.index()] } else { [Cell::NONE; 6] };
        let lid = Some(at).filter(|&at| able && self.lid(at).is_some());
        near.into_iter().filter(|&c| c.is_some() && self.is_door(c)).chain(lid)
    }

    /// Whether a figure beside an open door has a hand to close it; nobody may be in it.
    pub(super) fn may_shut(&self, unit: UnitId, door: Cell) -> bool {
        self.ground(door).open && self.is_door(door) && self.may_work_doors(unit)
    }

    /// Whether a figure has a hand for a door.
    fn may_work_doors(&self, unit: UnitId) -> bool {
        let now = self.unit(unit);
        self.stands(unit)
            && !(now.spent || now.assaulted || now.charged || now.fled_from.is_some() || now.balked)
            && !self.profile(unit).member.is(Tag::Zombie)
            && !self.in_melee(unit)
    }
}

/// An open door is closed.
pub(super) fn shut(play: &mut Play<'_>, door: Cell, rule: Rule) {
    play.change_ground(door, rule, |g| g.open = false);
    air::shut(play);
}

/// A door is opened, or an open one closed; what follows from it.
pub(super) fn work(play: &mut Play<'_>, unit: UnitId, door: Cell) -> Option<Step> {
    let price = play.setting().numbers.door;
    let lid = play.lid(door).filter(|_| play.piece(unit).at == door);
    let opens = match lid {
        Some(foot) => play.ground(foot).lid == 0,
        None => !play.ground(door).open,
    };
    let rule = rule(play, opens);
    match lid {
        Some(foot) => play.change_ground(foot, rule, |g| g.lid = if opens { decks::OPEN } else { 0 }),
        None if opens => play.change_ground(door, rule, |g| g.open = true),
        None => shut(play, door, rule),
    }
    play.change(unit, rule, |u| (u.walked, u.moved) = (u.walked + price, false));
    if lid.is_some() && !opens {
        air::shut(play);
    }
    if !play.boards(play.piece(unit).side) {
        looking::shown(play, unit);
    }
    (opens && play.setting().aboard).then(|| looking::opened(play, door, unit))
}

/// Lists the doors that a figure can open or close.
pub(super) fn offers(battle: &Battle, unit: UnitId, list: &mut Listing) {
    list.actions.extend(battle.doors_at(unit).map(|door| Action::of(Verb::Open, unit).hex(door)));
}

/// Whether a figure may open or close a door with what is left to it, in hexes.
pub(super) fn check(battle: &Battle, action: Action, left: impl Fn(&Battle, UnitId) -> u8) -> Result<(), Refusal> {
    let rule = rule(battle, true);
    let no = |reason| Err(Refusal::new(reason, rule));
    action.aimed(rule)?;
    let unit = action.unit;
    let Target::Hex(door) = action.target else { return no(Reason::NoSuchHex) };
    if battle.doors_within(unit, |battle| left(battle, unit)).any(|open| open == door) {
        return Ok(());
    }
    let at = battle.piece(unit).at;
    let beside = at.is_some() && (door == at || battle.board().neighbours[at.index()].contains(&door));
    match () {
        () if !beside => no(Reason::OutOfReach),
        () if !battle.may_work_doors(unit) => no(Reason::MayNotAct),
        () if !battle.is_by_door(at) => no(Reason::NothingToDo),
        () if left(battle, unit) < battle.setting().numbers.door => no(Reason::NotEnough),
        () => no(Reason::NothingToDo),
    }
}

/// A door is opened or closed as it was declared; what comes to light behind it.
pub(super) fn open(play: &mut Play<'_>, action: Action) -> Option<Step> {
    if let Target::Hex(door) = action.target { work(play, action.unit, door) } else { None }
}
