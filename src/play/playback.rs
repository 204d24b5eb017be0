//! Events played one after the other on the shown board, each by the motion that it makes.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::battle::field::{Glance, Lies, Tone};
use crate::battle::{Action, Event, Fact, Target, UnitId, Verb};
use crate::board::Cell;
use crate::rules::{BattleView, Discharge, Of};
use crate::telling::names;

use super::motion::{Motion, Throw, Trace, Way};
use super::scars::{Scars, is_lost, is_machine};
use super::scene::{Scene, Shown};
use super::sound::Sound;

/// Seconds for which something told is waited for, at normal speed.
const SHORT: f32 = 0.1;
const LONG: f32 = 0.2;
/// Seconds from one explosion to the next, where many hexes go up.
const RIPPLE: f32 = 0.04;
/// The least real seconds from one flash to the next, so that there are never more than three in a second.
const FLASHES: f32 = 0.34;
/// Seconds after which a shot at the ground goes off.
const GOES_OFF: f32 = 0.1;

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

    /// The factor on all durations; 0 where nothing takes time.
    #[must_use]
    pub fn stretch(self) -> f32 {
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
    /// What is left on its ground of what happened.
    pub scars: Scars,
    queue: VecDeque<Event>,
    /// What is seen now of the first event of the queue, or of several from there on.
    beat: Option<Beat>,
    /// How many motions of the first event are over.
    stage: u8,
    /// Seconds since the present motion began, at normal speed.
    elapsed: f32,
    /// What stays beside that, each with its age in seconds; below 0 it is still to come.
    traces: Vec<(Trace, f32)>,
    /// Who attacks whom, and whether that has been seen.
    attacks: Vec<Attack>,
    /// Real seconds since the last flash; none before the first.
    flashed: Option<f32>,
    /// What is to be heard of what began since somebody listened last.
    heard: Vec<Sound>,
}

/// A motion, and how many events it shows.
#[derive(Debug)]
struct Beat {
    motion: Motion,
    events: usize,
}

impl Beat {
    fn new(motion: Motion, events: usize) -> Beat {
        Beat { motion, events }
    }
}

/// Somebody attacks somebody, by blow or by shot.
#[derive(Debug)]
struct Attack {
    by: UnitId,
    against: UnitId,
    blow: bool,
    looks: Discharge,
    /// Whether it has been shown.
    seen: bool,
}

impl Playback {
    /// A board on which nothing happens.
    #[must_use]
    pub fn still(scene: Scene) -> Playback {
        Playback { scene, ..Playback::default() }
    }

    /// A battle as it stands after these events, of which nothing is played any more.
    #[must_use]
    pub fn after(battle: &dyn BattleView, past: &[Event]) -> Playback {
        let mut playback = Playback::still(Scene::of(battle));
        playback.scars.add(battle, past);
        playback
    }

    /// Adds what happened.
    pub fn push(&mut self, events: &[Event]) {
        self.queue.extend(events);
    }

    /// Whether something is still to be shown. What only fades is not waited for.
    #[must_use]
    pub fn busy(&self) -> bool {
        !self.queue.is_empty()
    }

    /// Whether anything still fades.
    #[must_use]
    pub fn fades(&self) -> bool {
        !self.traces.is_empty()
    }

    /// Lets time pass.
    pub fn tick(&mut self, battle: &dyn BattleView, seconds: f32, speed: Speed) {
        let stretch = speed.stretch();
        if stretch == 0.0 {
            return self.skip(battle);
        }
        self.flashed = self.flashed.map(|since| since + seconds);
        let seconds = seconds / stretch;
        self.traces.iter_mut().for_each(|(_, age)| *age += seconds);
        self.traces.retain(|(trace, age)| *age < trace.lasts());
        self.elapsed += seconds;
        while let Some(&event) = self.queue.front() {
            let beat = match self.beat.take() {
                Some(beat) => beat,
                None => {
                    let known = self.traces.len();
                    let beat = self.begin(battle, event);
                    let traces = self.traces[known..].iter().filter_map(|(trace, _)| match trace {
                        Trace::Burst(_) => Some(Sound::Burst),
                        Trace::Revealed(_) => Some(Sound::Ping),
                        Trace::Slides { .. } => Some(Sound::Door),
                        _ => None,
                    });
                    let turn = begins_turn(battle, &event).then_some(Sound::Turn);
                    let machine = |unit: UnitId| is_machine(battle, unit);
                    self.heard.extend(Sound::of(&beat.motion, machine).into_iter().chain(turn).chain(traces));
                    beat
                }
            };
            let lasts = beat.motion.lasts();
            if self.elapsed < lasts {
                self.beat = Some(beat);
                return;
            }
            self.elapsed -= lasts;
            self.stage = if beat.events == 0 { self.stage + 1 } else { 0 };
            for _ in 0..beat.events {
                self.fold(battle);
            }
        }
        self.elapsed = 0.0;
    }

