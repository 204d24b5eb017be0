//! Campaign files: companies, a graph of missions with conditions, endings.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::content::Library;
use crate::rules::campaign::{Campaigns, Company, Pay};
use crate::rules::{AnyContent, NAMES};
use crate::scenario::Scenario;
use crate::source::{Document, Outline, Problem, Problems, Spanned};

use super::stage::Unfit;
use super::{sound, stage};

/// What must be so for something.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Condition {
    /// Nothing.
    #[default]
    Always,
    /// A mission was won.
    Won(Spanned<String>),
    /// A mission was lost.
    Lost(Spanned<String>),
    /// A mission was fought.
    Fought(Spanned<String>),
    /// So many campaign points have been won at least.
    Points(u16),
    /// So many missions have been fought at least.
    Battles(u16),
    /// No mission is open.
    NothingOpen,
    /// A company bears somebody a grudge.
    Grudge(Spanned<String>),
    /// All of these.
    All(Vec<Condition>),
    /// One of these at least.
    Any(Vec<Condition>),
    /// Not this.
    Not(Box<Condition>),
}

impl Condition {
    /// The missions that it speaks of.
    fn missions(&self) -> Vec<&Spanned<String>> {
        match self {
            Condition::Won(name) | Condition::Lost(name) | Condition::Fought(name) => vec![name],
            Condition::All(parts) | Condition::Any(parts) => parts.iter().flat_map(Condition::missions).collect(),
            Condition::Not(part) => part.missions(),
            _ => Vec::new(),
        }
    }

    /// The companies that it speaks of.
    fn companies(&self) -> Vec<&Spanned<String>> {
        match self {
            Condition::Grudge(name) => vec![name],
            Condition::All(parts) | Condition::Any(parts) => parts.iter().flat_map(Condition::companies).collect(),
            Condition::Not(part) => part.companies(),
            _ => Vec::new(),
        }
    }
}

/// A company as a campaign begins with it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Muster {
    /// By this the campaign calls it.
    pub id: Spanned<String>,
    /// Its name.
    pub name: String,
    /// A line about it.
    pub about: String,
    /// Points in its purse.
    #[serde(default)]
    pub purse: i32,
    /// What it gets after battles; the usual of the ruleset where this is left out.
    #[serde(default)]
    pub pay: Option<Pay>,
    /// Names of its fighters, and of those who join it later.
    #[serde(default)]
    pub names: Vec<String>,
    /// Who it consists of, as the ruleset reads it.
    force: Spanned<serde::de::IgnoredAny>,
}

/// How hard the rivals play, and what the player's company gets.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Difficulty {
    /// Its name.
    pub name: Spanned<String>,
    /// The opponent that decides for rivals.
    pub opponent: Spanned<String>,
    /// Points for the player's company at the beginning and after each battle.
    #[serde(default)]
    pub grant: i32,
}

/// A change of a mission's scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// When it is made.
    #[serde(default)]
    pub when: Condition,
    /// Fields of the scenario, those within others after a dot, with what they become, as RON.
    pub set: BTreeMap<Spanned<String>, String>,
    /// What it means, for players.
    #[serde(default)]
    pub about: String,
}

/// A battle of the campaign.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mission {
    /// By this conditions call it.
    pub id: Spanned<String>,
    /// Its name.
    pub name: String,
    /// The scenario that it is fought in.
    pub scenario: Spanned<String>,
    /// Which companies take which of the scenario's sides; the others are as the scenario has them.
    pub sides: BTreeMap<Spanned<String>, Spanned<String>>,
    /// When it is open, as long as it has not been fought.
    #[serde(default)]
    pub when: Condition,
    /// It is open only until so many missions have been fought.
    #[serde(default)]
    pub until: Option<u16>,
    /// Campaign points for whoever wins it.
    #[serde(default = "one")]
    pub worth: u16,
    /// Points that companies get before it.
    #[serde(default)]
    pub grants: BTreeMap<Spanned<String>, i32>,
    /// The most points' worth of fighters that companies bring to it; the others are elsewhere (ITEN-CAMP-06).
    #[serde(default)]
    pub limits: BTreeMap<Spanned<String>, i32>,
    /// Points for the player's company when it is won.
    #[serde(default)]
    pub reward: i32,
    /// Points for it when it is not.
    #[serde(default)]
    pub relief: i32,
    /// What is different from the scenario as it stands.
    #[serde(default)]
    pub changes: Vec<Change>,
    /// What the player is told beforehand.
    pub briefing: String,
    /// What he is told when he has won.
    pub won: String,
    /// What he is told when he has not.
    pub lost: String,
}

