//! Lessons: battles that begin where something is to be learnt, with tasks whose doing is seen.

use serde::Deserialize;

use crate::battle::{SideId, UnitId};
use crate::content::Library;
use crate::kit::scenario::hex;
use crate::opponents;
use crate::rules::BattleView;
use crate::scenario::journal::PERSON;
use crate::scenario::{Scenario, Session};
use crate::source::{Document, Node, Outline, Problem, Problems, Site, Spanned, Value};

/// Where the files of lessons lie.
const FOLDER: &str = "assets/lessons/";

/// A lesson: parts that are played one after the other.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Its name in the library.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// A line about it.
    pub about: String,
    /// Its parts, at least one.
    pub parts: Vec<Part>,
}

/// A part of a lesson: a battle, mostly from its middle, and what is to be done in it.
#[derive(Clone, Debug)]
pub struct Part {
    /// The battle; its name is the part's, and its line about itself what the part is about.
    pub scenario: Scenario,
    /// The learner's side.
    pub learner: SideId,
    /// Who plays the other sides.
    opponent: String,
    /// The seed of the dice.
    pub seed: u64,
    /// What is to be done, in order.
    pub tasks: Vec<Task>,
    /// What is said when all is done.
    pub end: String,
}

/// Something to do.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Task {
    /// What to do and why, in a few sentences.
    pub say: String,
    /// How it is done.
    #[serde(default)]
    pub how: How,
    /// What of the window it is about.
    #[serde(default)]
    pub at: Place,
    /// When it is done.
    pub until: Until,
}

/// How something is done, by what a person plays with; nothing where that needs no word.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct How {
    /// In the window.
    pub window: String,
    /// On the screens of the terminal.
    pub screens: String,
    /// At the prompt.
    pub prompt: String,
}

/// What a person plays with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Means {
    /// The window.
    Window,
    /// The screens of the terminal.
    Screens,
    /// The prompt.
    Prompt,
}

/// A part of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Place {
    /// The board.
    #[default]
    Board,
    /// The bar at the top.
    Top,
    /// What is fought for.
    Goals,
    /// What has happened.
    Events,
    /// What is pointed at.
    Target,
    /// The card of the unit in hand.
    Card,
    /// The buttons.
    Bar,
}

/// When a task is done.
#[derive(Clone, Debug, Deserialize)]
pub enum Until {
    /// The learner has read it.
    Read,
    /// The learner gives an answer with these words.
    Chosen(Spanned<String>),
    /// The place in the turn has these words.
    Step(Spanned<String>),
    /// A unit stands in a hex.
    At(Spanned<String>, Spanned<Site>),
    /// A unit has lost something of what it had at the beginning.
    Hurt(Spanned<String>),
    /// A unit is out of the battle.
    Out(Spanned<String>),
    /// The learner's side has so many points.
    Points(i32),
    /// The battle is over.
    Over,
}

/// The fields of a part in addition to those of a scenario.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Teaching {
    /// The side that the learner plays.
    learner: Spanned<String>,
    /// Who plays the others; without it, the usual opponent.
    #[serde(default)]
    opponent: Option<Spanned<String>>,
    /// The seed of the dice.
    #[serde(default)]
    seed: u64,
    /// What is to be done, in order.
    tasks: Spanned<Vec<Task>>,
    /// What is said when all is done.
    end: String,
}

/// The names of the fields of [`Teaching`].
const TEACHING: [&str; 5] = ["learner", "opponent", "seed", "tasks", "end"];

