//! How what happens is seen to move: what is where, so many seconds after it began. All seconds are those of normal speed.

use crate::battle::field::Tone;
use crate::battle::{Target, UnitId};
use crate::board::{Board, Cell, Facing};
use crate::rules::Discharge;

use super::camera::{Point, between, centre};

/// Seconds for a step to the next hex, and at most for one leap over many.
const STEP: f32 = 0.09;
const LEAP: f32 = 0.6;
/// Seconds for a turn.
const TURN: f32 = 0.04;
/// Seconds while somebody takes aim.
const AIM: f32 = 0.16;
/// Seconds of a shot, and of its parts: when each begins, and how long it takes.
const SHOT: f32 = 0.18;
const FLASH: (f32, f32) = (0.0, 0.06);
const TRACER: (f32, f32) = (0.02, 0.09);
const IMPACT: (f32, f32) = (0.09, 0.09);
/// Seconds of a blow, there and back, and how much of the way to the other it goes.
const BLOW: f32 = 0.14;
const LUNGE: f32 = 0.45;
/// Seconds for a loss, in which the unit is white first, and shakes: for so many seconds, by so many pixels, so often in
/// a second.
const HURT: f32 = 0.16;
const WHITE: f32 = 0.08;
const SHAKE: (f32, f32, f32) = (0.12, 4.0, 25.0);
/// The same of a unit whose nerve fails, and seconds for which one is mended.
const SHAKEN: (f32, f32, f32) = (0.5, 3.0, 9.0);
const MENDED: f32 = 0.3;
/// Seconds in which a unit dies, and with the pause after it.
const DEATH: f32 = 0.42;
const LOST: f32 = 0.7;
/// How much of its size is left of a unit that dies.
const SHRUNK: f32 = 0.8;
/// Seconds for which words rise, from when on they fade, and by how many pixels they rise.
const WORDS: f32 = 0.7;
const FADES: f32 = 0.4;
const RISE: f32 = 24.0;
/// Seconds of an explosion, of a ring about something that came to light, and of a trail.
const BURST: f32 = 0.35;
const REVEALED: f32 = 0.3;
const TRAIL: f32 = 0.7;
/// Seconds for which the first of several dice rolls, by how much later each of the next comes to rest, and for how long
/// they are looked at then.
const ROLL: f32 = 0.24;
const NEXT: f32 = 0.04;
const REST: f32 = 0.12;
/// Faces that a rolling die shows in a second.
const TUMBLES: f32 = 18.0;
/// The most dice that are seen of a throw.
pub const MOST_DICE: usize = 12;
/// Seconds in which a door slides open or shut.
const DOOR: f32 = 0.22;
/// Seconds from one pulse of something unknown to the next, and of the glow of the unit in hand.
const PULSE: f32 = 1.6;
const GLOW: f32 = 1.4;
/// How often the glow about a unit pulses.
const GLOWS: f32 = 3.0;

/// What is seen of an event.
#[derive(Clone, Debug, PartialEq)]
pub enum Motion {
    /// A unit goes a way.
    Goes(UnitId, Way),
    /// Somebody takes aim.
    Aims {
        /// Who.
        by: UnitId,
        /// At what.
        at: Target,
    },
    /// Somebody shoots.
    Shoots {
        /// Who.
        by: UnitId,
        /// At what.
        at: Target,
        /// Whether it flashes.
        flash: bool,
        /// How it looks.
        looks: Discharge,
    },
    /// A unit strikes a blow.
    Strikes {
        /// The unit.
        unit: UnitId,
        /// Whom it strikes.
        against: UnitId,
    },
    /// A unit is hurt.
    Hurt {
        /// The unit.
        unit: UnitId,
        /// Whether it flashes.
        flash: bool,
    },
    /// A unit is lost.
    Lost {
        /// The unit.
        unit: UnitId,
        /// Whether it flashes.
        flash: bool,
    },
    /// A unit's nerve fails.
    Shaken {
        /// The unit.
        unit: UnitId,
    },
    /// A unit gets back some of its strength.
    Mended {
        /// The unit.
        unit: UnitId,
    },
    /// Dice fall.
    Rolls(Throw),
    /// Nothing moves for so many seconds, while something is told.
    Told(f32),
}

