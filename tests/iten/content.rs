//! The shipped content against the inventory's tables, transcribed here.

use hexfray::board::Terrain;
use hexfray::content::{Library, shipped};
use hexfray::rules::AnyContent;
use hexfray::rules::iten::catalogue::Reach;
use hexfray::rules::iten::content::RuleContent;
use hexfray::rules::iten::numbers::{Aboard, Cover, Grade, Shape};
use hexfray::rules::iten::stats::{Leads, Tag, Trait, Weight};

const ARMOUR: &str = "\
Carapace Armour | Medium | 7+ | 7
Displacer Field | Heavy | 8+ | 8
Fire Warrior Armour | Medium | 7+ | 7
Flak Jacket | Light | 6+ | 6
Genestealer Carapace | Light | 6+ | 6
Gun Drone Armour | Medium | 7+ | 7
Holo Field | Medium | 7+ | 7
Just clothing | None | 5+ | 5
Kroot | Light | 6+ | 6
Mastiff Armour | Medium | 7+ | 7
Mega Armour | V.Heavy | 10+ | 10
Mesh | Light | 6+ | 6
Necron Living Metal | Heavy | 8+ | 8
Ork 'Eavy Armour | Medium | 7+ | 7
Ork hide | Light | 6+ | 6
Power Armour | Heavy | 8+ | 8
Refractor Shield | Medium | 7+ | 7
Scout Carapace Armour | Medium | 7+ | 7
Servitor Combat Chassis | Medium | 7+ | 7
Squat Exo-Armour | V.Heavy | 10+ | 10
Synthskin | Light | 6+ | 6
Tau Crisis Suit | Heavy | 9+ | 9
Tau Stealth Suit | Heavy | 8+ | 8
Terminator Armour | V.Heavy | 10+ | 10
Zoat Hide | Medium | 7+ | 7";

