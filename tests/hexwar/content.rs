//! The shipped content against the inventory's tables, transcribed here; and the constants as data.

use hexfray::battle::Rule;
use hexfray::board::Terrain;
use hexfray::content::Library;
use hexfray::rules::hexwar::content::RuleContent;
use hexfray::rules::hexwar::numbers::LADDER;
use hexfray::rules::hexwar::setting::Scores;
use hexfray::rules::hexwar::stats::{Ability, Class, Faction, Phase, Reach, Sheet, Size, Special, Speed, Weapon};
use hexfray::rules::{AnyContent, Registered, hexwar::Hexwar};
use hexfray::scenario::Scenario;

use crate::field::{DUEL, Duel, Game, SHOT};

const RANGED: &str = "\
HEX-WPN-01 | elven longbow | 7 | 1 | d6 | 1 | 360 | Enhanced Accuracy
HEX-WPN-02 | sun rifle | 10 | 3 | d8 | 1 | 360 | Enhanced Accuracy, Slow to load
HEX-WPN-03 | sun lance | 8 | 6 | d10 | 1 | 60 | Piercing
HEX-WPN-04 | mind song | 4 | - | d8 | 1 | 360 | psychic
HEX-WPN-05 | repeater crossbow | 5 | 0 | d6 | 2 | 360 | -
HEX-WPN-06 | venom dart | 4 | 1 | d4 | 1 | 360 | poison[8]
HEX-WPN-07 | acid sprayer | 3 | 2 | d6 | 1 | 360 | acid
HEX-WPN-08 | dread orb | 5 | - | d6 | 2 | 360 | psychic
HEX-WPN-09 | hook cannon | 7 | 6 | d10 | 1 | 120 | bleed[6]
HEX-WPN-10 | musket | 6 | 2 | d6 | 1 | 360 | -
HEX-WPN-11 | flame projector | 2 | 1 | d6 | 1 | 360 | fire
HEX-WPN-12 | field gun | 12 | 6 | d12 | 1 | 360 | Setup, Slow to load, Piercing
HEX-WPN-13 | steam cannon | 9 | 5 | d10 | 1 | 60 | Piercing
HEX-WPN-14 | port muskets | 6 | 2 | d6 | 3 | 180 | -
HEX-WPN-15 | pistol crossbow | 4 | 1 | d6 | 1 | 360 | -
HEX-WPN-16 | tesla arc | 5 | 3 | d8 | 1 | 360 | -
HEX-WPN-17 | acid mortar | 8 | 1 | d6 | 2 | 360 | acid, Setup, Indirect
HEX-WPN-18 | rotor gun | 6 | 2 | d6 | 4 | 120 | -
HEX-WPN-19 | rocket rack | 8 | 5 | d10 | 2 | 60 | Slow to load
HEX-WPN-20 | shoota | 4 | 2 | d6 | 1 | 360 | -
HEX-WPN-21 | burna | 2 | 1 | d6 | 1 | 360 | fire
HEX-WPN-22 | twin shoota | 5 | 2 | d6 | 6 | 180 | -
HEX-WPN-23 | buggy cannon | 6 | 4 | d10 | 1 | 60 | Piercing
HEX-WPN-24 | acid spit | 2 | 3 | d8 | 1 | 120 | acid";

const ASSAULT: &str = "\
HEX-AWP-01 | fists | 0 | d4 | -
HEX-AWP-02 | blade | 1 | d6 | -
HEX-AWP-03 | axe, choppa | 2 | d6 | -
HEX-AWP-04 | great axe, great choppa | 3 | d8 | -
HEX-AWP-05 | serrated blade | 2 | d6 | bleed[4]
HEX-AWP-06 | venom blade | 1 | d6 | poison[6]
HEX-AWP-07 | pincers | 3 | d6 | -
HEX-AWP-08 | claws, branches | 4 | d10 | -
HEX-AWP-09 | fangs | 3 | d8 | poison[8]
HEX-AWP-10 | ram | 5 | d10 | -";

