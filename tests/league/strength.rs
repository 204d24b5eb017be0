//! Opponents against each other: what must come out does.

use hexfray::content::Library;
use hexfray::league::report::Report;
use hexfray::league::spec::{Entrant, Format, Part};
use hexfray::league::statistics::luck::without_luck;
use hexfray::league::statistics::sprt::Verdict;
use hexfray::league::store::{Header, Results, Shard};
use hexfray::league::tally::Tally;
use hexfray::league::{League, Spec};

use super::{entrant, fought, spec, timeless};

/// An opponent against itself is exactly even in every pair, whatever the rules, and even though one side may be better
/// off: nothing that it keeps from one decision to the next makes a difference.
#[test]
fn an_opponent_against_itself_is_even() {
    for scenario in ["patrol", "skirmish"] {
        for level in ["recruit", "utility", "veteran@8"] {
            let twins = [entrant("one", level), entrant("other", level)];
            let results = fought(&spec(&twins, &[scenario], 3), Shard::WHOLE);
            assert_eq!(results.pairs().map(|p| p.1).collect::<Vec<_>>(), [1.0; 3], "{level} in {scenario}");
            assert_eq!(Tally::of(&results).ratings.elo[0].value, 0.0);
        }
    }
}

/// The battle that a newcomer is offered is fair; the long form of this stands in its file. Of 120 battles a fair one
/// gives a side less than a third, or more than two, once in a thousand times.
#[test]
fn the_first_battle_is_fair() {
    let twins = [entrant("one", "utility"), entrant("other", "utility")];
    let results = fought(&spec(&twins, &["crossroads"], 60), Shard::WHOLE);
    let first: f64 = results.records.values().map(|record| record.ending.points(0)).sum();
    let share = first / results.records.len() as f64;
    assert!((1.0 / 3.0..2.0 / 3.0).contains(&share), "the first side gets {share}");
}

/// Luck is even in the long run, whoever plays; who had it wins more often; and twins have the same. Without it scores are
/// surer, and the same for a league fought again.
#[test]
fn luck_is_told_from_strength() {
    let lucky = |entrants: &[Entrant], scenario: &str, pairs: u32| {
        fought(&Spec { luck: true, ..spec(entrants, &[scenario], pairs) }, Shard::WHOLE)
    };
    let [utility, recruit] = ["utility", "recruit"].map(|level| entrant(level, level));
    for (scenario, pairs) in [("patrol", 200), ("rivals", 60)] {
        let results = lucky(&[utility.clone(), recruit.clone()], scenario, pairs);
        let lucks: Vec<f64> = results.records.values().map(|record| record.ending.luck.unwrap()).collect();
        let mean = lucks.iter().sum::<f64>() / lucks.len() as f64;
        let spread = lucks.iter().map(|luck| (luck - mean).powi(2)).sum::<f64>() / lucks.len() as f64;
        assert!(mean.abs() < 4.0 * (spread / lucks.len() as f64).sqrt(), "{scenario}: {mean}");
        let with = |winner: u8| {
            let won = results.records.values().filter(|record| record.ending.winner == Some(winner));
            let lucks: Vec<f64> = won.map(|record| record.ending.luck.unwrap()).collect();
            lucks.iter().sum::<f64>() / lucks.len() as f64
        };
        assert!(with(0) - with(1) > spread.sqrt() / 2.0, "{scenario}: {} {}", with(0), with(1));
        let plain = Tally::of(&results).between(0, 1).estimate();
        let score = without_luck(&results.lucks(0, 1)).unwrap();
        let mirrored = without_luck(&results.lucks(1, 0)).unwrap();
        assert!((score.value + mirrored.value - 1.0).abs() < 1e-9);
        assert!(score.high - score.low < 0.95 * (plain.high - plain.low), "{scenario}: {plain:?} {score:?}");
        assert!((score.value - plain.value).abs() < 0.1, "{scenario}: {plain:?} {score:?}");
        assert!(Report::of(&results).tables.iter().any(|table| table.name == "luck"));
    }
    let twins = lucky(&[entrant("one", "utility"), entrant("other", "utility")], "patrol", 20);
    assert!(twins.lucks(0, 1).iter().all(|pair| *pair == [0.5, 0.0]), "{:?}", twins.lucks(0, 1));
    assert!(twins.records.values().any(|record| record.ending.luck.is_some_and(|luck| luck != 0.0)));
    let plain = fought(&spec(&[utility, recruit], &["patrol"], 20), Shard::WHOLE);
    let broken = [("assets/opponents/hexwar/two_turns.ron".to_owned(), "(outlook: [])".to_owned())];
    let broken = Library::own().with(broken).unwrap();
    let faults =
        |luck: bool| League::new(&broken, Spec { luck, ..spec(&plain.header.spec.entrants, &["patrol"], 1) }).err();
    assert_eq!(faults(false), None);
    assert!(faults(true).unwrap().iter().all(|fault| fault.part == Part::Field("luck")));
    assert!(plain.lucks(0, 1).is_empty() && Report::of(&plain).tables.iter().all(|table| table.name != "luck"));
}

