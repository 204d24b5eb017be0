//! What figures do aboard a hulk (appendix one).

mod air;
mod blips;
mod breach;
mod decks;
mod fire;
mod missions;
mod opponent;
mod sight;
mod stalking;

use hexfray::battle::{Action, Verb};

use crate::field::{Field, Game};

pub const GRIT: &str = "ITEN-GRIT-01";

/// Everything that a weapon may be pointed at, a figure or a hex.
pub fn point(game: &Game, by: &str, with: u8, at: (u16, u16)) -> Action {
    Action::of(Verb::Fire, game.unit(by)).with(with).hex(game.hex(at.0, at.1))
}

/// A ship with a room of its own below what is drawn, where Blue's Watcher, who is to be added by [`watcher`], looks at
/// Red's Dummy, so that Blue is asked before the turn ends. Red is the first side and may be added to.
pub fn watched(picture: &str) -> Field {
    let rows: Vec<&str> = picture.lines().filter(|l| !l.trim().is_empty()).collect();
    let width = rows[0].split_whitespace().count();
    let cell = format!("# t t t t {}", "# ".repeat(width - 5));
    let field = Field::ship(&format!("{}\n{cell}\n{}", rows.join("\n"), "# ".repeat(width)));
    field.at("Shooting").side("Red", "").figure("Dummy", (5, rows.len() as u16 + 1), "")
}

/// Blue, with its Watcher.
pub fn watcher(field: Field, row: u16) -> Field {
    field.side("Blue", "").figure("Watcher", (2, row), "weapons: [\"Lasgun\"]")
}

/// A shot at a figure.
pub fn shot(game: &Game, by: &str, with: u8, at: &str) -> Action {
    Action::of(Verb::Fire, game.unit(by)).with(with).at(game.unit(at))
}

/// What has become of figures: 0 as they were, 1 knocked down, 2 out.
pub fn fates<const N: usize>(game: &Game, names: [&str; N]) -> [i32; N] {
    names.map(|name| if game.value(name, "fate") == 0 { game.value(name, "down") } else { 2 })
}
