//! Values made from nothing, to stand where a file has a wrong one or none.

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};

use super::Span;
use super::fault::Fault;
use super::spanned::newtype;

/// How deep stand-ins may lie in one another: a type that holds itself could go on for ever.
const MAX_DEPTH: usize = 16;

/// Gives a small value of any type: ones, no elements, first variants.
#[derive(Clone, Copy)]
pub(super) struct Placeholder {
    at: Span,
    depth: usize,
    /// Values still to be given as elements.
    left: usize,
    /// Fields still to be given.
    names: &'static [&'static str],
}

impl Placeholder {
    /// For what stands, or should stand, at this place.
    pub(super) fn new(at: Span) -> Placeholder {
        Placeholder { at, depth: 0, left: 0, names: &[] }
    }

    /// For a part of it.
    fn part(self) -> Placeholder {
        Placeholder { depth: self.depth + 1, left: 0, names: &[], ..self }
    }

    /// Gives a value, without a fault to tell: what its type refuses in a stand-in is no mistake of the file's.
    pub(super) fn give<'de, S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Fault> {
        if self.depth == MAX_DEPTH {
            return Err(Fault::quiet());
        }
        seed.deserialize(self.part()).map_err(|_| Fault::quiet())
    }
}

impl<'de> Deserializer<'de> for Placeholder {
    type Error = Fault;

    forward_to_deserialize_any! { i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 }

    /// Numbers are 1 because 0 is refused more often.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_u64(1)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_bool(false)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_char('?')
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_str("?")
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_str("?")
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_str("?")
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_bytes(&[])
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_bytes(&[])
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_none()
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Fault> {
        newtype(name, self.at, self.part(), visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_seq(self)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_map(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_seq(Placeholder { left: length, ..self })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_seq(Placeholder { left: length, ..self })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_map(Placeholder { names, ..self })
    }

    /// The first variant; deeper down others, so that `Not(Box<Self>)` comes to an end.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let first = self.depth.checked_rem(variants.len()).ok_or_else(Fault::quiet)?;
        visitor.visit_enum(Placeholder { names: &variants[first..], ..self })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }
}

impl<'de> de::SeqAccess<'de> for Placeholder {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        self.give(seed).map(Some)
    }
}

impl<'de> de::MapAccess<'de> for Placeholder {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let Some((name, rest)) = self.names.split_first() else { return Ok(None) };
        self.names = rest;
        let name: StrDeserializer<'_, Fault> = (*name).into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        self.give(seed)
    }
}

impl<'de> de::EnumAccess<'de> for Placeholder {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Fault> {
        let name: StrDeserializer<'_, Fault> = self.names[0].into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> de::VariantAccess<'de> for Placeholder {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        self.give(seed)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_seq(Placeholder { left: length, ..self })
    }

    fn struct_variant<V: Visitor<'de>>(self, names: &'static [&'static str], visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_map(Placeholder { names, ..self })
    }
}
