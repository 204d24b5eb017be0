//! Game search and decision making, for any game that implements [`Game`](game::Game).
pub mod game;
