//! What the ruleset tells an opponent about its choices: measures of actions that a profile weighs.
//!
//! Most measures are in hundreds of points of units, so that weights compare like with like.

mod features;

use std::cell::OnceCell;

use crate::battle::{Action, MAX_UNITS, SideId, Target, UnitId, Verb};
use crate::board::{Cell, Edge, Facing};
use crate::kit::nearness::{centre, closeness, middle, together};
use crate::rules::Tactics;

use super::forecast::{Clash, guns, hit_worth, suffering, volley_worth, worth};

use super::healing::Cure;
use super::orders::Order;
use super::payload::Use;
use super::setting::Scores;
use super::shooting::band_within;
use super::stats::{Ability, Special, Speed};
use super::unit::{Arm, Range};
use super::{Battle, Hexwar, Step};

/// The measures, in the order in which they are written.
#[derive(Clone, Copy, Debug)]
#[repr(usize)]
enum Input {
    /// Points that the action is expected to take from the enemy.
    Damage,
    /// Share of the target that falls to it.
    Finish,
    /// Points that the enemy is expected to take from the unit where it will be.
    Danger,
    /// Victory points in reach there, more the closer.
    Objective,
    /// It stands on an objective there.
    Hold,
    /// Points that fire from there is expected to take.
    Fire,
    /// Points that an assault there is expected to bring, losses taken off.
    Charge,
    /// How close its best prey is, for units that fight hand to hand.
    Approach,
    /// Points that the best enemy charge at it there is expected to take.
    Charged,
    /// It is harder to hit there.
    Cover,
    /// Something there burns, bites or poisons.
    Hazard,
    /// Points of suffering of friends that it can treat there.
    Care,
    /// Points of suffering that the action takes away.
    Relief,
    /// Victory points for leaving the board.
    Leave,
    /// Ground that the order lets it cover of what it wants to.
    Advance,
    /// It is shaken, and the order rests it.
    Rest,
    /// How well it faces its enemies.
    Bearing,
    /// Friends near by that its terror would strike.
    Scare,
    /// Whatever is done, of as much as could be.
    Share,
    /// How close the nearest enemy is there, 0 to 1.
    Near,
    /// How close friends are there, one with another, 0 to 1.
    Together,
    /// How close the middle of the board is there, 0 to 1.
    Centre,
    /// How far the order lets it go, as a share of the farthest.
    Pace,
}

const INPUTS: [&str; 23] = [
    "damage",
    "finish",
    "danger",
    "objective",
    "hold",
    "fire",
    "charge",
    "approach",
    "charged",
    "cover",
    "hazard",
    "care",
    "relief",
    "leave",
    "advance",
    "rest",
    "bearing",
    "scare",
    "share",
    "near",
    "together",
    "centre",
    "pace",
];

/// Who is so near to an objective, in hexes, may be there within a turn.
const CLOSE_BY: u16 = 6;

/// What is known of an enemy while a unit's choices are measured; what takes long to reckon, once somebody has asked.
#[derive(Clone, Debug)]
struct Other {
    unit: UnitId,
    /// Points that the acting unit's volleys take from it, by band.
    mine: [OnceCell<f32>; BANDS.len()],
    /// The same for its volleys at the acting unit.
    theirs: [OnceCell<f32>; BANDS.len()],
    /// What an assault between them brings.
    clash: OnceCell<Clash>,
    /// Hexes that it may go in a turn and still charge.
    stride: u16,
    /// Range of its best weapon; none if it has none.
    reach: Option<u16>,
}

/// The bands of range, and which of them is neither near nor far.
const BANDS: [Range; 3] = [Range::PointBlank, Range::Normal, Range::Long];
const NORMAL: usize = 1;

impl Other {
    fn of(battle: &Battle, unit: UnitId) -> Other {
        let sheet = &battle.profile(unit).sheet;
        let still = battle.unit(unit).tracks > 0 || battle.unit(unit).shaken > 0;
        Other {
            unit,
            mine: Default::default(),
            theirs: Default::default(),
            clash: OnceCell::new(),
            stride: if still { 0 } else { 2 * u16::from(sheet.fast) },
            reach: reach(battle, unit),
        }
    }

    fn mine(&self, battle: &Battle, unit: UnitId, band: usize) -> f32 {
        *self.mine[band].get_or_init(|| volleys(battle, unit, self.unit, BANDS[band]))
    }

