//! Gangs as their players wrote them, by names, and what is against the rules in them (GEM-SET-03, GEM-SET-05,
//! GEM-SKILL-02).

use serde::{Deserialize, Serialize};

use crate::battle::MAX_UNITS;
use crate::kit::content::{Named, find, names};
use crate::rules::muster::{self, EntryPlace};
use crate::source::{Document, Node, Problem, Problems, did_you_mean};

use super::content::{MOST_GUNS, RuleContent, too_many};
use super::stats::{Blade, BladeTag, Sheet, Skill, Trait};

/// A gang.
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
    /// The gang that all its models belong to by their sheets.
    pub gang: String,
    /// The most points that it may cost; the usual where it names none (GEM-SET-05).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u16>,
    /// Its models, alike ones together.
    #[serde(default)]
    pub models: Vec<Entry>,
}

/// A model, or several alike. Gear and skills that it names stand in place of those on its sheet.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its own name; without one it goes by its sheet's.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The name of its sheet.
    pub model: String,
    /// How many of them.
    #[serde(default = "muster::one", skip_serializing_if = "muster::is_one")]
    pub count: u8,
    /// Its guns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guns: Option<Vec<String>>,
    /// What it fights with hand to hand: one weapon, or one in each hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub blades: Option<Vec<String>>,
    /// Its grenades, 0 to 9.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub grenades: Option<u8>,
    /// Its smoke grenades, 0 to 9.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub smokes: Option<u8>,
    /// What it is trained in, paid with character points (GEM-SKILL-02).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skills: Option<Vec<Skill>>,
}

impl Entry {
    /// One model as its sheet has it.
    #[must_use]
    pub fn of(model: &str) -> Entry {
        Entry { model: model.to_owned(), count: 1, ..Entry::default() }
    }

    /// What it goes by.
    #[must_use]
    pub fn title(&self) -> &str {
        if self.name.is_empty() { &self.model } else { &self.name }
    }

    /// Whether it carries or knows anything else than its sheet says.
    #[must_use]
    pub fn differs(&self) -> bool {
        self.guns.is_some()
            || self.blades.is_some()
            || self.grenades.is_some()
            || self.smokes.is_some()
            || self.skills.is_some()
    }

    /// Its sheet, which becomes its own where it names gear or skills.
    #[must_use]
    pub fn sheet(&self, usual: &Sheet) -> Sheet {
        Sheet {
            name: self.title().to_owned(),
            guns: self.guns.as_ref().unwrap_or(&usual.guns).clone(),
            blades: self.blades.as_ref().unwrap_or(&usual.blades).clone(),
            grenades: self.grenades.unwrap_or(usual.grenades),
            smokes: self.smokes.unwrap_or(usual.smokes),
            skills: self.skills.as_ref().unwrap_or(&usual.skills).clone(),
            ..usual.clone()
        }
    }
}

impl Roster {
    /// How many models there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.models.iter().map(|e| usize::from(e.count)).sum()
    }

    /// The roster as a file.
    #[must_use]
    pub fn to_ron(&self) -> String {
        muster::to_ron(self, 3)
    }
}

/// Something against the rules.
pub type Violation = muster::Violation<EntryPlace>;

/// Faults as they are found.
struct Faults<'a> {
    book: &'a RuleContent,
    list: Vec<Violation>,
}

