//! Blips: what turns them, and who comes to light (HULK-BLIP-06 to -13, HULK-ORD).

use crate::battle::{
    Action, Decision, Fact, Flow, Kind, Listing, Reason, Refusal, Rule, SideId, Target, UnitId, UnitSet, Verb,
};
use crate::board::{Cell, SpaceKind};

use super::super::figure::Fate;
use super::super::stages::{Emplacing, Looking, Rush};
use super::super::{Battle, Play, Step, doors, stepping};
use super::looking;
use super::stalking::turning;

/// What turns blips, and places who lay under them.
const OPENED: Rule = Rule("HULK-BLIP-07");

/// Figures of a passage's unit stand at most so far from one another (HULK-BLIP-10).
const ABREAST: u16 = 2;

/// Turns one blip after the other until none is exposed; the mover then goes on or stops. Of several the Defender says
/// which comes first (HULK-ORD-01).
pub(in super::super) fn look(play: &mut Play<'_>, looking: Looking, answer: Option<Action>) -> Flow<Step> {
    let again = Step::Look(looking);
    let exposed = |battle: &Battle| battle.exposed(looking).count();
    let Some(defender) = play.boarding().map(|b| b.terms.defender) else { return Flow::Done };
    let chosen = match answer {
        Some(Action { target: Target::Index(number), .. }) => play.exposed(looking).find(|b| b.1 == number),
        _ => match exposed(play) {
            0 | 1 => play.exposed(looking).next(),
            _ => {
                return Flow::Ask(again, Decision::to(defender, Kind::React, UnitSet::default(), Rule("HULK-ORD-01")));
            }
        },
    };
    match chosen {
        Some((cell, number)) => turn(play, cell, number, turning::placer(play, cell, looking).unwrap_or(defender))
            .map_or(Flow::Next(again), |step| Flow::Push(again, step)),
        None if looking.opened.is_some() => Flow::Next(Step::Rush(Rush { at: looking.opened, by: looking.by })),
        None if looking.unit == UnitId::NONE => Flow::Done,
        None if looking.driven => Flow::Done,
        None => Flow::Next(Step::Onward { unit: looking.unit }),
    }
}

/// The blips to choose from.
pub(in super::super) fn look_offers(battle: &Battle, looking: Looking, list: &mut Listing) {
    list.actions.extend(battle.exposed(looking).map(|(_, number)| Action::side(Verb::Use).index(number)));
}

/// A blip is turned: a ghost is taken away, a unit is placed by a side (HULK-BLIP-07).
pub(super) fn turn(play: &mut Play<'_>, at: Cell, number: u8, by: SideId) -> Option<Step> {
    let squad = play.table().under(number);
    play.tell(OPENED, Fact::Opened { line: number, holds: squad });
    play.change_ground(at, OPENED, |g| g.blip = 0);
    play.change_table(Rule("HULK-KNOW-06"), |t| t.write_under(number, 0));
    if squad == 0 {
        return None;
    }
    let squad = squad - 1;
    let figures = play.boarding().map_or(UnitSet::default(), |b| b.squad(squad));
    for unit in figures {
        play.change(unit, Rule("HULK-KNOW-06"), |u| u.hidden = false);
    }
    Some(Step::Emplace(Emplacing { squad, at, by }))
}

/// The figures of a unit that are still to be placed.
fn waiting(battle: &Battle, squad: u8) -> UnitSet {
    let all = battle.boarding().map_or(UnitSet::default(), |b| b.squad(squad));
    all.only(|u| battle.unit(u).fate == Fate::Playing && !battle.piece(u).at.is_some())
}

/// The unit is placed, before anybody goes on: by the Defender as a rule, by the Boarder who has seen a contact, who does
/// not command its figures and places the next of them (HULK-STALK-09).
pub(in super::super) fn emplace(play: &mut Play<'_>, emplacing: Emplacing, answer: Option<Action>) -> Flow<Step> {
    let mut waits = waiting(play, emplacing.squad);
    match answer {
        Some(Action { unit, target: Target::Hex(cell), .. }) => {
            let unit = if unit == UnitId::NONE { waits.first() } else { Some(unit) };
            if let Some(unit) = unit {
                play.move_to(unit, cell, OPENED);
                looking::shown(play, unit);
            }
        }
        _ => waits.first().into_iter().for_each(|first| turning::lead(play, emplacing, first)),
    }
    waits = waiting(play, emplacing.squad);
    match play.boarding() {
        Some(boarding) if !waits.is_empty() => {
            let decision = if emplacing.by == boarding.terms.defender {
                Decision::to(emplacing.by, Kind::React, waits, OPENED)
            } else {
                Decision::to(emplacing.by, Kind::React, UnitSet::default(), Rule("HULK-STALK-09"))
            };
            Flow::Ask(Step::Emplace(emplacing), decision)
        }
        // A Bounty Hunter names whom he hunts when somebody comes to light, or he himself (HULK-LEFT-12).
        Some(_) => Flow::Next(Step::Quarry { side: 0 }),
        None => Flow::Done,
    }
}

