//! The program from outside: exit codes, help, messages, and the game played through a pipe.

#[path = "cli/prompt.rs"]
mod prompt;

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A position whose first decision is fire: a mob that runs at rangers that stand.
const DUEL: &str = r#"(
    ruleset: "hexwar", name: "Duel", about: "A running mob and rangers.", map: "crossroads", turns: 6,
    sides: [(name: "Elves", faction: Elf), (name: "Orks", faction: Ork)],
    units: [
        (side: "Elves", unit: "Rangers", at: (2, 1), speed: Stand),
        (side: "Orks", unit: "Mob", at: (6, 1), speed: Fast),
    ],
    start: (turn: 1, stage: "Gunnery 1"),
)"#;

/// What a run of the program came to.
struct Run {
    code: i32,
    out: String,
    err: String,
}

impl Run {
    fn of(output: &Output) -> Run {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let (out, err) = (text(&output.stdout), text(&output.stderr));
        Run { code: output.status.code().unwrap_or_else(|| panic!("killed: {err}")), out, err }
    }

    fn last_line(&self) -> &str {
        self.out.lines().last().unwrap_or("")
    }

    /// The run was fine, and wrote nothing but to its standard output.
    fn fine(self) -> Run {
        assert_eq!((self.code, self.err.as_str()), (0, ""), "{}", self.out);
        self
    }

    /// The run refused with a message that holds all these texts.
    fn refused(self, texts: &[&str]) {
        assert_eq!(self.code, 1, "{}\n{}", self.out, self.err);
        texts.iter().for_each(|t| assert!(self.err.contains(t), "no `{t}` in: {}", self.err));
    }
}

fn program(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hexfray"));
    command.env("XDG_DATA_HOME", home).env("HOME", home).env_remove("NO_COLOR");
    // The game at the terminal, whatever sits before the machine.
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("XDG_CONFIG_HOME");
    command.current_dir(env!("CARGO_MANIFEST_DIR"));
    command
}

/// Runs with a variable that says what is traced.
fn traced(wanted: &str, args: &[&str]) -> Run {
    let mut command = program(&home("traced"));
    Run::of(&command.env("HEXFRAY_LOG", wanted).args(args).stdin(Stdio::null()).output().unwrap())
}

#[test]
fn the_trace_goes_where_it_is_asked_for_and_never_to_the_output() {
    let plain = run(&["battle", "patrol", "--side", "A=random", "--side", "B=veteran@4"]).fine();
    let log = home("trace").join("battle.log");
    let _ = fs::remove_file(&log);
    let told = ["--log", log.to_str().unwrap(), "battle", "patrol", "--side", "A=random", "--side", "B=veteran@4"];

    // Without a word on what, what is begun and how it ended.
    assert_eq!(run(&told).fine().out, plain.out);
    let lines = fs::read_to_string(&log).unwrap();
    assert!(lines.contains("INFO") && lines.contains("setup: close time.busy"), "{lines}");
    assert!(lines.contains("scenario=\"Patrol\"") && lines.contains("the battle is over"), "{lines}");
    assert!(!lines.contains("DEBUG"), "{lines}");

    // A level for each target; the file goes on.
    assert_eq!(traced("decision=debug,search=trace", &told).fine().out, plain.out);
    let more = fs::read_to_string(&log).unwrap();
    let more = more.strip_prefix(&lines).unwrap();
    assert!(more.contains("opponent=\"veteran@4\"") && more.contains("decision: number=0"), "{more}");
    assert!(more.contains("TRACE") && more.contains("visits"), "{more}");

    // Without a file to the error output.
    let loud = traced("setup=info", &told[2..]);
    assert_eq!((loud.code, loud.out), (0, plain.out));
    assert!(loud.err.contains("setup: close"), "{}", loud.err);

    traced("serch=debug", &told).refused(&["HEXFRAY_LOG=serch=debug", "did you mean search?"]);
    traced("loud", &told).refused(&["HEXFRAY_LOG=loud", "neither a level nor traced"]);
    traced("search=loud", &told).refused(&["HEXFRAY_LOG=search=loud", "write a level"]);
    run(&["--log", "/nowhere/at/all.log", "battle"]).refused(&["/nowhere/at/all.log", "cannot be written"]);
    // Why a command ended stands in the log too.
    run(&["--log", log.to_str().unwrap(), "battle", "crosroads"]).refused(&["crossroads"]);
    assert!(fs::read_to_string(&log).unwrap().lines().last().unwrap().contains("program: "));
}

fn run(args: &[&str]) -> Run {
    Run::of(&program(&home("nobody")).args(args).stdin(Stdio::null()).output().unwrap())
}

/// Runs the program with a home of its own and lines typed into it.
fn typed(home: &Path, args: &[&str], lines: &[u8]) -> Run {
    let mut child =
        program(home).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that has left already reads no more.
    let _ = child.stdin.take().unwrap().write_all(lines);
    Run::of(&child.wait_with_output().unwrap())
}

/// An empty folder.
fn home(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli").join(name);
    if name != "nobody" {
        let _ = fs::remove_dir_all(&path);
    }
    fs::create_dir_all(&path).unwrap();
    path
}

fn file(home: &Path, name: &str, text: &str) -> String {
    let path = home.join(name);
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn help_names_every_command_and_each_has_help() {
    let help = run(&["--help"]).fine().out;
    for command in [
        "battle", "continue", "replay", "odds", "check", "muster", "hulk", "campaign", "codex", "fields", "used",
        "ledger", "referee", "soak", "bench", "duel", "league", "tune", "fit", "balance", "lab",
    ] {
        assert!(help.contains(command), "{command} in {help}");
        let own = run(&[command, "--help"]).fine().out;
        assert!(own.contains(&format!("Usage: hexfray {command}")), "{own}");
        for path in own.split_whitespace().filter(|word| word.starts_with("assets/")) {
            let path = path.trim_end_matches([',', '.']);
            assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(path).exists(), "there is no {path}: {own}");
        }
    }
}

