//! The bag and the schedule: which contacts come, and where they lurk (HULK-STALK-03 to -06).

use arrayvec::ArrayVec;

use crate::battle::{
    Action, Decision, Flow, Kind, Listing, Reason, Refusal, Roll, Rule, Target, UnitId, UnitSet, Verb,
};
use crate::board::Reach;
use crate::board::Step as Stride;

use super::super::super::{Battle, Play, Step};
use super::{LURKERS, MOST_CONTACTS};

const BAG: Rule = Rule("HULK-STALK-03");
const LOST: Rule = Rule("HULK-STALK-25");
const SCHEDULE: Rule = Rule("HULK-STALK-04");
/// Whoever is as near as this to an entry holds it (HULK-STALK-06).
const HOLDS: u8 = 6;

/// HULK-STALK-03: the bag is shuffled before anybody sets out, so that its order can be sealed; nobody sees it.
pub(in super::super) fn shuffle(play: &mut Play<'_>) {
    let Some((squads, stalking)) = play.boarding().and_then(|b| Some((b.squads, b.stalking.as_ref()?))) else { return };
    let (strays, echoes) = (stalking.strays, stalking.echoes);
    let waiting = if strays > 0 { stalking.sites.clone() } else { Vec::new() };
    // HULK-STALK-25: those who are lost are among the contacts that wait from the first.
    let mut places: Vec<u8> = (1..).take(waiting.len()).collect();
    for stray in (squads + 1..).take(strays.into()) {
        let number = pick(play, &mut places);
        play.change_table(LOST, |t| t.write_under(number, stray));
    }
    let mut left: Vec<u8> = (1..=squads).collect();
    left.resize(usize::from(squads + echoes), 0);
    for number in (1..=play.contacts()).filter(|&n| usize::from(n) > waiting.len() || places.contains(&n)) {
        let unit = pick(play, &mut left);
        play.change_table(BAG, |t| t.write_under(number, unit));
    }
    for (&site, number) in waiting.iter().zip(1..) {
        play.change_ground(site, LOST, |g| g.blip = number);
        play.change_table(LOST, |t| t.come = number);
    }
}

/// Takes one of these by chance, each as likely as the others.
fn pick(play: &mut Play<'_>, left: &mut Vec<u8>) -> u8 {
    let count = left.len() as u8;
    let cuts: ArrayVec<u8, MOST_CONTACTS> = (2..=count).collect();
    let face = if count > 1 { play.draw(Roll::new(BAG, count, UnitId::NONE), &cuts) } else { 1 };
    left.swap_remove(usize::from(face - 1))
}

/// The Defender's Movement begins: which entries Boarders hold this turn, then the contacts that are due.
pub(in super::super::super) fn begin(play: &mut Play<'_>) -> Step {
    const RULE: Rule = Rule("HULK-STALK-06");
    let held = play.with_reach(held) & !play.table().held_back;
    for entry in (0..play.entries().count()).filter(|entry| held >> entry & 1 == 1) {
        play.note(RULE, "an entry is held", UnitId::NONE, entry as i16 + 1);
    }
    play.change_table(RULE, |t| t.held_back = held);
    let due = play.contacts_due(play.table().turn);
    Step::Lurk { left: due }
}

/// The entries that a standing Boarder is near enough to hold, as bits: no farther by way of open doors (HULK-STALK-06).
fn held(battle: &Battle, reach: &mut Reach) -> u8 {
    let standing = battle.boarders().only(|u| battle.stands(u));
    let mut held = 0;
    for (entry, cell) in battle.open_entries() {
        let walks = |_, to| battle.footing(to).passable.then_some(Stride { cost: 1, stop: false });
        reach.field(battle.board(), cell, HOLDS, walks);
        if { standing }.any(|u| reach.cost(battle.piece(u).at).is_some()) {
            held |= 1 << entry;
        }
    }
    held
}

/// Where there is room for the next contact.
fn rooms(battle: &Battle) -> impl Iterator<Item = usize> {
    battle.open_entries().map(|e| e.0).filter(|&entry| battle.lurking(entry).count() < LURKERS)
}

/// Whether another contact comes: there is one in the bag, and room for it. What finds none stays in the bag.
fn comes(battle: &Battle) -> bool {
    battle.table().come < battle.contacts() && rooms(battle).next().is_some()
}

/// The contacts that the Defender has seen the worth of: those that have come, and the one that he is about to place.
pub(in super::super::super) fn known(battle: &Battle) -> u8 {
    let drawn = matches!(battle.step(), Some(Step::Lurk { .. }));
    battle.table().come + u8::from(drawn)
}

/// HULK-STALK-04: the Defender puts the contacts of the turn at entries, one after the other; then all may prowl.
pub(in super::super::super) fn lurk(play: &mut Play<'_>, left: u8, answer: Option<Action>) -> Flow<Step> {
    let Some(side) = play.boarding().map(|b| b.terms.defender) else { return Flow::Done };
    if let Some(Action { target: Target::Index(entry), .. }) = answer {
        let number = play.table().come + 1;
        play.note(SCHEDULE, "a contact lurks at an entry", UnitId::NONE, i16::from(entry) + 1);
        play.change_table(SCHEDULE, |t| t.come = number);
        settle(play, number, usize::from(entry));
        return Flow::Next(Step::Lurk { left: left - 1 });
    }
    if left == 0 || !comes(play) {
        return Flow::Next(Step::Prowl { number: 1 });
    }
    Flow::Ask(Step::Lurk { left }, Decision::to(side, Kind::Act, UnitSet::default(), SCHEDULE))
}

/// A contact lurks at an entry from now on.
pub(super) fn settle(play: &mut Play<'_>, number: u8, entry: usize) {
    play.change_table(SCHEDULE, |t| {
        if let Some(place) = t.lurkers.iter_mut().skip(entry * LURKERS).take(LURKERS).find(|place| **place == 0) {
            *place = number;
        }
    });
}

/// A contact lurks no more.
pub(super) fn leave(play: &mut Play<'_>, number: u8) {
    play.change_table(SCHEDULE, |t| t.lurkers.iter_mut().filter(|n| **n == number).for_each(|n| *n = 0));
}

/// HULK-STALK-17: those who lurked at a sealed entry go on to the next by number that has room; where none has, they wait.
pub(super) fn scatter(play: &mut Play<'_>, entry: usize) {
    let count = play.entries().count();
    let numbers: ArrayVec<u8, LURKERS> = play.lurking(entry).collect();
    for number in numbers {
        let next = rooms(play).min_by_key(|&other| (other + count - entry) % count);
        if let Some(next) = next {
            leave(play, number);
            settle(play, number, next);
        }
    }
}

/// The entries to choose from.
pub(in super::super::super) fn offers(battle: &Battle, list: &mut Listing) {
    list.actions.extend(rooms(battle).map(|entry| Action::side(Verb::Place).index(entry as u8)));
}

/// Whether a contact may lurk at an entry.
pub(in super::super::super) fn check(battle: &Battle, action: Action) -> Result<(), Refusal> {
    action.aimed(SCHEDULE)?;
    match action.target {
        Target::Index(entry) if rooms(battle).any(|room| room == usize::from(entry)) => Ok(()),
        Target::Index(entry) if battle.open_entries().any(|(e, _)| e == usize::from(entry)) => {
            Err(Refusal::new(Reason::Stacked, SCHEDULE))
        }
        _ => Err(Refusal::new(Reason::NotInZone, Rule("HULK-STALK-02"))),
    }
}
