//! The numbers that people tune: `rules.ron`.

use serde::{Deserialize, Serialize};

use crate::board::Terrain;

/// Cover on skirmish boards (ITEN-TRN).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Cover {
    /// None.
    #[default]
    Open,
    /// Hides, but hardly stops a round.
    Soft,
    /// Stops rounds too.
    Hard,
}

/// Cover aboard a ship (HULK-COVER).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Aboard {
    /// None.
    #[default]
    Open,
    /// Furniture, friends in the way (HULK-COVER-01).
    Soft,
    /// Consoles, cargo, a held doorway (HULK-COVER-02).
    Moderate,
    /// What was built to fight behind (HULK-COVER-03).
    Hard,
}

/// How strong a bulkhead or hatch is (HULK-BULK-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Grade {
    /// Partitions, light hatches, barricades.
    Light,
    /// The usual make.
    Medium,
    /// Reinforced.
    Heavy,
    /// The outside of the ship.
    Hull,
}

/// Whether terrain fills its hex or stands at its rim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// Hides by depth (ITEN-LOS-03, -04).
    Area,
    /// Gives cover and hides nothing.
    #[default]
    Line,
}

/// What a kind of terrain means (ITEN-TRN, HULK-COVER, HULK-BULK).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRow {
    /// The kind.
    pub terrain: Terrain,
    /// Whether figures can be there; aboard, whatever has a grade keeps them out until it is opened or holed.
    #[serde(default = "yes")]
    pub passable: bool,
    /// Its cover, which moves pay for and shots suffer from.
    #[serde(default)]
    pub cover: Cover,
    /// Area or line.
    #[serde(default)]
    pub shape: Shape,
    /// Nobody sees through it.
    #[serde(default)]
    pub blocks_sight: bool,
    /// Its cover aboard a ship.
    #[serde(default)]
    pub aboard: Aboard,
    /// How strong it is to whoever cuts through it aboard a ship.
    #[serde(default)]
    pub grade: Option<Grade>,
    /// Whether it can be opened and closed (ITEN-OUT-12).
    #[serde(default)]
    pub opens: bool,
    /// Whether it holds air (HULK-BULK-01).
    #[serde(default)]
    pub airtight: bool,
}

impl TerrainRow {
    /// Open ground that is drawn as a terrain.
    #[must_use]
    pub const fn open(terrain: Terrain) -> TerrainRow {
        TerrainRow {
            terrain,
            passable: true,
            cover: Cover::Open,
            shape: Shape::Line,
            blocks_sight: false,
            aboard: Aboard::Open,
            grade: None,
            opens: false,
            airtight: false,
        }
    }
}

fn yes() -> bool {
    true
}

/// What cover does: added to armour, taken off moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoverRow {
    /// Added to armour against shots (ITEN-SHO-09, HULK-COVER).
    pub armour: i8,
    /// Taken off the whole move (ITEN-MOVE-04, HULK-MOVE-06).
    pub slows: u8,
}

/// What the gods give (ITEN-GOD).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gods {
    /// Price of following one (ITEN-GOD-01).
    pub cost: u16,
    /// Khorne, on melee attacks (ITEN-GOD-02).
    pub khorne_fv: i8,
    /// Khorne, on shots.
    pub khorne_shooting: i8,
    /// Nurgle, on Grit rolls (ITEN-GOD-03).
    pub nurgle_grit: i8,
    /// Slaanesh, on Speed (ITEN-GOD-04).
    pub slaanesh_speed: i8,
    /// Tzeentch, price of a devotee's powers (ITEN-GOD-05).
    pub tzeentch_power: u8,
}

/// Prices and limits of Retinues (ITEN-BLD).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mustering {
    /// Points where a roster names none (ITEN-BLD-02).
    pub points: u16,
    /// Fewest figures (ITEN-BLD-01).
    pub fewest_figures: u8,
    /// Least price of a figure (ITEN-BLD-05).
    pub least_cost: u16,
    /// Price of Grit 2+, 3+, 4+, 5+, 6+ (ITEN-BLD-08).
    pub grit: [i16; 5],
    /// Most weapons of a figure.
    pub most_weapons: u8,
    /// Price of a Suppression Shield (ITEN-SRV-05).
    pub shield: u16,
    /// Price of a jump pack (ITEN-OUT-04).
    pub jump_pack: u16,
    /// Free of charge in ready boarding missions, on different figures (HULK-LEFT-06).
    pub boarding_kit: Vec<String>,
    /// A Defender's points in percent of all Boarders' (HULK-FORCE-01).
    pub defender_percent: u16,
}

