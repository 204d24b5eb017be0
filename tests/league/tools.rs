//! Tuning, fitting, balance and the rules lab, as they are typed.

use std::fs;

use hexfray::content::Library;

use super::command::{folder, said};

const TASK: &str = r#"(
    name: "Small task", seed: 2, opponent: "utility", numbers: ["stay"],
    battles: [(scenario: "crossroads")], steps: 4, pairs: 1, test: Sprt(elo0: 0, elo1: 200), most: 2,
)"#;

/// A log that was cut off is gone on with to the same numbers, and what did not prove better is not kept.
#[test]
fn tuning_goes_on_and_keeps_only_what_wins() {
    let folder = folder("tune");
    fs::write(folder.join("small.ron"), TASK).unwrap();
    let (told, _, fine) = said(&folder, &["tune", "small.ron", "--html", "page.html"]);
    assert!(fine && told.contains("4 of 4 steps") && told.contains("not decided"), "{told}");
    assert!(told.contains("thrown away") && !folder.join("small.tuned.ron").exists());
    assert!(fs::read_to_string(folder.join("page.html")).unwrap().contains("<svg"));
    let log = fs::read_to_string(folder.join("small.tune.jsonl")).unwrap();
    assert_eq!(log.lines().count(), 5);

    fs::write(folder.join("small.tune.jsonl"), &log[..log.len() - 40]).unwrap();
    let (again, _, fine) = said(&folder, &["tune", "small.ron"]);
    assert!(
        fine && again.starts_with(
            "small.tune.jsonl: line 5 was cut off in the middle and is left out\nsmall.tune.jsonl: 3 of 4 steps made"
        ),
        "{again}"
    );
    assert_eq!(fs::read_to_string(folder.join("small.tune.jsonl")).unwrap(), log);

    fs::write(folder.join("other.ron"), TASK.replace("\"stay\"", "\"saty\"")).unwrap();
    let (_, wrong, fine) = said(&folder, &["tune", "other.ron"]);
    assert!(!fine && wrong.contains("no tunable number begins with saty"), "{wrong}");
    fs::write(folder.join("other.ron"), TASK.replace("seed: 2", "seed: 3")).unwrap();
    let (_, wrong, fine) = said(&folder, &["tune", "other.ron", "--steps", "small.tune.jsonl"]);
    assert!(!fine && wrong.contains("the log of another task"), "{wrong}");
}

/// Where others are named, the changes do not play each other: who beats `random` by every change has nothing to gain, and
/// stays as it is. In the end it is compared with the first of those others.
#[test]
fn tuning_against_others() {
    let folder = folder("tune_against");
    fs::write(
        folder.join("small.ron"),
        TASK.replace("steps: 4", "against: [\"random\"], steps: 4").replace("crossroads", "cousins"),
    )
    .unwrap();
    let (told, wrong, fine) = said(&folder, &["tune", "small.ron"]);
    assert!(fine && told.contains("better than random"), "{told}{wrong}");
    let log = fs::read_to_string(folder.join("small.tune.jsonl")).unwrap();
    let steps: Vec<&str> = log.lines().skip(1).collect();
    assert!(steps.len() == 4 && steps.iter().all(|step| step.contains("\"score\":0.5,")), "{log}");
    fs::write(folder.join("other.ron"), TASK.replace("steps: 4", "against: [\"random\", \"nobody\"], steps: 4"))
        .unwrap();
    let (_, wrong, fine) = said(&folder, &["tune", "other.ron"]);
    assert!(!fine && wrong.contains("nobody"), "{wrong}");
}

const KEPT: &str = r#"(
    name: "Kept", seed: 4, entrants: [(name: "utility"), (name: "recruit")], format: RoundRobin,
    battles: [(scenario: "patrol")], pairs: 20, journals: All,
)"#;

const MANNER: &str = r#"(
    turns: 2, decisions: 400, lambda: 0.5, widening: 0.75, trust: 0.05, temperature: 0.05, rashness: 0.0,
    outlook: [(what: "material", first: -1.0, last: -1.0)], // whoever has less left is winning
)"#;

