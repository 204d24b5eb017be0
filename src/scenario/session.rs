//! A battle being fought: scenario, seed and the decisions so far. Terminal, referee, window and tools play through it.

use std::borrow::Cow;
use std::fmt;

use crate::battle::{
    Action, Event, Fact, Listing, Log, Notary, Refusal, ScriptFault, Scripted, Seeded, SideId, UnitId,
};
use crate::content::{Fingerprint, Library};
use crate::rules::AnyBattle;
use crate::source::Problem;

use super::journal::{self, Header, Journal, Note, PERSON, Recalled, Undo};
use super::{Scenario, action_to_json};

/// So many decisions lie between two states that are kept, to go back to.
const STRIDE: u32 = 64;

/// Why something was not done. The battle is as it was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rejected {
    /// The rules refuse it.
    Refused(Refusal),
    /// The scripted rolls do not fit what it makes the battle roll.
    Script(ScriptFault),
    /// There are not so many decisions to go back to; this many have been made.
    NotMade(u32),
    /// It could not be written to the journal.
    Unwritten(Problem),
}

impl fmt::Display for Rejected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rejected::Refused(refusal) => refusal.fmt(f),
            Rejected::Script(fault) => fault.fmt(f),
            Rejected::NotMade(made) => write!(f, "only {made} decisions have been made"),
            Rejected::Unwritten(problem) => problem.fmt(f),
        }
    }
}

/// Why a side cannot take its last choice back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stands {
    /// It has chosen nothing yet.
    NothingChosen,
    /// Dice have fallen since.
    DiceFell,
    /// Another side has answered since.
    Answered,
    /// Something of another side has been shown since.
    Shown,
}

impl fmt::Display for Stands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stands::NothingChosen => "There is nothing to take back",
            Stands::DiceFell => "Your last choice stands: dice have fallen since",
            Stands::Answered => "Your last choice stands: another side has answered since",
            Stands::Shown => "Your last choice stands: something of another side has been shown since",
        })
    }
}

/// A battle with all that it takes to fight it again.
#[derive(Debug)]
pub struct Session {
    scenario: Scenario,
    content: Fingerprint,
    seed: u64,
    pub(super) battle: AnyBattle,
    // Of each decision, what was done and the rolls that were scripted for it.
    actions: Vec<Action>,
    dice: Vec<Vec<(String, u8)>>,
    events: Vec<Event>,
    notary: Notary,
    // How many events there were before each decision, the open one included.
    marks: Vec<usize>,
    // The state before every decision whose number divides by the stride.
    kept: Vec<AnyBattle>,
    pub(super) script: Vec<(String, u8)>,
    pub(super) journal: Journal,
    pub(super) notes: Vec<String>,
    // What was said before a decision of this number was made.
    pub(super) remarks: Vec<(u32, String)>,
    list: Listing,
}

/// A battle so far, without dice that were set by hand.
#[derive(Clone, Debug)]
pub struct Past<'a> {
    /// The battle before its first decision.
    pub start: Cow<'a, AnyBattle>,
    /// Its seed, from which the dice of each decision come.
    pub seed: u64,
    /// What was decided since.
    pub actions: Cow<'a, [Action]>,
}

impl Past<'_> {
    /// The same for another thread.
    #[must_use]
    pub fn into_owned(self) -> Past<'static> {
        let (start, actions) = (Cow::Owned(self.start.into_owned()), Cow::Owned(self.actions.into_owned()));
        Past { start, actions, seed: self.seed }
    }
}

impl Session {
    /// Begins the battle of a scenario and runs it to its first decision.
    ///
    /// # Errors
    /// Everything that is wrong with the scenario.
    pub fn begin(library: &Library, scenario: Scenario, seed: u64) -> Result<Session, Vec<Problem>> {
        let _setting_up =
            tracing::info_span!(target: "setup", "battle", scenario = scenario.name, ruleset = scenario.ruleset, seed)
                .entered();
        let mut battle = scenario.battle(library).inspect_err(|problems| {
            problems.iter().for_each(|problem| tracing::warn!(target: "setup", "{problem}"));
        })?;
        let mut log = Log::on();
        battle.start(&mut Seeded::new(seed, 0), &mut log);
        let mut notary = Notary::new(seed);
        notary.attend(battle.secret(), battle.outcome().is_some(), &mut log);
        let content = scenario.content(library);
        Ok(Session {
            journal: Journal::new(Header::new(&scenario, content.meant, library.origins(), seed, &mut battle)),
            scenario,
            content,
            seed,
            kept: vec![battle.clone()],
            battle,
            actions: Vec::new(),
            dice: Vec::new(),
            marks: vec![log.events.len()],
            events: log.events,
            notary,
            script: Vec::new(),
            notes: Vec::new(),
            remarks: Vec::new(),
            list: Listing::default(),
        })
    }