/// A way that the campaign ends.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// Its name.
    pub name: String,
    /// When it comes; of several the first counts.
    #[serde(default)]
    pub when: Condition,
    /// Whether the player has won.
    pub victory: bool,
    /// What he is told.
    pub text: String,
}

impl Ending {
    /// Whether it is won or lost, and its name.
    #[must_use]
    pub fn verdict(&self) -> String {
        format!("{}: {}", if self.victory { "won" } else { "lost" }, self.name)
    }
}

fn one() -> u16 {
    1
}

/// What is written in a campaign file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sheet {
    campaign: String,
    ruleset: Spanned<String>,
    about: String,
    #[serde(default)]
    introduction: String,
    player: Spanned<String>,
    companies: Vec<Muster>,
    difficulties: Vec<Difficulty>,
    missions: Vec<Mission>,
    endings: Vec<Ending>,
}

/// A campaign file, read and checked.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The file's name.
    pub file: String,
    /// The file's text.
    pub text: String,
    /// The campaign's name.
    pub name: String,
    /// A line about it.
    pub about: String,
    /// What the player is told at the beginning.
    pub introduction: String,
    /// The ruleset.
    pub ruleset: &'static str,
    /// The player's company.
    pub player: String,
    /// The companies, with who they are at the beginning.
    pub companies: Vec<(Muster, Company)>,
    /// Levels of difficulty, the usual one first.
    pub difficulties: Vec<Difficulty>,
    /// The missions.
    pub missions: Vec<Mission>,
    /// The endings.
    pub endings: Vec<Ending>,
}

impl Plot {
    /// What a file of this kind is made of.
    #[must_use]
    pub fn outline() -> Outline {
        Outline::of::<Sheet>()
    }

    /// Opens a campaign of the library by name, or a file by path.
    ///
    /// # Errors
    /// There is none, or everything that is wrong in it.
    pub fn open(library: &Library, name: &str) -> Result<Plot, Vec<Problem>> {
        if let Some(document) = library.campaigns().get(name) {
            return Plot::of(library, document.clone());
        }
        library.whole(&format!("assets/campaigns/{name}.ron"))?;
        if name.ends_with(".ron") {
            let text = crate::source::open(name)?;
            return Plot::of(library, Document::parse(name, &text)?);
        }
        let names: Vec<&str> = library.campaigns().keys().map(String::as_str).collect();
        let hint = format!("campaigns are {}", names.join(", "));
        Err(Problem::whole(name, "no campaign has this name, and no file", hint).into())
    }

    /// Reads and checks a campaign file.
    ///
    /// # Errors
    /// Everything that is wrong in it.
    pub fn of(library: &Library, document: Document) -> Result<Plot, Vec<Problem>> {
        let mut problems = Problems::new(&document);
        let sheet: Option<Sheet> = document.read(&document.root, &mut problems);
        let sheet = problems.finish(sheet)?;
        let mut problems = Problems::new(&document);
        let Some(ruleset) = NAMES.into_iter().find(|n| *n == sheet.ruleset.value) else {
            problems.unknown(sheet.ruleset.at, "ruleset", &sheet.ruleset, &NAMES);
            return problems.finish(None);
        };
        match library.book(ruleset) {
            None => return Err(library.whole(&format!("assets/{ruleset}/")).err().unwrap_or_default()),
            Some((content, _)) if content.campaigns().is_none() => {
                problems.add(sheet.ruleset.at, format!("{ruleset} has no rules for campaigns"), "name another ruleset");
                return problems.finish(None);
            }
            Some(_) => {}
        }
        let mut elsewhere = Vec::new();
        let mut companies = Vec::new();
        for muster in &sheet.companies {
            match raise(library, &document, ruleset, muster) {
                Ok(company) => companies.push((muster.clone(), company)),
                Err(mut wrong) => elsewhere.append(&mut wrong),
            }
        }
        check(&sheet, &mut problems);
        let plot = problems.finish(Some(Plot {
            file: document.file.clone(),
            text: document.text.clone(),
            name: sheet.campaign,
            about: sheet.about,
            introduction: sheet.introduction,
            ruleset,
            player: sheet.player.value,
            companies,
            difficulties: sheet.difficulties,
            missions: sheet.missions,
            endings: sheet.endings,
        }));
        let plot = match (plot, elsewhere.is_empty()) {
            (Ok(plot), true) => plot,
            (Ok(_), false) => return Err(elsewhere),
            (Err(mut wrong), _) => {
                wrong.append(&mut elsewhere);
                return Err(wrong);
            }
        };
        plot.rehearse(library, &document)?;
        Ok(plot)
    }

