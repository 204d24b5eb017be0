//! The right to write a file.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use crate::platform::process_id;
use crate::source::Problem;

use super::{exists, unwritable};

/// What the file that is locked is called after the file that it stands for. It is another one, because a file that is
/// put in place whole is not the one that was locked, and because a locked file cannot be read everywhere.
const LOCK: &str = ".hexfray-lock";
/// What a file that is to be put in place is called.
const PART: &str = ".hexfray-part";
/// What such files were called by older versions.
const OLD_PARTS: [&str; 2] = [".new", ".part"];

/// How often a lock may be gone again. On file systems where the same file never seems the same nobody watches.
const PATIENCE: u32 = 1000;

/// Longest command that is told of who holds a file, in bytes.
const MAX_COMMAND: usize = 200;

/// The right to write a file, whether there is one or not. No other program has it meanwhile, and it is free as soon as
/// the program ends, however it ends.
#[derive(Debug)]
pub struct Held {
    name: String,
    // Where links lead to: whoever writes by another name writes the same file.
    path: PathBuf,
    lock: PathBuf,
    file: File,
}

impl Held {
    /// Takes it, and clears away what a program that was killed has left half written.
    ///
    /// # Errors
    /// Another program has it, who is named; or nothing can be written there.
    pub fn take(name: &str) -> Result<Held, Problem> {
        let path = real(Path::new(name));
        let lock = beside(&path, LOCK);
        let mut turn = 0;
        loop {
            let file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&lock);
            let mut file = file.map_err(|e| unwritable(name, &e))?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => return Err(busy(name, &mut file)),
                // Some file systems know no locks: there nobody watches.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            // Whoever had it may have removed the file that we have just locked.
            if turn == PATIENCE || is_still(&file, &lock) {
                // Who it is helps others; nothing depends on it.
                let _ = file.set_len(0).and_then(|()| file.write_all(ourselves().as_bytes()));
                let _ = fs::remove_file(beside(&path, PART));
                return Ok(Held { name: name.to_owned(), path, lock, file });
            }
            turn += 1;
        }
    }

    /// The file, as it was named.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Refuses a file in which something is.
    ///
    /// # Errors
    /// There is such a file, which `hint` says what to do about.
    pub fn must_be_new(&self, hint: &str) -> Result<(), Problem> {
        if is_written(&self.path) { Err(exists(&self.name, hint)) } else { Ok(()) }
    }

    /// Puts a text in place of what the file holds, or none of it: it is on the disk before it takes the file's name.
    ///
    /// # Errors
    /// It cannot be written; the file is as it was.
    pub fn replace(&self, text: &[u8]) -> Result<(), Problem> {
        let part = beside(&self.path, PART);
        let write = || {
            let mut file = File::create(&part)?;
            if let Ok(old) = fs::metadata(&self.path) {
                file.set_permissions(old.permissions())?;
            }
            file.write_all(text)?;
            file.sync_all()?;
            fs::rename(&part, &self.path)
        };
        write().map_err(|e| {
            let _ = fs::remove_file(&part);
            unwritable(&self.name, &e)
        })?;
        sync_folder(&self.path);
        Ok(())
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        // Removed while it is still locked: whoever opened it meanwhile sees that it is gone. Systems that do not let an
        // open file be removed keep it, which harms nobody.
        let _ = fs::remove_file(&self.lock);
        // Closing the file would not do while a process that is just being started still has it open.
        let _ = self.file.unlock();
    }
}

/// Clears away what programs that were killed have left half written in a folder.
pub fn tidy(folder: &Path) {
    for name in fs::read_dir(folder).into_iter().flatten().flatten().filter_map(|e| e.file_name().into_string().ok()) {
        let endings = [PART, LOCK].into_iter().chain(OLD_PARTS);
        let Some(of) = endings.into_iter().find_map(|end| name.strip_suffix(end)) else { continue };
        // Nobody is writing the file if it can be held.
        let Ok(held) = Held::take(&folder.join(of).to_string_lossy()) else { continue };
        let _ = if name.ends_with(LOCK) { Ok(()) } else { fs::remove_file(folder.join(&name)) };
        drop(held);
    }
}

/// Whether there is something. An empty file was begun by a program that was killed or had no room: nothing is lost with
/// it.
#[must_use]
pub fn is_written(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|m| !m.is_file() || m.len() > 0)
}

/// Whether a text can be the name of a file anywhere: letters, digits, spaces, `_` and `-`.
#[must_use]
pub fn is_name(text: &str) -> bool {
    !text.trim().is_empty() && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ' '))
}

/// Where a path leads, the file itself being there or not.
fn real(path: &Path) -> PathBuf {
    let folder = |path: &Path| match path.parent() {
        Some(folder) if folder.as_os_str().is_empty() => fs::canonicalize("."),
        Some(folder) => fs::canonicalize(folder),
        None => Err(io::ErrorKind::NotFound.into()),
    };
    let there = fs::canonicalize(path).ok();
    there.or_else(|| Some(folder(path).ok()?.join(path.file_name()?))).unwrap_or_else(|| path.to_owned())
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    name.into()
}

#[cfg(unix)]
fn is_still(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let same = |a: fs::Metadata, b: fs::Metadata| (a.dev(), a.ino()) == (b.dev(), b.ino());
    file.metadata().is_ok_and(|ours| fs::metadata(path).is_ok_and(|there| same(ours, there)))
}

#[cfg(not(unix))]
fn is_still(_: &File, path: &Path) -> bool {
    path.exists()
}

/// A name is on the disk once its folder is. Where folders cannot be synced there is nothing else to be done.
fn sync_folder(path: &Path) {
    let folder = path.parent().unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

/// This process and its command, as others are told of it.
fn ourselves() -> String {
    let words: Vec<String> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let program = words.first().map(|word| stem(word)).unwrap_or_default();
    let command: String = std::iter::once(&program)
        .chain(words.iter().skip(1))
        .fold(String::new(), |all, word| if all.is_empty() { word.clone() } else { all + " " + word });
    format!("{} {command}", process_id())
}

fn stem(program: &str) -> String {
    Path::new(program).file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// Who holds a file, as far as it says so.
fn busy(name: &str, lock: &mut File) -> Problem {
    let mut bytes = Vec::new();
    let _ = lock.rewind().and_then(|()| lock.take(MAX_COMMAND as u64).read_to_end(&mut bytes));
    let text: String = String::from_utf8_lossy(&bytes).chars().flat_map(char::escape_debug).collect();
    let who = text.split_once(' ').filter(|(process, _)| process.bytes().all(|b| b.is_ascii_digit()));
    let who = who.map_or(String::new(), |(process, command)| format!(": process {process}, `{command}`"));
    Problem::whole(name, format!("another program is writing this file{who}"), "wait until it has ended, or end it")
}
