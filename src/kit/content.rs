//! Content: sheets in files, each with a name by which others call it.

use serde::de::DeserializeOwned;

use crate::source::checks::{range, twice};
use crate::source::{Document, Node, Problem, Problems, Span};

/// What goes by a name.
pub trait Named {
    /// Its own name.
    fn name(&self) -> &str;
    /// What else it may be called.
    fn also(&self) -> &[String] {
        &[]
    }
}

/// Sheets that are called by their field `name`; those after `also` by the names in that field too.
macro_rules! named {
    ($($sheet:ty),* $(; also $($by_more:ty),*)?) => {
        $(impl $crate::kit::content::Named for $sheet {
            fn name(&self) -> &str {
                &self.name
            }
        })*
        $($(impl $crate::kit::content::Named for $by_more {
            fn name(&self) -> &str {
                &self.name
            }
            fn also(&self) -> &[String] {
                &self.also
            }
        })*)?
    };
}
pub(crate) use named;

/// The place of what goes by a name.
pub fn find<T: Named>(sheets: &[T], name: &str) -> Option<usize> {
    sheets.iter().position(|s| s.name() == name || s.also().iter().any(|a| a == name))
}

/// The names of all.
pub fn names<T: Named>(sheets: &[T]) -> Vec<&str> {
    sheets.iter().map(Named::name).collect()
}

/// The place of what a file calls by a name; `what` it should be, for whoever mistyped it.
pub fn named_at<T: Named>(
    sheets: &[T],
    at: Span,
    what: &'static str,
    name: &str,
    problems: &mut Problems<'_>,
) -> Option<usize> {
    let found = find(sheets, name);
    if found.is_none() {
        problems.unknown(at, what, name, &names(sheets));
    }
    found
}

/// Reads a list of sheets and checks each; nothing where the file makes no sense at all. What is wrong is added to `all`.
pub fn sheets<T: DeserializeOwned>(
    document: &Document,
    all: &mut Vec<Problem>,
    mut check: impl FnMut(&T, &Node, &mut Problems<'_>),
) -> Vec<T> {
    let mut problems = Problems::new(document);
    let sheets: Option<Vec<T>> = document.read(&document.root, &mut problems);
    for (sheet, node) in sheets.iter().flatten().zip(document.root.items()) {
        check(sheet, node, &mut problems);
    }
    twice(document, &mut problems);
    let count = document.root.items().len() as i64;
    range(&mut problems, &document.root, "the number of entries", count, 1, 255);
    all.extend(problems.finish(Some(())).err().into_iter().flatten());
    sheets.unwrap_or_default()
}

/// Reports each of some numbers that is outside its range, at its field: name, value, least and greatest.
pub fn ranges<'f, N: Into<i64>>(
    problems: &mut Problems<'_>,
    node: &Node,
    numbers: impl IntoIterator<Item = (&'f str, N, i64, i64)>,
) {
    for (field, value, least, most) in numbers {
        range(problems, node, field, value, least, most);
    }
}
