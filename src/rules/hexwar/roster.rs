//! Armies as their players wrote them, by names, and what is against the rules in them (HEX-SET-01, -02).

use serde::{Deserialize, Serialize};

use crate::battle::MAX_UNITS;
use crate::rules::muster::{self, EntryPlace};
use crate::source::{Document, Node, Problem, Problems, did_you_mean};

use super::content::RuleContent;
use super::numbers::Numbers;
use super::stats::{Faction, Sheet};

/// An army. What its units carry is on their sheets: there is nothing to choose but the units.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Roster {
    /// The ruleset's name.
    pub ruleset: String,
    /// Its name.
    pub name: String,
    /// A line about it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The faction that all its units are of.
    pub faction: Faction,
    /// The most points that it may cost; the usual where it names none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u16>,
    /// Its units, alike ones together.
    #[serde(default)]
    pub units: Vec<Entry>,
}

/// A unit, or several alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The name of its sheet.
    pub unit: String,
    /// How many of them.
    #[serde(default = "muster::one", skip_serializing_if = "muster::is_one")]
    pub count: u8,
}

/// Something against the rules.
pub type Violation = muster::Violation<EntryPlace>;

/// A breach of the rules of armies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// By which of the army's entries; none where it is too dear as a whole.
    pub entry: Option<usize>,
    /// What is wrong, with the rule's id.
    pub message: String,
    /// How to mend it.
    pub hint: String,
}

/// What is wrong with an army of so many units of each sheet: a mixture of factions (HEX-SET-01), too many copies, more
/// points than the limit (HEX-SET-02).
#[must_use]
pub fn breaches(army: &[(&Sheet, u8)], faction: Faction, limit: Option<u16>, numbers: &Numbers) -> Vec<Breach> {
    let mut out = Vec::new();
    let most = u32::from(numbers.unit_maximum);
    for (i, (sheet, count)) in army.iter().enumerate() {
        let people = faction.people();
        if sheet.faction != faction {
            let message =
                format!("{} belongs to the {}, not to the {people} (HEX-SET-01)", sheet.name, sheet.faction.people());
            out.push(Breach { entry: Some(i), message, hint: format!("choose units of the {people}") });
        }
        let before: u32 = army[..i].iter().filter(|(s, _)| s.name == sheet.name).map(|(_, n)| u32::from(*n)).sum();
        if before <= most && before + u32::from(*count) > most {
            let message = format!("{} is there more than {most} times (HEX-SET-02)", sheet.name);
            out.push(Breach { entry: Some(i), message, hint: format!("leave it at {most}") });
        }
    }
    let cost = cost(army);
    if let Some(limit) = limit.map(u32::from).filter(|limit| cost > *limit) {
        let message = format!("the army costs {cost} points, the limit is {limit} (HEX-SET-02)");
        out.push(Breach { entry: None, message, hint: format!("save {} points", cost - limit) });
    }
    out
}

/// Points of so many units of each sheet.
fn cost(army: &[(&Sheet, u8)]) -> u32 {
    army.iter().map(|(sheet, count)| u32::from(sheet.points) * u32::from(*count)).sum()
}

impl Roster {
    /// How many units there are.
    #[must_use]
    pub fn size(&self) -> usize {
        self.units.iter().map(|e| usize::from(e.count)).sum()
    }

    /// The roster as a file.
    #[must_use]
    pub fn to_ron(&self) -> String {
        muster::to_ron(self, 2)
    }
}

impl RuleContent {
    /// The entries of a roster whose units there are, each with its place.
    pub(super) fn mustered<'b>(&'b self, roster: &Roster) -> Vec<(usize, &'b Sheet, u8)> {
        let known = |(i, e): (usize, &Entry)| self.sheet(&e.unit).map(|sheet| (i, sheet, e.count));
        roster.units.iter().enumerate().filter_map(known).collect()
    }

    /// What a roster costs, in points.
    #[must_use]
    pub fn total(&self, roster: &Roster) -> u16 {
        let army: Vec<(&Sheet, u8)> =
            self.mustered(roster).into_iter().map(|(_, sheet, count)| (sheet, count)).collect();
        u16::try_from(cost(&army)).unwrap_or(u16::MAX)
    }

    /// The points that a roster may cost.
    #[must_use]
    pub fn limit(&self, roster: &Roster) -> u16 {
        roster.limit.unwrap_or(self.numbers.usual_points)
    }

    /// Everything in a roster that is against the rules, with so many points as its limit.
    #[must_use]
    pub fn faults(&self, roster: &Roster, limit: Option<u16>) -> Vec<Violation> {
        let mut out = Vec::new();
        let mut add = |entry, field, message: String, hint: String, unfinished| {
            out.push(Violation { place: EntryPlace { entry, field }, message, hint, unfinished });
        };
        if roster.name.trim().is_empty() {
            add(None, "name", "the army has no name".to_owned(), "give it one".to_owned(), false);
        }
        if roster.units.is_empty() {
            add(None, "units", "an army without units".to_owned(), "raise some".to_owned(), true);
        }
        if roster.size() > MAX_UNITS {
            add(None, "units", format!("{} units", roster.size()), format!("there is room for {MAX_UNITS}"), false);
        }
        for (i, entry) in roster.units.iter().enumerate() {
            if entry.count == 0 {
                add(Some(i), "count", "an entry of no units".to_owned(), "leave it out".to_owned(), false);
            }
            if self.sheet(&entry.unit).is_none() {
                let fits = self.sheets.iter().filter(|s| s.faction == roster.faction);
                let fits: Vec<&str> = fits.map(|s| s.name.as_str()).collect();
                let known: Vec<&str> = self.sheets.iter().map(|s| s.name.as_str()).collect();
                let hint = did_you_mean(&entry.unit, &known)
                    .map_or_else(|| format!("one of {}", fits.join(", ")), |meant| format!("did you mean `{meant}`?"));
                let shown: String = entry.unit.chars().take(40).flat_map(char::escape_debug).collect();
                add(Some(i), "unit", format!("no unit is called `{shown}`"), hint, false);
            }
        }
        let known = self.mustered(roster);
        let army: Vec<(&Sheet, u8)> = known.iter().map(|&(_, sheet, count)| (sheet, count)).collect();
        for Breach { entry, message, hint } in breaches(&army, roster.faction, limit, &self.numbers) {
            match entry {
                Some(place) => add(Some(known[place].0), "unit", message, hint, false),
                None => add(None, "units", message, hint, true),
            }
        }
        out
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
    muster::tell(faults, |place| place.span(roster, "units"), problems);
}
