//! Chance as an argument: seeded in play, scripted in tests and with physical dice, every outcome for odds.

use std::fmt;

use hexfray_ai::mix;
use num_bigint::BigUint;
use num_rational::Ratio;
use rand::Rng;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::UnitId;

/// The id of a rule of the inventory, such as `HEX-HIT-01`. Every roll and every event carries one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule(pub &'static str);

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// An exact probability or weight.
pub type Chance = Ratio<BigUint>;

/// Most bands that one roll may be sorted into.
pub const MAX_BANDS: usize = 8;

/// How many dice of a pool fell into each band.
pub type Bands = [u8; MAX_BANDS];

/// Where rolls come from.
///
/// The caller says which faces make a difference: `cuts` are ascending faces at which a new band begins,
/// so `[8]` on a d12 is the bands 1-7 and 8-12. The answer is a face; a source that enumerates outcomes
/// gives one face for each band, so nothing but the band of the face may matter to the caller.
pub trait Dice {
    /// Hears before each roll who rolls against whom, and at what moment of the battle: its turn and step, from
    /// the [`Clock`](super::Clock).
    fn about(&mut self, by: UnitId, against: UnitId, moment: &dyn Fn() -> u32) {
        let _ = (by, against, moment);
    }

    /// Rolls one die with this many faces: 1 to `faces`.
    fn roll(&mut self, rule: Rule, faces: u8, cuts: &[u8]) -> u8;

    /// Rolls `count` dice and says how many fell into each band. `each` sees the single faces,
    /// unless the source only enumerates how many.
    fn pool(&mut self, rule: Rule, faces: u8, cuts: &[u8], count: u8, each: &mut dyn FnMut(u8)) -> Bands {
        let mut bands = Bands::default();
        for _ in 0..count {
            let face = self.roll(rule, faces, cuts);
            each(face);
            bands[band(face, cuts)] += 1;
        }
        bands
    }
}

/// The band that a face falls into: how many of the cuts it reaches.
#[inline]
#[must_use]
pub fn band(face: u8, cuts: &[u8]) -> usize {
    cuts.iter().filter(|&&cut| face >= cut).count()
}

/// Dice of a seeded generator. The stream of a decision depends on the battle's seed and the decision's
/// number alone, so a battle can be taken up anywhere without a generator in its state.
#[derive(Clone, Debug)]
pub struct Seeded(Xoshiro256PlusPlus);

impl Seeded {
    /// The dice that follow the decision with this number in the battle with this seed.
    #[must_use]
    pub fn new(seed: u64, decision: u32) -> Self {
        Seeded(Xoshiro256PlusPlus::seed_from_u64(mix(seed, u64::from(decision))))
    }
}

impl Dice for Seeded {
    #[inline]
    fn roll(&mut self, _rule: Rule, faces: u8, _cuts: &[u8]) -> u8 {
        // The high half of a 64-bit product: integer only, and off from uniform by less than 2^-56.
        let wide = u128::from(self.0.next_u64()) * u128::from(faces);
        (wide >> 64) as u8 + 1
    }
}

/// Dice that fall alike on like occasions: the same rule, roller and moment show the same faces, whatever else was
/// rolled before, and whoever is rolled against. Two courses of a battle under the same luck then differ by what was
/// decided and not by what befell whom, so that few of them tell which decision is better ("common random numbers").
#[derive(Clone, Debug)]
pub struct CommonRandom {
    luck: u64,
    occasion: u64,
    /// How often an occasion came already, by a few bits of it: those that share a place only miss some faces.
    rolled: [u8; CommonRandom::PLACES],
}

impl CommonRandom {
    const PLACES: usize = 64;

    /// The dice of a luck.
    #[must_use]
    pub fn new(luck: u64) -> Self {
        CommonRandom { luck, occasion: 0, rolled: [0; CommonRandom::PLACES] }
    }
}

impl Dice for CommonRandom {
    fn about(&mut self, by: UnitId, against: UnitId, moment: &dyn Fn() -> u32) {
        let roller = if by == UnitId::NONE { against } else { by };
        // The low byte of the number below the moment, and the high one above it.
        let [high, low] = roller.lasting().to_be_bytes();
        self.occasion = u64::from(high) << 40 | u64::from(moment()) << 8 | u64::from(low);
    }

    fn roll(&mut self, rule: Rule, faces: u8, _cuts: &[u8]) -> u8 {
        // The end of an id is what tells it from others of its ruleset.
        let id = rule.0.bytes().rev().take(8).fold(0, |id, byte| id << 8 | u64::from(byte));
        let occasion = mix(mix(self.luck, self.occasion), id);
        let times = &mut self.rolled[occasion as usize % CommonRandom::PLACES];
        *times = times.wrapping_add(1);
        let wide = u128::from(mix(occasion, u64::from(*times))) * u128::from(faces);
        (wide >> 64) as u8 + 1
    }
}

