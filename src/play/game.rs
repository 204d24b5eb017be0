//! A battle being fought in the window. Computers think beside the frame.

use std::path::Path;
use std::time::Duration;

use hexfray_ai::budget::Stop;

use crate::battle::{Action, Decision, Event, Fact, Kind, SideId, UnitId};
use crate::content::Library;
use crate::opponents::{self, Opponent};
use crate::platform::{Answer, Task, Timer};
use crate::scenario::Session;
use crate::scenario::journal::PERSON;
use crate::source::Problem;
use crate::user::saved;

use super::bar::{Bar, Press, Slot};
use super::guide::Guide;
use super::hand::{Click, Hand, following};
use super::offer::{Meaning, Offer};
use super::playback::{Playback, Speed};
use super::recap::Recap;
use super::sound::Sound;
use super::table::Table;

/// The longest time that computers play within one frame where nothing is shown in between.
pub(crate) const BUDGET: Duration = Duration::from_millis(10);

/// A computer that thinks about its answer.
struct Thinking {
    // Its index among the brains.
    brain: usize,
    answer: Task<(Box<dyn Opponent>, Action)>,
    since: Timer,
    stop: Stop,
}

/// For how long a computer decides for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relief {
    /// For the decision of this number.
    Decision(u32),
    /// To the end of this turn.
    Turn(u16),
}

/// A battle being fought.
pub struct Game {
    /// What is shown of it.
    pub table: Table,
    session: Session,
    // By side, whether a person plays it.
    persons: Vec<bool>,
    // The opponent of each side that no person plays, and last the one that relieves persons; none while it thinks.
    brains: Vec<Option<Box<dyn Opponent>>>,
    thinking: Option<Thinking>,
    viewer: Option<SideId>,
    /// What the person who decides may answer.
    pub offer: Option<Offer>,
    bar: Bar,
    // Why the last choice of the side that decides cannot be taken back.
    stands: Option<String>,
    /// The person's selection.
    pub hand: Hand,
    /// The side whose person is to take the keyboard, while the board is covered.
    pub curtain: Option<SideId>,
    relieved: Option<(SideId, Relief)>,
    // Whether the last decision was a computer's.
    by_computer: bool,
    // By side, the decision that its person answered last, or left to the computer.
    answered: Vec<Option<u32>>,
    // The decision from which what happened can be shown again, and whether that is being shown.
    before: Option<u32>,
    again: bool,
    /// What has happened since the person was asked before.
    pub recap: Option<Recap>,
    /// The file that the battle is recorded to.
    pub journal: Option<String>,
    /// A notice to the person, until something else happens.
    pub notice: Option<String>,
    /// Who teaches the person.
    pub guide: Option<Guide>,
    stuck: bool,
}

impl Game {
    /// Goes on with a battle, from its beginning or from where it was left.
    ///
    /// # Errors
    /// There is no such opponent, or its profile is wrong.
    pub fn new(library: &'static Library, session: Session, journal: Option<String>) -> Result<Game, Vec<Problem>> {
        let battle = session.battle();
        let persons: Vec<bool> = session.owners().iter().map(|o| o == PERSON).collect();
        let mut brains = Vec::new();
        for owner in session.owners() {
            let person = owner == PERSON;
            brains.push(if person { None } else { Some(opponents::opponent(library, battle, owner)?) });
        }
        brains.push(Some(opponents::opponent(library, battle, &opponents::favourite(library, battle.ruleset()))?));
        let viewer = persons.iter().position(|p| *p).map(|side| SideId(side as u8));
        let answered = vec![None; persons.len()];
        let mut game = Game {
            table: Table::new(library, battle.clone()),
            session,
            persons,
            brains,
            thinking: None,
            viewer,
            offer: None,
            bar: Bar::default(),
            stands: None,
            hand: Hand::default(),
            curtain: None,
            relieved: None,
            by_computer: false,
            answered,
            before: None,
            again: false,
            recap: None,
            journal,
            notice: None,
            guide: None,
            stuck: false,
        };
        game.recall();
        Ok(game)
    }

