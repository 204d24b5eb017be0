//! Retinues choice by choice: the pages of the terminal's builder.

use crate::board::Board;
use crate::rules::muster::{
    Additions, Choice, Edit, Effect, MOST_ENTRIES, Page, RosterBuilder, Rosters, changed, points, toggle, topics,
    tried, written,
};
use crate::source::{Document, Node, Problem, Problems};

use super::catalogue::Ability;
use super::content::RuleContent;
use super::legality::Violation;
use super::printed::{numbers, signed};
use super::roster::{Figure, Ride, Roster};
use super::stats::{Calling, Creed, Gear, God, RetinueList, Tag, Trait, Troop, Weapon, Weight};

topics! {
    Main, Name, About, List, Creed, God, Limit, Boarding, Hire, Ally, Figure, FigureName, Count, Dismiss, Armour, Weapons, Drop, Issue, Gear, Powers, Abilities, Calling, TakeRide, Ride, RideName, Leave, Mount, Unmount, Ram, Aboard,
}

/// A roster in the making, with the book that it chooses from.
#[derive(Debug)]
struct Building<'a> {
    book: &'a RuleContent,
    roster: Roster,
}

impl Rosters for RuleContent {
    fn ruleset(&self) -> &'static str {
        <super::Iten as crate::battle::Rules>::NAME
    }

    fn entries(&self) -> &'static str {
        "figures"
    }

    fn takes(&self, side: &Node) -> bool {
        ["roster", "muster"].iter().any(|field| side.get(field).is_some())
    }

    fn replaced(&self) -> &'static [&'static str] {
        &["roster", "retinue", "muster"]
    }

    /// The last one on the board wins (ITEN-GEN-08); aboard a hulk the last side defends it.
    fn custom(&self, board: &Board, sides: &[&str]) -> Additions {
        let whole = match sides.last().filter(|_| !board.spaces().is_empty()) {
            Some(defender) => format!("    mission: Boarding,\n    boarding: (defender: {defender:?}),\n"),
            None => "    mission: Battle,\n".to_owned(),
        };
        Additions { whole, sides: Vec::new() }
    }

    fn begin(&self) -> Box<dyn RosterBuilder + '_> {
        Box::new(Building { book: self, roster: self.new_retinue(0) })
    }

    fn lists(&self) -> Vec<String> {
        self.lists.iter().map(|list| list.name.clone()).collect()
    }

    fn begin_of(&self, list: usize, limit: u16) -> Box<dyn RosterBuilder + '_> {
        Box::new(Building { book: self, roster: Roster { limit: Some(limit), ..self.new_retinue(list) } })
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
    /// A Retinue of one of the lists with nothing chosen.
    fn new_retinue(&self, list: usize) -> Roster {
        let list = self.lists.get(list).map_or(String::new(), |list| list.name.clone());
        Roster { ruleset: self.ruleset().to_owned(), name: "New Retinue".to_owned(), list, ..Roster::default() }
    }
}

fn open(words: impl Into<String>, about: impl Into<String>, topic: Topic, entry: usize) -> Choice {
    Choice::new(words, about, Effect::Open(topic.page(entry)))
}

fn write(words: impl Into<String>, about: impl Into<String>, topic: Topic, entry: usize) -> Choice {
    Choice::new(words, about, Effect::Write(topic.edit(entry, 0)))
}

