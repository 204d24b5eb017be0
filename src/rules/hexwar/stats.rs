//! Statline, weapons, tokens and the numbers that people tune.

use serde::{Deserialize, Serialize};

use crate::battle::{BySide, Leaf, Rule, SideId, UnitId, record};
use crate::board::{Cell, Terrain};

/// The five factions. Their order is the movement and order initiative (HEX-ORD-09): the first chooses first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Faction {
    /// Orks.
    Ork,
    /// Gnomes.
    Gnome,
    /// Dwarfs.
    Dwarf,
    /// Dark Elves.
    DarkElf,
    /// Elves.
    Elf,
}

impl Faction {
    /// Place in the assault tie-breaker (HEX-ASLT-06): 0 wins ties against all others.
    #[must_use]
    pub fn assault_rank(self) -> u8 {
        match self {
            Faction::DarkElf => 0,
            Faction::Ork => 1,
            Faction::Dwarf => 2,
            Faction::Elf => 3,
            Faction::Gnome => 4,
        }
    }
}

/// Column of the damage table and of the terrain table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Class {
    /// People on foot, 1 to 10 models; no facing (HEX-FACE-01).
    #[default]
    Infantry,
    /// One large creature.
    Monster,
    /// One machine.
    Vehicle,
}

/// To-be-hit modifier by size (HEX-MOD-20, -21).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Size {
    /// Hard to hit.
    Tiny,
    /// No modifier.
    #[default]
    Normal,
    /// Easy to hit.
    Huge,
}

/// The speed ordered for a turn (HEX-ORD).
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, bytemuck::NoUninit,
)]
#[repr(u8)]
pub enum Speed {
    /// No movement (HEX-ORD-02).
    #[default]
    Stand,
    /// No movement, no fire in Gunnery 1, one shaken token lost (HEX-ORD-03).
    Rest,
    /// No movement, weapons with Setup may fire (HEX-ORD-04).
    Setup,
    /// One hex in Movement 2 (HEX-ORD-05).
    Crawl,
    /// Slow movement points in each movement step (HEX-ORD-06).
    Slow,
    /// Fast movement points in each movement step (HEX-ORD-06).
    Fast,
}

impl Speed {
    /// All speeds, in order of their number.
    pub const ALL: [Speed; 6] = [Speed::Stand, Speed::Rest, Speed::Setup, Speed::Crawl, Speed::Slow, Speed::Fast];

    /// The rule of its to-hit row.
    #[must_use]
    pub fn rule(self) -> Rule {
        match self {
            Speed::Stand => Rule("HEX-MOD-01"),
            Speed::Crawl => Rule("HEX-MOD-02"),
            Speed::Rest => Rule("HEX-MOD-03"),
            Speed::Setup => Rule("HEX-MOD-04"),
            Speed::Slow => Rule("HEX-MOD-05"),
            Speed::Fast => Rule("HEX-MOD-06"),
        }
    }

    /// Its name in play.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Speed::Stand => "stand still",
            Speed::Rest => "rest",
            Speed::Setup => "setup",
            Speed::Crawl => "crawl",
            Speed::Slow => "slow",
            Speed::Fast => "fast",
        }
    }
}

impl Leaf for Speed {
    fn leaf(self, _index: usize) -> i32 {
        self as i32
    }
    fn set_leaf(&mut self, _index: usize, value: i32) -> bool {
        let speed = usize::try_from(value).ok().and_then(|v| Speed::ALL.get(v));
        speed.map(|s| *self = *s).is_some()
    }
}

/// Type of damage; resistances name one (HEX-DAM-07).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Damage {
    /// Whatever is not specified.
    #[default]
    Regular,
    /// From acid weapons.
    Acid,
    /// From fire weapons and fire tokens.
    Fire,
    /// From poison tokens.
    Poison,
    /// From bleed tokens; never causes bleeding (HEX-DAM-11).
    Bleed,
    /// Against the mind: ignores armour, has a column of its own (HEX-DAM-10).
    Psychic,
}