const UNITS: &str = "\
HEX-UNIT-01 | Elf | Rangers | Infantry, bio | 5 | 1/2 | normal | 0 | 1/2 | blade | elven longbow | Good Shot, Camouflage[Forest] | 115
HEX-UNIT-02 | Elf | Blade Dancers | Infantry, bio | 5 | 1/3 | normal | 1 | 2/2 | blade | - | Elusive[Fast, -2] | 90
HEX-UNIT-03 | Elf | Sharpshooters | Infantry, bio | 2 | 1/2 | normal | 0 | 1/2 | fists | sun rifle | Superb Shot, Take Cover[Stand still, -2] | 65
HEX-UNIT-04 | Elf | Mender | Infantry, bio | 2 | 1/2 | normal | 0 | 1/2 | fists | mind song (1) | Heal(6, self or same hex, first) | 20
HEX-UNIT-05 | Elf | Sky Chariot | Vehicle, no | 1 | 2/4 fly | normal | 3/2/2 | 2/1 | blade | sun lance | Good Shot | 85
HEX-UNIT-06 | Elf | Treewarden | Monster, bio | 1 | 1/3 | HUGE | 5/5/4 | 5/2 | branches | - | Terror[6], Stubborn, Camouflage[Forest] | 95
HEX-UNIT-07 | Dark Elf | Corsairs | Infantry, bio | 5 | 1/2 | normal | 1 | 2/1 | serrated blade | repeater crossbow | - | 115
HEX-UNIT-08 | Dark Elf | Shadow Stalkers | Infantry, bio | 4 | 1/3 | normal | 0 | 2/1 | venom blade | venom dart | Elusive[Fast, -2], Camouflage[Ruins] | 100
HEX-UNIT-09 | Dark Elf | Acid Crew | Infantry, bio | 3 | 1/2 | normal | 1 | 1/1 | fists | acid sprayer | Acid Resistance 2 | 65
HEX-UNIT-10 | Dark Elf | Flesh-binder | Infantry, bio | 2 | 1/2 | normal | 1 | 2/2 | venom blade | dread orb (1) | Heal(6, self or same hex, second), Scream[6] | 40
HEX-UNIT-11 | Dark Elf | Reaver Barge | Vehicle, no | 1 | 2/4 fly | normal | 3/3/2 | 3/1 | ram | hook cannon, repeater crossbow | - | 95
HEX-UNIT-12 | Dark Elf | Hydra | Monster, bio | 1 | 1/3 | HUGE | 4/4/3 | 6/1 | fangs | acid spit | Terror[8], Heal(3, self, first) | 130
HEX-UNIT-13 | Dwarf | Trenchers | Infantry, bio | 5 | 1/2 | normal | 2 | 1/2 | axe | musket | Endurance 2, Trenchcoat of Resistance, Take Cover[Stand still, -1] | 125
HEX-UNIT-14 | Dwarf | Ironbreakers | Infantry, bio | 4 | 1/2 | normal | 3 | 2/2 | great axe | - | Endurance 3, Stubborn, Cunning Assault/1 for 2/ | 135
HEX-UNIT-15 | Dwarf | Sappers | Infantry, bio | 3 | 1/2 | normal | 1 | 1/1 | axe | flame projector | Endurance 1, Repair(2, same hex, first), Cunning Assault/1 for 1/, Grenades[3] | 60
HEX-UNIT-16 | Dwarf | Field Gun | Infantry, bio | 3 | 1/1 | normal | 1 | 1/1 | fists | field gun (1) | Steady, Good Shot, Endurance 1 | 40
HEX-UNIT-17 | Dwarf | Steam Tank | Vehicle, no | 1 | 1/2 | HUGE | 6/5/3 | 3/1 | ram | steam cannon, port muskets | - | 125
HEX-UNIT-18 | Gnome | Tinkers | Infantry, bio | 4 | 1/2 | Tiny | 0 | 1/1 | fists | pistol crossbow | Repair(3, same hex, first), Smoke[1] | 55
HEX-UNIT-19 | Gnome | Tesla Team | Infantry, bio | 3 | 1/2 | Tiny | 0 | 1/1 | fists | tesla arc | Optimal at point blank | 60
HEX-UNIT-20 | Gnome | Clockwork Guard | Infantry, no | 4 | 1/3 | normal | 3 | 2/2 | pincers | - | Fearless | 125
HEX-UNIT-21 | Gnome | Acid Mortar | Infantry, bio | 3 | 1/1 | Tiny | 0 | 1/1 | fists | acid mortar (1) | Bad Shot | 40
HEX-UNIT-22 | Gnome | Gyrocopter | Vehicle, no | 1 | 3/5 fly | Tiny | 2/2/1 | 1/1 | fists | rotor gun | Elusive[Fast, -1], Smoke[2] | 75
HEX-UNIT-23 | Gnome | Rocket Crawler | Vehicle, no | 1 | 1/2 | normal | 4/3/2 | 1/1 | ram | rocket rack | Bad at long range | 45
HEX-UNIT-24 | Ork | Mob | Infantry, bio | 7 | 1/2 | normal | 0 | 2/1 | choppa | shoota | Bad Shot, Reroll Assault[1] | 125
HEX-UNIT-25 | Ork | Burnas | Infantry, bio | 4 | 1/2 | normal | 0 | 2/1 | choppa | burna | Fire Resistance 2, Reroll Assault[1] | 85
HEX-UNIT-26 | Ork | Boss Guard | Infantry, bio | 4 | 1/2 | normal | 2 | 3/1 | great choppa | - | Reroll Assault[2], Stubborn | 105
HEX-UNIT-27 | Ork | Mek | Infantry, bio | 1 | 2/4 | normal | 1 | 2/1 | axe | shoota | Repair(5, same hex, second) | 25
HEX-UNIT-28 | Ork | War Buggy | Vehicle, no | 1 | 2/4 | normal | 3/2/2 | 2/1 | ram | twin shoota, buggy cannon | Terrible Shot | 100
HEX-UNIT-29 | Ork | Troll | Monster, bio | 1 | 1/3 | HUGE | 3/3/3 | 5/1 | claws | acid spit | Terror[6], Poison Resistance 2, Heal(2, self, second) | 80";

