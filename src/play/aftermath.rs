//! What is known of a battle that is over: who did most, who had luck, and how it went turn by turn.

use crate::battle::SideId;
use crate::content::Library;
use crate::platform::{Answer, Task};
use crate::scenario::Session;
use crate::telling::report::{Account, Moment, accounts, course};

use super::game::Game;

/// What is known of a battle that is over.
pub struct Aftermath {
    /// Who did most, and what the dice did, by side.
    pub accounts: Vec<Account>,
    /// Whose turns are told: those of the person, or of the first side where only computers fought. Of two sides only its
    /// chances are shown, as the other has the rest.
    pub side: SideId,
    /// How the battle stood turn by turn, as soon as that is worked out.
    pub course: Vec<Moment>,
    working: Option<Task<Vec<Moment>>>,
}

impl Aftermath {
    /// Begins to work it out.
    #[must_use]
    pub fn new(library: &'static Library, game: &Game) -> Aftermath {
        let (session, side) = (game.session(), game.viewer().unwrap_or(SideId(0)));
        let text = session.text().to_owned();
        let work = move || {
            let session = Session::replay(library, "this battle", text.as_bytes()).ok()?;
            course(library, &session).ok()
        };
        Aftermath {
            accounts: accounts(&**session.battle(), session.events()),
            side,
            course: Vec::new(),
            working: Some(Task::start(move || work().unwrap_or_default())),
        }
    }

    /// Takes in what has been worked out.
    pub fn keep_up(&mut self) {
        match self.working.as_ref().map(Task::poll) {
            Some(Answer::Ready(course)) => (self.course, self.working) = (course, None),
            Some(Answer::Ended) => self.working = None,
            _ => {}
        }
    }

    /// Whether it is still being worked out how the battle went.
    #[must_use]
    pub fn works(&self) -> bool {
        self.working.is_some()
    }
}
