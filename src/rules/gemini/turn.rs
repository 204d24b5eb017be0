//! The turn: whose it is, its stages, and how the battle ends (GEM-TURN, GEM-SET-04, GEM-BOT, GEM-RES).

use crate::battle::{
    Action, Fact, Flow, Kind, Listing, Outcome, Reason, Refusal, Roll, Rule, SideId, Target, UnitId, UnitSet, Verb,
};
use crate::board::{Cell, Reach};
use crate::kit::asking::{InTurn, Question};
use crate::kit::roll_off::RollOff;
use crate::kit::victory::{most, standing};

use super::checks::{EVERY_FACE, answering, passes};
use super::fights;
use super::flight::{go_to, rout};
use super::initiative::foremost;
use super::model::{Charge, Condition, Nerve, did};
use super::nerve::{parting_blows, thaw};
use super::options::{AllOutRout, ReserveMoves, RoutCount, RoutEffect};
use super::reactions::{ANYBODY, face_foe, noticed};
use super::setting::Victory;
use super::shooting::clear_smoke;
use super::steps::{STAGES, Step};
use super::things::lay_out;
use super::wounds::{recover, roll_wounds, stand_up};
use super::{Battle, Gemini, Play, ambush};

const SET: Rule = Rule("GEM-SET-04");
const TURN: Rule = Rule("GEM-TURN-05");

impl InTurn for Gemini {
    #[inline]
    fn order(battle: &Battle) -> crate::battle::BySide {
        battle.table().order
    }
}

/// The battle is set up: what lies about and is hidden, and wounds where they are rolled for.
pub(super) fn set_up(play: &mut Play<'_>) -> Flow<Step> {
    order(play);
    lay_out(play);
    ambush::deal(play);
    for unit in play.on_board() {
        roll_wounds(play, unit);
    }
    Flow::Next(if play.setting().showdown { Step::Approach { place: 0 } } else { Step::RollOff })
}

/// Sides roll for the first turn, ties again, unless the scenario says whose it is (GEM-SET-04, GEM-TURN-04) or there are
/// no turns of sides. One roll a
/// run, so that endless ties stay enumerable.
pub(super) fn roll_off(play: &mut Play<'_>) -> Flow<Step> {
    if play.setting().first.is_none() && !play.by_initiative() {
        let dice = play.table().dice;
        let all = (0..play.players()).fold(0, |all, side| all | 1 << side);
        match RollOff::with(&dice, all, |_, _| true) {
            RollOff::Rolls(side) => {
                let face = play.roll(Roll::new(SET, 6, UnitId::NONE), &EVERY_FACE);
                play.change_table(SET, |t| t.dice[side] += face);
                return Flow::Next(Step::RollOff);
            }
            RollOff::Ties(ranks) => {
                play.change_table(SET, |t| t.dice = ranks);
                return Flow::Next(Step::RollOff);
            }
            RollOff::Settled => {}
        }
    }
    order(play);
    Flow::Next(Step::Turn)
}

/// Puts the sides in the order of their turns.
pub(super) fn order(play: &mut Play<'_>) {
    let (dice, first) = (play.table().dice, play.setting().first);
    let mut order: [usize; 8] = [0, 1, 2, 3, 4, 5, 6, 7];
    let sides = play.players();
    let last = |side: usize| first.is_some_and(|first| first.index() != side);
    order[..sides].sort_by_key(|&side| (last(side), std::cmp::Reverse(dice[side]), side));
    play.change_table(SET, |t| {
        t.order.0 = order.map(|side| side as i16);
        t.dice = [0; 8];
    });
}

/// What a side has to show for itself (GEM-SET-04).
pub(super) fn worth(battle: &Battle, side: SideId) -> i32 {
    let setting = battle.setting();
    let units = battle.units_of(side).only(|unit| !ambush::is_decoy(battle, unit));
    let count = |units: UnitSet| units.map(|unit| i32::from(setting.counts[unit.index()])).sum();
    match setting.victory {
        Victory::Wounds => units.map(|unit| i32::from(battle.unit(unit).wounds)).sum(),
        Victory::Able => count(units.only(|unit| battle.able(unit))),
        Victory::Standing => count(units.only(|unit| battle.standing(unit))),
        Victory::Prizes if setting.escort.is_some_and(|(escort, _)| escort == side) => battle.table().out.into(),
        Victory::Prizes => units.filter(|&unit| battle.able(unit)).map(|u| i32::from(battle.unit(u).carries)).sum(),
    }
}

