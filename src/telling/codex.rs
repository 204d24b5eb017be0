//! Rules and profiles to look up.

use crate::battle::UnitId;
use crate::content::{Codex, Library};
use crate::rules::{Ability, BattleView};

use super::{names, wrap};

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

/// A unit in words: its main numbers and what they are good for, what it fights with, what it can do and what the rules say
/// of that. Lines are not wrapped; those that belong to the one above are indented.
#[must_use]
pub fn sheet(library: &Library, battle: &dyn BattleView, unit: UnitId) -> Vec<String> {
    let card = battle.card(unit);
    let sheet = battle.sheet(unit);
    let mut head = vec![names::unit(battle, unit)];
    head.extend([sheet, card.about].into_iter().filter(|word| !word.is_empty() && *word != battle.name(unit)));
    if card.life.full > 1 {
        head.push(format!("{} {} of {}", card.life.what, card.life.left, card.life.full));
    }
    let mut lines = vec![head.join(", ")];
    lines.extend(card.stats.iter().map(|stat| format!("  {} {}: {}", stat.label, stat.value, stat.about)));
    for arm in &card.arms {
        let idle = if arm.idle.is_empty() { String::new() } else { format!(" ({})", arm.idle) };
        lines.push(format!("  {}{idle}: {}; {}", arm.name, arm.numbers, arm.reach()));
        lines.extend(arm.traits.iter().map(|special| format!("    {}", told(library, special))));
    }
    lines.extend(card.abilities.iter().map(|ability| format!("  {}", told(library, ability))));
    lines
}

/// What somebody or something can do, and what its rule says.
fn told(library: &Library, ability: &Ability) -> String {
    let text = library.codex().get(&ability.rule).map_or("", |entry| &entry.text);
    format!("{}, {}: {text}", ability.name, ability.rule)
}
