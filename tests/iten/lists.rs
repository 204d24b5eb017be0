//! What the lists offer to whom, who leads, and gods.

use crate::build::{enemies, faults, illegal, legal, retinue, servants};
use crate::content::book;

/// One figure of each type in each armour or with each weapon: those that are legal.
fn open(
    roster: fn(&str, &str) -> String,
    fields: &str,
    troops: &[&str],
    what: &str,
    names: &[&str],
) -> Vec<(String, Vec<String>)> {
    let fits = |troop: &str, name: &str| {
        let entry = match what {
            "armour" => format!("(troop: \"{troop}\", armour: \"{name}\", weapons: STANDARD, powers: POWERS)"),
            _ => format!("(troop: \"{troop}\", weapons: [\"{name}\", STANDARD], powers: POWERS)")
                .replace("STANDARD]", if troop == "Stormtrooper" { "\"Hellgun\"]" } else { "]" }),
        };
        let psyker = book().troop(troop).unwrap().psyker.is_some_and(|p| p.required);
        let entry = entry
            .replace("STANDARD", if troop == "Stormtrooper" { "[\"Hellgun\"]" } else { "[]" })
            .replace("POWERS", if psyker { "[\"Venom\"]" } else { "[]" });
        faults(&roster(fields, &entry)).is_empty()
    };
    let row = |troop: &&str| {
        let open: Vec<String> = names.iter().filter(|n| fits(troop, n)).map(|n| (*n).to_owned()).collect();
        ((*troop).to_owned(), open)
    };
    troops.iter().map(row).collect()
}

/// The roster's Leader is armed or dressed so, and his followers are as they are.
pub fn leader(text: &str, leader: &str, with: &str) -> Vec<String> {
    faults(&text.replacen(&format!("(troop: \"{leader}\")"), &format!("(troop: \"{leader}\", {with})"), 1))
}

const SERVANTS: [&str; 7] = [
    "Stormtrooper",
    "Space Marine",
    "Interrogator",
    "Approved Psyker",
    "Adeptus Arbites",
    "Daemonhost",
    "Death-cult Assassin",
];

const ENEMIES: [&str; 7] = [
    "Fallen Guardsman",
    "Chaos Space Marine",
    "Chaos Cultist",
    "Unapproved Psyker",
    "Plague Zombie",
    "Chaos-cult Assassin",
    "Hive-Ganger",
];

/// ITEN-SRV-04, ITEN-ARM-02: armour of the Servants; Power Armour is for the Inquisitor and Space Marines.
#[test]
fn armour_of_the_servants() {
    let all: Vec<&str> = book().armour.iter().map(|a| a.name.as_str()).collect();
    for (troop, open) in open(servants, "Radical", &SERVANTS, "armour", &all) {
        let mut expected = vec!["Carapace Armour", "Flak Jacket", "Just clothing", "Mesh", "Refractor Shield"];
        if troop == "Space Marine" {
            expected.insert(4, "Power Armour");
        }
        assert_eq!(open, expected, "{troop}");
    }
    let inquisitor = |armour: &str| leader(&servants("Puritan", ""), "Inquisitor", &format!("armour: \"{armour}\""));
    assert!(inquisitor("Power Armour").is_empty());
    assert!(
        inquisitor("Terminator Armour")[0]
            .contains("Terminator Armour is not in the list The Servants of the Emperor (ITEN-SRV-04)")
    );
    illegal(
        &servants("Puritan", "(troop: \"Interrogator\", armour: \"Power Armour\")"),
        "Power Armour is only for Inquisitor, Space Marine (ITEN-SRV-04)",
    );
}