    /// Sets every mission up with all companies as they begin, with each of its changes by itself.
    fn rehearse(&self, library: &Library, document: &Document) -> Result<(), Vec<Problem>> {
        let mut wrong = Vec::new();
        for mission in &self.missions {
            let scenario = match Scenario::open(library, &mission.scenario) {
                Ok(scenario) if scenario.ruleset == self.ruleset => scenario,
                Ok(other) => {
                    let told = format!("{} is of the ruleset {}", other.name, other.ruleset);
                    wrong.push(document.problem(mission.scenario.at.start, told, "choose one of the campaign's own"));
                    continue;
                }
                Err(_) => {
                    let known: Vec<&str> = library.scenarios().keys().map(String::as_str).collect();
                    let mut problems = Problems::new(document);
                    problems.unknown(mission.scenario.at, "scenario", &mission.scenario, &known);
                    wrong.extend(problems.finish::<()>(None).err().unwrap_or_default());
                    continue;
                }
            };
            for side in mission.sides.keys().filter(|s| !scenario.sides.contains(s)) {
                let mut problems = Problems::new(document);
                problems.unknown(side.at, "side", side, &scenario.sides);
                wrong.extend(problems.finish::<()>(None).err().unwrap_or_default());
            }
            let companies: BTreeMap<String, Company> =
                self.companies.iter().map(|(m, c)| (m.id.value.clone(), c.clone())).collect();
            // As it stands, and with each change by itself.
            let trials = std::iter::once(None).chain(mission.changes.iter().map(Some));
            for change in trials {
                let staged = stage::stage(library, self, mission, change.as_slice(), &companies, &BTreeMap::new());
                let first = change.and_then(|c| c.set.keys().next()).map_or(mission.id.at, |k| k.at);
                let battle = staged.and_then(|s| Ok(s.battle(library)?));
                let Err(Unfit { at, problems }) = battle.map(|_| ()) else { continue };
                wrong.extend(problems.into_iter().map(|p| {
                    let told = format!("mission {} cannot be set up: {}", mission.id.value, p.message);
                    document.problem(at.unwrap_or(first).start, told, p.hint)
                }));
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    /// The rules for what lives on between its battles.
    ///
    /// # Panics
    /// Never: a plot is read with its ruleset's content at hand.
    #[must_use]
    pub fn rules<'l>(&self, library: &'l Library) -> &'l dyn Campaigns {
        campaigns(library, self.ruleset)
    }

    /// A condition in words.
    #[must_use]
    pub fn words(&self, condition: &Condition) -> String {
        let mission = |id: &str| self.mission(id).map_or("", |m| &m.name).to_owned();
        let join = |parts: &[Condition], by: &str| parts.iter().map(|p| self.words(p)).collect::<Vec<_>>().join(by);
        match condition {
            Condition::Always => "always".to_owned(),
            Condition::Won(id) => format!("{} won", mission(id)),
            Condition::Lost(id) => format!("{} lost", mission(id)),
            Condition::Fought(id) => format!("{} fought", mission(id)),
            Condition::Points(least) => format!("{least} campaign points or more"),
            Condition::Battles(least) => format!("{least} battles fought"),
            Condition::NothingOpen => "nothing left to fight".to_owned(),
            Condition::Grudge(id) => {
                let name = self.muster(id).map_or("", |m| &m.name);
                format!("{name} bear somebody a grudge")
            }
            Condition::All(parts) => join(parts, " and "),
            Condition::Any(parts) => format!("({})", join(parts, " or ")),
            Condition::Not(part) => format!("not {}", self.words(part)),
        }
    }

    /// A mission by its id.
    #[must_use]
    pub fn mission(&self, id: &str) -> Option<&Mission> {
        self.missions.iter().find(|m| m.id.value == id)
    }

    /// A company as it was at the beginning, by its id.
    #[must_use]
    pub fn muster(&self, id: &str) -> Option<&Muster> {
        self.companies.iter().map(|c| &c.0).find(|m| m.id.value == id)
    }

    /// A level of difficulty by its name; the usual one where there is none of that name.
    #[must_use]
    pub fn difficulty(&self, name: &str) -> &Difficulty {
        self.difficulties.iter().find(|d| d.name.value == name).unwrap_or(&self.difficulties[0])
    }
}

fn campaigns<'l>(library: &'l Library, ruleset: &str) -> &'l dyn Campaigns {
    let content = library.book(ruleset).map(|(content, _)| content);
    content.and_then(AnyContent::campaigns).expect("a plot is read with its ruleset's content at hand")
}

