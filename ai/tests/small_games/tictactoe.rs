//! Tic-tac-toe: no units, no dice, nothing hidden.

use hexfray_ai::Game;

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// The squares of each player, one bit a square.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct TicTacToe {
    taken: [u16; 2],
}

impl TicTacToe {
    pub(crate) fn won(&self, player: usize) -> bool {
        LINES.iter().any(|line| self.taken[player] & line == *line)
    }

    pub(crate) fn has(&self, player: usize, square: u8) -> bool {
        self.taken[player] >> square & 1 == 1
    }

    fn free(&self) -> u16 {
        !(self.taken[0] | self.taken[1]) & 0o777
    }
}

impl Game for TicTacToe {
    type Action = u8;
    type Scratch = ();

    fn players(&self) -> usize {
        2
    }

    fn to_act(&self) -> Option<usize> {
        let over = self.free() == 0 || self.won(0) || self.won(1);
        (!over).then_some((self.free().count_ones() + 1) as usize % 2)
    }

    fn actions_of(&self, actor: Option<usize>, _: &mut (), out: &mut Vec<u8>) {
        if actor.is_none() && self.to_act().is_some() {
            out.extend((0..9).filter(|square| self.free() >> square & 1 == 1));
        }
    }

    /// Different rows of moves lead to the same squares.
    fn known(&self, _player: usize) -> Option<u64> {
        Some(u64::from(self.taken[0]) << 9 | u64::from(self.taken[1]))
    }

    fn is_certain(&self) -> bool {
        true
    }

    fn play(&mut self, square: u8, _: u64) {
        let player = self.to_act().expect("a game that is not over");
        self.taken[player] |= 1 << square;
    }

    fn payoff(&self, player: usize) -> f32 {
        0.5 + 0.5 * (f32::from(self.won(player)) - f32::from(self.won(1 - player)))
    }
}
