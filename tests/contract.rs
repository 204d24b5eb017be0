//! What every battle of every ruleset must hold to: the search library's contract, and the battle's own invariants.

use hexfray::battle::{Listing, Log, Seeded, mix};
use hexfray::content::Library;
use hexfray::opponents;
use hexfray::rules::AnyBattle;
use hexfray::scenario::Scenario;
use hexfray_ai::{Game, check_contract};

fn battles() -> Vec<(String, AnyBattle)> {
    let library = Library::own();
    let battle = |name: &String| Scenario::open(library, name).and_then(|s| s.battle(library)).unwrap();
    library.scenarios().keys().map(|name| (name.clone(), battle(name))).collect()
}

/// Lists, payoffs, copies, determinisation: the battery of the search library.
#[test]
fn every_scenario_is_a_game_to_the_search() {
    for (name, mut battle) in battles() {
        battle.start(&mut Seeded::new(1, 0), &mut Log::off());
        hexfray::with_battle!(&battle, battle => {
            assert_eq!(check_contract(battle, 4, 7, 20_000), 4, "{name}");
        });
    }
}

/// Random battles: nobody is ever stuck, nothing listed is refused, nothing else is accepted, hashes agree.
#[test]
fn random_battles_hold_to_the_invariants() {
    for (name, start) in battles() {
        for seed in 0..30 {
            let mut battle = start.clone();
            let mut list = Listing::default();
            battle.start(&mut Seeded::new(seed, 0), &mut Log::off());
            while battle.decision().is_some() {
                assert_eq!(battle.breach(), None, "{name}, seed {seed}, decision {}", battle.number());
                battle.legal(&mut list);
                let number = battle.number();
                let action = list.actions[(mix(seed, u64::from(number)) % list.actions.len() as u64) as usize];
                battle.play(action, &mut list, &mut Seeded::new(seed, number + 1), &mut Log::off()).unwrap();
                assert!(number < 20_000, "{name}, seed {seed} goes on and on");
            }
        }
    }
}

/// What a unit-by-unit listing offers is what the whole list offers.
#[test]
fn the_whole_list_is_the_sum_of_the_units() {
    for (name, mut battle) in battles() {
        battle.start(&mut Seeded::new(3, 0), &mut Log::off());
        let (mut list, mut part) = (Listing::default(), Listing::default());
        while battle.decision().is_some() {
            battle.legal(&mut list);
            let mut sum = Vec::new();
            for actor in battle.actors().map(Some).chain([None]) {
                battle.offers(actor, &mut part);
                assert!(part.actions.iter().all(|a| actor.is_none_or(|u| a.unit == u)), "{name}");
                sum.extend_from_slice(&part.actions);
            }
            assert_eq!(sum, list.actions, "{name}");
            let number = battle.number();
            let action = list.actions[number as usize % list.actions.len()];
            battle.play(action, &mut list, &mut Seeded::new(3, number + 1), &mut Log::off()).unwrap();
        }
    }
}

/// The log changes nothing, and an equal seed gives an equal battle.
#[test]
fn a_battle_is_the_same_with_and_without_a_log() {
    for (name, start) in battles() {
        let play = |log: fn() -> Log| {
            let mut battle = start.clone();
            let mut list = Listing::default();
            let mut log = log();
            battle.start(&mut Seeded::new(9, 0), &mut log);
            let mut hashes = vec![battle.hash()];
            while battle.decision().is_some() {
                battle.legal(&mut list);
                let number = battle.number();
                let action = list.actions[(mix(9, u64::from(number)) % list.actions.len() as u64) as usize];
                battle.play(action, &mut list, &mut Seeded::new(9, number + 1), &mut log).unwrap();
                hashes.push(battle.hash());
            }
            hashes
        };
        assert_eq!(play(Log::off), play(Log::on), "{name}");
    }
}

/// The ruleset's own opponent beats chance in at least 95 of 100 games, sides swapped, over all its scenarios.
#[test]
fn utility_beats_chance() {
    let library = Library::own();
    let (mut won, mut games) = (0, 0);
    for (_, start) in battles().into_iter().filter(|(_, b)| b.sides().len() == 2) {
        for game in 0..26u64 {
            let (seed, seat) = (game / 2, (game % 2) as usize);
            let mut seats = [0, 1].map(|side| {
                let name = if side == seat { "utility" } else { "random" };
                opponents::opponent(library, &start, name).unwrap()
            });
            let mut battle = start.clone();
            let mut list = Listing::default();
            battle.start(&mut Seeded::new(seed, 0), &mut Log::off());
            while let Some(decision) = battle.decision() {
                let number = battle.number();
                let action = seats[decision.side.index()].choose(&battle, mix(seed, u64::from(number)));
                battle.play(action, &mut list, &mut Seeded::new(seed, number + 1), &mut Log::off()).unwrap();
            }
            games += 1;
            won += u32::from(hexfray::with_battle!(&battle, b => b.payoff(seat)) == 1.0);
        }
    }
    assert!(games >= 100, "{games} games are too few");
    assert!(won * 100 >= games * 95, "{won} of {games}");
}
