//! RON to a tree of nodes. A mistake of syntax ends it: whatever follows would be guesswork.

use super::document::line_column;
use super::problem::{quoted, suggestion};
use super::{Field, Node, Span, Value, is_harmful};

/// How deep values may lie in one another; keeps `((((...` from overflowing the stack.
const MAX_DEPTH: usize = 64;

/// What some editors put before the text.
pub(super) const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// RON's extensions that concern reading. They may be enabled but need not be: what they allow is always allowed.
const EXTENSIONS: [&str; 4] = ["implicit_some", "unwrap_newtypes", "unwrap_variant_newtypes", "explicit_struct_names"];

/// A mistake of syntax.
pub(super) struct SyntaxError {
    pub(super) at: usize,
    pub(super) message: String,
    pub(super) hint: String,
}

type Parsed<T> = Result<T, SyntaxError>;

/// The value that a text holds.
pub(super) fn parse(text: &str) -> Parsed<Node> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    parser.eat(BYTE_ORDER_MARK);
    parser.blanks()?;
    if parser.peek().is_none() {
        return parser.fail("this file holds nothing", "");
    }
    parser.attributes()?;
    let root = parser.value()?;
    parser.blanks()?;
    match parser.peek() {
        None => Ok(root),
        Some(c) => parser.fail(format!("the file should end here, found {}", quoted(&c.to_string())), ""),
    }
}

/// The characters of the text literal that begins at a byte; none if there is no such literal.
pub(super) fn characters(text: &str, at: usize) -> Vec<(Span, char)> {
    let mut parser = Parser { text, at, depth: 0 };
    let mut found = Vec::new();
    if !parser.begins_text() || parser.text_literal(&mut |at, c| found.push((at, c))).is_err() {
        found.clear();
    }
    found
}

struct Parser<'t> {
    text: &'t str,
    at: usize,
    depth: usize,
}

