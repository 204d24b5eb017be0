//! Before a battle: the choice of scenario, sides, opponents and seed.

use std::path::Path;

use crate::battle::MAX_SIDES;
use crate::content::Library;
use crate::opponents;
use crate::rules::options::Setting;
use crate::scenario::custom::Custom;
use crate::scenario::forces::{Army, Force, offers};
use crate::scenario::journal::PERSON;
use crate::scenario::options::Wanted;
use crate::scenario::{Scenario, Session, offered};
use crate::source::Problem;
use crate::telling::names;
use crate::user::saved::Left;

use super::Stop;
use super::console::Console;

/// What was typed for a choice.
pub(super) enum Answer<T> {
    Chosen(T),
    Leave,
}

/// A battle as it was chosen.
pub enum Chosen {
    /// A new one, about to begin.
    New(Box<Session>),
    /// One that was left.
    Left(Left),
    /// Something else than a battle.
    Besides(Besides),
}

/// What there is besides a battle, where it is still to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Besides {
    /// The battles that are kept.
    Saved,
    /// The campaigns.
    Campaigns,
    /// The rosters.
    Rosters,
    /// The settings.
    Settings,
    /// The lessons.
    Lessons,
}

/// All of it, as it is listed: its first word alone leads there.
const BESIDES: [(Besides, &str); 5] = [
    (Besides::Saved, "Saved games and replays: go on with a battle, see it again, rename or delete it"),
    (Besides::Campaigns, "Campaigns: battles linked by people who live, learn and die"),
    (Besides::Rosters, "Rosters: armies of your own, built choice by choice"),
    (Besides::Settings, "Settings: how long computers think, how fast screens show battles"),
    (Besides::Lessons, "Learn to play: small battles with something to do"),
];

/// What a battle is to be made of.
enum Origin {
    Scenario(Box<Scenario>),
    Left(Left),
    Besides(Besides),
}

/// Asks for a new battle, one of those that were left, or something else; none where the person leaves. The person's own rosters
/// lie in a folder.
///
/// # Errors
/// Reading or writing fails, or a shipped file is wrong.
pub fn choose(
    library: &Library,
    left: &[Left],
    own: Option<&Path>,
    seed: u64,
    console: &mut Console<'_>,
) -> Result<Option<Chosen>, Stop> {
    console.line("Enter takes what stands in brackets; `quit` leaves, here and in battle; `?` helps in battle.")?;
    console.line(
        "`learn` leads to the lessons; `saved`, `campaigns`, `rosters` and `settings` to what these words say.",
    )?;
    let scenario = match scenario(library, left, console)? {
        Answer::Chosen(Origin::Scenario(scenario)) => *scenario,
        Answer::Chosen(Origin::Left(left)) => return Ok(Some(Chosen::Left(left))),
        Answer::Chosen(Origin::Besides(what)) => return Ok(Some(Chosen::Besides(what))),
        Answer::Leave => return Ok(None),
    };
    let Answer::Chosen((scenario, persons)) = sides(library, scenario, own, console)? else { return Ok(None) };
    let battle = scenario.battle(library)?;
    let all = persons.iter().all(|p| *p);
    let known = opponents::known(library, battle.ruleset());
    let favourite = opponents::favourite(library, battle.ruleset());
    let opponent = if all || known.len() == 1 {
        favourite
    } else {
        let default = known.iter().position(|k| k.name == favourite).unwrap_or(0);
        let width = known.iter().map(|k| k.name.chars().count()).max().unwrap_or(0);
        let lines: Vec<String> = known.iter().map(|k| format!("{:<width$}  {}", k.name, k.about)).collect();
        let Answer::Chosen(place) = number("Computer opponents", &lines, default, console)? else { return Ok(None) };
        known[place].name.clone()
    };
    let Answer::Chosen(seed) = self::seed(seed, console)? else { return Ok(None) };
    let owner = |person: &bool| if *person { PERSON.to_owned() } else { opponent.clone() };
    let session = Session::begin(library, scenario, seed)?.owned_by(persons.iter().map(owner).collect());
    Ok(Some(Chosen::New(Box::new(session))))
}

