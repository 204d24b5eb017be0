//! What models and weapons are by their sheets.

use serde::{Deserialize, Serialize};

use crate::battle::Rule;

/// What kind of gun a gun is: how often it fires for how many action points (GEM-ACT-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Class {
    /// Once for one action point, twice for two.
    Pistol,
    /// Twice up to 12 hexes, once beyond.
    RapidFire,
    /// Its number of shots.
    Assault,
    /// Its number of shots, for two action points.
    Heavy,
    /// Its number of shots, for two action points.
    Slow,
}

/// What is special about a gun.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum GunTag {
    /// -1 to hit after a Move, and no Move after the shot (GEM-ACT-07).
    Steady,
    /// Fires once, then has to be reloaded (GEM-ACT-07).
    Reload,
    /// Its bearer is encumbered in close combat (the table behind GEM-SCORE-10).
    Encumbers,
    /// Its hits may throw a model off a ledge (GEM-PIN-07).
    Knocks,
    /// Free in the choice of targets, and pins under `suppression` (GEM-TGT-01, GEM-PIN-08).
    Sniper,
}

impl GunTag {
    /// What players call it, and the rule that says what it does.
    #[must_use]
    pub fn told(self) -> (String, Rule) {
        let (name, rule) = match self {
            GunTag::Steady => ("steady", "GEM-ACT-07"),
            GunTag::Reload => ("reload after each shot", "GEM-ACT-07"),
            GunTag::Encumbers => ("cumbersome", "GEM-SCORE-10"),
            GunTag::Knocks => ("knocks over ledges", "GEM-PIN-07"),
            GunTag::Sniper => ("sniper", "GEM-TGT-01"),
        };
        (name.to_owned(), Rule(rule))
    }
}

/// A gun.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gun {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub class: Class,
    /// Hexes to the end of short range.
    pub short: u8,
    /// Hexes to the end of long range.
    pub long: u8,
    /// Modifier to hit at short range.
    pub at_short: i8,
    /// Modifier to hit at long range.
    pub at_long: i8,
    /// Strength, 1 to 10.
    pub strength: u8,
    /// What it does to the target's save, 0 or less.
    pub save: i8,
    /// Shots.
    pub shots: u8,
    /// Least face of the ammo roll that keeps it firing (GEM-AMMO-01).
    pub ammo: u8,
    /// Hands that it takes.
    pub hands: u8,
    /// What it costs a gang, 0 to 100 (GEM-SET-05).
    #[serde(default)]
    pub points: u16,
    /// The blade that it is in close combat; none for a gun that is just in the way there.
    #[serde(default)]
    pub in_hand: Option<String>,
    /// What is special about it.
    #[serde(default)]
    pub tags: Vec<GunTag>,
}

impl Gun {
    /// Whether something is special about it.
    #[must_use]
    pub fn has(&self, tag: GunTag) -> bool {
        self.tags.contains(&tag)
    }
}

/// The strength of a blow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Strength {
    /// The user's, more or less so much.
    User(i8),
    /// This.
    Fixed(u8),
}

/// How a weapon parries (GEM-PARRY-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum ParryValue {
    /// Weapons of this value or less; with 0 nothing.
    Value(u8),
    /// Everything: shields.
    Always,
}

/// What is special about a weapon for close combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum BladeTag {
    /// Wounds by the column of small weapons (GEM-CHART-01).
    Small,
    /// Injures less (GEM-LOC-03).
    Blunt,
    /// -1 to the score (the table behind GEM-SCORE-10).
    Improvised,
    /// -2 to the score (the table behind GEM-SCORE-10).
    Unarmed,
    /// Free: it never counts as a second weapon (GEM-CC-03).
    Free,
    /// No attack die for it (GEM-SCORE-01).
    NoDie,
    /// A pistol: a sword knocks it aside (GEM-PARRY-01).
    Pistol,
    /// Parries worse in hands that are weaker than this (GEM-PARRY-07).
    Needs(u8),
    /// Master crafted (GEM-PARRY-07).
    Master,
    /// Breaks on a fumble.
    Breaks,
    /// May be thrown, once (GEM-SHOOT-07).
    Thrown,
}

