//! Nodes to Rust types by serde, telling every mistake.
//!
//! Serde stops at the first mistake, so a node is read again and again, each time with one more of its wrong
//! values replaced by a stand-in, until a reading comes through.

use std::collections::BTreeSet;
use std::marker::PhantomData;

use serde::Deserializer;
use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, IntoDeserializer, Visitor};

use super::fault::{Fault, Reason, described};
use super::placeholder::Placeholder;
use super::problem::{did_you_mean, quoted};
use super::site::SITE;
use super::spanned::{SPANNED, newtype};
use super::{Field, Node, Problems, Span, Value};

/// See [`Document::read`](super::Document::read).
pub(super) fn read<T: DeserializeOwned>(node: &Node, problems: &mut Problems<'_>) -> Option<T> {
    while !problems.is_full() {
        let fault = match (Reader { node, inner: false, problems }).seed(PhantomData) {
            Ok(value) => return Some(value),
            Err(fault) => fault,
        };
        let at = fault.at.unwrap_or(node.at);
        match fault.reason {
            Reason::Missing(field) if !problems.missing.contains(&(at, field)) => {
                problems.tell(at, format!("the field `{field}` is missing"), "");
                problems.missing.push((at, field));
                problems.wrong.insert(at.opening());
                continue;
            }
            // A check that a type makes of its parts says nothing where these are stand-ins.
            Reason::Wrong { message, hint } if !problems.spoilt(at) => problems.tell(at, message, hint),
            Reason::Expected(what) if !problems.spoilt(at) => problems.tell(at, format!("expected {what}"), ""),
            _ => {}
        }
        if !problems.wrong.insert(at) && !problems.refused.insert(at) {
            return None;
        }
    }
    None
}

/// Reads one node once.
#[derive(Clone, Copy)]
struct Reader<'r, 'd> {
    node: &'r Node,
    /// The name before the parentheses was a variant's and is done with.
    inner: bool,
    problems: &'r Problems<'d>,
}

impl<'r, 'd> Reader<'r, 'd> {
    /// Reads a node that lies in this one, or the stand-in for it.
    fn part<'de, S: DeserializeSeed<'de>>(self, node: &'r Node, seed: S) -> Result<S::Value, Fault> {
        Reader { node, inner: false, ..self }.seed(seed)
    }

    fn seed<'de, S: DeserializeSeed<'de>>(self, seed: S) -> Result<S::Value, Fault> {
        let at = self.node.at;
        if self.is_wrong(at) {
            return Placeholder::new(at).give(seed).map_err(|_| self.refusal(at));
        }
        seed.deserialize(self).map_err(|fault| fault.found(self.node))
    }

    fn is_wrong(self, at: Span) -> bool {
        self.problems.wrong.contains(&at)
    }

    fn is_refused(self, at: Span) -> bool {
        self.problems.refused.contains(&at)
    }

    /// The fault where a stand-in was refused: at its place so that this becomes known, then at what holds it.
    fn refusal(self, at: Span) -> Fault {
        if self.is_refused(at) { Fault::quiet() } else { Fault::quiet().at(at) }
    }

    fn whole(self, least: i128, most: i128) -> Result<i128, Fault> {
        match self.node.value {
            Value::Whole(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(Fault::expected(format!("a whole number from {least} to {most}"))),
        }
    }

    fn float(self) -> Result<f64, Fault> {
        match self.node.value {
            Value::Whole(number) => Ok(number as f64),
            Value::Float(number) => Ok(number),
            _ => Err(Fault::expected("a number")),
        }
    }

    fn text(self) -> Result<&'r str, Fault> {
        match &self.node.value {
            Value::Text(text) => Ok(text),
            _ => Err(Fault::expected("a text \"..\"")),
        }
    }

