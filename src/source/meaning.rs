//! What a node means, however it is written.

use std::hash::Hasher;

use super::{Node, Value};

impl Node {
    /// Whether this text is a value somewhere in it.
    #[must_use]
    pub fn says(&self, text: &str) -> bool {
        match &self.value {
            Value::Text(value) => value == text,
            Value::Struct(_, fields) => fields.iter().any(|field| field.value.says(text)),
            Value::Tuple(_, nodes) | Value::List(nodes) => nodes.iter().any(|node| node.says(text)),
            Value::Map(entries) => entries.iter().any(|(key, value)| key.says(text) || value.says(text)),
            Value::Bool(_) | Value::Whole(_) | Value::Float(_) | Value::Char(_) | Value::Name(_) => false,
        }
    }

    /// Feeds a hasher with what is meant, the same on every machine: places, comments and blanks count nothing, nor the
    /// order of a struct's fields, `Some` around a value, and a fraction that is 0. The order of lists and maps does.
    pub fn hash_meaning(&self, hasher: &mut impl Hasher) {
        match &self.value {
            Value::Tuple(Some(name), nodes) if name == "Some" && nodes.len() == 1 => nodes[0].hash_meaning(hasher),
            Value::Bool(value) => tagged(hasher, 1, usize::from(*value)),
            Value::Whole(number) => whole(hasher, *number),
            // Beyond this not every whole number is a float.
            Value::Float(number) if number.fract() == 0.0 && number.abs() < 9e15 => whole(hasher, *number as i128),
            Value::Float(number) => {
                tagged(hasher, 3, 0);
                hasher.write_u64(number.to_bits());
            }
            Value::Char(value) => tagged(hasher, 4, *value as usize),
            Value::Text(value) => {
                tagged(hasher, 5, value.len());
                hasher.write(value.as_bytes());
            }
            Value::Name(name) => called(hasher, 6, Some(name), 0),
            Value::Struct(name, fields) => {
                called(hasher, 7, name.as_deref(), fields.len());
                let mut fields: Vec<_> = fields.iter().collect();
                fields.sort_by(|a, b| a.name.cmp(&b.name));
                for field in fields {
                    called(hasher, 8, Some(&field.name), 0);
                    field.value.hash_meaning(hasher);
                }
            }
            Value::Tuple(name, nodes) => {
                called(hasher, 9, name.as_deref(), nodes.len());
                nodes.iter().for_each(|node| node.hash_meaning(hasher));
            }
            Value::List(nodes) => {
                tagged(hasher, 10, nodes.len());
                nodes.iter().for_each(|node| node.hash_meaning(hasher));
            }
            Value::Map(entries) => {
                tagged(hasher, 11, entries.len());
                for (key, value) in entries {
                    key.hash_meaning(hasher);
                    value.hash_meaning(hasher);
                }
            }
        }
    }
}

/// What kind of thing follows, and how much of it.
fn tagged(hasher: &mut impl Hasher, kind: u8, count: usize) {
    hasher.write_u8(kind);
    hasher.write_u64(count as u64);
}

fn whole(hasher: &mut impl Hasher, number: i128) {
    tagged(hasher, 2, 0);
    hasher.write(&number.to_le_bytes());
}

/// The same of something with a name.
fn called(hasher: &mut impl Hasher, kind: u8, name: Option<&str>, count: usize) {
    tagged(hasher, kind, count);
    let name = name.unwrap_or_default();
    hasher.write_u64(name.len() as u64);
    hasher.write(name.as_bytes());
}

#[cfg(test)]
mod tests {
    use std::hash::{DefaultHasher, Hasher};

    use crate::source::Document;

    fn hash(text: &str) -> u64 {
        let mut hasher = DefaultHasher::new();
        Document::parse("x", text).unwrap().root.hash_meaning(&mut hasher);
        hasher.finish()
    }

    #[test]
    fn what_is_meant_counts_not_how_it_is_written() {
        let text = "(name: \"a\\u{62}\", numbers: [1, 2.0, -0.5], kind: Some(Foot), at: (3, 4), by: {\"x\": true})";
        for same in [
            "// A comment.\n(\n    name: \"ab\",\n\n    numbers: [1, 2, -0.5],\n    kind: Foot, /* there */ at: (3, 4,),\n    by: {\"x\": true},\n)\n",
            "(by: {\"x\": true}, at: (3, 4), kind: Foot, numbers: [0x1, 2.000, -5e-1], name: r#\"ab\"#)",
            "(name: \"ab\",\r\n numbers: [1, 2, -0.5], kind: Foot, at: (3, 4), by: {\"x\": true})",
        ] {
            assert_eq!(hash(text), hash(same), "{same}");
        }
        for (from, to) in [
            ("numbers", "number"),
            ("1, 2.0", "2.0, 1"),
            ("1, ", ""),
            ("-0.5", "0.5"),
            ("-0.5", "-0.25"),
            ("Foot", "Boot"),
            ("Foot", "\"Foot\""),
            ("(3, 4)", "[3, 4]"),
            ("(3, 4)", "At(3, 4)"),
            ("true", "false"),
            ("\"x\": true", ""),
            ("kind: Some(Foot), ", ""),
            ("[1, 2.0, -0.5]", "[[1, 2.0], -0.5]"),
            ("{62}", "{63}"),
        ] {
            let other = text.replacen(from, to, 1);
            assert_ne!(other, text);
            assert_ne!(hash(text), hash(&other), "{other}");
        }
    }
}
