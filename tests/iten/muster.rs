//! Retinues choice by choice, as the builder shows them.

use hexfray::content::Library;
use hexfray::rules::muster::{Effect, Page, RosterBuilder, Rosters};
use hexfray::source::Document;

use crate::build::{faults, servants};
use crate::building::{choice, page, walk};
use crate::content::book;
use crate::presets::preset;

fn opened(name: &str) -> Box<dyn RosterBuilder> {
    let library = Library::own();
    let document = library.roster("iten", name).unwrap();
    library.musters(document).unwrap().open(document).unwrap()
}

/// ITEN-EX-15 built from nothing: the first example Retinue, with its cost after each figure.
#[test]
fn the_first_example_choice_by_choice() {
    let mut roster = book().begin();
    let steps: [(&[&str], u16); 8] = [
        (&["Name=The Inquisitor's Retinue"], 0),
        (&["Creed", "Radical"], 0),
        (&["Hire", "Inquisitor"], 30),
        (&["Inquisitor", "Armour", "Refractor"], 32),
        (&["Inquisitor", "Weapons", "Bolt Pistol", "Power Weapon"], 40),
        (&["Inquisitor", "Powers", "True Grit", "Dominatus"], 60),
        (&["Hire", "Interrogator", "Space Marine", "Stormtrooper", "Death"], 60 + 19 + 21 + 19 + 13),
        (&["Stormtrooper", "How many=3", "Armour", "Carapace"], 60 + 19 + 21 + 63 + 13),
    ];
    for (path, total) in steps {
        walk(roster.as_mut(), path);
        assert_eq!(roster.points(), (total, 200), "{path:?}");
    }
    walk(roster.as_mut(), &["Interrogator", "Armour", "Carapace"]);
    walk(roster.as_mut(), &["Interrogator", "Weapons", "Laspistol", "Sword"]);
    walk(roster.as_mut(), &["Space Marine", "Armour", "Power"]);
    walk(roster.as_mut(), &["Space Marine", "Weapons", "Bolter", "Bolt Pistol", "Chainsword"]);
    walk(roster.as_mut(), &["Death", "Weapons", "Power Weapon"]);
    assert_eq!((roster.points(), roster.faults()), ((198, 200), Vec::new()));
    assert_eq!(faults(&roster.to_ron()), [""; 0]);
    // The same figures as in the shipped roster, in the order of hiring.
    let built = crate::build::retinue(&roster.to_ron());
    let lines = |r: &hexfray::rules::iten::retinue::Retinue| -> Vec<(String, u16)> {
        r.members.iter().map(|m| (m.name.clone(), m.price.total)).collect()
    };
    assert_eq!(lines(&built), lines(&preset("inquisitors_retinue")));
}

/// What a choice adds stands beside it, and why one cannot be taken.
#[test]
fn choices_tell_cost_and_refusal() {
    let roster = opened("inquisitors_retinue");
    let weapons = page(roster.as_ref(), &["Interrogator", "Weapons"]);
    assert_eq!(choice(roster.as_ref(), weapons, "Plasmagun").cost, 8);
    assert_eq!(choice(roster.as_ref(), weapons, "Drop Sword").cost, -1);
    let refusal = |page: Page, words: &str| choice(roster.as_ref(), page, words).refusal.unwrap_or_default();
    assert!(refusal(weapons, "Force Weapon").contains("only for Inquisitor (ITEN-SRV-06)"));
    let armour = page(roster.as_ref(), &["Interrogator", "Armour"]);
    assert!(refusal(armour, "Power Armour").contains("ITEN-SRV-04"));
    // Two points are left: a third power is too dear, which the roster tells, but another power may go for it.
    let powers = page(roster.as_ref(), &["Inquisitor", "Powers"]);
    let venom = choice(roster.as_ref(), powers, "Venom");
    assert_eq!((venom.cost, venom.refusal), (10, None));
    // Radicals with powers do not become puritans.
    let creed = page(roster.as_ref(), &["Creed"]);
    assert!(refusal(creed, "Puritan").contains("ITEN-SRV-01"));
    let hire = page(roster.as_ref(), &["Hire"]);
    assert!(refusal(hire, "Inquisitor").contains("a second Leader"));
    let ally = page(roster.as_ref(), &["Hire", "Strange Ally"]);
    assert!(refusal(ally, "Chaos Cultist").contains("never go together (ITEN-ABIL-22)"));
    assert_eq!(choice(roster.as_ref(), ally, "Chopper").cost, 14 + 5);
    let Effect::Change(edit) = choice(roster.as_ref(), weapons, "Force Weapon").effect else { panic!("no change") };
    let mut roster = opened("inquisitors_retinue");
    let before = roster.to_ron();
    assert!(roster.change(edit, "").unwrap_err().contains("ITEN-SRV-06"));
    assert_eq!(roster.to_ron(), before, "nothing has changed");
}

