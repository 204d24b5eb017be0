//! What a type can be read from, for people: its fields with their types, what may be left out, and all names of choices.
//!
//! Types do not tell this of themselves, so one is read from stand-ins, as often as it takes to have seen every variant,
//! and what it asks for on the way is written down.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fmt::{self, Display};

use serde::de::value::StrDeserializer;
use serde::de::{self, DeserializeOwned, DeserializeSeed, IntoDeserializer, Visitor};
use serde::{Deserializer, forward_to_deserialize_any};

use super::Span;
use super::fault::{Fault, Reason};
use super::placeholder::Placeholder;
use super::spanned::newtype;

/// A kind of file by its name, with what gives its outline.
pub type Outlined = (&'static str, fn() -> Outline);

/// The least and the greatest that a whole number may be.
pub type Bounds = [i128; 2];

/// What stands for a value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Shape {
    /// Anything.
    #[default]
    Any,
    /// `true` or `false`.
    Truth,
    /// A whole number within these bounds.
    Whole(i128, i128),
    /// Any number.
    Number,
    /// A character.
    Letter,
    /// A text.
    Text,
    /// `()`.
    Nothing,
    /// `None`, or a value with or without `Some(..)` about it.
    Perhaps(Box<Shape>),
    /// `[..]`.
    List(Box<Shape>),
    /// `{..: ..}`.
    Map(Box<Shape>, Box<Shape>),
    /// `(.., ..)`.
    Tuple(Vec<Shape>),
    /// A struct or a choice, by its place among the outline's types.
    Type(usize),
}

/// A struct, or a choice among variants.
#[derive(Clone, Debug)]
struct Type {
    /// What the program calls it.
    name: &'static str,
    /// Its fields or variants in the order in which they are declared.
    parts: Vec<Part>,
    /// Whether one of the parts is chosen.
    choice: bool,
    key: usize,
}

/// A field, or a variant.
#[derive(Clone, Debug)]
struct Part {
    /// Its name.
    name: &'static str,
    /// What stands behind the name; of a variant that is a name alone nothing does.
    shape: Option<Shape>,
    /// Whether a field may be left out.
    optional: bool,
    seen: bool,
}

/// What a file of some kind is made of.
#[derive(Clone, Debug)]
pub struct Outline {
    /// The whole file.
    root: Shape,
    /// The structs and choices in it, each before those that it holds.
    types: Vec<Type>,
}

/// Most times that a type is read: there are fewer variants.
const MOST_READINGS: usize = 2000;
/// Turns after which a struct counts as one that no reading comes by.
const MOST_TURNS: usize = 200;

impl Outline {
    /// The outline of a type.
    #[must_use]
    pub fn of<T: DeserializeOwned>() -> Outline {
        let notes = RefCell::new(Notes::default());
        let read = |leave_out: Option<(usize, usize)>| {
            let mut begun = notes.borrow_mut();
            begun.open.clear();
            (begun.leave_out, begun.left_out, begun.missed) = (leave_out, false, false);
            drop(begun);
            let root = RefCell::new(Shape::Any);
            let _ = T::deserialize(Tracer { notes: &notes, out: &root });
            root.into_inner()
        };
        let mut root = read(None);
        for _ in 0..MOST_READINGS {
            let before = notes.borrow().seen();
            if notes.borrow().types.iter().all(|t| t.parts.iter().all(|p| p.seen)) {
                break;
            }
            root = read(None);
            if notes.borrow().seen() == before {
                break;
            }
        }
        // A field may be left out if reading comes by its struct and does not miss it. What variants are taken on the
        // way there changes with the turn.
        let structs: Vec<(usize, usize)> = {
            let notes = notes.borrow();
            let structs = notes.types.iter().enumerate().filter(|(_, of)| !of.choice);
            structs.flat_map(|(i, of)| (0..of.parts.len()).map(move |part| (i, part))).collect()
        };
        for (of, part) in structs {
            for turn in 0..MOST_TURNS {
                notes.borrow_mut().turn = turn;
                read(Some((of, part)));
                let mut notes = notes.borrow_mut();
                if notes.left_out {
                    notes.types[of].parts[part].optional = !notes.missed;
                    break;
                }
            }
        }
        Outline { root, types: notes.into_inner().types }
    }