#[test]
fn wrong_usage_is_2() {
    let wrong: [&[&str]; 13] = [
        &["hulk", "--seed", "1"],
        &["hulk", "--seed", "1", "--out", "x.ron", "--twisty", "11"],
        &["hulk", "--seed", "1", "--out", "x.ron", "--size", "60"],
        &["hulk", "--seed", "1", "--out", "x.ron", "--spaces", "14-"],
        &["fight"],
        &["battle", "--seed", "x"],
        &["battle", "--side", "Orks"],
        &["battle", "--side", "A=random", "--side", "Orks=random"],
        &["battle", "--json", "--side", "A=person"],
        &["check"],
        &["replay", "x", "--verify", "--to", "3"],
        &["duel", "utility", "random", "--ruleset", "foo"],
        &["duel", "utility", "random", "--ruleset", "hexwar", "--scenario", "patrol"],
    ];
    for args in wrong {
        let run = run(args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.err);
        assert!(run.err.contains("--help") || run.err.contains("Usage"), "{}", run.err);
    }
}

#[test]
fn unknown_names_are_refused_with_what_was_meant() {
    run(&["battle", "crosroads"]).refused(&["crosroads", "did you mean crossroads?", "gun_line"]);
    run(&["battle", "no/such.ron"]).refused(&["no/such.ron"]);
    run(&["battle", "--side", "Orkz=random"]).refused(&["no side", "did you mean Orks?"]);
    run(&["battle", "--side", "A=randon"]).refused(&["no opponent", "did you mean random?"]);
    run(&["battle", "--side", "A=veterann@5"]).refused(&["no opponent", "did you mean veteran?"]);
    run(&["duel", "utility", "randon"]).refused(&["no opponent", "did you mean random?"]);
    run(&["campaign", "auto", "iron_road", "--level", "randon"]).refused(&["no opponent", "did you mean random?"]);
    run(&["codex", "HEX-HIT-1"]).refused(&["did you mean HEX-HIT-01?"]);
    run(&["codex", ""]).refused(&["chapters are"]);
    run(&["ledger", "XYZ"]).refused(&["XYZ"]);
    run(&["replay", "no_such.journal"]).refused(&["no_such.journal"]);
    run(&["continue", "no_such.journal"]).refused(&["no_such.journal"]);
    run(&["odds", "crossroads", "--action", "fly to the moon"]).refused(&["no action", "fly to the moon"]);
    run(&["odds", "crossroads", "--action", "place"]).refused(&["several actions", "place Mob 1 at 1.1"]);
}

/// Names are looked at before anything is put to anybody; who is of one ruleset only is left out in the others.
#[test]
fn tactics_are_put_to_those_that_there_are() {
    let wrong = run(&["tactics", "utility", "veterann"]);
    assert_eq!(wrong.out, "");
    wrong.refused(&["no opponent", "did you mean veteran?"]);
    let home = home("tactics");
    let folder = home.join("assets/opponents/hexwar");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("mine.ron"), "(about: \"mine\", rank: 2, profile: \"utility\")").unwrap();
    let mine = run(&["--content", home.to_str().unwrap(), "tactics", "mine"]).fine();
    for ruleset in ["gemini", "iten"] {
        assert!(mine.out.contains(&format!("{ruleset} has no opponent called mine: left out there")), "{}", mine.out);
    }
    assert!(mine.last_line().contains("mine found ") && mine.last_line().ends_with("in hexwar"), "{}", mine.out);
}

#[test]
fn a_battle_repeats_by_its_seed() {
    let battle = |seed: &str| run(&["battle", "--side", "A=random", "--side", "Elves=random", "--seed", seed]).fine();
    let (one, again, other) = (battle("3"), battle("3"), battle("4"));
    assert!(one.last_line().starts_with("Result: ") && one.last_line().contains("hash "), "{}", one.last_line());
    assert_eq!(one.out, again.out);
    assert_ne!(one.last_line(), other.last_line());
}

#[test]
fn a_level_may_have_another_number_of_simulations() {
    let side = |level: &str| run(&["battle", "patrol", "--side", level, "--side", "B=random"]);
    let few = side("A=veteran@2").fine();
    assert_eq!(few.out, side("A=veteran@2").fine().out);
    assert_ne!(few.last_line(), side("A=veteran@40").fine().last_line());
    side("A=veteran@none").refused(&["number of simulations", "veteran@500"]);
    let journal = std::env::temp_dir().join(format!("hexfray_{}_refused.journal", std::process::id()));
    let file = journal.to_str().unwrap();
    run(&["battle", "--side", "A=utility@5", "--record", file]).refused(&["does not look ahead"]);
    assert!(!journal.exists(), "a battle that was refused left a journal");
}

