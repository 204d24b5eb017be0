//! Blips: what turns them, and who comes to light (HULK-BLIP-06 to -13, HULK-ORD).

use std::cell::RefCell;

use crate::battle::{
    Action, Decision, Fact, Flow, Kind, Listing, Reason, Refusal, Rule, SideId, Target, UnitId, UnitSet, Verb,
};
use crate::board::{Cell, SpaceId, SpaceKind, Way};

use super::super::figure::Fate;
use super::super::{Battle, Play, Step, movement, walking};
use super::air::Rush;

/// What turns blips, and places who lay under them.
const OPENED: Rule = Rule("HULK-BLIP-07");

/// Looking for blips to be turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Looking {
    /// The Boarder whose step it is; [`UnitId::NONE`] where nobody moves.
    pub unit: UnitId,
    /// Where the step would take him.
    pub to: Cell,
    /// The hex that has just been opened or holed; [`Cell::NONE`] where none has been.
    pub opened: Cell,
    /// By whom.
    pub by: UnitId,
    /// Whether he goes because he must, so that nobody asks whether he goes on.
    pub driven: bool,
}

impl Looking {
    /// Looking about from where all stand.
    pub(in super::super) const ABOUT: Looking =
        Looking { unit: UnitId::NONE, to: Cell::NONE, opened: Cell::NONE, by: UnitId::NONE, driven: false };

    /// A Boarder's step.
    fn step(unit: UnitId, to: Cell) -> Looking {
        Looking { unit, to, ..Looking::ABOUT }
    }

    /// Whether it is about nothing.
    fn is_idle(self) -> bool {
        self.unit == UnitId::NONE
    }
}

impl Default for Looking {
    fn default() -> Self {
        Looking::ABOUT
    }
}

/// What follows when a figure has opened a way: blips are turned, if Boarders are behind it; then the air may go
/// (HULK-AIR-08).
pub(in super::super) fn opened(battle: &Battle, at: Cell, by: UnitId) -> Step {
    if battle.boards(battle.piece(by).side) {
        Step::Look(Looking { opened: at, by, ..Looking::ABOUT })
    } else {
        Step::Rush(Rush { at, by })
    }
}

/// A unit that has come to light and is placed, figure by figure (HULK-BLIP-07, -10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Emplacing {
    /// The unit.
    pub squad: u8,
    /// Where its blip lay.
    pub at: Cell,
}

/// Figures of a passage's unit stand at most so far from one another (HULK-BLIP-10).
const ABREAST: u16 = 2;

impl Battle {
    /// Whether a hex is in an open entrance of a space or next to one: to stand there is to open it (HULK-BLIP-08).
    fn at_entrance(&self, space: SpaceId, cell: Cell) -> bool {
        let Some(boarding) = self.boarding() else { return false };
        boarding.entrances[space.index()].iter().any(|entrance| {
            let beside = |at: Cell| self.range(cell, at) <= 1;
            match entrance.way {
                Way::Open => beside(entrance.at),
                Way::Doorway(_) => beside(entrance.at) && self.footing(entrance.at).passable,
                // The entrance of a ladder, seen from outside, is its other end.
                Way::Ladder(_) => {
                    let mut ends = self.board().linked(entrance.at);
                    ends.any(|end| self.board().space_at(end) != space && beside(end) && self.climbs(entrance.at, end))
                }
            }
        })
    }

    /// Whether a Boarder who stood in a hex would turn a blip by it, lines of sight aside.
    #[must_use]
    pub(in super::super) fn would_open(&self, cell: Cell) -> bool {
        let board = self.board();
        self.blips().any(|(blip, _)| {
            let space = board.space_at(blip);
            let room = board.space(space).kind == SpaceKind::Room;
            board.space_at(cell) == space || room && self.at_entrance(space, cell)
        })
    }

    /// Whether an opening bares a space: a compartment whose bulkhead it is in, or one that it empties of air
    /// (HULK-BLIP-08, HULK-AIR-07).
    fn laid_open(&self, space: SpaceId, at: Cell) -> bool {
        let board = self.board();
        let room = board.space(space).kind == SpaceKind::Room;
        // The hatch of a ladder lies between the spaces of its two ends.
        let beside = || board.around(at).any(|c| board.space_at(c) == space) || self.joins(at).0.contains(&space);
        room && beside() || self.empties(at, space)
    }

