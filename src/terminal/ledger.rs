//! Which rules are shown by a test: the codex against the tests of a checkout.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::content::{Codex, Library};

use super::Stop;
use super::codex::chapter;

/// Tests that look rules up by their ids, which shows nothing of what the rules say.
const NO_WITNESS: &str = "tests/cli.rs";

/// The tests that cite each rule.
pub type Cited = BTreeMap<String, BTreeSet<String>>;

/// The root of the checkout that a folder lies in.
#[must_use]
pub fn checkout(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|f| f.join("assets/codex").is_dir() && f.join("src/lib.rs").is_file())
}

/// Which tests of a checkout cite which rules: those of `tests` folders and files, in their doc comments or bodies.
#[must_use]
pub fn scan(root: &Path) -> Cited {
    let mut cited = Cited::new();
    for folder in ["tests", "src"] {
        for path in rust_files(&root.join(folder)) {
            let Ok(relative) = path.strip_prefix(root) else { continue };
            if relative == Path::new(NO_WITNESS) {
                continue;
            }
            let in_tests = relative.components().any(|c| c.as_os_str() == "tests" || c.as_os_str() == "tests.rs");
            if let (true, Ok(text)) = (in_tests, fs::read_to_string(&path)) {
                read(&relative.to_string_lossy(), &text, &mut cited);
            }
        }
    }
    cited
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.sort();
    let deeper = |p: PathBuf| if p.is_dir() { rust_files(&p) } else { vec![p] };
    paths.into_iter().flat_map(deeper).filter(|p| p.extension().is_some_and(|e| e == "rs")).collect()
}

/// Adds what the tests of one file cite: in doc comment, name (`map_07_quarters`) or body.
fn read(file: &str, text: &str, cited: &mut Cited) {
    // The test that the line belongs to, and how far its `fn` is indented: functions inside it are part of it.
    let mut test: Option<(String, usize)> = None;
    let mut ahead: Vec<String> = Vec::new();
    let mut is_test = false;
    for line in text.lines() {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        if code.starts_with("///") || code.starts_with("#[") {
            test = None;
            is_test |= code.starts_with("#[test]");
            ahead.extend(ids(code));
            continue;
        }
        if let Some(name) = function(code)
            && test.as_ref().is_none_or(|t| indent <= t.1)
        {
            test = std::mem::take(&mut is_test).then(|| (format!("{file}: {name}"), indent));
            ahead.extend(id_in_name(name));
        }
        let Some((test, _)) = &test else {
            ahead.clear();
            continue;
        };
        for id in ahead.drain(..).chain(ids(code)) {
            cited.entry(id).or_default().insert(test.clone());
        }
    }
}

fn function(code: &str) -> Option<&str> {
    let rest = code.strip_prefix("pub ").unwrap_or(code).strip_prefix("fn ")?;
    rest.split(['(', '<']).next()
}

/// The rule that a test is named after.
fn id_in_name(name: &str) -> Option<String> {
    let (at, _) = name.match_indices('_').find(|(at, _)| {
        let number = &name[at + 1..];
        number.len() >= 2 && number[..2].bytes().all(|b| b.is_ascii_digit())
    })?;
    // Some numbers have a letter: `iten_ex_04a_power_weapon`.
    let rest = &name[at + 3..];
    let lettered =
        rest.starts_with(|c: char| c.is_ascii_lowercase()) && (rest.len() == 1 || rest[1..].starts_with('_'));
    Some(name[..at + 3 + usize::from(lettered)].to_uppercase().replace('_', "-"))
}

/// The rule ids in a line, with those that stand for others: `HEX-MOD-01 to -04, -07`. A number may have a letter.
fn ids(line: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut range = false;
    let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    let without_letter = |number: &str| number.trim_end_matches(|c: char| c.is_ascii_uppercase()).len();
    for word in line.split_whitespace() {
        if word == "to" {
            range = true;
            continue;
        }
        for piece in word.split(|c| !is_part(c)).filter(|p| !p.is_empty()) {
            let last = found.last().and_then(|l| {
                let number = l.rsplit_once('-')?.1;
                Some((chapter(l).to_owned(), number[..without_letter(number)].parse::<u32>().ok()?))
            });
            let (head, number) = piece.rsplit_once('-').unwrap_or((piece, ""));
            let (digits, letter) = number.split_at(without_letter(number));
            let (2, 0 | 1, Ok(to)) = (digits.len(), letter.len(), digits.parse::<u32>()) else { continue };
            let (head, from) = match (head, last) {
                ("", Some((chapter, last))) => (chapter, if range { last + 1 } else { to }),
                (head, Some((chapter, last))) if range && head == chapter => (chapter, last + 1),
                (head, _) if head.contains('-') || head.len() > 1 => (head.to_owned(), to),
                _ => continue,
            };
            found.extend((from..=to).map(|n| format!("{head}-{n:02}{letter}")));
        }
        range = false;
    }
    found
}

