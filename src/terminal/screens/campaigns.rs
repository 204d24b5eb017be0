//! The campaigns: those that are kept, those that can be begun, and the terms of a new one.

use std::path::PathBuf;

use ratatui::Frame;
use ratatui::crossterm::event::KeyCode;
use ratatui::text::Line;

use crate::campaign::{Campaign, Plot};
use crate::content::Library;
use crate::play::begin::{Campaigns as Known, Draft};
use crate::play::words::{capital, in_a_line};
use crate::source::lines;

use super::list::{List, Row};
use super::start::LIST;
use super::{Folders, Next, paint};

/// What stands in the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Entry {
    Heading,
    Kept(usize),
    New(usize),
}

/// The terms of a new campaign, in their order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Term {
    Name,
    Seed,
    Difficulty,
    Ironman,
    Begin,
}

const TERMS: [Term; 5] = [Term::Name, Term::Seed, Term::Difficulty, Term::Ironman, Term::Begin];

/// The campaigns.
pub(super) struct Campaigns {
    library: &'static Library,
    folder: Option<PathBuf>,
    seed: u64,
    known: Known,
    entries: Vec<Entry>,
    rows: Vec<Row>,
    list: List,
    // Where somebody is among the terms of a new one.
    term: List,
}

impl Campaigns {
    pub(super) fn new(library: &'static Library, folders: &Folders, seed: u64) -> Campaigns {
        let folder = folders.campaigns.clone();
        let known = Known::new(library, seed, folder.clone(), folders.own_campaigns.as_deref());
        let (entries, rows, list, term) = (Vec::new(), Vec::new(), List::default(), List::default());
        let mut campaigns = Campaigns { library, folder, seed, known, entries, rows, list, term };
        campaigns.fill();
        campaigns
    }

    /// Says why something failed.
    pub(super) fn say(&mut self, why: String) {
        self.known.fault = Some(why);
    }

    /// Takes in the campaigns that have been read.
    pub(super) fn tick(&mut self) {
        let before = self.known.kept.len();
        self.known.waits();
        if self.known.kept.len() > before {
            let now = self.entries.get(self.list.at).copied();
            self.fill();
            self.list.at = self.entries.iter().position(|entry| Some(*entry) == now).unwrap_or(0);
            self.list.settle(&self.rows);
        }
    }

    fn fill(&mut self) {
        let mut listed = Vec::new();
        if !self.known.kept.is_empty() {
            listed.push((Entry::Heading, Row::heading("Go on")));
        }
        let kept = self.known.kept.iter().enumerate();
        listed.extend(kept.map(|(place, kept)| (Entry::Kept(place), Row::new(paint::words(&kept.name)))));
        listed.push((Entry::Heading, Row::heading("Begin")));
        let new = self.known.entries.iter().enumerate();
        listed.extend(new.map(|(place, new)| (Entry::New(place), Row::new(paint::words(&new.name)))));
        (self.entries, self.rows) = listed.into_iter().unzip();
        self.list.settle(&self.rows);
    }

    pub(super) fn key(&mut self, key: KeyCode) -> Option<Next> {
        self.known.fault = None;
        if self.known.draft.is_some() {
            return self.draft_key(key);
        }
        if self.list.key(key, &self.rows) {
            return None;
        }
        match (key, self.entries.get(self.list.at)) {
            (KeyCode::Esc | KeyCode::Char('q'), _) => return Some(Next::Start),
            (KeyCode::F(1), _) => return Some(Next::Book(String::new())),
            (KeyCode::Enter, Some(Entry::Kept(place))) => {
                return Some(Next::Campaign(self.known.kept[*place].name.clone()));
            }
            (KeyCode::Enter, Some(Entry::New(place))) => {
                let id = &self.known.entries[*place].id;
                match (&self.folder, Plot::open(self.library, id)) {
                    (Some(folder), Ok(plot)) => {
                        self.known.draft = Some(Draft::new(self.library, id, plot, self.seed, folder));
                        self.term = List::at(TERMS.len() - 1);
                    }
                    (None, _) => self.known.fault = Some("There is no folder for the user's data".to_owned()),
                    (_, Err(problems)) => self.known.fault = Some(lines(&problems)),
                }
            }
            _ => {}
        }
        None
    }