    /// Begins to record to a file of a folder of journals, if the battle is not recorded yet.
    pub fn record(&mut self, folder: Option<&Path>) {
        if self.journal.is_none() {
            match saved::record(&mut self.session, folder) {
                Ok(path) => self.journal = Some(path),
                Err(why) => self.notice = Some(format!("This battle is not recorded: {why}")),
            }
        }
    }

    /// The battle with all its past.
    #[must_use]
    pub fn session(&self) -> &Session {
        &self.session
    }

    /// The side whose person is at the keyboard; none where only computers fight.
    #[must_use]
    pub fn viewer(&self) -> Option<SideId> {
        self.viewer
    }

    /// Shows the battle and its past as far as the viewer may know them.
    fn recall(&mut self) {
        let viewer = self.viewer;
        self.look();
        self.table.recall(&self.session, |battle| viewer.map_or_else(|| battle.clone(), |v| battle.view_for(v)));
        self.table.settle(self.session.events());
        self.offer();
    }

    /// Updates the view of the battle to what the viewer may know.
    fn look(&mut self) {
        let battle = self.session.battle();
        self.table.view = self.viewer.map_or_else(|| battle.clone(), |v| battle.view_for(v));
    }

    /// The person's decision that is open.
    #[must_use]
    pub fn asked(&self) -> Option<Decision> {
        self.session.battle().decision().filter(|d| self.persons[d.side.index()] && !self.relieved_now(*d))
    }

    fn relieved_now(&self, decision: Decision) -> bool {
        self.relieved.is_some_and(|(side, relief)| {
            side == decision.side
                && match relief {
                    Relief::Decision(number) => number == self.session.battle().number(),
                    Relief::Turn(turn) => turn == self.turn(),
                }
        })
    }

    /// The turn of the last step that began.
    fn turn(&self) -> u16 {
        let step = |e: &Event| if let Fact::Step { turn, .. } = e.fact { Some(turn) } else { None };
        self.session.events().iter().rev().find_map(step).unwrap_or(0)
    }

    /// Whether what is shown follows a decision of a computer, for itself or for a person, or one decides now.
    #[must_use]
    pub fn computer_acts(&self) -> bool {
        self.by_computer || self.thinking.is_some()
    }

    /// Whether it is a part of a lesson, which has its own last word.
    #[must_use]
    pub fn is_lesson(&self) -> bool {
        self.guide.as_ref().is_some_and(|guide| guide.course.is_some())
    }

    /// For how long a computer has thought about its answer.
    #[must_use]
    pub fn thinks(&self) -> Option<Duration> {
        self.thinking.as_ref().map(|thinking| thinking.since.elapsed())
    }

    /// Has the computer that thinks answer with the best that it has found so far.
    pub fn hurry(&self) {
        if let Some(thinking) = &self.thinking {
            thinking.stop.stop();
        }
    }

    /// Sums up what others have done since the person of a side was asked before.
    fn sum_up(&mut self, side: SideId) {
        self.recap = None;
        let Some(from) = self.answered[side.index()].filter(|number| *number < self.session.battle().number()) else {
            return;
        };
        let Some((before, events)) = self.session.battle_at(from) else { return };
        let since = &self.session.events()[events.len()..];
        let of_others = |event: &Event| match event.fact {
            Fact::Acted { side: who, .. } | Fact::Sealed { side: who, .. } => who != side,
            _ => false,
        };
        if since.iter().any(of_others) {
            self.before = Some(from);
            self.recap = Recap::of(&*before.view_for(side), &*self.table.view);
        }
    }

    /// Whether there is something to show again.
    #[must_use]
    pub fn may_repeat(&self) -> bool {
        self.offer.is_some() && self.before.is_some_and(|number| number < self.session.battle().number())
    }

