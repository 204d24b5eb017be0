//! What a person has of their own, however they play: folders with journals and saved battles ([`saved`]), rosters to go on
//! with ([`begun`]), and the one that is being built ([`Bench`]).

pub mod begun;
mod bench;
mod draft;
pub mod saved;

pub use bench::Bench;
