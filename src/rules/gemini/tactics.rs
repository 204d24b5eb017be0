//! What opponents think of actions: measures that a profile weighs.

use crate::battle::{Action, SideId, Target, UnitId, UnitSet, Verb};
use crate::board::{Cell, Facing, Half, Reach, within};
use crate::kit::nearness::{centre, together};
use crate::rules::Tactics;

use super::activation::most_dice;
use super::charging::side_struck;
use super::content::Cover;
use super::model::{Charge, Condition, Hit, Nerve, did};
use super::options::ActivationDice;
use super::reactions::gun_of;
use super::score::Part;
use super::shooting::{GRENADE, HURL, SMOKE, shots};
use super::steps::{Mode, Shot, Step};
use super::wounds::{need_to_save, need_to_wound};
use super::{Battle, Gemini, goals, uses};

/// The measures of an action, by their places in [`Tactics::INPUTS`].
#[derive(Clone, Copy)]
enum Input {
    Harm,
    Finish,
    Approach,
    Press,
    Danger,
    Fire,
    Clash,
    Threat,
    Silence,
    Short,
    Points,
    Overreach,
    Bearing,
    Friends,
    Lurk,
    Idle,
    Goal,
    Out,
    Together,
    Centre,
}

/// How likely a hit of so much strength and save modifier wounds a model.
fn wounds(battle: &Battle, strength: u8, save: i8, on: UnitId) -> f32 {
    let sheet = battle.sheet(on);
    let Some(need) = need_to_wound(strength, sheet.t) else { return 0.0 };
    let saved = need_to_save(sheet.sv, save).map_or(0.0, |need| f32::from(7 - need) / 6.0);
    f32::from(7 - need) / 6.0 * (1.0 - saved)
}

/// What a wound of a model is worth: it counts for more the fewer it has left.
fn worth(battle: &Battle, unit: UnitId) -> f32 {
    let now = battle.unit(unit);
    let standing = if now.condition.is_felled() { 0.6 } else { 1.0 };
    standing / f32::from(now.wounds.max(1))
}

/// Wounds that a shooting may be expected to do.
fn harm(battle: &Battle, shot: Shot) -> f32 {
    let aim = battle.aim(shot);
    let gun = battle.gun(shot.unit, shot.gun);
    f32::from(aim.shots) * aim.chance(battle.beyond_six()) * wounds(battle, gun.strength, gun.save, shot.target)
}

/// The most that a model's guns do to an enemy from a hex to a hex for so many action points, wherever it faces.
fn from_hex(battle: &Battle, unit: UnitId, from: Cell, foe: UnitId, to: Cell, ap: u8) -> f32 {
    if battle.unit(unit).frenzied || battle.unit(unit).stripped {
        return 0.0;
    }
    let hexes = battle.board().distance(from, to);
    let guns = battle.kit(unit).guns.iter().map(|gun| &battle.setting().guns[usize::from(*gun)]);
    if guns.map(|gun| u16::from(gun.long)).max().is_none_or(|long| long < hexes) {
        return 0.0;
    }
    let Some(cover) = battle.line(from, to) else { return 0.0 };
    through(battle, unit, foe, hexes, cover, ap)
}

/// The same over so many hexes, into so much cover.
fn through(battle: &Battle, unit: UnitId, foe: UnitId, hexes: u16, cover: Cover, ap: u8) -> f32 {
    let guns = (0..battle.kit(unit).guns.len() as u8).filter(|&gun| battle.unit(unit).useless >> gun & 1 == 0);
    let each = guns.map(|place| {
        let gun = battle.gun(unit, place);
        if hexes > gun.long.into() {
            return 0.0;
        }
        let range = if hexes <= gun.short.into() { gun.at_short } else { gun.at_long };
        let need = (7 - battle.bs(unit) as i8 - range - cover.modifier()).clamp(2, 9);
        let hits = if need <= 6 { f32::from(7 - need) / 6.0 } else { f32::from(10 - need) / 36.0 };
        f32::from(shots(gun, ap, hexes, battle.setting().numbers.rapid))
            * hits
            * wounds(battle, gun.strength, gun.save, foe)
    });
    each.fold(0.0, f32::max)
}

/// The mean of the highest of so many dice.
fn mean_highest(dice: u8) -> f32 {
    [0.0, 3.5, 4.47, 4.96, 5.24, 5.43, 5.56][usize::from(dice.min(6))]
}