/// The shipped content.
pub fn book() -> &'static RuleContent {
    let (AnyContent::Hexwar(book), _) = Library::own().book("hexwar").unwrap() else {
        panic!("a book of another ruleset")
    };
    book
}

/// Names in the inventory's words, `-` for none.
fn listed(names: Vec<String>) -> String {
    if names.is_empty() { "-".to_owned() } else { names.join(", ") }
}

fn special(special: &Special) -> String {
    match special {
        Special::EnhancedAccuracy => "Enhanced Accuracy".to_owned(),
        Special::SlowToLoad => "Slow to load".to_owned(),
        Special::Piercing => "Piercing".to_owned(),
        Special::Setup => "Setup".to_owned(),
        Special::Indirect => "Indirect".to_owned(),
        Special::Acid => "acid".to_owned(),
        Special::Fire => "fire".to_owned(),
        Special::Psychic => "psychic".to_owned(),
        Special::Poison(die) => format!("poison[{die}]"),
        Special::Bleed(die) => format!("bleed[{die}]"),
    }
}

fn specials(weapon: &Weapon) -> String {
    listed(weapon.specials.iter().map(special).collect())
}

fn speed(speed: &Speed) -> &'static str {
    match speed {
        Speed::Stand => "Stand still",
        Speed::Fast => "Fast",
        other => panic!("no unit of the inventory has a row for {other:?}"),
    }
}

fn ability(ability: &Ability) -> String {
    let phase = |p: &Phase| if *p == Phase::First { "first" } else { "second" };
    match ability {
        Ability::GoodShot => "Good Shot".to_owned(),
        Ability::ExcellentShot => "Excellent Shot".to_owned(),
        Ability::SuperbShot => "Superb Shot".to_owned(),
        Ability::BadShot => "Bad Shot".to_owned(),
        Ability::TerribleShot => "Terrible Shot".to_owned(),
        Ability::BadAtLongRange => "Bad at long range".to_owned(),
        Ability::Steady => "Steady".to_owned(),
        Ability::OptimalAtPointBlank => "Optimal at point blank".to_owned(),
        Ability::Stubborn => "Stubborn".to_owned(),
        Ability::Fearless => "Fearless".to_owned(),
        Ability::Trenchcoat => "Trenchcoat of Resistance".to_owned(),
        Ability::Camouflage(terrain) => format!("Camouflage[{terrain:?}]"),
        Ability::TakeCover(s, n) => format!("Take Cover[{}, -{n}]", speed(s)),
        Ability::Elusive(s, n) => format!("Elusive[{}, -{n}]", speed(s)),
        Ability::Resistance(damage, n) => format!("{damage:?} Resistance {n}"),
        Ability::Terror(n) => format!("Terror[{n}]"),
        Ability::Scream(n) => format!("Scream[{n}]"),
        Ability::Grenades(n) => format!("Grenades[{n}]"),
        Ability::Smoke(n) => format!("Smoke[{n}]"),
        Ability::CunningAssault(m, n) => format!("Cunning Assault/{m} for {n}/"),
        Ability::RerollAssault(n) => format!("Reroll Assault[{n}]"),
        Ability::Endurance(n) => format!("Endurance {n}"),
        Ability::Heal(n, Reach::Oneself, p) => format!("Heal({n}, self, {})", phase(p)),
        Ability::Heal(n, Reach::SameHex, p) => format!("Heal({n}, self or same hex, {})", phase(p)),
        Ability::Repair(n, Reach::Oneself, p) => format!("Repair({n}, self, {})", phase(p)),
        Ability::Repair(n, Reach::SameHex, p) => format!("Repair({n}, same hex, {})", phase(p)),
    }
}

