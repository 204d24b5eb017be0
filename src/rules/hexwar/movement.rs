//! Hex effects (HEX-TRIG), movement (HEX-MOVE), facing (HEX-FACE), terrain (HEX-TERRAIN), stacking (HEX-STACK).

use crate::battle::{
    Action, Decision, Flow, Kind, Listing, Reason, Refusal, Roll, Rule, SideId, Target, UnitId, UnitSet, Verb,
};
use crate::board::{Board, Cell, Edge, Facing, Reach, Step as Entry, Terrain};
use crate::kit::asking::Question;

use super::numbers::TerrainRow;
use super::setting::MAX_STRIKES;
use super::stats::{Class, Speed};
use super::unit::{Arm, Range, Strike};
use super::ways::{ALL_FACINGS, Gait, Way, beside, climb};
use super::{Battle, Play, Step};

/// A unit that has been placed or moved and picks its facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turning {
    /// The unit.
    pub unit: UnitId,
    /// The facings that it may pick, as bits.
    pub facings: u8,
}

impl Turning {
    /// A unit just placed picks any facing.
    pub(super) fn placed(unit: UnitId) -> Self {
        Turning { unit, facings: ALL_FACINGS }
    }
}

/// Movement points to enter each hex as the map draws it: for Infantry, Monsters, Vehicles and flyers.
pub(super) fn costs(board: &Board, ground: &[TerrainRow; Terrain::ALL.len()]) -> [Vec<Option<u8>>; 4] {
    let of = |cost: fn(&TerrainRow) -> Option<u8>| board.terrain.iter().map(|&t| cost(&ground[t as usize])).collect();
    [of(|g| g.infantry), of(|g| g.monster), of(|g| g.vehicle), of(|g| g.flying)]
}

/// Movement points to enter a hex, heights aside; none where the unit cannot.
#[inline]
fn terrain_cost(battle: &Battle, class: Class, cell: Cell, flying: bool) -> Option<u8> {
    let marks = battle.ground(cell);
    if !flying && (marks.burned || marks.wreck) {
        let row = battle.terrain_row(cell);
        return match class {
            Class::Infantry => row.infantry,
            Class::Monster => row.monster,
            Class::Vehicle => row.vehicle,
        };
    }
    battle.setting().costs[if flying { 3 } else { class as usize }][cell.index()]
}

/// Whether a unit could be in a hex, in the air or on the ground.
pub(super) fn enterable(battle: &Battle, unit: UnitId, cell: Cell, flying: bool) -> bool {
    cell.is_some() && terrain_cost(battle, battle.profile(unit).sheet.class, cell, flying).is_some()
}

/// The rule of a hex's row in the terrain table.
pub(super) fn terrain_rule(battle: &Battle, cell: Cell) -> Rule {
    Rule(match battle.terrain_row(cell).terrain {
        Terrain::Clear | Terrain::Floor | Terrain::Road => "HEX-TERRAIN-01",
        Terrain::Forest => "HEX-TERRAIN-02",
        Terrain::BurnedForest => "HEX-TERRAIN-03",
        Terrain::Building => "HEX-TERRAIN-04",
        Terrain::Ruins | Terrain::Window | Terrain::LightBarricade | Terrain::Barricade => "HEX-TERRAIN-05",
        Terrain::Rough | Terrain::Brush => "HEX-TERRAIN-06",
        Terrain::SandDunes => "HEX-TERRAIN-07",
        Terrain::LowObstacle | Terrain::Fence | Terrain::Furniture | Terrain::Console | Terrain::Bulwark => {
            "HEX-TERRAIN-09"
        }
        Terrain::Wreck => "HEX-TERRAIN-10",
        Terrain::Wall
        | Terrain::Door
        | Terrain::DeepWater
        | Terrain::LightBulkhead
        | Terrain::Bulkhead
        | Terrain::HeavyBulkhead
        | Terrain::Hull
        | Terrain::LightHatch
        | Terrain::Hatch
        | Terrain::HeavyHatch
        | Terrain::Void => "HEX-TERRAIN-11",
    })
}

