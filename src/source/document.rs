//! A RON file as a tree of nodes, each with its place in the text.

use serde::de::DeserializeOwned;

use super::{Problem, Problems, parser, read, reading};

/// Largest file that is read, in bytes.
const MAX_BYTES: u64 = 8 << 20;

/// A stretch of a document's text, in bytes; the end is past the last one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    pub(super) fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    pub(super) fn overlaps(self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// Only the first byte: the opening of what stands here.
    pub(super) fn opening(self) -> Span {
        Span { start: self.start, end: self.start + 1 }
    }
}

/// A text with other words in some stretches of it, none of which overlap.
#[must_use]
pub fn reworded(text: &str, changes: impl IntoIterator<Item = (Span, String)>) -> String {
    let mut changes: Vec<_> = changes.into_iter().collect();
    changes.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    let mut text = text.to_owned();
    for (at, words) in changes {
        text.replace_range(at.start..at.end, &words);
    }
    text
}

/// A field of a struct. Compares as name and value alone do.
#[derive(Clone, Debug)]
pub struct Field {
    /// Where the name stands.
    pub at: Span,
    /// The name.
    pub name: String,
    /// The value.
    pub value: Node,
}

/// A value in a file. Compares as the value alone does.
#[derive(Clone, Debug)]
pub struct Node {
    /// Where it stands.
    pub at: Span,
    /// What it is.
    pub value: Value,
}

impl PartialEq for Field {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.value == other.value
    }
}

impl PartialEq for Node {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A number without fraction.
    Whole(i128),
    /// Any other number.
    Float(f64),
    /// `'x'`.
    Char(char),
    /// `"text"` or `r#"text"#`, escapes resolved, line ends as `\n`.
    Text(String),
    /// A bare name: a variant or struct without values.
    Name(String),
    /// `(field: value, ..)`, with or without a name before it.
    Struct(Option<String>, Vec<Field>),
    /// `(value, ..)`, with or without a name before it; `()` too.
    Tuple(Option<String>, Vec<Node>),
    /// `[value, ..]`.
    List(Vec<Node>),
    /// `{key: value, ..}`.
    Map(Vec<(Node, Node)>),
}

impl Node {
    /// The value of a field, where this is a struct that has it.
    #[must_use]
    pub fn get(&self, field: &str) -> Option<&Node> {
        let Value::Struct(_, fields) = &self.value else { return None };
        fields.iter().find(|f| f.name == field).map(|f| &f.value)
    }

    /// Of a struct, its fields of these names, and the rest; anything else has none.
    #[must_use]
    pub fn split(&self, names: &[&str]) -> (Node, Node) {
        let part = |named: bool| match &self.value {
            Value::Struct(name, fields) => {
                let fields = fields.iter().filter(|f| names.contains(&f.name.as_str()) == named).cloned();
                Node { at: self.at, value: Value::Struct(name.clone(), fields.collect()) }
            }
            _ => {
                if named {
                    Node { at: self.at, value: Value::Struct(None, Vec::new()) }
                } else {
                    self.clone()
                }
            }
        };
        (part(true), part(false))
    }

    /// What an entry is called by a field of its own; none where it has no such field.
    fn called(&self, key: &str) -> Option<String> {
        match &self.get(key)?.value {
            Value::Text(name) | Value::Name(name) => Some(name.clone()),
            _ => None,
        }
    }

    /// Changes its place, and that of everything in it.
    pub(super) fn each_place(&mut self, change: &mut impl FnMut(&mut Span)) {
        change(&mut self.at);
        match &mut self.value {
            Value::Struct(_, fields) => {
                for field in fields {
                    change(&mut field.at);
                    field.value.each_place(change);
                }
            }
            Value::Tuple(_, items) | Value::List(items) => items.iter_mut().for_each(|item| item.each_place(change)),
            Value::Map(entries) => {
                for (key, value) in entries {
                    key.each_place(change);
                    value.each_place(change);
                }
            }
            _ => {}
        }
    }