/// A scenario to begin, a battle to go on with, or something else.
fn scenario(library: &Library, left: &[Left], console: &mut Console<'_>) -> Result<Answer<Origin>, Stop> {
    let (mut scenarios, left_out) = offered(library);
    if !left_out.is_empty() {
        console.line("")?;
        console.line("Broken, and left out:")?;
        left_out.iter().try_for_each(|problem| console.line(&format!("  {problem}")))?;
    }
    let mut lines: Vec<String> = left.iter().map(|l| format!("continue {}", l.about())).collect();
    let width = scenarios.iter().map(|(_, s)| s.name.chars().count()).max().unwrap_or(0);
    lines.extend(scenarios.iter().map(|(_, s)| format!("{:<width$}  {}", s.name, s.about)));
    let customs = Custom::of_each(library);
    lines.extend(customs.iter().map(|own| format!("A battle of your own ({}): any map, any sides", own.ruleset)));
    let first = scenarios.iter().position(|(name, _)| *name == "crossroads").unwrap_or(0);
    let default = if left.is_empty() { first } else { 0 };
    if lines.is_empty() {
        return Err(Stop::Refused("there is no battle to choose".to_owned()));
    }
    let battles = lines.len();
    lines.extend(BESIDES.map(|(_, words)| words.to_owned()));
    let Answer::Chosen(place) = number("Battles", &lines, default, console)? else { return Ok(Answer::Leave) };
    let from = if let Some((what, _)) = place.checked_sub(battles).and_then(|place| BESIDES.get(place)) {
        Origin::Besides(*what)
    } else if place < left.len() {
        Origin::Left(left[place].clone())
    } else if place < left.len() + scenarios.len() {
        Origin::Scenario(Box::new(scenarios.swap_remove(place - left.len()).1))
    } else {
        match custom(library, customs[place - left.len() - scenarios.len()].clone(), console)? {
            Answer::Chosen(scenario) => Origin::Scenario(Box::new(scenario)),
            Answer::Leave => return Ok(Answer::Leave),
        }
    };
    Ok(Answer::Chosen(from))
}

/// A battle of a person's own making: its map and how many sides; their armies are asked for where all sides' are.
fn custom(library: &Library, mut own: Custom, console: &mut Console<'_>) -> Result<Answer<Scenario>, Stop> {
    let maps: Vec<String> = library.map_names().iter().map(ToString::to_string).collect();
    let counts: Vec<String> = (2..=MAX_SIDES).map(|count| format!("{count} sides")).collect();
    loop {
        let place = maps.iter().position(|map| *map == own.map).unwrap_or(0);
        let Answer::Chosen(place) = number("Map", &maps, place, console)? else { return Ok(Answer::Leave) };
        own.map.clone_from(&maps[place]);
        let sides = own.armies.len() - 2;
        let Answer::Chosen(sides) = number("Sides", &counts, sides, console)? else { return Ok(Answer::Leave) };
        own.resize(sides + 2);
        let whole = own.scenario(library).and_then(|scenario| scenario.battle(library).map(|_| scenario));
        match whole {
            Ok(scenario) => return Ok(Answer::Chosen(scenario)),
            Err(wrong) => {
                console.line("That cannot be:")?;
                wrong.iter().try_for_each(|problem| console.line(&format!("  {problem}")))?;
            }
        }
    }
}

