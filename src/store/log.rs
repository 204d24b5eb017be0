//! Files that grow by lines.
//!
//! A log is JSON lines. The last field of each is the checksum of what stands before it in the line:
//!
//! ```json
//! {"step":0,"score":0.5,"numbers":[1.3,0.2],"crc":"1a2b3c4d"}
//! ```
//!
//! It is the CRC-32 of the line up to the comma before `crc`, begun with that of the first line, so that a line of
//! another log, which a disk may give back after a power cut, does not fit. Logs that were begun by versions without
//! checksums have none in any line; they are read and gone on with as they are.

use std::borrow::Cow;
use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};

use serde::Serialize;
use serde::de::IgnoredAny;

use crate::source::{Problem, must_be_file, read_from, utf8};

use super::{Held, unwritable};

/// What stands before a checksum.
const FIELD: &str = ",\"crc\":\"";
/// How long field and checksum are together with the end of the line's object.
const TAIL: usize = FIELD.len() + 8 + "\"}".len();

/// How the lines of a log are sealed: by the checksum of its first, or not at all in logs older than that.
#[derive(Clone, Copy, Debug)]
pub struct Seal(Option<u32>);

impl Seal {
    /// Seals the first line of a log, which is written as an object, and says how to seal the others.
    #[must_use]
    pub fn first(value: &impl Serialize) -> (Seal, String) {
        Seal::first_text(&json(value))
    }

    /// The same of a line that is JSON already.
    #[must_use]
    pub fn first_text(json: &str) -> (Seal, String) {
        let line = Seal(Some(0)).text(json);
        (Seal(Some(sum(0, open(json)))), line)
    }

    /// A line of the log, which is written as an object, with its checksum and its end.
    #[must_use]
    pub fn line(self, value: &impl Serialize) -> String {
        self.text(&json(value))
    }

    /// The same of a line that is JSON already.
    #[must_use]
    pub fn text(self, json: &str) -> String {
        match self.0 {
            Some(first) => format!("{}{FIELD}{:08x}\"}}\n", open(json), sum(first, open(json))),
            None => format!("{json}\n"),
        }
    }

    /// Whether a line is as it was written.
    fn fits(self, line: &[u8]) -> bool {
        let Some((body, told)) = split(line) else { return false };
        self.0.is_some_and(|first| format!("{:08x}", sum_of(first, body)).as_bytes() == told)
    }
}

/// Only keys other than text are refused by JSON, and no line has such.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("a line is JSON")
}

/// An object without its end.
fn open(json: &str) -> &str {
    json.strip_suffix('}').unwrap_or(json)
}

fn sum(first: u32, text: &str) -> u32 {
    sum_of(first, text.as_bytes())
}

fn sum_of(first: u32, bytes: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(first);
    hasher.update(bytes);
    hasher.finalize()
}

/// A line's text before its checksum, and the checksum; none where it has none.
fn split(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let line = line.trim_ascii_end();
    let (body, tail) = line.split_at_checked(line.len().checked_sub(TAIL)?)?;
    Some((body, tail.strip_prefix(FIELD.as_bytes())?.strip_suffix(b"\"}")?))
}

/// What is whole of a log.
#[derive(Debug)]
pub struct Whole<'b> {
    /// Its lines up to the last one that is whole, of which only the end may lack.
    pub text: &'b str,
    /// How further lines are sealed.
    pub seal: Seal,
    /// What is left out, in words.
    pub notes: Vec<String>,
}

impl<'b> Whole<'b> {
    /// The lines without checksums and ends, each with its number from 1.
    pub fn lines(&self) -> impl Iterator<Item = (u32, Cow<'b, str>)> + use<'b> {
        (1..).zip(self.text.lines().map(bare))
    }
}

/// A line without checksum and end.
#[must_use]
pub fn bare(line: &str) -> Cow<'_, str> {
    let line = line.trim_end();
    match split(line.as_bytes()) {
        Some((body, _)) => Cow::Owned(format!("{}}}", &line[..body.len()])),
        None => Cow::Borrowed(line),
    }
}

