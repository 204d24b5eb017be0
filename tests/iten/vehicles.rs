//! Vehicles of Retinues: what they are, cost and carry.

use hexfray::rules::iten::vehicles::{Kind, Pace, Vehicle};

use crate::build::{faults, illegal, legal, retinue, servants};
use crate::content::{book, tuned};

const VEHICLES: &str = "\
Street Car | Normal | 7+ | 0 | 1 | 3 | 20 | 21
Grav-Car | Fast | 7+ | 0 | 1 | 3 | 30 | 31
Armoured Limousine | Normal | 9+ | 1 | 1 | 5 | 25 | 26
Pick-up Truck | Normal | 7+ | 1 | 1 | 6 | 24 | 25
Armoured Technical | Normal | 9+ | 1 | 1 | 4 | 24 | 25
Cargo Lifter | Normal | 5+ | 0 | 1 | 6 | 31 | 32
Truck | Normal | 8+ | 0 | 1 | 12 | 30 | 31
Armoured Truck | Normal | 10+ | 1 | 1 | 12 | 33 | 34
Motorbike | Fast | 7+ | 0 | 1 | 0 | 12 | 13
Attack-bike | Fast | 8+ | 1 | 2 | 0 | 15 | 16
Hoverboard | Fast | 8+ | 0 | 1 | 0 | 27 | 29
Aquila | Fast | 9+ | 2 | 2 | 8 | 40 | 41
Rhino | Normal | 11+ | 1 | 2 | 10 | 34 | 34
Chimera | Normal | 12+ | 2 | 2 | 12 | 38 | 38";

/// ITEN-VEH-35, ITEN-VEH-36: the table row by row, with the printed price and what the formula makes of each.
#[test]
fn table() {
    let driving = &book().numbers.driving;
    let row = |v: &Vehicle| {
        let pace = if v.pace == Pace::Fast { "Fast" } else { "Normal" };
        let (cost, formula) = (v.price(driving), v.formula(driving));
        format!(
            "{} | {pace} | {}+ | {} | {} | {} | {cost} | {formula}",
            v.name, v.armour, v.hard_points, v.crew, v.passengers
        )
    };
    let rows: Vec<String> = book().vehicles.iter().map(row).collect();
    assert_eq!(rows, VEHICLES.lines().collect::<Vec<_>>());
    let fit: Vec<&str> =
        book().vehicles.iter().filter(|v| v.cost == Some(v.formula(driving))).map(|v| v.name.as_str()).collect();
    assert_eq!(fit, ["Rhino", "Chimera"]);
}

/// Moves, skimmers, sizes, who fires.
#[test]
fn what_they_are() {
    let driving = &book().numbers.driving;
    let moves = |name: &str| {
        let v = book().vehicle(name).unwrap();
        (v.move_of(driving, false), v.move_of(driving, true))
    };
    assert_eq!((moves("Truck"), moves("Motorbike")), ((6, 12), (9, 18)));
    let named = |wanted: fn(&Vehicle) -> bool| -> Vec<&str> {
        book().vehicles.iter().filter(|v| wanted(v)).map(|v| v.name.as_str()).collect()
    };
    assert_eq!(named(|v| v.kind == Kind::Skimmer), ["Grav-Car", "Cargo Lifter", "Hoverboard", "Aquila"]);
    assert_eq!(named(|v| v.kind == Kind::Bike), ["Motorbike", "Attack-bike"]);
    assert_eq!(named(|v| v.hexes == 1), ["Motorbike", "Attack-bike", "Hoverboard"]);
    assert!(book().vehicles.iter().all(|v| v.hexes == 1 || v.hexes == 7));
    assert_eq!(named(|v| v.fire_ports == Some(2)), ["Rhino"]);
    assert_eq!(named(|v| v.fire_ports == Some(6)), ["Chimera"]);
    assert_eq!(named(|v| v.turret), ["Chimera"]);
    assert_eq!(named(|v| v.built_for_power_armour), ["Rhino"]);
}

/// A roster of the Servants with a vehicle.
fn driving(vehicle: &str, more: &str) -> String {
    let marines = "(name: \"Brother\", troop: \"Space Marine\", count: 3, armour: \"Power Armour\")";
    let text = servants("Puritan", marines);
    let text = text.strip_suffix(')').unwrap();
    format!("{text}, vehicles: [(vehicle: \"{vehicle}\", {more})])")
}

/// ITEN-VEH-01: a driver from the Retinue; nobody sits in two places.
#[test]
fn drivers() {
    legal(&driving("Truck", "aboard: [\"Interrogator 1\"]"));
    illegal(&driving("Truck", ""), "nobody drives (ITEN-VEH-01)");
    illegal(&driving("Truck", "aboard: [\"Interrogator 7\"]"), "no figure of the Retinue is called Interrogator 7");
    illegal(&driving("Truck", "aboard: [\"Inquisitor\", \"Inquisitor\"]"), "Inquisitor is aboard already");
    let second = "aboard: [\"Inquisitor\"]), (vehicle: \"Rhino\", aboard: [\"Inquisitor\"]";
    illegal(&driving("Truck", second), "Inquisitor is aboard already");
    let retinue = retinue(&driving("Truck", "aboard: [\"Interrogator 2\", \"Inquisitor\"]"));
    let aboard: Vec<&str> =
        retinue.mounts[0].aboard.iter().map(|m| retinue.members[usize::from(*m)].name.as_str()).collect();
    assert_eq!(aboard, ["Interrogator 2", "Inquisitor"]);
}

