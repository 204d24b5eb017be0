//! The turn: its stages in order, and who chooses first (HEX-ORD-09, HEX-SEQ).

use crate::battle::{Action, Fact, Flow, Kind, Listing, Roll, Rule, Target, UnitId, UnitSet, Verb};
use crate::kit::roll_off::RollOff;
use crate::kit::what_if;

use super::numbers::EVERY_FACE;
use super::stages::{TURN, TurnStage};
use super::{Battle, Play, Step, agony, healing, melee, movement};

/// HEX-ORD-09: sides choose in the order Ork, Gnome, Dwarf, Dark Elf, Elf; sides of one faction roll a d12 each
/// turn, low first, ties again. One roll a run, so that endless ties stay enumerable.
pub(super) fn initiative(play: &mut Play<'_>, deploy: bool) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-ORD-09");
    let factions = &play.setting().factions;
    let dice = play.table().order_dice;
    let again = Step::Initiative { deploy };
    let all = (0..factions.len()).fold(0, |all, side| all | 1 << side);
    match RollOff::with(&dice, all, |a, b| factions[a] == factions[b]) {
        RollOff::Rolls(side) => {
            let face = play.roll(Roll::new(RULE, 12, UnitId::NONE), &EVERY_FACE);
            play.change_table(RULE, |t| t.order_dice[side] += face);
            return Flow::Next(again);
        }
        RollOff::Ties(ranks) => {
            play.change_table(RULE, |t| t.order_dice = ranks);
            return Flow::Next(again);
        }
        RollOff::Settled => order_sides(play),
    }
    if deploy {
        return Flow::Next(Step::Deploy { asked: 0 });
    }
    play.change_table(Rule("HEX-SEQ-01"), |t| t.turn += 1);
    for unit in play.units() {
        play.change(unit, Rule("HEX-AFT-05"), |u| {
            (u.fired, u.retreated, u.pre_retreats, u.stubborn) = (0, false, 0, false);
        });
    }
    Flow::Next(Step::TurnStage(0))
}

/// Puts the sides in their order of choice: by faction, then by the dice rolled, then by number.
pub(super) fn order_sides(play: &mut Play<'_>) {
    let mut order: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
    let factions = &play.setting().factions;
    let dice = play.table().order_dice;
    order[..factions.len()].sort_by_key(|&s| (factions[s], dice[s], s));
    play.change_table(Rule("HEX-ORD-09"), |t| {
        t.order.0 = order.map(|s| s as i16);
        t.order_dice = [0; 8];
    });
}

/// Begins a stage.
pub(super) fn stage(play: &mut Play<'_>, stage: u8) -> Flow<Step> {
    let Some(&(name, kind)) = TURN.get(usize::from(stage)) else {
        return Flow::Next(Step::Initiative { deploy: false });
    };
    let turn = play.table().turn;
    play.tell(Rule("HEX-SEQ-01"), Fact::Step { name, turn });
    play.pending_mut().done = UnitSet::default();
    let first = match kind {
        TurnStage::Orders => Step::Orders { asked: 0 },
        TurnStage::Gunnery(gunnery) => Step::Declare { gunnery, asked: 0 },
        TurnStage::Apply => Step::Apply { next: 0 },
        TurnStage::Trigger(_) => Step::Trigger { unit: UnitId::FIRST, effect: 0 },
        TurnStage::Movement(round) => {
            movement::begin(play);
            Step::Move { round, asked: 0 }
        }
        TurnStage::PreRetreat(_) => Step::PreRetreat { asked: 0 },
        TurnStage::Abilities(_) => Step::Abilities { asked: 0 },
        TurnStage::Assault(_) => Step::Assault { cell: 0 },
        TurnStage::PostRetreat(_) => Step::PostRetreat { asked: 0 },
        TurnStage::Healing(phase) => {
            healing::begin(play, phase);
            Step::Heal { phase, asked: 0 }
        }
        TurnStage::Agony(phase) => Step::Agony(agony::Agony::begin(phase)),
        TurnStage::Aftermath => Step::Rally { unit: UnitId::FIRST },
    };
    Flow::Push(Step::TurnStage(stage + 1), first)
}

