#![doc = include_str!("README.md")]

mod answer;
mod leash;
mod lines;
mod program;
mod request;

pub use answer::Seat;
pub use program::{MEMORY, Program};

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::io::{self, BufRead, Write};
use std::path::Path;

use crate::battle::{Action, Fact, SideId};
use crate::content::Library;
use crate::opponents::{self, Opponent, opponent};
use crate::scenario::event_json::told;
use crate::scenario::{Scenario, Session};
use crate::source::{self};

use answer::{Line, Snapshot, hex};
use request::{Request, Roll, Until};

/// Plays the battle of a scenario with a program at the other end of two streams of JSON lines, until it says `quit`
/// or its stream ends. With `save` every decision is recorded in that file as it is made.
///
/// # Errors
/// The scenario cannot be set up, the file cannot be recorded, or a stream is broken. Wrong lines are no errors: they
/// are answered.
pub fn serve(
    library: &Library,
    scenario: Scenario,
    seed: u64,
    save: Option<&Path>,
    input: &mut dyn BufRead,
    output: &mut dyn Write,
) -> io::Result<()> {
    let mut session =
        Session::begin(library, scenario, seed).map_err(|wrong| io::Error::other(source::lines(&wrong)))?;
    if let Some(path) = save {
        let path = path.to_str().ok_or_else(|| io::Error::other(format!("{} is not UTF-8", path.display())))?;
        session.record_to(path).map_err(|problem| io::Error::other(problem.to_string()))?;
    }
    go_on(library, session, input, output)
}

/// Goes on with a battle from wherever it stands, as [`serve`] does from its beginning.
///
/// # Errors
/// A stream is broken.
pub fn go_on(library: &Library, session: Session, input: &mut dyn BufRead, output: &mut dyn Write) -> io::Result<()> {
    let mut referee = Referee { library, session, opponents: BTreeMap::new(), output };
    referee.greet()?;
    while let Some(line) = lines::next(input)? {
        let line = match line {
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => line,
            Err(garbled) => {
                referee.say(&Line::Error { message: garbled.message, line: garbled.line })?;
                continue;
            }
        };
        let answered = match serde_json::from_str(&line) {
            Ok(Request::Quit {}) => break,
            Ok(request) => referee.answer(request),
            Err(wrong) => Err(Trouble::Wrong(wrong.to_string())),
        };
        match answered {
            Ok(()) => {}
            Err(Trouble::Wrong(message)) => referee.say(&Line::Error { message, line: lines::quoted(&line) })?,
            Err(Trouble::Broken(broken)) => return Err(broken),
        }
    }
    Ok(())
}

/// Why a request was not met.
enum Trouble {
    /// The request is wrong, and nothing has changed.
    Wrong(String),
    /// Nobody can be answered any more.
    Broken(io::Error),
}

impl From<String> for Trouble {
    fn from(message: String) -> Self {
        Trouble::Wrong(message)
    }
}

impl From<io::Error> for Trouble {
    fn from(broken: io::Error) -> Self {
        Trouble::Broken(broken)
    }
}

/// The battle and who is at the other end.
struct Referee<'a> {
    library: &'a Library,
    session: Session,
    opponents: BTreeMap<String, Box<dyn Opponent>>,
    output: &'a mut dyn Write,
}

