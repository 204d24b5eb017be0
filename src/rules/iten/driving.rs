//! Driving (ITEN-VEH-01, -03 to -06, -22): where a vehicle can go, and the way there hex by hex. What it meets there is
//! in `ramming`.

use std::cell::RefCell;

use arrayvec::ArrayVec;

use crate::battle::{Action, Flow, Listing, Reason, Refusal, Rule, SideId, Target, UnitId, UnitSet, Verb};
use crate::board::{Cell, Facing};

use super::figure::Blaze;
use super::missions::events;
use super::numbers::{Cover, MOST_HEXES};
use super::stages::Drive;
use super::vehicles::Kind;
use super::wrecks::Broken;
use super::{Battle, Play, Step, payload, ramming, riding};

/// What is in the next hexes of a vehicle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ahead {
    /// Ground that takes so much of its move.
    Open(u8),
    /// The same with somebody on it who can be run over.
    Figures(u8),
    /// Somebody who is not run over on purpose.
    Friends,
    /// Another vehicle.
    Vehicle(UnitId),
    /// What it cannot get over.
    Solid,
    /// The edge of the board.
    Edge,
}

/// How a vehicle goes.
#[derive(Clone, Copy)]
struct Gait {
    budget: u8,
    /// Hexes between turns; 0 for none.
    every: u8,
    backing: bool,
    left: bool,
    right: bool,
    /// Fewest hexes that it has to go.
    least: u8,
}

/// A vehicle turns as it stands at this place of its rhythm.
const TURNED: u8 = 3;

/// A place, a facing, how many hexes since it could turn last, and whether it has run somebody over.
#[derive(Clone, Copy)]
struct Pose {
    cell: Cell,
    facing: u8,
    rhythm: u8,
    over: bool,
}

impl Pose {
    fn number(self) -> u32 {
        ((u32::from(self.cell.0) * 6 + u32::from(self.facing)) * 4 + u32::from(self.rhythm)) * 2 + u32::from(self.over)
    }

    fn of(number: u32) -> Pose {
        Pose {
            cell: Cell((number / 48) as u16),
            facing: (number / 8 % 6) as u8,
            rhythm: (number / 2 % 4) as u8,
            over: number % 2 == 1,
        }
    }
}

/// The best way into a pose.
#[derive(Clone, Copy, Default)]
struct Node {
    search: u32,
    cost: u8,
    hexes: u8,
    from: u32,
}

/// Buffers of the search for ways.
#[derive(Default)]
struct Roads {
    search: u32,
    nodes: Vec<Node>,
    buckets: Vec<Vec<u32>>,
    /// Poses in the order of what they cost.
    reached: Vec<u32>,
    /// Vehicles that can be rammed: from which pose, after how many hexes.
    rams: ArrayVec<(UnitId, u32, u8), 16>,
    /// Poses listed, by the number of their listing.
    told: Vec<u32>,
    listing: u32,
}

thread_local! {
    static ROADS: RefCell<Roads> = RefCell::default();
}

impl Roads {
    fn improve(&mut self, pose: Pose, cost: u8, hexes: u8, from: u32) {
        let search = self.search;
        let number = pose.number();
        let node = &mut self.nodes[number as usize];
        if node.search != search || cost < node.cost {
            *node = Node { search, cost, hexes, from };
            self.buckets[usize::from(cost)].push(number);
        }
    }

    /// Finds all poses that a vehicle gets to.
    fn explore(&mut self, battle: &Battle, unit: UnitId, gait: Gait) {
        self.search += 1;
        self.nodes.resize(self.nodes.len().max(battle.board().len() * 48), Node::default());
        self.buckets.resize_with(self.buckets.len().max(usize::from(gait.budget) + 1), Vec::new);
        self.reached.clear();
        self.rams.clear();
        let piece = battle.piece(unit);
        let start = Pose { cell: piece.at, facing: piece.facing as u8, rhythm: 0, over: false };
        self.improve(start, 0, 0, start.number());
        for cost in 0..=gait.budget {
            let mut next = 0;
            while let Some(&number) = self.buckets[usize::from(cost)].get(next) {
                next += 1;
                let node = self.nodes[number as usize];
                if node.cost == cost {
                    self.reached.push(number);
                    self.turn(number, node, gait);
                    self.roll_on(battle, unit, number, node, gait);
                }
            }
            self.buckets[usize::from(cost)].clear();
        }
    }

