//! Specs: what they may say, and what is said of wrong ones.

use hexfray::content::Library;
use hexfray::league::League;
use hexfray::league::store::{Header, Results, Shard};
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
    assert_eq!([league.iterations(0), league.iterations(1)], [Some(50), Some(3)]);
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
    let bot = |memory: &str| format!("(name: \"a\", program: [\"x\"], memory: {memory}), (name: \"utility\")");
    wrong(&bot("4"), HERE, ROBIN, "`memory` is in MiB, 16 is the least");
    wrong("(name: \"random\", memory: 64), (name: \"utility\")", HERE, ROBIN, "no program, but has `memory`");
}

/// What nobody could count, or set up, is told before anything of it is made.
#[test]
fn leagues_beyond_measure_are_refused() {
    let refused = |entrants: &str, battles: &str, rest: &str, told: &str| {
        let problems = open(entrants, battles, rest).err().unwrap_or_default();
        assert!(problems.iter().any(|p| p.contains(told)), "{told}: {problems:#?}");
    };
    let countless = "a league has at most 4294967294 battles";
    refused(TWO, HERE, "format: RoundRobin, pairs: 4294967295", countless);
    refused(TWO, HERE, "format: RoundRobin, pairs: 2147483648", countless);
    assert_eq!(open(TWO, HERE, "format: RoundRobin, pairs: 2147483647").unwrap().games(), 4_294_967_294);
    let many: Vec<String> = (0..1001).map(|n| format!("(name: \"{n}\", plays: \"random\")")).collect();
    refused(&many.join(","), HERE, ROBIN, "a league has at most 1000 of each");
    refused(&many[..400].join(","), HERE, "format: RoundRobin, pairs: 100000", countless);
    let maps = |count: usize| format!("maps: [{}]", vec!["\"kellys_heroes\""; count].join(","));
    let rosters = format!("rosters: [{}]", vec!["[\"ork_raiders\", \"brood_pack\"]"; 40].join(","));
    let battles = format!("(scenario: \"skirmish\", {}, {rosters})", maps(40));
    refused(TWO, &battles, ROBIN, "a league has at most 1000 of each");
}

/// The parts of a league have all its battles, counted as they are dealt.
#[test]
fn parts_have_as_many_battles_as_they_are_dealt() {
    let league = open(TWO, HERE, "format: RoundRobin, pairs: 7").unwrap();
    for of in 1..10 {
        for part in 1..=of {
            let shard = Shard { part, of };
            let dealt = (0..league.games()).filter(|&game| shard.has(league.game(game))).count();
            assert_eq!(league.games_of(shard) as usize, dealt, "{part}/{of}");
        }
    }
}

/// Of a match of billions of battles only those are made that are fought.
#[test]
fn a_match_makes_its_battles_as_they_come() {
    let league =
        open("(name: \"utility\"), (name: \"random\")", HERE, "format: Sprt(elo0: 0, elo1: 400), pairs: 2000000000");
    let league = league.unwrap();
    assert_eq!(league.games(), 4_000_000_000);
    let nothing = Results::new(Header::new(&league, Shard::WHOLE));
    let results = league.run(nothing, None, std::path::Path::new("."), |_| {}).unwrap();
    assert!(results.course().unwrap().verdict.is_some() && results.records.len() < 1000, "{}", results.records.len());
}