impl Referee<'_> {
    fn say(&mut self, line: &Line) -> io::Result<()> {
        serde_json::to_writer(&mut *self.output, line)?;
        self.output.write_all(b"\n")?;
        self.output.flush()
    }

    fn greet(&mut self) -> io::Result<()> {
        let battle = self.session.battle();
        let scenario = &self.session.scenario().name;
        let hello = Line::hello(scenario, self.session.content(), battle, Some(self.session.seed()), None);
        // Each is told from where the battle stood then, as it was to whoever heard it.
        let mut events = Vec::new();
        self.session.retrace(|before, happened| events.extend(told(before, happened)));
        self.say(&hello)?;
        if !events.is_empty() {
            self.say(&Line::Events { number: None, events })?;
        }
        self.ask()
    }

    /// Tells the open decision, or how the battle ended.
    fn ask(&mut self) -> io::Result<()> {
        let hash = self.session.hash();
        let actions = self.session.legal().to_vec();
        let line = Line::now(self.session.battle(), &actions, Some(hash));
        self.say(&line)
    }

    fn answer(&mut self, request: Request) -> Result<(), Trouble> {
        match request {
            Request::Play(choice) => {
                let listed = self.session.legal().to_vec();
                let (_, action) = choice.of(self.session.battle(), &listed)?;
                self.take(action)?;
                self.ask()?;
            }
            Request::Concede {} => {
                self.take(Action::concession())?;
                self.ask()?;
            }
            Request::Dice { rolls } => {
                rolls.iter().try_for_each(|roll| self.check_roll(roll))?;
                self.session.script(rolls.into_iter().map(|r| (r.rule, r.face)).collect());
            }
            Request::Auto { ai, until } => self.auto(&ai, until)?,
            Request::Odds(choice) => {
                let listed = self.session.legal().to_vec();
                let (index, action) = choice.of(self.session.battle(), &listed)?;
                let line = Line::odds(self.session.battle(), self.library.codex(), index, action)?;
                self.say(&line)?;
            }
            Request::View { side } => {
                let sides = self.session.battle().players();
                if usize::from(side) >= sides {
                    return Err(format!("there is no side {side}, they are numbered from 0 to {}", sides - 1).into());
                }
                let side = SideId(side);
                let line = Line::view(&self.session.battle().view_for(side), side, self.round());
                self.say(&line)?;
            }
            Request::State {} => {
                let all = Snapshot::of(self.session.battle(), self.round());
                let hash = hex(self.session.hash());
                self.say(&Line::State { all, hash })?;
            }
            Request::Undo { to } => {
                self.session.undo_to(to).map_err(|rejected| rejected.to_string())?;
                self.ask()?;
            }
            Request::Save { path, overwrite } => {
                self.session.save(&path, overwrite).map_err(|problem| problem.to_string())?;
                let decisions = self.session.battle().number();
                self.say(&Line::Saved { path, decisions })?;
            }
            Request::Quit {} => {}
        }
        Ok(())
    }

    /// Whether a roll that is written down may ever be made in this battle.
    fn check_roll(&self, Roll { rule, face }: &Roll) -> Result<(), String> {
        let (battle, codex) = (self.session.battle(), self.library.codex());
        if codex.get(rule).is_none() {
            let nearest = codex.nearest(rule).map_or(String::new(), |id| format!("; did you mean {id}?"));
            return Err(format!("there is no rule {}{nearest}", rule.escape_debug()));
        }
        match battle.largest_die(rule) {
            None => Err(format!("{rule} is no rule of {}, which is played here", battle.ruleset())),
            Some(faces) if (1..=faces).contains(face) => Ok(()),
            Some(faces) => Err(format!("no die of {rule} has a face {face}: the largest is a d{faces}")),
        }
    }

    /// Answers the open decision and tells what happened.
    fn take(&mut self, action: Action) -> Result<(), Trouble> {
        let before = self.session.battle().clone();
        let events = self.session.play(action).map_err(|rejected| rejected.to_string())?;
        let events = told(&before, events);
        Ok(self.say(&Line::Events { number: Some(before.number()), events })?)
    }

    /// Lets an opponent answer, once or for longer.
    fn auto(&mut self, ai: &str, until: Until) -> Result<(), Trouble> {
        let (first, round) = (self.session.battle().number(), self.round());
        loop {
            let battle = self.session.battle();
            if battle.decision().is_none() {
                return Err("there is nothing to decide, the battle is over".to_owned().into());
            }
            let opponent = match self.opponents.entry(ai.to_owned()) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => {
                    new.insert(opponent(self.library, battle, ai).map_err(|wrong| source::lines(&wrong))?)
                }
            };
            let action = opponents::decide(opponent.as_mut(), battle, &self.session.past(battle.number()));
            let taken = self.take(action);
            if taken.is_err() && self.session.battle().number() > first {
                // What was decided before this stands; the error that follows is about the decision told here.
                self.ask()?;
            }
            taken?;
            let battle = self.session.battle();
            let goes_on = match until {
                Until::Decision => false,
                Until::Turn => self.round() == round,
                Until::Over => true,
            };
            if !goes_on || battle.decision().is_none() {
                return Ok(self.ask()?);
            }
        }
    }

    /// The turn that is under way, 0 before the first.
    fn round(&self) -> u16 {
        let turn = |fact| if let Fact::Step { turn, .. } = fact { Some(turn) } else { None };
        self.session.events().iter().rev().find_map(|e| turn(e.fact)).unwrap_or(0)
    }
}
