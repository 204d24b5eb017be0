//! Breakthrough on 5 by 5 squares: men step one row forward, straight or aslant, and take aslant. Who reaches the far
//! row has won.

use hexfray_ai::Game;

pub(crate) const SIZE: u32 = 5;
const ALL: u32 = (1 << (SIZE * SIZE)) - 1;
const ROW: u32 = (1 << SIZE) - 1;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Breakthrough {
    /// The men of each player, one bit a square, row by row.
    men: [u32; 2],
    player: usize,
}

impl Default for Breakthrough {
    fn default() -> Self {
        let two_rows = ROW | ROW << SIZE;
        Breakthrough { men: [two_rows, two_rows << (SIZE * (SIZE - 2))], player: 0 }
    }
}

impl Breakthrough {
    fn is_over(&self) -> bool {
        let far = [ROW << (SIZE * (SIZE - 1)), ROW];
        (0..2).any(|player| self.men[player] & far[player] != 0 || self.men[player] == 0)
    }

    /// The share of the men on the board that are a player's.
    pub(crate) fn material(&self, player: usize) -> f32 {
        let [own, other] = [player, 1 - player].map(|player| self.men[player].count_ones() as f32);
        own / (own + other)
    }
}

/// From a square to a square.
pub(crate) type Step = (u8, u8);

impl Game for Breakthrough {
    type Action = Step;
    type Scratch = ();

    fn players(&self) -> usize {
        2
    }

    fn to_act(&self) -> Option<usize> {
        (!self.is_over()).then_some(self.player)
    }

    fn actions_of(&self, actor: Option<usize>, _: &mut (), out: &mut Vec<Step>) {
        if actor.is_some() || self.is_over() {
            return;
        }
        let [own, other] = [self.men[self.player], self.men[1 - self.player]];
        for from in (0..SIZE * SIZE).filter(|from| own >> from & 1 == 1) {
            for aside in [-1, 0, 1] {
                let column = (from % SIZE) as i32 + aside;
                let row = (from / SIZE) as i32 + if self.player == 0 { 1 } else { -1 };
                let to = row * SIZE as i32 + column;
                let blocked = own | if aside == 0 { other } else { 0 };
                if (0..SIZE as i32).contains(&column) && blocked >> to & 1 == 0 {
                    out.push((from as u8, to as u8));
                }
            }
        }
    }

    fn is_certain(&self) -> bool {
        true
    }

    fn play(&mut self, (from, to): Step, _: u64) {
        self.men[self.player] ^= 1 << from | 1 << to;
        self.men[1 - self.player] &= ALL & !(1 << to);
        self.player = 1 - self.player;
    }

    fn payoff(&self, player: usize) -> f32 {
        // The turn has passed on from the player who won.
        f32::from(player != self.player)
    }
}
