//! Sheets: statline, weapons, abilities.

use serde::{Deserialize, Serialize};

use crate::battle::{Leaf, Rule};
use crate::board::Terrain;

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
    /// All of them.
    pub const ALL: [Faction; 5] = [Faction::Ork, Faction::Gnome, Faction::Dwarf, Faction::DarkElf, Faction::Elf];

    /// What its people are called.
    #[must_use]
    pub fn people(self) -> &'static str {
        match self {
            Faction::Ork => "Orks",
            Faction::Gnome => "Gnomes",
            Faction::Dwarf => "Dwarfs",
            Faction::DarkElf => "Dark Elves",
            Faction::Elf => "Elves",
        }
    }

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

impl Ability {
    /// What players call it, with its numbers, and the rule that says what it does.
    #[must_use]
    pub fn told(&self) -> (String, Rule) {
        let plain = |name: &str, rule| (name.to_owned(), Rule(rule));
        let cured = |what: &str, points: u8, reach: Reach, phase: Phase| {
            let whom = if reach == Reach::Oneself { "on itself" } else { "in its hex" };
            let when = if phase == Phase::First { "before agony" } else { "after agony" };
            format!("{what} {points} {whom}, {when}")
        };
        match *self {
            Ability::GoodShot => plain("Good shot", "HEX-MOD-22"),
            Ability::ExcellentShot => plain("Excellent shot", "HEX-MOD-23"),
            Ability::SuperbShot => plain("Superb shot", "HEX-MOD-24"),
            Ability::BadShot => plain("Bad shot", "HEX-MOD-25"),
            Ability::TerribleShot => plain("Terrible shot", "HEX-MOD-26"),
            Ability::BadAtLongRange => plain("Bad at long range", "HEX-MOD-27"),
            Ability::Steady => plain("Steady", "HEX-MOD-28"),
            Ability::Camouflage(ground) => (format!("Camouflage in {}", ground.words()), Rule("HEX-MOD-29")),
            Ability::TakeCover(speed, by) => (format!("Takes cover {by} at {}", speed.word()), Rule("HEX-MOD-30")),
            Ability::Elusive(speed, by) => (format!("Elusive {by} at {}", speed.word()), Rule("HEX-MOD-31")),
            Ability::OptimalAtPointBlank => plain("Optimal at point blank", "HEX-MOD-32"),
            Ability::Stubborn => plain("Stubborn", "HEX-ABIL-05"),
            Ability::Fearless => plain("Fearless", "HEX-ABIL-06"),
            Ability::Resistance(to, by) => {
                (format!("Resistance {by} to {}", format!("{to:?}").to_lowercase()), Rule("HEX-ABIL-06"))
            }
            Ability::Terror(die) => (format!("Terror d{die}"), Rule("HEX-TERR-01")),
            Ability::Scream(die) => (format!("Scream d{die}"), Rule("HEX-ABIL-03")),
            Ability::Grenades(count) => (format!("Grenades {count}"), Rule("HEX-ABIL-01")),
            Ability::Smoke(times) => (format!("Smoke {times}"), Rule("HEX-ABIL-02")),
            Ability::CunningAssault(tokens, each) => {
                (format!("Cunning assault {tokens} for {each}"), Rule("HEX-ASLT-11"))
            }
            Ability::RerollAssault(dice) => (format!("Assault waves of {dice}"), Rule("HEX-ASLT-12")),
            Ability::Endurance(tokens) => (format!("Endurance {tokens}"), Rule("HEX-DWARF-01")),
            Ability::Trenchcoat => plain("Trenchcoat", "HEX-ABIL-04"),
            Ability::Heal(points, reach, phase) => (cured("Heals", points, reach, phase), Rule("HEX-HEAL-01")),
            Ability::Repair(points, reach, phase) => (cured("Repairs", points, reach, phase), Rule("HEX-REP-01")),
        }
    }
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

impl Special {
    /// What players call it, with its numbers, and the rule that says what it does.
    #[must_use]
    pub fn told(self) -> (String, Rule) {
        let plain = |name: &str, rule| (name.to_owned(), Rule(rule));
        match self {
            Special::EnhancedAccuracy => plain("enhanced accuracy", "HEX-MOD-33"),
            Special::SlowToLoad => plain("slow to load", "HEX-GUN-08"),
            Special::Piercing => plain("piercing", "HEX-DAM-04"),
            Special::Setup => plain("has to be set up", "HEX-GUN-07"),
            Special::Indirect => plain("indirect", "HEX-GUN-09"),
            Special::Acid => plain("acid", "HEX-DAM-09"),
            Special::Fire => plain("fire", "HEX-DAM-09"),
            Special::Psychic => plain("psychic", "HEX-DAM-10"),
            Special::Poison(die) => (format!("poison d{die}"), Rule("HEX-TOK-05")),
            Special::Bleed(die) => (format!("bleeding d{die}"), Rule("HEX-TOK-06")),
        }
    }
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
    /// What is drawn on its counter, by the name of an icon; none: what its class has.
    #[serde(default)]
    pub icon: Option<String>,
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
