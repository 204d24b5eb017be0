//! Events played one after the other on the shown board.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::battle::{Event, Fact, Target, UnitId};
use crate::board::Cell;
use crate::rules::BattleView;

use super::scene::Scene;

/// How fast events are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speed {
    /// To follow every roll.
    Slow,
    /// As it comes.
    #[default]
    Normal,
    /// To see what moves.
    Fast,
    /// All at once.
    Instant,
}

impl Speed {
    /// All speeds.
    pub const ALL: [Speed; 4] = [Speed::Slow, Speed::Normal, Speed::Fast, Speed::Instant];

    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Speed::Slow => "slow",
            Speed::Normal => "normal",
            Speed::Fast => "fast",
            Speed::Instant => "instant",
        }
    }

    /// The next one; the first after the last.
    #[must_use]
    pub fn next(self) -> Speed {
        Speed::ALL[(self as usize + 1) % Speed::ALL.len()]
    }

    /// The factor on all durations.
    fn stretch(self) -> f32 {
        match self {
            Speed::Slow => 2.5,
            Speed::Normal => 1.0,
            Speed::Fast => 0.25,
            Speed::Instant => 0.0,
        }
    }
}

/// The shown board and the events still to be played on it.
#[derive(Debug, Default)]
pub struct Playback {
    /// The board as it is shown now.
    pub scene: Scene,
    queue: VecDeque<Event>,
    /// Seconds since the first event of the queue began.
    elapsed: f32,
    /// Seconds that the first event of the queue takes.
    lasts: f32,
}

impl Playback {
    /// A board on which nothing happens.
    #[must_use]
    pub fn still(scene: Scene) -> Playback {
        Playback { scene, ..Playback::default() }
    }

    /// Adds what happened.
    pub fn push(&mut self, events: &[Event]) {
        self.queue.extend(events);
    }

    /// Whether something is still to be shown.
    #[must_use]
    pub fn busy(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Lets time pass.
    pub fn tick(&mut self, battle: &dyn BattleView, seconds: f32, speed: Speed) {
        self.elapsed += seconds;
        while let Some(event) = self.queue.front() {
            self.lasts = seconds_of(battle, event) * speed.stretch();
            if self.elapsed < self.lasts {
                return;
            }
            self.elapsed -= self.lasts;
            self.scene.fold(battle, event);
            self.queue.pop_front();
        }
        self.elapsed = 0.0;
    }

    /// Shows all remaining events at once.
    pub fn skip(&mut self, battle: &dyn BattleView) {
        self.queue.drain(..).for_each(|event| self.scene.fold(battle, &event));
    }

    /// The current event, and how far it has come, from 0 to 1.
    #[must_use]
    pub fn now(&self) -> Option<(&Event, f32)> {
        let part = if self.lasts > 0.0 { (self.elapsed / self.lasts).clamp(0.0, 1.0) } else { 1.0 };
        self.queue.front().map(|event| (event, part))
    }

    /// The hex of the current event.
    #[must_use]
    pub fn place(&self) -> Option<Cell> {
        let place = |unit: UnitId| self.scene.units.get(unit.index()).map(|u| u.piece.at).filter(|at| at.is_some());
        match self.now()?.0.fact {
            Fact::Moved { to, .. } => Some(to).filter(|at| at.is_some()),
            Fact::Rolled { by, against, .. } => place(against).or(place(by)),
            Fact::Changed { unit, .. } | Fact::Note { unit, .. } => place(unit),
            _ => None,
        }
    }

    /// The hex of the current event, and the event in a few words.
    #[must_use]
    pub fn caption(&self, battle: &dyn BattleView) -> Option<(Cell, String)> {
        let words = match self.now()?.0.fact {
            Fact::Rolled { face, need: 0, .. } => format!("rolls {face}"),
            Fact::Rolled { face, need, .. } if face >= need => format!("{face}: made ({need}+)"),
            Fact::Rolled { face, need, .. } => format!("{face}: failed ({need}+)"),
            Fact::Changed { field, to, .. } => {
                let (name, value) = battle.label(crate::rules::Of::Unit, field.into(), to)?;
                format!("{name} {value}")
            }
            Fact::Note { text, .. } => text.to_owned(),
            _ => return None,
        };
        Some((self.place()?, words))
    }
}

/// How long an event takes at normal speed.
fn seconds_of(battle: &dyn BattleView, event: &Event) -> f32 {
    match event.fact {
        Fact::Moved { from, to, .. } if from.is_some() || to.is_some() => 0.28,
        Fact::Rolled { .. } => 0.08,
        Fact::Changed { field, .. } if battle.glance(field.into()).is_some() => 0.16,
        Fact::Acted { action, .. } if matches!(action.target, Target::Unit(_)) => 0.35,
        Fact::Ground { .. } | Fact::Enlisted { .. } => 0.1,
        Fact::Note { unit: UnitId(u), .. } if u != UnitId::NONE.0 => 0.2,
        _ => 0.0,
    }
}
