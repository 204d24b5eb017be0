//! Campaigns drawn by a seed, as long as one likes: who fights whom, where, on which map or aboard which hulk, and for how
//! much. What is drawn is a campaign file like any other.

use std::collections::BTreeMap;

use crate::battle::{Dice, Rule, Seeded};
use crate::content::Library;
use crate::scenario::Scenario;
use crate::source::{Document, Problem};

use super::plot::Plot;

/// Points that the companies begin with at most, by the scenarios that there are for them.
const POINTS: i32 = 300;
/// Rivals.
const RIVALS: [&str; 3] = ["first", "second", "third"];
/// Who waits aboard hulks.
const NEST: &str = "nest";
/// Hulks that are drawn for a mission until one is fit for it.
const HULKS: usize = 20;

const TITLES: [&str; 8] = ["Ash", "Salt", "Iron", "Glass", "Thorn", "Smoke", "Bone", "Frost"];
const ENDS: [&str; 8] = ["Road", "Season", "Debt", "Line", "March", "Year", "Quarrel", "Water"];
const PEOPLE: [&str; 10] =
    ["Second Watch", "Low Company", "Lanterns", "Odd Men", "Barefoot", "Last Picks", "Wolves", "Tide", "Crows", "Kin"];
const NAMES: [&str; 64] = [
    "Abel", "Ada", "Bram", "Brisa", "Cato", "Cora", "Dirk", "Dunya", "Edda", "Eskil", "Fenn", "Freda", "Garth", "Gisa",
    "Hale", "Hedda", "Ingram", "Isolt", "Jory", "Jutta", "Kell", "Kira", "Lars", "Lene", "Magda", "Merrick", "Nadja",
    "Nils", "Odo", "Orla", "Perrin", "Petra", "Quint", "Ragna", "Rufus", "Saskia", "Sten", "Tova", "Tycho", "Ulla",
    "Ulf", "Vanja", "Vigo", "Wanda", "Wick", "Xenia", "Yann", "Yrsa", "Zeno", "Zora", "Anselm", "Birgit", "Corin",
    "Dag", "Elke", "Falk", "Greta", "Horst", "Ilse", "Jasper", "Karin", "Ludo", "Mette", "Noor",
];
const WHY: [&str; 8] = [
    "They hold what you need to go on, and know it.",
    "Somebody has paid for this ground twice, once each.",
    "They were here first. That can be changed.",
    "You owe them a visit from the last time.",
    "If they are left alone they will be stronger by spring.",
    "There is water, and there is nobody else to ask for it.",
    "They have sent a challenge, with something of yours in it.",
    "The shortest way leads through them.",
];

/// Draws by a seed.
struct Draw(Seeded);

