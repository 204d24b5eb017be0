//! Models with a history (GEM-CAMP): what a campaign hands to a scenario.

use serde::{Deserialize, Serialize};

use super::content::{FIRST_AID, RuleContent};
use super::roster::Entry;
use super::stats::{Sheet, Skill, Trait};

/// A model with a history, as scenario files of campaigns field it (GEM-CAMP-01).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Veteran {
    /// Its sheet and gear; its name, too, which in a company is the fighter's.
    pub member: Entry,
    /// It leads its gang, whatever its sheet says (GEM-CAMP-08).
    #[serde(default)]
    pub leads: bool,
    /// What it has learnt, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub learnt: Vec<Lesson>,
    /// What it has not got over, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub injuries: Vec<Injury>,
}

/// Something that a model can learn (GEM-CAMP-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lesson {
    /// Weapon Skill +1, up to 6.
    Fencing,
    /// Ballistic Skill +1, up to 6.
    Marksmanship,
    /// Initiative +1, up to 6.
    Quickness,
    /// Leadership and Cool +1, up to 10.
    Resolve,
    /// Its first skill is a level better, up to 14; whoever has none learns First Aid, as good as its Leadership.
    Craft,
    /// Attacks +1, up to 3.
    Fury,
}

impl Lesson {
    /// All of them, by the faces of the die; where one is at its limit the first that is not takes its place.
    pub(super) const ALL: [Lesson; 6] =
        [Lesson::Fencing, Lesson::Marksmanship, Lesson::Quickness, Lesson::Resolve, Lesson::Craft, Lesson::Fury];

    pub(super) fn words(self) -> &'static str {
        match self {
            Lesson::Fencing => "Weapon Skill +1",
            Lesson::Marksmanship => "Ballistic Skill +1",
            Lesson::Quickness => "Initiative +1",
            Lesson::Resolve => "Leadership +1",
            Lesson::Craft => "a level of skill",
            Lesson::Fury => "Attacks +1",
        }
    }

    /// What a sheet becomes by it; none where there is nothing to learn.
    pub(super) fn teach(self, sheet: &Sheet) -> Option<Sheet> {
        let mut sheet = sheet.clone();
        let (number, most) = match self {
            Lesson::Fencing => (&mut sheet.ws, 6),
            Lesson::Marksmanship => (&mut sheet.bs, 6),
            Lesson::Quickness => (&mut sheet.i, 6),
            Lesson::Resolve => {
                sheet.cl = sheet.cl.map(|cl| cl + u8::from(cl < 10));
                (&mut sheet.ld, 10)
            }
            Lesson::Craft => {
                if sheet.skills.is_empty() {
                    sheet.skills.push(Skill { name: FIRST_AID.to_owned(), level: sheet.ld });
                    return Some(sheet);
                }
                (&mut sheet.skills[0].level, 14)
            }
            Lesson::Fury => (&mut sheet.a, 3),
        };
        if *number >= most {
            return None;
        }
        *number += 1;
        Some(sheet)
    }
}

/// A lasting injury (GEM-CAMP-02).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Injury {
    /// It moves a hex less, but 2 at least.
    Leg,
    /// Ballistic Skill -1, but 1 at least.
    Hand,
    /// Weapon Skill -1, but 1 at least.
    Shoulder,
    /// Leadership -1, but 5 at least.
    Nerve,
}

impl Injury {
    /// By the faces of a die.
    pub(super) const ALL: [Injury; 6] =
        [Injury::Leg, Injury::Leg, Injury::Hand, Injury::Hand, Injury::Shoulder, Injury::Nerve];

    pub(super) fn words(self) -> &'static str {
        match self {
            Injury::Leg => "a bad leg (move -1)",
            Injury::Hand => "a shaking hand (Ballistic Skill -1)",
            Injury::Shoulder => "a stiff shoulder (Weapon Skill -1)",
            Injury::Nerve => "bad dreams (Leadership -1)",
        }
    }

    fn mark(self, sheet: &mut Sheet) {
        let (number, least) = match self {
            Injury::Leg => (&mut sheet.m, 2),
            Injury::Hand => (&mut sheet.bs, 1),
            Injury::Shoulder => (&mut sheet.ws, 1),
            Injury::Nerve => (&mut sheet.ld, 5),
        };
        *number = number.saturating_sub(1).max(least.min(*number));
    }
}

impl Veteran {
    /// Its sheet as it is now; none where there is no sheet of that name.
    #[must_use]
    pub fn sheet(&self, book: &RuleContent) -> Option<Sheet> {
        let began = self.member.sheet(book.model(&self.member.model)?);
        let mut sheet = self.learnt.iter().fold(began, |sheet, lesson| lesson.teach(&sheet).unwrap_or(sheet));
        self.injuries.iter().for_each(|injury| injury.mark(&mut sheet));
        sheet.traits.retain(|known| *known != Trait::Leader);
        if self.leads {
            sheet.traits.push(Trait::Leader);
        }
        Some(sheet)
    }
}
