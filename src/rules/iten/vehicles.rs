//! Vehicles: what they are, carry and cost (ITEN-VEH).

use serde::{Deserialize, Serialize};

use super::numbers::Driving;
use super::stats::{Armour, Weight};

/// How a vehicle gets about, which also sets its base price (ITEN-VEH-35).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// On wheels, tracks or legs.
    Ground,
    /// Above all terrain (ITEN-VEH-05).
    Skimmer,
    /// One or two riders in the open.
    Bike,
}

/// Speed class (ITEN-VEH-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pace {
    /// 6, flat out 12.
    Normal,
    /// 9, flat out 18.
    Fast,
}

/// A vehicle's sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Vehicle {
    /// Rule id of its row.
    pub id: String,
    /// Its name, unique.
    pub name: String,
    /// What is drawn on its counter, by the name of an icon; none: what machines have.
    #[serde(default)]
    pub icon: Option<String>,
    /// How it gets about.
    pub kind: Kind,
    /// Its speed class.
    pub pace: Pace,
    /// What an attack must reach.
    pub armour: u8,
    /// Places for heavy weapons (ITEN-VEH-26).
    #[serde(default)]
    pub hard_points: u8,
    /// Seats of its crew.
    pub crew: u8,
    /// Seats of passengers.
    #[serde(default)]
    pub passengers: u8,
    /// Its price where a table prints one; otherwise it costs by the formula (ITEN-VEH-36).
    #[serde(default)]
    pub cost: Option<u16>,
    /// Hexes that it takes: 1 or 7 (ITEN-VEH-07).
    #[serde(default = "seven")]
    pub hexes: u8,
    /// How many aboard may fire their own weapons; none: all (ITEN-VEH-29).
    #[serde(default)]
    pub fire_ports: Option<u8>,
    /// Wearers of power armour take one seat, not two (ITEN-VEH-02).
    #[serde(default)]
    pub built_for_power_armour: bool,
    /// One hard point is a turret (ITEN-VEH-29).
    #[serde(default)]
    pub turret: bool,
    /// What it is used for.
    #[serde(default)]
    pub about: String,
}

fn seven() -> u8 {
    7
}

impl Vehicle {
    /// What it costs by the formula: base price, armour, seats, hard points (ITEN-VEH-35).
    #[must_use]
    pub fn formula(&self, driving: &Driving) -> u16 {
        let base = match (self.kind, self.pace) {
            (Kind::Ground, Pace::Normal) => driving.ground_normal,
            (Kind::Ground, Pace::Fast) => driving.ground_fast,
            (Kind::Skimmer, _) => driving.skimmer,
            (Kind::Bike, _) => driving.bike,
        };
        let seats = driving.seat * self.seats();
        base + u16::from(self.armour) + seats + driving.hard_point * u16::from(self.hard_points)
    }

    /// What it costs without weapons and ram: as printed, otherwise by the formula.
    #[must_use]
    pub fn price(&self, driving: &Driving) -> u16 {
        self.cost.unwrap_or_else(|| self.formula(driving))
    }

    /// The seats that a wearer of an armour takes; none where it cannot be carried (ITEN-VEH-02).
    #[must_use]
    pub fn seats_for(&self, armour: &Armour) -> Option<u8> {
        match armour.weight {
            Weight::VeryHeavy => None,
            _ if armour.to_hit > 8 => None,
            Weight::Heavy if !self.built_for_power_armour => Some(2),
            _ => Some(1),
        }
    }

    /// The seats of its crew and passengers together (ITEN-VEH-02).
    #[must_use]
    pub fn seats(&self) -> u16 {
        u16::from(self.crew) + u16::from(self.passengers)
    }

    /// How far it goes in a turn, flat out or not (ITEN-VEH-03).
    #[must_use]
    pub fn move_of(&self, driving: &Driving, flat_out: bool) -> u8 {
        let (usual, most) = match self.pace {
            Pace::Normal => driving.normal,
            Pace::Fast => driving.fast,
        };
        if flat_out { most } else { usual }
    }
}
