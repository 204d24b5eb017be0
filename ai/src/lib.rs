//! Game search and decision making, for any game that implements [`Game`]: two to eight players, alone or in teams,
//! dice, hidden information, simultaneous choices, turns of many units.
//!
//! - [`game`]: the trait that a game implements; [`contract`]: checks that an implementation is right.
//! - [`policy`]: how a player decides, and [`Random`]; [`utility`]: scores from considerations, with weights as data.
//! - [`guide`]: what a search knows beyond the rules: playouts, values, priors; [`budget`]: how long it may think.
//! - [`mcts`]: Monte Carlo tree search; [`flat`]: playouts without a tree; for turns of many units [`portfolio`] (which
//!   unit follows which script) and [`evolution`] (plans for the whole turn).
//! - [`arena`]: whole games, and duels with sides swapped.
//! - [`seed`]: derived seeds; everything here repeats exactly from the seeds that are passed in. Two things do not: a
//!   [`Budget`] of time, and threads that share a tree ([`mcts::Threads::Shared`]).
//!
//! Every policy explains its decisions ([`Policy::explain`]).
//!
//! # Which search
//! [`Mcts`] with a [`Horizon`] and a [`Guide`] that evaluates is the search to start with. Full random playouts are good on
//! small boards only; cut them at the end of a turn. With good priors, and many decisions a turn, little exploration is
//! best ([`mcts::Formula`]). A guide must not search itself. In turns of many units with dice, where one
//! decision changes little, [`Flat`] with a widening and a game that names its [occasions](Game::occasion) tells more
//! by the same number of playouts; with hundreds of them, half may go to a [plan](flat::Settings::plan) of what follows.
//! For the action that looks best at once there is [`flat::Settings::greedy`].
//!
//! Hidden information is sampled. The search then plays well, but it can be exploited: it does not bluff as often as
//! theory demands, and an opponent who knows how it plays can use that.
//!
//! # A game
//! Two players take one to three stones from a heap in turn, and the player who takes the last one wins.
//! ```
//! use hexfray_ai::{Budget, Game, Horizon, Mcts, Plain, Policy, Random, Settings, check_contract, duel};
//!
//! #[derive(Clone)]
//! struct Nim {
//!     heap: u32,
//!     player: usize,
//! }
//!
//! impl Game for Nim {
//!     type Action = u32;
//!     type Scratch = ();
//!
//!     fn players(&self) -> usize {
//!         2
//!     }
//!     fn to_act(&self) -> Option<usize> {
//!         (self.heap > 0).then_some(self.player)
//!     }
//!     fn actions_of(&self, _actor: Option<usize>, _: &mut (), out: &mut Vec<u32>) {
//!         out.extend(1..=self.heap.min(3));
//!     }
//!     fn play(&mut self, take: u32, _chance: u64) {
//!         self.heap -= take;
//!         self.player = 1 - self.player;
//!     }
//!     fn payoff(&self, player: usize) -> f32 {
//!         // The turn has passed on from the player who took the last stone.
//!         f32::from(player != self.player)
//!     }
//! }
//!
//! let start = |_| Nim { heap: 21, player: 0 };
//! assert_eq!(check_contract(&start(0), 10, 1, 100), 10);
//!
//! let mut search = Mcts::new(Settings::new(Budget::iterations(2000), Horizon::default()), Plain::default());
//! // Leave a multiple of four.
//! assert_eq!(search.choose(&Nim { heap: 11, player: 0 }, 1), 3);
//! let why = search.explain();
//! assert!(why[0].score > why[1].score);
//! let score = duel(start, &mut search, &mut Random::evenly(), 10, 1, 100);
//! assert!(score.wins >= 18);
//! ```

pub mod arena;
pub mod beliefs;
pub mod budget;
pub mod contract;
pub mod evolution;
pub mod flat;
pub mod game;
pub mod guide;
mod math;
pub mod mcts;
pub mod policy;
pub mod portfolio;
pub mod seed;
pub mod utility;

/// The example there stays true.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use arena::{duel, play_out};
pub use budget::{Budget, Stop};
pub use contract::check_contract;
pub use evolution::Evolution;
pub use flat::Flat;
pub use game::{Actors, Game};
pub use guide::{Advised, Guide, Horizon, Plain};
pub use mcts::{Mcts, Settings};
pub use policy::{Policy, Random};
pub use portfolio::{Portfolio, Script};
pub use seed::mix;
pub use utility::{Appraise, Profile, Utility};
