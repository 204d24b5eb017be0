//! Files that people write: RON read with positions, and problems reported with file, line and cure.
//!
//! A file becomes a [`Document`], a tree of [`Node`]s that know their place. [`Document::read`] turns a
//! node into any type that serde can read and tells *all* that is wrong in it, not the first mistake only:
//! each wrong value is reported and a stand-in put in its place, so that the rest is read too. What only
//! the program can check (a weapon that no sheet defines) is reported at a [`Spanned`] value's span.
//!
//! ```
//! use hexfray::source::{Document, Spanned, Problems};
//!
//! #[derive(serde::Deserialize)]
//! struct Roster {
//!     points: u16,
//!     units: Vec<Spanned<String>>,
//! }
//!
//! fn load(file: &str, text: &str) -> Result<Roster, Vec<hexfray::source::Problem>> {
//!     let document = Document::parse(file, text)?;
//!     let mut problems = Problems::new(&document);
//!     let roster: Option<Roster> = document.read(&document.root, &mut problems);
//!     for unit in roster.iter().flat_map(|r| &r.units) {
//!         if unit.value != "Mob" {
//!             problems.unknown(unit.at, "unit", unit, &["Mob"]);
//!         }
//!     }
//!     problems.finish(roster)
//! }
//!
//! let wrong = load("orks.ron", "(points: -1, units: [\"Mob\", \"Mop\"])").map(|r| r.points).unwrap_err();
//! assert_eq!(wrong[0].to_string(), "orks.ron:1:10: expected a whole number from 0 to 65535, found -1");
//! assert_eq!(wrong[1].to_string(), "orks.ron:1:29: no unit is called `Mop` (did you mean `Mob`?)");
//! ```

pub mod checks;
mod disk;
mod document;
mod fault;
mod harmless;
mod meaning;
mod outline;
mod parser;
mod patch;
mod placeholder;
mod problem;
mod reading;
mod site;
mod spanned;
#[cfg(test)]
mod tests;
mod writing;

pub use disk::{must_be_file, read, read_from};
pub use document::{Document, Field, Node, Replaced, Span, Value, open, reworded, utf8};
pub use harmless::{harmless, is_harmful};
pub use outline::{Bounds, Outline, Outlined};
pub use problem::{Problem, Problems, did_you_mean, lines, there_are};
pub use site::Site;
pub use spanned::Spanned;