/// What a unit can do besides its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ability {
    /// +1 to hit (HEX-MOD-22).
    GoodShot,
    /// +2 to hit (HEX-MOD-23).
    ExcellentShot,
    /// +3 to hit (HEX-MOD-24).
    SuperbShot,
    /// -1 to hit (HEX-MOD-25).
    BadShot,
    /// -2 to hit (HEX-MOD-26).
    TerribleShot,
    /// -2 more at long range (HEX-MOD-27).
    BadAtLongRange,
    /// +1 to hit and to be hit (HEX-MOD-28).
    Steady,
    /// Harder to hit in that terrain (HEX-MOD-29).
    Camouflage(Terrain),
    /// Harder to hit at that speed, by so much (HEX-MOD-30).
    TakeCover(Speed, u8),
    /// Harder to hit at that speed, by so much (HEX-MOD-31).
    Elusive(Speed, u8),
    /// +1 to hit at point blank (HEX-MOD-32).
    OptimalAtPointBlank,
    /// Need not retreat after a lost assault (HEX-ABIL-05).
    Stubborn,
    /// Immune to psychic damage (HEX-ABIL-06).
    Fearless,
    /// Less damage of a type (HEX-DAM-07).
    Resistance(Damage, u8),
    /// Psychic damage of this die around it in Agony 0 (HEX-TERR-01).
    Terror(u8),
    /// Psychic damage of this die on one enemy in the hex (HEX-ABIL-03).
    Scream(u8),
    /// So many grenades a round in a contested hex (HEX-ABIL-01).
    Grenades(u8),
    /// Smoke so many times a game (HEX-ABIL-02).
    Smoke(u8),
    /// For each so many successes assigned to one vehicle one token more (HEX-ASLT-11): (tokens, successes).
    CunningAssault(u8, u8),
    /// Sixes count twice and give waves of so many dice (HEX-ASLT-12, -13).
    RerollAssault(u8),
    /// Endurance tokens at the start (HEX-DWARF).
    Endurance(u8),
    /// Endurance may reroll poison damage (HEX-DWARF-04).
    Trenchcoat,
    /// Points of healing in a phase (HEX-HEAL-01).
    Heal(u8, Reach, Phase),
    /// Points of repair in a phase (HEX-REP-01).
    Repair(u8, Reach, Phase),
}

/// Whom healing or repair works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reach {
    /// The unit itself.
    Oneself,
    /// Any unit in the same hex, itself too.
    SameHex,
}

/// Which healing/repair step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Before the agony steps.
    First,
    /// After them.
    Second,
}

/// A ranged or assault weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// Rule id of its row.
    pub id: String,
    /// Its name, unique.
    pub name: String,
    /// Normal range in hexes, fire goes to twice that; 0 for an assault weapon.
    #[serde(default)]
    pub range: u8,
    /// Armour penetration.
    pub ap: u8,
    /// Faces of its damage die.
    pub die: u8,
    /// To-hit rolls for each firing model.
    #[serde(default = "one")]
    pub shots: u8,
    /// Arc in degrees about the facing: 60, 120, 180 or 360.
    #[serde(default = "all_round")]
    pub arc: u16,
    /// What else it does.
    #[serde(default)]
    pub specials: Vec<Special>,
}

fn one() -> u8 {
    1
}

fn all_round() -> u16 {
    360
}

/// What a weapon does besides its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Special {
    /// +1 to hit (HEX-MOD-33).
    EnhancedAccuracy,
    /// Fires once a turn (HEX-GUN-08).
    SlowToLoad,
    /// +3 damage where it penetrates (HEX-DAM-04).
    Piercing,
    /// Fires only at Setup speed (HEX-GUN-07).
    Setup,
    /// Needs only a friend's line of sight (HEX-GUN-09).
    Indirect,
    /// Any hit gives an acid token (HEX-DAM-09); deals acid damage.
    Acid,
    /// Any hit gives a fire token; deals fire damage.
    Fire,
    /// Deals psychic damage (HEX-DAM-10).
    Psychic,
    /// Damage of 1 or more gives a poison token of this die.
    Poison(u8),
    /// Damage of 1 or more gives a bleed token of this die.
    Bleed(u8),
}

impl Weapon {
    /// Whether it has a special.
    #[inline]
    #[must_use]
    pub fn has(&self, special: Special) -> bool {
        self.specials.contains(&special)
    }

