//! Specs: what they may say, and what is said of wrong ones.

use hexfray::content::Library;
use hexfray::league::League;
use hexfray::source::Document;

/// The league of a spec with these entrants, battles, and further fields.
fn open(entrants: &str, battles: &str, rest: &str) -> Result<League, Vec<String>> {
    let text = format!("(name: \"T\", seed: 1,\nentrants: [{entrants}],\nbattles: [{battles}],\n{rest})");
    let document = Document::parse("t.ron", &text).unwrap();
    League::open(Library::own(), &document).map_err(|all| all.iter().map(ToString::to_string).collect())
}

const TWO: &str = "(name: \"random\"), (name: \"utility\")";
const HERE: &str = "(scenario: \"crossroads\")";
const ROBIN: &str = "format: RoundRobin, pairs: 2";

#[test]
fn settings_are_every_map_with_all_rosters() {
    let battles = r#"(scenario: "crossroads"),
        (scenario: "skirmish", maps: ["kellys_heroes", "fort_apache"],
            rosters: [["ork_raiders", "brood_pack"], ["brood_pack", "ork_raiders"]])"#;
    let league = open(TWO, battles, ROBIN).unwrap();
    let names: Vec<&str> = league.settings().collect();
    assert_eq!(
        names,
        [
            "crossroads",
            "skirmish on kellys_heroes, ork_raiders against brood_pack",
            "skirmish on kellys_heroes, brood_pack against ork_raiders",
            "skirmish on fort_apache, ork_raiders against brood_pack",
            "skirmish on fort_apache, brood_pack against ork_raiders",
        ]
    );
    assert_eq!(league.games(), 20);
}

/// The two battles of a pair have one seed and swapped sides, and no two pairs share a seed.
#[test]
fn a_pair_is_one_seed_with_sides_swapped() {
    let league = open("(name: \"random\"), (name: \"utility\"), (name: \"recruit\")", HERE, ROBIN).unwrap();
    let games: Vec<_> = (0..league.games()).map(|n| league.game(n)).collect();
    let mut seeds = Vec::new();
    for pair in games.chunks(2) {
        assert_eq!((pair[0].seats, pair[0].seed), ([pair[1].seats[1], pair[1].seats[0]], pair[1].seed));
        seeds.push(pair[0].seed);
    }
    assert_eq!(seeds.len(), 6);
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!(seeds.len(), 6);
    // In a gauntlet all meet the first.
    let gauntlet =
        open("(name: \"random\"), (name: \"utility\"), (name: \"recruit\")", HERE, "format: Gauntlet, pairs: 1");
    let gauntlet = gauntlet.unwrap();
    assert_eq!(gauntlet.games(), 4);
    assert!((0..4).all(|n| gauntlet.game(n).seats.contains(&0)));
}

/// A budget replaces that of the level's file, and is told.
#[test]
fn iterations_replace_those_of_the_level() {
    let league =
        open("(name: \"veteran\"), (name: \"brief\", plays: \"veteran\", iterations: 3)", HERE, ROBIN).unwrap();
    assert_eq!([league.iterations(0), league.iterations(1)], [Some(20), Some(3)]);
    let timed = open("(name: \"veteran\"), (name: \"brief\", plays: \"veteran\", seconds: 0.5)", HERE, ROBIN).unwrap();
    assert_eq!(timed.iterations(1), None);
}

/// Everything that is wrong is told at its place, with a cure.
#[test]
fn wrong_specs_are_told_at_their_place() {
    let wrong = |entrants: &str, battles: &str, rest: &str, told: &str| {
        let problems = open(entrants, battles, rest).err().unwrap_or_default();
        assert!(problems.iter().any(|p| p.contains(told)), "{told}: {problems:#?}");
        assert!(problems.iter().all(|p| p.starts_with("t.ron:")), "{problems:#?}");
    };
    wrong(TWO, "(scenario: \"crosroads\")", ROBIN, "did you mean crossroads?");
    wrong(TWO, "(scenario: \"life_is_cheap\")", ROBIN, "this battle is for 3 sides");
    wrong(TWO, "(scenario: \"crossroads\", maps: [\"nowhere\"])", ROBIN, "no map is called");
    wrong(
        TWO,
        "(scenario: \"crossroads\", rosters: [[\"ork_mob\", \"ork_mob\"]])",
        ROBIN,
        "no roster is called `ork_mob`",
    );
    let brings = "(name: \"a\", plays: \"random\", brings: {\"army\": \"[\\\"Mop\\\"]\"}), (name: \"utility\")";
    wrong(brings, HERE, ROBIN, "no unit is called `Mop`");
    wrong(TWO, "", ROBIN, "t.ron:3:10: there is nothing to fight");
    wrong(TWO, HERE, "format: RoundRobin, pairs: 0", "0 pairs");
    wrong(TWO, HERE, "format: Sprt(elo0: 5, elo1: 5), pairs: 9", "elo1 is above elo0");
    wrong("(name: \"random\")", HERE, ROBIN, "a league has two entrants or more");
    wrong("(name: \"random\"), (name: \"random\")", HERE, ROBIN, "t.ron:2:30: another entrant is called random");
    wrong("(name: \"random\"), (name: \"veterann\")", HERE, ROBIN, "no opponent has this name");
    wrong(
        "(name: \"random\"), (name: \"a\", plays: \"veterann\", iterations: 3)",
        HERE,
        ROBIN,
        "veterann: no opponent has this name",
    );
    wrong("(name: \"random\"), (name: \"a\", plays: \"utility\", iterations: 3)", HERE, ROBIN, "does not look ahead");
    wrong("(name: \"random\"), (name: \"a\", plays: \"veteran\", iterations: 0)", HERE, ROBIN, "1 is the least");
    wrong("(name: \"random\"), (name: \"utility\", second: 4)", HERE, ROBIN, "did you mean `seconds`?");
    wrong(
        "(name: \"a\", program: [\"x\"], plays: \"random\"), (name: \"utility\")",
        HERE,
        ROBIN,
        "both `plays` and `program`",
    );
}
