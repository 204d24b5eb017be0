//! What figures are and carry: armour, weapons, troop types, gods, psyker powers, special abilities.

use serde::{Deserialize, Serialize};

use crate::battle::Rule;

/// Weight of armour and of weapons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Weight {
    /// No armour; whatever lies about, taken for a weapon.
    None,
    /// Light.
    Light,
    /// Medium.
    Medium,
    /// Heavy.
    Heavy,
    /// Very heavy.
    VeryHeavy,
}

impl Weight {
    /// Its name in tables.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Weight::None => "no weight",
            Weight::Light => "light",
            Weight::Medium => "medium",
            Weight::Heavy => "heavy",
            Weight::VeryHeavy => "very heavy",
        }
    }
}

/// A suit of armour, a field or a hide (ITEN-ARM).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Armour {
    /// The rule that says most about it.
    pub id: String,
    /// Its name, unique.
    pub name: String,
    /// Other names that rosters may call it by.
    #[serde(default)]
    pub also: Vec<String>,
    /// Its weight, which hinders whoever rises in it (ITEN-ARM-03).
    pub weight: Weight,
    /// What an attack must reach, and its price (ITEN-BLD-07).
    pub to_hit: u8,
    /// Its wearer handles heavy weapons alone (ITEN-HVY-04).
    #[serde(default)]
    pub powered: bool,
    /// Bionics do not improve it (ITEN-ABIL-03).
    #[serde(default)]
    pub sealed: bool,
}

/// A weapon, ranged or for melee, or a tool for breaching (ITEN-WPN, HULK-LEFT-08).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Weapon {
    /// The rule that says most about it.
    pub id: String,
    /// Its name, unique.
    pub name: String,
    /// Other names that rosters may call it by.
    #[serde(default)]
    pub also: Vec<String>,
    /// Its weight class.
    pub weight: Weight,
    /// Added to the attack roll.
    pub bonus: i8,
    /// Greatest range in hexes of a ranged weapon; none for melee (ITEN-WPN-02, -04).
    #[serde(default)]
    pub range: Option<u8>,
    /// Added to the victim's Grit roll: 0 to -3 (ITEN-WPN-05).
    #[serde(default)]
    pub grit: i8,
    /// Its price (ITEN-BLD-06).
    pub cost: u8,
    /// What else it is.
    #[serde(default)]
    pub traits: Vec<Trait>,
}

/// What a weapon is besides its numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trait {
    /// Shoots in the turn of contact (ITEN-SHO-05, ITEN-WPN-09).
    Pistol,
    /// Takes two figures to move and to shoot (ITEN-HVY-01).
    Crewed,
    /// Thrown at a point, bursts there, used up; a figure carries one (ITEN-GREN).
    Grenade,
    /// Fires so many grenades in a game (ITEN-GREN-07).
    Launcher(u8),
    /// Sends a line of fire; its bearer's armour is one lower (ITEN-FLAM).
    Flamer,
    /// Can be thrown so far, and is gone then (ITEN-OUT-05).
    Thrown(u8),
    /// Used once in a game, at one figure or hex: no blast (HULK-LEFT-08).
    Once,
    /// Needs both hands.
    TwoHanded,
    /// Opens bulkheads (HULK-BULK-02).
    Breach,
    /// Opens bulkheads, and light ones have no save (HULK-BULK-04).
    BreachLight,
    /// Sticks to a bulkhead and goes off later; no weapon to fight with (HULK-LEFT-08).
    Charge,
    /// Tells what contacts are; no weapon to fight with (HULK-STALK-14).
    Scanner,
    /// Stands on vehicles only (ITEN-OUT-02).
    HardPoint,
    /// Open to every boarding force, whatever its list (HULK-LEFT-08).
    Boarding,
}

