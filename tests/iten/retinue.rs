//! Building Retinues: costs, limits, kit, names.

use hexfray::content::Library;
use hexfray::rules::iten::retinue::Price;
use hexfray::rules::iten::roster::{Figure, Roster};
use hexfray::rules::iten::stats::{Creed, God};
use hexfray::source::Document;

use crate::build::{cost, cost_in, enemies, faults, faults_by, figure, illegal, legal, retinue, servants};
use crate::content::{book, tuned};

/// ITEN-BLD-01: four figures at least, one of them the one Leader.
#[test]
fn how_many_figures() {
    let of = |figures: &str| {
        format!(
            "(ruleset: \"iten\", name: \"S\", list: \"The Servants of the Emperor\", creed: Puritan, figures: [{figures}])"
        )
    };
    legal(&of("(troop: \"Inquisitor\"), (troop: \"Interrogator\", count: 3)"));
    illegal(&of("(troop: \"Inquisitor\"), (troop: \"Interrogator\", count: 2)"), "3 figures (ITEN-BLD-01)");
    illegal(&of("(troop: \"Interrogator\", count: 4)"), "nobody leads the Retinue (ITEN-BLD-01)");
    illegal(&servants("Puritan", "(troop: \"Inquisitor\")"), "a second Leader");
    assert!(
        faults_by(
            &tuned("rules.ron", "fewest_figures: 4", "fewest_figures: 3"),
            &of("(troop: \"Inquisitor\"), (troop: \"Interrogator\", count: 2)")
        )
        .is_empty()
    );
}

