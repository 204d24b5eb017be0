//! Gangs choice by choice: the pages of the builder (GEM-SET-03, GEM-SET-05, GEM-SKILL-02).

use crate::battle::Rules;
use crate::board::Board;
use crate::kit::nearness::inland;
use crate::kit::scenario as kit;
use crate::rules::muster::{
    Additions, Choice, Edit, Effect, MOST_ENTRIES, Page, RosterBuilder, Rosters, changed, points, toggle, topics,
    tried, written,
};
use crate::source::{Document, Node, Problem, Problems};

use super::Gemini;
use super::content::RuleContent;
use super::roster::{Entry, Roster, Violation, for_sale};
use super::scenario::stands;
use super::stats::{Blade, BladeTag, Gun, ParryValue, Sheet, Skill, Strength};

topics! {
    Main, Name, About, Gang, Limit, Raise, Model, ModelName, More, Fewer, Dismiss, Guns, Blades, Grenades, Smokes, Skills, Forget, Usual,
}

/// A gang in the making, with the book that it chooses from.
#[derive(Debug)]
struct Building<'a> {
    book: &'a RuleContent,
    roster: Roster,
}

impl Rosters for RuleContent {
    fn ruleset(&self) -> &'static str {
        Gemini::NAME
    }

    fn entries(&self) -> &'static str {
        "models"
    }

    fn takes(&self, side: &Node) -> bool {
        ["roster", "muster"].iter().any(|field| side.get(field).is_some())
    }

    fn replaced(&self) -> &'static [&'static str] {
        &["roster", "muster"]
    }

    /// Each side begins around the middle of a stretch of the border, and looks at the middle of the map.
    fn custom(&self, board: &Board, sides: &[&str]) -> Additions {
        let mut whole = "    units: [\n".to_owned();
        for (place, side) in sides.iter().enumerate() {
            let stretch = board.zone(&format!("border {} of {}", place + 1, sides.len())).unwrap_or_default();
            let Some(cell) = kit::fit_hex(board, &stretch, |cell| stands(cell, board, self)) else { continue };
            let (at, facing) = (board.column_row(cell), inland(board, cell));
            whole += &format!("        (side: {side:?}, at: {at:?}, facing: {facing:?}),\n");
        }
        Additions { whole: whole + "    ],\n", sides: Vec::new() }
    }

    fn begin(&self) -> Box<dyn RosterBuilder + '_> {
        Box::new(Building { book: self, roster: self.new_gang(0) })
    }

    fn lists(&self) -> Vec<String> {
        self.gangs().into_iter().map(str::to_owned).collect()
    }

    fn begin_of(&self, list: usize, limit: u16) -> Box<dyn RosterBuilder + '_> {
        Box::new(Building { book: self, roster: Roster { limit: Some(limit), ..self.new_gang(list) } })
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
    /// A gang of one of the kinds with nothing chosen.
    fn new_gang(&self, kind: usize) -> Roster {
        let gang = self.gangs().get(kind).map_or(String::new(), |gang| (*gang).to_owned());
        Roster { ruleset: Gemini::NAME.to_owned(), name: "New Gang".to_owned(), gang, ..Roster::default() }
    }

    /// A gang in a line: its name, its kind, what it comes to.
    fn heading(&self, roster: &Roster) -> String {
        let (size, total, limit) = (roster.size(), self.total(roster), self.limit(roster));
        let models = if size == 1 { "model" } else { "models" };
        format!("{} ({}): {size} {models}, {total} of {limit} points", roster.name, roster.gang)
    }
}

/// What a model of a sheet is like, in a line.
pub(super) fn statistics(sheet: &Sheet) -> String {
    let Sheet { m, ws, bs, s, t, w, i, a, ld, an, .. } = sheet;
    let save = if sheet.sv > 6 { String::new() } else { format!(", save {}+", sheet.sv) };
    format!("M {m}, WS {ws}, BS {bs}, S {s}, T {t}, W {w}, I {i}, A {a}, Ld {ld}, activated on {an}+{save}")
}

/// What a model of a sheet carries and knows, in a line.
pub(super) fn gear(sheet: &Sheet) -> String {
    let grenades = [(sheet.grenades, "grenade"), (sheet.smokes, "smoke grenade")];
    let grenades = grenades.into_iter().filter(|(count, _)| *count > 0);
    let grenades = grenades.map(|(n, what)| if n == 1 { what.to_owned() } else { format!("{n} {what}s") });
    let skills = sheet.skills.iter().map(|Skill { name, level }| format!("{name} {level}"));
    let all: Vec<String> = sheet.guns.iter().chain(&sheet.blades).cloned().chain(grenades).chain(skills).collect();
    all.join(", ")
}