    /// Draws the bounds of whole numbers narrower where `bounds` knows better, asked with a field of the file's entries,
    /// or of the file itself, and with the bounds of its type.
    #[must_use]
    pub fn narrowed(mut self, bounds: impl Fn(&str, Bounds) -> Option<Bounds>) -> Outline {
        let entry = match &self.root {
            Shape::List(entry) => entry,
            root => root,
        };
        if let Shape::Type(place) = *entry {
            for part in &mut self.types[place].parts {
                if let Some(Shape::Whole(least, most)) = &mut part.shape
                    && let Some([low, high]) = bounds(part.name, [*least, *most])
                {
                    (*least, *most) = (low, high);
                }
            }
        }
        self
    }

    /// Says in words what stands for a value.
    fn words(&self, shape: &Shape) -> String {
        match shape {
            Shape::Any => "a value".to_owned(),
            Shape::Truth => "true or false".to_owned(),
            Shape::Whole(least, most) if *most > i128::from(u32::MAX) => match least {
                0 => "a whole number from 0 on".to_owned(),
                _ => "a whole number".to_owned(),
            },
            Shape::Whole(least, most) => format!("{least} to {most}"),
            Shape::Number => "a number".to_owned(),
            Shape::Letter => "a character 'c'".to_owned(),
            Shape::Text => "a text".to_owned(),
            Shape::Nothing => "()".to_owned(),
            Shape::Perhaps(inner) => format!("{}, or None", self.words(inner)),
            Shape::List(inner) => format!("[{}, ..]", self.words(inner)),
            Shape::Map(key, value) => format!("{{{}: {}, ..}}", self.words(key), self.words(value)),
            Shape::Tuple(parts) => {
                format!("({})", parts.iter().map(|part| self.words(part)).collect::<Vec<_>>().join(", "))
            }
            Shape::Type(place) => self.types[*place].name.to_owned(),
        }
    }
}

impl Display for Outline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "The file: {}", self.words(&self.root))?;
        for of in &self.types {
            let what = if of.choice { "one of" } else { "fields" };
            writeln!(f, "\n{}, {what}:", of.name)?;
            let width = of.parts.iter().map(|part| part.name.len()).max().unwrap_or(0);
            for part in &of.parts {
                let left_out = if part.optional { "; may be left out" } else { "" };
                match &part.shape {
                    Some(shape) => writeln!(f, "  {:<width$}  {}{left_out}", part.name, self.words(shape))?,
                    None => writeln!(f, "  {}", part.name)?,
                }
            }
        }
        Ok(())
    }
}

/// What has been seen so far.
#[derive(Debug, Default)]
struct Notes {
    types: Vec<Type>,
    /// The types that the reading is within, or has been in.
    open: BTreeSet<usize>,
    /// The field that this reading leaves out, if one.
    leave_out: Option<(usize, usize)>,
    /// Whether it came by that field, and whether that was missed.
    left_out: bool,
    missed: bool,
    /// Which variant is taken where all have been seen.
    turn: usize,
}

impl Notes {
    fn seen(&self) -> usize {
        self.types.iter().flat_map(|t| &t.parts).filter(|p| p.seen).count() + self.types.len()
    }

    /// The place of a type, which is noted if it is new.
    fn place(&mut self, name: &'static str, parts: &'static [&'static str], choice: bool) -> usize {
        let key = parts.as_ptr() as usize;
        let known = self.types.iter().position(|t| t.key == key && t.name == name);
        known.unwrap_or_else(|| {
            let part = |name: &&'static str| Part { name, shape: None, optional: false, seen: false };
            self.types.push(Type { name, parts: parts.iter().map(part).collect(), choice, key });
            self.types.len() - 1
        })
    }
}

/// Gives stand-ins, and notes what was asked for.
#[derive(Clone, Copy)]
struct Tracer<'n> {
    notes: &'n RefCell<Notes>,
    out: &'n RefCell<Shape>,
}

