//! The turn (ITEN-INIT): the order of the sides, and the three phases.

use crate::battle::{Action, Clock, Fact, Flow, Listing, MaybeUnit, Roll, Rule, SideId, Target, UnitId, UnitSet, Verb};
use crate::kit::what_if;

use super::missions::{self, ending, neutral};
use super::{Battle, Play, Step, boarding, order, powers, shooting};

/// The phases of a turn, in order: what the step bar shows.
pub const PHASES: [&str; 4] = ["Movement", "Shooting", "Melee", "End of turn"];
/// Their icons; none where nobody decides.
pub(super) const ICONS: [&str; PHASES.len()] = ["chevrons", "crosshair", "crossed-swords", ""];

/// ITEN-INIT-02: a die and the Leader's Speed for each side; highest first, in all phases of the turn. One roll a run.
pub(super) fn initiative(play: &mut Play<'_>) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-INIT-02");
    if play.table().turn == 0 {
        missions::parts::head_start(play);
    }
    if !order::settled(play, RULE) {
        return Flow::Next(Step::Initiative);
    }
    play.change_table(Rule("ITEN-INIT-01"), |t| (t.turn, t.discipline) = (t.turn + 1, 0));
    super::driving::begin_turn(play);
    for unit in play.units() {
        if play.unit(unit).stunned {
            play.change(unit, Rule("ITEN-VEH-09"), |u| (u.down, u.stunned) = (false, false));
        }
        let now = play.unit(unit);
        let fresh =
            !(now.fell || now.charged || now.assaulted || now.balked || now.spent || now.shot || now.ran || now.cast);
        if !fresh || now.fled_from.is_some() {
            play.change(unit, Rule("ITEN-INIT-01"), |u| {
                (u.fell, u.charged, u.assaulted, u.fled_from) = (false, false, false, MaybeUnit::NONE);
                (u.balked, u.spent, u.shot, u.ran, u.cast) = (false, false, false, false, false);
            });
        }
    }
    Flow::Next(Step::Phase(0))
}

/// A phase begins.
pub(super) fn phase(play: &mut Play<'_>, phase: u8) -> Flow<Step> {
    let Some(&name) = PHASES.get(usize::from(phase)) else {
        neutral::dawn(play);
        return Flow::Next(Step::Initiative);
    };
    let turn = play.table().turn;
    play.tell(Rule("ITEN-INIT-01"), Fact::Step { name, turn });
    play.change_table(Rule("ITEN-INIT-01"), |t| t.phase = u16::from(phase) + 1);
    missions::ritual::spot(play);
    play.pending_mut().done = UnitSet::default();
    let first = match phase {
        1 if boarding::cutting::is_charged(play) => Step::Charges,
        0 | 1 => Step::Side { phase, asked: 0 },
        2 => {
            super::melee::begin(play);
            Step::Blows { asked: 0 }
        }
        _ => Step::EndOfTurn,
    };
    Flow::Push(Step::Phase(phase + 1), first)
}

/// ITEN-INIT-04: a side ends its phase before the next begins its own.
pub(super) fn side(play: &mut Play<'_>, phase: u8, asked: u8) -> Flow<Step> {
    if play.side_asked(asked).is_none() {
        return Flow::Done;
    }
    play.pending_mut().done = UnitSet::default();
    if usize::from(asked) >= play.players() {
        return neutral::neutral_part(play, phase, asked);
    }
    let first = match phase {
        0 => {
            super::movement::begin(play, asked);
            Step::Rise { asked, unit: UnitId::FIRST }
        }
        _ => {
            shooting::begin(play, asked);
            Step::Declare { asked }
        }
    };
    let then =
        if play.stalking().is_some() { Step::Rally { phase, asked } } else { Step::Side { phase, asked: asked + 1 } };
    Flow::Push(then, first)
}

/// The end of a turn: what the mission looks at, and the last turn (ITEN-ORD-10).
pub(super) fn end_of_turn(play: &mut Play<'_>) -> Flow<Step> {
    powers::daemons_go(play);
    boarding::air::spread(play);
    match ending::judge(play) {
        Some(outcome) => Flow::End(outcome),
        None => Flow::Done,
    }
}