impl BladeTag {
    /// What players call it, with its numbers, and the rule that says what it does.
    #[must_use]
    pub fn told(self) -> (String, Rule) {
        let plain = |name: &str, rule| (name.to_owned(), Rule(rule));
        match self {
            BladeTag::Small => plain("small", "GEM-CHART-01"),
            BladeTag::Blunt => plain("blunt", "GEM-LOC-03"),
            BladeTag::Improvised => plain("improvised", "GEM-SCORE-10"),
            BladeTag::Unarmed => plain("unarmed", "GEM-SCORE-10"),
            BladeTag::Free => plain("no second weapon", "GEM-CC-03"),
            BladeTag::NoDie => plain("no attack die", "GEM-SCORE-01"),
            BladeTag::Pistol => plain("pistol", "GEM-PARRY-01"),
            BladeTag::Needs(strength) => (format!("needs strength {strength} to parry"), Rule("GEM-PARRY-07")),
            BladeTag::Master => plain("master crafted", "GEM-PARRY-07"),
            BladeTag::Breaks => plain("breaks on a fumble", "GEM-SCORE-10"),
            BladeTag::Thrown => plain("thrown", "GEM-SHOOT-07"),
        }
    }
}

/// A weapon for close combat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blade {
    /// Its name.
    pub name: String,
    /// Strength of its blows.
    pub strength: Strength,
    /// What it does to the target's save, besides what its strength does.
    pub save: i8,
    /// How it parries.
    pub parry: ParryValue,
    /// Hands that it takes.
    pub hands: u8,
    /// What it costs a gang, 0 to 100 (GEM-SET-05).
    #[serde(default)]
    pub points: u16,
    /// What is special about it.
    #[serde(default)]
    pub tags: Vec<BladeTag>,
}

impl Blade {
    /// Whether something is special about it.
    #[must_use]
    pub fn has(&self, tag: BladeTag) -> bool {
        self.tags.contains(&tag)
    }
}

/// What is special about a model. Numbers behind a condition are what 2D6 are rolled against (GEM-PSY-03).
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum Trait {
    /// Leads its gang (GEM-SET-03).
    Leader,
    /// Matters to the story (GEM-WND-04).
    Character,
    /// GEM-DOG-01.
    Fearless,
    /// GEM-DOG-02.
    Dogged,
    /// Tested when it charges, and when an enemy is so near at the start of its turn (GEM-FRZ-01).
    Frenzy(u8, Option<u8>),
    /// Frenzied from the start (GEM-FRZ-02).
    Frenzied(u8),
    /// Frenzied for ever (GEM-FRZ-04).
    BloodFrenzy,
    /// Carries so many doses of Frenzon (GEM-FRZ-03).
    Frenzon(u8),
    /// GEM-STUP-01.
    Stupidity(u8),
    /// Hates models of that gang (GEM-HATE-01).
    Hatred(String),
    /// Is not so easily put in terror by models of that gang (GEM-TER-01).
    Preferred(String),
    /// GEM-FEAR-02.
    Fear,
    /// GEM-TER-01.
    Terror,
    /// GEM-TER-05.
    Horror,
    /// GEM-CONF-02.
    Drunk,
    /// Over 2 inches tall: +1 to be hit.
    Large,
    /// Under half an inch tall: -1 to be hit.
    Small,
    /// Fights without any weapon (GEM-CC-03).
    Unarmed,
}

impl Trait {
    /// What players call it, with its numbers, and the rule that says what it does.
    #[must_use]
    pub fn told(&self) -> (String, Rule) {
        let plain = |name: &str, rule| (name.to_owned(), Rule(rule));
        match self {
            Trait::Leader => plain("Leader", "GEM-MOR-01"),
            Trait::Character => plain("Character", "GEM-WND-04"),
            Trait::Fearless => plain("Fearless", "GEM-DOG-01"),
            Trait::Dogged => plain("Dogged", "GEM-DOG-02"),
            Trait::Frenzy(number, _) => (format!("Frenzy {number}"), Rule("GEM-FRZ-01")),
            Trait::Frenzied(number) => (format!("Frenzied {number}"), Rule("GEM-FRZ-02")),
            Trait::BloodFrenzy => plain("Blood frenzy", "GEM-FRZ-04"),
            Trait::Frenzon(doses) => (format!("Frenzon {doses}"), Rule("GEM-FRZ-03")),
            Trait::Stupidity(number) => (format!("Stupidity {number}"), Rule("GEM-STUP-01")),
            Trait::Hatred(gang) => (format!("Hates {gang}"), Rule("GEM-HATE-01")),
            Trait::Preferred(gang) => (format!("Knows {gang}"), Rule("GEM-TER-01")),
            Trait::Fear => plain("Fear", "GEM-FEAR-02"),
            Trait::Terror => plain("Terror", "GEM-TER-01"),
            Trait::Horror => plain("Horror", "GEM-TER-05"),
            Trait::Drunk => plain("Drunk", "GEM-CONF-02"),
            Trait::Large => plain("Large", "GEM-SHOOT-09"),
            Trait::Small => plain("Small", "GEM-SHOOT-09"),
            Trait::Unarmed => plain("Unarmed", "GEM-CC-03"),
        }
    }
}

