//! What the ruleset tells an opponent about its choices: measures of actions that a profile weighs.
//!
//! Measures of harm are in tens of points of figures, so that weights compare like with like. They are reckoned from
//! the statlines, before any roll; those of moves look at what the figure could do from where it would be.

mod aboard;
mod attacks;
mod boarding;
mod enemies;
mod features;
mod forecast;
mod goals;
mod prospects;
mod stalking;
mod vehicles;
mod ways;

use enemies::Other;
use forecast::Hindrance;
use vehicles::Matter;

use crate::battle::{Action, MAX_SIDES, SideId, Target, UnitId, Verb};
use crate::board::Cell;
use crate::kit::nearness::{centre, closeness};
use crate::rules::Tactics;

use super::boarding::stalking::command;
use super::missions::ritual;
use super::payload::{Fire, Gadget};
use super::stages::ApproachStage;
use super::{Battle, Iten, Step, stepping, walking};

/// The measures, in the order in which they are written.
#[derive(Clone, Copy, Debug)]
#[repr(usize)]
enum Input {
    /// How near the middle of its zone a figure is placed, 0 to 1.
    Middle,
    /// How near its Leader it is, 0 to 1.
    Together,
    /// The worth of cover there: what it adds to armour.
    Cover,
    /// What its best shot from there is expected to take.
    Fire,
    /// What the enemies' best shots at it there are expected to take.
    Danger,
    /// How close those are whom it would fight, 0 to 1: hand to hand for fighters, in range for shots.
    Approach,
    /// What the first round of a melee there is expected to bring, losses taken off.
    Charge,
    /// What it is expected to lose to those who could charge it there.
    Charged,
    /// What it is expected to lose on its way out of a melee.
    Leave,
    /// What a declared shot or blow is expected to take, what its own do not hit taken off.
    Harm,
    /// Whether it is a shot that ruins the weapon.
    Desperate,
    /// What a power is worth as often as it works.
    Power,
    /// How far it is, in moves, to where a figure wants to be; less than 0, the farther the less.
    Goal,
    /// To how many of the objectives Boarders have to pass by there, as a share of them, 0 to 1.
    Through,
    /// How large the room is that the hull is breached to, in tens of hexes.
    Room,
    /// How few friends are near when a blip is turned, 0 to 1.
    Alone,
    /// What it is worth to get on or off a vehicle, or to take its wheel.
    Ride,
    /// What it is expected to lose there to what is no enemy.
    Peril,
    /// What it does for what a scenario is about.
    Mission,
    /// How close the nearest enemy is there, in moves, when time runs out for its side, 0 to 1.
    Press,
    /// How close the nearest enemy is there, 0 to 1.
    Near,
    /// How close the middle of the board is there, 0 to 1.
    Centre,
    /// Command points that something takes.
    Command,
    /// What those could take who may come to the help of whom it charges, as far as friends do not come too.
    Piled,
    /// What the best shots at it there are expected to take of enemies who have yet to move this turn and can come in sight.
    Exposed,
    /// How far ahead of its friends it would be, in moves, 0 to 2.
    Ahead,
}

const INPUTS: [&str; 26] = [
    "middle",
    "together",
    "cover",
    "fire",
    "danger",
    "approach",
    "charge",
    "charged",
    "leave",
    "harm",
    "desperate",
    "power",
    "goal",
    "through",
    "room",
    "alone",
    "ride",
    "peril",
    "mission",
    "press",
    "near",
    "centre",
    "command",
    "piled",
    "exposed",
    "ahead",
];

/// What all candidates of a figure's decision have in common.
#[derive(Debug, Default)]
pub struct Survey {
    unit: Option<UnitId>,
    enemies: Vec<Other>,
    /// How far its friends are from the enemies nearest to them, in hexes, one with another; none where it has no friend
    /// on the board, or no enemy.
    line: Option<f32>,
    /// Whether it does its work hand to hand.
    fights: bool,
    /// How far its shots go.
    reach: u16,
    /// Hexes that it may go, at least 1.
    stride: u16,
    /// Where its Leader is, if that is somebody else.
    leader: Option<Cell>,
    /// Whether lines of sight are as the map draws them.
    as_drawn: bool,
    /// How time runs out for its side, 0 to 1.
    haste: f32,
    /// What it should do for the mission.
    pursuit: Option<goals::Pursuit>,
    /// Where the side that decides would take the wagon off the board, once somebody has asked.
    exit: Option<Option<Cell>>,
    /// What it wants aboard a hulk.
    errand: boarding::Errand,
    /// What each side may hope for aboard a hulk, once somebody has asked.
    hopes: [Option<f32>; MAX_SIDES],
    /// Ways through the ship.
    ways: ways::Ways,
    /// The vehicle whose prey is known.
    vehicle: Option<UnitId>,
    prey: Vec<vehicles::Prey>,
}

