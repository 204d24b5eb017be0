//! A person's turn at the prompt: the commands, and what they do.

use std::io;

use crate::battle::{Action, Decision, Listing, UnitId};
use crate::play::guide::Onward;
use crate::rules::AnyBattle;
use crate::source::did_you_mean;

use super::Stop;
use super::console::{Console, patiently};
use super::game::{Game, choose};
use super::ink::Ink;
use super::menu::{Found, Menu};
use super::review;
use crate::telling::story::Story;
use crate::telling::{Line, chances, codex, names, panel, wrap};
use crate::user::report::Report;
use crate::user::saved;

/// How many lines of the log `log` shows.
const LOG: usize = 30;

/// What can be typed at the prompt.
const HELP: &str = "\
  Enter             what can be done; in a lesson, on from what is to be read
  3                 choose the action with that number
  A2                the actions of that unit, or what is known of it
  A2 4.8            the actions with these words; if it is only one, it is chosen
  all               every action
  odds 3            what may come of an action, exactly (a number or words)
  board, units      the board; all units with their numbers
  look 10.8         what is in a hex (column.row)
  sheet A2          a unit's profile: weapons, armour, abilities
  rule HEX-HIT-01   what a rule says; rule HEX-HIT lists a chapter
  log 50            the last lines of the story
  again             what happened since you were asked before, once more
  why, why 2        why a computer did what it did last, or before that
  auto, auto turn   a computer decides this, or the rest of the turn
  undo              take back your last choice, unless dice fell or something was shown since
  save FILE         write the battle to a file
  report            write a report of something that went wrong: the battle, its log, what is shown
  concede           give the battle up: the others win
  quit              leave";

/// The first words of what can be typed.
const COMMANDS: [&str; 17] = [
    "help", "all", "odds", "board", "units", "look", "sheet", "rule", "log", "again", "why", "auto", "undo", "save",
    "report", "concede", "quit",
];

/// How a person's turn at the prompt went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// An action was chosen.
    Play(Action),
    /// The battle has changed in another way; ask again.
    Again,
    /// The person leaves.
    Leave,
}

impl Game<'_> {
    /// Asks a person for an answer to the open decision.
    ///
    /// # Errors
    /// Reading or writing fails.
    pub(super) fn ask(&mut self, decision: Decision, console: &mut Console<'_>) -> Result<Turn, Stop> {
        self.relieved = None;
        self.hand_over(decision, console)?;
        let view = self.session.battle().view_for(decision.side);
        let mut list = Listing::default();
        view.legal(&mut list);
        let menu = Menu::new(&*view, &list.actions);
        let mut lines = Vec::new();
        // The person at the keyboard knows the last choice.
        if self.story.gathering() != Some(decision.side) {
            self.story.finish(&*view, &mut lines);
        }
        self.told.extend(lines.iter().cloned());
        console.tell(&lines)?;
        let place = format!("{} {:?}", view.place_in_turn(), decision.side);
        if self.seen != place {
            self.seen = place;
            console.line("")?;
            console.board(&*view, Some(decision.side))?;
        }
        console.line("")?;
        console.tell(&self.asked(&view, decision))?;
        self.hint(decision.rule.0, console)?;
        console.lines(&menu.overview(&*view, console.ink))?;
        self.teach(console)?;
        let mut prompt = Prompt { game: self, view, menu, decision, warned: false, yielding: false, meant: None };
        loop {
            let name = names::side(&*prompt.view, decision.side).to_owned();
            let Some(line) = console.ask(&format!("{name}> "))? else { return Ok(Turn::Leave) };
            if let Some(turn) = prompt.obey(&line, console)? {
                return Ok(turn);
            }
        }
    }

    /// Where the turn is, and what is asked.
    fn asked(&self, view: &AnyBattle, decision: Decision) -> [Line; 2] {
        let question = panel::question(&**view, decision, self.library.codex());
        [panel::header(&**view), question.words(" ").rule(decision.rule.0)]
    }

    /// Where several persons play at one keyboard, hides the last one's choices from the next.
    fn hand_over(&mut self, decision: Decision, console: &mut Console<'_>) -> Result<(), Stop> {
        let last = self.last_person.replace(decision.side);
        if last.is_some_and(|side| side != decision.side) {
            let name = names::side(&**self.session.battle(), decision.side).to_owned();
            write!(console.out, "{}", console.ink.clear())?;
            console.ask(&format!("{name} come to the keyboard; press Enter "))?;
            self.seen.clear();
        }
        Ok(())
    }

    /// The text of the rule that asks, the first time that it does.
    fn hint(&mut self, rule: &'static str, console: &mut Console<'_>) -> Result<(), Stop> {
        if self.hinted.insert(rule)
            && let Some(entry) = self.library.codex().get(rule)
        {
            let lines = wrap(&format!("({})", entry.text), "  ");
            console.lines(&lines.iter().map(|l| console.ink.dim(l)).collect::<Vec<_>>())?;
        }
        Ok(())
    }
}