/// Vehicles in general (ITEN-VEH).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Driving {
    /// Moves of the normal class: usual, flat out (ITEN-VEH-03).
    pub normal: (u8, u8),
    /// Moves of the fast class.
    pub fast: (u8, u8),
    /// Base price of a ground vehicle (ITEN-VEH-35).
    pub ground_normal: u16,
    /// Base price of a fast one.
    pub ground_fast: u16,
    /// Base price of a skimmer.
    pub skimmer: u16,
    /// Base price of a bike.
    pub bike: u16,
    /// Price of a seat.
    pub seat: u16,
    /// Price of a hard point.
    pub hard_point: u16,
    /// Price of a ram or dozer blade (ITEN-VEH-32).
    pub ram: u16,
    /// Hexes after each of which it turns by a hexside: usually, flat out (ITEN-VEH-06).
    pub turns: (u8, u8),
    /// Hexes of movement that a hex of soft cover takes (ITEN-VEH-04).
    pub soft: u8,
    /// Hexes of a figure's movement for getting on or off (ITEN-VEH-08).
    pub boarding: u8,
    /// Bonus of running somebody over (ITEN-VEH-30).
    pub run_over: i8,
    /// A ramming vehicle: so much for each so many hexes (ITEN-VEH-31).
    pub ramming: (i8, u8),
    /// The same with a ram (ITEN-VEH-32).
    pub ramming_with_ram: (i8, u8),
    /// Bonus of the vehicle that is rammed.
    pub rammed: i8,
    /// Farthest move after which bailing out only knocks down (ITEN-VEH-09).
    pub bail_out: u8,
    /// Farthest move after which those aboard fire their own weapons (ITEN-VEH-27).
    pub personal_fire: u8,
}

/// The scenarios (ITEN-SCN).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Missions {
    /// Points that a fort's defender has on top, for each opponent after the first (ITEN-FORT-03).
    pub fort_points: u16,
    /// Hexes around its walls where he deploys (ITEN-FORT-01).
    pub fort_reach: u8,
    /// Points that the wagon's escort has on top, for each opponent after the first (ITEN-GAU-05).
    pub escort_points: u16,
    /// Hexes from its edge where it deploys (ITEN-GAU-01).
    pub escort_reach: u8,
    /// Hexes of the wagon's move (ITEN-GAU-06).
    pub wagon_move: u8,
    /// Hexes around houses where decoys stand (ITEN-RIT-03).
    pub decoy_reach: u8,
    /// The most foes among whom the Dreadnought splits its Fighting Value (ITEN-ROB-02).
    pub robot_foes: u8,
    /// Hexes within which a pod of zombies hears somebody (ITEN-LIF-04).
    pub pod_hears: u8,
    /// The first turn at whose end the bombardment may come, on a 6 (ITEN-FIR-01).
    pub bombardment: u16,
}

