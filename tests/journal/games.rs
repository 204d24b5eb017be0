//! Games to be recorded.

use hexfray::battle::{Action, mix};
use hexfray::content::Library;
use hexfray::scenario::{Scenario, Session};

/// The names of all scenarios.
pub(crate) fn scenarios() -> impl Iterator<Item = &'static str> {
    Library::own().scenarios().keys().map(String::as_str)
}

/// A battle about to begin.
pub(crate) fn begin(scenario: &str, seed: u64) -> Session {
    let scenario = Scenario::open(Library::own(), scenario).unwrap();
    Session::begin(Library::own(), scenario, seed).unwrap()
}

/// Any legal answer; none when the battle is over. The same decision of the same seed gets the same answer.
pub(crate) fn choose(session: &mut Session) -> Option<Action> {
    let chance = mix(session.seed(), session.actions().len() as u64);
    let legal = session.legal();
    (!legal.is_empty()).then(|| legal[(chance % legal.len() as u64) as usize])
}

/// Plays on at random for some decisions, or until the battle is over.
pub(crate) fn play(session: &mut Session, decisions: usize) {
    for _ in 0..decisions {
        let Some(action) = choose(session) else { return };
        session.play(action).unwrap();
    }
}