impl Tactics for Iten {
    const INPUTS: &'static [&'static str] = &INPUTS;
    const REASONS: &'static [(&'static str, &'static str)] = &[
        ("middle", "the middle of its zone is near"),
        ("together", "its Leader is near"),
        ("cover", "the cover there"),
        ("fire", "what its best shot may take from there"),
        ("danger", "what enemy shots may take there"),
        ("approach", "it gets close to whom it would fight"),
        ("charge", "what a melee there may bring"),
        ("charged", "what enemy charges may take there"),
        ("leave", "what it may lose on its way out of a melee"),
        ("harm", "what it may take from the target"),
        ("desperate", "it ruins the weapon"),
        ("power", "what the power is worth as often as it works"),
        ("goal", "it gets nearer to where it wants to be"),
        ("through", "objectives that Boarders have to pass by there"),
        ("room", "the size of the room that is breached"),
        ("alone", "few friends are near when the blip is turned"),
        ("ride", "what getting on or off, or driving, is worth"),
        ("peril", "what it may lose there to what is no enemy"),
        ("mission", "what the mission is about"),
        ("press", "time runs out, and it must get close"),
        ("near", "the nearest enemy is close"),
        ("centre", "the middle of the board is close"),
        ("command", "command points that are better kept"),
        ("piled", "what those may take who come to the target's help"),
        ("exposed", "what shots of enemies may take who have yet to move"),
        ("ahead", "it would be ahead of its friends"),
    ];
    const TOPICS: &'static [&'static str] = &[
        "place",
        "move",
        "charge",
        "hold",
        "pass",
        "break_off",
        "attack",
        "power",
        "other",
        "blips",
        "door",
        "leave",
        "deed",
        "drive",
        "ride",
    ];
    type Survey = Survey;

    const FEATURES: &'static [&'static str] = &features::FEATURES;

    fn features(battle: &Battle, side: SideId, survey: &mut Survey, features: &mut [f32]) {
        features::features(battle, side, survey, features);
    }

    /// Before the first turn: Boarders breach the hull, and all else is placed.
    const STAGES: &'static [&'static str] = &["breach", "deployment"];

    fn stage(battle: &Battle) -> Option<usize> {
        let breach = matches!(battle.step(), Some(Step::Approach(ApproachStage::Breach { .. })));
        let deployment = battle.table().turn == 0;
        if breach { Some(0) } else { deployment.then_some(1) }
    }

    /// Units are settled one after the other: what little the order of a side's units changes within a step is worth
    /// far less than what looking at all of them at once would cost.
    fn order_matters(_battle: &Battle) -> bool {
        false
    }

    fn occasion(action: Action) -> Option<u64> {
        let again = matches!(action.verb, Verb::Use | Verb::Reroll | Verb::Cast);
        Some(if again { (action.verb as u64) << 8 | u64::from(action.with) } else { 0 })
    }

    fn topic(battle: &Battle, action: Action) -> usize {
        if let Some(matter) = vehicles::matter(battle, action) {
            return if matter == Matter::Drive { 13 } else { 14 };
        }
        match (action.verb, action.target) {
            _ if action.unit != UnitId::NONE && command::orders(battle).is_some() => 6,
            (Verb::Move | Verb::Pass, _) if matches!(battle.step(), Some(Step::Prowl { .. })) => 9,
            (Verb::Place, _) => 0,
            (Verb::Move, _) if action.unit == UnitId::NONE => 12,
            // Out of a fire one goes where one would walk.
            (Verb::Retreat, _) if battle.carrier(action.unit).is_some() => 1,
            (Verb::Move, Target::Hex(to)) if !battle.foes_around(battle.piece(action.unit).side, to).is_empty() => 2,
            (Verb::Move | Verb::Run, Target::Hex(_)) | (Verb::Move, Target::Index(stepping::HOMEWARD)) => 1,
            // Taking up a weapon is standing still, and better armed.
            (Verb::Use, Target::Unit(friend)) if !battle.enemies(friend, action.unit) => 3,
            (Verb::Hold, _) => 3,
            (Verb::Pass, _) => 4,
            (Verb::Retreat, _) => 5,
            (Verb::Fire | Verb::Strike | Verb::Assist | Verb::Face, _) => 6,
            (Verb::Cast, _) => 7,
            (Verb::Open, _) => 10,
            (Verb::Move, Target::Index(edge)) if edge != stepping::HOMEWARD => 11,
            (Verb::Use, Target::Hex(_)) => 12,
            (Verb::Assign | Verb::Use, Target::Index(_)) => 9,
            _ => 8,
        }
    }

    fn survey(_battle: &Battle, survey: &mut Survey) {
        (survey.unit, survey.exit, survey.vehicle) = (None, None, None);
        survey.hopes = [None; MAX_SIDES];
        survey.errand.forget();
        survey.ways.forget();
    }

    fn appraise(battle: &Battle, action: Action, survey: &mut Survey, inputs: &mut [f32]) {
        let unit = action.unit;
        if !battle.units().has(unit) {
            if action.verb == Verb::Move && battle.boarding().is_none() {
                let exit = survey.exit.get_or_insert_with(|| goals::wagon_exit(battle));
                inputs[Input::Mission as usize] = goals::deed(battle, action, *exit);
                return;
            }
            if let (Some(Step::Houses), Target::Index(house)) = (battle.step(), action.target) {
                inputs[Input::Mission as usize] = goals::lot(battle, house);
                return;
            }
            let put = &mut |input: Input, value: f32| inputs[input as usize] = value;
            return survey.errand.counter(battle, action, &mut survey.ways, put);
        }
        if survey.unit != Some(unit) {
            survey.look_around(battle, unit);
        }
        let mut put = |input: Input, value: f32| inputs[input as usize] = value;
        if let Some(orders) = command::orders(battle) {
            if action.verb == Verb::Hold {
                return;
            }
            put(Input::Command, f32::from(command::price(action.verb)));
            put(Input::Harm, stalking::order(battle, action, orders, |cell| survey.errand.way(cell)));
            return;
        }
        match vehicles::matter(battle, action) {
            Some(Matter::Drive) => return survey.drive(battle, action, &mut put),
            Some(Matter::Ride) => return survey.ride(battle, action, &mut put),
            None => {}
        }
        match (action.verb, action.target) {
            (Verb::Place, Target::Hex(cell)) if battle.boarding().is_some() => {
                survey.stand(battle, unit, cell, &mut put);
            }
            (Verb::Move, Target::Index(stepping::HOMEWARD)) => put(Input::Goal, survey.errand.homeward(battle, unit)),
            (Verb::Open, Target::Hex(door)) => {
                survey.stand(battle, unit, battle.piece(unit).at, &mut put);
                put(Input::Goal, survey.errand.door(battle, unit, door));
                put(Input::Alone, survey.errand.alone_at_door(battle, unit, door));
                put(Input::Peril, aboard::draught(battle, unit, door));
            }
            (Verb::Place, Target::Hex(cell)) if battle.step() == Some(Step::Decoys) => {
                put(Input::Mission, ritual::lure(battle, cell));
                put(Input::Cover, cover(battle, cell));
            }
            (Verb::Place, Target::Hex(cell)) => {
                put(Input::Middle, middle(battle, unit, cell));
                put(Input::Together, survey.together(battle, cell));
                put(Input::Cover, cover(battle, cell));
                put(Input::Centre, centre(battle.board(), cell));
            }
            (Verb::Move | Verb::Run, Target::Hex(cell)) => survey.stand(battle, unit, cell, &mut put),
            (Verb::Hold, _)
                if matches!(
                    battle.step(),
                    Some(Step::Move { .. } | Step::Again { .. } | Step::Run { .. } | Step::Onward { .. })
                ) =>
            {
                survey.stand(battle, unit, battle.piece(unit).at, &mut put);
            }
            (Verb::Retreat, Target::Hex(cell)) if battle.carrier(unit).is_some() => {
                survey.stand(battle, unit, cell, &mut put);
            }
            (Verb::Retreat, Target::Hex(cell)) => {
                survey.stand(battle, unit, cell, &mut put);
                put(Input::Leave, battle.holders(unit).map(|f| forecast::blow(battle, f, unit)).sum());
                // What it would have done by staying.
                put(Input::Charge, -survey.melee(battle, battle.piece(unit).at));
            }
            (Verb::Fire, Target::Hex(at)) if battle.may_cut(unit, Fire::decode(action.with).place, at) => {
                put(Input::Harm, aboard::breach(battle, action, at, |cell| survey.errand.far(cell)));
            }
            (Verb::Fire | Verb::Strike | Verb::Assist, _) => {
                put(Input::Harm, attacks::harm(battle, action));
                let desperate = action.verb == Verb::Fire && Fire::decode(action.with).desperate;
                put(Input::Desperate, f32::from(u8::from(desperate)));
            }
            (Verb::Move, Target::Index(_)) | (Verb::Use, Target::Hex(_)) => {
                put(Input::Mission, goals::deed(battle, action, None));
            }
            (Verb::Face, Target::Index(facing)) => {
                put(Input::Harm, stalking::watch(battle, unit, facing, &mut survey.ways));
            }
            (Verb::Use, Target::Index(_)) => {
                if let Some(gadget) = Gadget::of(action) {
                    put(Input::Goal, stalking::gadget(gadget));
                }
            }
            (Verb::Cast, _) => put(Input::Power, attacks::power(battle, action)),
            (Verb::Use, Target::Unit(friend)) if !battle.enemies(friend, unit) => {
                survey.stand(battle, unit, battle.piece(unit).at, &mut put);
                put(Input::Harm, survey.armed_with(battle, unit, friend));
            }
            (Verb::Use, Target::Unit(quarry)) => put(Input::Harm, forecast::worth(battle, quarry)),
            _ => {}
        }
    }
}

