//! What a person has of their own, however they play: folders with journals and saved battles ([`saved`]), rosters to go on
//! with ([`begun`]), the one that is being built ([`Bench`]), what was learnt ([`Learnt`]), and reports of what went wrong
//! ([`report`]).

pub mod begun;
mod bench;
mod draft;
mod learnt;
pub mod report;
pub mod saved;

pub use bench::Bench;
pub use learnt::Learnt;
