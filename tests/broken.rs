//! Broken files, each with the problems that its reader must tell, all of them and no others.
//!
//! `tests/broken/<kind>/NAME.ron` (journals: `NAME.journal`) has beside it `NAME.expected`, with a line for each problem in the order of
//! the file: `line:column: text`, where the text is a part of the problem's message or cure. `tests/broken/content/NAME` is a whole
//! content folder, and `NAME.expected` names the file in each line too.

use std::fs;
use std::path::Path;

use hexfray::board::map;
use hexfray::check::check;
use hexfray::content::Library;
use hexfray::scenario::{Scenario, Session};
use hexfray::source::{Problem, utf8};

/// Reads the bytes of a file by its name; tells what is wrong.
type Loader = fn(&str, &[u8]) -> Vec<Problem>;

/// The kinds of files, each with its folder.
const KINDS: [(&str, Loader); 7] = [
    ("campaigns", |name, _| checked("campaigns", name)),
    ("hexwar", |name, _| checked("hexwar", name)),
    ("iten", |name, _| checked("iten", name)),
    ("journals", load_journal),
    ("maps", load_map),
    ("rosters", |name, _| checked("rosters", name)),
    ("scenarios", |name, _| checked("scenarios", name)),
];

/// What the checker says of a file.
fn checked(folder: &str, name: &str) -> Vec<Problem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken").join(folder).join(name);
    check(Library::own(), &[path.to_string_lossy().into_owned()]).problems
}

fn load_map(file: &str, bytes: &[u8]) -> Vec<Problem> {
    match utf8(file, bytes) {
        Ok(text) => map::load(file, text).err().unwrap_or_default(),
        Err(problem) => vec![problem],
    }
}

/// Reads a journal. Hashes of its content and of its first state change with every tuning of the rules' numbers, so
/// `@content@` and `@state@` stand for those of the scenario in its header.
fn load_journal(file: &str, bytes: &[u8]) -> Vec<Problem> {
    let mut text = bytes.to_vec();
    if let Ok(journal) = str::from_utf8(bytes)
        && journal.contains("@content@")
    {
        let header: serde_json::Value = serde_json::from_str(journal.lines().next().unwrap()).unwrap();
        let scenario = Scenario::parse(Library::own(), file, header["source"].as_str().unwrap()).unwrap();
        let mut session = Session::begin(Library::own(), scenario, header["seed"].as_u64().unwrap()).unwrap();
        let (content, state) = (format!("{:016x}", session.content()), format!("{:016x}", session.hash()));
        text = journal.replace("@content@", &content).replace("@state@", &state).into_bytes();
    }
    Session::replay(Library::own(), file, &text).err().unwrap_or_default()
}

/// Whether a problem is the one that a line of an `.expected` file describes.
fn agrees(problem: &Problem, expected: &str) -> bool {
    let told = problem.to_string();
    let place = format!("{}:{}: ", problem.line, problem.column);
    expected.strip_prefix(&place).is_some_and(|text| !text.is_empty() && told.contains(text))
}

#[test]
fn broken_files_are_told_as_expected() {
    for (folder, load) in KINDS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken").join(folder);
        let mut files: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.retain(|path| path.extension().is_some_and(|e| e != "expected"));
        files.sort();
        assert!(!files.is_empty(), "{} has no files", folder.display());
        for path in files {
            let name = path.file_name().unwrap().to_string_lossy();
            let problems = load(&name, &fs::read(&path).unwrap());
            let expected = fs::read_to_string(path.with_extension("expected")).unwrap_or_default();
            let expected: Vec<&str> = expected.lines().collect();
            let told: Vec<String> = problems.iter().map(Problem::to_string).collect();
            assert!(
                !told.is_empty()
                    && told.len() == expected.len()
                    && problems.iter().zip(&expected).all(|(problem, expected)| agrees(problem, expected)),
                "{}\nexpected:\n{}\ntold:\n{}",
                path.display(),
                expected.join("\n"),
                told.join("\n")
            );
        }
    }
}

#[test]
fn broken_content_folders_are_told_as_expected() {
    let folders = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken/content");
    let mut seen = 0;
    for entry in fs::read_dir(&folders).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_dir()) {
        let checked = check(Library::own(), &[entry.to_string_lossy().into_owned()]);
        let root = format!("{}/", entry.display());
        let told: Vec<String> = checked.problems.iter().map(|p| p.to_string().replace(&root, "")).collect();
        let expected = fs::read_to_string(entry.with_extension("expected")).unwrap();
        let expected: Vec<&str> = expected.lines().collect();
        let agree = told.len() == expected.len() && told.iter().zip(&expected).all(|(t, e)| t.starts_with(e));
        assert!(agree, "{root}\nexpected:\n{}\ntold:\n{}", expected.join("\n"), told.join("\n"));
        seen += 1;
    }
    assert!(seen > 0);
}
