//! Which rules are shown by a test: the codex against the tests of a checkout.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::content::{Codex, Library};

use super::Stop;
use crate::telling::codex::chapter;

/// Tests that look rules up by their ids, which shows nothing of what the rules say.
const NO_WITNESS: &str = "tests/cli.rs";

/// The tests of a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Witnesses {
    /// Those that claim to show it, in their doc comments or names, and assert something. Sixty of the rules that were
    /// shown were taken at random, and each was broken in the code by itself: 57 turned a test of the rules red, 51 of them
    /// one that claims the rule. The perft counts noticed one.
    pub shown: BTreeSet<String>,
    /// Those in whose bodies it is merely found, as the label of a die for one.
    pub cited: BTreeSet<String>,
}

/// The tests of each rule.
pub type Found = BTreeMap<String, Witnesses>;

/// The root of the checkout that a folder lies in.
#[must_use]
pub fn checkout(folder: &Path) -> Option<&Path> {
    folder.ancestors().find(|f| f.join("assets/codex").is_dir() && f.join("src/lib.rs").is_file())
}

/// Which tests of a checkout show or cite which rules: those of `tests` folders and files.
#[must_use]
pub fn scan(root: &Path) -> Found {
    let mut files = Vec::new();
    for folder in ["tests", "src"] {
        for path in rust_files(&root.join(folder)) {
            let Ok(relative) = path.strip_prefix(root) else { continue };
            let in_tests = relative.components().any(|c| c.as_os_str() == "tests" || c.as_os_str() == "tests.rs");
            if let (true, Ok(text)) = (in_tests && relative != Path::new(NO_WITNESS), fs::read_to_string(&path)) {
                files.push((relative.to_string_lossy().into_owned(), text));
            }
        }
    }
    let mut all: Vec<(&str, Function)> = Vec::new();
    for (file, text) in &files {
        all.extend(functions(text).into_iter().map(|function| (file.as_str(), function)));
    }
    let asserting = asserting(&all);
    let mut found = Found::new();
    for (file, test) in all.iter().filter(|(_, f)| f.is_test) {
        enter(file, test, &asserting, &mut found);
    }
    found
}

/// The tests that a file is compiled with: `tests/iten` for `tests/iten/melee.rs`. What lies in `tests/common` is compiled
/// with many.
fn program(file: &str) -> &str {
    match file.strip_prefix("tests/").and_then(|rest| rest.split_once('/')) {
        Some((folder, _)) => &file[.."tests/".len() + folder.len()],
        None => file,
    }
}

/// Functions by the program that they are compiled with and by name.
type Names<'a> = BTreeSet<(&'a str, &'a str)>;

/// The functions that assert something, by themselves or through others that they call.
fn asserting<'a>(all: &'a [(&str, Function)]) -> Names<'a> {
    let named = |(file, f): &'a (&str, Function)| (program(file), f.name.as_str());
    let mut names: Names<'_> = all.iter().filter(|(_, f)| f.asserts).map(named).collect();
    loop {
        let known = names.len();
        let more: Vec<_> = all.iter().filter(|(file, f)| f.is_asserting(program(file), &names)).map(named).collect();
        names.extend(more);
        if names.len() == known {
            return names;
        }
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).into_iter().flatten().flatten().map(|e| e.path()).collect();
    paths.sort();
    let deeper = |p: PathBuf| if p.is_dir() { rust_files(&p) } else { vec![p] };
    paths.into_iter().flat_map(deeper).filter(|p| p.extension().is_some_and(|e| e == "rs")).collect()
}

/// A function of a test file.
#[derive(Clone, Debug, Default)]
struct Function {
    name: String,
    is_test: bool,
    /// The rules in its doc comment and in its name (`map_07_quarters`).
    claims: Vec<String>,
    /// The rules in its body.
    cites: Vec<String>,
    /// The functions that its body may call.
    calls: BTreeSet<String>,
    /// Whether it asserts something by itself.
    asserts: bool,
    indent: usize,
}

impl Function {
    /// Whether it asserts something, or calls a function that does, of its program or of the common ones.
    fn is_asserting(&self, program: &str, names: &Names<'_>) -> bool {
        let known = |call: &String| [program, "tests/common"].iter().any(|p| names.contains(&(*p, call.as_str())));
        self.asserts || self.calls.iter().any(known)
    }
}

/// The functions of a file; those inside others are part of them.
fn functions(text: &str) -> Vec<Function> {
    let mut all: Vec<Function> = Vec::new();
    let (mut ahead, mut is_test, mut inside) = (Vec::new(), false, false);
    for line in text.lines() {
        let code = line.trim_start();
        let indent = line.len() - code.len();
        if code.starts_with("///") || code.starts_with("#[") {
            is_test |= code.starts_with("#[test]");
            inside = false;
            ahead.extend(ids(code));
            continue;
        }
        if let Some(name) = function(code)
            && (!inside || all.last().is_none_or(|f| indent <= f.indent))
        {
            let claims = ahead.drain(..).chain(id_in_name(name)).collect();
            let is_test = std::mem::take(&mut is_test);
            all.push(Function { name: name.to_owned(), is_test, claims, indent, ..Function::default() });
            inside = true;
        }
        let Some(now) = all.last_mut().filter(|_| inside) else {
            ahead.clear();
            continue;
        };
        now.cites.extend(ids(code));
        now.asserts |= ["assert!(", "assert_eq!(", "assert_ne!(", "panic!("].iter().any(|a| code.contains(a));
        let words = code.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '('));
        let calls = words.filter_map(|word| word.split_once('(')).filter(|(name, _)| !name.is_empty());
        now.calls.extend(calls.map(|(name, _)| name.to_owned()));
    }
    all
}