/// Whether all prizes have been brought out.
fn all_out(battle: &Battle) -> bool {
    let carried = battle.on_board().any(|unit| battle.unit(unit).carries > 0);
    let lies = battle.marked().iter().any(|(_, marks)| marks.prizes > 0 || marks.task > 0);
    battle.table().out > 0 && battle.table().buried == 0 && !carried && !lies
}

/// Whether the battle is over before its time: one team alone has models, or models of the kind that counts.
fn decided(battle: &Battle) -> bool {
    if battle.table().turn < battle.setting().earliest {
        return false;
    }
    if standing(battle).count_ones() < 2 || battle.setting().victory == Victory::Prizes && all_out(battle) {
        return true;
    }
    let teams = || battle.sides().filter(|&side| worth(battle, side) > 0).fold(0u8, |t, s| t | 1 << battle.team(s));
    matches!(battle.setting().victory, Victory::Able | Victory::Standing) && teams().count_ones() < 2
}

/// The end: whoever has most left wins (GEM-SET-04).
fn end(battle: &Battle, reason: &'static str) -> Flow<Step> {
    // Whoever is alone on the field can take what lies there at leisure.
    let alone = standing(battle).count_ones() == 1;
    let prizes = battle.setting().victory == Victory::Prizes;
    let there = |side| !battle.units_of(side).is_empty() || prizes && !alone;
    let tied = |side| battle.setting().ties == Some(side);
    // Where sides are equal whoever has more wounds left wins, but for a prize that one of them escorts: that is lost then.
    let left = |side: SideId| battle.units_of(side).map(|unit| i32::from(battle.unit(unit).wounds)).sum::<i32>();
    let more = |side| if battle.setting().escort.is_none() { left(side) } else { 0 };
    let winners = most(battle, |side| (there(side), worth(battle, side), tied(side), more(side)));
    Flow::End(Outcome { winners, reason, rule: SET })
}

/// A game turn ends and the next begins.
pub(super) fn turn(play: &mut Play<'_>) -> Flow<Step> {
    thaw(play);
    clear_smoke(play);
    ambush::first_round_ends(play);
    if decided(play) {
        return end(play, "one side holds the field");
    }
    if play.table().turn >= play.setting().turns {
        return end(play, "the last turn is over");
    }
    play.change_table(TURN, |t| t.turn += 1);
    let first = Step::Stage { place: 0, stage: 0 };
    if play.setting().ambush.is_some() { Flow::Push(first, Step::Spring) } else { Flow::Next(first) }
}

/// A stage of a player turn begins.
pub(super) fn stage(play: &mut Play<'_>, place: u8, stage: u8) -> Flow<Step> {
    if decided(play) {
        return end(play, "one side holds the field");
    }
    let Some(&name) = STAGES.get(usize::from(stage)) else {
        let over = play.by_initiative() || usize::from(place) + 1 >= play.players();
        return Flow::Next(if over { Step::Turn } else { Step::Stage { place: place + 1, stage: 0 } });
    };
    let Some(side) = play.side_asked(place) else { return Flow::Next(Step::Turn) };
    if ambush::waits(play, side) && !play.by_initiative() {
        return Flow::Next(Step::Stage { place: place + 1, stage: 0 });
    }
    let turn = play.table().turn;
    play.tell(TURN, Fact::Step { name, turn });
    let then = Step::Stage { place, stage: stage + 1 };
    match stage {
        0 => {
            start(play, side);
            Flow::Push(then, Step::Bottle { place })
        }
        1 => {
            play.pending_mut().passing = false;
            Flow::Push(then, if play.by_initiative() { Step::Next } else { Step::Choose { place } })
        }
        2 => {
            // Those of the highest Initiative first (GEM-ORD-06).
            let mut left = whose(play, side);
            while let Some(unit) = left.max_by_key(|&unit| (play.sheet(unit).i, std::cmp::Reverse(unit))) {
                left.remove(unit);
                recover(play, unit);
            }
            Flow::Push(then, Step::Then)
        }
        3 => {
            fights::begin(play);
            Flow::Push(then, Step::Dose)
        }
        4 => {
            for unit in whose(play, side).only(|unit| play.unit(unit).condition == Condition::Dazed) {
                if !play.unit(unit).late {
                    play.change(unit, Rule("GEM-LOC-06"), |m| m.condition = Condition::Ready);
                }
            }
            play.pending_mut().reserved = UnitSet::default();
            let reserve = play.options().reserve_moves == ReserveMoves::On;
            if reserve { Flow::Push(then, Step::Reserve { place }) } else { Flow::Next(then) }
        }
        // By Initiative they have been asked at the end of each activation (GEM-REACT-01).
        _ if play.by_initiative() => Flow::Next(then),
        _ => {
            play.pending_mut().declined = UnitSet::default();
            Flow::Push(then, Step::Saved { below: ANYBODY })
        }
    }
}

