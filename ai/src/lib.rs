//! Game search and decision making, for any game that implements [`Game`].
//!
//! - [`game`]: what a game has to tell; [`contract`]: a battery that holds it to that.
//! - [`policy`]: how a player decides, and [`Random`]; [`utility`]: scores from considerations, with weights as data.
//! - [`arena`]: whole games, and duels with sides swapped.
//! - [`seed`]: derived seeds; everything here repeats exactly from the seeds that are passed in.
//!
//! # A game
//! Two players take one to three stones from a heap in turn, and who takes the last one has won.
//! ```
//! use hexfray_ai::{Appraise, Game, Profile, Random, Utility, check_contract, duel};
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
//! impl Appraise for Nim {
//!     fn inputs() -> &'static [&'static str] {
//!         &["left_over_fours"]
//!     }
//!     fn topics() -> &'static [&'static str] {
//!         &["take"]
//!     }
//!     fn topic(&self, _take: u32) -> usize {
//!         0
//!     }
//!     fn appraise(&self, take: u32, _: &mut (), inputs: &mut [f32]) {
//!         inputs[0] = ((self.heap - take) % 4) as f32;
//!     }
//! }
//!
//! let start = |_| Nim { heap: 21, player: 0 };
//! assert_eq!(check_contract(&start(0), 10, 1, 100), 10);
//!
//! // Leave a multiple of four.
//! let profile = r#"(topics: [(topic: "take", considerations: [(input: "left_over_fours", weight: -1.0)])])"#;
//! let profile: Profile = ron::from_str(profile).expect("a profile");
//! let mut utility = Utility::new(&profile).expect("names of this game");
//! let score = duel(start, &mut utility, &mut Random::evenly(), 50, 1, 100);
//! assert!(score.wins >= 95, "{score:?}");
//! ```

pub mod arena;
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
