//! The first screen: lessons, battles to go on with, the scenarios by ruleset, and what else there is.

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

use crate::battle::SideId;
use crate::content::Library;
use crate::platform::{Answer, Task};
use crate::play::setup::Setup;
use crate::rules::AnyBattle;
use crate::source::Problem;
use crate::user::saved::{self, Left};

use super::list::{List, Row};
use super::{Folders, Next, map, paint};

/// How wide the list is, as far as there is room.
pub(super) const LIST: u16 = 36;

/// What stands in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Heading,
    Learn,
    Left(usize),
    Scenario(usize),
    Shelf,
    Campaigns,
    Rosters,
    Settings,
    Book,
    Quit,
}

/// The first screen.
pub(super) struct Start {
    pub(super) setup: Setup,
    left: Vec<Left>,
    // Unfinished battles are played again to find their state, which may take a while.
    looking: Option<Task<Left>>,
    entries: Vec<Entry>,
    rows: Vec<Row>,
    list: List,
    // Whether a key has moved in the list yet.
    moved: bool,
    /// What is to be told: mostly why something failed.
    pub(super) told: Option<String>,
}

impl Start {
    pub(super) fn new(library: &'static Library, folders: &Folders, seed: u64) -> Result<Start, Vec<Problem>> {
        let setup = Setup::new(library, seed, folders.rosters.as_deref())?;
        let told = setup.left_out.first().map(|problem| format!("Left out: {problem}"));
        let (journals, campaigns) = (folders.journals.clone(), folders.campaigns.clone());
        let looking = Task::stream(move |answers| {
            let mut left = saved::left(library, journals.as_deref(), campaigns.as_deref());
            while left.next().is_some_and(|left| answers.give(left)) {}
        });
        let (entries, rows, list) = (Vec::new(), Vec::new(), List::default());
        let mut start =
            Start { setup, left: Vec::new(), looking: Some(looking), entries, rows, list, moved: false, told };
        start.fill();
        start.point(Entry::Scenario(start.setup.chosen));
        Ok(start)
    }

    /// Takes in battles that were found.
    pub(super) fn tick(&mut self) {
        while let Some(looking) = &self.looking {
            match looking.poll() {
                Answer::Ready(left) => {
                    let now = self.entries.get(self.list.at).copied();
                    self.left.push(left);
                    self.fill();
                    // Who has not moved yet goes on with the newest.
                    self.point(now.filter(|_| self.moved).unwrap_or(Entry::Left(0)));
                }
                Answer::Pending => break,
                Answer::Ended => self.looking = None,
            }
        }
        self.setup.waits();
    }

    fn fill(&mut self) {
        let mut listed = vec![(Entry::Learn, Row::new("Learn to play"))];
        if !self.left.is_empty() {
            listed.push((Entry::Heading, Row::heading("Continue")));
        }
        let left = self.left.iter().enumerate();
        listed.extend(left.map(|(place, left)| {
            (Entry::Left(place), Row::new(paint::words(&format!("{}, {}", left.scenario, left.place))))
        }));
        let mut ruleset = "";
        for (place, scenario) in self.setup.scenarios.iter().enumerate() {
            if scenario.ruleset != ruleset {
                ruleset = scenario.ruleset;
                listed.push((Entry::Heading, Row::heading(ruleset)));
            }
            listed.push((Entry::Scenario(place), Row::new(paint::words(&scenario.name))));
        }
        listed.push((Entry::Heading, Row::heading("Besides")));
        listed.push((Entry::Campaigns, Row::new("Campaigns")));
        listed.push((Entry::Shelf, Row::new("Replays and saved games")));
        listed.push((Entry::Rosters, Row::new("Rosters")));
        listed.push((Entry::Settings, Row::new("Settings")));
        listed.push((Entry::Book, Row::new("The rule book")));
        listed.push((Entry::Quit, Row::new("Quit")));
        (self.entries, self.rows) = listed.into_iter().unzip();
    }

    fn point(&mut self, entry: Entry) {
        self.list.at = self.entries.iter().position(|other| *other == entry).unwrap_or(0);
        self.list.settle(&self.rows);
    }