/// What stands there, or that nothing does.
fn or_none(words: Vec<String>) -> String {
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

impl Building<'_> {
    /// A change as a choice.
    fn change_to(
        &self,
        words: impl Into<String>,
        about: impl Into<String>,
        topic: Topic,
        at: (usize, usize),
    ) -> Choice {
        let edit = topic.edit(at.0, at.1);
        let apply = |trial: &mut Roster| self.apply(trial, edit, "");
        let choice = tried(edit, &self.roster, apply, |trial| self.new_fault(trial), |roster| self.book.total(roster));
        Choice { words: words.into(), about: about.into(), ..choice }
    }

    /// A change after which the page's subject is gone.
    fn removal(&self, words: &str, topic: Topic, entry: usize) -> Choice {
        let effect = Effect::Remove(topic.edit(entry, 0));
        Choice { effect, ..self.change_to(words, "", topic, (entry, 0)) }
    }

    /// What a changed roster breaks that this one does not.
    fn new_fault(&self, trial: &Roster) -> Option<Violation> {
        Violation::new_among(self.book.faults(trial), &self.book.faults(&self.roster))
    }

    fn list(&self) -> Option<&RetinueList> {
        self.book.list(&self.roster.list)
    }

    fn main(&self) -> Vec<Choice> {
        let (book, roster) = (self.book, &self.roster);
        let mut out = vec![
            write("Name", &roster.name, Topic::Name, 0),
            write("About", &roster.about, Topic::About, 0),
            open("List", &roster.list, Topic::List, 0),
        ];
        if self.list().is_some_and(|l| l.creeds) || roster.creed.is_some() {
            let creed = roster.creed.map_or("undecided".to_owned(), |c| format!("{c:?}"));
            out.push(open("Creed", creed, Topic::Creed, 0));
        }
        if book.troops.iter().any(|t| t.devotee && t.list == roster.list) || roster.god.is_some() {
            out.push(open("God", roster.god.map_or("none".to_owned(), |g| format!("{g:?}")), Topic::God, 0));
        }
        out.push(write("Points limit", book.limit(roster).to_string(), Topic::Limit, 0));
        let boarding = if roster.boarding { "yes" } else { "no" };
        out.push(self.change_to("Boarding force", boarding, Topic::Boarding, (0, 0)));
        for (i, figure) in roster.figures.iter().enumerate().take(MOST_ENTRIES) {
            let count = if figure.count == 1 { String::new() } else { format!("{} x ", figure.count) };
            let role = if figure.name.is_empty() { String::new() } else { format!("{}, ", figure.troop) };
            let each = if figure.count == 1 { "" } else { " each" };
            let cost = points(book.price(roster, figure).total);
            out.push(open(format!("{count}{}", figure.title()), format!("{role}{cost}{each}"), Topic::Figure, i));
        }
        out.push(open("Hire a figure", "", Topic::Hire, 0));
        for (i, ride) in roster.vehicles.iter().enumerate().take(MOST_ENTRIES) {
            let title = if ride.name.is_empty() { &ride.vehicle } else { &ride.name };
            out.push(open(title, points(book.ride_price(roster, ride)), Topic::Ride, i));
        }
        out.push(open("Take a vehicle", "", Topic::TakeRide, 0));
        out
    }

    fn figure(&self, i: usize) -> Vec<Choice> {
        let Some(figure) = self.roster.figures.get(i) else { return Vec::new() };
        let mut out = vec![
            write("Name", figure.title(), Topic::FigureName, i),
            write("How many", figure.count.to_string(), Topic::Count, i),
        ];
        let troop = self.book.troop(&figure.troop);
        if troop.is_none_or(|t| t.kit.is_none()) {
            let armour = if figure.armour.is_empty() { &self.book.clothing().name } else { &figure.armour };
            out.push(open("Armour", armour, Topic::Armour, i));
            out.push(open("Weapons", or_none(figure.weapons.clone()), Topic::Weapons, i));
            out.push(open("Gear", or_none(figure.gear.iter().map(|g| g.word().to_owned()).collect()), Topic::Gear, i));
        }
        if self.roster.boarding {
            out.push(open("Issued kit", or_none(figure.issued.clone()), Topic::Issue, i));
        }
        if troop.is_some_and(|t| t.psyker.is_some()) || !figure.powers.is_empty() {
            out.push(open("Powers", or_none(figure.powers.clone()), Topic::Powers, i));
        }
        out.push(open("Abilities", or_none(figure.abilities.clone()), Topic::Abilities, i));
        if troop.is_some_and(|t| t.is(Tag::Imperial)) || figure.calling.is_some() {
            out.push(open("Calling", figure.calling.map_or("none", Calling::word), Topic::Calling, i));
        }
        out.push(self.removal("Dismiss", Topic::Dismiss, i));
        out
    }

    /// Troop types of the own list, or of the others as Strange Allies.
    fn recruits(&self, own: bool) -> Vec<Choice> {
        let roster = &self.roster;
        let fits = |t: &&Troop| (t.list == roster.list) == own && !t.scenario && (roster.boarding || !t.boarding);
        let topic = if own { Topic::Hire } else { Topic::Ally };
        let troops = self.book.troops.iter().enumerate().filter(|(_, t)| fits(t));
        let mut out: Vec<Choice> = troops
            .map(|(pick, troop)| {
                let values = [("FV", troop.fv), ("SV", troop.sv), ("Speed", troop.speed)];
                let values = values.map(|(name, n)| format!("{name} {}", signed(n))).join(", ");
                self.change_to(&troop.name, format!("Grit {}+, {values}", troop.grit), topic, (0, pick))
            })
            .collect();
        if own {
            out.push(open("Strange Ally", "a figure of another list", Topic::Ally, 0));
        }
        out
    }

    /// The list that a figure is armed from: its own.
    fn list_of(&self, i: usize) -> Option<&RetinueList> {
        let troop = self.book.troop(&self.roster.figures.get(i)?.troop)?;
        self.book.list(&troop.list)
    }

    fn armours(&self, i: usize) -> Vec<Choice> {
        let Some(list) = self.list_of(i) else { return Vec::new() };
        let offered = |name: &str| list.armour.iter().any(|o| o.name == name);
        let armours = self.book.armour.iter().enumerate().filter(|(_, a)| offered(&a.name));
        let about = |a: &super::stats::Armour| format!("{}+, {}", a.to_hit, a.weight.word());
        armours.map(|(pick, a)| self.change_to(&a.name, about(a), Topic::Armour, (i, pick))).collect()
    }

    fn weapons(&self, i: usize) -> Vec<Choice> {
        let (Some(figure), Some(list)) = (self.roster.figures.get(i), self.list_of(i)) else { return Vec::new() };
        let drop = |(k, name): (usize, &String)| self.change_to(format!("Drop {name}"), "", Topic::Drop, (i, k));
        let mut out: Vec<Choice> = figure.weapons.iter().enumerate().map(drop).collect();
        let fits = |w: &Weapon| {
            list.weapons.iter().any(|o| o.name == w.name) || w.has(Trait::Boarding) && self.roster.boarding
        };
        let weapons = self.book.weapons.iter().enumerate().filter(|(_, w)| fits(w));
        out.extend(weapons.map(|(pick, w)| self.change_to(&w.name, numbers(w), Topic::Weapons, (i, pick))));
        out
    }

    fn issue(&self, i: usize) -> Vec<Choice> {
        let Some(figure) = self.roster.figures.get(i) else { return Vec::new() };
        let mut kit = self.book.numbers.muster.boarding_kit.clone();
        kit.sort();
        kit.dedup();
        let weapons = self.book.weapons.iter().enumerate().filter(|(_, w)| kit.contains(&w.name));
        let choice = |(pick, w): (usize, &Weapon)| {
            let has = if figure.issued.contains(&w.name) { "has it" } else { "" };
            self.change_to(&w.name, has, Topic::Issue, (i, pick))
        };
        weapons.map(choice).collect()
    }

    /// A page where everything is either there or not.
    fn toggles<'b>(&self, i: usize, topic: Topic, all: impl Iterator<Item = (&'b str, bool, &'b str)>) -> Vec<Choice> {
        let choice = |(pick, (name, has, about)): (usize, (&str, bool, &str))| {
            let words = if has { format!("Give up {name}") } else { name.to_owned() };
            self.change_to(words, about, topic, (i, pick))
        };
        all.enumerate().map(choice).collect()
    }

    fn ride(&self, i: usize) -> Vec<Choice> {
        let Some(ride) = self.roster.vehicles.get(i) else { return Vec::new() };
        let title = if ride.name.is_empty() { &ride.vehicle } else { &ride.name };
        vec![
            write("Name", title, Topic::RideName, i),
            open("Weapons", or_none(ride.weapons.clone()), Topic::Mount, i),
            self.change_to("Ram", if ride.ram { "has one" } else { "none" }, Topic::Ram, (i, 0)),
            open("Aboard", or_none(ride.aboard.clone()), Topic::Aboard, i),
            self.removal("Leave behind", Topic::Leave, i),
        ]
    }

    fn mounts(&self, i: usize) -> Vec<Choice> {
        let (Some(ride), Some(list)) = (self.roster.vehicles.get(i), self.list()) else { return Vec::new() };
        let remove =
            |(k, name): (usize, &String)| self.change_to(format!("Unmount {name}"), "", Topic::Unmount, (i, k));
        let mut out: Vec<Choice> = ride.weapons.iter().enumerate().map(remove).collect();
        let listed = |w: &Weapon| list.weapons.iter().any(|o| o.name == w.name);
        let heavy = |w: &Weapon| w.range.is_some() && w.weight >= Weight::Heavy && !w.has(Trait::Pistol);
        let fits = |w: &Weapon| w.has(Trait::HardPoint) || listed(w) && heavy(w);
        let weapons = self.book.weapons.iter().enumerate().filter(|(_, w)| fits(w));
        out.extend(weapons.map(|(pick, w)| self.change_to(&w.name, numbers(w), Topic::Mount, (i, pick))));
        out
    }

    fn rides(&self) -> Vec<Choice> {
        let driving = &self.book.numbers.driving;
        let choice = |(pick, v): (usize, &super::vehicles::Vehicle)| {
            let (usual, most) = (v.move_of(driving, false), v.move_of(driving, true));
            let seats = u16::from(v.crew) + u16::from(v.passengers);
            let about = format!("Armour {}+, moves {usual} or {most}, {seats} seats", v.armour);
            self.change_to(&v.name, about, Topic::TakeRide, (0, pick))
        };
        self.book.vehicles.iter().enumerate().map(choice).collect()
    }

    fn aboard(&self, i: usize) -> Vec<Choice> {
        let Some(ride) = self.roster.vehicles.get(i) else { return Vec::new() };
        let choice = |(pick, name): (usize, String)| {
            let about = match ride.aboard.iter().position(|a| *a == name) {
                Some(0) => "drives",
                Some(_) => "aboard",
                None => "",
            };
            self.change_to(name, about, Topic::Aboard, (i, pick))
        };
        self.roster.names().into_iter().flatten().enumerate().take(MOST_ENTRIES).map(choice).collect()
    }

    /// Makes a change in a roster.
    fn apply(&self, roster: &mut Roster, edit: Edit, text: &str) -> Result<(), String> {
        let (i, pick) = (usize::from(edit.entry), usize::from(edit.pick));
        let text = written(text);
        let before = roster.names();
        let mut gone = None;
        // What anybody made of a rulebook's Retinue is no longer what that prints.
        let changes_cost =
            !matches!(Topic::of(edit.topic), Topic::Name | Topic::About | Topic::FigureName | Topic::RideName);
        if changes_cost {
            roster.printed = None;
            roster.figures.iter_mut().for_each(|f| f.printed = None);
        }
        match Topic::of(edit.topic) {
            Topic::Name => roster.name = text,
            Topic::About => roster.about = text,
            Topic::List => {
                roster.list = nth(&self.book.lists, pick)?.name.clone();
                // The other list may not ask.
                roster.creed = roster.creed.filter(|_| self.book.lists[pick].creeds);
            }
            Topic::Creed => roster.creed = Some(if pick == 0 { Creed::Radical } else { Creed::Puritan }),
            Topic::God => roster.god = pick.checked_sub(1).and_then(|p| God::ALL.get(p)).copied(),
            Topic::Limit => {
                roster.limit = Some(text.parse().map_err(|_| "a limit is a whole number of points".to_owned())?);
            }
            Topic::Boarding => roster.boarding = !roster.boarding,
            Topic::Hire | Topic::Ally => {
                let troop = nth(&self.book.troops, pick)?;
                let mut figure = Figure::of(&troop.name);
                figure.weapons.extend(troop.standard.clone());
                if Topic::of(edit.topic) == Topic::Ally {
                    figure.abilities.push(self.book.ability(Ability::StrangeAlly).name.clone());
                }
                roster.figures.push(figure);
            }
            Topic::TakeRide => {
                let vehicle = nth(&self.book.vehicles, pick)?.name.clone();
                roster.vehicles.push(Ride { vehicle, ..Ride::default() });
            }
            Topic::Dismiss => {
                nth(&roster.figures, i)?;
                roster.figures.remove(i);
                gone = Some(i);
            }
            Topic::Leave => {
                nth(&roster.vehicles, i)?;
                roster.vehicles.remove(i);
            }
            topic @ (Topic::RideName | Topic::Mount | Topic::Unmount | Topic::Ram | Topic::Aboard) => {
                let ride = roster.vehicles.get_mut(i).ok_or_else(gone_by_now)?;
                self.refit(ride, topic, pick, &text, &before)?;
            }
            topic => {
                let figure = roster.figures.get_mut(i).ok_or_else(gone_by_now)?;
                self.equip(figure, topic, pick, &text)?;
            }
        }
        keep_aboard(roster, &before, gone);
        Ok(())
    }

    /// A change of one entry among the figures.
    fn equip(&self, figure: &mut Figure, topic: Topic, pick: usize, text: &str) -> Result<(), String> {
        match topic {
            Topic::FigureName => figure.name = text.to_owned(),
            Topic::Count => {
                let count = text.parse().ok().filter(|n| *n > 0);
                figure.count = count.ok_or("type how many, 1 or more; Dismiss takes them off the roster")?;
            }
            Topic::Armour => figure.armour = nth(&self.book.armour, pick)?.name.clone(),
            Topic::Weapons => figure.weapons.push(nth(&self.book.weapons, pick)?.name.clone()),
            Topic::Drop => {
                nth(&figure.weapons, pick)?;
                figure.weapons.remove(pick);
            }
            Topic::Issue => toggle(&mut figure.issued, nth(&self.book.weapons, pick)?.name.clone()),
            Topic::Gear => toggle(&mut figure.gear, *nth(&Gear::ALL, pick)?),
            Topic::Powers => toggle(&mut figure.powers, nth(&self.book.powers, pick)?.name.clone()),
            Topic::Abilities => toggle(&mut figure.abilities, nth(&self.book.abilities, pick)?.name.clone()),
            Topic::Calling => {
                let calling = *nth(&Calling::ALL, pick)?;
                figure.calling = if figure.calling == Some(calling) { None } else { Some(calling) };
            }
            _ => return Err(gone_by_now()),
        }
        Ok(())
    }

    /// A change of one vehicle.
    fn refit(
        &self,
        ride: &mut Ride,
        topic: Topic,
        pick: usize,
        text: &str,
        names: &[Vec<String>],
    ) -> Result<(), String> {
        match topic {
            Topic::RideName => ride.name = text.to_owned(),
            Topic::Mount => ride.weapons.push(nth(&self.book.weapons, pick)?.name.clone()),
            Topic::Unmount => {
                nth(&ride.weapons, pick)?;
                ride.weapons.remove(pick);
            }
            Topic::Ram => ride.ram = !ride.ram,
            _ => toggle(&mut ride.aboard, names.iter().flatten().nth(pick).ok_or_else(gone_by_now)?.clone()),
        }
        Ok(())
    }
}