/// Whoever has more left wins more often: a manner that has it the other way round is set right by battles that were
/// kept. What is not over tells nothing, and no file is written over.
#[test]
fn who_is_winning_is_learnt_from_journals() {
    let folder = folder("fit");
    let own = folder.join("own/assets/opponents/hexwar");
    fs::create_dir_all(&own).unwrap();
    fs::write(own.join("two_turns.ron"), MANNER).unwrap();
    fs::write(folder.join("kept.ron"), KEPT).unwrap();
    assert!(said(&folder, &["league", "run", "kept.ron"]).2);
    let fit = ["fit", "two_turns", "kept.journals", "--content", "own"];
    let (told, _, fine) = said(&folder, &fit);
    assert!(fine && told.contains("ends of turns of 40 battles"), "{told}");
    let fitted = fs::read_to_string(folder.join("two_turns.fitted.ron")).unwrap();
    let (before, after) = fitted.split_once("first: ").unwrap();
    let (first, after) = after.split_once(", last: ").unwrap();
    let (last, after) = after.split_once(')').unwrap();
    assert!(MANNER.starts_with(before) && MANNER.ends_with(after), "only the weights are others: {fitted}");
    assert!(first.parse::<f32>().unwrap() > 0.0 && last.parse::<f32>().unwrap() > 0.0, "{first} {last}");

    let (_, wrong, fine) = said(&folder, &fit);
    assert!(!fine && wrong.contains("there is such a file already"), "{wrong}");
    let blind = MANNER.replace("(what: \"material\", first: -1.0, last: -1.0)", "");
    fs::write(own.join("two_turns.ron"), blind).unwrap();
    let (told, _, fine) = said(&folder, &[&fit[..], &["--out", "blind.ron"]].concat());
    assert!(fine && told.contains("not written") && !folder.join("blind.ron").exists(), "{told}");

    let whole = fs::read_to_string(folder.join("kept.journals/0.journal")).unwrap();
    let cut: Vec<&str> = whole.split_inclusive('\n').take(10).collect();
    fs::write(folder.join("cut.journal"), cut.concat()).unwrap();
    let (told, wrong, fine) = said(&folder, &["fit", "two_turns", "cut.journal", "--out", "cut.ron"]);
    assert!(!fine && told.contains("cut.journal: left out, as this battle is not over"), "{told}");
    assert!(wrong.contains("no battles to learn from") && !folder.join("cut.ron").exists(), "{wrong}");
    let (_, wrong, fine) = said(&folder, &["fit", "three_turns", "kept.journals"]);
    assert!(!fine && wrong.contains("no opponent has this name"), "{wrong}");
}

