//! Sealed bids: in each of three rounds two players secretly spend one card of their hands (1 to 4), and the higher
//! card takes the round. The first player's bid stays hidden until the second has answered.

use hexfray_ai::Game;
use hexfray_ai::seed::stream;
use rand::RngExt;

const ROUNDS: usize = 3;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Bids {
    /// One bit for each card that is still in the hand, a sealed one included.
    hands: [u8; 2],
    pub(crate) sealed: Option<u8>,
    round: usize,
    pub(crate) won: [u8; 2],
}

impl Default for Bids {
    fn default() -> Self {
        Bids { hands: [0b11110; 2], sealed: None, round: 0, won: [0; 2] }
    }
}

impl Game for Bids {
    type Action = u8;
    type Scratch = ();

    fn players(&self) -> usize {
        2
    }

    fn to_act(&self) -> Option<usize> {
        (self.round < ROUNDS).then_some(usize::from(self.sealed.is_some()))
    }

    fn actions_of(&self, actor: Option<usize>, _: &mut (), out: &mut Vec<u8>) {
        if let (None, Some(player)) = (actor, self.to_act()) {
            out.extend((1..=4).filter(|card| self.hands[player] >> card & 1 == 1));
        }
    }

    fn play(&mut self, card: u8, _: u64) {
        let Some(first) = self.sealed.take() else {
            self.sealed = Some(card);
            return;
        };
        self.hands[0] &= !(1 << first);
        self.hands[1] &= !(1 << card);
        self.won[0] += u8::from(first > card);
        self.won[1] += u8::from(card > first);
        self.round += 1;
    }

    fn payoff(&self, player: usize) -> f32 {
        0.5 + f32::from(i8::try_from(self.won[player]).unwrap() - i8::try_from(self.won[1 - player]).unwrap()) / 6.0
    }

    fn shows(&self, _card: u8, _viewer: usize) -> bool {
        self.sealed.is_some()
    }

    fn known(&self, player: usize) -> Option<u64> {
        let hands = self.hands.map(u64::from);
        Some(
            hands[0]
                | hands[1] << 8
                | u64::from(self.won[0]) << 16
                | u64::from(self.won[1]) << 24
                | (player as u64) << 32,
        )
    }

    fn determinise(&mut self, viewer: usize, chance: u64) {
        if viewer == 1 && self.sealed.is_some() {
            let held = Vec::from_iter((1..=4).filter(|card| self.hands[0] >> card & 1 == 1));
            self.sealed = Some(held[stream(chance).random_range(0..held.len())]);
        }
    }
}