/// A person's decision at the prompt.
struct Prompt<'g, 'l> {
    game: &'g mut Game<'l>,
    view: AnyBattle,
    menu: Menu,
    decision: Decision,
    /// The person has been told that leaving loses the battle.
    warned: bool,
    /// The person has just given the battle up, and has to confirm it.
    yielding: bool,
    /// The action that words have just found: an empty line chooses it.
    meant: Option<usize>,
}

impl Prompt<'_, '_> {
    /// Carries out a line; returns none where the question stays open.
    fn obey(&mut self, line: &str, console: &mut Console<'_>) -> Result<Option<Turn>, Stop> {
        let (word, rest) = line.split_once(char::is_whitespace).map_or((line, ""), |(w, r)| (w, r.trim()));
        let ink = console.ink;
        let view = &*self.view;
        if !line.is_empty() {
            self.meant = None;
        }
        let yielding = std::mem::take(&mut self.yielding);
        match word.to_lowercase().as_str() {
            "" => match (self.meant.take(), self.game.onward()) {
                (Some(place), _) => return Ok(Some(Turn::Play(self.menu.actions[place]))),
                (None, Some(Onward::Read)) => self.game.heed(console)?,
                (None, Some(_)) => return Ok(Some(Turn::Leave)),
                (None, None) => console.lines(&self.menu.overview(view, ink))?,
            },
            "?" | "h" | "help" => console.line(HELP)?,
            "q" | "quit" | "exit" => {
                // Nobody goes on with the battle of a lesson.
                let kept = self.game.journal.is_some() || self.game.guide.is_some();
                if kept || std::mem::replace(&mut self.warned, true) {
                    return Ok(Some(Turn::Leave));
                }
                console.line("  This battle is not recorded: `save FILE` keeps it, `quit` again leaves it.")?;
            }
            "all" => {
                let places: Vec<usize> = (0..self.menu.actions.len()).collect();
                console.lines(&self.menu.list(view, &places, ink))?;
            }
            "b" | "board" | "map" => console.board(view, Some(self.decision.side))?,
            "u" | "units" => console.tell(&panel::units(view, Some(self.decision.side)))?,
            "look" => match names::hex(view, rest) {
                Some(cell) => console.tell(&panel::hex(view, cell))?,
                None => console.line("  No such hex; say column.row, such as `look 3.5`.")?,
            },
            "sheet" => match names::by_tag(view, rest) {
                Some(unit) => {
                    let sheet = codex::sheet(self.game.library, view, unit);
                    let indent = |line: &str| " ".repeat(line.len() - line.trim_start().len());
                    let lines: Vec<String> = sheet.iter().flat_map(|line| wrap(line, &indent(line))).collect();
                    console.lines(&lines)?;
                }
                None => console.line("  No such unit; say its tag, such as `sheet A1`.")?,
            },
            "rule" => console.lines(&codex::lookup(self.game.library.codex(), rest).unwrap_or_else(|lines| lines))?,
            "log" => {
                let count = rest.parse().unwrap_or(LOG);
                let from = self.game.told.len().saturating_sub(count);
                console.tell(&self.game.told[from..])?;
            }
            "again" if self.game.since == self.game.told.len() => {
                console.line("  Nothing has happened since you were asked before.")?;
            }
            "again" => console.tell(&self.game.told[self.game.since..])?,
            "why" => {
                let (library, session) = (self.game.library, &self.game.session);
                review::why(library, session, session.battle().number(), rest, console)?;
            }
            "odds" => self.odds(rest, console)?,
            "auto" => {
                if rest == "turn" {
                    self.game.relieved = Some((self.decision.side, self.game.turn));
                }
                let action = choose(self.game.adviser.as_mut(), &self.game.session, self.game.patience);
                return Ok(Some(Turn::Play(action)));
            }
            "undo" => return self.undo(console),
            "concede" if yielding => return Ok(Some(Turn::Play(Action::concession()))),
            "concede" => {
                self.yielding = true;
                console
                    .line("  This gives the battle up for good: `concede` again does it, anything else plays on.")?;
            }
            "save" => self.save(rest, console)?,
            "report" => self.report(console)?,
            _ => return self.choose(line, console),
        }
        Ok(None)
    }

