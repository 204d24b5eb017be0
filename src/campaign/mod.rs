//! Campaigns: battles linked by people who live, learn and die.
//!
//! A [`Plot`] is a campaign file: companies, a graph of missions with conditions, endings. A [`Campaign`] is one being
//! played: its journal, line by line, folds into a [`State`]. A mission is [`stage`]d as a scenario, fought as any other
//! battle, and settled: the ruleset says what becomes of whom ([`crate::rules::campaign`]). The [`book`] tells it, the [`page`] prints it; [`endless`] draws campaigns by a seed.

pub mod book;
pub mod endless;
pub mod journal;
pub mod page;
mod play;
mod plot;
mod stage;
mod state;

pub use play::{Campaign, Report, Terms};
pub use plot::{Change, Condition, Difficulty, Ending, Mission, Muster, Plot};
pub use stage::Scars;
pub use state::{Begun, Ended, Grudge, State, Told};