/// How near the middle of its side's zone a hex is, along the edge and in depth.
fn middle(battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
    let middle = battle.zone(battle.piece(unit).side).middle;
    let (column, row) = battle.board().column_row(cell);
    1.0 / (1.0 + ((f32::from(column) - middle.0).abs() + (f32::from(row) - middle.1).abs()) / 8.0)
}

/// What the cover in a hex adds to armour.
fn cover(battle: &Battle, cell: Cell) -> f32 {
    let setting = battle.setting();
    f32::from(setting.cover(setting.class(battle.footing(cell))).armour)
}

impl Survey {
    /// Looks at everybody from a figure's point of view.
    fn look_around(&mut self, battle: &Battle, unit: UnitId) {
        self.unit = Some(unit);
        self.enemies.clear();
        let moves = matches!(battle.step(), Some(Step::Move { .. }));
        let place = |side: SideId| battle.table().order.0.iter().position(|&s| s == side.index() as i16);
        let later = |side: SideId| moves && place(side) > place(battle.piece(unit).side);
        let foes = battle.enemies_of(battle.piece(unit).side).filter(|&f| battle.piece(f).at.is_some());
        self.enemies.extend(foes.map(|foe| Other::of(battle, unit, foe, later(battle.piece(foe).side))));
        let best = |of: &dyn Fn(&Other) -> f32| self.enemies.iter().map(of).fold(0.0, f32::max);
        let (blows, shots) = (best(&|o| o.mine), best(&|o| o.fire.best(6, Hindrance::default())));
        self.line = enemies::line(battle, unit, &self.enemies);
        self.fights = blows > shots;
        self.reach = forecast::reach(battle, unit);
        self.stride = walking::allowance(battle, unit).max(1).into();
        let leader = battle.setting().bands[battle.piece(unit).side.index()].leader.filter(|&l| l != unit);
        self.leader = leader.map(|l| battle.piece(l).at).filter(|at| at.is_some());
        self.as_drawn = battle.is_as_drawn();
        self.haste = goals::haste(battle, battle.piece(unit).side);
        self.pursuit = goals::pursuit(battle, unit);
        self.errand.set_out(battle, unit, &mut self.ways);
    }

