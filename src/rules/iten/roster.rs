//! A Retinue as its player wrote it, by names: what roster files hold and the builder changes.

use serde::{Deserialize, Serialize};

use crate::rules::muster;

use super::stats::{Calling, Creed, Gear, God, Troop};
use super::vehicles::Vehicle;

/// A roster.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// The ruleset's name.
    pub ruleset: String,
    /// Its name.
    pub name: String,
    /// A line about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The list that it chooses from.
    pub list: String,
    /// Radical or puritan, for lists that ask.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub creed: Option<Creed>,
    /// The god that its Leader follows.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub god: Option<God>,
    /// The most points that it may cost; the usual where it names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u16>,
    /// It goes aboard a hulk, or waits there: opens the tools for breaching (HULK-LEFT-08).
    #[serde(default, skip_serializing_if = "is_false")]
    pub boarding: bool,
    /// What a rulebook prints as its cost.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<u16>,
    /// Its figures, alike ones together.
    #[serde(default)]
    pub figures: Vec<Figure>,
    /// Its vehicles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub vehicles: Vec<Ride>,
    /// Vehicles of its own design (ITEN-VEH-36).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub designs: Vec<Vehicle>,
}

/// A figure, or several alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// Its own name; without one it goes by its troop type.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its troop type.
    pub troop: String,
    /// How many of them.
    #[serde(default = "muster::one", skip_serializing_if = "muster::is_one")]
    pub count: u8,
    /// Its armour; without any it wears just clothing.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub armour: String,
    /// Its weapons.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<String>,
    /// What it was given for a boarding mission, free of charge (HULK-LEFT-06).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub issued: Vec<String>,
    /// What else it carries.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub gear: Vec<Gear>,
    /// Its psyker powers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub powers: Vec<String>,
    /// Its special abilities.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub abilities: Vec<String>,
    /// Its calling.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calling: Option<Calling>,
    /// What a rulebook prints as the cost of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub printed: Option<u16>,
    /// The unit that it is of, where not each entry is one: neighbours with the same word here lie under one blip.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub squad: String,
    /// What it has learnt (ITEN-CAMP-05).
    #[serde(default, skip_serializing_if = "Advances::is_none")]
    pub advances: Advances,
}

/// What a figure has learnt in a campaign, beyond its troop type's numbers (ITEN-CAMP-05).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Advances {
    /// Added to its Fighting Value.
    pub fv: u8,
    /// Added to its Shooting Value.
    pub sv: u8,
    /// Added to its Speed.
    pub speed: u8,
    /// So much better is its Grit.
    pub grit: u8,
}

impl Advances {
    /// The best that a figure can become: Fighting and Shooting Value, Speed, Grit.
    pub const LIMITS: (i8, i8, i8, u8) = (5, 5, 3, 2);

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
    fn is_none(&self) -> bool {
        *self == Advances::default()
    }

    /// A troop type with what one of it has learnt.
    #[must_use]
    pub fn of(self, troop: &Troop) -> Troop {
        let (fv, sv, speed, grit) = Advances::LIMITS;
        let add = |value: i8, more: u8, most: i8| value.saturating_add_unsigned(more).min(most.max(value));
        Troop {
            fv: add(troop.fv, self.fv, fv),
            sv: add(troop.sv, self.sv, sv),
            speed: add(troop.speed, self.speed, speed),
            grit: troop.grit.saturating_sub(self.grit).max(grit.min(troop.grit)),
            ..troop.clone()
        }
    }
}

impl Figure {
    /// So many of a troop type, with nothing but what comes with it.
    #[must_use]
    pub fn plain(troop: &str, count: u8) -> Figure {
        Figure { count, ..Figure::of(troop) }
    }
}

/// A vehicle of a Retinue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ride {
    /// Its own name; without one it goes by its sheet's.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Which it is: one of the book's or of the roster's designs.
    pub vehicle: String,
    /// Heavy weapons on its hard points (ITEN-VEH-26).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weapons: Vec<String>,
    /// A ram or dozer blade (ITEN-VEH-32).
    #[serde(default, skip_serializing_if = "is_false")]
    pub ram: bool,
    /// Names of the figures aboard at the start, the driver first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aboard: Vec<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands out references")]
fn is_false(value: &bool) -> bool {
    !value
}

impl Figure {
    /// One figure of a troop type with nothing bought yet.
    #[must_use]
    pub fn of(troop: &str) -> Figure {
        Figure {
            name: String::new(),
            troop: troop.to_owned(),
            count: 1,
            armour: String::new(),
            weapons: Vec::new(),
            issued: Vec::new(),
            gear: Vec::new(),
            powers: Vec::new(),
            abilities: Vec::new(),
            calling: None,
            printed: None,
            squad: String::new(),
            advances: Advances::default(),
        }
    }

    /// What its entry goes by.
    #[must_use]
    pub fn title(&self) -> &str {
        if self.name.is_empty() { &self.troop } else { &self.name }
    }
}

impl Ride {
    /// What it goes by.
    #[must_use]
    pub fn title(&self) -> &str {
        if self.name.is_empty() { &self.vehicle } else { &self.name }
    }
}

impl Roster {
    /// The names of all figures, entry by entry; a number tells those apart that go by the same.
    #[must_use]
    pub fn names(&self) -> Vec<Vec<String>> {
        let titled = |title: &str| -> u32 {
            self.figures.iter().filter(|f| f.title() == title).map(|f| u32::from(f.count)).sum()
        };
        let mut out: Vec<Vec<String>> = Vec::new();
        for (i, figure) in self.figures.iter().enumerate() {
            let title = figure.title();
            let alone = titled(title) == 1;
            let before: u32 = self.figures[..i].iter().filter(|f| f.title() == title).map(|f| u32::from(f.count)).sum();
            let name = |n: u32| if alone { title.to_owned() } else { format!("{title} {n}") };
            out.push((1..=u32::from(figure.count)).map(|n| name(before + n)).collect());
        }
        out
    }

    /// How many figures there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.figures.iter().map(|f| usize::from(f.count)).sum()
    }

    /// The roster as a file.
    #[must_use]
    pub fn to_ron(&self) -> String {
        muster::to_ron(self, 3)
    }
}
