//! Whole battles of shipped scenarios, played to their end by the utility opponent.

use hexfray::battle::{Event, Listing, Log, Outcome, Seeded};
use hexfray::content::Library;
use hexfray::opponents;
use hexfray::rules::AnyBattle;
use hexfray::scenario::Scenario;

/// How a battle of so many sides ended, and all that happened in it.
fn fought(name: &str, sides: usize, seed: u64) -> (Outcome, Vec<Event>) {
    let library = Library::own();
    let mut battle: AnyBattle = Scenario::open(library, name).and_then(|s| s.battle(library)).unwrap();
    assert_eq!(battle.players(), sides, "{name}");
    let mut opponent = opponents::opponent(library, &battle, "utility").unwrap();
    let (mut log, mut list) = (Log::on(), Listing::default());
    battle.start(&mut Seeded::new(seed, 0), &mut log);
    while battle.decision().is_some() {
        let number = battle.number();
        assert!(number < 5_000, "{name}, seed {seed} goes on and on");
        let action = opponent.choose(&battle, opponents::chance(seed, number));
        battle.play(action, &mut list, &mut Seeded::new(seed, number + 1), &mut log).unwrap();
    }
    (battle.outcome().unwrap(), log.events)
}

/// ITEN-SCN-01, ITEN-SCN-02, ITEN-SCN-03, ITEN-SCN-04, ITEN-SCN-05, ITEN-SCN-06, ITEN-SCN-08, HULK-FORCE-01: three and
/// more Retinues, and three and four boarding parties against one Defender, fight to a result by a rule of their scenario.
#[test]
fn many_sides_come_to_a_result() {
    for (name, sides, ends) in [
        ("kellys_heroes_three", 3, &["ITEN-KEL-04", "ITEN-SCN-01", "ITEN-SCN-11"][..]),
        ("assassination_three", 3, &["ITEN-ASS-02", "ITEN-SCN-03"]),
        ("the_ritual_three", 3, &["ITEN-RIT-04"]),
        ("missing_robot_three", 3, &["ITEN-ROB-03"]),
        ("fire_mission_three", 3, &["ITEN-FIR-04", "ITEN-SCN-11"]),
        ("fort_apache_four", 4, &["ITEN-FORT-04", "ITEN-SCN-11"]),
        ("fort_apache_five", 5, &["ITEN-FORT-04", "ITEN-SCN-11"]),
        ("assassination_four", 4, &["ITEN-ASS-02", "ITEN-SCN-03"]),
        ("the_gauntlet_four", 4, &["ITEN-GAU-03", "ITEN-GAU-01", "ITEN-SCN-04", "ITEN-SCN-11"]),
        ("the_gauntlet_five", 5, &["ITEN-GAU-03", "ITEN-GAU-01", "ITEN-SCN-04", "ITEN-SCN-11"]),
        ("missing_robot_four", 4, &["ITEN-ROB-03", "ITEN-SCN-06", "ITEN-SCN-11"]),
        ("missing_robot_five", 5, &["ITEN-ROB-03"]),
        ("fire_mission_four", 4, &["ITEN-FIR-04", "ITEN-SCN-11"]),
        ("fire_mission_five", 5, &["ITEN-FIR-04", "ITEN-SCN-11"]),
        ("the_claim", 4, &["HULK-OBJ-09"]),
        ("the_wake", 5, &["HULK-OBJ-09"]),
    ] {
        let outcomes = [1, 2, 3].map(|seed| fought(name, sides, seed).0);
        assert!(outcomes.iter().all(|o| ends.contains(&o.rule.0)), "{name}: {outcomes:?}");
        assert!(outcomes.iter().any(|o| o.winners != 0), "{name}: nobody ever wins");
    }
}

/// ITEN-GEN-07, HULK-SIDE-03: nothing is left to agreement: whatever happens, dice and all, is by a rule that the codex has.
#[test]
fn whatever_happens_is_by_a_rule() {
    let codex = Library::own().codex();
    for (name, sides) in [("convoy", 2), ("the_ritual", 2), ("life_is_cheap", 3), ("dead_air", 2), ("the_wake", 5)] {
        for event in fought(name, sides, 4).1 {
            assert!(codex.get(event.rule.0).is_some(), "{name}: {event:?}");
        }
    }
}
