//! Rosters to try: legal ones to add to, what is wrong with others, what figures cost.

use hexfray::rules::iten::content::RuleContent;
use hexfray::rules::iten::retinue::{Price, Retinue};
use hexfray::rules::iten::roster::{Figure, Roster};
use hexfray::source::Document;

use crate::content::book;

/// A roster of the Servants led by an Inquisitor, with enough others.
pub fn servants(creed: &str, more: &str) -> String {
    format!(
        "(ruleset: \"iten\", name: \"Servants\", list: \"The Servants of the Emperor\", creed: {creed}, limit: 900, figures: [
            (troop: \"Inquisitor\"),
            (troop: \"Interrogator\", count: 3),
            {more}
        ])"
    )
}

/// A roster of the Enemies led by an Agent, with enough others.
pub fn enemies(fields: &str, more: &str) -> String {
    format!(
        "(ruleset: \"iten\", name: \"Enemies\", list: \"The Enemies of Man\", limit: 900, {fields} figures: [
            (troop: \"Chaos Agent\"),
            (troop: \"Chaos Cultist\", count: 3),
            {more}
        ])"
    )
}

/// What is wrong with a roster, in words; nothing of a legal one.
pub fn faults(text: &str) -> Vec<String> {
    faults_by(book(), text)
}

pub fn faults_by(book: &RuleContent, text: &str) -> Vec<String> {
    let document = Document::parse("r.ron", text).unwrap();
    let problems = Retinue::read(&document, book).err().unwrap_or_default();
    problems.iter().map(ToString::to_string).collect()
}

/// The roster is legal.
pub fn legal(text: &str) {
    assert_eq!(faults(text), [""; 0], "{text}");
}

/// The roster has one fault, and it says this.
pub fn illegal(text: &str, told: &str) {
    let faults = faults(text);
    assert!(faults.len() == 1 && faults[0].contains(told), "`{told}` of {text}:\n{}", faults.join("\n"));
}

pub fn retinue(text: &str) -> Retinue {
    Retinue::read(&Document::parse("r.ron", text).unwrap(), book()).unwrap()
}

/// What a figure costs in a roster without anything special.
pub fn cost(figure: &Figure) -> u16 {
    cost_in(&Roster::default(), figure).total
}

pub fn cost_in(roster: &Roster, figure: &Figure) -> Price {
    book().price(roster, figure)
}

pub fn figure(troop: &str, armour: &str, weapons: &[&str]) -> Figure {
    let weapons = weapons.iter().map(|w| (*w).to_owned()).collect();
    Figure { armour: armour.to_owned(), weapons, ..Figure::of(troop) }
}

pub fn able(troop: &str, armour: &str, abilities: &[&str]) -> Figure {
    Figure { abilities: abilities.iter().map(|a| (*a).to_owned()).collect(), ..figure(troop, armour, &[]) }
}
