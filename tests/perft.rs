//! Perft: how many ways a battle can go in so many decisions, with the dice of a seed. A change of any rule about what
//! may be done shows here. The counts stand in `perft/counts.txt`; after a wanted change, run
//! `HEXFRAY_BLESS=1 cargo test --test perft` and say in the commit why they moved.

use std::fmt::Write;

use hexfray::battle::{Listing, Log, Seeded};
use hexfray::content::Library;
use hexfray::rules::AnyBattle;
use hexfray::scenario::Scenario;

const COUNTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/perft/counts.txt");

#[path = "perft/positions.rs"]
mod positions;

use positions::POSITIONS;

fn ways(battle: &AnyBattle, depth: u32) -> u64 {
    if depth == 0 || battle.decision().is_none() {
        return 1;
    }
    let mut list = Listing::default();
    battle.legal(&mut list);
    let actions = list.actions.clone();
    let after = |action| {
        let mut next = battle.clone();
        next.play(action, &mut list, &mut Seeded::new(1, battle.number() + 1), &mut Log::off()).unwrap();
        ways(&next, depth - 1)
    };
    actions.into_iter().map(after).sum()
}

#[test]
fn counts() {
    let library = Library::own();
    let mut text = String::new();
    for (name, skip, depth) in POSITIONS {
        let mut battle = Scenario::open(library, name).and_then(|s| s.battle(library)).unwrap();
        let mut list = Listing::default();
        battle.start(&mut Seeded::new(1, 0), &mut Log::off());
        for number in 0..skip {
            battle.legal(&mut list);
            battle.play(list.actions[0], &mut list, &mut Seeded::new(1, number + 1), &mut Log::off()).unwrap();
        }
        writeln!(text, "{name} after {skip}, {depth} deep: {}", ways(&battle, depth)).unwrap();
    }
    if std::env::var_os("HEXFRAY_BLESS").is_some() {
        std::fs::write(COUNTS, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(COUNTS).unwrap());
}
