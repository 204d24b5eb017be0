//! What may lie in a hex (MAP-10). A map names a kind; each ruleset's table says what it means there.

use serde::{Deserialize, Serialize};

/// A kind of terrain. Rulesets give it movement costs, cover and whether it blocks sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Terrain {
    /// Open ground.
    Clear,
    /// A made floor.
    Floor,
    /// A road.
    Road,
    /// Trees.
    Forest,
    /// Trees after a fire.
    BurnedForest,
    /// A building that can be entered.
    Building,
    /// What is left of a building.
    Ruins,
    /// Broken ground.
    Rough,
    /// Dunes of loose sand.
    SandDunes,
    /// Low wall, barricade, crates, console.
    LowObstacle,
    /// A destroyed vehicle.
    Wreck,
    /// Wall or bulkhead (MAP-12).
    Wall,
    /// A door or hatch that is closed at the start (MAP-12).
    Door,
    /// Water too deep to wade.
    DeepWater,
    /// Bushes, crops, high grass: hides, but stops nothing.
    Brush,
    /// Fence, hedge or railing.
    Fence,
    /// A window or embrasure in a wall.
    Window,
    /// Furniture of a compartment: tables, bunks, lockers.
    Furniture,
    /// Consoles, machines, cargo.
    Console,
    /// Defensive architecture: what was built to fight behind.
    Bulwark,
    /// A heap of junk across a passage.
    LightBarricade,
    /// A barricade that stops a round.
    Barricade,
    /// Partition inside a compartment (MAP-12).
    LightBulkhead,
    /// Bulkhead of the usual make.
    Bulkhead,
    /// Reinforced bulkhead.
    HeavyBulkhead,
    /// The outside of a ship.
    Hull,
    /// Airtight hatch of a light make, closed at the start (MAP-12).
    LightHatch,
    /// Airtight hatch of the usual make, closed at the start.
    Hatch,
    /// Airtight reinforced hatch, closed at the start.
    HeavyHatch,
    /// Nothing: what is outside of a ship.
    Void,
}

impl Terrain {
    /// Its name in small words: that of `HeavyHatch` is "heavy hatch".
    #[must_use]
    pub fn words(self) -> String {
        let mut words = String::new();
        for c in format!("{self:?}").chars() {
            if c.is_uppercase() && !words.is_empty() {
                words.push(' ');
            }
            words.extend(c.to_lowercase());
        }
        words
    }

    /// Every kind, in order of its number.
    pub const ALL: [Terrain; 30] = [
        Terrain::Clear,
        Terrain::Floor,
        Terrain::Road,
        Terrain::Forest,
        Terrain::BurnedForest,
        Terrain::Building,
        Terrain::Ruins,
        Terrain::Rough,
        Terrain::SandDunes,
        Terrain::LowObstacle,
        Terrain::Wreck,
        Terrain::Wall,
        Terrain::Door,
        Terrain::DeepWater,
        Terrain::Brush,
        Terrain::Fence,
        Terrain::Window,
        Terrain::Furniture,
        Terrain::Console,
        Terrain::Bulwark,
        Terrain::LightBarricade,
        Terrain::Barricade,
        Terrain::LightBulkhead,
        Terrain::Bulkhead,
        Terrain::HeavyBulkhead,
        Terrain::Hull,
        Terrain::LightHatch,
        Terrain::Hatch,
        Terrain::HeavyHatch,
        Terrain::Void,
    ];
}
