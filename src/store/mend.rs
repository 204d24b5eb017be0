//! What is whole of a log that was damaged.

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::source::{Problem, must_be_file, read};

use super::log::{checked, damaged_first};
use super::{Held, Out};

/// Largest log that is mended, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// What mending came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mended {
    /// Lines that were kept.
    pub kept: usize,
    /// Lines that were left out: damaged ones, and where lines follow from each other all after them.
    pub left_out: usize,
    /// Where the log as it was is kept; none where all of it is whole, and nothing was changed.
    pub aside: Option<String>,
}

/// What tells apart the logs whose lines stand for themselves.
#[derive(Deserialize)]
struct First {
    league: Option<IgnoredAny>,
}

/// Keeps the lines of a log that are as they were written. Of a league that is all of them, of others those before the
/// first that is damaged. The log as it was is kept beside it.
///
/// # Errors
/// It cannot be read or written, another program is writing it, or its first line is damaged or has no checksum.
pub fn mend(path: &str) -> Result<Mended, Problem> {
    must_be_file(path)?;
    let held = Held::take(path)?;
    let bytes = read(path, MAX_BYTES)?;
    let first = bytes.split_inclusive(|b| *b == b'\n').next().unwrap_or_default();
    let Some(good) = checked(&bytes) else { return Err(damaged_first(path, first)) };
    let apart = serde_json::from_slice::<First>(first.trim_ascii_end()).is_ok_and(|first| first.league.is_some());
    let until = if apart { good.len() } else { good.iter().position(|good| !good).unwrap_or(good.len()) };
    let lines = bytes.split_inclusive(|b| *b == b'\n').zip(&good).take(until).filter(|(_, good)| **good);
    let mut text = Vec::new();
    let mut kept = 0;
    for (line, _) in lines {
        text.extend_from_slice(line.trim_ascii_end());
        text.push(b'\n');
        kept += 1;
    }
    let left_out = good.len() - kept;
    if left_out == 0 {
        return Ok(Mended { kept, left_out, aside: None });
    }
    let aside = aside(path, &bytes)?;
    held.replace(&text)?;
    Ok(Mended { kept, left_out, aside: Some(aside) })
}

/// Keeps a log as it was under a name that is free.
fn aside(path: &str, bytes: &[u8]) -> Result<String, Problem> {
    let mut number = 1;
    loop {
        let aside = format!("{path}.damaged-{number}");
        match Out::new(aside.as_ref(), false) {
            Ok(out) => return out.write(bytes).map(|()| aside),
            Err(_) => number += 1,
        }
    }
}
