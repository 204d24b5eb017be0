//! Armies choice by choice: the pages of the builder (HEX-SET-01, -02).

use crate::battle::Rules;
use crate::board::{Board, Cell};
use crate::kit::scenario as kit;
use crate::rules::muster::{
    Additions, Choice, Edit, Effect, MOST_ENTRIES, Page, RosterBuilder, Rosters, changed, points, topics, tried,
    written,
};
use crate::source::{Document, Node, Problem, Problems};

use super::Hexwar;
use super::content::RuleContent;
use super::roster::{Entry, Roster, Violation};
use super::stats::{Armament, Faction, Sheet};

topics! {
    Main, Name, About, Faction, Limit, Raise, Unit, More, Fewer, Dismiss,
}

/// An army in the making, with the book that it chooses from.
#[derive(Debug)]
struct Building<'a> {
    book: &'a RuleContent,
    roster: Roster,
}

impl Rosters for RuleContent {
    fn ruleset(&self) -> &'static str {
        Hexwar::NAME
    }

    fn entries(&self) -> &'static str {
        "units"
    }

    fn takes(&self, side: &Node) -> bool {
        ["army", "roster", "muster"].iter().any(|field| side.get(field).is_some())
    }

    fn replaced(&self) -> &'static [&'static str] {
        &["faction", "army", "roster", "muster"]
    }

    /// The middle of the map is worth points, turn by turn, and each side has a stretch of the border (HEX-SET-03,
    /// HEX-WIN-01).
    fn custom(&self, board: &Board, sides: &[&str]) -> Additions {
        let of = sides.len();
        let walks = |cell: Cell| {
            let terrain = board.terrain[cell.index()];
            self.numbers.terrain.iter().any(|row| row.terrain == terrain && row.infantry.is_some())
        };
        let deck: Vec<Cell> = board.cells().filter(|&cell| board.deck(cell) == 0).collect();
        let middle = kit::fit_hex(board, &deck, walks).map(|cell| board.column_row(cell));
        let worth = "worth: [(points: 2, when: EachTurnFrom(1))]";
        let objective = middle.map(|at| format!("    objectives: [(at: {at:?}, {worth})],\n"));
        Additions {
            whole: objective.unwrap_or_default(),
            sides: (1..=of).map(|place| format!(", zone: \"border {place} of {of}\"")).collect(),
        }
    }

    fn begin(&self) -> Box<dyn RosterBuilder + '_> {
        Box::new(Building { book: self, roster: new_army() })
    }

    fn lists(&self) -> Vec<String> {
        Faction::ALL.into_iter().map(|faction| faction.people().to_owned()).collect()
    }

    fn begin_of(&self, list: usize, limit: u16) -> Box<dyn RosterBuilder + '_> {
        let faction = Faction::ALL.get(list).copied().unwrap_or(Faction::Ork);
        let roster = Roster { faction, limit: Some(limit), ..new_army() };
        Box::new(Building { book: self, roster })
    }

    fn open(&self, document: &Document) -> Result<Box<dyn RosterBuilder + '_>, Vec<Problem>> {
        let mut problems = Problems::new(document);
        let roster: Option<Roster> = document.read(&document.root, &mut problems);
        Ok(Box::new(Building { book: self, roster: problems.finish(roster)? }))
    }

    fn check(&self, document: &Document) -> Result<String, Vec<Problem>> {
        Ok(self.heading(&self.legal(document)?))
    }
}

impl RuleContent {
    /// An army in a line: its name, its faction, what it comes to.
    fn heading(&self, roster: &Roster) -> String {
        let (size, total, limit) = (roster.size(), self.total(roster), self.limit(roster));
        let units = if size == 1 { "unit" } else { "units" };
        format!("{} ({}): {size} {units}, {total} of {limit} points", roster.name, roster.faction.people())
    }
}

/// An army with nothing chosen.
fn new_army() -> Roster {
    Roster {
        ruleset: Hexwar::NAME.to_owned(),
        name: "New Army".to_owned(),
        about: String::new(),
        faction: Faction::Ork,
        limit: None,
        units: Vec::new(),
    }
}

