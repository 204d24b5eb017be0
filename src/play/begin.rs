//! The choice of a campaign: saved ones, those that can be begun, and the terms of a new one.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use crate::campaign::{Campaign, Plot, Terms, endless, journal, kept};
use crate::content::{Library, ron_files};
use crate::opponents;
use crate::platform::{self, Answer, Task};
use crate::rules::NAMES;
use crate::scenario::journal::PERSON;
use crate::source::{Document, Value, lines, open};
use crate::store::{Held, is_written, make_folder};

use super::words;

/// A saved campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its own name.
    pub name: String,
    /// Its state, in lines; or why it cannot be read.
    pub stands: Result<[String; 2], String>,
}

/// A campaign file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// How it is opened: a name in the library, or a path.
    pub id: String,
    /// The campaign's name.
    pub name: String,
    /// The ruleset.
    pub ruleset: String,
    /// A line about it.
    pub about: String,
}

impl Entry {
    fn of(id: String, document: &Document) -> Entry {
        let text = |field| match document.root.get(field).map(|n| &n.value) {
            Some(Value::Text(text)) => words::in_a_line(text),
            _ => String::new(),
        };
        let name = Some(text("campaign")).filter(|name| !name.is_empty()).unwrap_or_else(|| id.clone());
        Entry { name, ruleset: text("ruleset"), about: text("about"), id }
    }
}

/// The request for a random campaign, as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    /// The ruleset.
    pub ruleset: &'static str,
    /// The seed as typed.
    pub seed: String,
    /// Stages: each is a choice of two missions, but for the last.
    pub stages: u16,
}

impl Request {
    /// Generates it, writes its file to a folder, and returns the path.
    ///
    /// # Errors
    /// Why that is not possible, in words.
    pub fn draw(&self, library: &Library, folder: &Path) -> Result<String, String> {
        let seed = self.seed.trim().parse::<u64>().map_err(|_| NO_SEED)?;
        let text = endless::draw(library, self.ruleset, seed, self.stages).map_err(|problems| lines(&problems))?;
        let file = folder.join(format!("{}_{seed}_{}.ron", self.ruleset, self.stages));
        let path = file.to_string_lossy().into_owned();
        // The same seed draws the same campaign.
        if open(&path).is_ok_and(|there| there == text) {
            return Ok(path);
        }
        let keep = || {
            make_folder(folder)?;
            let held = Held::take(&path)?;
            held.must_be_new("it was changed by hand: choose another seed, or give it another name")?;
            held.replace(text.as_bytes())
        };
        keep().map_err(|problem| problem.to_string())?;
        Ok(path)
    }
}

/// What is wrong with a seed.
const NO_SEED: &str = "A seed is a whole number, 0 or more";

/// A campaign about to be begun.
#[derive(Clone, Debug)]
pub struct Draft {
    id: String,
    /// The campaign.
    pub plot: Plot,
    /// Its name.
    pub name: String,
    /// The seed as typed.
    pub seed: String,
    /// The level of difficulty, by its index.
    pub difficulty: usize,
    /// Nothing can be taken back.
    pub ironman: bool,
    /// How the opponent of each level of difficulty plays, in words; empty where that is not known.
    pub manners: Vec<String>,
}

impl Draft {
    /// A draft for a file, with a name that is free in the folder of campaigns.
    #[must_use]
    pub fn new(library: &Library, id: &str, plot: Plot, seed: u64, folder: &Path) -> Draft {
        let stem = Path::new(id).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let numbered = (2..).map(|number| format!("{stem} {number}"));
        let mut names = std::iter::once(stem.clone()).chain(numbered);
        let name = names.find(|name| !taken(&folder.join(name))).unwrap_or_default();
        let known = opponents::known(library, plot.ruleset);
        let manner = |opponent: &str| known.iter().find(|known| known.name == opponent).map(words::manner);
        let manners = plot.difficulties.iter().map(|level| manner(&level.opponent.value).unwrap_or_default()).collect();
        Draft { id: id.to_owned(), plot, name, seed: seed.to_string(), difficulty: 0, ironman: false, manners }
    }

