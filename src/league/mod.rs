//! Opponents against opponents: in duels, and through whole campaigns.

pub mod campaigns;
pub mod duel;
