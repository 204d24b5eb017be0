//! Campaigns that are kept: a folder each, by a name of its own, in a folder of all of them.

use std::path::{Path, PathBuf};

use crate::store::{is_name, is_written};

use super::journal::NAME;

/// The folder of the campaign with this name, whether there is one or not.
///
/// # Errors
/// Why nothing can be called that, in words.
pub fn home(folder: &Path, name: &str) -> Result<PathBuf, String> {
    if !is_name(name) {
        return Err(format!("{name:?} is no name for a campaign: use letters, digits, spaces, _ and -"));
    }
    Ok(folder.join(name))
}

/// Whether a campaign is kept in its folder. One of which nothing was written is begun anew.
#[must_use]
pub fn is_one(home: &Path) -> bool {
    is_written(&home.join(NAME))
}

/// The names of the campaigns that are kept, in order of the alphabet.
#[must_use]
pub fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let names = entries.filter(|e| is_one(&e.path())).map(|e| e.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.collect();
    names.sort();
    names
}