/// All numbers of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Hexes of a move, before Speed (ITEN-MOVE-01).
    pub base_move: u8,
    /// Hexes of a run (ITEN-SHO-13).
    pub run: u8,
    /// Runs are a die and Speed instead (ITEN-CTR-01).
    pub run_die: bool,
    /// Ranges may be measured before targets are declared (ITEN-SHO-06).
    pub premeasure: bool,
    /// Deployment: depth of a zone, and how far from the Leader (ITEN-DEP-02).
    pub deployment: (u8, u8),
    /// Soft and hard cover.
    pub cover: [CoverRow; 2],
    /// Soft, moderate and hard cover aboard a ship.
    pub cover_aboard: [CoverRow; 3],
    /// Added to armour where half of a figure is seen (ITEN-SHO-10).
    pub half_hidden: i8,
    /// Area hexes that can be seen through (ITEN-LOS-03).
    pub area_depth: u8,
    /// On attacks against a figure that is knocked down (ITEN-KD-02).
    pub knocked_down: i8,
    /// On rising, by weight of armour: none, light, medium, heavy, very heavy (ITEN-KD-05).
    pub rising: [i8; 5],
    /// For each further figure in a torrent of fire (ITEN-TOR-01).
    pub torrent: i8,
    /// For outnumbering (ITEN-MEL-06).
    pub outnumbering: i8,
    /// For each friend who helps in ganging up (ITEN-MEL-10).
    pub ganging_up: i8,
    /// A Suppression Shield, on armour against shots (ITEN-SRV-05).
    pub shield: i8,
    /// A flamethrower, on its bearer's armour (ITEN-FLAM-06).
    pub flamer_armour: i8,
    /// Hexes that flames leap (ITEN-FLAM-02).
    pub flame_leap: u8,
    /// Hexes that a flamer burns aboard a ship (HULK-SHOT-03).
    pub flame_aboard: u8,
    /// Hexes around a grenade's burst (ITEN-GREN-01).
    pub blast: u8,
    /// Widest space in which a burst hits twice (HULK-SHOT-08).
    pub tight: u8,
    /// Faces of the die for flight from terror (ITEN-TERR-02).
    pub flight_die: u8,
    /// Falls deeper than this knock down; deeper than that are the end (ITEN-MOVE-07).
    pub fall: (u8, u8),
    /// Hexes of movement for a door (ITEN-OUT-12).
    pub door: u8,
    /// Hexes of movement for a ladder between decks (HULK-DECK-02).
    pub ladder: u8,
    /// What a deck counts in ranges (HULK-DECK-02).
    pub deck: u8,
    /// How many spaces beyond the one holed lose their air (HULK-AIR-06).
    pub air_spread: u8,
    /// Rolls without air after which powered armour needs no more (HULK-AIR-07).
    pub air_rolls: u8,
    /// Saves against breaching: light, medium, heavy, hull (HULK-BULK-03).
    pub breach_saves: [u8; 4],
    /// The last turn where nothing else says so (ITEN-GEN-08).
    pub turns: u16,
    /// Gods.
    pub gods: Gods,
    /// Scenarios.
    pub missions: Missions,
    /// Retinues.
    pub muster: Mustering,
    /// Vehicles.
    pub driving: Driving,
    /// What each terrain means.
    pub terrain: Vec<TerrainRow>,
}

impl Numbers {
    /// What a terrain means.
    ///
    /// # Panics
    /// When the terrain has no row, which reading the book refuses.
    #[must_use]
    pub fn ground(&self, terrain: Terrain) -> &TerrainRow {
        self.terrain.iter().find(|g| g.terrain == terrain).expect("a row for each terrain")
    }

    /// The price of a Grit (ITEN-BLD-08).
    #[must_use]
    pub fn grit_cost(&self, grit: u8) -> i16 {
        self.muster.grit[usize::from(grit.clamp(2, 6)) - 2]
    }

    /// The most points that a Defender may have against Boarders of so many in all (HULK-FORCE-01).
    #[must_use]
    pub fn defender_points(&self, boarders: u16) -> u16 {
        let all = u32::from(boarders) * u32::from(self.muster.defender_percent);
        u16::try_from((all + 50) / 100).unwrap_or(u16::MAX)
    }
}

/// Most hexes that a vehicle may go in a turn: a way is kept in so many steps of three bits.
pub const MOST_HEXES: i64 = 20;

/// The class of cover of whoever stands in an open doorway: hard ashore (ITEN-TRN), moderate aboard (HULK-COVER-02).
pub(super) const DOORWAY: u8 = 2;

/// The class of cover of a terrain, ashore or aboard: 0 for none.
pub(super) fn class(ground: &TerrainRow, aboard: bool) -> u8 {
    match (aboard, ground.cover, ground.aboard) {
        (false, Cover::Open, _) | (true, _, Aboard::Open) => 0,
        (false, Cover::Soft, _) | (true, _, Aboard::Soft) => 1,
        (false, Cover::Hard, _) | (true, _, Aboard::Moderate) => 2,
        (true, _, Aboard::Hard) => 3,
    }
}

/// Whether a terrain is an area that one is inside of (ITEN-LOS-03), and not a line.
pub(super) fn is_area(ground: &TerrainRow) -> bool {
    ground.shape == Shape::Area && ground.cover != Cover::Open
}