    /// Something is to be heard besides.
    pub fn hear(&mut self, sound: Sound) {
        self.heard.push(sound);
    }

    /// What is to be heard of what began since this was asked last.
    pub fn heard(&mut self) -> Vec<Sound> {
        std::mem::take(&mut self.heard)
    }

    /// Shows all remaining events at once.
    pub fn skip(&mut self, battle: &dyn BattleView) {
        while self.busy() {
            self.fold(battle);
        }
        (self.beat, self.stage, self.elapsed) = (None, 0, 0.0);
        self.traces.clear();
    }

    /// Takes the first event into the board.
    fn fold(&mut self, battle: &dyn BattleView) {
        let Some(event) = self.queue.pop_front() else { return };
        self.scene.fold(battle, &event);
        self.scars.add(battle, &[event]);
        match event.fact {
            Fact::Acted { action, .. } => {
                self.attacks.retain(|attack| attack.by != action.unit);
                if let (true, Target::Unit(against)) = (is_attack(action.verb), action.target) {
                    let (blow, looks) = (action.verb == Verb::Strike, battle.discharge(action));
                    self.attacks.push(Attack { by: action.unit, against, blow, looks, seen: false });
                }
            }
            Fact::Moved { unit, .. } => self.attacks.retain(|attack| attack.by != unit),
            _ => {}
        }
    }

    /// What is seen of the first event now.
    fn begin(&mut self, battle: &dyn BattleView, event: Event) -> Beat {
        match event.fact {
            Fact::Moved { unit, from, to } if from.is_some() && to.is_some() && self.place_of(unit) == Some(from) => {
                self.way(battle, unit)
            }
            Fact::Faced { unit, .. } if self.place_of(unit).is_some() => self.way(battle, unit),
            Fact::Moved { unit, from, to } if from.is_some() && to == Cell::NONE && is_lost(battle, unit) => {
                if is_machine(battle, unit) {
                    self.traces.push((Trace::Burst(from), 0.0));
                }
                let flash = self.may_flash();
                Beat::new(Motion::Lost { unit, flash }, 1)
            }
            Fact::Moved { from, to, .. } if from.is_some() || to.is_some() => {
                let shown = if to.is_some() { to } else { from };
                self.traces.push((Trace::Revealed(shown), 0.0));
                Beat::new(Motion::Told(LONG), 1)
            }
            Fact::Acted { action, .. } => self.aim(battle, action),
            Fact::Rolled { by, against, .. } => self.attack(battle, by, against).unwrap_or_else(|| self.dice()),
            Fact::Changed { unit, field, from, to } => self.change(battle, unit, field, from, to),
            Fact::Note { text, unit, .. } if unit != UnitId::NONE => {
                self.say(unit, text.to_owned(), Some(Tone::Aim));
                Beat::new(Motion::Told(LONG), 1)
            }
            Fact::Ground { cell, field, from: 0, to } if battle.lies(field.into(), to) == Some(Lies::Wreck) => {
                self.traces.push((Trace::Burst(cell), 0.0));
                Beat::new(Motion::Told(RIPPLE), 1)
            }
            Fact::Ground { cell, field, from, to } if battle.lies(field.into(), from.max(to)) == Some(Lies::Ajar) => {
                self.traces.push((Trace::Slides { cell, opens: to != 0 }, 0.0));
                Beat::new(Motion::Told(SHORT), 1)
            }
            Fact::Ground { .. } | Fact::Enlisted { .. } => Beat::new(Motion::Told(SHORT), 1),
            _ => Beat::new(Motion::Told(0.0), 1),
        }
    }

