//! A battle between persons at the terminal and computer opponents, told as it is played.

use std::collections::BTreeSet;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde::Serialize;

use crate::battle::{Action, Decision, Event, Fact, Kind, SideId};
use crate::content::Library;
use crate::opponents::{self, Opponent};
use crate::play::guide::Guide;
use crate::rules::AnyBattle;
use crate::scenario::journal::PERSON;
use crate::scenario::{Session, event_json};
use crate::telling::story::Story;
use crate::telling::{Line, panel, report};
use crate::user::saved;

use super::Stop;
use super::console::{Console, patiently};
use super::person::Turn;
use super::review;

/// The most candidates of a decision that are explained.
const EXPLAINED: usize = 3;
/// Lines of the story that are repeated when a battle is continued.
const RECALLED: usize = 12;

/// Who decides for a side.
pub(super) enum Controller {
    Person,
    Computer(Box<dyn Opponent>),
}

impl Controller {
    fn of(library: &Library, battle: &AnyBattle, owner: &str) -> Result<Controller, Stop> {
        if owner == PERSON {
            return Ok(Controller::Person);
        }
        Ok(Controller::Computer(opponents::opponent(library, battle, owner)?))
    }
}

/// How a battle is told.
#[derive(Clone, Copy, Debug, Default)]
pub struct Telling {
    /// Events as JSON lines, and nothing else.
    pub json: bool,
    /// The board after each step of the turn that changed it.
    pub frames: bool,
    /// What computers considered.
    pub explain: bool,
}

/// A battle at the terminal.
pub struct Game<'a> {
    pub(super) library: &'a Library,
    pub(super) session: Session,
    /// The file that the battle is recorded to, if it is.
    pub(super) journal: Option<String>,
    pub(super) seats: Vec<Controller>,
    pub(super) story: Story<'a>,
    pub(super) manner: Telling,
    /// The board as it was last drawn.
    frame: Vec<String>,
    /// All lines told so far.
    pub(super) told: Vec<Line>,
    /// The turn of the last step that was told.
    pub(super) turn: u16,
    /// The rules that have been explained to a person.
    pub(super) hinted: BTreeSet<&'static str>,
    /// Where the turn was when a person last saw the board.
    pub(super) seen: String,
    /// A side whose person lets a computer decide, and the last turn of that.
    pub(super) relieved: Option<(SideId, u16)>,
    /// The person who sat at the keyboard last.
    pub(super) last_person: Option<SideId>,
    /// The opponent that decides for a person on request.
    pub(super) adviser: Box<dyn Opponent>,
    /// Who teaches the person.
    pub(super) guide: Option<Guide>,
    /// How many tasks were done when the lesson last said something.
    pub(super) taught: Option<usize>,
    /// Seconds after which a computer that thinks is told to move; none where it takes the time that it needs.
    pub(super) patience: Option<u16>,
    /// From which line on it is told what happened since a person was asked before.
    pub(super) since: usize,
    // How many lines were told when a person answered last.
    answered: usize,
}

