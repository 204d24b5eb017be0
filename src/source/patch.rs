//! Changes of a document: values put into its tree, its text written after them.

use std::fmt::Write;

use super::parser::{is_name, is_name_start};
use super::{Document, Field, Node, Problem, Span, Value, there_are};

impl Field {
    /// A field that stands in no text yet.
    #[must_use]
    pub fn new(name: &str, value: Value) -> Field {
        Field { at: Span::default(), name: name.to_owned(), value: value.into() }
    }
}

impl Value {
    /// What a text says that holds one value as RON.
    ///
    /// # Errors
    /// It is none.
    pub fn parse(text: &str) -> Result<Value, Problem> {
        Document::parse("", text).map(|document| document.root.value)
    }

    /// The same in RON.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        Node::from(self.clone()).print(&mut text, 0);
        text
    }

    /// A struct of these fields; one without any is read as a tuple.
    pub(super) fn fields(name: Option<String>, fields: Vec<Field>) -> Value {
        if fields.is_empty() { Value::Tuple(name, Vec::new()) } else { Value::Struct(name, fields) }
    }
}

impl Node {
    /// Appends it to a text, which begins at a byte of a document, and takes its place there.
    fn print(&mut self, text: &mut String, base: usize) {
        let start = base + text.len();
        match &mut self.value {
            Value::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
            Value::Whole(number) => put(text, format_args!("{number}")),
            Value::Float(number) => put(text, format_args!("{number:?}")),
            Value::Char(value) => put(text, format_args!("{value:?}")),
            Value::Text(value) => put(text, format_args!("{value:?}")),
            Value::Name(name) => print_name(name, text),
            Value::Struct(name, fields) => {
                name.iter().for_each(|name| print_name(name, text));
                print_all(text, ('(', ')'), fields, |field, text| field.print(text, base));
            }
            Value::Tuple(name, nodes) => {
                name.iter().for_each(|name| print_name(name, text));
                print_all(text, ('(', ')'), nodes, |node, text| node.print(text, base));
            }
            Value::List(nodes) => print_all(text, ('[', ']'), nodes, |node, text| node.print(text, base)),
            Value::Map(entries) => print_all(text, ('{', '}'), entries, |(key, value), text| {
                key.print(text, base);
                text.push_str(": ");
                value.print(text, base);
            }),
        }
        self.at = Span { start, end: base + text.len() };
    }

    /// The node that stands at a place.
    fn standing_at(&mut self, at: Span) -> Option<&mut Node> {
        if self.at == at {
            return Some(self);
        }
        match &mut self.value {
            Value::Struct(_, fields) => fields.iter_mut().find_map(|field| field.value.standing_at(at)),
            Value::Tuple(_, nodes) | Value::List(nodes) => nodes.iter_mut().find_map(|node| node.standing_at(at)),
            Value::Map(entries) => {
                entries.iter_mut().find_map(|(key, value)| key.standing_at(at).or_else(|| value.standing_at(at)))
            }
            _ => None,
        }
    }
}

impl Field {
    fn print(&mut self, text: &mut String, base: usize) {
        let start = base + text.len();
        print_name(&self.name, text);
        self.at = Span { start, end: base + text.len() };
        text.push_str(": ");
        self.value.print(text, base);
    }
}

fn put(text: &mut String, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).expect("a string takes everything");
}

fn print_name(name: &str, text: &mut String) {
    if !(name.starts_with(is_name_start) && name.chars().all(is_name)) {
        text.push_str("r#");
    }
    text.push_str(name);
}

fn print_all<T>(text: &mut String, (open, close): (char, char), all: &mut [T], each: impl Fn(&mut T, &mut String)) {
    text.push(open);
    for (i, one) in all.iter_mut().enumerate() {
        if i > 0 {
            text.push_str(", ");
        }
        each(one, text);
    }
    text.push(close);
}

impl Document {
    /// Puts a value in place of the node that stands there.
    ///
    /// # Panics
    /// No node stands there.
    pub fn replace(&mut self, at: Span, value: Value) {
        let (mut node, mut words) = (Node::from(value), String::new());
        node.print(&mut words, at.start);
        self.reword(at, &words);
        let old = self.root.standing_at(node.at).expect("a place of this document");
        *old = node;
    }

    /// Gives the struct that stands there another field, as its first.
    fn add_field(&mut self, at: Span, name: &str, value: Value) {
        let text = &self.text[at.start..at.end];
        let inside = at.start + text.find('(').map_or(0, |open| open + 1);
        let (mut field, mut words) = (Field::new(name, value), String::new());
        field.print(&mut words, inside);
        words.push_str(", ");
        self.reword(Span { start: inside, end: inside }, &words);
        let node = self.root.standing_at(Span { start: at.start, end: at.end + words.len() });
        let node = node.expect("a place of this document");
        match &mut node.value {
            Value::Struct(_, fields) => fields.insert(0, field),
            Value::Tuple(struct_name, _) => node.value = Value::Struct(struct_name.take(), vec![field]),
            _ => {}
        }
    }