/// How hard a skill is to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SkillClass {
    /// Most people can make something of it.
    Easy,
    /// It takes an apprenticeship.
    Average,
    /// It takes half a life.
    Hard,
}

impl SkillClass {
    /// What a level costs in character points, by how far it is above Leadership (GEM-SKILL-02); none for a level that is
    /// not for sale.
    #[must_use]
    pub fn cost(self, ld: u8, level: u8) -> Option<u8> {
        let above = i16::from(level) - i16::from(ld);
        let rung = above + self as i16;
        let cost = match rung {
            0..=3 => 1 << rung,
            _ => 4 * (rung - 1),
        };
        (above >= -1 && rung >= 0).then(|| cost.min(u8::MAX.into()) as u8)
    }

    /// So much below Leadership is whoever never learnt it (GEM-SKILL-04).
    #[must_use]
    pub fn untrained(self) -> u8 {
        2 + self as u8
    }
}

/// A skill that there is.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillRow {
    /// Its name.
    pub name: String,
    /// How hard it is for most.
    pub class: SkillClass,
}

/// A skill of a model: what 3D6 are rolled against (GEM-SKILL-03).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Skill {
    /// Its name.
    pub name: String,
    /// Its level, 2 to 18.
    pub level: u8,
}

/// A kind of model.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sheet {
    /// Its name.
    pub name: String,
    /// The gang that it belongs to.
    pub gang: String,
    /// Hexes that it moves for an action point.
    pub m: u8,
    /// Weapon Skill.
    pub ws: u8,
    /// Ballistic Skill.
    pub bs: u8,
    /// Strength.
    pub s: u8,
    /// Toughness.
    pub t: u8,
    /// Wounds.
    pub w: u8,
    /// Initiative.
    pub i: u8,
    /// Attacks.
    pub a: u8,
    /// Leadership.
    pub ld: u8,
    /// Cool, where it is not Leadership (GEM-TEST-04).
    #[serde(default)]
    pub cl: Option<u8>,
    /// Least face that saves; 7 without armour (GEM-SHOOT-09).
    pub sv: u8,
    /// Activation number (GEM-ACT-01).
    pub an: u8,
    /// What it costs a gang without its gear, 1 to 500 (GEM-SET-05).
    pub points: u16,
    /// Guns, by name.
    #[serde(default)]
    pub guns: Vec<String>,
    /// What it fights with hand to hand, by name: one weapon, or one in each hand; a knife where nothing is said.
    #[serde(default)]
    pub blades: Vec<String>,
    /// Grenades.
    #[serde(default)]
    pub grenades: u8,
    /// Smoke grenades.
    #[serde(default)]
    pub smokes: u8,
    /// What is special about it.
    #[serde(default)]
    pub traits: Vec<Trait>,
    /// What it is trained in (GEM-SKILL-03).
    #[serde(default)]
    pub skills: Vec<Skill>,
    /// Skills that its kind learns more easily, or less so, than others (GEM-SKILL-02).
    #[serde(default)]
    pub classes: Vec<(String, SkillClass)>,
    /// Its icon.
    #[serde(default)]
    pub icon: Option<String>,
}

impl Sheet {
    /// Whether something is special about it.
    #[must_use]
    pub fn has(&self, wanted: &Trait) -> bool {
        self.traits.contains(wanted)
    }

    /// Whether it never routs from close combat and shrugs off the fall of friends (GEM-DOG-01, GEM-DOG-02).
    #[must_use]
    pub fn is_stubborn(&self) -> bool {
        self.has(&Trait::Fearless) || self.has(&Trait::Dogged)
    }

    /// How hard a skill is for its kind (GEM-SKILL-02). What is not among the skills that there are is hard for everybody.
    #[must_use]
    pub fn class_of(&self, skill: &str, all: &[SkillRow]) -> SkillClass {
        let own = self.classes.iter().find(|(name, _)| name == skill).map(|(_, class)| *class);
        let usual = || all.iter().find(|row| row.name == skill).map(|row| row.class);
        own.or_else(usual).unwrap_or(SkillClass::Hard)
    }

    /// What it rolls against where its mind is tested (GEM-TEST-04).
    #[must_use]
    pub fn cool(&self) -> u8 {
        self.cl.unwrap_or(self.ld)
    }

    /// Whether those of a gang are enemies that it prefers (GEM-TER-01).
    #[must_use]
    pub fn prefers(&self, gang: &str) -> bool {
        self.traits.iter().any(|t| matches!(t, Trait::Preferred(whom) if whom == gang))
    }

    /// Whether it hates those of a gang (GEM-HATE-01).
    #[must_use]
    pub fn hates(&self, gang: &str) -> bool {
        self.traits.iter().any(|t| matches!(t, Trait::Hatred(whom) if whom == gang))
    }
}