const WEAPONS: &str = "\
Autogun | Medium | +1 | 18 | - | 2
Autopistol | Light | +0 | 12 | - | 1
Barbed Strangler | Light | +0 | 24 | - | 2
Battleaxe | Medium | +1 | - | - | 1
Bayonet | Light | +0 | - | - | 0
Big Choppa | Heavy | +2 | - | -1 | 3
Big Shoota | Heavy | +2 | 36 | -1 | 6
Bolt Pistol | Heavy | +2 | 18 | - | 3
Bolter | Heavy | +2 | 24 | - | 4
Burna | Heavy | +2 | - | -1 | 3
Burst Cannon | Heavy | +2 | 18 | - | 3
Chainsword | Heavy | +2 | - | - | 2
Choppa | Medium | +1 | - | - | 1
Dagger | Light | +0 | - | - | 0
Cult Mechanicus Power Axe | Heavy | +3 | - | -2 | 5
Daemon Weapon | V.Heavy | +4 | - | -2 | 6
Daemonic Talons | Medium | +1 | - | -1 | 2
Death Spinner | Heavy | +2 | 12 | -1 | 3
Executioner Chainsword | Heavy | +3 | - | -1 | 4
Flamethrower | Heavy | +2 | 12 | -1 | 3
Flayed One Blades | Heavy | +2 | - | - | 2
Force Weapon | V.Heavy | +4 | - | -2 | 6
Fusion Pistol | V.Heavy | +4 | 6 | -2 | 6
Gauss Flayer | Heavy | +2 | 24 | -1 | 5
Genestealer Talons | Heavy | +2 | - | -1 | 3
Graviton Gun | Heavy | +2 | 18 | - | 3
Grenade | Light | +0 | 12 | - | 3
Grenade Launcher | Light | +0 | 24 | - | 5
Grot Pistol | Light | +0 | 12 | - | 1
Harlequin's Kiss | Light | +0 | - | - | 5
Heavy Bolter | Heavy | +3 | 36 | -1 | 7
Heavy Gauss Blaster | V.Heavy | +4 | 24 | -2 | 8
Heavy Staff Of Light | Heavy | +3 | - | - | 3
Heavy Stubber | Heavy | +2 | 24 | - | 4
Hellgun | Heavy | +3 | 24 | -1 | 6
Jokaero Digital Weapons | Medium | +1 | 12 | - | 1
Kroot Hound Bite | Medium | +1 | - | - | 1
Kroot Rifle | Medium | +1 | 24 | - | 3
Kroot Rifle Blades | Medium | +1 | - | - | 1
Kustom Mega Blasta | V.Heavy | +4 | 24 | -2 | 8
Lasgun | Medium | +1 | 24 | - | 3
Laspistol | Medium | +1 | 18 | - | 2
Lightning Claw | V.Heavy | +4 | - | -2 | 6
Mace | Medium | +1 | - | - | 1
Mandiblaster | Medium | +1 | - | - | 1
Mechanical Claw | Medium | +1 | - | - | 1
Meltagun | V.Heavy | +4 | 12 | -2 | 6
Neuro-Disruptor | Heavy | +2 | 12 | - | 2
Plasma Pistol | Heavy | +3 | 12 | -2 | 5
Plasmagun | V.Heavy | +4 | 24 | -2 | 8
Power Fist | V.Heavy | +4 | - | -2 | 6
Power Klaw | V.Heavy | +4 | - | -2 | 6
Power Weapon | Heavy | +3 | - | -2 | 5
Pulse Carbine | Heavy | +2 | 18 | - | 4
Pulse Pistol | Medium | +1 | 12 | - | 1
Pulse Rifle | Medium | +1 | 30 | - | 4
Rail Rifle | Heavy | +3 | 36 | -1 | 7
Rokkit Launcha | V.Heavy | +4 | 24 | -1 | 7
Servo-Arm | V.Heavy | +4 | - | -2 | 6
Shockmaul | Medium | +1 | - | - | 1
Shoota | Medium | +1 | 24 | - | 3
Shotgun | Medium | +1 | 12 | - | 1
Shrieker Cannon | Heavy | +3 | 24 | -1 | 6
Shuriken Catapult | Heavy | +3 | 24 | -1 | 6
Shuriken Pistol | Medium | +1 | 12 | - | 1
Slugga | Medium | +1 | 12 | - | 1
Sniper Rifle | Heavy | +2 | 36 | - | 5
Spear | Medium | +1 | - | - | 1
Squig Bite | Medium | +1 | - | - | 1
Staff | Medium | +1 | - | - | 1
Storm Bolter | Heavy | +3 | 24 | - | 5
Sword | Medium | +1 | - | - | 1
Thunder Hammer | V.Heavy | +4 | - | -2 | 6
Two-handed Sword | Heavy | +2 | - | - | 2
Warscythe | Heavy | +3 | - | -1 | 4
Wraith Blades | Heavy | +3 | - | - | 3
Wraithcannon | V.Heavy | +4 | 12 | -2 | 6";

const SERVANTS: &str = "\
Inquisitor | 2+ | +4 | +4 | +1 | 25
Stormtrooper | 4+ | +2 | +2 | +0 | 8
Space Marine | 3+ | +3 | +3 | +1 | 16
Interrogator | 3+ | +2 | +2 | +1 | 14
Approved Psyker | 5+ | +0 | +0 | +0 | 2
Adeptus Arbites | 4+ | +1 | +2 | +0 | 7
Daemonhost | 4+ | +0 | +2 | +0 | 6
Death-cult Assassin | 4+ | +2 | +0 | +2 | 8";

const ENEMIES: &str = "\
Chaos Agent | 2+ | +4 | +4 | +1 | 25
Fallen Guardsman | 4+ | +1 | +2 | +1 | 8
Chaos Space Marine | 2+ | +4 | +4 | +1 | 25
Chaos Cultist | 3+ | +1 | +1 | +0 | 11
Unapproved Psyker | 5+ | +0 | +0 | +0 | 2
Plague Zombie | 4+ | -1 | +0 | -1 | 2
Chaos-cult Assassin | 4+ | +2 | +0 | +2 | 8
Hive-Ganger | 4+ | +1 | +2 | +1 | 8";

