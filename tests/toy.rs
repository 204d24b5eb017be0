//! The toy ruleset of `examples/toy`, which no other file knows: everything plays it all the same.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use hexfray::battle::{Action, Chance, Listing, Log, Seeded, Verb};
use hexfray::content::Library;
use hexfray::rules::AnyBattle;
use hexfray::scenario::Scenario;

/// Runs the program in a folder; what it printed.
fn run(folder: &Path, arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexfray"));
    command.current_dir(folder).args(arguments).env("XDG_DATA_HOME", folder).env("HOME", folder);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{arguments:?}: {told}{}", String::from_utf8_lossy(&output.stderr));
    told
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("toy").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// A position with two units that face each other at a distance.
fn duel(at: (u16, u16), against: (u16, u16)) -> AnyBattle {
    let text = format!(
        "(ruleset: \"toy\", name: \"Duel\", about: \"\", map: \"crossroads\", turns: 1, sides: [(name: \"A\"), (name: \"B\")], units: \
         [(side: \"A\", unit: \"Bow\", at: {at:?}), (side: \"B\", unit: \"Bow\", at: {against:?})])"
    );
    let scenario = Scenario::parse(Library::own(), "duel.ron", &text).unwrap();
    let mut battle = scenario.battle(Library::own()).unwrap();
    battle.start(&mut Seeded::new(1, 0), &mut Log::off());
    battle
}

/// The attacks that are offered, each with how likely it is to kill.
fn chances(battle: &AnyBattle) -> Vec<(Verb, String)> {
    let mut list = Listing::default();
    battle.legal(&mut list);
    let attacks = list.actions.iter().filter(|a| matches!(a.verb, Verb::Fire | Verb::Strike));
    let killed = |action: &Action| -> Chance {
        let outcomes = battle.odds(*action).outcomes;
        let kills = outcomes.iter().filter(|o| o.changes.iter().any(|(_, field, _, to)| field == "wounds" && *to == 0));
        kills.map(|outcome| outcome.chance.clone()).sum()
    };
    attacks.map(|action| (action.verb, killed(action).to_string())).collect()
}

/// TOY-03, TOY-04: a shot kills on 5 or 6, a blow of a Bow on 6; buildings hide, and six hexes are as far as it shoots.
#[test]
fn odds_are_enumerated_by_the_resolver() {
    assert_eq!(chances(&duel((5, 8), (8, 8))), [(Verb::Fire, "1/3".to_owned())]);
    let near = [(Verb::Fire, "1/3".to_owned()), (Verb::Strike, "1/6".to_owned())];
    assert_eq!(chances(&duel((5, 8), (6, 8))), near);
    assert_eq!(chances(&duel((1, 8), (8, 8))), []);
    assert_eq!(chances(&duel((8, 7), (12, 7))), [], "two buildings stand between them");
}

/// TOY-01, TOY-02, TOY-05, TOY-06: the terminal and its replay play it, by computers and by a person.
#[test]
fn the_terminal_plays_it() {
    let folder = folder("terminal");
    let told = run(&folder, &["battle", "tug", "--seed", "3", "--record", "tug.journal"], "");
    assert!(told.contains("[TOY-01]") && told.contains("[TOY-02]") && told.contains("[TOY-06]"), "{told}");
    assert!(told.contains("== Turn 2: Act =="), "{told}");
    let again = run(&folder, &["replay", "tug.journal"], "");
    assert_eq!(told.lines().last(), again.lines().last());
    let typed = run(&folder, &["battle", "tug", "--side", "West=person"], "1\n1\nodds 1\nquit\n");
    assert!(typed.contains("Bow 1 goes to"), "{typed}");
}

/// The search looks ahead in it, and a league ranks who plays it.
#[test]
fn search_and_leagues_play_it() {
    let folder = folder("league");
    let battle = ["battle", "tug", "--side", "West=veteran", "--side", "East=random", "--seed", "2"];
    let told = run(&folder, &battle, "");
    assert!(told.contains("Result: victory of West"), "{told}");
    let spec = "(name: \"Toys\", seed: 1, entrants: [(name: \"random\"), (name: \"utility\")], format: RoundRobin, \
                battles: [(scenario: \"tug\")], pairs: 4)";
    fs::write(folder.join("toys.ron"), spec).unwrap();
    run(&folder, &["league", "run", "toys.ron", "--out", "toys.jsonl"], "");
    let report = run(&folder, &["league", "report", "toys.jsonl"], "");
    assert!(report.contains("utility") && report.contains("8"), "{report}");
}

/// Another program plays it through the referee.
#[test]
fn the_referee_serves_it() {
    let requests = b"{\"do\":\"view\",\"side\":0}\n{\"do\":\"play\",\"action\":0}\n{\"do\":\"odds\",\"action\":0}\n";
    let scenario = Scenario::open(Library::own(), "tug").unwrap();
    let mut output = Vec::new();
    hexfray::referee::serve(Library::own(), scenario, 1, None, &mut &requests[..], &mut output).unwrap();
    let said = String::from_utf8(output).unwrap();
    assert!(said.contains("\"ruleset\":\"toy\"") && said.contains("TOY-02"), "{said}");
    assert!(!said.contains("\"type\":\"error\""), "{said}");
}

/// The window offers it, and a battle of it is played by clicks' actions to its end.
#[cfg(feature = "gui")]
#[test]
fn the_window_plays_it() {
    use hexfray::play::game::Game;
    use hexfray::play::playback::Speed;
    use hexfray::play::setup::Setup;
    let mut setup = Setup::new(Library::own(), 5, None).unwrap();
    let place = setup.scenarios.iter().position(|s| s.ruleset == "toy").unwrap();
    setup.choose(place);
    let mut game = Game::new(Library::own(), setup.begin().unwrap(), None).unwrap();
    let mut waited = 0;
    while game.session().battle().outcome().is_none() {
        game.tick(0.05, Speed::Instant);
        if game.offer.is_some() {
            game.relieve(false);
        }
        std::thread::sleep(std::time::Duration::from_millis(1));
        waited += 1;
        assert!(waited < 60_000, "nothing happens");
    }
}
