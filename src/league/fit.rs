//! Fitting: the weight of each feature, learnt from recorded battles. The position at the end of each turn is compared
//! with who won in the end.

use std::collections::BTreeSet;

use crate::battle::{SideId, mix};
use crate::content::Library;
use crate::opponents::{self, Features, Sign};
use crate::scenario::Session;
use crate::source::{Document, Problem, reworded};

use super::report::{Report, Table};
use super::statistics::logistic::{Case, likeliest, surprise};

/// Parts of the cross-validation: the battles of each are predicted by weights learnt from the others.
const PARTS: u64 = 5;

/// A battle as a lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    ruleset: &'static str,
    scenario: String,
    seed: u64,
    won: f64,
    turns: Vec<Features>,
}

impl Lesson {
    /// The features of a battle at the end of each of its turns, with its result.
    ///
    /// # Errors
    /// Why nothing can be learnt from it.
    pub fn of(session: &Session) -> Result<Lesson, &'static str> {
        if session.battle().players() != 2 {
            return Err("not between two sides");
        }
        let outcome = session.battle().outcome().ok_or("not over")?;
        let won = [0, 1].map(|side| f64::from(u8::from(outcome.won(SideId(side)))));
        let mut turns: Vec<Features> = Vec::new();
        let mut turn = 1;
        session.retrace(|battle, _| {
            if opponents::turn(battle) > turn && battle.decision().is_some() {
                turn = opponents::turn(battle);
                turns.push(opponents::outlook(battle));
            }
        });
        let scenario = session.scenario();
        let (ruleset, name) = (scenario.ruleset, scenario.name.clone());
        Ok(Lesson { ruleset, scenario: name, seed: session.seed(), won: (1.0 + won[0] - won[1]) / 2.0, turns })
    }
}

/// Features with the weights that battles gave them.
#[derive(Clone, Debug)]
pub struct Fitted {
    document: Document,
    /// The signs of the file, each with its weights where a battle begins and where it ends.
    signs: Vec<(Sign, [f64; 2])>,
    /// Battles, ends of turns.
    counts: [usize; 2],
    /// How badly the winner is predicted by the scenario alone, by the old weights, by fitted ones.
    surprises: [f64; 3],
}

/// Fits the weights of a manner of looking ahead.
///
/// # Errors
/// There is no such manner, or there are no battles, or not all are of one ruleset.
pub fn fit(library: &Library, manner: &str, lessons: &[Lesson]) -> Result<Fitted, Vec<Problem>> {
    let whole = |message: &str, hint: &str| vec![Problem::whole(manner, message, hint)];
    let Some(first) = lessons.iter().find(|lesson| !lesson.turns.is_empty()) else {
        let hint = "`journals: All` in a league's spec keeps them";
        return Err(whole("there are no battles to learn from", hint));
    };
    if lessons.iter().any(|l| l.ruleset != first.ruleset) {
        return Err(whole(
            "the battles are of several rulesets",
            "features belong to one ruleset: fit each on its own",
        ));
    }
    let (document, signs) = opponents::signs(library, first.ruleset, manner)?;
    let nothing = cases(&[], &[], lessons);
    let before = cases(&signs, &[], lessons);
    let after = cases(&signs, &signs, lessons);
    let surprises = [&nothing, &before, &after].map(|cases| foretold(cases));
    let corrections = likeliest(after.iter().map(|case| &case.1));
    let corrected = |(sign, more): (Sign, &[f64])| {
        let weights = [f64::from(*sign.first) + more[0], f64::from(*sign.last) + more[1]];
        (sign, weights)
    };
    let counts = [lessons.len(), nothing.len()];
    let signs = signs.into_iter().map(|s| s.1).zip(corrections.chunks(2)).map(corrected).collect();
    Ok(Fitted { document, signs, counts, surprises })
}

/// The ends of turns as cases. The weights of `known` are an offset. For each feature of `learnt` two corrections are
/// learnt, for the beginning of a battle and for its end, and one for each scenario, as its sides need not be even. All
/// cases of a battle together have the weight of one, as they share one result. Each case comes with the part of the
/// cross-validation that its battle belongs to: battles with the same dice are in the same part.
fn cases(known: &[(usize, Sign)], learnt: &[(usize, Sign)], lessons: &[Lesson]) -> Vec<(u64, Case)> {
    let names: BTreeSet<&str> = lessons.iter().map(|l| l.scenario.as_str()).collect();
    let mut cases = Vec::new();
    for lesson in lessons {
        for Features { late, signs } in &lesson.turns {
            let late = f64::from(*late);
            let by = |place: usize| [(1.0 - late) * f64::from(signs[place]), late * f64::from(signs[place])];
            let odds = |(place, sign): &(usize, Sign)| {
                let [first, last] = by(*place);
                first * f64::from(*sign.first) + last * f64::from(*sign.last)
            };
            let mut seen: Vec<f64> = learnt.iter().flat_map(|(place, _)| by(*place)).collect();
            seen.extend(names.iter().map(|name| f64::from(u8::from(*name == lesson.scenario))));
            let share = 1.0 / lesson.turns.len() as f64;
            let case = Case { seen, known: known.iter().map(odds).sum(), won: lesson.won, share };
            cases.push((mix(lesson.seed, 0) % PARTS, case));
        }
    }
    cases
}

/// How badly cases are predicted, those of each part by weights from the others.
fn foretold(cases: &[(u64, Case)]) -> f64 {
    let taught = |part: u64| likeliest(cases.iter().filter(|c| c.0 != part).map(|c| &c.1));
    let taught: Vec<Vec<f64>> = (0..PARTS).map(taught).collect();
    surprise(cases.iter().map(|(part, case)| (case, &taught[*part as usize][..])))
}

impl Fitted {
    /// Whether the fitted weights predict battles that they were not fitted to better than the old weights do.
    #[must_use]
    pub fn better(&self) -> bool {
        self.surprises[2] < self.surprises[1]
    }

    /// The text of the manner's file with the fitted weights.
    #[must_use]
    pub fn text(&self) -> String {
        let numbers = self.signs.iter().flat_map(|(s, w)| [(s.first.at, w[0]), (s.last.at, w[1])]);
        reworded(&self.document.text, numbers.map(|(at, number)| (at, format!("{number:.2}"))))
    }

    /// The result in words.
    #[must_use]
    pub fn report(&self) -> Report {
        let [battles, turns] = self.counts;
        let [blind, before, after] = self.surprises;
        let about = vec![
            format!("{turns} ends of turns of {battles} battles."),
            format!(
                "Cross-entropy of who won, in nats: {blind:.4} by the scenario alone, {before:.4} by the weights before,"
            ),
            format!("{after:.4} by fitted ones (each fifth of the battles by what is fitted to the others)."),
        ];
        let heads = ["sign", "first turn: before", "fitted", "last turn: before", "fitted"];
        let mut table = Table::new("signs", "What counts how much, in logarithms of odds", &heads);
        for (sign, [first, last]) in &self.signs {
            let number = |x: f64| format!("{x:.2}");
            let before = [sign.first.value, sign.last.value].map(|x| number(x.into()));
            let [first_before, last_before] = before;
            table.rows.push(vec![sign.what.value.clone(), first_before, number(*first), last_before, number(*last)]);
        }
        Report { title: format!("{}, fitted", self.document.file), about, tables: vec![table], plots: Vec::new() }
    }
}
