//! What the ruleset makes of the mapping from the table to the board (MAP).

use hexfray::battle::{Chance, SideId};
use hexfray::board::Terrain;
use hexfray::rules::hexwar::numbers::Sight;

use crate::content::book;
use crate::field::{DUEL, Duel, Field, SHOT};

/// MAP-10, HEX-LOS-02, HEX-TERRAIN-01, HEX-TERRAIN-02, HEX-TERRAIN-03, HEX-TERRAIN-04, HEX-TERRAIN-05, HEX-TERRAIN-06,
/// HEX-TERRAIN-07, HEX-TERRAIN-09, HEX-TERRAIN-10, HEX-TERRAIN-11: every kind of terrain that a map can draw has its row: movement points for
/// Infantry, Monsters, Vehicles and flyers, what it takes off hitting a unit in it, and what it does to sight.
#[test]
fn every_terrain_means_something() {
    let (no, open, soft) = (None, Sight::Open, Sight::Soft);
    let (one, two, three) = (Some(1), Some(2), Some(3));
    let table = [
        (Terrain::Clear, "HEX-TERRAIN-01", [one, one, one, one], 0, open),
        (Terrain::Floor, "HEX-TERRAIN-01", [one, one, one, one], 0, open),
        (Terrain::Road, "HEX-TERRAIN-01", [one, one, one, one], 0, open),
        (Terrain::Forest, "HEX-MOD-09", [two, one, three, one], -1, soft),
        (Terrain::BurnedForest, "HEX-MOD-10", [one, one, two, one], -1, soft),
        (Terrain::Building, "HEX-MOD-11", [two, no, no, one], -1, Sight::Blocks),
        (Terrain::Ruins, "HEX-MOD-12", [two, two, no, one], -1, open),
        (Terrain::Rough, "HEX-MOD-13", [two, two, three, one], -1, open),
        (Terrain::SandDunes, "HEX-MOD-14", [two, one, two, one], -1, open),
        (Terrain::LowObstacle, "HEX-TERRAIN-09", [one, one, two, one], 0, open),
        (Terrain::Wreck, "HEX-TERRAIN-10", [two, two, no, one], -1, open),
        (Terrain::Wall, "HEX-TERRAIN-11", [no, no, no, no], 0, Sight::Wall),
        (Terrain::Door, "HEX-TERRAIN-11", [no, no, no, no], 0, Sight::Blocks),
        (Terrain::DeepWater, "HEX-TERRAIN-11", [no, no, no, one], 0, open),
        (Terrain::Brush, "HEX-MOD-13", [two, two, three, one], -1, open),
        (Terrain::Fence, "HEX-TERRAIN-09", [one, one, two, one], 0, open),
        (Terrain::Window, "HEX-MOD-12", [two, two, no, one], -1, open),
        (Terrain::Furniture, "HEX-TERRAIN-09", [one, one, two, one], 0, open),
        (Terrain::Console, "HEX-TERRAIN-09", [one, one, two, one], 0, open),
        (Terrain::Bulwark, "HEX-TERRAIN-09", [one, one, two, one], 0, open),
        (Terrain::LightBarricade, "HEX-MOD-12", [two, two, no, one], -1, open),
        (Terrain::Barricade, "HEX-MOD-12", [two, two, no, one], -1, open),
        (Terrain::LightBulkhead, "HEX-TERRAIN-11", [no, no, no, no], 0, Sight::Wall),
        (Terrain::Bulkhead, "HEX-TERRAIN-11", [no, no, no, no], 0, Sight::Wall),
        (Terrain::HeavyBulkhead, "HEX-TERRAIN-11", [no, no, no, no], 0, Sight::Wall),
        (Terrain::Hull, "HEX-TERRAIN-11", [no, no, no, no], 0, Sight::Wall),
        (Terrain::LightHatch, "HEX-TERRAIN-11", [no, no, no, no], 0, Sight::Blocks),
        (Terrain::Hatch, "HEX-TERRAIN-11", [no, no, no, no], 0, Sight::Blocks),
        (Terrain::HeavyHatch, "HEX-TERRAIN-11", [no, no, no, no], 0, Sight::Blocks),
        (Terrain::Void, "HEX-TERRAIN-11", [no, no, no, one], 0, open),
    ];
    let numbers = &book().numbers;
    assert_eq!(table.map(|row| row.0), Terrain::ALL);
    assert_eq!(numbers.terrain.len(), Terrain::ALL.len());
    for (terrain, rule, costs, to_be_hit, sight) in table {
        let row = numbers.terrain.iter().find(|g| g.terrain == terrain).unwrap();
        assert_eq!(row.rule.0.0, rule, "{terrain:?}");
        assert_eq!([row.infantry, row.monster, row.vehicle, row.flying], costs, "{terrain:?}");
        assert_eq!((row.to_hit, row.to_be_hit, row.sight), (0, to_be_hit, sight), "{terrain:?}");
        assert_eq!(row.burns_to, (terrain == Terrain::Forest).then_some(Terrain::BurnedForest), "{terrain:?}");
    }
}

/// MAP-12, HEX-TERRAIN-11: walls, closed doors and deep water are hexes that nobody enters on foot, and only the water
/// from the air.
#[test]
fn walls_doors_and_water() {
    let moves = |flying: bool| {
        let mut game = Field::drawn(". # .\n D . w\n. . .")
            .side("Elves", "Elf", "")
            .side("Orks", "Ork", "")
            .unit("Elves", "Sky Chariot", (2, 2), &format!("speed: Fast, facing: E, flying: {flying}"))
            .unit("Orks", "Mek", (1, 3), "")
            .at("Movement 1")
            .begin(&[]);
        let mut blocked: Vec<&str> = vec!["2.1", "1.2", "3.2"];
        let offers = game.offers();
        blocked.retain(|hex| !offers.iter().any(|o| o.ends_with(&format!("moves to {hex}"))));
        assert!(offers.iter().any(|o| o.ends_with("moves to 3.1")), "{offers:#?}");
        blocked.join(" ")
    };
    assert_eq!(moves(false), "2.1 1.2 3.2");
    assert_eq!(moves(true), "2.1 1.2");
}

/// MAP-18: players may measure: the exact odds of any fire that could be declared are known before it is, and asking
/// changes nothing. MAP-04, HEX-BASE-03: units of one hex are told apart.
#[test]
fn odds_before_declaring() {
    let mut game = Duel { target: "models: 5", ..DUEL }.field().unit("Orks", "Blade Dancers", (4, 1), "").begin(&[]);
    let before = game.battle.digest();
    let odds = game.odds(SHOT, "Marker");
    let of = |words: &str| odds[words].parse::<Chance>().unwrap();
    // 5/12 of 1/3, 5/12 of 1/2, and what misses or does nothing.
    assert_eq!([of("future 0>1"), of("models 5>4"), of("nothing")].map(|c| c.to_string()), ["5/36", "5/24", "47/72"]);
    assert_eq!(game.odds(SHOT, "Blade Dancers")["nothing"], "1");
    assert_eq!(before, game.battle.digest());
    // Nothing is hidden but orders that are not revealed yet.
    assert_eq!(game.battle.view_for(SideId(1)).digest(), before);
}