/// Name, reach, turns, resisted, amount, radius.
const POWERS: &str = "\
Bless the Armour's Spirit | touch | 3 | no | 1 | 0
Bless the Weapon's Spirit | touch | 3 | no | 1 | 0
Dominatus | 12 | 1 | yes | 0 | 0
Feet of Lead | 12 | 1 | yes | 3 | 6
Levitate | self | 1 | no | 12 | 0
Mask of Death | self | 1 | no | 0 | 0
The Path of Light | self | 1 | no | 6 | 0
The Path of Shadows | self | 1 | no | 12 | 0
True Grit | touch | 3 | no | 2 | 0
Venom | touch | 1 | no | -2 | 0
Warpfire | sight | 0 | yes | 2 | 0
Warpstare | 12 | 1 | no | 0 | 0
Zone of Shadows | 6 around | 1 | no | 0 | 6";

/// What each class of terrain holds: passable, cover, shape, blocks sight.
const SKIRMISH: &str = "\
open: Clear Floor Road
soft area: BurnedForest Rough SandDunes Brush
soft line: Fence Furniture LightBarricade
hard area: Forest Building Ruins
hard line: LowObstacle Wreck Window Console Bulwark Barricade
blocking: Wall Door LightBulkhead Bulkhead HeavyBulkhead Hull LightHatch Hatch HeavyHatch
impassable: DeepWater Void";

/// The shipped content.
pub fn book() -> &'static RuleContent {
    book_of(Library::own())
}

fn book_of(library: &Library) -> &RuleContent {
    let (AnyContent::Iten(book), _) = library.book("iten").unwrap() else { panic!("a book of another ruleset") };
    book
}

/// The shipped content with a text of one of its files changed.
pub fn tuned(file: &str, from: &str, to: &str) -> RuleContent {
    let mut files = shipped();
    let text = files.get_mut(&format!("assets/iten/{file}")).unwrap();
    assert!(text.contains(from), "{file} has no `{from}`");
    *text = text.replacen(from, to, 1);
    book_of(&Library::read(files).unwrap()).clone()
}

fn weight(weight: Weight) -> &'static str {
    match weight {
        Weight::None => "None",
        Weight::Light => "Light",
        Weight::Medium => "Medium",
        Weight::Heavy => "Heavy",
        Weight::VeryHeavy => "V.Heavy",
    }
}

fn or_dash<T: ToString>(value: Option<T>) -> String {
    value.map_or("-".to_owned(), |v| v.to_string())
}

/// ITEN-BLD-07: the armour table row by row; the price is the number that attacks must reach, in all 25.
#[test]
fn armour() {
    let row = |a: &hexfray::rules::iten::stats::Armour| {
        format!("{} | {} | {}+ | {}", a.name, weight(a.weight), a.to_hit, a.to_hit)
    };
    let rows: Vec<String> = book().armour.iter().map(row).collect();
    let expected: Vec<&str> = ARMOUR.lines().collect();
    assert_eq!(expected.len(), 25);
    // What daemons and walking machines are made of comes after the table and is in no list.
    assert_eq!(rows[..25], expected);
    let offered: Vec<&String> = book().lists.iter().flat_map(|l| &l.armour).map(|o| &o.name).collect();
    assert!(book().armour[25..].iter().all(|a| !offered.contains(&&a.name)));
    for (line, armour) in expected.iter().zip(&book().armour) {
        let cost: u8 = line.rsplit(" | ").next().unwrap().parse().unwrap();
        assert_eq!(cost, armour.to_hit, "{}", armour.name);
    }
}