    /// ITEN-VEH-06: turns on the spot that are open in a pose.
    fn turn(&mut self, number: u32, node: Node, gait: Gait) {
        let pose = Pose::of(number);
        if pose.rhythm != 0 {
            return;
        }
        let facing = Facing::from_index(pose.facing.into());
        let rhythm = if gait.every == 0 { 0 } else { TURNED };
        for (open, to) in [(gait.left, facing.left()), (gait.right, facing.right())] {
            if open {
                self.improve(Pose { facing: to as u8, rhythm, ..pose }, node.cost, node.hexes, number);
            }
        }
    }

    /// The next hex from a pose.
    fn roll_on(&mut self, battle: &Battle, unit: UnitId, number: u32, node: Node, gait: Gait) {
        let pose = Pose::of(number);
        let facing = Facing::from_index(pose.facing.into());
        let direction = if gait.backing { facing.back() } else { facing };
        let (to, what) = ahead(battle, unit, pose.cell, direction);
        let rhythm = (pose.rhythm % TURNED + 1).checked_rem(gait.every).unwrap_or(0);
        let mut go = |over: bool, takes: u8| {
            let cost = node.cost + takes;
            if cost <= gait.budget {
                self.improve(Pose { cell: to, rhythm, over, ..pose }, cost, node.hexes + 1, number);
            }
        };
        match what {
            Ahead::Open(takes) => go(pose.over, takes),
            // Who flies may pass above, or low enough.
            Ahead::Figures(takes) if battle.skims(unit) => {
                go(pose.over, takes);
                go(true, takes);
            }
            Ahead::Figures(takes) if !gait.backing => go(true, takes),
            Ahead::Vehicle(other) if !gait.backing && battle.enemies(unit, other) && node.hexes >= gait.least => {
                match self.rams.iter_mut().find(|r| r.0 == other) {
                    Some(ram) if ram.2 < node.hexes => *ram = (other, number, node.hexes),
                    Some(_) => {}
                    // More vehicles than these nobody needs to choose from.
                    None => _ = self.rams.try_push((other, number, node.hexes)),
                }
            }
            _ => {}
        }
    }

    /// Whether a move may end in a pose that was reached.
    fn ends_at(&self, battle: &Battle, unit: UnitId, gait: Gait, number: u32) -> bool {
        let pose = Pose::of(number);
        let hexes = self.nodes[number as usize].hexes;
        let turns_only = gait.every != 0 && pose.facing != battle.piece(unit).facing as u8;
        (hexes > 0 || turns_only) && hexes >= gait.least && may_stop(battle, unit, pose.cell)
    }

    /// Whether a pose is told for the first time in a listing.
    fn tell(&mut self, pose: Pose) -> bool {
        let at = (usize::from(pose.cell.0) * 6 + usize::from(pose.facing)) * 2 + usize::from(pose.over);
        self.told.resize(self.told.len().max(at + 1), 0);
        std::mem::replace(&mut self.told[at], self.listing) != self.listing
    }

    /// The way into a pose.
    fn way(&self, unit: UnitId, number: u32, gait: Gait) -> Drive {
        let node = self.nodes[number as usize];
        let facing = Facing::from_index(Pose::of(number).facing.into());
        let (mut way, mut at, mut left) = (0, number, node.hexes);
        while left > 0 {
            let from = self.nodes[at as usize].from;
            if Pose::of(from).cell != Pose::of(at).cell {
                let facing = Facing::from_index(Pose::of(at).facing.into());
                left -= 1;
                way |= (if gait.backing { facing.back() } else { facing } as u64) << (3 * left);
            }
            at = from;
        }
        let (backing, low) = (gait.backing, Pose::of(number).over);
        Drive { unit, way, length: node.hexes, done: 0, facing, backing, reckless: false, low }
    }
}

