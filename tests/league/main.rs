//! Leagues: who wins, what is written, and what happens when something goes wrong.

mod blunders;
mod command;
mod programs;
mod spec;
mod strength;
mod tools;

use std::path::Path;

use hexfray::content::Library;
use hexfray::league::spec::{Entrant, Fight, Format, Keep};
use hexfray::league::store::{Header, Results, Shard};
use hexfray::league::{League, Spec};

/// An entrant that an opponent of ours plays for.
fn entrant(name: &str, plays: &str) -> Entrant {
    Entrant { name: name.to_owned(), plays: Some(plays.to_owned()), ..Entrant::default() }
}

fn spec(entrants: &[Entrant], scenarios: &[&str], pairs: u32) -> Spec {
    let fight = |scenario: &&str| Fight { scenario: (*scenario).to_owned(), ..Fight::default() };
    Spec {
        name: "Test".to_owned(),
        seed: 7,
        entrants: entrants.to_vec(),
        format: Format::RoundRobin,
        battles: scenarios.iter().map(fight).collect(),
        pairs,
        journals: Keep::None,
        luck: false,
    }
}

/// Fights a part of a league in memory.
fn fought(spec: &Spec, shard: Shard) -> Results {
    let league = League::new(Library::own(), spec.clone()).unwrap();
    league.run(Results::new(Header::new(&league, shard)), None, Path::new("."), |_| {}).unwrap()
}

/// The results as they are written, without the times, which are others with every run.
fn timeless(mut results: Results) -> String {
    results.records.values_mut().for_each(|record| record.times = Default::default());
    results.text()
}
