//! Connect four on bitboards: columns of seven bits, of which the top one stays empty.

use hexfray_ai::Game;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ConnectFour {
    /// The stones of the player to move.
    pub(crate) own: u64,
    /// All stones.
    pub(crate) taken: u64,
    /// How many they are.
    pub(crate) stones: u8,
    /// Whether the last stone made four in a row.
    pub(crate) won: bool,
}

pub(crate) const BOTTOM: u64 = 0x0408_1020_4081;

impl ConnectFour {
    pub(crate) fn drop_in(&mut self, column: u8) {
        let mover = self.own | ((self.taken + (1 << (7 * column))) & !self.taken & (0x3f << (7 * column)));
        self.own ^= self.taken;
        self.taken |= mover;
        self.stones += 1;
        self.won = [1, 6, 7, 8].iter().any(|step| {
            let pairs = mover & mover >> step;
            pairs & pairs >> (2 * step) != 0
        });
    }

    pub(crate) fn is_over(&self) -> bool {
        self.won || self.stones == 42
    }

    /// Appends the columns that are not full.
    pub(crate) fn columns(&self, out: &mut Vec<u8>) {
        let mut free = !self.taken >> 5 & BOTTOM;
        if free == BOTTOM {
            out.extend([0, 1, 2, 3, 4, 5, 6]);
            return;
        }
        while free != 0 {
            out.push((free.trailing_zeros() / 7) as u8);
            free &= free - 1;
        }
    }
}

impl Game for ConnectFour {
    type Action = u8;
    type Scratch = ();

    fn players(&self) -> usize {
        2
    }

    fn to_act(&self) -> Option<usize> {
        (!self.is_over()).then_some(usize::from(self.stones % 2))
    }

    fn actions_of(&self, actor: Option<usize>, _: &mut (), out: &mut Vec<u8>) {
        if actor.is_none() && !self.is_over() {
            self.columns(out);
        }
    }

    fn is_certain(&self) -> bool {
        true
    }

    fn play(&mut self, column: u8, _chance: u64) {
        self.drop_in(column);
    }

    fn payoff(&self, player: usize) -> f32 {
        let last = usize::from(self.stones + 1) % 2;
        match self.won {
            true => f32::from(player == last),
            false => 0.5,
        }
    }
}
