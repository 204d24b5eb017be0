//! The rules lab: the same two forces under every ruleset that has them, or a stated counterpart, side by side.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::content::Library;
use crate::rules::NAMES;
use crate::source::{Document, Outline, Problem, Problems, Spanned};

use super::League;
use super::balance::{Force, spec};
use super::report::{Table, per_cent, per_cents};
use super::spec::{Fault, Format};
use super::statistics::share;
use super::store::{Header, Results, Shard};

/// The file of counterparts.
const COUNTERPARTS: &str = "assets/lab/counterparts.ron";

/// Forces of several rulesets that correspond to each other.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    counterparts: Vec<Counterpart>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counterpart {
    /// Their common name.
    name: Spanned<String>,
    /// By ruleset, fields of a side in the lab's scenario.
    #[serde(rename = "in")]
    within: BTreeMap<Spanned<String>, BTreeMap<String, String>>,
}

/// What is wrong with a file of counterparts.
#[must_use]
pub fn check(document: &Document) -> Vec<Problem> {
    read(document).err().unwrap_or_default()
}

/// The fields of such a file.
#[must_use]
pub fn outline() -> Outline {
    Outline::of::<Sheet>()
}

fn read(document: &Document) -> Result<Vec<Counterpart>, Vec<Problem>> {
    let mut problems = Problems::new(document);
    let sheet: Option<Sheet> = document.read(&document.root, &mut problems);
    for ruleset in sheet.iter().flat_map(|s| &s.counterparts).flat_map(|c| c.within.keys()) {
        if !NAMES.contains(&ruleset.as_str()) {
            problems.unknown(ruleset.at, "ruleset", ruleset, &NAMES);
        }
    }
    problems.finish(sheet).map(|s| s.counterparts)
}

/// A comparison: leagues between two forces, one for each ruleset that has both.
#[derive(Debug)]
pub struct Lab {
    leagues: Vec<(&'static str, League)>,
}

impl Lab {
    /// Sets up the lab for two forces by their names among the counterparts, on a map if one is named.
    ///
    /// # Errors
    /// There is no such force, no ruleset has both, or they cannot be set up.
    pub fn new(
        library: &Library,
        units: [&str; 2],
        map: Option<&str>,
        pairs: u32,
        seed: u64,
    ) -> Result<Lab, Vec<Problem>> {
        let document = Document::parse(COUNTERPARTS, library.text(COUNTERPARTS).unwrap_or("(counterparts: [])"))?;
        let known = read(&document)?;
        let names: Vec<&str> = known.iter().map(|c| c.name.as_str()).collect();
        let mut wanted = Vec::new();
        for unit in units {
            match known.iter().find(|c| c.name.eq_ignore_ascii_case(unit)) {
                Some(counterpart) => wanted.push(counterpart),
                None => {
                    let hint = format!("there are {}; add yours to {COUNTERPARTS}", names.join(", "));
                    return Err(Problem::whole(unit, "no force in the lab has this name", hint).into());
                }
            }
        }
        let mut leagues = Vec::new();
        for ruleset in NAMES {
            let fields = |c: &Counterpart| c.within.iter().find(|w| **w.0 == ruleset).map(|w| w.1.clone());
            let (Some(first), Some(second)) = (fields(wanted[0]), fields(wanted[1])) else { continue };
            let Some(text) = library.text(&format!("assets/lab/{ruleset}.ron")) else { continue };
            let scenario = format!("lab {ruleset}");
            let joined = library.with([(format!("assets/scenarios/{scenario}.ron"), text.to_owned())])?;
            let again = if units[0] == units[1] { " again" } else { "" };
            let forces = [(first, ""), (second, again)].into_iter().zip(&wanted);
            let force = |((brings, again), of): ((_, &str), &&Counterpart)| Force {
                name: format!("{}{again}", of.name.value),
                brings,
            };
            let forces: Vec<Force> = forces.map(force).collect();
            let mut spec = spec(library, ruleset, "Rules lab", &forces, Format::RoundRobin, &[scenario]);
            (spec.pairs, spec.seed) = (pairs, seed);
            spec.battles[0].maps = map.map(str::to_owned).into_iter().collect();
            leagues.push((ruleset, League::new(&joined, spec).map_err(|faults| Fault::told(faults, ruleset))?));
        }
        if leagues.is_empty() {
            return Err(Problem::whole(
                COUNTERPARTS,
                "no ruleset has both of these forces",
                "add counterparts for them",
            )
            .into());
        }
        Ok(Lab { leagues })
    }

    /// How many battles it fights.
    #[must_use]
    pub fn games(&self) -> u32 {
        self.leagues.iter().map(|l| l.1.games()).sum()
    }

    /// Fights, and compares the results of each force.
    ///
    /// # Errors
    /// None but those of [`League::run`].
    pub fn run(&self, done: impl Fn() + Sync) -> Result<Table, Problem> {
        let heads = [
            "ruleset",
            "force",
            "cost",
            "kills all %",
            "from",
            "to",
            "in turns",
            "points for 100 killed",
            "survives %",
        ];
        let mut table = Table::new("lab", "Side by side", &heads);
        for (ruleset, league) in &self.leagues {
            let results = Results::new(Header::new(league, Shard::WHOLE));
            let results = league.run(results, None, Path::new("."), |_| done())?;
            for entrant in 0..2 {
                table.rows.push(row(ruleset, &results, entrant));
            }
        }
        Ok(table)
    }
}

/// The results of a force against the other.
fn row(ruleset: &str, results: &Results, entrant: usize) -> Vec<String> {
    let (mut battles, mut kills, mut turns, mut killed, mut cost, mut survived) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
    for record in results.records.values() {
        let own = usize::from(record.seats[1] == entrant);
        let [lost, destroyed] =
            [own, 1 - own].map(|side| f64::from(record.ending.lost[side]) / f64::from(record.costs[side].max(1)));
        battles += 1.0;
        cost = f64::from(record.costs[own]);
        killed += f64::from(record.ending.lost[1 - own]);
        survived += 1.0 - lost;
        if destroyed >= 1.0 {
            kills += 1.0;
            turns += f64::from(record.ending.turns);
        }
    }
    let all = share(kills, battles);
    let mut row = vec![ruleset.to_owned(), results.header.spec.entrants[entrant].name.clone(), format!("{cost:.0}")];
    row.push(per_cent(all.value));
    row.extend(per_cents(all));
    row.push(if kills > 0.0 { format!("{:.1}", turns / kills) } else { "never".to_owned() });
    row.push(if killed > 0.0 { format!("{:.0}", 100.0 * cost * battles / killed) } else { "none".to_owned() });
    row.push(per_cent(survived / battles.max(1.0)));
    row
}
