//! The codex: what each rule says, in a sentence or two.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::source::{Document, Placed, Problem, Problems, did_you_mean};

use super::replaces;

/// What one rule says.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its id, such as `HEX-HIT-01`.
    pub id: String,
    /// Its name.
    pub title: String,
    /// What it says.
    pub text: String,
    /// Where it comes from.
    pub source: String,
}

/// All entries by id.
#[derive(Clone, Debug, Default)]
pub struct Codex(BTreeMap<String, Entry>);

impl Codex {
    /// Adds the entries of a file. `own` are the ids that files of the same place had before it, to which its own come:
    /// an entry for one of these is a second one, any other takes the place of what there was. Returns what to note.
    ///
    /// # Errors
    /// Everything that is wrong in it; nothing of it is added then.
    pub fn add(&mut self, document: &Document, own: &mut BTreeSet<String>) -> Result<Vec<Problem>, Vec<Problem>> {
        let mut problems = Problems::new(document);
        let entries: Option<Vec<Placed<Entry>>> = document.read(&document.root, &mut problems);
        for entry in entries.iter().flatten() {
            if !own.insert(entry.id.clone()) {
                problems.add(entry.at, format!("a second entry for {}", entry.id), "leave one of them");
            }
        }
        let mut notes = Vec::new();
        for entry in problems.finish(entries)? {
            match self.0.insert(entry.id.clone(), entry.value.clone()) {
                Some(old) if old != entry.value => notes.push(replaces(document, entry.at, &entry.id)),
                _ => {}
            }
        }
        Ok(notes)
    }

    /// The entry of a rule id.
    #[must_use]
    pub fn get(&self, id: &str) -> Option<&Entry> {
        self.0.get(id)
    }

    /// All entries in order of their ids.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.0.values()
    }

    /// The id most like one that there is not.
    #[must_use]
    pub fn nearest(&self, id: &str) -> Option<&str> {
        let names: Vec<&str> = self.0.keys().map(String::as_str).collect();
        did_you_mean(id, &names)
    }
}