/// ITEN-ENM-02: armour of the Enemies, Carapace for Guardsmen, Power Armour for marines, all of it for the Agent.
#[test]
fn armour_of_the_enemies() {
    let all: Vec<&str> = book().armour.iter().map(|a| a.name.as_str()).collect();
    for (troop, open) in open(enemies, "god: Nurgle,", &ENEMIES, "armour", &all) {
        let expected: &[&str] = match troop.as_str() {
            "Fallen Guardsman" => &["Carapace Armour", "Flak Jacket", "Just clothing", "Mesh"],
            "Chaos Space Marine" => &["Flak Jacket", "Just clothing", "Mesh", "Power Armour"],
            "Plague Zombie" => &["Just clothing"],
            _ => &["Flak Jacket", "Just clothing", "Mesh"],
        };
        assert_eq!(open, expected, "{troop}");
    }
    for armour in ["Carapace Armour", "Refractor Shield", "Power Armour"] {
        assert_eq!(leader(&enemies("", ""), "Chaos Agent", &format!("armour: \"{armour}\"")), [""; 0]);
    }
    illegal(&enemies("", "(troop: \"Chaos Cultist\", armour: \"Carapace Armour\")"), "ITEN-ENM-02");
}

/// What both lists have for melee.
const MELEE: [&str; 11] = [
    "Improvised weapon",
    "Bayonet",
    "Chainsword",
    "Dagger",
    "Power Fist",
    "Power Weapon",
    "Staff",
    "Sword",
    "Two-handed Sword",
    "Hand axe",
    "Club",
];

/// What both lists have to shoot with.
const RANGED: [&str; 13] = [
    "Autogun",
    "Autopistol",
    "Bolt Pistol",
    "Bolter",
    "Heavy Bolter",
    "Heavy Stubber",
    "Hellgun",
    "Lasgun",
    "Laspistol",
    "Meltagun",
    "Plasma Pistol",
    "Plasmagun",
    "Shotgun",
];

/// ITEN-SRV-06, ITEN-SRV-08, ITEN-SRV-09, ITEN-WPN-06, ITEN-CTR-16: weapons of the Servants, type by type; no Grenades;
/// the Launcher is for Arbites; assassins have nothing that shoots.
#[test]
fn weapons_of_the_servants() {
    let all: Vec<&str> = book().weapons.iter().map(|w| w.name.as_str()).collect();
    for (troop, mut open) in open(servants, "Radical", &SERVANTS, "weapons", &all) {
        let mut expected = MELEE.to_vec();
        if troop != "Death-cult Assassin" {
            expected.extend(RANGED);
        }
        match troop.as_str() {
            "Stormtrooper" => expected.push("Flamethrower"),
            "Adeptus Arbites" => expected.extend(["Shockmaul", "Grenade Launcher"]),
            _ => {}
        }
        open.sort();
        expected.sort_unstable();
        assert_eq!(open, expected, "{troop}");
    }
    let inquisitor = |weapon: &str| leader(&servants("Puritan", ""), "Inquisitor", &format!("weapons: [\"{weapon}\"]"));
    assert!(inquisitor("Force Weapon").is_empty() && inquisitor("Power Sword").is_empty());
    assert!(inquisitor("Shockmaul")[0].contains("only for Adeptus Arbites (ITEN-SRV-06)"));
    assert!(inquisitor("Daemon Weapon")[0].contains("Daemon Weapon is not in the list"));
}

/// ITEN-ENM-03, ITEN-ENM-04, ITEN-SRV-09: weapons of the Enemies, type by type.
#[test]
fn weapons_of_the_enemies() {
    let all: Vec<&str> = book().weapons.iter().map(|w| w.name.as_str()).collect();
    for (troop, mut open) in open(enemies, "god: Nurgle,", &ENEMIES, "weapons", &all) {
        let mut expected = if troop == "Plague Zombie" { vec!["Improvised weapon"] } else { MELEE.to_vec() };
        if !["Plague Zombie", "Chaos-cult Assassin"].contains(&troop.as_str()) {
            expected.extend(RANGED);
            expected.push("Grenade");
        }
        if troop == "Fallen Guardsman" {
            expected.push("Flamethrower");
        }
        open.sort();
        expected.sort_unstable();
        assert_eq!(open, expected, "{troop}");
    }
    assert_eq!(leader(&enemies("", ""), "Chaos Agent", "weapons: [\"Daemon Weapon\"]"), [""; 0]);
}

