//! The turn (ITEN-INIT): the order of the sides, and the three phases.

use arrayvec::ArrayVec;

use crate::battle::{Clock, 
    Action, Fact, Flow, Listing, MAX_SIDES, Roll, Rule, SideId, Target, UnitId, UnitSet, Verb, MaybeUnit};
use crate::kit::what_if;

use super::{Battle, Play, Step, boarding, missions, powers, shooting};

/// Every face of a d6 is a band of its own: who rolls for a place may tie on any.
pub(super) const EVERY_FACE: [u8; 5] = [2, 3, 4, 5, 6];

/// The phases of a turn, in order: what the step bar shows.
pub const PHASES: [&str; 4] = ["Movement", "Shooting", "Melee", "End of turn"];

/// The next side whose die for the order is still to be rolled.
pub(super) fn to_roll(battle: &Battle) -> Option<usize> {
    let table = battle.table();
    (0..battle.players()).find(|&s| table.placed >> s & 1 == 0 && table.dice[s] == 0)
}

/// What a side adds to its die for the order: its Leader's Speed while he is in the game (ITEN-INIT-02, -03), and a
/// figure with a Nose for Trouble (ITEN-ABIL-17).
fn lead(battle: &Battle, side: SideId) -> i16 {
    let leader = battle.setting().bands[side.index()].leader.filter(|&l| battle.leads(l, side));
    let mut band = battle.units_of(side) | battle.riders_of(side);
    let nose = band.any(|u| Some(u) != leader && battle.profile(u).has(super::catalogue::Ability::NoseForTrouble));
    leader.map_or(0, |l| i16::from(battle.profile(l).speed)) + i16::from(nose && leader.is_some())
}

/// Places the sides by their dice where no two tie; those that tie roll again among themselves. Whether all stand.
pub(super) fn settle_order(play: &mut Play<'_>, rule: Rule) -> bool {
    let sides = play.players();
    let leads = rule == Rule("ITEN-INIT-02");
    let total = |battle: &Battle, s: usize| {
        i16::from(battle.table().dice[s]) + if leads { lead(battle, SideId(s as u8)) } else { 0 }
    };
    // Highest first among those that still have a die; a group of equals keeps its places for the reroll.
    let mut order = ArrayVec::<(i16, usize), MAX_SIDES>::new();
    let table = *play.table();
    order.extend((0..sides).filter(|&s| table.placed >> s & 1 == 0).map(|s| (total(play, s), s)));
    order.sort_by_key(|&(total, side)| (-total, side));
    // Places that are taken already stay; the others are filled in order.
    let free: ArrayVec<usize, MAX_SIDES> = (0..sides).filter(|&p| !is_placed(&table, p)).collect();
    let tied = |side: usize, total: i16| order.iter().any(|&(t, s)| s != side && t == total);
    let ties: ArrayVec<usize, MAX_SIDES> = order.iter().filter(|&&(t, s)| tied(s, t)).map(|o| o.1).collect();
    play.change_table(rule, |t| {
        for (&place, &(_, side)) in free.iter().zip(&order) {
            t.order.0[place] = side as i16;
            if !ties.contains(&side) {
                t.placed |= 1 << side;
            }
            t.dice[side] = 0;
        }
    });
    if ties.is_empty() {
        play.change_table(rule, |t| t.placed = 0);
    }
    ties.is_empty()
}

fn is_placed(table: &super::figure::Table, place: usize) -> bool {
    let side = table.order.0[place];
    side >= 0 && table.placed >> side & 1 == 1
}

/// ITEN-INIT-02: a die and the Leader's Speed for each side; highest first, in all phases of the turn. One roll a run.
pub(super) fn initiative(play: &mut Play<'_>) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-INIT-02");
    if play.table().turn == 0 {
        missions::parts::head_start(play);
    }
    if let Some(side) = to_roll(play) {
        let face = play.roll(Roll::new(RULE, 6, UnitId::NONE), &EVERY_FACE);
        play.change_table(RULE, |t| t.dice[side] = face);
        return Flow::Next(Step::Initiative);
    }
    if !settle_order(play, RULE) {
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
        missions::dawn(play);
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
        return missions::neutral_part(play, phase, asked);
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
    Flow::Push(Step::Side { phase, asked: asked + 1 }, first)
}

/// The end of a turn: what the mission looks at, and the last turn (ITEN-ORD-10).
pub(super) fn end_of_turn(play: &mut Play<'_>) -> Flow<Step> {
    powers::daemons_go(play);
    boarding::air::spread(play);
    match missions::judge(play) {
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
    battle.units().find(lost).map(|unit| format!("{unit:?} is aboard of nothing"))
}