/// Whether a unit could have come to stand, or hover, where it is, before anything changed the ground.
pub(super) fn could_stand(battle: &Battle, unit: UnitId) -> bool {
    let kind = if battle.unit(unit).flying { 3 } else { battle.profile(unit).sheet.class as usize };
    battle.setting().costs[kind][battle.piece(unit).at.index()].is_some()
}

/// Whether there is room for a unit of its side in a hex (HEX-STACK-01).
#[inline]
pub(super) fn stacks(battle: &Battle, unit: UnitId, cell: Cell) -> bool {
    if !battle.occupied(cell) {
        return true;
    }
    let mut own = battle.units_of(battle.piece(unit).side);
    own.remove(unit);
    let there = own.only(|u| battle.piece(u).at == cell);
    if there.is_empty() {
        return true;
    }
    let numbers = &battle.setting().numbers;
    let big = there.filter(|&u| battle.profile(u).is_big()).count() + usize::from(battle.profile(unit).is_big());
    there.len() < usize::from(numbers.stack_units) && big <= usize::from(numbers.stack_big)
}

/// Movement points to step from a hex to its neighbour (HEX-MOVE-07): heights of 2 or 3 inches cost one more,
/// higher ones are impassable; ladders and stairs are free of it, and flyers ignore heights.
fn step_cost(battle: &Battle, class: Class, from: Cell, to: Cell, flying: bool) -> Option<u8> {
    let cost = terrain_cost(battle, class, to, flying)?;
    if flying { Some(cost) } else { Some(cost + climb(battle.board(), from, to)?) }
}

/// Whether a unit could step from a hex to its neighbour at all.
pub(super) fn can_step(battle: &Battle, unit: UnitId, from: Cell, to: Cell, flying: bool) -> bool {
    step_cost(battle, battle.profile(unit).sheet.class, from, to, flying).is_some()
}

/// Movement points of a unit in a movement step (HEX-ORD-02 to -06, HEX-CRIT-01).
#[must_use]
pub fn points(battle: &Battle, unit: UnitId, round: u8) -> u8 {
    let now = battle.unit(unit);
    let sheet = &battle.profile(unit).sheet;
    match now.speed {
        _ if now.tracks > 0 => 0,
        Speed::Stand | Speed::Rest | Speed::Setup => 0,
        Speed::Crawl => u8::from(round == 2),
        Speed::Slow => sheet.slow,
        Speed::Fast if now.engine > 0 => sheet.slow,
        Speed::Fast => sheet.fast,
    }
}

/// A movement step begins: nobody has entered anything yet.
pub(super) fn begin(play: &mut Play<'_>) {
    play.pending_mut().entered = UnitSet::default();
}

/// Whether a unit may turn where it stands.
fn may_turn(battle: &Battle, unit: UnitId) -> bool {
    battle.profile(unit).is_big() && battle.unit(unit).tracks == 0
}

/// The units of a side that may still move or turn.
pub(super) fn movers(battle: &Battle, round: u8, side: SideId) -> UnitSet {
    let may = |u: UnitId| may_turn(battle, u) || points(battle, u, round) > 0 && !battle.contested(u);
    (battle.units_of(side) & !battle.pending().done).only(may)
}