    /// What a side may hope for aboard a hulk (see [`prospects`]), reckoned once while nothing changes.
    fn hope(&mut self, battle: &Battle, side: SideId) -> f32 {
        let Survey { hopes, ways, .. } = self;
        *hopes[side.index()].get_or_insert_with(|| prospects::hope(battle, side, ways))
    }

    /// How near its Leader a figure would be; those without one are as near as can be.
    fn together(&self, battle: &Battle, cell: Cell) -> f32 {
        self.leader.map_or(1.0, |at| closeness(battle.board().distance(at, cell)))
    }

    /// Measures what it means for a figure to stand in a hex.
    fn stand(&self, battle: &Battle, unit: UnitId, cell: Cell, put: &mut impl FnMut(Input, f32)) {
        put(Input::Together, self.together(battle, cell));
        put(Input::Cover, cover(battle, cell));
        put(Input::Centre, centre(battle.board(), cell));
        let nearest = self.enemies.iter().map(|o| battle.range(cell, o.at)).min();
        put(Input::Near, nearest.map_or(0.0, closeness));
        let value = self.pursuit.map_or_else(|| -goals::noise(battle, cell), |p| p.value(battle, cell));
        put(Input::Mission, value);
        put(Input::Peril, aboard::peril(battle, unit, cell));
        // Aboard a hulk what counts is the way through it.
        if battle.boarding().is_some() {
            put(Input::Goal, self.errand.way(cell));
        }
        if !battle.foes_around(battle.piece(unit).side, cell).is_empty() {
            put(Input::Press, self.haste);
            put(Input::Piled, self.piled(battle, unit, cell));
            return put(Input::Charge, self.melee(battle, cell));
        }
        let moved = cell != battle.piece(unit).at || battle.unit(unit).steps > 0;
        let (mut fire, mut danger, mut exposed, mut prey, mut charged) = (0.0f32, 0.0, 0.0, f32::INFINITY, 0.0f32);
        for other in &self.enemies {
            let steps = battle.range(cell, other.at);
            if steps <= other.reach
                && let Some([there, back]) = battle.looks(cell, other.at, self.as_drawn)
            {
                let hindrance = Hindrance::of(battle, there, other.unit, other.moved);
                fire = fire.max(other.fire.best(steps, hindrance));
                danger += other.danger.best(steps, Hindrance::of(battle, back, unit, moved));
            } else if self.pursuit.is_none() {
                exposed += other.ambush(battle, unit, cell, self.as_drawn);
            }
            if steps == 1 && other.down && battle.joined(cell, other.at) {
                fire = fire.max(other.mine);
            }
            if steps <= other.stride + 1 {
                charged = charged.max(other.charge - other.mine);
            }
            if other.nobodys {
                continue;
            }
            // Fighters go for whom they beat, shooters into range and no nearer; whoever fights a friend cannot be shot at.
            prey = prey.min(if !self.fights && other.fire.reach() > 0 {
                f32::from(steps.saturating_sub(self.reach))
            } else if other.mine >= other.risk {
                f32::from(steps)
            } else {
                f32::from(steps) * 2.0
            });
        }
        put(Input::Fire, fire);
        put(Input::Danger, danger);
        put(Input::Charged, charged);
        put(Input::Exposed, exposed);
        if battle.boarding().is_some() {
            return put(Input::Alone, self.errand.alone(battle, unit, cell));
        }
        let close = |steps: f32| 1.0 / (1.0 + steps / f32::from(self.stride));
        put(Input::Approach, close(prey));
        put(Input::Press, self.haste * nearest.map_or(0.0, |steps| close(steps.into())));
        // Whoever is after something goes ahead, and when time runs out somebody has to.
        if let Some(nearest) = nearest.filter(|_| self.pursuit.is_none()) {
            put(Input::Ahead, (1.0 - self.haste) * enemies::ahead(self.line, nearest, self.stride));
        }
    }