fn unit_row(s: &Sheet) -> String {
    let faction = if s.faction == Faction::DarkElf { "Dark Elf".to_owned() } else { format!("{:?}", s.faction) };
    let bio = if s.bio { "bio" } else { "no" };
    let fly = if s.fly { " fly" } else { "" };
    let size = match s.size {
        Size::Tiny => "Tiny",
        Size::Normal => "normal",
        Size::Huge => "HUGE",
    };
    let (front, side, rear) = s.armour;
    let armour = if s.class == Class::Infantry { front.to_string() } else { format!("{front}/{side}/{rear}") };
    let arms = s.ranged.iter().map(|r| r.weapon.clone() + &r.bearers.map_or(String::new(), |n| format!(" ({n})")));
    let abilities = s.abilities.iter().map(ability);
    format!(
        "{} | {faction} | {} | {:?}, {bio} | {} | {}/{}{fly} | {size} | {armour} | {}/{} | {} | {} | {} | {}",
        s.id,
        s.name,
        s.class,
        s.models,
        s.slow,
        s.fast,
        s.assault,
        s.deflect,
        s.assault_weapon,
        listed(arms.collect()),
        listed(abilities.collect()),
        s.points
    )
}

/// HEX-WPN-01, HEX-WPN-02, HEX-WPN-03, HEX-WPN-04, HEX-WPN-05, HEX-WPN-06, HEX-WPN-07, HEX-WPN-08, HEX-WPN-09,
/// HEX-WPN-10, HEX-WPN-11, HEX-WPN-12, HEX-WPN-13, HEX-WPN-14, HEX-WPN-15, HEX-WPN-16, HEX-WPN-17, HEX-WPN-18,
/// HEX-WPN-19, HEX-WPN-20, HEX-WPN-21, HEX-WPN-22, HEX-WPN-23, HEX-WPN-24, HEX-AWP-01, HEX-AWP-02, HEX-AWP-03,
/// HEX-AWP-04, HEX-AWP-05, HEX-AWP-06, HEX-AWP-07, HEX-AWP-08, HEX-AWP-09, HEX-AWP-10: the weapons.
#[test]
fn weapons() {
    let (assault, ranged): (Vec<&Weapon>, Vec<&Weapon>) =
        book().armoury.iter().partition(|w| w.id.starts_with("HEX-AWP"));
    let rows = ranged.iter().map(|w| {
        let ap = if w.specials.contains(&Special::Psychic) { "-".to_owned() } else { w.ap.to_string() };
        let Weapon { id, name, range, die, shots, arc, .. } = w;
        format!("{id} | {name} | {range} | {ap} | d{die} | {shots} | {arc} | {}", specials(w))
    });
    assert_eq!(rows.collect::<Vec<_>>(), RANGED.lines().collect::<Vec<_>>());
    // Rows with two names stand for two weapons alike.
    let mut rows = ASSAULT.lines().map(|row| row.split(" | ").collect::<Vec<_>>()).flat_map(|row| {
        let names: Vec<String> = row[1].split(", ").map(str::to_owned).collect();
        names.into_iter().map(move |name| format!("{} | {name} | {} | {} | {}", row[0], row[2], row[3], row[4]))
    });
    for w in assault {
        let told = format!("{} | {} | {} | d{} | {}", w.id, w.name, w.ap, w.die, specials(w));
        assert_eq!(Some(told), rows.next());
        assert_eq!((w.range, w.shots, w.arc), (0, 1, 360));
    }
    assert_eq!(rows.next(), None);
}