/// HEX-MOVE-01: each side moves all its units, in the order of choice.
pub(super) fn movement(play: &mut Play<'_>, round: u8, asked: u8, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-MOVE-01");
    if let Some(action) = answer {
        let unit = action.unit;
        match (action.verb, action.target) {
            (Verb::Move, Target::Hex(cell)) => {
                play.move_to(unit, cell, RULE);
                play.pending_mut().entered.insert(unit);
                play.pending_mut().done.insert(unit);
                let turning = Turning { unit, facings: action.with };
                if action.with.count_ones() > 1 {
                    return Flow::Push(Step::Move { round, asked }, Step::Turning(turning));
                }
                if action.with != 0 {
                    play.face(unit, Facing::from_index(action.with.trailing_zeros() as usize), Rule("HEX-FACE-02"));
                }
            }
            (Verb::Move, _) => leave(play, action),
            (Verb::Face, Target::Index(facing)) => {
                play.face(unit, Facing::from_index(facing.into()), Rule("HEX-FACE-02"));
                play.pending_mut().done.insert(unit);
            }
            (Verb::Pass, _) => {
                let all = play.asked();
                play.pending_mut().done.add(all);
            }
            _ => play.pending_mut().done.insert(unit),
        }
    }
    // Whether a hex is contested for a unit does not depend on its own side.
    let answered = answer.filter(|a| a.unit != UnitId::NONE).map(|a| (a.unit, false));
    let movers = |battle: &Battle, side: SideId| movers(battle, round, side);
    let question = Question::new(RULE, Kind::Act);
    question.ask_the_rest(play, asked, answered, movers, |asked| Step::Move { round, asked })
}

/// A unit leaves by an open edge and scores (HEX-MOVE-08).
fn leave(play: &mut Play<'_>, action: Action) {
    const RULE: Rule = Rule("HEX-MOVE-08");
    let side = play.piece(action.unit).side;
    let Target::Index(edge) = action.target else { return };
    let worth = play
        .setting()
        .exits
        .iter()
        .find(|e| e.side == side && e.edge == Edge::ALL[usize::from(edge % 4)])
        .map_or(0, |e| e.worth);
    play.move_to(action.unit, Cell::NONE, RULE);
    play.pending_mut().done.insert(action.unit);
    play.change_table(RULE, |t| {
        let score = &mut t.score.0[side.index()];
        *score = score.saturating_add(worth);
    });
}

/// Whether a unit may go anywhere in a movement step (HEX-MOVE-05, HEX-ORD-02 to -06, HEX-CRIT-01).
fn may_go(battle: &Battle, unit: UnitId, points: u8) -> Result<(), Refusal> {
    let now = battle.unit(unit);
    if battle.contested(unit) {
        return Err(Refusal::new(Reason::Contested, Rule("HEX-MOVE-05")));
    }
    if points == 0 {
        let rule = if now.tracks > 0 { Rule("HEX-CRIT-01") } else { now.speed_rule() };
        return Err(Refusal::new(Reason::MayNotAct, rule));
    }
    Ok(())
}

/// Whether a unit that may turn where it stands may turn to a facing: one hexside is free, further ones cost a point each;
/// Monsters turn freely (HEX-FACE-02).
fn may_face(battle: &Battle, unit: UnitId, points: u8, facing: Facing) -> Result<(), Refusal> {
    const RULE: Rule = Rule("HEX-FACE-02");
    let turn = battle.piece(unit).facing.turn_to(facing);
    let paid = if battle.contested(unit) { 0 } else { points };
    if turn == 0 {
        return Err(Refusal::new(Reason::NothingToDo, RULE));
    }
    if battle.profile(unit).sheet.class == Class::Monster || turn <= 1 + paid {
        return Ok(());
    }
    Err(Refusal::new(Reason::OutOfReach, RULE))
}

/// Where a unit may move: hexes with the facings it may take there, edges it may leave by, facings where it stands.
pub(super) fn offers(battle: &Battle, round: u8, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else {
        return list.push(Action::side(Verb::Pass));
    };
    let points = points(battle, unit, round);
    if may_go(battle, unit, points).is_ok() {
        if battle.unit(unit).speed == Speed::Crawl {
            crawl(battle, unit, list);
        } else if let Some(ways) = known_ways(battle, unit, points, &mut list.reach) {
            let free = |to: Cell| !battle.occupied(to) || stacks(battle, unit, to);
            let free = ways.iter().filter(|way| free(way.to));
            list.actions.extend(free.map(|way| Action::of(Verb::Move, unit).with(way.facings).hex(way.to)));
        } else {
            search(battle, unit, points, list);
            moves(battle, unit, points, list);
        }
    }
    if may_turn(battle, unit) {
        let facings = Facing::ALL.into_iter().filter(|&facing| may_face(battle, unit, points, facing).is_ok());
        list.actions.extend(facings.map(|facing| Action::of(Verb::Face, unit).index(facing as u8)));
    }
    list.push(Action::of(Verb::Hold, unit));
}

