//! Colours of the terminal. They only repeat what letters and words say already.

use crate::battle::SideId;
use crate::telling::{About, Line};

/// Empties the screen and what was scrolled away.
const CLEAR: &str = "\x1b[2J\x1b[3J\x1b[H";

/// Writes ANSI colours, or leaves text as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ink {
    on: bool,
}

impl Ink {
    /// Colours on a terminal, unless NO_COLOR is set (no-color.org).
    #[must_use]
    pub fn wanted(is_terminal: bool) -> Ink {
        Ink { on: is_terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()) }
    }

    /// How many bytes at the beginning of a text, which begins with an escape, are a colour or what [`clear`](Ink::clear)
    /// writes: 0 where they are something else, or colours are not wanted.
    pub(super) fn leading(self, text: &str) -> usize {
        let colour = || {
            let code = text.strip_prefix("\x1b[")?.split_once('m')?.0;
            code.bytes().all(|b| b.is_ascii_digit()).then_some(code.len() + 3)
        };
        match self.on {
            true if text.starts_with(CLEAR) => CLEAR.len(),
            true => colour().unwrap_or(0),
            false => 0,
        }
    }

    /// Colours in any case.
    #[cfg(test)]
    pub(super) fn on() -> Ink {
        Ink { on: true }
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Something of a side, in hues that colour-blind people can tell apart.
    #[must_use]
    pub fn side(self, side: SideId, text: &str) -> String {
        let code = match Ink::hue(side) {
            dark @ 0..8 => 30 + dark,
            bright => 90 + bright - 8,
        };
        self.paint(&code.to_string(), text)
    }

    /// The colour of a side, by its number among the sixteen of terminals.
    #[must_use]
    pub fn hue(side: SideId) -> u8 {
        const HUES: [u8; 8] = [12, 3, 13, 14, 11, 5, 6, 4];
        HUES[side.index() % HUES.len()]
    }

    /// A heading.
    #[must_use]
    pub fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Something less important.
    #[must_use]
    pub fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// A line in its colours.
    #[must_use]
    pub fn line(self, line: &Line) -> String {
        let inked = line.0.iter().map(|span| match span.about {
            About::Nothing | About::Hex(_) | About::Dice(..) => span.text.clone(),
            About::Heading => self.bold(&span.text),
            About::Side(side) | About::Unit(_, side) => self.side(side, &span.text),
            About::Rule(_) => self.dim(&span.text),
        });
        inked.collect()
    }

    /// Empties the screen, or scrolls it away where there are no colours.
    #[must_use]
    pub fn clear(self) -> String {
        if self.on { CLEAR.to_owned() } else { "\n".repeat(50) }
    }
}