    /// Whether a blip is turned by where Boarders stand, or by the step that one of them would make.
    fn is_exposed(&self, blip: Cell, looking: Looking) -> bool {
        let board = self.board();
        let space = board.space_at(blip);
        let stand = |unit: UnitId| if unit == looking.unit { looking.to } else { self.piece(unit).at };
        let boarders = self.boarders();
        if looking.opened.is_some() && self.laid_open(space, looking.opened) {
            return true;
        }
        let moving = |u: UnitId| looking.unit == UnitId::NONE || u == looking.unit;
        if boarders.only(moving).any(|u| board.space_at(stand(u)) == space) {
            return true;
        }
        match board.space(space).kind {
            SpaceKind::Room => boarders.only(moving).any(|u| self.at_entrance(space, stand(u))),
            // HULK-BLIP-09: any Boarder's line of sight will do; by a step only his own changes who takes it.
            SpaceKind::Passage => {
                let looks = |u: UnitId| looking.opened.is_some() || moving(u);
                boarders.only(looks).any(|u| self.look(stand(u), blip).is_some())
            }
        }
    }

    /// The blips that are to be turned: where, and their numbers.
    fn exposed(&self, looking: Looking) -> impl Iterator<Item = (Cell, u8)> {
        self.blips().filter(move |&(cell, _)| self.is_exposed(cell, looking))
    }
}

/// Turns one blip after the other until none is exposed; the mover then goes on or stops. Of several the Defender says
/// which comes first (HULK-ORD-01).
pub(in super::super) fn look(play: &mut Play<'_>, looking: Looking, answer: Option<Action>) -> Flow<Step> {
    let again = Step::Look(looking);
    let exposed = |battle: &Battle| battle.exposed(looking).count();
    let chosen = match answer {
        Some(Action { target: Target::Index(number), .. }) => play.exposed(looking).find(|b| b.1 == number),
        _ => match exposed(play) {
            0 | 1 => play.exposed(looking).next(),
            _ => {
                let Some(boarding) = play.boarding() else { return Flow::Done };
                let side = boarding.terms.defender;
                return Flow::Ask(again, Decision::to(side, Kind::React, UnitSet::default(), Rule("HULK-ORD-01")));
            }
        },
    };
    match chosen {
        Some((cell, number)) => turn(play, cell, number).map_or(Flow::Next(again), |step| Flow::Push(again, step)),
        None if looking.opened.is_some() => Flow::Next(Step::Rush(Rush { at: looking.opened, by: looking.by })),
        None if looking.unit == UnitId::NONE => Flow::Done,
        None if looking.driven => Flow::Done,
        None => Flow::Next(Step::Onward { unit: looking.unit }),
    }
}

/// A Boarder is about to be somewhere by other means than a walk of his own: what that brings to light comes first.
pub(in super::super) fn before(play: &Play<'_>, unit: UnitId, to: Cell) -> Option<Step> {
    let looking = Looking { driven: true, ..Looking::step(unit, to) };
    (play.boards(play.piece(unit).side) && play.exposed(looking).next().is_some()).then_some(Step::Look(looking))
}

/// HULK-BLIP-08, -09: a figure has changed place, or sides. However it came there, what that brings to light is turned
/// before anything else happens ([`come_upon`]).
pub(in super::super) fn arrived(play: &mut Play<'_>, unit: UnitId) {
    if play.boarding().is_some() && play.boards(play.piece(unit).side) && play.piece(unit).at.is_some() {
        let to = play.piece(unit).at;
        play.pending_mut().arrived = Looking { driven: true, ..Looking::step(unit, to) };
    }
}

/// What whoever has just changed place has come upon, if anything.
#[inline]
pub(in super::super) fn come_upon(play: &mut Play<'_>) -> Option<Step> {
    if play.pending().arrived.is_idle() {
        return None;
    }
    let looking = std::mem::take(&mut play.pending_mut().arrived);
    play.exposed(looking).next().is_some().then_some(Step::Look(looking))
}

/// The blips to choose from.
pub(in super::super) fn look_offers(battle: &Battle, looking: Looking, list: &mut Listing) {
    list.actions.extend(battle.exposed(looking).map(|(_, number)| Action::side(Verb::Use).index(number)));
}

/// A blip is turned: a ghost is taken away, a unit is placed (HULK-BLIP-07).
pub(super) fn turn(play: &mut Play<'_>, at: Cell, number: u8) -> Option<Step> {
    let squad = play.table().lists[usize::from(number)];
    play.tell(OPENED, Fact::Opened { line: number, holds: squad });
    play.change_ground(at, OPENED, |g| g.blip = 0);
    play.change_table(Rule("HULK-KNOW-06"), |t| t.lists[usize::from(number)] = 0);
    if squad == 0 {
        return None;
    }
    let squad = squad - 1;
    let figures = play.boarding().map_or(UnitSet::default(), |b| b.squad(squad));
    for unit in figures {
        play.change(unit, Rule("HULK-KNOW-06"), |u| u.hidden = false);
    }
    Some(Step::Emplace(Emplacing { squad, at }))
}

