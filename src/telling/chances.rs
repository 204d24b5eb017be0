//! Odds in words: the rolls on the way, who is hurt and killed, every outcome in per cent and, if asked for, as an exact
//! fraction.

use std::collections::BTreeMap;

use num_traits::{One, ToPrimitive, Zero};

use crate::battle::{Action, Chance, Odds, Part, UnitId, Whose};
use crate::rules::{AnyBattle, BattleView, Of, tolls};

use super::story::{Story, joined};
use super::{Line, names};

/// What the odds take for granted where nobody measures before he has chosen (MAP-18).
pub const UNMEASURED: &str = "If it is in range, which nobody measures beforehand";
/// Most outcomes told one by one.
const SHOWN: usize = 16;

/// The lines of the odds of an action, with fractions if they are asked for and exact.
#[must_use]
pub fn lines(battle: &AnyBattle, action: Action, odds: &Odds, story: &Story<'_>, fractions: bool) -> Vec<Line> {
    let unmeasured = battle.unmeasured(action);
    let battle: &dyn BattleView = &**battle;
    let mut lines = Vec::new();
    if let Some(rule) = unmeasured {
        lines.push(Line::of(format!("  {UNMEASURED}  ")).rule(rule.0).words(":"));
    }
    for part in &odds.parts {
        let good = u32::from(part.faces.saturating_add(1).saturating_sub(part.need)).min(part.faces.into());
        let chance = Chance::new(good.into(), u32::from(part.faces.max(1)).into());
        // Rolls by the same rule differ in who rolls against which unit.
        let several = odds.parts.iter().filter(|p| p.rule == part.rule).count() > 1;
        let line = Line::of(format!("  d{} needs {}+: {} a die", part.faces, part.need, percent(&chance)));
        let line = if several { pair(line, battle, part) } else { line };
        lines.push(line.words("  ").rule(part.rule.0));
        if !part.modifiers.is_empty() {
            lines.push(Line::of("      ").then(owned(battle, part, story)));
        }
    }
    lines.extend(harm(battle, odds));
    // Outcomes that differ in bookkeeping only are shown as one.
    let mut told: BTreeMap<String, Chance> = BTreeMap::new();
    for outcome in &odds.outcomes {
        *told.entry(changes(battle, &outcome.changes)).or_default() += &outcome.chance;
    }
    let mut told: Vec<(String, Chance)> = told.into_iter().collect();
    told.sort_by(|a, b| b.1.cmp(&a.1));
    for (words, chance) in told.iter().take(SHOWN) {
        let exact = if fractions && odds.plays == 0 { format!("  ({chance})") } else { String::new() };
        lines.push(Line::of(format!("  {:>8}  {words}{exact}", percent(chance))));
    }
    if told.len() > SHOWN {
        let rest: Chance = told[SHOWN..].iter().map(|t| &t.1).sum();
        lines.push(Line::of(format!("  {:>8}  {} rarer outcomes together", percent(&rest), told.len() - SHOWN)));
    }
    if !odds.missing.is_zero() {
        lines.push(Line::of(format!("  {:>8}  not worked out: too many ways that it may go", percent(&odds.missing))));
    }
    if odds.plays > 0 {
        lines.push(Line::of(format!("  as it went in {} plays with dice: too many ways to work out", odds.plays)));
    }
    let averages = averages(battle, odds);
    if odds.outcomes.len() > 1 && !averages.is_empty() {
        lines.push(Line::of(format!("  on average: {}", averages.join(", "))));
    }
    lines
}

/// The line with the units that roll, and their targets.
fn pair(line: Line, battle: &dyn BattleView, part: &Part) -> Line {
    match (part.by, part.against) {
        (UnitId::NONE, _) => line,
        (by, UnitId::NONE) => line.words(", ").unit(battle, by),
        (by, against) => line.words(", ").unit(battle, by).words(" at ").unit(battle, against),
    }
}

/// The modifiers of a roll, by whose they are: `-1 in all: A1 -1 Fast [HEX-MOD-06]; ground -2 Woods [HEX-MOD-10]`.
fn owned(battle: &dyn BattleView, part: &Part, story: &Story<'_>) -> Line {
    let tag = |unit: UnitId, else_said: &str| match unit {
        UnitId::NONE => Line::of(else_said),
        unit => Line::default().tag(battle, unit),
    };
    let groups = [Whose::Roller, Whose::Target, Whose::Ground].into_iter().filter_map(|whose| {
        let mut own = part.modifiers.iter().filter(|m| m.whose == whose).peekable();
        let owner = match whose {
            Whose::Roller => tag(part.by, "roller"),
            Whose::Target => tag(part.against, "target"),
            Whose::Ground => Line::of("ground"),
        };
        own.peek()?;
        Some(owner.words(" ").then(joined(own.map(|m| story.modifier(m.rule.0, m.value)), ", ")))
    });
    let total: i32 = part.modifiers.iter().map(|m| i32::from(m.value)).sum();
    Line::of(format!("{total:+} in all: ")).then(joined(groups, "; "))
}

