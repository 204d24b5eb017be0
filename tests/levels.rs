//! Levels of play: they answer every decision from the list, repeat themselves, and can all be had.

use hexfray::battle::{Action, Listing, Log, Seeded};
use hexfray::content::Library;
use hexfray::opponents;
use hexfray::scenario::Scenario;

/// What a level decides in the first decisions of a scenario, and at some later ones that chance leads to.
fn decisions(name: &str, scenario: &str) -> Vec<Action> {
    let library = Library::own();
    let mut battle = Scenario::open(library, scenario).and_then(|s| s.battle(library)).unwrap();
    let mut level = opponents::opponent(library, &battle, name).unwrap();
    let mut random = opponents::opponent(library, &battle, "random").unwrap();
    let mut list = Listing::default();
    let mut chosen = Vec::new();
    battle.start(&mut Seeded::new(5, 0), &mut Log::off());
    while battle.decision().is_some() && chosen.len() < 12 {
        let number = battle.number();
        let chance = opponents::chance(5, number);
        let thinks = number % 25 == 3;
        let action = if thinks { level.choose(&battle, chance) } else { random.choose(&battle, chance) };
        if thinks {
            battle.legal(&mut list);
            assert!(list.actions.contains(&action), "{name} in {scenario}: {action:?} is not listed");
            chosen.push(action);
        }
        battle.play(action, &mut list, &mut Seeded::new(5, number + 1), &mut Log::off()).unwrap();
    }
    assert!(!chosen.is_empty());
    chosen
}

#[test]
fn levels_answer_from_the_list_and_repeat_themselves() {
    for scenario in ["crossroads", "skirmish", "dead_air", "the_ritual"] {
        for level in ["recruit", "veteran"] {
            assert_eq!(decisions(level, scenario), decisions(level, scenario), "{level} in {scenario}");
        }
    }
}

#[test]
fn every_opponent_that_is_listed_can_be_had() {
    let library = Library::own();
    for scenario in ["crossroads", "skirmish"] {
        let battle = Scenario::open(library, scenario).and_then(|s| s.battle(library)).unwrap();
        let names = opponents::names(library, battle.ruleset());
        assert_eq!(names, ["random", "recruit", "utility", "veteran", "captain", "warlord"]);
        for name in names {
            assert!(opponents::opponent(library, &battle, &name).is_ok(), "{name}");
        }
        assert_eq!(opponents::favourite(library, battle.ruleset()), "utility");
    }
}