/// What a vehicle comes upon with its next hex, and the middle of where it would be.
pub(super) fn ahead(battle: &Battle, unit: UnitId, from: Cell, direction: Facing) -> (Cell, Ahead) {
    let (piece, board) = (battle.piece(unit), battle.board());
    let to = board.neighbours[from.index()][direction as usize];
    if !to.is_some() {
        return (to, Ahead::Edge);
    }
    // The hexes that it enters: those in front of its new middle.
    let around = &board.neighbours[to.index()];
    let front = [direction.left(), direction, direction.right()].map(|d| around[d as usize]);
    let entered = if piece.wide { &front[..] } else { &[to] };
    if entered.iter().any(|c| !c.is_some()) {
        return (to, Ahead::Edge);
    }
    let skims = battle.skims(unit);
    let rises = |c: Cell| board.heights[c.index()].abs_diff(board.heights[from.index()]) > 1;
    if !skims && (rises(to) || entered.iter().any(|&c| rises(c) || bars(battle, c))) {
        return (to, Ahead::Solid);
    }
    let (mut figures, mut friends) = (false, false);
    for &cell in entered.iter().filter(|c| battle.occupied(**c)) {
        for other in battle.units_in(cell).filter(|&u| u != unit) {
            match battle.enemies(unit, other) {
                _ if battle.is_vehicle(other) => return (to, Ahead::Vehicle(other)),
                true if !skims || battle.hindrance(cell) == 0 => figures = true,
                false if !skims => friends = true,
                _ => {}
            }
        }
    }
    let soft = !skims && entered.iter().any(|&c| battle.hindrance(c) > 0);
    let takes = if soft { battle.setting().numbers.driving.soft } else { 1 };
    let what = match (friends, figures) {
        (true, _) => Ahead::Friends,
        (_, true) => Ahead::Figures(takes),
        _ => Ahead::Open(takes),
    };
    (to, what)
}

/// Whether no ground vehicle gets into a hex (ITEN-VEH-04).
fn bars(battle: &Battle, cell: Cell) -> bool {
    let footing = battle.footing(cell);
    !footing.passable || footing.cover == Cover::Hard && battle.hindrance(cell) > 0
}

/// Whether a vehicle may end its move with its middle in a hex: a skimmer only in the open (ITEN-VEH-05), nobody being
/// under it but whom it runs over.
fn may_stop(battle: &Battle, unit: UnitId, at: Cell) -> bool {
    if !battle.skims(unit) {
        return true;
    }
    let board = battle.board();
    let around = if battle.piece(unit).wide { board.neighbours[at.index()] } else { [Cell::NONE; 6] };
    let mut hull = [at].into_iter().chain(around).filter(|c| c.is_some());
    hull.all(|c| {
        let taken = battle.occupied(c) && battle.units_in(c).any(|u| u != unit);
        !taken && battle.footing(c).passable && battle.footing(c).cover == Cover::Open
    })
}

/// ITEN-VEH-38: whether a vehicle may be set up with its middle in a hex, on such hexes as it can drive on.
pub(super) fn fits(battle: &Battle, unit: UnitId, at: Cell, inside: impl Fn(Cell) -> bool) -> bool {
    let board = battle.board();
    let around = if battle.piece(unit).wide { board.neighbours[at.index()] } else { [at; 6] };
    let level = |c: Cell| board.heights[c.index()].abs_diff(board.heights[at.index()]) <= 1;
    let free = |c: Cell| c.is_some() && inside(c) && !battle.occupied(c) && !bars(battle, c) && level(c);
    free(at) && around.into_iter().all(free) && may_stop(battle, unit, at)
}

impl Battle {
    /// The distance that a vehicle without brakes cannot go below now (ITEN-VEH-22).
    fn least_hexes(&self, vehicle: UnitId) -> u8 {
        if self.is_broken(vehicle, Broken::Brakes) { self.unit(vehicle).went } else { 0 }
    }

    /// Whether a vehicle can still go at all, forwards or backwards.
    fn can_go(&self, vehicle: UnitId, backing: bool) -> bool {
        let gear = if backing { Broken::Backwards } else { Broken::Forwards };
        !self.is_broken(vehicle, Broken::Engine) && !self.is_broken(vehicle, gear)
    }

    /// Whether a vehicle is driven in its side's Movement: somebody is at the wheel and fit (ITEN-VEH-01).
    pub(super) fn may_drive(&self, vehicle: UnitId) -> bool {
        let now = self.unit(vehicle);
        let driven = self.driver(vehicle).is_some_and(|d| self.is_up(d) && !self.unit(d).spent);
        self.piece(vehicle).at.is_some()
            && driven
            && !(now.moved || now.halted)
            && now.blaze == Blaze::None
            && (self.can_go(vehicle, false) || self.can_go(vehicle, true))
    }

    /// Whether a vehicle may turn from one facing to another as it goes.
    fn can_turn(&self, vehicle: UnitId, from: Facing, to: Facing) -> bool {
        let (left, right) = (self.is_broken(vehicle, Broken::Left), self.is_broken(vehicle, Broken::Right));
        let bike = self.mount(vehicle).is_some_and(|m| m.vehicle.kind == Kind::Bike);
        match from.turn_to(to) {
            0 => true,
            // What turns freely gets anywhere by turning the other way.
            _ if bike => !(left && right),
            _ if to == from.left() => !left,
            _ => !right,
        }
    }
}