#[test]
fn events_as_json_are_one_flat_object_a_line() {
    let out = run(&["battle", "--json", "--seed", "2"]).fine().out;
    let lines: Vec<serde_json::Value> = out.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let of = |fact: &str| lines.iter().filter(|l| l["fact"] == fact).collect::<Vec<_>>();
    let roll = of("rolled")[0];
    assert!(
        roll["rule"].is_string() && roll["faces"].is_u64() && roll["face"].is_u64() && roll["modifiers"].is_array()
    );
    assert!(of("rolled").iter().any(|r| r["modifiers"].as_array().is_some_and(|m| !m.is_empty())));
    assert!(of("acted")[0]["verb"].is_string() && of("acted")[0]["text"].is_string());
    assert!(of("sealed")[0].get("verb").is_none(), "what is secret is not told");
    let last = lines.last().unwrap();
    assert_eq!((&last["fact"], last["hash"].as_str().unwrap().len()), (&"result".into(), 16));
    assert!(run(&["battle", "--seed", "2"]).last_line().ends_with(last["hash"].as_str().unwrap()));
}

#[test]
fn frames_and_reasons_are_shown_when_asked_for() {
    let plain = run(&["battle"]).fine().out;
    let full = run(&["battle", "--frames", "--explain"]).fine().out;
    assert!(!plain.contains("F forest") && !plain.contains("    ? "));
    assert!(full.matches("F forest").count() > 10 && full.contains("    ? "));
}

/// Who acts without thinking says so, and not what it thought of an earlier decision.
#[test]
fn who_acts_without_thinking_says_so() {
    let battle = run(&["battle", "--seed", "2", "--side", "A=recruit", "--explain"]).fine();
    assert!(battle.out.contains("    ? without thinking\n"), "{}", battle.out);
}

/// A vehicle that turns as it drives is said to face its way once.
#[test]
fn a_drive_tells_the_facing_once() {
    let told = run(&["battle", "dust_run", "--seed", "1"]).fine().out;
    assert!(told.contains(" drives to "), "{told}");
    for way in ["E", "NE", "NW", "W", "SW", "SE"] {
        assert!(!told.contains(&format!("facing {way}, facing {way}")), "{way}");
    }
}

#[test]
fn a_reader_who_leaves_is_no_fault() {
    let mut child =
        program(&home("nobody")).arg("battle").stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdout.take().unwrap().read_exact(&mut [0; 10]).unwrap();
    let run = Run::of(&child.wait_with_output().unwrap());
    assert_eq!((run.code, run.err.as_str()), (0, ""));
}

#[test]
fn odds_of_a_position_are_exact() {
    let duel = file(&home("odds"), "duel.ron", DUEL);
    let list = run(&["odds", &duel]).fine().out;
    assert!(list.contains("1) Mob fires shoota at Rangers"), "{list}");
    let odds = run(&["odds", &duel, "--action", "mob fires", "--fractions"]).fine().out;
    assert!(odds.contains("d12 needs 9+: 33.33 % a die  [HEX-HIT-01]"), "{odds}");
    assert!(
        odds.contains("-1 in all: B1 -1 Fast [HEX-MOD-06], -1 Bad Shot [HEX-MOD-25]; A1 +1 Stand still [HEX-MOD-01]"),
        "{odds}"
    );
    // Seven shots, of each of which nothing comes in 2/3 + 1/3 * 1/6 = 13/18.
    assert!(odds.contains("10.25 %  nothing changes  (62748517/612220032)"), "{odds}");
    // A model killed by each shot in 1/3 * 1/2: somebody in 1 - (5/6)^7.
    assert!(odds.contains("Rangers: hurt 89.75 %, some killed 72.09 %, all killed"), "{odds}");
    let plain = run(&["odds", &duel, "--action", "1"]).fine().out;
    assert!(plain.contains("10.25 %  nothing changes\n") && !plain.contains("(62748517"), "{plain}");
}

/// A position of the skirmish rules in some phase, with a Guardsman of Red who can shoot, and one who can strike.
fn skirmish(home: &Path, phase: &str) -> String {
    let text = format!(
        r#"(
    ruleset: "iten", name: "Odds", about: "A Guardsman's Lasgun, a Power Fist.", map: "assassination", turns: 6,
    mission: Battle,
    sides: [
        (name: "Red", retinue: (figures: [
            (name: "Ann", troop: "Imperial Guardsman", weapons: ["Lasgun"]),
            (name: "Al", troop: "Inquisitor", weapons: ["Power Fist"]),
        ])),
        (name: "Blue", retinue: (figures: [
            (name: "Bob", troop: "Hive-Ganger", armour: "Flak Jacket"),
            (name: "Ben", troop: "Chaos Cultist", armour: "Flak Jacket"),
        ])),
    ],
    figures: [
        (side: "Red", name: "Ann", at: (1, 1)),
        (side: "Red", name: "Al", at: (1, 5)),
        (side: "Blue", name: "Bob", at: (12, 1), numbers: {{"steps": 4}}),
        (side: "Blue", name: "Ben", at: (2, 5), numbers: {{"down": 1}}),
    ],
    start: (turn: 1, phase: "{phase}"),
)"#
    );
    file(home, &format!("{phase}.ron"), &text)
}

/// ITEN-EX-02: 4+ to hit, out in 1/4 of all. ITEN-KD-03, ITEN-GRIT-02: Grit 3+ on the ground is plain against a Power Fist.
#[test]
fn odds_of_a_skirmish_are_exact() {
    let home = home("skirmish_odds");
    let shot = run(&["odds", &skirmish(&home, "Shooting"), "--action", "Ann shoots at Bob", "--fractions"]).fine().out;
    for text in [
        "d6 needs 4+: 50.00 % a die  [ITEN-SHO-08]",
        "+2 in all: A1 +2 Roll to hit [ITEN-SHO-08], +1 Weapon bonus [ITEN-WPN-01]; B1 -1 Moving target [ITEN-SHO-11]",
        "If it is in range, which nobody measures beforehand  [ITEN-SHO-06]:",
        "B1 Bob: hurt 33.33 %, killed 25.00 %",
        "B1 Bob: fate out of the game, off the board  (1/4)",
        "B1 Bob: knocked down  (1/12)",
        "(2/3)",
    ] {
        assert!(shot.contains(text), "no `{text}` in\n{shot}");
    }
    let blow = run(&["odds", &skirmish(&home, "Melee"), "--action", "Al strikes at Ben", "--fractions"]).fine().out;
    // 2+ to hit; out in 1/3, on the very Grit in 1/6.
    for text in ["d6 needs 2+: 83.33 % a die  [ITEN-MEL-03]", "(5/18)", "(13/18)"] {
        assert!(blow.contains(text), "no `{text}` in\n{blow}");
    }
}

