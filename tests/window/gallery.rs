//! Pictures of every kind of decision: battles that computers fight are told again up to it, and played on by a person.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hexfray::battle::{Action, Verb};
use hexfray::opponents;
use hexfray::scenario::{Scenario, Session};

use super::screen::{Screen, library};

/// Decisions after which a battle has shown what it has to show.
const ENOUGH: u32 = 500;

/// A decision of its kind: its name, the journal that leads to it, and after how many decisions.
struct Exhibit {
    name: String,
    journal: PathBuf,
    number: u32,
}

/// A battle between computers up to the first decision at which it is to halt, for what one of them would do there; else to its
/// end.
pub(crate) fn fought(file: &str, seed: u64, mut halts: impl FnMut(&mut Session, Action) -> bool) -> Session {
    let scenario = Scenario::open(library(), file).unwrap();
    let session = Session::begin(library(), scenario, seed).unwrap();
    let players = session.battle().players();
    let mut session = session.owned_by(vec!["utility".to_owned(); players]);
    let mut seats: Vec<_> =
        (0..players).map(|_| opponents::opponent(library(), session.battle(), "utility").unwrap()).collect();
    while let Some(decision) = session.battle().decision() {
        let chance = opponents::chance(seed, session.battle().number());
        let action = seats[decision.side.index()].choose(session.battle(), chance);
        if halts(&mut session, action) {
            return session;
        }
        session.play(action).unwrap();
    }
    session
}

/// The first decision of each kind that comes up in battles of all scenarios: kinds differ by rule and by what can be
/// answered.
fn exhibits(folder: &Path) -> Vec<Exhibit> {
    let mut seen = BTreeSet::new();
    let mut exhibits = Vec::new();
    for file in library().scenarios().keys() {
        let name = Scenario::open(library(), file).unwrap().name;
        let journal = folder.join(format!("{file}.journal"));
        let before = exhibits.len();
        let session = fought(file, 11, |session, _| {
            let decision = session.battle().decision().unwrap();
            let verbs: BTreeSet<Verb> = session.legal().iter().map(|a| a.verb).collect();
            let verbs: Vec<&str> = verbs.into_iter().map(Verb::word).collect();
            if seen.insert((decision.rule.0, verbs.clone())) {
                let name = format!("{name}_{}_{}", decision.rule.0, verbs.join("-")).replace(' ', "_");
                exhibits.push(Exhibit { name, journal: journal.clone(), number: session.battle().number() });
            }
            session.battle().number() + 1 >= ENOUGH
        });
        if exhibits.len() > before {
            session.save(&journal.to_string_lossy(), true).unwrap();
        }
    }
    exhibits
}

/// Shows all of them in a window of this size.
pub(crate) fn show(gallery: &str, size: (u16, u16), scale: u16) {
    let folder = std::env::temp_dir().join(format!("hexfray-gallery-{}-{gallery}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let all = exhibits(&folder);
    assert!(all.len() > 40, "only {} kinds of decision", all.len());
    for Exhibit { name, journal, number } in all {
        let (journal, number) = (journal.to_string_lossy().into_owned(), number.to_string());
        let arguments = ["replay", &journal, "--window", "--to", &number];
        let mut screen = Screen::open(&format!("{gallery}/{name}"), &arguments, size, scale);
        screen.shows(&["o"], "asked");
        screen.shows(&["x"], "threat");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
