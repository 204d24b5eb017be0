//! Luck: how much of a win dice gave in a battle, more than could be expected of them.
//!
//! Whenever dice fall, what the battle is worth after them is held against what it is worth after other dice, rolled for
//! the same action. The sum of these differences is 0 in the mean whoever plays, and whatever is made of a position;
//! what is left of scores without it tells the same with fewer battles, the more the better positions are judged
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

    /// How much of a win dice have given the first side; to six digits, which files keep exactly.
    pub(super) fn sum(&self) -> f64 {
        (self.sum * 1e6).round() / 1e6
    }

    /// Looks at a battle before an action.
    pub(super) fn before(&mut self, battle: &AnyBattle) {
        self.battles[0].clone_from(battle);
    }

    /// Takes in what came of the action.
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
                sum += judge(other);
            }
        }
        self.sum += judge(battle) - sum / AGAIN as f64;
    }
}
