//! Deployment (ITEN-DEP): edges, zones, figures placed around their Leader.

use crate::battle::{
    Action, Decision, Flow, Kind, Listing, Reason, Refusal, Rule, SideId, Target, UnitId, UnitSet, Verb,
};
use crate::board::{Cell, Edge};
use crate::kit::asking::Question;
use crate::kit::nearness::inland;

use super::missions::wagon;
use super::stages::ApproachStage;
use super::zones::{self, EDGES, OWN, Zone};
use super::{Battle, Play, Step, driving, order, riding, seats};

/// The zone of whoever has none yet.
static NOWHERE: Zone = Zone { cells: Vec::new(), edges: 0, middle: (0.0, 0.0) };

/// ITEN-DEP-01: a die for each side, ties again; the highest picks an edge and places first.
pub(super) fn roll(play: &mut Play<'_>) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-DEP-01");
    if play.boarding().is_some() {
        return Flow::Next(Step::Approach(ApproachStage::Order));
    }
    if play.units().only(|u| play.waits(u)).is_empty() {
        return Flow::Next(Step::Initiative);
    }
    // Who is the only one to be placed has nobody to roll against.
    let alone = play.table().placed.count_ones() as usize + 1 == play.players();
    let settled = if alone { order::settle(play, RULE) } else { order::settled(play, RULE) };
    Flow::Next(if settled { Step::PickEdge } else { Step::DeploymentRoll })
}

/// Who picks an edge now: the escort where the wagon starts (ITEN-GAU-01), then the first of those who stand around.
fn picker(battle: &Battle) -> SideId {
    let escort =
        battle.part().filter(|s| battle.table().zones.0[s.index()] == 0 && !battle.setting().own_zones.is_empty());
    let first = u8::from(battle.part().is_some());
    escort.or_else(|| battle.side_asked(first)).unwrap_or_default()
}

/// The first side picks its edge; the zones of the others follow from it.
pub(super) fn pick_edge(play: &mut Play<'_>, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-DEP-01");
    let picker = picker(play);
    let Some(Action { target: Target::Index(edge), .. }) = answer else {
        return Flow::Ask(Step::PickEdge, Decision::to(picker, Kind::Deploy, UnitSet::default(), RULE));
    };
    if play.part() == Some(picker) {
        let edge = EDGES[usize::from(edge)];
        play.change_table(Rule("ITEN-GAU-01"), |t| t.zones.0[picker.index()] = zones::own_zone(edge));
        wagon::place(play, edge);
        return Flow::Next(Step::DeploymentRoll);
    }
    let order = play.table().order.0;
    let (first, sides) = (usize::from(play.part().is_some()), play.players());
    play.change_table(RULE, |t| {
        for (place, side) in order[first..sides].iter().enumerate() {
            t.zones.0[*side as usize] = (usize::from(edge) * (sides - first) + place + 1) as i16;
        }
    });
    Flow::Next(Step::Deploy { asked: 0 })
}

/// The edges to pick from: those on which everybody finds room.
pub(super) fn edge_offers(battle: &Battle, list: &mut Listing) {
    let picker = picker(battle);
    let first = usize::from(battle.part().is_some());
    let order = &battle.table().order.0[first..battle.players()];
    let fits = |(zone, side): (&Zone, &i16)| {
        let own = battle.units().filter(|&u| battle.piece(u).side.0 as i16 == *side && battle.waits(u));
        // A vehicle takes up seven hexes, and leaves as many about it that no other can use.
        let figures: usize = own.map(|u| if battle.piece(u).wide { 14 } else { 1 }).sum();
        zone.cells.iter().filter(|c| battle.footing(**c).passable).count() >= figures
    };
    for (number, edge) in EDGES.into_iter().enumerate() {
        let zones = &battle.setting().zones[number];
        let open = if battle.part() == Some(picker) {
            matches!(edge, Edge::Left | Edge::Right)
        } else {
            !zones.is_empty() && zones.iter().zip(order).all(fits)
        };
        if open {
            list.push(Action::side(Verb::Place).index(number as u8));
        }
    }
}

impl Battle {
    /// A side's zone; empty before edges are picked.
    #[must_use]
    pub fn zone(&self, side: SideId) -> &Zone {
        let (number, setting) = (self.table().zones.0[side.index()], self.setting());
        if number > OWN {
            let own = setting.own_zones.get((number - OWN - 1) as usize);
            return own.or(setting.own_zones.first()).unwrap_or(&NOWHERE);
        }
        let sides = self.players() - usize::from(setting.mission.part().is_some());
        usize::try_from(number - 1).map_or(&NOWHERE, |zone| &setting.zones[zone / sides][zone % sides])
    }

    /// Whether the figures of a side stand as far from their Leader as they like: who holds a building.
    fn stands_freely(&self, side: SideId) -> bool {
        self.part() == Some(side) && !self.setting().scene.inside.is_empty()
    }

    /// Whether a figure is still to be placed.
    pub(super) fn waits(&self, unit: UnitId) -> bool {
        let now = self.unit(unit);
        let absent = now.hidden || now.aboard.is_some();
        now.fate == super::figure::Fate::Playing && !absent && !self.piece(unit).at.is_some()
    }
}