/// The lessons of the library in the order of their names.
///
/// # Errors
/// Everything that is wrong in their files.
pub fn lessons(library: &Library) -> Result<Vec<Lesson>, Vec<Problem>> {
    let (mut lessons, mut wrong) = (Vec::new(), Vec::new());
    for path in library.paths() {
        let Some(id) = path.strip_prefix(FOLDER).and_then(|file| file.strip_suffix(".ron")) else { continue };
        let Some(document) = library.document(path) else { continue };
        match document.map_err(|p| vec![p]).and_then(|document| read(library, id, &document)) {
            Ok(lesson) => lessons.push(lesson),
            Err(mut problems) => wrong.append(&mut problems),
        }
    }
    if wrong.is_empty() { Ok(lessons) } else { Err(wrong) }
}

/// What a part is made of in addition to a scenario.
#[must_use]
pub fn outline() -> Outline {
    Outline::of::<Teaching>()
}

/// Reads a lesson: its name under `lesson`, a line about it, and under `parts` scenarios with the fields of
/// a part in addition.
///
/// # Errors
/// Everything that is wrong in it.
pub fn read(library: &Library, id: &str, document: &Document) -> Result<Lesson, Vec<Problem>> {
    let mut problems = Problems::new(document);
    let mut text = |field: &str| match document.root.get(field).map(|n| &n.value) {
        Some(Value::Text(text)) => text.clone(),
        _ => {
            problems.add(document.root.at, format!("a lesson needs the field `{field}`"), "write it in quotes");
            String::new()
        }
    };
    let (name, about) = (text("lesson"), text("about"));
    let list = document.root.get("parts").map_or(&[][..], Node::items);
    if list.is_empty() {
        problems.add(document.root.at, "a lesson needs parts", "list them under `parts`");
    }
    problems.finish(Some(()))?;
    let (mut parts, mut wrong) = (Vec::new(), Vec::new());
    for node in list {
        match part(library, document, node) {
            Ok(part) => parts.push(part),
            Err(mut problems) => wrong.append(&mut problems),
        }
    }
    if wrong.is_empty() { Ok(Lesson { id: id.to_owned(), name, about, parts }) } else { Err(wrong) }
}

/// Reads a part.
fn part(library: &Library, document: &Document, node: &Node) -> Result<Part, Vec<Problem>> {
    let (teaching, rest) = node.split(&TEACHING);
    let scenario = Scenario::of(library, document.part_of(rest))?;
    let battle = scenario.battle(library)?;
    let document = document.part_of(teaching);
    let mut problems = Problems::new(&document);
    let teaching: Option<Teaching> = document.read(&document.root, &mut problems);
    let Some(teaching) = teaching else { return problems.finish(None) };
    let learner = scenario.sides.iter().position(|side| *side == *teaching.learner);
    if learner.is_none() {
        problems.unknown(teaching.learner.at, "side", &teaching.learner, &scenario.sides);
    }
    let known = opponents::names(library, scenario.ruleset);
    if let Some(opponent) = teaching.opponent.as_ref().filter(|o| !known.contains(&o.value)) {
        problems.unknown(opponent.at, "opponent", opponent, &known);
    }
    if teaching.tasks.is_empty() {
        problems.add(teaching.tasks.at, "nothing is to be done", "give it a task, and be it one to read");
    }
    let units: Vec<String> = battle.units().map(|unit| battle.name(unit)).collect();
    for task in &*teaching.tasks {
        match &task.until {
            Until::At(unit, _) | Until::Hurt(unit) | Until::Out(unit) if !units.contains(unit) => {
                problems.unknown(unit.at, "unit", unit, &units);
            }
            Until::At(_, at) => _ = hex(at, battle.board(), &mut problems),
            _ => {}
        }
    }
    let usual = || opponents::favourite(library, scenario.ruleset);
    let part = Part {
        learner: SideId(learner.unwrap_or_default() as u8),
        opponent: teaching.opponent.map_or_else(usual, |opponent| opponent.value),
        seed: teaching.seed,
        tasks: teaching.tasks.value,
        end: teaching.end,
        scenario,
    };
    problems.finish(Some(part))
}

