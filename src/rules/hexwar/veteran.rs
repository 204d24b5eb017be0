//! Units with a history (HEX-CAMP): what a campaign hands to a scenario.

use serde::{Deserialize, Serialize};

use super::stats::{Ability, Sheet};

/// A unit with a history, as scenario files of campaigns field it (HEX-CAMP-01).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Veteran {
    /// The sheet that it began with.
    pub unit: String,
    /// Its own name; in a company the fighter's.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Models that are left.
    pub models: u8,
    /// What it has learnt.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub learnt: Vec<Lesson>,
}

/// Something that a unit can learn (HEX-CAMP-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Lesson {
    /// It shoots a step better, up to superb.
    Marksmanship,
    /// It need not retreat after a lost assault.
    Stubbornness,
    /// Nothing frightens it.
    Courage,
    /// One deflection die more a model, once.
    Parrying,
}

impl Lesson {
    /// All of them, in the order in which another is taken where one is at its limit.
    pub(super) const ALL: [Lesson; 4] = [Lesson::Marksmanship, Lesson::Stubbornness, Lesson::Courage, Lesson::Parrying];

    pub(super) fn words(self) -> &'static str {
        match self {
            Lesson::Marksmanship => "marksmanship",
            Lesson::Stubbornness => "stubbornness",
            Lesson::Courage => "courage",
            Lesson::Parrying => "parrying",
        }
    }

    /// What a sheet becomes by it; none where there is nothing to learn.
    pub(super) fn teach(self, sheet: &Sheet) -> Option<Sheet> {
        let mut sheet = sheet.clone();
        let has = |sheet: &Sheet, a: Ability| sheet.abilities.contains(&a);
        match self {
            Lesson::Marksmanship => {
                const STEPS: [Ability; 5] = [
                    Ability::TerribleShot,
                    Ability::BadShot,
                    Ability::GoodShot,
                    Ability::ExcellentShot,
                    Ability::SuperbShot,
                ];
                let now = STEPS.iter().position(|s| has(&sheet, *s));
                if sheet.ranged.is_empty() || now == Some(4) {
                    return None;
                }
                // Between bad and good there is a plain shot, which is no ability.
                let next = match now {
                    Some(1) => None,
                    Some(step) => Some(STEPS[step + 1]),
                    None => Some(Ability::GoodShot),
                };
                sheet.abilities.retain(|a| !STEPS.contains(a));
                sheet.abilities.extend(next);
            }
            Lesson::Stubbornness if !has(&sheet, Ability::Stubborn) => sheet.abilities.push(Ability::Stubborn),
            Lesson::Courage if !has(&sheet, Ability::Fearless) && sheet.bio => sheet.abilities.push(Ability::Fearless),
            Lesson::Parrying if sheet.deflect < 2 => sheet.deflect += 1,
            _ => return None,
        }
        Some(sheet)
    }
}

impl Veteran {
    /// Its sheet as it is now: what it has learnt in it, under its own name.
    #[must_use]
    pub fn sheet(&self, began: &Sheet) -> Sheet {
        let learnt = self.learnt.iter().fold(began.clone(), |sheet, lesson| lesson.teach(&sheet).unwrap_or(sheet));
        if self.name.is_empty() { learnt } else { Sheet { name: self.name.clone(), ..learnt } }
    }
}