/// Which sides persons play: one, several at one keyboard, or none to watch; and with what all sides fight.
fn sides(
    library: &Library,
    scenario: Scenario,
    own: Option<&Path>,
    console: &mut Console<'_>,
) -> Result<Answer<(Scenario, Vec<bool>)>, Stop> {
    console.line("")?;
    console.line("Sides:")?;
    let given = scenario.forces(library);
    for (i, (side, force)) in scenario.sides.iter().zip(&given).enumerate() {
        let force = force.as_ref().map_or(String::new(), |force| format!(": {}", told(force)));
        console.line(&format!("  {}) {side}{force}", i + 1))?;
    }
    let (mut forces, mut changed) = (given, scenario.clone());
    if forces.iter().any(Option::is_some) {
        console.line("`armies` gives them other points and armies.")?;
    }
    let mut wanted_options: Vec<Wanted> = Vec::new();
    if scenario.switches().next().is_some() {
        console.line("`options` shows the rules that can be played in more than one way.")?;
    }
    loop {
        let prompt = "Which do you play? Several such as 1 2 share the keyboard; 0 watches. [1] ";
        let Some(line) = console.ask(prompt)? else { return Ok(Answer::Leave) };
        if leaves(&line) {
            return Ok(Answer::Leave);
        }
        if line.eq_ignore_ascii_case("armies") && forces.iter().any(Option::is_some) {
            let mut wanted = forces.clone();
            let Answer::Chosen(()) = armies(library, &scenario, &mut wanted, own, console)? else {
                return Ok(Answer::Leave);
            };
            match with_forces(library, &scenario, &wanted, &wanted_options) {
                Ok(scenario) => (forces, changed) = (wanted, scenario),
                Err(wrong) => {
                    console.line("That cannot be:")?;
                    wrong.iter().try_for_each(|problem| console.line(&format!("  {problem}")))?;
                }
            }
            continue;
        }
        if line.eq_ignore_ascii_case("options") {
            let mut wanted = wanted_options.clone();
            let Answer::Chosen(()) = options(&changed.battle(library)?.options(), &mut wanted, console)? else {
                return Ok(Answer::Leave);
            };
            match with_forces(library, &scenario, &forces, &wanted) {
                Ok(scenario) => (wanted_options, changed) = (wanted, scenario),
                Err(wrong) => {
                    console.line("That cannot be:")?;
                    wrong.iter().try_for_each(|problem| console.line(&format!("  {problem}")))?;
                }
            }
            continue;
        }
        let mut persons = vec![false; scenario.sides.len()];
        let words: Vec<&str> = if line.is_empty() { vec!["1"] } else { line.split([' ', ',']).collect() };
        let mut wrong = None;
        for word in words.into_iter().filter(|w| !w.is_empty() && *w != "0") {
            let by_number = word.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|n| *n < persons.len());
            match by_number.or_else(|| names::side_by_name(&scenario.sides, word).map(|s| s.index())) {
                Some(side) => persons[side] = true,
                None => wrong = Some(word),
            }
        }
        match wrong {
            None => return Ok(Answer::Chosen((changed, persons))),
            Some(_) => console.line("  Type a side's number or name.")?,
        }
    }
}

/// What a side fights with, in words.
fn told(force: &Force) -> String {
    let points = force.points.map_or(String::new(), |points| format!(", {points} points at most"));
    format!("{}{points}", force.army.title())
}

/// The scenario with other forces and options, if a battle can be set up with them.
fn with_forces(
    library: &Library,
    scenario: &Scenario,
    forces: &[Option<Force>],
    wanted: &[Wanted],
) -> Result<Scenario, Vec<Problem>> {
    let changed = scenario.clone().with_forces(library, forces)?.with_options(library, wanted)?;
    changed.battle(library)?;
    Ok(changed)
}

/// Asks for the value of each option.
fn options(settings: &[Setting], wanted: &mut Vec<Wanted>, console: &mut Console<'_>) -> Result<Answer<()>, Stop> {
    for (switch, now) in settings {
        let lines: Vec<String> = switch.values.iter().map(|v| format!("{}: {}", v.name, v.about)).collect();
        let title = format!("{}, {} [{}]", switch.name, switch.about, switch.rule);
        let Answer::Chosen(place) = number(&title, &lines, *now, console)? else { return Ok(Answer::Leave) };
        if place != *now {
            wanted.retain(|w| w.switch != switch.name);
            wanted.push(Wanted { switch: switch.name.to_owned(), value: switch.values[place].name.to_owned() });
        }
    }
    Ok(Answer::Chosen(()))
}

/// Asks for the points and the army of each side that can take another.
fn armies(
    library: &Library,
    scenario: &Scenario,
    forces: &mut [Option<Force>],
    own: Option<&Path>,
    console: &mut Console<'_>,
) -> Result<Answer<()>, Stop> {
    let offers = offers(library, scenario.ruleset, own);
    let given = scenario.forces(library);
    for ((side, force), given) in scenario.sides.iter().zip(forces).zip(given) {
        let (Some(force), Some(given)) = (force, given) else { continue };
        if let Some(points) = force.points {
            match self::points(side, points, console)? {
                Answer::Chosen(points) => force.points = Some(points),
                Answer::Leave => return Ok(Answer::Leave),
            }
        }
        let mut all = vec![(given.army.clone(), format!("{}, as the scenario has it", given.army.title()))];
        all.extend(offers.iter().filter(|o| o.army != given.army).map(|o| (o.army.clone(), o.words.clone())));
        match army(side, all, &force.army, console)? {
            Answer::Chosen(army) => force.army = army,
            Answer::Leave => return Ok(Answer::Leave),
        }
    }
    Ok(Answer::Chosen(()))
}