/// Why a script of rolls did not fit what was rolled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptFault {
    /// The battle rolled under another rule than the script's next line.
    OtherRule {
        /// What the script holds.
        scripted: String,
        /// What the battle rolled.
        rolled: Rule,
    },
    /// The scripted face does not exist on the die rolled.
    NoSuchFace {
        /// The rule of the roll.
        rule: Rule,
        /// The scripted face.
        face: u8,
        /// Faces of the die.
        faces: u8,
    },
    /// The script ended before the rolls did.
    Exhausted {
        /// The first roll that the script does not hold.
        rolled: Rule,
    },
    /// Dice were left over.
    Left(usize),
}

impl fmt::Display for ScriptFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScriptFault::OtherRule { scripted, rolled } => {
                write!(f, "the next scripted roll is of {scripted}, but the battle rolls {rolled}")
            }
            ScriptFault::NoSuchFace { rule, face, faces } => {
                write!(f, "{rule} rolls a d{faces}, which has no face {face}")
            }
            ScriptFault::Exhausted { rolled } => write!(f, "the script ended before a roll of {rolled}"),
            ScriptFault::Left(n) => write!(f, "{n} scripted rolls were not used"),
        }
    }
}

/// Dice whose faces were written down beforehand, each under its rule.
#[derive(Clone, Debug)]
pub struct Scripted {
    script: Vec<(String, u8)>,
    next: usize,
    beyond: Option<Seeded>,
    fault: Option<ScriptFault>,
    /// What falls after a misfit, until whoever rolls has come to an end. It is chance too: rules that roll again until
    /// dice differ end with any luck, and with nothing less.
    astray: Seeded,
}

impl Scripted {
    /// A script that must fit exactly: too few rolls are a fault too.
    #[must_use]
    pub fn new(script: Vec<(String, u8)>) -> Self {
        Scripted { script, next: 0, beyond: None, fault: None, astray: Seeded::new(0, 0) }
    }

    /// A script after which rolls come from a generator: physical dice, for as many as were typed in.
    #[must_use]
    pub fn then(script: Vec<(String, u8)>, beyond: Seeded) -> Self {
        Scripted { beyond: Some(beyond), ..Scripted::new(script) }
    }

    /// The part of the script that has not been rolled.
    #[must_use]
    pub fn left(&self) -> &[(String, u8)] {
        &self.script[self.next.min(self.script.len())..]
    }

    /// What did not fit so far.
    #[must_use]
    pub fn fault(&self) -> Option<&ScriptFault> {
        self.fault.as_ref()
    }

    /// # Errors
    /// The first misfit, or that dice were left over.
    pub fn finish(self) -> Result<(), ScriptFault> {
        match self.fault {
            Some(fault) => Err(fault),
            None if self.next < self.script.len() => Err(ScriptFault::Left(self.script.len() - self.next)),
            None => Ok(()),
        }
    }
}

impl Scripted {
    /// The face that the script has for a roll; none where it has come to its end and others follow.
    ///
    /// # Errors
    /// It does not fit.
    fn written(&self, rule: Rule, faces: u8) -> Result<Option<u8>, ScriptFault> {
        match self.script.get(self.next) {
            None if self.beyond.is_some() => Ok(None),
            None => Err(ScriptFault::Exhausted { rolled: rule }),
            Some((scripted, _)) if scripted != rule.0 => {
                Err(ScriptFault::OtherRule { scripted: scripted.clone(), rolled: rule })
            }
            Some(&(_, face)) if face == 0 || face > faces => Err(ScriptFault::NoSuchFace { rule, face, faces }),
            Some(&(_, face)) => Ok(Some(face)),
        }
    }
}

impl Dice for Scripted {
    fn roll(&mut self, rule: Rule, faces: u8, cuts: &[u8]) -> u8 {
        if self.fault.is_none() {
            match (self.written(rule, faces), &mut self.beyond) {
                (Ok(Some(face)), _) => {
                    self.next += 1;
                    return face;
                }
                (Ok(None), Some(dice)) => return dice.roll(rule, faces, cuts),
                (Ok(None), None) => {}
                (Err(fault), _) => self.fault = Some(fault),
            }
        }
        self.astray.roll(rule, faces, cuts)
    }
}

/// One choice point of an enumeration: the outcomes with their weights, and which of them is being followed.
#[derive(Clone, Debug)]
struct Branch {
    options: Vec<(Bands, Chance)>,
    taken: usize,
}

/// Dice that take every outcome in turn: run the same step again and again until [`Every::advance`] says no.
#[derive(Clone, Debug, Default)]
pub struct Every {
    path: Vec<Branch>,
    depth: usize,
}

/// Most rolls one after the other of which every outcome is followed.
const MOST_ROLLS: usize = 1000;

impl Every {
    /// The exact chance of the outcome just followed.
    #[must_use]
    pub fn chance(&self) -> Chance {
        self.path.iter().map(|b| &b.options[b.taken].1).product()
    }

    /// Turns to the next outcome; no when all have been followed.
    #[must_use]
    pub fn advance(&mut self) -> bool {
        self.depth = 0;
        while let Some(last) = self.path.last_mut() {
            last.taken += 1;
            if last.taken < last.options.len() {
                return true;
            }
            self.path.pop();
        }
        false
    }

