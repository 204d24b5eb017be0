//! The library on small games, whose rules fit on a page: what goes wrong here is not a rule of the wargame.

mod arena;
mod bids;
mod contract;
mod race;
mod tictactoe;
mod utility;
