//! The numbers that people tune: to-hit modifiers, the damage table, terrain, dice.

use serde::{Deserialize, Serialize};

use crate::battle::Rule;
use crate::board::Terrain;
use crate::kit::content::Numeric;
use crate::kit::roll_off::every_face;

/// Every face of a d12 is a band of its own: who rolls for a place in an order may tie on any.
pub(super) const EVERY_FACE: [u8; 11] = every_face();

/// One row of the damage table (HEX-RES): what a total of at least `from` does in one column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Result {
    /// Models killed.
    pub kills: u8,
    /// "+1 to future damage" tokens.
    pub tokens: u8,
    /// Die of a bleed token; 0 for none.
    pub bleed: u8,
    /// Shaken tokens.
    pub shaken: u8,
    /// Critical damage effects.
    pub critical: u8,
    /// Whether it sets on fire.
    pub fire: bool,
}

/// A row of the damage table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultRow {
    /// Least total of the row.
    pub from: u8,
    /// Column Infantry.
    pub infantry: Result,
    /// Column Monster.
    pub monster: Result,
    /// Column Vehicle.
    pub vehicle: Result,
    /// Column of psychic damage.
    pub psychic: Result,
}

/// What a terrain does to sight (HEX-LOS-02).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sight {
    /// Nothing.
    #[default]
    Open,
    /// Blocks when there are enough of it in between.
    Soft,
    /// Blocks for units on the ground.
    Blocks,
    /// Blocks for all, flyers too.
    Wall,
}

/// What a terrain means (HEX-TERRAIN and the to-hit table).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TerrainRow {
    /// The terrain of the map.
    pub terrain: Terrain,
    /// The rule of its to-hit row.
    pub rule: Id,
    /// Movement points to enter for Infantry; none where it cannot.
    #[serde(default)]
    pub infantry: Option<u8>,
    /// For Monsters.
    #[serde(default)]
    pub monster: Option<u8>,
    /// For Vehicles.
    #[serde(default)]
    pub vehicle: Option<u8>,
    /// For flying units.
    #[serde(default)]
    pub flying: Option<u8>,
    /// Modifier for a unit in it to hit.
    #[serde(default)]
    pub to_hit: i8,
    /// Modifier for a unit in it to be hit.
    #[serde(default)]
    pub to_be_hit: i8,
    /// What it does to sight.
    #[serde(default)]
    pub sight: Sight,
    /// Whether it can be set on fire, and what it burns down to (HEX-AFT-03).
    #[serde(default)]
    pub burns_to: Option<Terrain>,
}

/// A rule id as data files write it. Interned once when content is loaded, so that [`Rule`]s stay small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Id(pub Rule);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        // Content is read once a program run and rule ids are few, so the text may live as long as the program.
        let text = String::deserialize(deserializer)?;
        Ok(Id(Rule(Box::leak(text.into_boxed_str()))))
    }
}

impl Serialize for Id {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.0)
    }
}

/// A pair of to-hit modifiers: for the firer, for the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Modifier(pub i8, pub i8);

impl Numeric for Modifier {
    fn each(&self, tell: &mut dyn FnMut(i64)) {
        (self.0, self.1).each(tell);
    }
}

/// A range band (HEX-RNG): what it adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Band {
    /// To hit.
    pub hit: i8,
    /// To armour penetration, after halving.
    pub ap: i8,
    /// Whether armour penetration is halved, rounded down.
    #[serde(default)]
    pub half_ap: bool,
    /// To the damage total.
    pub damage: i8,
}

impl Numeric for Band {
    fn each(&self, tell: &mut dyn FnMut(i64)) {
        (self.hit, self.ap, self.damage).each(tell);
    }
}