/// A sheet in a line.
fn about(sheet: &Sheet) -> String {
    let models = if sheet.models == 1 { format!("{:?}", sheet.class) } else { format!("{} models", sheet.models) };
    let armour = match sheet.armour {
        (front, side, rear) if front == side && side == rear => front.to_string(),
        (front, side, rear) => format!("{front}/{side}/{rear}"),
    };
    let fly = if sheet.fly { ", flies" } else { "" };
    let ranged = |a: &Armament| match a.bearers.filter(|n| *n < sheet.models) {
        Some(bearers) => format!("{} ({bearers})", a.weapon),
        None => a.weapon.clone(),
    };
    let mut all = vec![
        models,
        format!("MP {}/{}{fly}", sheet.slow, sheet.fast),
        format!("armour {armour}"),
        format!("dice {}/{}", sheet.assault, sheet.deflect),
        sheet.assault_weapon.clone(),
    ];
    all.extend(sheet.ranged.iter().map(ranged));
    all.extend(sheet.abilities.iter().map(|ability| ability.told().0));
    all.join(", ")
}

fn gone_by_now() -> String {
    "that is not in the army any more".to_owned()
}

impl Building<'_> {
    fn faults_of(&self, roster: &Roster) -> Vec<Violation> {
        self.book.faults(roster, Some(self.book.limit(roster)))
    }

    /// What a changed army breaks that this one does not.
    fn new_fault(&self, trial: &Roster) -> Option<Violation> {
        Violation::new_among(self.faults_of(trial), &self.faults_of(&self.roster))
    }

    /// A change as a choice.
    fn change_to(&self, words: impl Into<String>, about: impl Into<String>, edit: Edit) -> Choice {
        let apply = |trial: &mut Roster| self.apply(trial, edit, "");
        let choice = tried(edit, &self.roster, apply, |trial| self.new_fault(trial), |roster| self.book.total(roster));
        Choice { words: words.into(), about: about.into(), ..choice }
    }

    fn main(&self) -> Vec<Choice> {
        let (book, roster) = (self.book, &self.roster);
        let mut out = vec![
            Choice::new("Name", &roster.name, Effect::Write(Topic::Name.edit(0, 0))),
            Choice::new("About", &roster.about, Effect::Write(Topic::About.edit(0, 0))),
            Choice::new("Faction", roster.faction.people(), Effect::Open(Topic::Faction.page(0))),
            Choice::new("Points limit", book.limit(roster).to_string(), Effect::Write(Topic::Limit.edit(0, 0))),
        ];
        for (i, entry) in roster.units.iter().enumerate().take(MOST_ENTRIES) {
            let count = if entry.count == 1 { String::new() } else { format!("{} x ", entry.count) };
            let each = if entry.count == 1 { "" } else { " each" };
            let cost = book.sheet(&entry.unit).map_or(0, |s| s.points);
            out.push(Choice::new(
                format!("{count}{}", entry.unit),
                points(cost) + each,
                Effect::Open(Topic::Unit.page(i)),
            ));
        }
        out.push(Choice::new("Raise a unit", "", Effect::Open(Topic::Raise.page(0))));
        out
    }

    fn factions(&self) -> Vec<Choice> {
        let own = |of: Faction| self.book.sheets.iter().filter(move |s| s.faction == of);
        let choice = |(pick, faction): (usize, Faction)| {
            let names: Vec<&str> = own(faction).map(|s| s.name.as_str()).collect();
            self.change_to(faction.people(), names.join(", "), Topic::Faction.edit(0, pick))
        };
        Faction::ALL.into_iter().enumerate().map(choice).collect()
    }

    fn recruits(&self) -> Vec<Choice> {
        let sheets = self.book.sheets.iter().enumerate().take(MOST_ENTRIES);
        let own = sheets.filter(|(_, s)| s.faction == self.roster.faction);
        own.map(|(pick, sheet)| self.change_to(&sheet.name, about(sheet), Topic::Raise.edit(0, pick))).collect()
    }

    fn unit(&self, i: usize) -> Vec<Choice> {
        let Some(entry) = self.roster.units.get(i) else { return Vec::new() };
        let mut out = vec![self.change_to("One more", entry.count.to_string(), Topic::More.edit(i, 0))];
        if entry.count > 1 {
            out.push(self.change_to("One fewer", entry.count.to_string(), Topic::Fewer.edit(i, 0)));
        }
        let dismiss = Topic::Dismiss.edit(i, 0);
        out.push(Choice { effect: Effect::Remove(dismiss), ..self.change_to("Dismiss", "", dismiss) });
        out
    }

    /// Makes a change in an army.
    fn apply(&self, roster: &mut Roster, edit: Edit, text: &str) -> Result<(), String> {
        let (i, pick) = (usize::from(edit.entry), usize::from(edit.pick));
        let text = written(text);
        match Topic::of(edit.topic) {
            Topic::Name => roster.name = text,
            Topic::About => roster.about = text,
            Topic::Faction => {
                roster.faction = *Faction::ALL.get(pick).ok_or_else(gone_by_now)?;
                // Nobody serves another people; names that nothing has are mistakes to be told, not to be dropped.
                let stays = |e: &Entry| self.book.sheet(&e.unit).is_none_or(|s| s.faction == roster.faction);
                roster.units.retain(stays);
            }
            Topic::Limit => {
                roster.limit = Some(text.parse().map_err(|_| "a limit is a whole number of points".to_owned())?);
            }
            Topic::Raise => {
                let unit = self.book.sheets.get(pick).ok_or_else(gone_by_now)?.name.clone();
                match roster.units.iter_mut().find(|e| e.unit == unit) {
                    Some(alike) => alike.count = alike.count.saturating_add(1),
                    None => roster.units.push(Entry { unit, count: 1 }),
                }
            }
            topic @ (Topic::More | Topic::Fewer) => {
                let entry = roster.units.get_mut(i).ok_or_else(gone_by_now)?;
                entry.count = entry.count.saturating_add_signed(if topic == Topic::More { 1 } else { -1 });
            }
            Topic::Dismiss => {
                roster.units.get(i).ok_or_else(gone_by_now)?;
                roster.units.remove(i);
            }
            Topic::Main | Topic::Unit => {}
        }
        Ok(())
    }
}

