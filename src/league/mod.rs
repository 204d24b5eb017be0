//! Opponents against opponents, and against positions whose answer is known.

pub mod duel;
pub mod tactics;
