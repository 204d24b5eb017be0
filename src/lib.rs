//! Hexfray: tabletop rulesets on one hex board, against computer opponents.
pub mod battle;
pub mod bench;
pub mod board;
pub mod check;
pub mod content;
pub mod opponents;
pub mod referee;
pub mod rules;
pub mod scenario;
pub mod soak;
pub mod source;
pub mod terminal;
