//! The rosters that the game brings: the examples, xenos, forces of missions.

use hexfray::content::Library;
use hexfray::rules::iten::retinue::Retinue;
use hexfray::rules::iten::roster::{Figure, Roster};
use hexfray::source::Document;

use crate::build::{cost, faults, illegal, legal, retinue};
use crate::content::book;

/// The shipped roster of a name.
pub fn preset(name: &str) -> Retinue {
    Retinue::read(Library::own().roster("iten", name).unwrap(), book()).unwrap()
}

/// Name, our price and the printed price of the members of a preset, alike ones once.
fn prices(name: &str) -> Vec<(String, u16, Option<u16>)> {
    let mut rows: Vec<(String, u16, Option<u16>)> =
        preset(name).members.iter().map(|m| (m.troop.name.clone(), m.price.total, m.printed)).collect();
    rows.dedup();
    rows
}

/// ITEN-EX-10, ITEN-EX-11, ITEN-EX-12, ITEN-EX-13, ITEN-EX-14, ITEN-EX-15, ITEN-CTR-10: the
/// first example Retinue, by the formula and as it is printed.
#[test]
fn example_of_the_servants() {
    let expected = [
        ("Inquisitor", 60, 59),
        ("Interrogator", 24, 24),
        ("Space Marine", 33, 33),
        ("Stormtrooper", 21, 21),
        ("Death-cult Assassin", 18, 20),
    ];
    assert_eq!(prices("inquisitors_retinue"), expected.map(|(n, own, printed)| (n.to_owned(), own, Some(printed))));
    let retinue = preset("inquisitors_retinue");
    assert_eq!((retinue.members.len(), retinue.total, retinue.printed), (7, 198, Some(199)));
    let printed: u16 = retinue.members.iter().map(|m| m.printed.unwrap()).sum();
    assert_eq!(printed, 199, "the printed figures add up");
    let price = retinue.members[0].price;
    assert_eq!(
        (price.grit, price.fv, price.sv, price.speed, price.armour, price.weapons, price.powers),
        (16, 4, 4, 1, 7, 8, 20)
    );
    assert!(retinue.fits(200));
}

/// ITEN-EX-16, ITEN-EX-17, ITEN-EX-18, ITEN-EX-19, ITEN-EX-20, ITEN-EX-21: the second example Retinue; it may be played
/// at 200 points although the formula makes it 203.
#[test]
fn example_of_the_enemies() {
    let expected = [
        ("Chaos Agent", 50, 50),
        ("Chaos Space Marine", 45, 44),
        ("Fallen Guardsman", 17, 18),
        ("Chaos Cultist", 19, 16),
        ("Unapproved Psyker", 17, 17),
    ];
    assert_eq!(prices("chaos_agents_retinue"), expected.map(|(n, own, printed)| (n.to_owned(), own, Some(printed))));
    let retinue = preset("chaos_agents_retinue");
    assert_eq!((retinue.members.len(), retinue.total, retinue.printed), (8, 203, Some(195)));
    let printed: u16 = retinue.members.iter().map(|m| m.printed.unwrap()).sum();
    assert_eq!(printed, 195);
    assert!(retinue.fits(200) && !retinue.fits(194));
    assert!(!Retinue { printed: None, ..retinue }.fits(200), "an own roster goes by the formula");
}

const XENOS: [(&str, &str, u16); 15] = [
    ("ITEN-XEN-01", "Boss", 38),
    ("ITEN-XEN-02", "Nob", 24),
    ("ITEN-XEN-03", "Mek", 28),
    ("ITEN-XEN-04", "Chopper", 14),
    ("ITEN-XEN-05", "Shooter", 15),
    ("ITEN-XEN-06", "Burner", 15),
    ("ITEN-XEN-07", "Big gunner", 18),
    ("ITEN-XEN-08", "Rokkiteer", 19),
    ("ITEN-XEN-09", "Grot", 7),
    ("ITEN-XEN-10", "Squig", 11),
    ("ITEN-XEN-11", "Broodlord", 31),
    ("ITEN-XEN-12", "Genestealer", 23),
    ("ITEN-XEN-13", "Hybrid", 15),
    ("ITEN-XEN-14", "Hybrid fighter", 16),
    ("ITEN-XEN-15", "Spore gunner", 15),
];