/// How a round of close combat may be expected to go: wounds done less wounds taken. `charging` adds the charge's bonus.
fn clash(battle: &Battle, unit: UnitId, foe: UnitId, charging: bool) -> f32 {
    let own = battle.fighter(Part { unit, foe, before: 0 });
    let other = battle.fighter(Part { unit: foe, foe: unit, before: 0 });
    let bonus = if charging {
        match side_struck(battle, unit, foe) {
            Charge::Flank | Charge::Rear => 2.0,
            _ => 1.0,
        }
    } else {
        0.0
    };
    let score = |f: &super::score::Fighter| mean_highest(f.dice) + f32::from(f.ws) + f32::from(f.sum());
    let lead = score(&own) + bonus - score(&other) + 0.3 * (f32::from(own.parries) - f32::from(other.parries));
    let blow = |by, on| {
        let Hit { strength, save, .. } = battle.blow(by, on, 0);
        wounds(battle, strength, save, on)
    };
    let hits = |lead: f32| (lead + 1.2).max(0.2);
    hits(lead) * blow(unit, foe) * worth(battle, foe) - hits(-lead) * blow(foe, unit) * worth(battle, unit)
}

/// Whether an action moves the model to the hex that it is aimed at.
fn moves(action: Action) -> bool {
    action.verb != Verb::Use || action.with == uses::JUMP
}

/// What a jump down may cost a model (GEM-MOVE-04).
fn fall(battle: &Battle, unit: UnitId) -> f32 {
    let fails = 1.0 - f32::from(battle.sheet(unit).i.min(5)) / 6.0;
    fails * wounds(battle, 3, 0, unit) * worth(battle, unit)
}

/// How near the nearest enemy that can be fought is to a hex.
fn nearest(battle: &Battle, side: SideId, cell: Cell) -> f32 {
    let foes = battle.enemies_of(side).map(|foe| battle.board().distance(cell, battle.piece(foe).at));
    foes.min().map_or(0.0, f32::from)
}

/// What enemies may do to a model in a hex, by fire: all who are able and have a line to it, in cover or not.
fn danger(battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
    let foes = battle.enemies_of(battle.piece(unit).side);
    let free = foes.filter(|&foe| battle.able(foe) && !battle.engaged(foe));
    let each = free.map(|foe| from_hex(battle, foe, battle.piece(foe).at, unit, cell, expected_points(battle, foe)));
    each.sum::<f32>() * worth(battle, unit)
}

/// Action points that a model may expect in its turn, for a shot.
fn expected_points(battle: &Battle, unit: UnitId) -> u8 {
    if battle.sheet(unit).an <= 4 { 2 } else { 1 }
}

/// What a model may do by fire from a hex, for so many action points.
fn fire(battle: &Battle, unit: UnitId, cell: Cell, ap: u8) -> f32 {
    let foes = battle.enemies_of(battle.piece(unit).side);
    let each = foes.map(|foe| from_hex(battle, unit, cell, foe, battle.piece(foe).at, ap) * worth(battle, foe));
    each.fold(0.0, f32::max)
}

/// What a model may do to an enemy that comes four hexes nearer into the open: what overwatch waits for.
fn lurk(battle: &Battle, unit: UnitId) -> f32 {
    let reach = battle.setting().numbers.overwatch;
    let coming = |foe: UnitId| {
        let hexes = battle.apart(unit, foe).saturating_sub(4).max(1);
        let near = battle.able(foe) && hexes <= reach.into() && !battle.engaged(foe);
        if near { through(battle, unit, foe, hexes, Cover::None, 2) * worth(battle, foe) } else { 0.0 }
    };
    battle.enemies_of(battle.piece(unit).side).map(coming).fold(0.0, f32::max)
}

/// Whether a model fights, or is on overwatch where somebody may come before its gun.
fn busy(battle: &Battle, unit: UnitId) -> bool {
    battle.engaged(unit) || battle.unit(unit).overwatch && lurk(battle, unit) > 0.0
}

/// How pressing it is for a model to go on to what it is after, so many hexes away: 1 where there is time, up to 3 where
/// the turns that are left are hardly enough, at a move of 4 hexes a turn.
fn urgency(battle: &Battle, hexes: f32) -> f32 {
    let left = battle.setting().turns.saturating_sub(battle.table().turn) as f32 + 1.0;
    (1.5 * hexes / (4.0 * left)).clamp(1.0, 3.0)
}

