//! Colours of the terminal. They only repeat what letters and words say already.

use crate::battle::SideId;

/// Writes ANSI colours, or leaves text as it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ink {
    on: bool,
}

impl Ink {
    /// Colours where they are wanted: on a terminal, unless NO_COLOR is set (no-color.org).
    #[must_use]
    pub fn wanted(is_terminal: bool) -> Ink {
        Ink { on: is_terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()) }
    }

    fn paint(self, code: &str, text: &str) -> String {
        if self.on { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    /// Something of a side: hues that stay apart for colour-blind eyes.
    #[must_use]
    pub fn side(self, side: SideId, text: &str) -> String {
        const HUES: [&str; 8] = ["94", "33", "95", "96", "93", "35", "36", "34"];
        self.paint(HUES[side.index() % HUES.len()], text)
    }

    /// A heading.
    #[must_use]
    pub fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Something by the way.
    #[must_use]
    pub fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }

    /// Empties the screen, or scrolls it away where colours are not understood either.
    #[must_use]
    pub fn clear(self) -> String {
        if self.on { "\x1b[2J\x1b[3J\x1b[H".to_owned() } else { "\n".repeat(50) }
    }
}