/// How a vehicle may go: usually, flat out, backwards; none where it cannot (ITEN-VEH-03, -06).
fn gait(battle: &Battle, unit: UnitId, how: payload::Drive) -> Option<Gait> {
    let driving = &battle.setting().numbers.driving;
    let vehicle = &battle.mount(unit)?.vehicle;
    let payload::Drive { backwards: backing, flat_out, .. } = how;
    let usual = vehicle.move_of(driving, false);
    let budget = match (backing, flat_out) {
        (true, _) => usual.div_ceil(2),
        (_, flat_out) => vehicle.move_of(driving, flat_out),
    };
    let every = match vehicle.kind {
        Kind::Bike => 0,
        _ if flat_out => driving.turns.1,
        _ => driving.turns.0,
    };
    let least = battle.least_hexes(unit);
    // Without brakes it cannot change its mind either.
    let committed = least > 0 && battle.unit(unit).backing != backing;
    let gait = Gait {
        budget,
        every,
        backing,
        left: !battle.is_broken(unit, Broken::Left),
        right: !battle.is_broken(unit, Broken::Right),
        least,
    };
    (battle.can_go(unit, backing) && !committed && least <= budget).then_some(gait)
}

/// What a vehicle may do in its side's Movement: drive somewhere, over somebody too, ram something.
pub(super) fn offers(battle: &Battle, unit: UnitId, list: &mut Listing) {
    if !battle.may_drive(unit) {
        return;
    }
    let bike = battle.mount(unit).is_some_and(|m| m.vehicle.kind == Kind::Bike);
    // Where a bike looks means nothing as long as it turns both ways.
    let any_facing = bike && !battle.is_broken(unit, Broken::Left) && !battle.is_broken(unit, Broken::Right);
    ROADS.with_borrow_mut(|roads| {
        roads.listing += 1;
        let usual = payload::Drive::default();
        let flat_out = payload::Drive { flat_out: true, ..usual };
        for how in [usual, flat_out, payload::Drive { backwards: true, ..usual }] {
            let Some(gait) = gait(battle, unit, how) else { continue };
            roads.explore(battle, unit, gait);
            let reached = std::mem::take(&mut roads.reached);
            for &number in &reached {
                let pose = Pose::of(number);
                let ends = roads.ends_at(battle, unit, gait, number);
                if ends && roads.tell(if any_facing { Pose { facing: 0, ..pose } } else { pose }) {
                    let facing = Facing::from_index(pose.facing.into());
                    let with = payload::Drive { facing, over: pose.over, ..how }.encode();
                    list.push(Action::of(Verb::Move, unit).with(with).hex(pose.cell));
                }
            }
            roads.reached = reached;
            list.actions.extend(roads.rams.iter().map(|r| Action::of(Verb::Strike, unit).with(how.encode()).at(r.0)));
            if !gait.backing {
                crashes(battle, unit, gait, how, list);
            }
        }
    });
}

/// ITEN-VEH-33: what a vehicle might run into on purpose, straight on or turned one hexside first.
fn crashes(battle: &Battle, unit: UnitId, gait: Gait, how: payload::Drive, list: &mut Listing) {
    for (facing, open) in courses(battle, unit, gait) {
        if let Some((obstacle, hexes)) = obstacle(battle, unit, facing, gait.budget).filter(|_| open) {
            let told = list
                .actions
                .iter()
                .any(|a| a.unit == unit && a.target == Target::Hex(obstacle) && a.verb == Verb::Strike);
            if hexes > 0 && hexes >= gait.least && !told {
                let with = payload::Drive { facing, ..how }.encode();
                list.push(Action::of(Verb::Strike, unit).with(with).hex(obstacle));
            }
        }
    }
}

/// Straight on, and turned one hexside either way.
fn courses(battle: &Battle, unit: UnitId, gait: Gait) -> [(Facing, bool); 3] {
    let facing = battle.piece(unit).facing;
    [(facing, true), (facing.left(), gait.left), (facing.right(), gait.right)]
}

