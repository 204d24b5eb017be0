//! Why computers decided as they did, for a person who asks: the decisions to ask about, and the answer about one of them.

use crate::battle::{Kind, SideId};
use crate::content::Library;
use crate::opponents::{self, Candidate};
use crate::platform::{Answer, Task};
use crate::scenario::Session;
use crate::scenario::journal::PERSON;

/// How many of the last decisions can be asked about.
const MOST: u32 = 60;

/// A decision that can be asked about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Its number in the battle.
    pub number: u32,
    /// Whose it was.
    pub side: SideId,
    /// What was done, in words.
    pub words: String,
}

/// The last of the decisions that computers made before one of this number, the last first; and whether some are left out, as
/// computers knew there what a person may not know yet.
#[must_use]
pub fn decisions(session: &Session, before: u32) -> (Vec<Asked>, bool) {
    let over = session.battle().outcome().is_some();
    let owners = session.owners();
    let persons: Vec<SideId> = SideId::first(owners.len()).filter(|side| owners[side.index()] == PERSON).collect();
    let (mut decisions, mut secret) = (Vec::new(), false);
    for number in (before.saturating_sub(MOST)..before).rev() {
        let (Some((battle, _)), Some(action)) = (session.battle_at(number), session.actions().get(number as usize))
        else {
            continue;
        };
        let Some(decision) = battle.decision().filter(|decision| !persons.contains(&decision.side)) else {
            continue;
        };
        let hidden = decision.kind == Kind::Commit || persons.iter().any(|side| battle.hides_from(*side));
        if hidden && !over && !persons.is_empty() {
            secret = true;
            continue;
        }
        decisions.push(Asked { number, side: decision.side, words: battle.describe(*action).to_string() });
    }
    (decisions, secret)
}

/// Why there is no decision to ask about.
#[must_use]
pub fn nothing(secret: bool) -> &'static str {
    if secret {
        "Computers knew what you may not know yet. You can ask when the battle is over."
    } else {
        "No computer has decided anything yet."
    }
}

/// What is said of others, where some decisions are left out.
pub const SECRET: &str = "Of others you can ask when the battle is over.";
/// What is said where nobody says why.
pub const SILENT: &str = "Whoever decided this does not say why.";

impl Asked {
    /// What is said before what was weighed up.
    #[must_use]
    pub fn preface(&self, why: &[Candidate]) -> Vec<&'static str> {
        let Some(first) = why.first() else { return vec!["It chose without thinking."] };
        let other = "It was told to move at once, or was another than today's: this is what it would do now.";
        let about = match first.tried {
            Some(_) => "It tried these out in its head, and took what did best:",
            None => "It weighed up what each of these brings at once:",
        };
        if first.words == self.words { vec![about] } else { vec![other, about] }
    }
}

/// What was weighed up at a decision, thought through once more; none where whoever decided does not say why.
#[must_use]
pub fn weighed(library: &Library, session: &Session, asked: &Asked) -> Option<Vec<Candidate>> {
    let (battle, _) = session.battle_at(asked.number)?;
    opponents::why(library, &battle, &session.past(asked.number), &session.owners()[asked.side.index()])
}

/// How often something was tried, and what came of it.
#[must_use]
pub fn tries((tries, chance): (u32, f32)) -> String {
    let times = if tries == 1 { "once".to_owned() } else { format!("{tries} times") };
    format!("tried {times}, {:.0} % to win", 100.0 * chance)
}

/// What a person asks, and the answer.
pub struct Inquiry {
    /// The decisions of computers, the last first.
    pub decisions: Vec<Asked>,
    /// Some are left out, as computers knew there what a person may not know yet.
    pub secret: bool,
    /// The one asked about, as a place in the list.
    pub chosen: usize,
    // Why it was made; none before it is known.
    why: Option<Vec<Candidate>>,
    thinking: Option<Task<Option<Vec<Candidate>>>>,
}

