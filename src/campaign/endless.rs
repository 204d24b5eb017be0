//! Campaigns drawn by a seed, as long as one likes: who fights whom, where, and for how much. What is drawn is a campaign
//! file like any other.

use std::collections::BTreeMap;

use crate::battle::{Dice, Rule, Seeded};
use crate::content::Library;
use crate::scenario::Scenario;
use crate::source::{Document, Problem};

use super::plot::Plot;

/// Points that the companies begin with at most, by the scenarios that there are for them.
const POINTS: i32 = 300;
/// Rivals.
const RIVALS: usize = 3;

const TITLES: [&str; 8] = ["Ash", "Salt", "Iron", "Glass", "Thorn", "Smoke", "Bone", "Frost"];
const ENDS: [&str; 8] = ["Road", "Season", "Debt", "Line", "March", "Year", "Quarrel", "Water"];
const PEOPLE: [&str; 10] =
    ["Second Watch", "Low Company", "Lanterns", "Odd Men", "Barefoot", "Last Picks", "Wolves", "Tide", "Crows", "Kin"];
const NAMES: [&str; 64] = [
    "Abel", "Ada", "Bram", "Brisa", "Cato", "Cora", "Dirk", "Dunya", "Edda", "Eskil", "Fenn", "Freda", "Garth", "Gisa",
    "Hale", "Hedda", "Ingram", "Isolt", "Jory", "Jutta", "Kell", "Kira", "Lars", "Lene", "Magda", "Merrick", "Nadja",
    "Nils", "Odo", "Orla", "Perrin", "Petra", "Quint", "Ragna", "Rufus", "Saskia", "Sten", "Tova", "Tycho", "Ulla", "Ulf",
    "Vanja", "Vigo", "Wanda", "Wick", "Xenia", "Yann", "Yrsa", "Zeno", "Zora", "Anselm", "Birgit", "Corin", "Dag", "Elke",
    "Falk", "Greta", "Horst", "Ilse", "Jasper", "Karin", "Ludo", "Mette", "Noor",
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
    let mut draw = Draw(Seeded::new(seed, 0));
    let rosters: BTreeMap<&str, &Document> = library.rosters(ruleset).collect();
    let (mut names, mut people) = (PEOPLE.to_vec(), NAMES.to_vec());
    let mut companies = Vec::new();
    for id in ["ours", "first", "second", "third"].into_iter().take(RIVALS + 1) {
        let force = book.campaigns().draw_force(&rosters, POINTS, &mut draw.0).ok_or_else(|| lacks("force"))?;
        let name = names.remove(draw.below(names.len()));
        let share = NAMES.len() / (RIVALS + 1);
        let people: Vec<&str> = (0..share).map(|_| people.remove(draw.below(people.len()))).collect();
        companies.push(format!("(id: \"{id}\", name: \"{name}\", about: \"\", force: ({force}), names: {people:?}),"));
    }
    let head = format!("{} {}", draw.of(&TITLES), draw.of(&ENDS));
    let file = |missions: &str, points: u16| {
        format!(
            "// Drawn by the seed {seed}.\n(\n    campaign: \"{head}\",\n    ruleset: \"{ruleset}\",\n    \
            about: \"Drawn by the seed {seed}: {stages} stages.\",\n    player: \"ours\",\n    companies: [\n        {}\n    ],\n    \
            difficulties: [\n        (name: \"normal\", opponent: \"utility\"),\n        (name: \"easy\", opponent: \"recruit\", grant: 10),\n        \
            (name: \"hard\", opponent: \"veteran\"),\n    ],\n    missions: [\n{missions}    ],\n    endings: [\n        \
            (name: \"Held\", when: All([NothingOpen, Points({points})]), victory: true, text: \"You are still there.\"),\n        \
            (name: \"Lost\", when: NothingOpen, victory: false, text: \"Others are there now.\"),\n    ],\n)\n",
            companies.join("\n        ")
        )
    };
    // Scenarios for two that all companies of this campaign can fight, on either side.
    let mut grounds = Vec::new();
    for name in library.scenarios().keys() {
        let Ok(scenario) = Scenario::open(library, name) else { continue };
        if scenario.ruleset != ruleset || scenario.sides.len() != 2 {
            continue;
        }
        let all = ["first", "second", "third"].into_iter().flat_map(|rival| [(rival, 0), (rival, 1)]);
        let all = all.map(|(rival, side)| {
            let id = format!("{rival}{side}");
            mission(name, &scenario, (&id, rival), [side, 1, 0], ("Always", 99), "")
        });
        let all: String = all.collect();
        let fits = Document::parse("drawn", &file(&all, 1)).map_err(Vec::from).and_then(|d| Plot::of(library, d));
        if fits.is_ok() {
            grounds.push((name, scenario));
        }
    }
    if grounds.is_empty() {
        return Err(lacks("scenario"));
    }
    let mut missions = String::new();
    for stage in 0..stages {
        let last = stage + 1 == stages;
        for (choice, letter) in ["a", "b"].into_iter().enumerate().take(if last { 1 } else { 2 }) {
            let (name, scenario) = draw.of(&grounds);
            let rival = *draw.of(&["first", "second", "third"]);
            let id = format!("m{}{letter}", stage + 1);
            // The second of a stage is the harder and pays for it; the last is worth most.
            let hard = choice == 1 || last;
            let stakes = [draw.below(2), if last { 3 } else { 1 + choice }, if hard { 20 } else { 0 }];
            let why = *draw.of(&WHY);
            missions += &mission(name, scenario, (&id, rival), stakes, (&format!("Battles({stage})"), stage + 1), why);
        }
    }
    Ok(file(&missions, stages.div_ceil(2)))
}

/// A mission in a file: side of the player, worth and reward; when and until it is open.
fn mission(
    name: &str,
    scenario: &Scenario,
    (id, rival): (&str, &str),
    [side, worth, reward]: [usize; 3],
    (when, until): (&str, u16),
    why: &str,
) -> String {
    let (ours, theirs) = (&scenario.sides[side], &scenario.sides[1 - side]);
    let grant = if reward > 0 { format!(" grants: {{\"{rival}\": {reward}}},") } else { String::new() };
    format!(
        "        (\n            id: \"{id}\", name: {:?}, scenario: \"{name}\",\n            \
        sides: {{{ours:?}: \"ours\", {theirs:?}: \"{rival}\"}},\n            \
        when: {when}, until: Some({until}), worth: {worth}, reward: {reward},{grant}\n            \
        briefing: {:?},\n            won: \"It is yours.\", lost: \"It is theirs.\",\n        ),\n",
        scenario.name,
        format!("{} {why}", scenario.about),
    )
}
