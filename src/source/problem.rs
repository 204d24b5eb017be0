//! What is wrong with a file, where, and how to mend it.

use std::collections::BTreeSet;
use std::fmt;

use super::{Document, Span, harmless};

/// One mistake in a file, with the place and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file as the user named it.
    pub file: String,
    /// Line, from 1; 0 where the whole file is meant.
    pub line: u32,
    /// Column in characters, from 1; 0 where the whole line or file is meant.
    pub column: u32,
    /// What is wrong.
    pub message: String,
    /// What to do about it; empty where the message says it.
    pub hint: String,
}

impl Problem {
    /// What is wrong with a file as a whole, or with a name that should be one's.
    #[must_use]
    pub fn whole(file: &str, message: impl Into<String>, hint: impl Into<String>) -> Problem {
        Problem { file: file.to_owned(), line: 0, column: 0, message: message.into(), hint: hint.into() }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&harmless(&self.file))?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column.max(1))?;
        }
        write!(f, ": {}", harmless(&self.message))?;
        if !self.hint.is_empty() {
            write!(f, " ({})", harmless(&self.hint))?;
        }
        Ok(())
    }
}

impl std::error::Error for Problem {}

/// Problems, one a line.
#[must_use]
pub fn lines(problems: &[Problem]) -> String {
    problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// So that `?` works where all problems of a file are collected.
impl From<Problem> for Vec<Problem> {
    fn from(problem: Problem) -> Self {
        vec![problem]
    }
}

/// Most problems told of one document: who makes more has the wrong file, and each costs a reading.
const MAX_PROBLEMS: usize = 100;

/// Collects the problems of one document, the first hundred of them.
#[derive(Debug)]
pub struct Problems<'d> {
    document: &'d Document,
    list: Vec<Problem>,
    /// Where values could not be read and stand-ins were put; of a missing field, the opening of its struct.
    pub(super) wrong: BTreeSet<Span>,
    /// Those of them whose types refuse a stand-in, so that what holds them must do without.
    pub(super) refused: BTreeSet<Span>,
    /// The structs that miss fields, and these.
    pub(super) missing: Vec<(Span, &'static str)>,
}

impl<'d> Problems<'d> {
    /// None so far.
    #[must_use]
    pub fn new(document: &'d Document) -> Self {
        Problems { document, list: Vec::new(), wrong: BTreeSet::new(), refused: BTreeSet::new(), missing: Vec::new() }
    }

    /// The document that they are about.
    #[must_use]
    pub fn document(&self) -> &'d Document {
        self.document
    }

    /// Reports a mistake, unless it lies within a value that could not be read: nobody wants to hear of a stand-in.
    pub fn add(&mut self, at: Span, message: impl Into<String>, hint: impl Into<String>) {
        if !self.wrong.iter().any(|w| w.contains(at)) {
            self.tell(at, message, hint);
        }
    }

    pub(super) fn tell(&mut self, at: Span, message: impl Into<String>, hint: impl Into<String>) {
        if !self.is_full() {
            self.list.push(self.document.problem(at.start, message, hint));
        }
    }

    pub(super) fn is_full(&self) -> bool {
        self.list.len() >= MAX_PROBLEMS
    }

    /// Reports a name that means nothing, and the most similar of the names that would.
    pub fn unknown(&mut self, at: Span, what: &str, found: &str, names: &[impl AsRef<str>]) {
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        self.add(at, format!("no {what} is called {}", quoted(found)), suggestion(found, &names));
    }

    /// Whether anything within this span could not be read, so that conclusions from it are worth nothing.
    #[must_use]
    pub fn spoilt(&self, at: Span) -> bool {
        self.wrong.iter().any(|w| w.overlaps(at))
    }

    /// How many mistakes were reported.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether no mistake was reported.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The value if the file is without fault.
    ///
    /// # Errors
    /// All problems, in the order of the file.
    pub fn finish<T>(mut self, value: Option<T>) -> Result<T, Vec<Problem>> {
        self.list.sort_by_key(|p| (p.line, p.column));
        match value {
            Some(value) if self.list.is_empty() => Ok(value),
            _ => Err(self.list),
        }
    }
}

/// The name most like the one found, if one is like it at all; upper and lower case count as the same.
#[must_use]
pub fn did_you_mean<'n>(found: &str, names: &[&'n str]) -> Option<&'n str> {
    let found = found.to_lowercase();
    // Longer than any name of ours, and comparing costs the product of both lengths.
    if found.len() > 64 {
        return None;
    }
    names
        .iter()
        .map(|name| (strsim::damerau_levenshtein(&found, &name.to_lowercase()), *name))
        .filter(|(distance, name)| *distance <= found.chars().count().max(name.chars().count()) / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

/// The cure for a name that means nothing where all that there are should be told: the name most like it, and the list.
#[must_use]
pub fn there_are(found: &str, names: &[impl AsRef<str>]) -> String {
    let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
    let meant = did_you_mean(found, &names).map_or(String::new(), |name| format!("did you mean {name}? "));
    format!("{meant}there are {}", if names.is_empty() { "none".to_owned() } else { names.join(", ") })
}

/// The cure for a name that means nothing.
pub(super) fn suggestion(found: &str, names: &[&str]) -> String {
    const SHOWN: usize = 16;
    match did_you_mean(found, names) {
        Some(name) => format!("did you mean `{name}`?"),
        None if names.is_empty() => String::new(),
        None if names.len() > SHOWN => format!("one of {} and {} more", names[..SHOWN].join(", "), names.len() - SHOWN),
        None => format!("one of {}", names.join(", ")),
    }
}

/// A word from a file, fit to be printed: nothing that a terminal would obey, and not too long.
pub(super) fn quoted(word: &str) -> String {
    const SHOWN: usize = 40;
    let shown: String = word.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    let rest = if word.chars().nth(SHOWN).is_some() { "..." } else { "" };
    format!("`{shown}{rest}`")
}
