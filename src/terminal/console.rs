//! Input and output of a person, and a sign of life while something takes long.

use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use crate::battle::SideId;
use crate::rules::BattleView;
use crate::telling::Line;

use super::ink::Ink;
use super::{picture, words};
use crate::source::is_harmful;

/// Input and output of a person.
pub struct Console<'a> {
    /// Where lines are typed.
    pub input: &'a mut dyn BufRead,
    /// Where everything is written.
    pub out: &'a mut dyn Write,
    /// Colours of what is written.
    pub ink: Ink,
    /// Whether boards are told in words instead of being drawn.
    pub linear: bool,
}

impl Console<'_> {
    /// Writes lines.
    ///
    /// # Errors
    /// Writing fails.
    pub fn lines(&mut self, lines: &[String]) -> io::Result<()> {
        lines.iter().try_for_each(|line| writeln!(self.out, "{line}"))
    }

    /// Writes lines in their colours.
    ///
    /// # Errors
    /// Writing fails.
    pub fn tell(&mut self, lines: &[Line]) -> io::Result<()> {
        lines.iter().try_for_each(|line| writeln!(self.out, "{}", self.ink.line(line)))
    }

    /// Writes a line.
    ///
    /// # Errors
    /// Writing fails.
    pub fn line(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")
    }

    /// Shows the board, as the side sees it that looks at it.
    ///
    /// # Errors
    /// Writing fails.
    pub fn board(&mut self, battle: &dyn BattleView, side: Option<SideId>) -> io::Result<()> {
        self.lines(&self.drawn(battle, side))
    }

    /// The board as it would be shown.
    #[must_use]
    pub fn drawn(&self, battle: &dyn BattleView, side: Option<SideId>) -> Vec<String> {
        if self.linear {
            words::board(battle, side).iter().map(|line| self.ink.line(line)).collect()
        } else {
            picture::board(battle, self.ink)
        }
    }

    /// Asks for a line; none at the end of input. What is typed need not be UTF-8. Control sequences, such as those of
    /// arrow keys, are removed: files written from it could not be read again.
    ///
    /// # Errors
    /// Reading or writing fails.
    pub fn ask(&mut self, prompt: &str) -> io::Result<Option<String>> {
        write!(self.out, "{}", self.ink.bold(prompt))?;
        self.out.flush()?;
        let mut bytes = Vec::new();
        if self.input.read_until(b'\n', &mut bytes)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        let typed = String::from_utf8_lossy(&bytes).replace(is_harmful, "");
        Ok(Some(typed.trim().to_owned()))
    }
}

/// Does something that may take long. From the first second on a line on the error output counts the seconds, if that is
/// a terminal.
pub fn patiently<T>(what: &str, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    let (done, waiting) = channel::<()>();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let mut seconds = 0;
            // If the line cannot be written, the work goes on without it.
            while waiting.recv_timeout(Duration::from_secs(1)) == Err(RecvTimeoutError::Timeout) {
                seconds += 1;
                let _ = write!(io::stderr(), "\r{what} ... {seconds} s");
            }
            if seconds > 0 {
                let _ = write!(io::stderr(), "\r\x1b[K");
            }
        });
        let result = work();
        drop(done);
        result
    })
}
