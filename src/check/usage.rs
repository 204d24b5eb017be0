//! What of a ruleset's sheets is used where, as the names in scenarios and rosters say.

use std::collections::{BTreeMap, BTreeSet};

use crate::board::Terrain;
use crate::content::Library;
use crate::rules::NAMES;
use crate::scenario::Scenario;
use crate::source::{Document, Node, Value};

/// Something that the sheets of a ruleset have, or a terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thing {
    /// The sheet that has it, by the name of its file; `terrain`.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// The scenarios in which it is used, by their rosters too.
    pub scenarios: Vec<String>,
    /// The rosters that have it.
    pub rosters: Vec<String>,
}

/// An entry of a sheet: whatever else it names comes with it.
struct Entry {
    kind: String,
    name: String,
    names: BTreeSet<String>,
}

/// A name as it is looked for: sheets write `Good Shot` where scenarios write `GoodShot`.
fn key(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// All that a part of a file names.
fn names(node: &Node, out: &mut BTreeSet<String>) {
    match &node.value {
        Value::Text(name) | Value::Name(name) => _ = out.insert(key(name)),
        Value::Struct(name, fields) => {
            out.extend(name.as_deref().map(key));
            fields.iter().for_each(|field| names(&field.value, out));
        }
        Value::Tuple(name, items) => {
            out.extend(name.as_deref().map(key));
            items.iter().for_each(|item| names(item, out));
        }
        Value::List(items) => items.iter().for_each(|item| names(item, out)),
        Value::Map(entries) => entries.iter().for_each(|(name, item)| {
            names(name, out);
            names(item, out);
        }),
        Value::Bool(_) | Value::Whole(_) | Value::Float(_) | Value::Char(_) => {}
    }
}

/// The entries of a sheet that have a name.
fn entries(kind: &str, node: &Node, out: &mut Vec<Entry>) {
    match &node.value {
        Value::Struct(_, fields) => {
            if let Some(Value::Text(name)) = node.get("name").map(|name| &name.value) {
                let mut named = BTreeSet::new();
                names(node, &mut named);
                out.push(Entry { kind: kind.to_owned(), name: name.clone(), names: named });
            } else {
                fields.iter().for_each(|field| entries(kind, &field.value, out));
            }
        }
        Value::List(items) => items.iter().for_each(|item| entries(kind, item, out)),
        _ => {}
    }
}

/// The entries that files use, by their places: those that they name, and those that these name.
fn used(documents: &[&Document], all: &[Entry]) -> BTreeSet<usize> {
    let mut named = BTreeSet::new();
    documents.iter().for_each(|document| names(&document.root, &mut named));
    let mut used = BTreeSet::new();
    loop {
        let more = |place: &usize| !used.contains(place) && named.contains(&key(&all[*place].name));
        let more: Vec<usize> = (0..all.len()).filter(more).collect();
        if more.is_empty() {
            return used;
        }
        for place in more {
            used.insert(place);
            named.extend(all[place].names.iter().cloned());
        }
    }
}

/// All that a ruleset has, each with the scenarios and rosters that use it, in the order of the sheets.
///
/// # Errors
/// There is no such ruleset: says which there are.
pub fn usage(library: &Library, ruleset: &str) -> Result<Vec<Thing>, String> {
    if !NAMES.contains(&ruleset) {
        return Err(format!("there is no ruleset called {ruleset}: there are {}", NAMES.join(", ")));
    }
    let mut all = Vec::new();
    for sheet in library.sheets(ruleset) {
        let file = std::path::Path::new(&sheet.file).file_stem().unwrap_or_default();
        entries(&file.to_string_lossy(), &sheet.root, &mut all);
    }
    let mut things: Vec<Thing> = all
        .iter()
        .map(|entry| (entry.kind.clone(), entry.name.clone()))
        .chain(Terrain::ALL.iter().map(|terrain| ("terrain".to_owned(), format!("{terrain:?}"))))
        .map(|(kind, name)| Thing { kind, name, scenarios: Vec::new(), rosters: Vec::new() })
        .collect();
    let rosters: BTreeMap<&str, &Document> = library.rosters(ruleset).collect();
    for (name, roster) in &rosters {
        for place in used(&[roster], &all) {
            things[place].rosters.push((*name).to_owned());
        }
    }
    for (file, document) in library.scenarios() {
        let Some(Value::Text(of)) = document.root.get("ruleset").map(|node| &node.value) else { continue };
        if of != ruleset {
            continue;
        }
        let mut named = BTreeSet::new();
        names(&document.root, &mut named);
        let brought = rosters.iter().filter(|(name, _)| named.contains(&key(name))).map(|(_, roster)| *roster);
        let files: Vec<&Document> = [document].into_iter().chain(brought).collect();
        for place in used(&files, &all) {
            things[place].scenarios.push(file.clone());
        }
        let battle = Scenario::open(library, file).and_then(|scenario| scenario.battle(library));
        let Ok(battle) = battle else { continue };
        let there: Vec<Terrain> = battle.board().cells().map(|cell| battle.terrain(cell)).collect();
        for (place, terrain) in Terrain::ALL.iter().enumerate() {
            if there.contains(terrain) {
                things[all.len() + place].scenarios.push(file.clone());
            }
        }
    }
    Ok(things)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thing<'t>(things: &'t [Thing], kind: &str, name: &str) -> &'t Thing {
        things.iter().find(|thing| thing.kind == kind && thing.name == name).expect("the sheets have it")
    }

    /// What rosters bring counts for their scenarios, and what units carry for theirs; terrain is looked for on the map.
    #[test]
    fn what_comes_along_is_used() {
        let things = usage(Library::own(), "hexwar").expect("there is such a ruleset");
        let rangers = thing(&things, "units", "Rangers");
        assert!(rangers.scenarios.contains(&"crossroads".to_owned()) && !rangers.rosters.is_empty());
        assert!(thing(&things, "terrain", "Forest").scenarios.contains(&"crossroads".to_owned()));
        assert!(!thing(&things, "terrain", "DeepWater").scenarios.contains(&"crossroads".to_owned()));
        let things = usage(Library::own(), "iten").expect("there is such a ruleset");
        let hellgun = thing(&things, "weapons", "Hellgun");
        assert!(hellgun.scenarios.contains(&"dead_air".to_owned()), "by its roster");
        assert!(hellgun.rosters.contains(&"boarding_party".to_owned()));
        assert!(usage(Library::own(), "chess").is_err_and(|why| why.contains("hexwar")));
    }

    /// Nothing that players can buy for the hex wargame waits in vain, nor any power or ability of the Retinues.
    #[test]
    fn what_can_be_had_is_had() {
        for (ruleset, kinds) in [("hexwar", &["units", "weapons"][..]), ("iten", &["powers", "abilities"])] {
            let things = usage(Library::own(), ruleset).expect("there is such a ruleset");
            let idle = |thing: &&Thing| thing.scenarios.is_empty() && thing.rosters.is_empty();
            let idle = things.iter().filter(|thing| kinds.contains(&thing.kind.as_str())).filter(idle);
            let idle: Vec<&str> = idle.map(|thing| thing.name.as_str()).collect();
            // No mission here has anything to analyze (ITEN-ABIL-02), so that nobody can buy it.
            assert!(idle.iter().all(|name| *name == "Analyze"), "{ruleset}: {idle:?}");
        }
    }
}
