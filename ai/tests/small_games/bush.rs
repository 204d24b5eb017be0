//! A tree with random payoffs for any number of players, in turn or by chance, of which the best play can be worked out.

use hexfray_ai::{Game, mix};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Bush {
    /// Where the game stands, and how it came there.
    pub(crate) place: u64,
    pub(crate) depth: u32,
    pub(crate) end: u32,
    pub(crate) branches: u8,
    pub(crate) players: usize,
    /// Players in teams of so many.
    pub(crate) mates: usize,
}

impl Bush {
    /// The values of all players when each does what is best for himself.
    pub(crate) fn selfish(&self) -> Vec<f32> {
        self.solve(&|values, mover| values[mover])
    }

    /// The same when all others do what is worst for `viewer`.
    pub(crate) fn paranoid(&self, viewer: usize) -> Vec<f32> {
        self.solve(&|values, mover| if mover == viewer { values[viewer] } else { -values[viewer] })
    }

    fn solve(&self, wish: &dyn Fn(&[f32], usize) -> f32) -> Vec<f32> {
        match self.to_act() {
            None => (0..self.players).map(|player| self.payoff(player)).collect(),
            Some(mover) => {
                let values = (0..self.branches).map(|branch| self.after(branch).solve(wish));
                values.max_by(|a, b| wish(a, mover).total_cmp(&wish(b, mover))).expect("a branch")
            }
        }
    }

    /// Whether each player always gains or loses much by his choice. Where something is all the same to one, it is open
    /// what he does, but seldom all the same to the others.
    pub(crate) fn is_clear_cut(&self) -> bool {
        let Some(mover) = self.to_act() else { return true };
        let mut values = Vec::from_iter((0..self.branches).map(|branch| self.after(branch).selfish()[mover]));
        values.sort_by(|a, b| b.total_cmp(a));
        values[0] - values[1] > 0.1 && (0..self.branches).all(|branch| self.after(branch).is_clear_cut())
    }

    pub(crate) fn after(mut self, branch: u8) -> Self {
        self.play(branch, 0);
        self
    }
}

impl Game for Bush {
    type Action = u8;
    type Scratch = ();

    fn players(&self) -> usize {
        self.players
    }

    fn to_act(&self) -> Option<usize> {
        (self.depth < self.end).then_some(self.depth as usize % self.players)
    }

    fn actions_of(&self, actor: Option<usize>, _: &mut (), out: &mut Vec<u8>) {
        if actor.is_none() && self.depth < self.end {
            out.extend(0..self.branches);
        }
    }

    fn team(&self, player: usize) -> usize {
        player / self.mates
    }

    fn is_certain(&self) -> bool {
        true
    }

    fn play(&mut self, branch: u8, _: u64) {
        self.place = mix(self.place, u64::from(branch));
        self.depth += 1;
    }

    fn payoff(&self, player: usize) -> f32 {
        (mix(self.place, 100 + self.team(player) as u64) % 1000) as f32 / 1000.0
    }
}
