//! Why serde could not read a node.

use std::fmt;

use serde::de;

use super::problem::{quoted, suggestion};
use super::{Node, Span, Value};

/// Why a reading did not come through.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) at: Option<Span>,
    pub(super) reason: Reason,
}

#[derive(Debug)]
pub(super) enum Reason {
    Wrong {
        message: String,
        hint: String,
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

    pub(super) fn wrong(message: impl Into<String>, hint: impl Into<String>) -> Fault {
        Fault { at: None, reason: Reason::Wrong { message: message.into(), hint: hint.into() } }
    }

    pub(super) fn expected(what: impl Into<String>) -> Fault {
        Fault { at: None, reason: Reason::Expected(what.into()) }
    }

    pub(super) fn unknown(what: &str, found: &str, names: &[&str]) -> Fault {
        let mut hint = suggestion(found, names);
        if hint.ends_with(" more") {
            hint.push_str("; `hexfray fields` lists all");
        }
        Fault::wrong(format!("{what} {}", quoted(found)), hint)
    }

    /// Gives the place, unless something further inside gave it already.
    pub(super) fn at(mut self, at: Span) -> Fault {
        self.at.get_or_insert(at);
        self
    }

    /// Says what was found where something else was expected.
    pub(super) fn found(mut self, node: &Node) -> Fault {
        if let (Reason::Expected(what), None) = (&self.reason, self.at) {
            self.reason =
                Reason::Wrong { message: format!("expected {what}, found {}", described(node)), hint: String::new() };
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
        Fault::unknown("nothing here is called", found, names)
    }

    fn unknown_field(found: &str, names: &'static [&'static str]) -> Fault {
        Fault::unknown("unknown field", found, names)
    }

    fn missing_field(field: &'static str) -> Fault {
        Fault { at: None, reason: Reason::Missing(field) }
    }
}

pub(super) fn described(node: &Node) -> String {
    match &node.value {
        Value::Bool(value) => value.to_string(),
        Value::Whole(number) => number.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Char(c) => format!("the character {c:?}"),
        Value::Text(text) => format!("the text {}", quoted(text)),
        Value::Name(name) => format!("the name {}", quoted(name)),
        Value::Struct(Some(name), _) | Value::Tuple(Some(name), _) => quoted(&format!("{name}(..)")),
        Value::Struct(None, _) => "`(field: value, ..)`".to_owned(),
        Value::Tuple(None, _) => "`(..)`".to_owned(),
        Value::List(_) => "`[..]`".to_owned(),
        Value::Map(_) => "`{..}`".to_owned(),
    }
}