impl<'t> Parser<'t> {
    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        if found {
            self.at += c.len_utf8();
        }
        found
    }

    /// Takes characters as long as they are of a kind.
    fn take(&mut self, kind: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let word = &rest[..rest.find(|c| !kind(c)).unwrap_or(rest.len())];
        self.at += word.len();
        word
    }

    fn since(&self, start: usize) -> Span {
        Span { start, end: self.at }
    }

    fn fail<T>(&self, message: impl Into<String>, hint: impl Into<String>) -> Parsed<T> {
        self.fail_at(self.at, message, hint)
    }

    fn fail_at<T>(&self, at: usize, message: impl Into<String>, hint: impl Into<String>) -> Parsed<T> {
        Err(SyntaxError { at, message: message.into(), hint: hint.into() })
    }

    /// Skips white space and comments.
    fn blanks(&mut self) -> Parsed<()> {
        loop {
            self.take(char::is_whitespace);
            if self.rest().starts_with("//") {
                self.take(|c| c != '\n');
            } else if self.rest().starts_with("/*") {
                self.block_comment()?;
            } else {
                return Ok(());
            }
        }
    }

    /// Block comments may hold block comments.
    fn block_comment(&mut self) -> Parsed<()> {
        let start = self.at;
        let mut open = 0_usize;
        loop {
            if self.rest().starts_with("/*") {
                open += 1;
                self.at += 2;
            } else if self.rest().starts_with("*/") {
                open -= 1;
                self.at += 2;
            } else if self.next().is_none() {
                return self.fail_at(start, "this comment is never closed", "close it with `*/`");
            }
            if open == 0 {
                return Ok(());
            }
        }
    }

    /// `#![enable(implicit_some, ..)]`, any number of them.
    fn attributes(&mut self) -> Parsed<()> {
        while self.peek() == Some('#') {
            for token in ["#", "!", "[", "enable", "("] {
                self.attribute_token(token)?;
            }
            loop {
                let start = self.at;
                let name = self.take(is_name);
                if !EXTENSIONS.contains(&name) {
                    let message = format!("RON has no extension {} that matters here", quoted(name));
                    return self.fail_at(start, message, suggestion(name, &EXTENSIONS));
                }
                self.blanks()?;
                let more = self.eat(',');
                self.blanks()?;
                if !more || self.peek() == Some(')') {
                    break;
                }
            }
            for token in [")", "]"] {
                self.attribute_token(token)?;
            }
        }
        Ok(())
    }

    fn attribute_token(&mut self, token: &str) -> Parsed<()> {
        if !self.rest().starts_with(token) {
            return self
                .fail(format!("expected `{token}` of an attribute"), "attributes look so: #![enable(implicit_some)]");
        }
        self.at += token.len();
        self.blanks()
    }

    fn value(&mut self) -> Parsed<Node> {
        if self.depth == MAX_DEPTH {
            return self.fail(format!("values lie more than {MAX_DEPTH} deep in one another"), "");
        }
        self.depth += 1;
        let start = self.at;
        let value = match self.peek() {
            None => return self.fail("the file ends where a value should be", ""),
            Some('(') => self.parentheses(None)?,
            Some('[') => Value::List(self.sequence(']', Self::value)?),
            Some('{') => Value::Map(self.sequence('}', Self::entry)?),
            Some('\'') => Value::Char(self.char_literal()?),
            _ if self.begins_text() => self.string()?,
            Some(c) if c.is_ascii_digit() || "+-.".contains(c) => self.number()?,
            Some(c) if is_name_start(c) => self.named()?,
            Some(c) => return self.fail(format!("expected a value, found {}", quoted(&c.to_string())), ""),
        };
        self.depth -= 1;
        Ok(Node { at: self.since(start), value })
    }

    fn name(&mut self) -> &'t str {
        if self.rest().starts_with("r#") {
            self.at += 2;
            return self.take(|c| is_name(c) || ".+-".contains(c));
        }
        self.take(is_name)
    }

    fn named(&mut self) -> Parsed<Value> {
        let name = match self.name() {
            "true" => return Ok(Value::Bool(true)),
            "false" => return Ok(Value::Bool(false)),
            "inf" => return Ok(Value::Float(f64::INFINITY)),
            "NaN" => return Ok(Value::Float(f64::NAN)),
            name => name.to_owned(),
        };
        let end = self.at;
        self.blanks()?;
        if self.peek() == Some('(') {
            return self.parentheses(Some(name));
        }
        self.at = end;
        Ok(Value::Name(name))
    }

    /// `(..)`: a struct if it begins with `name:`, otherwise a tuple.
    fn parentheses(&mut self, name: Option<String>) -> Parsed<Value> {
        if self.is_struct()? {
            Ok(Value::Struct(name, self.sequence(')', Self::field)?))
        } else {
            Ok(Value::Tuple(name, self.sequence(')', Self::value)?))
        }
    }

    fn is_struct(&mut self) -> Parsed<bool> {
        let start = self.at;
        self.next();
        self.blanks()?;
        let named = !self.name().is_empty();
        self.blanks()?;
        let found = named && self.peek() == Some(':');
        self.at = start;
        Ok(found)
    }

    /// What stands between two brackets, separated by commas; the last may be followed by one.
    fn sequence<T>(&mut self, close: char, each: fn(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let start = self.at;
        let open = self.next().unwrap_or(close);
        let mut items = Vec::new();
        let mut separated = true;
        loop {
            self.blanks()?;
            match self.peek() {
                None => {
                    return self.fail_at(
                        start,
                        format!("this `{open}` is never closed"),
                        format!("close it with `{close}`"),
                    );
                }
                Some(c) if c == close => {
                    self.next();
                    return Ok(items);
                }
                Some(c) if !separated || ")]}".contains(c) => {
                    let (line, _) = line_column(self.text, start);
                    return self.fail(
                        format!("expected `,` or `{close}`, found {}", quoted(&c.to_string())),
                        format!("a `{open}` is open since line {line}"),
                    );
                }
                Some(_) => items.push(each(self)?),
            }
            self.blanks()?;
            separated = self.eat(',');
        }
    }

    fn field(&mut self) -> Parsed<Field> {
        let start = self.at;
        let name = self.name().to_owned();
        let at = self.since(start);
        if name.is_empty() {
            return self.fail("expected the name of a field", "fields look so: name: value");
        }
        self.colon()?;
        Ok(Field { at, name, value: self.value()? })
    }

    fn entry(&mut self) -> Parsed<(Node, Node)> {
        let key = self.value()?;
        self.colon()?;
        Ok((key, self.value()?))
    }

    fn colon(&mut self) -> Parsed<()> {
        self.blanks()?;
        if !self.eat(':') {
            return self.fail("expected `:` and a value", "");
        }
        self.blanks()
    }

    fn number(&mut self) -> Parsed<Value> {
        let start = self.at;
        let word = self.take(|c| is_name(c) || "+-.".contains(c));
        match number(word) {
            Some(value) => Ok(value),
            None => self.fail_at(start, format!("{} is not a number", quoted(word)), ""),
        }
    }

    fn begins_text(&self) -> bool {
        let rest = self.rest();
        rest.strip_prefix('r').map_or(rest, |raw| raw.trim_start_matches('#')).starts_with('"')
    }

    fn string(&mut self) -> Parsed<Value> {
        let (mut text, mut harmful) = (String::new(), None);
        self.text_literal(&mut |at, c| {
            text.push(c);
            harmful = harmful.or(is_harmful(c).then_some((at, c)));
        })?;
        match harmful {
            Some((at, c)) => {
                let message = format!("a text holds U+{:04X}, which a terminal would obey", u32::from(c));
                self.fail_at(at.start, message, "take it out; texts have letters, line ends and tabs")
            }
            None => Ok(Value::Text(text)),
        }
    }

    /// `"text"` or `r#"text"#`, given away one character at a time, each with its place.
    fn text_literal(&mut self, each: &mut dyn FnMut(Span, char)) -> Parsed<()> {
        let start = self.at;
        let raw = self.eat('r');
        let hashes = self.take(|c| c == '#');
        self.next();
        loop {
            let at = self.at;
            match self.next() {
                None => return self.fail_at(start, "this text is never closed", format!("close it with `\"{hashes}`")),
                Some('"') if self.rest().starts_with(hashes) => {
                    self.at += hashes.len();
                    return Ok(());
                }
                // Line ends are the same on every machine, as hashes of content must be.
                Some('\r') if self.peek() == Some('\n') => {}
                Some('\\') if !raw => {
                    let c = self.escape(at)?;
                    each(self.since(at), c);
                }
                Some(c) => each(self.since(at), c),
            }
        }
    }

    fn char_literal(&mut self) -> Parsed<char> {
        let start = self.at;
        self.next();
        let at = self.at;
        let c = match self.next() {
            Some('\\') => self.escape(at)?,
            Some(c) => c,
            None => return self.fail_at(start, "this character is never closed", "close it with `'`"),
        };
        if !self.eat('\'') {
            return self.fail_at(
                start,
                "expected one character between `'` and `'`",
                "texts stand between `\"` and `\"`",
            );
        }
        Ok(c)
    }

    /// The character that an escape stands for, its backslash being read.
    fn escape(&mut self, start: usize) -> Parsed<char> {
        let c = match self.next() {
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('0') => Some('\0'),
            Some(c @ ('\\' | '"' | '\'')) => Some(c),
            Some('x') => self.rest().get(..2).and_then(|digits| {
                self.at += 2;
                hexadecimal(digits)
            }),
            Some('u') if self.eat('{') => {
                let digits = self.take(|c| c.is_ascii_hexdigit());
                if self.eat('}') { hexadecimal(digits) } else { None }
            }
            _ => None,
        };
        match c {
            Some(c) => Ok(c),
            None => self.fail_at(start, "this escape is unknown", "write `\\\\` for a backslash"),
        }
    }
}