impl RosterBuilder for Building<'_> {
    fn title(&self, page: Page) -> String {
        match Topic::of(page.topic) {
            Topic::Faction => "Faction; units of another are let go".to_owned(),
            Topic::Raise => "Raise a unit".to_owned(),
            Topic::Unit => self.roster.units.get(usize::from(page.entry)).map_or(String::new(), |e| e.unit.clone()),
            _ => self.roster.name.clone(),
        }
    }

    fn choices(&self, page: Page) -> Vec<Choice> {
        match Topic::of(page.topic) {
            Topic::Faction => self.factions(),
            Topic::Raise => self.recruits(),
            Topic::Unit => self.unit(page.entry.into()),
            _ => self.main(),
        }
    }

    fn change(&mut self, edit: Edit, text: &str) -> Result<(), String> {
        let apply = |trial: &mut Roster| self.apply(trial, edit, text);
        self.roster = changed(&self.roster, apply, |trial| self.new_fault(trial))?;
        Ok(())
    }

    fn points(&self) -> (u16, u16) {
        (self.book.total(&self.roster), self.book.limit(&self.roster))
    }

    fn faults(&self) -> Vec<String> {
        self.faults_of(&self.roster).into_iter().map(Violation::told).collect()
    }

    fn printed(&self) -> Vec<String> {
        let mut lines = vec![self.book.heading(&self.roster)];
        if !self.roster.about.is_empty() {
            lines.push(format!("  {}", self.roster.about));
        }
        for entry in &self.roster.units {
            let count = if entry.count == 1 { String::new() } else { format!("{} x ", entry.count) };
            match self.book.sheet(&entry.unit) {
                Some(sheet) => {
                    let cost = points(sheet.points.saturating_mul(entry.count.into()));
                    lines.push(format!("  {count}{}, {cost}", entry.unit));
                    lines.push(format!("      {}", about(sheet)));
                }
                None => lines.push(format!("  {count}{}", entry.unit)),
            }
        }
        lines
    }

    fn name(&self) -> String {
        self.roster.name.clone()
    }

    fn to_ron(&self) -> String {
        self.roster.to_ron()
    }
}