/// The models whose turn it is in the turn of a side: its own, or all where everybody acts by Initiative (GEM-TURN-06).
fn whose(battle: &Battle, side: SideId) -> UnitSet {
    if battle.by_initiative() { battle.on_board() } else { battle.units_of(side) }
}

/// The start of a side's turn: what was done in the last one is over, and the fallen stir (GEM-TURN-06).
fn start(play: &mut Play<'_>, side: SideId) {
    let everybody = play.by_initiative();
    play.change_table(TURN, |t| (t.active, t.level) = (if everybody { 0 } else { side.0 + 1 }, 0));
    arrive(play, side);
    for unit in play.on_board() {
        let own = everybody || play.piece(unit).side == side;
        let alone = play.foes_touching(unit).is_empty();
        let mut fresh = *play.unit(unit);
        (fresh.reacted, fresh.triggered, fresh.tested) = (false, false, false);
        if own {
            (fresh.acted, fresh.charge, fresh.charged, fresh.fallen) = (false, Charge::None, Default::default(), false);
        }
        if alone {
            (fresh.rounds, fresh.afraid) = (0, false);
        }
        // Most enemies have done nothing, and what is changed is hashed anew.
        if fresh != *play.unit(unit) {
            play.change(unit, Rule("GEM-REACT-01"), |m| *m = fresh);
        }
        if own {
            stand_up(play, unit);
        }
    }
    // Whoever has got up since its side lost heart runs too (GEM-BOT-03).
    let bottled = play.table().bottled;
    let runs = |unit: UnitId| bottled >> play.piece(unit).side.0 & 1 == 1 && play.standing(unit);
    for unit in whose(play, side).only(|unit| runs(unit) && play.unit(unit).nerve != Nerve::Routing) {
        play.change(unit, Rule("GEM-BOT-03"), |m| (m.nerve, m.overwatch, m.hidden) = (Nerve::Routing, false, false));
    }
}

/// Models that were not there from the start come onto the board where they are expected, or as near as there is room.
fn arrive(play: &mut Play<'_>, side: SideId) {
    let (turn, sprung) = (play.table().turn, u16::from(play.table().sprung));
    for place in 0..play.setting().arrivals.len() {
        let (unit, at) = play.setting().arrivals[place];
        let waits = play.unit(unit).waits;
        let due = if waits == u8::MAX { sprung > 0 && turn > sprung } else { turn >= waits.into() };
        if waits == 0 || !due || play.piece(unit).side != side && !play.by_initiative() {
            continue;
        }
        let free = |cell: &Cell| !play.occupied(*cell) && play.row(*cell).cost.is_some();
        let near = play.board().cells().filter(free).min_by_key(|&cell| (play.board().distance(cell, at), cell));
        let Some(near) = near else { continue };
        play.change(unit, SET, |m| m.waits = 0);
        play.move_to(unit, near, SET);
        face_foe(play, unit, SET);
    }
}

/// A side that has lost half its strength may lose heart (GEM-BOT-01 to -03); by Initiative all sides are tested, one after
/// the other.
pub(super) fn bottle(play: &mut Play<'_>, place: u8) -> Flow<Step> {
    let Some(side) = play.side_asked(place) else { return Flow::Done };
    let next = play.by_initiative().then_some(Step::Bottle { place: place + 1 });
    if !loses_heart(play, side) {
        return next.map_or(Flow::Done, Flow::Next);
    }
    const RULE: Rule = Rule("GEM-BOT-03");
    if play.options().rout_effect == RoutEffect::End && play.players() == 2 {
        let winners = play.sides().filter(|&s| play.team(s) != play.team(side)).fold(0, |w, s| w | 1 << s.0);
        return Flow::End(Outcome { winners, reason: "the other side has lost heart", rule: RULE });
    }
    play.change_table(RULE, |t| t.bottled |= 1 << side.0);
    for unit in play.units_of(side).only(|unit| play.standing(unit)) {
        rout(play, unit, RULE);
        parting_blows(play, unit, Rule("GEM-BREAK-02"));
    }
    next.map_or(Flow::Next(Step::Hits), |next| Flow::Push(next, Step::Hits))
}

