//! Kuhn poker (1950): three cards, one each, one unit of ante, one bet of one unit. With best play on both sides the
//! first player loses an eighteenth of a unit a game.

use hexfray_ai::Game;
use hexfray_ai::seed::stream;
use rand::RngExt;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Kuhn {
    pub(crate) cards: [u8; 2],
    /// Who bet, or called, and who did not.
    pub(crate) bets: [Option<bool>; 3],
}

impl Kuhn {
    pub(crate) fn new(cards: [u8; 2], bets: &[bool]) -> Self {
        let mut kuhn = Kuhn { cards, bets: [None; 3] };
        bets.iter().for_each(|&bet| kuhn.play(bet, 0));
        kuhn
    }

    fn made(&self) -> usize {
        self.bets.iter().flatten().count()
    }

    /// What the first player wins, in units.
    pub(crate) fn gain(&self) -> f64 {
        let high = if self.cards[0] > self.cards[1] { 1.0 } else { -1.0 };
        match self.bets {
            [Some(true), Some(false), None] => 1.0,
            [Some(false), Some(true), Some(false)] => -1.0,
            [Some(false), Some(false), None] => high,
            _ => 2.0 * high,
        }
    }
}

impl Game for Kuhn {
    type Action = bool;
    type Scratch = ();

    fn players(&self) -> usize {
        2
    }

    fn to_act(&self) -> Option<usize> {
        match self.bets {
            [None, ..] => Some(0),
            [Some(_), None, _] => Some(1),
            [Some(false), Some(true), None] => Some(0),
            _ => None,
        }
    }

    fn actions_of(&self, actor: Option<usize>, _: &mut (), out: &mut Vec<bool>) {
        if actor.is_none() && self.to_act().is_some() {
            out.extend([false, true]);
        }
    }

    fn known(&self, player: usize) -> Option<u64> {
        let bets = self.bets.iter().flatten().fold(1, |bets, &bet| bets << 1 | u64::from(bet));
        Some(bets << 8 | u64::from(self.cards[player]))
    }

    fn play(&mut self, bet: bool, _: u64) {
        self.bets[self.made()] = Some(bet);
    }

    fn payoff(&self, player: usize) -> f32 {
        let gain = if player == 0 { self.gain() } else { -self.gain() };
        0.5 + gain as f32 / 4.0
    }

    fn determinise(&mut self, viewer: usize, chance: u64) {
        let others = [1, 2, 3].into_iter().filter(|&card| card != self.cards[viewer]);
        self.cards[1 - viewer] = others.clone().nth(stream(chance).random_range(0..2)).expect("two other cards");
    }
}