    fn theirs(&self, battle: &Battle, unit: UnitId, band: usize) -> f32 {
        *self.theirs[band].get_or_init(|| volleys(battle, self.unit, unit, BANDS[band]))
    }

    fn clash(&self, battle: &Battle, unit: UnitId) -> Clash {
        *self.clash.get_or_init(|| Clash::of(battle, unit, self.unit))
    }

    fn assault(&self, battle: &Battle, unit: UnitId) -> f32 {
        self.clash(battle, unit).assault
    }
}

/// Points that all volleys of a unit at an enemy are expected to take in a band.
fn volleys(battle: &Battle, by: UnitId, enemy: UnitId, range: Range) -> f32 {
    guns(battle, by).map(|place| volley_worth(battle, by, place, enemy, range)).sum()
}

/// What all candidates of a unit's decision have in common.
#[derive(Debug, Default)]
pub struct Survey {
    unit: Option<UnitId>,
    /// Range of the acting unit's best weapon; none if it has none.
    reach: Option<u16>,
    /// Whether the acting unit does its work hand to hand.
    fighter: bool,
    enemies: arrayvec::ArrayVec<Other, MAX_UNITS>,
    /// Objectives still worth something to the side: hex, victory points to come, whether others take care of it.
    objectives: arrayvec::ArrayVec<(Cell, f32), 8>,
}

impl Tactics for Hexwar {
    const INPUTS: &'static [&'static str] = &INPUTS;
    const REASONS: &'static [(&'static str, &'static str)] = &[
        ("damage", "what it takes from the enemy"),
        ("finish", "it may put the target out"),
        ("danger", "what enemy fire may take there"),
        ("objective", "victory points in reach there"),
        ("hold", "it stands on an objective there"),
        ("fire", "what its fire may take from there"),
        ("charge", "what an assault there may bring"),
        ("approach", "it gets close to its prey"),
        ("charged", "what enemy charges may take there"),
        ("cover", "it is harder to hit there"),
        ("hazard", "what burns, bites or poisons there"),
        ("care", "friends there whom it can treat"),
        ("relief", "suffering that it takes away"),
        ("leave", "victory points for leaving the board"),
        ("advance", "how far it gets where it wants to go"),
        ("rest", "it is shaken, and rests"),
        ("bearing", "it faces its enemies"),
        ("scare", "friends near by whom it scares"),
        ("share", "how much of it is done"),
        ("near", "the nearest enemy is close"),
        ("together", "its friends are close"),
        ("centre", "the middle of the board is close"),
        ("pace", "how fast it goes"),
    ];
    // In the order of the verbs.
    const TOPICS: &'static [&'static str] = &[
        "place", "order", "fire", "move", "face", "hold", "pass", "retreat", "stay", "use", "assign", "deflect",
        "reroll", "keep", "heal", "endure",
    ];
    type Survey = Survey;

    const FEATURES: &'static [&'static str] = &features::FEATURES;

    fn features(battle: &Battle, side: SideId, _survey: &mut Survey, features: &mut [f32]) {
        features::features(battle, side, features);
    }

    /// Units are settled one after the other: what little the order of a side's units changes within a step is worth
    /// far less than what looking at all of them at once would cost.
    fn order_matters(_battle: &Battle) -> bool {
        false
    }

    fn occasion(action: Action) -> Option<u64> {
        let again = matches!(action.verb, Verb::Use | Verb::Reroll);
        Some(if again { (action.verb as u64) << 8 | u64::from(action.with) } else { 0 })
    }

    fn topic(_battle: &Battle, action: Action) -> usize {
        action.verb as usize
    }

    fn survey(_battle: &Battle, survey: &mut Survey) {
        survey.unit = None;
    }

    fn appraise(battle: &Battle, action: Action, survey: &mut Survey, inputs: &mut [f32]) {
        let unit = action.unit;
        if !battle.units().has(unit) {
            return;
        }
        if survey.unit != Some(unit) {
            survey.look_around(battle, unit);
        }
        let mut put = |input: Input, value: f32| inputs[input as usize] = value;
        match (action.verb, action.target) {
            (Verb::Place, Target::Hex(cell)) => {
                put(Input::Objective, survey.objective(battle, unit, cell));
                put(Input::Cover, cover(battle, cell));
                // Units spread out: an empty zone hex is better than a full one.
                put(Input::Scare, battle.units_in(cell).len() as f32);
                put(Input::Approach, forward(battle, unit, survey.fighter, cell));
                put(Input::Together, together(battle, unit, cell));
                put(Input::Centre, centre(battle.board(), cell));
            }
            (Verb::Order, _) => survey.order(battle, unit, Order::from_code(action.with), &mut put),
            (Verb::Fire, Target::Unit(enemy)) => {
                if let Some(attack) = battle.shot(unit, action.with, enemy) {
                    let points = volley_worth(battle, unit, action.with, enemy, attack.range);
                    put(Input::Damage, points / 100.0);
                    put(Input::Finish, points / worth(battle, enemy).max(1.0));
                }
            }
            (Verb::Move, Target::Hex(cell)) => survey.stand(battle, unit, cell, &mut put),
            (Verb::Move, Target::Index(edge)) => {
                let side = battle.piece(unit).side;
                let exit = battle
                    .setting()
                    .exits
                    .iter()
                    .find(|e| e.side == side && e.edge == Edge::ALL[usize::from(edge % 4)]);
                put(Input::Leave, exit.map_or(0.0, |e| f32::from(e.worth)));
            }
            // In other steps who holds only lets something be.
            (Verb::Hold, _) if matches!(battle.step(), Some(Step::Move { .. })) => {
                survey.stand(battle, unit, battle.piece(unit).at, &mut put);
            }
            (Verb::Face, Target::Index(facing)) => {
                put(Input::Bearing, survey.bearing(battle, unit, Facing::from_index(facing.into())));
                survey.stand(battle, unit, battle.piece(unit).at, &mut put);
            }
            (Verb::Retreat, Target::Hex(cell)) => survey.stand(battle, unit, cell, &mut put),
            (Verb::Stay, _) => survey.stand(battle, unit, battle.piece(unit).at, &mut put),
            (Verb::Use, _) => survey.ability(battle, action, &mut put),
            (Verb::Assign, Target::Unit(enemy)) => {
                let each = hit_worth(battle, unit, Arm::Assault, Range::None, 2, enemy);
                let (hits, whole) = (f32::from(action.with), worth(battle, enemy).max(1.0));
                let turned = f32::from(battle.unit(enemy).melee.deflections);
                put(Input::Damage, ((hits - turned).max(0.1 * hits) * each).min(whole) / 100.0);
                put(Input::Finish, (hits * each / whole).min(1.0));
            }
            (Verb::Deflect, Target::Unit(attacker)) => {
                put(Input::Damage, hit_worth(battle, attacker, Arm::Assault, Range::None, 2, unit) / 100.0);
            }
            (Verb::Reroll, Target::Index(n)) => put(Input::Share, f32::from(n)),
            (Verb::Heal, Target::Unit(patient)) => put(Input::Relief, relief(battle, action.with, patient) / 100.0),
            (Verb::Endure, _) => {
                put(Input::Relief, worth(battle, unit) / f32::from(battle.unit(unit).models.max(1)) / 100.0)
            }
            _ => {}
        }
    }
}

