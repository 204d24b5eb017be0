//! Connect four on bitboards: columns of seven bits, of which the top one stays empty.

use hexfray_ai::Game;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct ConnectFour {
    /// The stones of the player to move.
    pub(crate) own: u64,
    /// All stones.
    pub(crate) taken: u64,
    /// Whether the last stone made four in a row.
    pub(crate) won: bool,
}

pub(crate) const BOTTOM: u64 = 0x0408_1020_4081;
const BOARD: u64 = BOTTOM * 0b11_1111;

impl ConnectFour {
    /// The position after stones in these columns, 1 to 7.
    pub(crate) fn after(columns: &str) -> Self {
        let mut game = ConnectFour::default();
        columns.bytes().for_each(|column| game.drop_in(column - b'1'));
        game
    }

    pub(crate) fn drop_in(&mut self, column: u8) {
        let mover = self.own | ((self.taken + (1 << (7 * column))) & !self.taken & (0x3f << (7 * column)));
        self.own ^= self.taken;
        self.taken |= mover;
        self.won = [1, 6, 7, 8].iter().any(|step| {
            let pairs = mover & mover >> step;
            pairs & pairs >> (2 * step) != 0
        });
    }

    pub(crate) fn is_over(&self) -> bool {
        self.won || self.taken == BOARD
    }

    pub(crate) fn columns(&self) -> impl Iterator<Item = u8> {
        let free = !self.taken >> 5;
        (0..7).filter(move |column| free >> (7 * column) & 1 == 1)
    }
}

impl Game for ConnectFour {
    type Action = u8;
    type Scratch = ();

    fn players(&self) -> usize {
        2
    }

    fn to_act(&self) -> Option<usize> {
        (!self.is_over()).then_some(self.taken.count_ones() as usize % 2)
    }

    fn actions_of(&self, actor: Option<usize>, _: &mut (), out: &mut Vec<u8>) {
        if actor.is_none() && !self.is_over() {
            out.extend(self.columns());
        }
    }

    fn play(&mut self, column: u8, _chance: u64) {
        self.drop_in(column);
    }

    fn payoff(&self, player: usize) -> f32 {
        let last = (self.taken.count_ones() as usize + 1) % 2;
        match self.won {
            true => f32::from(player == last),
            false => 0.5,
        }
    }
}