#[test]
fn check_tells_all_problems() {
    let fine = run(&["check", "maps", "assets"]).fine();
    assert!(fine.out.contains("files are fine"), "{}", fine.out);
    assert!(fine.out.contains("brood.ron: Brood (The Brood): 14 figures, 298 of 300 points"), "{}", fine.out);
    let broken = run(&["check", "tests/broken/maps"]);
    assert!(broken.out.contains("tests/broken/maps/unknown_terrain.ron:5:14: "), "{}", broken.out);
    assert!(broken.out.contains("(did you mean `Forest`?)"), "{}", broken.out);
    broken.refused(&["problems, "]);
    run(&["check", "no_such_folder"]).refused(&["1 problem, 0 files are fine"]);
}

#[test]
fn a_hulk_is_drawn_to_a_file_and_overwrites_none() {
    let home = home("hulk");
    let path = home.join("derelict.ron");
    let path = path.to_str().unwrap();
    let hulk = |more: &[&str]| run(&[&["hulk", "--size", "36x28", "--out", path], more].concat());
    let first = hulk(&["--seed", "7", "--rooms", "6", "--name", "Derelict"]).fine();
    assert!(first.out.contains(" & & & &") && first.out.contains("\nCertificate (\n"), "{}", first.out);
    assert!(first.out.contains("entries: [") && first.last_line().contains("keeps all rules"), "{}", first.out);
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains("name: \"Derelict\"") && text.contains("// Drawn by: hexfray hulk --seed 7 "), "{text}");
    run(&["check", path]).fine();

    hulk(&["--seed", "8"]).refused(&["there is such a file already", "--force"]);
    assert_eq!(fs::read_to_string(path).unwrap(), text, "nothing is lost");
    hulk(&["--seed", "8", "--rooms", "30", "--force"]).refused(&["none of 400 layouts", "another size"]);
    assert_eq!(fs::read_to_string(path).unwrap(), text, "nor by a failure");
    hulk(&["--seed", "8", "--rooms", "6", "--force"]).fine();
    assert_ne!(fs::read_to_string(path).unwrap(), text);
    // What the file says of its making makes it again.
    let made = text.lines().next().unwrap().strip_prefix("// Drawn by: hexfray ").unwrap().replace('"', "");
    let args: Vec<&str> = made.split(' ').chain(["--force", "--out", path]).collect();
    run(&args).fine();
    assert_eq!(fs::read_to_string(path).unwrap(), text);

    // As large as the rooms need, where nobody says how large: at 44 x 32 there is no room for them.
    let many = ["hulk", "--seed", "1", "--rooms", "27", "--force", "--out", path];
    run(&[&many[..], &["--size", "44x32"]].concat()).refused(&["none of 400 layouts"]);
    run(&many).fine();

    run(&["hulk", "--seed", "1", "--out", "no/such/folder/x.ron"])
        .refused(&["no/such/folder/x.ron", "cannot be written"]);
    run(&["hulk", "--seed", "1", "--airless", "7", "--out", "x.ron"]).refused(&["airless"]);
}

#[test]
fn codex_and_ledger_look_rules_up() {
    let rule = run(&["codex", "hex-hit-01"]).fine().out;
    assert!(rule.starts_with("HEX-HIT-01: "), "{rule}");
    let chapter = run(&["codex", "HEX-ASLT"]).fine().out;
    assert!(chapter.contains("HEX-ASLT-01") && chapter.contains("HEX-ASLT-06"), "{chapter}");
    let ledger = run(&["ledger", "MAP"]).fine();
    assert!(ledger.out.contains("MAP-07") && ledger.last_line().contains(" rules: "), "{}", ledger.out);
    // What thousands of battles have measured is shown by no test: all else must be.
    let measured = ["HEX-PLAY-03", "HEX-PLAY-04"];
    let all = run(&["ledger", "--missing"]).fine().out;
    let missing: Vec<&str> =
        all.lines().filter_map(|line| line.strip_prefix("  ")).filter_map(|row| row.split(' ').next()).collect();
    assert_eq!(missing, measured, "{all}");
    let outside = Command::new(env!("CARGO_BIN_EXE_hexfray")).arg("ledger").current_dir(home("outside")).output();
    // The folder for temporary files may lie in a checkout; elsewhere the ledger says that it needs one.
    let outside = Run::of(&outside.unwrap());
    assert!(outside.code == 0 || outside.err.contains("checkout"), "{}", outside.err);
}

