//! What lies over a battle: the menu, the log, a unit's sheet, the legend, the keys, why computers decided as they did, and
//! the question whether to give up.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

use super::Fight;
use crate::telling::{Line as Told, codex, names};
use crate::terminal::ink::Ink;
use crate::terminal::picture::Picture;
use crate::terminal::screens::list::{List, Page, Row};
use crate::terminal::screens::reasons::Reasons;
use crate::terminal::screens::{Next, paint};

/// What lies over the board.
pub(super) enum Over {
    /// What can be done besides playing.
    Menu(List),
    /// Something to read.
    Page(Page),
    /// Why computers decided as they did.
    Why(Box<Reasons>),
    /// The question whether to give the battle up.
    Concession,
}

/// An entry of the menu.
#[derive(Clone, Copy)]
enum Entry {
    GoOn,
    Save,
    Again,
    Why,
    Log,
    Replay,
    Legend,
    Book,
    Settings,
    Help,
    Report,
    Concede,
    Leave,
    Quit,
}

/// What stands in the menu.
const MENU: [(Entry, &str); 14] = [
    (Entry::GoOn, "Go on"),
    (Entry::Save, "Save as it stands (Ctrl+S)"),
    (Entry::Again, "Show again what happened since you were asked before (R)"),
    (Entry::Why, "Why did they do that? (y)"),
    (Entry::Log, "All that has happened (l)"),
    (Entry::Replay, "Replay from the beginning"),
    (Entry::Legend, "What signs on the board mean, and what lies about (i)"),
    (Entry::Book, "The rule book (r)"),
    (Entry::Settings, "Settings"),
    (Entry::Help, "Which key does what (?)"),
    (Entry::Report, "Report something that went wrong (F8)"),
    (Entry::Concede, "Give the battle up (G)"),
    (Entry::Leave, "Leave the battle"),
    (Entry::Quit, "Leave the game"),
];

/// Which key does what.
const KEYS: [(&str, &str); 26] = [
    ("Up, Down", "point at what can be done; Page Up, Page Down, Home, End too"),
    ("Enter", "does what is pointed at"),
    ("1 to 9, 0", "does what has that number; of hexes, the one at that place in the list"),
    ("Left, Right, Tab", "your unit before or next (n and p too)"),
    ("arrows", "move the cursor while a hex is to be chosen; Tab goes to the next such hex"),
    ("b", "look about on the board: arrows move, Enter takes what is there; Esc ends it"),
    ("d", "the other deck, where there are several"),
    ("Esc", "lets go; from nothing, the menu"),
    ("Space", "gives secret answers when all are chosen; skips what is being shown"),
    ("h", "on in a lesson: read, once more, the next part"),
    ("u", "take back, up to the last roll or revealed secret"),
    ("c, C", "a computer decides this, or the rest of the turn"),
    ("m", "a computer that thinks moves at once"),
    ("v", "speed of what is shown: slow, normal, fast, instant"),
    ("R", "shows again what happened since you were asked before"),
    ("y", "why a computer did what it did: what it weighed up, the choice first"),
    ("[ and ]", "scroll what has happened"),
    ("l", "all that has happened"),
    ("s", "the whole sheet of the unit in hand"),
    ("i", "what signs on the board mean, and what lies about"),
    ("r, F1", "the rule book, open at the rule that asks"),
    ("F8", "writes a report of something that went wrong, and says where"),
    ("Ctrl+S", "save the battle as it stands (it is recorded in any case)"),
    ("G, Ctrl+G", "give the battle up, which is asked again"),
    ("q", "the menu, and out"),
    ("Ctrl+C", "out at once; nothing is lost"),
];

/// The keys, to read.
pub(super) fn help() -> Over {
    let row = |(key, does): &(&str, &str)| Told::of(format!("{key:<17} {does}"));
    Over::Page(Page::new("Which key does what", KEYS.iter().map(row).collect()))
}

impl Fight {
    /// All that has happened, open at its end.
    pub(super) fn log(&self) -> Over {
        Over::Page(Page::ended("All that has happened", self.told()))
    }

    /// The lines of the log.
    pub(in crate::terminal::screens) fn told(&self) -> Vec<Told> {
        self.game.table.log.iter().map(|line| line.told.clone()).collect()
    }

    /// What signs on the board mean, and what lies about.
    pub(super) fn legend(&self) -> Over {
        let own = "< the unit in hand, ' a hex that can be chosen, ! a target, * the way there, + several units";
        let notes = Picture::new(&*self.game.table.view, Ink::default()).notes();
        let notes = notes.iter().rev().map(|note| Told::of(note.trim_start()));
        Over::Page(Page::new("The board", [Told::of(own)].into_iter().chain(notes).collect()))
    }

