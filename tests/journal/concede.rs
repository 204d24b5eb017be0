//! Battles that somebody gives up (MAP-24, HULK-LEFT-05).

use hexfray::battle::{Action, Fact, Rule, SideId, mix};
use hexfray::content::Library;
use hexfray::scenario::{Scenario, Session};

const GIVEN_UP: Rule = Rule("MAP-24");

fn session(name: &str, seed: u64) -> Session {
    let library = Library::own();
    Session::begin(library, Scenario::open(library, name).unwrap(), seed).unwrap()
}

/// Plays one listed answer, any.
fn play_on(session: &mut Session) {
    let (seed, number) = (session.seed(), session.battle().number());
    let legal = session.legal();
    let action = legal[(mix(seed, u64::from(number)) % legal.len() as u64) as usize];
    session.play(action).unwrap();
}

fn asked(session: &Session) -> Option<SideId> {
    session.battle().decision().map(|d| d.side)
}

/// What the journal says comes to the same battle.
fn assert_kept(session: &mut Session) {
    let mut again = Session::replay(Library::own(), "kept", session.text().as_bytes()).unwrap();
    assert_eq!((again.hash(), again.battle().outcome()), (session.hash(), session.battle().outcome()));
    assert_eq!((again.events(), again.actions()), (session.events(), session.actions()));
}

/// MAP-24: of two sides the other has won at once, at whatever decision; nobody lists it, and the journal tells it.
#[test]
fn the_other_of_two_has_won() {
    for name in ["crossroads", "rivals", "dead_air"] {
        for decisions in [0, 1, 7, 60] {
            let mut session = session(name, 4);
            (0..decisions).for_each(|_| play_on(&mut session));
            let loser = asked(&session).unwrap();
            assert!(!session.legal().contains(&Action::concession()), "{name}");
            let told = session.play(Action::concession()).unwrap().to_vec();
            assert!(told.iter().any(|e| e.fact == Fact::Acted { side: loser, action: Action::concession() }), "{name}");
            let outcome = session.battle().outcome().unwrap();
            assert_eq!((outcome.winners, outcome.rule), (1 << (1 - loser.0), GIVEN_UP), "{name} after {decisions}");
            assert_eq!((asked(&session), session.battle().number()), (None, decisions + 1));
            assert!(session.play(Action::concession()).is_err(), "it is over");
            assert_kept(&mut session);
            session.undo_to(decisions).unwrap();
            assert_eq!((asked(&session), session.battle().outcome()), (Some(loser), None), "{name}");
        }
    }
}

/// MAP-24: a team whose member plays on is in the battle yet; of three teams the other two play on, nobody asks the one
/// that gave up again, and it does not win, however it stands.
#[test]
fn the_others_play_on() {
    let library = Library::own();
    let mut tried = 0;
    for name in library.scenarios().keys() {
        let scenario = Scenario::open(library, name).unwrap();
        if scenario.sides.len() < 3 || name.ends_with("_five") {
            continue;
        }
        for decisions in [3, 90] {
            let mut session = session(name, 9);
            (0..decisions).for_each(|_| play_on(&mut session));
            let Some(loser) = asked(&session) else { continue };
            if session.battle().players() < 3 {
                continue;
            }
            tried += 1;
            session.play(Action::concession()).unwrap();
            let before = session.hash();
            assert_eq!(session.battle().outcome(), None, "{name}");
            assert_eq!(session.battle().digest(), before, "{name}");
            let team = |s: &Session, side: SideId| s.battle().sides()[side.index()].team;
            let ours = team(&session, loser);
            while let Some(side) = asked(&session) {
                assert_ne!(side, loser, "{name}: it is out");
                play_on(&mut session);
                assert!(session.battle().number() < 20_000, "{name} goes on and on");
            }
            let outcome = session.battle().outcome().unwrap();
            let mates = session.battle().sides().iter().filter(|s| s.team == ours && !s.neutral).count();
            assert!(mates > 1 || !outcome.won(loser), "{name}: {outcome:?}");
            assert_kept(&mut session);
        }
    }
    assert!(tried >= 6, "only {tried}");
}

/// MAP-24: the last of three who has not given up has won.
#[test]
fn the_last_of_three_has_won() {
    let mut session = session("fire_mission_three", 2);
    let first = asked(&session).unwrap();
    session.play(Action::concession()).unwrap();
    let second = asked(&session).unwrap();
    assert_ne!(first, second);
    session.play(Action::concession()).unwrap();
    let outcome = session.battle().outcome().unwrap();
    let last = SideId::first(3).find(|s| ![first, second].contains(s)).unwrap();
    assert_eq!((outcome.winners, outcome.rule), (1 << last.0, GIVEN_UP));
    assert_kept(&mut session);
}
