//! Journals that a command reads side by side.

use std::fs;
use std::io;
use std::path::Path;

use rayon::prelude::*;

use super::Stop;
use super::league::Cores;
use super::progress::Progress;
use crate::content::Library;
use crate::scenario::Session;
use crate::source::Problem;

/// What is made of each journal of these files and folders, with its file; those of each folder by name.
///
/// # Errors
/// A folder or a journal cannot be read, or a battle is not reproduced.
pub(super) fn each<T: Send>(
    library: &Library,
    paths: &[String],
    cores: &Cores,
    made: impl Fn(&Session) -> T + Sync,
) -> Result<Vec<(String, T)>, Stop> {
    let files = files(paths)?;
    let progress = Progress::new(0, files.len() as u64, "journals");
    let read = |file: String| {
        let read = Session::load(library, &file).map(|session| made(&session));
        progress.inc();
        read.map(|made| (file, made))
    };
    Ok(cores.run(|| files.into_par_iter().map(read).collect::<Result<Vec<_>, _>>())??)
}

/// The files, and those of the folders.
fn files(paths: &[String]) -> Result<Vec<String>, Problem> {
    let mut files = Vec::new();
    for path in paths {
        if !Path::new(path).is_dir() {
            files.push(path.clone());
            continue;
        }
        let unreadable = |e: io::Error| Problem::whole(path, format!("cannot be read: {e}"), "");
        let entries = fs::read_dir(path).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(unreadable)?;
        let mut all: Vec<String> = entries.iter().map(|e| e.path().to_string_lossy().into_owned()).collect();
        all.retain(|name| name.ends_with(".journal"));
        all.sort();
        files.append(&mut all);
    }
    Ok(files)
}
