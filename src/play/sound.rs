//! What is heard of a battle, and how each sound is made: from noise, tones and envelopes, the same at every start.

use std::f32::consts::TAU;

use crate::battle::UnitId;
use crate::rules::Discharge;

use super::motion::Motion;

/// Samples a second.
pub const RATE: u32 = 22_050;
/// Seconds of what is heard in a loop.
const LOOP: usize = 4;

/// A sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sound {
    /// A step to the next hex.
    Step,
    /// A machine drives or flies to the next hex.
    Engine,
    /// A shot.
    Shot,
    /// A heavy gun.
    Cannon,
    /// A flamer.
    Flame,
    /// Something is sprayed.
    Spray,
    /// Something is thrown.
    Throw,
    /// A thing of the mind.
    Wave,
    /// A blow.
    Blow,
    /// Somebody is hurt.
    Hurt,
    /// Somebody is lost.
    Loss,
    /// Somebody's nerve fails.
    Broken,
    /// Somebody is mended.
    Mend,
    /// Something blows up.
    Burst,
    /// Something comes to light.
    Ping,
    /// A door slides.
    Door,
    /// Dice fall.
    Dice,
    /// An answer is given.
    Given,
    /// Something cannot be done.
    Refused,
    /// A turn begins.
    Turn,
    /// The battle is won.
    Victory,
    /// The battle is lost.
    Defeat,
}

impl Sound {
    /// All of them.
    pub const ALL: [Sound; 22] = [
        Sound::Step,
        Sound::Engine,
        Sound::Shot,
        Sound::Cannon,
        Sound::Flame,
        Sound::Spray,
        Sound::Throw,
        Sound::Wave,
        Sound::Blow,
        Sound::Hurt,
        Sound::Loss,
        Sound::Broken,
        Sound::Mend,
        Sound::Burst,
        Sound::Ping,
        Sound::Door,
        Sound::Dice,
        Sound::Given,
        Sound::Refused,
        Sound::Turn,
        Sound::Victory,
        Sound::Defeat,
    ];

    /// What is heard when a motion begins, where some units are machines.
    #[must_use]
    pub fn of(motion: &Motion, machine: impl Fn(UnitId) -> bool) -> Option<Sound> {
        match motion {
            Motion::Goes(unit, _) if machine(*unit) => Some(Sound::Engine),
            Motion::Goes(..) => Some(Sound::Step),
            Motion::Shoots { looks, .. } => Some(match looks {
                Discharge::Bullets => Sound::Shot,
                Discharge::Shell => Sound::Cannon,
                Discharge::Flame => Sound::Flame,
                Discharge::Spray => Sound::Spray,
                Discharge::Lob => Sound::Throw,
                Discharge::Wave => Sound::Wave,
            }),
            Motion::Strikes { .. } => Some(Sound::Blow),
            Motion::Hurt { .. } => Some(Sound::Hurt),
            Motion::Lost { .. } => Some(Sound::Loss),
            Motion::Shaken { .. } => Some(Sound::Broken),
            Motion::Mended { .. } => Some(Sound::Mend),
            Motion::Rolls(_) => Some(Sound::Dice),
            Motion::Aims { .. } | Motion::Told(_) => None,
        }
    }

    /// Whether it belongs to the window and not to the battle.
    #[must_use]
    pub fn is_of_the_window(self) -> bool {
        matches!(self, Sound::Given | Sound::Refused | Sound::Turn)
    }