    pub(super) fn key(&mut self, key: KeyCode) -> Option<Next> {
        self.told = None;
        if self.list.key(key, &self.rows) {
            self.moved = true;
            if let Some(Entry::Scenario(place)) = self.entries.get(self.list.at) {
                self.setup.choose(*place);
            }
            return None;
        }
        match (key, self.entries.get(self.list.at)?) {
            (KeyCode::Char('q'), _) | (KeyCode::Enter, Entry::Quit) => Some(Next::Quit),
            (KeyCode::F(1) | KeyCode::Char('r'), _) | (KeyCode::Enter, Entry::Book) => Some(Next::Book(String::new())),
            (KeyCode::Char('l'), _) | (KeyCode::Enter, Entry::Learn) => Some(Next::Lessons),
            (KeyCode::Char('g'), _) | (KeyCode::Enter, Entry::Shelf) => Some(Next::Shelf),
            (KeyCode::Char('c'), _) | (KeyCode::Enter, Entry::Campaigns) => Some(Next::Campaigns),
            (KeyCode::Char('a'), _) | (KeyCode::Enter, Entry::Rosters) => Some(Next::Rosters),
            (KeyCode::Char('s'), _) | (KeyCode::Enter, Entry::Settings) => Some(Next::Settings),
            (KeyCode::Enter, Entry::Left(place)) => Some(Next::Continue(self.left[*place].clone())),
            (KeyCode::Enter, Entry::Scenario(place)) => {
                if self.setup.chosen != *place {
                    self.setup.choose(*place);
                }
                Some(Next::SetUp)
            }
            _ => None,
        }
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let (title, middle, keys) = paint::parted(frame.area());
        paint::lines(frame, title, [Line::styled("Hexfray: tactical battles on hexes", paint::STRONG)]);
        let (left, right) = paint::beside(middle, LIST.min(middle.width / 2).max(middle.width.min(22)));
        // The ruleset whose heading may be out of sight.
        let of = match self.entries.get(self.list.at) {
            Some(Entry::Scenario(_)) => format!("Battles: {}", self.setup.scenario().ruleset),
            _ => "Battles".to_owned(),
        };
        let room = paint::pane(frame, left, paint::words(&of));
        self.list.draw(frame, room, &self.rows);
        let heading = match self.entries.get(self.list.at) {
            Some(Entry::Scenario(_)) => paint::words(&self.setup.scenario().name),
            Some(Entry::Left(_)) => Line::raw("Continue"),
            _ => Line::default(),
        };
        let room = paint::pane(frame, right, heading);
        let mut told = self.about(room.width);
        if let Some(why) = &self.told {
            told.splice(0..0, paint::wrapped(why, room.width).into_iter().map(|row| row.style(paint::WARNING)));
        }
        if let (Some(Entry::Scenario(_)), Some(battle)) = (self.entries.get(self.list.at), &self.setup.preview) {
            told.extend(battlefield(battle, told.len(), room));
        }
        paint::lines(frame, room, told);
        let looking = if self.looking.is_some() { "looking for battles to go on with ..." } else { "" };
        let does = [
            ("Enter", "on"),
            ("l", "learn"),
            ("c", "campaigns"),
            ("g", "saved games"),
            ("a", "rosters"),
            ("s", "settings"),
            ("q", "quit"),
            ("F1", "rules"),
            ("", looking),
        ];
        paint::keys(frame, keys, &does);
    }

    /// What is said of the entry that is pointed at.
    fn about(&self, width: u16) -> Vec<Line<'static>> {
        let text = match self.entries.get(self.list.at) {
            Some(Entry::Left(place)) => {
                let left = &self.left[*place];
                let campaign = left.campaign.as_ref();
                let campaign = campaign.map_or(String::new(), |name| format!("\nA battle of the campaign {name}."));
                format!("{}\n{}\nYou play {}.{campaign}", left.scenario, left.place, left.persons)
            }
            Some(Entry::Scenario(_)) => {
                let mut told = paint::wrapped(&self.setup.scenario().about, width);
                told.extend(sides(&self.setup));
                told.extend(self.setup.fault.iter().flat_map(|why| paint::wrapped(why, width)));
                return told;
            }
            Some(Entry::Learn) => {
                "Lessons of about ten minutes: small battles with something to do, which is seen when \
                it is done."
                    .to_owned()
            }
            Some(Entry::Shelf) => {
                "All battles that are kept, with how they stand or ended: to go on with, to replay, to rename, to delete."
                    .to_owned()
            }
            Some(Entry::Campaigns) => {
                "Battles linked by people who live, learn and die: to begin, or to go on with."
                    .to_owned()
            }
            Some(Entry::Rosters) => "Armies of your own, built choice by choice.".to_owned(),
            Some(Entry::Settings) => "How fast battles are shown, and how long computers think.".to_owned(),
            Some(Entry::Book) => "Every rule with its id, to be searched.".to_owned(),
            _ => "Leave the game. Battles that you play are recorded as you play them.".to_owned(),
        };
        paint::wrapped(&text, width)
    }
}

/// The sides of a set-up, with what they fight with.
fn sides(setup: &Setup) -> Vec<Line<'static>> {
    let names = setup.scenario().sides.iter().enumerate();
    let side = |(place, name): (usize, &String)| {
        let id = SideId(place as u8);
        let force = match setup.forces.get(place) {
            Some(Some(force)) => format!(": {}", force.army.title()),
            _ => String::new(),
        };
        let units =
            setup.preview.as_ref().map_or(0, |battle| battle.listed().filter(|&u| battle.piece(u).side == id).count());
        let count = if units > 0 { format!(", {units} units") } else { String::new() };
        Line::from_iter([paint::text(name).style(paint::side(id)), paint::text(&format!("{force}{count}"))])
    };
    names.map(side).collect()
}

/// The name of a battle's map, and a picture of it if there is room below so many lines.
pub(super) fn battlefield(battle: &AnyBattle, below: usize, room: ratatui::layout::Rect) -> Vec<Line<'static>> {
    let board = battle.board();
    let decks = if board.decks > 1 { format!(", {} decks", board.decks) } else { String::new() };
    let named = format!("{}: {} by {} hexes{decks}", board.name, board.width, board.height);
    let mut lines = vec![paint::words(&named).style(paint::QUIET)];
    let (_, rest) = paint::above(room, (below + lines.len()) as u16);
    lines.extend(map::small(&**battle, rest).into_iter().flatten());
    lines
}
