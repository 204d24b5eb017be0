//! What opponents think of actions: measures that a profile weighs.

use arrayvec::ArrayVec;

use crate::battle::{Action, SideId, Target, UnitId, UnitSet, Verb};
use crate::board::{Facing, Half, within};
use crate::kit::nearness::{centre, together};
use crate::rules::Tactics;

use super::activation::most_dice;
use super::model::{Condition, Nerve, did};
use super::options::ActivationDice;
use super::reactions::gun_of;
use super::shooting::{GRENADE, HURL, SMOKE};
use super::steps::{Mode, Shot, Step};
use super::survey::{Survey, clash, fire_at, gain, harm, worth, wounds};
use super::{Battle, Gemini, goals, turn, uses};

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
    Vain,
}

/// Whether an action moves the model to the hex that it is aimed at.
fn moves(action: Action) -> bool {
    action.verb != Verb::Use || action.with == uses::JUMP
}

/// What a model's fire may come to, and how likely each of it is: a reaction has as many action points as its dice say.
fn shootings(battle: &Battle, action: Action, target: UnitId) -> ArrayVec<(Shot, f32), 2> {
    let unit = action.unit;
    let (gun, ap) = gun_of(action.with);
    let of = |ap, mode| Shot { unit, gun, target, ap, mode };
    let sure = |shot| ArrayVec::from_iter([(shot, 1.0)]);
    match battle.step() {
        Some(Step::Act { .. }) => sure(of(ap, Mode::Own)),
        Some(Step::Drawing) => sure(of(ap, Mode::Together)),
        _ if battle.unit(unit).overwatch => sure(of(2, Mode::Overwatch)),
        _ => {
            let success = f32::from(7 - battle.sheet(unit).an) / 6.0;
            let (two, one) = (success * success, 2.0 * success * (1.0 - success));
            ArrayVec::from([(of(2, Mode::Reaction), two), (of(1, Mode::Reaction), one)])
        }
    }
}

/// What a jump down may cost a model (GEM-MOVE-04).
fn fall(battle: &Battle, unit: UnitId) -> f32 {
    let fails = 1.0 - f32::from(battle.sheet(unit).i.min(5)) / 6.0;
    fails * wounds(battle, 3, 0, unit) * worth(battle, unit)
}