/// A gun in a line.
fn gun_line(gun: &Gun) -> String {
    let shots = if gun.shots == 1 { String::new() } else { format!(", {} shots", gun.shots) };
    let Gun { short, long, at_short, at_long, strength, .. } = gun;
    format!("to {short} and {long} hexes, {at_short:+} and {at_long:+} to hit, Strength {strength}{shots}")
}

/// A blade in a line.
fn blade_line(blade: &Blade) -> String {
    let strength = match blade.strength {
        Strength::User(0) => "own Strength".to_owned(),
        Strength::User(more) => format!("Strength {more:+}"),
        Strength::Fixed(strength) => format!("Strength {strength}"),
    };
    let parry = match blade.parry {
        ParryValue::Always => ", parries everything".to_owned(),
        ParryValue::Value(0) => String::new(),
        ParryValue::Value(value) => format!(", parries {value}"),
    };
    let hands = if blade.hands == 2 { ", two hands" } else { "" };
    format!("{strength}{parry}{hands}")
}

fn gone_by_now() -> String {
    "that is not in the gang any more".to_owned()
}

fn nth<T>(list: &[T], place: usize) -> Result<&T, String> {
    list.get(place).ok_or_else(gone_by_now)
}

/// Names, or that there are none.
fn or_none(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}

/// One more or one fewer.
fn stepped(count: u8, pick: usize) -> u8 {
    if pick == 0 { count.saturating_add(1) } else { count.saturating_sub(1) }
}