/// Too dear and not yet complete are told, and do not stand in the way.
#[test]
fn unfinished_rosters() {
    let mut roster = opened("inquisitors_retinue");
    walk(roster.as_mut(), &["Inquisitor", "Powers", "Venom"]);
    assert_eq!(roster.faults(), ["208 points, the limit is 200 (ITEN-BLD-02): save 8 points"]);
    walk(roster.as_mut(), &["Points limit=208"]);
    assert_eq!(roster.faults(), [""; 0]);
    let Effect::Write(limit) = choice(roster.as_ref(), Page::default(), "Points limit").effect else {
        panic!("no text")
    };
    assert!(roster.change(limit, "many").is_err());
    // Whoever changes a printed Retinue has one of his own.
    assert!(!roster.to_ron().contains("printed"));
    let mut named = opened("inquisitors_retinue");
    walk(named.as_mut(), &["Name=Kray's"]);
    assert!(named.to_ron().contains("printed: 199"));
}

/// ITEN-VEH-01: vehicles by choices; who is aboard stays aboard under another name, and leaves with the dismissed.
#[test]
fn vehicles_by_choices() {
    let mut roster = opened("inquisitors_retinue");
    walk(roster.as_mut(), &["Points limit=300"]);
    walk(roster.as_mut(), &["Take a vehicle", "Rhino"]);
    assert_eq!(roster.faults(), ["nobody drives (ITEN-VEH-01): name the driver, a figure of the Retinue"]);
    walk(roster.as_mut(), &["Rhino", "Aboard", "Stormtrooper 2", "Interrogator", "Space Marine"]);
    walk(roster.as_mut(), &["Rhino", "Weapons", "Heavy Bolter"]);
    walk(roster.as_mut(), &["Rhino", "Ram"]);
    assert_eq!((roster.points(), roster.faults()), ((198 + 34 + 7 + 5, 300), Vec::new()));
    walk(roster.as_mut(), &["Interrogator", "Name=Dunn"]);
    walk(roster.as_mut(), &["3 x Stormtrooper", "How many=2"]);
    assert!(roster.to_ron().contains("\"Stormtrooper 2\", \"Dunn\", \"Space Marine\""), "{}", roster.to_ron());
    walk(roster.as_mut(), &["Dunn", "Dismiss"]);
    assert!(roster.to_ron().contains("\"Stormtrooper 2\", \"Space Marine\""), "{}", roster.to_ron());
    walk(roster.as_mut(), &["Rhino", "Leave behind"]);
    assert!(!roster.to_ron().contains("Rhino"));
}

/// A roster full of mistakes opens, is printed, and can be mended.
#[test]
fn illegal_rosters_can_be_mended() {
    let text = servants("Puritan", "(troop: \"Interrogatr\"), (troop: \"Space Marine\", count: 0), (troop: \"Stormtrooper\", weapons: [\"Helgun\"])")
        .replace("figures", "vehicles: [(vehicle: \"Rihno\", aboard: [\"Nobody\"])], figures");
    let document = Document::parse("r.ron", &text).unwrap();
    let mut roster = book().open(&document).unwrap();
    assert_eq!(roster.faults().len(), 5, "{:?}", roster.faults());
    assert!(roster.printed()[0].starts_with("Servants (The Servants of the Emperor, puritan): 6 figures"));
    walk(roster.as_mut(), &["Interrogatr", "Dismiss"]);
    walk(roster.as_mut(), &["0 x Space Marine", "Dismiss"]);
    walk(roster.as_mut(), &["Stormtrooper", "Weapons", "Drop Helgun", "Hellgun"]);
    walk(roster.as_mut(), &["Rihno", "Leave behind"]);
    assert_eq!(roster.faults(), [""; 0]);
}

/// ITEN-CTR-10, ITEN-GEN-06: our prices, which are those of the text, and those that its examples print side by side.
#[test]
fn printed_rosters() {
    let lines = opened("chaos_agents_retinue").printed();
    let has = |text: &str| assert!(lines.iter().any(|l| l.contains(text)), "{text} in {lines:?}");
    has("8 figures, 203 of 203 points (printed: 195)");
    has("Chaos Space Marine: 45 points (printed: 44)");
    has("3 x Chaos Cultist: 19 points each (printed: 16)");
    has("(Grit 9, FV 1, SV 1, armour 6, weapons 2)");
    has("Chaos Agent, leads: 50 points");
}
