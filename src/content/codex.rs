//! The codex: what each rule says, in a sentence or two.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;

use crate::source::{Document, Problem, Problems, Spanned, did_you_mean};

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
    /// number of a ruleset in braces, `{hexwar.hit_base}`, `{-hexwar.partly_mod}` for its negative, or `{+hexwar.aim}` to
    /// have it with its sign, `number` says what stands there. Returns what to note.
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
        let mut entries: Option<Vec<Spanned<Entry>>> = document.read(&document.root, &mut problems);
        for entry in entries.iter_mut().flatten() {
            match filled(&entry.text, number) {
                Ok(text) => entry.value.text = text,
                Err(path) => {
                    let hint = "write {RULESET.FIELD} with a field of that ruleset's rules.ron, or {ID.FIELD} with one of a sheet's entry";
                    problems.add(entry.at, format!("the text of {} names no number: {{{path}}}", entry.id), hint);
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
        let words = match (path.strip_prefix('-'), path.strip_prefix('+')) {
            (Some(path), _) => number(path).map(|n| n.strip_prefix('-').map_or_else(|| format!("-{n}"), str::to_owned)),
            (_, Some(path)) => number(path).map(|n| if n.starts_with('-') { n } else { format!("+{n}") }),
            _ => number(path),
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
    use std::collections::{BTreeMap, BTreeSet};

    use super::{Codex, Entry};
    use crate::content::{Library, located, number};
    use crate::source::{Document, reworded};

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

    /// The raw texts of the codex, and what each names in braces, signs left out.
    fn named() -> Vec<(Document, Vec<(String, String)>)> {
        let own = Library::own();
        let files = own.paths().into_iter().filter(|path| path.starts_with("assets/codex/"));
        let read = |path: &str| {
            let document = own.document(path).unwrap().unwrap();
            let mut problems = crate::source::Problems::new(&document);
            let entries: Vec<Entry> = document.read(&document.root, &mut problems).unwrap();
            let paths = entries.iter().flat_map(|entry| {
                let pieces = entry.text.split('{').skip(1).filter_map(|piece| Some(piece.split_once('}')?.0));
                pieces.map(|path| (entry.id.clone(), path.trim_start_matches(['+', '-']).to_owned()))
            });
            let paths = paths.collect();
            (document, paths)
        };
        files.map(read).collect()
    }

    /// Whoever changes any number that the codex names sees it in the entry.
    #[test]
    fn every_number_named_is_that_of_the_data() {
        let own = Library::own();
        let sheets = |ruleset: &'static str| (ruleset, own.sheets(ruleset).to_vec());
        let sheets: BTreeMap<&'static str, Vec<Document>> = crate::rules::NAMES.into_iter().map(sheets).collect();
        let mut seen = 0;
        for (codex, named) in named() {
            for (id, path) in named {
                let (sheet, at) = located(&sheets, &path).unwrap_or_else(|| panic!("{id} names {path}"));
                let text = reworded(&sheet.text, [(at, "77".to_owned())]);
                let changed = Document::parse(&sheet.file, &text).unwrap();
                let mut sheets = sheets.clone();
                let place = sheets.values_mut().flatten().find(|d| d.file == changed.file).unwrap();
                *place = changed;
                let mut all = Codex::default();
                all.add(&codex, &mut BTreeSet::new(), &|path| number(&sheets, path)).unwrap();
                let told = &all.get(&id).unwrap().text;
                assert!(told.contains("77"), "{id}, {path}: {told}");
                seen += 1;
            }
        }
        assert!(seen > 200, "only {seen}");
    }

    /// A rule that a comment in the rules' numbers names takes its numbers from there: what stands under the comment is not
    /// written in its entry a second time.
    #[test]
    fn what_is_in_the_rules_is_not_written_again() {
        let own = Library::own();
        let named: BTreeSet<String> = named().into_iter().flat_map(|(_, named)| named).map(|(id, _)| id).collect();
        for ruleset in crate::rules::NAMES {
            let rules = &own.sheets(ruleset)[0];
            for comment in rules.text.lines().filter_map(|line| Some(line.split_once("//")?.1)) {
                let words = comment.split(|c: char| !c.is_ascii_uppercase() && !c.is_ascii_digit() && c != '-');
                for id in words.filter(|word| own.codex().get(word).is_some()) {
                    let plain = own.codex().get(id).unwrap().text.contains(|c: char| c.is_ascii_digit());
                    assert!(!plain || named.contains(id), "{id} says a number of its own");
                }
            }
        }
    }

    /// An unknown name in braces is told with its entry, and a sign is one.
    #[test]
    fn names_that_nothing_has_are_told() {
        let text = |text: &str| format!("[(id: \"X-01\", title: \"X\", text: \"{text}\", source: \"house\")]");
        let read = |words: &str| {
            let document = Document::parse("x.ron", &text(words)).unwrap();
            let mut codex = Codex::default();
            let own = Library::own();
            let added = codex.add(&document, &mut BTreeSet::new(), &|path| own.number(path));
            added.map(|_| codex.get("X-01").unwrap().text.clone()).map_err(|wrong| wrong[0].to_string())
        };
        assert_eq!(
            read("{+hexwar.aim} {+hexwar.on_edge} {-hexwar.on_edge} {hexwar.on_edge}"),
            Ok("+2 -1 1 -1".to_owned())
        );
        assert_eq!(read("{+hexwar.terrain.Forest.to_be_hit} {ITEN-PSY-19.radius}"), Ok("-1 6".to_owned()));
        for wrong in
            ["hexwar.hit_bas", "hexwar.terrain.Wood.to_be_hit", "ITEN-PSY-99.radius", "iten.muster.grit.9", "iten"]
        {
            let told = read(&format!("{{{wrong}}}")).unwrap_err();
            assert!(told.contains("x.ron:1:") && told.contains(&format!("names no number: {{{wrong}}}")), "{told}");
        }
    }
}