    /// A unit's tag shows what it can do; anything else is looked for among the actions.
    fn choose(&mut self, line: &str, console: &mut Console<'_>) -> Result<Option<Turn>, Stop> {
        let view = &*self.view;
        let first = line.split_whitespace().next().unwrap_or("");
        let unit = names::by_tag(view, first);
        if let Some(unit) = unit.filter(|_| first == line) {
            console.tell(&[panel::unit(view, unit)])?;
            self.list(unit, console)?;
            return Ok(None);
        }
        match self.menu.find(view, line) {
            // A number, a unit or a hex is clear; words alone may be a mistake, and are confirmed.
            Found::One(place) if line.contains(|c: char| c.is_ascii_digit()) => {
                return Ok(Some(Turn::Play(self.menu.actions[place])));
            }
            Found::One(place) => {
                self.meant = Some(place);
                console.lines(&self.menu.list(view, &[place], console.ink))?;
                console.line("  Enter chooses it.")?;
            }
            Found::Several(places) => console.lines(&self.menu.list(view, &places, console.ink))?,
            Found::None => match unit {
                Some(unit) => {
                    console.line(&format!("  That is not open to {} now.", names::unit(view, unit)))?;
                    self.list(unit, console)?;
                }
                None => {
                    let meant = did_you_mean(first, &COMMANDS);
                    let meant = meant.map_or(String::new(), |c| format!(" Did you mean `{c}`?"));
                    let last = self.menu.actions.len();
                    console.line(&format!(
                        "  There is no such action or command; numbers go from 1 to {last}.{meant} `?` helps."
                    ))?;
                }
            },
        }
        Ok(None)
    }

    /// What a unit can do now.
    fn list(&self, unit: UnitId, console: &mut Console<'_>) -> Result<(), Stop> {
        let places = self.menu.of(unit);
        if places.is_empty() {
            console.line("  It has nothing to do now.")?;
        }
        Ok(console.lines(&self.menu.list(&*self.view, &places, console.ink))?)
    }

    fn odds(&mut self, text: &str, console: &mut Console<'_>) -> Result<(), Stop> {
        let view = &*self.view;
        match self.menu.find(view, text) {
            Found::One(place) => {
                let action = self.menu.actions[place];
                let odds = patiently("working out the odds", || view.odds(action));
                console.line(&format!("  {}", self.menu.words[place]))?;
                console.tell(&chances::lines(&self.view, action, &odds, &self.game.story, false))?;
            }
            Found::Several(places) => {
                console.line("  Several actions fit:")?;
                console.lines(&self.menu.list(view, &places, console.ink))?;
            }
            Found::None => console.line("  No such action; say which, such as `odds 3`; `all` lists them.")?,
        }
        Ok(())
    }

    /// Writes the battle to a file of the person's choice; the battle goes on.
    fn save(&mut self, path: &str, console: &mut Console<'_>) -> Result<(), Stop> {
        if path.is_empty() {
            console.line("  Say where, such as `save battle.journal`.")?;
            return Ok(());
        }
        match self.game.session.save(path, false) {
            Ok(()) => {
                self.warned = true;
                console
                    .line(&format!("  Saved; `hexfray replay {path}` tells it, `hexfray continue {path}` goes on."))?;
            }
            Err(problem) => console.line(&format!("  {problem}"))?,
        }
        Ok(())
    }

    /// Writes a report of something that went wrong, with the board and the question as they are shown.
    fn report(&self, console: &mut Console<'_>) -> Result<(), Stop> {
        let (mut shown, game) = (Vec::new(), &*self.game);
        let (ink, linear) = (Ink::default(), console.linear);
        let mut page = Console { input: &mut io::empty(), out: &mut shown, ink, linear };
        page.board(&*self.view, Some(self.decision.side))?;
        page.tell(&game.asked(&self.view, self.decision))?;
        page.lines(&self.menu.overview(&*self.view, ink))?;
        let report = Report {
            session: Some(&game.session),
            told: game.told.iter().collect(),
            picture: Vec::new(),
            screen: String::from_utf8_lossy(&shown).into_owned(),
            about: vec![if linear { "prompt, linear" } else { "prompt" }.to_owned()],
        };
        let told = report.file(game.library, saved::reports().as_deref(), saved::logs().as_deref());
        console.line(&format!("  {told}"))?;
        Ok(())
    }

    /// Takes back the side's last choice, if nothing new was revealed since.
    fn undo(&mut self, console: &mut Console<'_>) -> Result<Option<Turn>, Stop> {
        let game = &mut *self.game;
        let taken_back = match game.session.retractable(self.decision.side) {
            Ok(number) => game.session.undo_to(number),
            Err(stands) => {
                console.line(&format!("  {stands}."))?;
                return Ok(None);
            }
        };
        if let Err(rejected) = taken_back {
            console.line(&format!("  {rejected}"))?;
            return Ok(None);
        }
        game.story = Story::new(game.library.codex());
        game.told.push(Line::of("(taken back)"));
        game.seen.clear();
        console.line("  Taken back.")?;
        Ok(Some(Turn::Again))
    }
}
