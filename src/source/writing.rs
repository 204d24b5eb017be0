//! Rust types to values, the way back from reading.

use serde::ser::{self, Serialize, Serializer};

use super::{Field, Node, Span, Value};

/// Why something is no value.
type Error = serde::de::value::Error;

impl Value {
    /// A value of any type that serde can write: what reading it gives back.
    ///
    /// # Panics
    /// The type has numbers of more than 64 bits, or its `Serialize` fails.
    #[must_use]
    pub fn of(value: &(impl Serialize + ?Sized)) -> Value {
        value.serialize(Writer).expect("a type that can be written")
    }
}

/// A node that stands in no text yet.
impl From<Value> for Node {
    fn from(value: Value) -> Node {
        Node { at: Span::default(), value }
    }
}

/// Makes a value.
struct Writer;

fn node(value: &(impl Serialize + ?Sized)) -> Result<Node, Error> {
    value.serialize(Writer).map(Node::from)
}

macro_rules! plain {
    ($($method:ident $type:ident $make:expr),* $(,)?) => {$(
        fn $method(self, value: $type) -> Result<Value, Error> {
            Ok($make(value))
        }
    )*};
}

fn whole(number: impl Into<i128>) -> Value {
    Value::Whole(number.into())
}

impl Serializer for Writer {
    type Ok = Value;
    type Error = Error;
    type SerializeSeq = Items;
    type SerializeTuple = Items;
    type SerializeTupleStruct = Items;
    type SerializeTupleVariant = Items;
    type SerializeMap = Entries;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Fields;

    plain!(
        serialize_bool bool Value::Bool,
        serialize_i8 i8 whole,
        serialize_i16 i16 whole,
        serialize_i32 i32 whole,
        serialize_i64 i64 whole,
        serialize_u8 u8 whole,
        serialize_u16 u16 whole,
        serialize_u32 u32 whole,
        serialize_u64 u64 whole,
        serialize_f32 f32 |number| Value::Float(f64::from(number)),
        serialize_f64 f64 Value::Float,
        serialize_char char Value::Char,
    );

    fn serialize_str(self, text: &str) -> Result<Value, Error> {
        Ok(Value::Text(text.to_owned()))
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<Value, Error> {
        Ok(Value::List(bytes.iter().map(|byte| whole(*byte).into()).collect()))
    }

    fn serialize_none(self) -> Result<Value, Error> {
        Ok(Value::Name("None".to_owned()))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Error> {
        Ok(Value::Tuple(Some("Some".to_owned()), vec![node(value)?]))
    }

    fn serialize_unit(self) -> Result<Value, Error> {
        Ok(Value::Tuple(None, Vec::new()))
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<Value, Error> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<Value, Error> {
        Ok(Value::Name(variant.to_owned()))
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<Value, Error> {
        Ok(Value::Tuple(None, vec![node(value)?]))
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, Error> {
        Ok(Value::Tuple(Some(variant.to_owned()), vec![node(value)?]))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Items, Error> {
        Ok(Items { finish: |_, nodes| Value::List(nodes), name: None, nodes: Vec::new() })
    }

    fn serialize_tuple(self, _: usize) -> Result<Items, Error> {
        Ok(Items { finish: Value::Tuple, name: None, nodes: Vec::new() })
    }

    fn serialize_tuple_struct(self, _: &'static str, length: usize) -> Result<Items, Error> {
        self.serialize_tuple(length)
    }

    fn serialize_tuple_variant(self, _: &'static str, _: u32, variant: &'static str, _: usize) -> Result<Items, Error> {
        Ok(Items { finish: Value::Tuple, name: Some(variant.to_owned()), nodes: Vec::new() })
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Entries, Error> {
        Ok(Entries { entries: Vec::new(), key: None })
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Fields, Error> {
        Ok(Fields { name: None, fields: Vec::new() })
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Fields, Error> {
        Ok(Fields { name: Some(variant.to_owned()), fields: Vec::new() })
    }
}

/// The elements of a list or tuple.
struct Items {
    finish: fn(Option<String>, Vec<Node>) -> Value,
    name: Option<String>,
    nodes: Vec<Node>,
}

macro_rules! items {
    ($($Trait:ident $method:ident),*) => {$(
        impl ser::$Trait for Items {
            type Ok = Value;
            type Error = Error;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
                self.nodes.push(node(value)?);
                Ok(())
            }

            fn end(self) -> Result<Value, Error> {
                Ok((self.finish)(self.name, self.nodes))
            }
        }
    )*};
}

items!(
    SerializeSeq serialize_element, SerializeTuple serialize_element, SerializeTupleStruct serialize_field,
    SerializeTupleVariant serialize_field
);

/// The fields of a struct.
struct Fields {
    name: Option<String>,
    fields: Vec<Field>,
}

macro_rules! fields {
    ($($Trait:ident),*) => {$(
        impl ser::$Trait for Fields {
            type Ok = Value;
            type Error = Error;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, name: &'static str, value: &T) -> Result<(), Error> {
                self.fields.push(Field::new(name, node(value)?.value));
                Ok(())
            }

            fn end(self) -> Result<Value, Error> {
                Ok(Value::fields(self.name, self.fields))
            }
        }
    )*};
}

fields!(SerializeStruct, SerializeStructVariant);

/// The entries of a map.
struct Entries {
    entries: Vec<(Node, Node)>,
    key: Option<Node>,
}

impl ser::SerializeMap for Entries {
    type Ok = Value;
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.key = Some(node(key)?);
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        let key = self.key.take().ok_or_else(|| ser::Error::custom("a value without a key"))?;
        self.entries.push((key, node(value)?));
        Ok(())
    }

    fn end(self) -> Result<Value, Error> {
        Ok(Value::Map(self.entries))
    }
}
