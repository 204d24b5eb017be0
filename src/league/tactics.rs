//! Positions with a known best decision: how many of them an opponent finds.

use serde::Deserialize;

use crate::battle::{Action, Listing, Log, Seeded};
use crate::content::{Library, hash_text};
use crate::opponents;
use crate::rules::AnyBattle;
use crate::scenario::Scenario;
use crate::source::{Document, Node, Outline, Problem, Problems, Spanned};

/// A position with an open decision and its right answers.
#[derive(Clone, Debug)]
pub struct Position {
    /// What it is about.
    pub name: String,
    /// Why the right decision is the best.
    pub why: String,
    /// The right answers, or the wrong ones, in a sentence.
    pub answer: String,
    /// The battle at its open decision.
    pub battle: AnyBattle,
    right: Vec<Action>,
}

/// The fields of a position in addition to those of a scenario.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answers {
    /// The right decisions, in words without what follows in brackets; left out, all but the wrong ones are right.
    #[serde(default)]
    best: Vec<Spanned<String>>,
    /// The wrong decisions.
    #[serde(default)]
    wrong: Vec<Spanned<String>>,
}

/// The seed of dice before a position's decision.
const SEED: u64 = 1;

/// The positions of the library, ruleset by ruleset.
///
/// # Errors
/// Everything that is wrong in their files.
pub fn positions(library: &Library) -> Result<Vec<Position>, Vec<Problem>> {
    let (mut positions, mut wrong) = (Vec::new(), Vec::new());
    let files = library.paths().into_iter().filter(|path| path.starts_with("assets/tactics/"));
    for document in files.filter_map(|path| library.document(path)) {
        match document.map_err(|p| vec![p]).and_then(|document| read(library, &document)) {
            Ok(mut more) => positions.append(&mut more),
            Err(mut problems) => wrong.append(&mut problems),
        }
    }
    if wrong.is_empty() { Ok(positions) } else { Err(wrong) }
}

/// The additional fields of a position.
#[must_use]
pub fn outline() -> Outline {
    Outline::of::<Answers>()
}

/// Reads the positions of a file: a list under `positions`, each a scenario that starts in the middle, with the field
/// `best` or `wrong` in addition.
///
/// # Errors
/// Everything that is wrong in it.
pub fn read(library: &Library, document: &Document) -> Result<Vec<Position>, Vec<Problem>> {
    let list = document.root.get("positions").map_or(&[][..], Node::items);
    if list.is_empty() {
        return Err(document.problem(document.root.at.start, "no positions", "list them under `positions`").into());
    }
    let (mut positions, mut wrong) = (Vec::new(), Vec::new());
    for node in list {
        match position(library, document, node) {
            Ok(position) => positions.push(position),
            Err(mut problems) => wrong.append(&mut problems),
        }
    }
    if wrong.is_empty() { Ok(positions) } else { Err(wrong) }
}

/// Reads one position.
fn position(library: &Library, document: &Document, node: &Node) -> Result<Position, Vec<Problem>> {
    let (answers, rest) = node.split(&["best", "wrong"]);
    let scenario = Scenario::of(library, document.part_of(rest))?;
    let mut battle = scenario.battle(library)?;
    let document = document.part_of(answers);
    let mut problems = Problems::new(&document);
    let answers: Option<Answers> = document.read(&document.root, &mut problems);
    battle.start(&mut Seeded::new(SEED, 0), &mut Log::off());
    let mut list = Listing::default();
    battle.legal(&mut list);
    let words: Vec<String> = list.actions.iter().map(|&action| battle.describe(action).to_string()).collect();
    let known: Vec<&str> = words.iter().map(|words| brief(words)).collect();
    let answers = answers.unwrap_or(Answers { best: Vec::new(), wrong: Vec::new() });
    for answer in answers.best.iter().chain(&answers.wrong).filter(|answer| !known.contains(&answer.as_str())) {
        problems.unknown(answer.at, "decision", answer, &known);
    }
    if answers.best.is_empty() == answers.wrong.is_empty() {
        problems.add(node.at, "nothing says what is right", "write `best: [..]`, or `wrong: [..]` alone");
    }
    let said = |answers: &[Spanned<String>], words: &str| answers.iter().any(|answer| answer.value == words);
    let is_right = |words: &str| said(&answers.best, words) || answers.best.is_empty() && !said(&answers.wrong, words);
    let actions = list.actions.iter().zip(&known).filter(|(_, words)| is_right(words));
    let right: Vec<Action> = actions.map(|(action, _)| *action).collect();
    if right.len() == known.len() {
        problems.add(node.at, "whatever is decided is right", "a position needs a decision that can be wrong");
    }
    let listed = |answers: &[Spanned<String>]| answers.iter().map(|a| a.as_str()).collect::<Vec<_>>().join(", or ");
    let answer = match answers.best.is_empty() {
        true => format!("Wrong: {}.", listed(&answers.wrong)),
        false => format!("Best: {}.", listed(&answers.best)),
    };
    problems.finish(Some(Position { name: scenario.name, why: scenario.about, answer, battle, right }))
}

/// A decision in words without its odds.
fn brief(words: &str) -> &str {
    words.split(" (").next().unwrap_or(words)
}

impl Position {
    /// The decision of the opponent of this name, and whether it is right.
    ///
    /// # Errors
    /// There is no such opponent for the position's ruleset, or its file is wrong.
    pub fn put_to(&self, library: &Library, name: &str) -> Result<(Action, bool), Vec<Problem>> {
        let chance = opponents::chance(hash_text(&self.name), self.battle.number());
        let action = opponents::opponent(library, &self.battle, name)?.choose(&self.battle, chance);
        Ok((action, self.right.contains(&action)))
    }
}