    /// The name before the parentheses, or without any.
    fn name(self) -> Option<&'r str> {
        match &self.node.value {
            Value::Name(name) | Value::Struct(Some(name), _) | Value::Tuple(Some(name), _) => {
                Some(name.as_str()).filter(|_| !self.inner)
            }
            _ => None,
        }
    }

    /// A name may stand before a struct's fields, but only its own.
    fn check_name(self, expected: &str) -> Result<(), Fault> {
        match self.name() {
            Some(name) if name != expected => Err(Fault::expected(quoted(expected))),
            _ => Ok(()),
        }
    }

    /// The values of a tuple of this length.
    fn values(self, length: usize) -> Result<Items<'r, 'd>, Fault> {
        match &self.node.value {
            Value::Tuple(_, items) | Value::List(items) if items.len() == length => Ok(self.items(items, false)),
            Value::Tuple(_, items) | Value::List(items) => {
                Err(Fault::wrong(format!("expected {length} values, found {}", items.len()), ""))
            }
            _ => Err(Fault::expected(format!("{length} values `(..)`"))),
        }
    }

    fn items(self, items: &'r [Node], optional: bool) -> Items<'r, 'd> {
        Items { reader: self, items: items.iter(), optional }
    }

    /// The fields of a struct that may have only these; without names any.
    fn fields(self, names: Option<&'static [&'static str]>) -> Result<Fields<'r, 'd>, Fault> {
        let fields = match &self.node.value {
            Value::Struct(_, fields) => fields.as_slice(),
            Value::Tuple(_, items) if items.is_empty() => &[],
            _ => return Err(Fault::expected("`(field: value, ..)`")),
        };
        let mut read: Vec<(&'r str, &'r Field)> = Vec::with_capacity(fields.len());
        let mut seen: BTreeSet<&str> = BTreeSet::new();
        for field in fields {
            let mut name = field.name.as_str();
            if self.is_wrong(field.at) {
                // Told already. It is read as what was meant, so that its value is checked and it is not missed too.
                match names.and_then(|names| did_you_mean(name, names)) {
                    Some(meant) if !fields.iter().any(|f| f.name == meant) && seen.insert(meant) => name = meant,
                    _ => continue,
                }
            } else if let Some(names) = names.filter(|names| !names.contains(&name)) {
                return Err(Fault::unknown("unknown field", name, names).at(field.at));
            } else if !seen.insert(name) {
                return Err(Fault::wrong(format!("the field {} stands here twice", quoted(name)), "").at(field.at));
            }
            read.push((name, field));
        }
        // A refused value ends the struct, so that the others come first.
        read.sort_by_key(|(_, field)| self.is_refused(field.value.at));
        Ok(Fields { reader: self, fields: read.into_iter(), value: None, missing: 0 })
    }

    fn entries(self, entries: &'r [(Node, Node)]) -> Result<Entries<'r, 'd>, Fault> {
        let mut seen = BTreeSet::new();
        for (key, _) in entries.iter().filter(|(key, _)| !self.is_wrong(key.at)) {
            if !seen.insert(identity(key)) {
                return Err(Fault::wrong(format!("{} stands in this map twice", described(key)), "").at(key.at));
            }
        }
        Ok(Entries { reader: self, entries: entries.iter(), value: None })
    }
}

/// The same for keys that are the same, wherever they stand.
fn identity(key: &Node) -> String {
    match &key.value {
        Value::Tuple(name, items) => format!("{name:?}{:?}", items.iter().map(identity).collect::<Vec<_>>()),
        value => format!("{value:?}"),
    }
}

macro_rules! whole_numbers {
    ($($method:ident $visit:ident $type:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            let number = self.whole(i128::from($type::MIN), i128::from($type::MAX))?;
            visitor.$visit(number as $type)
        }
    )*};
}

impl<'de> Deserializer<'de> for Reader<'_, '_> {
    type Error = Fault;

    whole_numbers!(
        deserialize_u8 visit_u8 u8, deserialize_u16 visit_u16 u16, deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64, deserialize_i8 visit_i8 i8, deserialize_i16 visit_i16 i16,
        deserialize_i32 visit_i32 i32, deserialize_i64 visit_i64 i64, deserialize_i128 visit_i128 i128
    );