/// The bytes of a log, of which what was cut off or damaged at the end is left out: a program that is killed, or a power
/// cut, can leave that. Damage before what is whole is an error, since nobody knows then what is missing.
///
/// # Errors
/// Where a line is not as it was written, or a byte not UTF-8.
pub fn whole<'b>(path: &str, bytes: &'b [u8]) -> Result<Whole<'b>, Problem> {
    let first = bytes.split_inclusive(|b| *b == b'\n').next().unwrap_or_default();
    let Some((body, _)) = split(first) else { return unsealed(path, bytes) };
    let Some(fits) = checked(bytes) else { return Err(damaged_first(path, first)) };
    let lines = fits.len();
    // As many as there are up to the last that fits.
    let kept = fits.iter().rposition(|fits| *fits).map_or(0, |last| last + 1);
    if let Some(bad) = fits[..kept].iter().position(|fits| !fits) {
        return Err(damaged(path, bad as u32 + 1, &format!("`hexfray mend {path}` keeps what is whole")));
    }
    let good: usize = bytes.split_inclusive(|b| *b == b'\n').take(kept).map(<[u8]>::len).sum();
    let notes = match lines - kept {
        0 => Vec::new(),
        1 if !bytes.ends_with(b"\n") => vec![cut_off(lines)],
        1 => vec![format!("line {lines} is damaged and is left out")],
        _ => vec![format!("lines {} to {lines} are damaged and are left out", kept + 1)],
    };
    Ok(Whole { text: utf8(path, &bytes[..good])?, seal: Seal(Some(sum_of(0, body))), notes })
}

/// Which lines of a log are as they were written; none where its first is not, or has no checksum.
pub(super) fn checked(bytes: &[u8]) -> Option<Vec<bool>> {
    let mut lines = bytes.split_inclusive(|b| *b == b'\n');
    let first = lines.next().filter(|first| Seal(Some(0)).fits(first))?;
    let seal = Seal(Some(sum_of(0, split(first)?.0)));
    Some(std::iter::once(true).chain(lines.map(|line| seal.fits(line))).collect())
}

/// What is said of a log whose first line cannot be trusted.
pub(super) fn damaged_first(path: &str, first: &[u8]) -> Problem {
    let hint = "put the file back from a copy: without its first line nothing can be read";
    match split(first) {
        Some(_) => damaged(path, 1, hint),
        None => Problem { message: "the line has no checksum".to_owned(), ..damaged(path, 1, hint) },
    }
}

/// A log without checksums: only a last line that was cut off can be told.
fn unsealed<'b>(path: &str, bytes: &'b [u8]) -> Result<Whole<'b>, Problem> {
    let end = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
    // The last line may lack nothing but its end; cut off anywhere else it is no JSON.
    let complete = serde_json::from_slice::<IgnoredAny>(&bytes[end..]).is_ok();
    let text = utf8(path, if complete { bytes } else { &bytes[..end] })?;
    if text.lines().skip(1).any(|line| split(line.as_bytes()).is_some()) {
        let hint = "put the file back from a copy: the other lines have checksums, so it was changed";
        return Err(damaged(path, 1, hint));
    }
    let cut = (!complete && end < bytes.len()).then(|| cut_off(text.lines().count() + 1));
    Ok(Whole { text, seal: Seal(None), notes: cut.into_iter().collect() })
}

fn cut_off(line: usize) -> String {
    format!("line {line} was cut off in the middle and is left out")
}

fn damaged(path: &str, line: u32, hint: &str) -> Problem {
    let message = "the line is not as it was written: its checksum does not fit".to_owned();
    Problem { file: path.to_owned(), line, column: 0, message, hint: hint.to_owned() }
}

/// A log that is written to. No other program writes to it meanwhile.
#[derive(Debug)]
pub struct Log {
    held: Held,
    file: File,
    length: u64,
    most: u64,
    synced: bool,
}

