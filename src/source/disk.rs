//! Files as bytes, with a limit.

use std::fs::{self, File};
use std::io::{self, Read};

use super::Problem;

/// Reads a file of at most so many bytes. A pipe or a device could be read for ever, so only files are.
///
/// # Errors
/// It cannot be read, is a folder, a pipe or a device, or is larger.
pub fn read(file: &str, most: u64) -> Result<Vec<u8>, Problem> {
    must_be_file(file)?;
    let mut open = File::open(file).map_err(|e| unreadable(file, &e))?;
    read_from(file, &mut open, most)
}

/// Refuses what is no file. To open a pipe would wait for somebody to write to it.
///
/// # Errors
/// It is a folder, a pipe or a device, or there is nothing.
pub fn must_be_file(file: &str) -> Result<(), Problem> {
    let kind = fs::metadata(file).map_err(|e| unreadable(file, &e))?.file_type();
    let what = match () {
        () if kind.is_file() => return Ok(()),
        () if kind.is_dir() => "a folder",
        () => "a pipe or a device",
    };
    Err(Problem::whole(file, format!("cannot be read: it is {what}"), "name a file"))
}

/// The same of a file that is open, from where it is read next.
///
/// # Errors
/// It cannot be read, or more is left of it.
pub fn read_from(file: &str, open: &mut File, most: u64) -> Result<Vec<u8>, Problem> {
    let mut bytes = Vec::new();
    open.take(most + 1).read_to_end(&mut bytes).map_err(|e| unreadable(file, &e))?;
    if bytes.len() as u64 > most {
        return Err(Problem::whole(file, format!("larger than {} MiB", most >> 20), ""));
    }
    Ok(bytes)
}

fn unreadable(file: &str, error: &io::Error) -> Problem {
    Problem::whole(file, format!("cannot be read: {error}"), "")
}
