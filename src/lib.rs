//! Hexfray: tabletop rulesets on one hex board, against computer opponents.
pub mod battle;
pub mod board;
pub mod rules;
pub mod source;