/// The figures of a unit that are still to be placed.
fn waiting(battle: &Battle, squad: u8) -> UnitSet {
    let all = battle.boarding().map_or(UnitSet::default(), |b| b.squad(squad));
    all.only(|u| battle.unit(u).fate == Fate::Playing && !battle.piece(u).at.is_some())
}

/// The Defender places the unit, before anybody goes on.
pub(in super::super) fn emplace(play: &mut Play<'_>, emplacing: Emplacing, answer: Option<Action>) -> Flow<Step> {
    if let Some(Action { unit, target: Target::Hex(cell), .. }) = answer {
        play.move_to(unit, cell, OPENED);
    }
    let waiting = waiting(play, emplacing.squad);
    match play.boarding() {
        Some(boarding) if !waiting.is_empty() => {
            let decision = Decision::to(boarding.terms.defender, Kind::React, waiting, OPENED);
            Flow::Ask(Step::Emplace(emplacing), decision)
        }
        // A Bounty Hunter names whom he hunts when somebody comes to light, or he himself (HULK-LEFT-12).
        Some(_) => Flow::Next(Step::Quarry { side: 0 }),
        None => Flow::Done,
    }
}

/// Where a figure that comes to light may be placed.
pub(in super::super) fn emplace_offers(battle: &Battle, at: Emplacing, actor: Option<UnitId>, list: &mut Listing) {
    let (Some(unit), Some(boarding)) = (actor, battle.boarding()) else { return };
    let board = battle.board();
    let space = board.space_at(at.at);
    let placed = boarding.squad(at.squad).only(|u| battle.piece(u).at.is_some());
    let passage = board.space(space).kind == SpaceKind::Passage;
    // HULK-BLIP-10: the first on the blip's hex, the others close by.
    let close = |cell: &Cell| {
        let mates = || placed.map(|u| battle.piece(u).at);
        !passage
            || if placed.is_empty() { *cell == at.at } else { mates().any(|m| board.distance(m, *cell) <= ABREAST) }
    };
    let apart = |cell: &Cell| board.around(*cell).all(|c| (battle.units_in(c) & battle.boarders()).is_empty());
    let put = |cell: Cell| Action::of(Verb::Place, unit).hex(cell);
    let before = list.actions.len();
    list.actions.extend(battle.room_in(space).filter(close).filter(apart).map(put));
    for wider in [true, false] {
        if list.actions.len() == before {
            let fits = |cell: &Cell| !wider || close(cell);
            list.actions.extend(battle.room_in(space).filter(fits).map(put));
        }
    }
    if list.actions.len() == before {
        // Full to the last hex: the nearest free one anywhere.
        let all = board.space_ids().flat_map(|s| battle.room_in(s));
        list.actions.extend(all.min_by_key(|&c| (board.distance(c, at.at), c)).map(put));
    }
}

/// Whether a figure that comes to light may be placed there.
pub(in super::super) fn check_emplacing(
    battle: &Battle,
    emplacing: Emplacing,
    action: Action,
    list: &mut Listing,
) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, rule));
    if !waiting(battle, emplacing.squad).has(action.unit) {
        return no(Reason::MayNotAct, OPENED);
    }
    if list.would_list(action, |list| emplace_offers(battle, emplacing, Some(action.unit), list)) {
        return Ok(());
    }
    match action.target {
        Target::Hex(cell) => {
            if battle.board().space_at(cell) != battle.board().space_at(emplacing.at) {
                no(Reason::NotInZone, OPENED)
            } else if battle.occupied(cell) {
                no(Reason::Stacked, Rule("ITEN-MOVE-06"))
            } else {
                no(Reason::OutOfReach, Rule("HULK-BLIP-10"))
            }
        }
        _ => no(Reason::NoSuchHex, OPENED),
    }
}

/// Whether a blip is one of those to choose from (HULK-ORD-01).
pub(in super::super) fn check_look(battle: &Battle, looking: Looking, action: Action) -> Result<(), Refusal> {
    check_blip(battle.exposed(looking), action, Rule("HULK-ORD-01"))
}

/// Whether a blip may be woken, or none (HULK-BLIP-13).
pub(in super::super) fn check_waking(battle: &Battle, action: Action) -> Result<(), Refusal> {
    const RULE: Rule = Rule("HULK-BLIP-13");
    if action.verb == Verb::Pass { action.plain(RULE) } else { check_blip(wakeable(battle), action, RULE) }
}

fn check_blip(mut open: impl Iterator<Item = (Cell, u8)>, action: Action, rule: Rule) -> Result<(), Refusal> {
    action.aimed(rule)?;
    match action.target {
        Target::Index(number) if open.any(|blip| blip.1 == number) => Ok(()),
        _ => Err(Refusal::new(Reason::NotInZone, rule)),
    }
}

