//! The window's model, without a window: what is shown, offered, refused, told, and what keys do.
#![cfg(feature = "gui")]

#[path = "view/bars.rs"]
mod bars;
#[path = "view/camps.rs"]
mod camps;
#[path = "view/first.rs"]
mod first;
#[path = "view/flow.rs"]
mod flow;
#[path = "view/motions.rs"]
mod motions;
#[path = "view/offers.rs"]
mod offers;
#[path = "view/pads.rs"]
mod pads;
#[path = "view/places.rs"]
mod places;
#[path = "view/scenes.rs"]
mod scenes;
#[path = "view/shelves.rs"]
mod shelves;
#[path = "view/tokens.rs"]
mod tokens;

use hexfray::content::Library;
use hexfray::scenario::{Scenario, Session};

/// A battle about to begin, with these owners.
fn session(scenario: &str, seed: u64, owners: &[&str]) -> Session {
    let library = Library::own();
    let scenario = Scenario::open(library, scenario).unwrap();
    Session::begin(library, scenario, seed).unwrap().owned_by(owners.iter().map(|o| (*o).to_owned()).collect())
}
