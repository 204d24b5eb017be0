//! The shown board.

use hexfray::battle::{Listing, Log, Seeded, mix};
use hexfray::content::Library;
use hexfray::play::playback::{Playback, Speed};
use hexfray::play::scene::Scene;
use hexfray::scenario::Scenario;

/// Random whole games of every ruleset: what the events are folded to is the board, however they are played.
#[test]
fn folding_the_events_gives_the_shown_board() {
    let library = Library::own();
    for name in ["crossroads", "burning_wood", "dead_air", "convoy", "the_ritual", "missing_robot"] {
        let start = Scenario::open(library, name).unwrap().battle(library).unwrap();
        for (seed, speed) in [(1, None), (2, Some(Speed::Instant)), (3, Some(Speed::Fast))] {
            let mut battle = start.clone();
            let mut playback = Playback::still(Scene::of(&*battle));
            let (mut list, mut log) = (Listing::default(), Log::on());
            battle.start(&mut Seeded::new(seed, 0), &mut log);
            loop {
                playback.push(&log.events);
                log.events.clear();
                match speed {
                    None => playback.skip(&*battle),
                    Some(speed) => {
                        while playback.busy() {
                            playback.tick(&*battle, 0.05, speed);
                        }
                    }
                }
                // Whatever goes astray stays so.
                if battle.number().is_multiple_of(8) || battle.decision().is_none() {
                    assert_eq!(playback.scene, Scene::of(&*battle), "{name} {seed}, decision {}", battle.number());
                }
                battle.legal(&mut list);
                if list.actions.is_empty() {
                    break;
                }
                let number = battle.number();
                let action = list.actions[(mix(seed, number.into()) % list.actions.len() as u64) as usize];
                battle.play(action, &mut list, &mut Seeded::new(seed, number + 1), &mut log).unwrap();
            }
            assert!(battle.number() > 20);
        }
    }
}

/// Slow takes longer than normal, normal than fast; instant takes no time, and skipping ends all three.
#[test]
fn speeds_differ_and_skipping_ends_them() {
    let library = Library::own();
    let mut session = super::session("crossroads", 4, &["utility", "utility"]);
    let mut seat = hexfray::opponents::opponent(library, session.battle(), "utility").unwrap();
    while session.events().iter().filter(|e| matches!(e.fact, hexfray::battle::Fact::Rolled { .. })).count() < 20 {
        let action = seat.choose(session.battle(), u64::from(session.battle().number()));
        session.play(action).unwrap();
    }
    let frames = |speed: Speed| {
        let (battle, _) = session.battle_at(0).unwrap();
        let mut playback = Playback::still(Scene::of(&*battle));
        playback.push(session.events());
        let mut frames = 0;
        while playback.busy() {
            playback.tick(&**session.battle(), 0.02, speed);
            frames += 1;
        }
        frames
    };
    let [slow, normal, fast, instant] = Speed::ALL.map(frames);
    assert!(slow > normal && normal > fast && fast > instant, "{slow} {normal} {fast} {instant}");
    assert_eq!(instant, 1);
    let mut playback = Playback::still(Scene::of(&*session.battle_at(0).unwrap().0));
    playback.push(session.events());
    playback.skip(&**session.battle());
    assert!(!playback.busy());
    assert_eq!(playback.scene, Scene::of(&**session.battle()));
}
