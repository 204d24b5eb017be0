//! Rules and profiles to look up.

use crate::battle::UnitId;
use crate::content::{Codex, Library};
use crate::rules::BattleView;
use crate::source::{Document, Node, Value};

use super::wrap;

/// What a rule says, or a list of the rules whose ids begin with the word.
///
/// # Errors
/// There is none; the lines say what may have been meant.
pub fn lookup(codex: &Codex, id: &str) -> Result<Vec<String>, Vec<String>> {
    let id = id.trim().trim_matches(['[', ']']).to_uppercase();
    if let Some(entry) = codex.get(&id) {
        let mut lines = vec![format!("{}: {}", entry.id, entry.title)];
        lines.extend(wrap(&entry.text, "  "));
        lines.push(format!("  (source: {})", entry.source));
        return Ok(lines);
    }
    let chapter: Vec<String> = codex
        .entries()
        .filter(|e| !id.is_empty() && e.id.starts_with(&id))
        .map(|e| format!("  {}  {}", e.id, e.title))
        .collect();
    if !chapter.is_empty() {
        return Ok(chapter);
    }
    let mut chapters: Vec<&str> = codex.entries().map(|e| self::chapter(&e.id)).collect();
    chapters.dedup();
    let meant = codex.nearest(&id).map_or(String::new(), |n| format!("did you mean {n}? "));
    Err(vec![format!("no rule is called `{}`; {meant}chapters are {}", shown(&id), chapters.join(", "))])
}

/// The chapter of a rule: its id without the number.
#[must_use]
pub fn chapter(id: &str) -> &str {
    id.rsplit_once('-').map_or(id, |(chapter, _)| chapter)
}

/// A typed word made safe to print: without control characters, and not too long.
fn shown(word: &str) -> String {
    word.chars().take(40).flat_map(char::escape_debug).collect()
}

/// A unit's profile as its file writes it, and the profiles of what it carries.
#[must_use]
pub fn sheet(library: &Library, battle: &dyn BattleView, unit: UnitId) -> Vec<String> {
    let name = battle.sheet(unit);
    let documents = library.sheets(battle.ruleset());
    let mut lines = Vec::new();
    let Some((document, node)) = named(documents, &name) else {
        return vec![format!("  {name} has no profile in the files.")];
    };
    lines.extend(profile(document, node));
    let mut carried = Vec::new();
    texts(node, &mut carried);
    carried.retain(|text| *text != name);
    for text in carried {
        if let Some((document, node)) = named(documents, &text) {
            lines.extend(profile(document, node));
        }
    }
    lines
}

/// The node of a list of sheets that has this name.
fn named<'d>(documents: &'d [Document], name: &str) -> Option<(&'d Document, &'d Node)> {
    let is = |node: &&Node| matches!(node.get("name").map(|n| &n.value), Some(Value::Text(text)) if text == name);
    documents.iter().find_map(|d| Some((d, d.root.items().iter().find(is)?)))
}

/// All texts in a node, once each.
fn texts(node: &Node, out: &mut Vec<String>) {
    match &node.value {
        Value::Text(text) if !out.contains(text) => out.push(text.clone()),
        Value::Struct(_, fields) => fields.iter().for_each(|f| texts(&f.value, out)),
        _ => node.items().iter().for_each(|n| texts(n, out)),
    }
}

/// A profile in words: its name, then its fields as the file writes them.
fn profile(document: &Document, node: &Node) -> Vec<String> {
    let Value::Struct(_, fields) = &node.value else { return Vec::new() };
    let written = |node: &Node| document.text.get(node.at.start..node.at.end).unwrap_or_default().replace('"', "");
    let of = |name: &str| node.get(name).map(written).unwrap_or_default();
    let rest = fields.iter().filter(|f| f.name != "id" && f.name != "name");
    let words: Vec<String> = rest.map(|f| format!("{} {}", f.name.replace('_', " "), written(&f.value))).collect();
    let mut lines = vec![format!("  {} [{}]", of("name"), of("id"))];
    lines.extend(wrap(&words.join(", "), "    "));
    lines
}
