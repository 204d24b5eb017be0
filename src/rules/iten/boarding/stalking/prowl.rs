//! Contacts move unseen, come in by their entries, and are turned by their owner (HULK-STALK-05, -07, -08).

use crate::battle::{Action, Decision, Flow, Kind, Listing, Reason, Refusal, Rule, Target, UnitId, UnitSet, Verb};
use crate::board::Step as Stride;
use crate::board::{Cell, Reach, Terrain};

use super::super::super::stages::Looking;
use super::super::super::{Battle, Play, Step};
use super::super::blips;
use super::bag;
use super::sealing::SEALED;

/// Hexes that a contact moves (HULK-STALK-07).
pub const PACE: u8 = 5;
const MOVES: Rule = Rule("HULK-STALK-07");
const TURNS: Rule = Rule("HULK-STALK-08");
const COMES_IN: Rule = Rule("HULK-STALK-05");

impl Battle {
    /// Whether a closed door is in a hex that a contact may open on its way (HULK-STALK-07).
    fn creaks(&self, cell: Cell) -> bool {
        let (drawn, now) = (self.drawn(cell), self.ground(cell));
        drawn.opens && !drawn.airtight && !now.open && !now.holed && now.seal < SEALED
    }

    /// Whether an open vent joins two hexes (HULK-STALK-07).
    fn has_vent(&self, from: Cell, to: Cell) -> bool {
        self.open_vents().any(|vent| vent.beyond(from) == Some(to))
    }

    /// What a contact's step into a hex takes of its move; none where it cannot go, or would be seen. A vent takes as much as
    /// its ends are hexes apart.
    fn creep(&self, from: Cell, to: Cell) -> Option<u8> {
        let board = self.board();
        let closed = board.terrain[to.index()] == Terrain::Void || self.ground(to).craft != 0;
        // HULK-STALK-15: not into flames.
        if closed || self.is_burning(to) {
            return None;
        }
        let numbers = &self.setting().numbers;
        let step = match () {
            () if board.neighbours[from.index()].contains(&to) => 1,
            () if self.has_vent(from, to) => board.distance(from, to) as u8,
            () if self.climbs(from, to) => numbers.ladder.max(1),
            () => return None,
        };
        let cost = match () {
            () if self.footing(to).passable => step,
            () if self.creaks(to) => step + numbers.door,
            () => return None,
        };
        (!self.is_watched(to)).then_some(cost)
    }

    /// The hex by which a contact comes in: that of its entry, or one beside it where somebody stands in the way.
    fn doorstep(&self, entry: Cell) -> Option<Cell> {
        let beside = self.board().around(entry).filter(|&c| self.footing(c).passable && self.joined(entry, c));
        let cool = |c: &Cell| self.is_lair(*c) && !self.is_burning(*c);
        [entry].into_iter().chain(beside).find(|&c| cool(&c) && self.board().terrain[c.index()] != Terrain::Void)
    }

    /// Where a contact sets out from, and what is left of its move there; none while it is held back (HULK-STALK-06) or
    /// cannot get in.
    fn sets_out(&self, number: u8) -> Option<(Cell, u8)> {
        match self.lurks_at(number) {
            None => self.contact(number).map(|at| (at, PACE)),
            Some((entry, cell)) => {
                let open = self.ground(cell).seal < SEALED && self.table().held_back >> entry & 1 == 0;
                let step = self.doorstep(cell).filter(|_| open)?;
                // Whoever watches the entry turns it as it comes in, so that it gets no farther.
                Some((step, if self.is_watched(step) { 0 } else { PACE - 1 }))
            }
        }
    }

    /// Searches where a contact gets to that sets out from a hex with so much of its move left.
    fn prowls(&self, start: Cell, left: u8, reach: &mut Reach) {
        let enter = |from, to| Some(Stride { cost: self.creep(from, to)?, stop: false });
        reach.field_through(self.board(), self.vents(), start, left, enter);
    }

    /// Whether there is anything for a contact to do.
    fn stirs(&self, number: u8) -> bool {
        self.contact(number).is_some() || self.sets_out(number).is_some()
    }
}

