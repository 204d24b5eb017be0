//! Nodes to Rust types by serde, telling every mistake.
//!
//! Serde stops at the first mistake, so a node is read again and again, each time with one more of its wrong
//! values replaced by a stand-in, until a reading comes through.

use std::cmp::Ordering;
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, IntoDeserializer, Visitor};
use serde::{Deserialize, Deserializer};

use super::problem::{did_you_mean, quoted, suggestion};
use super::stand_in::StandIn;
use super::{Field, Node, Problems, Span, Value};

/// Most mistakes told of one value: who made more has the wrong file, and each costs a reading.
const MAX_TOLD: usize = 100;

/// By this name a deserializer of ours knows that the place is wanted too.
const PLACED: &str = "hexfray::source::Placed";

/// A value together with its place in the file, for problems that only its user can see.
///
/// Only [`Document::read`](super::Document::read) can make one. Compares as its value alone does.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placed<T> {
    /// Where it stands.
    pub at: Span,
    /// What stands there.
    pub value: T,
}

impl<T> Deref for Placed<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: PartialEq> PartialEq for Placed<T> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Placed<T> {}

impl<T: PartialOrd> PartialOrd for Placed<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord> Ord for Placed<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Placed<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PlacedVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for PlacedVisitor<T> {
            type Value = Placed<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value of a document")
            }

            fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<Placed<T>, A::Error> {
                let (start, end) = map.next_key()?.ok_or_else(|| de::Error::custom("no place"))?;
                Ok(Placed { at: Span { start, end }, value: map.next_value()? })
            }
        }

        deserializer.deserialize_newtype_struct(PLACED, PlacedVisitor(PhantomData))
    }
}

/// What a [`Placed`] is read from: the place as a key, and the value.
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

/// Reads a newtype, which may in truth be a [`Placed`].
pub(super) fn newtype<'de, D: Deserializer<'de, Error = Fault>, V: Visitor<'de>>(
    name: &str,
    at: Span,
    value: D,
    visitor: V,
) -> Result<V::Value, Fault> {
    if name == PLACED {
        visitor.visit_map(Place { at, value: Some(value) })
    } else {
        visitor.visit_newtype_struct(value)
    }
}

/// Why a reading did not come through.
#[derive(Debug)]
pub(super) struct Fault {
    at: Option<Span>,
    reason: Reason,
}

#[derive(Debug)]
enum Reason {
    Wrong {
        message: String,
        cure: String,
    },
    /// Something else than this stands there.
    Expected(String),
    Missing(&'static str),
    /// No stand-in could be made: another mistake of what is already reported.
    Quiet,
}

impl Fault {
    pub(super) fn quiet() -> Fault {
        Fault { at: None, reason: Reason::Quiet }
    }

    fn wrong(message: impl Into<String>, cure: impl Into<String>) -> Fault {
        Fault { at: None, reason: Reason::Wrong { message: message.into(), cure: cure.into() } }
    }

    fn expected(what: impl Into<String>) -> Fault {
        Fault { at: None, reason: Reason::Expected(what.into()) }
    }

    fn unknown(what: &str, found: &str, names: &[&str]) -> Fault {
        Fault::wrong(format!("{what} {}", quoted(found)), suggestion(found, names))
    }

    /// Gives the place, unless something further inside gave it already.
    fn at(mut self, at: Span) -> Fault {
        self.at.get_or_insert(at);
        self
    }

    /// Says what was found where something else was expected.
    fn found(mut self, node: &Node) -> Fault {
        if let Reason::Expected(what) = self.reason {
            self.reason =
                Reason::Wrong { message: format!("expected {what}, found {}", described(node)), cure: String::new() };
        }
        self.at(node.at)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.reason)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Fault {
        Fault::wrong(message.to_string(), "")
    }

    fn invalid_type(_: de::Unexpected<'_>, expected: &dyn de::Expected) -> Fault {
        Fault::expected(expected.to_string())
    }

    fn invalid_value(_: de::Unexpected<'_>, expected: &dyn de::Expected) -> Fault {
        Fault::expected(expected.to_string())
    }

    fn invalid_length(length: usize, expected: &dyn de::Expected) -> Fault {
        Fault::wrong(format!("expected {expected}, found {length} values"), "")
    }

    fn unknown_variant(found: &str, names: &'static [&'static str]) -> Fault {
        Fault::unknown("unknown name", found, names)
    }