/// The middle of where a vehicle would be in the first solid thing straight ahead, and the hexes before it.
fn obstacle(battle: &Battle, unit: UnitId, facing: Facing, budget: u8) -> Option<(Cell, u8)> {
    let (mut at, mut left, mut hexes) = (battle.piece(unit).at, budget, 0);
    loop {
        let (to, what) = ahead(battle, unit, at, facing);
        match what {
            Ahead::Open(takes) if takes <= left => (at, left, hexes) = (to, left - takes, hexes + 1),
            Ahead::Solid => return Some((to, hexes)),
            _ => return None,
        }
    }
}

/// The way of a vehicle to what an action of its aims at.
fn plan(battle: &Battle, action: Action) -> Option<Drive> {
    let unit = action.unit;
    let how = payload::Drive::decode(action.with);
    let payload::Drive { facing, over, .. } = how;
    let gait = gait(battle, unit, how)?;
    match (action.verb, action.target) {
        (Verb::Move, Target::Hex(cell)) => ROADS.with_borrow_mut(|roads| {
            roads.explore(battle, unit, gait);
            let fits = |p: Pose| p.cell == cell && p.facing == facing as u8 && p.over == over;
            let found =
                roads.reached.iter().copied().find(|&n| fits(Pose::of(n)) && roads.ends_at(battle, unit, gait, n))?;
            Some(roads.way(unit, found, gait))
        }),
        (Verb::Strike, Target::Unit(other)) => ROADS.with_borrow_mut(|roads| {
            roads.explore(battle, unit, gait);
            let number = roads.rams.iter().find(|r| r.0 == other)?.1;
            Some(roads.way(unit, number, gait).into_the_next())
        }),
        (Verb::Strike, Target::Hex(_)) => {
            let (_, hexes) = obstacle(battle, unit, facing, gait.budget)?;
            Some(straight(unit, facing, hexes + 1, false))
        }
        _ => None,
    }
}

/// Straight on for so many hexes, whatever is there.
fn straight(unit: UnitId, facing: Facing, hexes: u8, backing: bool) -> Drive {
    let direction = if backing { facing.back() } else { facing };
    let length = hexes.min(MOST_HEXES as u8);
    let way = (0..length).fold(0, |way, hex| way | (direction as u64) << (3 * hex));
    Drive { unit, way, length, done: 0, facing, backing, reckless: true, low: true }
}

/// A vehicle sets out where it was told to go.
pub(super) fn set_out(play: &mut Play<'_>, action: Action) -> Option<Step> {
    let drive = plan(play, action)?;
    start(play, drive)
}

fn start(play: &mut Play<'_>, drive: Drive) -> Option<Step> {
    play.change(drive.unit, Rule("ITEN-VEH-03"), |u| (u.moved, u.backing) = (true, drive.backing));
    play.pending_mut().met = UnitSet::default();
    Some(Step::Drive(drive))
}

/// ITEN-VEH-22: a vehicle without brakes of a side that nobody has steered in this Movement goes on as fast as before.
pub(super) fn runaway(play: &mut Play<'_>, side: SideId) -> Option<Step> {
    if play.setting().vehicles.is_empty() {
        return None;
    }
    let runs = |&v: &UnitId| {
        let now = play.unit(v);
        !now.moved && play.least_hexes(v) > 0 && play.can_go(v, now.backing)
    };
    let vehicle = (play.units_of(side) & play.setting().vehicles).find(runs)?;
    let now = *play.unit(vehicle);
    play.note(Rule("ITEN-VEH-22"), "runs on by itself", vehicle, i16::from(now.went));
    start(play, straight(vehicle, play.piece(vehicle).facing, now.went, now.backing))
}

/// A turn begins: what vehicles went in the last one is what they cannot slow down from.
pub(super) fn begin_turn(play: &mut Play<'_>) {
    for vehicle in play.setting().vehicles {
        let now = play.unit(vehicle);
        let went = if now.halted { 0 } else { now.steps };
        if (went, 0, false) != (now.went, now.steps, now.halted) {
            play.change(vehicle, Rule("ITEN-VEH-03"), |u| (u.went, u.steps, u.halted) = (went, 0, false));
        }
    }
}

/// A vehicle on its way goes one hex on, or deals with what is there; one thing a run. Where it stops it has ended its move.
pub(super) fn drive(play: &mut Play<'_>, drive: Drive) -> Flow<Step> {
    let flow = roll_on(play, drive);
    if matches!(flow, Flow::Done) && play.piece(drive.unit).at.is_some() {
        events::arrived(play, drive.unit);
    }
    flow
}