impl Faults<'_> {
    fn add(
        &mut self,
        entry: Option<usize>,
        field: &'static str,
        message: impl Into<String>,
        hint: impl Into<String>,
        unfinished: bool,
    ) {
        let place = EntryPlace { entry, field };
        self.list.push(Violation { place, message: message.into(), hint: hint.into(), unfinished });
    }

    fn unknown(&mut self, entry: Option<usize>, field: &'static str, what: &str, name: &str, known: &[&str]) {
        let hint = did_you_mean(name, known)
            .map_or_else(|| format!("one of {}", known.join(", ")), |meant| format!("did you mean `{meant}`?"));
        let shown: String = name.chars().take(40).flat_map(char::escape_debug).collect();
        self.add(entry, field, format!("no {what} is called `{shown}`"), hint, false);
    }

    /// Reports names that nothing goes by; whether there were none.
    fn named<T: Named>(&mut self, i: usize, field: &'static str, what: &str, given: &[String], of: &[T]) -> bool {
        let unknown: Vec<&String> = given.iter().filter(|name| find(of, name).is_none()).collect();
        unknown.iter().for_each(|name| self.unknown(Some(i), field, what, name, &names(of)));
        unknown.is_empty()
    }

    /// What a model carries.
    fn gear(&mut self, i: usize, entry: &Entry, sheet: &Sheet) {
        let book = self.book;
        let known = self.named(i, "guns", "gun", &sheet.guns, &book.guns);
        let title = entry.title();
        if sheet.guns.len() > MOST_GUNS {
            let told = format!("{title} carries {} guns", sheet.guns.len());
            self.add(Some(i), "guns", told, format!("{MOST_GUNS} are the most"), false);
        }
        for (field, count) in [("grenades", sheet.grenades), ("smokes", sheet.smokes)] {
            if count > 9 {
                self.add(Some(i), field, format!("{title} carries {count} {field}"), "9 are the most", false);
            }
        }
        if !self.named(i, "blades", "blade", &sheet.blades, &book.blades) || !known {
            return;
        }
        let blades: Vec<&Blade> = sheet.blades.iter().filter_map(|name| book.blade(name)).collect();
        if too_many(&blades) {
            let told = format!("{title} fights with too much at once");
            self.add(Some(i), "blades", told, "leave two hands' worth and a shield", false);
        }
        for blade in blades {
            let held = book.guns.iter().filter(|gun| sheet.guns.contains(&gun.name));
            let held = held.filter_map(|gun| gun.in_hand.as_ref()).any(|hand| *hand == blade.name);
            if blade.has(BladeTag::Pistol) && !held {
                let told = format!("{title} has no gun for a {}", blade.name);
                self.add(Some(i), "blades", told, "give it the pistol among its guns, or another blade", false);
            } else if entry.blades.is_some() && !for_sale(blade) {
                let told = format!("{} is nothing to buy", blade.name);
                self.add(Some(i), "blades", told, "models take up such things in battle", false);
            }
        }
    }

    /// GEM-SKILL-02: what a model is trained in.
    fn skills(&mut self, i: usize, entry: &Entry, sheet: &Sheet) {
        let Some(skills) = &entry.skills else { return };
        let (book, title) = (self.book, entry.title());
        let mut spent = 0_u32;
        for (place, skill) in skills.iter().enumerate() {
            if find(&book.skills, &skill.name).is_none() {
                self.unknown(Some(i), "skills", "skill", &skill.name, &names(&book.skills));
            } else if skills[..place].iter().any(|s| s.name == skill.name) {
                self.add(Some(i), "skills", format!("{title} learns {} twice", skill.name), "leave one out", false);
            } else {
                match sheet.class_of(&skill.name, &book.skills).cost(sheet.ld, skill.level) {
                    Some(cost) => spent += u32::from(cost),
                    None => {
                        let told = format!("{} is not taught at level {} (GEM-SKILL-02)", skill.name, skill.level);
                        let least = book.least_level(sheet, &skill.name);
                        self.add(Some(i), "skills", told, format!("{title} begins at {least}"), false);
                    }
                }
            }
        }
        let most = u32::from(book.character_points(sheet));
        if spent > most {
            let told = format!("{title} spends {spent} character points of {most} (GEM-SKILL-02)");
            self.add(Some(i), "skills", told, "learn less", false);
        }
    }
}

/// Whether a blade can be bought: not what lies about, nor bare hands.
pub(super) fn for_sale(blade: &Blade) -> bool {
    !blade.has(BladeTag::Improvised) && !blade.has(BladeTag::Unarmed)
}

impl RuleContent {
    /// A kind of model by its name.
    #[must_use]
    pub fn model(&self, name: &str) -> Option<&Sheet> {
        find(&self.models, name).map(|place| &self.models[place])
    }

    /// A blade by its name.
    #[must_use]
    pub fn blade(&self, name: &str) -> Option<&Blade> {
        find(&self.blades, name).map(|place| &self.blades[place])
    }

    /// The names of all gangs, as the sheets have them.
    #[must_use]
    pub fn gangs(&self) -> Vec<&str> {
        let mut gangs: Vec<&str> = Vec::new();
        for model in &self.models {
            if !gangs.contains(&model.gang.as_str()) {
                gangs.push(&model.gang);
            }
        }
        gangs
    }

    /// Character points of a model (GEM-SKILL-02).
    #[must_use]
    pub fn character_points(&self, sheet: &Sheet) -> u8 {
        if sheet.has(&Trait::Leader) { self.numbers.leader_skills } else { self.numbers.other_skills }
    }

    /// The least level of a skill that can be bought (GEM-SKILL-02).
    #[must_use]
    pub fn least_level(&self, sheet: &Sheet, skill: &str) -> u8 {
        let class = sheet.class_of(skill, &self.skills);
        (sheet.ld.saturating_sub(1)..=sheet.ld).find(|level| class.cost(sheet.ld, *level).is_some()).unwrap_or(sheet.ld)
    }