impl Trait {
    /// What players call it, with its numbers, and the rule that says what it does; none for what only says who may have
    /// it.
    #[must_use]
    pub fn told(self) -> Option<(String, Rule)> {
        let plain = |name: &str, rule| Some((name.to_owned(), Rule(rule)));
        match self {
            Trait::Pistol => plain("pistol", "ITEN-WPN-09"),
            Trait::Crewed => plain("needs a crew", "ITEN-HVY-01"),
            Trait::Grenade => plain("grenade", "ITEN-GREN-01"),
            Trait::Launcher(grenades) => Some((format!("{grenades} grenades"), Rule("ITEN-GREN-07"))),
            Trait::Flamer => plain("line of fire", "ITEN-FLAM-01"),
            Trait::Thrown(far) => Some((format!("thrown {far}"), Rule("ITEN-OUT-05"))),
            Trait::Once => plain("once", "HULK-LEFT-08"),
            Trait::TwoHanded => plain("two-handed", "ITEN-WPN-02"),
            Trait::Breach => plain("opens bulkheads", "HULK-BULK-02"),
            Trait::BreachLight => plain("opens bulkheads, light ones for certain", "HULK-BULK-04"),
            Trait::Charge => plain("charge", "HULK-LEFT-08"),
            Trait::Scanner => plain("scanner", "HULK-STALK-14"),
            Trait::HardPoint => plain("on a vehicle", "ITEN-OUT-02"),
            Trait::Boarding => None,
        }
    }
}

impl Weapon {
    /// Whether it has a trait.
    #[inline]
    #[must_use]
    pub fn has(&self, wanted: Trait) -> bool {
        self.traits.contains(&wanted)
    }

    /// Whether figures strike with it in melee.
    #[inline]
    #[must_use]
    pub fn is_melee(&self) -> bool {
        self.range.is_none() && !self.has(Trait::Charge) && !self.has(Trait::Scanner)
    }

    /// Whether it opens bulkheads (HULK-BULK-02).
    #[must_use]
    pub fn breaches(&self) -> bool {
        self.has(Trait::Breach) || self.has(Trait::BreachLight)
    }

    /// Whether it is the one grenade that a figure may carry (ITEN-GREN-05).
    #[must_use]
    pub fn is_grenade(&self) -> bool {
        self.has(Trait::Grenade) || self.range.is_some() && self.has(Trait::Once)
    }

    /// How many grenades it fires in a game, if it is a launcher.
    #[must_use]
    pub fn rounds(&self) -> Option<u8> {
        self.traits.iter().find_map(|t| if let Trait::Launcher(n) = t { Some(*n) } else { None })
    }

    /// Whether what it throws or fires flies in an arc, and is used up by it: a grenade, or one of a launcher's.
    #[must_use]
    pub fn lobs(&self) -> bool {
        self.is_grenade() || self.rounds().is_some()
    }

    /// How far it can be thrown, if it is a blade for throwing.
    #[must_use]
    pub fn thrown(&self) -> Option<u8> {
        self.traits.iter().find_map(|t| if let Trait::Thrown(n) = t { Some(*n) } else { None })
    }

    /// What it would cost by how costs come about: bonus, reach, size of the grit penalty (ITEN-WPN-10).
    #[must_use]
    pub fn reckoned_cost(&self) -> i16 {
        let reach = match self.range.unwrap_or(0) {
            0..=12 => 0,
            13..=18 => 1,
            19..=24 => 2,
            _ => 3,
        };
        i16::from(self.bonus) + reach + i16::from(self.grit.abs())
    }
}

/// What a figure is, where rules ask for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Tag {
    /// Of the Imperium (ITEN-ABIL-13).
    Imperial,
    /// Of Chaos: possession does not turn it on its own side (ITEN-PSY-10).
    Chaos,
    /// Neither.
    Xenos,
    /// A daemon or a host of one (ITEN-ABIL-06).
    Daemonic,
    /// Possessed already, so never again (ITEN-PSY-11).
    Host,
    /// Enemies need Grit to charge or to await it (ITEN-TERR).
    Terrifying,
    /// Fears nothing.
    Fearless,
    /// Psyker powers do nothing to it (ITEN-LIF-07).
    Unfeeling,
    /// A guardsman, whom a commissar watches (ITEN-ABIL-14).
    Guard,
    /// A space marine, who may be a chaplain (ITEN-ABIL-13).
    Marine,
    /// One of the assassins (ITEN-SRV-09).
    Assassin,
    /// A zombie: no advance, no pack (ITEN-OUT-04, ITEN-CAMP-05).
    Zombie,
    /// Turns, but never moves (ITEN-ROB-01).
    Rooted,
    /// May perform the ritual (ITEN-RIT-01).
    Ritualist,
    /// Commands where its Leader does not (HULK-STALK-13).
    Sergeant,
}