impl<'a> Game<'a> {
    /// A battle about to be told, between the owners of its sides.
    ///
    /// # Errors
    /// There is no such opponent, or its profile is wrong.
    pub fn new(library: &'a Library, session: Session, manner: Telling) -> Result<Game<'a>, Stop> {
        let seat = |owner: &String| Controller::of(library, session.battle(), owner);
        let seats = session.owners().iter().map(seat).collect::<Result<Vec<Controller>, Stop>>()?;
        let adviser =
            opponents::opponent(library, session.battle(), &opponents::favourite(library, session.battle().ruleset()))?;
        Ok(Game {
            library,
            session,
            journal: None,
            seats,
            story: Story::new(library.codex()),
            manner,
            frame: Vec::new(),
            told: Vec::new(),
            turn: 0,
            hinted: BTreeSet::new(),
            seen: String::new(),
            relieved: None,
            last_person: None,
            adviser,
            guide: None,
            taught: None,
            patience: None,
            since: 0,
            answered: 0,
        })
    }

    /// Says which file the battle is recorded to.
    #[must_use]
    pub fn recorded_to(mut self, path: Option<String>) -> Self {
        self.journal = path;
        self
    }

    /// Records it to a new file.
    ///
    /// # Errors
    /// There is such a file already, or it cannot be written.
    pub fn record_to(&mut self, path: String) -> Result<(), Stop> {
        self.session.record_to(&path)?;
        self.journal = Some(path);
        Ok(())
    }

    /// Records it to a file of its own where a person plays, if it is not recorded yet. The battle goes on if that fails.
    ///
    /// # Errors
    /// Writing to the terminal fails.
    pub fn keep(&mut self, console: &mut Console<'_>) -> Result<(), Stop> {
        if self.journal.is_none() && self.session.owners().iter().any(|o| o == PERSON) {
            match saved::record(&mut self.session, saved::folder().as_deref()) {
                Ok(path) => self.journal = Some(path),
                Err(why) => console.line(&format!("This battle is not recorded: {why}"))?,
            }
        }
        Ok(())
    }

    /// Fights until the battle is over or a person leaves.
    ///
    /// # Errors
    /// Reading or writing fails.
    pub fn run(&mut self, console: &mut Console<'_>) -> Result<(), Stop> {
        self.begin(console)?;
        while let Some(decision) = self.session.battle().decision() {
            let side = decision.side;
            let relieved = self.relieved.is_some_and(|(who, turn)| who == side && turn == self.turn);
            let action = match &mut self.seats[side.index()] {
                Controller::Computer(opponent) => {
                    self.since = self.answered;
                    let action = choose(opponent.as_mut(), &self.session, self.patience);
                    let scored = opponent.explain();
                    self.explain(decision, &scored, console)?;
                    action
                }
                Controller::Person if relieved => choose(self.adviser.as_mut(), &self.session, self.patience),
                Controller::Person => match self.ask(decision, console)? {
                    Turn::Play(action) => {
                        self.answered = self.told.len();
                        self.echo(decision, action, console)?;
                        action
                    }
                    Turn::Again => continue,
                    Turn::Leave => return self.leave(console),
                },
            };
            self.answer(action, console)?;
        }
        self.result(console)
    }

    /// Tells what happened before the first decision; of a battle that goes on, only the last of what happened.
    fn begin(&mut self, console: &mut Console<'_>) -> Result<(), Stop> {
        if self.session.battle().number() == 0 {
            let start = self.public();
            return self.tell(&start, 0, console);
        }
        let (session, person, story) = (&self.session, self.person(), &mut self.story);
        session.retrace(|before, events| {
            let lines = match person {
                Some(side) => story.tell(&*before.view_for(side), events),
                None => story.tell(&**before, events),
            };
            self.told.extend(lines);
        });
        self.turn = last_turn(self.session.events()).unwrap_or(0);
        (self.since, self.answered) = (self.told.len(), self.told.len());
        console.line("The story so far ends:")?;
        let from = self.told.len().saturating_sub(RECALLED);
        Ok(console.tell(&self.told[from..])?)
    }

    /// Says where the battle is kept.
    fn leave(&self, console: &mut Console<'_>) -> Result<(), Stop> {
        self.journal.as_ref().map_or(Ok(()), |path| Ok(console.lines(&kept(path))?))
    }

    /// Shows a person a choice that the story keeps secret, as everybody reads that.
    fn echo(&self, decision: Decision, action: Action, console: &mut Console<'_>) -> Result<(), Stop> {
        if decision.kind == Kind::Commit {
            console.line(&format!("  {}", self.session.battle().describe(action)))?;
        }
        Ok(())
    }

    /// Plays an action that was listed, and tells what followed.
    fn answer(&mut self, action: Action, console: &mut Console<'_>) -> Result<(), Stop> {
        let before = self.public();
        let from = self.session.events().len();
        let decides = self.session.battle().decision().map(|decision| &self.seats[decision.side.index()]);
        let own = self.guide.is_some() && matches!(decides, Some(Controller::Person));
        let words = if own { before.describe(action).to_string() } else { String::new() };
        if let Err(rejected) = self.session.play(action) {
            return Err(Stop::Refused(format!("{}: {rejected}", before.describe(action))));
        }
        if let Some(guide) = &mut self.guide {
            guide.progress.see(&words, &**self.session.battle());
        }
        // The end of the battle reveals everything.
        let ended = self.session.battle().outcome().and_then(|_| self.session.battle_at(before.number()));
        let before = ended.map_or(before, |(whole, _)| whole);
        self.tell(&before, from, console)
    }

    /// The battle as the playing person sees it; all of it where no person plays.
    pub(super) fn public(&self) -> AnyBattle {
        let battle = self.session.battle();
        self.person().map_or_else(|| battle.clone(), |side| battle.view_for(side))
    }

    /// The side of the first person who plays, if one does.
    pub(super) fn person(&self) -> Option<SideId> {
        self.seats.iter().position(|s| matches!(s, Controller::Person)).map(|side| SideId(side as u8))
    }

    /// Tells the events from one on. `before` is the battle as it was then.
    fn tell(&mut self, before: &AnyBattle, from: usize, console: &mut Console<'_>) -> Result<(), Stop> {
        let events = &self.session.events()[from..];
        if self.manner.json {
            for told in event_json::told(before, events) {
                write_json(&told, console)?;
            }
            return Ok(());
        }
        let turn = last_turn(events);
        let lines = self.story.tell(&**before, events);
        console.tell(&lines)?;
        self.told.extend(lines);
        if let Some(turn) = turn {
            self.turn = turn;
            if self.manner.frames {
                let battle = self.public();
                let frame = console.drawn(&*battle, self.person());
                if frame != self.frame {
                    console.line("")?;
                    console.tell(&[panel::header(&*battle)])?;
                    console.lines(&frame)?;
                    self.frame = frame;
                }
            }
        }
        Ok(())
    }

    /// The best candidates of a computer's decision, with the terms of their scores.
    /// A recorded battle keeps them, including those that a person may not see yet.
    fn explain(
        &mut self,
        decision: Decision,
        scored: &[hexfray_ai::policy::Scored<Action>],
        console: &mut Console<'_>,
    ) -> Result<(), Stop> {
        if !self.manner.explain {
            return Ok(());
        }
        let battle = self.session.battle();
        let told = |candidate: &hexfray_ai::policy::Scored<Action>| {
            // A term that adds nothing to the score can still tell something, such as how often the action was tried.
            let terms = candidate.terms.iter().filter(|t| t.share != 0.0 || t.value != 0.0).map(|t| match t.share {
                0.0 => format!("{} {}", t.name, t.value),
                share => format!("{} {share:+.2}", t.name),
            });
            let terms: Vec<String> = terms.collect();
            format!("{:.2} {}: {}", candidate.score, battle.describe(candidate.action), terms.join(", "))
        };
        let mut reasons: Vec<String> = scored.iter().take(EXPLAINED).map(told).collect();
        if reasons.is_empty() {
            reasons.push("without thinking".to_owned());
        }
        let secret = self.keeps_secrets(decision);
        for said in reasons {
            if !secret {
                console.line(&console.ink.dim(&format!("    ? {said}")))?;
            }
            self.session.remark(said)?;
        }
        Ok(())
    }

    /// Whether a computer's reasons must not be shown: it decides in secret from a playing person, or by something that
    /// this person may not know.
    fn keeps_secrets(&self, decision: Decision) -> bool {
        let battle = self.session.battle();
        let mut persons = (0..).zip(&self.seats).filter(|(_, seat)| matches!(seat, Controller::Person));
        persons.any(|(side, _)| decision.kind == Kind::Commit || battle.hides_from(SideId(side)))
    }

    /// The last lines: who won, and the state's hash.
    fn result(&mut self, console: &mut Console<'_>) -> Result<(), Stop> {
        let hash = format!("{:016x}", self.session.hash());
        let battle = self.session.battle();
        let Some(outcome) = battle.outcome() else { return Ok(()) };
        let sides = SideId::first(battle.sides().len());
        if self.manner.json {
            let result = ResultLine {
                fact: "result",
                rule: outcome.rule.0,
                winners: sides.clone().filter(|s| outcome.won(*s)).map(|s| s.0).collect(),
                reason: outcome.reason,
                scores: sides.map(|s| battle.score(s)).collect(),
                decisions: battle.number(),
                hash,
            };
            return write_json(&result, console);
        }
        let mut lines = Vec::new();
        self.story.finish(&**battle, &mut lines);
        lines.push(Line::default());
        lines.extend(panel::units(&**battle, None));
        lines.push(Line::default());
        lines.extend(self.review());
        lines.push(Line::of(format!("{}; hash {hash}", panel::result(&**battle, &outcome))));
        console.tell(&lines)?;
        self.told.extend(lines);
        Ok(())
    }

    /// What a person may want to know when a battle is over: who did most, what the dice did, how the chances went.
    fn review(&self) -> Vec<Line> {
        let Some(side) = self.person().filter(|_| self.guide.is_none()) else { return Vec::new() };
        let (battle, owners) = (&**self.session.battle(), self.session.owners());
        let mut lines = review::accounts(battle, owners, &report::accounts(battle, self.session.events()));
        let course = patiently("working out how it went", || report::course(self.library, &self.session));
        lines.extend(review::chances(battle, side, &course.unwrap_or_default(), false, |_| String::new()));
        lines.push(Line::default());
        lines
    }
}

/// Where a battle that was left is kept, in lines.
pub(super) fn kept(path: &str) -> [String; 2] {
    let offered = if saved::is_offered(path) { "`hexfray` offers to continue it, " } else { "" };
    [format!("The battle is kept in {path}"), format!("{offered}`hexfray replay` tells it again.")]
}

/// The turn of the last step among events.
fn last_turn(events: &[Event]) -> Option<u16> {
    events.iter().rev().find_map(|e| if let Fact::Step { turn, .. } = e.fact { Some(turn) } else { None })
}

/// The result as a JSON line.
#[derive(Serialize)]
struct ResultLine {
    fact: &'static str,
    rule: &'static str,
    winners: Vec<u8>,
    reason: &'static str,
    scores: Vec<i32>,
    decisions: u32,
    hash: String,
}

fn write_json(value: &impl Serialize, console: &mut Console<'_>) -> Result<(), Stop> {
    let text = serde_json::to_string(value).map_err(std::io::Error::from)?;
    Ok(console.line(&text)?)
}

/// An opponent's answer to the open decision of a session. It is told to move after so many seconds, if that is said.
pub(super) fn choose(opponent: &mut dyn Opponent, session: &Session, patience: Option<u16>) -> Action {
    let stop = opponent.stop();
    stop.clear();
    let past = session.past(session.battle().number());
    let mut think = || patiently("thinking", || opponents::decide(opponent, session.battle(), &past));
    let Some(limit) = patience else { return think() };
    let (done, waiting) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            if waiting.recv_timeout(Duration::from_secs(limit.into())) == Err(RecvTimeoutError::Timeout) {
                stop.stop();
            }
        });
        let action = think();
        drop(done);
        action
    })
}
