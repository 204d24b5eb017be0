//! Pig: roll a die as often as you dare; what was rolled counts when you hold, but a 1 takes all of this turn. Who first
//! has 20 has won. The best play is worked out by going over all states until their values stand still.

use hexfray_ai::Game;
use hexfray_ai::seed::stream;
use rand::RngExt;

const GOAL: u8 = 20;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pig {
    pub(crate) scores: [u8; 2],
    pub(crate) pot: u8,
    pub(crate) player: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Dare {
    Roll,
    Hold,
}

impl Game for Pig {
    type Action = Dare;
    type Scratch = ();

    fn players(&self) -> usize {
        2
    }

    fn to_act(&self) -> Option<usize> {
        self.scores.iter().all(|&score| score < GOAL).then_some(self.player)
    }

    fn actions_of(&self, actor: Option<usize>, _: &mut (), out: &mut Vec<Dare>) {
        if actor.is_none() && self.to_act().is_some() {
            out.extend([Dare::Roll, Dare::Hold]);
        }
    }

    fn play(&mut self, dare: Dare, chance: u64) {
        match dare {
            Dare::Roll => match stream(chance).random_range(1..=6) {
                1 => (self.pot, self.player) = (0, 1 - self.player),
                pips => self.pot += pips,
            },
            Dare::Hold => {
                self.scores[self.player] += self.pot;
                (self.pot, self.player) = (0, 1 - self.player);
            }
        }
    }

    fn payoff(&self, player: usize) -> f32 {
        f32::from(self.scores[player] >= GOAL)
    }
}

/// For a player with so much, against so much, with so much in the pot: the chance to win with the best play.
pub(crate) struct Solved(Vec<f64>);

impl Solved {
    pub(crate) fn new() -> Self {
        let size = usize::from(GOAL);
        let mut solved = Solved(vec![0.5; size * size * size]);
        loop {
            let mut change = 0.0_f64;
            for own in 0..GOAL {
                for other in 0..GOAL {
                    for pot in 0..GOAL - own {
                        let [roll, hold] = [Dare::Roll, Dare::Hold].map(|dare| solved.value(own, other, pot, dare));
                        let state = &mut solved.0[Self::index(own, other, pot)];
                        change = change.max((roll.max(hold) - *state).abs());
                        *state = roll.max(hold);
                    }
                }
            }
            if change < 1e-9 {
                return solved;
            }
        }
    }

    fn index(own: u8, other: u8, pot: u8) -> usize {
        let size = usize::from(GOAL);
        (usize::from(own) * size + usize::from(other)) * size + usize::from(pot)
    }

    fn best(&self, own: u8, other: u8, pot: u8) -> f64 {
        if own + pot >= GOAL { 1.0 } else { self.0[Self::index(own, other, pot)] }
    }

    /// The chance to win of who chooses `dare` now and plays best from then on.
    pub(crate) fn value(&self, own: u8, other: u8, pot: u8, dare: Dare) -> f64 {
        let passed = |own: u8| if own >= GOAL { 1.0 } else { 1.0 - self.best(other, own, 0) };
        match dare {
            Dare::Hold => passed(own + pot),
            Dare::Roll => (passed(own) + (2..=6).map(|pips| self.best(own, other, pot + pips)).sum::<f64>()) / 6.0,
        }
    }
}
