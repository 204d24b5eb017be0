//! Opponents against opponents.

pub mod duel;
