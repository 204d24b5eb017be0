//! Imports run downward only, and no file but `rules/mod.rs` names a ruleset.

use std::fs;
use std::path::{Path, PathBuf};

/// The modules from the ground up. A module may use those before it.
const LAYERS: [&str; 18] = [
    "platform",
    "source",
    "store",
    "board",
    "battle",
    "kit",
    "rules",
    "content",
    "scenario",
    "campaign",
    "opponents",
    "referee",
    "league",
    "check",
    "bench",
    "soak",
    "terminal",
    "view",
];

/// The rulesets, those to come too.
const RULESETS: [&str; 5] = ["hexwar", "iten", "gce", "hamwarmer", "gemini"];

fn files(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
        if entry.is_dir() {
            files(&entry, out);
        } else if entry.extension().is_some_and(|e| e == "rs") {
            out.push(entry);
        }
    }
}

/// All source files with the name of their module and their text without tests.
fn sources() -> Vec<(PathBuf, String, String)> {
    sources_in("src")
}

fn sources_in(folder: &str) -> Vec<(PathBuf, String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut all = Vec::new();
    files(&root, &mut all);
    let named = all.into_iter().map(|path| {
        let text = fs::read_to_string(&path).unwrap();
        let inside = path.strip_prefix(&root).unwrap().components().next().unwrap();
        let module = Path::new(inside.as_os_str()).with_extension("").to_str().unwrap().to_owned();
        let text = text.split("#[cfg(test)]\nmod").next().unwrap().to_owned();
        (path, module, text)
    });
    named.filter(|(path, module, _)| module != "lib" && module != "main" && !path.ends_with("tests.rs")).collect()
}

#[test]
fn imports_run_downward() {
    let sources = sources();
    assert!(sources.len() > 30);
    for (path, module, text) in sources {
        let Some(own) = LAYERS.iter().position(|l| *l == module) else {
            panic!("{} has no place among the layers", path.display());
        };
        for (i, layer) in LAYERS.iter().enumerate().skip(own + 1) {
            // Documentation may point upward, code may not.
            let code = text.lines().filter(|l| !l.trim_start().starts_with("//"));
            for line in code {
                assert!(
                    !line.contains(&format!("crate::{layer}::")),
                    "{} ({own}) uses {layer} ({i}): {line}",
                    path.display()
                );
            }
        }
    }
}

#[test]
fn one_file_names_the_rulesets() {
    for (path, _, text) in sources() {
        let own = RULESETS.iter().any(|r| path.components().any(|c| c.as_os_str() == *r));
        if own || path.ends_with("rules/mod.rs") {
            continue;
        }
        let code = text.lines().filter(|l| !l.trim_start().starts_with("//"));
        for line in code {
            for name in RULESETS {
                let words = line.split(|c: char| !c.is_alphanumeric() && c != '_');
                assert!(!words.clone().any(|w| w.eq_ignore_ascii_case(name)), "{}: {line}", path.display());
            }
        }
    }
}

/// What only `platform` may use: a browser does not have it in this form.
const PLATFORM: [&str; 9] =
    ["Instant::now", "SystemTime", "thread::", "mpsc", "recv_timeout", "sleep", "process::", "fs::", "get_time"];

#[test]
fn the_window_and_the_search_ask_the_platform() {
    let window = sources().into_iter().filter(|(_, module, _)| module == "view");
    let mut search = sources_in("ai/src");
    // The search cannot import the platform. Its budget reads the clock, and does so only where time is limited.
    search.retain(|(path, ..)| !path.ends_with("budget.rs"));
    let sources: Vec<_> = window.chain(search).collect();
    assert!(sources.len() > 50, "{}", sources.len());
    for (path, _, text) in sources {
        for line in text.lines().filter(|l| !l.trim_start().starts_with("//")) {
            let used = PLATFORM.iter().find(|word| line.contains(**word));
            assert!(used.is_none(), "{} goes around the platform: {line}", path.display());
        }
    }
}
