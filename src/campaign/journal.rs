//! The journal of a campaign: one journal of journals. JSON lines, appended and flushed: the first says what is played,
//! each of the others what happened and what it left behind, so that no battle need be fought again to read it. The
//! battles themselves are journals beside it, `1.journal` and so on.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::content::Origin;
use crate::scenario::journal::{Recording, line};
use crate::source::{Problem, utf8};

use super::state::Line;

/// The format that this program writes; it reads all older ones.
pub const FORMAT: u32 = 1;

/// What makes a line of each older format, from 1 on, one of the next.
const MIGRATIONS: [fn(Value) -> Value; FORMAT as usize - 1] = [];

/// The name of the file in a campaign's folder.
pub const NAME: &str = "campaign.journal";

/// The first line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Header {
    /// The format.
    pub campaign: u32,
    pub program: String,
    /// The campaign's id, and the file and text that it was read from.
    pub id: String,
    pub file: String,
    pub source: String,
    /// The hash of the ruleset's sheets; empty in journals older than this field.
    #[serde(default)]
    pub sheets: String,
    /// The content that lay over the program's own.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub made_with: Vec<Origin>,
    pub seed: u64,
    /// Who decides for the player's company.
    pub owner: String,
    pub difficulty: String,
    pub ironman: bool,
}

/// What every format has in its first line.
#[derive(Deserialize)]
struct Mark {
    campaign: u32,
    #[serde(default)]
    program: String,
}

/// The journal file of a campaign.
#[derive(Debug)]
pub(super) struct Journal {
    folder: PathBuf,
    recording: Recording,
}

/// What a journal says.
#[derive(Debug)]
pub(super) struct Read {
    pub header: Header,
    pub lines: Vec<Line>,
    /// How many of its bytes are good.
    pub good: usize,
    /// What reading has left out, in words.
    pub notes: Vec<String>,
}

/// The journal of the campaign in a folder.
fn file(folder: &Path) -> String {
    folder.join(NAME).to_string_lossy().into_owned()
}

impl Journal {
    /// Begins the journal of a campaign in a new folder.
    pub(super) fn begin(folder: &Path, header: &Header) -> Result<Journal, Problem> {
        let path = file(folder);
        std::fs::create_dir_all(folder)
            .map_err(|e| Problem::whole(&folder.to_string_lossy(), format!("cannot be made: {e}"), ""))?;
        let mut recording = Recording::create(&path)?;
        recording.write(&line(header))?;
        Ok(Journal { folder: folder.to_owned(), recording })
    }

    /// Takes up the journal in a folder.
    pub(super) fn open(folder: &Path) -> Result<(Journal, Read), Problem> {
        let path = file(folder);
        let (mut recording, bytes) = Recording::open(&path)?;
        let read = read(&path, &bytes)?;
        recording.go_on(read.good)?;
        if !bytes[..read.good].ends_with(b"\n") {
            recording.write("\n")?;
        }
        Ok((Journal { folder: folder.to_owned(), recording }, read))
    }

    /// Reads the journal in a folder as it is now.
    pub(super) fn look(folder: &Path) -> Result<Read, Problem> {
        let path = file(folder);
        let bytes = std::fs::read(&path).map_err(|e| Problem::whole(&path, format!("cannot be read: {e}"), ""))?;
        read(&path, &bytes)
    }

    /// Adds a line; what could not be written has not happened.
    pub(super) fn append(&mut self, entry: &Line) -> Result<(), Problem> {
        self.recording.write(&line(entry))
    }

    /// The folder that it lies in.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// The journal of a battle.
    pub(super) fn battle(&self, number: u32) -> String {
        self.folder.join(format!("{number}.journal")).to_string_lossy().into_owned()
    }
}

/// Reads a journal of this format or an older one. A last line that was cut off is left out.
fn read(path: &str, bytes: &[u8]) -> Result<Read, Problem> {
    let end = bytes.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1);
    let complete = serde_json::from_slice::<Value>(&bytes[end..]).is_ok();
    let good = if complete { bytes.len() } else { end };
    let text = utf8(path, &bytes[..good])?;
    let at = |number: usize, message: String, cure: &str| Problem {
        file: path.to_owned(),
        line: number as u32,
        column: 0,
        message,
        cure: cure.to_owned(),
    };
    let mut lines = text.lines().enumerate();
    let first = lines.next().map_or("", |l| l.1);
    let Ok(mark) = serde_json::from_str::<Mark>(first) else {
        return Err(at(1, "not a campaign's journal: the first line is no header".to_owned(), ""));
    };
    if !(1..=FORMAT).contains(&mark.campaign) {
        let told = format!("a campaign of format {}; this program reads formats 1 to {FORMAT}", mark.campaign);
        let program: String = mark.program.chars().take(40).flat_map(char::escape_debug).collect();
        return Err(at(1, told, &format!("version {program} of the program wrote it")));
    }
    let migrate = |value: Value| MIGRATIONS[mark.campaign as usize - 1..].iter().fold(value, |v, step| step(v));
    let value = |number: usize, text: &str| {
        let value = serde_json::from_str::<Value>(text).map_err(|e| at(number, format!("broken JSON: {e}"), ""))?;
        Ok(migrate(value))
    };
    let wrong = |number: usize, e: &serde_json::Error| at(number, format!("no line of a campaign: {e}"), "");
    let header: Header = serde_json::from_value(value(1, first)?).map_err(|e| wrong(1, &e))?;
    let mut out = Vec::new();
    for (place, text) in lines {
        out.push(serde_json::from_value(value(place + 1, text)?).map_err(|e| wrong(place + 1, &e))?);
    }
    let cut = good < bytes.len();
    let notes =
        if cut { vec!["the last line was cut off in the middle and is left out".to_owned()] } else { Vec::new() };
    Ok(Read { header, lines: out, good, notes })
}