impl Motion {
    /// Seconds until it is over.
    #[must_use]
    pub fn lasts(&self) -> f32 {
        match self {
            Motion::Goes(_, way) => way.lasts(),
            Motion::Aims { .. } => AIM,
            Motion::Shoots { looks, .. } => SHOT * slowness(*looks),
            Motion::Strikes { .. } => BLOW,
            Motion::Hurt { .. } => HURT,
            Motion::Lost { .. } => LOST,
            Motion::Shaken { .. } => SHAKEN.0,
            Motion::Mended { .. } => MENDED,
            Motion::Rolls(throw) => throw.lasts(),
            Motion::Told(seconds) => *seconds,
        }
    }

    /// How a unit looks after so many seconds. Calm is without any movement.
    #[must_use]
    pub fn pose(&self, of: UnitId, seconds: f32, calm: bool) -> Pose {
        let white = |flash: bool| if flash { (1.0 - seconds / WHITE).max(0.0) } else { 0.0 };
        let shake = |(lasts, pixels, often): (f32, f32, f32)| {
            let faint = (1.0 - seconds / lasts).max(0.0);
            if calm { 0.0 } else { pixels * faint * (seconds * often * std::f32::consts::TAU).sin() }
        };
        match *self {
            Motion::Hurt { unit, flash } if unit == of => {
                Pose { white: white(flash), shake: shake(SHAKE), ..Pose::default() }
            }
            Motion::Shaken { unit } if unit == of => Pose { shake: shake(SHAKEN), ..Pose::default() },
            Motion::Lost { unit, flash } if unit == of => {
                // It fades only when the flash is over.
                let part = ((seconds - WHITE) / (DEATH - WHITE)).clamp(0.0, 1.0);
                let size = if calm { 1.0 } else { 1.0 - (1.0 - SHRUNK) * part };
                Pose { size, opaque: 1.0 - part, white: white(flash), shake: 0.0 }
            }
            _ => Pose::default(),
        }
    }
}

/// Dice that fall together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    /// Faces of each.
    pub faces: u8,
    /// The least face that does it; 0 where a table is read.
    pub need: u8,
    /// What they show in the end.
    pub shown: Vec<u8>,
}

impl Throw {
    /// How many of them are seen.
    #[must_use]
    pub fn seen(&self) -> usize {
        self.shown.len().min(MOST_DICE)
    }

    fn lasts(&self) -> f32 {
        ROLL + NEXT * self.seen().saturating_sub(1) as f32 + REST
    }

    /// What the dice show after so many seconds: each its face, and the turn in radians that it still has while it rolls;
    /// none once it has come to rest. Calm is at rest from the first.
    pub fn dice(&self, seconds: f32, calm: bool) -> impl Iterator<Item = (u8, Option<f32>)> {
        self.shown.iter().take(MOST_DICE).enumerate().map(move |(place, face)| {
            let left = ROLL + NEXT * place as f32 - seconds;
            if calm || left <= 0.0 {
                return (*face, None);
            }
            // Chance has no part in what is only looked at.
            let tumble = (seconds * TUMBLES) as u32 * 7 + place as u32 * 3;
            ((tumble % u32::from(self.faces.max(1))) as u8 + 1, Some(left * TUMBLES))
        })
    }
}

/// How a unit looks for a moment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Its size, relative to the usual one.
    pub size: f32,
    /// How opaque it is, from 0 to 1.
    pub opaque: f32,
    /// How white it is, from 0 to 1.
    pub white: f32,
    /// Pixels that it stands to the right of where it belongs.
    pub shake: f32,
}