/// ITEN-CTR-17: who handles heavy weapons alone; Refractor Shield and Field are one.
#[test]
fn powered_armour() {
    let alone: Vec<&str> = book().armour[..25].iter().filter(|a| a.powered).map(|a| a.name.as_str()).collect();
    let equals = [
        "Mega Armour",
        "Necron Living Metal",
        "Power Armour",
        "Squat Exo-Armour",
        "Tau Crisis Suit",
        "Tau Stealth Suit",
        "Terminator Armour",
    ];
    assert_eq!(alone, equals);
    assert_eq!(book().armour("Refractor Field"), book().armour("Refractor Shield"));
    assert!(book().armour("Refractor Field").is_some());
}

/// ITEN-BLD-06, ITEN-WPN-12, ITEN-WPN-14, ITEN-OUT-03, ITEN-CTR-02, ITEN-CTR-08, ITEN-CTR-09, ITEN-CTR-18: the weapon
/// table row by row, with the cost column as the price; a Burst Cannon has no penalty, a Bolt Pistol is heavy at +2, a
/// Flamethrower has +2.
#[test]
fn weapons() {
    let expected: Vec<&str> = WEAPONS.lines().collect();
    assert_eq!(expected.len(), 77);
    for line in &expected {
        let name = line.split(" | ").next().unwrap();
        let w = book().weapon(name).unwrap_or_else(|| panic!("no {name}"));
        // ITEN-OUT-03 gives the Kiss a penalty that its row lacks.
        let grit = if w.grit == 0 || name == "Harlequin's Kiss" { None } else { Some(w.grit) };
        let row = format!(
            "{name} | {} | {:+} | {} | {} | {}",
            weight(w.weight),
            w.bonus,
            or_dash(w.range),
            or_dash(grit),
            w.cost
        );
        assert_eq!(row, *line);
    }
    assert_eq!(book().weapon("Harlequin's Kiss").unwrap().grit, -3, "ITEN-OUT-03");
    let warscythe = book().weapon("Warscythe").unwrap();
    assert!(warscythe.traits.is_empty(), "ITEN-WPN-14");
}

/// ITEN-WPN-10, ITEN-WPN-11: bonus, reach and penalty make the printed price in 71 of 77 rows; six are printed dearer.
#[test]
fn how_costs_come_about() {
    let names = WEAPONS.lines().map(|line| line.split(" | ").next().unwrap());
    let mut off: Vec<(&str, u8, i16)> = Vec::new();
    for weapon in names.map(|n| book().weapon(n).unwrap()) {
        let mut printed = weapon.clone();
        if weapon.name == "Harlequin's Kiss" {
            // Reckoned as it is printed, before ITEN-OUT-03.
            printed.grit = 0;
        }
        if printed.reckoned_cost() != i16::from(weapon.cost) {
            off.push((&weapon.name, weapon.cost, printed.reckoned_cost()));
        }
    }
    let expected = [
        ("Autopistol", 1, 0),
        ("Grenade", 3, 0),
        ("Grenade Launcher", 5, 2),
        ("Grot Pistol", 1, 0),
        ("Harlequin's Kiss", 5, 0),
        ("Pulse Carbine", 4, 3),
    ];
    assert_eq!(off, expected);
    assert_eq!(WEAPONS.lines().count() - off.len(), 71);
    assert_eq!(book().weapon("Plasmagun").unwrap().reckoned_cost(), 8, "4 + 2 + 2");
}

/// ITEN-WPN-06, ITEN-WPN-07, ITEN-WPN-13, ITEN-OUT-02, ITEN-CTR-17: what has no row of its own, and other names.
#[test]
fn weapons_beside_the_table() {
    let numbers = |name: &str| {
        let w = book().weapon(name).unwrap();
        (w.bonus, w.range, w.grit, w.cost)
    };
    assert_eq!(numbers("Improvised weapon"), (-1, None, 0, 0));
    assert_eq!(book().weapons[book().improvised()].name, "Improvised weapon");
    assert_eq!((numbers("Hand axe"), numbers("Club")), ((0, None, 0, 0), (0, None, 0, 0)));
    for (name, other) in [("Dagger", "Combat Knife"), ("Power Weapon", "Power Sword"), ("Power Klaw", "Power Claw")] {
        assert_eq!(book().weapon(name).unwrap(), book().weapon(other).unwrap());
    }
    assert_eq!(numbers("Lascannon"), (4, Some(36), -3, 10));
    assert_eq!(numbers("Multimelta"), (4, Some(24), -3, 9));
    // New weapons by ITEN-WPN-10.
    for name in ["Lascannon", "Multimelta"] {
        let weapon = book().weapon(name).unwrap();
        assert_eq!(weapon.reckoned_cost(), i16::from(weapon.cost));
        assert!(weapon.has(Trait::HardPoint) && weapon.has(Trait::Crewed));
    }
}

