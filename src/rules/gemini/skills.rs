//! Skills at work: the level at which a model rolls (GEM-SKILL).

use crate::battle::UnitId;

use super::Battle;

impl Battle {
    /// The level at which a model rolls for a skill: its own, or what its Leadership makes up for (GEM-SKILL-03,
    /// GEM-SKILL-04).
    #[must_use]
    pub fn skill(&self, unit: UnitId, name: &str) -> u8 {
        let sheet = self.sheet(unit);
        let trained = sheet.skills.iter().find(|skill| skill.name == name).map(|skill| skill.level);
        let untrained = || sheet.ld.saturating_sub(sheet.class_of(name, &self.setting().skills).untrained());
        trained.unwrap_or_else(untrained)
    }
}