impl Default for Pose {
    fn default() -> Pose {
        Pose { size: 1.0, opaque: 1.0, white: 0.0, shake: 0.0 }
    }
}

/// One part of a way: a step, a leap, or a turn on the spot.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Leg {
    from: Cell,
    to: Cell,
    facings: (Facing, Facing),
    lasts: f32,
}

/// The way of a unit, with its turns.
#[derive(Clone, Debug, PartialEq)]
pub struct Way {
    start: (Cell, Facing),
    legs: Vec<Leg>,
}

impl Way {
    /// Of a unit that stands here and faces so.
    #[must_use]
    pub fn of(cell: Cell, facing: Facing) -> Way {
        Way { start: (cell, facing), legs: Vec::new() }
    }

    /// Where it ends, and how the unit faces there.
    #[must_use]
    pub fn end(&self) -> (Cell, Facing) {
        self.legs.last().map_or(self.start, |leg| (leg.to, leg.facings.1))
    }

    /// Goes on to a hex.
    pub fn go(&mut self, board: &Board, to: Cell) {
        let (from, facing) = self.end();
        // Decks have no distance from each other.
        let steps = if board.deck(from) == board.deck(to) { board.distance(from, to).max(1) } else { 1 };
        let lasts = (STEP * f32::from(steps)).min(LEAP);
        match self.legs.last_mut() {
            // It turns while it goes.
            Some(turn) if turn.from == turn.to => (turn.to, turn.lasts) = (to, lasts),
            _ => self.legs.push(Leg { from, to, facings: (facing, facing), lasts }),
        }
    }

    /// Turns where it has come to.
    pub fn turn(&mut self, to: Facing) {
        let (at, facing) = self.end();
        self.legs.push(Leg { from: at, to: at, facings: (facing, to), lasts: TURN });
    }

    /// Seconds until its end.
    #[must_use]
    pub fn lasts(&self) -> f32 {
        self.legs.iter().map(|leg| leg.lasts).sum()
    }

    /// The hexes that it leads through, its start and its end with them.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let steps = self.legs.iter().filter(|leg| leg.from != leg.to);
        std::iter::once(self.start.0).chain(steps.map(|leg| leg.to))
    }

    /// The part of the way that lies behind after so many seconds, from 0 to 1: slow at first and at last.
    #[must_use]
    pub fn part(&self, seconds: f32) -> f32 {
        let lasts = self.lasts();
        if lasts > 0.0 { ease((seconds / lasts).clamp(0.0, 1.0)) } else { 1.0 }
    }

    /// Where the unit is after so many seconds, as a point of the plane, and how it faces, in degrees counter-clockwise
    /// from the right.
    #[must_use]
    pub fn at(&self, board: &Board, seconds: f32) -> (Point, f32) {
        let mut left = self.part(seconds) * self.lasts();
        for leg in &self.legs {
            if left < leg.lasts {
                let (from, to) = (centre(board, leg.from), centre(board, leg.to));
                let part = match left / leg.lasts {
                    part if board.deck(leg.from) == board.deck(leg.to) => part,
                    // Between two decks there is nothing to be seen.
                    part => part.round(),
                };
                return (between(from, to, part), turned(leg.facings, (left / TURN).min(1.0)));
            }
            left -= leg.lasts;
        }
        let (cell, facing) = self.end();
        (centre(board, cell), degrees(facing))
    }
}

/// A facing, in degrees.
#[must_use]
pub fn degrees(facing: Facing) -> f32 {
    60.0 * f32::from(facing as u8)
}

/// On the shorter way from one facing to the other, in degrees.
fn turned((from, to): (Facing, Facing), part: f32) -> f32 {
    let by = (degrees(to) - degrees(from) + 180.0).rem_euclid(360.0) - 180.0;
    degrees(from) + by * part
}

/// Slow at first and at last.
fn ease(part: f32) -> f32 {
    part * part * (3.0 - 2.0 * part)
}

