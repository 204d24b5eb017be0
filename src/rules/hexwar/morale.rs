//! Retreats before and after an assault (HEX-RET), Stubborn by Endurance (HEX-DWARF-03), rallying (HEX-AFT-04).

use crate::battle::{Action, Flow, Kind, Listing, Reason, Refusal, Roll, Rule, SideId, Target, UnitId, UnitSet, Verb};
use crate::board::Cell;
use crate::kit::asking::Question;

use super::damage::psychic_now;
use super::stats::{Ability, Class, Speed};
use super::{Battle, Play, Step, movement};

/// The hexes within the three steps that a retreat may cover at most.
type Hexes = arrayvec::ArrayVec<Cell, 36>;

/// The hexes that a unit may retreat to (HEX-RET-05): as near as a retreat goes (HEX-CONST-15), enterable, without
/// enemies, as is the way there, within stacking; of those the ones farthest from the nearest enemy outside its hex.
pub(super) fn retreats(battle: &Battle, unit: UnitId) -> Hexes {
    let piece = battle.piece(unit);
    let flying = battle.unit(unit).flying;
    let mut best = 0;
    let mut out = Hexes::new();
    if battle.unit(unit).tracks > 0 {
        return out;
    }
    let enemies = battle.enemies_of(piece.side);
    let others = enemies & !battle.units_in(piece.at);
    let mut ways = Hexes::new();
    let mut behind = 0;
    for step in 0..battle.setting().numbers.retreat_hexes {
        let begun = ways.len();
        let from: Hexes =
            if step == 0 { [piece.at].into_iter().collect() } else { ways[behind..].iter().copied().collect() };
        for (from, cell) in from.into_iter().flat_map(|f| battle.board().neighbours[f.index()].map(|cell| (f, cell))) {
            let free = cell.is_some()
                && cell != piece.at
                && movement::can_step(battle, unit, from, cell, flying)
                && (battle.units_in(cell) & enemies).is_empty();
            if free && !ways.contains(&cell) {
                _ = ways.try_push(cell);
            }
        }
        behind = begun;
    }
    for cell in ways.into_iter().filter(|&cell| movement::stacks(battle, unit, cell)) {
        let away = others.map(|e| battle.board().distance(cell, battle.piece(e).at)).min().unwrap_or(u16::MAX);
        if away > best {
            best = away;
            out.clear();
        }
        if away == best {
            out.push(cell);
        }
    }
    out
}

/// Whether a unit may retreat before the assault (HEX-RET-01, -05, -08).
fn may_retreat(battle: &Battle, unit: UnitId) -> Result<(), Refusal> {
    let now = battle.unit(unit);
    let no = |rule| Err(Refusal::new(Reason::MayNotRetreat, Rule(rule)));
    if !battle.contested(unit)
        || !matches!(now.speed, Speed::Slow | Speed::Fast)
        || now.shaken > 0
        || battle.pending().entered.has(unit)
    {
        return no("HEX-RET-01");
    }
    if now.pre_retreats >= battle.setting().numbers.pre_retreats_a_turn {
        return no("HEX-RET-08");
    }
    if retreats(battle, unit).is_empty() { no("HEX-RET-05") } else { Ok(()) }
}

/// The units of a side that may retreat before the assault.
pub(super) fn may_pre_retreat(battle: &Battle, side: SideId) -> UnitSet {
    (battle.units_of(side) & !battle.pending().done).only(|u| may_retreat(battle, u).is_ok())
}

/// HEX-RET-01: units in contested hexes may fall back, for psychic damage.
pub(super) fn pre_retreat(play: &mut Play<'_>, asked: u8, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-RET-01");
    match answer {
        Some(Action { verb: Verb::Retreat, unit, target: Target::Hex(cell), .. }) => {
            let die = play.setting().numbers.pre_retreat_psychic;
            psychic_now(play, Rule("HEX-RET-02"), die, unit);
            play.change(unit, RULE, |u| u.pre_retreats += 1);
            fall_back(play, unit, cell, RULE);
        }
        Some(Action { verb: Verb::Pass, .. }) => {
            let all = play.asked();
            play.pending_mut().done.add(all);
        }
        Some(action) => play.pending_mut().done.insert(action.unit),
        None => {}
    }
    Question::new(RULE, Kind::React).ask_from(play, asked, may_pre_retreat, |asked| Step::PreRetreat { asked })
}