/// The numbers of the game that people tune: `assets/hexwar/rules.ron`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Numbers {
    /// Die and base of a to-hit roll (HEX-CONST-01).
    pub hit_die: u8,
    /// What die and modifiers must reach to hit.
    pub hit_base: i8,
    /// Die of hex effects (HEX-CONST-02).
    pub trigger_die: u8,
    /// From which face on a hex effect works.
    pub trigger_on: u8,
    /// Die of acid, minor acid and fire (HEX-CONST-04).
    pub agony_die: u8,
    /// Shortfall of armour penetration that still partly gets through (HEX-CONST-05).
    pub partly_shortfall_max: u8,
    /// Damage when partly blocked (HEX-CONST-06).
    pub partly_mod: i8,
    /// Most "+1 to future damage" tokens that hits give a unit in one Apply damage step (HEX-RES-02).
    pub future_a_step: u8,
    /// Damage of Piercing weapons that penetrate.
    pub piercing_mod: i8,
    /// Die of assaults (HEX-CONST-07).
    pub assault_die: u8,
    /// From which face on an assault die is a success.
    pub assault_success: u8,
    /// From which face on a deflection die is a success.
    pub deflect_success: u8,
    /// To hit for each shaken token (HEX-CONST-08).
    pub shaken_hit: i8,
    /// The most that shaken tokens take.
    pub shaken_hit_cap: i8,
    /// To hit for each crew hit (HEX-CRIT-01).
    pub crew_hit: i8,
    /// Die of rallying, and from which face on it works (HEX-CONST-09).
    pub rally_die: u8,
    /// See above.
    pub rally_on: u8,
    /// The same for Stubborn units.
    pub rally_on_stubborn: u8,
    /// Units of a side in a hex (HEX-CONST-10).
    pub stack_units: u8,
    /// Of which Monsters and Vehicles.
    pub stack_big: u8,
    /// So many soft hexes in between block sight (HEX-CONST-11).
    pub soft_limit: u8,
    /// Hexes that Terror reaches (HEX-CONST-12).
    pub terror_range: u8,
    /// Psychic die of a pre assault retreat (HEX-CONST-13).
    pub pre_retreat_psychic: u8,
    /// Psychic die of a loser who cannot retreat (HEX-CONST-14).
    pub trapped_psychic: u8,
    /// Psychic die of Endurance after a lost assault (HEX-DWARF-03).
    pub endurance_psychic: u8,
    /// Steps of the die ladder that a cloud loses in the Aftermath (HEX-CONST-16).
    pub dispersal: u8,
    /// Die of critical damage (HEX-CONST-17); its six results are fixed.
    pub crit_die: u8,
    /// After so many sixes of one acid token a six counts as a 5; 0: no limit (HEX-CONST-18).
    pub acid_depth: u8,
    /// Hexes that a retreat covers (HEX-CONST-15).
    pub retreat_hexes: u8,
    /// Pre assault retreats of a unit in a turn (HEX-CONST-19).
    pub pre_retreats_a_turn: u8,
    /// No rally with an enemy within so many hexes.
    pub rally_clear: u8,
    /// Copies of a unit that an army may have (HEX-SET-02).
    pub unit_maximum: u8,
    /// Points that a roster may cost where it names no limit of its own (HEX-SET-01).
    pub usual_points: u16,
    /// Points of destroyed units for one victory point (HEX-WIN-02).
    pub points_a_victory_point: u16,
    /// To hit with Aim (HEX-MOD-15).
    pub aim: i8,
    /// Speeds in the order Stand still, Rest, Setup, Crawling, Slow, Fast: to hit, to be hit.
    pub speeds: [Modifier; 6],
    /// Flying (HEX-MOD-07).
    pub flying: Modifier,
    /// Smoke (HEX-MOD-08).
    pub smoke: Modifier,
    /// Good, Excellent, Superb, Bad, Terrible Shot (HEX-MOD-22 to -26).
    pub shots: [i8; 5],
    /// Bad at long range (HEX-MOD-27).
    pub bad_at_long_range: i8,
    /// Steady (HEX-MOD-28).
    pub steady: Modifier,
    /// Camouflage (HEX-MOD-29), to be hit.
    pub camouflage: i8,
    /// Optimal at point blank (HEX-MOD-32).
    pub optimal_at_point_blank: i8,
    /// Enhanced Accuracy (HEX-MOD-33).
    pub enhanced_accuracy: i8,
    /// On the edge of the arc (HEX-MOD-19).
    pub on_edge: i8,
    /// Tiny, to be hit (HEX-MOD-20).
    pub tiny: i8,
    /// HUGE, to be hit (HEX-MOD-21).
    pub huge: i8,
    /// At distance 1 (HEX-RNG-01).
    pub point_blank: Band,
    /// Within range (HEX-RNG-02).
    pub normal: Band,
    /// Within twice the range (HEX-RNG-03).
    pub long: Band,
    /// Grenades (HEX-ABIL-01): armour penetration and damage die.
    pub grenade: (u8, u8),
    /// Mines (HEX-TRIG-05): armour penetration and damage die.
    pub mine: (u8, u8),
    /// Die of the cloud that acid makes (HEX-AG0-03).
    pub acid_cloud: u8,
    /// Die of the bleed token that Endurance makes of a kill (HEX-DWARF-01).
    pub endurance_bleed: u8,
    /// The damage table, rising; less than the first row does nothing (HEX-RES).
    pub results: Vec<ResultRow>,
    /// What each terrain means.
    pub terrain: Vec<TerrainRow>,
}

impl Numbers {
    /// Faces of the largest die that is rolled with these numbers: weapons' and tokens' dice are of the ladder or up to a
    /// d20 (see the checks of weapons).
    #[must_use]
    pub fn largest_die(&self) -> u8 {
        const LARGEST_WEAPON: u8 = 20;
        let dice = [
            self.hit_die,
            self.trigger_die,
            self.agony_die,
            self.assault_die,
            self.rally_die,
            self.pre_retreat_psychic,
            self.trapped_psychic,
            self.endurance_psychic,
        ];
        dice.into_iter().fold(LARGEST_WEAPON, u8::max)
    }
}

/// The die ladder (HEX-CONST-03): each step down; below the first the token is gone.
pub const LADDER: [u8; 5] = [4, 6, 8, 10, 12];

/// The place of a die on the ladder; none for a die that is not on it.
#[must_use]
pub fn rung(die: u8) -> Option<usize> {
    LADDER.iter().position(|&d| d == die)
}