    /// Takes up the battle of a journal where it was left: plays it again and compares the state after every decision.
    ///
    /// # Errors
    /// It cannot be read or is no journal of this format, other content was fought with, an action is refused, or the
    /// state is not the one recorded; with the line, and in the last case with the first field that differs.
    pub fn load(library: &Library, path: &str) -> Result<Session, Vec<Problem>> {
        journal::load(library, path)
    }

    /// Reads a journal to tell it. What was fought with other content, or recorded by another version of the program, need
    /// not hold true: it is played again as far as its answers are still open, and what its record says beyond that is
    /// told from there.
    ///
    /// # Errors
    /// Those of [`Session::load`] that are about the file and not about what the program has become.
    pub fn recall(library: &Library, path: &str) -> Result<Recalled, Vec<Problem>> {
        journal::recall(library, path)
    }

    /// Takes up the battle of a journal whose text is at hand; see [`Session::load`]. `file` is its name in problems.
    ///
    /// # Errors
    /// Those of [`Session::load`].
    pub fn replay(library: &Library, file: &str, text: &[u8]) -> Result<Session, Vec<Problem>> {
        journal::replay(library, file, text).map(|replayed| replayed.0)
    }

    /// Takes up the battle of a journal and goes on recording to it. A last line that was cut off is removed.
    ///
    /// # Errors
    /// Those of [`Session::load`], or the file cannot be written; it is unchanged then.
    pub fn resume(library: &Library, path: &str) -> Result<Session, Vec<Problem>> {
        journal::resume(library, path)
    }

    /// Says who decides for the sides, in their order: [`PERSON`], or an opponent's name; sides beyond have persons.
    /// A file that is already being recorded keeps the owners that it began with.
    #[must_use]
    pub fn owned_by(mut self, mut owners: Vec<String>) -> Session {
        owners.resize(self.battle.players(), PERSON.to_owned());
        self.journal.set_owners(owners);
        self
    }

    /// Records to a new file: all decisions so far, and each further one before [`Session::play`] returns. Those of
    /// persons and the last one are on the disk then.
    ///
    /// # Errors
    /// There is such a file already, or it cannot be written.
    pub fn record_to(&mut self, path: &str) -> Result<(), Problem> {
        self.journal.record_to(path)
    }

    /// Writes the journal to a file, whole or not at all. Does nothing for the file that is being recorded to, which
    /// holds it already.
    ///
    /// # Errors
    /// There is such a file already and it is not to be replaced, or it cannot be written.
    pub fn save(&self, path: &str, replace: bool) -> Result<(), Problem> {
        self.journal.save(path, replace)
    }

    /// The scenario.
    #[must_use]
    pub fn scenario(&self) -> &Scenario {
        &self.scenario
    }

    /// Hash of what the content means that it is fought with.
    #[must_use]
    pub fn content(&self) -> u64 {
        self.content.meant
    }

    /// The seed of its dice.
    #[must_use]
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Who decides for each side: [`PERSON`], or an opponent's name.
    #[must_use]
    pub fn owners(&self) -> &[String] {
        &self.journal.header().owners
    }

    /// What reading the journal has left out, in words.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// The battle as it stands.
    #[must_use]
    pub fn battle(&self) -> &AnyBattle {
        &self.battle
    }

    /// The journal so far, as files hold it.
    #[must_use]
    pub fn text(&self) -> &str {
        self.journal.text()
    }

