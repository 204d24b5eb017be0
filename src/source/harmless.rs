//! Text that nobody vouches for, made fit to be shown.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a terminal or a browser obeys a character instead of showing it: control characters other than line ends and
/// tabs, and those that turn the direction of what follows round (UAX #9: embeddings, overrides, isolates).
#[must_use]
pub fn is_harmful(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// The text with each harmful character written as `\uXXXX`: to be seen in plain text, and the same as before within
/// the texts of JSON.
#[must_use]
pub fn harmless(text: &str) -> Cow<'_, str> {
    if !text.contains(is_harmful) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        match is_harmful(c) {
            // Writing to a text never fails.
            true => write!(shown, "\\u{:04x}", u32::from(c)).unwrap_or_default(),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_obeyed_is_shown() {
        assert_eq!(harmless("\u{1b}[2J\u{9b}2J\r\u{7f}\0"), "\\u001b[2J\\u009b2J\\u000d\\u007f\\u0000");
        assert_eq!(harmless("a\u{202e}b\u{2066}c"), "a\\u202eb\\u2066c");
        let fine = "Ça va?\tŞ ű 猫 שלום\u{200f} \u{1f600}\n";
        assert!(matches!(harmless(fine), Cow::Borrowed(same) if same == fine));
        // In JSON it stays what it was.
        let written = harmless("\"\u{9b}\u{202e}\"").into_owned();
        assert_eq!(serde_json::from_str::<String>(&written).unwrap(), "\u{9b}\u{202e}");
    }
}