    /// Shows once more what happened since the person was asked before.
    pub fn repeat(&mut self) {
        let (true, Some(viewer), Some(from)) = (self.may_repeat(), self.viewer, self.before) else { return };
        if let Some((before, events)) = self.session.battle_at(from) {
            self.table.playback = Playback::after(&*before.view_for(viewer), events);
            self.table.playback.push(&self.session.events()[events.len()..]);
            self.again = true;
        }
    }

    /// Makes the offer of a person's decision. Covers the board first if another person has to take the keyboard.
    fn offer(&mut self) {
        self.offer = None;
        let Some(decision) = self.asked() else { return };
        if self.viewer != Some(decision.side) {
            if self.keeps_secrets(decision) {
                self.curtain = Some(decision.side);
            }
            self.viewer = Some(decision.side);
            self.hand = Hand::default();
            self.look();
            self.table.settle(self.session.events());
            self.before = None;
        }
        self.table.finish();
        self.sum_up(decision.side);
        self.stands = self.session.retractable(decision.side).err().map(|stands| stands.to_string());
        self.offer = Offer::of(&self.table.view);
        if let Some(offer) = &self.offer {
            self.hand.begin(offer);
        }
    }

    /// Whether one of two persons could see what the other may not.
    fn keeps_secrets(&self, decision: Decision) -> bool {
        let hides = |side: SideId| self.session.battle().hides_from(side);
        decision.kind == Kind::Commit || hides(decision.side) || self.viewer.is_some_and(hides)
    }

    /// Advances by this time: plays events, then lets computers decide until a person is asked.
    pub fn tick(&mut self, seconds: f32, speed: Speed) {
        if self.curtain.is_some() {
            return;
        }
        let begun = Timer::start();
        let mut seconds = seconds;
        // Whoever wants to see something again wants to see it.
        let speed = if self.again { Speed::Normal } else { speed };
        loop {
            if !self.table.pass(std::mem::take(&mut seconds), speed) {
                return;
            }
            self.again = false;
            let left = BUDGET.saturating_sub(begun.elapsed());
            let wait = if speed == Speed::Instant { left } else { Duration::ZERO };
            if !self.advance(wait) || begun.elapsed() >= BUDGET {
                return;
            }
        }
    }

    /// Lets a computer decide. Returns whether it did so within this time.
    fn advance(&mut self, wait: Duration) -> bool {
        let Some(decision) = self.session.battle().decision().filter(|_| !self.stuck) else { return false };
        if self.asked().is_some() {
            if self.offer.is_none() {
                self.offer();
            }
            return false;
        }
        let brain = if self.relieved_now(decision) { self.brains.len() - 1 } else { decision.side.index() };
        let thinking = match self.thinking.take() {
            Some(thinking) => thinking,
            None => match self.brains[brain].take() {
                Some(opponent) => self.think(brain, opponent),
                None => return false,
            },
        };
        match thinking.answer.wait(wait) {
            Answer::Ready((opponent, action)) => {
                self.brains[thinking.brain] = Some(opponent);
                self.answer(action)
            }
            Answer::Pending => {
                self.thinking = Some(thinking);
                false
            }
            Answer::Ended => {
                self.stuck = true;
                self.notice = Some("The computer opponent has failed; the battle is kept as it stands".to_owned());
                false
            }
        }
    }

    fn think(&self, brain: usize, mut opponent: Box<dyn Opponent>) -> Thinking {
        // Whoever leaves a single decision to it means that of the unit in hand.
        let unit = match self.relieved {
            Some((_, Relief::Decision(_))) if brain + 1 == self.brains.len() => self.hand.unit,
            _ => None,
        };
        let battle = self.session.battle().clone();
        let past = self.session.past(battle.number()).into_owned();
        let stop = opponent.stop();
        stop.clear();
        let answer = Task::start(move || {
            let action = match unit {
                Some(unit) => opponent.choose_for(&battle, unit, opponents::chance(past.seed, battle.number())),
                None => opponents::decide(opponent.as_mut(), &battle, &past),
            };
            (opponent, action)
        });
        Thinking { brain, answer, since: Timer::start(), stop }
    }