    /// The way that a unit goes from here on, over all the events that only go on with it.
    fn way(&mut self, battle: &dyn BattleView, of: UnitId) -> Beat {
        let piece = self.scene.units[of.index()].piece;
        let mut way = Way::of(piece.at, piece.facing);
        let mut events = 0;
        for (number, event) in self.queue.iter().enumerate() {
            match event.fact {
                Fact::Moved { unit, from, to } if unit == of && from == way.end().0 && to.is_some() => {
                    way.go(battle.board(), to);
                }
                Fact::Faced { unit, facing } if unit == of => {
                    // Where facings do not matter, nothing is seen of a turn.
                    if battle.looks(of).faces && facing != way.end().1 {
                        way.turn(facing);
                    }
                }
                Fact::Changed { field, .. } if battle.glance(field.into()).is_none() => continue,
                Fact::Table { .. } => continue,
                _ => break,
            }
            events = number + 1;
        }
        let cells: Vec<Cell> = way.cells().collect();
        if cells.len() > 1 {
            self.traces.push((Trace::Trail(cells), 0.0));
        }
        Beat::new(Motion::Goes(of, way), events)
    }

    /// Somebody says what he does: an attack is aimed, and goes off at once where it is at the ground.
    fn aim(&mut self, battle: &dyn BattleView, action: Action) -> Beat {
        let Action { unit, verb, target, .. } = action;
        let seen = match target {
            Target::Unit(other) => is_attack(verb) && battle.enemies(unit, other),
            Target::Hex(_) => verb == Verb::Fire,
            _ => false,
        };
        if !seen || self.place_of(unit).is_none() || self.place_of_target(target).is_none() {
            return Beat::new(Motion::Told(0.0), 1);
        }
        let aims = Motion::Aims { by: unit, at: target };
        match target {
            Target::Hex(cell) if self.stage > 0 => {
                self.traces.push((Trace::Burst(cell), -GOES_OFF));
                let flash = self.may_flash();
                Beat::new(Motion::Shoots { by: unit, at: target, flash, looks: battle.discharge(action) }, 1)
            }
            Target::Hex(_) => Beat::new(aims, 0),
            _ => Beat::new(aims, 1),
        }
    }

    /// The shot or the blow that is seen before the first roll of an attack; none before other rolls.
    fn attack(&mut self, battle: &dyn BattleView, by: UnitId, against: UnitId) -> Option<Beat> {
        let (from, at) = (self.place_of(by)?, self.place_of(against)?);
        if !battle.enemies(by, against) {
            return None;
        }
        let attack = match self.attacks.iter_mut().find(|attack| (attack.by, attack.against) == (by, against)) {
            Some(attack) => attack,
            // Whoever has said nothing and stands beside the other fights.
            None if battle.board().deck(from) == battle.board().deck(at) && battle.board().distance(from, at) <= 1 => {
                self.attacks.push(Attack { by, against, blow: true, looks: Discharge::default(), seen: false });
                self.attacks.last_mut().expect("it was pushed")
            }
            None => return None,
        };
        let looks = attack.looks;
        match (std::mem::replace(&mut attack.seen, true), attack.blow) {
            (true, _) => None,
            (false, true) => Some(Beat::new(Motion::Strikes { unit: by, against }, 0)),
            (false, false) => {
                let flash = self.may_flash();
                Some(Beat::new(Motion::Shoots { by, at: Target::Unit(against), flash, looks }, 0))
            }
        }
    }

    /// The dice that fall now: all of the same kind and for the same thing that come one after the other.
    fn dice(&self) -> Beat {
        let thrown = |event: &Event| match event.fact {
            Fact::Rolled { faces, need, by, against, face } => Some(((faces, need, by, against), face)),
            _ => None,
        };
        let Some((alike, _)) = self.queue.front().and_then(thrown) else { return Beat::new(Motion::Told(0.0), 1) };
        let together = self.queue.iter().map_while(|event| thrown(event).filter(|(of, _)| *of == alike));
        let shown: Vec<u8> = together.map(|(_, face)| face).collect();
        let events = shown.len();
        Beat::new(Motion::Rolls(Throw { faces: alike.0, need: alike.1, shown }), events)
    }