fn fall_back(play: &mut Play<'_>, unit: UnitId, cell: Cell, rule: Rule) {
    play.move_to(unit, cell, rule);
    play.pending_mut().done.insert(unit);
    play.pending_mut().lost.remove(unit);
    play.change(unit, rule, |u| {
        u.retreated = true;
        // HEX-ORD-08: pushed out of its place it has lost its aim.
        u.aim = false;
    });
}

/// Retreats before the assault.
pub(super) fn pre_retreat_offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else {
        return list.push(Action::side(Verb::Pass));
    };
    for cell in retreats(battle, unit) {
        list.push(Action::of(Verb::Retreat, unit).hex(cell));
    }
    list.push(Action::of(Verb::Stay, unit));
}

/// Whether a unit need not retreat (HEX-ABIL-05).
pub(super) fn stubborn(battle: &Battle, unit: UnitId) -> bool {
    battle.unit(unit).stubborn || battle.profile(unit).has(Ability::Stubborn)
}

/// The losers of a side that have yet to retreat.
pub(super) fn must_retreat(battle: &Battle, side: SideId) -> UnitSet {
    battle.units_of(side) & battle.pending().lost
}

/// HEX-RET-04: each losing unit retreats, unless it is Stubborn and would rather not.
pub(super) fn post_retreat(play: &mut Play<'_>, asked: u8, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-RET-04");
    match answer {
        Some(Action { verb: Verb::Retreat, unit, target: Target::Hex(cell), .. }) => fall_back(play, unit, cell, RULE),
        Some(Action { verb: Verb::Endure, unit, .. }) => {
            // HEX-DWARF-03: one token and psychic damage; not shaken afterwards, it is Stubborn.
            const DWARF: Rule = Rule("HEX-DWARF-03");
            play.change(unit, DWARF, |u| u.endurance -= 1);
            let die = play.setting().numbers.endurance_psychic;
            psychic_now(play, DWARF, die, unit);
            // It asks once a lost assault, whether it worked or not.
            play.change(unit, DWARF, |u| u.stubborn = u.shaken == 0);
            play.pending_mut().done.insert(unit);
        }
        Some(Action { unit, .. }) if stubborn(play, unit) => {
            play.pending_mut().lost.remove(unit);
        }
        Some(Action { unit, .. }) => trapped(play, unit),
        None => {}
    }
    // Who has nowhere to go and no choice to make is trapped; one roll a run.
    let no_choice = |u: &UnitId| !may_endure(play, *u) && !stubborn(play, *u) && retreats(play, *u).is_empty();
    let losers = play.side_asked(asked).map_or(UnitSet::default(), |side| must_retreat(play, side));
    if let Some(unit) = { losers }.find(no_choice) {
        trapped(play, unit);
        return Flow::Next(Step::PostRetreat { asked });
    }
    if !losers.is_empty() {
        return Question::new(RULE, Kind::React).ask(play, asked, losers, Step::PostRetreat { asked });
    }
    if usize::from(asked) + 1 < play.shared().sides.len() {
        return Flow::Next(Step::PostRetreat { asked: asked + 1 });
    }
    Flow::Done
}

/// HEX-RET-06: a loser with no hex to retreat to stays and suffers for it.
fn trapped(play: &mut Play<'_>, unit: UnitId) {
    const RULE: Rule = Rule("HEX-RET-06");
    play.pending_mut().lost.remove(unit);
    let die = play.setting().numbers.trapped_psychic;
    psychic_now(play, RULE, die, unit);
}