/// HULK-STALK-05, -07, -08: one contact after the other moves, is turned, or stays where it is.
pub(in super::super::super) fn prowl(play: &mut Play<'_>, number: u8, answer: Option<Action>) -> Flow<Step> {
    let Some(side) = play.boarding().map(|b| b.terms.defender) else { return Flow::Done };
    let next = Step::Prowl { number: number + 1 };
    match answer {
        Some(Action { verb: Verb::Use, .. }) => {
            let placing = play.contact(number).and_then(|at| blips::turn(play, at, number, side));
            placing.map_or(Flow::Next(next), |step| Flow::Push(next, step))
        }
        Some(Action { verb: Verb::Move, target: Target::Hex(to), .. }) => {
            creep(play, number, to);
            Flow::Push(next, Step::Look(Looking::ABOUT))
        }
        Some(_) => Flow::Next(next),
        None => match (number..=play.table().come).find(|&n| play.stirs(n)) {
            Some(number) => {
                let rule = if play.lurks_at(number).is_some() { COMES_IN } else { MOVES };
                Flow::Ask(Step::Prowl { number }, Decision::to(side, Kind::Act, UnitSet::default(), rule))
            }
            None => Flow::Done,
        },
    }
}

/// A contact goes hex by hex, opening doors on its way, as far as nobody sees it or what lies before it. If it is seen, its
/// figures have had their move.
fn creep(play: &mut Play<'_>, number: u8, to: Cell) {
    let Some((start, left)) = play.sets_out(number) else { return };
    let rule = if play.lurks_at(number).is_some() { COMES_IN } else { MOVES };
    let mut way = Vec::new();
    play.with_reach(|battle, reach| {
        battle.prowls(start, left, reach);
        reach.path(to, &mut way);
    });
    match play.contact(number) {
        Some(at) => play.change_ground(at, rule, |g| g.blip = 0),
        None => {
            bag::leave(play, number);
            play.note(rule, "a contact comes in", UnitId::NONE, number.into());
        }
    }
    let mut at = start;
    for &next in way.iter().filter(|&&cell| cell != start) {
        if play.creaks(next) {
            play.change_ground(next, rule, |g| g.open = true);
        }
        if play.is_watched(next) || play.seen_by(at, Looking::ABOUT).is_some() {
            break;
        }
        // Past others it goes on to the next free hex.
        if play.is_lair(next) {
            at = next;
        }
    }
    play.change_ground(at, rule, |g| g.blip = number);
    if play.seen_by(at, Looking::ABOUT).is_some() {
        let unit = play.table().under(number).checked_sub(1);
        let pack = unit.zip(play.boarding()).map_or(UnitSet::default(), |(unit, b)| b.squad(unit));
        for figure in pack {
            play.change(figure, rule, |u| u.moved = true);
        }
    }
}

/// What a contact may do.
pub(in super::super::super) fn offers(battle: &Battle, number: u8, list: &mut Listing) {
    // HULK-STALK-25: who is lost waits to be found. The Defender is asked as for any other, so that nobody can tell.
    let waits = battle.hides_stray(number);
    if battle.contact(number).is_some() && !waits {
        list.push(Action::side(Verb::Use).index(number));
    }
    if let Some((start, left)) = battle.sets_out(number).filter(|_| !waits) {
        let move_to = |cell: Cell| Action::side(Verb::Move).hex(cell);
        if battle.lurks_at(number).is_some() {
            list.push(move_to(start));
        }
        battle.prowls(start, left, &mut list.reach);
        let others = list.reach.reached().iter().filter(|&&cell| cell != start && battle.is_lair(cell));
        list.actions.extend(others.map(|&cell| move_to(cell)));
    }
    list.push(Action::side(Verb::Pass));
}

/// Whether a contact may do that.
pub(in super::super::super) fn check(
    battle: &Battle,
    number: u8,
    action: Action,
    list: &mut Listing,
) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, rule));
    match (action.verb, action.target) {
        (Verb::Pass, _) => action.plain(MOVES),
        _ if list.would_list(action, |list| offers(battle, number, list)) => Ok(()),
        (Verb::Use, _) => no(Reason::NothingToDo, TURNS),
        (_, Target::Hex(to)) if !battle.is_lair(to) => no(Reason::Stacked, MOVES),
        (_, Target::Hex(to)) if battle.is_watched(to) => no(Reason::Contested, MOVES),
        (_, Target::Hex(_)) => no(Reason::OutOfReach, MOVES),
        _ => no(Reason::NoSuchHex, MOVES),
    }
}
