//! Values that know their place.

use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::de::{self, DeserializeSeed, Visitor};
use serde::{Deserialize, Deserializer};

use super::Span;
use super::fault::Fault;

/// By this name a deserializer of ours knows that the place is wanted too.
pub(super) const SPANNED: &str = "hexfray::source::Spanned";

/// A value together with its place in the file, for problems that only its user can see.
///
/// Only [`Document::read`](super::Document::read) can make one. Compares as its value alone does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Spanned<T> {
    /// Where it stands.
    pub at: Span,
    /// What stands there.
    pub value: T,
}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Spanned<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Spanned<T> {}

impl<T: PartialOrd> PartialOrd for Spanned<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for Spanned<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Spanned<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct SpannedVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for SpannedVisitor<T> {
            type Value = Spanned<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value of a document")
            }

            fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Spanned<T>, A::Error> {
                let (start, end) = map.next_key()?.ok_or_else(|| de::Error::custom("no place"))?;
                Ok(Spanned { at: Span { start, end }, value: map.next_value()? })
            }
        }

        deserializer.deserialize_newtype_struct(SPANNED, SpannedVisitor(PhantomData))
    }
}

/// What a [`Spanned`] is read from: the place as a key, and the value.
struct Place<D> {
    at: Span,
    value: Option<D>,
}

impl<'de, D: Deserializer<'de, Error = Fault>> de::MapAccess<'de> for Place<D> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let place = [self.at.start, self.at.end];
        seed.deserialize(de::value::SeqDeserializer::new(place.into_iter())).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        seed.deserialize(self.value.take().ok_or(Fault::quiet())?)
    }
}

/// Reads a newtype, which may in truth be a [`Spanned`].
pub(super) fn newtype<'de, D: Deserializer<'de, Error = Fault>, V: Visitor<'de>>(
    name: &str,
    at: Span,
    value: D,
    visitor: V,
) -> Result<V::Value, Fault> {
    if name == SPANNED {
        visitor.visit_map(Place { at, value: Some(value) })
    } else {
        visitor.visit_newtype_struct(value)
    }
}