    fn unknown_field(found: &str, names: &'static [&'static str]) -> Fault {
        Fault::unknown("unknown field", found, names)
    }

    fn missing_field(field: &'static str) -> Fault {
        Fault { at: None, reason: Reason::Missing(field) }
    }
}

fn described(node: &Node) -> String {
    match &node.value {
        Value::Bool(value) => value.to_string(),
        Value::Whole(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Char(c) => format!("the character {c:?}"),
        Value::Text(text) => format!("the text {}", quoted(text)),
        Value::Name(name) => format!("the name {}", quoted(name)),
        Value::Struct(Some(name), _) | Value::Tuple(Some(name), _) => quoted(&format!("{name}(..)")),
        Value::Struct(None, _) => "fields `(name: ..)`".to_owned(),
        Value::Tuple(None, _) => "values `(..)`".to_owned(),
        Value::List(_) => "a list `[..]`".to_owned(),
        Value::Map(_) => "a map `{..}`".to_owned(),
    }
}

/// See [`Document::read`](super::Document::read).
pub(super) fn read<T: DeserializeOwned>(node: &Node, problems: &mut Problems<'_>) -> Option<T> {
    let most = problems.len() + MAX_TOLD;
    while problems.len() < most {
        let fault = match (Reader { node, inner: false, problems }).seed(PhantomData) {
            Ok(value) => return Some(value),
            Err(fault) => fault,
        };
        let at = fault.at.unwrap_or(node.at);
        match fault.reason {
            Reason::Missing(field) if !problems.missing.contains(&(at, field)) => {
                problems.tell(at, format!("the field `{field}` is missing"), "");
                problems.missing.push((at, field));
                problems.wrong.push(at.opening());
                continue;
            }
            // A check that a type makes of its parts says nothing where these are stand-ins.
            Reason::Wrong { message, cure } if !problems.spoilt(at) => problems.tell(at, message, cure),
            _ => {}
        }
        if !problems.wrong.contains(&at) {
            problems.wrong.push(at);
        } else if !problems.refused.contains(&at) {
            problems.refused.push(at);
        } else {
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
            return StandIn::new(at).give(seed).map_err(|_| self.refusal(at));
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
        Fault { at: (!self.is_refused(at)).then_some(at), reason: Reason::Quiet }
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
            _ => return Err(Fault::expected("fields `(name: ..)`")),
        };
        let mut read: Vec<(&'r str, &'r Field)> = Vec::with_capacity(fields.len());
        let has = |read: &[(&str, &Field)], name: &str| read.iter().any(|(earlier, _)| *earlier == name);
        for field in fields {
            if self.is_wrong(field.at) {
                // Told already. It is read as what was meant, so that its value is checked and it is not missed too.
                let meant = names.and_then(|names| did_you_mean(&field.name, names));
                if let Some(name) = meant
                    && !has(&read, name)
                    && !fields.iter().any(|f| f.name == name)
                {
                    read.push((name, field));
                }
                continue;
            }
            if let Some(names) = names
                && !names.contains(&field.name.as_str())
            {
                return Err(Fault::unknown("unknown field", &field.name, names).at(field.at));
            }
            if has(&read, &field.name) {
                return Err(
                    Fault::wrong(format!("the field {} stands here twice", quoted(&field.name)), "").at(field.at)
                );
            }
            read.push((&field.name, field));
        }
        // A refused value ends the struct, so that the others come first.
        read.sort_by_key(|(_, field)| self.is_refused(field.value.at));
        Ok(Fields { reader: self, fields: read.into_iter(), value: None, missing: 0 })
    }

    fn entries(self, entries: &'r [(Node, Node)]) -> Result<Entries<'r, 'd>, Fault> {
        for (i, (key, _)) in entries.iter().enumerate().filter(|(_, (key, _))| !self.is_wrong(key.at)) {
            if entries[..i].iter().any(|(earlier, _)| same_key(earlier, key)) {
                return Err(Fault::wrong(format!("{} stands in this map twice", described(key)), "").at(key.at));
            }
        }
        Ok(Entries { reader: self, entries: entries.iter(), value: None })
    }
}

fn same_key(a: &Node, b: &Node) -> bool {
    match (&a.value, &b.value) {
        (Value::Tuple(_, a), Value::Tuple(_, b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same_key(a, b)),
        (a, b) => a == b,
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
                if name != PLACED && items.len() == 1 && written.as_deref().is_none_or(|w| w == name) =>
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
        visitor.visit_seq(self.values(length)?)
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
            None => StandIn::new(self.reader.node.at.opening()).give(seed),
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
