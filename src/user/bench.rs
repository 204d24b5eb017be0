//! A roster being built: its pages, earlier versions, file and draft. Prompt and window both use it.

use std::io;
use std::path::{Path, PathBuf};

use crate::rules::muster::{Choice, Edit, Effect, Page, RosterBuilder, Rosters};
use crate::source::{Document, Problem};
use crate::store::make_folder;

use super::begun::Begun;
use super::draft::{Draft, write};

/// A roster being built.
pub struct Bench<'a> {
    rosters: &'a dyn Rosters,
    roster: Box<dyn RosterBuilder + 'a>,
    // The roster before each change, as files.
    past: Vec<String>,
    file: Option<String>,
    // The roster as its file has it.
    saved: String,
    draft: Draft,
    // The pages above, and the open one.
    pages: Vec<Page>,
}

impl<'a> Bench<'a> {
    /// A roster that is begun; what is not saved is kept in a folder of drafts.
    #[must_use]
    pub fn new(begun: Begun<'a>, drafts: Option<PathBuf>) -> Bench<'a> {
        let Begun { rosters, roster, file, draft } = begun;
        // A draft has not been saved to a file.
        let saved = if draft.is_some() { String::new() } else { roster.to_ron() };
        let draft = Draft { folder: drafts, path: draft };
        Bench { rosters, roster, past: Vec::new(), file, saved, draft, pages: vec![Page::default()] }
    }

    /// The roster as it is now.
    #[must_use]
    pub fn roster(&self) -> &dyn RosterBuilder {
        self.roster.as_ref()
    }

    /// The file that it was saved to last.
    #[must_use]
    pub fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Whether it is saved as it is now.
    #[must_use]
    pub fn is_saved(&self) -> bool {
        self.roster.to_ron() == self.saved
    }

    /// The open page.
    #[must_use]
    pub fn page(&self) -> Page {
        self.pages.last().copied().unwrap_or_default()
    }

    /// The choices of the open page; goes up first from pages whose subject is gone.
    pub fn choices(&mut self) -> Vec<Choice> {
        loop {
            let choices = self.roster.choices(self.page());
            if !choices.is_empty() || !self.up() {
                return choices;
            }
        }
    }

    /// Goes up to the page before; false where there is none.
    pub fn up(&mut self) -> bool {
        self.pages.len() > 1 && self.pages.pop().is_some()
    }

    /// Applies a choice, with the text that was written for it. Returns whether anything has changed.
    ///
    /// # Errors
    /// Why not; nothing has changed then.
    pub fn take(&mut self, effect: Effect, text: &str) -> Result<bool, String> {
        match effect {
            Effect::Open(page) => {
                self.pages.push(page);
                Ok(true)
            }
            Effect::Change(edit) => self.change(edit, ""),
            Effect::Write(edit) => self.change(edit, text),
            Effect::Remove(edit) => {
                let changed = self.change(edit, "")?;
                self.up();
                Ok(changed)
            }
        }
    }

    fn change(&mut self, edit: Edit, text: &str) -> Result<bool, String> {
        let before = self.roster.to_ron();
        self.roster.change(edit, text)?;
        let changed = self.roster.to_ron() != before;
        if changed {
            self.past.push(before);
        }
        Ok(changed)
    }

    /// Takes the last change back; false where there is none.
    pub fn undo(&mut self) -> bool {
        // What was written here can be read here.
        let before = self.past.pop().and_then(|text| Document::parse("the roster before", &text).ok());
        let roster = before.and_then(|document| self.rosters.open(&document).ok());
        let found = roster.is_some();
        if let Some(roster) = roster {
            self.roster = roster;
        }
        found
    }

    /// Writes it to a file, whole or not at all, and removes its draft.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn save(&mut self, file: &str) -> Result<(), Problem> {
        let text = self.roster.to_ron();
        write(Path::new(file), &text)?;
        self.draft
            .discard()
            .map_err(|e| Problem::whole(file, format!("saved, but its draft is still there: {e}"), ""))?;
        (self.saved, self.file) = (text, Some(file.to_owned()));
        Ok(())
    }

    /// The name of its file without folder and ending.
    #[must_use]
    pub fn name(&self) -> String {
        let stem = self.file().and_then(|file| Path::new(file).file_stem());
        stem.map_or(String::new(), |stem| stem.to_string_lossy().into_owned())
    }

    /// Saves it in a folder under a name of its own, and returns its path. A file of another roster is not written over.
    ///
    /// # Errors
    /// Why it cannot be, in words.
    pub fn save_as(&mut self, folder: Option<&Path>, name: &str) -> Result<String, String> {
        let folder = folder.ok_or("There is no folder for the user's data")?;
        let word = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
        let file = folder.join(name.trim().chars().map(word).collect::<String>() + ".ron");
        let path = file.to_string_lossy().into_owned();
        if file.exists() && self.file() != Some(path.as_str()) {
            return Err(format!("{path} is another roster: choose another name"));
        }
        make_folder(folder).and_then(|()| self.save(&path)).map_err(|problem| problem.to_string())?;
        Ok(path)
    }

    /// Keeps unsaved changes in the draft, and returns its file; none where there is nothing to keep, or no folder.
    ///
    /// # Errors
    /// Why it cannot be.
    pub fn keep(&mut self) -> io::Result<Option<&Path>> {
        if self.is_saved() {
            self.draft.discard()?;
        } else {
            self.draft.keep(&self.roster.to_ron())?;
        }
        Ok(self.draft.path.as_deref())
    }

    /// Discards unsaved changes.
    ///
    /// # Errors
    /// The draft cannot be removed.
    pub fn discard(&mut self) -> io::Result<()> {
        self.draft.discard()
    }
}