/// HEX-UNIT-01, HEX-UNIT-02, HEX-UNIT-03, HEX-UNIT-04, HEX-UNIT-05, HEX-UNIT-06, HEX-UNIT-07, HEX-UNIT-08,
/// HEX-UNIT-09, HEX-UNIT-10, HEX-UNIT-11, HEX-UNIT-12, HEX-UNIT-13, HEX-UNIT-14, HEX-UNIT-15, HEX-UNIT-16,
/// HEX-UNIT-17, HEX-UNIT-18, HEX-UNIT-19, HEX-UNIT-20, HEX-UNIT-21, HEX-UNIT-22, HEX-UNIT-23, HEX-UNIT-24,
/// HEX-UNIT-25, HEX-UNIT-26, HEX-UNIT-27, HEX-UNIT-28, HEX-UNIT-29, HEX-OUT-11, HEX-OUT-12: the units.
#[test]
fn units() {
    let rows: Vec<String> = book().sheets.iter().map(unit_row).collect();
    assert_eq!(rows, UNITS.lines().collect::<Vec<_>>());
}

/// An objective: its hex, and by side when it is worth what.
type Worth = ((u16, u16), Vec<(u8, Scores, i16)>);

/// A scenario as the inventory has it, for two sides.
struct Expected {
    name: &'static str,
    ground: fn(u16, u16) -> Terrain,
    columns: [std::ops::RangeInclusive<u16>; 2],
    rows: [std::ops::RangeInclusive<u16>; 2],
    points: [u16; 2],
    turns: u16,
    objectives: Vec<Worth>,
}

/// HEX-SCEN-01, HEX-SCEN-02, HEX-SCEN-03: maps hex by hex, zones, points, objectives, effects and edges of the shipped scenarios.
#[test]
fn scenarios() {
    let library = Library::own();
    let all = 1..=16;
    let both = |at, points| -> Worth { (at, [0, 1].map(|side| (side, Scores::EachTurnFrom(1), points)).to_vec()) };
    let cases = [
        Expected {
            name: "crossroads",
            ground: |c, r| match (c, r) {
                (9 | 11, 7 | 9) => Terrain::Building,
                (5 | 6 | 15 | 16, 3..=5 | 11..=13) => Terrain::Forest,
                (10, _) | (_, 8) => Terrain::Road,
                _ => Terrain::Clear,
            },
            columns: [1..=3, 18..=20],
            rows: [all.clone(), all.clone()],
            points: [300, 300],
            turns: 6,
            objectives: vec![both((10, 8), 4), both((10, 3), 1), both((11, 13), 1)],
        },
        Expected {
            name: "gun_line",
            ground: |c, r| match (c, r) {
                (14, 4 | 8 | 12) => Terrain::Ruins,
                (13, _) => Terrain::LowObstacle,
                (6..=8, 6..=10) => Terrain::Rough,
                _ => Terrain::Clear,
            },
            columns: [1..=2, 14..=20],
            rows: [all.clone(), all],
            points: [400, 300],
            turns: 7,
            objectives: vec![((14, 8), vec![(0, Scores::AtTheEnd, 3), (1, Scores::EachTurnFrom(4), 3)])],
        },
        Expected {
            name: "burning_wood",
            ground: |c, r| match (c, r) {
                (10, 8) => Terrain::Clear,
                (7..=14, 5..=12) => Terrain::Forest,
                (_, 2 | 15) => Terrain::SandDunes,
                _ => Terrain::Clear,
            },
            columns: [1..=3, 18..=20],
            rows: [1..=3, 14..=16],
            points: [250, 250],
            turns: 6,
            objectives: vec![both((10, 8), 2)],
        },
    ];
    for Expected { name, ground, columns, rows, points, turns, objectives } in cases {
        let scenario = Scenario::open(library, name).unwrap();
        let battle = scenario.battle(library).unwrap();
        let battle = Hexwar::of(&battle).unwrap();
        let (board, setting) = (battle.board(), battle.setting());
        assert_eq!((board.width, board.height, board.decks), (20, 16, 1), "{name}");
        for cell in board.cells() {
            let (c, r) = board.column_row(cell);
            assert_eq!(board.terrain[cell.index()], ground(c, r), "{name} {c}.{r}");
            for side in 0..2 {
                let inside = columns[side].contains(&c) && rows[side].contains(&r);
                assert_eq!(setting.zones[side].cells.contains(&cell), inside, "{name} {c}.{r}");
            }
            let marks = battle.ground(cell);
            let expected = [
                name == "gun_line" && c == 11 && [6, 8, 10].contains(&r),
                name == "burning_wood" && [(7, 5), (14, 12)].contains(&(c, r)),
                name == "burning_wood" && (c, r) == (12, 6),
            ];
            assert_eq!([marks.mines, marks.burning, marks.acid], expected, "{name} {c}.{r}");
        }
        assert_eq!(setting.turns, turns, "{name}");
        let worth = |o: &hexfray::rules::hexwar::setting::Objective| -> Worth {
            (board.column_row(o.at), o.worth.iter().map(|w| (w.0.0, w.1, w.2)).collect())
        };
        assert_eq!(setting.objectives.iter().map(worth).collect::<Vec<_>>(), objectives, "{name}");
        let exits: Vec<_> = setting.exits.iter().map(|e| (e.side.0, e.edge, e.worth)).collect();
        let open = [(0, hexfray::board::Edge::Right, 5)];
        assert_eq!(exits, if name == "gun_line" { &open[..] } else { &[] }, "{name}");
        let text = &scenario.document.text;
        for points in points {
            assert!(text.contains(&format!("points: {points},\n            army:")), "{name}");
        }
    }
    // HEX-SCEN-03: all four corners can be played from.
    let (map, _) = library.map("burning_wood").unwrap();
    let hexes = |z: &hexfray::board::Region| -> Vec<_> { z.cells.iter().map(|&c| map.column_row(c)).collect() };
    let mut corners: Vec<Vec<(u16, u16)>> = map.zones.iter().map(hexes).collect();
    corners.sort();
    let corner = |c: u16, r: u16| -> Vec<_> { (r..r + 3).flat_map(|r| (c..c + 3).map(move |c| (c, r))).collect() };
    assert_eq!(corners, [corner(1, 1), corner(1, 14), corner(18, 1), corner(18, 14)]);
}

