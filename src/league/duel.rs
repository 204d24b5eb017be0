//! Two opponents against each other: the same battle with the same dice twice, sides swapped, again and again.

use rayon::prelude::*;

use crate::battle::{Listing, Log, Seeded, SideId, mix};
use crate::content::Library;
use crate::opponents::{self, Opponent};
use crate::rules::AnyBattle;
use crate::scenario::Scenario;
use crate::source::Problem;

/// What a duel is about.
#[derive(Clone, Debug)]
pub struct Terms {
    /// The opponents, by their names.
    pub names: [String; 2],
    /// Scenarios for two sides, by their names.
    pub scenarios: Vec<String>,
    /// Pairs of battles in each scenario.
    pub pairs: u64,
    /// Decides all dice, and what opponents leave to chance.
    pub seed: u64,
}

/// What the first opponent got in one scenario, pair by pair and there as the first side and as the second: 0 to 1, a
/// draw half.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    pairs: Vec<[f64; 2]>,
}

impl Score {
    /// Takes in the pairs of another scenario.
    pub fn add(&mut self, other: &Score) {
        self.pairs.extend(&other.pairs);
    }

    /// How many pairs there are.
    #[must_use]
    pub fn pairs(&self) -> usize {
        self.pairs.len()
    }

    /// The mean in per cent, and half the width of its 95 % interval, by the spread of the pairs.
    #[must_use]
    pub fn per_cent(&self) -> (f64, f64) {
        let count = self.pairs.len().max(1) as f64;
        let pairs = || self.pairs.iter().map(|[first, second]| (first + second) / 2.0);
        let mean = pairs().sum::<f64>() / count;
        let spread = pairs().map(|p| (p - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
        (100.0 * mean, 196.0 * (spread / count).sqrt())
    }

    /// The means in per cent as the first side and as the second: some scenarios are easier for one of them.
    #[must_use]
    pub fn by_side(&self) -> [f64; 2] {
        let count = self.pairs.len().max(1) as f64;
        [0, 1].map(|side| 100.0 * self.pairs.iter().map(|pair| pair[side]).sum::<f64>() / count)
    }
}

/// The scenarios of a ruleset for two sides, by their names.
#[must_use]
pub fn scenarios(library: &Library, ruleset: &str) -> Vec<String> {
    let fits = |name: &&String| {
        let battle = Scenario::open(library, name).and_then(|s| s.battle(library));
        battle.is_ok_and(|b| b.ruleset() == ruleset && b.players() == 2)
    };
    library.scenarios().keys().filter(fits).cloned().collect()
}

/// Fights a duel in each of its scenarios; `told` hears of every one when it is over. The same on any number of threads.
///
/// # Errors
/// When there is no such scenario or opponent, or a scenario is for more sides or fewer than two.
pub fn fight(
    library: &Library,
    terms: &Terms,
    mut told: impl FnMut(&str, &Score),
    done: impl Fn() + Sync,
) -> Result<Score, Vec<Problem>> {
    let mut starts: Vec<(&String, AnyBattle)> = Vec::new();
    for name in &terms.scenarios {
        starts.push((name, Scenario::open(library, name)?.battle(library)?));
    }
    for (name, start) in &starts {
        for opponent in &terms.names {
            opponents::opponent(library, start, opponent)?;
        }
        if start.players() != 2 {
            let message = format!("this battle is for {} sides", start.players());
            return Err(vec![Problem::whole(name, message, "a duel needs scenarios for two")]);
        }
    }
    let mut all = Score::default();
    for (name, start) in &starts {
        let pair = |number: u64| {
            let game = |swapped: bool| {
                let won = battle(library, start, &terms.names, swapped, mix(terms.seed, number));
                done();
                won
            };
            [game(false), game(true)]
        };
        let score = Score { pairs: (0..terms.pairs).into_par_iter().map(pair).collect() };
        told(name, &score);
        all.add(&score);
    }
    Ok(all)
}

/// One battle; what the first of the two got out of it.
fn battle(library: &Library, start: &AnyBattle, names: &[String; 2], swapped: bool, seed: u64) -> f64 {
    let seat = |name: &String| opponents::opponent(library, start, name).expect("it has been made before");
    let mut seats: [Box<dyn Opponent>; 2] = [seat(&names[0]), seat(&names[1])];
    let mut battle = start.clone();
    let mut list = Listing::default();
    battle.start(&mut Seeded::new(seed, 0), &mut Log::off());
    while let Some(decision) = battle.decision() {
        let number = battle.number();
        let seat = &mut seats[decision.side.index() ^ usize::from(swapped)];
        let action = seat.choose(&battle, opponents::chance(seed, number));
        let dice = &mut Seeded::new(seed, number + 1);
        battle.play(action, &mut list, dice, &mut Log::off()).expect("opponents choose from the list");
    }
    match battle.outcome() {
        Some(outcome) if outcome.won(SideId(u8::from(swapped))) => 1.0,
        Some(outcome) if outcome.winners != 0 => 0.0,
        _ => 0.5,
    }
}
