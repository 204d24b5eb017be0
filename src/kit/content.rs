//! Content: sheets in files, each with a name by which others call it.

use std::ops::RangeInclusive;

use serde::de::DeserializeOwned;

use crate::board::Terrain;
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

/// Reads a file that holds one value, and checks it. What is wrong is added to `all`.
pub fn single<T: DeserializeOwned>(
    document: &Document,
    all: &mut Vec<Problem>,
    check: impl FnOnce(&T, &Node, &mut Problems<'_>),
) -> Option<T> {
    let mut problems = Problems::new(document);
    let value: Option<T> = document.read(&document.root, &mut problems);
    if let Some(value) = &value {
        check(value, &document.root, &mut problems);
    }
    all.extend(problems.finish(Some(())).err().into_iter().flatten());
    value
}

/// A field of numbers: one, several in a tuple or an array, or none.
pub trait Numeric {
    /// Calls `tell` with each of them.
    fn each(&self, tell: &mut dyn FnMut(i64));
}

macro_rules! whole {
    ($($number:ty),*) => {
        $(impl Numeric for $number {
            fn each(&self, tell: &mut dyn FnMut(i64)) {
                tell(i64::from(*self));
            }
        })*
    };
}
whole!(u8, u16, i8, i16, i32, i64);

impl<A: Numeric, B: Numeric> Numeric for (A, B) {
    fn each(&self, tell: &mut dyn FnMut(i64)) {
        self.0.each(tell);
        self.1.each(tell);
    }
}

impl<A: Numeric, B: Numeric, C: Numeric> Numeric for (A, B, C) {
    fn each(&self, tell: &mut dyn FnMut(i64)) {
        self.0.each(tell);
        self.1.each(tell);
        self.2.each(tell);
    }
}

impl<T: Numeric, const N: usize> Numeric for [T; N] {
    fn each(&self, tell: &mut dyn FnMut(i64)) {
        self.iter().for_each(|number| number.each(tell));
    }
}

impl<T: Numeric> Numeric for Option<T> {
    fn each(&self, tell: &mut dyn FnMut(i64)) {
        self.iter().for_each(|number| number.each(tell));
    }
}

/// Reports each of a field's numbers that is outside its range, at the field.
pub fn within(
    problems: &mut Problems<'_>,
    node: &Node,
    field: &str,
    numbers: &impl Numeric,
    bounds: RangeInclusive<i64>,
) {
    numbers.each(&mut |number| range(problems, node, field, number, *bounds.start(), *bounds.end()));
}

/// Checks fields against a table of ranges, a row for each range: `ranges!(problems, node, sheet; 1..=6 => grit, speed;)`.
/// Fields are of any type that is [`Numeric`](crate::kit::content::Numeric), and called in files as in the struct.
macro_rules! ranges {
    ($problems:expr, $node:expr, $of:expr; $($bounds:expr => $($field:ident),+;)+) => {
        $($($crate::kit::content::within($problems, $node, stringify!($field), &$of.$field, $bounds);)+)+
    };
}
pub(crate) use ranges;

/// Reports terrains that a table of rows lacks or has twice.
pub fn one_row_each(problems: &mut Problems<'_>, table: &Node, rows: impl Iterator<Item = Terrain> + Clone) {
    for terrain in Terrain::ALL {
        let count = rows.clone().filter(|row| *row == terrain).count();
        if count != 1 {
            problems.add(table.at, format!("{count} rows for {terrain:?}"), "give each terrain one");
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Deserialize)]
    struct Sheet {
        grit: u8,
        armour: (i8, i8),
        reach: Option<u16>,
    }

    /// What is wrong with a sheet.
    fn wrong(text: &str) -> Vec<String> {
        let document = Document::parse("toy.ron", text).unwrap();
        let mut all = Vec::new();
        single(&document, &mut all, |sheet: &Sheet, node, problems| {
            ranges!(problems, node, sheet; 2..=6 => grit; -1..=3 => armour, reach;);
        });
        all.into_iter().map(|p| format!("{}: {}", p.column, p.message)).collect()
    }

    #[test]
    fn every_number_of_a_field_is_held_to_its_range() {
        assert!(wrong("(grit: 2, armour: (-1, 3), reach: None)").is_empty());
        assert_eq!(
            wrong("(grit: 7, armour: (-2, 4), reach: Some(3))"),
            ["8: grit is 7", "19: armour is -2", "19: armour is 4"]
        );
        assert_eq!(wrong("(grit: 2, armour: (0, 0), reach: Some(4))"), ["34: reach is 4"]);
    }

    #[test]
    fn every_terrain_has_one_row() {
        let document = Document::parse("toy.ron", "()").unwrap();
        let mut problems = Problems::new(&document);
        one_row_each(&mut problems, &document.root, Terrain::ALL.into_iter().skip(1).chain([Terrain::ALL[1]]));
        let told: Vec<String> = problems.finish(Some(())).unwrap_err().into_iter().map(|p| p.message).collect();
        assert_eq!(told, [format!("0 rows for {:?}", Terrain::ALL[0]), format!("2 rows for {:?}", Terrain::ALL[1])]);
    }
}