impl Battle {
    /// Whether a figure leads its side: in the game, and of it.
    pub(super) fn leads(&self, unit: UnitId, side: SideId) -> bool {
        let now = self.unit(unit);
        // ITEN-PSY-07: whom a daemon has leads nobody.
        // HULK-KNOW-08: nor does he who lies under a blip.
        let there = now.fate == super::figure::Fate::Playing && !(now.hidden && self.boarding().is_some());
        there && self.piece(unit).side == side && now.possessed == 0
    }
}

/// Where the battle is in its turns (ITEN-INIT-01).
#[inline]
pub(super) fn clock(battle: &Battle) -> Clock {
    let step = battle.table().phase.checked_sub(1).map(usize::from);
    Clock { turn: battle.table().turn, turns: battle.last_turn(), steps: &PHASES, step }
}

/// Only this action: everybody else has done what he does, those whom nobody plays included, nothing else is declared,
/// and what follows is left out. A shot whose range may not be known is in range.
pub(super) fn what_if(battle: &Battle, action: Action) -> Battle {
    let (Some(step), Some(decision)) = (battle.step(), battle.decision()) else { return battle.clone() };
    let step = if shooting::unmeasured(battle, action).is_some() { Step::Granted } else { step };
    what_if::alone(battle, action, &[Step::Stop, step], |play, others| {
        play.pending_mut().done.add(others);
        // Help is nothing without the attack that it helps along.
        let helped = |a: &super::figure::Declared| {
            Target::Unit(a.by) == action.target || Target::Unit(a.target) == action.target
        };
        let friendly = play.friends_of(decision.side);
        play.pending_mut().attacks.retain(|a| action.verb == Verb::Assist && helped(a) && friendly.has(a.by));
    })
}

/// Inside a what-if nobody does anything else; what must be answered is answered with the first that is listed.
pub(super) fn default_answer(battle: &Battle, list: &mut Listing) -> Option<Action> {
    battle.legal(list);
    let quiet = |a: &&Action| matches!(a.verb, Verb::Hold | Verb::Pass | Verb::Stay);
    list.actions.iter().find(quiet).or(list.actions.first()).copied()
}

/// What must always hold between decisions (ITEN-MOVE-06, ITEN-FIG-05, ITEN-GRIT-01).
pub(super) fn check_invariants(battle: &Battle) -> Option<String> {
    for unit in battle.on_board() {
        let now = battle.unit(unit);
        // A skimmer that is shot down may burn above somebody.
        for cell in battle.hull(unit).into_iter().filter(|_| battle.pending().ablaze.is_empty()) {
            if battle.crowded(cell) {
                return Some(format!("{unit:?} shares its hex"));
            }
            if !battle.footing(cell).passable {
                return Some(format!("{unit:?} stands where nobody can"));
            }
        }
        if now.fell && !now.down {
            return Some(format!("{unit:?} fell this turn and stands"));
        }
    }
    let lost = |u: &UnitId| battle.carrier(*u).is_some_and(|v| !battle.is_vehicle(v) || !battle.plays(v));
    battle.units().find(lost).map(|unit| format!("{unit:?} is aboard nothing"))
}

/// ITEN-ORD-07: at the start of a side's Movement those on the ground try to rise, one a run.
pub(super) fn rise(play: &mut Play<'_>, asked: u8, unit: UnitId) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-KD-04");
    let Some(side) = play.side_asked(asked) else { return Flow::Done };
    let lies = |u: &UnitId| play.unit(*u).down && !play.unit(*u).fell;
    let Some(id) = (play.units_of(side) | play.riders_of(side)).from(unit).find(lies) else {
        return boarding::air::after_rising(play, asked);
    };
    let need = play.rises_on(id);
    if play.test(Roll::new(RULE, 6, id), need) {
        play.change(id, RULE, |u| u.down = false);
    }
    Flow::Next(Step::Rise { asked, unit: id.next() })
}