    fn follow(&mut self, options: impl FnOnce() -> Vec<(Bands, Chance)>) -> Bands {
        if self.depth == self.path.len() {
            // Rolls until two differ go on for ever where every outcome is followed: stop such a run before the next one.
            assert!(self.depth < MOST_ROLLS, "these dice are rolled again without end");
            self.path.push(Branch { options: options(), taken: 0 });
        }
        let branch = &self.path[self.depth];
        self.depth += 1;
        branch.options[branch.taken].0
    }
}

/// The bands of a die that are not empty, as (lowest face, number of faces, band).
fn bands_of(faces: u8, cuts: &[u8]) -> Vec<(u8, u8, usize)> {
    let mut out: Vec<(u8, u8, usize)> = Vec::with_capacity(cuts.len() + 1);
    for face in 1..=faces {
        let b = band(face, cuts);
        match out.last_mut() {
            Some((_, n, last)) if *last == b => *n += 1,
            _ => out.push((face, 1, b)),
        }
    }
    out
}

impl Dice for Every {
    fn roll(&mut self, _rule: Rule, faces: u8, cuts: &[u8]) -> u8 {
        let chosen = self.follow(|| {
            bands_of(faces, cuts)
                .into_iter()
                .map(|(face, n, _)| {
                    let mut value = Bands::default();
                    value[0] = face;
                    (value, Chance::new(n.into(), faces.into()))
                })
                .collect()
        });
        chosen[0]
    }

    fn pool(&mut self, _rule: Rule, faces: u8, cuts: &[u8], count: u8, _each: &mut dyn FnMut(u8)) -> Bands {
        self.follow(|| {
            let bands = bands_of(faces, cuts);
            let mut out = Vec::new();
            let all = BigUint::from(faces).pow(u32::from(count));
            compositions(&bands, count, BigUint::from(1u8), Bands::default(), &all, &mut out);
            out
        })
    }
}

/// All ways in which `left` dice fall into `bands`, weighted by the number of rolls that do so.
fn compositions(
    bands: &[(u8, u8, usize)],
    left: u8,
    ways: BigUint,
    so_far: Bands,
    all: &BigUint,
    out: &mut Vec<(Bands, Chance)>,
) {
    let Some(((_, faces, band), rest)) = bands.split_first() else { return };
    if rest.is_empty() {
        let mut bands = so_far;
        bands[*band] = left;
        out.push((bands, Chance::new(ways * BigUint::from(*faces).pow(u32::from(left)), all.clone())));
        return;
    }
    let mut choose = BigUint::from(1u8);
    for n in 0..=left {
        let mut bands = so_far;
        bands[*band] = n;
        let here = &ways * &choose * BigUint::from(*faces).pow(u32::from(n));
        compositions(rest, left - n, here, bands, all, out);
        choose = choose * BigUint::from(left - n) / BigUint::from(n + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HIT: Rule = Rule("HEX-HIT-01");

    /// Faces of a d6 of unit 1 against unit 2 at a moment, and of others before it if they are asked for.
    fn faces(luck: u64, moment: u32, others: u8, count: usize) -> Vec<u8> {
        let mut dice = CommonRandom::new(luck);
        for other in 0..others {
            dice.about(UnitId(3 + u16::from(other)), UnitId(2), &|| moment);
            dice.roll(HIT, 6, &[]);
        }
        dice.about(UnitId(1), UnitId(2), &|| moment);
        (0..count).map(|_| dice.roll(HIT, 6, &[])).collect()
    }

    #[test]
    fn fate_does_not_ask_what_was_rolled_before() {
        let same = (0..100).filter(|&luck| faces(luck, 1, 0, 8) == faces(luck, 1, 5, 8)).count();
        // Of five others, each shares one of 64 places with one chance in 64.
        assert!(same >= 85, "{same} of 100");
        assert!((0..100).filter(|&luck| faces(luck, 1, 0, 8) == faces(luck, 2, 0, 8)).count() < 2);
        let other_rule = |luck| {
            let mut dice = CommonRandom::new(luck);
            dice.about(UnitId(1), UnitId(2), &|| 1);
            (0..8).map(|_| dice.roll(Rule("HEX-DAM-01"), 6, &[])).collect::<Vec<u8>>()
        };
        assert!((0..100).filter(|&luck| faces(luck, 1, 0, 8) == other_rule(luck)).count() < 2);
    }

    #[test]
    fn fate_is_fair() {
        let mut counts = [[0u32; 6]; 2];
        for luck in 0..60_000 {
            let faces = faces(mix(7, luck), 1, 0, 2);
            counts[0][usize::from(faces[0]) - 1] += 1;
            counts[1][usize::from(faces[1]) - 1] += u32::from(faces[0] == 1);
        }
        // Five standard deviations.
        assert!(counts[0].iter().all(|&n| n.abs_diff(10_000) < 460), "{counts:?}");
        assert!(counts[1].iter().all(|&n| n.abs_diff(counts[0][0] / 6) < 190), "{counts:?}");
    }
}