    /// Answers the open decision. Returns whether that was legal.
    fn answer(&mut self, action: Action) -> bool {
        let from = self.session.events().len();
        let asked = self.asked().map(|decision| (decision.side, self.session.battle().number()));
        let own = self.session.battle().decision().is_some_and(|d| self.persons[d.side.index()]);
        let words =
            if own && self.guide.is_some() { self.table.view.describe(action).to_string() } else { String::new() };
        if let Err(rejected) = self.session.play(action) {
            self.notice = Some(format!("{}: {rejected}", self.table.view.describe(action)));
            self.stuck = self.asked().is_none();
            return false;
        }
        self.by_computer = asked.is_none();
        if let Some(guide) = &mut self.guide {
            guide.progress.see(&words, &**self.session.battle());
        }
        if let Some((side, number)) = asked {
            self.answered[side.index()] = Some(number);
        }
        self.recap = None;
        let events = &self.session.events()[from..];
        self.table.tell(events);
        self.table.playback.push(events);
        self.look();
        self.offer = None;
        self.hand.choice.clear();
        true
    }

    /// The person has read what the guide says.
    pub fn heed(&mut self) {
        if let Some(guide) = &mut self.guide {
            guide.progress.read(&**self.session.battle());
        }
    }

    /// Chooses an answer of the offer. It is played at once, or kept with the other secret ones until all are chosen.
    pub fn take(&mut self, place: usize) {
        let Some(offer) = self.offer.as_ref().filter(|o| place < o.actions.len()) else { return };
        self.notice = None;
        self.hand.choice.clear();
        if offer.is_secret() {
            self.hand.draft(offer, place);
            self.disarm();
            return;
        }
        let action = offer.actions[place];
        self.table.playback.hear(Sound::Given);
        self.answer(action);
    }

    /// The buttons of the bar.
    pub fn slots(&mut self) -> Vec<Slot> {
        self.offer.as_ref().map_or(Vec::new(), |offer| self.bar.slots(offer, &self.hand))
    }

    /// Presses a button of the bar.
    pub fn press(&mut self, press: &Press) {
        self.notice = None;
        match press {
            Press::Take(place) => self.take(*place),
            Press::Mean(meaning) => self.mean(*meaning),
            press => self.offer.iter_mut().for_each(|offer| self.hand.press(offer, press)),
        }
    }

    /// Takes a unit in hand.
    pub fn select(&mut self, unit: UnitId) {
        self.disarm();
        self.hand.unit = Some(unit);
    }

    /// Lets go of the button that was pressed last. Returns whether one was.
    pub fn disarm(&mut self) -> bool {
        let armed = self.offer.as_mut().and_then(|offer| offer.armed.take()).is_some();
        let chosen = !std::mem::take(&mut self.hand.choice).is_empty();
        armed || chosen
    }

    /// A click on a hex, or the enter key on it.
    pub fn click(&mut self, cell: crate::board::Cell) {
        let Table { view, playback, .. } = &self.table;
        let unit = self.hand.unit;
        match self.hand.click(self.offer.as_ref(), view, &playback.scene, cell) {
            Click::Take(place) => self.take(place),
            Click::Held => self.explain(cell),
        }
        if self.hand.unit != unit {
            self.offer.iter_mut().for_each(|offer| offer.armed = None);
        }
    }

    /// Says why a click did nothing, if it may have been meant for something.
    fn explain(&mut self, cell: crate::board::Cell) {
        self.notice = None;
        let (Some(offer), Some(unit)) = (&self.offer, self.hand.unit) else { return };
        let Table { view, playback, .. } = &self.table;
        let there = playback.scene.units_in(&**view, cell);
        if there.contains(&unit) {
            self.notice = offer.why_idle(view, unit).map(|refusal| refusal.to_string());
            self.table.playback.hear(Sound::Refused);
        }
    }

    /// Takes one of several meanings of a click.
    pub fn mean(&mut self, meaning: Meaning) {
        match meaning {
            Meaning::Select(unit) => self.select(unit),
            Meaning::Take(place) => self.take(place),
        }
        self.hand.choice.clear();
    }