/// Enters a test into the ledger.
fn enter(file: &str, test: &Function, asserting: &Names<'_>, found: &mut Found) {
    let name = format!("{file}: {}", test.name);
    let asserts = test.is_asserting(program(file), asserting);
    for id in test.claims.iter().filter(|_| asserts) {
        found.entry(id.clone()).or_default().shown.insert(name.clone());
    }
    for id in &test.cites {
        found.entry(id.clone()).or_default().cited.insert(name.clone());
    }
}

fn function(code: &str) -> Option<&str> {
    let rest = match code.strip_prefix("pub") {
        // `pub`, `pub(super)`.
        Some(rest) => rest.strip_prefix('(').and_then(|r| r.split_once(')')).map_or(rest, |r| r.1).trim_start(),
        None => code,
    };
    rest.strip_prefix("const ").unwrap_or(rest).strip_prefix("fn ")?.split(['(', '<']).next()
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

/// The ledger: each rule whose id begins so, with the tests that show it, or else those that only cite it, chapter by
/// chapter; `missing` lists only the rules that no test shows. No line where no rule begins so.
#[must_use]
pub fn lines(codex: &Codex, found: &Found, prefix: &str, missing: bool) -> Vec<String> {
    let prefix = prefix.to_uppercase();
    let mut chapters: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for entry in codex.entries().filter(|e| e.id.starts_with(&prefix)) {
        chapters.entry(chapter(&entry.id)).or_default().push(&entry.id);
    }
    let nothing = Witnesses::default();
    let mut lines = Vec::new();
    let mut all = Count::default();
    for (chapter, rules) in chapters {
        let (mut count, mut rows) = (Count::default(), Vec::new());
        for id in rules {
            let title = codex.get(id).map_or("", |e| e.title.as_str());
            let Witnesses { shown, cited } = found.get(id).unwrap_or(&nothing);
            let told = |tests: &BTreeSet<String>| tests.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
            let row = match (shown.is_empty(), cited.is_empty()) {
                (false, _) => (1, 0, 0, told(shown)),
                (_, false) => (0, 1, 0, format!("only cited by {}", told(cited))),
                _ => (0, 0, 1, "no test".to_owned()),
            };
            count.add(Count { shown: row.0, cited: row.1, none: row.2 });
            if !missing || row.0 == 0 {
                rows.push(format!("  {id}  {title}: {}", row.3));
            }
        }
        lines.push(format!("{chapter}: {}", count.told()));
        lines.append(&mut rows);
        all.add(count);
    }
    if !lines.is_empty() {
        lines.push(format!("{} rules: {}", all.shown + all.cited + all.none, all.told()));
    }
    lines
}

/// How many rules are shown, only cited, and without a test.
#[derive(Clone, Copy, Default)]
struct Count {
    shown: usize,
    cited: usize,
    none: usize,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.shown += other.shown;
        self.cited += other.cited;
        self.none += other.none;
    }

    fn told(self) -> String {
        format!("{} shown, {} only cited, {} without a test", self.shown, self.cited, self.none)
    }
}

/// Lists which rules are shown by which test
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  hexfray ledger HEX            the rules of one ruleset\n  \
    hexfray ledger HEX --missing  those that no test shows\n\nA rule is shown where a test claims it and asserts \
    something. Of 60 shown rules that were broken\nin the code one by one, 57 turned a test of the rules red.\n\nIt reads the tests, so it works in a checkout only.")]
pub struct Ledger {
    /// How the ids begin
    #[arg(default_value = "")]
    prefix: String,
    /// List only rules that no test shows
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
    fn claims_with_assertions_show_and_bodies_only_cite() {
        let text = "/// X-AA-01\npub(super) fn helper() { assert!(true); \"X-AA-02\" }\n/// X-AA-03\n#[test]\nfn x_aa_05_one() {\n  \
            assert_eq!(1, 1); \"X-AA-04\" }\nfn other() { \"X-AA-06\" } // asserts nothing\n/// X-AA-07\n#[test]\nfn idle() { other() }\n\
            pub const fn through() { helper() }\n/// X-AA-08\n#[test]\nfn by_another() {\n    fn within() {}\n    through()\n}\n";
        let file =
            |name: &'static str, text: &str| functions(text).into_iter().map(move |f| (name, f)).collect::<Vec<_>>();
        let elsewhere = "/// X-AA-09\n#[test]\nfn of_another_program() { helper() }\n";
        let all = [file("tests/a/f.rs", text), file("tests/b/f.rs", elsewhere)].concat();
        let mut found = Found::new();
        let asserting = asserting(&all);
        all.iter().filter(|(_, f)| f.is_test).for_each(|(file, test)| enter(file, test, &asserting, &mut found));
        let shown: Vec<&str> = found.iter().filter(|f| !f.1.shown.is_empty()).map(|f| f.0.as_str()).collect();
        assert_eq!(shown, ["X-AA-03", "X-AA-05", "X-AA-08"], "{found:?}");
        let cited: Vec<&str> = found.iter().filter(|f| !f.1.cited.is_empty()).map(|f| f.0.as_str()).collect();
        assert_eq!(cited, ["X-AA-04"]);
        assert!(found["X-AA-05"].shown.contains("tests/a/f.rs: x_aa_05_one"));
    }
}