impl Draw {
    fn below(&mut self, count: usize) -> usize {
        usize::from(self.0.roll(Rule("MAP-17"), count.clamp(1, 255) as u8, &[])) - 1
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// Draws a campaign of so many stages, each a choice of two missions but the last: the text of its file.
///
/// # Errors
/// The ruleset has no forces or scenarios that would do.
pub fn draw(library: &Library, ruleset: &str, seed: u64, stages: u16) -> Result<String, Vec<Problem>> {
    let lacks = |what: &str| vec![Problem::whole(ruleset, format!("no {what} to draw a campaign from"), "")];
    let Some((book, _)) = library.book(ruleset) else { return Err(lacks("ruleset of this name")) };
    let Some(campaigns) = book.campaigns() else { return Err(lacks("rules for campaigns")) };
    let mut draw = Draw(Seeded::new(seed, 0));
    let rosters: BTreeMap<&str, &Document> = library.rosters(ruleset).collect();
    let (mut names, mut people) = (PEOPLE.to_vec(), NAMES.to_vec());
    let mut forces = Vec::new();
    for id in std::iter::once("ours").chain(RIVALS) {
        let force = campaigns.draw_force(&rosters, POINTS, &mut draw.0).ok_or_else(|| lacks("force"))?;
        forces.push((id, force));
    }
    forces.extend(campaigns.draw_nest(&rosters, POINTS, &mut draw.0).map(|force| (NEST, force)));
    let mut companies = Vec::new();
    for (id, force) in &forces {
        let name = names.remove(draw.below(names.len()));
        let share = NAMES.len() / forces.len();
        let people: Vec<&str> = (0..share).map(|_| people.remove(draw.below(people.len()))).collect();
        companies.push(format!("(id: \"{id}\", name: \"{name}\", about: \"\", force: ({force}), names: {people:?}),"));
    }
    let head = format!("{} {}", draw.of(&TITLES), draw.of(&ENDS));
    // The player fights every battle, each rival but a few: to last, he gets as much again as somebody who wins.
    let pay = campaigns.pay();
    let grant = pay.each + pay.winner;
    let half = grant / 2;
    let file = |missions: &str, points: u16| {
        format!(
            "// Drawn by the seed {seed}.\n(\n    campaign: \"{head}\",\n    ruleset: \"{ruleset}\",\n    \
            about: \"Drawn by the seed {seed}: {stages} stages.\",\n    player: \"ours\",\n    companies: [\n        {}\n    ],\n    \
            difficulties: [\n        (name: \"normal\", opponent: \"utility\", grant: {grant}),\n        \
            (name: \"easy\", opponent: \"recruit\", grant: {grant}),\n        \
            (name: \"hard\", opponent: \"veteran\", grant: {half}),\n    ],\n    missions: [\n{missions}    ],\n    endings: [\n        \
            (name: \"Held\", when: All([NothingOpen, Points({points})]), victory: true, text: \"You are still there.\"),\n        \
            (name: \"Lost\", when: NothingOpen, victory: false, text: \"Others are there now.\"),\n    ],\n)\n",
            companies.join("\n        ")
        )
    };
    let fits = |missions: &str| {
        let document = Document::parse("drawn", &file(missions, 1)).map_err(Vec::from);
        document.and_then(|document| Plot::of(library, document)).is_ok()
    };
    let trial = |place: &Place<'_>, rival: &str, side: usize| {
        mission(place, (&format!("{rival}{side}"), rival), [side, 1, 0], ("Always", 99), "")
    };
    // Scenarios for two: on their own maps for all companies of this campaign, on either side, or aboard a hulk against the
    // nest, on one of them.
    let mut grounds = Vec::new();
    for name in library.scenarios().keys() {
        let Ok(scenario) = Scenario::open(library, name) else { continue };
        if scenario.ruleset != ruleset || scenario.sides.len() != 2 {
            continue;
        }
        let place = Place { name, scenario: &scenario, map: None };
        let all = RIVALS.into_iter().flat_map(|rival| [0, 1].map(|side| trial(&place, rival, side)));
        let side = if fits(&all.collect::<String>()) {
            None
        } else {
            let aboard =
                |side: &usize| fits(&trial(&Place { map: Some(hulk(1, 12, 1)), ..place.clone() }, NEST, *side));
            let Some(side) = [0, 1].into_iter().find(aboard) else { continue };
            Some(side)
        };
        grounds.push((name, scenario, side));
    }
    if grounds.is_empty() {
        return Err(lacks("scenario"));
    }
    let mut missions = String::new();
    for stage in 0..stages {
        let last = stage + 1 == stages;
        for (choice, letter) in ["a", "b"].into_iter().enumerate().take(if last { 1 } else { 2 }) {
            let (name, scenario, aboard) = draw.of(&grounds);
            let mut place = Place { name, scenario, map: None };
            let (rival, side) = aboard.map_or_else(|| (*draw.of(&RIVALS), draw.below(2)), |side| (NEST, side));
            if rival == NEST {
                let mut hulks = (0..HULKS).map(|_| hulk(draw.below(255), 8 + draw.below(6), 1 + draw.below(2)));
                let fit = |map: &String| fits(&trial(&Place { map: Some(map.clone()), ..place.clone() }, NEST, side));
                place.map = Some(hulks.find(fit).ok_or_else(|| lacks("hulk"))?);
            }
            let id = format!("m{}{letter}", stage + 1);
            // The second of a stage is the harder and pays for it; the last is worth most.
            let hard = choice == 1 || last;
            let stakes = [side, if last { 3 } else { 1 + choice }, if hard { 20 } else { 0 }];
            let why = *draw.of(&WHY);
            missions += &mission(&place, (&id, rival), stakes, (&format!("Battles({stage})"), stage + 1), why);
        }
    }
    // Somewhat less than half of what there is to be won.
    Ok(file(&missions, (3 * stages).div_ceil(4)))
}

/// Where a mission is fought: a scenario, on its own map or on another.
#[derive(Clone)]
struct Place<'s> {
    name: &'s str,
    scenario: &'s Scenario,
    map: Option<String>,
}

/// The map of a hulk, as scenarios call for it.
fn hulk(seed: usize, rooms: usize, decks: usize) -> String {
    format!("hulk {seed} {rooms} {decks}")
}

/// A mission in a file: side of the player, worth and reward; when and until it is open.
fn mission(
    place: &Place<'_>,
    (id, rival): (&str, &str),
    [side, worth, reward]: [usize; 3],
    (when, until): (&str, u16),
    why: &str,
) -> String {
    let Place { name, scenario, map } = place;
    let (ours, theirs) = (&scenario.sides[side], &scenario.sides[1 - side]);
    let grant = if reward > 0 { format!(" grants: {{\"{rival}\": {reward}}},") } else { String::new() };
    let set = |map: &String| format!("\n            changes: [(set: {{\"map\": {:?}}})],", format!("{map:?}"));
    let map = map.as_ref().map_or(String::new(), set);
    format!(
        "        (\n            id: \"{id}\", name: {:?}, scenario: \"{name}\",\n            \
        sides: {{{ours:?}: \"ours\", {theirs:?}: \"{rival}\"}},\n            \
        when: {when}, until: Some({until}), worth: {worth}, reward: {reward},{grant}{map}\n            \
        briefing: {:?},\n            won: \"It is yours.\", lost: \"It is theirs.\",\n        ),\n",
        scenario.name,
        format!("{} {why}", scenario.about),
    )
}
