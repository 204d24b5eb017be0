//! Forces drawn by lot: legal ones of every faction at the same points, and what being there does for each of their parts.

use std::collections::BTreeSet;

use rand::seq::IndexedRandom;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::battle::mix;
use crate::rules::muster::{Edit, Effect, Page, RosterBuilder, Rosters};
use crate::source::{Document, Node, Value};

use super::balance::Force;
use super::report::{Table, per_cent};
use super::spec::{Entrant, Format};
use super::statistics::{Estimate, difference};
use super::store::Results;
use super::tally::ENOUGH;
use super::tunable::called;

/// Of the points that a force may cost, the share that it costs at least.
const SPENT: f64 = 0.95;
/// How often a force is drawn anew, where it cannot be fought with, until it is given up.
const TRIES: u64 = 50;
/// A part that costs or brings a side a larger share of its battles than this does not cost what it is worth.
const WORTH: f64 = 0.10;

/// So many forces of a faction, list or gang that cost these points, none more than a twentieth less: each choice is as
/// likely to be taken as it is dear. Those that cannot be fought with are drawn anew. Where sides of scenarios have a limit
/// of their own, they bring theirs.
///
/// # Errors
/// None can be found, in words.
pub fn forces(
    rosters: &dyn Rosters,
    list: usize,
    count: u32,
    points: u16,
    limited: bool,
    seed: u64,
    fits: &dyn Fn(&Force) -> Result<(), String>,
) -> Result<Vec<Force>, String> {
    let name = rosters.lists().get(list).cloned().unwrap_or_default();
    let of = |number: u32| {
        let seed = mix(mix(seed, list as u64), u64::from(number));
        let drawn = |again: u64| {
            let random = &mut Xoshiro256PlusPlus::seed_from_u64(mix(seed, again));
            let muster = ("muster".to_owned(), draw(rosters, list, points, random)?.to_ron());
            let brings = limited.then(|| ("points".to_owned(), points.to_string())).into_iter().chain([muster]);
            let force = Force { name: format!("{name} {}", number + 1), brings: brings.collect() };
            fits(&force).map(|()| force)
        };
        let mut why = String::new();
        for again in 0..TRIES {
            match drawn(again) {
                Ok(force) => return Ok(force),
                Err(fault) => why = fault,
            }
        }
        Err(format!("no force of {name} can be found for {points} points; the last one that was tried: {why}"))
    };
    (0..count).map(of).collect()
}

/// Chooses until nothing more can be paid: first what no force may lack, such as a leader or a driver.
///
/// # Errors
/// That leaves points over, or is against the rules.
fn draw<'a>(
    rosters: &'a dyn Rosters,
    list: usize,
    points: u16,
    random: &mut impl Rng,
) -> Result<Box<dyn RosterBuilder + 'a>, String> {
    let mut roster = rosters.begin_of(list, points);
    loop {
        while let Some(edit) = mended(rosters, &*roster, random) {
            roster.change(edit, "")?;
        }
        let (cost, limit) = roster.points();
        let mut all = changes(&*roster, limit.saturating_sub(cost));
        all.retain(|(_, dear)| *dear > 0);
        match all.choose_weighted(random, |(_, dear)| *dear) {
            Ok((edit, _)) => roster.change(*edit, "")?,
            Err(_) if f64::from(cost) < SPENT * f64::from(limit) => {
                return Err(format!("only {cost} points are spent"));
            }
            Err(_) => return roster.faults().into_iter().next().map_or(Ok(roster), Err),
        }
    }
}

/// A change after which less is against the rules, of several any; none where nothing is.
fn mended(rosters: &dyn Rosters, roster: &dyn RosterBuilder, random: &mut impl Rng) -> Option<Edit> {
    let ((cost, limit), faults) = (roster.points(), roster.faults().len());
    if faults == 0 {
        return None;
    }
    let text = Document::parse("a roster", &roster.to_ron()).ok()?;
    let mends = |edit: &Edit| {
        let Ok(mut trial) = rosters.open(&text) else { return false };
        trial.change(*edit, "").is_ok() && trial.faults().len() < faults
    };
    let affordable = changes(roster, limit.saturating_sub(cost)).into_iter().map(|(edit, _)| edit);
    affordable.filter(mends).collect::<Vec<_>>().choose(random).copied()
}

/// What can be changed for so many points at most, on all pages, and what it costs; nothing that saves any.
fn changes(roster: &dyn RosterBuilder, left: u16) -> Vec<(Edit, u32)> {
    let mut all = Vec::new();
    let (mut pages, mut seen) = (vec![Page::default()], BTreeSet::new());
    while let Some(page) = pages.pop() {
        if !seen.insert((page.topic, page.entry)) {
            continue;
        }
        for choice in roster.choices(page) {
            match choice.effect {
                Effect::Open(further) => pages.push(further),
                Effect::Change(edit) if choice.refusal.is_none() && (0..=i32::from(left)).contains(&choice.cost) => {
                    all.push((edit, choice.cost.unsigned_abs()));
                }
                Effect::Change(_) | Effect::Write(_) | Effect::Remove(_) => {}
            }
        }
    }
    all
}

