//! What a side does not know, and what it could believe (HULK-KNOW).

use crate::battle::{Dice, Lines, Rule, Secret, SideId, UnitId};

use super::super::figure::{Fate, Figure};
use super::super::stages::ApproachStage;
use super::super::{Battle, Step};
use super::approach::{cuts, left_of_suits, suit_of};
use super::stalking::bag;
use super::stalking::scanner::{self, Trace};
use super::{MAX_BLIPS, Stake};

const RULE: Rule = Rule("HULK-KNOW-05");

/// Figures of a unit that nobody has seen, as far as a guess goes.
const LIKELY: usize = 3;

/// The line of the sealed list for the card of the first side; those for the blips have the blips' numbers.
pub(in super::super) const CARDS: u8 = MAX_BLIPS as u8 + 1;

/// What the Defender's list says of the blips that nobody has turned, and which cards are drawn, once all that stands: the
/// unit under each blip, plus one, or 0 for a ghost, and the suit of each card, plus one (HULK-BLIP-04, HULK-KNOW-11).
pub(in super::super) fn sealed(battle: &Battle) -> Option<Secret> {
    battle.boarding()?;
    let open = |step: &Step| matches!(step, Step::Approach(stage) if *stage != ApproachStage::Show);
    if battle.steps().iter().any(open) {
        return None;
    }
    let mut lines = Lines::default();
    hidden(battle).for_each(|number| lines.write(number, battle.table().under(number)));
    let cards = (CARDS..).zip(battle.table().cards).filter(|(_, card)| *card != 0);
    cards.for_each(|(line, card)| lines.write(line, card));
    Some(Secret { sealed: Rule("HULK-BLIP-04"), opened: Rule("HULK-KNOW-11"), lines })
}

/// The blips that nobody has turned, wherever they are.
fn hidden(battle: &Battle) -> impl Iterator<Item = u8> {
    let stalks = battle.stalking().is_some();
    let lying = battle.blips().filter(move |_| !stalks).map(|blip| blip.1);
    lying.chain(battle.unturned())
}

/// Takes out what lies under blips and the cards of others (HULK-KNOW-03, -04). All that is not known looks alike. Of a
/// battle that is over nothing is kept from anybody (HULK-KNOW-11).
pub(in super::super) fn hide(battle: &mut Battle, viewer: SideId) {
    let Some(boarding) = battle.boarding().filter(|_| battle.outcome().is_none()) else { return };
    let (defends, stranger) = (!battle.boards(viewer), boarding.stranger);
    let (drawn, contacts) = (bag::known(battle), battle.contacts());
    let traces = scanner::traces(battle, viewer);
    battle.edit(|play| {
        let shown = play.table().shown.0;
        play.change_table(RULE, |t| {
            for (side, card) in t.cards.iter_mut().enumerate().filter(|(side, _)| *side != viewer.index()) {
                *card = shown[side] as u8;
            }
            // What a scanner has told (HULK-STALK-14).
            t.traces = traces;
            if !defends {
                (t.lists, t.lists_on) = Default::default();
            }
            // Not even the Defender knows what the bag will give next (HULK-STALK-03).
            (drawn + 1..=contacts).for_each(|number| t.write_under(number, 0));
        });
        if !defends {
            for unit in play.units().only(|u| play.hidden(u) && !play.boards(play.piece(u).side)) {
                play.change(unit, RULE, |u| *u = nobody_known(stranger));
            }
        }
    });
}

/// A place under a blip, as whoever has not looked sees it.
pub(in super::super) fn nobody_known(stranger: u8) -> Figure {
    Figure { profile: stranger, fate: Fate::Unknown, hidden: true, ..Figure::default() }
}

/// Deals what a side does not know anew: units under the blips that lie there yet, cards (HULK-KNOW-05).
pub(in super::super) fn resample(battle: &mut Battle, viewer: SideId, dice: &mut dyn Dice) {
    let Some(boarding) = battle.boarding() else { return };
    let mut table = *battle.table();
    if boarding.terms.stake == Stake::Cards && battle.table().turn > 0 {
        let others = SideId::first(battle.shared().sides.len()).filter(|&s| s != viewer && battle.boards(s));
        for side in others.map(SideId::index) {
            if table.cards[side] == 0 {
                let left = left_of_suits(table.cards);
                let face = dice.roll(RULE, left.iter().sum(), &cuts(left));
                table.cards[side] = suit_of(left, face) + 1;
            }
        }
    }
    let mut likely: Vec<UnitId> = Vec::new();
    let boards = battle.boards(viewer);
    if boards || battle.stalking().is_some() {
        // A Defender whose contacts stalk knows those that have come.
        let known = if boards { 0 } else { bag::known(battle) };
        let listed = |squad: u8| (1..=known).any(|number| table.under(number) == squad + 1);
        let mut blips: Vec<u8> = hidden(battle).filter(|&number| number > known).collect();
        blips.sort_unstable();
        // Echoes that a scanner has found are nothing, and what it has found to be more has somebody (HULK-STALK-14).
        let traced = |number: u8| if boards { battle.traced(viewer, number) } else { None };
        blips.retain(|&number| traced(number) != Some(Trace::Echo));
        let mut deals: Vec<(u8, u8)> = Vec::new();
        // HULK-STALK-25: who is lost has not moved from his site, and is one.
        let lost = (boarding.squads + 1..).zip(boarding.strays).filter(|&(_, unit)| boards && battle.hidden(unit));
        for (unit, _) in lost {
            let stayed = |number: u8| battle.unvisited().any(|site| site.1 == number);
            let here = |place: &usize| stayed(blips[*place]) && traced(blips[*place]) != Some(Trace::More);
            let places: Vec<usize> = (0..blips.len()).filter(here).collect();
            let count = places.len() as u8;
            if count > 0 {
                let face = dice.roll(RULE, count, &(2..=count).collect::<Vec<u8>>());
                deals.push((blips.remove(places[usize::from(face - 1)]), unit));
            }
        }
        // Where the hull is breached before blips lie, units are there that will be put under them.
        let early = table.turn == 0 && blips.is_empty();
        for squad in 0..boarding.squads {
            let figures = boarding.squad(squad);
            if !figures.clone().any(|u| battle.hidden(u)) || listed(squad) {
                continue;
            }
            if !early {
                // A face a blip; a ruleset's die has no more bands than that.
                let count = blips.len() as u8;
                if count == 0 {
                    break;
                }
                let sure = blips.iter().position(|&number| traced(number).is_some());
                let place = sure.unwrap_or_else(|| {
                    let face = dice.roll(RULE, count, &(2..=count).collect::<Vec<u8>>());
                    usize::from(face - 1)
                });
                let number = blips.remove(place);
                deals.push((number, squad + 1));
                let most = if traced(number) == Some(Trace::One) { 1 } else { LIKELY };
                likely.extend(figures.take(if boards { most } else { 0 }));
            } else if boards {
                likely.extend(figures.take(LIKELY));
            }
        }
        deals.into_iter().for_each(|(number, unit)| table.write_under(number, unit));
    }
    battle.edit(|play| {
        play.change_table(RULE, |t| *t = table);
        for unit in likely {
            play.change(unit, RULE, |u| u.fate = Fate::Playing);
        }
    });
}