    /// Whether fields can stand in it.
    pub(super) fn is_struct(&self) -> bool {
        match &self.value {
            Value::Struct(..) => true,
            Value::Tuple(_, items) => items.is_empty(),
            _ => false,
        }
    }

    /// The elements of a list or tuple; none for anything else.
    #[must_use]
    pub fn items(&self) -> &[Node] {
        match &self.value {
            Value::List(items) | Value::Tuple(_, items) => items,
            _ => &[],
        }
    }
}

/// A RON file: its text and what it says.
#[derive(Clone, Debug)]
pub struct Document {
    /// The file as the user named it.
    pub file: String,
    /// All of its text.
    pub text: String,
    /// The value that the file holds.
    pub root: Node,
    /// Files whose texts were joined to the first one's: where in the text each begins, and its name.
    pub(super) joined: Vec<(usize, String)>,
}

/// An entry that took the place of one of the same name when a file was joined to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    /// The name.
    pub name: String,
    /// Where the one that counts stands.
    pub at: Span,
}

impl Document {
    /// Reads RON. A byte order mark, comments and `#![enable(..)]` may stand before the value.
    ///
    /// # Errors
    /// The first mistake of syntax.
    pub fn parse(file: &str, text: &str) -> Result<Document, Problem> {
        match parser::parse(text) {
            Ok(root) => Ok(Document { file: file.to_owned(), text: text.to_owned(), root, joined: Vec::new() }),
            Err(e) => Err(problem(file, text, e.at, e.message, e.hint)),
        }
    }

    /// Turns a node into any type that serde can read; reports everything that is wrong in it.
    ///
    /// Beyond what serde asks: unknown and repeated fields and repeated keys of maps are always mistakes, `Some`
    /// need not be written, nor the second parentheses of a newtype.
    ///
    /// Where something is wrong there is mostly a value all the same, with stand-ins for the wrong parts, so
    /// that the caller can check the others; [`Problems::finish`] makes sure that nobody uses it.
    pub fn read<T: DeserializeOwned>(&self, node: &Node, problems: &mut Problems<'_>) -> Option<T> {
        reading::read(node, problems)
    }

    /// The same file, as if it said only this, which is a part of it.
    #[must_use]
    pub fn part_of(&self, root: Node) -> Document {
        Document { root, ..self.clone() }
    }

    /// This file with another laid over it: of lists, the other's entries take the place of those of the same name,
    /// or come after all; of structs, its fields do. Problems name whichever file they are in. Returns too which
    /// entries took the place of others that say something else. `key` is the field by which entries are called.
    #[must_use]
    pub fn join(mut self, over: Document, key: &str) -> (Document, Vec<Replaced>) {
        let base = self.text.len() + 1;
        let Document { file, text, mut root, .. } = over;
        root.each_place(&mut |at| *at = Span { start: at.start + base, end: at.end + base });
        self.text = format!("{}\n{text}", self.text);
        self.joined.push((base, file));
        let mut replaced = Vec::new();
        let mut replace = |old: &mut Node, new: Node, name: &str, at: Span, text: &str| {
            if text[old.at.start..old.at.end] != text[new.at.start..new.at.end] {
                replaced.push(Replaced { name: name.to_owned(), at });
            }
            *old = new;
        };
        match (&mut self.root.value, root.value) {
            (Value::List(old), Value::List(new)) => {
                let mut names: Vec<Option<String>> = old.iter().map(|node| node.called(key)).collect();
                for node in new {
                    let name = node.called(key);
                    match names.iter().position(|n| name.is_some() && *n == name) {
                        Some(place) => {
                            let (name, at) = (names[place].take().unwrap_or_default(), node.at);
                            replace(&mut old[place], node, &name, at, &self.text);
                        }
                        None => old.push(node),
                    }
                }
            }
            (Value::Struct(_, old), Value::Struct(_, new)) => {
                // Of fields that the other has twice the second is a mistake as ever.
                let mut left: Vec<bool> = vec![true; old.len()];
                for field in new {
                    match old.iter().zip(&left).position(|(f, left)| *left && f.name == field.name) {
                        Some(place) => {
                            left[place] = false;
                            replace(&mut old[place].value, field.value, &field.name, field.at, &self.text);
                            old[place].at = field.at;
                        }
                        None => {
                            left.push(false);
                            old.push(field);
                        }
                    }
                }
            }
            (old, new) => *old = new,
        }
        self.root.at = root.at;
        (self, replaced)
    }