fn roll_on(play: &mut Play<'_>, drive: Drive) -> Flow<Step> {
    const RULE: Rule = Rule("ITEN-VEH-03");
    let unit = drive.unit;
    let piece = play.piece(unit);
    // What has been shot down, so to speak, in the middle of its move; what flies comes down at the end of it.
    if !piece.at.is_some() || !play.can_go(unit, drive.backing) && !play.skims(unit) {
        return Flow::Done;
    }
    let direction = drive.direction(drive.done);
    let wanted = match () {
        () if drive.done == drive.length => drive.facing,
        () if drive.backing => direction.back(),
        () => direction,
    };
    if wanted != piece.facing {
        if !play.can_turn(unit, piece.facing, wanted) {
            return Flow::Done;
        }
        play.face(unit, wanted, Rule("ITEN-VEH-06"));
    }
    if drive.done == drive.length {
        return Flow::Done;
    }
    let (to, what) = ahead(play, unit, piece.at, direction);
    match what {
        Ahead::Edge if drive.reckless => {
            riding::carry_off(play, unit, Rule("ITEN-VEH-22"));
            return Flow::Done;
        }
        Ahead::Vehicle(other) if drive.reckless => {
            ramming::ram(play, unit, other);
            return Flow::Done;
        }
        Ahead::Solid if drive.reckless => {
            ramming::crash(play, unit);
            return Flow::Done;
        }
        Ahead::Edge | Ahead::Vehicle(_) | Ahead::Solid => return Flow::Done,
        Ahead::Friends if !drive.reckless => return Flow::Done,
        Ahead::Figures(_) | Ahead::Friends if drive.low || !play.skims(unit) => {
            match ramming::in_the_way(play, unit, to) {
                Some(victim) if !play.pending().met.has(victim) => {
                    play.pending_mut().met.insert(victim);
                    ramming::run_over(play, drive, victim);
                    return Flow::Next(Step::Drive(drive));
                }
                // There was nowhere for him to go.
                Some(_) if !play.skims(unit) => return Flow::Done,
                _ => {}
            }
        }
        _ => {}
    }
    play.move_to(unit, to, RULE);
    play.change(unit, RULE, |u| u.steps = u.steps.saturating_add(1));
    Flow::Next(Step::Drive(Drive { done: drive.done + 1, ..drive }))
}

/// Whether a vehicle may do what it is told to (ITEN-VEH-01, -03 to -06, -21 to -23, -31).
pub(super) fn check(battle: &Battle, action: Action, list: &mut Listing) -> Result<(), Refusal> {
    let no = |reason, rule| Err(Refusal::new(reason, Rule(rule)));
    let unit = action.unit;
    let how = payload::Drive::decode(action.with);
    match action.verb {
        _ if battle.unit(unit).moved || battle.unit(unit).halted => return no(Reason::AlreadyDone, "ITEN-VEH-03"),
        _ if battle.driver(unit).is_none() => return no(Reason::MayNotAct, "ITEN-VEH-01"),
        _ if battle.is_broken(unit, Broken::Engine) => return no(Reason::MayNotAct, "ITEN-VEH-23"),
        _ if !battle.can_go(unit, how.backwards) => return no(Reason::MayNotAct, "ITEN-VEH-21"),
        _ if !battle.may_drive(unit) => return no(Reason::MayNotAct, "ITEN-KD-01"),
        Verb::Move | Verb::Strike => {}
        _ => return no(Reason::WrongKindOfUnit, "ITEN-VEH-01"),
    }
    if list.would_list(action, |list| offers(battle, unit, list)) {
        return Ok(());
    }
    match action.target {
        _ if battle.least_hexes(unit) > 0 => no(Reason::OutOfReach, "ITEN-VEH-22"),
        Target::Hex(to) if battle.skims(unit) && !may_stop(battle, unit, to) => no(Reason::OutOfReach, "ITEN-VEH-05"),
        Target::Hex(to) if !battle.skims(unit) && bars(battle, to) => no(Reason::OutOfReach, "ITEN-VEH-04"),
        Target::Unit(other) if !battle.is_vehicle(other) => no(Reason::WrongKindOfUnit, "ITEN-VEH-31"),
        Target::Unit(other) if !battle.enemies(unit, other) => no(Reason::NotAnEnemy, "ITEN-VEH-31"),
        _ if !how.flat_out => no(Reason::OutOfReach, "ITEN-VEH-03"),
        _ => no(Reason::OutOfReach, "ITEN-VEH-06"),
    }
}