    /// The terms as typed, and the folder of the new campaign.
    ///
    /// # Errors
    /// What is wrong with them, in words.
    pub fn terms(&self, folder: &Path) -> Result<(Terms, PathBuf), String> {
        let home = kept::home(folder, self.name.trim())?;
        if taken(&home) {
            return Err(format!("There is a campaign called {} already: choose another name", self.name.trim()));
        }
        let seed = self.seed.trim().parse().map_err(|_| NO_SEED)?;
        let difficulty = self.plot.difficulties[self.difficulty].name.value.clone();
        let terms = Terms { id: self.id.clone(), seed, owner: PERSON.to_owned(), difficulty, ironman: self.ironman };
        Ok((terms, home))
    }
}

/// Whether the place of a campaign is taken. A folder without a campaign is free: a killed program has left it.
fn taken(home: &Path) -> bool {
    is_written(home) && (!home.is_dir() || kept::is_one(home))
}

/// All campaigns: saved ones, and those that can be begun.
pub struct Campaigns {
    /// The saved ones, as far as they have been read, the last played first.
    pub kept: Vec<Kept>,
    looking: Option<Task<Kept>>,
    /// Those that can be begun, the library's first.
    pub entries: Vec<Entry>,
    /// Files with mistakes, a line for each.
    pub left_out: Vec<String>,
    /// The draft of a new one.
    pub draft: Option<Draft>,
    /// The rulesets of which one can be drawn.
    pub rulesets: Vec<&'static str>,
    /// The request for a random one.
    pub wish: Request,
    /// Why the last choice failed.
    pub fault: Option<String>,
}

impl Campaigns {
    /// All campaigns: saved ones are in `folder`, the person's own campaign files in `own`.
    #[must_use]
    pub fn new(library: &'static Library, seed: u64, folder: Option<PathBuf>, own: Option<&Path>) -> Campaigns {
        let shipped = library.campaigns().iter().map(|(id, document)| Entry::of(id.clone(), document));
        let own = own.map(ron_files).into_iter().flatten().map(|path| path.to_string_lossy().into_owned());
        let own = own.filter_map(|path| {
            let document = Document::parse(&path, &open(&path).ok()?).ok()?;
            Some(Entry::of(path, &document))
        });
        // Reading one sets up all its missions, which may take a while.
        let looking = Task::stream(move |found| {
            let names = folder.iter().flat_map(|folder| kept::names(folder).into_iter().map(|n| (folder.join(&n), n)));
            let mut all: Vec<(PathBuf, String)> = names.collect();
            all.sort_by_key(|(home, _)| Reverse(platform::written(&home.join(journal::NAME))));
            for (home, name) in all {
                let stands = Campaign::look(library, &home)
                    .map(|campaign| [format!("{}: {}", campaign.plot().name, campaign.stands()), campaign.at()]);
                let stands = stands.map_err(|problems| lines(&problems));
                // The screen was left.
                if !found.give(Kept { name, stands }) {
                    return;
                }
            }
        });
        let campaigning = |name: &&str| library.book(name).is_some_and(|(content, _)| content.campaigns().is_some());
        let rulesets: Vec<&str> = NAMES.into_iter().filter(campaigning).collect();
        Campaigns {
            kept: Vec::new(),
            looking: Some(looking),
            entries: shipped.chain(own).collect(),
            left_out: library.problems().map(ToString::to_string).collect(),
            draft: None,
            wish: Request { ruleset: rulesets.first().copied().unwrap_or_default(), seed: seed.to_string(), stages: 8 },
            rulesets,
            fault: None,
        }
    }

    /// Takes in the campaigns that have been read. Returns whether more are being read.
    pub fn waits(&mut self) -> bool {
        while let Some(looking) = &self.looking {
            match looking.poll() {
                Answer::Ready(kept) => self.kept.push(kept),
                Answer::Pending => return true,
                Answer::Ended => self.looking = None,
            }
        }
        false
    }
}