#[test]
fn a_game_is_played_through_a_pipe_saved_and_gone_on_with() {
    let home = home("game");
    let saved = home.join("mine.journal");
    let lines = format!(
        "crossroads\nOrks\nutility\n7\nA1\nA1 3.8\nodds 1\nauto\nunits\nlook 10.8\nrule HEX-SET-03\nsheet A1\n?\n\
         auto turn\nA1 fast\nundo\nA1 fast\nlog 5\nsave {}\nquit\n",
        saved.display()
    );
    let game = typed(&home, &[], lines.as_bytes()).fine();
    for text in [
        "Two armies meet where the roads cross",
        "Orks A1: place Mob 1 at 3.8",
        "Elves B1: place",
        "worth 4 points each turn",
        "HEX-SET-03: Deployment",
        "  shoota: 7 shots, AP 2, d6",
        "Turn 1 of 6, Orders",
        "order Mob 1: fast",
        "Taken back.",
        "Saved;",
        "The battle is kept in ",
    ] {
        assert!(game.out.contains(text), "no `{text}` in:\n{}", game.out);
    }
    assert!(!game.out.contains('\x1b'), "colours are for terminals");
    assert!(!game.out.contains("order Rangers"), "secret orders of others are not shown");

    let saved = saved.to_str().unwrap();
    let verified = run(&["replay", saved, "--verify"]).fine();
    assert!(verified.out.contains("every state as recorded"), "{}", verified.out);
    assert!(run(&["replay", saved]).fine().out.contains("Orks A1: place Mob 1 at 3.8"));
    assert!(run(&["replay", saved, "--to", "1"]).fine().out.contains("After 1 of "));
    run(&["replay", saved, "--to", "999"]).refused(&["999"]);

    let on = typed(&home, &[], b"1\nA2 fast\nq\n").fine();
    assert!(on.out.contains("1) continue Crossroads: turn 2 of 6, Orders, you play Orks"), "{}", on.out);
    assert!(on.out.contains("order Mob 2: fast"), "{}", on.out);
    let on = typed(&home, &["continue", saved], b"A2 fast\nq\n").fine();
    assert!(on.out.contains("order Mob 2: fast"), "{}", on.out);
}

/// A campaign's battle that was left stands in the list of battles, and is gone on with from there.
#[test]
fn a_campaigns_battle_is_gone_on_with_from_the_list() {
    let home = home("left_in_camp");
    typed(&home, &["campaign", "new", "iron_road", "--name", "mine", "--seed", "3"], b"").fine();
    typed(&home, &["campaign", "play", "mine"], b"1\nauto\nquit\n").fine();
    let on = typed(&home, &[], b"1\nauto\nquit\n").fine();
    assert!(on.out.contains("1) continue mine, "), "{}", on.out);
    assert!(on.out.contains("The story so far ends:"), "{}", on.out);
    assert!(on.out.contains("The campaign goes on with it"), "{}", on.out);
}

/// Whoever cannot see a picture is told the board: who is where, and which way the nearest enemy is. Nothing is drawn.
#[test]
fn boards_are_told_in_words() {
    let lines = b"auto turn\nboard\nquit\nquit\n";
    let home = home("linear");
    let told = typed(&home, &["battle", "patrol", "--side", "A=person", "--linear"], lines).fine();
    for words in ["Dusk Patrol (you):", "nearest enemy B", "hexes south", "Worth points:", "; on "] {
        assert!(told.out.contains(words), "{words}: {}", told.out);
    }
    let drawn = typed(&home, &["battle", "patrol", "--side", "A=person"], lines).fine();
    let rows = |run: &Run| run.out.lines().filter(|line| line.contains(".   .   .")).count();
    assert_eq!((rows(&told), rows(&drawn) > 0), (0, true));
}

/// MAP-24: a battle is given up at the prompt by saying so twice; a campaign counts it as lost.
#[test]
fn a_person_gives_up() {
    let home = home("given_up");
    let lines = b"concede\nboard\nconcede\nconcede\n";
    let game = typed(&home, &["battle", "--side", "B=person", "--seed", "5"], lines).fine();
    assert_eq!(game.out.matches("`concede` again does it").count(), 2, "{}", game.out);
    assert!(game.last_line().contains("the others have given up"), "{}", game.last_line());
    assert!(game.out.contains("concede  [MAP-24]") || game.out.contains("[MAP-24]"), "{}", game.out);
    assert!(!typed(&home, &[], b"").fine().out.contains("continue"), "it is over");

    typed(&home, &["campaign", "new", "iron_road", "--name", "mine", "--seed", "3"], b"").fine();
    let told = typed(&home, &["campaign", "play", "mine"], b"1\nconcede\nconcede\nquit\n");
    assert!(told.out.contains("1. The Crossing: lost"), "{}\n{}", told.out, told.err);
}

#[test]
fn a_whole_game_ends_with_its_result() {
    let home = home("whole");
    let lines = "auto turn\n".repeat(10);
    let game = typed(&home, &["battle", "--side", "B=person", "--seed", "5"], lines.as_bytes()).fine();
    assert!(game.last_line().starts_with("Result: "), "{}", game.last_line());
    // What is over is not offered again.
    assert!(!typed(&home, &[], b"").fine().out.contains("continue"));
}

#[test]
fn leaving_at_any_time_is_fine() {
    for lines in ["", "quit\n", "1\n", "1\nq\n", "1\n1\n", "1\n1\n1\n", "1\n1\n1\nq\n", "1\n1\n1\n5\n", "1\n0\n\n5\n"] {
        typed(&home("leaving"), &[], lines.as_bytes()).fine();
    }
}

#[test]
fn persons_at_one_keyboard_do_not_see_each_other_choose() {
    let lines = "crossroads\n1 2\n5\n".to_owned() + &"auto\n\n".repeat(5) + "A1 fast\nA2 fast\n\nq\n";
    let out = typed(&home("keyboard"), &[], lines.as_bytes()).fine().out;
    let (before, after) = out.rsplit_once("Elves come to the keyboard").unwrap();
    assert!(before.contains("order Mob 2: fast") && before.ends_with(&"\n".repeat(50)), "{out}");
    assert!(after.contains("Turn 1 of 6, Orders") && !after.contains("fast\n\n"), "{after}");
    assert!(!after.contains("order Mob"), "{after}");
}