/// Whether a side has to be tested for losing heart, and fails (GEM-BOT-01).
fn loses_heart(play: &mut Play<'_>, side: SideId) -> bool {
    let bottled = play.table().bottled >> side.0 & 1 == 1;
    if play.options().all_out_rout == AllOutRout::Off || bottled || !shattered(play, side) {
        return false;
    }
    let eligible = play.units_of(side).only(|unit| !counts_as_lost(play, unit));
    let Some(best) = eligible.max_by_key(|&unit| (play.sheet(unit).ld, std::cmp::Reverse(unit))) else { return true };
    let ld = play.sheet(best).ld;
    !passes(play, Rule("GEM-BOT-01"), best, ld, &[])
}

/// Whether a model counts as lost to its side's heart (GEM-BOT-01).
fn counts_as_lost(battle: &Battle, unit: UnitId) -> bool {
    let now = battle.unit(unit);
    let nerve = matches!(now.nerve, Nerve::Pinned | Nerve::Routing);
    now.condition.is_gone() || now.condition.is_felled() || nerve
}

/// Whether half of a side's strength or more is lost, by wounds of the profile or by models (GEM-BOT-02).
fn shattered(battle: &Battle, side: SideId) -> bool {
    // Nobody is under a decoy, who has no wounds.
    let weight = |unit: UnitId| match battle.options().rout_count {
        RoutCount::Wounds => u32::from(battle.sheet(unit).w),
        RoutCount::Models => u32::from(battle.sheet(unit).w > 0),
    };
    let all = battle.units().only(|unit| battle.piece(unit).side == side);
    let whole: u32 = all.map(weight).sum();
    let lost: u32 = all.only(|unit| counts_as_lost(battle, unit)).map(weight).sum();
    2 * lost >= whole
}

/// Who is activated next (GEM-TURN-05).
pub(super) fn choose(play: &mut Play<'_>, place: u8, answer: Option<Action>) -> Flow<Step> {
    let again = Step::Choose { place };
    match answer {
        Some(Action { verb: Verb::Order, unit, .. }) => return Flow::Push(again, Step::Begin { unit, part: 0 }),
        Some(_) => play.pending_mut().passing = true,
        None => {}
    }
    if let Some((unit, points)) =
        play.setting().start.filter(|(unit, _)| !play.unit(*unit).acted && play.table().turn == 1)
    {
        play.change(unit, TURN, |m| (m.acted, m.ap) = (true, points.unwrap_or(0)));
        let step = if points.is_some() { Step::Act { unit } } else { Step::Dice { unit } };
        return Flow::Push(again, step);
    }
    let Some(side) = play.side_asked(place) else { return Flow::Done };
    let untried = play.units_of(side).only(|unit| !play.unit(unit).acted);
    if play.pending().passing {
        return match untried.first() {
            Some(unit) => Flow::Push(again, Step::Begin { unit, part: 0 }),
            None => Flow::Done,
        };
    }
    Question::new(TURN, Kind::Act).ask(play, place, untried, again)
}

/// Whether a model may be tried (GEM-TURN-05).
pub(super) fn check_choice(battle: &Battle, action: Action) -> Result<(), Refusal> {
    action.plain(TURN)?;
    match action.actor() {
        Some(unit) if battle.unit(unit).acted => Err(Refusal::new(Reason::AlreadyDone, TURN)),
        _ => Ok(()),
    }
}