/// HEX-ORD-05: one hex, whatever it costs; enemy hexes are for Slow and Fast (HEX-MOVE-04).
fn crawl(battle: &Battle, unit: UnitId, list: &mut Listing) {
    let at = battle.piece(unit).at;
    for (i, to) in battle.board().exits(at).enumerate() {
        // A ladder to a neighbour is no second way there.
        let again = battle.board().exits(at).take(i).any(|before| before == to);
        if let Some(facings) = crawled(battle, unit, to).filter(|_| !again && stacks(battle, unit, to)) {
            list.push(Action::of(Verb::Move, unit).with(facings).hex(to));
        }
    }
}

/// The facings with which a unit can crawl into a hex that its own leads to; none where it cannot.
fn crawled(battle: &Battle, unit: UnitId, to: Cell) -> Option<u8> {
    let piece = battle.piece(unit);
    let class = battle.profile(unit).sheet.class;
    let side = battle.board().neighbours[piece.at.index()].iter().position(|&n| n == to).map(Facing::from_index);
    // HEX-MOVE-09: backing takes the whole step, which the one hex of a crawl is.
    let driven = |s: Facing| [s, s.back()].into_iter().find(|&facing| piece.facing.turn_to(facing) <= 1);
    let facings = match (class, side.and_then(driven)) {
        (Class::Infantry, _) => 0,
        (Class::Monster, _) => ALL_FACINGS,
        (Class::Vehicle, None) => return None,
        (Class::Vehicle, Some(facing)) => beside(facing),
    };
    let enters = step_cost(battle, class, piece.at, to, false).is_some() && !battle.enemy_on_ground(unit, to);
    enters.then_some(facings)
}

/// Where a unit can go, if nobody and nothing but the ground as drawn has a say in it: what most moves are.
fn known_ways<'b>(battle: &'b Battle, unit: UnitId, points: u8, reach: &mut Reach) -> Option<&'b [Way]> {
    let (piece, setting) = (battle.piece(unit), battle.setting());
    let flying = battle.unit(unit).flying;
    let as_drawn = flying || battle.marked().iter().all(|(_, m)| !m.burned && !m.wreck);
    if !as_drawn || setting.exits.iter().any(|e| e.side == piece.side) {
        return None;
    }
    let gait = Gait { class: battle.profile(unit).sheet.class, flying, facing: piece.facing };
    let ways = setting.ways.from(battle.board(), &setting.costs, gait, piece.at, points, reach)?;
    let joined = !battle.board().links.is_empty();
    let in_the_way = |foe: UnitId| {
        let at = battle.piece(foe).at;
        let near = joined || battle.board().distance(piece.at, at) <= points.into();
        near && !battle.unit(foe).flying && ways.iter().any(|way| way.to == at)
    };
    (flying || !battle.enemies_of(piece.side).any(in_the_way)).then_some(ways)
}

/// The way of a listed move, and what it costs.
pub(in crate::rules) fn path_of(battle: &Battle, action: Action) -> Option<(u8, Vec<Cell>)> {
    let (Some(Step::Move { round, .. }), Verb::Move, Target::Hex(to)) = (battle.step(), action.verb, action.target)
    else {
        return None;
    };
    let mut list = Listing::default();
    search(battle, action.unit, points(battle, action.unit, round), &mut list);
    let mut way = Vec::new();
    list.reach.path(to, &mut way);
    Some((list.reach.cost(to)?, way))
}