/// Range of the best weapon of a unit; none if it has none.
fn reach(battle: &Battle, unit: UnitId) -> Option<u16> {
    let places = 0..battle.profile(unit).ranged.len() as u8;
    places.map(|p| u16::from(battle.ranged(unit, p).range)).max()
}

/// The band of a weapon of this range over a distance, as an index; none out of its reach.
#[inline]
fn band(reach: Option<u16>, distance: u16) -> Option<usize> {
    band_within(reach?, distance).map(|range| range as usize - Range::PointBlank as usize)
}

/// How much harder a hex makes it to hit who stands in it.
fn cover(battle: &Battle, cell: Cell) -> f32 {
    -f32::from(battle.terrain_row(cell).to_be_hit)
}

/// How far forward in its zone a hex is, 0 to 1, for units that fight hand to hand; backward for others.
fn forward(battle: &Battle, unit: UnitId, fighter: bool, cell: Cell) -> f32 {
    let zone = &battle.setting().zones[battle.piece(unit).side.index()];
    let centre = middle(battle.board());
    let distance = |c: Cell| f32::from(battle.board().distance(c, centre));
    let (near, far) = zone.cells.iter().fold((f32::MAX, 0.0f32), |(n, f), &c| (n.min(distance(c)), f.max(distance(c))));
    let ahead = if far > near { (far - distance(cell)) / (far - near) } else { 0.5 };
    if fighter { ahead } else { 1.0 - (ahead - 0.5).abs() }
}