    /// The models of a roster one by one, those whose sheets there are.
    #[must_use]
    pub fn members(&self, roster: &Roster) -> Vec<Sheet> {
        let sheets = |e: &Entry| self.model(&e.model).map(|usual| vec![e.sheet(usual); e.count.into()]);
        roster.models.iter().filter_map(sheets).flatten().collect()
    }

    /// What one model of an entry costs.
    #[must_use]
    pub fn price(&self, entry: &Entry) -> u16 {
        self.model(&entry.model).map_or(0, |usual| self.cost(&entry.sheet(usual)))
    }

    /// What a roster costs, in points (GEM-SET-05).
    #[must_use]
    pub fn total(&self, roster: &Roster) -> u16 {
        let all = roster.models.iter().map(|e| u32::from(self.price(e)) * u32::from(e.count));
        u16::try_from(all.sum::<u32>()).unwrap_or(u16::MAX)
    }

    /// The points that a roster may cost.
    #[must_use]
    pub fn limit(&self, roster: &Roster) -> u16 {
        roster.limit.unwrap_or(self.numbers.usual_points)
    }

    /// What is wrong with an entry alone.
    pub(super) fn entry_faults(&self, i: usize, entry: &Entry, gang: &str) -> Vec<Violation> {
        let mut faults = Faults { book: self, list: Vec::new() };
        if entry.count == 0 {
            faults.add(Some(i), "count", "an entry of no models", "leave it out", false);
        }
        match self.model(&entry.model) {
            None => {
                let own: Vec<&str> = self.models.iter().filter(|m| m.gang == gang).map(|m| m.name.as_str()).collect();
                let known = if own.is_empty() { names(&self.models) } else { own };
                faults.unknown(Some(i), "model", "model", &entry.model, &known);
            }
            Some(usual) => {
                if usual.gang != gang {
                    let told = format!("{} belongs to the {}, not to the {gang} (GEM-SET-05)", usual.name, usual.gang);
                    faults.add(Some(i), "model", told, "choose models of one gang", false);
                }
                let sheet = entry.sheet(usual);
                faults.gear(i, entry, &sheet);
                faults.skills(i, entry, &sheet);
            }
        }
        faults.list
    }

    /// Everything in a roster that is against the rules, with so many points as its limit.
    #[must_use]
    pub fn faults(&self, roster: &Roster, limit: Option<u16>) -> Vec<Violation> {
        let mut faults = Faults { book: self, list: Vec::new() };
        if roster.name.trim().is_empty() {
            faults.add(None, "name", "the gang has no name", "give it one", false);
        }
        let gangs = self.gangs();
        if !gangs.contains(&roster.gang.as_str()) {
            faults.unknown(None, "gang", "gang", &roster.gang, &gangs);
            return faults.list;
        }
        if roster.size() > MAX_UNITS {
            let told = format!("{} models", roster.size());
            faults.add(None, "models", told, format!("there is room for {MAX_UNITS}"), false);
        }
        for (i, entry) in roster.models.iter().enumerate() {
            faults.list.extend(self.entry_faults(i, entry, &roster.gang));
        }
        let leads = |e: &&Entry| self.model(&e.model).is_some_and(|m| m.has(&Trait::Leader));
        match roster.models.iter().filter(leads).map(|e| u32::from(e.count)).sum() {
            1_u32 => {}
            0 => faults.add(None, "models", "nobody leads the gang (GEM-SET-03)", "raise its leader", true),
            many => faults.add(None, "models", format!("{many} leaders"), "a gang has one (GEM-SET-03)", false),
        }
        let cost = self.total(roster);
        if let Some(limit) = limit.filter(|limit| cost > *limit) {
            let told = format!("the gang costs {cost} points, the limit is {limit} (GEM-SET-05)");
            faults.add(None, "models", told, format!("save {} points", cost - limit), true);
        }
        faults.list
    }

    /// Reads a roster that has to be legal, with the limit that it names itself.
    ///
    /// # Errors
    /// Everything that is wrong in it or against the rules.
    pub fn legal(&self, document: &Document) -> Result<Roster, Vec<Problem>> {
        let mut problems = Problems::new(document);
        let roster: Option<Roster> = document.read(&document.root, &mut problems);
        if let Some(roster) = &roster {
            tell(&document.root, self.faults(roster, Some(self.limit(roster))), &mut problems);
        }
        problems.finish(roster)
    }
}

/// Tells faults at their places in a roster's text.
pub(super) fn tell(roster: &Node, faults: Vec<Violation>, problems: &mut Problems<'_>) {
    muster::tell(faults, |place| place.span(roster, "models"), problems);
}