/// How pressing it is for a model to go on to what it is after, so many hexes away: 1 where there is time, up to 3 where
/// the turns that are left are hardly enough, at a move of 4 hexes a turn.
fn urgency(battle: &Battle, hexes: f32) -> f32 {
    let left = battle.setting().turns.saturating_sub(battle.table().turn) as f32 + 1.0;
    (1.5 * hexes / (4.0 * left)).clamp(1.0, 3.0)
}

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
        "vain",
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
        ("vain", "its shots do not reach the target"),
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
        survey.forget();
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
                let mut mean = |units: UnitSet| {
                    let sum: f32 = units.map(|unit| survey.fire(battle, unit, battle.piece(unit).at, 1)).sum();
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
                set(Input::Idle, if survey.busy(battle, unit) { f32::from(dice) } else { 0.0 });
            }
            (Verb::Order, _) => {
                set(Input::Fire, survey.fire(battle, unit, at, 2));
                set(Input::Danger, survey.danger(battle, unit, at));
                set(Input::Idle, if survey.busy(battle, unit) { 1.0 } else { 0.0 });
            }
            (Verb::Move | Verb::Run | Verb::Use, Target::Hex(cell)) if moves(action) => {
                let here = survey.here(battle, unit);
                let nearer = (here.nearest - survey.nearest(battle, side, cell)) / 6.0;
                set(Input::Approach, nearer);
                set(Input::Press, nearer * survey.hurry(battle, side));
                if let Some((way, there)) = here.way.zip(goals::way(battle, unit, cell)) {
                    let nearer = urgency(battle, way.whole.into()) * (f32::from(way.next) - f32::from(there.next));
                    set(if way.out { Input::Out } else { Input::Goal }, nearer / 6.0);
                }
                set(Input::Together, together(battle, unit, cell) - together(battle, unit, at));
                set(Input::Centre, centre(battle.board(), cell) - centre(battle.board(), at));
                set(Input::Fire, survey.prospect(battle, unit, cell, 1) - here.prospect);
                let fall = if action.verb == Verb::Use { fall(battle, unit) } else { 0.0 };
                set(Input::Danger, survey.danger(battle, unit, cell) - here.danger + fall);
                set(Input::Threat, survey.threat(battle, unit, cell) - here.threat);
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
                let here = survey.here(battle, unit);
                set(Input::Silence, fire_at(battle, foe, unit) + here.danger);
                set(Input::Fire, here.prospect);
                let inches = battle.allowance(unit) * action.with.clamp(1, 2);
                let pursuing = !matches!(battle.step(), Some(Step::Act { .. }));
                let arrives = pursuing || battle.charge_arrives(unit, foe, inches, &mut survey.reach);
                set(Input::Short, if arrives { 0.0 } else { 1.0 });
            }
            (Verb::Fire, Target::Unit(foe)) if action.with == HURL => {
                set(
                    Input::Harm,
                    f32::from(battle.bs(unit).clamp(1, 5)) / 6.0 * wounds(battle, 2, 0, foe) * worth(battle, foe),
                );
            }
            (Verb::Fire, Target::Unit(foe)) => {
                let reach = battle.gun(unit, gun_of(action.with).0).long;
                set(Input::Vain, if battle.apart(unit, foe) > reach.into() { 1.0 } else { 0.0 });
                let shots = shootings(battle, action, foe);
                let mean = |of: fn(&Battle, Shot) -> f32| -> f32 {
                    shots.iter().map(|&(shot, chance)| chance * of(battle, shot)).sum()
                };
                set(Input::Harm, mean(gain));
                set(Input::Finish, if battle.unit(foe).wounds == 0 { mean(harm) } else { 0.0 });
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
                set(Input::Danger, survey.danger(battle, unit, at));
            }
            (Verb::Use, _) => {
                let shoots = battle.unit(unit).did & did::SHOT == 0;
                set(Input::Fire, if shoots { survey.fire(battle, unit, at, 1) } else { 0.0 });
                let here = survey.here(battle, unit);
                set(Input::Danger, here.danger);
                set(Input::Threat, here.threat);
                set(Input::Lurk, survey.lurk(battle, unit));
                set(Input::Press, survey.hurry(battle, side));
            }
            (Verb::Run, _) => {
                set(Input::Danger, survey.danger(battle, unit, at));
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

    fn features(battle: &Battle, side: SideId, survey: &mut Survey, features: &mut [f32]) {
        survey.forget();
        let sum = |of: &mut dyn FnMut(UnitId) -> f32| {
            let own: f32 = battle.units_of(side).map(&mut *of).sum();
            let theirs: f32 = battle.enemies_of(side).map(of).sum();
            own - theirs
        };
        features[0] = sum(&mut |unit| f32::from(battle.unit(unit).wounds));
        features[1] = sum(&mut |unit| match battle.unit(unit).condition {
            Condition::Ready => 1.0,
            Condition::Dazed => 0.8,
            Condition::Reeling | Condition::Down => 0.4,
            Condition::KnockedDown => 0.5,
            _ => 0.3,
        });
        features[2] = sum(&mut |unit| match battle.unit(unit).nerve {
            Nerve::Steady => 0.0,
            Nerve::Frozen | Nerve::Suppressed => -0.3,
            Nerve::Pinned | Nerve::Bolting => -0.5,
            Nerve::Running => -0.6,
            Nerve::Routing => -1.0,
        });
        features[3] = sum(&mut |unit| -f32::from(battle.unit(unit).flesh));
        let best = battle.enemy_sides(side).map(|other| turn::worth(battle, other)).max().unwrap_or(0);
        features[4] = (turn::worth(battle, side) - best) as f32;
        features[5] = sum(&mut |unit| {
            let free = battle.able(unit) && !battle.engaged(unit);
            if free { survey.fire_expected(battle, unit, battle.piece(unit).at) } else { 0.0 }
        });
        // Of a fight both tell one half.
        features[6] = 0.5
            * sum(&mut |unit| {
                battle.standing_foes(unit).map(|foe| clash(battle, unit, foe, false)).fold(0.0, |sum, one| sum + one)
            });
        features[7] = sum(&mut |unit| if battle.unit(unit).overwatch { survey.lurk(battle, unit) } else { 0.0 });
        // Whoever is behind has to come nearer.
        let hurry = survey.hurry(battle, side);
        let gap: f32 = battle.units_of(side).map(|unit| survey.nearest(battle, side, battle.piece(unit).at)).sum();
        features[8] = -gap / 24.0 * hurry;
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