    /// The file that a byte of the text is of, its own text, and the byte's place in that.
    fn part(&self, offset: usize) -> (&str, &str, usize) {
        let starts = std::iter::once((0, &self.file)).chain(self.joined.iter().map(|(start, file)| (*start, file)));
        let ends = self.joined.iter().map(|(start, _)| start - 1).chain([self.text.len()]);
        let (start, end, file) = starts
            .zip(ends)
            .map(|((start, file), end)| (start, end, file))
            .filter(|(start, ..)| *start <= offset)
            .last()
            .unwrap_or((0, self.text.len(), &self.file));
        (file, &self.text[start..end], offset - start)
    }

    /// Line and column of a byte of the text, both from 1, the column in characters.
    #[must_use]
    pub fn line_column(&self, offset: usize) -> (u32, u32) {
        let (_, text, offset) = self.part(offset);
        line_column(text, offset)
    }

    /// A problem at a byte of the text.
    #[must_use]
    pub fn problem(&self, offset: usize, message: impl Into<String>, hint: impl Into<String>) -> Problem {
        let (file, text, offset) = self.part(offset);
        problem(file, text, offset, message, hint)
    }

    /// The characters of the text (`"..."`) at a span, each with its place in the file, for what is drawn in text.
    #[must_use]
    pub fn characters(&self, at: Span) -> Vec<(Span, char)> {
        parser::characters(&self.text, at.start)
    }
}

/// Opens a file that people write.
///
/// # Errors
/// It cannot be read, is no file, is larger than 8 MiB, or is not UTF-8.
pub fn open(file: &str) -> Result<String, Problem> {
    let bytes = read(file, MAX_BYTES)?;
    utf8(file, &bytes).map(str::to_owned)
}

/// The bytes of a file as text.
///
/// # Errors
/// They are not UTF-8; the problem stands at the first wrong byte.
pub fn utf8<'b>(file: &str, bytes: &'b [u8]) -> Result<&'b str, Problem> {
    std::str::from_utf8(bytes).map_err(|e| {
        let good = String::from_utf8_lossy(&bytes[..e.valid_up_to()]);
        let byte = bytes[e.valid_up_to()];
        problem(
            file,
            &good,
            good.len(),
            format!("byte 0x{byte:02X} is not UTF-8"),
            "save the file in the encoding UTF-8",
        )
    })
}

fn problem(file: &str, text: &str, offset: usize, message: impl Into<String>, hint: impl Into<String>) -> Problem {
    let (line, column) = line_column(text, offset);
    Problem { file: file.to_owned(), line, column, message: message.into(), hint: hint.into() }
}

pub(super) fn line_column(text: &str, offset: usize) -> (u32, u32) {
    let before = &text.as_bytes()[..offset.min(text.len())];
    let line_start = before.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    let line = before.iter().filter(|b| **b == b'\n').count() + 1;
    // Bytes that begin a character, the byte order mark left out: it has no width.
    let mark = if line == 1 && text.starts_with(parser::BYTE_ORDER_MARK) && offset > 0 { 1 } else { 0 };
    let column = before[line_start..].iter().filter(|b| **b & 0xC0 != 0x80).count() + 1 - mark;
    (line as u32, column as u32)
}