impl Building<'_> {
    fn faults_of(&self, roster: &Roster) -> Vec<Violation> {
        self.book.faults(roster, Some(self.book.limit(roster)))
    }

    /// What a changed gang breaks that this one does not.
    fn new_fault(&self, trial: &Roster) -> Option<Violation> {
        Violation::new_among(self.faults_of(trial), &self.faults_of(&self.roster))
    }

    /// A change as a choice.
    fn change_to(&self, words: impl Into<String>, about: impl Into<String>, edit: Edit) -> Choice {
        let apply = |trial: &mut Roster| self.apply(trial, edit, "");
        let choice = tried(edit, &self.roster, apply, |trial| self.new_fault(trial), |roster| self.book.total(roster));
        Choice { words: words.into(), about: about.into(), ..choice }
    }

    /// An entry with its sheet as it is by now.
    fn entry(&self, i: usize) -> Option<(&Entry, Sheet)> {
        let entry = self.roster.models.get(i)?;
        Some((entry, entry.sheet(self.book.model(&entry.model)?)))
    }

    fn main(&self) -> Vec<Choice> {
        let (book, roster) = (self.book, &self.roster);
        let mut out = vec![
            Choice::new("Name", &roster.name, Effect::Write(Topic::Name.edit(0, 0))),
            Choice::new("About", &roster.about, Effect::Write(Topic::About.edit(0, 0))),
            Choice::new("Gang", &roster.gang, Effect::Open(Topic::Gang.page(0))),
            Choice::new("Points limit", book.limit(roster).to_string(), Effect::Write(Topic::Limit.edit(0, 0))),
        ];
        for (i, entry) in roster.models.iter().enumerate().take(MOST_ENTRIES) {
            let count = if entry.count == 1 { String::new() } else { format!("{} x ", entry.count) };
            let each = if entry.count == 1 { "" } else { " each" };
            let kind = if entry.name.is_empty() { String::new() } else { format!("{}, ", entry.model) };
            let about = format!("{kind}{}{each}", points(book.price(entry)));
            out.push(Choice::new(format!("{count}{}", entry.title()), about, Effect::Open(Topic::Model.page(i))));
        }
        out.push(Choice::new("Raise a model", "", Effect::Open(Topic::Raise.page(0))));
        out
    }

    fn gangs(&self) -> Vec<Choice> {
        let own = |of: &str| self.book.models.iter().filter(move |m| m.gang == of).map(|m| m.name.as_str()).collect();
        let choice = |(pick, gang): (usize, &str)| {
            let names: Vec<&str> = own(gang);
            self.change_to(gang, names.join(", "), Topic::Gang.edit(0, pick))
        };
        self.book.gangs().into_iter().enumerate().map(choice).collect()
    }

    fn recruits(&self) -> Vec<Choice> {
        let models = self.book.models.iter().enumerate().take(MOST_ENTRIES);
        let about = |sheet: &Sheet| format!("{}; {}", statistics(sheet), gear(sheet));
        let own = models.filter(|(_, m)| m.gang == self.roster.gang);
        own.map(|(pick, sheet)| self.change_to(&sheet.name, about(sheet), Topic::Raise.edit(0, pick))).collect()
    }

    fn model(&self, i: usize) -> Vec<Choice> {
        let Some(entry) = self.roster.models.get(i) else { return Vec::new() };
        let mut out = vec![
            Choice::new("Name", entry.title(), Effect::Write(Topic::ModelName.edit(i, 0))),
            self.change_to("One more", entry.count.to_string(), Topic::More.edit(i, 0)),
        ];
        if entry.count > 1 {
            out.push(self.change_to("One fewer", entry.count.to_string(), Topic::Fewer.edit(i, 0)));
        }
        if let Some((_, sheet)) = self.entry(i) {
            out.push(Choice::new("Guns", or_none(&sheet.guns), Effect::Open(Topic::Guns.page(i))));
            out.push(Choice::new("Blades", or_none(&sheet.blades), Effect::Open(Topic::Blades.page(i))));
            for (topic, what, count) in
                [(Topic::Grenades, "grenade", sheet.grenades), (Topic::Smokes, "smoke grenade", sheet.smokes)]
            {
                out.push(self.change_to(format!("One {what} more"), count.to_string(), topic.edit(i, 0)));
                if count > 0 {
                    out.push(self.change_to(format!("One {what} fewer"), count.to_string(), topic.edit(i, 1)));
                }
            }
            let skills: Vec<String> = sheet.skills.iter().map(|s| format!("{} {}", s.name, s.level)).collect();
            out.push(Choice::new("Skills", or_none(&skills), Effect::Open(Topic::Skills.page(i))));
        }
        if entry.differs() {
            let about = "guns, blades, grenades and skills of its sheet again";
            out.push(self.change_to("As its sheet has it", about, Topic::Usual.edit(i, 0)));
        }
        let dismiss = Topic::Dismiss.edit(i, 0);
        out.push(Choice { effect: Effect::Remove(dismiss), ..self.change_to("Dismiss", "", dismiss) });
        out
    }

    fn guns(&self, i: usize) -> Vec<Choice> {
        let Some((_, sheet)) = self.entry(i) else { return Vec::new() };
        let choice = |(pick, gun): (usize, &Gun)| {
            let words = if sheet.guns.contains(&gun.name) { format!("Give up {}", gun.name) } else { gun.name.clone() };
            self.change_to(words, gun_line(gun), Topic::Guns.edit(i, pick))
        };
        self.book.guns.iter().enumerate().map(choice).collect()
    }

    fn blades(&self, i: usize) -> Vec<Choice> {
        let Some((_, sheet)) = self.entry(i) else { return Vec::new() };
        let offered = |(_, blade): &(usize, &Blade)| for_sale(blade) || sheet.blades.contains(&blade.name);
        let choice = |(pick, blade): (usize, &Blade)| {
            let has = sheet.blades.contains(&blade.name);
            let words = if has { format!("Give up {}", blade.name) } else { blade.name.clone() };
            self.change_to(words, blade_line(blade), Topic::Blades.edit(i, pick))
        };
        self.book.blades.iter().enumerate().filter(offered).map(choice).collect()
    }

    fn skills(&self, i: usize) -> Vec<Choice> {
        let Some((_, sheet)) = self.entry(i) else { return Vec::new() };
        let mut out = Vec::new();
        for (pick, row) in self.book.skills.iter().enumerate() {
            let class = sheet.class_of(&row.name, &self.book.skills);
            let known = sheet.skills.iter().find(|s| s.name == row.name).map(|s| s.level);
            let next = known.map_or_else(|| self.book.least_level(&sheet, &row.name), |level| level + 1);
            let cost = class.cost(sheet.ld, next).map_or(String::new(), |n| format!(", {n} character points in all"));
            let words = if known.is_some() { "Raise" } else { "Learn" };
            let about = format!("{class:?}{cost}");
            out.push(self.change_to(format!("{words} {} {next}", row.name), about, Topic::Skills.edit(i, pick)));
            if let Some(level) = known {
                let words = format!("Forget {}", row.name);
                out.push(self.change_to(words, format!("level {level}"), Topic::Forget.edit(i, pick)));
            }
        }
        out
    }

    /// Makes a change in a gang.
    fn apply(&self, roster: &mut Roster, edit: Edit, text: &str) -> Result<(), String> {
        let (i, pick) = (usize::from(edit.entry), usize::from(edit.pick));
        let text = written(text);
        match Topic::of(edit.topic) {
            Topic::Name => roster.name = text,
            Topic::About => roster.about = text,
            Topic::Gang => {
                roster.gang = (*nth(&self.book.gangs(), pick)?).to_owned();
                // Nobody goes over to another gang; names that nothing has are mistakes to be told, not to be dropped.
                roster.models.retain(|e| self.book.model(&e.model).is_none_or(|m| m.gang == roster.gang));
            }
            Topic::Limit => {
                roster.limit = Some(text.parse().map_err(|_| "a limit is a whole number of points".to_owned())?);
            }
            Topic::Raise => {
                let one = Entry::of(&nth(&self.book.models, pick)?.name);
                match roster.models.iter_mut().find(|e| Entry { count: 1, ..(*e).clone() } == one) {
                    Some(alike) => alike.count = alike.count.saturating_add(1),
                    None => roster.models.push(one),
                }
            }
            Topic::Dismiss => {
                nth(&roster.models, i)?;
                roster.models.remove(i);
            }
            Topic::Main | Topic::Model => {}
            topic => {
                let entry = roster.models.get_mut(i).ok_or_else(gone_by_now)?;
                match topic {
                    Topic::ModelName => entry.name = text,
                    Topic::More => entry.count = entry.count.saturating_add(1),
                    Topic::Fewer => entry.count = entry.count.saturating_sub(1),
                    _ => self.equip(entry, topic, pick)?,
                }
            }
        }
        Ok(())
    }

    /// A change of what a model carries and knows.
    fn equip(&self, entry: &mut Entry, topic: Topic, pick: usize) -> Result<(), String> {
        let book = self.book;
        let sheet = entry.sheet(book.model(&entry.model).ok_or_else(gone_by_now)?);
        match topic {
            Topic::Guns => {
                let mut guns = sheet.guns;
                toggle(&mut guns, nth(&book.guns, pick)?.name.clone());
                // Without the pistol there is none in the other hand either.
                let held = |name: &String| {
                    let pistol = book.blade(name).is_some_and(|blade| blade.has(BladeTag::Pistol));
                    let guns = book.guns.iter().filter(|gun| guns.contains(&gun.name));
                    !pistol || guns.filter_map(|gun| gun.in_hand.as_ref()).any(|hand| hand == name)
                };
                if !sheet.blades.iter().all(held) {
                    entry.blades = Some(sheet.blades.iter().filter(|name| held(name)).cloned().collect());
                }
                entry.guns = Some(guns);
            }
            Topic::Blades => {
                let mut blades = sheet.blades;
                toggle(&mut blades, nth(&book.blades, pick)?.name.clone());
                entry.blades = Some(blades);
            }
            Topic::Grenades => entry.grenades = Some(stepped(sheet.grenades, pick)),
            Topic::Smokes => entry.smokes = Some(stepped(sheet.smokes, pick)),
            Topic::Skills => {
                let name = &nth(&book.skills, pick)?.name;
                let least = book.least_level(&sheet, name);
                let mut skills = sheet.skills;
                match skills.iter_mut().find(|s| s.name == *name) {
                    Some(known) => known.level = known.level.saturating_add(1),
                    None => skills.push(Skill { name: name.clone(), level: least }),
                }
                entry.skills = Some(skills);
            }
            Topic::Forget => {
                let name = &nth(&book.skills, pick)?.name;
                entry.skills = Some(sheet.skills.into_iter().filter(|s| s.name != *name).collect());
            }
            Topic::Usual => {
                *entry = Entry { name: entry.name.clone(), count: entry.count, ..Entry::of(&entry.model) };
            }
            _ => return Err(gone_by_now()),
        }
        Ok(())
    }
}

