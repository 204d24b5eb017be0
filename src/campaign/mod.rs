//! Campaigns: battles linked by people who live, learn and die.
//!
//! A [`Plot`] is a campaign file: companies, a graph of missions with conditions, endings. A [`Campaign`] is one being
//! played: its journal, line by line, folds into a [`State`]. A mission is staged as a scenario, fought as any other
//! battle, and settled: the ruleset says what becomes of whom ([`crate::rules::campaign`]). The `sheet` says in words where it
//! stands, the [`book`] tells it, the [`page`] prints it, the [`chart`] draws its missions; [`endless`] draws campaigns by
//! a seed. Those that are being played are [`kept`].

pub mod book;
pub mod chart;
pub mod endless;
pub mod journal;
pub mod kept;
pub mod page;
mod play;
mod plot;
mod sheet;
mod sound;
mod stage;
mod state;

pub use play::{Campaign, Report, Terms};
pub use plot::{Change, Condition, Difficulty, Ending, Mission, Muster, Plot};
pub use stage::Scars;
pub use state::{Begun, Ended, Grudge, State, Told};