/// ITEN-VEH-02: power armour takes two seats, one in a Rhino; heavier armour does not ride; crew and passengers share.
#[test]
fn seats() {
    // Four seats: a marine and two others, not two marines and one.
    legal(&driving("Street Car", "aboard: [\"Inquisitor\", \"Interrogator 1\", \"Brother 1\"]"));
    let over = "aboard: [\"Inquisitor\", \"Brother 1\", \"Brother 2\"]";
    illegal(&driving("Street Car", over), "those aboard take 5 seats, there are 4 (ITEN-VEH-02)");
    legal(&driving("Rhino", over));
    illegal(&driving("Motorbike", "aboard: [\"Brother 1\"]"), "take 2 seats, there are 1");
    legal(&driving("Motorbike", "aboard: [\"Inquisitor\"]"));
    let rhino = book().vehicle("Rhino").unwrap();
    let truck = book().vehicle("Truck").unwrap();
    let seats = |v: &Vehicle, armour: &str| v.seats_for(book().armour(armour).unwrap());
    assert_eq!((seats(truck, "Power Armour"), seats(rhino, "Power Armour")), (Some(2), Some(1)));
    assert_eq!((seats(rhino, "Terminator Armour"), seats(rhino, "Tau Crisis Suit")), (None, None));
    assert_eq!(seats(truck, "Carapace Armour"), Some(1));
    let orks = "(ruleset: \"iten\", name: \"O\", list: \"The Orks\", figures: [(troop: \"Boss\"), (troop: \"Grot\", count: 3)],
        vehicles: [(vehicle: \"Truck\", aboard: [\"Grot 1\", \"Boss\"])])";
    illegal(orks, "Boss is too heavily armoured to ride (ITEN-VEH-02)");
}

/// ITEN-VEH-26, ITEN-OUT-02: heavy guns of the list on hard points, at their price; Lascannon and Multimelta stand
/// nowhere else.
#[test]
fn hard_points() {
    let armed =
        |vehicle: &str, weapons: &str| driving(vehicle, &format!("weapons: [{weapons}], aboard: [\"Inquisitor\"]"));
    legal(&armed("Chimera", "\"Heavy Bolter\", \"Lascannon\""));
    let cost = |weapons: &str| retinue(&armed("Rhino", weapons)).mounts[0].cost;
    assert_eq!((cost(""), cost("\"Heavy Bolter\""), cost("\"Multimelta\"")), (34, 34 + 7, 34 + 9));
    illegal(&armed("Truck", "\"Heavy Bolter\""), "1 mounted, hard points: 0 (ITEN-VEH-26)");
    illegal(
        &armed("Rhino", "\"Rokkit Launcha\""),
        "Rokkit Launcha is not in the list The Servants of the Emperor (ITEN-VEH-26)",
    );
    illegal(&armed("Rhino", "\"Lasgun\""), "Lasgun is no heavy weapon");
    illegal(&armed("Rhino", "\"Plasma Pistol\""), "Plasma Pistol is no heavy weapon");
    illegal(&armed("Rhino", "\"Power Fist\""), "Power Fist is no heavy weapon");
    illegal(
        &servants("Puritan", "(troop: \"Interrogator\", weapons: [\"Lascannon\"])"),
        "stands on vehicles only (ITEN-OUT-02)",
    );
}

/// ITEN-VEH-32: a ram costs 5 points.
#[test]
fn rams() {
    let cost = |ram: &str| retinue(&driving("Rhino", &format!("{ram} aboard: [\"Inquisitor\"]"))).total;
    assert_eq!(cost("ram: true,") - cost(""), 5);
    let driving = book().numbers.driving;
    assert_eq!((driving.ramming, driving.ramming_with_ram, driving.rammed, driving.run_over), ((1, 2), (2, 3), 2, 3));
}

/// ITEN-VEH-36: own designs cost by the formula in full, and cannot name a price.
#[test]
fn own_designs() {
    let with = |cost: &str, armour: u8| {
        let text = driving("Land Barge", "aboard: [\"Inquisitor\"]");
        let text = text.strip_suffix(')').unwrap();
        format!(
            "{text}, designs: [(id: \"ITEN-VEH-36\", name: \"Land Barge\", kind: Ground, pace: Normal, armour: {armour}, hard_points: 2, crew: 2, passengers: 10{cost})])"
        )
    };
    assert_eq!(retinue(&with("", 9)).mounts[0].cost, 10 + 9 + 12 + 2);
    illegal(&with(", cost: 5", 9), "own designs cost by the formula (ITEN-VEH-36)");
    illegal(&with("", 16), "armour is 16");
    assert!(
        faults(&driving("Land Barge", "aboard: [\"Inquisitor\"]"))
            .join("")
            .contains("no vehicle is called `Land Barge`")
    );
    // A sheet without a printed price is reckoned.
    let book = tuned("vehicles.ron", "passengers: 3, cost: 20", "passengers: 3");
    assert_eq!(book.vehicle("Street Car").unwrap().price(&book.numbers.driving), 21);
}