/// The figures that a side may place now: its Leader first, since the others stand around him (ITEN-DEP-02), with what
/// he rides in; then vehicles, while there is room for them (ITEN-VEH-38).
fn deployers(battle: &Battle, side: SideId) -> UnitSet {
    let waiting = battle.units().only(|u| battle.piece(u).side == side && battle.waits(u));
    let leader = battle.setting().bands[side.index()].leader;
    let leader = leader.map(|l| battle.carrier(l).unwrap_or(l));
    // ITEN-FORT-01, ITEN-RIT-03: who holds a building stands as he likes.
    match leader.filter(|&l| waiting.has(l) && !battle.stands_freely(side)) {
        Some(leader) => [leader].into_iter().collect(),
        None => Some(waiting & battle.setting().vehicles).filter(|v| !v.is_empty()).unwrap_or(waiting),
    }
}

/// ITEN-DEP-02: one side after the other places its figures.
pub(super) fn deploy(play: &mut Play<'_>, asked: u8, answer: Option<Action>) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-DEP-02");
    match answer {
        Some(Action { unit, target: Target::Hex(cell), .. }) => {
            if play.is_vehicle(unit) {
                let inland = inland(play.board(), cell);
                play.face(unit, inland, Rule("ITEN-VEH-38"));
            }
            play.move_to(unit, cell, RULE);
        }
        // No room is left for it: its people are on foot.
        Some(Action { verb: Verb::Stay, unit, .. }) => {
            for rider in play.riders(unit) {
                seats::leave_seat(play, rider, Rule("ITEN-VEH-38"));
            }
            riding::carry_off(play, unit, Rule("ITEN-VEH-38"));
        }
        _ => {}
    }
    match Question::new(RULE, Kind::Deploy).ask_from(play, asked, deployers, |asked| Step::Deploy { asked }) {
        Flow::Done => Flow::Next(Step::Quarry { side: 0 }),
        asking => asking,
    }
}

/// Hexes for a figure: free ones of the zone, near the Leader. For a vehicle those where all of it is in the zone.
pub(super) fn offers(battle: &Battle, actor: Option<UnitId>, list: &mut Listing) {
    let Some(unit) = actor else { return };
    let side = battle.piece(unit).side;
    let zone = battle.zone(side);
    let vehicle = battle.is_vehicle(unit);
    let free = |c: &Cell| match vehicle {
        true => driving::fits(battle, unit, *c, |hex| zone.holds(hex)),
        false => battle.footing(*c).passable && !battle.occupied(*c),
    };
    let leader = battle.setting().bands[side.index()].leader.filter(|&l| l != unit && !battle.stands_freely(side));
    let leader = leader.map(|l| battle.spot(l)).filter(|at| at.is_some());
    let farthest = u16::from(battle.setting().numbers.deployment.1);
    let board = battle.board();
    let near = |c: Cell| leader.is_none_or(|at| board.distance(at, c) <= farthest);
    let put = |c: Cell| Action::of(Verb::Place, unit).hex(c);
    let before = list.actions.len();
    // HULK-LEFT-01: Boarders start in their craft.
    list.actions.extend(battle.craft(side).filter(free).map(put));
    for everywhere in [false, true] {
        for &cell in &zone.cells {
            if (everywhere || near(cell)) && free(&cell) {
                list.push(put(cell));
            }
        }
        // Where it is too narrow around the Leader, any hex of the zone will do.
        if list.actions.len() > before {
            break;
        }
    }
    if vehicle && list.actions.len() == before {
        list.push(Action::of(Verb::Stay, unit));
    }
}

/// Whether an edge may be picked.
pub(super) fn check_edge(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    let listed = list.would_list(action, |list| edge_offers(battle, list));
    if listed { Ok(()) } else { Err(Refusal::new(Reason::NotInZone, Rule("ITEN-DEP-01"))) }
}

/// Whether a figure or a vehicle may be placed in a hex, or a vehicle left out for want of room (ITEN-DEP-02, ITEN-VEH-38).
pub(super) fn check(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    const RULE: Rule = Rule("ITEN-DEP-02");
    let no = |reason, rule| Err(Refusal::new(reason, rule));
    let unit = action.unit;
    if !battle.waits(unit) {
        return no(Reason::AlreadyDone, RULE);
    }
    if !battle.actors().has(unit) {
        return no(Reason::MayNotAct, RULE);
    }
    if list.would_list(action, |list| offers(battle, Some(unit), list)) {
        return Ok(());
    }
    let side = battle.piece(unit).side;
    let near = if battle.is_vehicle(unit) { Rule("ITEN-VEH-38") } else { RULE };
    match action.target {
        _ if action.verb == Verb::Stay => no(Reason::MayNotAct, Rule("ITEN-VEH-38")),
        Target::Hex(cell) if !battle.zone(side).holds(cell) && !battle.craft(side).any(|c| c == cell) => {
            no(Reason::NotInZone, RULE)
        }
        Target::Hex(cell) if battle.occupied(cell) => no(Reason::Stacked, Rule("ITEN-MOVE-06")),
        // Too far from the Leader, impassable, or not all of a vehicle is in the zone.
        Target::Hex(_) => no(Reason::OutOfReach, near),
        _ => no(Reason::NoSuchHex, RULE),
    }
}