/// The names of the parts of a roster: units and figures, and what is written in their lists: weapons, gear.
fn parts(roster: &str) -> BTreeSet<String> {
    let listed = |node: &Node| -> Vec<Node> {
        let Value::Struct(_, fields) = &node.value else { return Vec::new() };
        fields.iter().flat_map(|field| field.value.items()).cloned().collect()
    };
    let document = Document::parse("a roster", roster);
    let entries = document.map_or_else(|_| Vec::new(), |document| listed(&document.root));
    let all = entries.iter().flat_map(|entry| listed(entry).into_iter().chain([entry.clone()]));
    all.filter_map(|part| called(&part)).collect()
}

/// What a part does for a force.
struct Worth {
    name: String,
    /// Forces with and without it, of factions that can have it.
    with: usize,
    without: usize,
    /// By how much larger a share of their battles those with it get.
    more: Estimate,
}

/// What being there does for each part of forces that were drawn: how much more those get that have it than those of the
/// same faction that do not. None where entrants do not stand in groups.
#[must_use]
pub fn presence(results: &Results) -> Option<Table> {
    let spec = &results.header.spec;
    let Format::Groups { of } = spec.format else { return None };
    let mut scores = vec![(0.0, 0_u32); spec.entrants.len()];
    for (records, points) in results.pairs() {
        for (seat, points) in records[0].seats.into_iter().zip([points, 2.0 - points]) {
            scores[seat].0 += points / 2.0;
            scores[seat].1 += 1;
        }
    }
    let of_force = |entrant: &Entrant| entrant.brings.get("muster").map(|roster| parts(roster));
    let parts: Vec<BTreeSet<String>> = spec.entrants.iter().map(|e| of_force(e).unwrap_or_default()).collect();
    let fought: Vec<usize> = (0..scores.len()).filter(|&e| scores[e].1 > 0).collect();
    let names: BTreeSet<&String> = parts.iter().flatten().collect();
    let worth = |name: &&String| {
        let (mut all, mut with, mut without) = (Vec::new(), 0, 0);
        for group in 0..scores.len() / of {
            let own = fought.iter().filter(|&&e| e / of == group);
            let (has, lacks): (Vec<usize>, Vec<usize>) = own.partition(|&&e| parts[e].contains(*name));
            if has.len() > 1 && lacks.len() > 1 {
                with += has.len();
                without += lacks.len();
                let shares =
                    |forces: Vec<usize>| forces.into_iter().map(|e| scores[e].0 / f64::from(scores[e].1)).collect();
                all.push((shares(has), shares(lacks)));
            }
        }
        let enough = with.min(without) >= ENOUGH as usize;
        enough.then(|| Worth { name: (*name).clone(), with, without, more: difference(&all) })
    };
    let mut all: Vec<Worth> = names.iter().filter_map(worth).collect();
    all.sort_by(|a, b| a.more.value.total_cmp(&b.more.value));
    let heads = ["part", "forces with it", "without", "more of the battles %", "from", "to", "remark"];
    let title = "Parts: how much larger a share of their battles those get that have it than others of their faction";
    let mut table = Table::new("parts", title, &heads);
    for Worth { name, with, without, more } in all {
        let mut row = vec![name, with.to_string(), without.to_string()];
        row.extend([more.value, more.low, more.high].map(per_cent));
        row.push(remark(more).to_owned());
        table.rows.push(row);
    }
    Some(table)
}

/// A remark on a part by whose being there a side gets so much more.
fn remark(more: Estimate) -> &'static str {
    match more.value {
        value if value < -WORTH && more.high < 0.0 => "too dear",
        value if value > WORTH && more.low > 0.0 => "too cheap",
        value if value.abs() > WORTH => "?",
        _ => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Library;
    use crate::rules::NAMES;

    /// Drawn forces are of their list, legal, cost what they may, and are the same for the same seed.
    #[test]
    fn drawn_forces_are_legal_and_spend_their_points() {
        let library = Library::own();
        for (ruleset, points) in NAMES.into_iter().zip([300, 200, 150]) {
            let rosters = library.rosters_of(ruleset).unwrap();
            let mut lists = 0;
            for (list, name) in rosters.lists().iter().enumerate() {
                let draw = |seed| forces(rosters, list, 2, points, true, seed, &|_| Ok(()));
                // There are lists whose figures are too dear for so few points.
                let Ok(drawn) = draw(7) else { continue };
                lists += 1;
                for (number, force) in drawn.iter().enumerate() {
                    assert_eq!(force.name, format!("{name} {}", number + 1));
                    let document = Document::parse("drawn", &force.brings["muster"]).unwrap();
                    let roster = rosters.open(&document).unwrap();
                    let (cost, limit) = roster.points();
                    assert!(roster.faults().is_empty() && limit == points, "{}", force.brings["muster"]);
                    assert!(f64::from(cost) >= SPENT * f64::from(points) && cost <= points, "{cost}");
                    assert!(!parts(&force.brings["muster"]).is_empty());
                }
                assert!(draw(7) == Ok(drawn) && draw(7) != draw(8), "{name}");
            }
            assert!(lists > 2, "{ruleset}");
        }
    }

    /// Of a roster its units, their weapons and their gear are parts, each once.
    #[test]
    fn parts_are_units_and_what_they_carry() {
        let roster =
            "(name: \"R\", figures: [(troop: \"Cook\", weapons: [\"Ladle\", \"Pan\"]), (troop: \"Cook\")], limit: 5)";
        assert_eq!(parts(roster).into_iter().collect::<Vec<_>>(), ["Cook", "Ladle", "Pan"]);
    }
}
