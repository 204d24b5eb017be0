//! Two sides of four units with three to six lives. Each shoots once a turn, in any order, at an enemy that still stands,
//! and hits with two out of three; the first takes one life, the last four, and what is more than the target has is
//! wasted. The last side standing has won.

use hexfray_ai::seed::stream;
use hexfray_ai::{Actors, Appraise, Game};
use rand::RngExt;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Skirmish {
    lives: [[u8; 4]; 2],
    pub(crate) side: usize,
    acted: [bool; 4],
    turn: u32,
    /// Nobody misses.
    sure: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Order {
    Shoot { unit: u8, at: u8 },
    Wait(u8),
}

impl Default for Skirmish {
    fn default() -> Self {
        Skirmish { lives: [[3, 4, 5, 6]; 2], side: 0, acted: [false; 4], turn: 0, sure: false }
    }
}

impl Skirmish {
    /// Three who never miss, and take one, two and three lives, against these.
    pub(crate) fn against(lives: [u8; 4]) -> Self {
        Skirmish { lives: [[1, 1, 1, 0], lives], sure: true, ..Skirmish::default() }
    }

    pub(crate) fn lives(&self, side: usize, unit: u8) -> u8 {
        self.lives[side][usize::from(unit)]
    }

    /// The share of a side in all that stands; the number of units counts more than their lives.
    pub(crate) fn strength(&self, side: usize) -> f32 {
        let worth = |side: usize| self.lives[side].iter().map(|&l| f32::from(l) + 3.0 * f32::from(l > 0)).sum::<f32>();
        worth(side) / (worth(0) + worth(1))
    }

    fn stands(&self, side: usize) -> bool {
        self.lives[side] != [0; 4]
    }
}

impl Game for Skirmish {
    type Action = Order;
    type Scratch = ();

    fn players(&self) -> usize {
        2
    }

    fn to_act(&self) -> Option<usize> {
        (self.stands(0) && self.stands(1)).then_some(self.side)
    }

    fn actors(&self) -> Actors {
        let on = self.to_act().is_some();
        (0..4).filter(|&unit| on && !self.acted[unit] && self.lives[self.side][unit] > 0).collect()
    }

    fn actions_of(&self, actor: Option<usize>, _: &mut (), out: &mut Vec<Order>) {
        if let Some(unit) = actor {
            let unit = unit as u8;
            out.push(Order::Wait(unit));
            let targets = (0..4).filter(|&at| self.lives(1 - self.side, at) > 0);
            out.extend(targets.map(|at| Order::Shoot { unit, at }));
        }
    }

    fn commutes(&self) -> bool {
        true
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    fn play(&mut self, order: Order, chance: u64) {
        let unit = match order {
            Order::Wait(unit) => unit,
            Order::Shoot { unit, at } => {
                if self.sure || stream(chance).random_range(1..=6) > 2 {
                    let lives = &mut self.lives[1 - self.side][usize::from(at)];
                    *lives = lives.saturating_sub(unit + 1);
                }
                unit
            }
        };
        self.acted[usize::from(unit)] = true;
        if self.actors().is_empty() {
            (self.side, self.acted, self.turn) = (1 - self.side, [false; 4], self.turn + 1);
        }
    }

    fn payoff(&self, player: usize) -> f32 {
        f32::from(self.stands(player))
    }
}

impl Appraise for Skirmish {
    fn inputs() -> &'static [&'static str] {
        &["damage", "kill"]
    }

    fn topics() -> &'static [&'static str] {
        &["shoot", "wait"]
    }

    fn topic(&self, order: Order) -> usize {
        usize::from(matches!(order, Order::Wait(_)))
    }

    fn appraise(&self, order: Order, _: &mut (), inputs: &mut [f32]) {
        if let Order::Shoot { unit, at } = order {
            let lives = self.lives(1 - self.side, at);
            inputs[0] = f32::from(lives.min(unit + 1)) / 4.0;
            inputs[1] = f32::from(lives <= unit + 1);
        }
    }
}

/// Kill what you can, and waste nothing.
pub(crate) const SHOOTER: &str = r#"(topics: [(topic: "shoot", considerations: [
    (input: "damage", weight: 1.0),
    (input: "kill", weight: 1.0),
])])"#;

/// What is left of each side.
pub(crate) fn strengths(game: &Skirmish, values: &mut [f32]) {
    (0..2).for_each(|player| values[player] = game.strength(player));
}