/// A company as its campaign begins with it, its fighters under names of their own.
fn raise(
    library: &Library,
    document: &Document,
    ruleset: &'static str,
    muster: &Muster,
) -> Result<Company, Vec<Problem>> {
    let force = document.root.get("companies").map_or(&[][..], |c| c.items());
    let force = force.iter().filter_map(|c| c.get("force")).find(|f| f.at == muster.force.at);
    let rosters = library.rosters(ruleset).collect();
    let force = force.ok_or_else(|| document.problem(muster.id.at.start, "a company without a force", ""))?;
    let mut company = campaigns(library, ruleset).raise(document, force, &rosters)?;
    (company.name, company.purse) = (muster.name.clone(), muster.purse);
    company.names = muster.names.iter().rev().cloned().collect();
    // Christened anew: whoever has a name of his own keeps it.
    for i in 0..company.fighters.len() {
        if let Some(name) = company.names.pop() {
            company.fighters[i].name = name;
        }
    }
    Ok(company)
}

/// What the program alone can see to be wrong.
fn check(sheet: &Sheet, problems: &mut Problems<'_>) {
    let top = problems.document().root.at;
    let ids: Vec<&str> = sheet.companies.iter().map(|c| c.id.as_str()).collect();
    let missions: Vec<&str> = sheet.missions.iter().map(|m| m.id.as_str()).collect();
    let difficulties: Vec<&str> = sheet.difficulties.iter().map(|d| d.name.as_str()).collect();
    let named = sheet.companies.iter().map(|c| (&c.id, "company", &ids));
    let named = named.chain(sheet.missions.iter().map(|m| (&m.id, "mission", &missions)));
    for (id, what, all) in named.chain(sheet.difficulties.iter().map(|d| (&d.name, "difficulty", &difficulties))) {
        if all.iter().filter(|other| **other == id.value).count() > 1 {
            problems.add(id.at, format!("a second {what} called {}", id.value), "give each its own name");
        }
    }
    for (list, what) in [
        (sheet.missions.len(), "missions"),
        (sheet.endings.len(), "endings"),
        (sheet.difficulties.len(), "difficulties"),
    ] {
        if list == 0 {
            problems.add(top, format!("a campaign without {what}"), "write one at least");
        }
    }
    if !ids.contains(&sheet.player.as_str()) {
        problems.unknown(sheet.player.at, "company", &sheet.player, &ids);
    }
    for muster in &sheet.companies {
        for (i, name) in muster.names.iter().enumerate() {
            if name.trim().is_empty() || muster.names[..i].contains(name) {
                problems.add(muster.id.at, format!("the name {name:?} twice, or empty"), "each fighter has his own");
            }
        }
    }
    for mission in &sheet.missions {
        let named = mission.sides.values().chain(mission.grants.keys()).chain(mission.limits.keys());
        for company in named.filter(|c| !ids.contains(&c.as_str())) {
            problems.unknown(company.at, "company", company, &ids);
        }
        let plays = mission.sides.values().filter(|c| c.value == sheet.player.value).count();
        if plays != 1 {
            let hint = "write his company in `sides`, once";
            problems.add(mission.id.at, format!("the player has {plays} sides in {}", mission.id.value), hint);
        }
        let changes = mission.changes.iter().map(|c| &c.when);
        refer(changes.chain([&mission.when]), &missions, &ids, problems);
    }
    refer(sheet.endings.iter().map(|e| &e.when), &missions, &ids, problems);
    if problems.is_empty() {
        sound::check(&sheet.missions, sheet.endings.iter().map(|e| &e.when), problems);
    }
    let last = sheet.endings.last().map(|e| &e.when);
    if !matches!(last, Some(Condition::Always | Condition::NothingOpen) | None) {
        let hint = "let the last ending be for `NothingOpen`";
        problems.add(top, "a campaign that may end without an ending", hint);
    }
}

fn refer<'c>(
    conditions: impl Iterator<Item = &'c Condition>,
    missions: &[&str],
    companies: &[&str],
    problems: &mut Problems<'_>,
) {
    for condition in conditions {
        for (what, names, known) in
            [("mission", condition.missions(), missions), ("company", condition.companies(), companies)]
        {
            for name in names.into_iter().filter(|name| !known.contains(&name.as_str())) {
                problems.unknown(name.at, what, name, known);
            }
        }
    }
}
