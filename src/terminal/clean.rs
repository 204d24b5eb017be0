//! The filter for everything that is written to a terminal.

use std::io::{self, Write};

use super::ink::Ink;
use crate::source::{harmless, is_harmful};

/// Passes on what is written without control characters, as names may come from untrusted files. Only the colours of
/// [`Ink`] pass, if it uses any. Each write has whole characters, as all that is formatted has.
pub struct Clean<W> {
    to: W,
    ink: Ink,
}

impl<W: Write> Clean<W> {
    /// Writes to this output, in which this ink is used.
    pub fn new(to: W, ink: Ink) -> Clean<W> {
        Clean { to, ink }
    }
}

impl<W: Write> Write for Clean<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t')) {
            return self.to.write(bytes);
        }
        let text = String::from_utf8_lossy(bytes);
        let mut rest = &*text;
        while let Some(at) = rest.find(is_harmful) {
            let (before, from) = rest.split_at(at);
            self.to.write_all(before.as_bytes())?;
            let painted = self.ink.leading(from);
            let end = if painted > 0 { painted } else { from.chars().next().map_or(0, char::len_utf8) };
            let (first, after) = from.split_at(end);
            match painted {
                0 => self.to.write_all(harmless(first).as_bytes())?,
                _ => self.to.write_all(first.as_bytes())?,
            }
            rest = after;
        }
        self.to.write_all(rest.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::battle::SideId;

    fn cleaned(ink: Ink, text: &str) -> String {
        let mut bytes = Vec::new();
        write!(Clean::new(&mut bytes, ink), "{text}").unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn only_our_colours_reach_a_terminal() {
        let ink = Ink::on();
        let ours = format!("{}{} and {}\n", ink.clear(), ink.bold("Ça va"), ink.side(SideId(1), "\torks"));
        assert_eq!(cleaned(ink, &ours), ours);
        assert_eq!(cleaned(Ink::default(), &ink.bold("x")), "\\u001b[1mx\\u001b[0m");
        for hostile in
            ["\u{1b}]0;title\u{7}", "\u{1b}[2J", "\u{1b}[6n", "\u{1b}[38:5:1m", "\u{1b}[", "\u{9b}2J\r", "\u{202e}"]
        {
            for ink in [ink, Ink::default()] {
                let shown = cleaned(ink, hostile);
                assert!(!shown.contains(is_harmful) && shown.contains("\\u"), "{hostile:?} is shown as {shown:?}");
            }
        }
    }
}