fn gone_by_now() -> String {
    "that is not in the roster any more".to_owned()
}

fn nth<T>(list: &[T], place: usize) -> Result<&T, String> {
    list.get(place).ok_or_else(gone_by_now)
}

/// Whoever was aboard stays so under a new name, unless it is gone.
fn keep_aboard(roster: &mut Roster, before: &[Vec<String>], gone: Option<usize>) {
    let after = roster.names();
    let renamed = |name: &String| {
        let (entry, place) =
            before.iter().enumerate().find_map(|(e, names)| Some((e, names.iter().position(|n| n == name)?)))?;
        let entry = match gone {
            Some(gone) if gone == entry => return None,
            Some(gone) if gone < entry => entry - 1,
            _ => entry,
        };
        after.get(entry)?.get(place).cloned()
    };
    for ride in &mut roster.vehicles {
        // Names that no figure had are mistakes to be told, not to be dropped.
        let kept =
            |name: &String| if before.iter().flatten().any(|n| n == name) { renamed(name) } else { Some(name.clone()) };
        ride.aboard = ride.aboard.iter().filter_map(kept).collect();
    }
}

impl RosterBuilder for Building<'_> {
    fn title(&self, page: Page) -> String {
        let i = usize::from(page.entry);
        let figure = || self.roster.figures.get(i).map_or("", Figure::title);
        let ride = || self.roster.vehicles.get(i).map_or("", |r| if r.name.is_empty() { &r.vehicle } else { &r.name });
        match Topic::of(page.topic) {
            Topic::List => "List to choose from".to_owned(),
            Topic::Creed => "Creed".to_owned(),
            Topic::God => "God".to_owned(),
            Topic::Hire => "Hire".to_owned(),
            Topic::Ally => "Strange Ally".to_owned(),
            Topic::TakeRide => "Vehicles".to_owned(),
            Topic::Figure => figure().to_owned(),
            Topic::Ride => ride().to_owned(),
            topic @ (Topic::Mount | Topic::Aboard) => {
                format!("{}: {}", ride(), if topic == Topic::Mount { "weapons" } else { "aboard" })
            }
            topic @ (Topic::Armour
            | Topic::Weapons
            | Topic::Gear
            | Topic::Powers
            | Topic::Abilities
            | Topic::Calling) => {
                format!("{}: {}", figure(), format!("{topic:?}").to_lowercase())
            }
            Topic::Issue => format!("{}: issued kit", figure()),
            _ => self.roster.name.clone(),
        }
    }

    fn choices(&self, page: Page) -> Vec<Choice> {
        let (book, i) = (self.book, usize::from(page.entry));
        let figure = self.roster.figures.get(i);
        let has = |list: fn(&Figure) -> &Vec<String>, name: &String| figure.is_some_and(|f| list(f).contains(name));
        match Topic::of(page.topic) {
            Topic::List => {
                let choice = |(pick, l): (usize, &RetinueList)| self.change_to(&l.name, "", Topic::List, (0, pick));
                book.lists.iter().enumerate().map(choice).collect()
            }
            Topic::Creed => vec![
                self.change_to("Radical", "psyker powers, psykers, a Daemonhost", Topic::Creed, (0, 0)),
                self.change_to("Puritan", "rolls again when he fails against a power", Topic::Creed, (0, 1)),
            ],
            Topic::God => {
                let mut out = vec![self.change_to("None", "", Topic::God, (0, 0))];
                let gods = God::ALL.into_iter().enumerate();
                out.extend(gods.map(|(n, g)| self.change_to(format!("{g:?}"), g.about(), Topic::God, (0, n + 1))));
                out
            }
            Topic::Hire => self.recruits(true),
            Topic::Ally => self.recruits(false),
            Topic::Figure => self.figure(i),
            Topic::Armour => self.armours(i),
            Topic::Weapons => self.weapons(i),
            Topic::Issue => self.issue(i),
            Topic::Gear => {
                let has = |gear: &Gear| figure.is_some_and(|f| f.gear.contains(gear));
                self.toggles(i, Topic::Gear, Gear::ALL.iter().map(|g| (g.word(), has(g), "")))
            }
            Topic::Powers => {
                let all = book.powers.iter().map(|p| (p.name.as_str(), has(|f| &f.powers, &p.name), p.about.as_str()));
                self.toggles(i, Topic::Powers, all)
            }
            Topic::Abilities => {
                let all =
                    book.abilities.iter().map(|a| (a.name.as_str(), has(|f| &f.abilities, &a.name), a.about.as_str()));
                self.toggles(i, Topic::Abilities, all)
            }
            Topic::Calling => {
                let has = |calling: &Calling| figure.is_some_and(|f| f.calling == Some(*calling));
                self.toggles(i, Topic::Calling, Calling::ALL.iter().map(|c| (c.word(), has(c), "")))
            }
            Topic::TakeRide => self.rides(),
            Topic::Ride => self.ride(i),
            Topic::Mount => self.mounts(i),
            Topic::Aboard => self.aboard(i),
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
        self.book.faults(&self.roster).into_iter().map(Violation::told).collect()
    }

    fn printed(&self) -> Vec<String> {
        self.book.printed(&self.roster)
    }

    fn name(&self) -> String {
        self.roster.name.clone()
    }

    fn to_ron(&self) -> String {
        self.roster.to_ron()
    }
}
