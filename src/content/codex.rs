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
    /// an entry for one of these is a second one, any other takes the place of what there was. Where a text names a
    /// number of a ruleset in braces, `{hexwar.hit_base}` or `{-hexwar.partly_mod}` for its negative, `number` says what
    /// stands there. Returns what to note.
    ///
    /// # Errors
    /// Everything that is wrong in it; nothing of it is added then.
    pub fn add(
        &mut self,
        document: &Document,
        own: &mut BTreeSet<String>,
        number: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Vec<Problem>, Vec<Problem>> {
        let mut problems = Problems::new(document);
        let mut entries: Option<Vec<Placed<Entry>>> = document.read(&document.root, &mut problems);
        for entry in entries.iter_mut().flatten() {
            match filled(&entry.text, number) {
                Ok(text) => entry.value.text = text,
                Err(path) => {
                    let cure = "write {RULESET.FIELD} with a field of that ruleset's rules.ron";
                    problems.add(entry.at, format!("the text of {} names no number: {{{path}}}", entry.id), cure);
                }
            }
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

/// A text with the numbers that it names.
///
/// # Errors
/// What it names in braces is no number.
fn filled(text: &str, number: &dyn Fn(&str) -> Option<String>) -> Result<String, String> {
    let mut told = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (path, after) = after.split_once('}').ok_or_else(|| after.to_owned())?;
        let words = match path.strip_prefix('-') {
            Some(path) => number(path).map(|n| n.strip_prefix('-').map_or_else(|| format!("-{n}"), str::to_owned)),
            None => number(path),
        };
        told.push_str(before);
        told.push_str(&words.ok_or_else(|| path.to_owned())?);
        rest = after;
    }
    told.push_str(rest);
    Ok(told)
}

#[cfg(test)]
mod tests {
    use crate::content::Library;

    /// What the codex says of a number is what the rules say: whoever changes these need not write it twice.
    #[test]
    fn the_codex_takes_its_numbers_from_the_rules() {
        let text = |library: &Library, id: &str| library.codex().get(id).unwrap().text.clone();
        let own = Library::own();
        assert!(text(own, "HEX-CONST-01").ends_with("a base of 8."));
        let rules = "(hit_base: 9, rally_on: 5, partly_mod: -4)".to_owned();
        let changed = own.with([("assets/hexwar/rules.ron".to_owned(), rules)]).unwrap();
        assert!(text(&changed, "HEX-CONST-01").ends_with("a base of 9."));
        assert!(text(&changed, "HEX-HIT-01").contains("; 9 or more hits"));
        assert!(text(&changed, "HEX-CONST-06").contains("loses 4 damage"));
        assert!(text(&changed, "HEX-AFT-04").contains("on 5 or more, or on 3 or more"));
        assert!(own.codex().entries().all(|entry| !entry.text.contains(['{', '}'])));
    }
}