/// Whether a unit whose best weapon reaches so far does its work hand to hand: it has nothing else, strikes hard, or strikes
/// well and shoots no farther than it walks.
fn fighter(battle: &Battle, unit: UnitId, reach: Option<u16>) -> bool {
    let sheet = &battle.profile(unit).sheet;
    let blows = sheet.assault.saturating_mul(sheet.models);
    match reach {
        None => true,
        Some(hexes) => blows >= 10 || blows >= 5 && hexes <= 4,
    }
}

/// Points of suffering that a cure takes away.
fn relief(battle: &Battle, code: u8, patient: UnitId) -> f32 {
    let before = *battle.unit(patient);
    let Some(hint) = Cure::from_code(code) else { return 0.0 };
    let mut after = before;
    hint.apply(&mut after);
    let saved = suffering(battle, patient, &before) - suffering(battle, patient, &after);
    saved / f32::from(hint.cost())
}

impl Survey {
    /// Looks at everybody from a unit's point of view.
    fn look_around(&mut self, battle: &Battle, unit: UnitId) {
        self.unit = Some(unit);
        self.reach = reach(battle, unit);
        self.fighter = fighter(battle, unit, self.reach);
        self.enemies.clear();
        self.objectives.clear();
        let side = battle.piece(unit).side;
        self.enemies.extend(battle.enemies_of(side).map(|enemy| Other::of(battle, enemy)));
        let left = battle.setting().turns.saturating_sub(battle.table().turn) + 1;
        for (i, objective) in battle.setting().objectives.iter().enumerate() {
            let mine = |s: &crate::battle::SideId| battle.team(*s) == battle.team(side);
            let mut points = 0.0;
            for (who, when, value) in &objective.worth {
                let times = match when {
                    Scores::EachTurnFrom(from) => left.min(battle.setting().turns.saturating_sub(*from) + 1).min(3),
                    Scores::AtTheEnd => 1,
                };
                // What the enemy would gain is worth denying, a little less.
                let share = if mine(who) { 1.0 } else { 0.7 / (battle.shared().sides.len() as f32 - 1.0) };
                points += f32::from(*value) * f32::from(times) * share;
            }
            let holder = battle.table().held.0[i];
            let held = holder > 0 && battle.team(crate::battle::SideId(holder as u8 - 1)) == battle.team(side);
            let mut there = battle.on_ground(objective.at);
            let manned = there.any(|u| u != unit && !battle.enemies(u, unit));
            let near = |u: UnitId| battle.board().distance(battle.piece(u).at, objective.at) <= CLOSE_BY;
            let foes = self.enemies.iter().filter(|o| near(o.unit)).count();
            let guards = battle.friends_of(side).filter(|&u| u != unit && near(u)).count();
            // Held and looked after, or already manned by another: it needs nobody more, unless the enemy is stronger there.
            let need = match (held, manned) {
                _ if foes > guards => 1.0,
                (_, true) => 0.15,
                (true, false) => 0.5,
                (false, false) => 1.0,
            };
            self.objectives.push((objective.at, points * need));
        }
    }

    /// The pull of objectives at a hex: victory points to come, halved every three hexes or so.
    fn objective(&self, battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
        let stride = f32::from(battle.profile(unit).sheet.fast.max(1)) * 2.0;
        let pull = |&(at, points): &(Cell, f32)| points / (1.0 + f32::from(battle.board().distance(cell, at)) / stride);
        self.objectives.iter().map(pull).fold(0.0, f32::max)
    }

    /// What it is worth to stand on an objective: most in the last turn, after which nobody comes to take it.
    fn holding(&self, battle: &Battle, cell: Cell) -> f32 {
        const LAST: f32 = 8.0;
        let points = self.objectives.iter().find(|o| o.0 == cell).map_or(0.0, |o| o.1);
        if battle.table().turn == battle.setting().turns { LAST * points } else { points }
    }

    /// Points that the best target gives to fire from a hex.
    fn fire_from(&self, battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
        let flying = battle.unit(unit).flying;
        let mut best = 0.0f32;
        for other in &self.enemies {
            let there = battle.piece(other.unit).at;
            let Some(band) = band(self.reach, battle.board().distance(cell, there)) else { continue };
            let volley = other.mine(battle, unit, band);
            if volley > best && battle.sees_hex(cell, there, flying || battle.unit(other.unit).flying) {
                best = volley;
            }
        }
        best
    }

