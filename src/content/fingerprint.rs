//! By what it is known whether content is still the same.

use std::hash::Hasher;

use crate::battle::{StableHasher, mix};
use crate::source::Document;

/// Hashes of content, the same on every machine: of what is meant, which is what is asked for, and of the words in which
/// it is written. Programs up to 0.1.0 kept the latter in their files, which are still known by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fingerprint {
    /// Of the values, however they are written: comments, blanks, the order of a struct's fields count nothing.
    pub meant: u64,
    /// Of the text.
    pub written: u64,
}

impl Fingerprint {
    /// That of a document.
    #[must_use]
    pub fn of(document: &Document) -> Fingerprint {
        Fingerprint { meant: meant(document), written: hash_text(&document.text) }
    }

    /// That of a text. One that is no RON means just what is written.
    #[must_use]
    pub fn of_text(text: &str) -> Fingerprint {
        Document::parse("", text).map_or_else(
            |_| {
                let written = hash_text(text);
                Fingerprint { meant: written, written }
            },
            |document| Fingerprint::of(&document),
        )
    }

    /// That of this and another thing, in this order.
    #[must_use]
    pub fn and(self, other: Fingerprint) -> Fingerprint {
        Fingerprint { meant: mix(self.meant, other.meant), written: mix(self.written, other.written) }
    }

    /// That of something at a path.
    #[must_use]
    pub fn at(self, path: &str) -> Fingerprint {
        Fingerprint { meant: StableHasher::of(self.meant, path), written: StableHasher::of(self.written, path) }
    }

    /// Whether it is what a file keeps, in hexadecimal digits.
    #[must_use]
    pub fn is(self, kept: &str) -> bool {
        [self.meant, self.written].into_iter().any(|hash| kept == hex(hash))
    }
}

/// A hash as files keep it.
#[must_use]
pub fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}

/// The hash of a text.
#[must_use]
pub fn hash_text(text: &str) -> u64 {
    let mut fold = StableHasher::new(text.len() as u64);
    fold.write(text.as_bytes());
    fold.finish()
}

/// The hash of what a document means.
pub(super) fn meant(document: &Document) -> u64 {
    let mut fold = StableHasher::new(0);
    document.root.hash_meaning(&mut fold);
    fold.finish()
}