/// The most that a side's army may cost.
fn points(side: &str, default: u16, console: &mut Console<'_>) -> Result<Answer<u16>, Stop> {
    loop {
        let Some(line) = console.ask(&format!("Points of {side} at most? [{default}] "))? else {
            return Ok(Answer::Leave);
        };
        match line.parse() {
            _ if leaves(&line) => return Ok(Answer::Leave),
            _ if line.is_empty() => return Ok(Answer::Chosen(default)),
            Ok(points) => return Ok(Answer::Chosen(points)),
            Err(_) => console.line("  Points are a whole number.")?,
        }
    }
}

/// One of the armies that a side can take, or that of a file.
fn army(side: &str, mut all: Vec<(Army, String)>, now: &Army, console: &mut Console<'_>) -> Result<Answer<Army>, Stop> {
    if all.iter().all(|(army, _)| army != now) {
        all.push((now.clone(), now.title()));
    }
    let default = all.iter().position(|(army, _)| army == now).unwrap_or(0);
    let lines: Vec<String> = all.iter().map(|(_, words)| words.clone()).collect();
    let file = |line: &str| Path::new(line).is_file().then(|| Army::Own(line.into()));
    Ok(match pick(&format!("Army of {side}, or a roster's file"), &lines, default, file, console)? {
        Answer::Chosen(Picked::Listed(place)) => Answer::Chosen(all.swap_remove(place).0),
        Answer::Chosen(Picked::Other(army)) => Answer::Chosen(army),
        Answer::Leave => Answer::Leave,
    })
}

/// The seed of the dice.
pub(super) fn seed(default: u64, console: &mut Console<'_>) -> Result<Answer<u64>, Stop> {
    loop {
        let prompt = format!("\nSeed of the dice; Enter takes one from the clock. [{default}] ");
        let Some(line) = console.ask(&prompt)? else { return Ok(Answer::Leave) };
        match line.parse() {
            _ if leaves(&line) => return Ok(Answer::Leave),
            _ if line.is_empty() => return Ok(Answer::Chosen(default)),
            Ok(seed) => return Ok(Answer::Chosen(seed)),
            Err(_) => console.line("  A seed is a whole number, 0 or more.")?,
        }
    }
}

/// Asks for one of a list by number, or by the beginning of its line.
pub(super) fn number(
    title: &str,
    lines: &[String],
    default: usize,
    console: &mut Console<'_>,
) -> Result<Answer<usize>, Stop> {
    Ok(match pick(title, lines, default, |_| None::<usize>, console)? {
        Answer::Chosen(Picked::Listed(place) | Picked::Other(place)) => Answer::Chosen(place),
        Answer::Leave => Answer::Leave,
    })
}

/// One of a list, or something else.
enum Picked<T> {
    Listed(usize),
    Other(T),
}

/// Asks for one of a list by number, or by the beginning of its line, or for something else that `other` accepts.
fn pick<T>(
    title: &str,
    lines: &[String],
    default: usize,
    other: impl Fn(&str) -> Option<T>,
    console: &mut Console<'_>,
) -> Result<Answer<Picked<T>>, Stop> {
    console.line("")?;
    console.line(&format!("{title}:"))?;
    for (i, line) in lines.iter().enumerate() {
        console.line(&format!("  {}) {line}", i + 1))?;
    }
    loop {
        let Some(line) = console.ask(&format!("Which? [{}] ", default + 1))? else { return Ok(Answer::Leave) };
        if leaves(&line) {
            return Ok(Answer::Leave);
        }
        if line.is_empty() {
            return Ok(Answer::Chosen(Picked::Listed(default)));
        }
        let by_number = line.parse::<usize>().ok().and_then(|n| n.checked_sub(1)).filter(|n| *n < lines.len());
        let begins = |l: &String| l.to_lowercase().starts_with(&line.to_lowercase());
        match (by_number.or_else(|| lines.iter().position(begins)), other(&line)) {
            (Some(place), _) => return Ok(Answer::Chosen(Picked::Listed(place))),
            (None, Some(other)) => return Ok(Answer::Chosen(Picked::Other(other))),
            (None, None) => console.line(&format!("  Type a number from 1 to {}, or `quit`.", lines.len()))?,
        }
    }
}

/// Whether what was typed leaves.
pub(super) fn leaves(line: &str) -> bool {
    ["q", "quit", "exit"].contains(&line.to_lowercase().as_str())
}