    /// The sheet of the unit in question, if there is one.
    pub(super) fn sheet(&self) -> Option<Over> {
        let (unit, view) = (self.subject()?, &*self.game.table.view);
        let told = codex::sheet(self.game.table.library(), view, unit).into_iter().map(Told::of).collect();
        Some(Over::Page(Page::new(names::unit(view, unit), told)))
    }

    /// What computers weighed up at their last decisions.
    pub(super) fn why(&self) -> Over {
        let session = self.game.session();
        let reasons = Reasons::new(self.game.table.library(), session, session.battle().number());
        Over::Why(Box::new(reasons))
    }

    /// Shows once more what happened since the person was asked before.
    pub(super) fn repeat(&mut self) {
        if self.game.may_repeat() {
            self.game.repeat();
        } else {
            self.game.notice = Some("Nothing has happened since you were asked before".to_owned());
        }
    }

    pub(super) fn ask_to_concede(&mut self) {
        if self.game.asked().is_some() {
            self.over = Some(Over::Concession);
        }
    }

    pub(super) fn over_key(&mut self, key: KeyCode) -> Option<Next> {
        match (self.over.as_mut()?, key) {
            (_, KeyCode::Esc) | (Over::Page(_), KeyCode::Enter | KeyCode::Char('q' | '?')) => self.over = None,
            (Over::Page(page), key) => page.key(key),
            (Over::Why(_), KeyCode::Enter | KeyCode::Char('q' | 'y')) => self.over = None,
            (Over::Why(reasons), key) => {
                reasons.key(self.game.table.library(), self.game.session(), key);
            }
            (Over::Concession, key) => {
                self.over = None;
                if matches!(key, KeyCode::Char('y' | 'Y')) {
                    self.game.concede();
                }
            }
            (Over::Menu(list), KeyCode::Enter) => {
                let (entry, _) = MENU[list.at];
                self.over = None;
                return self.menu(entry);
            }
            (Over::Menu(list), key) => _ = list.key(key, &rows()),
        }
        None
    }

    fn menu(&mut self, entry: Entry) -> Option<Next> {
        match entry {
            Entry::GoOn => {}
            Entry::Save => self.game.save(self.saves.as_deref()),
            Entry::Again => self.repeat(),
            Entry::Why => self.over = Some(self.why()),
            Entry::Log => self.over = Some(self.log()),
            Entry::Replay => return Some(Next::Watch(None)),
            Entry::Settings => return Some(Next::Settings),
            Entry::Legend => self.over = Some(self.legend()),
            Entry::Book => return Some(Next::Book(self.rule())),
            Entry::Help => self.over = Some(help()),
            Entry::Concede => self.ask_to_concede(),
            Entry::Report => return Some(Next::Report),
            Entry::Leave => return Some(self.leave()),
            Entry::Quit => return Some(Next::Quit),
        }
        None
    }

    pub(super) fn draw_over(&mut self, frame: &mut Frame<'_>) {
        let whole = frame.area();
        let kept = match &self.game.journal {
            Some(path) => format!("Every decision is kept in {path}"),
            None => "This battle is not recorded: it is lost when you leave it.".to_owned(),
        };
        match &mut self.over {
            None => {}
            Some(Over::Page(page)) => {
                let room = paint::over(frame, whole, paint::words(&page.title));
                page.draw(frame, room);
            }
            Some(Over::Why(reasons)) => {
                let room = paint::over(frame, whole, Line::raw("Why did they do that?"));
                reasons.draw(frame, room);
            }
            Some(Over::Menu(list)) => {
                let rows = rows();
                let room = paint::middle(whole, 64, rows.len() as u16 + 5);
                let room = paint::over(frame, room, Line::raw("Menu"));
                let (above, below) = paint::above(room, rows.len() as u16);
                list.draw(frame, above, &rows);
                let kept = paint::wrapped(&kept, below.width).into_iter().map(|line| line.style(paint::QUIET));
                paint::lines(frame, below, kept);
            }
            Some(Over::Concession) => {
                let room = paint::middle(whole, 60, 6);
                let room = paint::over(frame, room, Line::raw("Give the battle up?"));
                let text = "The others win, unless several teams are left to play on. This cannot be taken back.\n\
                    y gives up, any other key plays on.";
                paint::lines(frame, room, paint::wrapped(text, room.width));
            }
        }
    }
}

fn rows() -> Vec<Row> {
    MENU.iter().map(|(_, words)| Row::new(*words)).collect()
}