/// The names of the weapons with a trait, in order.
fn with(wanted: impl Fn(&hexfray::rules::iten::stats::Weapon) -> bool) -> Vec<&'static str> {
    book().weapons.iter().filter(|w| wanted(w)).map(|w| w.name.as_str()).collect()
}

/// ITEN-WPN-09, HULK-BULK-02: which
/// weapons are pistols, have a crew, burst, burn, can be thrown, open bulkheads.
#[test]
fn traits_of_weapons() {
    let pistols = with(|w| w.has(Trait::Pistol));
    let named: Vec<&str> = with(|w| w.name.to_lowercase().contains("pistol"));
    assert!(named.len() == 8 && named.iter().all(|n| pistols.contains(n)));
    let others: Vec<&&str> = pistols.iter().filter(|p| !named.contains(p)).collect();
    assert_eq!(others, [&"Jokaero Digital Weapons", &"Neuro-Disruptor", &"Slugga"]);
    let crewed = with(|w| w.has(Trait::Crewed));
    let expected = [
        "Big Shoota",
        "Heavy Bolter",
        "Heavy Gauss Blaster",
        "Heavy Stubber",
        "Shrieker Cannon",
        "Lascannon",
        "Multimelta",
    ];
    assert_eq!(crewed, expected);
    assert_eq!(with(|w| w.is_grenade()), ["Grenade", "Krak Grenade"]);
    assert_eq!(with(|w| w.has(Trait::Grenade)), ["Grenade"]);
    assert_eq!(
        (with(|w| w.rounds().is_some()), book().weapon("Grenade Launcher").unwrap().rounds()),
        (vec!["Grenade Launcher"], Some(6))
    );
    assert_eq!(with(|w| w.has(Trait::Flamer)), ["Flamethrower"]);
    assert_eq!(with(|w| w.thrown() == Some(6)), ["Dagger", "Spear", "Hand axe"]);
    let breaching = [
        "Force Weapon",
        "Meltagun",
        "Plasma Pistol",
        "Power Fist",
        "Breaching Charge",
        "Thermal Lance",
        "Chainfist",
        "Krak Grenade",
    ];
    assert_eq!(with(|w| w.breaches()), breaching);
    assert_eq!(with(|w| w.has(Trait::BreachLight)), ["Meltagun", "Chainfist"]);
    assert!(!book().weapon("Bolter").unwrap().breaches());
}

/// HULK-LEFT-08: the tools that only boarding forces carry.
#[test]
fn breaching_tools() {
    let expected = [
        ("Breaching Charge", Weight::None, 0, None, -1, 4),
        ("Thermal Lance", Weight::VeryHeavy, 4, None, -2, 6),
        ("Chainfist", Weight::VeryHeavy, 4, None, -2, 7),
        ("Krak Grenade", Weight::Heavy, 3, Some(12), -1, 4),
    ];
    for (name, weight, bonus, range, grit, cost) in expected {
        let w = book().weapon(name).unwrap();
        assert_eq!((w.weight, w.bonus, w.range, w.grit, w.cost), (weight, bonus, range, grit, cost), "{name}");
    }
    let tools: Vec<&str> = expected.iter().map(|t| t.0).collect();
    assert_eq!(with(|w| w.has(Trait::Boarding) && !w.has(Trait::Scanner)), tools);
    // HULK-STALK-14: a scanner is no tool, and nothing to fight with.
    assert_eq!(with(|w| w.has(Trait::Scanner)), ["Scanner"]);
    assert!(!book().weapon("Scanner").unwrap().is_melee());
    // The charge is set, not fought with; the lance takes both hands.
    assert!(!book().weapon("Breaching Charge").unwrap().is_melee());
    assert!(book().weapon("Thermal Lance").unwrap().has(Trait::TwoHanded));
    assert_eq!(with(|w| w.has(Trait::Once)), ["Breaching Charge", "Krak Grenade"]);
}