/// How likely each unit is hurt, some of it are killed, and all of it.
fn harm(battle: &dyn BattleView, odds: &Odds) -> Vec<Line> {
    let words = tolls(battle, odds).into_iter().map(|(unit, toll)| {
        let killed = if toll.fewer.is_zero() { "killed" } else { "all killed" };
        let told = [("hurt", toll.hurt), ("some killed", toll.fewer), (killed, toll.lost)];
        let told = told.iter().filter(|(_, chance)| !chance.is_zero());
        let told: Vec<String> = told.map(|(what, chance)| format!("{what} {}", percent(chance))).collect();
        Line::of("  ").unit(battle, unit).words(format!(": {}", told.join(", ")))
    });
    words.collect()
}

/// What changes, in words.
fn changes(battle: &dyn BattleView, changes: &[(UnitId, String, i32, i32)]) -> String {
    let mut units: BTreeMap<UnitId, Vec<String>> = BTreeMap::new();
    for (unit, field, from, to) in changes {
        units.entry(*unit).or_default().extend(change(battle, *unit, field, *from, *to));
    }
    units.retain(|_, words| !words.is_empty());
    if units.is_empty() {
        return "nothing changes".to_owned();
    }
    let words = units.into_iter().map(|(u, words)| format!("{}: {}", names::unit(battle, u), words.join(", ")));
    words.collect::<Vec<_>>().join("; ")
}

/// One change in words; none for bookkeeping. Leaving the board is no field of its own.
fn change(battle: &dyn BattleView, unit: UnitId, field: &str, from: i32, to: i32) -> Option<String> {
    match place_of(battle, unit, field) {
        // A flag has words only where it is set.
        Some(place) => match [from, to].map(|value| battle.label(Of::Unit, place, value)) {
            [Some((before, _)), Some((now, after))] if after == "yes" => Some(format!("{now} instead of {before}")),
            [Some((name, before)), Some((_, after))] => Some(format!("{name} from {before} to {after}")),
            [None, Some(label)] => Some(names::reading(label)),
            [Some((name, _)), None] => Some(format!("no longer {name}")),
            [None, None] => None,
        },
        None => Some(if to == 0 { "off the board" } else { "on the board" }.to_owned()),
    }
}

fn place_of(battle: &dyn BattleView, unit: UnitId, field: &str) -> Option<usize> {
    battle.unit_fields(unit).iter().position(|f| f.0 == field)
}

/// By how much each number changes on average, and how likely a unit leaves the board.
fn averages(battle: &dyn BattleView, odds: &Odds) -> Vec<String> {
    let mut sums: BTreeMap<(UnitId, &str), f64> = BTreeMap::new();
    for outcome in &odds.outcomes {
        let chance = outcome.chance.to_f64().unwrap_or(0.0);
        for (unit, field, from, to) in &outcome.changes {
            *sums.entry((*unit, field)).or_default() += chance * f64::from(to - from);
        }
    }
    let words = sums.into_iter().filter_map(|((unit, field), sum)| {
        let tag = names::tag(battle, unit);
        match place_of(battle, unit, field) {
            Some(place) => {
                let (name, value) = battle.label(Of::Unit, place, 1)?;
                // An average of numbers that stand for words says nothing.
                (value == "1").then(|| format!("{tag} {name} {sum:+.2}"))
            }
            None if sum < 0.0 => Some(format!("{tag} off the board {:.1} %", -100.0 * sum)),
            None => None,
        }
    });
    words.collect()
}

/// A chance as per cent, rounded to two places, in whole numbers.
#[must_use]
pub fn percent(chance: &Chance) -> String {
    let hundredths = (chance * Chance::from_integer(10_000u32.into())).round().to_integer().to_u32().unwrap_or(0);
    match (hundredths, chance.is_zero()) {
        (0, false) => "< 0.01 %".to_owned(),
        (10_000, _) if !chance.is_one() => "> 99.99 %".to_owned(),
        _ => format!("{}.{:02} %", hundredths / 100, hundredths % 100),
    }
}