/// HEX-CONST-01, HEX-CONST-02, HEX-CONST-03, HEX-CONST-04, HEX-CONST-05, HEX-CONST-06, HEX-CONST-07, HEX-CONST-08,
/// HEX-CONST-09, HEX-CONST-10, HEX-CONST-11, HEX-CONST-12, HEX-CONST-13, HEX-CONST-14, HEX-CONST-15, HEX-CONST-16,
/// HEX-CONST-17, HEX-CONST-18, HEX-CONST-19 as shipped. The ladder is the seed's and not in the file, nor is the one
/// hex of a retreat.
#[test]
fn constants() {
    let n = &book().numbers;
    assert_eq!((n.hit_die, n.hit_base), (12, 8), "HEX-CONST-01");
    assert_eq!((n.trigger_die, n.trigger_on), (12, 12), "HEX-CONST-02");
    assert_eq!(LADDER, [4, 6, 8, 10, 12], "HEX-CONST-03");
    assert_eq!(n.agony_die, 6, "HEX-CONST-04");
    assert_eq!(n.partly_shortfall_max, 2, "HEX-CONST-05");
    assert_eq!((n.partly_mod, n.piercing_mod), (-3, 3), "HEX-CONST-06");
    assert_eq!((n.assault_die, n.assault_success, n.deflect_success), (6, 4, 5), "HEX-CONST-07");
    assert_eq!((n.shaken_hit, n.shaken_hit_cap), (-1, -2), "HEX-CONST-08");
    assert_eq!((n.rally_die, n.rally_on, n.rally_on_stubborn), (6, 4, 3), "HEX-CONST-09");
    assert_eq!((n.stack_units, n.stack_big), (2, 1), "HEX-CONST-10");
    assert_eq!(n.soft_limit, 2, "HEX-CONST-11");
    assert_eq!(n.terror_range, 1, "HEX-CONST-12");
    assert_eq!((n.pre_retreat_psychic, n.trapped_psychic), (6, 6), "HEX-CONST-13, HEX-CONST-14");
    assert_eq!((n.dispersal, n.crit_die, n.acid_depth), (1, 6, 0), "HEX-CONST-16, HEX-CONST-17, HEX-CONST-18");
    assert_eq!(n.retreat_hexes, 1, "HEX-CONST-15");
    assert_eq!((n.pre_retreats_a_turn, n.rally_clear), (1, 1), "HEX-CONST-19");
}

/// HEX-CONST-17: the table of critical damage has six rows, so another die is refused.
#[test]
#[should_panic(expected = "crit_die is 8")]
fn another_die_for_critical_damage() {
    DUEL.field().tuned("rules.ron", "crit_die: 6", "crit_die: 8").begin(&[]);
}

/// A plain duel begun at a stage, with a constant changed, if one is named.
fn begun(duel: Duel<'_>, stage: &str, tuned: [&str; 2], rolls: &[(&str, u8)]) -> Game {
    let field = duel.field().at(stage);
    if tuned[0].is_empty() { field } else { field.tuned("rules.ron", tuned[0], tuned[1]) }.begin(rolls)
}