/// Only this action, by this unit: everybody else has nothing to do, nothing else is pending, and after the damage
/// that it leads to the what-if ends.
pub(super) fn what_if(battle: &Battle, action: Action) -> Battle {
    let Some(step) = battle.step() else { return battle.clone() };
    let apply = Step::Apply { next: 0 };
    // The stage stays under the end, where it never runs: results ask which it is.
    let mut steps: Vec<Step> = battle.steps().iter().copied().filter(|s| matches!(s, Step::TurnStage(_))).collect();
    let own: &[Step] = match (step, action) {
        // Where units are placed nothing is rolled, and what follows is not the placement's own.
        (Step::Deploy { .. }, _) => &[Step::Stop],
        // Its damage is on its way to land already.
        (Step::Endurance { .. }, _) => &[Step::Stop, step],
        (Step::Move { .. }, Action { verb: Verb::Move, target: Target::Hex(cell), .. }) => {
            &[Step::Stop, apply, Step::Fight(melee::Fight::at(cell)), step]
        }
        _ => &[Step::Stop, apply, step],
    };
    steps.extend(own);
    what_if::alone(battle, action, &steps, |play, others| {
        play.pending_mut().done.add(others);
        // In the middle of an assault the hits assigned so far are what the question is about, and in the middle of
        // damage so are the unit's own results.
        let fought = match step {
            Step::Fight(_) => play.units_in(play.piece(action.unit).at),
            _ => UnitSet::default(),
        };
        play.pending_mut().strikes.retain(|s| fought.has(s.target));
        for unit in others {
            play.change(unit, Rule("HEX-SEQ-01"), |u| u.due = Default::default());
        }
    })
}

/// Inside a what-if everybody declines Endurance, assigns all successes where they hurt most (HEX-ASLT-03), deflects the
/// weakest weapon (HEX-ASLT-04), rerolls and turns as listed first; other questions end it.
pub(super) fn default_answer(battle: &Battle, list: &mut Listing) -> Option<Action> {
    let decision = battle.decision()?;
    battle.legal(list);
    match decision.kind {
        _ if matches!(battle.step(), Some(Step::Turning(_))) => list.actions.first().copied(),
        Kind::React => list.actions.iter().copied().find(|a| a.verb == Verb::Keep),
        Kind::Allocate if list.actions.first().is_some_and(|a| a.verb == Verb::Assign) => {
            let all = *list.actions.first()?;
            let hurts_most = melee::hurts_most(battle, all.unit, all.target);
            if hurts_most { Some(all) } else { list.actions.last().copied() }
        }
        Kind::Allocate | Kind::Reroll => {
            list.actions.iter().copied().find(|a| a.verb == Verb::Keep).or(list.actions.first().copied())
        }
        _ if list.actions.first().is_some_and(|a| a.verb == Verb::Fire) => {
            list.actions.iter().copied().find(|a| a.verb == Verb::Hold)
        }
        _ => None,
    }
}

/// What must always hold between decisions (HEX-STACK-01, HEX-BASE-04, HEX-SEQ-03, HEX-SEQ-05).
pub(super) fn check_invariants(battle: &Battle) -> Option<String> {
    for unit in battle.units() {
        let (now, piece, sheet) = (battle.unit(unit), battle.piece(unit), &battle.profile(unit).sheet);
        if now.models > sheet.models {
            return Some(format!("{unit:?} has {} models of {}", now.models, sheet.models));
        }
        if !piece.at.is_some() {
            continue;
        }
        // Who leads a unit under a wreck or burnt ground may stand where it could not go.
        if !movement::stacks(battle, unit, piece.at) {
            return Some(format!("{unit:?} stands in a hex that is too full (HEX-STACK-01)"));
        }
        if !(sheet.bio || now.poison.is_empty() && now.bleed.is_empty()) {
            return Some(format!("{unit:?} is not biological but bleeds or is poisoned"));
        }
        if now.endurance > 0
            && !sheet.abilities.iter().any(|a| matches!(a, super::stats::Ability::Endurance(n) if *n >= now.endurance))
        {
            return Some(format!("{unit:?} has gained Endurance"));
        }
    }
    let smokes = battle.marked().iter().filter(|m| m.1.smoke).count();
    if smokes != usize::from(battle.table().smokes) {
        return Some(format!("{smokes} hexes with smoke, {} counted", battle.table().smokes));
    }
    let altered = battle.board().cells().filter(|&c| battle.sight_altered(c)).count();
    if altered != usize::from(battle.table().altered) {
        return Some(format!("{altered} hexes are not as drawn, {} counted", battle.table().altered));
    }
    None
}
