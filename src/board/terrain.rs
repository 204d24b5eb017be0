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
}

impl Terrain {
    /// Every kind, in order of its number.
    pub const ALL: [Terrain; 14] = [
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
    ];
}
