//! Files that somebody asked for by name.

use std::fs;
use std::path::Path;

use crate::source::Problem;

use super::{Held, exists, is_written, unwritable};

/// What to do about a file that is there already.
const FORCE: &str = "nothing was written; name another file, or --force writes over it";

/// A file that is to be written for somebody, over one that there is only by force.
#[derive(Clone, Debug)]
pub struct Out {
    path: String,
    force: bool,
}

impl Out {
    /// One that can be written, as far as it shows: nobody wants to hear of it after hours of work.
    ///
    /// # Errors
    /// There is such a file, and it is not to be written over.
    pub fn new(path: &Path, force: bool) -> Result<Out, Problem> {
        let out = Out { path: path.to_string_lossy().into_owned(), force };
        if is_written(path) && !force { Err(exists(&out.path, FORCE)) } else { Ok(out) }
    }

    /// Writes it, whole or not at all.
    ///
    /// # Errors
    /// There is such a file by now, another program is writing it, or it cannot be written.
    pub fn write(&self, text: impl AsRef<[u8]>) -> Result<(), Problem> {
        let held = Held::take(&self.path)?;
        if !self.force {
            held.must_be_new(FORCE)?;
        }
        held.replace(text.as_ref())
    }
}

/// Makes a folder and those that it lies in, where there are none.
///
/// # Errors
/// It cannot be made.
pub fn make_folder(folder: &Path) -> Result<(), Problem> {
    fs::create_dir_all(folder).map_err(|e| unwritable(&folder.to_string_lossy(), &e))
}
