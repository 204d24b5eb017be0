//! The stages of a turn, and which is under way (HEX-SEQ).

use crate::battle::Clock;

use super::{Battle, Step};

/// A stage of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnStage {
    /// Secret orders, revealed together.
    Orders,
    /// Gunnery 1 or 2: declarations and rolls.
    Gunnery(u8),
    /// Damage is rolled and lands.
    Apply,
    /// Hex effects before a movement.
    Trigger(u8),
    /// Movement 1 to 3.
    Movement(u8),
    /// Pre assault retreat.
    PreRetreat(u8),
    /// Pre assault abilities.
    Abilities(u8),
    /// Assault 1 to 3.
    Assault(u8),
    /// Post assault retreat.
    PostRetreat(u8),
    /// Healing/repair 1 or 2.
    Healing(u8),
    /// Agony 0 to 4.
    Agony(u8),
    /// Aftermath.
    Aftermath,
}

impl TurnStage {
    /// Its icon; none where nobody decides.
    pub(super) fn icon(self) -> &'static str {
        match self {
            TurnStage::Orders => "shouting",
            TurnStage::Gunnery(_) => "crosshair",
            TurnStage::Movement(_) => "chevrons",
            TurnStage::Assault(_) => "crossed-swords",
            TurnStage::Healing(_) => "healing",
            TurnStage::Agony(0) => "drop",
            _ => "",
        }
    }
}

/// The stages of a turn in order: what the step bar shows.
pub const TURN: [(&str, TurnStage); 39] = [
    ("Orders", TurnStage::Orders),
    ("Gunnery 1", TurnStage::Gunnery(1)),
    ("Apply damage", TurnStage::Apply),
    ("Trigger hex effect 1", TurnStage::Trigger(1)),
    ("Movement 1", TurnStage::Movement(1)),
    ("Pre assault retreat 1", TurnStage::PreRetreat(1)),
    ("Pre assault abilities 1", TurnStage::Abilities(1)),
    ("Assault 1", TurnStage::Assault(1)),
    ("Post assault retreat 1", TurnStage::PostRetreat(1)),
    ("Apply damage", TurnStage::Apply),
    ("Trigger hex effect 2", TurnStage::Trigger(2)),
    ("Movement 2", TurnStage::Movement(2)),
    ("Pre assault retreat 2", TurnStage::PreRetreat(2)),
    ("Pre assault abilities 2", TurnStage::Abilities(2)),
    ("Assault 2", TurnStage::Assault(2)),
    ("Post assault retreat 2", TurnStage::PostRetreat(2)),
    ("Apply damage", TurnStage::Apply),
    ("Trigger hex effect 3", TurnStage::Trigger(3)),
    ("Movement 3", TurnStage::Movement(3)),
    ("Pre assault retreat 3", TurnStage::PreRetreat(3)),
    ("Pre assault abilities 3", TurnStage::Abilities(3)),
    ("Assault 3", TurnStage::Assault(3)),
    ("Post assault retreat 3", TurnStage::PostRetreat(3)),
    ("Apply damage", TurnStage::Apply),
    ("Gunnery 2", TurnStage::Gunnery(2)),
    ("Apply damage", TurnStage::Apply),
    ("Healing/repair 1", TurnStage::Healing(1)),
    ("Agony 0: acid, terror", TurnStage::Agony(0)),
    ("Apply damage", TurnStage::Apply),
    ("Agony 1: minor acid", TurnStage::Agony(1)),
    ("Apply damage", TurnStage::Apply),
    ("Agony 2: fire", TurnStage::Agony(2)),
    ("Apply damage", TurnStage::Apply),
    ("Agony 3: poison", TurnStage::Agony(3)),
    ("Apply damage", TurnStage::Apply),
    ("Agony 4: bleeding", TurnStage::Agony(4)),
    ("Apply damage", TurnStage::Apply),
    ("Healing/repair 2", TurnStage::Healing(2)),
    ("Aftermath", TurnStage::Aftermath),
];

/// The stage that is under way: its place in [`TURN`]; none while units are placed.
#[must_use]
pub fn stage_now(battle: &Battle) -> Option<usize> {
    battle
        .steps()
        .iter()
        .rev()
        .find_map(|s| if let Step::TurnStage(next) = s { usize::from(*next).checked_sub(1) } else { None })
}

/// The names of the stages.
const NAMES: [&str; TURN.len()] = {
    let (mut names, mut stage) = ([""; TURN.len()], 0);
    while stage < TURN.len() {
        names[stage] = TURN[stage].0;
        stage += 1;
    }
    names
};

/// Where the battle is in its turns (HEX-SEQ-01).
#[inline]
pub(super) fn clock(battle: &Battle) -> Clock {
    Clock { turn: battle.table().turn, turns: battle.setting().turns, steps: &NAMES, step: stage_now(battle) }
}

/// The agony step under way, if it is one; Endurance asks (HEX-DWARF-02).
pub(super) fn agony_now(battle: &Battle) -> Option<u8> {
    // The Apply damage of an agony step is the stage after it.
    let stage = stage_now(battle)?;
    let of = |s: usize| if let TurnStage::Agony(n) = TURN[s].1 { Some(n) } else { None };
    of(stage).or_else(|| stage.checked_sub(1).and_then(of))
}