#[test]
fn words_that_may_be_a_slip_are_asked_about() {
    let lines = b"pass\nlook 1.1\n\npass\n\nq\n";
    let home = home("slip");
    let duel = file(&home, "duel.ron", DUEL);
    let out = typed(&home, &["battle", &duel, "--side", "Orks=person"], lines).fine().out;
    assert_eq!(out.matches("Enter chooses it.").count(), 2, "{out}");
    assert_eq!(out.matches("Orks: pass: ").count(), 1, "{out}");
}

#[test]
fn nonsense_is_answered_and_asked_again() {
    let lines = b"0\nfoo\n99\ncrossroads\n\xff\xfe\n3\n1\nbar\n1\nx\n-1\n7\n\nhlep\n9999\n-5\nodds\nodds 9999\nodds place\nlook\nlook 99.99\n\
        look 1.1.7\nlook a.b\nsheet\nsheet Z9\nrule\nrule nonsense\nlog -1\nlog 99999999999999999999999\nsave\n\
        save /no/such/folder/x\nundo\nauto nothing\n\xf0\x28\x8c\n\x1b[2J\n\0\nA1 A2 A3\n ,;.\nquit\n";
    let game = typed(&home("nonsense"), &[], lines).fine();
    assert!(game.out.contains("Did you mean `help`?"), "{}", game.out);
    assert!(game.out.contains("The battle is kept in"), "{}", game.out);
    assert!(!game.out.contains('\x1b'), "nothing typed is handed to the terminal as it is");
}

#[test]
fn without_a_folder_to_write_to_the_game_goes_on() {
    let home = home("unwritable");
    let blocked = file(&home, "blocked", "");
    let game = typed(Path::new(&blocked), &["battle", "--side", "A=person"], b"auto\nquit\nquit\n").fine();
    assert!(game.out.contains("This battle is not recorded: "), "{}", game.out);
    assert!(game.out.contains("`save FILE` keeps it"), "{}", game.out);
}

#[test]
fn recording_overwrites_nothing() {
    let home = home("recording");
    let path = home.join("battle.journal");
    let path = path.to_str().unwrap();
    let battle = run(&["battle", "--record", path]).fine();
    let verified = run(&["replay", path, "--verify"]).fine();
    let hash = battle.last_line().rsplit(' ').next().unwrap();
    assert!(verified.out.contains(hash), "{}", verified.out);
    let before = fs::read(path).unwrap();
    run(&["battle", "--record", path]).refused(&["there is such a file already"]);
    assert_eq!(fs::read(path).unwrap(), before);
}

/// What computers considered is kept on request, told again by a replay, and no part of what is verified.
#[test]
fn reasons_are_kept_and_told_again() {
    let path = home("reasons").join("battle.journal");
    let path = path.to_str().unwrap();
    let battle = run(&["battle", "--record", path, "--explain"]).fine().out;
    let replayed = run(&["replay", path]).fine().out;
    let reasons = |text: &str| text.lines().filter(|l| l.starts_with("    ? ")).map(str::to_owned).collect::<Vec<_>>();
    assert!(reasons(&battle).len() > 100);
    assert_eq!(reasons(&battle), reasons(&replayed));
    run(&["replay", path, "--verify"]).fine();
}

/// HEX-ORD-01, HULK-KNOW-03: a person is not told the reasons of what the computer decides in secret, or by what it alone
/// knows. The journal has them for afterwards.
#[test]
fn reasons_tell_a_person_no_secrets() {
    let reasons = |text: &str| text.lines().filter(|l| l.starts_with("    ? ")).map(str::to_owned).collect::<Vec<_>>();
    let told = |name: &str, battle: &[&str], lines: &str| {
        let home = home(name);
        let path = home.join("battle.journal");
        let path = path.to_str().unwrap();
        let args = [&["battle", "--explain", "--record", path], battle].concat();
        let battle = typed(&home, &args, lines.as_bytes()).fine().out;
        (reasons(&battle), reasons(&run(&["replay", path]).fine().out))
    };
    let has = |reasons: &[String], words: &str| reasons.iter().any(|reason| reason.contains(words));
    let (shown, kept) = told("secret_orders", &["crossroads", "--side", "B=person"], &"auto turn\n".repeat(10));
    assert!(has(&shown, " place ") && has(&shown, " moves "), "{shown:#?}");
    assert!(!has(&shown, " order ") && has(&kept, " order "), "{shown:#?}");
    let (shown, kept) = told("secret_blips", &["dead_air", "--side", "Inquisitor=person"], "auto\nquit\n");
    assert!(shown.is_empty() && has(&kept, " under blip "), "{shown:#?}");
}

/// The whole log of a battle, word for word. With `HEXFRAY_BLESS=1` in the environment the test writes the file anew:
/// do that when the rules or the words were changed on purpose, and read the difference before committing it.
#[test]
fn the_logs_of_battles_are_those_on_record() {
    is_on_record("hexwar_crossroads", "crossroads", &[]);
    is_on_record("iten_assassination", "assassination", &[]);
    for system in ["location", "chart", "knockdown"] {
        is_on_record(&format!("gemini_{system}"), "alley", &["--option", &format!("wounds={system}")]);
    }
}