impl Battle {
    /// The hexes that a unit could enter in one movement at Fast, whatever its order is now (HEX-ORD-02, HEX-ASLT).
    pub(in crate::rules) fn charge_range(&self, unit: UnitId) -> Vec<Cell> {
        let (now, sheet) = (self.unit(unit), &self.profile(unit).sheet);
        if now.tracks > 0 || !self.piece(unit).at.is_some() {
            return Vec::new();
        }
        let mut list = Listing::default();
        search(self, unit, if now.engine > 0 { sheet.slow } else { sheet.fast }, &mut list);
        list.reach.reached().to_vec()
    }
}

/// Searches what a unit can reach with its points.
fn search(battle: &Battle, unit: UnitId, points: u8, list: &mut Listing) {
    let piece = battle.piece(unit);
    let class = battle.profile(unit).sheet.class;
    let (flying, shaken) = (battle.unit(unit).flying, battle.unit(unit).shaken > 0);
    let foes = if flying { UnitSet::default() } else { battle.foes_on_ground(piece.side) };
    search_by(battle, unit, points, list, |from, to| {
        let stop = battle.occupied(to) && battle.any_at(foes, to);
        if stop && shaken {
            return None; // HEX-SHK-03
        }
        let cost = step_cost(battle, class, from, to, flying)?;
        // HEX-MOVE-03: one enterable hex can always be entered for all points.
        Some(Entry { cost: if from == piece.at { cost.min(points) } else { cost }, stop })
    });
}

/// Searches with a unit that must face where it goes, or one that need not.
fn search_by(
    battle: &Battle,
    unit: UnitId,
    points: u8,
    list: &mut Listing,
    enter: impl FnMut(Cell, Cell) -> Option<Entry>,
) {
    let piece = battle.piece(unit);
    if battle.profile(unit).sheet.class == Class::Vehicle {
        list.reach.turning(battle.board(), piece.at, piece.facing, points, enter);
    } else {
        list.reach.field(battle.board(), piece.at, points, enter);
    }
}

/// Lists what the search has found.
fn moves(battle: &Battle, unit: UnitId, points: u8, list: &mut Listing) {
    let piece = battle.piece(unit);
    let class = battle.profile(unit).sheet.class;
    let Listing { actions, reach, .. } = list;
    for &cell in reach.reached() {
        if cell == piece.at || battle.occupied(cell) && !stacks(battle, unit, cell) {
            continue;
        }
        actions.push(Action::of(Verb::Move, unit).with(facings_in(class, reach, cell)).hex(cell));
    }
    if class == Class::Vehicle {
        reverse(battle, unit, actions);
    }
    for exit in battle.setting().exits.iter().filter(|e| e.side == piece.side) {
        if leaves_by(battle, unit, points, reach, exit.edge) {
            let edge = Edge::ALL.iter().position(|&e| e == exit.edge).unwrap_or(0);
            actions.push(Action::of(Verb::Move, unit).index(edge as u8));
        }
    }
}

/// The facings that a unit may take in a hex that a search has reached, as bits; none for Infantry, which has no facing.
#[inline]
fn facings_in(class: Class, reach: &Reach, cell: Cell) -> u8 {
    match class {
        Class::Infantry => 0,
        Class::Monster => ALL_FACINGS,
        Class::Vehicle => reach.facing_set(cell),
    }
}

/// Whether a unit can leave by an open edge, out of any of the hexes that a search has reached (HEX-MOVE-08).
fn leaves_by(battle: &Battle, unit: UnitId, points: u8, reach: &Reach, edge: Edge) -> bool {
    let at = battle.piece(unit).at;
    let (grounded, vehicle) = (!battle.unit(unit).flying, battle.profile(unit).sheet.class == Class::Vehicle);
    reach.reached().iter().any(|&c| {
        let barred = grounded && c != at && battle.enemy_on_ground(unit, c);
        let spent = if vehicle { facing_out(battle, reach, c, edge) } else { reach.cost(c) };
        battle.board().on_edge(c, edge) && !barred && spent.is_some_and(|spent| spent < points)
    })
}