impl Tracer<'_> {
    fn note(self, shape: Shape) {
        *self.out.borrow_mut() = shape;
    }

    /// Reads a part, and says what that is.
    fn part<'de, S: DeserializeSeed<'de>>(self, seed: S) -> (Result<S::Value, Fault>, Shape) {
        let out = RefCell::new(Shape::Any);
        let value = seed.deserialize(Tracer { out: &out, ..self });
        (value, out.into_inner())
    }
}

const NOWHERE: Span = Span { start: 0, end: 0 };

macro_rules! noted {
    ($($method:ident $shape:expr),* $(,)?) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            self.note($shape);
            Placeholder::new(NOWHERE).$method(visitor)
        }
    )*};
}

macro_rules! whole {
    ($($method:ident $type:ident),*) => {$(
        fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            self.note(Shape::Whole($type::MIN as i128, $type::MAX as i128));
            Placeholder::new(NOWHERE).$method(visitor)
        }
    )*};
}

impl<'de> Deserializer<'de> for Tracer<'_> {
    type Error = Fault;

    forward_to_deserialize_any! { u128 }
    whole!(
        deserialize_u8 u8, deserialize_u16 u16, deserialize_u32 u32, deserialize_u64 u64,
        deserialize_i8 i8, deserialize_i16 i16, deserialize_i32 i32, deserialize_i64 i64, deserialize_i128 i128
    );
    noted!(
        deserialize_any Shape::Any,
        deserialize_ignored_any Shape::Any,
        deserialize_bool Shape::Truth,
        deserialize_f32 Shape::Number,
        deserialize_f64 Shape::Number,
        deserialize_char Shape::Letter,
        deserialize_str Shape::Text,
        deserialize_string Shape::Text,
        deserialize_identifier Shape::Text,
        deserialize_bytes Shape::Text,
        deserialize_byte_buf Shape::Text,
        deserialize_unit Shape::Nothing,
    );

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let inner = RefCell::new(Shape::Any);
        let value = visitor.visit_some(Tracer { out: &inner, ..self });
        self.note(Shape::Perhaps(Box::new(inner.into_inner())));
        value
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, name: &'static str, visitor: V) -> Result<V::Value, Fault> {
        newtype(name, NOWHERE, self, visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let parts = RefCell::new(Vec::new());
        let value = visitor.visit_seq(Elements { tracer: self, left: 1, parts: &parts });
        self.note(Shape::List(Box::new(parts.into_inner().pop().unwrap_or_default())));
        value
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Fault> {
        let parts = RefCell::new(Vec::new());
        let value = visitor.visit_seq(Elements { tracer: self, left: length, parts: &parts });
        self.note(Shape::Tuple(parts.into_inner()));
        value
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let shapes = RefCell::new((Shape::Any, Shape::Any));
        let value = visitor.visit_map(Entry { tracer: self, given: false, shapes: &shapes });
        let (key, of) = shapes.into_inner();
        self.note(Shape::Map(Box::new(key), Box::new(of)));
        value
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let place = self.notes.borrow_mut().place(name, fields, false);
        self.note(Shape::Type(place));
        if !self.notes.borrow_mut().open.insert(place) {
            return Placeholder::new(NOWHERE).deserialize_struct(name, fields, visitor);
        }
        let left_out = self.notes.borrow().leave_out.filter(|out| out.0 == place).map(|out| out.1);
        let value = visitor.visit_map(Fields { tracer: self, place, fields, next: 0, left_out });
        if let Some(out) = left_out {
            let named = fields[out];
            let missed = matches!(&value, Err(Fault { reason: Reason::Missing(field), .. }) if *field == named);
            let mut notes = self.notes.borrow_mut();
            notes.left_out = true;
            notes.missed |= missed;
        }
        value
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let place = self.notes.borrow_mut().place(name, variants, true);
        self.note(Shape::Type(place));
        let within = !self.notes.borrow_mut().open.insert(place);
        let chosen = {
            let mut notes = self.notes.borrow_mut();
            let turn = notes.turn;
            let parts = &mut notes.types[place].parts;
            let fresh = parts.iter().position(|part| !part.seen).filter(|_| !within);
            fresh
                .inspect(|fresh| parts[*fresh].seen = true)
                .or((!within && !parts.is_empty()).then(|| turn % parts.len()))
        };
        match chosen {
            Some(chosen) => visitor.visit_enum(Chosen { tracer: self, place, chosen, name: variants[chosen] }),
            None => Placeholder::new(NOWHERE).deserialize_enum(name, variants, visitor),
        }
    }
}

