//! What the generator leaves to chance.

use hexfray_ai::seed::stream;
use rand::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A seeded source of choices, the same on every machine.
pub(super) struct Chance(Xoshiro256PlusPlus);

impl Chance {
    pub(super) fn new(seed: u64) -> Chance {
        Chance(stream(seed))
    }

    /// A number from 0 to one below `count`, which is at least 1.
    pub(super) fn below(&mut self, count: usize) -> usize {
        // The high half of a 64-bit product: integer only, and as good as uniform for numbers as small as ours.
        ((u128::from(self.0.next_u64()) * count as u128) >> 64) as usize
    }

    /// A number from `least` to `most`, both included.
    pub(super) fn between(&mut self, least: usize, most: usize) -> usize {
        least + self.below(most - least + 1)
    }

    /// Yes in so many of a hundred cases.
    pub(super) fn percent(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of several things, of which there is at least one.
    pub(super) fn pick<'t, T>(&mut self, things: &'t [T]) -> &'t T {
        &things[self.below(things.len())]
    }

    pub(super) fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.below(last + 1));
        }
    }
}
