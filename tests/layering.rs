//! Imports run downward only, and no file but `rules/mod.rs` names a ruleset.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules from the ground up. A module may use those before it.
const LAYERS: [&str; 22] = [
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
    "lesson",
    "referee",
    "league",
    "check",
    "bench",
    "soak",
    "telling",
    "user",
    "play",
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
    named
        .filter(|(path, module, _)| {
            module != "lib"
                && module != "main"
                && !path.ends_with("tests.rs")
                && !path.components().any(|c| c.as_os_str() == "tests")
        })
        .collect()
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
    let window = sources().into_iter().filter(|(_, module, _)| module == "view" || module == "play");
    let mut search = sources_in("ai/src");
    // The search cannot import the platform. Its budget reads the clock, and does so only where time is limited.
    search.retain(|(path, ..)| !path.ends_with("budget.rs"));
    let sources: Vec<_> = window.chain(search).collect();
    assert!(sources.len() > 50, "{}", sources.len());
    for (path, _, text) in sources {
        for line in text.lines().filter(|l| !l.trim_start().starts_with("//")) {
            let whole = |at: usize| !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            let used = PLATFORM.iter().find(|word| line.match_indices(**word).any(|(at, _)| whole(at)));
            assert!(used.is_none(), "{} goes around the platform: {line}", path.display());
        }
    }
}

/// Circles that two halves of one chapter make, by their ruleset.
const CIRCLES: &[(&str, &[&str])] = &[
    // What opponents think of attacks, and of what is there to attack in a hulk.
    ("iten", &["tactics/aboard", "tactics/attacks"]),
];

/// The files of a ruleset that another file of it uses, by what its code names: `super::x` from where it lies, or the whole
/// path. The ruleset's `mod.rs` holds what all share (the battle, its steps) and lists the chapters: it is no floor.
fn used(name: &str, own: &str, text: &str, all: &BTreeSet<String>) -> BTreeSet<String> {
    let code: String = text.lines().filter(|l| !l.trim_start().starts_with("//")).map(|l| format!("{l}\n")).collect();
    let code = code.replace(&format!("crate::rules::{name}::"), "@");
    // A file `a/b` stands in the module `a::b`: one `super` leads to `a`, two lead to the ruleset.
    let folder = own.trim_end_matches("/mod");
    let depth = folder.split('/').count();
    let mut found = BTreeSet::new();
    let mut take = |base: &str, rest: &str| {
        for path in paths(rest) {
            let path = if base.is_empty() { path } else { format!("{base}/{path}") };
            let whole = path.split('/').collect::<Vec<_>>();
            let file = (1..=whole.len()).rev().map(|n| whole[..n].join("/")).find_map(|p| {
                let inside = format!("{p}/mod");
                [p, inside].into_iter().find(|p| all.contains(p))
            });
            found.extend(file.filter(|file| file != own));
        }
    };
    for (at, _) in code.match_indices("super::") {
        if code[..at].ends_with("super::") {
            continue;
        }
        let mut rest = &code[at..];
        let mut up = 0;
        while let Some(further) = rest.strip_prefix("super::") {
            (rest, up) = (further, up + 1);
        }
        // From `a/b` a single `super` leads to `a`.
        if let Some(left) = depth.checked_sub(up) {
            take(&folder.split('/').take(left).collect::<Vec<_>>().join("/"), rest);
        }
    }
    code.split('@').skip(1).for_each(|rest| take("", rest));
    found
}

/// The paths that the rest of a use names: `a::B` is `a/B`, `{a::B, c}` is both.
fn paths(rest: &str) -> Vec<String> {
    let rest = rest.trim_start();
    if let Some(inner) = rest.strip_prefix('{') {
        let (mut depth, mut parts, mut from) = (0, Vec::new(), 0);
        for (at, c) in inner.char_indices() {
            match c {
                '{' => depth += 1,
                ',' if depth == 0 => {
                    parts.push(&inner[from..at]);
                    from = at + 1;
                }
                '}' if depth == 0 => {
                    parts.push(&inner[from..at]);
                    break;
                }
                '}' => depth -= 1,
                _ => {}
            }
        }
        return parts.into_iter().flat_map(paths).collect();
    }
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
    let (name, further) = rest.split_at(end);
    match further.strip_prefix("::") {
        Some(further) => {
            let below = paths(further);
            if below.is_empty() { vec![name.to_owned()] } else { below.iter().map(|p| format!("{name}/{p}")).collect() }
        }
        None => vec![name.to_owned()],
    }
}

/// The files that can be reached from each and reach it again: the circles.
fn circles(uses: &BTreeMap<String, BTreeSet<String>>) -> Vec<Vec<String>> {
    let reach = |from: &String| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(file) = open.pop() {
            open.extend(uses.get(file).into_iter().flatten().filter(|next| seen.insert((*next).clone())));
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> = uses.keys().map(|file| (file, reach(file))).collect();
    let mut found: Vec<Vec<String>> = Vec::new();
    for (file, others) in &reached {
        if others.contains(*file) && !found.iter().any(|circle| circle.contains(file)) {
            let back = |other: &&String| reached.get(*other).is_some_and(|from| from.contains(*file));
            found.push(others.iter().filter(back).cloned().collect());
        }
    }
    found
}

/// Inside a ruleset files use only files on lower floors: no circles but those that are allowed by name.
#[test]
fn rulesets_have_floors() {
    for name in RULESETS {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules").join(name);
        if !root.exists() {
            continue;
        }
        let mut paths = Vec::new();
        files(&root, &mut paths);
        let named = paths.iter().filter_map(|path| {
            let file = path.strip_prefix(&root).unwrap().with_extension("").to_str()?.replace('\\', "/");
            let text = fs::read_to_string(path).unwrap().split("#[cfg(test)]\nmod").next()?.to_owned();
            (file != "mod" && !file.ends_with("tests")).then_some((file, text))
        });
        let texts: BTreeMap<String, String> = named.collect();
        let all: BTreeSet<String> = texts.keys().cloned().collect();
        let uses: BTreeMap<_, _> =
            texts.iter().map(|(file, text)| (file.clone(), used(name, file, text, &all))).collect();
        assert!(uses.values().map(BTreeSet::len).sum::<usize>() > all.len(), "{name}: hardly a file uses another");
        for circle in circles(&uses) {
            let allowed = CIRCLES
                .iter()
                .any(|(ruleset, files)| *ruleset == name && circle.iter().all(|file| files.contains(&file.as_str())));
            let within = |file: &String| -> Vec<&String> { uses[file].iter().filter(|f| circle.contains(f)).collect() };
            let told: Vec<String> = circle.iter().map(|file| format!("  {file} uses {:?}", within(file))).collect();
            assert!(allowed, "{name} goes in a circle:\n{}", told.join("\n"));
        }
    }
}
