//! Game search and decision making, for any game that implements [`Game`].

pub mod game;

pub use game::{Actors, Game};