    fn deserialize_u128<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_u128(self.whole(0, i128::MAX)? as u128)
    }

    /// For types that ask what there is: bare names are given as texts, `()` as no fields.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.node.value {
            Value::Bool(value) => visitor.visit_bool(*value),
            Value::Whole(number) => match (u64::try_from(*number), i64::try_from(*number)) {
                (Ok(number), _) => visitor.visit_u64(number),
                (_, Ok(number)) => visitor.visit_i64(number),
                _ => visitor.visit_i128(*number),
            },
            Value::Float(number) => visitor.visit_f64(*number),
            Value::Char(c) => visitor.visit_char(*c),
            Value::Text(text) | Value::Name(text) => visitor.visit_str(text),
            Value::Tuple(_, items) if items.is_empty() => visitor.visit_map(self.fields(None)?),
            Value::Tuple(_, items) | Value::List(items) => visitor.visit_seq(self.items(items, true)),
            Value::Struct(..) => visitor.visit_map(self.fields(None)?),
            Value::Map(entries) => visitor.visit_map(self.entries(entries)?),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.node.value {
            Value::Bool(value) => visitor.visit_bool(value),
            _ => Err(Fault::expected("`true` or `false`")),
        }
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_f64(self.float()?)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_f64(self.float()?)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.node.value {
            Value::Char(c) => visitor.visit_char(c),
            _ => Err(Fault::expected("a character '.'")),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_str(self.text()?)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_str(self.text()?)
    }

    fn deserialize_identifier<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_str(self.text()?)
    }

    fn deserialize_bytes<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_bytes(self.text()?.as_bytes())
    }

    fn deserialize_byte_buf<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_bytes(self.text()?.as_bytes())
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.node.value {
            Value::Name(name) if name == "None" => visitor.visit_none(),
            Value::Tuple(Some(name), items) if name == "Some" && items.len() == 1 => {
                self.part(&items[0], Inside::Option(visitor))
            }
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.node.value {
            Value::Tuple(None, items) if items.is_empty() => visitor.visit_unit(),
            _ => Err(Fault::expected("`()`")),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Fault> {
        self.check_name(name)?;
        match &self.node.value {
            Value::Name(_) => visitor.visit_unit(),
            _ => self.deserialize_unit(visitor),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Fault> {
        match &self.node.value {
            Value::Tuple(written, items)
                if name != SPANNED && items.len() == 1 && written.as_deref().is_none_or(|w| w == name) =>
            {
                self.part(&items[0], Inside::Newtype(visitor))
            }
            _ => newtype(name, self.node.at, self, visitor),
        }
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.node.value {
            Value::List(items) => visitor.visit_seq(self.items(items, true)),
            _ => Err(Fault::expected("a list `[..]`")),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_seq(self.values(length)?)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.check_name(name)?;
        let longer = |items: &[Node]| name == SITE && items.len() == length + 1;
        match &self.node.value {
            Value::Tuple(_, items) | Value::List(items) if longer(items) => visitor.visit_seq(self.items(items, false)),
            _ => visitor.visit_seq(self.values(length)?),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.node.value {
            Value::Map(entries) => visitor.visit_map(self.entries(entries)?),
            // How serde reads a struct with flattened fields.
            Value::Struct(..) => visitor.visit_map(self.fields(None)?),
            _ => Err(Fault::expected("a map `{..}`")),
        }
    }

    /// A type that has a short form, a bare name instead of fields, lets its visitor take a text.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        if let Value::Name(written) = &self.node.value
            && !self.inner
        {
            return visitor.visit_str(written);
        }
        self.check_name(name)?;
        visitor.visit_map(self.fields(Some(names))?)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        match self.name() {
            Some(variant) if variants.contains(&variant) => visitor.visit_enum(self),
            Some(variant) => Err(Fault::unknown(&format!("no {name} is called"), variant, variants)),
            None => Err(Fault::expected(format!("the name of a {name}"))),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }
}

impl<'de> de::EnumAccess<'de> for Reader<'_, '_> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Fault> {
        let name = seed.deserialize(self.name().unwrap_or("").into_deserializer())?;
        Ok((name, Reader { inner: true, ..self }))
    }
}

impl<'de> de::VariantAccess<'de> for Reader<'_, '_> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        match &self.node.value {
            Value::Struct(..) => Err(Fault::wrong("this takes no fields", "write the name alone")),
            Value::Tuple(_, items) if !items.is_empty() => {
                Err(Fault::wrong("this takes no values", "write the name alone"))
            }
            _ => Ok(()),
        }
    }

    /// The inner parentheses of `Name((..))` may be left out.
    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        match &self.node.value {
            Value::Name(_) => Err(Fault::wrong("this takes a value", "write it in parentheses after the name")),
            Value::Tuple(_, items) if items.len() == 1 => self.part(&items[0], seed),
            _ => seed.deserialize(self),
        }
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_seq(self.values(length)?)
    }

    fn struct_variant<V: Visitor<'de>>(self, names: &'static [&'static str], visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_map(self.fields(Some(names))?)
    }
}

/// Gives what stands in the parentheses of `Some(..)` or a newtype to the visitor of the whole.
enum Inside<V> {
    Option(V),
    Newtype(V),
}

impl<'de, V: Visitor<'de>> DeserializeSeed<'de> for Inside<V> {
    type Value = V::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<V::Value, D::Error> {
        match self {
            Inside::Option(visitor) => visitor.visit_some(deserializer),
            Inside::Newtype(visitor) => visitor.visit_newtype_struct(deserializer),
        }
    }
}

