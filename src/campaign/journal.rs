//! The journal of a campaign: one journal of journals. It is a [`Log`], each line on the disk before it counts: the first
//! says what is played, each of the others what happened and what it left behind, so that no battle need be fought again
//! to read it. The battles themselves are journals beside it, `1.journal` and so on.

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::content::Origin;
use crate::source::{Problem, read};
use crate::store::{Log, Seal, make_folder, whole};

use super::state::Line;

/// The format that this program writes; it reads all older ones.
pub const FORMAT: u32 = 1;

/// What makes a line of each older format, from 1 on, one of the next.
const MIGRATIONS: [fn(Value) -> Value; FORMAT as usize - 1] = [];

/// Largest journal that is read, in bytes.
const MAX_BYTES: u64 = 64 << 20;
/// Longest line but the first, in bytes.
const MAX_LINE: usize = 4 << 20;

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
    log: Log,
    seal: Seal,
}

/// What a journal says.
#[derive(Debug)]
pub(super) struct Read {
    pub header: Header,
    pub lines: Vec<Line>,
    /// How many of its bytes are good.
    good: usize,
    seal: Seal,
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
        make_folder(folder)?;
        let (seal, first) = Seal::first(header);
        let log = Log::create(&file(folder), &first, MAX_BYTES, "a campaign is kept there: take another name")?;
        Ok(Journal { log, seal })
    }

    /// Takes up the journal in a folder.
    pub(super) fn open(folder: &Path) -> Result<(Journal, Read), Problem> {
        let path = file(folder);
        let (mut log, bytes) = Log::open(&path, MAX_BYTES)?;
        let read = parsed(&path, &bytes)?;
        log.go_on(read.good)?;
        if !bytes[..read.good].ends_with(b"\n") {
            log.commit("\n")?;
        }
        Ok((Journal { log, seal: read.seal }, read))
    }

    /// Reads the journal in a folder as it is now.
    pub(super) fn look(folder: &Path) -> Result<Read, Problem> {
        let path = file(folder);
        parsed(&path, &read(&path, MAX_BYTES)?)
    }

    /// Adds a line, which is on the disk then; what could not be written has not happened.
    pub(super) fn append(&mut self, entry: &Line) -> Result<(), Problem> {
        self.log.commit(&self.seal.line(entry))
    }
}

/// Reads a journal of this format or an older one. A last line that was cut off is left out.
fn parsed(path: &str, bytes: &[u8]) -> Result<Read, Problem> {
    let whole = whole(path, bytes)?;
    let at = |number: u32, message: String, hint: &str| Problem {
        file: path.to_owned(),
        line: number,
        column: 0,
        message,
        hint: hint.to_owned(),
    };
    let mut lines = whole.lines();
    let first = lines.next().map(|l| l.1).unwrap_or_default();
    let Ok(mark) = serde_json::from_str::<Mark>(&first) else {
        return Err(at(1, "not a campaign's journal: the first line is no header".to_owned(), ""));
    };
    if !(1..=FORMAT).contains(&mark.campaign) {
        let told = format!("a campaign of format {}; this program reads formats 1 to {FORMAT}", mark.campaign);
        let program: String = mark.program.chars().take(40).flat_map(char::escape_debug).collect();
        return Err(at(1, told, &format!("version {program} of the program wrote it")));
    }
    let migrate = |value: Value| MIGRATIONS[mark.campaign as usize - 1..].iter().fold(value, |v, step| step(v));
    let value = |number: u32, text: &str| {
        let value = serde_json::from_str::<Value>(text).map_err(|e| at(number, format!("broken JSON: {e}"), ""))?;
        Ok(migrate(value))
    };
    let wrong = |number: u32, e: &serde_json::Error| at(number, format!("no line of a campaign: {e}"), "");
    let header: Header = serde_json::from_value(value(1, &first)?).map_err(|e| wrong(1, &e))?;
    let mut out = Vec::new();
    for (number, text) in lines {
        if text.len() > MAX_LINE {
            return Err(at(number, format!("longer than {} MiB", MAX_LINE >> 20), ""));
        }
        let line: Line = serde_json::from_value(value(number, &text)?).map_err(|e| wrong(number, &e))?;
        if !line.is_sound() {
            return Err(at(number, "numbers that no campaign comes to".to_owned(), "the line was changed"));
        }
        out.push(line);
    }
    Ok(Read { header, lines: out, good: whole.text.len(), seal: whole.seal, notes: whole.notes })
}