    /// Points that enemy fire is expected to take from a unit in a hex: the strongest volley and a share of the others.
    fn danger_at(&self, battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
        let flying = battle.unit(unit).flying;
        let (mut most, mut sum) = (0.0f32, 0.0);
        for other in &self.enemies {
            let there = battle.piece(other.unit).at;
            let Some(band) = band(other.reach, battle.board().distance(cell, there)) else { continue };
            let volley = other.theirs(battle, unit, band);
            if volley > 0.0 && battle.sees_hex(there, cell, flying || battle.unit(other.unit).flying) {
                most = most.max(volley);
                sum += volley;
            }
        }
        (most + 0.3 * (sum - most)) * (1.0 - 0.17 * if flying { 0.0 } else { cover(battle, cell) })
    }

    /// What the assault in a hex brings a unit that enters it or stays in it: it strikes the best of the enemies there, and
    /// shares what all of them strike with the friends there.
    fn contact(&self, battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
        if battle.unit(unit).flying {
            return 0.0;
        }
        let there = self.enemies.iter().filter(|o| battle.piece(o.unit).at == cell && !battle.unit(o.unit).flying);
        let (mut best, mut losses) = (0.0f32, 0.0);
        for Clash { assault, charge } in there.map(|o| o.clash(battle, unit)) {
            best = best.max(assault + charge);
            losses += charge;
        }
        if losses == 0.0 {
            return best / 100.0;
        }
        let friends = battle.on_ground(cell).filter(|&u| u != unit && !battle.enemies(u, unit)).count() as f32;
        (best - losses / (1.0 + friends)) / 100.0
    }

    /// Measures what it means for a unit to stand in a hex.
    fn stand(&self, battle: &Battle, unit: UnitId, cell: Cell, put: &mut impl FnMut(Input, f32)) {
        if !cell.is_some() {
            return;
        }
        let flying = battle.unit(unit).flying;
        let marks = battle.ground(cell);
        put(Input::Objective, self.objective(battle, unit, cell));
        put(Input::Hold, if flying { 0.0 } else { self.holding(battle, cell) });
        let contact = self.contact(battle, unit, cell);
        put(Input::Charge, contact);
        if !battle.enemy_on_ground(unit, cell) || flying {
            put(Input::Fire, self.fire_from(battle, unit, cell) / 100.0);
            put(Input::Danger, self.danger_at(battle, unit, cell) / 100.0);
        }
        put(Input::Cover, if flying { 0.0 } else { cover(battle, cell) });
        put(Input::Approach, self.approach(battle, unit, cell));
        let nearest = self.enemies.iter().map(|o| battle.board().distance(cell, battle.piece(o.unit).at)).min();
        put(Input::Near, nearest.map_or(0.0, closeness));
        put(Input::Together, together(battle, unit, cell));
        put(Input::Centre, centre(battle.board(), cell));
        if !flying {
            put(Input::Charged, self.charged(battle, unit, cell) / 100.0);
            let bites = u8::from(marks.burning) + u8::from(marks.acid) + 2 * u8::from(marks.mines);
            put(Input::Hazard, f32::from(bites + u8::from(marks.cloud > 0)));
        }
        put(Input::Care, self.care(battle, unit, cell) / 100.0);
        if battle.profile(unit).find(|a| if let Ability::Terror(n) = a { Some(*n) } else { None }).is_some() {
            let friends = battle.friends_of(battle.piece(unit).side);
            let near = friends.filter(|&u| u != unit && battle.board().distance(battle.piece(u).at, cell) <= 1);
            put(Input::Scare, near.count() as f32);
        }
        let exits = battle.setting().exits.iter().filter(|e| e.side == battle.piece(unit).side);
        let (column, row) = battle.board().column_row(cell);
        let (width, height) = (battle.board().width, battle.board().height);
        let away = exits.map(|e| {
            let steps = [column - 1, width - column, row - 1, height - row]
                [Edge::ALL.iter().position(|x| *x == e.edge).unwrap_or(0)];
            f32::from(e.worth) / (1.0 + f32::from(steps) / 6.0)
        });
        put(Input::Advance, away.fold(0.0, f32::max));
    }