    /// A number of a unit changes: it may be hurt by it, and words may say so.
    fn change(&mut self, battle: &dyn BattleView, unit: UnitId, field: u8, from: i32, to: i32) -> Beat {
        let field = usize::from(field);
        let glance = battle.glance(field);
        let fields = battle.unit_fields(unit);
        let name = fields.get(field).map_or("", |known| known.0.as_str());
        let hurt = battle.toll(unit, &[(name, from, to)]).hurt;
        let shaken = to > from && matches!(glance, Some(Glance::Badge(badge)) if badge.tone == Tone::Nerve);
        let mended = to > from && glance == Some(Glance::Strength);
        if self.place_of(unit).is_none() || !hurt && glance.is_none() {
            return Beat::new(Motion::Told(0.0), 1);
        }
        match glance {
            Some(Glance::Strength) if to < from => self.say(unit, format!("-{}", from - to), None),
            Some(Glance::Strength) if mended => self.say(unit, format!("+{}", to - from), Some(Tone::Aim)),
            Some(Glance::Badge(badge)) => {
                if let Some(label) = battle.label(Of::Unit, field, to) {
                    self.say(unit, names::reading(label), Some(badge.tone));
                }
            }
            _ => {}
        }
        // Who loses his nerve is worse off too, but not hurt.
        let flash = hurt && !shaken && self.may_flash();
        let motion = match () {
            () if shaken => Motion::Shaken { unit },
            () if hurt => Motion::Hurt { unit, flash },
            () if mended => Motion::Mended { unit },
            () => Motion::Told(LONG),
        };
        Beat::new(motion, 1)
    }

    /// Lets words rise from where a unit stands, below those that rise there already.
    fn say(&mut self, unit: UnitId, text: String, tone: Option<Tone>) {
        let Some(here) = self.place_of(unit) else { return };
        let taken: Vec<usize> = self
            .traces
            .iter()
            .filter_map(|(trace, _)| match trace {
                Trace::Words { cell, line, .. } if *cell == here => Some(*line),
                _ => None,
            })
            .collect();
        let line = (0..).find(|line| !taken.contains(line)).unwrap_or(0);
        self.traces.push((Trace::Words { unit, cell: here, text, tone, line }, 0.0));
    }

    /// Whether there may be a flash now; there is one then.
    fn may_flash(&mut self) -> bool {
        let may = self.flashed.is_none_or(|since| since >= FLASHES);
        if may {
            self.flashed = Some(0.0);
        }
        may
    }

    /// The hex of a unit on the shown board.
    fn place_of(&self, unit: UnitId) -> Option<Cell> {
        self.scene.units.get(unit.index()).map(|shown: &Shown| shown.piece.at).filter(|at| at.is_some())
    }

    /// The hex of a target on the shown board.
    #[must_use]
    pub fn place_of_target(&self, target: Target) -> Option<Cell> {
        match target {
            Target::Unit(unit) => self.place_of(unit),
            Target::Hex(cell) => Some(cell).filter(|cell| cell.is_some()),
            _ => None,
        }
    }

    /// What is seen now, and for how many seconds at normal speed.
    #[must_use]
    pub fn motion(&self) -> Option<(&Motion, f32)> {
        self.beat.as_ref().map(|beat| (&beat.motion, self.elapsed))
    }

    /// What stays for a while, each with its age in seconds at normal speed.
    pub fn traces(&self) -> impl Iterator<Item = (&Trace, f32)> {
        self.traces.iter().filter(|(_, age)| *age >= 0.0).map(|(trace, age)| (trace, *age))
    }

    /// The hex where something happens now.
    #[must_use]
    pub fn place(&self) -> Option<Cell> {
        match &self.beat.as_ref()?.motion {
            Motion::Goes(_, way) => Some(way.end().0),
            Motion::Aims { by, .. } => self.place_of(*by),
            Motion::Shoots { at, .. } => self.place_of_target(*at),
            Motion::Strikes { against: unit, .. }
            | Motion::Hurt { unit, .. }
            | Motion::Lost { unit, .. }
            | Motion::Shaken { unit }
            | Motion::Mended { unit } => self.place_of(*unit),
            Motion::Told(_) | Motion::Rolls(_) => match self.queue.front()?.fact {
                Fact::Moved { to, .. } => Some(to).filter(|at| at.is_some()),
                Fact::Rolled { by, against, .. } => self.place_of(against).or(self.place_of(by)),
                Fact::Changed { unit, .. } | Fact::Note { unit, .. } => self.place_of(unit),
                _ => None,
            },
        }
    }
}

/// Whether a turn begins with an event.
pub(crate) fn begins_turn(battle: &dyn BattleView, event: &Event) -> bool {
    matches!(event.fact, Fact::Step { name, .. } if battle.clock().steps.first() == Some(&name))
}

/// Whether it is an attack, if it is at an enemy.
fn is_attack(verb: Verb) -> bool {
    matches!(verb, Verb::Fire | Verb::Strike | Verb::Cast)
}