    /// Plays all secret answers, if none is missing.
    pub fn commit(&mut self) {
        let Some(offer) = self.offer.as_ref().filter(|o| o.is_secret()) else { return };
        match self.hand.sealed(offer) {
            Ok(actions) => {
                let side = offer.decision.side;
                self.table.playback.hear(Sound::Given);
                for action in actions {
                    let still = self.session.battle().decision().is_some_and(|d| d.side == side);
                    if !still || !self.answer(action) {
                        break;
                    }
                }
                self.hand.drafts.clear();
            }
            Err(missing) => self.notice = Some(format!("{missing} still to be chosen before you can commit")),
        }
    }

    /// Gives the battle up for the person who is asked (MAP-24).
    pub fn concede(&mut self) {
        if self.asked().is_some() {
            self.notice = None;
            self.hand.drafts.clear();
            self.answer(Action::concession());
        }
    }

    /// Lets the computer make this decision, or all to the turn's end.
    pub fn relieve(&mut self, whole_turn: bool) {
        let Some(decision) = self.asked() else { return };
        self.notice = None;
        let relief =
            if whole_turn { Relief::Turn(self.turn()) } else { Relief::Decision(self.session.battle().number()) };
        self.answered[decision.side.index()] = Some(self.session.battle().number());
        self.relieved = Some((decision.side, relief));
        self.offer = None;
    }

    /// Why the last choice cannot be taken back; none where it can.
    #[must_use]
    pub fn why_no_undo(&self) -> Option<&str> {
        if self.offer.is_none() {
            return Some("You can take back while you are asked");
        }
        self.stands.as_deref().filter(|_| self.hand.drafts.is_empty())
    }

    /// Takes the last choice back: a secret one that is not played yet, or the last one played.
    pub fn undo(&mut self) {
        self.notice = None;
        let Some(decision) = self.asked() else { return };
        if let Some((unit, _)) = self.hand.drafts.pop_last() {
            self.hand.unit = Some(unit).filter(|u| *u != UnitId::NONE);
            return;
        }
        let done = match self.session.retractable(decision.side) {
            Ok(number) => self.session.undo_to(number).map_err(|e| e.to_string()),
            Err(stands) => Err(stands.to_string()),
        };
        match done {
            Ok(()) => {
                // Whoever takes back what a computer decided for him wants to decide it himself.
                self.relieved = None;
                self.recall();
                self.table.remark("(taken back)");
            }
            Err(why) => self.notice = Some(why),
        }
    }

    /// Moves the cursor to the next of the hexes that are lit for the button that was pressed. Returns whether one was.
    pub fn next_lit(&mut self, step: isize) -> bool {
        let unit = self.hand.unit;
        let Some(offer) = self.offer.as_ref().filter(|offer| offer.armed_of(unit).is_some()) else { return false };
        let mut lit = offer.hexes(unit);
        lit.extend(offer.targets(unit).into_iter().map(|target| self.table.view.piece(target).at));
        lit.retain(|cell| cell.is_some());
        let next = following(Vec::from_iter(lit), self.hand.cursor, step);
        self.hand.cursor = next.or(self.hand.cursor);
        next.is_some()
    }

    /// Selects the next unit with answers.
    pub fn next_unit(&mut self, step: isize) {
        if let Some(offer) = &self.offer {
            self.hand.unit = self.hand.next(offer, step);
            self.disarm();
            self.hand.cursor = self.hand.unit.map(|u| self.table.view.piece(u).at).filter(|at| at.is_some());
        }
    }

    /// Saves the battle as it stands to a folder.
    pub fn save(&mut self, folder: Option<&Path>) {
        self.notice = Some(match saved::save(&self.session, folder) {
            Ok(path) => format!("Saved as {}", Path::new(&path).file_stem().unwrap_or_default().to_string_lossy()),
            Err(why) => format!("Not saved: {why}"),
        });
    }
}
