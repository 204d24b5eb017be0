//! Battles of a person's own making: any ruleset on any map, two to eight sides with whatever rosters they bring.

use std::fmt::Write;

use crate::battle::MAX_SIDES;
use crate::content::Library;
use crate::rules::NAMES;
use crate::source::{Problem, Value};

use super::forces::{Army, Force};
use super::{Scenario, hulk};

/// What such a battle is called where it needs a file's name.
pub const FILE: &str = "a battle of your own";

/// A battle of a person's own making.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Custom {
    /// The ruleset's name.
    pub ruleset: &'static str,
    /// The map: one of the library by name, or a hulk by its seed.
    pub map: String,
    /// How long it lasts at most, in turns.
    pub turns: u16,
    /// The most that each side's army may cost, in points; none where it may cost whatever it does.
    pub points: Option<u16>,
    /// What each side fights with, 2 to 8 of them. Aboard a hulk the last side defends it.
    pub armies: Vec<Army>,
}

impl Custom {
    /// One that is ready to begin: two sides with rosters of the library on a map of the ruleset's. None where the
    /// ruleset has no rosters, or the library no roster or no map for it.
    #[must_use]
    pub fn new(library: &Library, ruleset: &'static str) -> Option<Custom> {
        library.rosters_of(ruleset)?;
        let mut rosters = library.rosters(ruleset).map(|(name, _)| Army::Shipped(name.to_owned()));
        let first = rosters.next()?;
        let second = rosters.next().unwrap_or_else(|| first.clone());
        let map = library.scenarios().values().find_map(|document| {
            let text = |field: &str| match document.root.get(field).map(|node| &node.value) {
                Some(Value::Text(text)) => Some(text.as_str()),
                _ => None,
            };
            let map = text("map").filter(|map| text("ruleset") == Some(ruleset) && library.map(map).is_some())?;
            Some(map.to_owned())
        })?;
        Some(Custom { ruleset, map, turns: 10, points: None, armies: vec![first, second] })
    }

    /// One of each ruleset that can have such battles.
    #[must_use]
    pub fn of_each(library: &Library) -> Vec<Custom> {
        NAMES.into_iter().filter_map(|ruleset| Custom::new(library, ruleset)).collect()
    }

    /// Makes the sides as many as that, 2 to 8; more sides bring what those before them do, in turn.
    pub fn resize(&mut self, sides: usize) {
        let sides = sides.clamp(2, MAX_SIDES);
        let had = self.armies.len();
        self.armies.truncate(sides);
        for side in had..sides {
            self.armies.push(self.armies[side - had].clone());
        }
    }

    /// It as a scenario, as files write them.
    ///
    /// # Errors
    /// There is no such map, a hulk of this seed cannot be drawn, or a roster of one's own cannot be read.
    pub fn scenario(&self, library: &Library) -> Result<Scenario, Vec<Problem>> {
        let plain = Scenario::parse(library, FILE, &self.text("", &[]))?;
        let (Some(rosters), Some((board, _))) = (library.rosters_of(self.ruleset), plain.map(library)) else {
            return Err(vec![Problem::whole(FILE, format!("{} has no rosters", self.ruleset), "")]);
        };
        let names: Vec<&str> = plain.sides.iter().map(String::as_str).collect();
        let own = rosters.custom(board, &names);
        let whole = Scenario::parse(library, FILE, &self.text(&own.whole, &own.sides))?;
        // A roster of one's own goes there as a whole.
        let forces: Vec<Option<Force>> =
            self.armies.iter().map(|army| Some(Force { army: army.clone(), points: self.points })).collect();
        whole.with_forces(library, &forces)
    }

    /// Its text: fields of the ruleset's own for all, and for each side.
    fn text(&self, whole: &str, sides: &[String]) -> String {
        let ship = if hulk::Params::of_name(&self.map).is_some() { "a hulk" } else { &self.map.replace('_', " ") };
        let mut text = format!(
            "(\n    ruleset: {:?},\n    name: \"A battle of your own\",\n    about: \"{} sides on the map {ship}, {} turns at most.\",\n    map: {:?},\n    turns: {},\n    sides: [\n",
            self.ruleset,
            self.armies.len(),
            self.turns,
            self.map,
            self.turns,
        );
        for (side, name) in self.names().iter().enumerate() {
            let roster = match &self.armies[side] {
                Army::Shipped(roster) => roster,
                // Replaced in a moment.
                Army::Given | Army::Own(_) => "",
            };
            let own = sides.get(side).map_or("", String::as_str);
            let points = self.points.map_or(String::new(), |points| format!(", points: {points}"));
            _ = writeln!(text, "        (name: {name:?}, roster: {roster:?}{points}{own}),");
        }
        text + "    ],\n" + whole + ")\n"
    }

    /// What the sides are called: by what they bring, with a number where two bring the same.
    fn names(&self) -> Vec<String> {
        let titles: Vec<String> = self.armies.iter().map(Army::title).collect();
        let name = |(side, title): (usize, &String)| {
            let same = |titles: &[String]| titles.iter().filter(|other| *other == title).count();
            let upper = title.chars().take(1).flat_map(char::to_uppercase);
            let name: String = upper.chain(title.chars().skip(1)).collect();
            if same(&titles) == 1 { name } else { format!("{name} {}", same(&titles[..=side])) }
        };
        titles.iter().enumerate().map(name).collect()
    }
}
