//! Luck: how much more of a win the dice gave in a battle than was to be expected.
//!
//! After every roll, the value of the battle is compared with its value after other dice for the same action. The mean
//! of the sum of these differences is 0, whichever players meet and however positions are evaluated. Scores without it
//! therefore have the same mean but need fewer battles, the fewer the better the evaluation is
//! (Burch, Schmid, Moravcik, Morrill & Bowling, "AIVAT: a new variance reduction technique for agent evaluation in imperfect
//! information games", 2018).

use crate::battle::{Action, Fact, Listing, Log, Seeded, mix};
use crate::opponents::Judgement;
use crate::rules::AnyBattle;

/// How often dice are rolled again.
const AGAIN: u64 = 16;

/// Sums up the luck of a battle.
pub(super) struct Luck {
    judge: Judgement,
    seed: u64,
    /// The battle before the dice fell, and after other ones.
    battles: [AnyBattle; 2],
    list: Listing,
    sum: f64,
}

impl Luck {
    /// No luck yet in a battle of a seed that is about to begin.
    pub(super) fn new(judge: Judgement, seed: u64, battle: &AnyBattle) -> Luck {
        const OTHERS: u64 = 0x6c75_636b;
        let battles = [battle.clone(), battle.clone()];
        Luck { judge, seed: mix(seed, OTHERS), battles, list: Listing::default(), sum: 0.0 }
    }

    /// The luck of the first side so far in shares of a win, to six digits, which files keep exactly.
    pub(super) fn sum(&self) -> f64 {
        (self.sum * 1e6).round() / 1e6
    }

    /// Looks at a battle before an action.
    pub(super) fn before(&mut self, battle: &AnyBattle) {
        self.battles[0].clone_from(battle);
    }

    /// Takes in the result of the action.
    pub(super) fn after(&mut self, action: Action, battle: &AnyBattle, log: &Log) {
        if !log.events.iter().any(|event| matches!(event.fact, Fact::Rolled { .. })) {
            return;
        }
        let Luck { judge, seed, battles: [before, other], list, .. } = self;
        let mut sum = 0.0;
        for again in 0..AGAIN {
            other.clone_from(before);
            let dice = &mut Seeded::new(mix(*seed, again), before.number() + 1);
            if other.play(action, list, dice, &mut Log::off()).is_ok() {
                sum += judge(other)[0];
            }
        }
        self.sum += judge(battle)[0] - sum / AGAIN as f64;
    }
}
