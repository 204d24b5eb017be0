//! Hexfray: tabletop rulesets on one hex board, against computer opponents.
pub mod board;
pub mod source;