/// The ledger: each rule whose id begins so, with the tests that show it, chapter by chapter; `missing` lists only
/// the rules without one. No line where no rule begins so.
#[must_use]
pub fn lines(codex: &Codex, cited: &Cited, prefix: &str, missing: bool) -> Vec<String> {
    let prefix = prefix.to_uppercase();
    let mut chapters: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for entry in codex.entries().filter(|e| e.id.starts_with(&prefix)) {
        chapters.entry(chapter(&entry.id)).or_default().push(&entry.id);
    }
    let mut lines = Vec::new();
    let (mut all, mut shown) = (0, 0);
    for (chapter, rules) in chapters {
        let done = rules.iter().filter(|id| cited.contains_key(**id)).count();
        all += rules.len();
        shown += done;
        lines.push(format!("{chapter}: {done} of {}", rules.len()));
        for id in rules {
            let title = codex.get(id).map_or("", |e| e.title.as_str());
            match cited.get(id) {
                Some(tests) if !missing => {
                    let tests: Vec<&str> = tests.iter().map(String::as_str).collect();
                    lines.push(format!("  {id}  {title}: {}", tests.join(", ")));
                }
                Some(_) => {}
                None => lines.push(format!("  {id}  {title}: no test")),
            }
        }
    }
    if all > 0 {
        lines.push(format!("{shown} of {all} rules are shown by a test"));
    }
    lines
}

/// Lists which rules are shown by which test
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  hexfray ledger HEX            the rules of one ruleset\n  \
    hexfray ledger HEX --missing  those without a test\n\nIt reads the tests, so it works in a checkout only.")]
pub struct Ledger {
    /// How the ids begin
    #[arg(default_value = "")]
    prefix: String,
    /// List only rules without a test
    #[arg(long)]
    missing: bool,
}

impl Ledger {
    /// Lists them.
    ///
    /// # Errors
    /// This is no checkout, no rule begins so, or writing fails.
    pub fn run(&self, library: &Library, out: &mut dyn Write) -> Result<(), Stop> {
        let here = std::env::current_dir()?;
        let Some(root) = checkout(&here) else {
            let why = "the ledger reads the tests; run it in a checkout of the repository";
            return Err(Stop::Refused(why.to_owned()));
        };
        let lines = lines(library.codex(), &scan(root), &self.prefix, self.missing);
        if lines.is_empty() {
            return Err(Stop::Refused(format!("no rule's id begins with {}", self.prefix)));
        }
        lines.iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_with_their_short_forms() {
        assert_eq!(
            ids("/// HEX-MOD-01 to -03, -07: speeds (MAP-05)"),
            ["HEX-MOD-01", "HEX-MOD-02", "HEX-MOD-03", "HEX-MOD-07", "MAP-05"]
        );
        assert_eq!(ids("UTF-8 is no rule, nor is -02"), [""; 0]);
        assert_eq!(ids("ITEN-EX-04B, -05A, -06A"), ["ITEN-EX-04B", "ITEN-EX-05A", "ITEN-EX-06A"]);
        assert_eq!(id_in_name("iten_ex_04a_power_weapon").as_deref(), Some("ITEN-EX-04A"));
        assert_eq!(ids("(\"HEX-HIT-01\", 6), MAP-05 to MAP-07"), ["HEX-HIT-01", "MAP-05", "MAP-06", "MAP-07"]);
    }

    #[test]
    fn only_tests_cite() {
        let text = "/// X-AA-01\nfn helper() { \"X-AA-02\" }\n/// X-AA-03\n#[test]\nfn x_aa_05_one() {\n  \"X-AA-04\" }\n\
            fn other() { \"X-AA-06\" }\n";
        let mut cited = Cited::new();
        read("f", text, &mut cited);
        assert_eq!(cited.keys().collect::<Vec<_>>(), ["X-AA-03", "X-AA-04", "X-AA-05"]);
        assert!(cited["X-AA-04"].contains("f: x_aa_05_one"));
    }
}
