//! Files that people write: RON read with positions, and problems reported with file, line and cure.

use std::fmt;

/// One mistake in a file, with the place and how to mend it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file as the user named it.
    pub file: String,
    /// Line, from 1; 0 where the whole file is meant.
    pub line: u32,
    /// Column in characters, from 1; 0 where the whole line or file is meant.
    pub column: u32,
    /// What is wrong.
    pub message: String,
    /// What to do about it; empty where the message says it.
    pub cure: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.file)?;
        if self.line > 0 {
            write!(f, ":{}:{}", self.line, self.column.max(1))?;
        }
        write!(f, ": {}", self.message)?;
        if !self.cure.is_empty() {
            write!(f, " ({})", self.cure)?;
        }
        Ok(())
    }
}