/// HEX-MOVE-09: one hex in reverse takes the whole step. The free turns before and after it are as ever (HEX-FACE-02);
/// where the hex can be reached ahead as well, both ways' facings are open.
fn reverse(battle: &Battle, unit: UnitId, actions: &mut Vec<Action>) {
    for (behind, facing) in backed(battle, unit) {
        let ahead = actions.iter_mut().find(|a| (a.verb, a.unit, a.target) == (Verb::Move, unit, Target::Hex(behind)));
        match ahead {
            Some(ahead) => ahead.with |= beside(facing),
            None if !stacks(battle, unit, behind) => {}
            None => actions.push(Action::of(Verb::Move, unit).with(beside(facing)).hex(behind)),
        }
    }
}

/// The hexes that a Vehicle can back into, each with the facing that it has then.
fn backed(battle: &Battle, unit: UnitId) -> impl Iterator<Item = (Cell, Facing)> {
    let piece = battle.piece(unit);
    let flying = battle.unit(unit).flying;
    let facings = [piece.facing, piece.facing.left(), piece.facing.right()];
    let behind = move |facing: Facing| battle.board().neighbours[piece.at.index()][facing.back() as usize];
    facings.into_iter().map(move |facing| (behind(facing), facing)).filter(move |&(behind, _)| {
        let barred = || battle.unit(unit).shaken > 0 && !flying && battle.enemy_on_ground(unit, behind);
        behind.is_some() && can_step(battle, unit, piece.at, behind, flying) && !barred()
    })
}

/// The least points to be in a hex facing out of the board by an edge: Vehicles leave by the front (HEX-MOVE-09).
fn facing_out(battle: &Battle, reach: &Reach, cell: Cell, edge: Edge) -> Option<u8> {
    let out: &[Facing] = match edge {
        Edge::Left => &[Facing::W, Facing::NW, Facing::SW],
        Edge::Right => &[Facing::E, Facing::NE, Facing::SE],
        Edge::Top => &[Facing::NE, Facing::NW],
        Edge::Bottom => &[Facing::SE, Facing::SW],
    };
    let (neighbours, costs) = (&battle.board().neighbours[cell.index()], reach.facings(cell));
    let open = out.iter().map(|&f| f as usize).filter(|&f| !neighbours[f].is_some());
    open.filter_map(|f| costs[f]).min()
}

/// A unit picks its facing.
pub(super) fn turning(play: &mut Play<'_>, turning: Turning, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("HEX-FACE-02");
    let unit = turning.unit;
    if let Some(Action { target: Target::Index(facing), .. }) = answer {
        play.face(unit, Facing::from_index(facing.into()), RULE);
        return Flow::Done;
    }
    let side = play.piece(unit).side;
    let decision = Decision::about(side, Kind::Act, unit, RULE);
    Flow::Ask(Step::Turning(turning), decision)
}

/// The facings it may pick.
pub(super) fn turning_offers(turning: Turning, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else { return };
    for facing in Facing::ALL {
        if turning.facings >> facing as u8 & 1 == 1 {
            list.push(Action::of(Verb::Face, unit).index(facing as u8));
        }
    }
}