/// What enemies who could charge a model in a hex would do to it hand to hand, beyond what they would take.
fn threat(battle: &Battle, unit: UnitId, cell: Cell) -> f32 {
    let foes = battle.enemies_of(battle.piece(unit).side);
    let charges = |foe: &UnitId| {
        let hexes = battle.board().distance(battle.piece(*foe).at, cell);
        battle.able(*foe) && !battle.engaged(*foe) && hexes <= u16::from(2 * battle.allowance(*foe)) + 1
    };
    foes.filter(charges).map(|foe| clash(battle, foe, unit, true).max(0.0)).fold(0.0, f32::max)
}

/// How pressing it is for a side to come to grips: it is not ahead, and the battle runs out; 0 to 1.
fn hurry(battle: &Battle, side: SideId) -> f32 {
    let best = battle.enemy_sides(side).map(|other| super::turn::worth(battle, other)).max().unwrap_or(0);
    let own = super::turn::worth(battle, side);
    let late = battle.table().turn as f32 / f32::from(battle.setting().turns.max(1));
    match own.cmp(&best) {
        std::cmp::Ordering::Less => late,
        std::cmp::Ordering::Equal => 0.5 * late,
        std::cmp::Ordering::Greater => 0.0,
    }
}

/// What a hex is worth to a model for its fire after an action of so many points: what it could shoot there with those left,
/// or what its next turn promises.
fn prospect(battle: &Battle, unit: UnitId, cell: Cell, spent: u8) -> f32 {
    let now = battle.unit(unit);
    let acting = matches!(battle.step(), Some(Step::Act { unit: acting }) if acting == unit);
    let left = if acting && now.did & did::SHOT == 0 { now.ap.saturating_sub(spent).min(2) } else { 0 };
    let at_once = if left > 0 { fire(battle, unit, cell, left) } else { 0.0 };
    at_once.max(LATER * fire(battle, unit, cell, expected_points(battle, unit)))
}

/// What a shot of the next turn counts beside one at once.
const LATER: f32 = 0.4;

/// How well a model faces its enemies: what stands in its arc, the nearer the more.
fn bearing(battle: &Battle, unit: UnitId, facing: Facing) -> f32 {
    let at = battle.piece(unit).at;
    let seen = |foe: UnitId| {
        let to = battle.piece(foe).at;
        let delta = battle.board().hex(to) - battle.board().hex(at);
        let inside = within(facing, delta, Half::Deg45) != crate::board::Bearing::Outside;
        let lined = if battle.line(at, to).is_some() { 1.0 } else { 0.3 };
        if inside { lined / (1.0 + 0.1 * f32::from(battle.board().distance(at, to))) } else { 0.0 }
    };
    battle.enemies_of(battle.piece(unit).side).map(seen).sum()
}

/// What all actions of a decision have in common.
#[derive(Debug, Default)]
pub struct Survey {
    reach: Reach,
    here: Option<Here>,
}

/// What the hex is worth in which a model stands.
#[derive(Clone, Copy, Debug)]
struct Here {
    unit: UnitId,
    prospect: f32,
    danger: f32,
    threat: f32,
    way: Option<goals::Way>,
}

impl Survey {
    /// What the hex of a model is worth, worked out once a decision.
    fn here(&mut self, battle: &Battle, unit: UnitId) -> Here {
        if let Some(here) = self.here.filter(|here| here.unit == unit) {
            return here;
        }
        let at = battle.piece(unit).at;
        let (prospect, danger) = (prospect(battle, unit, at, 0), danger(battle, unit, at));
        let here = Here { unit, prospect, danger, threat: threat(battle, unit, at), way: goals::way(battle, unit, at) };
        self.here = Some(here);
        here
    }
}

