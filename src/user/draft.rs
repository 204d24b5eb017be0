//! Unsaved changes, kept in a file of the user's own data, so that closing the window loses no roster.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::source::Problem;
use crate::store::{Held, make_folder};

/// The file; none until there is something to keep.
#[derive(Debug)]
pub(super) struct Draft {
    /// Where drafts lie; none where the system knows no home.
    pub(super) folder: Option<PathBuf>,
    /// The file.
    pub(super) path: Option<PathBuf>,
}

impl Draft {
    /// Keeps a roster, if there is a place for it.
    pub(super) fn keep(&mut self, text: &str) -> io::Result<()> {
        if let (None, Some(folder)) = (&self.path, &self.folder) {
            make_folder(folder).map_err(io::Error::other)?;
            self.path = Some(free(folder)?);
        }
        self.path.as_deref().map_or(Ok(()), |path| write(path, text)).map_err(io::Error::other)
    }

    /// Removes the draft: it is saved, or not wanted.
    pub(super) fn discard(&mut self) -> io::Result<()> {
        match self.path.take() {
            Some(path) if path.exists() => fs::remove_file(path),
            _ => Ok(()),
        }
    }
}

/// A new empty file of the folder, taken before another program can take it.
fn free(folder: &Path) -> io::Result<PathBuf> {
    for n in 1u32.. {
        let path = folder.join(format!("draft_{n}.ron"));
        match fs::File::create_new(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

/// Writes a file whole or not at all.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Problem> {
    Held::take(&path.to_string_lossy())?.replace(text.as_bytes())
}