/// ITEN-XEN-01, ITEN-XEN-02, ITEN-XEN-03, ITEN-XEN-04, ITEN-XEN-05, ITEN-XEN-06, ITEN-XEN-07, ITEN-XEN-08,
/// ITEN-XEN-09, ITEN-XEN-10, ITEN-XEN-11, ITEN-XEN-12, ITEN-XEN-13, ITEN-XEN-14, ITEN-XEN-15, ITEN-XEN-19: the xenos
/// cost what the table says, and their kit is their own.
#[test]
fn xenos() {
    for (id, name, price) in XENOS {
        assert_eq!(cost(&Figure::of(name)), price, "{id}");
        assert_eq!(book().troop(name).unwrap().id, id);
    }
    let orks = |more: &str| {
        format!(
            "(ruleset: \"iten\", name: \"O\", list: \"The Orks\", figures: [(troop: \"Nob\"), (troop: \"Grot\", count: 3), {more}])"
        )
    };
    legal(&orks(""));
    illegal(
        &orks("(troop: \"Chopper\", weapons: [\"Power Klaw\"])"),
        "Chopper comes with its own weapons (ITEN-XEN-04)",
    );
    illegal(&orks("(troop: \"Chopper\", armour: \"Mega Armour\")"), "comes with its own armour");
    illegal(&orks("(troop: \"Chopper\", gear: [JumpPack])"), "comes with its own kit");
    illegal(&orks("(troop: \"Mek\", count: 2)"), "2 of Mek, 1 at most (ITEN-XEN-03)");
    // Nobs lead where there is no Boss, Genestealers where there is no Broodlord.
    let led = |text: &str| {
        let retinue = retinue(text);
        retinue.members[retinue.leader().unwrap()].troop.name.clone()
    };
    assert_eq!((led(&orks("")), led(&orks("(troop: \"Boss\")"))), ("Nob".to_owned(), "Boss".to_owned()));
    legal("(ruleset: \"iten\", name: \"B\", list: \"The Brood\", figures: [(troop: \"Genestealer\", count: 4)])");
}

/// ITEN-XEN-16, ITEN-XEN-17, ITEN-XEN-18, HULK-FORCE-01: both examples of 300 points, within one and a half times 200.
#[test]
fn examples_of_xenos() {
    for (name, figures, total) in [("ork_mob", 17, 297), ("brood", 14, 298)] {
        let retinue = preset(name);
        assert_eq!((retinue.members.len(), retinue.total), (figures, total), "{name}");
        assert!(retinue.fits(book().numbers.defender_points(200)));
    }
}

/// HULK-MIS-01, HULK-MIS-02, HULK-MIS-03, HULK-LEFT-06: the forces of the ready missions.
#[test]
fn forces_of_missions() {
    for (name, figures, total, boarders) in [
        ("dead_air_defenders", 11, 254, 200),
        ("race_to_the_core_defenders", 25, 583, 400),
        ("bring_them_out_defenders", 12, 247, 200),
    ] {
        let retinue = preset(name);
        assert_eq!((retinue.members.len(), retinue.total), (figures, total), "{name}");
        assert!(retinue.fits(book().numbers.defender_points(boarders)) && retinue.boarding);
    }
    let units = |name: &str| -> Vec<u8> {
        let text = &Library::own().roster("iten", name).unwrap().text;
        let document = Document::parse(name, text).unwrap();
        let mut problems = hexfray::source::Problems::new(&document);
        let roster: Roster = document.read(&document.root, &mut problems).unwrap();
        roster.figures.iter().map(|f| f.count).collect()
    };
    // An entry is a unit: 6, 9 and 7 of them.
    assert_eq!(units("dead_air_defenders"), [1, 1, 2, 2, 2, 3]);
    assert_eq!(units("race_to_the_core_defenders"), [1, 3, 3, 3, 3, 3, 3, 3, 3]);
    assert_eq!(units("bring_them_out_defenders"), [1, 1, 2, 2, 1, 3, 2]);
    // The Boarders are the first example with the kit of missions, which costs nothing.
    let party = preset("boarding_party");
    assert_eq!((party.members.len(), party.total), (7, 198));
}

/// HULK-LEFT-07: the Terminators have a list of their own, are for boarding, and go in no other armour than theirs.
#[test]
fn terminators() {
    let squad = preset("terminators");
    assert_eq!((squad.members.len(), squad.total, squad.boarding), (6, 213, true));
    assert_eq!(squad.members[squad.leader().unwrap()].troop.name, "Terminator Sergeant");
    let carried = |name: &str| {
        let has = |w: &u8| book().weapons[usize::from(*w)].name == name;
        squad.members.iter().filter(|m| m.weapons.iter().any(has)).count()
    };
    assert_eq!((carried("Storm Bolter"), carried("Flamethrower"), carried("Scanner")), (4, 2, 1));
    let four = |fields: &str, armour: &str, weapon: &str| {
        format!(
            "(ruleset: \"iten\", name: \"T\", list: \"The Terminators\", {fields} figures: [
                (troop: \"Terminator Sergeant\", armour: \"Terminator Armour\"),
                (troop: \"Terminator\", count: 2, armour: \"Terminator Armour\"),
                (troop: \"Terminator\", {armour} weapons: [\"{weapon}\"])])"
        )
    };
    let worn = "armour: \"Terminator Armour\",";
    legal(&four("boarding: true,", worn, "Storm Bolter"));
    illegal(&four("boarding: true,", "", "Storm Bolter"), "Terminator without armour (HULK-LEFT-07)");
    illegal(&four("boarding: true,", "armour: \"Mesh\",", "Storm Bolter"), "Mesh is not in the list");
    illegal(&four("boarding: true,", worn, "Bolter"), "Bolter is not in the list The Terminators (HULK-LEFT-07)");
    assert!(faults(&four("", worn, "Storm Bolter")).iter().all(|f| f.contains("is for boarding forces")));
    let sergeant = four("boarding: true,", worn, "Power Fist").replacen(
        "\"Terminator Armour\")",
        "\"Terminator Armour\", weapons: [\"Flamethrower\"])",
        1,
    );
    illegal(&sergeant, "Flamethrower is only for Terminator");
}