impl Tactics for Gemini {
    const INPUTS: &'static [&'static str] = &[
        "harm",
        "finish",
        "approach",
        "press",
        "danger",
        "fire",
        "clash",
        "threat",
        "silence",
        "short",
        "points",
        "overreach",
        "bearing",
        "friends",
        "lurk",
        "idle",
        "goal",
        "out",
        "together",
        "centre",
    ];
    const REASONS: &'static [(&'static str, &'static str)] = &[
        ("harm", "what it may take from the target"),
        ("finish", "it may put the target out"),
        ("approach", "it gets nearer to the enemy"),
        ("press", "time runs out, and it must get nearer"),
        ("danger", "what enemy shots may take there"),
        ("fire", "what its own shots may take from there"),
        ("clash", "what a fight hand to hand may bring"),
        ("threat", "what enemy charges may take there"),
        ("silence", "it silences enemy fire"),
        ("short", "it comes short of its target"),
        ("points", "action points that it may get"),
        ("overreach", "the risk to fail with its dice"),
        ("bearing", "it faces its enemies"),
        ("friends", "friends who may be struck"),
        ("lurk", "it stays unseen"),
        ("idle", "it has something to do"),
        ("goal", "it gets nearer to what the battle is about"),
        ("out", "it brings out what it carries"),
        ("together", "it gets nearer to its friends"),
        ("centre", "it gets nearer to the middle of the board"),
    ];
    const TOPICS: &'static [&'static str] = &[
        "choose",
        "dice",
        "move",
        "face",
        "charge",
        "fight",
        "shoot",
        "throw",
        "aim",
        "overwatch",
        "hide",
        "reload",
        "call",
        "fetch",
        "drop",
        "ready",
        "spring",
        "draw",
        "swap",
        "heal",
        "leave",
        "react",
        "dodge",
        "stay",
        "hold",
        "pass",
    ];
    const FEATURES: &'static [&'static str] =
        &["wounds", "standing", "nerve", "hurt", "score", "fire", "clash", "watch", "near", "goal"];
    type Survey = Survey;

    fn survey(_battle: &Battle, survey: &mut Survey) {
        survey.here = None;
    }

    fn topic(battle: &Battle, action: Action) -> usize {
        let reacting = !matches!(battle.step(), Some(Step::Act { .. }));
        let name = match (action.verb, action.target) {
            (Verb::Order, Target::Index(_)) => "dice",
            (Verb::Order, _) => "choose",
            (Verb::Move, _) => "move",
            (Verb::Run, Target::Hex(_)) => "move",
            (Verb::Run, _) => "dodge",
            (Verb::Face, _) => "face",
            (Verb::Strike, _) if battle.step() == Some(Step::Split) => "fight",
            (Verb::Strike, _) => "charge",
            (Verb::Fire, Target::Hex(_)) => "throw",
            (Verb::Fire, _) if reacting => "react",
            (Verb::Fire, _) => "shoot",
            (Verb::Use, _) if matches!(battle.step(), Some(Step::Approach { .. })) => "draw",
            (Verb::Use, _) if !battle.units().has(action.unit) => "spring",
            (Verb::Use, _) => match action.with {
                uses::AIM => "aim",
                uses::JUMP => "move",
                uses::OVERWATCH => "overwatch",
                uses::HIDE => "hide",
                uses::RELOAD => "reload",
                uses::TAKE | uses::TASK => "fetch",
                uses::DROP => "drop",
                uses::SEARCH if battle.table().buried > 0 => "fetch",
                uses::SEARCH => "swap",
                uses::DRAW => "ready",
                uses::SWAP | uses::DOSE => "swap",
                uses::CALL.. => "call",
                _ => "hold",
            },
            (Verb::Heal, _) => "heal",
            (Verb::Retreat, _) => "leave",
            (Verb::Stay | Verb::Keep | Verb::Endure, _) => "stay",
            (Verb::Pass, _) => "pass",
            _ => "hold",
        };
        Self::TOPICS.iter().position(|topic| *topic == name).unwrap_or(0)
    }

    fn appraise(battle: &Battle, action: Action, survey: &mut Survey, inputs: &mut [f32]) {
        let unit = action.unit;
        if !battle.units().has(unit) {
            // A side as a whole draws, or springs its ambush, where its fire would tell.
            if let Some(decision) = battle.decision().filter(|_| action.verb == Verb::Use) {
                let mean = |units: UnitSet| {
                    let sum: f32 = units.map(|unit| fire(battle, unit, battle.piece(unit).at, 1)).sum();
                    sum / units.len().max(1) as f32
                };
                inputs[Input::Fire as usize] = mean(battle.units_of(decision.side));
                inputs[Input::Danger as usize] = mean(battle.enemies_of(decision.side));
            }
            return;
        }
        if !battle.piece(unit).at.is_some() {
            return;
        }
        let side = battle.piece(unit).side;
        let at = battle.piece(unit).at;
        let mut set = |input: Input, value: f32| inputs[input as usize] = value;
        match (action.verb, action.target) {
            (Verb::Order, Target::Index(dice)) => {
                let success = f32::from(7 - battle.sheet(unit).an) / 6.0;
                let failure = 1.0 - success;
                set(Input::Points, f32::from(dice) * success);
                let two = failure * failure;
                let over = match dice {
                    0 | 1 => 0.0,
                    2 => two,
                    _ => 3.0 * two * success + two * failure,
                };
                let costs =
                    matches!(battle.options().activation_dice, ActivationDice::Choose | ActivationDice::Turnover);
                set(Input::Overreach, if costs && most_dice(battle, unit) > 1 { over } else { 0.0 });
                // Whoever has no use for points need not roll for them.
                set(Input::Idle, if busy(battle, unit) { f32::from(dice) } else { 0.0 });
            }
            (Verb::Order, _) => {
                set(Input::Fire, fire(battle, unit, at, 2));
                set(Input::Danger, danger(battle, unit, at));
                set(Input::Idle, if busy(battle, unit) { 1.0 } else { 0.0 });
            }
            (Verb::Move | Verb::Run | Verb::Use, Target::Hex(cell)) if moves(action) => {
                let nearer = (nearest(battle, side, at) - nearest(battle, side, cell)) / 6.0;
                set(Input::Approach, nearer);
                set(Input::Press, nearer * hurry(battle, side));
                let here = survey.here(battle, unit);
                if let Some((way, there)) = here.way.zip(goals::way(battle, unit, cell)) {
                    let nearer = urgency(battle, way.whole.into()) * (f32::from(way.next) - f32::from(there.next));
                    set(if way.out { Input::Out } else { Input::Goal }, nearer / 6.0);
                }
                set(Input::Together, together(battle, unit, cell) - together(battle, unit, at));
                set(Input::Centre, centre(battle.board(), cell) - centre(battle.board(), at));
                set(Input::Fire, prospect(battle, unit, cell, 1) - here.prospect);
                let fall = if action.verb == Verb::Use { fall(battle, unit) } else { 0.0 };
                set(Input::Danger, danger(battle, unit, cell) - here.danger + fall);
                set(Input::Threat, threat(battle, unit, cell) - here.threat);
                // A bonus move may lead into a new fight.
                let touched = battle
                    .enemies_of(side)
                    .filter(|&foe| battle.standing(foe) && battle.touching(cell, battle.piece(foe).at));
                let best = touched.map(|foe| clash(battle, unit, foe, false)).reduce(f32::max);
                set(Input::Clash, best.unwrap_or(0.0));
            }
            (Verb::Face, Target::Index(facing)) => {
                let now = bearing(battle, unit, battle.piece(unit).facing);
                set(Input::Bearing, bearing(battle, unit, Facing::from_index(facing.into())) - now);
            }
            (Verb::Strike, Target::Unit(foe)) if battle.step() == Some(Step::Split) => {
                set(Input::Clash, clash(battle, unit, foe, false));
            }
            (Verb::Strike, Target::Unit(foe)) => {
                set(Input::Clash, clash(battle, unit, foe, true));
                let quiet = from_hex(battle, foe, battle.piece(foe).at, unit, at, 2) * worth(battle, unit);
                set(Input::Silence, quiet + danger(battle, unit, at));
                set(Input::Fire, prospect(battle, unit, at, 0));
                let inches = battle.allowance(unit) * action.with.clamp(1, 2);
                let cost = battle.charge_cost(unit, foe, &mut survey.reach);
                let pursuing = !matches!(battle.step(), Some(Step::Act { .. }));
                set(Input::Short, if pursuing || cost.is_some_and(|cost| cost <= inches) { 0.0 } else { 1.0 });
            }
            (Verb::Fire, Target::Unit(foe)) if action.with == HURL => {
                set(
                    Input::Harm,
                    f32::from(battle.bs(unit).clamp(1, 5)) / 6.0 * wounds(battle, 2, 0, foe) * worth(battle, foe),
                );
            }
            (Verb::Fire, Target::Unit(foe)) => {
                let (gun, ap) = gun_of(action.with);
                let own = matches!(battle.step(), Some(Step::Act { .. }));
                let mode = if own { Mode::Own } else { Mode::Reaction };
                // A reaction has as many points as its dice say, overwatch two.
                let ap = if own { ap } else { 2 };
                let harm = harm(battle, Shot { unit, gun, target: foe, ap, mode });
                set(Input::Harm, harm * worth(battle, foe));
                set(Input::Finish, if battle.unit(foe).wounds == 0 { harm } else { 0.0 });
            }
            (Verb::Fire, Target::Hex(cell)) => {
                let (strength, save) = (4, -1);
                let near = battle.on_board().only(|other| battle.board().distance(battle.piece(other).at, cell) <= 1);
                for other in near {
                    let hits = if battle.piece(other).at == cell { 1.0 } else { 0.5 };
                    let harm = hits * wounds(battle, strength, save, other) * worth(battle, other);
                    match (action.with, battle.enemies(unit, other)) {
                        (GRENADE, true) => inputs[Input::Harm as usize] += harm,
                        (GRENADE | SMOKE, false) => inputs[Input::Friends as usize] += harm,
                        _ => {}
                    }
                }
            }
            (Verb::Use, Target::Unit(foe)) if action.with >= uses::CALL => {
                let gun = action.with.saturating_sub(uses::CALL);
                let mode = Mode::Draw;
                set(Input::Harm, harm(battle, Shot { unit, gun, target: foe, ap: 1, mode }) * worth(battle, foe));
                set(Input::Danger, danger(battle, unit, at));
            }
            (Verb::Use, _) => {
                let shoots = battle.unit(unit).did & did::SHOT == 0;
                set(Input::Fire, if shoots { fire(battle, unit, at, 1) } else { 0.0 });
                set(Input::Danger, danger(battle, unit, at));
                set(Input::Threat, threat(battle, unit, at));
                set(Input::Lurk, lurk(battle, unit));
                set(Input::Press, hurry(battle, side));
            }
            (Verb::Run, _) => {
                set(Input::Danger, danger(battle, unit, at));
                if let Some(Step::Charged { by, .. }) = battle.step() {
                    set(Input::Clash, clash(battle, unit, by, false));
                }
            }
            (Verb::Retreat | Verb::Hold | Verb::Stay, _) => {
                let worst = battle.standing_foes(unit).map(|foe| clash(battle, unit, foe, false)).fold(0.0, f32::min);
                set(Input::Clash, worst);
            }
            _ => {}
        }
    }

    fn features(battle: &Battle, side: SideId, _survey: &mut Survey, features: &mut [f32]) {
        let sum = |of: &dyn Fn(UnitId) -> f32| {
            let own: f32 = battle.units_of(side).map(of).sum();
            let theirs: f32 = battle.enemies_of(side).map(of).sum();
            own - theirs
        };
        features[0] = sum(&|unit| f32::from(battle.unit(unit).wounds));
        features[1] = sum(&|unit| match battle.unit(unit).condition {
            Condition::Ready => 1.0,
            Condition::Dazed => 0.8,
            Condition::Reeling | Condition::Down => 0.4,
            Condition::KnockedDown => 0.5,
            _ => 0.3,
        });
        features[2] = sum(&|unit| match battle.unit(unit).nerve {
            Nerve::Steady => 0.0,
            Nerve::Frozen | Nerve::Suppressed => -0.3,
            Nerve::Pinned | Nerve::Bolting => -0.5,
            Nerve::Running => -0.6,
            Nerve::Routing => -1.0,
        });
        features[3] = sum(&|unit| -f32::from(battle.unit(unit).flesh));
        let best = battle.enemy_sides(side).map(|other| super::turn::worth(battle, other)).max().unwrap_or(0);
        features[4] = (super::turn::worth(battle, side) - best) as f32;
        features[5] = sum(&|unit| {
            let free = battle.able(unit) && !battle.engaged(unit);
            if free { fire(battle, unit, battle.piece(unit).at, expected_points(battle, unit)) } else { 0.0 }
        });
        // Of a fight both tell one half.
        features[6] = 0.5
            * sum(&|unit| {
                battle.standing_foes(unit).map(|foe| clash(battle, unit, foe, false)).fold(0.0, |sum, one| sum + one)
            });
        features[7] = sum(&|unit| if battle.unit(unit).overwatch { lurk(battle, unit) } else { 0.0 });
        // Whoever is behind has to come nearer.
        let gap: f32 = battle.units_of(side).map(|unit| nearest(battle, side, battle.piece(unit).at)).sum();
        features[8] = -gap / 24.0 * hurry(battle, side);
        // What is left of the way of whoever is nearest to what the battle is about.
        let left = |units: UnitSet| {
            let ways = units
                .only(|unit| battle.able(unit))
                .filter_map(|unit| goals::way(battle, unit, battle.piece(unit).at).map(|way| way.whole));
            ways.min().map_or(0.0, |way| f32::from(way) / 24.0)
        };
        features[9] = left(battle.enemies_of(side)) - left(battle.units_of(side));
    }
}