/// Hex effects before a movement step (HEX-TRIG-01): one effect of one unit's hex a run.
pub(super) fn trigger(play: &mut Play<'_>, unit: UnitId, effect: u8) -> Flow<Step> {
    let marked = |u: &UnitId| play.ground(play.piece(*u).at) != Default::default();
    let Some(id) = play.on_board().from(unit).find(marked) else { return Flow::Done };
    if id > unit && effect > 0 {
        // The unit that the effects were counted for has none left.
        return Flow::Next(Step::Trigger { unit: id, effect: 0 });
    }
    let next = if effect < 3 {
        Step::Trigger { unit: id, effect: effect + 1 }
    } else {
        Step::Trigger { unit: id.next(), effect: 0 }
    };
    let at = play.piece(id).at;
    let marks = play.ground(at);
    let (flying, bio) = (play.unit(id).flying, play.profile(id).sheet.bio);
    // HEX-TRIG-06: flying units meet clouds only; HEX-TRIG-03: clouds meet biological units only.
    let (there, rule) = match effect {
        0 => (marks.cloud > 0 && bio, Rule("HEX-TRIG-03")),
        1 => (marks.burning && !flying, Rule("HEX-TRIG-04")),
        2 => (marks.acid && !flying, Rule("HEX-TRIG-04")),
        _ => (marks.mines && !flying, Rule("HEX-TRIG-05")),
    };
    if !there {
        return Flow::Next(next);
    }
    let numbers = &play.setting().numbers;
    let roll = Roll::new(Rule("HEX-TRIG-01"), numbers.trigger_die, id);
    let cut = [numbers.trigger_on];
    let models = play.unit(id).models;
    if play.pool(roll, &cut, models)[1] == 0 {
        return Flow::Next(next);
    }
    match effect {
        0 => play.change(id, rule, |u| u.poisoned(marks.cloud)),
        1 => play.change(id, rule, |u| u.fire = true),
        2 => play.change(id, rule, |u| u.acid = true),
        _ => {
            let mine =
                Strike { target: id, source: UnitId::NONE, with: Arm::Mine, count: 1, range: Range::None, quarter: 2 };
            if play.pending().strikes.len() < MAX_STRIKES {
                play.pending_mut().strikes.push(mine);
            }
            play.change_ground(at, rule, |m| m.mines = false);
        }
    }
    Flow::Next(next)
}

/// Whether a unit that picks its facing may pick this one.
pub(super) fn check_turning(turning: Turning, action: Action) -> Result<(), Refusal> {
    const RULE: Rule = Rule("HEX-FACE-02");
    action.aimed(RULE)?;
    match action.target {
        Target::Index(facing @ 0..6) if turning.facings >> facing & 1 == 1 => Ok(()),
        _ => Err(Refusal::new(Reason::OutOfReach, RULE)),
    }
}

/// Whether a unit may move, turn where it stands, or stay (HEX-MOVE-01).
pub(super) fn check(battle: &Battle, round: u8, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    const RULE: Rule = Rule("HEX-MOVE-01");
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let Action { verb, unit, target, .. } = action;
    if verb == Verb::Pass {
        return action.plain(RULE);
    }
    if battle.pending().done.has(unit) {
        return Err(Refusal::new(Reason::AlreadyDone, RULE));
    }
    let points = points(battle, unit, round);
    match (verb, target) {
        (Verb::Hold, _) => action.plain(RULE),
        (Verb::Face, _) if battle.unit(unit).tracks > 0 => no(Reason::OutOfReach, "HEX-CRIT-01"),
        (Verb::Face, _) if !may_turn(battle, unit) => no(Reason::WrongKindOfUnit, "HEX-FACE-01"),
        (Verb::Face, Target::Index(facing @ 0..6)) => {
            action.aimed(Rule("HEX-FACE-02"))?;
            may_face(battle, unit, points, Facing::from_index(facing.into()))
        }
        (Verb::Face, _) => no(Reason::Malformed, "HEX-FACE-02"),
        _ => {
            may_go(battle, unit, points)?;
            match target {
                Target::Hex(cell) => check_move(battle, action, cell, points, list),
                Target::Index(edge) => check_exit(battle, action, edge, points, list),
                _ => Err(Refusal::new(Reason::NoSuchHex, RULE)),
            }
        }
    }
}