/// Where a figure that comes to light may be placed.
pub(in super::super) fn emplace_offers(battle: &Battle, at: Emplacing, actor: Option<UnitId>, list: &mut Listing) {
    let Some(boarding) = battle.boarding().filter(|b| actor.is_some() == (b.terms.defender == at.by)) else { return };
    let board = battle.board();
    let space = board.space_at(at.at);
    let placed = boarding.squad(at.squad).only(|u| battle.piece(u).at.is_some());
    let put = |cell: Cell| Action::of(Verb::Place, actor.unwrap_or(UnitId::NONE)).hex(cell);
    let before = list.actions.len();
    if battle.stalking().is_some() {
        let Listing { actions, reach, .. } = list;
        turning::abreast(battle, at, placed, reach, |cell| actions.push(put(cell)));
        return anywhere(battle, at, before, put, list);
    }
    let passage = board.space(space).kind == SpaceKind::Passage;
    // HULK-BLIP-10: the first on the blip's hex, the others close by.
    let close = |cell: &Cell| {
        let mates = || placed.map(|u| battle.piece(u).at);
        !passage
            || if placed.is_empty() { *cell == at.at } else { mates().any(|m| board.distance(m, *cell) <= ABREAST) }
    };
    let apart = |cell: &Cell| board.around(*cell).all(|c| (battle.units_in(c) & battle.boarders()).is_empty());
    list.actions.extend(battle.room_in(space).filter(close).filter(apart).map(put));
    for wider in [true, false] {
        if list.actions.len() == before {
            let fits = |cell: &Cell| !wider || close(cell);
            list.actions.extend(battle.room_in(space).filter(fits).map(put));
        }
    }
    anywhere(battle, at, before, put, list);
}

/// Where all is full to the last hex: the nearest free one anywhere.
fn anywhere(battle: &Battle, at: Emplacing, before: usize, put: impl Fn(Cell) -> Action, list: &mut Listing) {
    if list.actions.len() == before {
        let board = battle.board();
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
    let actor = action.actor();
    if actor.is_some_and(|unit| !waiting(battle, emplacing.squad).has(unit)) {
        return no(Reason::MayNotAct, OPENED);
    }
    if list.would_list(action, |list| emplace_offers(battle, emplacing, actor, list)) {
        return Ok(());
    }
    match action.target {
        Target::Hex(cell) => {
            if battle.stalking().is_some() {
                no(Reason::OutOfReach, Rule(if actor.is_some() { "HULK-STALK-08" } else { "HULK-STALK-09" }))
            } else if battle.board().space_at(cell) != battle.board().space_at(emplacing.at) {
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

/// HULK-BLIP-11: who came upon a blip goes on with what is left of his move, or stops.
pub(in super::super) fn onward(play: &mut Play<'_>, unit: UnitId, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("HULK-BLIP-11");
    match answer {
        Some(action) if matches!(action.verb, Verb::Move | Verb::Open) => {
            go_on(play, action).map_or(Flow::Done, Flow::Next)
        }
        // Whoever runs is asked by his run.
        None if play.stands(unit) && !play.in_melee(unit) && !play.unit(unit).ran => {
            Flow::Ask(Step::Onward { unit }, Decision::about(play.piece(unit).side, Kind::Act, unit, RULE))
        }
        _ => Flow::Done,
    }
}

/// He goes on with his move.
fn go_on(play: &mut Play<'_>, action: Action) -> Option<Step> {
    play.change(action.unit, Rule("HULK-BLIP-11"), |u| u.moved = true);
    if action.verb == Verb::Open { doors::open(play, action) } else { stepping::set_out(play, action) }
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
            let step = blip.and_then(|(cell, number)| turn(play, cell, number, defender));
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
