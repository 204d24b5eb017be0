//! Odds in words: the rolls on the way, who is hurt and killed, every outcome as per cent, and as an exact fraction for who
//! wants it.

use std::collections::BTreeMap;

use num_traits::{One, ToPrimitive, Zero};

use crate::battle::{Action, Chance, Odds, UnitId};
use crate::rules::{AnyBattle, Fought, Glance, Of};

use super::names;
use super::story::Story;

/// Most outcomes told one by one.
const SHOWN: usize = 16;

/// The lines of the odds of an action; with fractions where they are wished for and exact.
#[must_use]
pub fn lines(battle: &AnyBattle, action: Action, odds: &Odds, story: &Story<'_>, fractions: bool) -> Vec<String> {
    let unmeasured = battle.unmeasured(action);
    let battle: &dyn Fought = &**battle;
    let mut lines = Vec::new();
    if let Some(rule) = unmeasured {
        lines.push(format!("  If it is in range, which nobody may measure before all have chosen  [{rule}]:"));
    }
    for part in &odds.parts {
        let good = u32::from(part.faces.saturating_add(1).saturating_sub(part.need)).min(part.faces.into());
        let chance = Chance::new(good.into(), u32::from(part.faces.max(1)).into());
        lines.push(format!("  d{} needs {}+: {} a die  [{}]", part.faces, part.need, percent(&chance), part.rule));
        if !part.modifiers.is_empty() {
            let modifiers: Vec<(&str, i8)> = part.modifiers.iter().map(|(rule, value)| (rule.0, *value)).collect();
            lines.push(format!("      {}", story.modifiers(&modifiers)));
        }
    }
    lines.extend(harm(battle, odds));
    // Outcomes that differ in bookkeeping only are one to whoever reads this.
    let mut told: BTreeMap<String, Chance> = BTreeMap::new();
    for outcome in &odds.outcomes {
        *told.entry(changes(battle, &outcome.changes)).or_default() += &outcome.chance;
    }
    let mut told: Vec<(String, Chance)> = told.into_iter().collect();
    told.sort_by(|a, b| b.1.cmp(&a.1));
    for (words, chance) in told.iter().take(SHOWN) {
        let exact = if fractions && odds.plays == 0 { format!("  ({chance})") } else { String::new() };
        lines.push(format!("  {:>8}  {words}{exact}", percent(chance)));
    }
    if told.len() > SHOWN {
        let rest: Chance = told[SHOWN..].iter().map(|t| &t.1).sum();
        lines.push(format!("  {:>8}  {} rarer outcomes together", percent(&rest), told.len() - SHOWN));
    }
    if !odds.missing.is_zero() {
        lines.push(format!("  {:>8}  not worked out: too many ways that it may go", percent(&odds.missing)));
    }
    if odds.plays > 0 {
        lines.push(format!("  as it went in {} plays with dice: too many ways to work out", odds.plays));
    }
    let averages = averages(battle, odds);
    if odds.outcomes.len() > 1 && !averages.is_empty() {
        lines.push(format!("  on average: {}", averages.join(", ")));
    }
    lines
}

/// How likely the enemies of whoever decides are hurt, and how likely anybody is killed: some of a unit, or all of it.
fn harm(battle: &dyn Fought, odds: &Odds) -> Vec<String> {
    let Some(decision) = battle.decision() else { return Vec::new() };
    let team = |unit: UnitId| battle.sides()[battle.piece(unit).side.index()].team;
    let own = battle.sides()[decision.side.index()].team;
    let counts = |field: &str| {
        place_of(battle, UnitId(0), field).is_some_and(|place| battle.glance(place) == Some(Glance::Strength))
    };
    let mut sums: BTreeMap<UnitId, [Chance; 3]> = BTreeMap::new();
    for outcome in &odds.outcomes {
        let mut met: BTreeMap<UnitId, [bool; 3]> = BTreeMap::new();
        for (unit, field, from, to) in &outcome.changes {
            let [hurt, fewer, gone] = met.entry(*unit).or_default();
            *hurt |= team(*unit) != own && change(battle, *unit, field, *from, *to).is_some();
            *fewer |= counts(field) && to < from;
            *gone |= place_of(battle, *unit, field).is_none() && *to == 0;
        }
        for (unit, what) in met {
            let sum = sums.entry(unit).or_default();
            sum.iter_mut().zip(what).filter(|(_, so)| *so).for_each(|(sum, _)| *sum += &outcome.chance);
        }
    }
    let words = sums.into_iter().filter_map(|(unit, [hurt, fewer, gone])| {
        let killed = if fewer.is_zero() { "killed" } else { "all killed" };
        let told = [("hurt", hurt), ("some killed", fewer), (killed, gone)];
        let told = told.iter().filter(|(_, chance)| !chance.is_zero());
        let told: Vec<String> = told.map(|(what, chance)| format!("{what} {}", percent(chance))).collect();
        (!told.is_empty()).then(|| format!("  {}: {}", names::unit(battle, unit), told.join(", ")))
    });
    words.collect()
}

/// What changes, in words.
fn changes(battle: &dyn Fought, changes: &[(UnitId, String, i32, i32)]) -> String {
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
fn change(battle: &dyn Fought, unit: UnitId, field: &str, from: i32, to: i32) -> Option<String> {
    match place_of(battle, unit, field) {
        // What is so or not so has words only where it is.
        Some(place) => match [from, to].map(|value| battle.reading(Of::Unit, place, value)) {
            [Some((name, before)), Some((_, after))] => Some(format!("{name} {before} -> {after}")),
            [None, Some((name, after))] => Some(if after == "yes" { name } else { format!("{name} {after}") }),
            [Some((name, _)), None] => Some(format!("no longer {name}")),
            [None, None] => None,
        },
        None => Some(if to == 0 { "off the board" } else { "on the board" }.to_owned()),
    }
}

fn place_of(battle: &dyn Fought, unit: UnitId, field: &str) -> Option<usize> {
    battle.unit_fields(unit).iter().position(|f| f.0 == field)
}

/// By how much each number changes on average, and how likely a unit leaves the board.
fn averages(battle: &dyn Fought, odds: &Odds) -> Vec<String> {
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
                let (name, value) = battle.reading(Of::Unit, place, 1)?;
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