/// HEX-DWARF-03: it is the infantry base that gains Stubborn.
fn may_endure(battle: &Battle, unit: UnitId) -> bool {
    let now = battle.unit(unit);
    let infantry = battle.profile(unit).sheet.class == Class::Infantry;
    infantry && now.endurance > 0 && !battle.pending().done.has(unit) && !stubborn(battle, unit)
}

/// Whether a loser may stay that could retreat to these hexes: with nowhere to go, declining Endurance or being stubborn
/// comes to the same.
fn may_stay(battle: &Battle, unit: UnitId, hexes: &[Cell]) -> bool {
    stubborn(battle, unit) || hexes.is_empty()
}

/// What a loser may do.
pub(super) fn post_retreat_offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else { return };
    let hexes = retreats(battle, unit);
    for &cell in &hexes {
        list.push(Action::of(Verb::Retreat, unit).hex(cell));
    }
    if may_stay(battle, unit, &hexes) {
        list.push(Action::of(Verb::Stay, unit));
    }
    if may_endure(battle, unit) {
        list.push(Action::of(Verb::Endure, unit));
    }
}

/// HEX-AFT-04: shaken biological units with no enemy near may come round.
pub(super) fn rally(play: &mut Play<'_>, unit: UnitId) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-AFT-04");
    let shaken = |u: &UnitId| play.unit(*u).shaken > 0 && play.profile(*u).sheet.bio;
    let Some(id) = play.on_board().from(unit).find(shaken) else { return Flow::Next(Step::Aftermath) };
    let numbers = &play.setting().numbers;
    let piece = play.piece(id);
    let next = Flow::Next(Step::Rally { unit: id.next() });
    let clear = u16::from(numbers.rally_clear);
    if play.enemies_of(piece.side).any(|e| play.board().distance(piece.at, play.piece(e).at) <= clear) {
        return next;
    }
    let need = if stubborn(play, id) { numbers.rally_on_stubborn } else { numbers.rally_on };
    if play.test(Roll::new(RULE, numbers.rally_die, id), need) {
        play.change(id, RULE, |u| u.shaken -= 1);
    }
    next
}

/// Whether a unit may retreat to a hex (HEX-RET-05).
fn check_retreat(battle: &Battle, action: Action) -> Result<(), Refusal> {
    const RULE: Rule = Rule("HEX-RET-05");
    action.aimed(RULE)?;
    match action.target {
        Target::Hex(cell) if retreats(battle, action.unit).contains(&cell) => Ok(()),
        _ => Err(Refusal::new(Reason::OutOfReach, RULE)),
    }
}

/// Whether an action answers the question about a retreat before the assault.
pub(super) fn check_pre_retreat(battle: &Battle, action: Action) -> Result<(), Refusal> {
    const RULE: Rule = Rule("HEX-RET-01");
    if action.verb == Verb::Pass {
        return action.plain(RULE);
    }
    may_retreat(battle, action.unit)?;
    if battle.pending().done.has(action.unit) {
        return Err(Refusal::new(Reason::AlreadyDone, RULE));
    }
    if action.verb == Verb::Retreat { check_retreat(battle, action) } else { action.plain(RULE) }
}

/// Whether an action answers the question about a retreat after the assault.
pub(super) fn check_post_retreat(battle: &Battle, action: Action) -> Result<(), Refusal> {
    let (stay, endure) = (Rule("HEX-RET-04"), Rule("HEX-DWARF-03"));
    match action.verb {
        Verb::Retreat => check_retreat(battle, action),
        Verb::Endure if !may_endure(battle, action.unit) => Err(Refusal::new(Reason::NotEnough, endure)),
        Verb::Endure => action.plain(endure),
        _ if !may_stay(battle, action.unit, &retreats(battle, action.unit)) => {
            Err(Refusal::new(Reason::MayNotAct, stay))
        }
        _ => action.plain(stay),
    }
}