/// The log of a battle at random is the transcript of that name.
fn is_on_record(name: &str, scenario: &str, options: &[&str]) {
    let args = ["battle", scenario, "--seed", "1", "--side", "A=random", "--side", "B=random"];
    let log = run(&[&args[..], options].concat()).fine().out;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/transcripts/{name}.txt"));
    if std::env::var_os("HEXFRAY_BLESS").is_some_and(|v| v == "1") {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, &log).unwrap();
    }
    let recorded = fs::read_to_string(&path).expect("a transcript; HEXFRAY_BLESS=1 writes it");
    let differs = log.lines().zip(recorded.lines()).position(|(now, then)| now != then);
    let line = differs.unwrap_or_else(|| log.lines().count().min(recorded.lines().count()));
    let at = |text: &str| text.lines().nth(line).unwrap_or("(the end)").to_owned();
    assert!(log == recorded, "{name}, line {}: recorded\n{}\nbut now\n{}", line + 1, at(&recorded), at(&log));
}

/// What is needed of a roster to be built by typing.
const BUILT: &str = "creed\n1\n\nhire\ninq\nstormtrooper\nspace marine\ninterrogator\n\n";

#[test]
fn a_roster_is_built_saved_and_changed() {
    let home = home("roster");
    let path = home.join("mine.ron");
    let path = path.to_str().unwrap();
    let lines = format!("{BUILT}inquisitor\nweapons\nshockmaul\nforce\n\n\nundo\nfaults\nshow\nsave\nquit\n");
    let built = typed(&home, &["muster", path, "--ruleset", "iten"], lines.as_bytes()).fine().out;
    for text in [
        "is new; `save` writes it",
        "[+19]",
        "x Shockmaul: Shockmaul is only for Adeptus Arbites (ITEN-SRV-06)",
        "No: Shockmaul",
        "95 of 200 points",
        "Nothing is against the rules.",
        "4 figures, 89 of 200 points",
        "Saved to",
    ] {
        assert!(built.contains(text), "no `{text}` in:\n{built}");
    }
    assert!(!built.contains('\x1b'), "colours are for terminals");
    let fine = run(&["check", path]).fine().out;
    assert!(fine.contains("New Retinue (The Servants of the Emperor, radical): 4 figures, 89 of 200 points"), "{fine}");
    // Saved again by answering on leaving; thrown away where that is said.
    typed(&home, &["muster", path], b"name\nKray\nquit\nno\n").fine();
    assert!(fs::read_to_string(path).unwrap().contains("New Retinue"));
    typed(&home, &["muster", path], b"name\nKray\nquit\n\n").fine();
    let shown = run(&["muster", "show", path]).fine().out;
    assert!(shown.starts_with("Kray (The Servants of the Emperor, radical): 4 figures"), "{shown}");
    // Nothing was left over, and other files are not written over unasked.
    assert!(!typed(&home, &["muster"], b"").fine().out.contains("not saved yet"));
    let other = file(&home, "other.ron", "mine");
    typed(&home, &["muster", path], format!("save {other}\nno\nquit\n").as_bytes()).fine();
    assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
}

/// HEX-SET-01, HEX-SET-02: an army of each faction is built by typing, passes the check and fights to the end.
#[test]
fn an_army_of_each_faction_is_built_and_fights() {
    let home = home("armies");
    for (people, units, points, shipped) in [
        ("Orks", "Mob\nBurnas\nMek", 235, "ork_warband"),
        ("Gnomes", "Tinkers\nClockwork Guard\nGyrocopter", 255, "gnome_column"),
        ("Dwarfs", "Trenchers\nSteam Tank", 250, "dwarf_company"),
        ("Dark Elves", "Corsairs\nHydra", 245, "dark_elf_raid"),
        ("Elves", "Rangers\nTreewarden\nMender\nMender\nMender\nMender", 270, "elf_patrol"),
    ] {
        let path = home.join(format!("{people}.ron"));
        let path = path.to_str().unwrap();
        let lines = format!("faction\n{people}\n\nraise\n{units}\n\nname\nMy {people}\nfaults\nsave\nquit\n");
        let built = typed(&home, &["muster", path, "--ruleset", "hexwar"], lines.as_bytes()).fine().out;
        assert!(built.contains("Nothing is against the rules."), "{built}");
        let fourth = built.contains("No: Mender is there more than 3 times (HEX-SET-02)");
        assert_eq!(fourth, people == "Elves", "{built}");
        let fine = run(&["check", path]).fine().out;
        assert!(fine.contains(&format!("My {people} ({people}): ")), "{fine}");
        assert!(fine.contains(&format!("{points} of 300 points")), "{fine}");
        let (own, other) = (format!("A={path}"), format!("Elves={shipped}"));
        let fought =
            ["battle", "crossroads", "--army", &own, "--army", &other, "--side", "A=random", "--side", "B=random"];
        let told = run(&fought).fine().out;
        assert!(told.contains("Result: "), "{told}");
        run(&[&fought[..], &["--points", "100"]].concat()).refused(&["the limit is 100 (HEX-SET-02)"]);
    }
    run(&["battle", "crossroads", "--army", "A=ork_warbnd"]).refused(&["did you mean `ork_warband`?"]);
    run(&["battle", "crossroads", "--army", "C=ork_warband"]).refused(&["no side is called C"]);
    typed(&home, &["muster", "new.ron", "--ruleset", "hexwr"], b"").refused(&["did you mean hexwar?"]);

    // The same before a battle that is chosen at the prompt: what is too dear is told, and chosen again.
    let path = home.join("Gnomes.ron");
    let lines = "crossroads\narmies\n200\ndwarf company\n\n\narmies\n\n".to_owned();
    let lines = format!("{lines}{}\n\ndwarf company\n1\n\n7\n", path.display());
    let told = typed(&home, &[], lines.as_bytes()).out;
    for text in ["the scenario's own, 300 points at most", "costs 300 points, the limit is 200", "Gyrocopter"] {
        assert!(told.contains(text), "no `{text}` in:\n{told}");
    }
}

