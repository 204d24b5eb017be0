//! Games to be recorded.

use std::fs;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use hexfray::battle::{Action, mix};
use hexfray::content::Library;
use hexfray::scenario::{Scenario, Session};
use hexfray::source::Problem;
use hexfray::store::bare;

/// The names of all scenarios.
pub(crate) fn scenarios() -> impl Iterator<Item = &'static str> {
    Library::own().scenarios().keys().map(String::as_str)
}

/// A battle about to begin, between computers: their decisions are not each on the disk before they count.
pub(crate) fn begin(scenario: &str, seed: u64) -> Session {
    begin_between_persons(scenario, seed).owned_by(vec!["utility".to_owned(); 8])
}

/// The same between persons.
pub(crate) fn begin_between_persons(scenario: &str, seed: u64) -> Session {
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

/// A path at which there is no file.
pub(crate) fn fresh(name: &str) -> String {
    let path = format!("{}/{name}.journal", env!("CARGO_TARGET_TMPDIR"));
    let _ = fs::remove_file(&path);
    path
}

/// The journal of a battle as versions without checksums wrote it, so that lines of it can be changed.
pub(crate) fn text(session: &Session) -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let path = fresh(&format!("text_{}_{count}", std::process::id()));
    session.save(&path, false).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    fs::remove_file(path).unwrap();
    let plain = |line: &str| if line.contains("\"crc\"") { bare(line).into_owned() + "\n" } else { line.to_owned() };
    text.split_inclusive('\n').map(plain).collect()
}

/// Takes up the battle of a journal's text.
pub(crate) fn replay(text: impl AsRef<[u8]>) -> Result<Session, Vec<String>> {
    let told = |problems: Vec<Problem>| problems.iter().map(ToString::to_string).collect();
    Session::replay(Library::own(), "x.journal", text.as_ref()).map_err(told)
}

/// The one problem of a journal's text.
pub(crate) fn problem(text: impl AsRef<[u8]>) -> String {
    match replay(text).unwrap_err().as_slice() {
        [problem] => problem.clone(),
        problems => panic!("{problems:#?}"),
    }
}

/// Two sessions that cannot be told apart.
pub(crate) fn assert_same(a: &mut Session, b: &mut Session) {
    assert_eq!(a.actions(), b.actions());
    assert_eq!(a.events(), b.events());
    assert_eq!(a.hash(), b.hash());
    assert_eq!((a.seed(), a.content(), a.owners()), (b.seed(), b.content(), b.owners()));
    assert_eq!(a.scenario().document.text, b.scenario().document.text);
}

/// Starts this program again with an ignored test only, a path in its environment, and what it prints for us to read.
pub(crate) fn spawn(test: &str, path: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", test, "--ignored", "--nocapture"])
        .env("JOURNAL", path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The path that [`spawn`] gave us.
pub(crate) fn given_path() -> String {
    std::env::var("JOURNAL").expect("started by another test")
}
