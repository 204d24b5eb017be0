//! Actions in words.

use std::fmt;

/// An action in words, in two parts: who acts is told first, and left out where that stands above already.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// Who, with the space behind it; empty where nobody is named first.
    pub lead: String,
    /// What is done.
    pub rest: String,
}

impl Deed {
    /// What somebody does: `shoots at ..`.
    pub fn of(who: &str, does: impl Into<String>) -> Deed {
        Deed { lead: format!("{who} "), rest: does.into() }
    }

    /// What is told behind a colon: `order A1: fast`.
    pub fn told(lead: &str, what: impl Into<String>) -> Deed {
        Deed { lead: format!("{lead}: "), rest: what.into() }
    }

    /// What names nobody first.
    pub fn whole(words: impl Into<String>) -> Deed {
        Deed { lead: String::new(), rest: words.into() }
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.lead, self.rest)
    }
}