/// ITEN-BLD-02: 200 points unless the roster says otherwise; the Leader is paid for.
#[test]
fn points_limit() {
    // 30 + 9 x 19 = 201 with a Dagger more or less.
    let of = |limit: &str, sword: &str| {
        format!(
            "(ruleset: \"iten\", name: \"S\", list: \"The Servants of the Emperor\", creed: Puritan, {limit} figures: [
                (troop: \"Inquisitor\", weapons: [\"Dagger\"{sword}]), (troop: \"Interrogator\", count: 8), (troop: \"Space Marine\", weapons: [])])"
        )
    };
    // 30 + 8 x 19 + 21 = 203.
    assert_eq!(retinue(&of("limit: 300,", "")).total, 203);
    illegal(&of("", ""), "203 points, the limit is 200 (ITEN-BLD-02)");
    legal(&of("limit: 203,", ""));
    illegal(&of("limit: 203,", ", \"Sword\""), "204 points, the limit is 203");
}

/// ITEN-BLD-03, ITEN-BLD-04, ITEN-BLD-07, ITEN-BLD-08: the parts of a figure's price; every weapon counts, FV and SV
/// count once.
#[test]
fn formula() {
    let stormtrooper = figure("Stormtrooper", "Carapace Armour", &["Hellgun"]);
    let price = cost_in(&Roster::default(), &stormtrooper);
    let Price { grit, fv, sv, speed, armour, weapons, total, .. } = price;
    assert_eq!((grit, fv, sv, speed, armour, weapons, total), (4, 2, 2, 0, 7, 6, 21));
    let marine = |weapons: &[&str]| cost(&figure("Space Marine", "Power Armour", weapons));
    assert_eq!(marine(&["Bolter", "Bolt Pistol", "Chainsword"]) - marine(&[]), 9);
    for (grit, cost) in [(6, 1), (5, 2), (4, 4), (3, 9), (2, 16)] {
        assert_eq!(book().numbers.grit_cost(grit), cost);
    }
    assert_eq!(cost(&figure("Interrogator", "Flak Jacket", &[])) - cost(&figure("Interrogator", "", &[])), 1);
    // Negative values are taken off.
    assert_eq!(cost_in(&Roster::default(), &Figure::of("Plague Zombie")).fv, -1);
}

/// ITEN-BLD-05: nobody costs less than 3.
#[test]
fn least_cost() {
    let zombie = Figure::of("Plague Zombie");
    assert_eq!(book().price(&Roster::default(), &zombie).total, 7);
    let dearer = tuned("rules.ron", "least_cost: 3", "least_cost: 9");
    assert_eq!(dearer.price(&Roster::default(), &zombie).total, 9);
    let mut weak = book().clone();
    weak.troops.iter_mut().for_each(|t| (t.sv, t.grit) = (-1, 6));
    // 1 - 1 - 1 - 1 + 5 = 3; with Grit for nothing 2, which is 3.
    assert_eq!(weak.price(&Roster::default(), &zombie).total, 3);
    weak.numbers.muster.grit[4] = 0;
    assert_eq!(weak.price(&Roster::default(), &zombie).total, 3);
}

/// ITEN-BLD-09, ITEN-PSY-01, ITEN-GOD-05: powers at the price of the profile; nobody buys one twice.
#[test]
fn powers() {
    let with = |troop: &str, god: Option<God>, powers: &[&str]| {
        let roster = Roster { god, ..Roster::default() };
        let powers = powers.iter().map(|p| (*p).to_owned()).collect();
        let price = cost_in(&roster, &Figure { powers, ..Figure::of(troop) });
        (price.powers, price.god)
    };
    let two = ["Venom", "Warpfire"];
    assert_eq!(with("Inquisitor", None, &two), (20, 0));
    assert_eq!(with("Daemonhost", None, &two), (10, 0));
    assert_eq!(with("Unapproved Psyker", None, &two), (20, 0));
    assert_eq!(with("Chaos Agent", None, &two), (20, 0));
    assert_eq!(with("Chaos Agent", Some(God::Tzeentch), &two), (10, 5), "15 with the god");
    assert_eq!(with("Chaos Agent", Some(God::Tzeentch), &["Venom", "Warpfire", "Levitate"]).0, 15);
    assert_eq!(with("Unapproved Psyker", Some(God::Tzeentch), &two), (20, 0), "the Agent only");
    let twice = "(troop: \"Unapproved Psyker\", powers: [\"Venom\", \"Venom\"]),";
    illegal(&enemies("", twice), "Venom is bought twice (ITEN-PSY-01)");
    illegal(&enemies("", "(troop: \"Hive-Ganger\", powers: [\"Venom\"]),"), "Hive-Ganger is no psyker");
    illegal(&enemies("", "(troop: \"Unapproved Psyker\"),"), "without a power");
    illegal(&enemies("", "(troop: \"Unapproved Psyker\", powers: [\"Venim\"]),"), "did you mean `Venom`?");
}

/// ITEN-SRV-01: a radical's Inquisitor may have powers, Approved Psykers and a Daemonhost, a puritan's none of them.
#[test]
fn creeds() {
    let psyker = "(troop: \"Approved Psyker\", powers: [\"Venom\"]),";
    let host = "(troop: \"Daemonhost\", powers: [\"Venom\"]),";
    legal(&servants("Radical", &[psyker, host].concat()));
    assert_eq!(retinue(&servants("Radical", psyker)).creed, Some(Creed::Radical));
    let puritan = |more: &str| faults(&servants("Puritan", more)).join("\n");
    assert!(puritan(psyker).contains("Approved Psyker: only for radicals"));
    assert!(puritan(host).contains("Daemonhost: only for radicals"));
    let own = "(ruleset: \"iten\", name: \"S\", list: \"The Servants of the Emperor\", creed: CREED, figures: [
        (troop: \"Inquisitor\", powers: [\"Venom\"]), (troop: \"Interrogator\", count: 3)])";
    legal(&own.replace("CREED", "Radical"));
    illegal(&own.replace("CREED", "Puritan"), "only radicals buy psyker powers (ITEN-SRV-01)");
    illegal(&servants("Puritan", "").replace(" creed: Puritan,", ""), "radical or puritan? (ITEN-SRV-01)");
    illegal(&enemies("creed: Radical,", ""), "neither radical nor puritan");
}

/// ITEN-SRV-03: one Daemonhost, with a power.
#[test]
fn daemonhosts() {
    let host = "(troop: \"Daemonhost\", powers: [\"Venom\"]),";
    illegal(&servants("Radical", &host.repeat(2)), "2 of Daemonhost, 1 at most (ITEN-SRV-03)");
    illegal(&servants("Radical", "(troop: \"Daemonhost\"),"), "Daemonhost without a power (ITEN-SRV-03)");
    let price = cost_in(&Roster::default(), &Figure { powers: vec!["Venom".to_owned()], ..Figure::of("Daemonhost") });
    assert_eq!(price.total, 6 + 5 + 5);
}

/// ITEN-WPN-06: who has no melee weapon fights with what lies about; bare hands are the zombies' own.
#[test]
fn unarmed() {
    let member = |troop: &str, weapons: &[&str]| {
        let roster = Roster { figures: vec![figure(troop, "", weapons)], ..Roster::default() };
        book().members(&roster, 0).remove(0)
    };
    let names = |places: Vec<u8>| -> Vec<&str> {
        places.iter().map(|w| book().weapons[usize::from(*w)].name.as_str()).collect()
    };
    assert_eq!(names(member("Stormtrooper", &["Hellgun"]).melee(book())), ["Improvised weapon"]);
    assert_eq!(names(member("Stormtrooper", &["Hellgun", "Sword"]).melee(book())), ["Sword"]);
    assert_eq!(names(member("Stormtrooper", &["Hellgun", "Sword"]).ranged(book())), ["Hellgun"]);
    assert_eq!(names(member("Bunker Zombie", &[]).melee(book())), [""; 0]);
}

/// ITEN-GREN-05: one grenade a figure, of whatever kind.
#[test]
fn grenades() {
    legal(&enemies("", "(troop: \"Hive-Ganger\", weapons: [\"Grenade\"])"));
    illegal(
        &enemies("", "(troop: \"Hive-Ganger\", weapons: [\"Grenade\", \"Grenade\"])"),
        "a second grenade (ITEN-GREN-05)",
    );
    let both = "(troop: \"Hive-Ganger\", weapons: [\"Grenade\", \"Krak Grenade\"])";
    illegal(&enemies("boarding: true,", both), "a second grenade (ITEN-GREN-05)");
    let issued = "(troop: \"Hive-Ganger\", weapons: [\"Grenade\"], issued: [\"Krak Grenade\"])";
    illegal(&enemies("boarding: true,", issued), "a second grenade (ITEN-GREN-05)");
    // ITEN-OUT-05: nor does anybody carry half a dozen blades to throw that cost nothing.
    let daggers = "(troop: \"Hive-Ganger\", weapons: [\"Dagger\", \"Dagger\"])";
    illegal(&enemies("", daggers), "a second Dagger for nothing (ITEN-OUT-05)");
}

/// ITEN-OUT-04: packs cost 5, and are not for zombies, very heavy armour and crews.
#[test]
fn jump_packs() {
    let pack = |entry: &str| enemies("god: Nurgle,", &format!("({entry}, gear: [JumpPack])"));
    legal(&pack("troop: \"Hive-Ganger\""));
    let ganger = |gear: &str| retinue(&enemies("", &format!("(troop: \"Hive-Ganger\", gear: [{gear}])"))).total;
    assert_eq!(ganger("JumpPack") - ganger(""), 5);
    illegal(&pack("troop: \"Plague Zombie\""), "zombies do not fly (ITEN-OUT-04)");
    illegal(&pack("troop: \"Hive-Ganger\", weapons: [\"Heavy Bolter\"]"), "the weapon has a crew (ITEN-OUT-04)");
    let mut heavy = book().clone();
    heavy.lists[1]
        .armour
        .push(hexfray::rules::iten::stats::Offer { name: "Terminator Armour".to_owned(), only: Vec::new() });
    let told = faults_by(&heavy, &pack("troop: \"Hive-Ganger\", armour: \"Terminator Armour\""));
    assert!(told.len() == 1 && told[0].contains("the armour is too heavy (ITEN-OUT-04)"), "{told:?}");
    illegal(&enemies("", "(troop: \"Hive-Ganger\", gear: [JumpPack, JumpPack])"), "a second Jump Pack");
}

/// ITEN-OUT-06, ITEN-CTR-21, ITEN-OUT-01: the examples' Imperial Guardsman is for scenarios; 7 points before kit.
#[test]
fn guardsmen_of_the_examples() {
    illegal(
        &servants("Puritan", "(troop: \"Imperial Guardsman\")"),
        "Imperial Guardsman: only scenarios field such (ITEN-OUT-06)",
    );
    assert_eq!(cost(&figure("Imperial Guardsman", "Flak Jacket", &["Lasgun"])), 7 + 6 + 3);
    let told = faults(&servants("Puritan", "(troop: \"Imperial Guardsman\", armour: \"Refractor Shield\")"));
    assert!(told.iter().any(|t| t.contains("does not wear Refractor Shield (ITEN-OUT-06)")), "{told:?}");
    // A Ganger is a Hive-Ganger.
    assert_eq!(book().troop("Ganger"), book().troop("Hive-Ganger"));
    let lists: Vec<&str> = book().lists.iter().map(|l| l.name.as_str()).collect();
    assert_eq!(
        lists,
        ["The Servants of the Emperor", "The Enemies of Man", "The Orks", "The Terminators", "The Brood"]
    );
}

/// ITEN-PSY-30, HULK-LEFT-07: the Dreadnought is worth 42, the Lesser Daemon costs 21 aboard a hulk.
#[test]
fn other_figures() {
    assert_eq!(cost(&Figure::of("Dreadnought")), 42);
    assert_eq!(cost(&Figure::of("Lesser Daemon")), 21);
    legal(&enemies("boarding: true,", "(troop: \"Lesser Daemon\")"));
    illegal(&enemies("", "(troop: \"Lesser Daemon\")"), "Lesser Daemon is for boarding forces");
    illegal(&enemies("", "(troop: \"Dreadnought\")"), "Dreadnought: only scenarios field such");
}

/// HULK-LEFT-06, HULK-LEFT-08: tools for boarding forces only; a charge and two Krak Grenades free, on three figures.
#[test]
fn boarding_kit() {
    let boarders = |more: &str| servants("Puritan", more).replace("limit", "boarding: true, limit");
    let lance = "(troop: \"Space Marine\", armour: \"Power Armour\", weapons: [\"Thermal Lance\", \"Chainfist\"])";
    legal(&boarders(lance));
    assert_eq!(retinue(&boarders(lance)).members.last().unwrap().price.weapons, 13);
    assert_eq!(faults(&servants("Puritan", lance)).len(), 2, "one for each tool");
    let issue = |kit: &[&str]| -> String {
        kit.iter().map(|k| format!("(troop: \"Interrogator\", issued: [\"{k}\"]),")).collect()
    };
    let free = issue(&["Breaching Charge", "Krak Grenade", "Krak Grenade"]);
    legal(&boarders(&free));
    assert_eq!(retinue(&boarders(&free)).total, retinue(&boarders("(troop: \"Interrogator\", count: 3)")).total);
    let armed = retinue(&boarders(&free));
    let carried = |m: &hexfray::rules::iten::retinue::Member| {
        m.weapons.iter().map(|w| book().weapons[usize::from(*w)].name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(carried(armed.members.last().unwrap()), ["Krak Grenade"]);
    illegal(&boarders(&issue(&["Krak Grenade"; 3])), "no Krak Grenade is left to issue (HULK-LEFT-06)");
    illegal(
        &boarders("(troop: \"Interrogator\", issued: [\"Breaching Charge\", \"Krak Grenade\"])"),
        "one piece of kit for one figure",
    );
    illegal(&servants("Puritan", &issue(&["Krak Grenade"])), "kit is issued for boarding only");
    for given in ["weapons", "issued"] {
        let assassin = format!("(troop: \"Death-cult Assassin\", {given}: [\"Krak Grenade\"])");
        illegal(&boarders(&assassin), "ITEN-SRV-09");
    }
}

/// Figures that go by the same are told apart by numbers, and figures by names of their own.
#[test]
fn names() {
    let text = servants("Puritan", "(troop: \"Interrogator\"), (name: \"Dunn\", troop: \"Interrogator\")");
    let retinue = retinue(&text);
    let names: Vec<&str> = retinue.members.iter().map(|m| m.name.as_str()).collect();
    assert_eq!(names, ["Inquisitor", "Interrogator 1", "Interrogator 2", "Interrogator 3", "Interrogator 4", "Dunn"]);
    let clash = "(name: \"Dunn\", troop: \"Interrogator\"), (name: \"Dunn\", troop: \"Interrogator\"), (name: \"Dunn 2\", troop: \"Interrogator\")";
    illegal(&servants("Puritan", clash), "two figures are named Dunn 2");
}

/// A roster written down and read again is the same.
#[test]
fn rosters_are_written_as_they_are_read() {
    for (name, document) in Library::own().rosters("iten") {
        let read = |document: &Document| -> Roster {
            let mut problems = hexfray::source::Problems::new(document);
            let roster = document.read(&document.root, &mut problems);
            problems.finish(roster).unwrap()
        };
        let roster = read(document);
        let again = read(&Document::parse(name, &roster.to_ron()).unwrap());
        assert_eq!(again, roster, "{name}");
    }
}