/// What is seen of a shot, each from 0 to 1 while it is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Shot {
    /// The flash at the muzzle.
    pub flash: Option<f32>,
    /// The way of the tracer.
    pub tracer: Option<f32>,
    /// The sparks at the target.
    pub impact: Option<f32>,
}

/// How many times as long as a bullet's way that of another shot takes.
fn slowness(looks: Discharge) -> f32 {
    match looks {
        Discharge::Bullets => 1.0,
        Discharge::Shell => 1.5,
        Discharge::Wave => 2.0,
        Discharge::Flame | Discharge::Spray | Discharge::Lob => 2.5,
    }
}

impl Shot {
    /// One that looks so after so many seconds.
    #[must_use]
    pub fn at(looks: Discharge, seconds: f32) -> Shot {
        let seconds = seconds / slowness(looks);
        let part =
            |(begins, lasts): (f32, f32)| Some((seconds - begins) / lasts).filter(|part| (0.0..1.0).contains(part));
        Shot { flash: part(FLASH), tracer: part(TRACER), impact: part(IMPACT) }
    }
}

/// How much of the way to the one that it strikes a unit has gone after so many seconds.
#[must_use]
pub fn lunge(seconds: f32) -> f32 {
    LUNGE * ((seconds / BLOW).clamp(0.0, 1.0) * std::f32::consts::PI).sin()
}

/// The opacity of the glow about a unit that has been in hand for so many seconds: from 0.6 to 1. It pulses until the unit
/// has been found.
#[must_use]
pub fn glow(seconds: f32) -> f32 {
    if glows(seconds) { 0.8 + 0.2 * (seconds / GLOW * std::f32::consts::TAU).cos() } else { 1.0 }
}

/// Whether the glow about a unit that has been in hand for so many seconds still pulses.
#[must_use]
pub fn glows(seconds: f32) -> bool {
    seconds < GLOWS * GLOW
}

/// How far a pulse has come, from 0 to 1, on a clock of seconds.
#[must_use]
pub fn pulse(clock: f32) -> f32 {
    (clock / PULSE).rem_euclid(1.0)
}

/// Something that stays for a while beside what happens next.
#[derive(Clone, Debug, PartialEq)]
pub enum Trace {
    /// Words that rise from a unit.
    Words {
        /// The unit.
        unit: UnitId,
        /// The hex where it stood.
        cell: Cell,
        /// The words.
        text: String,
        /// What they are about, which gives them their colour; none for a loss.
        tone: Option<Tone>,
        /// Their line among those that rise there.
        line: usize,
    },
    /// An explosion.
    Burst(Cell),
    /// Something has come to light.
    Revealed(Cell),
    /// The way that somebody has gone, hex by hex.
    Trail(Vec<Cell>),
    /// A door slides.
    Slides {
        /// Its hex.
        cell: Cell,
        /// Whether it opens.
        opens: bool,
    },
}

impl Trace {
    /// Seconds for which it is seen.
    #[must_use]
    pub fn lasts(&self) -> f32 {
        match self {
            Trace::Words { .. } => WORDS,
            Trace::Burst(_) => BURST,
            Trace::Revealed(_) => REVEALED,
            Trace::Trail(_) => TRAIL,
            Trace::Slides { .. } => DOOR,
        }
    }
}

/// How far a door stands open, from 0 to 1, that has been opening or shutting for so many seconds.
#[must_use]
pub fn ajar(opens: bool, seconds: f32) -> f32 {
    let part = ease((seconds / DOOR).clamp(0.0, 1.0));
    if opens { part } else { 1.0 - part }
}

/// Pixels by which words have risen after so many seconds, and how opaque they are.
#[must_use]
pub fn rising(seconds: f32) -> (f32, f32) {
    let opaque = 1.0 - ((seconds - FADES) / (WORDS - FADES)).clamp(0.0, 1.0);
    (RISE * (seconds / WORDS).clamp(0.0, 1.0), opaque)
}
