//! Hexes as files name them.

use std::fmt;

use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// By this name a deserializer of ours knows that a third value may follow the two that it asks for.
pub(super) const SITE: &str = "Hex";

/// A hex as files name it: `(column, row)`, both from 1, or `(column, row, deck)` with decks from 0 as in map files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Site {
    /// From 1.
    pub column: u16,
    /// From 1.
    pub row: u16,
    /// From 0, which is where it is if nothing is said.
    pub deck: u16,
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Site { column, row, deck } = self;
        if *deck == 0 { write!(f, "({column}, {row})") } else { write!(f, "({column}, {row}, {deck})") }
    }
}

impl<'de> Deserialize<'de> for Site {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct SiteVisitor;

        impl<'de> Visitor<'de> for SiteVisitor {
            type Value = Site;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a hex `(column, row)`")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Site, A::Error> {
                let missing = || de::Error::invalid_length(2, &"a hex `(column, row)`");
                let column = values.next_element()?.ok_or_else(missing)?;
                let row = values.next_element()?.ok_or_else(missing)?;
                Ok(Site { column, row, deck: values.next_element()?.unwrap_or(0) })
            }
        }

        deserializer.deserialize_tuple_struct(SITE, 2, SiteVisitor)
    }
}