    /// Its layers.
    fn layers(self) -> Vec<Layer> {
        let noise = |low, length, loud| Layer { from: 0.0, length, loud, of: Of::Noise(low) };
        let tone = |from, high, to, length, loud| Layer { from, length, loud, of: Of::Tone(high, to) };
        match self {
            Sound::Step => vec![noise(0.12, 0.09, 0.5)],
            Sound::Engine => vec![noise(0.05, 0.5, 0.8), noise(0.25, 0.4, 0.2), tone(0.0, 55.0, 48.0, 0.5, 0.4)],
            Sound::Shot => vec![noise(0.75, 0.05, 0.9), noise(0.16, 0.22, 0.6), tone(0.0, 180.0, 60.0, 0.12, 0.5)],
            Sound::Cannon => vec![noise(0.5, 0.08, 1.0), noise(0.08, 0.6, 0.9), tone(0.0, 120.0, 40.0, 0.35, 0.8)],
            Sound::Flame => vec![noise(0.14, 0.9, 0.8), noise(0.45, 0.5, 0.3)],
            Sound::Spray => vec![noise(0.9, 0.45, 0.4), noise(0.35, 0.3, 0.3)],
            Sound::Throw => vec![noise(0.30, 0.18, 0.35), tone(0.0, 240.0, 420.0, 0.16, 0.2)],
            Sound::Wave => vec![tone(0.0, 140.0, 280.0, 0.7, 0.35), tone(0.1, 211.0, 424.0, 0.7, 0.25)],
            Sound::Blow => {
                vec![noise(0.5, 0.05, 0.5), tone(0.0, 620.0, 540.0, 0.18, 0.25), tone(0.0, 1730.0, 1600.0, 0.14, 0.18)]
            }
            Sound::Hurt => vec![noise(0.22, 0.12, 0.7), tone(0.0, 150.0, 90.0, 0.12, 0.5)],
            Sound::Loss => vec![noise(0.10, 0.35, 0.6), tone(0.0, 190.0, 55.0, 0.4, 0.6)],
            Sound::Broken => vec![tone(0.0, 311.0, 233.0, 0.45, 0.3), tone(0.12, 208.0, 156.0, 0.5, 0.3)],
            Sound::Mend => vec![tone(0.0, 440.0, 444.0, 0.18, 0.2), tone(0.12, 660.0, 664.0, 0.25, 0.2)],
            Sound::Burst => vec![noise(0.30, 0.12, 0.9), noise(0.06, 0.9, 1.0), tone(0.0, 90.0, 30.0, 0.6, 0.7)],
            Sound::Ping => vec![tone(0.0, 1180.0, 1180.0, 0.35, 0.35), tone(0.18, 1180.0, 1180.0, 0.35, 0.15)],
            Sound::Door => vec![noise(0.20, 0.22, 0.45), tone(0.0, 110.0, 160.0, 0.20, 0.25)],
            Sound::Dice => (0..3)
                .map(|fall| Layer { from: 0.07 * fall as f32, length: 0.04, loud: 0.4, of: Of::Noise(0.6) })
                .collect(),
            Sound::Given => vec![tone(0.0, 520.0, 520.0, 0.05, 0.25), tone(0.05, 780.0, 780.0, 0.08, 0.25)],
            Sound::Refused => vec![tone(0.0, 220.0, 200.0, 0.12, 0.3)],
            Sound::Turn => vec![tone(0.0, 330.0, 330.0, 0.25, 0.25), tone(0.0, 495.0, 495.0, 0.3, 0.15)],
            Sound::Victory => vec![
                tone(0.0, 392.0, 392.0, 0.2, 0.3),
                tone(0.18, 494.0, 494.0, 0.2, 0.3),
                tone(0.36, 587.0, 587.0, 0.7, 0.35),
                tone(0.36, 392.0, 392.0, 0.7, 0.2),
            ],
            Sound::Defeat => vec![
                tone(0.0, 330.0, 330.0, 0.3, 0.3),
                tone(0.28, 262.0, 262.0, 0.3, 0.3),
                tone(0.56, 196.0, 190.0, 0.9, 0.35),
            ],
        }
    }

    /// Its samples, from -1 to 1.
    #[must_use]
    pub fn samples(self) -> Vec<f32> {
        let layers = self.layers();
        let end = layers.iter().map(|layer| layer.from + layer.length).fold(0.0, f32::max);
        let mut samples = vec![0.0; (end * RATE as f32) as usize];
        layers.iter().for_each(|layer| layer.add(&mut samples));
        let peak = samples.iter().fold(0.0_f32, |peak, s| peak.max(s.abs())).max(1.0);
        samples.iter_mut().for_each(|s| *s /= peak);
        samples
    }

    /// The sound as a WAV file.
    #[must_use]
    pub fn wav(self) -> Vec<u8> {
        wav(&self.samples())
    }
}