struct Items<'r, 'd> {
    reader: Reader<'r, 'd>,
    items: std::slice::Iter<'r, Node>,
    /// Whether the number of elements is free, so that refused ones can be left out.
    optional: bool,
}

impl<'de> de::SeqAccess<'de> for Items<'_, '_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        let reader = self.reader;
        let item = self.items.find(|item| !self.optional || !reader.is_refused(item.at));
        item.map(|item| reader.part(item, seed)).transpose()
    }
}

/// The fields of a struct, and then stand-ins for those that are missing.
struct Fields<'r, 'd> {
    reader: Reader<'r, 'd>,
    fields: std::vec::IntoIter<(&'r str, &'r Field)>,
    value: Option<&'r Node>,
    missing: usize,
}

impl<'de> de::MapAccess<'de> for Fields<'_, '_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        if let Some((name, field)) = self.fields.next() {
            self.value = Some(&field.value);
            return read_name(seed, name).map_err(|f| f.at(field.at)).map(Some);
        }
        self.value = None;
        let missing = &self.reader.problems.missing;
        let Some(i) = (self.missing..missing.len()).find(|i| missing[*i].0 == self.reader.node.at) else {
            return Ok(None);
        };
        self.missing = i + 1;
        read_name(seed, missing[i].1).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        match self.value {
            Some(node) => self.reader.part(node, seed),
            None => Placeholder::new(self.reader.node.at.opening()).give(seed),
        }
    }
}

fn read_name<'de, K: DeserializeSeed<'de>>(seed: K, name: &str) -> Result<K::Value, Fault> {
    let name: StrDeserializer<'_, Fault> = name.into_deserializer();
    seed.deserialize(name)
}

struct Entries<'r, 'd> {
    reader: Reader<'r, 'd>,
    entries: std::slice::Iter<'r, (Node, Node)>,
    value: Option<&'r Node>,
}

impl<'de> de::MapAccess<'de> for Entries<'_, '_> {
    type Error = Fault;

    /// Entries with a wrong key are left out, because a stand-in might hide another entry, and refused ones.
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let reader = self.reader;
        let entry = self.entries.find(|(key, value)| !reader.is_wrong(key.at) && !reader.is_refused(value.at));
        let Some((key, value)) = entry else { return Ok(None) };
        self.value = Some(value);
        reader.part(key, seed).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        self.reader.part(self.value.ok_or(Fault::quiet())?, seed)
    }
}