/// Elements of a list or tuple.
struct Elements<'n> {
    tracer: Tracer<'n>,
    left: usize,
    parts: &'n RefCell<Vec<Shape>>,
}

impl<'de> de::SeqAccess<'de> for Elements<'_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        let (value, shape) = self.tracer.part(seed);
        self.parts.borrow_mut().push(shape);
        value.map(Some)
    }
}

/// The one entry of a map.
struct Entry<'n> {
    tracer: Tracer<'n>,
    given: bool,
    shapes: &'n RefCell<(Shape, Shape)>,
}

impl<'de> de::MapAccess<'de> for Entry<'_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        if std::mem::replace(&mut self.given, true) {
            return Ok(None);
        }
        let (value, shape) = self.tracer.part(seed);
        self.shapes.borrow_mut().0 = shape;
        value.map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let (value, shape) = self.tracer.part(seed);
        self.shapes.borrow_mut().1 = shape;
        value
    }
}

/// The fields of a struct, but for one perhaps.
struct Fields<'n> {
    tracer: Tracer<'n>,
    place: usize,
    fields: &'static [&'static str],
    next: usize,
    left_out: Option<usize>,
}

impl<'de> de::MapAccess<'de> for Fields<'_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        self.next += usize::from(self.left_out == Some(self.next));
        let Some(name) = self.fields.get(self.next) else { return Ok(None) };
        self.next += 1;
        let name: StrDeserializer<'_, Fault> = (*name).into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let (value, shape) = self.tracer.part(seed);
        let mut notes = self.tracer.notes.borrow_mut();
        let part = &mut notes.types[self.place].parts[self.next - 1];
        part.seen = true;
        part.shape = Some(shape);
        value
    }
}

/// A variant of a choice.
struct Chosen<'n> {
    tracer: Tracer<'n>,
    place: usize,
    chosen: usize,
    name: &'static str,
}

impl Chosen<'_> {
    fn holds(&self, shape: Shape) {
        self.tracer.notes.borrow_mut().types[self.place].parts[self.chosen].shape = Some(shape);
    }
}

impl<'de> de::EnumAccess<'de> for Chosen<'_> {
    type Error = Fault;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Fault> {
        let name: StrDeserializer<'_, Fault> = self.name.into_deserializer();
        Ok((seed.deserialize(name)?, self))
    }
}

impl<'de> de::VariantAccess<'de> for Chosen<'_> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        let (value, shape) = self.tracer.part(seed);
        self.holds(Shape::Tuple(vec![shape]));
        value
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Fault> {
        let out = RefCell::new(Shape::Any);
        let value = Tracer { out: &out, ..self.tracer }.deserialize_tuple(length, visitor);
        self.holds(out.into_inner());
        value
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: &'static [&'static str], visitor: V) -> Result<V::Value, Fault> {
        let out = RefCell::new(Shape::Any);
        let value = Tracer { out: &out, ..self.tracer }.deserialize_struct(self.name, fields, visitor);
        self.holds(out.into_inner());
        value
    }
}