/// GEM-SET-03, GEM-SET-05, GEM-SKILL-02: a gang is built by typing, passes the check and fights to the end.
#[test]
fn a_gang_is_built_and_fights() {
    let home = home("gang");
    let path = home.join("saints.ron");
    let path = path.to_str().unwrap();
    let models =
        "gang\nScrap Saints\n\nraise\nProphet\nProphet\nBrute\nStubber\n\nstubber\nskills\nlearn armoury\n\n\n";
    let lines = format!("{models}name\nMy Saints\nfaults\nshow\nsave\nquit\n");
    let built = typed(&home, &["muster", path, "--ruleset", "gemini"], lines.as_bytes()).fine().out;
    for text in ["No: 2 leaders", "Nothing is against the rules.", "Heavy stubber, Armoury 6"] {
        assert!(built.contains(text), "no `{text}` in:\n{built}");
    }
    let fine = run(&["check", path]).fine().out;
    assert!(fine.contains("My Saints (Scrap Saints): 3 models, "), "{fine}");
    let (own, other) = (format!("A={path}"), "Canal Wardens=dock_spacers");
    let fought = ["battle", "high_street", "--army", &own, "--army", other, "--side", "A=random", "--side", "B=random"];
    let told = run(&fought).fine().out;
    assert!(told.contains("Result: ") && told.contains("Ogryn Shipmate"), "{told}");
    run(&[&fought[..], &["--points", "60"]].concat()).refused(&["the limit is 60 (GEM-SET-05)"]);
}

#[test]
fn an_unsaved_roster_is_offered_again() {
    let home = home("draft");
    // The input ends, as when the window is closed.
    let cut = typed(&home, &["muster"], format!("2\n{BUILT}").as_bytes()).fine().out;
    assert!(cut.contains("Kept in ") && cut.contains("draft_1.ron"), "{cut}");
    let again = typed(&home, &["muster"], b"1\nshow\nquit\nlater\n").fine().out;
    assert!(again.contains("1) Go on, not saved yet: New Retinue (iten), 89 of 200 points"), "{again}");
    assert!(again.contains("4 figures, 89 of 200 points"), "{again}");
    let path = home.join("saved");
    typed(&home, &["muster"], format!("1\nquit\n{}\n", path.display()).as_bytes()).fine();
    run(&["check", path.with_extension("ron").to_str().unwrap()]).fine();
    assert!(!typed(&home, &["muster"], b"").fine().out.contains("not saved yet"));
    // Without a place for drafts the roster is at least shown.
    let blocked = file(&home, "blocked", "");
    let shown = typed(Path::new(&blocked), &["muster"], b"2\nname\nKray\n").fine().out;
    assert!(shown.contains("The roster could not be kept") && shown.contains("name: \"Kray\""), "{shown}");
}

#[test]
fn rosters_are_shown_and_unknown_ones_refused() {
    let shown = run(&["muster", "show", "inquisitors_retinue"]).fine().out;
    assert!(shown.contains("7 figures, 198 of 200 points (printed: 199)"), "{shown}");
    let broken = run(&["muster", "show", "tests/broken/rosters/many_mistakes.ron"]).fine().out;
    assert!(broken.contains("  ! nobody here can follow a god"), "{broken}");
    run(&["muster", "show", "inquisitors_retinu"]).refused(&["did you mean inquisitors_retinue?"]);
    run(&["muster", "show", "tests/broken/rosters/types.ron"]).refused(&["did you mean `Radical`?"]);
    let nonsense = b"\xff\xfe\n99\n-1\n1\nfoo\n99\nsave\nsave /no/such/folder/x\nundo\nname\n\x1b[2J\nlimit\npoints\nmany\nquit\nno\n";
    let out = typed(&home("nonsense_roster"), &["muster"], nonsense).fine().out;
    assert!(!out.contains('\x1b') && out.contains("No choice, or several"), "{out}");
}

/// Options are set by flag and by the questions before a battle, and a recorded battle keeps them.
#[test]
fn options_are_set_refused_and_kept() {
    let home = home("options");
    let path = home.join("measured.journal");
    let path = path.to_str().unwrap();
    run(&[
        "battle",
        "rivals",
        "--side",
        "A=random",
        "--side",
        "B=random",
        "--option",
        "premeasure=on",
        "--record",
        path,
    ])
    .fine();
    let journal = fs::read_to_string(path).unwrap();
    assert!(journal.contains("premeasure: on"), "{journal}");
    run(&["replay", path]).fine();
    run(&["battle", "rivals", "--option", "premeasur=on"]).refused(&["no option is called premeasur", "premeasure"]);
    run(&["battle", "rivals", "--option", "premeasure=maybe"]).refused(&["premeasure cannot be maybe", "off", "on"]);
    run(&["battle", "crossroads", "--option", "premeasure=on"]).refused(&["no option is called premeasure"]);
    let asked = typed(&home, &[], b"rivals\noptions\n2\n\n\noptions\n\n\n\nquit\n").out;
    assert!(asked.contains("premeasure, measuring before fire is declared [ITEN-SHO-06]"), "{asked}");
    assert_eq!(asked.matches("Which? [2]").count(), 1, "the value chosen is the one in force: {asked}");
}