/// What is heard all the time while a battle is shown, in a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Around {
    /// Wind, under the sky.
    Wind,
    /// Engines and air, aboard.
    Hum,
    /// Flames, while something burns.
    Fire,
}

impl Around {
    /// All of them.
    pub const ALL: [Around; 3] = [Around::Wind, Around::Hum, Around::Fire];

    /// Its samples, from -1 to 1. The last leads on to the first.
    #[must_use]
    pub fn samples(self) -> Vec<f32> {
        let (long, over) = (LOOP * RATE as usize, RATE as usize / 2);
        let noise = |open: f32| Noise::new(open).take(long + over).collect::<Vec<f32>>();
        // Once, and a few times, in a loop, so that it ends as it began.
        let turn = |place: usize, times: f32| place as f32 / long as f32 * times * TAU;
        let (dull, bright) = match self {
            Around::Wind => (noise(0.03), noise(0.12)),
            Around::Hum => (noise(0.02), noise(0.30)),
            Around::Fire => (noise(0.06), noise(0.90)),
        };
        let sample = |place: usize| match self {
            Around::Wind => {
                let gust = 0.55 + 0.3 * turn(place, 1.0).sin() + 0.15 * turn(place, 3.0).cos();
                gust * (0.75 * dull[place] + 0.12 * bright[place])
            }
            Around::Hum => {
                let engine: f32 = [(52.0, 0.22), (104.0, 0.10), (157.0, 0.05)]
                    .map(|(hertz, loud)| loud * turn(place, hertz * LOOP as f32).sin())
                    .iter()
                    .sum();
                engine + 0.30 * dull[place] + 0.03 * bright[place]
            }
            // It crackles where the noise of another band peaks.
            Around::Fire => 0.45 * dull[place] + 0.5 * (bright[place].abs() - 0.85).max(0.0) * bright[place].signum(),
        };
        let fade = |place: usize| (place as f32 / over as f32).min(1.0);
        let joined = |place: usize| {
            let begun = fade(place);
            let ends = if begun < 1.0 { sample(long + place) * (1.0 - begun) } else { 0.0 };
            (sample(place) * begun + ends).clamp(-1.0, 1.0)
        };
        (0..long).map(joined).collect()
    }

    /// The loop as a WAV file.
    #[must_use]
    pub fn wav(self) -> Vec<u8> {
        wav(&self.samples())
    }
}

/// A WAV file: one channel of 16 bits.
fn wav(samples: &[f32]) -> Vec<u8> {
    let size = 2 * samples.len() as u32;
    let mut file = Vec::with_capacity(44 + size as usize);
    file.extend(b"RIFF");
    file.extend((36 + size).to_le_bytes());
    file.extend(b"WAVEfmt ");
    file.extend(16_u32.to_le_bytes());
    // Not compressed, one channel.
    file.extend([1_u16, 1].into_iter().flat_map(u16::to_le_bytes));
    file.extend([RATE, 2 * RATE].into_iter().flat_map(u32::to_le_bytes));
    // Two bytes for a sample, of 16 bits.
    file.extend([2_u16, 16].into_iter().flat_map(u16::to_le_bytes));
    file.extend(b"data");
    file.extend(size.to_le_bytes());
    file.extend(samples.iter().flat_map(|s| ((s * f32::from(i16::MAX)) as i16).to_le_bytes()));
    file
}

/// A part of a sound.
struct Layer {
    /// Seconds after which it begins, and how long it takes.
    from: f32,
    length: f32,
    /// How loud it begins, up to 1.
    loud: f32,
    of: Of,
}

/// What a part is made of.
enum Of {
    /// Noise; the less of each new sample gets through, the duller.
    Noise(f32),
    /// A tone that glides from one frequency to another, in hertz.
    Tone(f32, f32),
}

/// Noise, the same at every start. The less of each new sample gets through, the duller.
struct Noise {
    open: f32,
    seed: u32,
    dull: f32,
}

impl Noise {
    fn new(open: f32) -> Noise {
        Noise { open, seed: 0x9E37_79B9, dull: 0.0 }
    }