impl Inquiry {
    /// Asks about the last of the decisions that computers made before one of this number.
    #[must_use]
    pub fn new(library: &'static Library, session: &Session, before: u32) -> Inquiry {
        let (decisions, secret) = decisions(session, before);
        let mut inquiry = Inquiry { decisions, secret, chosen: 0, why: None, thinking: None };
        inquiry.ask(library, session, 0);
        inquiry
    }

    /// Asks about another of the decisions.
    pub fn ask(&mut self, library: &'static Library, session: &Session, place: usize) {
        let Some(asked) = self.decisions.get(place) else { return };
        (self.chosen, self.why) = (place, None);
        let Some((battle, _)) = session.battle_at(asked.number) else { return };
        let (owner, past) = (session.owners()[asked.side.index()].clone(), session.past(asked.number).into_owned());
        self.thinking = Some(Task::start(move || opponents::why(library, &battle, &past, &owner)));
    }

    /// Takes in the answer.
    pub fn poll(&mut self) {
        if let Some(thinking) = &self.thinking {
            match thinking.poll() {
                Answer::Ready(why) => (self.why, self.thinking) = (why, None),
                Answer::Ended => self.thinking = None,
                Answer::Pending => {}
            }
        }
    }

    /// What was weighed up at the decision asked about, the choice first; none as long as the computer thinks it through once more, or where it does
    /// not say.
    #[must_use]
    pub fn why(&self) -> Option<&[Candidate]> {
        self.why.as_deref()
    }

    /// Whether the computer is thinking it through.
    #[must_use]
    pub fn thinks(&self) -> bool {
        self.thinking.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::league::campaigns::fight;
    use crate::scenario::Scenario;
    use std::time::Duration;

    fn fought(name: &str, first: &str) -> Session {
        let library = Library::own();
        let session = Session::begin(library, Scenario::open(library, name).unwrap(), 4).unwrap();
        let players = session.battle().players();
        let mut owners = vec!["utility".to_owned(); players];
        let mut session = session.owned_by(owners.clone());
        fight(library, &mut session, |_| ()).unwrap();
        first.clone_into(&mut owners[0]);
        session.owned_by(owners)
    }

    #[test]
    fn the_last_decisions_of_computers_can_be_asked_about() {
        let session = fought("patrol", PERSON);
        let mut inquiry = Inquiry::new(Library::own(), &session, session.battle().number());
        assert!(inquiry.decisions.iter().all(|asked| asked.side == SideId(1)) && !inquiry.decisions.is_empty());
        for place in [0, inquiry.decisions.len() - 1] {
            inquiry.ask(Library::own(), &session, place);
            while inquiry.thinks() {
                std::thread::sleep(Duration::from_millis(1));
                inquiry.poll();
            }
            let (asked, why) = (inquiry.decisions[place].clone(), inquiry.why().unwrap());
            assert_eq!(why[0].words, asked.words);
            let (battle, _) = session.battle_at(asked.number).unwrap();
            assert_eq!(battle.decision().map(|decision| decision.side), Some(asked.side));
        }
    }

    /// As long as a battle goes on, what is hidden from a person tells nothing.
    #[test]
    fn secrets_are_kept_until_the_end() {
        let mut session = fought("dead_air", PERSON);
        let number = session.battle().number();
        let all = |session: &Session, number: u32| -> Vec<Inquiry> {
            let befores = (1..=number).rev().step_by(MOST as usize);
            befores.map(|before| Inquiry::new(Library::own(), session, before)).collect()
        };
        let inquiries = all(&session, number);
        assert!(inquiries.iter().all(|inquiry| !inquiry.secret));
        let hidden = |session: &Session, asked: &Asked| {
            session.battle_at(asked.number).is_some_and(|(battle, _)| battle.hides_from(SideId(0)))
        };
        assert!(inquiries.iter().flat_map(|inquiry| &inquiry.decisions).any(|asked| hidden(&session, asked)));
        session.undo_to(number - 1).unwrap();
        let inquiries = all(&session, number - 1);
        assert!(inquiries.iter().any(|inquiry| inquiry.secret));
        assert!(!inquiries.iter().flat_map(|inquiry| &inquiry.decisions).any(|asked| hidden(&session, asked)));
    }
}