/// ITEN-SRV-05: Suppression Shields, 3 points, for Arbites.
#[test]
fn suppression_shields() {
    let arbites = |gear: &str| format!("(troop: \"Adeptus Arbites\", armour: \"Carapace Armour\", gear: [{gear}])");
    legal(&servants("Puritan", &arbites("SuppressionShield")));
    let price = |gear: &str| retinue(&servants("Puritan", &arbites(gear))).members.last().unwrap().price.total;
    assert_eq!(price("SuppressionShield") - price(""), 3);
    illegal(&servants("Puritan", "(troop: \"Interrogator\", gear: [SuppressionShield])"), "ITEN-SRV-05");
}

/// ITEN-SRV-07: Stormtroopers bear Hellguns, unless they bear a Flamethrower or a crewed weapon.
#[test]
fn hellguns() {
    let armed = |weapons: &str| servants("Puritan", &format!("(troop: \"Stormtrooper\", weapons: [{weapons}])"));
    for weapons in
        ["\"Hellgun\"", "\"Hellgun\", \"Sword\"", "\"Flamethrower\"", "\"Heavy Bolter\"", "\"Heavy Stubber\""]
    {
        legal(&armed(weapons));
    }
    for weapons in ["", "\"Lasgun\"", "\"Meltagun\""] {
        illegal(&armed(weapons), "Stormtrooper without Hellgun (ITEN-SRV-07)");
    }
}

/// ITEN-ENM-01, ITEN-CTR-19: an Agent leads; without one a Chaos Space Marine does, and beside one he is like others.
#[test]
fn who_leads_the_enemies() {
    let led = |text: &str| {
        let retinue = retinue(text);
        retinue.members[retinue.leader().unwrap()].name.clone()
    };
    let marines = "(troop: \"Chaos Space Marine\", count: 2),";
    assert_eq!(led(&enemies("", marines)), "Chaos Agent");
    assert_eq!(led(&enemies("", marines).replace("\"Chaos Agent\"", "\"Hive-Ganger\"")), "Chaos Space Marine 1");
    illegal(&enemies("", "").replace("\"Chaos Agent\"", "\"Hive-Ganger\""), "nobody leads");
    illegal(&enemies("", "(troop: \"Chaos Agent\")"), "a second Leader, Chaos Agent");
}

/// ITEN-ENM-04, ITEN-GOD-03, ITEN-CTR-12: Plague Zombies come with Nurgle only, unarmed and unarmoured, for 7 points.
#[test]
fn plague_zombies() {
    let zombies = "(troop: \"Plague Zombie\", count: 2),";
    legal(&enemies("god: Nurgle,", zombies));
    assert_eq!(retinue(&enemies("god: Nurgle,", zombies)).members.last().unwrap().price.total, 7);
    illegal(&enemies("", zombies), "Plague Zombie comes with Nurgle only (ITEN-ENM-04)");
    illegal(&enemies("god: Khorne,", zombies), "ITEN-ENM-04");
    let retinue = retinue(&enemies("god: Nurgle,", zombies));
    assert_eq!(retinue.members.last().unwrap().melee(book()), [book().improvised() as u8]);
}

/// ITEN-GOD-01: one god for 5 points, by an Agent; its gains cost nothing more.
#[test]
fn gods() {
    let none = retinue(&enemies("", "")).total;
    for god in ["Khorne", "Nurgle", "Slaanesh", "Tzeentch"] {
        assert_eq!(retinue(&enemies(&format!("god: {god},"), "")).total, none + 5, "{god}");
    }
    let text = enemies("god: Khorne,", "(troop: \"Chaos Space Marine\")").replace("\"Chaos Agent\"", "\"Hive-Ganger\"");
    illegal(&text, "nobody here can follow a god (ITEN-GOD-01)");
    assert!(faults(&servants("Puritan", "").replace("limit", "god: Khorne, limit")).join("").contains("ITEN-GOD-01"));
}
