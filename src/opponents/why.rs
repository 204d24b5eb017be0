//! Why a computer decided as it did: what it weighed up, in words.

use hexfray_ai::policy::Scored;

use crate::battle::Action;
use crate::content::Library;
use crate::rules::{AnyBattle, Tactics, with_battle};
use crate::scenario::Past;

use super::{decide, opponent};

/// The most candidates that are told.
const MOST: usize = 5;
/// Terms that add less than this to a score are left out.
const LEAST: f32 = 0.005;

/// Terms that policies of the search library add themselves.
const GENERAL: [(&str, &str); 4] = [
    ("promise", "how good it looks at once"),
    ("base", "its usual liking for it"),
    ("rest", "what it gives up for it"),
    ("noise", "chance"),
];

/// Something that a computer could have done.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// What, in words.
    pub words: String,
    /// How often it was tried, and the chance to win that came out, 0 to 1; none of an opponent that does not look ahead.
    pub tried: Option<(u32, f32)>,
    /// What else spoke for it and, with shares less than 0, against it, in words; the weightiest first.
    pub terms: Vec<(String, f32)>,
}

/// What the opponent of a side weighs up at the open decision of a battle with this past, the choice first; nothing where
/// it chooses without thinking. It thinks as it does in battle, and comes to the same choice. None where nobody decides,
/// or the side's owner is no computer's level.
#[must_use]
pub fn why(library: &Library, battle: &AnyBattle, past: &Past<'_>, owner: &str) -> Option<Vec<Candidate>> {
    battle.decision()?;
    let mut opponent = opponent(library, battle, owner).ok()?;
    decide(opponent.as_mut(), battle, past);
    Some(opponent.explain().iter().take(MOST).map(|scored| candidate(battle, scored)).collect())
}

fn candidate(battle: &AnyBattle, scored: &Scored<Action>) -> Candidate {
    let (mut tried, mut terms) = (None, Vec::new());
    let value = |name: &str| scored.terms.iter().find(|term| term.name == name).map(|term| term.value);
    if let (Some(visits), Some(value)) = (value("visits"), value("value")) {
        tried = Some((visits as u32, value));
    }
    let told = scored.terms.iter().filter(|term| term.share.abs() >= LEAST);
    for term in told.filter(|term| !matches!(term.name, "visits" | "value")) {
        terms.push((reason(battle, term.name).to_owned(), term.share));
    }
    terms.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    Candidate { words: battle.describe(scored.action).to_string(), tried, terms }
}

/// A term of a score in words.
fn reason<'n>(battle: &AnyBattle, name: &'n str) -> &'n str {
    fn of<R: Tactics>(_: &crate::battle::Battle<R>) -> &'static [(&'static str, &'static str)] {
        R::REASONS
    }
    let own = with_battle!(battle, battle => of(battle));
    own.iter().chain(&GENERAL).find(|(term, _)| *term == name).map_or(name, |(_, words)| words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{Scenario, Session};

    /// What is weighed up is told in words, and the choice is the one of the battle.
    #[test]
    fn whoever_decides_can_say_why() {
        let library = Library::own();
        for (name, level) in [("patrol", "utility"), ("patrol", "veteran"), ("rivals", "utility"), ("alley", "veteran")]
        {
            let scenario = Scenario::open(library, name).unwrap();
            let mut session = Session::begin(library, scenario, 3).unwrap();
            let mut player = opponent(library, session.battle(), level).unwrap();
            for number in 0..12 {
                let (battle, past) = (session.battle(), session.past(number));
                let why = why(library, battle, &past, level).unwrap();
                let action = decide(player.as_mut(), battle, &past);
                if let Some(first) = why.first() {
                    assert_eq!(first.words, battle.describe(action).to_string(), "{name}, {level}");
                }
                for (words, _) in why.iter().flat_map(|candidate| &candidate.terms) {
                    assert!(words.contains(' ') || words == "chance", "{name}, {level}: {words}");
                }
                session.play(action).unwrap();
            }
            assert_eq!(super::why(library, session.battle(), &session.past(12), "person"), None);
        }
    }

    /// Every measure of every ruleset has words.
    #[test]
    fn all_measures_have_words() {
        for ruleset in crate::rules::NAMES {
            let (inputs, reasons) =
                crate::rules::with_ruleset!(ruleset, R => (<R as Tactics>::INPUTS, <R as Tactics>::REASONS)).unwrap();
            for input in inputs {
                let words = reasons.iter().find(|(name, _)| name == input);
                assert!(words.is_some_and(|(_, words)| words.contains(' ')), "{ruleset}: {input}");
            }
            assert_eq!(inputs.len(), reasons.len(), "{ruleset} has words for what it does not measure");
        }
    }
}