/// ITEN-FIG-01: both lists' types with their statlines
/// and points before kit; ITEN-CTR-06, ITEN-CTR-11, ITEN-CTR-15: those that the texts disagree on stand as in the list.
#[test]
fn troop_types() {
    for (list, expected, before) in [("The Servants of the Emperor", SERVANTS, 9), ("The Enemies of Man", ENEMIES, 11)]
    {
        let troops: Vec<_> = book().troops.iter().filter(|t| t.list == list).collect();
        // Those of scenarios and hulks come after the list's own.
        assert_eq!(troops.len(), before, "{list}");
        for (troop, line) in troops.iter().zip(expected.lines()) {
            let points = book().numbers.grit_cost(troop.grit)
                + i16::from(troop.fv)
                + i16::from(troop.sv)
                + i16::from(troop.speed);
            let row = format!(
                "{} | {}+ | {:+} | {:+} | {:+} | {points}",
                troop.name, troop.grit, troop.fv, troop.sv, troop.speed
            );
            assert_eq!(row, line);
            assert!(!troop.scenario && !troop.boarding);
        }
        assert!(troops[expected.lines().count()..].iter().all(|t| t.scenario || t.boarding));
    }
    let is = |tag: Tag| -> Vec<&str> { book().troops.iter().filter(|t| t.is(tag)).map(|t| t.name.as_str()).collect() };
    let terrifying = [
        "Inquisitor",
        "Daemonhost",
        "Chaos Agent",
        "Plague Zombie",
        "Lesser Daemon",
        "Bunker Zombie",
        "Boss",
        "Broodlord",
        "Genestealer",
    ];
    assert_eq!(is(Tag::Terrifying), terrifying);
    assert_eq!(is(Tag::Fearless), ["Plague Zombie", "Lesser Daemon", "Bunker Zombie"]);
    assert_eq!(is(Tag::Daemonic), ["Daemonhost", "Lesser Daemon"]);
    assert_eq!(is(Tag::Assassin), ["Death-cult Assassin", "Chaos-cult Assassin"]);
    assert!(is(Tag::Host).contains(&"Daemonhost"));
    let leads = |wanted: Leads| -> Vec<&str> {
        book().troops.iter().filter(|t| t.leads == wanted).map(|t| t.name.as_str()).collect()
    };
    assert_eq!(leads(Leads::Always), ["Inquisitor", "Chaos Agent", "Boss", "Terminator Sergeant", "Broodlord"]);
    assert_eq!(leads(Leads::Otherwise), ["Chaos Space Marine", "Nob", "Genestealer"], "ITEN-CTR-19");
}

/// ITEN-PSY-01: what a power costs whom.
#[test]
fn psykers() {
    let psykers: Vec<(&str, u8, bool, bool)> = book()
        .troops
        .iter()
        .filter_map(|t| t.psyker.map(|p| (t.name.as_str(), p.cost, p.required, p.radical)))
        .collect();
    let expected = [
        ("Inquisitor", 10, false, true),
        ("Approved Psyker", 10, true, true),
        ("Daemonhost", 5, true, true),
        ("Chaos Agent", 10, false, false),
        ("Unapproved Psyker", 10, true, false),
    ];
    assert_eq!(psykers, expected);
}