pub(super) fn is_name_start(c: char) -> bool {
    c == '_' || c.is_alphabetic()
}

pub(super) fn is_name(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}

fn hexadecimal(digits: &str) -> Option<char> {
    let all = digits.bytes().all(|b| b.is_ascii_hexdigit());
    u32::from_str_radix(digits, 16).ok().filter(|_| all).and_then(char::from_u32)
}

/// A number as RON writes it: decimal, `0x`, `0b`, `0o`, with `_` between digits.
fn number(word: &str) -> Option<Value> {
    let (sign, digits) = match word.as_bytes().first()? {
        b'-' => (-1, &word[1..]),
        b'+' => (1, &word[1..]),
        _ => (1, word),
    };
    let (radix, digits) = match digits.get(..2) {
        Some("0x") => (16, &digits[2..]),
        Some("0b") => (2, &digits[2..]),
        Some("0o") => (8, &digits[2..]),
        _ => (10, digits),
    };
    let plain: String = digits.chars().filter(|c| *c != '_').collect();
    // What Rust reads as a number beyond RON's: another sign, and words.
    if digits.starts_with(['_', '+', '-']) {
        return None;
    }
    if let Ok(whole) = i128::from_str_radix(&plain, radix) {
        return Some(Value::Whole(sign * whole));
    }
    let float = match plain.as_str() {
        "inf" => f64::INFINITY,
        "NaN" => f64::NAN,
        _ if radix == 10 && plain.contains(|c: char| c.is_ascii_digit()) => plain.parse().ok()?,
        _ => return None,
    };
    Some(Value::Float(sign as f64 * float))
}