thread_local! {
    /// The way of whoever walks, so that walking allocates nothing.
    static WAY: RefCell<Vec<Cell>> = const { RefCell::new(Vec::new()) };
}

/// A Boarder walks, or runs so many hexes, as far as the last hex before where he wants to be, as long as no step turns a
/// blip; otherwise what comes first.
pub(in super::super) fn walk(play: &mut Play<'_>, unit: UnitId, to: Cell, run: Option<u8>) -> Option<Step> {
    on_the_way(play, unit, to, run).map(Step::Look)
}

/// Whether a Boarder who goes somewhere because he must, or breaks off, comes upon a blip on his way: that is turned next,
/// and he stays where he was when it was (HULK-BLIP-11).
pub(in super::super) fn halts(play: &mut Play<'_>, unit: UnitId, to: Cell) -> bool {
    let looking = on_the_way(play, unit, to, None);
    if let Some(looking) = looking {
        play.pending_mut().arrived = Looking { driven: true, ..looking };
    }
    looking.is_some()
}

/// Walks a way up to where a step turns a blip, and says which; none for who turns nothing.
fn on_the_way(play: &mut Play<'_>, unit: UnitId, to: Cell, run: Option<u8>) -> Option<Looking> {
    const RULE: Rule = Rule("HULK-BLIP-08");
    if !play.boards(play.piece(unit).side) {
        return None;
    }
    play.blips().next()?;
    WAY.with_borrow_mut(|way| {
        walking::way(play, unit, to, run, way);
        // Past friends one walks on to the next free hex.
        let mut trodden = 0;
        for (i, &next) in way.iter().enumerate() {
            let looking = Looking::step(unit, next);
            if play.exposed(looking).next().is_some() {
                return Some(looking);
            }
            if next != to && !play.occupied(next) {
                movement::tread(play, unit, &way[trodden..=i], RULE);
                trodden = i + 1;
            }
        }
        None
    })
}

/// HULK-BLIP-11: who came upon a blip goes on with what is left of his move, or stops.
pub(in super::super) fn onward(play: &mut Play<'_>, unit: UnitId, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("HULK-BLIP-11");
    match answer {
        Some(action) if matches!(action.verb, Verb::Move | Verb::Open) => {
            movement::go_on(play, action).map_or(Flow::Done, Flow::Next)
        }
        // Whoever runs is asked by his run.
        None if play.stands(unit) && !play.in_melee(unit) && !play.unit(unit).ran => {
            Flow::Ask(Step::Onward { unit }, Decision::about(play.piece(unit).side, Kind::Act, unit, RULE))
        }
        _ => Flow::Done,
    }
}

/// HULK-BLIP-13: at the start of his Movement the Defender may turn one blip next to a space with a Boarder in it.
pub(in super::super) fn wake(play: &mut Play<'_>, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("HULK-BLIP-13");
    let Some(boarding) = play.boarding() else { return Flow::Done };
    let defender = boarding.terms.defender;
    match answer {
        None if wakeable(play).next().is_some() => {
            Flow::Ask(Step::Wake, Decision::to(defender, Kind::Act, UnitSet::default(), RULE))
        }
        Some(Action { verb: Verb::Use, target: Target::Index(number), .. }) => {
            let blip = play.blips().find(|b| b.1 == number);
            let step = blip.and_then(|(cell, number)| turn(play, cell, number));
            step.map_or(Flow::Done, Flow::Next)
        }
        _ => Flow::Done,
    }
}

/// The blips that could be woken.
fn wakeable(battle: &Battle) -> impl Iterator<Item = (Cell, u8)> {
    let board = battle.board();
    let space_of = |side: UnitId| board.space_at(battle.piece(side).at);
    battle.blips().filter(move |&(cell, _)| {
        let Some(boarding) = battle.boarding() else { return false };
        let near = &boarding.entrances[board.space_at(cell).index()];
        battle.boarders().any(|u| space_of(u).is_some() && near.iter().any(|e| e.to == space_of(u)))
    })
}

/// The answers to that.
pub(in super::super) fn wake_offers(battle: &Battle, list: &mut Listing) {
    list.actions.extend(wakeable(battle).map(|(_, number)| Action::side(Verb::Use).index(number)));
    list.push(Action::side(Verb::Pass));
}

/// Whether the Defender may be asked to wake somebody as his Movement begins.
pub(in super::super) fn may_wake(battle: &Battle, side: SideId) -> bool {
    battle.boarding().is_some_and(|b| b.terms.waking && b.terms.defender == side)
}