/// Figures of scenarios and hulks.
#[test]
fn figures_of_scenarios() {
    let line = |name: &str| {
        let t = book().troop(name).unwrap();
        (t.grit, t.fv, t.sv, t.speed, t.scenario)
    };
    assert_eq!(line("Imperial Guardsman"), (4, 1, 2, 0, true));
    assert_eq!(line("Bunker Zombie"), (2, 1, 0, -1, true));
    assert_eq!(line("Dreadnought"), (3, 4, 4, 0, true));
    assert_eq!(line("Lesser Daemon"), (3, 3, 0, 1, false));
    let zombie = book().troop("Bunker Zombie").unwrap();
    assert!(zombie.bare_hands && zombie.is(Tag::Unfeeling) && zombie.is(Tag::Zombie));
    let dreadnought = book().troop("Dreadnought").unwrap();
    assert!(dreadnought.is(Tag::Rooted));
    let kit = dreadnought.kit.as_ref().unwrap();
    assert_eq!(kit.weapons, ["Heavy Bolter", "Power Klaw"]);
    let hull = book().armour(&kit.armour).unwrap();
    assert_eq!((hull.to_hit, hull.weight, hull.powered), (12, Weight::VeryHeavy, true));
}

/// Reach, duration, resistance and numbers of the powers. What they do is shown where they are used.
#[test]
fn powers() {
    let reach = |reach: Reach| match reach {
        Reach::Oneself => "self".to_owned(),
        Reach::Touch => "touch".to_owned(),
        Reach::Within(n) => n.to_string(),
        Reach::Sight => "sight".to_owned(),
        Reach::Around(n) => format!("{n} around"),
    };
    let row = |p: &hexfray::rules::iten::catalogue::PowerSheet| {
        let resisted = if p.resisted { "yes" } else { "no" };
        format!("{} | {} | {} | {resisted} | {} | {}", p.name, reach(p.reach), p.turns, p.amount, p.radius)
    };
    let rows: Vec<String> = book().powers.iter().map(row).collect();
    assert_eq!(rows, POWERS.lines().collect::<Vec<_>>());
    assert!(book().powers.iter().all(|p| book().power(p.power) == p));
}

/// The class of each terrain, and what the classes do.
#[test]
fn terrain_of_skirmishes() {
    let numbers = &book().numbers;
    let mut seen = 0;
    for line in SKIRMISH.lines() {
        let (class, kinds) = line.split_once(": ").unwrap();
        for kind in kinds.split(' ') {
            let terrain = *Terrain::ALL.iter().find(|t| format!("{t:?}") == kind).unwrap();
            let g = numbers.ground(terrain);
            let expected = match class {
                "open" => (true, Cover::Open, None, false),
                "soft area" => (true, Cover::Soft, Some(Shape::Area), false),
                "soft line" => (true, Cover::Soft, Some(Shape::Line), false),
                "hard area" => (true, Cover::Hard, Some(Shape::Area), false),
                "hard line" => (true, Cover::Hard, Some(Shape::Line), false),
                "blocking" => (false, Cover::Open, None, true),
                _ => (false, Cover::Open, None, false),
            };
            let shape = if g.cover == Cover::Open { None } else { Some(g.shape) };
            assert_eq!((g.passable, g.cover, shape, g.blocks_sight), expected, "{kind}");
            seen += 1;
        }
    }
    assert_eq!(seen, Terrain::ALL.len());
    let row = |row: hexfray::rules::iten::numbers::CoverRow| (row.armour, row.slows);
    assert_eq!(numbers.cover.map(row), [(1, 1), (2, 3)]);
    assert_eq!((numbers.half_hidden, numbers.area_depth), (1, 3));
}

