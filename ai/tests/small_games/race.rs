//! A race with dice. Each side has two runners, each of whom moves once a turn, in any order: walking one to three
//! fields, or sprinting by two dice, which throws him back to the last camp if either shows a 1. The game ends with
//! the round in which a side has both runners home; who is further ahead has won.

use hexfray_ai::seed::stream;
use hexfray_ai::{Actors, Appraise, Game};
use rand::RngExt;

const HOME: u8 = 30;
const CAMP: u8 = 10;

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Race {
    pub(crate) place: [[u8; 2]; 2],
    pub(crate) side: usize,
    moved: [bool; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Move {
    Walk(usize),
    Sprint(usize),
    /// The whole side stays where it is.
    Rest,
}

/// What two dice bring, as (fields, ways out of 36): filled in by a survey.
#[derive(Default)]
pub(crate) struct Sprints(Vec<(u8, u8)>);

impl Race {
    /// A race that has come this far, with the first side to move.
    pub(crate) fn at(place: [[u8; 2]; 2]) -> Self {
        Race { place, ..Race::default() }
    }

    fn home(&self, side: usize) -> bool {
        self.place[side] == [HOME; 2]
    }

    fn pass_turn(&mut self) {
        self.moved = [false; 2];
        self.side = 1 - self.side;
    }
}

impl Game for Race {
    type Action = Move;
    type Scratch = Sprints;

    fn players(&self) -> usize {
        2
    }

    fn to_act(&self) -> Option<usize> {
        let over = self.side == 0 && self.moved == [false; 2] && (self.home(0) || self.home(1));
        (!over).then_some(self.side)
    }

    fn actors(&self) -> Actors {
        let on = self.to_act().is_some();
        (0..2).filter(|&runner| on && !self.moved[runner] && self.place[self.side][runner] < HOME).collect()
    }

    fn actions_of(&self, actor: Option<usize>, _: &mut Sprints, out: &mut Vec<Move>) {
        match actor {
            Some(runner) => out.extend([Move::Walk(runner), Move::Sprint(runner)]),
            None if self.to_act().is_some() => out.push(Move::Rest),
            None => {}
        }
    }

    fn commutes(&self) -> bool {
        true
    }

    fn play(&mut self, action: Move, chance: u64) {
        let mut dice = stream(chance);
        let mut runner_moves = |runner: usize, change: &mut dyn FnMut(u8) -> u8| {
            let place = &mut self.place[self.side][runner];
            *place = change(*place).min(HOME);
            self.moved[runner] = true;
        };
        match action {
            Move::Walk(runner) => runner_moves(runner, &mut |place| place + dice.random_range(1..=3)),
            Move::Sprint(runner) => runner_moves(runner, &mut |place| {
                let rolls: [u8; 2] = [dice.random_range(1..=6), dice.random_range(1..=6)];
                if rolls.contains(&1) { place - place % CAMP } else { place + rolls[0] + rolls[1] }
            }),
            Move::Rest => self.moved = [true; 2],
        }
        if (0..2).all(|runner| self.moved[runner] || self.place[self.side][runner] == HOME) {
            self.pass_turn();
        }
    }

    fn payoff(&self, player: usize) -> f32 {
        let [own, other] = [player, 1 - player].map(|side| self.place[side].iter().sum::<u8>());
        0.5 + 0.5 * f32::from(i8::from(own > other) - i8::from(own < other))
    }
}

impl Appraise for Race {
    fn inputs() -> &'static [&'static str] {
        &["gain", "loss"]
    }

    fn topics() -> &'static [&'static str] {
        &["walk", "sprint", "rest"]
    }

    fn topic(&self, action: Move) -> usize {
        match action {
            Move::Walk(_) => 0,
            Move::Sprint(_) => 1,
            Move::Rest => 2,
        }
    }

    fn survey(&self, Sprints(sprints): &mut Sprints) {
        sprints.clear();
        sprints.extend((4..=12u8).map(|sum| (sum, 5 - sum.abs_diff(8))));
    }

    /// The fields to be expected, forward and back.
    fn appraise(&self, action: Move, Sprints(sprints): &mut Sprints, inputs: &mut [f32]) {
        let to_go = |runner: usize| HOME - self.place[self.side][runner];
        match action {
            Move::Walk(runner) => {
                inputs[0] = (1..=3u8).map(|roll| f32::from(roll.min(to_go(runner)))).sum::<f32>() / 3.0
            }
            Move::Sprint(runner) => {
                let gains = sprints.iter().map(|&(sum, ways)| f32::from(ways) * f32::from(sum.min(to_go(runner))));
                inputs[0] = gains.sum::<f32>() / 36.0;
                inputs[1] = f32::from(self.place[self.side][runner] % CAMP) * 11.0 / 36.0;
            }
            Move::Rest => {}
        }
    }
}