/// Whether a unit that may go anywhere may go to a hex.
fn check_move(battle: &Battle, action: Action, cell: Cell, points: u8, list: &mut Listing) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let Action { unit, with, .. } = action;
    let (now, at, class) = (battle.unit(unit), battle.piece(unit).at, battle.profile(unit).sheet.class);
    if cell == at {
        return no(Reason::NothingToDo, "HEX-MOVE-01");
    }
    if !now.flying && battle.enemy_on_ground(unit, cell) {
        if now.shaken > 0 {
            return no(Reason::OutOfReach, "HEX-SHK-03");
        }
        if now.speed == Speed::Crawl {
            return no(Reason::OutOfReach, "HEX-MOVE-04");
        }
    }
    if !enterable(battle, unit, cell, now.flying) {
        return Err(Refusal::new(Reason::OutOfReach, terrain_rule(battle, cell)));
    }
    if !stacks(battle, unit, cell) {
        return no(Reason::Stacked, "HEX-STACK-01");
    }
    let facings = if now.speed == Speed::Crawl {
        let leads = battle.board().exits(at).any(|to| to == cell);
        leads.then(|| crawled(battle, unit, cell)).flatten()
    } else if let Some(ways) = known_ways(battle, unit, points, &mut list.reach) {
        ways.iter().find(|way| way.to == cell).map(|way| way.facings)
    } else {
        search(battle, unit, points, list);
        let ahead = list.reach.reached().contains(&cell).then(|| facings_in(class, &list.reach, cell));
        let behind = if class == Class::Vehicle { backed(battle, unit).find(|b| b.0 == cell) } else { None };
        match (ahead, behind) {
            (None, None) => None,
            _ => Some(ahead.unwrap_or(0) | behind.map_or(0, |(_, facing)| beside(facing))),
        }
    };
    match facings {
        Some(facings) if facings == with => Ok(()),
        Some(_) => no(Reason::Malformed, "HEX-FACE-02"),
        // A hex beside it, too high or too deep to step to, and no way round.
        None if battle.board().neighbours[at.index()].contains(&cell)
            && !can_step(battle, unit, at, cell, now.flying) =>
        {
            no(Reason::OutOfReach, "HEX-MOVE-07")
        }
        None if class == Class::Vehicle => no(Reason::OutOfReach, "HEX-MOVE-09"),
        None => no(Reason::OutOfReach, "HEX-MOVE-01"),
    }
}

/// Whether a unit that may go anywhere may leave by an edge (HEX-MOVE-08).
fn check_exit(battle: &Battle, action: Action, edge: u8, points: u8, list: &mut Listing) -> Result<(), Refusal> {
    const RULE: Rule = Rule("HEX-MOVE-08");
    let no = |rule| Err(Refusal::new(Reason::OutOfReach, rule));
    action.aimed(RULE)?;
    let (unit, side) = (action.unit, battle.piece(action.unit).side);
    let edge = Edge::ALL.get(usize::from(edge)).copied();
    let Some(edge) = edge.filter(|&edge| battle.setting().exits.iter().any(|e| (e.side, e.edge) == (side, edge)))
    else {
        return no(RULE);
    };
    if battle.unit(unit).speed == Speed::Crawl {
        return no(Rule("HEX-ORD-05"));
    }
    search(battle, unit, points, list);
    if leaves_by(battle, unit, points, &list.reach, edge) { Ok(()) } else { no(Rule("HEX-MOVE-01")) }
}

impl super::Unit {
    /// The rule of the speed that it was ordered.
    #[must_use]
    pub fn speed_rule(&self) -> Rule {
        match self.speed {
            Speed::Stand => Rule("HEX-ORD-02"),
            Speed::Rest => Rule("HEX-ORD-03"),
            Speed::Setup => Rule("HEX-ORD-04"),
            Speed::Crawl => Rule("HEX-ORD-05"),
            Speed::Slow | Speed::Fast => Rule("HEX-ORD-06"),
        }
    }
}