/// HULK-BULK-05: terrain aboard ships.
#[test]
fn terrain_of_ships() {
    let numbers = &book().numbers;
    let aboard = [
        (Terrain::Furniture, Aboard::Soft),
        (Terrain::Console, Aboard::Moderate),
        (Terrain::LowObstacle, Aboard::Moderate),
        (Terrain::Bulwark, Aboard::Hard),
        (Terrain::LightBarricade, Aboard::Soft),
        (Terrain::Barricade, Aboard::Hard),
        (Terrain::Floor, Aboard::Open),
    ];
    for (terrain, cover) in aboard {
        assert_eq!(numbers.ground(terrain).aboard, cover, "{terrain:?}");
    }
    assert_eq!(numbers.cover_aboard.map(|row| (row.armour, row.slows)), [(1, 1), (2, 2), (3, 3)]);
    let grade = |t: Terrain| {
        let g = numbers.ground(t);
        (g.grade, g.opens, g.airtight)
    };
    assert_eq!(grade(Terrain::LightBulkhead), (Some(Grade::Light), false, true));
    assert_eq!(grade(Terrain::Bulkhead), (Some(Grade::Medium), false, true));
    assert_eq!(grade(Terrain::HeavyBulkhead), (Some(Grade::Heavy), false, true));
    assert_eq!(grade(Terrain::Hull), (Some(Grade::Hull), false, true));
    assert_eq!(grade(Terrain::LightHatch), (Some(Grade::Light), true, true));
    assert_eq!(grade(Terrain::Hatch), (Some(Grade::Medium), true, true));
    assert_eq!(grade(Terrain::HeavyHatch), (Some(Grade::Heavy), true, true));
    // Doors and barricades do not hold air, and barricades are cut through like a light bulkhead.
    assert_eq!(grade(Terrain::Door), (Some(Grade::Light), true, false));
    assert_eq!(grade(Terrain::Barricade), (Some(Grade::Light), false, false));
    assert_eq!(numbers.breach_saves, [6, 5, 4, 3]);
    assert_eq!((numbers.door, numbers.ladder), (2, 3));
}

/// HULK-FORCE-01: the constants as shipped. What the others do is shown where they are used.
#[test]
fn constants() {
    let n = &book().numbers;
    assert_eq!((n.base_move, n.run, n.run_die, n.premeasure), (6, 3, false, false));
    assert_eq!((n.deployment, n.knocked_down, n.rising), ((6, 8), 2, [0, 0, -1, -2, -3]));
    assert_eq!((n.torrent, n.outnumbering, n.ganging_up, n.shield), (1, 1, 1, 1));
    assert_eq!((n.flamer_armour, n.flame_leap, n.blast, n.flight_die, n.turns), (-1, 3, 3, 6, 15));
    let gods = n.gods;
    assert_eq!((gods.khorne_fv, gods.khorne_shooting), (1, -1));
    assert_eq!((gods.nurgle_grit, gods.slaanesh_speed), (1, 1));
    assert_eq!([200, 400, 600, 201].map(|p| n.defender_points(p)), [300, 600, 900, 302]);
}

/// Whatever a file lacks is told, with the file.
#[test]
fn a_book_without_a_part() {
    for (file, from, to, told) in [
        (
            "weapons.ron",
            "weight: None, bonus: -1",
            "weight: Light, bonus: -1",
            "a melee weapon without weight is there 0 times",
        ),
        ("powers.ron", "power: Venom", "power: Warpfire", "the power Venom is there 0 times"),
        ("abilities.ron", "ability: Medic", "ability: Sniper", "the ability Medic is there 0 times"),
        ("lists.ron", "only: [\"Stormtrooper\"]", "only: [\"Boss\"]", "no troop type of this list is called `Boss`"),
        ("troops.ron", "standard: \"Hellgun\"", "standard: \"Helgun\"", "did you mean `Hellgun`?"),
        ("rules.ron", "(terrain: Clear),", "", "0 rows for Clear"),
    ] {
        let mut files = shipped();
        let text = files.get_mut(&format!("assets/iten/{file}")).unwrap();
        *text = text.replacen(from, to, 1);
        let problems = Library::read(files).unwrap_err();
        let said: Vec<String> = problems.iter().map(ToString::to_string).collect();
        assert!(
            said.iter().any(|s| s.starts_with(&format!("assets/iten/{file}")) && s.contains(told)),
            "{file}: {said:?}"
        );
    }
}