/// Whether a troop type leads its Retinue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Leads {
    /// It never does.
    #[default]
    Never,
    /// Where nobody of the other kind does (ITEN-ENM-01, ITEN-XEN-02).
    Otherwise,
    /// It is the Leader, and there is but one.
    Always,
}

/// What a troop type pays for psyker powers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Psyker {
    /// Price of each power (ITEN-PSY-01).
    pub cost: u8,
    /// It has one power at least (ITEN-SRV-03).
    #[serde(default)]
    pub required: bool,
    /// Only a radical's Retinue has them (ITEN-SRV-01).
    #[serde(default)]
    pub radical: bool,
}

/// A troop type: its statline and what it may be given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Troop {
    /// Rule id of its row.
    pub id: String,
    /// Its name, unique.
    pub name: String,
    /// Other names that rosters may call it by.
    #[serde(default)]
    pub also: Vec<String>,
    /// What is drawn on its counter, by the name of an icon; none: what people have.
    #[serde(default)]
    pub icon: Option<String>,
    /// The list that it stands in.
    pub list: String,
    /// Saves from a hit on this or more, 2 to 6.
    pub grit: u8,
    /// Added to melee attacks.
    pub fv: i8,
    /// Added to ranged attacks.
    pub sv: i8,
    /// Added to moves, to armour against shots and, a Leader's, to initiative.
    pub speed: i8,
    /// What it is.
    #[serde(default)]
    pub tags: Vec<Tag>,
    /// Whether it leads.
    #[serde(default)]
    pub leads: Leads,
    /// Most of them in a Retinue.
    #[serde(default)]
    pub limit: Option<u8>,
    /// Only for a radical's Retinue (ITEN-SRV-01).
    #[serde(default)]
    pub radical: bool,
    /// Only for the Retinue of this god (ITEN-ENM-04).
    #[serde(default)]
    pub god: Option<God>,
    /// May follow a god, with its whole Retinue (ITEN-GOD-01).
    #[serde(default)]
    pub devotee: bool,
    /// Psyker powers, if it may have any.
    #[serde(default)]
    pub psyker: Option<Psyker>,
    /// Comes with just this and takes nothing else (ITEN-XEN).
    #[serde(default)]
    pub kit: Option<Kit>,
    /// The armours open to it, where they are fewer than its list has.
    #[serde(default)]
    pub armour: Option<Vec<String>>,
    /// Fights with whatever lies about and with nothing else (ITEN-ENM-04).
    #[serde(default)]
    pub improvises: bool,
    /// Carries no ranged weapon (ITEN-SRV-09).
    #[serde(default)]
    pub no_ranged: bool,
    /// The weapon that it must carry, unless it bears a flamethrower or a crewed weapon (ITEN-SRV-07).
    #[serde(default)]
    pub standard: Option<String>,
    /// May carry a Suppression Shield (ITEN-SRV-05).
    #[serde(default)]
    pub shield: bool,
    /// Needs no weapon: its bare hands have no bonus and no loss (ITEN-LIF-07).
    #[serde(default)]
    pub bare_hands: bool,
    /// Only for boarding forces (HULK-LEFT-07).
    #[serde(default)]
    pub boarding: bool,
    /// Scenarios field it, Retinues do not (ITEN-OUT-06).
    #[serde(default)]
    pub scenario: bool,
}

