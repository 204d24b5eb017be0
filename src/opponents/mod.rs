//! Computer opponents: battles as games to the search library, and the profiles they play by.

use crate::source::{Document, Problem};

/// Checks a profile file.
#[must_use]
pub fn check_profile(_document: &Document) -> Vec<Problem> {
    Vec::new()
}