    /// The type of damage that it deals.
    #[must_use]
    pub fn damage(&self) -> Damage {
        if self.has(Special::Acid) {
            Damage::Acid
        } else if self.has(Special::Fire) {
            Damage::Fire
        } else if self.has(Special::Psychic) {
            Damage::Psychic
        } else {
            Damage::Regular
        }
    }
}

/// A ranged weapon of a unit, by name, and how many models carry it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armament {
    /// The weapon's name.
    pub weapon: String,
    /// Models that carry it (they die last, HEX-BASE-04); left out: every model.
    #[serde(default)]
    pub bearers: Option<u8>,
}

/// A unit's sheet: the statline of `HEX-UNIT-nn`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// Rule id of its row.
    pub id: String,
    /// Its name, unique.
    pub name: String,
    /// Its faction.
    pub faction: Faction,
    /// Column of the damage table.
    pub class: Class,
    /// Biological: heals, bleeds, is poisoned; others are repaired.
    pub bio: bool,
    /// Models at full strength, 1 to 10.
    pub models: u8,
    /// Movement points a movement step at Slow, 0 to 5.
    pub slow: u8,
    /// Movement points a movement step at Fast, 0 to 5.
    pub fast: u8,
    /// Whether it may be ordered to fly.
    #[serde(default)]
    pub fly: bool,
    /// Its size.
    #[serde(default)]
    pub size: Size,
    /// Armour at the front, side and rear, 0 to 8.
    pub armour: (u8, u8, u8),
    /// Assault dice a model.
    pub assault: u8,
    /// Deflection dice a model.
    pub deflect: u8,
    /// Name of its assault weapon.
    pub assault_weapon: String,
    /// Its ranged weapons, at most eight.
    #[serde(default)]
    pub ranged: Vec<Armament>,
    /// Its abilities.
    #[serde(default)]
    pub abilities: Vec<Ability>,
    /// Its price.
    pub points: u16,
}

/// A sheet with its weapons looked up, as battles use it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The sheet.
    pub sheet: Sheet,
    /// Its assault weapon, as an index into the armoury.
    pub assault_weapon: u8,
    /// Its ranged weapons, as indices into the armoury, with their bearers (the whole unit where not limited).
    pub ranged: Vec<(u8, u8)>,
    /// Orders that it could ever be given, as bits by their codes.
    pub orders: u32,
}

impl Profile {
    /// The first of its abilities that the question finds something in.
    #[inline]
    pub fn find<T>(&self, question: impl FnMut(&Ability) -> Option<T>) -> Option<T> {
        self.sheet.abilities.iter().find_map(question)
    }

    /// Whether it has an ability.
    #[inline]
    #[must_use]
    pub fn has(&self, ability: Ability) -> bool {
        self.sheet.abilities.contains(&ability)
    }

    /// Its resistance to a type of damage.
    #[must_use]
    pub fn resistance(&self, damage: Damage) -> u8 {
        let of = |a: &Ability| {
            if let Ability::Resistance(d, n) = a
                && *d == damage
            {
                *n
            } else {
                0
            }
        };
        self.sheet.abilities.iter().map(of).fold(0, u8::saturating_add).min(100)
    }

    /// Large units stack alone and have a facing (HEX-STACK-01, HEX-FACE-01).
    #[inline]
    #[must_use]
    pub fn is_big(&self) -> bool {
        self.sheet.class != Class::Infantry
    }
}

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
pub struct Ground {
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
    /// Pre assault retreats of a unit in a turn (HEX-CONST-19).
    pub pre_retreats_a_turn: u8,
    /// No rally with an enemy within so many hexes.
    pub rally_clear: u8,
    /// Copies of a unit that an army may have (HEX-SET-02).
    pub unit_maximum: u8,
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
    pub terrain: Vec<Ground>,
}

/// The die ladder (HEX-CONST-03): each step down; below the first the token is gone.
pub const LADDER: [u8; 5] = [4, 6, 8, 10, 12];

/// The place of a die on the ladder; none for a die that is not on it.
#[must_use]
pub fn rung(die: u8) -> Option<usize> {
    LADDER.iter().position(|&d| d == die)
}

/// Tokens that carry a die of the ladder: how many of each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::Pod, bytemuck::Zeroable)]
#[repr(C)]
pub struct Tokens(pub [u8; 5]);