    fn step(&mut self) -> f32 {
        self.seed ^= self.seed << 13;
        self.seed ^= self.seed >> 17;
        self.seed ^= self.seed << 5;
        self.dull += self.open * (self.seed as f32 / (u32::MAX / 2) as f32 - 1.0 - self.dull);
        // What is dull is quiet too.
        self.dull / self.open.sqrt()
    }
}

impl Iterator for Noise {
    type Item = f32;

    fn next(&mut self) -> Option<f32> {
        Some(self.step())
    }
}

impl Layer {
    fn add(&self, samples: &mut [f32]) {
        let first = (self.from * RATE as f32) as usize;
        let count = (self.length * RATE as f32) as usize;
        let mut turn = 0.0_f32;
        let mut noise = Noise::new(if let Of::Noise(open) = self.of { open } else { 1.0 });
        for (place, sample) in samples.iter_mut().skip(first).take(count).enumerate() {
            let part = place as f32 / count as f32;
            // Quickly up, so that nothing clicks, and down to nothing.
            let loud = self.loud * (place as f32 / 60.0).min(1.0) * (1.0 - part) * (1.0 - part);
            let wave = match self.of {
                Of::Noise(_) => noise.step(),
                Of::Tone(from, to) => {
                    turn += (from + (to - from) * part) / RATE as f32;
                    (turn * TAU).sin()
                }
            };
            *sample += loud * wave;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Cell, Facing};
    use crate::play::motion::Way;

    #[test]
    fn sounds_are_loud_enough_short_and_all_different() {
        let all: Vec<Vec<f32>> = Sound::ALL.iter().map(|sound| sound.samples()).collect();
        for (sound, samples) in Sound::ALL.iter().zip(&all) {
            let seconds = samples.len() as f32 / RATE as f32;
            assert!((0.05..=1.5).contains(&seconds), "{sound:?} takes {seconds} s");
            let peak = samples.iter().fold(0.0_f32, |peak, s| peak.max(s.abs()));
            assert!((0.15..=1.0).contains(&peak), "{sound:?} is as loud as {peak}");
            assert!(samples.last().is_some_and(|last| last.abs() < 0.01), "{sound:?} ends with a click");
        }
        for (number, samples) in all.iter().enumerate() {
            assert!(!all[..number].contains(samples), "{:?} sounds like another", Sound::ALL[number]);
        }
    }

    /// What goes round does not click where it begins anew, is never loud, and differs.
    #[test]
    fn loops_end_as_they_begin() {
        let all: Vec<Vec<f32>> = Around::ALL.iter().map(|around| around.samples()).collect();
        for (around, samples) in Around::ALL.iter().zip(&all) {
            assert_eq!(samples.len(), LOOP * RATE as usize);
            let steps = samples.windows(2).map(|pair| (pair[1] - pair[0]).abs());
            let largest = steps.fold(0.0_f32, f32::max);
            let seam = (samples[0] - samples[samples.len() - 1]).abs();
            assert!(seam <= largest, "{around:?} jumps by {seam}, elsewhere by {largest} at most");
            let loud = (samples.iter().map(|s| s * s).sum::<f32>() / samples.len() as f32).sqrt();
            assert!((0.01..0.4).contains(&loud), "{around:?} is as loud as {loud}");
        }
        assert!(all[0] != all[1] && all[1] != all[2] && all[0] != all[2]);
    }

    #[test]
    fn machines_are_heard_to_drive() {
        let goes = |unit| Motion::Goes(UnitId(unit), Way::of(Cell(0), Facing::E));
        let heard = |unit| Sound::of(&goes(unit), |of| of == UnitId(1));
        assert_eq!([heard(0), heard(1)], [Some(Sound::Step), Some(Sound::Engine)]);
    }

    #[test]
    fn files_say_how_long_they_are() {
        for file in Sound::ALL.map(Sound::wav).into_iter().chain(Around::ALL.map(Around::wav)) {
            let number = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().unwrap()) as usize;
            assert_eq!((number(4), number(40)), (file.len() - 8, file.len() - 44));
        }
    }
}