    /// Sets a field by its path, such as `objectives.0.worth`; one that is not there yet is added where the last struct
    /// of the path is.
    ///
    /// # Errors
    /// The path leads nowhere.
    pub fn set(&mut self, path: &str, value: Value) -> Result<(), Problem> {
        let mut node = &self.root;
        let mut parts = path.split('.').peekable();
        while let Some(part) = parts.next() {
            let place = part.parse::<usize>().ok();
            match place.and_then(|n| node.items().get(n)).or_else(|| node.get(part)) {
                Some(inner) => node = inner,
                None if parts.peek().is_none() && place.is_none() && node.is_struct() => {
                    self.add_field(node.at, part, value);
                    return Ok(());
                }
                None => {
                    let told = format!("{path:?} leads nowhere: there is no {part:?}");
                    let hint = match &node.value {
                        Value::Struct(_, fields) => {
                            let names: Vec<&str> = fields.iter().map(|f| f.name.as_str()).collect();
                            there_are(part, &names)
                        }
                        _ => match node.items().len() {
                            0 => "there is nothing in it".to_owned(),
                            all => format!("its entries are 0 to {}", all - 1),
                        },
                    };
                    return Err(self.problem(node.at.start, told, hint));
                }
            }
        }
        self.replace(node.at, value);
        Ok(())
    }

    /// Puts other words in a stretch of the text and moves every place behind it. An empty stretch stands within a node,
    /// between what the node holds.
    fn reword(&mut self, stretch: Span, words: &str) {
        self.text.replace_range(stretch.start..stretch.end, words);
        let by = |at: usize| at + words.len() - (stretch.end - stretch.start);
        for (start, _) in &mut self.joined {
            *start = if *start >= stretch.end { by(*start) } else { *start };
        }
        self.root.each_place(&mut |at| {
            at.start = if at.start >= stretch.end { by(at.start) } else { at.start };
            // What ends within the stretch goes with it.
            at.end = if at.end > stretch.start && at.end >= stretch.end { by(at.end) } else { at.end };
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "// A battle.\n(\n    name: \"a\", // The name.\n    sides: [(name: \"x\", at: (1, 2)), (name: \"y\")],\n    \
        options: (),\n)\n";

    /// The tree is what reading the text gives, places and all.
    fn assert_sound(document: &Document) {
        let read = Document::parse("f", &document.text).unwrap();
        assert_eq!(format!("{:?}", document.root), format!("{:?}", read.root), "{}", document.text);
    }

    #[test]
    fn fields_are_set_and_added() {
        let mut document = Document::parse("f", TEXT).unwrap();
        for (path, value) in [
            ("name", Value::Text("\"long\"\u{e9}".to_owned())),
            ("sides.1.name", Value::Text(String::new())),
            ("sides.0.at", Value::of(&[(3_u8, -0.5), (4, 1.0)])),
            ("sides.1.points", Value::of(&Some(7))),
            ("options.late", Value::Bool(true)),
            ("options.odd-name", Value::Name("on-off".to_owned())),
            ("turns", Value::Whole(-8)),
            ("sides.0.at.1.1", Value::Char('\'')),
        ] {
            document.set(path, value.clone()).unwrap();
            assert_sound(&document);
            let found = path.split('.').fold(&document.root, |node, part| match part.parse::<usize>() {
                Ok(place) => &node.items()[place],
                Err(_) => node.get(part).unwrap(),
            });
            assert_eq!(found.value, value, "{path}");
        }
        assert!(document.text.starts_with("// A battle.\n(turns: -8, \n    name: \"\\\"long\\\"é\", // The name.\n"));
    }

    /// Much gives way to little: the places of what goes are no matter, however long it was.
    #[test]
    fn much_is_replaced_by_little() {
        let long = "x".repeat(99);
        let mut document = Document::parse("f", &format!("(a: (b: 1, c: [\"{long}\"]), d: 2)")).unwrap();
        document.set("a", Value::Whole(3)).unwrap();
        assert_eq!(document.text, "(a: 3, d: 2)");
        assert_sound(&document);
    }

    #[test]
    fn paths_that_lead_nowhere_are_refused() {
        let mut document = Document::parse("f", TEXT).unwrap();
        for (path, told) in [
            ("sides.2", "f:4:12: \"sides.2\" leads nowhere: there is no \"2\" (its entries are 0 to 1)"),
            ("nam.x", "there is no \"nam\" (did you mean name? there are name, sides, options)"),
            ("options.0", "there is no \"0\" (there is nothing in it)"),
            ("name.x", "there is no \"x\" (there is nothing in it)"),
        ] {
            let problem = document.set(path, Value::Bool(true)).unwrap_err().to_string();
            assert!(problem.ends_with(told), "{problem}");
        }
        assert_eq!(document.text, TEXT);
    }
}