/// Who is blind to what he can do to the enemy, and the enemy to him, loses to who sees it.
#[test]
fn the_blind_lose() {
    for (ruleset, scenarios, seen) in [
        ("hexwar", &["cousins", "crossroads", "patrol"][..], &["fire", "danger", "charge", "charged", "damage"][..]),
        ("iten", &["rivals", "skirmish"], &["fire", "danger", "exposed", "charge", "charged", "piled", "harm"]),
    ] {
        let path = |name: &str| format!("assets/opponents/{ruleset}/{name}.ron");
        let utility = Library::own().text(&path("utility")).unwrap();
        let blind = utility.lines().map(|line| {
            let sees = seen.iter().any(|input| line.contains(&format!("(input: \"{input}\", ")));
            if sees { "" } else { line }
        });
        let text = blind.collect::<Vec<_>>().join("\n");
        let library = Library::own().with([(path("blind"), text)]).unwrap();
        let entrants = [entrant("sees", "utility"), entrant("blind", "blind")];
        let league = League::new(&library, spec(&entrants, scenarios, 60)).unwrap();
        let results = league.run(Results::new(Header::new(&league, Shard::WHOLE)), None, ".".as_ref(), |_| {}).unwrap();
        let pairs = Tally::of(&results).between(0, 1);
        assert!(pairs.score() > 0.6 && pairs.superiority() > 0.99, "{ruleset}: {pairs:?}");
    }
}

#[test]
fn random_loses_to_all() {
    let entrants = [entrant("random", "random"), entrant("recruit", "recruit"), entrant("utility", "utility")];
    let tally = Tally::of(&fought(&spec(&entrants, &["crossroads", "gun_line"], 8), Shard::WHOLE));
    assert_eq!(tally.battles, 96);
    assert_eq!(tally.order().last(), Some(&0));
    for other in 1..3 {
        let pairs = tally.between(0, other);
        assert!(pairs.score() < 0.2 && pairs.superiority() < 0.01, "{pairs:?}");
        assert!(tally.ratings.elo[0].high < tally.ratings.elo[other].low, "{:?}", tally.ratings);
    }
}

/// A match that ends when it is clear accepts what is better, rejects what is alike, and comes to the same on any
/// number of threads.
#[test]
fn a_match_accepts_what_is_better_and_rejects_what_is_alike() {
    let test = Format::Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };
    let verdict = |a: &str, b: &str, threads: usize| {
        let entrants = [entrant("first", a), entrant("second", b)];
        let spec = Spec { format: test, ..spec(&entrants, &["crossroads"], 200) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let results = pool.install(|| fought(&spec, Shard::WHOLE));
        (results.course().unwrap().verdict, timeless(results))
    };
    let (better, text) = verdict("utility", "random", 1);
    assert_eq!(better, Some(Verdict::Better));
    assert!(text.lines().count() < 100, "it ended when it was clear");
    assert_eq!(verdict("utility", "random", 3), (better, text));
    assert_eq!(verdict("utility", "utility", 2).0, Some(Verdict::NoBetter));
}

/// The parts of a league, put together, are what one run writes.
#[test]
fn shards_merge_to_the_same_league() {
    let entrants = [entrant("random", "random"), entrant("recruit", "recruit"), entrant("utility", "utility")];
    let spec = spec(&entrants, &["crossroads", "skirmish"], 3);
    let whole = fought(&spec, Shard::WHOLE);
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("shards");
    std::fs::create_dir_all(&folder).unwrap();
    let parts: Vec<String> = (1..=4)
        .map(|part| {
            let path = folder.join(format!("{part}.jsonl")).to_str().unwrap().to_owned();
            std::fs::write(&path, fought(&spec, Shard { part, of: 4 }).text()).unwrap();
            path
        })
        .collect();
    let merged = hexfray::league::store::Results::merge(&parts).unwrap();
    let tables = |results| {
        let mut report = Report::of(results);
        assert_eq!(report.tables.pop().unwrap().name, "times");
        report.lines()
    };
    assert_eq!(tables(&merged), tables(&whole));
    assert_eq!(timeless(merged), timeless(whole));
}