impl Troop {
    /// Whether it is something.
    #[inline]
    #[must_use]
    pub fn is(&self, tag: Tag) -> bool {
        self.tags.contains(&tag)
    }
}

/// Armour and weapons that a troop type always has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kit {
    /// Name of the armour.
    pub armour: String,
    /// Names of the weapons.
    #[serde(default)]
    pub weapons: Vec<String>,
}

/// What a list offers: an armour or a weapon, to all or to some of its troop types (ITEN-SRV-04, -06, ITEN-ENM-02, -03).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Offer {
    /// What is offered.
    pub name: String,
    /// To whom; nobody named: to all.
    #[serde(default)]
    pub only: Vec<String>,
}

/// A list of Retinues: what they choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RetinueList {
    /// How the ids of its rules begin.
    pub id: String,
    /// Its name, unique.
    pub name: String,
    /// The rules of its armour and of its weapons, for those who ask why not.
    pub rules: (String, String),
    /// Its Leader is radical or puritan (ITEN-SRV-01).
    #[serde(default)]
    pub creeds: bool,
    /// Lists that it shares no Retinue with, by a Strange Ally (ITEN-ABIL-22).
    #[serde(default)]
    pub shuns: Vec<String>,
    /// Armours of the list.
    #[serde(default)]
    pub armour: Vec<Offer>,
    /// Weapons of the list.
    #[serde(default)]
    pub weapons: Vec<Offer>,
}

/// How an Inquisitor goes about his work (ITEN-SRV-01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Creed {
    /// By any means: powers, psykers, a Daemonhost.
    Radical,
    /// By none of these; rerolls Grit rolls against powers (ITEN-SRV-02).
    Puritan,
}

/// The god of a Chaos Agent and his Retinue (ITEN-GOD).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum God {
    /// Better in melee, worse at shooting (ITEN-GOD-02).
    Khorne,
    /// Tougher; zombies (ITEN-GOD-03).
    Nurgle,
    /// Fearless and fast (ITEN-GOD-04).
    Slaanesh,
    /// Cheaper powers (ITEN-GOD-05).
    Tzeentch,
}

impl God {
    /// All of them.
    pub const ALL: [God; 4] = [God::Khorne, God::Nurgle, God::Slaanesh, God::Tzeentch];

    /// What it gives, in a few words.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            God::Khorne => "the Retinue fights better and shoots worse",
            God::Nurgle => "better Grit rolls, and Plague Zombies may be hired",
            God::Slaanesh => "no terror, and more Speed",
            God::Tzeentch => "the Agent's powers cost half",
        }
    }
}

/// A calling that abilities ask for. It costs nothing by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Calling {
    /// Invokes faith in those who see him (ITEN-ABIL-13).
    Priest,
    /// Invokes faith farther, seen or not.
    Bishop,
    /// A space marine who does as a bishop does.
    Chaplain,
    /// Keeps Iron Discipline (ITEN-ABIL-14).
    Commissar,
    /// A psyker whom a commissar does not suffer to be possessed (ITEN-ABIL-15).
    PrimarisPsyker,
}

impl Calling {
    /// All of them.
    pub const ALL: [Calling; 5] =
        [Calling::Priest, Calling::Bishop, Calling::Chaplain, Calling::Commissar, Calling::PrimarisPsyker];

    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Calling::Priest => "Priest",
            Calling::Bishop => "Bishop",
            Calling::Chaplain => "Chaplain",
            Calling::Commissar => "Commissar",
            Calling::PrimarisPsyker => "Primaris Psyker",
        }
    }
}

/// What a figure may carry besides armour and weapons.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Gear {
    /// Armour against shots (ITEN-SRV-05).
    SuppressionShield,
    /// A jump or jet pack (ITEN-OUT-04).
    JumpPack,
}

impl Gear {
    /// All of it.
    pub const ALL: [Gear; 2] = [Gear::SuppressionShield, Gear::JumpPack];

    /// Its name.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Gear::SuppressionShield => "Suppression Shield",
            Gear::JumpPack => "Jump Pack",
        }
    }
}
