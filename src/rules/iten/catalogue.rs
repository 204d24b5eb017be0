//! Psyker powers and special abilities: what they are called, reach and cost.

use serde::{Deserialize, Serialize};

/// A psyker power (ITEN-PSY-16 to -28).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Power {
    /// Armour of one figure (ITEN-PSY-16).
    BlessArmour,
    /// Fighting and shooting with one weapon (ITEN-PSY-17).
    BlessWeapon,
    /// An enemy attacks its own friend (ITEN-PSY-18).
    Dominatus,
    /// Enemies move as in hard cover (ITEN-PSY-19).
    FeetOfLead,
    /// Straight up (ITEN-PSY-20).
    Levitate,
    /// The psyker is Terrifying (ITEN-PSY-21).
    MaskOfDeath,
    /// A clear way through cover (ITEN-PSY-22).
    PathOfLight,
    /// A long move through anything (ITEN-PSY-23).
    PathOfShadows,
    /// Better Grit (ITEN-PSY-24).
    TrueGrit,
    /// A weapon's victims suffer in their Grit rolls (ITEN-PSY-25).
    Venom,
    /// A shot of fire (ITEN-PSY-26).
    Warpfire,
    /// A shot past all cover (ITEN-PSY-27).
    Warpstare,
    /// Soft cover for all around (ITEN-PSY-28).
    ZoneOfShadows,
}

impl Power {
    /// All of them, in the order of their numbers.
    pub const ALL: [Power; 13] = [
        Power::BlessArmour,
        Power::BlessWeapon,
        Power::Dominatus,
        Power::FeetOfLead,
        Power::Levitate,
        Power::MaskOfDeath,
        Power::PathOfLight,
        Power::PathOfShadows,
        Power::TrueGrit,
        Power::Venom,
        Power::Warpfire,
        Power::Warpstare,
        Power::ZoneOfShadows,
    ];
}

/// Whom a power can be used on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reach {
    /// The psyker alone.
    Oneself,
    /// Himself or a friend in contact (ITEN-PSY-13).
    Touch,
    /// Whatever is in sight within so many hexes.
    Within(u8),
    /// Whatever is in sight.
    Sight,
    /// Everyone within so many hexes of the psyker.
    Around(u8),
}

/// A power's sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PowerSheet {
    /// Rule id of its row.
    pub id: String,
    /// Its name, unique.
    pub name: String,
    /// Which it is.
    pub power: Power,
    /// Whom it can be used on.
    pub reach: Reach,
    /// Turns that it lasts; 0 for an instant (ITEN-PSY-14).
    pub turns: u8,
    /// Whether those affected may resist (ITEN-PSY-12).
    #[serde(default)]
    pub resisted: bool,
    /// The number in what it does: a bonus, hexes, a Grit; 0 where there is none.
    #[serde(default)]
    pub amount: i8,
    /// Hexes around its target that it works in.
    #[serde(default)]
    pub radius: u8,
    /// What it does, in a few words.
    pub about: String,
}

/// A special ability (ITEN-ABIL).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Ability {
    /// Better at what missions ask for (ITEN-ABIL-02).
    Analyze,
    /// Better armour and fighting (ITEN-ABIL-03).
    Bionics,
    /// Better against one enemy (ITEN-ABIL-04).
    BountyHunter,
    /// A second fight after a victory (ITEN-ABIL-05).
    CombatMaster,
    /// Friends around are better against daemons (ITEN-ABIL-06).
    DaemonLore,
    /// Leaves fights without a blow in the back (ITEN-ABIL-07).
    DefensiveMaster,
    /// One shot for which the weapon is given up (ITEN-ABIL-08).
    DesperateShot,
    /// No easy prey on the ground (ITEN-ABIL-09).
    GroundFighter,
    /// A second shot after a good one (ITEN-ABIL-10).
    GunKata,
    /// Hard to lose for good (ITEN-ABIL-11).
    HardToKill,
    /// Climbs as others walk (ITEN-ABIL-12).
    InhumanClimber,
    /// Takes terror from the faithful (ITEN-ABIL-13).
    InvokeFaith,
    /// Makes an example of the fearful (ITEN-ABIL-14).
    IronDiscipline,
    /// Helps friends up (ITEN-ABIL-16).
    Medic,
    /// Better initiative for the Leader (ITEN-ABIL-17).
    NoseForTrouble,
    /// Ignores cover when it stood still (ITEN-ABIL-20).
    Sniper,
    /// Steady against terror (ITEN-ABIL-21).
    Stalwart,
    /// Of another list (ITEN-ABIL-22).
    StrangeAlly,
    /// Powers do nothing to it and to those in contact (ITEN-ABIL-23).
    Untouchable,
    /// The same for those around it.
    UntouchableAura,
}

impl Ability {
    /// All of them, in the order of their numbers.
    pub const ALL: [Ability; 20] = [
        Ability::Analyze,
        Ability::Bionics,
        Ability::BountyHunter,
        Ability::CombatMaster,
        Ability::DaemonLore,
        Ability::DefensiveMaster,
        Ability::DesperateShot,
        Ability::GroundFighter,
        Ability::GunKata,
        Ability::HardToKill,
        Ability::InhumanClimber,
        Ability::InvokeFaith,
        Ability::IronDiscipline,
        Ability::Medic,
        Ability::NoseForTrouble,
        Ability::Sniper,
        Ability::Stalwart,
        Ability::StrangeAlly,
        Ability::Untouchable,
        Ability::UntouchableAura,
    ];
}

/// What the better of a kind pay: from this Grit on, this price.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tough {
    /// The worst Grit that pays it.
    pub grit: u8,
    /// The price.
    pub cost: u8,
}

/// An ability's sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AbilitySheet {
    /// Rule id of its row.
    pub id: String,
    /// Its name, unique.
    pub name: String,
    /// Which it is.
    pub ability: Ability,
    /// Its price (ITEN-ABIL-01).
    pub cost: u8,
    /// The price for figures of better Grit.
    #[serde(default)]
    pub tough: Option<Tough>,
    /// The ability that it builds on.
    #[serde(default)]
    pub needs: Option<Ability>,
    /// The number in what it does; 0 where there is none.
    #[serde(default)]
    pub amount: i8,
    /// Hexes that it reaches.
    #[serde(default)]
    pub radius: u8,
    /// What it does, in a few words.
    pub about: String,
}

impl AbilitySheet {
    /// What a figure of this Grit pays.
    #[must_use]
    pub fn price(&self, grit: u8) -> u8 {
        self.tough.filter(|t| grit <= t.grit).map_or(self.cost, |t| t.cost)
    }
}
