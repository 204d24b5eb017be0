//! The codex: what each rule says, in a sentence or two.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::source::{Document, Placed, Problem, Problems, did_you_mean};

use super::Files;

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
    /// Reads the files under `assets/codex/`.
    ///
    /// # Errors
    /// Everything that is wrong in them.
    pub fn read(files: &Files) -> Result<Codex, Vec<Problem>> {
        let mut all = Vec::new();
        let mut codex = Codex::default();
        for (path, text) in files.iter().filter(|(p, _)| p.starts_with("assets/codex/")) {
            let document = match Document::parse(path, text) {
                Ok(document) => document,
                Err(problem) => {
                    all.push(problem);
                    continue;
                }
            };
            match codex.add(&document) {
                Ok(()) => {}
                Err(mut wrong) => all.append(&mut wrong),
            }
        }
        if all.is_empty() { Ok(codex) } else { Err(all) }
    }

    /// Adds the entries of one file.
    ///
    /// # Errors
    /// Everything that is wrong in it.
    pub fn add(&mut self, document: &Document) -> Result<(), Vec<Problem>> {
        let mut problems = Problems::new(document);
        let entries: Option<Vec<Placed<Entry>>> = document.read(&document.root, &mut problems);
        for entry in entries.iter().flatten() {
            if self.0.insert(entry.id.clone(), entry.value.clone()).is_some() {
                problems.add(entry.at, format!("a second entry for {}", entry.id), "leave one of them");
            }
        }
        problems.finish(entries).map(|_| ())
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