impl Leaf for Tokens {
    const LABELS: &'static [&'static str] = &["4", "6", "8", "10", "12"];
    fn leaf(self, index: usize) -> i32 {
        i32::from(self.0[index])
    }
    fn set_leaf(&mut self, index: usize, value: i32) -> bool {
        u8::try_from(value).map(|v| self.0[index] = v).is_ok()
    }
}

impl Tokens {
    /// Adds a token of a die; nothing for a die that is not on the ladder.
    pub fn add(&mut self, die: u8) {
        if let Some(r) = rung(die) {
            self.0[r] = self.0[r].saturating_add(1);
        }
    }

    /// Adds all tokens of another.
    pub fn merge(&mut self, other: Tokens) {
        for (mine, others) in self.0.iter_mut().zip(other.0) {
            *mine = mine.saturating_add(others);
        }
    }

    /// How many there are.
    #[must_use]
    pub fn len(self) -> u32 {
        self.0.iter().map(|&n| u32::from(n)).sum()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 5]
    }
}

/// Results of an Apply damage step that land together at its end (HEX-SEQ-03).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::NoUninit)]
#[repr(C)]
pub struct Due {
    /// Models to be killed.
    pub kills: u8,
    /// Kills that Endurance has been asked about.
    pub asked: u8,
    /// "+1 to future damage" tokens.
    pub future: u8,
    /// Shaken tokens.
    pub shaken: u8,
    /// Critical damage effects to be rolled.
    pub critical: u8,
    /// Bleed tokens.
    pub bleed: Tokens,
    /// Bleed tokens of Endurance, which may have to wait for the next turn (HEX-DWARF-02).
    pub endured: u8,
    /// Poison tokens.
    pub poison: Tokens,
    /// Poison tokens that did their damage: how many of each die killed nobody, one model, two models.
    pub spent: [Tokens; 3],
    /// Armour lost.
    pub armour: u8,
    /// Acid token.
    pub acid: bool,
    /// Minor acid token.
    pub minor_acid: bool,
    /// Fire token.
    pub fire: bool,
}

/// What an assault has rolled for a unit so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, bytemuck::NoUninit)]
#[repr(C)]
pub struct Melee {
    /// Assault successes, not yet assigned.
    pub successes: u8,
    /// Deflection successes, not yet used.
    pub deflections: u8,
    /// Assault dice that show no success.
    pub idle: u8,
    /// Deflection dice that show no success.
    pub idle_deflect: u8,
    /// A natural 6 waits for its wave of rerolls.
    pub wave: bool,
}

record! {
    /// A unit's numbers.
    pub struct Unit {
        /// Its sheet, as an index into the setting's profiles.
        pub sheet: u8,
        /// Living models; 0: destroyed.
        pub models: u8,
        /// "+1 to future damage" tokens (HEX-TOK-01).
        pub future: u8,
        /// Acid token (HEX-TOK-02).
        pub acid: bool,
        /// Minor acid token (HEX-TOK-03).
        pub minor_acid: bool,
        /// Fire token (HEX-TOK-04).
        pub fire: bool,
        /// Poison tokens by die (HEX-TOK-05).
        pub poison: Tokens,
        /// Bleed tokens by die (HEX-TOK-06).
        pub bleed: Tokens,
        /// Bleed tokens of Endurance that do not roll in this turn's agony (HEX-DWARF-02).
        pub waiting: u8,
        /// Shaken tokens (HEX-TOK-07).
        pub shaken: u8,
        /// Endurance tokens (HEX-TOK-09).
        pub endurance: u8,
        /// Armour lost to acid, in all directions (HEX-AG0-04).
        pub armour_lost: u8,
        /// Critical damage: engine (HEX-CRIT-01).
        pub engine: u8,
        /// Critical damage: ranged weapons that cannot fire, as bits.
        pub guns: u8,
        /// Critical damage: crew.
        pub crew: u8,
        /// Critical damage: tracks.
        pub tracks: u8,
        /// Critical damage: plates.
        pub plates: u8,
        /// Speed of this turn (HEX-ORD-01).
        pub speed: Speed,
        /// Whether it flies this turn.
        pub flying: bool,
        /// Whether it aims this turn (HEX-ORD-08).
        pub aim: bool,
        /// Ranged weapons fired this turn, as bits (HEX-GUN-08).
        pub fired: u8,
        /// It has retreated this turn (HEX-GUN-07).
        pub retreated: bool,
        /// Pre assault retreats of this turn (HEX-RET-08).
        pub pre_retreats: u8,
        /// Stubborn by Endurance until the end of the turn (HEX-DWARF-03).
        pub stubborn: bool,
        /// Times that it has used Smoke this game (HEX-ABIL-02).
        pub smoked: u8,
    }
    kept {
        /// The order given and not yet revealed (HEX-ORD-01): its code plus one; 0 for none.
        pub sealed: u8,
        /// Healing or repair points left in this step.
        pub points: u8,
        /// Ranged weapons declared in this gunnery step, as bits.
        pub declared: u8,
        /// Results that land at the end of this Apply damage step.
        pub due: Due,
        /// Dice of the assault under way.
        pub melee: Melee,
    }
}

