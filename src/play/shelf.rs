//! The battles that are kept: those played, and those saved on the way.

use std::path::Path;
use std::time::Duration;

use crate::battle::{SideId, UnitId};
use crate::board::Cell;
use crate::content::Library;
use crate::platform;
use crate::rules::AnyBattle;
use crate::scenario::Session;
use crate::scenario::journal::{PERSON, Recalled};
use crate::source::lines;
use crate::telling::names;
use crate::user::saved;

use super::words;

/// A side of a kept battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Its name.
    pub name: String,
    /// Who plays it.
    pub owner: String,
}

/// What a journal tells of its battle.
#[derive(Clone)]
pub struct Told {
    /// The scenario's name.
    pub scenario: String,
    /// The ruleset.
    pub ruleset: &'static str,
    /// Its turn and step; how it ended, where it is over.
    pub place: String,
    /// Whether it is over.
    pub over: bool,
    /// Its sides.
    pub sides: Vec<Side>,
    /// The battle as it stands.
    pub battle: AnyBattle,
    /// Its units that every person who plays in it may see, each with its hex: a battle that is not over gives no
    /// secret away.
    pub units: Vec<(Cell, SideId)>,
}

impl Told {
    /// How it ended, or where it stands.
    #[must_use]
    pub fn stands(&self) -> String {
        if self.over { self.place.clone() } else { format!("Under way: {}", self.place) }
    }

    /// Reads a journal, which plays its battle again.
    ///
    /// # Errors
    /// Why it cannot be shown, in words.
    pub fn read(library: &Library, path: &str) -> Result<Told, String> {
        let session = Session::recall(library, path).and_then(Recalled::shown).map_err(|problems| lines(&problems))?;
        let battle = session.battle();
        let side = |side: SideId| Side {
            name: names::side(&**battle, side).to_owned(),
            owner: words::owner(session.owners().get(side.index()).map_or(PERSON, String::as_str)),
        };
        let outcome = battle.outcome();
        let persons = SideId::first(battle.players())
            .filter(|side| outcome.is_none() && session.owners().get(side.index()).is_some_and(|o| o == PERSON));
        let mut views: Vec<AnyBattle> = persons.map(|side| battle.view_for(side)).collect();
        if views.is_empty() {
            views.push(battle.clone());
        }
        let is_seen = |unit: UnitId| {
            let sees = |view: &AnyBattle| view.listed().has(unit) && view.piece(unit).at.is_some();
            battle.alive(unit) && views.iter().all(sees)
        };
        let units = battle.listed().filter(|unit| is_seen(*unit)).map(|unit| battle.piece(unit));
        let units = units.map(|piece| (piece.at, piece.side)).collect();
        Ok(Told {
            units,
            scenario: session.scenario().name.clone(),
            ruleset: session.scenario().ruleset,
            place: outcome.as_ref().map_or_else(|| battle.place_in_turn(), |end| words::verdict(&**battle, end)),
            over: outcome.is_some(),
            sides: SideId::first(battle.players()).map(side).collect(),
            battle: battle.clone(),
        })
    }
}

/// A battle that is kept.
pub struct Kept {
    /// Its journal.
    pub path: String,
    /// Its name.
    pub name: String,
    /// Whether it was saved on the way; going on from it does not change it.
    pub saved: bool,
    /// How long ago it was written to.
    pub age: String,
    /// What it tells, or why it cannot be read; none as long as nobody has read it.
    pub told: Option<Result<Told, String>>,
}

impl Kept {
    fn new(file: &Path, saved: bool) -> (Duration, Kept) {
        let age = platform::age(file).unwrap_or_default();
        let kept =
            Kept { path: file.to_string_lossy().into_owned(), name: name(file), saved, age: since(age), told: None };
        (age, kept)
    }

    /// Its name as it can be changed.
    #[must_use]
    pub fn stem(&self) -> String {
        stem(Path::new(&self.path))
    }

    /// Whether it can be gone on with, as far as that is known.
    #[must_use]
    pub fn is_open(&self) -> bool {
        matches!(&self.told, Some(Ok(told)) if !told.over)
    }
}

/// A file's name without its ending, in words.
fn stem(file: &Path) -> String {
    file.file_stem().map_or(String::new(), |stem| stem.to_string_lossy().replace('_', " "))
}

/// The name that a file's name makes.
fn name(file: &Path) -> String {
    words::capital(&stem(file))
}

/// How long ago something was.
fn since(age: Duration) -> String {
    let minutes = age.as_secs() / 60;
    let number = |number: u64, what: &str| format!("{number} {what}{} ago", if number == 1 { "" } else { "s" });
    match minutes {
        0 => "just now".to_owned(),
        1..60 => number(minutes, "minute"),
        60..1440 => number(minutes / 60, "hour"),
        _ => number(minutes / 1440, "day"),
    }
}

/// All battles that are kept, the newest first, one of which is chosen.
pub struct Shelf {
    /// The battles.
    pub kept: Vec<Kept>,
    /// The one chosen, by its place.
    pub chosen: usize,
}

impl Shelf {
    /// The battles of the folders of those played and those saved. None is read yet.
    #[must_use]
    pub fn new(played: Option<&Path>, saves: Option<&Path>) -> Shelf {
        let of = |folder, saved| saved::journals(folder).into_iter().map(move |file| Kept::new(&file, saved));
        let mut all: Vec<_> = of(played, false).chain(of(saves, true)).collect();
        all.sort_by_key(|(age, _)| *age);
        Shelf { kept: all.into_iter().map(|(_, kept)| kept).collect(), chosen: 0 }
    }

    /// The one chosen; none where there are none.
    #[must_use]
    pub fn chosen(&self) -> Option<&Kept> {
        self.kept.get(self.chosen)
    }

    /// Chooses another, so many places on.
    pub fn step(&mut self, by: isize) {
        self.chosen = self.chosen.saturating_add_signed(by).min(self.kept.len().saturating_sub(1));
    }

    /// How many have been read.
    #[must_use]
    pub fn read(&self) -> usize {
        self.kept.iter().filter(|kept| kept.told.is_some()).count()
    }

    /// Takes in what a journal tells. Returns whether it is still among the others.
    pub fn take(&mut self, path: &str, told: Result<Told, String>) -> bool {
        let kept = self.kept.iter_mut().find(|kept| kept.path == path);
        kept.map(|kept| kept.told = Some(told)).is_some()
    }

    /// Gives the chosen one another name.
    ///
    /// # Errors
    /// Why it cannot have it, in words.
    pub fn rename(&mut self, to: &str) -> Result<(), String> {
        let Some(kept) = self.kept.get_mut(self.chosen) else { return Ok(()) };
        if kept.told.is_none() {
            return Err("It is still being read".to_owned());
        }
        kept.path = saved::rename(&kept.path, to)?;
        kept.name = name(Path::new(&kept.path));
        Ok(())
    }

    /// Deletes the chosen one.
    ///
    /// # Errors
    /// Why it cannot be, in words.
    pub fn delete(&mut self) -> Result<(), String> {
        let Some(kept) = self.chosen() else { return Ok(()) };
        saved::delete(&kept.path)?;
        self.kept.remove(self.chosen);
        self.step(0);
        Ok(())
    }
}