    /// How close the best prey is, 0 to 1: enemies that an assault would pay against.
    fn approach(&self, battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
        if !self.fighter {
            return 0.0;
        }
        let stride = f32::from(battle.profile(unit).sheet.fast.max(1));
        let prey = self.enemies.iter().filter(|o| o.assault(battle, unit) > -5.0).map(|o| {
            let steps = f32::from(battle.board().distance(cell, battle.piece(o.unit).at));
            (10.0 + o.assault(battle, unit).max(0.0)) / 40.0 / (1.0 + steps / stride)
        });
        prey.fold(0.0, f32::max)
    }

    /// Points that the worst charge within an enemy's reach takes.
    fn charged(&self, battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
        let near = self.enemies.iter().filter(|o| {
            o.stride > 0
                && !battle.unit(o.unit).flying
                && battle.board().distance(cell, battle.piece(o.unit).at) <= o.stride
        });
        let harm = |Clash { assault, charge }| (charge - (assault + charge).max(0.0)).max(0.0);
        near.map(|o| harm(o.clash(battle, unit))).fold(0.0, f32::max)
    }

    /// Points of suffering of friends in a hex that a unit could treat.
    fn care(&self, battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
        let care = battle.profile(unit).find(|a| match *a {
            Ability::Heal(n, super::stats::Reach::SameHex, _) => Some((n, true)),
            Ability::Repair(n, super::stats::Reach::SameHex, _) => Some((n, false)),
            _ => None,
        });
        let Some((points, heals)) = care else { return 0.0 };
        let patients = battle.friends_of(battle.piece(unit).side);
        let needs = patients.filter(|&p| p != unit && battle.profile(p).sheet.bio == heals).map(|p| {
            let steps = f32::from(battle.board().distance(cell, battle.piece(p).at));
            suffering(battle, p, battle.unit(p)).min(6.0 * f32::from(points)) / (1.0 + steps)
        });
        needs.fold(0.0, f32::max)
    }

    /// How well a facing covers enemies: each counts by its worth and closeness, more so within the weapons' arcs.
    fn bearing(&self, battle: &Battle, unit: UnitId, facing: Facing) -> f32 {
        let at = battle.piece(unit).at;
        let seen = self.enemies.iter().map(|o| {
            let there = battle.piece(o.unit).at;
            let delta = battle.board().hex(there) - battle.board().hex(at);
            let near = 1.0 / (1.0 + f32::from(battle.board().distance(at, there)));
            let ahead = match crate::board::quarter(facing, delta) {
                crate::board::Quarter::Front => 1.0,
                crate::board::Quarter::Side => 0.3,
                crate::board::Quarter::Rear => 0.0,
            };
            ahead * near * (0.2 + (o.mine(battle, unit, NORMAL) + o.theirs(battle, unit, NORMAL)) / 50.0)
        });
        seen.sum()
    }

    /// Measures an order by what it lets a unit do, and suffer, this turn.
    fn order(&self, battle: &Battle, unit: UnitId, order: Order, put: &mut impl FnMut(Input, f32)) {
        let (profile, now) = (battle.profile(unit), battle.unit(unit));
        let sheet = &profile.sheet;
        let numbers = &battle.setting().numbers;
        let at = battle.piece(unit).at;
        let speed = numbers.speeds[order.speed as usize];
        // A step of the to-hit die for each point of modifier, beside the speed that stands now.
        let old = numbers.speeds[now.speed as usize];
        let step = 0.17;
        let fly = |on: bool, m: i8| if on { f32::from(m) } else { 0.0 };
        let mut aim = f32::from(speed.0 - old.0) + fly(order.fly, numbers.flying.0) - fly(now.flying, numbers.flying.0);
        if order.aim {
            aim += f32::from(numbers.aim);
        }
        let moving = matches!(order.speed, Speed::Slow | Speed::Fast | Speed::Crawl);
        let setup = profile.ranged.iter().any(|&(w, _)| battle.setting().armoury[usize::from(w)].has(Special::Setup));
        let slow_load =
            profile.ranged.iter().any(|&(w, _)| battle.setting().armoury[usize::from(w)].has(Special::SlowToLoad));
        let here = self.fire_from(battle, unit, at);
        let gunneries = match order {
            _ if setup && order.speed != Speed::Setup => 0.0,
            _ if slow_load => 1.0,
            Order { aim: true, .. } | Order { speed: Speed::Rest, .. } => 1.0,
            _ => 2.0,
        };
        // On the move there may be a target later where there is none yet.
        let later = if moving && here == 0.0 && !profile.ranged.is_empty() { 8.0 } else { 0.0 };
        put(Input::Fire, (here * gunneries * (1.0 + step * aim).max(0.2) + later) / 100.0);
        let exposed = f32::from(speed.1 - old.1) + fly(order.fly, numbers.flying.1) - fly(now.flying, numbers.flying.1);
        let hide: i8 = sheet
            .abilities
            .iter()
            .map(|a| match *a {
                Ability::TakeCover(s, n) | Ability::Elusive(s, n) if s == order.speed => -(n as i8),
                _ => 0,
            })
            .sum();
        let danger = self.danger_at(battle, unit, at) * 2.0 * (1.0 + step * (exposed + f32::from(hide))).max(0.2);
        put(Input::Danger, danger / 100.0);
        let points = match order.speed {
            Speed::Slow => u16::from(sheet.slow) * 3,
            Speed::Fast => u16::from(sheet.fast) * 3,
            Speed::Crawl => 1,
            _ => 0,
        };
        put(Input::Advance, self.wish(battle, unit, points));
        put(Input::Pace, f32::from(points) / (3.0 * f32::from(sheet.fast.max(1))));
        put(Input::Rest, f32::from(u8::from(order.speed == Speed::Rest)) * f32::from(now.shaken.min(2)));
        put(Input::Charge, if points > 0 { self.best_charge(battle, unit, points) } else { 0.0 });
        // In the air it neither holds nor contests.
        put(Input::Hold, if order.fly { 0.0 } else { self.holding(battle, at) });
        put(Input::Cover, f32::from(u8::from(order.fly)));
    }