/// HEX-CONST-02, HEX-CONST-03, HEX-CONST-04, HEX-CONST-08, HEX-CONST-09, HEX-CONST-12, HEX-CONST-18, HEX-CONST-19,
/// HEX-EX-04, HEX-CON-03: how numbers of the target come out with a
/// constant as shipped, and changed in `rules.ron`. The others are shown beside what they do.
#[test]
fn constants_are_data() {
    let marker = |more| Duel { target: "models: 5", target_more: more, ..DUEL };
    let burning = Duel { effects: &[((4, 1), "burning: true")], ..marker("") };
    let shaken = marker("numbers: {\"shaken\": 1}");
    let terror = Duel { firer: "abilities: [Terror(6)]", ..marker("") };
    let trigger = [("HEX-TRIG-01", 11), ("HEX-TRIG-01", 1), ("HEX-TRIG-01", 1), ("HEX-TRIG-01", 1), ("HEX-TRIG-01", 1)];
    let rally = ["rally_on: 4", "rally_on: 3"];
    let acid = |face| ("HEX-AG0-01", face);
    type Case<'a> = (&'a str, Duel<'a>, &'a str, [&'a str; 2], &'a [(&'a str, u8)], &'a [(&'a str, i32)]);
    let plain = ["", ""];
    let cases: &[Case<'_>] = &[
        ("HEX-CONST-02", burning, "Trigger hex effect 1", plain, &trigger, &[("fire", 0)]),
        (
            "HEX-CONST-02",
            burning,
            "Trigger hex effect 1",
            ["trigger_on: 12", "trigger_on: 11"],
            &trigger,
            &[("fire", 1)],
        ),
        (
            "HEX-CONST-03: d6 down one is d4",
            marker("numbers: {\"poison6\": 1}"),
            "Agony 3: poison",
            plain,
            &[("HEX-AG3-01", 1)],
            &[("poison6", 0), ("poison4", 1)],
        ),
        (
            "HEX-CONST-03: d4 down one is gone",
            marker("numbers: {\"poison4\": 1}"),
            "Agony 3: poison",
            plain,
            &[("HEX-AG3-01", 1)],
            &[("poison4", 0)],
        ),
        (
            "HEX-CONST-04",
            marker("numbers: {\"fire\": 1}"),
            "Agony 2: fire",
            ["agony_die: 6", "agony_die: 8"],
            &[("HEX-AG2-01", 8), ("HEX-AG4-01", 1)],
            &[("fire", 1), ("models", 4), ("bleed4", 0)],
        ),
        ("HEX-CONST-09", shaken, "Aftermath", plain, &[("HEX-AFT-04", 3)], &[("shaken", 1)]),
        ("HEX-CONST-09", shaken, "Aftermath", rally, &[("HEX-AFT-04", 3)], &[("shaken", 0)]),
        ("HEX-CONST-12", terror, "Agony 0: acid, terror", plain, &[], &[("shaken", 0)]),
        (
            "HEX-CONST-12",
            terror,
            "Agony 0: acid, terror",
            ["terror_range: 1", "terror_range: 3"],
            &[("HEX-TERR-01", 4), ("HEX-AFT-04", 1)],
            &[("shaken", 1)],
        ),
        (
            "HEX-CONST-18",
            marker("numbers: {\"acid\": 1}"),
            "Agony 0: acid, terror",
            plain,
            &[acid(6), acid(6), acid(2), acid(2), acid(2)],
            &[("acid", 1), ("future", 3)],
        ),
        (
            "HEX-CONST-18: the second six counts as a 5, and sets on fire",
            marker("numbers: {\"acid\": 1}"),
            "Agony 0: acid, terror",
            ["acid_depth: 0", "acid_depth: 1"],
            &[acid(6), acid(6), acid(2), ("HEX-AG1-01", 2), ("HEX-AG2-01", 1)],
            &[("acid", 1), ("future", 2), ("minor_acid", 0), ("fire", 0)],
        ),
        ("HEX-CONST-19", Duel { to: (2, 1), ..shaken }, "Aftermath", plain, &[], &[("shaken", 1)]),
        (
            "HEX-CONST-19",
            Duel { to: (2, 1), ..shaken },
            "Aftermath",
            ["rally_clear: 1", "rally_clear: 0"],
            &[("HEX-AFT-04", 4)],
            &[("shaken", 0)],
        ),
    ];
    for (name, duel, stage, tuned, rolls, expected) in cases {
        let game = begun(*duel, stage, *tuned, rolls);
        for (field, value) in *expected {
            assert_eq!(game.value("Marker", field), *value, "{name}: {tuned:?}, {field}");
        }
    }
    // HEX-CONST-08.
    let firer = Duel { firer_more: "numbers: {\"shaken\": 3}", ..DUEL };
    for (from, to, need) in
        [("", "", 10), ("shaken_hit_cap: -2", "shaken_hit_cap: -9", 11), ("shaken_hit: -1", "shaken_hit: 0", 8)]
    {
        let mut game = begun(firer, "Gunnery 2", [from, to], &[]);
        let action = game.action(SHOT);
        assert_eq!(game.battle.odds(action).parts[0].need, need, "{to}");
    }
    // HEX-CONST-16, HEX-AFT-02: a cloud loses one step, or two.
    for (tuned, cloud) in [(plain, 8), (["dispersal: 1", "dispersal: 2"], 6)] {
        let clouded = Duel { effects: &[((9, 1), "cloud: 10")], ..DUEL };
        let game = begun(clouded, "Aftermath", tuned, &[]);
        assert_eq!(game.battle.ground(game.hex(9, 1)).cloud, cloud, "{tuned:?}");
    }
}

/// HEX-CONST-07, HEX-CONST-13, HEX-CONST-14, HEX-CONST-15, HEX-CONST-19: the same for assaults and retreats. Elves
/// lose ties to Orks.
#[test]
fn constants_of_assaults() {
    let duel = Duel { to: (4, 1), from: (4, 1), target: "class: Vehicle", ..DUEL };
    let retreats = |game: &mut Game, side: &str| {
        assert_eq!((game.asked().as_str(), game.asking()), (side, Rule("HEX-RET-04")));
        game.offers()
    };
    let dice = |faces: [u8; 4]| faces.map(|face| ("HEX-ASLT-02", face));
    let plain = ["", ""];
    // The Gunner's assault and deflection die, then the Marker's.
    for (tuned, faces, loser) in [
        (plain, [3, 1, 1, 1], "Elves"),
        (["assault_success: 4", "assault_success: 3"], [3, 1, 1, 1], "Orks"),
        (plain, [4, 1, 1, 4], "Orks"),
        (["deflect_success: 5", "deflect_success: 4"], [4, 1, 1, 4], "Elves"),
    ] {
        let mut game = begun(duel, "Assault 1", tuned, &dice(faces));
        let told = retreats(&mut game, loser);
        let who = if loser == "Elves" { "Gunner" } else { "Marker" };
        // HEX-CONST-15: one hex.
        assert_eq!(told, [5, 3].map(|column| format!("{who} retreats to {column}.1")), "{tuned:?}");
    }
    for (tuned, face, shaken) in [(plain, 6, 1), (["trapped_psychic: 6", "trapped_psychic: 8"], 8, 2)] {
        let duel = Duel { firer: "class: Vehicle", firer_more: "numbers: {\"tracks\": 1}", ..duel };
        let rolls = [&dice([1; 4])[..], &[("HEX-RET-06", face)]].concat();
        let game = begun(duel, "Assault 1", tuned, &rolls);
        assert_eq!(game.value("Gunner", "shaken"), shaken, "HEX-CONST-14");
    }
    for (tuned, face, shaken) in [(plain, 6, 1), (["pre_retreat_psychic: 6", "pre_retreat_psychic: 8"], 8, 2)] {
        let mut game = begun(duel, "Pre assault retreat 1", tuned, &[]);
        assert_eq!((game.asked().as_str(), game.asking()), ("Orks", Rule("HEX-RET-01")));
        game.act("Marker retreats to 5.1", &[("HEX-RET-02", face)]);
        assert_eq!(game.value("Marker", "shaken"), shaken, "HEX-CONST-13");
    }
    let twice = Duel { target_more: "numbers: {\"pre_retreats\": 1}", ..duel };
    assert_eq!(begun(twice, "Pre assault retreat 1", plain, &[]).asked(), "Elves", "HEX-CONST-19");
    let tuned = ["pre_retreats_a_turn: 1", "pre_retreats_a_turn: 2"];
    assert_eq!(begun(twice, "Pre assault retreat 1", tuned, &[]).asked(), "Orks", "HEX-CONST-19");
}