impl Task {
    /// What is said to whoever plays with this: what to do, and how.
    #[must_use]
    pub fn words(&self, means: Means) -> String {
        let how = match means {
            Means::Window => &self.how.window,
            Means::Screens => &self.how.screens,
            Means::Prompt => &self.how.prompt,
        };
        if how.is_empty() { self.say.clone() } else { format!("{} {how}", self.say) }
    }
}

impl Part {
    /// The part's battle from its beginning, the learner's side played by a person.
    ///
    /// # Errors
    /// The content has changed since the part was read.
    pub fn begin(&self, library: &Library) -> Result<Session, Vec<Problem>> {
        let session = Session::begin(library, self.scenario.clone(), self.seed)?;
        let owner = |side| if side == self.learner { PERSON.to_owned() } else { self.opponent.clone() };
        let owners = SideId::first(session.battle().players()).map(owner).collect();
        Ok(session.owned_by(owners))
    }
}

/// How far a learner has come in a part.
#[derive(Clone, Debug)]
pub struct Progress {
    tasks: Vec<Task>,
    learner: SideId,
    end: String,
    done: usize,
    // What there was of each unit at the beginning.
    strength: Vec<(UnitId, u8)>,
}

impl Progress {
    /// Nothing is done yet; the battle is at its beginning.
    #[must_use]
    pub fn new(part: &Part, battle: &dyn BattleView) -> Progress {
        Progress::of(part.tasks.clone(), part.learner, part.end.clone(), battle)
    }

    /// The same with other tasks; `end` is said when all are done.
    #[must_use]
    pub fn of(tasks: Vec<Task>, learner: SideId, end: String, battle: &dyn BattleView) -> Progress {
        let strength = battle.units().map(|unit| (unit, battle.strength(unit))).collect();
        Progress { tasks, learner, end, done: 0, strength }
    }

    /// The task that is to be done now; none when all are.
    #[must_use]
    pub fn task(&self) -> Option<&Task> {
        self.tasks.get(self.done)
    }

    /// What to do now, or what is said when all is done.
    #[must_use]
    pub fn words(&self, means: Means) -> String {
        self.task().map_or_else(|| self.end.clone(), |task| task.words(means))
    }

    /// How many tasks are done, and how many there are.
    #[must_use]
    pub fn count(&self) -> (usize, usize) {
        (self.done, self.tasks.len())
    }

    /// The learner has read the task.
    pub fn read(&mut self, battle: &dyn BattleView) {
        if matches!(self.task(), Some(Task { until: Until::Read, .. })) {
            self.done += 1;
            self.see("", battle);
        }
    }

    /// Takes in an answer, in words, and the battle that came of it; the words are empty where the answer is not the
    /// learner's.
    pub fn see(&mut self, mut chosen: &str, battle: &dyn BattleView) {
        while self.task().is_some_and(|task| self.is_done(&task.until, chosen, battle)) {
            // One answer does one task of its kind.
            if matches!(self.tasks[self.done].until, Until::Chosen(_)) {
                chosen = "";
            }
            self.done += 1;
        }
    }

    fn is_done(&self, until: &Until, chosen: &str, battle: &dyn BattleView) -> bool {
        let named =
            |name: &Spanned<String>| self.strength.iter().find(|(unit, _)| battle.name(*unit) == name.value).copied();
        match until {
            Until::Read => false,
            Until::Chosen(words) => chosen.contains(words.as_str()),
            Until::Step(words) => battle.place_in_turn().contains(words.as_str()),
            Until::At(unit, at) => {
                named(unit).is_some_and(|(unit, _)| battle.piece(unit).at == battle.board().site(at.value))
            }
            Until::Hurt(unit) => named(unit).is_some_and(|(unit, full)| battle.strength(unit) < full),
            Until::Out(unit) => named(unit).is_some_and(|(unit, _)| !battle.alive(unit)),
            Until::Points(points) => battle.score(self.learner) >= *points,
            Until::Over => battle.outcome().is_some(),
        }
    }
}