record! {
    /// What lies on a hex besides its terrain (HEX-TOK-10).
    pub struct Marks {
        /// Smoke.
        pub smoke: bool,
        /// Die of a poison cloud; 0 for none.
        pub cloud: u8,
        /// The cloud came this turn and stays through the Aftermath.
        pub cloud_new: bool,
        /// It burns.
        pub burning: bool,
        /// It was set on fire this turn.
        pub burning_new: bool,
        /// A pool of acid.
        pub acid: bool,
        /// Mines.
        pub mines: bool,
        /// Burnt down: the terrain is what it burns to.
        pub burned: bool,
        /// A wreck lies here.
        pub wreck: bool,
    }
    kept {
        /// Die of a cloud that lands at the end of this Apply damage step.
        pub cloud_due: u8,
        /// A fire that starts at the end of this Apply damage step.
        pub fire_due: bool,
    }
}

record! {
    /// The battle as a whole.
    pub struct Table {
        /// The turn, from 1; 0 while units are placed.
        pub turn: u16,
        /// Points of the scenario's own by side (HEX-WIN-01, -02).
        pub score: BySide,
        /// Points' worth of units lost by side.
        pub lost: BySide,
        /// Who holds each of up to eight objectives: the side's number plus one; 0 for nobody.
        pub held: BySide,
        /// The sides in the order in which they choose this turn (HEX-ORD-09).
        pub order: BySide,
    }
    kept {
        /// Hexes with smoke, so that sight need not look for it where there is none.
        pub smokes: u16,
        /// Hexes where wrecks or fire have changed what the map draws in a way that sight must know of.
        pub altered: u16,
        /// So much lands on hexes at the end of this Apply damage step.
        pub ground_due: u16,
        /// Dice of sides whose place in the order is still to be rolled; 0 where none is needed or was rolled.
        pub order_dice: [u8; 8],
        /// Dice of teams of one faction in the assault under way (HEX-ASLT-06).
        pub tie_dice: [u8; 8],
    }
}

/// A group of hits that waits for its damage, or of shots that wait for their rolls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Strike {
    /// Who is hit.
    pub target: UnitId,
    /// Who hits; [`UnitId::NONE`] for mines.
    pub source: UnitId,
    /// With what.
    pub with: Arm,
    /// Shots before the to-hit rolls, hits after them.
    pub count: u8,
    /// How far away it was fired.
    pub range: Range,
    /// From which quarter it comes: 0 front, 1 side, 2 rear.
    pub quarter: u8,
}

/// What a strike is made with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arm {
    /// A ranged weapon, by its place on the sheet.
    Ranged(u8),
    /// The assault weapon.
    Assault,
    /// Grenades (HEX-ABIL-01).
    Grenade,
    /// Mines (HEX-TRIG-05).
    Mine,
}

/// How far a shot goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Range {
    /// No range modifiers: assaults, grenades, mines.
    None,
    /// Distance 1.
    PointBlank,
    /// Within range.
    Normal,
    /// Within twice the range.
    Long,
}

/// When an objective scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Scores {
    /// At each Aftermath from this turn on.
    EachTurnFrom(u16),
    /// When the game ends.
    AtTheEnd,
}

/// A hex worth points (HEX-WIN-01).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// Its hex.
    pub at: Cell,
    /// What it is worth, by side: when, and how many victory points.
    pub worth: Vec<(SideId, Scores, i16)>,
}