impl Log {
    /// Begins a log with its first lines, which are on the disk then. It may become so many bytes long.
    ///
    /// # Errors
    /// There is such a file already, which `hint` says what to do about; another program is writing it; or it cannot be
    /// written.
    pub fn create(path: &str, text: &str, most: u64, hint: &str) -> Result<Log, Problem> {
        let held = Held::take(path)?;
        held.must_be_new(hint)?;
        Log::begin(held, text, most)
    }

    /// Takes up a log, with what it holds; it may become so many bytes long, and may not be longer.
    ///
    /// # Errors
    /// Another program is writing it, or it cannot be read or written.
    pub fn open(path: &str, most: u64) -> Result<(Log, Vec<u8>), Problem> {
        // Who asks for a file that there is not, or that is none, leaves nothing behind.
        must_be_file(path)?;
        let held = Held::take(path)?;
        let mut file = opened(&held)?;
        let bytes = read_from(path, &mut file, most)?;
        Ok((Log { held, file, length: bytes.len() as u64, most, synced: true }, bytes))
    }

    /// Begins a log in place of whatever its file holds.
    ///
    /// # Errors
    /// It cannot be written; the file is as it was.
    pub fn begin(held: Held, text: &str, most: u64) -> Result<Log, Problem> {
        held.replace(text.as_bytes())?;
        Ok(Log { file: opened(&held)?, held, length: text.len() as u64, most, synced: true })
    }

    /// Puts a text in place of all that it holds.
    ///
    /// # Errors
    /// It cannot be written; the log is as it was.
    pub fn replace(&mut self, text: &str) -> Result<(), Problem> {
        self.held.replace(text.as_bytes())?;
        self.file = opened(&self.held)?;
        (self.length, self.synced) = (text.len() as u64, true);
        Ok(())
    }

    /// The file, as it was named.
    #[must_use]
    pub fn path(&self) -> &str {
        self.held.name()
    }

    /// Goes on after so many bytes; what comes after them is thrown away.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn go_on(&mut self, length: usize) -> Result<(), Problem> {
        self.length = length as u64;
        self.file.set_len(self.length).map_err(|e| unwritable(self.held.name(), &e))
    }

    /// Writes lines at the end of what is there, at once; what cannot be written whole leaves nothing behind. They are
    /// safe from the program's end, but from a power cut only once the log is synced.
    ///
    /// # Errors
    /// They cannot be written, or the file would become longer than it may.
    pub fn append(&mut self, lines: &str) -> Result<(), Problem> {
        if self.length + lines.len() as u64 > self.most {
            let message = format!("cannot be written: it would be larger than {} MiB", self.most >> 20);
            return Err(Problem::whole(self.path(), message, "begin another one"));
        }
        let end = SeekFrom::Start(self.length);
        let written = self.file.seek(end).and_then(|_| self.file.write_all(lines.as_bytes()));
        written.map_err(|e| self.take_back(&e))?;
        self.length += lines.len() as u64;
        self.synced = false;
        Ok(())
    }

    /// Writes lines, and has all that was written on the disk before it returns.
    ///
    /// # Errors
    /// Those of [`Log::append`]; nothing of the lines is left then.
    pub fn commit(&mut self, lines: &str) -> Result<(), Problem> {
        let before = self.length;
        self.append(lines)?;
        self.file.sync_data().map_err(|e| {
            self.length = before;
            self.take_back(&e)
        })?;
        self.synced = true;
        Ok(())
    }

    /// Has all that was written on the disk.
    ///
    /// # Errors
    /// It cannot be.
    pub fn sync(&mut self) -> Result<(), Problem> {
        self.commit("")
    }

    fn take_back(&self, error: &std::io::Error) -> Problem {
        // If even this fails, the torn line is written over next time, or left out when the log is read.
        let _ = self.file.set_len(self.length);
        unwritable(self.held.name(), error)
    }
}

impl Drop for Log {
    fn drop(&mut self) {
        if !self.synced {
            let _ = self.file.sync_data();
        }
    }
}

fn opened(held: &Held) -> Result<File, Problem> {
    OpenOptions::new().read(true).write(true).open(held.name()).map_err(|e| unwritable(held.name(), &e))
}