    /// What a figure's best shot is expected to take with the weapon that a fallen friend has left.
    fn armed_with(&self, battle: &Battle, unit: UnitId, fallen: UnitId) -> f32 {
        let Some(weapon) = battle.left_weapon(fallen) else { return 0.0 };
        let at = battle.piece(unit).at;
        let shots = self
            .enemies
            .iter()
            .map(|o| forecast::shot_with(battle, unit, o.unit, battle.board().distance(at, o.at), weapon));
        shots.fold(0.0, f32::max)
    }

    /// What a round of melee in a hex is expected to bring: the best blow, and in the turn of a charge the pistol before
    /// it, less the blows of all whom it would touch.
    fn melee(&self, battle: &Battle, cell: Cell) -> f32 {
        let touched = battle.around(cell);
        let touched = || self.enemies.iter().filter(|o| touched.has(o.unit));
        let best = |of: &dyn Fn(&Other) -> f32| touched().map(of).fold(0.0, f32::max);
        let blow = if touched().count() == 1 { best(&|o| o.ganged) } else { best(&|o| o.mine) };
        let charges = self.unit.is_some_and(|u| battle.piece(u).at != cell || battle.unit(u).charged);
        let pistol = if charges { best(&|o| o.pistol) } else { 0.0 };
        pistol + blow - touched().map(|o| o.risk).sum::<f32>()
    }

    /// What the blows of those take who stand free and may come to a melee in a hex, shared with the friends who may
    /// come too.
    fn piled(&self, battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
        let touched = battle.around(cell);
        let come = self.enemies.iter().filter(|o| o.may_join(battle, cell) && !touched.has(o.unit));
        let all: f32 = come.map(|o| o.theirs).sum();
        if all == 0.0 {
            return 0.0;
        }
        let near = |u: UnitId| {
            let at = battle.piece(u).at;
            let stride = walking::allowance(battle, u).into();
            u != unit && at.is_some() && battle.stands(u) && enemies::comes_next_to(battle, at, stride, cell)
        };
        all / (1 + battle.friends_of(battle.piece(unit).side).only(near).len()) as f32
    }
}