/// Reserve moves: those far from the enemy may move once more (GEM-RES-01).
pub(super) fn reserve(play: &mut Play<'_>, place: u8, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("GEM-RES-01");
    match answer {
        Some(Action { unit, target: Target::Hex(cell), .. }) => {
            go_to(play, unit, cell, RULE, |battle, reach| search_reserve(battle, unit, reach));
            play.change(unit, Rule("GEM-RES-03"), |m| m.hidden = false);
            super::walking::reveal(play);
            play.pending_mut().reserved.insert(unit);
            return Flow::Push(Step::Reserve { place }, noticed(play, unit));
        }
        Some(action) => {
            let asked = answering(play, action);
            play.pending_mut().reserved.add(asked);
        }
        None => {}
    }
    let Some(side) = play.side_asked(place) else { return Flow::Done };
    let reserved = play.pending().reserved;
    let mut actors = whose(play, side).only(|unit| !reserved.has(unit) && in_reserve(play, unit).is_ok());
    if play.by_initiative() {
        actors = foremost(play, actors);
    }
    let of_side = |battle: &Battle, side| actors & battle.units_of(side);
    Question::new(RULE, Kind::Act).ask_from(play, 0, of_side, |_| Step::Reserve { place })
}

/// Whether a model may make a reserve move (GEM-RES-02).
fn in_reserve(battle: &Battle, unit: UnitId) -> Result<(), Refusal> {
    let no = |reason| Err(Refusal::new(reason, Rule("GEM-RES-02")));
    let now = battle.unit(unit);
    let spent = now.fired || now.reacted || now.charge != Charge::None || now.rounds > 0 || now.did & did::CHARGED != 0;
    if spent || now.overwatch || now.nerve == Nerve::Frozen || !battle.able(unit) || battle.pending().fought.has(unit) {
        return no(Reason::MayNotAct);
    }
    let near = |other: UnitId| battle.apart(unit, other) <= 4;
    let side = battle.piece(unit).side;
    let routs = |friend: UnitId| friend != unit && battle.unit(friend).nerve == Nerve::Routing && near(friend);
    if battle.enemies_of(side).any(near) || battle.friends_of(side).any(routs) {
        return no(Reason::OutOfRange);
    }
    Ok(())
}

fn search_reserve(battle: &Battle, unit: UnitId, reach: &mut Reach) {
    let m = battle.allowance(unit);
    let side = battle.piece(unit).side;
    let walker = battle.walker(unit, m, m, super::ways::Touch::Nobody);
    reach.field(battle.board(), battle.piece(unit).at, m, |from, to| {
        let far = !battle.enemies_of(side).any(|foe| battle.board().distance(battle.piece(foe).at, to) < 4);
        battle.stride(&walker, from, to).filter(|_| far)
    });
}

/// Whether a reserve move is legal (GEM-RES-03).
pub(super) fn check_reserve(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    const RULE: Rule = Rule("GEM-RES-03");
    match (action.actor(), action.target) {
        (None, _) => action.plain(RULE),
        (Some(unit), Target::None) if action.verb == Verb::Hold => {
            action.plain(RULE)?;
            in_reserve(battle, unit)
        }
        (Some(unit), Target::Hex(cell)) if action.verb == Verb::Move => {
            action.aimed(RULE)?;
            in_reserve(battle, unit)?;
            search_reserve(battle, unit, &mut list.reach);
            let free = list.reach.reached().contains(&cell) && !battle.occupied(cell);
            if free { Ok(()) } else { Err(Refusal::new(Reason::OutOfReach, RULE)) }
        }
        _ => Err(Refusal::new(Reason::Malformed, RULE)),
    }
}

/// All reserve moves of a model.
pub(super) fn reserve_answers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else { return list.push(Action::side(Verb::Pass)) };
    search_reserve(battle, unit, &mut list.reach);
    let free = list.reach.reached().iter().filter(|cell| !battle.occupied(**cell));
    list.actions.extend(free.map(|&cell| Action::of(Verb::Move, unit).hex(cell)));
    list.push(Action::of(Verb::Hold, unit));
}

/// What must always hold between decisions.
pub(super) fn check_invariants(battle: &Battle) -> Option<String> {
    for unit in battle.units() {
        let now = battle.unit(unit);
        if now.wounds > now.full {
            return Some(format!("{unit:?} has {} wounds of {}", now.wounds, now.full));
        }
        if battle.piece(unit).at.is_some() && battle.crowded(battle.piece(unit).at) {
            return Some(format!("{unit:?} shares its hex (GEM-MOVE-01)"));
        }
        if now.overwatch && now.condition.is_felled() {
            return Some(format!("{unit:?} lies on the ground on overwatch (GEM-OVER-01)"));
        }
    }
    let smokes = battle.marked().iter().filter(|(_, marks)| marks.smoke > 0).count();
    if smokes != usize::from(battle.table().smokes) {
        return Some(format!("{smokes} hexes with smoke, {} counted", battle.table().smokes));
    }
    None
}