impl RosterBuilder for Building<'_> {
    fn title(&self, page: Page) -> String {
        let model = self.roster.models.get(usize::from(page.entry)).map_or("", Entry::title);
        match Topic::of(page.topic) {
            Topic::Gang => "Gang; models of another are let go".to_owned(),
            Topic::Raise => "Raise a model".to_owned(),
            Topic::Model => model.to_owned(),
            topic @ (Topic::Guns | Topic::Blades | Topic::Skills) => {
                format!("{model}: {}", format!("{topic:?}").to_lowercase())
            }
            _ => self.roster.name.clone(),
        }
    }

    fn choices(&self, page: Page) -> Vec<Choice> {
        let i = page.entry.into();
        match Topic::of(page.topic) {
            Topic::Gang => self.gangs(),
            Topic::Raise => self.recruits(),
            Topic::Model => self.model(i),
            Topic::Guns => self.guns(i),
            Topic::Blades => self.blades(i),
            Topic::Skills => self.skills(i),
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
        for (i, entry) in self.roster.models.iter().enumerate() {
            let count = if entry.count == 1 { String::new() } else { format!("{} x ", entry.count) };
            let Some((_, sheet)) = self.entry(i) else {
                lines.push(format!("  {count}{}", entry.title()));
                continue;
            };
            let cost = points(self.book.price(entry).saturating_mul(entry.count.into()));
            lines.push(format!("  {count}{}, {cost}", entry.title()));
            lines.push(format!("      {}", statistics(&sheet)));
            let gear = gear(&sheet);
            if !gear.is_empty() {
                lines.push(format!("      {gear}"));
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