    /// All that happened so far.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The decision, from 1, that an event came of, by its place among [`Session::events`]; 0 before the first.
    #[must_use]
    pub fn moment(&self, event: usize) -> u32 {
        self.marks.partition_point(|mark| *mark <= event) as u32
    }

    /// All decisions so far.
    #[must_use]
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The battle up to a decision.
    ///
    /// # Panics
    /// If fewer have been made.
    #[must_use]
    pub fn past(&self, number: u32) -> Past<'_> {
        let (start, actions) = (Cow::Borrowed(&self.kept[0]), Cow::Borrowed(&self.actions[..number as usize]));
        Past { start, seed: self.seed, actions }
    }

    /// Every legal answer to the open decision.
    pub fn legal(&mut self) -> &[Action] {
        self.battle.legal(&mut self.list);
        &self.list.actions
    }

    /// Writes down the coming rolls: rule and face. What is rolled beyond them comes from the seed.
    pub fn script(&mut self, rolls: Vec<(String, u8)>) {
        self.script.extend(rolls);
    }

    /// Keeps words on the open decision in the journal: why it is answered as it is about to be.
    ///
    /// # Errors
    /// The journal cannot be written.
    pub fn remark(&mut self, text: String) -> Result<(), Problem> {
        let note = Note { note: text };
        self.journal.append(&note, false)?;
        self.remarks.push((self.battle.number(), note.note));
        Ok(())
    }

    /// What was said of a decision, by the number of those made before it.
    pub fn remarks(&self, number: u32) -> impl Iterator<Item = &str> {
        self.remarks.iter().filter(move |r| r.0 == number).map(|r| r.1.as_str())
    }

    /// Answers the open decision and returns what happened.
    ///
    /// # Errors
    /// The action is refused, the scripted rolls do not fit, or the journal cannot be written; nothing has changed
    /// then, but that a script that does not fit is thrown away.
    pub fn play(&mut self, action: Action) -> Result<&[Event], Rejected> {
        let number = self.battle.number();
        let side = self.battle.decision().map(|d| d.side).unwrap_or_default();
        let script = self.script.clone();
        self.advance(action)?;
        let made = action_to_json(&self.battle, action);
        tracing::debug!(target: "decision", number, side = side.index(), action = %made);
        let dice = &script[..script.len() - self.script.len()];
        let events = &self.events[self.marks[self.marks.len() - 2]..];
        if let Some(outcome) = self.battle.outcome() {
            tracing::info!(target: "decision", number, reason = outcome.reason, "the battle is over");
        }
        let person = self.owners().get(side.index()).is_some_and(|owner| owner == PERSON);
        let durable = person || self.battle.outcome().is_some();
        if let Err(problem) = self.journal.append_decision(side, made, dice, &mut self.battle, events, durable) {
            self.rewind(number)?;
            self.script = script;
            return Err(Rejected::Unwritten(problem));
        }
        Ok(self.latest())
    }

    /// What followed from the last answer.
    pub(super) fn latest(&self) -> &[Event] {
        let from = self.marks.len().checked_sub(2).map_or(0, |last| self.marks[last]);
        &self.events[from..]
    }

    /// Answers the open decision without writing it down.
    pub(super) fn advance(&mut self, action: Action) -> Result<(), Rejected> {
        let seeded = Seeded::new(self.seed, self.battle.number() + 1);
        let mut dice = Scripted::then(self.script.clone(), seeded);
        let before = self.battle.clone();
        let mut log = Log::on();
        self.battle.play(action, &mut self.list, &mut dice, &mut log).map_err(Rejected::Refused)?;
        if let Some(fault) = dice.fault() {
            self.battle = before;
            self.script.clear();
            return Err(Rejected::Script(fault.clone()));
        }
        self.notary.attend(self.battle.secret(), self.battle.outcome().is_some(), &mut log);
        let used = self.script.len() - dice.left().len();
        self.dice.push(self.script.drain(..used).collect());
        self.actions.push(action);
        self.events.append(&mut log.events);
        self.marks.push(self.events.len());
        if self.battle.number().is_multiple_of(STRIDE) {
            self.kept.push(self.battle.clone());
        }
        Ok(())
    }

    /// The battle after so many decisions, and all that had happened by then; none when fewer have been made.
    #[must_use]
    pub fn battle_at(&self, number: u32) -> Option<(AnyBattle, &[Event])> {
        let events = &self.events[..*self.marks.get(number as usize)?];
        let from = number / STRIDE;
        let mut battle = self.kept[from as usize].clone();
        let mut list = Listing::default();
        (from * STRIDE..number).for_each(|made| self.repeat(&mut battle, made, &mut list));
        Some((battle, events))
    }

    /// Goes through all decisions from the first: shows the battle before each, and what came of it; at first what
    /// happened before any.
    pub fn retrace(&self, mut show: impl FnMut(&AnyBattle, &[Event])) {
        let mut battle = self.kept[0].clone();
        let mut list = Listing::default();
        show(&battle, &self.events[..self.marks[0]]);
        for (made, events) in (0..).zip(self.marks.windows(2)) {
            show(&battle, &self.events[events[0]..events[1]]);
            self.repeat(&mut battle, made, &mut list);
        }
    }

    /// Plays a decision that was made once more.
    fn repeat(&self, battle: &mut AnyBattle, made: u32, list: &mut Listing) {
        let (action, rolls) = (self.actions[made as usize], self.dice[made as usize].clone());
        let mut dice = Scripted::then(rolls, Seeded::new(self.seed, made + 1));
        let played = battle.play(action, list, &mut dice, &mut Log::off());
        assert_eq!(played, Ok(()), "what was played can be played again");
    }

    /// Takes back all decisions but the first so many, and the scripted rolls that are left. The journal keeps them,
    /// and that they were taken back.
    ///
    /// # Errors
    /// Fewer decisions have been made, or the journal cannot be written; nothing has changed then.
    pub fn undo_to(&mut self, number: u32) -> Result<(), Rejected> {
        if number > self.battle.number() {
            return Err(Rejected::NotMade(self.battle.number()));
        }
        self.journal.append(&Undo { undo: number }, true).map_err(Rejected::Unwritten)?;
        tracing::debug!(target: "decision", number, "taken back");
        self.rewind(number)
    }

    /// The decision to which a side may take its last choice back: nothing has been learnt since that it could not
    /// have known then.
    ///
    /// # Errors
    /// Why its choice stands.
    pub fn retractable(&self, side: SideId) -> Result<u32, Stands> {
        for number in (0..self.battle.number()).rev() {
            let Some((battle, events)) = self.battle_at(number) else { break };
            if battle.decision().is_some_and(|d| d.side == side) {
                return learnt(&battle, side, &self.events[events.len()..]).map_or(Ok(number), Err);
            }
        }
        Err(Stands::NothingChosen)
    }

    /// Takes decisions back without writing it down.
    pub(super) fn rewind(&mut self, number: u32) -> Result<(), Rejected> {
        let Some((battle, events)) = self.battle_at(number) else {
            return Err(Rejected::NotMade(self.battle.number()));
        };
        let events = events.len();
        self.battle = battle;
        self.script.clear();
        self.events.truncate(events);
        self.notary = Notary::recalled(self.seed, &self.events);
        self.remarks.retain(|r| r.0 < number);
        let number = number as usize;
        self.actions.truncate(number);
        self.dice.truncate(number);
        self.marks.truncate(number + 1);
        self.kept.truncate(number / STRIDE as usize + 1);
        Ok(())
    }

    /// The state's hash.
    pub fn hash(&mut self) -> u64 {
        self.battle.hash()
    }
}

/// What a side has learnt from events, if anything: dice, or something of others. Then its choice stands.
fn learnt(battle: &AnyBattle, side: SideId, events: &[Event]) -> Option<Stands> {
    let others = |unit: UnitId| battle.piece(unit).side != side;
    events.iter().find_map(|event| match event.fact {
        Fact::Rolled { .. } => Some(Stands::DiceFell),
        Fact::Acted { side: who, .. } if who != side => Some(Stands::Answered),
        Fact::Opened { .. } => Some(Stands::Shown),
        Fact::Changed { unit, .. } | Fact::Moved { unit, .. } | Fact::Faced { unit, .. } if others(unit) => {
            Some(Stands::Shown)
        }
        _ => None,
    })
}