    /// Changes the terms of a new campaign, or begins it.
    fn draft_key(&mut self, key: KeyCode) -> Option<Next> {
        let rows = self.terms();
        let draft = self.known.draft.as_mut()?;
        if self.term.key(key, &rows) {
            return None;
        }
        match (TERMS[self.term.at], key) {
            (_, KeyCode::Esc) => self.known.draft = None,
            (Term::Name, KeyCode::Char(letter)) => draft.name.push(letter),
            (Term::Name, KeyCode::Backspace) => _ = draft.name.pop(),
            (Term::Seed, KeyCode::Char(digit @ '0'..='9')) => draft.seed.push(digit),
            (Term::Seed, KeyCode::Backspace) => _ = draft.seed.pop(),
            (Term::Difficulty, KeyCode::Left | KeyCode::Right | KeyCode::Enter) => {
                let many = draft.plot.difficulties.len().max(1);
                draft.difficulty = (draft.difficulty + if key == KeyCode::Left { many - 1 } else { 1 }) % many;
            }
            (Term::Ironman, KeyCode::Left | KeyCode::Right | KeyCode::Enter) => draft.ironman = !draft.ironman,
            (Term::Begin, KeyCode::Enter) => match self.begin() {
                Ok(name) => return Some(Next::Campaign(name)),
                Err(why) => self.known.fault = Some(why),
            },
            _ => {}
        }
        None
    }

    /// Begins the new campaign. Returns its name.
    fn begin(&self) -> Result<String, String> {
        let (Some(draft), Some(folder)) = (&self.known.draft, &self.folder) else { return Err(String::new()) };
        let (terms, home) = draft.terms(folder)?;
        Campaign::begin(self.library, terms, Some(&home)).map_err(|problems| lines(&problems))?;
        Ok(draft.name.trim().to_owned())
    }

    /// The terms of a new campaign as rows.
    fn terms(&self) -> Vec<Row> {
        let Some(draft) = &self.known.draft else { return Vec::new() };
        let difficulty = draft.plot.difficulties.get(draft.difficulty).map_or("", |level| &level.name.value);
        let row = |term: &Term| match term {
            Term::Name => format!("Its name    {}", draft.name),
            Term::Seed => format!("Seed        {}", draft.seed),
            Term::Difficulty => format!("Difficulty  {difficulty}"),
            Term::Ironman => format!("Take back   {}", if draft.ironman { "nothing" } else { "the last battle" }),
            Term::Begin => "Begin the campaign".to_owned(),
        };
        TERMS.iter().map(|term| Row::new(paint::words(&row(term)))).collect()
    }

    pub(super) fn draw(&mut self, frame: &mut Frame<'_>) {
        let (title, middle, keys) = paint::parted(frame.area());
        paint::lines(frame, title, [Line::styled("Campaigns", paint::STRONG)]);
        let (left, right) = paint::beside(middle, LIST.min(middle.width / 2));
        let terms = self.terms();
        let draft = self.known.draft.as_ref();
        let room = paint::pane(frame, left, Line::raw(if draft.is_some() { "A new campaign" } else { "Campaigns" }));
        match draft {
            Some(_) => self.term.draw(frame, room, &terms),
            None => self.list.draw(frame, room, &self.rows),
        }
        let room = paint::pane(frame, right, Line::raw("About"));
        let why = self.known.fault.iter().flat_map(|why| paint::wrapped(why, room.width));
        let mut told: Vec<Line<'static>> = why.map(|row| row.style(paint::WARNING)).collect();
        told.extend(self.about().iter().flat_map(|text| paint::wrapped(text, room.width)));
        paint::lines(frame, room, told);
        let does: &[(&str, &str)] = match self.known.draft {
            Some(_) => {
                &[("Up, Down", "point"), ("letters, Left, Right", "change"), ("Enter", "begin"), ("Esc", "back")]
            }
            None => &[("arrows", "choose"), ("Enter", "on"), ("Esc", "back")],
        };
        paint::keys(frame, keys, does);
    }

    /// What there is to say of what is pointed at.
    fn about(&self) -> Vec<String> {
        if let Some(draft) = &self.known.draft {
            let manner = draft.manners.get(draft.difficulty).cloned().unwrap_or_default();
            let text = match TERMS[self.term.at] {
                Term::Name => "How you call it when you go on with it.".to_owned(),
                Term::Seed => "The same seed, the same dice.".to_owned(),
                Term::Difficulty => format!("How the others play: {manner}"),
                Term::Ironman => "Whether the last battle can be fought again with other dice.".to_owned(),
                Term::Begin => in_a_line(&draft.plot.introduction),
            };
            return vec![draft.plot.name.clone(), String::new(), text];
        }
        match self.entries.get(self.list.at) {
            Some(Entry::Kept(place)) => match &self.known.kept[*place].stands {
                Ok(stands) => stands.iter().map(|line| capital(line)).collect(),
                Err(why) => vec![why.clone()],
            },
            Some(Entry::New(place)) => {
                let entry = &self.known.entries[*place];
                vec![format!("{} ({})", entry.name, entry.ruleset), String::new(), entry.about.clone()]
            }
            _ => Vec::new(),
        }
    }
}