    /// What so many hexes of movement gain of what draws a unit: objectives, prey, patients, exits.
    fn wish(&self, battle: &Battle, unit: UnitId, hexes: u16) -> f32 {
        let at = battle.piece(unit).at;
        let mut best = 0.0f32;
        let mut want = |to: Cell, value: f32| {
            let steps = battle.board().distance(at, to);
            if steps > 0 {
                best = best.max(value * f32::from(hexes.min(steps)) / f32::from(steps.max(6)));
            }
        };
        for &(to, points) in &self.objectives {
            want(to, points / 6.0);
        }
        if self.fighter {
            for other in self.enemies.iter().filter(|o| o.assault(battle, unit) > -5.0) {
                want(battle.piece(other.unit).at, (10.0 + other.assault(battle, unit).max(0.0)) / 40.0);
            }
        } else if self.fire_from(battle, unit, at) == 0.0 {
            for other in &self.enemies {
                want(battle.piece(other.unit).at, 0.2 + other.mine(battle, unit, NORMAL) / 60.0);
            }
        }
        let exits = battle.setting().exits.iter().filter(|e| e.side == battle.piece(unit).side);
        best.max(exits.map(|e| f32::from(e.worth) * f32::from(hexes) / 40.0).fold(0.0, f32::max))
    }

    /// The best assault that so many hexes of movement reach.
    fn best_charge(&self, battle: &Battle, unit: UnitId, hexes: u16) -> f32 {
        if battle.unit(unit).shaken > 0 {
            return 0.0;
        }
        let at = battle.piece(unit).at;
        let near = self
            .enemies
            .iter()
            .filter(|o| !battle.unit(o.unit).flying && battle.board().distance(at, battle.piece(o.unit).at) <= hexes);
        near.map(|o| o.assault(battle, unit)).fold(0.0, f32::max) / 100.0
    }

    /// Measures the use of an ability.
    fn ability(&self, battle: &Battle, action: Action, put: &mut impl FnMut(Input, f32)) {
        match (Use::decode(action.with), action.target) {
            (Some(Use::Grenades), Target::Unit(enemy)) => {
                let one = hit_worth(battle, action.unit, Arm::Grenade, Range::None, 2, enemy);
                put(Input::Damage, one * 1.25 / 100.0);
            }
            (Some(Use::Scream), Target::Unit(enemy)) => put(Input::Damage, 0.08 * worth(battle, enemy) / 100.0),
            (_, Target::Hex(cell)) => {
                // Smoke pays where fire is expected and the unit has little fire of its own to lose.
                let own = cell == battle.piece(action.unit).at;
                let danger = if own { self.danger_at(battle, action.unit, cell) } else { 0.0 };
                put(Input::Danger, danger / 100.0);
                put(Input::Fire, if own { self.fire_from(battle, action.unit, cell) / 100.0 } else { 0.0 });
            }
            _ => {}
        }
    }
}