/// Every unit of an army is left out once, alike ones together; figures and weapons of a roster too.
#[test]
fn parts_of_forces_are_weighed() {
    let folder = folder("balance");
    let crossroads = Library::own().text("assets/scenarios/crossroads.ron").unwrap();
    let mixed = crossroads.replace(r#"["Mob", "Mob"]"#, r#"["Mob", "Burnas", "Mek", "Mek"]"#);
    fs::write(folder.join("mixed.ron"), mixed).unwrap();
    let (told, _, fine) = said(&folder, &["balance", "parts", "mixed.ron", "--side", "Orks", "--pairs", "2"]);
    assert!(fine && told.contains("12 battles in 6 pairs"), "{told}");
    let table = &told[told.find("Points:").unwrap()..];
    for force in ["whole", "without Mob", "without Burnas", "without Mek"] {
        assert!(table.lines().any(|l| l.starts_with(force)), "{force}: {table}");
    }
    assert!(!table.contains("Mek (2)"), "{table}");
    let (told, _, fine) = said(&folder, &["balance", "parts", "skirmish", "--side", "Inquisitor", "--pairs", "1"]);
    assert!(fine && told.contains("without Stormtrooper") && told.contains("without Space Marine's Bolter"), "{told}");
    let (_, wrong, fine) = said(&folder, &["balance", "parts", "crossroads", "--side", "Dwarfs"]);
    assert!(!fine && wrong.contains("there are Orks, Elves"), "{wrong}");
}

#[test]
fn forces_of_equal_points_are_weighed() {
    let folder = folder("forces");
    let arguments = ["balance", "forces", "iten", "--points", "200", "--pairs", "1", "--scenario", "skirmish"];
    let (told, _, fine) = said(&folder, &arguments);
    assert!(fine && told.contains("What sides fought with") && told.contains("inquisitors_retinue"), "{told}");
    let (_, wrong, fine) = said(&folder, &["balance", "forces", "iten", "--points", "7"]);
    assert!(!fine && wrong.contains("two are needed"), "{wrong}");
}

/// Every faction by forces drawn by lot: reports are about factions and parts, and the same command goes on with what it
/// has. Nobody can be drawn where nothing is cheap enough.
#[test]
fn factions_are_weighed_by_forces_drawn_by_lot() {
    let folder = folder("lists");
    let lists = |ruleset: &str, points: &str, scenario: &str, pairs: &str| {
        let arguments = ["balance", "lists", ruleset, "--points", points, "--forces", "2", "--scenario", scenario];
        said(&folder, &[&arguments[..], &["--pairs", pairs]].concat())
    };
    for (ruleset, points, scenario, factions, meetings) in [
        ("hexwar", "300", "patrol", ["Elves", "Orks"], 10),
        ("gemini", "150", "high_street", ["Canal Wardens", "Scrap Saints"], 3),
    ] {
        let (told, wrong, fine) = lists(ruleset, points, scenario, "1");
        assert!(fine, "{wrong}");
        assert!(told.contains(&format!("{} battles in {} pairs", 4 * meetings, 2 * meetings)), "{told}");
        for faction in factions {
            assert!(told.lines().any(|line| line.starts_with(&format!("{faction} "))), "{told}");
        }
        assert!(
            told.contains("Parts: how much larger a share") && !told.contains(&format!("{} 1", factions[0])),
            "{told}"
        );
        let (told, wrong, fine) = lists(ruleset, points, scenario, "1");
        assert!(fine && told.contains(&format!(": {0} of {0} battles fought", 4 * meetings)), "{told}{wrong}");
    }
    let (_, wrong, fine) = lists("hexwar", "5", "patrol", "1");
    assert!(!fine && wrong.contains("can be found for 5 points"), "{wrong}");
}

/// The same two forces under both rulesets; what only one has is compared there; what none has is told.
#[test]
fn the_lab_compares_rulesets() {
    let folder = folder("lab");
    let (told, _, fine) = said(&folder, &["lab", "--units", "Ork mob,Blades", "--pairs", "3", "--csv", "lab.csv"]);
    assert!(fine, "{told}");
    let csv = fs::read_to_string(folder.join("lab.csv")).unwrap();
    let rows: Vec<Vec<&str>> = csv.lines().skip(1).map(|l| l.split(',').collect()).collect();
    let who: Vec<[&str; 2]> = rows.iter().map(|r| [r[0], r[1]]).collect();
    assert_eq!(who, [["hexwar", "Ork mob"], ["hexwar", "Blades"], ["iten", "Ork mob"], ["iten", "Blades"]]);
    for row in rows {
        let cost: u32 = row[2].parse().unwrap();
        assert!(cost > 0, "{row:?}");
    }
    let (told, _, fine) = said(&folder, &["lab", "--units", "Trenchers,Trenchers", "--pairs", "1"]);
    assert!(fine && told.contains("hexwar") && !told.contains("iten"), "{told}");
    let (_, wrong, fine) = said(&folder, &["lab", "--units", "Ork mob,Unicorns"]);
    assert!(!fine && wrong.contains("there are Ork mob"), "{wrong}");
}
