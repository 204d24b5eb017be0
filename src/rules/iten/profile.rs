//! Profiles: a figure's numbers as battles use them.

use crate::battle::UnitId;

use super::Battle;
use super::catalogue::{Ability, Power};
use super::content::RuleContent;
use super::retinue::{Member, Mount, Price, Retinue};
use super::stats::{Armour, Gear, God, Leads, Tag, Trait, Troop, Weapon, Weight};

/// A figure's numbers as battles use them, with what its god and its bionics do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// The figure as its Retinue has it.
    pub member: Member,
    /// Survives a hit on this or more.
    pub grit: u8,
    /// Added to each of its Grit rolls (ITEN-GOD-03).
    pub grit_bonus: i8,
    /// Added to its melee attacks.
    pub fv: i8,
    /// Added to its ranged attacks.
    pub sv: i8,
    /// Added to its move and to its armour against shots.
    pub speed: i8,
    /// What a blow on it must reach.
    pub armour: i8,
    /// Added to that against shots (ITEN-SRV-05).
    pub shield: i8,
    /// Its weapons, as indices into the armoury: those it carries, then what lies about for when it has none of them left
    /// to strike with (ITEN-WPN-06).
    pub arms: Vec<u8>,
    /// It frightens its enemies (ITEN-TERR).
    pub terrifying: bool,
    /// It fears nothing.
    pub fearless: bool,
    /// It has a jump or jet pack (ITEN-JUMP-01).
    pub pack: bool,
    /// It stands where it is, and turns (ITEN-ROB-01).
    pub rooted: bool,
    /// What it is, of a vehicle.
    pub mount: Option<Mount>,
}

impl Profile {
    pub(super) fn new(member: Member, retinue: &Retinue, book: &RuleContent) -> Profile {
        let (troop, gods) = (&member.troop, &book.numbers.gods);
        let follows = |god: God| i8::from(retinue.god == Some(god));
        let mut arms = member.weapons.clone();
        let improvised = book.improvised() as u8;
        if !troop.bare_hands && !arms.contains(&improvised) {
            arms.push(improvised);
        }
        let bears_flamer = member.weapons.iter().any(|w| book.weapons[usize::from(*w)].has(Trait::Flamer));
        let flamer = if bears_flamer { book.numbers.flamer_armour } else { 0 };
        let shield = if member.gear.contains(&Gear::SuppressionShield) { book.numbers.shield } else { 0 };
        let tough = if member.is(Tag::Zombie) { 0 } else { gods.nurgle_grit * follows(God::Nurgle) };
        Profile {
            grit: troop.grit,
            grit_bonus: tough,
            fv: member.fv() + gods.khorne_fv * follows(God::Khorne),
            sv: troop.sv + gods.khorne_shooting * follows(God::Khorne),
            speed: troop.speed + gods.slaanesh_speed * follows(God::Slaanesh),
            armour: member.to_hit() as i8 + flamer,
            shield,
            arms,
            terrifying: member.is(Tag::Terrifying),
            fearless: member.is(Tag::Fearless) || retinue.god == Some(God::Slaanesh),
            pack: member.gear.contains(&Gear::JumpPack),
            rooted: member.is(Tag::Rooted),
            mount: None,
            member,
        }
    }

    /// A vehicle's: what figures and vehicles have alike is that of a figure without a will of its own, whom nothing
    /// frightens and no power touches, and who has no Grit to roll (ITEN-VEH-12).
    pub(super) fn of_vehicle(mount: &Mount, retinue: &Retinue) -> Profile {
        let troop = Troop {
            id: mount.vehicle.id.clone(),
            name: mount.vehicle.name.clone(),
            also: Vec::new(),
            icon: mount.vehicle.icon.clone(),
            list: retinue.list.clone(),
            grit: 7,
            fv: 0,
            sv: 0,
            speed: 0,
            tags: vec![Tag::Fearless, Tag::Unfeeling],
            leads: Leads::Never,
            limit: None,
            radical: false,
            god: None,
            devotee: false,
            psyker: None,
            kit: None,
            armour: None,
            improvises: false,
            no_ranged: false,
            standard: None,
            shield: false,
            bare_hands: true,
            boarding: false,
            scenario: false,
        };
        let armour = Armour {
            id: mount.vehicle.id.clone(),
            name: mount.vehicle.name.clone(),
            also: Vec::new(),
            weight: Weight::VeryHeavy,
            to_hit: mount.vehicle.armour,
            powered: false,
            sealed: true,
        };
        let member = Member {
            name: mount.name.clone(),
            leader: false,
            weapons: mount.weapons.clone(),
            powers: Vec::new(),
            abilities: Vec::new(),
            gear: Vec::new(),
            calling: None,
            price: Price { total: mount.cost, ..Price::default() },
            printed: None,
            squad: 0,
            troop,
            armour,
        };
        Profile {
            grit: member.troop.grit,
            grit_bonus: 0,
            fv: 0,
            sv: 0,
            speed: 0,
            armour: member.armour.to_hit as i8,
            shield: 0,
            arms: mount.weapons.clone(),
            terrifying: false,
            fearless: true,
            pack: false,
            rooted: false,
            mount: Some(mount.clone()),
            member,
        }
    }

    /// Whether it has an ability.
    #[inline]
    #[must_use]
    pub fn has(&self, ability: Ability) -> bool {
        self.member.has(ability)
    }
}

impl Battle {
    /// The profile of a figure or vehicle.
    #[inline]
    #[must_use]
    pub fn profile(&self, unit: UnitId) -> &Profile {
        &self.setting().profiles[usize::from(self.unit(unit).profile)]
    }

    /// The daemon that has a figure, if one has (ITEN-PSY-07).
    #[inline]
    pub(super) fn daemon(&self, unit: UnitId) -> Option<&Troop> {
        (self.unit(unit).possessed != 0).then_some(&self.setting().daemon)
    }

    /// What a figure adds to its melee attacks.
    #[inline]
    #[must_use]
    pub fn fv(&self, unit: UnitId) -> i8 {
        self.daemon(unit).map_or(self.profile(unit).fv, |d| d.fv)
    }

    /// What a figure adds to its ranged attacks.
    #[inline]
    #[must_use]
    pub fn sv(&self, unit: UnitId) -> i8 {
        self.daemon(unit).map_or(self.profile(unit).sv, |d| d.sv)
    }

    /// A figure's Speed.
    #[inline]
    #[must_use]
    pub fn speed(&self, unit: UnitId) -> i8 {
        self.daemon(unit).map_or(self.profile(unit).speed, |d| d.speed)
    }

    /// What a blow on a figure must reach.
    #[inline]
    #[must_use]
    pub fn armour(&self, unit: UnitId) -> i8 {
        let blessed = self.under(unit, Power::BlessArmour);
        let full = self.profile(unit).armour + if blessed { self.power(Power::BlessArmour).amount } else { 0 };
        // ITEN-VEH-17.
        match self.unit(unit).plates {
            0 => full,
            plates => full.saturating_sub_unsigned(plates).max(2),
        }
    }

    /// A weapon of a figure, by its place; none for bare hands.
    #[inline]
    #[must_use]
    pub fn arm(&self, unit: UnitId, place: u8) -> Option<&Weapon> {
        match self.profile(unit).arms.get(usize::from(place)) {
            Some(&w) => Some(&self.setting().armoury[usize::from(w)]),
            None => self.borrowed(unit, place),
        }
    }
}
